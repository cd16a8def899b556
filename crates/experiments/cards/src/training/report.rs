//! The report of a training.

use quadrille_report::figure::{count, counted};
use quadrille_report::format::metric;
use quadrille_report::{Block, Lines, Section, Series, Table};
use quadrille_runner::Report;

use super::TrainGame;
use super::result::{CurvePoint, Figure, TrainingResult};
use crate::sections::{capital, rules};

pub(super) fn report<K: TrainGame>(result: &TrainingResult) -> Report {
    let last = result.curve.last();
    let figures = last.map(|point| &point.figures[..]).unwrap_or_default();
    let metrics = figures.iter().map(|figure| metric(&label::<K>(figure), shown(figure.mean)));
    let house = &result.house;
    let measured = if result.curve.is_empty() {
        "Not measured yet.".to_owned()
    } else {
        format!("The figures are the policy's {} a game against `{house}` in the other seats.", K::SCORE)
    };
    Report {
        title: format!("{}: a policy from {}", K::WORDS.title, counted(result.games, "game")),
        lead: format!("Networks learned from the results of their own games. {measured}"),
        metrics: metrics.chain([metric("games of training", count(result.games))]).collect(),
        sections: vec![curve::<K>(result), how(result)],
    }
}

fn label<K: TrainGame>(figure: &Figure) -> String {
    format!("{}, {}", K::SCORE, figure.name)
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
}

/// The learning curve as a plot and as a table.
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
    let lines = Lines {
        title: format!("{} a game against `{}` as the training went on", capital(K::SCORE), result.house),
        place_axis: "games of training".to_owned(),
        value_axis: format!("{} a game", K::SCORE),
        places: result.curve.iter().map(|point| point.games as f64).collect(),
        series: series.collect(),
    };
    let headings = names.iter().flat_map(|name| [format!("#{name}"), "#±".to_owned()]);
    let headings: Vec<String> = ["#games".to_owned()].into_iter().chain(headings).collect();
    let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    for point in &result.curve {
        let figures = point.figures.iter().flat_map(|figure| {
            let half = figure.low.zip(figure.high).map(|(low, high)| (high - low) / 2.0);
            [shown(figure.mean), shown(half)]
        });
        table.push([count(point.games)].into_iter().chain(figures).collect::<Vec<_>>());
    }
    Section { title: "Learning curve".to_owned(), blocks: vec![Block::Lines(lines), Block::Table(table)] }
}

fn how(result: &TrainingResult) -> Section {
    let [inputs, first, second] = result.shape;
    let networks = match &result.networks[..] {
        [_] => "One network for all seats".to_owned(),
        names => format!("{} networks ({})", names.len(), names.join(", ")),
    };
    let text = format!(
        "{networks} of {inputs} inputs and layers of {first} and {second}. In every stage {} played {} each and updated their \
         weights every {} by the squared error of the results (Adam, step {} falling to {}); then their weights were averaged. \
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
        "Measured in {} of {} in each lineup, all lineups with the same cards; sittings are the units of the 95 % intervals (±).",
        counted(result.sittings, "sitting"),
        counted(result.sitting.into(), "game"),
    );
    Section { title: "How it was trained".to_owned(), blocks: vec![Block::Text(text), Block::Text(measured)] }
}
