//! Variables that hold a word, a time or a number.

use super::*;

#[test]
fn oper_1_elicitation_takes_true_and_false_only() {
    let no = "; valid: true or false";
    for (value, want) in [
        ("", Ok(Dialog::Ask)),
        ("   ", Ok(Dialog::Ask)),
        ("true", Ok(Dialog::Ask)),
        ("TRUE", Ok(Dialog::Ask)),
        (" True\t", Ok(Dialog::Ask)),
        ("false", Ok(Dialog::Token)),
        ("FALSE", Ok(Dialog::Token)),
        (" fAlSe\n", Ok(Dialog::Token)),
        ("1", Err("ELICITATION is `1`")),
        ("0", Err("ELICITATION is `0`")),
        ("off", Err("ELICITATION is `off`")),
        ("on", Err("ELICITATION is `on`")),
        ("yes", Err("ELICITATION is `yes`")),
        ("no", Err("ELICITATION is `no`")),
        ("typo", Err("ELICITATION is `typo`")),
        ("ture", Err("ELICITATION is `ture`")),
        ("t", Err("ELICITATION is `t`")),
        ("true false", Err("ELICITATION is a value of length 10")),
        ("\"false\"", Err("ELICITATION is a value of length 7")),
        ("fälse", Err("ELICITATION is a value of length 5")),
    ] {
        let want = want.map_err(|line| vec![format!("{line}{no}")]);
        assert_eq!(one("ELICITATION", value, |settings| settings.dialog), want, "{value:?}");
    }
}

#[test]
fn oper_2_the_dialog_switched_off_is_said_and_switched_on_is_not() {
    let line = "ELICITATION=false — guarded tools fall back to the two-call token";
    assert_eq!(connected(&[("ELICITATION", "false")]).1, [line]);
    assert_eq!(connected(&[("ELICITATION", "FALSE ")]).1, [line]);
    assert_eq!(connected(&[("ELICITATION", "true")]).1, [""; 0]);
    assert_eq!(connected(&[("ELICITATION", "")]).1, [""; 0]);
}

#[test]
fn oper_3_read_only_takes_more_words_since_it_only_takes_away() {
    let no = "; valid: true (also 1, yes) or false (also 0, no)";
    for (value, want) in [
        ("1", Ok(Mode::ReadOnly)),
        ("true", Ok(Mode::ReadOnly)),
        ("yes", Ok(Mode::ReadOnly)),
        (" YES ", Ok(Mode::ReadOnly)),
        ("True", Ok(Mode::ReadOnly)),
        ("0", Ok(Mode::ReadWrite)),
        ("false", Ok(Mode::ReadWrite)),
        ("no", Ok(Mode::ReadWrite)),
        ("No", Ok(Mode::ReadWrite)),
        ("on", Err("MEALIE_READ_ONLY is `on`")),
        ("ture", Err("MEALIE_READ_ONLY is `ture`")),
        ("2", Err("MEALIE_READ_ONLY is `2`")),
        ("y", Err("MEALIE_READ_ONLY is `y`")),
        ("read only", Err("MEALIE_READ_ONLY is a value of length 9")),
    ] {
        let want = want.map_err(|line| vec![format!("{line}{no}")]);
        assert_eq!(one("MEALIE_READ_ONLY", value, |settings| settings.tools.mode), want, "{value:?}");
    }
}

#[test]
fn tok_7_the_dialog_can_be_required_with_true_and_false_only() {
    let no = "; valid: true or false";
    for (value, want) in [
        ("", Ok(WithoutDialog::Token)),
        ("true", Ok(WithoutDialog::Refuse)),
        (" TRUE ", Ok(WithoutDialog::Refuse)),
        ("false", Ok(WithoutDialog::Token)),
        ("1", Err("MEALIE_REQUIRE_DIALOG is `1`")),
        ("yes", Err("MEALIE_REQUIRE_DIALOG is `yes`")),
    ] {
        let want = want.map_err(|line| vec![format!("{line}{no}")]);
        let read = one("MEALIE_REQUIRE_DIALOG", value, |settings| settings.without_dialog);
        assert_eq!(read, want, "{value:?}");
    }
}

#[test]
fn tok_7_a_dialog_that_is_required_cannot_be_switched_off() {
    let line = "MEALIE_REQUIRE_DIALOG=true and ELICITATION=false together leave no way to ask. Change one";
    for (require, elicitation, want) in [
        ("true", "false", Some(line)),
        ("true", "true", None),
        ("true", "", None),
        ("false", "false", None),
        ("", "false", None),
    ] {
        let (settings, lines) =
            connected(&[("MEALIE_REQUIRE_DIALOG", require), ("ELICITATION", elicitation)]);
        assert_eq!(settings.is_none(), want.is_some(), "{require} {elicitation}");
        assert_eq!(lines.iter().find(|line| line.contains("no way to ask")).map(String::as_str), want);
    }
}

