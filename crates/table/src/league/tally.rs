//! The results of the rounds of a league, as integer sums for each table.

use std::collections::BTreeMap;

use quadrille_memory::of;

use super::schedule::Schedule;
use crate::{Counter, Faults, Game, GameResult, MOST_SEATS as MOST, PlayerError};

/// The maximum number of pairs of players at a table.
const PAIRS: usize = MOST * (MOST - 1) / 2;

/// Returns the index of a pair of players, which is less than [`PAIRS`]. `low` must be less than
/// `high`. The order of pairs is (0, 1), (0, 2), (1, 2), (0, 3) …
const fn pair(low: usize, high: usize) -> usize {
    high * (high - 1) / 2 + low
}

/// The results of one round at a table. The number of a player is the index in the list of the
/// table's players.
///
/// ```
/// use quadrille_table::league::{Played, LeagueTally};
///
/// let mut played = Played::new(3);
/// played.game(&[2, 0, 1], false);
/// let mut tally = LeagueTally::default();
/// tally.add(0, &played);
/// assert_eq!((tally.rounds(), tally.games()), (1, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Played {
    seats: usize,
    games: u64,
    stuck: u64,
    /// For each player, the number of games in which the player finished in each rank.
    places: [[u64; MOST]; MOST],
    /// For each pair of players, the number of games in which the player with the smaller number
    /// finished above the other.
    above: [u64; PAIRS],
    /// The faults of each player.
    faults: [Faults; MOST],
}

impl Played {
    /// Creates the results of a round without games at a table with `seats` seats.
    ///
    /// # Panics
    /// If no table has this number of seats.
    pub fn new(seats: usize) -> Self {
        assert!((2..=MOST).contains(&seats), "{seats} seats");
        Self {
            seats,
            games: 0,
            stuck: 0,
            places: [[0; MOST]; MOST],
            above: [0; PAIRS],
            faults: [Faults::default(); MOST],
        }
    }

    /// Adds a game. `players` are all players of the table, the best first. `stuck` is true if some
    /// ranks were drawn at random, because the rules did not determine them.
    ///
    /// # Panics
    /// If `players` does not contain each player of the table exactly once.
    pub fn game(&mut self, players: &[usize], stuck: bool) {
        let all = players.iter().fold(0u32, |all, &player| all | 1 << player.min(31));
        assert!(players.len() == self.seats && all == (1 << self.seats) - 1, "{players:?} is not a ranking");
        for (class, &player) in players.iter().enumerate() {
            self.places[player][class] += 1;
            for &lower in players[class + 1..].iter().filter(|&&lower| lower > player) {
                self.above[pair(player, lower)] += 1;
            }
        }
        self.games += 1;
        self.stuck += u64::from(stuck);
    }

    /// Counts a replaced decision of a player; `None` means that the player returned an illegal
    /// action.
    pub const fn fault(&mut self, player: usize, why: Option<&PlayerError>) {
        self.faults[player].record(why);
    }

    fn points(&self, player: usize) -> u64 {
        let classes = &self.places[player][..self.seats];
        classes.iter().enumerate().map(|(class, &often)| (self.seats - class) as u64 * often).sum()
    }
}

impl<G: Game> Counter<G> for Played {
    fn substituted(&mut self, player: usize, why: Option<&PlayerError>) {
        self.fault(player, why);
    }

    fn over(&mut self, result: &GameResult<'_, G>) {
        self.game(result.ranking, G::is_drawn(result.outcome));
    }
}

/// Sums over the rounds of one table. Points, shares and their variances are computed from these
/// sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct TableSums {
    rounds: u64,
    games: u64,
    /// The sum over rounds of n², where n is the number of games of the round.
    games_squared: u128,
    stuck: u64,
    places: [[u64; MOST]; MOST],
    above: [u64; PAIRS],
    /// For each pair of players, the sum over rounds of w², where w is the number of games in which
    /// the player with the smaller number finished above the other.
    above_squared: [u128; PAIRS],
    /// For each pair of players, the sum over rounds of w·n, where w is defined as for
    /// `above_squared` and n is the number of games of the round.
    above_games: [u128; PAIRS],
    /// For each player, the sum over rounds of P·n, where P is the number of points and n the
    /// number of games of the round.
    points_games: [u128; MOST],
    /// For each player, the sum over rounds of the square of the points.
    points_squared: [u128; MOST],
    /// For each pair of players, the sum over rounds of the product of their points.
    points_product: [u128; PAIRS],
    faults: [Faults; MOST],
}

