"""The types of experiments that are given as dictionaries, for editors and type checkers.

This module is generated from the declarations of the keys: see docs/experiments.md.

>>> import quadrille
>>> from quadrille.experiments import MastermindEvaluate
>>> experiment: MastermindEvaluate = {
...     "kind": "mastermind.evaluate",
...     "mastermind": {"pins": 4, "colors": 6, "strategy": "knuth"},
... }
>>> quadrille.run(experiment).result["total_turns"]
5801
"""

from typing import Any, Literal, TypedDict


class Run(TypedDict, total=False):
    """The table ``[run]`` of all experiments."""
    shards: int
    """The number of shards that the work is divided into (1 to 1000000; default: chosen by the
    kind).
    """
    threads: int
    """The number of threads; does not affect the result (1 to 1024; default: one per processor)."""


class _Common(TypedDict, total=False):
    seed: int | str
    run: Run
    sweep: dict[str, Any]


class _MastermindEvaluateKeysRequired(TypedDict):
    pins: int
    """Number of pins of a codeword (1 to 16; required)."""
    colors: int
    """Number of colours (1 to 15; required)."""
    strategy: Literal["knuth", "expected-size", "entropy", "most-parts", "first-consistent"]
    """The rule that selects guesses (required)."""


class MastermindEvaluateKeys(_MastermindEvaluateKeysRequired, total=False):
    """The table ``[mastermind]`` of ``mastermind.evaluate``."""
    first: str
    """The first guess (default: chosen by the strategy)."""
    possible_only: bool
    """Guess only codewords that are still possible (default: false)."""
    no_repeats: bool
    """No repeated colours in a codeword (Bulls and Cows) (default: false)."""


class MastermindEvaluate(_Common):
    """``mastermind.evaluate``: play every secret of a game with one strategy."""
    kind: Literal["mastermind.evaluate"]
    mastermind: MastermindEvaluateKeys


class _MastermindCompareKeysRequired(TypedDict):
    strategies: list[Literal["knuth", "expected-size", "entropy", "most-parts", "first-consistent"]]
    """The strategies to compare, each once (required)."""


class MastermindCompareKeys(_MastermindCompareKeysRequired, total=False):
    """The table ``[mastermind]`` of ``mastermind.compare``."""
    pins: int
    """Number of pins of a codeword (1 to 16; with `colors` in place of `sizes`)."""
    colors: int
    """Number of colours (1 to 15; with `pins` in place of `sizes`)."""
    sizes: list[list[int]]
    """Several games, each a pair of pins and colours (in place of `pins` and `colors`)."""
    first: str
    """The first guess (default: chosen by the strategy)."""
    firsts: list[str]
    """The first guess for each of the sizes (with `sizes`)."""
    possible_only: bool
    """Guess only codewords that are still possible (default: false)."""
    no_repeats: bool
    """No repeated colours in a codeword (Bulls and Cows) (default: false)."""


class MastermindCompare(_Common):
    """``mastermind.compare``: play every secret of a game with several strategies."""
    kind: Literal["mastermind.compare"]
    mastermind: MastermindCompareKeys


class _MastermindOptimalKeysRequired(TypedDict):
    pins: int
    """Number of pins of a codeword (1 to 8; required)."""
    colors: int
    """Number of colours (1 to 15; required)."""


class MastermindOptimalKeys(_MastermindOptimalKeysRequired, total=False):
    """The table ``[mastermind]`` of ``mastermind.optimal``."""
    max_turns: int
    """The maximum number of turns for any secret (1 to 1000; default: no limit)."""
    least_depth: bool
    """Minimise the longest game first, then the total turns (default: false)."""
    few_last: bool
    """With equal totals, prefer the fewest secrets at the last turn (default: false)."""
    first: str
    """The first guess (default: the best one)."""
    possible_only: bool
    """Guess only codewords that are still possible (default: false)."""
    no_repeats: bool
    """No repeated colours in a codeword (Bulls and Cows) (default: false)."""


