Feature: A recipe gets a picture

  A model hands a picture over, and Mealie makes it the cover of a recipe or reads a recipe in it. What is no picture, is too
  large, or would be when it is unpacked, never leaves.

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps

  # ----- A cover -----------------------------------------------------------------------------------------------

  @LIVE-7 @must
  Scenario Outline: A recipe gets the picture that was handed over: <picture>
    When the model asks to give the recipe "Pea soup" the picture "<picture>"
    Then nobody is asked
    And the answer is no error
    And the answer's "status" is "image_set"
    And the answer does not say "former picture is gone"
    And the recipe "Pea soup" has the picture "<picture>"
    And Mealie was handed the picture "<picture>" at "/api/recipes/pea-soup/image"
    And exactly 1 write reached Mealie

    Examples:
      | picture             |
      | a PNG               |
      | a JPEG              |
      | a JPEG called jpg   |
      | a WebP              |
      | a PNG of 8000 bytes |

  @LIVE-7 @must
  Scenario: The answer says that the former picture is gone
    Given the recipe "Pea soup" has a picture
    When the model asks to give the recipe "Pea soup" the picture "a JPEG"
    Then the answer is no error
    And the answer says "The former picture is gone"
    And the answer's "former_picture" is "gone"
    And the recipe "Pea soup" has the picture "a JPEG"

  @LIVE-7 @any-era @must
  Scenario: A picture is uploaded by slug, also to a recipe that was named by its id
    When the model calls set_recipe_image with the picture "a PNG" and '{"recipe": "id of Pea soup"}'
    Then the answer is no error
    And Mealie was handed the picture "a PNG" at "/api/recipes/pea-soup/image"

  @ASK-16 @must
  Scenario: The picture's address is made of the operator's setting and the id
    Given the setting MEALIE_PUBLIC_URL is "https://food.example/mealie"
    When the model asks to give the recipe "Pea soup" the picture "a PNG"
    Then the answer is no error
    And the answer says "https://food.example/mealie/api/media/recipes/{Pea soup}/images/original.webp"

  @ASK-16 @any-era @must
  Scenario: A recipe is shown with the address of its picture, if it has one
    Given the setting MEALIE_PUBLIC_URL is "https://food.example"
    And a recipe "Red soup" for 4 with 3 steps
    And the recipe "Red soup" has a picture
    When the model asks to read the recipe "Red soup"
    Then the answer says "https://food.example/api/media/recipes/{Red soup}/images/original.webp"
    When the model asks to read the recipe "Pea soup"
    Then the answer is no error
    And the answer does not say "food.example"

  @ASK-16 @must
  Scenario: Without that setting there is no address
    When the model asks to give the recipe "Pea soup" the picture "a PNG"
    Then the answer is no error
    And the answer does not say "http"

  @LIVE-5 @must
  Scenario: A recipe whose address is broken keeps its picture
    Given a recipe "Red soup" for 4 with 3 steps
    And the recipe "Pea soup" was renamed to "Red soup" and left its address behind
    When the model asks to give the recipe "Pea soup" the picture "a PNG"
    Then the answer is an error
    And the answer says "address"
    And nothing was written

  @ASK-14 @any-era @must
  Scenario: A recipe that is not there gets none
    When the model calls set_recipe_image with the picture "a PNG" and '{"recipe": "no-such-soup"}'
    Then the answer is an error
    And the answer says "no such recipe"
    And nothing was written

  @LIVE-10 @must
  Scenario Outline: After Mealie <trouble> the picture may be in, and is not sent again
    Given Mealie <trouble> when something is written
    When the model asks to give the recipe "Pea soup" the picture "a PNG"
    Then the answer is an error
    And the answer says that the change may have happened
    And exactly 1 write reached Mealie

    Examples:
      | trouble                           |
      | answers 500                       |
      | resets the connection             |
      | does it and resets the connection |
      | hangs up without an answer        |

  # ----- What is not taken -------------------------------------------------------------------------------------

  @LIVE-7 @any-era @must
  Scenario: What is no picture, too large, or a bomb, never leaves
    When the model asks for each of these
      | wish                                                                         |
      | give the recipe "Pea soup" the picture "nothing"                             |
      | give the recipe "Pea soup" the picture "a text"                              |
      | give the recipe "Pea soup" the picture "a page"                              |
      | give the recipe "Pea soup" the picture "a GIF"                               |
      | give the recipe "Pea soup" the picture "a PNG called jpeg"                   |
      | give the recipe "Pea soup" the picture "a JPEG called webp"                  |
      | give the recipe "Pea soup" the picture "a WebP called png"                   |
      | give the recipe "Pea soup" the picture "a PNG called gif"                    |
      | give the recipe "Pea soup" the picture "a PNG of 6291457 bytes"              |
      | give the recipe "Pea soup" the picture "a PNG of 10000 by 5001"              |
      | give the recipe "Pea soup" the picture "a PNG of 4294967295 by 4294967295"   |
      | give the recipe "Pea soup" the picture "a JPEG of 10000 by 5001"             |
      | give the recipe "Pea soup" the picture "a WebP of 10000 by 5001"             |
      | give the recipe "Pea soup" the picture "a PNG of 0 by 6"                     |
      | import the picture "a text"                                                  |
      | import the picture "a JPEG called png"                                       |
      | import the picture "a PNG of 6291457 bytes"                                  |
      | import the picture "a JPEG of 65535 by 65535"                                |
    Then each of them is refused, by the name of its argument
    And nothing was written

  @LIVE-7 @any-era @must
  Scenario: A picture at the bounds is taken
    When the model asks for each of these
      | wish                                                            |
      | give the recipe "Pea soup" the picture "a PNG of 6291456 bytes" |
      | give the recipe "Pea soup" the picture "a PNG of 10000 by 5000" |
    Then each of them is no error

  @LIVE-7 @any-era @must
  Scenario Outline: What is no base64 is explained: <written>
    When the model asks to give the recipe "Pea soup" the picture "a JPEG, <written>"
    Then the answer is an error
    And the answer says "image_base64"
    And the answer says "<words>"
    And Mealie was asked nothing

    Examples:
      | written                      | words                       |
      | behind data:                 | give only the base64 behind |
      | in lines                     | blanks or line breaks       |
      | with a blank behind it       | blanks or line breaks       |
      | in the alphabet of addresses | standard alphabet           |
      | without padding              | padding                     |
      | as an address                | is an address               |

  # ----- A recipe read in a picture ----------------------------------------------------------------------------

  @LIVE-3 @must
  Scenario: A picture becomes a recipe where an AI provider reads it
    Given Mealie has an AI provider that reads pictures
    When the model asks to import the picture "a JPEG"
    Then nobody is asked
    And the answer is no error
    And the answer's "status" is "imported"
    And the answer's "slug" is "pictured-pie"
    And the recipe in the answer has 2 ingredients
    And the recipe in the answer has 2 instructions
    And Mealie was handed the picture "a JPEG" at "/api/recipes/create/image"
    And exactly 1 write reached Mealie

  @LIVE-13 @must
  Scenario: A newer Mealie is asked where it reads pictures now
    Given Mealie has an AI provider that reads pictures
    And Mealie is version "v3.27.0"
    When the model calls import_recipe_from_image with the picture "a PNG" and '{"translate_language": "pt-BR"}'
    Then the answer is no error
    And Mealie was handed the picture "a PNG" at "/api/recipes/create/ai"
    And Mealie was told to translate into "pt-BR"
    And exactly 1 write reached Mealie

  @LIVE-3 @any-era @must
  Scenario: The recipe comes in the language that was asked for
    Given Mealie has an AI provider that reads pictures
    When the model calls import_recipe_from_image with the picture "a PNG" and '{"translate_language": "de-DE"}'
    Then the answer is no error
    And Mealie was told to translate into "de-DE"

  @LIVE-12 @must
  Scenario: Without an AI provider nothing is uploaded, and the answer says what the operator has to do
    When the model asks to import the picture "a PNG"
    Then the answer is an error
    And the answer says "AI provider"
    And the answer says "OPENAI_API_KEY"
    And the answer says that nothing was changed
    And nothing was written

  @LIVE-10 @must
  Scenario: After the AI provider failed a recipe may be there all the same
    Given Mealie has an AI provider that fails
    When the model asks to import the picture "a PNG"
    Then the answer is an error
    And the answer says "AI provider"
    And the answer says that the change may have happened
    And exactly 1 write reached Mealie
