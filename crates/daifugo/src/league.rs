//! League of Daifugo players: [`quadrille_table::league`] for this game.
//!
//! ```
//! use quadrille_daifugo::league::{League, LeagueTally, Standings};
//! use quadrille_daifugo::players::PlayerKind::{Greedy, Random};
//! use quadrille_daifugo::rules::Rules;
//! use quadrille_stats::Confidence;
//!
//! let league = League::new(Rules::UECDA, [Greedy, Greedy, Greedy, Random, Random, Random], None, 1200, 5)?;
//! assert_eq!((league.tables(), league.games(), league.rounds()), (6, 1200, 48));
//! let schedule = league.schedule(31459);
//! let mut tally = LeagueTally::default();
//! for round in 0..league.rounds() {
//!     tally.merge(&league.play_round(&schedule, 31459, round, &())?);
//! }
//! let ratings = Standings::new(&schedule, &tally).ratings(Confidence::new(0.95)?);
//! let surely_above = |better: usize, worse: usize| {
//!     ratings[better].interval.unwrap().low > ratings[worse].interval.unwrap().high
//! };
//! assert!((0..3).all(|greedy| (3..6).all(|random| surely_above(greedy, random))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use quadrille_table::league::{
    LeagueError, LeagueTally, MOST_PLAYERS, MOST_TABLES, PairEstimate, Played, Rating, Schedule, Standings,
    USUAL_TABLES, Unrated, ranks,
};

pub use crate::players::Entrant;

/// A league of Daifugo players.
pub type League = quadrille_table::league::League<crate::game::Table>;
