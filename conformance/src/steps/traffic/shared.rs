//! Then: share links, read from the kitchen's own store.

use cucumber::then;

use crate::unmet::{Met, Unmet, expect};
use crate::world::World;

#[then(regex = r#"^the recipe "([^"]+)" now has (\d+) share links?$"#)]
fn recipe_has_links(world: &mut World, recipe: String, count: usize) -> Met {
    let id = world.look().id_of(&recipe)?;
    let links = world.look().view().share_links_of(id).len();
    expect(links == count, format!("{count} share links"), || links.to_string())
}

#[then(regex = r#"^the share link "([^"]+)" is (gone|still there)$"#)]
fn link_is(world: &mut World, link: String, state: String) -> Met {
    let id = world.look().id_of(&link)?;
    let there = world.look().view().share_links.get(id).is_some();
    expect(there == (state == "still there"), state, || format!("a link that is there: {there}"))
}

#[then(regex = r#"^the newest share link of "([^"]+)" lasts until (\S+)$"#)]
fn link_lasts(world: &mut World, recipe: String, end: String) -> Met {
    let id = world.look().id_of(&recipe)?;
    let end: jiff::Timestamp = end.parse().map_err(|_| Unmet::new("a point in time", end))?;
    let newest = world.look().view().share_links_of(id).last().map(|link| link.expires_at);
    expect(newest == Some(end), end.to_string(), || format!("{newest:?}"))
}
