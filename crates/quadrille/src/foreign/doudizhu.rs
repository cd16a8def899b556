//! Dou Dizhu's questions and answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_doudizhu::arena::Entrant;
use quadrille_doudizhu::game::{Call, CallView, Seat, View};
use quadrille_doudizhu::players::{Player, PlayerError, PlayerKind, PlayerRng, Start};
use quadrille_doudizhu::{Hand, Move};
use serde_json::{Value, json};

use super::Named;
use super::process::{AskError, Asker, text};

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

/// A player in another process.
struct Foreign {
    asker: Asker,
}

impl Player for Foreign {
    fn begin(&mut self, _: &Start<'_>) {
        self.asker.begin();
    }

    fn call(&mut self, view: &CallView<'_>, _: &mut PlayerRng) -> Result<Call, PlayerError> {
        let calls: Vec<Call> = view.calls().collect();
        let names: Vec<String> = calls.iter().map(|&call| name(call)).collect();
        let answer = self.asker.ask(json!({
            "game": "doudizhu",
            "ask": "call",
            "seat": view.seat().index(),
            "hand": view.hand().to_string(),
            "rules": view.setup().rules.to_string(),
            "scoring": view.setup().scoring.name(),
            "auction": view.setup().auction.name(),
            "calls_so_far": calls_so_far(view.history()),
            "calls": &names,
        }))?;
        let called = text(&answer, "call")?;
        let index = names.iter().position(|name| name == called);
        index.map(|index| calls[index]).ok_or_else(|| AskError::is_no("call", called).into())
    }

    fn choose(&mut self, view: &View<'_>, _: &mut PlayerRng) -> Result<Move, PlayerError> {
        let per_seat = |of: &dyn Fn(Seat) -> Value| Seat::ALL.into_iter().map(of).collect::<Value>();
        let on = view.on_table();
        let beats = view.may_pass();
        let played = |&(seat, chosen): &(Seat, Move)| json!([seat.index(), chosen.to_string()]);
        let answer = self.asker.ask(json!({
            "game": "doudizhu",
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
        }))?;
        let chosen = text(&answer, "move")?;
        // A legal move is found by its text; what is a move but not legal here is the table's to refuse.
        let legal = view.moves().iter().find(|legal| legal.to_string() == chosen);
        match legal {
            Some(legal) => Ok(*legal),
            None => view.rules().parse_move(chosen).map_err(|_| AskError::is_no("move", chosen).into()),
        }
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

impl From<AskError> for PlayerError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Late => Self::Late,
            AskError::Gone(reason) => Self::Gone(reason),
            AskError::Unreadable(reason) => Self::Unreadable(reason),
        }
    }
}
