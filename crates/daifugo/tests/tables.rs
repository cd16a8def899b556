//! Comparison of batches of tables with single tables, with the same cards and decisions.

use proptest::prelude::*;
use quadrille_daifugo::encodings::{Action, Actions, MOVE, OBSERVATION, Played, plain};
use quadrille_daifugo::game::{Decision, Move, Outcome, Table};
use quadrille_daifugo::melds::Hand;
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_daifugo::tables::{Autoreset, Classes, Options, Reward, Tables};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

/// The reference: a single table with the random numbers of table `at` of a batch.
struct Single {
    table: Table,
    seed: u64,
    at: usize,
    number: u64,
    rng: Xoshiro256PlusPlus,
    over: Option<Outcome>,
}

impl Single {
    fn new(rules: Rules, seed: u64, at: usize) -> Self {
        let table = Table::new(rules);
        let mut single = Self { table, seed, at, number: 0, rng: StreamKey::new(0, 0).rng(), over: None };
        single.deal(0, Classes::Carried);
        single
    }

    fn deal(&mut self, number: u64, classes: Classes) {
        if classes == Classes::None {
            self.table.begin_again();
        }
        self.number = number;
        self.rng = StreamKey::new(self.seed, self.at as u64).substream(2 * number).rng();
        self.table.deal(&mut self.rng).unwrap();
        self.over = None;
    }

    /// Lists the legal actions from the view.
    fn legal(&mut self) -> Vec<Action> {
        if self.over.is_some() {
            return Vec::new();
        }
        match self.table.decision() {
            None => Vec::new(),
            Some(Decision::Play(view)) => view.moves().map(Action::Move).collect(),
            Some(Decision::Give(view)) => {
                let hand = view.hand();
                let all = (1..1433).filter_map(|id| match Actions::get().action(id) {
                    Some(Action::Give(cards)) => Some(cards),
                    _ => None,
                });
                // The check of the jokers repeats a part of `may_give`.
                all.filter(|&cards| view.may_give(cards) && hand.jokers >= cards.jokers)
                    .map(Action::Give)
                    .collect()
            }
            Some(_) => unreachable!(),
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Give(cards) => drop(self.table.give(cards).unwrap()),
            Action::Move(chosen) => drop(self.table.submit(chosen)),
        }
        if self.table.game().is_some_and(|game| game.turn().is_none()) {
            self.over = Some(self.table.close(&mut self.rng).unwrap());
        }
    }
}

fn options() -> impl Strategy<Value = Options> {
    (3..=6usize, 0..=2u32, any::<u16>(), any::<bool>(), 0..2usize, 0..3usize).prop_map(
        |(players, jokers, on, usual, reward, autoreset)| {
            let chosen = Rule::ALL.iter().zip(0..).filter(|(_, at)| on >> at & 1 == 1);
            let chosen = chosen.fold(Rules::NONE, |rules, (&rule, _)| rules.with(rule)).with(Rule::Deadlock);
            let rules = if usual { Rules::UECDA } else { chosen }.of(players, jokers).unwrap();
            Options {
                rules,
                classes: if on >> 15 & 1 == 1 { Classes::Carried } else { Classes::None },
                reward: Reward::ALL[reward],
                autoreset: Autoreset::ALL[autoreset],
            }
        },
    )
}

