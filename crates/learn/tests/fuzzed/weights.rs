//! Any bytes as a file of weights, or as damage to a sound one.

use std::collections::BTreeMap;
use std::fmt::Debug;

use quadrille_lanes::Level;
use quadrille_learn::file::{FileError, Set, Stored};
use quadrille_learn::{Judge as _, Network, Quantised, QuantisedBuffer, Rows, Shape, plain};
use quadrille_random::StreamKey;

/// The first byte chooses: the other bytes are a file, or they replace bytes of a sound one, three for each, a place
/// (two bytes) and what stands there. What is read is written and read back as the same, and no legal input makes a
/// sum of integers overflow; what is refused has a reason.
///
/// # Panics
/// If it is not so.
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

/// Reads a file; what is read is written and read back as the same.
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
            let again = Set::from_bytes(&written).expect("what was written is read");
            assert_eq!((again.to_bytes(), again.digest()), (written, set.digest()));
            assert_eq!(again, set);
            Some(set)
        }
    }
}

/// Rows with as many inputs as may be 1: no sum overflows, and every level gives the plain value.
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
