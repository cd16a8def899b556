//! Tables of Hearts compared with single games of the same numbers and the same cards.

use proptest::prelude::*;
use quadrille_hearts::{Card, Hearts, Rules, View};
use quadrille_random::StreamKey;
use quadrille_table::tables::{Tables, Whole};
use quadrille_table::{Autoreset, Encode, Game};

type HeartsTables = Tables<Whole<Hearts>>;

fn tables(n: usize, seed: u64, autoreset: Autoreset, rules: Rules) -> HeartsTables {
    Tables::new(n, seed, autoreset, |n| Whole::new(n, &rules)).unwrap()
}

/// Deals the game of this number at a table.
fn deal(game: &mut Hearts, seed: u64, table: usize, number: u64) {
    game.deal(&mut StreamKey::new(seed, table as u64).substream(2 * number).rng());
}

fn cells(view: &View<'_>) -> Vec<i8> {
    let mut cells = vec![0; 1006];
    Hearts::observe(view, |cell| cells[cell] += 1);
    cells
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn tables_play_the_same_games_as_single_games(
        seed in any::<u64>(), mode in 0..3usize, n in 1..4usize, by_ids in any::<bool>(),
    ) {
        let (rules, autoreset) = (Rules::default(), Autoreset::ALL[mode]);
        let mut tables = tables(n, seed, autoreset, rules);
        let mut games: Vec<Hearts> = (0..n).map(|_| Hearts::new(&rules)).collect();
        games.iter_mut().enumerate().for_each(|(table, game)| deal(game, seed, table, 0));
        let (mut numbers, mut over) = (vec![0; n], vec![false; n]);
        let (mut choices, mut masks) = (vec![0; n], vec![9u8; n * 52]);
        for _ in 0..200 {
            tables.random_choices(&mut choices).unwrap();
            tables.fill_masks(&mut masks).unwrap();
            let mut cards: Vec<Option<Card>> = Vec::new();
            for (table, game) in games.iter_mut().enumerate() {
                prop_assert_eq!(tables.game_number(table), Some(numbers[table]));
                let view = game.view();
                prop_assert_eq!(tables.seat(table), view.map(|view| view.seat));
                let legal = view.map_or(Vec::new(), |view| view.legal.iter().map(|card| card.id() as u16).collect());
                prop_assert_eq!(tables.legal_ids(table).collect::<Vec<_>>(), legal.clone());
                let mask = masks[52 * table..][..52].iter().enumerate().filter(|(_, cell)| **cell == 1);
                prop_assert_eq!(mask.map(|(id, _)| id as u16).collect::<Vec<_>>(), legal);
                let mut row = vec![7i8; 1006];
                tables.fill_observation(table, &mut row).unwrap();
                if let Some(view) = view {
                    prop_assert_eq!(&row, &cells(&view));
                }
                for seat in 0..4 {
                    tables.fill_observation_of(table, seat, &mut row).unwrap();
                    prop_assert_eq!(&row, &cells(&View::of(game, seat)));
                }
                cards.push(tables.choice(table, choices[table] as usize));
            }
            let stepped = autoreset != Autoreset::Disabled || !over.contains(&true);
            if !stepped {
                prop_assert!(tables.step_choices(&choices).is_err());
                tables.reset(&over).unwrap();
            } else if by_ids {
                let ids: Vec<u16> =
                    cards.iter().map(|card| card.map_or(60_000, |card| card.id() as u16)).collect();
                tables.step(&ids).unwrap();
            } else {
                tables.step_choices(&choices).unwrap();
            }
            for (table, game) in games.iter_mut().enumerate() {
                let mut points = vec![0.0; 4];
                let was_over = std::mem::take(&mut over[table]);
                if was_over {
                    numbers[table] += 1;
                    deal(game, seed, table, numbers[table]);
                } else if stepped {
                    game.apply(cards[table].unwrap(), |_| ());
                }
                if !was_over && game.view().is_none() {
                    let outcome = game.close(&mut StreamKey::new(0, 0).rng()).unwrap();
                    for seat in 0..4 {
                        points[game.player(seat)] = Hearts::points(&rules, &outcome, seat) as f32;
                    }
                    let ended = tables.ended().iter().find(|ended| ended.table == table).unwrap();
                    prop_assert_eq!((ended.game, ended.outcome), (numbers[table], Some(outcome)));
                    prop_assert_eq!(&ended.last, &*game);
                    let mut last = vec![7i8; 1006];
                    let place = tables.ended().iter().position(|ended| ended.table == table).unwrap();
                    tables.fill_last_observation(place, &mut last).unwrap();
                    prop_assert_eq!(last, cells(&View::of(game, 0)));
                    over[table] = autoreset != Autoreset::SameStep;
                    if autoreset == Autoreset::SameStep {
                        numbers[table] += 1;
                        deal(game, seed, table, numbers[table]);
                    }
                }
                prop_assert!(!stepped || tables.rewards_of(table) == points);
            }
        }
    }
}

/// Illegal actions are rejected with a reason, and the tables are unchanged.
#[test]
fn illegal_actions_change_nothing() {
    let mut tables = tables(2, 7, Autoreset::NextStep, Rules::default());
    let state = |tables: &HeartsTables| (0..2).map(|at| tables.batch().game(at).cloned()).collect::<Vec<_>>();
    let before = state(&tables);
    let good = tables.legal_id(0, 0).unwrap();
    let bad = (0..52).find(|id| tables.choice_of(1, *id).is_none()).unwrap();
    let text = |id: u16| Card::of_id(id.into()).unwrap().to_string();
    let legal = tables.legal_ids(1).map(|id| format!("`{}`", text(id))).collect::<Vec<_>>().join(", ");
    for (ids, says) in [
        (&[good][..], "1 action; expected one for each of 2 tables".to_owned()),
        (&[good, bad], format!("table 1, action {bad}: `{}` is not legal; expected {legal}", text(bad))),
        (&[good, 52], "table 1, action 52: no action has this number; expected a number below 52".to_owned()),
    ] {
        assert_eq!(tables.step(ids).unwrap_err().to_string(), says);
        assert_eq!(state(&tables), before);
    }
    let refused = tables.step_choices(&[0, 13]).unwrap_err();
    assert_eq!(refused.to_string(), "table 1, action 13: there are 13 choices, numbered from 0");
    assert_eq!(state(&tables), before);
}

/// Tables with a new seed equal new tables; an abandoned game is followed by the next game.
#[test]
fn kept_tables_serve_many_seeds() {
    let mut kept = tables(3, 1, Autoreset::SameStep, Rules::default());
    let mut choices = [0; 3];
    for seed in 2..12 {
        for _ in 0..70 * seed {
            kept.random_choices(&mut choices).unwrap();
            kept.step_choices(&choices).unwrap();
        }
        kept.reset(&[true, false, true]).unwrap();
        // A game that is abandoned before its first action does not count, so the direction of the
        // pass stays the same.
        let direction =
            |tables: &HeartsTables| tables.batch().game(0).map(|game| View::of(game, 0).public.direction);
        let given_up = direction(&kept);
        kept.reset(&[true, false, false]).unwrap();
        assert_eq!(direction(&kept), given_up);
        kept.reseed(seed);
        let fresh = tables(3, seed, Autoreset::SameStep, Rules::default());
        for table in 0..3 {
            assert_eq!(kept.batch().game(table), fresh.batch().game(table));
            assert!(kept.legal_ids(table).eq(fresh.legal_ids(table)));
        }
        assert_eq!((kept.rewards(), kept.ended().len()), (fresh.rewards(), 0));
    }
}
