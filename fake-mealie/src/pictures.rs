//! What Mealie's picture library makes of some bytes, and pictures that it takes, for tests.
//! Never decodes a pixel: a picture that is whole by its marks and broken inside passes here.

use flate2::Crc;

/// The smallest pictures that a real Mealie 3.10.2 takes, eight pixels by six: one of each kind that a client of ours
/// may send, with its name for `extension`.
pub const SAMPLE_PICTURES: [(&str, &[u8]); 3] = [("png", PNG), ("jpg", JPEG), ("webp", WEBP)];

const PNG: &[u8] = include_bytes!("samples/small.png");
const JPEG: &[u8] = include_bytes!("samples/small.jpg");
const WEBP: &[u8] = include_bytes!("samples/small.webp");

/// From here on a picture is taken for a bomb: twice Pillow's `MAX_IMAGE_PIXELS`.
const BOMB_PIXELS: u64 = 2 * 89_478_485;

/// The Python exception that Pillow 12 (as Mealie 3.10.2 calls it) throws while it turns the bytes into webp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPicture {
    /// No picture of a kind that is known.
    Unidentified,
    /// It begins like a picture and breaks off.
    CutShort,
    /// More pixels than anybody has.
    Bomb,
}

impl NoPicture {
    /// The name of the exception.
    pub(crate) fn exception(self) -> &'static str {
        match self {
            NoPicture::Unidentified => "UnidentifiedImageError",
            NoPicture::CutShort => "OSError",
            NoPicture::Bomb => "DecompressionBombError",
        }
    }
}

/// Judges bytes by their marks.
pub(crate) fn judge(bytes: &[u8]) -> Result<(), NoPicture> {
    let whole_if = |whole: bool| if whole { Ok(()) } else { Err(NoPicture::CutShort) };
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', chunks @ ..] => png(chunks),
        [0xFF, 0xD8, 0xFF, ..] => whole_if(has_mark(bytes, 0xDA) && has_mark(bytes, 0xD9)),
        [b'R', b'I', b'F', b'F', a, b, c, d, b'W', b'E', b'B', b'P', rest @ ..] => {
            // The length counts `WEBP` as well.
            whole_if(rest.len() + 4 >= u32::from_le_bytes([*a, *b, *c, *d]) as usize)
        }
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', rest @ ..] => gif(rest),
        _ => Err(NoPicture::Unidentified),
    }
}

fn has_mark(jpeg: &[u8], mark: u8) -> bool {
    jpeg.windows(2).any(|bytes| bytes == [0xFF, mark])
}

/// A GIF is known by the first picture in it. Its last byte, or that of the last picture, says that it is whole.
fn gif(rest: &[u8]) -> Result<(), NoPicture> {
    const SCREEN_BYTES: usize = 7;
    const PICTURE_BYTES: usize = 10;
    let pictures = rest.get(SCREEN_BYTES..).unwrap_or_default();
    match pictures.iter().position(|byte| *byte == b',') {
        Some(at) if pictures.len() >= at + PICTURE_BYTES => match pictures.last() {
            Some(b';' | 0) => Ok(()),
            _ => Err(NoPicture::CutShort),
        },
        _ => Err(NoPicture::Unidentified),
    }
}

/// A PNG is known by its header, whose checksum is looked at, and by its first pixels; it is broken if its pixels
/// break off, and whole without an end.
fn png(chunks: &[u8]) -> Result<(), NoPicture> {
    let (mut rest, mut has_pixels) = (chunks, false);
    while let Some(chunk) = Chunk::first_of(rest) {
        match (chunk.kind, chunk.content) {
            (b"IHDR", Some(content)) => header(content, chunk.checksum)?,
            (b"IDAT", Some(_)) => has_pixels = true,
            (b"IDAT", None) => return Err(NoPicture::CutShort),
            _ => {}
        }
        rest = chunk.rest;
    }
    if has_pixels { Ok(()) } else { Err(NoPicture::Unidentified) }
}

/// A chunk of a PNG; `None` for what is cut off.
struct Chunk<'b> {
    kind: &'b [u8; 4],
    content: Option<&'b [u8]>,
    checksum: Option<u32>,
    rest: &'b [u8],
}

