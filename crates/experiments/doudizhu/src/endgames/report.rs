//! The report of `doudizhu.endgames`.

use quadrille_report::{Bars, Block, Cards, Cell, Folded, Section, Series};
use quadrille_runner::Report;

use super::result::{EndgamesDetails, EndgamesResult, GradedPuzzle, HardDeal};
use quadrille_report::figure::{count, counted};
use quadrille_report::figures::Columns;
use quadrille_report::format::{metric, percent, unknown};

pub(crate) fn report(result: &EndgamesResult, details: &EndgamesDetails) -> Report {
    let sizes: Vec<String> = result.hands.iter().map(ToString::to_string).collect();
    let unique = result.winning_moves[1];
    Report {
        title: format!("Dou Dizhu endgames: {} cards", sizes.join(" against ")),
        lead: format!(
            "With open hands and best play, the side to move (seat {}) wins {} of {} (95 % interval: {} to {}). \
             In {} it has exactly one winning move.",
            result.to_move,
            percent(result.win_share),
            counted(result.deals, "random deal"),
            percent(result.low),
            percent(result.high),
            counted(unique, "deal"),
        ),
        metrics: vec![
            EndgamesResult::win_share.metric(result),
            metric("one winning move", percent(unique as f64 / result.deals.max(1) as f64)),
            metric("nodes per deal", count(details.nodes / result.deals.max(1))),
            EndgamesResult::deals.metric(result),
        ],
        sections: [Some(winning(result)), puzzles(result), hardest(result, details), answers(result)]
            .into_iter()
            .flatten()
            .collect(),
    }
}

fn winning(result: &EndgamesResult) -> Section {
    Section::new(
        "Winning first moves",
        [Block::Bars(
            Bars::new(
                "Deals by number of winning first moves",
                ["winning first moves", "deals"],
                ["0", "1", "2", "3 or more"].map(str::to_owned).to_vec(),
            )
            .named()
            .with(Series::new("deals", result.winning_moves.iter().map(|&deals| deals as f64).collect())),
        )],
    )
}

/// Returns the table headings of the hands of a deal.
fn seats(result: &EndgamesResult) -> &'static [&'static str] {
    if result.hands.len() == 2 { &["seat 0", "seat 1"] } else { &["landlord", "next", "last"] }
}

fn puzzles(result: &EndgamesResult) -> Option<Section> {
    if result.puzzles.is_empty() {
        return None;
    }
    let table = Columns::of(&result.puzzles).cells("#puzzle", (1..=result.puzzles.len() as u64).map(count));
    let table = hands(table, result, |puzzle| &puzzle.hands)
        .figure(&GradedPuzzle::grade)
        .column("#moves", |puzzle| count(u64::from(puzzle.wrong_moves) + 1))
        .figure(&GradedPuzzle::depth)
        .table();
    let text = format!(
        "Seat {} leads, all hands are open, and exactly one first move wins. “Black” and “red” are the jokers (B and R in text, where T is 10). The answers are at the end of the report. “Moves” is the number of legal first moves, “to the win” the number of moves of both sides until the mover has won, passes included. The grade is the number of \
         wrong first moves times the number of moves to the win, doubled if \
         the move with the most cards is wrong.",
        result.to_move
    );
    Some(Section::new("Puzzles to try", [Block::Text(text), Block::Table(table)]))
}

fn hardest(result: &EndgamesResult, details: &EndgamesDetails) -> Option<Section> {
    if details.hardest.is_empty() {
        return None;
    }
    let table = Columns::of(&details.hardest)
        .figure(&HardDeal::deal)
        .figure(&HardDeal::nodes)
        .column("the mover", |hard| if hard.win { "wins" } else { "loses" }.to_owned());
    let table = hands(table, result, |hard| &hard.hands).table();
    let text = "The solver searched the most positions (nodes) in these deals.".to_owned();
    Some(Section::new("Hardest deals", [Block::Text(text), Block::Table(table)]))
}

/// Adds a column for each hand of a deal. `typed` returns the hands of a row, separated by `/`.
fn hands<'a, R>(
    table: Columns<'a, R>,
    result: &EndgamesResult,
    typed: impl Fn(&R) -> &str,
) -> Columns<'a, R> {
    seats(result).iter().enumerate().fold(table, |table, (seat, heading)| {
        table.column(heading, |row| cards(typed(row).split('/').nth(seat).unwrap_or_default()))
    })
}

/// Returns a table cell that displays cards given as text.
fn cards(typed: &str) -> Cell {
    let face = |card: char| match card {
        'T' => "10".to_owned(),
        'B' => "black".to_owned(),
        'R' => "red".to_owned(),
        card => card.to_string(),
    };
    match typed {
        // An empty text and a pass are not cards.
        "" | "pass" => typed.to_owned().into(),
        _ => Cell::Cards(Cards { cards: typed.to_owned(), faces: typed.chars().map(face).collect() }),
    }
}

/// Returns the answers as a folded section apart from the puzzles, so that they are not read by
/// accident.
fn answers(result: &EndgamesResult) -> Option<Section> {
    if result.puzzles.is_empty() {
        return None;
    }
    let tempting = |puzzle: &GradedPuzzle| puzzle.tempting.as_deref().map_or_else(|| unknown().into(), cards);
    let table = Columns::of(&result.puzzles)
        .cells("#puzzle", (1..=result.puzzles.len() as u64).map(count))
        .column("winning move", |puzzle| cards(&puzzle.answer))
        .column("move with the most cards, if it loses", tempting)
        .figure(&GradedPuzzle::deal)
        .table();
    let folded = Folded { summary: "The answers".to_owned(), table };
    Some(Section::new("Answers", [Block::Folded(folded)]))
}
