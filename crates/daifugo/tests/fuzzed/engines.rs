//! Comparison of melds, legal plays, sets of cards, dominance and sure wins with their oracles.

use std::cell::RefCell;
use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use quadrille_daifugo::dominance::{self, NoDominance, Opponents, Order};
use quadrille_daifugo::game::{Game, Move};
use quadrille_daifugo::melds::{self, Hand, Meld, Melds, Trick};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_daifugo::surewin::{self, Effects, Position, exhaustive};
use quadrille_daifugo::{Card, CardSet, Level, OneHotCounts, Rank, Suit, SuitSet, plain};

/// All possible melds.
static EVERY: LazyLock<Vec<Meld>> = LazyLock::new(|| melds::plain::every_meld(2));

thread_local! {
    /// A list that is reused for all inputs.
    static KEPT: RefCell<Melds> = RefCell::default();
}

/// Decodes a choice of engine and its input, and compares the engine with its oracle.
///
/// # Panics
/// If the results differ.
pub(crate) fn daifugo_engines(bytes: &[u8]) {
    // Decoding fails only for empty ranges, and there are none.
    let _ = run(&mut Unstructured::new(bytes));
}

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=4u8)? {
        0 => melds_of_a_hand(u),
        1 => legal_plays(u),
        2 => card_sets(u),
        3 => many_sets(u),
        _ => sure_wins(u),
    }
}

fn order(u: &mut Unstructured<'_>) -> Result<Order> {
    Ok(if u.arbitrary()? { Order::Reversed } else { Order::Normal })
}

/// Decodes a set of cards from single cards, suits of a rank, runs of a suit and arbitrary words.
fn cards(u: &mut Unstructured<'_>) -> Result<CardSet> {
    let mut cards = CardSet::EMPTY;
    for _ in 0..u.int_in_range(0..=5u8)? {
        let rank = |u: &mut Unstructured<'_>| Ok(Rank::new(u.int_in_range(0..=12)?).expect("a rank"));
        let suit = |u: &mut Unstructured<'_>| Ok(Suit::new(u.int_in_range(0..=3)?).expect("a suit"));
        match u.int_in_range(0..=5u8)? {
            0 | 1 => {
                cards.insert(Card::new(rank(u)?, suit(u)?));
            }
            2 => cards |= CardSet::of(rank(u)?, SuitSet::from_low_bits(u.arbitrary()?)),
            3 => {
                let (a, b) = (rank(u)?, rank(u)?);
                cards |= CardSet::between(a.min(b), a.max(b)) & CardSet::of_suit(suit(u)?);
            }
            4 => cards -= CardSet::of_rank(rank(u)?),
            _ => cards |= CardSet::from_low_bits(u.arbitrary()?),
        }
    }
    Ok(cards)
}

/// Compares the leads and answers of one hand, in a new list and in the reused one.
fn melds_of_a_hand(u: &mut Unstructured<'_>) -> Result<()> {
    let hand = Hand::new(cards(u)?, u.int_in_range(0..=2)?);
    let order = order(u)?;
    let mut own = Melds::new();
    melds::leads(hand, order, &mut own);
    assert_eq!(own.to_vec(), melds::plain::leads(&EVERY, hand, order), "{hand} leads, {order:?}");
    for _ in 0..3 {
        let meld = if u.arbitrary()? && !own.is_empty() {
            own[u.choose_index(own.len())?]
        } else {
            EVERY[u.choose_index(EVERY.len())?]
        };
        let trick = Trick { meld, suit_lock: u.arbitrary()?, rank_lock: u.arbitrary()? };
        let expected = melds::plain::follows(&EVERY, hand, trick, order);
        let mut fresh = Melds::new();
        melds::follows(hand, trick, order, &mut fresh);
        assert_eq!(fresh.to_vec(), expected, "{hand} on {trick:?}, {order:?}");
        KEPT.with_borrow_mut(|kept| {
            melds::follows(hand, trick, order, kept);
            assert_eq!(*kept, fresh, "{hand} on {trick:?}, {order:?}");
            melds::leads(hand, order, kept);
            assert_eq!(*kept, own, "{hand} leads, {order:?}");
        });
    }
    Ok(())
}

/// Plays a game under arbitrary rules: in every position the listed melds are the legal ones among
/// all leads of the hand.
fn legal_plays(u: &mut Unstructured<'_>) -> Result<()> {
    let switches: u64 = u.arbitrary()?;
    let chosen = Rule::ALL.into_iter().enumerate().filter(|(at, _)| switches >> at & 1 == 1);
    let rules = chosen.fold(Rules::NONE, |rules, (_, rule)| rules.with(rule));
    let (players, jokers) = (u.int_in_range(3..=5usize)?, u.int_in_range(0..=2)?);
    let rules = rules.of(players, jokers).expect("players and jokers within bounds");
    let (mut left, mut jokers) = (CardSet::ALL, jokers);
    let mut hands = Vec::new();
    for _ in 0..players {
        let wanted = cards(u)? & left;
        // A hand must not be empty.
        let held = if wanted.is_empty() { left.only_lowest() } else { wanted };
        let joker = jokers.min(u.int_in_range(0..=2)?);
        (left, jokers) = (left - held, jokers - joker);
        if held.is_empty() && joker == 0 {
            return Ok(());
        }
        hands.push(Hand::new(held, joker));
    }
    let first = u.choose_index(players)?;
    let Ok(mut game) = Game::new(rules, &hands, first, None) else { return Ok(()) };
    let mut fresh = Melds::new();
    for _ in 0..10 {
        let Some(seat) = game.turn() else { break };
        let hand = game.hand(seat);
        let mut expected = melds::plain::leads(&EVERY, hand, game.state().order());
        expected.retain(|&meld| game.check(meld).is_ok());
        game.melds(&mut fresh);
        let what = || format!("{rules}: {hand} on {:?}", game.state().facts());
        assert_eq!(fresh.to_vec(), expected, "{}", what());
        KEPT.with_borrow_mut(|kept| {
            game.melds(kept);
            assert_eq!(*kept, fresh, "{}", what());
        });
        let choice = u.int_in_range(0..=fresh.len())?;
        let before = (game.hand(seat).len(), choice < fresh.len());
        game.submit(if before.1 { Move::Play(fresh[choice]) } else { Move::Pass });
        let played = if before.1 { fresh[choice].size() } else { 0 };
        assert_eq!(game.hand(seat).len() + played, before.0);
    }
    Ok(())
}

