//! Encodings: comparison of the fast forms with the plain ones, and action ids.

use proptest::prelude::*;
use quadrille_daifugo::encodings::{
    Action, Actions, Cell, EncodingError, MOVE, OBSERVATION, Played, fill_exchange_observation, fill_gift,
    fill_move, fill_observation, plain,
};
use quadrille_daifugo::game::deal::{Exchange, deal};
use quadrille_daifugo::game::{Decision, Game, Move, Table};
use quadrille_daifugo::melds::{Hand, plain::every_meld};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng;
use quadrille_table::{self as table, Encode as _, View as _};

fn cells<C: Cell>(plain: &[u8]) -> Vec<C> {
    plain.iter().map(|&cell| if cell == 0 { C::ZERO } else { C::ONE }).collect()
}

pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    (3..=6usize, 0..=2u32, any::<u16>(), any::<bool>()).prop_map(|(players, jokers, on, usual)| {
        let chosen = Rule::ALL.iter().zip(0..).filter(|(_, at)| on >> at & 1 == 1);
        let chosen = chosen.fold(Rules::NONE, |rules, (&rule, _)| rules.with(rule)).with(Rule::Deadlock);
        if usual { Rules::UECDA } else { chosen }.of(players, jokers).unwrap()
    })
}

fn compare_moves<C: Cell + PartialEq + std::fmt::Debug>(game: &Game, hand: Hand, chosen: Move) {
    let mut row = vec![C::ONE; MOVE];
    fill_move(game.state(), hand, chosen, &mut row).unwrap();
    assert_eq!(row, cells(&plain::a_move(game.state(), hand, chosen)), "{chosen}");
}

/// Converts the cells set by the interface of all card games to a row; a cell set twice becomes 2.
fn marked(len: usize, mark: impl FnOnce(&mut dyn FnMut(usize))) -> Vec<u8> {
    let mut row = vec![0; len];
    mark(&mut |cell| row[cell] += 1);
    row
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The interface of all card games sets the cells that the functions of the module write.
    #[test]
    fn the_interface_sets_the_same_cells(seed in any::<u64>(), rules in rules()) {
        let mut rng = StreamKey::new(seed, 0).rng();
        let mut table = Table::new(rules);
        for _ in 0..3 {
            table.deal(&mut rng).unwrap();
            let mut hands = *table.dealt();
            let mut given = 0;
            while let Some(decision) = table::Game::view(&mut table.clone()) {
                for gift in &table.gifts()[given..] {
                    hands[gift.from].give(gift.cards);
                    hands[gift.to].take(gift.cards);
                }
                given = table.gifts().len();
                let observed = marked(OBSERVATION, |set| Table::observe(&decision, set));
                let chosen = decision.choice(table::draw(&mut rng, decision.choices())).unwrap();
                let features = marked(MOVE, |set| Table::features(&decision, &rules, chosen, set));
                let (mut observation, mut cells) = (vec![1u8; OBSERVATION], vec![1u8; MOVE]);
                match (decision, chosen) {
                    (Decision::Give(view), Action::Give(cards)) => {
                        let classes = table.classes_before().unwrap();
                        let mut richest_first: Vec<u8> = (0..classes.len() as u8).collect();
                        richest_first.sort_by_key(|&seat| classes[usize::from(seat)]);
                        observation = plain::exchange(rules, &hands, &richest_first, view.seat(), view.number());
                        cells = plain::a_gift(view.hand(), cards);
                    }
                    (Decision::Play(view), Action::Move(chosen)) => {
                        let played = Played::of(view.history());
                        fill_observation(view.state(), view.seat(), view.hand(), &played, &mut observation).unwrap();
                        fill_move(view.state(), view.hand(), chosen, &mut cells).unwrap();
                    }
                    _ => unreachable!(),
                }
                prop_assert_eq!((observed, features), (observation, cells), "{}", chosen);
                let id = Table::action_id(&rules, chosen).expect("an id");
                prop_assert!(id < Table::action_count(&rules));
                prop_assert_eq!(Table::action_of(&rules, id), Some(chosen));
                table::Game::apply(&mut table, chosen, |_| ());
            }
            table.close(&mut rng).unwrap();
        }
        prop_assert_eq!(Table::action_of(&rules, Table::action_count(&rules)), None);
        prop_assert_eq!((Table::observation_len(&rules), Table::feature_len(&rules)), (OBSERVATION, MOVE));
    }

    #[test]
    fn fast_forms_match_the_plain_ones(seed in any::<u64>(), rules in rules()) {
        let mut rng = StreamKey::new(seed, 0).rng();
        let mut table = Table::new(rules);
        for _ in 0..3 {
            table.deal(&mut rng).unwrap();
            loop {
                if let Some(game) = table.game() {
                    let played = Played::of(table.history());
                    for (seat, &hand) in game.hands().iter().enumerate() {
                        let mut row = vec![1i8; OBSERVATION];
                        fill_observation(game.state(), seat, hand, &played, &mut row).unwrap();
                        let plain = plain::observation(game.state(), seat, hand, table.history());
                        prop_assert_eq!(&row, &cells::<i8>(&plain));
                        let mut row = vec![1f32; OBSERVATION];
                        fill_observation(game.state(), seat, hand, &played, &mut row).unwrap();
                        prop_assert_eq!(&row, &cells::<f32>(&plain));
                    }
                }
                match table.decision() {
                    None => break,
                    Some(Decision::Give(view)) => {
                        let given = view.fallback();
                        let mut row = vec![1u8; MOVE];
                        fill_gift(view.hand(), given, &mut row).unwrap();
                        prop_assert_eq!(row, plain::a_gift(view.hand(), given));
                        table.give(given).unwrap();
                    }
                    Some(Decision::Play(view)) => {
                        let moves: Vec<Move> = view.moves().collect();
                        let hand = view.hand();
                        let game = table.game().unwrap();
                        for &chosen in &moves {
                            compare_moves::<u8>(game, hand, chosen);
                            compare_moves::<f32>(game, hand, chosen);
                        }
                        table.submit(moves[rng.next_u32() as usize % moves.len()]);
                    }
                    Some(_) => unreachable!(),
                }
            }
            table.close(&mut rng).unwrap();
        }
    }

    #[test]
    fn exchange_observations_match_the_plain_ones(seed in any::<u64>(), rules in rules(), turned in 0..6usize) {
        let mut rng = StreamKey::new(seed, 0).rng();
        let players = rules.players();
        let hands = deal(rules, 0, &mut rng);
        let classes: Vec<u8> = (0..players).map(|seat| ((seat + turned) % players) as u8).collect();
        let mut exchange = Exchange::new(rules, &hands, &classes).unwrap();
        let due: Vec<_> = exchange.due().collect();
        for (seat, number) in due {
            let mut row = vec![9u8; OBSERVATION];
            fill_exchange_observation(&exchange, seat, &mut row).unwrap();
            let plain = plain::exchange(rules, exchange.hands(), exchange.seats(), seat, number);
            prop_assert_eq!(row, plain);
            exchange.give(seat, exchange.hand(seat).lowest(number));
        }
    }
}

