//! Serialisation of bit patterns as text, for `#[serde(with = …)]`. The text is `0x` and lower-case
//! hexadecimal digits without leading zeros.

use serde::de::{Deserialize as _, Deserializer, Error as _};
use serde::ser::Serializer;

/// Writes a bit pattern.
///
/// # Errors
/// The serialiser's errors.
pub fn serialize<S: Serializer>(bits: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{bits:#x}"))
}

/// Reads a bit pattern in the form that [`serialize`] writes.
///
/// # Errors
/// The input is not a text of this form.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    let bits = text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    bits.filter(|bits| format!("{bits:#x}") == text).ok_or_else(|| {
        D::Error::custom(format!("`{text}` is not a bit pattern; expected 0x and hexadecimal digits"))
    })
}

/// Optional bit patterns.
pub mod option {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Bits(#[serde(with = "super")] u64);

    /// Writes a bit pattern, or null for `None`.
    ///
    /// # Errors
    /// The serialiser's errors.
    pub fn serialize<S: Serializer>(bits: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        bits.map(Bits).serialize(serializer)
    }

    /// Reads a bit pattern in the form that [`serialize`] writes, or null.
    ///
    /// # Errors
    /// The input is neither null nor a text of this form.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        Ok(Option::<Bits>::deserialize(deserializer)?.map(|Bits(bits)| bits))
    }
}
