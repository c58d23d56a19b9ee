//! Every position that NET-6 lists, and what is none. Owns those two tables; it never mixes positions in one row.

use super::{PICTURE, all_lead_to, found};

const ATTRIBUTES: [&str; 7] = ["content", "src", "srcset", "href", "data", "value", "datetime"];

#[test]
fn net_6_every_attribute_counts_on_every_element_that_is_listed() {
    let openings = [
        ("an img", "img"),
        ("a meta that names an image", "meta property=twitter:image"),
        ("a meta by name", "meta name=thumbnail"),
        ("a link to an image", "link rel=image_src"),
        ("a link to an icon", "link rel='shortcut icon'"),
        ("a link that loads an image", "link rel=preload as=image"),
        ("an element with itemprop", "div itemprop=anything"),
        ("an element with property", "b property='schema:whatever'"),
        ("an element with name", "embed name=x"),
        ("an svg element with itemprop", "svg:image itemprop=x"),
        ("an element with an empty itemprop", "p itemprop"),
    ];
    for (row, opening) in openings {
        for attribute in ATTRIBUTES {
            all_lead_to(
                PICTURE,
                &[
                    (row, format!("<{opening} {attribute}=\"{PICTURE}\">")),
                    (row, format!("<{opening} {attribute}={PICTURE}>")),
                    (row, format!("<{} {attribute} = '{PICTURE}' />", opening.to_uppercase())),
                ],
            );
        }
    }
}

#[test]
fn net_6_every_key_counts_in_a_picture() {
    for key in ["image", "url", "contentUrl", "thumbnailUrl", "@id"] {
        for (row, value) in [
            ("a string", format!("\"{PICTURE}\"")),
            ("a list", format!("[null, 1, \"{PICTURE}\"]")),
            ("deep", format!("[[{{\"url\": [{{\"@id\": \"{PICTURE}\"}}]}}]]")),
        ] {
            all_lead_to(PICTURE, &[(row, format!("{{\"image\": {{\"a\": true, \"{key}\": {value}}}}}"))]);
            all_lead_to(PICTURE, &[(row, format!("{{\"image\": [{{\"b\": {{\"{key}\": {value}}}}}]}}"))]);
        }
    }
}

#[test]
fn net_6_a_srcset_is_several_addresses() {
    let page = "<img srcset=\"a.jpg, https://b.example/b,c.jpg 2x,https://c.example/(d,e) 100w (x, y), //d.example/f\">";
    assert_eq!(
        found(page),
        ["a.jpg", "https://b.example/b,c.jpg", "https://c.example/(d,e)", "//d.example/f"]
    );
}

#[test]
fn net_6_a_base_counts_since_others_are_joined_to_it() {
    assert_eq!(
        found("<base href='https://base.example/'><img src=soup.jpg>"),
        ["https://base.example/", "soup.jpg"]
    );
}

#[test]
fn net_6_what_is_no_position_is_not_given() {
    for (row, document) in [
        ("a link in the text", "<a href=https://a.example/>x</a> https://b.example/"),
        ("a style sheet", "<link rel=stylesheet href=https://a.example/>"),
        ("a script", "<script src=https://a.example/></script>"),
        ("a canonical address", "<link rel=canonical href=https://a.example/>"),
        (
            "an address in JSON that is no picture",
            "{\"url\":\"https://a.example/\",\"@id\":\"https://b.example\"}",
        ),
        ("an address after a picture in JSON", "{\"image\":{\"width\":1},\"url\":\"https://a.example/\"}"),
        (
            "another text in a picture",
            "{\"image\":{\"caption\":\"https://a.example/\",\"keywords\":[\"https://b.example\"]}}",
        ),
        (
            "a picture that is its own content",
            "<img src='data:image/svg+xml,%3Csvg xmlns=%22http://a.example%22'>",
        ),
        ("a date", "<time itemprop=datePublished datetime=2026-11-30T12:00:00Z>"),
        ("a description", "<meta name=description content='Soup: a recipe, and/or a stew'>"),
        ("an address of an app", "<meta property=al:ios:url content=app://recipe/1>"),
        ("a text that begins otherwise", "<p itemprop=image>See https://a.example/</p>"),
        ("text after the element", "<b itemprop=image></b>https://a.example/"),
    ] {
        assert_eq!(found(document), [""; 0], "{row}");
    }
}
