//! The documented properties of the battery.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use quadrille_random::battery::{InterleaveError, Null, Size, TESTS, Values, Width};
use quadrille_random::progress::{Cancelled, Progress};
use quadrille_random::rand_core::Rng;
use quadrille_random::splitmix64::mix;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use crate::battery::subjects::{each, width};
use crate::battery::{statistics, test};

fn generator() -> Xoshiro256PlusPlus {
    StreamKey::new(31459, 0).rng()
}

#[test]
fn tests_take_as_many_values_as_their_size_says() {
    for test in &TESTS {
        for size in [19, 20, 21] {
            let taken = Rc::new(Cell::new(0));
            let (count, mut generator) = (Rc::clone(&taken), generator());
            let values = Values::new(width(32), move |block| {
                count.set(count.get() + block.len() as u64);
                block.fill_with(|| generator.next_u64());
            });
            statistics(test, values, size);
            // Birthdays of 2, 3 and 4 values are drawn one after the other, 2^size / 4 of each.
            let most = if test.name == "birthdays" { 9 << (size - 2) } else { 1 << size };
            assert!(
                (most / 2..=most).contains(&taken.get()),
                "{} takes {} of {most}",
                test.name,
                taken.get()
            );
        }
    }
}

#[test]
fn progress_rises_to_the_end_and_any_answer_can_stop() {
    for test in &TESTS {
        let heard = Mutex::new(Vec::new());
        let mut values = Values::u32(generator());
        let done = test.run(&mut values, Size::MIN, &|progress: &Progress| {
            assert_eq!((progress.total, progress.unit.as_deref()), (Some(1 << 19), Some("values")));
            heard.lock().unwrap().push(progress.done);
            ControlFlow::Continue(())
        });
        assert!(done.is_ok());
        let heard = heard.into_inner().unwrap();
        assert!(heard.len() >= 4 && heard.is_sorted(), "{}: {heard:?}", test.name);
        assert_eq!(heard[heard.len() - 1], 1 << 19, "{}: {heard:?}", test.name);
        for stop in [0, heard.len() / 3, heard.len() - 1] {
            let asked = AtomicUsize::new(0);
            let stopped = test.run(&mut Values::u32(generator()), Size::MIN, &|_: &Progress| {
                let before = asked.fetch_add(1, Ordering::Relaxed);
                if before >= stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((stopped, asked.into_inner()), (Err(Cancelled), stop + 1), "{}", test.name);
        }
    }
}

#[test]
fn bits_above_the_width_are_ignored() {
    for test in &TESTS {
        let (mut clean, mut dirty) = (generator(), generator());
        let clean = statistics(test, each(15, move || clean.next_u64() & 0x7FFF), 19);
        assert_eq!(statistics(test, each(15, move || dirty.next_u64()), 19), clean, "{}", test.name);
    }
}

#[test]
fn names_of_statistics_differ_and_depend_on_the_width_alone() {
    for test in &TESTS {
        for bits in [15, 20, 31, 32, 53, 64] {
            let names = |size, stream| -> Vec<String> {
                let mut generator = StreamKey::new(1, stream).rng();
                let statistics = statistics(test, each(bits, move || generator.next_u64()), size);
                statistics.into_iter().map(|statistic| statistic.name.into_owned()).collect()
            };
            let at_least = names(19, 0);
            assert!(
                at_least.iter().enumerate().all(|(i, name)| !at_least[..i].contains(name)),
                "{at_least:?}"
            );
            assert_eq!(at_least, names(19, 1), "{}", test.name);
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn statistics_can_be_stored_and_read_back() {
    for test in &TESTS {
        let statistics = statistics(test, Values::u64(generator()), 19);
        let bytes = postcard::to_stdvec(&statistics).expect("statistics can be stored");
        assert_eq!(postcard::from_bytes::<Vec<quadrille_random::battery::Statistic>>(&bytes), Ok(statistics));
    }
    assert_eq!(
        postcard::from_bytes::<Size>(&postcard::to_stdvec(&Size::MAX).expect("a size")),
        Ok(Size::MAX)
    );
    assert!(postcard::from_bytes::<Size>(&[31]).is_err());
}

/// A hash of the bits of every statistic and p-value.
#[test]
fn the_same_values_give_the_same_bits_on_every_machine() {
    let mut fold = 0;
    for test in &TESTS {
        for bits in [15, 64] {
            let mut generator = generator();
            for statistic in statistics(test, each(bits, move || generator.next_u64() >> (64 - bits)), 20) {
                fold = mix(fold ^ mix(statistic.value.to_bits()) ^ statistic.p.to_bits());
            }
        }
    }
    assert_eq!(fold, 0x1867_5A28_529A_A07B, "{fold:#018X}");
}

#[test]
fn narrow_values_have_no_points_in_few_dimensions() {
    let dimensions = |bits| -> Vec<String> {
        let mut generator = generator();
        let statistics = statistics(test("birthdays"), each(bits, move || generator.next_u64()), 24);
        assert!(statistics.iter().all(|statistic| statistic.null == Null::Poisson { mean: 16.0 }));
        statistics.into_iter().map(|statistic| statistic.name.into_owned()).collect()
    };
    assert_eq!(dimensions(15), ["points in 4 dimensions"]);
    assert_eq!(dimensions(29), ["points in 3 dimensions", "points in 4 dimensions"]);
    assert_eq!(dimensions(31).len(), 3);
}

#[test]
fn widths_and_sizes_have_limits() {
    assert_eq!([14, 15, 64, 65].map(|bits| Width::new(bits).is_some()), [false, true, true, false]);
    assert_eq!([18, 19, 30, 31].map(|size| Size::new(size).is_some()), [false, true, true, false]);
    assert_eq!((width(15).mask(), width(64).mask()), (0x7FFF, u64::MAX));
}

#[test]
fn streams_that_cannot_be_interleaved_are_refused() {
    assert_eq!(Values::interleaved(Vec::new()).err(), Some(InterleaveError::None));
    let mixed = vec![each(15, || 0), each(31, || 0)];
    let error = Values::interleaved(mixed).expect_err("different widths");
    assert_eq!(
        error.to_string(),
        "cannot interleave a stream of 31-bit values with streams of 15-bit values"
    );
}

proptest! {
    /// With blocks of any lengths, value i is number i/n of stream i mod n.
    #[test]
    fn interleaving_takes_the_streams_in_turn(
        streams in 1..20u64,
        lengths in prop::collection::vec(0..50usize, 0..20),
    ) {
        let counting = |stream: u64| {
            let mut count = 0;
            each(64, move || {
                count += 1;
                stream << 32 | (count - 1)
            })
        };
        let mut values = Values::interleaved((0..streams).map(counting).collect()).expect("streams of one width");
        let mut at = 0;
        for length in lengths {
            let mut block = vec![0; length];
            values.fill(&mut block);
            for value in block {
                prop_assert_eq!(value, (at % streams) << 32 | (at / streams));
                at += 1;
            }
        }
    }
}
