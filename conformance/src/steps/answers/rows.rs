//! Then: what came of the rows of a table. These steps look at replies, name the row that is wrong, and never change one.

use cucumber::then;
use serde_json::Value;

use super::content::wrong_mark;
use crate::reply::Reply;
use crate::transcript::cut;
use crate::unmet::{Met, Unmet, expect};
use crate::wish::characters;
use crate::world::{Row, World};

/// How much of an answer a failure quotes.
const QUOTED_CHARS: usize = 300;

/// Holds each of these rows against something; the first that is wrong is named.
fn each<'rows>(
    rows: impl IntoIterator<Item = &'rows Row>,
    expected: &str,
    holds: impl Fn(&Row, &Reply) -> bool,
) -> Met {
    let mut seen = 0;
    for row in rows {
        let reply = row.reply()?;
        expect(holds(row, &reply), format!("{}: {expected}", row.ask.name), || {
            format!("{} (given: {})", cut(&reply.text(), QUOTED_CHARS), cut(&row.ask.told, QUOTED_CHARS))
        })?;
        seen += 1;
    }
    expect(seen > 0, format!("{expected}, of at least one row"), || "no row".to_owned())
}

/// Whether it is a tool's refusal that names an argument of the call.
fn names_its_argument(row: &Row, reply: &Reply) -> bool {
    let text = reply.text();
    let words = || text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    let arguments = row.ask.call.arguments.as_ref().and_then(Value::as_object);
    let named = arguments.is_some_and(|names| names.keys().any(|name| words().any(|word| word == name)));
    reply.is_error() && reply.code().is_none() && named
}

#[then(regex = r#"^each of them(?: for "([^"]+)")? is refused, by the name of its argument$"#)]
fn each_refused(world: &mut World, place: String) -> Met {
    let rows = world.rows()?.iter().filter(|row| place.is_empty() || row.ask.told == place);
    each(rows, "a refusal that names the argument", names_its_argument)
}

#[then(regex = r#"^each of them(?: for "([^"]+)")? is no error$"#)]
fn each_is_fine(world: &mut World, place: String) -> Met {
    let rows = world.rows()?.iter().filter(|row| place.is_empty() || row.ask.told == place);
    each(rows, "no error", |_, reply| !reply.is_error())
}

#[then(regex = r#"^none of them says "(.+)"$"#)]
fn none_says(world: &mut World, text: String) -> Met {
    let text = characters(&text);
    each(world.rows()?, &format!("an answer without {text:?}"), |_, reply| {
        !reply.0.to_string().contains(&text) && !reply.text().contains(&text)
    })
}

#[then("text and structure of each of them say the same")]
fn each_says_the_same(world: &mut World) -> Met {
    each(world.rows()?, "one thing in text and structure", |_, reply| {
        reply.structured().is_object() && reply.says_the_same_twice()
    })
}

#[then("each of them is marked as untrusted, before any content")]
fn each_is_marked(world: &mut World) -> Met {
    let world = &*world;
    let rows = world.rows()?;
    for row in rows {
        let reply = row.reply()?;
        if let Some(wrong) = wrong_mark(world, &reply) {
            return Err(Unmet::new(
                format!("{}: a marked answer", row.ask.name),
                format!("{wrong}; {}", reply.text()),
            ));
        }
    }
    Ok(())
}
