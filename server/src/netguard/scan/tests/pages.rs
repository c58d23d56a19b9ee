//! Honest pages pass: a guard that refuses them gets switched off. Owns what has to hold of each; it never builds one.

use std::collections::BTreeSet;

use url::Url;

use super::{found, sites};

/// NET-6: of more a document is refused.
const MAX_HOSTS: usize = 25;

#[test]
fn net_6_honest_pages_pass_and_their_pictures_are_found() {
    for site in sites::all() {
        let name = site.name;
        let size = site.page.len();
        assert!((20_000..200_000).contains(&size), "{name} is {size} bytes long");
        let found = found(&site.page);
        for picture in &site.pictures {
            assert!(found.contains(picture), "{name}: {picture} in {found:#?}");
        }
        let hosts: BTreeSet<String> = found.iter().filter_map(|one| host(one)).collect();
        assert!(hosts.len() <= MAX_HOSTS, "{name}: {hosts:?}");
    }
}

/// What would make one of them be refused: an address that is not plain.
#[test]
fn net_6_honest_pages_hold_nothing_that_only_looks_like_an_address() {
    for site in sites::all() {
        for one in found(&site.page).iter().filter(|one| one.contains("//")) {
            let plain = !one.contains(|c: char| c.is_whitespace() || c == '\\' || c == '@');
            let url = Url::parse(one).or_else(|_| Url::parse(&format!("https:{one}")));
            let web = url.is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
            assert!(plain && web, "{}: {one}", site.name);
        }
    }
}

fn host(reference: &str) -> Option<String> {
    let base = Url::parse("https://page.example/").ok()?;
    base.join(reference).ok()?.host_str().map(str::to_owned)
}
