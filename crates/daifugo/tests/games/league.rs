//! Leagues: tables, consistent tallies, ratings, coverage of the intervals.

use quadrille_daifugo::arena::{Arena, play_round};
use quadrille_daifugo::league::{
    League, LeagueError, LeagueTally, Played, Schedule, Standings, Unrated, ranks,
};
use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::rules::Rules;
use quadrille_random::StreamKey;
use quadrille_stats::Confidence;

use PlayerKind::{Greedy, Random};

fn confidence(part: f64) -> Confidence {
    Confidence::new(part).unwrap()
}

fn played(league: &League, seed: u64) -> (Schedule, LeagueTally) {
    let (schedule, mut all) = (league.schedule(seed), LeagueTally::default());
    for round in 0..league.rounds() {
        all.merge(&league.play_round(&schedule, seed, round, &()).unwrap());
    }
    assert!(league.is_whole(&schedule, &all));
    (schedule, all)
}

#[test]
fn games_are_rounded_up_to_equal_series_of_all_tables() {
    let league = |players: usize, tables, games, sitting| {
        League::new(Rules::UECDA, vec![Greedy; players], tables, games, sitting)
    };
    for (players, tables, games, sitting, rounded, rounds) in [
        (5, None, 1, 10, 5, 1),
        (6, None, 1, 10, 30, 6),
        (6, None, 3000, 10, 3000, 60),
        (6, None, 3001, 10, 3030, 66),
        (10, None, 100, 10, 1260, 252),
        (10, Some(5), 100, 2, 120, 12),
        (32, None, 1, 1, 1280, 256),
        (12, Some(1000), 1, 1, 3960, 792),
    ] {
        let league = league(players, tables, games, sitting).unwrap();
        assert_eq!((league.games(), league.rounds()), (rounded, rounds), "{games} games of {players}");
        let sittings: Vec<u64> = (0..rounds).map(|round| league.sitting(round)).collect();
        assert_eq!(5 * sittings.iter().sum::<u64>(), rounded);
        assert!(sittings.iter().max().unwrap() - sittings.iter().min().unwrap() <= 1);
    }
    let refused = |players, tables, games, sitting| league(players, tables, games, sitting).unwrap_err();
    assert_eq!(refused(4, None, 10, 10), LeagueError::Players { found: 4, least: 5 });
    assert_eq!(refused(33, None, 10, 10), LeagueError::Players { found: 33, least: 5 });
    assert_eq!(refused(10, Some(4), 10, 10), LeagueError::Tables { found: 4, least: 5 });
    assert_eq!(refused(10, Some(1001), 10, 10), LeagueError::Tables { found: 1001, least: 5 });
    assert_eq!(refused(10, None, 0, 10), LeagueError::Games { games: 0, sitting: 10 });
    assert_eq!(refused(10, None, 10, 0), LeagueError::Games { games: 10, sitting: 0 });
    let six = league(6, None, 10, 10).unwrap();
    let other = six.with_players([Random; 5]).unwrap_err();
    assert_eq!(other, LeagueError::OtherPlayers { found: 5, wanted: 6 });
    assert_eq!(six.with_players([Random; 6]).unwrap().games(), six.games());
    let messages = [refused(1, None, 10, 10), refused(10, Some(1), 1, 1)].map(|error| error.to_string());
    assert_eq!(messages[0], "1 player; a league under these rules has 5 to 32");
    assert_eq!(messages[1], "1 table; expected 5 to 1000 for these players");
}

/// A league with one player per seat is an arena: the same games, the same points and intervals.
#[test]
fn a_league_of_one_table_is_an_arena() {
    let five = [Random, Greedy, Greedy, Random, Greedy];
    let (schedule, tally) = played(&League::new(Rules::UECDA, five, None, 330, 7).unwrap(), 9);
    let arena = Arena::new(Rules::UECDA, five, 330, 7).unwrap();
    let mut plain = quadrille_daifugo::arena::Tally::default();
    (0..arena.rounds()).for_each(|round| plain.merge(&play_round(&arena, 9, round, &()).unwrap()));
    let standings = Standings::new(&schedule, &tally);
    assert_eq!((tally.games(), tally.rounds()), (plain.games(), plain.rounds()));
    assert_eq!(tally.stuck(), plain.stuck());
    for player in 0..5 {
        assert_eq!(standings.games(player), plain.games());
        assert_eq!(standings.points(player), plain.points(player));
        assert_eq!(standings.places(player), plain.places(player));
        assert_eq!(standings.faults(player).total(), 0);
        let [one, other] =
            [standings.estimate(player, confidence(0.95)), plain.estimate(player, confidence(0.95))]
                .map(|estimate| estimate.and_then(|estimate| estimate.interval).unwrap());
        // An arena uses the residuals of a ratio, whose mean over all rounds is 0, so the intervals
        // differ slightly.
        assert!(
            (one.low - other.low).abs() < 1e-3 && (one.high - other.high).abs() < 1e-3,
            "{one:?} {other:?}"
        );
    }
}

