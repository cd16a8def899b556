//! The reference implementation of a bounded field, against which all others are tested.

pub(crate) mod guarded;
mod plain;

use quadrille_lanes::Level;

use crate::engine::Form;
use crate::field::{Field, Shape};
use crate::memory::{Memory, MemoryError};
use crate::rule::Rule;

/// The reference implementation: an array of booleans, in which the eight neighbours of each cell
/// are counted. In the crate `quadrille-ladders`, this is the first rung of the ladder.
pub static PLAIN: Form =
    Form { name: "plain", number: 1, knows: |_| Ok(()), field: plain, field_in_one_band: plain };

fn plain(shape: Shape, rule: Rule, _: Level, memory: &mut Memory) -> Result<Box<dyn Field>, MemoryError> {
    Ok(Box::new(plain::Plain::new(shape, rule, memory)?))
}
