//! The IPv4 addresses that an IPv6 address carries (NET-2). Owns the table of the forms; it never judges an address.
//!
//! An address can have several of the forms at once, as a 6to4 address whose interface is an ISATAP one: each is looked
//! at by itself, so no layer hides another.

use std::net::{Ipv4Addr, Ipv6Addr};

/// A way in which an IPv6 address carries IPv4 ones.
pub struct Form {
    /// Its usual name.
    pub name: &'static str,
    /// What it looks like.
    pub shape: &'static str,
    /// Who says so.
    pub source: &'static str,
    /// The addresses that stand in one of this form; unused places are `None`.
    find: fn(&[u8; 16]) -> [Option<Ipv4Addr>; 4],
}

/// Every form.
pub static FORMS: &[Form] = &[
    Form {
        name: "IPv4-mapped",
        shape: "::ffff:a.b.c.d",
        source: "RFC 4291, 2.5.5.2",
        find: |octets| one(under(octets, [0, 0, 0, 0, 0, 0xffff]), [12, 13, 14, 15], octets),
    },
    Form {
        name: "IPv4-compatible",
        shape: "::a.b.c.d",
        source: "RFC 4291, 2.5.5.1",
        find: |octets| one(under(octets, [0; 6]), [12, 13, 14, 15], octets),
    },
    Form {
        name: "IPv4-translated",
        shape: "::ffff:0:a.b.c.d",
        source: "RFC 2765, 2.1",
        find: |octets| one(under(octets, [0, 0, 0, 0, 0xffff, 0]), [12, 13, 14, 15], octets),
    },
    Form {
        name: "NAT64",
        shape: "64:ff9b::a.b.c.d",
        source: "RFC 6052, 2.1",
        find: |octets| one(under(octets, [0x64, 0xff9b, 0, 0, 0, 0]), [12, 13, 14, 15], octets),
    },
    Form {
        name: "NAT64 of one's own",
        shape: "64:ff9b:1::/48, with the address behind 48, 56, 64 or 96 bits",
        source: "RFC 8215; RFC 6052, 2.2",
        find: local_nat64,
    },
    Form {
        name: "6to4",
        shape: "2002:aabb:ccdd::/48",
        source: "RFC 3056, 2",
        find: |octets| one(under(octets, [0x2002]), [2, 3, 4, 5], octets),
    },
    Form {
        name: "Teredo",
        shape: "2001:0:server:flags:port:client, the client's bits turned over",
        source: "RFC 4380, 4",
        find: |octets| {
            if !under(octets, [0x2001, 0]) {
                return [None; 4];
            }
            let client = !u32::from(pick(octets, [12, 13, 14, 15]));
            [Some(pick(octets, [4, 5, 6, 7])), Some(client.into()), None, None]
        },
    },
    Form {
        name: "ISATAP",
        shape: "any prefix, then 0:5efe:a.b.c.d or 200:5efe:a.b.c.d",
        source: "RFC 5214, 6.1",
        // The two lowest bits of the first octet say whether the address is unique and whether it is a group's.
        find: |octets| {
            let is = octets[8] & !0b11 == 0 && octets[9..12] == [0, 0x5e, 0xfe];
            one(is, [12, 13, 14, 15], octets)
        },
    },
];

/// Every IPv4 address in `address`, in every form that it has.
pub(super) fn embedded(address: Ipv6Addr) -> impl Iterator<Item = Ipv4Addr> {
    let octets = address.octets();
    FORMS.iter().flat_map(move |form| (form.find)(&octets)).flatten()
}

/// Which of the layouts an operator uses below its prefix cannot be seen in the address, so all are read, whatever
/// stands in the eight bits that RFC 6052 keeps free. A layout that is not in use mostly reads zeros: an address that
/// begins with zero counts only where nothing else is there.
fn local_nat64(octets: &[u8; 16]) -> [Option<Ipv4Addr>; 4] {
    if !under(octets, [0x64, 0xff9b, 1]) {
        return [None; 4];
    }
    [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], [12, 13, 14, 15]].map(|places| {
        let carried = pick(octets, places);
        let alone = (6..16).all(|place| octets[place] == 0 || places.contains(&place));
        (carried.octets()[0] != 0 || alone).then_some(carried)
    })
}

/// Whether the address begins with these groups.
fn under<const N: usize>(octets: &[u8; 16], groups: [u16; N]) -> bool {
    octets.chunks_exact(2).zip(groups).all(|(octets, group)| octets == group.to_be_bytes())
}

fn pick(octets: &[u8; 16], places: [usize; 4]) -> Ipv4Addr {
    places.map(|place| octets[place]).into()
}

fn one(is: bool, places: [usize; 4], octets: &[u8; 16]) -> [Option<Ipv4Addr>; 4] {
    [is.then(|| pick(octets, places)), None, None, None]
}
