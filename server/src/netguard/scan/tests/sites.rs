//! Ten recipe pages in the shapes of ten large sites, invented. Owns how such pages are built and what surrounds a recipe on
//! them; it never says what the scan should make of them.

use std::fmt::Write;

/// A page, and pictures of its recipe that have to be found.
pub(super) struct Site {
    pub(super) name: &'static str,
    pub(super) page: String,
    pub(super) pictures: Vec<String>,
}

pub(super) fn all() -> Vec<Site> {
    vec![
        recipe_plugin(),
        plugin_with_graph(),
        microdata(),
        cards(),
        lazy(),
        schema_only(),
        amp(),
        german(),
        japanese(),
        application(),
    ]
}

/// So many pieces, each from its number.
fn pieces(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, n| {
        let _ = write!(all, "{}", piece(n));
        all
    })
}

/// Links, as in a menu or a footer: more than there are references and hosts to spare.
fn links(count: usize) -> String {
    pieces(count, |n| {
        format!(
            "<li class=\"menu-item\"><a href=\"https://partner-{n}.example/recipes/?from=menu&amp;n={n}\">Recipes {n}</a></li>\n"
        )
    })
}

fn prose(count: usize) -> String {
    pieces(count, |n| {
        format!(
            "<p>When I was {n}, we had this soup on Sundays &mdash; it's \"the best\" &amp; quick: 3 < 4 pots, and you don't \
             need a blender. Read <a href=\"https://friend-{n}.example/a-story\">the story</a>.</p>\n"
        )
    })
}

fn comments(count: usize) -> String {
    pieces(count, |n| {
        format!(
            "<li id=\"comment-{n}\" itemprop=\"comment\" itemscope itemtype=\"https://schema.org/Comment\"><img alt='' \
             src='https://avatars.example/avatar/{a}?s=60&#038;d=mm' srcset='https://avatars.example/avatar/{a}?s=120 2x' \
             class='avatar' height='60' width='60' loading='lazy'/><b itemprop=\"author\">Reader {n}</b> <time \
             itemprop=\"datePublished\" datetime=\"2026-01-{day:02}T{hour:02}:{minute:02}:00+00:00\">January</time><div \
             itemprop=\"text\"><p>I made it {n} times! My site: https://reader-{n}.example :-)</p></div></li>\n",
            a = n % 40,
            day = n % 28 + 1,
            hour = n % 24,
            minute = n % 60,
        )
    })
}

/// What a page loads: counters, advertisements, a policy.
fn machinery() -> String {
    "<script>!function(f,b,e,v){if(f.fbq)return;f.queue=[];t=b.createElement(e);t.src=v}(window,document,'script',\
     'https://connect.social.example/en_US/events.js');</script><noscript><img height=\"1\" width=\"1\" style=\"display:none\" \
     src=\"https://pixel.social.example/tr?id=1&ev=PageView&noscript=1\" /></noscript>\n<script>window.config={\"ads\":[{\"id\":\"top\",\
     \"url\":\"https://ads.example/a?b=<c>\"},{\"html\":\"<a href=\\\"https://ads.example/x\\\"><b>x<\\/b><\\/a>\"}],\"debug\":!1};\
     for(var i=0;i<a.length&&b>c;i++){d=\"<\"+e}</script>\n<style>a{background:url(\"data:image/gif;base64,R0lGODlhAQABAAAAACw=\")}\
     </style><iframe name=\"consent\" src=\"about:blank\" title='a \"b\"'></iframe>\n"
        .to_owned()
}

/// What a head has: addresses that are for others than Mealie, apps among them.
fn head(title: &str, site: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" prefix=\"og: https://ogp.me/ns#\">\n<head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"description\" content=\"{title}: \
         it's easy, and/or quick. See more at https://{site}/ every day\"><link rel=\"canonical\" href=\"https://{site}/soup/\">\
         <link rel=\"icon\" href=\"https://{site}/icon.png\" sizes=\"32x32\"><meta name=\"msapplication-TileImage\" \
         content=\"https://{site}/tile.png\"><meta property=\"al:ios:url\" content=\"kitchen://recipe/1?x=y z\"><meta \
         name=\"twitter:app:url:iphone\" content=\"kitchen://recipe/1\"><meta property=\"og:site_name\" content=\"Kitchen: daily\">\
         <meta property=\"article:publisher\" content=\"https://social.example/kitchen\"><link rel=\"alternate\" \
         href=\"android-app://kitchen.app/https/{site}\"><link rel=\"preconnect\" href=\"//fonts.example\">\n"
    )
}

