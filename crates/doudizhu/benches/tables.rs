//! Batches of games on one core: `cargo bench -p quadrille-doudizhu --bench tables`. Items are
//! decisions: one table, one step. All moves are random legal ones.

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_doudizhu::encodings::rlcard;
use quadrille_doudizhu::encodings::{RlcardActions, Role, douzero};
use quadrille_doudizhu::tables::{Autoreset, Options, Tables};

const TABLES: usize = 256;
const STEPS: usize = 100;

fn main() {
    divan::main();
}

/// Returns tables in the middle of their games.
fn tables() -> Tables {
    let options = Options { autoreset: Autoreset::SameStep, ..Options::default() };
    let mut tables = Tables::new(TABLES, 31459, options).expect("256 tables of the default rules");
    let mut choices = [0; TABLES];
    for _ in 0..1000 {
        tables.random_choices(&mut choices).expect("a choice a table");
        tables.step_choices(&choices).expect("a legal one");
    }
    tables
}

/// Times steps, with additional work before each.
fn steps(bencher: Bencher<'_, '_>, mut also: impl FnMut(&Tables)) {
    let (mut tables, mut choices) = (tables(), [0; TABLES]);
    bencher.counter(ItemsCount::new(TABLES * STEPS)).bench_local(|| {
        for _ in 0..STEPS {
            also(&tables);
            tables.random_choices(&mut choices).expect("a choice a table");
            tables.step_choices(&choices).expect("a legal one");
        }
    });
}

#[divan::bench]
fn by_choices(bencher: Bencher<'_, '_>) {
    steps(bencher, |_| ());
}

/// Each choice is converted to its action's id for the step.
#[divan::bench]
fn by_ids(bencher: Bencher<'_, '_>) {
    let (mut tables, mut choices, mut ids) = (tables(), [0; TABLES], [0; TABLES]);
    bencher.counter(ItemsCount::new(TABLES * STEPS)).bench_local(|| {
        for _ in 0..STEPS {
            tables.random_choices(&mut choices).expect("a choice a table");
            for (table, (id, &choice)) in ids.iter_mut().zip(&choices).enumerate() {
                *id = tables.legal_id(table, choice as usize).expect("a legal one");
            }
            tables.step(&ids).expect("legal ones");
        }
    });
}

/// The ids of all legal moves.
#[divan::bench]
fn all_ids(bencher: Bencher<'_, '_>) {
    steps(bencher, |tables| {
        let ids = (0..TABLES).flat_map(|table| tables.legal_ids(table));
        black_box(ids.map(u64::from).sum::<u64>());
    });
}

/// `x` of all legal moves and `z`, with 8 bits per cell.
#[divan::bench]
fn douzero_i8(bencher: Bencher<'_, '_>) {
    features::<i8>(bencher);
}

/// The same with 32 bits per cell.
#[divan::bench]
fn douzero_f32(bencher: Bencher<'_, '_>) {
    features::<f32>(bencher);
}

fn features<C: quadrille_doudizhu::encodings::Cell>(bencher: Bencher<'_, '_>) {
    let (mut x, mut z) = (Vec::new(), Vec::new());
    steps(bencher, |tables| {
        for role in Role::ALL {
            // Buffers only grow; their contents are overwritten.
            let [cells, rows] = [tables.x_len_of(role), tables.tables_of(role).count() * douzero::Z];
            x.resize(x.len().max(cells), C::ZERO);
            z.resize(z.len().max(rows), C::ZERO);
            tables.fill_x_of(role, &mut x[..cells]).expect("a buffer of `x_len_of` cells");
            tables.fill_z_of(role, &mut z[..rows]).expect("810 cells a table");
            black_box((&x, &z));
        }
    });
}

#[divan::bench]
fn rlcard_i8(bencher: Bencher<'_, '_>) {
    let mut cells = vec![0i8; TABLES * rlcard::PEASANT];
    steps(bencher, |tables| {
        tables.fill_observations(&mut cells).expect("901 cells a table");
        black_box(&cells);
    });
}

#[divan::bench]
fn masks_i8(bencher: Bencher<'_, '_>) {
    let mut cells = vec![0i8; TABLES * RlcardActions::COUNT];
    steps(bencher, |tables| {
        tables.fill_masks(&mut cells).expect("27,472 cells a table");
        black_box(&cells);
    });
}
