//! What changes are worth, for machines and for people.

use quadrille_combat::{Pair, Pairs};
use quadrille_experiment::report::{Bars, Block, Section, Series, Table};
use quadrille_experiment::{Conclusion, Report};
use quadrille_stats::{Confidence, Interval};
use serde_json::{Map, Value, json};

use super::settings::{Change, Settings};
use crate::adapters::figures::{confidence, error};
use crate::adapters::format::{metric, points, rounded};
use crate::report::figure::{count, counted, number};

/// Everything that the fights came to.
struct Findings<'a> {
    settings: &'a Settings,
    pairs: &'a Pairs,
    weights: Vec<Weight<'a>>,
}

/// What one change is worth.
struct Weight<'a> {
    change: &'a Change,
    pair: &'a Pair,
    /// DPS with the change less that without.
    difference: f64,
    /// Half its 95 % interval.
    error: f64,
    /// The same of as many fights that are not under the same luck.
    independent_error: f64,
    /// How many times as many fights independent runs would need for the same error; infinite where nothing varies.
    gain: f64,
    /// Its worth a unit, where that of `per` is 1.
    relative: Option<Relative>,
}

struct Relative {
    weight: f64,
    /// `None` if the weight of `per` may be 0.
    interval: Option<Interval>,
}

pub(super) fn conclusion(settings: &Settings, pairs: &Pairs) -> Conclusion {
    let one = settings.per.map(|per| (&settings.changes[per], &pairs.others[per]));
    let weights = settings
        .changes
        .iter()
        .zip(&pairs.others)
        .map(|(change, pair)| Weight {
            change,
            pair,
            difference: pair.difference.mean().unwrap_or_default(),
            error: error(&pair.difference).unwrap_or_default(),
            independent_error: independent_error(pairs, pair).unwrap_or_default(),
            gain: pair.gain(&pairs.base).unwrap_or(f64::NAN),
            relative: one.and_then(|one| relative((change, pair), one)),
        })
        .collect();
    let findings = Findings { settings, pairs, weights };
    let fights = u128::from(pairs.base.count()) * (1 + pairs.others.len() as u128);
    Conclusion::new(&findings.result(), findings.report()).counting("fights", fights)
}

fn independent_error(pairs: &Pairs, pair: &Pair) -> Option<f64> {
    let count = pairs.base.count();
    let variance = (pairs.base.variance()? + pair.dps.variance()?) / count as f64;
    Some(Interval::t(0.0, variance.sqrt(), count - 1, confidence()).ok()?.half_width())
}

/// A change's worth a unit over that of another change.
///
/// Each lies in its own 97.5 % interval, both at once with 95 % whatever their dependence (Bonferroni), and then their
/// quotient lies among those of the intervals' ends, as long as 0 is not among the divisors.
fn relative(of: (&Change, &Pair), one: (&Change, &Pair)) -> Option<Relative> {
    let worth = |(change, pair): (&Change, &Pair)| Some(pair.difference.mean()? / change.by);
    let weight = worth(of)? / worth(one)?;
    if !weight.is_finite() {
        return None;
    }
    if std::ptr::eq(of.0, one.0) {
        return Some(Relative { weight, interval: Some(Interval { low: 1.0, high: 1.0 }) });
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
    Some(Relative { weight, interval })
}

impl Weight<'_> {
    fn per_unit(&self) -> f64 {
        self.difference / self.change.by
    }

    fn per_unit_error(&self) -> f64 {
        self.error / self.change.by.abs()
    }

    /// `actor.crit +0.01`.
    fn label(&self) -> String {
        format!("{} {}", self.change.path, signed(self.change.by))
    }

    fn json(&self) -> Value {
        let interval = self.relative.as_ref().and_then(|relative| relative.interval);
        json!({
            "number": self.change.path, "value": self.change.number, "change": self.change.by,
            "dps": self.pair.dps.mean(), "difference": self.difference, "error": self.error,
            "per_unit": self.per_unit(), "per_unit_error": self.per_unit_error(),
            "relative": self.relative.as_ref().map(|relative| relative.weight),
            "relative_low": interval.map(|interval| interval.low),
            "relative_high": interval.map(|interval| interval.high),
            "independent_error": self.independent_error,
            "gain": self.gain.is_finite().then_some(self.gain),
        })
    }
}

