//! Sure wins: the published positions, and comparison of small random ones with the exhaustive
//! search.

use crate::sets::sample::{cases, hostile_sets, order, random_sets};
use quadrille_daifugo::dominance::{NoDominance, Opponents, Order};
use quadrille_daifugo::melds::{self, Hand, Kind, Meld, Melds};
use quadrille_daifugo::surewin::{
    Effects, Position, PositionError, begins_sure_win, exhaustive, sure_win, sure_win_groups,
    sure_win_groups_of_many, sure_win_under,
};
use quadrille_daifugo::{Card, CardSet, Rank, Suit};
use quadrille_lanes::Level;
use quadrille_random::StreamKey;
use quadrille_random::bounded::within_u32;
use quadrille_random::rand_core::Rng;
use serde::Deserialize;

/// Groups only, with 8-cut and revolution.
const UECDA_GROUPS: Effects = Effects { sequences: false, ..Effects::UECDA };

fn position(
    mine: CardSet,
    my_jokers: u32,
    opponents: CardSet,
    opponent_jokers: u32,
    order: Order,
) -> Position {
    Position::new(mine, my_jokers, opponents, opponent_jokers, order).unwrap()
}

#[derive(Deserialize)]
struct ByGroups {
    id: u32,
    mine: CardSet,
    opp: CardSet,
    order: u8,
    sizes: Vec<u32>,
    hands: Vec<CardSet>,
    my_pqr: String,
    opp_nd: String,
    undominated: u32,
    perfect_win: bool,
    perfect_win_max_hand: bool,
    perfect_win_known_hands: bool,
    perfect_win_uecda_groups: bool,
}

#[test]
fn published_group_positions_match_in_every_definition() {
    let cases: Vec<ByGroups> = cases("perfectwin.jsonl");
    assert_eq!(cases.len(), 500);
    for case in cases {
        let (id, order) = (case.id, order(case.order));
        let mine = case.mine.one_hot();
        let answered = NoDominance::of_cards(case.opp, order);
        assert_eq!(format!("{:#x}", mine.bits()), case.my_pqr, "{id}");
        assert_eq!(format!("{:#x}", answered.bits()), case.opp_nd, "{id}");
        assert_eq!(answered.answered(mine).count_ones(), case.undominated, "{id}");
        assert_eq!(sure_win_groups(case.mine, case.opp, order), case.perfect_win, "{id}");
        let largest = case.sizes.iter().copied().max().unwrap_or(0);
        let sized = Opponents::new(case.opp).holding_up_to(largest).answers(order);
        assert_eq!(sized.answered(mine).count_ones() <= 1, case.perfect_win_max_hand, "{id}");
        let known = NoDominance::of_hands(case.hands.into_iter().map(|hand| (hand, 0)), order);
        assert_eq!(known.answered(mine).count_ones() <= 1, case.perfect_win_known_hands, "{id}");
        let position = position(case.mine, 0, case.opp, 0, order);
        assert_eq!(sure_win_under(&position, UECDA_GROUPS), case.perfect_win_uecda_groups, "{id}");
    }
}

#[derive(Deserialize)]
struct WithFour {
    id: u32,
    mine: CardSet,
    opp: CardSet,
    order: u8,
    perfect_win_article: bool,
    perfect_win_uecda_groups: bool,
}

#[test]
fn published_positions_with_four_of_a_kind_match() {
    let cases: Vec<WithFour> = cases("perfectwin_revolution.jsonl");
    assert_eq!(cases.len(), 150);
    for case in cases {
        let (id, order) = (case.id, order(case.order));
        assert_eq!(sure_win_groups(case.mine, case.opp, order), case.perfect_win_article, "{id}");
        let position = position(case.mine, 0, case.opp, 0, order);
        assert_eq!(sure_win_under(&position, UECDA_GROUPS), case.perfect_win_uecda_groups, "{id}");
    }
}

#[derive(Deserialize)]
struct UnderAllRules {
    id: u32,
    mine: CardSet,
    my_joker: u32,
    opp: CardSet,
    opp_joker: u32,
    order: u8,
    perfect_win_uecda: bool,
    article_predicate: bool,
}

