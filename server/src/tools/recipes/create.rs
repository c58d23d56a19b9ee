//! A new recipe. Mealie takes a name alone and puts a placeholder line and step under it, so a second request fills it;
//! where that one fails, the answer says what is there and how to finish or remove it (LIVE-3). It never changes another.

use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::filling::{Filling, Given, Organizers, Time};
use super::lines::Lines;
use super::notes::Notes;
use super::pantry::{Created, Pantry};
use super::read::{SHORTENED, Whole};
use super::source::SourceUrl;
use super::steps::Steps;
use crate::answer::{New, Source, View};
use crate::args::{Amount, Content, Many, Name};
use crate::failure::{Failure, Happened, NewRecipe, SoFar, Unusable, Why};
use crate::mealie::Writes;
use crate::mealie::lookup::{Reading, RecipeRef};
use crate::mealie::records::Recipe;
use crate::mealie::route::Route;
use crate::mealie::vocabulary::LookupTime;
use crate::text::{Foreign, Id, Limit, Slug};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::organizers::address::address_of;

/// `create_recipe`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CreateRecipe {
    name: Name,
    description: Option<Content<0, 20_000>>,
    ingredients: Option<Lines>,
    instructions: Option<Steps>,
    /// As categories.
    tags: Option<Organizers>,
    /// Names, slugs or UUIDs; an unknown name is created.
    categories: Option<Organizers>,
    prep_time: Option<Time>,
    cook_time: Option<Time>,
    total_time: Option<Time>,
    servings: Option<Amount<10_000>>,
    recipe_yield: Option<Content<0, 255>>,
    notes: Option<Notes>,
    source_url: Option<SourceUrl>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CreatedRecipe {
    status: New,
    recipe: Box<Whole>,
    /// What was created for it.
    #[serde(skip_serializing_if = "Created::is_empty")]
    created: Created,
    #[serde(skip)]
    renamed: bool,
}

impl View for CreatedRecipe {
    const SOURCE: Source = Source::Mealie;
    const WHEN_SHORTENED: Option<&'static str> = Some(SHORTENED);

    fn notes(&self) -> Vec<String> {
        let renamed = "Mealie gave the recipe another name than asked for: that one was taken.";
        self.renamed.then(|| renamed.to_owned()).into_iter().collect()
    }
}

impl Tool for CreateRecipe {
    const NAME: &'static str = "create_recipe";
    const TITLE: &'static str = "Create a recipe";
    const DESCRIPTION: &'static str = "Stores a new recipe. An ingredient is a line of text, or an object that links a food \
         and a unit; what is unknown among foods, units, tags and categories is created.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = CreatedRecipe;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<CreatedRecipe>, Failure> {
        let name = self.name.as_str().to_owned();
        refuse_unreachable(&name)?;
        let given = self.given();
        let time = LookupTime::start();
        let filling = time
            .hold(async {
                let mut pantry = Pantry::default();
                pantry.glance(kitchen.reads, &given.wishes()).await?;
                Filling::plan(kitchen.reads, &given, &Recipe::default(), pantry).await
            })
            .await?;
        Ok(Plan::Go(Write::new(move |writes| create(writes, name, filling).boxed())))
    }
}

impl CreateRecipe {
    /// Everything: what is not given is empty, or the placeholders would stay (LIVE-3).
    fn given(&self) -> Given {
        Given {
            description: self.description.clone(),
            ingredients: Some(self.ingredients.clone().unwrap_or_else(|| Many(Vec::new()))),
            instructions: Some(self.instructions.clone().unwrap_or_else(|| Many(Vec::new()))),
            tags: self.tags.clone(),
            categories: self.categories.clone(),
            prep_time: self.prep_time.clone(),
            cook_time: self.cook_time.clone(),
            total_time: self.total_time.clone(),
            servings: self.servings,
            recipe_yield: self.recipe_yield.clone(),
            notes: self.notes.clone(),
            source_url: self.source_url.clone(),
        }
    }
}

/// Names whose address leads to one of Mealie's own routes, or is read as an id: such a recipe could not be opened by it.
pub(super) fn refuse_unreachable(name: &str) -> Result<(), Failure> {
    let Some(address) = address_of(name) else { return Ok(()) };
    if matches!(address.as_str(), "suggestions" | "exports") || address.parse::<Id>().is_ok() {
        return Err(Failure::refused(
            Why::Senseless,
            "Mealie cannot open a recipe of this name by its address. Nothing was changed. Add a word to the name.",
        ));
    }
    Ok(())
}

async fn create(writes: Writes<'_>, name: String, filling: Filling) -> Result<CreatedRecipe, Failure> {
    let mut so_far = SoFar::default();
    match in_two_requests(&writes, &name, &filling, &mut so_far).await {
        Ok(created) => Ok(created),
        Err(cause) if so_far == SoFar::default() => Err(cause),
        Err(cause) => Err(Failure::Unfinished { made: Box::new(so_far), cause: Box::new(cause) }),
    }
}

async fn in_two_requests(
    writes: &Writes<'_>,
    name: &str,
    filling: &Filling,
    so_far: &mut SoFar,
) -> Result<CreatedRecipe, Failure> {
    let made = filling.make(writes, so_far).await?;
    let slug: Foreign =
        writes.post(Route::to(&["recipes"]), &json!({"name": name})).await.map_err(of_the_name)?;
    so_far.recipe = Some(match slug.is_blank() {
        true => NewRecipe::Unnamed,
        false => NewRecipe::Unread(slug.clean(Limit::NAME)),
    });
    let slug: Slug = slug.read_as().ok_or(Failure::Answer(Unusable::NotAsExpected, Happened::No))?;
    let slug = RecipeRef::Slug(slug);
    let proof = async {
        let (reading, there) = Reading::whole(writes.reads(), &slug).await?;
        so_far.recipe = Some(NewRecipe::Known(reading.id));
        reading.agrees(writes.reads()).await?;
        Ok::<_, Failure>((reading, there))
    };
    let (stock, proof) = join!(filling.fetch(writes, made), proof);
    let (reading, there) = proof?;
    let (change, created) = filling.body(writes, stock?, &there)?;
    drop(there);
    let filled: Recipe = writes.change_recipe(&reading.slug, change).await?;
    super::update::is_the_one_meant(&filled, reading.id)?;
    let renamed = filled.name.as_ref().is_some_and(|given| !given.is(name));
    let recipe = Box::new(Whole::of(filled));
    Ok(CreatedRecipe { status: New::Created, recipe, created, renamed })
}

/// What Mealie 3.10.2 says to a name: 400 if the nine numbers behind it are all taken, or if no address can be made of it.
pub(super) fn of_the_name(failure: Failure) -> Failure {
    match failure {
        Failure::Status { code: 400, .. } => Failure::refused(
            Why::Taken,
            "Mealie does not take this name: other recipes have it, or no address can be made of it. Choose another one.",
        ),
        failure => failure,
    }
}

#[cfg(test)]
#[path = "create_tests.rs"]
mod tests;
