//! What stays through an edit, byte by byte, and what the answer tells of what did not.

use super::*;

#[tokio::test]
async fn unt_8_a_recipe_that_is_read_and_written_back_is_the_same_byte_by_byte() {
    let pie = nasty().await;
    let (before, shown) = (pie.stored(), pie.shown().await);
    let names = ["name", "description", "ingredients", "instructions", "notes", "tags", "categories"];
    let mut back = json!({"servings": 4, "prep_time": "20 min", "source_url": shown["source_url"]});
    for name in names {
        back[name] = shown[name].clone();
        pie.changes(json!({name: shown[name]})).await.unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
        assert_eq!(pie.stored(), before, "{name} alone");
    }
    pie.changes(back).await.unwrap();
    assert_eq!(pie.stored(), before, "all together");
}

/// What is sent for a line that stays is what was read, every key of it, whether Mealie makes use of it or not.
#[tokio::test]
async fn live_4_what_stays_is_sent_exactly_as_it_was_read() {
    let pie = nasty().await;
    let read = pie.bench.mealie.journal().len();
    let shown = pie.shown().await;
    assert!(pie.bench.mealie.journal().len() > read);
    let raw = pie.bench.answers::<GetRecipe>(json!({"recipe": pie.id, "detail": "raw"})).await.unwrap();
    pie.changes(json!({"ingredients": shown["ingredients"], "instructions": shown["instructions"]}))
        .await
        .unwrap();
    let sent = pie.patched();
    assert_eq!(sent.as_object().unwrap().len(), 2, "given fields only: {sent}");
    for (at, line) in sent["recipeIngredient"].as_array().unwrap().iter().enumerate() {
        let as_read = &raw.structured["raw"]["recipeIngredient"][at];
        for key in ["quantity", "unit", "food", "display", "title", "originalText", "referenceId"] {
            // Raw is cleaned where it is shown; these lines have nothing to clean there.
            assert!(line.get(key).is_some() && (at == 0 || line[key] == as_read[key]), "{at} {key}: {line}");
        }
    }
    assert_eq!(sent["recipeIngredient"][0]["note"], "sie\u{200B}ved\r\n twice");
    assert_eq!(sent["recipeInstructions"][0]["summary"], "in short");
}

#[tokio::test]
async fn unt_8_one_line_that_is_changed_changes_nothing_else() {
    for (row, at, key, value, after) in [
        ("an amount", 0, "quantity", json!(750), json!(750)),
        ("a note", 3, "note", json!("3 tbsp oil"), json!("3 tbsp oil")),
        ("a heading", 1, "title", json!("To taste"), json!("To taste")),
        ("another food", 1, "food", json!("Flour"), json!("Flour")),
        ("another food, by its plural", 1, "food", json!("FLOURS"), json!("Flour")),
        ("a unit where none was", 5, "unit", json!("g"), json!("gram")),
        ("an amount of a recipe", 2, "quantity", json!(2), json!(2)),
    ] {
        for hands_back in ["all", "no ids"] {
            let pie = nasty().await;
            let mut want = pie.stored();
            let mut lines = pie.shown().await["ingredients"].clone();
            lines[at][key] = value.clone();
            for line in lines.as_array_mut().unwrap().iter_mut().filter(|_| hands_back == "no ids") {
                // Without them a blank line could not be told from nothing, and a recipe not from a text.
                if ["food", "note"].iter().any(|key| line.get(*key).is_some()) {
                    line.as_object_mut().unwrap().retain(|key, _| key != "reference_id" && key != "food_id");
                }
            }
            pie.changes(json!({"ingredients": lines})).await.unwrap_or_else(|f| panic!("{row}: {f:?}"));
            let stored = pie.stored();
            want.ingredients[at] = stored.ingredients[at].clone();
            assert_eq!(stored, want, "{row}, {hands_back}");
            assert_eq!(stored.ingredients[at].reference_id, Some(pie.lines[at]), "{row}: it is that line");
            assert_eq!(pie.shown().await["ingredients"][at][key], after, "{row}, {hands_back}");
        }
    }
}

