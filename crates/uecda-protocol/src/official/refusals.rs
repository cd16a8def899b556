//! Finds the refused plays of a game by replaying it.

use quadrille_daifugo::game::Game;
use quadrille_daifugo::records::reading::Misfit;
use quadrille_daifugo::records::reading::{ended, in_turn};
use quadrille_daifugo::records::{GameRecord, Submitted};

/// The maximum number of plays tried in one game.
const MOST_TRIED: u32 = 100_000;
/// The contradiction of a later attempt is reported in place of an earlier contradiction only if
/// the later attempt gets more than this number of plays further.
///
/// The first attempt counts every play that appears legal as accepted. A later attempt that wrongly
/// assumes a refusal usually gets only a few plays further.
const FAR: usize = 10;

/// Marks the refused plays, so that the game is consistent with its record up to the result. At
/// first, legal plays count as accepted. After a contradiction, the latest legal play is assumed to
/// be refused, then the legal play before it, and so on (backtracking).
pub(super) fn find_refusals(game: Game, record: &mut GameRecord) -> Result<(), Misfit> {
    let mut tried = 0;
    // The indices of the plays assumed to be accepted, each with the game before the play.
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
