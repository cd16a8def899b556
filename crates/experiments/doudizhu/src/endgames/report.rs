//! The report of `doudizhu.endgames`.

use quadrille_report::{Bars, Block, Cards, Cell, Folded, ReportTable, Section, Series};
use quadrille_runner::Report;

use super::result::{EndgamesDetails, EndgamesResult};
use quadrille_report::figure::{count, counted};
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
            metric("the mover wins", percent(result.win_share)),
            metric("one winning move", percent(unique as f64 / result.deals.max(1) as f64)),
            metric("nodes per deal", count(details.nodes / result.deals.max(1))),
            metric("deals", count(result.deals)),
        ],
        sections: [Some(winning(result)), puzzles(result), hardest(result, details), answers(result)]
            .into_iter()
            .flatten()
            .collect(),
    }
}

fn winning(result: &EndgamesResult) -> Section {
    Section {
        title: "Winning first moves".to_owned(),
        blocks: vec![Block::Bars(Bars {
            title: "Deals by number of winning first moves".to_owned(),
            category_axis: "winning first moves".to_owned(),
            named: true,
            logarithmic: false,
            value_axis: "deals".to_owned(),
            categories: ["0", "1", "2", "3 or more"].map(str::to_owned).to_vec(),
            series: vec![Series::new(
                "deals",
                result.winning_moves.iter().map(|&deals| deals as f64).collect(),
            )],
        })],
    }
}

/// Returns the table headings of the hands of a deal.
fn seats(result: &EndgamesResult) -> &'static [&'static str] {
    if result.hands.len() == 2 { &["seat 0", "seat 1"] } else { &["landlord", "next", "last"] }
}

fn puzzles(result: &EndgamesResult) -> Option<Section> {
    if result.puzzles.is_empty() {
        return None;
    }
    let mut headings = vec!["#puzzle"];
    headings.extend(seats(result));
    headings.extend(["#grade", "#moves", "#to the win"]);
    let mut table = ReportTable::new(&headings);
    for (number, puzzle) in (1..).zip(&result.puzzles) {
        let figures = [puzzle.grade, u64::from(puzzle.wrong_moves) + 1, puzzle.depth.into()].map(count);
        let hands = hands(&puzzle.hands, result);
        table.push([count(number).into()].into_iter().chain(hands).chain(figures.map(Cell::from)));
    }
    let text = format!(
        "Seat {} leads, all hands are open, and exactly one first move wins. “Black” and “red” are the jokers (B and R in text, where T is 10). The answers are at the end of the report. “Moves” is the number of legal first moves, “to the win” the number of moves of both sides until the mover has won, passes included. The grade is the number of \
         wrong first moves times the number of moves to the win, doubled if \
         the move with the most cards is wrong.",
        result.to_move
    );
    Some(Section { title: "Puzzles to try".to_owned(), blocks: vec![Block::Text(text), Block::Table(table)] })
}

fn hardest(result: &EndgamesResult, details: &EndgamesDetails) -> Option<Section> {
    if details.hardest.is_empty() {
        return None;
    }
    let mut headings = vec!["#deal", "#nodes", "the mover"];
    headings.extend(seats(result));
    let mut table = ReportTable::new(&headings);
    for hard in &details.hardest {
        let wins = if hard.win { "wins" } else { "loses" }.to_owned();
        let figures = [count(hard.deal), count(hard.nodes), wins].map(Cell::from);
        table.push(figures.into_iter().chain(hands(&hard.hands, result)));
    }
    let text = "The solver searched the most positions (nodes) in these deals.".to_owned();
    Some(Section { title: "Hardest deals".to_owned(), blocks: vec![Block::Text(text), Block::Table(table)] })
}

/// Returns one table cell for each hand of a deal. `typed` has the hands separated by `/`.
fn hands(typed: &str, result: &EndgamesResult) -> impl Iterator<Item = Cell> {
    typed.split('/').chain(std::iter::repeat("")).take(seats(result).len()).map(cards)
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
    let mut table =
        ReportTable::new(&["#puzzle", "winning move", "move with the most cards, if it loses", "#deal"]);
    for (number, puzzle) in (1..).zip(&result.puzzles) {
        let tempting = puzzle.tempting.as_deref().map_or_else(|| unknown().into(), cards);
        table.push([count(number).into(), cards(&puzzle.answer), tempting, count(puzzle.deal).into()]);
    }
    let folded = Folded { summary: "The answers".to_owned(), table };
    Some(Section { title: "Answers".to_owned(), blocks: vec![Block::Folded(folded)] })
}
