//! Sampling of hidden hands that are consistent with a seat's information.

use std::num::NonZeroU64;

use quadrille_random::bounded::below_u64;
use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::deal_mask;
use quadrille_table::{Sample, SampleError};

use super::deal::{Exchange, Exchanged, Gift};
use super::table::Stage;
use super::{Decision, Event, ExchangeView, Game, Series, Table, View};
use crate::Card;
use crate::encodings::Played;
use crate::melds::Hand;
#[cfg(feature = "policy")]
use crate::melds::Melds;
use crate::rules::Rules;

const MOST: usize = Rules::MOST_PLAYERS;
/// The bits of the two jokers in a packed hand.
const JOKERS: u64 = 0b11 << Card::COUNT;
/// Maximum number of attempts at a deal. For views of real games, more than half of the attempts
/// succeed, so the limit is only reached for views constructed by hand.
const MOST_TRIES: usize = 1000;

/// Samples exactly uniformly: every assignment of the unseen cards that is consistent with the
/// seat's information has the same probability. Two jokers count as different cards.
///
/// A seat knows the sizes of all hands, the cards played, and the cards that it gave to its partner
/// and received from its partner in the exchange:
///
/// * A card that the seat gave is in the partner's hand until the card is played or returned.
/// * The poor seats gave their best cards. A rich seat therefore knows that its partner holds
///   nothing better than the cards received, except for the cards that the rich seat returned.
/// * Before cards are returned, the rich seat of another pair holds the cards that it received, and
///   its exchange partner has no better card left. After the return, both seats can hold any cards.
///
/// The choice of cards that other seats returned or played is not used as evidence. The cards
/// exchanged between two other seats are sampled together with the hands: each exchange that leads
/// to the sampled hands has the same probability.
///
/// A view that was not created by a table may lack the cards that the seat gave and received; the
/// seat's own exchange is then sampled like those of other seats. During the exchange, the hand
/// sizes are those of [`ExchangeView::sizes`].
impl Sample for Table {
    fn sample<R: Rng + ?Sized>(view: &Decision<'_>, rng: &mut R) -> Result<Self, SampleError> {
        let table = match view {
            Decision::Give(view) => exchanging(view, rng),
            Decision::Play(view) => playing(view, rng),
        };
        table.ok_or(SampleError)
    }
}

/// The public information about an exchange between two seats.
#[derive(Clone, Copy)]
struct Pair {
    rich: usize,
    poor: usize,
    number: u32,
    returned: bool,
}

impl Pair {
    /// Returns the pairs of seats that exchange cards, in the order of their first gifts. Invalid
    /// events, which no game at a table produces, are ignored.
    fn all(history: &[Event], players: usize) -> Vec<Self> {
        let mut pairs: Vec<Self> = Vec::new();
        for event in history {
            let Event::Given { from, to, number } = *event else { break };
            let (from, to) = (usize::from(from), usize::from(to));
            match pairs.iter_mut().find(|pair| (pair.rich, pair.poor) == (from, to)) {
                Some(pair) => pair.returned = true,
                None if from.max(to) < players && from != to && (1..=2).contains(&number) => {
                    pairs.push(Self { rich: to, poor: from, number: number.into(), returned: false });
                }
                None => {}
            }
        }
        pairs
    }
}

/// A seat's information about the hands.
struct Known<'a> {
    seat: usize,
    hand: Hand,
    unseen: Hand,
    sizes: [u32; MOST],
    pairs: &'a [Pair],
    /// The cards that the seat gave and received.
    exchanged: Exchanged,
    played: Played,
}

impl<'a> Known<'a> {
    /// Collects the information of a seat at a table at which the seats hold `hands`.
    #[cfg(any(test, feature = "policy"))]
    fn of_hands(
        seat: usize,
        hands: &[Hand; MOST],
        pairs: &'a [Pair],
        exchanged: Exchanged,
        played: Played,
    ) -> Self {
        let mut unseen = Hand::EMPTY;
        (0..MOST).filter(|&other| other != seat).for_each(|other| unseen.take(hands[other]));
        Self { seat, hand: hands[seat], unseen, sizes: hands.map(Hand::len), pairs, exchanged, played }
    }

