//! What is printed when something is wrong or remarkable, and what never is.

use proptest::prelude::*;
use zeroize::Zeroizing;

use super::super::variables::Holds;
use super::*;

#[test]
fn oper_8_all_problems_are_told_at_once() {
    let (settings, lines) = read_all(&[
        ("MEALIE_LOG", "loud"),
        ("ELICITATION", "off"),
        ("MEALIE_URL", "mealie.test"),
        ("MEALIE_API_TOKEN", "s3 same"),
        ("MEALIE_API_TOKEN_FILE", "/run/secrets/token"),
        ("MEALIE_READ_ONLY", "maybe"),
        ("MEALIE_ALLOW_TOOLS", "get_about,get_recipes"),
        ("MEALIE_DENY_TOOLS", "delete_recipe,,"),
        ("MEALIE_REQUIRE_DIALOG", "1"),
        ("MEALIE_PUBLIC_URL", "ftp://home.test"),
        ("MEALIE_APPROVAL_TTL", "1h"),
        ("MEALIE_ASK_TIMEOUT", "soon"),
        ("MEALIE_MAX_RESULT_BYTES", "1e6"),
        ("MEALIE_MAX_CONCURRENCY", "0"),
        ("MEALIE_ACCEPT_LANGUAGE", "tlh"),
        ("MEALIE_PROXY", "proxy.test"),
        ("MEALIE_CA_FILE", "/etc/kitchen.pem"),
        ("MEALIE_INSECURE_TLS", "TRUE"),
        ("MEALIE_FETCH_HOSTS", "https://soup.test"),
        ("MEALIE_READONLY", "true"),
        ("MEALIE_TOKEN", "s3same"),
    ]);
    assert!(settings.is_none());
    insta::assert_snapshot!(lines.join("\n"), @r"
    MEALIE_URL does not begin with http:// or https://; valid: an http or https address without user name, query (?) or fragment (#)
    MEALIE_API_TOKEN holds a blank or a line break inside; valid: the token alone: visible ASCII, no blanks
    MEALIE_API_TOKEN_FILE names a file that cannot be read; valid: the path of a regular file of at most 64 KiB
    MEALIE_READ_ONLY is `maybe`; valid: true (also 1, yes) or false (also 0, no)
    MEALIE_DENY_TOOLS has an empty entry; valid: tool names, beginnings such as delete_*, and essential, with commas between
    ELICITATION is `off`; valid: true or false
    MEALIE_REQUIRE_DIALOG is `1`; valid: true or false
    MEALIE_PUBLIC_URL does not begin with http:// or https://; valid: an http or https address without user name, query (?) or fragment (#)
    MEALIE_APPROVAL_TTL is `1h`; valid: 1s to 15min, such as 90s or 5min
    MEALIE_ASK_TIMEOUT is `soon`; valid: 1s to 60min, such as 90s or 5min
    MEALIE_MAX_RESULT_BYTES is `1e6`; valid: a whole number from 4000 to 200000
    MEALIE_MAX_CONCURRENCY is `0`; valid: a whole number from 1 to 32
    MEALIE_ACCEPT_LANGUAGE is `tlh`; valid: a locale, or its language alone (de for de-DE): af-ZA ar-SA bg-BG ca-ES cs-CZ da-DK de-DE el-GR en-GB en-US es-ES et-EE fi-FI fr-BE fr-CA fr-FR gl-ES he-IL hr-HR hu-HU is-IS it-IT ja-JP ko-KR lt-LT lv-LV nl-NL no-NO pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sr-SP sv-SE tr-TR uk-UA vi-VN zh-CN zh-TW
    MEALIE_PROXY does not begin with http:// or https://; valid: an http or https address, with or without user name and password, without path
    MEALIE_CA_FILE names a file that cannot be read; valid: the path of a regular file of at most 1 MiB, with one or more certificates in PEM
    MEALIE_INSECURE_TLS is `TRUE`; valid: exactly true or false, in small letters
    MEALIE_FETCH_HOSTS has an entry that is no host; valid: hosts and *.suffix with commas between, such as example.com, *.example.com
    MEALIE_LOG is `loud`; valid: off, error, warn, info or debug
    MEALIE_API_TOKEN and MEALIE_API_TOKEN_FILE are both set. Unset one
    MEALIE_ALLOW_TOOLS names `get_recipes`, which is no tool; `get_recipe` is
    MEALIE_READONLY is set and not known: MEALIE_READ_ONLY is. Rename it or unset it
    ");
}

#[test]
fn oper_8_a_value_is_quoted_when_it_is_short_and_plain() {
    for (row, value, want) in [
        ("32 characters", "a".repeat(32), format!("is `{}`", "a".repeat(32))),
        ("33 characters", "a".repeat(33), "is a value of length 33".to_owned()),
        ("every plain sign", "Az09_*,.:-".to_owned(), "is `Az09_*,.:-`".to_owned()),
        ("a slash", "a/b".to_owned(), "is a value of length 3".to_owned()),
        ("a line break", "a\nmealie-mcp: all is well".to_owned(), "is a value of length 25".to_owned()),
        ("an escape", "\u{1b}[2J".to_owned(), "is a value of length 4".to_owned()),
        ("an umlaut counts once", "ä".to_owned(), "is a value of length 1".to_owned()),
    ] {
        let line = format!("MEALIE_LOG {want}; valid: off, error, warn, info or debug");
        assert_eq!(one("MEALIE_LOG", &value, drop), refused(&line), "{row}");
    }
}

#[test]
#[cfg(unix)]
fn oper_8_a_value_that_is_not_utf_8_is_told_by_its_name() {
    use std::os::unix::ffi::OsStringExt as _;
    for variable in VARIABLES {
        let value = OsString::from_vec(b"tr\xffue".to_vec());
        let problems = read([(variable.name.into(), value)], &|_, _| Err(FileTrouble::Unreadable), &KNOWN)
            .map(drop)
            .unwrap_err();
        let line = format!("{} is not valid UTF-8; valid: {}\n", variable.name, variable.values);
        assert_eq!(problems.to_string(), line);
    }
}

#[test]
fn a_variable_that_is_set_twice_is_refused() {
    let line = "MEALIE_READ_ONLY is set twice; valid: true (also 1, yes) or false (also 0, no)";
    let twice = [("MEALIE_READ_ONLY", "true"), ("MEALIE_READ_ONLY", "false")];
    assert_eq!(connected(&twice).1, [line]);
}

#[test]
fn oper_10_an_empty_variable_is_unset_and_mentioned_where_that_leaves_everything_open() {
    for variable in VARIABLES {
        for value in ["", " \t"] {
            let (settings, lines) = read_all(&[(variable.name, value)]);
            assert!(settings.is_some(), "{}", variable.name);
            let mentioned = lines.contains(&format!("{} is empty, which counts as not set", variable.name));
            let opens = ["MEALIE_READ_ONLY", "MEALIE_ALLOW_TOOLS", "MEALIE_DENY_TOOLS", "MEALIE_FETCH_HOSTS"]
                .contains(&variable.name);
            assert_eq!(mentioned, opens, "{}", variable.name);
        }
    }
}

#[test]
fn oper_10_a_misspelt_variable_stops_the_server_and_an_unknown_one_earns_a_line() {
    for (row, name, value, stops, want) in [
        (
            "misspelt",
            "MEALIE_READONLY",
            "true",
            true,
            &["MEALIE_READONLY is set and not known: MEALIE_READ_ONLY is. Rename it or unset it"][..],
        ),
        ("misspelt and empty", "MEALIE_READONLY", "", false, &[]),
        (
            "unknown",
            "MEALIE_TOKEN",
            "s3same",
            false,
            &["warning: MEALIE_TOKEN is set and not known, so nothing reads it; --help lists what is"],
        ),
        ("unknown and empty", "MEALIE_TOKEN", "", false, &[]),
        ("somebody else's", "PATH", "/bin", false, &[]),
        ("the live tests'", "MEALIE_LIVE_TOKEN", "s3same", false, &[]),
        (
            "misspelt, and no name to print",
            "MEALIE_LOG\u{1b}",
            "x",
            true,
            &["a variable is set whose name, of length 11, is nearly MEALIE_LOG. Rename it or unset it"],
        ),
        (
            "unknown, and no name to print",
            "MEALIE_\nmealie-mcp: all is well",
            "x",
            false,
            &["warning: a MEALIE_ variable with a name of length 31 is set and not known"],
        ),
    ] {
        let (settings, lines) = connected(&[(name, value)]);
        assert_eq!(settings.is_none(), stops, "{row}");
        assert_eq!(lines, want, "{row}");
    }
}

/// A value with something in it that stands nowhere else.
const CANARY: &str = "Kan4rienv0gel";

fn hostile_value() -> impl Strategy<Value = String> {
    let around = || prop_oneof![Just(String::new()), "[ -~]{0,12}", "\\PC{0,6}", any::<String>()];
    let before = prop_oneof![
        around(),
        Just("https://".to_owned()),
        Just("https://me:".to_owned()),
        Just("http://proxy.test/?".to_owned()),
    ];
    (before, around()).prop_map(|(before, after)| format!("{before}{CANARY}{after}"))
}

proptest! {
    #[test]
    fn oper_8_no_value_of_an_address_or_a_secret_is_ever_printed(
        values in proptest::collection::vec(proptest::option::of(hostile_value()), VARIABLES.len()),
        content in hostile_value(),
    ) {
        let set = VARIABLES
            .iter()
            .zip(values)
            .filter(|(variable, _)| variable.holds != Holds::Word)
            .filter_map(|(variable, value)| Some((variable.name.into(), value?.into())));
        let found = |_: &Path, _| {
            let content = Zeroizing::new(content.clone().into_bytes());
            Ok(NamedFile { content, readers: Readers::Others })
        };
        let said = match read(set, &found, &KNOWN) {
            Ok((settings, notices)) => {
                let lines: Vec<String> = notices.iter().map(Notice::to_string).collect();
                format!("{lines:?} {notices:?} {:?}", settings.kitchen.token)
            }
            Err(problems) => format!("{problems} {problems:?}"),
        };
        prop_assert!(!said.to_lowercase().contains(&CANARY.to_lowercase()), "{said}");
    }

    #[test]
    fn oper_8_whatever_is_set_is_told_in_lines_of_plain_signs(
        values in proptest::collection::vec(proptest::option::of(any::<String>()), VARIABLES.len()),
        name in "MEALIE\\PC{0,60}",
    ) {
        let mut set: Vec<(OsString, OsString)> = VARIABLES
            .iter()
            .zip(values)
            .filter_map(|(variable, value)| Some((variable.name.into(), value?.into())))
            .collect();
        set.push((name.into(), "x".into()));
        let lines: Vec<String> = match read(set, &|_, _| Err(FileTrouble::Unreadable), &KNOWN) {
            Ok((_, notices)) => notices.iter().map(Notice::to_string).collect(),
            Err(problems) => problems.to_string().lines().map(str::to_owned).collect(),
        };
        for line in lines {
            prop_assert!(line.chars().all(|c| c == '—' || c == ' ' || c.is_ascii_graphic()), "{line}");
            // Mealie's locales alone are 250.
            prop_assert!(line.chars().count() < 400, "{line}");
        }
    }
}
