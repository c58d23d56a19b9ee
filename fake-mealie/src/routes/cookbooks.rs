//! `/api/households/cookbooks`: the cookbooks of the group.
//! Never changes one of another household.

use axum::http::StatusCode;
use serde_json::Value;
use uuid::Uuid;

use super::fields::Fields;
use super::{Call, Gate, Route};
use crate::query::{Links, SeedRule, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::slug::{is_blank, slugify};
use crate::store::{Cookbook, Kitchen, Recipe};

const BOOKS: &str = "/api/households/cookbooks";
const BOOK: &str = "/api/households/cookbooks/{item_id}";

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: BOOKS, gate: Gate::Login, serve: cookbooks },
    Route { method: "POST", path: BOOKS, gate: Gate::Login, serve: create },
    Route { method: "GET", path: BOOK, gate: Gate::Login, serve: cookbook },
    Route { method: "PUT", path: BOOK, gate: Gate::Login, serve: change },
    Route { method: "DELETE", path: BOOK, gate: Gate::Login, serve: delete },
];

/// All cookbooks of the group, not of the household alone (Mealie 3.10.2).
fn cookbooks(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let links = Links::PagingOnly("/households/cookbooks");
    let group = call.group(kitchen);
    let rows = kitchen.cookbooks.iter().filter(|book| book.group_id == group);
    let page = page(kitchen, rows, &paging, None, links, call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::cookbook(kitchen, row))))
}

fn cookbook(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let book = cookbook_called(kitchen, call.group(kitchen), call.captured(0));
    let book = book.ok_or_else(|| Answer::detail(StatusCode::NOT_FOUND, "Not Found"))?;
    Ok(Answer::ok(shapes::cookbook(kitchen, book)))
}

/// The cookbook of a group with this id or, exactly, this slug.
pub(super) fn cookbook_called<'k>(kitchen: &'k Kitchen, group: Uuid, called: &str) -> Option<&'k Cookbook> {
    let found = match quirks::uuid_in_any_spelling(called) {
        Some(id) => kitchen.cookbooks.get(id),
        None => kitchen.cookbooks.iter().find(|book| book.group_id == group && book.slug == called),
    };
    found.filter(|book| book.group_id == group)
}

/// What is sent to make or change one. Whatever is left out is reset by a change.
struct Sent {
    name: String,
    description: String,
    slug: Option<String>,
    position: i64,
    public: bool,
    filter: String,
}

impl Sent {
    fn read(kitchen: &Kitchen, call: &Call<'_>) -> Result<Sent, Answer> {
        let mut fields = Fields::of(call.object()?);
        let wrong = fields.wrong();
        let name = fields.text("name").trim_matches(is_blank).to_owned();
        if fields.wrong() == wrong && slugify(&name).is_empty() {
            fields.refuse("name", "Name cannot be empty");
        }
        let description = fields.text_or("description", "");
        let slug = fields.optional_text("slug");
        let position = fields.whole_or("position", 1);
        let public = match fields.given("public") {
            Some(Value::Null) => false,
            _ => fields.flag_or("public", false),
        };
        let filter = stored_filter(kitchen, &mut fields)?;
        fields.end()?;
        Ok(Sent { name, description, slug, position, public, filter })
    }

    fn written_to(self, book: Cookbook) -> Cookbook {
        let Sent { name, description, position, public, filter, .. } = self;
        Cookbook { name, description, position, public, query_filter_string: filter, ..book }
    }
}

/// A filter over recipes that is to be kept: tried out, and refused if it does not work.
pub(super) fn stored_filter(kitchen: &Kitchen, fields: &mut Fields<'_>) -> Result<String, Answer> {
    const NAME: &str = "queryFilterString";
    let wrong = fields.wrong();
    let filter = fields.text_or(NAME, "");
    if fields.wrong() == wrong
        && let Some(why) = crate::query::unfit_filter::<Recipe>(&filter, kitchen.local_time())?
    {
        fields.refuse(NAME, &why);
    }
    Ok(filter)
}

/// A slug in the body is not looked at (Mealie 3.10.2; seen `cookbooks/create_own_slug_ignored`).
fn create(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let sent = Sent::read(kitchen, call)?;
    let blank = Cookbook {
        id: kitchen.fresh_id(),
        group_id: call.group(kitchen),
        household_id: call.household(kitchen),
        name: String::new(),
        description: String::new(),
        slug: String::new(),
        position: 1,
        public: false,
        query_filter_string: String::new(),
        created_at: kitchen.now(),
    };
    let mut book = sent.written_to(blank);
    book.slug = quirks::cookbook_slug(kitchen, &book, slugify(&book.name), call.language())?;
    let shape = shapes::cookbook(kitchen, &book);
    kitchen.cookbooks.put(book);
    Ok(Answer::created(shape))
}

fn change(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let sent = Sent::read(kitchen, call)?;
    let id = quirks::cookbook_id_of_an_update(call.captured(0))?;
    let before = own(kitchen, call, id).ok_or_else(Answer::not_found)?.clone();
    let wanted = quirks::slug_of_an_update(&sent.name, sent.slug.as_deref());
    let mut book = sent.written_to(before);
    book.slug = quirks::cookbook_slug(kitchen, &book, wanted, call.language())?;
    let shape = shapes::cookbook(kitchen, &book);
    kitchen.cookbooks.put(book);
    Ok(Answer::ok(shape))
}

fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = quirks::cookbook_id_of_a_delete(call.captured(0), call.language())?;
    let unknown = || quirks::nothing_to_take(call.language());
    let shape = shapes::cookbook(kitchen, own(kitchen, call, id).ok_or_else(unknown)?);
    kitchen.cookbooks.take(id);
    Ok(Answer::ok(shape))
}

/// A cookbook of the caller's household, which alone the caller may change.
fn own<'k>(kitchen: &'k Kitchen, call: &Call<'_>, id: Uuid) -> Option<&'k Cookbook> {
    let household = call.household(kitchen);
    cookbook_called(kitchen, call.group(kitchen), &id.to_string())
        .filter(|book| book.household_id == household)
}
