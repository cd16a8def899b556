//! Dou Dizhu's questions and answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_doudizhu::game::{Action, Call, CallView, Decision, Outcome, Seat, Table, View};
use quadrille_doudizhu::players::{Entrant, Player, PlayerError, PlayerKind, PlayerRng, Start};
use quadrille_doudizhu::{Hand, Move};
use serde_json::{Value, json};

use quadrille_runner::foreign::Named;
use quadrille_runner::foreign::process::{AskError, Asker};

/// The game in questions.
pub(crate) const GAME: &str = "doudizhu";

/// A player, which may be a program. Setting `stopped` ends the waiting for programs.
pub(crate) fn entrant(player: &Named<PlayerKind>, stopped: &Arc<AtomicBool>) -> Entrant {
    match player {
        Named::Kind(kind) => (*kind).into(),
        Named::Program(processes) => {
            let (processes, stopped) = (processes.clone(), Arc::clone(stopped));
            let name = processes.program().name();
            let foreign = move || Foreign { asker: processes.asker(Arc::clone(&stopped)) };
            Entrant::new(name, move || Box::new(foreign()))
        }
    }
}

/// A player in another process.
struct Foreign {
    asker: Asker,
}

impl Player<Table> for Foreign {
    fn begin(&mut self, _: &Start<'_>) {
        self.asker.begin();
    }

    fn end(&mut self, _: &Outcome) {
        self.asker.end();
    }

    fn decide(&mut self, view: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
        match view {
            Decision::Call(view) => self.call(view).map(Action::Call),
            Decision::Play(view) => self.choose(view).map(Action::Play),
        }
    }
}

impl Foreign {
    fn call(&mut self, view: &CallView<'_>) -> Result<Call, PlayerError> {
        let calls: Vec<Call> = view.calls().collect();
        let names: Vec<String> = calls.iter().map(|&call| name(call)).collect();
        let answer = self
            .asker
            .ask(&json!({
                "game": GAME,
                "ask": "call",
                "seat": view.seat().index(),
                "hand": view.hand().to_string(),
                "rules": view.setup().rules.to_string(),
                "scoring": view.setup().scoring.name(),
                "auction": view.setup().auction.name(),
                "calls_so_far": calls_so_far(view.history()),
                "calls": &names,
            }))
            .map_err(unanswered)?;
        let read = |called: &str| names.iter().position(|name| name == called);
        self.asker.decision(&answer, "call", read).map(|index| calls[index]).map_err(unanswered)
    }

    fn choose(&mut self, view: &View<'_>) -> Result<Move, PlayerError> {
        let per_seat = |of: &dyn Fn(Seat) -> Value| Seat::ALL.into_iter().map(of).collect::<Value>();
        let on = view.on_table();
        let beats = view.may_pass();
        let played = |&(seat, chosen): &(Seat, Move)| json!([seat.index(), chosen.to_string()]);
        let answer = self
            .asker
            .ask(&json!({
                "game": GAME,
                "ask": "move",
                "seat": view.seat().index(),
                "landlord": view.landlord().index(),
                "hand": view.hand().to_string(),
                "stock": view.stock().to_string(),
                "unseen": view.unseen().to_string(),
                "open_hand": view.open_hand().map(|hand: Hand| hand.to_string()),
                "hand_sizes": per_seat(&|seat| json!(view.cards_left(seat))),
                "passed": per_seat(&|seat| json!(view.has_passed(seat))),
                "on": if beats { json!(on.to_string()) } else { Value::Null },
                "on_by": if beats { json!(view.owner().index()) } else { Value::Null },
                "bid": view.contract().bid,
                "rules": view.rules().to_string(),
                "scoring": view.setup().scoring.name(),
                "robberies": view.contract().robberies,
                "doubled": view.contract().doubled,
                "calls_so_far": calls_so_far(view.calls()),
                "history": view.history().iter().map(played).collect::<Value>(),
                "moves": view.moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
            }))
            .map_err(unanswered)?;
        // A legal move is found by its text; one that is not legal here is refused by the table.
        let legal = |chosen: &str| view.moves().iter().find(|legal| legal.to_string() == chosen).copied();
        let read = |chosen: &str| match legal(chosen) {
            Some(chosen) => Some((chosen, true)),
            None => view.rules().parse_move(chosen).ok().map(|chosen| (chosen, false)),
        };
        let (chosen, is_legal) = self.asker.decision(&answer, "move", read).map_err(unanswered)?;
        if !is_legal {
            self.asker.note_illegal();
        }
        Ok(chosen)
    }
}

/// What everybody said, oldest first.
fn calls_so_far(calls: &[(Seat, Call)]) -> Value {
    calls.iter().map(|&(seat, call)| json!([seat.index(), name(call)])).collect()
}

/// A call as questions and answers have it.
fn name(call: Call) -> String {
    match call {
        Call::Pass => "pass".to_owned(),
        Call::Bid(bid) => bid.to_string(),
        Call::Call => "call".to_owned(),
        Call::Rob => "rob".to_owned(),
        Call::Open => "open".to_owned(),
        Call::Double => "double".to_owned(),
    }
}

/// The error of a player whose program gave no answer.
fn unanswered(error: AskError) -> PlayerError {
    match error {
        AskError::Late => PlayerError::Late,
        AskError::Gone(reason) => PlayerError::Gone(reason),
        AskError::Unreadable(reason) => PlayerError::Unreadable(reason),
    }
}
