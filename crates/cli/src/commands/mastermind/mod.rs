//! `quadrille mastermind`: scores, candidates, advice, evaluations, optimal play, trees, games.

mod optimal;
mod play;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, Subcommand};
use quadrille::answers::job::RunFact;
use quadrille::answers::mastermind as answers;
use quadrille::answers::mastermind::letters::{Lettered as _, Letters};
use quadrille::diagnostics::{Diagnostic, Source};
use quadrille::experiments::mastermind::text::{drawn_pegs, pegs};
use quadrille::files::NamedFiles;
use quadrille::lanes::Level;
use quadrille::mastermind::{
    self, AdviseError, CandidatesError, Codeword, Conflict, Examined, Feedback, Game, Goal, Observer, Play,
    Repeats, Row, Strategy,
};
use quadrille::report::figure::{self, counted};
use quadrille::settings::EvaluateSettings;

use crate::failure::Failure;
use crate::long_job::{self, LongJob};
use crate::progress::watched;
use crate::{OutputMode, answer, flags, terminal};

/// Maximum number of listed candidates.
const LISTED: usize = 100;
/// Maximum number of codewords that `candidates --full` lists.
const LISTED_IN_FULL: usize = 100_000;

#[derive(Debug, Subcommand)]
pub(crate) enum Mastermind {
    /// Print the black and white pegs for a guess
    Score(Score),
    /// List the codewords that agree with the feedback
    Candidates(CandidatesOf),
    /// Recommend the next guess, and show how it splits the candidates
    Advise(Advise),
    /// Evaluate a strategy on every secret
    Evaluate(Evaluate),
    /// Compute the strategy with the fewest turns, with proof
    Optimal(optimal::Optimal),
    /// Write a strategy as a tree, or check one
    Tree(optimal::TreeOf),
    /// Compare each guess of a played game with the best
    Grade(GradeOf),
    /// Play a game: guess the program's code, let it guess yours, or get advice
    Play(play::PlayGame),
}

impl Mastermind {
    pub(crate) fn run(self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::Score(score) => score.run(mode),
            Self::Candidates(candidates) => candidates.run(mode),
            Self::Advise(advise) => advise.run(level, mode),
            Self::Evaluate(evaluate) => evaluate.run(level, mode),
            Self::Optimal(optimal) => optimal.run(level, mode),
            Self::Tree(tree) => tree.run(level, mode),
            Self::Grade(grade) => grade.run(level, mode),
            Self::Play(play) => play.run(level, mode),
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
    /// Number of colours [default: 15, or 10 with --no-repeats]
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u32).range(1..=Game::MAX_COLORS as i64))]
    colors: Option<u32>,
    /// Forbid repeated colours, as in Bulls and Cows
    #[arg(long)]
    no_repeats: bool,
    #[command(flatten)]
    lettering: Lettering,
}

impl Score {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let repeats = repeats(self.no_repeats);
        let all = if self.no_repeats { 10 } else { Game::MAX_COLORS as u32 };
        let letters = self.lettering.letters.as_ref().map(|letters| letters.chars().count() as u32);
        let colors = self.colors.or(letters).unwrap_or(all);
        let pins = self.secret.chars().count();
        if pins == 0 || pins > Game::MAX_PINS {
            let source = Source::new("SECRET", self.secret.as_str());
            let message = format!("a secret of {pins} pins");
            return Err(Diagnostic::at(&source, 0..self.secret.len(), message)
                .expected("1 to 16 pins")
                .into());
        }
        let game = Game::new(pins as u32, colors, repeats).map_err(Failure::usage)?;
        let letters = self.lettering.of(game)?;
        let secret = letters.read_codeword("SECRET", &self.secret)?;
        let guess = letters.read_codeword("GUESS", &self.guess)?;
        let answers::Score { black, white } = answers::score(secret, guess);
        if mode.json {
            answer::json(&answers::Score { black, white })
        } else {
            answer::text(&(drawn_pegs(Feedback { black, white }, pins) + "\n"))
        }
    }
}

