//! What experiments about fights can be asked.

use serde::Serialize;

use quadrille_report::entries::Entries;
use quadrille_runner::job::Kind;
use quadrille_runner::settings::Settings;

/// Asks `combat.dps`: a profile's damage a second.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DpsSettings {
    /// The name of the profile's file.
    pub profile: String,
    /// How many fights; with `target_error`, how many at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Stop when half the 95 % interval is at most this percentage of the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_error: Option<f64>,
    /// Other values for numbers of the profile, by their paths.
    #[serde(skip_serializing_if = "Entries::is_empty")]
    pub set: Entries<f64>,
}

impl DpsSettings {
    /// A profile, with the usual number of fights.
    pub fn new(profile: impl Into<String>) -> Self {
        Self { profile: profile.into(), iterations: None, target_error: None, set: Entries::default() }
    }
}

impl Settings for DpsSettings {
    const KIND: Kind = crate::dps::DPS;
}

/// Asks `combat.weights`: what a little more of some of a profile's numbers is worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WeightsSettings {
    /// The name of the profile's file.
    pub profile: String,
    /// The number whose weight counts as 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per: Option<String>,
    /// How many fights of each; with `target_error`, how many at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Stop when half the 95 % interval of every difference is at most this percentage of the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_error: Option<f64>,
    /// Other values for numbers of the profile, by their paths.
    #[serde(skip_serializing_if = "Entries::is_empty")]
    pub set: Entries<f64>,
    /// The numbers by their paths, and by how much each is changed.
    pub weights: Entries<f64>,
}

impl WeightsSettings {
    /// Changes of a profile's numbers, with the usual number of fights.
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

/// Asks `combat.compare`: which variant of some profiles does the most damage.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CompareSettings {
    /// The names of the profiles' files.
    pub profiles: Vec<String>,
    /// How many fights of each variant at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Variants at most this percentage behind the best need not be distinguished from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_error: Option<f64>,
    /// Other values for numbers of all the profiles, by their paths.
    #[serde(skip_serializing_if = "Entries::is_empty")]
    pub set: Entries<f64>,
}

impl CompareSettings {
    /// All variants of these profiles, with the usual number of fights.
    pub fn new(profiles: Vec<String>) -> Self {
        Self { profiles, iterations: None, target_error: None, set: Entries::default() }
    }
}

impl Settings for CompareSettings {
    const KIND: Kind = crate::compare::COMPARE;
}
