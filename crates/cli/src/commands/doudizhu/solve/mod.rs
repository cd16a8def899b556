//! Endgames with open hands: solutions, lines of play, exported strategies and their check.

mod words;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use quadrille::answers::endgames::{self, Asked, Checked, EndgameOptions, Solved, Unsolved};
use quadrille::diagnostics::{Source, printable};
use quadrille::doudizhu::endgame::files::StrategyFile;
use quadrille::doudizhu::endgame::{Endgame, SolveError, Solver, Strategy, StrategyError};
use quadrille::report::figure::counted;
use quadrille::texts;
use quadrille_files::{PlainUnit, Replace, SizeError, check_writable, parse_size_within, write_bytes};

use self::words::Words;
use super::cards::RulesFlag;
use crate::failure::Failure;
use crate::progress::{watched, watched_in_parts};
use crate::{OutputMode, answer, long_job, threads};

#[derive(Debug, Args)]
#[command(override_usage = "quadrille doudizhu solve --hands A/B[/C] [OPTIONS]
       quadrille doudizhu solve --puzzle FILE [OPTIONS]
       quadrille doudizhu solve --check FILE")]
#[command(after_help = "Examples:
  quadrille doudizhu solve --hands 999TJQQKA/8JJK2B
  quadrille doudizhu solve --hands 34R/6678/TTJ --to-move 2 --on 99 --on-by 0
  quadrille doudizhu solve --hands 99TTQKKAABR/TTJJ2222 --line
  quadrille doudizhu solve --hands 999TJQQKA/8JJK2B --value --refute 99
  quadrille doudizhu solve --hands '3 4 大王/5 小王' --chinese
  quadrille doudizhu solve --puzzle example:puzzles

Seats are 0, 1 and 2 in the order of play; with three hands, the two seats other than the landlord play \
together. All hands are open, and the answer is exact: the winner with best play, and all winning first \
moves. The winner and one winning move are printed as soon as they are known; Ctrl-C prints the first \
moves whose value is known by then. Puzzle apps often ban \
some categories of moves: --rules rlcard,no-trio-pair,no-four-two.

Cards are 3456789TJQKA2BR, where B is the black joker, and R the red one. Other names are accepted: 10 and 0 for \
T; X, Y and 小王 for B; D, Z and 大王 for R. Blanks and commas may separate cards. docs/doudizhu-endgames.md \
describes the files.")]
pub(crate) struct Solve {
    /// Two or three hands with / between them, in the order of play
    #[arg(long, value_name = "A/B[/C]", required_unless_present_any = ["puzzle", "check"])]
    hands: Option<String>,
    /// Seat of the player to move
    #[arg(long, value_name = "SEAT", default_value_t = 0)]
    to_move: u8,
    /// The move on the table, which must be beaten
    #[arg(long, value_name = "MOVE")]
    on: Option<String>,
    /// Seat that played the move of --on [default: the seat before the player to move]
    #[arg(long, value_name = "SEAT")]
    on_by: Option<u8>,
    /// Seat of the landlord, who plays against the others
    #[arg(long, value_name = "SEAT", default_value_t = 0)]
    landlord: u8,
    #[command(flatten)]
    rules: RulesFlag,
    /// Memory of the table of positions, such as 512MiB; a plain number is in bytes
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory)]
    #[arg(allow_negative_numbers = true)]
    memory: u64,
    /// Number of threads; affects the number of nodes, not the answer
    #[arg(long, value_name = "N", default_value = "1", value_parser = long_job::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: NonZeroUsize,
    /// Find only the winner and one winning move; faster if many moves lose
    #[arg(long, conflicts_with = "check")]
    value: bool,
    /// Print the line that refutes this first move, if the move loses
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["puzzle", "check"])]
    refute: Option<String>,
    /// Print the line of play, winning moves and replies that resist longest, with one move per row
    /// of text
    #[arg(long, conflicts_with_all = ["puzzle", "check"])]
    line: bool,
    /// Print cards as 3 to 10, J, Q, K, A, 2, 小, 大; JSON keeps T, B and R
    #[arg(long, conflicts_with = "check")]
    chinese: bool,
    /// Solve a file of positions, one JSON object per line, with keys named like the options; - for
    /// standard input, example:NAME for an example
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hands", "to_move", "on", "on_by", "landlord"])]
    puzzle: Option<PathBuf>,
    /// Write the winner's strategy against every reply, as JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["puzzle", "check"])]
    export: Option<PathBuf>,
    /// Check a strategy written by --export against every reply; - is standard input
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["hands", "to_move", "on", "on_by", "landlord", "puzzle"])]
    check: Option<PathBuf>,
}

/// The kinds of existing files that an exported strategy may replace.
const EXPORTED: Replace = Replace::RegularFileOrLink;

/// Parses the size of the table of positions: a number of bytes, or a size with a unit.
fn memory(text: &str) -> Result<u64, SizeError> {
    parse_size_within(text, PlainUnit::Bytes, 1 << 20..=1 << 50)
}

