//! Agreement of all engines that support the rule, on a thousand soups.

use proptest::prelude::*;
use quadrille_life::{Border, Bounds, EngineSettings, Grid, HashLife, HashLifeError, Pattern, Rule, Tiles};

use crate::planes::soup;

/// Generates rules of every kind: outer-totalistic, with letters and by a table, with and without
/// B0.
fn rule() -> impl Strategy<Value = Rule> {
    const LETTERS: [&str; 8] = [
        "B2-a/S12",
        "B3/S2-i34q",
        "B2ce3-ai4j/S1e2-k3ek5",
        "B36ce/S2-c3",
        "B02k3/S23",
        "B0/S2-n3e8",
        "B03cei/S1c2",
        "B1e/S0123456-i78",
    ];
    prop_oneof![
        2 => Just(Rule::CONWAY),
        3 => (0..512u16, 0..512u16).prop_map(|(born, survive)| Rule::new(born, survive)),
        2 => (0..512u16, 0..512u16).prop_map(|(born, survive)| Rule::new(born & !1, survive)),
        2 => prop::sample::select(&LETTERS).prop_map(|text: &str| text.parse().unwrap()),
        2 => any::<[u64; 8]>().prop_map(Rule::from_table),
    ]
}

/// Returns the living cells after the given number of generations of alternating rules, on a
/// sufficiently large field.
fn by_grid(rules: [Rule; 2], cells: &[(i64, i64)], generations: u64) -> Pattern {
    let margin = generations as i64 + 1;
    let (width, height) = cells.iter().fold((1, 1), |(w, h), &(x, y)| (w.max(x + 1), h.max(y + 1)));
    let side = |length: i64| (length + 2 * margin) as u64;
    let bounds = Bounds::new(side(width), side(height), Border::Dead).unwrap();
    let mut grid = Grid::new(rules[0], bounds, EngineSettings::default()).unwrap();
    for &(x, y) in cells {
        grid.set((x + margin) as u64, (y + margin) as u64, true).unwrap();
    }
    if rules[0] == rules[1] {
        grid.step_n(generations);
    } else {
        for generation in 0..generations {
            grid.set_rule(rules[(generation & 1) as usize]).unwrap();
            grid.step();
        }
    }
    Pattern::from_cells(grid.live_cells().map(|(x, y)| (x as i64 - margin, y as i64 - margin)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_engine_has_the_same_result(
        rule in rule(),
        seed: u64,
        width in 1..48i64,
        height in 1..32i64,
        one_in in 2..6u64,
        generations in prop_oneof![4 => 0..40u64, 1 => 40..90u64],
    ) {
        let cells = soup(seed, width, height, one_in);
        let pattern = Pattern::from_cells(cells.iter().copied());
        let rules = rule.without_bounds();
        let expected = by_grid(rules, &cells, generations);
        let mut tiles = Tiles::from_pattern(&pattern, rule, EngineSettings::default()).unwrap();
        tiles.run(generations, &()).unwrap();
        let found = tiles.to_pattern();
        prop_assert_eq!(found.spans(), expected.spans(), "tiles, {}", rule);
        match HashLife::from_pattern(&pattern, rule, EngineSettings::default()) {
            Ok(mut plane) => {
                plane.run(&generations.into(), &()).unwrap();
                let found = plane.to_pattern().unwrap();
                prop_assert_eq!(found.spans(), expected.spans(), "hashlife, {}", rule);
                prop_assert_eq!(plane.hash(), Ok(tiles.hash()));
            }
            // It does not support alternating rules.
            Err(error) => {
                prop_assert!(rules[0] != rules[1]);
                prop_assert_eq!(error, HashLifeError::Rule { rule });
            }
        }
    }
}
