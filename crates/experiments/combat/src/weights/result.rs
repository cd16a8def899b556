//! What changes are worth: the result of `combat.weights`.

use quadrille_combat::{Pair, Pairs};
use quadrille_stats::{Confidence, Interval};
use serde::{Deserialize, Serialize};

use super::settings::{Change, Settings};
use quadrille_report::intervals::{confidence, error, is_rare};

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_none(count: &u64) -> bool {
    *count == 0
}

/// The result of `combat.weights`: what a little more of some of a profile's numbers is worth, in points of
/// damage a second (DPS). Every interval is one of 95 %.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsResult {
    /// The profile's name.
    pub profile: String,
    /// How many fights each change had; those without any change were as many.
    pub iterations: u64,
    /// How many of the unchanged profile's fights ended as they began, so that they have no DPS; absent where
    /// none did.
    #[serde(default, skip_serializing_if = "is_none")]
    pub without_length: u64,
    /// The DPS of the profile as it is, over fights that have a length.
    pub dps: BaseDps,
    /// The number whose weight counts as 1, if the experiment names one.
    pub per: Option<String>,
    /// What each change is worth, in the experiment's order.
    pub weights: Vec<Weight>,
}

/// The DPS of an unchanged profile; what too few fights cannot tell is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaseDps {
    /// The mean over all pairs of fights.
    pub mean: Option<f64>,
    /// The standard deviation from fight to fight.
    pub stddev: Option<f64>,
    /// Half the interval of the mean.
    pub error: Option<f64>,
    /// The least.
    pub min: Option<f64>,
    /// The largest.
    pub max: Option<f64>,
}

/// What one change is worth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// The path of the number in the profile: `actor.crit`.
    pub number: String,
    /// What it is there.
    pub value: f64,
    /// By how much it was changed; not 0.
    pub change: f64,
    /// The mean DPS with the change.
    pub dps: Option<f64>,
    /// How many pairs of fights are left out because one of them, or both, ended as it began and has no DPS;
    /// absent where none is.
    #[serde(default, skip_serializing_if = "is_none")]
    pub without_length: u64,
    /// The mean difference of the DPS with and without the change; `None` without a pair that has one.
    #[serde(deserialize_with = "Option::deserialize")]
    pub difference: Option<f64>,
    /// Half the interval of the difference, fight by fight under the same luck; `None` below two pairs that have
    /// one.
    #[serde(deserialize_with = "Option::deserialize")]
    pub error: Option<f64>,
    /// Whether fights in which the change matters are too rare for that interval: of 1,000 or more a single
    /// one carries more than a thirtieth of the squared deviations. Absent where they are not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rare: bool,
    /// The difference that a whole unit of the number would make, at the same rate.
    #[serde(deserialize_with = "Option::deserialize")]
    pub per_unit: Option<f64>,
    /// Half its interval.
    #[serde(deserialize_with = "Option::deserialize")]
    pub per_unit_error: Option<f64>,
    /// Its worth a unit, where that of `per` is 1; `None` without `per`, or if that has no worth.
    pub relative: Option<f64>,
    /// Where its interval begins, the errors of both numbers allowed for; `None` if the worth of `per` may
    /// be 0.
    pub relative_low: Option<f64>,
    /// Where it ends.
    pub relative_high: Option<f64>,
    /// Half the interval of the difference that as many fights under independent luck would have.
    #[serde(deserialize_with = "Option::deserialize")]
    pub independent_error: Option<f64>,
    /// How many times as many fights independent runs would need for the same error; `None` where nothing
    /// varies.
    pub gain: Option<f64>,
}

impl WeightsResult {
    pub(super) fn of(settings: &Settings, pairs: &Pairs) -> Self {
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

    /// The interval of `relative`, where there is one.
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

/// A change's worth a unit over that of another change.
struct Relative {
    weight: f64,
    /// `None` if the other's worth may be 0.
    interval: Option<Interval>,
}

impl Relative {
    /// Each worth lies in its own 97.5 % interval, both at once with 95 % whatever their dependence
    /// (Bonferroni), and then their quotient lies among those of the intervals' ends, as long as 0 is not
    /// among the divisors.
    fn of(of: (&Change, &Pair), one: (&Change, &Pair)) -> Option<Self> {
        let worth = |(change, pair): (&Change, &Pair)| Some(pair.difference.mean()? / change.by);
        let weight = worth(of)? / worth(one)?;
        if !weight.is_finite() {
            return None;
        }
        if std::ptr::eq(of.0, one.0) {
            return Some(Self { weight, interval: Some(Interval { low: 1.0, high: 1.0 }) });
        }
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