#[test]
fn seal_3_the_lifetime_of_an_approval_can_only_be_shortened() {
    let no = "; valid: 1s to 15min, such as 90s or 5min";
    for (value, want) in [
        ("1s", Ok(1)),
        ("90s", Ok(90)),
        ("900s", Ok(900)),
        ("5min", Ok(300)),
        ("15min", Ok(900)),
        ("15m", Ok(900)),
        ("15 MIN", Ok(900)),
        ("1m 30s", Ok(90)),
        ("2minutes", Ok(120)),
        ("0s", Err("MEALIE_APPROVAL_TTL is `0s`")),
        ("-1s", Err("MEALIE_APPROVAL_TTL is `-1s`")),
        ("901s", Err("MEALIE_APPROVAL_TTL is `901s`")),
        ("16min", Err("MEALIE_APPROVAL_TTL is `16min`")),
        ("1h", Err("MEALIE_APPROVAL_TTL is `1h`")),
        ("999ms", Err("MEALIE_APPROVAL_TTL is `999ms`")),
        ("1.5s", Err("MEALIE_APPROVAL_TTL is `1.5s`")),
        ("90", Err("MEALIE_APPROVAL_TTL is `90`")),
        ("1month", Err("MEALIE_APPROVAL_TTL is `1month`")),
        ("soon", Err("MEALIE_APPROVAL_TTL is `soon`")),
        ("s", Err("MEALIE_APPROVAL_TTL is `s`")),
        ("99999999999999999999s", Err("MEALIE_APPROVAL_TTL is `99999999999999999999s`")),
    ] {
        let want = want.map(Duration::from_secs).map_err(|line| vec![format!("{line}{no}")]);
        assert_eq!(one("MEALIE_APPROVAL_TTL", value, |settings| settings.approval_ttl), want, "{value:?}");
    }
}

#[test]
fn a_question_waits_an_hour_at_most() {
    let no = "; valid: 1s to 60min, such as 90s or 5min";
    for (value, want) in [
        ("1s", Ok(1)),
        ("60min", Ok(3600)),
        ("1h", Ok(3600)),
        ("3601s", Err("MEALIE_ASK_TIMEOUT is `3601s`")),
        ("0min", Err("MEALIE_ASK_TIMEOUT is `0min`")),
        ("15", Err("MEALIE_ASK_TIMEOUT is `15`")),
    ] {
        let want = want.map(Duration::from_secs).map_err(|line| vec![format!("{line}{no}")]);
        assert_eq!(one("MEALIE_ASK_TIMEOUT", value, |settings| settings.ask_timeout), want, "{value:?}");
    }
}

#[test]
fn bnd_3_the_budget_of_a_result_has_both_ends() {
    let no = "; valid: a whole number from 4000 to 200000";
    for (value, want) in [
        ("4000", Ok(4_000)),
        ("60000", Ok(60_000)),
        (" 200000 ", Ok(200_000)),
        ("3999", Err("MEALIE_MAX_RESULT_BYTES is `3999`")),
        ("200001", Err("MEALIE_MAX_RESULT_BYTES is `200001`")),
        ("0", Err("MEALIE_MAX_RESULT_BYTES is `0`")),
        ("-1", Err("MEALIE_MAX_RESULT_BYTES is `-1`")),
        ("60_000", Err("MEALIE_MAX_RESULT_BYTES is `60_000`")),
        ("60k", Err("MEALIE_MAX_RESULT_BYTES is `60k`")),
        ("6e4", Err("MEALIE_MAX_RESULT_BYTES is `6e4`")),
        ("99999999999999999999999", Err("MEALIE_MAX_RESULT_BYTES is `99999999999999999999999`")),
    ] {
        let want = want.map_err(|line| vec![format!("{line}{no}")]);
        assert_eq!(
            one("MEALIE_MAX_RESULT_BYTES", value, |settings| settings.max_result_bytes),
            want,
            "{value:?}"
        );
    }
}

