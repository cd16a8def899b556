//! Cell updates per second of Life, by rung and level.

use divan::{Bencher, counter::ItemsCount};
use quadrille_ladders::life::{RUNGS, engine};
use quadrille_lanes::Level;
use quadrille_life::{Bounds, EngineSettings, Grid, Rule, fill};
use quadrille_random::{Chance, StreamKey};

fn main() {
    divan::main();
}

/// Returns a random field of density one half.
fn soup(rule: Rule, bounds: Bounds, rung: usize, level: Level) -> Grid {
    let settings =
        EngineSettings::default().engine(engine(&format!("rung:{rung}")).expect("a rung")).level(level);
    let mut grid = Grid::new(rule, bounds, settings).expect("a grid");
    fill::xoshiro(&mut grid, StreamKey::new(1, 0), Chance::ratio(1, 2).expect("a chance"), &())
        .expect("not cancelled");
    grid
}

/// Times steps of `generations` generations, after a comparison of the cells with another rung.
fn step(bencher: Bencher<'_, '_>, rule: &str, bounds: &str, (rung, level): (usize, Level), generations: u64) {
    let rule: Rule = rule.parse().expect("a rule");
    let bounds: Bounds = bounds.parse().expect("bounds");
    let mut grid = soup(rule, bounds, rung, level);
    grid.step_n(generations);
    let mut other = soup(rule, bounds, if rung == 10 { 8 } else { 10 }, Level::best());
    other.step_n(generations);
    assert_eq!(grid.hash(), other.hash(), "rung {rung} at {level}, {rule} on {bounds}");
    drop(other);
    let cells = bounds.width() * bounds.height() * generations;
    bencher.counter(ItemsCount::new(cells)).bench_local(|| grid.step_n(generations));
}

#[divan::bench(args = 1..=RUNGS)]
fn rungs(bencher: Bencher<'_, '_>, rung: usize) {
    step(bencher, "B3/S23", "1920x1080:ring", (rung, Level::best()), if rung < 8 { 1 } else { 64 });
}

#[divan::bench(args = levels())]
fn all_levels(bencher: Bencher<'_, '_>, (rung, level): (usize, Level)) {
    step(bencher, "B3/S23", "1920x1080:ring", (rung, level), 64);
}

fn levels() -> Vec<(usize, Level)> {
    (9..=11).flat_map(|rung| Level::available().into_iter().map(move |level| (rung, level))).collect()
}

#[divan::bench(args = [10, 11, 12], sample_count = 5)]
fn large(bencher: Bencher<'_, '_>, rung: usize) {
    step(bencher, "B3/S23", "8192x8192:dead", (rung, Level::best()), 32);
}

#[divan::bench(args = [10, 11, 12], sample_count = 1)]
fn largest(bencher: Bencher<'_, '_>, rung: usize) {
    step(bencher, "B3/S23", "32768x32768:dead", (rung, Level::best()), 32);
}
