//! One game from the first lead to the last place: what everyone sees, and the hands.

use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::deal_mask;
use thiserror::Error;

use crate::game::moves::{Event, Move, Outcome};
use crate::game::state::{Ending, Happened, PublicState, each_class_once};
use crate::game::{PositionKey, View};
use crate::melds::{Hand, Meld, Melds, Order, Refusal, Trick};
use crate::rules::Rules;
use crate::{Card, CardSet};

/// A game in play.
///
/// ```
/// use quadrille_daifugo::game::{Game, Move};
/// use quadrille_daifugo::melds::Hand;
/// use quadrille_daifugo::rules::Rules;
///
/// let hands = ["C3 D3", "H4 S4", "C5 D5"].map(|cards| Hand::new(cards.parse().unwrap(), 0));
/// let mut game = Game::new(Rules::UECDA.of(3, 0)?, &hands, 0, None)?;
/// game.submit(Move::Play("C3 D3".parse()?));
/// assert_eq!((game.turn(), game.finished()), (Some(1), &[0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Listed", into = "Listed"))]
pub struct Game {
    state: PublicState,
    /// By seat.
    hands: [Hand; Rules::MOST_PLAYERS],
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// Another number of hands than the rules have players.
    #[error("{found} hand{}; these rules are for {wanted} players", if *found == 1 { "" } else { "s" })]
    Hands {
        /// How many there are.
        found: usize,
        /// How many there have to be.
        wanted: usize,
    },
    /// A seat that is not there.
    #[error("seat {seat}; there are the seats 0 to {}", players - 1)]
    Seat {
        /// The seat.
        seat: usize,
        /// How many there are.
        players: usize,
    },
    /// A card in two hands.
    #[error("{cards} in two hands; expected every card in one")]
    Twice {
        /// Those that are.
        cards: CardSet,
    },
    /// More jokers than the rules have.
    #[error("{found} jokers; the rules have {most}")]
    Jokers {
        /// How many.
        found: u32,
        /// How many there may be.
        most: u32,
    },
    /// A hand without cards before the first lead.
    #[error("seat {seat} has no cards; expected at least one in each hand")]
    Empty {
        /// Whose.
        seat: usize,
    },
    /// Not every class once.
    #[error("the classes are {found:?}; expected each class once, by seat")]
    Classes {
        /// Those found.
        found: Vec<u8>,
    },
    /// Facts of a position that contradict the rules or one another.
    #[error("this is no position of a game: {what}")]
    Facts {
        /// What is wrong.
        what: &'static str,
    },
    /// Hands that are not those of which a public state speaks.
    #[error("the hands are not those of this position: {what}")]
    Mismatch {
        /// What is wrong.
        what: &'static str,
    },
    /// Seats that have not to draw for the classes of a stuck game.
    #[error("these are not the seats that are stuck, each once")]
    NotStuck,
}

impl Game {
    /// A game before its first lead: a hand for each seat, the seat that leads, and the classes of the seats
    /// in the game before (0 the richest), if they have any.
    ///
    /// The hands need not be the whole deck: cards in no hand count as gone.
    ///
    /// # Errors
    /// Another number of hands than the rules have players, no such seat, a card in two hands, too many
    /// jokers, a hand without cards, or not every class once.
    pub fn new(
        rules: Rules,
        hands: &[Hand],
        first: usize,
        classes_before: Option<&[u8]>,
    ) -> Result<Self, GameError> {
        let players = rules.players();
        if first >= players {
            return Err(GameError::Seat { seat: first, players });
        }
        let (hands, held) = hands_of(rules, hands)?;
        if let Some(seat) = hands[..players].iter().position(|hand| hand.is_empty()) {
            return Err(GameError::Empty { seat });
        }
        let classes_before = classes_before.map(|classes| each_class_once(classes, players)).transpose()?;
        Ok(Self { state: PublicState::opening(rules, &hands, held, first, classes_before), hands })
    }

    /// The middle of a game: what everyone knows, and the hands that only some know.
    ///
    /// # Errors
    /// Hands that have not the sizes of which the state speaks, or are not the cards that are in somebody's
    /// hand.
    pub fn in_progress(state: PublicState, hands: &[Hand]) -> Result<Self, GameError> {
        let (hands, held) = hands_of(state.rules(), hands)?;
        if (0..state.rules().players()).any(|seat| hands[seat].len() != state.size(seat)) {
            return Err(GameError::Mismatch { what: "a hand has another number of cards" });
        }
        // The undealt cards are those that no hand has.
        let may_be = state.held();
        let all_held = may_be.cards.is_superset(held.cards) && may_be.jokers >= held.jokers;
        if !all_held || held.len() + state.undealt() != may_be.len() {
            return Err(GameError::Mismatch { what: "a card that is gone is in a hand" });
        }
        Ok(Self { state, hands })
    }

