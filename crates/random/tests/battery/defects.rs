//! Each test detects its defect in values without other defects.

use quadrille_random::battery::{Size, TESTS, THRESHOLD, Values};
use quadrille_random::rand_core::Rng;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use crate::battery::subjects::each;
use crate::battery::{statistics, test};

fn good(stream: u64) -> Xoshiro256PlusPlus {
    StreamKey::new(161803, stream).rng()
}

/// Fails unless this statistic of the test is beyond the threshold.
#[track_caller]
fn assert_found(name: &str, statistic: &str, values: Values<'_>) {
    let statistics = statistics(test(name), values, Size::MIN.get());
    let found = statistics.iter().find(|found| found.name == statistic).expect("the name of a statistic");
    assert!(found.p < THRESHOLD, "{name}, {statistic}: p-value {}", found.p);
}

/// Returns true with probability 1/`times`.
fn seldom(generator: &mut impl Rng, times: u32) -> bool {
    generator.next_u32() < u32::MAX / times
}

#[test]
fn frequency_finds_a_bit_that_is_seldom_one() {
    let biased = |place: u32, times: u32| {
        let mut generator = good(0);
        each(32, move || {
            let value = u64::from(generator.next_u32());
            if seldom(&mut generator, times) { value & !(1 << place) } else { value }
        })
    };
    assert_found("frequency", "ones at all bit positions", biased(16, 50));
    assert_found("frequency", "ones at the worst bit position", biased(16, 50));
    assert_found("frequency", "leading bits", biased(28, 20));
    assert_found("frequency", "trailing bits", biased(3, 20));
}

#[test]
fn frequency_finds_counts_that_are_too_even() {
    // Every 32-bit value once, in an irregular order.
    let mut value = 0u32;
    let even = each(32, move || {
        value = value.wrapping_add(0x9E37_79B9);
        value.into()
    });
    assert_found("frequency", "leading bits", even);
}

#[test]
fn serial_finds_a_value_that_repeats() {
    for (statistic, part) in [("leading bits", 0xFF00_0000u64), ("trailing bits", 0xFF)] {
        let (mut generator, mut last) = (good(1), 0);
        let values = each(32, move || {
            let value = u64::from(generator.next_u32());
            last = if seldom(&mut generator, 40) { value & !part | last & part } else { value };
            last
        });
        assert_found("serial", statistic, values);
    }
}

#[test]
fn runs_find_values_that_turn_back() {
    // Some values are the mirror image of the previous one.
    let mirrored = || {
        let (mut generator, mut last) = (good(2), 0);
        each(32, move || {
            last = if seldom(&mut generator, 20) { 0xFFFF_FFFF - last } else { generator.next_u32().into() };
            last
        })
    };
    assert_found("runs", "rising values", mirrored());
    assert_found("runs", "falling values", mirrored());
    assert_found("runs", "changes at all bit positions", mirrored());
}

#[test]
fn runs_find_a_place_that_is_slow_to_change() {
    let (mut generator, mut last) = (good(3), 0);
    let values = each(32, move || {
        let value = u64::from(generator.next_u32());
        last = if seldom(&mut generator, 50) { value & !0x400 | last & 0x400 } else { value };
        last
    });
    assert_found("runs", "changes at the worst bit position", values);
}

#[test]
fn gaps_find_visits_that_repeat() {
    for (part, names) in [
        (0xFF00_0000u64, ["leading bits: visits", "leading bits: gaps"]),
        (0xFF, ["trailing bits: visits", "trailing bits: gaps"]),
    ] {
        // One visit in four is followed by another 55 values later.
        let (mut generator, mut count, mut due) = (good(4), 0, Vec::new());
        let repeated = each(32, move || {
            count += 1;
            let mut value = u64::from(generator.next_u32());
            if due.first() == Some(&count) {
                due.remove(0);
                value &= !part;
            } else if value & part == 0 && seldom(&mut generator, 4) {
                due.push(count + 55);
            }
            value
        });
        assert_found("gaps", names[1], repeated);
        // There are no visits, and thus no gaps.
        let mut generator = good(5);
        let never = each(32, move || u64::from(generator.next_u32() | 0x0100_0001));
        assert_found("gaps", names[0], never);
    }
}

#[test]
fn permutations_find_an_order_that_comes_too_often() {
    // Every hundredth group of six is sorted.
    let (mut generator, mut group) = (good(6), Vec::new());
    let values = each(64, move || {
        if group.is_empty() {
            group = (0..6).map(|_| generator.next_u64()).collect();
            if seldom(&mut generator, 100) {
                group.sort_unstable();
            }
        }
        group.pop().expect("six values")
    });
    assert_found("permutations", "orders of six", values);
}

#[test]
fn maximum_finds_groups_of_fewer_different_values() {
    // In every other group of eight the last value repeats the first.
    let (mut generator, mut count, mut first) = (good(7), 0, 0);
    let values = each(32, move || {
        let value = u64::from(generator.next_u32());
        count = (count + 1) % 8;
        match count {
            1 => first = value,
            0 if seldom(&mut generator, 2) => return first,
            _ => {}
        }
        value
    });
    assert_found("maximum", "largest of eight", values);
}

