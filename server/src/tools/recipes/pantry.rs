//! The words that a call names, tags, categories, foods and units: found before anybody is asked, made after the yes, and
//! read once more directly before they are sent (LIVE-6). It never sends one that was not read.

use std::collections::HashMap;

use futures::future::join_all;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::Called;
use crate::failure::{Failure, Happened, SoFar, Unusable};
use crate::mealie::records::Named;
use crate::mealie::vocabulary::{self, Found, Kind, Wanted};
use crate::mealie::{Reads, Writes};
use crate::text::{Clean, Document, Id, Limit, NameKey, Spelling};
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
    /// Where they stand, by everything that makes another name the same.
    places: HashMap<NameKey, usize>,
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
    /// The first round: what costs little. What it does not find may be there all the same.
    pub(super) async fn glance(&mut self, reads: &Reads, wishes: &[Wish<'_>]) -> Result<(), Failure> {
        let looked = join_all(Kind::ALL.map(|kind| async move {
            let names = distinct(wishes, kind);
            Ok::<_, Failure>((kind, vocabulary::glance(reads, kind, &wanted(kind, &names)).await?, names))
        }));
        for looked in looked.await {
            let (kind, found, names) = looked?;
            for (name, found) in names.into_iter().zip(found) {
                if let Found::One(id) = found {
                    self.shelves[kind as usize].named.insert(name.to_owned(), Thing::There(id));
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
            let wanted = wanted(kind, &names);
            let found = match kind {
                Kind::Tag | Kind::Category => vocabulary::glance(reads, kind, &wanted).await?,
                Kind::Food | Kind::Unit => vocabulary::all(reads, kind, &wanted).await?,
            };
            Ok::<_, Failure>((kind, found, names))
        }));
        for looked in looked.await {
            let (kind, found, names) = looked?;
            for (name, found) in names.into_iter().zip(found) {
                let thing = self.settle(kind, name, found, wishes)?;
                self.shelves[kind as usize].named.insert(name.to_owned(), thing);
            }
        }
        Ok(())
    }

    fn settle(
        &mut self,
        kind: Kind,
        name: &str,
        found: Found,
        wishes: &[Wish<'_>],
    ) -> Result<Thing, Failure> {
        let refused = |rule: String| {
            let first = wishes.iter().find(|wish| wish.kind == kind && wish.called.as_str() == name);
            let place = first.map_or(kind.one(), |wish| wish.place.as_str());
            Err(Failure::argument(place, rule, Some(name)))
        };
        let one = kind.one();
        match found {
            Found::One(id) => Ok(Thing::There(id)),
            Found::Several(ids) => {
                let ids: Vec<String> = ids.iter().map(Id::to_string).collect();
                refused(format!("more than one {one} has this name; use an id: {}", ids.join(", ")))
            }
            Found::Missing if name.parse::<Id>().is_ok() => {
                refused(format!("there is no {one} with this id"))
            }
            Found::Missing if !name.chars().any(char::is_alphanumeric) => {
                refused(format!("is no {one} yet, and a new one needs a letter or a digit in its name"))
            }
            Found::Missing => Ok(self.a_new_one(kind, name)),
        }
    }

    /// A new word; two spellings of one name are one.
    fn a_new_one(&mut self, kind: Kind, name: &str) -> Thing {
        let Shelf { new, places, .. } = &mut self.shelves[kind as usize];
        let keys = match kind {
            Kind::Food | Kind::Unit => [Some(NameKey::of(name, Spelling::Singular)), None],
            // Of two names with one address Mealie makes one.
            Kind::Tag | Kind::Category => [
                Some(NameKey::of(name, Spelling::Plain)),
                address(kind, name).map(|address| NameKey::of(&format!("/{address}"), Spelling::Exact)),
            ],
        };
        let twin = keys.iter().flatten().find_map(|key| places.get(key).copied());
        let place = twin.unwrap_or_else(|| {
            new.push(name.trim().to_owned());
            new.len() - 1
        });
        for key in keys.into_iter().flatten() {
            places.entry(key).or_insert(place);
        }
        Thing::New(place)
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
        let mut ids: [Vec<Id>; Kind::ALL.len()] = Default::default();
        for (kind, thing) in things {
            ids[kind as usize].extend(made.id(kind, thing));
        }
        let looked = join_all(Kind::ALL.map(|kind| {
            let mut ids = std::mem::take(&mut ids[kind as usize]);
            ids.sort_unstable();
            ids.dedup();
            async move { Ok::<_, Failure>((kind, vocabulary::as_read(writes.reads(), kind, &ids).await?)) }
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
    let wanted = wanted(kind, &[name]);
    let found = match kind {
        Kind::Tag | Kind::Category => vocabulary::glance(reads, kind, &wanted).await,
        Kind::Food | Kind::Unit => vocabulary::all(reads, kind, &wanted).await,
    };
    match found.as_deref() {
        Ok([Found::One(id)]) => Ok(*id),
        _ => Err(failure),
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

/// The address of an organizer: two names of one address are one to Mealie.
fn address(kind: Kind, name: &str) -> Option<String> {
    match kind {
        Kind::Tag | Kind::Category => address_of(name).filter(|address| !address.is_empty()),
        Kind::Food | Kind::Unit => None,
    }
}
