//! What learners read of the tables.
//!
//! Everything is written into the caller's slices, whose lengths are checked before the first cell is written: so a
//! call either writes all of it or nothing. Rows of a matrix have one width whatever the role; where a landlord's are
//! shorter, the rest is 0.
//!
//! `DouZero` has a network a role and asks each about all its moves at once. The rows of [`Tables::fill_x_of`] are
//! therefore grouped by role, table by table in the order of [`Tables::tables_of`], and within a table in the order of
//! the choices: whoever cuts the answers at the same places has, at the place of the best one, what
//! [`step_choices`](Tables::step_choices) takes.

use super::{CALLS, Next, TableError, Tables};
use crate::encodings::rlcard::{self, LastActions};
use crate::encodings::{Cell, Course, EncodingError, RlcardActions, Role, douzero};
use crate::game::Position;

impl Tables {
    /// What encodings are made of; refused before all calls are made, where there is no position.
    fn playing(&self, table: usize) -> Result<(&Position, &Course), TableError> {
        if table >= self.len() {
            return Err(TableError::Unknown { table, tables: self.len() });
        }
        match (self.position(table), self.course(table)) {
            (Some(position), Some(course)) => Ok((position, course)),
            _ => Err(TableError::InAuction { table }),
        }
    }

    /// The number of a legal action, by its place in the list of [legal moves](Self::legal_moves) (in an auction:
    /// of the calls that can be made); `None` beyond it.
    #[inline]
    pub fn legal_id(&self, table: usize, choice: usize) -> Option<u16> {
        if *self.next.get(table)? == Next::Call {
            let call = self.biddings[table].calls().nth(choice)?;
            let place = CALLS.iter().position(|&known| known == call)?;
            return Some((RlcardActions::COUNT + place) as u16);
        }
        RlcardActions::get().id(*self.legal_moves(table).get(choice)?)
    }

    /// The numbers of the legal actions of a table, in the order of their choices; none where the game is over.
    pub fn legal_ids(&self, table: usize) -> impl Iterator<Item = u16> {
        (0..self.choices(table)).filter_map(move |choice| self.legal_id(table, choice))
    }

    /// The place of a legal action among the choices of a table, by its number; `None` if it is not legal.
    pub fn choice_of(&self, table: usize, action: u16) -> Option<usize> {
        (0..self.choices(table)).find(|&choice| self.legal_id(table, choice) == Some(action))
    }

    /// Writes a table's mask: [`action_count`](Self::action_count) cells, 1 for each legal action.
    ///
    /// # Errors
    /// [`TableError`]: no such table, or a slice of another length; nothing is written then.
    pub fn fill_mask<C: Cell>(&self, table: usize, mask: &mut [C]) -> Result<(), TableError> {
        if table >= self.len() {
            return Err(TableError::Unknown { table, tables: self.len() });
        }
        let (expected, found) = (self.action_count(), mask.len());
        if expected != found {
            return Err(EncodingError::Length { what: "a mask", expected, found }.into());
        }
        mask.fill(C::ZERO);
        for id in self.legal_ids(table) {
            if let Some(cell) = mask.get_mut(usize::from(id)) {
                *cell = C::ONE;
            }
        }
        Ok(())
    }

    /// Writes the masks of all tables, one behind the other.
    ///
    /// # Errors
    /// [`TableError::Encoding`] for a slice of another length; nothing is written then.
    pub fn fill_masks<C: Cell>(&self, masks: &mut [C]) -> Result<(), TableError> {
        check("masks", self.len() * self.action_count(), masks.len())?;
        for (table, mask) in masks.chunks_exact_mut(self.action_count()).enumerate() {
            self.fill_mask(table, mask)?;
        }
        Ok(())
    }

    /// How many actions are legal at all tables together.
    pub fn legal_count(&self) -> usize {
        (0..self.len()).map(|table| self.choices(table)).sum()
    }

    /// Writes the numbers of the legal actions of all tables, one behind the other in the order of their choices:
    /// as many as [`legal_count`](Self::legal_count) says. Those of table `t` begin at `starts[t]` and end before
    /// `starts[t + 1]`, so there is one start more than there are tables.
    ///
    /// # Errors
    /// [`TableError::Encoding`] for slices of other lengths; nothing is written then.
    pub fn fill_legal_ids(&self, ids: &mut [u16], starts: &mut [u32]) -> Result<(), TableError> {
        check("legal actions", self.legal_count(), ids.len())?;
        check("starts", self.len() + 1, starts.len())?;
        let mut end = 0;
        for (table, start) in starts.iter_mut().enumerate() {
            *start = end as u32;
            for (id, to) in self.legal_ids(table).zip(&mut ids[end..]) {
                *to = id;
                end += 1;
            }
        }
        Ok(())
    }

