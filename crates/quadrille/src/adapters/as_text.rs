//! Values as the text that a person writes them in: for `#[serde(with = "…")]` on types with a `Display` and
//! a `FromStr` form of their own, whatever other form as data they may have.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize as _, Deserializer, Error};
use serde::ser::Serializer;

/// Writes the value as it is displayed.
pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Reads the value as a person would write it.
pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}
