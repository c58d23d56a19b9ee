//! Seals and slips (SEAL-1, SEAL-5, TOK-5): made-up ones open nothing, and neither does a real one with a byte changed. It
//! never lets time pass: the edges of a lifetime are tested beside the code.

#![no_main]

use std::sync::LazyLock;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use libfuzzer_sys::fuzz_target;
use mealie_mcp::guard::binding::{Bound, Target};
use mealie_mcp::guard::clock::Moment;
use mealie_mcp::guard::key::Key;
use mealie_mcp::guard::seal::{open, seal};
use mealie_mcp::guard::slips::{Worth, read, write};
use mealie_mcp::settings::Connection;

const LIFETIME: Duration = Duration::from_secs(900);
const NOW: Moment = Moment { wall_ms: 1_800_000_000_000, steady_ms: 60_000 };

/// What was really handed out, for one call.
struct Issued {
    key: Key,
    bound: Bound,
    state: String,
    slip: String,
}

static ISSUED: LazyLock<Issued> = LazyLock::new(|| {
    let key = Key::random(&Connection { url: None, token: None, proxy: None }).expect("random bytes");
    let bound = Target::new().bind("process", "delete_recipe", "This will delete the recipe.");
    let state = seal(&key, &bound.whole, NOW).expect("random bytes").state;
    let slip = write(&key, &bound, NOW).expect("random bytes");
    Issued { key, bound, state, slip }
});

fuzz_target!(|bytes: &[u8]| {
    let issued = &*ISSUED;
    assert!(issued.opens(&issued.state) && issued.fits(&issued.slip), "what was handed out is good");

    let text = String::from_utf8_lossy(bytes);
    for made_up in [text.clone().into_owned(), URL_SAFE_NO_PAD.encode(bytes)] {
        issued.assert_worthless(&made_up);
    }
    for real in [&issued.state, &issued.slip] {
        for changed in [
            format!("{real}{text}"),
            format!("{text}{real}"),
            replaced(real, bytes),
            spliced(real, bytes),
            reencoded(real, bytes),
        ] {
            issued.assert_worthless(&changed);
        }
    }
});

impl Issued {
    fn opens(&self, state: &str) -> bool {
        open(&self.key, state, &self.bound.whole, NOW, LIFETIME).is_some()
    }

    fn fits(&self, slip: &str) -> bool {
        matches!(read(&self.key, slip, &self.bound, NOW, LIFETIME), Worth::Fits(_))
    }

    fn assert_worthless(&self, text: &str) {
        // libFuzzer watches comparisons, and learns the real ones from this.
        if text == self.state || text == self.slip {
            return;
        }
        assert!(!self.opens(text), "a state that was never handed out opens: {text:?}");
        assert!(!self.fits(text), "a slip that was never handed out fits: {text:?}");
    }
}

/// One character is another: the first byte says where, the second which.
fn replaced(real: &str, bytes: &[u8]) -> String {
    let (Some(place), Some(other)) = (bytes.first(), bytes.get(1)) else { return real.to_owned() };
    let place = usize::from(*place) % real.len();
    let mut changed = real.to_owned();
    changed.replace_range(place..=place, &char::from(*other).to_string());
    changed
}

/// The text in place of as much of the real one.
fn spliced(real: &str, bytes: &[u8]) -> String {
    let Some((place, rest)) = bytes.split_first() else { return real.to_owned() };
    let place = usize::from(*place) % real.len();
    let rest: String = rest.iter().map(|byte| char::from(byte & 0x7F)).collect();
    let behind = real.get(place + rest.len()..).unwrap_or_default();
    format!("{}{rest}{behind}", &real[..place])
}

/// The bytes behind the encoding changed: each pair is a place and what to flip there.
fn reencoded(real: &str, bytes: &[u8]) -> String {
    let mut decoded = URL_SAFE_NO_PAD.decode(real).expect("it was encoded here");
    let length = decoded.len();
    for pair in bytes.chunks_exact(2) {
        decoded[usize::from(pair[0]) % length] ^= pair[1];
    }
    URL_SAFE_NO_PAD.encode(decoded)
}
