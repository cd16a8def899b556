//! Experiments that a program asks for: typed settings, one struct a kind, written as the text of an
//! experiment file.
//!
//! They hold what the file's own table holds, key for key, as docs/experiments.md has it; `None`, `false` and
//! empty lists are left out of the text, so that the kind's own defaults hold. Whether the experiment makes
//! sense is for the reader of the text to say, the same that reads a person's file:
//! [`ExperimentFile::ask`](crate::experiment_file::ExperimentFile::ask).
//!
//! ```
//! use quadrille::experiment_file::ExperimentFile;
//! use quadrille::files::NamedFiles;
//! use quadrille::mastermind::Strategy;
//! use quadrille::settings::{EvaluateSettings, experiment_text};
//!
//! let settings = EvaluateSettings::new(4, 6, Strategy::Knuth);
//! let text = experiment_text(&settings)?;
//! assert_eq!(text, "kind = \"mastermind.evaluate\"\n\n[mastermind]\npins = 4\ncolors = 6\nstrategy = \"knuth\"\n");
//! let file = ExperimentFile::ask(&settings, NamedFiles::default())?;
//! assert_eq!(file.kind.name, "mastermind.evaluate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "combat")]
mod combat;
#[cfg(feature = "daifugo")]
mod daifugo;
#[cfg(feature = "doudizhu")]
mod doudizhu;
#[cfg(feature = "life")]
mod life;
#[cfg(feature = "mastermind")]
mod mastermind;
mod random;

use serde::ser::{Serialize, SerializeMap as _, Serializer};

#[cfg(feature = "combat")]
pub use self::combat::{CompareSettings, DpsSettings, WeightsSettings};
#[cfg(feature = "daifugo")]
pub use self::daifugo::{DaifugoSettings, LeagueSettings};
#[cfg(feature = "doudizhu")]
pub use self::doudizhu::{DoudizhuSettings, EndgamesSettings};
#[cfg(feature = "life")]
pub use self::life::{LifeSettings, MethuselahSettings, SoupsSettings};
#[cfg(feature = "mastermind")]
pub use self::mastermind::{EvaluateSettings, MastermindCompareSettings, StrategyName};
pub use self::random::BatterySettings;
use crate::job::Kind;

/// The settings of a kind of experiment.
pub trait Settings: Serialize {
    /// The kind that reads them.
    const KIND: Kind;
}

/// The text of an experiment file that asks for this, and says nothing of seeds, threads and shards.
///
/// # Errors
/// A number is too large for the file's format, which ends at 2^63 − 1.
pub fn experiment_text<S: Settings>(settings: &S) -> Result<String, SettingsError> {
    let too_large = |key: &str| SettingsError { key: key.to_owned() };
    let values = serde_json::to_value(settings).unwrap_or_default();
    let mut numbers = values.as_object().into_iter().flatten();
    if let Some((key, _)) = numbers.find(|(_, value)| value.is_u64() && !value.is_i64()) {
        return Err(too_large(key));
    }
    toml::to_string(&Whole(settings)).map_err(|_| too_large(S::KIND.table))
}

/// Why settings cannot be written down.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` is too large: an experiment file has whole numbers up to 2^63 - 1")]
#[non_exhaustive]
pub struct SettingsError {
    /// The key of the number.
    pub key: String,
}

/// A whole file: the kind, and its table.
struct Whole<'a, S>(&'a S);

impl<S: Settings> Serialize for Whole<'_, S> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        let mut file = serializer.serialize_map(Some(2))?;
        file.serialize_entry("kind", S::KIND.name)?;
        file.serialize_entry(S::KIND.table, self.0)?;
        file.end()
    }
}

/// Whether a switch is off: then it need not be written.
#[cfg(any(feature = "doudizhu", feature = "mastermind"))]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
fn is_off(switch: &bool) -> bool {
    !switch
}
