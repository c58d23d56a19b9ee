//! How much is looked at, and that anything can be. Owns limits and properties; it never measures time.

use std::fmt::Write;

use proptest::prelude::*;

use super::{PICTURE, Unfit, found, references};

fn pictures(count: usize) -> String {
    (0..count).fold(String::new(), |mut page, n| {
        let _ = write!(page, "<img src='https://kitchen.example/{n}.jpg'>");
        page
    })
}

#[test]
fn net_6_five_hundred_references_are_looked_at_and_no_more() {
    assert_eq!(found(&pictures(500)).len(), 500);
    assert_eq!(references(&pictures(501)), Err(Unfit::TooMany));
    assert_eq!(found(&pictures(500).repeat(2)).len(), 500, "each counts once");
}

#[test]
fn net_6_five_hundred_and_one_of_any_kind_are_too_many() {
    let listed = |one: &dyn Fn(usize) -> String| (0..501).map(one).collect::<Vec<_>>().join(",");
    for (row, document) in [
        ("in JSON", format!("{{\"image\":[{}]}}", listed(&|n| format!("\"{n}.jpg\"")))),
        ("each in its own key", format!("{{{}}}", listed(&|n| format!("\"image\":\"{n}.jpg\"")))),
        ("in one srcset", format!("<img srcset='{}'>", listed(&|n| format!("{n}.jpg 2x")))),
        ("in one tag", format!("<img {}>", listed(&|n| format!("x src='{n}.jpg' ")))),
        ("in texts", listed(&|n| format!("<b itemprop=image>//{n}.example/</b>"))),
        (
            "in what comes after a comment",
            format!("{{\"image\":/**/[{}]}}", listed(&|n| format!("\"//{n}.example\""))),
        ),
    ] {
        assert_eq!(references(&document), Err(Unfit::TooMany), "{row}");
    }
}

/// A hundred thousand elements or brackets in each other are no deeper than one.
#[test]
fn net_7_depth_costs_nothing() {
    let deep = 100_000;
    for (row, document) in [
        ("elements", format!("{}{PICTURE}", "<b itemprop=image>".repeat(deep))),
        ("elements with text", format!("<b itemprop=image>{PICTURE}{}", "<b itemprop=image>x".repeat(deep))),
        ("arrays", format!("{{\"image\":{}\"{PICTURE}\"", "[".repeat(deep))),
        ("objects", format!("{}\"{PICTURE}\"", "{\"image\":".repeat(deep))),
        ("tags in values", format!("{}<img src={PICTURE}>", "<a b='".repeat(deep))),
    ] {
        assert!(found(&document).iter().any(|one| one == PICTURE), "{row}");
    }
}

/// What the grammars are made of, so that random documents reach into them.
const PIECES: [&str; 48] = [
    "<",
    ">",
    "\"",
    "'",
    "=",
    "/",
    " ",
    "\n",
    "\u{b}",
    "\u{a0}",
    "\u{0}",
    "\\",
    "\\\"",
    "\\u0022",
    "\\ud83c",
    "&",
    "&#1;",
    "&amp",
    "&quot;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "</",
    "</script>",
    "<script>",
    "<style>",
    "<textarea>",
    "<a b=",
    "<img src=",
    "<b itemprop=image>",
    "<meta property=og:image content=",
    "</b>",
    "<body>",
    "srcset=",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "/*",
    "*/",
    "//",
    "\"image\":",
    "\"url\":",
    "http://x.example/",
];

fn document() -> impl Strategy<Value = String> {
    let piece =
        prop_oneof![4 => prop::sample::select(PIECES.as_slice()).prop_map(str::to_owned), 1 => ".{0,4}"];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_read_to_its_end(text in prop_oneof![any::<String>(), document()]) {
        if let Ok(references) = references(&text) {
            prop_assert!(references.len() <= 500);
            let blank = |text: &String| text.is_empty() || text.trim() != text;
            prop_assert!(!references.iter().any(blank));
        }
    }

    #[test]
    fn net_6_a_picture_counts_wherever_its_bracket_stands(before in document(), after in document(), which in 0..5_usize) {
        let tag = [
            format!("<img src=\"{PICTURE}\">"),
            format!("<IMG SRC='{PICTURE}'>"),
            format!("<meta property=og:image content={PICTURE} >"),
            format!("<span itemprop='image'>{PICTURE}</span>"),
            format!("<x/itemprop='image'/content=\"{PICTURE}\"/>"),
        ];
        let text = format!("{before}{}{after}", tag[which]);
        prop_assert!(found(&text).iter().any(|one| one == PICTURE), "{text:?}");
    }

    #[test]
    fn net_6_a_picture_in_json_counts_wherever_its_object_stands(before in document(), after in document(), which in 0..3_usize) {
        // A quote behind a backslash opens nothing in JSON.
        let json = [
            format!(" {{\"image\":\"{PICTURE}\"}}"),
            format!(" {{\"image\" : [\"{PICTURE}\"]}}"),
            format!(" {{\"\\u0069mage\":{{\"url\":\"{PICTURE}\"}}}}"),
        ];
        let text = format!("{before}>\n{}{after}", json[which]);
        prop_assert!(found(&text).iter().any(|one| one == PICTURE), "{text:?}");
    }
}
