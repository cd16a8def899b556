//! Queries about Dou Dizhu endgames with open hands: solutions, refutations, checks of strategies.

mod attempt;
mod puzzles;
mod read;

use std::collections::BTreeMap;
use std::iter::Sum;
use std::time::Instant;

use quadrille_doudizhu::endgame::{CheckedStrategy, SoFar, SolveError, Solver};
use quadrille_doudizhu::game::{Position, Seat};
use quadrille_doudizhu::{Move, MoveBuffer};
use quadrille_progress::Observer;
use serde::{Deserialize, Serialize};

pub use self::attempt::{Attempt, attempt, is_same_side, skip_empty};
pub use self::puzzles::{Puzzle, SolvedPuzzle, SolvedPuzzles, read_puzzles, solve_puzzles};
pub use self::read::{EndgameOptions, read_endgame, read_first_move};
use quadrille_report::as_text;

/// The answer of `doudizhu solve`: a solved endgame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// Whether the side to move wins with best play.
    pub win: bool,
    /// Whether the answer has everything that was requested.
    pub complete: bool,
    /// A winning first move; `None` if there is none.
    pub best: Option<String>,
    /// All winning first moves, in ASCII order; `None` if only the value was requested.
    pub winning_moves: Option<Vec<String>>,
    /// A line of play to the end of the game. The winner plays winning moves, and the loser plays
    /// the replies that make the game last longest.
    pub line: Vec<String>,
    /// The effort of the search. The nodes searched for the line and for the refutation are not
    /// counted.
    #[serde(flatten)]
    pub cost: SearchCost,
    /// The seat of each move of the line.
    pub line_seats: Vec<u8>,
    /// The number of legal first moves.
    pub legal: usize,
    /// The continuation after one first move, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refute: Option<Refutation>,
}

/// The continuation after a first move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refutation {
    /// The first move.
    #[serde(rename = "move")]
    pub played: String,
    /// Whether the move wins; a winning move has no refutation.
    pub wins: bool,
    /// The moves after this move, to the end of the game. The winner plays winning moves, and the
    /// loser plays the replies that make the game last longest.
    pub line: Vec<String>,
    /// The seat of each move of `line`.
    pub line_seats: Vec<u8>,
}

/// A first move with a known value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownMove {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// Whether the move wins.
    pub wins: bool,
}

/// The partial answer of a stopped search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SolvedSoFar {
    /// Whether the side to move wins; `None` if unknown.
    pub win: Option<bool>,
    /// Always false.
    pub complete: bool,
    /// The first moves with a known value, in ASCII order.
    pub known: Vec<KnownMove>,
    /// A winning first move, if one is known.
    pub best: Option<String>,
    /// All winning first moves, if all are known.
    pub winning_moves: Option<Vec<String>>,
    /// The effort of the search until it stopped.
    #[serde(flatten)]
    pub cost: SearchCost,
    /// The number of legal first moves.
    pub legal: usize,
    /// The continuation after one first move, if requested and known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refute: Option<Refutation>,
}

impl SolvedSoFar {
    /// Returns the number of winning first moves, the number of losing ones, and the number of
    /// first moves with unknown value.
    pub fn counts(&self) -> [usize; 3] {
        let wins = self.known.iter().filter(|known| known.wins).count();
        [wins, self.known.len() - wins, self.legal.saturating_sub(self.known.len())]
    }
}

impl std::fmt::Display for SolvedSoFar {
    /// Formats the partial answer as a sentence.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = match self.win {
            Some(true) => "the side to move wins",
            Some(false) => "the side to move loses",
            None => "the winner is unknown",
        };
        let [wins, losses, unknown] = self.counts();
        write!(
            f,
            "stopped after {} nodes: {value}; {} first moves: {wins} win, {losses} lose, {unknown} unknown",
            self.cost.nodes, self.legal
        )
    }
}

/// Error of solving an endgame.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsolved {
    /// The observer cancelled the search. The error contains the partial answer.
    #[error("{0}")]
    Stopped(Box<SolvedSoFar>),
    /// The search failed for another reason; for example, the game is over.
    #[error(transparent)]
    Failed(SolveError),
}

/// The effort of a search.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SearchCost {
    /// The number of positions searched for the value and, if requested, for all first moves.
    #[serde(with = "as_text")]
    pub nodes: u64,
    /// Elapsed time in seconds.
    pub seconds: f64,
    /// The number of positions searched until the value of the position was known.
    #[serde(with = "as_text")]
    pub value_nodes: u64,
    /// Elapsed time until the value of the position was known, in seconds.
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

