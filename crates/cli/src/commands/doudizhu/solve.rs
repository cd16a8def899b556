//! Endgames with open hands: solved, played out, kept as strategies, checked.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use quadrille::answers::endgames::{self, Asked, Checked, EndgameOptions, SearchCost, Solved, SolvedPuzzles};
use quadrille::diagnostics::{Source, printable};
use quadrille::doudizhu::endgame::files::StrategyFile;
use quadrille::doudizhu::endgame::{SolveError, Solver, StrategyError};
use quadrille::doudizhu::game::{Position, Seat};
use quadrille::doudizhu::{Hand, Rules};
use quadrille::experiment::report::Table;
use quadrille::report::figure::counted;

use super::cards::RulesFlag;
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, long_job, terminal};

#[derive(Debug, Args)]
#[command(override_usage = "quadrille doudizhu solve --hands A/B[/C] [OPTIONS]
       quadrille doudizhu solve --puzzle FILE [OPTIONS]
       quadrille doudizhu solve --check FILE")]
#[command(after_help = "Examples:
  quadrille doudizhu solve --hands 999TJQQKA/8JJK2B
  quadrille doudizhu solve --hands 34R/6678/TTJ --to-move 2 --on 99 --on-by 0
  quadrille doudizhu solve --hands 4467788999JQQKKAR/4455789TTTTJJKA22 --line
  quadrille doudizhu solve --puzzle example:puzzles

Seats are 0, 1 and 2 in the order of play; with three hands those that are not the landlord's play \
together. All hands are open, and the answer is exact: who wins with best play, and with which first \
moves. Puzzle apps often ban categories: --rules rlcard,no-trio-pair,no-four-two. The files are described \
in docs/doudizhu-endgames.md.")]
pub(crate) struct Solve {
    /// Two or three hands with / between them, in the order of play
    #[arg(long, value_name = "A/B[/C]", required_unless_present_any = ["puzzle", "check"])]
    hands: Option<String>,
    /// Whose turn it is
    #[arg(long, value_name = "SEAT", default_value_t = 0)]
    to_move: u8,
    /// The move that lies on the table, and is to be beaten
    #[arg(long, value_name = "MOVE")]
    on: Option<String>,
    /// Who played it [default: the seat before the one to move]
    #[arg(long, value_name = "SEAT")]
    on_by: Option<u8>,
    /// Who plays against the other one or two
    #[arg(long, value_name = "SEAT", default_value_t = 0)]
    landlord: u8,
    #[command(flatten)]
    rules: RulesFlag,
    /// How much memory the table of positions may take, such as 512MiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory)]
    #[arg(allow_negative_numbers = true)]
    memory: u64,
    /// How many threads to use; nodes differ, answers do not
    #[arg(long, value_name = "N", default_value = "1", value_parser = long_job::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: NonZeroUsize,
    /// Only who wins, and one move that does: quicker where many moves lose
    #[arg(long, conflicts_with = "check")]
    value: bool,
    /// Print the line move by move: the winner's moves, and the replies that hold out
    #[arg(long)]
    line: bool,
    /// Solve a file of positions, one JSON object a line, keys named as the options
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hands", "to_move", "on", "on_by", "landlord"])]
    puzzle: Option<PathBuf>,
    /// Write what the winner does against every reply, as JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["puzzle", "check"])]
    export: Option<PathBuf>,
    /// Play a strategy that --export has written against every reply
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["hands", "to_move", "on", "on_by", "landlord", "puzzle"])]
    check: Option<PathBuf>,
}

/// Reads a size of memory: a number of bytes, or one with a unit.
fn memory(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u32); 7] =
        [("KiB", 10), ("MiB", 20), ("GiB", 30), ("K", 10), ("M", 20), ("G", 30), ("B", 0)];
    const MOST: u64 = 1 << 50;
    let expected = || "a size from 1MiB to 1024GiB is expected, such as 512MiB or 2GiB".to_owned();
    let (digits, shift) =
        UNITS.iter().find_map(|&(unit, shift)| Some((text.strip_suffix(unit)?, shift))).unwrap_or((text, 0));
    let number: u64 = digits.trim().parse().map_err(|_| expected())?;
    let bytes = number.checked_mul(1 << shift).filter(|bytes| (1 << 20..=MOST).contains(bytes));
    bytes.ok_or_else(expected)
}

