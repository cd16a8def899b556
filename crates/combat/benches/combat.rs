//! Events and iterations a second, and what the event queue is worth.

use std::path::Path;

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_combat::{Profile, Simulation};
use quadrille_diagnostics::Source;

const EXAMPLES: [&str; 4] = ["fury", "shadow", "tank", "gacha"];
const ITERATIONS: u64 = 500;

fn main() {
    divan::main();
}

fn simulation(name: &str) -> Simulation {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/combat/{name}.toml"));
    let text = std::fs::read_to_string(&path).expect("an example");
    Simulation::new(&Profile::parse(&Source::new(name, text)).expect("a profile"))
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