/// The amount of information that a query requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Asked {
    /// The value of the position, and every winning first move.
    #[default]
    EveryMove,
    /// The value of the position, and one winning first move. If many first moves lose, this search
    /// is many times faster than the search for [`EveryMove`](Self::EveryMove).
    Value,
}

/// A part of the answer, reported before the other parts are known.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum AnswerPart<'a> {
    /// The value of the position.
    Value {
        /// A winning first move; `None` if the side to move loses.
        winner: Option<Move>,
        /// The number of legal first moves.
        legal: usize,
    },
    /// The continuation after the requested first move.
    Refutation(&'a Refutation),
    /// Every winning first move.
    WinningMoves {
        /// The moves, in ASCII order.
        winning: &'a [String],
        /// The number of legal first moves.
        legal: usize,
    },
}

/// Solves a position.
///
/// # Errors
/// [`Unsolved`] if the observer cancels, or if the position cannot be solved.
pub fn solve(
    solver: &mut Solver,
    position: &Position,
    asked: Asked,
    observer: &dyn Observer,
) -> Result<Solved, Unsolved> {
    solve_in_parts(solver, position, asked, None, observer, &mut |_| {})
}

/// Solves a position, and reports each part of the answer as soon as it is known: first the value,
/// then the continuation after the move `refute`, then all winning moves, if requested.
///
/// # Errors
/// [`Unsolved`] if the observer cancels, or if the position cannot be solved.
pub fn solve_in_parts(
    solver: &mut Solver,
    position: &Position,
    asked: Asked,
    refute: Option<Move>,
    observer: &dyn Observer,
    report: &mut dyn FnMut(AnswerPart<'_>),
) -> Result<Solved, Unsolved> {
    let mut search = Search::new(solver, position, observer);
    match search.run(asked, refute, report) {
        Ok(line) => Ok(search.solved(asked, &line)),
        Err(SolveError::Stopped(_)) => Err(Unsolved::Stopped(Box::new(search.so_far()))),
        Err(other) => Err(Unsolved::Failed(other)),
    }
}

/// A line of play: moves with their seats.
type Line = Vec<(Seat, Move)>;

/// The search of one position, and its results so far.
struct Search<'a> {
    solver: &'a mut Solver,
    position: &'a Position,
    observer: &'a dyn Observer,
    begun: Instant,
    /// For each first move, by its text, whether it wins; `None` if unknown.
    known: BTreeMap<String, Option<bool>>,
    win: Option<bool>,
    /// The first winning move found.
    winner: Option<String>,
    cost: SearchCost,
    refute: Option<Refutation>,
}

impl<'a> Search<'a> {
    fn new(solver: &'a mut Solver, position: &'a Position, observer: &'a dyn Observer) -> Self {
        let mut legal = MoveBuffer::new();
        position.moves(solver.rules(), &mut legal);
        Self {
            solver,
            position,
            observer,
            begun: Instant::now(),
            known: legal.iter().map(|mv| (mv.to_string(), None)).collect(),
            win: None,
            winner: None,
            cost: SearchCost::default(),
            refute: None,
        }
    }