/// Default number of pins.
const PINS: u32 = 4;
/// Default number of colours.
const COLORS: u32 = 6;
/// Default strategy.
const STRATEGY: Strategy = Strategy::Knuth;

/// Size of a game.
#[derive(Debug, Args)]
struct Size {
    /// Number of pins of a codeword, 1 to 16
    #[arg(long, value_name = "P", default_value_t = PINS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=Game::MAX_PINS as i64))]
    pins: u32,
    /// Number of colours, 1 to 15; they are written 1 to 9, then a to f
    #[arg(long, value_name = "C", default_value_t = COLORS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=Game::MAX_COLORS as i64))]
    colors: u32,
    /// Forbid repeated colours, as in Bulls and Cows; the tenth colour is written as 0
    #[arg(long)]
    no_repeats: bool,
}

impl Size {
    fn game(&self) -> Result<Game, Failure> {
        Game::new(self.pins, self.colors, repeats(self.no_repeats)).map_err(Failure::usage)
    }
}

/// Notation of the colours.
#[derive(Debug, Args)]
struct Lettering {
    /// Custom letters for the colours, in order, such as RGBYOP; if holes may be left empty, an
    /// empty hole counts as a colour and needs its own letter
    #[arg(long, value_name = "LETTERS")]
    letters: Option<String>,
}

impl Lettering {
    fn of(&self, game: Game) -> Result<Letters, Failure> {
        Letters::new(game, self.letters.as_deref())
            .map_err(|error| Failure::usage(format!("--letters: {error}")))
    }
}

/// Strategy and its options.
#[derive(Debug, Args)]
struct Playing {
    /// Strategy of the guesses
    #[arg(long, value_name = "S", value_parser = strategies(), default_value = STRATEGY.name())]
    strategy: Strategy,
    /// First guess [default: by the strategy's own rule]
    #[arg(long, value_name = "GUESS")]
    first: Option<String>,
    /// Guess only codes that are still possible
    #[arg(long)]
    possible_only: bool,
}

impl Playing {
    fn play(&self, letters: &Letters) -> Result<Play, Failure> {
        let first = read_first(letters, self.first.as_deref())?;
        Ok(Play::new(self.strategy).with_first(first).only_possible(self.possible_only))
    }
}

fn read_first(letters: &Letters, first: Option<&str>) -> Result<Option<Codeword>, Failure> {
    Ok(first.map(|first| letters.read_codeword("--first", first)).transpose()?)
}

fn strategies() -> impl clap::builder::TypedValueParser<Value = Strategy> {
    PossibleValuesParser::new(Strategy::ALL.map(Strategy::name)).try_map(|name| name.parse::<Strategy>())
}

fn repeats(no_repeats: bool) -> Repeats {
    if no_repeats { Repeats::Forbidden } else { Repeats::Allowed }
}

#[derive(Debug, Args)]
#[command(
    override_usage = "quadrille mastermind candidates [--pins P] [--colors C]\n    [--no-repeats] [--letters LETTERS] [GUESS:B,W]..."
)]
#[command(after_help = "Examples:
  quadrille mastermind candidates --pins 4 --colors 6 1122:1,1 1345:0,2
  quadrille mastermind candidates --pins 4 --colors 6 --letters RGBYOP RRGG:1,1

The first 100 codewords are listed; with --full, the first 100,000.
A row is a guess and its feedback, black and white pegs: 1122:1,0 or 1122 1 0. With up to nine pins, \
1122:10 is the same. If only the black pegs are known, write 1122:1 or 1122:1,?; if only the white pegs are \
known, 1122:?,0.")]
pub(crate) struct CandidatesOf {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    lettering: Lettering,
    /// The guesses so far and their feedback
    #[arg(value_name = "GUESS:B,W")]
    rows: Vec<String>,
}

