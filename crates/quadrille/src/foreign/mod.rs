//! Foreign players of each card game: programs that are asked over standard input and output.
//!
//! [`quadrille_runner::foreign`] starts the programs, asks them and counts their faults; here are the games' questions
//! and answers.

#[cfg(feature = "daifugo")]
pub mod daifugo;
#[cfg(feature = "doudizhu")]
pub mod doudizhu;

pub use quadrille_runner::foreign::{FaultCounts, WHY_NOT, group, process, standard_error};
#[cfg_attr(not(any(feature = "daifugo", feature = "doudizhu")), allow(unused_imports))]
pub(crate) use quadrille_runner::foreign::{Named, afresh, any, players, ready, section, watched};
