//! Tags, categories, tools and labels over HTTP: three kinds with manners of their own, and one that is none of them.

use fake_mealie::{OrganizerKind, User};
use serde_json::{Value, json};

use super::client::{DEADLINE, Table};

const KINDS: [&str; 3] = ["tags", "categories", "tools"];

fn at(kind: &str) -> String {
    format!("/api/organizers/{kind}")
}

/// The text of the database in a 400, which begins like this.
const TAKEN: &str = "(sqlite3.IntegrityError) UNIQUE constraint failed: ";

/// What an answer comes to: its status, and what it says in `detail.exception`, in `detail`, or as bare text.
fn outcome(answer: &super::client::Seen) -> (u16, String) {
    let detail = &answer.body["detail"];
    let said = detail["exception"].as_str().or(detail.as_str()).unwrap_or(match answer.body {
        Value::Null if answer.status == 500 => &answer.text,
        _ => "",
    });
    let said = if said.starts_with(TAKEN) { TAKEN } else { said };
    (answer.status, said.to_owned())
}

/// Seen `organizers/*_create`, `*_create_padded`, `*_create_unicode`, `*_create_extra_fields`, `*_create_emoji_name`,
/// `*_create_empty_name`, `*_create_blank_name`, `*_create_missing_name`, `*_create_null_name`.
#[tokio::test]
async fn each_kind_makes_its_own_of_a_name() {
    const BARE: (u16, &str) = (500, "Internal Server Error");
    const REFUSED: (u16, &str) = (400, "");
    for (row, name, kept, slug, [tag, category, tool]) in [
        ("a name", json!("Fresh one"), ["Fresh one"; 3], "fresh-one", [(201, ""); 3]),
        (
            "blanks around it",
            json!("  Padded  "),
            ["Padded", "Padded", "  Padded  "],
            "padded",
            [(201, ""); 3],
        ),
        ("other letters", json!("Süßes & 汁"), ["Süßes & 汁"; 3], "susses-zhi", [(201, ""); 3]),
        ("an emoji", json!("🍕"), ["🍕"; 3], "", [(201, ""); 3]),
        ("nothing", json!(""), ["", "", ""], "", [BARE, REFUSED, (201, "")]),
        ("blanks", json!("   "), ["", "", "   "], "", [BARE, REFUSED, (201, "")]),
        ("null", Value::Null, [""; 3], "", [(422, ""); 3]),
        ("a number", json!(5), [""; 3], "", [(422, ""); 3]),
    ] {
        for ((kind, kept), want) in KINDS.iter().zip(kept).zip([tag, category, tool]) {
            let table = Table::empty().await;
            let sent = json!({ "name": name, "slug": "own", "id": "x", "groupId": "y" });
            let answer = table.post(&at(kind), sent).await;
            assert_eq!(outcome(&answer), (want.0, want.1.to_owned()), "{kind}, {row}");
            if answer.status == 201 {
                assert_eq!(
                    (&answer.body["name"], &answer.body["slug"]),
                    (&json!(kept), &json!(slug)),
                    "{kind}, {row}"
                );
                let read = table.get(&format!("{}?perPage=1", at(kind))).await.body["items"][0].clone();
                assert_eq!(read, answer.body, "{kind}, {row}: as in the list");
            } else {
                assert_eq!(table.get(&at(kind)).await.total(), 0, "{kind}, {row}: nothing was made");
            }
        }
    }
    let table = Table::empty().await;
    for kind in KINDS {
        let answer = table.post(&at(kind), json!({})).await;
        let want =
            json!([{ "type": "missing", "loc": ["body", "name"], "msg": "Field required", "input": {} }]);
        assert_eq!((answer.status, &answer.body["detail"]), (422, &want), "{kind}");
    }
}

