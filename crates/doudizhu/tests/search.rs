//! Searching players: the checks common to all games, and the exact parts of this game.

use std::sync::LazyLock;

use std::collections::BTreeSet;

use quadrille_doudizhu::endgame::Solver;
use quadrille_doudizhu::game::{Action, Decision, Position, Scoring, Seat, Setup, Table};
use quadrille_doudizhu::players::{Player, Random, Rule};
use quadrille_doudizhu::{Move, Rank, Rules};
use quadrille_lanes::Level;
use quadrille_players::search::{Budget, Reason, Search};
use quadrille_players::{Searchable, checks, read, unpacked};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_table::{Game as _, Sample, View as _};

static FILE: LazyLock<Vec<u8>> =
    LazyLock::new(|| unpacked(include_bytes!("../weights/policy.safetensors.gz")));

#[test]
fn thoughts_are_deterministic() {
    for setup in [Setup::default(), Setup::new(Rules::PAGAT, Scoring::Classic)] {
        checks::check_search::<Table>(&setup, &FILE, 1, 4);
    }
}

#[test]
fn values_are_means_of_reference_playouts() {
    let complete = checks::check_values::<Table>(&Setup::default(), &FILE, 2, 4);
    assert!(complete > 0, "no decision with a complete list of deals");
}

#[test]
fn true_worlds_have_more_weight_than_dealt_ones() {
    checks::check_weights::<Table>(&Setup::default(), &FILE, 40);
}

#[test]
fn replays_give_the_same_game_and_steps_keep_the_view() {
    for setup in [Setup::default(), Setup::new(Rules::PAGAT, Scoring::Classic)] {
        checks::check_worlds::<Table>(&setup, &FILE, 3, 10);
    }
}

#[test]
fn closed_games_have_the_same_course() {
    checks::check_courses::<Table>(&Setup::default(), 9, 6);
}

#[test]
fn chains_visit_deals_evenly() {
    let hidden = |table: &Table| {
        format!("{:?}", table.position().map(|position| Seat::ALL.map(|seat| position.hand(seat))))
    };
    checks::check_steps::<Table>(&Setup::default(), 4, 40, hidden);
}

/// Plays games with half of the decisions at random, and calls `visit` before each decision in play
/// with at most `cards` cards in all hands.
fn late(games: u64, cards: u32, mut visit: impl FnMut(&mut Table, &mut Xoshiro256PlusPlus)) {
    let setup = Setup::default();
    let mut table = Table::new(&setup);
    for game in 0..games {
        let mut rng = StreamKey::new(5, game).rng();
        table.deal(&mut rng);
        while table.view().is_some() {
            let position = table.position().expect("no auction");
            if Seat::ALL.map(|seat| position.hand(seat).len()).iter().sum::<u32>() <= cards {
                visit(&mut table, &mut rng);
            }
            let view = table.view().expect("the same decision");
            let player: &mut dyn Player<Table> =
                if quadrille_table::draw(&mut rng, 2) == 0 { &mut Random } else { &mut Rule };
            let action = player.decide(&view, &mut rng).expect("a move");
            table.apply(action, |_| {});
        }
    }
}

/// Returns the distinct deals among `drawn` sampled ones.
fn worlds(view: &Decision<'_>, drawn: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Table> {
    let mut seen = BTreeSet::new();
    let mut different = |world: &Table| {
        let position = world.position().expect("in play");
        seen.insert(Seat::ALL.map(|seat| position.hand(seat).to_string()))
    };
    (0..drawn).map(|_| Table::sample(view, rng).expect("a deal")).filter(|world| different(world)).collect()
}

/// Returns whether the side of the seat to move wins after a move.
fn wins(solver: &mut Solver, position: &Position, chosen: Move) -> bool {
    let mut after = *position;
    after.play(chosen);
    let side = |seat: Seat| seat == position.landlord();
    let value = solver.value(&after, &()).expect("a position").win;
    value == (side(after.turn()) == side(position.turn()))
}

