//! Kinds of document whose picture a Mealie 3.10.2 was seen to fetch, each with siblings: another element, another
//! attribute, another nesting, another spelling. Owns those tables; it never looks at how the scan finds them.

use super::{PICTURE, all_lead_to, found, json_recipe, microdata, script};

#[test]
fn net_6_pictures_in_json_are_found_however_they_are_nested_and_spelled() {
    let image = |value: &str| json_recipe(&format!(",\"image\":{value}"));
    all_lead_to(
        PICTURE,
        &[
            ("a string", image("\"http://kitchen.example/soup.jpg\"")),
            (
                "a string after blanks and a line break",
                json_recipe(&format!(",\n \"image\" :\n\t\"{PICTURE}\"")),
            ),
            ("a contentUrl", image(&format!("{{\"@type\":\"ImageObject\",\"contentUrl\":\"{PICTURE}\"}}"))),
            ("an @id", image(&format!("{{\"@id\":\"{PICTURE}\"}}"))),
            ("a thumbnailUrl", image(&format!("{{\"thumbnailUrl\":[\"{PICTURE}\"]}}"))),
            ("lists in lists", image(&format!("[[{{\"url\":[\"{PICTURE}\"]}}]]"))),
            ("an object under url", image(&format!("{{\"url\":{{\"http://\":1,\"url\":\"{PICTURE}\"}}}}"))),
            ("an image within an image", image(&format!("{{\"image\":[{{\"image\":\"{PICTURE}\"}}]}}"))),
            ("the second of a list", image(&format!("[\"\",{{\"url\":\"{PICTURE}\"}}]"))),
            ("a list after brackets in a string", image(&format!("[\"]}}\",\"{PICTURE}\"]"))),
            ("the first of two keys", image(&format!("\"{PICTURE}\",\"image\":\"/other.jpg\""))),
            ("the last of two keys", image(&format!("\"/other.jpg\",\"image\":\"{PICTURE}\""))),
            ("a key in escapes", json_recipe(&format!(",\"\\u0069ma\\u0067e\":\"{PICTURE}\""))),
            ("slashes escaped", image("\"http:\\/\\/kitchen.example\\/soup.jpg\"")),
            ("letters escaped", image("\"\\u0068ttp://kitchen.example/soup\\u002Ejpg\"")),
            ("after NaN", json_recipe(&format!(",\"z\":NaN,\"image\":\"{PICTURE}\""))),
            ("after -Infinity", json_recipe(&format!(",\"z\":-Infinity,\"image\":[\"{PICTURE}\"]"))),
            (
                "after a raw control character",
                json_recipe(&format!(",\"z\":\"\u{1}\n\",\"image\":\"{PICTURE}\"")),
            ),
            ("with trailing commas", json_recipe(&format!(",\"image\":[\"{PICTURE}\",],"))),
            ("in a graph", format!("{{\"@graph\":[[{}]]}}", image(&format!("[\"{PICTURE}\"]")))),
            (
                "of a page's main entity",
                format!("{{\"@type\":\"WebPage\",\"mainEntity\":{}}}", image(&format!("\"{PICTURE}\""))),
            ),
            (
                "in a list of recipes",
                script(&format!("[{},{}]", json_recipe(""), image(&format!("\"{PICTURE}\"")))),
            ),
            ("in the second script", script(&json_recipe("")) + &script(&image(&format!("\"{PICTURE}\"")))),
            (
                "in a script in capitals",
                format!("<SCRIPT TYPE='application/ld+json'>{}</SCRIPT >", image(&format!("\"{PICTURE}\""))),
            ),
            ("cut off in the middle", image(&format!("{{\"url\":\"{PICTURE}\",\"cap"))),
            ("blanks around it", image(&format!("\" \\n{PICTURE}\\t \""))),
        ],
    );
}

#[test]
fn net_6_json_with_comments_is_read_as_without() {
    let image = |key_to_value: &str| json_recipe(&format!(",{key_to_value}"));
    all_lead_to(
        PICTURE,
        &[
            ("before the key", image(&format!("/* \" */\"image\":\"{PICTURE}\""))),
            ("between key and colon", image(&format!("\"image\"/* \" */:\"{PICTURE}\""))),
            ("between colon and value", image(&format!("\"image\": // \"\n\"{PICTURE}\""))),
            ("in a list", image(&format!("\"image\":[/* ]\" */\"{PICTURE}\"]"))),
            ("in an object", image(&format!("\"image\":{{\"a\":\"]}}\",/* }} \" */\"url\":\"{PICTURE}\"}}"))),
            // jstyleson 0.0.2: once a star has come, any slash ends it.
            ("that ends at a lone slash", image(&format!("/* * \" / \"image\":\"{PICTURE}\",\"z\":\"*/\""))),
            (
                "before it all",
                script(&format!("// \"\n{}", json_recipe(&format!(",\"image\":\"{PICTURE}\"")))),
            ),
            (
                "of HTML before it all",
                script(&format!("<!-- \" -->{}", json_recipe(&format!(",\"image\":\"{PICTURE}\"")))),
            ),
            (
                "around a section",
                script(&format!("/*<![CDATA[*/{}/*]]>*/", json_recipe(&format!(",\"image\":\"{PICTURE}\"")))),
            ),
        ],
    );
}

