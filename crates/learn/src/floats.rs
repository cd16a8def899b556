//! The serialised form of weights. In binary formats, it is one string of bytes (little-endian, 4
//! bytes per weight), which is copied as a whole; in text formats, it is a list of numbers.
//!
//! Without this form, a generic serialiser would be compiled in the crate that stores a training,
//! and would handle one weight at a time. Such a serialiser took most of the time of short
//! trainings.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Weights in the serialised form of this module.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct Floats(#[serde(deserialize_with = "deserialize")] pub(crate) Vec<f32>);

/// Serialises a list of weights.
pub(crate) fn serialize<S: Serializer>(values: &[f32], serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        values.serialize(serializer)
    } else if cfg!(target_endian = "little") {
        // No copy is made, because there may not be enough memory for it.
        serializer.serialize_bytes(bytemuck::cast_slice(values))
    } else {
        let swapped: Vec<u32> = values.iter().map(|value| value.to_bits().swap_bytes()).collect();
        serializer.serialize_bytes(bytemuck::cast_slice(&swapped))
    }
}

/// Serialises two lists of weights.
pub(crate) fn serialize_pair<S: Serializer>(
    [first, second]: &[Vec<f32>; 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    struct One<'a>(&'a [f32]);
    impl Serialize for One<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serialize(self.0, serializer)
        }
    }
    (One(first), One(second)).serialize(serializer)
}

/// Reads a list of weights. Any bit patterns are accepted, because the caller checks the values.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f32>, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_seq(Values)
    } else {
        deserializer.deserialize_bytes(Values)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Vec<f32>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("weights, as a list of numbers or as 4 bytes for each weight")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<f32>, E> {
        floats_of(bytes).ok_or_else(|| E::invalid_length(bytes.len(), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Vec<f32>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = numbers.next_element()? {
            values.push(value);
        }
        Ok(values)
    }
}

// This function is not generic, so that it is compiled in this crate, with the optimisation level
// of this crate.
fn floats_of(bytes: &[u8]) -> Option<Vec<f32>> {
    let (fours, rest) = bytes.as_chunks();
    rest.is_empty().then(|| fours.iter().map(|four| f32::from_le_bytes(*four)).collect())
}
