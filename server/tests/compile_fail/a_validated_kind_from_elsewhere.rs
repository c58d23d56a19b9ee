//! UNT-4: the list of validated kinds is closed.

use std::convert::Infallible;
use std::str::FromStr;

use mealie_mcp::text::Validated;

struct Anything(String);

impl FromStr for Anything {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl Validated for Anything {}

fn main() {}