class MastermindOptimal(_Common):
    """``mastermind.optimal``: find the strategy with the fewest total turns over all secrets,
    with proof.
    """
    kind: Literal["mastermind.optimal"]
    mastermind: MastermindOptimalKeys


class RandomBatteryKeys(TypedDict, total=False):
    """The table ``[random]`` of ``random.battery``."""
    generators: list[str]
    """Generators whose sequences are tested, by the names in `quadrille random list` (default:
    all).
    """
    streams: list[str]
    """Generators whose neighbouring streams are tested (default: none)."""
    size: int
    """Each statistic uses at most 2^size numbers (19 to 30; default: 24)."""


class RandomBattery(_Common):
    """``random.battery``: test generators and their streams statistically."""
    kind: Literal["random.battery"]
    random: RandomBatteryKeys


class _CombatDpsKeysRequired(TypedDict):
    profile: str
    """The profile's file, relative to this file's folder (required)."""


class CombatDpsKeys(_CombatDpsKeysRequired, total=False):
    """The table ``[combat]`` of ``combat.dps``."""
    set: dict[str, Any]
    """Other values for numbers of the profile, by path (default: none)."""
    iterations: int
    """Number of fights; with `target_error`, the maximum (1 to 100000000; default: 10000, or
    10000000 with `target_error`).
    """
    target_error: float
    """Stop when half the width of the 95 % interval is at most this percentage of the mean
    (0.0001 to 100; default: none).
    """


class CombatDps(_Common):
    """``combat.dps``: simulate a profile's damage per second, and list its sources."""
    kind: Literal["combat.dps"]
    combat: CombatDpsKeys


class _CombatWeightsKeysRequired(TypedDict):
    profile: str
    """The profile's file, relative to this file's folder (required)."""
    weights: dict[str, Any]
    """The paths of numbers, each with the amount of its change (required)."""


class CombatWeightsKeys(_CombatWeightsKeysRequired, total=False):
    """The table ``[combat]`` of ``combat.weights``."""
    set: dict[str, Any]
    """Other values for numbers of the profile, by path (default: none)."""
    per: str
    """The path of the number whose weight counts as 1 (default: none)."""
    iterations: int
    """Number of fights with each change; with `target_error`, the maximum (2 to 1000000000;
    default: 10000, or 10000000 with `target_error`).
    """
    target_error: float
    """Stop when half the width of the 95 % interval is at most this percentage of the mean
    (0.0001 to 100; default: none).
    """


class CombatWeights(_Common):
    """``combat.weights``: estimate stat weights: the change in damage for a small change of each
    number.
    """
    kind: Literal["combat.weights"]
    combat: CombatWeightsKeys


class CombatCompareKeys(TypedDict, total=False):
    """The table ``[combat]`` of ``combat.compare``."""
    profile: str
    """One profile, with all variants of its [sets] and [variants] (in place of `profiles`)."""
    profiles: list[str]
    """Several profiles, each with all its variants (in place of `profile`)."""
    set: dict[str, Any]
    """Other values for numbers of the profile, by path (default: none)."""
    iterations: int
    """Maximum number of fights of each variant; fewer by default if there are many variants (2
    to 25000000; default: 10000, or 10000000 with `target_error`).
    """
    target_error: float
    """Stop when all remaining variants are at most this percentage behind the best (0.0001 to
    100; default: none).
    """


class CombatCompare(_Common):
    """``combat.compare``: find the best of many variants."""
    kind: Literal["combat.compare"]
    combat: CombatCompareKeys


class _LifeGridKeysRequired(TypedDict):
    bounds: str
    """The size and border of the field (required)."""
    densities: list[float]
    """The probabilities that a cell lives at the start (each 0 to 1; required)."""
    generations: int
    """The number of generations per field (1 to 1000000000; required)."""


