//! Given: share links. These steps touch the fake's store.

use cucumber::given;

use crate::unmet::{Met, Unmet};
use crate::world::World;

#[given(regex = r#"^the recipe "([^"]+)" has the share link "([^"]+)"$"#)]
fn recipe_has_link(world: &mut World, recipe: String, link: String) -> Met {
    let recipe = world.kitchen().id_of(&recipe)?;
    let id = world.kitchen().state().share_recipe(recipe);
    world.kitchen().name(&link, id);
    Ok(())
}

#[given(regex = r#"^the share link "([^"]+)" expires on (\S+)$"#)]
fn link_expires(world: &mut World, link: String, end: String) -> Met {
    let id = world.kitchen().id_of(&link)?;
    let at = end.parse().map_err(|_| Unmet::new("a point in time", end))?;
    let mut store = world.kitchen().state();
    let link = store.share_links.get_mut(id).ok_or_else(|| Unmet::new("a share link", "none"))?;
    link.expires_at = at;
    Ok(())
}
