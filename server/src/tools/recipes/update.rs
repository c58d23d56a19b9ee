//! Changing a recipe: the given fields and nothing else (SHUT-2). What somebody wrote is replaced only after a yes for
//! exactly that, and its address is proven before and after, since after a broken rename Mealie 3.10.2 writes to another
//! recipe (LIVE-5). It never sends what it did not read directly before.

use futures::future::OptionFuture;
use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::asking;
use super::create::{of_the_name, refuse_unreachable};
use super::filling::{Filling, Given, Organizers, Time};
use super::given as number;
use super::lines::Lines;
use super::notes::Notes;
use super::pantry::{Created, Pantry};
use super::read::{SHORTENED, Whole};
use super::source::SourceUrl;
use super::steps::Steps;
use crate::answer::{Source, View};
use crate::args::{Amount, Content, Name};
use crate::failure::{Failure, SoFar, Why};
use crate::guard::binding::Target;
use crate::mealie::lookup::{Reading, RecipeRef, proven, recipe_route};
use crate::mealie::records::{Myself, Named, Recipe};
use crate::mealie::route::Route;
use crate::mealie::vocabulary::LookupTime;
use crate::mealie::{Reads, Writes, read_record};
use crate::text::{Clean, Document, Fingerprint, Foreign, Id, Limit, Slug};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::organizers::address::address_of;

