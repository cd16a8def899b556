//! The results of a contest. They are sums of integers, so they are exact.

use quadrille_stats::{Confidence, RatioEstimate};
use quadrille_table::{Counter, Game as _, GameResult, PointsEstimate};

use super::proofs::Leads;
use crate::game::{Action, Table};
use crate::players::{Faults, PlayerError};
use crate::rules::Rules;
use crate::surewin::Effects;

const MOST: usize = Rules::MOST_PLAYERS;

/// Sums over rounds, for the estimate of a player's points per game. The sums are integers, so the
/// order of the rounds does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Sums {
    points: u64,
    /// The squared points of each round, summed over the rounds.
    squares: u128,
    /// The points of each round times its number of games, summed over the rounds.
    products: u128,
}

/// The results of any number of rounds. [`merge`](Self::merge) combines tallies in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// Number of players.
    players: usize,
    rounds: u64,
    games: u64,
    /// The squared number of games of each round, summed over the rounds.
    games_squared: u128,
    /// Sums of points, by player.
    sums: [Sums; MOST],
    /// Number of games that a player finished in a class; indexed by player, then by class, 0 for
    /// the richest.
    places: [[u64; MOST]; MOST],
    /// Leads, by player.
    leads: [Leads; MOST],
    /// Number of moves, including passes.
    moves: u64,
    /// Number of stuck games, which twenty consecutive passes ended.
    stuck: u64,
    /// Numbers of missing or illegal decisions, for each player and reason.
    faults: [Faults; MOST],
}

impl Tally {
    /// Completes the tally of a single round: sets the number of rounds to 1, and computes the
    /// squares and products from the totals of the round.
    fn end_round(&mut self) {
        self.rounds = 1;
        // The residuals of an estimate need squares and products per round. They are computed here,
        // where the tally holds a single round; `merge` only adds them.
        self.games_squared = u128::from(self.games).pow(2);
        for sums in &mut self.sums {
            sums.squares = u128::from(sums.points).pow(2);
            sums.products = u128::from(sums.points) * u128::from(self.games);
        }
    }

    /// Adds the rounds of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.players = self.players.max(other.players);
        self.rounds += other.rounds;
        self.games += other.games;
        self.games_squared += other.games_squared;
        for player in 0..MOST {
            let (sums, more) = (&mut self.sums[player], &other.sums[player]);
            sums.points += more.points;
            sums.squares += more.squares;
            sums.products += more.products;
            for class in 0..MOST {
                self.places[player][class] += other.places[player][class];
            }
            self.leads[player].merge(&other.leads[player]);
            self.faults[player].merge(&other.faults[player]);
        }
        self.moves += other.moves;
        self.stuck += other.stuck;
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of rounds. In a round, one sitting is played with each rotation of the
    /// players over the seats.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Returns the number of moves, including passes.
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Returns the number of stuck games, which twenty consecutive passes ended.
    pub const fn stuck(&self) -> u64 {
        self.stuck
    }

    /// Returns the numbers of missing or illegal decisions of this player, for each reason.
    pub const fn faults(&self, player: usize) -> &Faults {
        &self.faults[player]
    }

    /// Returns a player's points in all games.
    pub const fn points(&self, player: usize) -> u64 {
        self.sums[player].points
    }

    /// Returns the number of games that a player finished in each class, the richest first.
    pub fn places(&self, player: usize) -> &[u64] {
        &self.places[player][..self.players]
    }

    /// Returns a player's leads.
    pub const fn leads(&self, player: usize) -> &Leads {
        &self.leads[player]
    }

    /// Returns the leads of all players together.
    pub fn all_leads(&self) -> Leads {
        let mut all = Leads::default();
        self.leads.iter().for_each(|leads| all.merge(leads));
        all
    }

    /// Returns the estimate of a player's points per game; `None` without games.
    ///
    /// The estimate is a ratio of two sums over rounds: points divided by games. Its interval
    /// follows from the residual `points − mean · games` of each round (W. G. Cochran, "Sampling
    /// Techniques", 1977, section 6.3), with Student's t for rounds − 1 degrees of freedom.
    pub fn estimate(&self, player: usize, confidence: Confidence) -> Option<PointsEstimate> {
        let sums = &self.sums[player];
        let estimate = RatioEstimate::from_sums(
            self.rounds,
            [self.games.into(), self.games_squared],
            [sums.points.into(), sums.squares as i128],
            sums.products as i128,
        );
        Some(PointsEstimate { mean: estimate.mean()?, interval: estimate.interval(confidence) })
    }

    /// Returns whether the tally is consistent with these numbers of players, rounds and games.
    ///
    /// Use this to validate a deserialised tally.
    pub fn is_sound(&self, players: usize, rounds: u64, games: u64) -> bool {
        // A game gives its n players n, n − 1, …, 1 points, and one class each.
        let a_game = (players * (players + 1) / 2) as u64;
        let points = self.sums.iter().try_fold(0u64, |sum, sums| sum.checked_add(sums.points));
        let placed = |player| self.places(player).iter().try_fold(0u64, |sum, &often| sum.checked_add(often));
        (self.players, self.rounds, self.games) == (players, rounds, games)
            && points.is_some_and(|points| Some(points) == games.checked_mul(a_game))
            && (0..players).all(|player| placed(player) == Some(games))
            && self
                .leads
                .iter()
                .all(|leads| leads.groups.max(leads.eight_cut).max(leads.sure_win) <= leads.all)
    }
}

/// Counts the events of rounds.
pub(super) struct Counting {
    /// The tally of the rounds that are over.
    pub(super) tally: Tally,
    round: Tally,
    effects: Option<Effects>,
}

impl Counting {
    pub(super) fn new(players: usize, rules: Rules) -> Self {
        let round = Tally { players, ..Tally::default() };
        Self { tally: round.clone(), round, effects: Effects::of(rules) }
    }
}

impl Counter<Table> for Counting {
    #[inline]
    fn acts(&mut self, player: usize, table: &Table, seat: usize, action: Action) {
        let (Action::Move(_), Some(game)) = (action, table.game()) else { return };
        self.round.moves += 1;
        if game.trick().is_none() {
            self.round.leads[player].note(game, seat, self.effects);
        }
    }

    fn substituted(&mut self, player: usize, why: Option<&PlayerError>) {
        self.round.faults[player].record(why);
    }

    fn over(&mut self, result: &GameResult<'_, Table>) {
        let players = result.ranking;
        for (class, &player) in players.iter().enumerate() {
            self.round.places[player][class] += 1;
            self.round.sums[player].points += (players.len() - class) as u64;
        }
        self.round.games += 1;
        self.round.stuck += u64::from(Table::is_drawn(result.outcome));
    }

    fn round_over(&mut self) {
        let players = self.round.players;
        self.round.end_round();
        self.tally.merge(&self.round);
        self.round = Tally { players, ..Tally::default() };
    }
}
