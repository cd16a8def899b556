//! The unbounded planes: tiles compared with a sufficiently large field, HashLife with tiles, and
//! all of them together.

mod agreement;
mod chosen;
mod hashlife;
mod tiles;
mod views;

use proptest::prelude::*;
use quadrille_life::Rule;

/// Returns random cells of a box of that size with density 1 / `one_in`.
fn soup(seed: u64, width: i64, height: i64, one_in: u64) -> Vec<(i64, i64)> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33).is_multiple_of(one_in)
    };
    let mut cells = Vec::new();
    for y in 0..height {
        cells.extend((0..width).filter(|_| next()).map(|x| (x, y)));
    }
    cells
}

/// Generates rules without B0, well-known ones and explosive ones more often.
fn rule() -> impl Strategy<Value = Rule> {
    const KNOWN: [&str; 8] = [
        "B36/S23",
        "B3678/S34678",
        "B2/S",
        "B1/S1",
        "B1/S012345678",
        "B3/S012345678",
        "B2-a/S12",
        "B3/S2-i34q",
    ];
    prop_oneof![
        4 => Just(Rule::CONWAY),
        2 => prop::sample::select(&KNOWN).prop_map(|text: &str| text.parse().unwrap()),
        3 => (0..512u16, 0..512u16).prop_map(|(born, survive)| Rule::new(born & !1, survive)),
        2 => any::<[u64; 8]>().prop_map(|mut table| {
            table[0] &= !1;
            Rule::from_table(table)
        }),
    ]
}
