//! Lists over HTTP: pages, orders, filters, searches, cookbooks.
//! All of it was compared with a running Mealie 3.10.2, query by query.

use serde_json::{Value, json};

use super::client::Table;

/// Three recipes with tags and servings, newest last.
async fn three() -> Table {
    let table = Table::empty().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let quick = kitchen.add_organizer(fake_mealie::OrganizerKind::Tag, "Quick");
        let vegan = kitchen.add_organizer(fake_mealie::OrganizerKind::Tag, "Vegan");
        for (name, servings, tags) in [
            ("banana bread", 8.0, vec![]),
            ("Apple Pie", 4.0, vec![vegan]),
            ("Bean Tacos", 2.0, vec![quick, vegan]),
        ] {
            let id = kitchen.add_recipe(name);
            kitchen.set_servings(id, servings);
            kitchen.add_ingredient_note(id, "1 pinch of patience");
            for tag in tags {
                kitchen.organize(id, tag);
            }
        }
    }
    table
}

/// Seen `pagination/page_*`, `per_page_*`.
#[tokio::test]
async fn pages_bend_instead_of_breaking() {
    let table = three().await;
    for (row, query, page, per_page, total_pages, items) in [
        ("as usual", "", 1, 50, 1, 3),
        ("a page of two", "?perPage=2", 1, 2, 2, 2),
        ("beyond the end", "?page=9&perPage=2", 9, 2, 2, 0),
        ("page 0", "?page=0&perPage=2", 1, 2, 2, 2),
        ("the last", "?page=-1&perPage=2", 2, 2, 2, 1),
        ("far below", "?page=-5&perPage=2", 1, 2, 2, 2),
        ("all", "?perPage=-1", 1, 3, 1, 3),
        ("none", "?perPage=0", 1, 0, 0, 0),
        ("below all", "?perPage=-2", 1, -2, -1, 3),
        ("snake case is ignored", "?per_page=1", 1, 50, 1, 3),
    ] {
        let seen = table.get(&format!("/api/recipes{query}")).await.body;
        assert_eq!(seen["page"], page, "{row}");
        assert_eq!(seen["per_page"], per_page, "{row}");
        assert_eq!(seen["total_pages"], total_pages, "{row}");
        assert_eq!(seen["items"].as_array().map(Vec::len), Some(items), "{row}");
        assert_eq!(seen["total"], 3, "{row}");
    }
}

/// Seen `pagination/next_link_form`, `next_link_form_foods`, `snake_case_require_all_ignored`, `shopping/items_list`, `mealplans/list_paged`.
#[tokio::test]
async fn links_lead_nearly_where_they_should() {
    let table = Table::demo().await;
    for (row, path, next) in [
        (
            "recipes: without /api, with the query, the last of repeated filters",
            "/api/recipes?perPage=1&tags=vegan&tags=snack&search=a+b&require_all_tags=1",
            json!("/recipes?orderDirection=desc&page=2&perPage=1&tags=snack&search=a+b&requireAllTags=1"),
        ),
        (
            "foods: `None`, and the search is lost",
            "/api/foods?perPage=1&search=a",
            json!(
                "/foods?orderBy=None&orderByNullPosition=None&orderDirection=desc&queryFilter=None&paginationSeed=None&page=2&perPage=1"
            ),
        ),
        (
            "items: to the lists",
            "/api/households/shopping/items?perPage=1&orderBy=note",
            json!(
                "/households/shopping/lists?orderBy=note&orderByNullPosition=None&orderDirection=desc&queryFilter=None&paginationSeed=None&page=2&perPage=1"
            ),
        ),
        ("the meal plan: never", "/api/households/mealplans?perPage=1", Value::Null),
    ] {
        let seen = table.get(path).await.body;
        assert!(seen["total"].as_u64() > Some(1), "{row}: there is a next page");
        assert_eq!(seen["next"], next, "{row}");
    }
}

