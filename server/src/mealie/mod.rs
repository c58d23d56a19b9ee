//! The instance, in two capabilities: [`Reads`] to look, and [`WriteKey`] to change. Opening the client gives one of
//! each; the key cannot be copied or had again, it moves into the guard, and [`Writes`] borrows it (ASK-3). No room
//! above this one ever makes a request by itself.

pub mod changes;
pub mod filter;
mod form;
pub(crate) mod http;
mod language;
pub mod lookup;
pub mod me;
pub mod plan;
pub mod records;
pub mod route;
mod said;
mod several;
mod sitting;
pub mod social;
#[cfg(test)]
mod tests;
pub mod vocabulary;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use reqwest::Method;
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

pub use self::language::{Language, NotALanguage};

use self::changes::RecipeChange;
use self::form::{Field, Form};
use self::http::{Body, Http, Load, Patience, Request, TimeLimits};
use self::records::{Counted, Listed};
use self::route::Route;
use self::sitting::{Sitting, Table};
use crate::failure::{Failure, Happened, Unusable};
use crate::netguard::{FetchAddress, FetchDocument};
use crate::picture::{Kind, Picture};
use crate::settings::Connection;
use crate::text::{Document, Foreign, Slug, WireKey, without_half_surrogates};

/// Looking at the instance. There is no general POST here: a request that changes something cannot be made with it.
#[derive(Clone)]
pub struct Reads {
    http: Arc<Http>,
    table: Table,
    sitting: Arc<Sitting>,
}

/// The right to change the instance: one per client, held by the guard.
pub struct WriteKey {
    http: Arc<Http>,
    table: Table,
    /// Mealie fetches for one import at a time: several at once make it hang (its issues 791 and 2568).
    importing: tokio::sync::Mutex<()>,
}

/// The right to change the instance, lent for one approved write.
pub struct Writes<'key> {
    key: &'key WriteKey,
    reads: Reads,
    wire: WireKey,
    departure: &'key Departure,
}

/// Whether a write has left. Until then it can be called off by dropping it; after that it runs to its end.
#[derive(Debug, Default)]
pub struct Departure(AtomicBool);

impl Departure {
    /// Whether anything that changes the instance has been sent.
    pub fn has_left(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    fn leaves(&self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Opens the client. Nothing is connected until the first call.
pub fn open(connection: Connection) -> (Reads, WriteKey) {
    open_with_limits(connection, TimeLimits::CONTRACT)
}

/// [`open`] with another time limit for all requests, for tests of what happens when it runs out.
pub fn open_with(connection: Connection, time_limit: Duration) -> (Reads, WriteKey) {
    open_with_limits(connection, TimeLimits { usual: time_limit, fetching: time_limit })
}

fn open_with_limits(connection: Connection, time_limits: TimeLimits) -> (Reads, WriteKey) {
    let http = Arc::new(Http::new(connection, time_limits));
    let table = Table::default();
    let reads = Reads::new(&http, &table);
    (reads, WriteKey { http, table, importing: tokio::sync::Mutex::default() })
}

impl Reads {
    fn new(http: &Arc<Http>, table: &Table) -> Self {
        Self { http: Arc::clone(http), table: table.clone(), sitting: Arc::new(Sitting::at(table)) }
    }

    /// For one plan: what is large is read by one plan at a time, which keeps the others waiting until it is done
    /// (BND-7).
    pub fn for_one_plan(&self) -> Self {
        Self::new(&self.http, &self.table)
    }

    /// GET, decoded.
    pub async fn get<T: DeserializeOwned>(&self, route: Route) -> Result<T, Failure> {
        decode(self.http.read(&route, &self.sitting).await?, Happened::No)
    }

    /// GET where 404 is an answer: nothing there.
    pub async fn find<T: DeserializeOwned>(&self, route: Route) -> Result<Option<T>, Failure> {
        match self.get(route).await {
            Ok(found) => Ok(Some(found)),
            Err(Failure::Status { code: 404, .. }) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Lets Mealie read a recipe from a page without storing it: the one POST beside the parser's that changes nothing.
    /// A text is its way of saying that it found none.
    pub async fn preview(&self, address: &FetchAddress) -> Result<Document, Failure> {
        let route = Route::to(&["recipes", "test-scrape-url"]);
        let request = Request {
            method: Method::POST,
            route: &route,
            load: Load::json(&Preview { url: address })?,
            patience: Patience::Fetching,
            if_unanswered: Happened::No,
        };
        decode(self.http.send(&request, &self.sitting, &|| {}).await?, Happened::No)
    }

    /// Lets Mealie take ingredient lines apart. It stores nothing.
    pub async fn parse<T: DeserializeOwned>(&self, lines: &Lines<'_>) -> Result<T, Failure> {
        let route = Route::to(&["parser", "ingredients"]);
        let request = Request {
            method: Method::POST,
            route: &route,
            load: Load::json(lines)?,
            patience: Patience::Usual,
            if_unanswered: Happened::No,
        };
        decode(self.http.send(&request, &self.sitting, &|| {}).await?, Happened::No)
    }
}

#[derive(Serialize)]
struct Preview<'a> {
    url: &'a FetchAddress,
}

/// Lines for Mealie's parser.
#[derive(Serialize)]
pub struct Lines<'a> {
    /// `nlp` or `brute`.
    pub parser: &'static str,
    /// The lines, as they were written. Mealie 3.10.2 fails on a blank one.
    pub ingredients: &'a [&'a str],
}

/// What Mealie makes a recipe of. Neither an address nor a document gets here without the netguard's word for it (NET-1,
/// NET-6).
#[derive(Serialize)]
#[serde(untagged)]
pub enum Import<'a> {
    /// A page that Mealie fetches.
    #[serde(rename_all = "camelCase")]
    Page {
        /// Where it is.
        url: &'a FetchAddress,
        /// Whether its keywords become tags; those that are missing are made.
        include_tags: bool,
        /// The same for categories.
        include_categories: bool,
    },
    /// A page's text or a recipe's JSON; Mealie fetches the picture it names.
    Document {
        /// It.
        data: &'a FetchDocument,
    },
}

/// Where Mealie has a picture read by an AI provider. Both routes take the same picture and give the new recipe's slug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureReader {
    /// `create/image`. Mealie 3.23 keeps it, and no longer names it in its description.
    Image,
    /// `create/ai`: from Mealie 3.23 on.
    Ai,
}

