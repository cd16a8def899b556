//! Daifugo's questions and answers.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quadrille_daifugo::game::{Event, ExchangeView, Move, View};
use quadrille_daifugo::melds::Hand;
use quadrille_daifugo::players::{Entrant, Player, PlayerError, PlayerKind, PlayerRng, Start, UnknownPlayer};
use serde_json::{Value, json};

use super::Named;
use super::process::{AskError, Asker, CommandError, Processes, Program, command, text};

/// Whoever takes part, programs among them, which are waited for until somebody sets `stopped`.
pub(crate) fn entrant(player: &Named<PlayerKind>, stopped: &Arc<AtomicBool>) -> Entrant {
    match player {
        Named::Kind(kind) => (*kind).into(),
        Named::Program(name, processes) => {
            let (processes, stopped) = (processes.clone(), Arc::clone(stopped));
            let foreign = move || Foreign { asker: processes.asker(Arc::clone(&stopped)) };
            Entrant::new(name.clone(), move || Box::new(foreign()))
        }
    }
}

/// Whoever is named: a built-in player, or `cmd:` and a program, which is started in `folder`, has so long for a
/// decision, and is waited for until somebody sets `stopped`.
///
/// # Errors
/// A name that is neither.
pub fn named(
    name: &str,
    folder: &Path,
    timeout: Duration,
    stopped: &Arc<AtomicBool>,
) -> Result<Entrant, NameError> {
    let named = match command(name) {
        None => Named::Kind(name.parse::<PlayerKind>()?),
        Some(line) => {
            let program = Program::new(line, Some(folder.to_owned()), timeout)?;
            Named::Program(name.to_owned(), Processes::new(program))
        }
    };
    Ok(entrant(&named, stopped))
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

    fn give(&mut self, view: &ExchangeView<'_>, _: &mut PlayerRng) -> Result<Hand, PlayerError> {
        let answer = self.asker.ask(json!({
            "game": "daifugo",
            "ask": "give",
            "seat": view.seat(),
            "hand": view.hand().to_string(),
            "number": view.number(),
            "history": history(view.history()),
        }))?;
        let cards = text(&answer, "cards")?;
        cards.parse().map_err(|_| AskError::is_no("cards", cards).into())
    }

    fn choose(&mut self, view: &View<'_>, _: &mut PlayerRng) -> Result<Move, PlayerError> {
        let state = view.state();
        let seats = 0..view.rules().players();
        let answer = self.asker.ask(json!({
            "game": "daifugo",
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
        }))?;
        let chosen = text(&answer, "move")?;
        chosen.parse().map_err(|_| AskError::is_no("move", chosen).into())
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

impl From<AskError> for PlayerError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Late => Self::Late,
            AskError::Gone(reason) => Self::Gone(reason),
            AskError::Unreadable(reason) => Self::Unreadable(reason),
        }
    }
}