#[tokio::test]
async fn live_4_steps_keep_their_links_through_every_edit() {
    let pie = nasty().await;
    let uses = |at: usize| pie.stored().steps[at].ingredient_references.clone();
    pie.changes(json!({"instructions": [
        "Mix.", {"title": "Then", "text": "Add the dough, rolled out."}, {"text": "Taste it."}, "Bake.",
    ]}))
    .await
    .unwrap();
    assert_eq!(uses(0), [pie.lines[0], pie.lines[1]], "as it was");
    assert_eq!(uses(1), [pie.lines[2]], "changed where it stood");
    assert_eq!(uses(3), [pie.lines[5], STRAY], "a link that leads nowhere is nobody's to cut");
    assert_eq!(pie.stored().steps[1].summary.as_deref(), Some("in short"));

    let asked = pie
        .asks(json!({"ingredients": [
        {"reference_id": pie.lines[1]}, {"reference_id": pie.lines[2]}, {"reference_id": pie.lines[5]},
    ], "instructions": ["Mix.", "Add the dough, rolled out.", "Bake."]}))
        .await;
    assert!(asked.question.contains("1 link of a step to an ingredient line is lost."), "{}", asked.question);
    pie.bench.after_a_yes(asked).await.unwrap();
    assert_eq!(uses(0), [pie.lines[1]], "the link to a line that went is gone");
    assert_eq!(uses(2), [pie.lines[5], STRAY]);
}

#[tokio::test]
async fn live_4_links_that_are_handed_back_are_set() {
    let pie = nasty().await;
    let mine = Uuid::from_u128(0x3f2a_0000_0000_4000_8000_0000_0000_0001);
    pie.changes(json!({
        "ingredients": [{"reference_id": pie.lines[0]}, {"food": "salt", "reference_id": mine}, "oil"],
        "instructions": [{"text": "All anew.", "uses": [pie.lines[0], mine, pie.lines[4]]}],
    }))
    .await
    .unwrap();
    let stored = pie.stored();
    let salt = stored.ingredients[1].reference_id.unwrap();
    assert_eq!(
        stored.steps[0].ingredient_references,
        [pie.lines[0], salt],
        "a line that is not there is left out"
    );
    assert_eq!(salt, pie.lines[1], "the same food is the same line");
    let oil = stored.ingredients[2].reference_id.unwrap();
    assert!(oil.get_version_num() == 4 && !pie.lines.contains(&oil), "a new line has a new id");
}

#[tokio::test]
async fn live_4_a_line_without_a_reference_id_gets_one_before_it_is_sent() {
    let pie = nasty().await;
    let healed = format!("\"referenceId\":\"{}\"", pie.lines[1]);
    for none in ["null", "\"7\""] {
        let fault = Fault::on("GET", "/api/recipes/creme-pie").from_nth(1);
        pie.bench.mealie.order_fault(fault.rewrites(&healed, &format!("\"referenceId\":{none}")));
        let lines = pie.bench.answers::<GetRecipe>(json!({"recipe": "creme-pie"})).await.unwrap();
        let lines = lines.structured["recipe"]["ingredients"].clone();
        assert!(lines[1].get("reference_id").is_none(), "{none}");
        let given = json!({"recipe": "creme-pie", "ingredients": lines});
        let asked = pie.bench.asks::<UpdateRecipe>(given).await.unwrap();
        pie.bench.after_a_yes(asked).await.unwrap();
        let sent = pie.patched()["recipeIngredient"][1]["referenceId"].clone();
        assert!(sent.as_str().is_some_and(|id| id.parse::<Uuid>().is_ok()), "{none}: {sent}");
        pie.bench.mealie.clear_faults();
        pie.bench.mealie.kitchen().recipes.get_mut(pie.id).unwrap().ingredients[1].reference_id =
            Some(pie.lines[1]);
    }
}

