//! What each key of an experiment file is for, and what its value may be: what [templates](crate::template) and
//! [schemas](crate::schema) are made of. The readers have the last word; a test holds every line here to them.

use crate::job::Kind;

/// A key of an experiment file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it is for, in a line.
    pub what: &'static str,
    /// What its value may be.
    pub shape: Shape,
    /// Whether it may be missing.
    pub presence: Presence,
    /// A value, as TOML has it: of a key that must be there one that makes a sensible experiment with those of the
    /// others.
    pub example: &'static str,
}

/// Whether a key may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It must be there.
    Must,
    /// What counts where it is not, in words.
    Usually(&'static str),
    /// It stands in place of others, or goes with them alone.
    Instead(&'static str),
}

/// What the value of a key may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A whole number, from the first to the second.
    Whole(u64, u64),
    /// A number, from the first to the second.
    Number(f64, f64),
    /// `true` or `false`.
    Flag,
    /// A text.
    Text,
    /// One of these.
    Choice(&'static [&'static str]),
    /// A list of such values.
    List(&'static Shape),
    /// A table of numbers by their paths, or of such tables.
    NumbersByPath,
}
use Presence::{Instead, Must, Usually};
use Shape::{Choice, Flag, List, Number, NumbersByPath, Text, Whole};

const STRATEGIES: Shape = Choice(&["knuth", "expected-size", "entropy", "most-parts", "first-consistent"]);
const SWITCHES: Shape = Choice(&[
    "sequences",
    "eight-cut",
    "suit-lock",
    "revolution",
    "spade-three",
    "exchange",
    "deadlock",
    "eleven-back",
    "rank-lock",
    "five-skip",
    "six-reverse",
    "nine-reverse",
    "miyako-ochi",
    "forbidden-finish",
]);

const fn key(
    name: &'static str,
    what: &'static str,
    shape: Shape,
    presence: Presence,
    example: &'static str,
) -> Key {
    Key { name, what, shape, presence, example }
}

/// What stands before the table of the kind: in the file itself, and in `[run]`.
pub const SEED: Key = key(
    "seed",
    "where all randomness comes from; above 2^63 - 1 as digits in quotes",
    Whole(0, u64::MAX),
    Usually("drawn, told and recorded"),
    "1977",
);

/// The keys of `[run]`.
pub const RUN: &[Key] = &[
    key(
        "shards",
        "into how many pieces the work is cut",
        Whole(1, 1_000_000),
        Usually("chosen by the kind"),
        "16",
    ),
    key(
        "threads",
        "how many threads work; changes nothing but the time",
        Whole(1, 1024),
        Usually("all there are"),
        "2",
    ),
];

const PINS: Key = key("pins", "places of a codeword", Whole(1, 16), Must, "4");
const COLORS: Key = key("colors", "colours there are", Whole(1, 15), Must, "6");
const FIRST: Key = key("first", "the first guess", Text, Usually("by the strategy's own rule"), "\"1122\"");
const POSSIBLE_ONLY: Key =
    key("possible_only", "guess only codes that are still possible", Flag, Usually("false"), "true");
const NO_REPEATS: Key =
    key("no_repeats", "no colour twice in a code (Bulls and Cows)", Flag, Usually("false"), "true");

