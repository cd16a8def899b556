//! Daifugo for learners: many tables side by side.

use numpy::{PyArray2, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use quadrille::daifugo::encodings::{MOVE, OBSERVATION, fill_observation};
use quadrille::daifugo::rules::Rules;
use quadrille::daifugo::tables::{Options, Tables};

use crate::arrays::{Masks, cells, numbers};
use crate::error::error;

/// What can never be an action's number.
const NONE: u16 = u16::MAX;

/// `n` tables, a game of a series at each.
#[pyclass(module = "quadrille._native")]
pub(crate) struct DaifugoTables {
    tables: Tables,
    masks: Option<Masks>,
    actions: Vec<u16>,
    choices: Vec<u32>,
    /// Which player was to move before the last step; -1 where a game was over.
    moved: Vec<i8>,
}

#[pymethods]
impl DaifugoTables {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "one for each of Python's keywords")]
    fn new(
        py: Python<'_>,
        n: usize,
        seed: u64,
        named: Option<&str>,
        classes: &str,
        reward: &str,
        autoreset: &str,
        masks: bool,
    ) -> PyResult<Self> {
        let rules: Rules = named.map_or(Ok(Rules::UECDA), str::parse).map_err(error)?;
        let classes = classes.parse().map_err(|why| error(format!("classes `{classes}`: {why}")))?;
        let reward = reward.parse().map_err(|why| error(format!("reward `{reward}`: {why}")))?;
        let autoreset = autoreset.parse().map_err(|why| error(format!("autoreset `{autoreset}`: {why}")))?;
        let options = Options { rules, classes, reward, autoreset };
        let tables = py.detach(|| Tables::new(n, seed, options)).map_err(error)?;
        let masks = masks.then(|| Masks::new(py, n, tables.action_count()));
        let mut made =
            Self { tables, masks, actions: Vec::with_capacity(n), choices: vec![0; n], moved: vec![-1; n] };
        made.mark(py)?;
        Ok(made)
    }

    /// How many numbers of actions there are.
    #[getter]
    fn action_count(&self) -> usize {
        self.tables.action_count()
    }

    /// How many players a table has.
    #[getter]
    fn players(&self) -> usize {
        self.tables.options().rules.players()
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
        py.detach(|| tables.reseed(seed)).map_err(error)?;
        self.moved.fill(-1);
        self.mark(py)
    }

    /// Rewards of the last step, by player and of the player who moved (0 where none did); whether a game has ended with
    /// it; and of the player to move: its number and its seat (-1: the game is over).
    fn read(
        &self,
        mut rewards: PyReadwriteArray2<'_, f32>,
        mut reward: PyReadwriteArray1<'_, f64>,
        mut terminated: PyReadwriteArray1<'_, bool>,
        mut players: PyReadwriteArray1<'_, i8>,
        mut seats: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let tables = &self.tables;
        let (rewards, reward, terminated) =
            (cells(&mut rewards)?, cells(&mut reward)?, cells(&mut terminated)?);
        let (players, seats) = (cells(&mut players)?, cells(&mut seats)?);
        let (n, at_table) = (tables.len(), self.players());
        if [rewards.len() / at_table, reward.len(), terminated.len(), players.len(), seats.len()] != [n; 5] {
            return Err(error(format!("arrays for another number of tables than {n}")));
        }
        terminated.copy_from_slice(tables.terminated());
        for (to, from) in rewards.chunks_exact_mut(at_table).zip(tables.rewards()) {
            to.copy_from_slice(&from[..at_table]);
        }
        for ((reward, all), &moved) in reward.iter_mut().zip(tables.rewards()).zip(&self.moved) {
            *reward = usize::try_from(moved).map_or(0.0, |moved| all[moved].into());
        }
        for (table, (player, seat)) in players.iter_mut().zip(seats).enumerate() {
            *player = tables.player(table).map_or(-1, |player| player as i8);
            *seat = tables.turn(table).map_or(-1, |seat| seat as i8);
        }
        Ok(())
    }

    /// The seat in which a player sits.
    fn seat(&self, table: usize, player: usize) -> Option<usize> {
        let series = self.tables.series(table)?;
        (0..self.players()).find(|&seat| series.player(seat) == player)
    }

    /// The games that have ended with the last step: tables and numbers.
    fn ended(&self) -> Vec<(usize, u64)> {
        self.tables.ended().iter().map(|ended| (ended.table, ended.game)).collect()
    }

    /// The observations of the seats whose decisions are due, in rows of 887 cells.
    fn fill_observations(&self, py: Python<'_>, mut to: PyReadwriteArray2<'_, i8>) -> PyResult<()> {
        let (tables, to) = (&self.tables, cells(&mut to)?);
        py.detach(|| tables.fill_observations(to)).map_err(error)
    }

    /// The observation of a seat at a table; zeros where it sees nothing, while others return cards.
    fn fill_observation_of(
        &self,
        table: usize,
        seat: usize,
        mut to: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let to = cells(&mut to)?;
        if self.tables.exchange(table).is_some() && self.tables.turn(table) != Some(seat) {
            to.fill(0);
            return Ok(());
        }
        self.tables.fill_observation_of(table, seat, to).map_err(error)
    }

    /// The observations of seat 0 in the games that have ended with the last step, as they were then, each in the row of
    /// its table; the other rows stay as they are.
    fn fill_final_observations(&self, mut to: PyReadwriteArray2<'_, i8>) -> PyResult<()> {
        let to = cells(&mut to)?;
        for ended in self.tables.ended() {
            let place = ended.table * OBSERVATION;
            let Some(row) = to.get_mut(place..place + OBSERVATION) else { continue };
            fill_observation(ended.last.state(), 0, ended.last.hand(0), &ended.played, row).map_err(error)?;
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

    /// The features of all legal actions of all tables, a row of 216 cells each, in the order of
    /// `fill_legal_actions`.
    fn fill_features(&self, py: Python<'_>, mut to: PyReadwriteArray2<'_, i8>) -> PyResult<()> {
        let (tables, to) = (&self.tables, cells(&mut to)?);
        let expected = tables.legal_count() * MOVE;
        if to.len() != expected {
            return Err(error(format!("{} cells; expected {expected}", to.len())));
        }
        py.detach(|| {
            let mut rest = to;
            for table in 0..tables.len() {
                let (rows, after) = rest.split_at_mut(tables.choices(table) * MOVE);
                tables.fill_moves(table, rows).map_err(error)?;
                rest = after;
            }
            Ok(())
        })
    }
}

impl DaifugoTables {
    fn note_movers(&mut self) {
        for (table, moved) in self.moved.iter_mut().enumerate() {
            *moved = self.tables.player(table).map_or(-1, |player| player as i8);
        }
    }

    fn mark(&mut self, py: Python<'_>) -> PyResult<()> {
        let tables = &self.tables;
        self.masks
            .as_mut()
            .map_or(Ok(()), |masks| masks.write(py, tables.len(), |table| tables.legal_ids(table)))
    }
}
