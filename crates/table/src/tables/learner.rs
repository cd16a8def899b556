//! The data that learners read from the tables.
//!
//! Results are written to slices of the caller. The lengths of the slices are checked first, so
//! that a call writes either everything or nothing.

use super::{Batch, Tables, TablesError};
use crate::{Cell, LengthError};

impl<B: Batch> Tables<B> {
    /// Returns the id of the legal action with the index `choice`; `None` if the index is out of
    /// range.
    #[inline]
    pub fn legal_id(&self, table: usize, choice: usize) -> Option<u16> {
        self.batch.action_id(self.choice(table, choice)?)
    }

    /// Iterates over the ids of the legal actions of a table, in the order of their indices. There
    /// are none if the game is over.
    #[inline]
    pub fn legal_ids(&self, table: usize) -> impl Iterator<Item = u16> {
        let legal = self.listed(table);
        let ids = move |choice| self.batch.action_id(self.batch.choice(table, legal, choice)?);
        (0..self.choices(table)).filter_map(ids)
    }

    /// Finds the action with this id among the legal actions of a table, and returns its index;
    /// `None` if the action is illegal.
    pub fn choice_of(&self, table: usize, id: u16) -> Option<usize> {
        (0..self.choices(table)).find(|&choice| self.legal_id(table, choice) == Some(id))
    }

    /// Returns the total number of legal actions at all tables.
    pub fn legal_count(&self) -> usize {
        (0..self.len()).map(|table| self.choices(table)).sum()
    }

    /// Writes the ids of the legal actions of all tables to `ids`, table by table, in the order of
    /// their indices. The length of `ids` must be [`legal_count`](Self::legal_count). The ids of
    /// table `t` are at `starts[t]..starts[t + 1]`, so the length of `starts` must be the number of
    /// tables plus 1.
    ///
    /// # Errors
    /// [`TablesError::Length`] if a slice has the wrong length. Nothing is written in that case.
    pub fn fill_legal_ids(&self, ids: &mut [u16], starts: &mut [u32]) -> Result<(), TablesError> {
        LengthError::check("legal actions", self.legal_count(), ids.len())?;
        LengthError::check("starts", self.len() + 1, starts.len())?;
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

    /// Writes the mask of a table's legal actions. The mask has
    /// [`action_count`](Self::action_count) cells, one per id, and the cells of legal actions are
    /// set to 1.
    ///
    /// # Errors
    /// [`TablesError`]: the table does not exist, or the slice has the wrong length. Nothing is
    /// written in that case.
    pub fn fill_mask<C: Cell>(&self, table: usize, mask: &mut [C]) -> Result<(), TablesError> {
        self.check_table(table)?;
        LengthError::check("a mask", self.action_count(), mask.len())?;
        mask.fill(C::ZERO);
        for id in self.legal_ids(table) {
            if let Some(cell) = mask.get_mut(usize::from(id)) {
                *cell = C::ONE;
            }
        }
        Ok(())
    }

    /// Writes the masks of all tables in row-major order, with one row of
    /// [`action_count`](Self::action_count) cells per table.
    ///
    /// # Errors
    /// [`TablesError::Length`] if the slice has the wrong length. Nothing is written in that case.
    pub fn fill_masks<C: Cell>(&self, masks: &mut [C]) -> Result<(), TablesError> {
        LengthError::check("masks", self.len() * self.action_count(), masks.len())?;
        let mut rows = masks.chunks_exact_mut(self.action_count()).enumerate();
        rows.try_for_each(|(table, mask)| self.fill_mask(table, mask))
    }

    /// Returns the hand of a seat as text.
    ///
    /// # Errors
    /// [`TablesError`]: the table or seat does not exist.
    pub fn hand_text(&self, table: usize, seat: usize) -> Result<String, TablesError> {
        self.check_table(table)?;
        self.check_seat(seat)?;
        Ok(self.batch.hand_text(table, seat))
    }

    /// Returns the number of cells of an observation.
    pub fn observation_len(&self) -> usize {
        self.batch.observation_len()
    }

    /// Writes the observation of the seat that decides. If the game is over, writes the observation
    /// of an arbitrary seat.
    ///
    /// # Errors
    /// [`TablesError`]: the table does not exist, or the slice has the wrong length. Nothing is
    /// written in that case.
    pub fn fill_observation<C: Cell>(&self, table: usize, row: &mut [C]) -> Result<(), TablesError> {
        self.check_observation(table, row)?;
        self.batch.observe(table, None, row);
        Ok(())
    }

    /// Writes the observation of the given seat.
    ///
    /// # Errors
    /// [`TablesError`]: the table or seat does not exist, or the slice has the wrong length.
    /// Nothing is written in that case.
    pub fn fill_observation_of<C: Cell>(
        &self,
        table: usize,
        seat: usize,
        row: &mut [C],
    ) -> Result<(), TablesError> {
        self.check_observation(table, row)?;
        self.check_seat(seat)?;
        self.batch.observe(table, Some(seat), row);
        Ok(())
    }

    /// Writes the observations of all tables in row-major order, with one row of
    /// [`observation_len`](Self::observation_len) cells per table.
    ///
    /// # Errors
    /// [`TablesError::Length`] if the slice has the wrong length. Nothing is written in that case.
    pub fn fill_observations<C: Cell>(&self, rows: &mut [C]) -> Result<(), TablesError> {
        LengthError::check("observations", self.len() * self.observation_len(), rows.len())?;
        for (table, row) in rows.chunks_exact_mut(self.observation_len()).enumerate() {
            self.batch.observe(table, None, row);
        }
        Ok(())
    }

    /// Writes the final observation of a game that ended with the last step. `ended` is the index
    /// of the game in the list [`ended`](Self::ended).
    ///
    /// # Errors
    /// [`TablesError`]: the list has no such game, or the slice has the wrong length. Nothing is
    /// written in that case.
    pub fn fill_last_observation<C: Cell>(&self, ended: usize, row: &mut [C]) -> Result<(), TablesError> {
        LengthError::check("an observation", self.observation_len(), row.len())?;
        let unknown = TablesError::Unknown { table: ended, tables: self.ended().len() };
        let ended = self.ended().get(ended).ok_or(unknown)?;
        self.batch.observe_last(&ended.last, row);
        Ok(())
    }

    fn check_observation<C>(&self, table: usize, row: &[C]) -> Result<(), TablesError> {
        self.check_table(table)?;
        Ok(LengthError::check("an observation", self.observation_len(), row.len())?)
    }

    const fn check_seat(&self, seat: usize) -> Result<(), TablesError> {
        let seats = self.players;
        if seat < seats { Ok(()) } else { Err(TablesError::Seat { seat, seats }) }
    }

    /// Checks that a table exists.
    ///
    /// # Errors
    /// [`TablesError::Unknown`].
    pub const fn check_table(&self, table: usize) -> Result<(), TablesError> {
        let tables = self.len();
        if table < tables { Ok(()) } else { Err(TablesError::Unknown { table, tables }) }
    }
}
