//! Share links of a real Mealie. It never revokes one that it did not make.

use serde_json::json;

use super::{Kitchen, text};

#[test]
fn ask_19_a_share_link_opens_until_it_is_revoked_and_its_recipe_stays() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, id) = kitchen.live.recipe(&kitchen.own("soup"));
    for (row, arguments, until) in [
        ("with an end", json!({"recipe": slug, "expires_at": "2093-03-09"}), Some("2093-03-09T00:00:00Z")),
        ("without one", json!({"recipe": id}), None),
    ] {
        let (asked, made) = kitchen.agreed("create_share_token", &arguments);
        assert!(asked.contains(&id) && asked.contains("without a login"), "{row}: {asked}");
        let token = text(&made["token_id"]);
        assert!(made["expires_at"].is_string(), "{row}: {made}");
        if let Some(until) = until {
            assert_eq!(made["expires_at"], until, "{row}: {made}");
        }
        assert_eq!(kitchen.there(&format!("recipes/shared/{token}"))["id"], json!(id), "{row}");
        let listed = kitchen.done("list_share_tokens", &json!({"recipe": slug}));
        assert_eq!(
            [&listed["total"], &listed["links"][0]["token_id"]],
            [&json!(1), &json!(token)],
            "{row}: {listed}"
        );
        kitchen.agreed("delete_share_token", &json!({"token_id": token}));
        assert!(!kitchen.live.exists(&format!("recipes/shared/{token}")), "{row}");
        assert!(kitchen.live.exists(&format!("recipes/{slug}")), "{row}");
    }
}

#[test]
fn live_8_a_link_that_would_never_open_is_not_made() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, id) = kitchen.live.recipe(&kitchen.own("soup"));
    let past = json!({"recipe": slug, "expires_at": "2020-01-01"});
    let refused = kitchen.refused("create_share_token", &past);
    assert!(refused.contains("has passed already"), "{refused}");
    assert_eq!(kitchen.there(&format!("shared/recipes?recipe_id={id}")), json!([]));
}