/// Seen `organizers/*_create_duplicate*`, `*_create_second_emoji_name`, `*_update_to_existing`, `*_update_empty`.
#[tokio::test]
async fn a_slug_is_taken_once_whatever_the_spelling() {
    for (kind, taken, empty) in [
        ("tags", (500, "Internal Server Error"), (500, "Internal Server Error")),
        ("categories", (400, TAKEN), (400, "")),
        ("tools", (400, TAKEN), (200, "")),
    ] {
        let table = Table::empty().await;
        let first = table.post(&at(kind), json!({ "name": "Fresh one" })).await.body;
        for name in ["Fresh one", "FRESH ONE", "Fresh-one!"] {
            let answer = table.post(&at(kind), json!({ "name": name })).await;
            assert_eq!(outcome(&answer), (taken.0, taken.1.to_owned()), "{kind}: {name}");
        }
        let other = table.post(&at(kind), json!({ "name": "Other" })).await.body;
        let path = format!("{}/{}", at(kind), other["id"].as_str().unwrap());
        let answer = table.put(&path, json!({ "name": "fresh ONE" })).await;
        assert_eq!(outcome(&answer), (taken.0, taken.1.to_owned()), "{kind}: renamed to a taken name");
        let answer = table.put(&path, json!({ "name": "" })).await;
        assert_eq!(outcome(&answer), (empty.0, empty.1.to_owned()), "{kind}: renamed to nothing");
        let path = format!("{}/{}", at(kind), first["id"].as_str().unwrap());
        assert_eq!(
            table.put(&path, json!({ "name": "fresh one" })).await.status,
            200,
            "{kind}: its own slug"
        );
        // The slug of a tag says nothing of the other kinds.
        let elsewhere = if kind == "tags" { "tools" } else { "tags" };
        assert_eq!(table.post(&at(elsewhere), json!({ "name": "Fresh one" })).await.status, 201, "{kind}");
    }
}

/// Seen `organizers/category_create_duplicate`, `tool_create_duplicate`: values, ids and times are all in it.
#[tokio::test]
async fn a_refusal_tells_the_statement_of_the_database() {
    let table = Table::empty().await;
    for (kind, statement) in [
        (
            "categories",
            "categories.slug, categories.group_id\n[SQL: INSERT INTO categories (group_id, id, name, slug, created_at, \
             update_at) VALUES (?, ?, ?, ?, ?, ?)]\n[parameters: ('",
        ),
        (
            "tools",
            "tools.slug, tools.group_id\n[SQL: INSERT INTO tools (id, group_id, name, slug, on_hand, created_at, \
             update_at) VALUES (?, ?, ?, ?, ?, ?, ?)]\n[parameters: ('",
        ),
    ] {
        table.post(&at(kind), json!({ "name": "It's" })).await;
        let answer = table.post(&at(kind), json!({ "name": "It's" })).await;
        let said = answer.body["detail"]["exception"].as_str().unwrap();
        assert!(said.starts_with(&format!("{TAKEN}{statement}")), "{said}");
        assert!(said.contains(", \"It's\", 'it-s', "), "{said}");
        assert!(said.ends_with("\n(Background on this error at: https://sqlalche.me/e/20/gkpj)"), "{said}");
        assert_eq!(answer.body["detail"]["message"], "An unexpected error occurred.");
    }
}

