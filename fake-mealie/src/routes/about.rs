//! `/api/app/about` and `/api/users/self`.
//! Never shows a token.

use serde_json::json;

use super::{Call, Gate, Route};
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{Ai, Kitchen, SignUps};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/app/about", gate: Gate::Open, serve: about },
    Route { method: "GET", path: "/api/users/self", gate: Gate::Login, serve: me },
];

fn about(kitchen: &mut Kitchen, _: &Call<'_>) -> Reply {
    let ai = kitchen.ai != Ai::Off;
    Ok(Answer::ok(json!({
        "production": true,
        "version": kitchen.instance.version,
        "demoStatus": false,
        "allowSignup": kitchen.instance.sign_ups == SignUps::Open,
        "allowPasswordLogin": true,
        "defaultGroupSlug": null,
        "defaultHouseholdSlug": null,
        "enableOidc": false,
        "oidcRedirect": false,
        "oidcProviderName": "OAuth",
        "enableOpenai": ai,
        "enableOpenaiImageServices": ai,
        "tokenTime": 48,
    })))
}

fn me(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let user = kitchen.users.get(call.caller()).unwrap_or_else(|| kitchen.cook());
    Ok(Answer::ok(shapes::user(kitchen, user)))
}
