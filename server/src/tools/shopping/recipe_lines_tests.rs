//! A recipe's lines: as they are sent, and what is made of several.

use super::*;

fn id(number: u128) -> String {
    format!("{number:08x}-0000-4000-8000-000000000000")
}

fn key() -> WireKey {
    WireKey::of_test()
}

fn lines(ingredients: Value) -> RecipeLines {
    let recipe = json!({"id": id(1), "recipeIngredient": ingredients});
    of(&Document::from_json(recipe.to_string().as_bytes()).unwrap(), &key()).unwrap()
}

fn line(quantity: Value, food: u128, note: &str) -> Value {
    json!({
        "quantity": quantity, "unit": null, "food": {"id": id(food), "name": "f", "extras": {"a": 1}, "createdAt": "x"},
        "note": note, "display": "as Mealie writes it", "title": null, "originalText": null, "referenceId": id(0xbeef),
    })
}

fn text(note: &str) -> Value {
    json!({"quantity": 0, "unit": null, "food": null, "note": note, "referenceId": id(0xbeef)})
}

fn within(quantity: Value, ingredients: Value) -> Value {
    let recipe =
        json!({"id": id(2), "userId": id(3), "settings": {"public": true}, "recipeIngredient": ingredients});
    json!({"quantity": quantity, "note": "", "referencedRecipe": recipe, "referenceId": id(0xcafe)})
}

fn sent(lines: RecipeLines) -> Vec<Value> {
    lines.lines.into_iter().map(RecipeLine::into_wire).collect()
}

#[test]
fn live_6_lines_are_sent_exactly_as_they_were_read() {
    let read = json!([line(json!(2.5), 7, "ripe"), line(json!(null), 8, ""), text("salt")]);
    let found = lines(read.clone());
    assert!(!found.differs);
    assert_eq!(Value::from(sent(found)), read);
}

#[test]
fn equal_lines_are_put_together_with_all_their_quantities_and_texts() {
    for (row, read, quantity, note, differs) in [
        ("one", json!([line(json!(2), 7, "ripe")]), 2.0, "ripe", false),
        ("two", json!([line(json!(2), 7, ""), line(json!(1.5), 7, "")]), 3.5, "", true),
        (
            "two texts",
            json!([line(json!(2), 7, "diced"), line(json!(1), 7, "sliced")]),
            3.0,
            "diced | sliced",
            true,
        ),
        (
            "one text twice",
            json!([line(json!(2), 7, "diced"), line(json!(1), 7, "diced")]),
            3.0,
            "diced",
            true,
        ),
        (
            "a text with the second",
            json!([line(json!(2), 7, ""), line(json!(null), 7, "diced")]),
            2.0,
            "diced",
            true,
        ),
        (
            "a text with the first",
            json!([line(json!(0), 7, "diced"), line(json!(2), 7, "")]),
            2.0,
            "diced",
            true,
        ),
        ("no quantity at all", json!([line(json!(null), 7, ""), line(json!(0), 7, "")]), 0.0, "", true),
        ("without a food", json!([text("salt"), text("salt")]), 0.0, "salt", true),
        ("thirds", json!([line(json!(0.333), 7, ""), line(json!(0.333), 7, "")]), 0.666, "", true),
    ] {
        let found = lines(read);
        assert_eq!((found.lines.len(), found.differs), (1, differs), "{row}");
        let line = &found.lines[0];
        assert_eq!(line.quantity, quantity, "{row}");
        assert!(line.note.as_ref().unwrap().is(note), "{row}");
        let sent = sent(found);
        assert_eq!(sent[0]["note"], note, "{row}");
        assert_eq!(sent[0]["quantity"].as_f64().unwrap_or_default(), quantity, "{row}");
    }
}

#[test]
fn other_lines_stay_apart() {
    let unit = |number: u128| {
        let mut line = line(json!(1), 7, "");
        line["unit"] = json!({"id": id(number), "name": "u"});
        line
    };
    let read =
        json!([line(json!(1), 7, ""), unit(1), unit(2), line(json!(1), 8, ""), text("salt"), text("Salt")]);
    let found = lines(read.clone());
    assert!(!found.differs);
    assert_eq!(Value::from(sent(found)), read);
}

