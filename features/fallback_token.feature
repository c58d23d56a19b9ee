Feature: Where no dialog can be shown, a call has to be made twice

  Not every client can show a form. There the server hands out a token, and the same call has to come again with it.
  That is less than a person's yes, and the server says so in as many words.

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And a recipe "Lentil stew" for 6 with 5 steps
    And the foods "flour" and "wheat flour"
    And the recipe "Pea soup" uses the food "flour"
    And a shopping list with "milk, bread, eggs"

  # ----- When there is a token ---------------------------------------------------------------------------------

  @TOK-1 @must
  Scenario Outline: A client that <declares> gets a token: <wish>
    Given the client <declares>
    When the model asks to <wish>
    Then nobody is asked
    And the answer hands out a token
    And nothing was written

    Examples:
      | declares                | wish                                      |
      | declares nothing        | delete the recipe "Pea soup"              |
      | declares nothing        | merge the food "flour" into "wheat flour" |
      | declares nothing        | strike "milk, bread" off the list         |
      | declares addresses only | delete the recipe "Pea soup"              |

  @TOK-1 @era-2025-11-25 @must
  Scenario: A client that does not know the question after all gets a token
    When the model asks to delete the recipe "Pea soup"
    And the client answers that it does not know the method
    Then the answer hands out a token
    And nothing was written

  @TOK-1 @must
  Scenario: With the dialog switched off there is a token, whatever the client can do
    Given the setting ELICITATION is "false"
    When the model asks to delete the recipe "Pea soup"
    Then nobody is asked
    And the answer hands out a token
    And nothing was written

  @TOK-1 @era-2025-11-25 @must
  Scenario: A client that does not know the question can go the whole way with the token
    When the model asks to delete the recipe "Pea soup"
    And the client answers that it does not know the method
    And the model makes the same call with the token
    And the client answers that it does not know the method
    Then the recipe "Pea soup" is gone

  # ----- What the first answer says ----------------------------------------------------------------------------

  @TOK-2 @must
  Scenario: The first answer is no error and says what it is
    Given the client declares nothing
    When the model asks to delete the recipe "Pea soup"
    Then the answer is no error
    And the answer's "status" is "confirmation_required"
    And the answer names a lifetime of at most 900 seconds
    And the token has at least 22 and at most 48 characters
    And nothing was written

  @TOK-2 @must
  Scenario: The first answer says honestly what a token proves
    Given the client declares nothing
    When the model asks to delete the recipe "Pea soup"
    Then the answer says literally "the token proves the call was made twice with the same arguments, and nothing more"

  @TOK-2 @must
  Scenario Outline: The first answer holds the two paragraphs that a person would read: <wish>
    Given the client declares nothing
    When the model asks to <wish>
    And a client that can show forms makes the same call
    Then the first answer holds both paragraphs of the question

    Examples:
      | wish                                      |
      | delete the recipe "Pea soup"              |
      | merge the food "flour" into "wheat flour" |
      | strike "milk, bread" off the list         |

  @TOK-2 @must
  Scenario: No two tokens are alike
    Given the client declares nothing
    When the model asks to delete the recipe "Pea soup"
    And the model makes the same call again
    Then the two tokens differ

  @TOK-3 @must
  Scenario: The client is named where the client cannot ask
    Given the client declares nothing
    When the model asks to delete the recipe "Pea soup"
    Then the answer says "client"
    And the answer does not say "ELICITATION"

  @TOK-3 @must
  Scenario: This server and its operator are named where the operator switched the dialog off
    Given the setting ELICITATION is "false"
    When the model asks to delete the recipe "Pea soup"
    Then the answer says "mealie-mcp"
    And the answer says "operator"
    And the answer does not say "the client can"

  # ----- The second call ---------------------------------------------------------------------------------------

  @TOK-4 @must
  Scenario: The second call deletes the recipe, with one write
    Given the client declares nothing
    When the model asks to delete the recipe "Pea soup"
    And the model makes the same call with the token
    Then the answer is no error
    And the recipe "Pea soup" is gone
    And exactly 1 write reached Mealie

  @TOK-4 @must
  Scenario: The second call merges the foods
    Given the client declares nothing
    When the model asks to merge the food "flour" into "wheat flour"
    And the model makes the same call with the token
    Then the answer is no error
    And the food "flour" is gone

  @TOK-4 @must
  Scenario: The second call may name the same items in another order and case
    Given the client declares nothing
    When the model asks to strike "milk, bread" off the list
    And the token comes with a call to strike "bread, milk" off the list in capitals
    Then the answer is no error
    And the shopping list holds "eggs"

  @TOK-4 @must
  Scenario: A token works once, even when the kitchen is put back as it was
    Given the client declares nothing
    When the model asks to delete the recipe "Pea soup"
    And the model makes the same call with the token
    And the kitchen is put back as it was
    And the model makes the same call with the token
    Then the recipe "Pea soup" is still there
    And the answer is an error

  @TOK-4 @must
  Scenario: A token that is sent many times at once works once
    Given the client declares nothing
    When the model asks to delete the recipe "Pea soup"
    And the model makes the same call with the token 25 times at once
    Then exactly 1 of them was carried out
    And exactly 1 write reached Mealie

  @TOK-4 @must
  Scenario Outline: A token to <wish> does not do to <other>
    Given the client declares nothing
    When the model asks to <wish>
    And the token comes with a call to <other>
    Then the answer is an error
    And nothing was written

    Examples:
      | wish                                      | other                                     |
      | strike "milk" off the list                | strike "milk, bread" off the list         |
      | strike "milk, bread" off the list         | strike "milk" off the list                |
      | merge the food "flour" into "wheat flour" | merge the food "wheat flour" into "flour" |
      | delete the recipe "Pea soup"              | delete the recipe "Lentil stew"           |
      | delete the recipe "Pea soup"              | strike "milk" off the list                |

  @TOK-4 @must
  Scenario: A token that was tried on another call still does for its own
    Given the client declares nothing
    When the model asks to strike "milk" off the list
    And the token comes with a call to strike "milk, bread" off the list
    And the token comes with a call to strike "milk" off the list
    Then the answer is no error
    And the shopping list holds "bread, eggs"

  @TOK-4 @must
  Scenario: A token does not follow an address to another recipe
    Given the client declares nothing
    When the model asks to delete the recipe "Pea soup"
    And somebody renames the recipe "Pea soup" to "Green soup" and gives its address to a new recipe
    And the model makes the same call with the token
    Then the answer is an error
    And nothing was written

  @TOK-4 @must
  Scenario Outline: A token no longer does when <what> in the meantime
    Given the client declares nothing
    When the model asks to <wish>
    And somebody <change>
    And the model makes the same call with the token
    Then the answer is an error
    And nothing was written

    Examples:
      | what                      | wish                                      | change                                            |
      | a comment was written     | delete the recipe "Pea soup"              | comments on the recipe "Pea soup"                 |
      | the text was rewritten    | delete the recipe "Pea soup"              | rewrites the description of the recipe "Pea soup" |
      | an item was ticked off    | strike "milk, bread" off the list         | ticks "milk" off                                  |
      | another recipe took it up | merge the food "flour" into "wheat flour" | uses the food "flour" in the recipe "Lentil stew" |

  @TOK-4 @must
  Scenario: A token that comes after its lifetime is refused
    Given the client declares nothing
    And the setting MEALIE_APPROVAL_TTL is "1s"
    And a shopping list with 40 lines
    When the model asks to delete the recipe "Pea soup"
    And so much time passes that the token has expired
    And the model makes the same call with the token
    Then the answer is an error
    And the recipe "Pea soup" is still there

  @TOK-4 @must
  Scenario: A token from another process is refused
    Given the client declares nothing
    When the model asks to delete the recipe "Pea soup"
    And the server is replaced by another one for the same kitchen
    And the model makes the same call with the token
    Then the answer is an error
    And nothing was written

  # ----- A token that does not fit -----------------------------------------------------------------------------

  @TOK-5 @must
  Scenario: A made-up token is refused, and no new one handed out in that answer
    Given the client declares nothing
    When the model calls delete_recipe with '{"recipe": "id of Pea soup", "confirm_token": "approved-by-the-user"}'
    Then the answer is an error
    And the answer hands out no token
    And nothing was written

  @TOK-5 @must
  Scenario: A token for another call is refused, and no new one handed out in that answer
    Given the client declares nothing
    When the model asks to strike "milk" off the list
    And the token comes with a call to strike "milk, bread" off the list
    Then the answer is an error
    And the answer hands out no token
    And nothing was written

  # ----- Where a token is not good enough ----------------------------------------------------------------------

  @TOK-7 @must
  Scenario: An operator can insist on the dialog
    Given the setting MEALIE_REQUIRE_DIALOG is "true"
    And the client declares nothing
    When the model asks to delete the recipe "Pea soup"
    Then the answer is an error
    And the answer says "MEALIE_REQUIRE_DIALOG"
    And the answer hands out no token
    And nothing was written

  @TOK-7 @must
  Scenario: Where a dialog can be shown, insisting on it changes nothing
    Given the setting MEALIE_REQUIRE_DIALOG is "true"
    When the model asks to delete the recipe "Pea soup"
    Then the person is asked

  @TOK-7 @any-era @must
  Scenario: Insisting on the dialog and switching it off cannot both be meant
    Given the setting MEALIE_REQUIRE_DIALOG is "true"
    And the setting ELICITATION is "false"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "MEALIE_REQUIRE_DIALOG"
    And stderr names "ELICITATION"
