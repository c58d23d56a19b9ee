//! What a call writes into a recipe: planned against what stands there, sent as given fields only (SHUT-2). It asks nobody,
//! and never sends what was not read directly before.

use std::collections::HashSet;

use serde::Serialize;

use super::lines::{LineArgument, Lines};
use super::merging::Draft;
use super::notes::{Notes, NotesPlan};
use super::pantry::{Created, Made, Pantry, Stock, Thing, Wish};
use super::sending::LinesPlan;
use super::source::SourceUrl;
use super::steps::{self, Steps, StepsPlan, lost_links};
use crate::args::{Amount, Called, Content, Many};
use crate::failure::{Failure, SoFar, Why};
use crate::guard::binding::Target;
use crate::mealie::changes::RecipeChange;
use crate::mealie::records::{Recipe, Several};
use crate::mealie::vocabulary::Kind;
use crate::mealie::{Reads, Writes};
use crate::text::{Document, Foreign, Id, Part};

/// Tags or categories.
pub(crate) type Organizers = Many<Called, 0, 50>;

/// A time, in words.
pub(crate) type Time = Content<0, 100>;

/// Of a recipe of more JSON values than this no list is sent back: as wire text it would not fit into memory (BND-7). Two
/// hundred lines with foods and units, and a hundred steps, are about 8,000.
pub(super) const MOST_VALUES: usize = 40_000;

/// Everything that a call gives of a recipe, its name apart.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Given {
    pub(super) description: Option<Content<0, 20_000>>,
    pub(super) ingredients: Option<Lines>,
    pub(super) instructions: Option<Steps>,
    // A set: bound by what is in it, in any order.
    #[serde(skip)]
    pub(super) tags: Option<Organizers>,
    #[serde(skip)]
    pub(super) categories: Option<Organizers>,
    pub(super) prep_time: Option<Time>,
    pub(super) cook_time: Option<Time>,
    pub(super) total_time: Option<Time>,
    pub(super) servings: Option<Amount<10_000>>,
    pub(super) recipe_yield: Option<Content<0, 255>>,
    pub(super) notes: Option<Notes>,
    pub(super) source_url: Option<SourceUrl>,
}

/// What is written, planned.
pub(super) struct Filling {
    plain: RecipeChange,
    pub(super) lines: Option<LinesPlan>,
    pub(super) steps: Option<StepsPlan>,
    pub(super) notes: Option<NotesPlan>,
    pub(super) tags: Option<Vec<Thing>>,
    pub(super) categories: Option<Vec<Thing>>,
    pub(super) pantry: Pantry,
    /// Links of steps to ingredient lines that are lost.
    pub(super) lost_links: u64,
}

impl Given {
    fn lines(&self) -> Option<&[LineArgument]> {
        self.ingredients.as_ref().map(|lines| lines.0.as_slice())
    }

    /// Every name in it, whether it has to be looked up or not.
    pub(super) fn wishes(&self) -> Vec<Wish<'_>> {
        let mut wishes = self.organizers();
        for (at, line) in self.lines().unwrap_or_default().iter().enumerate() {
            for (kind, called) in [(Kind::Unit, line.unit()), (Kind::Food, line.food())] {
                let place = || format!("ingredients[{at}].{}", kind.one());
                wishes.extend(called.map(|called| Wish { kind, called, place: place() }));
            }
        }
        wishes
    }

    /// Refuses to send lines, steps or notes back to a recipe that is too large for it.
    pub(super) fn fits(&self, there: &Document) -> Result<(), Failure> {
        let Self { ingredients, instructions, notes, .. } = self;
        let sends_back = ingredients.is_some() || instructions.is_some() || notes.is_some();
        if sends_back && there.values() > MOST_VALUES {
            return Err(Failure::refused(
                Why::Senseless,
                "This recipe holds too much for its lines, steps or notes to be changed from here; they can be in Mealie \
                 itself. Nothing was changed. Its other fields can be given alone.",
            ));
        }
        Ok(())
    }

    fn organizers(&self) -> Vec<Wish<'_>> {
        let each = [(Kind::Tag, &self.tags), (Kind::Category, &self.categories)].into_iter();
        each.flat_map(|(kind, names)| {
            let names = names.iter().flat_map(|names| &names.0).enumerate();
            names.map(move |(at, called)| Wish { kind, called, place: format!("{}[{at}]", kind.many()) })
        })
        .collect()
    }

    fn plain(&self) -> RecipeChange {
        fn text<const MIN: usize, const MAX: usize>(text: &Option<Content<MIN, MAX>>) -> Option<String> {
            text.as_ref().map(|text| text.as_str().to_owned())
        }
        RecipeChange {
            description: text(&self.description),
            recipe_servings: self.servings.map(Amount::get),
            recipe_yield: text(&self.recipe_yield),
            total_time: text(&self.total_time),
            prep_time: text(&self.prep_time),
            cook_time: text(&self.cook_time),
            org_url: self.source_url.as_ref().map(|url| url.as_str().to_owned()),
            ..RecipeChange::default()
        }
    }
}

