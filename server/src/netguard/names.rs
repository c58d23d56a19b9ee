//! The names that are refused whatever they resolve to (NET-1). Owns the table of them; it never resolves one.

/// A name and what is known of it.
pub struct Name {
    /// In lower case, without an ending dot.
    pub name: &'static str,
    /// Which names are meant.
    pub reach: Reach,
    /// What it leads to, to stand behind "leads to ".
    pub what: &'static str,
    /// Who says so.
    pub source: &'static str,
}

/// How far a row of the table reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// This name alone.
    Alone,
    /// This name and every one below it.
    AndBelow,
}

const ITSELF: &str = "the local machine";
const METADATA: &str = "the metadata service of a cloud";
const GROUP: &str = "a multicast or broadcast address";

const fn alone(name: &'static str, what: &'static str, source: &'static str) -> Name {
    Name { name, reach: Reach::Alone, what, source }
}

const fn and_below(name: &'static str, what: &'static str, source: &'static str) -> Name {
    Name { name, reach: Reach::AndBelow, what, source }
}

/// Every name.
pub static NAMES: &[Name] = &[
    and_below("localhost", ITSELF, "RFC 6761, 6.3"),
    and_below(
        "localhost.localdomain",
        ITSELF,
        "/etc/hosts of many Linux systems; systemd-resolved for all below",
    ),
    alone("localhost4", ITSELF, "/etc/hosts of Fedora and its kin"),
    alone("localhost4.localdomain4", ITSELF, "/etc/hosts of Fedora and its kin"),
    alone("localhost6", ITSELF, "/etc/hosts of Fedora and its kin"),
    alone("localhost6.localdomain6", ITSELF, "/etc/hosts of Fedora and its kin"),
    alone("ip6-localhost", ITSELF, "/etc/hosts of Debian and its kin"),
    alone("ip6-loopback", ITSELF, "/etc/hosts of Debian and its kin"),
    alone("ip6-localnet", GROUP, "/etc/hosts of Debian and its kin"),
    alone("ip6-mcastprefix", GROUP, "/etc/hosts of Debian and its kin"),
    alone("ip6-allnodes", GROUP, "/etc/hosts of Debian and its kin"),
    alone("ip6-allrouters", GROUP, "/etc/hosts of Debian and its kin"),
    alone("ip6-allhosts", GROUP, "/etc/hosts of Debian and its kin"),
    alone("broadcasthost", GROUP, "/etc/hosts of macOS"),
    alone("metadata", METADATA, "Google Cloud, by its search domain"),
    alone("metadata.google.internal", METADATA, "Google Cloud"),
    alone("metadata.goog", METADATA, "Google Cloud"),
    alone("instance-data", METADATA, "AWS, by its search domain"),
    alone("instance-data.ec2.internal", METADATA, "AWS"),
    alone("metadata.tencentyun.com", METADATA, "Tencent Cloud"),
];

/// What a refused name leads to; `None` for any other name. `name` is in lower case.
pub(super) fn refused(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let row = NAMES.iter().find(|row| {
        let below = name.strip_suffix(row.name).is_some_and(|rest| rest.ends_with('.'));
        name == row.name || (row.reach == Reach::AndBelow && below)
    });
    row.map(|row| row.what)
}
