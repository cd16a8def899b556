//! One player's view of a game.

use quadrille_random::rand_core::Rng;

use crate::dominance::{NoDominance, Opponents, Order};
use crate::game::Series;
use crate::game::deal::Exchanged;
use crate::game::moves::{Event, Move};
use crate::game::play::{Game, GameError};
use crate::game::state::PublicState;
use crate::melds::{Hand, Meld, Melds, Trick};
use crate::rules::Rules;

/// A game as seen from one seat: its hand, the public state, the legal melds and the history.
///
/// [`new`](Self::new) creates a view of any position from the public state and a hand, also for
/// games that another program runs.
///
/// ```
/// use quadrille_daifugo::game::{Decision, Facts, Move, PublicState, View};
/// use quadrille_daifugo::melds::{Hand, Melds, Trick};
/// use quadrille_daifugo::players::{Greedy, Player};
/// use quadrille_daifugo::rules::Rules;
/// use quadrille_random::StreamKey;
///
/// let mine = Hand::new("D4 SK".parse()?, 0);
/// let gone = Hand::new(!("C3 D4 H5 S6 SK".parse()?), 0);
/// let mut facts = Facts::new(Rules::UECDA.of(3, 0)?, &[1, 2, 2], gone, 1);
/// facts.trick = Some(Trick::new("C9".parse()?));
/// facts.owner = 0;
/// let state = PublicState::new(&facts)?;
/// let mut melds = Melds::new();
/// let view = View::new(&state, 1, mine, &mut melds, &[])?;
/// assert_eq!(view.moves().collect::<Vec<_>>(), [Move::Play("SK".parse()?), Move::Pass]);
/// let chosen = Greedy.decide(&Decision::Play(view), &mut StreamKey::new(1, 0).rng())?;
/// assert_eq!(chosen, Move::Play("SK".parse()?).into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    state: &'a PublicState,
    seat: usize,
    hand: Hand,
    melds: &'a [Meld],
    history: &'a [Event],
    /// The series, and the cards that the seat gave and received; `None` if they are unknown.
    series: Option<(&'a Series, &'a Exchanged)>,
}

impl<'a> View<'a> {
    /// Creates the view of a seat with this hand.
    ///
    /// The legal melds are written to `melds`; there are none if another seat is to move. `history`
    /// lists the known public events, oldest first.
    ///
    /// # Errors
    /// Fails if the seat is out of range or cannot have this hand.
    pub fn new(
        state: &'a PublicState,
        seat: usize,
        hand: Hand,
        melds: &'a mut Melds,
        history: &'a [Event],
    ) -> Result<Self, GameError> {
        Self::check(state, seat, hand)?;
        Ok(Self::of_checked(state, seat, hand, melds, history))
    }

    /// Checks whether the seat can have this hand.
    pub(crate) fn check(state: &PublicState, seat: usize, hand: Hand) -> Result<(), GameError> {
        let players = state.rules().players();
        if seat >= players {
            return Err(GameError::Seat { seat, players });
        }
        if hand.len() != state.size(seat) {
            return Err(GameError::Mismatch {
                what: "the number of cards in a hand differs from the number in the state",
            });
        }
        // `held` is the union of all hands and the undealt cards; any subset of the right size can
        // be this hand.
        let held = state.held();
        if !held.cards.is_superset(hand.cards) || held.jokers < hand.jokers {
            return Err(GameError::Mismatch { what: "a hand holds a card that is not in play" });
        }
        Ok(())
    }

    #[inline]
    pub(super) fn of_checked(
        state: &'a PublicState,
        seat: usize,
        hand: Hand,
        melds: &'a mut Melds,
        history: &'a [Event],
    ) -> Self {
        // The melds are generated only for the seat to move. Those of another seat could change
        // before its turn, and generating them would cost time for every spectator.
        if state.turn() == Some(seat) {
            state.melds(hand, melds);
        } else {
            melds.clear();
        }
        Self { state, seat, hand, melds, history, series: None }
    }

    /// Adds the series, and the cards that the seat gave and received before the first lead.
    #[inline]
    #[must_use]
    pub const fn in_series(self, series: &'a Series, exchanged: &'a Exchanged) -> Self {
        Self { series: Some((series, exchanged)), ..self }
    }

