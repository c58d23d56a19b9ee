//! Which ingredient lines stay, which change and which are new: by their reference id, by what get_recipe shows of them, by
//! the food they name, or by where they stand. It never reads Mealie, and never sends a line.

use std::collections::{HashMap, HashSet};

use super::keeping::Pairs;
use super::lines::{LineArgument, refused, seen};
use super::pantry::{Pantry, Thing, Wish};
use super::read::Line;
use super::sending::{LinesPlan, Over, Slot};
use crate::args::Called;
use crate::failure::Failure;
use crate::mealie::records::{Ingredient, Named};
use crate::mealie::vocabulary::Kind;
use crate::text::{Clean, Id};

/// The argument.
const INGREDIENTS: &str = "ingredients";

/// A line that is there.
struct Old {
    shown: Line,
    quantity: f64,
    unit_id: Option<Id>,
}

/// The lines as given, held against those that are there as far as that goes without looking anything up.
pub(super) struct Draft<'a> {
    given: &'a [LineArgument],
    old: Vec<Old>,
    pairs: Pairs,
    /// What the given reference ids stand for where no line that is there has them.
    labels: HashMap<Id, usize>,
}

/// What the unit and the food of a line stand for.
type Things = (Option<Thing>, Option<Thing>);

/// A line by everything that get_recipe shows of it and a caller may give.
#[derive(PartialEq, Eq, Hash)]
struct Shown<'a> {
    quantity: u64,
    unit: &'a str,
    food: &'a str,
    note: &'a str,
    title: &'a str,
}

fn shown(text: &Option<Clean>) -> &str {
    seen(text.as_ref().map(Clean::as_str))
}

fn called(called: Option<&Called>) -> &str {
    called.map(Called::as_str).unwrap_or_default()
}

impl Old {
    fn of(line: &Ingredient) -> Self {
        Self {
            shown: Line::of(line),
            quantity: line.quantity.filter(|quantity| quantity.is_finite()).unwrap_or_default() + 0.0,
            unit_id: line.unit.as_ref().and_then(Named::id),
        }
    }

    fn key(&self) -> Shown<'_> {
        let Line { unit, food, note, title, .. } = &self.shown;
        let quantity = self.quantity.to_bits();
        Shown { quantity, unit: shown(unit), food: shown(food), note: shown(note), title: shown(title) }
    }
}

/// The same of a given line; none where it names its food by id alone.
fn key(line: &LineArgument) -> Option<Shown<'_>> {
    (line.food().is_some() || line.food_id().is_none()).then(|| Shown {
        quantity: line.quantity().to_bits(),
        unit: called(line.unit()),
        food: called(line.food()),
        note: line.note(),
        title: line.title(),
    })
}

impl<'a> Draft<'a> {
    /// Pairs the lines that name one that is there, and those that are as they were shown.
    pub(super) fn new(given: &'a [LineArgument], there: &[Ingredient]) -> Result<Self, Failure> {
        let old: Vec<Old> = there.iter().map(Old::of).collect();
        let mut by_id = HashMap::new();
        for (at, old) in old.iter().enumerate() {
            if let Some(id) = old.shown.reference_id {
                by_id.entry(id).or_insert(at);
            }
        }
        let mut pairs = Pairs::none(old.len(), given.len());
        let (mut labels, mut named) = (HashMap::new(), HashSet::new());
        for (at, line) in given.iter().enumerate() {
            let Some(id) = line.reference_id() else { continue };
            if !named.insert(id) {
                return Err(refused(INGREDIENTS, at, "has the reference_id of another line in this list"));
            }
            match by_id.get(&id) {
                Some(old) => {
                    pairs.pair(*old, at);
                }
                None => {
                    labels.insert(id, at);
                }
            }
        }
        pairs.equal(|at| Some(old[at].key()), |at| key(&given[at]));
        for (at, line) in given.iter().enumerate().filter(|(_, line)| line.recipe_id().is_some()) {
            if pairs.old_of(at).and_then(|at| old[at].shown.recipe_id) != line.recipe_id() {
                return Err(refused(
                    INGREDIENTS,
                    at,
                    "names a recipe as an ingredient, which only a line that is there can be: give that line as \
                     get_recipe shows it",
                ));
            }
        }
        Ok(Self { given, old, pairs, labels })
    }
}

