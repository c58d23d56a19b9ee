//! Which addresses are refused, in every form that carries one, and that their neighbours are not (NET-1, NET-2, NET-5).

use super::embedded::embedded;
use super::*;

fn lies(address: &str) -> Ground {
    ground(address.parse().unwrap_or_else(|_| panic!("{address}")))
}

/// What the contract names, edge by edge: the range, its first and its last address, and the neighbours that are outside
/// of every refused range.
const REFUSED: &[(&str, &[&str], &[&str])] = &[
    ("this network", &["0.0.0.0", "0.0.0.1", "0.255.255.255"], &["1.0.0.0"]),
    ("loopback", &["127.0.0.0", "127.0.0.1", "127.255.255.255"], &["126.255.255.255", "128.0.0.0"]),
    ("link-local", &["169.254.0.0", "169.254.255.255"], &["169.253.255.255", "169.255.0.0"]),
    ("metadata", &["169.254.169.254"], &[]),
    ("a tailnet", &["100.64.0.0", "100.100.100.200", "100.127.255.255"], &["100.63.255.255", "100.128.0.0"]),
    ("Oracle's metadata", &["192.0.0.192"], &["192.0.0.191", "192.0.0.193"]),
    ("Azure's WireServer", &["168.63.129.16"], &["168.63.129.15", "168.63.129.17"]),
    ("multicast", &["224.0.0.0", "224.0.0.251", "239.255.255.255"], &["223.255.255.255"]),
    ("reserved, and broadcast", &["240.0.0.0", "255.255.255.254", "255.255.255.255"], &[]),
    ("unspecified", &["::"], &[]),
    ("loopback, 6", &["::1"], &["::1:0:0:0", "1::1"]),
    ("link-local, 6", &["fe80::", "fe80::1", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"], &["fe7f::1"]),
    ("site-local", &["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"], &[]),
    ("multicast, 6", &["ff00::", "ff02::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"], &[]),
    (
        "AWS's metadata",
        &["fd00:ec2::", "fd00:ec2::254", "fd00:ec2:ffff:ffff:ffff:ffff:ffff:ffff"],
        &["fd00:ec1:ffff::", "fd00:ec3::"],
    ),
    ("Google's metadata", &["fd20:ce::254"], &["fd20:ce::253", "fd20:ce::255"]),
    ("Scaleway's metadata", &["fd00:42::42"], &["fd00:42::41", "fd00:42::43"]),
    ("Akamai's metadata", &["fd00:a9fe:a9fe::1"], &["fd00:a9fe:a9fe::", "fd00:a9fe:a9fe::2"]),
];

#[test]
fn net_1_a_refused_range_is_refused_from_edge_to_edge_and_its_neighbours_are_not() {
    for (row, within, outside) in REFUSED {
        for address in *within {
            assert!(matches!(lies(address), Ground::Refused(_)), "{row}: {address}");
        }
        for address in *outside {
            assert!(!matches!(lies(address), Ground::Refused(_)), "{row}: {address}");
        }
    }
}

#[test]
fn net_5_private_networks_are_private_from_edge_to_edge() {
    for (row, within, outside) in [
        ("10/8", &["10.0.0.0", "10.255.255.255"][..], &["9.255.255.255", "11.0.0.0"][..]),
        ("172.16/12", &["172.16.0.0", "172.31.255.255"], &["172.15.255.255", "172.32.0.0"]),
        ("192.168/16", &["192.168.0.0", "192.168.255.255"], &["192.167.255.255", "192.169.0.0"]),
        ("unique local", &["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"], &["fbff::"]),
        ("tests and proxies", &["198.18.0.0", "198.19.255.255"], &["198.17.255.255", "198.20.0.0"]),
        ("for protocols", &["192.0.0.0", "192.0.0.255"], &["191.255.255.255", "192.0.1.0"]),
        ("in another form", &["::ffff:10.0.0.1", "64:ff9b::c0a8:1", "2002:a00:1::"], &["::ffff:9.0.0.1"]),
    ] {
        for address in within {
            assert_eq!(lies(address), Ground::Private, "{row}: {address}");
        }
        for address in outside {
            assert_eq!(lies(address), Ground::Public, "{row}: {address}");
        }
    }
}

#[test]
fn addresses_of_the_public_network_are_public() {
    for address in [
        "8.8.8.8",
        "93.184.215.14",
        "192.0.2.1",
        "198.51.100.7",
        "203.0.113.9",
        "2001:db8::1",
        "2606:4700::6810:84e5",
        "2a00:1450:4001:81b::200e",
        "64:ff9b::808:808",
        "64:ff9b:1::808:808",
        "64:ff9b:1:808:8:800::",
        "64:ff9b:1:abcd::808:808",
        "2002:808:808::1",
        "2001:0:808:808:0:fbff:f7f7:f7f7",
        "::ffff:8.8.8.8",
    ] {
        assert_eq!(lies(address), Ground::Public, "{address}");
    }
}

/// An address of each form, written by hand from the documents, with the one it carries.
#[test]
fn net_2_every_form_is_seen_through() {
    for (form, address, carried) in [
        ("IPv4-mapped", "::ffff:127.0.0.1", "127.0.0.1"),
        ("IPv4-mapped, in hex", "::ffff:7f00:1", "127.0.0.1"),
        ("IPv4-compatible", "::169.254.169.254", "169.254.169.254"),
        ("IPv4-translated", "::ffff:0:127.0.0.1", "127.0.0.1"),
        ("NAT64", "64:ff9b::a9fe:a9fe", "169.254.169.254"),
        ("NAT64 of one's own, 96", "64:ff9b:1::127.0.0.1", "127.0.0.1"),
        ("NAT64 of one's own, 96, in a subnet", "64:ff9b:1:fffe:0:1:7f00:1", "127.0.0.1"),
        ("NAT64 of one's own, 48", "64:ff9b:1:a9fe:a9:fe00::", "169.254.169.254"),
        ("NAT64 of one's own, 48, with a suffix", "64:ff9b:1:a9fe:a9:feff:ffff:ffff", "169.254.169.254"),
        ("NAT64 of one's own, 48, its octet in use", "64:ff9b:1:a9fe:ffa9:fe00::", "169.254.169.254"),
        ("NAT64 of one's own, 56", "64:ff9b:1:12a9:fe:a9fe::", "169.254.169.254"),
        ("NAT64 of one's own, 64", "64:ff9b:1:1234:a9:fea9:fe00:0", "169.254.169.254"),
        ("NAT64 of one's own, of zero", "64:ff9b:1::", "0.0.0.0"),
        ("6to4", "2002:7f00:1::", "127.0.0.1"),
        ("6to4, a host", "2002:a9fe:a9fe:1:2:3:4:5", "169.254.169.254"),
        ("Teredo, its server", "2001:0:7f00:1::f7f7:f7f7", "127.0.0.1"),
        ("Teredo, its client", "2001:0:808:808:0:0:80ff:fffe", "127.0.0.1"),
        ("ISATAP", "2001:db8::5efe:127.0.0.1", "127.0.0.1"),
        ("ISATAP, unique", "2001:db8:1:2:200:5efe:a9fe:a9fe", "169.254.169.254"),
        ("ISATAP, a group", "2001:db8:1:2:300:5efe:a9fe:a9fe", "169.254.169.254"),
        ("ISATAP, private prefix", "fd12:3456::5efe:7f00:1", "127.0.0.1"),
        ("ISATAP within 6to4", "2002:808:808::5efe:7f00:1", "127.0.0.1"),
        ("6to4 around ISATAP", "2002:7f00:1::5efe:808:808", "127.0.0.1"),
        ("ISATAP within Teredo's prefix", "2001:0:808:808:0:5efe:7f00:1", "127.0.0.1"),
    ] {
        let all: Vec<String> =
            embedded(address.parse().unwrap()).map(|carried| carried.to_string()).collect();
        assert!(all.iter().any(|one| one == carried), "{form}: {all:?}");
        assert!(matches!(lies(address), Ground::Refused(_)), "{form}");
    }
}

#[test]
fn net_2_a_neighbour_of_a_form_carries_nothing() {
    for (row, address) in [
        ("not quite mapped", "::fffe:127.0.0.1"),
        ("not quite translated", "::fffe:0:127.0.0.1"),
        ("not quite NAT64", "64:ff9a::7f00:1"),
        ("NAT64, and no zeros between", "64:ff9b::1:7f00:1"),
        ("beside NAT64 of one's own", "64:ff9b:2::7f00:1"),
        ("beside 6to4", "2003:7f00:1::"),
        ("beside Teredo", "2001:1:7f00:1::"),
        ("not quite ISATAP", "2001:db8::5eff:7f00:1"),
        ("not quite ISATAP's first octet", "2001:db8::400:5efe:7f00:1"),
    ] {
        assert_eq!(embedded(address.parse().unwrap()).count(), 0, "{row}");
        assert_eq!(lies(address), Ground::Public, "{row}");
    }
}

/// The tables are shown in the docs, so they are whole and say where each row comes from.
#[test]
fn net_1_every_row_of_a_table_has_a_reason_and_a_source() {
    for range in RANGES {
        assert!(!range.what.is_empty() && !range.source.is_empty(), "{}", range.net);
        assert_eq!(range.net, range.net.trunc(), "its address is its first one");
        let first = RANGES.iter().find(|other| other.net.contains(&range.net.network())).unwrap();
        assert!(first.net.prefix_len() >= range.net.prefix_len(), "{} hides {}", first.net, range.net);
    }
    for form in FORMS {
        assert!(!form.name.is_empty() && !form.shape.is_empty() && !form.source.is_empty());
    }
    for name in NAMES {
        assert_eq!(name.name, name.name.to_ascii_lowercase(), "{}", name.name);
        assert!(!name.name.ends_with('.') && !name.what.is_empty() && !name.source.is_empty());
    }
}
