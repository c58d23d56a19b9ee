//! Names, addresses and words of a kitchen: what is refused, what is made, and what a failure leaves.

use super::*;

#[tokio::test]
async fn live_5_a_rename_sends_name_and_slug_and_leaves_a_sound_address() {
    let pie = nasty().await;
    let answer = pie.changes(json!({"name": "Lemon Pie"})).await.unwrap();
    assert_eq!(answer.structured["recipe"]["slug"], "lemon-pie");
    assert_eq!(pie.stored().slug, "lemon-pie");
    pie.changes(json!({"description": "by its new address"})).await.unwrap();
    assert_eq!(pie.stored().description.as_deref(), Some("by its new address"));
}

#[tokio::test]
async fn live_5_a_name_that_is_not_free_is_refused_before_anybody_is_asked() {
    let pie = nasty().await;
    pie.bench.mealie.kitchen().add_recipe("Crêpe Suzette");
    for (name, word) in [
        ("Dough", "Another recipe has this name"),
        ("DOUGH!", "Another recipe has this name"),
        ("crepe suzette", "Another recipe has this name"),
        ("suggestions", "by its address"),
        ("11111111-2222-4333-8444-555555555555", "by its address"),
        ("🥧", "letter or a digit"),
    ] {
        let said = pie.refusal(json!({"name": name})).await;
        assert!(said.contains(word) && said.contains("Nothing was changed"), "{name}: {said}");
    }
    assert_eq!(pie.bench.mealie.writes(), []);
    pie.asks(json!({"name": "CRÈME pie"})).await;
}

/// Where the address of a name cannot be known here, Mealie's own refusal is put into words.
#[tokio::test]
async fn live_5_a_name_that_mealie_refuses_is_told_as_such() {
    let pie = nasty().await;
    pie.bench.mealie.kitchen().add_recipe("味噌汁");
    let failure = pie.changes(json!({"name": "味噌汁"})).await.unwrap_err();
    assert!(matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Taken), "{failure:?}");
    assert_eq!(failure.happened(), Happened::No);
    assert_eq!(pie.stored().name, "Crème Pie");
}

#[tokio::test]
async fn live_5_a_broken_address_is_found_before_the_question_and_before_the_write() {
    for (row, given) in [("asked about", json!({"description": "x"})), ("unasked", json!({"servings": 2}))] {
        let pie = nasty().await;
        let plan = pie.bench.plans::<UpdateRecipe>(pie.arguments(given.clone())).await.unwrap();
        pie.bench.mealie.kitchen().rename_leaving_the_slug(pie.id, "Dough");
        let outcome = match plan {
            Plan::Ask(asks) => pie.bench.runs(asks.write).await,
            Plan::Go(write) => pie.bench.runs(write).await,
            Plan::Answer(_) => panic!("{row}"),
        };
        assert!(pie.bench.is_broken_address(&outcome), "{row}: {outcome:?}");
        let planned = pie.bench.plans::<UpdateRecipe>(pie.arguments(given)).await;
        assert!(pie.bench.is_broken_address(&planned.map(|_| ())), "{row}");
        assert_eq!(pie.bench.mealie.writes(), [], "{row}");
    }
}

#[tokio::test]
async fn live_5_an_answer_about_another_recipe_is_told_at_once() {
    let pie = nasty().await;
    let other = Uuid::from_u128(0x3f2a_0000_0000_4000_8000_0000_0000_0009);
    let fault =
        Fault::under("PATCH", "/api/recipes").next(1).rewrites(&pie.id.to_string(), &other.to_string());
    pie.bench.mealie.order_fault(fault);
    let failure = pie.changes(json!({"description": "x"})).await.unwrap_err();
    assert!(
        matches!(&failure, Failure::ChangedAnother { meant, hit }
        if *meant == Id::from(pie.id) && *hit == Id::from(other)),
        "{failure:?}"
    );
}

#[tokio::test]
async fn live_6_organizers_and_foods_are_sent_as_they_stand_at_the_moment() {
    let pie = nasty().await;
    let asked =
        pie.asks(json!({"tags": ["Vegan"], "ingredients": [{"quantity": 1, "food": "flours"}]})).await;
    let (vegan, flour) = {
        let kitchen = pie.bench.mealie.kitchen();
        let tag = kitchen.organizers.iter().find(|one| one.name == "Vegan").unwrap().id;
        (tag, kitchen.foods.iter().find(|food| food.name == "Flour").unwrap().id)
    };
    // Renamed while the question was open: what was read before would set the old name again (hazard 7).
    pie.bench.mealie.kitchen().rename_organizer(vegan, "Plants only");
    let failure = pie.bench.after_a_yes(asked).await.unwrap_err();
    assert!(
        matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Changed),
        "it is on the recipe"
    );
    let asked = pie.asks(json!({"tags": [vegan], "ingredients": [{"quantity": 1, "food": "FLOURS"}]})).await;
    pie.bench.after_a_yes(asked).await.unwrap();
    let sent = pie.patched();
    assert_eq!(sent["tags"][0]["name"], "Plants only");
    assert!(sent["tags"][0]["groupId"].is_string() && sent["tags"][0]["slug"] == "plants-only");
    assert_eq!(sent["recipeIngredient"][0]["food"]["id"], json!(flour));
    assert!(sent["recipeIngredient"][0]["food"]["aliases"].is_array(), "all of it");
    assert_eq!(pie.bench.mealie.kitchen().organizers.get(vegan).unwrap().name, "Plants only");
}

