//! Advice for decisions and reviews of recorded games, for all card games.

mod advise;
mod daifugo;
mod doudizhu;
mod review;

use std::path::Path;

use clap::Args;
use quadrille::diagnostics::printable;
use quadrille::experiments::cards::GameOf;
use quadrille::experiments::cards::reviews::{Budget, RecordedGame, Records, ReviewedGame, Searchable};
use quadrille::report::figure::counted;
use quadrille::table::Player as _;
use quadrille::texts;
use quadrille_files::Size;

pub(crate) use advise::{Advise, ranked};
pub(crate) use review::{Review, text as reviewed};

use crate::failure::{Failure, warn};
use crate::long_job::{memory, whole_number};

/// A card game with the commands of this module.
pub(crate) trait AdvisedGame: ReviewedGame + std::fmt::Debug {
    /// The flags that describe a decision without a record.
    type Situation: Args + Situated<Self> + std::fmt::Debug;
    /// The error message if `advise` gets neither a record nor a decision.
    const EXPECTED: &'static str = "expected --record FILE, or a decision described by flags";
    /// The text at the end of `advise --help`: examples and the method.
    const ADVISE: &'static str;
    /// The text at the end of `review --help`: examples, and the formats of the record.
    const REVIEW: &'static str;
}

/// Flags that describe a decision.
pub(crate) trait Situated<K: AdvisedGame> {
    /// Returns whether a flag is given.
    fn is_given(&self) -> bool;

    /// Returns the game at the decision; `None` if no flag is given.
    fn game(&self) -> Result<Option<GameOf<K>>, Failure>;
}

/// The effort of a search, and the seed of its playouts.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Effort {
    /// Number of playouts of the search for the best move [default: 1000]
    #[arg(long, value_name = "N", value_parser = playouts, allow_negative_numbers = true)]
    playouts: Option<u32>,
    /// Number of worlds (deals of the hidden cards) in which the values of moves are estimated;
    /// rounded up to a multiple of 64 [default: 384]
    #[arg(long, value_name = "N", value_parser = playouts, allow_negative_numbers = true)]
    worlds: Option<u32>,
    /// Seed of the playouts
    #[arg(long, value_name = "S", default_value = "0", value_parser = whole_number)]
    #[arg(allow_negative_numbers = true)]
    seed: u64,
    /// Maximum memory, such as 64MiB; a plain number is in MiB; a search needs the same memory with
    /// any number of playouts [default: all available]
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_negative_numbers = true)]
    memory: Option<u64>,
}

/// Parses a number of playouts or worlds.
fn playouts(text: &str) -> Result<u32, String> {
    const MOST: u32 = 1_000_000;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("a whole number from 1 to {MOST} is expected"))
}

/// Reads the games of a record; warns if the record is truncated.
fn records<K: AdvisedGame>(file: &Path) -> Result<Records<GameOf<K>>, Failure> {
    let source = texts::read_cut(file)?;
    let name = printable(source.name());
    let found = K::records(source.text()).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let games = found.games.len() as u64;
    match &found.cut {
        _ if games == 0 => {
            let why = found.cut.as_deref().unwrap_or("the record contains no games");
            return Err(Failure::Usage(format!("{name}: {why}")));
        }
        Some(cut) => warn(&format!("{name}: {cut} ({} used)", counted(games, "whole game"))),
        None => {}
    }
    Ok(found)
}

/// Returns an error if the available memory, or the maximum `most`, does not suffice for `threads`
/// searches, for copies of the recorded games and for their reviewed decisions.
fn require_memory<K: AdvisedGame>(
    most: Option<u64>,
    threads: usize,
    games: &[RecordedGame<GameOf<K>>],
) -> Result<(), Failure> {
    let search = <GameOf<K> as Searchable>::searcher(Budget::default());
    let searches = search.memory().saturating_mul(threads as u64);
    // A review keeps an answer for each decision. It also keeps copies of the games while it waits
    // for a batch.
    let actions: usize = games.iter().map(|game| game.course.actions.len()).sum();
    let copies = games.len() * size_of::<GameOf<K>>() + actions * OF_DECISION;
    let needed = searches + copies as u64;
    if let Some(most) = most.filter(|&most| most < needed) {
        let (most, needed) = (Size(most), Size(needed.next_multiple_of(1 << 20)));
        return Err(Failure::Usage(format!(
            "--memory {most}: expected at least {needed} for {}",
            counted(threads as u64, "thread")
        )));
    }
    Ok(quadrille::memory::require(needed)?)
}

/// Estimated memory of a reviewed decision and its text, in bytes.
const OF_DECISION: usize = 512;

/// The unit of the values of actions in Dou Dizhu.
const SHARE: &str = "win share";

/// Formats a value in a unit; win shares are formatted in per cent.
fn value(value: f64, unit: &str) -> String {
    let text = if unit == SHARE { format!("{:.1} %", 100.0 * value) } else { format!("{value:.2}") };
    if text.trim_matches(['-', '0', '.', ' ', '%']).is_empty() { text.replace('-', "") } else { text }
}

/// Formats a sum of values, without the unit.
fn sum(value: f64) -> String {
    self::value(value, "")
}

/// Returns the unit of a sum of values in `unit`. A sum of win shares is a number of wins.
fn unit_of_sum(unit: &str) -> &str {
    if unit == SHARE { "wins" } else { unit }
}
