//! The share links of the group, the newest first, whoever made them. It opens none.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Link, links};
use crate::answer::{PublicAddress, Source, View};
use crate::failure::Failure;
use crate::mealie::lookup::{RecipeRef, recipe_at};
use crate::mealie::records::{Myself, Named, Page, Several};
use crate::mealie::route::Route;
use crate::text::{Clean, Id, Limit, Timestamp};
use crate::tool::{Effect, Kitchen, Plan, Tool};
use crate::tools::recipes::clean;

/// Recipes whose names are asked for, all with one request; the links of others are listed without.
const MOST_NAMED: usize = 100;

/// `list_share_tokens`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ListShareTokens {
    recipe: Option<RecipeRef>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Links {
    total: usize,
    links: Vec<Shown>,
}

/// One link.
#[derive(Serialize, JsonSchema)]
struct Shown {
    token_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
    /// It does not work any more.
    expired: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at: Option<Timestamp>,
    /// Where it is opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<PublicAddress>,
}

impl View for Links {
    const SOURCE: Source = Source::Mealie;
}

impl Tool for ListShareTokens {
    const NAME: &'static str = "list_share_tokens";
    const TITLE: &'static str = "List share links";
    const DESCRIPTION: &'static str = "Lists the share links of the group, newest first, or those of one recipe. Each opens its recipe without a login.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Links;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Links>, Failure> {
        let reads = kitchen.reads;
        let mut route = links();
        if let Some(recipe) = &self.recipe {
            let (id, _) = recipe_at(reads, recipe).await?;
            // Mealie 3.10.2 reads this one name in snake case.
            route = route.with("recipe_id", &id);
        }
        let mut found: Vec<(Id, Link)> = reads
            .get::<Option<Several<Link>>>(route)
            .await?
            .unwrap_or_default()
            .into_iter()
            .filter_map(|link| Some((link.id()?, link)))
            .collect();
        // Mealie 3.10.2 lists the oldest first where a recipe is named.
        found.sort_by_key(|(_, link)| std::cmp::Reverse(link.created_at()));
        let names = names(kitchen, &found).await?;
        let group = if kitchen.public_url.is_some() && !found.is_empty() {
            reads.get::<Myself>(Route::to(&["users", "self"])).await?.group_slug()
        } else {
            None
        };
        let links: Vec<Shown> = found
            .into_iter()
            .map(|(id, link)| {
                let recipe_id = link.recipe_id();
                let expires_at = link.expires_at();
                Shown {
                    token_id: id,
                    recipe_id,
                    recipe_name: recipe_id.and_then(|id| names.get(&id).cloned()),
                    expires_at,
                    expired: expires_at.is_some_and(|end| end <= kitchen.now),
                    created_at: link.created_at(),
                    address: kitchen.share_link(group.as_ref(), &id),
                }
            })
            .collect();
        Ok(Plan::Answer(Links { total: links.len(), links }))
    }
}

