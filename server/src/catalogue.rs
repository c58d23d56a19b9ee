//! Every tool, found by name, in one fixed order. What the operator left out is as unknown as tools that never were
//! (OPER-3, OPER-4). It never calls one.

use std::collections::HashMap;

use crate::settings::{Choice, Known};
use crate::tool::entry::Entry;
use crate::tools;

/// The tools of this server.
pub struct Catalogue {
    entries: Vec<Entry>,
    by_name: HashMap<&'static str, usize>,
}

impl Catalogue {
    /// Every tool there is.
    pub fn all() -> Self {
        Self::of(tools::all())
    }

    /// Those that the operator chose.
    pub fn chosen(mut self, choice: &Choice) -> Self {
        self.entries.retain(|entry| choice.holds(known(entry)));
        Self::of(self.entries)
    }

    /// What the settings have to know of them.
    pub fn known(&self) -> Vec<Known> {
        self.entries.iter().map(known).collect()
    }

    /// Exactly these.
    pub(crate) fn of(mut entries: Vec<Entry>) -> Self {
        // One order, whatever the shelves' (ANN-3).
        entries.sort_unstable_by_key(|entry| entry.name);
        let by_name = entries.iter().enumerate().map(|(place, entry)| (entry.name, place)).collect();
        Self { entries, by_name }
    }

    /// The tool of that name.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.by_name.get(name).map(|&place| &self.entries[place])
    }

    /// All of them, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

fn known(entry: &Entry) -> Known {
    Known { name: entry.name, reads: entry.effect.hints().read_only }
}

#[cfg(test)]
mod published_tests;
#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::failure::Failure;
    use crate::settings::ESSENTIAL;
    use crate::tool::Effect;
    use crate::tool::entry::Guarded;

    fn all() -> Catalogue {
        Catalogue::all()
    }

    /// Every schema within a schema, itself included.
    fn each(schema: &Value, look: &mut impl FnMut(&Map<String, Value>)) {
        match schema {
            Value::Object(map) => {
                look(map);
                map.values().for_each(|inner| each(inner, look));
            }
            Value::Array(list) => list.iter().for_each(|inner| each(inner, look)),
            _ => {}
        }
    }

    #[test]
    fn ann_1_every_tool_has_a_plain_name_a_title_and_closed_arguments() {
        for entry in all().entries() {
            let plain = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(entry.name.len() <= 40 && entry.name.chars().all(plain), "{}", entry.name);
            assert!(!entry.title.is_empty() && !entry.description.is_empty(), "{}", entry.name);
            assert_eq!(entry.input["additionalProperties"], json!(false), "{}", entry.name);
            assert_eq!(entry.input["type"], json!("object"), "{}", entry.name);
            assert_eq!(entry.output["type"], json!("object"), "{}", entry.name);
        }
    }

    /// The TypeScript clients print a warning for each integer format, and every title costs a model context.
    #[test]
    fn ann_1_the_schemas_hold_nothing_that_helps_nobody() {
        for entry in all().entries() {
            for schema in [&entry.input, &entry.output] {
                each(&Value::Object(schema.as_ref().clone()), &mut |map| {
                    let format = map.get("format").and_then(Value::as_str).unwrap_or_default();
                    assert!(
                        !format.starts_with("int") && !format.starts_with("uint"),
                        "{}: {format}",
                        entry.name
                    );
                    assert!(!map.contains_key("$schema") && !map.contains_key("$defs"), "{}", entry.name);
                    assert!(!map.values().any(|value| *value == json!(["null"])), "{}", entry.name);
                });
            }
        }
    }

    #[test]
    fn oper_4_essential_is_eight_tools_that_there_are() {
        let known = all().known();
        for name in ESSENTIAL {
            assert!(known.iter().any(|tool| tool.name == name), "{name}");
        }
    }

    #[test]
    fn ann_1_unknown_arguments_are_refused_with_the_valid_names() {
        for entry in all().entries() {
            let arguments = json!({"force": true}).as_object().cloned();
            let failure = crate::args::sort(&entry.names, arguments).unwrap_err();
            let words = failure.words().ours;
            assert!(words.contains("`force`"), "{words}");
            for name in &entry.names.all {
                assert!(words.contains(&format!("`{name}`")), "{words}");
            }
        }
    }

    #[test]
    fn ann_1_only_a_guarded_tool_takes_a_token_and_answers_with_one() {
        for entry in all().entries() {
            let guarded = entry.guarded.can_ask();
            assert_eq!(entry.names.all.contains(&"confirm_token".to_owned()), guarded, "{}", entry.name);
            assert_eq!(entry.output["properties"].get("confirm_token").is_some(), guarded, "{}", entry.name);
        }
    }

    #[test]
    fn ann_2_a_tool_that_removes_says_so_and_asks_and_one_that_reads_never_does() {
        for entry in all().entries() {
            let hints = entry.effect.hints();
            match entry.effect {
                Effect::Removes => {
                    assert!(hints.destructive && entry.guarded == Guarded::Always, "{}", entry.name)
                }
                Effect::Reads | Effect::LooksOut => {
                    assert!(hints.read_only && entry.guarded == Guarded::Never, "{}", entry.name)
                }
                _ => assert!(!hints.read_only, "{}", entry.name),
            }
        }
    }

    #[test]
    fn ann_1_a_missing_argument_is_named() {
        let catalogue = all();
        let entry = catalogue.find("merge_foods").unwrap();
        for arguments in
            [None, Some(Map::new()), json!({"to_id": null, "from_id": null}).as_object().cloned()]
        {
            let failure = crate::args::sort(&entry.names, arguments).unwrap_err();
            assert!(
                matches!(&failure, Failure::Argument { name, .. } if name.as_str() == "from_id"),
                "{failure:?}"
            );
        }
    }
}
