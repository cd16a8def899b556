//! Dou Dizhu endgames with open hands: solved, played out, checked.

use std::iter::Sum;
use std::time::Instant;

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_doudizhu::endgame::files::{FileError, PuzzleLine, read_hands};
use quadrille_doudizhu::endgame::{CheckedStrategy, Endgame, SoFar, SolveError, Solver};
use quadrille_doudizhu::game::{Position, Seat};
use quadrille_doudizhu::{Move, MoveBuffer, Rules};
use quadrille_progress::Observer;
use serde::{Deserialize, Serialize};

use super::doudizhu::read_move_to_beat;
use crate::adapters::as_text;

/// An endgame, solved: the answer of `doudizhu solve`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// Whether the side to move wins with best play.
    pub win: bool,
    /// A first move that wins; `None` if none does.
    pub best: Option<String>,
    /// All first moves that win, in ASCII order; `None` where only the value was asked for.
    pub winning_moves: Option<Vec<String>>,
    /// A line to the end: the winner's moves win, the loser holds out.
    pub line: Vec<String>,
    /// What it took, the line not counted.
    #[serde(flatten)]
    pub cost: SearchCost,
    /// Who plays each move of the line, by seat.
    pub line_seats: Vec<u8>,
    /// How many first moves there are.
    pub legal: usize,
}

/// What a search took.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SearchCost {
    /// Positions searched, for the value and for every first move.
    #[serde(with = "as_text")]
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Positions searched until it was known whether the side to move wins.
    #[serde(with = "as_text")]
    pub value_nodes: u64,
    /// How long that took.
    pub value_seconds: f64,
}

impl Sum for SearchCost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), |all, one| Self {
            nodes: all.nodes + one.nodes,
            seconds: all.seconds + one.seconds,
            value_nodes: all.value_nodes + one.value_nodes,
            value_seconds: all.value_seconds + one.value_seconds,
        })
    }
}

/// What was known when somebody said stop, in words.
pub fn so_far_in_words(so_far: &SoFar) -> String {
    let count = |known| so_far.moves.iter().filter(|found| found.1 == known).count();
    let value = match so_far.win() {
        Some(true) => "the side to move wins",
        Some(false) => "the side to move loses",
        None => "who wins is not known",
    };
    let won: Vec<String> =
        so_far.moves.iter().filter(|found| found.1 == Some(true)).map(|found| found.0.to_string()).collect();
    let won = if won.is_empty() { String::new() } else { format!(" ({})", won.join(", ")) };
    format!(
        "stopped after {} nodes: {value}; of {} first moves {} win{won}, {} lose, {} are not known",
        so_far.nodes,
        so_far.moves.len(),
        count(Some(true)),
        count(Some(false)),
        count(None)
    )
}

/// How much one wants to know of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Asked {
    /// Who wins, and every first move that does.
    #[default]
    EveryMove,
    /// Who wins, and one first move that does: many times as quick where many moves lose.
    Value,
}

/// What the solver was asked, answered: beside the value all winning moves, if they were asked for.
struct Answer {
    win: bool,
    winning_moves: Option<Vec<String>>,
    cost: SearchCost,
}

fn ask(
    solver: &mut Solver,
    position: &Position,
    asked: Asked,
    observer: &dyn Observer,
) -> Result<Answer, SolveError> {
    let begun = Instant::now();
    let value = solver.value(position, observer)?;
    let value_seconds = begun.elapsed().as_secs_f64();
    let mut cost =
        SearchCost { nodes: value.nodes, seconds: value_seconds, value_nodes: value.nodes, value_seconds };
    let mut winning_moves = None;
    if asked == Asked::EveryMove {
        // What the value took is in the table: little is searched twice.
        let verdict = solver.solve(position, observer)?;
        let mut moves: Vec<String> = verdict.winning().map(|mv| mv.to_string()).collect();
        moves.sort_unstable();
        winning_moves = Some(moves);
        cost.nodes += verdict.nodes;
        cost.seconds = begun.elapsed().as_secs_f64();
    }
    Ok(Answer { win: value.win, winning_moves, cost })
}

