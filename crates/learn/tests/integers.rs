//! Networks in integers against the plain implementation, and against `f32`.

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_learn::{
    Judge as _, Learner, Network, Quantised, QuantisedBuffer, Rows, Samples, Shape, plain,
};
use quadrille_random::StreamKey;

/// Generates shapes of whole and partial blocks, weights of any magnitude that integers can hold
/// (some layers zero, some of one sign), the maximum number of inputs of a row, and rows.
fn cases() -> impl Strategy<Value = (Network, usize, Vec<Vec<u16>>)> {
    let shape = (1usize..50, 1usize..10, 1usize..7)
        .prop_map(|(inputs, first, second)| Shape::new(inputs, 16 * first, 16 * second).expect("fits"));
    let size = || prop_oneof![Just(0.0f32), 1e-6f32..1e-3, 0.01f32..2.0, 10.0f32..3000.0];
    let (first, second) = (size(), size());
    (shape, first, second, any::<u64>(), -1.0f32..1.0, 1usize..60).prop_flat_map(
        |(shape, first, second, seed, lean, most)| {
            let most = most.min(shape.inputs());
            let network = Network::random(shape, StreamKey::new(seed, 0));
            let boundary = shape.inputs() * shape.first() + shape.first();
            let values: Vec<f32> = network
                .values()
                .iter()
                .enumerate()
                .map(|(place, value)| match place {
                    _ if place >= shape.parameters() => 0.0,
                    _ if place < boundary => (value + lean * 0.1) * first,
                    _ => (value + lean * 0.1) * second,
                })
                .collect();
            let network = Network::from_values(shape, values).expect("finite");
            let cells = proptest::collection::btree_set(0..shape.inputs() as u16, 0..=most);
            let row = cells.prop_map(|cells| cells.into_iter().collect::<Vec<_>>()).prop_shuffle();
            (Just(network), Just(most), proptest::collection::vec(row, 1..8))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Every vector level gives the value of the plain implementation, in which no sum overflows.
    /// Buffers are reused between calls and between networks of different shapes.
    #[test]
    fn every_level_agrees_with_the_plain_form(
        (network, most, rows) in cases(),
        (other, others, _) in cases(),
        cut in 0usize..20,
    ) {
        let quantised = Quantised::new(Level::scalar(), &network, most);
        prop_assume!(quantised.is_ok());
        let quantised = quantised.expect("just seen");
        let (mut buffer, mut values) = (QuantisedBuffer::default(), Vec::new());
        for level in Level::available() {
            prop_assert_eq!(&Quantised::new(level, &network, most).expect("as before"), &quantised);
            if let Ok(other) = Quantised::new(level, &other, others) {
                other.judge(level, &[], &Rows::default(), &mut buffer, &mut values);
            }
            for cells in &rows {
                let (state, action) = cells.split_at(cut.min(cells.len()));
                let mut actions = Rows::default();
                actions.push(action.iter().copied());
                actions.push([]);
                quantised.judge(level, state, &actions, &mut buffer, &mut values);
                for (value, cells) in values.iter().zip([&cells[..], state]) {
                    let (expected, fits) = plain::quantised_value(&quantised, cells);
                    prop_assert!(fits, "a sum overflows");
                    prop_assert_eq!(i64::from(*value), expected, "{}", level);
                }
            }
        }
    }

    /// For every unit of the first layer, the rows with the largest and with the smallest weights,
    /// which give the extreme sums, do not overflow.
    #[test]
    fn the_worst_rows_do_not_overflow((network, most, _) in cases()) {
        if let Ok(quantised) = Quantised::new(Level::best(), &network, most) {
            let shape = network.shape();
            for unit in 0..shape.first() {
                let mut cells: Vec<u16> = (0..shape.inputs() as u16).collect();
                cells.sort_by(|&a, &b| {
                    let weight = |cell: u16| network.values()[usize::from(cell) * shape.first() + unit];
                    weight(b).total_cmp(&weight(a))
                });
                prop_assert!(plain::quantised_value(&quantised, &cells[..most]).1);
                cells.reverse();
                prop_assert!(plain::quantised_value(&quantised, &cells[..most]).1);
            }
        }
    }
}

/// Values in integers are close to those in `f32`, and an updated network equals a new one.
#[test]
fn integers_are_near() {
    let shape = Shape::new(300, 256, 64).expect("fits");
    let mut learner = Learner::new(Network::random(shape, StreamKey::new(3, 0)));
    let mut samples = Samples::default();
    let cells =
        |number: u32| (0..300u16).filter(move |cell| (number * 2654435 + u32::from(*cell) * 40503) % 97 < 20);
    for number in 0..200 {
        samples.push(cells(number), (number % 7) as f32 / 3.5 - 1.0);
    }
    let mut quantised = Quantised::new(Level::best(), learner.network(), 100).expect("small weights");
    for _ in 0..100 {
        learner.update(Level::best(), &samples, 1e-3);
    }
    quantised.update(Level::best(), learner.network()).expect("small weights");
    assert_eq!(quantised, Quantised::new(Level::best(), learner.network(), 100).expect("small weights"));
    let (mut buffer, mut values) = (QuantisedBuffer::default(), Vec::new());
    let mut actions = Rows::default();
    (0..200).for_each(|number| actions.push(cells(number)));
    quantised.judge(Level::best(), &[], &actions, &mut buffer, &mut values);
    for (number, value) in values.iter().enumerate() {
        let exact = learner.network().value(Level::best(), actions.row(number));
        let near = (f64::from(*value) / quantised.unit()) as f32;
        assert!((near - exact).abs() < 3e-3, "{near} for {exact}");
    }
}

#[test]
fn weights_that_are_too_large_are_refused_with_their_layer() {
    let shape = Shape::new(4, 16, 16).expect("fits");
    for (place, layer) in [(3, "first"), (100, "second"), (16 * 4 + 16 + 16 * 16 + 16, "last")] {
        let mut values = Network::random(shape, StreamKey::new(1, 0)).values().to_vec();
        values[place] = f32::MAX;
        let network = Network::from_values(shape, values).expect("finite");
        let error = Quantised::new(Level::best(), &network, 2).expect_err("too large");
        assert_eq!(error.layer, layer, "{error}");
    }
}

/// Finite samples can make weights of the first layer NaN, and no other weights: a gradient that
/// overflows is divided by the square root of its square.
#[test]
fn weights_that_are_not_numbers_are_refused_with_their_layer() {
    let shape = Shape::new(4, 16, 16).expect("fits");
    let (rows, matrix) = (4 * 16, 16 * 16);
    let mut values = vec![0.0; Network::zero(shape).values().len()];
    values[..rows + 16].fill(0.01);
    values[rows + 16..rows + 16 + matrix].fill(1.0);
    let last = rows + 16 + matrix + 16;
    values[last..last + 16].fill(1.0);
    let network = Network::from_values(shape, values).expect("finite");
    let mut samples = Samples::default();
    samples.push([0, 1], -3e38);
    samples.push([], 0.0);
    for level in Level::available() {
        let mut learner = Learner::new(network.clone());
        learner.update(level, &samples, 1e-3);
        let values = learner.network().values();
        assert!(values[..16].iter().all(|value| value.is_nan()));
        assert!(values[rows + 16..].iter().all(|value| value.is_finite()));
        let mut kept = Quantised::new(level, &network, 2).expect("small weights");
        assert_eq!(kept.update(level, learner.network()).expect_err("NaN").layer, "first", "{level}");
        assert_eq!(kept.update(level, &network), Ok(()));
        assert_eq!(kept, Quantised::new(level, &network, 2).expect("small weights"));
    }
}
