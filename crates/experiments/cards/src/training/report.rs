//! The report of a training.

use quadrille_report::figure::{count, counted, decimal, number};
use quadrille_report::figures::Columns;
use quadrille_report::format::{capital, error_digits, metric, unknown};
use quadrille_report::{Block, Lines, Mark, Section, Series};
use quadrille_runner::Report;

use super::TrainGame;
use super::result::{CurvePoint, Decisions, Figure, TrainingResult};
use crate::sections::rules;

pub(super) fn report<K: TrainGame>(result: &TrainingResult) -> Report {
    let last = result.curve.last();
    let figures = last.map(|point| &point.figures[..]).unwrap_or_default();
    let shown = shown(result);
    let metrics = figures.iter().map(|figure| {
        let value = match half(figure) {
            Some(half) => format!("{} ± {}", shown(figure.mean), shown(Some(half))),
            None => shown(figure.mean),
        };
        metric(&label::<K>(figure), value)
    });
    let games = counted(result.games, "game");
    Report {
        title: verdict::<K>(result).map_or_else(
            || format!("{}: a policy from {games}", K::WORDS.title),
            |verdict| format!("{}: after {games} the policy {verdict}", K::WORDS.title),
        ),
        lead: finding::<K>(result),
        metrics: metrics.chain([TrainingResult::games.metric(result)]).collect(),
        sections: [Some(curve::<K>(result)), endgames(result), Some(how(result))]
            .into_iter()
            .flatten()
            .collect(),
    }
}

/// Returns the last measurement of the figure whose value for equal players is known.
fn compared<K: TrainGame>(result: &TrainingResult) -> Option<&Figure> {
    result.curve.last()?.figures.iter().find(|figure| figure.name == K::BASELINE.0)
}

/// Returns the end of the headline: a comparison of the policy with the house player. `None` if
/// nothing was measured.
fn verdict<K: TrainGame>(result: &TrainingResult) -> Option<String> {
    let (low, high) = compared::<K>(result).and_then(|figure| figure.low.zip(figure.high))?;
    let (house, equal) = (&result.house, K::BASELINE.1);
    Some(if low > equal {
        format!("beats `{house}`")
    } else if high < equal {
        format!("still loses to `{house}`")
    } else {
        format!("cannot be distinguished from `{house}`")
    })
}

/// Returns the result in one or two sentences.
fn finding<K: TrainGame>(result: &TrainingResult) -> String {
    let Some(figure) = compared::<K>(result) else {
        return "The networks learned from the results of their own games. They have not been measured yet."
            .to_owned();
    };
    let shown = shown(result);
    let half = half(figure).map_or_else(String::new, |half| format!(" ± {}", shown(Some(half))));
    let (score, mean, sittings) = (K::SCORE, shown(figure.mean), counted(result.sittings, "sitting"));
    let scored = match lineup(&figure.name) {
        // Each role has at most one win per game, so the sum alone could not be understood.
        "sum of both roles" => {
            format!("the policy's {score} per game in both roles add up to {mean}{half} (over {sittings})")
        }
        lineup => format!("the policy has {mean}{half} {score} per game ({lineup}, over {sittings})"),
    };
    format!(
        "Against `{}` in the other seats, {scored}; equal players have {}{}.",
        result.house,
        number(K::BASELINE.1),
        K::CONDITION.map_or_else(String::new, |condition| format!(", {condition}"))
    ) + K::MEANING
}

/// Describes a lineup in words.
fn lineup(name: &str) -> &str {
    match name {
        "sum" => "sum of both roles",
        "alone" => "one policy at a table",
        other => other,
    }
}

/// Returns half the width of the 95 % interval of a figure.
fn half(figure: &Figure) -> Option<f64> {
    Figure::mean.interval(figure).map(|around| around.half)
}

fn label<K: TrainGame>(figure: &Figure) -> String {
    format!("{}, {}", K::SCORE, lineup(&figure.name))
}

