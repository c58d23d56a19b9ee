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
    let fault = Fault::under("GET", "/api/recipes").next(100).rewrites(&healed, "\"referenceId\":null");
    pie.bench.mealie.order_fault(fault);
    let lines = pie.shown().await["ingredients"].clone();
    assert!(lines[1].get("reference_id").is_none());
    pie.changes(json!({"ingredients": lines})).await.unwrap();
    assert!(pie.stored().ingredients.iter().all(|line| line.reference_id.is_some()));
}

#[tokio::test]
async fn live_14_what_stood_in_plain_fields_is_in_the_answer() {
    let pie = nasty().await;
    let given = json!({
        "servings": 6, "prep_time": "1 h", "cook_time": "5 min", "recipe_yield": "1 pie",
        "source_url": "https://example.com/other",
    });
    let answer = pie.bench.goes::<UpdateRecipe>(pie.arguments(given)).await.unwrap();
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
