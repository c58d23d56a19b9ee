//! Taking plain ingredient lines apart with Mealie's parser, into what `create_recipe` takes. No word of a line is lost
//! without being said, and nothing is stored.

#[cfg(test)]
mod tests;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use self::words::{Amount, Kept};
use crate::answer::{Source, View};
use crate::args::{Content, Many};
use crate::failure::{Failure, Happened, Unusable};
use crate::mealie::Lines;
use crate::mealie::records::{Food, Parsed, Several, Unit};
use crate::text::{Clean, Foreign, Id, Limit, own_mark};
use crate::tool::{Effect, Kitchen, Plan, Tool};
use crate::tools::recipes::{clean, given};

/// The longest name of a food or a unit that `create_recipe` takes.
const LONGEST_NAME: usize = 255;

/// The longest note that it takes.
const LONGEST_NOTE: usize = 1000;

/// `parse_ingredients`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ParseIngredients {
    /// One line each.
    ingredients: Many<Content<1, 1000>, 1, 100>,
    /// nlp (default) is for English; brute splits by position, in any language.
    parser: Option<Parser>,
}

crate::args::choice! {
    /// Which of Mealie's parsers. Its third one sends the lines to an AI provider.
    pub(crate) enum Parser { Nlp = "nlp", Brute = "brute" }
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TakenApart {
    /// In order, as create_recipe takes them.
    ingredients: Vec<Line>,
    /// From 0 to 1, one for each ingredient.
    confidence: Vec<Number>,
    /// Places of lines of which something was lost or read as something else.
    #[serde(skip)]
    doubtful: Vec<usize>,
}

/// One line.
#[derive(Debug, Default, PartialEq, Serialize, JsonSchema)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    quantity: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    food: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Clean>,
}

impl View for TakenApart {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        if self.doubtful.is_empty() {
            return Vec::new();
        }
        let places: Vec<String> = self.doubtful.iter().map(usize::to_string).collect();
        vec![format!(
            "Not every word or number of these lines came out as it was given (counted from 0): {}. Compare them before \
             you use them.",
            places.join(", ")
        )]
    }
}

impl Tool for ParseIngredients {
    const NAME: &'static str = "parse_ingredients";
    const TITLE: &'static str = "Parse ingredient lines";
    const DESCRIPTION: &'static str = "Takes plain ingredient lines apart into quantity, unit, food and note, with foods \
         and units that Mealie knows where they match. The ingredients can be given to create_recipe as they are. Stores \
         nothing.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = TakenApart;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<TakenApart>, Failure> {
        let lines: Vec<&str> = self.ingredients.0.iter().map(Content::as_str).collect();
        for (place, line) in lines.iter().enumerate() {
            makes_sense(line)
                .map_err(|rule| Failure::argument(&format!("ingredients[{place}]"), rule, Some(line)))?;
        }
        let parser = self.parser.unwrap_or(Parser::Nlp);
        let request = Lines { parser: parser.into(), ingredients: &lines };
        let parsed: Several<Parsed> =
            kitchen.reads.parse(&request).await.map_err(|failure| explained(failure, parser))?;
        if parsed.len() != lines.len() {
            return Err(Failure::Answer(Unusable::NotAsExpected, Happened::No));
        }
        let mut taken = TakenApart { ingredients: Vec::new(), confidence: Vec::new(), doubtful: Vec::new() };
        for (place, (line, parsed)) in lines.iter().zip(parsed).enumerate() {
            taken.confidence.push(confidence(&parsed));
            let (ingredient, kept) = Line::of(line, parsed);
            if !kept {
                taken.doubtful.push(place);
            }
            taken.ingredients.push(ingredient);
        }
        Ok(Plan::Answer(taken))
    }
}

/// What would not come back as it is.
fn makes_sense(line: &str) -> Result<(), &'static str> {
    let line = Foreign::from(line.to_owned());
    if line.is_blank() {
        // Mealie 3.10.2 fails on all lines for one of them.
        return Err("is blank: leave the line out");
    }
    match own_mark(line.clean(Limit::INGREDIENT).as_str()) {
        None => Ok(()),
        Some(_) => Err("looks as if it held a credential, which would be hidden: leave that out"),
    }
}

