//! The settings of a training.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_players::Training;
use quadrille_runner::keys::Shape::{Number, Whole};
use quadrille_runner::settings;

use super::TrainGame;
use crate::{CardGame, GameOf};

settings! {
    /// The keys of trainings of all games, except the number of games and the rules.
    pub struct LearningSettings {
        slots: u32 =
            "number of slots that learn in parallel within a stage; more threads than slots are no faster",
            Whole(1, 64), default 2, "4";
        slot_games: u32 =
            "number of games that a slot plays before the weights of all slots are averaged",
            Whole(1, 1_000_000), default 4096, "8192";
        update_games: u32 =
            "number of games of a slot between two updates of its weights", Whole(1, 10_000), default 16, "64";
        first_step: f64 =
            "step size of updates at the start; it decreases linearly to `last_step`", Number(1e-9, 1.0),
            default 0.001, "0.002";
        last_step: f64 =
            "step size of updates at the end of the training", Number(0.0, 1.0), default 0.0001, "0.0002";
        explore: f64 = "share of random decisions", Number(0.0, 1.0), default 0.02, "0.05";
        measurements: u64 =
            "number of times that the policy is measured against the house player; the last time is at the end",
            Whole(1, 1000), default 10, "4";
        sittings: u64 =
            "number of sittings that each measurement plays in each lineup", Whole(2, 1_000_000), default 2000,
            "500";
    }
}

/// The maximum number of games of a training.
pub const MOST: u64 = 10_000_000_000;

/// The settings of a training.
#[derive(Debug, Clone)]
pub struct TrainingSettings<K: TrainGame> {
    /// The training. Its seed is 0; a run sets its own seed.
    pub(super) training: Training<GameOf<K>>,
    /// The settings as written in the file.
    pub(super) given: LearningSettings,
}

impl<K: TrainGame> TrainingSettings<K> {
    pub(super) fn new(
        table: &TomlTable<'_>,
        games: u64,
        given: LearningSettings,
    ) -> Result<Self, Diagnostic> {
        let (_, seats, _) = <K as CardGame>::SEATS;
        let training = Training {
            setup: K::setup(table, seats as usize, &|wrong| table.error(wrong))?,
            seed: 0,
            games,
            slots: given.slots,
            slot_games: given.slot_games,
            update_games: given.update_games,
            rate: [given.first_step, given.last_step].map(|step| step as f32),
            explore: given.explore as f32,
        };
        Ok(Self { training, given })
    }
}
