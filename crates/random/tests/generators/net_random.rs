//! .NET's `System.Random` compared with Mono, and the field of the Game of Life article.

use quadrille_random::generators::NetRandom;
use quadrille_random::rand_core::Rng;
use serde_json::Value;

use crate::generators::tables::{numbers, rows};

#[test]
fn the_outputs_of_mono() {
    for row in rows(include_str!("../data/net_random.txt")) {
        let [seed, start, far, doubles] = row[..] else { panic!("{row:?}") };
        let mut generator = NetRandom::new(seed.parse().unwrap());
        let drawn: Vec<u32> = (0..5003).map(|_| generator.next_raw()).collect();
        assert_eq!(drawn[..8], numbers::<u32>(start), "seed {seed}");
        assert_eq!(drawn[5000..], numbers::<u32>(far), "seed {seed}");
        for bits in doubles.split_whitespace() {
            assert_eq!(format!("{:016x}", generator.next_f64().to_bits()), bits, "seed {seed}");
        }
    }
}

/// The article's field, filled column by column, without the outermost ring.
#[test]
fn the_field_of_the_article() {
    let rows: Value = serde_json::from_str(include_str!("../data/net_random_soup.json")).unwrap();
    let starts = rows.as_array().unwrap().iter().filter(|row| row["gen"] == 0);
    let mut compared = 0;
    for row in starts {
        let mut generator = NetRandom::new(row["seed"].as_i64().unwrap() as i32);
        let threshold = row["threshold"].as_f64().unwrap();
        let (mut population, mut fingerprint) = (0, 0i32);
        for x in 1..=1918 {
            for y in 1..=1078 {
                if generator.next_f64() < threshold {
                    population += 1;
                    fingerprint = fingerprint.wrapping_mul(31).wrapping_add(x);
                    fingerprint = fingerprint.wrapping_mul(31).wrapping_add(y);
                }
            }
        }
        assert_eq!(population, row["population"].as_i64().unwrap(), "threshold {threshold}");
        assert_eq!(i64::from(fingerprint), row["fingerprint"].as_i64().unwrap(), "threshold {threshold}");
        compared += 1;
    }
    assert_eq!(compared, 2);
}

#[test]
fn the_sign_of_the_seed_is_dropped() {
    for seed in [1, 31459, i32::MAX] {
        assert_eq!(NetRandom::new(seed), NetRandom::new(-seed));
    }
    assert_eq!(NetRandom::new(i32::MIN), NetRandom::new(i32::MAX));
}

#[test]
fn a_word_is_two_calls_the_first_highest() {
    let mut words = NetRandom::new(12345);
    let mut calls = words.clone();
    for _ in 0..1000 {
        let [first, second] = [(); 2].map(|()| u64::from(calls.next_raw()));
        assert_eq!(u64::from(words.next_u32()), (first << 31 | second) >> 30);
    }
    let mut pairs = words.clone();
    let [low, high] = [(); 2].map(|()| u64::from(words.next_u32()));
    assert_eq!(pairs.next_u64(), high << 32 | low);
}

#[test]
fn each_output_follows_from_two_before() {
    let modulus = i64::from(i32::MAX);
    let mut generator = NetRandom::new(7);
    let drawn: Vec<i64> = (0..10_000).map(|_| generator.next_raw().into()).collect();
    for i in 55..drawn.len() {
        assert_eq!((drawn[i - 55] - drawn[i - 34]).rem_euclid(modulus), drawn[i], "draw {i}");
    }
}
