//! The fake, seen from outside: what it answers, and what it leaves behind.
//! Every test of a surprise says where the surprise was seen on a real Mealie 3.10.2.

mod ai_imports;
mod client;
mod demo;
mod dishes;
mod door;
mod faults;
mod foods;
mod forms;
mod hazards;
mod hostile;
mod household;
mod imports;
mod lists;
mod members;
mod organizers;
mod pages;
mod parser;
mod program;
mod recipe_copies;
mod recipe_images;
mod recipe_patch;
mod recipe_put;
mod recipes;
mod replay;
mod replay_expectations;
mod shopping;
mod suggestions;
