//! Bodies on order, made piece by piece while the other side reads: a body of any size costs nothing.
//! Never holds one whole, unless it was given whole.

use std::io::Write;

use axum::body::Bytes;
use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;

/// How much is made at a time: what fits through a socket in one go, more or less.
const CHUNK_BYTES: usize = 64 * 1024;

/// How much an encoder may keep inside, in plain bytes: a bomb takes in a lot before anything comes out, and is to be
/// made no further than it is read.
const MOST_INSIDE_BYTES: u64 = 1024 * 1024;

/// Quality and window of brotli: the fastest that still makes a bomb of repeated bytes.
const BROTLI_QUALITY: u32 = 2;
const BROTLI_WINDOW_BITS: u32 = 22;

/// How a body is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// `content-encoding: gzip`.
    Gzip,
    /// `content-encoding: br`.
    Brotli,
}

impl Coding {
    /// The word for it in `content-encoding`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Coding::Gzip => "gzip",
            Coding::Brotli => "br",
        }
    }
}

/// Whether a body says beforehand how long it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    Declared,
    Undeclared,
}

/// A body on order, for [`FaultOrder::serves`](crate::FaultOrder::serves).
///
/// ```
/// use fake_mealie::{Coding, Dish, Fault};
/// let huge = Dish::empty_objects(64 * 1024 * 1024).without_length();
/// let bomb = Dish::repeating(" ", 64 * 1024 * 1024).compressed(Coding::Gzip);
/// let fault = Fault::on("GET", "/api/recipes").serves(200, "application/json", huge);
/// # let _ = (bomb, fault);
/// ```
#[derive(Debug, Clone)]
pub struct Dish {
    before: Bytes,
    piece: Bytes,
    times: u64,
    after: Bytes,
    pub(crate) coding: Option<Coding>,
    length: Length,
}

impl Dish {
    /// Exactly these bytes.
    pub fn of(bytes: impl Into<Vec<u8>>) -> Dish {
        Dish::repeating(bytes, 1)
    }

    /// The same piece, so many times.
    pub fn repeating(piece: impl Into<Vec<u8>>, times: u64) -> Dish {
        Dish {
            before: Bytes::new(),
            piece: Bytes::from(piece.into()),
            times,
            after: Bytes::new(),
            coding: None,
            length: Length::Declared,
        }
    }

    /// With something before the first piece and behind the last.
    pub fn between(mut self, before: impl Into<Vec<u8>>, after: impl Into<Vec<u8>>) -> Dish {
        self.before = Bytes::from(before.into());
        self.after = Bytes::from(after.into());
        self
    }

    /// `[{},{},...]` of at least so many bytes: little to send, much to keep.
    pub fn empty_objects(bytes: u64) -> Dish {
        Dish::repeating(",{}", bytes.div_ceil(3)).between("[{}", "]")
    }

    /// `[[[...]]]`, so deep.
    pub fn nested(levels: usize) -> Dish {
        Dish::repeating("", 0).between("[".repeat(levels), "]".repeat(levels))
    }

    /// A text in UTF-16, little end first, with a byte-order mark.
    pub fn utf_16(text: &str) -> Dish {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        Dish::of(units.flat_map(u16::to_le_bytes).collect::<Vec<_>>())
    }

    /// Sent in chunks, so that nobody knows beforehand how long it is. Compressed bodies always are.
    pub fn without_length(mut self) -> Dish {
        self.length = Length::Undeclared;
        self
    }

    /// Compressed, also for a client that did not ask for it.
    pub fn compressed(mut self, coding: Coding) -> Dish {
        self.coding = Some(coding);
        self
    }

    /// How long it is, if that is told.
    pub(crate) fn declared_bytes(&self) -> Option<u64> {
        let told = self.coding.is_none() && self.length == Length::Declared;
        let pieces = (self.piece.len() as u64).saturating_mul(self.times);
        told.then(|| pieces.saturating_add((self.before.len() + self.after.len()) as u64))
    }

    /// The body, chunk by chunk.
    pub(crate) fn chunks(self) -> Chunks {
        Chunks { encoder: Encoder::of(self.coding), dish: self }
    }
}

/// A chunk of a body on its way.
#[derive(Debug, PartialEq)]
pub(crate) struct Chunk {
    /// As it is sent.
    pub(crate) bytes: Bytes,
    /// How many bytes it is once decoded.
    pub(crate) plain_bytes: u64,
}

/// What is left to send.
pub(crate) struct Chunks {
    dish: Dish,
    encoder: Encoder,
}

impl Iterator for Chunks {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        let mut plain_bytes = 0;
        loop {
            let plain = self.plain();
            plain_bytes += plain.len() as u64;
            let ended = plain.is_empty();
            let mut bytes = if ended { self.encoder.end() } else { self.encoder.take_in(plain) };
            if !ended && bytes.is_empty() && plain_bytes >= MOST_INSIDE_BYTES {
                bytes = self.encoder.let_out();
            }
            if !bytes.is_empty() {
                return Some(Chunk { bytes, plain_bytes });
            }
            if ended {
                return None;
            }
        }
    }
}

