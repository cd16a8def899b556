//! Experiments about Life, and answers about single patterns.
//!
//! | module | concern |
//! |---|---|
//! | [`grid`] | `life.grid`: the population of random fields over time |
//! | [`soups`] | `life.soups`: runs random soups until they settle, and counts their objects |
//! | [`methuselah`] | `life.methuselah`: the longest-lived patterns of a box |
//! | [`settings`] | the settings of these experiments as types |
//! | [`answers`] | answers about single patterns: runs, fates, counts of objects |
//! | [`evolution`] | runs a grid, renders frames on request, and computes digests of the final field |
//! | [`patterns`] | pattern files: read in any format, written in the format of the file name |
//! | `pictures` | pictures of regions of the plane, with the feature `pictures` |
//! | `pictured` | pictures of patterns in reports |

pub mod answers;
pub mod evolution;
pub mod grid;
pub mod methuselah;
pub mod patterns;
mod pictured;
#[cfg(feature = "pictures")]
pub mod pictures;
pub mod settings;
pub mod soups;

pub use grid::GRID;
pub use methuselah::METHUSELAH;
pub use soups::SOUPS;

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
