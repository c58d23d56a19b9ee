//! How bytes come in and go out. A transport knows lines and messages, never tools.

pub mod stdio;
