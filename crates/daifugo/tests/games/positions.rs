//! Positions: restoration from public facts and hands, and sampled worlds.

use proptest::prelude::*;
use quadrille_daifugo::game::{Action, Facts, Game, GameError, Move, Outcome, PublicState, Table, View};
use quadrille_daifugo::melds::{Hand, Melds};
use quadrille_daifugo::players::{Match, PlayerKind};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_random::StreamKey;
use quadrille_table::Observer;

use super::{hand, meld};

/// Checks in every position of a game that it can be restored from its facts and hands, and that an
/// outside follower of the public moves has the same state.
#[derive(Default)]
struct Again {
    outside: Option<PublicState>,
    melds: (Melds, Melds),
    worlds: u32,
}

impl Observer<Table> for Again {
    fn acts(&mut self, table: &Table, seat: usize, action: Action) {
        let (Action::Move(chosen), Some(game)) = (action, table.game()) else { return };
        let facts = game.state().facts();
        let state = PublicState::new(&facts).expect("facts of a game");
        assert_eq!(&state, game.state());
        let text = serde_json::to_string(game).unwrap();
        assert_eq!(&serde_json::from_str::<Game>(&text).unwrap(), game);
        let again = Game::in_progress(state, game.hands()).expect("hands of a game");
        assert_eq!((&again, again.key()), (game, game.key()));
        // The view from inside the game and the one from public facts have the same moves.
        let inside = game.view(seat, &mut self.melds.0, &[]);
        let outside = View::new(game.state(), seat, game.hand(seat), &mut self.melds.1, &[]).unwrap();
        assert!(inside.moves().eq(outside.moves()));
        assert_eq!(inside.unseen(), game.unseen(seat));
        let mut rng = StreamKey::new(u64::from(self.worlds), 9).rng();
        let world = outside.sample(&mut rng).expect("a world");
        assert_eq!((world.state(), world.hand(seat)), (game.state(), game.hand(seat)));
        assert_eq!(
            PlayerKind::Greedy.choose(&inside, &mut rng),
            PlayerKind::Greedy.choose(&outside, &mut rng)
        );
        self.worlds += 1;
        // A follower of the public moves has the same state.
        let follower = self.outside.get_or_insert_with(|| game.state().clone());
        assert_eq!(&*follower, game.state());
        follower.submit(chosen);
    }

    fn over(&mut self, table: &Table, outcome: &Outcome) {
        let game = table.game().expect("a game that is over");
        assert_eq!(game.outcome().as_ref(), Some(outcome));
        let facts = game.state().facts();
        assert_eq!(&PublicState::new(&facts).expect("facts of a game that is over"), game.state());
        let outcome = game.outcome().expect("a game that is over");
        assert!(outcome.points(usize::from(outcome.seats()[0])) >= 3);
        let text = serde_json::to_string(&outcome).unwrap();
        assert_eq!(serde_json::from_str::<Outcome>(&text).unwrap(), outcome);
        self.outside = None;
    }
}

