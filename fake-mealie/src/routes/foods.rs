//! `/api/foods`: reading, creating, replacing, merging and deleting foods.
//! Never touches a recipe, but for the lines that point at a food which is merged away or deleted.

use jiff::Timestamp;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::fields::Fields;
use super::{Call, Gate, Route};
use crate::query::{Links, Search, SeedRule, Spelling, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{Food, Kitchen};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/foods", gate: Gate::Login, serve: list },
    Route { method: "POST", path: "/api/foods", gate: Gate::Login, serve: create },
    Route { method: "PUT", path: "/api/foods/merge", gate: Gate::Login, serve: merge },
    Route { method: "GET", path: "/api/foods/{item_id}", gate: Gate::Login, serve: one },
    Route { method: "PUT", path: "/api/foods/{item_id}", gate: Gate::Login, serve: replace },
    Route { method: "DELETE", path: "/api/foods/{item_id}", gate: Gate::Login, serve: delete },
];

fn list(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let searched = call.searched(Spelling::Folded, finds, |food: &Food| &food.name);
    let group = call.group(kitchen);
    let rows = kitchen.foods.iter().filter(|food| food.group_id == group);
    let page = page(kitchen, rows, &paging, searched.as_ref(), Links::PagingOnly("/foods"), call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::food(kitchen, row))))
}

/// Name and plural; not the aliases (Mealie 3.10.2).
fn finds(food: &Food, search: &Search) -> bool {
    let plural = food.plural_name.as_deref();
    search.is_wordless() || search.finds(&food.name) || plural.is_some_and(|plural| search.finds(plural))
}

fn own<'k>(kitchen: &'k Kitchen, call: &Call<'_>) -> Result<Option<&'k Food>, Answer> {
    let (id, group) = (call.captured_uuid4("item_id")?, call.group(kitchen));
    Ok(kitchen.foods.get(id).filter(|food| food.group_id == group))
}

fn one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let food = own(kitchen, call)?.ok_or_else(Answer::not_found)?;
    Ok(Answer::ok(shapes::food(kitchen, food)).dated())
}

/// What is sent to create or replace one; what is left out is reset.
struct Sent {
    id: Option<Uuid>,
    name: String,
    plural_name: Option<String>,
    description: String,
    extras: Map<String, Value>,
    label_id: Option<Uuid>,
    aliases: Vec<String>,
    on_hand: Vec<String>,
}

impl Sent {
    fn read(call: &Call<'_>) -> Result<Sent, Answer> {
        let mut fields = Fields::of(call.object()?);
        let id = fields.id_or_nothing("id");
        let name = fields.text("name");
        let plural_name = fields.optional_text("pluralName");
        let description = fields.text_or("description", "");
        let extras = quirks::kept_extras(fields.given("extras"), call.language());
        let label_id = fields.optional_id("labelId");
        let aliases = fields.names("aliases");
        let on_hand = fields.texts_or_none("householdsWithIngredientFood");
        fields.end()?;
        Ok(Sent { id, name, plural_name, description, extras: extras?, label_id, aliases, on_hand })
    }

    fn food(self, kitchen: &Kitchen, id: Uuid, group_id: Uuid, created_at: Timestamp) -> Food {
        Food {
            id,
            group_id,
            name: self.name,
            plural_name: self.plural_name,
            description: self.description,
            extras: self.extras,
            label_id: self.label_id,
            aliases: self.aliases,
            on_hand: quirks::known_households(kitchen, group_id, &self.on_hand),
            created_at,
            updated_at: created_at,
        }
    }
}

fn create(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let sent = Sent::read(call)?;
    quirks::may_organize(kitchen, call.user(kitchen))?;
    let (fresh, now, group) = (kitchen.fresh_id(), kitchen.now(), call.group(kitchen));
    let id = sent.id.unwrap_or(fresh);
    let food = sent.food(kitchen, id, group, now);
    quirks::food_is_new(kitchen, &food, call.language(), now)?;
    let shape = shapes::food(kitchen, &food);
    kitchen.foods.put(food);
    Ok(Answer::created(shape).dated())
}

fn replace(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    call.captured_uuid4("item_id")?;
    let sent = Sent::read(call)?;
    quirks::may_organize(kitchen, call.user(kitchen))?;
    let before = own(kitchen, call)?.ok_or_else(Answer::not_found)?.clone();
    let (sent_id, now) = (sent.id, kitchen.now());
    let mut after = sent.food(kitchen, before.id, before.group_id, before.created_at);
    after.updated_at = now;
    let mut after = quirks::updated_food(kitchen, &before, sent_id, after, call.language())?;
    if !quirks::food_is_touched(&before, &after) {
        after.updated_at = before.updated_at;
    }
    let shape = shapes::food(kitchen, &after);
    if after.id != before.id {
        kitchen.foods.take(before.id);
    }
    kitchen.foods.put(after);
    Ok(Answer::ok(shape).dated())
}

fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let unknown = || quirks::nothing_to_take(call.language());
    quirks::may_organize(kitchen, call.user(kitchen))?;
    let food = own(kitchen, call)?.ok_or_else(unknown)?;
    let (id, shape) = (food.id, shapes::food(kitchen, food));
    kitchen.delete_food(id);
    Ok(Answer::ok(shape).dated())
}

fn merge(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let (from, into) = (fields.id("fromFood"), fields.id("toFood"));
    fields.end()?;
    quirks::may_organize(kitchen, call.user(kitchen))?;
    quirks::merge_foods(kitchen, call.group(kitchen), from, into)?;
    Ok(Answer::success("Successfully merged foods"))
}