#[test]
fn values_of_solved_deals_are_means_of_the_solver() {
    let judges = read::<Table>(&FILE).expect("a policy");
    let mut search = Search::<Table>::new(Level::best(), judges, Budget::default());
    let mut solver = Solver::new(Rules::RLCARD, 64 << 20);
    let mut compared = 0;
    late(60, 14, |table, rng| {
        let view = table.view().expect("a decision");
        if view.choices() < 2 {
            return;
        }
        let actions: Vec<Action> = (0..view.choices()).filter_map(|place| view.choice(place)).collect();
        let worlds = worlds(&view, 12, rng);
        let values = search.values_in(&view, &actions, &worlds, true);
        for (action, value) in actions.iter().zip(values) {
            let Action::Play(chosen) = *action else { panic!("a call in play") };
            let mut sum = 0.0;
            for world in &worlds {
                sum += if wins(&mut solver, world.position().expect("in play"), chosen) { 1.0 } else { -1.0 };
            }
            assert!(
                (value - sum / worlds.len() as f64).abs() < 1e-12,
                "{chosen}: {value}; {sum} of {}",
                worlds.len()
            );
            compared += 1;
        }
    });
    assert!(compared > 300, "{compared} compared");
}

#[test]
fn proved_moves_win_in_every_deal() {
    let judges = read::<Table>(&FILE).expect("a policy");
    let mut search = Search::<Table>::new(Level::best(), judges, Budget::Playouts(8));
    let mut solver = Solver::new(Rules::RLCARD, 64 << 20);
    let (mut proved, mut won) = (0, 0);
    late(300, 16, |table, rng| {
        let view = table.view().expect("a decision");
        let Some(Action::Play(chosen)) = Table::prove(&view) else { return };
        assert!(view.permits(&Action::Play(chosen)));
        if view.choices() > 1 {
            let thought = search.think(&view, 1, &());
            assert_eq!((thought.action, thought.reason), (Action::Play(chosen), Reason::Proved), "{view:?}");
        }
        proved += 1;
        for world in worlds(&view, 10, rng) {
            assert!(wins(&mut solver, world.position().expect("in play"), chosen), "{chosen} in {view:?}");
            won += 1;
        }
    });
    assert!(proved > 200 && won > 2 * proved, "{proved} proved, {won} worlds");
}

/// If every possible deal is won but no move wins in all of them, nothing is proved, since the
/// mover does not know the deal.
#[test]
fn deals_each_won_by_another_move_prove_nothing() {
    let judges = read::<Table>(&FILE).expect("a policy");
    let mut search = Search::<Table>::new(Level::best(), judges, Budget::Playouts(400));
    let mut solver = Solver::new(Rules::RLCARD, 64 << 20);
    let mut found = 0;
    late(1500, 14, |table, rng| {
        let view = table.view().expect("a decision");
        if view.choices() < 2 || found >= 5 {
            return;
        }
        let worlds = worlds(&view, 30, rng);
        if worlds.len() < 2 {
            return;
        }
        let mut in_all: Option<BTreeSet<Move>> = None;
        for world in &worlds {
            let verdict = solver.solve(world.position().expect("in play"), &()).expect("a position");
            if !verdict.win {
                return;
            }
            let winning: BTreeSet<Move> = verdict.winning().collect();
            in_all = Some(in_all.map_or_else(|| winning.clone(), |all| &all & &winning));
        }
        if in_all.is_some_and(|all| all.is_empty()) {
            found += 1;
            let thought = search.think(&view, 1, &());
            assert_ne!(thought.reason, Reason::Proved, "{view:?}");
            let actions: Vec<Action> = (0..view.choices()).filter_map(|place| view.choice(place)).collect();
            let values = search.values_in(&view, &actions, &worlds, true);
            assert!(values.iter().all(|&value| value < 1.0), "{values:?}: a move that loses in some world");
        }
    });
    assert!(found >= 3, "{found} positions found");
}

#[test]
fn reviews_charge_errors_and_not_the_reviewer_itself() {
    checks::check_reviews::<Table>(&Setup::default(), &FILE, 4, 0.2);
}

/// The first measure counts the hidden cards of ranks that the same seat has already played, the
/// second the pairs of hidden cards of one rank. With an auction, every seat can be the landlord,
/// and the seats also decide before the stock is known.
#[test]
fn weights_are_unbiased_under_random_play() {
    for setup in [Setup::default(), Setup::new(Rules::PAGAT, Scoring::Classic)] {
        checks::check_priors::<Table, 2>(&setup, 3000, |table, own| {
            let Some(position) = table.position() else { return [0.0; 2] };
            let mut measures = [0.0; 2];
            for seat in Seat::ALL.into_iter().filter(|seat| seat.index() != own) {
                for rank in Rank::all() {
                    let hidden = position.hand(seat).count(rank);
                    let by_seat = table.moves().iter().filter(|(by, _)| *by == seat);
                    let played: u8 = by_seat.map(|(_, chosen)| chosen.cards().count(rank)).sum();
                    measures[0] += f64::from(hidden * played);
                    measures[1] += f64::from(hidden * hidden);
                }
            }
            measures
        });
    }
}
