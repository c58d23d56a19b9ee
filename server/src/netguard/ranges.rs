//! The ranges of addresses that have a say in where Mealie is sent: refused ones (NET-1) and those of private networks
//! (NET-5). Owns the one table of them, with the reason and the source of each; it knows nothing of names, and of the
//! IPv6 addresses that carry an IPv4 address only the result, which `embedded` finds.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

use super::embedded::embedded;

/// A range and what is known of it.
pub struct Range {
    /// Which addresses.
    pub net: IpNet,
    /// What lives there, to stand behind "leads to ".
    pub what: &'static str,
    /// Who says so.
    pub source: &'static str,
    /// What follows from it.
    pub treatment: Treatment,
}

/// What an address in a range means for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Mealie is not sent there.
    Refused,
    /// Allowed by itself, and not behind a name that has public addresses too.
    Private,
}

/// Where an address leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// Into the public network.
    Public,
    /// Into a private one (NET-5).
    Private,
    /// To where Mealie is not sent: what lives there.
    Refused(&'static str),
}

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> IpNet {
    IpNet::V4(Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix))
}

/// The first four groups; the others of a range are zero, or it is written out.
const fn v6(a: u16, b: u16, c: u16, h: u16, prefix: u8) -> IpNet {
    IpNet::V6(Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, h), prefix))
}

const fn refused(net: IpNet, what: &'static str, source: &'static str) -> Range {
    Range { net, what, source, treatment: Treatment::Refused }
}

const fn private(net: IpNet, what: &'static str, source: &'static str) -> Range {
    Range { net, what, source, treatment: Treatment::Private }
}

const METADATA: &str = "the metadata service of a cloud";
const LOOPBACK: &str = "a loopback address";
const LINK_LOCAL: &str = "a link-local address";
const UNSPECIFIED: &str = "an unspecified address";
const MULTICAST: &str = "a multicast address";
const SITE_LOCAL: &str = "a site-local address";
const TAILNET: &str = "a shared address, such as those of a tailnet";
const RESERVED: &str = "a reserved or broadcast address";
const LAN: &str = "a private network";

/// Every range. Where two overlap, the first one counts, so that the narrower one stands first.
pub static RANGES: &[Range] = &[
    refused(v4(169, 254, 169, 254, 32), METADATA, "AWS, Azure, Google Cloud and others: instance metadata"),
    refused(v4(168, 63, 129, 16, 32), METADATA, "Azure: WireServer, a public address used within"),
    refused(v4(192, 0, 0, 192, 32), METADATA, "Oracle Cloud: instance metadata of the classic kind"),
    refused(v4(100, 100, 100, 200, 32), METADATA, "Alibaba Cloud: instance metadata"),
    refused(v4(0, 0, 0, 0, 8), UNSPECIFIED, "RFC 1122, 3.2.1.3; Linux connects 0.0.0.0 to itself"),
    refused(v4(127, 0, 0, 0, 8), LOOPBACK, "RFC 1122, 3.2.1.3"),
    refused(v4(169, 254, 0, 0, 16), LINK_LOCAL, "RFC 3927"),
    refused(v4(100, 64, 0, 0, 10), TAILNET, "RFC 6598; Tailscale gives these to a household's machines"),
    refused(v4(224, 0, 0, 0, 4), MULTICAST, "RFC 5771"),
    refused(v4(240, 0, 0, 0, 4), RESERVED, "RFC 1112, 4; RFC 919 for 255.255.255.255"),
    private(v4(10, 0, 0, 0, 8), LAN, "RFC 1918"),
    private(v4(172, 16, 0, 0, 12), LAN, "RFC 1918"),
    private(v4(192, 168, 0, 0, 16), LAN, "RFC 1918"),
    private(v4(192, 0, 0, 0, 24), "addresses for protocols", "RFC 6890, 2.1"),
    private(v4(198, 18, 0, 0, 15), "a network under test", "RFC 2544; some proxies give these to every name"),
    refused(v6(0, 0, 0, 0, 128), UNSPECIFIED, "RFC 4291, 2.5.2"),
    refused(v6(0, 0, 0, 1, 128), LOOPBACK, "RFC 4291, 2.5.3"),
    refused(v6(0xfe80, 0, 0, 0, 10), LINK_LOCAL, "RFC 4291, 2.5.6"),
    refused(v6(0xfec0, 0, 0, 0, 10), SITE_LOCAL, "RFC 3879"),
    refused(v6(0xff00, 0, 0, 0, 8), MULTICAST, "RFC 4291, 2.7"),
    refused(v6(0xfd00, 0xec2, 0, 0, 32), METADATA, "AWS: instance metadata, name and time services"),
    refused(v6(0xfd20, 0xce, 0, 0x254, 128), METADATA, "Google Cloud: instance metadata"),
    refused(v6(0xfd00, 0x42, 0, 0x42, 128), METADATA, "Scaleway: instance metadata"),
    refused(v6(0xfd00, 0xa9fe, 0xa9fe, 1, 128), METADATA, "Akamai (Linode): instance metadata"),
    private(v6(0xfc00, 0, 0, 0, 7), LAN, "RFC 4193"),
];

/// Where `address` leads. An IPv6 address that carries IPv4 ones leads wherever the worst of them does (NET-2).
pub(super) fn ground(address: IpAddr) -> Ground {
    let own = RANGES.iter().find(|range| range.net.contains(&address));
    let own = match own {
        None => Ground::Public,
        Some(Range { treatment: Treatment::Private, .. }) => Ground::Private,
        Some(Range { treatment: Treatment::Refused, what, .. }) => Ground::Refused(what),
    };
    match address {
        IpAddr::V4(_) => own,
        IpAddr::V6(address) => embedded(address).map(|carried| ground(carried.into())).fold(own, worse),
    }
}

fn worse(one: Ground, other: Ground) -> Ground {
    match (one, other) {
        (Ground::Refused(_), _) | (Ground::Private, Ground::Public) => one,
        _ => other,
    }
}
