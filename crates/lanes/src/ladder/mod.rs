//! What the ladders of the engines are made of.

mod agree;
pub mod loops;
mod rung;

pub use agree::{assert_answers_agree, assert_rungs_agree, assert_rungs_described};
pub use rung::{Measure, Rung, sum_up};
