//! The text of a table: at most 80 columns, with at most 24 lines for a decision.

use std::fmt::Write as _;

use quadrille::experiments::cards::play::Session;
use quadrille::experiments::cards::{CardGame, GameOf};
use quadrille::report::figure::counted;
use quadrille::table::{Game as _, Present as _, Scene, Text as _, View as _};

use super::PlayedGame;

/// The width of lines in columns.
const WIDTH: usize = 80;
/// Maximum number of legal actions that are listed at a decision.
const MOST_LISTED: usize = 24;

pub(super) const HELP: &str = "\
Type an action as listed by `moves`, or its number with #, such as #3.
  Enter      take the only legal action
  moves, m   list the legal actions with their numbers
  hint, h    rank the best actions by search, with the reason
  undo, u    take your last decision back; the game is marked as practice
  show       show all hands; the game is marked as practice
  resign, q  leave the game
";

/// Returns the table before a decision: the latest events, the seats, the hand.
pub(super) fn decision<K: PlayedGame>(
    session: &mut Session<GameOf<K>>,
    names: &[String],
    seat: usize,
    open: bool,
    events: &[String],
) -> String {
    let number = session.number();
    let mut text = String::new();
    for event in events {
        let _ = writeln!(text, "{event}");
    }
    let title = <K as CardGame>::WORDS.title;
    let _ = writeln!(text, "\n{title}, game {number}. You are seat {seat}.");
    let game = session.game();
    let players: Vec<usize> = (0..names.len()).map(|seat| game.player(seat)).collect();
    let Some(scene) = game.view().map(|view| GameOf::<K>::scene(&view)) else { return text };
    text.push_str(&seats(&scene, names, &players));
    if open {
        text.push_str(&hands::<K>(session, names));
    }
    if !scene.table.is_empty() {
        text.push_str(&wrapped("Table", &scene.table_text()));
    }
    let facts: Vec<&str> = scene.all_facts().collect();
    if !facts.is_empty() {
        text.push_str(&wrapped("Facts", &facts.join(", ")));
    }
    text.push_str(&wrapped("Hand", &scene.hand.join(" ")));
    let choices = session.game().view().map_or(0, |view| view.choices());
    if choices <= MOST_LISTED {
        text.push_str(&moves::<K>(session));
    } else {
        let _ = writeln!(text, "Moves  {choices}; `moves` lists them");
    }
    text
}

/// Returns a line for each seat.
fn seats(scene: &Scene, names: &[String], players: &[usize]) -> String {
    let mut text = String::new();
    for (seat, shown) in scene.seats.iter().enumerate() {
        let name = names.get(players[seat]).map_or("", String::as_str);
        let mark = if seat == scene.seat { '>' } else { ' ' };
        let cards = counted(shown.cards.into(), "card");
        let line = format!("{mark} seat {seat}  {name:<16.16}  {cards:>8}  {}", shown.note());
        let options = textwrap::Options::new(WIDTH).subsequent_indent("      ");
        let _ = writeln!(text, "{}", textwrap::fill(line.trim_end(), options));
    }
    text
}

/// Lists the legal actions with their numbers.
pub(super) fn moves<K: PlayedGame>(session: &mut Session<GameOf<K>>) -> String {
    // A line must not break at a space within an entry.
    let entries = actions::<K>(session).into_iter().enumerate();
    let entries = entries.map(|(place, text)| format!("{}:{}", place + 1, text.replace(' ', "\u{a0}")));
    wrapped("Moves", &entries.collect::<Vec<_>>().join("  ")).replace('\u{a0}', " ")
}

/// Returns the texts of the legal actions in the order of their numbers.
pub(super) fn actions<K: PlayedGame>(session: &mut Session<GameOf<K>>) -> Vec<String> {
    let Some(view) = session.game().view() else { return Vec::new() };
    (0..view.choices()).filter_map(|place| view.choice(place)).map(GameOf::<K>::action_text).collect()
}

/// Returns all hands.
pub(super) fn hands<K: PlayedGame>(session: &mut Session<GameOf<K>>, names: &[String]) -> String {
    let game = session.game();
    let mut text = String::new();
    for (seat, hand) in game.hands().iter().enumerate() {
        let name = names.get(game.player(seat)).map_or("", String::as_str);
        text.push_str(&wrapped(&format!("seat {seat} {name}"), &hand.join(" ")));
    }
    text
}

/// Formats a labelled text, wrapped with a hanging indent.
pub(crate) fn wrapped(label: &str, text: &str) -> String {
    let label = format!("{label:<6} ");
    let indent = " ".repeat(label.chars().count());
    let options = textwrap::Options::new(WIDTH).initial_indent(&label).subsequent_indent(&indent);
    textwrap::fill(text, options) + "\n"
}
