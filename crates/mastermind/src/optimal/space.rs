//! Shared data of all searches of one game: codewords, scores, and bounds by size.

use quadrille_lanes::{
    Level,
    simd::{Simd, dispatch},
};
use quadrille_memory::of;

use super::classes::{self, AllPicks, Classes};
use super::options::SearchOptions;
use crate::codeword::Codeword;
use crate::game::Game;
use crate::planes::BitPlanes;

/// The number of turns that means no limit: more than any secret can need.
pub(super) const UNLIMITED: u32 = u32::MAX / 2;

/// Returns the remaining turns after one more turn.
#[inline]
pub(super) const fn after_one(turns: u32) -> u32 {
    if turns == UNLIMITED { UNLIMITED } else { turns - 1 }
}

/// The cost of a set that cannot be solved within the remaining turns. Sums of a few such costs do
/// not overflow.
pub(super) const IMPOSSIBLE: u64 = 1 << 50;

/// Guesses to try, by their indices among all codewords, and their planes.
#[derive(Debug)]
pub(super) struct List {
    pub(super) places: Vec<u32>,
    pub(super) planes: BitPlanes,
}

/// A codeword in unary: `pins` has a bit per pin and colour, `copies` a bit per copy of a colour.
/// For two codewords, the number of common bits in `pins` is the number of black pegs, and the
/// number of common bits in `copies` is the number of hits (black plus white pegs).
#[derive(Debug, Clone, Copy)]
struct Unary {
    pins: u64,
    copies: u64,
}

fn left_open(secrets: usize) -> u64 {
    let secrets = secrets.max(1) as f64;
    (secrets * libm::log2(secrets) * 1024.0) as u64
}

#[inline(always)]
fn score_each<S: Simd>(_: S, unary: &[Unary], guess: Unary, secrets: &[u32], out: &mut [u8]) {
    for (&secret, out) in secrets.iter().zip(out) {
        let secret = unary[secret as usize];
        let black = (guess.pins & secret.pins).count_ones();
        let hits = (guess.copies & secret.copies).count_ones();
        *out = (hits * (hits + 1) / 2 + black) as u8;
    }
}

/// Data of one game, shared by all searches.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) game: Game,
    level: Level,
    /// All codewords, packed, ascending. Secrets and guesses are indices into this list.
    pub(super) codes: Vec<u64>,
    unary: Vec<Unary>,
    picks: AllPicks,
    pub(super) all: List,
    /// Feedback index of the right guess.
    pub(super) solved: u8,
    /// Number of possible feedbacks.
    pub(super) kinds: usize,
    /// Cost of a turn, usually 1. If each secret at the last turn costs 1 in addition, a turn costs
    /// more than the sum of these additional costs.
    pub(super) turn: u64,
    /// Additional cost of a secret found at the last turn: 0 or 1.
    pub(super) last: u64,
    /// Whether only possible codewords are allowed as guesses.
    pub(super) possible_only: bool,
    pub(super) options: SearchOptions,
    /// For each number of secrets, a lower bound on their total turns.
    floor: Vec<u32>,
    /// For each number n of secrets, n log₂ n in units of 1/1024, rounded down; determines the
    /// order of guesses.
    open: Vec<u64>,
    /// For each number of turns, an upper bound on the number of secrets that can be found.
    capacity: Vec<u64>,
}

impl Space {
    /// Returns the index of a codeword of the game.
    pub(super) fn place(&self, code: u64) -> u32 {
        self.game.position(Codeword::from_valid_bits(code)) as u32
    }

    pub(super) fn new(game: Game, level: Level, possible_only: bool, count_last: bool) -> Self {
        let codes = game.codes();
        let colors = game.colors();
        let most = game.most_of_a_color();
        // Unary form: one bit per pin and colour for black pegs, and one per colour and copy for
        // hits (the n-th copy of a colour sets its n-th bit), so that the population count of one
        // AND gives the black pegs, and that of another gives the hits.
        let unary = codes
            .iter()
            .map(|&code| {
                let mut word = Unary { pins: 0, copies: 0 };
                let mut seen = [0usize; 16];
                for (pin, color) in Codeword::from_valid_bits(code).colors().enumerate() {
                    let color = usize::from(color) - 1;
                    word.pins |= 1 << (pin * colors + color);
                    word.copies |= 1 << (color * most + seen[color]);
                    seen[color] += 1;
                }
                word
            })
            .collect();
        let planes = BitPlanes::new(game, codes.iter().map(|&code| Codeword::from_valid_bits(code)));
        let picks = AllPicks::new(&planes, &codes);
        let kinds = (0..game.feedbacks())
            .filter(|&index| crate::Feedback::from_index(index).is_possible(game.pins()))
            .count();
        let mut space = Self {
            game,
            level,
            unary,
            picks,
            all: List { places: (0..codes.len() as u32).collect(), planes },
            solved: (game.feedbacks() - 1) as u8,
            kinds,
            // If each secret at the last turn costs 1 in addition, a turn costs more than the sum
            // of these additional costs.
            turn: if count_last { codes.len() as u64 + 1 } else { 1 },
            last: count_last.into(),
            possible_only,
            options: SearchOptions::ALL,
            floor: Vec::new(),
            open: (0..=codes.len()).map(left_open).collect(),
            capacity: vec![0],
            codes,
        };
        // The bound by size assumes that each guess gets all `kinds` possible feedbacks, so that
        // one secret is found at turn 1, `kinds − 1` secrets at turn 2, and so on.
        space.floor = (0..=space.codes.len()).map(|size| space.shared(size, 1)).collect();
        // With n turns, a strategy finds at most one secret by its next guess, and after each other
        // feedback as many secrets as with n − 1 turns.
        while space.capacity.len() < 64 {
            let before = space.capacity[space.capacity.len() - 1];
            space.capacity.push((1 + before.saturating_mul(kinds as u64 - 1)).min(1 << 40));
        }
        space
    }

