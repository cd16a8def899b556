//! The partition of *all* codewords by a guess, computed by a formula.
//!
//! Without rows every codeword is possible, so the number of codewords per feedback follows by
//! combinatorics. Computing it takes microseconds in small games, milliseconds in the largest.
//!
//! **With repeats.** Let the guess have kᵢ pins of colour i and p pins in total, and let the game
//! have u colours that the guess lacks. Instead of counting "exactly these pins are black", which
//! is hard, count "at least these pins are black": choose aᵢ of the kᵢ pins of each colour and fix
//! them as black. The other p − Σ aᵢ pins are free and can have any colours. A codeword with fᵢ
//! free pins of colour i has min(kᵢ, aᵢ + fᵢ) hits of this colour. The number of such codewords is
//! a product over the colours, accumulated in a table, one colour at a time:
//!
//! ```text
//! ways[a][f][h]     number of ways to choose the fixed pins and to colour free pins, with the
//!                   colours so far; a counts the fixed pins, f the coloured free pins, h the hits
//!   one colour more:  fix a′ of its k pins                C(k, a′)
//!                     interleave its f′ free pins         C(f + f′, f′)
//!                     h grows by                          min(k, a′ + f′)
//! at the end:       of the n = p − a free pins, f have colours of the guess, and
//!                   each of the others has any of the u colours
//!                     N[a][h] = Σ_f ways[a][f][h] · C(n, f) · u^(n − f)
//! ```
//!
//! A codeword with b black pins is counted C(b, a) times in `N[a]`. By binomial inversion, the
//! number of codewords with exactly b black pins and h hits is Σ over a ≥ b of (−1)^(a − b) ·
//! C(a, b) · `N[a][h]`.
//!
//! **Without repeats** every colour occurs at most once. Let b of the p pins be black, and let w be
//! the number of white pegs. The guess has n = p − b colours that are not black, and w of them are
//! at a wrong pin among the n pins that are not black. The remaining n − w pins have colours from
//! the u colours that the guess lacks, in any order. The misplacements of w colours are counted by
//! inclusion–exclusion over the number of colours at their own pin.

use crate::codeword::Codeword;
use crate::feedback::Feedback;
use crate::game::{Game, Repeats};

/// Returns the number of codewords of a game that give each feedback to a guess, by
/// [`Feedback::index`]. Exact for every size.
pub(crate) fn partition(game: Game, guess: Codeword) -> Vec<u64> {
    let parts = match game.repeats() {
        Repeats::Allowed => with_repeats(game, guess),
        Repeats::Forbidden => without_repeats(game),
    };
    parts.into_iter().map(|count| count as u64).collect()
}

/// Returns a binomial coefficient of numbers up to 16.
fn choose(n: usize, k: usize) -> i128 {
    (0..k).fold(1, |product, at| product * (n as i128 - at as i128) / (at as i128 + 1))
}

/// Returns the falling factorial n · (n − 1) · … of `k` factors, which is the number of ordered
/// selections; 0 if k > n.
fn arrangements(n: usize, k: usize) -> i128 {
    (0..k).map(|at| n as i128 - at as i128).product()
}

const fn index(black: usize, hits: usize) -> usize {
    Feedback { black: black as u8, white: (hits - black) as u8 }.index()
}