/// Solves a position.
///
/// # Errors
/// The observer says stop, or there is nothing to solve.
pub fn solve(
    solver: &mut Solver,
    position: &Position,
    asked: Asked,
    observer: &dyn Observer,
) -> Result<Solved, SolveError> {
    let Answer { win, winning_moves, cost } = ask(solver, position, asked, observer)?;
    let line = solver.line(position, observer)?;
    let mut legal = MoveBuffer::new();
    position.moves(solver.rules(), &mut legal);
    Ok(Solved {
        win,
        best: line.first().filter(|_| win).map(|(_, mv)| mv.to_string()),
        winning_moves,
        line: line.iter().map(|(_, mv)| mv.to_string()).collect(),
        cost,
        line_seats: line.iter().map(|&(seat, _)| seat.into()).collect(),
        legal: legal.len(),
    })
}

/// An endgame as options tell it.
#[derive(Debug, Clone, Copy, Default)]
pub struct EndgameOptions<'a> {
    /// `--hands`.
    pub hands: &'a str,
    /// `--to-move`.
    pub to_move: u8,
    /// `--on`.
    pub on: Option<&'a str>,
    /// `--on-by`.
    pub on_by: Option<u8>,
    /// `--landlord`.
    pub landlord: u8,
}

/// Reads an endgame, and checks that there is such a position.
///
/// # Errors
/// The option that is wrong, and what was expected.
pub fn read_endgame(rules: Rules, options: EndgameOptions<'_>) -> Result<(Endgame, Position), Diagnostic> {
    let source = Source::new("--hands", options.hands);
    let whole = 0..options.hands.len();
    let mut begin = 0;
    for part in options.hands.split('/') {
        if let Err(error) = part.trim().parse::<quadrille_doudizhu::Hand>() {
            return Err(Diagnostic::at(&source, begin..begin + part.len(), error.to_string())
                .expected("hands such as 34R/556/77, of the cards 3456789TJQKA2, four of each, B and R"));
        }
        begin += part.len() + 1;
    }
    let hands = read_hands(options.hands)
        .map_err(|error| Diagnostic::at(&source, whole.clone(), error.to_string()).expected("hands"))?;
    let mut endgame = Endgame::new(hands);
    endgame.on = options.on.map(|on| read_move_to_beat(rules, "--on", on)).transpose()?;
    (endgame.to_move, endgame.on_by, endgame.landlord) = (options.to_move, options.on_by, options.landlord);
    let position = endgame.position().map_err(|error| {
        let text = error.to_string();
        let (message, expected) = text.split_once("; expected ").unwrap_or((&text, "a position of one pack"));
        Diagnostic::at(&source, whole, message.to_owned()).expected(expected.to_owned())
    })?;
    Ok((endgame, position))
}

/// One puzzle of a file, solved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SolvedPuzzle {
    /// Its line in the file, from 1.
    pub line_number: u64,
    /// What the file calls it.
    pub id: Option<serde_json::Value>,
    /// The hands.
    pub hands: String,
    /// Whether the side to move wins.
    pub win: bool,
    /// A first move that wins.
    pub best: Option<String>,
    /// All first moves that win, in ASCII order; `None` where only the value was asked for.
    pub winning_moves: Option<Vec<String>>,
    /// What it took.
    #[serde(flatten)]
    pub cost: SearchCost,
    /// Whether the answer is the file's; `None` where the file has none.
    pub as_expected: Option<bool>,
}

/// A file of puzzles, solved: the answer of `doudizhu solve --puzzle`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SolvedPuzzles {
    /// How many there are.
    pub count: usize,
    /// In how many of them the side to move wins.
    pub wins: usize,
    /// How many have another answer than the file says.
    pub wrong: usize,
    /// What they took together.
    #[serde(flatten)]
    pub cost: SearchCost,
    /// One by one.
    pub puzzles: Vec<SolvedPuzzle>,
}

