Feature: A recipe is copied, dated, and found by what is at hand

  Cooking leaves three small wishes: a second recipe like the first, the day it was last made, and what could be made of
  what is there. None of them asks, and none of them loses anything.

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And a recipe "Lentil stew" for 6 with 5 steps

  # ----- A copy ------------------------------------------------------------------------------------------------

  @LIVE-3 @must
  Scenario Outline: A copy holds what the first recipe holds, leaves it as it is and says what it is called: <how>
    Given the recipe "Pea soup" has the lines "500 g peas, salt"
    And the recipe "Pea soup" is tagged "Winter"
    When the model calls duplicate_recipe with '<arguments>'
    Then nobody is asked
    And the answer is no error
    And the answer's "status" is "duplicated"
    And the answer's "slug" is "<slug>"
    And the kitchen has the recipes "Lentil stew, Pea soup, <name>"
    And the recipe "Pea soup" now holds '{"name": "Pea soup"}' and all else as before
    And the recipe "<name>" holds what "Pea soup" holds
    And exactly 1 write reached Mealie

    Examples:
      | how            | arguments                                      | name         | slug         |
      | no name        | {"recipe": "pea-soup"}                         | Pea soup (1) | pea-soup-1   |
      | by its id      | {"recipe": "id of Pea soup"}                   | Pea soup (1) | pea-soup-1   |
      | a name         | {"recipe": "pea-soup", "name": "Soup for two"} | Soup for two | soup-for-two |

  @LIVE-3 @must
  Scenario: A copy whose name is taken gets a number, and the answer says so
    When the model calls duplicate_recipe with '{"recipe": "pea-soup", "name": "Lentil stew"}'
    Then the answer is no error
    And the answer's "name" is "Lentil stew (1)"
    And the answer says "another name than asked for"

  @LIVE-3 @any-era @must
  Scenario: A copy whose name makes no address is refused
    When the model calls duplicate_recipe with '{"recipe": "pea-soup", "name": "!!!"}'
    Then the answer is an error
    And the answer says "needs a letter or a digit"
    And nothing was written

  # ----- When it was last made ---------------------------------------------------------------------------------

  @LIVE-14 @must
  Scenario: The date that was there before is in the answer
    When the model calls set_recipe_last_made with '{"recipe": "pea-soup", "timestamp": "2026-03-01"}'
    And the model calls set_recipe_last_made with '{"recipe": "pea-soup", "timestamp": "2026-03-09T18:30:00+01:00"}'
    Then nobody is asked
    And the answer is no error
    And the answer's "last_made" is "2026-03-09T17:30:00Z"
    And the answer's "before" is "2026-03-01T00:00:00Z"
    And exactly 2 writes reached Mealie

  @LIVE-14 @any-era @must
  Scenario: An earlier date is the household's, and the recipe keeps showing the latest
    When the model calls set_recipe_last_made with '{"recipe": "pea-soup", "timestamp": "2026-03-09"}'
    And the model calls set_recipe_last_made with '{"recipe": "pea-soup", "timestamp": "2026-03-01"}'
    Then the answer is no error
    And the answer's "last_made" is "2026-03-01T00:00:00Z"
    And the answer's "recipe_shows" is "2026-03-09T00:00:00Z"
    And the answer says "keeps showing the latest date"

  @LIVE-14 @any-era @must
  Scenario Outline: What is no date is refused: <timestamp>
    When the model calls set_recipe_last_made with '{"recipe": "pea-soup", "timestamp": "<timestamp>"}'
    Then the answer is an error
    And the answer says "has to be a date"
    And nothing was written

    Examples:
      | timestamp                  |
      | yesterday                  |
      | 2026-02-30                 |
      | 2026-03-09T25:00:00Z       |

  @LIVE-5 @must
  Scenario Outline: A recipe whose address leads to another one is left alone: <tool>
    Given the recipe "Pea soup" was renamed to "Lentil stew" and left its address behind
    When the model calls <tool> with '<arguments>'
    Then nobody is asked
    And the answer is an error
    And the answer says "address"
    And nothing was written

    Examples:
      | tool                 | arguments                                              |
      | duplicate_recipe     | {"recipe": "id of Pea soup"}                           |
      | set_recipe_last_made | {"recipe": "id of Pea soup", "timestamp": "2026-03-01"} |

  # ----- What can be made --------------------------------------------------------------------------------------

  @LIVE-1 @must
  Scenario: Recipes are suggested by what is at hand, with what they lack
    Given the foods "oats" and "honey"
    And the recipe "Pea soup" uses the food "oats"
    And the recipe "Pea soup" uses the food "honey"
    When the model calls suggest_recipes with '{"foods": ["id of oats"]}'
    Then nobody is asked
    And the answer is no error
    And the answer says "Pea soup"
    And the answer says "honey"
    And the answer does not say "Lentil stew"
    And nothing was written

  @LIVE-1 @any-era @must
  Scenario Outline: A food or tool that does not exist is named, not taken for nothing: <kind>
    When the model calls suggest_recipes with '{"<kind>": ["3f2a0000-0000-4000-8000-000000000001"]}'
    Then the answer is an error
    And the answer says "Not found among the <kind>"
    And Mealie was not asked for "/api/recipes/suggestions"

    Examples:
      | kind  |
      | foods |
      | tools |

  @LIVE-1 @any-era @must
  Scenario: Where nothing is given nothing is compared, and the answer says so
    When the model calls suggest_recipes without arguments
    Then the answer is no error
    And the answer says "nothing was compared"
