//! How bytes come in and go out. A transport knows lines and messages, never tools.

mod complaint;
pub mod stdio;
mod streams;
