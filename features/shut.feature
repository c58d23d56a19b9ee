Feature: What is shut stays shut, whatever an argument says

  The token opens more of Mealie than this server does: administration, users, tokens, webhooks, files. No tool goes there,
  and no argument leads one there.

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps
    And a recipe "Lentil stew" for 6 with 5 steps
    And the foods "flour" and "wheat flour"
    And a shopping list with "milk, bread"
    And a page "http://203.0.113.7/bars" with a recipe "Lemon bars"

  @SHUT-1 @must
  Scenario: Everything that can be done is done without going to what is shut
    When the model asks for each of these
      | wish                                                  |
      | hear about the kitchen                                |
      | search for "soup"                                     |
      | read the recipe "Pea soup"                            |
      | preview the page "http://203.0.113.7/bars"            |
      | import the page "http://203.0.113.7/bars"             |
      | import the recipe "Lemon bars" as a website writes it |
    And the model asks to delete the recipe "Pea soup"
    And the person says yes
    And the model asks to merge the food "flour" into "wheat flour"
    And the person says yes
    And the model asks to strike "milk, bread" off the list
    And the person says yes
    Then the shopping list holds ""
    And nothing that is shut was asked of Mealie

  @SHUT-1 @must
  Scenario: No argument leads to what is shut
    When the model makes each of these calls
      | what                | tool           | arguments                                    |
      | up                  | get_recipe     | {"recipe": "../admin/users"}                 |
      | up, far             | get_recipe     | {"recipe": "../../../api/admin"}             |
      | escaped             | get_recipe     | {"recipe": "%2e%2e/users/api-tokens"}        |
      | escaped whole       | get_recipe     | {"recipe": "..%2fusers%2fapi-tokens"}        |
      | from the root       | get_recipe     | {"recipe": "/api/users"}                     |
      | another server      | get_recipe     | {"recipe": "http://203.0.113.7/api/admin"}   |
      | a route below       | get_recipe     | {"recipe": "pea-soup/assets"}                |
      | a route beside      | get_recipe     | {"recipe": "bulk-actions/export"}            |
      | up, to delete       | delete_recipe  | {"recipe": "../users/api-tokens/1"}          |
      | up, from a food     | merge_foods    | {"from_id": "../users", "to_id": "../admin"} |
    Then each of them is refused, by the name of its argument
    And Mealie was asked nothing

  @SHUT-2 @must
  Scenario: No recipe is ever replaced whole
    When the model asks for each of these
      | wish                                                  |
      | read the recipe "Pea soup"                            |
      | import the page "http://203.0.113.7/bars"             |
      | import the recipe "Lemon bars" as a website writes it |
    And the model calls import_recipe_from_url with '{"url": "http://203.0.113.7/bars", "include_tags": true, "include_categories": true}'
    And the model asks to merge the food "flour" into "wheat flour"
    And the person says yes
    And the model asks to delete the recipe "Lentil stew"
    And the person says yes
    Then no recipe was replaced whole

  @SHUT-3 @must
  Scenario: No argument climbs out of its place in an address
    When the model makes each of these calls
      | what              | tool                       | arguments                                                                                               |
      | two dots          | get_recipe                 | {"recipe": ".."}                                                                                        |
      | one dot           | get_recipe                 | {"recipe": "."}                                                                                         |
      | dots escaped      | get_recipe                 | {"recipe": "%2e%2e"}                                                                                    |
      | a slash           | get_recipe                 | {"recipe": "pea-soup/comments"}                                                                         |
      | a slash escaped   | get_recipe                 | {"recipe": "pea-soup%2fcomments"}                                                                       |
      | a backslash       | get_recipe                 | {"recipe": "pea-soup\\\\comments"}                                                                      |
      | a query           | get_recipe                 | {"recipe": "pea-soup?pwned=1"}                                                                          |
      | a query escaped   | get_recipe                 | {"recipe": "pea-soup%3Fpwned=1"}                                                                        |
      | a fragment        | get_recipe                 | {"recipe": "pea-soup#x"}                                                                                |
      | a parameter       | get_recipe                 | {"recipe": "pea-soup;pwned=1"}                                                                          |
      | a line break      | get_recipe                 | {"recipe": "pea-soup\\r\\nX-Pwned: 1"}                                                                  |
      | a null            | get_recipe                 | {"recipe": "pea-soup\\u0000"}                                                                           |
      | a query to delete | delete_recipe              | {"recipe": "pea-soup?pwned=1"}                                                                          |
      | an id and a query | delete_shopping_list_items | {"item_ids": ["00000000-0000-4000-8000-000000000001?pwned=1"]}                                          |
      | an id and more    | merge_foods                | {"from_id": "00000000-0000-4000-8000-000000000001/..", "to_id": "00000000-0000-4000-8000-000000000002"} |
    Then each of them is refused, by the name of its argument
    And Mealie was asked nothing

  @SHUT-3 @must
  Scenario: Words to search for stay one value, whatever they hold
    When the model asks for each of these
      | wish                        |
      | search for "soup&pwned=1"   |
      | search for "soup?pwned=1#x" |
      | search for "../../admin"    |
      | search for "%26pwned=1"     |
      | search for "soup;pwned=1"   |
    And the model calls search_recipes with '{"cookbook": "../../admin"}'
    Then each of them is no error
    And every request went straight to what it names
    And nothing that is shut was asked of Mealie