#[test]
fn bnd_5_requests_at_one_time_are_one_to_thirty_two() {
    let no = "; valid: a whole number from 1 to 32";
    for (value, want) in [
        ("", Ok(4)),
        ("1", Ok(1)),
        ("4", Ok(4)),
        (" 32 ", Ok(32)),
        ("0", Err("MEALIE_MAX_CONCURRENCY is `0`")),
        ("33", Err("MEALIE_MAX_CONCURRENCY is `33`")),
        ("-1", Err("MEALIE_MAX_CONCURRENCY is `-1`")),
        ("+4", Err("MEALIE_MAX_CONCURRENCY is a value of length 2")),
        ("4.0", Err("MEALIE_MAX_CONCURRENCY is `4.0`")),
        ("four", Err("MEALIE_MAX_CONCURRENCY is `four`")),
        ("4 8", Err("MEALIE_MAX_CONCURRENCY is a value of length 3")),
        ("99999999999999999999999", Err("MEALIE_MAX_CONCURRENCY is `99999999999999999999999`")),
    ] {
        let want = want.map_err(|line| vec![format!("{line}{no}")]);
        assert_eq!(
            one("MEALIE_MAX_CONCURRENCY", value, |settings| settings.kitchen.at_once),
            want,
            "{value:?}"
        );
    }
}

/// Every locale has its row beside the list.
#[test]
fn oper_8_the_language_is_one_that_mealie_knows() {
    let no = "; valid: a locale, or its language alone (de for de-DE): af-ZA ar-SA bg-BG ca-ES cs-CZ da-DK de-DE \
              el-GR en-GB en-US es-ES et-EE fi-FI fr-BE fr-CA fr-FR gl-ES he-IL hr-HR hu-HU is-IS it-IT ja-JP ko-KR \
              lt-LT lv-LV nl-NL no-NO pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sr-SP sv-SE tr-TR uk-UA vi-VN zh-CN \
              zh-TW";
    for (row, value, want) in [
        ("nothing", "", Ok(None)),
        ("as Mealie spells it", "de-DE", Ok(Some("de-DE"))),
        ("small letters", "de-de", Ok(Some("de-DE"))),
        ("an underscore", "de_DE", Ok(Some("de-DE"))),
        ("an underscore and small letters", "de_de", Ok(Some("de-DE"))),
        ("capitals", "DE-DE", Ok(Some("de-DE"))),
        ("blanks around", " de-DE\n", Ok(Some("de-DE"))),
        ("the language alone", "de", Ok(Some("de-DE"))),
        ("the language alone, in capitals", "DE", Ok(Some("de-DE"))),
        ("a language whose country has another name", "ja", Ok(Some("ja-JP"))),
        ("one of several Englishes", "en", Ok(Some("en-US"))),
        ("another, in full", "en-gb", Ok(Some("en-GB"))),
        ("one of three Frenches", "fr", Ok(Some("fr-FR"))),
        ("one of two Portugueses", "pt", Ok(Some("pt-BR"))),
        ("the other, in full", "pt_PT", Ok(Some("pt-PT"))),
        ("one of two Chineses", "zh", Ok(Some("zh-CN"))),
        ("Spanish, of which there is one", "es", Ok(Some("es-ES"))),
        ("a locale that Mealie has not", "de-AT", Err("`de-AT`")),
        ("a language that Mealie has not", "tlh", Err("`tlh`")),
        ("half a locale", "de-", Err("`de-`")),
        ("a country alone", "-DE", Err("`-DE`")),
        ("the beginning of one", "d", Err("`d`")),
        ("a name", "German", Err("`German`")),
        ("a list, as browsers send it", "de-DE,de;q=0.9", Err("a value of length 14")),
        ("any", "*", Err("`*`")),
        ("a locale of the C library", "de_DE.UTF-8", Err("`de_DE.UTF-8`")),
        ("a long s", "e\u{17f}", Err("a value of length 2")),
        ("two lines", "de-DE\r\nx: y", Err("a value of length 11")),
    ] {
        let want = want.map_err(|is| vec![format!("MEALIE_ACCEPT_LANGUAGE is {is}{no}")]);
        let read = one("MEALIE_ACCEPT_LANGUAGE", value, |settings| settings.kitchen.locale.map(Locale::name));
        assert_eq!(read, want, "{row}");
    }
}

#[test]
fn the_log_has_five_levels() {
    let no = "; valid: off, error, warn, info or debug";
    for (value, want) in [
        ("off", Ok(Level::Off)),
        ("error", Ok(Level::Error)),
        ("WARN", Ok(Level::Warn)),
        (" info ", Ok(Level::Info)),
        ("Debug", Ok(Level::Debug)),
        ("trace", Err("MEALIE_LOG is `trace`")),
        ("warning", Err("MEALIE_LOG is `warning`")),
        ("hyper=debug", Err("MEALIE_LOG is a value of length 11")),
    ] {
        let want = want.map_err(|line| vec![format!("{line}{no}")]);
        assert_eq!(one("MEALIE_LOG", value, |settings| settings.log), want, "{value:?}");
    }
}