fn with_repeats(game: Game, guess: Codeword) -> Vec<i128> {
    let pins = game.pins();
    let side = pins + 1;
    // `ways[given, free, hits]`: the number of ways to fix `given` black pins and to place `free`
    // further copies of the colours examined so far, with `hits` hits in total.
    let at = |given: usize, free: usize, hits: usize| (given * side + free) * side + hits;
    let mut ways = vec![0i128; side * side * side];
    // Add the colours of the guess one by one; a colour contributes min(copies in the guess, copies
    // in the codeword) hits.
    ways[at(0, 0, 0)] = 1;
    let counts = guess.counts();
    for count in counts.iter().map(|&count| usize::from(count)).filter(|&count| count > 0) {
        let mut more = vec![0; ways.len()];
        for given in 0..=pins {
            for free in 0..=pins - given {
                for hits in 0..=pins {
                    let known = ways[at(given, free, hits)];
                    if known == 0 {
                        continue;
                    }
                    for also_given in 0..=count.min(pins - given - free) {
                        for also_free in 0..=pins - given - free - also_given {
                            let hits = hits + count.min(also_given + also_free);
                            more[at(given + also_given, free + also_free, hits)] +=
                                known * choose(count, also_given) * choose(free + also_free, also_free);
                        }
                    }
                }
            }
        }
        ways = more;
    }
    // The remaining pins take colours that are not in the guess.
    let others = game.colors() - counts.iter().filter(|&&count| count > 0).count();
    // Number of codewords that equal the guess at `given` chosen pins and have `hits` hits in
    // total, summed over all choices of these pins.
    let at_least = |given: usize, hits: usize| -> i128 {
        let free_pins = pins - given;
        (0..=free_pins)
            .map(|free| {
                let other_pins = (free_pins - free) as u32;
                ways[at(given, free, hits)] * choose(free_pins, free) * (others as i128).pow(other_pins)
            })
            .sum()
    };
    // `at_least` counts a codeword once for every choice of `given` among its black pins;
    // inclusion–exclusion gives the number of codewords with exactly `black` black pins.
    let mut parts = vec![0; game.feedbacks()];
    for hits in 0..=pins {
        let at_least: Vec<i128> = (0..=pins).map(|given| at_least(given, hits)).collect();
        for black in 0..=hits {
            parts[index(black, hits)] = (black..=pins)
                .map(|given| {
                    let sign = if (given - black) % 2 == 0 { 1 } else { -1 };
                    sign * choose(given, black) * at_least[given]
                })
                .sum();
        }
    }
    parts
}

fn without_repeats(game: Game) -> Vec<i128> {
    let pins = game.pins();
    let others = game.colors() - pins;
    let mut parts = vec![0; game.feedbacks()];
    for black in 0..=pins {
        let rest = pins - black;
        for white in 0..=rest {
            let misplaced: i128 = (0..=white)
                .map(|own| {
                    let sign = if own % 2 == 0 { 1 } else { -1 };
                    sign * choose(white, own) * arrangements(rest - own, white - own)
                })
                .sum();
            parts[index(black, black + white)] =
                choose(pins, black) * choose(rest, white) * misplaced * arrangements(others, rest - white);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;

    #[test]
    fn counting_is_trying_all() {
        for (pins, colors, repeats) in [
            (1, 1, Repeats::Allowed),
            (1, 5, Repeats::Allowed),
            (2, 3, Repeats::Allowed),
            (3, 7, Repeats::Allowed),
            (4, 6, Repeats::Allowed),
            (5, 3, Repeats::Allowed),
            (7, 2, Repeats::Allowed),
            (1, 3, Repeats::Forbidden),
            (3, 3, Repeats::Forbidden),
            (3, 6, Repeats::Forbidden),
            (4, 7, Repeats::Forbidden),
            (5, 6, Repeats::Forbidden),
        ] {
            let game = Game::new(pins, colors, repeats).unwrap();
            let step = 1 + game.codewords() as usize / 40;
            for guess in game.iter().step_by(step).chain(crate::symmetry::opening_guesses(game)) {
                let mut expected = vec![0; game.feedbacks()];
                for secret in game {
                    expected[plain::score(secret, guess).index()] += 1;
                }
                assert_eq!(partition(game, guess), expected, "{game}, {guess:?}");
            }
        }
    }

    #[test]
    fn the_largest_games_add_up() {
        for (pins, colors, repeats) in
            [(16, 15, Repeats::Allowed), (16, 2, Repeats::Allowed), (15, 15, Repeats::Forbidden)]
        {
            let game = Game::new(pins, colors, repeats).unwrap();
            for guess in crate::symmetry::opening_guesses(game) {
                let parts = partition(game, guess);
                assert_eq!(parts.iter().sum::<u64>(), game.codewords(), "{game}, {guess:?}");
                assert_eq!(parts[Feedback::solved(game).index()], 1);
                assert_eq!(parts[index(pins as usize - 1, pins as usize)], 0);
            }
        }
    }
}