    /// Returns the series and the cards that the seat gave and received before the first lead;
    /// `None` if they are unknown.
    pub const fn series(&self) -> Option<(&'a Series, &'a Exchanged)> {
        self.series
    }

    /// Returns the seat.
    #[inline]
    pub const fn seat(&self) -> usize {
        self.seat
    }

    /// Returns the seat's hand.
    #[inline]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// Returns the public state: hand sizes, passes, owner of the trick, classes, rules.
    #[inline]
    pub const fn state(&self) -> &'a PublicState {
        self.state
    }

    /// Returns the rules.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.state.rules()
    }

    /// Returns the known public events of this game, oldest first.
    pub const fn history(&self) -> &'a [Event] {
        self.history
    }

    /// Returns the legal melds, in the [documented order](crate::melds#the-order-of-melds).
    #[inline]
    pub const fn melds(&self) -> &'a [Meld] {
        self.melds
    }

    /// Returns whether a pass is one of the [moves](Self::moves): the seat does not lead.
    ///
    /// [`Game::submit`] accepts a pass on an empty table as well, but such a pass has no advantage.
    #[inline]
    pub const fn may_pass(&self) -> bool {
        self.state.trick().is_some()
    }

    /// Iterates over all legal moves: the melds, then a pass unless the seat leads.
    pub fn moves(&self) -> impl Iterator<Item = Move> + Clone + use<'a> {
        let pass = self.may_pass().then_some(Move::Pass);
        self.melds.iter().copied().map(Move::Play).chain(pass)
    }

    /// Returns the move that replaces a missing or illegal one: a pass, or the lowest single card
    /// if the seat leads.
    pub fn fallback(&self) -> Move {
        if self.may_pass() {
            return Move::Pass;
        }
        let order = self.order();
        // Prefers the weakest rank in the current order, then the lowest suit. A single joker has
        // no rank and comes last. A seat that leads holds at least one card, so a single card
        // exists.
        let worth = |meld: &&Meld| match (meld.cards().lowest(), order) {
            (None, _) => (u32::MAX, 0),
            (Some(card), Order::Normal) => (card.rank().index(), card.index()),
            (Some(card), Order::Reversed) => (12 - card.rank().index(), card.index()),
        };
        self.melds.iter().filter(|meld| meld.size() == 1).min_by_key(worth).copied().into()
    }

    /// Returns the current trick; `None` if the seat leads.
    #[inline]
    pub const fn trick(&self) -> Option<Trick> {
        self.state.trick()
    }

    /// Returns the current order of ranks.
    #[inline]
    pub const fn order(&self) -> Order {
        self.state.order()
    }

    /// Returns the unseen cards: the union of all other hands and the undealt cards.
    #[inline]
    pub const fn unseen(&self) -> Hand {
        let mut all = self.state.held();
        all.give(self.hand);
        all
    }

    /// Returns the size of the largest hand of another seat still in the game.
    pub fn largest_other_hand(&self) -> u32 {
        let others =
            (0..self.rules().players()).filter(|&seat| seat != self.seat && self.state.is_playing(seat));
        others.map(|seat| self.state.size(seat)).max().unwrap_or(0)
    }

    /// Returns the groups that the unseen cards can beat, in the current order of ranks and in at
    /// least one possible deal of these cards.
    pub fn answerable(&self) -> NoDominance {
        // All opponents share one set, since any of them can hold any of these cards. A group not
        // in the result is unbeatable in every deal; a group in the result may be unbeatable in the
        // actual deal.
        let unseen = self.unseen();
        Opponents::new(unseen.cards)
            .with_jokers(unseen.jokers)
            .holding_up_to(self.largest_other_hand())
            .answers(self.order())
    }

    /// Samples a game that is consistent with this view: [`Game::sample`].
    ///
    /// # Errors
    /// Cannot fail for the view of a game. For hand-made facts, fails if the hand sizes exceed the
    /// number of unseen cards.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Result<Game, GameError> {
        Game::sample(self.state, self.seat, self.hand, rng)
    }
}
