//! The table of a training's experiment file.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_players::Training;
use quadrille_runner::keys::Key;
use quadrille_runner::keys::Presence::{Must, Usually};
use quadrille_runner::keys::Shape::{Number, Whole};

use super::TrainGame;
use crate::{CardGame, GameOf};

/// The keys of a training's experiment file.
pub mod keys {
    use super::{Key, MOST, Must, Number, Usually, Whole};

    /// The key of the number of games.
    pub const GAMES: Key = Key::new(
        "games",
        "number of games to learn from, rounded up to whole stages",
        Whole(1, MOST),
        Must,
        "200000",
    );
    /// The key of the number of slots.
    pub const SLOTS: Key = Key::new(
        "slots",
        "number of slots that learn in parallel within a stage; more threads than slots are no faster",
        Whole(1, 64),
        Usually("2"),
        "4",
    );
    /// The key of the number of games of a slot in a stage.
    pub const SLOT_GAMES: Key = Key::new(
        "slot_games",
        "number of games that a slot plays before the weights of all slots are averaged",
        Whole(1, 1_000_000),
        Usually("4096"),
        "8192",
    );
    /// The key of the number of games between updates.
    pub const UPDATE_GAMES: Key = Key::new(
        "update_games",
        "number of games of a slot between two updates of its weights",
        Whole(1, 10_000),
        Usually("16"),
        "64",
    );
    /// The key of the first step size.
    pub const FIRST_STEP: Key = Key::new(
        "first_step",
        "step size of updates at the start; it decreases linearly to `last_step`",
        Number(1e-9, 1.0),
        Usually("0.001"),
        "0.002",
    );
    /// The key of the last step size.
    pub const LAST_STEP: Key = Key::new(
        "last_step",
        "step size of updates at the end of the training",
        Number(0.0, 1.0),
        Usually("0.0001"),
        "0.0002",
    );
    /// The key of the share of random decisions.
    pub const EXPLORE: Key =
        Key::new("explore", "share of random decisions", Number(0.0, 1.0), Usually("0.02"), "0.05");
    /// The key of the number of measurements.
    pub const MEASUREMENTS: Key = Key::new(
        "measurements",
        "number of times that the policy is measured against the house player; the last time is at the end",
        Whole(1, 1000),
        Usually("10"),
        "4",
    );
    /// The key of the number of sittings of a measurement.
    pub const SITTINGS: Key = Key::new(
        "sittings",
        "number of sittings that each measurement plays in each lineup",
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
    /// The training. Its seed is 0; a run sets its own seed.
    pub(super) training: Training<GameOf<K>>,
    /// The step sizes of the first and of the last updates, as written in the file.
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