/// Seen `organizers/tag_update`, `category_update`, `tool_update`, `*_update_extra_slug`, `*_patch_405`, and by id.
#[tokio::test]
async fn the_slug_follows_a_new_name_and_so_do_recipes() {
    let table = Table::empty().await;
    let ids = {
        let mut kitchen = table.mealie.kitchen();
        let soup = kitchen.add_recipe("Pea soup");
        let ids = [kitchen.add_tag("Old"), kitchen.add_category("Old"), kitchen.add_tool("Old")];
        ids.iter().for_each(|id| kitchen.organize(soup, *id));
        ids
    };
    for ((kind, field), (id, keys)) in
        [("tags", "tags"), ("categories", "recipeCategory"), ("tools", "tools")].into_iter().zip(
            ids.into_iter().zip([
                vec!["groupId", "id", "name", "recipes", "slug"],
                vec!["id", "name", "slug"],
                vec!["groupId", "householdsWithTool", "id", "name", "slug"],
            ]),
        )
    {
        let path = format!("{}/{id}", at(kind));
        let renamed = table.put(&path, json!({ "name": "Brand New", "slug": "own" })).await;
        let mut got: Vec<_> = renamed.body.as_object().unwrap().keys().map(String::as_str).collect();
        got.sort_unstable();
        assert_eq!((renamed.status, got), (200, keys), "{kind}");
        assert_eq!(table.get(&path).await.body, renamed.body, "{kind}: by id it reads the same");
        assert_eq!(renamed.body["slug"], "brand-new", "{kind}");
        let on_recipe = table.get("/api/recipes/pea-soup").await.body[field][0].clone();
        assert_eq!(on_recipe["slug"], "brand-new", "{kind}: the recipe follows");
        let by_slug = table.get(&format!("{}/slug/brand-new", at(kind))).await;
        assert_eq!(by_slug.body["recipes"][0]["slug"], "pea-soup", "{kind}: with recipes by slug");
        let patched = table.patch(&path, json!({ "name": "x" })).await;
        assert_eq!((patched.status, patched.header("allow")), (405, Some("GET")), "{kind}");
    }
}

/// LIVE-2. Seen `organizers/tool_create_with_households`, `tool_create_with_unknown_household`,
/// `tool_update_name_only_clears_households_2`.
#[tokio::test]
async fn a_tool_that_is_renamed_without_its_households_loses_them() {
    let table = Table::empty().await;
    let household = table.mealie.kitchen().household_of(uuid::Uuid::nil()).slug.clone();
    let sent = json!({ "name": "Wok", "householdsWithTool": ["nowhere", household] });
    let made = table.post(&at("tools"), sent).await.body;
    assert_eq!(made["householdsWithTool"], json!([household]), "unknown ones are dropped");
    let path = format!("{}/{}", at("tools"), made["id"].as_str().unwrap());
    let kept = table.put(&path, json!({ "name": "Big wok", "households_with_tool": [household] })).await.body;
    assert_eq!(kept["householdsWithTool"], json!([household]), "sent again, in snake case");
    let lost = table.put(&path, json!({ "name": "Bigger wok" })).await.body;
    assert_eq!(lost["householdsWithTool"], json!([]), "left out");
}

/// Seen `organizers/*_delete_as_other_household_user`, `*_delete_again`, `*_recipe_after_delete`,
/// `errors/*_put_unknown`, `*_delete_unknown_id`, `*_get_unknown_id`, `*_get_bad_uuid`.
#[tokio::test]
async fn each_kind_says_its_own_of_what_is_not_there() {
    let table = Table::empty().await;
    let (soup, ids) = {
        let mut kitchen = table.mealie.kitchen();
        let soup = kitchen.add_recipe("Pea soup");
        let ids = [kitchen.add_tag("Old"), kitchen.add_category("Old"), kitchen.add_tool("Old")];
        ids.iter().for_each(|id| kitchen.organize(soup, *id));
        (soup, ids)
    };
    const NO_ROW: &str = "No row was found when one was required";
    for ((kind, id), (put, deleted)) in KINDS.iter().zip(ids).zip([
        ((500, "Internal Server Error"), (400, "Bad Request")),
        ((404, ""), (404, NO_ROW)),
        ((404, ""), (404, NO_ROW)),
    ]) {
        let path = format!("{}/{id}", at(kind));
        let shown = table.get(&path).await.body;
        let gone = table.delete(&path).await;
        let want = if *kind == "tools" { shown } else { Value::Null };
        assert_eq!((gone.status, gone.body), (200, want), "{kind}");
        assert_eq!(outcome(&table.delete(&path).await), (deleted.0, deleted.1.to_owned()), "{kind}: again");
        let renamed = table.put(&path, json!({ "name": "x" })).await;
        assert_eq!(outcome(&renamed), (put.0, put.1.to_owned()), "{kind}: renamed");
        let read = table.get(&path).await;
        assert_eq!(
            (read.status, &read.body["detail"]["message"]),
            (404, &json!("Not found.")),
            "{kind}: read"
        );
        for (method, body) in [("GET", None), ("PUT", Some(json!({ "name": "x" }))), ("DELETE", None)] {
            let answer = table.ask(method, &format!("{}/not-a-uuid", at(kind)), body).await;
            assert_eq!(
                (answer.status, &answer.body["detail"][0]["type"]),
                (422, &json!("uuid_parsing")),
                "{kind}"
            );
        }
    }
    let kitchen = table.mealie.kitchen();
    let soup = kitchen.recipes.get(soup).unwrap();
    assert!(soup.tags.is_empty() && soup.categories.is_empty() && soup.tools.is_empty(), "recipes lose them");
}

