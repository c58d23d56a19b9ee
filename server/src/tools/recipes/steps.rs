//! Steps as they are given and as they are sent: a step that stays keeps its links to ingredient lines, one that changes
//! keeps them as well, and each has a list of them, for without one Mealie 3.10.2 answers 500. It never reads Mealie.

use std::collections::{HashMap, HashSet};
use std::fmt;

use schemars::{JsonSchema, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, IntoDeserializer as _, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::keeping::Pairs;
use super::lines::{refused, seen};
use super::read::StepShown;
use super::sending::{LinesPlan, Sent};
use crate::args::{Content, IdArgument, Many, described};
use crate::failure::Failure;
use crate::mealie::records::Step;
use crate::text::{Clean, Id, Part, WireKey};

/// A recipe's steps.
pub(crate) type Steps = Many<StepArgument, 0, 100>;

/// The argument.
const INSTRUCTIONS: &str = "instructions";

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct StepArgument(Parts);

/// Its parts; a plain one is a text.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Parts {
    /// A heading above the step.
    title: Option<Content<1, 255>>,
    text: Option<Content<1, 20_000>>,
    /// The lines it uses, by reference_id.
    uses: Option<Many<IdArgument, 0, 1000>>,
}

impl<'de> Deserialize<'de> for StepArgument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneStep;

        impl<'de> Visitor<'de> for OneStep {
            type Value = Parts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text of 1 to 20000 characters, or an object of title and text")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Parts, E> {
                let text = Content::deserialize(text.into_deserializer())?;
                Ok(Parts { text: Some(text), ..Parts::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Parts, A::Error> {
                Parts::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_any(OneStep).map(Self)
    }
}

described!(StepArgument, |generator| {
    let mut parts = Parts::json_schema(generator);
    parts.remove("additionalProperties");
    parts.remove("description");
    parts.insert("required".to_owned(), json!(["text"]));
    json_schema!({"anyOf": [{"type": "string"}, parts]})
});

impl StepArgument {
    fn title(&self) -> &str {
        seen(self.0.title.as_ref().map(Content::as_str))
    }

    fn text(&self) -> &str {
        seen(self.0.text.as_ref().map(Content::as_str))
    }
}

/// A step that is there.
struct Old {
    shown: StepShown,
}

impl Old {
    fn key(&self) -> (&str, &str) {
        (shown(&self.shown.title), shown(&self.shown.text))
    }
}

fn shown(text: &Option<Clean>) -> &str {
    seen(text.as_ref().map(Clean::as_str))
}

/// What happens with one list of steps, to be carried out once it is approved.
#[derive(Debug)]
pub(super) struct StepsPlan {
    slots: Vec<Slot>,
    now: usize,
}

/// One step that is sent: the one it was, if any, and what is written over it.
#[derive(Debug)]
struct Slot {
    old: Option<usize>,
    title: Option<String>,
    text: Option<String>,
    uses: Option<Vec<Id>>,
}

impl StepsPlan {
    /// Holds the steps as given against those that are there.
    pub(super) fn new(given: &[StepArgument], there: &[Step]) -> Result<Self, Failure> {
        let old: Vec<Old> = there.iter().map(|step| Old { shown: StepShown::of(step) }).collect();
        let mut pairs = Pairs::none(old.len(), given.len());
        pairs.equal(|at| Some(old[at].key()), |at| Some((given[at].title(), given[at].text())));
        // The same text under another heading.
        let text = |at: usize| Some(old[at].key().1).filter(|text| !text.is_empty());
        pairs.alike(text, |at| Some(given[at].text()).filter(|text| !text.is_empty()));
        pairs.between(|_| true);
        let slot = |(at, step): (usize, &StepArgument)| {
            let old_at = pairs.old_of(at);
            let (title, text, uses) = match old_at {
                None => ("", "", &[][..]),
                Some(at) => {
                    let (title, text) = old[at].key();
                    (title, text, old[at].shown.uses.as_slice())
                }
            };
            // A step without a text is one that was read so.
            if step.text().is_empty() && (old_at.is_none() || step.text() != text) {
                return Err(refused(INSTRUCTIONS, at, "needs a `text`"));
            }
            let given_uses: Option<Vec<Id>> =
                step.0.uses.as_ref().map(|uses| uses.0.iter().map(|id| id.0).collect());
            Ok(Slot {
                old: old_at,
                title: Some(step.title()).filter(|given| *given != title).map(str::to_owned),
                text: Some(step.text()).filter(|given| *given != text).map(str::to_owned),
                uses: given_uses.filter(|given| given != uses),
            })
        };
        let slots = given.iter().enumerate().map(slot).collect::<Result<_, _>>()?;
        Ok(Self { slots, now: old.len() })
    }

    /// How many steps there are now, and how many there will be.
    pub(super) fn sizes(&self) -> (u64, u64) {
        (self.now as u64, self.slots.len() as u64)
    }

    /// The steps, made of those that were read directly before; `lines` are those that are sent with them.
    pub(super) fn send(
        &self,
        there: &[Part<'_>],
        key: &WireKey,
        lines: Lines<'_>,
    ) -> Result<Vec<Value>, Failure> {
        let mut steps = Vec::new();
        for slot in &self.slots {
            let as_read = match slot.old {
                None => json!({"title": "", "summary": "", "text": ""}),
                Some(old) => {
                    there.get(old).ok_or(Failure::Internal("a step that stays is not there"))?.to_wire(key)
                }
            };
            let Value::Object(mut step) = as_read else {
                return Err(Failure::Internal("a step that stays is no record"));
            };
            if let Some(title) = &slot.title {
                step.insert("title".to_owned(), json!(title));
            }
            if let Some(text) = &slot.text {
                step.insert("text".to_owned(), json!(text));
            }
            let links = match (&slot.uses, step.remove("ingredientReferences")) {
                (Some(uses), _) => lines.named(uses),
                (None, Some(Value::Array(links))) => lines.left_of(links),
                (None, _) => Vec::new(),
            };
            step.insert("ingredientReferences".to_owned(), Value::Array(links));
            steps.push(Value::Object(step));
        }
        Ok(steps)
    }
}

/// The lines that steps can refer to.
#[derive(Clone, Copy)]
pub(super) enum Lines<'a> {
    /// Those that are sent with them.
    Sent(&'a LinesPlan, &'a Sent),
    /// Those that are there and stay.
    There(&'a HashSet<Id>),
}

impl Lines<'_> {
    /// Links to these lines; a line that is not there is left out.
    fn named(self, uses: &[Id]) -> Vec<Value> {
        let line = |id: &Id| match self {
            Self::Sent(plan, sent) => Some(plan.becomes(id, sent)).filter(|id| sent.has(id)),
            Self::There(ids) => Some(*id).filter(|id| ids.contains(id)),
        };
        // Mealie 3.10.2 takes any UUID as a line's id, and in a link those of version 4 alone.
        let can_be_linked = |id: &Id| Uuid::from(*id).get_version_num() == 4;
        uses.iter().filter_map(line).filter(can_be_linked).map(|id| json!({"referenceId": id})).collect()
    }

    /// Links as they were read, but for those to lines that go.
    fn left_of(self, mut links: Vec<Value>) -> Vec<Value> {
        if let Self::Sent(plan, _) = self {
            links.retain(|link| {
                let id = link.get("referenceId").and_then(Value::as_str).and_then(|id| id.parse().ok());
                id.is_none_or(|id: Id| !plan.gone().contains(&id))
            });
        }
        links
    }
}

/// How many links of steps to ingredient lines are lost: those to lines that go, those of steps that go, and those that
/// were taken off by name.
pub(super) fn lost_links(
    there: &[Step],
    line_ids: &HashSet<Id>,
    lines: Option<&LinesPlan>,
    steps: Option<&StepsPlan>,
) -> u64 {
    let kept = |id: &Id| lines.is_none_or(|lines| !lines.gone().contains(id));
    let slots: Option<HashMap<usize, &Slot>> =
        steps.map(|steps| steps.slots.iter().filter_map(|slot| Some((slot.old?, slot))).collect());
    let stays = |at: usize, id: &Id| match &slots {
        None => true,
        Some(slots) => {
            slots.get(&at).is_some_and(|slot| slot.uses.as_ref().is_none_or(|uses| uses.contains(id)))
        }
    };
    let lost = |(at, step): (usize, &Step)| {
        let uses = StepShown::of(step).uses;
        uses.iter().filter(|id| line_ids.contains(id) && !(kept(id) && stays(at, id))).count()
    };
    there.iter().enumerate().map(lost).sum::<usize>() as u64
}
