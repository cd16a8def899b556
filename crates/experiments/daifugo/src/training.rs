//! `daifugo.train`: training of a network by self-play.
//!
//! ```toml
//! kind = "daifugo.train"
//! [daifugo]
//! games = 200000            # training games
//! jokers = 1                # optional: 0 to 2
//! on = ["eleven-back"]      # optional: rules to switch on, in addition to those of UECda
//! off = ["suit-lock"]       # optional: rules of UECda to switch off
//! sittings = 2000           # optional: sittings of ten games per measurement
//! ```

use quadrille_experiments_cards::training::{self, TrainGame};
use quadrille_runner::job::Kind;

use crate::keys;
use crate::league::Daifugo;

/// `daifugo.train`: training of a network by self-play.
pub const TRAIN: Kind = Kind {
    name: "daifugo.train",
    table: "daifugo",
    about: "train a network by self-play",
    revision: 2,
    keys: keys::TRAIN,
    read: |table, _, _| training::read::<Daifugo>(table),
};

impl TrainGame for Daifugo {
    const SCORE: &'static str = "points";
    const HOUSE: &'static str = "greedy";
    // The mean points per game of five players, who get 5, 4, 3, 2 and 1 points.
    const BASELINE: (&'static str, f64) = ("alone", 3.0);
}