fn steps(count: usize) -> String {
    let step = |n| {
        format!(
            "{{\"@type\":\"HowToStep\",\"text\":\"Step {n}: stir \\u2014 don\\u0027t \\\"boil\\\"\",\"url\":\"https://plugin.example/soup/#step-{n}\",\"image\":\"https://plugin.example/step-{n}.jpg\"}}"
        )
    };
    (0..count).map(step).collect::<Vec<_>>().join(",")
}

/// A card of a recipe plugin, with pictures in several shapes and one per step.
fn recipe_plugin() -> Site {
    let json = format!(
        "{{\"@context\":\"http:\\/\\/schema.org\\/\",\"@type\":\"Recipe\",\"name\":\"Soup\",\"author\":{{\"@type\":\"Person\",\"name\":\"Cook\",\
         \"url\":\"https://plugin.example/about\"}},\"image\":[\"https:\\/\\/plugin.example\\/1x1.jpg\",\"https:\\/\\/plugin.example\\/4x3.jpg\",\
         \"https:\\/\\/plugin.example\\/16x9.jpg\"],\"recipeIngredient\":[\"1 l water\"],\"recipeInstructions\":[{}]}}",
        steps(12)
    );
    let page = format!(
        "{}<meta property=\"og:image\" content=\"https://plugin.example/4x3.jpg\"/><script type=\"application/ld+json\">{json}</script>{}\
         </head><body><ul>{}</ul><div class=\"card\"><img src=\"https://plugin.example/card.jpg\" class=\"photo\" width=\"250\"></div>{}<ol>{}\
         </ol></body></html>",
        head("Soup", "plugin.example"),
        machinery(),
        links(120),
        prose(60),
        comments(200),
    );
    let pictures =
        ["1x1", "4x3", "16x9", "card", "step-11"].map(|n| format!("https://plugin.example/{n}.jpg")).to_vec();
    Site { name: "a recipe plugin", page, pictures }
}

/// One graph for the whole page, whose parts refer to each other.
fn plugin_with_graph() -> Site {
    let site = "https://graph.example";
    let json = format!(
        "{{\"@context\":\"https://schema.org\",\"@graph\":[{{\"@type\":\"Article\",\"@id\":\"{site}/soup/#article\",\"image\":{{\"@id\":\
         \"{site}/soup/#primaryimage\"}},\"thumbnailUrl\":\"{site}/soup-1200.jpg\"}},{{\"@type\":\"WebPage\",\"@id\":\"{site}/soup/\",\
         \"primaryImageOfPage\":{{\"@id\":\"{site}/soup/#primaryimage\"}}}},{{\"@type\":\"ImageObject\",\"@id\":\"{site}/soup/#primaryimage\",\
         \"url\":\"{site}/soup-1200.jpg\",\"contentUrl\":\"{site}/soup-1200.jpg\",\"caption\":\"A }} soup ]\"}},{{\"@type\":\"Person\",\
         \"@id\":\"{site}/#/person/1\",\"image\":{{\"@type\":\"ImageObject\",\"url\":\"https://avatars.example/avatar/1?s=96&d=mm&r=g\"}},\
         \"sameAs\":[{}]}},{{\"@type\":\"Recipe\",\"name\":\"Soup\",\"image\":[\"{site}/soup-500x500.jpg\",\"{site}/soup-480x270.jpg\"],\
         \"video\":{{\"@type\":\"VideoObject\",\"thumbnailUrl\":\"https://videos.example/vi/1/hq.jpg\",\"contentUrl\":\"https://videos.example/1\"}}}}]}}",
        (0..60).map(|n| format!("\"https://network-{n}.example/cook\"")).collect::<Vec<_>>().join(",")
    );
    let page = format!(
        "{}<script type=\"application/ld+json\" class=\"graph\">{json}</script>{}</head><body>{}{}{}</body></html>",
        head("Soup", "graph.example"),
        machinery(),
        links(200),
        prose(80),
        comments(150),
    );
    let pictures = ["soup-1200", "soup-500x500", "soup-480x270"].map(|n| format!("{site}/{n}.jpg")).to_vec();
    Site { name: "a plugin with a graph", page, pictures }
}

