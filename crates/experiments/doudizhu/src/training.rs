//! `doudizhu.train` trains networks for Dou Dizhu by self-play. Its keys are the fields of
//! [`TrainSettings`].
//!
//! The networks learn to win games with random deals. Seat 0 is the landlord.

use quadrille_experiments_cards::training::result::TrainingResult;
use quadrille_experiments_cards::training::{self, TrainGame};
use quadrille_runner::job::{Described as _, Kind};
use quadrille_runner::settings::{Keys as _, Settings};

use crate::card_game::DouDizhu;
use crate::settings::TrainSettings;

/// `doudizhu.train`: trains networks by self-play.
pub const TRAIN: Kind = Kind {
    name: "doudizhu.train",
    table: "doudizhu",
    about: "train networks by self-play",
    revision: 2,
    keys: TrainSettings::KEYS,
    result: TrainingResult::SHAPE,
    read: |table, _, _| {
        let given = TrainSettings::read(table)?;
        training::read::<DouDizhu>(table, given.games, given.learning)
    },
};

impl Settings for TrainSettings {
    const KIND: Kind = TRAIN;
}

impl TrainGame for DouDizhu {
    const SCORE: &'static str = "wins";
    const HOUSE: &'static str = "rule";
    // Exactly one side wins every game, so the win rates of landlord and peasants add up to 1.
    const BASELINE: (&'static str, f64) = ("sum", 1.0);
}