#[tokio::test]
async fn live_14_what_stood_in_plain_fields_is_in_the_answer() {
    let pie = nasty().await;
    let given = json!({
        "servings": 6, "prep_time": "1 h", "cook_time": "5 min", "recipe_yield": "1 pie",
        "source_url": "https://example.com/other",
    });
    let answer = pie.bench.goes::<UpdateRecipe>(pie.arguments(given.clone())).await.unwrap();
    let before = json!({
        "servings": 4, "prep_time": "20 min", "cook_time": "", "recipe_yield": "",
        "source_url": "https://example.com/pie",
    });
    assert_eq!(answer.structured["before"], before);
    assert_eq!(answer.structured["recipe"]["servings"], 6);
    let sent = pie.patched();
    let keys: Vec<&String> = sent.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["cookTime", "orgURL", "prepTime", "recipeServings", "recipeYield"], "SHUT-2");
    let mut back = before;
    back.as_object_mut().unwrap().retain(|_, value| *value != "");
    pie.bench.goes::<UpdateRecipe>(pie.arguments(back)).await.unwrap();
    assert_eq!(pie.stored().servings, 4.0, "what was told can be set back as it is");
    // Written on Mealie's own page, which bounds none of them.
    let long = "a pie ".repeat(200);
    pie.bench.mealie.kitchen().recipes.get_mut(pie.id).unwrap().yield_text = Some(long.clone());
    let answer = pie.bench.goes::<UpdateRecipe>(pie.arguments(given)).await.unwrap();
    assert_eq!(answer.structured["before"]["recipe_yield"], long);
}

/// Each by itself, as none is the mark of another.
#[tokio::test]
async fn live_14_each_plain_field_tells_what_stood_in_it() {
    let pie = nasty().await;
    pie.bench.mealie.kitchen().recipes.get_mut(pie.id).unwrap().total_time = Some("2 h".into());
    for (field, value, before) in [
        ("servings", json!(6), json!(4)),
        ("prep_time", json!("1 h"), json!("20 min")),
        ("cook_time", json!("5 min"), json!("")),
        ("total_time", json!("3 h"), json!("2 h")),
        ("recipe_yield", json!("1 pie"), json!("")),
        ("source_url", json!("https://example.com/other"), json!("https://example.com/pie")),
    ] {
        let answer = pie.bench.goes::<UpdateRecipe>(pie.arguments(json!({field: value}))).await.unwrap();
        assert_eq!(answer.structured.get("before"), Some(&json!({field: before})), "{field}");
    }
}

