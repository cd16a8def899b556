//! Exhaustive search with memoization: it tries every move of every position, and searches each
//! position once. It is the oracle of the tests and the baseline of the benchmarks.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::solver::same_side;
use crate::game::{Position, PositionKey};
use crate::{Move, MoveBuffer, Rules};

/// Solves positions by exhaustive search, memoizing every position.
///
/// The search is kept simple so that its correctness can be checked by reading: the side to move
/// wins a position if one of its legal moves leads to a position that this side wins. Time and
/// memory grow with the number of reachable positions, by a factor of about three per card: with
/// ten cards per hand, the search takes a second and hundreds of megabytes.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::endgame::{Endgame, PlainSolver};
///
/// let position = Endgame::new(vec!["34R".parse()?, "5B".parse()?]).position()?;
/// let mut plain = PlainSolver::new(Rules::RLCARD);
/// // The 4 wins: the red joker beats any reply, and then the 3 is the last card.
/// assert!(plain.wins(&position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlainSolver {
    rules: Rules,
    /// For each position searched, whether the side to move wins.
    known: HashMap<PositionKey, bool, BuildHasherDefault<KeyHasher>>,
    nodes: u64,
    /// Unused move buffers, kept for reuse.
    spare: Vec<MoveBuffer>,
}

impl PlainSolver {
    /// Creates a solver without memoized positions.
    pub fn new(rules: Rules) -> Self {
        Self { rules, known: HashMap::default(), nodes: 0, spare: Vec::new() }
    }

    /// Returns whether the side to move wins with best play. After the end of the game, returns
    /// whether this side has won.
    pub fn wins(&mut self, position: &Position) -> bool {
        if let Some(winner) = position.winner() {
            return same_side(position, winner, position.turn());
        }
        let key = position.key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        self.nodes += 1;
        let moves = self.legal_moves(position);
        let won = moves.iter().any(|&mv| self.is_winning(position, mv));
        self.spare.push(moves);
        self.known.insert(key, won);
        won
    }

    /// Returns every winning legal move, in the order of [`Move`].
    pub fn winning_moves(&mut self, position: &Position) -> Vec<Move> {
        let moves = self.legal_moves(position);
        let mut winning: Vec<Move> =
            moves.iter().copied().filter(|&mv| self.is_winning(position, mv)).collect();
        winning.sort_unstable();
        winning
    }

    /// Returns the number of positions searched so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn legal_moves(&mut self, position: &Position) -> MoveBuffer {
        let mut moves = self.spare.pop().unwrap_or_default();
        position.moves(self.rules, &mut moves);
        moves
    }

    fn is_winning(&mut self, position: &Position, mv: Move) -> bool {
        let mut after = *position;
        after.play(mv);
        let same = same_side(position, position.turn(), after.turn());
        self.wins(&after) == same
    }
}

/// A hash of the words of a key. It is sufficient because the keys are not chosen adversarially.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl KeyHasher {
    const fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_usize(&mut self, length: usize) {
        self.add(length as u64);
    }

    fn finish(&self) -> u64 {
        // `HashMap` uses the highest and the lowest bits of a hash.
        self.0 ^ self.0 >> 32
    }
}
