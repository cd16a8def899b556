//! `quadrille mastermind optimal` and `tree`: optimal play, and strategies as trees.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Arg, Args};
use quadrille::answers::mastermind as answers;
use quadrille::answers::mastermind::letters::{Lettered as _, Letters};
use quadrille::experiments::mastermind::text::restrictions;
use quadrille::lanes::Level;
use quadrille::mastermind::{
    self, EvaluateError, Game, Goal, Observer, OptimalError, Optimum, Play, Progress, Strategy,
};
use quadrille::report::figure::{self, counted};

use super::{COLORS, Lettering, PINS, STRATEGY, Size, read_first, repeats, seconds, strategies};
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, terminal};

/// Options of an optimal strategy.
#[derive(Debug, Args)]
struct Asked {
    /// Maximum number of turns for any secret
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..))]
    max_turns: Option<u32>,
    /// Minimize the longest game first, then the total number of turns
    #[arg(long)]
    least_depth: bool,
    /// Among strategies with equal totals, minimize the number of secrets that need the last turn
    #[arg(long)]
    few_last: bool,
    /// Stop after SECONDS with the best strategy so far
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
}

impl Asked {
    /// Returns the strategy with the fewest turns, or the best found within the time limit.
    fn find(
        &self,
        letters: &Letters,
        first: Option<&str>,
        possible_only: bool,
        level: Level,
        mode: OutputMode,
    ) -> Result<Optimum, Failure> {
        let game = letters.game();
        let first = read_first(letters, first)?;
        let goal = Goal::new()
            .with_max_turns(self.max_turns)
            .with_least_depth(self.least_depth)
            .with_few_last(self.few_last)
            .only_possible(possible_only)
            .with_first(first);
        let begun = Instant::now();
        let limit = self.time_limit;
        let found = watched("sets", mode, |observer| {
            let timed = |progress: &Progress| {
                if limit.is_some_and(|limit| begun.elapsed() >= limit) {
                    return ControlFlow::Break(());
                }
                observer.observe(progress)
            };
            mastermind::optimal(game, &goal, level, &timed)
        })?;
        found.map_err(|error| match error {
            OptimalError::Cancelled(_) => Failure::unfinished(
                "stopped before a strategy within the allowed turns was found; allow more time or turns",
            ),
            OptimalError::Walk(_) => Failure::unfinished(error),
            OptimalError::TooFewTurns { game, turns } => {
                let first = first.map(|first| letters.show(first));
                let among = restrictions(first.as_deref(), possible_only, None);
                Failure::usage(format!(
                    "no strategy{among} finds every secret of {game} within {}",
                    counted(turns.into(), "turn")
                ))
            }
            error => Failure::usage(error),
        })
    }
}

#[derive(Debug, Args)]
#[command(override_usage = "quadrille mastermind optimal [--pins P] [--colors C] [OPTIONS]")]
#[command(mut_arg("pins", |pins| pins.help("Number of pins of a codeword, 1 to 8")))]
#[command(after_help = "Examples:
  quadrille mastermind optimal --pins 4 --colors 6
  quadrille mastermind optimal --pins 5 --colors 8 --time-limit 60

The search is limited to 8 pins, 1,048,576 codewords, and 64 for the product of pins and colours.
Ctrl-C ends the search with the best strategy so far and a proved lower bound.")]
pub(crate) struct Optimal {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    lettering: Lettering,
    #[command(flatten)]
    asked: Asked,
    /// First guess [default: the best guess]
    #[arg(long, value_name = "GUESS")]
    first: Option<String>,
    /// Guess only codes that are still possible
    #[arg(long)]
    possible_only: bool,
}

impl Optimal {
    pub(super) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let game = self.size.game()?;
        let begun = Instant::now();
        let letters = self.lettering.of(game)?;
        let found = self.asked.find(&letters, self.first.as_deref(), self.possible_only, level, mode)?;
        let answer = answers::Optimal::new(&found, begun.elapsed().as_secs_f64()).in_letters(&letters);
        if mode.json {
            return answer::json(&answer);
        }
        let first = read_first(&letters, self.first.as_deref())?.map(|first| letters.show(first));
        let among = restrictions(first.as_deref(), self.possible_only, self.asked.max_turns);
        let most = answer.max_turns;
        let known = match (answer.proved, self.asked.least_depth) {
            (true, false) => format!("proved: no strategy{among} is better"),
            (true, true) => format!(
                "proved: no strategy{among} needs fewer than {most} turns for the longest game, and none with at most {most} is better"
            ),
            (false, _) if among.is_empty() => {
                format!("not proved: at least {}", counted(answer.lower_bound, "turn"))
            }
            (false, _) => format!(
                "not proved: each strategy{among} needs at least {} in total",
                counted(answer.lower_bound, "turn")
            ),
        };
        let known = textwrap::fill(&known, 80);
        let mut text = format!(
            "{game}: {} for {}, {:.4} on average, {} at most; first guess {}\n{known}\n",
            counted(answer.total_turns, "turn"),
            counted(answer.secrets, "secret"),
            answer.average,
            answer.max_turns,
            answer.first_guess,
        );
        let mut table = quadrille::report::ReportTable::new(&["#turns", "#secrets"]);
        for (turn, &secrets) in (1u64..).zip(&answer.histogram) {
            table.push([figure::count(turn), figure::count(secrets)]);
        }
        text += &terminal::table(&table);
        answer::text(&text)
    }
}

