Feature: What the server says about itself, and how it speaks

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And the foods "flour" and "wheat flour"
    And a shopping list with "milk, bread"
    And a page "http://203.0.113.7/bars" with a recipe "Lemon bars"

  # ----- The list of tools -------------------------------------------------------------------------------------

  @ANN-1 @must
  Scenario: Every tool has a title, four hints and two schemas
    When the client asks for the list of tools
    Then every tool has a title
    And every tool has all four hints
    And every tool has an input schema that refuses unknown arguments
    And every tool has an output schema

  @ANN-1 @must
  Scenario Outline: What a tool answers fits the schema that it published: <wish>
    When the client asks for the list of tools
    And the model asks to <wish>
    Then the structured answer fits the published schema

    Examples:
      | wish                                                  |
      | hear about the kitchen                                |
      | search for "soup"                                     |
      | read the recipe "Pea soup"                            |
      | preview the page "http://203.0.113.7/bars"            |
      | import the page "http://203.0.113.7/bars"             |
      | import the recipe "Lemon bars" as a website writes it |

  @ANN-1 @must
  Scenario Outline: What a tool did fits the schema that it published: <wish>
    When the client asks for the list of tools
    And the model asks to <wish>
    And the person says yes
    Then the structured answer fits the published schema

    Examples:
      | wish                                      |
      | delete the recipe "Pea soup"              |
      | merge the food "flour" into "wheat flour" |
      | strike "milk, bread" off the list         |

  @ANN-1 @must
  Scenario Outline: The first answer with a token fits the published schema too: <wish>
    Given the client declares nothing
    When the client asks for the list of tools
    And the model asks to <wish>
    Then the answer hands out a token
    And the structured answer fits the published schema

    Examples:
      | wish                                      |
      | delete the recipe "Pea soup"              |
      | merge the food "flour" into "wheat flour" |
      | strike "milk, bread" off the list         |

  @ANN-1 @must
  Scenario Outline: An argument may be <how>
    When the model calls <tool> with '<arguments>'
    Then the answer is no error

    Examples:
      | how                      | tool           | arguments                                      |
      | null instead of left out | search_recipes | {"search": "soup", "tags": null, "page": null} |
      | null instead of default  | get_recipe     | {"recipe": "pea-soup", "detail": null}         |
      | left out                 | search_recipes | {}                                             |

  @ANN-1 @must
  Scenario: No arguments at all are no arguments
    When the model calls get_about without arguments
    Then the answer is no error

  @ANN-1 @must
  Scenario: An empty token is none
    When the model calls delete_recipe with '{"recipe": "pea-soup", "confirm_token": ""}'
    Then the person is asked

  @ANN-1 @must
  Scenario: An unknown argument is refused, with the names that there are
    When the model calls get_recipe with '{"recipe": "pea-soup", "depth": "raw"}'
    Then the answer is an error
    And the answer says "depth"
    And the answer says "detail"

  @ANN-1 @must
  Scenario Outline: A bad argument is named: <why>
    When the model calls <tool> with '<arguments>'
    Then the answer is an error
    And the answer says "<argument>"
    And nobody is asked
    And nothing was written

    Examples:
      | why             | tool                       | argument | arguments                                          |
      | missing         | get_recipe                 | recipe   | {}                                                 |
      | the wrong type  | get_recipe                 | recipe   | {"recipe": 7}                                      |
      | empty           | get_recipe                 | recipe   | {"recipe": ""}                                     |
      | a path          | delete_recipe              | recipe   | {"recipe": "../admin"}                             |
      | out of a list   | get_recipe                 | detail   | {"recipe": "a", "detail": "all"}                   |
      | too high        | search_recipes             | per_page | {"per_page": 101}                                  |
      | too low         | search_recipes             | page     | {"page": 0}                                        |
      | no whole number | search_recipes             | page     | {"page": 1.5}                                      |
      | no id           | merge_foods                | from_id  | {"from_id": "flour", "to_id": "id of wheat flour"} |
      | an empty list   | delete_shopping_list_items | item_ids | {"item_ids": []}                                   |
      | not a list      | delete_shopping_list_items | item_ids | {"item_ids": "milk"}                               |

  @ANN-1 @must
  Scenario: More items than a person can look over are refused
    When the model calls delete_shopping_list_items with 101 items
    Then the answer is an error
    And the answer says "item_ids"
    And nobody is asked

  @ANN-2 @must
  Scenario Outline: The hints of <tool> are true
    When the client asks for the list of tools
    Then the tool <tool> <hint>

    Examples:
      | tool                       | hint        |
      | get_about                  | only reads  |
      | search_recipes             | only reads  |
      | get_recipe                 | only reads  |
      | preview_recipe_url         | only reads  |
      | delete_recipe              | can destroy |
      | merge_foods                | can destroy |
      | delete_shopping_list_items | can destroy |

  @ANN-3 @must
  Scenario: The list of tools is the same every time
    When the client asks for the list of tools
    And the client asks for the list of tools
    Then both lists are equal, byte for byte

  @ANN-3 @must
  Scenario: The list of tools is the same on the other revision
    When the client asks for the list of tools
    And a client of the other revision asks for the list of tools
    Then both lists hold the same tools in the same order

  @ANN-3 @era-2026-07-28 @must
  Scenario: The list of tools is for its reader alone
    When the client asks for the list of tools
    Then the list may be kept by its reader only

  # ----- Both eras on one connection ---------------------------------------------------------------------------

  @ERA-1 @era-2026-07-28 @must
  Scenario: A client that probes and then shakes hands all the same is served
    When the client sends server/discover
    Then the answer lists the revisions "2025-11-25, 2026-07-28"
    When the client shakes hands
    Then the answer agrees on the revision "2025-11-25"
    When the client asks for the list of tools
    Then the list holds "get_recipe, delete_recipe"

  @ERA-1 @era-2026-07-28 @must
  Scenario: A client that calls first and then shakes hands all the same is served
    When the model asks to read the recipe "Pea soup"
    And the client shakes hands
    Then the answer agrees on the revision "2025-11-25"
    When the model asks to delete the recipe "Pea soup"
    Then the person is asked
    When the person says yes
    Then the recipe "Pea soup" is gone

  @ERA-1 @era-2026-07-28 @must
  Scenario: A client need not probe at all
    Given the client does not probe
    When the model asks to read the recipe "Pea soup"
    Then the answer is no error

  @ERA-1 @era-2025-11-25 @must
  Scenario: A client that says something before it shakes hands is served
    Given the client does not shake hands by itself
    When the client sends the notification "notifications/roots/list_changed"
    And the client shakes hands
    Then the answer agrees on the revision "2025-11-25"
    And the server still answers

  @ERA-1 @era-2025-11-25 @must
  Scenario: A client that shook hands and then speaks the newer revision is served in both
    When the model asks to delete the recipe "Pea soup"
    Then the question was pushed
    When the client speaks the newer revision from now on
    And the model asks to strike "milk" off the list
    Then the question travels with a state
    When the person says yes
    Then the shopping list holds "bread"

  @ERA-1 @must
  Scenario: A batch gets an error, and the server lives on
    When the client sends the line '[{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}]'
    Then the server objects to what it cannot read
    And the server still answers

  @ERA-2 @era-2026-07-28 @must
  Scenario Outline: A request without <what> is refused
    Given the client does not probe
    When the client sends tools/list with the params '<params>' and nothing else
    Then the answer is the protocol error -32602
    And the server still answers

    Examples:
      | what             | params                                                                                                                   |
      | its meta fields  | {}                                                                                                                       |
      | its revision     | {"_meta": {"io.modelcontextprotocol/clientCapabilities": {}}}                                                            |
      | its capabilities | {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}                                                     |
      | readable ones    | {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": true}} |

  @ERA-2 @era-2026-07-28 @must
  Scenario: An unknown revision is refused, with those that there are
    Given the client does not probe
    When the client sends tools/list with the params '{"_meta": {"io.modelcontextprotocol/protocolVersion": "2031-01-01", "io.modelcontextprotocol/clientCapabilities": {}}}' and nothing else
    Then the answer is the protocol error -32022
    And the error lists the revision "2026-07-28"

  @ERA-2 @must
  Scenario Outline: Params of the wrong shape are refused: <what>
    When the client sends tools/call with the fields '<params>'
    Then the answer is the protocol error -32602
    And the server still answers

    Examples:
      | what                | params                                 |
      | no name             | {"arguments": {}}                      |
      | a number for name   | {"name": 7}                            |
      | a list of arguments | {"name": "get_about", "arguments": []} |

  @ERA-2 @era-2026-07-28 @must
  Scenario Outline: An answer of the wrong shape is refused: <what>
    When the client sends tools/call with the fields '<params>'
    Then the answer is the protocol error -32602
    And nothing was written

    Examples:
      | what                 | params                                                                               |
      | a number for a state | {"name": "delete_recipe", "arguments": {"recipe": "pea-soup"}, "requestState": 5}    |
      | a list of responses  | {"name": "delete_recipe", "arguments": {"recipe": "pea-soup"}, "inputResponses": []} |

  @ERA-2 @era-2026-07-28 @must
  Scenario: What the client can do is asked of every request anew
    When the model asks to delete the recipe "Pea soup"
    Then the person is asked
    When the client forgets how to show forms
    And the model makes the same call again
    Then nobody is asked
    And the answer hands out a token

  @ERA-2 @must
  Scenario: An unknown tool is a protocol error
    When the model calls delete_everything with '{}'
    Then the answer is the protocol error -32602
    And nothing was written

  @ERA-2 @must
  Scenario: An unknown method is a protocol error
    When the client sends kitchen/burn
    Then the answer is the protocol error -32601
    And the server still answers

  @ERA-3 @must
  Scenario Outline: A client that <declares> is asked
    Given the client <declares>
    When the model asks to delete the recipe "Pea soup"
    Then the person is asked

    Examples:
      | declares                     |
      | declares elicitation bare    |
      | declares forms               |
      | declares forms and addresses |

  @ERA-3 @must
  Scenario Outline: A client that <declares> is not asked
    Given the client <declares>
    When the model asks to delete the recipe "Pea soup"
    Then nobody is asked
    And the answer hands out a token

    Examples:
      | declares                |
      | declares addresses only |
      | declares nothing        |

  @ERA-4 @must
  Scenario: A no says that it may have been the client's, and what the operator can do
    When the model asks to delete the recipe "Pea soup"
    And the person says no
    Then the answer says "client"
    And the answer says "ELICITATION=false"

  @ERA-5 @must
  Scenario Outline: A whole conversation holds to the protocol: <wish>
    When the client asks for the list of tools
    And the model asks to <wish>
    And the person says yes
    Then the answer is no error
    And the server held to the protocol

    Examples:
      | wish                                      |
      | delete the recipe "Pea soup"              |
      | merge the food "flour" into "wheat flour" |
      | strike "milk, bread" off the list         |
