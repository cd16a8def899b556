//! Charts of one fight, computed from its log: the times at which auras are up, and the levels of
//! resources.

use quadrille_combat::{LogEntry, ReplayEvent};
use quadrille_report::{Block, Lines, Series, SpanRow, Spans};

use super::result::{DpsDetails, DpsResult, ResourceBounds};

/// Number of time steps in the chart of the levels of resources.
const PLACES: usize = 240;

/// Returns the charts of the median fight.
pub(super) fn courses(result: &DpsResult, details: &DpsDetails) -> Vec<Block> {
    let Some(log) = result.median_log.as_deref() else { return Vec::new() };
    // If the log is truncated, the charts end at its last entry.
    let whole = result.median_log_lines == Some(log.len() as u64);
    let end = if whole { details.median_length } else { log.last().map(|entry| entry.time) };
    let Some(end) = end else { return Vec::new() };
    // Round up to a multiple of 0.1 seconds, where the axis ends.
    let end = (end * 10.0).ceil() / 10.0;
    let place_axis = "seconds since the start".to_owned();
    let mut blocks = Vec::new();
    let rows = up(log, end);
    if !rows.is_empty() {
        blocks.push(Block::Spans(Spans {
            title: "Uptimes of buffs and damage over time in the fight nearest to the median".to_owned(),
            place_axis: place_axis.clone(),
            end,
            rows,
        }));
    }
    let places: Vec<f64> = (0..=PLACES).map(|place| end * place as f64 / PLACES as f64).collect();
    let series: Vec<Series> = result
        .resources
        .iter()
        .zip(&details.resources)
        .filter_map(|(resource, bounds)| {
            let levels = levels(log, &resource.name, bounds.start)?;
            // Levels are drawn as percentages of the cap, so that resources share one axis.
            let values =
                places.iter().map(|&at| 100.0 * level_at(&levels, at, bounds) / bounds.cap.max(1e-9));
            Some(Series::new(resource.name.clone(), values.collect()))
        })
        .collect();
    if !series.is_empty() {
        blocks.push(Block::Lines(Lines {
            title: match series.as_slice() {
                [only] => format!("Level of {} in the same fight", only.name),
                _ => "Levels of resources in the same fight".to_owned(),
            },
            place_axis,
            value_axis: "percent of the cap".to_owned(),
            logarithmic: false,
            places,
            series,
            mark: None,
        }));
    }
    blocks
}

/// Returns one row for each aura, in the order in which the auras are first applied. A row has the
/// intervals in which at least one fighter bears the aura.
fn up(log: &[LogEntry], end: f64) -> Vec<SpanRow> {
    let mut rows: Vec<(SpanRow, u32)> = Vec::new();
    let mut change = |name: String, time: f64, begins: bool| {
        let at = rows.iter().position(|(row, _)| row.name == name).unwrap_or_else(|| {
            rows.push((SpanRow { name, spans: Vec::new() }, 0));
            rows.len() - 1
        });
        let (row, bearers) = &mut rows[at];
        match (begins, *bearers) {
            (true, 0) => row.spans.push([time, end]),
            (false, 1) => row.spans.last_mut().into_iter().for_each(|span| span[1] = time),
            _ => {}
        }
        *bearers = if begins { *bearers + 1 } else { bearers.saturating_sub(1) };
    };
    // Pairs (aura, bearer) for all auras that are up now. If a log entry applies an aura that its
    // bearer already has, the entry is a refresh.
    let mut borne: Vec<(String, Option<u16>)> = Vec::new();
    for LogEntry { time, event } in log {
        let (name, bearer, on) = match event {
            ReplayEvent::Buff { name, target, .. } => (name.clone(), *target, true),
            ReplayEvent::BuffEnd { name, target } => (name.clone(), *target, false),
            ReplayEvent::Dot { name, target, .. } => (format!("dot.{name}"), Some(*target), true),
            ReplayEvent::DotEnd { name, target } => (format!("dot.{name}"), Some(*target), false),
            _ => continue,
        };
        let known = borne.iter().position(|(other, target)| (other, *target) == (&name, bearer));
        match (on, known) {
            (true, None) => {
                borne.push((name.clone(), bearer));
                change(name, *time, true);
            }
            (false, Some(at)) => {
                borne.swap_remove(at);
                change(name, *time, false);
            }
            _ => {}
        }
    }
    rows.into_iter().map(|(row, _)| row).collect()
}