/// Returns the function that formats means and errors, with the number of digits that the errors
/// of the last measurement require.
fn shown(result: &TrainingResult) -> impl Fn(Option<f64>) -> String + use<> {
    let last = result.curve.last().map(|point| &point.figures[..]).unwrap_or_default();
    let digits = error_digits(last.iter().filter_map(half));
    move |value| value.map_or_else(unknown, |value| decimal(value, digits))
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
        name: lineup(name).to_owned(),
        values: values(place),
        intervals: within(place),
    });
    let (compared, equal) = K::BASELINE;
    let lines = Lines {
        title: format!(
            "{} per game against `{}` during the training, with 95 % intervals",
            capital(K::SCORE),
            result.house
        ),
        place_axis: "training games".to_owned(),
        value_axis: format!("{} per game", K::SCORE),
        logarithmic: false,
        places: result.curve.iter().map(|point| point.games as f64).collect(),
        series: series.collect(),
        mark: Some(Mark {
            name: if names.len() > 1 {
                format!("value for equal players ({}): {}", lineup(compared), number(equal))
            } else {
                format!("value for equal players: {}", number(equal))
            },
            value: equal,
        }),
    };
    let shown = shown(result);
    let heading = |name: &str| if names.len() == 1 { K::SCORE.to_owned() } else { lineup(name).to_owned() };
    let table = Columns::of(&result.curve).figure(&CurvePoint::games);
    let table = names.iter().enumerate().fold(table, |table, (place, name)| {
        let mean = |point: &CurvePoint| point.figures.get(place).and_then(|figure| figure.mean);
        let error = |point: &CurvePoint| point.figures.get(place).and_then(half);
        table
            .column(&format!("#{}", heading(name)), |point| shown(mean(point)))
            .column("#±", |point| shown(error(point)))
    });
    let text = format!(
        "The value of equal players follows from symmetry: with `{}` in place of the policy, all players would be equal. This value is exact{}.",
        result.house,
        K::CONDITION.map_or_else(String::new, |condition| format!(" {condition}"))
    );
    Section::new("Learning curve", [Block::Lines(lines), Block::Table(table.table()), Block::Text(text)])
}

/// Returns the section on decisions that the exact solver proves wrong; `None` for games without a
/// solver.
fn endgames(result: &TrainingResult) -> Option<Section> {
    let most_cards = result.curve.iter().find_map(|point| point.endgames.as_ref())?.most_cards;
    let house = format!("`{}`", result.house);
    let wrong =
        |decisions: &Decisions| format!("{} of {}", count(decisions.proved_wrong), count(decisions.checked));
    let interval = |decisions: &Decisions| {
        let percent = |share: Option<f64>| Some(decimal(100.0 * share?, 1));
        let ends = percent(decisions.low).zip(percent(decisions.high));
        ends.map_or_else(unknown, |(low, high)| format!("{low} to {high} %"))
    };
    let checked = result.curve.iter().filter_map(|point| Some((point, point.endgames.as_ref()?)));
    let table = Columns::of(checked.clone().map(|(_, endgames)| endgames))
        .cells("#games", checked.map(|(point, _)| count(point.games)))
        .column("#policy", |endgames| wrong(&endgames.policy))
        .column("#95 % interval", |endgames| interval(&endgames.policy))
        .column(&format!("#{house}"), |endgames| wrong(&endgames.house))
        .column("#95 % interval", |endgames| interval(&endgames.house))
        .table();
    let text = format!(
        "The exact endgame solver checked decisions of the measurements, with open hands and at most {most_cards} cards in \
         all hands together. A decision is checked if the position is won for the side to move and at least one \
         legal move loses. A checked decision is proved wrong if the chosen move loses. The table lists how many of the checked decisions were proved wrong. The player cannot see the other hands, so a \
         perfect player would also be proved wrong sometimes. Compare the share with the share of `{}` in the same games. \
         The intervals are Wilson's and assume that decisions are independent.",
        result.house
    );
    Some(Section::new("Decisions proved wrong", [Block::Text(text), Block::Table(table)]))
}

fn how(result: &TrainingResult) -> Section {
    let [inputs, first, second] = result.shape;
    let networks = match &result.networks[..] {
        [_] => "One network for all seats".to_owned(),
        names => format!("{} networks ({})", names.len(), names.join(", ")),
    };
    let text = format!(
        "{networks} with {} inputs and two hidden layers, of {first} and {second} units. In every stage, {} played {} each and updated their \
         weights after every {}, to reduce the squared error of the predicted results (Adam, with a step size that falls from {} to {}). Then their weights were averaged. \
         {} % of the decisions were random. {}",
        count(inputs.into()),
        counted(result.slots.into(), "slot"),
        counted(result.slot_games.into(), "game"),
        counted(result.update_games.into(), "game"),
        result.first_step,
        result.last_step,
        (1e6 * result.explore).round() / 1e4,
        rules(&result.rules.join(", "), result.jokers),
    );
    let measured = format!(
        "Each measurement has {} of {} in each lineup, all lineups with the same cards. Sittings are the units of the 95 % intervals (±). \
         The numbers of games and of measurements are rounded to whole stages.",
        counted(result.sittings, "sitting"),
        counted(result.sitting.into(), "game"),
    );
    Section::new("How it was trained", [Block::Text(text), Block::Text(measured)])
}
