//! What one reader takes for markup and another does not. Owns tables of such documents, most found by comparing the scan
//! with a Mealie 3.10.2 on documents made at random; it never holds a kind that none of its readers has.

use super::{PICTURE, all_lead_to, found, microdata};

#[test]
fn net_6_attributes_are_read_as_html_parser_does_too() {
    let meta = |attributes: &str| format!("<meta{attributes}>");
    all_lead_to(
        PICTURE,
        &[
            ("two equals signs", meta(&format!(" property=og:image content==\"{PICTURE}\""))),
            ("three, and blanks", meta(&format!(" property=og:image content = == '{PICTURE}'"))),
            ("a wide blank between", meta(&format!(" property=og:image\u{a0}content={PICTURE}\u{3000}x"))),
            ("a vertical tab between", meta(&format!(" property=og:image\u{b}content={PICTURE}\u{b}"))),
            ("a separator before the sign", meta(&format!(" property=og:image content\u{1f}={PICTURE}"))),
            (
                "a wide blank after the sign",
                meta(&format!(" property=og:image content=\u{2003}\"{PICTURE}\"")),
            ),
            ("slashes between", meta(&format!("/property=\"og:image\"/content=\"{PICTURE}\"/"))),
            ("nothing between", meta(&format!(" property='og:image'content='{PICTURE}'"))),
            ("the last of two", meta(&format!(" property=og:image content=x content={PICTURE}"))),
            ("the first of two", meta(&format!(" property=og:image content={PICTURE} content=x"))),
            ("a lone quote between", meta(&format!(" property=og:image \" content={PICTURE}"))),
            ("a lone sign between", meta(&format!(" property=og:image = content={PICTURE}"))),
        ],
    );
}

#[test]
fn net_6_references_to_control_characters_may_be_left_out() {
    for reference in ["&#1;", "&#x1f;", "&#127;", "&#x81;", "&#xfdd0;", "&#xffff;", "&#x1fffe;"] {
        for at in [1, 4, 7, 12, 25] {
            let address = format!("{}{reference}{}", &PICTURE[..at], &PICTURE[at..]);
            all_lead_to(PICTURE, &[(reference, format!("<meta property=og:image content=\"{address}\">"))]);
        }
    }
}

#[test]
fn net_6_a_value_without_quotes_ends_where_another_tag_in_it_has_one() {
    let found = found(&format!("<img/src=x<img/src=y<img/src={PICTURE}>"));
    for want in [&format!("x<img/src=y<img/src={PICTURE}"), "y", PICTURE] {
        assert!(found.iter().any(|one| one == want), "{want} in {found:?}");
    }
}

/// extruct joins the text nodes of an element.
#[test]
fn net_6_the_text_of_an_element_is_joined_as_mealie_joins_it() {
    let rows = [
        ("before a dot", "http://kitchen<i>.example/soup.jpg</i>"),
        ("before a colon", "http<i>://kitchen.example/soup.jpg</i>"),
        ("before a blank and a colon", "http<i> ://kitchen.example/soup.jpg</i>"),
        ("between blanks", "http://kitchen<i> </i>\n<b></b> .example/soup.jpg"),
        ("across a comment", "http://kitchen.exa<!-- x -->mple/soup.jpg"),
        ("across an instruction", "http://kitchen.exa<?x?>mple/soup.jpg"),
        ("across a script", "http://kitchen.exa<script>x</script>mple/soup.jpg"),
        ("across a style", "http://kitchen.exa<style>x</style>mple/soup.jpg"),
        ("across a meta", "ht<meta>tp://kitchen.exa<link>mple/soup.jpg"),
        // libxml2 2.14 overlooks a tag that closes nothing, or that there is one of.
        ("across an end that closes nothing", "http://kitchen.exa</x>mple/soup.jpg"),
        ("across the end of a line break", "ht</br>tp://kitchen.example/soup.jpg"),
        ("across the end of what has a slash", "<i/>http://kitchen.exa</i>mple/soup.jpg"),
        ("across a second body", "http://kitchen.exa<body>mple/soup.jpg"),
        ("across the end of a body", "http://kitchen.exa</body>mple/soup.jpg"),
        ("across a second page", "http://kitchen.exa<html>mple/soup.jpg"),
        ("across references", "http://kitchen&period;ex&#97;mple/soup.jpg"),
    ];
    for (row, text) in rows {
        for (element, end) in
            [("span", "</span>"), ("p", "<p>next"), ("td", "</td>"), ("b", "</i></b>"), ("noscript", "")]
        {
            let document = microdata(&format!("<{element} itemprop=\"image\">{text}{end}"));
            all_lead_to(PICTURE, &[(row, document)]);
        }
    }
}

