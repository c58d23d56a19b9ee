//! The recorded pairs: what is read from a folder, one file per area.
//! Never changes what it read; ids and tokens are put in when a request is made.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

/// The pairs of one file, in the order of the calls.
#[derive(Debug)]
pub(super) struct Area {
    pub(super) name: String,
    pub(super) pairs: Vec<Pair>,
}

/// A request and what a real Mealie answered.
#[derive(Debug, Deserialize)]
pub(super) struct Pair {
    pub(super) name: String,
    #[serde(rename = "as")]
    pub(super) role: Role,
    pub(super) request: RecordedRequest,
    pub(super) response: RecordedAnswer,
}

/// Who asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Role {
    /// Owns all that the seed brought.
    Admin,
    /// Same household, no permission at all.
    Bob,
    /// Same group, another household.
    Carol,
    /// Another group.
    Dave,
    /// Nobody: no token is sent.
    Anonymous,
    /// Whoever sends a token that never was one.
    InvalidToken,
    /// Whoever holds the token that an answer gave away last, also after it was revoked.
    RevokedToken,
}

#[derive(Debug, Deserialize)]
pub(super) struct RecordedRequest {
    pub(super) method: String,
    /// Percent-encoded where it was.
    pub(super) path: String,
    /// In the order that it was sent in. Recorded as texts, or lists of texts for keys that come more than once.
    #[serde(default, deserialize_with = "in_order")]
    pub(super) query: Vec<(String, String)>,
    #[serde(default)]
    pub(super) headers_subset: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) body: Value,
}

#[derive(Debug, Deserialize)]
pub(super) struct RecordedAnswer {
    pub(super) status: u16,
    #[serde(default)]
    pub(super) headers_subset: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) body: Value,
}

impl RecordedRequest {
    /// Whether the rows of the answer come in random order.
    pub(super) fn is_random(&self) -> bool {
        self.query.iter().any(|(key, value)| key == "orderBy" && value == "random")
    }
}

/// An object as a list, because the order of a query shows in the links of an answer.
fn in_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, String)>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sent {
        Once(String),
        Repeated(Vec<String>),
    }
    struct InOrder;
    impl<'de> Visitor<'de> for InOrder {
        type Value = Vec<(String, String)>;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("an object of texts and lists of texts")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let mut query = Vec::new();
            while let Some((key, sent)) = map.next_entry::<String, Sent>()? {
                match sent {
                    Sent::Once(value) => query.push((key, value)),
                    Sent::Repeated(values) => {
                        query.extend(values.into_iter().map(|value| (key.clone(), value)));
                    }
                }
            }
            Ok(query)
        }
    }
    deserializer.deserialize_map(InOrder)
}

impl RecordedAnswer {
    /// A header, without what stands behind a semicolon.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let value = self.headers_subset.get(name)?;
        Some(value.split(';').next().unwrap_or_default().trim())
    }
}

/// All areas of a folder, by name.
///
/// # Errors
/// Names the file that cannot be read, and what is wrong with it.
pub(super) fn read(folder: &Path) -> Result<Vec<Area>, String> {
    let unreadable = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(format!("{} has no *.json file in it", folder.display()));
    }
    files.sort();
    files.iter().map(|file| area(file)).collect()
}

fn area(file: &Path) -> Result<Area, String> {
    let wrong = |problem: String| format!("{}: {problem}", file.display());
    let text = fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let pairs: Vec<Pair> =
        serde_json::from_str(&text).map_err(|error| wrong(format!("not a list of pairs: {error}")))?;
    let mut names = BTreeSet::new();
    if let Some(twice) = pairs.iter().find(|pair| !names.insert(pair.name.as_str())) {
        return Err(wrong(format!("two pairs are called `{}`", twice.name)));
    }
    if let Some(odd) = pairs.iter().find(|pair| !pair.request.path.starts_with('/')) {
        return Err(wrong(format!("the path of `{}` does not begin with a slash", odd.name)));
    }
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Area { name, pairs })
}
