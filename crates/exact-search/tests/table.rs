//! Comparison of the tables with a `HashMap` that keeps everything: with random keys and bounds, with
//! tables that are kept between searches, that grow, that may not grow, and that threads share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use proptest::prelude::*;
use quadrille_exact_search::{Bounds, Cache, Memo, SharedMemo, Table};

/// A value is at least `low` and at most `high`. The value of every key of these tests is
/// [`value`], so that bounds are statements about the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Between {
    low: u8,
    high: u8,
}

const NOTHING: Between = Between { low: 0, high: 255 };

impl Bounds for Between {
    const BITS: u32 = 16;

    fn from_bits(bits: u64) -> Self {
        Self { low: bits as u8, high: 255 - (bits >> 8) as u8 }
    }

    fn bits(self) -> u64 {
        u64::from(self.low) | u64::from(255 - self.high) << 8
    }

    fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

impl Between {
    /// Bounds on the value of a key that miss it by at most the two distances.
    fn around<const WORDS: usize>(key: [u64; WORDS], below: u8, above: u8) -> Self {
        let value = value(key);
        Self { low: value.saturating_sub(below), high: value.saturating_add(above) }
    }

    /// Returns whether these bounds state no more than `other`.
    fn follows_from(self, other: Self) -> bool {
        self.and(other) == other
    }
}

fn value<const WORDS: usize>(key: [u64; WORDS]) -> u8 {
    (key.iter().fold(17, |all: u64, word| all.rotate_left(9) ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        >> 32) as u8
}

/// Returns a key other than 0. Keys with close numbers differ in one word only.
fn key<const WORDS: usize>(number: u64) -> [u64; WORDS] {
    std::array::from_fn(|word| if word == number as usize % WORDS { (number + 1) << 16 } else { 7 << 16 })
}

#[derive(Clone, Debug)]
enum Step {
    Put(u64, u8, u8, u64),
    Get(u64),
    Clear,
    Grow,
}

fn steps(keys: u64) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        400 => (0..keys, any::<u8>(), any::<u8>(), 0..1u64 << 40)
            .prop_map(|(number, below, above, work)| Step::Put(number, below, above, work)),
        400 => (0..keys).prop_map(Step::Get),
        2 => Just(Step::Clear),
        1 => Just(Step::Grow),
    ];
    prop::collection::vec(step, 0..3000)
}

/// Runs the steps on a table and on the oracle. A table that `keeps_all` has the bounds of the
/// oracle; another may have lost some, but has no others.
fn compare<const WORDS: usize, const REACH: usize>(
    table: &mut Table<Between, WORDS, REACH>,
    steps: &[Step],
    keeps_all: bool,
) {
    let mut oracle = HashMap::new();
    table.clear();
    let check = |table: &Table<Between, WORDS, REACH>, oracle: &HashMap<u64, Between>, number: u64| {
        let (found, expected) = (table.get(key(number)), oracle.get(&number).copied().unwrap_or(NOTHING));
        assert!(if keeps_all { found == expected } else { found.follows_from(expected) }, "key {number}");
    };
    for step in steps {
        match *step {
            Step::Put(number, below, above, work) => {
                let bounds = Between::around(key::<WORDS>(number), below, above);
                table.insert(key(number), bounds, work);
                let known = oracle.entry(number).or_insert(NOTHING);
                *known = known.and(bounds);
                // A new entry is never the one that is lost.
                assert!(bounds.follows_from(table.get(key(number))), "key {number}");
                check(table, &oracle, number);
            }
            Step::Get(number) => check(table, &oracle, number),
            Step::Clear => {
                table.clear();
                oracle.clear();
            }
            Step::Grow => {
                if table.bytes() < 4 << 20 {
                    table.grow().unwrap();
                }
            }
        }
    }
    for &number in oracle.keys() {
        check(table, &oracle, number);
    }
}

proptest! {
    /// One table serves all lists of steps of a case.
    #[test]
    fn a_memo_keeps_everything(cases in prop::collection::vec(steps(1000), 1..4)) {
        let (mut one, mut two, mut three) = (Memo::<_, 1>::new(1 << 30), Memo::<_, 2>::new(1 << 30), Memo::<_, 3>::new(1 << 30));
        for steps in &cases {
            compare(&mut one, steps, true);
            compare(&mut two, steps, true);
            compare(&mut three, steps, true);
        }
    }

    #[test]
    fn a_memo_that_may_not_grow_loses_entries_and_states_nothing_wrong(steps in steps(1000)) {
        compare(&mut Memo::<_, 3>::new(0), &steps, false);
        compare(&mut Memo::<_, 2>::new(0), &steps, false);
    }

    #[test]
    fn a_cache_states_nothing_wrong(cases in prop::collection::vec(steps(100_000), 1..4)) {
        let (mut two, mut three) = (Cache::<_, 2>::new(1 << 22), Cache::<_, 3>::new(0));
        for steps in &cases {
            compare(&mut two, steps, false);
            compare(&mut three, steps, false);
        }
    }

    /// The laws of [`Bounds`], which this test's own bounds obey.
    #[test]
    fn bounds_are_a_conjunction(one in any::<[u8; 2]>(), other in any::<[u8; 2]>()) {
        let [one, other] = [one, other].map(|[below, above]| Between::around([5u64], below, above));
        prop_assert_eq!(one.and(other), other.and(one));
        prop_assert_eq!(one.and(one), one);
        prop_assert_eq!(one.and(NOTHING), one);
        prop_assert_eq!(Between::from_bits(one.bits()), one);
    }
}

