//! The words of a kitchen: tags, categories, foods and units, found by name. What is not there is said to be missing, so
//! that it can be made; what a name could mean twice is never guessed (LIVE-6). It never changes anything.

mod room;

use std::collections::HashMap;
use std::time::Duration;

use futures::future::try_join_all;
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};

use super::Reads;
use super::records::{Page, Several};
use super::route::Route;
use crate::failure::{Failure, Why};
use crate::text::{Foreign, Id, Marks, NameKey, Spelling};

pub use room::{Room, as_read};

/// The kinds of word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `/api/organizers/tags`.
    Tag,
    /// `/api/organizers/categories`.
    Category,
    /// `/api/foods`.
    Food,
    /// `/api/units`.
    Unit,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tag, Self::Category, Self::Food, Self::Unit];

    /// Where they are.
    pub fn route(self) -> Route {
        match self {
            Self::Tag => Route::to(&["organizers", "tags"]),
            Self::Category => Route::to(&["organizers", "categories"]),
            Self::Food => Route::to(&["foods"]),
            Self::Unit => Route::to(&["units"]),
        }
    }

    /// One, in words.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::Category => "category",
            Self::Food => "food",
            Self::Unit => "unit",
        }
    }

    /// Several, in words.
    pub const fn many(self) -> &'static str {
        match self {
            Self::Tag => "tags",
            Self::Category => "categories",
            Self::Food => "foods",
            Self::Unit => "units",
        }
    }

    /// Whether all of them are read at once, as organizers are: there are few of them, and their search minds accents.
    const fn is_short(self) -> bool {
        matches!(self, Self::Tag | Self::Category)
    }
}

/// What a caller calls a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted<'a> {
    /// Its name, its slug or its id.
    pub name: &'a str,
    /// The address that Mealie would make of the name, where that is known: to an organizer it is what a name is.
    pub address: Option<String>,
}

/// What came of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This one.
    One(Id),
    /// There is none; or, after a glance, perhaps none.
    Missing,
    /// It could be any of these.
    Several(Vec<Id>),
}

/// The most foods or units that are read at once. The largest vocabulary seen in public has 2,683 foods; five thousand
/// have about 2 MB.
const MAX_WORDS: u64 = 5_000;

/// The most names that are asked for one by one, where the whole vocabulary would do as well.
const FEW: usize = 3;

/// The words on the page of one search: enough for all that have a short word in their name.
const MAX_HITS: u64 = 100;

/// The most ids in one request: proxies refuse addresses longer than 8 kB, and an id takes 46 bytes of it.
const IDS_AT_ONCE: usize = 50;

/// The most ids that are kept of one name.
const MAX_TWINS: usize = 10;

/// How long all lookups of one call may take together (BND-4).
const LOOKUP_TIME: Duration = Duration::from_secs(30);

/// What is left of [`LOOKUP_TIME`] in one call.
#[derive(Clone, Copy, Debug)]
pub struct LookupTime(Instant);

impl LookupTime {
    /// From now on.
    pub fn start() -> Self {
        Self(Instant::now() + LOOKUP_TIME)
    }

    /// Gives up on lookups that take longer.
    pub async fn hold<T>(self, lookups: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
        timeout_at(self.0, lookups).await.unwrap_or_else(|_| {
            Err(Failure::refused(
                Why::Slow,
                "Looking up the names took longer than 30 seconds. Nothing was changed. Name fewer at once, or use UUIDs.",
            ))
        })
    }
}

