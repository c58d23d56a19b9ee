//! The image scan (NET-6, NET-7): any document with an address in it to which Mealie must not be sent. Whatever stands
//! around that address, the document is refused. It never looks a name up.

#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use mealie_mcp::failure::Failure;
use mealie_mcp::netguard::{FetchDocument, Lookup, Netguard, Place, Resolve};
use mealie_mcp_fuzz::{refused, refused_name};
use serde_json::Value;
use tokio::runtime::Runtime;
use url::{Host, Url};

/// The name of the argument.
const ARGUMENT: &str = "data";

/// Elements that name a picture at an address that is refused (NET-1): each has its `<`, so it counts wherever it stands.
const ELEMENTS: [&str; 15] = [
    "<meta property=\"og:image\" content=\"http://100.100.100.200/p\">",
    "<meta content='http://100.100.100.200/p' name='twitter:image'/>",
    "<META PROPERTY=og:image CONTENT=http://100.100.100.200/p >",
    "<meta property=\"og:image\" content=\"&#104;ttp:&#x2F;/100&period;100.100.200/p\">",
    "<img src=\"http://100.100.100.200/p\">",
    "<img\n src\n=\n'http://100.100.100.200/p'\n>",
    "<img srcset=\"/a 1x, http://100.100.100.200/p 2x\">",
    "<link rel=\"image_src\" href=\"http://100.100.100.200/p\">",
    "<a itemprop=\"image\" href=\"http://100.100.100.200/p\">",
    "<span itemprop=\"image\">http://100.100.100.200/p</span>",
    "<data itemprop=image value=http://100.100.100.200/p>",
    "<time datetime='http://100.100.100.200/p' itemprop='image'>",
    "<object data=\"http://100.100.100.200/p\" itemprop=\"image\">",
    "<div property=\"schema:image\" content=\"HTTP://100.100.100.200\">",
    "<svg name=\"image\" src=\"//100.100.100.200/p\"/>",
];

/// Keys under which a string is a picture's address in JSON (NET-6).
const KEYS: [&str; 3] = ["image", "thumbnailUrl", "contentUrl"];

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_current_thread().enable_time().build().expect("an event loop")
});

/// Knows no name, so that a name is no reason to refuse.
struct Nobody;

impl Resolve for Nobody {
    fn resolve(&self, _: &str, _: Place) -> Lookup {
        Box::pin(async { None })
    }
}

static GUARD: LazyLock<Netguard> = LazyLock::new(|| Netguard::with_resolver(None, Arc::new(Nobody)));

// The first byte chooses the element, the second where it stands in the rest.
fuzz_target!(|bytes: &[u8]| {
    let [which, place, rest @ ..] = bytes else { return };
    let noise = String::from_utf8_lossy(rest);
    match judged(noise.clone().into_owned()) {
        Ok(accepted) => {
            assert_eq!(
                serde_json::to_value(&accepted).expect("a document is a string"),
                *noise,
                "not as it was"
            );
        }
        Err(refused) => assert_in_words(&refused),
    }
    let element = ELEMENTS[usize::from(*which) % ELEMENTS.len()];
    let place = noise.len() * usize::from(*place) / 255;
    let place = (0..=place).rev().find(|place| noise.is_char_boundary(*place)).unwrap_or(0);
    let (before, behind) = noise.split_at(place);
    assert_refused(format!("{before}{element}{behind}"));
    assert_refused(loose(*which, &noise));
    reference(&noise);
    if let Ok(Value::Object(mut recipe)) = serde_json::from_slice(rest) {
        let key = KEYS[usize::from(*which) % KEYS.len()];
        // `image` stands in any recipe, the others within one.
        let picture = match key {
            "image" => Value::from("http://100.100.100.200/p"),
            key => serde_json::json!({ key: "http://100.100.100.200/p" }),
        };
        recipe.insert("image".to_owned(), picture);
        let document = Value::Object(recipe).to_string();
        for around in [
            document.clone(),
            format!("{{\"@graph\": [{document}, ]}} // loose"),
            format!("<script type=\"application/ld+json\">{document}</script>"),
        ] {
            assert_refused(around);
        }
    }
});

/// The noise as a picture's address: where the document passes, no reading of the address leads where Mealie must not be
/// sent, neither WHATWG's nor that of RFC 3986.
fn reference(noise: &str) {
    if judged(serde_json::json!({ "image": noise }).to_string()).is_err() {
        return;
    }
    let base = Url::parse("https://example.com/").expect("an address");
    let whatwg = Url::options().base_url(Some(&base)).parse(noise).ok();
    // Appendix B with the schemes of 3.1, and userinfo as in 3.2.1; without what Python's urlsplit takes out.
    let text = noise.trim().replace(['\t', '\n', '\r'], "");
    let rest = match text.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => rest,
        _ => &text,
    };
    let authority = rest.strip_prefix("//").and_then(|rest| rest.split(['/', '?', '#']).next());
    let rfc = authority.map(|authority| authority.rsplit_once('@').map_or(authority, |(_, host)| host));
    let rfc = rfc.and_then(|host| Url::parse(&format!("http://{host}/")).ok());
    for url in [whatwg, rfc].into_iter().flatten() {
        let bad = match url.host() {
            Some(Host::Domain(name)) => refused_name(name),
            Some(Host::Ipv4(address)) => refused(address.into()),
            Some(Host::Ipv6(address)) => refused(address.into()),
            None => false,
        };
        assert!(!bad, "{noise:?} leads to {url}");
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// JSON as Mealie's readers take it, with the noise in it.
fn loose(which: u8, noise: &str) -> String {
    let text = Value::from(noise).to_string();
    match which % 4 {
        0 => format!("{{\"description\": {text}, \"image\": \"http:\\/\\/100.100.100.200\\/p\",}}"),
        1 => format!("{{\"image\": [{text}, {{\"url\": \"http://100.100.100.200/p\", \"url\": NaN}}]}}"),
        2 => format!("{{/*{}*/ \"image\": \"\\u0068ttp://100.100.100.200/p\"}}", noise.replace("*/", "* /")),
        _ => format!(
            "{{//{}\n\"image\" : {{\"@id\":\"http://100.100.100.200/p\"}}}}",
            noise.replace(['\n', '\r'], " ")
        ),
    }
}

fn judged(document: String) -> Result<FetchDocument, Failure> {
    RUNTIME.block_on(GUARD.document(ARGUMENT, document))
}

fn assert_refused(document: String) {
    match judged(document.clone()) {
        Ok(_) => panic!("a picture is not found in {document:?}"),
        Err(refused) => assert_in_words(&refused),
    }
}

fn assert_in_words(refused: &Failure) {
    let Failure::Argument { name, rule, .. } = refused else {
        panic!("no refusal of an argument: {refused:?}")
    };
    assert_eq!(name.as_str(), ARGUMENT);
    assert!(!rule.is_empty());
    let words = refused.words().ours;
    assert!(words.chars().count() < 600 && !words.chars().any(char::is_control), "{words:?}");
}
