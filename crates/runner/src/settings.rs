//! The trait of typed settings of a kind of experiment, and the conversion of settings into the
//! text of an experiment file.

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::job::Kind;

/// The settings of a kind of experiment.
pub trait Settings: Serialize {
    /// The kind of experiment that has these settings.
    const KIND: Kind;
}

/// Returns the text of an experiment file with these settings. It contains no seed and no numbers
/// of threads and shards.
///
/// # Errors
/// A number is too large for the file format, whose limit is 2^63 − 1.
pub fn experiment_text<S: Settings>(settings: &S) -> Result<String, SettingsError> {
    let too_large = |key: &str| SettingsError { key: key.to_owned() };
    let values = serde_json::to_value(settings).unwrap_or_default();
    let mut numbers = values.as_object().into_iter().flatten();
    if let Some((key, _)) = numbers.find(|(_, value)| value.is_u64() && !value.is_i64()) {
        return Err(too_large(key));
    }
    toml::to_string(&Whole(settings)).map_err(|_| too_large(S::KIND.table))
}

/// Error of writing settings as an experiment file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` is too large: an experiment file can contain whole numbers up to 2^63 - 1")]
#[non_exhaustive]
pub struct SettingsError {
    /// The key of the number that is too large.
    pub key: String,
}

/// Serialises settings as a whole experiment file, with the key `kind` and the table of the kind.
struct Whole<'a, S>(&'a S);

impl<S: Settings> Serialize for Whole<'_, S> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        let mut file = serializer.serialize_map(Some(2))?;
        file.serialize_entry("kind", S::KIND.name)?;
        file.serialize_entry(S::KIND.table, self.0)?;
        file.end()
    }
}

/// Returns whether a switch is off. Used with serde's `skip_serializing_if`: the text omits the
/// keys of switches that are off.
pub fn is_off(switch: &bool) -> bool {
    !switch
}
