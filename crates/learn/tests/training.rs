//! Values and updates against the plain implementation, at every vector level.

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_learn::{Judge as _, JudgeBuffer, Learner, Network, Rows, Samples, Shape, plain};
use quadrille_random::StreamKey;

/// Generates shapes with layers of whole and of partial blocks, and samples with rows from empty to
/// full.
fn cases() -> impl Strategy<Value = (Shape, u64, Vec<(Vec<u16>, f32)>)> {
    let shape = (1usize..40, 1usize..7, 1usize..7)
        .prop_map(|(inputs, first, second)| Shape::new(inputs, 16 * first, 16 * second).expect("fits"));
    (shape, any::<u64>(), 1usize..12).prop_flat_map(|(shape, seed, count)| {
        let inputs = shape.inputs();
        let cells = proptest::collection::btree_set(0..inputs as u16, 0..=inputs);
        let sample =
            (cells.prop_map(|cells| cells.into_iter().collect::<Vec<_>>()).prop_shuffle(), -3f32..3.0);
        (Just(shape), Just(seed), proptest::collection::vec(sample, count))
    })
}

fn samples_of(list: &[(Vec<u16>, f32)]) -> Samples {
    let mut samples = Samples::default();
    for (cells, target) in list {
        samples.push(cells.iter().copied(), *target);
    }
    samples
}

/// Returns the weights after updates by Adam as published, with the gradient of the plain
/// implementation, and with running products for the powers.
fn plain_adam(network: &Network, updates: &[(Samples, f32)]) -> Vec<f32> {
    let mut learner = Learner::new(network.clone());
    let mut values = network.values().to_vec();
    let (mut means, mut squares) = (vec![0f32; values.len()], vec![0f32; values.len()]);
    let (mut kept, mut kept_squares) = (1f32, 1f32);
    for (samples, size) in updates {
        let gradient = plain::gradient(learner.network(), samples);
        (kept, kept_squares) = (kept * 0.9, kept_squares * 0.999);
        for place in 0..values.len() {
            means[place] = 0.9 * means[place] + (1.0 - 0.9f32) * gradient[place];
            squares[place] = 0.999 * squares[place] + (1.0 - 0.999f32) * (gradient[place] * gradient[place]);
            let divisor = (squares[place] * (1.0 / (1.0 - kept_squares))).sqrt() + 1e-5;
            values[place] -= size / (1.0 - kept) * means[place] / divisor;
        }
        // The next gradient is computed at the learner's current weights, which equal `values`.
        learner.update(Level::scalar(), samples, *size);
        assert_eq!(bits(&values), bits(learner.network().values()));
    }
    values
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Every vector level gives the same bits as the plain implementation: for values, and for the
    /// weights after several updates of one learner.
    #[test]
    fn every_level_agrees_with_the_plain_form((shape, seed, list) in cases(), size in 1e-4f32..1e-2) {
        let network = Network::random(shape, StreamKey::new(seed, 0));
        let samples = samples_of(&list);
        let half = samples_of(&list[..list.len().div_ceil(2)]);
        let updates = [(samples.clone(), size), (half, size / 2.0), (samples.clone(), size)];
        let expected = plain_adam(&network, &updates);
        for level in Level::available() {
            let mut learner = Learner::new(network.clone());
            for (samples, size) in &updates {
                learner.update(level, samples, *size);
            }
            prop_assert_eq!(bits(learner.network().values()), bits(&expected), "{}", level);
            for (cells, _) in &list {
                let value = learner.network().value(level, cells);
                prop_assert_eq!(value.to_bits(), plain::value(learner.network(), cells).to_bits());
            }
        }
    }

    /// The value of an action is the network's value for one row with the inputs of the position
    /// and of the action. Buffers are reused between calls.
    #[test]
    fn actions_are_judged_as_whole_rows((shape, seed, list) in cases(), cut in 0usize..20) {
        let network = Network::random(shape, StreamKey::new(seed, 0));
        let (mut buffer, mut values) = (JudgeBuffer::default(), Vec::new());
        for level in Level::available() {
            for (cells, _) in &list {
                let (state, action) = cells.split_at(cut.min(cells.len()));
                let mut actions = Rows::default();
                actions.push(action.iter().copied());
                actions.push([]);
                network.judge(level, state, &actions, &mut buffer, &mut values);
                let expected = [plain::value(&network, cells), plain::value(&network, state)];
                prop_assert_eq!(bits(&values), bits(&expected));
            }
        }
    }
}

