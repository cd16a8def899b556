//! The interface of a card game.

use std::fmt::Debug;

use quadrille_random::rand_core::Rng;

/// A table at which a series of games is played.
///
/// A game consists of [`deal`](Self::deal), decisions as long as [`view`](Self::view) returns a
/// view, and [`close`](Self::close); then the next deal follows. A table is passive: a decision may
/// come from this process, from another process, from a person, or from a search.
///
/// All random numbers come from the generator that is passed to `deal` and `close`. After the first
/// games, a game allocates no memory.
pub trait Game: Debug + Sized + 'static {
    /// The setup of a table: rules and their switches.
    type Setup: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// An action of a seat, for any kind of decision.
    type Action: Copy + Debug + PartialEq;
    /// The view of the seat to decide: its own cards and all public information.
    type View<'a>: View<Action = Self::Action>;
    /// The information that a player receives with the deal.
    type Start<'a>: Copy + Debug;
    /// A public event.
    type Event: Debug;
    /// The outcome of a game.
    type Outcome: Debug;

    /// Creates a table before its first deal.
    fn new(setup: &Self::Setup) -> Self;

    /// Returns the setup.
    fn setup(&self) -> &Self::Setup;

    /// Returns the number of seats: 2 to [`MOST_SEATS`](crate::MOST_SEATS).
    fn seats(setup: &Self::Setup) -> usize;

    /// Deals the next game of the series. A game in progress is abandoned. Each game defines
    /// whether an abandoned game counts for settings that alternate between games.
    fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R);

    /// Returns the player of the series in a seat. Players keep their numbers; seats may be drawn
    /// again.
    fn player(&self, seat: usize) -> usize {
        seat
    }

    /// Returns the information that a seat receives with the deal. `seed` is unique for this seat
    /// and game.
    fn start(&self, seat: usize, seed: u64) -> Self::Start<'_>;

    /// Calls `tell` with the public events before the first decision.
    fn opening(&self, tell: impl FnMut(&Self::Event)) {
        let _ = tell;
    }

    /// Returns the view of the seat to decide; `None` if the game is over or none was dealt.
    fn view(&mut self) -> Option<Self::View<'_>>;

    /// Applies an action of the seat to decide, which its view must [permit](View::permits). Calls
    /// `tell` with the public events. The effect of an illegal action is unspecified.
    fn apply(&mut self, action: Self::Action, tell: impl FnMut(&Self::Event));

    /// Closes a finished game and returns its outcome. Ranks that the rules leave open are drawn.
    /// `None` if the cards were thrown in, so that the game does not count, or if the game is not
    /// over. A second call before the next deal draws nothing, and its result is meaningless.
    fn close<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<Self::Outcome>;

    /// Returns the points of a seat for an outcome; more is better.
    fn points(setup: &Self::Setup, outcome: &Self::Outcome, seat: usize) -> i64;

    /// Fills `seats` with all seats, the best first. Seats with equal points are in arbitrary
    /// order.
    fn ranking(setup: &Self::Setup, outcome: &Self::Outcome, seats: &mut [usize]) {
        seats.iter_mut().enumerate().for_each(|(seat, place)| *place = seat);
        seats.sort_by_key(|&seat| std::cmp::Reverse(Self::points(setup, outcome, seat)));
    }

    /// Returns whether ranks were drawn because the rules leave them open.
    fn is_drawn(outcome: &Self::Outcome) -> bool {
        let _ = outcome;
        false
    }
}

/// Checks decisions by the exact value of the position with all hands open.
pub trait ExactJudge<G: Game>: Debug {
    /// Returns the maximum number of cards, in all hands together, of the positions that it solves.
    fn most_cards(&self) -> u32;

    /// Returns the most memory that it allocates, in bytes.
    fn memory(&self) -> u64;

    /// Returns whether a legal action turns a position that is won for the side to move into a lost
    /// one.
    ///
    /// `None` if the outcome does not depend on the decision (the position is lost, or every legal
    /// action wins), if the hands have more than [`most_cards`](Self::most_cards), and if it does
    /// not solve decisions of this kind.
    fn gives_away(&mut self, game: &G, action: G::Action) -> Option<bool>;
}

/// The view of one seat, a type that does not contain hidden cards.
pub trait View: Copy + Debug {
    /// The type of actions, [`Game::Action`].
    type Action;

    /// Returns the seat, from 0.
    fn seat(&self) -> usize;

    /// Returns the kind of the decision.
    fn decision(&self) -> Decision;

    /// Returns the number of legal actions, at least 1.
    fn choices(&self) -> usize;

    /// Returns a legal action by its index; `None` if the index is out of range.
    fn choice(&self, index: usize) -> Option<Self::Action>;

    /// Returns whether an action is legal.
    fn permits(&self, action: &Self::Action) -> bool;

    /// Returns the legal action that replaces a missing or illegal action: the most passive action.
    fn fallback(&self) -> Self::Action;
}

/// A kind of decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Decision {
    /// A call before the first card is played, such as a bid.
    Call,
    /// Cards to give to another seat.
    Give,
    /// Cards to play, or a pass.
    Play,
}

impl Decision {
    /// Returns the value of the key `ask` in questions to external programs.
    pub const fn asked(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Give => "give",
            Self::Play => "move",
        }
    }

    /// Returns the key of the decision in the answer to such a question.
    pub const fn answered(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Give => "cards",
            Self::Play => "move",
        }
    }

    /// Returns a noun for the action.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Give => "set of cards to give",
            Self::Play => "move",
        }
    }
}
