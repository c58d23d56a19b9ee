//! How large a picture says that it is, before anybody decodes it. Each reader goes once over the bytes up to the first
//! pixels, and takes the header as Pillow does, which is what Mealie opens pictures with; where two readings are possible the
//! picture is not taken. It never looks at a pixel.

mod jpeg;
mod png;
mod webp;

use super::Kind;

/// A width and a height, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Size {
    pub(super) fn pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// Why a header gives no size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsound {
    /// It is not there, or says two things.
    Damaged,
    /// It speaks of more pictures than one.
    Animated,
}

/// The kind of picture that begins so.
pub(super) fn kind(bytes: &[u8]) -> Option<Kind> {
    match bytes {
        [0xFF, 0xD8, 0xFF, ..] => Some(Kind::Jpeg),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(Kind::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Kind::Webp),
        _ => None,
    }
}

/// What else begins so, for people who wonder why their picture is not taken.
pub(super) fn other(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'G', b'I', b'F', b'8', ..] => Some("a GIF"),
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', ..] => Some("an AVIF"),
        [_, _, _, _, b'f', b't', b'y', b'p', b'h', b'e', ..]
        | [_, _, _, _, b'f', b't', b'y', b'p', b'm', b'i' | b's', b'f', ..] => {
            Some("a HEIC, as iPhones take them")
        }
        [b'B', b'M', ..] => Some("a BMP"),
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Some("a TIFF"),
        [b'%', b'P', b'D', b'F', ..] => Some("a PDF"),
        [b'<', ..] | [0xEF, 0xBB, 0xBF, b'<', ..] => Some("an SVG or a web page"),
        _ => None,
    }
}

/// How large a picture of this kind says that it is.
pub(super) fn size(kind: Kind, bytes: &[u8]) -> Result<Size, Unsound> {
    match kind {
        Kind::Jpeg => jpeg::size(bytes),
        Kind::Png => png::size(bytes),
        Kind::Webp => webp::size(bytes),
    }
}
