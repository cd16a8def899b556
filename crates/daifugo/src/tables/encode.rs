//! The features of legal actions: the part of the encoding of tables that is specific to Daifugo.

use quadrille_table::LengthError;

use super::{Tables, TablesError};
use crate::encodings::{Cell, MOVE, fill_gift, fill_move};
use crate::game::Move;
use crate::game::deal::gifts;

impl Tables {
    /// Writes the features of every legal action of a table. Each action takes 216 cells; the
    /// actions are in the order of the list of choices.
    ///
    /// # Errors
    /// Returns a [`TablesError`] for an invalid table, or for a slice of the wrong length. No cell
    /// is written in this case.
    pub fn fill_moves<C: Cell>(&self, table: usize, moves: &mut [C]) -> Result<(), TablesError> {
        self.check_table(table)?;
        LengthError::check("moves", self.choices(table) * MOVE, moves.len())?;
        let Some(hand) = self.hand(table) else { return Ok(()) };
        let (rows, _) = moves.as_chunks_mut::<MOVE>();
        let written = match (self.game(table), self.exchange(table)) {
            (Some(game), _) => {
                let melds = self.melds(table).iter().map(|&meld| Move::Play(meld));
                let mut moves = rows.iter_mut().zip(melds.chain([Move::Pass]));
                moves.try_for_each(|(row, chosen)| fill_move(game.state(), hand, chosen, row))
            }
            (None, Some(exchange)) => {
                let due = exchange.due().find(|&(rich, _)| Some(rich) == self.seat(table));
                let gifts = gifts(hand, due.map_or(0, |(_, number)| number));
                rows.iter_mut().zip(gifts).try_for_each(|(row, given)| fill_gift(hand, given, row))
            }
            (None, None) => Ok(()),
        };
        debug_assert_eq!(written, Ok(()), "the actions are legal for this hand");
        Ok(())
    }
}
