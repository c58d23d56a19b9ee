//! Where Mealie may be sent (NET-1 to NET-6, NET-9). Owns the judgement over addresses and documents that it would fetch
//! from; it never fetches anything itself.
//!
//! What this cannot stop: Mealie may have another resolver, a name may lead elsewhere a moment later, a page may redirect,
//! and what a page of its own finding holds is Mealie's affair.

mod address;
mod embedded;
mod hosts;
mod names;
mod objection;
mod ranges;
mod reference;
mod resolve;
pub mod scan;
#[cfg(test)]
mod tests;

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use url::{Host, Url};

pub use self::embedded::{FORMS, Form};
pub use self::hosts::{FetchHosts, NoHost};
pub use self::names::{NAMES, Name, Reach};
pub use self::ranges::{RANGES, Range, Treatment};
pub use self::resolve::{Lookup, Place, Resolve};

use self::objection::{BUSY, Objection, TooMuch};
use self::ranges::{Ground, ground};
use self::resolve::{Lookups, System};
use crate::failure::Failure;
use crate::text::{Clean, Limit, REDACTED};

/// The longest document that is scanned (NET-7), in bytes.
const MAX_DOCUMENT_BYTES: usize = 2 * 1024 * 1024;

/// The most hosts that the pictures of one document may be at (NET-6).
const MAX_HOSTS: usize = 25;

/// What stands between a caller's addresses and Mealie. One for all calls, since the places for lookups are shared.
pub struct Netguard {
    hosts: Option<FetchHosts>,
    lookups: Lookups,
}

/// An address that Mealie may be sent to: http or https, without credentials and fragment. Only a [`Netguard`] makes one.
#[derive(Clone, PartialEq, Eq)]
pub struct FetchAddress(Url);

/// A document whose picture addresses Mealie may be sent to. Only a [`Netguard`] makes one.
#[derive(Clone, PartialEq, Eq)]
pub struct FetchDocument(String);

/// An objection to one of several hosts.
enum Stop {
    /// To this one.
    Host(usize, Objection),
    /// Not to a host: there was no place to look names up.
    Busy,
}

impl Netguard {
    /// With the system's resolver. `hosts` limits everything to those (NET-9).
    #[must_use]
    pub fn new(hosts: Option<FetchHosts>) -> Self {
        Self::with_resolver(hosts, Arc::new(System))
    }

    /// With another resolver.
    #[must_use]
    pub fn with_resolver(hosts: Option<FetchHosts>, resolver: Arc<dyn Resolve>) -> Self {
        Self { hosts, lookups: Lookups::new(resolver) }
    }

    /// Judges the address in `argument`.
    ///
    /// # Errors
    ///
    /// [`Failure::Argument`] with what is wrong with it.
    pub async fn address(&self, argument: &'static str, text: &str) -> Result<FetchAddress, Failure> {
        let refused = |objection| refused_address(argument, text, objection);
        let url = address::argument(text).map_err(refused)?;
        let host = url.host().map(|host| host.to_owned()).ok_or_else(|| refused(Objection::Unreadable))?;
        match self.judge(&[&host]).await {
            Ok(()) => Ok(FetchAddress(url)),
            Err(Stop::Host(_, objection)) => Err(refused(objection)),
            Err(Stop::Busy) => Err(busy(argument)),
        }
    }

    /// Judges every picture address in the document in `argument` (NET-6).
    ///
    /// # Errors
    ///
    /// [`Failure::Argument`] with what is wrong with it, and with which picture address.
    pub async fn document(&self, argument: &'static str, text: String) -> Result<FetchDocument, Failure> {
        let unfit = |much: TooMuch| refuse(argument, much.to_string(), None);
        if text.len() > MAX_DOCUMENT_BYTES {
            return Err(unfit(TooMuch::Text));
        }
        let references =
            scan::references(&text).map_err(|scan::Unfit::TooMany| unfit(TooMuch::References))?;
        let refused = |reference, objection| refused_picture(argument, reference, objection);
        // Each host once, beside the first reference to it.
        let mut hosts: Vec<Host<String>> = Vec::new();
        let mut named_by: Vec<&str> = Vec::new();
        for reference in &references {
            let host = reference::host(reference).map_err(|objection| refused(reference, objection))?;
            let Some(host) = host.filter(|host| !hosts.contains(host)) else { continue };
            if hosts.len() == MAX_HOSTS {
                return Err(unfit(TooMuch::Hosts));
            }
            hosts.push(host);
            named_by.push(reference);
        }
        let hosts: Vec<&Host<String>> = hosts.iter().collect();
        match self.judge(&hosts).await {
            Ok(()) => Ok(FetchDocument(text)),
            Err(Stop::Host(which, objection)) => Err(refused(named_by[which], objection)),
            Err(Stop::Busy) => Err(busy(argument)),
        }
    }

