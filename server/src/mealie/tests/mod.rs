//! The client against everything that can go wrong on the wire, and against a kitchen that behaves like Mealie's. No
//! test here speaks to another machine, and none changes the environment of its own process.

mod elsewhere;
mod imports;
mod lookup;
mod manner;
mod records;
mod repeats;
mod resolve;
mod scripted;
mod sitting;
mod statuses;
mod vocabulary;
mod wire;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use zeroize::Zeroizing;

use super::route::Route;
use super::{Departure, Reads, WriteKey, open_with};
use crate::failure::Failure;
use crate::settings::{self, Connection, Known, NamedFile, Readers};

/// Not of the shape of a JWT, which cleaning would hide anyway.
const TOKEN: &str = "open-sesame-1001";

/// Longer than any exchange takes on any machine: who waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// For a server that never answers: long enough for the request to get there.
const SHORT: Duration = Duration::from_millis(300);

fn connection(url: &str, proxy: Option<&str>) -> Connection {
    let proxy = proxy.map(|proxy| ("MEALIE_PROXY", proxy));
    connection_set(url, &Vec::from_iter(proxy), "")
}

/// As the operator sets it: these variables besides the address and the token, and this in every file they name.
fn connection_set(url: &str, variables: &[(&str, &str)], content: &str) -> Connection {
    let ours = [&[("MEALIE_URL", url), ("MEALIE_API_TOKEN", TOKEN)], variables].concat();
    let environment = ours.iter().map(|(name, value)| (name.into(), OsString::from(value)));
    let read_file = |_: &Path, _| {
        let content = Zeroizing::new(content.as_bytes().to_vec());
        Ok(NamedFile { content, readers: Readers::Owner })
    };
    let Ok((settings, _)) =
        settings::read(environment, &read_file, &[Known { name: "get_about", reads: true }])
    else {
        panic!("{url}, {variables:?}");
    };
    settings.kitchen
}

fn client(url: &str) -> (Reads, WriteKey) {
    open_with(connection(url, None), PATIENCE)
}

/// Where all requests go that could go anywhere.
fn foods() -> Route {
    Route::to(&["foods"])
}

/// The two ways to write.
#[derive(Clone, Copy, Debug)]
enum Verb {
    Delete,
    Put,
}

impl Verb {
    const ALL: [Self; 2] = [Self::Delete, Self::Put];

    async fn send(self, key: &WriteKey) -> Result<Value, Failure> {
        self.send_watched(key, &Departure::default()).await
    }

    async fn send_watched(self, key: &WriteKey, departure: &Departure) -> Result<Value, Failure> {
        match self {
            Self::Delete => key.lend(departure).delete(foods()).await,
            Self::Put => key.lend(departure).put(foods(), &"onions").await,
        }
    }
}

/// A result in a word or two, for tables: what `Debug` says of its failure.
fn outcome<T>(result: &Result<T, Failure>) -> String {
    match result {
        Ok(_) => "fine".to_owned(),
        Err(Failure::Refused(refusal)) => format!("{:?}", refusal.why),
        Err(failure) => format!("{failure:?}"),
    }
}

/// Neither the token nor the address is in anything that a failure says (OPER-6, OPER-9, LIVE-12).
fn assert_discreet<T>(row: &str, result: &Result<T, Failure>) {
    let Err(failure) = result else { return };
    let words = failure.words();
    let quoted = words.quoted.as_ref().map(ToString::to_string).unwrap_or_default();
    for said in [format!("{failure:?}"), failure.to_string(), failure.log(), words.ours.clone(), quoted] {
        for secret in [
            TOKEN,
            "127.0.0.1",
            "255.255",
            "localhost",
            "mealie.test",
            "http:",
            "/api",
            "Bearer",
            "INSERT",
            "sqlite3",
        ] {
            assert!(!said.contains(secret), "{row}: {said}");
        }
    }
}
