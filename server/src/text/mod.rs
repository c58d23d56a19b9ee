//! Text that is not ours, and what makes it fit to be shown. Owns `Foreign` and `Clean`, cleaning, cutting, redaction and
//! the kinds of value that have a rule. It imports nothing of this crate, and no foreign text ever leaves it but as
//! `Clean`, as a validated kind, or through the one key that the client holds.
//!
//! - [`Foreign`]: a string of the instance. No `Display`, no `Serialize`; [`Foreign::clean`] is the way out.
//! - [`Clean`]: cleaned, redacted, cut. Has both.
//! - [`Document`]: a whole JSON value of the instance, read within limits; [`CleanDocument`] is the way out.
//! - [`Id`], [`Slug`], [`Date`], [`Timestamp`], [`WebAddress`]: validated kinds; a malformed value is none.

mod address;
mod classes;
mod clean;
mod document;
mod foreign;
mod kinds;
mod limit;
mod markers;
mod moments;
mod redact;
mod scrub;
mod secrets;
mod unicode;
mod values;

pub use address::WebAddress;
pub use clean::Clean;
pub use document::{
    CleanDocument, Document, Fingerprint, MAX_DEPTH, MAX_VALUES, Mismatch, Part, Unreadable,
    without_half_surrogates,
};
pub use foreign::{Foreign, Marks, NameKey, Spelling, WireKey, fold, has_letters, makes_an_address};
pub use kinds::{Id, Malformed, Slug, Validated, if_well_formed};
pub use limit::{CUT_CLOSING, CUT_OPENING, Limit, shorten_shown};
pub use markers::{IMITATION, OwnMark, UNTRUSTED, own_mark};
pub use moments::{Date, Timestamp};
pub use redact::{REDACTED, is_credential_name};
pub use values::{ValueCount, holds_more_values_than};
