//! What the caller thinks of a recipe: stars, and whether it is a favorite. Everybody has an own rating, and the recipe shows
//! the mean of them. It never touches anybody else's.

use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::{name_of, proven_at};
use crate::answer::{Source, View};
use crate::args::{Amount, Flag};
use crate::failure::{Failure, Why};
use crate::mealie::lookup::{self, RecipeRef};
use crate::mealie::route::Route;
use crate::mealie::social::OwnRating;
use crate::text::{Clean, Document, Id};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::recipes::given;

/// `set_recipe_rating`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct SetRecipeRating {
    recipe: RecipeRef,
    /// Stars; 0 counts as none.
    rating: Option<Amount<5>>,
    is_favorite: Option<Flag>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Rated {
    status: RatedStatus,
    recipe_id: Id,
    /// What the recipe is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Clean>,
    /// The caller's own now.
    now: Opinion,
    /// The caller's own before.
    before: Opinion,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum RatedStatus {
    Set,
}

/// What the caller thinks of a recipe.
#[derive(Serialize, JsonSchema)]
struct Opinion {
    /// Stars; left out: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<Number>,
    is_favorite: bool,
}

impl Opinion {
    fn of(rating: &OwnRating) -> Self {
        Self { rating: given(rating.rating), is_favorite: rating.is_favorite.unwrap_or_default() }
    }
}

impl View for Rated {
    const SOURCE: Source = Source::Mealie;
}

/// The body. What is null or left out stays as it is (Mealie 3.10.2).
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_favorite: Option<bool>,
}

impl Change {
    /// What was there, with this written over it.
    fn over(self, before: &OwnRating) -> OwnRating {
        OwnRating {
            rating: self.rating.or(before.rating),
            is_favorite: self.is_favorite.or(before.is_favorite),
        }
    }
}

impl Tool for SetRecipeRating {
    const NAME: &'static str = "set_recipe_rating";
    const TITLE: &'static str = "Rate a recipe";
    const DESCRIPTION: &'static str = "Sets the token user's own rating of a recipe, or whether it is a favorite, or both; \
         what is left out stays. The recipe shows the mean of all users' ratings.";
    const EFFECT: Effect = Effect::Changes;
    type Answer = Rated;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Rated>, Failure> {
        let change = Change {
            rating: self.rating.map(Amount::get),
            is_favorite: self.is_favorite.map(|is_favorite| is_favorite.0),
        };
        if change.rating.is_none() && change.is_favorite.is_none() {
            return Err(Failure::refused(
                Why::Senseless,
                "There is nothing to set: give `rating`, `is_favorite` or both. Nothing was changed.",
            ));
        }
        let (proven, me) = join!(proven_at(kitchen.reads, &self.recipe), kitchen.reads.me());
        let (reading, _) = proven?;
        let (id, slug) = (reading.id, reading.slug);
        let rating = Route::own_rating(&me?, &id).ok_or_else(nobody)?;
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let own = Route::to(&["users", "self", "ratings"]).id(&id);
                let (proven, before) =
                    join!(lookup::proven(writes.reads(), &id, &slug), writes.reads().find::<OwnRating>(own));
                let recipe = name_of(&proven?.1);
                let before = before?.unwrap_or_default();
                // Mealie 3.10.2 answers null.
                writes.post::<Document>(rating, &change).await?;
                Ok(Rated {
                    status: RatedStatus::Set,
                    recipe_id: id,
                    recipe,
                    now: Opinion::of(&change.over(&before)),
                    before: Opinion::of(&before),
                })
            }
            .boxed()
        })))
    }
}

