//! Which variant is the best: the result of `combat.compare`.

use quadrille_combat::VariantRank;
use quadrille_stats::{Interval, Moments};
use serde::{Deserialize, Serialize};

use super::partial::Rates;
use super::settings::Settings;
use super::stages::surely;
use quadrille_report::entries::Entries;
use quadrille_report::intervals::error;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_none(count: &u64) -> bool {
    *count == 0
}

/// The result of `combat.compare`: many variants, of which the best was looked for in stages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompareResult {
    /// What each profile is called.
    pub profiles: Vec<String>,
    /// How sure it is that the truly best variant was never dropped, from 0 to 1.
    pub confidence: f64,
    /// The number of the variant that did the most damage.
    pub best: Option<usize>,
    /// The numbers of those that were never dropped, the best first: none is surely worse than it.
    pub contenders: Vec<usize>,
    /// Fights of all variants together; decimal text as data.
    #[serde(with = "quadrille_report::decimal")]
    pub fights: u64,
    /// What became of each stage.
    pub stages: Vec<StageCount>,
    /// All variants: those that were never dropped first, the best before all, then the others by their DPS.
    pub variants: Vec<Placed>,
}

/// A stage of the comparison: each fights as many iterations as all before it together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageCount {
    /// Its number, counted from 1.
    pub stage: usize,
    /// Iterations of each variant by its end, earlier stages' included.
    pub iterations: u64,
    /// Variants that fought in it.
    pub variants: usize,
    /// Those dropped at its end.
    pub dropped: usize,
    /// Those left.
    pub left: usize,
}

/// A variant, and how far it came.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// Its number, counted from 0: profiles in the experiment's order, the values of a profile's last number
    /// changing fastest.
    pub variant: usize,
    /// What its profile is called.
    pub profile: String,
    /// The set that it has of each group of its profile's `[sets]`; absent where there are none.
    #[serde(default, skip_serializing_if = "Entries::is_empty")]
    pub sets: Entries<String>,
    /// The numbers in which it differs from its profile's other variants, by their paths.
    pub numbers: Entries<f64>,
    /// How many fights it had.
    pub iterations: u64,
    /// How many of them ended as they began, so that they have no DPS; absent where none did.
    #[serde(default, skip_serializing_if = "is_none")]
    pub without_length: u64,
    /// Its mean DPS, over fights that have a length.
    pub mean: Option<f64>,
    /// The standard deviation from fight to fight.
    pub stddev: Option<f64>,
    /// Half the 95 % interval of the mean.
    pub error: Option<f64>,
    /// After which stage it was dropped, counted from 1; `None` if it never was.
    pub dropped: Option<usize>,
    /// How far it was behind the best when it was last looked at; `None` where too few fights have a length for
    /// both.
    #[serde(deserialize_with = "Option::deserialize")]
    pub behind: Option<Behind>,
}

/// A difference in DPS from the best variant; its interval allows for all comparisons of all stages.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Behind {
    /// The number of the variant that was the best then.
    pub variant: usize,
    /// The mean of the differences, fight by fight.
    pub mean: f64,
    /// Where its interval begins; not above 0 for a variant that was never dropped.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

/// A stage that has been fought.
pub(super) struct StageEnd<'a> {
    /// Iterations of each variant by its end, earlier stages' included.
    pub(super) iterations: u64,
    /// Those that fought it, best first.
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
    pub(super) fn of(settings: &Settings, stages: &[StageEnd<'_>], rates: &Rates) -> Self {
        let variants = placed(settings, stages, rates);
        let contenders = variants.iter().filter(|placed| placed.dropped.is_none());
        Self {
            profiles: settings.names.clone(),
            confidence: surely().get(),
            best: variants.first().filter(|best| best.mean.is_some()).map(|best| best.variant),
            contenders: contenders.map(|placed| placed.variant).collect(),
            fights: variants.iter().map(|placed| placed.iterations).sum(),
            stages: (1..).zip(stages).map(|(number, stage)| stage.counted(number)).collect(),
            variants,
        }
    }
}

/// All variants: those that were never dropped first, the best before all, then the others by their DPS.
fn placed(settings: &Settings, stages: &[StageEnd<'_>], rates: &Rates) -> Vec<Placed> {
    let mut all = Vec::new();
    for (number, stage) in (1..).zip(stages).collect::<Vec<_>>().into_iter().rev() {
        let best = stage.standings.first().map_or(0, |best| best.variant);
        // Who stays after any stage but the last has a place already.
        let last = number == stages.len();
        for standing in stage.standings.iter().filter(|standing| last || !standing.stays) {
            let mut dps = Moments::new();
            let fought = &rates.rates[standing.variant];
            for &rate in fought {
                // What could not be recorded has no length, or has been refused by the culling.
                let _ = dps.record(rate);
            }
            let dropped = (!standing.stays).then_some(number);
            all.push(Placed::of(settings, standing, best, dropped, &dps, fought.len() as u64));
        }
    }
    // They have fought different numbers of fights, but each knows its mean.
    let dps = |placed: &Placed| placed.mean.unwrap_or(f64::NEG_INFINITY);
    let left = all.iter().take_while(|placed: &&Placed| placed.dropped.is_none()).count();
    all[left..].sort_by(|one, other| dps(other).total_cmp(&dps(one)));
    all
}

impl Placed {
    fn of(
        settings: &Settings,
        standing: &VariantRank,
        best: usize,
        dropped: Option<usize>,
        dps: &Moments,
        iterations: u64,
    ) -> Self {
        let variant = &settings.variants[standing.variant];
        // The middle of a t interval is the mean.
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
