//! mealie-mcp: an MCP server for Mealie that asks a person before anything is lost or published.
//!
//! The floors, from the ground up; imports point down only. `docs/ARCHITECTURE.md` walks through them.
//!
//! | floor | rooms |
//! |---|---|
//! | 0 | [`text`], [`failure`], [`memory`] |
//! | 1 | [`settings`], [`environment`], [`log`], [`netguard`], [`picture`], [`mealie`] |
//! | 2 | [`answer`] |
//! | 3 | [`args`], [`tool`], [`guard`] |
//! | 4 | `tools` |
//! | 5 | [`catalogue`], [`call`], [`protocol`] |
//! | 6 | [`transport`], [`flags`] |
//! | 7 | the front door, [`run`] |

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests bring about what the program must not do")
)]

pub mod failure;
pub mod memory;
pub mod text;

pub mod environment;
pub mod log;
pub mod mealie;
pub mod netguard;
pub mod picture;
pub mod settings;

pub mod answer;

pub mod args;
pub mod guard;
pub mod tool;

mod tools;

pub mod call;
pub mod catalogue;
pub mod protocol;

pub mod flags;
pub mod transport;

mod front;

#[cfg(test)]
mod tests;

pub use front::run;
