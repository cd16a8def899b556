//! Hands: their texts, their arithmetic, their number, and the messages for invalid input.

use proptest::prelude::*;
use quadrille_doudizhu::{ActionTable, Hand, HandError, Kind, Move, MoveError, Rank, Rules};

/// Generates any subset of a pack.
fn any_hand() -> impl Strategy<Value = Hand> {
    (prop::array::uniform13(0u8..=4), 0u8..=1, 0u8..=1).prop_map(|(suited, black, red)| {
        Hand::from_lanes(&[suited.as_slice(), &[black, red]].concat()).unwrap()
    })
}

/// All notations of each card, from the 3 to the red joker.
const NOTATIONS: [&[&str]; 15] = [
    &["3", "３", "🂣", "♠3", "黑桃3"],
    &["4", "４", "🂴", "♥\u{fe0f}4"],
    &["5", "５", "🃅", "方块5"],
    &["6", "６", "🃖", "梅花6"],
    &["7", "７", "🂧", "♧7"],
    &["8", "８", "🂸", "草花8"],
    &["9", "９", "🃉", "红桃9"],
    &["T", "t", "10", "0", "１０", "０", "Ｔ", "🃚", "♦10", "红心0"],
    &["J", "j", "Ｊ", "🂫"],
    &["Q", "q", "Ｑ", "🂽"],
    &["K", "k", "ｋ", "🃎"],
    &["A", "a", "Ａ", "🃑"],
    &["2", "２", "🂢", "方片2"],
    &["B", "b", "X", "x", "Y", "y", "Ｘ", "小王", "小", "小鬼", "🃏"],
    &["R", "r", "D", "d", "Z", "z", "Ｄ", "大王", "大", "大鬼", "🂿"],
];

#[test]
fn every_notation_is_read() {
    for (rank, texts) in Rank::all().zip(NOTATIONS) {
        for text in texts {
            assert_eq!(text.parse(), Ok(Hand::of(rank, 1).unwrap()), "{text}");
            assert_eq!(text.parse(), Ok(rank), "{text}");
        }
    }
    let both: Hand = "BR".parse().unwrap();
    for text in [
        "王炸",
        "王王",
        "双王",
        "雙王",
        "大小王",
        "大王小王",
        "dx",
        "Z、Y",
        "小，大",
        "王, 王",
        "小王王",
        "王 小王",
        "王大王",
        "R王",
        "王鬼",
    ] {
        assert_eq!(text.parse(), Ok(both), "{text}");
        assert_eq!(Rules::RLCARD.parse_move(text).unwrap().kind(), Kind::Rocket, "{text}");
        assert!(text.parse::<Rank>().is_err(), "{text}");
    }
    // A joker without a colour is the red one, unless the red one is named as well.
    assert_eq!(("王".parse(), "鬼".parse()), (Ok(Rank::RED_JOKER), Ok(Rank::RED_JOKER)));
    assert_eq!("3王4".parse(), "34R".parse::<Hand>());
    assert!(["33", "", " ", "王王"].iter().all(|text| text.parse::<Rank>().is_err()));
}

