//! What a failure says to the model: short, what is wrong, what to do next. It never holds text of the instance other than
//! behind our own words.

use super::{Failure, Happened, Missing, NewRecipe, Reach, SoFar, Unusable, Words};
use crate::text::Id;

impl Failure {
    /// For the model: what is wrong and what to do next.
    pub fn words(&self) -> Words {
        let (mut ours, quoted) = match self {
            Self::Argument { name, rule, given } => {
                let given = given.as_ref().map(|given| format!(" Given: {given}.")).unwrap_or_default();
                (format!("Argument `{name}`: {rule}.{given} Nothing was changed."), None)
            }
            Self::NotConfigured(missing) => (missing_words(*missing).to_owned(), None),
            Self::NoAnswer(reach, _) => (reach_words(*reach).to_owned(), None),
            Self::Status { code, said, .. } => {
                let hint = match (code, said) {
                    (422, Some(_)) => "Mealie does not accept a field; it names it below.",
                    _ => status_hint(*code),
                };
                (format!("Mealie answered {code}. {hint}"), said.clone())
            }
            Self::NoRecipe { words, .. } | Self::NoParser { words, .. } => ((*words).to_owned(), None),
            Self::Answer(unusable, _) => (unusable_words(*unusable).to_owned(), None),
            Self::NotFound { kind, ids } => (not_found_words(kind, ids), None),
            Self::Exists { kind, id } => (exists_words(kind, id.as_ref()), None),
            Self::HitAnother { meant, gone } => (
                format!(
                    "Mealie deleted another recipe than the one that was meant: {gone} is gone, {meant} may still be \
                     there. Tell the person at once; a backup of Mealie may bring it back."
                ),
                None,
            ),
            Self::ChangedAnother { meant, hit } => (
                format!(
                    "Mealie changed another recipe than the one that was meant: {hit} instead of {meant}. Tell the person \
                     at once; a backup of Mealie may bring back what it held."
                ),
                None,
            ),
            Self::Unfinished { made, cause } => return unfinished_words(made, cause),
            Self::Refused(refusal) => (refusal.words.clone(), None),
            Self::Internal(_) => {
                ("This server failed in a way that it should not (internal error).".to_owned(), None)
            }
        };
        if self.happened() == Happened::Perhaps {
            ours.push_str(
                " The change may have happened: read or search for what it was about before you try again.",
            );
        }
        Words { ours, quoted }
    }
}

fn missing_words(missing: Missing) -> &'static str {
    match missing {
        Missing::Url => {
            "This server does not know where Mealie is: its operator has to set MEALIE_URL. Nothing was changed."
        }
        Missing::Token => {
            "This server has no token for Mealie: its operator has to set MEALIE_API_TOKEN (or \
             MEALIE_API_TOKEN_FILE). Nothing was changed."
        }
        Missing::Both => {
            "This server is not connected to a Mealie: its operator has to set MEALIE_URL and MEALIE_API_TOKEN \
             (or MEALIE_API_TOKEN_FILE). Nothing was changed."
        }
    }
}

fn reach_words(reach: Reach) -> &'static str {
    match reach {
        Reach::Refused => {
            "Mealie could not be reached: the connection was refused. Is it running, and is MEALIE_URL right?"
        }
        Reach::Unreachable => {
            "Mealie could not be reached: its name or network leads nowhere from here. The operator should check \
             MEALIE_URL."
        }
        Reach::Timeout => "Mealie did not answer in time.",
        Reach::Reset => "The connection to Mealie ended before its answer was complete.",
        Reach::Tls => {
            "No secure connection to Mealie: its certificate is not trusted here, or it does not speak TLS at this \
             address. The operator should check MEALIE_URL, and name the household's own certificate authority in MEALIE_CA_FILE \
             if it has one."
        }
        Reach::NoCertificates => {
            "No secure connection to Mealie: this machine has no root certificates. The operator should install \
             the package ca-certificates."
        }
    }
}

