//! The kinds of experiment there are: the one list that `kind = "…"` is looked up in.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Table;
use quadrille_experiment::Header;

use crate::adapters::{combat, daifugo, doudizhu, life, mastermind, random};
use crate::files::NamedFiles;
use crate::job::Job;

/// Reads an engine's table of an experiment file and makes a job of it.
pub type Reader = fn(&Table<'_>, &Header, &mut NamedFiles) -> Result<Box<dyn Job>, Diagnostic>;

/// A kind of experiment.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// What an experiment file calls it: engine, dot, question.
    pub name: &'static str,
    /// The table of the file that holds the engine's own keys.
    pub table: &'static str,
    /// What it finds out, in a line.
    pub about: &'static str,
    /// Reads that table and checks every range in it.
    pub read: Reader,
    /// The keys of that table.
    pub keys: &'static [&'static str],
}

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
