//! The command line: what can be asked, and how the answer is given.

mod answer;
mod arena;
mod commands;
mod failure;
mod flags;
mod game_records;
mod interrupt;
mod long_job;
mod output_mode;
#[cfg(test)]
mod path_arguments;
mod progress;
mod terminal;
mod threads;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use quadrille::diagnostics::printable_lines;
use quadrille::lanes::Level;

use self::commands::{
    cards, combat, completions, daifugo, diff, doudizhu, examples, ladder, life, man, mastermind, merge, new,
    random, report, run, runs, schema, shard,
};
use self::failure::Failure;
use self::output_mode::OutputMode;

/// Exact, reproducible game simulation at machine speed.
#[derive(Debug, Parser)]
#[command(name = "quadrille", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Example: quadrille run example:mastermind-knuth

Every command answers in text, or with --json in one JSON object.
QUADRILLE_SIMD=scalar|sse2|sse4.2|avx2|avx512|neon forces a vector level.
Exit codes: 0 done, 1 could not finish, 2 bad input or usage.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    mode: OutputMode,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run an experiment file, or go on with it, and write its report
    Run(run::Run),
    /// Work out some shards of an experiment, into a file for `merge`
    Shard(shard::Shard),
    /// Merge files of shards into a run, and write its report
    Merge(merge::Merge),
    /// Draw the report of a finished run anew, or print its tables
    Report(report::Report),
    /// List runs, and how far each is
    Runs(runs::Runs),
    /// Tell what differs between two results
    Diff(diff::Diff),
    /// List the examples that come with the program, print one, or write them
    Examples(examples::Examples),
    /// Begin an experiment file: every key of a kind, with comments
    New(new::New),
    /// The keys of experiment files as a JSON Schema
    Schema(schema::Schema),
    /// Time the same job rung by rung, from the plain loop upward
    Ladder(ladder::Ladder),
    /// The code-breaking game: score, candidates, advice, whole evaluations
    #[command(subcommand, after_help = "Example: quadrille mastermind score 1123 1211")]
    Mastermind(mastermind::Mastermind),
    /// Fights by chance: a profile's damage a second, any fight again
    #[command(subcommand, after_help = "Example: quadrille combat run example:fury --iterations 1000")]
    Combat(combat::Combat),
    /// Life on a field: patterns, soups, pattern files and pictures
    #[command(
        subcommand,
        after_help = "Example: quadrille life soup --size 64x48 --density 0.3 --generations 100"
    )]
    Life(Box<life::Life>),
    /// The card game: hands, moves, whole games, players against one another
    #[command(subcommand, after_help = "Example: quadrille doudizhu moves 3334445678 --on 66")]
    Doudizhu(doudizhu::Doudizhu),
    /// The card game Daifugo: melds, proofs, players against each other
    #[command(subcommand, after_help = "Example: quadrille daifugo inspect 0x8000500002d41")]
    Daifugo(daifugo::Daifugo),
    /// The card game Hearts: players against each other, games on record
    #[command(
        subcommand,
        after_help = "Example: quadrille hearts arena --players rule,random,random,random --games 100"
    )]
    Hearts(cards::Cards<quadrille::experiments::hearts::Hearts>),
    /// Generators: what there is, values of them, raw bytes
    #[command(subcommand, after_help = "Example: quadrille random sample mt19937 --seed 5489 --count 3")]
    Random(random::Random),
    /// Print what a shell needs to complete this program's commands
    Completions(completions::Completions),
    /// Write the manual as man pages
    Man(man::Manual),
}

/// The memory that every command may take for its arguments, the texts it reads and its answer;
/// those that need more compare their own need with what is available.
const LEAST_MEMORY: u64 = 12 << 20;

/// Parses the command line, runs what it asks for, and turns what went wrong into words and an exit code.
fn main() -> ExitCode {
    arena::share_one();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            // An argument may be the name of a file, and that anything.
            let plain = error.render().to_string();
            if printable_lines(&plain) == plain {
                error.exit();
            }
            let _ = write!(anstream::stderr(), "{}", printable_lines(&plain));
            return ExitCode::from(2);
        }
        // What `--help` and `--version` answer with is an answer like any other.
        Err(answer) => {
            return exit_code(answer::finish(answer.print().and_then(|()| std::io::stdout().flush())));
        }
    };
    progress::show_programs();
    // Every command allocates so much before it knows what it needs.
    if let Err(shortage) = quadrille::memory::require(LEAST_MEMORY) {
        return Failure::from(shortage).report();
    }
    let outcome = Level::from_env().map_err(Failure::usage).and_then(|level| match cli.command {
        Command::Run(run) => run.run(level, cli.mode),
        Command::Shard(shard) => shard.run(level, cli.mode),
        Command::Merge(merge) => merge.run(level, cli.mode),
        Command::Report(report) => report.run(cli.mode),
        Command::Examples(examples) => examples.run(cli.mode),
        Command::New(new) => new.run(cli.mode),
        Command::Schema(schema) => schema.run(cli.mode),
        Command::Runs(runs) => runs.run(cli.mode),
        Command::Diff(diff) => diff.run(cli.mode),
        Command::Completions(completions) => completions.run(Cli::command(), cli.mode),
        Command::Man(man) => man.run(Cli::command(), cli.mode),
        Command::Ladder(ladder) => ladder.run(level, cli.mode),
        Command::Mastermind(mastermind) => mastermind.run(level, cli.mode),
        Command::Combat(combat) => combat.run(level, cli.mode),
        Command::Life(life) => life.run(level, cli.mode),
        Command::Doudizhu(doudizhu) => doudizhu.run(level, cli.mode),
        Command::Daifugo(daifugo) => daifugo.run(level, cli.mode),
        Command::Hearts(hearts) => hearts.run(level, cli.mode),
        Command::Random(random) => random.run(level, cli.mode),
    });
    exit_code(outcome)
}

fn exit_code(outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
