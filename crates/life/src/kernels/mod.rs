//! One bit a cell: the forms of a field that do the work, and what they are made of.
//!
//! | room | what is in it |
//! |---|---|
//! | [`logic`] | words and vectors of bits, and functions of three bits |
//! | [`formula`] | the next state of 64 cells a word, from three columns of sums: one formula a rule |
//! | [`diagram`] | any rule of nine cells as a list of choices |
//! | [`table`] | any rule of nine cells as one look-up, where vectors are wide |
//! | [`sweep`] | one row of vectors, from left to right |
//! | [`stripes`] | where a cell lies when neighbours are adjacent vectors |
//! | `aligned` | words that begin where a line of the cache does |
//! | [`band`] | several generations in one pass over a band of rows, in place |
//! | [`banded`] | a field in such bands, one or one a thread: what [`Grid`](crate::Grid) uses |
//! | `threads` | bands shared out among threads |

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
