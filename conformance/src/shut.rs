//! What no request to Mealie may be, whatever a scenario does (SHUT-1 to SHUT-5): every scenario's journal is held against it
//! when the scenario is over. It reads requests, and never knows what led to one.

mod filter;

use fake_mealie::Arrival;
use serde_json::Value;
use uuid::Uuid;

use crate::inbox::Complaint;

/// Beginnings of what no request may go to (SHUT-1).
const SHUT: [&str; 14] = [
    "/api/admin",
    "/api/auth",
    "/api/users",
    "/api/households/webhooks",
    "/api/households/events",
    "/api/households/recipe-actions",
    "/api/households/mealplans/rules",
    "/api/households/invitations",
    "/api/households/permissions",
    "/api/groups/migrations",
    "/api/groups/seeders",
    "/api/recipes/bulk-actions",
    "/api/recipes/exports",
    "/api/recipes/create/zip",
];

/// Words that are shut wherever they stand below a recipe.
const SHUT_BELOW: [&str; 3] = ["assets", "exports", "zip"];

/// Whether a path is one of what is shut.
pub(crate) fn is_shut(path: &str) -> bool {
    let begins = |beginning: &str| {
        path.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let words: Vec<&str> = path.split('/').skip(2).collect();
    // Of users one may see oneself and one's ratings, and rate one recipe as somebody: a password or a picture can be
    // changed there too, and what others think of recipes can be read.
    let open = match words.as_slice() {
        ["users", "self"] | ["users", "self", "ratings"] | ["users", "self", "ratings", _] => true,
        ["users", rater, "ratings", recipe] => rater.parse::<Uuid>().is_ok() && !recipe.is_empty(),
        _ => false,
    };
    let below_a_recipe =
        words.first() == Some(&"recipes") && words.iter().skip(2).any(|word| SHUT_BELOW.contains(word));
    (SHUT.into_iter().any(begins) && !open) || below_a_recipe
}

/// Whether a request would replace a recipe whole (SHUT-2).
pub(crate) fn replaces_a_recipe(arrival: &Arrival) -> bool {
    let words: Vec<&str> = arrival.path.split('/').collect();
    arrival.method == "PUT" && matches!(words.as_slice(), ["", "api", "recipes", _])
}

/// Whether a request is what it looks like: no segment that leads elsewhere, nothing escaped that would make another
/// path or a query of it, and no parameter that a caller named (SHUT-3).
pub(crate) fn is_straight(arrival: &Arrival) -> bool {
    let path = arrival.path.to_lowercase();
    let bent = ["%2f", "%5c", "%2e", "%3f", "%23", "%25", "%00", "\\", "//", "/./", "/../", ";"];
    let named = arrival.query.iter().all(|(name, _)| {
        name.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '_') && name != "pwned"
    });
    !bent.iter().any(|bend| path.contains(bend)) && !path.ends_with("/..") && named
}

/// What Mealie would obey to somebody's harm (SHUT-5): who owns a thing and since when, and whether it is public.
const NOT_THE_CALLERS: [&str; 9] =
    ["userId", "groupId", "householdId", "createdAt", "lastMade", "image", "assets", "extras", "settings"];

/// Whether a body carries any of them, other than in an object that is sent back as it was read: that one has its id, and
/// is the whole of a PUT or lies within the body of something else.
pub(crate) fn carries_what_is_not_the_callers(arrival: &Arrival) -> bool {
    let sent_back = arrival.method == "PUT";
    carries(&arrival.body, sent_back)
}

fn carries(body: &Value, sent_back: bool) -> bool {
    match body {
        Value::Object(fields) => {
            let own = fields.keys().any(|name| NOT_THE_CALLERS.contains(&camel(name).as_str()));
            let as_read = sent_back && fields.contains_key("id");
            (own && !as_read) || fields.values().any(|field| carries(field, true))
        }
        Value::Array(items) => items.iter().any(|item| carries(item, true)),
        _ => false,
    }
}

/// Mealie takes both spellings: `user_id` is `userId`.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (head, tail) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        name + &head.to_uppercase() + tail
    })
}

