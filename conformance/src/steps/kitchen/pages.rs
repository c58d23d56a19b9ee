//! Given: what a Mealie would find on the web, prepared in the fake, which goes nowhere. The pages are at addresses that
//! RFC 5737 sets aside for examples, so that no server has a name to look up.

use cucumber::given;
use fake_mealie::PreparedPage;

use crate::world::World;
use crate::written;

fn prepare(world: &mut World, address: &str, page: PreparedPage) {
    world.kitchen().state().prepare_page(address, page);
}

#[given(regex = r#"^a page "([^"]+)" with a recipe "([^"]+)"$"#)]
fn page_with_recipe(world: &mut World, address: String, name: String) {
    prepare(world, &address, PreparedPage::Recipe(written::recipe(&name)));
}

#[given(regex = r#"^a page "([^"]+)" with a recipe "([^"]+)" that says "(.+)" wherever it can$"#)]
fn page_that_says(world: &mut World, address: String, name: String, text: String) {
    let text = crate::wish::characters(&text);
    prepare(world, &address, PreparedPage::Recipe(written::recipe_that_says(&name, &text)));
}

#[given(regex = r#"^a page "([^"]+)" with no more than a title "([^"]+)" and a picture$"#)]
fn page_with_title(world: &mut World, address: String, title: String) {
    prepare(world, &address, PreparedPage::Document(written::linked(&title)));
}

#[given(regex = r#"^a page "([^"]+)" without a recipe$"#)]
fn page_without_recipe(world: &mut World, address: String) {
    prepare(world, &address, PreparedPage::NoRecipe);
}

#[given(regex = r#"^a page "([^"]+)" that takes Mealie too long$"#)]
fn slow_page(world: &mut World, address: String) {
    prepare(world, &address, PreparedPage::Slow);
}