impl CandidatesOf {
    fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let game = self.size.game()?;
        let letters = self.lettering.of(game)?;
        let rows = letters.read_rows(&Row::join(game, &self.rows))?;
        let listed = if mode.full && !mode.json { LISTED_IN_FULL } else { LISTED };
        let call = |observer: &dyn Observer| answers::candidates(game, &rows, listed, observer);
        let found = watched("codewords", mode, call)?.map_err(|error| match error {
            CandidatesError::Cancelled(_) => Failure::cancelled(),
            error => Failure::unfinished(error),
        })?;
        let found = found.in_letters(&letters);
        if mode.json {
            return answer::json(&found);
        }
        let mut text = candidates_as_text(game, found.count, &found.candidates, rows.len());
        if !mode.full && found.count > LISTED as u64 {
            let _ = writeln!(text, "--full lists up to {}", figure::count(LISTED_IN_FULL as u64));
        }
        if let Some(conflict) = &found.conflict {
            text += &conflict_as_text(&rows, conflict);
            text += &others_as_text(&letters, &rows, conflict, mode)?;
        }
        answer::text(&text)
    }
}

/// Formats the conflict among contradictory rows.
fn conflict_as_text(rows: &[Row], conflict: &answers::Conflict) -> String {
    let mut text = String::new();
    let only = [conflict.rows.clone()];
    let sets = if conflict.sets.is_empty() { &only[..] } else { &conflict.sets[..] };
    for set in sets {
        let _ = match &set[..] {
            [one] => writeln!(text, "row {one} alone is impossible"),
            set => writeln!(text, "rows {} contradict one another", listed(set)),
        };
    }
    if conflict.sets.is_empty() {
        text += "there are more sets of contradictory rows, too many to list\n";
    }
    let mut helpless = Vec::new();
    for (row, &left) in (1..).zip(&conflict.without) {
        match left {
            0 => helpless.push(row),
            1 => {
                let _ = writeln!(text, "without row {row}, 1 codeword agrees with the others");
            }
            left => {
                let _ =
                    writeln!(text, "without row {row}, {} agree with the others", counted(left, "codeword"));
            }
        }
    }
    if helpless.len() == rows.len() {
        text += "if any single row is left out, the others still contradict one another\n";
    } else if sets.len() > 1 && !helpless.is_empty() {
        let rows = if helpless.len() == 1 { "row" } else { "one of rows" };
        let _ = writeln!(
            text,
            "if only {rows} {} is left out, no codeword agrees with the others",
            listed(&helpless)
        );
    }
    text += "a smallest change of the feedback that resolves the contradiction:\n";
    for &answers::Rereading { row, ref guess, black, white } in &conflict.reading {
        let (may_be, read) = (pegs(Feedback { black, white }), pegs(rows[row - 1].feedback));
        let _ = writeln!(text, "  row {row}, {guess}: {may_be} instead of {read}");
    }
    text
}

/// Maximum number of listed changes that are as small as the first one.
const OTHERS: usize = 5;

/// Formats the other changes of a single row that are as small as the one in `conflict`. The text
/// is empty if there are none, or if more than one row must be changed.
fn others_as_text(
    letters: &Letters,
    rows: &[Row],
    conflict: &answers::Conflict,
    mode: OutputMode,
) -> Result<String, Failure> {
    let [reading] = &conflict.reading[..] else { return Ok(String::new()) };
    let call = |observer: &dyn Observer| answers::corrections(letters.game(), rows, observer);
    let mut found = watched("codewords", mode, call)??;
    let reading = (reading.row, Feedback { black: reading.black, white: reading.white });
    found.retain(|other| other.pegs == conflict.pegs && (other.row, other.feedback) != reading);
    if found.is_empty() {
        return Ok(String::new());
    }
    let mut text = "other changes that are as small:\n".to_owned();
    for other in found.iter().take(OTHERS) {
        let Row { guess, feedback } = rows[other.row - 1];
        let (may_be, read) = (pegs(other.feedback), pegs(feedback));
        let _ = writeln!(text, "  row {}, {}: {may_be} instead of {read}", other.row, letters.show(guess));
    }
    if found.len() > OTHERS {
        let _ = writeln!(text, "  and {} more", found.len() - OTHERS);
    }
    Ok(text)
}

