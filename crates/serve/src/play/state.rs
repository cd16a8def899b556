//! The state of a table as pages see it.
//!
//! A state contains only information that the person may have: the person's view, public actions,
//! and the numbers of cards of the others. Hidden cards are added when the game is over or all
//! hands are shown, and the seed when the game is over.

use quadrille::table::Shown;
use serde::Serialize;
use serde_json::Value;

/// The whole state of a table.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property")]
pub(super) struct TableState<'a> {
    /// The name of the game, such as `doudizhu`.
    pub(super) game: &'static str,
    /// The title of the game.
    pub(super) title: &'static str,
    /// The number of the game, from 1.
    pub(super) number: u64,
    /// The number of changes of the table; commands contain the version to which they refer.
    pub(super) version: u64,
    pub(super) phase: Phase,
    /// The seat of the person; `None` if only programs play.
    pub(super) person: Option<usize>,
    /// The seat to act.
    pub(super) acts: Option<usize>,
    /// The values of the rules that are not switches.
    pub(super) rules: &'a [ChosenRule],
    /// The names of the rules that are switched on.
    pub(super) switches: Vec<&'static str>,
    /// Whether a decision can be taken back.
    pub(super) can_undo: bool,
    /// Whether the person has seen hidden cards or has taken a decision back.
    pub(super) practice: bool,
    /// Whether all hands are shown.
    pub(super) shown: bool,
    pub(super) seats: Vec<SeatState>,
    pub(super) facts: Vec<String>,
    /// The cards to beat, or in some games all cards of the trick so far.
    pub(super) table: Vec<Shown>,
    /// The person's cards.
    pub(super) hand: Vec<String>,
    /// The question to the person, as JSON in the format that external programs receive.
    pub(super) ask: Option<Value>,
    /// The legal actions of the person.
    pub(super) choices: Vec<Choice>,
    pub(super) log: Vec<Logged>,
    pub(super) result: Option<&'a GameResult>,
    pub(super) paused: bool,
    /// Milliseconds between the moves of programs.
    pub(super) pace: u64,
    pub(super) hint: &'a Thought,
    pub(super) review: &'a Thought,
}

/// A rule of a table and its value. The value is empty for a default that depends on other rules.
#[derive(Debug, Clone, Serialize)]
pub(super) struct ChosenRule {
    pub(super) name: &'static str,
    pub(super) value: String,
}

/// The phase of a game: whether the person or a program is to act, or the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    Person,
    Program,
    Over,
    ThrownIn,
}

/// A seat.
#[derive(Debug, Serialize)]
pub(super) struct SeatState {
    pub(super) name: String,
    /// The number of the player, who may get another seat in a later game.
    pub(super) player: usize,
    /// The role of the seat in the game, in English.
    pub(super) part: String,
    /// A note on the state of the seat, in English.
    pub(super) state: String,
    pub(super) cards: usize,
    /// The hand of the seat, if the page may show it.
    pub(super) hand: Option<Vec<String>>,
}

/// A legal action.
#[derive(Debug, Serialize)]
pub(super) struct Choice {
    pub(super) text: String,
    pub(super) faces: Vec<String>,
    pub(super) kind: String,
}

/// An action at the table.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Logged {
    pub(super) seat: usize,
    /// `call`, `give` or `move`.
    pub(super) decision: &'static str,
    /// The action; `None` if it is hidden from the person.
    pub(super) text: Option<String>,
    pub(super) faces: Vec<String>,
    pub(super) kind: String,
    /// The number of cards.
    pub(super) cards: usize,
    /// Whether the action clears the table, so that the next seat leads.
    pub(super) clears: bool,
    /// The reason, if this action replaces the answer of a program.
    pub(super) substituted: Option<String>,
}

impl Logged {
    /// Returns the action as others see it: the cards of an exchange are hidden.
    pub(super) fn hidden(&self) -> Self {
        Self { text: None, faces: Vec::new(), kind: "gift".to_owned(), ..self.clone() }
    }
}

/// The result of a game, by seat.
#[derive(Debug, Serialize)]
pub(super) struct GameResult {
    pub(super) points: Vec<i64>,
    /// For each seat, the total points of its player in all games at this table.
    pub(super) totals: Vec<i64>,
    /// For each seat, the consequence of the result for the next game, such as its class; empty in
    /// games without consequences.
    pub(super) parts: Vec<String>,
    pub(super) fewer_win: bool,
    /// The seed, which reproduces the deals; `None` if it would reveal later deals to a person.
    pub(super) seed: Option<String>,
}

/// A hint or a review.
#[derive(Debug, Default, Clone, PartialEq, Serialize)]
pub(super) struct Thought {
    pub(super) working: bool,
    pub(super) done: u64,
    pub(super) total: Option<u64>,
    pub(super) answer: Option<Value>,
}