impl Filling {
    /// Plans what is given against the recipe that is there; `pantry` has had its glance. One more round of reads.
    pub(super) async fn plan(
        reads: &Reads,
        given: &Given,
        there: &Recipe,
        mut pantry: Pantry,
    ) -> Result<Self, Failure> {
        let line_ids: HashSet<Id> = line_ids(there);
        let draft =
            given.lines().map(|lines| Draft::new(lines, all(&there.recipe_ingredient))).transpose()?;
        let steps = given.instructions.as_ref();
        let steps =
            steps.map(|steps| StepsPlan::new(&steps.0, all(&there.recipe_instructions))).transpose()?;
        let notes =
            given.notes.as_ref().map(|notes| NotesPlan::new(&notes.0, all(&there.notes))).transpose()?;
        let mut wishes = given.organizers();
        wishes.extend(draft.iter().flat_map(Draft::wishes));
        pantry.complete(reads, &wishes).await?;
        drop(wishes);
        let lines = draft.map(|draft| draft.settle(&pantry)).transpose()?;
        let things = |kind, names: &Option<Organizers>| {
            let names = names.as_ref()?;
            let mut seen = HashSet::new();
            // Mealie 3.10.2: the same tag twice is refused as a recipe that exists already.
            let things = names.0.iter().filter_map(|called| pantry.thing(kind, called));
            Some(things.filter(|thing| seen.insert(*thing)).collect())
        };
        let (tags, categories) = (things(Kind::Tag, &given.tags), things(Kind::Category, &given.categories));
        let lost_links =
            lost_links(all(&there.recipe_instructions), &line_ids, lines.as_ref(), steps.as_ref());
        Ok(Self { plain: given.plain(), lines, steps, notes, tags, categories, pantry, lost_links })
    }

    /// How many tags, categories, foods and units are to be made.
    pub(super) fn new_words(&self) -> u64 {
        Kind::ALL.iter().map(|kind| self.pantry.new_ones(*kind)).sum()
    }

    /// Whether anything is written that depends on what stands there.
    pub(super) fn touches_lists(&self) -> bool {
        let Self { lines, steps, notes, tags, categories, .. } = self;
        lines.is_some() || steps.is_some() || notes.is_some() || tags.is_some() || categories.is_some()
    }

    /// What was resolved, as part of what is approved: ids, never the names that led to them (ASK-9). The names of what is to
    /// be made stand in the arguments.
    pub(super) fn bound(&self, target: Target) -> Target {
        let mut target = target;
        for (label, kind, things) in
            [("tags", Kind::Tag, &self.tags), ("categories", Kind::Category, &self.categories)]
        {
            let Some(things) = things else { continue };
            let there = things.iter().filter_map(|thing| match thing {
                Thing::There(id) => Some(*id),
                Thing::New(_) => None,
            });
            target = target.set(label, there).given(label, &self.pantry.new_names(kind));
        }
        let ids = self.lines.as_ref().map(LinesPlan::ids);
        target.given("units and foods", &ids)
    }

    /// Makes what is missing.
    pub(super) async fn make(&self, writes: &Writes<'_>, so_far: &mut SoFar) -> Result<Made, Failure> {
        self.pantry.make(writes, so_far).await
    }

    /// Reads the words that are to be sent. Side by side with the proof of the recipe's address, so that nothing comes
    /// between that and the request (LIVE-5).
    pub(super) async fn fetch(&self, writes: &Writes<'_>, made: Made) -> Result<Stock, Failure> {
        let organizers = |kind, things: &Option<Vec<Thing>>| {
            things.clone().unwrap_or_default().into_iter().map(move |thing| (kind, thing))
        };
        let things = self.lines.iter().flat_map(LinesPlan::things);
        let things = things.chain(organizers(Kind::Tag, &self.tags));
        let things = things.chain(organizers(Kind::Category, &self.categories));
        Pantry::fetch(writes, made, things).await
    }

    /// The body of the request, made of the recipe and the words as they were read directly before it.
    pub(super) fn body(
        &self,
        writes: &Writes<'_>,
        stock: Stock,
        there: &Document,
    ) -> Result<(RecipeChange, Created), Failure> {
        let key = writes.wire_key();
        let parts = |field: &str| -> Vec<Part<'_>> {
            there.get(field).map(|list| list.items().collect()).unwrap_or_default()
        };
        let words = |kind, things: &Option<Vec<Thing>>| {
            let words = |things: &Vec<Thing>| things.iter().map(|thing| stock.word(kind, *thing)).collect();
            things.as_ref().map(words).transpose()
        };
        let mut change = self.plain.clone();
        change.tags = words(Kind::Tag, &self.tags)?;
        change.recipe_category = words(Kind::Category, &self.categories)?;
        let sent = match &self.lines {
            Some(lines) => Some((lines, lines.send(&parts("/recipeIngredient"), key, &stock)?)),
            None => None,
        };
        if let Some(steps) = &self.steps {
            let line_ids;
            let lines = match &sent {
                Some((plan, sent)) => steps::Lines::Sent(plan, sent),
                None => {
                    line_ids = there.read().map(|recipe| self::line_ids(&recipe)).unwrap_or_default();
                    steps::Lines::There(&line_ids)
                }
            };
            change.recipe_instructions = Some(steps.send(&parts("/recipeInstructions"), key, lines)?);
        }
        if let Some(notes) = &self.notes {
            change.notes = Some(notes.send(&parts("/notes"), key)?);
        }
        change.recipe_ingredient = sent.map(|(_, sent)| sent.lines);
        Ok((change, stock.into_created()))
    }
}

/// A list that may be missing.
pub(super) fn all<T>(list: &Option<Several<T>>) -> &[T] {
    list.as_deref().unwrap_or_default()
}

/// The reference ids of a recipe's lines.
fn line_ids(recipe: &Recipe) -> HashSet<Id> {
    let ids = all(&recipe.recipe_ingredient).iter().map(|line| line.reference_id.as_ref());
    ids.filter_map(|id| id.and_then(Foreign::read_as)).collect()
}
