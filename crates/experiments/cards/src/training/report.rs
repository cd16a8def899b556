//! The report of a training.

use quadrille_report::figure::{count, counted, decimal};
use quadrille_report::format::{capital, metric, unknown};
use quadrille_report::{Block, Lines, ReportTable, Section, Series};
use quadrille_runner::Report;

use super::TrainGame;
use super::result::{CurvePoint, Decisions, Figure, TrainingResult};
use crate::sections::rules;

pub(super) fn report<K: TrainGame>(result: &TrainingResult) -> Report {
    let last = result.curve.last();
    let figures = last.map(|point| &point.figures[..]).unwrap_or_default();
    let metrics = figures.iter().map(|figure| metric(&label::<K>(figure), shown(figure.mean)));
    let house = &result.house;
    let measured = if result.curve.is_empty() {
        "Not measured yet.".to_owned()
    } else {
        format!("The policy's {} per game are measured against `{house}` in the other seats.", K::SCORE)
    };
    Report {
        title: format!("{}: a policy from {}", K::WORDS.title, counted(result.games, "game")),
        lead: format!("The networks learned from the results of their own games. {measured}"),
        metrics: metrics.chain([metric("training games", count(result.games))]).collect(),
        sections: [Some(curve::<K>(result)), endgames(result), Some(how(result))]
            .into_iter()
            .flatten()
            .collect(),
    }
}

fn label<K: TrainGame>(figure: &Figure) -> String {
    format!("{}, {}", K::SCORE, figure.name)
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(unknown, |value| decimal(value, 3))
}

/// Returns the section on the learning curve, as a plot and as a table.
fn curve<K: TrainGame>(result: &TrainingResult) -> Section {
    let names: Vec<String> = result
        .curve
        .first()
        .map_or(Vec::new(), |point| point.figures.iter().map(|figure| figure.name.clone()).collect());
    let values = |place: usize| {
        let value =
            move |point: &CurvePoint| point.figures.get(place).and_then(|figure| figure.mean).unwrap_or(0.0);
        result.curve.iter().map(value).collect()
    };
    let within = |place: usize| {
        let figure = move |point: &CurvePoint| {
            let figure = point.figures.get(place)?;
            Some([figure.low?, figure.high?])
        };
        result.curve.iter().map(figure).collect()
    };
    let series = names.iter().enumerate().map(|(place, name)| Series {
        name: name.clone(),
        values: values(place),
        intervals: within(place),
    });
    let baseline = K::BASELINE.map(|(_, value)| Series {
        name: format!("`{}`", result.house),
        values: vec![value; result.curve.len()],
        intervals: vec![None; result.curve.len()],
    });
    let lines = Lines {
        title: format!("{} per game against `{}` during the training", capital(K::SCORE), result.house),
        place_axis: "training games".to_owned(),
        value_axis: format!("{} per game", K::SCORE),
        places: result.curve.iter().map(|point| point.games as f64).collect(),
        series: series.chain(baseline).collect(),
    };
    let headings = names.iter().flat_map(|name| [format!("#{name}"), "#±".to_owned()]);
    let headings: Vec<String> = ["#games".to_owned()].into_iter().chain(headings).collect();
    let mut table = ReportTable::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    for point in &result.curve {
        let figures = point.figures.iter().flat_map(|figure| {
            let half = figure.low.zip(figure.high).map(|(low, high)| (high - low) / 2.0);
            [shown(figure.mean), shown(half)]
        });
        table.push([count(point.games)].into_iter().chain(figures).collect::<Vec<_>>());
    }
    let mut blocks = vec![Block::Lines(lines)];
    if let Some((figure, value)) = K::BASELINE {
        let cells = names
            .iter()
            .flat_map(|name| [if name == figure { shown(Some(value)) } else { shown(None) }, shown(None)]);
        table.push([format!("`{}`", result.house)].into_iter().chain(cells).collect::<Vec<_>>());
        blocks.push(Block::Table(table));
        blocks.push(Block::Text(format!(
            "With `{}` in place of the policy, the column `{figure}` would be {value:.2}. This follows from symmetry; it is not \
             measured.",
            result.house
        )));
    } else {
        blocks.push(Block::Table(table));
    }
    Section { title: "Learning curve".to_owned(), blocks }
}

/// Returns the section on decisions that the exact solver proves wrong; `None` for games without a
/// solver.
fn endgames(result: &TrainingResult) -> Option<Section> {
    let most_cards = result.curve.iter().find_map(|point| point.endgames.as_ref())?.most_cards;
    let mut headings = vec!["#games".to_owned()];
    for player in ["policy".to_owned(), format!("`{}`", result.house)] {
        headings.extend(
            ["checked", "proved wrong", "share", "95 % interval"].map(|what| format!("#{player}: {what}")),
        );
    }
    let mut table = ReportTable::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    let cells = |decisions: &Decisions| {
        let interval = decisions.low.zip(decisions.high);
        let interval = interval.map_or_else(unknown, |(low, high)| format!("{low:.3} to {high:.3}"));
        [count(decisions.checked), count(decisions.proved_wrong), shown(decisions.share), interval]
    };
    for point in &result.curve {
        let Some(endgames) = &point.endgames else { continue };
        let cells = [&endgames.policy, &endgames.house].into_iter().flat_map(cells);
        table.push([count(point.games)].into_iter().chain(cells).collect::<Vec<_>>());
    }
    let text = format!(
        "The exact endgame solver checked decisions of the measurements, with open hands and at most {most_cards} cards in \
         all hands together. A decision is checked if the position is won for the side to move and at least one \
         legal move loses. A checked decision is proved wrong if the chosen move loses. The player cannot see the other hands, so a \
         perfect player would also be proved wrong sometimes. Compare the share with the share of `{}` in the same games. \
         The intervals are Wilson's and assume that decisions are independent.",
        result.house
    );
    Some(Section {
        title: "Decisions proved wrong".to_owned(),
        blocks: vec![Block::Text(text), Block::Table(table)],
    })
}

fn how(result: &TrainingResult) -> Section {
    let [inputs, first, second] = result.shape;
    let networks = match &result.networks[..] {
        [_] => "One network for all seats".to_owned(),
        names => format!("{} networks ({})", names.len(), names.join(", ")),
    };
    let text = format!(
        "{networks} with {inputs} inputs and two hidden layers, of {first} and {second} units. In every stage, {} played {} each and updated their \
         weights after every {}, to reduce the squared error of the results (Adam, step {} falling to {}). Then their weights were averaged. \
         {} % of the decisions were random. {}",
        counted(result.slots.into(), "slot"),
        counted(result.slot_games.into(), "game"),
        counted(result.update_games.into(), "game"),
        result.first_step,
        result.last_step,
        (1e6 * result.explore).round() / 1e4,
        rules(&result.rules.join(", "), result.jokers),
    );
    let measured = format!(
        "Each measurement has {} of {} in each lineup, all lineups with the same cards. Sittings are the units of the 95 % intervals (±).",
        counted(result.sittings, "sitting"),
        counted(result.sitting.into(), "game"),
    );
    Section { title: "How it was trained".to_owned(), blocks: vec![Block::Text(text), Block::Text(measured)] }
}