    /// Deals the hidden cards, retrying until the deal is consistent; `None` if no attempt
    /// succeeds.
    fn deal<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<[Hand; MOST]> {
        (0..MOST_TRIES).find_map(|_| Some(self.deal_once(rng)?).filter(|hands| self.fits(hands)))
    }

    fn deal_once<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<[Hand; MOST]> {
        let (bound, known, may_hold) = self.of_partner();
        let mut left = self.unseen.packed();
        if known & !left != 0 {
            return None;
        }
        left ^= known;
        let mut hands = [Hand::EMPTY; MOST];
        hands[self.seat] = self.hand;
        // The hand of the exchange partner can hold only some of the cards, so it is dealt first.
        // The number of ways to deal the remaining cards does not depend on the partner's hand, so
        // the deal stays uniform.
        for seat in (0..MOST).map(|place| (bound + place) % MOST).filter(|&seat| seat != self.seat) {
            let (known, among) = if seat == bound { (known, left & may_hold) } else { (0, left) };
            let dealt = deal_mask(rng, among, self.sizes[seat].checked_sub(known.count_ones())?)?;
            left ^= dealt;
            hands[seat] = Hand::from_packed(known | dealt);
        }
        Some(hands)
    }

    /// Returns the hands at the start of the play: the present hands and the cards played.
    fn at_first(&self, hands: &[Hand; MOST]) -> [Hand; MOST] {
        std::array::from_fn(|seat| {
            let mut hand = hands[seat];
            hand.take(self.played.by(seat));
            hand
        })
    }

    /// Returns the seat of the exchange partner, the cards that it certainly holds, and the other
    /// cards that it can hold.
    ///
    /// Without an exchange, returns seat 0, no certain cards, and all cards as possible ones.
    fn of_partner(&self) -> (usize, u64, u64) {
        let Exchanged { given, received } = self.exchanged;
        let own = self.pairs.iter().find(|pair| [pair.rich, pair.poor].contains(&self.seat));
        let Some(pair) = own else { return (0, 0, u64::MAX) };
        let partner = pair.rich + pair.poor - self.seat;
        let mut known = given;
        if partner == pair.rich {
            known.give(received);
        }
        known.give(self.played.by(partner));
        let worst = received.cards.lowest().filter(|_| partner == pair.poor);
        let may_hold = worst.map_or(u64::MAX, |worst| (1 << worst.index()) - 1);
        (partner, known.packed(), may_hold)
    }

    /// Returns whether each poor seat that still awaits cards in return could have given its best
    /// cards. A card of the rich seat can be from this gift if the poor seat holds no better card.
    /// The rich seat must hold at least `number` such cards.
    fn fits(&self, hands: &[Hand; MOST]) -> bool {
        self.pairs.iter().filter(|pair| !pair.returned).all(|pair| {
            let (rich, poor) = words(hands[pair.rich], hands[pair.poor]);
            (rich & at_least(poor)).count_ones() >= pair.number
        })
    }

    /// Samples the cards that a pair exchanged, given their present hands: the gift of the poor
    /// seat and the cards returned.
    fn between<R: Rng + ?Sized>(&self, pair: Pair, hands: &[Hand; MOST], rng: &mut R) -> Option<[Hand; 2]> {
        let Exchanged { given, received } = self.exchanged;
        if self.seat == pair.rich && received.len() == pair.number {
            return Some([received, given]);
        }
        if self.seat == pair.poor && given.len() == pair.number {
            return Some([given, received]);
        }
        // The returned cards are drawn with probabilities proportional to the number of gifts that
        // are possible with them. Then the gift is drawn uniformly.
        let ways = Ways::of(pair, hands);
        let mut drawn = below_u64(rng, NonZeroU64::new(ways.count())?);
        let back = ways.backs().into_iter().find(|&back| {
            let (gifts, before) = (ways.gifts(back), drawn);
            drawn = before.saturating_sub(gifts);
            before < gifts
        })?;
        Some([deal_mask(rng, ways.better(back), pair.number)?, back].map(Hand::from_packed))
    }

