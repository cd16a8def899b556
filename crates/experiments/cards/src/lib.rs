//! Arenas and leagues of any card game as kinds of experiment.
//!
//! A game is [declared](CardGame) once; its kinds are then constants of [`Kind`](quadrille_runner::job::Kind), with
//! [`arena::read`] or [`league::read`] as their way to read a file.
//!
//! | module | concern |
//! |---|---|
//! | [`arena`] | some players against each other, each in every seat |
//! | [`league`] | any number of players, rated |
//! | [`training`] | networks that learn by self-play |
//! | [`rounds`] | games in rounds as an experiment, for both |
//! | [`keys`] | keys that the tables of all games have |
//! | [`sections`], [`names`] | sections and names that reports share |
//! | `checks` | whether figures that were read back go together |

pub mod arena;
mod checks;
pub mod keys;
pub mod league;
pub mod names;
pub mod rounds;
pub mod sections;
pub mod training;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Table, Value};
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::{self, Named};
use quadrille_table::{BuiltIn, Entrant, Game, Questions};

/// A card game that is played in arenas and leagues.
pub trait CardGame: Copy + Send + Sync + 'static {
    /// The built-in players.
    type Player: BuiltIn<Game: Questions>;

    /// The words of reports.
    const WORDS: Words;

    /// Seats at a table: the fewest, the usual number, the most. A league can ask for others than the usual.
    const SEATS: (u64, u64, u64);

    /// A list of players as an experiment file has it, for errors.
    const EXAMPLE: &'static str;

    /// Reads what is agreed from the table of an experiment file. `wrong` makes the error where the number of
    /// seats is.
    ///
    /// # Errors
    /// A value that is none, with its place.
    fn setup(
        table: &Table<'_>,
        seats: usize,
        wrong: &dyn Fn(String) -> Diagnostic,
    ) -> Result<SetupOf<Self>, Diagnostic>;

    /// What was agreed, as results have it.
    fn agreed(setup: &SetupOf<Self>) -> Agreed;

    /// The points of a game as players count them.
    fn counted(points: i64) -> i64 {
        points
    }
}

/// The game that is declared.
pub type GameOf<C> = <<C as CardGame>::Player as BuiltIn>::Game;
/// What is agreed before its games.
pub type SetupOf<C> = <GameOf<C> as Game>::Setup;

/// What was agreed before the games, as results have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreed {
    /// The names of the rules that are on.
    pub rules: Vec<String>,
    /// Jokers in the deck, of a game that has some.
    pub jokers: Option<u32>,
    /// Whether a game can end because nobody can go on.
    pub can_be_stuck: bool,
}

/// The words of a game's reports.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// The game.
    pub title: &'static str,
    /// What links the games of a sitting, in a sentence or two, by the rules that are on and the games of a sitting.
    pub sittings: fn(rules: &[String], sitting: u64) -> &'static str,
    /// What points are called.
    pub points: &'static str,
    /// What the points of a league are called: as many as seats for the best of a table, one less for the next.
    pub place_points: &'static str,
    /// Whether fewer points are better.
    pub fewer_win: bool,
}

/// Reads the players of a table.
///
/// # Errors
/// A name that is none, with its place.
pub fn players<K: CardGame>(
    value: &Value<'_>,
    table: &Table<'_>,
    files: &mut NamedFiles,
) -> Result<Vec<Named<K::Player>>, Diagnostic> {
    foreign::players(value, &format!("players in brackets, such as {}", K::EXAMPLE), table, files)
}

/// The players as entrants. Setting `stopped` ends the waiting for programs.
pub fn entrants<K: CardGame>(
    players: &[Named<K::Player>],
    stopped: &Arc<AtomicBool>,
) -> Vec<Entrant<GameOf<K>>> {
    players.iter().map(|player| foreign::player::entrant(player, stopped)).collect()
}

/// Reads the games of a sitting.
///
/// # Errors
/// A number out of range, with its place.
pub fn sitting(table: &Table<'_>) -> Result<u64, Diagnostic> {
    let value = table.optional("sitting");
    value.map_or(Ok(keys::USUAL_SITTING), |value| value.integer(1..=keys::LONGEST_SITTING))
}

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