/// Formats a list such as `1, 2 and 3`.
fn listed(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    figure::listed(&numbers, "and")
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
    override_usage = "quadrille mastermind advise [--pins P] [--colors C]\n    [--strategy S] [--optimal] [--depth-limit TURNS] [--no-repeats]\n    [--possible-only] [--first GUESS] [--letters LETTERS]\n    [--time-limit SECONDS] [GUESS:B,W]..."
)]
#[command(after_help = "Examples:
  quadrille mastermind advise 1122:1,0
  quadrille mastermind advise --pins 4 --colors 6 --strategy knuth 1122 1 0
  quadrille mastermind advise --pins 4 --colors 6 --optimal 1123:0,2 4461:0,2

A row is a guess and its feedback, black and white pegs: 1122:1,0 or 1122 1 0. With up to nine pins, \
1122:10 is the same. If only the black pegs are known, write 1122:1 or 1122:1,?; if only the white pegs are \
known, 1122:?,0.")]
pub(crate) struct Advise {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    lettering: Lettering,
    /// Strategy of the guesses; with --optimal, used only if too many codewords remain [default:
    /// knuth; with --optimal, entropy]
    #[arg(long, value_name = "S", value_parser = strategies())]
    strategy: Option<Strategy>,
    /// First guess [default: by the strategy's own rule]
    #[arg(long, value_name = "GUESS", conflicts_with_all = ["optimal", "depth_limit"])]
    first: Option<String>,
    /// Guess only codes that are still possible
    #[arg(long)]
    possible_only: bool,
    /// Prove which guess has the fewest further turns on average, if that takes seconds at most
    #[arg(long)]
    optimal: bool,
    /// Like --optimal, but every secret must be found in at most TURNS turns, including this guess
    #[arg(long, value_name = "TURNS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    #[arg(allow_negative_numbers = true)]
    depth_limit: Option<u32>,
    /// Compare guesses for SECONDS, and take the best of them; a repeated call may give another
    /// guess [default: a limited amount of work, which takes a few seconds at most]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["optimal", "depth_limit"])]
    time_limit: Option<Duration>,
    /// The guesses so far and their feedback
    #[arg(value_name = "GUESS:B,W")]
    rows: Vec<String>,
}

impl Advise {
    fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let game = self.size.game()?;
        let Self { first, possible_only, .. } = self;
        let usual = if self.optimal || self.depth_limit.is_some() { Strategy::Entropy } else { STRATEGY };
        let strategy = self.strategy.unwrap_or(usual);
        let playing = Playing { strategy, first: first.clone(), possible_only: *possible_only };
        let letters = self.lettering.of(game)?;
        let play = playing.play(&letters)?;
        let rows = letters.read_rows(&Row::join(game, &self.rows))?;
        let asked = self.optimal || self.depth_limit.is_some();
        let goal = Goal::new().only_possible(play.possible_only).with_max_turns(self.depth_limit);
        let call = |observer: &dyn Observer| {
            let best =
                if asked { mastermind::advise_optimally(game, &goal, &rows, level, observer)? } else { None };
            match best {
                Some(best) => Ok((answers::Advice::optimal(game, &best), best.advice)),
                None => answers::advise_in_time(game, play, &rows, self.time_limit, level, observer).map(
                    |advice| {
                        let optimal = asked.then_some(false);
                        (answers::Advice { optimal, ..answers::Advice::new(game, &advice) }, advice)
                    },
                ),
            }
        };
        let (shown, advice) = match watched("guesses", mode, call)? {
            Ok(found) => found,
            Err(error) => return Err(no_advice(&letters, &rows, &error, mode)),
        };
        let shown = shown.in_letters(&letters);
        if mode.json {
            return answer::json(&shown);
        }
        let guess = &shown.guess;
        let possible = match (advice.possible, advice.remaining) {
            (true, 1) => "which must be the secret",
            (true, _) => "which may be the secret",
            (false, _) => "which cannot be the secret, but distinguishes the possible secrets better",
        };
        let least = if advice.examined.counted { "" } else { "at least " };
        let remaining = format!("{least}{}", counted(advice.remaining, "codeword"));
        let remain = if advice.remaining == 1 { "remains" } else { "remain" };
        let mut table = quadrille::report::ReportTable::new(&["feedback", "#would leave"]);
        for part in &advice.partitions {
            table.push([pegs(part.feedback), figure::count(part.count)]);
        }
        let exact = examined_as_text(&advice, self.time_limit.is_some());
        let optimal = match (shown.optimal, shown.expected_turns) {
            (_, Some(turns)) => {
                format!("optimal play: {turns:.4} more turns on average, this one included\n")
            }
            (Some(false), _) => {
                format!(
                    "too much work to prove which guess is best; `{}` chose this one; `mastermind tree --optimal` \
                     computes a whole game\n",
                    play.strategy
                )
            }
            _ => String::new(),
        };
        let table = terminal::table(&table);
        let first = textwrap::fill(&format!("{remaining} {remain}; guess {guess}, {possible}"), 80);
        answer::text(&format!("{first}\n{exact}{optimal}{table}"))
    }
}

