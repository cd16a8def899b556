//! `quadrille mastermind`: score, candidates, advice, whole evaluations.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, Subcommand};
use quadrille::adapters::mastermind::text::pegs;
use quadrille::answers::job::RunFact;
use quadrille::answers::mastermind as answers;
use quadrille::diagnostics::{Diagnostic, Source};
use quadrille::files::NamedFiles;
use quadrille::lanes::Level;
use quadrille::mastermind::{
    self, AdviseError, CandidatesError, Feedback, Game, Observer, Play, Repeats, Row, Strategy,
};
use quadrille::report::figure::{self, counted};
use quadrille::settings::EvaluateSettings;

use crate::failure::Failure;
use crate::long_job::{self, LongJob};
use crate::progress::watched;
use crate::{OutputMode, answer, flags, terminal};

/// So many candidates are listed.
const LISTED: usize = 100;

#[derive(Debug, Subcommand)]
pub(crate) enum Mastermind {
    /// Black and white pegs for a guess
    Score(Score),
    /// The codewords that agree with the feedback so far
    Candidates(CandidatesOf),
    /// The next guess, and how it splits what remains
    Advise(Advise),
    /// Play every secret by a strategy
    Evaluate(Evaluate),
}

impl Mastermind {
    pub(crate) fn run(self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::Score(score) => score.run(mode),
            Self::Candidates(candidates) => candidates.run(mode),
            Self::Advise(advise) => advise.run(level, mode),
            Self::Evaluate(evaluate) => evaluate.run(level, mode),
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille mastermind score 1123 1211

Colours are 1 to 9, then a to f; with --no-repeats colour ten is 0.")]
pub(crate) struct Score {
    /// The secret codeword
    secret: String,
    /// The guess, as long as the secret
    guess: String,
    /// How many colours there are [default: 15, or 10 with --no-repeats]
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u32).range(1..=Game::MAX_COLORS as i64))]
    colors: Option<u32>,
    /// No colour twice, as in Bulls and Cows
    #[arg(long)]
    no_repeats: bool,
}

impl Score {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let repeats = repeats(self.no_repeats);
        let colors = self.colors.unwrap_or(if self.no_repeats { 10 } else { Game::MAX_COLORS as u32 });
        let pins = self.secret.chars().count();
        if pins == 0 || pins > Game::MAX_PINS {
            let source = Source::new("SECRET", self.secret.as_str());
            let message = format!("a secret of {pins} pins");
            return Err(Diagnostic::at(&source, 0..self.secret.len(), message)
                .expected("1 to 16 pins")
                .into());
        }
        let game = Game::new(pins as u32, colors, repeats).map_err(Failure::usage)?;
        let secret = answers::read_codeword(game, "SECRET", &self.secret)?;
        let guess = answers::read_codeword(game, "GUESS", &self.guess)?;
        let answers::Score { black, white } = answers::score(secret, guess);
        if mode.json {
            answer::json(&answers::Score { black, white })
        } else {
            answer::text(&(pegs(Feedback { black, white }) + "\n"))
        }
    }
}

/// The size of a game.
#[derive(Debug, Args)]
struct Size {
    /// How many pins a codeword has, 1 to 16
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(1..=Game::MAX_PINS as i64))]
    pins: u32,
    /// How many colours there are, 1 to 15
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u32).range(1..=Game::MAX_COLORS as i64))]
    colors: u32,
    /// No colour twice, as in Bulls and Cows; colour ten is 0
    #[arg(long)]
    no_repeats: bool,
}

impl Size {
    fn game(&self) -> Result<Game, Failure> {
        Game::new(self.pins, self.colors, repeats(self.no_repeats)).map_err(Failure::usage)
    }
}

