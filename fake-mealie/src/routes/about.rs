//! `/api/app/about` and `/api/users/self`.
//! Never shows a token.

use serde_json::json;

use super::{Call, Gate, Route};
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::Kitchen;

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/app/about", gate: Gate::Open, serve: about },
    Route { method: "GET", path: "/api/users/self", gate: Gate::Login, serve: me },
];

fn about(_: &mut Kitchen, _: &Call<'_>) -> Reply {
    Ok(Answer::ok(json!({
        "production": true,
        "version": "v3.10.2",
        "demoStatus": false,
        "allowSignup": false,
        "allowPasswordLogin": true,
        "defaultGroupSlug": null,
        "defaultHouseholdSlug": null,
        "enableOidc": false,
        "oidcRedirect": false,
        "oidcProviderName": "OAuth",
        "enableOpenai": false,
        "enableOpenaiImageServices": false,
        "tokenTime": 48,
    })))
}

fn me(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let user = kitchen.users.get(call.caller()).unwrap_or_else(|| kitchen.cook());
    Ok(Answer::ok(shapes::user(kitchen, user)))
}
