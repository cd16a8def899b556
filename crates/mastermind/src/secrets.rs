//! The codewords that agree with all rows: listed, counted, or as many as can be found.

use std::ops::ControlFlow;

use quadrille_memory::reserve;
use quadrille_progress::{Cancelled, Meter};

use crate::advise::AdviseError;
use crate::candidates::{self, CandidatesError, FEW_STATES, LISTED};
use crate::codeword::Codeword;
use crate::count::{CountError, CountedSet, partition};
use crate::evaluate::split;
use crate::game::Game;
use crate::nearby;
use crate::row::Row;
use crate::shortlist;
use crate::spread::Spread;

/// Maximum number of memoised states for counting a set that is too large to be listed. The count
/// takes a few tenths of a second.
const MORE_STATES: usize = 1 << 18;

/// Maximum number of memoised states for counting the partitions of a guess. The count takes a few
/// tenths of a second.
const PARTS_STATES: usize = 1 << 17;

/// Step limit for listing the possible secrets, in games with more codewords than [`LISTED`]. The
/// list takes a few tenths of a second.
const STEPS: u64 = 1 << 23;

/// If the possible secrets can be neither listed nor counted, single secrets are searched for. The
/// first number is the number of searches, the second is the step limit of each search.
const SEARCHES: (usize, u64) = (1 << 11, 1 << 13);

/// Limit on the total steps of all [`SEARCHES`]. The searches take a few tenths of a second.
const SEARCH_STEPS: u64 = 1 << 22;

/// If a call has run out of time but must return a result, it makes a last series of searches. The
/// first number is the number of searches, the second is the limit on their total steps.
const LATE_SEARCHES: (usize, u64) = (1 << 6, 1 << 20);

/// The possible secrets.
pub(crate) struct Secrets {
    /// Some or all possible secrets, ascending; never empty.
    pub(crate) listed: Vec<u64>,
    /// The lexicographically first possible secret, if known.
    pub(crate) first: Option<u64>,
    /// Number of possible secrets; if `counted` is false, the number of secrets found.
    pub(crate) total: u64,
    pub(crate) counted: bool,
    /// Whether a time limit or the observer ended the search for possible secrets.
    pub(crate) stopped: bool,
}

impl Secrets {
    /// Finds all or some of the codewords consistent with the rows; `None` if no codeword is
    /// consistent.
    pub(crate) fn find(game: Game, rows: &[Row], meter: &Meter<'_>) -> Result<Option<Self>, AdviseError> {
        for (at, row) in rows.iter().enumerate() {
            let wrong = |problem| CandidatesError::Row { row: at + 1, problem };
            game.check(row.guess).map_err(wrong)?;
        }
        let small = game.codewords() <= LISTED;
        let mut counted = if small { None } else { count(game, rows, FEW_STATES, meter)? };
        let mut found = Vec::new();
        if counted.as_ref().is_none_or(|counted| counted.total() <= LISTED) {
            if counted.as_ref().is_some_and(|counted| counted.total() == 0) {
                return Ok(None);
            }
            let steps = if small { candidates::SEARCH_LIMIT } else { STEPS };
            let (listed, complete) = list(game, rows, steps, meter)?;
            match complete {
                Complete::Yes if listed.is_empty() => return Ok(None),
                Complete::Yes => return Ok(Some(Self::listed(listed, true))),
                Complete::Stopped => return Self::stopped(listed),
                Complete::No => found = shortlist::some_of(&listed, shortlist::SECRETS),
            }
            if counted.is_none() {
                counted = match count(game, rows, MORE_STATES, meter) {
                    Err(AdviseError::Cancelled(_)) => return Self::stopped(found),
                    counted => counted?,
                };
            }
        }
        if let Some(counted) = counted {
            let total = counted.total();
            let code = |number| counted.codeword_at(number).map(Codeword::bits);
            let mut listed: Vec<u64> = Spread::new(total).take(shortlist::SECRETS).filter_map(code).collect();
            listed.sort_unstable();
            let first = code(0);
            let some = Self { listed, first, total, counted: true, stopped: false };
            return Ok(first.is_some().then_some(some));
        }
        // The incomplete list is in lexicographic order, so its first member is the first possible
        // secret. Further possible secrets are found by searches that begin at codewords evenly
        // spread over the list of all codewords.
        let first = found.first().copied();
        let mut listed: Vec<u64> = first.into_iter().collect();
        let (searches, mut left) = (SEARCHES.0, SEARCH_STEPS);
        if Self::search(game, rows, (searches, &mut left), meter, &mut listed)?.is_err() {
            return Self::stopped(listed);
        }
        if listed.is_empty() {
            listed.extend(nearby::search(game, rows, meter)?.map(Codeword::bits));
        }
        if listed.is_empty() {
            return Err(AdviseError::NoneFound { steps: STEPS + SEARCH_STEPS - left + nearby::STEPS });
        }
        Ok(Some(Self { first, ..Self::listed(listed, false) }))
    }

