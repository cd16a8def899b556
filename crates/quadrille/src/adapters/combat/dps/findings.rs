//! What fights have to say, for machines and for people.

use quadrille_combat::{Block, Profile, Simulation};
use quadrille_experiment::Conclusion;

use super::report::report;
use super::result::Fought;

pub(super) fn conclusion(profile: &Profile, simulation: &Simulation, seed: u64, block: &Block) -> Conclusion {
    let (result, details) = Fought { profile, simulation, block, seed }.conclude();
    Conclusion::new(&result, report(&result, &details, seed))
        .with_details(&details)
        .counting("fights", result.iterations)
        .counting("events", result.events)
}
