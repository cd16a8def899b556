//! Division of a battery into units. A unit is one test of one subject, for which a new generator
//! is started from the seed.

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_memory::{Need, of};
use quadrille_progress::{Observer, Progress, Stopped};
use quadrille_random::battery::{Neighbours, Size, TESTS, Values, Width};
use quadrille_random::catalogue::{Entry, Started};
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::job::{Arrangement, BatteryJob, DRAWS, INTERLEAVED, PAIRS, Subject};
use super::partial::{Examined, UnitResult};
use super::report::report;
use super::result::BatteryResult;

/// A battery of tests as an [`Experiment`].
pub(crate) struct Battery {
    settings: Arc<BatteryJob>,
    seed: u64,
    level: Level,
    units: Vec<WorkUnit>,
}

/// One test of one subject.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WorkUnit {
    pub(crate) subject: Subject,
    pub(crate) examination: Examination,
}

/// The test that a unit performs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Examination {
    /// The test with this index in [`TESTS`].
    Test(usize),
    /// The comparison of streams with their neighbours, draw by draw.
    Neighbours,
}

impl Battery {
    pub(crate) fn new(settings: Arc<BatteryJob>, seed: u64, level: Level) -> Self {
        let units = settings.subjects.iter().flat_map(|&subject| {
            examinations(subject).map(move |examination| WorkUnit { subject, examination })
        });
        let units = units.collect();
        Self { settings, seed, level, units }
    }

    /// Returns the indices of a shard's units. With n shards, these are every n-th unit from unit
    /// number `shard` on.
    fn units(&self, shard: u64) -> impl Iterator<Item = usize> {
        (shard as usize..self.units.len()).step_by(self.shards() as usize)
    }

    /// Returns the generator of stream number `stream` of the subject. If the subject is a
    /// sequence, the number is ignored.
    fn stream(&self, Subject { generator, arrangement }: Subject, stream: u64) -> Started {
        let seed = self.seed_for(generator);
        let started = match arrangement {
            Arrangement::Sequence => generator.start_with_level(seed, self.level),
            Arrangement::Streams => generator.start_stream(seed, stream, self.level),
        };
        started.expect("the seed is within the generator's range")
    }

    /// Returns the experiment's seed, reduced to the bits that the generator supports.
    fn seed_for(&self, generator: &Entry) -> u64 {
        self.seed & generator.seeds().end()
    }

    /// Returns a new source of the values that a test of the subject reads.
    fn values(&self, subject: Subject) -> Values<'static> {
        let values = |stream| {
            let mut sequence = self.stream(subject, stream);
            Values::new(width(subject.generator), move |block| sequence.fill_values(block))
        };
        match subject.arrangement {
            Arrangement::Sequence => values(0),
            Arrangement::Streams => Values::interleaved((0..INTERLEAVED).map(values).collect())
                .expect("there is at least one stream, and all have the same generator"),
        }
    }

    /// Returns the conclusion from the results so far. It contains every subject that has a result,
    /// with the tests that have run.
    fn conclusion(&self, found: &[UnitResult]) -> Conclusion {
        let by_unit: BTreeMap<u64, &UnitResult> = found.iter().map(|found| (found.unit, found)).collect();
        let drawn: u128 = found.iter().map(|found| u128::from(found.drawn)).sum();
        let mut examined: Vec<Examined<'_>> = Vec::new();
        // Units are numbered subject by subject, so the units of a subject are adjacent.
        for (unit, found) in by_unit {
            let Some(&unit) = self.units.get(unit as usize) else { continue };
            let (subject, test) = (unit.subject, (unit.name(), found));
            match examined.last_mut() {
                Some(last) if last.subject.is(subject) => last.tests.push(test),
                _ => {
                    let seed = self.seed_for(subject.generator);
                    examined.push(Examined { subject, seed, tests: vec![test] });
                }
            }
        }
        let result = BatteryResult::of(self.settings.size, &examined);
        Conclusion::new(&result, report(&result)).counting("numbers", drawn)
    }

    fn examine(&self, number: usize, observer: &dyn Observer) -> Result<UnitResult, WorkError> {
        let WorkUnit { subject, examination } = self.units[number];
        let mut drawn = 0;
        let mut alike = Vec::new();
        let figures = match examination {
            Examination::Test(test) => {
                let mut source = self.values(subject);
                // The wrapper counts the values that the test reads.
                let mut counted = Values::new(source.width(), |block| {
                    drawn += block.len() as u64;
                    source.fill(block);
                });
                TESTS[test].run(&mut counted, self.settings.size, observer)
            }
            Examination::Neighbours => {
                let mut first = |stream, draws: &mut [f64]| {
                    drawn += draws.len() as u64;
                    self.stream(subject, stream).fill_f64(draws);
                };
                Neighbours::measure(0..PAIRS, DRAWS, &mut first, observer).map(|neighbours| {
                    // The statistics summarise all draws; significant draws are also listed.
                    alike = neighbours.outstanding();
                    neighbours.statistics()
                })
            }
        };
        Ok(UnitResult {
            unit: number as u64,
            figures: figures.map_err(|_| WorkError::Cancelled)?,
            alike,
            drawn,
        })
    }
}

