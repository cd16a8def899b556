//! The solver: what one asks it, and how it answers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use quadrille_memory::Shortage;
use quadrille_progress::Observer;

use super::ideas::Ideas;
use super::search::{Alike, Busy, Control, Halt, Memory, Node, Worker};
use super::table::Table;
use crate::game::{Position, Seat};
use crate::{Hand, Move, MoveBuffer, Rules};

/// Solves endgames with open hands, exactly; two hands or three.
///
/// It searches depth first, and remembers in a table of bounded size what it found out about positions, under
/// keys that tell every position from every other one: nothing in it rests on a hash. What one call found out
/// the next one uses, so a solver is best kept while one game is looked at; [`clear`](Self::clear) makes it
/// as new.
///
/// Two hands of 13 cards take milliseconds, two of 17 tenths of a second, three of 10 tens of milliseconds;
/// the hardest of each take a hundred times as long.
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
    ideas: Ideas,
    table: Table,
    /// One for each thread.
    memories: Vec<Memory>,
    /// Whether a table that cannot grow ends the search.
    same_growth: bool,
}

impl std::fmt::Debug for Solver {
    /// Without the table, which has millions of entries.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("rules", &self.rules).finish_non_exhaustive()
    }
}

/// What a position is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// Whether the side to move wins with best play.
    pub win: bool,
    /// Every legal move, in the order of [`Move`], and whether it wins.
    pub moves: Vec<(Move, bool)>,
    /// How many positions were searched: those that were neither plain at once nor known. With one thread it
    /// is always the same number.
    pub nodes: u64,
    /// How many of these until it was known whether the side to move wins.
    pub nodes_to_value: u64,
}

impl Verdict {
    /// The moves that win.
    pub fn winning(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().filter(|found| found.1).map(|found| found.0)
    }
}

/// Who wins a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Value {
    /// Whether the side to move wins with best play.
    pub win: bool,
    /// How many positions were searched.
    pub nodes: u64,
}

/// What was known when a search was stopped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SoFar {
    /// Every legal move, in the order of [`Move`], and whether it wins, where that is known.
    pub moves: Vec<(Move, Option<bool>)>,
    /// How many positions were searched.
    pub nodes: u64,
    /// How many of these until a move was known to win.
    to_value: Option<u64>,
}

impl SoFar {
    /// Whether the side to move wins, if that is known: a move is known to win, or all are known to lose.
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

/// Why there is no verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The observer said stop.
    #[error("stopped before the end")]
    Stopped(Box<SoFar>),
    /// Somebody has played the last card already.
    #[error("the game is over")]
    Over,
    /// The landlord, or both peasants, have no cards, and have not won.
    #[error("one side has no cards; expected cards on both sides")]
    OneSided,
    /// The table cannot grow, and the number of nodes was to be the same as where it can.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// A strategy of too many positions.
    #[error("the strategy has more than {} positions", super::MOST_STRATEGY_POSITIONS)]
    TooLarge,
}

impl SolveError {
    pub(super) fn stopped() -> Self {
        Self::Stopped(Box::default())
    }
}

/// What somebody wants to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Of each move whether it wins.
    EveryMove,
    /// Who wins.
    Value,
    /// The move that is the first to win in the order in which one thread looks at them.
    FirstWinner,
}

/// The moves of the position that was asked about, and what is known of them.
struct Root<'a> {
    position: &'a Position,
    moves: Mutex<Moves>,
}

struct Moves {
    /// In the order in which they are looked at.
    found: Vec<(Move, Option<bool>)>,
    /// How many threads look at each.
    busy: Vec<u32>,
    /// Nodes until one was found to win.
    to_value: Option<u64>,
    /// One winning move is enough.
    first_only: bool,
}

impl Moves {
    fn is_settled(&self) -> bool {
        self.found.iter().all(|found| found.1.is_some())
            || self.first_only && self.found.iter().any(|found| found.1 == Some(true))
    }
}

