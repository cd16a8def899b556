//! A player that is an external program, for any game of the crate `table`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_table::{BuiltIn, Entrant, Player, PlayerError, PlayerRng, Questions, View as _, question};

use super::Named;
use super::process::{AskError, Processes};
use super::processes::Asker;

/// Returns the entrant for a player that an experiment names. While `stopped` is set, no answer of
/// a program is awaited.
pub fn entrant<K: BuiltIn>(player: &Named<K>, stopped: &Arc<AtomicBool>) -> Entrant<K::Game>
where
    K::Game: Questions,
{
    match player {
        Named::Kind(kind) => (*kind).into(),
        Named::Described(entrant) => entrant.clone(),
        Named::Program(processes) => of_program(processes, stopped),
    }
}

/// Returns the entrant for the processes of a program. While `stopped` is set, no answer of the
/// program is awaited.
pub fn of_program<G: Questions>(processes: &Processes, stopped: &Arc<AtomicBool>) -> Entrant<G> {
    let (processes, stopped) = (processes.clone(), Arc::clone(stopped));
    let name = processes.program().name();
    let foreign = move || Foreign { asker: processes.asker(Arc::clone(&stopped)) };
    Entrant::new(name, move || Box::new(foreign()))
}

/// A player in another process.
struct Foreign {
    asker: Asker,
}

impl<G: Questions> Player<G> for Foreign {
    fn begin(&mut self, _: &G::Start<'_>) {
        self.asker.begin();
    }

    fn end(&mut self, _: &G::Outcome) {
        self.asker.end();
    }

    fn decide(&mut self, view: &G::View<'_>, _: &mut PlayerRng) -> Result<G::Action, PlayerError> {
        let answer = self.asker.ask(&question::<G>(view))?;
        let read = |text: &str| G::read_action(view, text).ok();
        let action = self.asker.decision(&answer, view.decision().answered(), read)?;
        if !view.permits(&action) {
            self.asker.note_illegal();
        }
        Ok(action)
    }
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
