//! Settings of the experiments about Hearts: the keys of the `[hearts]` table for each kind.

use quadrille_experiments_cards::training::{self, LearningSettings};
use quadrille_hearts::Rules;
use quadrille_runner::foreign::{PlayerNames, TimeoutSettings};
use quadrille_runner::job::Kind;
use quadrille_runner::keys::Shape;
use quadrille_runner::keys::Shape::{Flag, List, Text, Whole};
use quadrille_runner::settings;
use quadrille_runner::settings::Settings;
use quadrille_table::MOST_GAMES;
use quadrille_table::league::MOST_TABLES;

const PLAYERS: Shape = List("players", &Text("a player's name"));

/// Declares the keys of the switches of the rules.
macro_rules! rule_settings {
    ($($name:ident = $default:literal, $other:literal: $meaning:literal;)*) => {
        settings! {
            /// The switches of the rules, in the order of [`Rules::switches`].
            #[derive(Copy)]
            pub struct RuleSettings {
                $($name: bool = $meaning, Flag, default $default, $other;)*
            }
        }

        impl From<RuleSettings> for Rules {
            fn from(given: RuleSettings) -> Self {
                Self { $($name: given.$name),* }
            }
        }
    };
}

quadrille_hearts::switches!(rule_settings);

settings! {
    /// Settings of `hearts.arena`: four players, each in every seat.
    pub struct ArenaSettings {
        players: PlayerNames =
            "four of `random`, `rule`, `policy`, `policy:FILE`, `search`, `search:BUDGET` and custom programs",
            PLAYERS, must, "[\"rule\", \"random\", \"random\", \"random\"]";
        games: u64 =
            "number of games, rounded up to a multiple of the number of players", Whole(1, MOST_GAMES), must,
            "1000";
        sitting: u64 =
            "number of games in a sitting; the pass directions repeat every 4 games", Whole(1, 1_000_000),
            default 10, "4";
        ..rules: RuleSettings;
        ..timeouts: TimeoutSettings;
    }
}

impl Settings for ArenaSettings {
    const KIND: Kind = crate::ARENA;
}

settings! {
    /// Settings of `hearts.league`: ratings of any number of players.
    pub struct LeagueSettings {
        players: PlayerNames =
            "4 to 32 players, named as for `hearts.arena`", PLAYERS, must,
            "[\"rule\", \"random\", \"random\", \"random\"]";
        games: u64 =
            "total number of games, rounded up so that each table plays equally many games in each arrangement of its players",
            Whole(1, MOST_GAMES), must, "6000";
        tables: Option<u64> =
            "number of tables, drawn at random unless every combination of players gets a table",
            Whole(1, MOST_TABLES), usually "252", "100";
        sitting: u64 =
            "number of games in a sitting; the pass directions repeat every 4 games", Whole(1, 1_000_000),
            default 10, "4";
        ..rules: RuleSettings;
        ..timeouts: TimeoutSettings;
    }
}

impl Settings for LeagueSettings {
    const KIND: Kind = crate::LEAGUE;
}

settings! {
    /// Settings of `hearts.train`: a training by self-play.
    pub struct TrainSettings {
        games: u64 =
            "number of games to learn from, rounded up to whole stages", Whole(1, training::MOST), must,
            "200000";
        ..learning: LearningSettings;
        ..rules: RuleSettings;
    }
}

impl Settings for TrainSettings {
    const KIND: Kind = crate::TRAIN;
}
