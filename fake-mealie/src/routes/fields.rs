//! The fields of a body, read one after the other in the order in which Mealie's model has them.
//! Never stops at the first mistake: all of them go into one 422.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::pydantic::{self, Problems};
use crate::query::snake_case;
use crate::reply::Answer;

/// A body that is being read. Values of fields that are wrong are made up, so nothing may be done with any of them
/// before [`Fields::end`] has said that there was no mistake.
pub(super) struct Fields<'a> {
    body: &'a Map<String, Value>,
    problems: Problems,
}

impl<'a> Fields<'a> {
    pub(super) fn of(body: &'a Map<String, Value>) -> Fields<'a> {
        Fields { body, problems: Problems::default() }
    }

    /// 422 if anything was wrong.
    pub(super) fn end(self) -> Result<(), Answer> {
        self.problems.none()
    }

    /// A value under its name in camel case or, as second choice, in snake case.
    pub(super) fn given(&self, name: &str) -> Option<&'a Value> {
        self.sent(name).map(|(_, given)| given)
    }

    /// As [`Fields::given`], with the name that it was sent by, which is the one that the validator says.
    fn sent(&self, name: &str) -> Option<(String, &'a Value)> {
        let spellings = [name.to_owned(), spelled_in_snake_case(name)];
        spellings.into_iter().find_map(|spelled| self.body.get(&spelled).map(|given| (spelled, given)))
    }

    fn read<T>(&mut self, name: &str, read: impl FnOnce(&[Value], &Value) -> Result<T, Value>) -> Option<T> {
        let (spelled, given) = self.sent(name)?;
        self.problems.keep(read(&[json!("body"), json!(spelled)], given))
    }

    fn demanded<T: Default>(
        &mut self,
        name: &str,
        read: impl FnOnce(&[Value], &Value) -> Result<T, Value>,
    ) -> T {
        if self.given(name).is_none() {
            let whole = Value::Object(self.body.clone());
            self.problems.add(pydantic::missing(&[json!("body"), json!(name)], &whole));
        }
        self.read(name, read).unwrap_or_default()
    }

    pub(super) fn text(&mut self, name: &str) -> String {
        self.demanded(name, pydantic::string)
    }

    pub(super) fn text_or(&mut self, name: &str, default: &str) -> String {
        self.read(name, pydantic::string).unwrap_or_else(|| default.into())
    }

    pub(super) fn optional_text(&mut self, name: &str) -> Option<String> {
        self.read(name, pydantic::optional_string).flatten()
    }

    /// A text that may be null, with a text for the case that it is left out.
    pub(super) fn optional_text_or(&mut self, name: &str, default: &str) -> Option<String> {
        if self.given(name).is_some() { self.optional_text(name) } else { Some(default.into()) }
    }

    pub(super) fn flag_or(&mut self, name: &str, default: bool) -> bool {
        self.read(name, pydantic::boolean).unwrap_or(default)
    }

    pub(super) fn id(&mut self, name: &str) -> Uuid {
        self.demanded(name, pydantic::uuid4)
    }

    pub(super) fn optional_id(&mut self, name: &str) -> Option<Uuid> {
        let read = |loc: &[Value], given: &Value| match given {
            Value::Null => Ok(None),
            given => pydantic::uuid4(loc, given).map(Some),
        };
        self.read(name, read).flatten()
    }

    /// As [`Fields::optional_id`]; an empty text, which the web page sends, is none (Mealie 3.10.2, `UnitFoodBase`).
    pub(super) fn id_or_nothing(&mut self, name: &str) -> Option<Uuid> {
        if self.given(name) == Some(&json!("")) { None } else { self.optional_id(name) }
    }

    /// What one of these words stands for; the first if it is left out.
    pub(super) fn one_of<T: Copy>(&mut self, name: &str, known: &[(&str, T)]) -> T {
        let read = |loc: &[Value], given: &Value| {
            let found = known.iter().find(|(word, _)| given.as_str() == Some(*word));
            let words = || known.iter().map(|(word, _)| *word).collect::<Vec<_>>();
            found.map(|(_, meaning)| *meaning).ok_or_else(|| pydantic::no_such_word(loc, &words(), given))
        };
        self.read(name, read).unwrap_or(known[0].1)
    }

    /// A list of texts that may be left out.
    pub(super) fn texts_or_none(&mut self, name: &str) -> Vec<String> {
        if self.given(name).is_some() { self.texts(name) } else { Vec::new() }
    }

    /// A list of texts.
    pub(super) fn texts(&mut self, name: &str) -> Vec<String> {
        self.each(name, |problems, loc, item| problems.keep(pydantic::string(loc, item)))
    }

    /// A list of `{"name": ...}`; nothing if it is left out.
    pub(super) fn names(&mut self, name: &str) -> Vec<String> {
        if self.given(name).is_none() {
            return Vec::new();
        }
        self.each(name, |problems, loc, item| {
            let object = problems.keep(pydantic::object(loc, item))?;
            let loc: Vec<Value> = loc.iter().cloned().chain([json!("name")]).collect();
            problems.keep(match object.get("name") {
                None => Err(pydantic::missing(&loc, item)),
                Some(given) => pydantic::string(&loc, given),
            })
        })
    }

    fn each<T>(
        &mut self,
        name: &str,
        mut read: impl FnMut(&mut Problems, &[Value], &Value) -> Option<T>,
    ) -> Vec<T> {
        let spelled = self.sent(name).map_or_else(|| name.to_owned(), |(spelled, _)| spelled);
        let items: Vec<Value> = self.demanded(name, |loc, given| pydantic::list(loc, given).cloned());
        let problems = &mut self.problems;
        let read = |(index, item): (usize, &Value)| {
            read(problems, &[json!("body"), json!(spelled), json!(index)], item)
        };
        items.iter().enumerate().filter_map(read).collect()
    }
}

/// The name of a field of Mealie's models; one of them is not spelled by the rule (Mealie 3.10.2,
/// `ScrapeRecipeTest.use_openai`).
fn spelled_in_snake_case(name: &str) -> String {
    if name == "useOpenAI" { "use_openai".into() } else { snake_case(name) }
}
