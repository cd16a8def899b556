//! The report of `combat.weights`.

use quadrille_combat::keys::{Shape, of_path};
use quadrille_report::{Bars, Block, RangeRow, Ranges, Section, Series};
use quadrille_runner::Report;
use quadrille_stats::Interval;

use super::result::{Weight, WeightsResult};
use quadrille_report::figure::{count, counted, decimal, number};
use quadrille_report::figures::Columns;
use quadrille_report::format::{
    error_digits, estimate, half_width, metric, points, rounded, tenths, unknown,
};
use quadrille_report::ranks::without_common;

pub(super) fn report(result: &WeightsResult) -> Report {
    let name = &result.profile;
    let fights = counted(result.iterations, "fight");
    let [mean, error] = estimate(result.dps.mean, result.dps.error);
    let mean = if result.dps.mean.is_some() { mean } else { "no".to_owned() };
    let known = || result.weights.iter().filter_map(|weight| Some((weight, weight.difference?)));
    let largest = known().max_by(|(_, a), (_, b)| a.total_cmp(b));
    let left_out = result.weights.iter().map(|weight| weight.without_length).max().unwrap_or(0);
    let left_out = match result.without_length.max(left_out) {
        0 => String::new(),
        some => format!(
            " Up to {} of these fights ended at time 0, with or without a change: such fights have no \
             DPS, and their pairs are left out.",
            count(some)
        ),
    };
    let most = relative(result).unwrap_or_else(|| {
        largest.map_or_else(String::new, |(weight, gain)| {
            let label = label(weight);
            let [difference, error] = estimate(Some(gain), weight.error);
            match weight.error {
                Some(_) if known().all(|(weight, gain)| weight.error.is_some_and(|half| gain <= half)) => {
                    " No change has a gain whose 95 % interval lies above 0.".to_owned()
                }
                Some(_) => format!(
                    " The largest measured gain is that of {label}: {difference} ± {error} DPS (95 % interval)."
                ),
                None => format!(
                    " The largest measured gain is that of {label}: {difference} DPS, from a single pair of fights."
                ),
            }
        })
    });
    Report {
        title: format!("{name}: stat weights"),
        lead: format!(
            "{name} has {mean} DPS over {fights}; each change was simulated with the same fights.{left_out}{most}"
        ),
        metrics: [
            result.dps.mean.map(|_| metric("DPS", mean)),
            result.dps.error.map(|_| metric("± at 95 %", error)),
            Some(WeightsResult::iterations.metric(result)),
            gains(result).map(|[(_, least), _]| {
                metric("fights saved by pairing (smallest factor)", format!("{} ×", times(Some(least))))
            }),
        ]
        .into_iter()
        .flatten()
        .collect(),
        sections: vec![weights(result), saved(result)],
    }
}

/// Returns a label such as `actor.crit +1 %`.
fn label(weight: &Weight) -> String {
    format!("{} {}", weight.number, change(weight))
}

/// Returns whether a number is a fraction, such as a chance. Fractions are shown in percent.
///
/// Chances, haste, factors and coefficients are fractions if the magnitude of the value is at most
/// 1, and the magnitude of the change is less. A constant, whose meaning is unknown, also needs a
/// small change.
fn is_fraction(weight: &Weight) -> bool {
    let most_change = match of_path(&weight.number) {
        Some(key) if key.name == "coefficient" => 1.0,
        Some(key) => match key.shape {
            Shape::Number(_, ..=LARGEST_FACTOR) | Shape::Either(Shape::Number(_, ..=LARGEST_FACTOR), _) => {
                1.0
            }
            _ => 0.0,
        },
        None => SMALL_CHANGE,
    };
    weight.value.abs() <= 1.0 && weight.change.abs() < most_change
}

/// The upper limit of the ranges of chances, haste and factors. Amounts such as power can be
/// larger.
const LARGEST_FACTOR: f64 = 1000.0;
/// The magnitude from which a change of a constant is not a change in percent.
const SMALL_CHANGE: f64 = 0.1;

/// Returns the unit in which a number is counted: 0.01 for a fraction, otherwise 1.
fn unit(weight: &Weight) -> f64 {
    if is_fraction(weight) { 0.01 } else { 1.0 }
}

/// Formats an amount by which a number changes. If the number is a fraction, the amount is in
/// percent.
fn amount(weight: &Weight, amount: f64) -> String {
    if is_fraction(weight) { format!("{} %", number(rounded(100.0 * amount))) } else { number(amount) }
}

/// Formats the change of a number with its sign.
fn change(weight: &Weight) -> String {
    let sign = if weight.change < 0.0 { '−' } else { '+' };
    format!("{sign}{}", amount(weight, weight.change.abs()))
}

/// The number `per`, to which all weights are relative. One unit of this number has the weight 1.
struct One {
    /// The unit in which the number is counted: 0.01 for a fraction, otherwise 1.
    unit: f64,
    /// The path of the number with its unit: `actor.power +1`.
    name: String,
}

impl One {
    fn of(result: &WeightsResult) -> Option<Self> {
        let one = result.weights.iter().find(|weight| Some(&weight.number) == result.per.as_ref())?;
        Some(Self { unit: unit(one), name: in_units(one) })
    }

