//! The question before a recipe is changed: fields with their sizes, what would be created, what is lost. It never holds a
//! word of the recipe or of the caller (ASK-7).

use super::filling::{Filling, Given, all};
use super::pantry::Thing;
use crate::guard::question::{Page, Paragraph, Question, Word, counted, replaced};
use crate::mealie::records::{Named, Recipe};
use crate::mealie::vocabulary::Kind;
use crate::text::Id;
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
    let mut before = [Word::Fixed(" "), Word::Fixed("")];
    let mut and = |what: Paragraph, one: Paragraph| {
        let what = what.and(std::mem::replace(&mut before, [Word::Fixed("; "), Word::Fixed("")]));
        what.followed_by(one)
    };
    for (field, becomes) in texts(there, name, given) {
        what = and(what, Paragraph::of(words![field, becomes]));
    }
    for (field, now, after, one, many) in sizes(there, filling) {
        what = and(what, replaced(field, now, after, one, many));
    }
    for (kind, gone) in gone(there, filling) {
        let (one, many) = match kind {
            Kind::Category => ("category that is there now goes", "categories that are there now go"),
            _ => ("tag that is there now goes", "tags that are there now go"),
        };
        what = and(what, Paragraph::default().and(counted(gone, one, many)));
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
    if let Some(page) = page {
        what = what.and(words![" Its page: ", page]);
    }
    Question::new(what, consequence(name, filling))
}

/// A field that is replaced: its name, its size now and after, in which unit.
type Sizes = (&'static str, u64, u64, &'static str, &'static str);

/// Single texts, without their lengths: calls that differ in text alone get the same question (ASK-7).
fn texts(there: &Recipe, name: Option<&str>, given: &Given) -> Vec<(&'static str, &'static str)> {
    let is_there = there.description.as_ref().is_some_and(|text| !text.is_blank());
    let description = given.description.as_ref().map(|text| match (is_there, text.as_str().is_empty()) {
        (_, true) => ": emptied",
        (true, false) => ": replaced",
        (false, false) => ": written, none now",
    });
    let name = name.map(|_| ("name", ": replaced"));
    name.into_iter().chain(description.map(|becomes| ("description", becomes))).collect()
}

/// How many of the tags and categories that are there are left out. Told by ids, so that the same number of others is no
/// quiet loss; one without an id cannot be kept.
pub(super) fn gone(there: &Recipe, filling: &Filling) -> Vec<(Kind, u64)> {
    let each = [
        (Kind::Tag, &there.tags, &filling.tags),
        (Kind::Category, &there.recipe_category, &filling.categories),
    ];
    let gone = each.into_iter().filter_map(|(kind, there, after)| {
        let after = after.as_ref()?;
        let stays = |one: &&Named| one.id().is_some_and(|id| after.contains(&Thing::There(id)));
        let left_out = all(there).iter().filter(|one| !stays(one));
        Some((kind, left_out.count() as u64))
    });
    gone.filter(|(_, count)| *count > 0).collect()
}

fn sizes(there: &Recipe, filling: &Filling) -> Vec<Sizes> {
    let mut all = Vec::new();
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
        all = all.and(words![
            " With the name the recipe's address can change: links to the old one then lead nowhere."
        ]);
    }
    if filling.lost_links > 0 {
        let (one, many) =
            ("link of a step to an ingredient line is lost.", "links of steps to ingredient lines are lost.");
        all = all.and(words![" "]).and(counted(filling.lost_links, one, many));
    }
    all
}
