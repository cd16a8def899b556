//! One bit a cell: what the fast rungs are made of.
//!
//! | room | what is in it |
//! |---|---|
//! | [`logic`] | words and vectors of bits, and functions of three bits |
//! | [`formula`] | the next state of 64 cells a word, from three columns of sums: one formula a rule |
//! | [`sweep`] | one row of vectors, from left to right |
//! | [`stripes`] | where a cell lies when neighbours are adjacent vectors |
//! | [`band`] | several generations in one pass over a band of rows, in place |

pub(crate) mod band;
pub(crate) mod formula;
pub(crate) mod logic;
pub(crate) mod stripes;
pub(crate) mod sweep;
