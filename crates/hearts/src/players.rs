//! The built-in players.

use quadrille_table::{Decision, Player, PlayerError, PlayerRng, Random, View as _};

use crate::{Card, Cards, Hearts, View};

quadrille_table::built_in_players! {
    /// The built-in players, by name.
    pub enum HeartsPlayer of Hearts {
        /// Draws uniformly from the legal cards.
        Random = "random" => Random,
        /// Plays by simple rules, without random numbers.
        ///
        /// If it has fewer than five spades, it passes the queen of spades and higher spades first.
        /// Then it passes high hearts and high cards of short suits. It leads cards that the others
        /// will probably beat, and low spades to force the queen out. When it follows suit, it
        /// plays the highest card that does not win the trick; if it plays last and the trick has
        /// no points, it takes the trick with its highest card. When it cannot follow suit, it
        /// discards the queen of spades, high hearts and high cards. If the seat that is winning
        /// the trick has taken all points so far, and at least ten, the player keeps its penalty
        /// cards and takes tricks with points, so that this seat does not shoot the moon.
        Rule = "rule" => Rule,
    }
    learned: quadrille_players::Shipped = crate::policy::SHIPPED
}

/// The player of [`HeartsPlayer::Rule`].
struct Rule;

impl Player<Hearts> for Rule {
    fn decide(&mut self, view: &View<'_>, _: &mut PlayerRng) -> Result<Card, PlayerError> {
        let card = match view.public.winning {
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

/// Returns how urgently the seat should pass or discard a card; a higher number is more urgent.
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

/// Returns a score for the risk that a led card takes points; a lower score is safer.
fn risk(view: &View<'_>, card: Card) -> i32 {
    let suit = view.unseen() & Cards::of_suit(card.suit());
    let below = suit.iter().filter(|other| card.beats(*other)).count() as i32;
    match card.suit() {
        // No other seat has the suit, so the card takes all discards.
        _ if suit.is_empty() => 200,
        Card::SPADES if card == Card::SQ => 150,
        Card::SPADES if suit.contains(Card::SQ) => 150 * i32::from(card.beats(Card::SQ)) - 10,
        Card::SPADES if view.hand.contains(Card::SQ) => 40 + 5 * below,
        // The more cards of the suit are unseen, the more probably all seats follow.
        _ => 12 * below - 2 * suit.len() as i32,
    }
}

/// Returns whether `seat` may be about to shoot the moon: it is not the view's own seat, and it has
/// taken all points so far, at least ten.
fn shoots(view: &View<'_>, seat: usize) -> bool {
    let taken = view.public.taken.map(|taken| taken & Cards::PENALTIES);
    let alone = taken.iter().filter(|taken| !taken.is_empty()).count() == 1;
    alone && seat != view.seat && taken[seat].len() + 12 * usize::from(taken[seat].contains(Card::SQ)) >= 10
}

/// Returns the card to play if the seat must follow suit. `taker` is the seat that wins the trick
/// so far; `winner` is the card with which it wins.
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
        // The seat must take the trick. It uses its highest card, because this card is the most
        // likely to take a later trick.
        () if last => safe.iter().last(),
        () => safe.iter().next(),
    }
}
