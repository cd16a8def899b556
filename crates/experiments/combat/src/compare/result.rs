//! The result of `combat.compare`.

use quadrille_combat::VariantRank;
use quadrille_report::figures::{Figures, is_zero};
use quadrille_stats::{Interval, Moments};
use serde::{Deserialize, Serialize};

use super::job::CompareJob;
use super::partial::Rates;
use super::stages::confidence_of_culling;
use quadrille_report::entries::Entries;
use quadrille_report::intervals::error;

/// The result of `combat.compare`: a ranking of many variants, found in stages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct CompareResult {
    /// The name of each profile.
    pub profiles: Vec<String>,
    /// A lower bound on the probability that the truly best variant was never dropped: 0.99. It is
    /// also the confidence of the simultaneous intervals in `variants[].behind`.
    pub confidence: f64,
    /// The index of the variant with the highest mean DPS, counted from 0; `None` if no variant has
    /// a DPS.
    pub best: Option<usize>,
    /// The indices of the variants that were never dropped, best first: none of them is
    /// significantly worse than the best.
    pub contenders: Vec<usize>,
    /// The number of fights of all variants together, as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    #[figure("fights")]
    pub fights: u64,
    /// The numbers of iterations and of variants in each stage.
    pub stages: Vec<StageCount>,
    /// All variants. Variants that were never dropped come first, and the best of them is the
    /// first. Dropped variants follow, ordered by DPS.
    pub variants: Vec<RankedVariant>,
}

/// A stage of the comparison. Each stage after the first doubles the number of iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct StageCount {
    /// The stage's number, from 1.
    #[figure("stage")]
    pub stage: usize,
    /// Number of iterations of each variant up to the end of the stage, including earlier stages.
    #[figure("total iterations")]
    pub iterations: u64,
    /// The number of variants in the stage.
    #[figure("variants in it")]
    pub variants: usize,
    /// The number of variants dropped at the end of the stage.
    #[figure("dropped after it")]
    pub dropped: usize,
    /// The number of variants left after the stage.
    #[figure("left")]
    pub left: usize,
}

/// A variant with its DPS and its rank information.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct RankedVariant {
    /// The variant's index, counted from 0. Variants are ordered by profile, in the experiment's
    /// order. Among the variants of a profile, the value of the last number changes fastest.
    pub variant: usize,
    /// The name of the variant's profile.
    pub profile: String,
    /// The variant's set from each group of the profile's `[sets]`; absent if there are no groups.
    #[serde(default, skip_serializing_if = "Entries::is_empty")]
    pub sets: Entries<String>,
    /// The numbers in which the profile's variants differ: the path of each, and its value in this
    /// variant.
    pub numbers: Entries<f64>,
    /// The number of the variant's fights.
    #[figure("fights")]
    pub iterations: u64,
    /// The number of the variant's fights that ended at time 0 and therefore have no DPS; absent if
    /// 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub without_length: u64,
    /// The variant's mean DPS, over fights with a length above 0.
    #[figure("DPS", precise, within(error))]
    pub mean: Option<f64>,
    /// The standard deviation between fights.
    pub stddev: Option<f64>,
    /// Half the width of the 95 % interval of the mean.
    pub error: Option<f64>,
    /// The number, from 1, of the stage after which the variant was dropped; `None` if it was never
    /// dropped.
    #[figure("dropped after stage")]
    pub dropped: Option<usize>,
    /// The difference from the best variant at the end of this variant's last stage. `None` if
    /// there are fewer than two pairs of fights in which both fights have a DPS.
    #[serde(deserialize_with = "Option::deserialize")]
    pub behind: Option<Behind>,
}

/// A difference in DPS from the best variant, with its simultaneous interval: all intervals of all
/// stages together hold with the probability [`CompareResult::confidence`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Behind {
    /// The index of the variant that was best at the end of the stage.
    pub variant: usize,
    /// The mean of the paired differences.
    #[figure(within(low, high))]
    pub mean: f64,
    /// The lower end of the simultaneous interval of the difference, with the confidence of the key
    /// `confidence` (0.99) for all intervals of all stages together. For a variant that was never
    /// dropped, it is above 0 only if the differences do not suffice for a reliable interval.
    pub low: f64,
    /// The upper end of the simultaneous interval of the difference, with the same confidence.
    pub high: f64,
}

