//! Adapters: an engine's vocabulary on one side, shards and reports on the other.
//!
//! An adapter reads its engine's table of an experiment file, cuts the work into shards, and puts the engine's findings
//! into the report model. It plays no games itself.

mod as_text;
pub mod combat;
mod cut;
pub mod daifugo;
pub mod doudizhu;
pub mod entries;
mod figures;
mod format;
pub mod life;
pub mod mastermind;
pub mod random;
#[cfg(feature = "test-kinds")]
pub(crate) mod waiting;