/// Looks at once at what costs little: all organizers, so that what is not found is not there; or a few foods or units one
/// by one. Of these, one that it does not find can be there under an alias, or there are too many names: [`all`] knows.
pub async fn glance(reads: &Reads, kind: Kind, wanted: &[Wanted<'_>]) -> Result<Vec<Found>, Failure> {
    let mut search = Search::new(kind, wanted);
    if wanted.is_empty() {
    } else if kind.is_short() {
        search.look_at(kind, reads.get::<Page<Word>>(kind.route().all()).await?.into_items());
    } else if wanted.len() <= FEW {
        one_by_one(reads, kind, wanted, &mut search).await?;
        search.leave_open_what_a_search_cannot_know();
    }
    Ok(search.found())
}

/// Looks at the whole vocabulary. If there are more foods or units than [`MAX_WORDS`], it looks at what a search finds of
/// each name and at the newest part.
pub async fn all(reads: &Reads, kind: Kind, wanted: &[Wanted<'_>]) -> Result<Vec<Found>, Failure> {
    if kind.is_short() {
        return glance(reads, kind, wanted).await;
    }
    let mut search = Search::new(kind, wanted);
    if !wanted.is_empty() {
        let route = kind.route().with("page", 1).with("perPage", MAX_WORDS);
        let page = reads.get::<Page<Word>>(route).await?;
        let more = page.count().is_some_and(|total| total > MAX_WORDS);
        search.look_at(kind, page.into_items());
        if more {
            one_by_one(reads, kind, wanted, &mut search).await?;
        }
    }
    Ok(search.found())
}

/// Asks for ids with one request, and for names with one each.
async fn one_by_one(
    reads: &Reads,
    kind: Kind,
    wanted: &[Wanted<'_>],
    search: &mut Search,
) -> Result<(), Failure> {
    let ids: Vec<Id> = wanted.iter().filter_map(Wanted::id).collect();
    let by_id = ids.chunks(IDS_AT_ONCE).map(|ids| kind.route().where_among("id", ids).all());
    // Mealie 3.10.2 reads a quote within a quoted phrase as its end.
    let names = wanted.iter().filter(|wanted| wanted.id().is_none() && !wanted.name.contains(['"', '\'']));
    let by_name = names.map(|wanted| {
        kind.route().search(&format!("\"{}\"", wanted.name)).with("page", 1).with("perPage", MAX_HITS)
    });
    let pages = by_id.chain(by_name).map(|route| reads.get::<Page<Word>>(route));
    for page in try_join_all(pages).await? {
        // Of what is cut off, a word that is spelled exactly so can be a part.
        let whole = page.count().is_none_or(|total| total <= MAX_HITS);
        search.look_at_part(kind, page.into_items(), whole);
    }
    Ok(())
}

/// A word: what it may be called by.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Word {
    id: Option<Foreign>,
    name: Option<Foreign>,
    slug: Option<Foreign>,
    plural_name: Option<Foreign>,
    abbreviation: Option<Foreign>,
    plural_abbreviation: Option<Foreign>,
    aliases: Option<Several<Alias>>,
}

#[derive(Debug, Deserialize)]
struct Alias {
    name: Option<Foreign>,
}

impl Word {
    fn id(&self) -> Option<Id> {
        self.id.as_ref()?.read_as()
    }
}

impl Wanted<'_> {
    fn id(&self) -> Option<Id> {
        self.name.parse().ok()
    }
}

/// The ways in which a word can be meant, the closest first: of what is found in several ways the closest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Id,
    Slug,
    Name(Closeness),
    Address,
    Plural,
    Abbreviation(Closeness),
    Alias,
    /// Where Mealie knows no plural of it, or only the plural.
    Singular,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    Exact,
    Folded,
    Plain,
}

/// All names that are wanted, by what a word could have in common with them. Words pass by one after the other and none is
/// kept, so that a vocabulary of any size costs one pass (BND-5, BND-7).
struct Search {
    by_id: HashMap<Id, Vec<usize>>,
    exact: HashMap<NameKey, Vec<usize>>,
    folded: HashMap<NameKey, Vec<usize>>,
    plain: HashMap<NameKey, Vec<usize>>,
    singular: HashMap<NameKey, Vec<usize>>,
    addresses: HashMap<NameKey, Vec<usize>>,
    marks: Vec<Marks>,
    best: Vec<Option<(Way, Vec<Id>)>>,
}

