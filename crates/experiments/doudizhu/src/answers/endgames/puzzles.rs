//! Puzzle files: reading and solving.

use std::time::Instant;

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_doudizhu::endgame::files::{FileError, PuzzleLine};
use quadrille_doudizhu::endgame::{Endgame, SolveError, Solver};
use quadrille_doudizhu::game::Position;
use quadrille_doudizhu::{MoveError, Rules};
use quadrille_progress::Observer;
use serde::{Deserialize, Serialize};

use super::{Asked, SearchCost};

/// A puzzle of a file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The number of the puzzle's line in the file, from 1.
    pub line_number: u64,
    /// The identifier of the puzzle in the file.
    pub id: Option<serde_json::Value>,
    /// The grade of the puzzle in the file, rounded, 0 or more; `None` if the file has no grade.
    pub grade: Option<u64>,
    /// The rules.
    pub rules: Rules,
    /// The endgame as written in the file.
    pub endgame: Endgame,
    /// The game position that corresponds to the endgame.
    pub position: Position,
    /// Whether the side to move wins according to the file; `None` if the file does not state it.
    pub win: Option<bool>,
    /// The winning first moves according to the file, in ASCII order.
    pub winning_moves: Option<Vec<String>>,
}

/// A solved puzzle of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SolvedPuzzle {
    /// The number of the puzzle's line in the file, from 1.
    pub line_number: u64,
    /// The identifier of the puzzle in the file.
    pub id: Option<serde_json::Value>,
    /// The hands, separated by `/`.
    pub hands: String,
    /// The seat to move.
    pub to_move: u8,
    /// The move on the table; `None` if the seat to move leads.
    pub on: Option<String>,
    /// The seat that played the move on the table.
    pub on_by: Option<u8>,
    /// The landlord's seat.
    pub landlord: u8,
    /// The rules.
    pub rules: Rules,
    /// Whether the side to move wins.
    pub win: bool,
    /// A winning first move.
    pub best: Option<String>,
    /// All winning first moves, in ASCII order; `None` if only the value was requested.
    pub winning_moves: Option<Vec<String>>,
    /// The effort of the search.
    #[serde(flatten)]
    pub cost: SearchCost,
    /// Whether the results equal the results in the file; `None` if the file has no results to
    /// compare.
    pub as_expected: Option<bool>,
}

/// The answer of `doudizhu solve --puzzle`: a solved puzzle file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SolvedPuzzles {
    /// Whether all puzzles are solved.
    pub complete: bool,
    /// The number of solved puzzles.
    pub count: usize,
    /// The number of puzzles that remained unsolved when the observer cancelled.
    pub left: usize,
    /// The number of solved puzzles that the side to move wins.
    pub wins: usize,
    /// The number of puzzles whose results differ from the results in the file.
    pub wrong: usize,
    /// The total effort of all searches.
    #[serde(flatten)]
    pub cost: SearchCost,
    /// The solved puzzles.
    pub puzzles: Vec<SolvedPuzzle>,
}

