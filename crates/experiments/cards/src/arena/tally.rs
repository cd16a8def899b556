//! The counts of an arena, as sums of integers over rounds.

use std::marker::PhantomData;

use quadrille_progress::{Cancelled, Observer};
use quadrille_runner::{Conclusion, Report};
use quadrille_stats::{Interval, RatioEstimate};
use quadrille_table::{Contest, Counter, Faults, Game, MOST_SEATS, PlayerError};
use serde::{Deserialize, Serialize};

use super::result::ArenaResult;
use super::{ArenaGame, ArenaSettings, Counts};
use crate::{CardGame, GameOf};

/// The counts of some rounds. Counts can be added in any order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaTally {
    pub(super) rounds: u64,
    pub(super) games: u64,
    pub(super) decisions: u64,
    pub(super) players: [OfPlayer; MOST_SEATS],
}

/// The counts of one player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OfPlayer {
    /// The estimate of the mean points per game, with its interval. The clusters of the estimate
    /// are rounds.
    pub(super) points: RatioEstimate,
    /// The number of games in which the player took each rank, the first rank first.
    pub(super) places: [u64; MOST_SEATS],
    /// The numbers of decisions that were replaced by a legal action, for each reason.
    pub(super) faults: Faults,
}

impl<K: ArenaGame<Counts = Self>> Counts<K> for ArenaTally {
    type Result = ArenaResult;

    fn of_round(
        arena: &Contest<GameOf<K>>,
        place: (u64, u64),
        observer: &dyn Observer,
    ) -> Result<Self, Cancelled> {
        let mut counting = Counting::<K>::new(arena.players().len());
        arena.play_round(&mut arena.seated(), place, &mut counting, observer)?;
        Ok(counting.round())
    }

    fn add(&mut self, other: &Self) {
        self.rounds = self.rounds.wrapping_add(other.rounds);
        self.games = self.games.wrapping_add(other.games);
        self.decisions = self.decisions.wrapping_add(other.decisions);
        for (player, more) in self.players.iter_mut().zip(&other.players) {
            // An overflow is only possible with a forged file; `is_whole` then detects that counts
            // are missing.
            let _ = player.points.merge(&more.points);
            player.faults.merge(&more.faults);
            for (often, more) in player.places.iter_mut().zip(more.places) {
                *often = often.wrapping_add(more);
            }
        }
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn is_whole(&self, players: usize, rounds: u64, games: u64) -> bool {
        let all = |counts: &[u64]| {
            counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count)) == Some(games)
        };
        (self.rounds, self.games) == (rounds, games)
            && self.players[..players].iter().all(|player| {
                (player.points.clusters(), player.points.units()) == (rounds, games)
                    && all(&player.places[..players])
            })
            && (0..players).all(|place| all(&self.players.map(|player| player.places[place])[..players]))
    }

    fn conclude(&self, settings: &ArenaSettings<K>) -> Conclusion {
        let result = ArenaResult::of(settings, self);
        Conclusion::new(&result, result.report(&K::WORDS))
            .counting("games", result.games)
            .counting("decisions", result.decisions)
    }

    fn report(result: &ArenaResult, _: &ArenaSettings<K>) -> Report {
        result.report(&K::WORDS)
    }

    fn points(result: &ArenaResult) -> Vec<(Option<f64>, Option<Interval>)> {
        result.players.iter().map(|player| (player.points_per_game, player.interval())).collect()
    }
}

/// Counts the games and decisions of one round.
struct Counting<K> {
    tally: ArenaTally,
    /// The points of each player so far in the round.
    points: [i64; MOST_SEATS],
    players: usize,
    kind: PhantomData<K>,
}

impl<K: CardGame> Counting<K> {
    fn new(players: usize) -> Self {
        Self { tally: ArenaTally::default(), points: [0; MOST_SEATS], players, kind: PhantomData }
    }

    /// Returns the counts of the round.
    fn round(mut self) -> ArenaTally {
        self.tally.rounds = 1;
        for (player, points) in self.tally.players[..self.players].iter_mut().zip(self.points) {
            // One round cannot overflow the counts.
            let _ = player.points.record(self.tally.games, points);
        }
        self.tally
    }
}

impl<K: CardGame> Counter<GameOf<K>> for Counting<K> {
    fn acts(&mut self, _: usize, _: &GameOf<K>, _: usize, _: <GameOf<K> as Game>::Action) {
        self.tally.decisions += 1;
    }

    fn substituted(&mut self, player: usize, why: Option<&PlayerError>) {
        self.tally.players[player].faults.record(why);
    }

    fn over(&mut self, players: &[usize], points: &[i64], _: &<GameOf<K> as Game>::Outcome) {
        for (place, (&player, &points)) in players.iter().zip(points).enumerate() {
            self.tally.players[player].places[place] += 1;
            self.points[player] += K::counted(points);
        }
        self.tally.games += 1;
    }

    /// Counts a game in which no player gets points.
    fn undecided(&mut self, players: &[usize]) {
        for (place, &player) in players.iter().enumerate() {
            self.tally.players[player].places[place] += 1;
        }
        self.tally.games += 1;
    }
}
