//! A player by rules of thumb.
//!
//! Everything rests on one number: what a hand still [costs](cost) to get rid of, in hundredths of a turn,
//! counting high cards and bombs for the turns they win back. Whoever leads plays what leaves the cheapest
//! rest. Whoever follows compares the cheapest rest with the hand as it is, and asks for more gain the less
//! there is to fear from whoever lies on the view. Nothing is remembered, and nothing is random.
//!
//! Beside `RLCard` 1.2.0 and its `doudizhu-rule-v1`
//! (`benches/peers/rlcard_doudizhu.py --games 3000 --seed 1`; ours by
//! `quadrille doudizhu arena --players rule,random,random --games 60000 --seed 1`, and `random,rule,rule`),
//! the share of games that the landlord wins, with its 95 % interval:
//!
//! | landlord against peasants | here | `RLCard` |
//! |---|---|---|
//! | rule against random | 0.952 (0.949–0.955) | 0.934 (0.925–0.942) |
//! | random against rule | 0.011 (0.009–0.012) | 0.049 (0.042–0.058) |
//!
//! So this player is the stronger one in both roles, against random players.

mod bidding;
pub(crate) mod cost;
#[cfg(feature = "oracle")]
pub(crate) mod plain;

use self::cost::cost;
use super::{Player, PlayerError, PlayerRng};
use crate::game::{Action, Decision, Seat, Table, View};
use crate::{Hand, Kind, Move};

/// Rules of thumb; see the [module](crate::players). It draws nothing and remembers nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rule;

impl Rule {
    /// What it plays: one of the moves of the view.
    pub fn choose(&self, view: &View<'_>) -> Move {
        // A pass is the first of all, or there is none.
        let moves = &view.moves()[usize::from(view.may_pass()).min(view.moves().len())..];
        winning(view, moves)
            .unwrap_or_else(|| if view.may_pass() { follow(view, moves) } else { lead(view, moves) })
    }
}

impl Player<Table> for Rule {
    fn decide(&mut self, view: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
        Ok(match view {
            Decision::Call(view) => Action::Call(bidding::call(view)),
            Decision::Play(view) => Action::Play(self.choose(view)),
        })
    }

    fn listens(&self) -> bool {
        false
    }
}

/// A move that ends the game, or one that nobody can beat and that leaves a single move.
fn winning(view: &View<'_>, moves: &[Move]) -> Option<Move> {
    let (hand, rules) = (view.hand(), view.rules());
    if let Some(&last) = moves.iter().find(|chosen| chosen.cards() == hand) {
        return Some(last);
    }
    let leaves_one = |chosen: &Move| {
        let left = rest(hand, *chosen);
        may_be_a_move(left) && rules.classify(left).is_some()
    };
    // Both others' cards as one hand: what that cannot beat, neither can.
    let unseen = view.unseen();
    let beaten = |chosen: Move| rules.count_follows(unseen, chosen) > 1;
    moves.iter().copied().filter(leaves_one).find(|&chosen| !beaten(chosen))
}

/// No, if these cards are no move under any rules: nearly all rests of a game's beginning are told from moves
/// by this.
///
/// A move has one rank, or as many cards of each of its ranks (chains, the rocket), or cards attached to a
/// four (six or eight cards in all) or to some trios (four or five cards for each of them).
fn may_be_a_move(cards: Hand) -> bool {
    const LANES: u64 = 0x0111_1111_1111_1111;
    let bits = cards.bits();
    let (low, high, fours) = (bits & LANES, bits >> 1 & LANES, bits >> 2 & LANES);
    let ranks = low | high | fours;
    let lowest = bits >> (ranks.trailing_zeros() & 63) & 0xf;
    if ranks * lowest == bits {
        return true;
    }
    let (len, trios) = (cards.len(), (low & high).count_ones());
    fours != 0 && (len == 6 || len == 8)
        || len.is_multiple_of(4) && trios >= len / 4
        || len.is_multiple_of(5) && trios >= len / 5
}

/// What is left of a hand, of which the move is one.
#[inline]
fn rest(hand: Hand, chosen: Move) -> Hand {
    Hand::from_valid_bits(hand.bits() - chosen.cards().bits())
}

/// Of several moves the one of the least price; of equal ones that with more cards, of these the first.
#[inline]
fn cheapest(moves: &[Move], price: impl Fn(Move) -> i32) -> Option<(Move, i32)> {
    let priced = moves.iter().map(|&chosen| (chosen, price(chosen)));
    priced.min_by_key(|&(chosen, price)| (price, std::cmp::Reverse(chosen.cards().len())))
}

fn lead(view: &View<'_>, moves: &[Move]) -> Move {
    let (hand, fewest) = (view.hand(), fewest_of_enemies(view));
    let price = |chosen: Move| cost(rest(hand, chosen)) + risk_of_leading(fewest, chosen);
    cheapest(moves, price).map_or(Move::PASS, |(chosen, _)| chosen)
}

/// What it costs that somebody with one or two cards left may go out on this lead.
#[inline]
fn risk_of_leading(fewest: u32, chosen: Move) -> i32 {
    let rank = chosen.rank().map_or(0, |rank| i32::from(rank.index()));
    match (chosen.kind(), fewest) {
        // The higher the better, whatever else it breaks.
        (Kind::Solo, 1) => 400 - 20 * rank,
        (Kind::Pair, 2) => 200 - 12 * rank,
        (Kind::Solo, 2) => 60 - 4 * rank,
        _ => 0,
    }
}

