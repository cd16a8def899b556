//! Adapters: an engine's vocabulary on one side, shards and reports on the other.
//!
//! An adapter reads its engine's table of an experiment file, cuts the work into shards, and puts the
//! engine's results into the report model. It plays no games itself.

#[cfg(feature = "combat")]
pub mod combat;
#[cfg(feature = "daifugo")]
pub mod daifugo;
#[cfg(feature = "doudizhu")]
pub mod doudizhu;
#[cfg(feature = "life")]
pub mod life;
#[cfg(feature = "mastermind")]
pub mod mastermind;
pub mod random;

#[cfg_attr(not(feature = "default"), allow(unused_imports, reason = "not every engine uses all of it"))]
pub(crate) use quadrille_report::{as_text, format, ranks};
#[cfg_attr(not(feature = "default"), allow(unused_imports, reason = "not every engine uses all of it"))]
pub(crate) use quadrille_runner::blocks as cut;
