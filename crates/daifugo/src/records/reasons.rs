//! The reasons of refused plays: as recorded, or found by playing the game again.

use super::{Play, Record, Submitted};
use crate::game::Game;
use crate::melds::Refusal;
use crate::protocol::{CardTable, refusal};

impl Record {
    /// Returns the reason of each play of a game, in the order of the plays: `None` for a pass, for
    /// a play that was accepted, and for a refused one that the rules allow. A recorded reason is
    /// kept; others are found up to the first play that the rules do not lead to. The list is empty
    /// for a game that is not there or in which nothing was refused.
    pub fn refusals(&self, number: usize) -> Vec<Option<Refusal>> {
        let mut reasons = Vec::new();
        if let Some(game) = self.games.get(number).filter(|game| game.plays.iter().any(|play| play.refused)) {
            // A fault of the game is reported by `verify`.
            let _ = self.replay(number, |before, play, _| reasons.push(play.reason(before)));
            reasons.extend(game.plays.iter().skip(reasons.len()).map(|play| play.why));
        }
        reasons
    }
}

impl Play {
    /// Returns the reason why the play was refused in a game: the recorded one, or else the reason
    /// by the rules. `None` if it was not refused, or if no reason is recorded and the rules allow it.
    pub fn reason(&self, before: &Game) -> Option<Refusal> {
        if !self.refused {
            return None;
        }
        self.why.or_else(|| self.reason_by_rules(before))
    }

    /// The reason why the rules do not allow the play, if they do not.
    fn reason_by_rules(&self, before: &Game) -> Option<Refusal> {
        let of_words = |words: &str| CardTable::of_words(words).map(|table| refusal(before, &table));
        match &self.submitted {
            Submitted::Pass => None,
            // A submitted table may have more jokers than there are.
            Submitted::Meld(meld) if meld.jokers() > before.rules().jokers() => {
                of_words(&meld.to_string()).unwrap_or_else(|| before.check(*meld).err())
            }
            Submitted::Meld(meld) => before.check(*meld).err(),
            // Words that are no cells of a table are no meld either.
            Submitted::Cards(words) => of_words(words).unwrap_or(Some(Refusal::NoMeld)),
        }
    }
}
