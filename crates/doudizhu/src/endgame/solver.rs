//! The public interface of the solver, and the search at the root.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use quadrille_memory::Shortage;
use quadrille_progress::{Meter, Observer, Progress};

use super::key::TranspositionTable;
use super::options::SearchOptions;
use super::search::{Alike, Busy, Control, Halt, Memory, Node, Shown, Worker};
use crate::game::{Position, Seat};
use crate::{Hand, Move, MoveBuffer, Rules};

/// Exact solver of endgames with two or three open hands.
///
/// It searches depth first and stores results in a transposition table of bounded size. Keys
/// identify positions uniquely, so no result depends on a hash. Later calls reuse the results of
/// earlier calls, so one solver should be kept for all positions of a game. [`clear`](Self::clear)
/// resets it.
///
/// Typical times are milliseconds for two hands of 13 cards, tenths of a second for two hands of 17
/// cards, and tens of milliseconds for three hands of 10 cards. The hardest positions of these
/// sizes take a hundred times as long.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::endgame::{Endgame, Solver};
///
/// let endgame = Endgame::new(vec!["999TJQQKA".parse()?, "8JJK2B".parse()?]);
/// let mut solver = Solver::new(Rules::RLCARD, 64 << 20);
/// let verdict = solver.solve(&endgame.position()?, &())?;
/// assert!(verdict.win);
/// assert_eq!(verdict.winning().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["999", "999Q", "TJQKA"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    rules: Rules,
    options: SearchOptions,
    table: TranspositionTable,
    /// The largest size of the table in bytes.
    memory: u64,
    /// The memory that each thread keeps between searches; one entry per thread.
    memories: Vec<Memory>,
    /// Whether a search fails if memory is insufficient for the table to grow.
    same_growth: bool,
}

impl std::fmt::Debug for Solver {
    /// Omits the table, which may have millions of entries.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("rules", &self.rules).finish_non_exhaustive()
    }
}

/// The exact value of a position and of each of its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// Whether the side to move wins with best play.
    pub win: bool,
    /// Every legal move and whether it wins, in the order of [`Move`].
    pub moves: Vec<(Move, bool)>,
    /// The number of positions searched, without positions that were trivial or already in the
    /// table. With one thread the number is deterministic.
    pub nodes: u64,
    /// The number of positions searched until the value of the position was known.
    pub nodes_to_value: u64,
}

impl Verdict {
    /// Returns the winning moves.
    pub fn winning(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().filter(|found| found.1).map(|found| found.0)
    }
}

/// The exact value of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Value {
    /// Whether the side to move wins with best play.
    pub win: bool,
    /// The number of positions searched.
    pub nodes: u64,
}

/// The results of a search, which may be partial.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SoFar {
    /// Every legal move and whether it wins, in the order of [`Move`]; `None` if unknown.
    pub moves: Vec<(Move, Option<bool>)>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The number of positions searched until a winning move was known.
    to_value: Option<u64>,
}

impl SoFar {
    /// Returns whether the side to move wins; `None` if unknown. It wins if a move is known to win,
    /// and loses if all moves are known to lose.
    pub fn win(&self) -> Option<bool> {
        if self.moves.iter().any(|found| found.1 == Some(true)) {
            Some(true)
        } else if !self.moves.is_empty() && self.moves.iter().all(|found| found.1 == Some(false)) {
            Some(false)
        } else {
            None
        }
    }
}

/// Error of a search.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The observer cancelled the search.
    #[error("the search was stopped before its end")]
    Stopped(Box<SoFar>),
    /// The game is over: a seat has played its last card.
    #[error("the game is over")]
    Over,
    /// The game is not over, but the landlord has no cards, or both peasants have none.
    #[error("the landlord or both peasants have no cards; expected cards on both sides")]
    OneSided,
    /// Memory is insufficient for the table to grow, and [`Solver::with_same_growth`] is set.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// The strategy has too many positions.
    #[error("the strategy has more than {} positions", super::MOST_STRATEGY_POSITIONS)]
    TooLarge,
}

impl SolveError {
    pub(super) fn stopped() -> Self {
        Self::Stopped(Box::default())
    }
}

/// The goal of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The value of each move.
    EveryMove,
    /// The value of the position.
    Value,
    /// The first winning move in the order in which a single thread searches the moves.
    FirstWinner,
}

/// The root position, its moves and their values.
struct Root<'a> {
    position: &'a Position,
    moves: Mutex<Moves>,
}

struct Moves {
    /// The moves and whether each move wins, in the order of the search; `None` if unknown.
    found: Vec<(Move, Option<bool>)>,
    /// For each move, the number of threads that search it.
    busy: Vec<u32>,
    /// The number of positions searched when the first winning move was found.
    to_value: Option<u64>,
    /// Whether the search ends when one winning move is found.
    first_only: bool,
}

