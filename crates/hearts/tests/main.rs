//! Tests of the public interface.

mod contests;
mod games;
mod open_spiel;
mod players;
#[cfg(feature = "policy")]
mod policy;
mod records;
mod sampled;
mod tables;
mod texts;
