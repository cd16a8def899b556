//! The report of `mastermind.optimal`.

use quadrille_report::{Bars, Block, Folded, ReportTable, Section, Series};
use quadrille_runner::Report;

use quadrille_mastermind::kernels::packed::score;
use quadrille_mastermind::{Codeword, Feedback, Game, Repeats};

use super::result::{AnswerPlayed, Opening, OptimalResult};
use crate::answers::tree::TreeNode;
use crate::evaluation::report::{by_turns, codeword, size};
use crate::text::{restrictions, symbols};
use quadrille_report::figure::{count, counted, listed};
use quadrille_report::figures::Columns;
use quadrille_report::format::metric;

/// The maximum number of secrets for which the report lists the whole strategy.
const MOST_ROWS: u64 = 10_000;

/// Returns the report. `first` is the first guess if the experiment gives one.
pub(crate) fn report(result: &OptimalResult, first: Option<&str>) -> Report {
    let (size, limits) = (size(&result.game), limits(result, first));
    let title = match result.average {
        Some(average) => {
            format!("Mastermind: optimal play on {size}{limits} takes {average:.4} turns on average")
        }
        None => format!("Mastermind: optimal play on {size}{limits}").trim_end_matches(',').to_owned(),
    };
    let possible_only = result.game.possible_only;
    let (Some(total), Some(average), Some(best_first)) =
        (result.total_turns, result.average, &result.first_guess)
    else {
        let among = restrictions(first, possible_only, None);
        let within = result
            .turns_allowed
            .map_or(String::new(), |turns| format!(" within {}", counted(turns.into(), "turn")));
        let lead = format!("No strategy{among} finds every secret{within}.");
        return Report { title, lead, ..Report::default() };
    };
    let most = result.max_turns.unwrap_or_default();
    let among = restrictions(first, possible_only, result.turns_allowed);
    let no_strategy = if among.is_empty() { "no strategy" } else { "no such strategy" };
    let proved = if result.least_depth {
        format!(
            "It is proved that {no_strategy} needs fewer than {most} turns for the longest game, and that {no_strategy} with at most {most} turns per secret needs fewer turns in total"
        )
    } else {
        format!("It is proved that {no_strategy} needs fewer turns in total")
    };
    let last = result.histogram.last().copied().unwrap_or_default();
    let few_last = if result.few_last {
        format!(" Among the best strategies, it leaves the fewest secrets to the last turn: {}.", count(last))
    } else {
        String::new()
    };
    Report {
        title,
        lead: format!(
            "The best strategy{among} takes {} for all {} together, {average:.4} on average, and at \
             most {most}. {proved}.{few_last}",
            counted(total, "turn"),
            counted(result.game.secrets, "secret"),
        ),
        metrics: vec![
            OptimalResult::average.metric(result),
            OptimalResult::max_turns.metric(result),
            OptimalResult::total_turns.metric(result),
            metric("secrets", count(result.game.secrets)),
            metric("first guess", best_first.clone()),
        ],
        sections: [Some(turns(result)), answers(result, best_first), Some(openings(result)), whole(result)]
            .into_iter()
            .flatten()
            .collect(),
    }
}

