//! Broken JSON, as Python's decoder tells of it.
//! Never reads JSON that is not broken.

use serde_json::Error;

/// Where broken JSON breaks, in characters from 0, and what Python's `json` says about it.
/// Mealie 3.10.2; seen `errors/malformed_json_body`. Python has few words for it; the rarer ones are not told apart here.
pub(crate) fn as_python_says(error: &Error, body: &[u8]) -> (usize, &'static str) {
    let lines_before = error.line().saturating_sub(1);
    let starts = body.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(place, _)| place + 1);
    let line = std::iter::once(0).chain(starts).nth(lines_before).unwrap_or(0);
    let mut end = (line + error.column().saturating_sub(1)).min(body.len());
    // A word that is none is found within it here, and at its beginning there.
    if error.to_string().starts_with("expected ident") {
        let before = body.get(..end).unwrap_or_default().iter().rev();
        end -= before.take_while(|byte| byte.is_ascii_alphabetic()).count();
    }
    let place = String::from_utf8_lossy(body.get(..end).unwrap_or_default()).chars().count();
    // The text of an error is all that tells of its kind.
    let text = error.to_string();
    let words = [
        ("key must be a string", "Expecting property name enclosed in double quotes"),
        ("expected `:`", "Expecting ':' delimiter"),
        ("expected `,`", "Expecting ',' delimiter"),
        ("trailing characters", "Extra data"),
        ("EOF while parsing a string", "Unterminated string starting at"),
        ("control character", "Invalid control character at"),
    ];
    let known = words.into_iter().find(|(rust, _)| text.starts_with(rust));
    (place, known.map_or("Expecting value", |(_, python)| python))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_counts_characters_from_the_first_line_on() {
        for (body, place, words) in [
            ("{not json", 1, "Expecting property name enclosed in double quotes"),
            ("{\n\"ü\" 1}", 6, "Expecting ':' delimiter"),
            ("[1 2]", 3, "Expecting ',' delimiter"),
            ("1 2", 2, "Extra data"),
            ("[nope", 1, "Expecting value"),
        ] {
            let error = serde_json::from_str::<serde_json::Value>(body).expect_err("broken");
            assert_eq!(as_python_says(&error, body.as_bytes()), (place, words), "{body}");
        }
    }
}