impl TableSums {
    fn of(played: &Played) -> Self {
        let Played { seats, games, stuck, places, above, faults } = *played;
        let mut points = [0; MOST];
        points.iter_mut().enumerate().take(seats).for_each(|(player, points)| {
            *points = u128::from(played.points(player));
        });
        let mut sums = Self {
            rounds: 1,
            games,
            games_squared: u128::from(games).pow(2),
            stuck,
            places,
            above,
            above_squared: above.map(|above| u128::from(above).pow(2)),
            above_games: above.map(|above| u128::from(above) * u128::from(games)),
            points_games: points.map(|points| points * u128::from(games)),
            points_squared: points.map(|points| points * points),
            faults,
            ..Self::default()
        };
        for high in 1..MOST {
            for low in 0..high {
                sums.points_product[pair(low, high)] = points[low] * points[high];
            }
        }
        sums
    }

    fn merge(&mut self, other: &Self) {
        fn add<T: Copy + std::ops::AddAssign>(sums: &mut [T], others: &[T]) {
            sums.iter_mut().zip(others).for_each(|(sum, &other)| *sum += other);
        }
        self.rounds += other.rounds;
        self.games += other.games;
        self.games_squared += other.games_squared;
        self.stuck += other.stuck;
        add(self.places.as_flattened_mut(), other.places.as_flattened());
        add(&mut self.above, &other.above);
        add(&mut self.above_squared, &other.above_squared);
        add(&mut self.above_games, &other.above_games);
        add(&mut self.points_games, &other.points_games);
        add(&mut self.points_squared, &other.points_squared);
        add(&mut self.points_product, &other.points_product);
        self.faults.iter_mut().zip(&other.faults).for_each(|(sum, other)| sum.merge(other));
    }

    pub(super) const fn rounds(&self) -> u64 {
        self.rounds
    }

    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    /// Returns, for each rank, the number of games in which a player finished in this rank. The
    /// first element is the first rank.
    pub(super) fn places(&self, player: usize, seats: usize) -> &[u64] {
        &self.places[player][..seats]
    }

    pub(super) const fn faults(&self, player: usize) -> &Faults {
        &self.faults[player]
    }
    /// Returns the points of a player.
    pub(super) fn points(&self, player: usize, seats: usize) -> u64 {
        let places = self.places(player, seats).iter().enumerate();
        places.map(|(class, &often)| (seats - class) as u64 * often).sum()
    }

    /// Returns the number of games in which player `one` finished above player `other`.
    pub(super) const fn above(&self, one: usize, other: usize) -> u64 {
        if one < other { self.above[pair(one, other)] } else { self.games - self.above[pair(other, one)] }
    }

    /// Returns the sum over rounds of n², where n is the number of games of the round.
    pub(super) const fn games_squared(&self) -> u128 {
        self.games_squared
    }

    /// Returns the sum over rounds of P·n, where P is the number of points of a player and n the
    /// number of games of the round.
    pub(super) const fn points_games(&self, player: usize) -> u128 {
        self.points_games[player]
    }

    /// Returns the sum over rounds of the product of the points of two players, who may be the same
    /// player.
    pub(super) const fn points_product(&self, one: usize, other: usize) -> u128 {
        if one == other {
            self.points_squared[one]
        } else if one < other {
            self.points_product[pair(one, other)]
        } else {
            self.points_product[pair(other, one)]
        }
    }

    /// Returns the sums over rounds of w² and of w·n, where w is the number of games of the round
    /// in which player `one` finished above player `other`, and n is the number of games of the
    /// round. `one` must be less than `other`.
    pub(super) const fn above_moments(&self, one: usize, other: usize) -> [u128; 2] {
        [self.above_squared[pair(one, other)], self.above_games[pair(one, other)]]
    }

