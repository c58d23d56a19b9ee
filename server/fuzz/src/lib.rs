//! Where Mealie must not be sent, said again by the words of NET-1, NET-2 and NET-5, so that the guard is not judged by its
//! own tables. It knows nothing of the guard.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// NET-1's names.
const NAMES: [&str; 9] = [
    "localhost",
    "localhost.localdomain",
    "ip6-localhost",
    "ip6-loopback",
    "metadata",
    "metadata.google.internal",
    "metadata.goog",
    "instance-data",
    "instance-data.ec2.internal",
];

/// One of them, in any case and with or without ending dots.
pub fn refused_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    NAMES.contains(&name.as_str()) || name.ends_with(".localhost")
}

/// NET-1 and NET-2, address by address.
pub fn refused(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => refused_v4(address),
        IpAddr::V6(address) => refused_v6(address),
    }
}

fn refused_v4(address: Ipv4Addr) -> bool {
    let [a, b, ..] = address.octets();
    address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || a == 0
        || (a == 100 && b & 0xC0 == 64)
        || [Ipv4Addr::new(192, 0, 0, 192), Ipv4Addr::new(168, 63, 129, 16)].contains(&address)
}

fn refused_v6(address: Ipv6Addr) -> bool {
    let octets = address.octets();
    let groups = address.segments();
    let at =
        |place: usize| Ipv4Addr::new(octets[place], octets[place + 1], octets[place + 2], octets[place + 3]);
    let carried = match groups {
        // Mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP.
        [0, 0, 0, 0, 0, 0xFFFF | 0, ..] | [0, 0, 0, 0, 0xFFFF, 0, ..] | [0x64, 0xFF9B, 0, 0, 0, 0, ..] => {
            refused_v4(at(12))
        }
        [0x64, 0xFF9B, 1, ..] => {
            refused_v4(at(12)) && octets[12] != 0
                || refused_v4(Ipv4Addr::new(octets[6], octets[7], octets[9], octets[10])) && octets[6] != 0
        }
        [0x2002, ..] => refused_v4(at(2)),
        [0x2001, 0, ..] => refused_v4(at(4)) || refused_v4((!u32::from(at(12))).into()),
        _ => false,
    };
    let isatap = matches!(groups, [_, _, _, _, 0 | 0x200, 0x5EFE, ..]) && refused_v4(at(12));
    carried
        || isatap
        || address.is_loopback()
        || address.is_unspecified()
        || address.is_multicast()
        || address.is_unicast_link_local()
        || groups[0] & 0xFFC0 == 0xFEC0
        || groups[..2] == [0xFD00, 0xEC2]
        || groups == [0xFD20, 0xCE, 0, 0, 0, 0, 0, 0x254]
}

/// NET-5's ranges, by themselves.
pub fn private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_private(),
        IpAddr::V6(address) => address.is_unique_local(),
    }
}
