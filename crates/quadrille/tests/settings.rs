//! Typed settings are written as experiment files that the kinds' own readers accept.

use std::path::Path;

use quadrille::daifugo::rules::Rule;
use quadrille::experiment_file::AskError;
use quadrille::files::{Folder, NamedFiles};
use quadrille::kinds::REGISTRY;
use quadrille::mastermind::Strategy;
use quadrille::settings::{
    BatterySettings, Chosen, CompareSettings, DaifugoSettings, DaifugoTrainSettings, DoudizhuSettings,
    DpsSettings, EndgamesSettings, EvaluateSettings, FieldBounds, HeartsSettings, LeagueSettings,
    LifeSettings, MastermindCompareSettings, MethuselahSettings, MoveRules, OptimalSettings, Parsed,
    PlayerNames, Settings, Size, SoupsSettings, Unranged, WeightsSettings, experiment_text,
};

/// Returns the names of players.
fn names<const N: usize>(names: [&str; N]) -> PlayerNames {
    names.into_iter().collect()
}

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
    let mut settings = EvaluateSettings::new(4, 10, Strategy::ExpectedSize.into());
    settings.first = Some("0123".to_owned());
    (settings.possible_only, settings.no_repeats) = (true, true);
    let rest = "possible_only = true\nno_repeats = true\n";
    let table = format!("pins = 4\ncolors = 10\nstrategy = \"expected-size\"\nfirst = \"0123\"\n{rest}");
    written(&settings, &table);

    let strategies = vec![Strategy::Knuth.into(), Strategy::Entropy.into()];
    let mut settings = MastermindCompareSettings::new(strategies);
    settings.sizes = Some(vec![Size(2, 3), Size(3, 3)]);
    settings.firsts = Some(vec!["11".to_owned(), "112".to_owned()]);
    let sizes = "sizes = [[2, 3], [3, 3]]\nstrategies = [\"knuth\", \"entropy\"]\n";
    written(&settings, &format!("{sizes}firsts = [\"11\", \"112\"]\n"));

    let mut settings = BatterySettings::new();
    settings.generators = Some(vec![]);
    settings.streams = vec!["asa128".to_owned()];
    settings.size = 19;
    written(&settings, "generators = []\nstreams = [\"asa128\"]\nsize = 19\n");

    let mut settings = DpsSettings::new("combat/fury.toml".to_owned());
    (settings.iterations, settings.target_error) = (Some(Unranged(5000)), Some(0.5));
    written(&settings, "profile = \"combat/fury.toml\"\niterations = 5000\ntarget_error = 0.5\n");

    let mut settings = WeightsSettings::new(
        "combat/fury.toml".to_owned(),
        [("actor.crit".to_owned(), 0.01)].into_iter().collect(),
    );
    settings.per = Some("actor.crit".to_owned());
    let head = "profile = \"combat/fury.toml\"\nper = \"actor.crit\"\n";
    written(&settings, &format!("{head}\n[combat.weights]\n\"actor.crit\" = 0.01\n"));

    let mut settings = CompareSettings::new();
    settings.profiles = Some(vec!["combat/fury.toml".to_owned(), "combat/shadow.toml".to_owned()]);
    written(&settings, "profiles = [\"combat/fury.toml\", \"combat/shadow.toml\"]\n");

    let mut settings = LifeSettings::new(FieldBounds("64x48:torus".parse().unwrap()), vec![0.25, 0.5], 100);
    settings.rule.rule = Parsed("B36/S23".parse().unwrap());
    (settings.fields, settings.every) = (3, Some(Unranged(10)));
    let rest = "densities = [0.25, 0.5]\nfields = 3\ngenerations = 100\nevery = 10\nrule = \"B36/S23\"\n";
    written(&settings, &format!("bounds = \"64x48:torus\"\n{rest}"));

    let mut settings = SoupsSettings::new(30);
    (settings.symmetry, settings.patience.generations) = (Parsed("D2_+1".parse().unwrap()), 500);
    settings.seed_string = Some("k_quadrille".to_owned());
    let rest = "generations = 500\nseed_string = \"k_quadrille\"\n";
    written(&settings, &format!("soups = 30\nsymmetry = \"D2_+1\"\n{rest}"));

    let mut settings = MethuselahSettings::new(5, 3);
    (settings.patience.generations, settings.kept) = (9000, 3);
    written(&settings, "width = 5\nheight = 3\ngenerations = 9000\nkept = 3\n");
    let mut settings = MethuselahSettings::new(20, 16);
    (settings.soups, settings.density) = (Some(30), Some(0.4));
    written(&settings, "width = 20\nheight = 16\nsoups = 30\ndensity = 0.4\n");

    let mut settings = DoudizhuSettings::new(names(["rule", "random", "random"]));
    settings.games = 30;
    let setup = &mut settings.setup;
    setup.moves.rules = MoveRules("pagat".parse().unwrap());
    setup.scoring = Some(Chosen(quadrille::doudizhu::game::Scoring::Classic));
    setup.auction = Some(Chosen(quadrille::doudizhu::game::Auction::CallRob));
    (setup.open_hand, setup.doubling) = (true, true);
    let players = "players = [\"rule\", \"random\", \"random\"]\ngames = 30\nrules = \"pagat\"\n";
    let agreed = "scoring = \"classic\"\nauction = \"call-rob\"\nopen_hand = true\ndoubling = true\n";
    written(&settings, &format!("{players}{agreed}"));

    let mut settings = EndgamesSettings::new(vec![6, 5, 5]);
    (settings.deals, settings.to_move, settings.puzzles) = (30, Some(Unranged(2)), 0);
    written(&settings, "hands = [6, 5, 5]\ndeals = 30\nto_move = 2\npuzzles = 0\n");

    let mut settings = DaifugoSettings::new(names(["greedy", "random", "random"]), 30);
    (settings.sitting, settings.rules.jokers) = (5, 2);
    settings.rules.on = vec![Chosen(Rule::ElevenBack)];
    settings.rules.off = vec![Chosen(Rule::SuitLock)];
    let players = "players = [\"greedy\", \"random\", \"random\"]\ngames = 30\nsitting = 5\njokers = 2\n";
    written(&settings, &format!("{players}on = [\"eleven-back\"]\noff = [\"suit-lock\"]\n"));

    let players = ["greedy", "random", "random", "greedy", "random"];
    let mut settings = LeagueSettings::new(names(players), 30);
    (settings.seats, settings.tables) = (3, Some(5));
    (settings.sitting, settings.rules.jokers) = (5, 2);
    settings.rules.on = vec![Chosen(Rule::ElevenBack)];
    settings.rules.off = vec![Chosen(Rule::SuitLock)];
    let head = "players = [\"greedy\", \"random\", \"random\", \"greedy\", \"random\"]\ngames = 30\n";
    let rest =
        "seats = 3\ntables = 5\nsitting = 5\njokers = 2\non = [\"eleven-back\"]\noff = [\"suit-lock\"]\n";
    written(&settings, &format!("{head}{rest}"));

    let mut settings = OptimalSettings::new(3, 4);
    (settings.max_turns, settings.few_last) = (Some(5), true);
    written(&settings, "pins = 3\ncolors = 4\nmax_turns = 5\nfew_last = true\n");

    let mut settings = DaifugoTrainSettings::new(10_000);
    (settings.rules.jokers, settings.learning.slots, settings.learning.explore) = (0, 3, 0.05);
    written(&settings, "games = 10000\njokers = 0\nslots = 3\nexplore = 0.05\n");

    let mut settings = HeartsSettings::new(names(["rule", "random", "random", "random"]), 40);
    (settings.rules.pass_cards, settings.rules.jd_bonus) = (false, true);
    let players = "players = [\"rule\", \"random\", \"random\", \"random\"]\n";
    written(&settings, &format!("{players}games = 40\npass_cards = false\njd_bonus = true\n"));
}

#[test]
fn invalid_settings_are_refused() {
    let settings = DaifugoSettings::new(names(["greedy"]), u64::MAX);
    assert_eq!(experiment_text(&settings).unwrap_err().key, "games");
    let settings = DaifugoSettings::new(names(["greedy \"x\"\n"]), 3);
    let refused = REGISTRY.ask(&settings, NamedFiles::default());
    assert!(matches!(refused.err(), Some(AskError::Meaning(_))));
    let refused =
        REGISTRY.ask(&DpsSettings::new("../fury.toml".to_owned()), NamedFiles::default()).err().unwrap();
    assert!(refused.to_string().contains("must not name files"), "{refused}");
}