    /// Returns the number of bytes for the data of a game. For every codeword, this is its packed
    /// form, its unary form, its index, its planes and the indices of the planes that it selects;
    /// for every number of secrets, the entries of `floor` and `open`.
    pub(super) fn bytes(game: Game) -> u64 {
        let codewords = game.codewords();
        let by_code = of::<u64>(codewords) + of::<Unary>(codewords) + of::<u32>(codewords);
        let by_size = of::<u32>(codewords + 1) + of::<u64>(codewords + 1);
        by_code + by_size + BitPlanes::bytes(game, codewords) + AllPicks::bytes(game)
    }

    /// Sets the techniques of the search.
    pub(super) fn with_options(self, options: SearchOptions) -> Self {
        Self { options, ..self }
    }

    pub(super) fn list(&self, places: Vec<u32>) -> List {
        let planes = BitPlanes::new(
            self.game,
            places.iter().map(|&at| Codeword::from_valid_bits(self.codes[at as usize])),
        );
        List { places, planes }
    }

    /// Returns the feedback index between two codewords.
    #[inline]
    pub(super) fn score(&self, a: u32, b: u32) -> u8 {
        let (a, b) = (self.unary[a as usize], self.unary[b as usize]);
        let black = (a.pins & b.pins).count_ones();
        let hits = (a.copies & b.copies).count_ones();
        (hits * (hits + 1) / 2 + black) as u8
    }

    /// Computes the feedback indices between a codeword and several other codewords, with the
    /// population count of the vector level.
    #[inline]
    pub(super) fn scores(&self, guess: u32, secrets: &[u32], out: &mut [u8]) {
        let (unary, guess) = (&self.unary[..], self.unary[guess as usize]);
        dispatch!(self.level.simd(), simd => score_each(simd, unary, guess, secrets, out));
    }

    /// Counts the partitions of some secrets by every guess of a list.
    pub(super) fn count(&self, list: &List, secrets: &[u32], out: &mut Classes) {
        classes::count(self.level, &list.planes, &self.picks, secrets, out);
    }

    /// Returns a lower bound on the total turns of `secrets` secrets in `parts` partitions. At most
    /// `parts` secrets take one turn, at most `parts` · k take two, at most `parts` · k² three, and
    /// so on, where k is the number of feedbacks minus one.
    fn shared(&self, secrets: usize, parts: usize) -> u32 {
        let (mut left, mut width, mut turns, mut sum) = (secrets, parts, 1, 0);
        let branches = self.kinds - 1;
        while left > 0 {
            if width == 0 {
                return u32::MAX / 2;
            }
            let here = left.min(width);
            sum += here * turns;
            left -= here;
            width = width.saturating_mul(branches);
            turns += 1;
        }
        sum as u32
    }

    /// Returns the remaining entropy of one partition with n = `secrets` secrets: n log₂ n, in
    /// units of 1/1024.
    #[inline]
    pub(super) fn open(&self, secrets: usize) -> u64 {
        self.open[secrets]
    }

    /// Returns a lower bound on the cost of `secrets` secrets, which depends only on their number.
    #[inline]
    pub(super) fn floor(&self, secrets: usize) -> u64 {
        u64::from(self.floor[secrets]) * self.turn
    }

    /// Returns a lower bound on the cost of a set of `secrets` secrets if no guess makes more than
    /// `classes` partitions of the set. For a guess that is a member of the set, one is added to
    /// the number of partitions.
    pub(super) fn floor_by_classes(&self, secrets: usize, classes: u32) -> u64 {
        if !self.options.class_bounds {
            return self.floor(secrets);
        }
        let classes = classes as usize;
        let outside = self.shared(secrets, classes);
        let inside = if classes >= 2 && (classes > 2 || secrets == 1) {
            self.shared(secrets - 1, classes - 2)
        } else {
            u32::MAX / 2
        };
        (secrets as u64 + u64::from(outside.min(inside))) * self.turn
    }

    /// Returns false if no strategy can find `secrets` secrets within `turns` turns. The test uses
    /// only the number of secrets, so the result can be true although no strategy exists.
    #[inline]
    pub(super) fn fits(&self, secrets: usize, turns: u32) -> bool {
        secrets as u64 <= self.capacity[(turns as usize).min(self.capacity.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Repeats;

    #[test]
    fn stated_bytes_are_those_of_the_tables() {
        for (pins, colors, repeats) in [
            (1, 1, Repeats::Allowed),
            (3, 4, Repeats::Allowed),
            (4, 6, Repeats::Allowed),
            (5, 8, Repeats::Allowed),
            (5, 9, Repeats::Forbidden),
            (8, 3, Repeats::Allowed),
        ] {
            let game = Game::new(pins, colors, repeats).unwrap();
            let space = Space::new(game, Level::scalar(), false, false);
            let lists = size_of_val(&*space.codes)
                + size_of_val(&*space.unary)
                + size_of_val(&*space.all.places)
                + size_of_val(&*space.floor)
                + size_of_val(&*space.open);
            let size = lists as u64 + space.all.planes.taken() + space.picks.size();
            assert_eq!(Space::bytes(game), size, "{game}");
        }
    }
}
