//! The search for the next guess.
//!
//! Every guess allowed is ranked on the set S of secrets still possible, and the least by a total order
//! taken: rank, then members of S, then lexicographic. So the answer does not depend on how the guesses are
//! dealt out to threads.
//!
//! **Stopping early.** A guess that tells all of S apart is the best there is by every rule: parts of 1
//! minimise the largest part, Σ n² and Σ n log n, and maximise the number of parts. The guesses are therefore
//! tried in the order of the tie-breaks: first the members of S, lexicographically, then all other guesses,
//! lexicographically. The first one in this order that tells all apart is the answer: whatever comes later
//! loses the tie. "Guesses tried" counts in this order up to and with that one, or all guesses where there is
//! none, however many other threads have looked at meanwhile.

#![allow(clippy::inline_always, reason = "kernels must be compiled inside the dispatched vector level")]

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use quadrille_lanes::Level;
use rayon::prelude::*;

use crate::codeset::{CodeSet, unary};
use crate::codeword::Codeword;
use crate::game::Game;
use crate::ladder::sets::{Judge, Stretch, each_histogram};
use crate::strategy::{Best, Ranking, Strategy, tells_all_apart};
use crate::watch::{Stopped, Watch};

/// Scores one task of a thread is worth: far more than handing it over costs, far less than one waits for.
pub(crate) const TASK: usize = 1 << 18;

/// A guess and what it took to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) guess: Codeword,
    /// Guesses compared with all of S.
    pub(crate) tried: u64,
}

/// What every search of one game needs.
pub(crate) struct Search<'a> {
    pub(crate) strategy: Strategy,
    pub(crate) ranking: &'a Ranking,
    /// The guesses allowed; `None` for members of S only.
    pub(crate) guesses: Option<&'a CodeSet>,
    pub(crate) level: Level,
    pub(crate) watch: &'a Watch<'a>,
    /// Scores one task of a thread is worth.
    pub(crate) task: usize,
}

/// The best guess of a stretch of guesses, and the first that tells all secrets apart.
#[derive(Default)]
struct Found {
    best: Option<Best>,
    perfect: Option<usize>,
}

impl Search<'_> {
    /// The next guess for the secrets still possible, which must not be empty.
    pub(crate) fn next(&self, secrets: &CodeSet) -> Result<Choice, Stopped> {
        let first = Codeword::from_valid_bits(secrets.bits()[0]);
        if secrets.len() <= 2 || self.strategy == Strategy::FirstConsistent {
            return Ok(Choice { guess: first, tried: 0 });
        }
        let may_be_perfect = secrets.len() <= secrets.game().feedbacks();
        let mut tried = 0;
        let mut found = Found::default();
        if may_be_perfect || self.guesses.is_none() {
            found = self.scan(secrets, secrets, may_be_perfect)?;
            tried = found.perfect.map_or(secrets.len(), |at| at + 1);
        }
        if let (None, Some(guesses)) = (found.perfect, self.guesses) {
            let others = self.scan(guesses, secrets, may_be_perfect)?;
            // Members of S that were tried already are passed over.
            tried = others.perfect.map_or(guesses.len(), |at| {
                let passed = secrets.bits().partition_point(|&code| code <= guesses.bits()[at]);
                tried + at + 1 - passed
            });
            found = self.better(found, others);
        }
        let guess = found.best.map_or(first, |best| Codeword::from_valid_bits(best.code));
        Ok(Choice { guess, tried: tried as u64 })
    }

    /// The first guess of a game by its strategy; `all` are all its codewords.
    ///
    /// Renaming colours and exchanging pins turn the set of all codewords into itself, so two guesses that
    /// differ by no more have the same parts: their classes are the multisets of colour counts. All of them
    /// are possible secrets, so a tie goes to the lexicographically first, which is first in its own class
    /// too. It is therefore enough to try the first of each class. No search stops early here.
    pub(crate) fn opening(&self, all: &CodeSet) -> Result<Choice, Stopped> {
        let first = Codeword::from_valid_bits(all.bits()[0]);
        if all.len() <= 2 || self.strategy == Strategy::FirstConsistent {
            return Ok(Choice { guess: first, tried: 0 });
        }
        let representatives = representatives(all.game());
        let rank = |&code: &Codeword| {
            let bits = [code.bits()];
            let mut judge = Scan::new(self.ranking, &bits, all, false);
            each_histogram(self.level, &[unary(all.game(), code)], all, &mut judge);
            self.watch.scored(all.len() as u64)?;
            Ok(judge.found)
        };
        let found =
            representatives.par_iter().map(rank).try_reduce(Found::default, |a, b| Ok(self.better(a, b)))?;
        let guess = found.best.map_or(first, |best| Codeword::from_valid_bits(best.code));
        Ok(Choice { guess, tried: representatives.len() as u64 })
    }

    /// Ranks the guesses of a whole set, up to the first that tells all apart if there can be one.
    fn scan(&self, guesses: &CodeSet, secrets: &CodeSet, may_be_perfect: bool) -> Result<Found, Stopped> {
        let task = (self.task / secrets.len()).max(1);
        if guesses.len() <= task {
            return self.scan_stretch(guesses, 0..guesses.len(), secrets, may_be_perfect);
        }
        // Nothing behind a guess that tells all apart matters.
        let perfect = AtomicUsize::new(usize::MAX);
        (0..guesses.len().div_ceil(task))
            .into_par_iter()
            .map(|number| {
                let range = number * task..guesses.len().min((number + 1) * task);
                if range.start > perfect.load(Relaxed) {
                    return Ok(Found::default());
                }
                let found = self.scan_stretch(guesses, range, secrets, may_be_perfect)?;
                perfect.fetch_min(found.perfect.unwrap_or(usize::MAX), Relaxed);
                Ok(found)
            })
            .try_reduce(Found::default, |a, b| Ok(self.better(a, b)))
    }

    fn scan_stretch(
        &self,
        guesses: &CodeSet,
        range: Range<usize>,
        secrets: &CodeSet,
        may_be_perfect: bool,
    ) -> Result<Found, Stopped> {
        let codes = &guesses.bits()[range.clone()];
        let mut scan = Scan::new(self.ranking, codes, secrets, may_be_perfect);
        each_histogram(self.level, Stretch::new(guesses, range.clone()), secrets, &mut scan);
        self.watch.scored(scan.judged * secrets.len() as u64)?;
        let Found { best, perfect } = scan.found;
        Ok(Found { best, perfect: perfect.map(|at| range.start + at) })
    }

    /// The better of two findings.
    fn better(&self, a: Found, b: Found) -> Found {
        let best = match (a.best, b.best) {
            (Some(a), Some(b)) => Some(if self.ranking.compare(&a, &b).is_le() { a } else { b }),
            (a, b) => a.or(b),
        };
        let perfect = match (a.perfect, b.perfect) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Found { best, perfect }
    }
}