#[test]
fn tallies_merge_in_any_order() {
    for players in 3..=6 {
        let rules = Rules::UECDA.of(players, 1).unwrap();
        let all: Vec<PlayerKind> = [Random, Greedy].into_iter().cycle().take(players + 2).collect();
        let league = League::new(rules, &all, None, 400, 3).unwrap();
        let (schedule, whole) = played(&league, 5);
        let mut backwards = LeagueTally::default();
        for round in (0..league.rounds()).rev() {
            backwards.merge(&league.play_round(&schedule, 5, round, &()).unwrap());
        }
        assert_eq!(backwards, whole);
        assert_eq!((whole.games(), whole.rounds()), (league.games(), league.rounds()));
        assert_ne!(played(&league, 6).1, whole);
        let standings = Standings::new(&schedule, &whole);
        let points: u64 = (0..all.len()).map(|player| standings.points(player)).sum();
        assert_eq!(points, league.games() * (players * (players + 1) / 2) as u64);
        for one in 0..all.len() {
            let games: u64 = (0..all.len())
                .filter_map(|other| standings.pair(one, other, confidence(0.95)))
                .map(|pair| pair.games)
                .sum();
            assert_eq!(games, (players as u64 - 1) * standings.games(one));
            for other in 0..one {
                let [there, back] = [(one, other), (other, one)]
                    .map(|(one, other)| standings.pair(one, other, confidence(0.95)).unwrap());
                assert_eq!((there.games, there.above + back.above), (back.games, there.games));
                assert!((there.interval.low + back.interval.high - 1.0).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn players_of_equal_strength_have_equal_ratings() {
    let (schedule, tally) = played(&League::new(Rules::UECDA, [Greedy; 7], None, 6300, 10).unwrap(), 3);
    let standings = Standings::new(&schedule, &tally);
    let ratings = standings.ratings(confidence(0.999));
    for (player, rating) in ratings.iter().enumerate() {
        let (rating, points) = (
            rating.interval.unwrap(),
            standings.estimate(player, confidence(0.999)).unwrap().interval.unwrap(),
        );
        assert!(rating.contains(1500.0) && rating.half_width() < 40.0, "{rating:?}");
        assert!(points.contains(3.0) && points.half_width() < 0.2, "{points:?}");
    }
    assert_eq!(ranks(&ratings), [Some(1); 7]);
    let mean = ratings.iter().map(|rating| rating.value.unwrap()).sum::<f64>() / 7.0;
    assert!((mean - 1500.0).abs() < 1e-8, "{mean}");
}

/// Simulates games in which the players finish after exponentially distributed times. The odds of
/// any two players are then the ratio of their strengths, independently of the others, so the
/// rating model holds exactly.
fn race(schedule: &Schedule, strengths: &[f64], rounds: usize, games: usize, seed: u64) -> LeagueTally {
    let mut rng = StreamKey::new(seed, 0).rng();
    let mut tally = LeagueTally::default();
    for _ in 0..rounds {
        for (table, members) in schedule.tables().iter().enumerate() {
            let mut round = Played::new(members.len());
            for _ in 0..games / 2 {
                let mut times: Vec<(f64, usize)> = members
                    .iter()
                    .enumerate()
                    .map(|(at, &player)| (-libm::log(1.0 - rng.next_f64()) / strengths[player], at))
                    .collect();
                times.sort_by(|one, other| one.0.total_cmp(&other.0));
                let order: Vec<usize> = times.into_iter().map(|(_, at)| at).collect();
                // Every result counts twice, so that games within a round are fully correlated.
                round.game(&order, false);
                round.game(&order, false);
            }
            tally.add(table, &round);
        }
    }
    tally
}

/// In many leagues, 95 % of the intervals contain the true value, for few and many rounds per
/// table.
#[test]
fn intervals_have_their_nominal_coverage() {
    let strengths = [1.0, 1.2, 1.5, 2.0, 3.0, 6.0];
    let schedule = Schedule::all(6, 5);
    let mean = strengths.iter().map(|strength| libm::log10(*strength)).sum::<f64>() / 6.0;
    let rating = |player: usize| 1500.0 + 400.0 * (libm::log10(strengths[player]) - mean);
    let points = |player: usize| {
        let others = (0..6).filter(|&other| other != player);
        let share = |other: usize| strengths[player] / (strengths[player] + strengths[other]);
        // A player sits at five of the six tables, and meets each other player at four of these.
        1.0 + others.map(|other| 0.8 * share(other)).sum::<f64>()
    };
    for rounds in [2, 10] {
        let mut held = [0; 3];
        let leagues = 400;
        for seed in 0..leagues {
            let tally = race(&schedule, &strengths, rounds, 4, seed);
            let standings = Standings::new(&schedule, &tally);
            let ratings = standings.ratings(confidence(0.95));
            for (player, found) in ratings.iter().enumerate() {
                let estimate = standings.estimate(player, confidence(0.95)).unwrap();
                let pair = standings.pair(player, (player + 1) % 6, confidence(0.95)).unwrap();
                let share = strengths[player] / (strengths[player] + strengths[(player + 1) % 6]);
                held[0] += u64::from(found.interval.is_none_or(|interval| interval.contains(rating(player))));
                held[1] += u64::from(estimate.interval.unwrap().contains(points(player)));
                held[2] += u64::from(pair.interval.contains(share));
            }
        }
        let shares = held.map(|held| held as f64 / (6 * leagues) as f64);
        assert!(shares.iter().all(|share| (0.92..=0.98).contains(share)), "{rounds} rounds: {shares:?}");
    }
}

/// Differences between tables are not sampling error: all players have fewer points against strong
/// opponents, in every league.
#[test]
fn differences_between_tables_do_not_widen_intervals() {
    let strengths = [1.0, 1.0, 1.0, 1.0, 1.0, 1000.0, 1000.0, 1000.0];
    let schedule = Schedule::all(8, 5);
    let tally = race(&schedule, &strengths, 4, 40, 1);
    let standings = Standings::new(&schedule, &tally);
    let wide = standings.estimate(0, confidence(0.95)).unwrap().interval.unwrap().half_width();
    // With one round per table, differences between tables cannot be separated from chance. Four
    // times the rounds alone would only halve the interval.
    let single = race(&schedule, &strengths, 1, 40, 1);
    let single = Standings::new(&schedule, &single).estimate(0, confidence(0.95)).unwrap().interval.unwrap();
    assert!(wide < 0.3 * single.half_width(), "{wide} {}", single.half_width());
}

#[test]
fn a_player_who_always_wins_has_no_rating() {
    let schedule = Schedule::all(4, 3);
    let mut tally = LeagueTally::default();
    for round in 0..6 {
        for (table, members) in schedule.tables().iter().enumerate() {
            // Player 0 is always first; the others take turns.
            let first = usize::from(members[0] == 0);
            let mut order: Vec<usize> = (first..3).collect();
            order.rotate_left(round % (3 - first));
            let order: Vec<usize> = (0..first).chain(order).collect();
            let mut played = Played::new(3);
            played.game(&order, false);
            tally.add(table, &played);
        }
    }
    let standings = Standings::new(&schedule, &tally);
    let ratings = standings.ratings(confidence(0.95));
    assert_eq!((ratings[0].value, ratings[0].interval), (Err(Unrated::Above), None));
    assert_eq!(ranks(&ratings)[0], None);
    for rating in &ratings[1..] {
        assert!((rating.value.unwrap() - 1500.0).abs() < 1e-6, "{rating:?}");
        assert!(rating.interval.unwrap().contains(1500.0));
    }
    let pair = standings.pair(0, 1, confidence(0.95)).unwrap();
    assert_eq!((pair.games, pair.above), (12, 12));
    assert!(pair.interval.high >= 1.0 && pair.interval.low < 0.8, "{pair:?}");
    assert_eq!(standings.pair(1, 1, confidence(0.95)), None);
    // Without games there are no estimates.
    let nothing = LeagueTally::default();
    let standings = Standings::new(&schedule, &nothing);
    assert_eq!(standings.estimate(0, confidence(0.95)), None);
    assert_eq!(standings.pair(0, 1, confidence(0.95)), None);
    assert!(standings.ratings(confidence(0.95)).iter().all(|rating| rating.value == Err(Unrated::Alone)));
}
