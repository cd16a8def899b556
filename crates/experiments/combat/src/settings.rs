//! Settings of experiments about fights.

use serde::Serialize;

use quadrille_report::entries::Entries;
use quadrille_runner::job::Kind;
use quadrille_runner::settings::Settings;

/// Settings of `combat.dps`: a profile's damage per second.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DpsSettings {
    /// The name of the profile's file.
    pub profile: String,
    /// The number of fights. With `target_error`, this is the maximum number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// The run stops when half the width of the 95 % interval of the mean DPS is at most this
    /// percentage of the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_error: Option<f64>,
    /// Numbers of the profile that get another value: their paths, each with the new value.
    #[serde(skip_serializing_if = "Entries::is_empty")]
    pub set: Entries<f64>,
}

impl DpsSettings {
    /// Returns settings with the default number of fights.
    pub fn new(profile: impl Into<String>) -> Self {
        Self { profile: profile.into(), iterations: None, target_error: None, set: Entries::default() }
    }
}

impl Settings for DpsSettings {
    const KIND: Kind = crate::dps::DPS;
}

/// Settings of `combat.weights`: the change in DPS for a small change of each of several numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WeightsSettings {
    /// The name of the profile's file.
    pub profile: String,
    /// The path of the number whose weight counts as 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per: Option<String>,
    /// The number of fights with each change. With `target_error`, this is the maximum number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// The run stops when half the width of the 95 % interval of every difference is at most this
    /// percentage of the mean DPS.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_error: Option<f64>,
    /// Numbers of the profile that get another value: their paths, each with the new value.
    #[serde(skip_serializing_if = "Entries::is_empty")]
    pub set: Entries<f64>,
    /// The amount of each change, by the path of the changed number.
    pub weights: Entries<f64>,
}

impl WeightsSettings {
    /// Returns settings with the default number of fights.
    pub fn new(profile: impl Into<String>, weights: impl IntoIterator<Item = (String, f64)>) -> Self {
        let weights = weights.into_iter().collect();
        Self {
            profile: profile.into(),
            per: None,
            iterations: None,
            target_error: None,
            set: Entries::default(),
            weights,
        }
    }
}

impl Settings for WeightsSettings {
    const KIND: Kind = crate::weights::WEIGHTS;
}

/// Settings of `combat.compare`: a search for the variant with the highest DPS.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CompareSettings {
    /// The names of the profiles' files.
    pub profiles: Vec<String>,
    /// The maximum number of fights of each variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// The run stops when the DPS of every remaining variant is below the DPS of the best variant
    /// by at most this percentage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_error: Option<f64>,
    /// Numbers that get another value in all profiles: their paths, each with the new value.
    #[serde(skip_serializing_if = "Entries::is_empty")]
    pub set: Entries<f64>,
}

impl CompareSettings {
    /// Returns settings for all variants of these profiles, with the default number of fights.
    pub fn new(profiles: Vec<String>) -> Self {
        Self { profiles, iterations: None, target_error: None, set: Entries::default() }
    }
}

impl Settings for CompareSettings {
    const KIND: Kind = crate::compare::COMPARE;
}
