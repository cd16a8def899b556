//! Streams of neighbouring keys: thousands of pairs, tested for correlation and for biased bits.
//!
//! To show that the measurement can fail, it is also applied to rules with known defects, and must
//! detect each of them.

use quadrille_random::rand_core::{Rng, SeedableRng};
use quadrille_random::splitmix64::mix;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, f64_53};

/// A rule from (seed, stream, substream) to a generator.
type Rule = fn(StreamKey) -> Xoshiro256PlusPlus;

/// Draws of each stream. The first ones matter most, because the effects of seeding fade.
const DRAWS: usize = 8;

/// Pairs of each kind.
const PAIRS: u64 = 16384;

/// Standard deviations that are significant. Of 5368 nearly normal deviates of a perfect rule, one
/// exceeds 6 with a probability of about 10⁻⁵.
const LIMIT: f64 = 6.0;

/// Initial numbers of the first key: small, ordinary, and before carries.
const STARTS: [u64; 4] = [0, 31459, (1 << 32) - 2048, (1 << 63) - 2048];

const fn key(seed: u64, stream: u64, substream: u64) -> StreamKey {
    StreamKey { seed, stream, substream }
}

/// Returns pairs of keys that a simple rule could make similar, by kind.
fn neighbourhoods() -> Vec<(&'static str, Vec<(StreamKey, StreamKey)>)> {
    // Pair number n of a kind: a start and a distance.
    let numbers = || (0..PAIRS).map(|n| (STARTS[(n % 4) as usize].wrapping_add(n / 4), n));
    let pairs = |pair: fn(u64, u64) -> (StreamKey, StreamKey)| numbers().map(|(a, n)| pair(a, n)).collect();
    vec![
        ("next seed", pairs(|a, _| (key(a, 0, 0), key(a + 1, 0, 0)))),
        ("next stream", pairs(|a, _| (key(31459, a, 0), key(31459, a + 1, 0)))),
        ("next substream", pairs(|a, _| (key(31459, 7, a), key(31459, 7, a + 1)))),
        ("one bit of the seed", pairs(|a, n| (key(a, 3, 0), key(a ^ (1 << (n % 64)), 3, 0)))),
        ("one bit of the stream", pairs(|a, n| (key(1, a, 0), key(1, a ^ (1 << (n % 64)), 0)))),
        ("one bit of the substream", pairs(|a, n| (key(1, 0, a), key(1, 0, a ^ (1 << (n % 64)))))),
        ("same sum of seed and stream", pairs(|a, _| (key(a + 1, a, 0), key(a, a + 1, 0)))),
        ("same sum of stream and substream", pairs(|a, n| (key(5, n + 1, a), key(5, n, a + 1)))),
        ("seed and stream swapped", pairs(|a, n| (key(a, a + 1 + n, 0), key(a + 1 + n, a, 0)))),
        ("stream and substream swapped", pairs(|a, n| (key(9, a, a + 1 + n), key(9, a + 1 + n, a)))),
    ]
}

/// Returns a number with expectation 0 and variance 1 from a uniform word.
fn standardised(word: u64) -> f64 {
    (f64_53(word) - 0.5) * 12f64.sqrt()
}

/// Returns the significant deviations of the streams of `rule` from independence, in words.
fn findings(rule: Rule) -> Vec<String> {
    let mut found = Vec::new();
    for (kind, pairs) in neighbourhoods() {
        let streams: Vec<_> = pairs.iter().map(|&(a, b)| (draws(rule, a), draws(rule, b))).collect();
        let root = (streams.len() as f64).sqrt();
        let mut judge = |what: String, deviations: f64| {
            if deviations.abs() > LIMIT {
                found.push(format!("{kind}: {what} is off by {deviations:.1} standard deviations"));
            }
        };
        for i in 0..DRAWS {
            // The same draw of both streams, and each draw with the next one of the other.
            for j in [i, (i + 1) % DRAWS] {
                let sum: f64 = streams.iter().map(|(a, b)| standardised(a[i]) * standardised(b[j])).sum();
                judge(format!("correlation of draws {i} and {j}"), sum / root);
            }
            // The exclusive or of the same draw: as many ones as zeros, in total and at each
            // position.
            let weight: f64 = streams.iter().map(|(a, b)| f64::from((a[i] ^ b[i]).count_ones()) - 32.0).sum();
            judge(format!("Hamming distance of draws {i}"), weight / (4.0 * root));
            for bit in 0..64 {
                let ones: f64 =
                    streams.iter().map(|(a, b)| ((a[i] ^ b[i]) >> bit & 1) as f64 - 0.5).sum::<f64>();
                judge(format!("bit {bit} of the difference of draws {i}"), ones / (0.5 * root));
            }
        }
        let equal = streams.iter().filter(|(a, b)| (0..DRAWS).any(|i| a[i] == b[i])).count();
        if equal > 0 {
            found.push(format!("{kind}: {equal} pairs have an equal draw"));
        }
    }
    found.extend(parallelograms(rule));
    found
}

