//! The generic interface of a table: actions with ids and texts, observations, sampled deals.

use std::collections::BTreeSet;

use quadrille_doudizhu::encodings::rlcard::{self, LastActions};
use quadrille_doudizhu::encodings::{Course, Role};
use quadrille_doudizhu::game::{
    Action, Auction, Call, Contract, Deal, Decision, Position, Scoring, Seat, Setup, Stage, Table,
};
use quadrille_doudizhu::players::{Event, PerSeatRng, Random, Rule, SeatFaults, play_on};
use quadrille_doudizhu::tables::{Options, Tables};
use quadrille_doudizhu::{ActionTable, Hand, Move, MoveBuffer, Rules};
use quadrille_progress::Meter;
use quadrille_random::rand_core::Rng as _;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_table::{Encode, Game, Sample, SampleError, Text, View};

use super::{hand, setups};

/// Plays random games at one table with every setup, and calls `look` before every decision.
fn every_decision(games: usize, mut look: impl FnMut(&mut Table, &Setup, &mut Xoshiro256PlusPlus)) {
    let mut table = Table::default();
    for (number, setup) in (0..).zip(setups()) {
        let mut rng = StreamKey::new(number, 11).rng();
        for game in 0..games {
            table.begin(&setup, &Deal::random(&mut rng), Seat::ALL[game % 3]);
            while table.view().is_some() {
                look(&mut table, &setup, &mut rng);
                let action = random(&mut table, &mut rng);
                table.apply(action, |_| ());
            }
        }
    }
}

fn random(table: &mut Table, rng: &mut Xoshiro256PlusPlus) -> Action {
    let view = table.view().expect("the game is not over");
    view.choice(rng.next_u32() as usize % view.choices()).expect("a choice")
}

#[test]
fn actions_are_read_back_by_number_and_text() {
    every_decision(2, |table, setup, _| {
        let view = table.view().unwrap();
        let mut texts = BTreeSet::new();
        for place in 0..view.choices() {
            let action = view.choice(place).unwrap();
            assert!(view.permits(&action));
            let text = Table::action_text(action);
            assert_eq!(Table::read_action(&view, &text), Ok(action), "{text}");
            texts.insert(text);
            if let Some(id) = Table::action_id(setup, action) {
                assert!(id < Table::action_count(setup));
                assert_eq!(Table::action_of(setup, id), Some(action), "{action} has id {id}");
            }
        }
        assert_eq!((texts.len(), view.choice(view.choices())), (view.choices(), None));
        assert!(view.permits(&view.fallback()));
    });
    let setup = Setup::default();
    let shuttles = ActionTable::new(Rules::RLCARD.with_space_shuttle());
    let without_id = |&(_, chosen): &(_, Move)| Table::action_id(&setup, chosen.into()).is_none();
    assert!(shuttles.iter().filter(without_id).count() > 0, "every move has a number");
    assert_eq!(Table::action_of(&setup, Table::action_count(&setup)), None);
    assert_eq!(Table::action_of(&setup, 1 << 20), None);
    let setup = Setup::new(Rules::RLCARD, Scoring::Classic);
    let (mut table, mut rng) = (Table::new(&setup), StreamKey::new(1, 0).rng());
    table.deal(&mut rng);
    let refusal =
        |table: &mut Table, text| Table::read_action(&table.view().unwrap(), text).unwrap_err().to_string();
    assert_eq!(
        refusal(&mut table, "4"),
        "`4` is not a call; expected `pass`, `1`, `2`, `3`, `call`, `rob`, `open` or `double`"
    );
    table.apply(Action::Call(Call::Bid(3)), |_| ());
    assert_eq!(
        refusal(&mut table, "35"),
        "`35` is not a move; expected a move under the rules, such as `3`, `44` or `pass`"
    );
}

/// Ids of actions, first seats and legal actions equal those of a batch of tables.
#[test]
fn a_table_equals_a_batch_of_one() {
    for auction in [Auction::None, Auction::BidsRound, Auction::CallRob] {
        let setup = Setup::new(Rules::RLCARD, Scoring::Classic).with_auction(auction).with_doubling();
        let mut tables = Tables::new(1, 5, Options { setup, ..Options::default() }).unwrap();
        let mut table = Table::new(&setup);
        let mut rng = StreamKey::new(3, 0).rng();
        for game in 0..30u64 {
            assert_eq!((tables.game_number(0), table.games()), (Some(game), game));
            table.deal(&mut StreamKey::new(5, 0).substream(2 * game).rng());
            assert_eq!(tables.dealt(0), table.dealt());
            while let Some(view) = table.view() {
                let ids =
                    (0..view.choices()).map(|at| Table::action_id(&setup, view.choice(at).unwrap()).unwrap());
                assert!(ids.eq(tables.legal_ids(0).map(usize::from)));
                let action = random(&mut table, &mut rng);
                tables.step(&[Table::action_id(&setup, action).unwrap() as u16]).unwrap();
                table.apply(action, |_| ());
            }
            let outcome = table.close(&mut rng);
            assert_eq!(tables.ended()[0].outcome, outcome);
            if let Some(outcome) = outcome {
                let points = [0, 1, 2].map(|seat| Table::points(&setup, &outcome, seat));
                assert_eq!(points, outcome.points(Scoring::Classic));
            }
            tables.reset(&[true]).unwrap();
        }
    }
}

