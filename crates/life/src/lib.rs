//! Conway's Life and its relatives: rules, patterns, bounded fields, and the unbounded plane.
//!
//! A universe is a field of cells, dead or alive. The next state of a cell depends on its own state
//! and on its eight neighbours; in most well-known rules, only the number of living neighbours
//! counts. This crate supports every rule for these nine cells, and fields of every size with a
//! dead border or joined edges. On bounded fields, vector instructions on all threads compute
//! several generations per pass through memory.
//!
//! ```
//! use quadrille_life::{Grid, Pattern, Rule, EngineSettings};
//!
//! // . O .
//! // . . O
//! // O O O
//! let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
//! let mut grid = Grid::from_pattern(&glider, Rule::CONWAY, "40x40".parse()?, EngineSettings::default())?;
//! let from = grid.bounding_box().unwrap();
//!
//! grid.step_n(40);
//! let to = grid.bounding_box().unwrap();
//! assert_eq!((to.x - from.x, to.y - from.y), (10, 10));
//! assert_eq!(grid.population(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | items | purpose |
//! |---|---|
//! | [`Rule`], [`States`], [`FileRule`] | rules; the cell states of pattern files |
//! | [`Bounds`], [`Border`], [`RuleSpec`] | the size and border of a field; a rule with bounds |
//! | [`Pattern`], [`Span`] | living cells anywhere on the plane, with the metadata of a file |
//! | [`Macrocell`], [`MacrocellNode`] | a pattern as a quadtree that stores equal nodes once |
//! | [`Grid`], [`GridView`] | the bounded field, and rectangles of it |
//! | [`Strip`] | a field that is bounded in one direction only |
//! | [`Tiles`] | the unbounded plane; fast where few cells change |
//! | [`HashLife`] | the unbounded plane; for repetitive patterns and very many generations |
//! | [`Plane`] | the unbounded plane, by tiles or [`HashLife`], whichever is faster |
//! | [`Universe`], [`Dots`] | the interface of all engines; downscaled views |
//! | [`Fate`] | the long-term behaviour of a pattern: when it settles, its period, how it grows |
//! | [`Census`], [`Apgcode`] | the objects in the ash, and their names |
//! | [`Snapshot`], [`Digest`] | a grid's saved state; hashes of its cells |
//! | [`fill`], [`formats`] | random fields; pattern files |
//! | `oracle` (feature) | the reference implementation of a bounded field, for tests |
//! | [`Engine`], [`EngineSettings`] | the engine, the vector width and the memory limit |
//!
//! Results depend only on the cells and the rule, not on the engine, the vector width or the
//! threads.
//!
//! # Choosing an engine
//!
//! | engine | use it for | time per generation | memory |
//! |---|---|---|---|
//! | [`Grid`] | bounded fields, soups with activity everywhere | proportional to the area; up to about 10¹¹ cells are computed per second | two bits per cell |
//! | [`Tiles`] | soups and methuselahs on the plane, any rule | 20 ns per tile of 56 × 56 cells with a change; 0 for tiles with still lifes and blinkers only | 1.3 KiB per tile |
//! | [`HashLife`] | guns, breeders, huge repetitive patterns; any number of generations | a few hundred ns per *distinct* node whose result is not memoised, for a step of any length | 25 to 43 bytes per node; unneeded nodes are freed when memory runs short |
//!
//! [`Plane`] begins with tiles. After about 10 ms of work it tries [`HashLife`], if much more work
//! is expected. All engines implement [`Universe`]. Code that needs only the methods of this trait
//! works with every engine: [`step`](Universe::step), [`run`](Universe::run),
//! [`step_pow2`](Universe::step_pow2), and the methods for populations, bounding boxes, cells, dots
//! and hashes.
//!
//! | time of a query | `Grid` | `Tiles` | `HashLife` |
//! |---|---|---|---|
//! | population, bounding box | linear in the area | linear in the tiles | linear in the nodes of the plane |
//! | cells of a rectangle, dots | linear in the rows of the rectangle, read at full width | linear in the tiles of the rectangle | linear in the nodes of the rectangle; for dots, only nodes at least as large as a dot count |
//! | hash, pattern | linear in the area | linear in the tiles and the population | linear in the population |
//!
//! ```
//! use quadrille_life::{Area, Grid, HashLife, Pattern, Rule, EngineSettings, Tiles, Universe};
//!
//! /// Returns the first living cell after 2⁵ generations.
//! fn first<U: Universe>(mut universe: U) -> Result<Option<String>, U::Error> {
//!     universe.step_pow2(5, &())?;
//!     let Some(area) = universe.bounding_box() else { return Ok(None) };
//!     assert_eq!(universe.cells_in(&area).len(), 5);
//!     Ok(universe.cells_in(&area).first().map(|(x, y)| format!("{x}, {y}")))
//! }
//!
//! let glider: Pattern = "bob$2bo$3o!".parse()?;
//! let settings = EngineSettings::default();
//! let tiles = first(Tiles::from_pattern(&glider, Rule::CONWAY, settings)?)?;
//! assert_eq!(tiles.as_deref(), Some("9, 8"));
//! assert_eq!(first(HashLife::from_pattern(&glider, Rule::CONWAY, settings)?)?, tiles);
//! // On a grid the pattern starts in the middle.
//! let grid = first(Grid::from_pattern(&glider, Rule::CONWAY, "40x40".parse()?, settings)?)?;
//! assert_eq!(grid.as_deref(), Some("28, 27"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(
    clippy::inline_always,
    reason = "a kernel's functions must be inlined into the code that is compiled for the vector level"
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
pub use grid::{
    Digest, Digests, EngineSettings, Grid, GridError, GridView, LiveCells, Snapshot, SnapshotError, Spans,
};
pub use hashlife::{HashLife, HashLifeError};
pub use macrocell::{Macrocell, MacrocellError, MacrocellNode};
pub use memory::MemoryError;
pub use pattern::{Pattern, Span};
pub use plane::{EngineReason, Plane, PlaneEngine, PlaneError};
pub use position::{Position, PositionError};
pub use rule::{Rule, RuleError, States, rule_names};
pub use rule_spec::{FileRule, RuleSpec, RuleSpecError};
pub use strip::{Strip, StripError};
pub use tiles::{Tiles, TilesError};
pub use universe::Universe;

pub use num_bigint;
pub use quadrille_diagnostics::{Diagnostic, Source};
pub use quadrille_lanes::Level;
pub use quadrille_progress::{CancelToken, Cancelled, Observer, Progress};
pub use quadrille_random::{Chance, ChanceError, StreamKey};

/// The README's example, compiled and run as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
