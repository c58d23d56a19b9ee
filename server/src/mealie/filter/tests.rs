//! What a filter may be (SHUT-4), and that Mealie's own reader finds in ours what stands there.

use proptest::prelude::*;

use serde::Deserialize;
use serde_json::json;

use super::fields::{FIELDS, Field};
use super::*;
use crate::mealie::route::Route;
use crate::settings::Connection;

const ID: &str = "3f2a0000-0000-4000-8000-00000000000a";

/// A filter as Mealie gets it, or what is wrong.
fn written(text: &str) -> Result<String, String> {
    match RecipeFilter::read(text) {
        Ok(filter) => Ok(filter.map(|filter| filter.to_string()).unwrap_or_default()),
        Err(trouble) => Err(trouble.to_string()),
    }
}

#[test]
fn shut_4_every_field_of_the_contract_is_taken_in_both_spellings_and_no_other_one() {
    for field in FIELDS {
        for name in [field.name, field.camel] {
            assert_eq!(written(&format!("{name} IS NULL")), Ok(format!("{} IS NULL", field.name)), "{name}");
        }
    }
    for name in [
        "user.password",
        "user.email",
        "user.username",
        "user.tokens.token",
        "group.id",
        "group.webhooks.url",
        "household.name",
        "comments.text",
        "settings.public",
        "assets.name",
        "nutrition.calories",
        "org_url",
        "orgURL",
        "extras.value",
        "tags.group_id",
        "tags.recipes.name",
        "tags",
        "recipe_category",
        "tools.households.name",
        "recipe_ingredient.food",
        "recipe_ingredient.note",
        "recipe_ingredient.unit.name",
        "recipeIngredient.food.householdsWithIngredientFood",
        "recipe_ingredient.food.name.x",
        "Name",
        "NAME",
        "tags.Name",
        "name.",
        ".name",
        "tags..name",
        "__class__",
        "metadata",
        "n\u{430}me",
        "password",
    ] {
        let said = written(&format!("{name} = \"x\"")).unwrap_err();
        let refused = said.contains("none to filter by") || said.contains("needs a field");
        assert!(refused && !said.contains("password") && !said.contains("\u{430}"), "{name}: {said}");
    }
}

