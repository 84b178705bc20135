//! Tests of what the scripts of Tests/Conformance do not show.

mod chance;
mod client;
mod edits;
mod fuzz;
mod json;
mod tree_change;