#[tokio::test]
async fn live_6_what_is_missing_is_made_once_and_told() {
    let pie = nasty().await;
    let answer = pie
        .changes(json!({
            "ingredients": [{"food": "Cream", "unit": "cup"}, {"food": "CREAM", "unit": "Cup"}, {"food": "crème"},
                            {"food": "creme"}],
            "tags": ["Cake", "cake!"], "categories": ["Dessert"],
        }))
        .await
        .unwrap();
    let created =
        json!({"tags": ["Cake"], "categories": ["Dessert"], "foods": ["Cream", "crème"], "units": ["cup"]});
    assert_eq!(answer.structured["created"], created);
    let stored = pie.stored();
    assert_eq!(stored.ingredients[0].food, stored.ingredients[1].food);
    assert_eq!(stored.ingredients[2].food, stored.ingredients[3].food);
    assert_eq!((stored.tags.len(), stored.categories.len()), (1, 1));
}

#[tokio::test]
async fn live_6_what_somebody_made_meanwhile_is_used() {
    let pie = nasty().await;
    let asked = pie.asks(json!({"ingredients": [{"food": "Cream", "unit": "cup"}], "tags": ["Cake"]})).await;
    let (cream, cup, cake) = {
        let mut kitchen = pie.bench.mealie.kitchen();
        (kitchen.add_food("Cream"), kitchen.add_unit("cup"), kitchen.add_tag("Cake"))
    };
    let answer = pie.bench.after_a_yes(asked).await.unwrap();
    assert!(answer.structured.get("created").is_none(), "{:?}", answer.structured);
    let stored = pie.stored();
    assert_eq!((stored.ingredients[0].food, stored.ingredients[0].unit), (Some(cream), Some(cup)));
    assert_eq!(stored.tags, [cake]);
}

#[tokio::test]
async fn live_3_what_was_made_before_a_failure_is_told() {
    let pie = nasty().await;
    pie.bench.mealie.order_fault(Fault::under("PATCH", "/api/recipes").next(1).answers(503, "busy"));
    let failure = pie.changes(json!({"ingredients": [{"food": "Cream"}]})).await.unwrap_err();
    let words = failure.words().ours;
    assert!(
        words.contains("1 new tag, category, food or unit was created") && words.contains("503"),
        "{words}"
    );
    assert_eq!(failure.happened(), Happened::Perhaps);
}

#[tokio::test]
async fn live_12_a_locked_recipe_is_told_as_such() {
    let pie = nasty().await;
    {
        let mut kitchen = pie.bench.mealie.kitchen();
        let stranger = Uuid::from_u128(99);
        let recipe = kitchen.recipes.get_mut(pie.id).unwrap();
        (recipe.settings.locked, recipe.user_id) = (true, stranger);
    }
    for given in [json!({"description": "x", "tags": ["Brand new"]}), json!({"servings": 2})] {
        let words = pie.refusal(given).await;
        assert!(words.contains("locked"), "{words}");
    }
    assert_eq!(pie.bench.mealie.writes(), [], "nothing is made for it");
}

#[tokio::test]
async fn live_12_a_locked_recipe_of_ones_own_can_be_changed() {
    let pie = nasty().await;
    pie.bench.mealie.kitchen().recipes.get_mut(pie.id).unwrap().settings.locked = true;
    pie.changes(json!({"servings": 2})).await.unwrap();
    assert_eq!(pie.stored().servings, 2.0);
}

/// As wire text it would take more memory than there is.
#[tokio::test]
async fn bnd_7_no_list_is_sent_back_to_a_recipe_of_too_many_values() {
    let pie = nasty().await;
    let crowd = |values: usize| {
        let mut kitchen = pie.bench.mealie.kitchen();
        kitchen.recipes.get_mut(pie.id).unwrap().unknown_keys.insert("crowd".into(), json!(vec![0; values]));
    };
    let notes = json!({"notes": [{"title": "Cold", "text": "Good too."}], "tags": ["Brand new"]});
    crowd(39_000);
    assert!(pie.changes(notes.clone()).await.is_ok());
    crowd(40_000);
    let (before, writes) = (pie.stored(), pie.bench.mealie.writes().len());
    for list in [notes, json!({"ingredients": ["peas"]}), json!({"instructions": ["Boil."]})] {
        let words = pie.refusal(list).await;
        assert!(words.starts_with("This recipe holds too much"), "{words}");
    }
    assert_eq!(
        (pie.stored(), pie.bench.mealie.writes().len()),
        (before, writes),
        "nothing is asked, nothing made"
    );
    assert!(pie.changes(json!({"servings": 3, "description": "x"})).await.is_ok(), "what sends no list back");
}