/// What the recipes of these links are called: the link itself does not say.
async fn names(kitchen: &Kitchen<'_>, links: &[(Id, Link)]) -> Result<BTreeMap<Id, Clean>, Failure> {
    let mut wanted = BTreeSet::new();
    for id in links.iter().filter_map(|(_, link)| link.recipe_id()) {
        if wanted.len() < MOST_NAMED {
            wanted.insert(id);
        }
    }
    if wanted.is_empty() {
        return Ok(BTreeMap::new());
    }
    let route = Route::to(&["recipes"]).where_among("id", &wanted).all();
    let recipes = kitchen.reads.get::<Page<Named>>(route).await?.into_items();
    let named = recipes.iter().filter_map(|recipe| Some((recipe.id()?, clean(&recipe.name, Limit::NAME)?)));
    Ok(named.filter(|(id, _)| wanted.contains(id)).collect())
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;
    use serde_json::{Value, json};
    use url::Url;

    use super::*;
    use crate::tools::bench::Bench;

    fn listed(answer: &crate::answer::Answer) -> Vec<&Value> {
        answer.structured["links"].as_array().unwrap().iter().collect()
    }

    #[tokio::test]
    async fn links_are_listed_newest_first_with_what_they_open_and_whether_they_still_do() {
        let mut bench = Bench::start().await;
        bench.public_url = Url::parse("https://food.example").ok();
        let (soup, stew, old, new, other) = {
            let mut kitchen = bench.mealie.kitchen();
            let soup = kitchen.recipe_named("Pea Soup").unwrap().id;
            let stew = kitchen.add_recipe("Stew");
            let links = [soup, soup, stew].map(|recipe| kitchen.share_recipe(recipe));
            for (hour, link) in links.iter().enumerate() {
                let link = kitchen.share_links.get_mut(*link).unwrap();
                link.created_at = format!("2026-11-01T0{hour}:00:00Z").parse().unwrap();
            }
            let [old, new, other] = links;
            kitchen.share_links.get_mut(old).unwrap().expires_at = "2020-01-01T00:00:00Z".parse().unwrap();
            kitchen.share_links.get_mut(new).unwrap().expires_at = "2099-01-01T00:00:00Z".parse().unwrap();
            (soup, stew, old, new, other)
        };
        let answer = bench.answers::<ListShareTokens>(json!({})).await.unwrap();
        let known = bench.mealie.kitchen().share_links.iter().count();
        assert_eq!(answer.structured["total"], json!(known));
        let ours = |link: &&Value| [old, new, other].iter().any(|id| link["token_id"] == json!(id));
        let ids: Vec<&Value> = listed(&answer).into_iter().filter(ours).collect();
        assert_eq!(
            ids.iter().map(|link| (&link["recipe_name"], &link["recipe_id"])).collect::<Vec<_>>(),
            [
                (&json!("Stew"), &json!(stew)),
                (&json!("Pea Soup"), &json!(soup)),
                (&json!("Pea Soup"), &json!(soup))
            ]
        );
        assert_eq!(ids[1]["expired"], json!(false));
        assert_eq!(ids[2]["expired"], json!(true));
        assert_eq!(ids[1]["expires_at"], "2099-01-01T00:00:00Z");
        assert_eq!(ids[1]["address"], json!(format!("https://food.example/g/home/shared/r/{new}")));

        let answer = bench.answers::<ListShareTokens>(json!({"recipe": "pea-soup"})).await.unwrap();
        let ids: Vec<&Value> =
            listed(&answer).into_iter().filter(ours).map(|link| &link["token_id"]).collect();
        assert_eq!(ids, [&json!(new), &json!(old)], "newest first here too");
        assert!(bench.mealie.kitchen().share_links.get(old).is_some(), "it was not opened");
    }

    #[tokio::test]
    async fn live_1_a_recipe_that_is_not_there_is_an_error_and_not_every_link() {
        let bench = Bench::start().await;
        let failure = bench.answers::<ListShareTokens>(json!({"recipe": "no-such-soup"})).await.unwrap_err();
        assert!(matches!(failure, Failure::NotFound { .. }), "{failure:?}");
    }

    #[tokio::test]
    async fn live_13_a_link_without_an_id_is_no_link_and_one_without_anything_else_is_one() {
        let bench = Bench::start().await;
        let id = "3f2a0000-0000-4000-8000-000000000001";
        for (row, body, want) in [
            ("null", json!(null), json!([])),
            ("nothing of it", json!([{}, {"id": null}, {"id": "mine"}]), json!([])),
            (
                "an id alone, and dates that are none",
                json!([{"id": id, "expiresAt": "soon", "recipeId": "5", "new": {}}]),
                json!([{"token_id": id, "expired": false}]),
            ),
        ] {
            let order = Fault::on("GET", "/api/shared/recipes").next(1);
            let json = [("content-type", "application/json")];
            bench.mealie.order_fault(order.answers_with(200, &json, body.to_string()));
            let answer = bench.answers::<ListShareTokens>(json!({})).await.unwrap();
            assert_eq!(answer.structured["links"], want, "{row}");
        }
    }
}
