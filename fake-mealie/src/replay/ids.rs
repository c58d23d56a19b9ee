//! Which id of the recording is which id here: learned from answers, put into requests.
//! Never guesses; an id that is not known stays as it was recorded.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};
use uuid::Uuid;

/// Letters of a UUID with hyphens, and without.
const WITH_HYPHENS: usize = 36;
const WITHOUT_HYPHENS: usize = 32;

/// What is known of the ids of one area.
#[derive(Debug, Clone, Default)]
pub(super) struct Ids {
    uuids: HashMap<Uuid, Uuid>,
    taken: HashSet<Uuid>,
    /// Whole numbers, by the path that they stand behind.
    numbers: HashMap<(String, i64), i64>,
    /// Slugs that came out with another number behind them.
    slugs: HashMap<String, String>,
    /// The token that an answer gave away last.
    pub(super) handed_out: Option<String>,
}

impl Ids {
    /// Learns that the one is the other, unless one of them is known as something else.
    pub(super) fn learn(&mut self, recorded: Uuid, here: Uuid) {
        if !self.uuids.contains_key(&recorded) && self.taken.insert(here) {
            self.uuids.insert(recorded, here);
        }
    }

    /// The id here, if it is known.
    pub(super) fn here(&self, recorded: Uuid) -> Option<Uuid> {
        self.uuids.get(&recorded).copied()
    }

    /// Whether both may be the same thing: the one is known as the other, or neither is known at all.
    pub(super) fn same(&self, recorded: Uuid, here: Uuid) -> bool {
        match self.here(recorded) {
            Some(known) => known == here,
            None => recorded == here || !self.taken.contains(&here),
        }
    }

    /// A number that an answer to this path has as an `id`: known behind the path itself and behind the path above it,
    /// so that what `.../today` shows is found at `.../5`.
    pub(super) fn learn_number(&mut self, path: &str, recorded: i64, here: i64) {
        let above = path.rsplit_once('/').map_or("", |(above, _)| above);
        for path in [path, above] {
            self.numbers.entry((path.to_owned(), recorded)).or_insert(here);
        }
    }

    /// Slugs that differ in the number behind them only.
    pub(super) fn learn_slug(&mut self, recorded: &str, here: &str) {
        if recorded != here && stem(recorded) == stem(here) {
            self.slugs.entry(recorded.to_owned()).or_insert_with(|| here.to_owned());
        }
    }

    /// A path, with the ids of here.
    pub(super) fn path(&self, recorded: &str) -> String {
        let (mut path, mut behind) = (String::new(), String::new());
        for (nth, segment) in recorded.split('/').enumerate() {
            let number = segment.parse().ok().and_then(|id| self.numbers.get(&(behind.clone(), id)));
            if nth > 0 {
                path.push('/');
                behind.push('/');
            }
            behind.push_str(segment);
            match (number, self.slugs.get(segment)) {
                (Some(number), _) => path.push_str(&number.to_string()),
                (None, Some(slug)) => path.push_str(slug),
                (None, None) => path.push_str(&self.text(segment)),
            }
        }
        path
    }

    /// A text, with the ids of here wherever one stands in it, in the spelling that it had.
    pub(super) fn text(&self, recorded: &str) -> String {
        let mut text = String::with_capacity(recorded.len());
        let mut rest = recorded;
        while let Some(letter) = rest.chars().next() {
            let found = [WITH_HYPHENS, WITHOUT_HYPHENS].into_iter().find_map(|length| {
                let spelled = rest.get(..length)?;
                let here = self.here(Uuid::try_parse(spelled).ok()?)?;
                Some((spelled, spelled_like(spelled, here)))
            });
            if let Some((spelled, here)) = found {
                text.push_str(&here);
                rest = rest.get(spelled.len()..).unwrap_or_default();
            } else {
                text.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            }
        }
        text
    }

