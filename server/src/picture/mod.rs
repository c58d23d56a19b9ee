//! Pictures that a caller hands over: what is taken of them before anything is uploaded (LIVE-7), and the address of a
//! stored one. It never decodes a pixel, and nothing but a checked [`Picture`] can be uploaded.

mod encoded;
mod header;
#[cfg(test)]
mod tests;

use std::fmt;

use bytes::Bytes;

pub use self::encoded::{MAX_ENCODED_CHARS, Unreadable, decode};

use self::header::{Size, Unsound};
use crate::failure::Failure;

/// The argument that holds a picture.
pub const PICTURE_ARGUMENT: &str = "image_base64";

/// The argument that says of which kind it is.
pub const FORMAT_ARGUMENT: &str = "format";

/// The largest picture, in bytes: what [`MAX_ENCODED_CHARS`] hold.
const MAX_BYTES: usize = 6 * 1024 * 1024;

/// The most pixels that a header may speak of. Mealie decodes a picture whole before it makes it smaller, at three or four
/// bytes a pixel; cameras of telephones take up to 50 megapixels.
const MAX_PIXELS: u64 = 50_000_000;

/// The kinds of picture that are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
    /// WebP.
    Webp,
}

impl Kind {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
            Self::Webp => "WebP",
        }
    }

    /// What its files end in.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
        }
    }

    /// Its media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
        }
    }
}

/// A picture that may be uploaded: by its first bytes, its size and its header it is one.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    kind: Kind,
    bytes: Bytes,
}

impl Picture {
    /// Checks the bytes that were given as a picture of this kind.
    ///
    /// # Errors
    ///
    /// [`Failure::Argument`] with what is wrong with [`PICTURE_ARGUMENT`] or [`FORMAT_ARGUMENT`].
    pub fn check(bytes: Bytes, told: Kind) -> Result<Self, Failure> {
        match judge(&bytes, told) {
            Ok(()) => Ok(Self { kind: told, bytes }),
            Err(objection) => Err(Failure::argument(objection.argument(), objection.to_string(), None)),
        }
    }

    /// Its kind.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Its bytes, as they were given.
    pub const fn bytes(&self) -> &Bytes {
        &self.bytes
    }
}

// Not shown: it is a caller's, and megabytes.
impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({}, {} bytes)", self.kind.name(), self.bytes.len())
    }
}

/// Why a picture is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Objection {
    TooLarge,
    NoPicture,
    /// Of a kind that is not taken.
    Other(&'static str),
    /// Of another kind than the caller said.
    Mistaken {
        told: Kind,
        is: Kind,
    },
    Damaged(Kind),
    Animated,
    Empty,
    Bomb(Size),
}

impl Objection {
    const fn argument(self) -> &'static str {
        match self {
            Self::Mistaken { .. } => FORMAT_ARGUMENT,
            _ => PICTURE_ARGUMENT,
        }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("is a picture of more than 6 MiB: make it smaller"),
            Self::NoPicture => f.write_str("is no picture: a JPEG, PNG or WebP is needed"),
            Self::Other(kind) => write!(f, "is {kind}: a JPEG, PNG or WebP is needed"),
            Self::Mistaken { told, is } => {
                write!(f, "says {}, and the picture is a {}", told.name(), is.name())
            }
            Self::Damaged(kind) => {
                write!(f, "begins as a {} and has no header that can be read: it is damaged", kind.name())
            }
            Self::Animated => f.write_str("is an animated picture: give a still one"),
            Self::Empty => f.write_str("is a picture without width or height"),
            Self::Bomb(Size { width, height }) => {
                write!(f, "is {width} by {height} pixels: at most 50 megapixels are taken, make it smaller")
            }
        }
    }
}

fn judge(bytes: &[u8], told: Kind) -> Result<(), Objection> {
    if bytes.len() > MAX_BYTES {
        return Err(Objection::TooLarge);
    }
    let Some(is) = header::kind(bytes) else {
        return Err(header::other(bytes).map_or(Objection::NoPicture, Objection::Other));
    };
    if is != told {
        return Err(Objection::Mistaken { told, is });
    }
    let size = header::size(is, bytes).map_err(|unsound| match unsound {
        Unsound::Damaged => Objection::Damaged(is),
        Unsound::Animated => Objection::Animated,
    })?;
    match size.pixels() {
        0 => Err(Objection::Empty),
        pixels if pixels > MAX_PIXELS => Err(Objection::Bomb(size)),
        _ => Ok(()),
    }
}
