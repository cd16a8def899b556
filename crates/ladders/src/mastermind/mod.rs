//! Ladder of Mastermind scoring, from the plain loop upward.
//!
//! | rung | method | scored at once |
//! |---|---|---|
//! | [`plain`](quadrille_mastermind::plain) | loops over pins and colours; the oracle of every test | a guess and a secret |
//! | [`packed`](quadrille_mastermind::kernels::packed) | lanes of one word: the zero lanes are the black pegs, the lane-wise minima add up to the hits | a guess and a secret |
//! | [`automatic`] | loops over bytes, which the compiler vectorizes | a guess and a secret |
//! | [`by_hand`] | one word for the black pegs; a vector minimum, whose bytes add up to the hits | a guess and a secret |
//! | [`sets`](quadrille_mastermind::kernels::sets) | packed words of many secrets side by side in vectors | 2 to 8 secrets |
//! | [`sliced_words`] | bit planes: one bit per secret in every word | 64 secrets |
//! | [`sliced`](quadrille_mastermind::kernels::sliced) | bit planes in vectors, which also count the set bits; a variant only determines which feedbacks occur | 128 to 512 secrets |
//! | [`guesses`](quadrille_mastermind::kernels::guesses) | bit planes of guesses: for sets too small to fill a vector | 128 to 512 guesses |
//! | [`pairs`](quadrille_mastermind::kernels::pairs) | bit planes of guesses, for a handful of secrets: finds the pairs of secrets with equal feedback | 128 to 512 guesses |
//!
//! The kernels on bit planes of secrets do not count each feedback. Instead they count products of
//! the binary digits of two numbers: the black pegs and the hits (black plus white pegs). These
//! counts determine the histogram, and their computation takes a third fewer logical gates.
//!
//! The first four rungs are methods of the program from which this ladder starts
//! (mikemag/Mastermind on GitHub). The fastest of these methods is [`by_hand`].
//!
//! [`optimal`] is a separate ladder of the search for optimal play.
//!
//! All rungs of a workload do the same job on the same data and end with the same
//! [`checksum`](crate::Rung::checksum). A rung gets its data in its own representation, prepared in
//! advance, so that [`run`](crate::Rung::run) times the job alone.
//!
//! ```
//! use quadrille_mastermind::Level;
//! use quadrille_ladders::mastermind::{Workload, rungs};
//!
//! // Fresh random words, here from a simple generator.
//! let words: Vec<u64> = (1..=Workload::WORDS as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
//! let mut workload = Workload::new("4p6c", &words).unwrap();
//! let mut checksums = Vec::new();
//! for rung in rungs().iter().filter(|rung| rung.what == "4p6c") {
//!     rung.run(Level::best(), &mut workload); // timed; the time is divided by `rung.items(&workload)`
//!     checksums.push(rung.checksum(&workload));
//! }
//! assert!(checksums.len() > 5 && checksums.iter().all(|&sum| sum == checksums[0]));
//! ```

pub mod automatic;
pub mod by_hand;
pub mod optimal;
mod rungs;
pub mod sliced_words;
mod workload;

pub use rungs::{SOURCES_BEST, rungs};
pub use workload::Workload;

use quadrille_mastermind::{Game, Repeats};

/// Returns the name and the game of each size in the ladder. `4p6c` has 4 pins and 6 colours.
fn sizes() -> [(&'static str, Game); 4] {
    [("4p6c", 4, 6), ("5p8c", 5, 8), ("6p9c", 6, 9), ("8p8c", 8, 8)].map(|(name, pins, colors)| {
        (name, Game::new(pins, colors, Repeats::Allowed).expect("the sizes of the game are valid"))
    })
}