#[test]
fn lines_of_a_recipe_within_are_lines_of_the_whole() {
    let inner = json!([line(json!(3), 7, "ripe"), text("salt")]);
    for (row, quantity, want) in [
        ("once", json!(1), 3.0),
        ("as often as it says", json!(2), 6.0),
        ("half of it", json!(0.5), 1.5),
        ("no quantity is once", json!(null), 3.0),
        ("none is once", json!(0), 3.0),
    ] {
        let found = lines(json!([within(quantity, inner.clone())]));
        assert!(found.differs, "{row}");
        let sent = sent(found);
        assert_eq!(sent.len(), 2, "{row}");
        assert_eq!(sent[0]["quantity"].as_f64(), Some(want), "{row}");
        assert_eq!(sent[0]["food"], inner[0]["food"], "LIVE-6, {row}");
        assert_eq!(sent[1]["quantity"].as_f64(), Some(0.0), "a line without a quantity has none, {row}");
        assert!(sent.iter().all(|line| line.get("referencedRecipe").is_none()), "SHUT-5, {row}");
    }
    let twice = within(json!(2), json!([within(json!(0.25), inner.clone()), line(json!(1), 7, "")]));
    let found = lines(json!([line(json!(10), 7, ""), twice]));
    assert_eq!(
        found.lines[0].quantity,
        10.0 + 1.5 + 2.0,
        "recipes within recipes, and the same food in each"
    );
}

#[test]
fn a_recipe_within_whose_lines_are_not_shown_is_told() {
    for inner in [json!({"id": id(2), "name": "Dough"}), json!({"id": id(2), "recipeIngredient": null})] {
        let found = lines(json!([{"quantity": 1, "referencedRecipe": inner}, text("salt")]));
        assert_eq!(found.unread, [id(2).parse().unwrap()]);
        assert_eq!((found.lines.len(), found.differs), (1, true));
    }
}

#[test]
fn the_recipes_within_a_recipe_are_known_by_their_ids() {
    let inner = json!({"id": id(2), "recipeIngredient": [{"referencedRecipe": {"id": id(3)}}, {"referencedRecipe": {"id": id(2)}}]});
    let recipe =
        json!({"recipeIngredient": [text("salt"), {"referencedRecipe": inner}, {"referencedRecipe": null}]});
    let found = recipes_within(&Document::from_json(recipe.to_string().as_bytes()).unwrap());
    assert_eq!(found, [id(2).parse().unwrap(), id(3).parse().unwrap()]);
}

#[test]
fn lines_in_which_nothing_stands_are_none() {
    let unit = json!({"quantity": 2, "unit": {"id": id(9), "name": "cup"}, "food": null, "note": " "});
    let found = lines(json!([text(""), text(" \u{200b}"), unit, {}, text("salt")]));
    assert_eq!((found.lines.len(), found.blank, found.differs), (1, 4, true));
}

#[test]
fn live_13_null_missing_and_unknown_fields_of_a_recipe_are_survived() {
    for recipe in [json!({}), json!({"recipeIngredient": null}), json!({"recipeIngredient": []})] {
        let found = of(&Document::from_json(recipe.to_string().as_bytes()).unwrap(), &key()).unwrap();
        assert!(found.lines.is_empty() && !found.differs, "{recipe}");
    }
    let found = lines(
        json!([{"note": "salt"}, {"note": "pepper", "food": null, "quantity": null, "substitutions": [1]}]),
    );
    assert_eq!(found.lines.len(), 2);
    // LIVE-4: each gets an id, and what is not known here is sent back.
    let sent = sent(found);
    assert!(sent.iter().all(|line| line["referenceId"].as_str().unwrap().parse::<Id>().is_ok()), "{sent:?}");
    assert_eq!(sent[1]["substitutions"], json!([1]));
    for lines in
        [json!([5]), json!(["salt"]), json!([{"quantity": "2", "note": "salt"}]), json!([{"food": "salt"}])]
    {
        let recipe = json!({"recipeIngredient": lines});
        let found = of(&Document::from_json(recipe.to_string().as_bytes()).unwrap(), &key());
        assert!(matches!(found, Err(Failure::Answer(Unusable::NotAsExpected, Happened::No))), "{recipe}");
    }
}

#[test]
fn bnd_7_lines_of_too_many_values_are_not_sent() {
    let recipe = |values: usize| json!({"recipeIngredient": [{"note": "salt", "extras": vec![0; values]}]});
    for (row, values, fits) in [("many", MOST_VALUES - 3, true), ("one more", MOST_VALUES - 2, false)] {
        let found = of(&Document::from_json(recipe(values).to_string().as_bytes()).unwrap(), &key());
        assert_eq!(found.is_ok(), fits, "{row}");
    }
}

/// BND-5: a text is joined once, however many there are.
#[test]
fn five_thousand_texts_of_one_food_are_joined_in_one_pass() {
    let many: Vec<Value> = (0..4_000)
        .map(|number| json!({"food": {"id": id(7)}, "note": format!("{number} {}", "x".repeat(1_000))}))
        .collect();
    let found = lines(many.into());
    assert_eq!(found.lines.len(), 1);
    assert!(found.lines[0].note.as_ref().unwrap().len_chars() > 4_000_000);
}
