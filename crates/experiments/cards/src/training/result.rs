//! The result of a training: its settings, the learning curve and digests of the weights.
//!
//! `Progress` holds one integer score per sitting: the sum of the policy's scores in all of its
//! seats and games. The mean of a [`Figure`] is the mean of these sums divided by the number of
//! summands, so it is a mean per seat and game. With several lineups, the figure `sum` is the sum
//! of the means of all lineups.

use std::collections::BTreeMap;

use quadrille_players::{Learnable, Training, TrainingState, notes};
use quadrille_report::figures::Figures;
use quadrille_report::intervals::confidence;
use quadrille_runner::Report;
use quadrille_stats::Interval;
use serde::{Deserialize, Serialize};

use super::progress::{Point, Progress, common, lineup_scores, weights};
use super::report::report;
use super::{TrainGame, TrainingSettings};
use crate::GameOf;

/// The result of a training: its settings, and the strength of the policy at each measurement.
///
/// Intervals are 95 % intervals over sittings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct TrainingResult {
    /// The number of training games: the number in the experiment, rounded up to whole stages.
    #[figure("training games")]
    pub games: u64,
    /// The name of each network: its role.
    pub networks: Vec<String>,
    /// The shape that all networks have: the number of inputs, and the numbers of outputs of the
    /// first and of the second hidden layer.
    pub shape: [u32; 3],
    /// The number of slots that learned in parallel.
    pub slots: u32,
    /// The number of games that a slot played in a stage.
    pub slot_games: u32,
    /// The number of games of a slot between two updates of its weights.
    pub update_games: u32,
    /// The step size of the first updates.
    pub first_step: f64,
    /// The step size of the last updates.
    pub last_step: f64,
    /// The share of decisions that were made at random, 0 to 1.
    pub explore: f64,
    /// The measurements, in order. The last one is at the end of the training.
    pub curve: Vec<CurvePoint>,
    /// The name of the house player, the opponent in measurements.
    pub house: String,
    /// The number of sittings that a measurement has in each lineup.
    pub sittings: u64,
    /// The number of games in a sitting.
    pub sitting: u32,
    /// The names of the enabled rules.
    pub rules: Vec<String>,
    /// The number of jokers; absent for games without jokers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jokers: Option<u32>,
    /// The SHA-256 digest of the weights after three stages, or after the last stage if there are
    /// fewer stages. The digest is in lower-case hexadecimal.
    pub early_weights: String,
    /// The SHA-256 digest of the final weights, in lower-case hexadecimal.
    pub weights: String,
}

/// The result of a measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct CurvePoint {
    /// The number of training games that precede the measurement.
    #[figure("games")]
    pub games: u64,
    /// The policy's mean score in each lineup, followed by the sum of these means if there are
    /// several lineups. A lineup is a choice of the seats that the policy plays; house players play
    /// the others.
    pub figures: Vec<Figure>,
    /// The late decisions that the exact solver checked; absent for games without a solver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endgames: Option<Endgames>,
}

/// The late decisions of a measurement that the exact solver checked with all hands open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Endgames {
    /// The maximum number of cards, in all hands together, at which decisions are checked.
    pub most_cards: u32,
    /// The counts for the decisions of the policy.
    pub policy: Decisions,
    /// The counts for the decisions of the house players in the same games.
    pub house: Decisions,
}

/// Counts of checked decisions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Decisions {
    /// The number of checked decisions. A decision is checked if the side to move wins the position
    /// and at least one legal move loses.
    pub checked: u64,
    /// The number of checked decisions in which the chosen move loses.
    pub proved_wrong: u64,
    /// `proved_wrong` / `checked`; `None` if no decision was checked.
    #[figure(within(low, high))]
    pub share: Option<f64>,
    /// The lower end of the 95 % interval of `share`, by Wilson's method for independent decisions.
    pub low: Option<f64>,
    /// The upper end of the interval of `share`.
    pub high: Option<f64>,
}

impl Decisions {
    fn of([checked, wrong]: [u64; 2]) -> Self {
        let interval = Interval::wilson(wrong, checked, confidence()).ok();
        Self {
            checked,
            proved_wrong: wrong,
            share: interval.map(|_| wrong as f64 / checked as f64),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
        }
    }
}

