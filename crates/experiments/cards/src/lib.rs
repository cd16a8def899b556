//! Arenas and leagues of any card game as kinds of experiment.
//!
//! Each game is [declared](CardGame) once. Its kinds are then constants of
//! [`Kind`](quadrille_runner::job::Kind), with [`arena::read`] or [`league::read`] as the function
//! that reads an experiment file.
//!
//! | module | concern |
//! |---|---|
//! | [`arena`] | contests in which every player plays in every seat |
//! | [`league`] | ratings of any number of players |
//! | [`training`] | networks that learn by self-play |
//! | [`bot_check`] | a conformance check of external programs |
//! | [`play`] | a table at which people play against programs |
//! | [`table_game`] | games that people play: opponents, rules, records |
//! | [`reviews`] | advice for decisions, reviews of recorded games |
//! | [`rounds`] | experiments that consist of rounds: arenas and leagues |
//! | [`sections`], [`names`] | sections of reports, unique names of players |
//! | `checks` | consistency checks of deserialised numbers |

pub mod arena;
pub mod bot_check;
mod checks;
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

    /// The words of the game that reports use.
    const WORDS: Words;

    /// The minimum, default and maximum number of seats at a table. Only the experiment file of a
    /// league can set this number.
    const SEATS: (u64, u64, u64);

    /// An example of a list of players, which error messages show.
    const EXAMPLE: &'static str;

    /// Reads the setup from the table of an experiment file. `wrong` creates an error at the place
    /// in the file that decides the number of seats.
    ///
    /// # Errors
    /// An invalid value, with its place.
    fn setup(
        table: &TomlTable<'_>,
        seats: usize,
        wrong: &dyn Fn(String) -> Diagnostic,
    ) -> Result<SetupOf<Self>, Diagnostic>;

    /// Returns the parts of the setup that results contain.
    fn agreed(setup: &SetupOf<Self>) -> Agreed;

    /// Converts points of the game to the points that results and reports show.
    fn counted(points: i64) -> i64 {
        points
    }
}

/// The type of the game that a [`CardGame`] declares.
pub type GameOf<C> = <<C as CardGame>::Player as BuiltIn>::Game;
/// The type of the setup of the game that a [`CardGame`] declares.
pub type SetupOf<C> = <GameOf<C> as Game>::Setup;

/// The parts of a setup that are repeated in results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreed {
    /// The names of the enabled rules.
    pub rules: Vec<String>,
    /// The number of jokers; `None` for games without jokers.
    pub jokers: Option<u32>,
    /// Whether a game can end in a deadlock, as a stuck game of Daifugo does.
    pub can_be_stuck: bool,
}

/// The words for the reports of a game.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// The name of the game.
    pub title: &'static str,
    /// One or two sentences on how the games of a sitting are linked, given the enabled rules and
    /// the number of games in a sitting.
    pub sittings: fn(rules: &[String], sitting: u64) -> &'static str,
    /// The name of the points in the reports of arenas, such as `points`.
    pub points: &'static str,
    /// The name of the points in leagues. In a game with n seats, the first rank gets n of these
    /// points, and each further rank one point less.
    pub place_points: &'static str,
    /// Whether fewer points are better.
    pub fewer_win: bool,
}

/// Reads the players from `value`, the value of the key `players`. The time limits of programs are
/// read from `table`.
///
/// # Errors
/// An unknown name, an invalid command line or a time limit out of range, with its place.
pub fn players<K: CardGame>(
    value: &Value<'_>,
    table: &TomlTable<'_>,
    files: &mut NamedFiles,
) -> Result<Vec<Named<K::Player>>, Diagnostic> {
    foreign::players(value, &format!("players in brackets, such as {}", K::EXAMPLE), table, files)
}

/// Returns the players as entrants. After `stopped` is set, no answer of an external program is
/// awaited.
pub fn entrants<K: CardGame>(
    players: &[Named<K::Player>],
    stopped: &Arc<AtomicBool>,
) -> Vec<Entrant<GameOf<K>>> {
    players.iter().map(|player| foreign::player::entrant(player, stopped)).collect()
}

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
