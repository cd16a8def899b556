//! Settings of the Daifugo experiments: the keys of the `[daifugo]` table for each kind.

use quadrille_daifugo::rules::Rule;
use quadrille_experiments_cards::training::{self, LearningSettings};
use quadrille_runner::foreign::{PlayerNames, TimeoutSettings};
use quadrille_runner::keys::Shape;
use quadrille_runner::keys::Shape::{Choice, List, Text, Whole};
use quadrille_runner::settings::Chosen;
use quadrille_runner::{names, settings};
use quadrille_table::MOST_GAMES;
use quadrille_table::league::MOST_TABLES;

const SWITCHES: Shape = List("rules", &Choice(&names!(Rule)));
const PLAYERS: Shape = List("players", &Text("a player's name"));

settings! {
    /// The rules of a table: the rules of the `UECda` contest, with these changes.
    pub struct RuleSettings {
        jokers: u32 = "jokers in the deck", Whole(0, 2), default 1, "2";
        on: Vec<Chosen<Rule>> = "rules switched on", SWITCHES, usually "UECda's rules", "[\"eleven-back\"]";
        off: Vec<Chosen<Rule>> = "rules switched off", SWITCHES, usually "UECda's rules", "[\"suit-lock\"]";
    }
}

settings! {
    /// Settings of `daifugo.arena`: a contest between players, each in every seat.
    pub struct DaifugoSettings {
        players: PlayerNames =
            "three to six players: `random`, `greedy`, `policy`, `policy:FILE`, `search`, `search:BUDGET` or your own programs",
            PLAYERS, must, "[\"greedy\", \"greedy\", \"greedy\", \"greedy\", \"random\"]";
        games: u64 =
            "number of games, rounded up to a multiple of the number of players", Whole(1, MOST_GAMES), must,
            "1000";
        sitting: u64 =
            "number of games in a sitting; cards are exchanged between these games", Whole(1, 1_000_000),
            default 10, "5";
        ..rules: RuleSettings;
        ..timeouts: TimeoutSettings;
    }
}

settings! {
    /// Settings of `daifugo.league`: ratings of any number of players.
    pub struct LeagueSettings {
        players: PlayerNames =
            "at least one player per seat, at most 32 players", PLAYERS, must,
            "[\"greedy\", \"greedy\", \"greedy\", \"random\", \"random\", \"random\"]";
        games: u64 =
            "total number of games, rounded up so that each table plays equally many games in each arrangement of its players",
            Whole(1, MOST_GAMES), must, "6000";
        seats: u64 = "players at a table", Whole(3, 6), default 5, "4";
        tables: Option<u64> =
            "number of tables, drawn at random unless every combination of players gets a table",
            Whole(1, MOST_TABLES), usually "252", "100";
        sitting: u64 =
            "number of games in a sitting; cards are exchanged between these games", Whole(1, 1_000_000),
            default 10, "5";
        ..rules: RuleSettings;
        ..timeouts: TimeoutSettings;
    }
}

settings! {
    /// Settings of `daifugo.train`: a training by self-play.
    pub struct TrainSettings {
        games: u64 =
            "number of games to learn from, rounded up to whole stages", Whole(1, training::MOST), must,
            "200000";
        ..rules: RuleSettings;
        ..learning: LearningSettings;
    }
}
