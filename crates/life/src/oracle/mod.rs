//! The plain form of a bounded field, which all others are tested against.

pub(crate) mod guarded;
mod plain;

use quadrille_lanes::Level;

use crate::engine::Form;
use crate::field::{Field, Shape};
use crate::memory::{Memory, MemoryError};
use crate::rule::Rule;

/// An array of truth values, eight neighbours counted: the first rung of the ladder.
pub static PLAIN: Form =
    Form { name: "plain", number: 1, knows: |_| Ok(()), field: plain, field_in_one_band: plain };

fn plain(shape: Shape, rule: Rule, _: Level, memory: &mut Memory) -> Result<Box<dyn Field>, MemoryError> {
    Ok(Box::new(plain::Plain::new(shape, rule, memory)?))
}
