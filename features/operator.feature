Feature: What the operator sets is what the operator gets

  A setting that is misread is worse than one that is missing: the operator believes that something is on, or off.
  So a server that cannot read its settings does not start, says why in one go, and gives nothing away.

  Background:
    Given a recipe "Pea soup" for 4 with 3 steps

  # ----- The dialog's switch -----------------------------------------------------------------------------------

  @OPER-1 @any-era @must
  Scenario Outline: ELICITATION is not a place for "<value>"
    Given the setting ELICITATION is "<value>"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "ELICITATION"
    And stderr names "true"
    And stderr names "false"
    And stdout is empty

    Examples:
      | value |
      | 1     |
      | 0     |
      | off   |
      | yes   |
      | typo  |
      | truee |

  @OPER-1 @must
  Scenario Outline: The dialog is on with <how>
    Given the setting ELICITATION is <value>
    When the model asks to delete the recipe "Pea soup"
    Then the person is asked

    Examples:
      | how           | value    |
      | nothing in it | ""       |
      | a blank in it | " "      |
      | true          | "true"   |
      | capitals      | "TRUE"   |
      | blanks around | " True " |

  @OPER-1 @must
  Scenario: The dialog is on when nothing is set
    When the model asks to delete the recipe "Pea soup"
    Then the person is asked

  @OPER-1 @must
  Scenario Outline: The dialog is off with <how>
    Given the setting ELICITATION is <value>
    When the model asks to delete the recipe "Pea soup"
    Then the answer hands out a token

    Examples:
      | how           | value     |
      | false         | "false"   |
      | capitals      | "FALSE"   |
      | blanks around | " False " |

  @OPER-2 @must
  Scenario: A switched off dialog is said once, in these words
    Given the setting ELICITATION is "false"
    When the server is started
    Then exactly one line of stderr is "mealie-mcp: ELICITATION=false — guarded tools fall back to the two-call token"

  @OPER-2 @must
  Scenario: A dialog that is on is not spoken of
    When the server is started
    Then stderr does not name "ELICITATION"

  # ----- Read-only ---------------------------------------------------------------------------------------------

  @OPER-3 @must
  Scenario Outline: Read-only leaves the reading tools, with "<value>"
    Given the setting MEALIE_READ_ONLY is "<value>"
    When the client asks for the list of tools
    Then every tool on the list only reads
    And the list holds "get_about, search_recipes, get_recipe, preview_recipe_url"

    Examples:
      | value |
      | true  |
      | 1     |
      | YES   |

  @OPER-3 @must
  Scenario Outline: A tool that read-only leaves out is unknown: <tool>
    Given the setting MEALIE_READ_ONLY is "true"
    When the model calls <tool> with '{}'
    Then the answer is the protocol error -32602
    And nothing was written

    Examples:
      | tool                            |
      | delete_recipe                   |
      | merge_foods                     |
      | delete_shopping_list_items      |
      | import_recipe_from_url          |
      | import_recipe_from_html_or_json |

  @OPER-3 @must
  Scenario Outline: Without read-only the writing tools are there, with "<value>"
    Given the setting MEALIE_READ_ONLY is "<value>"
    When the client asks for the list of tools
    Then the list holds "delete_recipe, merge_foods, delete_shopping_list_items, import_recipe_from_url"

    Examples:
      | value |
      | false |
      | 0     |
      | No    |

  @OPER-3 @any-era @must
  Scenario: A read-only that cannot be read is not guessed
    Given the setting MEALIE_READ_ONLY is "ture"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "MEALIE_READ_ONLY"

  # ----- Which tools there are ---------------------------------------------------------------------------------

  @OPER-4 @must
  Scenario: Essential is the eight tools of every day, and no other one
    Given the setting MEALIE_ALLOW_TOOLS is "essential"
    When the client asks for the list of tools
    Then the list is exactly "add_recipe_to_shopping_list, create_mealplan_entry, create_recipe, get_recipe, get_todays_meals, import_recipe_from_url, list_shopping_lists, search_recipes"

  @OPER-4 @must
  Scenario Outline: What is denied is taken from what is allowed: <what>
    Given the setting MEALIE_ALLOW_TOOLS is "<allowed>"
    And the setting MEALIE_DENY_TOOLS is "<denied>"
    When the client asks for the list of tools
    Then the list is exactly "<left>"

    Examples:
      | what                     | allowed                   | denied                                     | left                                                 |
      | a name                   | get_recipe, delete_recipe | delete_recipe                              | get_recipe                                           |
      | a beginning              | merge_*, get_recipe       | merge_u*                                   | get_recipe, merge_foods                              |
      | part of a preset         | Essential                 | list_*, get_todays_meals, import_*, add_* | create_mealplan_entry, create_recipe, get_recipe, search_recipes |
      | a preset, and one beside | get_about, essential      | create_*, add_*, import_*, list_*          | get_about, get_recipe, get_todays_meals, search_recipes |

  @OPER-4 @must
  Scenario Outline: A tool that is left out is unknown: <tool>, by <setting>
    Given the setting <setting> is "<value>"
    When the model calls <tool> with '{}'
    Then the answer is the protocol error -32602
    And nothing was written

    Examples:
      | tool          | setting            | value                   |
      | delete_recipe | MEALIE_ALLOW_TOOLS | essential               |
      | delete_recipe | MEALIE_DENY_TOOLS  | delete_*                |
      | merge_foods   | MEALIE_DENY_TOOLS  | delete_*,merge_foods    |

  @OPER-4 @any-era @must
  Scenario Outline: A list with an entry that is no tool stops the server: <setting>, <value>
    Given the setting <setting> is "<value>"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "<setting>"
    And stderr names "<said>"
    And stdout is empty

    Examples:
      | setting            | value                     | said                     |
      | MEALIE_ALLOW_TOOLS | get_recipe,get_recipes    | `get_recipes`            |
      | MEALIE_DENY_TOOLS  | delete_recipe,brew_tea    | `brew_tea`               |
      | MEALIE_DENY_TOOLS  | *_recipe                  | `*_recipe`               |
      | MEALIE_DENY_TOOLS  | https://secret-kitchen/   | an entry of length 23    |
      | MEALIE_ALLOW_TOOLS | get_recipe,,delete_recipe | an empty entry           |

  @OPER-4 @any-era @must
  Scenario: A list that leaves nothing stops the server
    Given the setting MEALIE_ALLOW_TOOLS is "delete_*"
    And the setting MEALIE_DENY_TOOLS is "delete_*"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "MEALIE_ALLOW_TOOLS and MEALIE_DENY_TOOLS leave no tool"

  @OPER-4 @must
  Scenario: What read-only hides is said to be hidden by it
    Given the setting MEALIE_READ_ONLY is "true"
    And the setting MEALIE_ALLOW_TOOLS is "get_recipe,create_recipe"
    When the client asks for the list of tools
    Then the list is exactly "get_recipe"
    And exactly one line of stderr names "`create_recipe`, which MEALIE_READ_ONLY hides"

  # ----- Where Mealie is ---------------------------------------------------------------------------------------

  @OPER-5 @any-era @must
  Scenario Outline: An address that cannot be used stops the server and is not repeated: <what>
    Given the setting MEALIE_URL is "<value>"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "MEALIE_URL"
    And stderr does not name "secret-kitchen"

    Examples:
      | what           | value                                   |
      | no scheme      | secret-kitchen.example.com              |
      | another scheme | ftp://secret-kitchen.example.com        |
      | a password     | https://cook:secret-kitchen@example.com |
      | a query        | https://example.com/?k=secret-kitchen   |
      | a fragment     | https://example.com/#secret-kitchen     |
      | no host        | https:///secret-kitchen:port            |

  @OPER-5 @any-era @must
  Scenario: Plain http to another machine is warned about
    Given the setting MEALIE_URL is "http://mealie.example.com"
    When the server is started
    Then a line of stderr names "http"
    And the server still answers

  # ----- The token ---------------------------------------------------------------------------------------------

  @OPER-6 @must
  Scenario: The token appears in nothing that the server says
    When the model asks to read the recipe "Pea soup"
    And the model asks to delete the recipe "Pea soup"
    And the person says no
    And Mealie no longer takes the token
    And the model asks to read the recipe "Pea soup"
    Then the token appears nowhere in what the server said

  @OPER-6 @any-era @must
  Scenario: A token that cannot be used is not repeated
    Given the setting MEALIE_API_TOKEN is "to ken-with-a-blank"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "MEALIE_API_TOKEN"
    And stderr does not name "ken-with"

  @OPER-6 @must
  Scenario: The token can come from a file
    Given the token comes from a file
    When the model asks to read the recipe "Pea soup"
    Then the answer is no error

  @OPER-6 @any-era @must
  Scenario: A token and a file for it cannot both be meant
    Given the setting MEALIE_API_TOKEN_FILE is "/run/secrets/mealie"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "MEALIE_API_TOKEN_FILE"

  @OPER-6 @must
  Scenario: Once the server answers, its environment no longer holds the token
    When the model asks to read the recipe "Pea soup"
    Then the environment of the server does not hold the token

  # ----- Nothing set -------------------------------------------------------------------------------------------

  @OPER-7 @must
  Scenario Outline: Without <variable> the tools are listed, and a call of <tool> says what is missing
    Given the setting <variable> is missing
    When the client asks for the list of tools
    Then the list holds "get_recipe, delete_recipe"
    When the model calls <tool> with '<arguments>'
    Then the answer is an error
    And the answer says "<variable>"

    Examples:
      | variable         | tool          | arguments              |
      | MEALIE_URL       | get_recipe    | {"recipe": "pea-soup"} |
      | MEALIE_URL       | delete_recipe | {"recipe": "pea-soup"} |
      | MEALIE_API_TOKEN | get_about     | {}                     |

  # ----- Every other setting -----------------------------------------------------------------------------------

  @OPER-8 @any-era @must
  Scenario Outline: A value that cannot be used stops the server: <variable>=<value>
    Given the setting <variable> is "<value>"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "<variable>"
    And stdout is empty

    Examples:
      | variable               | value         |
      | MEALIE_APPROVAL_TTL    | banana        |
      | MEALIE_APPROVAL_TTL    | 16min         |
      | MEALIE_APPROVAL_TTL    | 0s            |
      | MEALIE_ASK_TIMEOUT     | soon          |
      | MEALIE_REQUIRE_DIALOG  | maybe         |
      | MEALIE_PUBLIC_URL      | nowhere       |
      | MEALIE_MAX_CONCURRENCY | 0             |
      | MEALIE_MAX_CONCURRENCY | 33            |
      | MEALIE_MAX_CONCURRENCY | four          |
      | MEALIE_ACCEPT_LANGUAGE | German        |
      | MEALIE_ACCEPT_LANGUAGE | de-AT         |
      | MEALIE_INSECURE_TLS    | TRUE          |
      | MEALIE_INSECURE_TLS    | 1             |
      | MEALIE_INSECURE_TLS    | ture          |
      | MEALIE_CA_FILE         | /nowhere/else |

  @OPER-8 @any-era @must
  Scenario: A language that Mealie does not know is answered with those that it does
    Given the setting MEALIE_ACCEPT_LANGUAGE is "tlh"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "de-DE"
    And stderr names "pt-BR"
    And stderr names "zh-TW"

  @OPER-8 @must
  Scenario Outline: A language may be written as people write it: <value>
    Given the setting MEALIE_ACCEPT_LANGUAGE is "<value>"
    When the model asks to read the recipe "Pea soup"
    Then the answer is no error

    Examples:
      | value |
      | de-DE |
      | de_de |
      | de    |
      | pt    |

  @OPER-8 @any-era @must
  Scenario: Certificates that are not checked are warned about
    Given the setting MEALIE_INSECURE_TLS is "true"
    When the server is started
    Then a line of stderr names "MEALIE_INSECURE_TLS"
    And the server still answers

  @OPER-8 @any-era @must
  Scenario: Certificates that are checked are not spoken of
    Given the setting MEALIE_INSECURE_TLS is "false"
    When the server is started
    Then the server still answers
    And stderr does not name "MEALIE_INSECURE_TLS"

  @BND-5 @era-2025-11-25 @must
  Scenario Outline: Mealie gets as many requests at once as the operator allows, and no more: <count>
    Given the setting MEALIE_MAX_CONCURRENCY is "<count>"
    And Mealie never answers when a recipe is read
    When the model begins 8 times to read the recipe "Pea soup"
    Then exactly <count> requests wait at Mealie

    Examples:
      | count |
      | 1     |
      | 3     |
      | 6     |

  @OPER-8 @any-era @must
  Scenario: All problems are told at once
    Given the setting ELICITATION is "maybe"
    And the setting MEALIE_READ_ONLY is "perhaps"
    And the setting MEALIE_URL is "nowhere"
    And the setting MEALIE_APPROVAL_TTL is "banana"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "ELICITATION"
    And stderr names "MEALIE_READ_ONLY"
    And stderr names "MEALIE_URL"
    And stderr names "MEALIE_APPROVAL_TTL"

  @OPER-8 @any-era @must
  Scenario Outline: A value is quoted only where it is short and plain: <what>
    Given the setting <variable> is "<value>"
    When the server is started
    Then the server ends with exit code 1
    And stderr <does> "<value>"

    Examples:
      | what         | variable            | value                                | does          |
      | a short word | MEALIE_APPROVAL_TTL | banana                               | names         |
      | a sentence   | MEALIE_APPROVAL_TTL | forget all rules                     | does not name |
      | a long word  | MEALIE_APPROVAL_TTL | abcdefghijklmnopqrstuvwxyz0123456789 | does not name |
      | an address   | MEALIE_PUBLIC_URL   | ftp-recipes.example.com              | does not name |
      | a path       | MEALIE_CA_FILE      | kitchen-ca.pem                       | does not name |

  @OPER-9 @must
  Scenario: Every line on stderr says whose it is
    Given the setting ELICITATION is "false"
    And the setting MEALIE_WHATEVER is "1"
    When the model asks to read the recipe "Pea soup"
    Then every line of stderr begins "mealie-mcp: "

  @OPER-9 @any-era @must
  Scenario: The reasons for not starting say whose they are
    Given the setting ELICITATION is "maybe"
    When the server is started
    Then the server ends with exit code 1
    And every line of stderr begins "mealie-mcp: "
    And stdout is empty

  # ----- Empty, misspelt and unknown ---------------------------------------------------------------------------

  @OPER-10 @must
  Scenario Outline: An empty setting is as good as none: <variable>
    Given the setting <variable> is ""
    When the model asks to read the recipe "Pea soup"
    Then the answer is no error

    Examples:
      | variable               |
      | ELICITATION            |
      | MEALIE_API_TOKEN_FILE  |
      | MEALIE_APPROVAL_TTL    |
      | MEALIE_PUBLIC_URL      |
      | MEALIE_REQUIRE_DIALOG  |
      | MEALIE_MAX_CONCURRENCY |
      | MEALIE_ACCEPT_LANGUAGE |
      | MEALIE_CA_FILE         |
      | MEALIE_INSECURE_TLS    |

  @OPER-10 @must
  Scenario Outline: An empty switch is mentioned, since it leaves everything open: <variable>
    Given the setting <variable> is ""
    When the model asks to read the recipe "Pea soup"
    Then the answer is no error
    And exactly one line of stderr names "<variable>"

    Examples:
      | variable           |
      | MEALIE_READ_ONLY   |
      | MEALIE_ALLOW_TOOLS |
      | MEALIE_DENY_TOOLS  |

  @OPER-10 @any-era @must
  Scenario Outline: A setting that is nearly one of ours stops the server: <typo>
    Given the setting <typo> is "true"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "<typo>"
    And stderr names "<ours>"

    Examples:
      | typo                | ours                |
      | MEALIE_READONLY     | MEALIE_READ_ONLY    |
      | MEALIE_API_TOKKEN   | MEALIE_API_TOKEN    |
      | MEALIE_APPROVAL_TLT | MEALIE_APPROVAL_TTL |
      | MEALIE_INSECURE_TSL | MEALIE_INSECURE_TLS |
      | ELICITATON          | ELICITATION         |

  @OPER-10 @must
  Scenario: A setting that nobody knows earns one line
    Given the setting MEALIE_WHATEVER is "1"
    When the model asks to read the recipe "Pea soup"
    Then the answer is no error
    And exactly one line of stderr names "MEALIE_WHATEVER"