const EVALUATE: &[Key] = &[
    PINS,
    COLORS,
    key("strategy", "which guess is best", STRATEGIES, Must, "\"knuth\""),
    FIRST,
    POSSIBLE_ONLY,
    NO_REPEATS,
];
const COMPARE_STRATEGIES: &[Key] = &[
    Key { presence: Instead("with `colors` in place of `sizes`"), ..PINS },
    Key { presence: Instead("with `pins` in place of `sizes`"), ..COLORS },
    key(
        "sizes",
        "several games, each pins and colours",
        List(&List(&Whole(1, 16))),
        Instead("in place of `pins` and `colors`"),
        "[[4, 6], [5, 8]]",
    ),
    key("strategies", "which are played, each once", List(&STRATEGIES), Must, "[\"knuth\", \"entropy\"]"),
    FIRST,
    key(
        "firsts",
        "the first guess of each of the sizes",
        List(&Text),
        Instead("with `sizes`"),
        "[\"1122\", \"11234\"]",
    ),
    POSSIBLE_ONLY,
    NO_REPEATS,
];
const OPTIMAL: &[Key] = &[
    Key { shape: Whole(1, 8), ..PINS },
    COLORS,
    key("max_turns", "no secret may take more turns", Whole(1, 1000), Usually("no limit"), "6"),
    key(
        "least_depth",
        "the longest game as short as can be, then the fewest turns",
        Flag,
        Usually("false"),
        "true",
    ),
    key("few_last", "of equal totals the fewest secrets at the last turn", Flag, Usually("false"), "true"),
    Key { presence: Usually("the best one"), ..FIRST },
    POSSIBLE_ONLY,
    NO_REPEATS,
];

const BATTERY: &[Key] = &[
    key(
        "generators",
        "whose sequence is looked at, of the names in `quadrille random list`",
        List(&Text),
        Usually("all"),
        "[\"xoshiro256++\", \"msvc-rand\"]",
    ),
    key(
        "streams",
        "whose neighbouring streams are looked at",
        List(&Text),
        Usually("none"),
        "[\"philox4x32-10\"]",
    ),
    key("size", "each test makes a p-value from 2^size numbers at most", Whole(19, 30), Usually("24"), "20"),
];

const PROFILE: Key =
    key("profile", "the profile's file, named from this file's folder", Text, Must, "\"example:fury\"");
const SET: Key = key(
    "set",
    "other values for numbers of the profile, by their paths",
    NumbersByPath,
    Usually("none"),
    "{ \"actor.crit\" = 0.3 }",
);
const TARGET_ERROR: Key = key(
    "target_error",
    "stop when half the 95 % interval is at most so many percent of the mean",
    Number(0.0001, 100.0),
    Usually("none"),
    "0.5",
);
const DPS: &[Key] = &[
    PROFILE,
    SET,
    key(
        "iterations",
        "how many fights; with `target_error`, how many at most",
        Whole(1, 100_000_000),
        Usually("10000"),
        "2000",
    ),
    TARGET_ERROR,
];
const WEIGHTS: &[Key] = &[
    PROFILE,
    SET,
    key(
        "weights",
        "the paths of numbers, and by how much each is changed",
        NumbersByPath,
        Must,
        "{ \"actor.power\" = 100, \"actor.crit\" = 0.01 }",
    ),
    key("per", "the one of them whose weight counts as 1", Text, Usually("none"), "\"actor.power\""),
    key(
        "iterations",
        "how many fights with each change; with `target_error`, how many at most",
        Whole(2, 1_000_000_000),
        Usually("10000"),
        "2000",
    ),
    TARGET_ERROR,
];
const COMPARE_VARIANTS: &[Key] = &[
    Key {
        what: "one profile, with all variants of its [variants]",
        presence: Instead("in place of `profiles`"),
        example: "\"example:arcane\"",
        ..PROFILE
    },
    key(
        "profiles",
        "several, each with its own",
        List(&Text),
        Instead("in place of `profile`"),
        "[\"example:fury\", \"example:shadow\"]",
    ),
    Key { example: "{ \"actor.power\" = 1000 }", ..SET },
    key(
        "iterations",
        "how many fights of each variant at most; fewer where there are many variants",
        Whole(2, 25_000_000),
        Usually("10000"),
        "2000",
    ),
    Key { what: "stop when all that are left are at most so many percent behind the best", ..TARGET_ERROR },
];

const RULE: Key = key("rule", "when cells are born and survive", Text, Usually("B3/S23"), "\"B36/S23\"");
const GRID: &[Key] = &[
    key("bounds", "the field: its size and its border", Text, Must, "\"256x256:torus\""),
    key("densities", "how likely a cell lives at first", List(&Number(0.0, 1.0)), Must, "[0.05, 0.2, 0.5]"),
    key("fields", "how many fields of each density", Whole(1, 1_000_000), Usually("10"), "20"),
    key("generations", "how long each lives", Whole(1, 1_000_000_000), Must, "2000"),
    key(
        "every",
        "how many generations apart the population is counted: 10001 times at most",
        Whole(1, 1_000_000_000),
        Usually("what makes 201 counts or fewer"),
        "20",
    ),
    RULE,
];
const DENSITY: Key =
    key("density", "how likely a cell lives at first", Number(0.0, 1.0), Usually("0.5"), "0.4");
