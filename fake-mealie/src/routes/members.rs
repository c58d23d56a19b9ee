//! Who belongs where: the household and the group of the user who asks, their members, and tokens that users make.
//! Never changes a user, a household or a group.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Call, Gate, Route};
use crate::pydantic;
use crate::query::{Links, SeedRule, page};
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{ApiToken, Household, Kitchen};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "POST", path: "/api/users/api-tokens", gate: Gate::Login, serve: make_token },
    Route {
        method: "DELETE",
        path: "/api/users/api-tokens/{token_id}",
        gate: Gate::Login,
        serve: revoke_token,
    },
    Route { method: "GET", path: "/api/households/self", gate: Gate::Login, serve: household },
    Route { method: "GET", path: "/api/households/preferences", gate: Gate::Login, serve: preferences },
    Route { method: "GET", path: "/api/households/members", gate: Gate::Login, serve: household_members },
    Route { method: "GET", path: "/api/households/statistics", gate: Gate::Login, serve: statistics },
    Route { method: "GET", path: "/api/groups/self", gate: Gate::Login, serve: group },
    Route { method: "GET", path: "/api/groups/preferences", gate: Gate::Login, serve: group_preferences },
    Route { method: "GET", path: "/api/groups/members", gate: Gate::Login, serve: group_members },
    Route { method: "GET", path: "/api/groups/households", gate: Gate::Login, serve: households },
    Route {
        method: "GET",
        path: "/api/groups/households/{slug}",
        gate: Gate::Login,
        serve: household_called,
    },
];

/// The only answer that shows a token; `createdAt` is null in it (Mealie 3.10.2).
/// Seen `about_self/api_token_create`.
fn make_token(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let body = call.object()?;
    let loc = [json!("body"), json!("name")];
    let name = match body.get("name") {
        None => Err(pydantic::missing(&loc, &Value::Object(body.clone()))),
        Some(name) => pydantic::string(&loc, name),
    };
    let name = name.map_err(|problem| Answer::invalid(vec![problem]))?;
    let token = kitchen.make_api_token(call.caller(), &name);
    let ApiToken { id, name, token, .. } = token;
    Ok(Answer::created(json!({ "name": name, "id": id, "createdAt": null, "token": token })))
}

/// Seen `about_self/api_token_delete`, `api_token_delete_again`.
fn revoke_token(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let asked = call.captured(0);
    let loc = [json!("path"), json!("token_id")];
    let id = asked.parse().map_err(|_| Answer::invalid(vec![pydantic::int_parsing(&loc, asked)]))?;
    match kitchen.revoke_api_token(call.caller(), id) {
        Some(token) => Ok(Answer::ok(json!({ "tokenDelete": token.name }))),
        None => {
            let text = format!("Could not locate token with id '{id}' in database");
            Err(Answer::detail(StatusCode::NOT_FOUND, text))
        }
    }
}

fn household(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let household = kitchen.household_of(call.caller());
    let mut shape = shapes::household(household);
    shape["group"] = kitchen.group_called(household.group_id).name.clone().into();
    let members = kitchen.users.iter().filter(|user| user.household_id == household.id);
    shape["users"] = members.map(|user| json!({ "id": user.id, "fullName": user.full_name })).collect();
    shape["webhooks"] = json!([]);
    Ok(Answer::ok(shape))
}

fn preferences(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    Ok(Answer::ok(shapes::household_preferences(kitchen.household_of(call.caller()))))
}

fn household_members(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let household = call.household(kitchen);
    let rows = kitchen.users.iter().filter(|user| user.household_id == household);
    let page = page(kitchen, rows, &call.paging(SeedRule::Unchecked)?, None, Links::Never, call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::user(kitchen, row))))
}

/// Users are those of the household, the rest is that of its group (Mealie 3.10.2).
fn statistics(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    use crate::store::OrganizerKind::{Category, Tag, Tool};
    let (group, household) = (call.group(kitchen), call.household(kitchen));
    let organizers = |kind| {
        let own = kitchen.organizers.iter().filter(|row| row.kind == kind && row.group_id == group);
        own.count()
    };
    let recipes = kitchen.recipes.iter().filter(|row| kitchen.household_of(row.user_id).id == household);
    Ok(Answer::ok(json!({
        "totalRecipes": recipes.count(),
        "totalUsers": kitchen.users.iter().filter(|user| user.household_id == household).count(),
        "totalCategories": organizers(Category),
        "totalTags": organizers(Tag),
        "totalTools": organizers(Tool),
    })))
}

fn group(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let group = kitchen.group_called(call.group(kitchen));
    let preferences = shapes::group_preferences(group);
    let shape = json!({ "name": group.name, "id": group.id, "slug": group.slug, "preferences": preferences });
    Ok(Answer::ok(shape))
}

fn group_preferences(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    Ok(Answer::ok(shapes::group_preferences(kitchen.group_called(call.group(kitchen)))))
}

fn group_members(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let group = call.group(kitchen);
    let rows = kitchen.users.iter().filter(|user| kitchen.group_of(user.id) == group);
    let page = page(kitchen, rows, &call.paging(SeedRule::Unchecked)?, None, Links::Never, call.asked())?;
    let shape = |user: &crate::store::User| {
        json!({
            "id": user.id,
            "groupId": group,
            "householdId": user.household_id,
            "username": user.username,
            "fullName": user.full_name,
        })
    };
    Ok(Answer::ok(page.json(shape)))
}

fn households(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let group = call.group(kitchen);
    let rows = kitchen.households.iter().filter(|household| household.group_id == group);
    let page = page(kitchen, rows, &call.paging(SeedRule::Unchecked)?, None, Links::Never, call.asked())?;
    Ok(Answer::ok(page.json(shapes::household)))
}

fn household_called(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let group = call.group(kitchen);
    let called = |row: &&Household| row.group_id == group && row.slug == call.captured(0);
    let household = kitchen.households.iter().find(called);
    Ok(Answer::ok(shapes::household(household.ok_or_else(Answer::not_found)?)))
}
