//! Where a request goes: fixed words, validated ids and slugs, and query values with a type. No argument can climb
//! out of its segment or add a query (SHUT-3), a `queryFilter` is made of fixed words and ids, or is a [`RecipeFilter`] (SHUT-4), and what
//! the contract shuts has no address here (SHUT-1).

use url::Url;

use super::Language;
use super::filter::RecipeFilter;
use super::me::Me;
use crate::text::{Date, Id, Slug};

/// The path and query of one request, below the instance's `/api`.
#[derive(Clone, Debug)]
pub struct Route {
    segments: Vec<Segment>,
    query: Vec<(&'static str, String)>,
}

#[derive(Clone, Debug)]
enum Segment {
    /// A word of Mealie's own.
    Fixed(&'static str),
    /// An id or a slug. A recipe may be called `admin`.
    Given(String),
}

/// The parts of Mealie that are open, by how their paths begin. Everything else is shut (SHUT-1): administration, tokens
/// and logins, users other than the caller, webhooks, notifications, recipe actions, migrations, seeders, invitations.
const OPEN: &[&[&str]] = &[
    &["app", "about"],
    &["comments"],
    &["foods"],
    &["groups", "labels"],
    &["groups", "self"],
    &["households", "cookbooks"],
    &["households", "mealplans"],
    &["households", "self", "recipes"],
    &["households", "shopping"],
    &["organizers"],
    &["parser"],
    &["recipes"],
    &["shared", "recipes"],
    &["units"],
    &["users", "self"],
];

/// Words that are shut within the open parts: the plan's rules, other files than a recipe's picture, bulk actions.
const SHUT: &[&str] = &["rules", "assets", "exports", "create-zip", "zip", "bulk-actions", "bulk"];

/// What may stand as the value of a query parameter.
#[derive(Clone, Debug)]
pub struct Value(String);

impl From<&'static str> for Value {
    fn from(fixed: &'static str) -> Self {
        Self(fixed.to_owned())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self(number.to_string())
    }
}

impl From<&Id> for Value {
    fn from(id: &Id) -> Self {
        Self(id.to_string())
    }
}

impl From<Date> for Value {
    fn from(day: Date) -> Self {
        Self(day.to_string())
    }
}

impl From<&Language> for Value {
    fn from(language: &Language) -> Self {
        Self(language.to_string())
    }
}

impl From<&Slug> for Value {
    fn from(slug: &Slug) -> Self {
        Self(slug.to_string())
    }
}

impl Route {
    /// `/api/{fixed}/{fixed}...`.
    ///
    /// # Panics
    ///
    /// For a part of Mealie that is shut (SHUT-1): a slip in a shelf, which every test of that shelf meets, and which
    /// sends nothing.
    pub fn to(fixed: &[&'static str]) -> Self {
        assert!(OPEN.iter().any(|open| fixed.starts_with(open)), "this part of Mealie is shut");
        let route = Self { segments: Vec::new(), query: Vec::new() };
        fixed.iter().fold(route, |route, word| route.then(word))
    }

    /// `/api/users/{own id}/ratings/{recipe}`: the one path below a user's id that is open, and only below the caller's own
    /// (SHUT-1). None where Mealie does not say who calls. Mealie 3.10.2 takes a recipe's id there as well as its slug.
    pub fn own_rating(me: &Me, recipe: &Id) -> Option<Self> {
        let route = Self { segments: vec![Segment::Fixed("users")], query: Vec::new() };
        Some(route.id(me.id()?).then("ratings").id(recipe))
    }

    /// One more fixed segment.
    ///
    /// # Panics
    ///
    /// As [`Route::to`] does.
    pub fn then(mut self, fixed: &'static str) -> Self {
        assert!(!SHUT.contains(&fixed), "this part of Mealie is shut");
        self.segments.push(Segment::Fixed(fixed));
        self
    }

    /// Whether it is one recipe itself, which a PUT would replace whole (SHUT-2).
    pub(super) fn is_one_recipe(&self) -> bool {
        matches!(self.segments.as_slice(), [Segment::Fixed("recipes"), Segment::Given(_)])
    }

    /// One more segment: an id.
    pub fn id(mut self, id: &Id) -> Self {
        self.segments.push(Segment::Given(id.to_string()));
        self
    }

    /// One more segment: the id of a plan entry, which is a number.
    pub fn number(mut self, id: u64) -> Self {
        self.segments.push(Segment::Given(id.to_string()));
        self
    }

    /// One more segment: a slug.
    pub fn slug(mut self, slug: &Slug) -> Self {
        self.segments.push(Segment::Given(slug.to_string()));
        self
    }

    /// A query parameter. Mealie 3.10.2 reads camel case names only and repeated keys for several values.
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.query.push((name, value.into().0));
        self
    }

    /// Everything in one page. Mealie 3.10.2: `perPage=-1`.
    pub fn all(self) -> Self {
        self.with("perPage", "-1")
    }

    /// Only the count: the smallest page, of which the envelope's `total` is read.
    pub fn counted(self) -> Self {
        self.with("perPage", 1)
    }

    /// Free words to search for: the one place where a caller's text becomes part of an address.
    pub fn search(mut self, words: &str) -> Self {
        self.query.push(("search", words.to_owned()));
        self
    }

