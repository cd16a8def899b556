//! The reasons of refused plays. They are recorded, or found by replaying the game.

use quadrille_daifugo::game::Game;
use quadrille_daifugo::melds::Refusal;
use quadrille_daifugo::records::{Play, Record, Submitted, json};

use crate::{CardTable, refusal};

/// Returns one entry for each play of a game, in the order of the plays. The entry of a refused
/// play is the reason for its refusal. A recorded reason is kept. A missing reason is determined by
/// the rules; it remains `None` if the rules allow the play, or if the game contradicts the rules
/// at or before the play. The entry of a pass or an accepted play is `None`.
///
/// The list is empty if the record has no such game, or if no play of the game was refused.
pub fn refusals(record: &Record, number: usize) -> Vec<Option<Refusal>> {
    let mut reasons = Vec::new();
    if let Some(game) = record.games.get(number).filter(|game| game.plays.iter().any(|play| play.refused)) {
        // A fault of the game ends the replay. It is ignored here; `Record::verify` reports it.
        let _ = record.replay(number, |before, play, _| reasons.push(reason(play, before)));
        reasons.extend(game.plays.iter().skip(reasons.len()).map(|play| play.why));
    }
    reasons
}

/// Writes a record as JSON lines, with the reasons of refused plays.
pub fn write_json(record: &Record) -> String {
    json::write_with(record, |number| refusals(record, number))
}

/// Returns the reason why a play was refused, given the game before the play: the recorded reason,
/// or else the reason why the rules forbid the play. `None` if the play was not refused, or if no
/// reason is recorded and the rules allow the play.
pub fn reason(play: &Play, before: &Game) -> Option<Refusal> {
    if !play.refused {
        return None;
    }
    play.why.or_else(|| by_rules(&play.submitted, before))
}

/// Returns the reason why the rules refuse a play; `None` if they allow the play.
fn by_rules(submitted: &Submitted, before: &Game) -> Option<Refusal> {
    let of_words = |words: &str| CardTable::of_words(words).map(|table| refusal(before, &table));
    match submitted {
        Submitted::Pass => None,
        // A submitted table can have more jokers than the deck.
        Submitted::Meld(meld) if meld.jokers() > before.rules().jokers() => {
            of_words(&meld.to_string()).unwrap_or_else(|| before.check(*meld).err())
        }
        Submitted::Meld(meld) => before.check(*meld).err(),
        // If the words are not cells of a table, they are not a meld.
        Submitted::Cards(words) => of_words(words).unwrap_or(Some(Refusal::NoMeld)),
    }
}
