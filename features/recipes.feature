Feature: Recipes are found and read as they are

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And a recipe "Lentil stew" for 6 with 5 steps
    And the recipe "Pea soup" is tagged "Winter"

  # ----- Search ------------------------------------------------------------------------------------------------

  @LIVE-1 @must
  Scenario: A search finds what is there
    When the model calls search_recipes with '{"search": "soup"}'
    Then the answer is no error
    And the answer finds exactly "Pea soup"

  @LIVE-1 @must
  Scenario Outline: A tag may be given as <how>
    When the model calls search_recipes with '{"tags": ["<tag>"]}'
    Then the answer finds exactly "Pea soup"

    Examples:
      | how                  | tag              |
      | its name             | Winter           |
      | its name in capitals | WINTER           |
      | its address          | winter           |
      | its id               | id of tag Winter |

  @LIVE-1 @must
  Scenario Outline: A filter that leads nowhere is an error and never everything: <arguments>
    When the model calls search_recipes with '<arguments>'
    Then the answer is an error
    And the answer says "<filter>"
    And Mealie was not asked for recipes

    Examples:
      | filter     | arguments                                           |
      | tags       | {"tags": ["Summer"]}                                |
      | tags       | {"tags": ["Winter", "Summer"]}                      |
      | categories | {"categories": ["Soups"]}                           |
      | tools      | {"tools": ["Cauldron"]}                             |
      | foods      | {"foods": ["3f2a0000-0000-4000-8000-000000000001"]} |

  @LIVE-1 @must
  Scenario: A cookbook and filters that it would switch off are refused together
    Given a cookbook "Family book"
    When the model calls search_recipes with '{"cookbook": "family-book", "tags": ["Winter"]}'
    Then the answer is an error
    And the answer says "cookbook"

  @LIVE-1 @must
  Scenario: A random order says which
    When the model calls search_recipes with '{"order_by": "random"}'
    Then the answer is no error
    And Mealie was told a seed for the order

  @LIVE-1 @must
  Scenario: One recipe in a hundred can be asked for by pages
    Given 30 more recipes
    When the model calls search_recipes with '{"per_page": 10, "page": 2}'
    Then the answer is no error
    And the answer finds 10 recipes of 32

  # ----- Read --------------------------------------------------------------------------------------------------

  @LIVE-13 @must
  Scenario Outline: A recipe can be read by <how>
    When the model calls get_recipe with '{"recipe": "<recipe>"}'
    Then the answer is no error
    And the answer says "Pea soup"

    Examples:
      | how         | recipe         |
      | its address | pea-soup       |
      | its id      | id of Pea soup |

  @LIVE-13 @must
  Scenario: A recipe of which little is known can be read
    Given a recipe of which Mealie knows next to nothing, "Bare soup"
    When the model asks to read the recipe "Bare soup"
    Then the answer is no error
    And the answer says "Bare soup"

  @LIVE-13 @must
  Scenario: A newer Mealie that tells more changes nothing
    Given Mealie tells more of a recipe than anybody knows
    When the model asks to read the recipe "Pea soup"
    Then the answer is no error
    And the answer says "Pea soup"

  # ----- Addresses that lie ------------------------------------------------------------------------------------

  @LIVE-5 @must
  Scenario Outline: Nobody is asked about a recipe whose address is broken, named by <how>
    Given the recipe "Pea soup" was renamed to "Green soup" and left its address behind
    When the model calls delete_recipe with '{"recipe": "<recipe>"}'
    Then nobody is asked
    And the answer is an error
    And the answer says "address"
    And nothing was written

    Examples:
      | how              | recipe         |
      | the address left | pea-soup       |
      | its id           | id of Pea soup |

  @LIVE-5 @must
  Scenario: Nobody is asked about a recipe whose address leads to another one
    Given the recipe "Pea soup" was renamed to "Lentil stew" and left its address behind
    When the model calls delete_recipe with '{"recipe": "id of Pea soup"}'
    Then nobody is asked
    And the answer is an error
    And nothing was written
    And the recipe "Lentil stew" is still there

  @LIVE-5 @must
  Scenario: A recipe with such a twin can still be told apart and deleted
    Given the recipe "Pea soup" was renamed to "Lentil stew" and left its address behind
    When the model calls delete_recipe with '{"recipe": "lentil-stew"}'
    And the person says yes
    Then the recipe "Lentil stew" is gone
    And the recipe "Pea soup" is still there