fn any_rules() -> impl Strategy<Value = Rules> {
    (any::<u16>(), 3..=6usize, 0..=2u32).prop_map(|(switches, players, jokers)| {
        let on = Rule::ALL.into_iter().enumerate().filter(|(at, _)| switches >> at & 1 == 1);
        on.fold(Rules::NONE, |rules, (_, rule)| rules.with(rule)).of(players, jokers).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_position_is_restored_from_its_facts(rules in any_rules(), seed in any::<u64>()) {
        let players = [PlayerKind::Greedy, PlayerKind::Random].into_iter().cycle().take(rules.players());
        let mut table = Match::new(rules, players).unwrap();
        let (mut deals, mut moves) = (StreamKey::new(seed, 0).rng(), StreamKey::new(seed, 1).rng());
        let mut again = Again::default();
        (0..4).for_each(|_| table.play(&mut deals, &mut moves, &mut again));
        prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        prop_assert_eq!(serde_json::from_str::<Rules>(&serde_json::to_string(&rules).unwrap()).unwrap(), rules);
    }

    /// Over many sampled worlds, an unseen card is in each hand with a frequency proportional to
    /// the hand's size.
    #[test]
    fn worlds_are_dealt_uniformly(seed in any::<u64>()) {
        let hands = ["C3 S2 HA", "C4 D4 H4 D5 D6", "C5 D7 H5 JK"].map(hand);
        let game = Game::new(Rules::UECDA.of(3, 1).unwrap(), &hands, 0, None).unwrap();
        let mut rng = StreamKey::new(seed, 0).rng();
        let mut jokers = [0; 3];
        for _ in 0..900 {
            let world = Game::sample(game.state(), 0, hands[0], &mut rng).unwrap();
            (0..3).for_each(|seat| jokers[seat] += world.hand(seat).jokers);
        }
        prop_assert_eq!(jokers[0], 0);
        prop_assert!((380..620).contains(&jokers[1]), "{jokers:?}");
    }
}

#[test]
fn invalid_hands_are_rejected() {
    let rules = Rules::UECDA.of(3, 1).unwrap();
    let refused = |hands: &[&str], first: usize, classes: Option<&[u8]>| {
        let hands: Vec<Hand> = hands.iter().map(|text| hand(text)).collect();
        Game::new(rules, &hands, first, classes).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(refused(&["C3", "C4"], 0, None), "2 hands; these rules are for 3 players");
    assert_eq!(refused(&["C3", "C4", "C5", "C6"], 0, None), "4 hands; these rules are for 3 players");
    assert_eq!(refused(&["C3", "C4", "C5"], 3, None), "seat 3 does not exist; expected 0 to 2");
    assert_eq!(
        refused(&["C3", "C4 C3", "C5"], 0, None),
        "found C3 in two hands; expected each card in one hand"
    );
    assert_eq!(refused(&["C3 JK", "C4 JK", "C5"], 0, None), "2 jokers; the rules have 1");
    assert_eq!(
        refused(&["C3", "", "C5"], 0, None),
        "seat 1 has no cards; expected at least one in each hand"
    );
    for classes in [&[0, 1][..], &[0, 1, 1], &[0, 1, 3], &[0, 1, 200], &[0, 1, 2, 3]] {
        assert!(refused(&["C3", "C4", "C5"], 0, Some(classes)).contains("expected each class once"));
    }
    let many = Hand::new(quadrille_daifugo::CardSet::EMPTY, u32::MAX);
    assert!(Game::new(rules, &[many, many, many], 0, None).is_err());
}

/// A change that makes one fact of a position wrong.
type Change = fn(&mut Facts);

#[test]
fn contradictory_facts_are_rejected() {
    let rules = Rules::UECDA.of(3, 0).unwrap();
    let held: quadrille_daifugo::CardSet = "C3 D4 H5 S6 SK".parse().unwrap();
    let gone = Hand::new(!held, 0);
    let good = || {
        let mut facts = Facts::new(rules, &[1, 2, 2], gone, 2);
        facts.trick = Some(quadrille_daifugo::melds::Trick::new(meld("C9")));
        (facts.owner, facts.passed, facts.idle) = (0, vec![1], 1);
        facts
    };
    assert!(PublicState::new(&good()).is_ok());
    let changes: [(&str, Change); 15] = [
        ("2 hands", |facts| facts.sizes = vec![1, 2]),
        ("add up", |facts| facts.sizes = vec![1, 2, 3]),
        ("1 jokers", |facts| facts.gone.jokers = 1),
        ("seat 7", |facts| facts.turn = 7),
        ("seat 9", |facts| facts.passed = vec![9]),
        ("seat 3", |facts| facts.finished = vec![3]),
        ("a seat occurs twice", |facts| (facts.finished, facts.fallen) = (vec![0], vec![0])),
        ("holds cards", |facts| facts.finished = vec![0]),
        ("has passed", |facts| facts.passed = vec![2]),
        ("is in neither", |facts| facts.sizes = vec![3, 0, 2]),
        ("the twentieth pass ends", |facts| facts.idle = 20),
        ("its rule is off", |facts| facts.eleven_back = true),
        ("its rule is off", |facts| facts.trick.as_mut().unwrap().rank_lock = true),
        ("among the cards", |facts| facts.trick = Some(quadrille_daifugo::melds::Trick::new(meld("C3")))),
        ("each class once", |facts| facts.classes_before = Some(vec![0, 0, 1])),
    ];
    for (says, change) in changes {
        let mut facts = good();
        change(&mut facts);
        let error = PublicState::new(&facts).unwrap_err().to_string();
        assert!(error.contains(says), "{says}: {error}");
    }
    let state = PublicState::new(&good()).unwrap();
    let hands = |texts: [&str; 3]| texts.map(hand);
    assert!(Game::in_progress(state.clone(), &hands(["C3", "D4 H5", "S6 SK"])).is_ok());
    for wrong in [["C3 D4", "H5", "S6 SK"], ["C9", "D4 H5", "S6 SK"]] {
        let error = Game::in_progress(state.clone(), &hands(wrong)).unwrap_err();
        assert!(matches!(error, GameError::Mismatch { .. }), "{error}");
    }
    let mut melds = Melds::new();
    assert!(View::new(&state, 0, hand("C9"), &mut melds, &[]).is_err());
    assert!(View::new(&state, 3, hand("C3"), &mut melds, &[]).is_err());
    assert_eq!(View::new(&state, 0, hand("C3"), &mut melds, &[]).unwrap().moves().count(), 1, "not to move");
}

/// Undealt cards are unseen, like cards in other hands, but are in no hand.
#[test]
fn undealt_cards_are_in_no_hand() {
    let rules = Rules::UECDA.of(3, 0).unwrap();
    let held: quadrille_daifugo::CardSet = "C3 D4 H5 S6 SK".parse().unwrap();
    let mut facts = Facts::new(rules, &[1, 1, 1], Hand::new(!held, 0), 0);
    assert!(PublicState::new(&facts).unwrap_err().to_string().contains("add up"));
    facts.undealt = 2;
    let state = PublicState::new(&facts).unwrap();
    assert_eq!((state.undealt(), state.held().len(), state.facts()), (2, 5, facts));
    let hands = |texts: [&str; 3]| texts.map(hand);
    assert!(Game::in_progress(state.clone(), &hands(["C3", "H5", "SK"])).is_ok());
    for wrong in [["C3 D4", "H5", "SK"], ["C3", "H5", "C9"]] {
        assert!(Game::in_progress(state.clone(), &hands(wrong)).is_err());
    }
    let mut rng = quadrille_random::StreamKey::new(1, 0).rng();
    let world = Game::sample(&state, 0, hand("C3"), &mut rng).unwrap();
    assert_eq!((world.hand(0), world.hand(1).len(), world.hand(2).len()), (hand("C3"), 1, 1));
}

#[test]
fn equal_positions_have_equal_keys() {
    let rules = Rules::UECDA.of(3, 0).unwrap();
    let hands = ["C3 D9", "C4 D4", "C5 D5"].map(hand);
    let game = Game::new(rules, &hands, 0, None).unwrap();
    let mut passed = game.clone();
    passed.submit(Move::Play(meld("C3")));
    let after_one = passed.key();
    assert_ne!(after_one, game.key());
    let mut again = game.clone();
    (0..3).for_each(|_| again.pass());
    assert_ne!(again.state().passes_in_a_row(), game.state().passes_in_a_row());
    assert_eq!((again.key(), again == game), (game.key(), false));
    again.submit(Move::Play(meld("C3")));
    assert_eq!(again.key(), after_one);
}