/// `update_recipe`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct UpdateRecipe {
    recipe: RecipeRef,
    name: Option<Name>,
    description: Option<Content<0, 20_000>>,
    /// All lines, as they are to be.
    ingredients: Option<Lines>,
    /// All steps, as they are to be.
    instructions: Option<Steps>,
    /// As categories.
    tags: Option<Organizers>,
    /// All categories, as they are to be: names, slugs or UUIDs; an unknown name is created.
    categories: Option<Organizers>,
    prep_time: Option<Time>,
    cook_time: Option<Time>,
    total_time: Option<Time>,
    servings: Option<Amount<10_000>>,
    recipe_yield: Option<Content<0, 255>>,
    /// All notes, as they are to be.
    notes: Option<Notes>,
    source_url: Option<SourceUrl>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Changed {
    status: ChangedStatus,
    /// As it is now.
    recipe: Box<Whole>,
    /// What was created for it.
    #[serde(skip_serializing_if = "Created::is_empty")]
    created: Created,
    /// What stood in fields that were set.
    #[serde(skip_serializing_if = "Before::is_empty")]
    before: Before,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ChangedStatus {
    Changed,
}

/// The fields that are set without a question, as they were: named as the arguments are, to be set back (LIVE-14).
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Before {
    #[serde(skip_serializing_if = "Option::is_none")]
    prep_time: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cook_time: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_time: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    servings: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_yield: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_url: Option<Clean>,
}

impl View for Changed {
    const SOURCE: Source = Source::Mealie;
    const WHEN_SHORTENED: Option<&'static str> = Some(SHORTENED);
}

impl Tool for UpdateRecipe {
    const NAME: &'static str = "update_recipe";
    const TITLE: &'static str = "Change a recipe";
    const DESCRIPTION: &'static str = "Changes the given fields of a recipe and nothing else. Lists replace what is there, so \
         read it with get_recipe first and hand back lines, steps and notes as they are shown there; a line that stays can \
         be {reference_id} alone. Asks a person before the name, description, lines, steps or notes are replaced, or a tag or \
         category is left out.";
    const EFFECT: Effect = Effect::Replaces;
    type Answer = Changed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Changed>, Failure> {
        let reads = kitchen.reads;
        let (given, name) = (self.given(), self.name.as_ref().map(Name::as_str));
        self.makes_sense()?;
        let time = LookupTime::start();
        let mut pantry = Pantry::default();
        let wishes = given.wishes();
        let (read, glance) =
            join!(Reading::whole(reads, &self.recipe), time.hold(pantry.glance(reads, &wishes)));
        drop(wishes);
        let (reading, document) = read?;
        glance?;
        given.fits(&document)?;
        let there: Recipe = read_record(&document)?;
        drop(document);
        let id = reading.id;
        let locked = there.settings.as_ref().is_some_and(|settings| settings.locked == Some(true));
        let myself: OptionFuture<_> = (locked || kitchen.public_url.is_some())
            .then(|| reads.get::<Myself>(Route::to(&["users", "self"])))
            .into();
        let (agrees, twin, filling, myself) = join!(
            reading.agrees(reads),
            refuse_taken(reads, name, id),
            time.hold(Filling::plan(reads, &given, &there, pantry)),
            myself,
        );
        agrees?;
        twin?;
        let filling = filling?;
        let myself = myself.transpose()?;
        if locked {
            refuse_not_ones_own(&there, myself.as_ref())?;
        }
        let group = myself.and_then(|myself| myself.group_slug());
        let replaces = self.replaces(&there, &filling);
        let write = Edit {
            id,
            slug: reading.slug.clone(),
            // Tags that were added since would go unasked with a list that was made before.
            as_planned: (replaces || filling.touches_lists()).then_some(reading.as_read),
            name: name.map(str::to_owned),
            given: given.clone(),
        };
        if !replaces {
            return Ok(Plan::Go(Write::new(move |writes| write.carry_out(writes, filling).boxed())));
        }
        let page = kitchen.recipe_page(group.as_ref(), &id);
        let question = asking::question(id, page, &there, name, &given, &filling);
        let target = Target::new().id("recipe", &id).given("name", &name).given("content", &given);
        let target = filling.bound(target).seen("recipe", &reading.as_read);
        Ok(Plan::ask(question, target, Write::new(move |writes| write.carry_out(writes, filling).boxed())))
    }
}

impl UpdateRecipe {
    fn given(&self) -> Given {
        Given {
            description: self.description.clone(),
            ingredients: self.ingredients.clone(),
            instructions: self.instructions.clone(),
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

    fn makes_sense(&self) -> Result<(), Failure> {
        let Self { prep_time, cook_time, total_time, servings, recipe_yield, source_url, .. } = self;
        let times = prep_time.is_some() || cook_time.is_some() || total_time.is_some();
        let plain = times || servings.is_some() || recipe_yield.is_some() || source_url.is_some();
        if !plain && !self.gives_text() && self.tags.is_none() && self.categories.is_none() {
            return Err(Failure::refused(
                Why::Senseless,
                "There is nothing to change: give at least one field besides `recipe`. Nothing was changed.",
            ));
        }
        self.name.as_ref().map_or(Ok(()), |name| refuse_unreachable(name.as_str()))
    }

    fn gives_text(&self) -> bool {
        let Self { name, description, ingredients, instructions, notes, .. } = self;
        let lists = ingredients.is_some() || instructions.is_some() || notes.is_some();
        lists || name.is_some() || description.is_some()
    }

    /// Whether it replaces what somebody wrote (ASK-1). Tags that only grow replace nothing.
    fn replaces(&self, there: &Recipe, filling: &Filling) -> bool {
        self.gives_text() || !asking::gone(there, filling).is_empty()
    }
}

/// Refuses a name that makes the address of another recipe, before anybody is asked. Where the address cannot be known
/// here, Mealie refuses it itself (LIVE-5).
async fn refuse_taken(reads: &Reads, name: Option<&str>, but: Id) -> Result<(), Failure> {
    let address: Option<Slug> = name.and_then(address_of).and_then(|address| address.parse().ok());
    let Some(address) = address else { return Ok(()) };
    let twin = reads.find::<Named>(recipe_route(&RecipeRef::Slug(address))).await?;
    match twin.as_ref().and_then(Named::id) {
        Some(twin) if twin != but => Err(Failure::refused(
            Why::Taken,
            format!("Another recipe has this name already: {twin}. Nothing was changed. Choose another one."),
        )),
        _ => Ok(()),
    }
}

/// Mealie 3.10.2 lets nobody but its owner change a locked recipe, an administrator neither. Said before anybody is asked
/// and before anything is made for it.
fn refuse_not_ones_own(there: &Recipe, myself: Option<&Myself>) -> Result<(), Failure> {
    let owner: Option<Id> = there.user_id.as_ref().and_then(Foreign::read_as);
    let me: Option<Id> = myself.and_then(|myself| myself.id.as_ref()).and_then(Foreign::read_as);
    match (owner, me) {
        (Some(owner), Some(me)) if owner != me => Err(Failure::refused(
            Why::Locked,
            "This recipe is locked: only its owner may change it, and that is another user than the token's. Nothing was \
             changed.",
        )),
        _ => Ok(()),
    }
}

/// Holds what Mealie says it changed against what was meant. An answer that does not say is no reason for alarm.
pub(super) fn is_the_one_meant(changed: &Recipe, meant: Id) -> Result<(), Failure> {
    match changed.id() {
        Some(hit) if hit != meant => Err(Failure::ChangedAnother { meant, hit }),
        _ => Ok(()),
    }
}

/// One approved edit.
struct Edit {
    id: Id,
    slug: Slug,
    /// What stood there when it was planned, where that matters.
    as_planned: Option<Fingerprint>,
    name: Option<String>,
    given: Given,
}

impl Edit {
    async fn carry_out(self, writes: Writes<'_>, filling: Filling) -> Result<Changed, Failure> {
        let mut so_far = SoFar::default();
        match self.in_order(&writes, &filling, &mut so_far).await {
            Err(cause) if so_far != SoFar::default() => {
                Err(Failure::Unfinished { made: Box::new(so_far), cause: Box::new(cause) })
            }
            done => done,
        }
    }

    async fn in_order(
        &self,
        writes: &Writes<'_>,
        filling: &Filling,
        so_far: &mut SoFar,
    ) -> Result<Changed, Failure> {
        if filling.new_words() > 0 {
            // Nothing is made for a recipe that will not be changed.
            self.as_it_was(writes.reads()).await?;
        }
        let made = filling.make(writes, so_far).await?;
        let (stock, there) = join!(filling.fetch(writes, made), self.as_it_was(writes.reads()));
        let there = there?;
        self.given.fits(&there)?;
        let before = Before::of(&read_record(&there)?, &self.given);
        let (mut change, created) = filling.body(writes, stock?, &there)?;
        drop(there);
        if let Some(name) = &self.name {
            change.name = Some(name.clone());
            // Mealie 3.10.2 computes its own from the name, but only if there is one.
            change.slug = Some(self.slug.as_str().to_owned());
        }
        let changed: Result<Recipe, _> = writes.change_recipe(&self.slug, change).await;
        let changed = if self.name.is_some() { changed.map_err(of_the_name)? } else { changed? };
        is_the_one_meant(&changed, self.id)?;
        let recipe = Box::new(Whole::of(changed));
        Ok(Changed { status: ChangedStatus::Changed, recipe, created, before })
    }

    /// The recipe now: at its address, and as it was planned for.
    async fn as_it_was(&self, reads: &Reads) -> Result<Document, Failure> {
        let (reading, document) = proven(reads, &self.id, &self.slug).await?;
        if self.as_planned.is_some_and(|planned| planned != reading.as_read) {
            return Err(Failure::refused(
                Why::Changed,
                "Somebody changed this recipe at the same moment, so it was left alone. Read it again before you try once \
                 more.",
            ));
        }
        Ok(document)
    }
}

/// What [`Before`] tells of a recipe, and nothing of what can be large.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Plain {
    recipe_servings: Option<f64>,
    recipe_yield: Option<Foreign>,
    total_time: Option<Foreign>,
    prep_time: Option<Foreign>,
    cook_time: Option<Foreign>,
    #[serde(rename = "orgURL")]
    org_url: Option<Foreign>,
}

impl Before {
    fn of(there: &Plain, given: &Given) -> Self {
        /// What was not there is told as such.
        fn text(text: &Option<Foreign>, limit: Limit) -> Clean {
            text.as_ref().map_or_else(|| Clean::of_argument("", limit), |text| text.clean(limit))
        }
        // Mealie bounds none of them, and what is cut here is gone.
        let short = |now: &Option<Foreign>, given: bool| given.then(|| text(now, Limit::VALUE));
        let servings = || number(there.recipe_servings).unwrap_or_else(|| 0.into());
        let source = text(&there.org_url, Limit::ADDRESS);
        Self {
            prep_time: short(&there.prep_time, given.prep_time.is_some()),
            cook_time: short(&there.cook_time, given.cook_time.is_some()),
            total_time: short(&there.total_time, given.total_time.is_some()),
            servings: given.servings.map(|_| servings()),
            recipe_yield: short(&there.recipe_yield, given.recipe_yield.is_some()),
            source_url: given.source_url.is_some().then_some(source),
        }
    }

    fn is_empty(&self) -> bool {
        let Self { prep_time, cook_time, total_time, servings, recipe_yield, source_url } = self;
        let texts = [prep_time, cook_time, total_time, recipe_yield, source_url];
        servings.is_none() && texts.iter().all(|text| text.is_none())
    }
}

#[cfg(test)]
#[path = "update_tests/mod.rs"]
mod tests;
