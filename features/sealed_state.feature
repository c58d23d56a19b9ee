Feature: The state that travels through the client is sealed

  On 2026-07-28 there is no channel on which a server could ask. The call ends with a question and a state, and the
  client brings both back with the answer. Whatever happens to the state on the way, it approves nothing but what the
  person said yes to, once, in time.

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And a recipe "Lentil stew" for 6 with 5 steps
    And the foods "flour" and "wheat flour"
    And a shopping list with "milk, bread, eggs"

  @SEAL-1 @era-2026-07-28 @must
  Scenario Outline: A yes does not count when the state came back with <tampering>
    When the model asks to delete the recipe "Pea soup"
    And the yes comes back and the state with <tampering>
    Then nothing was written
    And the person is asked

    Examples:
      | tampering                   |
      | its first character changed |
      | its last character changed  |
      | its last character cut off  |
      | a character added           |
      | everything taken out of it  |
      | something else in its place |

  @SEAL-1 @era-2026-07-28 @must
  Scenario: The fresh question after a spoiled answer can be answered
    When the model asks to delete the recipe "Pea soup"
    And the yes comes back and the state with its first character changed
    And the person says yes
    Then the recipe "Pea soup" is gone

  @SEAL-1 @era-2026-07-28 @must
  Scenario: A change of any single character is noticed
    When the model asks to delete the recipe "Pea soup"
    And the yes comes back once for every character of the state, with that character changed
    Then each of them led to a fresh question
    And nothing was written

  @SEAL-2 @era-2026-07-28 @must
  Scenario Outline: The state holds no text of the kitchen and no secret: <wish>
    When the model asks to <wish>
    Then the state holds no text of the kitchen, no address and no token

    Examples:
      | wish                                      |
      | delete the recipe "Pea soup"              |
      | merge the food "flour" into "wheat flour" |
      | strike "milk, bread" off the list         |

  @SEAL-2 @era-2026-07-28 @must
  Scenario: A state is good for its own tool only
    When the model asks to delete the recipe "Pea soup"
    And the yes comes with a call to strike "milk" off the list
    Then nothing was written
    And the person is asked

  @SEAL-3 @era-2026-07-28 @must
  Scenario: A yes that comes after its lifetime is too late
    Given the setting MEALIE_APPROVAL_TTL is "1s"
    And a shopping list with 40 lines
    When the model asks to delete the recipe "Pea soup"
    And so much time passes that the state has expired
    And the person says yes
    Then nothing was written
    And the person is asked

  @SEAL-3 @era-2026-07-28 @must
  Scenario: A fresh question after an expired one can be answered
    Given the setting MEALIE_APPROVAL_TTL is "1s"
    And a shopping list with 40 lines
    When the model asks to delete the recipe "Pea soup"
    And so much time passes that the state has expired
    And the person says yes
    And the person says yes
    Then the recipe "Pea soup" is gone

  @SEAL-4 @era-2026-07-28 @must
  Scenario: A yes works once, even when the kitchen is put back as it was
    When the model asks to delete the recipe "Pea soup"
    And the person says yes
    And the kitchen is put back as it was
    And the same answer is sent again
    Then the recipe "Pea soup" is still there
    And the person is asked

  @SEAL-4 @era-2026-07-28 @must
  Scenario: A yes that is sent many times at once works once
    When the model asks to delete the recipe "Pea soup"
    And the yes is sent 25 times at once
    Then exactly 1 of them was carried out
    And exactly 1 write reached Mealie

  @SEAL-4 @era-2026-07-28 @must
  Scenario Outline: After a no the same state takes no yes any more: the person <answer>
    When the model asks to delete the recipe "Pea soup"
    And the person <answer>
    And the same question is then answered with yes
    Then nothing was written
    And the recipe "Pea soup" is still there

    Examples:
      | answer                  |
      | says no                 |
      | closes the dialog       |
      | leaves the box unticked |

  @SEAL-5 @era-2026-07-28 @must
  Scenario: A state from another process counts as no answer
    When the model asks to delete the recipe "Pea soup"
    And the server is replaced by another one for the same kitchen
    And the person says yes
    Then nothing was written
    And the person is asked

  @SEAL-5 @era-2026-07-28 @must
  Scenario: The report comes in place of a question when the target is gone
    When the model asks to delete the recipe "Pea soup"
    And the server is replaced by another one for the same kitchen
    And somebody deletes the recipe "Pea soup"
    And the person says yes
    Then nobody is asked
    And the answer is an error
    And nothing was written

  @SEAL-6 @era-2026-07-28 @must
  Scenario Outline: A reply that is not whole counts as no answer: <what>
    When the model asks to delete the recipe "Pea soup"
    And the call is made again with <what>
    Then nothing was written
    And the person is asked

    Examples:
      | what                              |
      | the yes and no state              |
      | the state and no answer           |
      | the state and an empty answer     |
      | the yes under a key nobody gave   |
      | the yes under the name of the box |

  @SEAL-7 @era-2026-07-28 @must
  Scenario: A question that was open when the server went away is put anew
    When the model asks to strike "milk" off the list
    And the server is replaced by another one for the same kitchen
    And the person says yes
    And the person says yes
    Then the shopping list holds "bread, eggs"

  @SEAL-8 @era-2026-07-28 @must
  Scenario: The key of a question is fresh and cannot be guessed
    When the model asks to delete the recipe "Pea soup"
    And another model asks to delete the recipe "Pea soup"
    Then the two questions have different keys, too long to guess

  @SEAL-8 @era-2026-07-28 @must
  Scenario: An answer to an earlier question is none to this one
    When the model asks to delete the recipe "Pea soup"
    And another model asks to delete the recipe "Pea soup"
    And the yes comes under the key of the earlier question with the state of the later
    Then nothing was written
    And the person is asked
