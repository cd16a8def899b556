//! Dou Dizhu at many tables: what learners' environments are made of.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::doudizhu::Hand;
use quadrille::doudizhu::encodings::rlcard::{self, LastActions};
use quadrille::doudizhu::encodings::{CARDS, Cell, Role, douzero};
use quadrille::doudizhu::game::{Auction, Bidding, Position, Scoring, Seat, Setup};
use quadrille::doudizhu::tables::{Options, TableError, Tables};

use crate::arrays::{by_row, entries, readable, whole_numbers, with_cells, writable, write};
use crate::card_tables::{MOST_TABLES, card_tables};
use crate::error::error;
use crate::masks::Masks;

const X_NO_ACTION: usize = douzero::x_no_action_len(Role::Down);

/// `n` games side by side.
#[pyclass(module = "quadrille._native")]
pub(crate) struct DoudizhuTables {
    tables: Tables,
    seed: u64,
    /// Room for what Python hands over.
    actions: Vec<u16>,
    masks: Masks,
}

fn role(number: usize) -> PyResult<Role> {
    let role = Role::ALL.get(number).copied();
    role.ok_or_else(|| error(format!("there is no role {number}; expected 0 (landlord), 1 (down) or 2 (up)")))
}

const fn last_actions(released: bool) -> LastActions {
    if released { LastActions::Released } else { LastActions::Latest }
}

/// A row of cards.
pub(crate) fn write_cards<C: Cell>(row: &mut [C], hand: Hand) {
    row.fill(C::ZERO);
    for (rank, count) in hand.iter() {
        let rank = usize::from(rank.index());
        // The jokers have a cell each, behind four of each other rank.
        let first = if rank < 13 { 4 * rank } else { 39 + rank };
        row[first..][..usize::from(count)].fill(C::ONE);
    }
}

impl DoudizhuTables {
    #[expect(clippy::unused_self, reason = "as Daifugo's, whose players are as many as are asked for")]
    const fn players(&self) -> usize {
        Seat::ALL.len()
    }

    fn player(&self, table: usize) -> Option<usize> {
        self.tables.turn(table).map(Seat::index)
    }

    fn game_number(&self, table: usize) -> Option<u64> {
        self.tables.game(table)
    }

    fn seat(&self, table: usize, seat: usize) -> PyResult<Seat> {
        if table >= self.tables.len() {
            let tables = self.tables.len();
            return Err(error(TableError::Unknown { table, tables }));
        }
        Seat::ALL
            .get(seat)
            .copied()
            .ok_or_else(|| error(format!("there is no seat {seat}; expected one of 0, 1, 2")))
    }

    /// What a seat holds, before the first card is played or afterwards.
    fn hand_of(&self, table: usize, seat: Seat) -> Hand {
        match (self.tables.position(table), self.tables.dealt(table)) {
            (Some(position), _) => position.hand(seat),
            (None, Some(deal)) => deal.hands()[seat.index()],
            (None, None) => Hand::EMPTY,
        }
    }

    /// `RLCard`'s observation, in as many cells as a peasant's; of the seat to move if none is named. While calls
    /// are made there are only the hand and what is not in it.
    fn observation<C: Cell>(
        &self,
        table: usize,
        seat: Option<Seat>,
        last: LastActions,
        row: &mut [C],
    ) -> Result<(), TableError> {
        if let Some(course) = self.tables.course(table) {
            let landlord = self.tables.position(table).map_or(Seat::ALL[0], Position::landlord);
            let role = seat.map_or(course.next_role(), |seat| Role::of(seat, landlord));
            let (cells, rest) = row.split_at_mut(rlcard::observation_len(role));
            rest.fill(C::ZERO);
            return self.tables.fill_observation_of(table, role, last, cells);
        }
        row.fill(C::ZERO);
        if let Some(seat) = seat.or_else(|| self.tables.turn(table)) {
            let hand = self.hand_of(table, seat);
            write_cards(&mut row[..CARDS], hand);
            let rest = Hand::PACK.remove(hand).unwrap_or(Hand::EMPTY);
            write_cards(&mut row[CARDS..2 * CARDS], rest);
        }
        Ok(())
    }

