//! Read, change, write back, against a real Mealie: what was not touched is there afterwards byte by byte. What Mealie itself
//! makes anew on every write is left out of the comparison, and nothing else.

use fake_mealie::SAMPLE_PICTURES;
use serde_json::{Value, json};

use super::pictures::encoded;
use super::{Kitchen, text};

/// A recipe that holds everything that this server neither shows nor takes, as other clients write it: nutrition, settings,
/// extras, a kitchen tool, a sub-recipe, links of steps, an original text, a step's summary, a comment, a rating, a picture.
fn rich(kitchen: &mut Kitchen) -> String {
    let (_, sauce) = kitchen.live.recipe(&kitchen.own("sauce"));
    let given = json!({
        "name": kitchen.own("Rich"),
        "description": "One.\n\n two ",
        "ingredients": [
            "plain",
            {"quantity": 2, "unit": kitchen.own("cup"), "food": kitchen.own("flour"), "note": "sifted"},
            {"quantity": 1.25, "food": kitchen.own("onion"), "title": "Second"},
            "last",
        ],
        "instructions": ["Cut.", {"title": "Cook", "text": "Boil."}, "Eat."],
        "tags": [kitchen.own("a"), kitchen.own("b")],
        "categories": [kitchen.own("c")],
        "notes": [{"title": "First", "text": "x"}, {"title": "Second", "text": "y"}],
        "servings": 4, "prep_time": "5 min", "source_url": "https://example.com/",
    });
    kitchen.done("create_recipe", &given);
    let slug = kitchen.slug("rich");
    let recipe = kitchen.recipe(&slug);
    let (mut lines, mut steps) = (recipe["recipeIngredient"].clone(), recipe["recipeInstructions"].clone());
    lines[0]["originalText"] = json!("one plain thing");
    lines[3]["quantity"] = Value::Null;
    let referenced = kitchen.recipe(&sauce);
    lines.as_array_mut().unwrap().push(json!({
        "quantity": 1, "note": "see there", "referencedRecipe": referenced,
        "referenceId": uuid::Uuid::new_v4().to_string(),
    }));
    let link = |nth: usize| json!({"referenceId": lines[nth]["referenceId"]});
    steps[0]["ingredientReferences"] = json!([link(1), link(0)]);
    steps[0]["summary"] = json!("In short");
    steps[1]["ingredientReferences"] = json!([link(2)]);
    kitchen.done("create_organizer", &json!({"kind": "tool", "name": kitchen.own("wok")}));
    let body = json!({
        "tools": kitchen.made("organizers/tools"), "recipeIngredient": lines, "recipeInstructions": steps,
        "nutrition": {"calories": "120", "fatContent": "3 g"},
        "settings": {
            "public": false, "showNutrition": true, "showAssets": false, "landscapeView": true,
            "disableComments": true, "locked": false,
        },
        "extras": {"from": "another client"}, "performTime": "30 min", "recipeYieldQuantity": 2.5,
    });
    kitchen.live.other("PATCH", &format!("recipes/{slug}"), &body);
    let said = json!({"recipeId": recipe["id"], "text": "Better the next day."});
    kitchen.live.other("POST", "comments", &said);
    let own = text(&kitchen.there("users/self")["id"]);
    kitchen.live.other("POST", &format!("users/{own}/ratings/{slug}"), &json!({"rating": 4}));
    let (format, picture) = SAMPLE_PICTURES[0];
    let picture = json!({"recipe": slug, "image_base64": encoded(picture), "format": format});
    kitchen.done("set_recipe_image", &picture);
    slug
}

/// The text of a recipe as Mealie answers it, without what Mealie 3.10.2 makes anew on every write: two times, and the ids
/// of steps.
fn untouched(kitchen: &Kitchen, slug: &str) -> String {
    let bytes = kitchen.live.bytes(&format!("recipes/{slug}")).expect("the recipe is there");
    let mut body = String::from_utf8(bytes).unwrap();
    let recipe: Value = serde_json::from_str(&body).unwrap();
    let steps = recipe["recipeInstructions"].as_array().unwrap();
    let anew = steps.iter().map(|step| &step["id"]).chain([&recipe["dateUpdated"], &recipe["updatedAt"]]);
    for value in anew.filter_map(Value::as_str) {
        body = body.replace(value, "");
    }
    body
}

/// The lists of a recipe as `get_recipe` shows them, to be handed back.
fn as_read(kitchen: &mut Kitchen, slug: &str) -> Value {
    let recipe = kitchen.done("get_recipe", &json!({"recipe": slug}))["recipe"].take();
    let mut arguments = json!({"recipe": slug});
    for list in ["ingredients", "instructions", "notes", "tags", "categories", "description"] {
        arguments[list] = recipe[list].clone();
    }
    arguments
}

