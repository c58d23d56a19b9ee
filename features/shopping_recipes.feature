Feature: A recipe goes on a shopping list and off again, and takes nothing with it

  Nobody is asked: what is added can be taken off again, and what the family wrote on the list stays as it is. Mealie makes
  one item of two that are equal, and takes away more than it brought; so what it would do is found out before.

  Background:
    Given a shopping list "Weekly" with "milk"
    And a recipe "Pea soup" for 4 with 3 steps
    And the recipe "Pea soup" takes 2 of the food "peas"
    And the recipe "Pea soup" has the lines "salt"

  # ----- Onto the list -----------------------------------------------------------------------------------------

  @ASK-2 @must
  Scenario: A recipe goes on a list without a question
    When the model calls add_recipe_to_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then nobody is asked
    And the answer is no error
    And exactly 1 write reached Mealie
    And the list "Weekly" holds all of "milk, 2 peas, salt"

  @LIVE-8 @must
  Scenario: A recipe is multiplied, not its servings
    When the model calls add_recipe_to_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup", "servings_multiplier": 1.5}'
    Then the list "Weekly" holds all of "milk, 3 peas, salt"
    And the answer's "times" is "1.5"

  @ASK-17 @must
  Scenario: A line that stands on the list without a quantity is left out, and that is said
    Given a shopping list "Party" with "salt, cake"
    When the model calls add_recipe_to_shopping_list with '{"list_id": "id of list Party", "recipe": "pea-soup"}'
    Then the answer says "1 line was left out"
    And the "because" of the answer's "left_out" is "stands_without_quantity"
    And the "line" of the answer's "left_out" is "salt"
    And the list "Party" holds all of "salt, cake, 2 peas"

  @ASK-17 @must
  Scenario: What the family wrote there outlives a recipe that needs it too
    Given a shopping list "Party" with "salt, cake"
    When the model calls add_recipe_to_shopping_list with '{"list_id": "id of list Party", "recipe": "pea-soup"}'
    And the model calls remove_recipe_from_shopping_list with '{"list_id": "id of list Party", "recipe": "pea-soup"}'
    Then the answer is no error
    And the list "Party" holds all of "salt, cake"

  @ASK-17 @must
  Scenario: An item of the same food is raised
    Given 3 of the food "peas" are on the list "Weekly"
    When the model calls add_recipe_to_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the list "Weekly" holds all of "milk, 5 peas, salt"
    And the "quantity" of the answer's "raised" is "5"

  @ASK-17 @must
  Scenario: A note that somebody wrote is not written over
    Given 3 of the food "lard" with the note "the good one" are on the list "Weekly"
    And the recipe "Pea soup" takes 1 of the food "lard" with the note "smoked"
    When the model calls add_recipe_to_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the list "Weekly" holds all of "milk, 3 lard the good one, 2 peas, salt"
    And the "because" of the answer's "left_out" is "another_note"

  @LIVE-13 @must
  Scenario: The lines of a recipe within a recipe go on the list and off it with the whole
    Given a recipe "Stock" for 4 with 3 steps
    And the recipe "Stock" takes 3 of the food "carrots"
    And the recipe "Pea soup" takes 2 of the recipe "Stock"
    When the model calls add_recipe_to_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the list "Weekly" holds all of "milk, 2 peas, salt, 6 carrots"
    When the model calls remove_recipe_from_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the list "Weekly" holds all of "milk"

  @LIVE-6 @must
  Scenario: Foods go to Mealie as they were read from it
    Given a shopping list "Party" with "salt"
    When the model calls add_recipe_to_shopping_list with '{"list_id": "id of list Party", "recipe": "pea-soup"}'
    Then the food "peas" went to Mealie whole

  @LIVE-13 @must
  Scenario: An older Mealie gets the recipe in the way that it knows
    Given Mealie takes recipes for a list one by one only
    When the model calls add_recipe_to_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the answer is no error
    And the list "Weekly" holds all of "milk, 2 peas, salt"

  @LIVE-10 @must
  Scenario Outline: After trouble on the way nobody claims that nothing happened, and nothing is tried twice: <tool>
    Given the recipe "Pea soup" was put on the list "Weekly"
    And Mealie answers 500 when something is written
    When the model calls <tool> with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the answer is an error
    And the answer says that the change may have happened
    And exactly 1 write reached Mealie

    Examples:
      | tool                             |
      | add_recipe_to_shopping_list      |
      | remove_recipe_from_shopping_list |

  @ASK-14 @must
  Scenario Outline: A list or a recipe that is not there is told, and nothing is sent: <tool>, <what>
    When the model calls <tool> with '<arguments>'
    Then the answer is an error
    And the answer says that nothing was changed
    And nothing was written

    Examples:
      | tool                             | what      | arguments                                                                              |
      | add_recipe_to_shopping_list      | no list   | {"list_id": "0c0ffee0-0000-4000-8000-000000000000", "recipe": "pea-soup"}              |
      | add_recipe_to_shopping_list      | no recipe | {"list_id": "id of list Weekly", "recipe": "bean-soup"}                                |
      | remove_recipe_from_shopping_list | no list   | {"list_id": "0c0ffee0-0000-4000-8000-000000000000", "recipe": "pea-soup"}              |
      | remove_recipe_from_shopping_list | no recipe | {"list_id": "id of list Weekly", "recipe": "0c0ffee0-0000-4000-8000-000000000000"}     |

  @LIVE-3 @must
  Scenario: A recipe without ingredients leaves no item, and that is said
    Given a recipe "Air" for 1 with 0 steps
    When the model calls add_recipe_to_shopping_list with '{"list_id": "id of list Weekly", "recipe": "air"}'
    Then the answer says "no item was added"
    And the list "Weekly" holds all of "milk"

  @UNT-1 @must
  Scenario Outline: What the household wrote is marked as untrusted here too: <tool>
    Given the recipe "Pea soup" was put on the list "Weekly"
    When the model calls <tool> with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the answer is marked as untrusted, before any content

    Examples:
      | tool                             |
      | add_recipe_to_shopping_list      |
      | remove_recipe_from_shopping_list |

  # ----- Off the list ------------------------------------------------------------------------------------------

  @ASK-2 @must
  Scenario: A recipe goes off a list without a question
    Given the recipe "Pea soup" was put on the list "Weekly"
    When the model calls remove_recipe_from_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then nobody is asked
    And the answer is no error
    And the "display" of the answer's "removed" is "2 peas, salt"
    And the list "Weekly" holds all of "milk"

  @ASK-17 @must
  Scenario: What another recipe needs stays
    Given a recipe "Pea stew" for 4 with 3 steps
    And the recipe "Pea stew" takes 5 of the food "peas"
    And the recipe "Pea stew" was put on the list "Weekly"
    And the recipe "Pea soup" was put on the list "Weekly"
    When the model calls remove_recipe_from_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the list "Weekly" holds all of "milk, 5 peas"
    And the "because" of the answer's "lowered" is "of_other_recipes"

  @ASK-17 @must
  Scenario: Of what was put there twice, half stays
    Given the recipe "Pea soup" was put on the list "Weekly"
    And the recipe "Pea soup" was put on the list "Weekly"
    When the model calls remove_recipe_from_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the list "Weekly" holds all of "milk, 2 peas, salt"
    And the answer's "times" is "1"

  @ASK-17 @must
  Scenario Outline: An item that would go with less than the recipe brought stops it all: <quantity> of 2
    Given the recipe "Pea soup" was put on the list "Weekly"
    And somebody wants <quantity> of the food "peas" on the list "Weekly" instead
    When the model calls remove_recipe_from_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the answer is an error
    And the answer says "delete_shopping_list_items"
    And the answer says that nothing was changed
    And nothing was written

    Examples:
      | quantity |
      | 1        |
      | 0        |

  @ASK-17 @must
  Scenario: What somebody wants more of stays, with what is more
    Given the recipe "Pea soup" was put on the list "Weekly"
    And somebody wants 7 of the food "peas" on the list "Weekly" instead
    When the model calls remove_recipe_from_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the list "Weekly" holds all of "milk, 5 peas"
    And the "because" of the answer's "lowered" is "more_was_there"

  @ASK-17 @must
  Scenario: Two items that Mealie would make one stop it all
    Given the recipe "Pea soup" was put on the list "Weekly"
    And somebody wants 7 of the food "peas" on the list "Weekly" instead
    And 3 of the food "peas" with the note "for the neighbours" are on the list "Weekly"
    When the model calls remove_recipe_from_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the answer is an error
    And the list "Weekly" holds all of "milk, 7 peas, salt, 3 peas for the neighbours"
    And nothing was written

  @LIVE-8 @must
  Scenario: A recipe that is not on the list is told, where Mealie would say that all is well
    When the model calls remove_recipe_from_shopping_list with '{"list_id": "id of list Weekly", "recipe": "pea-soup"}'
    Then the answer is an error
    And the answer says "This recipe is not on this list"
    And nothing was written

  @ANN-2 @any-era @must
  Scenario: Taking a recipe off is told to clients as what it is
    When the client asks for the list of tools
    Then the tool remove_recipe_from_shopping_list can destroy
