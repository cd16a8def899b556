//! Values as the text that a person writes them in: for `#[serde(with = "…")]` on types with a `Display` and
//! a `FromStr` form of their own, whatever other form as data they may have.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize as _, Deserializer, Error};
use serde::ser::Serializer;

/// Serializes the value as it is displayed.
///
/// # Errors
/// The serializer's own.
pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Deserializes the value from the text that [`serialize`] writes.
///
/// # Errors
/// It is not a text, or not one of such a value.
pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}
