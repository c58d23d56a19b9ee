//! Which certificates are believed: what `MEALIE_INSECURE_TLS` and `MEALIE_CA_FILE` take, alone and together. What it
//! means on a connection is shown beside the HTTP client.

use super::*;

/// A certificate of an authority of its own, in PEM: the same one that the tests of the client trust.
const PEM: &str = include_str!("../../mealie/tests/kitchen_ca.pem");

const UNCHECKED: &str = "warning: MEALIE_INSECURE_TLS=true: no certificate is checked, so whoever is on the way can take \
                         the token and answer in Mealie's place; MEALIE_CA_FILE is the safe way";

/// What is trusted, in a word.
fn trusted(settings: &Settings) -> &'static str {
    match &settings.kitchen.trust {
        Trust::Usual => "usual",
        Trust::Also(authorities) => match authorities.certificates().count() {
            1 => "one more",
            2 => "two more",
            _ => "more",
        },
        Trust::Anybody => "anybody",
    }
}

#[test]
fn oper_8_certificates_are_looked_at_but_for_exactly_one_word() {
    for (value, want) in [
        ("", Ok(("usual", vec![]))),
        (" ", Ok(("usual", vec![]))),
        ("false", Ok(("usual", vec![]))),
        ("true", Ok(("anybody", vec![UNCHECKED]))),
        ("True", Err("`True`")),
        ("TRUE", Err("`TRUE`")),
        ("False", Err("`False`")),
        ("ture", Err("`ture`")),
        ("truee", Err("`truee`")),
        ("t", Err("`t`")),
        ("1", Err("`1`")),
        ("0", Err("`0`")),
        ("yes", Err("`yes`")),
        ("no", Err("`no`")),
        ("on", Err("`on`")),
        ("off", Err("`off`")),
        ("true true", Err("a value of length 9")),
        ("\"true\"", Err("a value of length 6")),
    ] {
        let (settings, lines) = connected(&[("MEALIE_INSECURE_TLS", value)]);
        match want {
            Ok((trust, notices)) => {
                assert_eq!(settings.as_ref().map(trusted), Some(trust), "{value:?}");
                assert_eq!(lines, notices, "{value:?}");
            }
            Err(is) => {
                assert!(settings.is_none(), "{value:?}");
                let valid = "valid: exactly true or false, in small letters";
                assert_eq!(lines, [format!("MEALIE_INSECURE_TLS is {is}; {valid}")], "{value:?}");
            }
        }
    }
}

#[test]
fn oper_8_certificates_come_from_a_file_that_holds_some_and_is_not_told() {
    let key = PEM.replace("CERTIFICATE", "PRIVATE KEY");
    let no_end = PEM.split("-----END").next().unwrap();
    let no_base64 = PEM.replacen("MII", "M?I", 1);
    let no_certificate = "-----BEGIN CERTIFICATE-----\naHVudGVyMg==\n-----END CERTIFICATE-----\n";
    let in_file = "names a file whose content ";
    let trouble = |trouble| (Err(trouble), String::new());
    for (row, (found, content), want) in [
        ("one", (Ok(()), PEM.to_owned()), Ok("one more")),
        ("two", (Ok(()), PEM.repeat(2)), Ok("two more")),
        ("Windows line breaks", (Ok(()), PEM.replace('\n', "\r\n")), Ok("one more")),
        ("words around it", (Ok(()), format!("The kitchen's own:\n{PEM}\nThat was it.\n")), Ok("one more")),
        ("a key beside it", (Ok(()), format!("{key}{PEM}")), Ok("one more")),
        ("nothing", (Ok(()), String::new()), Err("holds no certificate in PEM")),
        ("words", (Ok(()), "hunter2".to_owned()), Err("holds no certificate in PEM")),
        ("a key alone", (Ok(()), key.clone()), Err("holds no certificate in PEM")),
        ("cut short", (Ok(()), no_end.to_owned()), Err("is PEM that cannot be read")),
        ("no base64", (Ok(()), no_base64), Err("is PEM that cannot be read")),
        ("not X.509", (Ok(()), no_certificate.to_owned()), Err("holds a certificate that cannot be read")),
        (
            "one of two",
            (Ok(()), format!("{PEM}{no_certificate}")),
            Err("holds a certificate that cannot be read"),
        ),
        ("not there", trouble(FileTrouble::Unreadable), Err("names a file that cannot be read")),
        ("a folder", trouble(FileTrouble::NotRegular), Err("names something that is not a regular file")),
        ("too large", trouble(FileTrouble::TooLarge), Err("names a file of more than 1 MiB")),
    ] {
        let read_file = |path: &Path, kind| {
            assert_eq!((path, kind), (Path::new("/etc/hunter2.pem"), FileKind::Certificates), "{row}");
            let content = Zeroizing::new(content.clone().into_bytes());
            // Certificates are no secret: whoever may read them is told nothing about.
            found.map(|()| NamedFile { content, readers: Readers::Others })
        };
        let variables = [&CONNECTED[..], &[("MEALIE_CA_FILE", " /etc/hunter2.pem ")]].concat();
        let (settings, lines) = read_with(&variables, &read_file);
        assert_eq!(settings.as_ref().map(trusted), want.ok(), "{row}");
        let lines_wanted = want.err().map(|rule| {
            let rule = if rule.starts_with("names") { rule.to_owned() } else { format!("{in_file}{rule}") };
            format!(
                "MEALIE_CA_FILE {rule}; valid: the path of a regular file of at most 1 MiB, with one or more \
                 certificates in PEM"
            )
        });
        assert_eq!(lines, Vec::from_iter(lines_wanted), "{row}");
    }
}

#[test]
fn certificates_that_are_of_no_use_are_said_to_be() {
    let plain = "warning: MEALIE_CA_FILE does nothing: MEALIE_URL is plain http";
    let unchecked = "warning: MEALIE_CA_FILE does nothing: MEALIE_INSECURE_TLS=true checks no certificate";
    let file = ("MEALIE_CA_FILE", "ca.pem");
    let (insecure, proxy) = (("MEALIE_INSECURE_TLS", "true"), ("MEALIE_PROXY", "https://proxy.test"));
    let (http, token) = (("MEALIE_URL", "http://localhost:9000"), CONNECTED[1]);
    for (row, variables, want) in [
        ("https", &[CONNECTED[0], token, file][..], &[][..]),
        ("plain http", &[http, token, file], &[plain]),
        (
            "plain http by way of plain http",
            &[http, token, file, ("MEALIE_PROXY", "http://proxy.test")],
            &[plain],
        ),
        ("plain http by way of a proxy behind TLS", &[http, token, file, proxy], &[]),
        ("https by way of plain http", &[CONNECTED[0], token, file, ("MEALIE_PROXY", "http://p.test")], &[]),
        ("nothing is checked", &[CONNECTED[0], token, file, insecure], &[UNCHECKED, unchecked]),
        ("plain http, and nothing would be checked", &[http, token, file, insecure], &[UNCHECKED, plain]),
        ("no file", &[http, token], &[]),
    ] {
        let (settings, lines) = read_with(variables, &holding(PEM.as_bytes()));
        assert!(settings.is_some(), "{row}");
        assert_eq!(lines, want, "{row}");
    }
}