/// Output format of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TreeFormat {
    /// JSON, version 1, as described in docs/mastermind-trees.md
    Json,
    /// A graph in the DOT language of Graphviz
    Dot,
    /// Indented lines
    Text,
}

/// The arguments of `tree` that are about the search for an optimal strategy.
const OF_OPTIMAL: [&str; 4] = ["max_turns", "least_depth", "few_last", "time_limit"];

#[derive(Debug, Args)]
#[command(
    override_usage = "quadrille mastermind tree [--pins P] [--colors C]\n    [--strategy S | --optimal] [--format json|dot|text] [OPTIONS]\n       quadrille mastermind tree --check FILE"
)]
#[command(after_help = "Examples:
  quadrille mastermind tree --pins 4 --colors 6 --optimal
  quadrille mastermind tree --pins 4 --colors 6 --strategy knuth --format dot
  quadrille mastermind tree --check tree.json

With --optimal, the search is limited to 8 pins, 1,048,576 codewords, and 64 for the product of pins and colours.")]
#[command(mut_args(of_optimal))]
pub(crate) struct TreeOf {
    /// Number of pins of a codeword, 1 to 16 [default: 4]
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(1..=Game::MAX_PINS as i64))]
    pins: Option<u32>,
    /// Number of colours, 1 to 15 [default: 6]
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u32).range(1..=Game::MAX_COLORS as i64))]
    colors: Option<u32>,
    /// Forbid repeated colours, as in Bulls and Cows; the tenth colour is written as 0
    #[arg(long)]
    no_repeats: bool,
    /// Strategy of the guesses [default: knuth]
    #[arg(long, value_name = "S", value_parser = strategies())]
    strategy: Option<Strategy>,
    /// Use the strategy with the fewest turns over all secrets
    #[arg(long, conflicts_with = "strategy")]
    optimal: bool,
    #[command(flatten)]
    asked: Asked,
    /// First guess [default: by the strategy's own rule]
    #[arg(long, value_name = "GUESS")]
    first: Option<String>,
    /// Guess only codes that are still possible
    #[arg(long)]
    possible_only: bool,
    /// Format of the tree
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: TreeFormat,
    /// Read a tree from the JSON file FILE, and check the tree on every secret
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["pins", "colors", "strategy", "optimal", "first", "possible_only", "no_repeats"])]
    check: Option<PathBuf>,
}

/// Restricts the arguments of `tree` in [`OF_OPTIMAL`] to `--optimal`.
fn of_optimal(arg: Arg) -> Arg {
    if !OF_OPTIMAL.contains(&arg.get_id().as_str()) {
        return arg;
    }
    let help = arg.get_help().map(|help| format!("{help} (with --optimal)"));
    // A required argument may be missing if it conflicts with a given one, so these are named too.
    arg.help(help.unwrap_or_default()).requires("optimal").conflicts_with_all(["strategy", "check"])
}

impl TreeOf {
    pub(super) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        if let Some(path) = &self.check {
            return check(path, mode);
        }
        let (pins, colors) = (self.pins.unwrap_or(PINS), self.colors.unwrap_or(COLORS));
        let game = Game::new(pins, colors, repeats(self.no_repeats)).map_err(Failure::usage)?;
        let tree = if let Some(strategy) = self.strategy.or((!self.optimal).then_some(STRATEGY)) {
            let first = read_first(&Letters::of(game), self.first.as_deref())?;
            let play = Play::new(strategy).with_first(first).only_possible(self.possible_only);
            let call = |observer: &dyn Observer| mastermind::strategy_tree(game, play, level, observer);
            watched("secrets", mode, call)?.map_err(|error| match error {
                EvaluateError::Cancelled(_) => Failure::cancelled(),
                EvaluateError::OutOfMemory(shortage) => shortage.into(),
                error => Failure::usage(error),
            })?
        } else {
            let letters = Letters::of(game);
            self.asked.find(&letters, self.first.as_deref(), self.possible_only, level, mode)?.tree
        };
        let format = if mode.json { TreeFormat::Json } else { self.format };
        // Estimated memory per node of the tree, in bytes. In JSON, each node has its own strings.
        // The other formats are one text in a growing buffer.
        let node = if format == TreeFormat::Json { 256 } else { 64 };
        quadrille::memory::require(game.codewords().saturating_mul(node))?;
        match format {
            TreeFormat::Json => {
                let walk = tree.walk().map_err(Failure::unfinished)?;
                answer::json(&answers::tree::TreeFile::new(&tree, &walk))
            }
            TreeFormat::Dot => answer::text(&tree.to_dot()),
            TreeFormat::Text => answer::text(&tree.to_text()),
        }
    }
}

/// Checks the tree in a file on every secret.
fn check(path: &Path, mode: OutputMode) -> Result<(), Failure> {
    let source = quadrille::files::source(path)?;
    // Estimated memory of the parsed tree. A node takes at least a dozen characters in the file. In
    // memory it has its own strings and lists.
    quadrille::memory::require(14 * source.text().len() as u64)?;
    let (tree, found) = answers::tree::check(&source)?;
    if mode.json {
        return answer::json(&found);
    }
    answer::text(&format!(
        "{}: every secret is found, {} for {}, {} at most\n",
        tree.game,
        counted(found.total_turns, "turn"),
        counted(found.secrets, "secret"),
        found.max_turns,
    ))
}
