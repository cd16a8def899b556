//! A player that follows rules of thumb.
//!
//! A move that certainly wins is played at once. All other choices of moves rest on one number: the
//! [cost](cost) of a hand, an estimate of the turns needed to play it, in hundredths of a turn.
//! High cards and bombs reduce the cost, since they win turns back. The player leads with the move
//! that leaves the cheapest rest of the hand. If an opponent has only one or two cards, the player
//! prefers leads that this opponent can hardly beat. An answer is played if it reduces the cost of
//! the hand by at least a minimum gain. The fewer cards the opponents have, the lower the minimum
//! gain is. The player has no memory and draws no random numbers.
//!
//! The following table compares the player with the player `doudizhu-rule-v1` of `RLCard` 1.2.0.
//! The numbers of `RLCard` come from `benches/peers/rlcard_doudizhu.py --games 3000 --seed 1`. The
//! numbers of this crate come from `quadrille doudizhu arena --players rule,random,random --games
//! 60000 --seed 1`, and from the same command with `--players random,rule,rule`. Each number is the
//! share of games that the landlord wins, with a 95 % interval.
//!
//! | landlord against peasants | this crate | `RLCard` |
//! |---|---|---|
//! | rule against random | 0.952 (0.949–0.955) | 0.934 (0.925–0.942) |
//! | random against rule | 0.011 (0.009–0.012) | 0.049 (0.042–0.058) |
//!
//! So, against random players, this player is stronger than `doudizhu-rule-v1` in both roles.

mod bidding;
pub(crate) mod cost;
#[cfg(feature = "oracle")]
pub(crate) mod plain;

use self::cost::cost;
use super::{Player, PlayerError, PlayerRng};
use crate::game::{Action, Decision, Seat, Table, View};
use crate::{Hand, Kind, Move};

/// A player that follows rules of thumb, without memory and without random numbers. It chooses
/// moves by an estimate of the turns that the rest of its hand needs, and calls by the high cards
/// and bombs of its hand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rule;

impl Rule {
    /// Returns the move to play, one of the view's legal moves.
    pub fn choose(&self, view: &View<'_>) -> Move {
        // If a pass is legal, it is the first move.
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

/// Returns a move that wins: it ends the game, or no seat can beat it and the rest of the hand is a
/// single move.
fn winning(view: &View<'_>, moves: &[Move]) -> Option<Move> {
    let (hand, rules) = (view.hand(), view.rules());
    if let Some(&last) = moves.iter().find(|chosen| chosen.cards() == hand) {
        return Some(last);
    }
    let leaves_one = |chosen: &Move| {
        let left = rest(hand, *chosen);
        may_be_a_move(left) && rules.classify(left).is_some()
    };
    // The two other hands are combined: if the combined hand cannot beat a move, neither hand can.
    // The count of answers includes the pass.
    let unseen = view.unseen();
    let beaten = |chosen: Move| rules.count_follows(unseen, chosen) > 1;
    moves.iter().copied().filter(leaves_one).find(|&chosen| !beaten(chosen))
}

/// Returns `false` only if the cards are not a move under any rules. `cards` is the rest of a hand
/// after a move. Early in a game, this fast test rejects nearly all such rests.
///
/// A move has one of four forms: cards of one rank; equally many cards of each rank (a chain, the
/// rocket); a four with attached cards (six or eight cards in total); trios with attached cards
/// (four or five cards in total for each trio).
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

/// Returns the rest of a hand after one of its moves.
#[inline]
fn rest(hand: Hand, chosen: Move) -> Hand {
    Hand::from_valid_bits(hand.bits() - chosen.cards().bits())
}

/// Returns the move for which the function `price` has the lowest value, and this value. Among
/// moves of equal value, the move with the most cards is taken, then the first move.
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

/// Returns the cost of the risk that an opponent with one or two cards can play its last cards on
/// this lead.
#[inline]
fn risk_of_leading(fewest: u32, chosen: Move) -> i32 {
    let rank = chosen.rank().map_or(0, |rank| i32::from(rank.index()));
    match (chosen.kind(), fewest) {
        // High ranks are preferred. This preference outweighs the cost of the rest of the hand.
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
    // If few turns remain, the lead is worth more than a well-ordered rest of the hand.
    let near = if left <= NEARLY_DONE { WORTH_OF_LEAD_WHEN_NEAR } else { 0 };
    if gain + near >= least_gain(view, chosen) { chosen } else { Move::PASS }
}

/// The largest cost at which the rest of a hand counts as nearly played.
const NEARLY_DONE: i32 = 110;
/// The value of the lead if the rest of the hand is nearly played.
const WORTH_OF_LEAD_WHEN_NEAR: i32 = 100;

/// Returns the least gain for which the answer `chosen` is played; otherwise this seat passes. The
/// gain is the reduction of the hand's cost. If few turns remain, the caller adds the value of the
/// lead to the gain.
fn least_gain(view: &View<'_>, chosen: Move) -> i32 {
    let owner = view.owner();
    if view.are_partners(owner, view.seat()) {
        // The partner owns the move on the table, and may get the lead. This seat therefore plays
        // only low cards here, and no bomb.
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

/// Returns the number of cards of the opponent who has the fewest.
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

    /// Returns the position after `plies` moves from a random deal. With an even seed the moves are
    /// random; with an odd seed the reference player chooses them.
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

    /// Asserts that both players choose the same move.
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

        /// Positions of games, under all presets and with modified rules.
        #[test]
        fn choices_in_games_equal_the_reference(seed in any::<u64>(), plies in 0..70usize, rules in 0..6usize) {
            let rules = all_rules()[rules];
            check(&position(seed, plies, rules), rules);
        }

        /// Random endgames, in which hands have many cards of a rank.
        #[test]
        fn choices_in_endgames_equal_the_reference(
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

    /// `may_be_a_move` accepts all moves and few other hands.
    #[test]
    fn may_be_a_move_accepts_all_moves() {
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
