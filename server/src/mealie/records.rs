//! The records of Mealie that the tools read: only the fields they use, every one of which may be null, missing or
//! new (LIVE-13). Texts are foreign until a shelf cleans them; a record is never sent back.

use serde::Deserialize;
use serde::de::IgnoredAny;

pub use super::several::Several;
use crate::text::{Document, Foreign, Id, Slug};

/// One page of a collection. The envelope is snake case, the items are camel case.
#[derive(Debug, Deserialize)]
pub struct Page<T> {
    /// The page's number, from 1.
    pub page: Option<i64>,
    /// Items on a page.
    pub per_page: Option<i64>,
    /// Items in all.
    pub total: Option<i64>,
    /// Pages in all.
    pub total_pages: Option<i64>,
    /// What is on this page.
    pub items: Option<Several<T>>,
}

/// A page of which only the envelope is read.
pub type Counted = Page<IgnoredAny>;

/// A bare array of which only the length is read.
pub type Listed = Option<Several<IgnoredAny>>;

impl<T> Page<T> {
    /// How many there are in all, if the instance says so.
    pub fn count(&self) -> Option<u64> {
        self.total.and_then(|total| u64::try_from(total).ok())
    }

    /// The items.
    pub fn into_items(self) -> Several<T> {
        self.items.unwrap_or_default()
    }
}

/// `/api/app/about`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// `v3.10.2`; a source checkout says `develop`.
    pub version: Option<Foreign>,
    /// Whether anybody may try it out.
    pub demo_status: Option<bool>,
    /// Whether an AI provider is set up.
    pub enable_openai: Option<bool>,
    /// Whether it reads pictures.
    pub enable_openai_image_services: Option<bool>,
}

/// `/api/users/self`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Myself {
    /// The user's id.
    pub id: Option<Foreign>,
    /// The login name.
    pub username: Option<Foreign>,
    /// The name people see.
    pub full_name: Option<Foreign>,
    /// Whether the user is an administrator of the instance.
    pub admin: Option<bool>,
    /// The group's name.
    pub group: Option<Foreign>,
    /// The group's slug, part of every page's address.
    pub group_slug: Option<Foreign>,
    /// The household's name.
    pub household: Option<Foreign>,
    /// The household's id.
    pub household_id: Option<Foreign>,
    /// May invite others.
    pub can_invite: Option<bool>,
    /// May manage the group.
    pub can_manage: Option<bool>,
    /// May manage the household.
    pub can_manage_household: Option<bool>,
    /// May organize (checked by Mealie from about 3.19).
    pub can_organize: Option<bool>,
}

impl Myself {
    /// The group's slug, if it is one.
    pub fn group_slug(&self) -> Option<Slug> {
        self.group_slug.as_ref()?.read_as()
    }
}

/// A tag, a category or a tool; a cookbook and a food are close enough to be found the same way.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Named {
    /// Its id.
    pub id: Option<Foreign>,
    /// Its name.
    pub name: Option<Foreign>,
    /// Its slug; foods and units have none.
    pub slug: Option<Foreign>,
}

impl Named {
    /// The id, if it is one.
    pub fn id(&self) -> Option<Id> {
        self.id.as_ref()?.read_as()
    }
}

/// A recipe, in a list or whole. A list leaves out what comes after `last_made`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recipe {
    /// Its id.
    pub id: Option<Foreign>,
    /// Whose it is.
    pub user_id: Option<Foreign>,
    /// Its slug, part of its address.
    pub slug: Option<Foreign>,
    /// Its name.
    pub name: Option<Foreign>,
    /// What it is.
    pub description: Option<Foreign>,
    /// How many it serves.
    pub recipe_servings: Option<f64>,
    /// What it makes, as a number of [`recipe_yield`](Self::recipe_yield).
    pub recipe_yield_quantity: Option<f64>,
    /// What it makes.
    pub recipe_yield: Option<Foreign>,
    /// Free text.
    pub total_time: Option<Foreign>,
    /// Free text.
    pub prep_time: Option<Foreign>,
    /// Free text; importers of Mealie 3.10.2 fill `perform_time` instead.
    pub cook_time: Option<Foreign>,
    /// Free text.
    pub perform_time: Option<Foreign>,
    /// Its categories.
    pub recipe_category: Option<Several<Named>>,
    /// Its tags.
    pub tags: Option<Several<Named>>,
    /// Its tools.
    pub tools: Option<Several<Named>>,
    /// The mean of its ratings.
    pub rating: Option<f64>,
    /// Where it came from.
    #[serde(rename = "orgURL")]
    pub org_url: Option<Foreign>,
    /// A version of its picture, or that it has none.
    pub image: Option<Foreign>,
    /// A day.
    pub date_added: Option<Foreign>,
    /// A moment.
    pub updated_at: Option<Foreign>,
    /// A moment.
    pub last_made: Option<Foreign>,
    /// What goes in.
    pub recipe_ingredient: Option<Several<Ingredient>>,
    /// What to do.
    pub recipe_instructions: Option<Several<Step>>,
    /// What else to know.
    pub notes: Option<Several<Note>>,
    /// Eleven texts.
    pub nutrition: Option<Document>,
    /// Its flags.
    pub settings: Option<RecipeSettings>,
    /// What people said about it.
    pub comments: Option<Several<IgnoredAny>>,
}

impl Recipe {
    /// The id, if it is one.
    pub fn id(&self) -> Option<Id> {
        self.id.as_ref()?.read_as()
    }

    /// The slug, if it is one.
    pub fn slug(&self) -> Option<Slug> {
        self.slug.as_ref()?.read_as()
    }

