//! Pictures in the words of the features, and the text that a model hands over for each: whole ones, and such as nobody
//! should pass on. It never says what a server should make of one.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
use fake_mealie::SAMPLE_PICTURES;

/// How long the lines of old mail programs are, in characters.
const LINE_CHARS: usize = 76;

/// A picture as a model hands it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Handed {
    /// In base64, or in what a careless program makes of it.
    pub(crate) text: String,
    /// What the model calls it.
    pub(crate) format: String,
}

/// What the words mean: `a PNG`, `a JPEG of 10000 by 5000`, `a WebP of 6291456 bytes`, `a PNG called jpg`, `a text`, each
/// of them perhaps written carelessly: `a PNG, in lines`.
pub(crate) fn handed(words: &str) -> Option<Handed> {
    let (what, manner) = match words.split_once(", ") {
        Some((what, manner)) => (what, Some(manner)),
        None => (words, None),
    };
    let (what, called) = match what.split_once(" called ") {
        Some((what, format)) => (what, Some(format)),
        None => (what, None),
    };
    let bytes = bytes(what)?;
    let whole = STANDARD.encode(&bytes);
    let text = match manner {
        None => whole,
        Some("behind data:") => format!("data:image/png;base64,{whole}"),
        Some("in lines") => {
            let lines: Vec<&str> = (0..whole.len())
                .step_by(LINE_CHARS)
                .map(|start| &whole[start..whole.len().min(start + LINE_CHARS)])
                .collect();
            lines.join("\r\n")
        }
        Some("with a blank behind it") => format!("{whole} "),
        Some("in the alphabet of addresses") => URL_SAFE.encode(&bytes),
        Some("without padding") => STANDARD_NO_PAD.encode(&bytes),
        Some("as an address") => "https://example.com/soup.png".to_owned(),
        Some(_) => return None,
    };
    let format = called.map_or_else(|| format_of(what).to_owned(), str::to_owned);
    Some(Handed { text, format })
}

/// What a model would call it.
fn format_of(what: &str) -> &'static str {
    match what.split(' ').nth(1) {
        Some("JPEG") => "jpeg",
        Some("WebP") => "webp",
        _ => "png",
    }
}

fn bytes(what: &str) -> Option<Vec<u8>> {
    let (kind, of) = match what.split_once(" of ") {
        Some((kind, of)) => (kind, Some(of)),
        None => (what, None),
    };
    if let Some((width, height)) = of.and_then(|of| of.split_once(" by ")) {
        return header(kind, width.parse().ok()?, height.parse().ok()?);
    }
    let mut bytes = match kind {
        "a PNG" => sample("png"),
        "a JPEG" => sample("jpg"),
        "a WebP" => sample("webp"),
        "a GIF" => b"GIF89a\x08\0\x06\0\0\0\0;".to_vec(),
        "a text" => b"pea soup".to_vec(),
        "a page" => b"<!DOCTYPE html><title>Soup</title>".to_vec(),
        "nothing" => Vec::new(),
        _ => return None,
    };
    if let Some(size) = of {
        bytes.resize(size.strip_suffix(" bytes")?.parse().ok()?, 0);
    }
    Some(bytes)
}

fn sample(ending: &str) -> Vec<u8> {
    let samples = SAMPLE_PICTURES.iter().filter(|(kind, _)| *kind == ending);
    samples.flat_map(|(_, bytes)| bytes.iter().copied()).collect()
}

/// A picture that speaks of so many pixels and has next to none of them.
fn header(kind: &str, width: u32, height: u32) -> Option<Vec<u8>> {
    match kind {
        "a PNG" => {
            let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
            let header = chunk(b"IHDR", &[&size[..], &[8, 2, 0, 0, 0]].concat());
            let signature = b"\x89PNG\r\n\x1a\n".to_vec();
            Some([signature, header, chunk(b"IDAT", b"x"), chunk(b"IEND", b"")].concat())
        }
        "a JPEG" => {
            let (width, height) = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
            let frame = [height.to_be_bytes(), width.to_be_bytes()].concat();
            let frame = [&b"\xFF\xD8\xFF\xC0\0\x0b\x08"[..], &frame, b"\x01\x01\x11\0"].concat();
            Some([&frame[..], b"\xFF\xDA\0\x08\x01\x01\0\0\x3f\0x\xFF\xD9"].concat())
        }
        "a WebP" => {
            let (width, height) = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
            let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
            let frame = [&b"VP8 \x0a\0\0\0\x50\x01\0\x9d\x01\x2a"[..], &size].concat();
            Some([&b"RIFF\x16\0\0\0WEBP"[..], &frame].concat())
        }
        _ => None,
    }
}

/// A chunk of a PNG, with its sum.
fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap_or_default();
    let summed = [&kind[..], content].concat();
    [&length.to_be_bytes()[..], &summed, &crc(&summed).to_be_bytes()].concat()
}

/// The sum of PNG (third edition, 5.5).
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { 0xEDB8_8320 ^ (sum >> 1) } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_what_the_words_say() {
        for (words, format, beginning) in [
            ("a PNG", "png", "iVBORw0KGgo"),
            ("a JPEG", "jpeg", "/9j/"),
            ("a WebP", "webp", "UklGR"),
            ("a PNG called jpg", "jpg", "iVBORw0KGgo"),
            ("a text", "png", "cGVhIHNvdXA="),
            ("a PNG, behind data:", "png", "data:image/png;base64,iVBO"),
            ("a JPEG of 10000 by 5000", "jpeg", "/9j/wAALCBOIJxAB"),
            ("a WebP of 3 by 4", "webp", "UklGRhYAAABXRUJQVlA4IA"),
        ] {
            let handed = handed(words).unwrap_or_else(|| panic!("{words}"));
            assert_eq!(handed.format, format, "{words}");
            assert!(handed.text.starts_with(beginning), "{words}: {}", handed.text);
        }
        assert_eq!(handed("a PNG of 6291456 bytes").map(|handed| handed.text.len()), Some(8_388_608));
        for unknown in
            ["a BMP", "a PNG, upside down", "a GIF of 8 by 6", "a PNG of 8", "a JPEG of 70000 by 1"]
        {
            assert_eq!(handed(unknown), None, "{unknown}");
        }
    }

    /// Each careless way of writing makes a difference.
    #[test]
    fn what_is_written_carelessly_is_no_longer_base64() {
        for manner in [
            "behind data:",
            "in lines",
            "with a blank behind it",
            "in the alphabet of addresses",
            "without padding",
            "as an address",
        ] {
            let text = handed(&format!("a JPEG, {manner}")).unwrap().text;
            assert!(STANDARD.decode(text).is_err(), "{manner}");
        }
    }

    #[test]
    fn the_sum_is_that_of_png() {
        assert_eq!(crc(b"IEND"), 0xAE42_6082);
    }
}
