//! The document as JSON, wherever JSON may stand in it. Owns the keys under which an address may be; it never needs the
//! document to be JSON as a whole.
//!
//! Mealie 3.10.2 (extruct, jsonld.py) reads the scripts of a page as JSON, and when that fails as JSON without comments and
//! trailing commas. So quotes are taken in pairs, each with its neighbour on either side: in a comment or in markup there
//! may be an odd one, and what comes after is read both ways. From a key that names a picture on, strict JSON is followed to
//! the end of its value; where something else turns up (a comment), everything in quotes after it is looked at.

use std::borrow::Cow;

use super::Unfit;
use super::container::{self, End};
use super::found::{Found, Place};
use super::openings;

/// Keys whose value is a picture wherever they stand.
const PICTURES: [&str; 3] = ["image", "contentUrl", "thumbnailUrl"];

/// Keys whose value is an address within a picture.
const WITHIN: [&str; 5] = ["image", "url", "contentUrl", "thumbnailUrl", "@id"];

/// The longest of them, each letter written as `\u0000`.
const MAX_KEY_BYTES: usize = 12 * 6;

/// Takes the addresses of all pictures in `text`.
pub(super) fn read(text: &str, found: &mut Found) -> Result<(), Unfit> {
    let bytes = text.as_bytes();
    // Up to where the last container was followed, and where in it others begin that were followed with it.
    let (mut followed, mut inner) = (0, Vec::new());
    let mut doubtful = false;
    let mut next = quote(bytes, 0);
    while let Some(from) = next {
        let Some(to) = string_end(bytes, from + 1) else { return Ok(()) };
        let written = &text[from + 1..to];
        next = quote(bytes, to);
        if doubtful {
            found.take(&decoded(written), Place::Perhaps)?;
        }
        tags_within(written, found)?;
        if !is_picture_key(written) {
            continue;
        }
        match value(bytes, to + 1) {
            Some(Value::String(start)) => {
                if let Some(end) = string_end(bytes, start + 1) {
                    found.take(&decoded(&text[start + 1..end]), Place::Picture)?;
                }
            }
            Some(Value::Container(start)) if doubtful || inner.binary_search(&start).is_ok() => {}
            // Read by other pairs of quotes than the last one.
            Some(Value::Container(start)) if start < followed => doubtful = true,
            Some(Value::Container(start)) => {
                inner.clear();
                match container::read(text, start, &mut inner, found)? {
                    End::Closed(at) => followed = at,
                    End::Doubtful => doubtful = true,
                }
            }
            Some(Value::Comment) => doubtful = true,
            None => {}
        }
    }
    Ok(())
}

/// What stands after a key.
enum Value {
    /// A string, with its quote there.
    String(usize),
    /// `[` or `{` there.
    Container(usize),
    /// A comment, in which there may be quotes.
    Comment,
}

fn value(bytes: &[u8], at: usize) -> Option<Value> {
    let colon = past_space(bytes, at);
    match bytes.get(colon)? {
        b':' => {}
        b'/' => return Some(Value::Comment),
        _ => return None,
    }
    let start = past_space(bytes, colon + 1);
    match bytes.get(start)? {
        b'"' => Some(Value::String(start)),
        b'[' | b'{' => Some(Value::Container(start)),
        b'/' => Some(Value::Comment),
        _ => None,
    }
}

pub(super) fn past_space(bytes: &[u8], at: usize) -> usize {
    let space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    at + bytes.get(at..).unwrap_or_default().iter().take_while(|byte| space(byte)).count()
}

/// The next quote that can open a string: JSON has no backslash outside of strings.
fn quote(bytes: &[u8], from: usize) -> Option<usize> {
    (from..bytes.len()).find(|at| bytes[*at] == b'"' && (*at == 0 || bytes[*at - 1] != b'\\'))
}

/// The quote that closes the string whose content begins at `from`.
pub(super) fn string_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}

/// Whether a string, as it is written, is such a key, in any case.
fn is_key(written: &str, keys: &[&str]) -> bool {
    written.len() <= MAX_KEY_BYTES && {
        let key = decoded(written);
        keys.iter().any(|known| key.eq_ignore_ascii_case(known))
    }
}

/// Whether its value is a picture.
pub(super) fn is_picture_key(written: &str) -> bool {
    is_key(written, &PICTURES)
}

/// Whether its value is an address within a picture.
pub(super) fn is_address_key(written: &str) -> bool {
    is_key(written, &WITHIN)
}

/// Tags in a string that are none as it is written.
fn tags_within(written: &str, found: &mut Found) -> Result<(), Unfit> {
    if !written.contains('\\') {
        return Ok(());
    }
    match decoded(written) {
        Cow::Owned(text) if text.contains('<') => openings::read(&text, found),
        _ => Ok(()),
    }
}

/// A string's text. What is no escape stays as it is, half of a surrogate pair becomes U+FFFD.
pub(super) fn decoded(written: &str) -> Cow<'_, str> {
    if !written.contains('\\') {
        return Cow::Borrowed(written);
    }
    let mut text = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(c) = rest.chars().next() else { break };
        rest = &rest[c.len_utf8()..];
        match c {
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            'u' => match unit(rest) {
                Some(high @ 0xd800..=0xdbff) => {
                    rest = &rest[4..];
                    let low =
                        rest.strip_prefix("\\u").and_then(unit).filter(|low| (0xdc00..=0xdfff).contains(low));
                    let pair = low.and_then(|low| {
                        rest = &rest[6..];
                        char::from_u32(
                            0x10000 + ((u32::from(high) - 0xd800) << 10) + (u32::from(low) - 0xdc00),
                        )
                    });
                    text.push(pair.unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                Some(unit) => {
                    rest = &rest[4..];
                    text.push(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                None => text.push_str("\\u"),
            },
            '"' | '\\' | '/' => text.push(c),
            _ => text.extend(['\\', c]),
        }
    }
    text.push_str(rest);
    Cow::Owned(text)
}

fn unit(text: &str) -> Option<u16> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}