#[test]
fn shut_4_a_filter_is_written_anew_from_its_parts() {
    for (given, want) in [
        ("", ""),
        (" \t\r\n ", ""),
        ("name=soup", r#"name = "soup""#),
        (r#"name = "  Pea soup ""#, r#"name = "Pea soup""#),
        ("name <> 'x", r#"at 9"#),
        (r#"name LIKE "%soup%""#, r#"name LIKE "%soup%""#),
        (r#"name not  like %soup"#, r#"name NOT LIKE "%soup""#),
        (r#"tags.name IN [vegan,"Quick & easy"]"#, r#"tags.name IN ["vegan", "Quick & easy"]"#),
        (r#"tags.slug contains all ["vegan"]"#, r#"tags.slug CONTAINS ALL ["vegan"]"#),
        ("recipeCategory.id NOT IN [3F2A00000000400080000000000000 0A]", "at 27"),
        (
            &format!("recipeCategory.id NOT IN [{}]", ID.to_uppercase()),
            &format!(r#"recipe_category.id NOT IN ["{ID}"]"#),
        ),
        ("name!=soup", r#"name <> "soup""#),
        ("rating>=4.50", "rating >= 4.5"),
        ("rating = 5", "rating = 5"),
        ("lastMade <= $NOW-30d", r#"last_made <= "$NOW-30d""#),
        ("date_added > 2026-03-09", r#"date_added > "2026-03-09""#),
        ("created_at < 2026-03-09T18:30:00", r#"created_at < "2026-03-09T18:30:00""#),
        ("last_made is none", "last_made IS NULL"),
        ("last_made IS NOT null", "last_made IS NOT NULL"),
        ("rating = 1 and rating = 2 AND rating = 3", "rating = 1 AND rating = 2 AND rating = 3"),
        ("((rating = 1) AND (rating = 2 and rating = 3))", "rating = 1 AND rating = 2 AND rating = 3"),
        ("(rating = 1 AND rating = 2) or rating = 3", "(rating = 1 AND rating = 2) OR rating = 3"),
        (r#"rating = " 4.5 ""#, "rating = 4.5"),
        ("name\u{a0}= soup", "at 5"),
        ("name =\u{2003}soup", "at 7"),
        ("name = soup\u{2028}AND rating = 1", "at 12"),
        ("\u{feff}name = soup", "at 1"),
        ("na\u{200b}me = soup", "at 3"),
        (r#"name = "AND""#, r#"name = "AND""#),
        (r#"name = "user.password LIKE""#, r#"name = "user.password LIKE""#),
    ] {
        match (written(given), want.strip_prefix("at ")) {
            (Ok(got), None) => assert_eq!(got, want, "{given}"),
            (Err(said), Some(at)) => assert!(said.contains(&format!("character {at}")), "{given}: {said}"),
            (got, _) => panic!("{given}: {got:?}"),
        }
    }
}

#[test]
fn shut_4_what_does_not_parse_is_refused_and_the_place_is_told() {
    insta::assert_snapshot!(
        [
            "hello world",
            "name",
            "name =",
            "name = \"soup",
            "name == soup",
            "name = soup AND",
            "name = soup OR name = stew AND name = bread",
            "(name = soup",
            "name = soup)",
            "name = NULL",
            "name IS soup",
            "name IN soup",
            "name IN []",
            "name IN [soup, \"a,b\"]",
            "name CONTAINS ALL [soup]",
            "name > soup",
            "recipe_ingredient.food.name CONTAINS ALL [peas, salt]",
            "id LIKE x",
            "id = pea-soup",
            "rating = five",
            "rating = 5.5",
            "rating IN [5]",
            "date_added = 2026-02-30",
            "date_added = 2026-03-09T18:30:00",
            "last_made < yesterday",
            "last_made < $NOW-30w",
            "last_made < $NOW-101y",
            "last_made < 2026-03-09T18:30:00Z",
            "name = \"\"",
            "name = \"(\"",
            "name = \"a[b\"",
            "name = \"$NOW\"",
            "name = \"a\nb\"",
            "name ! soup",
            "NOT name = soup",
            "name = soup; DROP TABLE recipes",
            "user.password LIKE \"$2b$%\"",
        ]
        .map(|given| format!("{given:?}: {}", written(given).unwrap_err()))
        .join("\n")
    );
}

/// The page says what holds: its examples are read, its fields are the fields, and what each takes is what it takes.
#[test]
fn shut_4_the_page_about_filters_says_what_is_so() {
    let page = include_str!("../../../../docs/cookbook-filters.md");
    let examples = page.split("<!-- examples: a test reads each of them -->\n```text\n").nth(1).unwrap();
    let examples: Vec<&str> = examples.split("```").next().unwrap().lines().collect();
    assert!(examples.len() > 3);
    for example in examples {
        assert!(
            written(example).is_ok_and(|written| !written.is_empty()),
            "{example}: {:?}",
            written(example)
        );
    }
    for field in FIELDS {
        for name in [field.name, field.camel] {
            let (before, behind) =
                name.rsplit_once('.').map_or((name, ""), |(before, behind)| (before, behind));
            let told = if behind.is_empty() { format!("`{before}`") } else { format!("`{before}.`") };
            assert!(page.contains(&told), "{name}");
        }
    }
    for (number, what) in [
        (format!("{MAX_CHARS}"), "at most 1,000 characters"),
        (format!("{}", parse::MOST_DEPTH), "Brackets can stand ten deep"),
        (format!("{}", parse::MOST_YEARS), "`y` (at most 100)"),
        (format!("{}", parse::MOST_NOW), "(at most 9999 each)"),
    ] {
        let known = ["1000", "10", "100", "9999"].contains(&number.as_str());
        assert!(known && page.contains(what), "{what}");
    }
    for operator in ["=", "<>", "!=", "<", ">", "<=", ">="] {
        assert!(page.contains(&format!("\"{operator}\"")), "{operator}");
        assert!(written(&format!("rating {operator} 4")).is_ok(), "{operator}");
    }
    for operator in ["LIKE \"x\"", "NOT LIKE \"x\"", "IN [\"x\"]", "NOT IN [\"x\"]", "IS NULL", "IS NOT NONE"]
    {
        assert!(written(&format!("name {operator}")).is_ok(), "{operator}");
    }
    for operator in ["CONTAINS ALL [\"x\"]", "= \"x\"", "NOT LIKE \"x\""] {
        assert!(written(&format!("tags.name {operator}")).is_ok(), "{operator}");
    }
}

#[test]
fn bnd_7_a_filter_is_bounded_in_length_and_depth() {
    let long = |letters: usize| format!("name = \"{}\"", "ü".repeat(letters - 9));
    assert!(written(&long(MAX_CHARS)).is_ok());
    assert_eq!(written(&long(MAX_CHARS + 1)), Err("has more than 1000 characters".to_owned()));
    let deep = |brackets: usize| format!("{}rating = 1{}", "(".repeat(brackets), ")".repeat(brackets));
    assert!(written(&deep(parse::MOST_DEPTH)).is_ok());
    assert!(written(&deep(parse::MOST_DEPTH + 1)).unwrap_err().contains("more than 10 deep"));
    assert!(written(&"(".repeat(1000)).unwrap_err().contains("more than 10 deep"));
}

/// Any test that can be written.
fn any_test() -> impl Strategy<Value = Node> {
    let text =
        "[^\"\\[\\]\\p{Cc}\\p{White_Space}]([^\"\\[\\],\\p{Cc}]{0,8}[^\"\\[\\],\\p{Cc}\\p{White_Space}])?";
    let value = (text, 0_u32..=5000, any::<u128>(), 0_u32..9999, 1_i16..9999);
    (0..FIELDS.len(), 0_usize..12, value).prop_map(|(field, way, (text, stars, id, amount, year))| {
        let field = &FIELDS[field];
        let value = match field.kind {
            fields::Kind::Id => Value::Id(format!("{id:032x}").parse().unwrap()),
            fields::Kind::Text => Value::Text(match text.replace(',', ".") {
                text if text == "(" || text == ")" || text.starts_with("$NOW") => "soup".to_owned(),
                text => text,
            }),
            fields::Kind::Stars => Value::Stars(stars),
            fields::Kind::Day => Value::Day(jiff::civil::date(year, 3, 9).into()),
            fields::Kind::Time if way % 2 == 0 => Value::Time(jiff::civil::date(year, 3, 9).at(18, 30, 5, 0)),
            fields::Kind::Time => Value::Now(Some(('-', amount, 'd'))),
        };
        let operators =
            ["=", "<>", "<", ">", "<=", ">=", "LIKE", "NOT LIKE", "IN", "NOT IN", "CONTAINS ALL", "IS"];
        let operator = if field.takes(operators[way]) { operators[way] } else { "=" };
        let asks = match operator {
            "IS" => Asks::Nothing("IS NOT NULL"),
            "CONTAINS ALL" if field.is_of_lines() => Asks::Among(operator, vec![value]),
            "IN" | "NOT IN" | "CONTAINS ALL" => Asks::Among(operator, vec![value.clone(), value]),
            _ => Asks::Compares(operator, value),
        };
        Node::Test(Test { field, asks })
    })
}

/// Any filter, with groups of different kinds within each other.
fn any_filter() -> impl Strategy<Value = RecipeFilter> {
    let group = |inner: BoxedStrategy<Node>, all: bool| {
        let inner = inner.prop_filter("of another kind", move |node| match node {
            Node::Test(_) => true,
            Node::All(_) => !all,
            Node::Any(_) => all,
        });
        let wrap = move |nodes| if all { Node::All(nodes) } else { Node::Any(nodes) };
        prop::collection::vec(inner, 2..4).prop_map(wrap)
    };
    any_test()
        .prop_recursive(3, 12, 3, move |inner| {
            let inner = inner.boxed();
            prop_oneof![group(inner.clone(), true), group(inner, false)]
        })
        .prop_map(RecipeFilter)
}

/// What stands left of an operator, as Mealie 3.10.2 finds it: outside double quotes, words with a dot or without.
fn names_in(filter: &str) -> Vec<String> {
    let outside: String = filter.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let keywords = ["AND", "OR", "NOT", "IN", "IS", "LIKE", "CONTAINS", "ALL", "NULL"];
    outside
        .split(|letter: char| !(letter.is_alphanumeric() || "._".contains(letter)))
        .filter(|word| !word.is_empty() && !keywords.contains(word) && word.parse::<f64>().is_err())
        .map(str::to_owned)
        .collect()
}

proptest! {
    /// Reading what was written gives the same again, so one filter has one spelling.
    #[test]
    fn shut_4_what_is_written_is_read_as_the_same(filter in any_filter()) {
        let text = filter.to_string();
        prop_assume!(text.chars().count() <= MAX_CHARS);
        prop_assert_eq!(RecipeFilter::read(&text), Ok(Some(filter)));
    }

    /// Whatever comes in, only fields of the list go out.
    #[test]
    fn shut_4_nothing_but_fields_of_the_list_is_ever_written(
        pieces in prop::collection::vec(
            prop_oneof![
                Just("name".to_owned()), Just("tags.name".to_owned()), Just("user.password".to_owned()),
                Just("LIKE".to_owned()), Just("=".to_owned()), Just("IN".to_owned()), Just("[".to_owned()),
                Just("]".to_owned()), Just("\"".to_owned()), Just("(".to_owned()), Just(")".to_owned()),
                Just("AND".to_owned()), Just("OR".to_owned()), Just(",".to_owned()), Just("\"soup\"".to_owned()),
                Just(" ".to_owned()), Just("$2b$%".to_owned()), "\\PC{0,3}",
            ],
            0..24,
        ),
        glued in any::<bool>(),
    ) {
        let text = pieces.join(if glued { "" } else { " " });
        if let Ok(Some(filter)) = RecipeFilter::read(&text) {
            let written = filter.to_string();
            prop_assert_eq!(written.matches('"').count() % 2, 0);
            for name in names_in(&written) {
                prop_assert!(Field::called(&name).is_some(), "{} of {}", name, written);
            }
        }
    }
}

/// Every filter that can be written, stored by the fake, which reads it as Mealie 3.10.2 does: the same tests with the same
/// values in the same order, joined by the same words within the same brackets, and nothing else.
#[tokio::test]
async fn shut_4_mealies_own_reader_finds_what_was_meant() {
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;

    let mealie = fake_mealie::FakeMealie::start(fake_mealie::Options::default()).await.unwrap();
    let (reads, _) = crate::mealie::open(Connection::of_test(mealie.url(), mealie.token()));
    let mut runner = TestRunner::deterministic();
    for _ in 0..500 {
        let filter = any_filter().new_tree(&mut runner).unwrap().current();
        let mut meant = Vec::new();
        parts_of(&filter.0, None, &mut meant);
        let id: Id = mealie.kitchen().add_cookbook("Meant", &filter.to_string()).into();
        let mut book: Book = reads.get(Route::to(&["households", "cookbooks"]).id(&id)).await.unwrap();
        for (found, meant) in book.query_filter.parts.iter_mut().zip(&meant) {
            if meant.value == json!("$NOW") {
                // What it stands for.
                let moment = found.value.as_str().map(str::parse::<jiff::civil::DateTime>);
                assert!(matches!(moment, Some(Ok(_))), "{filter}: {found:?}");
                found.value = json!("$NOW");
            }
        }
        assert_eq!(book.query_filter.parts, meant, "{filter}");
        mealie.kitchen().cookbooks.take_where(|book| book.name == "Meant");
    }
}

/// A cookbook, of which only what Mealie read in its filter is read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Book {
    query_filter: Parts,
}

#[derive(Deserialize)]
struct Parts {
    parts: Vec<Part>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    left_parenthesis: Option<String>,
    right_parenthesis: Option<String>,
    logical_operator: Option<String>,
    attribute_name: Option<String>,
    relational_operator: Option<String>,
    value: serde_json::Value,
}

/// The parts that Mealie has to find in what is written of this.
fn parts_of(node: &Node, joined: Option<&str>, all: &mut Vec<Part>) {
    let (nodes, word) = match node {
        Node::Test(test) => return all.push(part_of(test, joined)),
        Node::All(nodes) => (nodes, "AND"),
        Node::Any(nodes) => (nodes, "OR"),
    };
    for (place, inner) in nodes.iter().enumerate() {
        let first = all.len();
        parts_of(inner, if place == 0 { joined } else { Some(word) }, all);
        if !matches!(inner, Node::Test(_)) {
            all[first].left_parenthesis.get_or_insert_default().push('(');
            all.last_mut().unwrap().right_parenthesis.get_or_insert_default().push(')');
        }
    }
}

fn part_of(test: &Test, joined: Option<&str>) -> Part {
    let bare = |value: &Value| match value {
        Value::Now(_) => "$NOW".to_owned(),
        value => value.to_string().trim_matches('"').to_owned(),
    };
    let (operator, value) = match &test.asks {
        Asks::Compares(operator, value) => (*operator, json!(bare(value))),
        Asks::Among(operator, values) => (*operator, values.iter().map(bare).collect()),
        Asks::Nothing(operator) => (operator.trim_end_matches(" NULL"), serde_json::Value::Null),
    };
    Part {
        logical_operator: joined.map(str::to_owned),
        attribute_name: Some(test.field.name.to_owned()),
        relational_operator: Some(operator.to_owned()),
        value,
        ..Part::default()
    }
}