    /// Returns whether the sums are consistent for a table with `seats` seats.
    fn is_sound(&self, seats: usize) -> bool {
        let games = self.games;
        // `sum` adds one natural number per round, and `squares` adds the squares of these numbers.
        // Each number is at most its square, and `squares` is at most the square of `sum`. By the
        // Cauchy–Schwarz inequality, the square of `sum` is at most the number of rounds times
        // `squares`.
        let spread = |sum: u64, squares: u128| {
            let square = u128::from(sum).pow(2);
            u128::from(sum) <= squares
                && self.rounds > 0
                && square.div_ceil(u128::from(self.rounds)) <= squares
                && squares <= square
        };
        let placed = |player: usize| {
            sum(self.places[player].iter().copied()) == Some(games)
                && self.places[player][seats..].iter().all(|&often| often == 0)
        };
        let filled =
            |class: usize| sum(self.places[..seats].iter().map(|classes| classes[class])) == Some(games);
        let above = |player: usize| {
            let others = (0..seats).filter(|&other| other != player);
            // A player who finishes above c others receives c + 1 points.
            sum(others.map(|other| self.above(player, other)))
                == self.points(player, seats).checked_sub(games)
        };
        // All entries for seats that the table does not have must be 0.
        let beyond = pair(0, seats).min(PAIRS);
        self.rounds > 0
            && self.rounds <= games
            && self.stuck <= games
            && spread(games, self.games_squared)
            && self.above.iter().all(|&above| above <= games)
            && self.above[beyond..].iter().all(|&above| above == 0)
            && (0..PAIRS).all(|pair| spread(self.above[pair], self.above_squared[pair]))
            && (0..seats).all(|player| placed(player) && filled(player) && above(player))
            && self.places[seats..].iter().flatten().all(|&often| often == 0)
            && (0..seats).all(|player| spread(self.points(player, seats), self.points_squared[player]))
    }
}

/// Returns the sum of the numbers; `None` if it exceeds 64 bits.
fn sum(mut numbers: impl Iterator<Item = u64>) -> Option<u64> {
    numbers.try_fold(0, u64::checked_add)
}

/// The results of some or all rounds of a league. Tallies can be [merged](Self::merge) in any
/// order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LeagueTally {
    /// The sums of each table, by the number of the table. Tables that have not played are absent.
    tables: BTreeMap<u32, TableSums>,
}

impl LeagueTally {
    /// Returns an upper bound on the size in bytes of a tally in which `tables` tables have played.
    pub const fn bytes(tables: u64) -> u64 {
        // Every node of the map except the root contains 5 to 11 entries, but has space for 11.
        // With this unused space and the links between nodes, each entry takes less than three
        // times its own size.
        of::<(u32, TableSums)>(tables.saturating_mul(3).saturating_add(11))
    }

    /// Adds the results of a round. `table` is the number of the table in the schedule.
    pub fn add(&mut self, table: usize, played: &Played) {
        self.tables.entry(table as u32).or_default().merge(&TableSums::of(played));
    }

