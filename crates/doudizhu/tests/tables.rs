//! Compares batches of tables with single games of the same deals and moves.

use proptest::prelude::*;
use quadrille_doudizhu::encodings::rlcard::LastActions;
use quadrille_doudizhu::encodings::{Course, RlcardActions, Role, douzero, plain, rlcard};
use quadrille_doudizhu::game::{Auction, Deal, Decision, Game, Phase, Scoring, Seat, Setup};
use quadrille_doudizhu::tables::{Autoreset, CALLS, Options, Reward, StepError, Tables};
use quadrille_doudizhu::{Move, MoveBuffer, Rules};
use quadrille_random::StreamKey;

/// Returns the game that a table should be playing.
fn single(setup: Setup, seed: u64, table: usize, number: u64) -> Game {
    let deal = Deal::random(&mut StreamKey::new(seed, table as u64).substream(2 * number).rng());
    Game::new(setup, deal, Seat::ALL[(number % 3) as usize])
}

/// Returns the ids of the legal actions, by the reference implementation.
fn legal_ids(game: &Game, moves: &mut MoveBuffer) -> Vec<u16> {
    match game.decision(moves) {
        None => Vec::new(),
        Some(Decision::Play(view)) => view.moves().iter().map(|&mv| plain::action_id(mv).unwrap()).collect(),
        Some(Decision::Call(view)) => {
            let place = |call| CALLS.iter().position(|&known| known == call).unwrap();
            view.calls().map(|call| (RlcardActions::COUNT + place(call)) as u16).collect()
        }
    }
}

fn act(game: &mut Game, id: u16) {
    match CALLS.get(usize::from(id).wrapping_sub(RlcardActions::COUNT)) {
        Some(&call) => game.call(call).unwrap(),
        None => drop(game.play(RlcardActions::get().action(id).unwrap().cards()).unwrap()),
    }
}

fn is_over(game: &Game) -> bool {
    matches!(game.phase(), Phase::Won(_) | Phase::ThrownIn)
}

fn options() -> impl Strategy<Value = Options> {
    let rules =
        [Rules::RLCARD, Rules::PAGAT, Rules::RLCARD.without_four_two(), Rules::PAGAT.without_trio_pair()];
    (0..4usize, 0..4usize, any::<(bool, bool)>(), 0..6usize, 0..3usize).prop_map(
        move |(preset, auction, (open, doubling), reward, autoreset)| {
            let mut setup = Setup::new(rules[preset], Scoring::Classic).with_auction(Auction::ALL[auction]);
            (setup.open_hand, setup.doubling) = (open, doubling);
            Options { setup, reward: Reward::ALL[reward], autoreset: Autoreset::ALL[autoreset] }
        },
    )
}