impl Moves {
    fn is_settled(&self) -> bool {
        self.found.iter().all(|found| found.1.is_some())
            || self.first_only && self.found.iter().any(|found| found.1 == Some(true))
    }
}

impl Solver {
    /// The least size of the table in bytes; smaller requests are raised to this size.
    pub const LEAST_MEMORY: u64 = TranspositionTable::LEAST;

    /// Returns the initial memory of a solver with `threads` threads, in bytes: the smallest table
    /// and, for each thread, the hash table of its move ordering.
    ///
    /// Both kinds of tables grow during searches. The transposition table grows by doubling, up to
    /// its memory limit.
    pub const fn bytes(threads: usize) -> u64 {
        TranspositionTable::LEAST + (threads as u64).saturating_mul(Memory::LEAST)
    }

    /// Creates a solver with an empty table of at most `memory` bytes and one thread.
    ///
    /// The table grows as needed, up to the greatest power of two that is at most `memory` bytes.
    /// All other memory stays below [`other_memory`](Self::other_memory).
    pub fn new(rules: Rules, memory: u64) -> Self {
        let (table, memories) = (TranspositionTable::new(memory), vec![Memory::new(rules, memory)]);
        Self { rules, options: SearchOptions::ALL, table, memory, memories, same_growth: false }
    }

    /// Returns an upper bound of the memory that each thread of a solver uses besides the
    /// transposition table, in bytes. `memory` is the limit of this table. Most of the other memory
    /// is the hash table of the move ordering, which has at most a quarter of `memory` and at most
    /// 8 MiB.
    pub const fn other_memory(memory: u64) -> u64 {
        Memory::most_bytes(memory)
    }

    /// Makes searches fail with [`SolveError::OutOfMemory`] if memory is insufficient for the table
    /// to grow, instead of continuing with a smaller table. With one thread, the number of nodes is
    /// then the same on every machine.
    #[must_use]
    pub const fn with_same_growth(mut self) -> Self {
        self.same_growth = true;
        self
    }

    /// Sets the number of threads, at least 1. Several threads are faster if a search takes longer
    /// than some hundredths of a second. The results are the same, but the number of nodes differs.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.memories.resize_with(threads.max(1), || Memory::new(self.rules, self.memory));
        self
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Deletes all stored results and frees their memory.
    pub fn clear(&mut self) {
        self.table.clear();
        let threads = self.memories.len();
        self.memories = (0..threads).map(|_| Memory::new(self.rules, self.memory)).collect();
    }

    /// Returns whether the side to move wins, and with which moves.
    ///
    /// If one of the three seats has no cards, the other two play against each other. The observer
    /// receives the number of nodes, and a message with the number of solved moves.
    ///
    /// # Errors
    /// [`SolveError::Stopped`], with the partial results, if the observer cancels. The observer is
    /// called at least every few milliseconds. Other errors if the position cannot be solved, or if
    /// memory is insufficient and [`with_same_growth`](Self::with_same_growth) is set.
    pub fn solve(&mut self, position: &Position, observer: &dyn Observer) -> Result<Verdict, SolveError> {
        let SoFar { mut moves, nodes, to_value, .. } = self.search(position, Wanted::EveryMove, observer)?;
        moves.sort_unstable();
        let moves: Vec<_> = moves.into_iter().map(|(mv, won)| (mv, won == Some(true))).collect();
        Ok(Verdict {
            win: moves.iter().any(|found| found.1),
            moves,
            nodes,
            nodes_to_value: to_value.unwrap_or(nodes),
        })
    }

