//! The solver: what one asks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quadrille_progress::Observer;

use super::ideas::Ideas;
use super::plain::same_side;
use super::search::{Control, Halt, Memory, Node, Worker};
use super::table::Table;
use crate::game::{Position, PositionError, PositionParts, Seat};
use crate::{Hand, Move, MoveBuffer, Rules};

/// Solves endgames with open hands.
pub struct Solver {
    rules: Rules,
    ideas: Ideas,
    table: Table,
    memory: Memory,
}

/// What a position is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the side to move wins.
    pub win: bool,
    /// Every legal move, and whether it wins.
    pub moves: Vec<(Move, bool)>,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes searched until the value was known.
    pub nodes_to_value: u64,
}

/// Two hands.
///
/// # Errors
/// As a position.
pub fn two_hands(hands: [Hand; 2], to_move: usize, on: Option<Move>) -> Result<Position, PositionError> {
    let [first, second] = hands;
    let turn = if to_move == 0 { Seat::ALL[0] } else { Seat::ALL[1] };
    let owner = if to_move == 0 { Seat::ALL[1] } else { Seat::ALL[0] };
    let mut parts = PositionParts::new([first, second, Hand::EMPTY], Seat::ALL[0], turn);
    if let Some(on) = on {
        parts.on_table = Some((owner, on));
        parts.moves_made[owner.index()] = 1;
        parts.bombs = u8::from(on.is_bomb_or_rocket());
    }
    parts.try_into()
}

impl Solver {
    /// One that knows nothing.
    pub fn new(rules: Rules, memory: u64) -> Self {
        Self { rules, ideas: Ideas::ALL, table: Table::new(memory), memory: Memory::new(rules) }
    }

    /// Ideas.
    pub fn set_ideas(&mut self, mask: u32) {
        let on = |bit: u32| mask >> bit & 1 != 0;
        self.ideas = Ideas {
            order: on(0), canonical: on(1), bounds: on(2), transfer: on(3), dominance: on(4), look_ahead: on(5), alone: on(6),
        };
    }

    /// Forgets.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Solves.
    ///
    /// # Errors
    /// Stopped.
    pub fn solve(&mut self, position: &Position, observer: &dyn Observer) -> Result<Verdict, ()> {
        let mut moves = MoveBuffer::new();
        position.moves(self.rules, &mut moves);
        let mut results: Vec<(Move, Option<bool>)> = moves.iter().map(|&mv| (mv, None)).collect();
        let control = Control {
            observer,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            solved: AtomicU64::new(0),
            moves: results.len() as u64,
        };
        let mut to_value = None;
        loop {
            let mut worker = Worker::new(self.rules, self.ideas, &self.table, &control, &mut self.memory);
            let halt = worker.root(position, &mut results, &mut to_value);
            worker.finish();
            drop(worker);
            match halt {
                Ok(()) => break,
                Err(Halt::Grow) => self.table.grow(),
                Err(Halt::Stop) => return Err(()),
            }
        }
        let nodes = control.nodes.load(Ordering::Relaxed);
        let mut moves: Vec<(Move, bool)> = results.into_iter().map(|(mv, won)| (mv, won == Some(true))).collect();
        moves.sort_unstable();
        Ok(Verdict { win: moves.iter().any(|mv| mv.1), moves, nodes, nodes_to_value: to_value.unwrap_or(nodes) })
    }
}

impl Worker<'_> {
    fn root(
        &mut self,
        position: &Position,
        results: &mut Vec<(Move, Option<bool>)>,
        to_value: &mut Option<u64>,
    ) -> Result<(), Halt> {
        let mover = position.hand(position.turn());
        results.sort_by_cached_key(|&(mv, _)| {
            let left = mover.remove(mv.cards()).unwrap_or(Hand::EMPTY);
            (self.fewest(left) << 8 | (63 - mv.cards().len())) + if mv.is_pass() { 1 << 20 } else { 0 }
        });
        for entry in results.iter_mut().filter(|entry| entry.1.is_none()) {
            let mut after = *position;
            after.play(entry.0);
            let same = same_side(position, position.turn(), after.turn());
            let won = self.value(&after)? == same;
            entry.1 = Some(won);
            self.control.solved.fetch_add(1, Ordering::Relaxed);
            if won && to_value.is_none() {
                *to_value = Some(self.total_nodes());
            }
        }
        Ok(())
    }

    /// The side to move wins.
    fn value(&mut self, position: &Position) -> Result<bool, Halt> {
        if let Some(winner) = position.winner() {
            return Ok(same_side(position, winner, position.turn()));
        }
        let round = position.landlord().round();
        let hands = round.map(|seat| position.hand(seat));
        let on = position.on_table();
        let empty = hands.iter().position(|hand| hand.is_empty());
        let relative = |seat: Seat| (seat.index() + 3 - position.landlord().index()) % 3;
        let (turn, owner) = (relative(position.turn()), relative(position.owner()));
        if let Some(empty) = empty {
            let other = 3 - empty - turn;
            if turn == empty {
                // It passes.
                let next = (turn + 1) % 3;
                let on = if next == owner { Move::PASS } else { on };
                let won = self.two(hands[next], hands[3 - empty - next], on, 0)?;
                let turn = position.turn();
                return Ok(won == same_side(position, turn, turn.next()));
            }
            return self.two(hands[turn], hands[other], on, 0);
        }
        self.three(Node { hands, turn, owner, on }, 0)
    }
}
