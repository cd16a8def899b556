//! What an evaluation has to say, for machines and for people.

use quadrille_experiment::Conclusion;
use quadrille_mastermind::{Evaluation, Tally};

use super::report::{compared, evaluated};
use super::result::{EvaluateResult, MastermindCompareResult};
use super::settings::{Question, Settings};

pub(super) fn conclusion(settings: &Settings, evaluations: &[Evaluation], tallies: &[Tally]) -> Conclusion {
    let single = match settings.question {
        Question::Evaluate => EvaluateResult::of(settings, evaluations, tallies),
        Question::Compare => None,
    };
    let conclusion = if let Some(result) = single {
        Conclusion::new(&result, evaluated(&result, settings))
    } else {
        let result = MastermindCompareResult::of(settings, evaluations, tallies);
        Conclusion::new(&result, compared(&result, settings))
    };
    conclusion.counting("scores", tallies.iter().map(|tally| tally.scores).sum::<u64>())
}
