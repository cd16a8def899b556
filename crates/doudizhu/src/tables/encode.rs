//! What learners read of the tables.
//!
//! Everything is written into the caller's slices, whose lengths are checked before the first cell is written: so a
//! call either writes all of it or nothing. Rows of a matrix have one width whatever the role; where a landlord's are
//! shorter, the rest is 0.
//!
//! `DouZero` has a network a role and asks each about all its moves at once. The rows of [`Tables::fill_x_of`] are
//! therefore grouped by role, table by table in the order of [`Tables::tables_of`], and within a table in the order of
//! the choices: whoever cuts the answers at the same places has, at the place of the best one, what
//! [`step_choices`](quadrille_table::tables::Tables::step_choices) takes.

use quadrille_table::LengthError;

use super::{TableError, Tables, TablesError, batch};
use crate::encodings::rlcard::{self, LastActions};
use crate::encodings::{Cell, Course, EncodingError, Role, douzero};
use crate::game::{Position, Seat};

impl Tables {
    /// What encodings are made of; refused before all calls are made, where there is no position.
    fn playing(&self, table: usize) -> Result<(&Position, &Course), TableError> {
        self.check_table(table)?;
        match (self.position(table), self.course(table)) {
            (Some(position), Some(course)) => Ok((position, course)),
            _ => Err(TableError::InAuction { table }),
        }
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

    /// Writes `RLCard`'s observation of a seat, or of the one to move if none is named: 901 cells, of which a
    /// landlord's fill 790. The observations of any game's tables have [`LastActions::Latest`].
    ///
    /// # Errors
    /// [`TableError`]: no such table, or a slice of another length; nothing is written then.
    pub fn fill_observation_with<C: Cell>(
        &self,
        table: usize,
        seat: Option<Seat>,
        last_actions: LastActions,
        row: &mut [C],
    ) -> Result<(), TableError> {
        self.check_table(table)?;
        check("an observation", rlcard::PEASANT, row.len())?;
        self.batch().write_observation(table, seat, last_actions, row);
        Ok(())
    }

    /// Writes the observation with which a game [ended](quadrille_table::tables::Tables::ended), by its place among
    /// them, likewise.
    ///
    /// # Errors
    /// As [`fill_observation_with`](Self::fill_observation_with).
    pub fn fill_last_observation_with<C: Cell>(
        &self,
        ended: usize,
        last_actions: LastActions,
        row: &mut [C],
    ) -> Result<(), TableError> {
        check("an observation", rlcard::PEASANT, row.len())?;
        let unknown = TablesError::Unknown { table: ended, tables: self.ended().len() };
        match self.ended().get(ended).ok_or(unknown)?.last.as_ref() {
            Some((position, course)) => batch::write((position, course), None, last_actions, row),
            None => row.fill(C::ZERO),
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
    Ok(LengthError::check(what, expected, found).map_err(EncodingError::Length)?)
}
