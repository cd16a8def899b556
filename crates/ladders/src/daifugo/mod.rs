//! Ladder of Daifugo, from the plain loop upward. The ladder measures the effect of each
//! optimization.
//!
//! Every rung of a workload does the same job on the same fresh random hands and ends with the same
//! [`checksum`](crate::Rung::checksum).
//!
//! Many rungs come from Katsuki Ohto's articles on bit operations in a Daifugo program. The rungs
//! `article 2016` use the methods of the article of 2016. They compute counts, one-hot counts (bit
//! k − 1 of a rank is set if there are k cards of the rank), no-dominance (the groups that a set of
//! cards can beat), dominance and sure wins. Where the revision of 2023 differs, there is also a
//! rung `article 2023`. The names of the rungs from the articles begin with [`SOURCE`]. The speed
//! of every rung is compared with that of the fastest of these rungs. The field `known_as` of a
//! rung from the articles contains the author's name for the method.
//!
//! ```
//! use quadrille_ladders::daifugo::{Workload, rungs};
//! use quadrille_lanes::Level;
//!
//! let mut workload = Workload::new(1);
//! let mut checksums = Vec::new();
//! for rung in rungs().iter().filter(|rung| rung.what == "no-dominance") {
//!     rung.run(Level::best(), &mut workload); // timed; the time is divided by `rung.items(&workload)`
//!     checksums.push(rung.checksum(&workload));
//! }
//! assert!(checksums.iter().all(|&sum| sum == checksums[0]));
//! ```

mod article;
mod digits;
mod forms;
mod picks;
mod play;
mod played;
mod proofs;
mod updates;
mod workload;

pub use workload::Workload;

use crate::Measure;
use quadrille_lanes::{Level, Nibbles64};

/// Start of the names of the rungs that come from the articles. The year of the article follows.
pub const SOURCE: &str = "article";

/// A rung of the Daifugo ladder; see [`Rung`](crate::Rung). Only rungs whose name begins with
/// `vectors` depend on the vector level.
pub type Rung = crate::Rung<Workload>;

/// Returns all rungs, workload by workload. The rungs of a workload begin with the plain loop.
pub fn rungs() -> Vec<Rung> {
    [forms::RUNGS.as_slice(), &picks::RUNGS, &updates::RUNGS, &proofs::RUNGS, &play::RUNGS].concat()
}

const fn rung(
    what: &'static str,
    name: &'static str,
    about: &'static str,
    run: fn(Level, &mut Workload),
) -> Rung {
    Measure::new(what, "hand", |_| Workload::POSITIONS, Workload::checksum).rung(name, about, run)
}

/// Writes the result of `answer` for each item to the word with the same index.
#[inline(always)]
fn each<T: Copy>(things: &[T], words: &mut [Nibbles64], answer: impl Fn(T) -> u64) {
    for (&thing, word) in things.iter().zip(words) {
        *word = Nibbles64::from_bits(answer(thing));
    }
}

/// Writes the result of `answer` for each pair of items to the word with the same index.
#[inline(always)]
fn pairs<A: Copy, B: Copy>(ones: &[A], others: &[B], words: &mut [Nibbles64], answer: impl Fn(A, B) -> u64) {
    for ((&one, &other), word) in ones.iter().zip(others).zip(words) {
        *word = Nibbles64::from_bits(answer(one, other));
    }
}
