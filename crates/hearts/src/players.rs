//! The built-in players.

use quadrille_table::{BuiltIn, Decision, Player, PlayerError, PlayerRng, Random, View as _};

use crate::{Card, Cards, Hearts, Public, View};

/// The players that the game brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeartsPlayer {
    /// Any legal card.
    Random,
    /// Simple rules: see [`Rule`].
    Rule,
}

impl BuiltIn for HeartsPlayer {
    type Game = Hearts;

    const ALL: &'static [Self] = &[Self::Random, Self::Rule];

    fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Rule => "rule",
        }
    }

    fn player(self) -> Box<dyn Player<Hearts>> {
        match self {
            Self::Random => Box::new(Random),
            Self::Rule => Box::new(Rule),
        }
    }
}

/// A player by simple rules, which draws no number.
///
/// It passes the queen of spades and what is above her unless it has five spades, then high hearts and high
/// cards of short suits. It leads what others can hardly stay below, and low spades to draw the queen. It plays
/// the highest card below the trick's, takes tricks without points with its highest card if it is last, and
/// discards the queen of spades, high hearts and high cards. Against a seat that alone has taken ten points it
/// keeps its hearts and takes a trick with points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Rule;

impl Player<Hearts> for Rule {
    fn decide(&mut self, view: &View<'_>, _: &mut PlayerRng) -> Result<Card, PlayerError> {
        let public = view.public();
        let card = match (view.decision(), public.winning()) {
            (Decision::Give, _) => best(view.legal(), |card| danger(view, card)),
            (_, None) => best(view.legal(), |card| -risk(view, card)),
            (_, Some((taker, card))) if (view.legal() & Cards::of_suit(card.suit())).is_empty() => {
                let shoots = shooter(public, view.seat()) == Some(taker);
                let penalty = |card| shoots && Cards::PENALTIES.contains(card);
                best(view.legal(), |card| if penalty(card) { -1 } else { danger(view, card) })
            }
            (_, Some((taker, card))) => Some(follow(view, taker, card)),
        };
        Ok(card.unwrap_or_else(|| view.fallback()))
    }

    fn listens(&self) -> bool {
        false
    }
}

fn best(cards: Cards, worth: impl Fn(Card) -> i32) -> Option<Card> {
    cards.iter().max_by_key(|card| worth(*card))
}

/// How much a seat wants to be rid of a card.
fn danger(view: &View<'_>, card: Card) -> i32 {
    let rank = i32::from(card.rank());
    let unseen = view.unseen();
    let held = (view.hand() & Cards::of_suit(card.suit())).len();
    let queen_is_out = unseen.contains(Card::SQ) || view.hand().contains(Card::SQ);
    let giving = view.decision() == Decision::Give;
    match card.suit() {
        Card::SPADES if queen_is_out && giving && held > 4 => 0,
        Card::SPADES if card == Card::SQ => 200,
        Card::SPADES if queen_is_out && card.rank() > Card::SQ.rank() => 100 + rank,
        Card::SPADES if queen_is_out => rank,
        Card::HEARTS if giving => 3 * rank,
        Card::HEARTS => 50 + rank,
        _ if card == Card::DJ && view.rules().jd_bonus => 0,
        _ => 3 * rank + 2 * (8 - held as i32),
    }
}

/// How likely a card that is led takes points.
fn risk(view: &View<'_>, card: Card) -> i32 {
    let suit = view.unseen() & Cards::of_suit(card.suit());
    let (below, above) =
        suit.iter().fold(
            (0, 0),
            |(below, above), other| {
                if other.beats(card) { (below, above + 1) } else { (below + 1, above) }
            },
        );
    let queen_is_out = suit.contains(Card::SQ);
    match card.suit() {
        // Nobody else has the suit: it takes whatever the others discard.
        _ if below + above == 0 => 200,
        Card::SPADES if card == Card::SQ => 150,
        Card::SPADES if queen_is_out && card.rank() > Card::SQ.rank() => 140,
        Card::SPADES if queen_is_out => -10,
        Card::SPADES if view.hand().contains(Card::SQ) => 40 + 5 * below,
        // The more cards of the suit are out, the likelier everyone follows.
        _ => 10 * below - 2 * above + if card.suit() == Card::HEARTS { 5 } else { 0 },
    }
}

/// The seat that alone has all points so far, ten at least, if it is another one.
fn shooter(public: &Public, seat: usize) -> Option<usize> {
    let points = |seat: usize| {
        let taken = public.taken(seat) & Cards::PENALTIES;
        taken.len() + 12 * usize::from(taken.contains(Card::SQ))
    };
    let mut takers = (0..4).filter(|other| points(*other) > 0);
    let only = takers.next().filter(|other| *other != seat && points(*other) >= 10);
    only.filter(|_| takers.next().is_none())
}

/// A card of the suit that was led, where `winner` of seat `taker` takes the trick so far.
fn follow(view: &View<'_>, taker: usize, winner: Card) -> Card {
    let (public, legal) = (view.public(), view.legal());
    let above: Cards = legal.iter().filter(|card| card.beats(winner)).collect();
    let below = legal - above;
    let trick: Cards = public.trick().iter().copied().collect();
    let points = view.rules().cost(trick);
    let last = public.trick().len() == 3;
    let safe = above - Cards::of(Card::SQ);
    let stops = points > 0 && !trick.contains(Card::SQ) && shooter(public, view.seat()) == Some(taker);
    let harmless = last && points <= 0 || public.plays() < 4 && view.rules().no_pts_on_first_trick;
    let chosen = match () {
        () if below.contains(Card::SQ) => Some(Card::SQ),
        () if stops && !safe.is_empty() => safe.last(),
        () if harmless && !safe.is_empty() => safe.last(),
        () if !below.is_empty() => below.last(),
        // It may have to take the trick, and then best with what is dangerous later.
        () if last => safe.last(),
        () => safe.first(),
    };
    chosen.or(legal.first()).unwrap_or(winner)
}