/// How to play.
#[derive(Debug, Args)]
struct Playing {
    /// How guesses are chosen
    #[arg(long, value_name = "S", value_parser = strategies())]
    strategy: Strategy,
    /// The first guess [default: by the strategy's own rule]
    #[arg(long, value_name = "GUESS")]
    first: Option<String>,
    /// Guess only codes that are still possible
    #[arg(long)]
    possible_only: bool,
}

impl Playing {
    fn play(&self, game: Game) -> Result<Play, Failure> {
        let first =
            self.first.as_deref().map(|first| answers::read_codeword(game, "--first", first)).transpose()?;
        Ok(Play::new(self.strategy).with_first(first).only_possible(self.possible_only))
    }
}

fn strategies() -> impl clap::builder::TypedValueParser<Value = Strategy> {
    PossibleValuesParser::new(Strategy::ALL.map(Strategy::name)).try_map(|name| name.parse::<Strategy>())
}

fn repeats(no_repeats: bool) -> Repeats {
    if no_repeats { Repeats::Forbidden } else { Repeats::Allowed }
}

#[derive(Debug, Args)]
#[command(
    override_usage = "quadrille mastermind candidates --pins P --colors C\n    [--no-repeats] [GUESS:B,W]..."
)]
#[command(after_help = "Example: quadrille mastermind candidates --pins 4 --colors 6 1122:1,1 1345:0,2

A row is a guess and its feedback: black pegs, comma, white pegs.")]
pub(crate) struct CandidatesOf {
    #[command(flatten)]
    size: Size,
    /// The guesses so far and their feedback
    #[arg(value_name = "GUESS:B,W")]
    rows: Vec<String>,
}

impl CandidatesOf {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let game = self.size.game()?;
        let rows = answers::read_rows(game, &self.rows)?;
        let call = |observer: &dyn Observer| answers::candidates(game, &rows, LISTED, observer);
        let found = watched("codewords", mode, call)?.map_err(|error| match error {
            CandidatesError::Cancelled(_) => Failure::cancelled(),
            error => Failure::unfinished(error),
        })?;
        if mode.json {
            return answer::json(&found);
        }
        let mut text = candidates_as_text(game, found.count, &found.candidates, rows.len());
        if let Some(conflict) = &found.conflict {
            text += &conflict_as_text(&rows, conflict);
        }
        answer::text(&text)
    }
}

/// What is wrong with rows that contradict one another, in lines.
fn conflict_as_text(rows: &[Row], conflict: &answers::Conflict) -> String {
    let numbers: Vec<String> = conflict.rows.iter().map(ToString::to_string).collect();
    let mut text = match &numbers[..] {
        [one] => format!("row {one} alone is impossible\n"),
        [first @ .., last] => {
            format!(
                "rows {} and {last} contradict one another; without any one of them the others agree\n",
                first.join(", ")
            )
        }
        [] => String::new(),
    };
    text += "the nearest reading:\n";
    for &answers::Rereading { row, ref guess, black, white } in &conflict.reading {
        let (may_be, read) = (pegs(Feedback { black, white }), pegs(rows[row - 1].feedback));
        let _ = writeln!(text, "  row {row}, {guess}: {may_be} instead of {read}");
    }
    text
}

fn candidates_as_text(game: Game, count: u64, listed: &[String], rows: usize) -> String {
    let mut text = match (count, rows) {
        (0, _) => "no codeword agrees with all rows: at least one feedback must be wrong\n".to_owned(),
        (codewords, 0) => format!("{} in all\n", counted(codewords, "codeword")),
        (1, _) => "1 codeword agrees with all rows\n".to_owned(),
        (codewords, _) => format!("{} agree with all rows\n", counted(codewords, "codeword")),
    };
    let a_line = 80 / (game.pins() + 1);
    for line in listed.chunks(a_line) {
        text += &line.join(" ");
        text.push('\n');
    }
    let more = count - listed.len() as u64;
    if more > 0 {
        let _ = writeln!(text, "and {} more", figure::count(more));
    }
    text
}