proptest! {
    #[test]
    fn notations_may_be_mixed(
        hand in any_hand(),
        choices in prop::collection::vec((0usize..10, 0usize..10, any::<u32>()), 54),
    ) {
        const BETWEEN: [&str; 10] = ["", "", "", "", " ", ", ", "，", "、", "\u{3000}", "\t"];
        let ranks = hand.iter().flat_map(|(rank, count)| std::iter::repeat_n(rank, count.into()));
        let mut cards: Vec<_> = ranks.zip(choices).collect();
        cards.sort_by_key(|&(_, (.., order))| order);
        let mut text = String::new();
        for (rank, (notation, between, _)) in cards {
            let notations = NOTATIONS[usize::from(rank.index())];
            text += notations[notation % notations.len()];
            text += BETWEEN[between];
        }
        prop_assert_eq!(text.parse(), Ok(hand), "{}", text);
        prop_assert_eq!(hand.in_chinese().parse(), Ok(hand));
    }

    #[test]
    fn hands_round_trip_as_text(hand in any_hand()) {
        let text = hand.to_string();
        prop_assert_eq!(text.len() as u32, hand.len());
        prop_assert_eq!(text.parse(), Ok(hand));
        let other: String = text.chars().rev().map(|card| card.to_ascii_lowercase()).collect();
        prop_assert_eq!(other.replace('t', "10").parse(), Ok(hand));
        prop_assert_eq!(Hand::try_from(u64::from(hand)), Ok(hand));
    }

    #[test]
    fn arithmetic_is_rank_by_rank(a in any_hand(), b in any_hand()) {
        let counts = |hand: Hand| Rank::all().map(move |rank| hand.count(rank));
        let contains = counts(a).zip(counts(b)).all(|(a, b)| a >= b);
        prop_assert_eq!(a.contains(b), contains);
        let rest: Vec<u8> = counts(a).zip(counts(b)).map(|(a, b)| a.saturating_sub(b)).collect();
        prop_assert_eq!(a.remove(b), contains.then(|| Hand::from_lanes(&rest).unwrap()));
        let sum: Vec<u8> = counts(a).zip(counts(b)).map(|(a, b)| a + b).collect();
        prop_assert_eq!(a.add(b), Hand::from_lanes(&sum).ok());
        prop_assert_eq!(a.len(), counts(a).map(u32::from).sum::<u32>());
        prop_assert!(a.iter().eq(Rank::all().zip(counts(a)).filter(|&(_, count)| count > 0)));
        prop_assert_eq!(a.is_empty(), a == Hand::EMPTY);
    }

    #[test]
    fn arbitrary_texts_and_numbers_do_not_panic(text in any::<String>(), bits in any::<u64>()) {
        let _ = text.parse::<Hand>();
        let _ = Rules::RLCARD.parse_move(&text);
        let _ = text.parse::<Rules>();
        if let Ok(hand) = Hand::try_from(bits) {
            prop_assert_eq!(hand.bits(), bits);
        }
    }

    #[test]
    fn a_set_of_cards_is_a_hand(cards in 0..1u64 << 54) {
        let hand = Hand::from_mask(cards);
        prop_assert_eq!(hand.len(), cards.count_ones());
        prop_assert_eq!(Hand::PACK.remove(hand), Some(Hand::from_mask(!cards)));
    }
}

#[test]
fn numbers_of_hands_are_as_published() {
    // `ways[n]` is the number of hands of n cards of the ranks processed so far.
    let mut ways = [0u64; 21];
    ways[0] = 1;
    for rank in Rank::all() {
        for n in (0..ways.len()).rev() {
            ways[n] = (0..=usize::from(rank.in_pack()).min(n)).map(|count| ways[n - count]).sum();
        }
    }
    assert_eq!(ways[17], 58_684_015);
    assert_eq!(ways[20], 153_009_740);
}

#[test]
fn invalid_input_has_specific_messages() {
    let hand = |text: &str| text.parse::<Hand>().unwrap_err().to_string();
    let letters = "expected one of `3456789TJQKA2BR`, or `10`";
    assert_eq!(hand("34w"), format!("character 3: `w` is not a card; {letters}"));
    assert_eq!(hand("31"), format!("character 2: `1` is not a card; {letters}"));
    assert_eq!(hand("3\n"), format!("character 2: `\\n` is not a card; {letters}"));
    assert_eq!(hand("5333-"), format!("character 5: `-` is not a card; {letters}"));
    assert_eq!(hand("王王王"), "character 3: a second black joker `B`; a pack has one");
    assert_eq!(hand("王小大"), "character 3: a second red joker `R`; a pack has one");
    assert_eq!(hand("小王炸"), format!("character 3: `炸` is not a card; {letters}"));
    assert_eq!(hand("王炸x"), "character 3: a second black joker `B`; a pack has one");
    assert_eq!(hand("3,1"), format!("character 3: `1` is not a card; {letters}"));
    assert_eq!(hand("33333"), "character 5: more than four cards of rank `3`; a pack has four");
    assert_eq!(hand("10101010t"), "character 9: more than four cards of rank `T`; a pack has four");
    assert_eq!(hand("R3r"), "character 3: a second red joker `R`; a pack has one");
    assert_eq!(hand("bB"), "character 2: a second black joker `B`; a pack has one");
    assert_eq!(
        Hand::EMPTY.not_empty().unwrap_err().to_string(),
        "no cards; expected at least one of `3456789TJQKA2BR`"
    );
    assert_eq!(
        Hand::try_from(5).unwrap_err().to_string(),
        "5 cards of rank `3`: more than four cards of rank `3`; a pack has four"
    );
    assert_eq!(Hand::try_from(1 << 60), Err(HandError::BeyondRanks { lane: 15, found: 1 }));
    assert_eq!(Hand::from_lanes(&[0; 17]), Ok(Hand::EMPTY));

    let rules = Rules::RLCARD;
    let mv = |text: &str| rules.parse_move(text).unwrap_err();
    assert_eq!(mv(""), MoveError::Cards(HandError::Empty));
    assert_eq!(mv("3w").to_string(), hand("3w"));
    assert!(mv("34").to_string().starts_with("`34` is not a move under the rules `rlcard`; expected "));
    assert_eq!(rules.parse_move("PASS"), Ok(Move::PASS));
    assert_eq!(rules.parse_move(" pass "), Ok(Move::PASS));
    assert_eq!(mv(" , "), MoveError::Cards(HandError::Empty));

    let names = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
    assert_eq!(
        names("rlcrad"),
        "no preset of rules is called `rlcrad`; expected one of `rlcard`, `douzero`, `pagat`, `openspiel`"
    );
    assert_eq!(
        names("pagat,shuttle"),
        "no switch of the rules is called `shuttle`; expected one of `space-shuttle`, `no-trio-pair`, `no-four-two`"
    );
}

