//! All forms of all operations compared with the plain loops, and their behaviour outside the
//! preconditions.

#[macro_use]
mod sample;
mod environment;
mod preconditions;
mod slices;
use crate::fuzzed::valid;
mod words;
