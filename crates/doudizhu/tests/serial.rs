//! Round trips of serialized values, and rejection of invalid ones.

use std::fmt::Debug;

use proptest::prelude::*;
use quadrille_doudizhu::game::{
    Auction, Call, Contract, Deal, Outcome, Position, PositionParts, Scoring, Seat, Setup, Spring,
};
use quadrille_doudizhu::players::{PerSeatRng, Player, PlayerKind, Random, Rule, Table, play_on};
use quadrille_doudizhu::{ActionTable, Hand, Kind, Move, MoveBuffer, Rank, Rules};
use quadrille_progress::Meter;
use quadrille_random::StreamKey;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
}

/// Returns the error of reading a value.
fn refused<T: DeserializeOwned + Debug>(value: &Value) -> String {
    serde_json::from_value::<T>(value.clone()).expect_err(&value.to_string()).to_string()
}

#[test]
fn every_move_of_every_rules_is_read_back() {
    let mut suffixed = 0;
    for rules in Rules::PRESETS.into_iter().chain([Rules::DOUZERO.without_four_two().with_space_shuttle()]) {
        for (_, mv) in ActionTable::new(rules).iter() {
            let text = serde_json::to_string(&mv).unwrap();
            assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), mv, "{text}");
            suffixed += u32::from(text.contains('@'));
        }
    }
    assert!(suffixed > 1000, "{suffixed}");
    assert_eq!(json!(Rules::RLCARD.parse_move("3334445K").unwrap()), "3334445K");
    assert_eq!(json!(Move::PASS), "pass");
    assert!(refused::<Move>(&json!("34")).starts_with("`34` is not a move under the rules `rlcard`"));
    assert!(refused::<Move>(&json!("3w")).contains("`w` is not a card"));
    assert!(
        refused::<Move>(&json!("333345@openspiel")).contains("is not a move under the rules `openspiel`")
    );
    assert!(refused::<Move>(&json!("3@chess")).contains("no preset of rules is called `chess`"));
}

