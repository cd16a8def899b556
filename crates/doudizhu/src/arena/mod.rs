//! Arenas: players compared on the same deals.
//!
//! Each deal is played three times. After each game every player moves to the next seat, so that
//! each player has each of the three hands once. This cancels the value of the cards; the remaining
//! difference is due to the play. Without an auction, seat 0 is the landlord, so each player is
//! landlord once per deal. With an auction, the players' calls decide who is the landlord. Seat 0
//! then calls first, so each player calls first once per deal.
//!
//! ```
//! use quadrille_doudizhu::Rules;
//! use quadrille_doudizhu::arena::{arena, play_deals};
//! use quadrille_doudizhu::game::{Scoring, Setup};
//! use quadrille_doudizhu::players::PlayerKind::{Random, Rule};
//!
//! let arena = arena(Setup::new(Rules::RLCARD, Scoring::Adp), [Rule, Random, Random], 20)?;
//! let tally = play_deals(&arena, 1, 0..20, &())?;
//! assert_eq!((tally.games, tally.players[0].landlord.games()), (60, 20));
//! assert!(tally.players[0].all.wins.sum() > tally.players[1].all.wins.sum());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Any [player](crate::players::Player) can take part, in any mix: an [`Entrant`] is a name and a
//! factory of players. If a player returns no legal decision, its seat passes or, if it leads,
//! plays the lowest legal move; [`PlayerTally::faults`] counts these decisions.

mod tally;

use std::ops::Range;

use quadrille_progress::{Cancelled, Observer};

pub use quadrille_stats::RatioEstimate;
pub use quadrille_table::{ContestError as ArenaError, GameIndex};
pub use tally::{PlayerTally, Scores, Tally};

pub use crate::players::Entrant;

use self::tally::Counting;
use crate::game::{Setup, Table};

/// The number of games per deal: each player plays once in each seat.
pub const GAMES_A_DEAL: u64 = 3;

/// A contest between three players. Each of its rounds is a deal, and each of its sittings a game.
pub type Arena = quadrille_table::Contest<Table>;

/// Creates an arena with a number of deals. In the first game of each deal, players 0, 1 and 2 have
/// seats 0, 1 and 2.
///
/// # Errors
/// There are no deals, or more than [`MOST_GAMES`](quadrille_table::MOST_GAMES).
pub fn arena<P: Into<Entrant>>(setup: Setup, players: [P; 3], deals: u64) -> Result<Arena, ArenaError> {
    Arena::new(setup, players, deals.saturating_mul(GAMES_A_DEAL), 1)
}

/// Plays each of these deals three times with new players. After each game the observer receives
/// the number of games played.
///
/// The random numbers of deal `d` come only from the stream (`seed`, `d`). The games therefore do
/// not depend on how the deals are divided among several calls, and the tallies of the calls merge
/// exactly.
///
/// # Errors
/// [`Cancelled`] if the observer cancels.
pub fn play_deals(
    arena: &Arena,
    seed: u64,
    deals: Range<u64>,
    observer: &dyn Observer,
) -> Result<Tally, Cancelled> {
    let mut counting = Counting::new(arena.setup().scoring);
    arena.play_rounds(&mut arena.seated(), seed, deals, &mut counting, observer)?;
    Ok(counting.tally)
}