impl Solver {
    /// The least memory of a table, in bytes; less is taken for this.
    pub const LEAST_MEMORY: u64 = Table::LEAST;

    /// Returns the bytes that a solver of `threads` threads takes before its first position: the
    /// smallest table, and for each thread what orders its moves.
    ///
    /// Both grow with the positions met: the table by doubling, up to the memory that it may take.
    pub const fn bytes(threads: usize) -> u64 {
        Table::LEAST + (threads as u64).saturating_mul(Memory::LEAST)
    }

    /// One that knows nothing yet, with one thread and a table of at most `memory` bytes.
    ///
    /// The table takes the greatest power of two up to that, and grows to it as needed. What is beside the
    /// table (hands and moves on the way) stays below 16 MiB a thread.
    pub fn new(rules: Rules, memory: u64) -> Self {
        let (table, memories) = (Table::new(memory), vec![Memory::new(rules)]);
        Self { rules, ideas: Ideas::ALL, table, memories, same_growth: false }
    }

    /// The same, failing with [`SolveError::OutOfMemory`] where there is not memory for the table
    /// to grow, instead of searching on with a smaller one: with one thread, the number of nodes is
    /// then the same on every machine.
    #[must_use]
    pub const fn with_same_growth(mut self) -> Self {
        self.same_growth = true;
        self
    }

    /// The same with so many threads, at least 1, for endgames that take longer than some hundredths of a
    /// second. Answers are the same; how many nodes they take is not.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.memories.resize_with(threads.max(1), || Memory::new(self.rules));
        self
    }

    /// The rules it plays by.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Forgets all that it found out so far, and gives back the memory.
    pub fn clear(&mut self) {
        self.table.clear();
        let threads = self.memories.len();
        self.memories = (0..threads).map(|_| Memory::new(self.rules)).collect();
    }

    /// Whether the side to move wins, and with which moves.
    ///
    /// Where one of the three seats has no cards, the other two play against each other. The observer hears
    /// of nodes, and of how many moves are known.
    ///
    /// # Errors
    /// [`SolveError::Stopped`], with what is known, when the observer says stop, which it is asked at least
    /// every few milliseconds; another if there is nothing to solve.
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

    /// Whether the side to move wins. Where many moves lose this is much quicker than to know them all.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn value(&mut self, position: &Position, observer: &dyn Observer) -> Result<Value, SolveError> {
        if let Some(winner) = position.winner() {
            return Ok(Value { win: same_side(position, winner, position.turn()), nodes: 0 });
        }
        let so_far = self.search(position, Wanted::Value, observer)?;
        Ok(Value { win: so_far.win() == Some(true), nodes: so_far.nodes })
    }

    /// Searches until it is known who wins, and returns what is known of each first move by then: the first
    /// result of [`solve`](Self::solve). A following `solve` reuses most of the work.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn first_result(
        &mut self,
        position: &Position,
        observer: &dyn Observer,
    ) -> Result<SoFar, SolveError> {
        let mut so_far = self.search(position, Wanted::Value, observer)?;
        so_far.moves.sort_unstable();
        Ok(so_far)
    }

    /// Whether the side to move wins: [`value`](Self::value) without how much work it was.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn wins(&mut self, position: &Position, observer: &dyn Observer) -> Result<bool, SolveError> {
        Ok(self.value(position, observer)?.win)
    }

    /// A move that wins, the first one that is tried; the first of all if none wins. Found by one thread, and
    /// so always the same.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
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
        let busy = vec![0; found.len()];
        let mut control = Control {
            observer,
            stop: AtomicBool::new(false),
            settled: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            solved: AtomicU64::new(0),
            moves: found.len() as u64,
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
                    // A smaller table takes more nodes, and finds the same.
                    Err(_) => self.table.stop_growing(),
                    Ok(()) => {}
                },
                Err(Halt::Spread) => control.may_spread = false,
                // Whoever searches that position hears of it.
                Err(Halt::Known(_)) => {}
            }
        };
        let nodes = control.nodes.load(Ordering::Relaxed);
        let Moves { found: moves, to_value, .. } =
            root.moves.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut so_far = SoFar { moves, nodes, to_value };
        if stopped {
            so_far.moves.sort_unstable();
            return Err(SolveError::Stopped(Box::new(so_far)));
        }
        Ok(so_far)
    }

    /// Searches until everything is known, or until something has to change.
    fn phase(&mut self, root: &Root<'_>, control: &Control<'_>, alone: bool) -> Result<(), Halt> {
        let (rules, ideas, table) = (self.rules, self.ideas, &self.table);
        let work = |memory: &mut Memory| {
            let mut worker = Worker::new(rules, ideas, table, control, memory);
            let done = worker.root(root);
            worker.finish();
            done
        };
        if alone || control.may_spread || self.memories.len() == 1 {
            return work(&mut self.memories[0]);
        }
        std::thread::scope(|scope| {
            let [first, others @ ..] = self.memories.as_mut_slice() else { return Ok(()) };
            // Where the system gives no thread, those that there are do its work.
            let spawn = |memory| std::thread::Builder::new().spawn_scoped(scope, || work(memory)).ok();
            let others: Vec<_> = others.iter_mut().filter_map(spawn).collect();
            let first = work(first);
            let others = others.into_iter().map(|other| other.join().unwrap_or(Err(Halt::Stop)));
            // Who says stop means it; and what is settled needs no other table.
            others.fold(first, |all, one| match (all, one) {
                (Err(Halt::Stop), _) | (_, Err(Halt::Stop)) => Err(Halt::Stop),
                (Err(Halt::Settled), _) | (_, Err(Halt::Settled)) => Err(Halt::Settled),
                (all, one) => one.and(all),
            })
        })
    }
}

