//! Daifugo's questions and answers.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_daifugo::game::{Event, ExchangeView, Move, Outcome, View};
use quadrille_daifugo::melds::Hand;
use quadrille_daifugo::players::{Entrant, Player, PlayerError, PlayerKind, PlayerRng, Start, UnknownPlayer};
use serde_json::{Value, json};

use quadrille_runner::foreign::Named;
use quadrille_runner::foreign::process::{AskError, Asker, CommandError, Processes, Program, Times, command};

/// The game in questions.
pub(crate) const GAME: &str = "daifugo";

/// A player, which may be a program. Setting `stopped` ends the waiting for programs.
pub(crate) fn entrant(player: &Named<PlayerKind>, stopped: &Arc<AtomicBool>) -> Entrant {
    match player {
        Named::Kind(kind) => (*kind).into(),
        Named::Program(processes) => of_program(processes, stopped),
    }
}

fn of_program(processes: &Processes, stopped: &Arc<AtomicBool>) -> Entrant {
    let (processes, stopped) = (processes.clone(), Arc::clone(stopped));
    let name = processes.program().name();
    let foreign = move || Foreign { asker: processes.asker(Arc::clone(&stopped)) };
    Entrant::new(name, move || Box::new(foreign()))
}

/// The player of a name, and its processes if it is a program: a built-in player, or `cmd:` and a
/// program, which is started in `folder`. Setting `stopped` ends the waiting for it; it is also set
/// when the program cannot play, for which [`Processes::failure`] then has the reason.
///
/// # Errors
/// A name that is neither.
pub fn named(
    name: &str,
    folder: &Path,
    times: Times,
    stopped: &Arc<AtomicBool>,
) -> Result<(Entrant, Option<Processes>), NameError> {
    let Some(line) = command(name) else { return Ok((name.parse::<PlayerKind>()?.into(), None)) };
    let processes = Processes::new(Program::new(line, Some(folder.to_owned()), times)?, GAME);
    Ok((of_program(&processes, stopped), Some(processes)))
}

/// A name that is no player's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// No built-in player is called so.
    #[error("{0}, or `cmd:` and a program")]
    Unknown(#[from] UnknownPlayer),
    /// `cmd:` without a program.
    #[error("{0}; expected `cmd:` and a program with its arguments")]
    Command(#[from] CommandError),
}

/// A player in another process.
struct Foreign {
    asker: Asker,
}

impl Player for Foreign {
    fn begin(&mut self, _: &Start<'_>) {
        self.asker.begin();
    }

    fn end(&mut self, _: &Outcome) {
        self.asker.end();
    }

    fn give(&mut self, view: &ExchangeView<'_>, _: &mut PlayerRng) -> Result<Hand, PlayerError> {
        let answer = self
            .asker
            .ask(&json!({
                "game": GAME,
                "ask": "give",
                "seat": view.seat(),
                "hand": view.hand().to_string(),
                "number": view.number(),
                "history": history(view.history()),
            }))
            .map_err(unanswered)?;
        let cards: Hand =
            self.asker.decision(&answer, "cards", |cards| cards.parse().ok()).map_err(unanswered)?;
        if !view.may_give(cards) {
            self.asker.note_illegal();
        }
        Ok(cards)
    }

    fn choose(&mut self, view: &View<'_>, _: &mut PlayerRng) -> Result<Move, PlayerError> {
        let state = view.state();
        let seats = 0..view.rules().players();
        let answer = self
            .asker
            .ask(&json!({
                "game": GAME,
                "ask": "move",
                "seat": view.seat(),
                "hand": view.hand().to_string(),
                "unseen": view.unseen().to_string(),
                "hand_sizes": seats.clone().map(|seat| state.size(seat)).collect::<Vec<_>>(),
                "playing": seats.clone().map(|seat| state.is_playing(seat)).collect::<Vec<_>>(),
                "passed": seats.map(|seat| state.has_passed(seat)).collect::<Vec<_>>(),
                "on": view.trick().map(|trick| trick.meld.to_string()),
                "on_by": view.trick().and_then(|_| state.trick_owner()),
                "suit_lock": view.trick().is_some_and(|trick| trick.suit_lock),
                "rank_lock": view.trick().is_some_and(|trick| trick.rank_lock),
                "revolution": state.revolution(),
                "eleven_back": state.eleven_back(),
                "classes": state.classes_before(),
                "rules": view.rules().to_string(),
                "history": history(view.history()),
                "moves": view.moves().map(|legal| legal.to_string()).collect::<Vec<_>>(),
            }))
            .map_err(unanswered)?;
        let chosen: Move =
            self.asker.decision(&answer, "move", |chosen| chosen.parse().ok()).map_err(unanswered)?;
        let is_legal = match chosen {
            Move::Play(meld) => view.state().check(view.hand(), meld).is_ok(),
            _ => view.may_pass() || view.melds().is_empty(),
        };
        if !is_legal {
            self.asker.note_illegal();
        }
        Ok(chosen)
    }
}

/// What everybody saw, oldest first.
fn history(events: &[Event]) -> Value {
    let event = |event: &Event| match event {
        Event::Given { from, to, number } => Some(json!({ "gave": from, "to": to, "cards": number })),
        Event::Played { seat, meld } => Some(json!([seat, meld.to_string()])),
        Event::Passed { seat } => Some(json!([seat, "pass"])),
        _ => None,
    };
    events.iter().filter_map(event).collect()
}

/// The error of a player whose program gave no answer.
fn unanswered(error: AskError) -> PlayerError {
    match error {
        AskError::Late => PlayerError::Late,
        AskError::Gone(reason) => PlayerError::Gone(reason),
        AskError::Unreadable(reason) => PlayerError::Unreadable(reason),
    }
}
