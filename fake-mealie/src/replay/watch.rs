//! Which recipes were made ready while nobody recorded: they show up in answers, and no recorded call made them.
//! Never takes one for such that the seed or a recorded call has brought.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde_json::Value;
use uuid::Uuid;

use super::ids::Ids;
use super::learn::uuid;
use super::pairs::{Area, Pair};
use super::prepared::{Prepared, Ready};
use crate::store::Kitchen;

/// Where recipes are found by the next part of the path.
const RECIPES: &str = "/api/recipes/";

/// Parts of a path that are no recipe.
const NO_RECIPES: [&str; 7] =
    ["create", "suggestions", "bulk-actions", "timeline", "shared", "test-scrape-url", "exports"];

/// Mealie 3.10.2 gives up after ten recipes of one name.
const MOST_TWINS: u32 = 9;

/// A recipe that is seen for the first time.
pub(super) struct Sighting<'a> {
    at: usize,
    pub(super) recipe: &'a Value,
    /// What the call sent that it was the answer to.
    pub(super) sent: Option<&'a Value>,
    /// The slug that the call found it by.
    found_by: Option<&'a str>,
}

/// Somebody who goes through an area and notes what was there already.
pub(super) struct Watch<'a> {
    /// Slugs of recipes that the seed or a recorded call made.
    made: BTreeSet<String>,
    seeded: BTreeSet<String>,
    /// Ids that are accounted for.
    known: BTreeSet<Uuid>,
    /// Slugs of recipes that were sighted.
    sighted: BTreeSet<&'a str>,
    sightings: BTreeMap<Uuid, Sighting<'a>>,
    /// Slugs that a call needs, and which call does first.
    needed: BTreeMap<String, usize>,
    /// Ids that recorded answers give to recipes that recorded calls made.
    ids_of_made: BTreeMap<&'a str, Uuid>,
}

impl<'a> Watch<'a> {
    /// What an area takes for granted, beyond the rows of a fresh kitchen.
    pub(super) fn over(area: &'a Area, kitchen: &Kitchen, ids: &Ids) -> Prepared<'a> {
        let seeded: BTreeSet<String> = kitchen.recipes.iter().map(|recipe| recipe.slug.clone()).collect();
        let mut watch = Watch {
            made: seeded.clone(),
            seeded,
            known: BTreeSet::new(),
            sighted: BTreeSet::new(),
            sightings: BTreeMap::new(),
            needed: BTreeMap::new(),
            ids_of_made: BTreeMap::new(),
        };
        for (at, pair) in area.pairs.iter().enumerate() {
            watch.pair(at, pair, ids);
        }
        watch.prepared(area)
    }

    fn pair(&mut self, at: usize, pair: &'a Pair, ids: &Ids) {
        let answer = &pair.response.body;
        if let (true, Some(slug)) = (creates(pair), answer.as_str()) {
            // A number behind a slug is the first that is free.
            let earlier = earlier_slugs(slug).filter(|earlier| !self.made.contains(earlier));
            self.needed.extend(earlier.map(|earlier| (earlier, at)));
            self.made.insert(slug.to_owned());
        }
        let found_by =
            slug_of(pair).filter(|slug| !self.made.contains(*slug) && !self.sighted.contains(slug));
        each_recipe(answer, &mut |recipe| {
            let id = recipe.get("id").and_then(Value::as_str).and_then(uuid);
            let slug = recipe.get("slug").and_then(Value::as_str);
            if let (Some(id), Some(slug)) = (id, slug)
                && !self.known.contains(&id)
                && ids.here(id).is_none()
            {
                let sent = pair.request.body.is_object().then_some(&pair.request.body);
                self.unknown(pair, (id, slug), Sighting { at, recipe, sent, found_by });
            }
        });
        if let Some(slug) = found_by {
            self.needed.entry(slug.to_owned()).or_insert(at);
        }
    }

    fn unknown(&mut self, pair: &'a Pair, (id, slug): (Uuid, &'a str), seen: Sighting<'a>) {
        // What a call finds under a slug of a recorded recipe is that recipe, also under a new name.
        let of_made = slug_of(pair).into_iter().chain([slug]).find(|slug| self.made.contains(*slug));
        if creates(pair) {
            self.made.insert(slug.to_owned());
            self.known.insert(id);
        } else if let Some(slug) = of_made {
            self.ids_of_made.entry(slug).or_insert(id);
            self.known.insert(id);
        } else if self.sighted.contains(slug) && !self.sightings.contains_key(&id) {
            // The same recipe under another id.
            self.known.insert(id);
        } else {
            // A list shows less of it than a later answer may.
            let whole = seen.recipe.get("recipeIngredient").is_some();
            let at = self.sightings.get(&id).map_or(seen.at, |first| first.at);
            self.sighted.insert(seen.slug());
            if whole {
                self.known.insert(id);
                self.sightings.insert(id, Sighting { at, ..seen });
            } else {
                self.sightings.entry(id).or_insert(seen);
            }
        }
    }

