//! Finding what a caller means: by id, by slug, by name. What cannot be found is an error, never everything (LIVE-1),
//! and a recipe's address is proven before it is used for a write (LIVE-5). It never changes anything.

use std::cell::OnceCell;
use std::str::FromStr;

use super::Reads;
use super::records::{Named, Page, Recipe};
use super::route::Route;
use crate::failure::{Failure, Happened, Unusable, Why};
use crate::text::{Document, Fingerprint, Foreign, Id, NameKey, Slug, Spelling, fold};

/// A recipe as a caller names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecipeRef {
    /// By id.
    Id(Id),
    /// By slug.
    Slug(Slug),
}

/// Text that is neither an id nor a slug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARecipeRef;

impl FromStr for RecipeRef {
    type Err = NotARecipeRef;

    fn from_str(text: &str) -> Result<Self, NotARecipeRef> {
        if let Ok(id) = text.parse() {
            return Ok(Self::Id(id));
        }
        text.parse().map(Self::Slug).map_err(|_| NotARecipeRef)
    }
}

/// `/api/recipes/{slug or id}`: Mealie takes either.
pub fn recipe_route(recipe: &RecipeRef) -> Route {
    match recipe {
        RecipeRef::Id(id) => Route::to(&["recipes"]).id(id),
        RecipeRef::Slug(slug) => Route::to(&["recipes"]).slug(slug),
    }
}

/// A recipe as one of its two addresses gives it.
#[derive(Debug)]
pub struct Reading {
    asked: RecipeRef,
    /// Its id.
    pub id: Id,
    /// Its slug, as the instance says.
    pub slug: Slug,
    /// All of it, as it is known by once it is gone.
    pub as_read: Fingerprint,
    /// How many it serves; Mealie writes 0 for "not given".
    pub servings: Option<f64>,
    /// Its steps.
    pub steps: u64,
    /// What people said about it.
    pub comments: u64,
    /// Whether it says that it has a picture.
    pub has_picture: bool,
}

impl Reading {
    /// Reads a recipe at the address that the caller named.
    pub async fn at(reads: &Reads, asked: &RecipeRef) -> Result<Self, Failure> {
        Self::whole(reads, asked).await.map(|(reading, _)| reading)
    }

    /// The same, with all of the recipe. No plan keeps that: it can be megabytes (BND-7).
    pub async fn whole(reads: &Reads, asked: &RecipeRef) -> Result<(Self, Document), Failure> {
        let Some(document) = reads.find::<Document>(recipe_route(asked)).await? else {
            return Err(Failure::NotFound { kind: "recipe", ids: Vec::new() });
        };
        let recipe = document.read::<Recipe>().map_err(|_| unreadable())?;
        let (Some(id), Some(slug)) = (recipe.id(), recipe.slug()) else { return Err(broken()) };
        let reading = Self {
            asked: asked.clone(),
            id,
            slug,
            as_read: document.fingerprint(),
            servings: recipe.recipe_servings,
            has_picture: recipe.has_picture(),
            // Mealie 3.10.2 reads null steps as none.
            steps: recipe.recipe_instructions.map_or(0, |steps| steps.len() as u64),
            comments: recipe.comments.map_or(0, |comments| comments.len() as u64),
        };
        if reading.fits(asked) { Ok((reading, document)) } else { Err(broken()) }
    }

    /// Reads it at its other address and holds the two against each other. Mealie 3.10.2 finds a recipe by one address
    /// and writes by another: after a broken rename a DELETE by the id of one recipe deletes a second one.
    pub async fn agrees(&self, reads: &Reads) -> Result<(), Failure> {
        let other = match &self.asked {
            RecipeRef::Id(_) => RecipeRef::Slug(self.slug.clone()),
            RecipeRef::Slug(_) => RecipeRef::Id(self.id),
        };
        match address(reads, &other).await {
            Ok(address) if address == (self.id, self.slug.clone()) => Ok(()),
            Ok(_) | Err(Failure::NotFound { .. }) => Err(broken()),
            Err(failure) => Err(failure),
        }
    }

    fn fits(&self, asked: &RecipeRef) -> bool {
        match asked {
            RecipeRef::Id(id) => *id == self.id,
            RecipeRef::Slug(slug) => *slug == self.slug,
        }
    }
}

/// The recipe that answers at this address, for what is not a write to it: its id, and what a list would show of it.
pub async fn recipe_at(reads: &Reads, asked: &RecipeRef) -> Result<(Id, Named), Failure> {
    let found = reads.find::<Named>(recipe_route(asked)).await?;
    let named = found.ok_or(Failure::NotFound { kind: "recipe", ids: Vec::new() })?;
    id_at(asked, &named).map(|id| (id, named))
}

/// The id of what answered. By slug Mealie finds what is stored under it, and only the recipe says which that is; by id
/// nothing else can answer, so that one that does not say its own is the one that was asked for.
pub fn id_at(asked: &RecipeRef, named: &Named) -> Result<Id, Failure> {
    let id = match asked {
        RecipeRef::Slug(_) => named.id(),
        RecipeRef::Id(asked) => Some(*asked).filter(|asked| named.id().is_none_or(|id| id == *asked)),
    };
    id.ok_or_else(|| {
        Failure::refused(
            Why::BrokenAddress,
            "Mealie does not say which recipe answers at this address. Nothing was changed. Search for the recipe again.",
        )
    })
}

