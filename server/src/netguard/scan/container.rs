//! A picture that is a JSON array or object. Owns which strings in it are addresses, at any depth; it never recurses.

use super::Unfit;
use super::found::{Found, Place};
use super::json::{decoded, is_address_key, is_picture_key, past_space, string_end};

/// How a container ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With its bracket there, or with the document.
    Closed(usize),
    /// With something that JSON does not have. A reader that leaves comments out may go on where this one is lost.
    Doubtful,
}

/// Takes the addresses in the container that opens at `start`, and notes in `inner` where pictures open that are
/// containers too, in order.
pub(super) fn read(
    text: &str,
    start: usize,
    inner: &mut Vec<usize>,
    found: &mut Found,
) -> Result<End, Unfit> {
    let bytes = text.as_bytes();
    let mut reading = Reading { text, depth: Depth::default(), key: None };
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'[' | b'{' => {
                let addresses = reading.is_address();
                if at == start || reading.key.is_some_and(|(from, to)| is_picture_key(&text[from..to])) {
                    inner.push(at);
                }
                reading.depth.push(at == start || addresses);
                reading.key = None;
                at + 1
            }
            b']' | b'}' => {
                reading.depth.pop();
                reading.key = None;
                if reading.depth.is_empty() {
                    return Ok(End::Closed(at));
                }
                at + 1
            }
            b'"' => {
                let Some(end) = string_end(bytes, at + 1) else { break };
                let colon = past_space(bytes, end + 1);
                if reading.key.is_none() && bytes.get(colon) == Some(&b':') {
                    reading.key = Some((at + 1, end));
                    colon + 1
                } else {
                    if reading.is_address() {
                        found.take(&decoded(&text[at + 1..end]), Place::Picture)?;
                    }
                    end + 1
                }
            }
            b',' => {
                reading.key = None;
                at + 1
            }
            b' ' | b'\t' | b'\n' | b'\r' | b'+' | b'-' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                at + 1
            }
            _ => return Ok(End::Doubtful),
        };
    }
    Ok(End::Closed(text.len()))
}

struct Reading<'a> {
    text: &'a str,
    depth: Depth,
    /// The key whose value is read, in an object.
    key: Option<(usize, usize)>,
}

impl Reading<'_> {
    /// Whether a string here is an address.
    fn is_address(&self) -> bool {
        match self.key {
            Some((from, to)) => is_address_key(&self.text[from..to]),
            None => self.depth.is_address(),
        }
    }
}

/// The containers that are open: for each, whether strings in it are addresses when they have no key. A bit each, for documents
/// that are nothing but brackets.
#[derive(Default)]
struct Depth {
    bits: Vec<u64>,
    count: usize,
}

impl Depth {
    fn push(&mut self, addresses: bool) {
        let (word, bit) = (self.count / 64, self.count % 64);
        if word == self.bits.len() {
            self.bits.push(0);
        }
        self.bits[word] = (self.bits[word] & !(1 << bit)) | (u64::from(addresses) << bit);
        self.count += 1;
    }

    fn pop(&mut self) {
        self.count = self.count.saturating_sub(1);
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn is_address(&self) -> bool {
        self.count.checked_sub(1).is_some_and(|last| self.bits[last / 64] >> (last % 64) & 1 == 1)
    }
}
