//! The table of a training's experiment file.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_players::Training;
use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Must, Usually};
use quadrille_runner::keys::Shape::{Number, Whole};

use super::TrainGame;
use crate::{CardGame, GameOf};

/// The keys of a training.
pub mod keys {
    use super::{Key, MOST, Must, Number, Usually, Whole};

    /// Games of the training.
    pub const GAMES: Key = Key::new(
        "games",
        "how many games are played and learned from, rounded up to whole stages",
        Whole(1, MOST),
        Must,
        "200000",
    );
    /// Slots.
    pub const SLOTS: Key = Key::new(
        "slots",
        "how many slots of a stage learn side by side, and so how many threads can work at a time",
        Whole(1, 64),
        Usually("2"),
        "4",
    );
    /// Games of a slot.
    pub const SLOT_GAMES: Key = Key::new(
        "slot_games",
        "how many games a slot plays before the slots are averaged",
        Whole(1, 1_000_000),
        Usually("4096"),
        "8192",
    );
    /// Games of an update.
    pub const UPDATE_GAMES: Key = Key::new(
        "update_games",
        "after how many games of a slot its weights are updated",
        Whole(1, 10_000),
        Usually("16"),
        "64",
    );
    /// The first step size.
    pub const FIRST_STEP: Key = Key::new(
        "first_step",
        "the step size of updates at the start, from which it falls in a straight line",
        Number(1e-9, 1.0),
        Usually("0.001"),
        "0.002",
    );
    /// The last step size.
    pub const LAST_STEP: Key = Key::new(
        "last_step",
        "the step size of updates at the end",
        Number(0.0, 1.0),
        Usually("0.0001"),
        "0.0002",
    );
    /// Exploration.
    pub const EXPLORE: Key = Key::new(
        "explore",
        "the share of decisions that are drawn at random",
        Number(0.0, 1.0),
        Usually("0.02"),
        "0.05",
    );
    /// Measurements.
    pub const MEASUREMENTS: Key = Key::new(
        "measurements",
        "how many times the policy is measured against house players, the last time at the end",
        Whole(1, 1000),
        Usually("10"),
        "4",
    );
    /// Sittings.
    pub const SITTINGS: Key = Key::new(
        "sittings",
        "how many sittings a measurement plays in each lineup",
        Whole(2, 1_000_000),
        Usually("2000"),
        "500",
    );
    /// All keys in order.
    pub const ALL: [Key; 9] =
        [GAMES, SLOTS, SLOT_GAMES, UPDATE_GAMES, FIRST_STEP, LAST_STEP, EXPLORE, MEASUREMENTS, SITTINGS];
}

/// The maximum number of games of a training.
const MOST: u64 = 10_000_000_000;

/// The settings of a training.
#[derive(Debug, Clone)]
pub struct TrainingSettings<K: TrainGame> {
    /// The training, with the seed of the run.
    pub(super) training: Training<GameOf<K>>,
    /// The step sizes and the share of random decisions as the file has them.
    pub(super) steps: [f64; 2],
    pub(super) explore: f64,
    pub(super) measurements: u64,
    pub(super) sittings: u64,
}

impl<K: TrainGame> TrainingSettings<K> {
    pub(super) fn read(table: &TomlTable<'_>) -> Result<Self, Diagnostic> {
        // Ranges and defaults come from the declarations of the keys.
        let whole = |key: Key| {
            let (Whole(low, high), Usually(usual)) = (key.shape, key.presence) else { return Ok(0) };
            let usual = Ok(usual.parse().unwrap_or(low));
            table.optional(key.name).map_or(usual, |value| value.integer(low..=high))
        };
        let number = |key: Key| {
            let (Number(low, high), Usually(usual)) = (key.shape, key.presence) else { return Ok(0.0) };
            let usual = Ok(usual.parse().unwrap_or(low));
            table.optional(key.name).map_or(usual, |value| value.number(low..=high))
        };
        let (_, seats, _) = <K as CardGame>::SEATS;
        let setup = K::setup(table, seats as usize, &|wrong| table.error(wrong))?;
        let steps = [number(keys::FIRST_STEP)?, number(keys::LAST_STEP)?];
        let explore = number(keys::EXPLORE)?;
        let training = Training {
            setup,
            seed: 0,
            games: table.required(keys::GAMES.name)?.integer(1..=MOST)?,
            slots: whole(keys::SLOTS)? as u32,
            slot_games: whole(keys::SLOT_GAMES)? as u32,
            update_games: whole(keys::UPDATE_GAMES)? as u32,
            rate: steps.map(|step| step as f32),
            explore: explore as f32,
        };
        Ok(Self {
            training,
            steps,
            explore,
            measurements: whole(keys::MEASUREMENTS)?,
            sittings: whole(keys::SITTINGS)?,
        })
    }
}
