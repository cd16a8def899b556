//! Typed settings are written as experiment files that the kinds' own readers accept.

use std::path::Path;

use quadrille::experiment_file::AskError;
use quadrille::files::{Folder, NamedFiles};
use quadrille::kinds::REGISTRY;
use quadrille::mastermind::Strategy;
use quadrille::settings::{
    BatterySettings, CompareSettings, DaifugoSettings, DoudizhuSettings, DpsSettings, EndgamesSettings,
    EvaluateSettings, LeagueSettings, LifeSettings, MastermindCompareSettings, MethuselahSettings, Settings,
    SoupsSettings, WeightsSettings, experiment_text,
};

/// Checks that settings are written as this table, and that the kind accepts it.
fn written<S: Settings>(settings: &S, table: &str) {
    let text = experiment_text(settings).unwrap();
    let head = format!("kind = \"{}\"\n\n[{}]\n", S::KIND.name, S::KIND.table);
    assert_eq!(text, format!("{head}{table}"));
    let examples = Folder::confined(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"));
    let file = REGISTRY.ask(settings, NamedFiles::new(examples)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((file.kind.name, file.source.text()), (S::KIND.name, text.as_str()));
}

#[test]
fn every_kind_reads_its_written_settings() {
    let mut settings = EvaluateSettings::new(4, 10, Strategy::ExpectedSize);
    settings.first = Some("0123".to_owned());
    (settings.possible_only, settings.no_repeats) = (true, true);
    let rest = "possible_only = true\nno_repeats = true\n";
    let table = format!("pins = 4\ncolors = 10\nstrategy = \"expected-size\"\nfirst = \"0123\"\n{rest}");
    written(&settings, &table);

    let mut settings =
        MastermindCompareSettings::new(vec![(2, 3), (3, 3)], [Strategy::Knuth, Strategy::Entropy]);
    settings.firsts = vec!["11".to_owned(), "112".to_owned()];
    let sizes = "sizes = [[2, 3], [3, 3]]\nstrategies = [\"knuth\", \"entropy\"]\n";
    written(&settings, &format!("{sizes}firsts = [\"11\", \"112\"]\n"));

    let mut settings = BatterySettings::new();
    settings.generators = Some(vec![]);
    settings.streams = vec!["asa128".to_owned()];
    settings.size = Some(19);
    written(&settings, "generators = []\nstreams = [\"asa128\"]\nsize = 19\n");

    let mut settings = DpsSettings::new("combat/fury.toml");
    (settings.iterations, settings.target_error) = (Some(5000), Some(0.5));
    written(&settings, "profile = \"combat/fury.toml\"\niterations = 5000\ntarget_error = 0.5\n");

    let mut settings = WeightsSettings::new("combat/fury.toml", [("actor.crit".to_owned(), 0.01)]);
    settings.per = Some("actor.crit".to_owned());
    let head = "profile = \"combat/fury.toml\"\nper = \"actor.crit\"\n";
    written(&settings, &format!("{head}\n[combat.weights]\n\"actor.crit\" = 0.01\n"));

    let settings = CompareSettings::new(vec!["combat/fury.toml".to_owned(), "combat/shadow.toml".to_owned()]);
    written(&settings, "profiles = [\"combat/fury.toml\", \"combat/shadow.toml\"]\n");

    let mut settings = LifeSettings::new("64x48:torus".parse().unwrap(), vec![0.25, 0.5], 100);
    settings.rule = "B36/S23".parse().unwrap();
    (settings.fields, settings.every) = (Some(3), Some(10));
    let rest = "densities = [0.25, 0.5]\nfields = 3\ngenerations = 100\nevery = 10\n";
    written(&settings, &format!("bounds = \"64x48:torus\"\nrule = \"B36/S23\"\n{rest}"));

    let mut settings = SoupsSettings::new(30);
    (settings.symmetry, settings.generations) = ("D2_+1".parse().unwrap(), Some(500));
    settings.seed_string = Some("k_quadrille".to_owned());
    let rest = "rule = \"B3/S23\"\nseed_string = \"k_quadrille\"\ngenerations = 500\n";
    written(&settings, &format!("soups = 30\nsymmetry = \"D2_+1\"\n{rest}"));

    let mut settings = MethuselahSettings::new(5, 3);
    (settings.generations, settings.kept) = (Some(9000), Some(3));
    let rest = "rule = \"B3/S23\"\ngenerations = 9000\nkept = 3\n";
    written(&settings, &format!("width = 5\nheight = 3\n{rest}"));
    let rest = "rule = \"B3/S23\"\nsoups = 30\ndensity = 0.4\n";
    written(&MethuselahSettings::random(20, 16, 30, 0.4), &format!("width = 20\nheight = 16\n{rest}"));

    let mut settings = DoudizhuSettings::new(["rule", "random", "random"].map(str::to_owned));
    settings.games = Some(30);
    settings.rules = "pagat".parse().unwrap();
    settings.scoring = Some(quadrille::doudizhu::game::Scoring::Classic);
    settings.auction = Some(quadrille::doudizhu::game::Auction::CallRob);
    (settings.open_hand, settings.doubling) = (true, true);
    let players = "players = [\"rule\", \"random\", \"random\"]\ngames = 30\nrules = \"pagat\"\n";
    let agreed = "scoring = \"classic\"\nauction = \"call-rob\"\nopen_hand = true\ndoubling = true\n";
    written(&settings, &format!("{players}{agreed}"));

    let mut settings = EndgamesSettings::new(vec![6, 5, 5]);
    (settings.deals, settings.to_move, settings.puzzles) = (Some(30), Some(2), Some(0));
    written(&settings, "hands = [6, 5, 5]\ndeals = 30\nto_move = 2\nrules = \"rlcard\"\npuzzles = 0\n");

    let mut settings = DaifugoSettings::new(["greedy", "random", "random"].map(str::to_owned).into(), 30);
    (settings.sitting, settings.jokers) = (Some(5), Some(2));
    settings.on = vec!["eleven-back".to_owned()];
    settings.off = vec!["suit-lock".to_owned()];
    let players = "players = [\"greedy\", \"random\", \"random\"]\ngames = 30\nsitting = 5\njokers = 2\n";
    written(&settings, &format!("{players}on = [\"eleven-back\"]\noff = [\"suit-lock\"]\n"));

    let players = ["greedy", "random", "random", "greedy", "random"];
    let mut settings = LeagueSettings::new(players.map(str::to_owned).into(), 30);
    (settings.seats, settings.tables) = (Some(3), Some(5));
    (settings.sitting, settings.jokers) = (Some(5), Some(2));
    settings.on = vec!["eleven-back".to_owned()];
    settings.off = vec!["suit-lock".to_owned()];
    let head = "players = [\"greedy\", \"random\", \"random\", \"greedy\", \"random\"]\ngames = 30\n";
    let rest =
        "seats = 3\ntables = 5\nsitting = 5\njokers = 2\non = [\"eleven-back\"]\noff = [\"suit-lock\"]\n";
    written(&settings, &format!("{head}{rest}"));
}

#[test]
fn invalid_settings_are_refused() {
    let settings = DaifugoSettings::new(vec!["greedy".to_owned()], u64::MAX);
    assert_eq!(experiment_text(&settings).unwrap_err().key, "games");
    let settings = DaifugoSettings::new(vec!["greedy \"x\"\n".to_owned()], 3);
    let refused = REGISTRY.ask(&settings, NamedFiles::default());
    assert!(matches!(refused.err(), Some(AskError::Meaning(_))));
    let refused = REGISTRY.ask(&DpsSettings::new("../fury.toml"), NamedFiles::default()).err().unwrap();
    assert!(refused.to_string().contains("must not name files"), "{refused}");
}