#[tokio::test]
async fn lines_that_cannot_be_meant_are_refused_before_anybody_is_asked() {
    let pie = nasty().await;
    let twins = ["Stock", "stock"].map(|name| pie.bench.mealie.kitchen().add_food(name).to_string());
    let nobody = "3f2a0000-0000-4000-8000-00000000dead";
    for (row, given, place, word) in [
        (
            "a food that is two",
            json!({"ingredients": ["a", {"food": "STOCK"}]}),
            "ingredients[1].food",
            twins[0].as_str(),
        ),
        (
            "a food by an id that nobody has",
            json!({"ingredients": [{"food": nobody}]}),
            "ingredients[0].food",
            "no food",
        ),
        (
            "a unit by such an id",
            json!({"ingredients": [{"note": "x", "unit": nobody}]}),
            "ingredients[0].unit",
            "no unit",
        ),
        ("a tag by such an id", json!({"tags": ["Vegan", nobody]}), "tags[1]", "no tag"),
        ("a category of signs alone", json!({"categories": ["!?"]}), "categories[0]", "a letter or a digit"),
        (
            "a line that is not there",
            json!({"ingredients": [{"reference_id": nobody}]}),
            "ingredients[0]",
            "no line's",
        ),
        (
            "a line emptied",
            json!({"ingredients": [{"reference_id": pie.lines[0], "quantity": 3}]}),
            "ingredients[0]",
            "alone keeps",
        ),
        (
            "a line twice",
            json!({"ingredients": [{"reference_id": pie.lines[0]}, {"reference_id": pie.lines[0]}]}),
            "ingredients[1]",
            "another line",
        ),
        (
            "a food in the place of a recipe",
            json!({"ingredients": [{"reference_id": pie.lines[2], "food": "Flour", "quantity": 2}]}),
            "ingredients[0]",
            "a recipe of its own",
        ),
        (
            "a food by the id alone that no line has",
            json!({"ingredients": [{"food_id": nobody, "note": "x"}]}),
            "ingredients[0]",
            "by name or UUID",
        ),
        (
            "a recipe as a new ingredient",
            json!({"ingredients": [{"recipe_id": nobody}]}),
            "ingredients[0]",
            "names a recipe",
        ),
        ("a step without a text", json!({"instructions": [{"title": "Base"}]}), "instructions[0]", "`text`"),
        (
            "a line with a measure alone",
            json!({"ingredients": [{"reference_id": pie.lines[0], "unit": "gram"}]}),
            "ingredients[0]",
            "alone keeps",
        ),
        (
            "a step emptied",
            json!({"instructions": [{"title": "Base"}, "Add the dough.", {}, "Bake."]}),
            "instructions[0]",
            "`text`",
        ),
        ("a note without a text", json!({"notes": [{"title": "new"}]}), "notes[0]", "`text`"),
        (
            "a food that is two, called as a tag is",
            json!({"tags": ["STOCK"], "ingredients": [{"food": "STOCK"}]}),
            "ingredients[0].food",
            twins[0].as_str(),
        ),
        ("a note without a title", json!({"notes": [{"text": "new"}]}), "notes[0]", "`title`"),
    ] {
        let said = pie.refusal(given).await;
        assert!(said.contains(&format!("`{place}`")) && said.contains(word), "{row}: {said}");
        assert!(said.contains("Nothing was changed"), "{row}");
    }
    let said = pie.refusal(json!({})).await;
    assert!(said.contains("nothing to change"), "{said}");
}

/// Not even where Mealie refuses to make a third one.
#[tokio::test]
async fn live_6_what_could_be_two_after_a_refusal_is_neither() {
    let pie = nasty().await;
    let asked = pie.asks(json!({"ingredients": [{"food": "Cream"}]})).await;
    for name in ["CREAM", "cream"] {
        pie.bench.mealie.kitchen().add_food(name);
    }
    pie.bench.mealie.order_fault(Fault::on("POST", "/api/foods").next(1).answers(400, "{}"));
    let failure = pie.bench.after_a_yes(asked).await.unwrap_err();
    assert!(matches!(failure, Failure::Status { code: 400, .. }), "{failure:?}");
    assert!(pie.bench.mealie.writes().iter().all(|arrival| arrival.method != "PATCH"));
}

/// Mealie keeps the blanks around a food's name, and nobody would find it again.
#[tokio::test]
async fn live_6_a_new_food_has_no_blanks_around_its_name() {
    let pie = nasty().await;
    pie.changes(json!({"ingredients": [{"food": " Cream "}]})).await.unwrap();
    assert!(pie.bench.mealie.kitchen().foods.iter().any(|food| food.name == "Cream"));
}
