//! What arrived, in order: every request with its body and the status it got.
//! Never records the control routes, and never decides anything.

use serde::Serialize;
use serde_json::Value;

use crate::form::Part;

/// One request, as it arrived.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Arrival {
    /// `GET`, `DELETE`, ...
    pub method: String,
    /// The path as sent, without the query.
    pub path: String,
    /// The decoded query, in order, repeated keys and all.
    pub query: Vec<(String, String)>,
    /// The parsed JSON body; null if there was none or it was not JSON.
    pub body: Value,
    /// The fields of a form, files and all, if the body was one. (JSON: left out if empty, and without the contents.)
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// The status that was answered; `None` (JSON: null) while it is being served, and for good if it was dropped.
    pub status: Option<u16>,
    /// Where a real Mealie would have gone because of it: pages to import and their pictures, in order. The fake goes
    /// nowhere. Of several pictures Mealie fetches one; all are told. (JSON: left out if empty.)
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub would_fetch: Vec<String>,
    /// How much of a [`Dish`](crate::Dish) was taken from it, in bytes before compression. What was taken need not
    /// have been read: some megabytes lie in the buffers of a connection. (JSON: left out if 0.)
    #[serde(skip_serializing_if = "is_none")]
    pub served_bytes: u64,
}

impl Arrival {
    /// Whether the request could have changed something: everything but GET, the parser's POST and the preview
    /// scrape's POST, which store nothing.
    pub fn is_write(&self) -> bool {
        const STORE_NOTHING: [&str; 3] =
            ["/api/parser/ingredients", "/api/parser/ingredient", "/api/recipes/test-scrape-url"];
        match self.method.as_str() {
            "GET" => false,
            "POST" => !STORE_NOTHING.contains(&self.path.as_str()),
            _ => true,
        }
    }

    /// The first field of a form with this name.
    pub fn part(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.name == name)
    }
}

fn is_none(bytes: &u64) -> bool {
    *bytes == 0
}

/// All requests since the start or the last reset.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    arrivals: Vec<Arrival>,
    /// Goes up with every wipe, so that a request from before it cannot mark one from after it.
    era: u64,
}

/// Where a request stands in the journal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    era: u64,
    index: usize,
}

impl Journal {
    pub(crate) fn arrives(&mut self, arrival: Arrival) -> Line {
        self.arrivals.push(arrival);
        Line { era: self.era, index: self.arrivals.len() - 1 }
    }

    pub(crate) fn would_fetch(&mut self, line: Line, addresses: &[String]) {
        if line.era == self.era
            && let Some(arrival) = self.arrivals.get_mut(line.index)
        {
            arrival.would_fetch.extend_from_slice(addresses);
        }
    }

    pub(crate) fn served(&mut self, line: Line, bytes: u64) {
        if line.era == self.era
            && let Some(arrival) = self.arrivals.get_mut(line.index)
        {
            arrival.served_bytes += bytes;
        }
    }

    pub(crate) fn answered(&mut self, line: Line, status: u16) {
        if line.era == self.era
            && let Some(arrival) = self.arrivals.get_mut(line.index)
        {
            arrival.status = Some(status);
        }
    }

    pub(crate) fn wipe(&mut self) {
        self.arrivals.clear();
        self.era += 1;
    }

    pub(crate) fn arrivals(&self) -> &[Arrival] {
        &self.arrivals
    }
}
