//! The fights of all variants: a shard is a block of iterations, simulated with every variant that
//! has not been dropped.

use std::sync::{Arc, OnceLock};

use quadrille_combat::{VariantRank, cull};
use quadrille_memory::{Need, Shortage, of, reserve};
use quadrille_progress::{Observer, Progress, Stopped};
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};
use quadrille_stats::{Interval, Moments};

use super::job::CompareJob;
use super::partial::Rates;
use super::report::report;
use super::result::{CompareResult, StageEnd};
use super::stages::{Stages, confidence_of_culling};
use quadrille_runner::blocks::length;
use quadrille_runner::need::partials;

/// Memory in bytes per variant for the result, its JSON and the report.
pub(in super::super) const CONCLUSION_BYTES: u64 = 4096;

/// The comparison of variants as an experiment.
pub(super) struct Fights {
    settings: Arc<CompareJob>,
    seed: u64,
    stages: Stages,
    /// For each variant, whether its fights are free of randomness.
    certain: Vec<bool>,
    /// The ranking at the end of each stage, memoised by [`Self::standings`].
    standings: Vec<OnceLock<Vec<VariantRank>>>,
}

impl Fights {
    pub(super) fn new(settings: Arc<CompareJob>, seed: u64) -> Self {
        let stages = Stages::new(settings.iterations, settings.variants.len() as u64, settings.shards);
        let standings = (0..stages.number()).map(|_| OnceLock::new()).collect();
        let certain = settings.variants.iter().map(|variant| variant.simulation.is_certain()).collect();
        Self { settings, seed, stages, certain, standings }
    }

    /// Returns the ranking, at the end of a stage, of the variants that take part in the stage.
    /// `prefix` must contain the results of the whole stage; later results do not change the
    /// ranking.
    fn standings(&self, stage: usize, prefix: &Rates) -> &[VariantRank] {
        self.standings[stage].get_or_init(|| {
            let end = self.stages.iterations(stage) as usize;
            let rates: Vec<Option<&[f64]>> = prefix.rates.iter().map(|rates| rates.get(..end)).collect();
            // `cull` fails only if stored rates are corrupt. The ranking is then empty, and
            // `verify` reports the error.
            cull(&rates, &self.certain, confidence_of_culling(), self.stages.number() as u32, &())
                .unwrap_or_default()
        })
    }

    /// Returns whether the paired differences between two variants suffice for a reliable interval.
    fn is_conclusive(&self, prefix: &Rates, best: usize, other: usize) -> bool {
        let mut lead = Moments::new();
        for (best, other) in prefix.rates[best].iter().zip(&prefix.rates[other]) {
            // `record` fails only for NaN, the rate of a fight that ended at time 0, so such fights
            // are left out. Other invalid rates have been refused by `cull`.
            let _ = lead.record(best - other);
        }
        lead.is_informative() || (self.certain[best] && self.certain[other])
    }

    /// Returns, for each variant, whether it takes part in a stage. `prefix` holds the results of
    /// all earlier stages.
    fn fighting(&self, stage: usize, prefix: &Rates) -> Vec<bool> {
        let Some(before) = stage.checked_sub(1) else { return vec![true; self.settings.variants.len()] };
        let mut fighting = vec![false; self.settings.variants.len()];
        for standing in self.standings(before, prefix).iter().filter(|standing| standing.stays) {
            fighting[standing.variant] = true;
        }
        fighting
    }
}

impl Experiment for Fights {
    type Partial = Rates;
    /// For each variant, whether it takes part in the stage.
    type Stage = Vec<bool>;

    fn shards(&self) -> u64 {
        self.stages.shards()
    }

    fn work(&self, shard: u64) -> u64 {
        length(&self.stages.place(shard).2)
    }

