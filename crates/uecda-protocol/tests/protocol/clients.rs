//! Tests of the client: with this crate's server in every version, and with arbitrary servers.

use proptest::prelude::*;
use quadrille_daifugo::melds::Hand;
use quadrille_daifugo::players::PlayerKind;
use quadrille_uecda_protocol::{
    CardTable, Client, ContestSettings, Expected, Match, Message, PLAYERS, Profile, Version,
};

use super::any_table;

/// Plays a match of these players, with all messages as bytes.
fn contest(
    seed: u32,
    games: u32,
    quirks: bool,
    kinds: [PlayerKind; PLAYERS],
    versions: [Version; PLAYERS],
) -> Match {
    let mut settings = ContestSettings::default();
    (settings.games, settings.quirks, settings.class_reset) = (games, quirks, 7);
    let mut contest = Match::new(settings, seed);
    let mut clients: Vec<Client> = kinds.iter().map(|kind| Client::new(kind.player(), seed.into())).collect();
    let mut sent: Vec<(usize, Message)> =
        (0..PLAYERS).map(|player| (player, Message::Number(player as u8))).collect();
    for version in versions {
        contest.note_profile(&Profile::new(version, "name").table());
    }
    contest.start(&mut sent);
    let mut replies = [None; PLAYERS];
    loop {
        for (player, message) in sent.drain(..) {
            let (client, version) = (&mut clients[player], versions[player]);
            let mut bytes = Vec::new();
            message.write(version, &mut bytes);
            match client.expects().expect("the match is not over") {
                Expected::Number => {
                    client.receive_number(version.read_number(bytes.try_into().unwrap())).unwrap();
                }
                Expected::Table => {
                    if let Some(reply) = client.receive_table(&version.read_table(&bytes)).unwrap() {
                        let mut bytes = Vec::new();
                        version.write_table(&reply, &mut bytes);
                        replies[player] = Some(version.read_table(&bytes));
                    }
                }
            }
        }
        let Some(awaited) = contest.awaits() else { break };
        let reply = replies[awaited.player()].take().expect("the awaited player has replied");
        contest.receive(&reply, &mut sent);
    }
    for client in &clients {
        assert_eq!((client.expects(), client.refused(), client.games()), (None, 0, games));
        assert_eq!(client.faults().total(), 0);
        let stuck = contest.games().iter().any(|game| {
            game.plays.len() > 20 && game.plays.iter().rev().take(20).all(|play| play.table.read().cards == 0)
        });
        assert!(stuck || client.points() == contest.points());
    }
    assert!(contest.games().iter().all(|game| game.plays.iter().all(|play| play.refusal.is_none())));
    contest
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_submission_of_a_client_is_refused(seed in any::<u32>(), quirks in any::<bool>(), versions in prop::array::uniform5(0..3usize)) {
        let (random, greedy) = (PlayerKind::Random, PlayerKind::Greedy);
        contest(seed, 12, quirks, [random, greedy, random, greedy, random], versions.map(|version| Version::ALL[version]));
    }

    /// A server that sends arbitrary messages never makes a client panic, and the client replies
    /// with cards of the hand that it received.
    #[test]
    fn arbitrary_servers_do_not_cause_panics(tables in prop::collection::vec((any_table(), any::<i32>()), 1..40), sane in any::<bool>()) {
        let mut client = Client::new(PlayerKind::Random.player(), 1);
        client.receive_number(2).unwrap();
        for (mut table, number) in tables {
            if sane {
                // A table with valid seats and a mover, so that play continues.
                for player in 0..PLAYERS {
                    table.set(6, 10 + player, player as i32);
                }
                table.set(5, 3, number & 3);
            }
            match client.expects() {
                Some(Expected::Table) => {
                    if let Ok(Some(reply)) = client.receive_table(&table) {
                        prop_assert!(reply.hand().len() <= table.hand().len() + 1);
                    }
                }
                Some(Expected::Number) => _ = client.receive_number(if sane { [9, 0, 1, 8][number as usize & 3] } else { number }),
                None => break,
            }
        }
    }
}

#[test]
fn the_greedy_player_wins_over_the_protocol_too() {
    let (random, greedy) = (PlayerKind::Random, PlayerKind::Greedy);
    let contest = contest(7, 100, true, [greedy, random, random, random, random], [Version::V20070; PLAYERS]);
    assert!(contest.points()[0] > 380, "{:?}", contest.points());
}

#[test]
fn errors_name_the_unexpected_message() {
    let mut client = Client::new(PlayerKind::Greedy.player(), 1);
    let error = client.receive_table(&CardTable::EMPTY).unwrap_err();
    assert_eq!(error.to_string(), "received a table; expected a number");
    assert_eq!(
        client.receive_number(5).unwrap_err().to_string(),
        "the number of the player: 5; expected 0 to 4"
    );
    client.receive_number(4).unwrap();
    let error = client.receive_table(&CardTable::EMPTY).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the deal table has [0, 0, 0, 0, 0] as the players in the seats; expected each of 0 to 4 once"
    );
}

/// Creates a table with seats in order, these sizes and classes, and this player to move.
fn shown(hand: &str, mover: i32, sizes: [i32; 5], classes: [i32; 5]) -> CardTable {
    let mut table = CardTable::of_hand(Hand::new(hand.parse().unwrap(), 0));
    table.set(5, 3, mover);
    table.set(5, 4, 1);
    for player in 0..PLAYERS {
        table.set(6, player, sizes[player]);
        table.set(6, 5 + player, classes[player]);
        table.set(6, 10 + player, player as i32);
    }
    table
}

/// Two players finish in the same message: only the next deal's classes determine their order.
#[test]
fn the_next_deal_decides_places_that_the_hands_do_not() {
    let hand = "C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK";
    let (dealt, none) = ([11, 11, 11, 10, 10], [0; 5]);
    // A case has the sizes after the only turn, the classes of the next deal, and the expected
    // points.
    let cases = [
        ([11, 0, 0, 0, 0], [4, 1, 0, 3, 2], Some([1, 4, 5, 2, 3])),
        ([11, 0, 0, 0, 0], none, None),
        ([11, 0, 0, 10, 10], [2, 1, 0, 4, 3], Some([3, 4, 5, 1, 2])),
        ([11, 0, 0, 10, 10], [2, 1, 0, 4, 4], None),
        ([11, 0, 10, 10, 10], [0, 1, 2, 3, 4], Some([5, 4, 3, 2, 1])),
    ];
    for (after, classes, points) in cases {
        let mut client = Client::new(PlayerKind::Greedy.player(), 1);
        client.receive_number(0).unwrap();
        assert_eq!(client.receive_table(&shown(hand, 6, dealt, none)), Ok(None));
        assert_eq!(client.receive_table(&shown(hand, 1, dealt, none)), Ok(None));
        client.receive_table(&shown("D3", 1, after, none)).unwrap();
        client.receive_number(1).unwrap();
        assert_eq!((client.games(), client.unknown(), *client.points()), (1, 0, [0; 5]), "not yet");
        let mut next = shown(hand, 6, dealt, classes);
        next.set(5, 1, 0);
        client.receive_table(&next).unwrap();
        assert_eq!(client.unknown(), u32::from(points.is_none()));
        assert_eq!(*client.points(), points.unwrap_or_default());
        assert!(client.take_difference().is_some() && client.take_difference().is_none());
    }
}
