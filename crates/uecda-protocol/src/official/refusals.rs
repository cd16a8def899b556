//! Which plays were refused: found out by playing the game again.

use quadrille_daifugo::game::Game;
use quadrille_daifugo::records::reading::Misfit;
use quadrille_daifugo::records::reading::{ended, in_turn};
use quadrille_daifugo::records::{GameRecord, Submitted};

/// Plays tried in one game, and no more.
const MOST_TRIED: u32 = 100_000;
/// What does not fit is told of the account in which every play that could be accepted was; of another one
/// only if it goes on for so many plays more. One that takes a play for refused wrongly soon ends too, but not
/// always at once.
const FAR: usize = 10;

/// Marks the plays that were refused, so that the game goes on as it is recorded to its result. Plays count
/// as accepted where they can be; where something does not fit, the latest of those is taken for refused, then
/// the one before.
pub(super) fn find_refusals(game: Game, record: &mut GameRecord) -> Result<(), Misfit> {
    let mut tried = 0;
    // Plays that were taken for accepted, with the game before each.
    let mut accepted: Vec<(usize, Game)> = Vec::new();
    let mut told: Option<(usize, Misfit)> = None;
    let (mut at, mut state) = (0, game);
    loop {
        let misfit = loop {
            if at == record.plays.len() {
                match ended(state, record) {
                    Ok(()) => return Ok(()),
                    Err(misfit) => break misfit,
                }
            }
            if let Err(misfit) = in_turn(&state, record, at) {
                break misfit;
            }
            let play = &mut record.plays[at];
            match play.submitted {
                Submitted::Meld(meld) if state.check(meld).is_ok() => {
                    play.refused = false;
                    accepted.push((at, state.clone()));
                    state.play(meld);
                }
                _ => {
                    play.refused = play.submitted != Submitted::Pass;
                    state.pass();
                }
            }
            tried += 1;
            at += 1;
        };
        told = match told {
            Some(told) if at <= told.0 + FAR => Some(told),
            _ => Some((at, misfit.clone())),
        };
        match accepted.pop().filter(|_| tried < MOST_TRIED) {
            Some((latest, before)) => {
                (at, state) = (latest, before);
                record.plays[at].refused = true;
                state.pass();
                at += 1;
            }
            None => return Err(told.map_or(misfit, |(_, misfit)| misfit)),
        }
    }
}