/// LIVE-12: each status with the hint that fits it.
fn status_hint(code: u16) -> &'static str {
    match code {
        300..=399 => {
            "It redirects, which is never followed so that the token goes nowhere else: the operator should set \
             MEALIE_URL to the final address."
        }
        401 => {
            "The API token is missing, wrong, revoked or expired: the operator should make a new one under Mealie's \
             user profile (API tokens) and set MEALIE_API_TOKEN."
        }
        403 => {
            "The token's user may not do this: the recipe may be locked or belong to another household, or the \
             user lacks the permission (canManage, canManageHousehold, canOrganize)."
        }
        404 => "It does not exist, or this user cannot see it. Search for it again.",
        408 => "It took Mealie too long. Try again later.",
        409 => "It conflicts with something that exists already. Read what is there first.",
        413 => "It is too large for Mealie or a proxy before it.",
        422 => "Mealie does not accept a field of the request.",
        423 => "The user is locked out. The operator should unlock it in Mealie.",
        429 => "Too many requests. Wait a minute, then try again.",
        500..=599 => "Mealie or a proxy before it failed. Its log says more.",
        _ => "It did not accept the request.",
    }
}

fn unusable_words(unusable: Unusable) -> &'static str {
    match unusable {
        Unusable::WebPage => {
            "Mealie answered with a web page instead of data: MEALIE_URL probably names a page or another program, \
             or this Mealie does not have that route. The operator should check MEALIE_URL."
        }
        Unusable::TooLarge => "Mealie's answer is larger than 8 MiB and was not read. Ask for less at once.",
        Unusable::NotAsExpected => {
            "Mealie's answer could not be read: it is not the JSON that was expected. Is it a Mealie, and is its \
             version 3.10 or newer?"
        }
    }
}

fn not_found_words(kind: &str, ids: &[Id]) -> String {
    let ids: Vec<String> = ids.iter().map(Id::to_string).collect();
    if ids.is_empty() {
        format!(
            "There is no such {kind}, or this user cannot see it. Nothing was changed. Search for it again."
        )
    } else {
        format!(
            "Not found among the {kind}: {}. Nothing was changed. Search again for the ids that exist.",
            ids.join(", ")
        )
    }
}

/// Said where it is so.
const NOTHING_CHANGED: &str = " Nothing was changed.";

/// What stopped it first, then what is there: the last sentence is what to do.
fn unfinished_words(made: &SoFar, cause: &Failure) -> Words {
    let Words { ours, mut quoted } = cause.words();
    // True of what stopped it, and not of the whole.
    let mut ours = ours.replace(NOTHING_CHANGED, "");
    if made.words > 0 {
        let noun = if made.words == 1 {
            "tag, category, food or unit was"
        } else {
            "tags, categories, foods or units were"
        };
        ours.push_str(&format!(" Before that, {} new {noun} created; they stay.", made.words));
    }
    match &made.recipe {
        None => {}
        Some(NewRecipe::Known(id)) => ours.push_str(&format!(
            " The recipe {id} was created all the same, and its content may be missing. Do not create it again: finish it \
             with update_recipe, or remove it with delete_recipe."
        )),
        Some(NewRecipe::Unread(slug)) => {
            ours.push_str(
                " A recipe was created all the same, and its content is missing; its slug stands below. Do not create it \
                 again: finish it with update_recipe, or remove it with delete_recipe.",
            );
            quoted = Some(slug.clone());
        }
        Some(NewRecipe::Unnamed) => ours.push_str(
            " A recipe was created all the same, and its content is missing. Do not create it again: find it with \
             search_recipes, finish it with update_recipe, or remove it with delete_recipe.",
        ),
    }
    Words { ours, quoted }
}