/// A completed stage.
pub(super) struct StageEnd<'a> {
    /// Number of iterations of each variant up to the end of the stage, including earlier stages.
    pub(super) iterations: u64,
    /// The variants of the stage, best first.
    pub(super) standings: &'a [VariantRank],
}

impl StageEnd<'_> {
    fn counted(&self, stage: usize) -> StageCount {
        let (variants, iterations) = (self.standings.len(), self.iterations);
        let left = self.standings.iter().filter(|standing| standing.stays).count();
        StageCount { stage, iterations, variants, dropped: variants - left, left }
    }
}

impl CompareResult {
    pub(super) fn of(settings: &CompareJob, stages: &[StageEnd<'_>], rates: &Rates) -> Self {
        let variants = placed(settings, stages, rates);
        let contenders = variants.iter().filter(|placed| placed.dropped.is_none());
        Self {
            profiles: settings.names.clone(),
            confidence: confidence_of_culling().get(),
            best: variants.first().filter(|best| best.mean.is_some()).map(|best| best.variant),
            contenders: contenders.map(|placed| placed.variant).collect(),
            fights: variants.iter().map(|placed| placed.iterations).sum(),
            stages: (1..).zip(stages).map(|(number, stage)| stage.counted(number)).collect(),
            variants,
        }
    }
}

/// Returns all variants. Variants that were never dropped come first, and the best of them is the
/// first. Dropped variants follow, ordered by DPS.
fn placed(settings: &CompareJob, stages: &[StageEnd<'_>], rates: &Rates) -> Vec<RankedVariant> {
    let mut all = Vec::new();
    for (number, stage) in (1..).zip(stages).collect::<Vec<_>>().into_iter().rev() {
        let best = stage.standings.first().map_or(0, |best| best.variant);
        // Each variant is listed with its last stage. A variant that stays after this stage is
        // skipped here, unless the stage is the last.
        let last = number == stages.len();
        for standing in stage.standings.iter().filter(|standing| last || !standing.stays) {
            let mut dps = Moments::new();
            let fought = &rates.rates[standing.variant];
            for &rate in fought {
                // `record` fails only for NaN, the rate of a fight that ended at time 0, so such
                // fights are left out. Other invalid rates have been refused by `cull`.
                let _ = dps.record(rate);
            }
            let dropped = (!standing.stays).then_some(number);
            all.push(RankedVariant::of(settings, standing, best, dropped, &dps, fought.len() as u64));
        }
    }
    // Dropped variants have different numbers of fights, so paired differences cannot order them.
    // They are ordered by their mean DPS.
    let dps = |placed: &RankedVariant| placed.mean.unwrap_or(f64::NEG_INFINITY);
    let left = all.iter().take_while(|placed: &&RankedVariant| placed.dropped.is_none()).count();
    all[left..].sort_by(|one, other| dps(other).total_cmp(&dps(one)));
    all
}

impl RankedVariant {
    fn of(
        settings: &CompareJob,
        standing: &VariantRank,
        best: usize,
        dropped: Option<usize>,
        dps: &Moments,
        iterations: u64,
    ) -> Self {
        let variant = &settings.variants[standing.variant];
        // The mean is the middle of the interval, because a t interval is symmetric.
        let behind =
            |Interval { low, high }| Behind { variant: best, mean: f64::midpoint(low, high), low, high };
        Self {
            variant: standing.variant,
            profile: settings.names[variant.profile].clone(),
            sets: variant.sets.iter().cloned().collect(),
            numbers: variant.numbers.iter().cloned().collect(),
            iterations,
            without_length: iterations - dps.count(),
            mean: dps.mean(),
            stddev: dps.standard_deviation(),
            error: error(dps),
            dropped,
            behind: standing.behind.map(behind),
        }
    }
}
