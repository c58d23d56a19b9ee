//! `MEALIE_FETCH_HOSTS`: the hosts that an operator allows (NET-9). Owns its reading and its matching; it never prints a
//! host, and never makes one reachable that is refused for what it is.

use std::net::{IpAddr, Ipv6Addr};

use url::Host;

use super::address::is_dns_name;

/// The hosts to which Mealie may be sent. There is no `Debug`: they can name a household.
pub struct FetchHosts(Vec<Allowed>);

/// An entry of the list that is no host. It does not hold the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoHost;

enum Allowed {
    /// This name, in lower case and without an ending dot.
    Name(String),
    /// Every name that ends like this, the dot before it included, and not the name behind the dot.
    Below(String),
    /// This address.
    Address(IpAddr),
}

impl FetchHosts {
    /// Reads a comma-separated list of hosts and `*.suffix`. A host is a name or an address; a name may be
    /// international, in any case and with an ending dot, an IPv6 address in brackets or not.
    ///
    /// # Errors
    ///
    /// When an entry is empty or anything else, as one with a scheme, a port or a path.
    pub fn parse(list: &str) -> Result<Self, NoHost> {
        list.split(',').map(|entry| Allowed::parse(entry.trim())).collect::<Result<_, _>>().map(Self)
    }

    pub(super) fn allow(&self, host: &Host<String>) -> bool {
        self.0.iter().any(|allowed| match (allowed, host) {
            (Allowed::Name(allowed), Host::Domain(name)) => allowed == without_dot(name),
            // No name that gets here begins with a dot.
            (Allowed::Below(ending), Host::Domain(name)) => without_dot(name).ends_with(ending),
            (Allowed::Address(allowed), Host::Ipv4(address)) => *allowed == IpAddr::V4(*address),
            (Allowed::Address(allowed), Host::Ipv6(address)) => *allowed == address.to_canonical(),
            _ => false,
        })
    }
}

impl Allowed {
    fn parse(entry: &str) -> Result<Self, NoHost> {
        if let Ok(address) = entry.parse::<Ipv6Addr>() {
            return Ok(Self::Address(address.to_canonical()));
        }
        let (below, text) = match entry.strip_prefix("*.") {
            Some(ending) => (true, ending),
            None => (false, entry),
        };
        // It would be decoded.
        if text.contains('%') {
            return Err(NoHost);
        }
        match (below, Host::parse(text).map_err(|_| NoHost)?) {
            (_, Host::Domain(name)) if !is_dns_name(&name) || !is_plain(&name) => Err(NoHost),
            (false, Host::Domain(name)) => Ok(Self::Name(without_dot(&name).to_owned())),
            (true, Host::Domain(name)) => Ok(Self::Below(format!(".{}", without_dot(&name)))),
            (false, Host::Ipv4(address)) => Ok(Self::Address(address.into())),
            (false, Host::Ipv6(address)) => Ok(Self::Address(address.to_canonical())),
            (true, Host::Ipv4(_) | Host::Ipv6(_)) => Err(NoHost),
        }
    }
}

/// Whether a name is made of what names are made of. The parser takes `*` and `;` too, which are mistakes in a list.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

fn without_dot(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}