    /// Returns the hands as dealt, and all gifts in order: first the gifts of the poor seats, then
    /// the cards returned. The exchanges in `kept` are copied instead of sampled.
    fn undo<R: Rng + ?Sized>(
        &self,
        mut hands: [Hand; MOST],
        kept: &[Gift],
        rng: &mut R,
    ) -> Option<([Hand; MOST], Vec<Gift>)> {
        let kept = |from, to| kept.iter().find(|gift| (gift.from, gift.to) == (from, to));
        let (mut gifts, mut returned) = (Vec::new(), Vec::new());
        for &pair in self.pairs {
            let Pair { rich, poor, .. } = pair;
            let [gift, back] = match (kept(poor, rich), kept(rich, poor)) {
                (Some(gift), Some(back)) => [gift.cards, back.cards],
                _ => self.between(pair, &hands, rng)?,
            };
            gifts.push(Gift { from: poor, to: rich, cards: gift });
            if pair.returned {
                returned.push(Gift { from: rich, to: poor, cards: back });
                hands[poor].give(back);
                hands[rich].take(back);
            }
            hands[rich].give(gift);
            hands[poor].take(gift);
        }
        gifts.append(&mut returned);
        Some((hands, gifts))
    }
}

/// The exchanges of a pair that can have led to the pair's present hands. The two jokers count as
/// different cards.
struct Ways {
    pair: Pair,
    /// The hand of the rich seat, packed.
    rich: u64,
    /// The hand of the poor seat, packed.
    poor: u64,
}

impl Ways {
    fn of(pair: Pair, hands: &[Hand; MOST]) -> Self {
        let (rich, poor) = words(hands[pair.rich], hands[pair.poor]);
        Self { pair, rich, poor }
    }

    /// Returns the sets of cards that the rich seat can have returned.
    fn backs(&self) -> Vec<u64> {
        parts(self.poor, if self.pair.returned { self.pair.number } else { 0 })
    }

    /// Returns the cards that the poor seat can have given as its best cards if the rich seat
    /// returned `back`.
    const fn better(&self, back: u64) -> u64 {
        (self.rich | back) & at_least(self.poor & !back)
    }

    /// Returns the number of gifts that are possible if `back` was returned.
    fn gifts(&self, back: u64) -> u64 {
        let cards = u64::from(self.better(back).count_ones());
        if self.pair.number == 1 { cards } else { cards * cards.saturating_sub(1) / 2 }
    }

    /// Returns the number of exchanges.
    fn count(&self) -> u64 {
        self.backs().into_iter().map(|back| self.gifts(back)).sum()
    }

    /// Returns the number of exchanges in which the poor seat gives `gift` and the rich seat
    /// returns `back`. These exchanges differ only in which of the two jokers a seat gives.
    #[cfg(feature = "policy")]
    fn equal(&self, gift: Hand, back: Hand) -> u64 {
        let choices = |jokers: u64, drawn: u32| if jokers.count_ones() == 2 && drawn == 1 { 2 } else { 1 };
        let equal = self.backs().into_iter().filter(|&other| Hand::from_packed(other) == back);
        equal.map(|back| choices((self.rich | back) & JOKERS, gift.jokers)).sum()
    }
}

/// Packs two hands as subsets of one deck, in which the two jokers are different cards.
fn words(one: Hand, other: Hand) -> (u64, u64) {
    let both_have_one = one.jokers == 1 && other.jokers == 1;
    (one.packed(), other.packed() ^ if both_have_one { JOKERS } else { 0 })
}

/// Returns the cards that can be among the best cards that a hand has given away if it keeps
/// `cards`: the cards above the highest of `cards`, or all cards if `cards` is empty. If `cards`
/// has a joker, returns both jokers, because they rank equally.
const fn at_least(cards: u64) -> u64 {
    // The shift is split in two because a shift by 64, for an empty set, would overflow.
    if cards & JOKERS != 0 { JOKERS } else { !((u64::MAX >> 1) >> (cards.leading_zeros() - 1)) }
}

/// Returns all subsets of `number` cards of a packed hand; `number` is 0, 1 or 2.
fn parts(hand: u64, number: u32) -> Vec<u64> {
    let ones: Vec<u64> = (0..u64::BITS).map(|bit| 1 << bit).filter(|card| hand & card != 0).collect();
    match number {
        0 => vec![0],
        1 => ones,
        _ => (1..ones.len())
            .flat_map(|at| ones[..at].iter().map(|low| low | ones[at]).collect::<Vec<_>>())
            .collect(),
    }
}

