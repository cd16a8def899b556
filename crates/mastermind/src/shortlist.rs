//! The order in which guesses are examined if not all can be examined.
//!
//! Possible secrets come first, then all other codewords. Both are in an order whose prefixes are
//! all [evenly spread](crate::spread). Guesses are compared with all possible secrets, or with an
//! evenly spread sample of the secrets. The order and the sample are fixed, so the result is
//! reproducible, and a larger work limit examines a superset of the guesses.

use quadrille_progress::Cancelled;

use crate::candidates::is_consistent;
use crate::codeword::Codeword;
use crate::game::Game;
use crate::guess_set::ExplicitGuesses;
use crate::row::Row;
use crate::search::Search;
use crate::spread::Spread;
use crate::strategy::Best;

/// Maximum size of the sample of secrets with which guesses are compared.
pub(crate) const SECRETS: usize = 1 << 15;

/// Maximum work of a round, in comparisons of a guess with a secret. A round takes tens of
/// milliseconds and compares its best guess with the best guess so far.
const ROUND: u64 = 1 << 27;

/// Work of the first round. It is small, so that a search cancelled early has compared some
/// guesses. The work doubles with each round.
const FIRST_ROUND: u64 = 1 << 20;

/// Maximum number of guesses per round.
const GUESSES: u64 = 1 << 16;

/// Cost of preparing one guess for the comparisons with secrets, as a number of comparisons.
const GUESS: u64 = 1 << 11;

/// Returns the work of comparing a guess with `secrets` secrets.
pub(crate) const fn work_of(secrets: usize) -> u64 {
    secrets as u64 + GUESS
}

/// Returns an evenly spread sample of a sorted list, also sorted; the whole list if it has at most
/// `most` members.
pub(crate) fn some_of(list: &[u64], most: usize) -> Vec<u64> {
    if list.len() <= most {
        return list.to_vec();
    }
    let mut some: Vec<u64> = Spread::new(list.len() as u64).take(most).map(|at| list[at as usize]).collect();
    some.sort_unstable();
    some
}

/// The listed possible secrets.
pub(crate) struct Possible<'a> {
    pub(crate) game: Game,
    pub(crate) rows: &'a [Row],
    /// The secrets, ascending.
    pub(crate) listed: &'a [u64],
    /// Whether all possible secrets are listed.
    pub(crate) all: bool,
}

/// Result of examining guesses.
#[derive(Default)]
pub(crate) struct ShortlistResult {
    pub(crate) best: Option<Best>,
    /// Number of guesses ranked.
    pub(crate) guesses: u64,
    /// Whether all allowed guesses were ranked.
    pub(crate) all: bool,
    /// Whether the observer cancelled.
    pub(crate) stopped: bool,
}

/// An examination of guesses in progress.
struct Shortlist<'a> {
    search: &'a Search<'a>,
    possible: &'a Possible<'a>,
    secrets: &'a [u64],
    found: ShortlistResult,
    /// Remaining work; `None` without a limit.
    left: Option<u64>,
    /// Work of the next round.
    round: u64,
}

/// Compares guesses with `secrets` until the work is used up, the observer cancels, or no guesses
/// remain. With `possible_only`, the guesses are the listed possible secrets. Otherwise, at most
/// half of the work is used for the listed possible secrets, and the rest for other codewords.
pub(crate) fn examine(
    search: &Search<'_>,
    possible: &Possible<'_>,
    secrets: &[u64],
    possible_only: bool,
    work: Option<u64>,
) -> ShortlistResult {
    let mut shortlist = Shortlist {
        search,
        possible,
        secrets,
        found: ShortlistResult::default(),
        left: work,
        round: FIRST_ROUND,
    };
    // Among equally good guesses, possible secrets are preferred, and they often rank best. They
    // therefore get half of the work.
    let first = if possible_only { work } else { work.map(|work| work / 2) };
    let rest = work.zip(first).map(|(work, first)| work - first);
    shortlist.left = first;
    let listed = possible.listed;
    let members = Spread::new(listed.len() as u64).map(|at| listed[at as usize]);
    let mut complete = shortlist.through(members, true) && possible.all;
    if !possible_only && !shortlist.found.stopped {
        shortlist.left = rest.zip(shortlist.left).map(|(rest, left)| rest + left);
        let game = possible.game;
        let others = Spread::new(game.codewords())
            .filter_map(|place| game.codeword_at(place).map(Codeword::bits))
            .filter(|code| listed.binary_search(code).is_err());
        let through = shortlist.through(others, false);
        complete &= through;
    }
    shortlist.found.all = complete && !shortlist.found.stopped;
    shortlist.found
}

impl Shortlist<'_> {
    /// Compares guesses in rounds; returns whether all have been compared.
    fn through(&mut self, mut guesses: impl Iterator<Item = u64>, possible: bool) -> bool {
        let each = work_of(self.secrets.len());
        loop {
            let mut most = (self.round / each).clamp(1, GUESSES);
            self.round = ROUND.min(2 * self.round);
            if let Some(left) = self.left {
                most = most.min(left / each);
            }
            let mut round: Vec<u64> = guesses.by_ref().take(most as usize).collect();
            if round.is_empty() {
                return most > 0;
            }
            let compared = round.len() as u64;
            round.sort_unstable();
            if self.round(round, possible) == Err(Cancelled) {
                self.found.stopped = true;
                return false;
            }
            self.found.guesses += compared;
            self.left = self.left.map(|left| left - (compared * each).min(left));
        }
    }

    fn round(&mut self, round: Vec<u64>, possible: bool) -> Result<(), Cancelled> {
        let listed = ExplicitGuesses::new(self.possible.game, round, self.search.meter)?;
        let Some(mut best) = self.search.best_of(&listed, self.secrets)? else { return Ok(()) };
        // A guess can be a possible secret even if it is not in the sample of secrets.
        let guess = Codeword::from_valid_bits(best.code);
        best.outside = !possible && !is_consistent(guess, self.possible.rows);
        self.found.best = Some(match self.found.best.take() {
            Some(known) if self.search.ranking.compare(&known, &best).is_le() => known,
            _ => best,
        });
        Ok(())
    }
}
