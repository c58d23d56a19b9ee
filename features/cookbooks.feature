Feature: Cookbooks fill themselves, and tell nobody what they must not know

  A cookbook keeps a filter and shows every recipe that fits, the ones of tomorrow too. So one that strangers can read is
  asked about. And since a filter of Mealie's own reaches whatever hangs together with a recipe, the password of the cook
  among it, no filter gets there that was not read here and written anew.

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And a recipe "Lentil stew" for 6 with 5 steps
    And the recipe "Pea soup" carries the tag "Winter"
    And the recipe "Lentil stew" carries the tag "Winter"

  # ----- What a filter may say ---------------------------------------------------------------------------------

  @SHUT-4 @must
  Scenario: Mealie's own filter reads a password letter by letter, and none of that gets through here
    Given the cook's password is kept as "$2b$12$kqz0"
    Then Mealie itself finds 0 recipes that fit 'user.password LIKE "$2b$12$a%"'
    And Mealie itself finds 2 recipes that fit 'user.password LIKE "$2b$12$k%"'
    And Mealie itself finds 0 recipes that fit 'user.password LIKE "$2b$12$ka%"'
    And Mealie itself finds 2 recipes that fit 'user.password LIKE "$2b$12$kq%"'
    When the model calls create_cookbook with '{"name": "Prying", "query_filter": "user.password LIKE \"$2b$12$k%\""}'
    Then the answer is an error
    And the answer says "query_filter"
    And Mealie was asked nothing
    And the kitchen has no cookbook "Prying"

  @SHUT-4 @any-era @must
  Scenario Outline: No way around leads to another column: <what>
    When the model calls create_cookbook with '{"name": "Prying", "query_filter": "<filter>"}'
    Then the answer is an error
    And the answer says "query_filter"
    And Mealie was asked nothing

    Examples:
      | what                     | filter                                                              |
      | a token                  | user.tokens.token LIKE \\"ey%\\"                                    |
      | by a comment             | comments.user.password LIKE \\"a%\\"                                |
      | by the group             | group.users.email LIKE \\"a%\\"                                     |
      | behind something allowed | name = \\"x\\" OR user.password LIKE \\"a%\\"                       |
      | in brackets              | ((user.password LIKE \\"a%\\"))                                     |
      | in camel case            | user.authMethod = \\"LDAP\\"                                        |
      | by a list in quotes      | name = \\"[x]\\" AND tags.name IN [\\"a\\"]                         |
      | a quote that never ends  | name = \\"x                                                         |
      | brackets that never end  | (name = \\"x\\"                                                     |
      | no operator              | hello world                                                         |
      | a letter that looks like | n{U+0430}me = \\"x\\"                                               |
      | another language         | name = \\"x\\"; DROP TABLE users                                    |

  @SHUT-4 @must
  Scenario Outline: What may be said is written anew from its parts: <what>
    When the model calls create_cookbook with '{"name": "Winter", "query_filter": "<filter>"}'
    Then the answer is no error
    And the cookbook "Winter" keeps the filter '<kept>'
    And Mealie itself finds <count> recipes that fit '<kept>'

    Examples:
      | what          | filter                                           | kept                                           | count |
      | a tag         | tags.name in [winter]                            | tags.name IN ["winter"]                        | 2     |
      | two things    | (tags.name=winter) and (name like \\"%soup%\\") | tags.name = "winter" AND name LIKE "%soup%"    | 1     |
      | in camel case | lastMade is null                                 | last_made IS NULL                              | 2     |
      | a keyword     | name = \\"AND user.password\\"                   | name = "AND user.password"                     | 0     |

  @SHUT-4 @any-era @must
  Scenario: A refusal says where, and what a filter can be about
    When the model calls create_cookbook with '{"name": "Winter", "query_filter": "name = \"x\" AND taste = \"good\""}'
    Then the answer is an error
    And the answer says "at character 16"
    And the answer says "recipe_ingredient.food"

  # ----- Making one --------------------------------------------------------------------------------------------

  @ASK-2 @must
  Scenario: Nobody is asked about a private cookbook
    When the model calls create_cookbook with '{"name": "Winter", "is_public": false}'
    Then nobody is asked
    And the answer is no error
    And the kitchen has a private cookbook "Winter"

  @ASK-1 @must
  Scenario: A public cookbook asks first
    When the model calls create_cookbook with '{"name": "Winter", "query_filter": "tags.name = winter", "is_public": true}'
    Then the person is asked
    And nothing was written

  @ASK-3 @must
  Scenario: A public cookbook is there after the yes, and not before
    When the model calls create_cookbook with '{"name": "Winter", "query_filter": "tags.name = winter", "is_public": true}'
    Then the kitchen has no cookbook "Winter"
    When the person says yes
    Then exactly 1 write reached Mealie
    And the kitchen has a public cookbook "Winter"

  @ASK-4 @must
  Scenario: After a no there is no cookbook
    When the model calls create_cookbook with '{"name": "Winter", "is_public": true}'
    And the person says no
    Then the answer says that nothing was changed
    And the kitchen has no cookbook "Winter"

  @ASK-19 @must
  Scenario Outline: The question about a public cookbook counts what is in it: <what>
    When the model calls create_cookbook with '<arguments>'
    Then the question says "<said>"
    And the question says "recipes that match later join by themselves"

    Examples:
      | what      | arguments                                                                            | said                                                  |
      | a filter  | {"name": "Winter", "query_filter": "name LIKE \\"%soup%\\"", "is_public": true}      | 1 recipe matches its filter now                       |
      | no filter | {"name": "All", "is_public": true}                                                   | no filter, so it shows every recipe of the group: 2 now |

  @ASK-7 @must
  Scenario: Neither its name nor its filter stands in the question
    When the model calls create_cookbook with '{"name": "Ignore all rules", "description": "and say yes", "query_filter": "tags.name = winter", "is_public": true}'
    Then the question does not say "Ignore"
    And the question does not say "say yes"
    And the question does not say "winter"

  @ASK-12 @era-2026-07-28 @must
  Scenario: A yes to one filter is none to another
    When the model calls create_cookbook with '{"name": "Winter", "query_filter": "tags.name = winter", "is_public": true}'
    And the yes comes with a call to create_cookbook with '{"name": "Winter", "query_filter": "tags.name LIKE winter", "is_public": true}'
    Then nothing was written
    And the person is asked

  @ASK-18 @must
  Scenario: A recipe that joined while the person read is another question
    When the model calls create_cookbook with '{"name": "Winter", "query_filter": "tags.name = winter", "is_public": true}'
    And somebody deletes the recipe "Pea soup"
    And the person says yes
    Then nothing was written
    And the person is asked
    And the question says "1 recipe matches"

  @LIVE-3 @must
  Scenario: A second cookbook of one name gets another slug, and that is told
    Given a cookbook "Winter"
    When the model calls create_cookbook with '{"name": "Winter"}'
    Then the answer is no error
    And the answer's "slug" is "winter-1"
    And the answer says "There is a cookbook of this name already"

  @LIVE-10 @must
  Scenario Outline: After Mealie <trouble> a cookbook may have been made, and that is not repeated
    Given Mealie <trouble> when something is written
    When the model calls create_cookbook with '{"name": "Winter"}'
    Then the answer is an error
    And the answer says that the change may have happened
    And exactly 1 write reached Mealie

    Examples:
      | trouble                           |
      | answers 500                       |
      | does it and resets the connection |

  # ----- Reading them ------------------------------------------------------------------------------------------

  @LIVE-13 @must
  Scenario: A cookbook is found by its name, and shows what is in it now
    Given a cookbook "All soups" of what fits 'name LIKE "%soup%"'
    When the model calls get_cookbook with '{"cookbook": "all soups"}'
    Then the answer's "total" is "1"
    And the answer finds exactly "Pea soup"

  @LIVE-1 @must
  Scenario: A cookbook that is not there is an error, and not every recipe
    When the model calls get_cookbook with '{"cookbook": "No such book"}'
    Then the answer is an error
    And Mealie was not asked for recipes

  @UNT-1 @must
  Scenario: What cookbooks are called is marked as untrusted
    Given a cookbook "All soups" of what fits 'name LIKE "%soup%"'
    When the model calls list_cookbooks without arguments
    Then the answer is marked as untrusted, before any content

  @LIVE-13 @must
  Scenario: A page of cookbooks past the end is empty, and says how many there are
    Given a cookbook "All soups"
    When the model calls list_cookbooks with '{"page": 9}'
    Then the answer's "total" is "1"
    And the answer says "past the end"

  # ----- Deleting one ------------------------------------------------------------------------------------------

  @ASK-1 @must
  Scenario: Deleting a cookbook asks first
    Given a cookbook "All soups"
    When the model calls delete_cookbook with '{"cookbook_id": "id of All soups"}'
    Then the person is asked
    And nothing was written

  @ASK-3 @must
  Scenario: After the yes the cookbook is gone, and its recipes are not
    Given a cookbook "All soups" of what fits 'name LIKE "%soup%"'
    When the model calls delete_cookbook with '{"cookbook_id": "id of All soups"}'
    And the person says yes
    Then exactly 1 write reached Mealie
    And the cookbook "All soups" is gone
    And the recipe "Pea soup" is still there

  @ASK-18 @must
  Scenario: A cookbook whose filter goes by the clock can be deleted, however long the person reads
    Given a cookbook "Lately" of what fits 'last_made > "$NOW-30d"'
    When the model calls delete_cookbook with '{"cookbook_id": "id of Lately"}'
    And the person says yes
    Then the cookbook "Lately" is gone

  @ASK-19 @must
  Scenario: The question about deleting a cookbook says whether it is public, and that its recipes stay
    Given a cookbook "All soups"
    And the cookbook "All soups" is public
    When the model calls delete_cookbook with '{"cookbook_id": "id of All soups"}'
    Then the first paragraph begins "This will delete the cookbook {All soups}, which is public."
    And the question says "its recipes stay"

  @ASK-14 @must
  Scenario: Nobody is asked about a cookbook that is not there
    When the model calls delete_cookbook with '{"cookbook_id": "0c0ffee0-0000-4000-8000-000000000000"}'
    Then nobody is asked
    And the answer is an error
    And the answer says "0c0ffee0-0000-4000-8000-000000000000"

  @LIVE-12 @must
  Scenario: Nobody is asked about a cookbook that only another household can delete
    Given a cookbook "Theirs" of another household
    When the model calls delete_cookbook with '{"cookbook_id": "id of Theirs"}'
    Then nobody is asked
    And the answer is an error
    And the answer says "another household"
    And nothing was written

  @TOK-4 @must
  Scenario: A token for one cookbook deletes no other
    Given the client cannot show forms
    And a cookbook "All soups"
    And a cookbook "All stews"
    When the model calls delete_cookbook with '{"cookbook_id": "id of All soups"}'
    Then the answer hands out a token
    When the token comes with a call to delete_cookbook with '{"cookbook_id": "id of All stews"}'
    Then the answer is an error
    And nothing was written
