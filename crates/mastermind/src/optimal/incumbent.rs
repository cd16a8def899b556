//! A quick strategy, for searches that are cancelled before they have found a strategy.
//!
//! Every set of secrets is split by one of its members: the member with the least remaining entropy
//! (Σ n log₂ n over the partition sizes n) or with the smallest largest partition, among as many
//! members as a bounded number of comparisons allows. The construction takes at most a few tenths
//! of a second for a million codewords; the totals are a few per cent above the best known totals.

use super::tree::{Node, Tree};
use super::{Goal, Optimum, UNLIMITED};
use crate::codeword::Codeword;
use crate::feedback::Feedback;
use crate::game::Game;
use crate::kernels::packed::Packed;
use crate::opening;

/// Maximum number of comparisons, of a guess with a secret, in choosing the guess for one set. At
/// least one guess is compared with all secrets of the set, even if the set is larger.
const WORK: usize = 1 << 17;

/// Criterion by which a guess is chosen from its partition sizes; smaller is better.
#[derive(Clone, Copy)]
enum Rank {
    /// The remaining entropy, in units of 1/1024.
    Open,
    /// The largest partition, then the remaining entropy. This criterion keeps games short.
    Largest,
}

impl Rank {
    fn of(self, sizes: &[u32]) -> (u64, u64) {
        let term = |&size: &u32| {
            let size = f64::from(size.max(1));
            (size * libm::log2(size) * 1024.0) as u64
        };
        let open = sizes.iter().map(term).sum();
        match self {
            Self::Open => (open, 0),
            Self::Largest => (sizes.iter().copied().max().unwrap_or(0).into(), open),
        }
    }
}

/// Returns a strategy for the goal without a search; `None` if it needs more turns than the goal
/// allows.
pub(super) fn incumbent(game: Game, goal: &Goal, first_guesses: &[Codeword]) -> Option<Optimum> {
    let codes = game.codes();
    let secrets: Vec<Packed> =
        codes.iter().map(|&code| Packed::new(Codeword::from_valid_bits(code))).collect();
    let mut best: Option<Optimum> = None;
    // Two greedy trees are built: by remaining entropy, for few turns in total, and by the largest
    // partition, for a small maximum number of turns.
    for rank in [Rank::Open, Rank::Largest] {
        let rank_of = |guess: &Codeword| {
            let sizes = opening::partition(game, *guess).into_iter().take(game.feedbacks() - 1);
            rank.of(&sizes.map(|size| size as u32).collect::<Vec<u32>>())
        };
        let first = *first_guesses.iter().min_by_key(|guess| (rank_of(guess), guess.bits()))?;
        let parts = parts(game, Packed::new(first), &secrets);
        let tree = Tree { game, root: node(game, rank, first, parts) };
        let walk = tree.walk().ok()?;
        let limit = goal.max_turns.unwrap_or(UNLIMITED);
        if walk.max_turns() > limit {
            continue;
        }
        let value = |walk: &super::Walk| {
            let (turns, total) = (u64::from(walk.max_turns()), walk.total_turns());
            if goal.least_depth { (turns, total) } else { (total, turns) }
        };
        if best.as_ref().is_none_or(|best| value(&walk) < value(&best.walk)) {
            let lower_bound = least(game);
            best = Some(Optimum { tree, walk, lower_bound, proved: false });
        }
        // Without a depth goal, the first tree within the limit is kept.
        if !goal.least_depth {
            break;
        }
    }
    best
}

/// Groups the secrets by feedback index, and omits the secret that equals the guess.
fn parts(game: Game, guess: Packed, secrets: &[Packed]) -> Vec<Vec<Packed>> {
    let mut parts = vec![Vec::new(); game.feedbacks() - 1];
    for &secret in secrets {
        if let Some(part) = parts.get_mut(secret.score(guess).index()) {
            part.push(secret);
        }
    }
    parts
}

