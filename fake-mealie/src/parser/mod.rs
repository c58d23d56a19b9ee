//! The ingredient parser: a line of text becomes a quantity, a unit, a food and a note, and unit and food are looked up
//! among the stored ones.
//! Never learns: the nlp parser of Mealie is a trained model, and what stands in for it here reads as `brute` does.

mod brute;
mod matching;

pub(crate) use brute::Trips;

use crate::shapes::fraction;
use crate::slug::is_blank;
use crate::store::{Food, Kitchen, Unit};
use matching::Vocabulary;
use uuid::Uuid;

/// Least likeness, in percent, at which a food is taken for a stored one (Mealie 3.10.2, `food_fuzzy_match_threshold`).
const FOOD_LIKENESS: usize = 85;

/// As above for units (Mealie 3.10.2, `unit_fuzzy_match_threshold`): "sprigs" is like "prise" already.
const UNIT_LIKENESS: usize = 70;

/// How sure the stand-in for nlp is of what it read. Made up: the real one gives a fraction of its own for each word.
const NLP_AMOUNT: f64 = 0.998;
const NLP_FOOD: f64 = 0.987;
const NLP_NOTE: f64 = 0.954;

/// A unit or a food in a line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Found<'k, T> {
    /// The line has none.
    Nothing,
    /// A stored one.
    Stored(&'k T),
    /// A name that nothing stored is like.
    Named(String),
}

impl<T> Found<'_, T> {
    fn is_stored(&self) -> bool {
        matches!(self, Found::Stored(_))
    }
}

/// How sure a parser is of each part, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Confidence {
    pub(crate) average: f64,
    pub(crate) comment: f64,
    pub(crate) unit: f64,
    pub(crate) quantity: f64,
    pub(crate) food: f64,
}

/// A line, read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parsed<'k> {
    pub(crate) quantity: f64,
    pub(crate) unit: Found<'k, Unit>,
    pub(crate) food: Found<'k, Food>,
    pub(crate) note: String,
    /// The line as it was understood, with the words that stood in it: it is written before anything is looked up.
    pub(crate) display: String,
    pub(crate) confidence: Confidence,
}

/// The parsers that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    Nlp,
    Brute,
    OpenAi,
}

/// Reads lines and looks units and foods of a group up.
pub(crate) struct Parser<'k> {
    units: Vocabulary<'k, Unit>,
    foods: Vocabulary<'k, Food>,
}

impl<'k> Parser<'k> {
    pub(crate) fn new(kitchen: &'k Kitchen, group: Uuid) -> Parser<'k> {
        let mut units = Vocabulary::new(UNIT_LIKENESS);
        // Newest first, so that of two that share a name the older one has the last word.
        for unit in kitchen.units.iter().rev().filter(|unit| unit.group_id == group) {
            let more = [&unit.plural_name, &Some(unit.abbreviation.clone()), &unit.plural_abbreviation];
            units.add(&unit.name, unit);
            more.into_iter().flatten().chain(&unit.aliases).for_each(|name| units.add(name, unit));
        }
        Parser { units, foods: foods(kitchen, group, FOOD_LIKENESS) }
    }

    /// Reads a line. What trips brute up does not trip the others: they take it for a food.
    ///
    /// # Errors
    /// The line trips brute up, as it does Mealie's.
    pub(crate) fn parse(&self, text: &str, reader: Reader) -> Result<Parsed<'k>, Trips> {
        let line = match brute::read(text, |word| self.units.find(word).is_some()) {
            Err(Trips) if reader != Reader::Brute => brute::Line::of_food(text.trim_matches(is_blank)),
            read => read?,
        };
        let display = display(&line, reader);
        let mut unit = found(&self.units, &line.unit, reader);
        let mut food = found(&self.foods, &line.food, reader);
        // A food of two words may have been taken apart.
        if let (Found::Named(first), Found::Named(second)) = (&unit, &food)
            && let Some(whole) = self.foods.find(&format!("{first} {second}"))
        {
            (unit, food) = (Found::Nothing, Found::Stored(whole));
        }
        let confidence = match reader {
            Reader::Brute => {
                let (unit, food) =
                    (f64::from(u8::from(unit.is_stored())), f64::from(u8::from(food.is_stored())));
                let average = (2.0 + unit + food) / 4.0;
                Confidence { average, comment: 1.0, unit, quantity: 1.0, food }
            }
            Reader::OpenAi => Confidence { average: 1.0, comment: 1.0, unit: 1.0, quantity: 1.0, food: 1.0 },
            Reader::Nlp => nlp_confidence(&line),
        };
        Ok(Parsed { quantity: line.quantity, unit, food, note: line.note, display, confidence })
    }
}

/// The names of all foods of a group. Newest first, as above.
fn foods(kitchen: &Kitchen, group: Uuid, least: usize) -> Vocabulary<'_, Food> {
    let mut foods = Vocabulary::new(least);
    for food in kitchen.foods.iter().rev().filter(|food| food.group_id == group) {
        foods.add(&food.name, food);
        food.plural_name.iter().chain(&food.aliases).for_each(|name| foods.add(name, food));
    }
    foods
}

/// The food of a group that a text is like, at this likeness in percent or more.
pub(crate) fn food_like<'k>(kitchen: &'k Kitchen, group: Uuid, text: &str, least: usize) -> Option<&'k Food> {
    foods(kitchen, group, least).find(text)
}

/// Brute looks nothing up as well, and finds what has a blank for a name.
fn found<'k, T>(vocabulary: &Vocabulary<'k, T>, name: &str, reader: Reader) -> Found<'k, T> {
    let looked_up = reader == Reader::Brute || !name.is_empty();
    match looked_up.then(|| vocabulary.find(name)).flatten() {
        Some(stored) => Found::Stored(stored),
        None if name.is_empty() => Found::Nothing,
        None => Found::Named(name.to_owned()),
    }
}

/// Nothing is sure about what is not there, and the average is over what is (Mealie 3.10.2, `_convert_ingredient`).
fn nlp_confidence(line: &brute::Line) -> Confidence {
    let sure = |there: bool, confidence: f64| if there { confidence } else { 0.0 };
    let quantity = sure(line.quantity != 0.0, NLP_AMOUNT);
    let unit = sure(!line.unit.is_empty(), NLP_AMOUNT);
    let food = sure(!line.food.is_empty(), NLP_FOOD);
    let comment = sure(!line.note.is_empty(), NLP_NOTE);
    let there = [quantity, unit, food, comment].into_iter().filter(|sure| *sure != 0.0);
    let average = there.clone().sum::<f64>() / there.count().max(1) as f64;
    Confidence { average, comment, unit, quantity, food }
}

/// The line as one text. Brute has a unit without a name where there is none, whose blank shows: `2  onions`.
fn display(line: &brute::Line, reader: Reader) -> String {
    let mut parts = Vec::new();
    if line.quantity != 0.0 {
        parts.push(fraction(line.quantity));
        if reader == Reader::Brute || !line.unit.is_empty() {
            parts.push(line.unit.clone());
        }
    }
    if reader == Reader::Brute || !line.food.is_empty() {
        parts.push(line.food.clone());
    }
    if !line.note.is_empty() {
        parts.push(line.note.clone());
    }
    parts.join(" ").trim_matches(is_blank).to_owned()
}
