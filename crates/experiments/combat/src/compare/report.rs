//! The report of `combat.compare`.

use quadrille_report::{Bars, Block, RangeRow, Ranges, Section, Series};
use quadrille_runner::Report;

use super::result::{Behind, CompareResult, RankedVariant, StageCount};
use quadrille_report::figure::{count, counted, decimal};
use quadrille_report::figures::Columns;
use quadrille_report::format::{error_digits, estimate, metric, rounded, unknown};
use quadrille_report::ranks::without_common;

/// The maximum number of variants in the table and in the plot, which show the best variants.
const SHOWN: usize = 20;

pub(super) fn report(result: &CompareResult) -> Report {
    let all = counted(result.variants.len() as u64, "variant");
    let with_dps = |variant: &usize| {
        result.variants.iter().any(|placed| placed.variant == *variant && placed.mean.is_some())
    };
    let others =
        (result.contenders.iter().filter(|variant| with_dps(variant)).count() as u64).saturating_sub(1);
    let without: u64 = result.variants.iter().map(|placed| placed.without_length).sum();
    let no_length = match without {
        0 => String::new(),
        some => format!(
            " {} of all fights ended at time 0: they have no DPS and are left out, and so are \
             all pairs that contain such a fight.",
            count(some)
        ),
    };
    if result.best.is_none() {
        return Report {
            title: format!("{all} without a DPS"),
            lead: format!(
                "{all} cannot be compared: all fights ended at time 0, so there is no DPS.{no_length}"
            ),
            metrics: vec![
                metric("variants", count(result.variants.len() as u64)),
                CompareResult::fights.metric(result),
            ],
            sections: vec![stages(result)],
        };
    }
    let (label, mean, error) = result.variants.first().map_or_else(Default::default, |best| {
        let [mean, error] = estimate(best.mean, best.error);
        (label(result, best), mean, error)
    });
    let comparison = match others {
        0 => "in paired comparisons every other variant is significantly worse".to_owned(),
        1 => "in paired comparisons 1 other variant is not significantly worse".to_owned(),
        others => {
            format!("in paired comparisons {} other variants are not significantly worse", count(others))
        }
    };
    Report {
        title: format!("{label}: the best of {all}"),
        lead: format!("{label} has the highest DPS of {all}: {mean} ± {error}; {comparison}.{no_length}"),
        metrics: vec![
            metric("DPS of the best", mean),
            metric("± at 95 %", error),
            metric("variants", count(result.variants.len() as u64)),
            metric("not significantly worse", count(others)),
            CompareResult::fights.metric(result),
        ],
        sections: vec![best(result), stages(result)],
    }
}

/// Returns a variant's row of the plot.
fn behind(result: &CompareResult, placed: &RankedVariant) -> Option<RangeRow> {
    let Behind { variant, mean, low, high } = placed.behind?;
    let interval = (variant != placed.variant).then(|| [rounded(low), rounded(high)]);
    Some(RangeRow { name: label(result, placed), value: rounded(mean), interval })
}

/// Returns a variant's label: the sets and numbers in which it differs from the others.
fn label(result: &CompareResult, placed: &RankedVariant) -> String {
    let numbers = || {
        let paths: Vec<String> = placed.numbers.iter().map(|(path, _)| path.to_owned()).collect();
        // The values have no thousands separators, because commas separate the numbers of the
        // label.
        let values = placed.numbers.iter().map(|(_, value)| value.to_string());
        let words = without_common(&paths).into_iter().zip(values);
        let sets = placed.sets.iter().map(|(_, set)| set.clone());
        sets.chain(words.map(|(path, value)| format!("{path}\u{a0}{value}"))).collect::<Vec<_>>().join(", ")
    };
    match (result.profiles.len(), placed.sets.len() + placed.numbers.len()) {
        (_, 0) => placed.profile.clone(),
        (1, _) => numbers(),
        _ => format!("{}: {}", placed.profile, numbers()),
    }
}

/// Returns the stage after which a variant was dropped, or the maximum if it was not dropped.
fn stage(placed: &RankedVariant) -> usize {
    placed.dropped.unwrap_or(usize::MAX)
}

/// Returns the best variants, at most [`SHOWN`], the best first. Variants that were dropped after
/// different stages were compared in different numbers of fights. So variants are ordered first by
/// the stage after which they were dropped.
fn shown(result: &CompareResult) -> Vec<&RankedVariant> {
    let mut shown: Vec<&RankedVariant> = result.variants.iter().collect();
    let distance = |placed: &RankedVariant| match placed.behind {
        Some(behind) if behind.variant != placed.variant => behind.mean,
        Some(_) => f64::NEG_INFINITY,
        None => f64::INFINITY,
    };
    shown.sort_by(|one, other| {
        let order = (one.mean.is_none().cmp(&other.mean.is_none())).then(stage(other).cmp(&stage(one)));
        order.then(distance(one).total_cmp(&distance(other)))
    });
    shown.truncate(SHOWN);
    shown
}

