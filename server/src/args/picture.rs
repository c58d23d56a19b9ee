//! Arguments about pictures: the picture itself, its format, a language. A picture is decoded straight from the arguments,
//! so that its text is not copied (BND-7). Whether the bytes are a picture is not decided here.

use std::fmt;

use bytes::Bytes;
use schemars::json_schema;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};
use serde_json::Value;

use super::{choice, described};
use crate::mealie::Language;
use crate::picture::{self, Kind, Unreadable};

/// The bytes of a text in base64.
#[derive(Clone, PartialEq, Eq)]
pub struct Base64(Bytes);

impl Base64 {
    /// The bytes.
    pub fn bytes(&self) -> Bytes {
        self.0.clone()
    }
}

// Not shown: they are a caller's, and megabytes.
impl fmt::Debug for Base64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Base64({} bytes)", self.0.len())
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Result<Vec<u8>, Unreadable>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(picture::decode(text))
            }
        }

        let decoded = deserializer
            .deserialize_str(Text)
            .map_err(|_| D::Error::custom("has to be a text: the picture's bytes in base64"))?;
        decoded.map(|bytes| Self(Bytes::from(bytes))).map_err(D::Error::custom)
    }
}

described!(Base64, |_| json_schema!({"type": "string", "contentEncoding": "base64"}));

choice! {
    /// The formats of pictures.
    pub enum PictureFormat { Jpeg = "jpeg", Jpg = "jpg", Png = "png", Webp = "webp" }
}

impl PictureFormat {
    /// What it names.
    pub fn kind(self) -> Kind {
        match self {
            Self::Jpeg | Self::Jpg => Kind::Jpeg,
            Self::Png => Kind::Png,
            Self::Webp => Kind::Webp,
        }
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => text.parse().ok(),
            _ => None,
        }
        .ok_or_else(|| {
            D::Error::custom("has to be a language tag of 2 to 35 characters, such as de or pt-BR")
        })
    }
}

described!(Language, |_| json_schema!({"type": "string", "description": "Language tag."}));