class LifeGridKeys(_LifeGridKeysRequired, total=False):
    """The table ``[life]`` of ``life.grid``."""
    fields: int
    """The number of fields per density (1 to 1000000; default: 10)."""
    every: int
    """The number of generations between two counts of the population, which is counted at most
    10001 times (1 to 1000000000; default: a value with which the population is counted at most
    201 times).
    """
    rule: str
    """The rule of birth and survival (default: B3/S23)."""


class LifeGrid(_Common):
    """``life.grid``: measure the population of random fields of several densities over time."""
    kind: Literal["life.grid"]
    life: LifeGridKeys


class _LifeSoupsKeysRequired(TypedDict):
    soups: int
    """The number of soups (1 to 1000000000; required)."""


class LifeSoupsKeys(_LifeSoupsKeysRequired, total=False):
    """The table ``[life]`` of ``life.soups``."""
    symmetry: Literal["C1", "C2_1", "C2_2", "C2_4", "C4_1", "C4_4", "D2_+1", "D2_+2", "D2_x", "D4_+1", "D4_+2", "D4_+4", "D4_x1", "D4_x4", "D8_1", "D8_4"]
    """The symmetry of the soups, by Catagolue's name (default: C1)."""
    density: float
    """The probability that a cell lives at the start (0 to 1; default: 0.5)."""
    rule: str
    """The rule of birth and survival (default: B3/S23)."""
    generations: int
    """The maximum number of generations of each run (1 to 100000000; default: 100000)."""
    seed_string: str
    """A text; each soup is the hash of this text with the soup's number appended, as on
    Catagolue (in place of `density`).
    """


class LifeSoups(_Common):
    """``life.soups``: run random soups until they settle, and count the objects in their ash."""
    kind: Literal["life.soups"]
    life: LifeSoupsKeys


class _LifeMethuselahKeysRequired(TypedDict):
    width: int
    """The number of columns of the box (1 to 64; required)."""
    height: int
    """The number of rows of the box (1 to 64; required)."""


class LifeMethuselahKeys(_LifeMethuselahKeysRequired, total=False):
    """The table ``[life]`` of ``life.methuselah``."""
    rule: str
    """The rule of birth and survival (default: B3/S23)."""
    generations: int
    """The maximum number of generations of each run (1 to 100000000; default: 100000)."""
    kept: int
    """The number of longest-lived patterns to report (1 to 1000; default: 10)."""
    soups: int
    """The number of random patterns (1 to 1000000000; only for a box of more than 21 cells)."""
    density: float
    """The probability that a cell lives at the start (0 to 1; only for a box of more than 21
    cells).
    """


class LifeMethuselah(_Common):
    """``life.methuselah``: find the longest-lived patterns of a small box, or of random patterns
    of a larger box.
    """
    kind: Literal["life.methuselah"]
    life: LifeMethuselahKeys


class _DoudizhuArenaKeysRequired(TypedDict):
    players: list[str]
    """Three of `random`, `rule`, `policy`, `policy:FILE`, `search`, `search:BUDGET` and custom
    programs, in the order of seats (required).
    """


class DoudizhuArenaKeys(_DoudizhuArenaKeysRequired, total=False):
    """The table ``[doudizhu]`` of ``doudizhu.arena``."""
    games: int
    """Number of games, rounded up to a multiple of 3 (1 to 3000000000; default: 3000)."""
    rules: str
    """Rules of moves: rlcard, douzero, pagat or openspiel, optionally with switches after
    commas: space-shuttle, no-trio-pair, no-four-two (default: rlcard).
    """
    scoring: Literal["classic", "adp", "wp"]
    """Scoring of the games (default: adp)."""
    auction: Literal["none", "bids", "bids-round", "call-rob"]
    """Auction that selects the landlord (default: bids with classic scoring, else none)."""
    open_hand: bool
    """The landlord may play with an open hand (with `scoring = "classic"`)."""
    doubling: bool
    """Every seat may double (with `scoring = "classic"`)."""
    move_timeout: int
    """Milliseconds that a program may take for a decision (1 to 3600000; with a player such as
    "cmd:python3 bot.py").
    """
    startup_timeout: int
    """Milliseconds that a program may take to get ready (1 to 3600000; with a player such as
    "cmd:python3 bot.py").
    """


