//! Making a food or a unit that is not there yet. Mealie takes a blank name, and a name beside one that differs in case
//! alone; neither gets past here, and no text of its database gets out (LIVE-6).

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Kind;
use crate::answer::{New, Source, View};
use crate::failure::Failure;
use crate::mealie::vocabulary::{self, Found, Wanted};
use crate::mealie::{Reads, Writes};
use crate::text::{Clean, Foreign};

/// What is answered about one that was made.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Created<T> {
    status: New,
    #[serde(flatten)]
    made: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Clean>,
}

impl<T> Created<T> {
    pub(super) fn new(made: T, description: Option<Clean>) -> Self {
        Self { status: New::Created, made, description }
    }
}

impl<T: Serialize + JsonSchema + Send + 'static> View for Created<T> {
    const SOURCE: Source = Source::Mealie;
}

/// A name that can be seen, without the blanks around it. Mealie 3.10.2 keeps those of a food, and drops those of a tag.
pub(in crate::tools) fn visible(argument: &str, text: &str) -> Result<String, Failure> {
    if Foreign::from(text.to_owned()).is_blank() {
        return Err(Failure::argument(argument, "needs a character that can be seen", Some(text)));
    }
    Ok(text.trim().to_owned())
}

/// The same, where it may be left out.
pub(super) fn visible_if_given(argument: &str, text: Option<&str>) -> Result<Option<String>, Failure> {
    text.map(|text| visible(argument, text)).transpose()
}

/// Refuses a name by which `create_recipe` would find one that is there: but for case and accents, or as a plural, a short
/// form or an alias. Mealie 3.10.2 itself takes every name that differs in a single character.
pub(super) async fn is_new(reads: &Reads, kind: Kind, name: &str) -> Result<(), Failure> {
    let wanted = [Wanted { name, address: None }];
    let id = match vocabulary::all(reads, kind.vocabulary(), &wanted).await?.pop() {
        None | Some(Found::Missing) => return Ok(()),
        Some(Found::One(id)) => Some(id),
        Some(Found::Several(ids)) => ids.first().copied(),
    };
    Err(Failure::Exists { kind: kind.one(), id })
}

/// Makes it. Somebody else can have been quicker since [`is_new`] looked: Mealie 3.10.2 then answers 400 with the
/// statement of its database, and the one that is there is named instead.
pub(super) async fn make<T: DeserializeOwned>(
    writes: &Writes<'_>,
    kind: Kind,
    name: &str,
    body: &impl Serialize,
) -> Result<T, Failure> {
    match writes.post(kind.route(), body).await {
        Err(failure @ Failure::Status { code: 400 | 409, .. }) => {
            match is_new(writes.reads(), kind, name).await {
                Err(exists @ Failure::Exists { .. }) => Err(exists),
                Ok(()) | Err(_) => Err(failure),
            }
        }
        made => made,
    }
}