#[test]
fn unt_8_what_is_read_and_written_back_changes_nothing() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let slug = rich(&mut kitchen);
    let before = untouched(&kitchen, &slug);
    let picture = format!("media/recipes/{}/images/original.webp", text(&kitchen.recipe(&slug)["id"]));
    let pixels = kitchen.live.bytes(&picture).expect("the picture is there");

    let all = as_read(&mut kitchen, &slug);
    kitchen.agreed("update_recipe", &all);
    assert_eq!(untouched(&kitchen, &slug), before, "handed back as it was shown");

    let mut bare = all.clone();
    for line in bare["ingredients"].as_array_mut().unwrap() {
        *line = json!({"reference_id": line["reference_id"]});
    }
    kitchen.agreed("update_recipe", &bare);
    assert_eq!(untouched(&kitchen, &slug), before, "every line by its reference_id alone");

    let mut without = all.clone();
    for line in without["ingredients"].as_array_mut().unwrap() {
        line.as_object_mut().unwrap().remove("reference_id");
    }
    kitchen.agreed("update_recipe", &without);
    assert_eq!(untouched(&kitchen, &slug), before, "every line without its reference_id");
    assert_eq!(kitchen.live.bytes(&picture).as_ref(), Some(&pixels), "the picture is the same");
}

#[test]
fn live_4_one_line_that_is_changed_changes_nothing_else() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let slug = rich(&mut kitchen);
    let mut before = untouched(&kitchen, &slug);
    // Each of them follows on those before it.
    type Change = fn(&mut Value);
    type Replaced = Vec<(String, String)>;
    let flour = format!("2 {} {}", kitchen.own("cup"), kitchen.own("flour"));
    let onion = kitchen.own("onion");
    let rows: [(&str, Change, Replaced); 5] = [
        (
            "a note",
            |all| all["ingredients"][1]["note"] = json!("sieved"),
            vec![
                (r#""note":"sifted""#.into(), r#""note":"sieved""#.into()),
                (format!("\"{flour} sifted\""), format!("\"{flour} sieved\"")),
            ],
        ),
        (
            "an amount",
            |all| all["ingredients"][2]["quantity"] = json!(0.5),
            vec![
                (r#""quantity":1.25"#.into(), r#""quantity":0.5"#.into()),
                (format!("\"1 ¹/₄ {onion}\""), format!("\"¹/₂ {onion}\"")),
            ],
        ),
        (
            "a step",
            |all| all["instructions"][2]["text"] = json!("Eat soon."),
            vec![(r#""text":"Eat.""#.into(), r#""text":"Eat soon.""#.into())],
        ),
        (
            "a note below",
            |all| all["notes"][1]["text"] = json!("z"),
            vec![(r#""text":"y""#.into(), r#""text":"z""#.into())],
        ),
        (
            "the description",
            |all| all["description"] = json!("Other words."),
            vec![(r#""description":"One.\n\n two ""#.into(), r#""description":"Other words.""#.into())],
        ),
    ];
    for (row, change, replaced) in rows {
        let mut all = as_read(&mut kitchen, &slug);
        change(&mut all);
        kitchen.agreed("update_recipe", &all);
        for (old, new) in replaced {
            assert_eq!(before.matches(&old).count(), 1, "{row}: {old} in {before}");
            before = before.replace(&old, &new);
        }
        assert_eq!(untouched(&kitchen, &slug), before, "{row}");
    }
}

#[test]
fn live_4_links_to_a_line_that_goes_are_counted_and_all_others_stay() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let slug = rich(&mut kitchen);
    let before = kitchen.recipe(&slug);
    let mut all = as_read(&mut kitchen, &slug);
    all["ingredients"].as_array_mut().unwrap().remove(1);
    let (question, _) = kitchen.agreed("update_recipe", &all);
    assert!(question.contains("ingredients: 5 lines now, 4 after"), "{question}");
    assert!(question.contains("1 link of a step to an ingredient line is lost."), "{question}");
    let mut want = before;
    want["recipeIngredient"].as_array_mut().unwrap().remove(1);
    want["recipeInstructions"][0]["ingredientReferences"].as_array_mut().unwrap().remove(0);
    let mut after = kitchen.recipe(&slug);
    for recipe in [&mut want, &mut after] {
        for time in ["dateUpdated", "updatedAt"] {
            recipe[time].take();
        }
        for step in recipe["recipeInstructions"].as_array_mut().unwrap() {
            step["id"].take();
        }
    }
    assert_eq!(after, want);
}