#[test]
fn net_6_json_breaks_out_of_the_script_it_is_wrapped_in() {
    let text = |html: &str| json_recipe(&format!(",\"z\":\"{html}\""));
    all_lead_to(
        PICTURE,
        &[
            ("with a meta", text(&format!("</script><meta property='og:image' content='{PICTURE}'>"))),
            ("without quotes", text(&format!("</script ><meta property=og:image content={PICTURE} >"))),
            (
                "with microdata",
                text(&format!("</SCRIPT><b itemscope><img itemprop=image src='{PICTURE}'></b>")),
            ),
            ("with the text of an element", text(&format!("</script><b itemprop=image>{PICTURE}</b>"))),
            (
                "with escaped quotes",
                text(&format!("</script><meta property=\\\"og:image\\\" content=\\\"{PICTURE}\\\">")),
            ),
            (
                "with an escaped bracket",
                text(&format!("\\u003c/script>\\u003Cmeta property=og:image content={PICTURE} >")),
            ),
            ("in a key", json_recipe(&format!(",\"</script><meta name='og:image' content='{PICTURE}'>\":1"))),
        ],
    );
}

#[test]
fn net_6_microdata_says_a_picture_in_every_way() {
    let rows = [
        ("an element's text", format!("<span itemprop=\"image\">{PICTURE}</span>")),
        ("a paragraph's text", format!("<p itemprop=image>{PICTURE}<p>next")),
        ("a cell's text", format!("<table><tr><td itemprop=image>{PICTURE}</table>")),
        ("an unknown element's text", format!("<x-y itemprop=image>{PICTURE}</x-y>")),
        ("a text area's text", format!("<textarea itemprop=image>{PICTURE}</textarea>")),
        ("a title's text", format!("<svg><title itemprop=image>{PICTURE}</title></svg>")),
        ("text within", format!("<div itemprop=image><b></b> <i><u>{PICTURE}</u></i></div>")),
        (
            "text after what does not count",
            format!("<b itemprop=image><script>x</script><!-- y --><style>z</style>{PICTURE}</b>"),
        ),
        ("an object's data", format!("<object itemprop=\"image\" data=\"{PICTURE}\"></object>")),
        ("a data's value", format!("<data itemprop=\"image\" value=\"{PICTURE}\"></data>")),
        ("a meter's value", format!("<meter itemprop=image value='{PICTURE}'></meter>")),
        ("a time's datetime", format!("<time itemprop=image datetime='{PICTURE}'></time>")),
        ("a division's content", format!("<div itemprop=\"image\" content=\"{PICTURE}\"></div>")),
        ("a heading's content", format!("<h2 content={PICTURE} itemprop=image>Soup</h2>")),
        ("a link's href", format!("<link itemprop=image href={PICTURE} >")),
        ("an anchor's href", format!("<a itemprop=image href=' {PICTURE}\n'>Soup</a>")),
        ("a video's src", format!("<video itemprop=image src={PICTURE} ></video>")),
        ("a source's src", format!("<source itemprop=image src={PICTURE} >")),
        ("a frame's src", format!("<iframe itemprop=image src={PICTURE} ></iframe>")),
        ("one of two names", format!("<img itemprop=\"thumb image\" src=\"{PICTURE}\">")),
        ("names apart by a wide blank", format!("<img itemprop=\"x\u{a0}image\" src=\"{PICTURE}\">")),
        ("a name in references", format!("<img itemprop=\"im&#97;ge\" src=\"{PICTURE}\">")),
        (
            "text in a picture object",
            format!(
                "<div itemprop=image itemscope itemtype=https://schema.org/ImageObject><i itemprop=contentUrl>{PICTURE}</i></div>"
            ),
        ),
        (
            "an address in a picture object",
            format!(
                "<p itemprop=image itemscope itemtype=https://schema.org/ImageObject><meta itemprop=url content={PICTURE} ></p>"
            ),
        ),
        (
            "an @id in a picture object",
            format!(
                "<p itemprop=image itemscope itemtype=https://schema.org/ImageObject><b itemprop=@id>{PICTURE}</b></p>"
            ),
        ),
        (
            "an address in references",
            "<img itemprop=image src=\"&#104;ttp&colon;//kitchen&period;example&sol;soup&#x2E;jpg\">"
                .to_owned(),
        ),
    ];
    let mut documents: Vec<_> = rows.iter().map(|(row, within)| (*row, microdata(within))).collect();
    documents.push((
        "elsewhere, by reference",
        format!(
            "<img id=q itemprop=image src={PICTURE} >{}",
            microdata("").replace("itemscope", "itemscope itemref=q")
        ),
    ));
    all_lead_to(PICTURE, &documents);
}

