//! The result of `random.battery`.

use quadrille_random::battery::{Size, Statistic, THRESHOLD, Verdict, verdict};
use quadrille_report::figures::Figures;
use serde::{Deserialize, Serialize};

use super::job::Arrangement;
use super::partial::{Examined, UnitResult};

/// The result of `random.battery`: statistical tests of generators and of their streams.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct BatteryResult {
    /// Binary logarithm of the maximum number of values used by a statistic; 19 to 30.
    pub size: u32,
    /// The p-value below which a subject is flagged.
    pub threshold: f64,
    /// The subjects, in the experiment's order.
    pub subjects: Vec<SubjectResult>,
}

/// The results of a subject: a sequence, or a family of streams.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct SubjectResult {
    /// The generator's name.
    #[figure(name)]
    pub generator: String,
    /// What was tested: the generator's sequence (`sequence`) or its neighbouring streams
    /// (`streams`).
    #[figure(text)]
    pub arrangement: Arrangement,
    /// The generator's seed, as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// `flagged` if a p-value is below `threshold`, otherwise `passed`.
    #[figure(text)]
    pub verdict: SubjectVerdict,
    /// The smallest p-value of the subject; `None` without statistics.
    pub smallest_p: Option<f64>,
    /// The significantly correlated draws of neighbouring streams.
    pub correlated_draws: Vec<CorrelatedDraw>,
    /// The tests, each with its statistics.
    pub tests: Vec<TestResult>,
}

/// The verdict on a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SubjectVerdict {
    /// No p-value is below the threshold, which does not prove that there is no defect.
    Passed,
    /// A p-value is below the threshold.
    Flagged,
}

impl SubjectVerdict {
    /// Returns the verdict's name in results and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Flagged => "flagged",
        }
    }
}

/// A draw with a significant correlation between neighbouring streams.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct CorrelatedDraw {
    /// The draw's index in the stream, from 0.
    #[figure("draw")]
    pub draw: u32,
    /// The draw's correlation with the same draw of the next stream, from −1 to 1.
    pub correlation: f64,
}

/// The result of a test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct TestResult {
    /// The test's name.
    #[figure(name)]
    pub test: String,
    /// The statistics of the test.
    pub figures: Vec<FigureResult>,
}

/// A test statistic with its p-value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct FigureResult {
    /// The statistic's name, unique within the test.
    #[figure(name)]
    pub name: String,
    /// The value of the statistic.
    pub statistic: f64,
    /// The statistic's distribution for a good generator, in words.
    pub distribution: String,
    /// The p-value, from 0 to 1: the probability that independent random numbers give a value at
    /// least this extreme. P-values below 1e-300 are given as 1e-300.
    pub p: f64,
    /// The index of the bit, lag or draw with the most extreme value, for statistics that are a
    /// maximum; otherwise `None`.
    pub at: Option<u32>,
}

impl BatteryResult {
    pub(crate) fn of(size: Size, subjects: &[Examined<'_>]) -> Self {
        Self {
            size: size.get(),
            threshold: THRESHOLD,
            subjects: subjects.iter().map(SubjectResult::of).collect(),
        }
    }
}

impl SubjectResult {
    fn of(examined: &Examined<'_>) -> Self {
        let figures = || examined.tests.iter().flat_map(|(_, found)| &found.figures);
        let alike = examined.tests.iter().flat_map(|(_, found)| &found.alike);
        Self {
            generator: examined.subject.generator.name.to_owned(),
            arrangement: examined.subject.arrangement,
            seed: examined.seed,
            verdict: match verdict(figures()) {
                Verdict::Flagged => SubjectVerdict::Flagged,
                Verdict::Passed => SubjectVerdict::Passed,
            },
            smallest_p: figures().map(|figure| figure.p).min_by(f64::total_cmp),
            correlated_draws: alike
                .map(|&(draw, correlation)| CorrelatedDraw { draw, correlation })
                .collect(),
            tests: examined.tests.iter().map(|(name, found)| TestResult::of(name, found)).collect(),
        }
    }

    /// Returns the statistics with the names of their tests, in the order of the tests.
    pub fn figures(&self) -> impl Iterator<Item = (&str, &FigureResult)> {
        self.tests.iter().flat_map(|test| test.figures.iter().map(|figure| (test.test.as_str(), figure)))
    }

    /// Returns whether the subject was flagged.
    pub fn is_flagged(&self) -> bool {
        self.verdict == SubjectVerdict::Flagged
    }
}

impl TestResult {
    fn of(name: &str, found: &UnitResult) -> Self {
        Self { test: name.to_owned(), figures: found.figures.iter().map(FigureResult::of).collect() }
    }
}

impl FigureResult {
    fn of(figure: &Statistic) -> Self {
        Self {
            name: figure.name.clone().into_owned(),
            statistic: figure.value,
            distribution: figure.null.to_string(),
            p: figure.p,
            at: figure.at,
        }
    }
}