    /// `queryFilter`: what a caller wrote, read and written anew.
    pub fn where_fits(mut self, filter: &RecipeFilter) -> Self {
        self.query.push(("queryFilter", filter.to_string()));
        self
    }

    /// `queryFilter`: `attribute = "id"`.
    pub fn where_is(mut self, attribute: &'static str, id: &Id) -> Self {
        self.query.push(("queryFilter", format!("{attribute} = \"{id}\"")));
        self
    }

    /// `queryFilter`: `attribute IN ["id", ...]`.
    pub fn where_among<'a>(mut self, attribute: &'static str, ids: impl IntoIterator<Item = &'a Id>) -> Self {
        let ids: Vec<String> = ids.into_iter().map(|id| format!("\"{id}\"")).collect();
        self.query.push(("queryFilter", format!("{attribute} IN [{}]", ids.join(", "))));
        self
    }

    /// The whole address on the instance at `base`, whose path may have a prefix.
    pub(super) fn on(&self, base: &Url) -> Url {
        let mut url = base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push("api").extend(self.segments.iter().map(|segment| match segment {
                Segment::Fixed(word) => *word,
                Segment::Given(text) => text.as_str(),
            }));
        }
        if !self.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&self.query);
        }
        url
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shut_1_what_is_shut_has_no_address() {
        let made = |make: &(dyn Fn() -> Route + std::panic::RefUnwindSafe)| std::panic::catch_unwind(make);
        let slug: Slug = "admin".parse().unwrap();
        for (row, shut) in [
            ("administration", &["admin", "users"] as &'static [&'static str]),
            ("tokens", &["users", "api-tokens"]),
            ("logins", &["auth", "token"]),
            ("other users", &["users"]),
            ("the password", &["users", "password"]),
            ("webhooks", &["households", "webhooks"]),
            ("notifications", &["households", "events", "notifications"]),
            ("recipe actions", &["households", "recipe-actions"]),
            ("the plan's rules", &["households", "mealplans", "rules"]),
            ("invitations", &["households", "invitations"]),
            ("permissions", &["households", "permissions"]),
            ("migrations", &["groups", "migrations"]),
            ("seeders", &["groups", "seeders", "foods"]),
            ("bulk export", &["recipes", "bulk-actions", "export"]),
            ("downloads", &["recipes", "exports"]),
            ("nothing", &[]),
        ] {
            assert!(made(&|| Route::to(shut)).is_err(), "{row}");
        }
        for shut in ["assets", "exports"] {
            assert!(made(&|| Route::to(&["recipes"]).slug(&slug).then(shut)).is_err(), "{shut}");
        }
        let url = Route::to(&["recipes"]).slug(&slug).on(&Url::parse("http://m.test").unwrap());
        assert_eq!(url.as_str(), "http://m.test/api/recipes/admin", "a recipe may be called so");
    }

    /// Whose it is comes from what Mealie says of the caller alone (`tests/compile_fail/a_rating_of_somebody_else.rs`).
    #[test]
    fn shut_1_below_a_users_id_there_is_the_callers_own_rating_of_a_recipe_and_nothing_else() {
        let own: Id = "3f2a0000-0000-4000-8000-000000000001".parse().unwrap();
        let recipe: Id = "3f2a0000-0000-4000-8000-000000000002".parse().unwrap();
        let route = Route::own_rating(&Me::of_test(own), &recipe).unwrap();
        let url = route.on(&Url::parse("http://m.test").unwrap());
        assert_eq!(url.as_str(), format!("http://m.test/api/users/{own}/ratings/{recipe}"));
        for shut in [&["users"] as &'static [&'static str], &["users", "ratings"], &["users", "favorites"]] {
            assert!(std::panic::catch_unwind(|| Route::to(shut)).is_err(), "{shut:?}");
        }
    }

    #[test]
    fn shut_3_a_route_keeps_every_part_in_its_place() {
        let id: Id = "3f2a0000-0000-4000-8000-000000000001".parse().unwrap();
        let slug: Slug = "pea-soup".parse().unwrap();
        for (row, base, route, want) in [
            (
                "a root",
                "http://m.test",
                Route::to(&["recipes"]).slug(&slug),
                "http://m.test/api/recipes/pea-soup",
            ),
            ("a prefix", "http://m.test/food/", Route::to(&["foods"]), "http://m.test/food/api/foods"),
            (
                "an id and a fixed word behind it",
                "http://m.test",
                Route::to(&["recipes"]).id(&id).then("comments"),
                "http://m.test/api/recipes/3f2a0000-0000-4000-8000-000000000001/comments",
            ),
            (
                "searched words cannot add a parameter",
                "http://m.test",
                Route::to(&["recipes"]).search("a&queryFilter=x#y"),
                "http://m.test/api/recipes?search=a%26queryFilter%3Dx%23y",
            ),
            (
                "a filter over ids",
                "http://m.test",
                Route::to(&["foods"]).where_among("id", [&id]).all(),
                "http://m.test/api/foods?queryFilter=id+IN+%5B%223f2a0000-0000-4000-8000-000000000001%22%5D&perPage=-1",
            ),
        ] {
            assert_eq!(route.on(&Url::parse(base).unwrap()).as_str(), want, "{row}");
        }
    }
}