const PATIENCE: Key = key(
    "generations",
    "how long each is waited for until it has settled",
    Whole(1, 100_000_000),
    Usually("100000"),
    "50000",
);
const SOUPS: &[Key] = &[
    key("soups", "how many", Whole(1, 1_000_000_000), Must, "10000"),
    key(
        "symmetry",
        "how each is laid out, by Catagolue's name",
        Choice(&[
            "C1", "C2_1", "C2_2", "C2_4", "C4_1", "C4_4", "D2_+1", "D2_+2", "D2_x", "D4_+1", "D4_+2",
            "D4_+4", "D4_x1", "D4_x4", "D8_1", "D8_4",
        ]),
        Usually("C1"),
        "\"D2_+1\"",
    ),
    DENSITY,
    RULE,
    PATIENCE,
    key(
        "seed_string",
        "the root of the texts that soups are hashes of, as on Catagolue",
        Text,
        Instead("in place of `density`"),
        "\"k_quadrille\"",
    ),
];
const METHUSELAH: &[Key] = &[
    key("width", "columns of the box", Whole(1, 64), Must, "5"),
    key("height", "its rows", Whole(1, 64), Must, "3"),
    RULE,
    PATIENCE,
    key("kept", "how many of the longest-lived are told", Whole(1, 1000), Usually("10"), "20"),
    key(
        "soups",
        "how many patterns are drawn",
        Whole(1, 1_000_000_000),
        Instead("of a box of more than 21 cells, and of no other"),
        "10000",
    ),
    Key { presence: Instead("of a box of more than 21 cells, and of no other"), ..DENSITY },
];

const MOVE_TIMEOUT: Key = key(
    "move_timeout",
    "how many milliseconds a program may take for a decision, where one plays",
    Whole(1, 3_600_000),
    Instead("with a player such as \"cmd:python3 bot.py\""),
    "1000",
);
const STARTUP_TIMEOUT: Key = key(
    "startup_timeout",
    "how many milliseconds a program may take until it is ready, where one plays",
    Whole(1, 3_600_000),
    Instead("with a player such as \"cmd:python3 bot.py\""),
    "10000",
);
const MOVES: Key = key(
    "rules",
    "which moves there are: rlcard, douzero, pagat or openspiel; after commas space-shuttle, no-trio-pair, no-four-two",
    Text,
    Usually("rlcard"),
    "\"pagat\"",
);
const DOUDIZHU: &[Key] = &[
    key(
        "players",
        "three of `random`, `rule` and programs of your own, as they sit",
        List(&Text),
        Must,
        "[\"rule\", \"random\", \"random\"]",
    ),
    key(
        "games",
        "how many, rounded up to a multiple of 3",
        Whole(1, 3_000_000_000),
        Usually("3000"),
        "12000",
    ),
    MOVES,
    key(
        "scoring",
        "how points are counted",
        Choice(&["adp", "wp", "classic"]),
        Usually("adp"),
        "\"classic\"",
    ),
    key(
        "auction",
        "how the landlord is found",
        Choice(&["none", "bids", "bids-round", "call-rob"]),
        Usually("bids with classic scoring, else none"),
        "\"bids\"",
    ),
    key(
        "open_hand",
        "the landlord may lay his hand open",
        Flag,
        Instead("with `scoring = \"classic\"`"),
        "true",
    ),
    key("doubling", "everyone may double", Flag, Instead("with `scoring = \"classic\"`"), "true"),
    MOVE_TIMEOUT,
    STARTUP_TIMEOUT,
];
const ENDGAMES: &[Key] = &[
    key(
        "hands",
        "how many cards each of two or three hands has, the landlord's first",
        List(&Whole(1, 20)),
        Must,
        "[8, 8]",
    ),
    key("deals", "how many are solved", Whole(1, 1_000_000_000), Usually("1000"), "200"),
    key("to_move", "which seat leads", Whole(0, 2), Usually("0"), "1"),
    MOVES,
    key("puzzles", "how many of the hardest puzzles are kept", Whole(0, 10_000), Usually("20"), "100"),
    key(
        "hardest",
        "how many of the deals that took most nodes are kept",
        Whole(0, 10_000),
        Usually("10"),
        "20",
    ),
];

