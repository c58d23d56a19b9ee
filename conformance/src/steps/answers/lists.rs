//! Then: what the entries of a list in the last answer hold, in their order. These steps read the answer, and never Mealie.

use cucumber::then;
use serde_json::Value;

use crate::unmet::{Met, expect};
use crate::wish::listed;
use crate::world::World;

#[then(regex = r#"^the "([^"]+)" of the answer's "([^"]+)" is "([^"]*)"$"#)]
fn entries_hold(world: &mut World, field: String, list: String, values: String) -> Met {
    let reply = world.reply()?;
    let entries = reply.structured()[list.as_str()].as_array().cloned().unwrap_or_default();
    let said = |entry: &Value| match &entry[field.as_str()] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let got: Vec<String> = entries.iter().map(said).collect();
    expect(got == listed(&values), values, || format!("{}; last: {}", got.join(", "), world.last_words()))
}
