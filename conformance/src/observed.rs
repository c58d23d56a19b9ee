//! Which requests each tool made to Mealie, as the kitchens' journals have them. It reads what happened, and never holds it
//! against anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use fake_mealie::Arrival;

/// One kind of request: the method, and the path with a name for each id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Observed {
    /// The path: `/api/recipes/{slug or id}`.
    pub path: String,
    /// `GET`, `PATCH`, ...
    pub method: String,
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}

/// The requests of every tool that was called.
pub type Requests = BTreeMap<String, BTreeSet<Observed>>;

/// Words that stand where a recipe's slug could.
const BESIDE_RECIPES: [&str; 4] = ["create", "suggestions", "test-scrape-url", "timeline"];

impl Observed {
    fn of(arrival: &Arrival) -> Self {
        Self { path: pattern(&arrival.path), method: arrival.method.clone() }
    }
}

fn pattern(path: &str) -> String {
    let words: Vec<&str> = path.split('/').skip(1).collect();
    let mut pattern = String::new();
    for (place, word) in words.iter().enumerate() {
        let is_recipe = match words.get(..place) {
            Some(["api", "recipes"]) => !BESIDE_RECIPES.contains(word),
            Some(["api", "households", "self", "recipes"]) => true,
            _ => false,
        };
        pattern.push('/');
        pattern.push_str(match (is_recipe, is_uuid(word) || is_number(word)) {
            (true, _) => "{slug or id}",
            (false, true) => "{id}",
            (false, false) => word,
        });
    }
    pattern
}

/// Plan entries are numbered.
fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_uuid(word: &str) -> bool {
    word.len() == 36
        && word.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// What one scenario tells: its requests, if all of them are one tool's.
pub(crate) fn of_scenario(called: &BTreeSet<String>, journal: &[Arrival]) -> Requests {
    let mut requests: Requests = called.iter().map(|tool| (tool.clone(), BTreeSet::new())).collect();
    if let [only] = requests.values_mut().collect::<Vec<_>>().as_mut_slice() {
        only.extend(journal.iter().map(Observed::of));
    }
    requests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_a_name_for_each_id() {
        let id = "3f2a0000-0000-4000-8000-000000000001";
        for (path, want) in [
            ("/api/recipes".to_owned(), "/api/recipes"),
            ("/api/recipes/pea-soup".to_owned(), "/api/recipes/{slug or id}"),
            (format!("/api/recipes/{id}/comments"), "/api/recipes/{slug or id}/comments"),
            ("/api/recipes/create/url".to_owned(), "/api/recipes/create/url"),
            ("/api/recipes/timeline/events".to_owned(), "/api/recipes/timeline/events"),
            ("/api/recipes/suggestions".to_owned(), "/api/recipes/suggestions"),
            ("/api/households/self/recipes/pea-soup".to_owned(), "/api/households/self/recipes/{slug or id}"),
            (format!("/api/foods/{id}"), "/api/foods/{id}"),
            ("/api/foods/merge".to_owned(), "/api/foods/merge"),
            ("/api/households/mealplans/5".to_owned(), "/api/households/mealplans/{id}"),
        ] {
            assert_eq!(pattern(&path), want);
        }
    }
}