    /// Returns the weight of one unit of a number, relative to one unit of the number `per`.
    fn weight(&self, weight: &Weight) -> Option<f64> {
        Some(weight.relative? * unit(weight) / self.unit)
    }

    /// Returns the interval of [`weight`](Self::weight).
    fn interval(&self, weight: &Weight) -> Option<Interval> {
        let Interval { low, high } = weight.relative_interval()?;
        let scale = unit(weight) / self.unit;
        Some(Interval { low: low * scale, high: high * scale })
    }
}

/// Returns a number's path with its unit: `actor.crit +1 %`.
fn in_units(weight: &Weight) -> String {
    format!("{} +{}", weight.number, amount(weight, unit(weight)))
}

/// Returns a sentence with the three largest weights, relative to the number `per`. Returns `None`
/// if there is no `per`, or if no weight is known.
fn relative(result: &WeightsResult) -> Option<String> {
    let one = One::of(result)?;
    let others = result.weights.iter().filter(|weight| Some(&weight.number) != result.per.as_ref());
    let mut weights: Vec<(f64, &Weight)> =
        others.filter_map(|weight| Some((one.weight(weight)?, weight))).collect();
    weights.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let named = |&(value, weight): &(f64, &Weight)| {
        let interval = one.interval(weight).map_or_else(String::new, |Interval { low, high }| {
            format!(" ({} to {})", points(low), points(high))
        });
        format!("{} is worth {}{interval}", in_units(weight), points(value))
    };
    let intervals: Vec<Interval> = weights.iter().filter_map(|(_, weight)| one.interval(weight)).collect();
    let overlap = match intervals.as_slice() {
        [first, second, ..] if second.high >= first.low => "; the intervals of the first two numbers overlap",
        _ => "",
    };
    let named: Vec<String> = weights.iter().take(3).map(named).collect();
    (!named.is_empty()).then(|| format!(" In units of {}: {}{overlap}.", one.name, named.join(", ")))
}

/// Returns the weights in descending order of the gain per unit.
fn ordered(result: &WeightsResult) -> Vec<&Weight> {
    let mut ordered: Vec<&Weight> = result.weights.iter().collect();
    let gain = |weight: &Weight| weight.per_unit.map_or(f64::NEG_INFINITY, |gain| gain * unit(weight));
    ordered.sort_by(|one, other| gain(other).total_cmp(&gain(one)));
    ordered
}

fn weights(result: &WeightsResult) -> Section {
    let one = One::of(result);
    let unit_errors = result.weights.iter().filter_map(|weight| Some(weight.per_unit_error? * unit(weight)));
    let unit_digits = error_digits(unit_errors);
    let per_unit = |value: Option<f64>, weight: &Weight, show: fn(f64, usize) -> String| {
        value.map_or_else(unknown, |value| show(value * unit(weight), unit_digits))
    };
    let mut table = Columns::of(ordered(result)).figure(&Weight::number);
    if let Some(one) = &one {
        let range = |Interval { low, high }| format!("{} – {}", points(low), points(high));
        let is_reference = |weight: &Weight| Some(&weight.number) == result.per.as_ref();
        let interval = |weight: &Weight| one.interval(weight).filter(|_| !is_reference(weight));
        table = table
            .column("#weight", |weight| one.weight(weight).map_or_else(unknown, points))
            .column("#interval", |weight| interval(weight).map_or_else(unknown, range));
    }
    // A terminal shows a short form of the table without the last columns.
    let table = table
        .column("#change", change)
        .figure(&Weight::difference)
        .half_named("±", &Weight::difference)
        .column("#unit", |weight| format!("+{}", amount(weight, unit(weight))))
        .column("#DPS per unit", |weight| per_unit(weight.per_unit, weight, decimal))
        .column("#±", |weight| per_unit(weight.per_unit_error, weight, half_width))
        .column("#now", |weight| amount(weight, weight.value))
        .table();
    let both = one.as_ref().map_or_else(String::new, |One { name, .. }| {
        format!("; weights are relative to {name}, and their intervals include the errors of both numbers")
    });
    let rare: Vec<&str> =
        result.weights.iter().filter(|weight| weight.rare).map(|weight| weight.number.as_str()).collect();
    let rare = match rare.as_slice() {
        [] => String::new(),
        some => format!(
            " The intervals of {} are too narrow: a few fights cause most of the difference; run more fights.",
            some.join(", ")
        ),
    };
    let text = format!("All intervals are 95 % intervals of the mean of the paired differences{both}.{rare}");
    Section::new(
        "Stat weights",
        [
            one.as_ref().map_or_else(|| differences(result), |one| relative_weights(result, one)),
            Block::Table(table),
            Block::Text(text),
        ],
    )
}

/// Draws the weight of each number, relative to the number `one`.
fn relative_weights(result: &WeightsResult, one: &One) -> Block {
    let rows = ordered(result).into_iter().filter_map(|weight| {
        let interval = one.interval(weight).map(|Interval { low, high }| [rounded(low), rounded(high)]);
        Some(RangeRow { name: in_units(weight), value: rounded(one.weight(weight)?), interval })
    });
    Block::Ranges(Ranges {
        title: format!("The weight of each number relative to {}, with 95 % intervals", one.name),
        value_axis: "weight".to_owned(),
        rows: rows.collect(),
    })
}