/// What is wrong with a request, if anything.
pub(crate) fn complaint(arrival: &Arrival) -> Option<Complaint> {
    let id = match arrival {
        arrival if is_shut(&arrival.path) => "SHUT-1",
        arrival if replaces_a_recipe(arrival) => "SHUT-2",
        arrival if !is_straight(arrival) => "SHUT-3",
        arrival if filter::pries(arrival) => "SHUT-4",
        arrival if carries_what_is_not_the_callers(arrival) => "SHUT-5",
        _ => return None,
    };
    Some(Complaint { id, what: format!("a request that must not be: {} {}", arrival.method, arrival.path) })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(path: &str, name: &str) -> Arrival {
        Arrival {
            method: "GET".to_owned(),
            path: path.to_owned(),
            query: [name]
                .into_iter()
                .filter(|name| !name.is_empty())
                .map(|name| (name.to_owned(), "1".to_owned()))
                .collect(),
            body: serde_json::Value::Null,
            parts: Vec::new(),
            status: None,
            would_fetch: Vec::new(),
            served_bytes: 0,
        }
    }

    #[test]
    fn what_is_shut_is_told_from_what_is_open() {
        for (path, shut) in [
            ("/api/admin/users", true),
            ("/api/users/api-tokens", true),
            ("/api/users", true),
            ("/api/users/self", false),
            ("/api/users/self/ratings", false),
            ("/api/users/self/ratings/3f2a0000-0000-4000-8000-000000000001", false),
            ("/api/users/self/ratings/pea-soup/more", true),
            ("/api/users/self/favorites", true),
            ("/api/users/3f2a0000-0000-4000-8000-000000000001/ratings/pea-soup", false),
            ("/api/users/3f2a0000-0000-4000-8000-000000000001/ratings", true),
            ("/api/users/3f2a0000-0000-4000-8000-000000000001/ratings/", true),
            ("/api/users/3f2a0000-0000-4000-8000-000000000001/ratings/pea-soup/more", true),
            ("/api/users/3f2a0000-0000-4000-8000-000000000001/favorites/pea-soup", true),
            ("/api/users/3f2a0000-0000-4000-8000-000000000001", true),
            ("/api/users/api-tokens/ratings/pea-soup", true),
            ("/api/users/3f2a/ratings/pea-soup", true),
            ("/api/users/3f2a/password", true),
            ("/api/users/self/image", true),
            ("/api/recipes/admin", false),
            ("/api/recipes/pea-soup/assets", true),
            ("/api/recipes/zip", false),
            ("/api/households/mealplans/rules", true),
            ("/api/households/mealplans", false),
            ("/api/recipes/create/zip", true),
        ] {
            assert_eq!(is_shut(path), shut, "{path}");
        }
    }

    #[test]
    fn a_request_that_leads_elsewhere_is_not_straight() {
        for (path, name, straight) in [
            ("/api/recipes/pea-soup", "", true),
            ("/api/recipes/erbsens%C3%BCppchen", "", true),
            ("/api/recipes", "perPage", true),
            ("/api/shared/recipes", "recipe_id", true),
            ("/api/recipes/../admin", "", false),
            ("/api/recipes/..", "", false),
            ("/api/recipes/a%2Fb", "", false),
            ("/api/recipes/a%3Fb", "", false),
            ("/api/recipes/a", "pwned", false),
        ] {
            assert_eq!(is_straight(&asked(path, name)), straight, "{path}");
        }
    }

    #[test]
    fn a_body_with_what_is_not_the_callers_is_told_from_one_sent_back() {
        let tag = json!({"id": "1", "groupId": "2", "name": "Vegan"});
        for (row, method, body, wrong) in [
            ("an owner", "PATCH", json!({"userId": "1"}), true),
            ("in the other spelling", "PATCH", json!({"group_id": "1"}), true),
            ("an owner beside the recipe's own id", "PATCH", json!({"id": "1", "userId": "1"}), true),
            ("settings", "POST", json!({"name": "x", "settings": {}}), true),
            ("a tag as it was read", "PATCH", json!({"tags": [tag]}), false),
            ("a tag somebody made up", "PATCH", json!({"tags": [{"name": "Vegan", "groupId": "2"}]}), true),
            ("a tag sent back", "PUT", tag.clone(), false),
            ("a line", "PATCH", json!({"recipeIngredient": [{"note": "peas"}]}), false),
            ("nothing", "DELETE", Value::Null, false),
        ] {
            let arrival = Arrival { method: method.to_owned(), body, ..asked("/api/recipes/pea-soup", "") };
            assert_eq!(carries_what_is_not_the_callers(&arrival), wrong, "{row}");
        }
    }

    #[test]
    fn a_request_that_must_not_be_is_held_against_its_guarantee() {
        for (row, method, path, id) in [
            ("administration", "GET", "/api/admin/about", Some("SHUT-1")),
            ("a recipe replaced", "PUT", "/api/recipes/pea-soup", Some("SHUT-2")),
            ("a recipe's picture replaced", "PUT", "/api/recipes/pea-soup/image", None),
            ("a recipe changed", "PATCH", "/api/recipes/pea-soup", None),
            ("a path that climbs", "GET", "/api/recipes/..", Some("SHUT-3")),
            ("a merge", "PUT", "/api/foods/merge", None),
        ] {
            let arrival = Arrival { method: method.to_owned(), ..asked(path, "") };
            assert_eq!(complaint(&arrival).map(|complaint| complaint.id), id, "{row}");
        }
        let prying = r#"user.password LIKE "a%""#;
        for (row, path, query, body) in [
            ("asked for", "/api/recipes", vec![("queryFilter".to_owned(), prying.to_owned())], Value::Null),
            ("kept", "/api/households/cookbooks", Vec::new(), json!({"queryFilterString": prying})),
            (
                "kept in the other spelling",
                "/api/households/cookbooks",
                Vec::new(),
                json!({"query_filter_string": prying}),
            ),
        ] {
            let arrival = Arrival { query, body, ..asked(path, "") };
            assert_eq!(
                complaint(&arrival).map(|complaint| complaint.id),
                Some("SHUT-4"),
                "a filter that is {row}"
            );
        }
    }
}