/// Checks four keys at the corners of a square in (seed, stream): if a rule adds separately mixed
/// parts, the other three determine the fourth, which pairs do not show.
fn parallelograms(rule: Rule) -> Vec<String> {
    let mut found = Vec::new();
    let side = 64;
    for i in 0..DRAWS {
        let mut sum = 0.0;
        let mut zero_sums = 0;
        for (a, b) in (0..side).flat_map(|a| (0..side).map(move |b| (a, b))) {
            let corners = [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(x, y)| draws(rule, key(a + x, b + y, 0))[i]);
            sum += corners.map(standardised).iter().product::<f64>();
            let [w, x, y, z] = corners;
            zero_sums += u32::from(w.wrapping_sub(x).wrapping_add(y) == z);
        }
        let deviations = sum / side as f64;
        if deviations.abs() > LIMIT {
            found.push(format!("squares: draws {i} are off by {deviations:.1} standard deviations"));
        }
        if zero_sums > 0 {
            found.push(format!(
                "squares: draw {i} of the fourth corner follows from the others {zero_sums} times"
            ));
        }
    }
    found
}

fn draws(rule: Rule, key: StreamKey) -> [u64; DRAWS] {
    let mut generator = rule(key);
    [(); DRAWS].map(|()| generator.next_u64())
}

/// Creates a generator with these words as its state.
fn from_words(words: [u64; 4]) -> Xoshiro256PlusPlus {
    let mut state = [0; 32];
    for (bytes, word) in state.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Xoshiro256PlusPlus::from_seed(state)
}

#[test]
fn neighbouring_streams_look_independent() {
    let found = findings(StreamKey::rng);
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

/// Fails unless the measurement detects a defect of the rule in this kind of neighbourhood.
fn assert_found(rule: Rule, kind: &str) {
    let found = findings(rule);
    assert!(found.iter().any(|finding| finding.starts_with(kind)), "nothing found in {kind}: {found:#?}");
}

#[test]
fn an_unmixed_state_is_found_out() {
    let rule: Rule =
        |key| from_words([key.seed.wrapping_add(key.stream), 0x1234_5678, 0x9ABC_DEF0, 0x0F1E_2D3C]);
    assert_found(rule, "next seed: correlation");
    assert_found(rule, "next stream: Hamming distance");
    assert_found(rule, "one bit of the stream: bit");
}

#[test]
fn seed_plus_thread_number_is_found_out() {
    // Each stream alone is well mixed, but (seed + 1, k) equals (seed, k + 1).
    assert_found(
        |key| {
            Xoshiro256PlusPlus::seed_from_u64(key.seed.wrapping_add(key.stream).wrapping_add(key.substream))
        },
        "same sum of seed and stream",
    );
}

#[test]
fn the_exclusive_or_of_the_parts_is_found_out() {
    assert_found(
        |key| Xoshiro256PlusPlus::seed_from_u64(key.seed ^ key.stream ^ key.substream),
        "seed and stream swapped",
    );
}

#[test]
fn parts_mixed_each_into_its_own_word_are_found_out() {
    // Stream and substream do not affect the words of the first draw.
    assert_found(|key| from_words([mix(key.seed), mix(key.stream), mix(key.substream), 1]), "next stream");
}

#[test]
fn separately_mixed_parts_added_up_are_found_out() {
    // The draws of any two keys look independent. The draws of the four keys from two seeds and two
    // streams (a square) do not.
    let rule: Rule = |key| {
        let sum = mix(key.seed ^ 1).wrapping_add(mix(!key.stream));
        from_words([sum, 0, 0, 0x5555_5555])
    };
    assert_found(rule, "squares");
}
