//! The published tables of what Mealie is not sent to, made from the ones that decide.

use std::fmt::Write as _;

use super::*;
use crate::tests::hold_published;

/// The tables of `docs/refused-addresses.md`, between their markers.
const BEGIN: &str = "<!-- tables: made by `UPDATE_DOCS=1 cargo test -p mealie-mcp refused_addresses` -->\n";
const END: &str = "<!-- tables: end -->\n";

#[test]
fn the_committed_table_of_refused_addresses_is_the_one_declared() {
    hold_published("refused-addresses.md", BEGIN, END, &tables());
}

fn tables() -> String {
    let mut out = String::from("## Ranges\n\n| range | what lives there | | source |\n|---|---|---|---|\n");
    for Range { net, what, source, treatment } in RANGES {
        let treatment = match treatment {
            Treatment::Refused => "refused",
            Treatment::Private => "allowed, not together with public ones",
        };
        writeln!(out, "| `{net}` | {what} | {treatment} | {source} |").unwrap();
    }
    out.push_str("\n## Names\n\n| name | what it leads to | source |\n|---|---|---|\n");
    for Name { name, reach, what, source } in NAMES {
        let below = match reach {
            Reach::Alone => "",
            Reach::AndBelow => " and every name below it",
        };
        writeln!(out, "| `{name}`{below} | {what} | {source} |").unwrap();
    }
    out.push_str("\n## Forms that carry an IPv4 address\n\n| form | shape | source |\n|---|---|---|\n");
    for form in FORMS {
        writeln!(out, "| {} | {} | {} |", form.name, form.shape, form.source).unwrap();
    }
    out
}
