//! The shelves against a real Mealie: what it stores is read by another client. It runs only where `live` does, and never
//! touches what it did not make: everything it makes has a mark in its name that nobody else uses, and what bears it is
//! removed, also when a test fails.

use serde_json::{Value, json};

use super::live::{Live, answer, call, live, question};
use super::session::Session;

mod cookbooks;
mod copies;
mod edits;
mod imports;
mod keeping;
mod organizers;
mod pictures;
mod plans;
mod recipes;
mod sharing;
mod shopping;
mod talk;
mod words;

/// A kitchen in which one test works.
struct Kitchen {
    live: Live,
    session: Session,
    /// One word, so that a search for it finds nothing else.
    mark: String,
    calls: u32,
    /// The ids of users that were added.
    guests: Vec<String>,
}

/// Where another client finds what was made, recipes apart.
const MADE: [&str; 7] = [
    "foods",
    "units",
    "organizers/tags",
    "organizers/categories",
    "organizers/tools",
    "households/shopping/lists",
    "households/cookbooks",
];

impl Kitchen {
    fn open() -> Option<Self> {
        let live = live()?;
        let mark = format!("mm{}", &uuid::Uuid::new_v4().simple().to_string()[..16]);
        let session = live.session();
        // The first call of a session was to initialize it.
        Some(Self { live, session, mark, calls: 1, guests: Vec::new() })
    }

    /// A name that is this test's own.
    fn own(&self, name: &str) -> String {
        format!("{} {name}", self.mark)
    }

    /// The address that Mealie makes of such a name.
    fn slug(&self, rest: &str) -> String {
        format!("{}-{rest}", self.mark)
    }

    fn call(&mut self, tool: &str, arguments: &Value, more: Value) -> Value {
        self.calls += 1;
        let answer = call(&mut self.session, self.calls, tool, arguments, more);
        let text = answer.to_string();
        for word in ["INSERT", "UPDATE ", "sqlite", "UNIQUE", "psycopg", "Traceback"] {
            assert!(!text.contains(word), "LIVE-6: {word} in {text}");
        }
        answer
    }

    /// The answer of a call that asks nobody.
    fn done(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.call(tool, arguments, json!({}));
        assert_ne!(answer["isError"], true, "{tool} {arguments}: {answer}");
        assert!(answer["structuredContent"].is_object(), "{tool} {arguments}: {answer}");
        answer["structuredContent"].clone()
    }

    /// The words of a call that is refused before anybody is asked.
    fn refused(&mut self, tool: &str, arguments: &Value) -> String {
        words(&self.call(tool, arguments, json!({})))
    }

    /// The question of a call, and its answer after a yes.
    fn agreed(&mut self, tool: &str, arguments: &Value) -> (String, Value) {
        let asked = self.call(tool, arguments, json!({}));
        let done = self.call(tool, arguments, answer(&asked, "accept"));
        assert!(done["structuredContent"].is_object(), "{tool} {arguments}: {done}");
        (question(&asked), done["structuredContent"].clone())
    }

    /// As another client sees it.
    fn there(&self, path: &str) -> Value {
        self.live.other("GET", path, &Value::Null)
    }

    /// A recipe of this test, as another client sees it.
    fn recipe(&self, slug: &str) -> Value {
        self.there(&format!("recipes/{slug}"))
    }

    /// A second user of the household, if the token's user may add one.
    fn guest(&mut self) -> Option<String> {
        let own = self.there("users/self");
        if own["admin"] != json!(true) {
            eprintln!("the token's user may add no second one; no recipe could be somebody else's");
            return None;
        }
        let guest = json!({
            "username": self.mark, "fullName": self.mark, "email": format!("{}@example.com", self.mark),
            "password": uuid::Uuid::new_v4().to_string(), "admin": false,
            "group": own["group"], "household": own["household"],
        });
        let guest = text(&self.live.other("POST", "admin/users", &guest)["id"]);
        self.guests.push(guest.clone());
        Some(guest)
    }

    /// Everything of one kind that bears the mark.
    fn made(&self, path: &str) -> Vec<Value> {
        self.listed(path).unwrap_or_else(|said| panic!("{path}: {said}"))
    }

    fn listed(&self, path: &str) -> Result<Vec<Value>, String> {
        let mut all = self.live.tried("GET", &format!("{path}?perPage=-1"), &Value::Null)?;
        let Value::Array(mut all) = all["items"].take() else { return Err("no list".to_owned()) };
        // A test may write it in capitals.
        all.retain(|one| one["name"].as_str().is_some_and(|name| name.to_lowercase().contains(&self.mark)));
        Ok(all)
    }

    /// Removes what bears the mark, and says what could not be.
    fn clear(&self) -> Vec<String> {
        let mut left = Vec::new();
        let slugs = |left: &mut Vec<String>| match self.listed("recipes") {
            Ok(recipes) => recipes.into_iter().map(|mut one| one["slug"].take()).collect::<Vec<Value>>(),
            Err(said) => {
                left.push(said);
                Vec::new()
            }
        };
        // So that also one goes whose address a test broke.
        let body = json!({"recipes": slugs(&mut left)});
        left.extend(self.live.tried("POST", "recipes/bulk-actions/delete", &body).err());
        let stayed = slugs(&mut left);
        left.extend(stayed.iter().map(Value::to_string));
        for path in MADE {
            match self.listed(path) {
                Err(said) => left.push(said),
                Ok(all) => left.extend(all.iter().filter_map(|one| {
                    let id = one["id"].as_str().unwrap_or_default();
                    self.live.tried("DELETE", &format!("{path}/{id}"), &Value::Null).err()
                })),
            }
        }
        // Entries with a recipe went with it; those of a title alone have no name to be listed by.
        match self.live.tried("GET", "households/mealplans?perPage=-1", &Value::Null) {
            Err(said) => left.push(said),
            Ok(plan) => left.extend(plan["items"].as_array().into_iter().flatten().filter_map(|entry| {
                entry["title"].as_str().filter(|title| title.contains(&self.mark))?;
                let path = format!("households/mealplans/{}", entry["id"]);
                self.live.tried("DELETE", &path, &Value::Null).err()
            })),
        }
        for guest in &self.guests {
            left.extend(self.live.tried("DELETE", &format!("admin/users/{guest}"), &Value::Null).err());
        }
        left
    }
}

/// The words of a refusal.
fn words(refused: &Value) -> String {
    assert_eq!(refused["isError"], true, "{refused}");
    refused["content"][0]["text"].as_str().unwrap().to_owned()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is a text")).to_owned()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

impl Drop for Kitchen {
    fn drop(&mut self) {
        let left = self.clear();
        // What a test that failed leaves is no second failure.
        if std::thread::panicking() {
            eprintln!("left behind: {left:?}");
        } else {
            assert_eq!(left, Vec::<String>::new(), "left behind");
        }
    }
}