/// An older site: microdata, ratings, a printer's view.
fn microdata() -> Site {
    let page = format!(
        "{}</head><body itemscope itemtype=\"http://schema.org/WebPage\">{}<div itemscope itemtype=\"http://schema.org/Recipe\"><h1 \
         itemprop=\"name\">Soup</h1><a itemprop=\"url\" href=\"https://old.example/soup\">https://old.example</a> by <span itemprop=\"author\" \
         itemscope><a itemprop=\"url\" rel=\"author\" href=\"/cooks/1\"><span itemprop=\"name\">Cook</span></a></span><figure itemprop=\"image\" \
         itemscope itemtype=\"http://schema.org/ImageObject\"><img itemprop=\"url\" src=\"https://img.old.example/soup.jpg\"><meta \
         itemprop=\"width\" content=\"800\"><figcaption itemprop=\"caption\">Soup: as served</figcaption></figure><meta itemprop=\"image\" \
         content=\"https://img.old.example/large.jpg\">{}{}</div>{}</body></html>",
        head("Soup", "old.example"),
        links(300),
        pieces(40, |n| format!(
            "<li itemprop=\"recipeIngredient\">{n}/2 cup: water</li><meta itemprop=\"ratingValue\" content=\"{n}\">"
        )),
        prose(30),
        comments(300),
    );
    let pictures = ["soup", "large"].map(|n| format!("https://img.old.example/{n}.jpg")).to_vec();
    Site { name: "microdata", page, pictures }
}

/// Nothing but the cards that other sites show of it.
fn cards() -> Site {
    let page = format!(
        "{}<meta property=\"og:type\" content=\"article\"><meta property=\"og:title\" content=\"Soup\"><meta property=\"og:url\" \
         content=\"https://cards.example/soup\"><meta property=\"og:image\" content=\"https://cdn.cards.example/soup.jpg?w=1200&amp;h=630\">\
         <meta property=\"og:image:secure_url\" content=\"https://cdn.cards.example/soup.jpg?w=1200&amp;h=630\"><meta \
         property=\"og:image:alt\" content=\"Soup: in a bowl\"><meta property=\"og:image:width\" content=\"1200\"><meta name=\"twitter:card\" \
         content=\"summary_large_image\"><meta name=\"twitter:image\" content=\"https://cdn.cards.example/soup.jpg?w=600\">{}</head><body>{}{}\
         </body></html>",
        head("Soup", "cards.example"),
        machinery(),
        links(90),
        prose(120),
    );
    let pictures =
        ["w=1200&h=630", "w=600"].map(|n| format!("https://cdn.cards.example/soup.jpg?{n}")).to_vec();
    Site { name: "cards for other sites", page, pictures }
}

/// Pictures that are loaded when they come into view, each in many sizes.
fn lazy() -> Site {
    let picture = |n: usize| {
        let sizes = [320, 640, 1280, 1920]
            .map(|w| format!("https://cdn.lazy.example/f_auto,w_{w}/soup-{n}.jpg {w}w"));
        format!(
            "<picture><source type=\"image/webp\" data-srcset=\"x.webp\"><img class=\"lazy\" alt=\"Soup, step {n}\" src=\"data:image/svg+xml;\
             charset=utf-8,<svg xmlns='http://www.w3.example/2000/svg' viewBox='0 0 2 3'/>\" data-src=\"https://other-{n}.example/x.jpg\" \
             srcset=\"{}\" sizes=\"(max-width: 600px) 100vw, 600px\"><noscript><img src='https://cdn.lazy.example/f_auto,w_640/soup-{n}.jpg'>\
             </noscript></picture>\n",
            sizes.join(", ")
        )
    };
    let page = format!(
        "{}{}</head><body>{}{}{}</body></html>",
        head("Soup", "lazy.example"),
        machinery(),
        links(60),
        pieces(60, picture),
        prose(60)
    );
    let pictures = [320, 1920].map(|w| format!("https://cdn.lazy.example/f_auto,w_{w}/soup-59.jpg")).to_vec();
    Site { name: "lazy pictures in many sizes", page, pictures }
}