class DoudizhuArena(_Common):
    """``doudizhu.arena``: let three players compete with each other, on the same deals."""
    kind: Literal["doudizhu.arena"]
    doudizhu: DoudizhuArenaKeys


class _DoudizhuEndgamesKeysRequired(TypedDict):
    hands: list[int]
    """Sizes of two or three hands, the landlord's first (each 1 to 20; required)."""


class DoudizhuEndgamesKeys(_DoudizhuEndgamesKeysRequired, total=False):
    """The table ``[doudizhu]`` of ``doudizhu.endgames``."""
    deals: int
    """Number of deals (1 to 1000000000; default: 1000)."""
    to_move: int
    """Seat that leads (0 to 2; default: 0)."""
    rules: str
    """Rules of moves: rlcard, douzero, pagat or openspiel, optionally with switches after
    commas: space-shuttle, no-trio-pair, no-four-two (default: rlcard).
    """
    puzzles: int
    """Number of puzzles kept, hardest first (0 to 10000; default: 20)."""
    hardest: int
    """Number of hardest deals kept: the deals with the most nodes (0 to 10000; default: 10)."""


class DoudizhuEndgames(_Common):
    """``doudizhu.endgames``: solve random endgames with open hands, and find puzzles among them."""
    kind: Literal["doudizhu.endgames"]
    doudizhu: DoudizhuEndgamesKeys


class _DoudizhuTrainKeysRequired(TypedDict):
    games: int
    """Number of games to learn from, rounded up to whole stages (1 to 10000000000; required)."""


class DoudizhuTrainKeys(_DoudizhuTrainKeysRequired, total=False):
    """The table ``[doudizhu]`` of ``doudizhu.train``."""
    rules: str
    """Rules of moves: rlcard, douzero, pagat or openspiel, optionally with switches after
    commas: space-shuttle, no-trio-pair, no-four-two (default: rlcard).
    """
    slots: int
    """Number of slots that learn in parallel within a stage; more threads than slots are no
    faster (1 to 64; default: 2).
    """
    slot_games: int
    """Number of games that a slot plays before the weights of all slots are averaged (1 to
    1000000; default: 4096).
    """
    update_games: int
    """Number of games of a slot between two updates of its weights (1 to 10000; default: 16)."""
    first_step: float
    """Step size of updates at the start; it decreases linearly to `last_step` (0.000000001 to 1;
    default: 0.001).
    """
    last_step: float
    """Step size of updates at the end of the training (0 to 1; default: 0.0001)."""
    explore: float
    """Share of random decisions (0 to 1; default: 0.02)."""
    measurements: int
    """Number of times that the policy is measured against the house player; the last time is at
    the end (1 to 1000; default: 10).
    """
    sittings: int
    """Number of sittings that each measurement plays in each lineup (2 to 1000000; default:
    2000).
    """


class DoudizhuTrain(_Common):
    """``doudizhu.train``: train networks by self-play."""
    kind: Literal["doudizhu.train"]
    doudizhu: DoudizhuTrainKeys


class _DaifugoArenaKeysRequired(TypedDict):
    players: list[str]
    """Three to six players: `random`, `greedy`, `policy`, `policy:FILE`, `search`,
    `search:BUDGET` or your own programs (required).
    """
    games: int
    """Number of games, rounded up to a multiple of the number of players (1 to 1000000000;
    required).
    """


