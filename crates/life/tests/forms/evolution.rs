//! Every implementation of a bounded field evolves as the reference implementation does.

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_life::oracle::PLAIN;
use quadrille_life::{Border, Bounds, Engine, EngineError, EngineSettings, Grid, GridError, Rule, fill};
use quadrille_random::{Chance, StreamKey};

use super::engines;

/// Returns a random field, or `None` if the engine does not support the rule.
pub(crate) fn soup(
    engine: Engine,
    level: Level,
    rule: Rule,
    bounds: Bounds,
    (seed, density): (u64, f64),
) -> Option<Grid> {
    let settings = EngineSettings::default().engine(engine).level(level);
    let mut grid = match Grid::new(rule, bounds, settings) {
        Err(GridError::Engine(EngineError::Rule { .. })) => return None,
        grid => grid.unwrap(),
    };
    fill::xoshiro(&mut grid, StreamKey::new(seed, 0), Chance::new(density).unwrap(), &()).unwrap();
    Some(grid)
}

pub(crate) fn assert_same(grid: &Grid, plain: &Grid, what: &str) {
    let rows = |grid: &Grid| grid.row_bytes().collect::<Vec<_>>();
    for (y, (row, expected)) in rows(grid).into_iter().zip(rows(plain)).enumerate() {
        assert_eq!(row, expected, "row {y}: {what}");
    }
}

/// Compares all engines at all levels, after these numbers of generations.
fn compare(rule: Rule, bounds: Bounds, fill: (u64, f64), generations: &[u64]) {
    for level in Level::available() {
        let mut plain = soup(Engine::Form(&PLAIN), level, rule, bounds, fill).unwrap();
        let mut forms: Vec<Grid> =
            engines().into_iter().filter_map(|engine| soup(engine, level, rule, bounds, fill)).collect();
        for &step in generations {
            plain.step_n(step);
            for grid in &mut forms {
                grid.step_n(step);
                let engine = grid.settings().engine;
                let what = format!("{engine} at {level}, {rule} on {bounds}, {step} more");
                assert_same(grid, &plain, &what);
            }
        }
    }
}

fn border() -> impl Strategy<Value = Border> {
    prop_oneof![Just(Border::Dead), Just(Border::Torus), Just(Border::Ring)]
}

fn rule() -> impl Strategy<Value = Rule> {
    prop_oneof![
        3 => Just(Rule::CONWAY),
        1 => prop_oneof![Just("B36/S23"), Just("B3678/S34678"), Just("B2/S")].prop_map(|text| text.parse().unwrap()),
        3 => (0..512u16, 0..512u16).prop_map(|(born, survive)| Rule::new(born, survive)),
        2 => any::<[u64; 8]>().prop_map(Rule::from_table),
        2 => prop::sample::select(&["B2-a/S12", "B3/S2-i34q", "B2ce3aiy/S12aek3i", "B02ek/S5-i8", "B1e7/S01c3-n4wz"])
            .prop_map(|text| text.parse().unwrap()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn small_fields_of_every_size(
        rule in rule(),
        border in border(),
        width in 3..140u64,
        height in 3..40u64,
        seed: u64,
        density in 0.1..0.9,
    ) {
        let bounds = Bounds::new(width, height, border).unwrap();
        compare(rule, bounds, (seed, density), &[1, 1, 2, 7, 0, 3]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// The field is high enough for several generations per pass, and wide enough for several
    /// words.
    #[test]
    fn high_fields(
        rule in rule(),
        border in border(),
        width in prop_oneof![3..20u64, 60..70u64, 120..400u64],
        height in 300..1100u64,
        seed: u64,
    ) {
        let bounds = Bounds::new(width, height, border).unwrap();
        compare(rule, bounds, (seed, 0.35), &[1, 5, 40, 3]);
    }
}

#[test]
fn the_smallest_fields() {
    for (width, height) in
        [(1, 1), (1, 2), (2, 1), (2, 2), (1, 9), (9, 1), (3, 1), (64, 1), (65, 2), (128, 3), (1, 70)]
    {
        for border in [Border::Dead, Border::Torus] {
            let bounds = Bounds::new(width, height, border).unwrap();
            for rule in ["B3/S23", "B0/S", "B1/S1", "B01234/S0", "B2/S", "B012345678/S8", "B02n/S1e8", MAP] {
                compare(rule.parse().unwrap(), bounds, (width * 100 + height, 0.5), &[1, 2, 9]);
            }
        }
    }
}

/// A rule without any symmetry.
pub(crate) const MAP: &str =
    "MAPgFVeAABc0Q1KAAYCvXr8oOfyMTJXYoSwAoC0A3BFw9Fw0ZZcKKGyKoAXVcU1YJhSVEWfZJmLWyGKhlIEE4Q8Yw";

/// Tests all 512 neighbourhoods, well separated in one field.
#[test]
fn all_neighbourhoods() {
    for rule in
        ["B3/S23", "B36/S23", "B3678/S34678", "B2/S", "B0345/S1468", "B2-a/S12", "B34kyz5e/S2-k34kyz5", MAP]
    {
        let rule: Rule = rule.parse().unwrap();
        for level in Level::available() {
            for engine in engines() {
                let bounds = Bounds::new(32 * 4, 16 * 4, Border::Dead).unwrap();
                let settings = EngineSettings::default().engine(engine).level(level);
                let Ok(mut grid) = Grid::new(rule, bounds, settings) else { continue };
                let place = |cells: u64| (cells % 32 * 4, cells / 32 * 4);
                for cells in 0..512u64 {
                    let (x, y) = place(cells);
                    for cell in (0..9).filter(|cell| cells >> cell & 1 == 1) {
                        grid.set(x + cell % 3, y + cell / 3, true).unwrap();
                    }
                }
                grid.step();
                for cells in 0..512u64 {
                    let (x, y) = place(cells);
                    assert_eq!(
                        grid.get(x + 1, y + 1),
                        rule.lives((cells as u16).reverse_bits() >> 7),
                        "{engine} at {level}, {rule}: {cells:09b}"
                    );
                }
            }
        }
    }
}