fn follow(view: &View<'_>, moves: &[Move]) -> Move {
    let hand = view.hand();
    let Some((chosen, left)) = cheapest(moves, |chosen| cost(rest(hand, chosen))) else { return Move::PASS };
    let gain = cost(hand) - left;
    // Nearly done: the lead is worth more than order in what is left.
    let near = if left <= NEARLY_DONE { WORTH_OF_LEAD_WHEN_NEAR } else { 0 };
    if gain + near >= least_gain(view, chosen) { chosen } else { Move::PASS }
}

/// A rest that costs no more than this is nearly played.
const NEARLY_DONE: i32 = 110;
const WORTH_OF_LEAD_WHEN_NEAR: i32 = 100;

/// How much cheaper a hand has to become for it to be worth beating what lies on the table.
fn least_gain(view: &View<'_>, chosen: Move) -> i32 {
    let owner = view.owner();
    if view.are_partners(owner, view.seat()) {
        // The partner has the lead: only get rid of low cards on the way, and never of more than is needed.
        if view.cards_left(owner) <= 2 || chosen.is_bomb_or_rocket() {
            return i32::MAX;
        }
        let high = chosen.rank().is_some_and(|rank| rank.index() >= 10);
        return if high { i32::MAX } else { 80 };
    }
    match fewest_of_enemies(view) {
        0..=2 => -300,
        3..=5 => -60,
        6..=10 => 10,
        _ => 30,
    }
}

/// The cards of the enemy that has the fewest.
fn fewest_of_enemies(view: &View<'_>) -> u32 {
    let own = view.seat();
    let enemies = Seat::ALL.into_iter().filter(|&seat| !view.are_partners(own, seat));
    enemies.map(|seat| view.cards_left(seat)).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_random::StreamKey;

    use super::plain::PlainRule;
    use super::*;
    use crate::game::{Contract, Deal, Position, Scoring, Setup};
    use crate::{ActionTable, MoveBuffer, Rules};

    /// A position that random moves, and the plain rule player's, have led to; `plies` of them.
    fn position(seed: u64, plies: usize, rules: Rules) -> Position {
        let mut rng = StreamKey::new(seed, 0).rng();
        let deal = Deal::random(&mut rng);
        let mut position = Position::new(&deal, Seat::ALL[(seed % 3) as usize]);
        let (setup, mut moves) = (Setup::new(rules, Scoring::Adp), MoveBuffer::new());
        for _ in 0..plies {
            if position.winner().is_some() {
                break;
            }
            let contract = Contract::plain(position.landlord());
            let view = View::of(&setup, &contract, deal.stock(), &position, &mut moves);
            let random = view.moves()[rng.next_u32() as usize % view.moves().len()];
            let chosen = if seed.is_multiple_of(2) { random } else { PlainRule.choose(&view) };
            position.play(chosen);
        }
        position
    }

    /// Both players asked about a position.
    fn check(position: &Position, rules: Rules) {
        let (setup, contract) = (Setup::new(rules, Scoring::Adp), Contract::plain(position.landlord()));
        let mut moves = MoveBuffer::new();
        let view = View::of(&setup, &contract, Hand::EMPTY, position, &mut moves);
        let (fast, plain) = (Rule.choose(&view), PlainRule.choose(&view));
        assert_eq!(fast, plain, "{position:?} under {rules}");
    }

    fn all_rules() -> [Rules; 6] {
        let [rlcard, douzero, pagat, openspiel] = Rules::PRESETS;
        let turned = rlcard.with_space_shuttle().without_trio_pair();
        [rlcard, douzero, pagat, openspiel, turned, pagat.without_four_two().with_space_shuttle()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12_000))]

        /// Positions of games, under all presets and with switches turned.
        #[test]
        fn it_chooses_what_the_plain_player_chooses(seed in any::<u64>(), plies in 0..70usize, rules in 0..6usize) {
            let rules = all_rules()[rules];
            check(&position(seed, plies, rules), rules);
        }

        /// Endgames nobody has played up to, of hands with many of a rank.
        #[test]
        fn it_chooses_what_the_plain_player_chooses_in_endgames(
            cards in 0..1u64 << 54,
            owners in prop::array::uniform3(any::<u64>()),
            turn in 0..3usize,
            rules in 0..6usize,
        ) {
            let [one, two, three] = owners;
            let hands = [cards & one, cards & !one & two, cards & !one & !two & three].map(Hand::from_mask);
            if let Ok(position) = Position::endgame(hands, Seat::ALL[0], Seat::ALL[turn]) {
                check(&position, all_rules()[rules]);
            }
        }
    }

    /// All moves there are may be moves; and of other cards few may.
    #[test]
    fn what_is_a_move_may_be_one() {
        for rules in all_rules() {
            for (_, chosen) in ActionTable::new(rules).iter() {
                assert!(may_be_a_move(chosen.cards()), "{chosen} under {rules}");
            }
        }
        let mut rng = StreamKey::new(31459, 0).rng();
        let passed = (0..10_000).filter(|_| may_be_a_move(Deal::random(&mut rng).hands()[0])).count();
        assert!(passed < 10, "{passed}");
    }
}
