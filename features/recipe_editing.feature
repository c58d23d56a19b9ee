Feature: An edit changes what it names and loses nothing else

  Losing somebody's recipe in an edit is the worst thing that could happen here. What was written is replaced only after a
  person said yes to exactly that; everything else stays as it is.

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And the recipe "Pea soup" has the lines "500 g peas, 1 onion, salt"
    And step 1 of "Pea soup" uses the line "500 g peas"
    And step 2 of "Pea soup" uses the line "1 onion"
    And the recipe "Pea soup" is tagged "Winter"

  # ----- Who is asked ------------------------------------------------------------------------------------------

  @ASK-1 @must
  Scenario Outline: What somebody wrote is replaced only after a yes: <what>
    When the model calls update_recipe with '<arguments>'
    Then the person is asked
    And nothing was written
    When the person says yes
    Then the answer is no error
    And the answer's "status" is "changed"
    And exactly 1 write reached Mealie
    And no recipe was replaced whole

    Examples:
      | what          | arguments                                                            |
      | a name        | {"recipe": "pea-soup", "name": "Green soup"}                         |
      | a description | {"recipe": "pea-soup", "description": "Green."}                      |
      | lines         | {"recipe": "pea-soup", "ingredients": ["peas"]}                      |
      | no lines      | {"recipe": "pea-soup", "ingredients": []}                            |
      | steps         | {"recipe": "pea-soup", "instructions": ["Boil."]}                    |
      | notes         | {"recipe": "pea-soup", "notes": [{"title": "Keeps", "text": "No."}]} |
      | no tags       | {"recipe": "pea-soup", "tags": []}                                   |

  @ASK-2 @must
  Scenario Outline: Nobody is asked about what is easily set back: <what>
    When the model calls update_recipe with '<arguments>'
    Then nobody is asked
    And the answer is no error
    And the recipe "Pea soup" now holds '<holds>' and all else as before

    Examples:
      | what           | arguments                                                        | holds                                     |
      | servings       | {"recipe": "pea-soup", "servings": 6}                            | {"servings": 6}                           |
      | times          | {"recipe": "pea-soup", "prep_time": "5 min", "cook_time": "1 h"} | {"prep_time": "5 min", "cook_time": "1 h"} |
      | the whole time | {"recipe": "pea-soup", "total_time": "65 min"}                   | {"total_time": "65 min"}                  |
      | a yield        | {"recipe": "pea-soup", "recipe_yield": "a pot"}                  | {"yield": "a pot"}                        |
      | a source       | {"recipe": "pea-soup", "source_url": "https://recipes.example.com/soup"} | {"source": "https://recipes.example.com/soup"} |
      | more tags      | {"recipe": "pea-soup", "tags": ["winter", "Quick", "Green"]}     | {"tags": ["Winter", "Quick", "Green"]}    |
      | a category     | {"recipe": "pea-soup", "categories": ["Soups"]}                  | {"categories": ["Soups"]}                 |

  @ASK-4 @must
  Scenario: After a no everything is as it was
    When the model calls update_recipe with '{"recipe": "pea-soup", "ingredients": ["peas"]}'
    And the person says no
    Then the answer is an error
    And the answer says that nothing was changed
    And nothing was written
    And the recipe "Pea soup" now has the lines "500 g peas, 1 onion, salt"

  @ASK-19 @must
  Scenario: The question tells sizes and losses
    When the model calls update_recipe with '{"recipe": "pea-soup", "description": "Green and good.", "ingredients": ["salt", {"food": "Chickpeas"}], "instructions": ["Boil."], "tags": ["Winter", "Quick"]}'
    Then the first paragraph begins "This will change the recipe {Pea soup}."
    And the question has two paragraphs
    And the question says "description: written, none now"
    And the question says "ingredients: 3 lines now, 2 after"
    And the question says "instructions: 3 steps now, 1 after"
    And the question says "tags: 1 tag now, 2 after"
    And the question says "1 tag, 1 food"
    And the question says "2 links of steps to ingredient lines are lost"

  @ASK-7 @must
  Scenario: The question holds no word of the recipe, and none of what is to replace it
    When the model calls update_recipe with '{"recipe": "pea-soup", "description": "Green and good.", "ingredients": ["salt", {"food": "Chickpeas"}], "instructions": ["Boil."], "tags": ["Winter", "Quick"]}'
    Then the question does not say "Chickpeas"
    And the question does not say "Green"
    And the question does not say "Winter"
    And the question holds no address

  @ASK-18 @must
  Scenario: A yes is for the recipe as it stood
    When the model calls update_recipe with '{"recipe": "pea-soup", "ingredients": ["peas"]}'
    And somebody rewrites the description of the recipe "Pea soup"
    And the person says yes
    Then the yes no longer counts
    And nothing was written

  @ASK-14 @must
  Scenario: A recipe that is not there is reported, and nobody is asked
    When the model calls update_recipe with '{"recipe": "bean-soup", "description": "x"}'
    Then nobody is asked
    And the answer is an error
    And nothing was written

  @ASK-16 @must
  Scenario: With a public address the question of an edit leads to the recipe's page
    Given the setting MEALIE_PUBLIC_URL is "https://recipes.example.com"
    When the model calls update_recipe with '{"recipe": "pea-soup", "description": "Green."}'
    Then the question says "Its page: https://recipes.example.com/g/home/r/{Pea soup}"

  # ----- What stays --------------------------------------------------------------------------------------------

  @LIVE-2 @must
  Scenario Outline: After a yes the recipe holds what was given, and all else as before: <what>
    Given "Pea soup" is written into every place of "Pea soup" where a stranger can write
    When the model calls update_recipe with '<arguments>'
    Then the person is asked
    When the person says yes
    Then the answer is no error
    And the recipe "Pea soup" now holds '<holds>' and all else as before

    Examples:
      | what            | arguments | holds |
      | a name          | {"recipe": "pea-soup", "name": "Green soup"} | {"name": "Green soup", "slug": "green-soup"} |
      | a description   | {"recipe": "pea-soup", "description": "Green."} | {"description": "Green."} |
      | no description  | {"recipe": "pea-soup", "description": ""} | {"description": null} |
      | lines           | {"recipe": "pea-soup", "ingredients": ["500 g peas", {"quantity": 2, "unit": "ladle", "food": "Chickpeas", "note": "dried", "title": "For the pot"}]} | {"lines": [{"note": "500 g peas"}, {"quantity": 2, "unit": "ladle", "food": "Chickpeas", "note": "dried", "title": "For the pot"}]} |
      | no lines        | {"recipe": "pea-soup", "ingredients": []} | {"lines": []} |
      | steps           | {"recipe": "pea-soup", "instructions": ["Soak.", {"title": "Then", "text": "Boil."}]} | {"steps": [{"text": "Soak."}, {"title": "Then", "text": "Boil."}]} |
      | no steps        | {"recipe": "pea-soup", "instructions": []} | {"steps": []} |
      | notes           | {"recipe": "pea-soup", "notes": [{"title": "Freezes", "text": "Well."}]} | {"notes": [{"title": "Freezes", "text": "Well."}]} |
      | no notes        | {"recipe": "pea-soup", "notes": []} | {"notes": []} |
      | other tags      | {"recipe": "pea-soup", "tags": ["Summer"]} | {"tags": ["Summer"]} |
      | no tags         | {"recipe": "pea-soup", "tags": []} | {"tags": []} |
      | no categories   | {"recipe": "pea-soup", "categories": []} | {"categories": []} |
      | several at once | {"recipe": "pea-soup", "description": "Green.", "instructions": ["Boil."], "servings": 6} | {"description": "Green.", "steps": [{"text": "Boil."}], "servings": 6} |

  @LIVE-4 @must
  Scenario: One line that changes leaves the others, and the links of the steps, as they are
    When the model calls update_recipe with '{"recipe": "pea-soup", "ingredients": ["500 g peas", "2 onions", "salt"]}'
    And the person says yes
    Then the recipe "Pea soup" now has the lines "500 g peas, 2 onions, salt"
    And the line "500 g peas" of "Pea soup" is still the one it was
    And the line "salt" of "Pea soup" is still the one it was
    And step 1 of "Pea soup" still uses the line "500 g peas"
    And step 2 of "Pea soup" still uses the line "1 onion"

  @LIVE-4 @must
  Scenario: A line can be put in front and another stay by its id alone
    When the model calls update_recipe with '{"recipe": "pea-soup", "ingredients": ["water", {"reference_id": "id of line 500 g peas"}, {"reference_id": "id of line salt", "note": "sea salt"}]}'
    And the person says yes
    Then the recipe "Pea soup" now has the lines "water, 500 g peas, sea salt"
    And the line "500 g peas" of "Pea soup" is still the one it was
    And step 1 of "Pea soup" still uses the line "500 g peas"

  @LIVE-4 @must
  Scenario: Steps that are rewritten keep their links
    When the model calls update_recipe with '{"recipe": "pea-soup", "instructions": ["Soak overnight.", "Pea soup: step number 2", "Pea soup: step number 3", "Serve."]}'
    And the person says yes
    Then step 1 of "Pea soup" still uses the line "500 g peas"
    And step 2 of "Pea soup" still uses the line "1 onion"
    And the recipe "Pea soup" now has the lines "500 g peas, 1 onion, salt"

  @LIVE-4 @must
  Scenario: A step that stays loses only its link to a line that goes
    When the model calls update_recipe with '{"recipe": "pea-soup", "ingredients": ["500 g peas", "salt"], "instructions": ["Pea soup: step number 1", "Pea soup: step number 2"]}'
    And the person says yes
    Then step 1 of "Pea soup" still uses the line "500 g peas"
    And step 2 of "Pea soup" no longer uses the line "1 onion"

  @LIVE-6 @must
  Scenario: What is new is made after the yes, and said
    When the model calls update_recipe with '{"recipe": "pea-soup", "ingredients": ["salt", {"quantity": 2, "unit": "ladle", "food": "Chickpeas"}], "tags": ["Winter", "Quick"], "categories": ["Dinner"]}'
    Then the question says "1 tag, 1 category, 1 food, 1 unit"
    And nothing was written
    When the person says yes
    Then the answer is no error
    And the kitchen has the foods "Chickpeas"
    And the kitchen has the units "ladle"
    And the kitchen has the categories "Dinner"
    And the answer's "created" is '{"tags": ["Quick"], "categories": ["Dinner"], "foods": ["Chickpeas"], "units": ["ladle"]}'

  @LIVE-14 @any-era @must
  Scenario: What stood in a field that is set without a question is in the answer
    When the model calls update_recipe with '{"recipe": "pea-soup", "servings": 6}'
    Then the answer is no error
    And the answer's "before" is '{"servings": 4}'

  @LIVE-6 @must
  Scenario: Tags are sent as they stand, whatever they are called
    When the model calls update_recipe with '{"recipe": "pea-soup", "tags": ["WINTER", "Quick"]}'
    Then the answer is no error
    And the kitchen has the tags "Quick, Winter"
    And the recipe "Pea soup" now has the tags "Winter, Quick"

  # ----- Names and addresses -----------------------------------------------------------------------------------

  @LIVE-5 @must
  Scenario: After a rename the recipe answers at its new address
    When the model calls update_recipe with '{"recipe": "pea-soup", "name": "Spring soup"}'
    Then the question says "address"
    When the person says yes
    And the model calls get_recipe with '{"recipe": "spring-soup"}'
    Then the answer is no error
    And the answer says "Spring soup"

  @LIVE-5 @must
  Scenario Outline: A name that belongs to another recipe is refused, and nobody is asked: <name>
    Given a recipe "Lentil stew" for 6 with 5 steps
    When the model calls update_recipe with '{"recipe": "pea-soup", "name": "<name>"}'
    Then nobody is asked
    And the answer is an error
    And the answer says "another recipe"
    And nothing was written

    Examples:
      | name         |
      | Lentil stew  |
      | LENTIL STEW! |

  @LIVE-5 @must
  Scenario Outline: A recipe whose address is broken is not written to: <what>
    Given the recipe "Pea soup" was renamed to "Green soup" and left its address behind
    When the model calls update_recipe with '<arguments>'
    Then nobody is asked
    And the answer is an error
    And the answer says "address"
    And nothing was written

    Examples:
      | what     | arguments                                                  |
      | guarded  | {"recipe": "id of Pea soup", "description": "x"}           |
      | unasked  | {"recipe": "id of Pea soup", "servings": 6}                |

  # ----- What is refused ---------------------------------------------------------------------------------------

  @ANN-1 @any-era @must
  Scenario Outline: What makes no sense is refused, and nobody is asked: <what>
    When the model calls update_recipe with '<arguments>'
    Then the answer is an error
    And the answer says that nothing was changed
    And nothing was written

    Examples:
      | what                     | arguments                                                                                          |
      | nothing to change        | {"recipe": "pea-soup"}                                                                             |
      | a line twice             | {"recipe": "pea-soup", "ingredients": [{"reference_id": "id of line salt"}, {"reference_id": "id of line salt"}]} |
      | a line that is not there | {"recipe": "pea-soup", "ingredients": [{"reference_id": "id of Pea soup"}]}                       |
      | a line emptied           | {"recipe": "pea-soup", "ingredients": [{"reference_id": "id of line salt", "quantity": 2}]}        |
      | a note without a title   | {"recipe": "pea-soup", "notes": [{"text": "x"}]}                                                   |
      | a yes of its own         | {"recipe": "pea-soup", "description": "x", "confirm": true}                                        |

  @LIVE-12 @any-era @must
  Scenario: A refusal of Mealie is told as one
    Given Mealie answers 403 when something is written
    When the model calls update_recipe with '{"recipe": "pea-soup", "servings": 6}'
    Then the answer is an error
    And the answer says "locked"
    And the answer does not say that the change may have happened
