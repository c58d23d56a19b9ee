//! The header of a WebP: a RIFF of chunks, of which the first says how large the picture is, and in the extended form the
//! frame behind it says so again. It never unpacks a frame.

use super::{Size, Unsound};

/// `RIFF`, a length, `WEBP`.
const SIGNATURE_BYTES: usize = 12;

/// In the flags of an extended header: more frames than one.
const ANIMATION: u8 = 0b0000_0010;

/// Reads the chunks up to the frame. Each of them takes at least eight bytes, and its content is passed over.
pub(super) fn size(bytes: &[u8]) -> Result<Size, Unsound> {
    let (kind, content, mut rest) =
        first_chunk(bytes.get(SIGNATURE_BYTES..).unwrap_or_default()).ok_or(Unsound::Damaged)?;
    if let Some(frame) = frame(kind, content) {
        return frame;
    }
    if kind != b"VP8X" {
        return Err(Unsound::Damaged);
    }
    let canvas = canvas(content)?;
    while let Some((kind, content, behind)) = first_chunk(rest) {
        match kind {
            b"ANIM" | b"ANMF" => return Err(Unsound::Animated),
            // Another header.
            b"VP8X" => return Err(Unsound::Damaged),
            _ => {}
        }
        if let Some(frame) = frame(kind, content) {
            // The frame of a still picture fills the canvas (RFC 9649, 2.7.1); one that is larger is none that was checked.
            return if frame? == canvas { Ok(canvas) } else { Err(Unsound::Damaged) };
        }
        rest = behind;
    }
    Ok(canvas)
}

/// A chunk's kind, its content, and what follows. Content that is cut off is as long as it is.
fn first_chunk(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (kind, bytes) = bytes.split_first_chunk::<4>()?;
    let (length, bytes) = bytes.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let content = bytes.get(..length).unwrap_or(bytes);
    // Content of an odd length has a byte behind it.
    let behind = length.checked_next_multiple_of(2).and_then(|length| bytes.get(length..));
    Some((kind, content, behind.unwrap_or_default()))
}

/// The size of a frame, if the chunk is one.
fn frame(kind: &[u8; 4], content: &[u8]) -> Option<Result<Size, Unsound>> {
    match kind {
        b"VP8 " => Some(lossy(content)),
        b"VP8L" => Some(lossless(content)),
        _ => None,
    }
}

/// A key frame of VP8 (RFC 6386, 9.1): three bytes of which the lowest bit is 0, a start code, and two sizes of 14 bits.
fn lossy(content: &[u8]) -> Result<Size, Unsound> {
    const SIZE_BITS: u16 = 0x3FFF;
    let [tag, _, _, 0x9D, 0x01, 0x2A, a, b, c, d, ..] = content else { return Err(Unsound::Damaged) };
    if tag & 1 == 1 {
        return Err(Unsound::Damaged);
    }
    let (width, height) = (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d]));
    Ok(Size { width: (width & SIZE_BITS).into(), height: (height & SIZE_BITS).into() })
}

/// A lossless frame (RFC 9649, 3.4): a signature, and two sizes of 14 bits that are one less.
fn lossless(content: &[u8]) -> Result<Size, Unsound> {
    const SIZE_BITS: u32 = 0x3FFF;
    let [0x2F, a, b, c, d, ..] = content else { return Err(Unsound::Damaged) };
    let bits = u32::from_le_bytes([*a, *b, *c, *d]);
    Ok(Size { width: (bits & SIZE_BITS) + 1, height: (bits >> 14 & SIZE_BITS) + 1 })
}

/// An extended header (RFC 9649, 2.7): flags, three bytes for later, and two sizes of 24 bits that are one less.
fn canvas(content: &[u8]) -> Result<Size, Unsound> {
    let [flags, _, _, _, a, b, c, d, e, f, ..] = content else { return Err(Unsound::Damaged) };
    if flags & ANIMATION != 0 {
        return Err(Unsound::Animated);
    }
    let (width, height) = (u32::from_le_bytes([*a, *b, *c, 0]), u32::from_le_bytes([*d, *e, *f, 0]));
    Ok(Size { width: width + 1, height: height + 1 })
}
