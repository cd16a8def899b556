//! Guesses in the order in which advice looks at them, where there is no time for all.
//!
//! First the codewords that can be the solution, then all others, each in an order in which any first few are
//! [evenly spread](crate::spread). They are compared with all codewords that can be the solution, or with some of
//! them, evenly spread too. So the same question has the same answer everywhere, and more work looks at more.

use quadrille_progress::Cancelled;

use crate::candidates::is_consistent;
use crate::codeword::Codeword;
use crate::game::Game;
use crate::guess_set::ExplicitGuesses;
use crate::row::Row;
use crate::search::Search;
use crate::spread::Spread;
use crate::strategy::Best;

/// Codewords that guesses are compared with, at most, where all are not.
pub(crate) const SECRETS: usize = 1 << 15;

/// Work of one round of guesses, of which the best is kept: tens of milliseconds.
const ROUND: u64 = 1 << 27;

/// Work of the first round, so that a look that is stopped early has compared some; each further one is twice as long.
const FIRST_ROUND: u64 = 1 << 20;

/// Guesses of one round, at most.
const GUESSES: u64 = 1 << 16;

/// What naming, packing and placing one guess takes, in comparisons.
const GUESS: u64 = 1 << 11;

/// Returns the work of comparing a guess with `secrets` secrets.
pub(crate) const fn work_of(secrets: usize) -> u64 {
    secrets as u64 + GUESS
}

/// Some members of a list, evenly spread and in its order; all if there are no more than that.
pub(crate) fn some_of(list: &[u64], most: usize) -> Vec<u64> {
    if list.len() <= most {
        return list.to_vec();
    }
    let mut some: Vec<u64> = Spread::new(list.len() as u64).take(most).map(|at| list[at as usize]).collect();
    some.sort_unstable();
    some
}

/// The codewords that can be the solution, as far as they are listed.
pub(crate) struct Possible<'a> {
    pub(crate) game: Game,
    pub(crate) rows: &'a [Row],
    /// Ascending.
    pub(crate) listed: &'a [u64],
    /// Whether these are all.
    pub(crate) all: bool,
}

/// What a look at guesses has found.
#[derive(Default)]
pub(crate) struct Looked {
    pub(crate) best: Option<Best>,
    /// How many guesses were compared.
    pub(crate) guesses: u64,
    /// Whether these were all that are allowed.
    pub(crate) all: bool,
    /// Whether the observer stopped it.
    pub(crate) stopped: bool,
}

/// A look at guesses under way.
struct Look<'a> {
    search: &'a Search<'a>,
    possible: &'a Possible<'a>,
    secrets: &'a [u64],
    found: Looked,
    /// Work that is left; `None` where only the observer ends it.
    left: Option<u64>,
    /// Work of the next round.
    round: u64,
}

/// Compares guesses with `secrets` until the work is used up, the observer stops it, or there are no more: first the
/// listed codewords with half of the work, then all others, unless only possible ones are allowed.
pub(crate) fn look(
    search: &Search<'_>,
    possible: &Possible<'_>,
    secrets: &[u64],
    possible_only: bool,
    work: Option<u64>,
) -> Looked {
    let mut look =
        Look { search, possible, secrets, found: Looked::default(), left: work, round: FIRST_ROUND };
    let first = if possible_only { work } else { work.map(|work| work / 2) };
    let rest = work.zip(first).map(|(work, first)| work - first);
    look.left = first;
    let listed = possible.listed;
    let members = Spread::new(listed.len() as u64).map(|at| listed[at as usize]);
    let mut complete = look.through(members, true) && possible.all;
    if !possible_only && !look.found.stopped {
        look.left = rest.zip(look.left).map(|(rest, left)| rest + left);
        let game = possible.game;
        let others = Spread::new(game.codewords())
            .filter_map(|place| game.codeword_at(place).map(Codeword::bits))
            .filter(|code| listed.binary_search(code).is_err());
        let through = look.through(others, false);
        complete &= through;
    }
    look.found.all = complete && !look.found.stopped;
    look.found
}

impl Look<'_> {
    /// Compares guesses in rounds; whether all have been compared.
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
        // A guess can be the solution though it is not among the secrets that it was compared with.
        let guess = Codeword::from_valid_bits(best.code);
        best.outside = !possible && !is_consistent(guess, self.possible.rows);
        self.found.best = Some(match self.found.best.take() {
            Some(known) if self.search.ranking.compare(&known, &best).is_le() => known,
            _ => best,
        });
        Ok(())
    }
}
