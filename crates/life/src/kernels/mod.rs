//! Kernels with one bit per cell: the implementations of a field and their building blocks.
//!
//! | module | content |
//! |---|---|
//! | [`logic`] | words and vectors of bits, and functions of three bits |
//! | [`formula`] | the next state of 64 cells per word: one formula per rule |
//! | [`diagram`] | any rule of nine cells as a decision diagram |
//! | [`table`] | any rule of nine cells as one table look-up, for 512-bit vectors |
//! | [`sweep`] | the next state of one row of vectors |
//! | [`stripes`] | the layout in which neighbouring cells are in adjacent vectors |
//! | `aligned` | words aligned to cache lines |
//! | [`band`] | several generations per pass over a band of rows, in place |
//! | [`banded`] | a field of one or more bands: the engine of [`Grid`](crate::Grid) |
//! | `threads` | distribution of bands over threads |

pub(crate) mod aligned;
pub(crate) mod band;
pub(crate) mod banded;
pub(crate) mod diagram;
pub(crate) mod formula;
pub(crate) mod logic;
pub(crate) mod stripes;
pub(crate) mod sweep;
pub(crate) mod table;
pub(crate) mod threads;
