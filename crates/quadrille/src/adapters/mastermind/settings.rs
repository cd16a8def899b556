//! The `[mastermind]` table of an experiment file.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Table, Value};
use quadrille_experiment::Header;
use quadrille_mastermind::{
    CodewordError, EvaluateError, Evaluation, Game, GameError, Play, Repeats, Strategy,
};

/// What the report is to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// How one strategy fares.
    Evaluate,
    /// How several fare beside one another.
    Compare,
}

/// What an experiment file asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) question: Question,
    pub(super) game: Game,
    /// One way to play for each strategy, in the file's order.
    pub(super) plays: Vec<Play>,
    /// Into how many shards the work is to be cut, if the file says so.
    pub(super) shards: Option<u64>,
}

impl Settings {
    pub(super) fn read(table: &Table<'_>, header: &Header, question: Question) -> Result<Self, Diagnostic> {
        let game = game(table)?;
        let first = match table.optional("first") {
            None => None,
            Some(value) => {
                let text = value.string("a codeword in quotes, such as \"1122\"")?;
                Some(game.parse(text).map_err(|error| misspelt(&value, text, &error))?)
            }
        };
        let possible_only = flag(table, "possible_only")?;
        let play = |strategy| Play { strategy, first, possible_only };
        let plays: Vec<Play> = match question {
            Question::Evaluate => vec![play(strategy(&table.required("strategy")?)?)],
            Question::Compare => strategies(&table.required("strategies")?)?.into_iter().map(play).collect(),
        };
        Evaluation::check(game, &plays).map_err(|error| refused(table, &error))?;
        Ok(Self { question, game, plays, shards: header.shards })
    }
}

fn game(table: &Table<'_>) -> Result<Game, Diagnostic> {
    let (pins, colors) = (table.required("pins")?, table.required("colors")?);
    let repeats = if flag(table, "no_repeats")? { Repeats::Forbidden } else { Repeats::Allowed };
    let most_pins = Game::MAX_PINS as u64;
    let most_colors = Game::MAX_COLORS as u64;
    let game =
        Game::new(pins.integer(1..=most_pins)? as u32, colors.integer(1..=most_colors)? as u32, repeats);
    game.map_err(|error| match error {
        GameError::Pins { .. } => pins.error(error.to_string()),
        GameError::Colors { .. } | GameError::TooFewColors { .. } => colors.error(error.to_string()),
    })
}

fn flag(table: &Table<'_>, key: &str) -> Result<bool, Diagnostic> {
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
            return Err(element
                .error(format!("`{strategy}` stands here twice"))
                .expected("each strategy once"));
        }
        strategies.push(strategy);
    }
    if strategies.is_empty() {
        Err(value.error("no strategies to compare").expected("one strategy or more"))
    } else {
        Ok(strategies)
    }
}

/// A codeword that is none, at its very pin.
fn misspelt(value: &Value<'_>, text: &str, error: &CodewordError) -> Diagnostic {
    let message = format!("`{}` is no codeword of this game: {error}", value.key());
    value.error_within(error.span(text), message)
}

/// A game that cannot be evaluated, where its size is written.
fn refused(table: &Table<'_>, error: &EvaluateError) -> Diagnostic {
    match table.required("pins") {
        Ok(pins) => pins.error(error.to_string()),
        Err(diagnostic) => diagnostic,
    }
}