fn width(generator: &Entry) -> Width {
    Width::new(generator.output_bits).expect("the tests support every generator's width")
}

/// Returns all tests of a subject, in the order of the report.
fn examinations(subject: Subject) -> impl Iterator<Item = Examination> {
    let neighbours = (subject.arrangement == Arrangement::Streams).then_some(Examination::Neighbours);
    (0..TESTS.len()).map(Examination::Test).chain(neighbours)
}

impl WorkUnit {
    /// Returns the test's name.
    pub(crate) fn name(self) -> &'static str {
        match self.examination {
            Examination::Test(test) => TESTS[test].name,
            Examination::Neighbours => "neighbours",
        }
    }

    /// Returns the number of bytes that the unit allocates.
    fn bytes(self, size: Size) -> u64 {
        match self.examination {
            Examination::Test(test) => TESTS[test].bytes(size),
            Examination::Neighbours => of::<[f64; 4]>(DRAWS as u64),
        }
    }

    /// Returns the approximate number of values that the unit draws.
    fn work(self, size: Size) -> u64 {
        match self.examination {
            Examination::Test(_) => size.values(),
            Examination::Neighbours => PAIRS * DRAWS as u64,
        }
    }
}

impl Experiment for Battery {
    type Partial = Vec<UnitResult>;
    type Stage = ();

    fn shards(&self) -> u64 {
        let units = self.units.len() as u64;
        self.settings.shards.unwrap_or(units).min(units).max(1)
    }

    /// Returns the memory required if the units with the largest allocations run concurrently, one
    /// per worker.
    fn memory(&self, workers: usize) -> Need {
        let mut bytes: Vec<u64> = self.units.iter().map(|unit| unit.bytes(self.settings.size)).collect();
        bytes.sort_unstable();
        Need::working(bytes.iter().rev().take(workers).sum())
    }

    fn work(&self, shard: u64) -> u64 {
        self.units(shard).map(|number| self.units[number].work(self.settings.size)).sum()
    }

    fn work_unit(&self) -> &'static str {
        "numbers"
    }

    fn run_shard(
        &self,
        shard: u64,
        (): &(),
        context: &ShardContext<'_>,
    ) -> Result<Vec<UnitResult>, WorkError> {
        let mut found = Vec::new();
        let mut before = 0;
        for number in self.units(shard) {
            let work = self.units[number].work(self.settings.size);
            let observer = |progress: &Progress| {
                // A test can count its progress in units other than values. The completed fraction
                // is therefore multiplied by the number of values that the test draws.
                let done = progress.fraction().unwrap_or(0.0) * work as f64;
                context.observe(&Progress::done(before + done as u64))
            };
            found.push(self.examine(number, &observer)?);
            before += work;
        }
        Ok(found)
    }

    fn stage(&self, _: Option<&Vec<UnitResult>>) {}

    fn merge(&self, prefix: &mut Vec<UnitResult>, next: Vec<UnitResult>) {
        prefix.extend(next);
    }

    fn verify(&self, whole: &Vec<UnitResult>) -> Result<(), String> {
        let mut numbers: Vec<u64> = whole.iter().map(|found| found.unit).collect();
        // Partial results are merged in the order of the shards, but each shard contains every n-th
        // unit, so the unit numbers are not in order.
        numbers.sort_unstable();
        if !numbers.iter().copied().eq(0..self.units.len() as u64) {
            return Err(format!("there are {} tests instead of {}", numbers.len(), self.units.len()));
        }
        let figures = || whole.iter().flat_map(|found| &found.figures);
        match figures().find(|figure| !(0.0..=1.0).contains(&figure.p) || !figure.value.is_finite()) {
            Some(figure) => Err(format!(
                "the statistic `{}` has the p-value {}; expected a finite statistic and a p-value from 0 to 1",
                figure.name, figure.p
            )),
            None => Ok(()),
        }
    }

    fn conclude(&self, whole: &Vec<UnitResult>, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        Ok(self.conclusion(whole))
    }

    fn conclude_so_far(&self, prefix: &Vec<UnitResult>, _: &dyn Observer) -> Option<Conclusion> {
        Some(self.conclusion(prefix))
    }
}
