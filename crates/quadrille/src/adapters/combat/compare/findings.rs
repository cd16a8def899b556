//! Which variant is the best, for machines and for people.

use quadrille_experiment::Conclusion;

use super::fights::Rates;
use super::report::report;
use super::result::CompareResult;
pub(super) use super::result::Fought as Stage;
use super::settings::Settings;

pub(super) fn conclusion(settings: &Settings, stages: &[Stage<'_>], rates: &Rates) -> Conclusion {
    let result = CompareResult::of(settings, stages, rates);
    Conclusion::new(&result, report(&result)).counting("fights", result.fights)
}