/// Seen `organizers/tag_empty`, `category_empty`, `tool_empty_no_route`. Other groups: read in Mealie 3.10.2.
#[tokio::test]
async fn what_has_no_recipe_is_listed_for_all_groups() {
    let table = Table::empty().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let soup = kitchen.add_recipe("Pea soup");
        let elsewhere = kitchen.fresh_id();
        for kind in [OrganizerKind::Tag, OrganizerKind::Category] {
            let used = kitchen.add_organizer(kind, "Used");
            kitchen.organize(soup, used);
            kitchen.add_organizer(kind, "Unused");
            let foreign = kitchen.add_organizer(kind, "Foreign");
            kitchen.organizers.get_mut(foreign).unwrap().group_id = elsewhere;
        }
    }
    for (kind, keys) in [
        ("tags", vec!["created_at", "group_id", "id", "name", "slug", "update_at"]),
        ("categories", vec!["groupId", "id", "name", "slug"]),
    ] {
        let empty = table.get(&format!("{}/empty", at(kind))).await.body;
        let names: Vec<_> = empty.as_array().unwrap().iter().map(|row| &row["name"]).collect();
        assert_eq!(names, ["Unused", "Foreign"], "{kind}");
        let mut got: Vec<_> = empty[0].as_object().unwrap().keys().map(String::as_str).collect();
        got.sort_unstable();
        assert_eq!(got, keys, "{kind}");
        assert_eq!(table.get(&at(kind)).await.total(), 2, "{kind}: the list is of one group");
    }
    assert_eq!(table.get("/api/organizers/tools/empty").await.status, 422, "tools have no such route");
}

