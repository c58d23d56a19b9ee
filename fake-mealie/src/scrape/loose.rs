//! JSON as Python reads it in a page: with `NaN`, raw line breaks in texts, comments and commas too many.
//! Never repairs what Python would not read.

use serde_json::Value;

/// Reads the JSON of a script (Mealie 3.10.2: `json.loads(strict=False)`, then jstyleson for what fails there).
pub(super) fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&strict(text))).ok()
}

/// The same JSON in the spelling of the standard.
fn strict(text: &str) -> String {
    let text = without_first_comment_line(text);
    let mut strict = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if letter == '"' {
            let end = end_of_string(rest);
            push_string(&mut strict, &rest[..end]);
            rest = &rest[end..];
        } else if rest.starts_with("//") {
            // One that no line break ends is no comment (jstyleson; asked a running Mealie 3.10.2), and no JSON.
            let Some(end) = rest.find('\n') else { return rest.into() };
            rest = &rest[end..];
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else if let Some(after) = number_that_is_none(rest) {
            strict.push_str("null");
            rest = after;
        } else {
            if matches!(letter, ']' | '}') {
                let end = strict.trim_end().strip_suffix(',').map_or(strict.len(), str::len);
                strict.truncate(end);
            }
            strict.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    strict
}

/// Pages put their script into an HTML or JavaScript comment of one line.
fn without_first_comment_line(text: &str) -> &str {
    let trimmed = text.trim_start();
    match trimmed.strip_prefix("<!--") {
        Some(comment) => comment.split_once("-->").map_or(text, |(_, rest)| rest),
        None => text,
    }
}

fn number_that_is_none(rest: &str) -> Option<&str> {
    ["NaN", "Infinity", "-Infinity"].iter().find_map(|word| rest.strip_prefix(word))
}

/// Where a string ends that begins here, behind its second quote.
fn end_of_string(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn push_string(strict: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '\n' => strict.push_str("\\n"),
            '\r' => strict.push_str("\\r"),
            '\t' => strict.push_str("\\t"),
            letter if letter < ' ' => {}
            letter => strict.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_python_reads_is_read_and_what_it_refuses_is_not() {
        for (row, text, want) in [
            ("as it should be", "{\"a\": [1, \"x\"]}", Some(json!({ "a": [1, "x"] }))),
            ("a key twice: the last counts", "{\"a\":1,\"a\":2}", Some(json!({ "a": 2 }))),
            ("no number", "{\"a\":NaN,\"b\":-Infinity}", Some(json!({ "a": null, "b": null }))),
            ("no number in a text", "{\"a\":\"NaN, // no\",}", Some(json!({ "a": "NaN, // no" }))),
            ("a raw line break", "{\"a\":\"x\ny\"}", Some(json!({ "a": "x\ny" }))),
            ("a comma too many", "{\"a\":[1,2, ],}", Some(json!({ "a": [1, 2] }))),
            ("comments", "{/* c */\"a\":1 // d\n}", Some(json!({ "a": 1 }))),
            ("a comment line first", "<!-- x -->\n{\"a\":1}", Some(json!({ "a": 1 }))),
            ("an escaped quote", "{\"a\":\"\\\"NaN\",}", Some(json!({ "a": "\"NaN" }))),
            ("a comment that no line break ends", "{\"a\":1} // d", None),
            ("single quotes", "{'a':1}", None),
            ("nothing", "", None),
            ("words", "{bad json", None),
            ("an open string", "{\"a", None),
            ("an open comment", "{ /*", None),
        ] {
            assert_eq!(json(text), want, "{row}");
        }
    }
}
