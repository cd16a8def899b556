//! The search on Daifugo.

use std::sync::LazyLock;

use quadrille_daifugo::game::{Ending, Table};
use quadrille_daifugo::melds::Hand;
use quadrille_daifugo::rules::Rules;
use quadrille_lanes::Level;
use quadrille_players::search::{Budget, Reason, Search};
use quadrille_players::{Learnable, Searchable, checks, read, unpacked};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_table::{Game as _, Sample as _, View as _, draw};

static FILE: LazyLock<Vec<u8>> =
    LazyLock::new(|| unpacked(include_bytes!("../weights/policy.safetensors.gz")));

#[test]
fn searches_are_reproducible_across_threads_and_levels() {
    for rules in [Rules::UECDA, Rules::UECDA.of(3, 2).expect("a table")] {
        checks::check_search::<Table>(&rules, &FILE, 1, 4);
    }
}

#[test]
fn values_are_means_of_plain_playouts() {
    let complete = checks::check_values::<Table>(&Rules::UECDA, &FILE, 2, 4);
    assert!(complete > 0, "no decision with a complete list of deals");
}

#[test]
fn true_worlds_have_more_weight_than_dealt_ones() {
    checks::check_weights::<Table>(&Rules::UECDA, &FILE, 40);
}

#[test]
fn replays_reproduce_the_game_and_steps_keep_the_view() {
    for rules in [Rules::UECDA, Rules::UECDA.of(3, 2).expect("a table")] {
        checks::check_worlds::<Table>(&rules, &FILE, 3, 10);
    }
}

#[test]
fn closed_games_have_the_same_course() {
    for rules in [Rules::UECDA, Rules::UECDA.of(3, 2).expect("a table")] {
        checks::check_courses::<Table>(&rules, 9, 6);
    }
}

#[test]
fn chains_visit_deals_uniformly() {
    let hidden = |table: &Table| table.game().map_or_else(String::new, |game| format!("{:?}", game.hands()));
    checks::check_steps::<Table>(&Rules::UECDA.of(3, 2).expect("a table"), 4, 12, hidden);
}

/// Plays games at random, and calls `visit` before each decision in play with at least two legal
/// actions.
fn decisions(rules: Rules, games: u64, mut visit: impl FnMut(&mut Table, &mut Xoshiro256PlusPlus)) {
    let mut table = Table::new(rules);
    for number in 0..games {
        let mut rng = StreamKey::new(7, number).rng();
        table.deal(&mut rng).expect("a new game");
        while let Some(choices) = table.view().map(|view| view.choices()) {
            if choices > 1 && table.game().is_some() {
                visit(&mut table, &mut rng);
            }
            let action = table.view().and_then(|view| view.choice(draw(&mut rng, choices)));
            table.apply(action.expect("a legal action"), |_| {});
        }
        table.close(&mut rng).expect("an outcome");
    }
}

/// Returns the final place of a seat, counted from 0, if both of the last two seats play perfectly:
/// a plain search of all lines of play. `None` if a line ends in a draw.
fn best_place(table: &mut Table, seat: usize) -> Option<usize> {
    let Some((turn, choices)) = table.view().map(|view| (view.seat(), view.choices())) else {
        let game = table.game().expect("the end of the play");
        let result = game.result().filter(|_| game.ending() == Some(Ending::Finished))?;
        return result.iter().position(|&other| usize::from(other) == seat);
    };
    let mut places = Vec::new();
    for place in 0..choices {
        let mut next = table.clone();
        let action = next.view().and_then(|view| view.choice(place)).expect("a legal action");
        next.apply(action, |_| {});
        places.push(best_place(&mut next, seat)?);
    }
    if turn == seat { places.into_iter().min() } else { places.into_iter().max() }
}

