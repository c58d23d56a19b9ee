//! Recorded pairs of a real Mealie, played against this one: how far the answers agree.
//! Never talks to a real Mealie, and never changes a recording.
//!
//! A folder holds one JSON file per area: a list of pairs `{"name", "as", "request": {"method", "path", "query",
//! "headers_subset", "body"}, "response": {"status", "headers_subset", "body"}}` in the order of the calls. Every area is
//! played from its beginning against a fresh kitchen. Ids are mapped as they appear: the rows of the seed by their names,
//! all others by the place at which they stand in an answer. What the recordings show to have been there without a
//! recorded call that made it is put into the kitchen before it is needed: users, recipes, comments, foods and units,
//! shopping lists, the version, pages on the web. A recipe of the seed that an area does not find any more is taken out.

mod align;
mod clock;
mod compare;
mod expect;
mod gone;
mod ids;
mod learn;
mod lists;
mod pages;
mod pairs;
mod pantry;
mod people;
mod planned;
mod prepared;
mod report;
mod rows;
mod scene;
mod texts;
mod visit;
mod voices;
mod watch;

use std::path::Path;
use std::sync::Arc;

pub use expect::Expectation;
pub use report::Report;

use crate::door::House;
use crate::routes;
use crate::seed::Seed;
use clock::{Clock, Moments};
use ids::Ids;
use lists::{Lists, Place};
use pairs::{Area, Pair};
use pantry::Pantry;
use people::People;
use planned::Planned;
use report::{Played, PlayedArea};
use rows::Rows;
use scene::Scene;
use visit::Said;
use voices::Voices;
use watch::Watch;

/// Plays all pairs of a folder, each area against a fresh kitchen with this seed.
///
/// # Errors
/// A file cannot be read or holds no pairs (the text names it), the seed does not fit together, or a request of a pair is
/// none that can be sent.
pub async fn replay(folder: &Path, seed: &Seed) -> Result<Report, String> {
    let areas = pairs::read(folder)?;
    let known = Known {
        people: People::of(&areas),
        rows: Rows::of(&areas),
        scene: Scene::of(&areas),
        clock: Clock::of(&areas),
    };
    let mut played = Vec::new();
    for area in &areas {
        played.push(play(area, seed, &known).await?);
    }
    Ok(Report { areas: played })
}

/// What all areas of a folder tell together.
struct Known {
    people: People,
    rows: Rows,
    scene: Scene,
    clock: Clock,
}

async fn play(area: &Area, seed: &Seed, known: &Known) -> Result<PlayedArea, String> {
    let mut kitchen = known.people.kitchen(seed)?;
    known.scene.set_up(&mut kitchen);
    let mut ids = Ids::default();
    known.people.learn(&mut ids, &kitchen);
    known.rows.learn(&mut ids, &kitchen);
    gone::take_away(area, &mut kitchen, &ids);
    let voices = Voices::of(area);
    let (prepared, pantry) = (Watch::over(area, &kitchen, &ids), Pantry::of(area));
    let (lists, planned) = (Lists::of(area), Planned::of(area));
    // Nobody closes this house while it is played.
    let (_open, closing) = tokio::sync::watch::channel(false);
    let house = Arc::new(House::new(kitchen, closing));
    let mut moments = Moments::after(&known.clock);
    let mut played = Vec::new();
    for (nth, pair) in area.pairs.iter().enumerate() {
        prepared.put_before(nth, pair, &mut house.kitchen(), &mut ids);
        pantry.put_before(pair, &mut house.kitchen(), &mut ids);
        voices.put_before(pair, &mut house.kitchen(), &mut ids);
        // Not in a `let`: the kitchen would stay locked until the answer.
        lists.put_before(nth, pair, Place { kitchen: &mut house.kitchen(), ids: &mut ids, pantry: &pantry });
        planned.put_before(nth, &mut house.kitchen(), &mut ids);
        moments.sent_in(&pair.request.body);
        Scene::set_up_for(pair, &mut house.kitchen(), &ids);
        let here = visit::visit(&house, pair, &ids, &known.people)
            .await
            .map_err(|problem| format!("{}/{}: {problem}", area.name, pair.name))?;
        if let (Said::Json(recorded), Said::Json(here)) = (Said::recorded(&pair.response), &here.said) {
            learn::learn(&mut ids, &pair.request.path, &recorded, here);
            learn::learn_bare_slug(&mut ids, &recorded, here);
            prepared.learn_made(&recorded, here, &house.kitchen(), &mut ids);
        }
        moments.answered_in(&pair.response.body);
        let today = house.kitchen().now().strftime("%Y-%m-%d").to_string();
        let goes_by = compare::GoesBy { ids: &ids, sent: &moments.sent, today: &today };
        let outcome = compare::compare(pair, &here, goes_by);
        played.push(Played {
            name: pair.name.clone(),
            method: pair.request.method.clone(),
            path: pair.request.path.clone(),
            routed: routed(pair),
            outcome,
        });
    }
    Ok(PlayedArea { name: area.name.clone(), pairs: played })
}

fn routed(pair: &Pair) -> bool {
    routes::serves(&pair.request.method, &pair.request.path)
}
