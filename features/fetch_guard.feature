Feature: Mealie is sent only where a stranger may send it

  Three tools have Mealie go to an address: two name a page, one hands over a document with addresses of pictures in it.
  A Mealie stands inside a network; an address that leads to that machine, to the metadata of a cloud or to a household's
  tailnet is refused before anything reaches it. The addresses of these scenarios are numbers that are set aside for
  examples, so that nothing has to be looked up.

  Background:
    Given a page "http://203.0.113.7/soup" with a recipe "Lemon bars"

  # ----- Where nobody is sent ----------------------------------------------------------------------------------

  @NET-1 @any-era @must
  Scenario Outline: A place within is refused: <tool>
    When the model hands each of these addresses to <tool>
      | what                         | address                             |
      | this host                    | http://0.0.0.0/                     |
      | this network                 | http://0.1.2.3/                     |
      | loopback                     | http://127.0.0.1:9000/api/app/about |
      | loopback, its far end        | http://127.255.255.254/             |
      | the tailnet                  | http://100.64.0.1/                  |
      | the tailnet, its far end     | http://100.127.255.254/             |
      | Alibaba's metadata           | http://100.100.100.200/latest/      |
      | link-local                   | http://169.254.1.1/                 |
      | the metadata of most clouds  | http://169.254.169.254/metadata     |
      | Oracle's metadata            | http://192.0.0.192/                 |
      | Azure's own server           | http://168.63.129.16/               |
      | multicast                    | http://224.0.0.1/                   |
      | multicast, its far end       | http://239.255.255.250/             |
      | broadcast                    | http://255.255.255.255/             |
      | nothing, version 6           | http://[::]/                        |
      | loopback, version 6          | http://[::1]:9000/                  |
      | link-local, version 6        | http://[fe80::1]/                   |
      | site-local                   | http://[fec0::1]/                   |
      | multicast, version 6         | http://[ff02::1]/                   |
      | Amazon's metadata, version 6 | http://[fd00:ec2::254]/latest/      |
      | Amazon's range, version 6    | http://[fd00:ec2::1]/               |
      | Google's metadata, version 6 | http://[fd20:ce::254]/              |
    Then each of them is refused, by the name of its argument
    And Mealie was asked to fetch nothing

    Examples:
      | tool                            |
      | preview_recipe_url              |
      | import_recipe_from_url          |
      | import_recipe_from_html_or_json |

  @NET-1 @any-era @must
  Scenario Outline: A name that leads within is refused, in any case and with a dot behind it: <tool>
    When the model hands each of these addresses to <tool>
      | what                 | address                                          |
      | this machine         | http://localhost/                                |
      | this machine, a port | http://localhost:9000/api/admin/about            |
      | in capitals          | http://LOCALHOST/                                |
      | with a dot           | http://localhost./                               |
      | anything under it    | http://mealie.localhost/                         |
      | deeper, with a dot   | http://a.b.LocalHost./                           |
      | its long name        | http://localhost.localdomain/                    |
      | of version 6         | http://ip6-localhost/                            |
      | another of version 6 | http://ip6-loopback./                            |
      | metadata, bare       | http://metadata/                                 |
      | metadata, of Google  | http://metadata.google.internal/computeMetadata/ |
      | the same, mixed      | http://Metadata.Google.INTERNAL./                |
      | metadata, short      | http://metadata.goog/                            |
      | of Amazon, bare      | http://instance-data/                            |
      | of Amazon            | http://instance-data.ec2.internal/latest/        |
    Then each of them is refused, by the name of its argument
    And Mealie was asked to fetch nothing

    Examples:
      | tool                            |
      | preview_recipe_url              |
      | import_recipe_from_url          |
      | import_recipe_from_html_or_json |

  @NET-1 @any-era @must
  Scenario Outline: What is no plain address of the web is refused: <tool>
    When the model hands each of these addresses to <tool>
      | what                     | address                               |
      | no scheme                | 203.0.113.7/soup                      |
      | a file                   | file:///etc/passwd                    |
      | another scheme           | ftp://203.0.113.7/soup                |
      | gopher                   | gopher://203.0.113.7:6379/_SET        |
      | no host                  | http:///soup                          |
      | no address               | http://1.2.3.4.5/                     |
      | a blank                  | http://203.0.113.7/ http://127.0.0.1/ |
      | a line break in its host | http://203.0.113.7{U+A}.evil.example/ |
      | a control character      | http://203.0.113.7/{U+1}              |
      | backslashes              | http:\\\\203.0.113.7\\soup            |
      | a user                   | http://cook@203.0.113.7/soup          |
      | a user like a host       | http://203.0.113.7@127.0.0.1/         |
      | a backslash before an at | http://203.0.113.7\\@127.0.0.1/       |
    Then each of them is refused, by the name of its argument
    And Mealie was asked to fetch nothing

    Examples:
      | tool                   |
      | preview_recipe_url     |
      | import_recipe_from_url |

  @NET-1 @any-era @must
  Scenario Outline: A password in an address is refused and never repeated: <tool>
    When the model hands each of these addresses to <tool>
      | what                      | address                                   |
      | beside a user             | http://cook:very-secret@203.0.113.7/soup  |
      | beside a refused address  | http://cook:very-secret@127.0.0.1/        |
      | alone                     | http://:very-secret@203.0.113.7/          |
      | of another scheme         | ftp://cook:very-secret@203.0.113.7/       |
      | where nothing can be read | http://cook:very-secret@203.0.113.7:port/ |
      | behind a blank            | http://cook:very-secret @203.0.113.7/     |
      | behind a backslash        | http:\\\\cook:very-secret@203.0.113.7/    |
    Then each of them is refused, by the name of its argument
    And none of them says "very-secret"
    And Mealie was asked to fetch nothing

    Examples:
      | tool                            |
      | preview_recipe_url              |
      | import_recipe_from_url          |
      | import_recipe_from_html_or_json |

  @NET-2 @any-era @must
  Scenario Outline: An address is what it means, however it is spelled: <tool>
    When the model hands each of these addresses to <tool>
      | what                        | address                            |
      | one number                  | http://2130706433/                 |
      | hexadecimal                 | http://0x7f000001/                 |
      | hexadecimal, in parts       | http://0x7f.0.0.0x1/               |
      | octal                       | http://017700000001/               |
      | octal, in parts             | http://0177.0.0.01/                |
      | two parts                   | http://127.1/                      |
      | three parts                 | http://127.0.1/                    |
      | nothing but zero            | http://0/                          |
      | a dot behind it             | http://127.0.0.1./                 |
      | metadata, one number        | http://2852039166/latest/          |
      | metadata, hexadecimal       | http://0xA9FEA9FE/                 |
      | metadata, octal             | http://0251.0376.0251.0376/        |
      | escaped digits              | http://%31%32%37.0.0.1/            |
      | escaped dots                | http://127%2e0%2E0.1/              |
      | full-width digits           | http://１２７.0.0.1/               |
      | ideographic dots            | http://127。0。0。1/               |
      | half-width ideographic dots | http://127｡0｡0｡1/                  |
      | digits in circles           | http://①②⑦.0.0.1/                  |
      | invisible between           | http://127.0{U+200B}.0.1/          |
      | a soft hyphen               | http://12{U+AD}7.0.0.1/            |
      | mapped                      | http://[::ffff:127.0.0.1]/         |
      | mapped, in hexadecimal      | http://[::FFFF:7f00:1]/            |
      | mapped, at length           | http://[0:0:0:0:0:ffff:a9fe:a9fe]/ |
      | compatible                  | http://[::127.0.0.1]/              |
      | translated                  | http://[::ffff:0:127.0.0.1]/       |
      | NAT64                       | http://[64:ff9b::169.254.169.254]/ |
      | NAT64, of one's own         | http://[64:ff9b:1::127.0.0.1]/     |
      | 6to4                        | http://[2002:7f00:1::]/            |
      | Teredo, its server          | http://[2001:0:7f00:1::]/          |
      | Teredo, its client          | http://[2001::80ff:fffe]/          |
      | ISATAP                      | http://[2001:db8::5efe:127.0.0.1]/ |
      | a name, full-width          | http://ｌｏｃａｌｈｏｓｔ/         |
      | a name, escaped             | http://loc%61lhost/                |
      | a name, invisible between   | http://local{U+200B}host/          |
      | a name, ideographic dot     | http://mealie。localhost/          |
    Then each of them is refused, by the name of its argument
    And Mealie was asked to fetch nothing

    Examples:
      | tool                            |
      | preview_recipe_url              |
      | import_recipe_from_url          |
      | import_recipe_from_html_or_json |

  # ----- Where Mealie is sent ----------------------------------------------------------------------------------

  @NET-3 @must
  Scenario: What reaches Mealie is the address as it was understood, not as it was written
    When the model hands each of these addresses to preview_recipe_url
      | what                | address                             | as it arrives                    |
      | plain               | http://203.0.113.7/soup             | http://203.0.113.7/soup          |
      | capitals            | HTTP://203.0.113.7/Soup             | http://203.0.113.7/Soup          |
      | no path             | http://203.0.113.8                  | http://203.0.113.8/              |
      | steps back          | http://203.0.113.7/a/../b/./c       | http://203.0.113.7/b/c           |
      | the port it has     | http://203.0.113.9:80/              | http://203.0.113.9/              |
      | one number          | http://3405803786/soup              | http://203.0.113.10/soup         |
      | hexadecimal         | http://0xcb.0.0x71.11/              | http://203.0.113.11/             |
      | version 6           | http://[2001:DB8:0::1]/soup         | http://[2001:db8::1]/soup        |
      | letters in the path | http://203.0.113.7/süß              | http://203.0.113.7/s%C3%BC%C3%9F |
      | a fragment          | http://203.0.113.12/soup#@127.0.0.1 | http://203.0.113.12/soup         |
    Then each of them arrived at Mealie
    And Mealie was sent nowhere near "#"

  @NET-4 @any-era @must
  Scenario: A name that nobody here knows is passed on, since Mealie may know it
    Given a page "http://kitchen.invalid/soup" with a recipe "Pea soup of the house"
    When the model asks to preview the page "http://kitchen.invalid/soup"
    Then the answer is no error
    And the answer says "Pea soup of the house"

  @NET-5 @any-era @must
  Scenario Outline: A household's own network is open, and so are the neighbours of what is refused: <tool>
    When the model hands each of these addresses to <tool>
      | what               | address                       |
      | 10                 | http://10.0.0.7/soup          |
      | 172.16             | http://172.16.5.5/soup        |
      | 172.31             | http://172.31.255.254/soup    |
      | 192.168            | http://192.168.1.4:9000/soup  |
      | unique local       | http://[fd12:3456::1]/soup    |
      | mapped, private    | http://[::ffff:c0a8:104]/soup |
      | before the tailnet | http://100.63.255.255/soup    |
      | behind the tailnet | http://100.128.0.1/soup       |
      | before loopback    | http://126.255.255.255/soup   |
      | behind loopback    | http://128.0.0.1/soup         |
      | before link-local  | http://169.253.255.255/soup   |
      | behind link-local  | http://169.255.0.1/soup       |
      | before multicast   | http://223.255.255.255/soup   |
      | beside Oracle's    | http://192.0.0.193/soup       |
      | beside Azure's     | http://168.63.129.17/soup     |
    Then each of them arrived at Mealie

    Examples:
      | tool                   |
      | preview_recipe_url     |
      | import_recipe_from_url |

  @NET-5 @any-era @must
  Scenario: A picture may be in a household's own network
    When the model hands each of these addresses to import_recipe_from_html_or_json
      | what         | address                          |
      | 10           | http://10.0.0.7/soup.jpg         |
      | 192.168      | http://192.168.1.4:9000/soup.jpg |
      | unique local | http://[fd12:3456::1]/soup.jpg   |
    Then each of them is no error

  # ----- Pictures in documents ---------------------------------------------------------------------------------
  # Each row is tried twice, once with an address that is refused in the place of ADDRESS and once with one that is not.

  @NET-6 @any-era @must
  Scenario: A picture is found wherever JSON can hold one
    When the model imports a recipe in JSON with each of these, for a picture at "http://169.254.169.254/latest/pic" and for one at "http://203.0.113.7/pic.jpg"
      | what                      | written                                                                             |
      | a text                    | "image": "ADDRESS"                                                                  |
      | a list                    | "image": ["/soup.jpg", "ADDRESS"]                                                   |
      | an object                 | "image": {"@type": "ImageObject", "url": "ADDRESS"}                                 |
      | its content               | "image": {"@type": "ImageObject", "contentUrl": "ADDRESS"}                          |
      | its id                    | "image": {"@id": "ADDRESS"}                                                         |
      | lists in lists            | "image": [[{"url": ["ADDRESS"]}]]                                                   |
      | a thumbnail               | "image": {"@type": "ImageObject", "url": "/soup.jpg", "thumbnailUrl": "ADDRESS"}    |
      | a thumbnail of the recipe | "thumbnailUrl": "ADDRESS"                                                           |
      | deep within               | "image": {"a": [{"b": {"c": [{"url": "ADDRESS"}]}}]}                                |
      | a step's                  | "recipeInstructions": [{"@type": "HowToStep", "text": "Bake.", "image": "ADDRESS"}] |
      | a graph                   | "@graph": [{"@type": "Recipe", "name": "Bars", "image": "ADDRESS"}]                 |
      | beside its own capitals   | "IMAGE": "/soup.jpg", "image": {"URL": "/a", "url": "ADDRESS"}                      |
      | no scheme                 | "image": "//HOST/latest/pic"                                                        |
    Then each of them for "http://169.254.169.254/latest/pic" is refused, by the name of its argument
    And each of them for "http://203.0.113.7/pic.jpg" is no error
    And Mealie was sent nowhere near "169.254.169.254"

  @NET-6 @any-era @must
  Scenario: JSON is read as loosely as a parser of the web reads it
    When the model imports a recipe in JSON with each of these, for a picture at "http://169.254.169.254/latest/pic" and for one at "http://203.0.113.7/pic.jpg"
      | what                    | written                                                      |
      | escaped slashes         | "image": "http:\\/\\/HOST\\/latest\\/pic"                    |
      | escaped letters         | "image": "\\u0068ttp://HOST/latest/pic"                      |
      | an escaped key          | "im\\u0061ge": "ADDRESS"                                     |
      | the key twice, last     | "image": "/soup.jpg", "image": "ADDRESS"                     |
      | the key twice, first    | "image": "ADDRESS", "image": "/soup.jpg"                     |
      | behind no number        | "a": NaN, "image": "ADDRESS"                                 |
      | behind no end           | "a": -Infinity, "image": "ADDRESS"                           |
      | a comma too many        | "a": [1, 2, ], "image": "ADDRESS",                           |
      | behind a comment        | "a": /* one */ 1, "image": /* two */ "ADDRESS"               |
      | behind a comment's line | "a": 1, // one{U+A} "image": "ADDRESS"                       |
      | a line break in a text  | "a": "one{U+A}two", "image": "ADDRESS"                       |
      | blanks around it        | "image": "  ADDRESS  "                                       |
      | a page within           | "a": "</script><meta property='og:image' content='ADDRESS'>" |
    Then each of them for "http://169.254.169.254/latest/pic" is refused, by the name of its argument
    And Mealie was sent nowhere near "169.254.169.254"

  @NET-6 @any-era @must
  Scenario: A picture is found wherever a page can hold one
    When the model imports a page with each of these, for a picture at "http://169.254.169.254/latest/pic" and for one at "http://203.0.113.7/pic.jpg"
      | what                      | written                                                                    |
      | for those who link to it  | <meta property="og:image" content="ADDRESS">                               |
      | the same, secure          | <meta property="og:image:secure_url" content="ADDRESS">                    |
      | by name                   | <meta name="og:image" content="ADDRESS">                                   |
      | for another site          | <meta name="twitter:image" content="ADDRESS">                              |
      | by property of an item    | <meta itemprop="image" content="ADDRESS">                                  |
      | a link                    | <link itemprop="image" href="ADDRESS">                                     |
      | a link to a picture       | <link rel="image_src" href="ADDRESS">                                      |
      | an image                  | <img itemprop="image" src="ADDRESS">                                       |
      | an image without a word   | <img src="ADDRESS">                                                        |
      | a set of them             | <img srcset="/small.jpg 1x, ADDRESS 2x">                                   |
      | an object                 | <object itemprop="image" data="ADDRESS"></object>                          |
      | a value                   | <data itemprop="image" value="ADDRESS"></data>                             |
      | a time                    | <time itemprop="image" datetime="ADDRESS"></time>                          |
      | an anchor                 | <a itemprop="image" href="ADDRESS">soup</a>                                |
      | any element's content     | <div itemprop="image" content="ADDRESS"></div>                             |
      | a text                    | <span itemprop="image">ADDRESS</span>                                      |
      | a text in an image object | <div itemprop="image" itemscope><i itemprop="contentUrl">ADDRESS</i></div> |
      | another vocabulary        | <div property="schema:image" content="ADDRESS"></div>                      |
      | another script            | <script type="application/ld+json">{"image": "ADDRESS"}</script>           |
    Then each of them for "http://169.254.169.254/latest/pic" is refused, by the name of its argument
    And each of them for "http://203.0.113.7/pic.jpg" is no error
    And Mealie was sent nowhere near "169.254.169.254"

  @NET-6 @any-era @must
  Scenario: HTML is read in every way that it can be read
    When the model imports a page with each of these, for a picture at "http://169.254.169.254/latest/pic" and for one at "http://203.0.113.7/pic.jpg"
      | what                     | written                                                                               |
      | a text in two            | <span itemprop="image">http://<b>HOST</b>/latest/pic</span>                           |
      | in capitals              | <META PROPERTY=OG:IMAGE CONTENT=ADDRESS>                                              |
      | single quotes            | <meta property='og:image' content='ADDRESS'>                                          |
      | over lines               | <meta{U+A}property="og:image"{U+A}content={U+A}"ADDRESS">                             |
      | character references     | <meta property="og:image" content="http&colon;&sol;&#47;HOST/latest/pic">             |
      | a reference without end  | <meta property="og:image" content="http&#58//HOST/latest/pic">                        |
      | a property escaped       | <meta property="og&colon;image" content="ADDRESS">                                    |
      | in a comment             | <!-- <meta property="og:image" content="ADDRESS"> -->                                 |
      | in a script              | <script>var a = '<meta property="og:image" content="ADDRESS">';</script>              |
      | in a style               | <style><meta property="og:image" content="ADDRESS"></style>                           |
      | in a text area           | <textarea><meta property="og:image" content="ADDRESS"></textarea>                     |
      | in a title               | <title><meta property="og:image" content="ADDRESS"></title>                           |
      | in a frame               | <iframe><meta property="og:image" content="ADDRESS"></iframe>                         |
      | without scripts          | <noscript><img itemprop="image" src="ADDRESS"></noscript>                             |
      | in raw data              | <![CDATA[<meta property="og:image" content="ADDRESS">]]>                              |
      | behind plain text        | <plaintext><meta property="og:image" content="ADDRESS">                               |
      | in a script in a comment | <script><!--<script></script><meta property="og:image" content="ADDRESS">--></script> |
      | blanks around it         | <meta property="og:image" content="  ADDRESS  ">                                      |
      | a slash for a blank      | <meta/property="og:image"/content="ADDRESS"/>                                         |
      | an attribute twice       | <meta property="og:image" content="ADDRESS" content="/soup.jpg">                      |
      | a base                   | <base href="ADDRESS"><img itemprop="image" src="soup.jpg">                            |
    Then each of them for "http://169.254.169.254/latest/pic" is refused, by the name of its argument
    And Mealie was sent nowhere near "169.254.169.254"

  @NET-6 @any-era @must
  Scenario: A picture's address that programs read differently is refused
    When the model hands each of these addresses to import_recipe_from_html_or_json
      | what                     | address                                |
      | a backslash before an at | http://203.0.113.7\\@100.100.100.200/p |
      | backslashes              | http:\\\\203.0.113.7\\p.jpg            |
      | a user                   | http://cook@203.0.113.7/p.jpg          |
      | a control character      | http://203.0.113.7/{U+1}p.jpg          |
      | a tab in the host        | http://203.0.{U+9}113.7/p.jpg          |
      | a blank within           | http://203.0.113.7/pea soup.jpg        |
      | what cannot be read      | http://1.2.3.4.5/p.jpg                 |
      | an escaped host          | http://203%2e0.113.7/p.jpg             |
      | full-width digits        | http://２０３.0.113.7/p.jpg            |
      | ideographic dots         | http://203。0。113。7/p.jpg            |
      | one number               | http://3405803783/p.jpg                |
      | another scheme           | ftp://203.0.113.7/p.jpg                |
    Then each of them is refused, by the name of its argument
    And Mealie was asked to fetch nothing

  @NET-6 @any-era @must
  Scenario Outline: A document with <what> is refused
    When the model imports a page with <pictures> pictures at <hosts>
    Then the answer is an error
    And the answer says "data"
    And Mealie was asked to fetch nothing

    Examples:
      | what                 | pictures | hosts    |
      | pictures at 26 hosts | 26       | 26 hosts |
      | 501 pictures         | 501      | 1 host   |

  @NET-6 @any-era @must
  Scenario Outline: A document with <what> is imported
    When the model imports a page with <pictures> pictures at <hosts>
    Then the answer is no error
    And the kitchen has the recipe "Lemon bars"

    Examples:
      | what                 | pictures | hosts    |
      | pictures at 25 hosts | 200      | 25 hosts |
      | 500 pictures         | 500      | 1 host   |

  @NET-6 @any-era @must
  Scenario: Honest pages pass, with all that such pages hold
    When the model imports a page with each of these, for a picture at "http://203.0.113.7/pic.jpg" and for one at "https://203.0.113.20:8443/pic.webp?w=1200&h=800"
      | what                      | written                                                                                              |
      | a picture and its sizes   | <img src="ADDRESS" srcset="ADDRESS 640w, ADDRESS 1200w" sizes="(max-width: 640px) 100vw" alt="Soup"> |
      | pictures that come later  | <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="ADDRESS" loading="lazy">             |
      | paths                     | <img src="/img/soup.jpg"><img src="img/soup.jpg"><img src="../soup.jpg?v=2">                         |
      | a path with blanks        | <img src="/img/pea soup.jpg">                                                                        |
      | links within              | <a href="#method">Method</a><a href="mailto:cook@example.com">Mail</a><a href="tel:+1">Call</a>      |
      | an app's own links        | <meta name="apple-itunes-app" content="app-id=1, app-argument=http://203.0.113.7/soup">              |
      | a set of meta             | <meta property="og:image" content="ADDRESS"><meta property="og:image:width" content="1200">          |
      | words that look like some | <p itemprop="description">Soup: easy, quick // cheap. See http://localhost/ in our next book.</p>    |
      | a script of its own       | <script>if (a < b && "http://localhost:3000/" != c) { document.write("<b>"); }</script>              |
      | styles                    | <style>.a{background:url(/img/a.png)} /* http://localhost/ */</style>                                |
      | comments for old browsers | <!--[if lt IE 9]><script src="/html5.js"></script><![endif]-->                                       |
      | a drawing                 | <svg xmlns="http://www.w3.org/2000/svg"><use href="#i"/></svg>                                       |
      | a frame with a film       | <iframe src="https://203.0.113.21/embed/x" allowfullscreen></iframe>                                 |
    Then each of them is no error

  @NET-7 @any-era @must
  Scenario Outline: A document of nothing but <what> is read through in good time
    When the model imports 100 kB of "<piece>"
    Then the server still answers

    Examples:
      | what                     | piece         |
      | tags that never end      | {U+3C}a       |
      | comments that never end  | {U+3C}!--     |
      | scripts in scripts       | {U+3C}script> |
      | references of characters | &amp;         |
      | open quotes              | {U+3C}a b='   |
      | open brackets            | {[            |

  # ----- The operator's own list -------------------------------------------------------------------------------

  @NET-9 @any-era @must
  Scenario Outline: The operator can list where Mealie may be sent: <tool>
    Given the setting MEALIE_FETCH_HOSTS is "203.0.113.7, *.recipes.invalid, 10.0.0.7"
    When the model hands each of these addresses to <tool>
      | what                 | address                       |
      | not listed           | http://203.0.113.8/soup       |
      | a name               | http://soup.invalid/soup      |
      | the suffix itself    | http://recipes.invalid/soup   |
      | ends like the suffix | http://myrecipes.invalid/soup |
      | listed, and more     | http://203.0.113.70/soup      |
      | a private one        | http://10.0.0.8/soup          |
    Then each of them is refused, by the name of its argument
    And Mealie was asked to fetch nothing

    Examples:
      | tool                            |
      | preview_recipe_url              |
      | import_recipe_from_url          |
      | import_recipe_from_html_or_json |

  @NET-9 @any-era @must
  Scenario: What the operator lists is open
    Given the setting MEALIE_FETCH_HOSTS is "203.0.113.7, *.recipes.invalid, 10.0.0.7"
    When the model hands each of these addresses to preview_recipe_url
      | what           | address                          |
      | an address     | http://203.0.113.7/soup          |
      | with a port    | http://203.0.113.7:8080/soup     |
      | under a suffix | http://best.recipes.invalid/soup |
      | a private one  | http://10.0.0.7/soup             |
    Then each of them arrived at Mealie

  @NET-9 @any-era @must
  Scenario: What is refused for what it is stays refused where it is listed
    Given the setting MEALIE_FETCH_HOSTS is "127.0.0.1, localhost, 169.254.169.254"
    When the model hands each of these addresses to preview_recipe_url
      | what     | address                 |
      | loopback | http://127.0.0.1/       |
      | a name   | http://localhost/       |
      | metadata | http://169.254.169.254/ |
    Then each of them is refused, by the name of its argument
    And Mealie was asked to fetch nothing

  @NET-9 @any-era @must
  Scenario Outline: A list of hosts that cannot be read stops the server and is not repeated: <what>
    Given the setting MEALIE_FETCH_HOSTS is "example.com, <entry>"
    When the server is started
    Then the server ends with exit code 1
    And stderr names "MEALIE_FETCH_HOSTS"
    And stderr does not name "secret-kitchen"

    Examples:
      | what          | entry                          |
      | an address    | https://secret-kitchen.example |
      | a path        | secret-kitchen.example/soup    |
      | a star within | secret-kitchen.*.example       |
      | a star alone  | *                              |
      | a port        | secret-kitchen.example:80      |