/// Builds the tree below `guess`, which partitions the remaining secrets into `parts`.
fn node(game: Game, rank: Rank, guess: Codeword, parts: Vec<Vec<Packed>>) -> Node {
    let mut then: Vec<(Feedback, Node)> = Vec::new();
    for (index, secrets) in parts.into_iter().enumerate().filter(|(_, part)| !part.is_empty()) {
        let next = member(game, rank, &secrets);
        // The chosen member is alone in its partition, so every level has fewer secrets.
        let below = self::parts(game, next, &secrets);
        then.push((Feedback::from_index(index), node(game, rank, next.codeword(), below)));
    }
    then.sort_by_key(|&(feedback, _)| feedback);
    Node { guess, then }
}

/// Returns the best guess among an evenly spread sample of the secrets.
fn member(game: Game, rank: Rank, secrets: &[Packed]) -> Packed {
    let tried = (WORK / secrets.len()).clamp(1, secrets.len());
    let mut best = (None, secrets[0]);
    let mut sizes = vec![0u32; game.feedbacks()];
    for at in 0..tried {
        let guess = secrets[at * secrets.len() / tried];
        sizes.fill(0);
        for secret in secrets {
            sizes[secret.score(guess).index()] += 1;
        }
        let solved = game.feedbacks() - 1;
        let found = rank.of(&sizes[..solved]);
        if best.0.is_none_or(|known| found < known) {
            best = (Some(found), guess);
        }
    }
    best.1
}

/// Returns a lower bound on the total turns of any strategy: with k possible feedbacks, one of
/// which ends the game, at most one secret takes one turn, at most k − 1 take two, at most (k − 1)²
/// three, and so on.
fn least(game: Game) -> u64 {
    let kinds = (0..game.feedbacks()).filter(|&at| Feedback::from_index(at).is_possible(game.pins())).count();
    let (mut left, mut room, mut turn, mut total) = (game.codewords(), 1u64, 1, 0);
    while left > 0 {
        let found = left.min(room.max(1));
        total += found * turn;
        left -= found;
        room = room.saturating_mul(kinds as u64 - 1);
        turn += 1;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Repeats;

    /// For every goal, the tree satisfies the goal, and the lower bound does not exceed the total
    /// of the tree.
    #[test]
    fn it_keeps_to_the_goal() {
        let mut shown = 0;
        for (pins, colors, repeats) in [
            (1, 1, Repeats::Allowed),
            (1, 7, Repeats::Allowed),
            (2, 6, Repeats::Allowed),
            (3, 4, Repeats::Allowed),
            (4, 4, Repeats::Forbidden),
            (4, 6, Repeats::Allowed),
        ] {
            let game = Game::new(pins, colors, repeats).unwrap();
            let some = game.iter().last();
            for possible_only in [false, true] {
                for first in [None, some] {
                    for max_turns in [None, Some(1), Some(3), Some(5), Some(8)] {
                        let goal = Goal::new().with_max_turns(max_turns).with_first(first);
                        let goal = goal.only_possible(possible_only);
                        let Some(found) = incumbent(game, &goal, &goal.first_guesses(game)) else {
                            assert!(max_turns.is_some());
                            continue;
                        };
                        shown += 1;
                        assert_eq!(found.walk, found.tree.walk().unwrap());
                        assert_eq!(found.walk.secrets(), game.codewords());
                        assert!(found.walk.max_turns() <= max_turns.unwrap_or(u32::MAX));
                        assert!(first.is_none_or(|first| first == found.tree.root.guess));
                        assert!(!found.proved && found.lower_bound <= found.walk.total_turns());
                    }
                }
            }
        }
        assert!(shown > 30, "{shown}");
    }

    #[test]
    fn it_is_nearly_as_good_as_the_best() {
        for (pins, colors, best) in [(4, 6, 5625u64), (3, 10, 5242), (5, 4, 3954)] {
            let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
            let found = incumbent(game, &Goal::new(), &Goal::new().first_guesses(game)).unwrap();
            assert!(found.lower_bound <= best && best <= found.walk.total_turns());
            assert!(found.walk.total_turns() * 100 < best * 108, "{game}: {}", found.walk.total_turns());
        }
    }
}