impl Solve {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        if let Some(file) = &self.check {
            return check(file, mode);
        }
        if let Some(file) = &self.puzzle {
            return self.puzzles(file, mode);
        }
        let options = EndgameOptions {
            hands: self.hands.as_deref().unwrap_or_default(),
            to_move: self.to_move,
            on: self.on.as_deref(),
            on_by: self.on_by,
            landlord: self.landlord,
        };
        let rules = self.rules.rules;
        let (endgame, position) = endgames::read_endgame(rules, options)?;
        let mut solver = Solver::new(rules, self.memory).with_threads(self.threads.get());
        let solved = watched("nodes", mode, |observer| {
            let solved = endgames::solve(&mut solver, &position, self.asked(), observer)?;
            let strategy = self.export.as_ref().map(|_| solver.strategy(&position, observer)).transpose()?;
            Ok((solved, strategy))
        })?;
        let (solved, strategy) = solved.map_err(unsolved)?;
        if let (Some(path), Some(strategy)) = (&self.export, &strategy) {
            let file = StrategyFile::new(&endgame, strategy);
            let text = serde_json::to_string_pretty(&file).map_err(Failure::unfinished)?;
            std::fs::write(path, text + "\n").map_err(|error| {
                Failure::unfinished(format!(
                    "cannot write {}: {error}",
                    printable(&path.display().to_string())
                ))
            })?;
        }
        if mode.json {
            return answer::json(&solved);
        }
        let mut text = in_words(rules, &position, &solved, self.line);
        if let (Some(path), Some(strategy)) = (&self.export, &strategy) {
            let _ = writeln!(
                text,
                "{} written to {}",
                counted(strategy.moves.len() as u64, "position"),
                printable(&path.display().to_string())
            );
        }
        answer::text(&text)
    }

    const fn asked(&self) -> Asked {
        if self.value { Asked::Value } else { Asked::EveryMove }
    }

    fn puzzles(&self, path: &Path, mode: OutputMode) -> Result<(), Failure> {
        let source = read(path)?;
        let puzzles = endgames::read_puzzles(source.name(), source.text())?;
        let solved = watched("nodes", mode, |observer| {
            endgames::solve_puzzles(&puzzles, self.memory, self.threads.get(), self.asked(), observer)
        })?;
        let solved = solved.map_err(unsolved)?;
        if mode.json {
            return answer::json(&solved);
        }
        answer::text(&puzzles_in_words(&solved))?;
        if solved.wrong > 0 {
            return Err(Failure::unfinished(format!(
                "{} of {} with another answer than the file says",
                solved.wrong,
                counted(solved.count as u64, "puzzle")
            )));
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<Source, Failure> {
    let name = printable(&path.display().to_string());
    let bytes =
        std::fs::read(path).map_err(|error| Failure::Usage(format!("cannot read {name}: {error}")))?;
    Ok(Source::from_bytes(name, bytes)?)
}

fn unsolved(error: SolveError) -> Failure {
    match error {
        SolveError::Stopped(so_far) if so_far.moves.is_empty() => Failure::cancelled(),
        SolveError::Stopped(so_far) => Failure::Unfinished(endgames::so_far_in_words(&so_far)),
        other => Failure::unfinished(other),
    }
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
        "wins against every reply: {}, {}, at most {} moves\n",
        counted(checked.positions, "position"),
        counted(checked.replies, "reply"),
        checked.longest
    ))
}

fn in_words(rules: Rules, position: &Position, solved: &Solved, line: bool) -> String {
    let turn = endgames::seat_in_words(position, position.turn());
    let mut text = match &solved.winning_moves {
        _ if !solved.win => format!("{turn} loses, whichever of {} first moves it plays\n", solved.legal),
        Some(moves) => format!(
            "{turn} wins: {} of {} first moves do\n{}\n",
            moves.len(),
            solved.legal,
            textwrap::fill(&moves.join(" "), 80)
        ),
        None => format!("{turn} wins with {}\n", solved.best.as_deref().unwrap_or_default()),
    };
    if line {
        let mut at = *position;
        for (played, &seat) in solved.line.iter().zip(&solved.line_seats) {
            let Some(seat) = Seat::new(seat) else { continue };
            let _ = writeln!(text, "{seat}  {:20}  {}", at.hand(seat).to_string(), played);
            // A pass has no cards.
            let cards = played.parse().unwrap_or(Hand::EMPTY);
            if let Ok(mv) = at.read(rules, cards) {
                at.play(mv);
            }
        }
    } else {
        let _ = writeln!(text, "{}", textwrap::fill(&format!("line: {}", solved.line.join(" ")), 80));
    }
    text + &cost_in_words(&solved.cost) + "\n"
}

fn cost_in_words(cost: &SearchCost) -> String {
    format!(
        "{}, {:.3} s (who wins: {}, {:.3} s)",
        counted(cost.nodes, "node"),
        cost.seconds,
        counted(cost.value_nodes, "node"),
        cost.value_seconds
    )
}

fn puzzles_in_words(solved: &SolvedPuzzles) -> String {
    let mut table = Table::new(&["#line", "hands", "wins", "winning moves", "#nodes", "#seconds"]);
    for puzzle in &solved.puzzles {
        let moves = puzzle.winning_moves.as_deref().unwrap_or(puzzle.best.as_slice());
        let mut shown = moves.iter().take(4).cloned().collect::<Vec<_>>().join(" ");
        if moves.len() > 4 {
            let _ = write!(shown, " and {} more", moves.len() - 4);
        }
        if puzzle.as_expected == Some(false) {
            shown += " (the file says otherwise)";
        }
        table.push(vec![
            puzzle.line_number.to_string(),
            puzzle.hands.clone(),
            if puzzle.win { "yes" } else { "no" }.to_owned(),
            shown,
            puzzle.cost.nodes.to_string(),
            format!("{:.3}", puzzle.cost.seconds),
        ]);
    }
    let expected = if solved.puzzles.iter().any(|puzzle| puzzle.as_expected.is_some()) {
        format!(", {} with another answer than the file says", solved.wrong)
    } else {
        String::new()
    };
    format!(
        "{}{}, {} won by the side to move{expected}; {}\n",
        terminal::table(&table),
        counted(solved.count as u64, "puzzle"),
        solved.wins,
        cost_in_words(&solved.cost)
    )
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
            assert!(memory(wrong).unwrap_err().contains("1MiB"), "{wrong}");
        }
    }
}
