//! What a seat sees, as JSON: for players in other processes, and for pages.

use quadrille_table::Questions;
use serde_json::{Map, Value, json};

use crate::{Cards, Hearts, View};

impl Questions for Hearts {
    fn fields(view: &View<'_>) -> Map<String, Value> {
        let public = view.public;
        let per_seat = |of: &[Cards; 4]| of.map(|cards| cards.to_string());
        let fields = json!({
            "seat": view.seat,
            "hand": view.hand.to_string(),
            "passing": public.direction.to_string(),
            "given": view.given.to_string(),
            "received": view.received.to_string(),
            "leader": public.leader,
            "trick": public.trick().iter().map(ToString::to_string).collect::<Vec<_>>(),
            "played": per_seat(&public.played),
            "taken": per_seat(&public.taken),
            "hearts_broken": public.broken,
            "moves": view.legal.iter().map(|card| card.to_string()).collect::<Vec<_>>(),
        });
        match fields {
            Value::Object(fields) => fields,
            _ => unreachable!("an object is written"),
        }
    }
}
