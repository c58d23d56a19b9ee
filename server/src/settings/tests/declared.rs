//! What is made of the declarations: defaults, the list of what is wiped, the table in the docs.

use super::super::locale::SEVERAL;
use super::super::variables::{Holds, NOT_SET, VARIABLES, Variable, secret_names};
use super::*;
use crate::tests::hold_published;

#[test]
fn nothing_set_is_a_server_that_asks_and_is_not_connected() {
    let (settings, lines) = read_all(&[]);
    let settings = settings.unwrap();
    assert_eq!(settings.dialog, Dialog::Ask);
    assert_eq!(settings.without_dialog, WithoutDialog::Token);
    assert_eq!(settings.tools, Choice::all(Mode::ReadWrite));
    assert_eq!(settings.kitchen.missing(), Some(Missing::Both));
    assert!(settings.kitchen.proxy.is_none() && settings.public_url.is_none());
    assert_eq!(settings.approval_ttl, Duration::from_secs(900));
    assert_eq!(settings.ask_timeout, Duration::from_secs(900));
    assert_eq!(settings.max_result_bytes, 60_000);
    assert_eq!(settings.kitchen.at_once, 4);
    assert_eq!(settings.kitchen.locale, None);
    assert!(matches!(settings.kitchen.trust, Trust::Usual));
    assert!(settings.fetch_hosts.is_none());
    assert_eq!(settings.log, Level::Warn);
    assert_eq!(
        lines,
        [
            "warning: MEALIE_URL and MEALIE_API_TOKEN are not set: tools are listed, and every call will say what is \
             missing"
        ]
    );
}

#[test]
fn a_connected_server_starts_without_a_word() {
    let (settings, lines) = connected(&[]);
    let kitchen = settings.unwrap().kitchen;
    assert_eq!(kitchen.missing(), None);
    assert_eq!(kitchen.url.unwrap().as_str(), "https://mealie.test/");
    assert_eq!(kitchen.token.unwrap().bearer(), "Bearer s3same");
    assert_eq!(lines, [""; 0]);
}

#[test]
fn the_declared_default_is_what_an_unset_variable_means() {
    // Setting a variable to what is printed as its default changes nothing.
    let with_a_default = |variable: &&Variable| variable.holds == Holds::Word && variable.default != NOT_SET;
    for variable in VARIABLES.iter().filter(with_a_default) {
        let words = |settings: Settings| {
            (
                (settings.dialog, settings.without_dialog, settings.tools.mode, settings.log),
                (settings.approval_ttl, settings.ask_timeout, settings.max_result_bytes),
                (settings.kitchen.at_once, matches!(settings.kitchen.trust, Trust::Usual)),
            )
        };
        let set = one(variable.name, variable.default, words);
        assert_eq!(set, Ok(words(read_all(&[]).0.unwrap())), "{}", variable.name);
    }
}

#[test]
fn oper_6_the_variables_that_can_hold_a_secret_are_wiped() {
    assert_eq!(secret_names().collect::<Vec<_>>(), ["MEALIE_API_TOKEN", "MEALIE_PROXY"]);
}

/// The two tables of `docs/settings.md`, between their markers.
const MADE: &str = "made by `UPDATE_DOCS=1 cargo test -p mealie-mcp settings_table` -->\n";

#[test]
fn the_committed_settings_table_is_the_one_declared() {
    let mut table = String::from("| variable | what it does | valid values | default |\n|---|---|---|---|\n");
    for Variable { name, about, values, default, .. } in VARIABLES {
        table.push_str(&format!("| `{name}` | {about} | {values} | {default} |\n"));
    }
    hold_published("settings.md", &format!("<!-- settings: {MADE}"), "<!-- settings: end -->\n", &table);

    let mut table = String::from("| written | sent |\n|---|---|\n");
    for (language, locale) in SEVERAL {
        table.push_str(&format!("| `{language}` | `{}` |\n", locale.name()));
    }
    hold_published("settings.md", &format!("<!-- languages: {MADE}"), "<!-- languages: end -->\n", &table);
}
