//! The fields of a body, read one after the other in the order in which Mealie's model has them.
//! Never stops at the first mistake: all of them go into one 422.

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::moments;
use crate::pydantic::{self, Problems};
use crate::query::snake_case;
use crate::reply::Answer;

/// A body that is being read. Values of fields that are wrong are made up, so nothing may be done with any of them
/// before [`Fields::end`] has said that there was no mistake.
pub(super) struct Fields<'a> {
    body: &'a Map<String, Value>,
    /// Where the body is in the request.
    loc: Vec<Value>,
    problems: Problems,
}

/// A value that was wrong, which is noted already.
pub(super) struct Refused;

impl<'a> Fields<'a> {
    pub(super) fn of(body: &'a Map<String, Value>) -> Fields<'a> {
        Fields::within(vec![json!("body")], body)
    }

    /// The fields of an object that stands somewhere in a body.
    pub(super) fn within(loc: Vec<Value>, body: &'a Map<String, Value>) -> Fields<'a> {
        Fields { body, loc, problems: Problems::default() }
    }

    /// What was wrong, to be told along with what else is.
    pub(super) fn problems(self) -> Problems {
        self.problems
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

    fn at(&self, name: &str) -> Vec<Value> {
        self.loc.iter().cloned().chain([json!(name)]).collect()
    }

    fn read<T>(&mut self, name: &str, read: impl FnOnce(&[Value], &Value) -> Result<T, Value>) -> Option<T> {
        let (spelled, given) = self.sent(name)?;
        let loc = self.at(&spelled);
        self.problems.keep(read(&loc, given))
    }

    fn demanded<T: Default>(
        &mut self,
        name: &str,
        read: impl FnOnce(&[Value], &Value) -> Result<T, Value>,
    ) -> T {
        if self.given(name).is_none() {
            self.missing(name);
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

    pub(super) fn number_or(&mut self, name: &str, default: f64) -> f64 {
        self.read(name, pydantic::float).unwrap_or(default)
    }

    /// A number that may be null, with one for the case that it is left out.
    pub(super) fn optional_number_or(&mut self, name: &str, default: f64) -> Option<f64> {
        let read = |loc: &[Value], given: &Value| match given {
            Value::Null => Ok(None),
            given => pydantic::float(loc, given).map(Some),
        };
        if self.given(name).is_some() { self.read(name, read).flatten() } else { Some(default) }
    }

    pub(super) fn whole_number_or(&mut self, name: &str, default: i64) -> i64 {
        self.read(name, pydantic::whole).unwrap_or(default)
    }

    /// As [`Fields::each`]; nothing if it is left out.
    pub(super) fn each_or_none<T>(
        &mut self,
        name: &str,
        read: impl FnMut(&mut Problems, &[Value], &Value) -> Option<T>,
    ) -> Vec<T> {
        if self.given(name).is_some() { self.each(name, read) } else { Vec::new() }
    }

    pub(super) fn optional_moment(&mut self, name: &str) -> Option<Timestamp> {
        self.read(name, moments::optional_moment).flatten()
    }

    /// Reads a value in a way of one's own; nothing if it is left out.
    pub(super) fn by<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Problems, &[Value], &Value) -> T,
    ) -> Option<T> {
        let (spelled, given) = self.sent(name)?;
        let loc = self.at(&spelled);
        Some(read(&mut self.problems, &loc, given))
    }

    /// Whether there is a value under exactly this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.body.contains_key(name)
    }

    /// Notes that a value is missing.
    pub(super) fn missing(&mut self, name: &str) {
        let loc = self.at(name);
        self.problems.add(pydantic::missing(&loc, &Value::Object(self.body.clone())));
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

    /// As [`Fields::id`], of any version.
    pub(super) fn any_id(&mut self, name: &str) -> Uuid {
        self.demanded(name, pydantic::uuid)
    }

    /// As [`Fields::optional_id`], of any version; `None` inside an error is told apart from one that is not there.
    pub(super) fn any_id_or_none(&mut self, name: &str) -> Result<Option<Uuid>, Refused> {
        let Some((spelled, given)) = self.sent(name) else { return Ok(None) };
        if given.is_null() {
            return Ok(None);
        }
        let read = pydantic::uuid(&[json!("body"), json!(spelled)], given);
        self.problems.keep(read).map(Some).ok_or(Refused)
    }

    pub(super) fn date(&mut self, name: &str) -> Date {
        self.demanded(name, pydantic::date_in)
    }

    pub(super) fn whole(&mut self, name: &str) -> i64 {
        self.demanded(name, pydantic::whole)
    }

    pub(super) fn whole_or(&mut self, name: &str, default: i64) -> i64 {
        self.read(name, pydantic::whole).unwrap_or(default)
    }

    /// What a validator of Mealie's own says of a field. One that was left out is called by its name in snake case.
    pub(super) fn refuse(&mut self, name: &str, why: &str) {
        let unsaid = || (spelled_in_snake_case(name), &Value::Null);
        let (spelled, given) = self.sent(name).unwrap_or_else(unsaid);
        self.problems.add(pydantic::refused(&[json!("body"), json!(spelled)], given, why));
    }

    /// Notes what is wrong elsewhere in the request.
    pub(super) fn note(&mut self, problem: Value) {
        self.problems.add(problem);
    }

    /// How many things are wrong so far.
    pub(super) fn wrong(&self) -> usize {
        self.problems.len()
    }

    /// As [`Fields::one_of`], with a meaning of its own for what is left out.
    pub(super) fn one_of_or<T: Copy>(&mut self, name: &str, known: &[(&str, T)], default: T) -> T {
        if self.given(name).is_some() { self.one_of(name, known) } else { default }
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

    /// What is read of each item of a list that must be there.
    pub(super) fn each<T>(
        &mut self,
        name: &str,
        mut read: impl FnMut(&mut Problems, &[Value], &Value) -> Option<T>,
    ) -> Vec<T> {
        let spelled = self.sent(name).map_or_else(|| name.to_owned(), |(spelled, _)| spelled);
        let items: Vec<Value> = self.demanded(name, |loc, given| pydantic::list(loc, given).cloned());
        let loc = self.at(&spelled);
        let problems = &mut self.problems;
        let read = |(index, item): (usize, &Value)| {
            let loc: Vec<Value> = loc.iter().cloned().chain([json!(index)]).collect();
            read(problems, &loc, item)
        };
        items.iter().enumerate().filter_map(read).collect()
    }
}

/// The name of a field of Mealie's models; one of them is not spelled by the rule (Mealie 3.10.2,
/// `ScrapeRecipeTest.use_openai`).
fn spelled_in_snake_case(name: &str) -> String {
    if name == "useOpenAI" { "use_openai".into() } else { snake_case(name) }
}