#[derive(Debug, Args)]
#[command(
    override_usage = "quadrille mastermind advise --pins P --colors C --strategy S\n    [--no-repeats] [--possible-only] [--first GUESS] [GUESS:B,W]..."
)]
#[command(after_help = "Example: quadrille mastermind advise --pins 4 --colors 6 --strategy knuth 1122:1,0

A row is a guess and its feedback: black pegs, comma, white pegs.")]
pub(crate) struct Advise {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    playing: Playing,
    /// The guesses so far and their feedback
    #[arg(value_name = "GUESS:B,W")]
    rows: Vec<String>,
}

impl Advise {
    fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let game = self.size.game()?;
        let play = self.playing.play(game)?;
        let rows = answers::read_rows(game, &self.rows)?;
        let call = |observer: &dyn Observer| mastermind::advise(game, play, &rows, level, observer);
        let advice = match watched("guesses", mode, call)? {
            Ok(advice) => advice,
            Err(error) => return Err(no_advice(game, &rows, &error)),
        };
        if mode.json {
            return answer::json(&answers::Advice::new(game, &advice));
        }
        let guess = game.show(advice.guess);
        let possible = match (advice.possible, advice.remaining) {
            (true, 1) => "which must be the secret",
            (true, _) => "which may be the secret",
            (false, _) => "which cannot be the secret, but tells most",
        };
        let remaining = counted(advice.remaining, "codeword");
        let remain = if advice.remaining == 1 { "remains" } else { "remain" };
        let mut table = quadrille::experiment::report::Table::new(&["feedback", "#would leave"]);
        for part in &advice.partitions {
            table.push([pegs(part.feedback), figure::count(part.count)]);
        }
        answer::text(&format!("{remaining} {remain}; guess {guess}, {possible}\n{}", terminal::table(&table)))
    }
}

/// Why there is no advice. Rows that contradict one another are bad input here; `candidates` has an answer to
/// them: none.
fn no_advice(game: Game, rows: &[Row], error: &AdviseError) -> Failure {
    match error {
        AdviseError::Cancelled(_) => Failure::cancelled(),
        AdviseError::Candidates(_) => Failure::unfinished(error),
        AdviseError::Contradiction { conflict: Some(conflict), .. } => Failure::Explained {
            reason: error.to_string(),
            lines: conflict_as_text(rows, &answers::Conflict::new(game, rows, conflict)),
        },
        error => Failure::usage(error),
    }
}

#[derive(Debug, Args)]
#[command(override_usage = "quadrille mastermind evaluate --pins P --colors C --strategy S\n    [OPTIONS]")]
#[command(after_help = "Examples:
  quadrille mastermind evaluate --pins 4 --colors 6 --strategy knuth
  quadrille mastermind evaluate --pins 4 --colors 10 --no-repeats \\
      --strategy entropy --out runs/bulls-and-cows")]
pub(crate) struct Evaluate {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    playing: Playing,
    /// Keep checkpoints, results and a report in DIR
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    job: LongJob,
}

impl Evaluate {
    fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let game = self.size.game()?;
        let play = self.playing.play(game)?;
        mastermind::Evaluation::check(game, &[play]).map_err(Failure::usage)?;
        let file = flags::experiment(&settings(game, play), NamedFiles::default())?;
        let ended = self.job.run(&file, self.out.as_deref(), level, mode)?;
        let facts = [RunFact::Rate, RunFact::Seconds, RunFact::Seed];
        long_job::answer_with_facts(&file, &ended, self.out.as_deref(), mode, &facts)
    }
}

/// The experiment that asks for the same.
fn settings(game: Game, play: Play) -> EvaluateSettings {
    let mut settings = EvaluateSettings::new(game.pins() as u32, game.colors() as u32, play.strategy);
    settings.first = play.first.map(|first| game.show(first).to_string());
    settings.possible_only = play.possible_only;
    settings.no_repeats = game.repeats() == Repeats::Forbidden;
    settings
}