#[test]
fn small_values_are_read_back() {
    for kind in Kind::ALL {
        same(&kind);
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    for rank in Rank::all() {
        same(&rank);
    }
    assert_eq!("10".parse(), Ok(Rank::TEN));
    assert!(refused::<Rank>(&json!("33")).contains("not a rank"));
    assert!(refused::<Kind>(&json!("solos")).contains("unknown category"));
    PlayerKind::ALL.iter().for_each(same);
    Auction::ALL.iter().for_each(same);
    Scoring::ALL.iter().for_each(same);
    for rules in Rules::PRESETS {
        for auction in Auction::ALL {
            same(&Setup::new(rules.with_space_shuttle(), Scoring::Wp).with_auction(auction).with_doubling());
        }
    }
    let setup = json!(Setup::new(Rules::RLCARD, Scoring::Adp));
    let expected = json!({"rules": "rlcard", "auction": "none", "open_hand": false, "doubling": false, "scoring": "adp"});
    assert_eq!(setup, expected);
    for call in [Call::Pass, Call::Bid(3), Call::Open] {
        same(&call);
    }
}

#[test]
fn invalid_values_are_rejected() {
    let with = |value: &Value, key: &str, changed: Value| {
        let mut value = value.clone();
        assert!(value.get(key).is_some(), "{key}");
        value[key] = changed;
        value
    };
    let deal = json!(Deal::random(&mut StreamKey::new(1, 0).rng()));
    assert!(refused::<Deal>(&with(&deal, "stock", json!("34"))).contains("the stock has 2 cards"));
    assert!(refused::<Deal>(&with(&deal, "hands", json!(["3", "4", "5"]))).contains("expected 17"));

    let contract = Contract { bid: 3, ..Contract::plain(Seat::ALL[1]) };
    same(&contract);
    let contract = json!(contract);
    assert!(refused::<Contract>(&with(&contract, "bid", json!(0))).contains("a bid must be 1, 2 or 3"));
    assert!(refused::<Contract>(&with(&contract, "robberies", json!(1))).contains("if the bid is above 1"));
    assert!(refused::<Contract>(&with(&contract, "landlord", json!(3))).contains("a seat must be 0, 1 or 2"));

    let outcome = json!({"winner": 1, "contract": contract, "bombs": 14, "spring": "spring"});
    same(&serde_json::from_value::<Outcome>(outcome.clone()).unwrap());
    assert!(refused::<Outcome>(&with(&outcome, "bombs", json!(15))).contains("at most 14"));
    assert!(
        refused::<Outcome>(&with(&outcome, "winner", json!(0))).contains("a spring needs the landlord to")
    );
    assert!(
        refused::<Outcome>(&with(&outcome, "spring", json!("anti-spring")))
            .contains("an anti-spring needs the peasants to win")
    );

    let position = json!({
        "hands": ["34", "5", "6"], "landlord": 0, "turn": 1, "on_table": [0, "TTT3"], "moves_made": [1, 0, 0], "bombs": 0,
    });
    same(&serde_json::from_value::<Position>(position.clone()).unwrap());
    for (key, value, says) in [
        ("hands", json!(["3333", "5", "6"]), "more cards of a rank than a pack"),
        ("turn", json!(0), "since it played the move on the table"),
        ("on_table", json!([0, "pass"]), "a pass lies on the table"),
        ("on_table", json!([0, "TTT"]), ""),
        ("moves_made", json!([0, 1, 1]), "are inconsistent"),
        ("on_table", json!([0, "TTTT"]), "are inconsistent"),
        ("bombs", json!(15), "are inconsistent"),
        ("hands", json!(["", "5", "6"]), ""),
    ] {
        let changed = with(&position, key, value);
        if says.is_empty() {
            same(&serde_json::from_value::<Position>(changed).unwrap());
        } else {
            let error = refused::<Position>(&changed);
            assert!(error.contains(says), "{error}");
        }
    }
    // After the landlord's win, it must be the next seat's turn.
    let won = with(&with(&position, "hands", json!(["", "5", "6"])), "turn", json!(2));
    assert!(
        refused::<Position>(&won).contains("0 has played its last card; the seat to move must be seat 1")
    );
    let lead = with(&with(&position, "on_table", json!(null)), "hands", json!(["3", "", "5"]));
    assert!(refused::<Position>(&lead).contains("seat 1 leads but has no cards"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every position of a game, including the last: its parts, its key, and the information of a
    /// seat.
    #[test]
    fn positions_of_games_are_read_back(seed in any::<u64>(), preset in 0..4usize, landlord in 0..3usize) {
        let rules = Rules::PRESETS[preset];
        let mut rng = StreamKey::new(seed, 0).rng();
        let deal = Deal::random(&mut rng);
        same(&deal);
        let mut position = Position::new(&deal, Seat::ALL[landlord]);
        let mut moves = MoveBuffer::new();
        loop {
            same(&position);
            let parts = PositionParts::from(position);
            prop_assert_eq!(Position::try_from(parts), Ok(position));
            // The key omits only the counts.
            let mut other = parts;
            other.moves_made = [9, 9, 9];
            other.bombs = 5;
            prop_assert_eq!(Position::try_from(other).unwrap().key(), position.key());
            if position.winner().is_some() { break; }
            // The unseen cards may be distributed in any way: the moves and the hand sizes stay the
            // same.
            let [own, next, last] = position.turn().round();
            let unseen = position.hand(next).add(position.hand(last)).unwrap();
            let seen = parts.seen(own, position.hand(own), unseen, position.hand(next).len()).unwrap();
            let seen = Position::try_from(seen).unwrap();
            prop_assert_eq!(seen.hand(own), position.hand(own));
            prop_assert_eq!(seen.hand(last).len(), position.hand(last).len());
            position.moves(rules, &mut moves);
            let listed = moves.to_vec();
            seen.moves(rules, &mut moves);
            prop_assert_eq!(&*moves, &*listed);
            let before = position.key();
            position.play(moves[rng.next_u32() as usize % moves.len()]);
            prop_assert_ne!(position.key(), before);
        }
        prop_assert!(parts_of_too_few(&position).is_err());
    }

    /// A game continued in the middle, and its outcome, equal those of the game played through.
    #[test]
    fn outcomes_of_games_are_read_back(seed in any::<u64>()) {
        let deal = Deal::random(&mut StreamKey::new(seed, 0).rng());
        let setup = Setup::new(Rules::RLCARD, Scoring::Classic);
        let rngs = [1, 2, 3].map(|stream| StreamKey::new(seed, stream).rng());
        let (mut first, mut second, mut third) = (Rule, Random, Random);
        let players: [&mut dyn Player<Table>; 3] = [&mut first, &mut second, &mut third];
        let (mut table, mut seats) = (Table::new(&setup), PerSeatRng::new(players, rngs));
        table.begin(&setup, &deal, Seat::ALL[0]);
        let mut dealer = StreamKey::new(seed, 4).rng();
        let outcome = play_on(&mut table, &mut seats, &mut dealer, &mut (), &Meter::new(&())).unwrap();
        if let Some(outcome) = outcome {
            same(&outcome);
            prop_assert!(outcome.spring == Spring::None || outcome.landlord_won() == (outcome.spring == Spring::Spring));
        }
    }
}

fn parts_of_too_few(position: &Position) -> Result<PositionParts, impl Debug + use<>> {
    PositionParts::from(*position).seen(Seat::ALL[0], Hand::EMPTY, Hand::EMPTY, 1)
}
