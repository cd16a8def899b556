//! Every implementation of scoring compared with the plain loop, at every vector level of the
//! machine.

use crate::fuzzed::scores;

use proptest::prelude::*;
use quadrille_mastermind::{CodeSet, Codeword, Game, Repeats};

use scores::{check, check_largest, code};

/// Compares all pairs.
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

/// Returns words that provoke carries, borrows, full lanes and full words.
fn adversaries(game: Game) -> Vec<Codeword> {
    let colors = game.colors() as u8;
    let mut words: Vec<Vec<u8>> = Vec::new();
    for color in [0, 1, 6, 7, 8, colors - 1] {
        // Words in which all pins have one colour, all but the first, all but the last, or the
        // first half.
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
    // Words with two colours in turn, beginning with either; with all colours ascending, descending
    // and rotated.
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
    // Tests padding, missing vectors, whole blocks and several chunks, in every kind of histogram.
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