impl Worker<'_> {
    /// Looks at moves of the root as long as there are some to look at.
    fn root(&mut self, root: &Root<'_>) -> Result<(), Halt> {
        let position = root.position;
        let mover = position.hand(position.turn());
        let two = position.landlord().round().iter().any(|&seat| position.hand(seat).is_empty());
        let may_replace = self.ideas.dominance && (two || position.turn() == position.landlord());
        let alike = Alike::new(mover);
        loop {
            let (at, mv) = {
                let mut moves = root.moves.lock().unwrap_or_else(PoisonError::into_inner);
                if moves.is_settled() {
                    return Ok(());
                }
                let open = (0..moves.found.len()).filter(|&at| moves.found[at].1.is_none());
                // What another is at least as good as waits for that one.
                let least = open.min_by_key(|&at| {
                    (moves.busy[at], may_replace && alike.dominates(moves.found[at].0), at)
                });
                let Some(at) = least else { return Ok(()) };
                let mv = moves.found[at].0;
                if may_replace && Self::better_is_lost(&alike, mv, &moves.found) {
                    moves.found[at].1 = Some(false);
                    self.control.solved.fetch_add(1, Ordering::Relaxed);
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
                self.control.solved.fetch_add(1, Ordering::Relaxed);
            }
            if won && moves.to_value.is_none() {
                moves.to_value = Some(self.total_nodes());
            }
            if moves.is_settled() {
                self.control.settled.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Whether a move that is at least as good is known to lose.
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

    /// Whether the side to move wins.
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
            // It can only pass.
            turn = (turn + 1) % 3;
            if turn == owner {
                on = Move::PASS;
            }
        }
        let won = self.two(hands[turn], hands[3 - empty - turn], on, 0)?;
        Ok(won == ((asked == 0) == (turn == 0)))
    }
}

/// Whether two seats play together.
pub(super) fn same_side(position: &Position, one: Seat, other: Seat) -> bool {
    (one == position.landlord()) == (other == position.landlord())
}

/// The solver with some ideas left out.
#[must_use]
pub fn with_ideas(mut solver: Solver, ideas: Ideas) -> Solver {
    solver.ideas = ideas;
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
            solver.clear();
            assert_eq!(taken(&solver), Solver::bytes(threads));
        }
    }
}