fn bits(rewards: &[f32]) -> Vec<u32> {
    rewards.iter().map(|reward| reward.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn tables_play_the_same_games_as_single_tables(
        seed in any::<u64>(), options in options(), n in 1..4usize, by_ids in any::<bool>(),
    ) {
        let mut tables = Tables::new(n, seed, options).unwrap();
        let mut singles: Vec<Single> = (0..n).map(|at| Single::new(options.rules, seed, at)).collect();
        let mut choices = vec![0; n];
        for _ in 0..400 {
            let mut ids = Vec::new();
            for (at, single) in singles.iter_mut().enumerate() {
                let legal = single.legal();
                prop_assert_eq!(tables.game_number(at), Some(single.number));
                prop_assert_eq!(tables.choices(at), legal.len());
                let listed: Vec<Action> = (0..legal.len()).filter_map(|at_choice| tables.choice(at, at_choice)).collect();
                prop_assert_eq!(&listed, &legal);
                let game = if single.over.is_some() { None } else { single.table.game() };
                if let Some(game) = game {
                    prop_assert_eq!(tables.game(at), Some(game));
                    prop_assert_eq!(tables.played(at), Some(&Played::of(single.table.history())));
                }
                prop_assert_eq!(tables.series(at).unwrap().seats(), single.table.series().seats());
                prop_assert_eq!(tables.series(at).unwrap().points(), single.table.series().points());
                prop_assert_eq!(tables.exchange(at).is_some(), single.over.is_none() && single.table.game().is_none());
            }
            tables.random_choices(&mut choices).unwrap();
            for (at, &choice) in choices.iter().enumerate() {
                ids.push(tables.legal_id(at, choice as usize).unwrap_or(9));
            }
            let over: Vec<bool> = singles.iter().map(|single| single.over.is_some()).collect();
            if options.autoreset == Autoreset::Disabled && over.contains(&true) {
                prop_assert!(tables.step(&ids).is_err() && tables.step_choices(&choices).is_err());
                tables.reset(&over).unwrap();
                for single in singles.iter_mut().filter(|single| single.over.is_some()) {
                    single.deal(single.number + 1, options.classes);
                }
                continue;
            }
            let actions: Vec<Option<Action>> =
                choices.iter().enumerate().map(|(at, &choice)| tables.choice(at, choice as usize)).collect();
            if by_ids { tables.step(&ids).unwrap() } else { tables.step_choices(&choices).unwrap() }
            let mut ended = tables.ended().iter();
            for (at, single) in singles.iter_mut().enumerate() {
                let mut expected = vec![0.0; options.rules.players()];
                if single.over.is_some() {
                    single.deal(single.number + 1, options.classes);
                } else {
                    single.act(actions[at].unwrap());
                    if let Some(outcome) = single.over {
                        let seen = ended.next().unwrap();
                        prop_assert_eq!((seen.table, seen.game, seen.outcome), (at, single.number, Some(outcome)));
                        let seats = single.table.series().seats();
                        prop_assert_eq!(&seen.last.players[..seats.len()], seats);
                        for (seat, &player) in seats.iter().enumerate() {
                            expected[usize::from(player)] = options.reward.of(&outcome, seat);
                        }
                        prop_assert!(tables.terminated()[at]);
                        if options.autoreset == Autoreset::SameStep {
                            single.deal(single.number + 1, options.classes);
                        }
                    } else {
                        prop_assert!(!tables.terminated()[at]);
                    }
                }
                prop_assert_eq!(bits(tables.rewards_of(at)), bits(&expected));
            }
            prop_assert_eq!(ended.next(), None);
        }
    }

    /// Compares the cells of all tables with the plain encodings, in play and in the exchange.
    #[test]
    fn cells_match_the_plain_encodings(seed in any::<u64>(), options in options(), steps in 0..200) {
        let n = 3;
        let options = Options { classes: Classes::Drawn, autoreset: Autoreset::SameStep, ..options };
        let mut tables = Tables::new(n, seed, options).unwrap();
        let mut choices = vec![0; n];
        for _ in 0..steps {
            tables.random_choices(&mut choices).unwrap();
            tables.step_choices(&choices).unwrap();
        }
        let mut all = vec![9u8; n * OBSERVATION];
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
            let (seat, hand) = (tables.seat(table).unwrap(), tables.hand(table).unwrap());
            let mut own = vec![9u8; OBSERVATION];
            tables.fill_observation_of(table, seat, &mut own).unwrap();
            prop_assert_eq!(&own, &all[table * OBSERVATION..][..OBSERVATION]);
            let row = &all[table * OBSERVATION..][..OBSERVATION];
            let mut moves = vec![9u8; tables.choices(table) * MOVE];
            tables.fill_moves(table, &mut moves).unwrap();
            let mut mask = vec![0u8; tables.action_count()];
            for (choice, cells) in moves.chunks_exact(MOVE).enumerate() {
                let action = tables.choice(table, choice).unwrap();
                let expected = match action {
                    Action::Give(cards) => plain::a_gift(hand, cards),
                    Action::Move(chosen) => plain::a_move(tables.game(table).unwrap().state(), hand, chosen),
                };
                prop_assert_eq!(cells, expected);
                mask[usize::from(tables.legal_id(table, choice).unwrap())] = 1;
            }
            prop_assert_eq!(&masks[table * mask.len()..][..mask.len()], mask);
            if let Some(exchange) = tables.exchange(table) {
                let number = tables.choice(table, 0).map_or(0, |first| match first {
                    Action::Give(cards) => cards.len(),
                    Action::Move(_) => 0,
                });
                let plain = plain::exchange(options.rules, exchange.hands(), exchange.seats(), seat, number);
                prop_assert_eq!(row, plain);
            }
        }
    }
}