    /// Whether it says that it has a picture. Mealie 3.10.2 writes the text `no image` where an import found none.
    pub fn has_picture(&self) -> bool {
        self.image.as_ref().is_some_and(|image| !image.is_blank() && !image.is("no image"))
    }
}

/// A recipe of a list, of which only its address and its source are read.
#[derive(Debug, Deserialize)]
pub struct Sourced {
    /// Its slug.
    pub slug: Option<Foreign>,
    /// Where it came from.
    #[serde(rename = "orgURL")]
    pub org_url: Option<Foreign>,
}

/// A line of what goes in.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ingredient {
    /// How much; null or 0 for a plain line.
    pub quantity: Option<f64>,
    /// Of which unit.
    pub unit: Option<Named>,
    /// Of which food.
    pub food: Option<Named>,
    /// Of which other recipe.
    pub referenced_recipe: Option<Named>,
    /// The rest of the line, or all of it.
    pub note: Option<Foreign>,
    /// The heading above it.
    pub title: Option<Foreign>,
    /// What steps refer to.
    pub reference_id: Option<Foreign>,
}

/// A step.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The heading above it.
    pub title: Option<Foreign>,
    /// The step.
    pub text: Option<Foreign>,
    /// The lines it uses.
    pub ingredient_references: Option<Several<Reference>>,
}

/// A step's reference to a line.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// The line's own id.
    pub reference_id: Option<Foreign>,
}

/// A note.
#[derive(Debug, Deserialize)]
pub struct Note {
    /// Its heading.
    pub title: Option<Foreign>,
    /// Its text.
    pub text: Option<Foreign>,
}

/// A recipe's flags.
#[derive(Debug, Deserialize)]
pub struct RecipeSettings {
    /// Seen by people without a login, if the group and household are public too.
    pub public: Option<bool>,
    /// Edited by its owner only.
    pub locked: Option<bool>,
    /// Its page shows no comments, and takes none.
    #[serde(rename = "disableComments")]
    pub disable_comments: Option<bool>,
}

/// What a household knows of a recipe.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HouseholdRecipe {
    /// A moment; every household has its own.
    pub last_made: Option<Foreign>,
}

/// What can be made: a list without pages.
#[derive(Debug, Deserialize)]
pub struct Suggestions {
    /// The fewest missing first.
    pub items: Option<Several<Suggestion>>,
}

/// One recipe that can be made, or nearly.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// Which.
    pub recipe: Option<Recipe>,
    /// Foods that it takes and nobody gave.
    pub missing_foods: Option<Several<Named>>,
    /// The same for tools.
    pub missing_tools: Option<Several<Named>>,
}

/// A food. What Mealie's parser found no food for has no id.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Food {
    /// Its id.
    pub id: Option<Foreign>,
    /// Its name, of which there is one in a group.
    pub name: Option<Foreign>,
    /// The name of more than one.
    pub plural_name: Option<Foreign>,
    /// What it is.
    pub description: Option<Foreign>,
    /// Where in the shop it is.
    pub label: Option<Named>,
    /// Other names.
    pub aliases: Option<Several<Named>>,
}

/// A unit. What Mealie's parser found no unit for has no id.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unit {
    /// Its id.
    pub id: Option<Foreign>,
    /// Its name, of which there is one in a group.
    pub name: Option<Foreign>,
    /// The name of more than one.
    pub plural_name: Option<Foreign>,
    /// Its short form.
    pub abbreviation: Option<Foreign>,
    /// The short form of more than one.
    pub plural_abbreviation: Option<Foreign>,
    /// Whether lines show the short form.
    pub use_abbreviation: Option<bool>,
    /// Whether lines show 1/2 for 0.5.
    pub fraction: Option<bool>,
    /// What it is.
    pub description: Option<Foreign>,
    /// Other names.
    pub aliases: Option<Several<Named>>,
}

/// What Mealie's parser made of one line.
#[derive(Debug, Deserialize)]
pub struct Parsed {
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// The parts.
    pub ingredient: Option<ParsedLine>,
}

/// How sure Mealie's parser is, from 0 to 1.
#[derive(Debug, Deserialize)]
pub struct Confidence {
    /// On the whole.
    pub average: Option<f64>,
}

/// The parts of a line.
#[derive(Debug, Deserialize)]
pub struct ParsedLine {
    /// How much; 0 for none.
    pub quantity: Option<f64>,
    /// Of which unit.
    pub unit: Option<Unit>,
    /// Of which food.
    pub food: Option<Food>,
    /// The rest.
    pub note: Option<Foreign>,
}

/// Other names of a food or a unit that [`Food::names`] and [`Unit::names`] give: more than anybody needs, and few enough to
/// look through for every line.
const MOST_ALIASES: usize = 50;

fn names<'a, const N: usize>(
    own: [&'a Option<Foreign>; N],
    aliases: &'a Option<Several<Named>>,
) -> impl Iterator<Item = &'a Foreign> {
    let aliases = aliases.iter().flat_map(|aliases| aliases.iter()).take(MOST_ALIASES);
    own.into_iter().flatten().chain(aliases.filter_map(|alias| alias.name.as_ref()))
}

impl Food {
    /// What it is called.
    pub fn names(&self) -> impl Iterator<Item = &Foreign> {
        names([&self.name, &self.plural_name], &self.aliases)
    }
}

impl Unit {
    /// What it is called, its short forms too.
    pub fn names(&self) -> impl Iterator<Item = &Foreign> {
        let own = [&self.name, &self.plural_name, &self.abbreviation, &self.plural_abbreviation];
        names(own, &self.aliases)
    }
}

/// A line on a shopping list.
#[derive(Debug, Deserialize)]
pub struct ShoppingItem {
    /// Its id.
    pub id: Option<Foreign>,
    /// Ticked off.
    pub checked: Option<bool>,
}
