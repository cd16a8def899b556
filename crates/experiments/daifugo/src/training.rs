//! `daifugo.train`: training of a network by self-play.
//!
//! Its keys are the fields of [`TrainSettings`].

use quadrille_experiments_cards::training::result::TrainingResult;
use quadrille_experiments_cards::training::{self, TrainGame};
use quadrille_runner::job::{Described as _, Kind};
use quadrille_runner::settings::{Keys as _, Settings};

use crate::league::Daifugo;
use crate::settings::TrainSettings;

/// `daifugo.train`: training of a network by self-play.
pub const TRAIN: Kind = Kind {
    name: "daifugo.train",
    table: "daifugo",
    about: "train a network by self-play",
    revision: 2,
    keys: TrainSettings::KEYS,
    result: TrainingResult::SHAPE,
    read: |table, _, _| {
        let given = TrainSettings::read(table)?;
        training::read::<Daifugo>(table, given.games, given.learning)
    },
};

impl Settings for TrainSettings {
    const KIND: Kind = TRAIN;
}

impl TrainGame for Daifugo {
    const SCORE: &'static str = "points";
    const HOUSE: &'static str = "greedy";
    // The mean points per game of five players, who get 5, 4, 3, 2 and 1 points.
    const BASELINE: (&'static str, f64) = ("alone", 3.0);
}