fn exchanging<R: Rng + ?Sized>(view: &ExchangeView<'_>, rng: &mut R) -> Option<Table> {
    let (series, seat, hand) = (view.series(), view.seat(), view.hand());
    let rules = series.rules();
    let mut unseen = Hand::new(crate::CardSet::ALL, rules.jokers());
    unseen.give(hand);
    let known = Known {
        seat,
        hand,
        unseen,
        sizes: view.sizes(),
        pairs: &Pair::all(view.history(), rules.players()),
        exchanged: Exchanged { given: Hand::EMPTY, received: view.received() },
        played: Played::new(),
    };
    let hands = known.deal(rng)?;
    let (dealt, gifts) = known.undo(hands, &[], rng)?;
    let classes = view.classes();
    let mut exchange = Exchange::new(rules, &dealt, &classes[..rules.players()]).ok()?;
    for gift in gifts.iter().filter(|gift| known.pairs.iter().any(|pair| pair.rich == gift.from)) {
        exchange.give(gift.from, gift.cards)?;
    }
    let due = (seat, view.number());
    let stage = (exchange.hands() == &hands).then_some(Stage::Exchange { exchange, due })?;
    Some(Table::midway(series.clone(), stage, (dealt, &gifts), classes, view.history()))
}

fn playing<R: Rng + ?Sized>(view: &View<'_>, rng: &mut R) -> Option<Table> {
    let pairs = Pair::all(view.history(), view.rules().players());
    let known = known(view, &pairs);
    let hands = known.deal(rng)?;
    table(view, &known, hands, &[], rng)
}

/// Collects a seat's information during play.
fn known<'a>(view: &View<'_>, pairs: &'a [Pair]) -> Known<'a> {
    Known {
        seat: view.seat(),
        hand: view.hand(),
        unseen: view.unseen(),
        sizes: std::array::from_fn(|seat| view.state().size(seat)),
        pairs,
        exchanged: view.series().map_or_else(Exchanged::default, |(_, exchanged)| *exchanged),
        played: Played::of(view.history()),
    }
}

/// Builds the table in play with these hands. The exchanges between other seats are sampled; those
/// in `kept` are copied instead.
fn table<R: Rng + ?Sized>(
    view: &View<'_>,
    known: &Known<'_>,
    hands: [Hand; MOST],
    kept: &[Gift],
    rng: &mut R,
) -> Option<Table> {
    let (state, rules, history) = (view.state(), view.rules(), view.history());
    let players = rules.players();
    let game = Game::in_progress(state.clone(), &hands[..players]).ok()?;
    let at_first = known.at_first(&hands);
    let dealt = known.undo(at_first, kept, rng)?;
    let mut classes = [0; MOST];
    classes[..players].copy_from_slice(state.classes_before().unwrap_or(&[0; MOST][..players]));
    let seats: Vec<u8> = (0..players as u8).collect();
    let series = match (view.series(), state.classes_before()) {
        (Some((series, _)), _) => series.clone(),
        (None, None) => Series::new(rules),
        (None, Some(classes)) => Series::continued(rules, 1, &seats, classes, &[]).ok()?,
    };
    Some(Table::midway(series, Stage::Play(game), (dealt.0, &dealt.1), classes, history))
}