/// A memo grows from its least size to a million entries and keeps all of them.
#[test]
fn a_memo_grows() {
    let mut memo = Memo::<Between, 3>::new(u64::MAX);
    let least = memo.bytes();
    assert_eq!(least, Memo::<Between, 3>::LEAST);
    for number in 0..1_000_000 {
        memo.insert(key(number), Between::around(key::<3>(number), 3, 4), 1);
    }
    assert!((0..1_000_000).all(|number| memo.get(key(number)) == Between::around(key::<3>(number), 3, 4)));
    assert_eq!(memo.get(key(1_000_000)), NOTHING);
    assert!(memo.bytes() <= 128 * 1_000_000);
    memo.clear();
    assert_eq!((memo.bytes(), memo.get(key(0))), (least, NOTHING));
}

/// A cache keeps its entries when it grows, and grows to its limit only.
#[test]
fn a_cache_grows_to_its_limit() {
    let mut cache = Cache::<Between, 2>::new((1 << 20) + 5);
    let mut grown = 0;
    for number in 0..1 << 18 {
        let entries = cache.put(key(number), Between::around(key::<2>(number), 3, 4), 1);
        cache.note_used(entries);
        if cache.should_grow() {
            let known =
                |cache: &Cache<_, 2>| (0..number).map(|number| cache.get(key(number))).collect::<Vec<_>>();
            let before = known(&cache);
            cache.grow().unwrap();
            assert_eq!(known(&cache), before);
            grown += 1;
        }
    }
    assert_eq!((cache.bytes(), grown), (1 << 20, 2));
    let mut short = Cache::<Between, 2>::new(1 << 20);
    short.stop_growing();
    short.note_used(1 << 20);
    assert!(!short.should_grow());
}

/// In a full bucket of a cache, the entry of the shortest search is lost.
#[test]
fn the_least_work_is_replaced() {
    let cache = Cache::<Between, 2>::new(0);
    for number in 0..1 << 16 {
        cache.put(key(number), Between::around(key::<2>(number), 3, 4), 1 << (number % 16));
    }
    let kept = |log: u64| {
        (0..1 << 16).filter(|number| number % 16 == log && cache.get(key(*number)) != NOTHING).count()
    };
    assert!(kept(0) < kept(12) && kept(12) < kept(15), "{} {} {}", kept(0), kept(12), kept(15));
}

/// Threads fill a memo while it grows. Afterwards it has all bounds.
#[test]
fn threads_fill_a_memo() {
    let memo = SharedMemo::<Between, 3>::default();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let memo = &memo;
            scope.spawn(move || {
                for number in 0..50_000 {
                    // Threads store different bounds of the same keys, two of them in reverse order.
                    let number = if thread < 2 { number } else { 49_999 - number };
                    let bounds = Between::around(key::<3>(number), 9 + thread % 2 * 20, 29 - thread % 2 * 20);
                    memo.put(key(number), bounds, 1);
                    let found = memo.get(key(number));
                    assert!(
                        bounds.follows_from(found)
                            && found.follows_from(Between::around(key::<3>(number), 9, 9))
                    );
                }
            });
        }
    });
    for number in 0..50_000 {
        assert_eq!(memo.get(key(number)), Between::around(key::<3>(number), 9, 9));
    }
}

/// While threads overwrite the entries of a small cache, readers find only true bounds.
#[test]
fn readers_of_a_cache_find_only_what_was_stored() {
    let cache = Cache::<Between, 2>::new(0);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let (cache, done) = (&cache, &done);
            scope.spawn(move || {
                for number in (0..400_000).map(|at| (at * 2 + thread) % 60_000) {
                    cache.put(key(number), Between::around(key::<2>(number), 0, 0), number);
                }
                done.store(true, Relaxed);
            });
        }
        let (cache, done) = (&cache, &done);
        scope.spawn(move || {
            while !done.load(Relaxed) {
                for number in (0..60_000).step_by(7) {
                    assert!(cache.get(key(number)).follows_from(Between::around(key::<2>(number), 0, 0)));
                }
            }
        });
    });
}
