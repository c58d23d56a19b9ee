//! The session of the tour against a real Mealie, and the hazards that only a real one has. It runs only when
//! `MEALIE_LIVE_URL`, `MEALIE_LIVE_TOKEN` and `MEALIE_LIVE_THROWAWAY=true` are all set: it makes and deletes recipes,
//! foods and a shopping list of its own there, and touches nothing that it did not make. `MEALIE_URL` means nothing to
//! it, so that nobody's recipes are touched by a test run.

use std::process::Command;

use serde_json::{Value, json};

use crate::session::Session;

pub(super) struct Live {
    url: String,
    token: String,
}

/// The instance to be used, if all three variables say so.
pub(super) fn live() -> Option<Live> {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let throwaway = set("MEALIE_LIVE_THROWAWAY").is_some_and(|value| value == "true");
    match (set("MEALIE_LIVE_URL"), set("MEALIE_LIVE_TOKEN"), throwaway) {
        (Some(url), Some(token), true) => Some(Live { url, token }),
        _ => {
            eprintln!(
                "no real Mealie is named; nothing was tried (see \"Against a real Mealie\" in the README)"
            );
            None
        }
    }
}

impl Live {
    /// A request as another client would make it. By curl, since a second HTTP client in this binary would only test
    /// that one.
    pub(super) fn other(&self, method: &str, path: &str, body: &Value) -> Value {
        self.tried(method, path, body).unwrap_or_else(|said| panic!("{method} {path}: {said}"))
    }

    /// The same, where what Mealie says against it is no reason to stop.
    pub(super) fn tried(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let mut curl = Command::new("curl");
        curl.args(["--silent", "--show-error", "--fail-with-body", "--request", method])
            .args(["--header", &format!("Authorization: Bearer {}", self.token)])
            .args(["--header", "Content-Type: application/json"]);
        if !body.is_null() {
            curl.args(["--data", &body.to_string()]);
        }
        let answer = curl.arg(format!("{}/api/{path}", self.url)).output().expect("curl is there");
        let text = String::from_utf8_lossy(&answer.stdout);
        if !answer.status.success() {
            return Err(text.into_owned());
        }
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    pub(super) fn exists(&self, path: &str) -> bool {
        self.bytes(path).is_some()
    }

    /// What stands there, byte by byte; nothing unless the answer is a success.
    pub(super) fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        let answer = Command::new("curl")
            .args(["--silent", "--fail"])
            .args(["--header", &format!("Authorization: Bearer {}", self.token)])
            .arg(format!("{}/api/{path}", self.url))
            .output()
            .expect("curl is there");
        answer.status.success().then_some(answer.stdout)
    }

    pub(super) fn recipe(&self, name: &str) -> (String, String) {
        let slug = self.other("POST", "recipes", &json!({"name": name})).as_str().unwrap().to_owned();
        let id =
            self.other("GET", &format!("recipes/{slug}"), &Value::Null)["id"].as_str().unwrap().to_owned();
        (slug, id)
    }

    pub(super) fn session(&self) -> Session {
        let mut session = Session::start(&[("MEALIE_URL", &self.url), ("MEALIE_API_TOKEN", &self.token)]);
        session.initialize();
        session
    }
}

/// One call on the stateless era, to its first answer.
pub(super) fn call(session: &mut Session, id: u32, tool: &str, arguments: &Value, more: Value) -> Value {
    let mut params = json!({
        "name": tool,
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
        },
    });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    session.call(id, "tools/call", params)["result"].take()
}

/// The answer to a question, to be sent with the call made again.
pub(super) fn answer(asked: &Value, action: &str) -> Value {
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let key = asked["inputRequests"].as_object().unwrap().keys().next().unwrap();
    json!({
        "requestState": asked["requestState"],
        "inputResponses": {key: {"action": action, "content": {"confirm": true}}},
    })
}

pub(super) fn question(asked: &Value) -> String {
    let request = asked["inputRequests"].as_object().unwrap().values().next().unwrap();
    request["params"]["message"].as_str().unwrap().to_owned()
}