/// Who answers at this address: no more than that is read of it, since a recipe can be megabytes (BND-7).
async fn address(reads: &Reads, asked: &RecipeRef) -> Result<(Id, Slug), Failure> {
    let Some(named) = reads.find::<Named>(recipe_route(asked)).await? else {
        return Err(Failure::NotFound { kind: "recipe", ids: Vec::new() });
    };
    let slug = named.slug.as_ref().and_then(Foreign::read_as);
    named.id().zip(slug).ok_or_else(broken)
}

/// Proves once more, directly before a write, that this slug and this id are one recipe, and gives it as it is now.
pub async fn prove(reads: &Reads, id: &Id, slug: &Slug) -> Result<Reading, Failure> {
    proven(reads, id, slug).await.map(|(reading, _)| reading)
}

/// The same, with all of the recipe.
pub async fn proven(reads: &Reads, id: &Id, slug: &Slug) -> Result<(Reading, Document), Failure> {
    let (by_slug, by_id) = (RecipeRef::Slug(slug.clone()), RecipeRef::Id(*id));
    let (by_slug, by_id) = futures::join!(Reading::whole(reads, &by_slug), address(reads, &by_id));
    let (by_slug, by_id) = (by_slug?, by_id?);
    if by_slug.0.id == *id && by_id == (*id, slug.clone()) { Ok(by_slug) } else { Err(broken()) }
}

fn unreadable() -> Failure {
    Failure::Answer(Unusable::NotAsExpected, Happened::No)
}

fn broken() -> Failure {
    Failure::refused(
        Why::BrokenAddress,
        "This recipe's address is broken or leads to another recipe (a known fault of Mealie after some renames), so \
         that a change could hit the wrong one. Nothing was changed. A person can copy its text into a new recipe in \
         Mealie's web page, and remove this one there by selecting it in the list of recipes.",
    )
}

/// Kinds of things that recipes are filtered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// `/api/organizers/tags`.
    Tags,
    /// `/api/organizers/categories`.
    Categories,
    /// `/api/organizers/tools`.
    Tools,
    /// `/api/households/cookbooks`.
    Cookbooks,
}

impl Shelf {
    fn route(self) -> Route {
        match self {
            Self::Tags => Route::to(&["organizers", "tags"]),
            Self::Categories => Route::to(&["organizers", "categories"]),
            Self::Tools => Route::to(&["organizers", "tools"]),
            Self::Cookbooks => Route::to(&["households", "cookbooks"]),
        }
    }

    /// The argument that names them, and one of them.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Tags => ("tags", "tag"),
            Self::Categories => ("categories", "category"),
            Self::Tools => ("tools", "tool"),
            Self::Cookbooks => ("cookbook", "cookbook"),
        }
    }
}

/// Resolves names, slugs or ids to ids, all with one request. Mealie 3.10.2 drops a filter that it cannot resolve and
/// answers with every recipe, so each of them has to be known (LIVE-1).
pub async fn resolve(reads: &Reads, shelf: Shelf, wanted: Vec<&str>) -> Result<Vec<Id>, Failure> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let known = reads.get::<Page<Named>>(shelf.route().all()).await?.into_items();
    let known = Known { named: &known, plain: OnceCell::new() };
    wanted.iter().map(|wanted| one(shelf, &known, wanted)).collect()
}

/// The most ids that a refusal names: enough for any household, and a short message on every instance.
const MAX_TWINS: usize = 10;

/// All of one kind.
struct Known<'a> {
    named: &'a [Named],
    /// Their names without accents, made when the first name is not found with them, and once (BND-5).
    plain: OnceCell<Vec<Option<NameKey>>>,
}

impl Known<'_> {
    fn without_accents(&self, wanted: &str) -> Vec<&Named> {
        let plain = self.plain.get_or_init(|| {
            let key = |named: &Named| named.name.as_ref().and_then(|name| name.key(Spelling::Plain));
            self.named.iter().map(key).collect()
        });
        let wanted = Some(NameKey::of(wanted, Spelling::Plain));
        self.named.iter().zip(plain).filter(|(_, key)| **key == wanted).map(|(named, _)| named).collect()
    }
}

fn one(shelf: Shelf, known: &Known<'_>, wanted: &str) -> Result<Id, Failure> {
    let wanted_id: Option<Id> = wanted.parse().ok();
    let folded = fold(wanted);
    let is = |text: &Option<Foreign>| text.as_ref().is_some_and(|text| text.is(wanted));
    let ways: [&dyn Fn(&&Named) -> bool; 4] = [
        &|named| wanted_id.is_some() && named.id() == wanted_id,
        &|named| is(&named.slug),
        &|named| is(&named.name),
        &|named| named.name.as_ref().is_some_and(|name| name.is_folded(&folded)),
    ];
    // The first way that finds anything: an exact spelling goes before a loose one.
    let found: Vec<&Named> = ways
        .iter()
        .map(|way| known.named.iter().filter(way).collect::<Vec<_>>())
        .find(|found| !found.is_empty())
        .unwrap_or_else(|| known.without_accents(wanted));
    let (argument, kind) = shelf.words();
    let refused = |rule: String| Failure::argument(argument, rule, Some(wanted));
    match found.as_slice() {
        [named] => named.id().ok_or_else(unreadable),
        [] => Err(refused(format!("there is no {kind} with this id, slug or name"))),
        several => {
            let ids = several.iter().filter_map(|named| named.id());
            let ids: Vec<String> = ids.take(MAX_TWINS).map(|id| id.to_string()).collect();
            Err(refused(format!("more than one {kind} has this name; use an id: {}", ids.join(", "))))
        }
    }
}
