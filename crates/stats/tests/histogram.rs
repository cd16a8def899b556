//! Bins compared with a linear search through the edges; properties of round edges.

use proptest::prelude::*;
use quadrille_stats::{Bins, Histogram, StatsError};

/// Returns the bin of a value by a linear search.
fn bin_of(edges: &[f64], value: f64) -> Option<usize> {
    let last = edges.len() - 2;
    (0..=last).find(|&i| edges[i] <= value && (value < edges[i + 1] || i == last && value <= edges[i + 1]))
}

fn edges() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(prop_oneof![-100.0..100.0f64, (-5..5i8).prop_map(f64::from)], 2..20).prop_map(
        |mut edges| {
            edges.sort_by(f64::total_cmp);
            edges.dedup();
            if edges.len() < 2 { vec![0.0, 1.0] } else { edges }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn values_fall_into_the_bins_of_their_edges(
        edges in edges(), free in prop::collection::vec(-150.0..150.0f64, 0..50),
        shards in prop::collection::vec(0..3usize, 120), order in Just([0, 1, 2]).prop_shuffle(),
    ) {
        let bins = Bins::between(edges.clone()).expect("rising edges");
        // Arbitrary values, and each edge with its adjacent floats.
        let near = edges.iter().flat_map(|&edge| [edge.next_down(), edge, edge.next_up()]);
        let values: Vec<f64> = free.into_iter().chain(near).collect();

        let mut whole = Histogram::new(bins.clone());
        let mut parts = vec![Histogram::new(bins.clone()); 3];
        let mut expected = vec![0; bins.count()];
        let (mut below, mut above) = (0, 0);
        for (&value, &shard) in values.iter().zip(&shards) {
            whole.record(value).expect("finite");
            parts[shard].record(value).expect("finite");
            match bin_of(&edges, value) {
                Some(bin) => expected[bin] += 1,
                None if value < edges[0] => below += 1,
                None => above += 1,
            }
        }
        prop_assert_eq!(whole.counts(), expected);
        prop_assert_eq!((whole.below(), whole.above()), (below, above));
        prop_assert_eq!(whole.total(), values.len().min(shards.len()) as u64);

        let mut merged = Histogram::new(bins);
        for shard in order {
            merged.merge(&parts[shard]).expect("the same bins");
        }
        prop_assert_eq!(merged, whole);
    }

    #[test]
    fn round_edges_cover_the_range_with_few_bins(
        a in prop_oneof![-1e3..1e3f64, any::<f64>(), Just(0.0), 1e15..1e15 + 3.0, Just(1e-320)],
        b in prop_oneof![-1e3..1e3f64, any::<f64>(), Just(0.0), 1e15..1e15 + 3.0, Just(3e-320)],
        total in prop_oneof![0..100u64, any::<u64>()],
    ) {
        prop_assume!(a.abs() < 1e307 && b.abs() < 1e307);
        let (min, max) = (a.min(b), a.max(b));
        let bins = Bins::nice(min, max, total).expect("finite limits");
        let edges = bins.edges();
        prop_assert!(edges[0] <= min && max <= edges[edges.len() - 1], "{:?}", edges);
        let wanted = ((8.0 * total as f64).cbrt().ceil() as usize).clamp(1, 30);
        prop_assert!(bins.count() <= wanted + 1, "{} bins instead of {}: {:?}", bins.count(), wanted, edges);
        if min < max {
            prop_assert!(edges[1] > min);
            prop_assert!(edges[edges.len() - 2] < max);
            // A nice width is at most 2.5 times the next smaller one, so there are at least
            // 1/2.5 of the desired bins.
            if max - min > max.abs().max(min.abs()) * 1e-9 && max - min > 1e-300 {
                prop_assert!((bins.count() as f64) * 2.5 + 1e-9 >= wanted as f64, "{:?} for {}", edges, wanted);
            }
        }
    }
}

#[test]
fn round_edges_print_with_few_digits() {
    let edges =
        |min, max, total| format!("{:?}", Bins::nice(min, max, total).expect("finite limits").edges());
    assert_eq!(edges(0.0, 1.0, 125), "[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]");
    assert_eq!(edges(-3.2, 17.0, 16), "[-5.0, 0.0, 5.0, 10.0, 15.0, 20.0]");
    assert_eq!(edges(7.0, 7.0, 50), "[0.0, 10.0]");
    assert_eq!(edges(-0.003, -0.003, 1), "[-0.005, 0.0]");
    assert_eq!(edges(0.0, 0.0, 0), "[0.0, 1.0]");
    // 0.6 / 0.2 and 1.4 / 0.2 are not whole numbers in floats.
    assert_eq!(edges(0.6, 1.4, 8), "[0.6, 0.8, 1.0, 1.2, 1.4]");
    assert_eq!(edges(1234.5, 1234.75, 1), "[1234.4, 1234.6, 1234.8]");
}

#[test]
fn wrong_edges_are_refused() {
    assert_eq!(Bins::between([1.0]), Err(StatsError::BinCount(0)));
    assert_eq!(Bins::between([]), Err(StatsError::BinCount(0)));
    assert_eq!(Bins::between([0.0, 2.0, 2.0]), Err(StatsError::Edges { index: 2, edge: 2.0, before: 2.0 }));
    assert!(matches!(Bins::between([0.0, f64::NAN]), Err(StatsError::NotFinite(_))));
    assert!(matches!(Bins::between([0.0, f64::INFINITY]), Err(StatsError::NotFinite(_))));
    assert_eq!(Bins::equal(0.0, 1.0, 0), Err(StatsError::BinCount(0)));
    assert_eq!(Bins::equal(0.0, 1.0, usize::MAX), Err(StatsError::BinCount(usize::MAX)));
    assert!(matches!(Bins::equal(1.0, 0.0, 2), Err(StatsError::Edges { .. })));
    assert!(matches!(Bins::equal(1.0, 1.0 + f64::EPSILON, 2), Err(StatsError::Edges { .. })));
    assert!(matches!(Bins::equal(f64::MIN, f64::MAX, 2), Err(StatsError::NotFinite(_))));
    assert!(matches!(Bins::nice(f64::NAN, 1.0, 10), Err(StatsError::NotFinite(_))));
    assert!(matches!(Bins::nice(2.0, 1.0, 10), Err(StatsError::Edges { .. })));
    assert!(matches!(Bins::nice(0.0, f64::MAX, 10), Err(StatsError::NotFinite(_)) | Ok(_)));
}

#[test]
fn different_bins_do_not_merge() {
    let mut one = Histogram::new(Bins::equal(0.0, 1.0, 2).expect("bins"));
    let other = Histogram::new(Bins::equal(0.0, 1.0, 3).expect("bins"));
    assert_eq!(one.merge(&other), Err(StatsError::BinsDiffer));
    assert!(matches!(one.record(f64::NAN), Err(StatsError::NotFinite(_))));
    assert_eq!(one.total(), 0);
}
