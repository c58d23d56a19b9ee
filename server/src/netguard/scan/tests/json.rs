//! How strings in JSON are read. Owns that table; the kinds of document are elsewhere, and it never repeats one.

use super::super::json::decoded;

#[test]
fn strings_are_decoded_as_python_does() {
    for (row, written, want) in [
        ("nothing to do", "soup", "soup"),
        ("all short escapes", r#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"),
        ("an escape in capitals", r"\u00E9\u00e9", "\u{e9}\u{e9}"),
        ("a pair", r"\ud83c\udf72!", "\u{1f372}!"),
        ("the first half alone", r"\ud83cx", "\u{fffd}x"),
        ("two first halves", r"\ud83c\ud83c\udf72", "\u{fffd}\u{1f372}"),
        ("the second half alone", r"\udf72", "\u{fffd}"),
        ("too few digits", r"\u00e", r"\u00e"),
        ("a sign among the digits", r"\u+0e9", r"\u+0e9"),
        ("no escape", r"\x", r"\x"),
        ("nothing after it", r"\", ""),
        ("a letter of several bytes after it", "\\\u{e9}", "\\\u{e9}"),
    ] {
        assert_eq!(decoded(written), want, "{row}");
    }
}
