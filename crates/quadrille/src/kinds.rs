//! The kinds of experiment there are: the one list that `kind = "…"` is looked up in.

use crate::adapters::{combat, daifugo, doudizhu, life, mastermind, random};
use crate::job::Kind;

/// All kinds.
pub const KINDS: &[Kind] = &[
    mastermind::EVALUATE,
    mastermind::COMPARE,
    random::BATTERY,
    combat::DPS,
    combat::WEIGHTS,
    combat::COMPARE,
    life::GRID,
    doudizhu::ARENA,
    daifugo::ARENA,
];

/// Their names, in the same order.
pub fn names() -> Vec<&'static str> {
    KINDS.iter().map(|kind| kind.name).collect()
}
