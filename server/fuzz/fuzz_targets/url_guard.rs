//! The URL guard (NET-1 to NET-5): any address, with any answer of the resolver. What is accepted is judged again here,
//! by the words of the guarantees and not by the guard's own tables.

#![no_main]

use std::net::IpAddr;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use libfuzzer_sys::fuzz_target;
use mealie_mcp::failure::{Failure, Happened};
use mealie_mcp::netguard::{FetchAddress, Lookup, Netguard, Place, Resolve};
use mealie_mcp_fuzz::{private, refused, refused_name};
use tokio::runtime::Runtime;
use url::{Host, Url};

/// The name of the argument.
const ARGUMENT: &str = "url";

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_current_thread().enable_time().build().expect("an event loop")
});

/// Answers every name with the same addresses.
#[derive(Default)]
struct Answers(Mutex<Vec<IpAddr>>);

impl Resolve for Answers {
    fn resolve(&self, _: &str, _: Place) -> Lookup {
        let addresses = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Box::pin(async { (!addresses.is_empty()).then_some(addresses) })
    }
}

static ANSWERS: LazyLock<Arc<Answers>> = LazyLock::new(Arc::default);

static GUARD: LazyLock<Netguard> =
    LazyLock::new(|| Netguard::with_resolver(None, Arc::clone(&*ANSWERS) as Arc<dyn Resolve>));

// The first byte says how many addresses there are and of which kind; then they come; the rest is the text.
fuzz_target!(|bytes: &[u8]| {
    let Some((kinds, mut rest)) = bytes.split_first() else { return };
    let mut addresses = Vec::new();
    for place in 0..kinds >> 6 {
        let taken = if kinds >> place & 1 == 0 {
            rest.split_first_chunk().map(|(octets, rest)| (IpAddr::from(*octets as [u8; 4]), rest))
        } else {
            rest.split_first_chunk().map(|(octets, rest)| (IpAddr::from(*octets as [u8; 16]), rest))
        };
        let Some((address, behind)) = taken else { break };
        addresses.push(address);
        rest = behind;
    }
    *ANSWERS.0.lock().unwrap_or_else(PoisonError::into_inner) = addresses.clone();
    let text = String::from_utf8_lossy(rest);
    match judged(&text) {
        Ok(accepted) => assert_harmless(&text, &accepted, &addresses),
        Err(refused) => assert_in_words(&refused),
    }
    honest_addresses_pass(&text, &addresses);
});

fn judged(text: &str) -> Result<FetchAddress, Failure> {
    RUNTIME.block_on(GUARD.address(ARGUMENT, text))
}

fn sent(accepted: &FetchAddress) -> String {
    serde_json::from_value(serde_json::to_value(accepted).expect("an address is a string")).expect("a string")
}

fn assert_harmless(text: &str, accepted: &FetchAddress, behind: &[IpAddr]) {
    let sent = sent(accepted);
    let url = Url::parse(&sent).expect("what is sent is an address");
    assert!(matches!(url.scheme(), "http" | "https"), "{sent}");
    assert!(url.username().is_empty() && url.password().is_none(), "{sent}");
    let again = judged(&sent).expect("what was accepted is accepted");
    assert_eq!(self::sent(&again), sent, "parsing twice");
    let given = Url::parse(text).expect("what was accepted is an address");
    assert_eq!(given.host(), url.host(), "{text:?} is sent as {sent}");
    // As RFC 3986 reads it, appendix B.
    let authority = sent.split_once("://").and_then(|(_, rest)| rest.split(['/', '?', '#']).next());
    let authority = authority.expect("an address has an authority");
    assert!(!authority.contains('@'), "{sent}");
    match url.host().expect("an address has a host") {
        Host::Ipv4(address) => assert!(!refused(address.into()), "{text:?} leads to {address}"),
        Host::Ipv6(address) => assert!(!refused(address.into()), "{text:?} leads to {address}"),
        Host::Domain(name) => {
            assert!(!refused_name(name), "{text:?} leads to {name}");
            for address in behind {
                assert!(!refused(*address), "{text:?} leads to {address}");
            }
            let mixed = behind.iter().any(|address| private(*address)) && behind.iter().any(public);
            assert!(!mixed, "{text:?} leads to {behind:?}");
        }
    }
}

fn assert_in_words(refused: &Failure) {
    let Failure::Argument { name, rule, .. } = refused else {
        panic!("no refusal of an argument: {refused:?}")
    };
    assert_eq!((name.as_str(), refused.happened()), (ARGUMENT, Happened::No));
    assert!(!rule.is_empty());
    let words = refused.words().ours;
    assert!(words.chars().count() < 600 && !words.chars().any(char::is_control), "{words:?}");
}

/// An address of the public network, beyond doubt.
fn public(address: &IpAddr) -> bool {
    matches!(address, IpAddr::V4(address) if (11..100).contains(&address.octets()[0]))
}

/// A guard that refuses honest pages gets switched off.
fn honest_addresses_pass(text: &str, behind: &[IpAddr]) {
    if !behind.iter().all(public) {
        return;
    }
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).take(60).collect();
    let address = format!("https://www.example.com/{plain}?q={plain}");
    assert_eq!(sent(&judged(&address).expect("an honest address")), address);
}
