//! Contests, leagues and questions of the crate `table`, with Hearts.

use quadrille_hearts::{Card, Hearts, HeartsPlayer, Rules};
use quadrille_random::StreamKey;
use quadrille_stats::Confidence;
use quadrille_table::league::{League, LeagueTally, Standings};
use quadrille_table::{BuiltIn, Contest, Counter, Entrant, Game, GameResult, PlayerError, Text, question};

/// Sums the points of each player.
#[derive(Default, Debug, PartialEq)]
struct Sums {
    points: [i32; 4],
    actions: u64,
}

impl Counter<Hearts> for Sums {
    fn acts(&mut self, _: usize, _: &Hearts, _: usize, _: Card) {
        self.actions += 1;
    }

    fn substituted(&mut self, player: usize, why: Option<&PlayerError>) {
        panic!("player {player}: {why:?}");
    }

    fn over(&mut self, result: &GameResult<'_, Hearts>) {
        let mut by_points = result.outcome.points;
        by_points.sort_unstable();
        // `ranking` is ordered from the best to the worst, so it matches the sorted points.
        for (&player, points) in result.ranking.iter().zip(by_points) {
            self.points[player] += points;
        }
    }
}

fn entrants(names: [&str; 4]) -> [Entrant<Hearts>; 4] {
    names.map(|name| HeartsPlayer::named(name).expect("a player").into())
}

#[test]
fn a_contest_is_the_same_for_any_workers_and_its_better_player_wins() {
    let contest =
        Contest::<Hearts>::new(Rules::default(), entrants(["random", "rule", "random", "rule"]), 400, 4)
            .expect("a contest");
    assert_eq!((contest.games(), contest.rounds()), (400, 25));
    let play = |rounds: &mut dyn Iterator<Item = u64>| {
        let (mut sums, mut kept) = (Sums::default(), contest.seated());
        for round in rounds {
            contest.play_rounds(&mut kept, 7, round..round + 1, &mut sums, &()).expect("no cancellation");
        }
        sums
    };
    let forwards = play(&mut (0..25));
    assert_eq!(forwards, play(&mut (0..25).rev()));
    // 52 cards are played in each game; 12 are passed in three of four games.
    assert_eq!(forwards.actions, 400 * 52 + 300 * 12);
    let [first, second, third, fourth] = forwards.points;
    assert!(2 * second.max(fourth) < first.min(third), "{forwards:?}");
}

#[test]
fn a_league_rates_the_players() {
    let names = ["rule", "random", "rule", "random", "random"];
    let players = names.map(|name| HeartsPlayer::named(name).expect("a player"));
    let league = League::<Hearts>::new(Rules::default(), players, None, 2000, 5).expect("a league");
    let schedule = league.schedule(3);
    let mut tally = LeagueTally::default();
    for round in 0..league.rounds() {
        tally.merge(&league.play_round(&schedule, 3, round, &()).expect("no cancellation"));
    }
    assert!(league.is_whole(&schedule, &tally));
    let ratings = Standings::new(&schedule, &tally).ratings(Confidence::new(0.95).expect("a level"));
    let interval = |player: usize| ratings[player].interval.expect("an interval");
    for rule in [0, 2] {
        assert!([1, 3, 4].iter().all(|&random| interval(rule).low > interval(random).high), "{ratings:?}");
    }
}

/// Equal points are common, and the players keep their order round the table: neighbours must not
/// gain from this.
#[test]
fn a_league_rates_equal_players_equally() {
    let players = [HeartsPlayer::Random; 4];
    let league = League::<Hearts>::new(Rules::default(), players, None, 8000, 1).expect("a league");
    let schedule = league.schedule(3);
    let mut tally = LeagueTally::default();
    for round in 0..league.rounds() {
        tally.merge(&league.play_round(&schedule, 3, round, &()).expect("no cancellation"));
    }
    let standings = Standings::new(&schedule, &tally);
    let confidence = Confidence::new(0.999).expect("a level");
    for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        let pair = standings.pair(one, other, confidence).expect("they meet");
        assert!(pair.interval.low < 0.5 && pair.interval.high > 0.5, "{one} and {other}: {pair:?}");
        assert!(pair.interval.high - pair.interval.low < 0.06, "{pair:?}");
    }
}

#[test]
fn questions_show_only_what_the_seat_sees() {
    let (mut game, mut rng) = (Hearts::new(&Rules::default()), StreamKey::new(5, 0).rng());
    game.deal(&mut rng);
    let mut asked = Vec::new();
    while let Some(view) = game.view() {
        let question = question::<Hearts>(&view);
        assert_eq!(question["game"], Hearts::NAME);
        let moves = question["moves"].as_array().expect("the legal cards");
        let texts: Vec<&str> = moves.iter().map(|text| text.as_str().expect("a text")).collect();
        assert!(!texts.is_empty());
        assert!(
            texts
                .iter()
                .all(|text| Hearts::read_action(&view, text).is_ok_and(|card| view.legal.contains(card)))
        );
        // The text contains no cards of other hands, except those that the seat itself has passed.
        let text = question.to_string();
        let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
        let stands = |card: Card| words.contains(&&card.to_string()[..]);
        assert!((view.unseen() - view.given).iter().all(|card| !stands(card)), "{question}");
        assert!(view.hand.iter().all(stands), "{question}");
        assert_eq!(question["leader"].is_null(), question["ask"] == "give");
        asked.push(question["ask"].as_str().expect("a kind").to_owned());
        let card = quadrille_table::View::choice(&view, 0).expect("a card");
        game.apply(card, |_| ());
    }
    assert_eq!(asked.iter().filter(|ask| *ask == "give").count(), 12);
    assert_eq!(asked.iter().filter(|ask| *ask == "move").count(), 52);
}
