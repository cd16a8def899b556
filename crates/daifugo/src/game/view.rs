//! What one player sees of a game.

use quadrille_random::rand_core::Rng;

use crate::dominance::{NoDominance, Opponents, Order};
use crate::game::Series;
use crate::game::deal::Exchanged;
use crate::game::moves::{Event, Move};
use crate::game::play::{Game, GameError};
use crate::game::state::PublicState;
use crate::melds::{Hand, Meld, Melds, Trick};
use crate::rules::Rules;

/// A game from one seat: the own hand, what everyone knows, the melds that may be played, and what happened
/// so far.
///
/// Any position can be looked at, whether it was played here or not: [`new`](Self::new) takes the public
/// state and a hand.
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
    /// At a table, the games before, and what the seat gave and got.
    series: Option<(&'a Series, &'a Exchanged)>,
}

impl<'a> View<'a> {
    /// What the player of a seat sees in this state with this hand. The melds that may be played are written
    /// to `melds`; none if another seat is to move. `history` is what everyone saw, as far as it is known,
    /// the oldest first.
    ///
    /// # Errors
    /// No such seat, or a hand that it cannot have.
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

    /// Whether the seat can have this hand.
    pub(crate) fn check(state: &PublicState, seat: usize, hand: Hand) -> Result<(), GameError> {
        let players = state.rules().players();
        if seat >= players {
            return Err(GameError::Seat { seat, players });
        }
        if hand.len() != state.size(seat) {
            return Err(GameError::Mismatch { what: "a hand has another number of cards" });
        }
        // `held` is every card still in some hand, as the public knows it: with the right number of cards,
        // any part of it may be this hand.
        let held = state.held();
        if !held.cards.is_superset(hand.cards) || held.jokers < hand.jokers {
            return Err(GameError::Mismatch { what: "a card that is gone is in a hand" });
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
        // Only for the seat to move. A list for another seat would hold melds for a trick that may be gone
        // when its turn comes, and generating it would cost every onlooker as much as the player.
        if state.turn() == Some(seat) {
            state.melds(hand, melds);
        } else {
            melds.clear();
        }
        Self { state, seat, hand, melds, history, series: None }
    }

    /// The same in a series, by a seat that gave and got these cards before the first lead.
    #[inline]
    #[must_use]
    pub const fn in_series(self, series: &'a Series, exchanged: &'a Exchanged) -> Self {
        Self { series: Some((series, exchanged)), ..self }
    }

    /// The games before this one, and the cards that the seat gave and got before the first lead; `None` where they are
    /// not known.
    pub const fn series(&self) -> Option<(&'a Series, &'a Exchanged)> {
        self.series
    }

    /// The own seat.
    #[inline]
    pub const fn seat(&self) -> usize {
        self.seat
    }

    /// The own hand.
    #[inline]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// What everyone knows: sizes of hands, who has passed, whose meld lies on the table, classes, rules.
    #[inline]
    pub const fn state(&self) -> &'a PublicState {
        self.state
    }

    /// What the game is played by: rules, players and jokers.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.state.rules()
    }

    /// What happened in this game so far, as far as it was told, the oldest first.
    pub const fn history(&self) -> &'a [Event] {
        self.history
    }

    /// The melds that may be played, in the [documented order](crate::melds#the-order-of-melds).
    #[inline]
    pub const fn melds(&self) -> &'a [Meld] {
        self.melds
    }

    /// Whether a pass is one of the [moves](Self::moves): whoever leads has to play something. (The rules
    /// take a pass on an empty table all the same, see [`Game::submit`]; but nobody gains by it.)
    #[inline]
    pub const fn may_pass(&self) -> bool {
        self.state.trick().is_some()
    }

    /// All that may be done: the melds, and then a pass unless the seat leads.
    pub fn moves(&self) -> impl Iterator<Item = Move> + Clone + use<'a> {
        let pass = self.may_pass().then_some(Move::Pass);
        self.melds.iter().copied().map(Move::Play).chain(pass)
    }

    /// What is done for a player who does not answer: a pass, or the lowest single card of one who leads.
    pub fn fallback(&self) -> Move {
        if self.may_pass() {
            return Move::Pass;
        }
        let order = self.order();
        // The weakest rank in the current order, the first suit among equals. A joker alone has no rank and
        // comes last. Whoever leads holds a card, so there is a single one to be found.
        let worth = |meld: &&Meld| match (meld.cards().lowest(), order) {
            (None, _) => (u32::MAX, 0),
            (Some(card), Order::Normal) => (card.rank().index(), card.index()),
            (Some(card), Order::Reversed) => (12 - card.rank().index(), card.index()),
        };
        self.melds.iter().filter(|meld| meld.size() == 1).min_by_key(worth).copied().into()
    }

    /// What lies on the table; `None` for a lead.
    #[inline]
    pub const fn trick(&self) -> Option<Trick> {
        self.state.trick()
    }

    /// Which ranks are better at the moment.
    #[inline]
    pub const fn order(&self) -> Order {
        self.state.order()
    }

    /// The cards not seen yet: all others' hands in one.
    #[inline]
    pub const fn unseen(&self) -> Hand {
        let mut all = self.state.held();
        all.give(self.hand);
        all
    }

    /// The largest number of cards that another player in the game holds.
    pub fn largest_other_hand(&self) -> u32 {
        let others =
            (0..self.rules().players()).filter(|&seat| seat != self.seat && self.state.is_playing(seat));
        others.map(|seat| self.state.size(seat)).max().unwrap_or(0)
    }

    /// The groups that the unseen cards can answer in the current order, however they are dealt.
    pub fn answerable(&self) -> NoDominance {
        // One set for all opponents: any of them may hold any of these cards. So a group that is not found
        // here is safe however they are dealt, while one that is found may be safe all the same.
        let unseen = self.unseen();
        Opponents::new(unseen.cards)
            .with_jokers(unseen.jokers)
            .holding_up_to(self.largest_other_hand())
            .answers(self.order())
    }

    /// One of the games that this may be: [`Game::sample`].
    ///
    /// # Errors
    /// None, of a view of a game; of facts made by hand, hands that need more cards than there are.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Result<Game, GameError> {
        Game::sample(self.state, self.seat, self.hand, rng)
    }
}
