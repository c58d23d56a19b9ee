//! Variables that hold an address or a token, which are never printed.

use zeroize::Zeroizing;

use super::*;

#[test]
fn oper_5_an_unusable_address_is_refused_and_not_repeated() {
    let valid = "; valid: an http or https address without user name, query (?) or fragment (#)";
    for (value, rule) in [
        ("mealie.test", "does not begin with http:// or https://"),
        ("https://me:hunter2@mealie.test", "holds a user name or password"),
        ("https://mealie.test/?token=hunter2", "holds a query (?)"),
        ("https://mealie.test/#hunter2", "holds a fragment (#)"),
        ("https://hunter2:x", "is not an address that can be read"),
    ] {
        for name in ["MEALIE_URL", "MEALIE_PUBLIC_URL"] {
            let lines = read_all(&[(name, value)]).1;
            assert_eq!(lines, [format!("{name} {rule}{valid}")], "{value}");
        }
    }
}

#[test]
fn oper_5_what_is_remarkable_about_the_address_is_said() {
    let plain =
        "warning: MEALIE_URL is plain http to another machine: token and recipes can be read on the way";
    let api = "hint: MEALIE_URL ends with /api, which this server adds by itself; leave it out if calls fail";
    for (row, value, want) in [
        ("https", "https://mealie.test", &[][..]),
        ("this machine", "http://localhost:9000", &[]),
        ("another machine", "http://mealie:9000", &[plain]),
        ("the API", "https://mealie.test/api", &[api]),
        ("the API on another machine", "http://mealie:9000/api/", &[plain, api]),
    ] {
        let lines = read_all(&[("MEALIE_URL", value), CONNECTED[1]]).1;
        assert_eq!(lines, want, "{row}");
    }
}

#[test]
fn ask_16_the_public_address_is_kept_without_its_ending_slash() {
    for value in ["https://home.test/mealie", " https://home.test/mealie/ "] {
        let read = one("MEALIE_PUBLIC_URL", value, |settings| settings.public_url.unwrap().to_string());
        assert_eq!(read.as_deref(), Ok("https://home.test/mealie"), "{value:?}");
    }
}

#[test]
fn net_8_a_proxy_is_used_where_one_is_named_and_not_repeated_where_it_cannot_be() {
    let read = one("MEALIE_PROXY", "http://me:hunter2@proxy.test:3128", |settings| settings.kitchen.proxy);
    assert_eq!(read.unwrap().unwrap().as_str(), "http://me:hunter2@proxy.test:3128/");
    assert_eq!(
        one("MEALIE_PROXY", "socks5://me:hunter2@proxy.test", drop),
        refused(
            "MEALIE_PROXY does not begin with http:// or https://; valid: an http or https address, with or without \
             user name and password, without path"
        )
    );
}

/// The reading itself has its tables in `netguard`.
#[test]
fn net_9_listed_hosts_are_kept_and_an_entry_that_is_none_is_not_repeated() {
    let set = |value| one("MEALIE_FETCH_HOSTS", value, |settings| settings.fetch_hosts.is_some());
    for (row, value, kept) in [
        ("one", "soup.test", true),
        ("several", " soup.test,*.cdn.test , süppchen.test,[2001:db8::1]", true),
        ("nothing", " ", false),
    ] {
        assert_eq!(set(value), Ok(kept), "{row}");
    }
    let valid = "valid: hosts and *.suffix with commas between, such as example.com, *.example.com";
    for value in ["https://hunter2.test", "soup.test, hunter2.test:80", "soup.test,,hunter2.test", "*"] {
        let line = format!("MEALIE_FETCH_HOSTS has an entry that is no host; {valid}");
        assert_eq!(set(value), refused(&line), "{value}");
    }
}

#[test]
fn oper_6_a_token_is_trimmed_and_an_unusable_one_is_not_repeated() {
    let token = |settings: Settings| settings.kitchen.token.unwrap().bearer();
    let read = |value| match read_all(&[CONNECTED[0], ("MEALIE_API_TOKEN", value)]) {
        (Some(settings), _) => Ok(token(settings)),
        (None, lines) => Err(lines),
    };
    assert_eq!(read(" s3same\n").unwrap(), "Bearer s3same");
    for (value, rule) in [
        ("Bearer s3same", "holds a blank or a line break inside"),
        ("s3same\u{200b}", "holds a character that is not visible ASCII"),
    ] {
        let line = format!("MEALIE_API_TOKEN {rule}; valid: the token alone: visible ASCII, no blanks");
        assert_eq!(read(value).unwrap_err(), [line], "{value}");
    }
}

