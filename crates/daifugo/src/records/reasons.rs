//! The reasons of refused plays: found by playing the game again.

use super::{Play, Record, Submitted};
use crate::game::Game;
use crate::melds::Refusal;
use crate::protocol::{CardTable, refusal};

impl Record {
    /// Returns the reason of each play of a game, in the order of the plays: `None` for a pass, for
    /// a play that was accepted, and for a refused one that the rules allow. The list ends at the
    /// first play that the rules do not lead to, and is empty for a game that is not there or in
    /// which nothing was refused.
    pub fn refusals(&self, number: usize) -> Vec<Option<Refusal>> {
        let mut reasons = Vec::new();
        if self.games.get(number).is_some_and(|game| game.plays.iter().any(|play| play.refused)) {
            // What is wrong with the game later is said by those who verify it.
            let _ = self.replay(number, |before, play, _| reasons.push(play.reason(before)));
        }
        reasons
    }
}

impl Play {
    /// Returns the reason why the play was refused in a game; `None` if it was not, or if the rules
    /// allow it.
    pub fn reason(&self, before: &Game) -> Option<Refusal> {
        if !self.refused {
            return None;
        }
        match &self.submitted {
            Submitted::Pass => None,
            Submitted::Meld(meld) => before.check(*meld).err(),
            // Words that are no cells of a table are no meld either.
            Submitted::Cards(words) => {
                CardTable::of_words(words).map_or(Some(Refusal::NoMeld), |table| refusal(before, &table))
            }
        }
    }
}