/// A page that is drawn by a script, but for its JSON, indented.
fn schema_only() -> Site {
    let page = format!(
        "<!doctype html><html><head><title>Soup</title>\n<script data-rh=\"true\" type=\"application/ld+json\">\n[\n  {{\n    \"@context\": \
         \"https://schema.org\",\n    \"@type\": [\"Recipe\", \"NewsArticle\"],\n    \"name\": \"Soup\",\n    \"image\": {{\n      \"@type\": \
         \"ImageObject\",\n      \"url\": \"https://images.only.example/soup.jpg\",\n      \"height\": 1000,\n      \"width\": 1500\n    }},\n    \
         \"review\": [{}]\n  }}\n]\n</script></head><body><div id=\"root\"></div>{}</body></html>",
        pieces(300, |n| format!(
            "{}\n      {{\"@type\": \"Review\", \"url\": \"https://reviewer-{n}.example\", \"reviewBody\": \"Good \\u003cb\\u003e: {n}\"}}",
            if n == 0 { "" } else { "," }
        )),
        machinery(),
    );
    Site { name: "JSON only", page, pictures: vec!["https://images.only.example/soup.jpg".to_owned()] }
}

/// The same for telephones.
fn amp() -> Site {
    let page = format!(
        "<!doctype html><html \u{26a1} lang=\"en\"><head><meta charset=\"utf-8\"><link rel=\"preload\" as=\"script\" href=\"https://amp.example/v0.js\">\
         <link rel=\"preload\" as=\"image\" href=\"https://amp-cdn.example/hero.jpg\" imagesrcset=\"https://amp-cdn.example/hero-2.jpg 2x\"><style \
         amp-boilerplate>body{{animation:none}}</style><script type=\"application/ld+json\">{{\"@context\":\"https://schema.org\",\"@type\":\"Recipe\",\
         \"image\":{{\"@type\":\"ImageObject\",\"url\":\"https://amp-cdn.example/soup.jpg\"}}}}</script></head><body>{}<amp-img \
         src=\"https://amp-cdn.example/hero.jpg\" width=\"1\" height=\"1\" layout=\"responsive\"><noscript><img src=\"https://amp-cdn.example/hero.jpg\">\
         </noscript></amp-img><amp-analytics><script type=\"application/json\">{{\"requests\":{{\"base\":\"https://${{host}}/x?\"}}}}</script>\
         </amp-analytics>{}</body></html>",
        links(80),
        prose(80),
    );
    let pictures = ["hero", "hero-2", "soup"].map(|n| format!("https://amp-cdn.example/{n}.jpg")).to_vec();
    Site { name: "AMP", page, pictures }
}

/// In German, with comments around the JSON and a name in it that is not ASCII.
fn german() -> Site {
    let page = format!(
        "<!DOCTYPE html><html lang=\"de\"><head><title>Gr\u{fc}ne So\u{df}e \u{2013} \u{201e}echt\u{201c}</title><meta name=\"description\" \
         content=\"Gr&uuml;ne So&szlig;e: schnell &amp; einfach\"><meta property=\"og:image\" content=\"https://bilder.kueche.example/b/gr%C3%BCne-so%C3%9Fe.jpg\">\
         <script type=\"application/ld+json\">//<![CDATA[\n{{\"@context\":\"https://schema.org\",\"@type\":\"Recipe\",\"name\":\"Gr\\u00fcne So\u{df}e\",\
         \"image\":\"https://bilder.k\u{fc}che.example/gro\u{df}.jpg\",\"recipeIngredient\":[\"\u{bd} TL Salz\"]}}\n//]]></script>{}</head><body>{}{}<form \
         name=\"suche\" action=\"https://kueche.example/s\"><input name=\"q\" value=\"z. B. Soße\"><select name=\"p\">{}</select></form></body></html>",
        machinery(),
        links(150),
        pieces(150, |n| format!(
            "<p>Zutaten f\u{fc}r {n} Personen \u{2014} \u{bb}lecker\u{ab} &nbsp;{n}&#8239;g</p>\n"
        )),
        pieces(100, |n| format!("<option value=\"{n}\">{n} Portionen</option>")),
    );
    let pictures = vec![
        "https://bilder.kueche.example/b/gr%C3%BCne-so%C3%9Fe.jpg".to_owned(),
        "https://bilder.k\u{fc}che.example/gro\u{df}.jpg".to_owned(),
    ];
    Site { name: "German", page, pictures }
}

