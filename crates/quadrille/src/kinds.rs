//! The kinds of experiment there are: the one list that `kind = "…"` is looked up in.

#[cfg(feature = "combat")]
use crate::adapters::combat;
#[cfg(feature = "daifugo")]
use crate::adapters::daifugo;
#[cfg(feature = "doudizhu")]
use crate::adapters::doudizhu;
#[cfg(feature = "life")]
use crate::adapters::life;
#[cfg(feature = "mastermind")]
use crate::adapters::mastermind;
use crate::adapters::random;
use crate::job::Kind;
use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Document;
use quadrille_experiment::Header;

/// Every kind of experiment that this build knows, engine by engine, as `--help` lists them.
pub const KINDS: &[Kind] = &[
    #[cfg(feature = "mastermind")]
    mastermind::EVALUATE,
    #[cfg(feature = "mastermind")]
    mastermind::COMPARE,
    #[cfg(feature = "mastermind")]
    mastermind::optimal::OPTIMAL,
    random::BATTERY,
    #[cfg(feature = "combat")]
    combat::DPS,
    #[cfg(feature = "combat")]
    combat::WEIGHTS,
    #[cfg(feature = "combat")]
    combat::COMPARE,
    #[cfg(feature = "life")]
    life::GRID,
    #[cfg(feature = "life")]
    life::soups::SOUPS,
    #[cfg(feature = "life")]
    life::methuselah::METHUSELAH,
    #[cfg(feature = "doudizhu")]
    doudizhu::ARENA,
    #[cfg(feature = "doudizhu")]
    doudizhu::endgames::ENDGAMES,
    #[cfg(feature = "daifugo")]
    daifugo::ARENA,
    #[cfg(feature = "daifugo")]
    daifugo::league::LEAGUE,
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
