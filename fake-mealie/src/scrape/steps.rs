//! The steps of a recipe, from all the ways in which pages write them.
//! Never keeps a section: its name becomes a step, as in Mealie.

use serde_json::{Map, Value};

use super::schema::is_empty;
use super::text;

/// Whether there is anything that Mealie takes for instructions, before it looks closer.
pub(super) fn has_any(recipe: &Map<String, Value>) -> bool {
    field(recipe).is_some_and(|field| gist(field).is_some_and(|lines| !lines.is_empty()))
}

fn field(recipe: &Map<String, Value>) -> Option<&Value> {
    let keys = ["recipeInstructions", "RecipeInstructions"];
    keys.iter().find_map(|key| recipe.get(*key).filter(|field| !is_empty(field)))
}

/// The steps. `None` if Mealie trips over what it finds.
pub(super) fn steps(recipe: &Map<String, Value>) -> Option<Vec<String>> {
    let Some(field) = field(recipe) else { return Some(Vec::new()) };
    match field {
        Value::String(steps) => Some(from_text(steps)),
        Value::Number(number) => Some(vec![number.to_string()]),
        other => Some(from_text(&gist(other)?.join("\n"))),
    }
}

/// One text for all steps: a line each, unless it is JSON in a text.
fn from_text(steps: &str) -> Vec<String> {
    if steps.starts_with(['[', '{'])
        && let Ok(listed) = serde_json::from_str::<Value>(steps)
        && let Some(listed) = from_json(&listed)
    {
        return listed;
    }
    let plain = text::lines_kept(steps);
    text::lines(&plain).map(text::one_line).filter(|step| !step.is_empty()).collect()
}

fn from_json(listed: &Value) -> Option<Vec<String>> {
    let values: Vec<&Value> = match listed {
        Value::Array(values) => values.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => return None,
    };
    let text = |value: &Value| value.as_str().or_else(|| value.get("text")?.as_str()).map(text::one_line);
    values.into_iter().map(text).collect()
}

/// One line per step and section name (recipe-scrapers, `instructions`).
fn gist(field: &Value) -> Option<Vec<String>> {
    let listed = match field {
        Value::Object(section) => section.get("itemListElement")?,
        Value::String(text) => return Some(vec![text.clone()]),
        other => other,
    };
    let mut lines = Vec::new();
    for step in listed.as_array()?.iter().flat_map(|step| match step {
        Value::Array(steps) => steps.as_slice(),
        step => std::slice::from_ref(step),
    }) {
        push(&mut lines, step)?;
    }
    Some(lines.iter().map(|line| text::one_line(line)).collect())
}

fn push(lines: &mut Vec<String>, step: &Value) -> Option<()> {
    let fields = match step {
        Value::String(text) => {
            lines.push(text.clone());
            return Some(());
        }
        step => step.as_object()?,
    };
    let text = |key: &str| fields.get(key).and_then(Value::as_str);
    match text("@type") {
        Some("HowToStep") => {
            let inner = fields.get("itemListElement").filter(|inner| !is_empty(inner));
            let own = text("text");
            if let Some(name) = text("name").filter(|name| !name.is_empty())
                && !own?.starts_with(name.trim_end_matches('.'))
            {
                lines.push(name.into());
            }
            lines.push(match inner {
                Some(inner) => inner.get("text")?.as_str()?.into(),
                None => own?.into(),
            });
        }
        Some("HowToSection") => {
            lines.extend(text("name").or_else(|| text("Name")).map(str::to_owned));
            for step in fields.get("itemListElement")?.as_array()? {
                push(lines, step)?;
            }
        }
        // Anything else is passed over.
        _ => {}
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Each row was asked of a running Mealie 3.10.2. `None`: it found no recipe.
    #[test]
    fn steps_come_out_as_mealie_stores_them() {
        let step = |fields: Value| {
            let mut step = json!({ "@type": "HowToStep" });
            for (key, value) in fields.as_object().expect("an object") {
                step[key] = value.clone();
            }
            step
        };
        for (given, want) in [
            (json!("a\nb\n\nc"), Some(vec!["a", "b", "c"])),
            (json!("<p>a</p><p>b</p>"), Some(vec!["ab"])),
            (json!("[\"a\",\"b\"]"), Some(vec!["a", "b"])),
            (json!("{\"0\":{\"text\":\"z\"}}"), Some(vec!["z"])),
            (json!([]), Some(vec![])),
            (json!(5), Some(vec!["5"])),
            (json!("x\u{2028}y"), Some(vec!["x", "y"])),
            (json!(["a", "", "b"]), Some(vec!["a", "b"])),
            (json!([["a"], ["b"]]), Some(vec!["a", "b"])),
            (json!([step(json!({ "text": "x" }))]), Some(vec!["x"])),
            (json!([step(json!({ "name": "N", "text": "x" }))]), Some(vec!["N", "x"])),
            (json!([step(json!({ "name": "x", "text": "x y" }))]), Some(vec!["x y"])),
            (json!([step(json!({ "name": "N" }))]), None),
            (json!([step(json!({ "text": "" }))]), Some(vec![])),
            (json!([step(json!({ "text": "one\ntwo" }))]), Some(vec!["one two"])),
            (json!([{ "text": "no type" }]), Some(vec![])),
            (json!([null]), None),
            (json!([step(json!({ "itemListElement": { "text": "deep" } }))]), Some(vec!["deep"])),
            (json!([step(json!({ "itemListElement": [{ "text": "deep" }] }))]), None),
            (
                json!([{ "@type": "HowToSection", "name": "S", "itemListElement": [step(json!({ "text": "1" })), "2"] }]),
                Some(vec!["S", "1", "2"]),
            ),
            (
                json!({ "@type": "HowToSection", "itemListElement": [step(json!({ "text": "q" }))] }),
                Some(vec!["q"]),
            ),
        ] {
            let recipe = Map::from_iter([("recipeInstructions".to_owned(), given.clone())]);
            let want = want.map(|steps| steps.into_iter().map(String::from).collect::<Vec<_>>());
            assert_eq!(steps(&recipe), want, "{given}");
        }
    }
}
