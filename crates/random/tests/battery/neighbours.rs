//! Neighbouring streams: the consecutive seeds of asa128 are detected, and stream keys pass.

use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_random::StreamKey;
use quadrille_random::battery::{Neighbours, Verdict, verdict};
use quadrille_random::catalogue;
use quadrille_random::generators::Asa128Doubles;
use quadrille_random::progress::{Cancelled, Progress};
use quadrille_random::rand_core::Rng;
/// Number of draws of asa128's first refill.
const REFILL: usize = 8191;

fn measure(pairs: std::ops::Range<u64>, draws: usize, fill: &mut dyn FnMut(u64, &mut [f64])) -> Neighbours {
    Neighbours::measure(pairs, draws, fill, &()).expect("not stopped")
}

fn keyed(stream: u64, draws: &mut [f64]) {
    let mut generator = StreamKey::new(31459, stream).rng();
    draws.fill_with(|| generator.next_f64());
}

/// The rule of asa128: stream k is seed k.
fn consecutive_seeds(seed: u64, draws: &mut [f64]) {
    let mut generator = Asa128Doubles::new(seed as u32);
    draws.fill_with(|| generator.next_f64());
}

#[test]
fn consecutive_seeds_of_asa128_are_flagged_at_the_end_of_the_first_refill() {
    let neighbours = measure(31459..32459, REFILL, &mut consecutive_seeds);
    let statistics = neighbours.statistics();
    assert_eq!(verdict(&statistics), Verdict::Flagged);
    assert!(
        statistics[0].p < 1e-10 && statistics[1].p < 1e-60 && statistics[1].at == Some(8190),
        "{statistics:?}"
    );
    let z: Vec<f64> = neighbours.deviates().collect();
    assert!(z[8186..].iter().all(|&z| z > 5.0), "{:?}", &z[8180..]);
    let outstanding = measure(31459..33459, REFILL, &mut consecutive_seeds).outstanding();
    assert!(outstanding.iter().map(|&(draw, _)| draw).eq(8186..=8190), "{outstanding:?}");
    // The correlation has vanished at draw 8170.
    assert!(z[..8170].iter().all(|z| z.abs() < 5.0));
}

#[test]
fn seeds_from_everywhere_correlate_with_the_next_as_is_known_of_asa128() {
    let mut neighbours = Neighbours::default();
    let mut seeds = StreamKey::new(2, 0).rng();
    for _ in 0..2000 {
        let seed = seeds.next_u64() >> 32;
        neighbours.merge(&measure(seed..seed + 1, REFILL, &mut consecutive_seeds));
    }
    let correlations: Vec<f64> = neighbours.correlations().collect();
    for (draw, expected) in [(8186, 0.30), (8187, 0.30), (8188, 0.44), (8189, 0.44), (8190, 0.66)] {
        // The standard error is 0.02.
        assert!((correlations[draw] - expected).abs() < 0.08, "draw {draw}: {}", correlations[draw]);
    }
}

#[test]
fn other_consecutive_seeds_are_found_out_as_the_catalogue_says() {
    for name in ["net-random", "glibc-rand", "msvc-rand"] {
        let generator = catalogue::find(name).unwrap();
        let mut first = |stream, draws: &mut [f64]| {
            generator.start_stream(31459, stream, Level::best()).unwrap().fill_f64(draws);
        };
        let statistics = measure(0..1000, 50, &mut first).statistics();
        assert_eq!(verdict(&statistics), Verdict::Flagged, "{name}: {statistics:?}");
    }
}

#[test]
fn stream_keys_pass() {
    let neighbours = measure(0..1000, REFILL, &mut keyed);
    assert_eq!(verdict(&neighbours.statistics()), Verdict::Passed);
    assert_eq!(neighbours.outstanding(), []);
    let substreams = &mut |substream, draws: &mut [f64]| {
        let mut generator = StreamKey { seed: 31459, stream: 7, substream }.rng();
        draws.fill_with(|| generator.next_f64());
    };
    assert_eq!(verdict(&measure(0..4000, 50, substreams).statistics()), Verdict::Passed);
}

#[test]
fn streams_that_avoid_one_another_are_flagged_too() {
    // Every other stream is the mirror image of the previous one.
    let mirrored = &mut |stream: u64, draws: &mut [f64]| {
        keyed(stream / 2, draws);
        if stream % 2 == 1 {
            for draw in draws {
                *draw = 1.0 - *draw;
            }
        }
    };
    let statistics = measure(0..200, 20, mirrored).statistics();
    assert!(statistics[1].value < -5.0 && verdict(&statistics) == Verdict::Flagged, "{statistics:?}");
}

#[test]
fn figures_of_good_streams_are_uniform() {
    let (mut small, runs) = ([0; 2], 200);
    for run in 0..runs {
        let fill = &mut |stream, draws: &mut [f64]| {
            let mut generator = StreamKey { seed: 5, stream, substream: run }.rng();
            draws.fill_with(|| generator.next_f64());
        };
        for (small, statistic) in small.iter_mut().zip(measure(0..500, 40, fill).statistics()) {
            *small += u32::from(statistic.p < 0.25);
        }
    }
    // The expectation is 50 ± 6.1 of 200.
    assert!(small.iter().all(|&small| small.abs_diff(50) < 25), "{small:?}");
}

#[test]
fn ends_of_the_range_are_not_beyond_it() {
    let neighbours = measure(0..10, 3, &mut |_, draws| draws.copy_from_slice(&[0.0, 1.0, 0.5]));
    let correlations: Vec<f64> = neighbours.correlations().collect();
    // The square of the largest deviation from the mean is three times the variance.
    assert!((correlations[0] - 3.0).abs() < 1e-3 && (correlations[1] - 3.0).abs() < 1e-3, "{correlations:?}");
    assert!(correlations[2].abs() < 1e-3);
}

#[test]
fn an_observer_can_stop_it() {
    let at_three = |progress: &Progress| {
        assert_eq!((progress.total, progress.unit.as_deref()), (Some(100), Some("streams")));
        assert!(progress.done <= 3);
        if progress.done == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(Neighbours::measure(0..100, 5, &mut keyed, &at_three), Err(Cancelled));
}

proptest! {
    /// Parts merged in any order equal the whole.
    #[test]
    fn parts_add_up(mut cuts in prop::collection::vec(0..60u64, 0..5), turn in 0..5usize) {
        cuts.extend([0, 60]);
        cuts.sort_unstable();
        let mut parts: Vec<_> = cuts.windows(2).map(|cut| measure(cut[0]..cut[1], 7, &mut keyed)).collect();
        let length = parts.len();
        parts.rotate_left(turn % length);
        let mut sum = Neighbours::default();
        for part in &parts {
            sum.merge(part);
        }
        prop_assert_eq!(sum, measure(0..60, 7, &mut keyed));
    }
}