/// The gradient of the plain implementation agrees with finite differences of the error in `f64`.
#[test]
fn the_plain_gradient_is_the_slope_of_the_error() {
    let shape = Shape::new(10, 16, 16).expect("fits");
    let network = Network::random(shape, StreamKey::new(5, 0));
    let list: Vec<(Vec<u16>, f32)> = (0..20u16)
        .map(|n| ((0..10).filter(|cell| ((n * 7) >> (cell % 5)) & 1 == 1).collect(), f32::from(n) / 10.0))
        .collect();
    let samples = samples_of(&list);
    let gradient = plain::gradient(&network, &samples);
    let error = |values: &[f32]| {
        let network = Network::from_values(shape, values.to_vec()).expect("finite");
        let misses = list.iter().map(|(cells, target)| f64::from(plain::value(&network, cells) - target));
        misses.map(|miss| miss * miss).sum::<f64>() / list.len() as f64
    };
    let mut checked = 0;
    for place in (0..shape.parameters()).step_by(3) {
        let moved = |by: f32| {
            let mut values = network.values().to_vec();
            values[place] += by;
            error(&values)
        };
        let slope = (moved(2e-3) - moved(-2e-3)) / 4e-3;
        // The gradient and the difference quotient may differ near a kink of ReLU.
        checked += usize::from((slope - f64::from(gradient[place])).abs() < 1e-3 * (1.0 + slope.abs()));
    }
    assert!(
        checked * 100 >= shape.parameters().div_ceil(3) * 95,
        "{checked} of {}",
        shape.parameters().div_ceil(3)
    );
}

#[test]
fn learners_are_combined_in_their_order() {
    let shape = Shape::new(3, 16, 16).expect("fits");
    let samples = samples_of(&[(vec![0], 1.0), (vec![1, 2], -1.0)]);
    let learners = [1u64, 2, 3].map(|seed| {
        let mut learner = Learner::new(Network::random(shape, StreamKey::new(seed, 0)));
        learner.update(Level::best(), &samples, 1e-3);
        learner
    });
    let combined = Learner::combine(&learners.each_ref());
    let third = 1.0 / 3.0f32;
    for place in 0..shape.parameters() {
        let [a, b, c] = learners.each_ref().map(|learner| learner.network().values()[place]);
        assert_eq!(combined.network().values()[place].to_bits(), ((a + b + c) * third).to_bits());
    }
    assert_eq!(Learner::combine(&[&learners[0]]), learners[0]);
}

/// An update without samples does not count, so learners of a stage can have different powers of β.
#[test]
fn combined_learners_have_the_powers_of_the_first() {
    let network = Network::random(Shape::new(3, 16, 16).expect("fits"), StreamKey::new(1, 0));
    let samples = samples_of(&[(vec![0], 1.0)]);
    let [mut once, mut twice] = [Learner::new(network.clone()), Learner::new(network)];
    for learner in [&mut once, &mut twice] {
        learner.update(Level::best(), &samples, 1e-3);
    }
    once.update(Level::best(), &Samples::default(), 1e-3);
    twice.update(Level::best(), &samples, 1e-3);
    let powers = |learner: &Learner| serde_json::to_value(learner).expect("finite")["powers"].clone();
    assert_ne!(powers(&once), powers(&twice));
    assert_eq!(powers(&Learner::combine(&[&once, &twice])), powers(&once));
    assert_eq!(powers(&Learner::combine(&[&twice, &once])), powers(&twice));
}

