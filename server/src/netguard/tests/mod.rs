//! What the guard lets through and what it does not, as a caller meets it. There is no DNS here: every test says itself
//! what is behind a name.

mod addresses;
mod documents;
mod lookups;
mod properties;
mod published;
mod references;
mod spellings;
mod words;

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use super::*;

/// A resolver that knows what it was told, and remembers what it was asked.
#[derive(Default)]
pub(super) struct Book {
    pages: HashMap<&'static str, (Duration, Option<Vec<IpAddr>>)>,
    asked: Mutex<Vec<String>>,
}

impl Book {
    /// `name` has these addresses, and answers after so many milliseconds.
    fn with(mut self, name: &'static str, milliseconds: u64, addresses: &[&str]) -> Self {
        let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
        self.pages.insert(name, (Duration::from_millis(milliseconds), Some(addresses)));
        self
    }

    /// Asking for `name` ends in an error after so many milliseconds.
    fn without(mut self, name: &'static str, milliseconds: u64) -> Self {
        self.pages.insert(name, (Duration::from_millis(milliseconds), None));
        self
    }

    /// What was asked for, in order.
    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn guard(self, hosts: Option<&str>) -> (Netguard, Arc<Self>) {
        let book = Arc::new(self);
        let hosts = hosts.map(|hosts| FetchHosts::parse(hosts).unwrap_or_else(|_| panic!("{hosts}")));
        (Netguard::with_resolver(hosts, Arc::clone(&book) as Arc<dyn Resolve>), book)
    }
}

impl Resolve for Book {
    fn resolve(&self, name: &str, place: Place) -> Lookup {
        self.asked.lock().unwrap().push(name.to_owned());
        let page = self.pages.get(name).cloned();
        Box::pin(async move {
            let _place = place;
            let (after, addresses) = page?;
            tokio::time::sleep(after).await;
            addresses
        })
    }
}

/// What comes of an address with nothing behind any name: the address that is sent, or the rule that it breaks.
async fn judged(guard: &Netguard, text: &str) -> Result<String, String> {
    match guard.address("url", text).await {
        Ok(address) => Ok(sent(&address)),
        Err(failure) => Err(rule(failure)),
    }
}

/// What is said of an argument to which there is this objection.
fn ruled(objection: Objection) -> String {
    format!("{objection}{}", objection.advice())
}

fn sent(address: &impl Serialize) -> String {
    serde_json::to_value(address).unwrap().as_str().unwrap().to_owned()
}

fn rule(failure: Failure) -> String {
    match failure {
        Failure::Argument { rule, .. } => rule,
        other => panic!("{other:?}"),
    }
}