#[test]
fn observations_are_those_of_rlcard_with_role_and_calls() {
    let mut calls = 0;
    every_decision(1, |table, setup, _| {
        let position = table.position().copied();
        let course: Course = table.moves().iter().map(|&(_, chosen)| chosen).collect();
        let called = table.calls().to_vec();
        let view = table.view().unwrap();
        let (mut cells, len) = (vec![0u8; Table::observation_len(setup)], rlcard::PEASANT);
        Table::observe(&view, |cell| cells[cell] += 1);
        assert!(cells.iter().all(|&cell| cell < 2), "a cell is set twice");
        if let Some(position) = position {
            let role = Role::of(position.turn(), position.landlord());
            let mut expected = vec![0u8; rlcard::observation_len(role)];
            rlcard::fill_observation(&position, &course, LastActions::Latest, &mut expected).unwrap();
            expected.resize(len, 0);
            expected.extend(Role::ALL.map(|known| u8::from(known == role)));
            assert_eq!(cells[..len + 3], expected);
        } else {
            let Decision::Call(view) = view else { panic!("a move before the first card") };
            assert_eq!(cells[..54].iter().map(|&cell| u32::from(cell)).sum::<u32>(), view.hand().len());
            assert_eq!(cells[..108].iter().map(|&cell| u32::from(cell)).sum::<u32>(), 54);
            assert_eq!(cells[108..len + 3], [0; 796]);
            calls += 1;
        }
        let distinct: BTreeSet<_> = called.iter().collect();
        assert_eq!(cells[len + 3..].iter().map(|&cell| usize::from(cell)).sum::<usize>(), distinct.len());
        let action = view.fallback();
        let mut features = vec![0u8; Table::feature_len(setup)];
        Table::features(&view, setup, action, |cell| features[cell] += 1);
        let expected = if let Action::Play(chosen) = action { chosen.cards().len() } else { 1 };
        assert_eq!(features.iter().map(|&cell| u32::from(cell)).sum::<u32>(), expected);
    });
    assert!(calls > 0);
}

/// Returns all information of a view as text.
fn told(decision: &Decision<'_>) -> String {
    match decision {
        Decision::Call(view) => {
            let calls: Vec<_> = view.calls().collect();
            format!("{} {} {calls:?} {:?} {:?}", view.seat(), view.hand(), view.history(), view.bidding())
        }
        Decision::Play(view) => {
            let sizes =
                Seat::ALL.map(|seat| (view.cards_left(seat), view.moves_made(seat), view.has_passed(seat)));
            let table = (view.on_table(), view.owner(), view.bombs(), view.contract(), view.stock());
            let course = (view.calls(), view.history(), view.moves());
            let cards = (view.hand(), view.unseen(), view.open_hand());
            format!("{} {sizes:?} {table:?} {course:?} {cards:?}", view.seat())
        }
    }
}

#[test]
fn sampled_tables_have_the_same_view_and_can_be_played() {
    let mut others = 0;
    every_decision(1, |table, setup, rng| {
        let real = table.clone();
        let seat = table.view().unwrap().seat();
        let mut sampled = Table::sample(&table.view().unwrap(), rng).expect("the real deal fits");
        assert_eq!(told(&sampled.view().unwrap()), told(&table.view().unwrap()));
        let deal = sampled.dealt().expect("the whole game is known");
        assert_eq!(sampled.start(seat.index(), 0).first, real.start(seat.index(), 0).first);
        if let (Some(position), Some(now)) = (real.position(), sampled.position()) {
            others += usize::from(now != position);
            let landlord = position.landlord();
            // The landlord's played and held cards are the dealt cards and the stock.
            assert_eq!(Some(deal.stock()), real.dealt().map(Deal::stock));
            assert!(Position::new(deal, landlord).hand(landlord).contains(deal.stock()));
        }
        // Notifications of the sampled game agree with the real ones.
        let (mut events, mut again) = (Vec::new(), Vec::new());
        sampled.opening(|event| events.push(*event));
        real.opening(|event| again.push(*event));
        let open = |event: &Event| !matches!(event, Event::Settled { .. });
        assert!(events.iter().filter(|event| open(event)).eq(again.iter().filter(|event| open(event))));
        if rng.next_u32().is_multiple_of(8) {
            let [mut first, mut second, mut third] = [Rule; 3];
            let rngs = [1, 2, 3].map(|stream| StreamKey::new(rng.next_u64(), stream).rng());
            let mut seats = PerSeatRng::new([&mut first, &mut second, &mut third], rngs);
            let mut faults = SeatFaults::<3>::default();
            let ended = play_on(&mut sampled, &mut seats, rng, &mut faults, &Meter::new(&())).unwrap();
            assert_eq!(faults, SeatFaults::<3>::default());
            assert!(ended.is_some() || setup.auction != Auction::None);
        }
    });
    assert!(others > 1000, "{others}");
}