#[test]
fn live_the_session_of_the_tour_holds_on_a_real_mealie() {
    let Some(live) = live() else { return };
    let mark = format!("mealie-mcp {}", uuid::Uuid::new_v4().simple());
    let (slug, id) = live.recipe(&format!("{mark} soup"));
    let food = |name: &str| {
        live.other("POST", "foods", &json!({"name": format!("{mark} {name}")}))["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (scallion, onion) = (food("scallion"), food("spring onion"));
    let list = live.other("POST", "households/shopping/lists", &json!({"name": mark}))["id"].clone();
    let item = |note: &str| {
        let body = json!({"shoppingListId": list, "note": note, "quantity": 0});
        let made = live.other("POST", "households/shopping/items", &body);
        made["createdItems"][0]["id"].as_str().unwrap().to_owned()
    };
    let items = [item("one"), item("two"), item("three")];

    let mut session = live.session();
    let none = json!({});
    let about = call(&mut session, 10, "get_about", &none, json!({}));
    assert!(about["structuredContent"]["mealie_version"].is_string(), "{about}");
    // Any word that matches is enough, and `mealie-mcp` could be in somebody's recipe.
    let unique = mark.split(' ').next_back();
    let found = call(&mut session, 11, "search_recipes", &json!({"search": unique}), json!({}));
    assert_eq!(found["structuredContent"]["recipes"][0]["id"], json!(id), "{found}");
    let read = call(&mut session, 12, "get_recipe", &json!({"recipe": id}), json!({}));
    assert_eq!(read["structuredContent"]["recipe"]["slug"], json!(slug), "{read}");

    let this = json!({"recipe": slug});
    let asked = call(&mut session, 20, "delete_recipe", &this, json!({}));
    let want = format!("This will delete the recipe {id}. It has ");
    assert!(question(&asked).starts_with(&want), "{asked}");
    let declined = call(&mut session, 21, "delete_recipe", &this, answer(&asked, "decline"));
    assert_eq!(declined["isError"], true, "{declined}");
    assert!(live.exists(&format!("recipes/{id}")), "declined, and yet it is gone");

    let meant = json!({"from_id": scallion, "to_id": onion});
    let asked = call(&mut session, 30, "merge_foods", &meant, json!({}));
    assert!(
        question(&asked).starts_with(&format!("This will merge the food {scallion} into {onion}.")),
        "{asked}"
    );
    let swapped = json!({"from_id": onion, "to_id": scallion});
    let fresh = call(&mut session, 31, "merge_foods", &swapped, answer(&asked, "accept"));
    assert!(
        question(&fresh).starts_with(&format!("This will merge the food {onion} into {scallion}.")),
        "{fresh}"
    );
    assert!(live.exists(&format!("foods/{scallion}")) && live.exists(&format!("foods/{onion}")));
    let merged = call(&mut session, 32, "merge_foods", &meant, answer(&asked, "accept"));
    assert_eq!(merged["structuredContent"]["status"], "merged", "{merged}");
    assert!(!live.exists(&format!("foods/{scallion}")) && live.exists(&format!("foods/{onion}")));

    let two = json!({"item_ids": items[..2]});
    let asked = call(&mut session, 40, "delete_shopping_list_items", &two, json!({}));
    let widened = json!({"item_ids": items});
    let fresh = call(&mut session, 41, "delete_shopping_list_items", &widened, answer(&asked, "accept"));
    assert!(question(&fresh).starts_with("This will delete 3 shopping list items"), "{fresh}");
    let yes = answer(&asked, "accept");
    let deleted = call(&mut session, 42, "delete_shopping_list_items", &two, yes.clone());
    assert_eq!(deleted["structuredContent"]["status"], "deleted", "{deleted}");
    let replayed = call(&mut session, 43, "delete_shopping_list_items", &two, yes);
    assert_eq!(replayed["isError"], true, "the items are gone: {replayed}");
    assert!(
        live.exists(&format!("households/shopping/items/{}", items[2])),
        "the third was never asked about"
    );
    session.end();

    // Another process, so that the decline is not remembered.
    let mut session = live.session();
    let asked = call(&mut session, 20, "delete_recipe", &this, json!({}));
    let gone = call(&mut session, 21, "delete_recipe", &this, answer(&asked, "accept"));
    assert_eq!(gone["structuredContent"], json!({"status": "deleted", "recipe_id": id}), "{gone}");
    assert!(!live.exists(&format!("recipes/{id}")));
    session.end();

    live.other("DELETE", &format!("foods/{onion}"), &Value::Null);
    live.other("DELETE", &format!("households/shopping/lists/{}", list.as_str().unwrap()), &Value::Null);
}

#[test]
fn live_5_a_recipe_whose_address_leads_to_another_is_not_deleted_on_a_real_mealie() {
    let Some(live) = live() else { return };
    let mark = format!("mealie-mcp {}", uuid::Uuid::new_v4().simple());
    let (kept_slug, kept) = live.recipe(&format!("{mark} kept"));
    let (stuck_slug, stuck) = live.recipe(&format!("{mark} stuck"));
    let mut session = live.session();
    let by_id = json!({"recipe": stuck});
    let asked = call(&mut session, 10, "delete_recipe", &by_id, json!({}));
    // While the person reads, another client renames the recipe onto the name of the first one, without its slug.
    live.other("PATCH", &format!("recipes/{stuck_slug}"), &json!({"name": format!("{mark} kept")}));
    let refused = call(&mut session, 11, "delete_recipe", &by_id, answer(&asked, "accept"));
    assert!(refused.to_string().contains("address is broken"), "{refused}");
    let by_slug = call(&mut session, 12, "delete_recipe", &json!({"recipe": stuck_slug}), json!({}));
    assert!(by_slug.to_string().contains("address is broken"), "{by_slug}");
    session.end();
    assert!(live.exists(&format!("recipes/{kept}")), "the recipe that nobody meant is gone");
    assert!(live.exists(&format!("recipes/{stuck}")));
    for slug in [stuck_slug, kept_slug] {
        live.other("POST", "recipes/bulk-actions/delete", &json!({"recipes": [slug]}));
    }
    assert!(!live.exists(&format!("recipes/{kept}")) && !live.exists(&format!("recipes/{stuck}")));
}

#[test]
fn net_6_on_a_real_mealie_an_import_stores_a_recipe_and_a_refused_one_stores_nothing() {
    let Some(live) = live() else { return };
    let name = format!("mealie-mcp {} buns", uuid::Uuid::new_v4().simple());
    let recipe = |image: &str| {
        let recipe = json!({
            "@context": "https://schema.org", "@type": "Recipe", "name": name, "image": image,
            "recipeIngredient": ["flour", "butter"], "recipeInstructions": [{"@type": "HowToStep", "text": "Bake."}],
        });
        json!({"data": recipe.to_string()})
    };
    let mut session = live.session();
    let tool = "import_recipe_from_html_or_json";
    let refused = call(&mut session, 2, tool, &recipe("http://127.0.0.1:9/p.png"), json!({}));
    assert_eq!(refused["isError"], true, "{refused}");
    let slug = name.replace(' ', "-");
    assert!(!live.exists(&format!("recipes/{slug}")), "nothing was stored");

    let stored = call(&mut session, 3, tool, &recipe(""), json!({}))["structuredContent"].take();
    assert_eq!(stored["slug"], slug, "{stored}");
    let length = |list: &str| stored["recipe"][list].as_array().map(Vec::len);
    assert_eq!((length("ingredients"), length("instructions")), (Some(2), Some(1)), "{stored}");
    assert!(live.exists(&format!("recipes/{slug}")));
    live.other("DELETE", &format!("recipes/{slug}"), &Value::Null);
    session.end();
}
