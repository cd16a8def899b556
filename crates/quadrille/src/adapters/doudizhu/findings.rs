//! What an arena's games have to say, for machines and for people.

use quadrille_doudizhu::arena::{Arena, Tally};
use quadrille_experiment::Conclusion;

use super::report::report;
use super::result::DoudizhuResult;

pub(super) fn conclusion(arena: &Arena, tally: &Tally) -> Conclusion {
    let result = DoudizhuResult::of(arena, tally);
    Conclusion::new(&result, report(&result)).counting("games", result.games)
}
