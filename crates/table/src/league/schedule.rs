//! The tables of a league.

use quadrille_random::rand_core::Rng;
use quadrille_random::{bounded, shuffle};

/// The tables of a league, each with its players. Players are numbered from 0. The players of a
/// table are in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    players: usize,
    seats: usize,
    tables: Vec<Vec<usize>>,
}

/// The number of exchanges that are tried for each seat of each table of a random schedule.
const EXCHANGES: usize = 60;

impl Schedule {
    /// Returns the schedule in which each combination of players is a table, in lexicographic
    /// order.
    ///
    /// ```
    /// use quadrille_table::league::Schedule;
    ///
    /// let schedule = Schedule::all(4, 3);
    /// assert_eq!(schedule.tables(), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
    /// ```
    pub fn all(players: usize, seats: usize) -> Self {
        let mut tables: Vec<Vec<usize>> = vec![vec![]];
        for seat in 0..seats {
            let longer = |table: &Vec<usize>| {
                let next = table.last().map_or(0, |&last| last + 1);
                let table = table.clone();
                (next..=(players + seat).saturating_sub(seats))
                    .map(move |player| table.iter().copied().chain([player]).collect())
            };
            tables = tables.iter().flat_map(longer).collect();
        }
        Self { players, seats, tables }
    }

    /// Draws a random schedule in which all players play equally often and all pairs meet about
    /// equally often. If the players cannot all play equally often, the numbers of tables at which
    /// they play differ by at most 1.
    ///
    /// For each seat, the player who is at the fewest tables so far is chosen. If there are several
    /// such players, the player who has met the others at this table least often is chosen, and if
    /// there are still several, one of them at random. Then random exchanges of two players are
    /// tried. An exchange is undone if it makes the numbers of meetings less equal. The same
    /// combination of players may occur twice.
    ///
    /// # Panics
    /// If there are fewer players than seats.
    pub fn drawn<R: Rng + ?Sized>(players: usize, seats: usize, tables: u64, rng: &mut R) -> Self {
        assert!(players >= seats, "{players} players cannot fill a table with {seats} seats");
        let mut draw = Draw { met: vec![vec![0; players]; players], tables: Vec::new() };
        let mut sat = vec![0u64; players];
        for _ in 0..tables {
            let mut free: Vec<usize> = (0..players).collect();
            shuffle::shuffle(rng, &mut free);
            let mut table = Vec::new();
            for _ in 0..seats {
                let met = |player: usize| table.iter().map(|&other| draw.met[player][other]).sum::<i64>();
                let next = (0..free.len()).min_by_key(|&at| (sat[free[at]], met(free[at])));
                let player = free.remove(next.unwrap_or(0));
                sat[player] += 1;
                table.push(player);
            }
            draw.sit(&table, 1);
            draw.tables.push(table);
        }
        let all = draw.tables.len() * seats;
        for _ in 0..EXCHANGES * all {
            let mut place =
                |below: usize| bounded::within_u64(rng, 0..=below as u64 - 1).unwrap_or(0) as usize;
            let (one, other) = (place(all), place(all));
            draw.exchange([one / seats, other / seats], [one % seats, other % seats]);
        }
        draw.tables.iter_mut().for_each(|table| table.sort_unstable());
        Self { players, seats, tables: draw.tables }
    }

    /// Returns the number of players.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Returns the number of seats at a table.
    pub const fn seats(&self) -> usize {
        self.seats
    }
    /// Returns the players of each table.
    pub fn tables(&self) -> &[Vec<usize>] {
        &self.tables
    }

    /// Returns whether the schedule consists of all combinations of players.
    pub fn is_all(&self) -> bool {
        self.tables.len() as u64 == Self::possible(self.players, self.seats)
            && self.tables.is_sorted_by(|one, next| one < next)
    }

    /// Returns the number of combinations of players at a table, limited to 2⁶⁴ − 1.
    pub(super) fn possible(players: usize, seats: usize) -> u64 {
        let ways = (0..seats as u128).try_fold(1u128, |ways, seat| {
            Some(ways.checked_mul((players as u128).checked_sub(seat)?)? / (seat + 1))
        });
        ways.and_then(|ways| u64::try_from(ways).ok()).unwrap_or(u64::MAX)
    }

    /// Returns a lower bound on the number of tables that are necessary for all pairs of players to
    /// meet.
    pub(super) const fn least(players: usize, seats: usize) -> u64 {
        (players * (players - 1)).div_ceil(seats * (seats - 1)) as u64
    }

    /// Returns the smallest number of tables that is at least `tables` and with which all players
    /// can play equally often. If the number of combinations of players is smaller, returns the
    /// number of combinations.
    pub(super) fn rounded(players: usize, seats: usize, tables: u64) -> u64 {
        // The total number of seats must be a multiple of the number of players.
        let step =
            (1..=players).find(|step| (step * seats).is_multiple_of(players)).unwrap_or(players) as u64;
        Self::possible(players, seats).min(tables.next_multiple_of(step))
    }
}

/// A schedule under construction.
struct Draw {
    /// For each pair of players, the number of tables at which they meet.
    met: Vec<Vec<i64>>,
    tables: Vec<Vec<usize>>,
}

impl Draw {
    /// Counts the meetings of all pairs of players at a table: adds them if `times` is 1, and
    /// subtracts them if it is −1.
    fn sit(&mut self, table: &[usize], times: i64) {
        for &one in table {
            for &other in table.iter().filter(|&&other| other != one) {
                self.met[one][other] += times;
            }
        }
    }

