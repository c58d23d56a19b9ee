//! Where a request goes: fixed words, validated ids and slugs, and query values with a type. No argument can climb
//! out of its segment or add a query (SHUT-3), and a `queryFilter` is made of fixed words and ids alone (SHUT-4).

use url::Url;

use crate::text::{Id, Slug};

/// The path and query of one request, below the instance's `/api`.
#[derive(Clone, Debug)]
pub struct Route {
    segments: Vec<String>,
    query: Vec<(&'static str, String)>,
}

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

impl From<&Slug> for Value {
    fn from(slug: &Slug) -> Self {
        Self(slug.to_string())
    }
}

impl Route {
    /// `/api/{fixed}/{fixed}...`.
    pub fn to(fixed: &[&'static str]) -> Self {
        Self { segments: fixed.iter().map(|&word| word.to_owned()).collect(), query: Vec::new() }
    }

    /// One more fixed segment.
    pub fn then(mut self, fixed: &'static str) -> Self {
        self.segments.push(fixed.to_owned());
        self
    }

    /// One more segment: an id.
    pub fn id(mut self, id: &Id) -> Self {
        self.segments.push(id.to_string());
        self
    }

    /// One more segment: a slug.
    pub fn slug(mut self, slug: &Slug) -> Self {
        self.segments.push(slug.to_string());
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
            path.pop_if_empty().push("api").extend(&self.segments);
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
