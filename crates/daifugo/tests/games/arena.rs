//! Contests: equal series, consistent tallies, intervals over rounds.

use quadrille_daifugo::arena::{Arena, Tally, has_proofs, play_round};
use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_stats::Confidence;

const FIVE: [PlayerKind; 5] =
    [PlayerKind::Random, PlayerKind::Greedy, PlayerKind::Greedy, PlayerKind::Random, PlayerKind::Greedy];

fn played(arena: &Arena, seed: u64) -> Tally {
    let mut all = Tally::default();
    (0..arena.rounds()).for_each(|round| all.merge(&play_round(arena, seed, round, &()).unwrap()));
    all
}

#[test]
fn games_are_rounded_up_to_equal_series() {
    for (games, sitting, rounded, rounds) in
        [(1, 10, 5, 1), (5, 10, 5, 1), (101, 10, 105, 3), (1000, 10, 1000, 20), (104, 100, 105, 1)]
    {
        let arena = Arena::new(Rules::UECDA, FIVE, games, sitting).unwrap();
        assert_eq!((arena.games(), arena.rounds()), (rounded, rounds), "{games} in sittings of {sitting}");
        let sittings: Vec<u64> = (0..rounds).map(|round| arena.sitting(round)).collect();
        assert_eq!(5 * sittings.iter().sum::<u64>(), rounded);
        assert!(sittings.iter().max().unwrap() - sittings.iter().min().unwrap() <= 1);
    }
    let refused = Arena::new(Rules::UECDA, &FIVE[..4], 10, 10).unwrap_err();
    assert_eq!(refused.to_string(), "4 players; these rules are for 5 players");
    assert!(Arena::new(Rules::UECDA, FIVE, 0, 10).is_err() && Arena::new(Rules::UECDA, FIVE, 10, 0).is_err());
}

#[test]
fn tallies_add_up_under_every_number_of_players() {
    for players in 3..=6 {
        let rules = Rules::UECDA.of(players, 1).unwrap();
        let all: Vec<PlayerKind> = FIVE.into_iter().cycle().take(players).collect();
        let arena = Arena::new(rules, &all, 200, 7).unwrap();
        let tally = played(&arena, 9);
        assert!(tally.is_sound(players, arena.rounds(), arena.games()));
        assert_eq!(tally.games(), arena.games());
        let leads = tally.all_leads();
        assert!(
            leads.all > tally.games()
                && leads.eight_cut >= leads.groups
                && leads.groups > 0
                && leads.sure_win > 0
        );
        assert_eq!(played(&arena, 9), tally);
        assert_ne!(played(&arena, 10), tally);
    }
}

#[test]
fn equal_players_have_equal_chances() {
    let arena = Arena::new(Rules::UECDA, [PlayerKind::Greedy; 5], 4000, 10).unwrap();
    let tally = played(&arena, 3);
    let confidence = Confidence::new(0.999).unwrap();
    for player in 0..5 {
        let estimate = tally.estimate(player, confidence).unwrap();
        let interval = estimate.interval.unwrap();
        assert!(interval.contains(3.0) && interval.half_width() < 0.2, "{estimate:?}");
    }
}

#[test]
fn intervals_are_those_of_a_ratio() {
    // Two rounds of equal size: the mean of the two, and the t interval of two observations.
    let arena = Arena::new(Rules::UECDA, FIVE, 10, 1).unwrap();
    let tally = played(&arena, 4);
    assert_eq!(tally.rounds(), 2);
    let estimate = tally.estimate(0, Confidence::new(0.95).unwrap()).unwrap();
    let of = |round| play_round(&arena, 4, round, &()).unwrap().points(0) as f64 / 5.0;
    let half = 12.706_204_736 * (of(0) - of(1)).abs() / 2.0;
    assert!((estimate.mean - f64::midpoint(of(0), of(1))).abs() < 1e-12);
    assert!((estimate.interval.unwrap().half_width() - half).abs() < 1e-6);
    let one = Arena::new(Rules::UECDA, FIVE, 5, 10).unwrap();
    assert_eq!(played(&one, 4).estimate(0, Confidence::new(0.95).unwrap()).unwrap().interval, None);
}

#[test]
fn nothing_is_proved_under_rules_without_proofs() {
    let arena = Arena::new(Rules::UECDA.with(Rule::ElevenBack), FIVE, 50, 10).unwrap();
    let leads = played(&arena, 1).all_leads();
    assert!(!has_proofs(*arena.setup()) && leads.all > 0);
    assert_eq!((leads.groups, leads.eight_cut, leads.sure_win), (0, 0, 0));
}

#[test]
fn without_the_8_cut_both_group_counts_are_equal() {
    let arena = Arena::new(Rules::UECDA.without(Rule::EightCut), FIVE, 50, 10).unwrap();
    let leads = played(&arena, 1).all_leads();
    assert!(has_proofs(*arena.setup()) && leads.groups > 0);
    assert_eq!(leads.eight_cut, leads.groups);
    let contest = played(&Arena::new(Rules::UECDA, FIVE, 50, 10).unwrap(), 1).all_leads();
    assert!(contest.eight_cut > contest.groups);
}