/// Draws the difference between the DPS with each change and the DPS without it.
fn differences(result: &WeightsResult) -> Block {
    let ordered = ordered(result);
    let names: Vec<String> = ordered.iter().map(|weight| weight.number.clone()).collect();
    let category = |(weight, name): (&&Weight, String)| match weight.difference {
        Some(..0.0) => format!("{name} {} (less)", change(weight)),
        _ => format!("{name} {}", change(weight)),
    };
    let interval = |weight: &&Weight| {
        let (more, error) = (weight.difference?.abs(), weight.error?);
        Some([(more - error).max(0.0), more + error])
    };
    let more = ordered.iter().map(|weight| rounded(weight.difference.unwrap_or(0.0).abs()));
    let series = Series::new("more DPS", more.collect());
    Block::Bars(
        Bars::new(
            "DPS difference of each change",
            ["change", "points of DPS"],
            ordered.iter().zip(without_common(&names)).map(category).collect(),
        )
        .named()
        .with(series.within(ordered.iter().map(interval).collect())),
    )
}

fn saved(result: &WeightsResult) -> Section {
    let table = Columns::of(ordered(result))
        .figure(&Weight::number)
        .column("#± as paired", |weight| weight.error.map_or_else(unknown, points))
        .column("#± as independent", |weight| weight.independent_error.map_or_else(unknown, points))
        .column("#times the fights", |weight| times(weight.gain))
        .table();
    let explanation = "Fight number i draws the same random numbers with and without a change, from a separate stream for \
    each source of randomness, so most of the random variation cancels in the difference.";
    let gain = match gains(result) {
        Some([(least, gain), (most, largest)]) if least.number != most.number => format!(
            " Independent runs would have needed {} times as many fights for the same error of {}, and {} times as many for \
             the same error of {}.",
            times(Some(gain)),
            least.number,
            times(Some(largest)),
            most.number
        ),
        Some([(one, gain), _]) => format!(
            " Independent runs would have needed {} times as many fights for the same error of {}.",
            times(Some(gain)),
            one.number
        ),
        None => String::new(),
    };
    Section::new(
        "Fights saved by common random numbers",
        [
            Block::Text(format!("{explanation}{gain}")),
            Block::Bars(
                Bars::new(
                    "Fights that independent runs would need, as a multiple of the fights of this run",
                    ["number", "times as many fights"],
                    ordered(result).into_iter().map(|weight| weight.number.clone()).collect(),
                )
                .named()
                .with(Series::new(
                    "times",
                    ordered(result).into_iter().map(|weight| weight.gain.map_or(0.0, tenths)).collect(),
                )),
            ),
            Block::Table(table),
        ],
    )
}

/// Returns two changes, each with its `gain`: the change with the smallest gain, and the change
/// with the largest.
fn gains(result: &WeightsResult) -> Option<[(&Weight, f64); 2]> {
    let gains = || result.weights.iter().filter_map(|weight| Some((weight, weight.gain?)));
    Some([gains().min_by(|a, b| a.1.total_cmp(&b.1))?, gains().max_by(|a, b| a.1.total_cmp(&b.1))?])
}

/// Formats a gain with about three digits.
fn times(gain: Option<f64>) -> String {
    match gain {
        None => unknown(),
        Some(gain @ ..100.0) => format!("{gain:.1}"),
        Some(gain) => count(gain.round() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(number: &str, value: f64, change: f64) -> Weight {
        Weight {
            number: number.to_owned(),
            value,
            change,
            dps: None,
            without_length: 0,
            difference: None,
            error: None,
            rare: false,
            per_unit: None,
            per_unit_error: None,
            relative: None,
            relative_low: None,
            relative_high: None,
            independent_error: None,
            gain: None,
        }
    }

    #[test]
    fn chances_and_factors_are_fractions_and_amounts_and_times_are_not() {
        for (number, value, change, expected) in [
            ("actor.crit", 0.2, 0.01, true),
            ("actor.crit", 0.2, 0.1, true),
            ("actor.crit", 0.2, 1.0, false),
            ("actor.haste", 0.0, -0.5, true),
            ("actor.damage", 1.5, 0.01, false),
            ("abilities.bolt.coefficient", 0.15, 0.1, true),
            ("procs.spark.chance", 0.3, 0.5, true),
            ("procs.spark.ppm", 1.0, 0.05, false),
            ("resources.rage.regen", 1.0, 0.05, false),
            ("abilities.slam.cost.rage", 1.0, 0.05, false),
            ("actor.gcd", 1.0, 0.05, false),
            ("actions.0.wait", 0.5, 0.05, false),
            ("constants.dump", 0.5, 0.2, false),
            ("constants.dump", 0.5, 0.05, true),
        ] {
            assert_eq!(is_fraction(&weight(number, value, change)), expected, "{number} {value} {change}");
        }
    }
}