    /// Returns whether the side to move wins. If many moves lose, this function is much faster than
    /// [`solve`](Self::solve).
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve).
    pub fn value(&mut self, position: &Position, observer: &dyn Observer) -> Result<Value, SolveError> {
        if let Some(winner) = position.winner() {
            return Ok(Value { win: same_side(position, winner, position.turn()), nodes: 0 });
        }
        let so_far = self.search(position, Wanted::Value, observer)?;
        Ok(Value { win: so_far.win() == Some(true), nodes: so_far.nodes })
    }

    /// Searches until the value of the position is known. Returns the values of all first moves
    /// that the search has found so far. A subsequent [`solve`](Self::solve) reuses most of the
    /// results.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve).
    pub fn first_result(
        &mut self,
        position: &Position,
        observer: &dyn Observer,
    ) -> Result<SoFar, SolveError> {
        let mut so_far = self.search(position, Wanted::Value, observer)?;
        so_far.moves.sort_unstable();
        Ok(so_far)
    }

    /// Returns whether the side to move wins. Unlike [`value`](Self::value), it does not return the
    /// number of nodes.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve).
    pub fn wins(&mut self, position: &Position, observer: &dyn Observer) -> Result<bool, SolveError> {
        Ok(self.value(position, observer)?.win)
    }

    /// Returns the first winning move in the search order; if no move wins, the first move. Only
    /// one thread searches, so the result is deterministic.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve).
    pub fn winning_move(&mut self, position: &Position, observer: &dyn Observer) -> Result<Move, SolveError> {
        let so_far = self.search(position, Wanted::FirstWinner, observer)?;
        let won = so_far.moves.iter().find(|found| found.1 == Some(true));
        Ok(won.or(so_far.moves.first()).map_or(Move::PASS, |found| found.0))
    }

    fn search(
        &mut self,
        position: &Position,
        wanted: Wanted,
        observer: &dyn Observer,
    ) -> Result<SoFar, SolveError> {
        if position.winner().is_some() {
            return Err(SolveError::Over);
        }
        let [landlord, next, last] = position.landlord().round().map(|seat| position.hand(seat).is_empty());
        if landlord || next && last {
            return Err(SolveError::OneSided);
        }
        let mut generated = MoveBuffer::new();
        position.moves(self.rules, &mut generated);
        let mut found: Vec<_> = generated.iter().map(|&mv| (mv, None)).collect();
        let mover = position.hand(position.turn());
        let memory = &mut self.memories[0];
        found.sort_by_cached_key(|&(mv, _)| {
            let left = mover.remove(mv.cards()).unwrap_or(Hand::EMPTY);
            (mv.is_pass(), memory.fewest(left), Memory::tie_break(mv, Memory::HIGH))
        });
        let (count, shown) = (found.len(), Shown::default());
        let reporter = |progress: &Progress| {
            let (depth, solved) = (shown.depth.load(Ordering::Relaxed), shown.solved.load(Ordering::Relaxed));
            let message = format!("depth {depth}, {solved} of {count} moves solved");
            observer.observe(&progress.clone().with_message(message))
        };
        let busy = vec![0; count];
        let mut control = Control {
            meter: Meter::new(&reporter).unit("nodes"),
            settled: AtomicBool::new(false),
            shown: &shown,
            may_spread: self.memories.len() > 1 && wanted != Wanted::FirstWinner,
            busy: Busy::new(if wanted == Wanted::FirstWinner { 1 } else { self.memories.len() }),
        };
        let first_only = wanted != Wanted::EveryMove;
        let moves = Mutex::new(Moves { found, busy, to_value: None, first_only });
        let root = Root { position, moves };
        let stopped = loop {
            match self.phase(&root, &control, wanted == Wanted::FirstWinner) {
                Ok(()) | Err(Halt::Settled) => break false,
                Err(Halt::Stop) => break true,
                Err(Halt::Grow) => match self.table.grow() {
                    Err(shortage) if self.same_growth => return Err(SolveError::OutOfMemory(shortage)),
                    // A smaller table costs more nodes and gives the same result.
                    Err(_) => self.table.stop_growing(),
                    Ok(()) => {}
                },
                Err(Halt::Spread) => control.may_spread = false,
                // Each thread handles this case during its search. Nothing is left to do here.
                Err(Halt::Known(_)) => {}
            }
        };
        let nodes = control.meter.done();
        let Moves { found: moves, to_value, .. } =
            root.moves.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut so_far = SoFar { moves, nodes, to_value };
        if stopped {
            so_far.moves.sort_unstable();
            return Err(SolveError::Stopped(Box::new(so_far)));
        }
        Ok(so_far)
    }

    /// Searches until the goal is reached, until the table has to grow, or until more threads have
    /// to start.
    fn phase(&mut self, root: &Root<'_>, control: &Control<'_>, alone: bool) -> Result<(), Halt> {
        let (rules, options, table) = (self.rules, self.options, &self.table);
        let work = |memory: &mut Memory| {
            let mut worker = Worker::new(rules, options, table, control, memory);
            let done = worker.root(root);
            worker.finish();
            done
        };
        if alone || control.may_spread || self.memories.len() == 1 {
            return work(&mut self.memories[0]);
        }
        std::thread::scope(|scope| {
            let [first, others @ ..] = self.memories.as_mut_slice() else { return Ok(()) };
            // If the system cannot create a thread, the existing threads search all moves.
            let spawn = |memory| std::thread::Builder::new().spawn_scoped(scope, || work(memory)).ok();
            let others: Vec<_> = others.iter_mut().filter_map(spawn).collect();
            let first = work(first);
            let others = others.into_iter().map(|other| other.join().unwrap_or(Err(Halt::Stop)));
            // Threads can halt for different reasons. A cancellation takes precedence, then the
            // reached goal, after which the table need not grow.
            others.fold(first, |all, one| match (all, one) {
                (Err(Halt::Stop), _) | (_, Err(Halt::Stop)) => Err(Halt::Stop),
                (Err(Halt::Settled), _) | (_, Err(Halt::Settled)) => Err(Halt::Settled),
                (all, one) => one.and(all),
            })
        })
    }
}

