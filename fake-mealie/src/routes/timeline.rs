//! `/api/recipes/timeline/events`: what happened to a recipe, and when.
//! Never touches when a recipe was last made.

use serde_json::json;
use uuid::Uuid;

use super::fields::Fields;
use super::recipe_images::{picture_and_extension, shown};
use super::recipes::whole;
use super::{Call, Gate, Route};
use crate::moments;
use crate::pydantic;
use crate::query::{Links, SeedRule, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{EventImage, EventKind, Kitchen, TimelineEvent};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/recipes/timeline/events", gate: Gate::Login, serve: list },
    Route { method: "POST", path: "/api/recipes/timeline/events", gate: Gate::Login, serve: create },
    Route { method: "GET", path: "/api/recipes/timeline/events/{item_id}", gate: Gate::Login, serve: one },
    Route { method: "PUT", path: "/api/recipes/timeline/events/{item_id}", gate: Gate::Login, serve: change },
    Route {
        method: "DELETE",
        path: "/api/recipes/timeline/events/{item_id}",
        gate: Gate::Login,
        serve: delete,
    },
    Route {
        method: "PUT",
        path: "/api/recipes/timeline/events/{item_id}/image",
        gate: Gate::Login,
        serve: picture,
    },
    Route {
        method: "GET",
        path: "/api/media/recipes/{recipe_id}/images/timeline/{timeline_event_id}/{file_name}",
        gate: Gate::Open,
        serve: show,
    },
];

fn list(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let (paging, group) = (call.paging(SeedRule::Unchecked)?, call.group(kitchen));
    let rows = kitchen.timeline.iter().filter(|event| quirks::is_event_of(kitchen, group, event));
    let page = page(kitchen, rows, &paging, None, Links::PagingOnly("/timeline/events"), call.asked())?;
    Ok(Answer::ok(page.json(|event| shapes::event(kitchen, event))))
}

/// The user may be somebody else, who need not exist (Mealie 3.10.2; seen
/// `comments_timeline/timeline_create_for_other_user`; nobody, read).
fn create(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let (recipe_id, user_id) = (fields.id("recipeId"), fields.optional_id("userId"));
    let (subject, kind) = (fields.text("subject"), kind(&mut fields));
    let (message, image) = (message(&mut fields), image(&mut fields));
    let timestamp = fields.by("timestamp", |problems, loc, given| problems.keep(moments::moment(loc, given)));
    fields.end()?;

    let known = kitchen.recipes.get(recipe_id).filter(|recipe| recipe.group_id == call.group(kitchen));
    whole(kitchen, known.ok_or_else(quirks::no_recipe_of_an_event)?).map_err(|_| quirks::uncaught())?;
    let timestamp = timestamp.flatten().unwrap_or_else(|| quirks::undated(kitchen));
    let (id, now) = (kitchen.fresh_id(), kitchen.now());
    let event = TimelineEvent {
        id,
        recipe_id,
        user_id: user_id.unwrap_or(call.caller()),
        subject,
        kind: kind.ok_or_else(quirks::uncaught)?,
        message: message.flatten(),
        image: image.unwrap_or(Some(EventImage::Missing)),
        timestamp,
        created_at: now,
        updated_at: now,
    };
    let shape = shapes::event(kitchen, &event);
    kitchen.timeline.put(event);
    Ok(Answer::created(shape).dated())
}

/// `None` if it is missing or wrong, which is noted.
fn kind(fields: &mut Fields<'_>) -> Option<EventKind> {
    const KINDS: [EventKind; 3] = [EventKind::System, EventKind::Info, EventKind::Comment];
    let found = fields.by("eventType", |problems, loc, given| {
        let found = KINDS.into_iter().find(|kind| given.as_str() == Some(kind.word()));
        let refused = || pydantic::no_such_word(loc, &KINDS.map(EventKind::word), given);
        problems.keep(found.ok_or_else(refused))
    });
    if found.is_none() {
        fields.missing("eventType");
    }
    found.flatten()
}

/// `eventMessage`, or `message`, but not the name that the first would have in snake case (Mealie 3.10.2; seen
/// `comments_timeline/timeline_create_message_field_name`).
fn message(fields: &mut Fields<'_>) -> Option<Option<String>> {
    let name = if fields.has("eventMessage") { "eventMessage" } else { "message" };
    fields.by(name, |problems, loc, given| problems.keep(pydantic::optional_string(loc, given)).flatten())
}

