//! All forms of all operations against the plain loops, and what happens at their limits.

#[macro_use]
mod sample;
mod environment;
mod preconditions;
mod slices;
use crate::fuzzed::valid;
mod words;