/// Huge targets make the squares of gradients infinite: the weights remain finite, and `check`
/// detects the infinite moments.
#[test]
fn infinite_moments_are_a_range_error() {
    let network = Network::random(Shape::new(3, 16, 16).expect("fits"), StreamKey::new(1, 0));
    let mut learner = Learner::new(network);
    learner.update(Level::best(), &samples_of(&[(vec![0], 1.0)]), 1e-3);
    assert_eq!(learner.check(), Ok(()));
    learner.update(Level::best(), &samples_of(&[(vec![0], 1e25)]), 1e-3);
    assert!(learner.network().values().iter().all(|value| value.is_finite()));
    assert!(learner.check().is_err());
}

/// A check that fails ends a long update; a check that succeeds does not affect the result.
#[test]
fn updates_can_be_cancelled() {
    let network = Network::random(Shape::new(3, 16, 16).expect("fits"), StreamKey::new(1, 0));
    let samples = samples_of(&vec![(vec![0, 2], 0.5); 5000]);
    let (mut plain, mut checked) = (Learner::new(network.clone()), Learner::new(network));
    let mut checks = 0;
    let done: Result<f32, ()> = checked.try_update(Level::best(), &samples, 1e-3, &mut || {
        checks += 1;
        Ok(())
    });
    assert_eq!(done, Ok(plain.update(Level::best(), &samples, 1e-3)));
    assert!(checks >= 5 && checked == plain, "{checks} checks");
    assert_eq!(checked.try_update(Level::best(), &samples, 1e-3, &mut || Err("stop")), Err("stop"));
}

/// A deserialised learner continues as the original does; invalid states are refused.
#[test]
fn a_stored_learner_goes_on() {
    let samples = samples_of(&[(vec![0], 1.0), (vec![1, 2], -1.0)]);
    let mut learner =
        Learner::new(Network::random(Shape::new(3, 16, 16).expect("fits"), StreamKey::new(1, 0)));
    learner.update(Level::best(), &samples, 1e-3);
    let mut stored = serde_json::to_value(&learner).expect("finite");
    let mut read: Learner = serde_json::from_value(stored.clone()).expect("as stored");
    assert_eq!(read, learner);
    for learner in [&mut read, &mut learner] {
        learner.update(Level::best(), &samples, 1e-3);
    }
    assert_eq!(read, learner);
    for damage in ["/moments/1/0", "/powers/1"] {
        let mut damaged = stored.clone();
        *damaged.pointer_mut(damage).expect("there") = serde_json::json!(-2.0);
        assert!(serde_json::from_value::<Learner>(damaged).is_err(), "{damage}");
    }
    stored["network"]["shape"] = serde_json::json!([3, 16, 17]);
    assert!(serde_json::from_value::<Learner>(stored).is_err());

    // The binary form has the same bits, and is as long as its weights.
    let bytes = postcard::to_stdvec(&learner).expect("serialisable");
    assert_eq!(postcard::from_bytes::<Learner>(&bytes), Ok(learner.clone()));
    let weights = 3 * learner.network().values().len();
    assert!((4 * weights..4 * weights + 32).contains(&bytes.len()), "{} bytes", bytes.len());
    // The shape is followed by the length of the weights, and by the weights.
    let first = bytes.windows(4).position(|four| *four == learner.network().values()[0].to_le_bytes());
    let first = first.expect("the weights");
    for bits in [f32::NAN, f32::INFINITY] {
        let mut damaged = bytes.clone();
        damaged[first..first + 4].copy_from_slice(&bits.to_le_bytes());
        assert!(postcard::from_bytes::<Learner>(&damaged).is_err(), "{bits}");
    }
    for missing in 1..bytes.len() {
        assert!(postcard::from_bytes::<Learner>(&bytes[..missing]).is_err(), "{missing} bytes");
    }
    // Lengths that are not a multiple of four.
    let mut uneven = bytes.clone();
    uneven[first - 1] ^= 1;
    assert!(postcard::from_bytes::<Learner>(&uneven).is_err());
}
