//! What a shard of soups comes to: whole numbers, which merge exactly.

use std::collections::BTreeMap;

use quadrille_life::{Apgcode, Ash, Growth, Outcome};
use quadrille_memory::of;
use serde::{Deserialize, Serialize};

/// The longest-lived soups that are kept.
const LONGEST_KEPT: usize = 10;
/// Soups that grow, or whose end was not seen, that are kept.
const ODD_KEPT: usize = 100;
/// Generations of a bin of lifespans.
pub(crate) const LIFESPANS: u64 = 100;
/// Cells of a bin of final populations.
pub(crate) const POPULATIONS: u64 = 20;
/// What objects are set against.
const BLOCK: &str = "xs4_33";

/// What some soups came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Haul {
    /// How many there were.
    pub(crate) soups: u64,
    /// How many of them settled.
    pub(crate) settled: u64,
    pub(crate) lifespans: Spread,
    pub(crate) populations: Spread,
    pub(crate) objects: BTreeMap<String, Tally>,
    /// Objects of all kinds together.
    pub(crate) all: Sums,
    /// Lifespan and number of the longest-lived, from the longest on.
    pub(crate) longest: Vec<(u64, u64)>,
    /// Soups that grow without end, and how many there are.
    pub(crate) growing: Vec<(u64, Growth)>,
    pub(crate) grow: u64,
    /// Soups whose end was not seen, and how many there are.
    pub(crate) unsettled: Vec<u64>,
    pub(crate) open: u64,
}

/// Whole numbers, one a soup.
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

/// Numbers of settled soups, in bins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spread {
    pub(crate) sums: Sums,
    /// How many there are in each bin that is not empty.
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

/// How often there is an object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) counts: Sums,
    /// The sum over soups of how many there are, times how many blocks there are.
    pub(crate) with_blocks: u128,
    /// The first soup that has it.
    pub(crate) first: u64,
}

impl Haul {
    /// Bytes of a haul and of its lists when they are full; its histograms and its census grow with
    /// what is found.
    pub(super) const LISTS: u64 = of::<Self>(1)
        + of::<(u64, u64)>(LONGEST_KEPT as u64 + 1)
        + of::<(u64, Growth)>(ODD_KEPT as u64 + 1)
        + of::<u64>(ODD_KEPT as u64 + 1);

    /// Takes in what is left of a soup, which comes after those before.
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

    /// The tally of an object that this soup has.
    fn tally(&mut self, code: &Apgcode, soup: u64) -> &mut Tally {
        if !self.objects.contains_key(code.as_str()) {
            self.objects.insert(code.to_string(), Tally { first: soup, ..Tally::default() });
        }
        self.objects.get_mut(code.as_str()).expect("it was put there")
    }

    fn keep_longest(&mut self) {
        // Of equals the earlier soup.
        self.longest.sort_unstable_by_key(|&(lifespan, soup)| (std::cmp::Reverse(lifespan), soup));
        self.longest.truncate(LONGEST_KEPT);
    }

    /// Takes in the soups that come after these.
    pub(crate) fn merge(&mut self, next: Self) {
        self.soups += next.soups;
        self.settled += next.settled;
        self.lifespans.merge(&next.lifespans);
        self.populations.merge(&next.populations);
        for (code, tally) in next.objects {
            let whole = self.objects.entry(code).or_insert(Tally { first: tally.first, ..Tally::default() });
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

    /// The blocks.
    pub(crate) fn blocks(&self) -> Tally {
        self.objects.get(BLOCK).copied().unwrap_or_default()
    }
}
