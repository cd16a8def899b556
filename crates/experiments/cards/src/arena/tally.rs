//! The counts of an arena, as sums of integers over rounds.

use std::marker::PhantomData;
use std::ops::Range;

use quadrille_progress::{Cancelled, Observer};
use quadrille_runner::job::Measure;
use quadrille_runner::{Conclusion, Report};
use quadrille_stats::RatioEstimate;
use quadrille_table::{Contest, Counter, Faults, Game, GameResult, MOST_SEATS, PlayerError};
use serde::{Deserialize, Serialize};

use super::result::ArenaResult;
use super::{ArenaGame, ArenaSettings, Counts, points_measures};
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

    fn of_rounds(
        arena: &Contest<GameOf<K>>,
        seed: u64,
        rounds: Range<u64>,
        observer: &dyn Observer,
    ) -> Result<Self, Cancelled> {
        let mut counting = Counting::<K>::new(arena.players().len());
        arena.play_rounds(&mut arena.seated(), seed, rounds, &mut counting, observer)?;
        Ok(counting.tally)
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

    fn measures(result: &ArenaResult) -> Vec<Measure> {
        points_measures::<K>(result.players.iter().map(|player| (player.points_per_game, player.interval())))
    }
}

/// Counts the games and decisions of rounds.
struct Counting<K> {
    tally: ArenaTally,
    /// The number of games of the present round so far.
    games: u64,
    /// The points of each player so far in the present round.
    points: [i64; MOST_SEATS],
    players: usize,
    kind: PhantomData<K>,
}

impl<K: CardGame> Counting<K> {
    fn new(players: usize) -> Self {
        Self { tally: ArenaTally::default(), games: 0, points: [0; MOST_SEATS], players, kind: PhantomData }
    }
}

impl<K: CardGame> Counter<GameOf<K>> for Counting<K> {
    fn acts(&mut self, _: usize, _: &GameOf<K>, _: usize, _: <GameOf<K> as Game>::Action) {
        self.tally.decisions += 1;
    }

    fn substituted(&mut self, player: usize, why: Option<&PlayerError>) {
        self.tally.players[player].faults.record(why);
    }

    fn over(&mut self, result: &GameResult<'_, GameOf<K>>) {
        for (place, (&player, &points)) in result.ranking.iter().zip(result.points).enumerate() {
            self.tally.players[player].places[place] += 1;
            self.points[player] += K::counted(points);
        }
        self.games += 1;
    }

    fn round_over(&mut self) {
        let points = std::mem::take(&mut self.points);
        for (player, points) in self.tally.players[..self.players].iter_mut().zip(points) {
            // The counts of all games of a contest cannot overflow.
            let _ = player.points.record(self.games, points);
        }
        self.tally.rounds += 1;
        self.tally.games += std::mem::take(&mut self.games);
    }
}