#[test]
fn ids_and_actions_are_inverse() {
    let actions = Actions::get();
    let last = Actions::count(Rules::UECDA.of(5, 2).unwrap()) as u16;
    for id in 0..last {
        let action = actions.action(id).unwrap();
        let found = match action {
            Action::Move(chosen) => actions.id(chosen),
            Action::Give(cards) => actions.give_id(cards),
        };
        assert_eq!(found, Some(id), "{action}");
    }
    assert_eq!(actions.action(last), None);
    assert_eq!(actions.give_id(Hand::EMPTY), None);
    assert_eq!(actions.give_id("C3 C4 C5".parse().unwrap()), None);
    // Rules with fewer jokers use a prefix of the ids.
    for jokers in 0..=2 {
        let count = Actions::count(Rules::UECDA.of(5, jokers).unwrap());
        let melds = every_meld(jokers);
        assert_eq!(1433 + melds.len(), count);
        assert!(melds.into_iter().all(|meld| usize::from(actions.id(meld.into()).unwrap()) < count));
    }
}

/// Stored data contains ids, so they must not change.
#[test]
fn ids_have_not_changed() {
    let actions = Actions::get();
    let texts: Vec<String> =
        (0..).map_while(|id| actions.action(id)).map(|action| format!("{action}\n")).collect();
    let text = texts.concat();
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!(format!("{hash:016x}"), "5b5876e4ce5f4a3d");
}

#[test]
fn invalid_arguments_are_rejected_and_nothing_is_written() {
    let hands = ["C3 D3", "H4 S4", "C5 D5"].map(|cards| Hand::new(cards.parse().unwrap(), 0));
    let game = Game::new(Rules::UECDA.of(3, 0).unwrap(), &hands, 0, None).unwrap();
    let mut row = vec![7i8; OBSERVATION];
    let played = Played::new();
    let says = |error: EncodingError| error.to_string();
    let state = game.state();
    let error = fill_observation(state, 0, hands[0], &played, &mut row[1..]).unwrap_err();
    assert_eq!(says(error), "an observation: expected a slice of 887 cells, found 886");
    let error = fill_observation(state, 3, hands[0], &played, &mut row).unwrap_err();
    assert_eq!(says(error), "seat 3 does not exist; expected 0 to 2");
    assert!(fill_observation(state, 0, "C3".parse().unwrap(), &played, &mut row).is_err());
    let error = fill_move(state, hands[0], "C4".parse().unwrap(), &mut row[..MOVE]).unwrap_err();
    assert_eq!(says(error), "the hand C3 D3 does not contain C4");
    assert!(fill_gift(hands[0], hands[1], &mut row[..MOVE]).is_err());
    assert!(row.iter().all(|&cell| cell == 7));
}
