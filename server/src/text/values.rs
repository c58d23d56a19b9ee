//! How many values a text of JSON holds, told before anything is made of them: three bytes of a list can become a record
//! of several hundred (BND-7). It never judges a text, and says nothing of one that is no JSON.

/// Whether `json` holds more JSON values than `most`. One pass, no memory.
#[must_use]
pub fn holds_more_values_than(most: usize, json: &[u8]) -> bool {
    // No value is shorter than a byte.
    json.len() > most && count(json) > most
}

/// The value itself, the first item of each list and object, and one for each comma.
fn count(body: &[u8]) -> usize {
    let mut values = 1;
    let mut bytes = body.iter();
    let mut opened = false;
    while let Some(byte) = bytes.next() {
        if opened && !byte.is_ascii_whitespace() {
            opened = false;
            values += usize::from(!matches!(byte, b']' | b'}'));
        }
        match byte {
            b'"' => skip_text(&mut bytes),
            b',' => values += 1,
            b'[' | b'{' => opened = true,
            _ => {}
        }
    }
    values
}

/// To behind the quotation mark that ends a text.
fn skip_text(bytes: &mut std::slice::Iter<'_, u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bnd_7_values_are_counted_as_a_reader_would() {
        for (row, body, want) in [
            ("one", "5", 1),
            ("an empty list", "[ ]", 1),
            ("an empty object", "{\n}", 1),
            ("a list", "[1, 2,3]", 4),
            ("an object", r#"{"a": 1, "b": null}"#, 3),
            ("lists in lists", "[[],[[]]]", 4),
            ("all of it", r#" {"a":[{"b":[]},{}],"c":"d"} "#, 6),
            ("a text with all that counts", r#"["a,[{\",\\",2]"#, 3),
            ("a text without end", r#"["a,b,c\"#, 2),
        ] {
            assert_eq!(count(body.as_bytes()), want, "{row}");
            assert!(!holds_more_values_than(want, body.as_bytes()), "{row}");
            assert_eq!(holds_more_values_than(want - 1, body.as_bytes()), body.len() >= want, "{row}");
        }
    }
}
