//! Every implementation of scoring compared with the plain loop, at every vector level of the
//! machine.

use quadrille_lanes::Level;
use quadrille_mastermind::{
    BitPlanes, CodeSet, Codeword, Feedback, Game,
    kernels::{guesses, packed, pairs, sets, sliced},
    plain,
};

/// Compares one guess against a set of secrets: pair by pair, as a list and as a histogram.
pub(crate) fn check(game: Game, guess: Codeword, secrets: &CodeSet) {
    let expected: Vec<Feedback> = secrets.iter().map(|secret| plain::score(secret, guess)).collect();
    let mut counts = vec![0; game.feedbacks()];
    for (secret, &feedback) in secrets.iter().zip(&expected) {
        counts[feedback.index()] += 1;
        assert_eq!(packed::score(secret, guess), feedback, "{game}: {guess:?} against {secret:?}");
        assert_eq!(packed::score(guess, secret), feedback, "{game}: {secret:?} against {guess:?}");
    }
    let planes = BitPlanes::new(game, secrets.iter());
    let parts = counts.iter().filter(|&&count| count > 0).count() as u32;
    for level in Level::available() {
        assert_eq!(sliced::histograms(level, &[guess], &planes), counts, "{game}: {guess:?} at {level}");
        assert_eq!(sliced::parts(level, &[guess], &planes), [parts], "{game}: {guess:?} at {level}");
        assert_eq!(sets::feedbacks(level, guess, secrets), expected, "{game}: {guess:?} at {level}");
        assert_eq!(sets::histogram(level, guess, secrets), counts, "{game}: {guess:?} at {level}");
    }
}

/// Compares the largest partitions of a set of secrets by many guesses.
pub(crate) fn check_largest(game: Game, guesses: &[Codeword], secrets: &[Codeword]) {
    let largest = |&guess: &Codeword| {
        let mut counts = vec![0; game.feedbacks()];
        for &secret in secrets {
            counts[plain::score(secret, guess).index()] += 1;
        }
        counts.into_iter().max().unwrap_or(0)
    };
    let expected: Vec<u32> = guesses.iter().map(largest).collect();
    let planes = BitPlanes::new(game, guesses.iter().copied());
    for level in Level::available() {
        assert_eq!(guesses::largest_parts(level, secrets, &planes), expected, "{game} at {level}");
        if secrets.len() <= 32 {
            assert_eq!(pairs::largest_parts(level, secrets, &planes), expected, "{game} at {level}");
        }
    }
}

/// Creates a codeword from the numbers of its colours, through its text.
pub(crate) fn code(game: Game, colors: &[u8]) -> Codeword {
    let symbols: Vec<char> = game.symbols().chars().collect();
    let text: String =
        colors[..game.pins()].iter().map(|&color| symbols[usize::from(color) % symbols.len()]).collect();
    game.parse(&text).unwrap()
}