/// The landlord holds the unplayed part of the stock, and the hidden cards are distributed
/// uniformly.
#[test]
fn sampled_hands_contain_the_stock_and_are_uniform() {
    let setup = Setup::default();
    let mut table = Table::new(&setup);
    let mut rng = StreamKey::new(1, 0).rng();
    table.deal(&mut rng);
    let lead = random(&mut table, &mut rng);
    table.apply(lead, |_| ());
    let Action::Play(lead) = lead else { panic!("there is no auction") };
    let (stock, landlord) = (table.dealt().unwrap().stock(), Seat::ALL[0]);
    let held = Hand::from_lanes(&std::array::from_fn::<u8, 16, _>(|lane| {
        let count = |hand: Hand| (hand.bits() >> (4 * lane)) as u8 & 0xf;
        count(stock).saturating_sub(count(lead.cards()))
    }))
    .unwrap();
    let (mut cards, trials) = (0u64, 4000u64);
    let unseen = {
        let Some(Decision::Play(view)) = table.view() else { panic!("a move is due") };
        (view.unseen(), view.cards_left(landlord))
    };
    // The distribution of the most frequent free rank is tested: the landlord's share of its cards.
    let (rank, free) = unseen
        .0
        .iter()
        .map(|(rank, count)| (rank, count - held.count(rank)))
        .max_by_key(|&(_, count)| count)
        .unwrap();
    for _ in 0..trials {
        let sampled = Table::sample(&table.view().unwrap(), &mut rng).unwrap();
        let hand = sampled.position().unwrap().hand(landlord);
        assert!(hand.contains(held));
        cards += u64::from(hand.count(rank) - held.count(rank));
    }
    let share = f64::from(unseen.1 - held.len()) / f64::from(unseen.0.len() - held.len());
    let (mean, n) = (cards as f64 / trials as f64, f64::from(free));
    assert!((mean - n * share).abs() < 5.0 * (n * share * (1.0 - share) / trials as f64).sqrt(), "{mean}");
}

/// Manually created views may be inconsistent.
#[test]
fn an_inconsistent_view_is_rejected() {
    let (setup, mut moves) = (Setup::default(), MoveBuffer::new());
    let position = Position::endgame(["34", "6", "77"].map(hand), Seat::ALL[1], Seat::ALL[0]).unwrap();
    let contract = Contract::plain(Seat::ALL[1]);
    let mut sample = |stock: &str| {
        let view = quadrille_doudizhu::game::View::of(&setup, &contract, hand(stock), &position, &mut moves);
        Table::sample(&view.into(), &mut StreamKey::new(0, 0).rng()).map(|table| table.position().copied())
    };
    // The landlord has played no card, and yet does not hold the stock.
    assert_eq!(sample("KKK"), Err(SampleError));
    assert!(sample("").is_ok());
    assert!(sample("7").is_ok_and(|sampled| sampled.unwrap().hand(Seat::ALL[1]) == hand("7")));
}

/// `opening` yields all events so far to a player that joins in the middle of a game. In a game
/// that begins with a position, the start has the hand of that position.
#[test]
fn late_players_receive_past_events() {
    every_decision(1, |table, _, _| {
        let mut events = Vec::new();
        table.opening(|event| events.push(*event));
        let calls = events.iter().filter(|event| matches!(event, Event::Called { .. })).count();
        let moves = events.iter().filter(|event| matches!(event, Event::Played { .. })).count();
        assert_eq!((calls, moves), (table.calls().len(), table.moves().len()));
        let settled = events.iter().any(|event| matches!(event, Event::Settled { .. }));
        assert_eq!(settled, table.position().is_some());
        assert_eq!(table.start(1, 7).hand, table.dealt().unwrap().hands()[1]);
    });
    let position = Position::endgame(["34", "6", "77"].map(hand), Seat::ALL[1], Seat::ALL[0]).unwrap();
    let mut table = Table::default();
    table.begin_at(&Setup::default(), Contract::plain(Seat::ALL[1]), Hand::EMPTY, position);
    let action = table.view().unwrap().fallback();
    table.apply(action, |_| ());
    assert_eq!((table.start(0, 0).hand, table.start(0, 0).first), (hand("34"), Seat::ALL[0]));
    table.opening(|event| assert!(matches!(event, Event::Played { .. })));
    assert!(matches!(Setup::default().bidding(Seat::ALL[0]).stage(), Stage::Settled(_)));
    let mut seats_of_chance = [Random; 3];
    let rngs = [1, 2, 3].map(|stream| StreamKey::new(0, stream).rng());
    let mut seats = PerSeatRng::new(seats_of_chance.each_mut(), rngs);
    let mut rng = StreamKey::new(0, 0).rng();
    assert!(play_on(&mut table, &mut seats, &mut rng, &mut (), &Meter::new(&())).unwrap().is_some());
}