class DaifugoArenaKeys(_DaifugoArenaKeysRequired, total=False):
    """The table ``[daifugo]`` of ``daifugo.arena``."""
    sitting: int
    """Number of games in a sitting; cards are exchanged between these games (1 to 1000000;
    default: 10).
    """
    jokers: int
    """Jokers in the deck (0 to 2; default: 1)."""
    on: list[Literal["sequences", "eight-cut", "suit-lock", "revolution", "spade-three", "exchange", "deadlock", "eleven-back", "rank-lock", "five-skip", "six-reverse", "nine-reverse", "miyako-ochi", "forbidden-finish"]]
    """Rules switched on (default: UECda's rules)."""
    off: list[Literal["sequences", "eight-cut", "suit-lock", "revolution", "spade-three", "exchange", "deadlock", "eleven-back", "rank-lock", "five-skip", "six-reverse", "nine-reverse", "miyako-ochi", "forbidden-finish"]]
    """Rules switched off (default: UECda's rules)."""
    move_timeout: int
    """Milliseconds that a program may take for a decision (1 to 3600000; with a player such as
    "cmd:python3 bot.py").
    """
    startup_timeout: int
    """Milliseconds that a program may take to get ready (1 to 3600000; with a player such as
    "cmd:python3 bot.py").
    """


class DaifugoArena(_Common):
    """``daifugo.arena``: let players compete with each other, each in every seat."""
    kind: Literal["daifugo.arena"]
    daifugo: DaifugoArenaKeys


class _DaifugoLeagueKeysRequired(TypedDict):
    players: list[str]
    """At least one player per seat, at most 32 players (required)."""
    games: int
    """Total number of games, rounded up so that each table plays equally many games in each
    arrangement of its players (1 to 1000000000; required).
    """


class DaifugoLeagueKeys(_DaifugoLeagueKeysRequired, total=False):
    """The table ``[daifugo]`` of ``daifugo.league``."""
    seats: int
    """Players at a table (3 to 6; default: 5)."""
    tables: int
    """Number of tables, drawn at random unless every combination of players gets a table (1 to
    1000; default: 252).
    """
    sitting: int
    """Number of games in a sitting; cards are exchanged between these games (1 to 1000000;
    default: 10).
    """
    jokers: int
    """Jokers in the deck (0 to 2; default: 1)."""
    on: list[Literal["sequences", "eight-cut", "suit-lock", "revolution", "spade-three", "exchange", "deadlock", "eleven-back", "rank-lock", "five-skip", "six-reverse", "nine-reverse", "miyako-ochi", "forbidden-finish"]]
    """Rules switched on (default: UECda's rules)."""
    off: list[Literal["sequences", "eight-cut", "suit-lock", "revolution", "spade-three", "exchange", "deadlock", "eleven-back", "rank-lock", "five-skip", "six-reverse", "nine-reverse", "miyako-ochi", "forbidden-finish"]]
    """Rules switched off (default: UECda's rules)."""
    move_timeout: int
    """Milliseconds that a program may take for a decision (1 to 3600000; with a player such as
    "cmd:python3 bot.py").
    """
    startup_timeout: int
    """Milliseconds that a program may take to get ready (1 to 3600000; with a player such as
    "cmd:python3 bot.py").
    """


class DaifugoLeague(_Common):
    """``daifugo.league``: rate any number of players, who play at tables in changing
    combinations.
    """
    kind: Literal["daifugo.league"]
    daifugo: DaifugoLeagueKeys


class _DaifugoTrainKeysRequired(TypedDict):
    games: int
    """Number of games to learn from, rounded up to whole stages (1 to 10000000000; required)."""


