//! The timed rungs of the ladder.

use crate::{Measure, Rung, sum_up};

use super::automatic::Bytes;
use super::{Workload, by_hand, sliced_words};
use quadrille_lanes::Level;
use quadrille_mastermind::Codeword;
use quadrille_mastermind::Feedback;
use quadrille_mastermind::kernels::packed::Packed;
use quadrille_mastermind::kernels::{guesses, pairs, sets, sliced};
use quadrille_mastermind::plain;

/// Name of the rung with the fastest method of the program from which the ladder starts.
pub const SOURCES_BEST: &str = "by hand";

const PLAIN: &str = "plain loops";
const ONE_WORD: &str = "one word";
const AUTOMATIC: &str = "bytes";
const BYTES: &str = "vectors of words";
const WORDS: &str = "bit planes, words";
const PLANES: &str = "vectors of bit planes";
const PARTS: &str = "vectors, parts only";
const GUESSES: &str = "vectors of guesses";
const PAIRS: &str = "vectors of guesses, pairs";

/// Returns all rungs, workload by workload. The rungs of a workload begin with the plain loop.
///
/// A guess divides the secrets into parts by their feedback. For games with 4 pins and 6 colours,
/// the workload `4p6c` computes the sizes of all parts (a histogram) for each guess, with many
/// secrets. `4p6c parts` computes only the number of parts. `4p6c few` computes the size of the
/// largest part for many guesses, with few secrets. Games of other sizes have the same three
/// workloads. Only rungs whose name begins with `vectors` depend on the vector level. Other rungs
/// can use any instruction that the machine supports.
pub fn rungs() -> Vec<Rung<Workload>> {
    let mut rungs = Vec::new();
    for (what, parts, few) in [
        ("4p6c", "4p6c parts", "4p6c few"),
        ("5p8c", "5p8c parts", "5p8c few"),
        ("6p9c", "6p9c parts", "6p9c few"),
        ("8p8c", "8p8c parts", "8p8c few"),
    ] {
        rungs.extend(histograms(what));
        rungs.extend(numbers_of_parts(parts));
        rungs.extend(largest_parts(few));
    }
    rungs
}

/// Returns the rungs of a workload that computes histograms (the sizes of all parts) for many
/// secrets.
fn histograms(what: &'static str) -> [Rung<Workload>; 7] {
    [
        rung(what, PLAIN, "loops over pins and colours, for each guess and secret", |_, w| {
            each_pair(w, |w, guess, counts| {
                count(counts, w.secrets.iter().map(|&secret| plain::score(secret, guess)));
            });
        }),
        rung(
            what,
            ONE_WORD,
            "compare packed pins, and take the lane-wise minimum of packed colour counts",
            |_, w| {
                each_pair(w, |w, guess, counts| {
                    let guess = Packed::new(guess);
                    count(counts, w.packed.iter().map(|secret| secret.score(guess)));
                });
            },
        ),
        rung(what, AUTOMATIC, "loops over bytes, vectorized by the compiler", |_, w| {
            each_pair(w, |w, guess, counts| {
                let guess = Bytes::guess(guess);
                count(counts, w.bytes.iter().map(|secret| secret.score(&guess)));
            });
        }),
        rung(
            what,
            SOURCES_BEST,
            "add up the bytes of a vector minimum of colour counts; the fastest method of the program mikemag/Mastermind",
            |_, w| {
                let feedbacks = w.game.feedbacks();
                for (&guess, answers) in w.guesses.iter().zip(w.answers.chunks_exact_mut(feedbacks)) {
                    by_hand::histogram_into(guess, &w.counted, answers);
                }
            },
        ),
        rung(what, BYTES, "the method of rung `one word` on vectors of secrets", |level, w| {
            let feedbacks = w.game.feedbacks();
            for (&guess, answers) in w.guesses.iter().zip(w.answers.chunks_exact_mut(feedbacks)) {
                answers.copy_from_slice(&sets::histogram(level, guess, &w.set));
            }
        }),
        rung(
            what,
            WORDS,
            "one bit per secret: add bit planes, combine the digits of the sums by AND, and count set bits",
            |_, w| {
                sliced_words::histograms_into(&w.guesses, &w.planes, &mut w.answers);
            },
        ),
        rung(what, PLANES, "apply the previous rung's method to whole vectors", |level, w| {
            sliced::histograms_into(level, &w.guesses, &w.planes, &mut w.answers);
        }),
    ]
}

