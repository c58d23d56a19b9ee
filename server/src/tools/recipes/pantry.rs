//! The words that a call names, tags, categories, foods and units: found before anybody is asked, made after the yes, and
//! read once more directly before they are sent (LIVE-6). It never sends one that was not read.

use std::collections::HashMap;

use futures::future::join_all;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::filling::MOST_VALUES;
use crate::args::Called;
use crate::failure::{Failure, Happened, SoFar, Unusable};
use crate::mealie::records::Named;
use crate::mealie::vocabulary::{self, Found, Kind, Room, Wanted};
use crate::mealie::{Reads, Writes};
use crate::text::{Clean, Document, Id, Limit, Marks, NameKey, Spelling, makes_an_address};
use crate::tools::organizers::address::address_of;

/// One word that is named somewhere in the arguments.
pub(super) struct Wish<'a> {
    pub(super) kind: Kind,
    pub(super) called: &'a Called,
    /// Where: `ingredients[3].food`.
    pub(super) place: String,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Thing {
    /// This one.
    There(Id),
    /// The nth of those that are to be made.
    New(usize),
}

/// All that is known of the words of one call.
#[derive(Default)]
pub(super) struct Pantry {
    shelves: [Shelf; Kind::ALL.len()],
}

#[derive(Default)]
struct Shelf {
    /// By the name that the caller used.
    named: HashMap<String, Thing>,
    /// Names of those that are to be made.
    new: Vec<String>,
    /// Where they stand, by everything that makes another name the same, with the accents that tell them apart.
    places: HashMap<(NameKey, Marks), usize>,
}

/// What was made for a recipe, by name.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Created {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<Clean>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    categories: Vec<Clean>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    foods: Vec<Clean>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<Clean>,
}

impl Created {
    /// Nothing was.
    pub(super) fn is_empty(&self) -> bool {
        [&self.tags, &self.categories, &self.foods, &self.units].iter().all(|names| names.is_empty())
    }

    fn names(&mut self, kind: Kind) -> &mut Vec<Clean> {
        match kind {
            Kind::Tag => &mut self.tags,
            Kind::Category => &mut self.categories,
            Kind::Food => &mut self.foods,
            Kind::Unit => &mut self.units,
        }
    }
}

/// The ids of those that were to be made.
#[derive(Debug, Default)]
pub(super) struct Made {
    ids: [Vec<Id>; Kind::ALL.len()],
    pub(super) created: Created,
}

/// Words as they were read last, to be sent.
pub(super) struct Stock {
    made: Made,
    words: HashMap<(Kind, Id), Value>,
}