/// Describes which guesses were compared, and on which codewords. The text is empty if the strategy
/// was followed exactly.
fn examined_as_text(advice: &mastermind::Advice, timed: bool) -> String {
    let Examined { guesses, allowed, secrets, counted, estimated, stopped, .. } = advice.examined;
    let all = secrets == advice.remaining;
    let mut text = String::new();
    if !advice.exact {
        let looked = match guesses {
            0 => "no guesses were compared: this is the first codeword found".to_owned(),
            _ => format!(
                "compared {} of {} guesses, on {}",
                figure::count(guesses),
                figure::count(allowed),
                match (counted, all) {
                    (true, true) => "all of the codewords that remain".to_owned(),
                    (true, false) => format!("{} of the codewords that remain", figure::count(secrets)),
                    (false, true) => format!("the {} codewords found", figure::count(secrets)),
                    (false, false) => format!("{} of the codewords found", figure::count(secrets)),
                },
            ),
        };
        text = textwrap::fill(&format!("{looked}; a better guess may be among the others"), 80) + "\n";
        if timed || stopped {
            text += "limited by time: a repeated call may give a different answer\n";
        }
    }
    if estimated {
        text += if counted {
            "the numbers below are estimated from some of these codewords\n"
        } else {
            "the numbers below count only the codewords that were found\n"
        };
    }
    text
}

/// Returns the conflict among rows, in the given letters.
fn conflict_in(letters: &Letters, rows: &[Row], conflict: &Conflict) -> answers::Conflict {
    answers::Conflict::new(letters.game(), rows, conflict).in_letters(letters)
}

/// Converts an error of `advise`. Here contradictory rows are bad input, whereas `candidates`
/// answers that no codeword is left.
fn no_advice(letters: &Letters, rows: &[Row], error: &AdviseError, mode: OutputMode) -> Failure {
    match error {
        AdviseError::Cancelled(_) => Failure::cancelled(),
        AdviseError::Candidates(_) | AdviseError::NoneFound { .. } | AdviseError::OutOfMemory(_) => {
            Failure::unfinished(error)
        }
        AdviseError::Contradiction { conflict: Some(conflict), .. } => {
            let conflict = conflict_in(letters, rows, conflict);
            match others_as_text(letters, rows, &conflict, mode) {
                Ok(others) => Failure::Explained {
                    reason: error.to_string(),
                    lines: conflict_as_text(rows, &conflict) + &others,
                },
                Err(failure) => failure,
            }
        }
        error => Failure::usage(error),
    }
}

#[derive(Debug, Args)]
#[command(
    override_usage = "quadrille mastermind evaluate [--pins P] [--colors C]\n    [--strategy S] [OPTIONS]"
)]
#[command(after_help = "Examples:
  quadrille mastermind evaluate --pins 4 --colors 6 --strategy knuth
  quadrille mastermind evaluate --pins 4 --colors 10 --no-repeats \\
      --strategy entropy --out runs/bulls-and-cows")]
