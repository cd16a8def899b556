//! Tests of the ladder of packed words.

use quadrille_ladders::lanes::{Workload, rungs};
use quadrille_ladders::{assert_answers_agree, assert_rungs_agree, assert_rungs_described};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn random(seed: u64, words: usize) -> Workload {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    Workload::from_words(&(0..words).map(|_| rng.next_u64()).collect::<Vec<_>>())
}

#[test]
fn the_rungs_agree() {
    assert_rungs_agree(&rungs(), |_, seed| random(seed, Workload::WORDS));
}

#[test]
fn the_rungs_agree_where_words_fill_no_block_of_answers() {
    for words in [2 * 64, 2 * 65, 2 * 37, 2, 0] {
        assert_answers_agree(&rungs(), |_| random(words as u64, words));
    }
}

#[test]
fn the_workloads_stand_in_order() {
    let workloads = assert_rungs_described(&rungs());
    assert_eq!(workloads, ["contains", "remove", "count-bits", "horizontal-sum", "contains-slice"]);
}

#[test]
fn refilling_leaves_no_answer() {
    let mut workload = random(1, Workload::WORDS);
    let sums = |w: &Workload| rungs().iter().map(|rung| rung.checksum(w)).collect::<Vec<_>>();
    let untouched = sums(&workload);
    for rung in rungs() {
        rung.run(quadrille_lanes::Level::best(), &mut workload);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    workload.refill(&(0..Workload::WORDS).map(|_| rng.next_u64()).collect::<Vec<_>>());
    assert_eq!(sums(&workload), untouched);
}
