//! Adapters: an engine's vocabulary on one side, shards and reports on the other.
//!
//! An adapter reads its engine's table of an experiment file, cuts the work into shards, and puts the
//! engine's results into the report model. It plays no games itself.

#[cfg_attr(not(feature = "default"), allow(dead_code, reason = "not every engine uses all of it"))]
pub(crate) mod as_text;
#[cfg(feature = "combat")]
pub mod combat;
#[cfg_attr(not(feature = "default"), allow(dead_code, reason = "not every engine uses all of it"))]
mod cut;
#[cfg(feature = "daifugo")]
pub mod daifugo;
#[cfg(feature = "doudizhu")]
pub mod doudizhu;
pub mod entries;
#[cfg_attr(not(feature = "default"), allow(dead_code, reason = "not every engine uses all of it"))]
mod format;
#[cfg_attr(not(feature = "default"), allow(dead_code, reason = "not every engine uses all of it"))]
pub(crate) mod intervals;
#[cfg(feature = "life")]
pub mod life;
#[cfg(feature = "mastermind")]
pub mod mastermind;
pub mod random;
// What each engine's reports take of it.
#[cfg_attr(not(all(feature = "combat", feature = "daifugo", feature = "doudizhu")), allow(dead_code))]
mod ranks;
#[cfg(feature = "test-kinds")]
pub(crate) mod waiting;