impl Pantry {
    /// The first round: what costs little. Tags and categories are known then; a food or unit that it does not find may be
    /// there all the same.
    pub(super) async fn glance(&mut self, reads: &Reads, wishes: &[Wish<'_>]) -> Result<(), Failure> {
        let looked = join_all(Kind::ALL.map(|kind| async move {
            let names = distinct(wishes, kind);
            Ok::<_, Failure>((kind, vocabulary::glance(reads, kind, &wanted(kind, &names)).await?, names))
        }));
        for looked in looked.await {
            let (kind, found, names) = looked?;
            let found = names.into_iter().zip(found);
            match kind {
                Kind::Tag | Kind::Category => self.settle(kind, found, wishes)?,
                Kind::Food | Kind::Unit => {
                    let there = found.filter(|(_, found)| matches!(found, Found::One(_)));
                    self.settle(kind, there, wishes)?;
                }
            }
        }
        Ok(())
    }

    /// The second round: everything that is wished for is found or is to be made, or the call is refused.
    pub(super) async fn complete(&mut self, reads: &Reads, wishes: &[Wish<'_>]) -> Result<(), Failure> {
        let this = &*self;
        let looked = join_all(Kind::ALL.map(|kind| async move {
            let mut names = distinct(wishes, kind);
            names.retain(|name| !this.shelves[kind as usize].named.contains_key(*name));
            let found = vocabulary::all(reads, kind, &wanted(kind, &names)).await?;
            Ok::<_, Failure>((kind, found, names))
        }));
        for looked in looked.await {
            let (kind, found, names) = looked?;
            self.settle(kind, names.into_iter().zip(found), wishes)?;
        }
        Ok(())
    }

    /// Says of each name what it stands for, or refuses it.
    fn settle<'a>(
        &mut self,
        kind: Kind,
        found: impl Iterator<Item = (&'a str, Found)>,
        wishes: &[Wish<'_>],
    ) -> Result<(), Failure> {
        let one = kind.one();
        let refused = |name: &str, rule: String| {
            let first = wishes.iter().find(|wish| wish.kind == kind && wish.called.as_str() == name);
            let place = first.map_or(one, |wish| wish.place.as_str());
            Err(Failure::argument(place, rule, Some(name)))
        };
        let shelf = &mut self.shelves[kind as usize];
        let mut new = Vec::new();
        for (name, found) in found {
            match found {
                Found::One(id) => {
                    shelf.named.insert(name.to_owned(), Thing::There(id));
                }
                Found::Several(ids) => {
                    let ids: Vec<String> = ids.iter().map(Id::to_string).collect();
                    let ids = ids.join(", ");
                    return refused(name, format!("more than one {one} has this name; use an id: {ids}"));
                }
                Found::Missing if name.parse::<Id>().is_ok() => {
                    return refused(name, format!("there is no {one} with this id"));
                }
                Found::Missing if !makes_an_address(name) => {
                    let rule =
                        format!("is no {one} yet, and a new one needs a letter or a digit in its name");
                    return refused(name, rule);
                }
                Found::Missing => new.push(name),
            }
        }
        let accents = accents(kind, &new);
        for name in new {
            let marks = match accents.get(&NameKey::of(name, Spelling::Singular)).map(Vec::as_slice) {
                Some([one]) => one.clone(),
                Some(_) if marks(kind, name).are_none() => {
                    return refused(
                        name,
                        format!("could be more than one new {one} of this call: write its accents"),
                    );
                }
                _ => marks(kind, name),
            };
            let new = shelf.a_new_one(kind, name, marks);
            shelf.named.insert(name.to_owned(), new);
        }
        Ok(())
    }

    /// What a name stands for, once everything was looked up.
    pub(super) fn thing(&self, kind: Kind, called: &Called) -> Option<Thing> {
        self.shelves[kind as usize].named.get(called.as_str()).copied()
    }

    /// How many are to be made.
    pub(super) fn new_ones(&self, kind: Kind) -> u64 {
        self.shelves[kind as usize].new.len() as u64
    }

    /// Their names, in one order whatever the caller's was.
    pub(super) fn new_names(&self, kind: Kind) -> Vec<&str> {
        let mut names: Vec<&str> = self.shelves[kind as usize].new.iter().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// Makes what is missing. One that somebody else made in the meantime is used.
    pub(super) async fn make(&self, writes: &Writes<'_>, so_far: &mut SoFar) -> Result<Made, Failure> {
        let mut made = Made::default();
        for kind in Kind::ALL {
            for name in &self.shelves[kind as usize].new {
                let id = match writes.post::<Document>(kind.route(), &json!({"name": name})).await {
                    Ok(word) => {
                        so_far.words += 1;
                        let word = word.read::<Named>().ok();
                        let id = word.as_ref().and_then(Named::id);
                        if let Some(name) = word.and_then(|word| word.name) {
                            made.created.names(kind).push(name.into_clean(Limit::NAME));
                        }
                        id.ok_or(Failure::Answer(Unusable::NotAsExpected, Happened::Perhaps))?
                    }
                    Err(failure) => after_a_refusal(writes.reads(), kind, name, failure).await?,
                };
                made.ids[kind as usize].push(id);
            }
        }
        Ok(made)
    }

    /// Reads what is to be sent, directly before it is.
    pub(super) async fn fetch(
        writes: &Writes<'_>,
        made: Made,
        things: impl Iterator<Item = (Kind, Thing)>,
    ) -> Result<Stock, Failure> {
        let mut uses: [HashMap<Id, usize>; Kind::ALL.len()] = Default::default();
        for (kind, thing) in things {
            if let Some(id) = made.id(kind, thing) {
                *uses[kind as usize].entry(id).or_default() += 1;
            }
        }
        let (uses, room) = (&uses, &Room::of(MOST_VALUES));
        let looked = join_all(Kind::ALL.map(|kind| async move {
            let words = vocabulary::as_read(writes.reads(), kind, &uses[kind as usize], room).await?;
            Ok::<_, Failure>((kind, words))
        }));
        let mut words = HashMap::new();
        for looked in looked.await {
            let (kind, found) = looked?;
            words.extend(found.into_iter().map(|(id, word)| ((kind, id), word.into_wire(writes.wire_key()))));
        }
        Ok(Stock { made, words })
    }
}

/// A name that Mealie would not take, though it was not there before: somebody was faster. Mealie 3.10.2 answers 400 with
/// SQL, and for tags a bare 500.
async fn after_a_refusal(reads: &Reads, kind: Kind, name: &str, failure: Failure) -> Result<Id, Failure> {
    let Failure::Status { code: 400 | 409 | 500..=599, .. } = failure else { return Err(failure) };
    match vocabulary::all(reads, kind, &wanted(kind, &[name])).await.as_deref() {
        Ok([Found::One(id)]) => Ok(*id),
        _ => Err(failure),
    }
}

impl Shelf {
    /// A new word; two spellings of one name are one.
    fn a_new_one(&mut self, kind: Kind, name: &str, marks: Marks) -> Thing {
        let keys = match kind {
            Kind::Food | Kind::Unit => [Some(NameKey::of(name, Spelling::Singular)), None],
            // Of two names with one address Mealie makes one.
            Kind::Tag | Kind::Category => [
                Some(NameKey::of(name, Spelling::Plain)),
                address(kind, name).map(|address| NameKey::of(&format!("/{address}"), Spelling::Exact)),
            ],
        };
        let keys = keys.map(|key| key.map(|key| (key, marks.clone())));
        let twin = keys.iter().flatten().find_map(|key| self.places.get(key).copied());
        let place = twin.unwrap_or_else(|| {
            self.new.push(name.trim().to_owned());
            self.new.len() - 1
        });
        for key in keys.into_iter().flatten() {
            self.places.entry(key).or_insert(place);
        }
        Thing::New(place)
    }
}

impl Made {
    fn id(&self, kind: Kind, thing: Thing) -> Option<Id> {
        match thing {
            Thing::There(id) => Some(id),
            Thing::New(nth) => self.ids[kind as usize].get(nth).copied(),
        }
    }
}

impl Stock {
    /// A word as it was read last.
    pub(super) fn word(&self, kind: Kind, thing: Thing) -> Result<Value, Failure> {
        let id = self.made.id(kind, thing);
        let word = id.and_then(|id| self.words.get(&(kind, id)));
        word.cloned().ok_or(Failure::Internal("a word was not read before it was to be sent"))
    }

    /// What was made.
    pub(super) fn into_created(self) -> Created {
        self.made.created
    }
}

/// The names of one kind, each once, in the order in which they stand.
fn distinct<'a>(wishes: &'a [Wish<'_>], kind: Kind) -> Vec<&'a str> {
    let mut seen = std::collections::HashSet::new();
    let names = wishes.iter().filter(|wish| wish.kind == kind).map(|wish| wish.called.as_str());
    names.filter(|name| seen.insert(*name)).collect()
}

fn wanted<'a>(kind: Kind, names: &[&'a str]) -> Vec<Wanted<'a>> {
    names.iter().map(|name| Wanted { name, address: address(kind, name) }).collect()
}

/// What tells two names apart that are one without it. Of organizers Mealie makes one address, and so one.
fn marks(kind: Kind, name: &str) -> Marks {
    match kind {
        Kind::Tag | Kind::Category => Marks::default(),
        Kind::Food | Kind::Unit => Marks::of(name),
    }
}

/// The accents with which each of these names is written anywhere among them: where there is one way, it is meant without
/// them as well.
fn accents(kind: Kind, names: &[&str]) -> HashMap<NameKey, Vec<Marks>> {
    let mut accents: HashMap<NameKey, Vec<Marks>> = HashMap::new();
    for name in names {
        let marks = marks(kind, name);
        if !marks.are_none() {
            let ways = accents.entry(NameKey::of(name, Spelling::Singular)).or_default();
            if !ways.contains(&marks) {
                ways.push(marks);
            }
        }
    }
    accents
}

/// The address of an organizer: two names of one address are one to Mealie.
fn address(kind: Kind, name: &str) -> Option<String> {
    match kind {
        Kind::Tag | Kind::Category => address_of(name).filter(|address| !address.is_empty()),
        Kind::Food | Kind::Unit => None,
    }
}

#[cfg(test)]
#[path = "pantry_tests.rs"]
mod tests;
