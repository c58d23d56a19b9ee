//! `/api/parser`: lines of text become ingredients.
//! Never stores anything, though it is asked with POST.

use serde_json::Value;

use super::fields::Fields;
use super::{Call, Gate, Route};
use crate::parser::{Parser, Reader};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::Kitchen;

pub(super) const ROUTES: &[Route] = &[
    Route { method: "POST", path: "/api/parser/ingredient", gate: Gate::Login, serve: one },
    Route { method: "POST", path: "/api/parser/ingredients", gate: Gate::Login, serve: many },
];

/// The parsers by name; the first is the default.
const READERS: &[(&str, Reader)] =
    &[("nlp", Reader::Nlp), ("brute", Reader::Brute), ("openai", Reader::OpenAi)];

fn one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let (reader, line) = (fields.one_of("parser", READERS), fields.text("ingredient"));
    fields.end()?;
    let mut parsed = parse(kitchen, call, reader, &[line])?;
    Ok(Answer::ok(parsed.pop().unwrap_or_default()))
}

fn many(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let (reader, lines) = (fields.one_of("parser", READERS), fields.texts("ingredients"));
    fields.end()?;
    Ok(Answer::ok(parse(kitchen, call, reader, &lines)?.into()))
}

fn parse(
    kitchen: &mut Kitchen,
    call: &Call<'_>,
    reader: Reader,
    lines: &[String],
) -> Result<Vec<Value>, Answer> {
    quirks::parser_works(kitchen, reader, lines.len())?;
    let ids: Vec<_> = lines.iter().map(|_| kitchen.fresh_id()).collect();
    let parser = Parser::new(kitchen, call.group(kitchen));
    let read = |(line, id): (&String, _)| {
        let parsed = parser.parse(line, reader).map_err(quirks::line_trips_the_parser)?;
        Ok(shapes::parsed(kitchen, line, &parsed, reader, id))
    };
    lines.iter().zip(ids).map(read).collect()
}
