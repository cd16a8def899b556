//! Settings of experiments about Dou Dizhu: the keys of the `[doudizhu]` table for each kind.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Value;
use quadrille_doudizhu::Rules;
use quadrille_doudizhu::game::{Auction, Scoring};
use quadrille_experiments_cards::training::{self, LearningSettings};
use quadrille_runner::foreign::{PlayerNames, TimeoutSettings};
use quadrille_runner::keys::Presence::Usually;
use quadrille_runner::keys::Shape::{Choice, Flag, List, Text, Whole};
use quadrille_runner::keys::{Key, Shape};
use quadrille_runner::settings::{Chosen, KeyValue, Keys, Unranged, joined};
use quadrille_runner::{names, settings};
use serde::Serialize;

/// The rules of moves. Files contain their name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MoveRules(pub Rules);

impl Serialize for MoveRules {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl KeyValue for MoveRules {
    fn read(value: &Value<'_>, _: &Shape, expected: &str) -> Result<Self, Diagnostic> {
        let name = value.string(expected)?;
        name.parse().map(Self).map_err(|error: quadrille_doudizhu::RulesError| {
            let presets = Rules::PRESETS.map(|preset| preset.to_string());
            value.error(error.to_string()).suggest(name, presets.iter().map(String::as_str))
        })
    }
}

settings! {
    /// The rules of moves.
    pub struct MoveSettings {
        rules: MoveRules =
            "rules of moves: rlcard, douzero, pagat or openspiel, optionally with switches after commas: space-shuttle, no-trio-pair, no-four-two",
            Text("rules"), default(MoveRules(Rules::RLCARD), "rlcard"), "\"pagat\"";
    }
}

settings! {
    /// The rules of a table.
    pub struct SetupSettings {
        ..moves: MoveSettings;
        scoring: Option<Chosen<Scoring>> =
            "scoring of the games", Choice(&names!(Scoring)), usually "adp", "\"classic\"";
        auction: Option<Chosen<Auction>> =
            "auction that selects the landlord", Choice(&names!(Auction)),
            usually "bids with classic scoring, else none", "\"bids\"";
        open_hand: bool =
            "the landlord may play with an open hand", Flag, instead "with `scoring = \"classic\"`", "true";
        doubling: bool = "every seat may double", Flag, instead "with `scoring = \"classic\"`", "true";
    }
}

/// The keys of [`SetupSettings`] at a table at which people play. There the scoring is classic by
/// default.
pub(crate) const PLAYED: &[Key] = &{
    let mut keys: [Key; SetupSettings::KEYS.len()] = joined(&[SetupSettings::KEYS]);
    let scoring = &mut keys[MoveSettings::KEYS.len()];
    assert!(matches!(scoring.name.as_bytes(), b"scoring"), "the order of the keys has changed");
    scoring.presence = Usually("classic");
    keys
};

settings! {
    /// Settings of `doudizhu.arena`: three players against one another.
    pub struct DoudizhuSettings {
        players: PlayerNames =
            "three of `random`, `rule`, `policy`, `policy:FILE`, `search`, `search:BUDGET` and custom programs, in the order of seats",
            List("three players", &Text("a player's name")), must, "[\"rule\", \"random\", \"random\"]";
        games: u64 =
            "number of games, rounded up to a multiple of 3", Whole(1, 3_000_000_000), default 3000, "12000";
        ..setup: SetupSettings;
        ..timeouts: TimeoutSettings;
    }
}

settings! {
    /// Settings of `doudizhu.endgames`: random deals with open hands are solved, and puzzles among
    /// them are collected.
    pub struct EndgamesSettings {
        hands: Vec<u32> =
            "sizes of two or three hands, the landlord's first", List("the sizes of hands", &Whole(1, 20)), must,
            "[8, 8]";
        deals: u64 = "number of deals", Whole(1, 1_000_000_000), default 1000, "200";
        to_move: Option<Unranged> = "seat that leads", Whole(0, 2), usually "0", "1";
        ..moves: MoveSettings;
        puzzles: u64 = "number of puzzles kept, hardest first", Whole(0, 10_000), default 20, "100";
        hardest: u64 =
            "number of hardest deals kept: the deals with the most nodes", Whole(0, 10_000), default 10, "20";
    }
}

settings! {
    /// Settings of `doudizhu.train`: a training by self-play.
    pub struct TrainSettings {
        games: u64 =
            "number of games to learn from, rounded up to whole stages", Whole(1, training::MOST), must,
            "200000";
        ..moves: MoveSettings;
        ..learning: LearningSettings;
    }
}