#[test]
fn published_positions_under_uecdas_rules_match() {
    let cases: Vec<UnderAllRules> = cases("perfectwin_uecda.jsonl");
    assert_eq!(cases.len(), 250);
    for case in cases {
        let (id, order) = (case.id, order(case.order));
        let position = position(case.mine, case.my_joker, case.opp, case.opp_joker, order);
        assert_eq!(sure_win(&position), case.perfect_win_uecda, "{id}");
        assert_eq!(sure_win_groups(case.mine, case.opp, order), case.article_predicate, "{id}");
        if case.mine.len() <= 9 {
            assert_eq!(exhaustive::sure_win(&position, Effects::UECDA), case.perfect_win_uecda, "{id}");
        }
    }
}

/// Draws a number below `n`, which must be at least 1.
fn below(rng: &mut impl Rng, n: u32) -> u32 {
    within_u32(rng, 0..=n - 1).unwrap()
}

/// Draws a small position. The cards come from a narrow part of the deck, so that there are pairs,
/// quads and sequences. One side's cards are often better than the other's. Jokers are on either
/// side or absent.
fn small_position(rng: &mut impl Rng, most_mine: u32, jokers: u32) -> Position {
    let low = Rank::new(below(rng, 13) as u8).unwrap();
    let high = Rank::new(below(rng, 13) as u8).unwrap();
    let (low, high) = (low.min(high), low.max(high));
    let deck = match below(rng, 4) {
        0 => CardSet::ALL,
        1 => CardSet::between(low, high),
        // The narrow part is two suits, or one suit and one or two ranks.
        2 => CardSet::from_low_bits(0x1111_1111_1111_1111 * (3 << below(rng, 3))),
        _ => {
            CardSet::from_low_bits(0x1111_1111_1111_1111 << below(rng, 4))
                | CardSet::of_rank(low)
                | CardSet::of_rank(high)
        }
    };
    let order = [Order::Normal, Order::Reversed][below(rng, 2) as usize];
    let mut left: Vec<_> = deck.iter().collect();
    let (wanted, theirs) = (1 + below(rng, most_mine), below(rng, 11));
    let favours = below(rng, 4);
    let (mut mine, mut opponents) = (CardSet::EMPTY, CardSet::EMPTY);
    for number in 0..wanted + theirs {
        if left.is_empty() {
            break;
        }
        let hand = if number < wanted { &mut mine } else { &mut opponents };
        let mut at = below(rng, left.len() as u32) as usize;
        // In three positions out of four, the leader's cards are the better or the worse of two
        // draws.
        if number < wanted && favours > 0 {
            let other = below(rng, left.len() as u32) as usize;
            at = if (favours == 2) == (order == Order::Normal) { at.min(other) } else { at.max(other) };
        }
        hand.insert(left.swap_remove(at));
        left.sort_unstable();
    }
    let [my_jokers, opponent_jokers] = match (jokers, below(rng, 4)) {
        (1, 0) => [0, 0],
        (1, 1) => [0, 1],
        (1, _) => [1, 0],
        (_, 0) => [0, 2],
        (_, 1) => [2, 0],
        (_, 2) => [0, 1],
        (_, _) => [1, 1],
    };
    position(mine, my_jokers, opponents, opponent_jokers, order)
}

/// Compares random positions with the exhaustive search, and returns the number of wins.
fn compare(
    seed: u64,
    positions: u32,
    most_mine: u32,
    jokers: u32,
    effects: impl Fn(&mut dyn FnMut() -> bool) -> Effects,
) -> u32 {
    let mut rng = StreamKey::new(seed, 0).rng();
    let (mut won, mut leads) = (0, Melds::new());
    for _ in 0..positions {
        let position = small_position(&mut rng, most_mine, jokers);
        let effects = effects(&mut || below(&mut rng, 2) == 0);
        let expected = exhaustive::sure_win(&position, effects);
        assert_eq!(sure_win_under(&position, effects), expected, "{position:?} {effects:?}");
        won += u32::from(expected);
        let hand = Hand::new(position.mine(), position.my_jokers());
        melds::leads(hand, position.order(), &mut leads);
        let is_legal = |meld: Meld| effects.sequences || meld.kind() != Kind::Sequence;
        let begins = |&meld: &Meld| is_legal(meld) && begins_sure_win(&position, meld, effects);
        let begun = leads.iter().any(begins);
        // A meld with two jokers is proved only as the last one. The exhaustive search knows no such
        // melds.
        let last = |meld: &Meld| meld.jokers() > 1 && meld.size() == hand.len() && is_legal(*meld);
        let agrees = begun == (expected || leads.iter().any(last));
        assert!(agrees || hand.is_empty(), "{position:?} {effects:?}: {begun}");
    }
    won
}