    /// Writes `DouZero`'s `x` of a table: a row for each [legal move](Self::legal_moves), in their order.
    /// ([`douzero`] has the offsets.)
    ///
    /// # Errors
    /// [`TableError`]: no such table, calls still to be made, or a slice of another length; nothing is written then.
    pub fn fill_x<C: Cell>(&self, table: usize, x: &mut [C]) -> Result<(), TableError> {
        let (position, course) = self.playing(table)?;
        Ok(douzero::fill_x(position, course, self.legal_moves(table), x)?)
    }

    /// Writes `DouZero`'s `z` of a table: 810 cells.
    ///
    /// # Errors
    /// As [`fill_x`](Self::fill_x).
    pub fn fill_z<C: Cell>(&self, table: usize, z: &mut [C]) -> Result<(), TableError> {
        Ok(douzero::fill_z(self.playing(table)?.1, z)?)
    }

    /// Writes `RLCard`'s observation of a table: 790 cells where the landlord is to move, 901 where a peasant is.
    ///
    /// # Errors
    /// As [`fill_x`](Self::fill_x).
    pub fn fill_observation<C: Cell>(
        &self,
        table: usize,
        last_actions: LastActions,
        observation: &mut [C],
    ) -> Result<(), TableError> {
        let (position, course) = self.playing(table)?;
        Ok(rlcard::fill_observation(position, course, last_actions, observation)?)
    }

    /// Writes `RLCard`'s observation of any role at a table, whether it is to move or not: 790 or 901 cells.
    ///
    /// # Errors
    /// As [`fill_x`](Self::fill_x).
    pub fn fill_observation_of<C: Cell>(
        &self,
        table: usize,
        role: Role,
        last_actions: LastActions,
        observation: &mut [C],
    ) -> Result<(), TableError> {
        let (position, course) = self.playing(table)?;
        Ok(rlcard::fill_observation_of(role, position, course, last_actions, observation)?)
    }

    /// Writes the observations of all tables in rows of 901 cells: the landlord's fill 790, and the rest is 0; so
    /// is the whole row where there are calls still to be made.
    ///
    /// # Errors
    /// [`TableError::Encoding`] for a slice of another length; nothing is written then.
    pub fn fill_observations<C: Cell>(
        &self,
        last_actions: LastActions,
        observations: &mut [C],
    ) -> Result<(), TableError> {
        check("observations", self.len() * rlcard::PEASANT, observations.len())?;
        for (table, row) in observations.chunks_exact_mut(rlcard::PEASANT).enumerate() {
            let Ok((_, course)) = self.playing(table) else {
                row.fill(C::ZERO);
                continue;
            };
            let (row, rest) = row.split_at_mut(rlcard::observation_len(course.next_role()));
            self.fill_observation(table, last_actions, row)?;
            rest.fill(C::ZERO);
        }
        Ok(())
    }

    /// The tables where a role is to move, in ascending order.
    pub fn tables_of(&self, role: Role) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(move |&table| self.role(table) == Some(role))
    }

    /// How many cells [`fill_x_of`](Self::fill_x_of) writes: 373 or 484 for each legal move of each table where
    /// the role is to move.
    pub fn x_len_of(&self, role: Role) -> usize {
        let moves: usize = self.tables_of(role).map(|table| self.legal_moves(table).len()).sum();
        moves * douzero::x_len(role)
    }

    /// Writes `DouZero`'s `x` of all tables where a role is to move: for each of [these](Self::tables_of) a row a
    /// legal move, all behind one another. It is what that role's network is asked in one call.
    ///
    /// # Errors
    /// [`TableError::Encoding`] for a slice of another length than [`x_len_of`](Self::x_len_of) says; nothing is
    /// written then.
    pub fn fill_x_of<C: Cell>(&self, role: Role, x: &mut [C]) -> Result<(), TableError> {
        check("x", self.x_len_of(role), x.len())?;
        let mut rest = x;
        for table in self.tables_of(role) {
            let cells = self.legal_moves(table).len() * douzero::x_len(role);
            let (rows, after) = rest.split_at_mut(cells);
            self.fill_x(table, rows)?;
            rest = after;
        }
        Ok(())
    }

    /// Writes `DouZero`'s `z` of all tables where a role is to move: 810 cells for each of
    /// [these](Self::tables_of).
    ///
    /// # Errors
    /// [`TableError::Encoding`] for a slice of another length; nothing is written then.
    pub fn fill_z_of<C: Cell>(&self, role: Role, z: &mut [C]) -> Result<(), TableError> {
        check("z", self.tables_of(role).count() * douzero::Z, z.len())?;
        for (table, row) in self.tables_of(role).zip(z.chunks_exact_mut(douzero::Z)) {
            self.fill_z(table, row)?;
        }
        Ok(())
    }
}

fn check(what: &'static str, expected: usize, found: usize) -> Result<(), TableError> {
    if expected == found { Ok(()) } else { Err(EncodingError::Length { what, expected, found }.into()) }
}