/// UNT-8: a text longer than what is shown is cut, and the cut is no content; the line can stay by its id alone.
#[tokio::test]
async fn unt_8_what_is_cut_cannot_be_written_back_and_can_stay() {
    let pie = nasty().await;
    {
        let mut kitchen = pie.bench.mealie.kitchen();
        let recipe = kitchen.recipes.get_mut(pie.id).unwrap();
        recipe.ingredients[3].note = Some("oil ".repeat(1_000));
        recipe.ingredients[5].note = Some("x".repeat(1_500));
        recipe.steps[3].text = "Bake ".repeat(5_000);
    }
    let (before, shown) = (pie.stored(), pie.shown().await);
    let mut lines = shown["ingredients"].clone();
    assert_eq!(
        lines[5]["note"].as_str().map(str::len),
        Some(1_500),
        "longer than may be written, shown whole"
    );
    for (list, value) in
        [("ingredients", json!([lines[3]])), ("instructions", json!([shown["instructions"][3]]))]
    {
        let said = pie.refusal(json!({list: value})).await;
        assert!(said.contains("has to be a text of"), "what is cut is longer than may be written: {said}");
    }
    for mark in
        ["Bake … [cut: 4 of 9 characters shown]", "https://[redacted]@example.com", crate::text::IMITATION]
    {
        for given in [
            json!({"ingredients": [mark]}),
            json!({"ingredients": [{"note": mark}]}),
            json!({"ingredients": [{"food": mark}]}),
            json!({"instructions": [mark]}),
            json!({"instructions": [{"text": "x", "title": mark}]}),
            json!({"notes": [{"title": "x", "text": mark}]}),
            json!({"tags": [mark]}),
            json!({"name": mark}),
            json!({"description": mark}),
            json!({"prep_time": mark}),
            json!({"recipe_yield": mark}),
            json!({"source_url": mark}),
        ] {
            let said = pie.refusal(given.clone()).await;
            assert!(said.contains("use the ") || said.contains("take the mark out"), "{given}: {said}");
        }
    }
    for at in [3, 5] {
        lines[at] = json!({"reference_id": pie.lines[at]});
    }
    pie.changes(json!({"ingredients": lines})).await.unwrap();
    assert_eq!(pie.stored(), before);
    assert!(
        shown["ingredients"][3]["note"]
            .as_str()
            .is_some_and(|note| note.contains(CUT_OPENING) && note.ends_with(CUT_CLOSING))
    );
}

#[tokio::test]
async fn unt_8_a_recipe_that_is_not_shown_whole_says_not_to_write_it_back() {
    let pie = nasty().await;
    pie.bench.mealie.kitchen().recipes.get_mut(pie.id).unwrap().steps[3].text = "Bake. ".repeat(3_000);
    let whole = pie.bench.answers::<GetRecipe>(json!({"recipe": pie.id})).await.unwrap();
    assert!(!whole.text.contains("Do not write back"), "{}", whole.text);
    let steps = (0..9).map(|at| Step {
        id: Uuid::from_u128(at),
        title: None,
        summary: None,
        text: "Stir. ".repeat(3_000),
        ingredient_references: Vec::new(),
    });
    pie.bench.mealie.kitchen().recipes.get_mut(pie.id).unwrap().steps.extend(steps);
    let cut = pie.bench.answers::<GetRecipe>(json!({"recipe": pie.id})).await.unwrap();
    assert!(cut.text.starts_with("Do not write back"), "{}", &cut.text[..200]);
    assert!(cut.structured["left_out"].is_array());
}

/// A list of categories is written to the recipe, as a list of tags is.
#[tokio::test]
async fn live_6_categories_are_put_on_the_recipe_and_taken_off_it() {
    let pie = nasty().await;
    let names = || {
        let stored = pie.stored();
        let kitchen = pie.bench.mealie.kitchen();
        let mut names: Vec<String> =
            stored.categories.iter().map(|id| kitchen.organizers.get(*id).unwrap().name.clone()).collect();
        names.sort_unstable();
        names
    };
    pie.changes(json!({"categories": ["Baking", "Dessert"]})).await.unwrap();
    assert_eq!(names(), ["Baking", "Dessert"]);
    pie.changes(json!({"categories": ["Dessert"]})).await.unwrap();
    assert_eq!(names(), ["Dessert"]);
    pie.changes(json!({"categories": []})).await.unwrap();
    assert_eq!(names(), Vec::<String>::new());
}

/// Where the lines are not given, those that are there can be linked to, and no others.
#[tokio::test]
async fn live_4_links_are_set_to_lines_that_stay_unnamed() {
    let pie = nasty().await;
    pie.changes(json!({"instructions": [{"text": "All anew.", "uses": [pie.lines[3], STRAY]}]}))
        .await
        .unwrap();
    assert_eq!(pie.stored().steps[0].ingredient_references, [pie.lines[3]]);
}

