//! Tests of the public interface.

mod contests;
mod games;
mod open_spiel;
mod players;
#[cfg(feature = "policy")]
mod policy;
mod records;
mod sampled;
#[cfg(feature = "policy")]
mod search;
mod tables;
mod texts;
