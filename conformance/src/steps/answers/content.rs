//! Then: what an answer shows of the kitchen: marked, cleaned, cut, and the same in text and structure. These steps
//! look at replies and never change one.

use cucumber::then;
use serde_json::Value;

use crate::reply::Reply;
use crate::unmet::{Met, Unmet, expect};
use crate::wish::{character, listed};
use crate::world::World;

/// Strings of the structured part that are the server's own and may stand before the marker: short words.
const SHORTEST_CONTENT: usize = 4;

/// What is wrong with how this reply is marked, if anything (UNT-1).
fn badly_marked(reply: &Reply, content: &[String]) -> Option<String> {
    let fields = reply.fields();
    if fields.get("untrusted") != Some(&Value::Bool(true))
        || fields.get("source").is_none_or(|source| source != "mealie")
    {
        return Some("no untrusted: true with source: mealie in the structured part".to_owned());
    }
    let text = reply.text();
    let Some((at, _)) = reply.marker() else { return Some("no untrusted marker in the text".to_owned()) };
    let before = &text[..at];
    let early = content.iter().find(|word| word.len() >= SHORTEST_CONTENT && before.contains(word.as_str()));
    early.map(|word| format!("{word:?} before the marker"))
}

/// The same for any reply of a scenario.
pub(super) fn wrong_mark(world: &World, reply: &Reply) -> Option<String> {
    badly_marked(reply, &content(world))
}

/// Names and texts of the kitchen: what counts as content.
fn content(world: &World) -> Vec<String> {
    let state = world.look().view();
    let recipes = state.recipes.iter().map(|recipe| recipe.name.clone());
    let steps = state.recipes.iter().flat_map(|recipe| recipe.steps.iter().map(|step| step.text.clone()));
    let foods = state.foods.iter().map(|food| food.name.clone());
    recipes.chain(steps).chain(foods).collect()
}

#[then("the answer is marked as untrusted, before any content")]
fn is_marked(world: &mut World) -> Met {
    let reply = world.reply()?;
    let wrong = badly_marked(&reply, &content(world));
    expect(!reply.is_error() && wrong.is_none(), "a marked answer", || {
        format!("{}; {}", wrong.unwrap_or_default(), world.last_words())
    })
}

#[then("every answer is marked as untrusted, before any content")]
fn all_marked(world: &mut World) -> Met {
    let content = content(world);
    expect(world.replies().len() > 10, "an answer for each recipe", || format!("{}", world.replies().len()))?;
    let wrong =
        world.replies().iter().find_map(|reply| badly_marked(reply, &content).map(|wrong| (wrong, reply)));
    expect(wrong.is_none(), "only marked answers", || {
        wrong.map(|(wrong, reply)| format!("{wrong}: {}", reply.text())).unwrap_or_default()
    })
}

#[then("the untrusted marker stands there once, before any content")]
fn marked_once(world: &mut World) -> Met {
    let reply = world.reply()?;
    let (_, marker) = reply.marker().ok_or_else(|| Unmet::new("an untrusted marker", world.last_words()))?;
    // Within the JSON of the text a line's end is written out, so that a line alone would prove nothing.
    let times = reply.text().matches(&marker).count();
    expect(times == 1, "the marker once", || format!("{times} times: {}", reply.text()))?;
    let wrong = badly_marked(&reply, &content(world));
    expect(wrong.is_none(), "a marked answer", || wrong.unwrap_or_default())
}

#[then(regex = r#"^if the answer says "([^"]+)" the untrusted marker stands before it$"#)]
fn marked_if_said(world: &mut World, words: String) -> Met {
    let reply = world.reply()?;
    let text = reply.text();
    let Some(said) = text.find(&words) else { return Ok(()) };
    let marked = reply.marker().is_some_and(|(at, _)| at < said);
    expect(marked, format!("the marker before {words:?}"), || world.last_words())
}

#[then(regex = r"^neither text nor structure holds the character (U\+[0-9A-F]+)$")]
fn without_character(world: &mut World, name: String) -> Met {
    let unwanted = character(&name).ok_or_else(|| Unmet::new("the name of a character", &name))?;
    let reply = world.reply()?;
    let escaped = format!("\\u{:04x}", u32::from(unwanted));
    let in_text = reply.text().contains(unwanted) || reply.text().to_lowercase().contains(&escaped);
    let in_structure = reply.structured_strings().iter().any(|text| text.contains(unwanted));
    expect(!in_text && !in_structure, format!("no {name}"), || {
        format!("in text: {in_text}, in structure: {in_structure}")
    })
}