const SITTING: Key = key(
    "sitting",
    "games in a row between which cards are exchanged",
    Whole(1, 1_000_000),
    Usually("10"),
    "5",
);
const JOKERS: Key = key("jokers", "how many there are", Whole(0, 2), Usually("1"), "2");
const ON: Key =
    key("on", "rules switched on", List(&SWITCHES), Usually("UECda's rules"), "[\"eleven-back\"]");
const OFF: Key =
    key("off", "rules switched off", List(&SWITCHES), Usually("UECda's rules"), "[\"suit-lock\"]");
const DAIFUGO: &[Key] = &[
    key(
        "players",
        "three to six of `random`, `greedy` and programs of your own",
        List(&Text),
        Must,
        "[\"greedy\", \"greedy\", \"greedy\", \"greedy\", \"random\"]",
    ),
    key(
        "games",
        "how many, rounded up to a multiple of the number of players",
        Whole(1, 1_000_000_000),
        Must,
        "1000",
    ),
    SITTING,
    JOKERS,
    ON,
    OFF,
    MOVE_TIMEOUT,
    STARTUP_TIMEOUT,
];
const LEAGUE: &[Key] = &[
    key(
        "players",
        "as many as sit at a table or more, up to 32",
        List(&Text),
        Must,
        "[\"greedy\", \"greedy\", \"greedy\", \"random\", \"random\", \"random\"]",
    ),
    key(
        "games",
        "how many in all, rounded up so that all series of all tables are equal",
        Whole(1, 1_000_000_000),
        Must,
        "6000",
    ),
    key("seats", "how many sit at a table", Whole(3, 6), Usually("5"), "4"),
    key(
        "tables",
        "how many tables are drawn, where not every one is played",
        Whole(1, 1000),
        Usually("252"),
        "100",
    ),
    SITTING,
    JOKERS,
    ON,
    OFF,
    MOVE_TIMEOUT,
    STARTUP_TIMEOUT,
];

/// The keys of a kind's own table; none of a kind that is not listed in [`KINDS`](crate::kinds::KINDS).
pub fn of(kind: &Kind) -> &'static [Key] {
    match kind.name {
        "mastermind.evaluate" => EVALUATE,
        "mastermind.compare" => COMPARE_STRATEGIES,
        "mastermind.optimal" => OPTIMAL,
        "random.battery" => BATTERY,
        "combat.dps" => DPS,
        "combat.weights" => WEIGHTS,
        "combat.compare" => COMPARE_VARIANTS,
        "life.grid" => GRID,
        "life.soups" => SOUPS,
        "life.methuselah" => METHUSELAH,
        "doudizhu.arena" => DOUDIZHU,
        "doudizhu.endgames" => ENDGAMES,
        "daifugo.arena" => DAIFUGO,
        "daifugo.league" => LEAGUE,
        _ => &[],
    }
}

impl Shape {
    /// In words, such as "1 to 16"; nothing where the key says it all.
    pub fn words(&self) -> String {
        match self {
            Whole(0, u64::MAX) => "0 to 2^64 - 1".to_owned(),
            Whole(from, to) => format!("{from} to {to}"),
            Number(from, to) => format!("{from} to {to}"),
            Flag => "true or false".to_owned(),
            Choice(names) => names.join(", "),
            List(of @ Choice(_)) => format!("of {}", of.words()),
            List(of @ (Whole(..) | Number(..))) => format!("each {}", of.words()),
            Text | List(_) | NumbersByPath => String::new(),
        }
    }
}