/// Reads a puzzle file, one puzzle per line; empty lines are skipped. Puzzles that do not state
/// their rules get `rules`.
///
/// # Errors
/// A diagnostic of the first invalid line.
pub fn read_puzzles(name: &str, text: &str, rules: Rules) -> Result<Vec<Puzzle>, Diagnostic> {
    let source = Source::new(name, text);
    let mut puzzles = Vec::new();
    let mut begin = 0;
    for (number, line) in (1..).zip(text.split('\n')) {
        let span = begin..begin + line.len();
        begin += line.len() + 1;
        if line.trim().is_empty() {
            continue;
        }
        let puzzle = read_puzzle(number, line, rules).map_err(|error| {
            Diagnostic::at(&source, span, error.to_string())
                .expected("a puzzle such as {\"hands\": \"3445KK22R/335K22\", \"on\": \"55\"}")
        })?;
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

fn read_puzzle(line_number: u64, line: &str, rules: Rules) -> Result<Puzzle, FileError> {
    let line = PuzzleLine::read(line)?;
    let (rules, endgame) = line.endgame_under(rules)?;
    let position = endgame.position()?;
    let written = |moves: &Vec<String>| -> Result<Vec<String>, MoveError> {
        let moves = moves.iter().map(|mv| Ok(rules.parse_move(mv)?.to_string()));
        let mut moves = moves.collect::<Result<Vec<String>, MoveError>>()?;
        moves.sort_unstable();
        Ok(moves)
    };
    let winning_moves = line.winning_moves.as_ref().map(written).transpose();
    Ok(Puzzle {
        line_number,
        id: line.id,
        grade: line.grade.map(|grade| grade.max(0.0).round() as u64),
        rules,
        endgame,
        position,
        win: line.win,
        winning_moves: winning_moves.map_err(FileError::WinningMoves)?,
    })
}

impl Puzzle {
    /// Solves the puzzle. The solver must have the rules of the puzzle.
    fn solve(
        &self,
        solver: &mut Solver,
        asked: Asked,
        observer: &dyn Observer,
    ) -> Result<SolvedPuzzle, SolveError> {
        let begun = Instant::now();
        let value = solver.value(&self.position, observer)?;
        let value_seconds = begun.elapsed().as_secs_f64();
        let mut cost = SearchCost {
            nodes: value.nodes,
            seconds: value_seconds,
            value_nodes: value.nodes,
            value_seconds,
        };
        let mut winning_moves = None;
        if asked == Asked::EveryMove {
            // The transposition table has the results of the value search, so little is searched
            // twice.
            let verdict = solver.solve(&self.position, observer)?;
            let mut moves: Vec<String> = verdict.winning().map(|mv| mv.to_string()).collect();
            moves.sort_unstable();
            winning_moves = Some(moves);
            cost.nodes += verdict.nodes;
            cost.seconds = begun.elapsed().as_secs_f64();
        }
        let best = if value.win { Some(solver.winning_move(&self.position, observer)?) } else { None };
        let hands: Vec<String> = self.endgame.hands.iter().map(ToString::to_string).collect();
        Ok(SolvedPuzzle {
            line_number: self.line_number,
            id: self.id.clone(),
            hands: hands.join("/"),
            to_move: self.endgame.to_move,
            on: self.endgame.on.map(|on| on.to_string()),
            on_by: self.endgame.owner(),
            landlord: self.endgame.landlord,
            rules: self.rules,
            win: value.win,
            best: best.map(|mv| mv.to_string()),
            as_expected: self.as_expected(value.win, winning_moves.as_deref()),
            winning_moves,
            cost,
        })
    }

    /// Returns whether the results equal the results in the file; `None` if the file has no results
    /// to compare.
    fn as_expected(&self, win: bool, winning_moves: Option<&[String]>) -> Option<bool> {
        let value = self.win.map(|expected| expected == win);
        let moves =
            self.winning_moves.as_deref().zip(winning_moves).map(|(expected, found)| expected == found);
        match (value, moves) {
            (None, None) => None,
            (value, moves) => Some(value != Some(false) && moves != Some(false)),
        }
    }
}

/// Solves puzzles one after the other. A puzzle with the same rules as the previous puzzle reuses
/// the results in the solver's table. If the observer cancels, the answer contains the puzzles
/// solved until then and is not complete.
///
/// # Errors
/// [`SolveError`] if a puzzle cannot be solved.
pub fn solve_puzzles(
    puzzles: &[Puzzle],
    memory: u64,
    threads: usize,
    asked: Asked,
    observer: &dyn Observer,
) -> Result<SolvedPuzzles, SolveError> {
    let mut solved: Vec<SolvedPuzzle> = Vec::with_capacity(puzzles.len());
    let mut solver: Option<Solver> = None;
    for puzzle in puzzles {
        let solver = match &mut solver {
            Some(solver) if solver.rules() == puzzle.rules => solver,
            other => other.insert(Solver::new(puzzle.rules, memory).with_threads(threads)),
        };
        match puzzle.solve(solver, asked, observer) {
            Ok(found) => solved.push(found),
            Err(SolveError::Stopped(_)) => break,
            Err(other) => return Err(other),
        }
    }
    let left = puzzles.len() - solved.len();
    Ok(SolvedPuzzles {
        complete: left == 0,
        count: solved.len(),
        left,
        wins: solved.iter().filter(|puzzle| puzzle.win).count(),
        wrong: solved.iter().filter(|puzzle| puzzle.as_expected == Some(false)).count(),
        cost: solved.iter().map(|puzzle| puzzle.cost).sum(),
        puzzles: solved,
    })
}