    /// A body sent to this path, with the ids of here.
    pub(super) fn body(&self, path: &str, recorded: &Value) -> Value {
        match recorded {
            Value::String(text) => self.text(text).into(),
            Value::Array(items) => items.iter().map(|item| self.listed(path, item)).collect(),
            Value::Object(fields) => {
                let field = |(key, value): (&String, &Value)| {
                    let here = match (key.as_str(), value) {
                        ("slug", Value::String(slug)) => self.slug(slug),
                        ("id", Value::Number(_)) => self.number(path, value),
                        _ => self.body(path, value),
                    };
                    (self.text(key), here)
                };
                Value::Object(fields.iter().map(field).collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }

    fn listed(&self, path: &str, item: &Value) -> Value {
        match item {
            Value::String(text) => self.slug(text),
            other => self.body(path, other),
        }
    }

    fn slug(&self, recorded: &str) -> Value {
        self.slugs.get(recorded).cloned().unwrap_or_else(|| self.text(recorded)).into()
    }

    fn number(&self, path: &str, recorded: &Value) -> Value {
        let above = path.rsplit_once('/').map_or("", |(above, _)| above);
        let known = recorded
            .as_i64()
            .and_then(|id| [path, above].into_iter().find_map(|path| self.numbers.get(&(path.into(), id))));
        known.map_or_else(|| recorded.clone(), |here| (*here).into())
    }
}

/// A slug without the number behind it.
fn stem(slug: &str) -> &str {
    match slug.rsplit_once('-') {
        Some((stem, number)) if !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) => {
            stem
        }
        _ => slug,
    }
}

fn spelled_like(spelled: &str, id: Uuid) -> String {
    let text = if spelled.len() == WITHOUT_HYPHENS { id.simple().to_string() } else { id.to_string() };
    let upper = spelled.bytes().any(|letter| letter.is_ascii_uppercase());
    if upper { text.to_ascii_uppercase() } else { text }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SOUP: Uuid = Uuid::from_u128(0xeba1_9179_f1ce_4c71_a7d3_e238_1e5d_68bc);
    const HERE: Uuid = Uuid::from_u128(0x1111_2222_3333_4444_8555_aaaa_bbbb_cccc);

    #[test]
    fn known_ids_are_put_in_wherever_they_stand_in_the_spelling_they_had() {
        let mut ids = Ids::default();
        ids.learn(SOUP, HERE);
        ids.learn_slug("pea-soup-1", "pea-soup-4");
        ids.learn_number("/api/plans", 5, 9);
        for (row, recorded, here) in [
            (
                "an id",
                "/api/r/eba19179-f1ce-4c71-a7d3-e2381e5d68bc",
                "/api/r/11112222-3333-4444-8555-aaaabbbbcccc",
            ),
            ("upper case", "/EBA19179-F1CE-4C71-A7D3-E2381E5D68BC", "/11112222-3333-4444-8555-AAAABBBBCCCC"),
            ("no hyphens", "/eba19179f1ce4c71a7d3e2381e5d68bc", "/11112222333344448555aaaabbbbcccc"),
            (
                "in braces",
                "/%7Beba19179-f1ce-4c71-a7d3-e2381e5d68bc%7D",
                "/%7B11112222-3333-4444-8555-aaaabbbbcccc%7D",
            ),
            (
                "an unknown id",
                "/00000000-0000-4000-8000-000000000000",
                "/00000000-0000-4000-8000-000000000000",
            ),
            ("a number", "/api/plans/5", "/api/plans/9"),
            ("a number elsewhere", "/api/other/5", "/api/other/5"),
            ("a slug with a number", "/api/r/pea-soup-1", "/api/r/pea-soup-4"),
            ("another slug", "/api/r/pea-soup", "/api/r/pea-soup"),
        ] {
            assert_eq!(ids.path(recorded), here, "{row}");
        }
        let body =
            json!({ "id": 5, "slug": "pea-soup-1", "q": format!("id = \"{SOUP}\""), "n": 5, "ö": ["ü"] });
        let here =
            json!({ "id": 9, "slug": "pea-soup-4", "q": format!("id = \"{HERE}\""), "n": 5, "ö": ["ü"] });
        assert_eq!(ids.body("/api/plans/5", &body), here);
    }

    #[test]
    fn what_is_known_is_never_learned_anew() {
        let mut ids = Ids::default();
        ids.learn(SOUP, HERE);
        ids.learn(SOUP, Uuid::nil());
        assert!(ids.same(SOUP, HERE) && !ids.same(SOUP, Uuid::nil()));
        ids.learn(Uuid::max(), HERE);
        assert_eq!(ids.here(Uuid::max()), None, "two ids of the recording are not one here");
        assert!(!ids.same(Uuid::max(), HERE));
    }
}