    fn run(
        &mut self,
        asked: Asked,
        refute: Option<Move>,
        report: &mut dyn FnMut(AnswerPart<'_>),
    ) -> Result<Line, SolveError> {
        let winner = self.value()?;
        let legal = self.known.len();
        report(AnswerPart::Value { winner, legal });
        if let Some(mv) = refute {
            let refutation = self.refutation(mv)?;
            report(AnswerPart::Refutation(&refutation));
            self.refute = Some(refutation);
        }
        if asked == Asked::EveryMove {
            self.every_move()?;
            if winner.is_some() {
                report(AnswerPart::WinningMoves { winning: &self.winning_moves(), legal });
            }
        }
        self.solver.line(self.position, self.observer)
    }

    /// Adds the results of a search: the values of first moves, the nodes and the time.
    fn note(&mut self, found: &SoFar) {
        for (mv, wins) in &found.moves {
            if wins.is_some() {
                self.known.insert(mv.to_string(), *wins);
            }
        }
        self.win = self.win.or(found.win());
        self.cost.nodes += found.nodes;
        self.cost.seconds = self.begun.elapsed().as_secs_f64();
    }

    /// If the search was stopped, adds its partial results. Returns `found` unchanged.
    fn noted<T>(&mut self, found: Result<T, SolveError>) -> Result<T, SolveError> {
        if let Err(SolveError::Stopped(so_far)) = &found {
            self.note(so_far);
        }
        found
    }

    /// Searches for the value of the position. Returns a winning first move, if there is one.
    fn value(&mut self) -> Result<Option<Move>, SolveError> {
        let found = self.solver.first_result(self.position, self.observer);
        let found = self.noted(found)?;
        self.note(&found);
        (self.cost.value_nodes, self.cost.value_seconds) = (self.cost.nodes, self.cost.seconds);
        let winner = found.moves.iter().find(|found| found.1 == Some(true)).map(|found| found.0);
        self.winner = winner.map(|mv| mv.to_string());
        Ok(winner)
    }

    fn every_move(&mut self) -> Result<(), SolveError> {
        if self.known.values().all(Option::is_some) {
            return Ok(());
        }
        // The transposition table has the results of the value search, so little is searched twice.
        let found = self.solver.solve(self.position, self.observer);
        let verdict = self.noted(found)?;
        self.known.extend(verdict.moves.iter().map(|&(mv, wins)| (mv.to_string(), Some(wins))));
        self.cost.nodes += verdict.nodes;
        self.cost.seconds = self.begun.elapsed().as_secs_f64();
        Ok(())
    }

    /// Solves the position after a first move and returns the continuation. The partial results of
    /// a cancelled search are dropped: they are values of later moves, not of first moves.
    fn refutation(&mut self, mv: Move) -> Result<Refutation, SolveError> {
        let mut after = *self.position;
        after.play(mv);
        let landlords = |seat: Seat| seat == self.position.landlord();
        let same = landlords(self.position.turn()) == landlords(after.turn());
        let wins = self.solver.wins(&after, self.observer)? == same;
        self.known.insert(mv.to_string(), Some(wins));
        let over = after.winner().is_some();
        let line = if over { Line::new() } else { self.solver.line(&after, self.observer)? };
        let (line_seats, line) = in_texts(&line);
        Ok(Refutation { played: mv.to_string(), wins, line, line_seats })
    }

    fn winning_moves(&self) -> Vec<String> {
        self.known.iter().filter(|known| *known.1 == Some(true)).map(|known| known.0.clone()).collect()
    }

    fn solved(self, asked: Asked, line: &Line) -> Solved {
        let win = self.win == Some(true);
        let (line_seats, line) = in_texts(line);
        Solved {
            win,
            complete: true,
            best: line.first().filter(|_| win).cloned(),
            winning_moves: (asked == Asked::EveryMove).then(|| self.winning_moves()),
            line,
            cost: self.cost,
            line_seats,
            legal: self.known.len(),
            refute: self.refute,
        }
    }

    fn so_far(self) -> SolvedSoFar {
        let winning = self.winning_moves();
        let all = self.known.values().all(Option::is_some);
        let mut cost = self.cost;
        cost.seconds = self.begun.elapsed().as_secs_f64();
        let legal = self.known.len();
        let known =
            self.known.into_iter().filter_map(|(played, wins)| Some(KnownMove { played, wins: wins? }));
        SolvedSoFar {
            win: self.win.or((!winning.is_empty()).then_some(true)),
            complete: false,
            known: known.collect(),
            best: self.winner.or_else(|| winning.first().cloned()),
            winning_moves: all.then_some(winning),
            cost,
            legal,
            refute: self.refute,
        }
    }
}

fn in_texts(line: &Line) -> (Vec<u8>, Vec<String>) {
    line.iter().map(|&(seat, mv)| (u8::from(seat), mv.to_string())).unzip()
}

/// The answer of `doudizhu solve --check`: statistics of a strategy played against every reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Whether the strategy wins against every reply.
    pub ok: bool,
    /// The number of positions in which the winning side moves.
    pub positions: u64,
    /// The number of replies tried.
    pub replies: u64,
    /// The length of the longest game played through, in moves.
    pub longest: u32,
}

impl From<CheckedStrategy> for Checked {
    fn from(checked: CheckedStrategy) -> Self {
        let CheckedStrategy { positions, replies, longest, .. } = checked;
        Self { ok: true, positions, replies, longest }
    }
}

/// Returns a seat with its role: `seat 1 (peasant)`.
pub fn seat_in_words(position: &Position, seat: Seat) -> String {
    let role = if seat == position.landlord() { "landlord" } else { "peasant" };
    format!("{seat} ({role})")
}
