//! Playouts of a search from the first move, including exact endgames.

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use quadrille_doudizhu::game::{Setup, Table};
use quadrille_lanes::Level;
use quadrille_players::search::{Budget, Search};
use quadrille_players::{read, unpacked};
use quadrille_random::StreamKey;
use quadrille_table::{Game as _, Sample as _, View as _};

fn main() {
    divan::main();
}

static FILE: LazyLock<Vec<u8>> =
    LazyLock::new(|| unpacked(include_bytes!("../weights/policy.safetensors.gz")));
const WORLDS: usize = 64;

#[divan::bench(args = [1, 2])]
fn playouts(bencher: Bencher<'_, '_>, threads: usize) {
    let judges = read::<Table>(&FILE).expect("a policy");
    let mut search = Search::<Table>::new(Level::best(), judges, Budget::default()).with_threads(threads);
    let mut rng = StreamKey::new(1, 0).rng();
    let mut table = Table::new(&Setup::default());
    table.deal(&mut rng);
    let view = table.view().expect("a decision");
    let worlds: Vec<Table> = (0..WORLDS).map(|_| Table::sample(&view, &mut rng).expect("a deal")).collect();
    let actions = [view.choice(0).expect("a move")];
    let first = search.values_in(&view, &actions, &worlds, true);
    bencher.counter(ItemsCount::new(WORLDS)).bench_local(|| {
        let values = search.values_in(&view, black_box(&actions), &worlds, true);
        assert_eq!(values, first);
        values
    });
}
