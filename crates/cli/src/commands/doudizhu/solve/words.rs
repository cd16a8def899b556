//! Text output of solved endgames.

use std::borrow::Cow;
use std::fmt::Write as _;

use quadrille::answers::endgames::{
    self, AnswerPart, Refutation, SearchCost, Solved, SolvedPuzzle, SolvedPuzzles, SolvedSoFar,
};
use quadrille::diagnostics::printable;
use quadrille::doudizhu::game::{Position, Seat};
use quadrille::doudizhu::{Hand, Move, Rules};
use quadrille::report::ReportTable;
use quadrille::report::figure::counted;
use textwrap::core::display_width;

use crate::terminal;

/// Maximum width of text in columns.
const WIDTH: usize = 80;

/// Formatting of one solved endgame.
pub(super) struct Words<'a> {
    pub(super) rules: Rules,
    pub(super) position: &'a Position,
    /// Whether a line of play is printed with one move per row of text.
    pub(super) line: bool,
    pub(super) chinese: bool,
}

/// Formats cards or a pass.
fn shown(played: &str, chinese: bool) -> Cow<'_, str> {
    match played.parse::<Hand>() {
        Ok(cards) if chinese => Cow::Owned(cards.in_chinese()),
        // The text `pass` contains no cards to translate.
        _ => Cow::Borrowed(played),
    }
}

fn list<'a>(moves: impl IntoIterator<Item = &'a String>, chinese: bool) -> String {
    moves.into_iter().map(|played| shown(played, chinese)).collect::<Vec<_>>().join(" ")
}

impl Words<'_> {
    /// Formats one part of the answer; every part is printed as soon as it is known.
    pub(super) fn part(&self, part: AnswerPart<'_>) -> String {
        let turn = endgames::seat_in_words(self.position, self.position.turn());
        match part {
            AnswerPart::Value { winner: Some(winner), .. } => {
                format!("{turn} wins with {}\n", shown(&winner.to_string(), self.chinese))
            }
            AnswerPart::Value { winner: None, legal } => {
                format!("{turn} loses with every first move ({legal} in all)\n")
            }
            AnswerPart::Refutation(refutation) => self.refutation(refutation),
            AnswerPart::WinningMoves { winning, legal } => format!(
                "{} of {} win:\n{}\n",
                winning.len(),
                counted(legal as u64, "first move"),
                textwrap::fill(&list(winning, self.chinese), WIDTH)
            ),
            _ => String::new(),
        }
    }

    fn refutation(&self, Refutation { played, wins, line, line_seats }: &Refutation) -> String {
        let mut after = *self.position;
        play(&mut after, self.rules, played);
        let says = match (wins, line.is_empty()) {
            (true, true) => "wins at once",
            (true, false) => "wins; the line after it:",
            (false, _) => "loses; refuted by:",
        };
        let says = format!("{} {says}", shown(played, self.chinese));
        if line.is_empty() { says + "\n" } else { self.line(after, &says, line, line_seats) }
    }

    /// Formats the text that follows the parts of the answer.
    pub(super) fn ending(&self, solved: &Solved) -> String {
        let line = self.line(*self.position, "line:", &solved.line, &solved.line_seats);
        line + &cost(&solved.cost) + "\n"
    }

    /// Formats a line of play from a position: as one paragraph, or with one move per row of text.
    fn line(&self, mut at: Position, says: &str, line: &[String], seats: &[u8]) -> String {
        if !self.line {
            return textwrap::fill(&format!("{says} {}", list(line, self.chinese)), WIDTH) + "\n";
        }
        let mut rows = Vec::with_capacity(line.len());
        for (played, &number) in line.iter().zip(seats) {
            // A line of play omits seats without cards, but in a position these seats have to pass.
            while at.hand(at.turn()).is_empty() && at.winner().is_none() {
                at.play(Move::PASS);
            }
            let Some(seat) = Seat::new(number) else { continue };
            let hand = at.hand(seat).to_string();
            rows.push((seat, shown(&hand, self.chinese).into_owned(), shown(played, self.chinese)));
            play(&mut at, self.rules, played);
        }
        let widest = rows.iter().map(|(_, hand, _)| display_width(hand)).max().unwrap_or(0);
        let mut text = format!("{says}\n");
        for (seat, hand, played) in rows {
            let _ = writeln!(text, "{seat}  {hand}{}  {played}", " ".repeat(widest - display_width(&hand)));
        }
        text
    }

    /// Formats the results of a stopped search: which first moves win, and which lose, as far as
    /// known.
    pub(super) fn so_far(&self, so_far: &SolvedSoFar) -> String {
        let [wins, losses, unknown] = so_far.counts();
        let mut text = format!(
            "of {}: {wins} win, {losses} lose, {unknown} are unknown\n",
            counted(so_far.legal as u64, "first move")
        );
        for (says, won) in [("win:", true), ("lose:", false)] {
            let known = so_far.known.iter().filter(|known| known.wins == won).map(|known| &known.played);
            let moves = list(known, self.chinese);
            if !moves.is_empty() {
                text += &(textwrap::fill(&format!("{says} {moves}"), WIDTH) + "\n");
            }
        }
        text
    }
}

