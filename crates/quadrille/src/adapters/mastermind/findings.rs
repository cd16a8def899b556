//! What an evaluation has to say, for machines and for people.

use quadrille_experiment::report::{Bars, Block, Metric, Section, Series, Table};
use quadrille_experiment::{Conclusion, Report};
use quadrille_mastermind::{Evaluation, Feedback, Game, Part, Repeats, Strategy, Tally};
use serde_json::{Map, Value, json};

use super::settings::{Contest, Question, Settings};
use super::words::{parts_json, pegs};
use crate::report::figure::{count, counted};

pub(super) fn conclusion(settings: &Settings, evaluations: &[Evaluation], tallies: &[Tally]) -> Conclusion {
    let contests = contests(settings, evaluations, tallies);
    let (result, report) = match (settings.question, &contests[..]) {
        (Question::Evaluate, [Played { contest, evaluations: [evaluation], tallies: [tally] }]) => {
            (single_result(contest, evaluation, tally), single_report(contest, evaluation, tally))
        }
        (_, [played]) if !settings.by_size => (compared_result(played), compared_report(played)),
        _ => (all_sizes_result(&contests), all_sizes_report(&contests)),
    };
    Conclusion::new(&result, report).counting("scores", all_scores(tallies))
}

/// One game, and how each way to play it fared.
struct Played<'a> {
    contest: &'a Contest,
    evaluations: &'a [Evaluation],
    tallies: &'a [Tally],
}

/// What belongs to each game.
fn contests<'a>(
    settings: &'a Settings,
    mut evaluations: &'a [Evaluation],
    mut tallies: &'a [Tally],
) -> Vec<Played<'a>> {
    let mut played = Vec::new();
    for contest in &settings.contests {
        let (own, others) = evaluations.split_at(contest.plays.len().min(evaluations.len()));
        let (own_tallies, other_tallies) = tallies.split_at(contest.plays.len().min(tallies.len()));
        (evaluations, tallies) = (others, other_tallies);
        played.push(Played { contest, evaluations: own, tallies: own_tallies });
    }
    played
}

/// The keys that describe the game.
fn game_keys(contest: &Contest) -> Map<String, Value> {
    let game = contest.game;
    object(json!({
        "pins": game.pins(),
        "colors": game.colors(),
        "no_repeats": game.repeats() == Repeats::Forbidden,
        "possible_only": contest.plays.iter().any(|play| play.possible_only),
        "secrets": game.codewords(),
    }))
}

