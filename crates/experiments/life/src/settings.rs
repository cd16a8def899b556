//! Settings of experiments about Life: the keys of the `[life]` table for each kind.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;
use quadrille_life::{Bounds, Fate, Rule, Symmetry};
use quadrille_runner::keys::Shape;
use quadrille_runner::keys::Shape::{Choice, List, Number, Text, Whole};
use quadrille_runner::settings::{KeyValue, Parsed, Unranged};
use quadrille_runner::{names, settings};
use serde::{Serialize, Serializer};

settings! {
    /// The rule of a Life experiment.
    pub struct RuleSettings {
        rule: Parsed<Rule> =
            "the rule of birth and survival", Text("a rule"), default(Parsed(Rule::CONWAY), "B3/S23"),
            "\"B36/S23\"";
    }
}

/// The bounds of a field, which is bounded on all sides and has at most 2³² cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldBounds(pub Bounds);

/// The maximum number of cells of a field: half a gibibyte at one bit per cell.
const MOST_CELLS: u128 = 1 << 32;

impl Serialize for FieldBounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl KeyValue for FieldBounds {
    fn read(value: &Value<'_>, shape: &Shape, expected: &str) -> Result<Self, Diagnostic> {
        let Parsed(bounds) = Parsed::<Bounds>::read(value, shape, expected)?;
        if bounds.is_unlimited() {
            return Err(value
                .error("the field has an unbounded side")
                .expected("a field that is bounded on all sides"));
        }
        let cells = u128::from(bounds.width()) * u128::from(bounds.height());
        if cells > MOST_CELLS {
            return Err(value
                .error(format!("a field of {cells} cells"))
                .expected(format!("at most {MOST_CELLS}")));
        }
        Ok(Self(bounds))
    }
}

settings! {
    /// Settings of `life.grid`: the population of random fields of several densities over time.
    pub struct LifeSettings {
        bounds: FieldBounds =
            "the size and border of the field", Text("a size and a border,"), must, "\"256x256:torus\"";
        densities: Vec<f64> =
            "the probabilities that a cell lives at the start", List("densities", &Number(0.0, 1.0)), must,
            "[0.05, 0.2, 0.5]";
        fields: u64 = "the number of fields per density", Whole(1, 1_000_000), default 10, "20";
        generations: u64 = "the number of generations per field", Whole(1, 1_000_000_000), must, "2000";
        every: Option<Unranged> =
            "the number of generations between two counts of the population, which is counted at most 10001 times",
            Whole(1, 1_000_000_000),
            usually "a value with which the population is counted at most 201 times", "20";
        ..rule: RuleSettings;
    }
}

settings! {
    /// Settings of `life.soups`: the fates of random soups, and a census of the objects in them.
    pub struct SoupsSettings {
        soups: u64 = "the number of soups", Whole(1, 1_000_000_000), must, "10000";
        symmetry: Parsed<Symmetry> =
            "the symmetry of the soups, by Catagolue's name", Choice(&names!(Symmetry)),
            default(Parsed(Symmetry::C1), "C1"), "\"D2_+1\"";
        density: Option<f64> =
            "the probability that a cell lives at the start", Number(0.0, 1.0), usually "0.5", "0.4";
        ..rule: RuleSettings;
        ..patience: PatienceSettings;
        seed_string: Option<String> =
            "a text; each soup is the hash of this text with the soup's number appended, as on Catagolue",
            Text("a root"), instead "in place of `density`", "\"k_quadrille\"";
    }
}

settings! {
    /// The maximum duration of a run of a pattern.
    pub struct PatienceSettings {
        generations: u64 =
            "the maximum number of generations of each run", Whole(1, Fate::MOST_GENERATIONS), default 100000,
            "50000";
    }
}

settings! {
    /// Settings of `life.methuselah`: the longest-lived patterns of a box.
    pub struct MethuselahSettings {
        width: u32 = "the number of columns of the box", Whole(1, 64), must, "5";
        height: u32 = "the number of rows of the box", Whole(1, 64), must, "3";
        ..rule: RuleSettings;
        ..patience: PatienceSettings;
        kept: u64 =
            "the number of longest-lived patterns to report", Whole(1, 1000), default 10, "20";
        soups: Option<u64> =
            "the number of random patterns", Whole(1, 1_000_000_000),
            instead "only for a box of more than 21 cells", "10000";
        density: Option<f64> =
            "the probability that a cell lives at the start", Number(0.0, 1.0),
            instead "only for a box of more than 21 cells", "0.4";
    }
}
