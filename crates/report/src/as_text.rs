//! Serialisation of values as text, for `#[serde(with = "…")]` on fields whose types have `Display`
//! and `FromStr`. If the type has another serialised form, the text replaces it.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize as _, Deserializer, Error};
use serde::ser::Serializer;

/// Serialises the value as its `Display` text.
///
/// # Errors
/// The serialiser's errors.
pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Deserialises the value from the text that [`serialize`] writes.
///
/// # Errors
/// The input is not a text, or cannot be parsed as a value of type `T`.
pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}