fn bits(rewards: &[f32]) -> Vec<u32> {
    rewards.iter().map(|reward| reward.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn tables_play_the_same_games_as_single_ones(
        seed in any::<u64>(), options in options(), n in 1..5usize, by_ids in any::<bool>(),
    ) {
        let setup = options.setup;
        let mut tables = Tables::new(n, seed, options).unwrap();
        let mut games: Vec<Game> = (0..n).map(|table| single(setup, seed, table, 0)).collect();
        let mut numbers = vec![0u64; n];
        let (mut moves, mut choices) = (MoveBuffer::new(), vec![0; n]);
        for _ in 0..160 {
            // Compare the observable state.
            for (table, game) in games.iter().enumerate() {
                let ids = legal_ids(game, &mut moves);
                prop_assert_eq!(tables.game_number(table), Some(numbers[table]));
                prop_assert_eq!(tables.choices(table), ids.len());
                prop_assert_eq!(tables.legal_ids(table).collect::<Vec<_>>(), ids);
                prop_assert_eq!(tables.position(table), game.position());
                prop_assert_eq!(tables.contract(table).copied(), game.contract());
                let hand = match game.decision(&mut moves) {
                    None => None,
                    Some(Decision::Call(view)) => Some(view.hand()),
                    Some(Decision::Play(view)) => Some(view.hand()),
                };
                prop_assert_eq!(tables.hand(table), hand);
                if game.position().is_some() {
                    let played: Vec<Move> = game.moves().iter().map(|&(_, mv)| mv).collect();
                    prop_assert_eq!(tables.course(table), Some(&played.iter().copied().collect::<Course>()));
                }
                let turn = match game.phase() {
                    Phase::Call(seat) | Phase::Play(seat) => Some(seat),
                    Phase::Won(_) | Phase::ThrownIn => None,
                };
                prop_assert_eq!(tables.turn(table), turn);
            }
            // Take a step at all tables.
            tables.random_choices(&mut choices).unwrap();
            let ids: Vec<u16> = choices
                .iter()
                .enumerate()
                .map(|(table, &choice)| tables.legal_id(table, choice as usize).unwrap_or(12_345))
                .collect();
            if options.autoreset == Autoreset::Disabled {
                let over: Vec<bool> = games.iter().map(is_over).collect();
                if over.contains(&true) {
                    prop_assert!(tables.step(&ids).is_err() && tables.step_choices(&choices).is_err());
                    tables.reset(&over).unwrap();
                    for table in (0..n).filter(|&table| over[table]) {
                        numbers[table] += 1;
                        games[table] = single(setup, seed, table, numbers[table]);
                        prop_assert_eq!(tables.terminated()[table], false);
                    }
                    continue;
                }
            }
            if by_ids { tables.step(&ids).unwrap() } else { tables.step_choices(&choices).unwrap() }
            let mut ended = tables.ended().iter();
            for (table, game) in games.iter_mut().enumerate() {
                let mut over = false;
                if is_over(game) {
                    prop_assert_eq!(options.autoreset, Autoreset::NextStep);
                    numbers[table] += 1;
                    *game = single(setup, seed, table, numbers[table]);
                } else {
                    act(game, ids[table]);
                    over = is_over(game);
                }
                prop_assert_eq!(tables.terminated()[table], over);
                let outcome = game.outcome().filter(|_| over);
                let rewards = outcome.map_or([0.0; 3], |outcome| options.reward.of(&outcome));
                prop_assert_eq!(bits(tables.rewards_of(table)), bits(&rewards));
                if over {
                    let ended = ended.next().unwrap();
                    prop_assert_eq!((ended.table, ended.game, ended.outcome), (table, numbers[table], outcome));
                    prop_assert_eq!(ended.last.as_ref().map(|last| &last.0), game.position());
                    if options.autoreset == Autoreset::SameStep {
                        numbers[table] += 1;
                        *game = single(setup, seed, table, numbers[table]);
                    }
                }
            }
            prop_assert_eq!(ended.next(), None);
        }
    }

    #[test]
    fn features_of_a_batch_equal_those_of_its_tables(seed in any::<u64>(), steps in 0..60) {
        let n = 7;
        let mut tables = Tables::new(n, seed, Options::default()).unwrap();
        let mut choices = vec![0; n];
        for _ in 0..steps {
            tables.random_choices(&mut choices).unwrap();
            tables.step_choices(&choices).unwrap();
        }
        for role in Role::ALL {
            let mut x = vec![9u8; tables.x_len_of(role)];
            tables.fill_x_of(role, &mut x).unwrap();
            let mut z = vec![9u8; tables.tables_of(role).count() * douzero::Z];
            tables.fill_z_of(role, &mut z).unwrap();
            let (mut all_x, mut all_z) = (Vec::new(), Vec::new());
            for table in tables.tables_of(role) {
                let cells = tables.legal_moves(table).len() * douzero::x_len(role);
                let mut x = vec![9u8; cells];
                tables.fill_x(table, &mut x).unwrap();
                all_x.extend(x);
                let mut z = vec![9u8; douzero::Z];
                tables.fill_z(table, &mut z).unwrap();
                all_z.extend(z);
            }
            prop_assert_eq!(x, all_x);
            prop_assert_eq!(z, all_z);
        }
        let mut all = vec![9u8; n * rlcard::PEASANT];
        tables.fill_observations(&mut all).unwrap();
        let (mut ids, mut starts) = (vec![0; tables.legal_count()], vec![0; n + 1]);
        tables.fill_legal_ids(&mut ids, &mut starts).unwrap();
        for table in 0..n {
            let [start, end] = [starts[table], starts[table + 1]].map(|at| at as usize);
            prop_assert_eq!(&ids[start..end], tables.legal_ids(table).collect::<Vec<_>>());
        }
        prop_assert!(tables.fill_legal_ids(&mut ids, &mut starts[1..]).is_err());
        let mut masks = vec![9u8; n * tables.action_count()];
        tables.fill_masks(&mut masks).unwrap();
        for table in 0..n {
            let (position, course) = (tables.position(table).unwrap(), tables.course(table).unwrap());
            let mut one = vec![9u8; rlcard::PEASANT];
            tables.fill_observation(table, &mut one).unwrap();
            prop_assert_eq!(&all[table * rlcard::PEASANT..][..rlcard::PEASANT], &one);
            for seat in Seat::ALL {
                let mut any = vec![9u8; rlcard::PEASANT];
                tables.fill_observation_of(table, seat.index(), &mut any).unwrap();
                prop_assert!(Some(seat) != tables.turn(table) || any == one);
                let role = Role::of(seat, position.landlord());
                for last_actions in [LastActions::Latest, LastActions::Released] {
                    tables.fill_observation_with(table, Some(seat), last_actions, &mut any).unwrap();
                    let (cells, rest) = any.split_at(rlcard::observation_len(role));
                    let mut expected = vec![9u8; cells.len()];
                    rlcard::fill_observation_of(role, position, course, last_actions, &mut expected).unwrap();
                    prop_assert_eq!(cells, expected);
                    prop_assert!(rest.iter().all(|&cell| cell == 0));
                }
            }
            let mut mask = vec![0u8; tables.action_count()];
            tables.legal_ids(table).for_each(|id| mask[usize::from(id)] = 1);
            prop_assert_eq!(&masks[table * mask.len()..][..mask.len()], mask);
        }
    }
}

/// Between the deal and the first lead, the landlord's hand includes the stock as soon as there is
/// a landlord, for any seat that is to call.
#[test]
fn hands_in_an_auction_do_not_depend_on_the_caller() {
    let mut setup = Setup::new(Rules::RLCARD, Scoring::Classic).with_auction(Auction::Bids).with_doubling();
    setup.open_hand = true;
    let mut with_stock = 0;
    for seed in 0..40 {
        let mut tables = Tables::new(1, seed, Options { setup, ..Options::default() }).unwrap();
        let mut choices = [0];
        while tables.position(0).is_none() && tables.turn(0).is_some() {
            let landlord = tables.bidding(0).unwrap().contract().map(|contract| contract.landlord);
            with_stock += u32::from(landlord.is_some());
            let deal = *tables.dealt(0).unwrap();
            for seat in Seat::ALL {
                let dealt = deal.hands()[seat.index()];
                let expected = if landlord == Some(seat) { dealt.add(deal.stock()).unwrap() } else { dealt };
                assert_eq!(tables.hand_of(0, seat), Some(expected));
                let mut row = [0u8; rlcard::PEASANT];
                tables.fill_observation_of(0, seat.index(), &mut row).unwrap();
                let held = row[..54].iter().map(|&cell| u32::from(cell)).sum::<u32>();
                assert_eq!(
                    (held, row[54..].iter().map(|&cell| u32::from(cell)).sum()),
                    (expected.len(), 54 - held)
                );
            }
            tables.random_choices(&mut choices).unwrap();
            tables.step_choices(&choices).unwrap();
        }
    }
    assert!(with_stock > 20);
}

/// The games of a table do not depend on the number of other tables.
#[test]
fn a_table_does_not_depend_on_the_others() {
    let lone = |n: usize, at: usize| {
        let mut tables = Tables::new(n, 5, Options::default()).unwrap();
        let mut choices = vec![0; n];
        (0..300)
            .map(|_| {
                tables.random_choices(&mut choices).unwrap();
                tables.step_choices(&choices).unwrap();
                (choices[at], bits(tables.rewards_of(at)), tables.position(at).copied())
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(lone(3, 2), lone(8, 2));
    let mut tables = Tables::new(3, 4, Options::default()).unwrap();
    tables.step_choices(&[0; 3]).unwrap();
    tables.reseed(5);
    let again = Tables::new(3, 5, Options::default()).unwrap();
    assert_eq!(tables.legal_moves(1), again.legal_moves(1));
    assert_eq!(tables.game_number(1), Some(0));
}

#[test]
fn invalid_steps_have_specific_messages_and_change_nothing() {
    let mut tables = Tables::new(2, 7, Options::default()).unwrap();
    let says = |tables: &mut Tables, actions: &[u16]| {
        let before = (tables.position(0).copied(), tables.position(1).copied());
        let error = tables.step(actions).unwrap_err();
        assert_eq!((tables.position(0).copied(), tables.position(1).copied()), before);
        error.to_string()
    };
    let good = tables.legal_id(0, 0).unwrap();
    assert_eq!(says(&mut tables, &[good]), "1 action; expected one for each of 2 tables");
    assert_eq!(says(&mut tables, &[good, 27_471]), "table 1, action 27471: seat 0 leads and cannot pass");
    assert_eq!(says(&mut tables, &[good, 27_472]), "table 1, action 27472: expected a move, found a call");
    assert_eq!(
        says(&mut tables, &[good, 60_000]),
        "table 1, action 60000: no action has this number; expected a number below 27472"
    );
    assert!(says(&mut tables, &[27_470, good]).starts_with("table 0, action 27470: seat 0 does not hold BR"));
    assert_eq!(
        tables.step_choices(&[0, 5000]).unwrap_err().to_string(),
        format!("table 1, action 5000: there are {} choices, numbered from 0", tables.choices(1))
    );
    let setup = Setup::new(Rules::RLCARD, Scoring::Classic);
    let mut calling = Tables::new(1, 7, Options { setup, ..Options::default() }).unwrap();
    assert_eq!(calling.action_count(), 27_480);
    assert_eq!(says(&mut calling, &[5]), "table 0, action 5: expected a call, found a move");
    assert!(matches!(calling.step(&[27_479]), Err(StepError::Illegal { table: 0, action: 27_479, .. })));
    assert_eq!(
        calling.fill_z(0, &mut [0i8; 810]).unwrap_err().to_string(),
        "table 0: the auction is not over; encodings exist only for play"
    );
    assert_eq!(
        calling.fill_mask(1, &mut [0i8; 4]).unwrap_err().to_string(),
        "there is no table 1; expected a number below 1"
    );
    assert!(calling.reset(&[]).is_err() && calling.random_choices(&mut [0; 2]).is_err());
    let setup = Setup::new(Rules::DOUZERO, Scoring::Adp);
    assert!(Tables::new(1, 7, Options { setup, ..Options::default() }).is_err());
    assert!(Tables::new(usize::MAX, 7, Options::default()).is_err());
    let mut none = Tables::new(0, 7, Options::default()).unwrap();
    assert!(none.is_empty() && none.step(&[]).is_ok() && none.legal_moves(0).is_empty());
    // The move has an id but is illegal under reduced rules.
    let rules = Rules::RLCARD.without_trio_pair();
    let options = Options { setup: Setup::new(rules, Scoring::Adp), ..Options::default() };
    for seed in 0.. {
        let mut tables = Tables::new(1, seed, options).unwrap();
        let mut all = MoveBuffer::new();
        Rules::RLCARD.leads(tables.hand(0).unwrap(), &mut all);
        if let Some(&trio) = all.iter().find(|mv| mv.kind() == quadrille_doudizhu::Kind::TrioPair) {
            let id = RlcardActions::get().id(trio).unwrap();
            assert_eq!(
                tables.step(&[id]).unwrap_err().to_string(),
                format!("table 0, action {id}: {trio} is not a move under these rules")
            );
            break;
        }
    }
}