impl WriteKey {
    /// Lends the right to write. Whoever holds the key decides when, and sees by `departure` when the first request
    /// leaves.
    pub fn lend<'key>(&'key self, departure: &'key Departure) -> Writes<'key> {
        let reads = Reads::new(&self.http, &self.table);
        Writes { key: self, reads, wire: WireKey::only_the_mealie_client_makes_one(), departure }
    }
}

impl Writes<'_> {
    /// Looking once more, directly before the write.
    pub fn reads(&self) -> &Reads {
        &self.reads
    }

    /// Turns foreign text into wire text again, to send an object back exactly as it was read (LIVE-2, LIVE-6).
    pub fn wire_key(&self) -> &WireKey {
        &self.wire
    }

    /// DELETE. The answer is decoded, since Mealie says what it deleted.
    pub async fn delete<T: DeserializeOwned>(&self, route: Route) -> Result<T, Failure> {
        self.write(Method::DELETE, &route, Load::None, Patience::Usual).await
    }

    /// PUT with a JSON body. Never a recipe's: Mealie 3.10.2 replaces all of it, and what is left out is lost (SHUT-2).
    pub async fn put<T: DeserializeOwned>(&self, route: Route, body: &impl Serialize) -> Result<T, Failure> {
        if route.is_one_recipe() {
            return Err(Failure::Internal("a recipe is never replaced whole"));
        }
        self.write(Method::PUT, &route, Load::json(body)?, Patience::Usual).await
    }

    /// POST with a JSON body: something new.
    pub async fn post<T: DeserializeOwned>(&self, route: Route, body: &impl Serialize) -> Result<T, Failure> {
        self.write(Method::POST, &route, Load::json(body)?, Patience::Usual).await
    }

    /// The same where Mealie takes its time: a recipe is put on a list item by item (BND-4).
    pub async fn post_at_length<T: DeserializeOwned>(
        &self,
        route: Route,
        body: &impl Serialize,
    ) -> Result<T, Failure> {
        self.write(Method::POST, &route, Load::json(body)?, Patience::Fetching).await
    }

    /// PATCH of one recipe, with the given fields only (SHUT-2).
    pub async fn change_recipe<T: DeserializeOwned>(
        &self,
        slug: &Slug,
        change: RecipeChange,
    ) -> Result<T, Failure> {
        let route = Route::to(&["recipes"]).slug(slug);
        let load = Load::json(&change)?;
        // It can be as large as the recipe, and is not needed while Mealie answers (BND-7).
        drop(change);
        self.write(Method::PATCH, &route, load, Patience::Usual).await
    }

    /// PATCH of what belongs to a recipe and is no field of it.
    pub async fn patch<T: DeserializeOwned>(
        &self,
        route: Route,
        body: &impl Serialize,
    ) -> Result<T, Failure> {
        if route.is_one_recipe() {
            return Err(Failure::Internal("a recipe is changed by its given fields only"));
        }
        self.write(Method::PATCH, &route, Load::json(body)?, Patience::Usual).await
    }

    /// Lets Mealie make a recipe of a page or a document, and gives its slug.
    pub async fn import(&self, import: &Import<'_>) -> Result<Slug, Failure> {
        let route = match import {
            Import::Page { .. } => Route::to(&["recipes", "create", "url"]),
            Import::Document { .. } => Route::to(&["recipes", "create", "html-or-json"]),
        };
        let load = Load::json(import)?;
        let _one_at_a_time = self.key.importing.lock().await;
        let slug: Foreign = self.write(Method::POST, &route, load, Patience::Fetching).await?;
        slug.read_as().ok_or(Failure::Answer(Unusable::NotAsExpected, Happened::Perhaps))
    }

    /// Gives a recipe another picture. By its slug: by its id Mealie 3.10.2 writes the picture and then fails, and after a
    /// broken rename it is another recipe's.
    pub async fn upload_picture(&self, recipe: &Slug, picture: &Picture) -> Result<(), Failure> {
        let route = Route::to(&["recipes"]).slug(recipe).then("image");
        // Mealie 3.10.2 stores what it gets as `original.{extension}` before it looks at it, and `original.webp` is the
        // picture that is there: a WebP that it cannot read would take its place. It goes by the bytes, not the ending.
        let ending = Field::Fixed(match picture.kind() {
            Kind::Webp => Kind::Png.extension(),
            kind => kind.extension(),
        });
        let form = Form::new()?.with_picture("image", picture).with("extension", ending).done();
        self.write::<IgnoredAny>(Method::PUT, &route, Load::Form(form), Patience::Fetching).await?;
        Ok(())
    }

    /// Has a recipe made of a picture, in another language if one is given, and gives its slug.
    pub async fn import_picture(
        &self,
        reader: PictureReader,
        picture: &Picture,
        language: Option<&Language>,
    ) -> Result<Slug, Failure> {
        let form = Form::new()?.with_picture("images", picture);
        let (route, form) = match reader {
            PictureReader::Image => {
                let route = Route::to(&["recipes", "create", "image"]);
                // Mealie 3.10.2 reads it in the query alone.
                (language.into_iter().fold(route, |route, tag| route.with("translateLanguage", tag)), form)
            }
            PictureReader::Ai => {
                // Mealie 3.23 would make the tags that it thinks of, which nobody asked for.
                let form = form.with("createNewOrganizers", Field::Fixed("false"));
                let translated = |form: Form, tag| form.with("translateLanguage", Field::Language(tag));
                (Route::to(&["recipes", "create", "ai"]), language.into_iter().fold(form, translated))
            }
        };
        let _one_at_a_time = self.key.importing.lock().await;
        let load = Load::Form(form.done());
        let slug: Foreign = self.write(Method::POST, &route, load, Patience::Fetching).await?;
        slug.read_as().ok_or(Failure::Answer(Unusable::NotAsExpected, Happened::Perhaps))
    }

    async fn write<T: DeserializeOwned>(
        &self,
        method: Method,
        route: &Route,
        load: Load,
        patience: Patience,
    ) -> Result<T, Failure> {
        let request = Request { method, route, load, patience, if_unanswered: Happened::Perhaps };
        let leaves = || self.departure.leaves();
        decode(self.key.http.send(&request, &self.reads.sitting, &leaves).await?, Happened::Perhaps)
    }
}

