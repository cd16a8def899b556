//! One game from the first lead to the last class: the public state and the hands.

use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::deal_mask;
use thiserror::Error;

use crate::game::moves::{Event, Move, Outcome};
use crate::game::state::{Ending, Happened, PublicState, each_class_once};
use crate::game::{PositionKey, View};
use crate::melds::{Hand, Meld, Melds, Order, Refusal, Trick};
use crate::rules::Rules;
use crate::{Card, CardSet};

/// A game with all hands.
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
    /// The hands by seat.
    hands: [Hand; Rules::MOST_PLAYERS],
}

/// Error of constructing a game or a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The number of hands differs from the number of players.
    #[error("{found} hand{}; these rules are for {wanted} players", if *found == 1 { "" } else { "s" })]
    Hands {
        /// The number of hands.
        found: usize,
        /// The number of players.
        wanted: usize,
    },
    /// The seat number is out of range.
    #[error("seat {seat} does not exist; expected 0 to {}", players - 1)]
    Seat {
        /// The seat number.
        seat: usize,
        /// The number of players.
        players: usize,
    },
    /// A card is in two hands.
    #[error("found {cards} in two hands; expected each card in one hand")]
    Twice {
        /// The cards that are in two hands.
        cards: CardSet,
    },
    /// There are more jokers than the rules allow.
    #[error("{found} jokers; the rules have {most}")]
    Jokers {
        /// The number of jokers.
        found: u32,
        /// The number of jokers in the rules.
        most: u32,
    },
    /// A hand is empty before the first lead.
    #[error("seat {seat} has no cards; expected at least one in each hand")]
    Empty {
        /// The seat of the empty hand.
        seat: usize,
    },
    /// The classes are not a permutation.
    #[error("the classes by seat are {found:?}; expected each class once")]
    Classes {
        /// The classes, by seat.
        found: Vec<u8>,
    },
    /// Facts of a position contradict the rules or each other.
    #[error("invalid position: {what}")]
    Facts {
        /// The contradiction.
        what: &'static str,
    },
    /// The hands do not match the public state.
    #[error("the hands do not match the position: {what}")]
    Mismatch {
        /// The mismatch.
        what: &'static str,
    },
    /// The seats that are to get the open classes of a stuck game are not the seats that still hold
    /// cards.
    #[error("wrong seats; expected exactly the seats that still hold cards in a stuck game, each once")]
    NotStuck,
}

impl Game {
    /// Creates a game before its first lead.
    ///
    /// `first` is the leading seat; `classes_before` are the classes of the seats in the previous
    /// game, 0 for the richest. The hands need not contain the whole deck. Cards in no hand count
    /// as gone.
    ///
    /// # Errors
    /// Fails if the number of hands differs from the number of players, the seat is out of range, a
    /// card is in two hands, there are too many jokers, a hand is empty, or the classes are not a
    /// permutation.
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

    /// Creates a game in progress from its public state and all hands.
    ///
    /// # Errors
    /// Fails if the sizes of the hands differ from the sizes in the state, or if the hands contain
    /// other cards than the cards still in play.
    pub fn in_progress(state: PublicState, hands: &[Hand]) -> Result<Self, GameError> {
        let (hands, held) = hands_of(state.rules(), hands)?;
        if (0..state.rules().players()).any(|seat| hands[seat].len() != state.size(seat)) {
            return Err(GameError::Mismatch {
                what: "the number of cards in a hand differs from the number in the state",
            });
        }
        // Undealt cards count as held but are in no hand.
        let may_be = state.held();
        let all_held = may_be.cards.is_superset(held.cards) && may_be.jokers >= held.jokers;
        if !all_held || held.len() + state.undealt() != may_be.len() {
            return Err(GameError::Mismatch { what: "a hand holds a card that is not in play" });
        }
        Ok(Self { state, hands })
    }

