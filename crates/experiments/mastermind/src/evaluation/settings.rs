//! The `[mastermind]` table of `mastermind.evaluate` and `mastermind.compare` experiments.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{TomlTable, Value};
use quadrille_mastermind::{
    Codeword, CodewordError, Evaluation, Game, GameError, MEMORY_LIMIT, Play, Repeats, Strategy,
};
use quadrille_runner::Header;

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
pub(crate) struct EvaluationSettings {
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

impl EvaluationSettings {
    pub(crate) fn read(
        table: &TomlTable<'_>,
        header: &Header,
        question: EvaluationKind,
    ) -> Result<Self, Diagnostic> {
        let sizes = if question == EvaluationKind::Compare { table.optional("sizes") } else { None };
        let by_size = sizes.is_some();
        let games = match &sizes {
            Some(sizes) => games(table, sizes)?,
            None => vec![game(table)?],
        };
        let listed = if question == EvaluationKind::Compare { table.optional("firsts") } else { None };
        let firsts = firsts(table, listed, &games, by_size)?;
        let possible_only = flag(table, "possible_only")?;
        let strategies = match question {
            EvaluationKind::Evaluate => vec![strategy(&table.required("strategy")?)?],
            EvaluationKind::Compare => strategies(&table.required("strategies")?)?,
        };
        let play = |first| {
            move |&strategy: &Strategy| Play::new(strategy).with_first(first).only_possible(possible_only)
        };
        let contests: Vec<Contest> = games
            .into_iter()
            .zip(firsts)
            .map(|(game, first)| Contest { game, plays: strategies.iter().map(play(first)).collect() })
            .collect();
        // Errors about the size of a game are reported at the key that gives the size.
        let key = if by_size { "sizes" } else { "pins" };
        let mut bytes = 0u64;
        for Contest { game, plays } in &contests {
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
        Ok(Self { question, contests, by_size, shards: header.shards })
    }
}

impl EvaluationSettings {
    /// Returns whether the evaluation takes less time than starting a thread.
    pub(crate) fn is_brief(&self) -> bool {
        let codewords: u64 =
            self.contests.iter().map(|contest| contest.game.codewords() * contest.plays.len() as u64).sum();
        codewords <= BRIEF
    }
}

/// Reads the first guess for each game: `first = "1122"`, or with sizes `firsts = ["1122",
/// "11234"]`.
fn firsts(
    table: &TomlTable<'_>,
    listed: Option<Value<'_>>,
    games: &[Game],
    by_size: bool,
) -> Result<Vec<Option<Codeword>>, Diagnostic> {
    let first = |value: &Value<'_>, game: Game| {
        let text = value.string("a codeword in quotes, such as \"1122\"")?;
        game.parse(text).map(Some).map_err(|error| misspelled(value, text, &error))
    };
    if let Some(value) = table.optional("first") {
        return match games {
            &[game] if !by_size => Ok(vec![first(&value, game)?]),
            _ => Err(value
                .error("`first` is given together with `sizes`")
                .expected("`firsts`, with a first guess for each size")),
        };
    }
    let Some(value) = listed else { return Ok(vec![None; games.len()]) };
    if !by_size {
        return Err(value
            .error("`firsts` is given without `sizes`")
            .expected("`first`, a codeword in quotes"));
    }
    let values = value.array("a codeword for each size, in brackets, such as [\"1122\", \"11234\"]")?;
    if values.len() != games.len() {
        let message = format!("{} first guesses for {} sizes", values.len(), games.len());
        return Err(value.error(message).expected("a first guess for each size, in the same order"));
    }
    values.iter().zip(games).map(|(value, &game)| first(value, game)).collect()
}

/// Reads `sizes = [[4, 6], [5, 8]]`, pairs of pins and colours.
fn games(table: &TomlTable<'_>, sizes: &Value<'_>) -> Result<Vec<Game>, Diagnostic> {
    const EXPECTED: &str = "pairs of pins and colours in brackets, such as [[4, 6], [5, 8]]";
    for key in ["pins", "colors"] {
        if let Some(value) = table.optional(key) {
            return Err(value
                .error(format!("both `{key}` and `sizes` are given"))
                .expected("either `pins` and `colors`, or `sizes`"));
        }
    }
    let repeats = repeats(table)?;
    let mut games = Vec::new();
    for size in sizes.array(EXPECTED)? {
        let [pins, colors] = &size.array(EXPECTED)?[..] else {
            return Err(size.error("a size is two numbers").expected("pins and colours, such as [4, 6]"));
        };
        let game = sized(pins, colors, repeats)?;
        if games.contains(&game) {
            return Err(size.error(format!("{game} appear twice")).expected("each size once"));
        }
        games.push(game);
    }
    if games.is_empty() {
        Err(sizes.error("the list has no sizes").expected("at least one size"))
    } else {
        Ok(games)
    }
}

pub(crate) fn game(table: &TomlTable<'_>) -> Result<Game, Diagnostic> {
    sized(&table.required("pins")?, &table.required("colors")?, repeats(table)?)
}

fn repeats(table: &TomlTable<'_>) -> Result<Repeats, Diagnostic> {
    Ok(if flag(table, "no_repeats")? { Repeats::Forbidden } else { Repeats::Allowed })
}

fn sized(pins: &Value<'_>, colors: &Value<'_>, repeats: Repeats) -> Result<Game, Diagnostic> {
    let most_pins = Game::MAX_PINS as u64;
    let most_colors = Game::MAX_COLORS as u64;
    let game =
        Game::new(pins.integer(1..=most_pins)? as u32, colors.integer(1..=most_colors)? as u32, repeats);
    game.map_err(|error| match error {
        GameError::Pins { .. } => pins.error(error.to_string()),
        _ => colors.error(error.to_string()),
    })
}

pub(crate) fn flag(table: &TomlTable<'_>, key: &str) -> Result<bool, Diagnostic> {
    table.optional(key).map_or(Ok(false), |value| value.boolean())
}

fn strategy(value: &Value<'_>) -> Result<Strategy, Diagnostic> {
    Ok(Strategy::ALL[value.choice(&Strategy::ALL.map(Strategy::name))?])
}

fn strategies(value: &Value<'_>) -> Result<Vec<Strategy>, Diagnostic> {
    let mut strategies = Vec::new();
    for element in value.array("strategies in brackets, such as [\"knuth\", \"entropy\"]")? {
        let strategy = strategy(&element)?;
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

/// Returns the error for a text that is not a codeword. The error marks the pin.
pub(crate) fn misspelled(value: &Value<'_>, text: &str, error: &CodewordError) -> Diagnostic {
    let message = format!("`{}` is not a codeword of this game: {error}", value.key());
    value.error_within(error.span(text), message)
}

/// Returns the error for a game that cannot be evaluated. The error marks the value of `key`, which
/// gives the size of the game.
pub(crate) fn refused(table: &TomlTable<'_>, key: &str, error: &dyn std::fmt::Display) -> Diagnostic {
    match table.optional(key) {
        Some(size) => size.error(error.to_string()),
        None => table.error(error.to_string()),
    }
}
