//! A recipe's lines as they are put on a shopping list: those of recipes within it among them, and equal ones put together.
//! Mealie 3.10.2 would do both by itself, and neither so that it can be taken back. It never changes a food or a unit, which
//! are sent as they were read (LIVE-6).

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::failure::{Failure, Happened, Unusable};
use crate::mealie::records::{Ingredient, Named};
use crate::text::{Clean, Document, Foreign, Id, Limit, Part, WireKey};
use crate::tools::recipes::clean;

/// What tells two lines apart for Mealie: the food and the unit, and without a food the unit and the text (Mealie 3.10.2,
/// `can_merge`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sameness {
    food: Option<Id>,
    unit: Option<Id>,
    text: Option<Vec<u8>>,
}

impl Sameness {
    /// Of a line or of an item. No text is not the same as an empty one.
    pub(super) fn of(food: Option<Id>, unit: Option<Id>, note: Option<&Foreign>) -> Self {
        let text = note.filter(|_| food.is_none()).map(|note| {
            let mut bytes = Vec::new();
            note.digest(&mut |part| bytes.extend_from_slice(part));
            bytes
        });
        Self { food, unit, text }
    }
}

/// A line that is to be put on a list.
pub(super) struct RecipeLine {
    /// What tells it apart.
    pub(super) sameness: Sameness,
    /// How much the recipe takes, made once; 0 for a line without a quantity.
    pub(super) quantity: f64,
    /// Its text.
    pub(super) note: Option<Foreign>,
    /// As a person reads it in the recipe.
    pub(super) shown: Option<Clean>,
    /// As it is sent: as it was read, unless it was put together.
    wire: Map<String, Value>,
}

/// All that a recipe puts on a list.
#[derive(Default)]
pub(super) struct RecipeLines {
    /// The lines; no two of them are one to Mealie.
    pub(super) lines: Vec<RecipeLine>,
    /// Recipes within it whose lines are not shown with it.
    pub(super) unread: Vec<Id>,
    /// Lines without a food and without a text: a list has no use for them.
    pub(super) blank: u64,
    /// Whether Mealie would come to other lines by itself.
    pub(super) differs: bool,
}

/// Lines that hold more values than this in all are not sent: a line has about forty-five, and what stands in a body of a
/// quarter of a million could not be sent back within memory (BND-7).
const MOST_VALUES: usize = 20_000;

/// The lines of a recipe that was read directly before.
pub(super) fn of(recipe: &Document, key: &WireKey) -> Result<RecipeLines, Failure> {
    let mut reading = Reading {
        key,
        found: RecipeLines::default(),
        gathered: Vec::new(),
        places: HashMap::new(),
        values: 0,
    };
    if let Some(lines) = recipe.get("/recipeIngredient") {
        reading.lines(lines, 1.0)?;
    }
    let mut found = reading.found;
    found.lines = reading.gathered.into_iter().map(Gathered::together).collect();
    Ok(found)
}

/// The ids of all recipes within a recipe, each once.
pub(super) fn recipes_within(recipe: &Document) -> Vec<Id> {
    fn look(lines: Option<Part<'_>>, found: &mut Vec<Id>) {
        for line in lines.into_iter().flat_map(Part::items) {
            let Some(within) = line.get("/referencedRecipe") else { continue };
            let id = within.read::<Named>().ok().and_then(|within| within.id());
            if let Some(id) = id.filter(|id| !found.contains(id) && found.len() < MOST_WITHIN) {
                found.push(id);
            }
            look(within.get("/recipeIngredient"), found);
        }
    }
    let mut found = Vec::new();
    look(recipe.get("/recipeIngredient"), &mut found);
    found
}

/// More recipes within a recipe than anybody needs to be told of.
const MOST_WITHIN: usize = 20;

struct Reading<'a> {
    key: &'a WireKey,
    found: RecipeLines,
    gathered: Vec<Gathered>,
    /// Where in it the line of each kind is.
    places: HashMap<Sameness, usize>,
    values: usize,
}

/// Lines that are one to Mealie: the first of them, and what the others add.
struct Gathered {
    line: RecipeLine,
    /// Their texts, in the order of the recipe, each once.
    texts: Vec<String>,
    known: HashSet<String>,
}