/// Describes the order of the variants.
fn order(result: &CompareResult) -> String {
    format!(
        "The variants are ordered by the stage after which they were dropped, then by “behind”: the mean amount by which the DPS of a variant was below that of the best variant at the end of \
         that stage. The intervals of “behind” are simultaneous {:.0} % intervals. Variants that were dropped after the same stage share a range of ranks.",
        100.0 * result.confidence
    )
}

/// Describes how the variants were compared.
fn method(result: &CompareResult) -> String {
    format!(
        "All variants fought the same fights with the same random numbers; variants that were dropped fought only the first of these fights. \
    DPS is the mean over each variant's own fights, so variants are compared by “behind”, the mean of paired differences. Variants that are not \
    significantly worse than the best share its rank; the order within a stage does not show that one variant is better than the next. \
    The simultaneous {:.0} % intervals hold for all comparisons of all stages together. A variant is never dropped if its interval reaches 0 or if its differences do not \
    suffice for a reliable interval: all differences are equal, or one fight causes too much of their variation.",
        100.0 * result.confidence
    )
}

fn best(result: &CompareResult) -> Section {
    let shown = shown(result);
    // Variants that are not significantly worse than the best share its rank.
    let first = match result.contenders.len() {
        ..=1 => "1".to_owned(),
        several => format!("1–{several}"),
    };
    let others = |placed: &RankedVariant| placed.behind.filter(|behind| placed.variant != behind.variant);
    let halves = shown.iter().copied().filter_map(others).map(|behind| (behind.high - behind.low) / 2.0);
    let behind_digits = error_digits(halves);
    // Variants that were dropped after the same stage share a range of ranks.
    let known = || result.variants.iter().filter(|placed| placed.mean.is_some());
    let rank = |placed: &RankedVariant| {
        let better = known().filter(|other| stage(other) > stage(placed)).count() as u64;
        let alike = known().filter(|other| stage(other) == stage(placed)).count() as u64;
        if alike == 1 { count(better + 1) } else { format!("{}–{}", better + 1, better + alike) }
    };
    let rank_of = |placed: &RankedVariant| match placed.mean {
        None => unknown(),
        Some(_) if result.contenders.contains(&placed.variant) => first.clone(),
        Some(_) => rank(placed),
    };
    let by = |value: f64| decimal(value, behind_digits);
    let range = |behind: Behind| format!("{} – {}", by(behind.low), by(behind.high));
    let table = Columns::of(shown.iter().copied())
        .column("variant", |placed| label(result, placed))
        .column("#rank", rank_of)
        .figure(&RankedVariant::dropped)
        .column("#behind", |placed| others(placed).map_or_else(unknown, |behind| by(behind.mean)))
        .column("#interval", |placed| others(placed).map_or_else(unknown, range))
        .figure(&RankedVariant::mean)
        .half(&RankedVariant::mean)
        .figure(&RankedVariant::iterations)
        .table();
    Section::new(
        match result.variants.len() {
            ..=SHOWN => "All variants".to_owned(),
            _ => format!("The best {SHOWN} variants"),
        },
        [
            Block::Text(order(result)),
            Block::Ranges(Ranges {
                title: format!(
                    "DPS behind the best at the end of each variant's last stage, with simultaneous {:.0} % intervals",
                    100.0 * result.confidence
                ),
                value_axis: "DPS behind the best".to_owned(),
                rows: shown.iter().filter_map(|placed| behind(result, placed)).collect(),
            }),
            Block::Table(table),
            Block::Text(method(result)),
        ],
    )
}

fn stages(result: &CompareResult) -> Section {
    let table = Columns::of(&result.stages)
        .figure(&StageCount::stage)
        .figure(&StageCount::iterations)
        .figure(&StageCount::variants)
        .figure(&StageCount::dropped)
        .figure(&StageCount::left)
        .table();
    let last = result.stages.last().map_or(0, |stage| stage.iterations);
    let without = last.saturating_mul(result.variants.len() as u64);
    let text = if result.stages.len() < 2 {
        "All variants fought all fights: there was one stage.".to_owned()
    } else {
        let took = if result.fights == without {
            format!("No variant was dropped, so all {} were simulated", counted(without, "fight"))
        } else {
            format!("This comparison took {} instead of {}", counted(result.fights, "fight"), count(without))
        };
        format!(
            "After each stage, variants that are significantly worse than the best are dropped, and the number of iterations of the others is doubled. {took}; \
             the probability that the truly best variant is dropped is at most 1 in {:.0}.",
            1.0 / (1.0 - result.confidence),
        )
    };
    let stages = || result.stages.iter();
    let left = result.stages.last().map(|stage| stage.left);
    Section::new(
        "Stages",
        [
            Block::Bars(
                Bars::new(
                    "Variants in each stage, and after the last stage",
                    ["stage", "variants"],
                    stages().map(|stage| stage.stage.to_string()).chain(["left".to_owned()]).collect(),
                )
                .named()
                .with(Series::new(
                    "variants",
                    stages()
                        .map(|stage| stage.variants)
                        .chain(left)
                        .map(|variants| variants as f64)
                        .collect(),
                )),
            ),
            Block::Table(table),
            Block::Text(text),
        ],
    )
}
