//! The rules in deterministic fights: times to the microsecond, damage to the thousandth.

#![expect(
    clippy::float_cmp,
    reason = "damage is in whole thousandths and times in whole microseconds: exact or wrong"
)]

mod abilities;
mod auras;
mod casts;
mod field;
mod fight;
mod lists;
mod names;
mod others;
mod rounding;
mod team;
mod triggers;
