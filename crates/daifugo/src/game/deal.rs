//! Dealing and exchanging cards.

use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::shuffle;

use crate::game::GameError;
use crate::game::state::each_class_once;
use crate::melds::Hand;
use crate::rules::Rules;
use crate::{Card, CardSet};

/// One hand per seat; entries beyond the number of players are empty.
pub type Hands = [Hand; Rules::MOST_PLAYERS];

/// Shuffles the deck and deals it one card at a time, starting at seat `first`.
///
/// `first` is taken modulo the number of players. If the deck does not divide evenly, the seats
/// that are dealt to first get one more card. Draws one random number for each card except the
/// last.
pub fn deal<R: Rng + ?Sized>(rules: Rules, first: usize, rng: &mut R) -> Hands {
    // Values below 52 are card indices; the values 52 and 53 are jokers.
    let mut deck: [u8; Card::COUNT + 2] = std::array::from_fn(|card| card as u8);
    let deck = &mut deck[..rules.deck()];
    shuffle(rng, deck);
    let mut hands = [Hand::EMPTY; Rules::MOST_PLAYERS];
    let mut seat = first % rules.players();
    for &card in &*deck {
        let dealt = match Card::from_index(u32::from(card)) {
            Some(card) => Hand::new(CardSet::only(card), 0),
            None => Hand::new(CardSet::EMPTY, 1),
        };
        hands[seat].take(dealt);
        seat = if seat + 1 == rules.players() { 0 } else { seat + 1 };
    }
    hands
}

/// Cards that one seat gives to another in the exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gift {
    /// The giving seat.
    pub from: usize,
    /// The receiving seat.
    pub to: usize,
    /// The cards, including jokers.
    pub cards: Hand,
}

/// The cards that a seat has given and received in the exchange, including jokers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchanged {
    /// The cards given.
    pub given: Hand,
    /// The cards received.
    pub received: Hand,
}

/// Iterates over all choices of `number` cards from a hand, in the order of their
/// [action ids](crate::encodings::Actions).
///
/// Yields nothing unless `number` is 1 or 2. Jokers are interchangeable: choices that differ only
/// in which joker they contain are yielded once.
///
/// ```
/// use quadrille_daifugo::game::deal::gifts;
///
/// let texts = |number| gifts("C3 S9 JK".parse().unwrap(), number).map(|gift| gift.to_string());
/// assert_eq!(texts(1).collect::<Vec<_>>(), ["C3", "S9", "JK"]);
/// assert_eq!(texts(2).collect::<Vec<_>>(), ["C3 S9", "C3 JK", "S9 JK"]);
/// ```
pub fn gifts(hand: Hand, number: u32) -> impl Iterator<Item = Hand> + use<> {
    // Either joker alone is the same choice, so the enumeration uses only one joker. The pair of
    // both jokers is added separately below.
    let distinct = Hand::new(hand.cards, hand.jokers.min(1)).packed();
    let ones = Bits(if number == 1 { distinct } else { 0 }).map(|card| 1 << card);
    let highs = Bits(if number == 2 { distinct } else { 0 });
    let lows = move |high: u32| Bits(distinct & ((1 << high) - 1));
    let pairs = highs.flat_map(move |high| lows(high).map(move |low| 1 << high | 1 << low));
    let jokers = (number == 2 && hand.jokers > 1).then_some(0b11 << Card::COUNT);
    ones.chain(pairs).chain(jokers).map(Hand::from_packed)
}

/// Iterator over the indices of the set bits of a word, lowest first.
struct Bits(u64);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let lowest = (self.0 != 0).then(|| self.0.trailing_zeros());
        self.0 &= self.0.wrapping_sub(1);
        lowest
    }
}

/// The exchange before a game with classes.
///
/// The poor seats have given their best cards; the rich seats have yet to return cards.
///
/// ```
/// use quadrille_daifugo::game::deal::Exchange;
/// use quadrille_daifugo::melds::Hand;
/// use quadrille_daifugo::rules::Rules;
///
/// let hand = |cards: &str| Hand::new(cards.parse().unwrap(), 0);
/// let rules = Rules::UECDA.of(3, 0)?;
/// // Seat 2 was the richest, seat 0 the poorest.
/// let mut exchange = Exchange::new(rules, &[hand("C3 S2 HA"), hand("C4 D4 H4"), hand("C5 D5 H5")], &[2, 1, 0])?;
/// assert_eq!(exchange.hand(2).to_string(), "C5 D5 H5 HA S2");
/// assert_eq!(exchange.due().collect::<Vec<_>>(), [(2, 2)]);
/// exchange.give(2, hand("C5 D5"));
/// assert_eq!(exchange.hands()[0].to_string(), "C3 C5 D5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exchange {
    rules: Rules,
    /// The hands before the exchange.
    dealt: Hands,
    hands: Hands,
    /// The seat of each class, the richest first.
    seats: [u8; Rules::MOST_PLAYERS],
}

