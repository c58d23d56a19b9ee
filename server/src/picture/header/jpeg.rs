//! The header of a JPEG: segments up to the first scan, of which one says how large the picture is. It never follows a
//! thumbnail that stands within a segment.

use super::{Size, Unsound};

/// Start of image.
const SOI: u8 = 0xD8;
/// End of image.
const EOI: u8 = 0xD9;
/// Start of scan: pixels follow.
const SOS: u8 = 0xDA;

/// Reads the segments up to the pixels. Each byte is looked at once.
pub(super) fn size(bytes: &[u8]) -> Result<Size, Unsound> {
    let mut rest = bytes;
    let mut frame = None;
    while let Some((marker, behind)) = next_marker(rest) {
        rest = behind;
        match marker {
            // An escaped 0xFF, which is no marker; and markers without content. Pillow reads on behind an end.
            0x00 | 0x01 | SOI | EOI | 0xD0..=0xD7 => continue,
            SOS => break,
            // Quantisation, Huffman and arithmetic tables, lines, restarts, application data, comments.
            0xC4 | 0xCC | 0xDB..=0xDD | 0xE0..=0xEF | 0xFE => {}
            0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF => {
                // A second frame would be another size than the one that was read.
                if frame.replace(frame_size(rest)?).is_some() {
                    return Err(Unsound::Damaged);
                }
            }
            // Hierarchical pictures, extensions and what nobody has defined: libjpeg decodes none of them, and Pillow
            // reads the size in some where others see content.
            _ => return Err(Unsound::Damaged),
        }
        let Some((length, _)) = rest.split_first_chunk::<2>() else { break };
        // The length counts itself.
        let length = usize::from(u16::from_be_bytes(*length));
        if length < 2 {
            return Err(Unsound::Damaged);
        }
        let Some(behind) = rest.get(length..) else { break };
        rest = behind;
    }
    frame.ok_or(Unsound::Damaged)
}

/// A marker and what follows. Both libjpeg and Pillow pass over what stands between two segments, and over fill bytes before
/// a marker.
fn next_marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let start = bytes.iter().position(|byte| *byte == 0xFF)?;
    let fill = bytes[start..].iter().position(|byte| *byte != 0xFF)?;
    let (marker, behind) = bytes[start + fill..].split_first()?;
    Some((*marker, behind))
}

/// The size within a frame's segment: behind its length and its precision.
fn frame_size(segment: &[u8]) -> Result<Size, Unsound> {
    let [_, _, _, high, low, wide, narrow, ..] = segment else { return Err(Unsound::Damaged) };
    let (height, width) = (u16::from_be_bytes([*high, *low]), u16::from_be_bytes([*wide, *narrow]));
    Ok(Size { width: width.into(), height: height.into() })
}