#[cfg(feature = "policy")]
impl Table {
    /// Returns p / q, up to a constant factor: p is the probability that the hands of this table
    /// are dealt, and q is the probability that [`sample`](Sample::sample) draws this table for
    /// seat `own`.
    ///
    /// The hands *as dealt* are equally likely. But `sample` draws the hands *after* the exchange
    /// first, all with the same probability, and then one of the W exchanges that lead to these
    /// hands. So q has the factor 1 / W for each pair that `own` does not belong to. A table whose
    /// hands have many possible exchanges, because the cards of the poor seat are low, is drawn too
    /// rarely compared with its probability.
    ///
    /// A hand shows how many jokers it has, but not which of the two. If a seat was dealt d jokers,
    /// and f jokers in its hand are hidden from `own`, p has the factor 1 / d! and q has the factor
    /// 1 / f!. For the same reason, exchanges that differ only in the choice of jokers count as one
    /// exchange.
    ///
    /// If the view of `own` lacks the cards that `own` exchanged, the factor is constant only among
    /// tables with the same exchange of `own`. This is the case for a client of a contest server,
    /// which does not show these cards. [`vary`](Self::vary) does not change this exchange.
    pub(crate) fn prior(&self, own: usize) -> f64 {
        let hands: [Hand; MOST] = std::array::from_fn(|seat| self.hand(seat));
        let pairs = Pair::all(self.history(), self.series().rules().players());
        let played = Played::of(self.history());
        let known = Known::of_hands(own, &hands, &pairs, *self.exchanged_by(own), played);
        let (partner, certain, _) = known.of_partner();
        let mut ratio = 1.0;
        for seat in (0..MOST).filter(|&seat| seat != own) {
            let certain = if seat == partner { Hand::from_packed(certain).jokers } else { 0 };
            let hidden = hands[seat].jokers.saturating_sub(certain);
            // n! is n for 1 and 2.
            ratio *= f64::from(hidden.max(1)) / f64::from(self.dealt()[seat].jokers.max(1));
        }
        let at_first = known.at_first(&hands);
        for &pair in pairs.iter().filter(|pair| ![pair.rich, pair.poor].contains(&own)) {
            let ways = Ways::of(pair, &at_first);
            let given = |from, to| self.gifts().iter().find(|gift| (gift.from, gift.to) == (from, to));
            let [gift, back] = [given(pair.poor, pair.rich), given(pair.rich, pair.poor)]
                .map(|gift| gift.map_or(Hand::EMPTY, |gift| gift.cards));
            ratio *= ways.count() as f64 / ways.equal(gift, back).max(1) as f64;
        }
        ratio
    }

