//! Given: pictures, and who reads them. These steps touch the fake's store.

use cucumber::given;
use fake_mealie::SAMPLE_PICTURES;

use crate::unmet::Met;
use crate::world::World;

#[given(regex = r#"^the recipe "([^"]+)" has a picture$"#)]
fn recipe_has_picture(world: &mut World, recipe: String) -> Met {
    let id = world.kitchen().id_of(&recipe)?;
    let (_, picture) = SAMPLE_PICTURES[0];
    world.kitchen().state().set_picture(id, picture);
    Ok(())
}

#[given("Mealie has an AI provider that reads pictures")]
fn ai_reads(world: &mut World) {
    world.kitchen().state().set_ai(true);
}

#[given("Mealie has an AI provider that fails")]
fn ai_fails(world: &mut World) {
    world.kitchen().state().ai = fake_mealie::Ai::Fails;
}

#[given(regex = r#"^Mealie is version "([^"]+)"$"#)]
fn version_is(world: &mut World, version: String) {
    world.kitchen().state().set_version(&version);
}