/// The keys that describe how one strategy fared.
fn strategy_keys(evaluation: &Evaluation, tally: &Tally) -> Map<String, Value> {
    object(json!({
        "strategy": evaluation.play().strategy.name(),
        "first_guess": evaluation.game().show(evaluation.first_guess()).to_string(),
        "total_turns": tally.total_turns(),
        "average": tally.average(),
        "max_turns": tally.max_turns(),
        "histogram": tally.histogram,
        "scores": tally.scores.to_string(),
    }))
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn single_result(contest: &Contest, evaluation: &Evaluation, tally: &Tally) -> Map<String, Value> {
    let mut result = game_keys(contest);
    result.extend(strategy_keys(evaluation, tally));
    result.insert("opening".to_owned(), parts_json(&opening(evaluation)));
    result
}

fn compared_result(played: &Played<'_>) -> Map<String, Value> {
    let mut result = game_keys(played.contest);
    let strategies: Vec<Value> = played
        .evaluations
        .iter()
        .zip(played.tallies)
        .map(|(evaluation, tally)| Value::Object(strategy_keys(evaluation, tally)))
        .collect();
    result.insert("strategies".to_owned(), Value::Array(strategies));
    result.insert("scores".to_owned(), Value::String(all_scores(played.tallies).to_string()));
    result
}

fn all_sizes_result(contests: &[Played<'_>]) -> Map<String, Value> {
    let games: Vec<Value> = contests.iter().map(|played| Value::Object(compared_result(played))).collect();
    let scores: u64 = contests.iter().map(|played| all_scores(played.tallies)).sum();
    object(json!({ "games": games, "scores": scores.to_string() }))
}

/// One table of all sizes and strategies, then each size by itself.
fn all_sizes_report(contests: &[Played<'_>]) -> Report {
    let mut table = Table::new(&["#pins", "#colours", "strategy", "first", "#average", "#most", "#total"]);
    for Played { contest, evaluations, tallies } in contests {
        for (evaluation, tally) in evaluations.iter().zip(*tallies) {
            table.push([
                contest.game.pins().to_string(),
                contest.game.colors().to_string(),
                name(evaluation.play().strategy).to_owned(),
                contest.game.show(evaluation.first_guess()).to_string(),
                average(tally),
                tally.max_turns().to_string(),
                count(tally.total_turns()),
            ]);
        }
    }
    let strategies = contests.first().map_or(0, |played| played.evaluations.len()) as u64;
    let mut sections = vec![Section { title: "All sizes".to_owned(), blocks: vec![Block::Table(table)] }];
    for played in contests {
        let Report { title, sections: parts, .. } = compared_report(played);
        // Its last section tells the work, which is told once for all.
        let told = parts.len().saturating_sub(1);
        sections.extend(
            parts
                .into_iter()
                .take(told)
                .map(|part| Section { title: format!("{title}: {}", part.title), blocks: part.blocks }),
        );
    }
    sections.push(counting(contests.iter().map(|played| all_scores(played.tallies)).sum()));
    Report {
        title: format!("{} on {}", counted(strategies, "strategy"), counted(contests.len() as u64, "size")),
        lead: format!(
            "{} of {} by {}, every secret of each.",
            counted(contests.len() as u64, "size"),
            "Mastermind",
            counted(strategies, "strategy")
        ),
        metrics: vec![
            metric("sizes", &contests.len().to_string()),
            metric("strategies", &strategies.to_string()),
        ],
        sections,
    }
}

fn single_report(contest: &Contest, evaluation: &Evaluation, tally: &Tally) -> Report {
    let game = contest.game;
    let strategy = evaluation.play().strategy;
    let first = game.show(evaluation.first_guess());
    let average = average(tally);
    let most = tally.max_turns();

    let mut table = Table::new(&["#turns", "#secrets"]);
    for (turn, &secrets) in (1..).zip(&tally.histogram) {
        table.push([turn.to_string(), count(secrets)]);
    }
    let mut split = Table::new(&["feedback", "#secrets left"]);
    let parts = opening(evaluation);
    for part in &parts {
        split.push([pegs(part.feedback), count(part.count)]);
    }
    Report {
        title: format!("{} on {}", name(strategy), size(game)),
        lead: format!(
            "Over {}, {}{} finds every secret within {}, and needs {average} on average.",
            counted(tally.secrets(), "secret"),
            sentence_name(strategy),
            conditions(contest),
            counted(most as u64, "turn"),
        ),
        metrics: vec![
            metric("turns on average", &average),
            metric("turns at most", &most.to_string()),
            metric("turns in all", &count(tally.total_turns())),
            metric("secrets", &count(tally.secrets())),
            metric("first guess", &first.to_string()),
        ],
        sections: vec![
            Section {
                title: "Turns needed".to_owned(),
                blocks: vec![
                    Block::Bars(Bars {
                        title: "How many secrets are found at which turn".to_owned(),
                        category_axis: "turns".to_owned(),
                        value_axis: "secrets".to_owned(),
                        categories: (1..=tally.histogram.len()).map(|turn| turn.to_string()).collect(),
                        series: vec![series(strategy, tally)],
                    }),
                    Block::Table(table),
                ],
            },
            Section {
                title: format!("What the first guess {first} tells"),
                blocks: vec![
                    Block::Text(format!(
                        "Each feedback leaves a part of the {}; these are their sizes.",
                        counted(tally.secrets(), "secret")
                    )),
                    Block::Bars(Bars {
                        title: format!("How many secrets each feedback to {first} leaves"),
                        category_axis: "feedback: black, white".to_owned(),
                        value_axis: "secrets left".to_owned(),
                        categories: parts.iter().map(|part| part.feedback.to_string()).collect(),
                        series: vec![Series {
                            name: first.to_string(),
                            values: parts.iter().map(|part| part.count as f64).collect(),
                        }],
                    }),
                    Block::Table(split),
                ],
            },
            counting(tally.scores),
        ],
    }
}

fn compared_report(played: &Played<'_>) -> Report {
    let &Played { contest, evaluations, tallies } = played;
    let game = contest.game;
    let longest = tallies.iter().map(Tally::max_turns).max().unwrap_or(0);
    let best = evaluations.iter().zip(tallies).min_by_key(|(_, tally)| tally.total_turns());
    let mut table = Table::new(&["strategy", "first guess", "#average", "#at most", "#total", "#scores"]);
    for (evaluation, tally) in evaluations.iter().zip(tallies) {
        table.push([
            name(evaluation.play().strategy).to_owned(),
            game.show(evaluation.first_guess()).to_string(),
            average(tally),
            tally.max_turns().to_string(),
            count(tally.total_turns()),
            count(tally.scores),
        ]);
    }
    let turns: Vec<String> = (1..=longest).map(|turn| turn.to_string()).collect();
    let headings: Vec<String> = turns.iter().map(|turn| format!("#{turn}")).collect();
    let headings: Vec<&str> =
        std::iter::once("strategy").chain(headings.iter().map(String::as_str)).collect();
    let mut by_turn = Table::new(&headings);
    for (evaluation, tally) in evaluations.iter().zip(tallies) {
        let at = |turn: usize| count(tally.histogram.get(turn).copied().unwrap_or(0));
        by_turn
            .push(std::iter::once(name(evaluation.play().strategy).to_owned()).chain((0..longest).map(at)));
    }
    let lead = best.map_or_else(String::new, |(best, fewest)| {
        format!(
            "Over {}{}, {} needs the fewest turns: {} on average{}.",
            counted(fewest.secrets(), "secret"),
            conditions(contest),
            sentence_name(best.play().strategy),
            average(fewest),
            longest_games(evaluations, tallies, fewest),
        )
    });
    Report {
        title: format!("{} on {}", counted(evaluations.len() as u64, "strategy"), size(game)),
        lead,
        metrics: best.map_or_else(Vec::new, |(evaluation, tally)| {
            vec![
                metric("fewest turns", name(evaluation.play().strategy)),
                metric("its average", &average(tally)),
                metric("its longest game", &tally.max_turns().to_string()),
                metric("secrets", &count(tally.secrets())),
            ]
        }),
        sections: vec![
            Section { title: "Strategies".to_owned(), blocks: vec![Block::Table(table)] },
            Section {
                title: "Secrets found at each turn".to_owned(),
                blocks: vec![
                    Block::Bars(Bars {
                        title: "How many secrets each strategy finds at which turn".to_owned(),
                        category_axis: "turns".to_owned(),
                        value_axis: "secrets".to_owned(),
                        categories: turns,
                        series: evaluations
                            .iter()
                            .zip(tallies)
                            .map(|(evaluation, tally)| {
                                let mut series = series(evaluation.play().strategy, tally);
                                series.values.resize(longest, 0.0);
                                series
                            })
                            .collect(),
                    }),
                    Block::Table(by_turn),
                ],
            },
            counting(all_scores(tallies)),
        ],
    }
}

fn all_scores(tallies: &[Tally]) -> u64 {
    tallies.iter().map(|tally| tally.scores).sum()
}

/// What the work was.
fn counting(scores: u64) -> Section {
    Section {
        title: "The work".to_owned(),
        blocks: vec![Block::Text(format!(
            "The strategy asked for {} of a guess with a secret. The count belongs to the algorithm: it is the same for \
             every number of threads and every vector level.",
            counted(scores, "comparison")
        ))],
    }
}

/// The parts of the first guess, the solved one included, most black first.
fn opening(evaluation: &Evaluation) -> Vec<Part> {
    let solved = Part { feedback: Feedback::solved(evaluation.game()), count: 1 };
    std::iter::once(solved).chain(evaluation.parts().iter().copied()).collect()
}

fn series(strategy: Strategy, tally: &Tally) -> Series {
    Series {
        name: name(strategy).to_owned(),
        values: tally.histogram.iter().map(|&secrets| secrets as f64).collect(),
    }
}

fn metric(label: &str, value: &str) -> Metric {
    Metric { label: label.to_owned(), value: value.to_owned() }
}

fn average(tally: &Tally) -> String {
    tally.average().map_or_else(String::new, |average| format!("{average:.4}"))
}

/// `4 pins, 6 colours`.
fn size(game: Game) -> String {
    let repeats = match game.repeats() {
        Repeats::Allowed => "",
        Repeats::Forbidden => ", none twice",
    };
    format!("{}, {}{repeats}", counted(game.pins() as u64, "pin"), counted(game.colors() as u64, "colour"))
}

/// Who keeps the longest game shortest, to follow the one with the fewest turns in a sentence.
fn longest_games(evaluations: &[Evaluation], tallies: &[Tally], fewest: &Tally) -> String {
    let shortest = tallies.iter().map(Tally::max_turns).min().unwrap_or(0);
    if fewest.max_turns() == shortest {
        return format!(" and {shortest} at most");
    }
    let steady = evaluations.iter().zip(tallies).filter(|(_, tally)| tally.max_turns() == shortest);
    let names: Vec<&str> = steady.map(|(evaluation, _)| sentence_name(evaluation.play().strategy)).collect();
    let keep = if names.len() == 1 { "keeps" } else { "keep" };
    format!("; {} {keep} the longest game shortest, at {shortest}", names.join(" and "))
}

/// How the play departs from the usual, for the middle of a sentence.
fn conditions(contest: &Contest) -> String {
    let Some(play) = contest.plays.first() else { return String::new() };
    let mut conditions = Vec::new();
    if let Some(first) = play.first {
        conditions.push(format!("beginning with {}", contest.game.show(first)));
    }
    if play.possible_only {
        conditions.push("guessing only what is still possible".to_owned());
    }
    if conditions.is_empty() { String::new() } else { format!(" ({})", conditions.join(", ")) }
}

/// A strategy's name at the head of a line.
fn name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Knuth => "Knuth",
        Strategy::ExpectedSize => "Expected size",
        Strategy::Entropy => "Entropy",
        Strategy::MostParts => "Most parts",
        Strategy::FirstConsistent => "First consistent",
    }
}

/// A strategy's name within a sentence.
fn sentence_name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Knuth => "Knuth's strategy",
        Strategy::ExpectedSize => "the expected-size strategy",
        Strategy::Entropy => "the entropy strategy",
        Strategy::MostParts => "the most-parts strategy",
        Strategy::FirstConsistent => "the first-consistent strategy",
    }
}