    /// Draws a table that differs from this table in two hands, and that seat `own` cannot
    /// distinguish from it.
    ///
    /// Two other seats swap one to three random cards. The exchanges of these seats before the play
    /// are then sampled again, given the new hands. Returns the new table, and a bit set of the
    /// seats whose cards have changed at any time of the game: the two seats and their exchange
    /// partners. `None` if the new hands contradict the information of seat `own`, or if play has
    /// not begun.
    ///
    /// Repeated calls form a Markov chain. The swap is symmetric: the reverse swap has the same
    /// probability. The exchange is sampled with the same probability as in
    /// [`sample`](Sample::sample). If the chain moves to every table that this function returns, it
    /// therefore has the distribution of [`sample`](Sample::sample), without a Metropolis–Hastings
    /// correction.
    pub(crate) fn vary<R: Rng + ?Sized>(&self, own: usize, rng: &mut R) -> Option<(Self, u32)> {
        let (game, mut melds) = (self.game()?, Melds::new());
        let view =
            game.view(own, &mut melds, self.history()).in_series(self.series(), self.exchanged_by(own));
        let pairs = Pair::all(view.history(), view.rules().players());
        let known = known(&view, &pairs);
        let mut others = [0; MOST];
        let mut count = 0;
        for seat in (0..MOST).filter(|&seat| seat != own && known.sizes[seat] > 0) {
            others[count] = seat;
            count += 1;
        }
        let place = quadrille_table::draw(rng, count);
        let (one, other) =
            (others[place], others[(place + 1 + quadrille_table::draw(rng, count.checked_sub(1)?)) % count]);
        let mut hands: [Hand; MOST] =
            std::array::from_fn(|seat| if seat < known.sizes.len() { game.hand(seat) } else { Hand::EMPTY });
        let (bound, kept, may_hold) = known.of_partner();
        let free = |seat: usize| hands[seat].packed() & !if seat == bound && seat != own { kept } else { 0 };
        let (free_of_one, free_of_other) = (free(one), free(other));
        // One card in half of all cases: the values 0 and 1 both yield 1.
        let drawn = (rng.next_u32() % 4).max(1).min(free_of_one.count_ones()).min(free_of_other.count_ones());
        let given = Hand::from_packed(deal_mask(rng, free_of_one, drawn)?);
        let taken = Hand::from_packed(deal_mask(rng, free_of_other, drawn)?);
        if one == other || drawn == 0 || given == taken {
            return None;
        }
        for (seat, given, taken) in [(one, given, taken), (other, taken, given)] {
            hands[seat].give(given);
            hands[seat].take(taken);
        }
        let fits = bound == own || hands[bound].packed() & !kept & !may_hold == 0;
        if !fits || !known.fits(&hands) {
            return None;
        }
        let swapped = |seat: usize| seat == one || seat == other;
        let affected = |&&Pair { rich, poor, .. }: &&Pair| swapped(rich) || swapped(poor);
        let seats = pairs
            .iter()
            .filter(affected)
            .fold(1 << one | 1 << other, |seats, pair| seats | 1 << pair.rich | 1 << pair.poor);
        let is_kept = |gift: &&Gift| !swapped(gift.from) && !swapped(gift.to);
        let kept: Vec<Gift> = self.gifts().iter().filter(is_kept).copied().collect();
        Some((table(&view, &known, hands, &kept, rng)?, seats))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
    use quadrille_table::draw;

    use super::*;
    use crate::game::deal::gifts;

    /// Returns a random subset of `number` cards of a hand.
    fn some(hand: Hand, number: u32, rng: &mut Xoshiro256PlusPlus) -> Hand {
        Hand::from_packed(deal_mask(rng, hand.packed(), number).expect("enough cards"))
    }

    /// Returns a hand without these cards; `None` if it does not hold them.
    fn without(hand: Hand, cards: Hand) -> Option<Hand> {
        let left = hand.packed() & !cards.packed();
        (hand.packed() & cards.packed() == cards.packed()).then(|| Hand::from_packed(left))
    }

    /// Returns whether the rules allow a pair to have these hands after exchanging these cards.
    fn follows(pair: Pair, [rich, poor]: [Hand; 2], [gift, back]: [Hand; 2]) -> bool {
        let dealt = without(poor, back).map(|mut dealt| {
            dealt.take(gift);
            dealt
        });
        let mut got = rich;
        got.take(back);
        dealt.is_some_and(|dealt| dealt.best(pair.number) == gift) && without(got, gift).is_some()
    }

    /// Adds the cards that each seat has played to its hand.
    fn with_played(mut hands: [Hand; MOST], played: &Played) -> [Hand; MOST] {
        hands.iter_mut().enumerate().for_each(|(seat, hand)| hand.take(played.by(seat)));
        hands
    }

    /// Samples an exchange of four seats with few cards, either pending or followed by some plays.
    /// Returns the pairs of the exchange, one seat's information and the true hands.
    fn few_cards(rng: &mut Xoshiro256PlusPlus, pending: bool) -> (Vec<Pair>, Known<'static>, [Hand; MOST]) {
        let jokers = draw(rng, 3);
        let cards = deal_mask(rng, (1 << 52) - 1, 9 - jokers as u32).expect("a deck");
        let mut deck = cards | ((1 << jokers) - 1) << 52;
        let mut hands = [Hand::EMPTY; MOST];
        for (seat, size) in [2, 2, 2, 3].into_iter().enumerate() {
            let dealt = deal_mask(rng, deck, size).expect("enough cards");
            deck ^= dealt;
            hands[seat] = Hand::from_packed(dealt);
        }
        let pair = |rich, poor, number| Pair { rich, poor, number, returned: !pending };
        let pairs = vec![pair(0, 3, 2), pair(1, 2, 1)];
        let seat = if pending { 0 } else { draw(rng, 4) };
        let (mut exchanged, mut played) = (Exchanged::default(), Played::new());
        for pair in &pairs {
            let gift = hands[pair.poor].best(pair.number);
            hands[pair.poor].give(gift);
            hands[pair.rich].take(gift);
            let back = if pending { Hand::EMPTY } else { some(hands[pair.rich], pair.number, rng) };
            hands[pair.rich].give(back);
            hands[pair.poor].take(back);
            match seat {
                seat if seat == pair.rich => exchanged = Exchanged { given: back, received: gift },
                seat if seat == pair.poor => exchanged = Exchanged { given: gift, received: back },
                _ => {}
            }
        }
        for (by, hand) in hands.iter_mut().enumerate().filter(|_| !pending) {
            if let Some(card) = hand.cards.lowest().filter(|_| draw(rng, 2) == 0) {
                played.push(by, card.to_string().parse().expect("a meld"));
                hand.give(Hand::new(crate::CardSet::only(card), 0));
            }
        }
        (pairs, Known::of_hands(seat, &hands, &[], exchanged, played), hands)
    }

    #[test]
    fn each_deal_that_fits_is_drawn_equally_often() {
        let mut bound = 0;
        for seed in 0..80 {
            let mut rng = StreamKey::new(seed, 0).rng();
            let (pairs, known, hands) = few_cards(&mut rng, seed % 3 == 0);
            let known = Known { pairs: &pairs, ..known };
            let Known { seat, unseen, exchanged: Exchanged { given, received }, played, .. } = known;
            // All deals of the unseen cards are enumerated; those that are possible under the rules
            // are kept.
            let mut deals = vec![[Hand::EMPTY; MOST]];
            deals[0][seat] = hands[seat];
            for card in parts(unseen.packed(), 1).into_iter().map(Hand::from_packed) {
                let to = |deal: [Hand; MOST]| {
                    (0..4).filter(move |&other| deal[other].len() < hands[other].len()).map(move |other| {
                        let mut deal = deal;
                        deal[other].take(card);
                        deal
                    })
                };
                deals = deals.into_iter().flat_map(to).collect();
            }
            let all = deals.len();
            deals.retain(|deal| {
                let deal = with_played(*deal, &played);
                pairs.iter().all(|&pair| {
                    let (rich, poor) = (deal[pair.rich], deal[pair.poor]);
                    let mut both = rich;
                    both.take(poor);
                    let backs =
                        if pair.returned { gifts(poor, pair.number).collect() } else { vec![Hand::EMPTY] };
                    let mut ways = backs
                        .into_iter()
                        .flat_map(|back| gifts(both, pair.number).map(move |gift| [gift, back]));
                    ways.any(|[gift, back]| {
                        let as_known = match seat {
                            seat if seat == pair.rich => (given, received) == (back, gift),
                            seat if seat == pair.poor => (given, received) == (gift, back),
                            _ => true,
                        };
                        as_known && follows(pair, [rich, poor], [gift, back])
                    })
                })
            });
            bound += usize::from(deals.len() < all);
            let draws = 200 * deals.len();
            let mut counts: HashMap<[u64; MOST], f64> = HashMap::new();
            for _ in 0..draws {
                let drawn = known.deal(&mut rng).expect("a deal");
                *counts.entry(drawn.map(Hand::packed)).or_default() += 1.0;
                let drawn = with_played(drawn, &played);
                let (dealt, given) = known.undo(drawn, &[], &mut rng).expect("an exchange");
                assert_eq!(dealt.map(Hand::len), [2, 2, 2, 3, 0, 0]);
                for (number, &pair) in pairs.iter().enumerate() {
                    let back = if pair.returned { given[2 + number].cards } else { Hand::EMPTY };
                    assert!(follows(pair, [drawn[pair.rich], drawn[pair.poor]], [given[number].cards, back]));
                }
            }
            // Two hidden jokers are different cards, so a deal with one joker in each of two hands
            // is listed twice.
            let mut expected: HashMap<[u64; MOST], f64> = HashMap::new();
            for deal in &deals {
                *expected.entry(deal.map(Hand::packed)).or_default() += 200.0;
            }
            assert!(counts.keys().all(|deal| expected.contains_key(deal)), "seed {seed}: inconsistent deal");
            // χ² with n degrees of freedom has mean n and standard deviation √(2 n); a value six
            // standard deviations above the mean is practically impossible.
            let freedom = (expected.len() - 1) as f64;
            let square = |(deal, often): (&[u64; MOST], &f64)| {
                (counts.get(deal).copied().unwrap_or(0.0) - often).powi(2) / often
            };
            let chi: f64 = expected.iter().map(square).sum();
            assert!(chi <= freedom + 6.0 * (2.0 * freedom).sqrt(), "seed {seed}: χ² {chi} of {freedom}");
        }
        assert!(bound >= 40, "{bound} cases with a restricted deal");
    }
}