impl Worker<'_> {
    /// Searches those moves of the root that are not yet solved, until the goal is reached.
    fn root(&mut self, root: &Root<'_>) -> Result<(), Halt> {
        let position = root.position;
        let mover = position.hand(position.turn());
        let two = position.landlord().round().iter().any(|&seat| position.hand(seat).is_empty());
        let may_replace = self.options.dominance && (two || position.turn() == position.landlord());
        let alike = Alike::new(mover);
        loop {
            let (at, mv) = {
                let mut moves = root.moves.lock().unwrap_or_else(PoisonError::into_inner);
                if moves.is_settled() {
                    return Ok(());
                }
                let open = (0..moves.found.len()).filter(|&at| moves.found[at].1.is_none());
                // A dominated move comes after the moves that dominate it.
                let least = open.min_by_key(|&at| {
                    (moves.busy[at], may_replace && alike.dominates(moves.found[at].0), at)
                });
                let Some(at) = least else { return Ok(()) };
                let mv = moves.found[at].0;
                if may_replace && Self::better_is_lost(&alike, mv, &moves.found) {
                    moves.found[at].1 = Some(false);
                    self.control.shown.solved.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                moves.busy[at] += 1;
                (at, mv)
            };
            let mut after = *position;
            after.play(mv);
            let same = same_side(position, position.turn(), after.turn());
            let value = self.value_of(&after);
            let mut moves = root.moves.lock().unwrap_or_else(PoisonError::into_inner);
            moves.busy[at] -= 1;
            let won = value? == same;
            if moves.found[at].1.replace(won).is_none() {
                self.control.shown.solved.fetch_add(1, Ordering::Relaxed);
            }
            if won && moves.to_value.is_none() {
                moves.to_value = Some(self.total_nodes());
            }
            if moves.is_settled() {
                self.control.settled.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns whether a move that dominates `mv` is known to lose.
    fn better_is_lost(alike: &Alike, mv: Move, found: &[(Move, Option<bool>)]) -> bool {
        let mut at = mv;
        while let Some(cards) = alike.better(at) {
            let Some(&(better, known)) = found.iter().find(|found| found.0.cards() == cards) else {
                return false;
            };
            if known == Some(false) {
                return true;
            }
            at = better;
        }
        false
    }

    /// Returns whether the side to move wins the position.
    fn value_of(&mut self, position: &Position) -> Result<bool, Halt> {
        if let Some(winner) = position.winner() {
            return Ok(same_side(position, winner, position.turn()));
        }
        let landlord = position.landlord();
        let relative = |seat: Seat| (seat.index() + 3 - landlord.index()) % 3;
        let hands = landlord.round().map(|seat| position.hand(seat));
        let (mut turn, owner, mut on) =
            (relative(position.turn()), relative(position.owner()), position.on_table());
        let Some(empty) = hands.iter().position(|hand| hand.is_empty()) else {
            return Ok(self.three(Node::new(hands, turn, owner, on), 0)?.won);
        };
        let asked = turn;
        if turn == empty {
            // A seat without cards can only pass.
            turn = (turn + 1) % 3;
            if turn == owner {
                on = Move::PASS;
            }
        }
        let won = self.two(hands[turn], hands[3 - empty - turn], on, 0)?;
        Ok(won == ((asked == 0) == (turn == 0)))
    }
}

/// Returns whether two seats are on the same side.
pub(super) fn same_side(position: &Position, one: Seat, other: Seat) -> bool {
    (one == position.landlord()) == (other == position.landlord())
}

/// Sets the search techniques of a solver.
#[must_use]
pub fn with_options(mut solver: Solver, options: SearchOptions) -> Solver {
    solver.options = options;
    solver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(solver: &Solver) -> u64 {
        solver.table.bytes() + solver.memories.iter().map(Memory::bytes).sum::<u64>()
    }

    #[test]
    fn stated_bytes_are_those_of_a_new_solver() {
        for threads in [1, 2, 7] {
            let mut solver = Solver::new(Rules::RLCARD, 64 << 20).with_threads(threads);
            assert_eq!(taken(&solver), Solver::bytes(threads));
            let hands = ["999TJQQKA", "8JJK2B"].map(|hand| hand.parse().unwrap());
            let endgame = super::super::Endgame::new(hands.to_vec());
            solver.solve(&endgame.position().unwrap(), &()).unwrap();
            assert!(taken(&solver) >= Solver::bytes(threads));
            let others: u64 = solver.memories.iter().map(Memory::bytes).sum();
            assert!(others <= threads as u64 * Solver::other_memory(64 << 20));
            solver.clear();
            assert_eq!(taken(&solver), Solver::bytes(threads));
        }
    }
}
