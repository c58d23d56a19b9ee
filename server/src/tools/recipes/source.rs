//! Where a recipe came from, as a caller gives it. It is stored and never fetched.

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::args::{Content, described};
use crate::text::WebAddress;

/// An http or https address of 1 to 2048 characters, without user or password: people follow it from the recipe's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct SourceUrl(Content<1, 2048>);

impl SourceUrl {
    /// As the caller wrote it.
    pub(super) fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl<'de> Deserialize<'de> for SourceUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Content::deserialize(deserializer)?;
        let bare = |url: Url| url.username().is_empty() && url.password().is_none();
        let fine = text.as_str().parse::<WebAddress>().is_ok() && Url::parse(text.as_str()).is_ok_and(bare);
        let rule = "has to be an http or https address without user and password";
        if fine { Ok(Self(text)) } else { Err(D::Error::custom(rule)) }
    }
}

described!(SourceUrl, |generator| generator.subschema_for::<Content<1, 2048>>());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unt_4_a_source_is_an_address_that_people_can_follow() {
        for (row, address, taken) in [
            ("a page", "https://example.com/soup?page=1#top", true),
            ("a page at home", "http://192.168.1.20:9000/soup", true),
            ("a script", "javascript:alert(1)", false),
            ("a file", "file:///etc/passwd", false),
            ("a user", "https://cook@example.com/", false),
            ("a password", "https://cook:secret@example.com/", false),
            ("a password without a user", "https://:secret@example.com/", false),
            ("words", "Grandma's book", false),
            ("a blank within", "https://example.com/a b", false),
            ("nothing", "", false),
        ] {
            assert_eq!(serde_json::from_value::<SourceUrl>(address.into()).is_ok(), taken, "{row}");
        }
    }
}
