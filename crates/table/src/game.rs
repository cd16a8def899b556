//! The interface that every card game implements.

use std::fmt::Debug;

use quadrille_random::rand_core::Rng;

/// A table at which a series of games is played.
///
/// A game begins with [`deal`](Self::deal). As long as [`view`](Self::view) returns a view, a
/// decision is passed to [`apply`](Self::apply). [`close`](Self::close) ends the game, and the next
/// deal follows. The caller obtains the decisions, which may come from this process, another
/// process, a person or a search.
///
/// All random numbers come from the generators that are passed to `deal` and `close`. After the
/// first games, no further memory is allocated.
pub trait Game: Debug + Sized + 'static {
    /// The setup of a table: the rules and their variants.
    type Setup: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// An action of a seat, for any kind of decision.
    type Action: Copy + Debug + PartialEq;
    /// The view of the seat that decides, which contains the cards of this seat and all public
    /// information.
    type View<'a>: View<Action = Self::Action>;
    /// The information that a player receives with the deal.
    type Start<'a>: Copy + Debug;
    /// A public event, such as a played card.
    type Event: Debug;
    /// The outcome of a game.
    type Outcome: Debug;

    /// How a contest assigns random numbers.
    const STREAMS: Streams = Streams::PerSeries;

    /// Creates a table before its first deal.
    fn new(setup: &Self::Setup) -> Self;

    /// Returns to the state of a new table. A game can keep its allocations.
    fn reset(&mut self, setup: &Self::Setup) {
        *self = Self::new(setup);
    }

    /// Returns the setup.
    fn setup(&self) -> &Self::Setup;

    /// Returns the number of seats: 2 to [`MOST_SEATS`](crate::MOST_SEATS).
    fn seats(setup: &Self::Setup) -> usize;

    /// Deals the next game of the series. A game in progress is abandoned. The seats of the players
    /// and other details can depend on the number of games so far. The implementation defines
    /// whether this number includes abandoned games.
    fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R);

    /// Deals the same game again after its cards were thrown in. `thrown_in` is the number of
    /// consecutive throw-ins, from 1. If the players can throw in every deal, the game must prevent
    /// this from some number on. Otherwise, contests do not end.
    fn redeal<R: Rng + ?Sized>(&mut self, rng: &mut R, thrown_in: u32) {
        let _ = thrown_in;
        self.deal(rng);
    }

    /// Returns the number of the player in a seat. Players keep their numbers in a series, even if
    /// the seats are drawn again.
    fn player(&self, seat: usize) -> usize {
        seat
    }

    /// Returns the information that a seat receives with the deal. `seed` is a seed for the player,
    /// different for each seat and game.
    fn start(&self, seat: usize, seed: u64) -> Self::Start<'_>;

    /// Calls `tell` with each public event that precedes the first decision.
    fn opening(&self, tell: impl FnMut(&Self::Event)) {
        let _ = tell;
    }

    /// Returns the view of the seat that decides; `None` if the game is over or no game was dealt.
    fn view(&mut self) -> Option<Self::View<'_>>;

    /// Applies an action of the seat that decides, and calls `tell` with each public event. The
    /// view must [permit](View::permits) the action. The effect of an illegal action is
    /// unspecified.
    fn apply(&mut self, action: Self::Action, tell: impl FnMut(&Self::Event));

    /// Closes a finished game and returns its outcome. Ranks that the rules do not determine are
    /// drawn at random. Returns `None` if the cards were thrown in, so that the game does not
    /// count, or if the game is not over. A second call before the next deal draws no random
    /// numbers, and its result is unspecified.
    fn close<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<Self::Outcome>;

    /// Returns the points of a seat for an outcome; more is better.
    fn points(setup: &Self::Setup, outcome: &Self::Outcome, seat: usize) -> i64;

    /// Writes all seats to `seats`, the best first. Seats with equal points are in arbitrary order.
    fn ranking(setup: &Self::Setup, outcome: &Self::Outcome, seats: &mut [usize]) {
        let mut points = [0; crate::MOST_SEATS];
        for (seat, place) in seats.iter_mut().enumerate() {
            *place = seat;
            points[seat] = Self::points(setup, outcome, seat);
        }
        seats.sort_by_key(|&seat| std::cmp::Reverse(points[seat]));
    }

    /// Returns whether ranks were drawn at random because the rules do not determine them.
    fn is_drawn(outcome: &Self::Outcome) -> bool {
        let _ = outcome;
        false
    }
}

/// The substreams of a round that a contest uses, and the direction in which the players move. Both
/// determine the results for a seed. A [game](Game::STREAMS) keeps its choice, so that results and
/// records do not change.
///
/// Let n be the number of players, s the number of a series, g the number of a game in its sitting,
/// and p the number of a player, all counted from 0.
///
/// | | `PerSeries` | `PerPlayer` |
/// |---|---|---|
/// | player in seat k | (k + s) mod n | (k − s) mod n |
/// | cards | substream 0 | substream 0; from game 1 on, 2³² + g |
/// | cards after a throw-in | substream 2³² + g | the substream of the game |
/// | decisions | substream 1 + s | substream 1 + n s + p |
/// | first number for seeds | substream 1 + n + s | substream 1 + n² + n s + p |
/// | seed of a player that listens | substream k of the stream (first number, g) | first number; from game 1 on, the stream (first number, g) |
/// | order of players with equal points | substream 1 + 2 n + s | substream 1 + 2 n² + n s |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streams {
    /// The players of a series share a generator.
    PerSeries,
    /// Each player has a generator in each series.
    PerPlayer,
}

/// Finds mistakes by computing the exact value of a position in which all hands are known.
pub trait ExactJudge<G: Game>: Debug {
    /// Returns the maximum number of cards in all hands together. Positions with more cards are not
    /// solved.
    fn most_cards(&self) -> u32;

    /// Returns the maximum number of bytes that this judge allocates.
    fn memory(&self) -> u64;

    /// Returns whether a legal action is a mistake: the seat to move can win before the action, but
    /// not after it.
    ///
    /// Returns `None` in three cases: the position is lost or every legal action wins, so that the
    /// outcome does not depend on the decision; the hands have more than
    /// [`most_cards`](Self::most_cards) cards; or decisions of this kind are not solved.
    fn gives_away(&mut self, game: &G, action: G::Action) -> Option<bool>;
}

/// The view of one seat, which contains no hidden cards.
pub trait View: Copy + Debug {
    /// The type of actions, which is [`Game::Action`].
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

    /// Returns the most passive legal action. It replaces a missing or illegal answer.
    fn fallback(&self) -> Self::Action;
}

/// A kind of decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Decision {
    /// A call before the first card is played, such as a bid.
    Call,
    /// The choice of cards to give to another seat.
    Give,
    /// The choice of cards to play, or a pass.
    Play,
}

impl Decision {
    /// Returns the value of the key `ask` in a question to an external program about such a
    /// decision.
    pub const fn asked(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Give => "give",
            Self::Play => "move",
        }
    }

    /// Returns the key of the decision in the JSON answer of an external program.
    pub const fn answered(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Give => "cards",
            Self::Play => "move",
        }
    }

    /// Returns a noun for an action of this kind, for messages.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Give => "set of cards to give",
            Self::Play => "move",
        }
    }
}