    /// Exchanges two players of different tables. Does nothing if a table would then have a player
    /// twice, or if the sum of the squares of the numbers of meetings would increase.
    fn exchange(&mut self, tables: [usize; 2], seats: [usize; 2]) {
        let [one, other] = [0, 1].map(|which| self.tables[tables[which]][seats[which]]);
        let [first, second] = tables.map(|table| &self.tables[table]);
        if first.contains(&other) || second.contains(&one) {
            return;
        }
        // Let m be the number of meetings of two players. One meeting more changes m² by 2m + 1,
        // and one meeting less changes m² by −2m + 1. The meetings with players who are at both
        // tables do not change.
        let rest = |table: &[usize], without: &[usize], leaves: usize| -> i64 {
            let stay = table.iter().filter(|&&player| player != leaves && !without.contains(&player));
            let joins = one + other - leaves;
            stay.map(|&player| self.met[joins][player] - self.met[leaves][player] + 1).sum()
        };
        if rest(first, second, one) + rest(second, first, other) > 0 {
            return;
        }
        for (table, seat, joins) in [(tables[0], seats[0], other), (tables[1], seats[1], one)] {
            let mut players = std::mem::take(&mut self.tables[table]);
            self.sit(&players, -1);
            players[seat] = joins;
            self.sit(&players, 1);
            self.tables[table] = players;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_random::StreamKey;

    use super::*;

    fn meetings(schedule: &Schedule) -> Vec<u64> {
        let pairs = (0..schedule.players).flat_map(|a| (a + 1..schedule.players).map(move |b| (a, b)));
        let together =
            |(a, b)| schedule.tables.iter().filter(move |table| table.contains(&a) && table.contains(&b));
        pairs.map(|pair| together(pair).count() as u64).collect()
    }

    fn spread(counts: &[u64]) -> u64 {
        counts.iter().max().unwrap() - counts.iter().min().unwrap()
    }

    /// Returns all combinations by checking every set of players.
    fn plainly(players: usize, seats: usize) -> Vec<Vec<usize>> {
        let set = |bits: u32| (0..players).filter(|player| bits >> player & 1 == 1).collect::<Vec<_>>();
        let mut all: Vec<Vec<usize>> =
            (0..1 << players).map(set).filter(|table| table.len() == seats).collect();
        all.sort();
        all
    }

    #[test]
    fn all_tables_are_all_sets() {
        for seats in 3..=6 {
            for players in seats..=11 {
                let schedule = Schedule::all(players, seats);
                assert_eq!(schedule.tables, plainly(players, seats));
                assert!(schedule.is_all());
                assert_eq!(Schedule::possible(players, seats), schedule.tables.len() as u64);
            }
        }
        assert_eq!(Schedule::possible(32, 5), 201_376);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// All players sit equally often, none twice at a table, and all pairs meet.
        #[test]
        fn tables_are_balanced(seats in 3usize..=6, more in 0usize..=26, extra in 0u64..150, seed in any::<u64>()) {
            let players = seats + more;
            let least = Schedule::least(players, seats);
            let tables = Schedule::rounded(players, seats, least + extra);
            let schedule = Schedule::drawn(players, seats, tables, &mut StreamKey::new(seed, 0).rng());
            prop_assert_eq!(schedule.tables.len() as u64, tables);
            for table in &schedule.tables {
                prop_assert!(table.len() == seats && table.is_sorted_by(|a, b| a < b) && table[seats - 1] < players);
            }
            let sat: Vec<u64> = (0..players)
                .map(|player| schedule.tables.iter().filter(|table| table.contains(&player)).count() as u64)
                .collect();
            prop_assert!(spread(&sat) == 0, "{:?}", sat);
            let met = meetings(&schedule);
            // Meetings are only about equal, because random exchanges do not find the optimum.
            prop_assert!(spread(&met) <= 5, "{:?}", met);
            // The players cannot be divided into two groups that never meet.
            let mut known = 1u64;
            for _ in 0..players {
                for table in &schedule.tables {
                    let bits = table.iter().fold(0, |bits, player| bits | 1u64 << player);
                    known |= if known & bits == 0 { 0 } else { bits };
                }
            }
            prop_assert_eq!(known.count_ones() as usize, players);
        }
    }

    #[test]
    fn numbers_of_tables_let_everybody_sit_equally_often() {
        let usual = |players| Schedule::rounded(players, 5, 252);
        assert_eq!([5, 6, 10, 11, 12, 16, 20, 32].map(usual), [1, 6, 252, 253, 252, 256, 252, 256]);
        for seats in 3..=6 {
            for players in seats..=32 {
                let tables = Schedule::rounded(players, seats, 100);
                assert_eq!(tables * seats as u64 % players as u64, 0, "{players} players, tables of {seats}");
                assert!(tables >= 100 || tables == Schedule::possible(players, seats));
            }
        }
        assert_eq!([5, 6, 10, 32].map(|players| Schedule::least(players, 5)), [1, 2, 5, 50]);
    }

    /// The expected tables must not change: every league with drawn tables depends on them.
    #[test]
    fn tables_are_drawn_as_they_always_were() {
        let schedule = Schedule::drawn(7, 3, 7, &mut StreamKey::new(31459, u64::MAX).rng());
        // Seven tables of three players, at which all pairs of seven players meet exactly once.
        let tables = [[0, 5, 6], [1, 2, 5], [2, 3, 6], [0, 1, 3], [3, 4, 5], [1, 4, 6], [0, 2, 4]];
        assert_eq!(schedule.tables, tables);
    }
}