#[test]
fn net_6_a_meta_says_a_picture_wherever_it_stands() {
    let meta = format!("<meta property=\"og:image\" content=\"{PICTURE}\">");
    let bare = format!("<meta property=og:image content={PICTURE} >");
    let rows = [
        (
            "in a head of its own",
            format!("<html><head><meta property=\"og:title\" content=\"Soup\">{meta}</head></html>"),
        ),
        ("after the recipe", microdata("") + &meta),
        ("before the recipe", meta.clone() + &script(&json_recipe(""))),
        ("in a comment", microdata("") + "<!-- " + &meta + " -->"),
        ("after a comment that is none", microdata("") + "<!-->" + &meta + " -->"),
        ("in a text area", microdata("") + "<textarea>" + &meta + "</textarea>"),
        ("in a title", microdata("") + "<title>" + &meta + "</title>"),
        ("in a frame", microdata("") + "<iframe>" + &meta + "</iframe>"),
        ("in noembed", microdata("") + "<noembed>" + &meta + "</noembed>"),
        ("in noframes", microdata("") + "<noframes>" + &meta),
        ("in noscript", microdata("") + "<noscript>" + &meta + "</noscript>"),
        ("in xmp", microdata("") + "<xmp>" + &meta + "</xmp>"),
        ("in a template", microdata("") + "<template>" + &meta + "</template>"),
        ("in plain text", microdata("") + "<plaintext>" + &meta),
        ("in a style", microdata("") + "<style>" + &meta + "</style>"),
        ("in a script", microdata("") + "<script>" + &meta + "</script>"),
        (
            "in a script twice escaped",
            microdata("") + "<script><!--<script></script>" + &meta + "--></script>",
        ),
        ("in a section", microdata("") + "<![CDATA[" + &meta + "]]>"),
        ("in an instruction", microdata("") + "<?xml " + &bare + "?>"),
        ("in a declaration", microdata("") + "<!ELEMENT x " + &bare + ">"),
        ("in an attribute", microdata("") + "<a title='" + &meta + "'>x</a>"),
        ("in an attribute without quotes", microdata("") + "<a title=" + &bare),
        ("behind an attribute that never ends", microdata("") + "<a title=\"" + &bare),
        ("in an end tag", microdata("") + "</p " + &bare + ">"),
        ("behind a bracket", microdata("") + "<" + &meta),
        ("behind another tag", microdata("") + "<a<b " + &meta),
        ("behind the wrong quotes", format!("<!-- <a title=\" -->{meta} \">")),
        ("twice, the other first", microdata("") + "<meta property=og:image content=/other.jpg>" + &meta),
        (
            "with outer blanks",
            microdata("") + &format!("<meta property=\"og:image\" content=\"  {PICTURE}\n \">"),
        ),
        ("as og:image:url", microdata("") + &format!("<meta property='og:image:url' content='{PICTURE}'>")),
        (
            "as og:image:secure_url",
            microdata("") + &format!("<meta property='og:image:secure_url' content='{PICTURE}'>"),
        ),
        ("by name", microdata("") + &format!("<meta name='OG:Image' content='{PICTURE}'>")),
        ("the address first", microdata("") + &format!("<META CONTENT='{PICTURE}' PROPERTY='og:image'/>")),
        ("cut off", microdata("") + &format!("<meta property=og:image content='{PICTURE}'")),
    ];
    all_lead_to(PICTURE, &rows);
}

#[test]
fn net_6_what_leads_there_in_a_strange_way_is_given_as_it_stands() {
    let image = |value: &str| json_recipe(&format!(",\"image\":\"{value}\""));
    for (row, document, want) in [
        (
            "a user",
            image("http://good.example\\\\@kitchen.example/"),
            "http://good.example\\@kitchen.example/",
        ),
        (
            "other dots",
            image("http://192\u{3002}0\u{3002}2\u{3002}7/p"),
            "http://192\u{3002}0\u{3002}2\u{3002}7/p",
        ),
        (
            "no scheme",
            "<meta property=og:image content=//kitchen.example/p>".to_owned(),
            "//kitchen.example/p",
        ),
        ("an empty scheme", image("://kitchen.example/http://"), "://kitchen.example/http://"),
        ("another scheme", image("ftp://kitchen.example/http://"), "ftp://kitchen.example/http://"),
        ("in capitals", image("HTTP://KITCHEN.EXAMPLE/"), "HTTP://KITCHEN.EXAMPLE/"),
        ("an emoji in two halves", image("https://\\ud83c\\udf72.example/"), "https://\u{1f372}.example/"),
        ("half an emoji", image("https://\\ud83c.example/"), "https://\u{fffd}.example/"),
        ("a line break within", image("http://a.example/b\\nc"), "http://a.example/b\nc"),
    ] {
        assert!(found(&document).iter().any(|one| one == want), "{row}: {:?}", found(&document));
    }
}
