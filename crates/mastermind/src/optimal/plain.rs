//! The oracle of the search: every guess is tried on every set, until a guess attains a lower bound
//! that depends only on the number of secrets.

use std::collections::HashMap;

use crate::codeword::Codeword;
use crate::game::Game;
use crate::plain;

/// Tries every guess; returns the least cost of a game, and the number of guesses tried, summed
/// over all sets of secrets. A turn costs `turn`, and a secret that is found at the last of `turns`
/// turns costs `last` in addition. `None` if there are not enough turns.
///
/// # Panics
/// If there are more than 128 codewords.
pub(super) fn least(
    game: Game,
    first_guesses: &[Codeword],
    turns: u32,
    (turn, last): (u64, u64),
    possible_only: bool,
) -> (Option<u64>, u64) {
    let codes: Vec<Codeword> = game.iter().collect();
    assert!(codes.len() <= 128, "at most 128 codewords are supported");
    let all = (0..codes.len() as u32).fold(0u128, |set, at| set | 1 << at);
    let scores = codes.iter().map(|&a| codes.iter().map(|&b| plain::score(b, a).index()).collect()).collect();
    let mut oracle = Oracle { game, scores, turn, last, possible_only, known: HashMap::new(), tried: 0 };
    let cost = first_guesses
        .iter()
        .filter_map(|first| oracle.by_guess(game.position(*first) as usize, all, turns, u64::MAX))
        .min();
    (cost, oracle.tried)
}

struct Oracle {
    game: Game,
    scores: Vec<Vec<usize>>,
    turn: u64,
    last: u64,
    possible_only: bool,
    known: HashMap<(u128, u32), Option<u64>>,
    /// Number of guesses tried, summed over all sets of secrets.
    tried: u64,
}

impl Oracle {
    fn set(&mut self, set: u128, turns: u32) -> Option<u64> {
        if turns == 0 {
            return None;
        }
        // If there are more turns than members of the set, the number of turns is no restriction.
        let turns = turns.min(set.count_ones() + 1);
        if let Some(&known) = self.known.get(&(set, turns)) {
            return known;
        }
        // At most one secret takes one turn, and all others take at least two, so no guess costs
        // less than this.
        let least = self.turn * (2 * u64::from(set.count_ones()) - 1);
        let mut best: Option<u64> = None;
        for inside in [true, false] {
            for guess in 0..self.scores.len() {
                if (set >> guess & 1 == 1) == inside && (inside || !self.possible_only) {
                    let cost = self.by_guess(guess, set, turns, best.unwrap_or(u64::MAX));
                    best = best.into_iter().chain(cost).min();
                    if best == Some(least) {
                        break;
                    }
                }
            }
            if best == Some(least) {
                break;
            }
        }
        self.known.insert((set, turns), best);
        best
    }

    /// Returns the cost of `set` if `guess` is the next guess; `None` if there are not enough
    /// turns, or if the cost is not below `limit`.
    fn by_guess(&mut self, guess: usize, set: u128, turns: u32, limit: u64) -> Option<u64> {
        self.tried += 1;
        let solved = self.game.feedbacks() - 1;
        let mut parts = vec![0u128; self.game.feedbacks()];
        let mut rest = set;
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            parts[self.scores[guess][at]] |= 1 << at;
            rest &= rest - 1;
        }
        let mut cost = u64::from(set.count_ones()) * self.turn;
        if parts[solved] != 0 && turns == 1 {
            cost += self.last;
        }
        parts[solved] = 0;
        parts.retain(|&part| part != 0);
        let least = |part: u128| self.turn * (2 * u64::from(part.count_ones()) - 1);
        cost += parts.iter().map(|&part| least(part)).sum::<u64>();
        if cost >= limit || parts.contains(&set) {
            return None;
        }
        for part in parts {
            cost += self.set(part, turns - 1)? - self.turn * (2 * u64::from(part.count_ones()) - 1);
            if cost >= limit {
                return None;
            }
        }
        Some(cost)
    }
}
