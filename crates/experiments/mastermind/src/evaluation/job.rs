//! The games and strategies of `mastermind.evaluate` and `mastermind.compare` experiments.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{TomlTable, Value};
use quadrille_mastermind::{Codeword, Evaluation, Game, GameError, MEMORY_LIMIT, Play, Repeats, Strategy};
use quadrille_runner::Header;
use quadrille_runner::settings::{Chosen, Keys};

use crate::settings::{EvaluateSettings, MastermindCompareSettings, Size};

/// The kind of evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EvaluationKind {
    /// One strategy.
    Evaluate,
    /// Several strategies side by side.
    Compare,
}

/// The settings of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EvaluationJob {
    pub(crate) question: EvaluationKind,
    /// The games, in the file's order.
    pub(crate) contests: Vec<Contest>,
    /// Whether the file gives the games as a list `sizes`.
    pub(crate) by_size: bool,
    /// The number of shards; `None` if the file does not give it.
    pub(crate) shards: Option<u64>,
}

/// One game and the strategies to play it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Contest {
    pub(crate) game: Game,
    /// The settings of each strategy, in the file's order.
    pub(crate) plays: Vec<Play>,
}

/// The maximum number of secrets of an evaluation that runs without additional threads; such an
/// evaluation takes about a millisecond.
const BRIEF: u64 = 2048;

impl EvaluationJob {
    /// Reads the settings of `mastermind.evaluate`.
    pub(crate) fn one(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let EvaluateSettings { pins, colors, strategy, first, possible_only, no_repeats } =
            Keys::read(table)?;
        let game = game(table, pins, colors, no_repeats)?;
        let first = first.map(|text| codeword(&table.required("first")?, &text, game)).transpose()?;
        let play = Play::new(strategy.0).with_first(first).only_possible(possible_only);
        let contests = vec![Contest { game, plays: vec![play] }];
        Self { question: EvaluationKind::Evaluate, contests, by_size: false, shards: header.shards }
            .checked(table)
    }

    /// Reads the settings of `mastermind.compare`.
    pub(crate) fn several(table: &TomlTable<'_>, header: &Header) -> Result<Self, Diagnostic> {
        let given = MastermindCompareSettings::read(table)?;
        let games = if let Some(sizes) = &given.sizes {
            games(table, sizes, given.no_repeats)?
        } else {
            // Either key may be missing in place of `sizes`.
            table.required("pins").and(table.required("colors"))?;
            let (pins, colors) = (given.pins.unwrap_or_default(), given.colors.unwrap_or_default());
            vec![game(table, pins, colors, given.no_repeats)?]
        };
        let firsts = firsts(table, &given, &games)?;
        let strategies = distinct(table, &given.strategies)?;
        let play = |first| {
            move |&strategy: &Strategy| {
                Play::new(strategy).with_first(first).only_possible(given.possible_only)
            }
        };
        let contests = games
            .into_iter()
            .zip(firsts)
            .map(|(game, first)| Contest { game, plays: strategies.iter().map(play(first)).collect() })
            .collect();
        let by_size = given.sizes.is_some();
        Self { question: EvaluationKind::Compare, contests, by_size, shards: header.shards }.checked(table)
    }

    /// Checks that the evaluation fits in memory.
    fn checked(self, table: &TomlTable<'_>) -> Result<Self, Diagnostic> {
        // Errors about the size of a game are reported at the key that gives the size.
        let key = if self.by_size { "sizes" } else { "pins" };
        let mut bytes = 0u64;
        for Contest { game, plays } in &self.contests {
            Evaluation::check(*game, plays).map_err(|error| refused(table, key, &error))?;
            bytes = bytes.saturating_add(Evaluation::bytes(*game, plays.len()));
        }
        // Each game fits in memory by itself; together they must fit as well.
        if bytes > MEMORY_LIMIT {
            let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
            let message = format!(
                "these sizes together would take {:.1} GiB of memory; the limit is {} GiB",
                gib(bytes),
                gib(MEMORY_LIMIT)
            );
            return Err(refused(table, key, &message));
        }
        Ok(self)
    }

    /// Returns whether the evaluation takes less time than starting a thread.
    pub(crate) fn is_brief(&self) -> bool {
        let codewords: u64 =
            self.contests.iter().map(|contest| contest.game.codewords() * contest.plays.len() as u64).sum();
        codewords <= BRIEF
    }
}