    fn work_unit(&self) -> &'static str {
        "iterations"
    }

    fn stage_end(&self, shard: u64) -> u64 {
        self.stages.place(shard).1
    }

    // If there is no prefix, or if it does not end at the end of a stage, all variants take part.
    fn stage(&self, prefix: Option<&Rates>) -> Vec<bool> {
        let all_fight = || vec![true; self.settings.variants.len()];
        let Some(prefix) = prefix else { return all_fight() };
        let next = self.stages.ending_at(prefix.iterations).map(|stage| stage + 1);
        next.map_or_else(all_fight, |stage| self.fighting(stage, prefix))
    }

    fn run_shard(
        &self,
        shard: u64,
        fighting: &Vec<bool>,
        context: &ShardContext<'_>,
    ) -> Result<Rates, WorkError> {
        let (_, _, block) = self.stages.place(shard);
        if fighting.len() != self.settings.variants.len() {
            return Err(WorkError::failed("the stage does not list the variants that take part"));
        }
        let (iterations, all) = (length(&block), self.settings.variants.len() as u64);
        let fights = |(number, (variant, &fighting)): (usize, (&super::variants::Variant, &bool))| {
            // Progress is reported as a number of iterations of the block. This number is
            // proportional to the number of variants that are done.
            let done = iterations * number as u64 / all;
            let observer = |_: &Progress| context.observe(&Progress::done(done));
            let fought = if fighting { iterations } else { 0 };
            variant.simulation.rates(self.seed, block.start, fought, &observer)
        };
        let variants = self.settings.variants.iter().zip(fighting);
        let rates =
            variants.enumerate().map(fights).collect::<Result<_, _>>().map_err(|_| WorkError::Cancelled)?;
        Ok(Rates { iterations, rates })
    }

    /// Returns the memory required for the blocks in progress. Each block exists in several forms:
    /// as numbers, encoded, encoded with a checksum, and decoded. The rates of completed blocks are
    /// not included: variants are dropped during the run, so the lists of rates
    /// [grow](Self::reserve) as needed.
    fn memory(&self, workers: usize) -> Need {
        let largest = (0..self.stages.shards()).map(|shard| length(&self.stages.place(shard).2)).max();
        let rates = largest.unwrap_or(0).saturating_mul(self.settings.variants.len() as u64);
        let shards = partials(of::<f64>(rates), workers);
        // The blocks are freed before the result is built, so blocks and result are never in memory
        // together.
        Need::working(shards).then(Need::working(self.settings.variants.len() as u64 * CONCLUSION_BYTES))
    }

    fn reserve(&self, prefix: &mut Rates, next: &Rates) -> Result<(), Shortage> {
        let mut pairs = prefix.rates.iter_mut().zip(&next.rates);
        pairs.try_for_each(|(rates, next)| reserve(rates, next.len()))
    }

    fn merge(&self, prefix: &mut Rates, next: Rates) {
        prefix.iterations += next.iterations;
        // A dropped variant has no rates in `next`, so its list stays as it was.
        for (rates, mut next) in prefix.rates.iter_mut().zip(next.rates) {
            rates.append(&mut next);
        }
    }

    fn has_stop_rule(&self) -> bool {
        true
    }

    /// Returns whether only one variant remains, or all remaining variants are within the target
    /// error of the best.
    fn is_enough(&self, prefix: &Rates) -> bool {
        self.stages.ending_at(prefix.iterations).is_some_and(|stage| {
            let left = || self.standings(stage, prefix).iter().filter(|standing| standing.stays);
            let near = |target| {
                left().next().is_some_and(|best| {
                    left().all(|standing| {
                        // The upper end of the interval is an upper bound on the difference from
                        // the best, at the confidence with which variants are dropped.
                        let near = |behind: Interval| {
                            best.mean.is_some_and(|mean| 100.0 * behind.high <= target * mean)
                        };
                        standing.behind.is_some_and(near)
                            && (standing.variant == best.variant
                                || self.is_conclusive(prefix, best.variant, standing.variant))
                    })
                })
            };
            left().count() == 1 || self.settings.target_error.is_some_and(near)
        })
    }

    fn verify(&self, whole: &Rates) -> Result<(), String> {
        let unsound = || Err(format!("the {} iterations do not match the stages", whole.iterations));
        let Some(last) = self.stages.ending_at(whole.iterations) else { return unsound() };
        if whole.rates.len() != self.settings.variants.len()
            || (last + 1 < self.stages.number() && !self.is_enough(whole))
        {
            return unsound();
        }
        // `fought` is the number of iterations of each variant. A variant has rates up to the end
        // of the stage after which it was dropped.
        let mut fought = vec![0; whole.rates.len()];
        for stage in 0..=last {
            let expected = self.fighting(stage, whole);
            let standings = self.standings(stage, whole);
            if standings.len() != expected.iter().filter(|&&fighting| fighting).count()
                || standings.iter().any(|standing| !expected[standing.variant])
            {
                return unsound();
            }
            for standing in standings {
                fought[standing.variant] = self.stages.iterations(stage);
            }
        }
        if whole.rates.iter().zip(&fought).all(|(rates, &fought)| rates.len() as u64 == fought) {
            Ok(())
        } else {
            unsound()
        }
    }

    fn conclude(&self, whole: &Rates, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let last = self.stages.ending_at(whole.iterations).unwrap_or_default();
        let stages: Vec<StageEnd<'_>> = (0..=last)
            .map(|stage| StageEnd {
                iterations: self.stages.iterations(stage),
                standings: self.standings(stage, whole),
            })
            .collect();
        let result = CompareResult::of(&self.settings, &stages, whole);
        Ok(Conclusion::new(&result, report(&result)).counting("fights", result.fights))
    }
}