/// Reads a file of puzzles, one a line; empty lines are left out.
///
/// # Errors
/// The first line that is no puzzle.
pub fn read_puzzles(name: &str, text: &str) -> Result<Vec<(u64, PuzzleLine, Rules, Position)>, Diagnostic> {
    let source = Source::new(name, text);
    let mut puzzles = Vec::new();
    let mut begin = 0;
    for (number, line) in (1..).zip(text.split('\n')) {
        let span = begin..begin + line.len();
        begin += line.len() + 1;
        if line.trim().is_empty() {
            continue;
        }
        let read = || -> Result<_, FileError> {
            let puzzle = PuzzleLine::read(line)?;
            let (rules, endgame) = puzzle.endgame()?;
            Ok((puzzle, rules, endgame.position()?))
        };
        let (puzzle, rules, position) = read().map_err(|error| {
            Diagnostic::at(&source, span, error.to_string())
                .expected("a puzzle such as {\"hands\": \"3445KK22R/335K22\", \"on\": \"55\"}")
        })?;
        puzzles.push((number, puzzle, rules, position));
    }
    Ok(puzzles)
}

/// Solves puzzles one after the other, each with what was found out about those before it under the same
/// rules.
///
/// # Errors
/// The observer says stop.
pub fn solve_puzzles(
    puzzles: &[(u64, PuzzleLine, Rules, Position)],
    memory: u64,
    threads: usize,
    asked: Asked,
    observer: &dyn Observer,
) -> Result<SolvedPuzzles, SolveError> {
    let mut solved: Vec<SolvedPuzzle> = Vec::with_capacity(puzzles.len());
    let mut solver: Option<Solver> = None;
    for (line_number, puzzle, rules, position) in puzzles {
        let solver = match &mut solver {
            Some(solver) if solver.rules() == *rules => solver,
            other => other.insert(Solver::new(*rules, memory).with_threads(threads)),
        };
        let Answer { win, winning_moves, cost } = ask(solver, position, asked, observer)?;
        let best = solver.winning_move(position, observer)?;
        solved.push(SolvedPuzzle {
            line_number: *line_number,
            id: puzzle.id.clone(),
            hands: puzzle.hands.clone(),
            win,
            best: Some(best).filter(|_| win).map(|mv: Move| mv.to_string()),
            as_expected: as_expected(puzzle, win, winning_moves.as_deref()),
            winning_moves,
            cost,
        });
    }
    Ok(SolvedPuzzles {
        count: solved.len(),
        wins: solved.iter().filter(|puzzle| puzzle.win).count(),
        wrong: solved.iter().filter(|puzzle| puzzle.as_expected == Some(false)).count(),
        cost: solved.iter().map(|puzzle| puzzle.cost).sum(),
        puzzles: solved,
    })
}

/// Whether what was found is what the file says, as far as both know.
fn as_expected(puzzle: &PuzzleLine, win: bool, winning_moves: Option<&[String]>) -> Option<bool> {
    let value = puzzle.win.map(|expected| expected == win);
    let moves = puzzle.winning_moves.as_ref().zip(winning_moves).map(|(expected, found)| {
        let mut expected: Vec<&String> = expected.iter().collect();
        expected.sort_unstable();
        expected.into_iter().eq(found)
    });
    match (value, moves) {
        (None, None) => None,
        (value, moves) => Some(value != Some(false) && moves != Some(false)),
    }
}

/// A strategy, played against every reply: the answer of `doudizhu solve --check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Whether it wins against every reply.
    pub ok: bool,
    /// Positions in which the winning side moves.
    pub positions: u64,
    /// Replies that were tried.
    pub replies: u64,
    /// Moves of the longest game that was played through.
    pub longest: u32,
}

impl From<CheckedStrategy> for Checked {
    fn from(checked: CheckedStrategy) -> Self {
        let CheckedStrategy { positions, replies, longest, .. } = checked;
        Self { ok: true, positions, replies, longest }
    }
}

/// Who plays, in words: `seat 1, peasant`.
pub fn seat_in_words(position: &Position, seat: Seat) -> String {
    let role = if seat == position.landlord() { "landlord" } else { "peasant" };
    format!("{seat} ({role})")
}