#[command(mut_arg("seed", |seed| seed.help("Has no effect on the figures [default: 0]")))]
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
        let play = self.playing.play(&Letters::of(game))?;
        mastermind::Evaluation::check(game, &[play]).map_err(Failure::usage)?;
        let file = flags::experiment(&settings(game, play), NamedFiles::default())?;
        let ended = self.job.run(&file, self.out.as_deref(), level, mode)?;
        let facts = [RunFact::Rate, RunFact::Seconds, RunFact::Seed];
        long_job::answer_with_facts(&file, &ended, self.out.as_deref(), mode, &facts)
    }
}

/// Returns the settings of the experiment that performs the same evaluation.
fn settings(game: Game, play: Play) -> EvaluateSettings {
    let mut settings = EvaluateSettings::new(game.pins() as u32, game.colors() as u32, play.strategy.into());
    settings.first = play.first.map(|first| game.show(first).to_string());
    settings.possible_only = play.possible_only;
    settings.no_repeats = game.repeats() == Repeats::Forbidden;
    settings
}

/// Parses a number of seconds above 0, with decimals.
fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || "a number of seconds above 0 is expected, such as 60 or 0.5".to_owned();
    let seconds: f64 = text.parse().map_err(|_| expected())?;
    if seconds > 0.0 { Duration::try_from_secs_f64(seconds).map_err(|_| expected()) } else { Err(expected()) }
}

#[derive(Debug, Args)]
#[command(
    override_usage = "quadrille mastermind grade [--pins P] [--colors C] [--strategy S]\n    [--no-repeats] [--possible-only] [--letters LETTERS] GUESS:B,W..."
)]
#[command(after_help = "Example:
  quadrille mastermind grade --pins 4 --colors 6 1122:1,0 1345:1,2 1436:4,0

A row is a guess and its feedback, as in `advise`. Each guess is compared with the best guess at that point. \
If too many codewords are possible, the best guess is not computed. The guess is then compared with the guess \
of the strategy, and the answer says so.")]
pub(crate) struct GradeOf {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    lettering: Lettering,
    /// Strategy that chooses the guess for comparison if the best guess cannot be computed
    #[arg(long, value_name = "S", value_parser = strategies(), default_value = "entropy")]
    strategy: Strategy,
    /// Guess only codes that are still possible
    #[arg(long)]
    possible_only: bool,
    /// The guesses of the game and their feedback
    #[arg(value_name = "GUESS:B,W", required = true)]
    rows: Vec<String>,
}

impl GradeOf {
    fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let game = self.size.game()?;
        let play = Play::new(self.strategy).only_possible(self.possible_only);
        let letters = self.lettering.of(game)?;
        let rows = letters.read_rows(&Row::join(game, &self.rows))?;
        let call = |observer: &dyn Observer| mastermind::grade(game, play, &rows, level, observer);
        let grade = match watched("secrets", mode, call)? {
            Ok(grade) => answers::Grade::new(game, &grade).in_letters(&letters),
            Err(error) => return Err(no_advice(&letters, &rows, &error, mode)),
        };
        if mode.json {
            return answer::json(&grade);
        }
        answer::text(&grade_as_text(&grade, self.strategy))
    }
}

/// Formats a graded game. Each guess was compared with the best guess or, if the best guess could
/// not be computed, with the guess of `strategy`.
fn grade_as_text(grade: &answers::Grade, strategy: Strategy) -> String {
    let mut table =
        quadrille::report::ReportTable::new(&["guess", "#turns lost", "#left", "best", "#would leave"]);
    for row in &grade.rows {
        let best = if row.exact { row.best.clone() } else { format!("{} by {}", row.best, strategy.name()) };
        table.push([
            row.guess.clone(),
            format!("{:.3}", row.turns_lost),
            figure::count(row.left),
            best,
            format!("{:.1}", row.best_left),
        ]);
    }
    let against = if grade.exact {
        "against optimal play"
    } else {
        "against optimal play or, if unknown, the strategy"
    };
    format!("{}{:.3} turns lost in all, {against}\n", terminal::table(&table), grade.turns_lost)
}
