//! The built-in players.

use quadrille_table::{BuiltIn, Decision, Player, PlayerError, PlayerRng, Random, View as _};

use crate::{Card, Cards, Hearts, View};

/// The players that the game brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeartsPlayer {
    /// Any legal card.
    Random,
    /// Plays by simple rules, and draws no number.
    ///
    /// It passes the queen of spades and what is above her unless it has five spades, then high hearts and high
    /// cards of short suits. It leads what others can hardly stay below, and low spades to draw the queen. It
    /// plays the highest card below the trick's, takes tricks without points with its highest card if it is last,
    /// and discards the queen of spades, high hearts and high cards. Against a seat that alone has taken ten
    /// points it keeps its hearts and takes tricks with points.
    Rule,
    /// A network that learned by self-play.
    #[cfg(feature = "policy")]
    Policy,
    /// Playouts of the possible worlds by the same networks, 500 a decision.
    #[cfg(feature = "policy")]
    Search,
}

impl BuiltIn for HeartsPlayer {
    type Game = Hearts;

    const ALL: &'static [Self] = &[
        Self::Random,
        Self::Rule,
        #[cfg(feature = "policy")]
        Self::Policy,
        #[cfg(feature = "policy")]
        Self::Search,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Rule => "rule",
            #[cfg(feature = "policy")]
            Self::Policy => "policy",
            #[cfg(feature = "policy")]
            Self::Search => "search",
        }
    }

    #[cfg(feature = "policy")]
    fn of_file(bytes: &[u8]) -> Result<quadrille_table::MakePlayer<Hearts>, String> {
        quadrille_players::of_file(bytes)
    }

    #[cfg(feature = "policy")]
    fn of_budget(text: &str) -> Result<(quadrille_table::MakePlayer<Hearts>, bool), String> {
        crate::policy::SHIPPED.of_budget(text)
    }

    fn player(self) -> Box<dyn Player<Hearts>> {
        match self {
            Self::Random => Box::new(Random),
            Self::Rule => Box::new(self),
            #[cfg(feature = "policy")]
            Self::Policy => crate::policy::SHIPPED.player(),
            #[cfg(feature = "policy")]
            Self::Search => {
                Box::new(crate::policy::SHIPPED.search(quadrille_players::search::Budget::default()))
            }
        }
    }
}

impl Player<Hearts> for HeartsPlayer {
    fn decide(&mut self, view: &View<'_>, rng: &mut PlayerRng) -> Result<Card, PlayerError> {
        let card = match view.public.winning {
            _ if *self == Self::Random => return Player::<Hearts>::decide(&mut Random, view, rng),
            Some((taker, best)) if view.legal.iter().any(|card| card.suit() == best.suit()) => {
                follow(view, taker, best)
            }
            None if view.decision() == Decision::Play => {
                view.legal.iter().min_by_key(|card| risk(view, *card))
            }
            _ => view.legal.iter().max_by_key(|card| danger(view, *card)),
        };
        Ok(card.unwrap_or_else(|| view.fallback()))
    }

    fn listens(&self) -> bool {
        false
    }
}

/// How much a seat wants to be rid of a card.
fn danger(view: &View<'_>, card: Card) -> i32 {
    let rank = i32::from(card.rank());
    let held = (view.hand & Cards::of_suit(card.suit())).len() as i32;
    let (gives, queen_is_out) = (view.public.is_pass(), (view.unseen() | view.hand).contains(Card::SQ));
    let shoots = view.public.winning.is_some_and(|(taker, _)| shoots(view, taker));
    match card.suit() {
        _ if shoots && Cards::PENALTIES.contains(card) => -1,
        Card::SPADES if queen_is_out && gives && held > 4 => 0,
        Card::SPADES if card == Card::SQ => 200,
        Card::SPADES if queen_is_out => rank + 100 * i32::from(rank > 10),
        Card::HEARTS if !gives => 50 + rank,
        Card::HEARTS => 3 * rank,
        _ if card == Card::DJ && view.rules.jd_bonus => 0,
        _ => 3 * rank + 2 * (8 - held),
    }
}

/// How likely a card that is led takes points.
fn risk(view: &View<'_>, card: Card) -> i32 {
    let suit = view.unseen() & Cards::of_suit(card.suit());
    let below = suit.iter().filter(|other| card.beats(*other)).count() as i32;
    match card.suit() {
        // Nobody else has the suit: it takes whatever the others discard.
        _ if suit.is_empty() => 200,
        Card::SPADES if card == Card::SQ => 150,
        Card::SPADES if suit.contains(Card::SQ) => 150 * i32::from(card.beats(Card::SQ)) - 10,
        Card::SPADES if view.hand.contains(Card::SQ) => 40 + 5 * below,
        // The more cards of the suit are out, the likelier everyone follows.
        _ => 12 * below - 2 * suit.len() as i32,
    }
}

/// Whether another seat alone has taken all points so far, ten at least.
fn shoots(view: &View<'_>, seat: usize) -> bool {
    let taken = view.public.taken.map(|taken| taken & Cards::PENALTIES);
    let alone = taken.iter().filter(|taken| !taken.is_empty()).count() == 1;
    alone && seat != view.seat && taken[seat].len() + 12 * usize::from(taken[seat].contains(Card::SQ)) >= 10
}

/// A card of the suit that was led, where `winner` of the seat `taker` takes the trick so far.
fn follow(view: &View<'_>, taker: usize, winner: Card) -> Option<Card> {
    let (public, queen) = (view.public, Cards::of(Card::SQ));
    let above: Cards = view.legal.iter().filter(|card| card.beats(winner)).collect();
    let (below, safe) = (view.legal - above, above - queen);
    let trick: Cards = public.trick().iter().copied().collect();
    let (points, last) = (view.rules.cost(trick), public.trick().len() == 3);
    let stops = points > 0 && !trick.contains(Card::SQ) && shoots(view, taker);
    let harmless = last && points <= 0 || public.plays() < 4 && view.rules.no_pts_on_first_trick;
    match () {
        () if below.contains(Card::SQ) => queen.iter().next(),
        () if stops || harmless => safe.iter().last().or(below.iter().last()),
        () if !below.is_empty() => below.iter().last(),
        // It may have to take the trick; if it has to, then with what is dangerous later.
        () if last => safe.iter().last(),
        () => safe.iter().next(),
    }
}
