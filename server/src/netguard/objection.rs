//! Why Mealie is not sent somewhere, in words. Owns every wording of this room; it never holds an address.

use std::fmt;

/// What is wrong with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objection {
    /// Longer than an argument may be.
    TooLong,
    /// Neither http nor https.
    Scheme,
    /// A blank or a control character.
    Blank,
    /// A backslash.
    Backslash,
    /// No address, or none with a host.
    Unreadable,
    /// A user name or a password.
    User,
    /// A host that WHATWG and RFC 3986 do not read alike.
    Differs,
    /// An address or a name in a table, which leads to this.
    Leads(&'static str),
    /// A name behind which stands this.
    Behind(&'static str),
    /// A name with public and private addresses behind it.
    Mixed,
    /// Not among the hosts that the operator lists.
    NotListed,
}

/// To stand behind the name of an argument, or behind "a picture address that ".
impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("is longer than 2,048 characters"),
            Self::Scheme => f.write_str("does not begin with http:// or https://"),
            Self::Blank => {
                f.write_str("holds a blank, a line break or a control character (a blank is written %20)")
            }
            Self::Backslash => f.write_str("holds a backslash (its slashes have to be /)"),
            Self::Unreadable => {
                f.write_str("cannot be read as a web address with a host, such as https://example.com/soup")
            }
            Self::User => f.write_str("holds a user name, a password or an @ before its host"),
            Self::Differs => f.write_str(
                "names a host that programs read differently (for its escapes, or unusual digits, letters or dots)",
            ),
            Self::Leads(what) => write!(f, "leads to {what}, where Mealie is not sent"),
            Self::Behind(what) => write!(f, "leads by its host's name to {what}, where Mealie is not sent"),
            Self::Mixed => f.write_str(
                "leads by its host's name to public and private addresses at once, as in attacks on private \
                 networks, and Mealie is not sent there",
            ),
            Self::NotListed => {
                f.write_str("leads to a host that this server's operator does not list in MEALIE_FETCH_HOSTS")
            }
        }
    }
}

impl Objection {
    /// What can be done about it, to stand behind the rule of an argument; nothing where the rule says it.
    pub(super) fn advice(self) -> &'static str {
        match self {
            Self::Leads(_) | Self::Behind(_) | Self::Mixed => "; give the address of a page elsewhere",
            Self::NotListed => {
                "; give an address at a host that is listed, or ask the operator to add this one"
            }
            Self::TooLong
            | Self::Scheme
            | Self::Blank
            | Self::Backslash
            | Self::Unreadable
            | Self::User
            | Self::Differs => "",
        }
    }
}

/// What is too much about a document as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooMuch {
    /// It is longer than what is scanned.
    Text,
    /// It has more picture addresses than are looked at.
    References,
    /// Its pictures are at more hosts than are looked at.
    Hosts,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "is longer than 2 MiB; send the recipe's part of it",
            Self::References => {
                "has more than 500 places where Mealie may look for a picture; send the recipe's part of it"
            }
            Self::Hosts => {
                "has pictures at more than 25 hosts; send the recipe's part of it, or take pictures out"
            }
        })
    }
}

/// When names cannot be looked up for want of a place.
pub(super) const BUSY: &str = "could not be checked, since too many names are being looked up at this moment; try again in half a minute";
