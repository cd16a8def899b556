//! Views as JSON, for players in other processes and for the web page.

use quadrille_table::Questions;
use serde_json::{Value, json};

use super::{Decision, Event, ExchangeView, Table, View};

impl Questions for Table {
    fn view_json(view: &Decision<'_>) -> Value {
        match view {
            Decision::Give(view) => give(view),
            Decision::Play(view) => play(view),
        }
    }
}

fn give(view: &ExchangeView<'_>) -> Value {
    json!({
        "seat": view.seat(),
        "hand": view.hand().to_string(),
        "number": view.number(),
        "history": history(view.history()),
    })
}

fn play(view: &View<'_>) -> Value {
    let state = view.state();
    let seats = 0..view.rules().players();
    json!({
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
    })
}

/// Returns the public events, oldest first.
fn history(events: &[Event]) -> Value {
    let event = |event: &Event| match event {
        Event::Given { from, to, number } => json!({ "gave": from, "to": to, "cards": number }),
        Event::Played { seat, meld } => json!([seat, meld.to_string()]),
        Event::Passed { seat } => json!([seat, "pass"]),
    };
    events.iter().map(event).collect()
}