#[test]
fn categories_are_recognized() {
    use Kind::*;
    for (text, kind, rank, length) in [
        ("3", Solo, '3', 1),
        ("R", Solo, 'R', 1),
        ("22", Pair, '2', 1),
        ("222", Trio, '2', 1),
        ("222B", TrioSolo, '2', 1),
        ("33444", TrioPair, '4', 1),
        ("TJQKA", SoloChain, 'T', 5),
        ("3456789TJQKA", SoloChain, '3', 12),
        ("QQKKAA", PairChain, 'Q', 3),
        ("KKKAAA", TrioChain, 'K', 2),
        ("KKKAAA22", AirplaneSolos, 'K', 2),
        ("QQQKKKAAA222", AirplaneSolos, 'Q', 3),
        ("333444555666789J", AirplaneSolos, '3', 4),
        ("3334445522", AirplanePairs, '3', 2),
        ("333344", FourTwoSolos, '3', 1),
        ("33334R", FourTwoSolos, '3', 1),
        ("33334422", FourTwoPairs, '3', 1),
        ("2222", Bomb, '2', 1),
        ("BR", Rocket, 'B', 1),
    ] {
        let mv = Rules::RLCARD.parse_move(text).unwrap();
        assert_eq!((mv.kind(), mv.rank().unwrap().letter(), mv.length()), (kind, rank, length), "{text}");
        assert_eq!(mv.to_string(), text);
    }
    for text in
        ["BR3", "JQKA2", "KKAA22", "AAA222", "3334", "333444BR", "3333BR", "33334444", "33344455566678"]
    {
        let is_move = Rules::RLCARD.classify(text.parse().unwrap()).is_some();
        assert_eq!(is_move, text == "3334", "{text}");
    }
    assert_eq!(Rules::RLCARD.classify(Hand::EMPTY), None);
    let with = |rules: Rules, text: &str| rules.classify(text.parse().unwrap()).map(Move::kind);
    assert_eq!(with(Rules::RLCARD.with_space_shuttle(), "33334444"), Some(SpaceShuttle));
    assert_eq!(with(Rules::RLCARD.without_trio_pair(), "33344"), None);
    assert_eq!(with(Rules::RLCARD.without_trio_pair(), "3334445566"), Some(AirplanePairs));
    assert_eq!(with(Rules::RLCARD.without_four_two(), "333345"), None);
    assert_eq!(with(Rules::PAGAT, "33344455"), None);
    assert_eq!(with(Rules::DOUZERO, "333444BR"), Some(AirplaneSolos));
}

#[test]
fn beats_is_as_in_the_rules() {
    let mv = |text: &str| Rules::RLCARD.parse_move(text).unwrap();
    for (high, low) in [
        ("4", "3"),
        ("R", "B"),
        ("33", "pass"),
        ("3333", "22"),
        ("4444", "3333"),
        ("BR", "2222"),
        ("45678", "34567"),
        ("444A", "3335"),
    ] {
        assert!(mv(high).beats(mv(low)), "{high} on {low}");
        assert!(!mv(low).beats(mv(high)), "{low} on {high}");
    }
    for (a, b) in [("44", "3"), ("456789", "34567"), ("4445", "33322"), ("444455", "3"), ("pass", "pass")] {
        assert!(!mv(a).beats(mv(b)) && !mv(b).beats(mv(a)), "{a} and {b}");
    }
    // Of any two moves, at most one beats the other; bombs and the rocket beat other categories.
    let moves: Vec<Move> = ActionTable::rlcard().iter().step_by(37).map(|(_, mv)| mv).collect();
    for a in &moves {
        for b in &moves {
            let group = |mv: &Move| (mv.kind(), mv.length());
            let expected = match (a.kind(), b.kind()) {
                (Kind::Pass, _) => false,
                (_, Kind::Pass) => true,
                _ if group(a) == group(b) => a.rank() > b.rank(),
                (Kind::Rocket, _) => true,
                (Kind::Bomb, other) => other != Kind::Rocket,
                _ => false,
            };
            assert_eq!(a.beats(*b), expected, "{a:?} on {b:?}");
        }
    }
}
