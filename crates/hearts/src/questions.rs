//! Views as JSON, for external programs and web pages.

use quadrille_table::Questions;
use serde_json::{Value, json};

use crate::{Hearts, View};

impl Questions for Hearts {
    fn view_json(view: &View<'_>) -> Value {
        let public = view.public;
        let passing = ["none", "left", "across", "right"][public.direction as usize];
        json!({
            "rules": view.rules,
            "seat": view.seat,
            "hand": view.hand.to_string(),
            "passing": passing,
            "given": view.given.to_string(),
            "received": view.received.to_string(),
            "leader": (!public.is_pass()).then_some(public.leader),
            "trick": public.trick().iter().map(ToString::to_string).collect::<Vec<_>>(),
            "played": public.played.map(|cards| cards.to_string()),
            "taken": public.taken.map(|cards| cards.to_string()),
            "hearts_broken": public.broken,
            "moves": view.legal.iter().map(|card| card.to_string()).collect::<Vec<_>>(),
        })
    }
}
