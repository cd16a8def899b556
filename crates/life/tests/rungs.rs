//! Every rung gives what rung 1 gives.

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_life::ladder::RUNGS;
use quadrille_life::{Border, Bounds, Engine, EngineError, Grid, GridError, Rule, Settings, fill};
use quadrille_random::{Chance, StreamKey};

/// A random field under rung `rung`, or `None` if the rung does not know the rule.
fn soup(rung: usize, level: Level, rule: Rule, bounds: Bounds, (seed, density): (u64, f64)) -> Option<Grid> {
    let settings = Settings::default().engine(Engine::Rung(rung)).level(level);
    let mut grid = match Grid::new(rule, bounds, settings) {
        Err(GridError::Engine(EngineError::Rule { .. })) => return None,
        grid => grid.unwrap(),
    };
    fill::xoshiro(&mut grid, StreamKey::new(seed, 0), Chance::new(density).unwrap(), &()).unwrap();
    Some(grid)
}

fn assert_same(grid: &Grid, plain: &Grid, what: &str) {
    let rows = |grid: &Grid| grid.row_bytes().collect::<Vec<_>>();
    for (y, (row, expected)) in rows(grid).into_iter().zip(rows(plain)).enumerate() {
        assert_eq!(row, expected, "row {y}: {what}");
    }
}

/// All rungs, at all levels, after these numbers of generations.
fn compare(rule: Rule, bounds: Bounds, fill: (u64, f64), generations: &[u64]) {
    for level in Level::available() {
        let mut plain = soup(1, level, rule, bounds, fill).unwrap();
        let mut rungs: Vec<Grid> =
            (2..=RUNGS).filter_map(|rung| soup(rung, level, rule, bounds, fill)).collect();
        for &step in generations {
            plain.step_n(step);
            for grid in &mut rungs {
                grid.step_n(step);
                let what = format!("rung {} at {level}, {rule} on {bounds}, {step} more", grid.rung());
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

    /// High enough for several generations a pass, wide enough for several words.
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

/// A rule that does something else however it is turned or mirrored.
const MAP: &str = "MAPgFVeAABc0Q1KAAYCvXr8oOfyMTJXYoSwAoC0A3BFw9Fw0ZZcKKGyKoAXVcU1YJhSVEWfZJmLWyGKhlIEE4Q8Yw";

/// All 512 neighbourhoods, each in a corner of a torus of its own and in the middle of a field.
#[test]
fn all_neighbourhoods() {
    for rule in
        ["B3/S23", "B36/S23", "B3678/S34678", "B2/S", "B0345/S1468", "B2-a/S12", "B34kyz5e/S2-k34kyz5", MAP]
    {
        let rule: Rule = rule.parse().unwrap();
        for level in Level::available() {
            for rung in 1..=RUNGS {
                let bounds = Bounds::new(32 * 4, 16 * 4, Border::Dead).unwrap();
                let settings = Settings::default().engine(Engine::Rung(rung)).level(level);
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
                        "rung {rung} at {level}, {rule}: {cells:09b}"
                    );
                }
            }
        }
    }
}

/// Large enough for bands of their own, with halos between them.
#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for (bounds, rule) in
        [("2051x3001:dead", "B36/S23"), ("2051x3001:torus", "B36/S23"), ("2051x3001:torus", MAP)]
    {
        let bounds: Bounds = bounds.parse().unwrap();
        let rule = rule.parse().unwrap();
        let mut striped = soup(10, Level::best(), rule, bounds, (1, 0.4)).unwrap();
        let mut threads = pool.install(|| soup(12, Level::best(), rule, bounds, (1, 0.4)).unwrap());
        for step in [1, 30, 7] {
            striped.step_n(step);
            pool.install(|| threads.step_n(step));
            assert_same(&threads, &striped, &format!("{bounds}, {step} more"));
        }
    }
}