fn exists_words(kind: &str, id: Option<&Id>) -> String {
    match id {
        Some(id) => format!(
            "A {kind} that goes by this name exists already: {id}. Nothing was changed. Use that one, or another name."
        ),
        None => format!(
            "A {kind} that goes by this name exists already. Nothing was changed. Look for it and use that one, or another \
             name."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Why;
    use crate::text::{Clean, Limit};

    /// What stopped the rest is told without its own "nothing was changed".
    #[test]
    fn live_3_what_is_half_done_never_says_that_nothing_was_changed() {
        let broken = Failure::refused(Why::BrokenAddress, "It is broken. Nothing was changed. Look at it.");
        for cause in [
            Failure::NotFound { kind: "recipe", ids: Vec::new() },
            Failure::Exists { kind: "tag", id: None },
            Failure::NotConfigured(Missing::Url),
            broken,
        ] {
            assert!(cause.words().ours.contains("Nothing was changed"), "{cause}");
            let made = SoFar { recipe: Some(NewRecipe::Unnamed), words: 1 };
            let half = Failure::Unfinished { made: Box::new(made), cause: Box::new(cause) };
            assert!(!half.words().ours.contains("Nothing was changed"), "{}", half.words().ours);
        }
    }

    /// Every text about a failure, in one place, to be read aloud.
    #[test]
    fn live_12_every_word_about_a_failure() {
        let clean = |text: &str| Clean::of_argument(text, Limit::ARGUMENT_ECHO);
        let id = |number: u128| -> Id { format!("{number:032x}").parse().unwrap() };
        let mut all = vec![
            Failure::Argument {
                name: clean("page"),
                rule: "has to be 1".to_owned(),
                given: Some(clean("2")),
            },
            Failure::Argument { name: clean("page"), rule: "is required".to_owned(), given: None },
            Failure::NotConfigured(Missing::Url),
            Failure::NotConfigured(Missing::Token),
            Failure::NotConfigured(Missing::Both),
            Failure::NotFound { kind: "recipe", ids: Vec::new() },
            Failure::NotFound {
                kind: "foods",
                ids: vec!["3f2a0000000040008000000000000001".parse().unwrap()],
            },
            Failure::Exists { kind: "tag", id: None },
            Failure::Exists { kind: "tag", id: Some("3f2a0000000040008000000000000001".parse().unwrap()) },
            Failure::Internal("a word for the log"),
            Failure::ChangedAnother { meant: id(1), hit: id(2) },
        ];
        let refused = || Failure::Status { code: 422, said: None, happened: Happened::No };
        let silence = || Failure::NoAnswer(Reach::Timeout, Happened::Perhaps);
        for (recipe, words, cause) in [
            (None, 1, refused()),
            (Some(NewRecipe::Known(id(3))), 0, refused()),
            (Some(NewRecipe::Known(id(3))), 2, silence()),
            (Some(NewRecipe::Unread(clean("pea-soup"))), 0, silence()),
            (Some(NewRecipe::Unnamed), 0, silence()),
        ] {
            all.push(Failure::Unfinished { made: Box::new(SoFar { recipe, words }), cause: Box::new(cause) });
        }
        let reaches = [
            Reach::Refused,
            Reach::Unreachable,
            Reach::Timeout,
            Reach::Reset,
            Reach::Tls,
            Reach::NoCertificates,
        ];
        all.extend(reaches.map(|reach| Failure::NoAnswer(reach, Happened::No)));
        all.push(Failure::NoAnswer(Reach::Timeout, Happened::Perhaps));
        let codes = [302, 400, 401, 403, 404, 408, 409, 413, 422, 423, 429, 500, 503];
        all.extend(codes.map(|code| Failure::Status { code, said: None, happened: Happened::No }));
        let unusable = [Unusable::WebPage, Unusable::TooLarge, Unusable::NotAsExpected];
        all.extend(unusable.map(|unusable| Failure::Answer(unusable, Happened::No)));
        let texts: Vec<String> =
            all.iter().map(|failure| format!("{failure}: {}", failure.words().ours)).collect();
        insta::assert_snapshot!(texts.join("\n\n"));
    }
}
