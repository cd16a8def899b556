//! What a card game offers to everything above its rules.

use std::fmt::Debug;

use quadrille_random::rand_core::Rng;

/// Games of one kind, played one after the other at a table: a series.
///
/// A value is a table. It goes through [`deal`](Self::deal), decisions as long as [`view`](Self::view) names
/// one, and [`close`](Self::close); then comes the next deal. It waits for no player and starts nothing: a
/// decision may come from this process, from another one, from a person, or from a search.
///
/// Everything random is drawn from the generator that `deal` and `close` are lent. Once warm, a game from its
/// deal to its end allocates nothing.
pub trait Game: Debug + Sized + 'static {
    /// What is agreed before the first deal: rules and their switches.
    type Setup: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// An action of a seat, for any kind of decision.
    type Action: Copy + Debug + PartialEq;
    /// What the seat whose decision is due sees: its own cards, and what lies open.
    type View<'a>: View<Action = Self::Action>;
    /// What a player learns when the cards are dealt.
    type Start<'a>: Copy + Debug;
    /// Something that happens where every seat can see it.
    type Event: Debug;
    /// How a game ended.
    type Outcome: Debug;

    /// A table before its first deal.
    fn new(setup: &Self::Setup) -> Self;

    /// What was agreed before the first deal.
    fn setup(&self) -> &Self::Setup;

    /// The number of seats: 2 to [`MOST_SEATS`](crate::MOST_SEATS).
    fn seats(setup: &Self::Setup) -> usize;

    /// Deals the next game of the series. A game that is not closed is abandoned; whether it counts, where
    /// something changes from game to game, is for each game to say.
    fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R);

    /// The player of the series who sits in a seat; players keep their numbers while seats may be drawn anew.
    fn player(&self, seat: usize) -> usize {
        seat
    }

    /// What a seat learns from the deal; `seed` is a number for this seat and game alone.
    fn start(&self, seat: usize, seed: u64) -> Self::Start<'_>;

    /// Calls `tell` with what happened in this game before the first decision.
    fn opening(&self, tell: impl FnMut(&Self::Event)) {
        let _ = tell;
    }

    /// What the seat whose decision is due sees; `None` if the game is over or none was dealt.
    fn view(&mut self) -> Option<Self::View<'_>>;

    /// Does what the seat to decide has decided: an action that its view [permits](View::permits). Calls
    /// `tell` with what everyone sees of it. What happens with another action is not specified.
    fn apply(&mut self, action: Self::Action, tell: impl FnMut(&Self::Event));

    /// Ends a game that is over, once; places that the rules leave open are drawn. `None` if the cards were
    /// thrown in, so that nothing was won or lost, or if the game is not over. A second call before the next
    /// deal draws nothing, and its answer has no meaning.
    fn close<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<Self::Outcome>;

    /// The points of a seat in a game that ended so; more is better.
    fn points(setup: &Self::Setup, outcome: &Self::Outcome, seat: usize) -> i64;

    /// Fills `seats` with all seats, the best first; the order of seats with equal points has no meaning.
    fn ranking(setup: &Self::Setup, outcome: &Self::Outcome, seats: &mut [usize]) {
        seats.iter_mut().enumerate().for_each(|(seat, place)| *place = seat);
        seats.sort_by_key(|&seat| std::cmp::Reverse(Self::points(setup, outcome, seat)));
    }

    /// Whether places were drawn, because the rules of the game left them open.
    fn is_drawn(outcome: &Self::Outcome) -> bool {
        let _ = outcome;
        false
    }
}

/// Checks decisions by the exact value of the position with all hands open.
pub trait ExactJudge<G: Game>: Debug {
    /// Returns the largest number of cards, in all hands together, of the positions that it solves.
    fn most_cards(&self) -> u32;

    /// Returns the bytes of memory that it needs at most.
    fn memory(&self) -> u64;

    /// Returns whether a legal action turns a position that is won for the side to move into a lost one.
    ///
    /// `None` if the outcome does not depend on the decision (the position is lost, or every legal action wins),
    /// if the hands have more than [`most_cards`](Self::most_cards), and if the decision is of a kind that
    /// it does not solve.
    fn gives_away(&mut self, game: &G, action: G::Action) -> Option<bool>;
}

/// What one seat sees of a game: a type that cannot give away hidden cards.
pub trait View: Copy + Debug {
    /// [`Game::Action`].
    type Action;

    /// The seat whose view this is, from 0.
    fn seat(&self) -> usize;

    /// What kind of decision is due.
    fn decision(&self) -> Decision;

    /// The number of legal actions, at least 1.
    fn choices(&self) -> usize;

    /// A legal action by its place, from 0; `None` beyond the last.
    fn choice(&self, index: usize) -> Option<Self::Action>;

    /// Whether an action is legal.
    fn permits(&self, action: &Self::Action) -> bool;

    /// The legal action that is taken for a player who gives none: the one that commits it least.
    fn fallback(&self) -> Self::Action;
}

/// A kind of decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Decision {
    /// A call before the first card is played: a bid, a contract.
    Call,
    /// Cards for another seat.
    Give,
    /// Cards, or a pass.
    Play,
}

impl Decision {
    /// What a question to a player in another process calls it, under the key `ask`.
    pub const fn asked(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Give => "give",
            Self::Play => "move",
        }
    }

    /// The key of the decision in the answer to such a question.
    pub const fn answered(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Give => "cards",
            Self::Play => "move",
        }
    }

    /// What is decided, as a noun.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Give => "set of cards to give",
            Self::Play => "move",
        }
    }
}
