//! The ladder's rungs, as they are timed.

use quadrille_lanes::Level;

use super::automatic::Bytes;
use super::packed::Packed;
use super::{Workload, by_hand, guesses, pairs, plain, sets, sliced, sliced_words};
use crate::codeword::Codeword;
use crate::feedback::Feedback;

/// One way of doing one job.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// The workload: rungs with the same name do the same job. `4p6c` is full histograms of guesses over many secrets;
    /// `4p6c parts` only how many parts each guess leaves; `4p6c few` the largest part that many guesses leave of a
    /// handful of secrets.
    pub what: &'static str,
    /// The rung's name.
    pub name: &'static str,
    /// What is counted: one run does [`items`](Self::items) of it.
    pub item: &'static str,
    /// The idea of the rung, in a line.
    pub about: &'static str,
    run: fn(Level, &mut Workload),
}

/// The name of the rung that is the best form of the program the ladder starts from.
pub const SOURCES_BEST: &str = "by hand";

impl Rung {
    /// Does the job once for every item of the workload. Only rungs whose name begins with `vectors` heed the level; of
    /// the others some use instructions that the machine has.
    #[inline]
    pub fn run(&self, level: Level, workload: &mut Workload) {
        (self.run)(level, workload);
    }

    /// How many items one run does.
    pub fn items(&self, workload: &Workload) -> usize {
        workload.guesses.len() * workload.secrets.len()
    }

    /// A number that stands for the answers of the last run: equal for all rungs of a workload.
    pub fn checksum(&self, workload: &Workload) -> u64 {
        workload.answers.iter().fold(workload.answers.len() as u64, |sum, &answer| {
            (sum.rotate_left(5) ^ u64::from(answer)).wrapping_mul(0x517c_c1b7_2722_0a95)
        })
    }
}

const PLAIN: &str = "plain loops";
const ONE_WORD: &str = "one word";
const AUTOMATIC: &str = "bytes";
const BYTES: &str = "vectors of words";
const WORDS: &str = "bit planes, words";
const PLANES: &str = "vectors of bit planes";
const PARTS: &str = "vectors, parts only";
const GUESSES: &str = "vectors of guesses";
const PAIRS: &str = "vectors of guesses, pairs";

