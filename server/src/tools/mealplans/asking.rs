//! The question before the words of a plan entry are replaced: which entry, which fields, and where it moves. It never holds
//! a word of the entry or of the caller (ASK-7).

use super::Meal;
use super::standing::Standing;
use super::update::Change;
use crate::guard::question::{Page, Paragraph, Question, Word};
use crate::mealie::plan::PlanEntry;
use crate::text::Foreign;
use crate::words;

/// What becomes of a text, without its length: calls that differ in text alone get the same question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Becomes {
    Written,
    Replaced,
    Emptied,
    StaysEmpty,
}

impl Becomes {
    fn of(there: &Option<Foreign>, new: &str) -> Self {
        let is_there = there.as_ref().is_some_and(|text| !text.is_blank());
        match (is_there, new.is_empty()) {
            (true, true) => Self::Emptied,
            (false, true) => Self::StaysEmpty,
            (true, false) => Self::Replaced,
            (false, false) => Self::Written,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Written => "newly written, there is none now",
            Self::Replaced => "replaced by another",
            Self::Emptied => "emptied",
            Self::StaysEmpty => "stays empty",
        }
    }
}

/// What is asked before this entry is changed so.
pub(super) fn question(
    standing: &Standing,
    there: &PlanEntry,
    change: &Change,
    page: Option<Page>,
) -> Question {
    let mut what = Paragraph::of(words!["This will change the plan entry ", standing.id, ": "])
        .followed_by(standing.when());
    let mut before = ". ";
    let mut and = |what: Paragraph, field: &'static str, becomes: Paragraph| {
        what.and(words![std::mem::replace(&mut before, "; "), field, ": "]).followed_by(becomes)
    };
    let texts = [("title", &there.title, change.title()), ("text", &there.text, change.text())];
    let texts = texts.map(|(field, there, new)| new.map(|new| (field, Becomes::of(there, new))));
    for (field, becomes) in texts.into_iter().flatten() {
        what = and(what, field, Paragraph::of(words![becomes.words()]));
    }
    for (field, to) in moves(standing, change) {
        what = and(what, field, Paragraph::of([Word::Fixed("becomes "), to]));
    }
    what = what.and(words!["."]);
    if let Some(page) = page {
        what = what.and(words![" The page of the recipe that is planned now: ", page]);
    }
    let lost =
        texts.iter().flatten().any(|(_, becomes)| matches!(becomes, Becomes::Replaced | Becomes::Emptied));
    let consequence = if lost {
        "What stands there now is replaced, and Mealie keeps no copy of it. This cannot be undone."
    } else {
        "The whole household sees it. Nothing that somebody wrote is lost."
    };
    Question::new(what, Paragraph::of(words![consequence]))
}

/// What else becomes of it.
fn moves(standing: &Standing, change: &Change) -> impl Iterator<Item = (&'static str, Word)> {
    let date = change.date.filter(|date| Some(*date) != standing.date);
    let meal = change.entry_type.filter(|meal| Some(*meal) != standing.meal.map(Meal::word));
    let recipe = change.recipe_id.filter(|recipe| Some(*recipe) != standing.recipe);
    let all =
        [("date", date.map(Word::Date)), ("meal", meal.map(Word::Fixed)), ("recipe", recipe.map(Word::Id))];
    all.into_iter().filter_map(|(field, to)| Some((field, to?)))
}
