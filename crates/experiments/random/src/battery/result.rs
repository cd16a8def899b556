//! What a battery finds: the result of `random.battery`.

use quadrille_random::battery::{Size, Statistic, THRESHOLD, Verdict, verdict};
use serde::{Deserialize, Serialize};

use super::partial::{Examined, Found};
use super::settings::Arrangement;

/// The result of `random.battery`: statistical tests of generators and of their streams.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatteryResult {
    /// A figure looks at 2 to the power of this many values at most; 19 to 30.
    pub size: u32,
    /// Below this p-value a figure is no chance, and its subject is flagged.
    pub threshold: f64,
    /// What was looked at, in the experiment's order.
    pub subjects: Vec<SubjectResult>,
}

/// Something that ought to look random, and how it does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubjectResult {
    /// The generator's name.
    pub generator: String,
    /// Which of its numbers were looked at.
    pub arrangement: Arrangement,
    /// The seed that it began with; decimal text as data.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// Whether something was found against it.
    pub verdict: SubjectVerdict,
    /// The smallest of its p-values.
    pub smallest_p: Option<f64>,
    /// The draws by which neighbouring streams resemble each other.
    pub correlated_draws: Vec<CorrelatedDraw>,
    /// The tests, each with its figures.
    pub tests: Vec<TestResult>,
}

/// Whether something was found against a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SubjectVerdict {
    /// Nothing was found, which is no proof that there is nothing.
    Passed,
    /// A p-value lies below the threshold.
    Flagged,
}

impl SubjectVerdict {
    /// Its name in results and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Flagged => "flagged",
        }
    }
}

/// A draw by which neighbouring streams resemble each other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorrelatedDraw {
    /// Its number in the stream, counted from 0.
    pub draw: u32,
    /// Its correlation with the same draw of the next stream, from −1 to 1.
    pub correlation: f64,
}

/// What a test found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestResult {
    /// The test's name.
    pub test: String,
    /// Its figures.
    pub figures: Vec<FigureResult>,
}

/// A test statistic, and how surprising it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureResult {
    /// What it looks at; no two figures of a test share it.
    pub name: String,
    /// The statistic.
    pub statistic: f64,
    /// Its distribution if all is well, in words.
    pub distribution: String,
    /// The probability that independent random numbers look at least as odd, from 0 to 1.
    pub p: f64,
    /// For the worst of many: the number of the bit, the lag or the draw.
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

    /// Its figures, each with the name of its test, in the order of the tests.
    pub fn figures(&self) -> impl Iterator<Item = (&str, &FigureResult)> {
        self.tests.iter().flat_map(|test| test.figures.iter().map(|figure| (test.test.as_str(), figure)))
    }

    /// Returns whether something was found against it.
    pub fn is_flagged(&self) -> bool {
        self.verdict == SubjectVerdict::Flagged
    }
}

impl TestResult {
    fn of(name: &str, found: &Found) -> Self {
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