/// Two foods whose names look alike are told apart by the id beside the name, and no id stands for another name.
#[tokio::test]
async fn unt_8_foods_that_look_alike_stay_the_ones_they_are() {
    let pie = nasty().await;
    let (flour, salt, twin) = {
        let mut kitchen = pie.bench.mealie.kitchen();
        let twin = kitchen.add_food("Fl\u{200B}our");
        kitchen.recipes.get_mut(pie.id).unwrap().ingredients[5].food = Some(twin);
        let named = |name: &str| kitchen.foods.iter().find(|food| food.name == name).unwrap().id;
        (named("Flour"), named("salt"), twin)
    };
    let mut lines = pie.shown().await["ingredients"].clone();
    assert_eq!((&lines[0]["food"], &lines[5]["food"]), (&json!("Flour"), &json!("Flour")));
    for at in [0, 5] {
        lines[at]["quantity"] = json!(7);
        // What it is, its place and its name say.
        lines[at].as_object_mut().unwrap().remove("food_id");
    }
    for (id, note) in [(twin, "more of the second"), (flour, "more of the first"), (salt, "not this one")] {
        lines.as_array_mut().unwrap().push(json!({"food": "Flour", "food_id": id, "note": note}));
    }
    let answer = pie.changes(json!({"ingredients": lines})).await;
    let answer = answer.unwrap_or_else(|failure| panic!("{failure:?}"));
    assert!(answer.structured.get("created").is_none(), "{:?}", answer.structured["created"]);
    let foods: Vec<_> = pie.stored().ingredients.iter().map(|line| line.food).collect();
    assert_eq!((foods[0], foods[5]), (Some(flour), Some(twin)));
    assert_eq!(foods[6..8], [Some(twin), Some(flour)]);
    assert_ne!(foods[8], Some(salt), "the name counts");
}

/// A food whose name shows nothing comes back as its id alone; what else is said of the line counts all the same.
#[tokio::test]
async fn unt_8_a_food_that_is_given_by_its_id_alone_is_no_reason_to_leave_a_line() {
    let pie = nasty().await;
    let (flour, blank) = {
        let mut kitchen = pie.bench.mealie.kitchen();
        let blank = kitchen.add_food("\u{200B}");
        kitchen.recipes.get_mut(pie.id).unwrap().ingredients[1].food = Some(blank);
        (kitchen.foods.iter().find(|food| food.name == "Flour").unwrap().id, blank)
    };
    let mut lines = pie.shown().await["ingredients"].clone();
    assert_eq!((lines[1].get("food"), &lines[1]["food_id"]), (None, &json!(blank)));
    lines[1]["quantity"] = json!(3);
    pie.changes(json!({"ingredients": lines})).await.unwrap();
    assert_eq!(
        (pie.stored().ingredients[1].quantity, pie.stored().ingredients[1].food),
        (Some(3.0), Some(blank))
    );
    lines[1]["food_id"] = json!(flour);
    pie.changes(json!({"ingredients": lines})).await.unwrap();
    assert_eq!(pie.stored().ingredients[1].food, Some(flour));
    // Beside a note that is there already.
    lines[3] = json!({"food_id": flour, "note": lines[3]["note"]});
    pie.changes(json!({"ingredients": lines})).await.unwrap();
    assert_eq!(pie.stored().ingredients[3].food, Some(flour));
}

/// A line that is a recipe becomes no other line, it goes.
#[tokio::test]
async fn live_4_a_new_line_in_the_place_of_a_recipe_is_a_new_one() {
    let pie = nasty().await;
    let mut lines = pie.shown().await["ingredients"].clone();
    lines[2] = json!("ready-made dough");
    pie.changes(json!({"ingredients": lines})).await.unwrap();
    let line = pie.stored().ingredients[2].clone();
    assert_eq!((line.note.as_deref(), line.referenced_recipe), (Some("ready-made dough"), None));
    assert_ne!(line.reference_id, Some(pie.lines[2]));
}

