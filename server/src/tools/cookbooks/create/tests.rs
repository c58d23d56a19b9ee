//! A cookbook is made of what was read of its filter; a public one after a yes.

use fake_mealie::Fault;
use serde_json::json;

use super::*;
use crate::args::tests::refusal;
use crate::tools::bench::Bench;

#[test]
fn ask_19_a_public_cookbook_says_how_many_match_now_and_that_later_ones_join() {
    insta::assert_snapshot!(question(12, true), @r"
    This will create a public cookbook. 12 recipes match its filter now.

    Unless the group or this household is private, it can be read without a login, with those of its recipes that are public themselves; recipes that match later join by themselves. Deleting it ends this.
    ");
    insta::assert_snapshot!(question(1, true).to_string().lines().next().unwrap(), @"This will create a public cookbook. 1 recipe matches its filter now.");
    insta::assert_snapshot!(question(0, false).to_string().lines().next().unwrap(), @"This will create a public cookbook. It has no filter, so it shows every recipe of the group: 0 now.");
}

#[tokio::test]
async fn ask_2_a_private_cookbook_goes_unasked_and_mealie_gets_the_filter_written_anew() {
    for (row, filter, sent) in [
        ("no filter", json!(null), json!(null)),
        ("an empty one", json!(" "), json!(null)),
        (
            "one in camel case, without quotes",
            json!("recipeCategory.name in [Dinner]  and ( rating>=4 )"),
            json!(r#"recipe_category.name IN ["Dinner"] AND rating >= 4"#),
        ),
    ] {
        let bench = Bench::start().await;
        let arguments = json!({"name": "Week nights", "description": "Quick.", "query_filter": filter});
        let answer = bench.goes::<CreateCookbook>(arguments).await.unwrap_or_else(|f| panic!("{row}: {f:?}"));
        let writes = bench.mealie.writes();
        let mut want = json!({"name": "Week nights", "description": "Quick.", "public": false});
        if !sent.is_null() {
            want["queryFilterString"] = sent.clone();
        }
        assert_eq!((writes.len(), &writes[0].body), (1, &want), "{row}");
        let stored = bench.mealie.kitchen().cookbook_named("Week nights").cloned().unwrap();
        assert!(!stored.public, "{row}");
        assert_eq!(answer.structured["status"], "created", "{row}");
        assert_eq!(answer.structured["id"], json!(stored.id), "{row}");
        assert_eq!(answer.structured["public"], json!(false), "{row}");
        assert_eq!(
            answer.structured.get("query_filter"),
            Some(&sent).filter(|sent| !sent.is_null()),
            "{row}"
        );
    }
}

#[tokio::test]
async fn ask_1_a_public_one_asks_counts_with_one_small_request_and_is_made_after_the_yes() {
    let bench = Bench::start().await;
    let recipes = bench.mealie.kitchen().recipes.len();
    for (row, filter, said, asked_for) in [
        (
            "a filter",
            json!(r#"name = "Pea Soup" OR name LIKE "nothing of that kind%""#),
            "1 recipe matches its filter now.".to_owned(),
            Some(r#"name = "Pea Soup" OR name LIKE "nothing of that kind%""#),
        ),
        ("none", json!(null), format!("it shows every recipe of the group: {recipes} now."), None),
    ] {
        let before = bench.mealie.journal().len();
        let arguments = json!({"name": "Open house", "query_filter": filter, "is_public": true});
        let asked = bench.asks::<CreateCookbook>(arguments).await.unwrap();
        assert!(asked.question.contains(&said), "{row}: {}", asked.question);
        let journal = bench.mealie.journal();
        let [only] = &journal[before..] else { panic!("{row}: one request, not {journal:?}") };
        let value =
            |name: &str| only.query.iter().find(|(one, _)| one == name).map(|(_, value)| value.as_str());
        assert_eq!((value("perPage"), value("queryFilter")), (Some("1"), asked_for), "{row}");
        let answer = bench.after_a_yes(asked).await.unwrap();
        assert_eq!(answer.structured["public"], json!(true), "{row}");
    }
    let kept: Vec<String> =
        bench.mealie.writes().iter().map(|write| write.body["queryFilterString"].to_string()).collect();
    assert_eq!(kept[1], r#""id IS NOT NULL""#, "strangers would see of an empty filter what is not public");
    let kitchen = bench.mealie.kitchen();
    let public: Vec<bool> =
        kitchen.cookbooks.iter().filter(|book| book.name == "Open house").map(|book| book.public).collect();
    assert_eq!(public, [true, true]);
}

#[tokio::test]
async fn ask_12_another_name_text_or_filter_is_another_call_and_another_spelling_is_not() {
    let bench = Bench::start().await;
    let mut bound = Vec::new();
    let mut of = |bound_to: crate::tools::bench::Asked| {
        let question = bound_to.question.clone();
        bound.push(bound_to.target.bind("process", "create_cookbook", &question).call);
    };
    for arguments in [
        json!({"name": "A", "is_public": true, "query_filter": "rating = 5"}),
        json!({"name": "B", "is_public": true, "query_filter": "rating = 5"}),
        json!({"name": "A", "is_public": true, "query_filter": "rating = 4"}),
        json!({"name": "A", "is_public": true, "query_filter": "rating = 5", "description": "x"}),
        json!({"name": "A", "is_public": true, "query_filter": "(rating=5.0)", "description": ""}),
    ] {
        of(bench.asks::<CreateCookbook>(arguments).await.unwrap());
    }
    assert_eq!(bound[0], bound[4], "the same, spelled otherwise");
    bound.sort_unstable();
    bound.dedup();
    assert_eq!(bound.len(), 4);
}

#[tokio::test]
async fn shut_4_a_filter_over_other_columns_is_refused_before_any_request() {
    let bench = Bench::start().await;
    for filter in [
        r#"user.password LIKE "$2b$%""#,
        r#"name = "x" OR user.tokens.token LIKE "ey%""#,
        r#"(comments.user.password LIKE "a%")"#,
        r#"name = "x" OR (group.users.email LIKE "a%""#,
        "hello world",
        r#"name = "a" AND"#,
    ] {
        for public in [false, true] {
            let arguments = json!({"name": "Prying", "query_filter": filter, "is_public": public});
            let failure = bench.plans::<CreateCookbook>(arguments).await.err().unwrap();
            assert!(
                matches!(&failure, Failure::Argument { name, .. } if name.as_str() == "query_filter"),
                "{filter}: {failure:?}"
            );
        }
    }
    assert_eq!(bench.mealie.journal(), []);
}

#[tokio::test]
async fn live_3_a_slug_or_a_name_that_mealie_made_otherwise_is_told() {
    const TWIN: &str = "There is a cookbook of this name already";
    const RENAMED: &str = "under another name than was given";
    let bench = Bench::start().await;
    for (row, name, slug, told) in [
        ("the first", "Sunday", "sunday", &[][..]),
        ("the second", "Sunday", "sunday-1", &[TWIN]),
        ("a number of its own", "Menu 7", "menu-7", &[]),
        ("a number of its own, and one of Mealie's", "Menu 7", "menu-7-1", &[TWIN]),
        ("the same number twice", "Menu 7-1", "menu-7-1-1", &[TWIN]),
        ("blanks around", " Monday ", "monday", &[RENAMED]),
        ("blanks around what is taken", " Sunday ", "sunday-2", &[RENAMED, TWIN]),
        ("letters of another script", "味噌汁", "wei-cheng-zhi", &[]),
        ("the same, taken", "味噌汁", "wei-cheng-zhi-1", &[TWIN]),
    ] {
        let answer = bench.goes::<CreateCookbook>(json!({"name": name})).await.unwrap();
        assert_eq!(answer.structured["slug"], slug, "{row}");
        assert_eq!(answer.structured["name"], name.trim(), "{row}");
        let notes =
            answer.structured.get("notes").and_then(|notes| notes.as_array().cloned()).unwrap_or_default();
        assert_eq!(notes.len(), told.len(), "{row}: {notes:?}");
        for (note, told) in notes.iter().zip(told) {
            assert!(note.as_str().unwrap().contains(told), "{row}: {note}");
        }
    }
}

#[tokio::test]
async fn a_filter_that_this_mealie_does_not_take_creates_nothing_and_says_so() {
    let bench = Bench::start().await;
    // Foods have no slug in Mealie 3.10.2.
    let filter = r#"recipe_ingredient.food.slug = "peas""#;
    for public in [false, true] {
        let arguments = json!({"name": "Peas", "query_filter": filter, "is_public": public});
        let failure = match bench.plans::<CreateCookbook>(arguments).await {
            Ok(crate::tool::Plan::Go(write)) => bench.runs(write).await.unwrap_err(),
            Ok(_) => panic!("public {public}: it is refused when it is counted"),
            Err(failure) => failure,
        };
        let said = failure.words().ours;
        assert!(said.contains("does not take the filter") && said.contains("Nothing was created"), "{said}");
    }
    assert!(bench.mealie.kitchen().cookbook_named("Peas").is_none());
}

#[tokio::test]
async fn live_10_a_500_may_have_created_it_and_is_not_repeated() {
    let bench = Bench::start().await;
    let order = Fault::under("POST", "/api/households/cookbooks");
    bench.mealie.order_fault(order.answers_after_the_deed(500, "Internal Server Error"));
    let failure = bench.goes::<CreateCookbook>(json!({"name": "Sunday"})).await.unwrap_err();
    assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
    assert_eq!(bench.mealie.writes().len(), 1);
}

#[test]
fn bounds_of_a_cookbook() {
    let filter = |letters: usize| json!({"name": "a", "query_filter": format!("name = \"{}\"", "x".repeat(letters - 9))});
    for (row, arguments, refused) in [
        ("a name alone", json!({"name": "a"}), false),
        ("no name", json!({}), true),
        ("an empty one", json!({"name": ""}), true),
        ("one without a letter", json!({"name": "!?"}), true),
        ("one of 255", json!({"name": "a".repeat(255)}), false),
        ("one more", json!({"name": "a".repeat(256)}), true),
        ("a description of 2,000", json!({"name": "a", "description": "x".repeat(2000)}), false),
        ("one more", json!({"name": "a", "description": "x".repeat(2001)}), true),
        ("a filter of 1,000", filter(1000), false),
        ("one more", filter(1001), true),
        ("a filter that is a list", json!({"name": "a", "query_filter": []}), true),
        ("public in quotes", json!({"name": "a", "is_public": "true"}), true),
    ] {
        assert_eq!(refusal("create_cookbook", arguments).is_some(), refused, "{row}");
    }
    for (tool, arguments, refused) in [
        ("get_cookbook", json!({"cookbook": "a", "per_page": 100}), false),
        ("get_cookbook", json!({"cookbook": "a", "per_page": 101}), true),
        ("get_cookbook", json!({"cookbook": "a", "per_page": 0}), true),
        ("get_cookbook", json!({"cookbook": ""}), true),
        ("get_cookbook", json!({"cookbook": "a".repeat(255)}), false),
        ("get_cookbook", json!({"cookbook": "a".repeat(256)}), true),
        ("list_cookbooks", json!({"page": 0}), true),
        ("list_cookbooks", json!({"page": 1, "per_page": 100}), false),
        ("list_cookbooks", json!({"per_page": 101}), true),
        ("delete_cookbook", json!({"cookbook_id": "sunday"}), true),
    ] {
        assert_eq!(refusal(tool, arguments.clone()).is_some(), refused, "{tool} {arguments}");
    }
}

#[tokio::test]
async fn live_12_an_eleventh_cookbook_of_one_name_is_told_of_its_name() {
    let bench = Bench::start().await;
    let book = || json!({"name": "Week nights"});
    for number in 1..=10 {
        bench.goes::<CreateCookbook>(book()).await.unwrap_or_else(|f| panic!("{number}: {f:?}"));
    }
    let words = bench.goes::<CreateCookbook>(book()).await.unwrap_err().words().ours;
    assert!(words.contains("at most ten cookbooks of one name"), "{words}");
    let kept = bench.mealie.kitchen().cookbooks.iter().filter(|book| book.name == "Week nights").count();
    assert_eq!(kept, 10);
}