/// Plays the move `played`, a text from the answer, in the position `at`.
fn play(at: &mut Position, rules: Rules, played: &str) {
    // The text `pass` is not a hand; it is read as the empty hand.
    let cards = played.parse().unwrap_or(Hand::EMPTY);
    if let Ok(mv) = at.read(rules, cards) {
        at.play(mv);
    }
}

fn cost(cost: &SearchCost) -> String {
    format!(
        "{}, {:.3} s (winner after {}, {:.3} s)",
        counted(cost.nodes, "node"),
        cost.seconds,
        counted(cost.value_nodes, "node"),
        cost.value_seconds
    )
}

/// Formats solved puzzles as a table; the columns for the id and for the move to beat are left out
/// if no puzzle has one.
pub(super) fn puzzles(solved: &SolvedPuzzles, chinese: bool) -> String {
    let named = solved.puzzles.iter().any(|puzzle| puzzle.id.is_some());
    let followed = solved.puzzles.iter().any(|puzzle| puzzle.on.is_some());
    let mut headings = vec!["#line"];
    headings.extend(named.then_some("id"));
    headings.extend(["hands", "to move"]);
    headings.extend(followed.then_some("to beat"));
    headings.extend(["wins", "winning moves"]);
    let mut table = ReportTable::new(&headings);
    for puzzle in &solved.puzzles {
        let id = || match puzzle.id.as_ref()? {
            serde_json::Value::String(id) => Some(printable(id)),
            id => Some(printable(&id.to_string())),
        };
        let to_beat = || {
            let (on, by) = puzzle.on.as_deref().zip(puzzle.on_by)?;
            Some(format!("{} of seat {by}", shown(on, chinese)))
        };
        let hands: Vec<_> = puzzle.hands.split('/').map(|hand| shown(hand, chinese)).collect();
        let mut row = vec![puzzle.line_number.to_string()];
        row.extend(named.then(|| id().unwrap_or_default()));
        row.extend([hands.join("/"), format!("seat {}", puzzle.to_move)]);
        row.extend(followed.then(|| to_beat().unwrap_or_default()));
        let wins = if puzzle.win { "yes" } else { "no" };
        row.extend([wins.to_owned(), winning_moves(puzzle, chinese)]);
        table.push(row);
    }
    let count = counted(solved.count as u64, "puzzle");
    let mut text = format!("{count}, {} won by the side to move", solved.wins);
    if solved.puzzles.iter().any(|puzzle| puzzle.as_expected.is_some()) {
        let _ = write!(text, ", for {} the answer differs from the file", solved.wrong);
    }
    let _ = write!(text, "; {}", cost(&solved.cost));
    terminal::table(&table) + &textwrap::fill(&text, WIDTH) + "\n"
}

fn winning_moves(puzzle: &SolvedPuzzle, chinese: bool) -> String {
    let moves = puzzle.winning_moves.as_deref().unwrap_or(puzzle.best.as_slice());
    let mut text = list(moves.iter().take(4), chinese);
    if moves.len() > 4 {
        let _ = write!(text, " and {} more", moves.len() - 4);
    }
    if puzzle.as_expected == Some(false) {
        text += " (differs from the file)";
    }
    text
}
