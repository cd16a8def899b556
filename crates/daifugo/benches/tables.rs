//! Batches of games on one core: `cargo bench -p quadrille-daifugo --bench tables`.
//!
//! Items are decisions: one table, one step. All actions are random legal ones.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use quadrille_daifugo::encodings::{MOVE, OBSERVATION};
use quadrille_daifugo::tables::{Autoreset, Classes, Options, Tables};

const TABLES: usize = 256;
const STEPS: usize = 100;

fn main() {
    divan::main();
}

/// Returns tables after 1000 steps, at different stages of their games.
fn tables(classes: Classes) -> Tables {
    let options = Options { autoreset: Autoreset::SameStep, classes, ..Options::default() };
    let mut tables = Tables::new(TABLES, 31459, options).expect("256 tables");
    let mut choices = [0; TABLES];
    for _ in 0..1000 {
        tables.random_choices(&mut choices).expect("one choice per table");
        tables.step_choices(&choices).expect("legal choices");
    }
    tables
}

/// Measures steps, with a call of `also` before each.
fn steps(bencher: Bencher<'_, '_>, classes: Classes, mut also: impl FnMut(&Tables)) {
    let (mut tables, mut choices) = (tables(classes), [0; TABLES]);
    bencher.counter(ItemsCount::new(TABLES * STEPS)).bench_local(|| {
        for _ in 0..STEPS {
            also(&tables);
            tables.random_choices(&mut choices).expect("one choice per table");
            tables.step_choices(&choices).expect("legal choices");
        }
    });
}

#[divan::bench(args = Classes::ALL)]
fn by_choices(bencher: Bencher<'_, '_>, classes: Classes) {
    steps(bencher, classes, |_| ());
}

/// Steps with the ids of all legal actions.
#[divan::bench]
fn all_ids(bencher: Bencher<'_, '_>) {
    steps(bencher, Classes::Carried, |tables| {
        let ids = (0..TABLES).flat_map(|table| tables.legal_ids(table));
        black_box(ids.map(u64::from).sum::<u64>());
    });
}

#[divan::bench]
fn observations_i8(bencher: Bencher<'_, '_>) {
    let mut cells = vec![0i8; TABLES * OBSERVATION];
    steps(bencher, Classes::Carried, |tables| {
        tables.fill_observations(&mut cells).expect("887 cells per table");
        black_box(&cells);
    });
}

/// Steps with the features of all legal actions.
#[divan::bench]
fn moves_i8(bencher: Bencher<'_, '_>) {
    let mut cells: Vec<i8> = Vec::new();
    steps(bencher, Classes::Carried, |tables| {
        for table in 0..TABLES {
            let wanted = tables.choices(table) * MOVE;
            cells.resize(cells.len().max(wanted), 0);
            tables.fill_moves(table, &mut cells[..wanted]).expect("216 cells per move");
            black_box(&cells);
        }
    });
}
