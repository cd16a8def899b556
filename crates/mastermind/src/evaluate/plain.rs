//! The oracle of [`evaluate`](super::evaluate): every secret is played separately, every guess is
//! compared with every secret by a plain loop, and entropies are compared exactly, as products of
//! big integers.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;

use crate::codeword::Codeword;
use crate::evaluate::{EvaluationTally, Play};
use crate::feedback::Feedback;
use crate::game::Game;
use crate::plain::score;
use crate::strategy::Strategy;

/// A game so far: every guess and its feedback.
type History = Vec<(Codeword, Feedback)>;

/// Plays every secret of a game separately. The only optimisation is that guesses are memoised by
/// the history of the game.
///
/// The result equals that of [`evaluate`](super::evaluate). Takes O(secrets³) time, so it is for
/// small games only. A first guess that is not a codeword of the game is ignored.
///
/// ```
/// use quadrille_mastermind::{Game, Play, Repeats, Strategy, evaluate_plainly};
///
/// let game = Game::new(2, 4, Repeats::Allowed)?;
/// assert_eq!(evaluate_plainly(game, Play::new(Strategy::Knuth)).total_turns(), 45);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate_plainly(game: Game, play: Play) -> EvaluationTally {
    let all: Vec<Codeword> = game.iter().collect();
    let mut guesses: BTreeMap<History, Codeword> = BTreeMap::new();
    let mut tally = EvaluationTally::default();
    for &secret in &all {
        let mut history = History::new();
        let mut possible = all.clone();
        loop {
            let guess = *guesses.entry(history.clone()).or_insert_with(|| {
                let (guess, tried) = choose(play, &all, &possible, history.is_empty());
                tally.scores += (tried + 1) * possible.len() as u64;
                guess
            });
            let feedback = score(secret, guess);
            history.push((guess, feedback));
            if guess == secret {
                tally.record(history.len(), 1);
                break;
            }
            possible.retain(|&other| score(other, guess) == feedback);
        }
    }
    tally
}

/// Returns the next guess, and the number of guesses that count as tried.
fn choose(play: Play, all: &[Codeword], possible: &[Codeword], first_turn: bool) -> (Codeword, u64) {
    if let (true, Some(first)) = (first_turn, play.first)
        && all.contains(&first)
    {
        return (first, 0);
    }
    if possible.len() <= 2 || play.strategy == Strategy::FirstConsistent {
        return (possible[0], 0);
    }
    // Among equally good guesses, the first in this order is chosen: possible codewords, then all
    // others.
    let mut guesses = possible.to_vec();
    if !play.possible_only {
        guesses.extend(all.iter().filter(|guess| !possible.contains(guess)));
    }
    let partitions: Vec<Vec<u32>> = guesses.iter().map(|&guess| parts(guess, possible)).collect();
    let best = (0..guesses.len()).min_by_key(|&at| rank(play.strategy, &partitions[at])).unwrap_or(0);
    let tried = if first_turn {
        all.iter().map(|code| sorted(code.counts())).collect::<BTreeSet<_>>().len()
    } else {
        let perfect = partitions.iter().position(|parts| parts.len() == possible.len());
        perfect.map_or(guesses.len(), |at| at + 1)
    };
    (guesses[best], tried as u64)
}

/// Returns the partition sizes of the possible secrets by a guess.
fn parts(guess: Codeword, possible: &[Codeword]) -> Vec<u32> {
    let mut sizes = BTreeMap::<Feedback, u32>::new();
    for &secret in possible {
        *sizes.entry(score(secret, guess)).or_default() += 1;
    }
    sizes.into_values().collect()
}

/// Returns the rank of a guess with the partition sizes `parts`; smaller is better.
fn rank(strategy: Strategy, parts: &[u32]) -> BigUint {
    match strategy {
        Strategy::Knuth => parts.iter().copied().max().unwrap_or(0).into(),
        Strategy::ExpectedSize => parts.iter().map(|&n| BigUint::from(n) * n).sum(),
        Strategy::Entropy => parts.iter().map(|&n| BigUint::from(n).pow(n)).product(),
        Strategy::MostParts => BigUint::from(1000 - parts.len()),
        Strategy::FirstConsistent => 0u32.into(),
    }
}

fn sorted(mut counts: [u8; Game::MAX_COLORS]) -> [u8; Game::MAX_COLORS] {
    counts.sort_unstable();
    counts
}