/// All rungs, workload by workload, each from the plain loop upward.
pub fn rungs() -> Vec<Rung> {
    let mut rungs = Vec::new();
    for (what, parts, few) in [
        ("4p6c", "4p6c parts", "4p6c few"),
        ("5p8c", "5p8c parts", "5p8c few"),
        ("6p9c", "6p9c parts", "6p9c few"),
        ("8p8c", "8p8c parts", "8p8c few"),
    ] {
        let mut rung = |what, name, about, run| rungs.push(Rung { what, name, item: "score", about, run });
        rung(what, PLAIN, "loops over pins and colours, pair by pair", |_, w| {
            each_pair(w, |w, guess, counts| {
                count(counts, w.secrets.iter().map(|&secret| plain::score(secret, guess)));
            });
        });
        rung(what, ONE_WORD, "zero lanes of one word, smaller lanes of another", |_, w| {
            each_pair(w, |w, guess, counts| {
                let guess = Packed::new(guess);
                count(counts, w.packed.iter().map(|secret| secret.score(guess)));
            });
        });
        rung(what, AUTOMATIC, "loops over bytes, left to the compiler's vectors", |_, w| {
            each_pair(w, |w, guess, counts| {
                let guess = Bytes::guess(guess);
                count(counts, w.bytes.iter().map(|secret| secret.score(&guess)));
            });
        });
        rung(what, SOURCES_BEST, "vector minimum, sum of absolute differences: the source's best", |_, w| {
            let feedbacks = w.game.feedbacks();
            for (&guess, answers) in w.guesses.iter().zip(w.answers.chunks_exact_mut(feedbacks)) {
                by_hand::histogram_into(guess, &w.counted, answers);
            }
        });
        rung(what, BYTES, "packed words of many secrets side by side", |level, w| {
            let feedbacks = w.game.feedbacks();
            for (&guess, answers) in w.guesses.iter().zip(w.answers.chunks_exact_mut(feedbacks)) {
                answers.copy_from_slice(&sets::histogram(level, guess, &w.set));
            }
        });
        rung(what, WORDS, "one bit a secret: add planes up, decode, count ones", |_, w| {
            sliced_words::histograms_into(&w.guesses, &w.planes, &mut w.answers);
        });
        rung(what, PLANES, "the same at the level's width", |level, w| {
            sliced::histograms_into(level, &w.guesses, &w.planes, &mut w.answers);
        });

        rung(parts, SOURCES_BEST, "the whole histogram, then what is not 0", |_, w| {
            let mut histogram = vec![0; w.game.feedbacks()];
            w.answers.truncate(w.guesses.len());
            for (&guess, parts) in w.guesses.iter().zip(&mut w.answers) {
                by_hand::histogram_into(guess, &w.counted, &mut histogram);
                *parts = histogram.iter().filter(|&&count| count > 0).count() as u32;
            }
        });
        rung(parts, PARTS, "bit planes, nothing counted but what occurs", |level, w| {
            w.answers = sliced::parts(level, &w.guesses, &w.planes);
        });

        rung(few, SOURCES_BEST, "guess by guess, the histogram's largest", |_, w| {
            let mut histogram = vec![0; w.game.feedbacks()];
            for (&guess, largest) in w.guesses.iter().zip(&mut w.answers) {
                by_hand::histogram_into(guess, &w.counted, &mut histogram);
                *largest = histogram.iter().copied().max().unwrap_or(0);
            }
        });
        rung(few, GUESSES, "bit planes of guesses: sizes of parts in planes too", |level, w| {
            w.answers = guesses::largest_parts(level, &w.secrets, &w.planes);
        });
        rung(few, PAIRS, "which secrets stay together, pair by pair", |level, w| {
            w.answers = pairs::largest_parts(level, &w.secrets, &w.planes);
        });
    }
    rungs
}

/// Counts the feedbacks of all secrets for each guess in turn.
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

/// Counts feedbacks.
#[inline(always)]
fn count(counts: &mut [u32], feedbacks: impl Iterator<Item = Feedback>) {
    for feedback in feedbacks {
        counts[feedback.index()] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(seed: u64) -> Vec<u64> {
        (1..=Workload::WORDS as u64)
            .map(|at| (at + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
            .collect()
    }

    #[test]
    fn all_rungs_of_a_workload_agree_at_every_level() {
        for level in Level::available() {
            let mut first: Option<(Rung, u64)> = None;
            for rung in rungs() {
                let mut workload = Workload::new(rung.what, &words(1)).unwrap();
                let untouched = rung.checksum(&workload);
                rung.run(level, &mut workload);
                let checksum = rung.checksum(&workload);
                assert_ne!(checksum, untouched);
                match first {
                    Some((plain, expected)) if plain.what == rung.what => {
                        assert_eq!(checksum, expected, "{}: {} at {level}", rung.what, rung.name);
                    }
                    _ => first = Some((rung, checksum)),
                }
            }
        }
    }

    #[test]
    fn the_checksum_tells_answers_apart() {
        for rung in rungs().into_iter().filter(|rung| rung.name == SOURCES_BEST) {
            let sums = [1, 2].map(|seed| {
                let mut workload = Workload::new(rung.what, &words(seed)).unwrap();
                rung.run(Level::best(), &mut workload);
                rung.checksum(&workload)
            });
            assert_ne!(sums[0], sums[1], "{}", rung.what);
        }
    }

    #[test]
    fn names_that_are_none_make_no_workload() {
        for what in ["", "4p7c", "4p6c many", "few"] {
            assert!(Workload::new(what, &words(1)).is_none());
        }
        assert!(Workload::new("4p6c", &[]).is_none());
    }
}