#[test]
fn collisions_find_points_that_avoid_one_another() {
    // Pairs that enumerate the urns: 2²⁰ balls without a collision.
    for (shift, statistic) in
        [(22, "10 leading bits of each of 2 values"), (0, "10 trailing bits of each of 2 values")]
    {
        let (mut count, mut high) = (0u64, false);
        let values = each(32, move || {
            high = !high;
            count += u64::from(high);
            (if high { count >> 10 } else { count } & 0x3FF) << shift
        });
        assert_found("collisions", statistic, values);
    }
    // Twenty values that spell the number of an urn.
    for (place, statistic) in
        [(31, "one leading bit of each of 20 values"), (0, "one trailing bit of each of 20 values")]
    {
        let (mut count, mut bit) = (0u64, 0);
        let values = each(32, move || {
            count += u64::from(bit == 0);
            bit = (bit + 1) % 20;
            (count >> bit & 1) << place
        });
        assert_found("collisions", statistic, values);
    }
}

#[test]
fn birthdays_find_a_lattice() {
    // A congruential generator modulo 2³², whose values are its whole state.
    let congruential = || {
        let mut state = 1u32;
        each(32, move || {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            state.into()
        })
    };
    for statistic in ["points in 2 dimensions", "points in 3 dimensions", "points in 4 dimensions"] {
        assert_found("birthdays", statistic, congruential());
    }
}

#[test]
fn weights_find_a_correlation_at_any_lag() {
    for lag in [1usize, 20, 32] {
        // Some values have the weight of the value `lag` before, with other bits.
        let mut generator = good(8);
        let mut last = vec![0u32; lag];
        let mut at = 0;
        let values = each(32, move || {
            let value = generator.next_u32();
            let turned = last[at].rotate_left(value % 31 + 1);
            last[at] = if seldom(&mut generator, 50) { turned } else { value };
            let value = last[at];
            at = (at + 1) % lag;
            value.into()
        });
        let statistics = statistics(test("weights"), values, Size::MIN.get());
        let worst = statistics.iter().find(|statistic| statistic.name == "worst lag").expect("the statistic");
        assert!(worst.p < THRESHOLD && worst.at == Some(lag as u32) && worst.value > 0.0, "{worst:?}");
        assert!(statistics[0].name == "all lags" && statistics[0].p < THRESHOLD, "{statistics:?}");
    }
}

#[test]
fn weights_find_pairs_that_are_related_without_being_correlated() {
    // The weight repeats or is mirrored, with equal probabilities.
    let (mut generator, mut last) = (good(9), 0u32);
    let values = each(32, move || {
        let value = generator.next_u32();
        last = match value % 40 {
            0 => last.rotate_left(7),
            1 => !last.rotate_left(9),
            _ => generator.next_u32(),
        };
        last.into()
    });
    assert_found("weights", "pairs of weights", values);
}

#[test]
fn rank_finds_linear_bits() {
    // A bit position that obeys x⁷⁹ + x⁹ + 1.
    for (place, statistic) in [(31, "large, leading bits"), (0, "large, trailing bits")] {
        let mut generator = good(10);
        let mut bits: Vec<u64> = (0..79).map(|_| generator.next_u64() & 1).collect();
        let mut at = 0;
        let values = each(32, move || {
            bits[at] ^= bits[(at + 70) % 79];
            let bit = bits[at];
            at = (at + 1) % 79;
            u64::from(generator.next_u32()) & !(1 << place) | bit << place
        });
        assert_found("rank", statistic, values);
    }
    // Some values are the sum of the two before.
    let (mut generator, mut last) = (good(11), [0; 2]);
    let values = each(32, move || {
        let value = u64::from(generator.next_u32());
        let value = if seldom(&mut generator, 200) { last[0] ^ last[1] } else { value };
        last = [last[1], value];
        value
    });
    assert_found("rank", "small, leading bits", values);
}

#[test]
fn walk_finds_bits_that_go_on_or_turn_back() {
    for (place, part) in [(31, "leading"), (0, "trailing")] {
        for seen in ["end", "highest point", "returns"] {
            let (mut generator, mut last) = (good(12), 0);
            let values = each(32, move || {
                let value = u64::from(generator.next_u32());
                last = if seldom(&mut generator, 10) {
                    value & !(1 << place) | last & 1 << place
                } else {
                    value
                };
                last
            });
            assert_found("walk", &format!("{part} bits: {seen}"), values);
        }
    }
}

#[test]
fn constant_values_fail_every_test_but_stop_none() {
    for test in &TESTS {
        for (bits, value) in [(15, 0), (32, 0), (32, 0xFFFF_FFFF), (64, u64::MAX), (31, 0x2AAA_AAAA)] {
            let statistics = statistics(test, each(bits, || value), Size::MIN.get());
            assert!(
                statistics.iter().all(|statistic| statistic.value.is_finite()),
                "{}: {statistics:?}",
                test.name
            );
            assert!(
                statistics.iter().all(|statistic| (0.0..=1.0).contains(&statistic.p)),
                "{}: {statistics:?}",
                test.name
            );
            let flagged = statistics.iter().any(|statistic| statistic.p < THRESHOLD);
            assert!(flagged, "{} finds nothing in {value:#x} of {bits} bits: {statistics:?}", test.name);
        }
    }
}
