Feature: A person is asked before anything is lost

  A model works in somebody's kitchen. What Mealie keeps no history of is not the model's to throw away: the server
  asks a person first, in a form with one box, and nothing happens until the box is ticked.

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And a recipe "Lentil stew" for 6 with 5 steps
    And the foods "flour" and "wheat flour"
    And the recipe "Pea soup" uses the food "flour"
    And a shopping list with "milk, bread, eggs, butter"

  # ----- What asks ---------------------------------------------------------------------------------------------

  @ASK-1 @must
  Scenario Outline: A person is asked before the model may <wish>
    When the model asks to <wish>
    Then the person is asked

    Examples:
      | wish                                      |
      | delete the recipe "Pea soup"              |
      | merge the food "flour" into "wheat flour" |
      | strike "milk, bread" off the list         |

  @ASK-2 @must
  Scenario Outline: Nobody is asked when the model wants to <wish>
    When the model asks to <wish>
    Then nobody is asked
    And the answer is no error

    Examples:
      | wish                       |
      | hear about the kitchen     |
      | search for "soup"          |
      | read the recipe "Pea soup" |

  # ----- No write before the yes -------------------------------------------------------------------------------

  @ASK-3 @must
  Scenario Outline: Nothing is written while the person still reads: <wish>
    When the model asks to <wish>
    Then the person is asked
    And nothing was written

    Examples:
      | wish                                      |
      | delete the recipe "Pea soup"              |
      | merge the food "flour" into "wheat flour" |
      | strike "milk, bread" off the list         |

  @ASK-3 @must
  Scenario: A yes deletes the recipe, with one write
    When the model asks to delete the recipe "Pea soup"
    And the person says yes
    Then the answer is no error
    And the recipe "Pea soup" is gone
    And the recipe "Lentil stew" is still there
    And exactly 1 write reached Mealie

  @ASK-3 @must
  Scenario: A yes merges the foods, with one write
    When the model asks to merge the food "flour" into "wheat flour"
    And the person says yes
    Then the answer is no error
    And the food "flour" is gone
    And the food "wheat flour" is still there
    And the recipe "Pea soup" now uses the food "wheat flour"
    And exactly 1 write reached Mealie

  @ASK-3 @must
  Scenario: A yes strikes the items off, with one write
    When the model asks to strike "milk, bread" off the list
    And the person says yes
    Then the answer is no error
    And the shopping list holds "eggs, butter"
    And exactly 1 write reached Mealie

  # ----- Everything that is not a yes --------------------------------------------------------------------------

  @ASK-4 @must
  Scenario Outline: Nothing is written when the person <answer>
    When the model asks to delete the recipe "Pea soup"
    And the person <answer>
    Then nothing was written
    And the answer is an error
    And the answer says that nothing was changed

    Examples:
      | answer            |
      | says no           |
      | closes the dialog |
      | answers gibberish |

  @ASK-4 @era-2025-11-25 @must
  Scenario: Nothing is written when the client fails to show the dialog
    When the model asks to delete the recipe "Pea soup"
    And the client answers with an error
    Then nothing was written
    And the answer is an error
    And the answer says that nothing was changed

  @ASK-4 @era-2025-11-25 @must
  Scenario: Nothing is written when nobody answers in time
    Given the setting MEALIE_ASK_TIMEOUT is "1s"
    When the model asks to delete the recipe "Pea soup"
    And the person stays silent
    Then nothing was written
    And the answer is an error
    And the answer says that nothing was changed

  @ASK-4 @era-2025-11-25 @must
  Scenario: A yes that comes after the time limit is too late
    Given the setting MEALIE_ASK_TIMEOUT is "1s"
    When the model asks to delete the recipe "Pea soup"
    And the person stays silent
    And the yes comes after all
    And the model asks to delete the recipe "Lentil stew"
    And the person says yes
    Then the recipe "Lentil stew" is gone
    And the recipe "Pea soup" is still there

  @ASK-4 @era-2025-11-25 @must
  Scenario: Nothing is written when the client goes away while the question is open
    When the model asks to delete the recipe "Pea soup"
    And the client hangs up
    Then the server ends with exit code 0 before a client would kill it
    And nothing was written

  @ASK-4 @era-2025-11-25 @must
  Scenario: Nothing is written when the model takes the call back
    When the model asks to delete the recipe "Pea soup"
    And the model takes the call back
    And the yes comes after all
    And the model asks to delete the recipe "Lentil stew"
    And the person says yes
    Then the recipe "Lentil stew" is gone
    And the recipe "Pea soup" is still there

  @ASK-4 @era-2025-11-25 @should
  Scenario: The dialog of a call that was taken back is taken back too
    When the model asks to delete the recipe "Pea soup"
    And the model takes the call back
    Then the client is told that the question is over

  @ASK-4 @era-2026-07-28 @must
  Scenario: Nothing is written when nobody ever comes back with an answer
    When the model asks to delete the recipe "Pea soup"
    Then the server still answers
    And nothing was written

  @ASK-6 @must
  Scenario Outline: Only the ticked box approves, not when the person <answer>
    When the model asks to strike "milk" off the list
    And the person <answer>
    Then the shopping list holds "milk, bread, eggs, butter"
    And nothing was written

    Examples:
      | answer                            |
      | leaves the box unticked           |
      | sends the form without content    |
      | sends the form empty              |
      | leaves nothing in the box         |
      | writes the word true into the box |
      | writes the number 1 into the box  |
      | ticks the box and declines        |

  # ----- What an approval is for -------------------------------------------------------------------------------

  @ASK-9 @era-2026-07-28 @must
  Scenario: One id is one id, in any case
    When the model asks to delete the recipe "Pea soup" by its id
    And the yes comes with a call to delete the recipe "Pea soup" by its id in capitals
    Then the recipe "Pea soup" is gone

  @ASK-9 @era-2026-07-28 @must
  Scenario: A recipe is its id, however it was named
    When the model asks to delete the recipe "Pea soup"
    And the yes comes with a call to delete the recipe "Pea soup" by its id
    Then the recipe "Pea soup" is gone

  @ASK-9 @era-2026-07-28 @must
  Scenario Outline: An argument left out is the same as <spelled>
    When the model asks to delete the recipe "Pea soup"
    And the yes comes with the same call and confirm_token <value>
    Then the recipe "Pea soup" is gone

    Examples:
      | spelled       | value |
      | null          | null  |
      | nothing in it | ""    |

  @ASK-9 @era-2026-07-28 @must
  Scenario: A yes to one recipe deletes no other
    When the model asks to delete the recipe "Pea soup"
    And the yes comes with a call to delete the recipe "Lentil stew"
    Then nothing was written
    And the person is asked

  @ASK-10 @era-2026-07-28 @must
  Scenario: A yes to one item does not strike off two
    When the model asks to strike "milk" off the list
    And the yes comes with a call to strike "milk, bread" off the list
    Then nothing was written
    And the person is asked

  @ASK-10 @era-2026-07-28 @must
  Scenario: A yes to two items does not strike off one
    When the model asks to strike "milk, bread" off the list
    And the yes comes with a call to strike "milk" off the list
    Then nothing was written
    And the person is asked

  @ASK-10 @era-2026-07-28 @must
  Scenario: The order of the items does not matter, nor how often or in which case they are named
    When the model asks to strike "milk, bread" off the list
    And the yes comes with a call to strike "bread, milk, bread" off the list in capitals
    Then the answer is no error
    And the shopping list holds "eggs, butter"

  @ASK-11 @era-2026-07-28 @must
  Scenario: A yes to one direction of a merge is none to the other
    When the model asks to merge the food "flour" into "wheat flour"
    And the yes comes with a call to merge the food "wheat flour" into "flour"
    Then nothing was written
    And the person is asked

  @ASK-11 @must
  Scenario: A merge of a food into itself is refused unasked
    When the model asks to merge the food "flour" into "flour"
    Then nobody is asked
    And the answer is an error
    And nothing was written

  @ASK-11 @must
  Scenario: A merge of a food into itself is seen through, however it is spelled
    When the model calls merge_foods with '{"from_id": "id of flour", "to_id": "ID of flour"}'
    Then nobody is asked
    And the answer is an error
    And nothing was written

  # ----- Nobody answers for the person -------------------------------------------------------------------------

  @ASK-13 @must
  Scenario: A made-up token does not stand in for the person
    When the model calls delete_recipe with '{"recipe": "id of Pea soup", "confirm_token": "approved-by-the-user"}'
    Then the person is asked
    And nothing was written

  @ASK-13 @era-2026-07-28 @must
  Scenario: A real token does not stand in for the person either
    Given the client cannot show forms
    When the model asks to delete the recipe "Pea soup"
    And the client learns to show forms
    And the model makes the same call with the token
    Then the person is asked
    And nothing was written

  @ASK-13 @must
  Scenario Outline: An argument that would answer for the person is refused: <argument>
    When the model calls delete_recipe with '{"recipe": "id of Pea soup", "<argument>": true}'
    Then nobody is asked
    And the answer is an error
    And the answer says "<argument>"
    And nothing was written

    Examples:
      | argument  |
      | confirm   |
      | force     |
      | confirmed |

  @ASK-14 @must
  Scenario: Nobody is asked about a recipe that is not there
    When the model calls delete_recipe with '{"recipe": "no-such-soup"}'
    Then nobody is asked
    And the answer is an error
    And nothing was written

  @ASK-14 @must
  Scenario Outline: Nobody is asked about a food that is not there: <which>
    When the model calls merge_foods with '{"from_id": "<from>", "to_id": "<to>"}'
    Then nobody is asked
    And the answer is an error
    And the answer says "0c0ffee0-0000-4000-8000-000000000000"

    Examples:
      | which     | from                                 | to                                   |
      | the one   | 0c0ffee0-0000-4000-8000-000000000000 | id of flour                          |
      | the other | id of flour                          | 0c0ffee0-0000-4000-8000-000000000000 |

  @ASK-14 @must
  Scenario: Missing items are named, after one request for all of them
    When the model calls delete_shopping_list_items with '{"item_ids": ["id of milk", "0c0ffee0-0000-4000-8000-000000000001", "id of bread", "0c0ffee0-0000-4000-8000-000000000002"]}'
    Then nobody is asked
    And the answer is an error
    And the answer says "0c0ffee0-0000-4000-8000-000000000001"
    And the answer says "0c0ffee0-0000-4000-8000-000000000002"
    And the answer does not say "{milk}"
    And Mealie was asked about items once
    And nothing was written

  # ----- What was approved is what happens ---------------------------------------------------------------------

  @ASK-15 @must
  Scenario: A recipe whose address led nowhere in the meantime is not deleted
    When the model asks to delete the recipe "Pea soup"
    And somebody renames the recipe "Pea soup" to "Green soup"
    And the person says yes
    Then nothing was written
    And nobody is asked
    And the answer is an error

  @ASK-15 @must
  Scenario: A recipe that lost its name alone, and no longer answers to its address, is not deleted
    When the model asks to delete the recipe "Pea soup" by its id
    And somebody renames the recipe "Pea soup" to "Green soup" and leaves its address behind
    And the person says yes
    Then nothing was written
    And nobody is asked
    And the answer is an error

  @ASK-15 @must
  Scenario: A recipe whose name now leads to another recipe does not take that one with it
    When the model asks to delete the recipe "Pea soup" by its id
    And somebody renames the recipe "Pea soup" to "Lentil stew" and leaves its address behind
    And the person says yes
    Then nothing was written
    And the recipe "Lentil stew" is still there

  @ASK-15 @era-2025-11-25 @must
  Scenario: A recipe that took over the address in the meantime is not deleted in its place
    When the model asks to delete the recipe "Pea soup"
    And somebody renames the recipe "Pea soup" to "Green soup" and gives its address to a new recipe
    And the person says yes
    Then nothing was written
    And the answer is an error

  @ASK-15 @era-2026-07-28 @must
  Scenario: A recipe that took over the address in the meantime is asked about anew
    When the model asks to delete the recipe "Pea soup"
    And somebody renames the recipe "Pea soup" to "Green soup" and gives its address to a new recipe
    And the person says yes
    Then nothing was written
    And the person is asked
    And the question does not say "{Pea soup}"

  @ASK-15 @must
  Scenario: A recipe that somebody else deleted in the meantime is reported
    When the model asks to delete the recipe "Pea soup"
    And somebody deletes the recipe "Pea soup"
    And the person says yes
    Then nothing was written
    And nobody is asked
    And the answer is an error

  @ASK-18 @must
  Scenario Outline: A yes no longer counts when <what> in the meantime
    Given the recipe "Pea soup" has 2 comments
    When the model asks to <wish>
    And somebody <change>
    And the person says yes
    Then nothing was written
    And the yes no longer counts

    Examples:
      | what                      | wish                                      | change                                            |
      | a comment was written     | delete the recipe "Pea soup"              | comments on the recipe "Pea soup"                 |
      | the recipe was planned    | delete the recipe "Pea soup"              | plans the recipe "Pea soup"                       |
      | the recipe was shared     | delete the recipe "Pea soup"              | shares the recipe "Pea soup"                      |
      | a step was written        | delete the recipe "Pea soup"              | adds a step to the recipe "Pea soup"              |
      | the text was rewritten    | delete the recipe "Pea soup"              | rewrites the description of the recipe "Pea soup" |
      | an item was ticked off    | strike "milk, bread" off the list         | ticks "milk" off                                  |
      | an item was rewritten     | strike "milk, bread" off the list         | rewrites "milk" as "oat milk"                     |
      | another recipe took it up | merge the food "flour" into "wheat flour" | uses the food "flour" in the recipe "Lentil stew" |
      | it came onto the list     | merge the food "flour" into "wheat flour" | puts the food "flour" on the shopping list        |
      | the food was renamed      | merge the food "flour" into "wheat flour" | renames the food "flour" to "spelt flour"         |

  @ASK-18 @must
  Scenario: What changed elsewhere in the kitchen does not matter
    When the model asks to delete the recipe "Pea soup"
    And somebody comments on the recipe "Lentil stew"
    And the person says yes
    Then the recipe "Pea soup" is gone

  # ----- Not again, and not too often --------------------------------------------------------------------------

  @ASK-20 @must
  Scenario: After a no the same question is not put again for a while
    When the model asks to delete the recipe "Pea soup"
    And the person says no
    And the model makes the same call again
    Then nobody is asked
    And the answer is an error
    And the answer says "declined"
    And nothing was written

  @ASK-20 @must
  Scenario: A no to one recipe is none to another
    When the model asks to delete the recipe "Pea soup"
    And the person says no
    And the model asks to delete the recipe "Lentil stew"
    Then the person is asked

  @ASK-20 @era-2025-11-25 @must
  Scenario: More than twenty questions at once are refused unasked
    Given a shopping list with 21 lines
    When the model sends 21 calls at once, each to strike another line off the list
    Then 20 questions are open
    And 1 call was refused unasked
    And nothing was written

  @ASK-21 @era-2025-11-25 @must
  Scenario: Whoever asked for progress hears of it while the question waits
    When the model, listening for progress, asks to delete the recipe "Pea soup"
    Then the person is asked
    And the client hears of progress
