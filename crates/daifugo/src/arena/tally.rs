//! What the games of a contest came to: whole numbers that add up exactly.

use quadrille_stats::{Confidence, RatioEstimate};
use quadrille_table::{Counter, Game as _, PointsEstimate};

use super::proofs::Leads;
use crate::game::{Action, Outcome, Table};
use crate::players::{Faults, PlayerError};
use crate::rules::Rules;
use crate::surewin::Effects;

const MOST: usize = Rules::MOST_PLAYERS;

/// The sums over rounds that a player's points a game and their spread are made of. Whole numbers: they add
/// up exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Sums {
    points: u64,
    /// Of the square of a round's points.
    squares: u128,
    /// Of a round's points times its games.
    products: u128,
}

/// What rounds came to. Tallies are put together by [`merge`](Self::merge), in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// How many players there are.
    players: usize,
    rounds: u64,
    games: u64,
    /// Of the square of a round's games.
    games_squared: u128,
    /// By player.
    sums: [Sums; MOST],
    /// How often each player came out in each class.
    places: [[u64; MOST]; MOST],
    /// By player.
    leads: [Leads; MOST],
    /// Moves, passes included.
    moves: u64,
    /// Games that were stuck.
    stuck: u64,
    /// By player: decisions that were made in its place.
    faults: [Faults; MOST],
}

impl Tally {
    pub(super) fn new(players: usize) -> Self {
        Self { players, ..Self::default() }
    }

    /// Takes note of a round: everything before it belonged to it.
    pub(super) fn end_round(&mut self) {
        self.rounds = 1;
        // The residuals of an estimate need the squares and products of each round's own numbers. They are
        // made here, while the tally still holds a single round, and only added up from then on.
        self.games_squared = u128::from(self.games).pow(2);
        for sums in &mut self.sums {
            sums.squares = u128::from(sums.points).pow(2);
            sums.products = u128::from(sums.points) * u128::from(self.games);
        }
    }

    /// Adds the rounds of another tally.
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

    /// How many games were played.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// How many rounds were played; each is a sitting with every rotation of the seats.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Moves, passes included.
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Games that were stuck.
    pub const fn stuck(&self) -> u64 {
        self.stuck
    }

    /// How often something else was done in a player's place, and why.
    pub const fn faults(&self, player: usize) -> &Faults {
        &self.faults[player]
    }

    /// A player's points in all games.
    pub const fn points(&self, player: usize) -> u64 {
        self.sums[player].points
    }

    /// How often a player came out in each class, the richest first.
    pub fn places(&self, player: usize) -> &[u64] {
        &self.places[player][..self.players]
    }

    /// A player's leads.
    pub const fn leads(&self, player: usize) -> &Leads {
        &self.leads[player]
    }

    /// Everybody's leads.
    pub fn all_leads(&self) -> Leads {
        let mut all = Leads::default();
        self.leads.iter().for_each(|leads| all.merge(leads));
        all
    }

    /// A player's points a game; `None` without games.
    ///
    /// The interval is that of a ratio of sums over rounds, points to games, by the residuals `points − mean
    /// · games` of each round (W. G. Cochran, "Sampling Techniques", 1977, section 6.3), with Student's t for
    /// one degree of freedom less than rounds.
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

    /// Whether the numbers can be those of so many rounds and games among so many players.
    pub fn is_sound(&self, players: usize, rounds: u64, games: u64) -> bool {
        // A game gives n, n − 1, …, 1 points, whoever wins, and each player one class in it. A tally that was
        // read from somewhere and does not add up like that is of other games.
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

/// Counts what happens in a round.
pub(super) struct Counting<'a> {
    tally: &'a mut Tally,
    effects: Option<Effects>,
}

impl<'a> Counting<'a> {
    pub(super) fn new(tally: &'a mut Tally, rules: Rules) -> Self {
        Self { tally, effects: Effects::of(rules) }
    }
}

impl Counter<Table> for Counting<'_> {
    #[inline]
    fn acts(&mut self, player: usize, table: &Table, seat: usize, action: Action) {
        let (Action::Move(_), Some(game)) = (action, table.game()) else { return };
        self.tally.moves += 1;
        if game.trick().is_none() {
            self.tally.leads[player].note(game, seat, self.effects);
        }
    }

    fn substituted(&mut self, player: usize, why: Option<&PlayerError>) {
        self.tally.faults[player].record(why);
    }

    fn over(&mut self, players: &[usize], _: &[i64], outcome: &Outcome) {
        for (class, &player) in players.iter().enumerate() {
            self.tally.places[player][class] += 1;
            self.tally.sums[player].points += (players.len() - class) as u64;
        }
        self.tally.games += 1;
        self.tally.stuck += u64::from(Table::is_drawn(outcome));
    }
}
