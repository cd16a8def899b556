//! Tests of the contest's protocol: the official server's bytes, server and client of a match, and
//! arbitrary tables.

mod clients;
mod deviations;
mod matches;
mod plain;
mod refusals;
mod settings;
mod tables;
mod transcripts;

use proptest::prelude::*;
use quadrille_uecda_protocol::CardTable;

/// Tables with a few filled cells in all rows: mostly cards, and other values.
fn any_table() -> impl Strategy<Value = CardTable> {
    let value = prop_oneof![6 => Just(1), 3 => Just(2), 1 => any::<i32>(), 1 => -2..20i32];
    let card = (0..5usize, 0..CardTable::COLUMNS, value.clone());
    let beyond = (5..CardTable::ROWS, 0..CardTable::COLUMNS, value);
    (prop::collection::vec(card, 0..6), prop::collection::vec(beyond, 0..4)).prop_map(|(cards, beyond)| {
        let mut table = CardTable::EMPTY;
        for (row, column, value) in cards.into_iter().chain(beyond) {
            table.set(row, column, value);
        }
        table
    })
}
