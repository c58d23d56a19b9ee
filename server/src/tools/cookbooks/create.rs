//! Making a cookbook. A public one is asked about: recipes that match its filter later join it by themselves. Mealie never
//! sees the filter as it came (SHUT-4).

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cookbook, Shown, books};
use crate::answer::{New, Source, View};
use crate::args::{Content, Filter, Flag, Name};
use crate::failure::{Failure, Happened, Unusable, Why};
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question, counted};
use crate::mealie::Writes;
use crate::mealie::filter::RecipeFilter;
use crate::mealie::route::Route;
use crate::text::Slug;
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::organizers::address::address_of;
use crate::words;

/// `create_cookbook`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CreateCookbook {
    name: Name,
    description: Option<Content<0, 2000>>,
    /// Such as tags.name IN ["Vegan"] AND rating >= 4. Without one: every recipe.
    query_filter: Option<Filter>,
    /// Shown to people without a login. Default false.
    is_public: Option<Flag>,
}

/// What it answers: as Mealie stored it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Created {
    status: New,
    #[serde(flatten)]
    cookbook: Shown,
    #[serde(skip)]
    otherwise: Vec<&'static str>,
}

impl View for Created {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        self.otherwise.iter().map(|&note| note.to_owned()).collect()
    }
}

/// What Mealie takes.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct NewCookbook {
    name: String,
    description: String,
    public: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    query_filter_string: Option<RecipeFilter>,
}

impl Tool for CreateCookbook {
    const NAME: &'static str = "create_cookbook";
    const TITLE: &'static str = "Create a cookbook";
    const DESCRIPTION: &'static str = "Creates a cookbook: a collection that fills itself with the recipes that match a filter. Fields: name, slug, \
         description, rating, created_at, updated_at, date_added, last_made, and name, slug or id of tags, \
         recipe_category, tools, recipe_ingredient.food. Operators: = <> < > <= >= LIKE, IN [\"a\"], CONTAINS ALL [], \
         IS NULL, NOT LIKE, NOT IN, IS NOT NULL, AND, OR. Asks a person first if is_public.";
    const EFFECT: Effect = Effect::Publishes;
    type Answer = Created;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Created>, Failure> {
        let book = NewCookbook {
            name: self.name.as_str().to_owned(),
            description: self.description.as_ref().map(Content::as_str).unwrap_or_default().to_owned(),
            public: self.is_public == Some(Flag(true)),
            query_filter_string: self.query_filter.as_ref().and_then(Filter::get).cloned(),
        };
        if !book.public {
            return Ok(Plan::Go(Write::new(move |writes| create(writes, book).boxed())));
        }
        let filter = book.query_filter_string.as_ref();
        let mut recipes = Route::to(&["recipes"]);
        if let Some(filter) = filter {
            recipes = recipes.where_fits(filter);
        }
        let matching = kitchen.reads.count(recipes).await.map_err(|failure| match failure {
            Failure::Status { code: 400, .. } if filter.is_some() => not_taken(),
            failure => failure,
        })?;
        let question = question(matching, filter.is_some());
        // Mealie 3.10.2 shows strangers every recipe of a public cookbook without a filter: of other households, and not
        // public ones too. With one they see of those that fit it the public ones.
        let book = NewCookbook {
            query_filter_string: Some(filter.cloned().unwrap_or_else(RecipeFilter::every_recipe)),
            ..book
        };
        let target = Target::new().given("cookbook", &book);
        Ok(Plan::ask(question, target, Write::new(move |writes| create(writes, book).boxed())))
    }
}

async fn create(writes: Writes<'_>, book: NewCookbook) -> Result<Created, Failure> {
    let filtered = book.query_filter_string.is_some();
    let of_all = book.query_filter_string.as_ref() == Some(&RecipeFilter::every_recipe());
    match writes.post::<Cookbook>(books(), &book).await {
        Ok(stored) => {
            let renamed = stored.name.as_ref().is_some_and(|name| !name.is(&book.name));
            let cookbook = Shown::of(&stored);
            if cookbook.id.is_none() {
                return Err(Failure::Answer(Unusable::NotAsExpected, Happened::Perhaps));
            }
            let twin = cookbook.slug.as_ref().is_some_and(|slug| is_numbered(slug, &book.name));
            let otherwise = [
                (of_all && book.public).then_some(
                    "It keeps a filter that every recipe fits: without one Mealie would show strangers recipes that are \
                     not public.",
                ),
                renamed.then_some("Mealie stored it under another name than was given."),
                // Mealie 3.10.2 takes a name that is taken, and numbers the address.
                twin.then_some(
                    "There is a cookbook of this name already; this one has the same name and another slug.",
                ),
            ];
            let otherwise = otherwise.into_iter().flatten().collect();
            Ok(Created { status: New::Created, cookbook, otherwise })
        }
        // The name has been looked at, so it is the filter.
        Err(Failure::Status { code: 422, .. }) if filtered => Err(not_taken()),
        // Mealie 3.10.2 tries the slug of the name and nine numbered ones (`repos/repository_cookbooks.py`).
        Err(Failure::Status { code: 400, .. }) => Err(Failure::refused(
            Why::Senseless,
            "Mealie keeps at most ten cookbooks of one name, and it seems that there are ten of this one. Nothing was created: \
             choose another name.",
        )),
        Err(failure) => Err(failure),
    }
}

fn not_taken() -> Failure {
    Failure::refused(
        Why::Senseless,
        "This Mealie does not take the filter: a field in it is not known to this version (foods, for one, have no slug). \
         Nothing was created.",
    )
}

/// Whether Mealie put a number behind the slug that this name has.
fn is_numbered(slug: &Slug, name: &str) -> bool {
    let Some((before, number)) = slug.as_str().rsplit_once('-') else { return false };
    let counts = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    counts
        && match address_of(name) {
            Some(own) => own == before,
            // Letters of which nobody here knows what Mealie makes of them: a number that the name has not is Mealie's.
            None => !name.trim_end().ends_with(char::is_numeric),
        }
}

fn question(matching: u64, filtered: bool) -> Question {
    let what = Paragraph::of(words!["This will create a public cookbook. "]);
    let what = if filtered {
        what.and(counted(matching, "recipe matches", "recipes match")).and(words![" its filter now."])
    } else {
        what.and(words!["It has no filter, so it shows every recipe of the group: ", matching, " now."])
    };
    let consequence = Paragraph::of(words![
        "Unless the group or this household is private, it can be read without a login, with those of its recipes that are \
         public themselves; recipes that match later join by themselves. Deleting it ends this."
    ]);
    Question::new(what, consequence)
}

#[cfg(test)]
mod tests;