impl Load {
    fn json(body: &impl Serialize) -> Result<Self, Failure> {
        let text = serde_json::to_vec(body).map_err(|_| Failure::Internal("a body that is no JSON"))?;
        Ok(Self::Json(Bytes::from(text)))
    }
}

/// Reads a whole document as a record.
pub fn read_record<T: DeserializeOwned>(document: &Document) -> Result<T, Failure> {
    document.read().map_err(|_| Failure::Answer(Unusable::NotAsExpected, Happened::No))
}

impl Reads {
    /// How many there are: what a question states is measured, and a count that is missing is no zero (ASK-19).
    pub async fn count(&self, route: Route) -> Result<u64, Failure> {
        let page = self.get::<Counted>(route.counted()).await?;
        page.count().ok_or(Failure::Answer(Unusable::NotAsExpected, Happened::No))
    }

    /// How long a bare list is.
    pub async fn length(&self, route: Route) -> Result<u64, Failure> {
        let list = self.get::<Listed>(route).await?;
        let length = list.ok_or(Failure::Answer(Unusable::NotAsExpected, Happened::No))?.len();
        Ok(length as u64)
    }
}

/// Takes the body, whose values were counted while it was read, so that nothing of it is left when its content is put to use.
fn decode<T: DeserializeOwned>(body: Body, happened: Happened) -> Result<T, Failure> {
    let Body { bytes, served } = body;
    let made = several::within_the_room(|| serde_json::from_slice(&without_half_surrogates(&bytes)));
    // The bytes first: the next one at the table has the room.
    drop(bytes);
    drop(served);
    made.map_err(|_| Failure::Answer(Unusable::NotAsExpected, happened))
}
