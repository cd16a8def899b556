//! Every form of scoring against the plain loop, at every vector level of the machine.

use proptest::prelude::*;
use quadrille_lanes::Level;
use quadrille_mastermind::{
    BitPlanes, CodeSet, Codeword, Feedback, Game, Repeats,
    kernels::{guesses, packed, pairs, sets, sliced},
    ladder::{automatic::Bytes, by_hand, sliced_words},
    plain,
};

/// One guess against a set of secrets: pair by pair, as a list and as a histogram.
fn check(game: Game, guess: Codeword, secrets: &CodeSet) {
    let expected: Vec<Feedback> = secrets.iter().map(|secret| plain::score(secret, guess)).collect();
    let mut counts = vec![0; game.feedbacks()];
    for (secret, &feedback) in secrets.iter().zip(&expected) {
        counts[feedback.index()] += 1;
        assert_eq!(packed::score(secret, guess), feedback, "{game}: {guess:?} against {secret:?}");
        assert_eq!(packed::score(guess, secret), feedback, "{game}: {secret:?} against {guess:?}");
    }
    let other = Bytes::guess(guess);
    assert!(
        secrets
            .iter()
            .zip(&expected)
            .all(|(secret, &feedback)| Bytes::secret(secret).score(&other) == feedback)
    );
    let counted = by_hand::Counted::new(secrets.iter());
    assert_eq!(by_hand::histogram(guess, &counted), counts, "{game}: {guess:?}");
    let planes = BitPlanes::new(game, secrets.iter());
    assert_eq!(sliced_words::histograms(&[guess], &planes), counts, "{game}: {guess:?}");
    let parts = counts.iter().filter(|&&count| count > 0).count() as u32;
    for level in Level::available() {
        assert_eq!(sliced::histograms(level, &[guess], &planes), counts, "{game}: {guess:?} at {level}");
        assert_eq!(sliced::parts(level, &[guess], &planes), [parts], "{game}: {guess:?} at {level}");
        assert_eq!(sets::feedbacks(level, guess, secrets), expected, "{game}: {guess:?} at {level}");
        assert_eq!(sets::histogram(level, guess, secrets), counts, "{game}: {guess:?} at {level}");
    }
}

/// A set of secrets against many guesses at once: the largest parts.
fn check_largest(game: Game, guesses: &[Codeword], secrets: &[Codeword]) {
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

/// All pairs.
fn check_all(game: Game) {
    let all = CodeSet::all(game);
    for guess in game {
        check(game, guess, &all);
    }
}

#[test]
fn exhaustively_with_repeats() {
    for pins in 1..=8 {
        for colors in 1..=15 {
            let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
            if game.codewords() <= 260 {
                check_all(game);
            }
        }
    }
    check_all(Game::new(4, 6, Repeats::Allowed).unwrap());
}

#[test]
fn exhaustively_without_repeats() {
    for pins in 1..=8 {
        for colors in pins..=15 {
            let game = Game::new(pins, colors, Repeats::Forbidden).unwrap();
            if game.codewords() <= 400 {
                check_all(game);
            }
        }
    }
}

/// A codeword from the colours' numbers, through its text.
fn code(game: Game, colors: &[u8]) -> Codeword {
    let symbols: Vec<char> = game.symbols().chars().collect();
    let text: String =
        colors[..game.pins()].iter().map(|&color| symbols[usize::from(color) % symbols.len()]).collect();
    game.parse(&text).unwrap()
}

/// Words where carries, borrows, full lanes and full words would show.
fn adversaries(game: Game) -> Vec<Codeword> {
    let colors = game.colors() as u8;
    let mut words: Vec<Vec<u8>> = Vec::new();
    for color in [0, 1, 6, 7, 8, colors - 1] {
        // All of one colour; all but the first; all but the last; the first half.
        words.push(vec![color; 16]);
        for other in [0, colors - 1] {
            let mut word = vec![color; 16];
            word[0] = other;
            words.push(word.clone());
            word = vec![color; 16];
            word[game.pins() - 1] = other;
            words.push(word.clone());
            word[..game.pins() / 2].fill(other);
            words.push(word);
        }
    }
    // Two colours in turn, both ways; all colours up, down and turned.
    for step in 0..4 {
        words.push((0..16).map(|pin| (pin + step) % 2).collect());
        words.push((0..16).map(|pin| (pin + step) % colors).collect());
        words.push((0..16).map(|pin| (2 * colors).wrapping_sub(pin + step) % colors).collect());
    }
    words.iter().map(|word| code(game, word)).collect()
}

#[test]
fn adversarial_words_of_every_size() {
    for pins in 1..=16 {
        for colors in 1..=15 {
            let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
            let words = adversaries(game);
            let secrets = CodeSet::new(game, words.iter().copied());
            for &guess in &words {
                check(game, guess, &secrets);
            }
            for few in [0, 1, 2, 3, 8, 9, 32, words.len()] {
                check_largest(game, &words, &words[..few.min(words.len())]);
            }
        }
    }
}

#[test]
fn permutations_without_repeats() {
    for pins in 8..=15u32 {
        let game = Game::new(pins, 15, Repeats::Forbidden).unwrap();
        let symbols = game.symbols();
        let turned = |by: usize| {
            let text: String = symbols.chars().cycle().skip(by).take(pins as usize).collect();
            game.parse(&text).unwrap()
        };
        let secrets = CodeSet::new(game, (0..15).map(turned));
        for by in 0..15 {
            check(game, turned(by), &secrets);
        }
    }
}

#[test]
fn sets_of_every_length() {
    // Padding, missing vectors, whole blocks and several chunks, in every kind of histogram.
    for (pins, colors) in [(2, 15), (4, 8), (5, 6), (8, 4), (9, 8), (16, 15)] {
        let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
        let codes: Vec<Codeword> = game.iter().take(4200).collect();
        let guess = codes[codes.len() / 3];
        let lengths = (0..=140).chain([2040, 2047, 2048, 2049, 2056, 4095, 4096, 4097, 4200]);
        for length in lengths.filter(|&length| length <= codes.len()) {
            check(game, guess, &CodeSet::new(game, codes[..length].iter().copied()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_words_of_every_size(
        pins in 1u32..=16,
        colors in 1u32..=15,
        guess in prop::collection::vec(any::<u8>(), 16),
        secrets in prop::collection::vec(prop::collection::vec(any::<u8>(), 16), 0..80),
        few in 1u8..=15,
    ) {
        let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
        // Few colours make many hits.
        let narrowed = |word: &Vec<u8>| code(game, &word.iter().map(|c| c % few).collect::<Vec<_>>());
        let set = CodeSet::new(game, secrets.iter().map(narrowed));
        check(game, narrowed(&guess), &set);
        let codes: Vec<Codeword> = set.iter().collect();
        check_largest(game, &codes, &codes);
        check_largest(game, &codes, &codes[..codes.len().min(10)]);
    }
}
