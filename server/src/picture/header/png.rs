//! The header of a PNG: its first chunk says how large the picture is. It never checks a chunk's sum; who decodes it does.

use super::{Size, Unsound};

/// What every PNG begins with, in bytes.
const SIGNATURE_BYTES: usize = 8;

/// Reads the chunks up to the pixels. Each of them takes at least twelve bytes, and its content is passed over.
pub(super) fn size(bytes: &[u8]) -> Result<Size, Unsound> {
    let mut rest = bytes.get(SIGNATURE_BYTES..).unwrap_or_default();
    let mut size = None;
    while let Some((length, kind, content)) = first_chunk(rest) {
        match (kind, size) {
            (b"IHDR", None) => size = Some(header(length, content)?),
            // A header that is not the first chunk, and a second one: Pillow takes the last.
            (b"IHDR", Some(_)) | (_, None) => return Err(Unsound::Damaged),
            // Its control chunk stands before the pixels (PNG, third edition, 11.3.6.1).
            (b"acTL", Some(_)) => return Err(Unsound::Animated),
            (b"IDAT" | b"IEND", Some(_)) => break,
            _ => {}
        }
        let Some(behind) = content.get(length..).and_then(|behind| behind.get(CHECKSUM_BYTES..)) else {
            break;
        };
        rest = behind;
    }
    size.ok_or(Unsound::Damaged)
}

/// What stands behind the content of a chunk, in bytes.
const CHECKSUM_BYTES: usize = 4;

/// A chunk's length, its kind, and all that follows.
fn first_chunk(bytes: &[u8]) -> Option<(usize, &[u8; 4], &[u8])> {
    let (length, bytes) = bytes.split_first_chunk::<4>()?;
    let (kind, bytes) = bytes.split_first_chunk::<4>()?;
    Some((usize::try_from(u32::from_be_bytes(*length)).ok()?, kind, bytes))
}

fn header(length: usize, content: &[u8]) -> Result<Size, Unsound> {
    /// A width, a height and five bytes on how the pixels are written.
    const HEADER_BYTES: usize = 13;
    let fields = content.get(..HEADER_BYTES).filter(|_| length == HEADER_BYTES).ok_or(Unsound::Damaged)?;
    let (width, fields) = fields.split_first_chunk::<4>().ok_or(Unsound::Damaged)?;
    let (height, _) = fields.split_first_chunk::<4>().ok_or(Unsound::Damaged)?;
    Ok(Size { width: u32::from_be_bytes(*width), height: u32::from_be_bytes(*height) })
}