impl Chunks {
    /// The next bytes before they are encoded; none at the end.
    fn plain(&mut self) -> Bytes {
        let dish = &mut self.dish;
        if !dish.before.is_empty() {
            return std::mem::take(&mut dish.before);
        }
        if dish.times > 0 && !dish.piece.is_empty() {
            let most = (CHUNK_BYTES / dish.piece.len()).max(1);
            let now = usize::try_from(dish.times).unwrap_or(usize::MAX).min(most);
            dish.times -= now as u64;
            return if now == 1 { dish.piece.clone() } else { dish.piece.repeat(now).into() };
        }
        std::mem::take(&mut dish.after)
    }
}

const ALWAYS: &str = "a Vec takes whatever is written to it";

enum Encoder {
    Plain,
    Gzip(GzEncoder<Vec<u8>>),
    Brotli(Box<CompressorWriter<Vec<u8>>>),
}

impl Encoder {
    fn of(coding: Option<Coding>) -> Encoder {
        match coding {
            None => Encoder::Plain,
            Some(Coding::Gzip) => Encoder::Gzip(GzEncoder::new(Vec::new(), Compression::fast())),
            Some(Coding::Brotli) => {
                let writer =
                    CompressorWriter::new(Vec::new(), CHUNK_BYTES, BROTLI_QUALITY, BROTLI_WINDOW_BITS);
                Encoder::Brotli(Box::new(writer))
            }
        }
    }

    /// Takes plain bytes in and gives what has come out by now.
    fn take_in(&mut self, plain: Bytes) -> Bytes {
        match self {
            Encoder::Plain => plain,
            Encoder::Gzip(encoder) => {
                encoder.write_all(&plain).expect(ALWAYS);
                std::mem::take(encoder.get_mut()).into()
            }
            Encoder::Brotli(encoder) => {
                encoder.write_all(&plain).expect(ALWAYS);
                std::mem::take(encoder.get_mut()).into()
            }
        }
    }

    /// What has been taken in so far and can be sent.
    fn let_out(&mut self) -> Bytes {
        match self {
            Encoder::Plain => Bytes::new(),
            Encoder::Gzip(encoder) => {
                encoder.flush().expect(ALWAYS);
                std::mem::take(encoder.get_mut()).into()
            }
            Encoder::Brotli(encoder) => {
                encoder.flush().expect(ALWAYS);
                std::mem::take(encoder.get_mut()).into()
            }
        }
    }

    /// Whatever is still inside; nothing the second time.
    fn end(&mut self) -> Bytes {
        match std::mem::replace(self, Encoder::Plain) {
            Encoder::Plain => Bytes::new(),
            Encoder::Gzip(encoder) => encoder.finish().expect(ALWAYS).into(),
            Encoder::Brotli(encoder) => encoder.into_inner().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn whole(dish: Dish) -> Vec<u8> {
        let coding = dish.coding;
        let sent: Vec<u8> = dish.chunks().flat_map(|chunk| chunk.bytes).collect();
        let mut plain = Vec::new();
        match coding {
            None => plain = sent,
            Some(Coding::Gzip) => {
                flate2::read::GzDecoder::new(sent.as_slice()).read_to_end(&mut plain).expect("whole gzip");
            }
            Some(Coding::Brotli) => {
                brotli::Decompressor::new(sent.as_slice(), 4096)
                    .read_to_end(&mut plain)
                    .expect("whole brotli");
            }
        }
        plain
    }

    #[test]
    fn a_dish_is_the_same_however_it_is_sent() {
        for (row, dish, want) in [
            ("given bytes", Dish::of("soup"), b"soup".to_vec()),
            ("nothing", Dish::of(""), Vec::new()),
            ("a piece many times", Dish::repeating("ab", 40_000), b"ab".repeat(40_000)),
            ("with ends", Dish::repeating("x", 2).between("(", ")"), b"(xx)".to_vec()),
            ("empty objects", Dish::empty_objects(7), b"[{},{},{},{}]".to_vec()),
            ("deep", Dish::nested(3), b"[[[]]]".to_vec()),
            ("UTF-16", Dish::utf_16("é"), vec![0xFF, 0xFE, 0xE9, 0]),
        ] {
            assert_eq!(dish.declared_bytes(), Some(want.len() as u64), "{row}");
            assert_eq!(dish.clone().without_length().declared_bytes(), None, "{row}");
            for coding in [Coding::Gzip, Coding::Brotli] {
                let compressed = dish.clone().compressed(coding);
                assert_eq!(compressed.declared_bytes(), None, "{row}");
                assert_eq!(whole(compressed), want, "{row}, {coding:?}");
            }
            assert_eq!(whole(dish), want, "{row}");
        }
    }

    #[test]
    fn a_body_without_end_is_made_only_as_far_as_it_is_read() {
        for coding in [None, Some(Coding::Gzip), Some(Coding::Brotli)] {
            let mut dish = Dish::repeating("[{},{}]", u64::MAX);
            dish.coding = coding;
            let chunk = dish.chunks().next().expect("a first chunk");
            let made = 1..=MOST_INSIDE_BYTES + CHUNK_BYTES as u64;
            assert!(made.contains(&chunk.plain_bytes) && !chunk.bytes.is_empty(), "{coding:?}");
        }
    }

    #[test]
    fn a_bomb_is_small_until_it_is_opened() {
        for coding in [Coding::Gzip, Coding::Brotli] {
            let bomb = Dish::repeating(" ", 4 * 1024 * 1024).compressed(coding);
            let sent: usize = bomb.chunks().map(|chunk| chunk.bytes.len()).sum();
            assert!(sent < 64 * 1024, "{coding:?}: {sent}");
        }
    }
}