/// Seen `organizers/*_as_limited_user` (3.10.2: nobody looks). The check of later versions was read, not seen.
#[tokio::test]
async fn from_3_19_on_tags_categories_and_foods_are_for_those_who_may_organize() {
    let table = Table::empty().await;
    let onion = {
        let mut kitchen = table.mealie.kitchen();
        let limited = User {
            id: kitchen.fresh_id(),
            can_organize: false,
            token: "limited".into(),
            ..kitchen.cook().clone()
        };
        kitchen.users.put(limited);
        kitchen.add_food("onion")
    };
    let limited = "authorization: Bearer limited\r\n";
    for (version, guarded, open) in [("v3.10.2", 201, 201), ("v3.18.0", 201, 201), ("v3.19.0", 403, 201)] {
        table.mealie.kitchen().set_version(version);
        assert_eq!(table.get("/api/app/about").await.body["version"], version);
        for (path, status, ok) in [
            ("/api/organizers/tags", guarded, 201),
            ("/api/organizers/categories", guarded, 201),
            ("/api/foods", guarded, 201),
            ("/api/organizers/tools", open, 201),
            ("/api/units", open, 201),
            ("/api/groups/labels", open - 1, 200),
        ] {
            let name = format!("Made under {version}");
            let answer = table.ask_as(limited, "POST", path, Some(json!({ "name": name }))).await;
            assert_eq!(answer.status, status, "{version}: {path}");
            if status == 403 {
                assert_eq!(answer.body["detail"], "Forbidden");
                assert_eq!(
                    table.post(path, json!({ "name": name })).await.status,
                    ok,
                    "{path}: the cook may"
                );
            }
        }
    }
    let tag = table.mealie.kitchen().add_tag("Kept");
    for (method, path, body) in [
        ("PUT", format!("/api/organizers/tags/{tag}"), Some(json!({ "name": "x" }))),
        ("DELETE", format!("/api/organizers/tags/{tag}"), None),
        ("PUT", format!("/api/foods/{onion}"), Some(json!({ "name": "x", "id": onion }))),
        ("DELETE", format!("/api/foods/{onion}"), None),
        ("PUT", "/api/foods/merge".into(), Some(json!({ "fromFood": onion, "toFood": onion }))),
    ] {
        assert_eq!(table.ask_as(limited, method, &path, body).await.status, 403, "{method} {path}");
    }
    assert!(table.mealie.kitchen().food_named("onion").is_some());
}

/// Seen `organizers/label_*`, `errors/label_get_unknown_id`, `label_delete_unknown_id`; names with other case, the
/// taken name of a rename and the group of a PUT: measured.
#[tokio::test]
async fn labels_are_made_with_200_and_a_grey_of_their_own() {
    let table = Table::empty().await;
    let path = "/api/groups/labels";
    let made = table.post(path, json!({ "name": "Frozen" })).await;
    let group = made.body["groupId"].clone();
    assert_eq!((made.status, &made.body["color"]), (200, &json!("#959595")));
    assert_eq!(table.post(path, json!({ "name": "frozen", "color": "red" })).await.body["color"], "red");
    let twin = table.post(path, json!({ "name": "Frozen" })).await;
    assert_eq!((twin.status, twin.text.as_str()), (500, "Internal Server Error"), "a taken name");
    assert_eq!(table.get(&format!("{path}?search=FRO&orderBy=name:asc")).await.names(), ["Frozen", "frozen"]);
    let one = format!("{path}/{}", made.body["id"].as_str().unwrap());
    assert_eq!(table.get(&one).await.body, made.body);
    let missing = table.put(&one, json!({ "name": "x" })).await;
    let loc: Vec<_> =
        missing.body["detail"].as_array().unwrap().iter().map(|problem| &problem["loc"][1]).collect();
    assert_eq!((missing.status, loc), (422, vec![&json!("groupId"), &json!("id")]));
    let other = "00000000-0000-4000-8000-000000000000";
    let sent = |name: &str, group: &Value| json!({ "name": name, "groupId": group, "id": other });
    let changed = table.put(&one, sent("Deep frozen", &group)).await.body;
    assert_eq!(
        (&changed["id"], &changed["name"]),
        (&made.body["id"], &json!("Deep frozen")),
        "the id is not obeyed"
    );
    let taken = table.put(&one, sent("frozen", &group)).await;
    assert_eq!(outcome(&taken), (400, TAKEN.to_owned()), "a rename to a taken name");
    assert_eq!(table.put(&format!("{path}/{other}"), sent("x", &group)).await.status, 404);
    assert_eq!(table.delete(&one).await.body, changed);
    assert_eq!(table.get(&one).await.status, 500, "unknown, and nobody catches that");
    assert_eq!(outcome(&table.delete(&one).await), (404, "No row was found when one was required".into()));
    let second = table.get(path).await.body["items"][0]["id"].as_str().unwrap().to_owned();
    table.put(&format!("{path}/{second}"), sent("moved", &json!(other))).await;
    assert_eq!(table.get(path).await.total(), 0, "the group is obeyed, and the label is out of sight");
}

