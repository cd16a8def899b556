//! Typed results: the output of a run deserializes to its type, and serializes to the same bytes.

use std::path::{Path, PathBuf};

use quadrille::answers::mastermind::tree::TreeFile;
use quadrille::diagnostics::Source;
use quadrille::files::NamedFiles;
use quadrille::job::StoredResult;
use quadrille::kinds::REGISTRY;
use quadrille::lanes::Level;
use quadrille::life::{Chance, Pattern, Rule, StreamKey, fill};
use quadrille::mastermind::{Game, Goal, Repeats, optimal};
use quadrille::results::{
    BatteryResult, CompareResult, DaifugoResult, DoudizhuResult, DpsDetails, DpsResult, EndgamesDetails,
    EndgamesResult, EvaluateResult, LeagueResult, LifeResult, MastermindCompareResult, Methuselah,
    MethuselahResult, OptimalResult, SoupsResult, WeightsResult,
};
use quadrille::runner::Conclusion;
use quadrille::runs::{self, RunOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Runs an experiment that may name the examples' files.
fn conclude(text: &str) -> Conclusion {
    let examples: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let file = REGISTRY
        .read_with(Source::new("test.toml", text), NamedFiles::in_folder(examples))
        .unwrap_or_else(|error| panic!("{error}"));
    let choices = RunOptions::new(Level::best()).seed(7).threads(2);
    let ended = runs::in_memory(&file, choices, &()).expect("it runs");
    let conclusion = ended.conclusion.expect("not cancelled");
    let Conclusion { result, details, report, .. } = &conclusion;
    let drawn = file.job.report(&StoredResult { seed: 7, result, details });
    assert_eq!(drawn.as_ref(), Ok(report), "the report is a view of the result");
    conclusion
}

/// Checks that the result deserializes to its type and serializes to the same bytes; returns the
/// typed value.
fn reread<T: Serialize + DeserializeOwned>(conclusion: &Conclusion) -> T {
    let written = serde_json::to_string_pretty(&conclusion.result).unwrap();
    let read: T = serde_json::from_str(&written).unwrap_or_else(|error| panic!("{error} in {written}"));
    assert_eq!(serde_json::to_string_pretty(&read).unwrap(), written);
    // A key of another type is refused.
    let mut foreign = conclusion.result.clone();
    foreign.insert("foreign".to_owned(), 1.into());
    assert!(serde_json::from_value::<T>(foreign.into()).is_err(), "a foreign key");
    read
}

#[test]
fn damage_a_second() {
    for profile in ["fury", "shadow"] {
        let text = format!(
            "kind = \"combat.dps\"\n[combat]\nprofile = \"combat/{profile}.toml\"\niterations = 60\n"
        );
        let conclusion = conclude(&text);
        let result: DpsResult = reread(&conclusion);
        assert_eq!(result.iterations, 60);
        let details: DpsDetails = serde_json::from_value(conclusion.details.into()).unwrap();
        assert_eq!(details.auras.len(), result.uptimes.len());
    }
    // A single fight has no measure of spread.
    let one = "kind = \"combat.dps\"\n[combat]\nprofile = \"combat/fury.toml\"\niterations = 1\n";
    assert_eq!(reread::<DpsResult>(&conclude(one)).dps.error, None);
}

#[test]
fn stat_weights() {
    let text = "kind = \"combat.weights\"\n[combat]\nprofile = \"combat/fury.toml\"\niterations = 60\n\
                weights = { \"actor.crit\" = 0.01, \"actor.hit\" = 0.02 }\n";
    let result: WeightsResult = reread(&conclude(text));
    assert!(result.weights.iter().all(|weight| weight.relative.is_none()));
    let result: WeightsResult = reread(&conclude(&format!("{text}per = \"actor.hit\"\n")));
    assert_eq!(result.weights[1].relative, Some(1.0));
}

#[test]
fn comparisons() {
    let text = "kind = \"combat.compare\"\n[combat]\nprofiles = [\"combat/fury.toml\", \"combat/shadow.toml\"]\n\
                iterations = 400\n";
    let result: CompareResult = reread(&conclude(text));
    assert_eq!(result.best, Some(result.variants[0].variant));
}

#[test]
fn evaluations() {
    let text = "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 3\ncolors = 4\nstrategy = \"knuth\"\n";
    let result: EvaluateResult = reread(&conclude(text));
    assert_eq!(result.score.secrets(), result.game.secrets);
    let conclusion = conclude(&format!("{text}first = \"123\"\npossible_only = true\nno_repeats = true\n"));
    assert_eq!(reread::<EvaluateResult>(&conclusion).score.first_guess, "123");
    assert!(
        conclusion
            .report
            .lead
            .contains("(beginning with 123, guessing only codewords that are still possible)")
    );
}

#[test]
fn strategies_compared() {
    let head =
        "kind = \"mastermind.compare\"\n[mastermind]\nstrategies = [\"entropy\", \"first-consistent\"]\n";
    let result = reread(&conclude(&format!("{head}pins = 3\ncolors = 4\n")));
    assert!(matches!(result, MastermindCompareResult::Game(_)));
    let result = reread(&conclude(&format!("{head}sizes = [[2, 3], [3, 3]]\n")));
    assert!(matches!(result, MastermindCompareResult::Sizes(_)));
}

#[test]
fn optimal_play() {
    let text = "kind = \"mastermind.optimal\"\n[mastermind]\npins = 3\ncolors = 4\n";
    let result: OptimalResult = reread(&conclude(text));
    assert_eq!((result.total_turns, result.max_turns, result.game.secrets), (Some(206), Some(4), 64));
    assert_eq!(result.histogram.iter().sum::<u64>(), 64);
    let turns: u64 = 64 + result.answers.iter().map(|answer| answer.turns).sum::<u64>();
    assert_eq!(turns, 206);
    // The result equals that of the command, including the tree.
    let game = Game::new(3, 4, Repeats::Allowed).unwrap();
    let whole = optimal(game, &Goal::new(), Level::best(), &()).unwrap();
    assert_eq!(result.tree, Some(TreeFile::new(&whole.tree, &whole.walk)));
    // Tests the other goals of the command, and shards with several tasks.
    for (keys, goal) in [
        ("least_depth = true", Goal::new().with_least_depth(true)),
        ("few_last = true\nmax_turns = 4", Goal::new().with_few_last(true).with_max_turns(Some(4))),
        ("least_depth = true\nfew_last = true", Goal::new().with_least_depth(true).with_few_last(true)),
    ] {
        let result: OptimalResult = reread(&conclude(&format!("{text}{keys}\n")));
        let whole = optimal(game, &goal, Level::best(), &()).unwrap();
        assert_eq!(result.tree, Some(TreeFile::new(&whole.tree, &whole.walk)), "{keys}");
        let turns: u64 = 64 + result.answers.iter().map(|answer| answer.turns).sum::<u64>();
        assert_eq!(Some(turns), result.total_turns);
        for shards in [1, 5, 60] {
            let head = text.replace("[mastermind]", &format!("[run]\nshards = {shards}\n[mastermind]"));
            assert_eq!(reread::<OptimalResult>(&conclude(&format!("{head}{keys}\n"))), result);
        }
    }
    // Both limits allow too few turns: one is refused by counting, the other by search.
    for turns in [1, 3] {
        let result: OptimalResult = reread(&conclude(&format!("{text}max_turns = {turns}\n")));
        assert_eq!((result.total_turns, result.tree, result.answers.len()), (None, None, 0));
    }
    let one = "kind = \"mastermind.optimal\"\n[mastermind]\npins = 1\ncolors = 1\n";
    assert_eq!(reread::<OptimalResult>(&conclude(one)).total_turns, Some(1));
}

#[test]
fn batteries() {
    let text = "kind = \"random.battery\"\n[random]\ngenerators = [\"msvc-rand\"]\nstreams = [\"asa128\"]\nsize = 19\n";
    let result: BatteryResult = reread(&conclude(text));
    assert!(result.subjects[0].is_flagged() && !result.subjects[1].correlated_draws.is_empty());
}

#[test]
fn random_fields() {
    for fields in [1, 3] {
        let text = format!(
            "kind = \"life.grid\"\n[life]\nbounds = \"32x24:dead\"\nrule = \"B36/S23\"\ndensities = [0, 0.3]\n\
             generations = 20\nfields = {fields}\n"
        );
        let result: LifeResult = reread(&conclude(&text));
        assert_eq!(result.all_fields(), 2 * fields);
    }
}

#[test]
fn soups() {
    let text = "kind = \"life.soups\"\n[life]\nsoups = 40\n";
    let result: SoupsResult = reread(&conclude(text));
    assert_eq!((result.soups, result.settled), (40, 40));
    let counted: u64 = result.objects.iter().map(|object| object.count).sum();
    assert_eq!(u128::from(counted), result.total);
    let block = result.objects.iter().find(|object| object.name.as_deref() == Some("block")).unwrap();
    assert_eq!((block.per_block, block.per_block_error), (Some(1.0), Some(0.0)));
    assert!(result.longest.is_sorted_by(|a, b| a.lifespan >= b.lifespan) && result.longest.len() == 10);
    // The result is the same for any division into shards.
    for shards in [1, 7] {
        let head = text.replace("[life]", &format!("[run]\nshards = {shards}\n[life]"));
        assert_eq!(reread::<SoupsResult>(&conclude(&head)), result);
    }
    // Soups of a hashed text, and soups under a rule in which many do not stabilize.
    let hashed = "symmetry = \"C2_2\"\nseed_string = \"k_quadrille\"\n";
    let hashed: SoupsResult = reread(&conclude(&format!("{text}{hashed}")));
    assert_eq!((hashed.density, hashed.seed_string.as_deref()), (None, Some("k_quadrille")));
    let open = "rule = \"B34/S34\"\ndensity = 0.3\ngenerations = 30\n";
    let open: SoupsResult = reread(&conclude(&format!("{text}{open}")));
    assert_eq!(open.settled + open.grow + open.open, 40);
    assert!(open.open > 0 && open.unsettled.len() as u64 == open.open, "{open:?}");
    // A single soup has no intervals.
    let one: SoupsResult = reread(&conclude("kind = \"life.soups\"\n[life]\nsoups = 1\n"));
    assert!(one.lifespan.error.is_none() && one.objects.iter().all(|object| object.error.is_none()));
}

#[test]
fn methuselahs() {
    let text = "kind = \"life.methuselah\"\n[life]\nwidth = 3\nheight = 3\n";
    let result: MethuselahResult = reread(&conclude(text));
    assert_eq!((result.placed, result.patterns, result.settled), (Some(511), 85, 85));
    assert_eq!(
        (result.lifespan.error, result.lifespan.counts.as_slice()),
        (None, &[(0, 78), (100, 4), (1100, 3)][..])
    );
    // The results contain the R-pentomino in all orientations, among its predecessors and
    // successors.
    let found = |at: usize| {
        let Methuselah { number, lifespan, population, cells, rle } = &result.longest[at];
        (*number, *lifespan, *population, *cells, rle.as_str())
    };
    assert_eq!(found(0), (0o127, 1104, 116, 5, "3o$bo$o!"));
    assert_eq!(found(1), (0o172, 1103, 116, 5, "bo$3o$o!"));
    assert_eq!(found(2).1, 1102);
    assert_eq!(result.longest.len(), 10);
    // Equal entries are ordered by number, and the patterns are the same for any number kept.
    assert!(result.longest.is_sorted_by_key(|one| (std::cmp::Reverse(one.lifespan), one.number)));
    let all: MethuselahResult = reread(&conclude(&format!("{text}kept = 1000\n")));
    assert_eq!(all.longest.len(), 85);
    let few: MethuselahResult = reread(&conclude(&format!("{text}kept = 2\n")));
    assert_eq!((&all.longest[..10], &all.longest[..2]), (&result.longest[..], &few.longest[..]));
    // The result is the same for any division into shards.
    for shards in [1, 7, 1000] {
        let head = text.replace("[life]", &format!("[run]\nshards = {shards}\n[life]"));
        assert_eq!(reread::<MethuselahResult>(&conclude(&head)), result);
    }
    // Some patterns exceed the generation limit.
    let open: MethuselahResult = reread(&conclude(&format!("{text}generations = 300\n")));
    assert_eq!((open.settled, open.grow, open.open), (82, 0, 3));
    assert_eq!(
        open.unsettled.iter().map(|one| one.rle.as_str()).collect::<Vec<_>>(),
        ["3o$bo$o!", "3o$obo$o!", "bo$3o$o!"]
    );
    // Every cell takes the state of its left neighbour: patterns are equal only under a vertical
    // reflection.
    let table = [0xffff_ffff_0000_0000; 8];
    let right = format!("{text}rule = \"{}\"\n", Rule::from_table(table));
    let right: MethuselahResult = reread(&conclude(&right));
    assert_eq!((right.placed, right.patterns, right.settled), (Some(511), 226, 226));
    // A cell that also survives by itself grows without end.
    let grows =
        format!("{text}rule = \"{}\"\ngenerations = 600\n", Rule::from_table([0xffff_ffff_ffff_0000; 8]));
    let grows: MethuselahResult = reread(&conclude(&grows));
    assert_eq!((grows.patterns, grows.grow, grows.growing.len(), grows.longest.len()), (226, 226, 10, 0));
    assert_eq!((grows.growing[0].number, grows.growing[0].rle.as_str()), (1, "o!"));
}

#[test]
fn random_methuselahs() {
    let text =
        "kind = \"life.methuselah\"\n[life]\nwidth = 9\nheight = 6\nsoups = 50\ndensity = 0.4\nkept = 3\n";
    let result: MethuselahResult = reread(&conclude(text));
    assert_eq!((result.placed, result.patterns, result.density), (None, 50, Some(0.4)));
    assert!(result.lifespan.error.is_some() && result.longest.len() == 3);
    let Methuselah { number, cells, rle, .. } = &result.longest[0];
    let density = Chance::new(0.4).unwrap();
    let soup = fill::xoshiro_pattern(9, 6, StreamKey::new(7, *number), density);
    assert_eq!(soup.population(), u128::from(*cells));
    assert_eq!(rle.parse::<Pattern>().unwrap().population(), soup.population());
    for shards in [1, 7] {
        let head = text.replace("[life]", &format!("[run]\nshards = {shards}\n[life]"));
        assert_eq!(reread::<MethuselahResult>(&conclude(&head)), result);
    }
    let none = text.replace("0.4", "0");
    let none: MethuselahResult = reread(&conclude(&none));
    assert_eq!((none.settled, none.longest[0].rle.as_str()), (50, "!"));
}

#[test]
fn games_of_doudizhu() {
    let text =
        "kind = \"doudizhu.arena\"\n[doudizhu]\nplayers = [\"rule\", \"random\", \"random\"]\ngames = 9\n";
    let result: DoudizhuResult = reread(&conclude(text));
    assert_eq!((result.deals, result.players[0].all.classic), (3, None));
    let classic = "scoring = \"classic\"\nauction = \"bids\"\nrules = \"pagat\"\ndoubling = true\n";
    let result: DoudizhuResult = reread(&conclude(&format!("{text}{classic}")));
    assert!(result.players[0].all.classic.is_some());
    // A single deal, and a role that a player never had, give less information.
    let one =
        "kind = \"doudizhu.arena\"\n[doudizhu]\nplayers = [\"random\", \"random\", \"random\"]\ngames = 3\n";
    assert_eq!(reread::<DoudizhuResult>(&conclude(&format!("{one}{classic}"))).players[0].all.adp_low, None);
}

#[test]
fn endgames_of_doudizhu() {
    let text = "kind = \"doudizhu.endgames\"\n[doudizhu]\nhands = [5, 5]\ndeals = 40\n";
    let result: EndgamesResult = reread(&conclude(text));
    assert_eq!((result.deals, result.winning_moves.iter().sum()), (40, 40));
    assert!(!result.puzzles.is_empty(), "{result:?}");
    // The effort is not in the result.
    let conclusion = conclude(text);
    let details: EndgamesDetails = serde_json::from_value(conclusion.details.clone().into()).unwrap();
    assert!(details.hardest.len() == 10 && details.nodes > 0, "{details:?}");
    let keys: Vec<&str> = conclusion.result.keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "rules",
            "hands",
            "to_move",
            "deals",
            "wins",
            "win_share",
            "low",
            "high",
            "winning_moves",
            "puzzles"
        ]
    );
    let shown = serde_json::to_string(&conclusion.report).unwrap();
    assert!(shown.contains("nodes per deal") && shown.contains("Hardest deals"), "{shown}");
}