impl Solve {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        // The solver starts its own threads, so rayon's global pool is not needed. All threads of
        // the solver must be available before the search.
        threads::share_none();
        threads::require(self.threads)?;
        if let Some(file) = &self.check {
            return check(file, mode);
        }
        if let Some(file) = &self.puzzle {
            return self.puzzles(file, mode);
        }
        // The export file is checked before the search, which may take hours.
        self.export.as_deref().map_or(Ok(()), |path| check_writable(path, EXPORTED))?;
        let options = EndgameOptions {
            hands: self.hands.as_deref().unwrap_or_default(),
            to_move: self.to_move,
            on: self.on.as_deref(),
            on_by: self.on_by,
            landlord: self.landlord,
        };
        let rules = self.rules.rules;
        let (endgame, position) = endgames::read_endgame(rules, options)?;
        let refute = self.refute.as_deref();
        let refute =
            refute.map(|text| endgames::read_first_move(rules, &position, "--refute", text)).transpose()?;
        let words = Words { rules, position: &position, line: self.line, chinese: self.chinese };
        let mut solver = Solver::new(rules, self.memory).with_threads(self.threads.get());
        let (solved, strategy) = watched_in_parts("nodes", mode, |observer, say| {
            let mut report = |part: endgames::AnswerPart<'_>| {
                if !mode.json {
                    say(&words.part(part));
                }
            };
            let asked = self.asked();
            let solved =
                endgames::solve_in_parts(&mut solver, &position, asked, refute, observer, &mut report);
            let export = self.export.as_ref().filter(|_| solved.is_ok());
            (solved, export.map(|_| solver.strategy(&position, observer)))
        })?;
        let solved = solved.map_err(|error| match error {
            Unsolved::Stopped(so_far) => {
                let shown =
                    if mode.json { answer::json(&so_far) } else { answer::text(&words.so_far(&so_far)) };
                shown.err().unwrap_or_else(|| Failure::unfinished(so_far))
            }
            other => Failure::unfinished(other),
        })?;
        let strategy = match strategy {
            None => None,
            Some(Ok(strategy)) => Some(strategy),
            Some(Err(error)) => return Err(without_strategy(solved, error, mode, &words)),
        };
        let exported = self.export.as_deref().zip(strategy.as_ref());
        let exported = exported.map(|(path, strategy)| export(path, &endgame, strategy)).transpose()?;
        if mode.json {
            return answer::json(&solved);
        }
        answer::text(&(words.ending(&solved) + &exported.unwrap_or_default()))
    }

    const fn asked(&self) -> Asked {
        if self.value { Asked::Value } else { Asked::EveryMove }
    }

    fn puzzles(&self, path: &Path, mode: OutputMode) -> Result<(), Failure> {
        let source = read(path)?;
        let puzzles = endgames::read_puzzles(source.name(), source.text(), self.rules.rules)?;
        let solved = watched("nodes", mode, |observer| {
            endgames::solve_puzzles(&puzzles, self.memory, self.threads.get(), self.asked(), observer)
        })?;
        let solved = solved.map_err(Failure::unfinished)?;
        if mode.json {
            answer::json(&solved)?;
        } else {
            answer::text(&words::puzzles(&solved, self.chinese))?;
        }
        let all = counted(puzzles.len() as u64, "puzzle");
        let wrong = match solved.wrong {
            0 => String::new(),
            wrong => format!("for {wrong} of {all}, the answer differs from the file"),
        };
        if !solved.complete {
            let wrong = if wrong.is_empty() { wrong } else { format!("; {wrong}") };
            let count = solved.count;
            return Err(Failure::unfinished(format!("stopped after {count} of {all}{wrong}")));
        }
        if wrong.is_empty() { Ok(()) } else { Err(Failure::unfinished(wrong)) }
    }
}

fn read(path: &Path) -> Result<Source, Failure> {
    Ok(texts::read(path)?)
}

/// Writes a strategy to a file. Returns a sentence with the number of positions and the name of the
/// file.
fn export(path: &Path, endgame: &Endgame, strategy: &Strategy) -> Result<String, Failure> {
    let name = printable(&path.display().to_string());
    let text = serde_json::to_string_pretty(&StrategyFile::new(endgame, strategy));
    let text = text.map_err(Failure::unfinished)? + "\n";
    write_bytes(path, EXPORTED, text.as_bytes())?;
    Ok(format!("{} written to {name}\n", counted(strategy.moves.len() as u64, "position")))
}

/// Prints the answer without the requested strategy, and returns the reason why the strategy is
/// missing.
fn without_strategy(mut solved: Solved, error: SolveError, mode: OutputMode, words: &Words<'_>) -> Failure {
    solved.complete = false;
    let shown = if mode.json { answer::json(&solved) } else { answer::text(&words.ending(&solved)) };
    let reason = match error {
        SolveError::Stopped(_) => "stopped before the strategy was complete; it was not written".to_owned(),
        other => format!("{other}; the strategy was not written"),
    };
    shown.err().unwrap_or_else(|| Failure::unfinished(reason))
}

fn check(path: &Path, mode: OutputMode) -> Result<(), Failure> {
    let source = read(path)?;
    let refused = |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", source.name()));
    let strategy = StrategyFile::read(source.text()).and_then(|file| file.strategy());
    let strategy = strategy.map_err(|error| refused(&error))?;
    let checked = watched("positions", mode, |observer| strategy.check(observer))?;
    let checked: Checked = checked
        .map_err(|error| match error {
            StrategyError::Cancelled => Failure::cancelled(),
            wrong => refused(&wrong),
        })?
        .into();
    if mode.json {
        return answer::json(&checked);
    }
    answer::text(&format!(
        "the strategy wins against every reply: {}, {}, at most {} moves\n",
        counted(checked.positions, "position"),
        counted(checked.replies, "reply"),
        checked.longest
    ))
}

#[cfg(test)]
mod tests {
    use super::memory;

    #[test]
    fn sizes_are_read() {
        assert_eq!(memory("2GiB"), Ok(2 << 30));
        assert_eq!(memory("512M"), Ok(512 << 20));
        assert_eq!(memory("1048576"), Ok(1 << 20));
        for wrong in ["0", "-1", "GiB", "1KiB", "99999999999999999GiB", "2 GB of it"] {
            assert!(memory(wrong).unwrap_err().to_string().contains("1MiB"), "{wrong}");
        }
    }
}