    fn x_no_action<C: Cell>(&self, table: usize, row: &mut [C]) -> Result<(), TableError> {
        if let (Some(position), Some(course)) = (self.tables.position(table), self.tables.course(table)) {
            let (cells, rest) = row.split_at_mut(douzero::x_no_action_len(course.next_role()));
            rest.fill(C::ZERO);
            return Ok(douzero::fill_x_no_action(position, course, cells)?);
        }
        row.fill(C::ZERO);
        if let Some(seat) = self.tables.turn(table) {
            write_cards(&mut row[..CARDS], self.hand_of(table, seat));
        }
        Ok(())
    }

    fn z<C: Cell>(&self, table: usize, row: &mut [C]) -> Result<(), TableError> {
        if let Some(course) = self.tables.course(table) {
            return Ok(douzero::fill_z(course, row)?);
        }
        row.fill(C::ZERO);
        Ok(())
    }
}

card_tables! {
    impl DoudizhuTables {
        #[new]
        #[expect(clippy::too_many_arguments, reason = "one for each of Python's keywords")]
        fn new(
            py: Python<'_>,
            n: usize,
            seed: u64,
            rules: &str,
            auction: &str,
            open_hand: bool,
            doubling: bool,
            reward: &str,
            autoreset: &str,
        ) -> PyResult<Self> {
            if n > MOST_TABLES {
                return Err(error(format!("{n} tables; expected at most {MOST_TABLES}")));
            }
            let mut setup = Setup::new(rules.parse().map_err(error)?, Scoring::Adp);
            setup.auction = auction.parse::<Auction>().map_err(error)?;
            (setup.open_hand, setup.doubling) = (open_hand, doubling);
            let options = Options {
                setup,
                reward: reward.parse().map_err(error)?,
                autoreset: autoreset.parse().map_err(error)?,
            };
            let tables = py.detach(|| Tables::new(n, seed, options)).map_err(error)?;
            Ok(Self { tables, seed, actions: vec![0; n], masks: Masks::default() })
        }

        /// Deals game 0 of another seed at all tables.
        fn reseed(&mut self, py: Python<'_>, seed: u64) {
            self.seed = seed;
            let tables = &mut self.tables;
            py.detach(|| tables.reseed(seed));
        }

        /// By table the role that is to move, -1 in an auction and where the game is over.
        fn fill_roles(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            let role = |table| self.tables.role(table).map_or(-1, |role| role as i8);
            write(py, "roles", out, self.tables.len(), role)
        }

        /// By table the landlord's seat, -1 in an auction.
        fn fill_landlords(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            let landlord =
                |table| self.tables.position(table).map_or(-1, |position| position.landlord().index() as i8);
            write(py, "landlords", out, self.tables.len(), landlord)
        }

        /// `RLCard`'s observations of the seats to move, 901 cells a table.
        fn fill_observations(&self, py: Python<'_>, out: &Bound<'_, PyAny>, released: bool) -> PyResult<()> {
            let (row, last) = (rlcard::PEASANT, last_actions(released));
            with_cells!("observations", out, &[self.tables.len(), row], |cells| by_row(
                py,
                cells,
                row,
                |table, row| self.observation(table, None, last, row)
            ))
        }

        /// `RLCard`'s observation of any seat of a table, 901 cells.
        fn fill_observation_of(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
            #[pyo3(from_py_with = crate::places::seat)] seat: usize,
            out: &Bound<'_, PyAny>,
            released: bool,
        ) -> PyResult<()> {
            let seat = self.seat(table, seat)?;
            with_cells!("an observation", out, &[rlcard::PEASANT], |cells| {
                self.observation(table, Some(seat), last_actions(released), cells).map_err(error)
            })
        }

        /// `DouZero`'s `x_no_action` of the seats to move, 430 cells a table.
        fn fill_x_no_action(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            with_cells!("x_no_action", out, &[self.tables.len(), X_NO_ACTION], |cells| by_row(
                py,
                cells,
                X_NO_ACTION,
                |table, row| self.x_no_action(table, row)
            ))
        }

        /// `DouZero`'s `z`, 5 x 162 cells a table.
        fn fill_z(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            let [rows, columns] = douzero::Z_SHAPE;
            with_cells!("z", out, &[self.tables.len(), rows, columns], |cells| by_row(
                py,
                cells,
                douzero::Z,
                |table, row| self.z(table, row)
            ))
        }

        /// Rows and columns of `x` of a role.
        fn x_shape(&self, #[pyo3(from_py_with = crate::places::role)] number: usize) -> PyResult<(usize, usize)> {
            let role = role(number)?;
            let width = douzero::x_len(role);
            Ok((self.tables.x_len_of(role) / width, width))
        }

        /// `DouZero`'s `x` of a role: a row for each legal move of each table where it is to move.
        fn fill_x(
            &self,
            py: Python<'_>,
            #[pyo3(from_py_with = crate::places::role)] number: usize,
            out: &Bound<'_, PyAny>,
        ) -> PyResult<()> {
            let (rows, width) = self.x_shape(number)?;
            let role = role(number)?;
            with_cells!("x", out, &[rows, width], |cells| {
                py.detach(|| self.tables.fill_x_of(role, cells)).map_err(error)
            })
        }

        /// Of each: seat of the winner, of the landlord (-1 both, where the cards were thrown in), bombs and rockets,
        /// whether it was a spring.
        fn fill_outcomes(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            let mut out = writable::<i8>("outcomes", out, &[self.tables.ended().len(), 4])?;
            let out = entries("outcomes", &mut out)?;
            py.detach(|| {
                for (row, ended) in out.chunks_exact_mut(4).zip(self.tables.ended()) {
                    row.copy_from_slice(&ended.outcome.map_or([-1, -1, 0, 0], |outcome| {
                        let (winner, landlord) = (outcome.winner.index(), outcome.contract.landlord.index());
                        let spring = outcome.spring != quadrille::doudizhu::game::Spring::None;
                        [winner as i8, landlord as i8, outcome.bombs as i8, i8::from(spring)]
                    }));
                }
            });
            Ok(())
        }

        /// The last observation of each: of the seat after the winner.
        fn fill_last_observations(&self, py: Python<'_>, out: &Bound<'_, PyAny>, released: bool) -> PyResult<()> {
            let (ended, last) = (self.tables.ended(), last_actions(released));
            with_cells!("last observations", out, &[ended.len(), rlcard::PEASANT], |cells| by_row(
                py,
                cells,
                rlcard::PEASANT,
                |at, row| {
                    let Some((position, course)) = &ended[at].last else {
                        row.fill(Cell::ZERO);
                        return Ok(());
                    };
                    let (cells, rest) = row.split_at_mut(rlcard::observation_len(course.next_role()));
                    rest.fill(Cell::ZERO);
                    rlcard::fill_observation(position, course, last, cells)
                }
            ))
        }

        /// The same as `DouZero` has it.
        fn fill_last_x_no_action(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            let ended = self.tables.ended();
            with_cells!("last x_no_action", out, &[ended.len(), X_NO_ACTION], |cells| by_row(
                py,
                cells,
                X_NO_ACTION,
                |at, row| {
                    let Some((position, course)) = &ended[at].last else {
                        row.fill(Cell::ZERO);
                        return Ok(());
                    };
                    let (cells, rest) = row.split_at_mut(douzero::x_no_action_len(course.next_role()));
                    rest.fill(Cell::ZERO);
                    douzero::fill_x_no_action(position, course, cells)
                }
            ))
        }

        /// The same: `z`.
        fn fill_last_z(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            let ended = self.tables.ended();
            let [rows, columns] = douzero::Z_SHAPE;
            with_cells!("last z", out, &[ended.len(), rows, columns], |cells| by_row(
                py,
                cells,
                douzero::Z,
                |at, row| {
                    if let Some((_, course)) = &ended[at].last {
                        return douzero::fill_z(course, row);
                    }
                    row.fill(Cell::ZERO);
                    Ok(())
                }
            ))
        }

        /// What a seat holds.
        fn hand(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
            #[pyo3(from_py_with = crate::places::seat)] seat: usize,
        ) -> PyResult<String> {
            let seat = self.seat(table, seat)?;
            Ok(self.hand_of(table, seat).to_string())
        }

        /// What is legal at a table, in the order of the choices: numbers and texts.
        fn legal(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
        ) -> PyResult<Vec<(u16, String)>> {
            self.seat(table, 0)?;
            let moves = self.tables.legal_moves(table);
            if moves.is_empty() {
                let calls = self.tables.bidding(table).into_iter().flat_map(Bidding::calls);
                return Ok(self.tables.legal_ids(table).zip(calls.map(|call| call.to_string())).collect());
            }
            Ok(self.tables.legal_ids(table).zip(moves.iter().map(ToString::to_string)).collect())
        }

        /// The move to beat, None where there is none.
        fn on_table(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
        ) -> PyResult<Option<String>> {
            self.seat(table, 0)?;
            let position = self.tables.position(table).filter(|position| !position.is_lead());
            Ok(position.map(|position| position.on_table().to_string()))
        }
    }
}
