//! The fake, seen from outside: what it answers, and what it leaves behind.
//! Every test of a surprise says where the surprise was seen on a real Mealie 3.10.2.

mod client;
mod demo;
mod dishes;
mod door;
mod faults;
mod hazards;
mod hostile;
mod household;
mod imports;
mod lists;
mod pages;
mod program;
mod recipes;
mod shopping;
