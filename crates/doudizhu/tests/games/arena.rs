//! Arenas: fair, exact, and independent of the partition into runs.

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use proptest::prelude::*;
use quadrille_doudizhu::arena::{self, Arena, Tally, play_deals};
use quadrille_doudizhu::game::{Auction, Phase, Scoring, Seat, Setup};
use quadrille_doudizhu::players::PlayerKind::{self, Random, Rule};
use quadrille_doudizhu::records::Recorder;
use quadrille_doudizhu::{Kind, Rules};
use quadrille_progress::{Cancelled, Progress};

use super::setups;

const PARTIES: [[PlayerKind; 3]; 4] = [[Random; 3], [Rule, Random, Random], [Random, Rule, Rule], [Rule; 3]];

fn arena(setup: Setup, players: [PlayerKind; 3]) -> Arena {
    arena::arena(setup, players, 1000).unwrap()
}

fn run(arena: &Arena, seed: u64, deals: Range<u64>) -> Tally {
    play_deals(arena, seed, deals, &()).unwrap()
}

fn adp(players: [PlayerKind; 3]) -> Arena {
    arena(Setup::new(Rules::RLCARD, Scoring::Adp), players)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// The tally does not depend on the partition of the deals nor on the order of merging.
    #[test]
    fn tallies_do_not_depend_on_the_partition(seed in any::<u64>(), cuts in prop::collection::vec(0u64..40, 0..4), party in 0..4usize, classic in any::<bool>()) {
        let scoring = if classic { Scoring::Classic } else { Scoring::Adp };
        let arena = arena(Setup::new(Rules::RLCARD, scoring), PARTIES[party]);
        let whole = run(&arena, seed, 0..40);
        prop_assert!(whole.is_sound());
        let mut ends = [cuts, vec![0, 40]].concat();
        ends.sort_unstable();
        let mut merged = Tally::default();
        for part in ends.windows(2).rev() {
            merged.merge(&run(&arena, seed, part[0]..part[1]));
        }
        prop_assert_eq!(merged, whole);
    }
}

/// A tally equals the sum over its games.
#[test]
fn a_tally_is_the_sum_of_its_games() {
    for setup in setups() {
        let arena = arena(setup, [Rule, Random, Rule]);
        let tally = run(&arena, 5, 0..4);
        assert!(tally.is_sound() && tally.games == 12);
        let (mut wins, mut points, mut adp, mut bombs, mut moves) = ([0; 3], [0; 3], [0; 3], 0, 0);
        let (mut landlord_wins, mut thrown_in) = (0, 0);
        for number in 0..12 {
            let played: Recorder = arena.record_game(5, number, &()).unwrap().unwrap();
            let game = &played.games()[0];
            let Phase::Won(outcome) = game.phase() else { panic!("game {number} is not over") };
            for seat in Seat::ALL {
                // After each game of a deal, every player moves to the next seat.
                let player = (seat.index() + 3 - number as usize % 3) % 3;
                assert_eq!(played.names()[seat.index()], arena.players()[player].name());
                wins[player] += i64::from(outcome.won(seat));
                points[player] += outcome.points(setup.scoring)[seat.index()];
                adp[player] += outcome.points(Scoring::Adp)[seat.index()];
            }
            bombs += i128::from(outcome.bombs);
            landlord_wins += u64::from(outcome.landlord_won());
            moves += game.moves().len() as u64;
            thrown_in += played.deals() - 1;
        }
        for (player, tally) in tally.players.iter().enumerate() {
            let found = (tally.all.wins.sum(), tally.all.score.sum(), tally.all.adp.sum());
            assert_eq!(found, (wins[player], points[player], adp[player]), "{setup:?}");
        }
        assert_eq!(
            (tally.bombs.sum(), tally.landlord_wins, tally.thrown_in),
            (bombs, landlord_wins, thrown_in)
        );
        assert_eq!(Kind::ALL.into_iter().map(|kind| tally.moves(kind)).sum::<u64>(), moves);
    }
}

/// Each player has each hand once, so equal deterministic players tie in every deal.
#[test]
fn equal_players_tie() {
    let tally = run(&adp([Rule; 3]), 11, 0..200);
    for player in &tally.players {
        assert_eq!((player.all.adp.sum(), player.landlord.games()), (0, 200));
        assert_eq!(player.all.adp.standard_error(), Some(0.0), "no deal favours a player");
        assert_eq!(player.all.wins.sum(), tally.players[0].all.wins.sum());
    }
    // The same with an auction: each player has called first with every hand.
    let classic = arena(Setup::new(Rules::RLCARD, Scoring::Classic), [Rule; 3]);
    for player in &run(&classic, 11, 0..200).players {
        assert_eq!(player.all.score.sum(), 0);
    }
}

/// `RLCard`'s rule player wins 0.934 of its games as landlord against random peasants, and a random
/// landlord wins 0.049 against it (see `benches/peers/rlcard_doudizhu.py`). This crate's player has
/// to be significantly better.
#[test]
fn the_rule_player_beats_random_ones() {
    let landlord = run(&adp([Rule, Random, Random]), 3, 0..700).players[0].landlord.wins;
    assert!(landlord.mean().unwrap() > 0.95, "{landlord:?}");
    let against = run(&adp([Random, Rule, Rule]), 3, 0..700).players[0].landlord.wins;
    assert!(against.mean().unwrap() < 0.04, "{against:?}");
}

#[test]
fn cancellation_ends_a_run() {
    let heard = Mutex::new(Vec::new());
    let observer = |progress: &Progress| {
        heard.lock().unwrap().push((progress.done, progress.total));
        if progress.done == 31 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(play_deals(&adp([Random; 3]), 1, 0..100, &observer), Err(Cancelled));
    assert!(heard.into_inner().unwrap().into_iter().eq((1..=31).map(|games| (games, Some(300)))));
}

#[test]
fn a_forged_tally_is_not_sound() {
    let sound = run(&adp([Random; 3]), 1, 0..10);
    let changes: [fn(&mut Tally); 6] = [
        |tally| tally.games += 1,
        |tally| tally.landlord_wins = 31,
        |tally| tally.springs = tally.landlord_wins + 1,
        |tally| tally.bombs = quadrille_stats::Counts::new(),
        |tally| tally.players[1].landlord = tally.players[1].all,
        |tally| tally.deals = u64::MAX,
    ];
    for change in changes {
        let mut tally = sound.clone();
        change(&mut tally);
        assert!(!tally.is_sound());
    }
}

/// Frozen results: a change affects every experiment with these players.
#[test]
fn results_are_frozen() {
    let tally = run(&adp([Rule, Random, Random]), 31459, 0..50);
    let random = run(&adp([Random; 3]), 31459, 0..50);
    let classic = Setup::new(Rules::PAGAT, Scoring::Classic).with_auction(Auction::CallRob);
    let classic = run(&arena(classic, PARTIES[2]), 31459, 0..50);
    let figures =
        |tally: &Tally| (tally.landlord_wins, tally.players.each_ref().map(|player| player.all.score.sum()));
    assert_eq!(figures(&random), (57, [37, 19, -56]));
    assert_eq!((figures(&tally), figures(&classic)), ((53, [243, -147, -96]), (63, [-414, 225, 189])));
}
