//! Scoring, rung by rung: the same answer from the plain loop upward.
//!
//! | rung | what it does | one call |
//! |---|---|---|
//! | [`plain`] | loops over pins and colours; the oracle of every test | a pair |
//! | [`packed`] | lanes of one word: zero lanes for black, lane-wise minimum for the hits | a pair |
//! | [`sets`] | packed words of many secrets side by side in vectors | a guess and a set |

pub mod automatic;
pub mod by_hand;
pub(crate) mod feedback;
mod gates;
pub(crate) mod guesses;
pub mod packed;
pub(crate) mod pairs;
pub mod plain;
pub mod sets;
pub mod sliced;
