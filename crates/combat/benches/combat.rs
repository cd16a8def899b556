//! Events and iterations per second, and the time of reading and of varying a profile.

use std::path::Path;

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_combat::{Profile, Simulation};
use quadrille_diagnostics::Source;

const EXAMPLES: [&str; 10] =
    ["fury", "shadow", "tank", "gacha", "raid", "cutthroat", "quartet", "frost", "warlord", "onmyoji"];
const ITERATIONS: u64 = 500;

fn main() {
    // Check the results before timing.
    let found = EXAMPLES.map(|name| {
        let totals = simulation(name).run_block(7, 0, 50, &()).expect("not cancelled").totals;
        (name, totals.damage, totals.events)
    });
    assert_eq!(found, include!("../tests/profiles/frozen.rs"));
    divan::main();
}

fn profile(name: &str) -> Profile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/combat/{name}.toml"));
    let text = std::fs::read_to_string(&path).expect("an example");
    Profile::parse(&Source::new(name, text)).expect("a profile")
}

fn simulation(name: &str) -> Simulation {
    Simulation::new(&profile(name))
}

fn events(simulation: &Simulation) -> u64 {
    simulation.run_block(1, 0, ITERATIONS, &()).expect("not cancelled").totals.events
}

/// Items are events.
#[divan::bench(args = EXAMPLES)]
fn events_a_second(bencher: Bencher<'_, '_>, name: &str) {
    let simulation = simulation(name);
    let items = events(&simulation);
    bencher.counter(ItemsCount::new(items)).bench_local(|| events(black_box(&simulation)));
}

/// Items are iterations.
#[divan::bench(args = EXAMPLES)]
fn iterations_a_second(bencher: Bencher<'_, '_>, name: &str) {
    let simulation = simulation(name);
    bencher.counter(ItemsCount::new(ITERATIONS)).bench_local(|| events(black_box(&simulation)));
}

/// Reads a profile from its text.
#[divan::bench(args = EXAMPLES)]
fn a_profile_read(bencher: Bencher<'_, '_>, name: &str) {
    let source = profile(name).source().clone();
    bencher.bench_local(|| Profile::parse(black_box(&source)));
}

/// Varies one number of the profile, as for each variant of a grid.
#[divan::bench(args = EXAMPLES)]
fn a_number_varied(bencher: Bencher<'_, '_>, name: &str) {
    let profile = profile(name);
    bencher.bench_local(|| profile.vary(black_box(&[("actor.crit", 0.3)])));
}
