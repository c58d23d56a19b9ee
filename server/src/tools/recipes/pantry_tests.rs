//! The words of a call in a kitchen that behaves like Mealie's.

use fake_mealie::{Options, Seed};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::failure::{Failure, Unusable};
use crate::tools::bench::Bench;
use crate::tools::recipes::CreateRecipe;

async fn empty() -> Bench {
    Bench::with(Options { seed: Seed::Empty, ..Options::default() }).await
}

/// A recipe of lines of one part each.
async fn lines(bench: &Bench, part: &str, names: &[&str]) -> Result<Answer, Failure> {
    let lines: Vec<Value> =
        names.iter().map(|name| json!({part: name, "note": "fresh", "quantity": 1})).collect();
    bench.goes::<CreateRecipe>(json!({"name": "Soup", "ingredients": lines})).await
}

fn refusal(outcome: &Result<Answer, Failure>) -> &str {
    match outcome {
        Err(Failure::Argument { rule, .. }) => rule,
        other => panic!("a refusal was expected: {other:?}"),
    }
}

#[tokio::test]
async fn live_6_names_of_one_call_that_differ_in_accents_are_two_words() {
    for (row, part, names, made) in [
        ("other accents", "food", &["pâté", "pâte"][..], &["pâté", "pâte"][..]),
        ("others in the plural", "food", &["pâtés", "pâte"], &["pâtés", "pâte"]),
        ("none", "food", &["Crème Brûlée", "creme brulee"], &["Crème Brûlée"]),
        ("none, before", "food", &["creme brulee", "Crème Brûlée"], &["creme brulee"]),
        ("of their own", "food", &["pa\u{302}te\u{301}", "pâté", "Pâtés"], &["pa\u{302}te\u{301}"]),
        ("the one letter", "unit", &["T", "t", " T"], &["T", "t"]),
        ("another letter", "unit", &["L", "l"], &["L"]),
    ] {
        let bench = empty().await;
        let answer = lines(&bench, part, names).await.unwrap();
        assert_eq!(answer.structured["created"], json!({format!("{part}s"): made}), "{row}");
    }
}

#[tokio::test]
async fn live_6_a_name_that_could_be_two_new_ones_is_neither_wherever_it_stands() {
    for names in [["dua", "dừa", "dứa"], ["dừa", "dua", "dứa"], ["dừa", "dứa", "dua"]] {
        let bench = empty().await;
        let outcome = lines(&bench, "food", &names).await;
        assert!(refusal(&outcome).contains("more than one"), "{names:?}: {outcome:?}");
        assert_eq!(bench.mealie.writes(), [], "{names:?}");
    }
}

#[tokio::test]
async fn live_6_a_food_of_other_accents_is_made_beside_the_one_that_is_there() {
    let bench = empty().await;
    bench.mealie.kitchen().add_food("bò");
    let answer = lines(&bench, "food", &["bơ", "bo"]).await.unwrap();
    assert_eq!(answer.structured["created"], json!({"foods": ["bơ"]}));
    let foods: Vec<_> = answer.structured["recipe"]["ingredients"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| &line["food"])
        .collect();
    assert_eq!(foods, ["bơ", "bò"]);
}

#[tokio::test]
async fn live_6_what_a_name_means_does_not_depend_on_how_many_there_are() {
    for (name, want) in [("zorb", Err("more than one food")), ("yolk", Ok("Dotter"))] {
        for more in [&[][..], &["salt", "oil", "rice"]] {
            let bench = empty().await;
            {
                let mut kitchen = bench.mealie.kitchen();
                for (food, alias) in [
                    ("Zorb leaf", Some("zorb")),
                    ("Negi", Some("zorb")),
                    ("Yolks", None),
                    ("Dotter", Some("yolk")),
                ] {
                    let id = kitchen.add_food(food);
                    alias.into_iter().for_each(|alias| kitchen.alias_food(id, alias));
                }
            }
            let outcome = lines(&bench, "food", &[&[name], more].concat()).await;
            match want {
                Err(rule) => assert!(refusal(&outcome).contains(rule), "{name}, {more:?}: {outcome:?}"),
                Ok(food) => {
                    let answer = outcome.unwrap();
                    assert_eq!(answer.structured["recipe"]["ingredients"][0]["food"], food, "{more:?}");
                }
            }
        }
    }
}

/// All tags are read at once, so that what is not among them is not there.
#[tokio::test]
async fn bnd_5_tags_and_categories_are_read_once_in_a_plan_new_ones_too() {
    let bench = empty().await;
    bench.mealie.kitchen().add_tag("Quick");
    let planned = bench
        .plans::<CreateRecipe>(json!({"name": "Soup", "tags": ["Quick", "New"], "categories": ["Newer"]}))
        .await;
    assert!(planned.is_ok());
    let asked: Vec<String> = bench.mealie.journal().into_iter().map(|arrival| arrival.path).collect();
    let count = |path: &str| asked.iter().filter(|asked| *asked == path).count();
    assert_eq!((count("/api/organizers/tags"), count("/api/organizers/categories")), (1, 1), "{asked:?}");
}

/// A word is sent as often as it is named.
#[tokio::test]
async fn bnd_7_words_that_are_too_much_together_are_not_sent() {
    for (uses, fits) in [(40, true), (41, false)] {
        let bench = empty().await;
        {
            let mut kitchen = bench.mealie.kitchen();
            let food = kitchen.add_food("crowd");
            let crowd: Map<String, Value> = (0..950).map(|at| (format!("k{at}"), json!("v"))).collect();
            kitchen.foods.get_mut(food).unwrap().extras = crowd;
        }
        let outcome = lines(&bench, "food", &vec!["crowd"; uses]).await;
        match outcome {
            Ok(_) => assert!(fits, "{uses}"),
            Err(Failure::Unfinished { cause, .. }) => {
                assert!(
                    !fits && matches!(*cause, Failure::Answer(Unusable::NotAsExpected, _)),
                    "{uses}: {cause:?}"
                );
            }
            Err(other) => panic!("{uses}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn bnd_7_two_hundred_lines_of_words_as_kitchens_have_them_are_sent() {
    let bench = empty().await;
    let given: Vec<Value> = (0..200)
        .map(|at| json!({"quantity": 1, "food": format!("food {at}"), "unit": format!("unit {at}")}))
        .collect();
    {
        let mut kitchen = bench.mealie.kitchen();
        for at in 0..200 {
            let food = kitchen.add_food(&format!("food {at}"));
            ["one", "two", "three"]
                .iter()
                .for_each(|alias| kitchen.alias_food(food, &format!("{alias} {at}")));
            kitchen.add_unit(&format!("unit {at}"));
        }
    }
    let answer = bench.goes::<CreateRecipe>(json!({"name": "Soup", "ingredients": given})).await.unwrap();
    assert_eq!(answer.structured["recipe"]["ingredients"].as_array().unwrap().len(), 200);
}