/// In Japanese, with wide blanks and many small pictures.
fn japanese() -> Site {
    let page = format!(
        "<!DOCTYPE html><html lang=\"ja\"><head><meta charset=\"UTF-8\"><title>\u{5473}\u{564c}\u{6c41}\u{3000}\u{30ec}\u{30b7}\u{30d4}</title><meta \
         property=\"og:image\" content=\"https://img.daidokoro.example/recipes/1/main.jpg?p=1\"><script type=\"application/ld+json\">{{\"@context\":\
         \"https://schema.org/\",\"@type\":\"Recipe\",\"name\":\"\u{5473}\u{564c}\u{6c41}\",\"image\":[\"https://img.daidokoro.example/recipes/1/main.jpg?p=1\"],\
         \"recipeInstructions\":[{{\"@type\":\"HowToStep\",\"image\":\"https://img.daidokoro.example/recipes/1/s1.jpg\"}}]}}</script></head><body>{}{}</body></html>",
        pieces(250, |n| format!(
            "<div class=\"card\"><a href=\"/recipe/{n}\" title=\"\u{5473}\u{564c}\u{6c41}\u{3000}{n}\"><img alt=\"\u{300c}\u{5199}\u{771f}\u{300d}\" \
             src=\"//img.daidokoro.example/t/{n}.jpg\" width=100 height=100></a>\u{3000}\u{4eba}\u{6c17}\u{9806}</div>\n"
        )),
        pieces(200, |n| format!(
            "<p>\u{6750}\u{6599}\u{ff1a}\u{6c34}{n}\u{339d}\u{3001}\u{5869}\u{ff11}\u{3064}\u{307e}\u{307f}\u{3002}</p>\n"
        )),
    );
    let pictures =
        ["main.jpg?p=1", "s1.jpg"].map(|n| format!("https://img.daidokoro.example/recipes/1/{n}")).to_vec();
    Site { name: "Japanese", page, pictures }
}

/// A page with its whole state in a script.
fn application() -> Site {
    let page = format!(
        "{}<meta property=\"og:image\" content=\"https://assets.app.example/soup?fit=crop&#x26;w=1200\"></head><body><div id=\"__app\"></div>\
         <script id=\"__STATE__\" type=\"application/json\">{{\"props\":{{\"recipe\":{{\"title\":\"Soup\",\"image\":{{\"url\":\
         \"https://assets.app.example/soup\",\"alt\":\"Soup\"}},\"html\":\"\\u003cp\\u003eBoil.\\u003c/p\\u003e\"}},\"related\":[{}]}}}}</script>\
         <script>self.__f.push([1,\"{{\\\"image\\\":\\\"https://assets.app.example/x\\\",\\\"url\\\":\\\"/y\\\"}}\"])</script>{}</body></html>",
        head("Soup", "app.example"),
        pieces(400, |n| format!(
            "{}{{\"id\":{n},\"url\":\"https://shop-{n}.example/soup\",\"image\":{{\"url\":\"https://assets.app.example/r{}\",\"width\":1}}}}",
            if n == 0 { "" } else { "," },
            n % 100
        )),
        machinery(),
    );
    let pictures = vec![
        "https://assets.app.example/soup?fit=crop&w=1200".to_owned(),
        "https://assets.app.example/soup".to_owned(),
    ];
    Site { name: "an application", page, pictures }
}
