//! Compares the fast encodings with the reference implementations over whole random games.

use proptest::prelude::*;
use quadrille_doudizhu::encodings::rlcard::{self, LastActions};
use quadrille_doudizhu::encodings::{Cell, Course, EncodingError, RlcardActions, Role, douzero, plain};
use quadrille_doudizhu::game::{Deal, Position, Seat};
use quadrille_doudizhu::{Hand, Move, MoveBuffer, Rules};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng;

/// Compares all encodings of a position.
fn compare<C: Cell + PartialEq + std::fmt::Debug>(position: &Position, moves: &[Move], legal: &[Move]) {
    let game = plain::PlainGame::new(position, moves);
    let course: Course = moves.iter().copied().collect();
    let cells = |plain: Vec<u8>| -> Vec<C> {
        plain.into_iter().map(|cell| if cell == 0 { C::ZERO } else { C::ONE }).collect()
    };
    let role = Role::of(position.turn(), position.landlord());
    assert_eq!(course.next_role(), role);
    // Previous contents of the buffers must be overwritten.
    let old = |len| vec![C::ONE; len];

    let mut x = old(legal.len() * douzero::x_len(role));
    douzero::fill_x(position, &course, legal, &mut x).unwrap();
    assert_eq!(x, cells(legal.iter().flat_map(|&action| game.x(action)).collect()));
    let mut x = old(douzero::x_no_action_len(role));
    douzero::fill_x_no_action(position, &course, &mut x).unwrap();
    assert_eq!(x, cells(game.x_no_action()));
    let mut z = old(douzero::Z);
    douzero::fill_z(&course, &mut z).unwrap();
    assert_eq!(z, cells(game.z()));
    for last_actions in [LastActions::Latest, LastActions::Released] {
        for of in Role::ALL {
            let mut observation = old(rlcard::observation_len(of));
            rlcard::fill_observation_of(of, position, &course, last_actions, &mut observation).unwrap();
            assert_eq!(observation, cells(game.observation(of, last_actions)));
            if of == role {
                let mut own = old(rlcard::observation_len(of));
                rlcard::fill_observation(position, &course, last_actions, &mut own).unwrap();
                assert_eq!(own, observation);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// Every position of random games, including the last; half of the games prefer bombs, which
    /// also brings the rocket.
    #[test]
    fn encodings_equal_the_reference(seed in any::<u64>(), landlord in 0..3u8, preset in 0..4usize, hot in any::<bool>()) {
        let rules = Rules::PRESETS[preset];
        let deal = Deal::random(&mut StreamKey::new(seed, 0).rng());
        let mut position = Position::new(&deal, Seat::new(landlord).unwrap());
        let mut rng = StreamKey::new(seed, 1).rng();
        let (mut played, mut legal) = (Vec::new(), MoveBuffer::new());
        loop {
            position.moves(rules, &mut legal);
            compare::<i8>(&position, &played, &legal);
            compare::<f32>(&position, &played, &legal);
            let Some(any) = legal.get(rng.next_u32() as usize % legal.len().max(1)) else { break };
            let bomb = legal.iter().find(|legal| hot && legal.is_bomb_or_rocket());
            let chosen = *bomb.unwrap_or(any);
            position.play(chosen);
            played.push(chosen);
        }
        prop_assert!(position.winner().is_some());
    }

    #[test]
    fn masks_have_the_legal_moves(seed in any::<u64>()) {
        let deal = Deal::random(&mut StreamKey::new(seed, 0).rng());
        let mut legal = MoveBuffer::new();
        Position::new(&deal, Seat::ALL[0]).moves(Rules::RLCARD, &mut legal);
        let actions = RlcardActions::get();
        let (mut mask, mut bits) = (vec![1i8; RlcardActions::COUNT], vec![0xff; RlcardActions::COUNT / 8]);
        actions.fill_mask(&legal, &mut mask).unwrap();
        actions.fill_bits(&legal, &mut bits).unwrap();
        let mut expected = vec![0i8; RlcardActions::COUNT];
        for &mv in &legal {
            let id = plain::action_id(mv).unwrap();
            prop_assert_eq!(actions.id(mv), Some(id));
            expected[usize::from(id)] = 1;
        }
        for (id, &cell) in expected.iter().enumerate() {
            prop_assert_eq!(bits[id / 8] >> (id % 8) & 1, cell as u8);
        }
        prop_assert_eq!(mask, expected);
    }
}

#[test]
fn mismatched_buffers_are_rejected_and_unchanged() {
    let deal = Deal::random(&mut StreamKey::new(31459, 0).rng());
    let (mut position, mut course) = (Position::new(&deal, Seat::ALL[1]), Course::new());
    let mut legal = MoveBuffer::new();
    position.moves(Rules::RLCARD, &mut legal);
    let mut cells = vec![7i8; 1000];
    let length = |error: EncodingError| error.to_string();
    assert_eq!(
        length(douzero::fill_x_no_action(&position, &course, &mut cells).unwrap_err()),
        "x_no_action: expected a slice of 319 cells, found 1000"
    );
    assert_eq!(
        length(douzero::fill_x(&position, &course, &legal[..2], &mut cells).unwrap_err()),
        "x: expected a slice of 746 cells, found 1000"
    );
    assert_eq!(
        length(douzero::fill_z(&course, &mut cells).unwrap_err()),
        "z: expected a slice of 810 cells, found 1000"
    );
    assert_eq!(
        length(RlcardActions::get().fill_mask(&legal, &mut cells).unwrap_err()),
        "a mask: expected a slice of 27472 cells, found 1000"
    );
    course.push(Move::PASS);
    assert_eq!(
        length(douzero::fill_x_no_action(&position, &course, &mut cells[..319]).unwrap_err()),
        "after 1 move it is the turn of landlord_down; in the position it is the turn of landlord"
    );
    let hands = [Hand::PACK, Hand::EMPTY, Hand::EMPTY];
    position = Position::endgame(hands, Seat::ALL[0], Seat::ALL[0]).unwrap();
    let error = rlcard::fill_observation(&position, &Course::new(), LastActions::Latest, &mut cells[..790]);
    assert_eq!(length(error.unwrap_err()), "landlord has 54 cards; the encodings have cells for at most 20");
    assert!(cells.iter().all(|&cell| cell == 7));
}
