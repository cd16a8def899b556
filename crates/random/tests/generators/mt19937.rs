//! MT19937 compared with values of `NumPy` and with the crate `rand_mt`.

use proptest::prelude::*;
use quadrille_random::generators::Mt19937;
use quadrille_random::rand_core::Rng;
use rand_mt::Mt;

use crate::generators::tables::{numbers, rows};

#[test]
fn the_values_of_numpy() {
    for row in rows(include_str!("../data/mt19937.txt")) {
        let [function, start, seam, far] = row[..] else { panic!("{row:?}") };
        let (name, arguments) = function.split_once(' ').unwrap();
        let arguments: Vec<u32> = numbers(arguments);
        let mut generator = match name {
            "init_genrand" => Mt19937::new(arguments[0]),
            "init_by_array" => Mt19937::init_by_array(&arguments),
            _ => panic!("{name}"),
        };
        let drawn: Vec<u32> = (0..10_003).map(|_| generator.next_u32()).collect();
        assert_eq!(drawn[..5], numbers::<u32>(start), "{name}");
        assert_eq!(drawn[622..626], numbers::<u32>(seam), "{name}");
        assert_eq!(drawn[10_000..], numbers::<u32>(far), "{name}");
    }
}

#[test]
fn doubles_are_words_over_the_largest_word() {
    let mut words = Mt19937::new(5489);
    let mut doubles = words.clone();
    for _ in 0..2000 {
        let expected = f64::from(words.next_u32()) * (1.0 / 4294967295.0);
        assert_eq!(doubles.next_f64().to_bits(), expected.to_bits());
    }
}

#[test]
fn an_empty_key_is_one_word_zero() {
    assert_eq!(Mt19937::init_by_array(&[]), Mt19937::init_by_array(&[0]));
}

proptest! {
    #[test]
    fn init_genrand_is_that_of_rand_mt(seed: u32, lengths in proptest::collection::vec(0..1500usize, 0..6)) {
        let mut ours = Mt19937::new(seed);
        let mut oracle = Mt::new(seed);
        for length in lengths {
            let mut words = vec![0; length];
            ours.fill_u32(&mut words);
            for word in words {
                prop_assert_eq!(word, oracle.next_u32());
            }
            prop_assert_eq!(ours.next_u32(), oracle.next_u32());
        }
    }

    /// Up to 624 words; `rand_mt` ignores the rest of longer keys.
    #[test]
    fn init_by_array_is_that_of_rand_mt(key in proptest::collection::vec(any::<u32>(), 1..=624)) {
        let mut ours = Mt19937::init_by_array(&key);
        let mut oracle = Mt::new_with_key(key);
        for _ in 0..700 {
            prop_assert_eq!(ours.next_u32(), oracle.next_u32());
        }
    }
}
