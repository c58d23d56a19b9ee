Feature: A recipe is shown to strangers only after somebody has said so

  Whoever has a share link reads the recipe without a login, with what the family wrote under it. So making one asks a
  person, and says what is shown and for how long; and so does revoking one, since its address never comes back.

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And a recipe "Lentil stew" for 6 with 5 steps

  # ----- Making one --------------------------------------------------------------------------------------------

  @ASK-1 @must
  Scenario: Making a share link asks first
    When the model calls create_share_token with '{"recipe": "pea-soup"}'
    Then the person is asked
    And nothing was written

  @ASK-3 @must
  Scenario: The share link is there after the yes, and not before
    When the model calls create_share_token with '{"recipe": "pea-soup", "expires_at": "2041-02-03T10:20:00+01:00"}'
    Then nothing was written
    When the person says yes
    Then exactly 1 write reached Mealie
    And the recipe "Pea soup" now has 1 share link
    And the newest share link of "Pea soup" lasts until 2041-02-03T09:20:00Z
    And the recipe "Lentil stew" now has 0 share links

  @ASK-4 @must
  Scenario Outline: No yes, no share link: the person <answer>
    When the model calls create_share_token with '{"recipe": "pea-soup"}'
    And the person <answer>
    Then the answer says that nothing was changed
    And nothing was written
    And the recipe "Pea soup" now has 0 share links

    Examples:
      | answer                      |
      | says no                     |
      | closes the dialog           |
      | leaves the box unticked     |

  @ASK-19 @must
  Scenario: The question about a share link says what strangers will read, and until when
    Given the recipe "Pea soup" has 2 comments
    When the model calls create_share_token with '{"recipe": "pea-soup", "expires_at": "2041-02-03"}'
    Then the first paragraph begins "This will make a share link for the recipe {Pea soup}."
    And the question says "without a login"
    And the question says "2 comments and 0 notes"
    And the question says "until 2041-02-03 00:00 UTC"

  @LIVE-8 @must
  Scenario: Without an end the question and the answer say that Mealie chooses it
    When the model calls create_share_token with '{"recipe": "pea-soup"}'
    Then the question says "for as long as this Mealie sets by itself: 30 days on Mealie 3.10"
    When the person says yes
    Then the answer is no error
    And the answer says "No expires_at was given, so Mealie chose it: the link works until"

  @ASK-18 @must
  Scenario: A comment that was written while the person read is shown to nobody unasked
    When the model calls create_share_token with '{"recipe": "pea-soup"}'
    And somebody comments on the recipe "Pea soup"
    And the person says yes
    Then nothing was written
    And the person is asked
    And the question says "1 comment and 0 notes"

  @ASK-9 @era-2026-07-28 @must
  Scenario: A yes for one day is none for another
    When the model calls create_share_token with '{"recipe": "pea-soup", "expires_at": "2041-02-03"}'
    And the yes comes with a call to create_share_token with '{"recipe": "pea-soup", "expires_at": "2042-02-03"}'
    Then nothing was written

  @ASK-14 @must
  Scenario: Nobody is asked to share a recipe that is not there
    When the model calls create_share_token with '{"recipe": "no-such-soup"}'
    Then nobody is asked
    And the answer is an error
    And nothing was written

  @LIVE-8 @must
  Scenario: An end that has passed is refused before anybody is asked
    When the model calls create_share_token with '{"recipe": "pea-soup", "expires_at": "2020-01-01"}'
    Then nobody is asked
    And the answer is an error
    And the answer says "expires_at"
    And Mealie was asked nothing

  @ASK-16 @must
  Scenario: With the address that people use the answer holds the whole link
    Given the setting MEALIE_PUBLIC_URL is "https://food.example.com"
    When the model calls create_share_token with '{"recipe": "pea-soup"}'
    Then the question says "https://food.example.com/g/home/r/{Pea soup}"
    When the person says yes
    Then the answer says "https://food.example.com/g/home/shared/r/"

  # ----- Which there are ---------------------------------------------------------------------------------------

  @LIVE-13 @must
  Scenario: All links are listed with what they open, those of one recipe alone if it is named
    Given the recipe "Pea soup" has the share link "for grandmother"
    And the recipe "Lentil stew" has the share link "for the neighbours"
    When the model calls list_share_tokens without arguments
    Then the answer's "total" is "2"
    And the answer says "{for grandmother}"
    And the answer says "{for the neighbours}"
    And the answer says "Lentil stew"
    When the model calls list_share_tokens with '{"recipe": "pea-soup"}'
    Then the answer's "total" is "1"
    And the answer says "{for grandmother}"
    And the answer does not say "Lentil stew"

  @UNT-1 @must
  Scenario: What the shared recipes are called is marked as untrusted
    Given the recipe "Pea soup" has the share link "for grandmother"
    When the model calls list_share_tokens without arguments
    Then the answer is marked as untrusted, before any content

  @LIVE-13 @must
  Scenario: A link that has expired is listed as such, and is not opened
    Given the recipe "Pea soup" has the share link "last year's"
    And the share link "last year's" expires on 2020-01-01T00:00:00Z
    When the model calls list_share_tokens without arguments
    Then the "expired" of the answer's "links" is "true"
    And the share link "last year's" is still there

  @LIVE-1 @must
  Scenario: The links of a recipe that is not there are an error, and not those of all
    Given the recipe "Pea soup" has the share link "for grandmother"
    When the model calls list_share_tokens with '{"recipe": "no-such-soup"}'
    Then the answer is an error
    And the answer does not say "{for grandmother}"

  # ----- Revoking ----------------------------------------------------------------------------------------------

  @ASK-1 @must
  Scenario: Revoking a share link asks first
    Given the recipe "Pea soup" has the share link "for grandmother"
    When the model calls delete_share_token with '{"token_id": "id of for grandmother"}'
    Then the person is asked
    And nothing was written

  @ASK-3 @must
  Scenario: After the yes the link is gone, and the recipe and its other link are not
    Given the recipe "Pea soup" has the share link "for grandmother"
    And the recipe "Pea soup" has the share link "for the neighbours"
    When the model calls delete_share_token with '{"token_id": "id of for grandmother"}'
    And the person says yes
    Then exactly 1 write reached Mealie
    And the share link "for grandmother" is gone
    And the share link "for the neighbours" is still there
    And the recipe "Pea soup" is still there

  @ASK-19 @must
  Scenario: The question about revoking says when the link expires, and that its address never comes back
    Given the recipe "Pea soup" has the share link "for grandmother"
    And the share link "for grandmother" expires on 2041-02-03T09:20:00Z
    When the model calls delete_share_token with '{"token_id": "id of for grandmother"}'
    Then the first paragraph begins "This will revoke the share link {for grandmother} of the recipe {Pea soup}, which expires on 2041-02-03 09:20 UTC."
    And the question says "The same address never comes back"

  @ASK-14 @must
  Scenario: Nobody is asked about a link that is not there
    When the model calls delete_share_token with '{"token_id": "0c0ffee0-0000-4000-8000-000000000000"}'
    Then nobody is asked
    And the answer is an error
    And the answer says "0c0ffee0-0000-4000-8000-000000000000"
    And nothing was written

  @TOK-4 @must
  Scenario: A token for one link revokes no other
    Given the client cannot show forms
    And the recipe "Pea soup" has the share link "for grandmother"
    And the recipe "Pea soup" has the share link "for the neighbours"
    When the model calls delete_share_token with '{"token_id": "id of for grandmother"}'
    Then the answer hands out a token
    When the token comes with a call to delete_share_token with '{"token_id": "id of for the neighbours"}'
    Then the answer is an error
    And nothing was written

  @LIVE-10 @must
  Scenario Outline: After Mealie <trouble> a link may have been made, and that is not repeated
    Given Mealie <trouble> when something is written
    When the model calls create_share_token with '{"recipe": "pea-soup"}'
    And the person says yes
    Then the answer is an error
    And the answer says that the change may have happened
    And exactly 1 write reached Mealie

    Examples:
      | trouble                           |
      | answers 500                       |
      | does it and resets the connection |