/// Returns the first guess for each game: from `first = "1122"`, or with sizes from
/// `firsts = ["1122", "11234"]`.
fn firsts(
    table: &TomlTable<'_>,
    given: &MastermindCompareSettings,
    games: &[Game],
) -> Result<Vec<Option<Codeword>>, Diagnostic> {
    let by_size = given.sizes.is_some();
    if let Some(text) = &given.first {
        let value = table.required("first")?;
        return match games {
            &[game] if !by_size => Ok(vec![Some(codeword(&value, text, game)?)]),
            _ => Err(value
                .error("`first` is given together with `sizes`")
                .expected("`firsts`, with a first guess for each size")),
        };
    }
    let Some(listed) = &given.firsts else { return Ok(vec![None; games.len()]) };
    let value = table.required("firsts")?;
    if !by_size {
        return Err(value
            .error("`firsts` is given without `sizes`")
            .expected("`first`, a codeword in quotes"));
    }
    if listed.len() != games.len() {
        let message = format!("{} first guesses for {} sizes", listed.len(), games.len());
        return Err(value.error(message).expected("a first guess for each size, in the same order"));
    }
    let of_size =
        |((value, text), &game): ((&Value<'_>, &String), &Game)| codeword(value, text, game).map(Some);
    value.array("")?.iter().zip(listed).zip(games).map(of_size).collect()
}

/// Returns the games of `sizes = [[4, 6], [5, 8]]`.
fn games(table: &TomlTable<'_>, sizes: &[Size], no_repeats: bool) -> Result<Vec<Game>, Diagnostic> {
    for key in ["pins", "colors"] {
        if let Some(value) = table.optional(key) {
            return Err(value
                .error(format!("both `{key}` and `sizes` are given"))
                .expected("either `pins` and `colors`, or `sizes`"));
        }
    }
    let value = table.required("sizes")?;
    let mut games = Vec::new();
    for (size, &Size(pins, colors)) in value.array("")?.iter().zip(sizes) {
        let numbers = size.array("")?;
        let game = sized([&numbers[0], &numbers[1]], pins, colors, no_repeats)?;
        if games.contains(&game) {
            return Err(size.error(format!("{game} appear twice")).expected("each size once"));
        }
        games.push(game);
    }
    if games.is_empty() {
        Err(value.error("the list has no sizes").expected("at least one size"))
    } else {
        Ok(games)
    }
}

/// Returns the game of the keys `pins` and `colors`.
pub(crate) fn game(
    table: &TomlTable<'_>,
    pins: u32,
    colors: u32,
    no_repeats: bool,
) -> Result<Game, Diagnostic> {
    sized([&table.required("pins")?, &table.required("colors")?], pins, colors, no_repeats)
}

/// Returns the game with these numbers of pins and colours, whose values are at `places`.
fn sized(places: [&Value<'_>; 2], pins: u32, colors: u32, no_repeats: bool) -> Result<Game, Diagnostic> {
    let repeats = if no_repeats { Repeats::Forbidden } else { Repeats::Allowed };
    Game::new(pins, colors, repeats).map_err(|error| {
        let place = match error {
            GameError::Pins { .. } => places[0],
            _ => places[1],
        };
        place.error(error.to_string())
    })
}

/// Checks that `strategies` contains each strategy once, and at least one.
fn distinct(table: &TomlTable<'_>, listed: &[Chosen<Strategy>]) -> Result<Vec<Strategy>, Diagnostic> {
    let value = table.required("strategies")?;
    let mut strategies = Vec::new();
    for (element, &Chosen(strategy)) in value.array("")?.iter().zip(listed) {
        if strategies.contains(&strategy) {
            return Err(element.error(format!("`{strategy}` appears twice")).expected("each strategy once"));
        }
        strategies.push(strategy);
    }
    if strategies.is_empty() {
        Err(value.error("no strategies to compare").expected("at least one strategy"))
    } else {
        Ok(strategies)
    }
}

/// Parses a codeword. The error marks the wrong pin.
pub(crate) fn codeword(value: &Value<'_>, text: &str, game: Game) -> Result<Codeword, Diagnostic> {
    game.parse(text).map_err(|error| {
        let message = format!("`{}` is not a codeword of this game: {error}", value.key());
        value.error_within(error.span(text), message)
    })
}

/// Returns the error for a game that cannot be evaluated. The error marks the value of `key`, which
/// gives the size of the game.
pub(crate) fn refused(table: &TomlTable<'_>, key: &str, error: &dyn std::fmt::Display) -> Diagnostic {
    match table.optional(key) {
        Some(size) => size.error(error.to_string()),
        None => table.error(error.to_string()),
    }
}