class DaifugoTrainKeys(_DaifugoTrainKeysRequired, total=False):
    """The table ``[daifugo]`` of ``daifugo.train``."""
    jokers: int
    """Jokers in the deck (0 to 2; default: 1)."""
    on: list[Literal["sequences", "eight-cut", "suit-lock", "revolution", "spade-three", "exchange", "deadlock", "eleven-back", "rank-lock", "five-skip", "six-reverse", "nine-reverse", "miyako-ochi", "forbidden-finish"]]
    """Rules switched on (default: UECda's rules)."""
    off: list[Literal["sequences", "eight-cut", "suit-lock", "revolution", "spade-three", "exchange", "deadlock", "eleven-back", "rank-lock", "five-skip", "six-reverse", "nine-reverse", "miyako-ochi", "forbidden-finish"]]
    """Rules switched off (default: UECda's rules)."""
    slots: int
    """Number of slots that learn in parallel within a stage; more threads than slots are no
    faster (1 to 64; default: 2).
    """
    slot_games: int
    """Number of games that a slot plays before the weights of all slots are averaged (1 to
    1000000; default: 4096).
    """
    update_games: int
    """Number of games of a slot between two updates of its weights (1 to 10000; default: 16)."""
    first_step: float
    """Step size of updates at the start; it decreases linearly to `last_step` (0.000000001 to 1;
    default: 0.001).
    """
    last_step: float
    """Step size of updates at the end of the training (0 to 1; default: 0.0001)."""
    explore: float
    """Share of random decisions (0 to 1; default: 0.02)."""
    measurements: int
    """Number of times that the policy is measured against the house player; the last time is at
    the end (1 to 1000; default: 10).
    """
    sittings: int
    """Number of sittings that each measurement plays in each lineup (2 to 1000000; default:
    2000).
    """


class DaifugoTrain(_Common):
    """``daifugo.train``: train a network by self-play."""
    kind: Literal["daifugo.train"]
    daifugo: DaifugoTrainKeys


class _HeartsArenaKeysRequired(TypedDict):
    players: list[str]
    """Four of `random`, `rule`, `policy`, `policy:FILE`, `search`, `search:BUDGET` and custom
    programs (required).
    """
    games: int
    """Number of games, rounded up to a multiple of the number of players (1 to 1000000000;
    required).
    """


class HeartsArenaKeys(_HeartsArenaKeysRequired, total=False):
    """The table ``[hearts]`` of ``hearts.arena``."""
    sitting: int
    """Number of games in a sitting; the pass directions repeat every 4 games (1 to 1000000;
    default: 10).
    """
    pass_cards: bool
    """Three cards are passed before the first trick (default: true)."""
    no_pts_on_first_trick: bool
    """No points may be discarded in the first trick (default: true)."""
    can_lead_any_club: bool
    """The holder of the two of clubs may lead the first trick with any club (default: false)."""
    jd_bonus: bool
    """A player who takes the jack of diamonds scores 10 points less (default: false)."""
    avoid_all_tricks_bonus: bool
    """A player who takes no trick scores 5 points less (default: false)."""
    qs_breaks_hearts: bool
    """The queen of spades breaks hearts (default: true)."""
    must_break_hearts: bool
    """Hearts may not be led before hearts are broken (default: true)."""
    can_lead_hearts_instead_of_qs: bool
    """A player who has only hearts and the queen of spades may lead a heart before hearts are
    broken (default: false).
    """
    move_timeout: int
    """Milliseconds that a program may take for a decision (1 to 3600000; with a player such as
    "cmd:python3 bot.py").
    """
    startup_timeout: int
    """Milliseconds that a program may take to get ready (1 to 3600000; with a player such as
    "cmd:python3 bot.py").
    """


class HeartsArena(_Common):
    """``hearts.arena``: play four players against each other; every player plays in every seat."""
    kind: Literal["hearts.arena"]
    hearts: HeartsArenaKeys


class _HeartsLeagueKeysRequired(TypedDict):
    players: list[str]
    """4 to 32 players, named as for `hearts.arena` (required)."""
    games: int
    """Total number of games, rounded up so that each table plays equally many games in each
    arrangement of its players (1 to 1000000000; required).
    """


