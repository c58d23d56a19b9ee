//! How many values a text of JSON holds, told before anything is made of them: three bytes of a list can become a record
//! of several hundred (BND-7). It never judges a text, and says nothing of one that is no JSON.

/// Whether `json` holds more JSON values than `most`. One pass, no memory.
#[must_use]
pub fn holds_more_values_than(most: usize, json: &[u8]) -> bool {
    // No value is shorter than a byte.
    json.len() > most && ValueCount::default().more_than(most, json)
}

/// The values of a text that comes piece by piece: the value itself, the first item of each list and object, and one for
/// each comma.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueCount {
    values: usize,
    place: Place,
}

/// Where a text of JSON has come to.
#[derive(Clone, Copy, Debug, Default)]
enum Place {
    #[default]
    Start,
    /// Behind the bracket that opens a list or an object.
    Opened,
    Within,
    Text,
    /// Behind a backslash in a text.
    Escape,
}

impl ValueCount {
    /// Counts on with the next piece, and tells whether it is more than `most` by now.
    pub fn more_than(&mut self, most: usize, piece: &[u8]) -> bool {
        for byte in piece {
            self.place = match (self.place, byte) {
                (Place::Text, b'"') => Place::Within,
                (Place::Text, b'\\') => Place::Escape,
                (Place::Text | Place::Escape, _) => Place::Text,
                (place, byte) => {
                    match place {
                        Place::Start => self.values += 1,
                        Place::Opened if !byte.is_ascii_whitespace() => {
                            self.values += usize::from(!matches!(byte, b']' | b'}'));
                        }
                        _ => {}
                    }
                    self.values += usize::from(*byte == b',');
                    match byte {
                        b'"' => Place::Text,
                        b'[' | b'{' => Place::Opened,
                        byte if matches!(place, Place::Opened) && byte.is_ascii_whitespace() => Place::Opened,
                        _ => Place::Within,
                    }
                }
            };
        }
        self.values > most
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
            let mut count = ValueCount::default();
            for byte in body.bytes() {
                count.more_than(0, &[byte]);
            }
            assert_eq!(count.values, want, "{row}");
            assert!(!holds_more_values_than(want, body.as_bytes()), "{row}");
            assert_eq!(holds_more_values_than(want - 1, body.as_bytes()), body.len() >= want, "{row}");
        }
    }
}
