//! The games of a record as tables and actions, for reviews.

use crate::game::{Action, GameError, Move, Series, Table};
use crate::melds::Hand;
use crate::records::{Record, Submitted};
use crate::rules::Rules;

impl Record {
    /// Returns the game with the index `number`, from 0, as the table before its first decision and
    /// the actions of the game. Returns `None` if the record has no such game.
    ///
    /// The first actions are the gifts of the rich seats, if the game has an exchange. A refused
    /// play becomes a pass.
    ///
    /// # Errors
    /// Fails if the hands are not a valid deal, which cannot happen for a [verified](Self::verify)
    /// record.
    pub fn course(&self, number: usize) -> Option<Result<(Table, Vec<Action>), GameError>> {
        let game = self.games.get(number)?;
        let players: Vec<u8> = (0..self.rules.players() as u8).collect();
        let points: &[u32] = number.checked_sub(1).map_or(&[], |before| &self.games[before].points);
        let (games, classes) = match &game.classes {
            // A game with classes is never the first of its series, so at least one game of the
            // series is finished.
            Some(classes) => (number.max(1) as u32, classes),
            None => (0, &players),
        };
        let mut dealt = [Hand::EMPTY; Rules::MOST_PLAYERS];
        for (hand, &player) in dealt.iter_mut().zip(&game.seats) {
            *hand = game.hands.get(usize::from(player)).copied().unwrap_or(Hand::EMPTY);
        }
        let series = Series::continued(self.rules, games, &game.seats, classes, points);
        let table = match series.and_then(|series| Table::dealt_again(series, &dealt)) {
            Ok(table) => table,
            Err(error) => return Some(Err(error)),
        };
        let forced = table.gifts().len();
        let gifts = game.gifts.iter().skip(forced).map(|gift| Action::Give(gift.cards));
        let plays = game.plays.iter().map(|play| match play.submitted {
            Submitted::Meld(meld) if !play.refused => Action::Move(Move::Play(meld)),
            _ => Action::Move(Move::Pass),
        });
        Some(Ok((table, gifts.chain(plays).collect())))
    }
}