/// Nobody else's rating is ever taken for the caller's.
fn nobody() -> Failure {
    Failure::refused(
        Why::Senseless,
        "Mealie does not tell which user the token belongs to, and so whose rating this would be. Nothing was changed.",
    )
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;
    use serde_json::json;

    use super::super::tests::{json_of, soup};
    use super::*;
    use crate::tools::bench::Bench;

    #[tokio::test]
    async fn live_14_the_answer_says_what_was_there_before_and_what_is_left_out_stays() {
        let bench = Bench::start().await;
        bench.mealie.kitchen().add_recipe("Porridge");
        let nothing = json!({"is_favorite": false});
        for (row, given, before, now) in [
            (
                "a first rating",
                json!({"rating": 4}),
                nothing.clone(),
                json!({"rating": 4, "is_favorite": false}),
            ),
            (
                "a favorite",
                json!({"is_favorite": true}),
                json!({"rating": 4, "is_favorite": false}),
                json!({"rating": 4, "is_favorite": true}),
            ),
            (
                "another rating",
                json!({"rating": 3.5}),
                json!({"rating": 4, "is_favorite": true}),
                json!({"rating": 3.5, "is_favorite": true}),
            ),
            (
                "none, and no favorite",
                json!({"rating": 0, "is_favorite": false}),
                json!({"rating": 3.5, "is_favorite": true}),
                nothing.clone(),
            ),
            ("once more", json!({"rating": 5}), nothing, json!({"rating": 5, "is_favorite": false})),
        ] {
            let mut arguments = given;
            arguments["recipe"] = json!("porridge");
            let answer = bench.goes::<SetRecipeRating>(arguments).await.unwrap();
            assert_eq!(answer.structured["before"], before, "{row}");
            assert_eq!(answer.structured["now"], now, "{row}");
            assert_eq!(answer.structured["status"], "set", "{row}");
            assert_eq!(answer.structured["recipe"], "Porridge", "{row}");
        }
    }

    /// By the recipe's id, whose address is proven; by its slug Mealie would look for another one after a broken rename.
    #[tokio::test]
    async fn shut_1_it_goes_to_the_callers_own_rating_of_that_recipe_with_what_was_given_alone() {
        let bench = Bench::start().await;
        let (soup, cook) = (soup(&bench), bench.mealie.kitchen().cook().id);
        for (recipe, given, body) in [
            ("pea-soup".to_owned(), ("rating", json!(4)), json!({"rating": 4.0})),
            (soup.to_string(), ("is_favorite", json!(false)), json!({"isFavorite": false})),
        ] {
            let mut arguments = json!({"recipe": recipe});
            arguments[given.0] = given.1;
            bench.goes::<SetRecipeRating>(arguments).await.unwrap();
            let writes = bench.mealie.writes();
            let sent = writes.last().unwrap();
            assert_eq!((sent.method.as_str(), &sent.body), ("POST", &body), "{recipe}");
            assert_eq!(sent.path, format!("/api/users/{cook}/ratings/{soup}"), "{recipe}");
        }
    }

    #[tokio::test]
    async fn nothing_given_is_refused_before_mealie_is_asked() {
        let bench = Bench::start().await;
        let failure = bench.goes::<SetRecipeRating>(json!({"recipe": "pea-soup"})).await.unwrap_err();
        assert!(
            matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Senseless),
            "{failure:?}"
        );
        assert!(failure.words().ours.contains("`rating`"), "{failure:?}");
        assert_eq!(bench.mealie.journal(), []);
    }

    /// Without the caller's id there is no path, and no other user's is ever taken for it.
    #[tokio::test]
    async fn live_13_a_mealie_that_does_not_say_who_calls_gets_no_rating() {
        for body in [json!({}), json!({"id": null}), json!({"id": "self"}), json!({"id": "../../admin"})] {
            let bench = Bench::start().await;
            bench.mealie.order_fault(json_of(Fault::on("GET", "/api/users/self"), &body));
            let outcome = bench.goes::<SetRecipeRating>(json!({"recipe": "pea-soup", "rating": 4})).await;
            let said = outcome.err().map(|failure| failure.words().ours).unwrap_or_default();
            assert!(said.contains("which user the token belongs to"), "{body}: {said}");
            assert_eq!(bench.mealie.writes(), [], "{body}");
        }
    }

    #[tokio::test]
    async fn live_13_a_rating_of_which_mealie_tells_nothing_is_none() {
        for body in
            [json!({}), json!({"rating": null, "isFavorite": null}), json!({"rating": 0.0, "mood": [1]})]
        {
            let bench = Bench::start().await;
            let own = format!("/api/users/self/ratings/{}", soup(&bench));
            bench.mealie.order_fault(json_of(Fault::on("GET", &own), &body));
            let answer =
                bench.goes::<SetRecipeRating>(json!({"recipe": "pea-soup", "rating": 4})).await.unwrap();
            assert_eq!(answer.structured["before"], json!({"is_favorite": false}), "{body}");
        }
    }
}