#[test]
fn small_positions_match_the_exhaustive_search() {
    let won = compare(1, 120_000, 7, 1, |_| Effects::UECDA);
    assert!((40_000..80_000).contains(&won), "{won}");
}

#[test]
fn larger_positions_two_jokers_and_fewer_rules_match() {
    let won = compare(2, 2_000, 11, 1, |_| Effects::UECDA);
    assert!((500..1_500).contains(&won), "{won}");
    let won = compare(3, 10_000, 6, 2, |_| Effects::UECDA);
    assert!((3_000..7_000).contains(&won), "{won}");
    let some = |toss: &mut dyn FnMut() -> bool| Effects {
        sequences: toss(),
        eight_cut: toss(),
        revolution: toss(),
        spade_three: toss(),
    };
    let won = compare(4, 10_000, 6, 1, some);
    assert!((3_000..7_000).contains(&won), "{won}");
    let won = compare(9, 10_000, 6, 2, some);
    assert!((3_000..7_000).contains(&won), "{won}");
}

/// Several melds that reverse the order: fours of a kind on both sides, and cards that are
/// unanswerable in one order only.
#[test]
fn more_than_one_reversal() {
    let mut rng = StreamKey::new(8, 0).rng();
    let mut won = [0, 0];
    for _ in 0..600 {
        let mut ranks: Vec<Rank> = Rank::all().filter(|&rank| rank != Rank::EIGHT).collect();
        let mut draw = |rng: &mut _| ranks.swap_remove(below(rng, ranks.len() as u32) as usize);
        let fours = 2 + below(&mut rng, 2);
        let mut mine: CardSet = (0..fours).flat_map(|_| CardSet::of_rank(draw(&mut rng))).collect();
        let mut opponents =
            CardSet::of_rank(draw(&mut rng)) - CardSet::of_suit(Suit::ALL[below(&mut rng, 4) as usize]);
        let joker = below(&mut rng, 2);
        if joker == 0 {
            opponents |= CardSet::of_rank(opponents.lowest().unwrap().rank());
        }
        for _ in 0..below(&mut rng, 3) {
            mine.insert(Card::new(draw(&mut rng), Suit::Heart));
            opponents.insert(Card::new(draw(&mut rng), Suit::Spade));
        }
        let order = [Order::Normal, Order::Reversed][below(&mut rng, 2) as usize];
        let position = position(mine, 0, opponents, joker, order);
        let expected = exhaustive::sure_win(&position, Effects::UECDA);
        assert_eq!(sure_win(&position), expected, "{position:?}");
        won[usize::from(expected)] += 1;
    }
    assert!(won[0] > 100 && won[1] > 100, "{won:?}");
}

/// The predicate of the articles is exact for their game.
#[test]
fn groups_match_the_exhaustive_search() {
    let mut rng = StreamKey::new(5, 0).rng();
    let mut won = 0;
    for _ in 0..10_000 {
        let with_jokers = small_position(&mut rng, 6, 1);
        let (mine, opponents, order) = (with_jokers.mine(), with_jokers.opponents(), with_jokers.order());
        let position = position(mine, 0, opponents, 0, order);
        let expected = exhaustive::sure_win(&position, Effects::ARTICLE);
        assert_eq!(sure_win_groups(mine, opponents, order), expected, "{position:?}");
        assert_eq!(sure_win_under(&position, Effects::ARTICLE), expected, "{position:?}");
        won += u32::from(expected);
    }
    assert!((3_000..8_000).contains(&won), "{won}");
}

