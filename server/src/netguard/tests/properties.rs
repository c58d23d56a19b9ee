//! What holds for every address, made up by the thousand.

use std::net::{Ipv4Addr, Ipv6Addr};

use proptest::prelude::*;

use super::embedded::embedded;
use super::*;

/// Runs one judgement without waiting: nothing here has a name that is known, so nothing is waited for.
fn now(text: &str) -> Result<String, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(judged(&Book::default().guard(None).0, text))
}

/// An address of a refused range.
fn refused_v4() -> impl Strategy<Value = Ipv4Addr> {
    let ranges: Vec<(u32, u32)> = RANGES
        .iter()
        .filter(|range| range.treatment == Treatment::Refused)
        .filter_map(|range| match range.net {
            ipnet::IpNet::V4(net) => Some((net.network().into(), net.broadcast().into())),
            ipnet::IpNet::V6(_) => None,
        })
        .collect();
    prop::sample::select(ranges)
        .prop_flat_map(|(first, last)| prop_oneof![Just(first), Just(last), first..=last])
        .prop_map(Ipv4Addr::from)
}

/// A number as WHATWG and inet_aton read one.
fn number(value: u32) -> impl Strategy<Value = String> {
    (0..5usize, 0..3usize).prop_map(move |(kind, zeros)| match kind {
        0 => value.to_string(),
        1 => format!("0x{}{value:x}", "0".repeat(zeros)),
        2 => format!("0X{}{value:X}", "0".repeat(zeros)),
        _ => format!("0{}{value:o}", "0".repeat(zeros)),
    })
}

/// One to four numbers, of which the last stands for all that is left, with an ending dot or not, in digits of several
/// kinds, with escapes.
fn spelled(address: Ipv4Addr) -> impl Strategy<Value = String> {
    let [a, b, c, d] = address.octets().map(u32::from);
    let parts = prop::sample::select(vec![
        vec![a, b, c, d],
        vec![a, b, c << 8 | d],
        vec![a, b << 16 | c << 8 | d],
        vec![u32::from(address)],
    ]);
    let host = parts.prop_flat_map(|parts| parts.into_iter().map(number).collect::<Vec<_>>());
    let dots = prop::sample::select(vec![".", "%2e", "%2E", "\u{3002}", "\u{FF0E}", "\u{FF61}"]);
    let disguise = prop_oneof![
        4 => Just(0),
        1 => Just(1),
        1 => Just(2),
        1 => Just(3),
    ];
    (host, dots, any::<bool>(), disguise).prop_map(|(parts, dot, ending, disguise)| {
        let mut host = parts.join(dot);
        if ending {
            host.push_str(dot);
        }
        host.chars()
            .map(|c| match (disguise, c.to_digit(10)) {
                (1, Some(digit)) => char::from_u32(0xFF10 + digit).map(String::from).unwrap_or_default(),
                (2, Some(digit)) => format!("%3{digit}"),
                (3, Some(_)) => format!("{c}\u{AD}"),
                _ => c.to_string(),
            })
            .collect()
    })
}

/// The address in one of the forms of IPv6, with anything around it.
fn carried(address: Ipv4Addr) -> impl Strategy<Value = Ipv6Addr> {
    let v4 = u128::from(u32::from(address));
    let prefix = |text: &str| u128::from(text.parse::<Ipv6Addr>().unwrap());
    let fixed =
        [prefix("::ffff:0:0") | v4, prefix("::") | v4, prefix("::ffff:0:0:0") | v4, prefix("64:ff9b::") | v4];
    (0..11usize, any::<u128>(), any::<u8>()).prop_map(move |(form, around, u)| {
        // The 48-, 56- and 64-bit layouts of RFC 6052, 2.2, around the octet in the middle.
        let layout = |length: u32| {
            let above = v4 << (96 - length) & !((1u128 << 64) - 1);
            let below = (v4 & ((1u128 << (length - 32)) - 1)) << (88 - length);
            let subnet = if length > 48 {
                (around >> 64 << 64) & ((1u128 << 80) - 1) & !((1u128 << (128 - length)) - 1)
            } else {
                0
            };
            prefix("64:ff9b:1::") | subnet | above | u128::from(u) << 56 | below
        };
        let low64 = (1u128 << 64) - 1;
        Ipv6Addr::from(match form {
            0..=3 => fixed[form],
            4 => prefix("64:ff9b:1::") | (around & ((1u128 << 80) - 1) & !0xffff_ffff) | v4,
            5 => layout(48),
            6 => layout(56),
            7 => layout(64),
            8 => prefix("2002::") | v4 << 80 | (around & ((1u128 << 80) - 1)),
            9 if u % 2 == 0 => prefix("2001::") | v4 << 64 | (around & low64),
            9 => prefix("2001::") | (around & low64 << 32 & ((1u128 << 96) - 1)) | (v4 ^ 0xffff_ffff),
            _ => (around & !low64) | u128::from(u & 3) << 56 | 0x5efe << 32 | v4,
        })
    })
}

