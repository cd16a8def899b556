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

settings! {
    /// The switches of the rules, in the order of [`Rules::switches`].
    #[derive(Copy)]
    pub struct RuleSettings {
        pass_cards: bool = "three cards are passed before the first trick", Flag, default true, "false";
        no_pts_on_first_trick: bool =
            "no points may be discarded in the first trick", Flag, default true, "false";
        can_lead_any_club: bool =
            "the holder of the two of clubs may lead the first trick with any club", Flag, default false,
            "true";
        jd_bonus: bool =
            "a player who takes the jack of diamonds scores 10 points less", Flag, default false, "true";
        avoid_all_tricks_bonus: bool =
            "a player who takes no trick scores 5 points less", Flag, default false, "true";
        qs_breaks_hearts: bool = "the queen of spades breaks hearts", Flag, default true, "false";
        must_break_hearts: bool =
            "hearts may not be led before hearts are broken", Flag, default true, "false";
        can_lead_hearts_instead_of_qs: bool =
            "a player who has only hearts and the queen of spades may lead a heart before hearts are broken",
            Flag, default false, "true";
    }
}

impl From<RuleSettings> for Rules {
    fn from(given: RuleSettings) -> Self {
        Self {
            pass_cards: given.pass_cards,
            no_pts_on_first_trick: given.no_pts_on_first_trick,
            can_lead_any_club: given.can_lead_any_club,
            jd_bonus: given.jd_bonus,
            avoid_all_tricks_bonus: given.avoid_all_tricks_bonus,
            qs_breaks_hearts: given.qs_breaks_hearts,
            must_break_hearts: given.must_break_hearts,
            can_lead_hearts_instead_of_qs: given.can_lead_hearts_instead_of_qs,
        }
    }
}

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