    /// A game that one seat thinks possible: its own hand, and all other cards dealt at random to hands of
    /// the sizes that everyone sees, each such deal with the same probability. For playouts; draws from `rng`
    /// alone, five numbers at most.
    ///
    /// ```
    /// use quadrille_daifugo::game::{Game, deal::{deal, first_to_lead}};
    /// use quadrille_daifugo::rules::Rules;
    /// use quadrille_random::StreamKey;
    ///
    /// let mut rng = StreamKey::new(1, 0).rng();
    /// let hands = deal(Rules::UECDA, 0, &mut rng);
    /// let game = Game::new(Rules::UECDA, &hands[..5], first_to_lead(&hands[..5]), None)?;
    /// // What seat 2 knows, and one of the games that it may be.
    /// let world = Game::sample(game.state(), 2, game.hand(2), &mut rng)?;
    /// assert_eq!((world.state(), world.hand(2)), (game.state(), game.hand(2)));
    /// assert_ne!(world.hand(3), game.hand(3));
    /// # Ok::<(), quadrille_daifugo::game::GameError>(())
    /// ```
    ///
    /// # Errors
    /// A hand that the seat cannot have in this state.
    pub fn sample<R: Rng + ?Sized>(
        state: &PublicState,
        seat: usize,
        hand: Hand,
        rng: &mut R,
    ) -> Result<Self, GameError> {
        View::check(state, seat, hand)?;
        let mut hands = [Hand::EMPTY; Rules::MOST_PLAYERS];
        let mut unseen = state.held();
        unseen.give(hand);
        let mut left = unseen.packed();
        hands[seat] = hand;
        for other in (0..state.rules().players()).filter(|&other| other != seat) {
            // A hand is a random part of what is left of the cards, and the last one gets what nobody else
            // has.
            let size = state.size(other);
            let dealt = deal_mask(rng, left, size)
                .ok_or(GameError::Mismatch { what: "the hands need more cards than there are" })?;
            left ^= dealt;
            hands[other] = Hand::from_packed(dealt);
        }
        Ok(Self { state: state.clone(), hands })
    }

    /// What everyone at the table knows.
    #[inline]
    pub const fn state(&self) -> &PublicState {
        &self.state
    }

    /// The rules it is played by.
    pub const fn rules(&self) -> Rules {
        self.state.rules()
    }

    /// The seat to move; `None` once the game is over.
    #[inline]
    pub const fn turn(&self) -> Option<usize> {
        self.state.turn()
    }

    /// What a seat holds.
    ///
    /// # Panics
    /// If the seat is [`Rules::MOST_PLAYERS`] or more.
    #[inline]
    pub const fn hand(&self, seat: usize) -> Hand {
        self.hands[seat]
    }

    /// The hands by seat.
    pub fn hands(&self) -> &[Hand] {
        &self.hands[..self.rules().players()]
    }

    /// The cards that a seat has not seen: all others' hands in one.
    #[inline]
    pub const fn unseen(&self, seat: usize) -> Hand {
        let mut others = self.state.held();
        others.give(self.hands[seat]);
        others
    }

    /// What lies on the table; `None` if whoever is to move leads.
    #[inline]
    pub const fn trick(&self) -> Option<Trick> {
        self.state.trick()
    }

    /// Which ranks are better at the moment.
    #[inline]
    pub const fn order(&self) -> Order {
        self.state.order()
    }

