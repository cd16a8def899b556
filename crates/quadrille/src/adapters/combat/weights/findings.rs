//! What changes are worth, for machines and for people.

use quadrille_combat::Pairs;
use quadrille_experiment::Conclusion;

use super::report::report;
use super::result::WeightsResult;
use super::settings::Settings;

pub(super) fn conclusion(settings: &Settings, pairs: &Pairs) -> Conclusion {
    let result = WeightsResult::of(settings, pairs);
    let fights = u128::from(result.iterations) * (1 + result.weights.len() as u128);
    Conclusion::new(&result, report(&result)).counting("fights", fights)
}
