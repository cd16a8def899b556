//! The result of `combat.weights`.

use quadrille_combat::{Pair, Pairs};
use quadrille_report::figures::{Figures, is_zero};
use quadrille_stats::{Confidence, Interval};
use serde::{Deserialize, Serialize};

use super::job::{Change, WeightsJob};
use quadrille_report::intervals::{confidence, error, is_rare};

/// The result of `combat.weights`: the change in damage per second (DPS) for a small change of each
/// of several numbers of a profile. All intervals have 95 % confidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct WeightsResult {
    /// The profile's name.
    pub profile: String,
    /// The number of fights with each change. The unchanged profile has the same number.
    #[figure("fights of each")]
    pub iterations: u64,
    /// The number of fights of the unchanged profile that ended at time 0 and therefore have no
    /// DPS; absent if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub without_length: u64,
    /// The DPS of the unchanged profile, over fights with a length above 0.
    pub dps: BaseDps,
    /// The number whose weight counts as 1, if the experiment names one.
    pub per: Option<String>,
    /// The effect of each change, in the experiment's order.
    pub weights: Vec<Weight>,
}

/// The DPS of the unchanged profile. A statistic is `None` if there are too few fights for it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct BaseDps {
    /// The mean over all fights with a length above 0.
    #[figure("DPS", precise, within(error))]
    pub mean: Option<f64>,
    /// The standard deviation between fights.
    pub stddev: Option<f64>,
    /// Half the width of the interval of the mean.
    pub error: Option<f64>,
    /// The smallest DPS of a fight.
    pub min: Option<f64>,
    /// The largest DPS of a fight.
    pub max: Option<f64>,
}

/// The effect of one change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Figures)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// The path of the number in the profile: `actor.crit`.
    #[figure("number", name)]
    pub number: String,
    /// The number's value in the unchanged profile.
    pub value: f64,
    /// The amount that is added to the number; not 0.
    pub change: f64,
    /// The mean DPS with the change.
    pub dps: Option<f64>,
    /// The number of pairs that are left out because at least one of their two fights ended at time
    /// 0 and has no DPS; absent if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub without_length: u64,
    /// The mean difference of DPS between the changed and the unchanged profile; `None` if no pair
    /// of fights has a difference.
    #[serde(deserialize_with = "Option::deserialize")]
    #[figure("DPS gain", precise, within(error))]
    pub difference: Option<f64>,
    /// Half the width of the interval of the mean difference. The fights of a pair have common
    /// random numbers. `None` for fewer than two pairs.
    #[serde(deserialize_with = "Option::deserialize")]
    pub error: Option<f64>,
    /// Whether the interval of the mean difference is unreliable, because the change matters in
    /// very few fights. This is the case if there are at least 1,000 pairs, and a single pair
    /// contributes over a thirtieth of the sum of the squared deviations. Absent if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rare: bool,
    /// The difference per unit of the number: `difference / change`; `None` without any pair.
    #[serde(deserialize_with = "Option::deserialize")]
    #[figure("DPS per unit", precise, within(per_unit_error))]
    pub per_unit: Option<f64>,
    /// Half the width of the interval of `per_unit`; `None` with fewer than two pairs.
    #[serde(deserialize_with = "Option::deserialize")]
    pub per_unit_error: Option<f64>,
    /// `per_unit` divided by the `per_unit` of the number `per`; `None` without `per`, or if the
    /// divisor is 0.
    #[figure(within(relative_low, relative_high))]
    pub relative: Option<f64>,
    /// The lower end of the interval of `relative`. The interval includes the errors of this number
    /// and of the number `per`. `None` if the interval of the divisor includes 0.
    pub relative_low: Option<f64>,
    /// The upper end of the interval of `relative`.
    pub relative_high: Option<f64>,
    /// Half the width that the interval of the mean difference would have, for the same number of
    /// fights, if the two fights of each pair had independent random numbers; `None` with fewer
    /// than two pairs.
    #[serde(deserialize_with = "Option::deserialize")]
    pub independent_error: Option<f64>,
    /// The number of fights that independent runs would need for the same error, divided by the
    /// number of fights of this run. `None` if the difference does not vary.
    pub gain: Option<f64>,
}