    /// Adds the results of all rounds of another tally.
    pub fn merge(&mut self, other: &Self) {
        for (&table, sums) in &other.tables {
            self.tables.entry(table).or_default().merge(sums);
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.tables.values().map(|sums| sums.games).sum()
    }

    /// Returns the number of rounds.
    pub fn rounds(&self) -> u64 {
        self.tables.values().map(|sums| sums.rounds).sum()
    }

    /// Returns the number of games in which some ranks were drawn at random, because the rules did
    /// not determine them.
    pub fn stuck(&self) -> u64 {
        self.tables.values().map(|sums| sums.stuck).sum()
    }

    /// Iterates over the tables that have played, in ascending order.
    pub(super) fn tables(&self) -> impl Iterator<Item = (usize, &TableSums)> {
        self.tables.iter().map(|(&table, sums)| (table as usize, sums))
    }

    /// Returns whether the sums can be the results of rounds at the tables of a schedule. This
    /// detects most tallies that were deserialised from wrong data.
    pub fn is_sound(&self, schedule: &Schedule) -> bool {
        self.tables().all(|(table, sums)| table < schedule.tables().len() && sums.is_sound(schedule.seats()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pairs_have_numbers_of_their_own() {
        let mut numbers: Vec<usize> =
            (1..MOST).flat_map(|high| (0..high).map(move |low| pair(low, high))).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..PAIRS));
    }

    /// Generates rounds of games; a game is the finishing order of five players.
    fn rounds() -> impl Strategy<Value = Vec<Vec<Vec<usize>>>> {
        let order = Just((0..5).collect::<Vec<usize>>()).prop_shuffle();
        prop::collection::vec(prop::collection::vec(order, 1..6), 1..8)
    }

    fn played(games: &[Vec<usize>]) -> Played {
        let mut played = Played::new(5);
        for order in games {
            played.game(order, false);
        }
        played
    }

    fn tally(rounds: &[Vec<Vec<usize>>]) -> LeagueTally {
        let mut tally = LeagueTally::default();
        for games in rounds {
            tally.add(0, &played(games));
        }
        tally
    }

    proptest! {
        #[test]
        fn sums_are_those_of_the_games(rounds in rounds(), cut in any::<prop::sample::Index>()) {
            let schedule = Schedule::all(5, 5);
            let whole = tally(&rounds);
            let (first, second) = rounds.split_at(cut.index(rounds.len()));
            let mut second = tally(second);
            second.merge(&tally(first));
            prop_assert_eq!(&second, &whole);
            prop_assert!(whole.is_sound(&schedule));
            prop_assert_eq!(whole.rounds(), rounds.len() as u64);

            let sums = &whole.tables[&0];
            let class = |order: &[usize], player| order.iter().position(|&other| other == player).unwrap();
            let points = |games: &[Vec<usize>], player| -> u128 {
                games.iter().map(|order| 5 - class(order, player) as u128).sum()
            };
            for one in 0..5 {
                for other in 0..5 {
                    let product = |games: &Vec<Vec<usize>>| points(games, one) * points(games, other);
                    prop_assert_eq!(sums.points_product(one, other), rounds.iter().map(product).sum::<u128>());
                    let above = |games: &Vec<Vec<usize>>| {
                        games.iter().filter(|order| class(order, one) < class(order, other)).count() as u128
                    };
                    if one != other {
                        prop_assert_eq!(u128::from(sums.above(one, other)), rounds.iter().map(above).sum::<u128>());
                    }
                    if one < other {
                        let squares = rounds.iter().map(|games| above(games).pow(2)).sum();
                        let products = rounds.iter().map(|games| above(games) * games.len() as u128).sum();
                        prop_assert_eq!(sums.above_moments(one, other), [squares, products]);
                    }
                }
                let product = |games: &Vec<Vec<usize>>| points(games, one) * games.len() as u128;
                prop_assert_eq!(sums.points_games(one), rounds.iter().map(product).sum::<u128>());
                let all = rounds.iter().map(|games| points(games, one)).sum::<u128>();
                prop_assert_eq!(u128::from(sums.points(one, 5)), all);
            }
        }

        #[test]
        fn a_number_that_is_changed_is_noticed(rounds in rounds(), which in 0usize..8, player in 0usize..5) {
            let schedule = Schedule::all(5, 5);
            let mut tally = tally(&rounds);
            let sums = tally.tables.get_mut(&0).unwrap();
            match which {
                0 => sums.games += 1,
                1 => sums.places[player][0] += 1,
                2 => sums.above[player] += 1,
                3 => sums.above_squared[player] = u128::MAX,
                4 => sums.points_squared[player] = 0,
                5 => sums.places[5][player] = 1,
                6 => sums.rounds = 0,
                _ => drop(tally.tables.insert(1, TableSums::default())),
            }
            prop_assert!(!tally.is_sound(&schedule));
        }
    }

    #[test]
    #[should_panic(expected = "is not a ranking")]
    fn a_result_has_every_player_once() {
        Played::new(3).game(&[0, 1, 1], false);
    }
}
