//! Weight files: they are read back unchanged, equal sets give equal bytes, and damaged files are
//! refused.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_learn::file::{FileError, Set};
use quadrille_learn::{Network, Quantised, Shape};
use quadrille_random::StreamKey;

fn networks(number: u64) -> Set<Network> {
    let network = |seed| {
        let shape = Shape::new(20 + seed as usize, 32, 16).expect("fits");
        (format!("role {seed}"), Network::random(shape, StreamKey::new(seed, 0)))
    };
    let notes = BTreeMap::from(["game", "seed"].map(|note| (note.to_owned(), format!("{note} ≥ 1"))));
    Set { networks: (0..number).map(network).collect(), notes }
}

fn integers(number: u64) -> Set<Quantised> {
    let Set { networks, notes } = networks(number);
    let quantised = |network: &Network| Quantised::new(Level::best(), network, 7).expect("small weights");
    Set {
        networks: networks.iter().map(|(name, network)| (name.clone(), quantised(network))).collect(),
        notes,
    }
}

#[test]
fn sets_are_read_back() {
    for number in [0, 1, 3] {
        let (floats, integers) = (networks(number), integers(number));
        assert_eq!(Set::from_bytes(&floats.to_bytes()), Ok(floats.clone()));
        assert_eq!(Set::from_bytes(&integers.to_bytes()), Ok(integers.clone()));
        // Repeated, because the order of a hash map changes from instance to instance.
        for _ in 0..20 {
            assert_eq!(networks(number).to_bytes(), floats.to_bytes());
        }
        assert_eq!(floats.digest().len(), 64);
    }
    let mut other = networks(2);
    other.notes.clear();
    assert_eq!(other.digest(), networks(2).digest());
    other.networks.swap(0, 1);
    assert_ne!(other.digest(), networks(2).digest());
}

/// Replaces the bytes of a tensor's element.
fn damaged(bytes: &[u8], tensor: &str, element: usize, value: &[u8]) -> Vec<u8> {
    let length = u64::from_le_bytes(*bytes.first_chunk().expect("a header")) as usize;
    let header: serde_json::Value = serde_json::from_slice(&bytes[8..8 + length]).expect("JSON");
    let begin = header[tensor]["data_offsets"][0].as_u64().expect("an offset") as usize;
    let at = 8 + length + begin + element * value.len();
    let mut bytes = bytes.to_vec();
    bytes[at..at + value.len()].copy_from_slice(value);
    bytes
}

#[test]
fn damaged_files_are_refused_with_the_tensor() {
    let (floats, whole) = (networks(2).to_bytes(), integers(2).to_bytes());
    for value in [f32::NAN, f32::INFINITY] {
        let bytes = damaged(&floats, "role 1.second.bias", 3, &value.to_le_bytes());
        let error = Set::<Network>::from_bytes(&bytes).expect_err("not finite");
        assert!(error.to_string().contains("`role 1.second.bias`"), "{error}");
    }
    let overflowing = |tensor: &str, value: &[u8], places: usize| {
        let bytes = (0..places).fold(whole.clone(), |bytes, place| damaged(&bytes, tensor, place, value));
        Set::<Quantised>::from_bytes(&bytes).expect_err("overflows").to_string()
    };
    let most = i16::MAX.to_le_bytes();
    assert!(overflowing("role 0.first.weight", &most, 64).contains("`role 0.first.weight`"));
    assert!(overflowing("role 0.second.weight", &most, 512).contains("`role 0.second.weight`"));
    assert!(overflowing("role 0.last.bias", &i32::MAX.to_le_bytes(), 1).contains("`role 0.last.weight`"));
    assert!(overflowing("role 1.scale", &99i32.to_le_bytes(), 1).contains("`role 1.scale`"));
    // Integers instead of floats, an empty file, and the file of another program.
    assert!(matches!(Set::<Network>::from_bytes(&whole), Err(FileError::Foreign(_))));
    assert!(matches!(Set::<Network>::from_bytes(b""), Err(FileError::Format(_))));
    let foreign = String::from_utf8_lossy(&floats[8..200]).replace("quadrille", "quadrillo");
    let mut bytes = floats.clone();
    bytes[8..200].copy_from_slice(foreign.as_bytes());
    assert!(matches!(Set::<Network>::from_bytes(&bytes), Err(FileError::Foreign(_))));
}

/// A file that names one network twice, and also has the tensors of another network, is refused,
/// because the resulting set could not be written.
#[test]
fn names_that_are_not_distinct_are_refused() {
    let bytes = networks(2).to_bytes();
    let names = br#"[\"role 0\",\"role 1\"]"#;
    let at = bytes.windows(names.len()).position(|window| window == names).expect("the names");
    let mut damaged = bytes;
    damaged[at..at + names.len()].copy_from_slice(br#"[\"role 0\",\"role 0\"]"#);
    let error = Set::<Network>::from_bytes(&damaged).expect_err("duplicate name");
    assert_eq!(error, FileError::Foreign("two networks have the same name".to_owned()));
}

proptest! {
    /// Reading damaged bytes never panics, and a set that is read can be written and read again
    /// unchanged.
    #[test]
    fn any_damage_is_refused_or_read(at in 0usize..3000, value: u8, cut in 0usize..20_000) {
        let mut bytes = integers(1).to_bytes();
        if let Some(byte) = bytes.get_mut(at) {
            *byte = value;
        }
        bytes.truncate(cut.max(3000));
        if let Ok(set) = Set::<Quantised>::from_bytes(&bytes) {
            prop_assert_eq!(Set::from_bytes(&set.to_bytes()), Ok(set));
        }
        let _ = Set::<Network>::from_bytes(&bytes);
    }
}
