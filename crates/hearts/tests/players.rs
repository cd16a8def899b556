//! The built-in players.

use quadrille_hearts::{Cards, Hearts, HeartsPlayer, Rules};
use quadrille_random::StreamKey;
use quadrille_table::{BuiltIn, Game, PerSeatRng, Player, SeatFaults, play};

/// Returns the mean points of each seat over a number of games.
fn means(names: [&str; 4], rules: Rules, games: u32, seed: u64) -> [f64; 4] {
    let key = StreamKey::new(seed, 0);
    let mut players = names.map(|name| HeartsPlayer::named(name).expect("a player").player());
    let rngs = [1, 2, 3, 4].map(|seat| key.substream(seat).rng());
    let mut seats =
        PerSeatRng::<dyn Player<Hearts>, 4>::new(players.each_mut().map(|player| &mut **player), rngs);
    let (mut game, mut dealer) = (Hearts::new(&rules), key.rng());
    let (mut sums, mut faults) = ([0.0; 4], SeatFaults::<4>::default());
    for _ in 0..games {
        let outcome = play(&mut game, &mut seats, &mut dealer, &mut faults).expect("an outcome");
        for (sum, points) in sums.iter_mut().zip(outcome.points) {
            *sum += f64::from(points);
        }
    }
    assert_eq!(faults.0.map(|faults| faults.total()), [0; 4]);
    sums.map(|sum| sum / f64::from(games))
}

#[test]
fn the_player_by_rules_is_clearly_better_than_random_ones() {
    for switches in 0..8 {
        let on = |bit: u32| switches >> bit & 1 != 0;
        let rules =
            Rules { pass_cards: !on(0), jd_bonus: on(1), must_break_hearts: !on(2), ..Rules::default() };
        let one = means(["rule", "random", "random", "random"], rules, 2000, 1);
        let three = means(["random", "rule", "rule", "rule"], rules, 2000, 2);
        println!("{switches}: one {one:.2?}, three {three:.2?}");
        assert!(one[1..].iter().all(|other| 2.0 * one[0] < *other), "{rules:?}: {one:?}");
        assert!(three[1..].iter().all(|other| 2.0 * *other < three[0]), "{rules:?}: {three:?}");
    }
}

#[test]
fn players_are_found_by_name() {
    let names: Vec<&str> = HeartsPlayer::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names, ["random", "rule", "policy", "search"]);
    let error = HeartsPlayer::named("queen").expect_err("no player");
    assert_eq!(
        error.to_string(),
        "there is no player `queen`; expected `random` or `rule` or `policy` or `search`"
    );
}

/// Returns the decision of the seat to play, after a line of play from these hands.
fn decided(hands: [&str; 4], line: &str) -> String {
    let mut game = Hearts::new(&Rules { pass_cards: false, ..Rules::default() });
    game.deal_hands(hands.map(|hand| hand.parse::<Cards>().expect("cards"))).expect("a deal");
    for card in line.split_whitespace() {
        let card = card.parse().expect("a card");
        assert!(quadrille_table::View::permits(&game.view().expect("a decision"), &card), "{card}");
        game.apply(card, |_| ());
    }
    let view = game.view().expect("a decision");
    let mut player = HeartsPlayer::Rule.player();
    player.decide(&view, &mut StreamKey::new(1, 0).rng()).expect("a decision").to_string()
}

#[test]
fn it_ducks_and_discards_the_queen() {
    let hands = [
        "C2 C3 C4 C5 SA D3 D4 D5 H2 H3 S2 S3 SK",
        "C6 C7 C8 C9 D6 D7 D8 D9 H4 H5 S4 S5 SQ",
        "D2 CT CJ CQ CK DT DJ DQ DK H6 H7 S6 S7",
        "CA DA H8 H9 HT HJ HQ HK HA S8 S9 ST SJ",
    ];
    // In the first trick, which costs nothing, it plays high cards.
    assert_eq!(decided(hands, "C2"), "C9");
    assert_eq!(decided(hands, "C2 C9 CK"), "CA");
    // The queen is played below the ace.
    assert_eq!(decided(hands, "C2 C9 CK CA SJ SA"), "SQ");
}