#[test]
fn slices_of_any_length_at_every_level() {
    for length in [0, 1, 7, 8, 9, 63, 64, 65, 130, 1000] {
        let hostile = hostile_sets().into_iter().cycle();
        let mine: Vec<CardSet> = random_sets(6, length).zip(hostile).map(|(a, b)| a & b).collect();
        let opponents: Vec<CardSet> = random_sets(7, length)
            .zip(&mine)
            .map(|(all, &mine)| all & CardSet::from_low_bits(!mine.bits()))
            .collect();
        for order in [Order::Normal, Order::Reversed] {
            let mut expected = vec![0u64; length.div_ceil(64)];
            for (at, (&mine, &opponents)) in mine.iter().zip(&opponents).enumerate() {
                expected[at / 64] |= u64::from(sure_win_groups(mine, opponents, order)) << (at % 64);
            }
            for level in Level::available() {
                let mut wins = vec![u64::MAX; length.div_ceil(64)];
                sure_win_groups_of_many(level, &mine, &opponents, order, &mut wins);
                assert_eq!(wins, expected, "{length} at {level}");
            }
        }
    }
}

/// Two natural cards of one suit that are near each other are not needed for a sequence with two
/// jokers. The opponents' sequences count nevertheless.
#[test]
fn melds_with_two_jokers_prove_nothing() {
    let [mine, opponents] = ["C3 D4", "S3 D9 DT DJ CK DK HK"].map(|cards| cards.parse().unwrap());
    let position = position(mine, 2, opponents, 0, Order::Normal);
    let mut leads = Melds::new();
    melds::leads(Hand::new(mine, 2), Order::Normal, &mut leads);
    assert!(leads.iter().any(|meld| meld.jokers() == 2 && meld.kind() == Kind::Sequence));
    assert!(!leads.iter().any(|&meld| begins_sure_win(&position, meld, Effects::UECDA)));
}

/// Positions whose results are evident from the rules, for each rule.
#[test]
fn rule_by_rule() {
    let wins = |mine: &str, opponents: &str| {
        let split = |text: &str| {
            let (cards, jokers) = text.split_once("JK").map_or((text, 0), |(cards, _)| (cards, 1));
            (cards.parse::<CardSet>().unwrap(), jokers)
        };
        let ((mine, my_jokers), (opponents, their_jokers)) = (split(mine), split(opponents));
        sure_win(&position(mine, my_jokers, opponents, their_jokers, Order::Normal))
    };
    // The leader has no card, or a single meld.
    assert!(wins("", "C2 JK"));
    assert!(wins("C3 D3 H3", "C2 D2 H2 JK"));
    // The opponents' joker answers any single card, and with one card it answers a pair. The
    // leader's joker joins the last meld.
    assert!(wins("C3 C2", "HA") && !wins("C3 C2", "HA JK"));
    assert!(wins("C3 DT ST", "HA") && !wins("C3 DT ST", "HA JK"));
    assert!(wins("C3 D5 C2 JK", "HA") && !wins("C3 D5 CQ JK", "HA HK SK"));
    // An 8 clears the table, also in a sequence and as a joker, but not as a lone joker.
    assert!(wins("C3 C8", "HA DA"));
    assert!(wins("H3 C7 C8 C9", "DT DJ DQ"));
    assert!(wins("H3 C7 C9 JK", "DT DJ DQ S3"));
    // Four of a kind reverse the order, after which the 3 is best.
    assert!(wins("C4 D4 H4 S4 C3 C6", "HA D6"));
    assert!(!wins("C4 D4 H4 S4 CK C6", "HA D5"));
    // A sequence of five also reverses the order.
    assert!(wins("C3 C4 C5 C6 C7 D3 D6", "HA D8") && !wins("D3 D6", "HA D8"));
    // A joker above the 2 makes an unanswerable sequence.
    assert!(wins("CA C2 D5 JK", "D3 D4 HK HA S3") && !wins("CA D2 D5 JK", "H2 S2 HK HA S3"));
}

#[test]
fn invalid_positions_are_rejected() {
    let cards: CardSet = "C3 D4".parse().unwrap();
    let error = Position::new(cards, 0, "D4 H5".parse().unwrap(), 0, Order::Normal).unwrap_err();
    assert_eq!(
        error.to_string(),
        "found D4 in the leader's hand and among the opponents' cards; expected each card once"
    );
    let error = Position::new(cards, 1, CardSet::EMPTY, 2, Order::Normal).unwrap_err();
    assert_eq!(error, PositionError::Jokers { found: 3 });
    assert_eq!(error.to_string(), "3 jokers; expected at most 2 in all");
    let error = Position::new(cards, u32::MAX, CardSet::EMPTY, u32::MAX, Order::Normal).unwrap_err();
    assert_eq!(error, PositionError::Jokers { found: 2 * u64::from(u32::MAX) });
}