class HeartsLeagueKeys(_HeartsLeagueKeysRequired, total=False):
    """The table ``[hearts]`` of ``hearts.league``."""
    tables: int
    """Number of tables, drawn at random unless every combination of players gets a table (1 to
    1000; default: 252).
    """
    sitting: int
    """Number of games in a sitting; the pass directions repeat every 4 games (1 to 1000000;
    default: 10).
    """
    pass_cards: bool
    """Three cards are passed before the first trick (default: true)."""
    no_pts_on_first_trick: bool
    """No points may be discarded in the first trick (default: true)."""
    can_lead_any_club: bool
    """The holder of the two of clubs may lead the first trick with any club (default: false)."""
    jd_bonus: bool
    """A player who takes the jack of diamonds scores 10 points less (default: false)."""
    avoid_all_tricks_bonus: bool
    """A player who takes no trick scores 5 points less (default: false)."""
    qs_breaks_hearts: bool
    """The queen of spades breaks hearts (default: true)."""
    must_break_hearts: bool
    """Hearts may not be led before hearts are broken (default: true)."""
    can_lead_hearts_instead_of_qs: bool
    """A player who has only hearts and the queen of spades may lead a heart before hearts are
    broken (default: false).
    """
    move_timeout: int
    """Milliseconds that a program may take for a decision (1 to 3600000; with a player such as
    "cmd:python3 bot.py").
    """
    startup_timeout: int
    """Milliseconds that a program may take to get ready (1 to 3600000; with a player such as
    "cmd:python3 bot.py").
    """


class HeartsLeague(_Common):
    """``hearts.league``: rate any number of players, at tables of four."""
    kind: Literal["hearts.league"]
    hearts: HeartsLeagueKeys


class _HeartsTrainKeysRequired(TypedDict):
    games: int
    """Number of games to learn from, rounded up to whole stages (1 to 10000000000; required)."""


class HeartsTrainKeys(_HeartsTrainKeysRequired, total=False):
    """The table ``[hearts]`` of ``hearts.train``."""
    slots: int
    """Number of slots that learn in parallel within a stage; more threads than slots are no
    faster (1 to 64; default: 2).
    """
    slot_games: int
    """Number of games that a slot plays before the weights of all slots are averaged (1 to
    1000000; default: 4096).
    """
    update_games: int
    """Number of games of a slot between two updates of its weights (1 to 10000; default: 16)."""
    first_step: float
    """Step size of updates at the start; it decreases linearly to `last_step` (0.000000001 to 1;
    default: 0.001).
    """
    last_step: float
    """Step size of updates at the end of the training (0 to 1; default: 0.0001)."""
    explore: float
    """Share of random decisions (0 to 1; default: 0.02)."""
    measurements: int
    """Number of times that the policy is measured against the house player; the last time is at
    the end (1 to 1000; default: 10).
    """
    sittings: int
    """Number of sittings that each measurement plays in each lineup (2 to 1000000; default:
    2000).
    """
    pass_cards: bool
    """Three cards are passed before the first trick (default: true)."""
    no_pts_on_first_trick: bool
    """No points may be discarded in the first trick (default: true)."""
    can_lead_any_club: bool
    """The holder of the two of clubs may lead the first trick with any club (default: false)."""
    jd_bonus: bool
    """A player who takes the jack of diamonds scores 10 points less (default: false)."""
    avoid_all_tricks_bonus: bool
    """A player who takes no trick scores 5 points less (default: false)."""
    qs_breaks_hearts: bool
    """The queen of spades breaks hearts (default: true)."""
    must_break_hearts: bool
    """Hearts may not be led before hearts are broken (default: true)."""
    can_lead_hearts_instead_of_qs: bool
    """A player who has only hearts and the queen of spades may lead a heart before hearts are
    broken (default: false).
    """


class HeartsTrain(_Common):
    """``hearts.train``: train a network by self-play."""
    kind: Literal["hearts.train"]
    hearts: HeartsTrainKeys


Experiment = (
    MastermindEvaluate
    | MastermindCompare
    | MastermindOptimal
    | RandomBattery
    | CombatDps
    | CombatWeights
    | CombatCompare
    | LifeGrid
    | LifeSoups
    | LifeMethuselah
    | DoudizhuArena
    | DoudizhuEndgames
    | DoudizhuTrain
    | DaifugoArena
    | DaifugoLeague
    | DaifugoTrain
    | HeartsArena
    | HeartsLeague
    | HeartsTrain
)
"""An experiment of any kind."""