impl Draft<'_> {
    /// The names that have to be looked up.
    pub(super) fn wishes(&self) -> Vec<Wish<'_>> {
        let mut wishes = Vec::new();
        let (units, foods) = (self.local(Kind::Unit), self.local(Kind::Food));
        for (at, line) in self.given.iter().enumerate().filter(|(at, _)| !self.stays(*at)) {
            for (kind, called, local) in
                [(Kind::Unit, line.unit(), &units), (Kind::Food, line.food(), &foods)]
            {
                let Some(called) = called else { continue };
                let own = self.of_its_own(at, kind).filter(|(name, _)| *name == called.as_str());
                if own.is_none() && self.known(local, at, kind).is_none() {
                    let place = format!("{INGREDIENTS}[{at}].{}", kind.one());
                    wishes.push(Wish { kind, called, place });
                }
            }
        }
        wishes
    }

    /// Whether a line stays as it was read.
    fn stays(&self, at: usize) -> bool {
        let Some(old) = self.pairs.old_of(at) else { return false };
        let (line, old) = (&self.given[at], &self.old[old]);
        line.is_bare() || key(line) == Some(old.key()) || self.names_the_same_by_id(line, old)
    }

    /// A food whose name shows nothing comes back as its id alone.
    fn names_the_same_by_id(&self, line: &LineArgument, old: &Old) -> bool {
        let same = line.food().is_none() && line.food_id().is_some() && line.food_id() == old.shown.food_id;
        let given = (line.quantity(), called(line.unit()), line.note(), line.title());
        let Shown { unit, note, title, .. } = old.key();
        same && given == (old.quantity, unit, note, title)
    }

    /// The name that the line's own unit or food is shown by, and its id; none without an id, which alone can be sent.
    fn of_its_own(&self, at: usize, kind: Kind) -> Option<(&str, Id)> {
        let old = &self.old[self.pairs.old_of(at)?];
        let (name, id) = match kind {
            Kind::Unit => (&old.shown.unit, old.unit_id),
            _ => (&old.shown.food, old.shown.food_id),
        };
        Some((shown(name), id?))
    }

    /// The units or foods of this recipe by the name that each is shown by; none where two share it.
    fn local(&self, kind: Kind) -> HashMap<&str, Option<Id>> {
        let mut local: HashMap<&str, Option<Id>> = HashMap::new();
        for old in &self.old {
            let (name, id) = match kind {
                Kind::Unit => (shown(&old.shown.unit), old.unit_id),
                _ => (shown(&old.shown.food), old.shown.food_id),
            };
            if !name.is_empty() && id.is_some() {
                let one = local.entry(name).or_insert(id);
                *one = one.filter(|one| Some(*one) == id);
            }
        }
        local
    }

    /// A unit or food that this recipe has already. Two that are shown alike are told apart by the id beside the name.
    fn known(&self, local: &HashMap<&str, Option<Id>>, at: usize, kind: Kind) -> Option<Id> {
        let line = &self.given[at];
        let name = called(if kind == Kind::Unit { line.unit() } else { line.food() });
        match local.get(name)? {
            Some(id) => Some(*id),
            None => line.food_id().filter(|id| {
                let is = |old: &&Old| old.shown.food_id == Some(*id) && shown(&old.shown.food) == name;
                kind == Kind::Food && self.old.iter().find(is).is_some()
            }),
        }
    }

    /// Pairs what else is the same, now that every name is known, and says what is written.
    pub(super) fn settle(mut self, pantry: &Pantry) -> Result<LinesPlan, Failure> {
        let things = self.things(pantry)?;
        // The same line with its words spelled otherwise.
        let old = &self.old;
        let given = self.given;
        self.pairs.equal(
            |at| Some((rest_of_old(&old[at]), old[at].unit_id, old[at].shown.food_id)),
            |at| {
                let id = |thing: Option<Thing>| match thing {
                    None => Some(None),
                    Some(Thing::There(id)) => Some(Some(id)),
                    Some(Thing::New(_)) => None,
                };
                Some((rest_of(&given[at]), id(things[at].0)?, id(things[at].1)?))
            },
        );
        // The same food, in another amount.
        let may = |at: usize| old[at].shown.recipe_id.is_none();
        self.pairs.alike(
            |at| old[at].shown.food_id.filter(|_| may(at)),
            |at| match things[at].1 {
                Some(Thing::There(id)) => Some(id),
                _ => None,
            },
        );
        self.pairs.between(may);
        let slots = (0..given.len()).map(|at| self.slot(at, things[at])).collect::<Result<_, _>>()?;
        let mut gone: HashSet<Id> =
            self.pairs.gone().filter_map(|at| self.old[at].shown.reference_id).collect();
        // Nothing keeps two lines of one recipe from sharing an id.
        for old in (0..given.len()).filter_map(|at| self.pairs.old_of(at)) {
            if let Some(id) = &self.old[old].shown.reference_id {
                gone.remove(id);
            }
        }
        Ok(LinesPlan { slots, labels: self.labels, gone, now: self.old.len() })
    }

    /// What each line's unit and food stand for.
    fn things(&self, pantry: &Pantry) -> Result<Vec<Things>, Failure> {
        let (units, foods) = (self.local(Kind::Unit), self.local(Kind::Food));
        let thing = |at: usize, kind, name: Option<&Called>, local: &HashMap<&str, Option<Id>>| {
            let Some(name) = name else { return Ok(None) };
            let own = self.of_its_own(at, kind).filter(|(own, _)| *own == name.as_str());
            let there = own.map(|(_, id)| id).or_else(|| self.known(local, at, kind)).map(Thing::There);
            let found = there.or_else(|| pantry.thing(kind, name));
            found.map(Some).ok_or(Failure::Internal("a name was not looked up"))
        };
        let known_foods: HashSet<Id> = self.old.iter().filter_map(|old| old.shown.food_id).collect();
        let each = self.given.iter().enumerate().map(|(at, line)| {
            if self.stays(at) {
                let old = self.pairs.old_of(at).map(|old| &self.old[old]);
                let there = |id: Option<Id>| id.map(Thing::There);
                let old = old.map(|old| (there(old.unit_id), there(old.shown.food_id)));
                return Ok(old.unwrap_or_default());
            }
            let mut food = thing(at, Kind::Food, line.food(), &foods)?;
            if let Some(id) = line.food_id().filter(|_| food.is_none()) {
                // Nobody has looked whether there is such a food, and a recipe is not begun on the word of a caller (LIVE-3).
                if !known_foods.contains(&id) {
                    return Err(refused(
                        INGREDIENTS,
                        at,
                        "names a food_id that no line of this recipe has: give the food by name or UUID",
                    ));
                }
                food = Some(Thing::There(id));
            }
            Ok((thing(at, Kind::Unit, line.unit(), &units)?, food))
        });
        each.collect()
    }

    fn slot(&self, at: usize, (unit, food): Things) -> Result<Slot, Failure> {
        let line = &self.given[at];
        let there = |id: Option<Id>| id.map(Thing::There);
        let Some(old) = self.pairs.old_of(at) else {
            if !line.says_something() {
                return Err(refused(
                    INGREDIENTS,
                    at,
                    "needs a food or a note: its reference_id is no line's of this recipe",
                ));
            }
            let over = Over {
                quantity: Some(line.quantity()),
                unit: Some(unit),
                food: Some(food),
                note: Some(line.note().to_owned()),
                title: Some(line.title().to_owned()),
            };
            return Ok(Slot { old: None, over });
        };
        let there_now = &self.old[old];
        if self.stays(at) {
            return Ok(Slot { old: Some(old), over: Over::default() });
        }
        if !line.says_something() {
            return Err(refused(
                INGREDIENTS,
                at,
                "needs a food or a note; a reference_id alone keeps the line as it is",
            ));
        }
        if there_now.shown.recipe_id.is_some() && line.recipe_id().is_none() {
            return Err(refused(
                INGREDIENTS,
                at,
                "changes a line that is a recipe of its own: hand that back as get_recipe shows it, or leave it out and give a \
                 new line without its reference_id",
            ));
        }
        let Line { note, title, food_id, .. } = &there_now.shown;
        let over = Over {
            quantity: Some(line.quantity()).filter(|quantity| *quantity != there_now.quantity),
            unit: Some(unit).filter(|unit| *unit != there(there_now.unit_id)),
            food: Some(food).filter(|food| *food != there(*food_id)),
            note: Some(line.note()).filter(|text| *text != shown(note)).map(str::to_owned),
            title: Some(line.title()).filter(|text| *text != shown(title)).map(str::to_owned),
        };
        Ok(Slot { old: Some(old), over })
    }
}

/// A line without its unit and food.
fn rest_of(line: &LineArgument) -> (u64, &str, &str) {
    (line.quantity().to_bits(), line.note(), line.title())
}

fn rest_of_old(old: &Old) -> (u64, &str, &str) {
    let Shown { quantity, note, title, .. } = old.key();
    (quantity, note, title)
}

#[cfg(test)]
#[path = "merging_tests.rs"]
mod tests;
