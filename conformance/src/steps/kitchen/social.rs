//! Given: what people said of recipes and did about them, and who the token belongs to. These steps touch the fake's store.

use cucumber::given;
use uuid::Uuid;

use crate::unmet::{Met, Unmet};
use crate::world::World;

/// Where everybody else of the household is.
const NEIGHBOR: &str = "neighbor";

/// Somebody else of the household.
fn somebody_else(world: &mut World) -> Uuid {
    let mut store = world.kitchen().state();
    let household = store.cook().household_id;
    let there = store.users.iter().find(|user| user.username == NEIGHBOR).map(|user| user.id);
    there.unwrap_or_else(|| store.add_user(household, NEIGHBOR, "the-neighbors-token"))
}

#[given(regex = r#"^the comment "([^"]+)" on "([^"]+)"( by somebody else)?$"#)]
fn a_comment(world: &mut World, text: String, recipe: String, by: String) -> Met {
    let id = world.kitchen().id_of(&recipe)?;
    let author = if by.is_empty() { world.kitchen().state().cook().id } else { somebody_else(world) };
    let comment = world.kitchen().state().comment_by(author, id, &text);
    world.kitchen().name(&format!("comment {text}"), comment);
    Ok(())
}

#[given(regex = r#"^the comment "([^"]+)" was written on (\S+)$"#)]
fn comment_is_of(world: &mut World, text: String, day: String) -> Met {
    let id = world.kitchen().id_of(&format!("comment {text}"))?;
    let at = format!("{day}T12:00:00Z").parse().map_err(|_| Unmet::new("a day", day))?;
    let mut store = world.kitchen().state();
    let comment = store.comments.get_mut(id).ok_or_else(|| Unmet::new("a comment", "none"))?;
    (comment.created_at, comment.updated_at) = (at, at);
    Ok(())
}

#[given("the token belongs to an administrator")]
fn is_admin(world: &mut World) -> Met {
    let mut store = world.kitchen().state();
    let cook = store.cook().id;
    store.users.get_mut(cook).ok_or_else(|| Unmet::new("a cook", "none"))?.admin = true;
    Ok(())
}

#[given(regex = r#"^comments are switched off for "([^"]+)"$"#)]
fn no_comments(world: &mut World, recipe: String) -> Met {
    let id = world.kitchen().id_of(&recipe)?;
    let mut store = world.kitchen().state();
    let settings = store.recipes.get(id).map(|recipe| recipe.settings);
    let mut settings = settings.ok_or_else(|| Unmet::new(format!("a recipe {recipe:?}"), "none"))?;
    settings.disable_comments = true;
    store.set_settings(id, settings);
    Ok(())
}

#[given(regex = r#"^"([^"]+)" stands on the timeline of "([^"]+)" at (\S+)$"#)]
fn an_event(world: &mut World, subject: String, recipe: String, moment: String) -> Met {
    let id = world.kitchen().id_of(&recipe)?;
    let at = moment.parse().map_err(|_| Unmet::new("a point in time", moment))?;
    world.kitchen().state().add_event(id, &subject, at);
    Ok(())
}

#[given(regex = r#"^the cook gave "([^"]+)" (\d) stars and made it a favorite$"#)]
fn is_rated(world: &mut World, recipe: String, stars: f64) -> Met {
    let id = world.kitchen().id_of(&recipe)?;
    let mut store = world.kitchen().state();
    let cook = store.cook().id;
    store.rate(cook, id, stars);
    store.favor(cook, id);
    Ok(())
}

#[given(regex = r#"^somebody else gave "([^"]+)" (\d) stars$"#)]
fn is_rated_by_another(world: &mut World, recipe: String, stars: f64) -> Met {
    let (id, author) = (world.kitchen().id_of(&recipe)?, somebody_else(world));
    world.kitchen().state().rate(author, id, stars);
    Ok(())
}