/// Describes the restrictions in the title, such as `, with first guess 1122 and at most 5 turns,`;
/// empty if all strategies were allowed.
fn limits(result: &OptimalResult, first: Option<&str>) -> String {
    let parts = [
        first.map(|first| format!("first guess {first}")),
        result.game.possible_only.then(|| "only possible guesses".to_owned()),
        result.turns_allowed.map(|turns| format!("at most {}", counted(turns.into(), "turn"))),
        result.least_depth.then(|| "the longest game minimised".to_owned()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!(", with {},", listed(&parts, "and")) }
}

fn turns(result: &OptimalResult) -> Section {
    let table = by_turns(&result.histogram);
    let bars = Bars::new(
        "Secrets found at each turn",
        ["turns", "secrets"],
        (1..=result.histogram.len()).map(|turn| turn.to_string()).collect(),
    )
    .with(Series::new("optimal play", result.histogram.iter().map(|&secrets| secrets as f64).collect()));
    Section::new("Turns needed", [Block::Bars(bars), Block::Table(table)])
}

/// Returns the section about the first two guesses.
fn answers(result: &OptimalResult, first: &str) -> Option<Section> {
    if result.answers.is_empty() {
        return None;
    }
    let feedback = |answer: &AnswerPlayed| {
        symbols(Feedback { black: answer.black, white: answer.white }, result.game.pins)
    };
    let average = |answer: &AnswerPlayed| format!("{:.3}", answer.turns as f64 / answer.count as f64);
    let table = Columns::of(&result.answers)
        .column("feedback", feedback)
        .column("next guess", |answer| codeword(&answer.guess))
        .figure(&AnswerPlayed::count)
        .column("#further turns on average", average)
        .table();
    let bars = Bars::new(
        format!("Secrets left by each feedback to {first}, with the next guess"),
        ["feedback and next guess", "secrets left"],
        result.answers.iter().map(|answer| format!("{} {}", feedback(answer), answer.guess)).collect(),
    )
    .named()
    .with(Series::new(first.to_owned(), result.answers.iter().map(|answer| answer.count as f64).collect()));
    Some(Section::new(
        format!("The first guess {first}, and the second"),
        [
            Block::text("● (filled) is a black peg, ○ (open) a white one, and · a pin without a peg."),
            Block::Bars(bars),
            Block::Table(table),
        ],
    ))
}

fn openings(result: &OptimalResult) -> Section {
    let turns = |opening: &Opening| opening.total_turns.map_or_else(|| "no fewer".to_owned(), count);
    let table = Columns::of(&result.openings)
        .column("first guess", |opening| codeword(&opening.guess))
        .column("#turns in all", turns)
        .table();
    let text = "First guesses that differ only by a permutation of colours and pins are listed once. \
    “No fewer” marks a guess that was abandoned when it was proved to need at least as many turns as an earlier guess.";
    Section::new("First guesses", [Block::Text(text.to_owned()), Block::Table(table)])
}

/// Returns a folded table of every secret and the guesses that find it.
fn whole(result: &OptimalResult) -> Option<Section> {
    let tree = result.tree.as_ref().filter(|_| result.game.secrets <= MOST_ROWS)?;
    let mut table = ReportTable::new(&["secret", "#turns", "earlier guesses and feedback"]);
    let repeats = if result.game.no_repeats { Repeats::Forbidden } else { Repeats::Allowed };
    let game = Game::new(result.game.pins as u32, result.game.colors as u32, repeats).ok()?;
    rows(game, &tree.tree, &mut Vec::new(), &mut table)?;
    let summary = format!("How each of {} is found", counted(result.game.secrets, "secret"));
    Some(Section::new(
        "The whole strategy",
        [
            Block::text("Each guess is followed by its feedback: 3,0 means 3 black pegs and 0 white pegs."),
            Block::Folded(Folded { summary, table }),
        ],
    ))
}

/// Adds a row for the node's guess, if it can be the secret, and then the rows of each subtree.
/// Returns `None` if the tree contains an invalid guess or feedback.
fn rows(
    game: Game,
    node: &TreeNode,
    path: &mut Vec<(Codeword, Feedback)>,
    table: &mut ReportTable,
) -> Option<()> {
    let guess = game.parse(&node.guess).ok()?;
    // A guess that contradicts earlier feedback cannot be the secret.
    if path.iter().all(|&(earlier, answer)| score(guess, earlier) == answer) {
        let before: Vec<String> =
            path.iter().map(|&(guess, answer)| format!("{} {answer}", game.show(guess))).collect();
        table.push([node.guess.clone(), (path.len() + 1).to_string(), before.join(" · ")]);
    }
    for (answer, next) in &node.then {
        path.push((guess, Feedback::parse(game, answer).ok()?));
        rows(game, next, path, table)?;
        path.pop();
    }
    Some(())
}
