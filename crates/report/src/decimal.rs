//! Serialisation of counts as decimal text. It is used for counts that may exceed 2^53, because
//! many programs read JSON numbers as 64-bit floating-point numbers.
//!
//! Use `#[serde(with = "quadrille_report::decimal")]` on a field of any whole-number type, and
//! [`each`] for lists of whole numbers. The input must have the form that [`serialize`] writes,
//! without a plus sign, leading zeros or spaces.
//!
//! ```
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Counted {
//!     #[serde(with = "quadrille_report::decimal")]
//!     scores: u64,
//! }
//! let text = serde_json::to_string(&Counted { scores: 1 << 60 })?;
//! assert_eq!(text, r#"{"scores":"1152921504606846976"}"#);
//! assert_eq!(serde_json::from_str::<Counted>(&text)?.scores, 1 << 60);
//! assert!(serde_json::from_str::<Counted>(r#"{"scores":"+1"}"#).is_err());
//! # Ok::<(), serde_json::Error>(())
//! ```

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize as _, Deserializer, Error};
use serde::ser::Serializer;

/// Writes a whole number as decimal text.
///
/// # Errors
/// The serialiser's errors.
pub fn serialize<T: Display, S: Serializer>(number: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// Reads a whole number from decimal text.
///
/// # Errors
/// The input is not a text, not a whole number in the range of `T`, or not in the form that
/// [`serialize`] writes.
pub fn deserialize<'de, T: FromStr + Display, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    parse(&String::deserialize(deserializer)?)
}

fn parse<T: FromStr + Display, E: Error>(text: &str) -> Result<T, E> {
    let number = text.parse::<T>().ok().filter(|number| number.to_string() == text);
    number.ok_or_else(|| E::custom(format!("`{text}` is not a count; expected decimal digits")))
}

/// Lists of whole numbers, each as decimal text.
pub mod each {
    use super::{Deserializer, Display, FromStr, Serializer, parse};
    use serde::de::Deserialize as _;

    /// Writes every number as decimal text.
    ///
    /// # Errors
    /// The serialiser's errors.
    pub fn serialize<T: Display, S: Serializer>(numbers: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(numbers.iter().map(ToString::to_string))
    }

    /// Reads every number from decimal text.
    ///
    /// # Errors
    /// As for [`super::deserialize`].
    pub fn deserialize<'de, T: FromStr + Display, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<T>, D::Error> {
        Vec::<String>::deserialize(deserializer)?.iter().map(|text| parse(text)).collect()
    }
}
