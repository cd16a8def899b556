//! Dou Dizhu for learners: many tables side by side.

use numpy::{PyArray2, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3};
use pyo3::prelude::*;
use quadrille::doudizhu::encodings::rlcard::{self, LastActions};
use quadrille::doudizhu::encodings::{Role, douzero};
use quadrille::doudizhu::game::{Auction, Scoring, Setup};
use quadrille::doudizhu::tables::{Options, Tables};

use super::rules;
use crate::arrays::{Masks, cells, numbers};
use crate::error::error;

/// What can never be an action's number.
const NONE: u16 = u16::MAX;

/// Cells of the wider of the two states without an action.
const STATE: usize = douzero::x_no_action_len(Role::Down);

/// `n` games side by side.
#[pyclass(module = "quadrille._native")]
pub(crate) struct DoudizhuTables {
    tables: Tables,
    last_actions: LastActions,
    masks: Option<Masks>,
    actions: Vec<u16>,
    choices: Vec<u32>,
    /// Who was to move before the last step; -1 where a game was over.
    moved: Vec<i8>,
}

/// A game that has ended with the last step: its table, its number, the winner and the landlord (None if the cards
/// were thrown in), bombs and rockets.
type Ended = (usize, u64, Option<usize>, Option<usize>, u8);

fn last_actions(released: bool) -> LastActions {
    if released { LastActions::Released } else { LastActions::Latest }
}

fn role(number: usize) -> PyResult<Role> {
    Role::ALL
        .get(number)
        .copied()
        .ok_or_else(|| error(format!("there is no role {number}; expected 0 (landlord), 1 (down) or 2 (up)")))
}

