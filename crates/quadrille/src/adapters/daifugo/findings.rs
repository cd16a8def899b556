//! What a contest has to say, for machines and for people.

use quadrille_daifugo::arena::Tally;
use quadrille_experiment::Conclusion;

use super::report::report;
use super::result::DaifugoResult;
use super::settings::Settings;

pub(super) fn conclusion(settings: &Settings, tally: &Tally) -> Conclusion {
    let result = DaifugoResult::of(settings, tally);
    Conclusion::new(&result, report(&result, settings))
        .counting("games", result.games)
        .counting("moves", result.moves)
}