/// Pieces of addresses, and of what stands around them.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => prop::sample::select(vec![
            "http", "https", "ftp", ":", "//", "/", "\\", "@", "?", "#", ".", "%", "%2e", "[", "]", "::1", "::ffff:",
            "127.0.0.1", "0x7f", "localhost", "example", "com", "80", "xn--", "xn--sppchen-n2a", "ü", "ß", "\u{3002}",
            "\u{AD}", "\u{200B}", "１", "①", " ", "\t", "\n", "\0", "data", "soup", "*",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn net_2_no_spelling_of_a_refused_address_gets_through(
        (address, host) in refused_v4().prop_flat_map(|address| (Just(address), spelled(address))),
    ) {
        let text = format!("http://{host}/");
        prop_assert!(now(&text).is_err(), "{address}: {text}");
        // In a document too; there a host that is not written plainly is refused for that alone.
        let read = reference::host(&text);
        let plain = matches!(&read, Ok(Some(Host::Ipv4(read))) if *read == address);
        prop_assert!(read.is_err() || plain, "{address}: {text}: {read:?}");
    }

    #[test]
    fn net_2_no_form_that_carries_a_refused_address_gets_through(
        (address, carrier) in refused_v4().prop_flat_map(|address| (Just(address), carried(address))),
    ) {
        // Zeros mean nothing there.
        prop_assume!(address.octets()[0] != 0 || carrier.segments()[..3] != [0x64, 0xff9b, 1]);
        prop_assert!(embedded(carrier).any(|found| found == address), "{address}: {carrier}");
        prop_assert!(matches!(ground(carrier.into()), Ground::Refused(_)), "{address}: {carrier}");
        prop_assert!(now(&format!("http://[{carrier}]/")).is_err(), "{address}: {carrier}");
    }

    #[test]
    fn net_3_an_address_that_was_accepted_is_accepted_again_and_has_the_same_host(text in hostile()) {
        for text in [text.clone(), format!("https://{text}"), format!("http://cdn.example{text}")] {
            let Ok(sent) = now(&text) else { continue };
            prop_assert!(sent.bytes().all(|byte| byte.is_ascii_graphic()), "{sent:?}");
            prop_assert_eq!(now(&sent), Ok(sent.clone()), "from {:?}", text);
            // What stands in a document is read by the stricter rule; the parsed address passes it too.
            let host = reference::host(&sent).unwrap();
            prop_assert_eq!(host, Url::parse(&text).unwrap().host().map(|host| host.to_owned()), "from {:?}", text);
        }
    }

    #[test]
    fn net_6_what_a_reference_leads_to_is_what_the_parser_says_or_refused(text in hostile()) {
        for text in [text.clone(), format!("https://{text}"), format!("//{text}")] {
            let base = Url::parse("https://recipe.example/soup").unwrap();
            let Ok(read) = reference::host(&text) else { continue };
            let Ok(parsed) = base.join(&text) else { continue };
            let host = parsed.host().map(|host| host.to_owned());
            if matches!(parsed.scheme(), "http" | "https") && host != base.host().map(|host| host.to_owned()) {
                prop_assert_eq!(read, host, "{:?}", text);
            }
        }
    }

    #[test]
    fn net_1_no_text_makes_it_fall_over(text in any::<String>(), hostile in hostile()) {
        for text in [&text, &hostile] {
            let _ = now(text);
            let _ = reference::host(text);
            let _ = FetchHosts::parse(text);
        }
    }
}
