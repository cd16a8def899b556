//! The rules of optimal play, tried out: every guess on every set. The oracle of the search.

use std::collections::HashMap;

use crate::codeword::Codeword;
use crate::game::Game;
use crate::plain;

/// The least cost of a game by trying every guess everywhere: a turn costs `turn`, a secret found at the last
/// of `turns` turns `last` more. `None` if there are not enough turns.
pub(super) fn least(
    game: Game,
    firsts: &[Codeword],
    turns: u32,
    (turn, last): (u64, u64),
    possible_only: bool,
) -> Option<u64> {
    let codes: Vec<Codeword> = game.iter().collect();
    assert!(codes.len() <= 128, "a set is a word");
    let all = (0..codes.len() as u32).fold(0u128, |set, at| set | 1 << at);
    let scores = codes.iter().map(|&a| codes.iter().map(|&b| plain::score(b, a).index()).collect()).collect();
    let mut oracle = Oracle { game, scores, turn, last, possible_only, known: HashMap::new() };
    firsts.iter().filter_map(|first| oracle.by_guess(game.position(*first) as usize, all, turns)).min()
}

struct Oracle {
    game: Game,
    scores: Vec<Vec<usize>>,
    turn: u64,
    last: u64,
    possible_only: bool,
    known: HashMap<(u128, u32), Option<u64>>,
}

impl Oracle {
    fn set(&mut self, set: u128, turns: u32) -> Option<u64> {
        if turns == 0 {
            return None;
        }
        // No set needs more turns than it has members.
        let turns = turns.min(set.count_ones() + 1);
        if let Some(&known) = self.known.get(&(set, turns)) {
            return known;
        }
        let mut best: Option<u64> = None;
        for guess in 0..self.scores.len() {
            if (!self.possible_only || set >> guess & 1 == 1)
                && let Some(cost) = self.by_guess(guess, set, turns)
            {
                best = Some(best.map_or(cost, |best| best.min(cost)));
            }
        }
        self.known.insert((set, turns), best);
        best
    }

    fn by_guess(&mut self, guess: usize, set: u128, turns: u32) -> Option<u64> {
        let solved = self.game.feedbacks() - 1;
        let mut parts = vec![0u128; self.game.feedbacks()];
        for at in (0..self.scores.len()).filter(|&at| set >> at & 1 == 1) {
            parts[self.scores[guess][at]] |= 1 << at;
        }
        let mut cost = u64::from(set.count_ones()) * self.turn;
        if parts[solved] != 0 && turns == 1 {
            cost += self.last;
        }
        for (index, &part) in parts.iter().enumerate() {
            if index == solved || part == 0 {
                continue;
            }
            if part == set {
                return None;
            }
            cost += self.set(part, turns - 1)?;
        }
        Some(cost)
    }
}
