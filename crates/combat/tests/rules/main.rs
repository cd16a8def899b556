//! The rules of a fight where nothing is left to chance: what happens when, to the microsecond and the thousandth.

mod abilities;
mod auras;
mod field;
mod fight;
mod triggers;
