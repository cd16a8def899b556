//! The settings of experiments about Life.

use quadrille_life::{Bounds, Rule, Symmetry};
use serde::Serialize;

use quadrille_report::as_text;
use quadrille_runner::job::Kind;
use quadrille_runner::settings::Settings;

/// Settings of `life.grid`: the population over time on random fields.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LifeSettings {
    /// The size and border of the field.
    #[serde(with = "as_text")]
    pub bounds: Bounds,
    /// The rule.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// The distinct densities: probabilities, from 0 to 1, that a cell lives at the start.
    pub densities: Vec<f64>,
    /// The number of fields per density; the default is 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<u64>,
    /// The number of generations per field.
    pub generations: u64,
    /// The number of generations between two counts of the population. With the default there are
    /// at most 201 counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every: Option<u64>,
}

impl LifeSettings {
    /// Creates settings for these densities under Conway's rule.
    pub fn new(bounds: Bounds, densities: Vec<f64>, generations: u64) -> Self {
        Self { bounds, rule: Rule::CONWAY, densities, fields: None, generations, every: None }
    }
}

impl Settings for LifeSettings {
    const KIND: Kind = crate::grid::GRID;
}

/// Settings of `life.soups`: the lifespans of random soups, and a census of the objects in them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SoupsSettings {
    /// The number of soups.
    pub soups: u64,
    /// The symmetry of the soups.
    #[serde(with = "as_text")]
    pub symmetry: Symmetry,
    /// The rule.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// The probability, from 0 to 1, that a cell lives at the start; the default is 0.5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    /// The root of hashed soups: each soup is the hash of a text, which is the root with the number
    /// of the soup appended. A root and a density exclude each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed_string: Option<String>,
    /// The maximum number of generations per soup; the default is 100000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
}

impl SoupsSettings {
    /// Creates settings for soups without symmetry under Conway's rule.
    pub fn new(soups: u64) -> Self {
        let (symmetry, rule) = (Symmetry::C1, Rule::CONWAY);
        Self { soups, symmetry, rule, density: None, seed_string: None, generations: None }
    }
}

impl Settings for SoupsSettings {
    const KIND: Kind = crate::soups::SOUPS;
}

/// Settings of `life.methuselah`: the longest-lived patterns of a box.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MethuselahSettings {
    /// The number of columns of the box: 1 to 64.
    pub width: u32,
    /// The number of rows of the box: 1 to 64.
    pub height: u32,
    /// The rule.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// The maximum number of generations per pattern; the default is 100000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// The number of longest-lived patterns to report; the default is 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<u64>,
    /// The number of random patterns; only for a box of more than 21 cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soups: Option<u64>,
    /// The probability, from 0 to 1, that a cell of a random pattern lives at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
}

impl MethuselahSettings {
    /// Creates settings for all patterns of a box of at most 21 cells under Conway's rule.
    pub fn new(width: u32, height: u32) -> Self {
        let rule = Rule::CONWAY;
        Self { width, height, rule, generations: None, kept: None, soups: None, density: None }
    }

    /// Creates settings for random patterns of a box of more than 21 cells under Conway's rule.
    pub fn random(width: u32, height: u32, soups: u64, density: f64) -> Self {
        Self { soups: Some(soups), density: Some(density), ..Self::new(width, height) }
    }
}

impl Settings for MethuselahSettings {
    const KIND: Kind = crate::methuselah::METHUSELAH;
}