#[test]
fn oper_6_a_token_file_takes_the_place_of_the_token() {
    let valid = "; valid: the path of a regular file of at most 64 KiB";
    let open = "warning: other users can read the file that MEALIE_API_TOKEN_FILE names; mode 600 ends that";
    let file = |content: &'static [u8], readers| Ok((content, readers));
    for (row, found, want) in [
        ("a token", file(b"s3same", Readers::Owner), Ok(vec![])),
        ("a token and a line break", file(b"s3same\r\n", Readers::Owner), Ok(vec![])),
        ("others can read it", file(b"s3same\n", Readers::Others), Ok(vec![open])),
        ("empty", file(b" \n", Readers::Owner), Err("names a file whose content is empty")),
        ("binary", file(b"s3\xffsame", Readers::Owner), Err("names a file whose content is not text")),
        (
            "several lines",
            file(b"s3same\nhunter2", Readers::Owner),
            Err("names a file whose content holds a blank or a line break inside"),
        ),
        (
            "not ASCII",
            file("s3sämé".as_bytes(), Readers::Owner),
            Err("names a file whose content holds a character that is not visible ASCII"),
        ),
        ("not there", Err(FileTrouble::Unreadable), Err("names a file that cannot be read")),
        ("a folder", Err(FileTrouble::NotRegular), Err("names something that is not a regular file")),
        ("too large", Err(FileTrouble::TooLarge), Err("names a file of more than 64 KiB")),
    ] {
        let read_file = |path: &Path, kind: FileKind| {
            assert_eq!((path, kind), (Path::new("/run/secrets/hunter2"), FileKind::Secret), "{row}");
            found.map(|(content, readers)| NamedFile { content: Zeroizing::new(content.to_vec()), readers })
        };
        let variables = [CONNECTED[0], ("MEALIE_API_TOKEN_FILE", " /run/secrets/hunter2 ")];
        match (read_with(&variables, &read_file), want) {
            ((Some(settings), lines), Ok(notices)) => {
                assert_eq!(settings.kitchen.token.unwrap().bearer(), "Bearer s3same", "{row}");
                assert_eq!(lines, notices, "{row}");
            }
            ((None, lines), Err(rule)) => {
                assert_eq!(lines, [format!("MEALIE_API_TOKEN_FILE {rule}{valid}")], "{row}");
            }
            ((_, lines), want) => panic!("{row}: {lines:?}, not {want:?}"),
        }
    }
}

#[test]
fn oper_6_the_token_is_given_in_one_way() {
    let both = [("MEALIE_API_TOKEN", "s3same"), ("MEALIE_API_TOKEN_FILE", "/run/secrets/token")];
    let found = holding(b"s3same");
    let (settings, lines) = read_with(&both, &found);
    assert!(settings.is_none());
    assert_eq!(lines, ["MEALIE_API_TOKEN and MEALIE_API_TOKEN_FILE are both set. Unset one"]);
    let one_is_empty = [("MEALIE_API_TOKEN", ""), both[1]];
    assert!(read_with(&one_is_empty, &found).0.unwrap().kitchen.token.is_some());
}

#[test]
fn oper_7_a_server_that_is_not_connected_starts_and_says_so() {
    let rest = "tools are listed, and every call will say what is missing";
    for (variables, missing, what) in [
        (&[][..], Missing::Both, "MEALIE_URL and MEALIE_API_TOKEN are not set"),
        (&CONNECTED[..1], Missing::Token, "MEALIE_API_TOKEN is not set"),
        (&CONNECTED[1..], Missing::Url, "MEALIE_URL is not set"),
    ] {
        let (settings, lines) = read_all(variables);
        assert_eq!(settings.unwrap().kitchen.missing(), Some(missing));
        assert_eq!(lines, [format!("warning: {what}: {rest}")]);
    }
}