impl Exchange {
    /// Creates the exchange, and moves the best cards of the poor seats to the rich seats,
    /// beginning with the poorest seat.
    ///
    /// `hands` are the dealt hands; `classes[seat]` is the class of a seat, 0 for the richest.
    ///
    /// # Errors
    /// Fails if there are fewer hands than players, or if the classes are not a permutation.
    pub fn new(rules: Rules, hands: &[Hand], classes: &[u8]) -> Result<Self, GameError> {
        let players = rules.players();
        if hands.len() < players {
            return Err(GameError::Hands { found: hands.len(), wanted: players });
        }
        let classes = each_class_once(classes, players)?;
        let mut dealt = [Hand::EMPTY; Rules::MOST_PLAYERS];
        dealt[..players].copy_from_slice(&hands[..players]);
        let mut seats = [0; Rules::MOST_PLAYERS];
        for (seat, &class) in classes[..players].iter().enumerate() {
            seats[usize::from(class)] = seat as u8;
        }
        let mut exchange = Self { rules, dealt, hands: dealt, seats };
        for gift in exchange.forced() {
            exchange.hands[gift.from].give(gift.cards);
            exchange.hands[gift.to].take(gift.cards);
        }
        Ok(exchange)
    }

    /// Iterates over the pairs of seats that exchange cards, as (rich seat, poor seat, number of
    /// cards). The pair with the poorest seat comes first.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize, u32)> + use<> {
        let (rules, seats) = (self.rules, self.seats);
        let last = rules.players() - 1;
        let pair = move |class: usize| {
            (usize::from(seats[class]), usize::from(seats[last - class]), rules.gift(class))
        };
        (0..2).map(pair).filter(|&(rich, poor, cards)| cards > 0 && rich != poor)
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the seats in the order of their classes, richest first.
    pub fn seats(&self) -> &[u8] {
        &self.seats[..self.rules.players()]
    }

    /// Returns the hands before the exchange.
    pub const fn dealt(&self) -> &Hands {
        &self.dealt
    }

    /// Iterates over the gifts of the poor seats, the poorest seat first.
    pub fn forced(&self) -> impl Iterator<Item = Gift> + use<> {
        let hands = self.dealt;
        self.pairs().map(move |(rich, poor, number)| Gift {
            from: poor,
            to: rich,
            cards: hands[poor].best(number),
        })
    }

    /// Returns the current hands.
    pub const fn hands(&self) -> &Hands {
        &self.hands
    }

    /// Returns the current hand of a seat; for a rich seat, this includes the cards received.
    pub const fn hand(&self, seat: usize) -> Hand {
        self.hands[seat]
    }

    /// Iterates over the rich seats with the number of cards that each returns.
    pub fn due(&self) -> impl Iterator<Item = (usize, u32)> + use<> {
        self.pairs().map(|(rich, _, number)| (rich, number))
    }

    /// Moves the returned cards from the hand of a rich seat to the hand of its exchange partner.
    ///
    /// If the seat does not hold the cards, or their number is wrong, its best cards are moved
    /// instead. Returns the gift; `None` if the seat is not a rich seat of the exchange.
    pub fn give(&mut self, seat: usize, cards: Hand) -> Option<Gift> {
        let (rich, poor, number) = self.pairs().find(|&(rich, ..)| rich == seat)?;
        let hand = &mut self.hands[rich];
        let held = hand.cards.is_superset(cards.cards) && hand.jokers >= cards.jokers;
        let cards = if held && cards.len() == number { cards } else { hand.best(number) };
        hand.give(cards);
        self.hands[poor].take(cards);
        Some(Gift { from: rich, to: poor, cards })
    }
}

/// Returns the seat that leads the game: the holder of the 3 of diamonds. If this card was not
/// dealt, seat 0 leads.
pub fn first_to_lead(hands: &[Hand]) -> usize {
    hands.iter().position(|hand| hand.cards.contains(Card::DIAMOND_3)).unwrap_or(0)
}