impl Findings<'_> {
    /// For machines.
    fn result(&self) -> Map<String, Value> {
        let base = &self.pairs.base;
        let mut result = Map::new();
        let mut tell = |key: &str, value: Value| result.insert(key.to_owned(), value);
        tell("profile", json!(self.settings.profile.name()));
        tell("iterations", json!(base.count()));
        tell(
            "dps",
            json!({
                "mean": base.mean(), "stddev": base.standard_deviation(), "error": error(base), "min": base.min(),
                "max": base.max(),
            }),
        );
        tell("per", json!(self.settings.per.map(|per| &self.settings.changes[per].path)));
        tell("weights", self.weights.iter().map(Weight::json).collect());
        result
    }

    /// For people.
    fn report(&self) -> Report {
        let (name, base) = (self.settings.profile.name(), &self.pairs.base);
        let fights = counted(base.count(), "fight");
        let mean = points(base.mean().unwrap_or_default());
        let largest = self.weights.iter().max_by(|a, b| a.difference.total_cmp(&b.difference));
        let most = largest.map_or_else(String::new, |weight| {
            format!(
                " Most is gained by {}: {} ± {} points of damage a second, with 95 % confidence.",
                weight.label(),
                points(weight.difference),
                points(weight.error)
            )
        });
        Report {
            title: format!("{name}: what its stats are worth"),
            lead: format!("{name} does {mean} DPS over {fights}; each change fought the same ones.{most}"),
            metrics: [
                Some(metric("DPS", mean.clone())),
                error(base).map(|error| metric("± at 95 %", points(error))),
                Some(metric("fights of each", count(base.count()))),
                self.gains().map(|[least, _]| metric("times fewer fights, at least", times(least.gain))),
            ]
            .into_iter()
            .flatten()
            .collect(),
            sections: vec![self.weight_section(), self.gain_section()],
        }
    }

    fn weight_section(&self) -> Section {
        let per = self.settings.per.map(|per| self.settings.changes[per].path.as_str());
        let mut headings = vec!["number", "#is", "#change", "#DPS", "#±", "#DPS a unit", "#±"];
        let relative = per.map(|per| format!("#weight ({per} = 1)"));
        headings.extend(relative.as_deref());
        headings.extend(relative.as_ref().map(|_| "#from – to"));
        let mut table = Table::new(&headings);
        for weight in &self.weights {
            let mut row = vec![
                weight.change.path.clone(),
                number(weight.change.number),
                signed(weight.change.by),
                points(weight.difference),
                points(weight.error),
                points(weight.per_unit()),
                points(weight.per_unit_error()),
            ];
            if per.is_some() {
                let relative = weight.relative.as_ref();
                row.push(relative.map_or_else(unknown, |relative| points(relative.weight)));
                let interval = relative.and_then(|relative| relative.interval);
                let range = |range: Interval| format!("{} – {}", points(range.low), points(range.high));
                row.push(interval.map_or_else(unknown, range));
            }
            table.push(row);
        }
        let category = |weight: &Weight<'_>| match weight.difference {
            ..0.0 => format!("{} (less)", weight.label()),
            _ => weight.label(),
        };
        let both = per.map_or("", |_| "; that of a weight allows for the errors of both numbers at once");
        let text = format!(
            "Every interval is one of 95 %, of the mean of the differences from fight to fight{both}."
        );
        Section {
            title: "Stat weights".to_owned(),
            blocks: vec![
                Block::Bars(Bars {
                    title: "How much damage a second each change makes".to_owned(),
                    category_axis: "change".to_owned(),
                    value_axis: "points of DPS".to_owned(),
                    categories: self.weights.iter().map(category).collect(),
                    series: vec![Series {
                        name: "more DPS".to_owned(),
                        values: self.weights.iter().map(|weight| rounded(weight.difference.abs())).collect(),
                    }],
                }),
                Block::Table(table),
                Block::Text(text),
            ],
        }
    }

    fn gain_section(&self) -> Section {
        let mut table = Table::new(&["number", "#± as paired", "#± as independent", "#times the fights"]);
        for weight in &self.weights {
            table.push([
                weight.change.path.clone(),
                points(weight.error),
                points(weight.independent_error),
                times(weight.gain),
            ]);
        }
        let luck = "With and without a change, fight number i meets the same luck, from every source of randomness its own; \
                    so most of the luck cancels out of the difference.";
        let gain = match self.gains() {
            Some([least, most]) if least.change.path != most.change.path => format!(
                " Independent runs would have needed {} times as many fights for the same error of {}, and {} times as many for \
                 that of {}.",
                times(least.gain),
                least.change.path,
                times(most.gain),
                most.change.path
            ),
            Some([one, _]) => format!(
                " Independent runs would have needed {} times as many fights for the same error of {}.",
                times(one.gain),
                one.change.path
            ),
            None => String::new(),
        };
        Section {
            title: "What the same luck saves".to_owned(),
            blocks: vec![
                Block::Text(format!("{luck}{gain}")),
                Block::Bars(Bars {
                    title: "How many times as many fights independent runs would need".to_owned(),
                    category_axis: "number".to_owned(),
                    value_axis: "times as many fights".to_owned(),
                    categories: self.weights.iter().map(|weight| weight.change.path.clone()).collect(),
                    series: vec![Series {
                        name: "times".to_owned(),
                        values: self
                            .weights
                            .iter()
                            .map(|weight| if weight.gain.is_finite() { rounded(weight.gain) } else { 0.0 })
                            .collect(),
                    }],
                }),
                Block::Table(table),
            ],
        }
    }

    /// Where pairing gains the least, and where the most.
    fn gains(&self) -> Option<[&Weight<'_>; 2]> {
        let by_gain = |a: &&Weight<'_>, b: &&Weight<'_>| a.gain.total_cmp(&b.gain);
        let gains = || self.weights.iter().filter(|weight| weight.gain.is_finite());
        Some([gains().min_by(by_gain)?, gains().max_by(by_gain)?])
    }
}

/// A change with its sign.
fn signed(by: f64) -> String {
    if by < 0.0 { format!("−{}", number(-by)) } else { format!("+{}", number(by)) }
}

/// How many times, to three digits or so.
fn times(gain: f64) -> String {
    match gain {
        ..100.0 => format!("{gain:.1}"),
        _ if gain.is_finite() => count(gain.round() as u64),
        _ => unknown(),
    }
}

fn unknown() -> String {
    "–".to_owned()
}