impl Search {
    fn new(kind: Kind, wanted: &[Wanted<'_>]) -> Self {
        // Mealie makes one address of two organizers that differ in accents or case alone, so that they are one.
        let marks = |name| if kind.is_short() { Marks::default() } else { Marks::of(name) };
        let mut search = Self {
            by_id: HashMap::new(),
            exact: HashMap::new(),
            folded: HashMap::new(),
            plain: HashMap::new(),
            singular: HashMap::new(),
            addresses: HashMap::new(),
            marks: wanted.iter().map(|wanted| marks(wanted.name)).collect(),
            best: vec![None; wanted.len()],
        };
        for (at, wanted) in wanted.iter().enumerate() {
            if wanted.name.trim().is_empty() {
                continue;
            }
            if let Some(id) = wanted.id() {
                search.by_id.entry(id).or_default().push(at);
                continue;
            }
            for (keys, spelling) in [
                (&mut search.exact, Spelling::Exact),
                (&mut search.folded, Spelling::Folded),
                (&mut search.plain, Spelling::Plain),
                (&mut search.singular, Spelling::Singular),
            ] {
                keys.entry(NameKey::of(wanted.name, spelling)).or_default().push(at);
            }
            if let Some(address) = wanted.address.as_ref().filter(|address| !address.is_empty()) {
                search.addresses.entry(NameKey::of(address, Spelling::Exact)).or_default().push(at);
            }
        }
        search
    }

    fn look_at(&mut self, kind: Kind, words: Several<Word>) {
        self.look_at_part(kind, words, true);
    }

    /// Of a part only an exact name is a find: what is not in it could be closer.
    fn look_at_part(&mut self, kind: Kind, words: Several<Word>, whole: bool) {
        for word in words {
            let Some(id) = word.id() else { continue };
            for at in self.by_id.get(&id).cloned().unwrap_or_default() {
                self.note(at, Way::Id, id);
            }
            self.match_text(&word.name, Spelling::Exact, Way::Name(Closeness::Exact), id);
            if !whole {
                continue;
            }
            self.match_text(&word.name, Spelling::Folded, Way::Name(Closeness::Folded), id);
            self.match_text(&word.name, Spelling::Plain, Way::Name(Closeness::Plain), id);
            if kind.is_short() {
                self.match_text(&word.slug, Spelling::Exact, Way::Slug, id);
                let slug = word.slug.as_ref().and_then(|slug| slug.key(Spelling::Exact));
                for at in slug.and_then(|slug| self.addresses.get(&slug)).cloned().unwrap_or_default() {
                    self.note(at, Way::Address, id);
                }
                continue;
            }
            self.match_text(&word.plural_name, Spelling::Plain, Way::Plural, id);
            self.match_text(&word.name, Spelling::Singular, Way::Singular, id);
            for short in [&word.abbreviation, &word.plural_abbreviation] {
                // `T` can be a tablespoon and `t` a teaspoon.
                self.match_text(short, Spelling::Exact, Way::Abbreviation(Closeness::Exact), id);
                self.match_text(short, Spelling::Plain, Way::Abbreviation(Closeness::Plain), id);
            }
            for alias in word.aliases.iter().flat_map(|aliases| aliases.iter()) {
                self.match_text(&alias.name, Spelling::Plain, Way::Alias, id);
            }
        }
    }

    fn match_text(&mut self, text: &Option<Foreign>, spelling: Spelling, way: Way, id: Id) {
        let Some(text) = text else { return };
        let Some(key) = text.key(spelling) else { return };
        let keys = match spelling {
            Spelling::Exact => &self.exact,
            Spelling::Folded => &self.folded,
            Spelling::Plain => &self.plain,
            Spelling::Singular => &self.singular,
        };
        let Some(hits) = keys.get(&key).cloned() else { return };
        let marks = text.marks();
        for at in hits {
            if marks.agree_with(&self.marks[at]) {
                self.note(at, way, id);
            }
        }
    }

    fn note(&mut self, at: usize, way: Way, id: Id) {
        let best = &mut self.best[at];
        match best {
            Some((closest, _)) if *closest < way => {}
            Some((closest, ids)) if *closest == way => {
                if !ids.contains(&id) && ids.len() < MAX_TWINS {
                    ids.push(id);
                }
            }
            _ => *best = Some((way, vec![id])),
        }
    }

    /// Mealie 3.10.2 searches no alias, and does not go from a plural to its singular: what is found in such a way can have
    /// a twin that is not on the page, or one that is closer.
    fn leave_open_what_a_search_cannot_know(&mut self) {
        for best in &mut self.best {
            best.take_if(|(way, _)| matches!(way, Way::Alias | Way::Singular));
        }
    }

    fn found(self) -> Vec<Found> {
        let found = |best: Option<(Way, Vec<Id>)>| match best {
            None => Found::Missing,
            Some((_, ids)) => match ids.as_slice() {
                [id] => Found::One(*id),
                _ => Found::Several(ids),
            },
        };
        self.best.into_iter().map(found).collect()
    }
}
