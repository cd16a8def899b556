//! Life: rules, patterns, the bounded grid, and the unbounded plane in tiles.
//!
//! A field of cells, dead or alive; the next state of each depends on itself and on its eight neighbours, mostly
//! on how many of them live. This crate has every rule of that kind, fields of every size with a dead border or
//! joined edges, done in vectors in which neighbours are adjacent, several generations in a pass, on all threads.
//!
//! ```
//! use quadrille_life::{Grid, Pattern, Rule, Settings};
//!
//! // . O .
//! // . . O
//! // O O O
//! let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
//! let mut grid = Grid::from_pattern(&glider, Rule::CONWAY, "40x40".parse()?, Settings::default())?;
//! let from = grid.bounding_box().unwrap();
//!
//! grid.step_n(40);
//! let to = grid.bounding_box().unwrap();
//! assert_eq!((to.x - from.x, to.y - from.y), (10, 10));
//! assert_eq!(grid.population(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | [`Rule`], [`States`], [`FileRule`] | which neighbours give birth and let survive; the states of marks in files |
//! | [`Bounds`], [`Border`], [`RuleSpec`] | how large a field is, what lies beyond, and both with a rule |
//! | [`Pattern`], [`Span`] | living cells anywhere on the plane, with what a file says about them |
//! | [`Macrocell`], [`Square`] | a pattern as squares of squares, each kept once: any size in little memory |
//! | [`Grid`], [`View`] | the field that goes on from generation to generation, and rectangles of it |
//! | [`Strip`] | a field that is bounded in one direction alone |
//! | [`Tiles`] | the unbounded plane, quick where little happens |
//! | [`HashLife`] | the unbounded plane, for any number of generations of what repeats |
//! | [`Plane`] | the unbounded plane, by tiles or [`HashLife`], whichever costs less |
//! | [`Universe`], [`Dots`] | what every engine can do, whatever it is inside; a part of it from afar |
//! | [`Fate`] | what becomes of a pattern: when it settles, its period, how it grows |
//! | [`Census`], [`Apgcode`] | which objects it has become, and what they are called |
//! | [`Snapshot`], [`Digest`] | a grid's state, to go on later; what its cells come to |
//! | [`fill`], [`formats`] | random fields; pattern files |
//! | `oracle` (feature) | the plain form of a bounded field, which tests hold the others against |
//! | [`Engine`], [`Settings`] | who does the work, with which vectors, in how much memory |
//!
//! Results depend on nothing but the cells and the rule: not on the engine, the vectors or the threads.
//!
//! # Which engine when
//!
//! | engine | for | a generation takes time for | memory |
//! |---|---|---|---|
//! | [`Grid`] | bounded fields, soups that boil all over | every cell of the field, up to some hundred billion a second | a bit a cell, twice |
//! | [`Tiles`] | soups and methuselahs on the plane, any rule | every tile of 56 × 56 cells in which something changes, 30 ns; none where all is still or blinks | 1.3 KiB a tile |
//! | [`HashLife`] | guns, breeders, huge patterns that repeat themselves; any number of generations | every *different* square that was not seen before, some hundred ns, whatever the step | 25 to 43 bytes a square; what is not needed is given up when memory runs short |
//!
//! [`Plane`] begins with tiles and tries [`HashLife`] once they have worked for some 10 ms. All four are a [`Universe`]: code that goes on by [`step`](Universe::step), [`run`](Universe::run) or
//! [`step_pow2`](Universe::step_pow2), counts, asks for bounds, cells, dots and hashes, works with each.
//!
//! | call | `Grid` | `Tiles` | `HashLife` |
//! |---|---|---|---|
//! | population, bounding box | linear in the cells | linear in the tiles | linear in the squares of the plane |
//! | cells of a rectangle, dots | rows of the rectangle | tiles of the rectangle | squares of the rectangle, down to the size of a dot |
//! | hash, pattern | linear in the cells | linear in tiles and living cells | linear in living cells |
//!
//! ```
//! use quadrille_life::{Area, Grid, HashLife, Pattern, Rule, Settings, Tiles, Universe};
//!
//! /// Where the first living cell lies after 2⁵ generations.
//! fn first<U: Universe>(mut universe: U) -> Result<Option<String>, U::Error> {
//!     universe.step_pow2(5, &())?;
//!     let Some(area) = universe.bounding_box() else { return Ok(None) };
//!     assert_eq!(universe.cells_in(&area).len(), 5);
//!     Ok(universe.cells_in(&area).first().map(|(x, y)| format!("{x}, {y}")))
//! }
//!
//! let glider: Pattern = "bob$2bo$3o!".parse()?;
//! let settings = Settings::default();
//! let tiles = first(Tiles::from_pattern(&glider, Rule::CONWAY, settings)?)?;
//! assert_eq!(tiles.as_deref(), Some("9, 8"));
//! assert_eq!(first(HashLife::from_pattern(&glider, Rule::CONWAY, settings)?)?, tiles);
//! // On a field the pattern begins in the middle.
//! let grid = first(Grid::from_pattern(&glider, Rule::CONWAY, "40x40".parse()?, settings)?)?;
//! assert_eq!(grid.as_deref(), Some("28, 27"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(
    clippy::inline_always,
    reason = "a kernel's pieces must become part of the code that is compiled for the level"
)]

mod area;
mod bounds;
mod census;
mod dots;
mod edge;
mod engine;
mod fate;
mod field;
pub mod fill;
pub mod formats;
mod grid;
mod hashlife;
#[doc(hidden)]
pub mod internals;
#[cfg(test)]
mod kept;
mod kernels;
mod macrocell;
mod memory;
#[cfg(any(test, feature = "oracle"))]
pub mod oracle;
mod pattern;
mod plane;
mod position;
mod rule;
mod rule_spec;
#[cfg(feature = "serde")]
mod serial;
mod strip;
mod tiles;
mod universe;

pub use area::Area;
pub use bounds::{Border, Bounds, BoundsError};
pub use census::{
    Apgcode, ApgcodeError, Ash, BoxError, BoxPatterns, Census, ObjectKind, Pseudo, SoupSearch, Symmetry,
    SymmetryError,
};
pub use dots::Dots;
pub use engine::{Engine, EngineError};
pub use fate::{Fate, FateError, Growth, GrowthKind, Outcome, Settled};
pub use grid::{Digest, Digests, Grid, GridError, LiveCells, Settings, Snapshot, SnapshotError, Spans, View};
pub use hashlife::{HashLife, HashLifeError};
pub use macrocell::{Macrocell, MacrocellError, Square};
pub use memory::MemoryError;
pub use pattern::{Pattern, Span};
pub use plane::{Chosen, Plane, PlaneEngine, PlaneError};
pub use position::{Position, PositionError};
pub use rule::{Rule, RuleError, States};
pub use rule_spec::{FileRule, RuleSpec, RuleSpecError};
pub use strip::{Strip, StripError};
pub use tiles::{Tiles, TilesError};
pub use universe::Universe;

pub use num_bigint;
pub use quadrille_diagnostics::{Diagnostic, Source};
pub use quadrille_lanes::Level;
pub use quadrille_progress::{CancelToken, Cancelled, Observer, Progress};
pub use quadrille_random::{Chance, ChanceError, StreamKey};

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
