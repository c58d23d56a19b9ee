//! What can be made of what is at hand. Everything that is given is known to exist before it is sent, since Mealie
//! answers an unknown food with nothing at all (LIVE-1).

use futures::try_join;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names;
use super::search::{Summary, all_exist};
use crate::answer::{Source, View};
use crate::args::{IdArgument, Many, Whole};
use crate::failure::Failure;
use crate::mealie::records::{Suggestion, Suggestions};
use crate::mealie::route::Route;
use crate::text::{Clean, Id};
use crate::tool::{Effect, Kitchen, Plan, Tool};

/// `suggest_recipes`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct SuggestRecipes {
    /// At hand, beside what the household always has.
    foods: Option<Many<IdArgument, 0, 50>>,
    /// Kitchen tools at hand.
    tools: Option<Many<IdArgument, 0, 50>>,
    /// Default 5.
    max_missing_foods: Option<Whole<0, 20>>,
    /// Default 5.
    max_missing_tools: Option<Whole<0, 20>>,
    /// Default 10.
    limit: Option<Whole<1, 50>>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Suggested {
    /// The fewest missing first.
    suggestions: Vec<Fit>,
    #[serde(skip)]
    compared: bool,
}

/// One recipe, and what it lacks.
#[derive(Serialize, JsonSchema)]
struct Fit {
    recipe: Summary,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_foods: Vec<Clean>,
    /// Kitchen tools.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_tools: Vec<Clean>,
}

impl View for Suggested {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        // Mealie 3.10.2: then the newest, with nothing missing.
        let newest =
            "Neither foods nor tools were given, so these are the newest recipes and nothing was compared.";
        (!self.compared).then(|| newest.to_owned()).into_iter().collect()
    }
}

impl Tool for SuggestRecipes {
    const NAME: &'static str = "suggest_recipes";
    const TITLE: &'static str = "Suggest recipes";
    const DESCRIPTION: &'static str = "Lists recipes that can be made of the given foods and kitchen tools, and what is \
         missing for each. Only linked foods count, not plain ingredient lines.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Suggested;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Suggested>, Failure> {
        let (foods, tools) = (ids(&self.foods), ids(&self.tools));
        try_join!(
            all_exist(kitchen.reads, "foods", &["foods"], &foods),
            all_exist(kitchen.reads, "tools", &["organizers", "tools"], &tools),
        )?;
        let mut route = Route::to(&["recipes", "suggestions"]);
        for (name, ids) in [("foods", &foods), ("tools", &tools)] {
            route = ids.iter().fold(route, |route, id| route.with(name, id));
        }
        let numbers = [
            ("maxMissingFoods", self.max_missing_foods.map(Whole::get)),
            ("maxMissingTools", self.max_missing_tools.map(Whole::get)),
            ("limit", self.limit.map(Whole::get)),
        ];
        for (name, number) in numbers {
            route = number.into_iter().fold(route, |route, number| route.with(name, number));
        }
        let found = kitchen.reads.get::<Suggestions>(route).await?.items.unwrap_or_default();
        Ok(Plan::Answer(Suggested {
            suggestions: found.into_iter().filter_map(Fit::of).collect(),
            compared: !(foods.is_empty() && tools.is_empty()),
        }))
    }
}

fn ids<const MIN: usize, const MAX: usize>(ids: &Option<Many<IdArgument, MIN, MAX>>) -> Vec<Id> {
    ids.iter().flat_map(|ids| &ids.0).map(|id| id.0).collect()
}

impl Fit {
    /// Nothing of a suggestion without a recipe.
    fn of(suggestion: Suggestion) -> Option<Self> {
        Some(Self {
            recipe: Summary::of(suggestion.recipe?),
            missing_foods: names(suggestion.missing_foods),
            missing_tools: names(suggestion.missing_tools),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tools::bench::Bench;

    fn recipes(answer: &crate::answer::Answer) -> Vec<(&str, usize)> {
        let suggestions = answer.structured["suggestions"].as_array().unwrap();
        let one = |one: &'_ serde_json::Value| one["missing_foods"].as_array().map_or(0, Vec::len);
        suggestions.iter().map(|fit| (fit["recipe"]["name"].as_str().unwrap(), one(fit))).collect()
    }

    #[tokio::test]
    async fn what_is_missing_is_named_and_the_fewest_come_first() {
        let bench = Bench::start().await;
        let (food, other) = {
            let mut kitchen = bench.mealie.kitchen();
            let (oats, milk, honey) =
                (kitchen.add_food("Oats"), kitchen.add_food("Milk"), kitchen.add_food("Honey"));
            let (porridge, bowl) = (kitchen.add_recipe("Porridge"), kitchen.add_recipe("Breakfast bowl"));
            for (recipe, foods) in [(porridge, vec![oats, milk]), (bowl, vec![oats, milk, honey])] {
                foods.into_iter().for_each(|food| kitchen.add_ingredient(recipe, 1.0, food));
            }
            (oats, milk)
        };
        let given = json!({"foods": [food.to_string(), other.to_string()]});
        let answer = bench.answers::<SuggestRecipes>(given).await.unwrap();
        assert_eq!(recipes(&answer), [("Porridge", 0), ("Breakfast bowl", 1)]);
        assert_eq!(answer.structured["suggestions"][1]["missing_foods"], json!(["Honey"]));
        assert!(!answer.structured.contains_key("notes"));
        let none = json!({"foods": [food.to_string()], "max_missing_foods": 0});
        assert_eq!(recipes(&bench.answers::<SuggestRecipes>(none).await.unwrap()), []);
    }

    #[tokio::test]
    async fn live_1_what_nobody_has_is_refused_before_anything_is_suggested() {
        let bench = Bench::start().await;
        let unknown = "00000000-0000-4000-8000-000000000000";
        for kind in ["foods", "tools"] {
            let failure = bench.answers::<SuggestRecipes>(json!({kind: [unknown]})).await.unwrap_err();
            assert!(
                matches!(&failure, Failure::NotFound { kind: named, .. } if *named == kind),
                "{failure:?}"
            );
        }
        let asked = bench.mealie.journal().iter().any(|arrival| arrival.path.ends_with("/suggestions"));
        assert!(!asked);
    }

    #[tokio::test]
    async fn nothing_given_is_nothing_compared_and_the_answer_says_so() {
        let bench = Bench::start().await;
        for nothing in [json!({}), json!({"foods": [], "tools": []})] {
            let answer = bench.answers::<SuggestRecipes>(nothing).await.unwrap();
            assert!(answer.text.starts_with("Neither foods nor tools were given"), "{}", answer.text);
            assert!(!recipes(&answer).is_empty());
        }
    }
}