/// Returns the level of a resource over time, as the corners (time, level) of a line. Every gain or
/// cost has two corners: the level before it, and the level after it. Returns `None` if the log
/// contains neither gains nor costs.
fn levels(log: &[LogEntry], name: &str, start: f64) -> Option<Vec<(f64, f64)>> {
    let mut corners = vec![(0.0, start)];
    for LogEntry { time, event } in log {
        let (after, before) = match event {
            ReplayEvent::Gain { resource, amount, level } if resource == name => (*level, level - amount),
            ReplayEvent::Spend { resource, amount, level } if resource == name => (*level, level + amount),
            _ => continue,
        };
        corners.extend([(*time, before.max(0.0)), (*time, after)]);
    }
    (corners.len() > 1).then_some(corners)
}

/// Returns the level at a time. From the preceding corner on, the level rises by regeneration
/// without haste. It rises at most to the level of the next corner; after the last corner, at most
/// to the cap. (A log records only gains and costs. With haste, the true rise is a little steeper.)
fn level_at(corners: &[(f64, f64)], time: f64, bounds: &ResourceBounds) -> f64 {
    let after = corners.partition_point(|&(at, _)| at <= time);
    let (from, low) = corners[after.saturating_sub(1)];
    let most = corners.get(after).map_or(bounds.cap, |&(_, high)| high.max(low));
    (low + bounds.regen * (time - from)).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: f64, event: ReplayEvent) -> LogEntry {
        LogEntry { time, event }
    }

    #[test]
    fn a_debuff_is_up_while_any_target_has_it() {
        let buff = |target| ReplayEvent::Buff { name: "mark".to_owned(), target: Some(target), stacks: 1 };
        let ends = |target| ReplayEvent::BuffEnd { name: "mark".to_owned(), target: Some(target) };
        let log = [
            at(1.0, buff(1)),
            at(2.0, buff(2)),
            at(2.5, buff(1)),
            at(3.0, ends(1)),
            at(4.0, ends(2)),
            at(9.0, buff(1)),
        ];
        let rows = up(&log, 10.0);
        assert_eq!((rows.len(), rows[0].spans.as_slice()), (1, &[[1.0, 4.0], [9.0, 10.0]][..]));
    }

    #[test]
    fn levels_rise_between_what_is_told_of() {
        let gain = |amount, level| ReplayEvent::Gain { resource: "rage".to_owned(), amount, level };
        let spend = |amount, level| ReplayEvent::Spend { resource: "rage".to_owned(), amount, level };
        // From 10, the level rises by 4 per second, at most to 22, the level before the gain of 28.
        // A cost of 40 follows.
        let log = [at(5.0, gain(28.0, 50.0)), at(8.0, spend(40.0, 10.0))];
        let levels = levels(&log, "rage", 10.0).unwrap();
        let level = |cap: f64, regen: f64| {
            let bounds = ResourceBounds { start: 10.0, cap, regen };
            [0.0, 2.5, 4.0, 5.0, 6.5, 8.0, 60.0].map(|time| level_at(&levels, time, &bounds) as i64)
        };
        assert_eq!(level(50.0, 4.0), [10, 20, 22, 50, 50, 10, 50]);
        assert_eq!(level(50.0, 0.0), [10, 10, 10, 50, 50, 10, 10]);
        assert_eq!(super::levels(&log, "mana", 10.0), None);
    }
}