/// Seen `pagination/order_*`.
#[tokio::test]
async fn orders_are_those_of_mealie() {
    let table = three().await;
    for (row, query, names) in [
        ("newest first", "", ["Bean Tacos", "Apple Pie", "banana bread"]),
        ("down unless said", "?orderBy=name", ["Bean Tacos", "banana bread", "Apple Pie"]),
        (
            "case does not count",
            "?orderBy=name&orderDirection=asc",
            ["Apple Pie", "banana bread", "Bean Tacos"],
        ),
        ("inline", "?orderBy=name:asc", ["Apple Pie", "banana bread", "Bean Tacos"]),
        ("camel case", "?orderBy=recipeServings:asc,name:desc", ["Bean Tacos", "Apple Pie", "banana bread"]),
        ("equal keys stay", "?orderBy=user.username", ["banana bread", "Apple Pie", "Bean Tacos"]),
        (
            "a search keeps the order they came in",
            "?search=patience",
            ["banana bread", "Apple Pie", "Bean Tacos"],
        ),
        (
            "unless the name has it",
            "?search=pie+patience&orderBy=name",
            ["Bean Tacos", "banana bread", "Apple Pie"],
        ),
    ] {
        assert_eq!(table.get(&format!("/api/recipes{query}")).await.names(), names, "{row}");
    }
    table
        .mealie
        .kitchen()
        .recipes
        .iter_mut()
        .filter(|recipe| recipe.name == "Apple Pie")
        .for_each(|recipe| recipe.rating = Some(3.0));
    for (row, query, first) in [
        ("NULL last on the way down", "orderBy=rating", "Apple Pie"),
        ("NULL first on the way up", "orderBy=rating&orderDirection=asc", "banana bread"),
        ("NULL first", "orderBy=rating&orderByNullPosition=first", "banana bread"),
        ("NULL last", "orderBy=rating&orderDirection=asc&orderByNullPosition=last", "Apple Pie"),
    ] {
        assert_eq!(table.get(&format!("/api/recipes?{query}")).await.names()[0], first, "{row}");
    }
}

