//! Arbitrary bytes as a weight file, or as damage to a valid one.

use std::collections::BTreeMap;
use std::fmt::Debug;

use quadrille_lanes::Level;
use quadrille_learn::file::{FileError, Set, Stored};
use quadrille_learn::{Judge as _, Network, Quantised, QuantisedBuffer, Rows, Shape, plain};
use quadrille_random::StreamKey;

/// Reads arbitrary or damaged weight files and checks the result.
///
/// The first byte selects the mode: the other bytes are a file, or they replace bytes of a valid
/// file, with three bytes per replacement: the offset (two bytes) and the new value. A set that is
/// read must be written and read back unchanged, and no sum of its integers may overflow for a
/// legal input. An error must have a reason.
///
/// # Panics
/// If one of these conditions is violated.
pub(crate) fn learn_weights(bytes: &[u8]) {
    let [mode, bytes @ ..] = bytes else { return };
    let file = match mode % 3 {
        0 => bytes.to_vec(),
        1 => damaged(networks().to_bytes(), bytes),
        _ => damaged(integers().to_bytes(), bytes),
    };
    read::<Network>(&file);
    if let Some(set) = read::<Quantised>(&file) {
        set.networks.iter().for_each(|(_, network)| judge(network));
    }
}

/// Reads a file, and checks that the set is written and read back unchanged.
fn read<N: Stored + Debug + PartialEq>(bytes: &[u8]) -> Option<Set<N>> {
    match Set::<N>::from_bytes(bytes) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            if let FileError::Tensor { tensor, what } = error {
                assert!(tensor.contains('.') && !what.is_empty(), "{tensor}: {what}");
            }
            None
        }
        Ok(set) => {
            let written = set.to_bytes();
            let again = Set::from_bytes(&written).expect("a written set can be read");
            assert_eq!((again.to_bytes(), again.digest()), (written, set.digest()));
            assert_eq!(again, set);
            Some(set)
        }
    }
}

/// Checks rows with the maximum number of inputs that are 1: no sum overflows, and every vector
/// level gives the value of the plain implementation.
fn judge(network: &Quantised) {
    let (inputs, most) = (network.shape().inputs(), network.most_cells());
    for begin in [0, (inputs - most) / 2, inputs - most] {
        let cells: Vec<u16> = (begin..begin + most).map(|cell| cell as u16).collect();
        let (expected, fits) = plain::quantised_value(network, &cells);
        assert!(fits, "a sum overflows");
        let (state, action) = cells.split_at(most / 2);
        let mut actions = Rows::default();
        actions.push(action.iter().copied());
        for level in Level::available() {
            let mut values = Vec::new();
            network.judge(level, state, &actions, &mut QuantisedBuffer::default(), &mut values);
            assert_eq!(values.iter().copied().map(i64::from).collect::<Vec<_>>(), [expected], "{level}");
        }
    }
}

fn networks() -> Set<Network> {
    let network = |(name, seed): (&str, u64)| {
        let shape = Shape::new(3 + seed as usize, 16, 16).expect("fits");
        (name.to_owned(), Network::random(shape, StreamKey::new(seed, 0)))
    };
    let notes = BTreeMap::from([("game".to_owned(), "none".to_owned())]);
    Set { networks: [("landlord", 1), ("up", 2)].map(network).into(), notes }
}

fn integers() -> Set<Quantised> {
    let Set { networks, notes } = networks();
    let quantised = |network| Quantised::new(Level::scalar(), network, 3).expect("small weights");
    let networks = networks.iter().map(|(name, network)| (name.clone(), quantised(network))).collect();
    Set { networks, notes }
}

fn damaged(mut file: Vec<u8>, damage: &[u8]) -> Vec<u8> {
    for &[low, high, value] in damage.as_chunks().0 {
        let place = usize::from(u16::from_le_bytes([low, high])) % file.len();
        file[place] = value;
    }
    file
}