#[test]
fn games_of_daifugo() {
    let text = "kind = \"daifugo.arena\"\n[daifugo]\nplayers = [\"greedy\", \"random\", \"random\"]\ngames = 30\n\
                on = [\"eleven-back\"]\n";
    let result: DaifugoResult = reread(&conclude(text));
    assert_eq!(result.players.iter().map(|player| player.places.len()).collect::<Vec<_>>(), [3, 3, 3]);
    let single = text.replace("games = 30", "games = 3").replace("eleven-back", "nine-reverse");
    assert_eq!(reread::<DaifugoResult>(&conclude(&single)).players[0].low, None);
}

#[test]
fn leagues_of_daifugo() {
    let text = "kind = \"daifugo.league\"\n[daifugo]\nplayers = [\"greedy\", \"random\", \"greedy\", \"random\"]\n\
                seats = 3\ngames = 240\nsitting = 5\n";
    let conclusion = conclude(text);
    let result: LeagueResult = reread(&conclusion);
    assert_eq!((result.games, result.rounds, result.tables, result.all_tables), (240, 16, 4, true));
    assert_eq!((result.pairs.len(), result.pairs[5].a, result.pairs[5].b), (6, 2, 3));
    let ranks: Vec<Option<usize>> = result.players.iter().map(|player| player.rank).collect();
    assert_eq!(ranks, [Some(1), Some(3), Some(1), Some(3)]);
    let shown = serde_json::to_string(&conclusion.report).unwrap();
    for tied in ["1–2", "3–4", "greedy 2", "2 of 4 players tied for the lead"] {
        assert!(shown.contains(tied), "{tied} is not in {shown}");
    }
    // Inconsistent values are not a valid result.
    let file = REGISTRY.read(Source::new("test.toml", text)).unwrap();
    let details = serde_json::Map::new();
    for (path, value) in [
        ("/players/0/games", serde_json::json!(181)),
        ("/players/1/places/0", 0.into()),
        ("/players/1/places", serde_json::json!([])),
        ("/players/2/rank", 5.into()),
        ("/players/2/rating", serde_json::Value::Null),
        ("/players/3/rating_low", 1e9.into()),
        ("/players/3/points_per_game", 1.5.into()),
        ("/pairs/0/a", 1.into()),
        ("/pairs/5/b", 4.into()),
        ("/pairs/2/above", 0.into()),
        ("/pairs/2/high", 1.5.into()),
        ("/pairs", serde_json::json!([])),
        ("/seats", 4.into()),
        ("/games", 241.into()),
    ] {
        let mut changed = serde_json::Value::Object(conclusion.result.clone());
        *changed.pointer_mut(path).unwrap() = value;
        let result = changed.as_object().unwrap();
        let drawn = file.job.report(&StoredResult { seed: 7, result, details: &details });
        assert!(drawn.is_err(), "{path}");
    }
    // One round of one table gives points, but no error.
    let single = text.replace(", \"random\"]", "]").replace("games = 240", "games = 3");
    let result: LeagueResult = reread(&conclude(&single));
    assert_eq!((result.tables, result.players[0].low, result.players[0].rank), (1, None, None));
}

#[test]
fn results_of_another_kind_are_refused_with_the_field() {
    let text = "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 2\ncolors = 2\nstrategy = \"knuth\"\n";
    let file = REGISTRY.read(Source::new("test.toml", text)).unwrap();
    let mut result = conclude(text).result;
    let details = serde_json::Map::new();
    result["opening"][1]["count"] = "two".into();
    let error = file.job.report(&StoredResult { seed: 7, result: &result, details: &details }).unwrap_err();
    assert!(error.to_string().contains("`opening[1].count`: invalid type: string \"two\""), "{error}");
    result.remove("opening");
    let error = file.job.report(&StoredResult { seed: 7, result: &result, details: &details }).unwrap_err();
    assert!(error.to_string().contains("missing field `opening`"), "{error}");
}