/// Nothing keeps two lines of one recipe from sharing an id: as long as one of them stays, a link leads to it.
#[tokio::test]
async fn live_4_a_link_to_an_id_that_two_lines_share_stays_with_either() {
    let pie = nasty().await;
    pie.bench.mealie.kitchen().recipes.get_mut(pie.id).unwrap().ingredients[1].reference_id =
        Some(pie.lines[0]);
    let lines = pie.shown().await["ingredients"].clone();
    let asked = pie.asks(json!({"ingredients": [lines[0], lines[2], lines[5]]})).await;
    assert!(!asked.question.contains("lost"), "{}", asked.question);
    pie.bench.after_a_yes(asked).await.unwrap();
    assert_eq!(pie.stored().steps[0].ingredient_references[0], pie.lines[0]);
}

/// What a line has can be taken off it.
#[tokio::test]
async fn unt_8_each_part_of_a_line_can_be_taken_off() {
    let pie = nasty().await;
    pie.bench.mealie.kitchen().recipes.get_mut(pie.id).unwrap().ingredients[0].note = Some("sieved".into());
    let line = || pie.stored().ingredients[0].clone();
    let before = line();
    for part in ["title", "quantity", "unit"] {
        let mut lines = pie.shown().await["ingredients"].clone();
        lines[0].as_object_mut().unwrap().remove(part);
        pie.changes(json!({"ingredients": lines})).await.unwrap_or_else(|f| panic!("{part}: {f:?}"));
        let shown = pie.shown().await["ingredients"][0].clone();
        assert!(shown.get(part).is_none(), "{part}: {shown}");
        let sent = pie.patched()["recipeIngredient"][0].clone();
        assert!(sent.get("display").is_none(), "{part}: it is of the line as it was: {sent}");
    }
    let left = json!({"reference_id": pie.lines[0], "note": "sieved"});
    let mut lines = pie.shown().await["ingredients"].clone();
    lines[0] = left;
    pie.changes(json!({"ingredients": lines})).await.unwrap();
    assert_eq!((line().food, line().note.as_deref()), (None, Some("sieved")));
    lines[0] = json!({"reference_id": pie.lines[0], "food": "Flour"});
    pie.changes(json!({"ingredients": lines})).await.unwrap();
    assert_eq!((line().food, line().note.as_deref()), (before.food, Some("")));
    assert_eq!(line().reference_id, before.reference_id);
}

/// The heading of a step too.
#[tokio::test]
async fn unt_8_the_heading_of_a_step_can_be_taken_off() {
    let pie = nasty().await;
    let mut steps = pie.shown().await["instructions"].clone();
    steps[0].as_object_mut().unwrap().remove("title");
    pie.changes(json!({"instructions": steps})).await.unwrap();
    assert_eq!(pie.stored().steps[0].title.as_deref(), Some(""));
    assert_eq!(pie.stored().steps[0].ingredient_references, [pie.lines[0], pie.lines[1]]);
    let mut steps = pie.shown().await["instructions"].clone();
    steps[0]["uses"] = json!([]);
    pie.changes(json!({"instructions": steps})).await.unwrap();
    assert_eq!(pie.stored().steps[0].ingredient_references, Vec::<Uuid>::new());
}

/// Mealie 3.10.2 takes any UUID as a line's id, and in a link those of version 4 alone.
#[tokio::test]
async fn live_4_a_line_that_cannot_be_linked_is_left_out_of_the_links() {
    let pie = nasty().await;
    let old = Uuid::from_u128(0x3f2a_0000_0000_1000_8000_0000_0000_0001);
    pie.bench.mealie.kitchen().recipes.get_mut(pie.id).unwrap().ingredients[3].reference_id = Some(old);
    pie.changes(json!({"instructions": [{"text": "All anew.", "uses": [old, pie.lines[0]]}]})).await.unwrap();
    assert_eq!(pie.stored().steps[0].ingredient_references, [pie.lines[0]]);
}