impl WeightsResult {
    pub(super) fn of(settings: &WeightsJob, pairs: &Pairs) -> Self {
        let base = &pairs.base;
        let one = settings.per.map(|per| (&settings.changes[per], &pairs.others[per]));
        let weights = settings.changes.iter().zip(&pairs.others);
        Self {
            profile: settings.profile.name().to_owned(),
            iterations: pairs.iterations,
            without_length: pairs.iterations - base.count(),
            dps: BaseDps {
                mean: base.mean(),
                stddev: base.standard_deviation(),
                error: error(base),
                min: base.min(),
                max: base.max(),
            },
            per: settings.per.map(|per| settings.changes[per].path.clone()),
            weights: weights.map(|(change, pair)| Weight::of(pairs, change, pair, one)).collect(),
        }
    }
}

impl Weight {
    fn of(pairs: &Pairs, change: &Change, pair: &Pair, one: Option<(&Change, &Pair)>) -> Self {
        let difference = pair.difference.mean();
        let error = error(&pair.difference);
        let relative = one.and_then(|one| Relative::of((change, pair), one));
        let interval = relative.as_ref().and_then(|relative| relative.interval);
        Self {
            number: change.path.clone(),
            value: change.number,
            change: change.by,
            dps: pair.dps.mean(),
            without_length: pairs.iterations - pair.difference.count(),
            difference,
            error,
            rare: is_rare(&pair.difference),
            per_unit: difference.map(|difference| difference / change.by),
            per_unit_error: error.map(|error| error / change.by.abs()),
            relative: relative.map(|relative| relative.weight),
            relative_low: interval.map(|interval| interval.low),
            relative_high: interval.map(|interval| interval.high),
            independent_error: independent_error(pairs, pair),
            gain: pair.gain(&pairs.base).filter(|gain| gain.is_finite()),
        }
    }

    /// Returns the interval of `relative`.
    pub fn relative_interval(&self) -> Option<Interval> {
        Some(Interval { low: self.relative_low?, high: self.relative_high? })
    }
}

fn independent_error(pairs: &Pairs, pair: &Pair) -> Option<f64> {
    let count = pair.difference.count();
    if count < 2 {
        return None;
    }
    let variance = (pairs.base.variance()? + pair.dps.variance()?) / count as f64;
    Some(Interval::t(0.0, variance.sqrt(), count - 1, confidence()).ok()?.half_width())
}

/// The quotient of two effects: the effect per unit of one change, divided by the effect per unit
/// of another change.
struct Relative {
    weight: f64,
    /// Interval of the quotient; `None` if the divisor may be 0.
    interval: Option<Interval>,
}

impl Relative {
    /// Divides the effect per unit of the change `of` by the effect per unit of the change `one`.
    fn of(of: (&Change, &Pair), one: (&Change, &Pair)) -> Option<Self> {
        let per_unit = |(change, pair): (&Change, &Pair)| Some(pair.difference.mean()? / change.by);
        let weight = per_unit(of)? / per_unit(one)?;
        if !weight.is_finite() {
            return None;
        }
        if std::ptr::eq(of.0, one.0) {
            return Some(Self { weight, interval: Some(Interval { low: 1.0, high: 1.0 }) });
        }
        // By Bonferroni's inequality, two 97.5 % intervals both contain their true values with a
        // probability of at least 95 %, even if they depend on each other. If the divisor's
        // interval excludes 0, the true quotient then lies between two bounds. These are the
        // smallest and the largest quotient of an end of one interval and an end of the other.
        let both = Confidence::new(1.0 - (1.0 - confidence().get()) / 2.0).ok()?;
        let ends = |(change, pair): (&Change, &Pair)| {
            let interval = pair.difference.mean_interval(both)?;
            Some([interval.low / change.by, interval.high / change.by])
        };
        let (of, one) = (ends(of)?, ends(one)?);
        let divides = one.iter().all(|&end| end > 0.0) || one.iter().all(|&end| end < 0.0);
        let quotients = of.iter().flat_map(|of| one.iter().map(move |one| of / one));
        let around = |interval: Interval, quotient: f64| Interval {
            low: interval.low.min(quotient),
            high: interval.high.max(quotient),
        };
        let interval = divides.then(|| quotients.fold(Interval { low: weight, high: weight }, around));
        Some(Self { weight, interval })
    }
}