#[pymethods]
impl DoudizhuTables {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "one for each of Python's keywords")]
    fn new(
        py: Python<'_>,
        n: usize,
        seed: u64,
        named: &str,
        bidding: &str,
        reward: &str,
        autoreset: &str,
        released: bool,
        masks: bool,
    ) -> PyResult<Self> {
        let auction: Auction = bidding.parse().map_err(|why| error(format!("bidding `{bidding}`: {why}")))?;
        let setup = Setup::new(rules(named)?, Scoring::Classic).with_auction(auction);
        let reward = reward.parse().map_err(|why| error(format!("reward `{reward}`: {why}")))?;
        let autoreset = autoreset.parse().map_err(|why| error(format!("autoreset `{autoreset}`: {why}")))?;
        let tables =
            py.detach(|| Tables::new(n, seed, Options { setup, reward, autoreset })).map_err(error)?;
        let masks = masks.then(|| Masks::new(py, n, tables.action_count()));
        let mut made = Self {
            tables,
            last_actions: last_actions(released),
            masks,
            actions: Vec::with_capacity(n),
            choices: vec![0; n],
            moved: vec![-1; n],
        };
        made.mark(py)?;
        Ok(made)
    }

    /// How many numbers of actions there are.
    #[getter]
    fn action_count(&self) -> usize {
        self.tables.action_count()
    }

    /// The masks of all tables, always the same array; None if they were not asked for.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Option<Py<PyArray2<i8>>> {
        self.masks.as_ref().map(|masks| masks.array(py))
    }

    /// An action for each table.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        numbers(&actions, &mut self.actions, NONE);
        self.note_movers();
        let (tables, actions) = (&mut self.tables, &self.actions);
        if let Err(why) = py.detach(|| tables.step(actions)) {
            return Err(error(why));
        }
        self.mark(py)
    }

    /// A legal action for each table, drawn from the table's own stream, and done.
    fn step_at_random(&mut self, py: Python<'_>) -> PyResult<()> {
        self.note_movers();
        let (tables, choices) = (&mut self.tables, &mut self.choices);
        py.detach(|| {
            tables.random_choices(choices).map_err(error)?;
            tables.step_choices(choices).map_err(error)
        })?;
        self.mark(py)
    }

    /// The number of a legal action for each table, drawn from the table's own stream; 0 where the game is over.
    fn random_actions(&mut self, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let actions = cells(&mut actions)?;
        if actions.len() != self.tables.len() {
            return Err(error(format!("{} places for {} tables", actions.len(), self.tables.len())));
        }
        self.tables.random_choices(&mut self.choices).map_err(error)?;
        for (table, (&choice, action)) in self.choices.iter().zip(actions).enumerate() {
            *action = self.tables.legal_id(table, choice as usize).map_or(0, i64::from);
        }
        Ok(())
    }

    /// The next game at these tables.
    fn reset(&mut self, py: Python<'_>, mask: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let mask: Vec<bool> = mask.as_array().iter().copied().collect();
        let tables = &mut self.tables;
        py.detach(|| tables.reset(&mask)).map_err(error)?;
        self.moved.fill(-1);
        self.mark(py)
    }

    /// Game 0 of another seed at every table.
    fn reseed(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let tables = &mut self.tables;
        py.detach(|| tables.reseed(seed));
        self.moved.fill(-1);
        self.mark(py)
    }

    /// Rewards of the last step, by seat and of the seat that moved (0 where none did); whether a game has ended with
    /// it; and of the seat to move: its number (-1: the game is over) and its role (0 landlord, 1 down, 2 up; -1 in an
    /// auction, and when the game is over).
    fn read(
        &self,
        mut rewards: PyReadwriteArray2<'_, f32>,
        mut reward: PyReadwriteArray1<'_, f64>,
        mut terminated: PyReadwriteArray1<'_, bool>,
        mut seats: PyReadwriteArray1<'_, i8>,
        mut roles: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let tables = &self.tables;
        let (rewards, reward, terminated) =
            (cells(&mut rewards)?, cells(&mut reward)?, cells(&mut terminated)?);
        let (seats, roles) = (cells(&mut seats)?, cells(&mut roles)?);
        let n = tables.len();
        if [rewards.len() / 3, reward.len(), terminated.len(), seats.len(), roles.len()] != [n; 5] {
            return Err(error(format!("arrays for another number of tables than {n}")));
        }
        rewards.copy_from_slice(tables.rewards().as_flattened());
        terminated.copy_from_slice(tables.terminated());
        for ((reward, all), &moved) in reward.iter_mut().zip(tables.rewards()).zip(&self.moved) {
            *reward = usize::try_from(moved).map_or(0.0, |moved| all[moved].into());
        }
        for (table, (seat, role)) in seats.iter_mut().zip(roles).enumerate() {
            *seat = tables.turn(table).map_or(-1, |seat| seat.index() as i8);
            *role = tables.role(table).map_or(-1, |role| role as i8);
        }
        Ok(())
    }

    /// The landlord's seat; None before it is settled.
    fn landlord(&self, table: usize) -> Option<usize> {
        Some(self.tables.contract(table)?.landlord.index())
    }

    /// The games that have ended with the last step.
    fn ended(&self) -> Vec<Ended> {
        let seat = |seat: quadrille::doudizhu::game::Seat| seat.index();
        let told = self.tables.ended().iter().map(|ended| {
            let outcome = ended.outcome.as_ref();
            let winner = outcome.map(|outcome| seat(outcome.winner));
            let landlord = outcome.map(|outcome| seat(outcome.contract.landlord));
            (ended.table, ended.game, winner, landlord, outcome.map_or(0, |outcome| outcome.bombs))
        });
        told.collect()
    }

    /// `RLCard`'s observations, in rows of 901 cells.
    fn fill_observations(&self, py: Python<'_>, mut to: PyReadwriteArray2<'_, i8>) -> PyResult<()> {
        let (tables, last_actions, to) = (&self.tables, self.last_actions, cells(&mut to)?);
        py.detach(|| tables.fill_observations(last_actions, to)).map_err(error)
    }

    /// `RLCard`'s observation of a role at a table, whether it is to move or not, in a row of 901 cells; zeros before
    /// the first card can be played.
    fn fill_observation_of(
        &self,
        table: usize,
        number: usize,
        mut to: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let (role, to) = (role(number)?, cells(&mut to)?);
        let length = rlcard::observation_len(role);
        if to.len() < length {
            return Err(error(format!("{} cells; expected {length}", to.len())));
        }
        to.fill(0);
        if self.tables.position(table).is_none() {
            return Ok(());
        }
        self.tables.fill_observation_of(table, role, self.last_actions, &mut to[..length]).map_err(error)
    }

    /// `RLCard`'s observations of the games that have ended with the last step, as they were then, each in the row of
    /// its table; the other rows stay as they are.
    fn fill_final_observations(&self, mut to: PyReadwriteArray2<'_, i8>) -> PyResult<()> {
        let to = cells(&mut to)?;
        for ended in self.tables.ended() {
            let Some(row) = row(to, ended.table, rlcard::PEASANT) else { continue };
            row.fill(0);
            if let Some((position, course)) = &ended.last {
                let length = rlcard::observation_len(course.next_role());
                rlcard::fill_observation(position, course, self.last_actions, &mut row[..length])
                    .map_err(error)?;
            }
        }
        Ok(())
    }

    /// `DouZero`'s `x` without an action, in rows of 430 cells, and `z`, for the seat to move at each table; zeros where
    /// no card can be played.
    fn fill_states(
        &self,
        py: Python<'_>,
        mut x: PyReadwriteArray2<'_, i8>,
        mut z: PyReadwriteArray3<'_, i8>,
    ) -> PyResult<()> {
        let (tables, x, z) = (&self.tables, cells(&mut x)?, cells(&mut z)?);
        let n = tables.len();
        if (x.len(), z.len()) != (n * STATE, n * douzero::Z) {
            return Err(error(format!("arrays of another shape than ({n}, {STATE}) and ({n}, 5, 162)")));
        }
        py.detach(|| {
            for (table, (x, z)) in x.chunks_exact_mut(STATE).zip(z.chunks_exact_mut(douzero::Z)).enumerate() {
                x.fill(0);
                z.fill(0);
                if let (Some(position), Some(course)) = (tables.position(table), tables.course(table)) {
                    let length = douzero::x_no_action_len(course.next_role());
                    douzero::fill_x_no_action(position, course, &mut x[..length]).map_err(error)?;
                    douzero::fill_z(course, z).map_err(error)?;
                }
            }
            Ok(())
        })
    }

    /// The same of the games that have ended with the last step, as they were then.
    fn fill_final_states(
        &self,
        mut x: PyReadwriteArray2<'_, i8>,
        mut z: PyReadwriteArray3<'_, i8>,
    ) -> PyResult<()> {
        let (x, z) = (cells(&mut x)?, cells(&mut z)?);
        for ended in self.tables.ended() {
            let (Some(x), Some(z)) = (row(x, ended.table, STATE), row(z, ended.table, douzero::Z)) else {
                continue;
            };
            x.fill(0);
            z.fill(0);
            if let Some((position, course)) = &ended.last {
                let length = douzero::x_no_action_len(course.next_role());
                douzero::fill_x_no_action(position, course, &mut x[..length]).map_err(error)?;
                douzero::fill_z(course, z).map_err(error)?;
            }
        }
        Ok(())
    }

    /// How many actions are legal at all tables together.
    fn legal_count(&self) -> usize {
        self.tables.legal_count()
    }

    /// The legal actions of all tables, one behind the other, and where each table's begin.
    fn fill_legal_actions(
        &self,
        mut ids: PyReadwriteArray1<'_, u16>,
        mut starts: PyReadwriteArray1<'_, u32>,
    ) -> PyResult<()> {
        self.tables.fill_legal_ids(cells(&mut ids)?, cells(&mut starts)?).map_err(error)
    }

    /// How many tables there are where a role is to move, and how many legal moves it has at them together.
    fn features_of(&self, number: usize) -> PyResult<(usize, usize)> {
        let role = role(number)?;
        Ok((self.tables.tables_of(role).count(), self.tables.x_len_of(role) / douzero::x_len(role)))
    }

    /// `DouZero`'s features of all legal moves of a role: its tables, where each one's moves begin, their ids, `x` (a row
    /// a move) and `z` (a row a table).
    #[expect(clippy::too_many_arguments, reason = "an array each")]
    fn fill_features(
        &self,
        py: Python<'_>,
        number: usize,
        mut places: PyReadwriteArray1<'_, i64>,
        mut starts: PyReadwriteArray1<'_, i64>,
        mut ids: PyReadwriteArray1<'_, i64>,
        mut x: PyReadwriteArray2<'_, i8>,
        mut z: PyReadwriteArray3<'_, i8>,
    ) -> PyResult<()> {
        let (role, tables) = (role(number)?, &self.tables);
        let (places, starts, ids) = (cells(&mut places)?, cells(&mut starts)?, cells(&mut ids)?);
        let (x, z) = (cells(&mut x)?, cells(&mut z)?);
        let (count, moves) = self.features_of(number)?;
        if (places.len(), starts.len(), ids.len()) != (count, count + 1, moves) {
            return Err(error("arrays of other lengths than `features_of` tells"));
        }
        py.detach(|| {
            tables.fill_x_of(role, x).map_err(error)?;
            tables.fill_z_of(role, z).map_err(error)?;
            let mut end = 0;
            for ((table, place), start) in tables.tables_of(role).zip(places).zip(&mut *starts) {
                (*place, *start) = (table as i64, end as i64);
                for (id, to) in tables.legal_ids(table).zip(&mut ids[end..]) {
                    *to = id.into();
                    end += 1;
                }
            }
            starts[count] = end as i64;
            Ok(())
        })
    }
}

impl DoudizhuTables {
    fn note_movers(&mut self) {
        for (table, moved) in self.moved.iter_mut().enumerate() {
            *moved = self.tables.turn(table).map_or(-1, |seat| seat.index() as i8);
        }
    }

    fn mark(&mut self, py: Python<'_>) -> PyResult<()> {
        let tables = &self.tables;
        self.masks
            .as_mut()
            .map_or(Ok(()), |masks| masks.write(py, tables.len(), |table| tables.legal_ids(table)))
    }
}

fn row(cells: &mut [i8], table: usize, length: usize) -> Option<&mut [i8]> {
    cells.get_mut(table * length..(table + 1) * length)
}
