//! The description of a decision for people, as a terminal or a page draws it.

use crate::Text;

/// Description of views and actions for people, in English and without a layout.
pub trait Present: Text {
    /// Returns the part of the table that the seat to decide sees.
    fn scene(view: &Self::View<'_>) -> Scene;

    /// Returns the [faces](Scene::hand) of the cards of an action; empty for actions without cards,
    /// such as passes and calls.
    fn faces(action: Self::Action) -> Vec<String>;

    /// Returns the faces of the cards of every seat, hidden ones included.
    fn hands(&self) -> Vec<Vec<String>>;

    /// Returns the kind of an action, a short noun such as `pass`, `pair` or `bomb`: statistics
    /// distinguish actions by it.
    fn kind(action: Self::Action) -> String;

    /// Returns what each seat becomes by the outcome of this game, which is over, from seat 0;
    /// empty if it becomes nothing. An example is the class in the next game. Terms are separated
    /// by ` · `.
    fn becomes(&self, outcome: &Self::Outcome) -> Vec<String> {
        let _ = outcome;
        Vec::new()
    }
}

/// The part of the table that the seat to decide sees.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Scene {
    /// The seat to decide.
    pub seat: usize,
    /// Facts that affect the decision and that all seats know, such as `revolution` or `bid 2`.
    pub facts: Vec<String>,
    /// Facts that only this seat knows, such as the cards it received in an exchange.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub secrets: Vec<String>,
    /// The seats, from seat 0.
    pub seats: Vec<SeatScene>,
    /// The cards to beat, or those of the trick so far; empty if the seat leads.
    pub table: Vec<Shown>,
    /// The cards of the seat in the order in which people sort them: an optional suit, one of
    /// `♣♦♥♠`, and a rank, such as `10` or `♠K`. Jokers are words.
    pub hand: Vec<String>,
}

impl Scene {
    /// Iterates over all facts that the seat knows.
    pub fn all_facts(&self) -> impl Iterator<Item = &str> {
        self.facts.iter().chain(&self.secrets).map(String::as_str)
    }

    /// Returns the cards on the table as text: `10 10 (seat 0)`.
    pub fn table_text(&self) -> String {
        let shown = |shown: &Shown| format!("{} (seat {})", shown.cards.join(" "), shown.seat);
        self.table.iter().map(shown).collect::<Vec<_>>().join("  ")
    }
}

/// A seat as others see it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeatScene {
    /// Its part in the game, such as `landlord`; empty if all seats have the same.
    pub part: String,
    /// The number of cards in the hand.
    pub cards: u32,
    /// A note, such as `passed` or `out`; empty if there is none.
    pub state: String,
}

impl SeatScene {
    /// Returns the part and the state as text: `landlord, passed`; empty if the seat has neither.
    pub fn note(&self) -> String {
        let notes = [&self.part, &self.state].into_iter().filter(|note| !note.is_empty());
        notes.map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// Cards on the table, and the seat that played them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shown {
    /// The seat.
    pub seat: usize,
    /// The faces of the cards.
    pub cards: Vec<String>,
}
