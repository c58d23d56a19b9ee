//! Given: cookbooks, and what their owners keep to themselves. These steps touch the fake's store.

use cucumber::given;

use crate::unmet::Met;
use crate::world::World;

#[given(regex = r#"^a cookbook "([^"]+)"$"#)]
fn a_cookbook(world: &mut World, name: String) {
    let id = world.kitchen().state().add_cookbook(&name, "");
    world.kitchen().name(&name, id);
}

#[given(regex = r#"^a cookbook "([^"]+)" of what fits '(.+)'$"#)]
fn a_filtered_cookbook(world: &mut World, name: String, filter: String) {
    let id = world.kitchen().state().add_cookbook(&name, &filter);
    world.kitchen().name(&name, id);
}

#[given(regex = r#"^a cookbook "([^"]+)" of another household$"#)]
fn anothers_cookbook(world: &mut World, name: String) {
    let id = {
        let mut store = world.kitchen().state();
        let group = store.group.id;
        let household = store.add_household(group, "Next door");
        store.add_cookbook_of(household, &name, "")
    };
    world.kitchen().name(&name, id);
}

#[given(regex = r#"^the cookbook "([^"]+)" is public$"#)]
fn cookbook_is_public(world: &mut World, name: String) -> Met {
    let id = world.kitchen().id_of(&name)?;
    world.kitchen().state().publish_cookbook(id);
    Ok(())
}

#[given(regex = r#"^the cook's password is kept as "([^"]+)"$"#)]
fn password_is(world: &mut World, hash: String) {
    let mut store = world.kitchen().state();
    let cook = store.cook().id;
    if let Some(cook) = store.users.get_mut(cook) {
        cook.password = hash;
    }
}