    /// What the player of a seat sees: the public state, the own hand, and the melds that may be played,
    /// which are written to `melds`; none if another seat is to move. `history` is what everyone saw, as far
    /// as it is to be told.
    ///
    /// # Panics
    /// If the seat is [`Rules::MOST_PLAYERS`] or more.
    #[inline]
    pub fn view<'a>(&'a self, seat: usize, melds: &'a mut Melds, history: &'a [Event]) -> View<'a> {
        View::of_checked(&self.state, seat, self.hands[seat], melds, history)
    }

    /// Whether a seat's player is still in the game.
    #[inline]
    pub const fn is_playing(&self, seat: usize) -> bool {
        self.state.is_playing(seat)
    }

    /// Whether a seat has passed since the table was cleared.
    #[inline]
    pub const fn has_passed(&self, seat: usize) -> bool {
        self.state.has_passed(seat)
    }

    /// The seats whose classes are settled from the top, richest first.
    pub fn finished(&self) -> &[u8] {
        self.state.finished()
    }

    /// How the game ended; `None` while it is played.
    #[inline]
    pub const fn ending(&self) -> Option<Ending> {
        self.state.ending()
    }

    /// Writes the melds that whoever is to move may play into `melds`, which is cleared before; a pass is
    /// none of them.
    ///
    /// In the [documented order](crate::melds#the-order-of-melds).
    #[inline]
    pub fn melds(&self, melds: &mut Melds) {
        match self.turn() {
            Some(seat) => self.state.melds(self.hands[seat], melds),
            None => melds.clear(),
        }
    }

    /// Whether whoever is to move may play the meld.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self, meld: Meld) -> Result<(), Refusal> {
        let hand = self.turn().map_or(Hand::EMPTY, |seat| self.hands[seat]);
        self.state.check(hand, meld)
    }

    /// What the seat to move does. A meld that may not be played counts as a pass, as it does at the contest.
    #[inline]
    pub fn submit(&mut self, chosen: Move) -> Happened {
        if self.turn().is_none() {
            return Happened::Over;
        }
        let Move::Play(meld) = chosen else {
            self.pass();
            return Happened::Passed;
        };
        match self.check(meld) {
            Ok(()) => {
                self.play(meld);
                Happened::Played
            }
            Err(refusal) => {
                self.pass();
                Happened::Refused(refusal)
            }
        }
    }

    /// Plays a meld that [may be played](Self::check), on a game that is not over. For those who took it from
    /// [`melds`](Self::melds); anything else is refused by [`submit`](Self::submit).
    #[inline]
    pub fn play(&mut self, meld: Meld) {
        debug_assert_eq!(self.check(meld), Ok(()), "{meld}");
        if let Some(seat) = self.turn() {
            self.hands[seat].remove(meld);
            self.state.play(meld);
        }
    }

    /// A pass of whoever is to move; nothing on a game that is over.
    #[inline]
    pub fn pass(&mut self) {
        if self.turn().is_some() {
            self.state.pass();
        }
    }

    /// Those who still hold cards in a stuck game, by seat; nobody otherwise.
    pub fn stuck(&self) -> impl Iterator<Item = usize> {
        self.state.stuck()
    }

    /// Settles a stuck game: the places left go to those still holding cards in this order.
    ///
    /// # Errors
    /// If the seats are not [those that are stuck](Self::stuck), each once.
    pub fn settle(&mut self, seats: &[u8]) -> Result<(), GameError> {
        self.state.settle(seats)
    }

    /// The seats from the richest to the poorest; `None` while a class is open: in play, or stuck and not yet
    /// [settled](Self::settle).
    #[inline]
    pub fn result(&self) -> Option<&[u8]> {
        self.state.result()
    }

    /// The whole outcome; `None` while a class is open.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    /// What the rest of the game depends on, in few words: see [`PositionKey`].
    pub fn key(&self) -> PositionKey {
        PositionKey::new(&self.state, &self.hands)
    }
}

/// A hand for each seat, no card in two of them, and all of them in one.
fn hands_of(rules: Rules, hands: &[Hand]) -> Result<([Hand; Rules::MOST_PLAYERS], Hand), GameError> {
    let players = rules.players();
    // Callers may hand over arrays with room for the most players; the hands beyond must then be empty.
    let given = hands.iter().rposition(|hand| !hand.is_empty()).map_or(0, |last| last + 1).max(players);
    if hands.len() < players || given > players {
        return Err(GameError::Hands { found: hands.len().min(given), wanted: players });
    }
    let mut all = Hand::EMPTY;
    let mut dealt = [Hand::EMPTY; Rules::MOST_PLAYERS];
    for (dealt, &hand) in dealt.iter_mut().zip(&hands[..players]) {
        if all.cards.intersects(hand.cards) {
            return Err(GameError::Twice { cards: all.cards & hand.cards });
        }
        // A hand's jokers are counted by whoever made it, and may be any number.
        if hand.jokers > rules.jokers() {
            return Err(GameError::Jokers { found: hand.jokers, most: rules.jokers() });
        }
        all.take(hand);
        *dealt = hand;
    }
    if all.jokers > rules.jokers() {
        return Err(GameError::Jokers { found: all.jokers, most: rules.jokers() });
    }
    Ok((dealt, all))
}

const _: () = assert!(Card::COUNT + 2 <= 64, "a hand with its jokers is one word");

/// A game as it is serialised.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    state: PublicState,
    hands: Vec<Hand>,
}

#[cfg(feature = "serde")]
impl From<Game> for Listed {
    fn from(game: Game) -> Self {
        Self { hands: game.hands().to_vec(), state: game.state }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Listed> for Game {
    type Error = GameError;

    fn try_from(listed: Listed) -> Result<Self, GameError> {
        Self::in_progress(listed.state, &listed.hands)
    }
}