/// The policy's mean score in a lineup, with its interval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The name of the lineup. Dou Dizhu has `landlord` and `peasants`, and `sum` for the sum of
    /// both means. Other games have `alone`: the policy has one seat, and each of the seats in
    /// turn.
    #[figure(name)]
    pub name: String,
    /// The policy's mean score. In Dou Dizhu, it is the share of games won, 0 to 1, or for `sum`,
    /// the sum of two such shares. In other games, it is the mean of the points per game; in
    /// Hearts, these are 26 minus the points taken.
    #[figure("mean", precise, within(low, high))]
    pub mean: Option<f64>,
    /// The lower end of the 95 % interval of `mean`.
    pub low: Option<f64>,
    /// The upper end of the interval of `mean`.
    pub high: Option<f64>,
}

impl TrainingResult {
    pub(super) fn of<K: TrainGame>(
        settings: &TrainingSettings<K>,
        training: &Training<GameOf<K>>,
        progress: &Progress,
    ) -> Self {
        let setup = &training.setup;
        let agreed = K::agreed(setup);
        let most_cards = GameOf::<K>::exact_judge(setup).map_or(0, |judge| judge.most_cards());
        let shape = GameOf::<K>::shape().map_or([0; 3], Into::into);
        let digest = |state: &TrainingState| weights(GameOf::<K>::ROLES, state).digest();
        let stage_games = u64::from(training.slots) * u64::from(training.slot_games);
        Self {
            games: progress.stages * stage_games,
            networks: GameOf::<K>::ROLES.iter().map(|&role| role.to_owned()).collect(),
            shape,
            slots: training.slots,
            slot_games: training.slot_games,
            update_games: training.update_games,
            first_step: settings.given.first_step,
            last_step: settings.given.last_step,
            explore: settings.given.explore,
            curve: progress
                .curve
                .iter()
                .map(|point| CurvePoint::of::<GameOf<K>>(setup, most_cards, point))
                .collect(),
            house: K::HOUSE.to_owned(),
            sittings: settings.given.sittings,
            sitting: GameOf::<K>::SITTING,
            rules: agreed.rules,
            jokers: agreed.jokers,
            early_weights: progress.early.clone(),
            weights: progress.learned.as_ref().map_or_else(String::new, digest),
        }
    }

    /// Returns the notes that files of weights contain.
    pub(super) fn notes<G: Learnable>(&self, seed: u64) -> BTreeMap<String, String> {
        let mut notes = notes::<G>();
        let numbers = [
            ("seed", seed),
            ("games", self.games),
            ("slots", self.slots.into()),
            ("slot_games", self.slot_games.into()),
            ("update_games", self.update_games.into()),
        ];
        notes.extend(numbers.map(|(name, number)| (name.to_owned(), number.to_string())));
        let floats =
            [("first_step", self.first_step), ("last_step", self.last_step), ("explore", self.explore)];
        notes.extend(floats.map(|(name, number)| (name.to_owned(), number.to_string())));
        let texts = [
            ("rules", &self.rules.join(", ")),
            ("weights", &self.weights),
            ("early_weights", &self.early_weights),
        ];
        notes.extend(texts.map(|(name, text)| (name.to_owned(), text.clone())));
        notes
    }

    /// Returns the report, in the words of the game.
    pub fn report<K: TrainGame>(&self) -> Report {
        report::<K>(self)
    }
}

impl CurvePoint {
    fn of<G: Learnable>(setup: &G::Setup, most_cards: u32, point: &Point) -> Self {
        let lineups = G::lineups(setup);
        let games = f64::from(G::SITTING);
        let named = lineups.iter().map(|lineup| (lineup.name, lineup_scores(lineup)));
        let named = named.chain([("sum", common(&lineups))]);
        let figures = point.scores.iter().zip(named).map(|(counts, (name, scores))| {
            let each = |value: f64| value / (scores as f64 * games);
            let interval = counts.mean_interval(confidence());
            Figure {
                name: name.to_owned(),
                mean: counts.mean().map(each),
                low: interval.map(|interval| each(interval.low)),
                high: interval.map(|interval| each(interval.high)),
            }
        });
        let endgames = point.exact.map(|[policy, house]| Endgames {
            most_cards,
            policy: Decisions::of(policy),
            house: Decisions::of(house),
        });
        Self { games: point.games, figures: figures.collect(), endgames }
    }
}
