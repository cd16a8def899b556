//! Descriptions of decisions for people, which a terminal or a page can display.

use crate::Text;

/// Descriptions of views and actions for people, in English and without a layout.
pub trait Present: Text {
    /// Returns the part of the table that the deciding seat can see.
    fn scene(view: &Self::View<'_>) -> Scene;

    /// Returns the cards of an action in the notation of [`Scene::hand`]; empty for actions without
    /// cards, such as passes and calls.
    fn faces(action: Self::Action) -> Vec<String>;

    /// Returns the cards of every seat in the notation of [`Scene::hand`], including hidden cards.
    fn hands(&self) -> Vec<Vec<String>>;

    /// Returns the kind of an action, which is a short noun such as `pass`, `pair` or `bomb`.
    /// Statistics group actions by their kind.
    fn kind(action: Self::Action) -> String;

    /// Returns, for each seat, the role that the outcome of this finished game gives to it, such as
    /// the class in the next game. Several roles of a seat are separated by ` · `. Returns an empty
    /// list if the game has no such roles.
    fn becomes(&self, outcome: &Self::Outcome) -> Vec<String> {
        let _ = outcome;
        Vec::new()
    }
}

/// The part of the table that the deciding seat can see.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Scene {
    /// The seat that decides.
    pub seat: usize,
    /// The facts that affect the decision and are known to all seats, such as `revolution` or `bid
    /// 2`.
    pub facts: Vec<String>,
    /// The facts that only this seat knows, such as the cards that it has received in an exchange.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub secrets: Vec<String>,
    /// The description of each seat, from seat 0.
    pub seats: Vec<SeatScene>,
    /// The cards to beat or, in games such as Hearts, all cards of the trick so far; empty if the
    /// seat leads.
    pub table: Vec<Shown>,
    /// The cards of the seat, in the order in which people sort them. The notation of a card is its
    /// suit (one of `♣♦♥♠`, absent in games without suits) and its rank, as in `10` or `♠K`. Jokers
    /// are words.
    pub hand: Vec<String>,
}

impl Scene {
    /// Iterates over all facts that the seat knows.
    pub fn all_facts(&self) -> impl Iterator<Item = &str> {
        self.facts.iter().chain(&self.secrets).map(String::as_str)
    }

    /// Returns the cards on the table as text, such as `10 10 (seat 0)`.
    pub fn table_text(&self) -> String {
        let shown = |shown: &Shown| format!("{} (seat {})", shown.cards.join(" "), shown.seat);
        self.table.iter().map(shown).collect::<Vec<_>>().join("  ")
    }
}

/// A description of a seat, as the other seats see it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeatScene {
    /// The role of the seat in the game, such as `landlord`; empty if all seats have the same role.
    pub part: String,
    /// The number of cards in the hand.
    pub cards: u32,
    /// The state of the seat, such as `passed` or `out`; empty if no such state applies.
    pub state: String,
}

impl SeatScene {
    /// Returns the role and the state of the seat as text, such as `landlord, passed`; empty if the
    /// seat has neither.
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
    /// The cards, in the notation of [`Scene::hand`].
    pub cards: Vec<String>,
}
