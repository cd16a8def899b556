//! Arenas and leagues of any card game as kinds of experiment.
//!
//! A game is [declared](CardGame) once; its kinds are then constants of
//! [`Kind`](quadrille_runner::job::Kind), with [`arena::read`] or [`league::read`] as the
//! function that reads a file.
//!
//! | module | concern |
//! |---|---|
//! | [`arena`] | contests in which every player plays in every seat |
//! | [`league`] | ratings of any number of players |
//! | [`training`] | networks that learn by self-play |
//! | [`bot_check`] | a conformance check of external programs |
//! | [`play`] | a table at which people and programs play |
//! | [`table_game`] | games that people play: opponents, rules, records |
//! | [`reviews`] | advice for decisions, reviews of recorded games |
//! | [`rounds`] | experiments that consist of rounds: arenas and leagues |
//! | [`keys`] | keys common to all games |
//! | [`sections`], [`names`] | sections and names of reports |
//! | `checks` | consistency of deserialised figures |

pub mod arena;
pub mod bot_check;
mod checks;
pub mod keys;
pub mod league;
pub mod names;
pub mod play;
pub mod reviews;
pub mod rounds;
pub mod sections;
pub mod table_game;
pub mod training;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{TomlTable, Value};
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::{self, Named};
use quadrille_table::{BuiltIn, Entrant, Game, Questions};

/// A card game with arenas and leagues.
pub trait CardGame: Copy + Send + Sync + 'static {
    /// The built-in players.
    type Player: BuiltIn<Game: Questions>;

    /// The words for reports.
    const WORDS: Words;

    /// The minimum, default and maximum number of seats at a table. Only leagues can choose it.
    const SEATS: (u64, u64, u64);

    /// An example of a list of players, for errors.
    const EXAMPLE: &'static str;

    /// Reads the setup from the table of an experiment file. `wrong` creates an error that points
    /// to the number of seats.
    ///
    /// # Errors
    /// An invalid value, with its place.
    fn setup(
        table: &TomlTable<'_>,
        seats: usize,
        wrong: &dyn Fn(String) -> Diagnostic,
    ) -> Result<SetupOf<Self>, Diagnostic>;

    /// Returns the setup in the form of results.
    fn agreed(setup: &SetupOf<Self>) -> Agreed;

    /// Converts points to the form in which players count them.
    fn counted(points: i64) -> i64 {
        points
    }
}

/// The game of a declaration.
pub type GameOf<C> = <<C as CardGame>::Player as BuiltIn>::Game;
/// The setup of its games.
pub type SetupOf<C> = <GameOf<C> as Game>::Setup;

/// The setup of the games in the form of results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreed {
    /// The names of the enabled rules.
    pub rules: Vec<String>,
    /// The number of jokers, for games with jokers.
    pub jokers: Option<u32>,
    /// Whether a game can end in a deadlock.
    pub can_be_stuck: bool,
}

/// The words for the reports of a game.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// The name of the game.
    pub title: &'static str,
    /// One or two sentences on the link between the games of a sitting, given the enabled rules and
    /// the length of a sitting.
    pub sittings: fn(rules: &[String], sitting: u64) -> &'static str,
    /// The name of the points, such as `points`.
    pub points: &'static str,
    /// The name of the points of a league: n for the best of n seats, one less for each rank below.
    pub place_points: &'static str,
    /// Whether fewer points are better.
    pub fewer_win: bool,
}

/// Reads the players of a table.
///
/// # Errors
/// An unknown name, with its place.
pub fn players<K: CardGame>(
    value: &Value<'_>,
    table: &TomlTable<'_>,
    files: &mut NamedFiles,
) -> Result<Vec<Named<K::Player>>, Diagnostic> {
    foreign::players(value, &format!("players in brackets, such as {}", K::EXAMPLE), table, files)
}

/// Returns the players as entrants. Setting `stopped` ends waits for external programs.
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
pub fn sitting(table: &TomlTable<'_>) -> Result<u64, Diagnostic> {
    let value = table.optional("sitting");
    value.map_or(Ok(keys::USUAL_SITTING), |value| value.integer(1..=keys::LONGEST_SITTING))
}

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
