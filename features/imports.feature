Feature: Recipes come in from elsewhere

  Mealie fetches a page or reads a document, and stores what it finds as a new recipe. The answer says what became of it;
  a preview stores nothing.

  Background:
    Given a page "http://203.0.113.7/bars" with a recipe "Lemon bars"
    And a page "http://203.0.113.7/story" without a recipe
    And a page "http://203.0.113.7/slow" that takes Mealie too long

  # ----- What becomes of it ------------------------------------------------------------------------------------

  @LIVE-3 @must
  Scenario Outline: An import stores a recipe and says what became of it: <wish>
    When the model asks to <wish>
    Then the answer is no error
    And the answer's "status" is "imported"
    And the answer's "slug" is "lemon-bars"
    And the recipe in the answer has 2 ingredients
    And the recipe in the answer has 2 instructions
    And the kitchen has the recipe "Lemon bars"
    And exactly 1 write reached Mealie

    Examples:
      | wish                                                  |
      | import the page "http://203.0.113.7/bars"             |
      | import the recipe "Lemon bars" as a website writes it |

  @LIVE-3 @must
  Scenario: Keywords and categories become tags and categories when that is asked for
    When the model calls import_recipe_from_url with '{"url": "http://203.0.113.7/bars", "include_tags": true, "include_categories": true}'
    Then the answer is no error
    And the kitchen has the tags "Lemon, Citrus"
    And the kitchen has the categories "Dessert"

  @LIVE-3 @any-era @must
  Scenario Outline: Keywords become no tags unless that is asked for: <how>
    When the model calls import_recipe_from_url with '<arguments>'
    Then the answer is no error
    And the kitchen has no tags
    And the kitchen has no categories

    Examples:
      | how    | arguments                                                                              |
      | unsaid | {"url": "http://203.0.113.7/bars"}                                                     |
      | a no   | {"url": "http://203.0.113.7/bars", "include_tags": false, "include_categories": false} |
      | a null | {"url": "http://203.0.113.7/bars", "include_tags": null, "include_categories": null}   |

  @LIVE-3 @must
  Scenario: A name that is taken gets a number, and the answer says so
    Given a recipe "Lemon bars" for 4 with 3 steps
    When the model asks to import the page "http://203.0.113.7/bars"
    Then the answer is no error
    And the answer's "slug" is "lemon-bars-1"
    And the answer says "number"
    And the answer's "same_name" is "lemon-bars"
    And the kitchen has the recipes "Lemon bars, Lemon bars (1)"

  @LIVE-3 @must
  Scenario: A number that belongs to the name is none of Mealie's
    Given a page "http://203.0.113.7/second" with a recipe "Lemon bars (1)"
    When the model asks to import the page "http://203.0.113.7/second"
    Then the answer is no error
    And the answer's "slug" is "lemon-bars-1"
    And the answer does not say "number"

  @LIVE-3 @must
  Scenario Outline: A page that was imported before is told, and imported all the same: it came from <source>
    Given a recipe "Grandma bars" for 4 with 3 steps
    And "Grandma bars" comes from "<source>"
    When the model asks to import the page "http://203.0.113.7/bars"
    Then the answer is no error
    And the answer's "same_source" is "grandma-bars"
    And the answer says "from this address already"
    And the kitchen has the recipes "Grandma bars, Lemon bars"
    And exactly 1 write reached Mealie

    Examples:
      | source                               |
      | http://203.0.113.7/bars              |
      | https://203.0.113.7/bars#ingredients |

  @LIVE-3 @must
  Scenario: A document that says where it comes from is held against the collection as a page is
    Given a recipe "Grandma bars" for 4 with 3 steps
    And "Grandma bars" comes from "https://example.com/bars"
    When the model calls import_recipe_from_html_or_json with '{"data": "{\"@context\": \"https://schema.org\", \"@type\": \"Recipe\", \"name\": \"Lemon bars\", \"url\": \"https://example.com/bars\", \"recipeIngredient\": [\"lemons\"]}"}'
    Then the answer is no error
    And the answer's "same_source" is "grandma-bars"
    And the answer says "from this address already"
    And the kitchen has the recipes "Grandma bars, Lemon bars"

  @LIVE-3 @any-era @must
  Scenario: A page of which the collection knows nothing is imported without a remark
    Given a recipe "Grandma bars" for 4 with 3 steps
    And "Grandma bars" comes from "http://203.0.113.7/bars/2"
    When the model asks to import the page "http://203.0.113.7/bars"
    Then the answer is no error
    And the answer does not say "same_source"
    And the answer does not say "already"

  @LIVE-3 @must
  Scenario: A recipe of which only the title was found is called incomplete
    Given a page "http://203.0.113.7/salad" with no more than a title "Potato salad" and a picture
    When the model asks to import the page "http://203.0.113.7/salad"
    Then the answer is no error
    And the answer says "not complete"

  @LIVE-12 @any-era @must
  Scenario Outline: A page that gives no recipe stores nothing, and the answer says why: <what>
    When the model asks to import the page "<page>"
    Then the answer is an error
    And the answer says "<words>"
    And the kitchen has no recipe "Lemon bars"

    Examples:
      | what                     | page                     | words       |
      | there is none on it      | http://203.0.113.7/story | no recipe   |
      | nobody is there          | http://203.0.113.7/gone  | could not   |
      | it takes Mealie too long | http://203.0.113.7/slow  | longer than |

  @LIVE-12 @any-era @must
  Scenario Outline: A document that is no recipe stores nothing: <what>
    When the model calls import_recipe_from_html_or_json with '<arguments>'
    Then the answer is an error
    And the answer says "no recipe"
    And the kitchen has no recipe "Lemon bars"

    Examples:
      | what              | arguments                                                   |
      | words             | {"data": "Lemon bars: mix and bake."}                       |
      | JSON of no kind   | {"data": "{\\"name\\": \\"Lemon bars\\"}"}                  |
      | a page without it | {"data": "\\u003chtml>\\u003cbody>Lemon bars\\u003c/body>"} |

  @LIVE-10 @must
  Scenario Outline: After Mealie <trouble> an import may have happened, and is not repeated
    Given Mealie <trouble> when something is written
    When the model asks to <wish>
    Then the answer is an error
    And the answer says that the change may have happened
    And exactly 1 write reached Mealie

    Examples:
      | trouble                           | wish                                                  |
      | answers 500                       | import the page "http://203.0.113.7/bars"             |
      | resets the connection             | import the page "http://203.0.113.7/bars"             |
      | does it and resets the connection | import the page "http://203.0.113.7/bars"             |
      | answers 503                       | import the recipe "Lemon bars" as a website writes it |
      | hangs up without an answer        | import the recipe "Lemon bars" as a website writes it |

  @LIVE-10 @must
  Scenario: After a refusal an import did not happen
    Given Mealie answers 403 when something is written
    When the model asks to import the page "http://203.0.113.7/bars"
    Then the answer is an error
    And the answer does not say that the change may have happened

  @LIVE-3 @must
  Scenario: A recipe that is stored and cannot be read is not called a failure
    Given Mealie answers 500 to every recipe
    When the model asks to import the page "http://203.0.113.7/bars"
    Then the answer is no error
    And the answer's "slug" is "lemon-bars"
    And the kitchen has the recipe "Lemon bars"

  @ASK-2 @must
  Scenario Outline: Nobody is asked about what comes in: <wish>
    When the model asks to <wish>
    Then nobody is asked
    And the answer is no error

    Examples:
      | wish                                                  |
      | preview the page "http://203.0.113.7/bars"            |
      | import the page "http://203.0.113.7/bars"             |
      | import the recipe "Lemon bars" as a website writes it |

  # ----- A preview ---------------------------------------------------------------------------------------------

  @OPER-3 @must
  Scenario: A preview shows the recipe and stores nothing
    Given the setting MEALIE_READ_ONLY is "true"
    When the model asks to preview the page "http://203.0.113.7/bars"
    Then the answer is no error
    And the answer's "found" is "true"
    And the answer says "3 lemons"
    And nothing was written
    And the kitchen has no recipe "Lemon bars"

  @LIVE-12 @must
  Scenario: A preview of a page without a recipe says that there is none
    When the model asks to preview the page "http://203.0.113.7/story"
    Then the answer is no error
    And the answer's "found" is "false"
    And the answer says "found no recipe"

  @LIVE-12 @any-era @must
  Scenario Outline: A preview of a page that cannot be had is an error that says so: <what>
    When the model asks to preview the page "<page>"
    Then the answer is an error
    And the answer says "<words>"
    And the answer does not say that the change may have happened

    Examples:
      | what                     | page                    | words       |
      | nobody is there          | http://203.0.113.7/gone | could not   |
      | it takes Mealie too long | http://203.0.113.7/slow | longer than |
