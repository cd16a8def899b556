//! What learners read of the tables.

use super::{Stage, Tables, TablesError};
use crate::encodings::{
    Cell, EncodingError, MOVE, OBSERVATION, fill_exchange_observation, fill_gift, fill_move, fill_observation,
};
use crate::game::deal::gifts;
use crate::game::{Action, GameError};

impl Tables {
    fn stage(&self, table: usize) -> Result<&Stage, TablesError> {
        self.stages.get(table).ok_or(TablesError::Unknown { table, tables: self.len() })
    }

    /// Writes the observation of the seat whose decision is due: 887 cells. When the game is over it is that of
    /// seat 0.
    ///
    /// # Errors
    /// [`TablesError`]: no such table, or a slice of another length; nothing is written then.
    pub fn fill_observation<C: Cell>(&self, table: usize, observation: &mut [C]) -> Result<(), TablesError> {
        match self.stage(table)? {
            Stage::Exchange { exchange, due } => fill_exchange_observation(exchange, due.0, observation)?,
            Stage::Play(game) | Stage::Over(game) => {
                let seat = game.turn().unwrap_or(0);
                fill_observation(game.state(), seat, game.hand(seat), &self.played[table], observation)?;
            }
        }
        Ok(())
    }

    /// Writes the observations of all tables, 887 cells each.
    ///
    /// # Errors
    /// [`TablesError::Encoding`] for a slice of another length; nothing is written then.
    pub fn fill_observations<C: Cell>(&self, observations: &mut [C]) -> Result<(), TablesError> {
        check("observations", self.len() * OBSERVATION, observations.len())?;
        for (table, row) in observations.chunks_exact_mut(OBSERVATION).enumerate() {
            self.fill_observation(table, row)?;
        }
        Ok(())
    }

    /// Writes the observation of any seat in play, whether it is to move or not: 887 cells.
    ///
    /// # Errors
    /// [`TablesError`]: no such table or seat, a table where cards are still to be returned (there only the seat
    /// sees something that is to return them), or a slice of another length; nothing is written then.
    pub fn fill_observation_of<C: Cell>(
        &self,
        table: usize,
        seat: usize,
        observation: &mut [C],
    ) -> Result<(), TablesError> {
        match self.stage(table)? {
            Stage::Exchange { exchange, .. } => fill_exchange_observation(exchange, seat, observation)?,
            Stage::Play(game) | Stage::Over(game) => {
                let players = game.rules().players();
                if seat >= players {
                    return Err(GameError::Seat { seat, players }.into());
                }
                fill_observation(game.state(), seat, game.hand(seat), &self.played[table], observation)?;
            }
        }
        Ok(())
    }

    /// Writes the features of every legal action of a table, 216 cells each, in the order of the
    /// [choices](Self::choices).
    ///
    /// # Errors
    /// [`TablesError`]: no such table, or a slice of another length; nothing is written then.
    pub fn fill_moves<C: Cell>(&self, table: usize, moves: &mut [C]) -> Result<(), TablesError> {
        let stage = self.stage(table)?;
        check("moves", self.choices(table) * MOVE, moves.len())?;
        let (rows, _) = moves.as_chunks_mut::<MOVE>();
        match stage {
            Stage::Play(game) => {
                let hand = game.turn().map_or(crate::melds::Hand::EMPTY, |seat| game.hand(seat));
                for (choice, row) in rows.iter_mut().enumerate() {
                    if let Some(Action::Move(chosen)) = self.choice(table, choice) {
                        fill_move(game.state(), hand, chosen, row)?;
                    }
                }
            }
            Stage::Exchange { exchange, due: (seat, number) } => {
                let hand = exchange.hand(*seat);
                for (row, given) in rows.iter_mut().zip(gifts(hand, *number)) {
                    fill_gift(hand, given, row)?;
                }
            }
            Stage::Over(_) => {}
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
    /// [`TablesError::Encoding`] for slices of other lengths; nothing is written then.
    pub fn fill_legal_ids(&self, ids: &mut [u16], starts: &mut [u32]) -> Result<(), TablesError> {
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

    /// Writes a table's mask: [`action_count`](Self::action_count) cells, 1 for each legal action.
    ///
    /// # Errors
    /// [`TablesError`]: no such table, or a slice of another length; nothing is written then.
    pub fn fill_mask<C: Cell>(&self, table: usize, mask: &mut [C]) -> Result<(), TablesError> {
        self.stage(table)?;
        check("a mask", self.action_count(), mask.len())?;
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
    /// [`TablesError::Encoding`] for a slice of another length; nothing is written then.
    pub fn fill_masks<C: Cell>(&self, masks: &mut [C]) -> Result<(), TablesError> {
        check("masks", self.len() * self.action_count(), masks.len())?;
        for (table, mask) in masks.chunks_exact_mut(self.action_count()).enumerate() {
            self.fill_mask(table, mask)?;
        }
        Ok(())
    }
}

fn check(what: &'static str, expected: usize, found: usize) -> Result<(), TablesError> {
    if expected == found { Ok(()) } else { Err(EncodingError::Length { what, expected, found }.into()) }
}
