//! Tests over the real program. One binary for all of them, so that it is linked once.

#![allow(
    clippy::unwrap_used,
    reason = "clippy sees tests only where `#[test]` stands, and not what they share"
)]
#![allow(clippy::disallowed_methods, reason = "the variables that name a real Mealie are read here")]

mod live;
mod live_kitchen;
mod session;
mod settings;
mod shapes;
mod stock;
mod surface;
mod sweep;
