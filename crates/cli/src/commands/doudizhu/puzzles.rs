//! `doudizhu puzzles`: graded endgames to solve; a wrong move is answered with its refutation.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use quadrille::answers::endgames::{self, Attempt, Puzzle, read_first_move};
use quadrille::doudizhu::MoveBuffer;
use quadrille::doudizhu::endgame::{Solver, in_words};
use quadrille::doudizhu::game::{Position, Seat};
use quadrille::texts;

use super::cards::RulesFlag;
use crate::commands::play::{Input, Line, Solved, wrapped};
use crate::failure::Failure;
use crate::{OutputMode, answer};

/// Memory of the solver in bytes; puzzles require little.
const MEMORY: u64 = 64 << 20;
/// Maximum number of printed moves of a refutation.
const MOST_SHOWN: usize = 40;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille doudizhu puzzles
  quadrille doudizhu puzzles --number 50

You are the side to move, and win with best play. Type a move. After a wrong move, the line that refutes \
it is shown, and you can try another move. The other side plays the replies that resist longest. Without \
--number the easiest unsolved puzzle is next. Solved puzzles are recorded in the file doudizhu-puzzles of the \
state folder, $XDG_STATE_HOME/quadrille or ~/.local/state/quadrille.")]
pub(crate) struct Puzzles {
    /// The puzzles: JSON lines, as for `solve --puzzle`
    #[arg(default_value = "example:puzzles")]
    file: PathBuf,
    /// Number of the puzzle, from 1 for the easiest
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    number: Option<usize>,
    #[command(flatten)]
    rules: RulesFlag,
}

impl Puzzles {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        if mode.json {
            return Err(Failure::usage(
                "puzzles are interactive and have no JSON answer; for JSON, use `solve --puzzle`",
            ));
        }
        let source = texts::read(&self.file)?;
        let mut puzzles = endgames::read_puzzles(source.name(), source.text(), self.rules.rules)?;
        // Positions that are lost with best play are no puzzles, so they are removed.
        puzzles.retain(|puzzle| {
            let wins = || Solver::new(puzzle.rules, MEMORY).wins(&puzzle.position, &()).unwrap_or(false);
            puzzle.win.unwrap_or_else(wins)
        });
        puzzles.sort_by_key(|puzzle| (puzzle.grade, puzzle.line_number));
        if puzzles.is_empty() {
            return Err(Failure::Usage(format!("{}: the file contains no puzzles", source.name())));
        }
        let mut solved = Solved::read("doudizhu-puzzles");
        let mut input = Input::new()?;
        let key = |puzzle: &Puzzle| format!("{} {}", puzzle.rules, in_words(&puzzle.position));
        let next = |solved: &Solved| puzzles.iter().position(|puzzle| !solved.puzzles.contains(&key(puzzle)));
        let mut place = match self.number {
            Some(number) if (1..=puzzles.len()).contains(&number) => number - 1,
            Some(number) => {
                return Err(Failure::Usage(format!("--number {number}: expected 1 to {}", puzzles.len())));
            }
            None => match next(&solved) {
                Some(place) => place,
                None => return answer::text("All puzzles are solved. --number N shows one again.\n"),
            },
        };
        loop {
            let puzzle = &puzzles[place];
            let grade = puzzle.grade.map_or_else(String::new, |grade| format!(", grade {grade}"));
            answer::text(&format!("\nPuzzle {} of {}{grade}\n", place + 1, puzzles.len()))?;
            if !attempt(puzzle, source.name(), &mut input)? {
                return Ok(());
            }
            solved.add(&key(puzzle));
            let count = puzzles.iter().filter(|puzzle| solved.puzzles.contains(&key(puzzle))).count();
            answer::text(&format!("Solved: {count} of {}.\n", puzzles.len()))?;
            match next(&solved) {
                Some(unsolved) if self.number.is_none() => place = unsolved,
                _ => return Ok(()),
            }
        }
    }
}

/// Reads moves until the puzzle of the file `file` is solved. Returns `false` if the person leaves.
fn attempt(puzzle: &Puzzle, file: &str, input: &mut Input) -> Result<bool, Failure> {
    let mut solver = Solver::new(puzzle.rules, MEMORY);
    let mut at = puzzle.position;
    if !solver.wins(&at, &()).map_err(Failure::unfinished)? {
        return Err(Failure::Usage(format!(
            "{file}: line {}: the line states a win, but the side to move cannot win this position",
            puzzle.line_number
        )));
    }
    while at.winner().is_none() {
        answer::text(&shown(&at))?;
        let chosen = loop {
            let Line::Text(line) = input.line()? else { return Ok(false) };
            match line.trim() {
                "" => {}
                "quit" | "q" => return Ok(false),
                "moves" | "m" => answer::text(&moves(puzzle, &at))?,
                "hint" | "h" => {
                    let best = solver.winning_move(&at, &()).map_err(Failure::unfinished)?;
                    answer::text(&format!("{best} wins.\n"))?;
                }
                "?" | "help" => {
                    answer::text("Type a move; `moves` lists all, `hint` shows a win, `quit` leaves.\n")?;
                }
                text => match read_first_move(puzzle.rules, &at, "move", text) {
                    Ok(chosen) => break chosen,
                    Err(error) => answer::text(&format!("{error}\n"))?,
                },
            }
        };
        match endgames::attempt(&mut solver, &at, chosen, &()).map_err(Failure::unfinished)? {
            Attempt::Wrong { refutation } => {
                let shown: Vec<String> = refutation
                    .iter()
                    .take(MOST_SHOWN)
                    .map(|(seat, reply)| format!("{seat}: {reply}"))
                    .collect();
                let text = format!("{chosen} loses to {}. Try again.", shown.join(", "));
                answer::text(&wrapped("Wrong:", &text))?;
            }
            Attempt::Right { replies, after } => {
                for (seat, reply) in replies {
                    answer::text(&format!("{seat} plays {reply}\n"))?;
                }
                at = after;
            }
        }
    }
    Ok(true)
}

fn shown(at: &Position) -> String {
    let mut text = String::new();
    for seat in Seat::ALL {
        let hand = at.hand(seat);
        if !hand.is_empty() {
            let mark = if seat == at.turn() { '>' } else { ' ' };
            let _ = writeln!(text, "{mark} {}  {hand}", endgames::seat_in_words(at, seat));
        }
    }
    let on = at.on_table();
    if on.is_pass() {
        text.push_str("The table is empty.\n");
    } else {
        let _ = writeln!(text, "On the table: {on} of {}", at.owner());
    }
    text
}

fn moves(puzzle: &Puzzle, at: &Position) -> String {
    let mut legal = MoveBuffer::new();
    at.moves(puzzle.rules, &mut legal);
    let legal: Vec<String> = legal.as_slice().iter().map(ToString::to_string).collect();
    wrapped("Moves", &legal.join("  "))
}
