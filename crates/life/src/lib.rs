//! Life: rules, patterns, the bounded grid, rung by rung, and the unbounded plane in tiles.
//!
//! A field of cells, dead or alive; the next state of each depends on itself and on its eight neighbours, mostly
//! on how many of them live. This crate has every rule of that kind, fields of every size with a dead border or
//! joined edges, and one job done sixteen times: from the plain loop to vectors in which neighbours are adjacent,
//! several generations in a pass, on all threads.
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
//! | [`Rule`] | which neighbours give birth and let survive |
//! | [`Bounds`], [`Border`], [`RuleSpec`] | how large a field is, what lies beyond, and both with a rule |
//! | [`Pattern`], [`Span`] | living cells anywhere on the plane, with what a file says about them |
//! | [`Macrocell`], [`Square`] | a pattern as squares of squares, each kept once: any size in little memory |
//! | [`Grid`], [`View`] | the field that goes on from generation to generation, and rectangles of it |
//! | [`Tiles`] | the unbounded plane, quick where little happens |
//! | [`HashLife`] | the unbounded plane, for any number of generations of what repeats |
//! | [`Universe`] | what every engine can do, whatever it is inside |
//! | [`Snapshot`], [`Digest`] | a grid's state, to go on later; what its cells come to |
//! | [`fill`], [`formats`] | random fields; pattern files |
//! | [`ladder`] | the same job, rung by rung |
//! | [`Engine`], [`Settings`] | who does the work, with which vectors, in how much memory |
//!
//! Results depend on nothing but the cells and the rule: not on the rung, the vectors or the threads.

#![allow(
    clippy::inline_always,
    reason = "a kernel's pieces must become part of the code that is compiled for the level"
)]
#![cfg_attr(
    not(feature = "ladder"),
    allow(dead_code, unused_imports, reason = "the plainer kernels are the ladder's rungs")
)]

mod area;
mod bounds;
mod engine;
mod field;
pub mod fill;
pub mod formats;
mod grid;
mod hashlife;
mod kernels;
#[cfg(feature = "ladder")]
pub mod ladder;
mod macrocell;
mod memory;
mod pattern;
mod rule;
mod rule_spec;
#[cfg(feature = "serde")]
mod serial;
mod tiles;
mod universe;

pub use area::Area;
pub use bounds::{Border, Bounds, BoundsError};
pub use engine::{Engine, EngineError};
pub use grid::{Digest, Digests, Grid, GridError, LiveCells, Settings, Snapshot, SnapshotError, Spans, View};
pub use hashlife::{HashLife, HashLifeError};
pub use macrocell::{Macrocell, MacrocellError, Square};
pub use memory::MemoryError;
pub use pattern::{Pattern, Span};
pub use rule::{Rule, RuleError};
pub use rule_spec::{RuleSpec, RuleSpecError};
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
