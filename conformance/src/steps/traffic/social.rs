//! Then: what people said of recipes and did about them, read from the kitchen's own store and from the requests that
//! reached it. These steps change neither.

use cucumber::then;

use crate::unmet::{Met, Unmet, expect};
use crate::wish::listed;
use crate::world::World;

#[then(regex = r#"^the comments on "([^"]+)" are now "([^"]*)"$"#)]
fn comments_are(world: &mut World, recipe: String, texts: String) -> Met {
    let id = world.look().id_of(&recipe)?;
    let there: Vec<String> =
        world.look().view().comments_on(id).iter().map(|comment| comment.text.clone()).collect();
    expect(there == listed(&texts), texts, || format!("{}; last: {}", there.join(", "), world.last_words()))
}

#[then("nobody has commented on anything that is not there")]
fn no_strays(world: &mut World) -> Met {
    let strays = {
        let store = world.look().view();
        let is_stray = |recipe| store.recipes.get(recipe).is_none();
        store.comments.iter().filter(|comment| is_stray(comment.recipe_id)).count()
    };
    expect(strays == 0, "every comment on a recipe", || format!("{strays} on nothing"))
}

#[then(regex = r#"^"([^"]+)" now stands on the timeline of "([^"]+)" at (\S+)$"#)]
fn event_is(world: &mut World, subject: String, recipe: String, moment: String) -> Met {
    let id = world.look().id_of(&recipe)?;
    let at: jiff::Timestamp = moment.parse().map_err(|_| Unmet::new("a point in time", moment))?;
    let there: Vec<jiff::Timestamp> = {
        let store = world.look().view();
        let events = store.timeline_of(id).into_iter().filter(|event| event.subject == subject);
        events.map(|event| event.timestamp).collect()
    };
    expect(there == [at], format!("{subject:?} at {at}, once"), || {
        format!("{there:?}; {}", world.last_words())
    })
}

/// Without a time Mealie takes the moment at which it was started for when something happened.
#[then("every event that reached Mealie happened at the moment of the call")]
fn events_are_of_now(world: &mut World) -> Met {
    let sent: Vec<_> =
        world.writes().into_iter().filter(|arrival| arrival.path == "/api/recipes/timeline/events").collect();
    // The server's clock is this machine's; an hour is more than any scenario takes, and less than a zone.
    let now = jiff::Timestamp::now();
    let hour = jiff::SignedDuration::from_mins(59);
    let of_now = |at: jiff::Timestamp| now.duration_since(at).abs() < hour;
    let dated = sent
        .iter()
        .all(|arrival| arrival.body["timestamp"].as_str().and_then(|at| at.parse().ok()).is_some_and(of_now));
    expect(dated && !sent.is_empty(), "events with the time of the call", || format!("{sent:?}"))
}

#[then(
    regex = r#"^(the cook|somebody else) now gives "([^"]+)" (\d(?:\.\d)?) stars(?:, and it is (a|no) favorite)?$"#
)]
fn stars_are(world: &mut World, who: String, recipe: String, stars: f64, favorite: String) -> Met {
    let id = world.look().id_of(&recipe)?;
    let there = {
        let store = world.look().view();
        let cook = store.cook().id;
        let rows = store.ratings.iter().filter(|row| row.recipe_id == id);
        let mut rows = rows.filter(|row| (row.user_id == cook) == (who == "the cook"));
        rows.next().map(|row| (row.stars.unwrap_or_default(), row.is_favorite))
    };
    let want = |(given, is_favorite): (f64, bool)| {
        given == stars && (favorite.is_empty() || is_favorite == (favorite == "a"))
    };
    expect(there.is_some_and(want), format!("{stars} stars"), || format!("{there:?}; {}", world.last_words()))
}

#[then(regex = r#"^the only write that reached Mealie was the cook's own rating of "([^"]+)"$"#)]
fn own_rating_alone(world: &mut World, recipe: String) -> Met {
    let (id, cook) = (world.look().id_of(&recipe)?, world.look().view().cook().id);
    let path = format!("/api/users/{cook}/ratings/{id}");
    let writes: Vec<String> =
        world.writes().iter().map(|arrival| format!("{} {}", arrival.method, arrival.path)).collect();
    expect(writes == [format!("POST {path}")], path, || format!("{writes:?}"))
}