    /// Searches for possible secrets. The searches begin at codewords evenly spread over the list
    /// of all codewords, and each adds at most one secret to `listed`. The inner result is an error
    /// if the observer cancels.
    fn search(
        game: Game,
        rows: &[Row],
        (searches, left): (usize, &mut u64),
        meter: &Meter<'_>,
        listed: &mut Vec<u64>,
    ) -> Result<Result<(), Cancelled>, CandidatesError> {
        for start in Spread::new(game.codewords()).take(searches) {
            let mut steps = SEARCHES.1.min(*left);
            *left -= steps;
            let start = game.codeword_at(start);
            let one = candidates::search_from(game, rows, start, &mut steps, meter, |code| {
                listed.push(code.bits());
                ControlFlow::Break(())
            });
            *left += steps;
            match one {
                Err(CandidatesError::Cancelled(cancelled)) => return Ok(Err(cancelled)),
                one => one?,
            };
        }
        Ok(Ok(()))
    }

    /// Finds some possible secrets quickly after the time limit; never returns an empty set.
    pub(crate) fn find_quickly(game: Game, rows: &[Row], meter: &Meter<'_>) -> Result<Self, AdviseError> {
        let (searches, most) = LATE_SEARCHES;
        let (mut left, mut listed) = (most, Vec::new());
        Self::search(game, rows, (searches, &mut left), meter, &mut listed)??;
        if listed.is_empty() {
            listed.extend(nearby::search(game, rows, meter)?.map(Codeword::bits));
        }
        if listed.is_empty() {
            return Err(AdviseError::NoneFound { steps: most - left + nearby::STEPS });
        }
        Ok(Self { first: None, stopped: true, ..Self::listed(listed, false) })
    }

    /// Creates a set from listed codewords in any order; `all` is true if the list is complete.
    fn listed(mut listed: Vec<u64>, all: bool) -> Self {
        listed.sort_unstable();
        listed.dedup();
        let (first, total) = (listed.first().copied(), listed.len() as u64);
        Self { listed, first, total, counted: all, stopped: false }
    }

    /// Creates a set from the codewords found before the search was ended.
    fn stopped(listed: Vec<u64>) -> Result<Option<Self>, AdviseError> {
        if listed.is_empty() {
            return Err(Cancelled.into());
        }
        Ok(Some(Self { first: None, stopped: true, ..Self::listed(listed, false) }))
    }

    /// Returns whether all possible secrets are listed.
    pub(crate) fn all(&self) -> bool {
        self.counted && self.listed.len() as u64 == self.total
    }

    /// Returns the sizes of the partitions of all possible secrets by feedback index, and whether
    /// they are estimates.
    pub(crate) fn parts(
        &self,
        game: Game,
        rows: &[Row],
        guess: Codeword,
    ) -> Result<(Vec<u64>, bool), AdviseError> {
        let meter = Meter::new(&());
        if self.counted && !self.all() {
            match partition(game, rows, guess, PARTS_STATES, &meter) {
                Ok(parts) => return Ok((parts, false)),
                Err(CountError::TooMany) => {}
                Err(CountError::Short(shortage)) => return Err(shortage.into()),
                Err(CountError::Cancelled(cancelled)) => return Err(cancelled.into()),
            }
        }
        let sizes = split::sizes(guess, &self.listed, &meter)?.to_vec();
        let listed = self.listed.len() as u64;
        if listed == self.total {
            return Ok((sizes, !self.counted));
        }
        // The sizes in the sample are scaled to `total`. Cumulative sums are rounded instead of
        // single sizes, so that the scaled sizes sum to `total`.
        let share = |sum: u64| (u128::from(sum) * u128::from(self.total) / u128::from(listed)) as u64;
        let mut before = 0;
        let scaled = sizes.iter().map(|&size| {
            let from = share(before);
            before += size;
            share(before) - from
        });
        Ok((scaled.collect(), true))
    }
}

/// Whether a search was complete.
pub(crate) enum Complete {
    Yes,
    /// The search reached its limit on codewords or steps.
    No,
    /// The observer cancelled the search.
    Stopped,
}

/// Lists the codewords consistent with the rows, ascending, up to a limit; a partial list if the
/// observer cancels.
pub(crate) fn list(
    game: Game,
    rows: &[Row],
    steps: u64,
    meter: &Meter<'_>,
) -> Result<(Vec<u64>, Complete), AdviseError> {
    let mut codes = Vec::new();
    let mut short = None;
    let complete = candidates::search_from(game, rows, None, &mut { steps }, meter, |code| {
        if let Err(shortage) = reserve(&mut codes, 1) {
            short = Some(shortage);
            return ControlFlow::Break(());
        }
        codes.push(code.bits());
        if codes.len() as u64 > LISTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Some(shortage) = short {
        return Err(shortage.into());
    }
    match complete {
        Ok(complete) => Ok((codes, if complete { Complete::Yes } else { Complete::No })),
        Err(CandidatesError::Cancelled(_)) => Ok((codes, Complete::Stopped)),
        Err(error) => Err(error.into()),
    }
}

/// Counts the codewords consistent with the rows; `None` if the count needs more than `states`
/// states.
fn count(
    game: Game,
    rows: &[Row],
    states: usize,
    meter: &Meter<'_>,
) -> Result<Option<CountedSet>, AdviseError> {
    match CountedSet::new(game, rows, states, meter) {
        Ok(counted) => Ok(Some(counted)),
        Err(CountError::TooMany) => Ok(None),
        Err(CountError::Short(shortage)) => Err(shortage.into()),
        Err(CountError::Cancelled(cancelled)) => Err(cancelled.into()),
    }
}
