//! Tests of the public interface.

mod contests;
mod games;
mod open_spiel;
mod players;
mod records;
mod sampled;
mod tables;
mod texts;