    fn prepared(mut self, area: &Area) -> Prepared<'a> {
        let mut before: BTreeMap<usize, Vec<Ready<'a>>> = BTreeMap::new();
        let mut sightings: Vec<_> = self.sightings.into_values().collect();
        // In the order in which they were made, which is the order of lists.
        sightings.sort_by_key(|seen| seen.recipe.get("createdAt").and_then(moment));
        sightings.retain(|seen| !self.seeded.contains(seen.slug()));
        for seen in sightings {
            let needed = self.needed.remove(seen.slug()).unwrap_or(seen.at).min(seen.at);
            let at = made_before(area, seen.recipe).map_or(needed, |made| made.min(needed));
            before.entry(at).or_default().push(Ready::Shown(seen));
        }
        for (slug, at) in self.needed {
            before.entry(at).or_default().push(Ready::Slug(slug));
        }
        Prepared { before, ids_of_made: self.ids_of_made }
    }
}

impl<'a> Sighting<'a> {
    /// The slug before the call: a call that sends a name may show another one.
    pub(super) fn slug(&self) -> &'a str {
        let shown = || self.recipe.get("slug").and_then(Value::as_str).unwrap_or_default();
        self.found_by.unwrap_or_else(shown)
    }

    /// The name before the call.
    pub(super) fn name(&self) -> String {
        let renamed = self.sent.is_some_and(|sent| sent.get("name").is_some());
        let shown = self.recipe.get("name").and_then(Value::as_str).filter(|_| !renamed);
        shown.map_or_else(|| name_of(self.slug()), str::to_owned)
    }
}

/// `soup` and `soup-1` for `soup-2`.
fn earlier_slugs(slug: &str) -> impl Iterator<Item = String> {
    let numbered = slug.rsplit_once('-').and_then(|(stem, number)| Some((stem, number.parse::<u32>().ok()?)));
    let (stem, number) = numbered.filter(|(_, number)| *number <= MOST_TWINS).unwrap_or((slug, 0));
    let stem = stem.to_owned();
    (0..number).map(move |earlier| if earlier == 0 { stem.clone() } else { format!("{stem}-{earlier}") })
}

/// Whether a call makes a recipe, as far as its answer tells.
fn creates(pair: &Pair) -> bool {
    pair.request.method == "POST" && pair.response.status == 201
}

/// The slug that a pair is about, if there was a recipe. Reading what is not there may be answered with 500 as well.
fn slug_of(pair: &Pair) -> Option<&str> {
    let slug = pair.request.path.strip_prefix(RECIPES)?.split('/').next()?;
    let is_slug = !slug.contains('%') && Uuid::try_parse(slug).is_err() && !NO_RECIPES.contains(&slug);
    let was_there =
        pair.response.status < 400 || (pair.request.method != "GET" && pair.response.status != 404);
    (is_slug && was_there).then_some(slug)
}

/// The first pair that was answered after a row was made.
pub(super) fn made_before(area: &Area, row: &Value) -> Option<usize> {
    let made = moment(row.get("createdAt")?)?;
    area.pairs.iter().position(|pair| latest(&pair.response.body).is_some_and(|latest| latest > made))
}

pub(super) fn moment(value: &Value) -> Option<Timestamp> {
    value.as_str()?.parse().ok()
}

/// The latest moment at which a row of an answer was made or changed.
fn latest(value: &Value) -> Option<Timestamp> {
    match value {
        Value::Array(items) => items.iter().filter_map(latest).max(),
        Value::Object(fields) => {
            let own = ["createdAt", "updatedAt"].into_iter().filter_map(|key| moment(fields.get(key)?));
            own.chain(fields.values().filter_map(latest)).max()
        }
        _ => None,
    }
}

fn each_recipe<'a>(value: &'a Value, found: &mut dyn FnMut(&'a Value)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| each_recipe(item, found)),
        Value::Object(fields) => {
            if fields.contains_key("recipeServings") && fields.contains_key("groupId") {
                found(value);
            }
            fields.values().for_each(|value| each_recipe(value, found));
        }
        _ => {}
    }
}

/// `many-twins` is of `Many Twins`, and `many-twins-2` of `Many Twins (2)`.
pub(super) fn name_of(slug: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        match word.parse::<u32>() {
            Ok(number) => format!("({number})"),
            Err(_) => first + letters.as_str(),
        }
    };
    slug.split('-').map(word).collect::<Vec<_>>().join(" ")
}