/// Compares operations on one set, and dominance with any number of jokers and hand sizes.
fn card_sets(u: &mut Unstructured<'_>) -> Result<()> {
    let set = cards(u)?;
    assert_eq!(set.counts().bits(), plain::counts(set), "{set}");
    assert_eq!(set.one_hot().bits(), plain::one_hot(set), "{set}");
    assert_eq!(set.smeared().bits(), plain::smeared(set), "{set}");
    for n in 1..=4 {
        assert_eq!(set.one_hot().exactly(n), plain::exactly(set, n), "{set} {n}");
        assert_eq!(set.smeared().at_least(n), plain::at_least(set, n), "{set} {n}");
    }
    let (n, place) = (u.int_in_range(1..=14)?, u.int_in_range(0..=14)?);
    assert_eq!(set.sequence_starts(n), plain::sequence_starts(set, n), "{set} {n}");
    assert_eq!(set.sequence_cards(n), plain::sequence_cards(set, n), "{set} {n}");
    let found = [set.joker_sequence_starts(n, place), set.joker_sequence_starts_reduced(n, place)];
    let expected = [false, true].map(|reduced| plain::joker_sequence_starts(set, n, place, reduced));
    assert_eq!(found, expected, "{set} {n} {place}");
    let (order, jokers, largest) = (order(u)?, u.int_in_range(0..=4)?, u.int_in_range(0..=60)?);
    let found = Opponents::new(set).with_jokers(jokers).holding_up_to(largest).answers(order);
    assert_eq!(found.bits(), plain::no_dominance(set, jokers, largest, order), "{set}, {jokers}, {largest}");
    Ok(())
}

/// Compares the operations on slices of sets, at every vector level.
fn many_sets(u: &mut Unstructured<'_>) -> Result<()> {
    let order = order(u)?;
    let length = u.int_in_range(0..=130usize)?;
    let (first, second) = (cards(u)?, cards(u)?);
    let turn = u.int_in_range(0..=63)?;
    let set = |at: usize, bits: CardSet| CardSet::from_low_bits(bits.bits().rotate_left(turn * at as u32));
    let mine: Vec<CardSet> = (0..length).map(|at| set(at, first)).collect();
    let opponents: Vec<CardSet> = (0..length).map(|at| set(at, second) - mine[at]).collect();
    let located: Vec<OneHotCounts> = opponents.iter().map(|cards| cards.one_hot()).collect();
    let answered: Vec<u64> = opponents.iter().map(|&cards| plain::no_dominance(cards, 0, 4, order)).collect();
    let mut wins = vec![0u64; length.div_ceil(64)];
    for at in 0..length {
        let win = plain::sure_win_groups(mine[at], opponents[at], order);
        assert_eq!(surewin::sure_win_groups(mine[at], opponents[at], order), win);
        wins[at / 64] |= u64::from(win) << (at % 64);
    }
    for level in Level::available() {
        let mut found = vec![NoDominance::of_cards(CardSet::ALL, order); length];
        dominance::no_dominance(level, &located, order, &mut found);
        assert!(found.iter().map(|found| found.bits()).eq(answered.iter().copied()), "{length} at {level}");
        let mut found = vec![u64::MAX; wins.len()];
        surewin::sure_win_groups_of_many(level, &mine, &opponents, order, &mut found);
        assert_eq!(found, wins, "{length} at {level}");
    }
    Ok(())
}

/// Compares small positions, under all and some rules, with the exhaustive search.
fn sure_wins(u: &mut Unstructured<'_>) -> Result<()> {
    let order = order(u)?;
    let effects = Effects {
        sequences: !u.arbitrary::<bool>()?,
        eight_cut: !u.arbitrary::<bool>()?,
        revolution: !u.arbitrary::<bool>()?,
        spade_three: !u.arbitrary::<bool>()?,
    };
    let (my_jokers, all_jokers) = (u.int_in_range(0..=2)?, u.int_in_range(0..=2)?);
    let their_jokers = u32::saturating_sub(all_jokers, my_jokers);
    let mine: CardSet = cards(u)?.iter().take(7 - my_jokers as usize).collect();
    let opponents: CardSet = (cards(u)? - mine).iter().take(12).collect();
    let position = Position::new(mine, my_jokers, opponents, their_jokers, order).expect("a position");
    let expected = exhaustive::sure_win(&position, effects);
    assert_eq!(surewin::sure_win_under(&position, effects), expected, "{position:?} {effects:?}");
    if effects == Effects::UECDA {
        assert_eq!(surewin::sure_win(&position), expected, "{position:?}");
    }
    if (my_jokers, their_jokers) == (0, 0) {
        let groups = exhaustive::sure_win(&position, Effects::ARTICLE);
        assert_eq!(surewin::sure_win_groups(mine, opponents, order), groups, "{position:?}");
    }
    Ok(())
}