/// What a bare 500 means, which Mealie 3.10.2 answers without the language data that its nlp parser loads, and where a
/// single line trips its brute parser up.
fn explained(failure: Failure, parser: Parser) -> Failure {
    let Failure::Status { code: 500, .. } = failure else { return failure };
    let words = match parser {
        Parser::Nlp => {
            "Mealie's nlp parser failed (HTTP 500): this instance may lack its language data. Nothing was changed. Call \
             again with `parser`: `brute`."
        }
        Parser::Brute => {
            "Mealie's brute parser failed (HTTP 500). One line is enough for that, such as one that ends with its unit \
             (\"a pinch\"). Nothing was changed. Leave such a line as it is and call again with the others."
        }
    };
    Failure::NoParser { code: 500, words }
}

/// From 0 to 1, to a thousandth; 0 where Mealie says nothing.
fn confidence(parsed: &Parsed) -> Number {
    let average = parsed.confidence.as_ref().and_then(|confidence| confidence.average).unwrap_or_default();
    given(Some((average.clamp(0.0, 1.0) * 1000.0).round() / 1000.0)).unwrap_or_else(|| 0.into())
}

/// Why a line stays as it is: its parts are none that `create_recipe` takes, or there are none.
#[derive(Debug)]
struct Unfit;

impl Line {
    /// What became of a line, and whether all of it is in there.
    fn of(line: &str, parsed: Parsed) -> (Self, bool) {
        Self::apart(line, parsed).unwrap_or_else(|Unfit| (Self::whole(line), true))
    }

    /// The line as it was given.
    fn whole(line: &str) -> Self {
        let note = Foreign::from(line.to_owned()).into_clean(Limit::INGREDIENT);
        Self { note: Some(note), ..Self::default() }
    }

    fn apart(line: &str, parsed: Parsed) -> Result<(Self, bool), Unfit> {
        let parsed = parsed.ingredient.ok_or(Unfit)?;
        if parsed.quantity.is_some_and(|quantity| quantity < 0.0) {
            return Err(Unfit);
        }
        let quantity = given(parsed.quantity);
        let unit = parsed.unit.as_ref().map(|unit| called(&unit.id, &unit.name)).transpose()?.flatten();
        let food = parsed.food.as_ref().map(|food| called(&food.id, &food.name)).transpose()?.flatten();
        let note = clean(&parsed.note, Limit::INGREDIENT);
        if note.as_ref().is_some_and(|note| !fits(note, LONGEST_NOTE)) || (food.is_none() && note.is_none()) {
            return Err(Unfit);
        }
        let mut kept = Kept::new(if quantity.is_some() { Amount::Read } else { Amount::Missing });
        let names = parsed.unit.iter().flat_map(Unit::names).chain(parsed.food.iter().flat_map(Food::names));
        names.for_each(|name| kept.text(name.clean(Limit::NAME).as_str()));
        note.iter().for_each(|note| kept.text(note.as_str()));
        // As it is shown: what nobody sees is lost to nobody.
        let all = kept.holds(Foreign::from(line.to_owned()).into_clean(Limit::INGREDIENT).as_str());
        Ok((Self { quantity, unit, food, note }, all))
    }
}

/// How `create_recipe` is told of a food or a unit: by its name, which it finds again, or makes where there is none. One
/// whose name cannot be shown as it is stored is told by its id.
fn called(id: &Option<Foreign>, name: &Option<Foreign>) -> Result<Option<Clean>, Unfit> {
    let id = id.as_ref().and_then(Foreign::read_as::<Id>);
    let shown = clean(name, Limit::NAME);
    // A name that reads as an id would be taken for one.
    let usable = shown.filter(|shown| fits(shown, LONGEST_NAME) && shown.as_str().parse::<Id>().is_err());
    match (id, usable) {
        (Some(id), usable) => {
            let stored = usable.filter(|shown| name.as_ref().is_some_and(|name| name.is(shown.as_str())));
            Ok(Some(stored.unwrap_or_else(|| Clean::of_argument(&id.to_string(), Limit::NAME))))
        }
        (None, Some(usable)) => Ok(Some(usable)),
        (None, None) if name.as_ref().is_none_or(Foreign::is_blank) => Ok(None),
        (None, None) => Err(Unfit),
    }
}

/// Whether a tool takes it: short enough, and nothing in it stands for something else.
fn fits(text: &Clean, most: usize) -> bool {
    text.as_str().chars().count() <= most && own_mark(text.as_str()).is_none()
}
