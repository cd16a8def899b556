//! Experiments about Life, and questions about patterns that are answered at once.
//!
//! | module | concern |
//! |---|---|
//! | [`grid`] | `life.grid`: the population of random fields over time |
//! | [`soups`] | `life.soups`: random soups until they settle, and a census of the rest |
//! | [`methuselah`] | `life.methuselah`: the longest-lived patterns of a box |
//! | [`settings`] | the tables of these kinds as types |
//! | [`answers`] | patterns run, identified, counted |
//! | [`evolution`] | runs a grid, renders frames on request, and measures it |
//! | [`patterns`] | pattern files: read whatever their format, written as their names say |
//! | `pictures` | parts of the plane in pixels, with the feature `pictures` |
//! | `keys`, `pictured` | keys of the tables; pictures of objects in reports |

pub mod answers;
pub mod evolution;
pub mod grid;
mod keys;
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

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