    /// Samples a game that is consistent with the information of one seat. Intended for playouts.
    ///
    /// The seat keeps its hand; the other cards are dealt at random to hands of the publicly known
    /// sizes, with equal probability for each deal. Draws one random number from `rng` for each
    /// dealt card; the last unseen card takes none.
    ///
    /// ```
    /// use quadrille_daifugo::game::{Game, deal::{deal, first_to_lead}};
    /// use quadrille_daifugo::rules::Rules;
    /// use quadrille_random::StreamKey;
    ///
    /// let mut rng = StreamKey::new(1, 0).rng();
    /// let hands = deal(Rules::UECDA, 0, &mut rng);
    /// let game = Game::new(Rules::UECDA, &hands[..5], first_to_lead(&hands[..5]), None)?;
    /// // A game that is consistent with the information of seat 2.
    /// let world = Game::sample(game.state(), 2, game.hand(2), &mut rng)?;
    /// assert_eq!((world.state(), world.hand(2)), (game.state(), game.hand(2)));
    /// assert_ne!(world.hand(3), game.hand(3));
    /// # Ok::<(), quadrille_daifugo::game::GameError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the seat cannot have this hand in this state.
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
            // Each hand is a uniform subset of the remaining cards. Cards left at the end are
            // undealt.
            let size = state.size(other);
            let dealt = deal_mask(rng, left, size)
                .ok_or(GameError::Mismatch { what: "the other hands need more cards than are unseen" })?;
            left ^= dealt;
            hands[other] = Hand::from_packed(dealt);
        }
        Ok(Self { state: state.clone(), hands })
    }

    /// Returns the public state.
    #[inline]
    pub const fn state(&self) -> &PublicState {
        &self.state
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.state.rules()
    }

    /// Returns the seat to move; `None` once the game is over.
    #[inline]
    pub const fn turn(&self) -> Option<usize> {
        self.state.turn()
    }

    /// Returns the hand of a seat.
    ///
    /// # Panics
    /// Panics if the seat is [`Rules::MOST_PLAYERS`] or more.
    #[inline]
    pub const fn hand(&self, seat: usize) -> Hand {
        self.hands[seat]
    }

    /// Returns the hands by seat.
    pub fn hands(&self) -> &[Hand] {
        &self.hands[..self.rules().players()]
    }

    /// Returns the cards that a seat has not seen: the union of all other hands and the undealt
    /// cards.
    #[inline]
    pub const fn unseen(&self, seat: usize) -> Hand {
        let mut others = self.state.held();
        others.give(self.hands[seat]);
        others
    }

    /// Returns the current trick; `None` if the seat to move leads.
    #[inline]
    pub const fn trick(&self) -> Option<Trick> {
        self.state.trick()
    }

    /// Returns the current order of ranks.
    #[inline]
    pub const fn order(&self) -> Order {
        self.state.order()
    }

    /// Returns the view of a seat: the public state, its hand and its legal melds.
    ///
    /// The melds are written to `melds`; there are none if another seat is to move. `history` lists
    /// the public events to include in the view.
    ///
    /// # Panics
    /// Panics if the seat is [`Rules::MOST_PLAYERS`] or more.
    #[inline]
    pub fn view<'a>(&'a self, seat: usize, melds: &'a mut Melds, history: &'a [Event]) -> View<'a> {
        View::of_checked(&self.state, seat, self.hands[seat], melds, history)
    }

    /// Returns whether a seat is still in the game.
    #[inline]
    pub const fn is_playing(&self, seat: usize) -> bool {
        self.state.is_playing(seat)
    }

    /// Returns whether a seat has passed since the table was last cleared.
    #[inline]
    pub const fn has_passed(&self, seat: usize) -> bool {
        self.state.has_passed(seat)
    }

    /// Returns the seats that have finished, richest first; after [`settle`](Self::settle), also
    /// the stuck seats.
    pub fn finished(&self) -> &[u8] {
        self.state.finished()
    }

    /// Returns how the game ended; `None` while it is in progress.
    #[inline]
    pub const fn ending(&self) -> Option<Ending> {
        self.state.ending()
    }

    /// Writes the legal melds of the seat to move into `melds`, replacing its contents. A pass is
    /// not included.
    ///
    /// The melds are in the [documented order](crate::melds#the-order-of-melds).
    #[inline]
    pub fn melds(&self, melds: &mut Melds) {
        match self.turn() {
            Some(seat) => self.state.melds(self.hands[seat], melds),
            None => melds.clear(),
        }
    }

    /// Checks whether the seat to move may play the meld.
    ///
    /// # Errors
    /// Returns the first violated rule.
    pub fn check(&self, meld: Meld) -> Result<(), Refusal> {
        let hand = self.turn().map_or(Hand::EMPTY, |seat| self.hands[seat]);
        self.state.check(hand, meld)
    }

    /// Applies a move of the seat to move. An illegal meld counts as a pass, as in the UECda
    /// contest.
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

    /// Plays a [legal](Self::check) meld without checking it. The game must not be over.
    ///
    /// Intended for melds from [`melds`](Self::melds); use [`submit`](Self::submit) for unchecked
    /// input.
    #[inline]
    pub fn play(&mut self, meld: Meld) {
        debug_assert_eq!(self.check(meld), Ok(()), "{meld}");
        if let Some(seat) = self.turn() {
            self.hands[seat].remove(meld);
            self.state.play(meld);
        }
    }

    /// Passes for the seat to move; does nothing in a finished game.
    #[inline]
    pub fn pass(&mut self) {
        if self.turn().is_some() {
            self.state.pass();
        }
    }

    /// Iterates over the seats that still hold cards in a stuck game; empty in any other game.
    pub fn stuck(&self) -> impl Iterator<Item = usize> {
        self.state.stuck()
    }

    /// Assigns the open classes of a stuck game: the first seat in `seats` gets the best open
    /// class, and the last seat the worst.
    ///
    /// # Errors
    /// Fails unless `seats` contains each [stuck](Self::stuck) seat exactly once.
    pub fn settle(&mut self, seats: &[u8]) -> Result<(), GameError> {
        self.state.settle(seats)
    }

    /// Returns the seats from the richest to the poorest; `None` while a class is open, that is, in
    /// play or in a stuck game before [`settle`](Self::settle).
    #[inline]
    pub fn result(&self) -> Option<&[u8]> {
        self.state.result()
    }

    /// Returns the outcome; `None` while a class is open.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    /// Returns the lookup key of the position: see [`PositionKey`].
    pub fn key(&self) -> PositionKey {
        PositionKey::new(&self.state, &self.hands)
    }
}

/// Checks that no card is in two hands; returns the hands by seat and their union.
fn hands_of(rules: Rules, hands: &[Hand]) -> Result<([Hand; Rules::MOST_PLAYERS], Hand), GameError> {
    let players = rules.players();
    // Callers can pass arrays for the maximum number of players. The hands beyond the number of
    // players must be empty.
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
        // `jokers` is a public field and can have any value. It is checked first, because the
        // addition in `take` could overflow.
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

const _: () = assert!(Card::COUNT + 2 <= 64, "a hand with its jokers must fit into one word");

/// Serialised form of a game.
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