/// The games of a table do not depend on the number of tables, nor on games before a new seed.
#[test]
fn tables_are_independent() {
    let lone = |n: usize, at: usize| {
        let mut tables = Tables::new(n, 5, Options::default()).unwrap();
        let mut choices = vec![0; n];
        let steps = (0..300).map(|_| {
            tables.random_choices(&mut choices).unwrap();
            tables.step_choices(&choices).unwrap();
            (choices[at], bits(tables.rewards_of(at)), tables.game(at).cloned())
        });
        steps.collect::<Vec<_>>()
    };
    assert_eq!(lone(3, 2), lone(6, 2));
    let mut tables = Tables::new(3, 4, Options::default()).unwrap();
    tables.step_choices(&[0; 3]).unwrap();
    tables.reseed(5);
    let again = Tables::new(3, 5, Options::default()).unwrap();
    assert_eq!((tables.game(1), tables.melds(1)), (again.game(1), again.melds(1)));
}

/// An abandoned game does not change the series.
#[test]
fn a_reset_in_mid_play_restores_the_series() {
    let mut tables = Tables::new(1, 3, Options::default()).unwrap();
    let mut choices = [0];
    while !tables.terminated()[0] {
        tables.random_choices(&mut choices).unwrap();
        tables.step_choices(&choices).unwrap();
    }
    let points = tables.series(0).unwrap().points().to_vec();
    tables.step_choices(&[0]).unwrap();
    assert!(tables.exchange(0).is_some() && tables.series(0).unwrap().games() == 1);
    tables.step_choices(&[0]).unwrap();
    tables.reset(&[true]).unwrap();
    assert_eq!((tables.game_number(0), tables.series(0).unwrap().points()), (Some(2), &points[..]));
    assert!(tables.exchange(0).is_some());
}

#[test]
fn illegal_steps_are_rejected_without_change() {
    let mut tables = Tables::new(2, 7, Options { classes: Classes::Drawn, ..Options::default() }).unwrap();
    let says = |tables: &mut Tables, actions: &[u16]| {
        let before = (tables.game(0).cloned(), tables.game(1).cloned(), tables.hand(0), tables.hand(1));
        let error = tables.step(actions).unwrap_err();
        assert_eq!(
            (tables.game(0).cloned(), tables.game(1).cloned(), tables.hand(0), tables.hand(1)),
            before
        );
        error.to_string()
    };
    let good = tables.legal_id(0, 0).unwrap();
    assert_eq!(says(&mut tables, &[good]), "1 action; expected one for each of 2 tables");
    assert_eq!(
        says(&mut tables, &[good, 0]),
        "table 1, action 0: a move is illegal: 2 cards are to be returned"
    );
    assert_eq!(says(&mut tables, &[good, 1]), "table 1, action 1: the gift must be 2 cards of the hand");
    assert_eq!(
        says(&mut tables, &[good, 5000]),
        "table 1, action 5000: no action has this number; expected a number below 4038"
    );
    while tables.exchange(0).is_some() || tables.exchange(1).is_some() {
        tables.step_choices(&[0; 2]).unwrap();
    }
    let good = tables.legal_id(0, 0).unwrap();
    assert_eq!(says(&mut tables, &[good, 0]), "table 1, action 0: a pass is illegal: the seat must lead");
    assert_eq!(
        says(&mut tables, &[good, 54]),
        "table 1, action 54: a gift is illegal: no cards are to be returned"
    );
    let hand = tables.hand(1).unwrap();
    let missing =
        (0..52).filter_map(quadrille_daifugo::Card::from_index).find(|&card| !hand.cards.contains(card));
    let single: Move = missing.unwrap().to_string().parse().unwrap();
    let id = Actions::get().id(single).unwrap();
    assert_eq!(says(&mut tables, &[good, id]), format!("table 1, action {id}: the hand lacks a card"));
    assert!(tables.step_choices(&[0, 9999]).is_err());
    assert_eq!(
        tables.fill_observation(2, &mut [0i8; OBSERVATION]).unwrap_err().to_string(),
        "there is no table 2; expected a number below 2"
    );
    assert!(tables.fill_observations(&mut [0i8; 3]).is_err() && tables.fill_moves(0, &mut [0i8; 3]).is_err());
    assert!(tables.reset(&[]).is_err() && tables.random_choices(&mut [0; 3]).is_err());
    assert!(Tables::new(usize::MAX, 7, Options::default()).is_err());
    let mut none = Tables::new(0, 7, Options::default()).unwrap();
    assert!(none.is_empty() && none.step(&[]).is_ok() && none.melds(0).is_empty());
    assert_eq!(none.hand(0), None::<Hand>);
}