/// Guesses being ranked one after the other.
struct Scan<'a> {
    ranking: &'a Ranking,
    guesses: &'a [u64],
    may_be_perfect: bool,
    /// The secrets from the first that is no less than the guesses to come.
    members: &'a [u64],
    judged: u64,
    found: Found,
}

impl<'a> Scan<'a> {
    fn new(ranking: &'a Ranking, guesses: &'a [u64], secrets: &'a CodeSet, may_be_perfect: bool) -> Self {
        let members = secrets.bits();
        let members = &members[members.partition_point(|&code| code < guesses[0])..];
        Self { ranking, guesses, may_be_perfect, members, judged: 0, found: Found::default() }
    }
}

impl Judge for Scan<'_> {
    #[inline(always)]
    fn judge(&mut self, at: usize, histogram: &[u32]) -> ControlFlow<()> {
        self.judged += 1;
        let code = self.guesses[at];
        let inside = self.members.first() == Some(&code);
        self.members = &self.members[usize::from(inside)..];
        self.ranking.offer(&mut self.found.best, code, !inside, histogram);
        if self.may_be_perfect && tells_all_apart(histogram) {
            self.found.perfect = Some(at);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// The lexicographically first codeword of every multiset of colour counts: as many of colour 1 as there are
/// of the most frequent colour, then as many of colour 2 as of the next.
pub(crate) fn representatives(game: Game) -> Vec<Codeword> {
    let mut found = Vec::new();
    extend(game, &mut Vec::new(), game.most_of_a_color(), &mut found);
    found
}

/// All ways to go on from `colors` with counts that do not grow, the largest first.
fn extend(game: Game, colors: &mut Vec<u8>, largest: usize, found: &mut Vec<Codeword>) {
    let missing = game.pins() - colors.len();
    if missing == 0 {
        found.push(Codeword::from_valid_colors(colors));
        return;
    }
    let color = colors.last().map_or(1, |last| last + 1);
    if usize::from(color) > game.colors() {
        return;
    }
    for count in (1..=largest.min(missing)).rev() {
        colors.extend(std::iter::repeat_n(color, count));
        extend(game, colors, count, found);
        colors.truncate(colors.len() - count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    use crate::game::Repeats;

    #[test]
    fn representatives_are_the_first_of_their_class() {
        for (pins, colors, repeats) in [
            (1, 1, Repeats::Allowed),
            (4, 6, Repeats::Allowed),
            (5, 3, Repeats::Allowed),
            (6, 4, Repeats::Allowed),
            (4, 7, Repeats::Forbidden),
        ] {
            let game = Game::new(pins, colors, repeats).unwrap();
            let mut first = BTreeMap::new();
            for code in game {
                let mut counts = code.counts();
                counts.sort_unstable();
                first.entry(counts).or_insert(code);
            }
            let mut expected: Vec<Codeword> = first.into_values().collect();
            expected.sort();
            assert_eq!(representatives(game), expected, "{game}");
        }
    }

    /// However the guesses are dealt out, the choice and the guesses tried are those of one task alone.
    #[test]
    fn tasks_change_nothing() {
        let game = Game::new(4, 6, Repeats::Allowed).unwrap();
        let all = CodeSet::all(game);
        let pools = [1, 2, 3, 7].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap());
        let go_on = |_| ControlFlow::Continue(());
        let watch = Watch::new(&go_on, 0);
        let mut stopped_early = 0;
        for size in 3..=14 {
            for step in [1, 5, 37, 101] {
                // Small sets, some close together and some spread out, are told apart now by a member, now not.
                let secrets = CodeSet::new(game, game.iter().skip(size * 31).step_by(step).take(size));
                for strategy in Strategy::ALL {
                    let ranking = Ranking::new(strategy, all.len());
                    let choose = |task| {
                        let guesses = Some(&all);
                        let level = Level::best();
                        Search { strategy, ranking: &ranking, guesses, level, watch: &watch, task }
                            .next(&secrets)
                            .unwrap()
                    };
                    let expected = choose(usize::MAX);
                    let tried = expected.tried as usize;
                    stopped_early += usize::from(tried > secrets.len() && tried < all.len());
                    for pool in &pools {
                        for task in [1, 50, 500, 5000, 20_000] {
                            assert_eq!(pool.install(|| choose(task)), expected, "{strategy} {task}");
                        }
                    }
                }
            }
        }
        assert!(stopped_early > 10, "{stopped_early}");
    }
}