/// Seen `pagination/random_*`: recipes check for the seed, other lists crash.
#[tokio::test]
async fn random_needs_a_seed() {
    let table = Table::demo().await;
    for seed in ["", "&paginationSeed="] {
        let checked = table.get(&format!("/api/recipes?orderBy=random{seed}")).await;
        assert_eq!(checked.status, 422);
        let said = checked.body["detail"][0].as_str().expect("a text, not an object");
        assert!(said.contains("paginationSeed is required when orderBy is random"), "{said}");
        let crashed = table.get(&format!("/api/foods?orderBy=random{seed}")).await;
        assert_eq!((crashed.status, crashed.text.as_str()), (500, "Internal Server Error"));
    }
    let page = async |seed: &str, page: u8| {
        let path = format!("/api/recipes?orderBy=random&paginationSeed={seed}&perPage=10&page={page}");
        table.get(&path).await.names().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(page("a", 1).await, page("a", 1).await, "the same seed, the same order");
    assert_ne!(page("a", 1).await, page("b", 1).await);
    let second = page("a", 2).await;
    assert!(page("a", 1).await.iter().all(|name| !second.contains(name)), "stable over pages");
}

/// Seen `pagination/order_unknown_*`, `order_direction_invalid_422`, `page_not_int_422`, `bool_invalid_422`.
#[tokio::test]
async fn what_is_wrong_with_a_query_is_said_in_mealies_words() {
    let table = Table::demo().await;
    for (row, path, status, at, want) in [
        (
            "unknown column",
            "/api/recipes?orderBy=nope",
            400,
            "/detail",
            json!("Invalid order_by statement \"nope\": \"nope\" is invalid"),
        ),
        (
            "unknown direction",
            "/api/foods?orderBy=name:up",
            400,
            "/detail",
            json!("Invalid order_by statement \"name:up\": \"name:up\" is invalid"),
        ),
        (
            "direction",
            "/api/recipes?orderDirection=up",
            422,
            "/detail/0/ctx/expected",
            json!("'asc' or 'desc'"),
        ),
        (
            "page",
            "/api/recipes?page=abc",
            422,
            "/detail/0",
            json!({ "type": "int_parsing", "loc": ["query", "page"], "msg": "Input should be a valid integer, unable to parse string as an integer", "input": "abc" }),
        ),
        ("size", "/api/organizers/tags?perPage=", 422, "/detail/0/loc/1", json!("perPage")),
        ("flag", "/api/recipes?requireAllTags=maybe", 422, "/detail/0/type", json!("bool_parsing")),
    ] {
        let answer = table.get(path).await;
        assert_eq!((answer.status, answer.body.pointer(at)), (status, Some(&want)), "{row}");
    }
}

/// Seen `pagination/order_relation_500`, `foods_name_500`, `qf_missing_value`, and measured for huge numbers.
#[tokio::test]
async fn what_mealie_does_not_catch_is_a_bare_500() {
    let table = Table::demo().await;
    for path in [
        "/api/recipes?orderBy=tags",
        "/api/foods?orderBy=label",
        "/api/recipes?foods=egg",
        "/api/recipes?queryFilter=name%20=",
        "/api/recipes?queryFilter=)(",
        "/api/recipes?perPage=99999999999999999999",
        "/api/recipes?page=9223372036854775807",
        "/api/households/mealplans/99999999999999999999",
    ] {
        let answer = table.get(path).await;
        assert_eq!((answer.status, answer.text.as_str()), (500, "Internal Server Error"), "{path}");
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"), "{path}");
    }
}

/// Seen `pagination/qf_*`.
#[tokio::test]
async fn filters_are_read_as_mealie_reads_them() {
    let table = three().await;
    let (apple, bread) = {
        let kitchen = table.mealie.kitchen();
        let id = |name| kitchen.recipe_named(name).unwrap().id;
        (id("Apple Pie"), id("banana bread"))
    };
    for (filter, names) in [
        ("name = \"Apple Pie\"", vec!["Apple Pie"]),
        ("name = \"apple pie\"", vec!["Apple Pie"]),
        ("name = apple pie", vec!["Apple Pie"]),
        ("name <> \"apple pie\"", vec!["Bean Tacos", "banana bread"]),
        ("name LIKE \"b%\" AND recipeServings > 2", vec!["banana bread"]),
        ("name NOT LIKE \"b%\"", vec!["Apple Pie"]),
        ("slug IN [\"apple-pie\", \"bean-tacos\"]", vec!["Bean Tacos", "Apple Pie"]),
        ("slug NOT IN [\"apple-pie\"] and tags.slug = vegan", vec!["Bean Tacos"]),
        ("tags.name = Vegan", vec!["Bean Tacos", "Apple Pie"]),
        ("tags.slug IS NULL", vec!["banana bread"]),
        ("tags.slug NOT IN [\"quick\"]", vec!["Apple Pie", "banana bread"]),
        ("tags.slug CONTAINS ALL [\"vegan\", \"quick\"]", vec!["Bean Tacos"]),
        // One related row cannot have two slugs.
        ("tags.slug = vegan AND tags.slug = quick", vec![]),
        (
            "created_at > $NOW-1d AND created_at < \"2999-01-01\"",
            vec!["Bean Tacos", "Apple Pie", "banana bread"],
        ),
        ("settings.public = false AND rating IS NULL", vec!["Bean Tacos", "Apple Pie", "banana bread"]),
        // AND and OR bind alike, from the right.
        ("name = \"Apple Pie\" AND slug = nope OR name = \"Apple Pie\"", vec!["Apple Pie"]),
        ("name = nope AND slug = nope OR name = \"Apple Pie\"", vec![]),
        ("(name = nope AND slug = nope) OR name = \"Apple Pie\"", vec!["Apple Pie"]),
        ("hello world", vec![]),
        ("name = \"Apple Pie\" AND", vec!["Apple Pie"]),
        ("name = \"Apple Pie", vec!["Apple Pie"]),
        ("name = \"\"", vec![]),
        (&format!("id IN [\"{apple}\",\"{bread}\"]"), vec!["Apple Pie", "banana bread"]),
        (&format!("id = {}", apple.simple()), vec!["Apple Pie"]),
        (&format!("id = {apple} AND id = {bread}"), vec![]),
    ] {
        let path = format!("/api/recipes?queryFilter={}", quoted(filter));
        assert_eq!(table.get(&path).await.names(), names, "{filter}");
    }
    for (filter, said) in [
        ("nope = 1", "invalid attribute string: 'nope' does not exist on this schema"),
        ("tags.nope = 1", "invalid attribute string: 'tags.nope' does not exist on this schema"),
        ("name != x", "invalid attribute string: 'name!' does not exist on this schema"),
        ("id = xyz", "invalid query string: invalid UUID 'xyz'"),
        ("id IN [xyz]", "invalid query string: invalid UUID 'xyz'"),
        ("slug IN \"x\"", "invalid query string: IN must be given a list of valuesenclosed by [ and ]"),
        ("slug IN (\"x\")", "invalid query string: IN must be given a list of valuesenclosed by [ and ]"),
        ("rating IS 5", "invalid query string: \"IS\" can only be used with \"NULL\", not \"5\""),
        ("rating LIKE 4", "invalid query string: \"LIKE\" can only be used with string columns"),
        ("created_at > someday", "invalid query string: unknown date or datetime format 'someday'"),
        ("created_at > $NOW-1w", "Invalid time unit in NOW string ($NOW-1w)"),
        ("(name = x", "invalid query string: parenthesis are unbalanced"),
    ] {
        let answer = table.get(&format!("/api/recipes?queryFilter={}", quoted(filter))).await;
        assert_eq!((answer.status, answer.body), (400, json!({ "detail": said })), "{filter}");
    }
}

/// Everything but letters and digits as `%XX`.
fn quoted(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}

/// Seen `pagination/qf_contains_all`, `qf_contains_all_page_2_of_short_pages`.
#[tokio::test]
async fn a_filter_over_tags_makes_short_and_overlapping_pages() {
    let table = three().await;
    // Apple Pie has one tag, Bean Tacos two: three joined rows, of which a page holds two.
    let filter = quoted("tags.slug IS NOT NULL");
    let page =
        async |page: u8| table.get(&format!("/api/recipes?queryFilter={filter}&perPage=2&page={page}")).await;
    let (first, second) = (page(1).await, page(2).await);
    assert_eq!((first.total(), &first.body["total_pages"]), (2, &json!(1)), "recipes are counted");
    assert_eq!(first.names(), ["Bean Tacos"], "joined rows are cut");
    assert_eq!(second.names(), ["Apple Pie"], "though there is no second page");
}

/// A filter as deep as a request can carry neither takes long nor takes the fake down.
#[tokio::test]
async fn a_filter_of_ten_thousand_tests_is_refused() {
    let table = three().await;
    for unit in ["id=x+or+", "(", "((id=x)+and+", "name=a+or+"] {
        let filter = unit.repeat(60_000 / unit.len() / 2);
        let answer = table.get(&format!("/api/recipes?queryFilter={filter}")).await;
        assert!([200, 400, 414, 431, 500].contains(&answer.status), "{unit}: {}", answer.status);
    }
    assert_eq!(table.get("/api/recipes").await.total(), 3, "it lives");
}

/// Seen `pagination/search_*`: the rest of search is tested beside the code.
#[tokio::test]
async fn a_search_looks_at_names_descriptions_and_notes_only() {
    let table = Table::demo().await;
    for (row, search, found) in [
        ("a name", "risotto", true),
        ("a description", "patience", true),
        ("a note", "wakame", true),
        ("a food", "aubergine", false),
        ("a tag", "weeknight", false),
        ("a step", "porridge", false),
        ("a typing error", "risoto", false),
        ("folded", "kasespatzle", true),
    ] {
        let total = table.get(&format!("/api/recipes?search={search}")).await.total();
        assert_eq!(total > 0, found, "{row}");
    }
    let all = table.get("/api/recipes").await.total();
    assert_eq!(
        table.get("/api/recipes?search=!!!").await.total(),
        all,
        "signs alone find whatever has a line"
    );
    table.mealie.kitchen().add_recipe("Nothing yet");
    assert_eq!(table.get("/api/recipes?search=%20").await.total(), all);
    assert_eq!(table.get("/api/recipes?search=").await.total(), all + 1, "no search is no search");
}

/// Seen `organizers/tag_search_*`, `foods_units` (aliases are not searched).
#[tokio::test]
async fn other_lists_search_in_their_own_way() {
    let table = Table::demo().await;
    for (row, path, names) in [
        ("a plural", "/api/foods?search=eggs", vec!["egg"]),
        ("an alias is not searched", "/api/foods?search=zucchini", vec![]),
        ("folded", "/api/foods?search=gruyere", vec!["Gruyère"]),
        ("an abbreviation", "/api/units?search=tbsp", vec!["tablespoon"]),
        ("part of a tag", "/api/organizers/tags?search=one%20zzz", vec!["One Pot"]),
        ("case of ASCII only", "/api/organizers/tools?search=WOK", vec!["Wok"]),
        ("accents stay", "/api/organizers/tools?search=spatzle", vec![]),
    ] {
        assert_eq!(table.get(path).await.names(), names, "{row}");
    }
}

/// Seen `cookbooks/recipes_*`, `pagination/foods_*`, `tags_two_all`.
#[tokio::test]
async fn a_cookbook_switches_the_other_filters_off() {
    let table = three().await;
    let (vegan, food) = {
        let mut kitchen = table.mealie.kitchen();
        kitchen.add_cookbook("Everything", "");
        kitchen.add_cookbook("Garbage", "hello world");
        let food = kitchen.add_food("Banana");
        let bread = kitchen.recipe_named("banana bread").unwrap().id;
        kitchen.add_ingredient(bread, 3.0, food);
        (kitchen.add_cookbook("Vegan", "tags.slug IN [\"vegan\"]"), food)
    };
    for (row, query, names) in [
        ("by slug", "cookbook=vegan".to_owned(), vec!["Bean Tacos", "Apple Pie"]),
        ("by id", format!("cookbook={vegan}"), vec!["Bean Tacos", "Apple Pie"]),
        ("tags are ignored", "cookbook=vegan&tags=quick".to_owned(), vec!["Bean Tacos", "Apple Pie"]),
        (
            "foods are not even checked",
            "cookbook=vegan&foods=egg".to_owned(),
            vec!["Bean Tacos", "Apple Pie"],
        ),
        (
            "a filter narrows",
            format!("cookbook=vegan&queryFilter={}", quoted("name LIKE \"a%\"")),
            vec!["Apple Pie"],
        ),
        ("a search narrows", "cookbook=vegan&search=tacos".to_owned(), vec!["Bean Tacos"]),
        (
            "no filter, everything",
            "cookbook=everything".to_owned(),
            vec!["Bean Tacos", "Apple Pie", "banana bread"],
        ),
        ("garbage, nothing", "cookbook=garbage".to_owned(), vec![]),
        ("a food", format!("foods={food}"), vec!["banana bread"]),
        ("both tags", "tags=quick&tags=vegan&requireAllTags=true".to_owned(), vec!["Bean Tacos"]),
        ("either tag", "tags=quick&tags=vegan".to_owned(), vec!["Bean Tacos", "Apple Pie"]),
        ("tag and food", format!("tags=vegan&foods={food}"), vec![]),
    ] {
        assert_eq!(table.get(&format!("/api/recipes?{query}")).await.names(), names, "{row}");
    }
    for cookbook in ["nope", "00000000-0000-4000-8000-000000000000", "Vegan"] {
        let answer = table.get(&format!("/api/recipes?cookbook={cookbook}")).await;
        assert_eq!(
            (answer.status, answer.body),
            (404, json!({ "detail": "cookbook not found" })),
            "{cookbook}"
        );
    }
}

/// Seen `pagination/*`: the recipe list writes its times in another way than everything else.
#[tokio::test]
async fn the_recipe_list_writes_its_times_in_its_own_way() {
    let table = Table::demo().await;
    let listed =
        table.get("/api/recipes?search=%22pea%20soup%22").await.body["items"][0]["createdAt"].clone();
    let whole = table.get("/api/recipes/pea-soup").await.body["createdAt"].clone();
    let (listed, whole) = (listed.as_str().unwrap(), whole.as_str().unwrap());
    assert_eq!(listed.strip_suffix("+00:00"), whole.strip_suffix('Z'));
}
