//! What became of the fields, for machines and for people.

use quadrille_experiment::Conclusion;

use super::fields::Populations;
use super::report::report;
use super::result::LifeResult;
use super::settings::Settings;

pub(super) fn conclusion(settings: &Settings, populations: &Populations) -> Conclusion {
    let result = LifeResult::of(settings, populations);
    let cells = result.cells() * u128::from(settings.generations) * u128::from(result.all_fields());
    Conclusion::new(&result, report(&result)).counting("cells", cells)
}
