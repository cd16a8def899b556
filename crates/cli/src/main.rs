//! The command-line program `quadrille`.

mod answer;
mod arena;
mod browser;
mod commands;
mod daifugo_arguments;
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
    random, report, run, runs, schema, serve, shard,
};
use self::failure::Failure;
use self::output_mode::OutputMode;

/// Exact, reproducible game simulation at machine speed.
#[derive(Debug, Parser)]
#[command(name = "quadrille", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Example: quadrille run example:mastermind-knuth

Commands print text; with --json, most of them print one JSON object instead.
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
    /// Run or resume an experiment file, and write its report
    Run(run::Run),
    /// Compute some shards of an experiment, and write them to a file for `merge`
    Shard(shard::Shard),
    /// Merge files of shards into a run, and write its report
    Merge(merge::Merge),
    /// Redraw the report of a finished run, or print its tables
    Report(report::Report),
    /// List runs and their progress
    Runs(runs::Runs),
    /// List the differences between two results
    Diff(diff::Diff),
    /// List the built-in examples, print one, or write them to a folder
    Examples(examples::Examples),
    /// Create an experiment file with a comment on every key of a kind
    New(new::New),
    /// Print a JSON Schema of experiment files
    Schema(schema::Schema),
    /// Time several implementations of the same jobs, from the plainest to the fastest
    Ladder(ladder::Ladder),
    /// Start the local web application: runs, reports, ladders, random numbers
    Serve(serve::Serve),
    /// Mastermind: scores, candidates, advice, evaluation of strategies
    #[command(subcommand, after_help = "Example: quadrille mastermind score 1123 1211")]
    Mastermind(mastermind::Mastermind),
    /// Simulate fights: damage per second of a profile, replays
    #[command(subcommand, after_help = "Example: quadrille combat run example:fury --iterations 1000")]
    Combat(combat::Combat),
    /// Conway's Game of Life: patterns, soups, pattern files, pictures
    #[command(
        subcommand,
        after_help = "Example: quadrille life soup --size 64x48 --density 0.3 --generations 100"
    )]
    Life(Box<life::Life>),
    /// Dou Dizhu: hands, moves, endgames, players against each other
    #[command(subcommand, after_help = "Example: quadrille doudizhu moves 3334445678 --on 66")]
    Doudizhu(doudizhu::Doudizhu),
    /// Daifugo: melds, proofs, players against each other
    #[command(subcommand, after_help = "Example: quadrille daifugo inspect 0x8000500002d41")]
    Daifugo(daifugo::Daifugo),
    /// Hearts: players against each other, game records
    #[command(
        subcommand,
        after_help = "Example: quadrille hearts arena --players rule,random,random,random --games 100"
    )]
    Hearts(cards::Cards<quadrille::experiments::hearts::Hearts>),
    /// Random number generators: list, samples, raw bytes
    #[command(subcommand, after_help = "Example: quadrille random sample mt19937 --seed 5489 --count 3")]
    Random(random::Random),
    /// Print a shell's completion script for this program
    Completions(completions::Completions),
    /// Write the manual as man pages
    Man(man::Manual),
}

/// Memory in bytes that each command may use for its arguments, input texts and answer.
///
/// Commands that need more compare their requirement with the available memory.
const LEAST_MEMORY: u64 = 12 << 20;

/// Parses the command line, runs the command, and converts a failure to a message and an exit code.
fn main() -> ExitCode {
    arena::share_one();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            // The message can quote an argument, which can contain unprintable characters.
            let plain = error.render().to_string();
            if printable_lines(&plain) == plain {
                error.exit();
            }
            let _ = write!(anstream::stderr(), "{}", printable_lines(&plain));
            return ExitCode::from(2);
        }
        // The output of `--help` and `--version` is handled like any other answer.
        Err(answer) => {
            return exit_code(answer::finish(answer.print().and_then(|()| std::io::stdout().flush())));
        }
    };
    progress::show_programs();
    // Every command allocates up to this much before it estimates its own requirement.
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
        Command::Serve(serve) => serve.run(level, cli.mode),
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
