//! The kinds of experiment there are: the one list that `kind = "…"` is looked up in.

use crate::adapters::{combat, daifugo, doudizhu, life, mastermind, random};
use crate::job::Kind;
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Document;
use quadrille_experiment::Header;

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

/// The kind that an experiment file names.
///
/// # Errors
/// It names none, or one that is not known.
pub fn of(document: &Document) -> Result<&'static Kind, Diagnostic> {
    #[cfg(feature = "test-kinds")]
    if Header::kind(document, &[crate::adapters::waiting::WAIT.name]).is_ok() {
        return Ok(&crate::adapters::waiting::WAIT);
    }
    Ok(&KINDS[Header::kind(document, &names())?])
}

/// Their names, in the same order.
pub fn names() -> Vec<&'static str> {
    KINDS.iter().map(|kind| kind.name).collect()
}
