//! The question before a recipe is changed: fields with their sizes, what would be created, what is lost. It never holds a
//! word of the recipe or of the caller (ASK-7).

use super::filling::{Filling, Given};
use crate::guard::question::{Page, Paragraph, Question, Word, counted, replaced};
use crate::mealie::records::Recipe;
use crate::mealie::vocabulary::Kind;
use crate::text::{Foreign, Id};
use crate::words;

/// What is asked before this recipe is changed so.
pub(super) fn question(
    id: Id,
    page: Option<Page>,
    there: &Recipe,
    name: Option<&str>,
    given: &Given,
    filling: &Filling,
) -> Question {
    let mut what = Paragraph::of(words!["This will change the recipe ", id, "."]);
    if let Some(page) = page {
        what = what.and(words![" Its page: ", page]);
    }
    let mut before = [Word::Fixed(" "), Word::Fixed("")];
    let mut and = |what: Paragraph, one: Paragraph| {
        let what = what.and(std::mem::replace(&mut before, [Word::Fixed("; "), Word::Fixed("")]));
        what.followed_by(one)
    };
    for (field, now, after, one, many) in sizes(there, name, given, filling) {
        what = and(what, replaced(field, now, after, one, many));
    }
    for field in plain_fields(given) {
        what = and(what, Paragraph::of(words![field, ": set"]));
    }
    what = what.and(words!["."]);
    for (at, (kind, count)) in new_words(filling).into_iter().enumerate() {
        what = what.and([Word::Fixed(if at == 0 { " To be created: " } else { ", " }), Word::Fixed("")]);
        what = what.and(counted(count, kind.one(), kind.many()));
    }
    if filling.new_words() > 0 {
        what = what.and(words!["."]);
    }
    Question::new(what, consequence(name, filling))
}

/// A field that is replaced: its name, its size now and after, in which unit.
type Sizes = (&'static str, u64, u64, &'static str, &'static str);

fn sizes(there: &Recipe, name: Option<&str>, given: &Given, filling: &Filling) -> Vec<Sizes> {
    let characters = |text: &Option<Foreign>| text.as_ref().map_or(0, |text| text.len_chars() as u64);
    let mut all = Vec::new();
    if let Some(name) = name {
        let after = name.chars().count() as u64;
        all.push(("name", characters(&there.name), after, "character", "characters"));
    }
    if let Some(text) = &given.description {
        let after = text.as_str().chars().count() as u64;
        all.push(("description", characters(&there.description), after, "character", "characters"));
    }
    let mut list = |field, (now, after): (u64, u64), one, many| all.push((field, now, after, one, many));
    if let Some(lines) = &filling.lines {
        list("ingredients", lines.sizes(), "line", "lines");
    }
    if let Some(steps) = &filling.steps {
        list("instructions", steps.sizes(), "step", "steps");
    }
    for (kind, now, after) in [
        (Kind::Tag, &there.tags, &filling.tags),
        (Kind::Category, &there.recipe_category, &filling.categories),
    ] {
        if let Some(after) = after {
            let now = now.as_ref().map_or(0, |now| now.len() as u64);
            list(kind.many(), (now, after.len() as u64), kind.one(), kind.many());
        }
    }
    if let Some(notes) = &filling.notes {
        list("notes", notes.sizes(), "note", "notes");
    }
    all
}

/// Fields that are easily set back, and come along.
fn plain_fields(given: &Given) -> Vec<&'static str> {
    let all = [
        ("prep_time", given.prep_time.is_some()),
        ("cook_time", given.cook_time.is_some()),
        ("total_time", given.total_time.is_some()),
        ("servings", given.servings.is_some()),
        ("recipe_yield", given.recipe_yield.is_some()),
        ("source_url", given.source_url.is_some()),
    ];
    all.into_iter().filter(|(_, given)| *given).map(|(field, _)| field).collect()
}

fn new_words(filling: &Filling) -> Vec<(Kind, u64)> {
    let all = Kind::ALL.map(|kind| (kind, filling.pantry.new_ones(kind)));
    all.into_iter().filter(|(_, count)| *count > 0).collect()
}

fn consequence(name: Option<&str>, filling: &Filling) -> Paragraph {
    let mut all = Paragraph::of(words![
        "What stands there now is replaced, and Mealie keeps no copy of it. This cannot be undone."
    ]);
    if name.is_some() {
        all = all
            .and(words![" With the name the recipe's address changes: links to the old one lead nowhere."]);
    }
    if filling.lost_links > 0 {
        let (one, many) =
            ("link of a step to an ingredient line is lost.", "links of steps to ingredient lines are lost.");
        all = all.and(words![" "]).and(counted(filling.lost_links, one, many));
    }
    all
}