impl<'b> Chunk<'b> {
    fn first_of(bytes: &'b [u8]) -> Option<Chunk<'b>> {
        let (length, bytes) = bytes.split_first_chunk::<4>()?;
        let (kind, bytes) = bytes.split_first_chunk::<4>()?;
        let split = bytes.split_at_checked(u32::from_be_bytes(*length) as usize);
        let (content, bytes) = split.map_or((None, &[][..]), |(content, rest)| (Some(content), rest));
        let checksum = bytes.split_first_chunk::<4>();
        let (checksum, rest) =
            checksum.map_or((None, &[][..]), |(sum, rest)| (Some(u32::from_be_bytes(*sum)), rest));
        Some(Chunk { kind, content, checksum, rest })
    }
}

fn header(content: &[u8], checksum: Option<u32>) -> Result<(), NoPicture> {
    let mut sum = Crc::new();
    sum.update(b"IHDR");
    sum.update(content);
    let [a, b, c, d, e, f, g, h, ..] = content else { return Err(NoPicture::Unidentified) };
    let (width, height) = (u32::from_be_bytes([*a, *b, *c, *d]), u32::from_be_bytes([*e, *f, *g, *h]));
    match u64::from(width) * u64::from(height) {
        0 => Err(NoPicture::Unidentified),
        _ if checksum != Some(sum.sum()) => Err(NoPicture::Unidentified),
        pixels if pixels > BOMB_PIXELS => Err(NoPicture::Bomb),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png_of(width: u32, height: u32) -> Vec<u8> {
        let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
        let mut sum = Crc::new();
        sum.update(b"IHDR");
        sum.update(&[&size, &PNG[24..29]].concat());
        [&PNG[..16], &size, &PNG[24..29], &sum.sum().to_be_bytes(), &PNG[33..]].concat()
    }

    /// Each asked of Pillow 12.1.0, the one that Mealie 3.10.2 has; seen as well `media_image/put_*`.
    #[test]
    fn bytes_are_judged_as_mealie_does() {
        let (unidentified, cut_short) = (Err(NoPicture::Unidentified), Err(NoPicture::CutShort));
        let wrong_sum = [&PNG[..29], &[0; 4], &PNG[33..]].concat();
        let gif =
            b"GIF87a\x08\0\x06\0\x81\0\0\xC8<\x14\0\0\0\0\0\0\0\0\0,\0\0\0\0\x08\0\x06\0\0\x08\x0E\0\x01\
            \x08\x1CH\xB0\xA0\xC1\x83\x08\x13\x0E\x0C\x08\0;";
        for (row, bytes, want) in [
            ("a PNG", PNG, Ok(())),
            ("the same by its size", &png_of(8, 6), Ok(())),
            ("a PNG without an end", &PNG[..PNG.len() - 12], Ok(())),
            ("a JPEG", JPEG, Ok(())),
            ("a JPEG with something behind it", &[JPEG, b"x"].concat(), Ok(())),
            ("a WebP", WEBP, Ok(())),
            ("a GIF", gif, Ok(())),
            ("nothing", b"", unidentified),
            ("a text", b"this is not an image", unidentified),
            ("SVG", b"<svg xmlns='http://www.w3.org/2000/svg'/>", unidentified),
            ("the first bytes of a PNG", &PNG[..8], unidentified),
            ("a PNG without pixels", &PNG[..33], unidentified),
            ("a PNG with a wrong checksum", &wrong_sum, unidentified),
            ("a PNG of no width", &png_of(0, 6), unidentified),
            ("half a PNG", &PNG[..50], cut_short),
            ("as large as it may be", &png_of(178_956_970, 1), Ok(())),
            ("a bomb", &png_of(178_956_971, 1), Err(NoPicture::Bomb)),
            ("a bomb that overflows", &png_of(u32::MAX, u32::MAX), Err(NoPicture::Bomb)),
            ("half a JPEG", &JPEG[..300], cut_short),
            ("a JPEG without an end", &JPEG[..JPEG.len() - 2], cut_short),
            ("half a WebP", &WEBP[..40], cut_short),
            ("half a GIF", &gif[..40], cut_short),
            ("the first bytes of a GIF", b"GIF89a", unidentified),
            ("a GIF without a picture", &gif[..13], unidentified),
        ] {
            assert_eq!(judge(bytes), want, "{row}");
        }
    }
}
