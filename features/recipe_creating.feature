Feature: A new recipe is stored as it was given

  Mealie takes a name first and the rest in a second request. Nothing of its own placeholders stays, what the recipe names
  and nobody has yet is made, and the answer says what came of it.

  Background:
    Given the foods "Flour" and "Salt"

  # ----- What is stored ----------------------------------------------------------------------------------------

  @LIVE-3 @must
  Scenario: A recipe is stored with everything that was given
    When the model calls create_recipe with '{"name": "Pea soup", "description": "Green.", "servings": 4, "recipe_yield": "a pot", "prep_time": "5 min", "cook_time": "1 h", "total_time": "65 min", "source_url": "https://recipes.example.com/soup", "ingredients": ["500 g peas", {"quantity": 1, "unit": "pinch", "food": "salt", "note": "coarse", "title": "At last"}], "instructions": ["Soak.", {"title": "Then", "text": "Boil."}], "tags": ["Winter"], "categories": ["Soups"], "notes": [{"title": "Keeps", "text": "Two days."}]}'
    Then the answer is no error
    And the answer's "status" is "created"
    And the kitchen has the recipe "Pea soup"
    And the kitchen has the tags "Winter"
    And the kitchen has the categories "Soups"
    And the answer's "created" is '{"tags": ["Winter"], "categories": ["Soups"], "units": ["pinch"]}'
    And the recipe in the answer has 2 ingredients
    And the recipe in the answer has 2 instructions
    And the recipe "Pea soup" now holds '{"description": "Green.", "servings": 4, "yield": "a pot", "prep_time": "5 min", "cook_time": "1 h", "total_time": "65 min", "source": "https://recipes.example.com/soup"}'
    And the recipe "Pea soup" now holds '{"lines": [{"note": "500 g peas"}, {"quantity": 1, "unit": "pinch", "food": "Salt", "note": "coarse", "title": "At last"}], "steps": [{"text": "Soak."}, {"title": "Then", "text": "Boil."}]}'
    And the recipe "Pea soup" now holds '{"tags": ["Winter"], "categories": ["Soups"], "notes": [{"title": "Keeps", "text": "Two days."}]}'

  @LIVE-3 @any-era @must
  Scenario: A recipe of a name alone holds no placeholder
    When the model calls create_recipe with '{"name": "Bare soup"}'
    Then the answer is no error
    And the answer does not say "1 Cup Flour"
    And the answer does not say "markdown"
    And the recipe "Bare soup" now holds '{"lines": [], "steps": [], "notes": [], "tags": [], "categories": []}'
    And exactly 2 writes reached Mealie

  @LIVE-3 @must
  Scenario: A name that is taken gets a number, and the answer says so
    Given a recipe "Pea soup" for 4 with 3 steps
    When the model calls create_recipe with '{"name": "Pea soup"}'
    Then the answer is no error
    And the answer says "another name"
    And the kitchen has the recipes "Pea soup, Pea soup (1)"

  @LIVE-6 @any-era @must
  Scenario Outline: A food is found by <how>, and none is made
    When the model calls create_recipe with '{"name": "Bread", "ingredients": [{"quantity": 500, "food": "<food>"}]}'
    Then the answer is no error
    And the answer says ""food":"Flour""
    And the recipe "Bread" now holds '{"lines": [{"quantity": 500, "food": "Flour"}]}'
    And exactly 2 writes reached Mealie

    Examples:
      | how                  | food        |
      | its name             | Flour       |
      | its name in capitals | FLOUR       |
      | its id               | id of Flour |

  @LIVE-6 @any-era @must
  Scenario Outline: Accents can be left out and not mistaken: <food>
    Given the foods "Pâté" and "Rice"
    When the model calls create_recipe with '{"name": "Lunch", "ingredients": [{"food": "<food>"}]}'
    Then the answer is no error
    And exactly <writes> writes reached Mealie

    Examples:
      | food  | writes |
      | pâté  | 2      |
      | pate  | 2      |
      | pâtés | 2      |
      | pâte  | 3      |
      | pâtè  | 3      |

  @LIVE-6 @must
  Scenario: Names that differ in accents are two new foods, and one without them could be either
    When the model calls create_recipe with '{"name": "Lunch", "ingredients": [{"food": "pâté"}, {"food": "pâte"}]}'
    Then the answer's "created" is '{"foods": ["pâté", "pâte"]}'
    When the model calls create_recipe with '{"name": "Dinner", "ingredients": [{"food": "pate"}]}'
    Then the answer is an error
    And the answer says "more than one food"

  @LIVE-6 @must
  Scenario: A tablespoon is no teaspoon
    Given the units "T" and "Cup"
    When the model calls create_recipe with '{"name": "Lunch", "ingredients": [{"unit": "t", "food": "salt"}, {"unit": "T", "food": "salt"}, {"unit": "cup", "food": "flour"}]}'
    Then the answer's "created" is '{"units": ["t"]}'

  @LIVE-6 @any-era @must
  Scenario Outline: A name that two foods go by is refused, however many are named: <how many>
    Given the foods "Zorb leaf" and "Negi"
    And the food "Zorb leaf" is called "zorb" too
    And the food "Negi" is called "zorb" too
    When the model calls create_recipe with '{"name": "Soup", "ingredients": [<foods>]}'
    Then the answer is an error
    And the answer says "more than one food"
    And nothing was written

    Examples:
      | how many | foods                                                                        |
      | one      | {"food": "zorb"}                                                             |
      | four     | {"food": "zorb"}, {"food": "salt"}, {"food": "flour"}, {"food": "zorb leaf"} |

  @ASK-2 @must
  Scenario: Nobody is asked about a new recipe
    When the model calls create_recipe with '{"name": "Pea soup", "ingredients": [{"food": "Peas"}], "tags": ["Winter"]}'
    Then nobody is asked
    And the answer is no error

  # ----- What is refused ---------------------------------------------------------------------------------------

  @ANN-1 @any-era @must
  Scenario Outline: What cannot be stored is refused before Mealie hears of it: <what>
    When the model calls create_recipe with '<arguments>'
    Then the answer is an error
    And the answer says "<argument>"
    And the answer says that nothing was changed
    And nothing was written

    Examples:
      | what                         | argument            | arguments                                                          |
      | a name of signs alone        | name                | {"name": "!?"}                                                     |
      | a line that says nothing     | ingredients[0]      | {"name": "Soup", "ingredients": [{"quantity": 3}]}                 |
      | a part that nobody knows     | amount              | {"name": "Soup", "ingredients": [{"note": "peas", "amount": 3}]}   |
      | less than nothing            | quantity            | {"name": "Soup", "ingredients": [{"note": "peas", "quantity": -1}]} |
      | a step without a text        | instructions[0]     | {"name": "Soup", "instructions": [{"title": "First"}]}             |
      | a source that is no address  | source_url          | {"name": "Soup", "source_url": "javascript:alert(1)"}              |
      | a source with a password     | source_url          | {"name": "Soup", "source_url": "https://a:b@example.com/"}         |
      | a food that nobody has       | ingredients[0].food | {"name": "Soup", "ingredients": [{"food": "11111111-2222-4333-8444-555555555555"}]} |

  @UNT-8 @any-era @must
  Scenario: A text that was cut here is not taken for content
    When the model calls create_recipe with '{"name": "Soup", "instructions": ["Boil … [cut: 4 of 900 characters shown]"]}'
    Then the answer is an error
    And the answer says "the whole text"
    And nothing was written

  # ----- What goes wrong ---------------------------------------------------------------------------------------

  @LIVE-10 @must
  Scenario Outline: After Mealie <trouble> a recipe may be there, and nothing is repeated
    Given Mealie <trouble> when something is written
    When the model calls create_recipe with '{"name": "Pea soup"}'
    Then the answer is an error
    And the answer says that the change may have happened
    And exactly 1 write reached Mealie

    Examples:
      | trouble                           |
      | answers 500                       |
      | does it and resets the connection |

  @LIVE-3 @must
  Scenario: When a recipe is stored and cannot be filled, the answer says what is there and how to finish it
    Given Mealie answers 500 to every recipe
    When the model calls create_recipe with '{"name": "Pea soup", "ingredients": ["peas"]}'
    Then the answer is an error
    And the answer says "pea-soup"
    And the answer says "update_recipe"
    And the answer says "delete_recipe"
    And the kitchen has the recipe "Pea soup"
