//! Then: cookbooks, read from the kitchen's own store, and what Mealie's own filter language finds.

use cucumber::then;
use fake_mealie::recipes_matching;

use crate::unmet::{Met, Unmet, expect};
use crate::world::World;

#[then(regex = r#"^the cookbook "([^"]+)" is (gone|still there)$"#)]
fn cookbook_is(world: &mut World, name: String, state: String) -> Met {
    let id = world.look().id_of(&name)?;
    let there = world.look().view().cookbooks.get(id).is_some();
    expect(there == (state == "still there"), state, || format!("a cookbook that is there: {there}"))
}

#[then(regex = r#"^the kitchen has (no|a public|a private) cookbook "([^"]+)"$"#)]
fn cookbook_made(world: &mut World, what: String, name: String) -> Met {
    let public = world.look().view().cookbook_named(&name).map(|book| book.public);
    let want = match what.as_str() {
        "no" => None,
        what => Some(what == "a public"),
    };
    expect(public == want, what, || format!("public: {public:?}"))
}

#[then(regex = r#"^the cookbook "([^"]+)" keeps the filter '(.*)'$"#)]
fn cookbook_keeps(world: &mut World, name: String, filter: String) -> Met {
    let store = world.look().view();
    let book = store.cookbook_named(&name).ok_or_else(|| Unmet::new("the cookbook", "none"))?;
    expect(book.query_filter_string == filter, filter, || book.query_filter_string.clone())
}

#[then(regex = r#"^Mealie itself finds (\d+) recipes that fit '(.+)'$"#)]
fn mealie_finds(world: &mut World, count: usize, filter: String) -> Met {
    let found = recipes_matching(&world.look().view(), &filter);
    expect(found == Some(count), format!("{count} recipes"), || format!("{found:?}"))
}
