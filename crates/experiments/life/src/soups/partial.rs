//! The partial result of a shard of soups: integers, so that merging is exact.

use std::collections::BTreeMap;

use quadrille_life::{Apgcode, Ash, Growth, Outcome};
use quadrille_memory::of;
use serde::{Deserialize, Serialize};

/// The number of longest-lived soups to report.
const LONGEST_KEPT: usize = 10;
/// The maximum length of the list of growing soups, and of the list of unresolved soups.
const ODD_KEPT: usize = 100;
/// The width in generations of a bin of lifespans.
pub(crate) const LIFESPANS: u64 = 100;
/// The width in cells of a bin of final populations.
pub(crate) const POPULATIONS: u64 = 20;
/// The apgcode of the block. The report states the counts of other objects relative to the number
/// of blocks.
const BLOCK: &str = "xs4_33";

/// The results of some soups.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Haul {
    /// The number of soups.
    pub(crate) soups: u64,
    /// The number of settled soups.
    pub(crate) settled: u64,
    pub(crate) lifespans: Spread,
    pub(crate) populations: Spread,
    pub(crate) objects: BTreeMap<String, SoupTally>,
    /// The sum and the sum of squares, over all soups, of the number of objects in a soup.
    pub(crate) all: Sums,
    /// The lifespans and the numbers of the longest-lived soups, in descending order of lifespan.
    pub(crate) longest: Vec<(u64, u64)>,
    /// The numbers and the growth of the first soups with unbounded growth.
    pub(crate) growing: Vec<(u64, Growth)>,
    /// The total number of soups with unbounded growth.
    pub(crate) grow: u64,
    /// The numbers of the first unresolved soups.
    pub(crate) unsettled: Vec<u64>,
    /// The total number of unresolved soups.
    pub(crate) open: u64,
}

/// The sum and the sum of squares of integers, one per soup.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sums {
    pub(crate) sum: u128,
    pub(crate) squares: u128,
}

impl Sums {
    fn add(&mut self, number: u64) {
        self.merge(Self { sum: number.into(), squares: u128::from(number).pow(2) });
    }

    fn merge(&mut self, next: Self) {
        self.sum = self.sum.saturating_add(next.sum);
        self.squares = self.squares.saturating_add(next.squares);
    }
}

/// A histogram of an integer property of settled soups, such as the lifespan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spread {
    pub(crate) sums: Sums,
    /// The number of soups in each non-empty bin, by the index of the bin.
    pub(crate) bins: BTreeMap<u64, u64>,
}

impl Spread {
    pub(crate) fn add(&mut self, number: u64, bin: u64) {
        self.sums.add(number);
        *self.bins.entry(number / bin).or_default() += 1;
    }

    pub(crate) fn merge(&mut self, next: &Self) {
        self.sums.merge(next.sums);
        for (&bin, count) in &next.bins {
            *self.bins.entry(bin).or_default() += count;
        }
    }
}

/// The frequency of an object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SoupTally {
    pub(crate) counts: Sums,
    /// The sum, over all soups, of a product: the number of these objects in the soup times the
    /// number of blocks in the soup. The covariance is computed from this sum.
    pub(crate) with_blocks: u128,
    /// The number of the first soup that contains the object.
    pub(crate) first: u64,
}

impl Haul {
    /// The size in bytes of a partial result with full lists. The histograms and the census take
    /// additional memory as they fill.
    pub(super) const LISTS: u64 = of::<Self>(1)
        + of::<(u64, u64)>(LONGEST_KEPT as u64 + 1)
        + of::<(u64, Growth)>(ODD_KEPT as u64 + 1)
        + of::<u64>(ODD_KEPT as u64 + 1);

    /// Adds the ash of the next soup.
    pub(crate) fn add(&mut self, soup: u64, ash: &Ash) {
        self.soups += 1;
        match ash.outcome {
            Outcome::Settled(settled) => {
                self.settled += 1;
                self.lifespans.add(settled.generation, LIFESPANS);
                self.populations.add(settled.population, POPULATIONS);
                self.longest.push((settled.generation, soup));
                self.keep_longest();
            }
            Outcome::Grows(growth) => {
                self.grow += 1;
                self.growing.push((soup, growth));
                self.growing.truncate(ODD_KEPT);
            }
            _ => {
                self.open += 1;
                self.unsettled.push(soup);
                self.unsettled.truncate(ODD_KEPT);
            }
        }
        let blocks = ash.census.iter().find(|(code, _)| code.as_str() == BLOCK).map_or(0, |(_, count)| count);
        self.all.add(ash.census.total());
        for (code, count) in ash.census.iter() {
            let tally = self.tally(code, soup);
            tally.counts.add(count);
            tally.with_blocks += u128::from(count) * u128::from(blocks);
        }
    }

    /// Returns the tally of an object that `soup` contains.
    fn tally(&mut self, code: &Apgcode, soup: u64) -> &mut SoupTally {
        if !self.objects.contains_key(code.as_str()) {
            self.objects.insert(code.to_string(), SoupTally { first: soup, ..SoupTally::default() });
        }
        self.objects.get_mut(code.as_str()).expect("the object was inserted")
    }

    fn keep_longest(&mut self) {
        // Soups of equal lifespan are in the order of their numbers.
        self.longest.sort_unstable_by_key(|&(lifespan, soup)| (std::cmp::Reverse(lifespan), soup));
        self.longest.truncate(LONGEST_KEPT);
    }

    /// Adds the results of the next soups.
    pub(crate) fn merge(&mut self, next: Self) {
        self.soups += next.soups;
        self.settled += next.settled;
        self.lifespans.merge(&next.lifespans);
        self.populations.merge(&next.populations);
        for (code, tally) in next.objects {
            let whole =
                self.objects.entry(code).or_insert(SoupTally { first: tally.first, ..SoupTally::default() });
            whole.counts.merge(tally.counts);
            whole.with_blocks = whole.with_blocks.saturating_add(tally.with_blocks);
        }
        self.all.merge(next.all);
        self.longest.extend(next.longest);
        self.keep_longest();
        self.growing.extend(next.growing);
        self.growing.truncate(ODD_KEPT);
        self.grow += next.grow;
        self.unsettled.extend(next.unsettled);
        self.unsettled.truncate(ODD_KEPT);
        self.open += next.open;
    }

    /// Returns the tally of blocks.
    pub(crate) fn blocks(&self) -> SoupTally {
        self.objects.get(BLOCK).copied().unwrap_or_default()
    }
}
