//! Encodings of the tables for learners.
//!
//! All functions write into the caller's slices and check the lengths of the slices first: a call
//! writes either everything or nothing. The rows of a matrix have the same width for all roles. The
//! landlord's row needs fewer cells, and its remaining cells are 0.
//!
//! `DouZero` has one network for each role and evaluates all moves of that role in one call. The
//! rows of [`Tables::fill_x_of`] are therefore grouped by role, then by table in the order of
//! [`Tables::tables_of`], then by legal move.
//! [`step_choices`](quadrille_table::tables::Tables::step_choices) takes one choice for each table:
//! the index of the row with the best output, counted from the first row of the table.

use quadrille_table::LengthError;

use super::{TableError, Tables, TablesError, batch};
use crate::encodings::rlcard::{self, LastActions};
use crate::encodings::{Cell, Course, EncodingError, Role, douzero};
use crate::game::{Position, Seat};

impl Tables {
    /// Returns the position and the move history of a table, from which encodings are computed.
    /// Fails during the auction, when there is no position.
    fn playing(&self, table: usize) -> Result<(&Position, &Course), TableError> {
        self.check_table(table)?;
        match (self.position(table), self.course(table)) {
            (Some(position), Some(course)) => Ok((position, course)),
            _ => Err(TableError::InAuction { table }),
        }
    }

    /// Writes `DouZero`'s `x` of a table: one row for each move of
    /// [`legal_moves`](Self::legal_moves), in the same order. ([`douzero`] lists the offsets.)
    ///
    /// # Errors
    /// [`TableError`] if the table is unknown, if its auction is not settled, or if the slice has
    /// the wrong length; then nothing is written.
    pub fn fill_x<C: Cell>(&self, table: usize, x: &mut [C]) -> Result<(), TableError> {
        let (position, course) = self.playing(table)?;
        Ok(douzero::fill_x(position, course, self.legal_moves(table), x)?)
    }

    /// Writes `DouZero`'s `z` of a table: 810 cells.
    ///
    /// # Errors
    /// The errors of [`fill_x`](Self::fill_x).
    pub fn fill_z<C: Cell>(&self, table: usize, z: &mut [C]) -> Result<(), TableError> {
        Ok(douzero::fill_z(self.playing(table)?.1, z)?)
    }

    /// Writes `RLCard`'s observation of a seat, by default of the seat to move: 901 cells, of which
    /// a landlord's observation fills 790. The observations of [`quadrille_table::tables`] use
    /// [`LastActions::Latest`].
    ///
    /// # Errors
    /// [`TableError`] if the table is unknown or the slice has the wrong length; then nothing is
    /// written.
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

    /// Writes the last observation of a game that ended in the last step. `ended` is the index of
    /// the game in the list of [ended games](quadrille_table::tables::Tables::ended).
    ///
    /// # Errors
    /// The errors of [`fill_observation_with`](Self::fill_observation_with).
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

    /// Returns the tables where a role is to move, in ascending order.
    pub fn tables_of(&self, role: Role) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(move |&table| self.role(table) == Some(role))
    }

    /// Returns the number of cells that [`fill_x_of`](Self::fill_x_of) writes: for each table where
    /// the role is to move, one row for each legal move. A row has 373 cells for the landlord and
    /// 484 for a peasant.
    pub fn x_len_of(&self, role: Role) -> usize {
        let moves: usize = self.tables_of(role).map(|table| self.legal_moves(table).len()).sum();
        moves * douzero::x_len(role)
    }

    /// Writes `DouZero`'s `x` of all tables where a role is to move, in the order of
    /// [`tables_of`](Self::tables_of): one row for each legal move. These rows are the input for
    /// one call of the role's network.
    ///
    /// # Errors
    /// [`TableError::Encoding`] if the length of the slice differs from
    /// [`x_len_of`](Self::x_len_of); then nothing is written.
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

    /// Writes `DouZero`'s `z` of all tables where a role is to move, in the order of
    /// [`tables_of`](Self::tables_of): 810 cells for each table.
    ///
    /// # Errors
    /// [`TableError::Encoding`] if the slice has the wrong length; then nothing is written.
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