/// Returns the rungs of a workload that computes numbers of parts, with many secrets.
fn numbers_of_parts(what: &'static str) -> [Rung<Workload>; 2] {
    [
        rung(what, SOURCES_BEST, "compute the whole histogram, then count its nonzero entries", |_, w| {
            let mut histogram = vec![0; w.game.feedbacks()];
            w.answers.truncate(w.guesses.len());
            for (&guess, parts) in w.guesses.iter().zip(&mut w.answers) {
                by_hand::histogram_into(guess, &w.counted, &mut histogram);
                *parts = histogram.iter().filter(|&&count| count > 0).count() as u32;
            }
        }),
        rung(
            what,
            PARTS,
            "one bit per secret: compute in bit planes only whether each feedback occurs",
            |level, w| {
                w.answers = sliced::parts(level, &w.guesses, &w.planes);
            },
        ),
    ]
}

/// Returns the rungs of a workload that computes the sizes of the largest parts, for many guesses
/// and few secrets.
fn largest_parts(what: &'static str) -> [Rung<Workload>; 3] {
    [
        rung(
            what,
            SOURCES_BEST,
            "compute the histogram of each guess, then the maximum of the histogram",
            |_, w| {
                let mut histogram = vec![0; w.game.feedbacks()];
                for (&guess, largest) in w.guesses.iter().zip(&mut w.answers) {
                    by_hand::histogram_into(guess, &w.counted, &mut histogram);
                    *largest = histogram.iter().copied().max().unwrap_or(0);
                }
            },
        ),
        rung(
            what,
            GUESSES,
            "bit planes with one bit per guess, for the pins of the guesses and for the number of secrets per feedback",
            |level, w| {
                w.answers = guesses::largest_parts(level, &w.secrets, &w.planes);
            },
        ),
        rung(
            what,
            PAIRS,
            "one bit per guess: test for each pair of secrets whether both get the same feedback",
            |level, w| {
                w.answers = pairs::largest_parts(level, &w.secrets, &w.planes);
            },
        ),
    ]
}

/// Creates a rung of a workload. If the method comes from the program from which the ladder starts,
/// the rung also has the name of the method in that program (see [`known_as`]).
fn rung(
    what: &'static str,
    name: &'static str,
    about: &'static str,
    run: fn(Level, &mut Workload),
) -> Rung<Workload> {
    let rung = measure(what).rung(name, about, run);
    if let Some(known_as) = known_as(name) { rung.known_as(known_as) } else { rung }
}

/// Returns the name that the method of a rung has in the program from which the ladder starts;
/// `None` if the program lacks the method.
fn known_as(name: &str) -> Option<&'static str> {
    match name {
        PLAIN => Some("scoreSimpleLoops"),
        ONE_WORD => Some("scoreCountingScalar"),
        AUTOMATIC => Some("scoreCountingAutoVec"),
        SOURCES_BEST => Some("scoreCountingHandVec"),
        _ => None,
    }
}

/// Creates the workload `what`. The checksum depends on all its results: histograms, numbers of
/// parts or sizes of largest parts.
const fn measure(what: &'static str) -> Measure<Workload> {
    Measure::new(
        what,
        "score",
        |workload| workload.guesses.len() * workload.secrets.len(),
        |workload| sum_up(workload.answers.iter().map(|&answer| answer.into())),
    )
}

/// For each guess, calls `score` with the guess and an empty histogram, which `score` must fill.
#[inline(always)]
fn each_pair(w: &mut Workload, score: impl Fn(&Workload, Codeword, &mut [u32])) {
    let feedbacks = w.game.feedbacks();
    let mut answers = std::mem::take(&mut w.answers);
    answers.fill(0);
    for (&guess, answers) in w.guesses.iter().zip(answers.chunks_exact_mut(feedbacks)) {
        score(w, guess, answers);
    }
    w.answers = answers;
}

/// Adds each feedback to the histogram `counts`.
#[inline(always)]
fn count(counts: &mut [u32], feedbacks: impl Iterator<Item = Feedback>) {
    for feedback in feedbacks {
        counts[feedback.index()] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_rungs_agree;

    fn words(seed: u64) -> Vec<u64> {
        (1..=Workload::WORDS as u64)
            .map(|at| (at + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
            .collect()
    }

    #[test]
    fn rungs_agree() {
        assert_rungs_agree(&rungs(), |what, seed| Workload::new(what, &words(seed)).unwrap());
    }

    #[test]
    fn the_sources_four_forms_have_its_names() {
        let known: Vec<_> =
            rungs().iter().filter(|rung| rung.what == "4p6c").filter_map(|rung| rung.known_as).collect();
        let names =
            ["scoreSimpleLoops", "scoreCountingScalar", "scoreCountingAutoVec", "scoreCountingHandVec"];
        assert_eq!(known, names);
    }

    #[test]
    fn names_that_are_none_make_no_workload() {
        for what in ["", "4p7c", "4p6c many", "few"] {
            assert!(Workload::new(what, &words(1)).is_none());
        }
        assert!(Workload::new("4p6c", &[]).is_none());
    }
}