fn image(fields: &mut Fields<'_>) -> Option<Option<EventImage>> {
    const IMAGES: [EventImage; 2] = [EventImage::Present, EventImage::Missing];
    fields.by("image", |problems, loc, given| {
        let found = IMAGES.into_iter().find(|image| given.as_str() == Some(image.words()));
        let refused = || pydantic::no_such_word(loc, &IMAGES.map(EventImage::words), given);
        if given.is_null() { None } else { problems.keep(found.ok_or_else(refused)) }
    })
}

/// The event that a path means, for anybody of the group, and its recipe.
fn called(kitchen: &Kitchen, call: &Call<'_>) -> Result<Option<(Uuid, Uuid)>, Answer> {
    let (id, group) = (call.captured_uuid4("item_id")?, call.group(kitchen));
    let event = kitchen.timeline.get(id).filter(|event| quirks::is_event_of(kitchen, group, event));
    Ok(event.map(|event| (event.id, event.recipe_id)))
}

fn one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let (id, _) = called(kitchen, call)?.ok_or_else(Answer::not_found)?;
    shown_event(kitchen, id)
}

fn shown_event(kitchen: &Kitchen, id: Uuid) -> Reply {
    let event = kitchen.timeline.get(id).ok_or_else(Answer::not_found)?;
    Ok(Answer::ok(shapes::event(kitchen, event)).dated())
}

/// What is left out or null stays; neither type nor time can be changed (Mealie 3.10.2, `RecipeTimelineEventUpdate`;
/// seen `comments_timeline/timeline_update_by_other_household`).
fn change(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let asked = call.captured_uuid4("item_id")?;
    let mut fields = Fields::of(call.object()?);
    let (subject, message, image) = (fields.text("subject"), message(&mut fields), image(&mut fields));
    fields.end()?;
    let (_, recipe_id) = called(kitchen, call)?.ok_or_else(Answer::not_found)?;
    edit(kitchen, asked, |event| {
        event.subject = subject;
        event.message = message.flatten().or(event.message.take());
        event.image = image.flatten().or(event.image);
    });
    let answer = shown_event(kitchen, asked)?;
    quirks::tell_of_event(kitchen, recipe_id)?;
    Ok(answer)
}

/// The moment of the change moves only if anything changed.
fn edit(kitchen: &mut Kitchen, id: Uuid, change: impl FnOnce(&mut TimelineEvent)) {
    let now = kitchen.now();
    let Some(event) = kitchen.timeline.get_mut(id) else { return };
    let before = event.clone();
    change(event);
    if *event != before {
        event.updated_at = now;
    }
}

fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let nothing = || quirks::nothing_to_take(call.language());
    let (id, recipe_id) = called(kitchen, call)?.ok_or_else(nothing)?;
    let answer = shown_event(kitchen, id)?;
    kitchen.remove_event(id);
    quirks::tell_of_event(kitchen, recipe_id)?;
    Ok(answer)
}

fn picture(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    call.captured_uuid4("item_id")?;
    let (bytes, extension) = picture_and_extension(call)?;
    let (id, recipe_id) = called(kitchen, call)?.ok_or_else(Answer::not_found)?;
    quirks::write_event_picture(kitchen, id, bytes, &extension)?;
    let said = kitchen.timeline.get(id).and_then(|event| event.image);
    if said != Some(EventImage::Present) {
        edit(kitchen, id, |event| event.image = Some(EventImage::Present));
        quirks::tell_of_event(kitchen, recipe_id)?;
    }
    Ok(Answer::ok(json!({ "image": EventImage::Present.words() })))
}

/// Open to everybody who has both ids.
fn show(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let is_it = |event: &&TimelineEvent| {
        event.recipe_id.to_string() == call.captured(0) && event.id.to_string() == call.captured(1)
    };
    let event = kitchen.timeline.iter().find(is_it).map(|event| event.id);
    let picture = event.and_then(|id| kitchen.event_pictures.get(&id)).cloned();
    shown(kitchen, call, picture.as_ref(), call.captured(2))
}
