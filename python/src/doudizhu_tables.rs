//! Dou Dizhu at many tables: what learners' environments are made of.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::doudizhu::Hand;
use quadrille::doudizhu::encodings::rlcard::{self, LastActions};
use quadrille::doudizhu::encodings::{CARDS, Cell, Role, douzero};
use quadrille::doudizhu::game::{Auction, Bidding, Position, Scoring, Seat, Setup};
use quadrille::doudizhu::tables::{Ended, Options, TableError, Tables};

use crate::arrays::{by_row, entries, readable, whole_numbers, with_cells, writable, write};
use crate::error::error;
use crate::masks::Masks;

/// Tables at most: a step of so many is a matter of hundredths of a second.
const MOST_TABLES: usize = 1 << 16;

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

    fn ended(&self) -> &[Ended] {
        self.tables.ended()
    }
}

#[pymethods]
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

    fn __len__(&self) -> usize {
        self.tables.len()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.tables.action_count()
    }

    /// How many actions are legal at all tables together.
    #[getter]
    fn legal_count(&self) -> usize {
        self.tables.legal_count()
    }

    /// An action at each table, by its number.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let Self { tables, actions: room, .. } = self;
        let count = tables.action_count();
        whole_numbers("actions", actions, tables.len(), |table, action| {
            // What is asked where the game is over is of no meaning.
            let unknown = || tables.turn(table).is_none().then_some(0);
            room[table] = u16::try_from(action).ok().or_else(unknown).ok_or_else(|| {
                error(format!(
                    "table {table}, action {action}: no action has this number; expected one below {count}"
                ))
            })?;
            Ok(())
        })?;
        py.detach(|| tables.step(room)).map_err(error)
    }

    /// The same by places among what is legal.
    fn step_choices(&mut self, py: Python<'_>, choices: &Bound<'_, PyAny>) -> PyResult<()> {
        let read = readable::<u32>("choices", choices, self.tables.len())?;
        let read = read.as_slice().map_err(error)?;
        let tables = &mut self.tables;
        py.detach(|| tables.step_choices(read)).map_err(error)
    }

    /// A random choice for each table.
    fn random_choices(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut out = writable::<u32>("choices", out, &[self.tables.len()])?;
        let out = entries("choices", &mut out)?;
        let tables = &mut self.tables;
        py.detach(|| tables.random_choices(out)).map_err(error)
    }

    /// Deals anew where the mask says so.
    fn reset(&mut self, py: Python<'_>, mask: &Bound<'_, PyAny>) -> PyResult<()> {
        let mask = readable::<bool>("mask", mask, self.tables.len())?;
        let mask = mask.as_slice().map_err(error)?;
        let tables = &mut self.tables;
        py.detach(|| tables.reset(mask)).map_err(error)
    }

    /// Deals game 0 of another seed at all tables.
    fn reseed(&mut self, py: Python<'_>, seed: u64) {
        self.seed = seed;
        let tables = &mut self.tables;
        py.detach(|| tables.reseed(seed));
    }

    /// By table the seat whose turn it is, -1 where the game is over.
    fn fill_turns(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let turn = |table| self.tables.turn(table).map_or(-1, |seat| seat.index() as i8);
        write(py, "turns", out, self.tables.len(), turn)
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

    /// By table the number of the game, from 0.
    fn fill_games(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        write(py, "games", out, self.tables.len(), |table| self.tables.game(table).unwrap_or(0))
    }

    /// By table, whether a game has ended with the last step.
    fn fill_terminated(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        write(py, "terminated", out, self.tables.len(), |table| self.tables.terminated()[table])
    }

    /// By table how many actions are legal.
    fn fill_choice_counts(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        write(py, "counts", out, self.tables.len(), |table| self.tables.choices(table) as u32)
    }

    /// By table and seat.
    fn fill_rewards(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut out = writable::<f32>("rewards", out, &[self.tables.len(), 3])?;
        let out = entries("rewards", &mut out)?;
        py.detach(|| out.copy_from_slice(self.tables.rewards().as_flattened()));
        Ok(())
    }

    /// The numbers of all that is legal, and where each table's begin.
    fn fill_legal(&self, py: Python<'_>, ids: &Bound<'_, PyAny>, starts: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut ids = writable::<u16>("ids", ids, &[self.tables.legal_count()])?;
        let mut starts = writable::<u32>("starts", starts, &[self.tables.len() + 1])?;
        let (ids, starts) = (entries("ids", &mut ids)?, entries("starts", &mut starts)?);
        py.detach(|| self.tables.fill_legal_ids(ids, starts)).map_err(error)
    }

    /// A mask a table.
    fn fill_masks(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let row = self.tables.action_count();
        with_cells!("masks", out, &[self.tables.len(), row], |cells| by_row(py, cells, row, |table, row| {
            self.tables.fill_mask(table, row)
        }))
    }

    /// The same into an array that holds what the last call of this wrote, or nothing but 0 before the first:
    /// only what has changed is written.
    fn update_masks(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let Self { tables, masks, .. } = self;
        let (n, count) = (tables.len(), tables.action_count());
        let mut out = writable::<i8>("masks", out, &[n, count])?;
        let cells = entries("masks", &mut out)?;
        py.detach(|| {
            masks.update(cells, |set| {
                for table in 0..n {
                    tables.legal_ids(table).for_each(|id| set(table * count + usize::from(id)));
                }
            });
        });
        Ok(())
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
        table: usize,
        seat: usize,
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
    fn x_shape(&self, number: usize) -> PyResult<(usize, usize)> {
        let role = role(number)?;
        let width = douzero::x_len(role);
        Ok((self.tables.x_len_of(role) / width, width))
    }

    /// `DouZero`'s `x` of a role: a row for each legal move of each table where it is to move.
    fn fill_x(&self, py: Python<'_>, number: usize, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let (rows, width) = self.x_shape(number)?;
        let role = role(number)?;
        with_cells!("x", out, &[rows, width], |cells| {
            py.detach(|| self.tables.fill_x_of(role, cells)).map_err(error)
        })
    }

    /// How many games have ended with the last step.
    #[getter]
    fn ended_count(&self) -> usize {
        self.ended().len()
    }

    /// The tables whose games have ended with the last step.
    fn fill_ended(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        write(py, "ended", out, self.ended().len(), |at| self.ended()[at].table as i64)
    }

    /// Of each: seat of the winner, of the landlord (-1 both, where the cards were thrown in), bombs and rockets,
    /// whether it was a spring.
    fn fill_outcomes(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut out = writable::<i8>("outcomes", out, &[self.ended().len(), 4])?;
        let out = entries("outcomes", &mut out)?;
        py.detach(|| {
            for (row, ended) in out.chunks_exact_mut(4).zip(self.ended()) {
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
        let (ended, last) = (self.ended(), last_actions(released));
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
        let ended = self.ended();
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
        let ended = self.ended();
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
    fn hand(&self, table: usize, seat: usize) -> PyResult<String> {
        let seat = self.seat(table, seat)?;
        Ok(self.hand_of(table, seat).to_string())
    }

    /// What is legal at a table, in the order of the choices: numbers and texts.
    fn legal(&self, table: usize) -> PyResult<Vec<(u16, String)>> {
        self.seat(table, 0)?;
        let moves = self.tables.legal_moves(table);
        if moves.is_empty() {
            let calls = self.tables.bidding(table).into_iter().flat_map(Bidding::calls);
            return Ok(self.tables.legal_ids(table).zip(calls.map(|call| call.to_string())).collect());
        }
        Ok(self.tables.legal_ids(table).zip(moves.iter().map(ToString::to_string)).collect())
    }

    /// The move to beat, None where there is none.
    fn on_table(&self, table: usize) -> PyResult<Option<String>> {
        self.seat(table, 0)?;
        let position = self.tables.position(table).filter(|position| !position.is_lead());
        Ok(position.map(|position| position.on_table().to_string()))
    }
}