#[test]
fn exact_values_are_those_of_a_plain_search_of_all_lines() {
    let mut search = Search::<Table>::new(Level::best(), read::<Table>(&FILE).unwrap(), Budget::default());
    let (mut compared, mut certain, mut exact) = (0, 0, Vec::new());
    decisions(Rules::UECDA, 120, |table, rng| {
        let game = table.game().expect("in play");
        let (seats, players) = ([0, 1, 2, 3, 4].map(|seat| game.is_playing(seat)), 5);
        let cards: u32 = (0..players).map(|seat| game.hand(seat).len()).sum();
        let two_play = seats.iter().filter(|&&plays| plays).count() == 2;
        let view = table.view().expect("a decision");
        let (seat, choices) = (view.seat(), view.choices());
        for place in 0..choices {
            let action = table.view().and_then(|view| view.choice(place)).expect("a legal action");
            let mut after = table.clone();
            after.apply(action, |_| {});
            let is_over = after.game().is_some_and(|game| !game.is_playing(seat));
            let value = |place: usize| (players - place) as f32 - 3.0;
            let expected = if is_over {
                certain += 1;
                let finished = after.game().expect("in play").finished();
                finished.iter().position(|&other| usize::from(other) == seat)
            } else if two_play && cards <= 6 {
                best_place(&mut after, seat)
            } else {
                continue;
            };
            let Some(expected) = expected.map(|place| value(place) / <Table as Learnable>::SPREAD) else {
                continue;
            };
            assert_eq!(after.exact(seat, &mut exact), Some(expected), "{action:?} in {table:?}");
            // Both seats know each other's hand, so there is only one deal.
            let view = table.view().expect("a decision");
            let worlds: Vec<Table> = (0..if two_play { 3 } else { 0 })
                .map(|_| Table::sample(&view, rng).expect("a deal"))
                .collect();
            if two_play {
                let values = search.values_in(&view, &[action], &worlds, true);
                assert_eq!(values, [f64::from(expected)], "{action:?} in {table:?}");
                compared += 1;
            }
        }
    });
    assert!(compared > 200 && certain > 100, "{compared} compared, {certain} certain");
}

/// A proved action begins a plan that makes the seat the next to finish, whatever the other seats
/// hold and play.
#[test]
fn proved_actions_finish_next_in_every_deal() {
    let judges = read::<Table>(&FILE).unwrap();
    let mut search = Search::<Table>::new(Level::best(), judges, Budget::Playouts(8));
    for rules in [Rules::UECDA, Rules::UECDA.of(3, 2).expect("a table")] {
        let mut proved = 0;
        decisions(rules, 200, |table, rng| {
            let view = table.view().expect("a decision");
            let seat = view.seat();
            let Some(first) = Table::prove(&view) else { return };
            let thought = search.think(&view, 1, &());
            assert_eq!((thought.action, thought.reason), (first, Reason::Proved), "{view:?}");
            proved += 1;
            for _ in 0..6 {
                let view = table.view().expect("a decision");
                let mut world = Table::sample(&view, rng).expect("a deal");
                let before = world.game().expect("in play").finished().len();
                while world.game().is_some_and(|game| game.is_playing(seat)) {
                    let view = world.view().expect("the seat has not finished");
                    let action = if view.seat() == seat {
                        let thought = search.think(&view, 1, &());
                        assert!(
                            matches!(thought.reason, Reason::Proved | Reason::Only),
                            "{thought:?} in {world:?}"
                        );
                        thought.action
                    } else {
                        view.choice(draw(rng, view.choices())).expect("a legal action")
                    };
                    world.apply(action, |_| {});
                }
                let finished = world.game().expect("in play").finished();
                assert_eq!(usize::from(finished[before]), seat, "{world:?}");
            }
        });
        assert!(proved > 300, "only {proved} proved actions");
    }
}

/// The check is the same for every game and takes a minute. `cargo test` runs it for Dou Dizhu,
/// `.ci/extra long` (`REVIEWS=all`) for this game too.
#[test]
fn reviews_charge_errors_and_not_the_reviewer_itself() {
    if std::env::var_os("REVIEWS").is_none() {
        return;
    }
    checks::check_reviews::<Table>(&Rules::UECDA, &FILE, 2, 0.5);
}

/// The measures are the highest cards of the seats that gave cards, the number of seats that hold
/// both jokers, the number of seats that were dealt both, and the number of jokers given.
#[test]
fn weights_are_unbiased_under_random_play() {
    let rules = Rules::UECDA.of(5, 2).expect("a table");
    checks::check_priors::<Table, 4>(&rules, 5000, |table, own| {
        let mut measures = [0.0; 4];
        for seat in (0..5).filter(|&seat| seat != own) {
            let hand = table.game().map_or(Hand::EMPTY, |game| game.hand(seat));
            let both = |hand: Hand| f64::from(u8::from(hand.jokers == 2));
            measures[1] += both(hand);
            measures[2] += both(table.dealt()[seat]);
            for gift in table.gifts().iter().filter(|gift| gift.from == seat) {
                measures[0] += hand.cards.highest().map_or(0.0, |card| f64::from(card.index()));
                measures[3] += f64::from(gift.cards.jokers);
            }
        }
        measures
    });
}
