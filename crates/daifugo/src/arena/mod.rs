//! Contests between players, played as a [`Contest`](quadrille_table::Contest). A [`Tally`] counts
//! the classes, the points, and the leads that are sure wins according to three predicates.
//!
//! ```
//! use quadrille_daifugo::arena::{Arena, play_round};
//! use quadrille_daifugo::players::PlayerKind;
//! use quadrille_daifugo::rules::Rules;
//!
//! let [random, greedy] = [PlayerKind::Random, PlayerKind::Greedy];
//! let arena = Arena::new(Rules::UECDA, [random, greedy, greedy, greedy, greedy], 98, 10)?;
//! assert_eq!((arena.games(), arena.rounds()), (100, 2));
//! let tally = play_round(&arena, 31459, 0, &())?;
//! assert_eq!((0..5).map(|player| tally.points(player)).sum::<u64>(), 50 * 15);
//! // Five series of two sittings; a round has one sitting of ten games from each series.
//! let place = arena.place(67).expect("a game of the contest");
//! assert_eq!((place.round, place.series, place.game), (1, 1, 7));
//! assert_eq!(arena.place(100), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod proofs;
mod tally;

use std::ops::Range;

use quadrille_progress::{Cancelled, Observer};
use quadrille_table::Seated;

pub use crate::players::Entrant;
pub use proofs::Leads;
pub use quadrille_table::{ContestError as ArenaError, GameIndex, MOST_GAMES, PlayersError, PointsEstimate};
pub use tally::Tally;

use self::tally::Counting;
use crate::game::Table;
use crate::rules::Rules;
use crate::surewin::Effects;

/// A contest between players of Daifugo.
pub type Arena = quadrille_table::Contest<Table>;

/// Returns whether sure wins can be proved under these rules.
///
/// This is not possible under 11-back, 6-reverse, 9-reverse, the fall of the capital (miyako-ochi)
/// or the forbidden finish.
pub fn has_proofs(rules: Rules) -> bool {
    Effects::of(rules).is_some()
}

/// Plays one round of a contest with new players, and returns its tally.
///
/// # Errors
/// Returns [`Cancelled`] if the observer cancels the round.
pub fn play_round(arena: &Arena, seed: u64, round: u64, observer: &dyn Observer) -> Result<Tally, Cancelled> {
    play_rounds(arena, &mut arena.seated(), seed, round..round + 1, observer)
}

/// Plays rounds of a contest with the players of [`Arena::seated`], and returns their tally.
///
/// # Errors
/// Returns [`Cancelled`] if the observer cancels the rounds.
///
/// # Panics
/// Panics if the number of players is not that of the contest.
pub fn play_rounds(
    arena: &Arena,
    seated: &mut Seated<Table>,
    seed: u64,
    rounds: Range<u64>,
    observer: &dyn Observer,
) -> Result<Tally, Cancelled> {
    let mut counting = Counting::new(arena.players().len(), *arena.setup());
    arena.play_rounds(seated, seed, rounds, &mut counting, observer)?;
    Ok(counting.tally)
}