/// Measured: Mealie believes that a label has one food. Seen (the lists) `shopping/label_deleted_setting_gone`.
#[tokio::test]
async fn a_deleted_label_is_taken_off_one_food_only() {
    let table = Table::empty().await;
    let (label, foods, list) = {
        let mut kitchen = table.mealie.kitchen();
        let list = kitchen.add_list("Shop");
        let label = kitchen.add_label("Produce");
        let foods = ["Leek", "Kale", "Chard"].map(|name| kitchen.add_food(name));
        foods.iter().for_each(|food| kitchen.label_food(*food, label));
        (label, foods, list)
    };
    let settings = async || {
        table.get(&format!("/api/households/shopping/lists/{list}")).await.body["labelSettings"].clone()
    };
    assert_eq!(
        settings().await.as_array().map(Vec::len),
        Some(1),
        "a new label gets its place on every list"
    );
    assert_eq!(table.delete(&format!("/api/groups/labels/{label}")).await.status, 200);
    for (row, food, kept) in [
        ("the oldest", foods[0], Value::Null),
        ("another", foods[1], json!(label)),
        ("a third", foods[2], json!(label)),
    ] {
        let food = table.get(&format!("/api/foods/{food}")).await.body;
        assert_eq!((&food["labelId"], &food["label"]), (&kept, &Value::Null), "{row}");
    }
    assert_eq!(settings().await, json!([]));
}

/// A PATCH may name thousands of tags, and has to come back before a client gives up. On a thread of its own, because one
/// that never comes back would keep the deadline waiting too.
#[test]
fn a_recipe_with_thousands_of_tags_is_kept() {
    let (done, waiting) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(thousands_of_tags());
        done.send(()).expect("somebody waits");
    });
    assert_eq!(waiting.recv_timeout(DEADLINE), Ok(()));
}

async fn thousands_of_tags() {
    const TAGS: u128 = 4_000;
    let table = Table::empty().await;
    table.mealie.kitchen().add_recipe("Everything");
    let group = table.get("/api/groups/self").await.body["id"].clone();
    let tag = |n: u128| {
        // A UUID of version 4 that ends with the number.
        let id = uuid::Uuid::from_u128(0x4000_8000_0000_0000_0000 + n);
        json!({ "id": id, "groupId": group, "name": format!("Tag {n}"), "slug": format!("tag-{n}") })
    };
    let tags: Vec<_> = (0..TAGS).map(tag).collect();
    for row in ["new", "known"] {
        let answer = table.patch("/api/recipes/everything", json!({ "tags": tags })).await;
        let kept = answer.body["tags"].as_array().map(Vec::len);
        assert_eq!((answer.status, kept), (200, Some(TAGS as usize)), "{row}");
    }
    let mut twins = tags.clone();
    twins[1]["slug"] = twins[0]["slug"].clone();
    assert_eq!(
        table.patch("/api/recipes/everything", json!({ "tags": twins })).await.status,
        400,
        "two of one slug"
    );
    twins[1] = twins[0].clone();
    assert_eq!(
        table.patch("/api/recipes/everything", json!({ "tags": twins })).await.status,
        400,
        "one of them twice"
    );
    let swapped = json!([
        { "id": tags[0]["id"], "name": "Tag 1", "slug": "tag-1" },
        { "id": tags[1]["id"], "name": "Tag 0", "slug": "tag-0" },
    ]);
    assert_eq!(
        table.patch("/api/recipes/everything", json!({ "tags": swapped })).await.status,
        200,
        "swapped names"
    );
    let taken = json!([{ "id": tags[0]["id"], "name": "Tag 2", "slug": "tag-2" }]);
    assert_eq!(
        table.patch("/api/recipes/everything", json!({ "tags": taken })).await.status,
        400,
        "of another one"
    );
}