#[test]
fn net_6_an_element_with_text_counts_wherever_its_bracket_stands() {
    let element = format!("<span itemprop='image'> {PICTURE} </span>");
    let nested = format!("<div itemprop='image' itemscope><i itemprop='url'>{PICTURE}</i></div>");
    for element in [&element, &nested] {
        all_lead_to(
            PICTURE,
            &[
                ("in a value", format!("<a title=\"{element}\">")),
                ("in a value that never ends", format!("<a title=\"{element}")),
                ("in a value without quotes", format!("<a title={element}>")),
                ("in a comment in a value", format!("<a title=\"<!--{element}-->\">")),
                ("in a comment", format!("<!-- {element} -->")),
                ("in a script", format!("<script>x = \"{element}\"</script>")),
                ("in JSON", format!("{{\"x\":\"{element}\"}}")),
            ],
        );
    }
}

#[test]
fn net_6_the_text_of_an_element_in_a_comment_is_joined_too() {
    let joined = "<b itemprop=image>http://kitchen<i>.example/soup.jpg</i></b>";
    for (row, document) in [
        ("a comment", format!("<!-- {joined} -->")),
        ("a section", format!("<![CDATA[{joined}]]>")),
        ("a script", format!("<script>{joined}</script>")),
    ] {
        all_lead_to(PICTURE, &[(row, document)]);
    }
}

/// libxml2 2.14: then they hold nothing, and what comes after them is no raw text.
#[test]
fn net_6_elements_of_raw_text_may_end_with_a_slash() {
    for element in
        ["style", "script", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "plaintext"]
    {
        let text = "<b itemprop=image>http://kitchen<!-- x -->.example/soup.jpg</b>";
        all_lead_to(PICTURE, &[(element, microdata(&format!("<{element}/>{text}")))]);
        all_lead_to(PICTURE, &[(element, microdata(&format!("<{element} x='y' />{text}")))]);
    }
}

#[test]
fn net_6_a_text_is_given_as_far_as_each_reader_may_read_it() {
    for (row, text) in [
        ("a tag that closes it", "<p itemprop=image>http://kitchen.example<p>.evil.example"),
        ("a tag in it", "<p itemprop=image>http://kitchen.example<b>.evil.example</b>"),
        ("an end that closes nothing", "<p itemprop=image>http://kitchen.example</i>.evil.example"),
    ] {
        let found = found(text);
        for want in ["http://kitchen.example", "http://kitchen.example.evil.example"] {
            assert!(found.iter().any(|one| one == want), "{row}: {found:?}");
        }
    }
}

#[test]
fn net_6_a_user_before_a_host_counts_across_a_blank() {
    let found = found("<b itemprop=image>http://good.example <i>@kitchen.example/</i></b>");
    assert!(found.iter().any(|one| one == "http://good.example @kitchen.example/"), "{found:?}");
}

/// What stands behind an element that closes properly is not joined to its text: honest pages would not pass.
#[test]
fn a_text_ends_with_its_element() {
    for (row, text) in [
        ("a text", "<a itemprop=url>https://kitchen.example</a> is mine"),
        ("a text in another element", "<b itemprop=url><i>https://kitchen.example</i></b> is mine"),
        ("a text beside another", "<b itemprop=url>https://kitchen.example <i>is mine</i></b>"),
    ] {
        assert_eq!(found(text), ["https://kitchen.example"], "{row}");
    }
}
