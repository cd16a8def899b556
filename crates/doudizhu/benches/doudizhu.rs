//! Move generation and classification on random hands. Each sample takes the next hands of a large
//! set, so that branch predictors cannot learn them. Before a job is timed, its results are
//! compared with those of another method.

use divan::{Bencher, black_box, counter::ItemsCount};
use quadrille_doudizhu::{ActionTable, Hand, Move, MoveBuffer, Rules};
use quadrille_random::{StreamKey, shuffle};

/// The number of generated hands.
const HANDS: usize = 1 << 16;
/// The number of hands per sample: short enough that some samples are not interrupted by other
/// programs.
const SAMPLE: usize = 1 << 10;

fn main() {
    divan::main();
}

/// Returns distinct random hands of `size` cards.
fn hands(size: u32, seed: u64) -> Vec<Hand> {
    let mut rng = StreamKey::new(seed, 0).rng();
    let mut seen = std::collections::HashSet::new();
    let mut hands = Vec::with_capacity(HANDS);
    while hands.len() < HANDS {
        let cards = shuffle::deal_mask(&mut rng, Hand::PACK_MASK, size).expect("at most 54 cards");
        let hand = Hand::from_mask(cards);
        if seen.insert(hand) {
            hands.push(hand);
        }
    }
    hands
}

/// Returns hands of 17 cards, each with a move to be beaten: a lead of another player's hand.
fn led() -> Vec<(Hand, Move)> {
    let mut moves = MoveBuffer::new();
    let leaders = hands(20, 3);
    let choose = |(at, (hand, leader)): (usize, (Hand, Hand))| {
        Rules::RLCARD.leads(leader, &mut moves);
        (hand, moves[at * 7919 % moves.len()])
    };
    hands(17, 4).into_iter().zip(leaders).enumerate().map(choose).collect()
}

/// Times a job on `size` items per sample, repeatedly; the sum of its results prevents the
/// optimizer from removing it.
fn sample<T: Copy>(bencher: Bencher<'_, '_>, items: &[T], size: usize, mut job: impl FnMut(T) -> usize) {
    let mut samples = items.chunks_exact(size).cycle();
    bencher.counter(ItemsCount::new(size)).bench_local(|| {
        let items = black_box(samples.next().expect("a cycle does not end"));
        items.iter().map(|&item| job(item)).sum::<usize>()
    });
}

/// Asserts that the generator finds as many leads as its count, and for the first hands as many as
/// the action table.
fn check_leads(rules: Rules, hands: &[Hand]) {
    let (mut moves, table) = (MoveBuffer::new(), ActionTable::new(rules));
    for (at, &hand) in hands.iter().enumerate() {
        rules.leads(hand, &mut moves);
        assert_eq!(moves.len(), rules.count_leads(hand), "{hand}");
        assert!(at >= SAMPLE / 8 || moves.len() == table.filter(hand, None).count(), "{hand}");
    }
}

/// The same check for answers.
fn check_follows(led: &[(Hand, Move)]) {
    let (mut moves, table) = (MoveBuffer::new(), ActionTable::rlcard());
    for (at, &(hand, on)) in led.iter().enumerate() {
        Rules::RLCARD.follows(hand, on, &mut moves);
        assert_eq!(moves.len(), Rules::RLCARD.count_follows(hand, on), "{hand} on {on}");
        assert!(at >= SAMPLE / 8 || moves.len() == table.filter(hand, Some(on)).count(), "{hand} on {on}");
    }
}

#[divan::bench(args = ["rlcard", "douzero", "pagat", "openspiel"], sample_count = 1000)]
fn leads_from_17_cards(bencher: Bencher<'_, '_>, rules: &str) {
    let rules: Rules = rules.parse().expect("a preset");
    check_leads(rules, &hands(17, 1));
    let mut moves = MoveBuffer::new();
    sample(bencher, &hands(17, 1), SAMPLE, |hand| {
        rules.leads(hand, black_box(&mut moves));
        moves.len()
    });
}

#[divan::bench(sample_count = 1000)]
fn leads_from_20_cards(bencher: Bencher<'_, '_>) {
    check_leads(Rules::RLCARD, &hands(20, 2));
    let mut moves = MoveBuffer::new();
    sample(bencher, &hands(20, 2), SAMPLE, |hand| {
        Rules::RLCARD.leads(hand, black_box(&mut moves));
        moves.len()
    });
}

#[divan::bench(sample_count = 1000)]
fn leads_counted(bencher: Bencher<'_, '_>) {
    sample(bencher, &hands(17, 1), SAMPLE, |hand| Rules::RLCARD.count_leads(hand));
}

#[divan::bench(sample_count = 1000)]
fn follows_of_a_lead(bencher: Bencher<'_, '_>) {
    check_follows(&led());
    let mut moves = MoveBuffer::new();
    sample(bencher, &led(), SAMPLE, |(hand, on)| {
        Rules::RLCARD.follows(hand, on, black_box(&mut moves));
        moves.len()
    });
}

#[divan::bench(sample_count = 1000)]
fn follows_counted(bencher: Bencher<'_, '_>) {
    sample(bencher, &led(), SAMPLE, |(hand, on)| Rules::RLCARD.count_follows(hand, on));
}

#[divan::bench(sample_count = 1000)]
fn classified(bencher: Bencher<'_, '_>) {
    assert!(led().iter().all(|&(_, on)| Rules::RLCARD.classify(on.cards()) == Some(on)));
    sample(bencher, &led(), SAMPLE, |(_, on)| usize::from(Rules::RLCARD.classify(on.cards()).is_some()));
}

/// Ids of moves.
#[divan::bench(sample_count = 1000)]
fn ids(bencher: Bencher<'_, '_>) {
    let table = ActionTable::rlcard();
    assert!(led().iter().all(|&(_, on)| table.id(on).and_then(|id| table.get(id)) == Some(on)));
    sample(bencher, &led(), SAMPLE, |(_, on)| table.id(on).unwrap_or(0) as usize);
}

/// The reference: filters the action table for leads.
#[divan::bench]
fn plain_leads(bencher: Bencher<'_, '_>) {
    let table = ActionTable::rlcard();
    sample(bencher, &hands(17, 1), 16, |hand| table.filter(hand, None).count());
}

/// The reference: filters the action table for answers to a move.
#[divan::bench]
fn plain_follows(bencher: Bencher<'_, '_>) {
    let table = ActionTable::rlcard();
    sample(bencher, &led(), 16, |(hand, on)| table.filter(hand, Some(on)).count());
}