    /// Judges hosts: first what can be said without asking anybody, then what stands behind the names.
    async fn judge(&self, hosts: &[&Host<String>]) -> Result<(), Stop> {
        for (which, host) in hosts.iter().enumerate() {
            self.judge_alone(host).map_err(|objection| Stop::Host(which, objection))?;
        }
        let (places, names): (Vec<usize>, Vec<&str>) = hosts
            .iter()
            .enumerate()
            .filter_map(|(which, host)| match host {
                Host::Domain(name) => Some((which, name.as_str())),
                Host::Ipv4(_) | Host::Ipv6(_) => None,
            })
            .unzip();
        let judged = self.lookups.judge(&names, |name, addresses| {
            behind(addresses).map_err(|objection| Stop::Host(places[name], objection))
        });
        judged.await.map_err(|resolve::Busy| Stop::Busy)?
    }

    fn judge_alone(&self, host: &Host<String>) -> Result<(), Objection> {
        let leads = match host {
            Host::Domain(name) => names::refused(name),
            Host::Ipv4(address) => refused(IpAddr::V4(*address)),
            Host::Ipv6(address) => refused(IpAddr::V6(*address)),
        };
        if let Some(what) = leads {
            return Err(Objection::Leads(what));
        }
        match &self.hosts {
            Some(hosts) if !hosts.allow(host) => Err(Objection::NotListed),
            _ => Ok(()),
        }
    }
}

fn refused(address: IpAddr) -> Option<&'static str> {
    match ground(address) {
        Ground::Refused(what) => Some(what),
        Ground::Private | Ground::Public => None,
    }
}

/// Judges what stands behind a name (NET-4).
fn behind(addresses: &[IpAddr]) -> Result<(), Objection> {
    let (mut public, mut private) = (false, false);
    for address in addresses {
        match ground(*address) {
            Ground::Refused(what) => return Err(Objection::Behind(what)),
            Ground::Private => private = true,
            Ground::Public => public = true,
        }
    }
    if public && private { Err(Objection::Mixed) } else { Ok(()) }
}

fn refused_address(argument: &'static str, text: &str, objection: Objection) -> Failure {
    refuse(argument, format!("{objection}{}", objection.advice()), Some(text))
}

fn refused_picture(argument: &'static str, reference: &str, objection: Objection) -> Failure {
    let rule = format!("has a picture address that {objection}; take that address out of the document");
    refuse(argument, rule, Some(reference))
}

fn busy(argument: &'static str) -> Failure {
    refuse(argument, BUSY.to_owned(), None)
}

fn refuse(argument: &'static str, rule: String, address: Option<&str>) -> Failure {
    let name = Clean::of_argument(argument, Limit::ARGUMENT_ECHO);
    Failure::Argument { name, rule, given: address.map(quoted) }
}

/// An address, for a message about it. Cleaning hides the user information of an address that is one; where it is not, or
/// not plain, everything before an @ may be some.
fn quoted(address: &str) -> Clean {
    let user_free = address::authority(address).is_some_and(|authority| !authority.contains('@'));
    match address.rsplit_once('@') {
        Some((_, rest)) if !user_free || address::plain(address).is_err() => {
            Clean::of_argument(&format!("{REDACTED}@{rest}"), Limit::ARGUMENT_ECHO)
        }
        _ => Clean::of_argument(address, Limit::ARGUMENT_ECHO),
    }
}

impl Serialize for FetchAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl Serialize for FetchDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

// Neither is shown: an address can carry a key in its query, a document is a caller's.
impl fmt::Debug for FetchAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FetchAddress({} characters)", self.0.as_str().chars().count())
    }
}

impl fmt::Debug for FetchDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FetchDocument({} bytes)", self.0.len())
    }
}