#[then("no answer holds an invisible character")]
fn nothing_invisible(world: &mut World) -> Met {
    let invisible = |letter: char| {
        matches!(u32::from(letter),
            0x00..=0x08 | 0x0b..=0x1f | 0x7f..=0x9f | 0xad | 0x200b | 0x200e..=0x200f | 0x2028..=0x202e
            | 0x2060..=0x206f | 0xfeff | 0x3164 | 0x115f..=0x1160 | 0xffa0 | 0xfff9..=0xfffb | 0xfffe..=0xffff
            | 0xe0000..=0xe0fff)
    };
    let found = world
        .replies()
        .iter()
        .flat_map(|reply| reply.structured_strings().into_iter().chain([reply.text()]))
        .find_map(|text| text.chars().find(|letter| invisible(*letter)).map(|letter| (letter, text)));
    expect(found.is_none(), "nothing invisible", || {
        found.map(|(letter, text)| format!("U+{:04X} in {text:?}", u32::from(letter))).unwrap_or_default()
    })
}

#[then(regex = r"^the text of the answer has at most (\d+) bytes$")]
fn text_is_short(world: &mut World, most: usize) -> Met {
    let bytes = world.reply()?.text().len();
    expect(bytes <= most, format!("at most {most} bytes"), || format!("{bytes}"))
}

#[then("the cut is told")]
fn cut_is_told(world: &mut World) -> Met {
    let reply = world.reply()?;
    let told = reply.structured_strings().iter().any(|text| {
        let end: String = text.chars().rev().take(80).collect::<Vec<_>>().into_iter().rev().collect();
        text.len() > 500 && ["cut", "truncated", "omitted", "left out"].iter().any(|word| end.contains(word))
    });
    expect(told, "a long text that says at its end that it was cut", || world.last_words())
}

#[then("no family is torn apart")]
fn families_are_whole(world: &mut World) -> Met {
    let text = world.reply()?.text();
    let count = |person: char| text.matches(person).count();
    let (parents, children) = (count('👩'), count('👧'));
    expect(children > 0 && parents == 2 * children, "two parents for each child", || {
        format!("{parents} for {children}")
    })
}

#[then(regex = r"^the answer holds a text of (\d+) characters$")]
fn holds_long_text(world: &mut World, length: usize) -> Met {
    let lengths: Vec<usize> =
        world.reply()?.structured_strings().iter().map(|text| text.chars().count()).collect();
    expect(lengths.contains(&length), format!("a text of {length} characters"), || {
        format!("the longest has {}", lengths.iter().max().copied().unwrap_or_default())
    })
}

#[then("text and structure say the same")]
fn text_is_structure(world: &mut World) -> Met {
    let reply = world.reply()?;
    expect(reply.says_the_same_twice(), reply.structured().to_string(), || world.last_words())
}

#[then("the text of the answer ends with JSON of a structure")]
fn text_is_json(world: &mut World) -> Met {
    let reply = world.reply()?;
    let fits = reply.json_in_text().is_some_and(|json| json.is_object()) && reply.structured().is_object();
    expect(fits, "JSON in the text, and a structure", || world.last_words())
}

#[then(regex = r#"^the answer finds exactly "([^"]+)"$"#)]
fn finds_exactly(world: &mut World, names: String) -> Met {
    let reply = world.reply()?;
    let found = reply.found().ok_or_else(|| Unmet::new("a list of recipes", world.last_words()))?;
    let mut found: Vec<String> =
        found.iter().map(|recipe| recipe["name"].as_str().unwrap_or_default().to_owned()).collect();
    let mut want = listed(&names);
    found.sort();
    want.sort();
    expect(found == want, names, || found.join(", "))
}

#[then(regex = r"^the answer finds (\d+) recipes of (\d+)$")]
fn finds_so_many(world: &mut World, count: usize, total: u64) -> Met {
    let reply = world.reply()?;
    let found = reply.found().map_or(0, Vec::len);
    let totalled = reply.fields().values().any(|value| value.as_u64() == Some(total));
    expect(found == count && totalled, format!("{count} recipes and the total {total}"), || {
        format!("{found} recipes; {}", world.last_words())
    })
}

#[then(regex = r"^the answer says how many of (\d+) it shows, and that is fewer$")]
fn says_what_was_left_out(world: &mut World, of: usize) -> Met {
    let reply = world.reply()?;
    let shown = reply.found().map_or(0, Vec::len);
    let said = reply.text().contains(&format!("{shown} of {of}"));
    expect(shown > 0 && shown < of && said, format!("\"n of {of}\" with the number shown"), || {
        format!("{shown} shown; {}", world.last_words())
    })
}

#[then(regex = r"^the recipe in the answer has (\d+) (ingredients|instructions)$")]
fn recipe_has_so_many(world: &mut World, count: usize, list: String) -> Met {
    let reply = world.reply()?;
    let got = reply.structured()["recipe"][list.as_str()].as_array().map_or(0, Vec::len);
    expect(got == count, format!("{count} {list}"), || world.last_words())
}
