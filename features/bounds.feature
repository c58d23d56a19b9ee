Feature: Nothing that comes in brings the server down

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And the foods "flour" and "wheat flour"
    And a shopping list with "milk, bread"

  # ----- The pipe ----------------------------------------------------------------------------------------------

  @BND-6 @must
  Scenario Outline: The server survives <what>
    When the client sends <what>
    Then the server still answers

    Examples:
      | what                               |
      | an empty line                      |
      | a line that is no JSON             |
      | half a message                     |
      | a line that is no text             |
      | a number                           |
      | a message of an old protocol       |
      | an id that is an object            |
      | an answer to nothing               |
      | a notification that nobody knows   |
      | a line nested 10000 deep           |
      | a line of 100000 values            |
      | a message behind a byte-order mark |
      | a message in UTF-16                |
      | a line of two messages             |

    @any-era
    Examples:
      | what             |
      | a line of 17 MiB |

  @BND-6 @must
  Scenario: The server is spoken to over sockets, as some clients do
    Given the pipes are sockets
    When the model asks to delete the recipe "Pea soup"
    And the person says yes
    Then the recipe "Pea soup" is gone
    When the client hangs up
    Then the server ends with exit code 0

  @BND-6 @must
  Scenario: The end of its input ends the server, with exit code 0
    When the model asks to read the recipe "Pea soup"
    And the client hangs up
    Then the server ends with exit code 0

  @BND-6 @any-era @must
  Scenario: A client that says nothing and goes is no trouble
    When the server is started
    And the client hangs up
    Then the server ends with exit code 0

  @BND-5 @era-2025-11-25 @must
  Scenario: Calls that are taken back while Mealie still works do not hold up the next
    Given Mealie never answers when a recipe is read
    When the model begins to read the recipe "Pea soup" and takes the call back, 8 times
    And the model asks to search for "soup"
    Then the answer is no error

  @BND-5 @era-2025-11-25 @must
  Scenario: Mealie gets no more than four requests at once
    Given Mealie never answers when a recipe is read
    When the model begins 8 times to read the recipe "Pea soup"
    Then exactly 4 requests wait at Mealie

  # ----- What Mealie sends -------------------------------------------------------------------------------------

  @BND-1 @any-era @must
  Scenario Outline: A body without end is not read to its end: <how>
    Given Mealie answers a recipe with 64 MiB and <how>
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And at most 24 MiB of it left Mealie
    And the server still answers

    Examples:
      | how             |
      | says so         |
      | does not say so |

  @BND-1 @any-era @must
  Scenario Outline: A body that is small until it is unpacked is not unpacked to its end: <how>
    Given Mealie answers a recipe with 16 MiB, <how>
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And the answer says "8 MiB"
    And the server still answers

    Examples:
      | how                |
      | packed with gzip   |
      | packed with brotli |

  @BND-2 @must
  Scenario: A refusal with megabytes of login page is reported as a refusal
    Given Mealie answers 401 to every recipe, with a login page of 9 MiB
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And the answer says "401"
    And the answer does not say "<html"
    And the text of the answer has at most 4000 bytes

  @BND-2 @must
  Scenario: What Mealie says in an error is kept short
    Given Mealie answers 422 to every recipe, with 50000 letters
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And the text of the answer has at most 4000 bytes

  @BND-2 @must
  Scenario: A web page in place of an error is left out
    Given Mealie answers 502 to every recipe, with a web page that says "bad gateway of the house"
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And the answer says "502"
    And the answer does not say "bad gateway of the house"

  @BND-2 @must
  Scenario: A preview that is refused with a login page is reported as a refusal
    Given Mealie answers 401 to whatever is handed over, with a login page of 9 MiB
    When the model asks to preview the page "http://203.0.113.7/bars"
    Then the answer is an error
    And the answer says "401"
    And the text of the answer has at most 4000 bytes

  @BND-3 @any-era @must
  Scenario: A recipe with a step of five megabytes is answered
    Given the recipe "Pea soup" has a step of 5 MB
    When the model asks to read the recipe "Pea soup"
    Then the answer is no error
    And the answer says "step number 1"
    And the text of the answer has at most 60000 bytes
    And the text of the answer ends with JSON of a structure

  @BND-3 @any-era @must
  Scenario Outline: A fitted answer still fits the published schema, in <bytes> bytes
    Given 40 more recipes with 2000 letters each
    And the setting MEALIE_MAX_RESULT_BYTES is "<bytes>"
    When the client asks for the list of tools
    And the model calls search_recipes with '{"per_page": 100}'
    Then the structured answer fits the published schema
    And the text of the answer has at most <bytes> bytes

    Examples:
      | bytes |
      | 4000  |
      | 9000  |

  @BND-3 @must
  Scenario: An answer past its budget drops whole recipes and says how many
    Given 100 more recipes with 2000 letters each
    And the setting MEALIE_MAX_RESULT_BYTES is "8000"
    When the model calls search_recipes with '{"per_page": 100}'
    Then the answer is no error
    And the text of the answer has at most 8000 bytes
    And the text of the answer ends with JSON of a structure
    And the answer says how many of 100 it shows, and that is fewer

  @NET-8 @must
  Scenario: A redirect is not followed
    Given Mealie sends whoever reads a recipe to "/elsewhere"
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And Mealie was not asked for "/elsewhere"

  @UNT-7 @any-era @must
  Scenario Outline: A body that is <what> has a defined answer
    Given Mealie answers a recipe with a body that is <what>
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And the answer does not say "internal error"
    And the server still answers

    Examples:
      | what                  |
      | nested 100000 deep    |
      | cut off in the middle |
      | a list                |
      | a number              |
      | a text                |
      | no text               |
      | in UTF-16             |
      | two bodies            |
      | nothing               |

  @BND-7 @any-era @must
  Scenario Outline: A body that is <what> is not made into anything
    Given Mealie answers a recipe with a body that is <what>
    When the model calls get_recipe with '{"recipe": "pea-soup", "detail": "raw"}'
    Then the answer is an error
    And the server never held more than 64 MiB

    Examples:
      | what                             |
      | of 300000 values                 |
      | of empty objects alone           |
      | of empty objects within a recipe |
      | nested 100000 deep               |

  @BND-7 @any-era @must
  Scenario: A list that is nothing but empty objects is not made into anything
    Given Mealie answers the list of recipes with a body that is of empty objects alone
    When the model asks to search for "soup"
    Then the answer is an error
    And the server never held more than 64 MiB

  @BND-7 @era-2025-11-25 @must
  Scenario: Many large bodies at once do not fill the memory
    Given a text of 2000000 characters is written into the extra of "Pea soup"
    When the model asks 4 times at once to read the recipe "Pea soup"
    Then the server still answers
    And the server never held more than 64 MiB

  @BND-7 @any-era @must
  Scenario: What a client sends does not fill the memory
    When the client sends a line of 17 MiB
    And the client sends a line of 100000 values
    And the model imports 300 kB of "soup "
    Then the server still answers
    And the server never held more than 64 MiB

  # ----- Trouble on the way ------------------------------------------------------------------------------------

  @LIVE-10 @must
  Scenario Outline: After Mealie <trouble> a write may have happened, and is not repeated: <wish>
    Given Mealie <trouble> when something is written
    When the model asks to <wish>
    And the person says yes
    Then the answer is an error
    And the answer says that the change may have happened
    And exactly 1 write reached Mealie

    Examples:
      | trouble                           | wish                                      |
      | answers 500                       | delete the recipe "Pea soup"              |
      | answers 503                       | merge the food "flour" into "wheat flour" |
      | resets the connection             | delete the recipe "Pea soup"              |
      | hangs up without an answer        | strike "milk, bread" off the list         |
      | does it and resets the connection | merge the food "flour" into "wheat flour" |

  @LIVE-10 @must
  Scenario: After a refusal a write did not happen
    Given Mealie answers 403 when something is written
    When the model asks to delete the recipe "Pea soup"
    And the person says yes
    Then the answer is an error
    And the answer does not say that the change may have happened

  @LIVE-10 @must
  Scenario: A read is repeated once after a reset
    Given Mealie resets the connection once when a recipe is read
    When the model asks to read the recipe "Pea soup"
    Then the answer is no error

  @LIVE-10 @must
  Scenario: A read is not repeated for ever
    Given Mealie resets the connection whenever a recipe is read
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And the server still answers

  @LIVE-11 @must
  Scenario: A web page in place of data is an error that says so
    Given Mealie answers a recipe with a web page
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And the answer says "web page"
    And the answer does not say "<html"

  @LIVE-12 @must
  Scenario Outline: The error <status> of Mealie is named with a hint that fits it
    Given Mealie answers <status> to every recipe
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And the answer says "<status>"
    And the answer says "<hint>"

    Examples:
      | status | hint   |
      | 401    | token  |
      | 403    | locked |
      | 409    | exists |
      | 429    | wait   |
      | 500    | Mealie |
      | 503    | Mealie |

  @LIVE-12 @must
  Scenario: An instance that is not there is told apart from one that refuses
    Given the setting MEALIE_URL leads to a port where nobody listens
    When the model asks to read the recipe "Pea soup"
    Then the answer is an error
    And the answer says "refused"