impl Reading<'_> {
    /// These lines, so many times. A list within a body is no deeper than the body may be.
    fn lines(&mut self, lines: Part<'_>, times: f64) -> Result<(), Failure> {
        for line in lines.items() {
            let record: Ingredient = line.read().map_err(|_| unreadable())?;
            // Mealie 3.10.2: "(ingredient.quantity or 1) * scale".
            let quantity = record.quantity.filter(|quantity| *quantity != 0.0);
            match line.get("/referencedRecipe").filter(|within| !within.is_null()) {
                Some(within) => self.recipe(within, times * quantity.unwrap_or(1.0))?,
                None => self.line(line, record, quantity.unwrap_or_default(), times)?,
            }
        }
        Ok(())
    }

    /// The lines of a recipe within the recipe, as lines of the whole: Mealie's own page sends them so. Sent as they stand,
    /// they would be put on the list for the recipe within, and stay when the whole is taken off.
    fn recipe(&mut self, within: Part<'_>, times: f64) -> Result<(), Failure> {
        self.found.differs = true;
        match within.get("/recipeIngredient").filter(|lines| !lines.is_null()) {
            Some(lines) => self.lines(lines, times),
            None => {
                let id = within.read::<Named>().ok().and_then(|within| within.id());
                self.found.unread.push(id.ok_or_else(unreadable)?);
                Ok(())
            }
        }
    }

    fn line(&mut self, line: Part<'_>, record: Ingredient, quantity: f64, times: f64) -> Result<(), Failure> {
        let (food, unit) =
            (record.food.as_ref().and_then(Named::id), record.unit.as_ref().and_then(Named::id));
        if food.is_none() && record.note.as_ref().is_none_or(Foreign::is_blank) {
            self.found.blank += 1;
            self.found.differs = true;
            return Ok(());
        }
        self.values += line.values();
        if self.values > MOST_VALUES {
            return Err(unreadable());
        }
        let sameness = Sameness::of(food, unit, record.note.as_ref());
        let quantity = if times == 1.0 { quantity } else { rounded(quantity * times) };
        let text = record.note.as_ref().map(|note| note.expose(self.key)).filter(|text| !text.is_empty());
        if let Some(&place) = self.places.get(&sameness) {
            self.found.differs = true;
            self.gathered[place].take_in(quantity, text);
            return Ok(());
        }
        let texts: Vec<String> = text.map(str::to_owned).into_iter().collect();
        let Value::Object(wire) = line.to_wire(self.key) else { return Err(unreadable()) };
        let shown = line.get("/display").and_then(|display| display.read::<Foreign>().ok());
        let shown = clean(&shown, Limit::INGREDIENT).or_else(|| clean(&record.note, Limit::INGREDIENT));
        let mut line = RecipeLine { sameness: sameness.clone(), quantity, note: record.note, shown, wire };
        if times != 1.0 {
            line.write_quantity();
        }
        self.places.insert(sameness, self.gathered.len());
        let known = texts.iter().cloned().collect();
        self.gathered.push(Gathered { line, texts, known });
        Ok(())
    }
}

impl Gathered {
    /// Takes in a second line of the same food and unit. Mealie 3.10.2 adds its quantity as well, but forgets to multiply it,
    /// and joins their texts in an order that changes with every start.
    fn take_in(&mut self, quantity: f64, text: Option<&str>) {
        if quantity != 0.0 {
            self.line.quantity = rounded(self.line.quantity + quantity);
            self.line.write_quantity();
        }
        if let Some(text) = text
            && self.known.insert(text.to_owned())
        {
            self.texts.push(text.to_owned());
        }
    }

    fn together(self) -> RecipeLine {
        let mut line = self.line;
        let whole = self.texts.join(NOTES_APART);
        // Where there is no text at all, none and an empty one stay what they are.
        if !whole.is_empty() && !line.note.as_ref().is_some_and(|note| note.is(&whole)) {
            line.wire.insert("note".to_owned(), whole.as_str().into());
            line.wire.remove("display");
            line.note = Some(Foreign::from(whole));
        }
        line
    }
}

impl RecipeLine {
    fn write_quantity(&mut self) {
        self.wire.insert("quantity".to_owned(), json!(self.quantity));
        // It says the former quantity, and Mealie makes it anew.
        self.wire.remove("display");
    }

    /// As it is sent.
    pub(super) fn into_wire(mut self) -> Value {
        let proper =
            self.wire.get("referenceId").and_then(Value::as_str).is_some_and(|id| id.parse::<Id>().is_ok());
        if !proper {
            self.wire.insert("referenceId".to_owned(), json!(Id::from(Uuid::new_v4())));
        }
        Value::Object(self.wire)
    }
}

/// What stands between the texts of equal lines (Mealie 3.10.2).
const NOTES_APART: &str = " | ";

/// Mealie 3.10.2 rounds what it is sent for a line to three places.
fn rounded(quantity: f64) -> f64 {
    format!("{quantity:.3}").parse().unwrap_or(quantity)
}

fn unreadable() -> Failure {
    Failure::Answer(Unusable::NotAsExpected, Happened::No)
}

#[cfg(test)]
#[path = "recipe_lines_tests.rs"]
mod tests;
