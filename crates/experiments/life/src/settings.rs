//! What experiments about Life can be asked.

use quadrille_life::{Bounds, Rule, Symmetry};
use serde::Serialize;

use quadrille_report::as_text;
use quadrille_runner::job::Kind;
use quadrille_runner::settings::Settings;

/// Asks `life.grid`: how many cells live, as generations go by, on random fields.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LifeSettings {
    /// The field's size and border.
    #[serde(with = "as_text")]
    pub bounds: Bounds,
    /// When cells are born and survive.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// How likely a cell lives at first, from 0 to 1: each density once.
    pub densities: Vec<f64>,
    /// How many fields of each density; usually 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<u64>,
    /// How many generations each lives.
    pub generations: u64,
    /// How many generations apart the cells are counted; usually so that they are counted 200 times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every: Option<u64>,
}

impl LifeSettings {
    /// Conway's rule on fields of these densities.
    pub fn new(bounds: Bounds, densities: Vec<f64>, generations: u64) -> Self {
        Self { bounds, rule: Rule::CONWAY, densities, fields: None, generations, every: None }
    }
}

impl Settings for LifeSettings {
    const KIND: Kind = crate::grid::GRID;
}

/// Asks `life.soups`: when random soups settle, and what is left of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SoupsSettings {
    /// How many soups.
    pub soups: u64,
    /// How they are laid out.
    #[serde(with = "as_text")]
    pub symmetry: Symmetry,
    /// When cells are born and survive.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// How likely a cell lives at first, from 0 to 1; usually a half.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    /// In place of that, the root of the texts that soups are hashes of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed_string: Option<String>,
    /// How many generations each is waited for at most; usually 100000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
}

impl SoupsSettings {
    /// So many soups without symmetry under Conway's rule.
    pub fn new(soups: u64) -> Self {
        let (symmetry, rule) = (Symmetry::C1, Rule::CONWAY);
        Self { soups, symmetry, rule, density: None, seed_string: None, generations: None }
    }
}

impl Settings for SoupsSettings {
    const KIND: Kind = crate::soups::SOUPS;
}

/// Asks `life.methuselah`: which patterns of a box live longest.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MethuselahSettings {
    /// Columns of the box: 1 to 64.
    pub width: u32,
    /// Its rows: 1 to 64.
    pub height: u32,
    /// When cells are born and survive.
    #[serde(with = "as_text")]
    pub rule: Rule,
    /// How many generations each pattern is waited for at most; usually 100000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// How many of the longest-lived are told; usually 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<u64>,
    /// How many patterns are drawn: of a box of more than 21 cells, and of no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soups: Option<u64>,
    /// How likely a cell of these lives at first, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
}

impl MethuselahSettings {
    /// Every pattern of a box of 21 cells at most under Conway's rule.
    pub fn new(width: u32, height: u32) -> Self {
        let rule = Rule::CONWAY;
        Self { width, height, rule, generations: None, kept: None, soups: None, density: None }
    }

    /// Random patterns of a box of more than 21 cells under Conway's rule: so many, and how likely a cell lives.
    pub fn random(width: u32, height: u32, soups: u64, density: f64) -> Self {
        Self { soups: Some(soups), density: Some(density), ..Self::new(width, height) }
    }
}

impl Settings for MethuselahSettings {
    const KIND: Kind = crate::methuselah::METHUSELAH;
}
