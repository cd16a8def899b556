//! Benchmark of every rung of the Daifugo ladder, on fresh hands for each sample.

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_ladders::daifugo::{Rung, Workload, rungs};
use quadrille_lanes::Level;

fn main() {
    divan::main();
}

/// A rung with its name for divan.
struct Named(Rung);

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.0.what, self.0.name)
    }
}

fn named() -> Vec<Named> {
    rungs().into_iter().map(Named).collect()
}

#[divan::bench(args = named(), sample_count = 30, sample_size = 1)]
fn ladder(bencher: Bencher<'_, '_>, rung: &Named) {
    let level = Level::from_env().expect("a level of this CPU");
    let mut fresh = Workload::new(1);
    // Check the timed code: its results equal those of the first rung of the workload.
    let answers = |rung: &Rung| {
        let mut workload = Workload::new(1);
        rung.run(level, &mut workload);
        rung.checksum(&workload)
    };
    let plainest =
        rungs().into_iter().find(|other| other.what == rung.0.what).expect("a rung of the workload");
    assert_eq!(answers(&rung.0), answers(&plainest), "{rung}");
    bencher
        .counter(ItemsCount::new(rung.0.items(&fresh)))
        .with_inputs(|| {
            fresh.refresh();
            fresh.clone()
        })
        .bench_local_refs(|workload| rung.0.run(level, black_box(workload)));
}
