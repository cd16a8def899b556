//! Tests of clients at servers that deviate from the official one. Each is a [`Plain`] server with
//! the [`Deviations`](super::plain::Deviations) of the test: every play is legal, the first
//! difference is reported once, and points are the server's whenever a message determines the
//! places.

use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_random::bounded::below_u32;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_uecda_protocol::{CardTable, Client, Compared, Difference, Expected, PLAYERS, Shape, Version};

use super::plain::{Deviations, Plain, ThreePlayers, is_legal};

/// The outcome of a match for one client.
#[derive(Debug)]
struct Seen {
    client: Counts,
    differences: Vec<Difference>,
    /// The number of plays with cards.
    plays: u32,
    /// The number of passes on an empty table.
    empty_passes: u32,
}

/// The final counts of a client.
#[derive(Debug)]
struct Counts {
    points: [u32; PLAYERS],
    unknown: u32,
    refused: u64,
    differing: u32,
}

/// The number of games of a match.
const GAMES: u32 = 12;

/// A match whose messages are bytes.
struct Contest {
    deviations: Deviations,
    seed: u32,
    games: u32,
    reset: u32,
    rules: Rules,
    /// Whether one table in four reaches its client with a random value in a cell.
    noise: bool,
}

fn table_of(cells: &[[i64; 15]; 8]) -> CardTable {
    let mut table = CardTable::EMPTY;
    for (row, cells) in cells.iter().enumerate() {
        for (column, &cell) in cells.iter().enumerate() {
            table.set(row, column, cell as i32);
        }
    }
    table
}

/// Writes a random value into a random cell, with probability 1/4. The cells that determine the
/// awaited player (cards to return, the player to move, the seats) remain, since the match depends
/// on them.
fn disturb(table: &mut CardTable, rng: &mut Xoshiro256PlusPlus) {
    let mut below = |many: u32| below_u32(rng, many.try_into().unwrap()) as usize;
    let (row, column) = (below(8), below(15));
    let keeps = row == 5 && (1..=3).contains(&column) || row == 6 && column >= 10;
    if below(4) == 0 && !keeps {
        table.set(row, column, [0, 1, 2, -1, 3, 7, 53, 60, i32::MAX, i32::MIN][below(10)]);
    }
}

/// Checks that the cells of a reply are well formed, that its cards are of the hand in the table,
/// and that a play is a meld.
fn check_cells(table: &CardTable, reply: &CardTable, play: bool) {
    let (cards, hand) = (reply.read(), CardTable::of_hand(table.hand()));
    assert!(!cards.malformed, "{reply:?}");
    assert!(!play || cards.shape != Shape::NoMeld, "{reply:?}");
    let held = |row, column| reply.get(row, column) != 1 || hand.get(row, column) == 1;
    assert!((0..5).all(|row| (0..15).all(|column| held(row, column))), "{reply:?} in {table:?}");
}

impl Contest {
    fn new(deviations: Deviations, seed: u32) -> Self {
        Self { deviations, seed, games: GAMES, reset: 100, rules: Rules::UECDA, noise: false }
    }

    /// Plays the match with players and versions from the seed, and checks every submission.
    fn play(&self) -> (Plain, Vec<Seen>) {
        let mut plain = Plain::deviating(self.deviations, self.seed, self.games, self.reset, 3);
        let kinds = [PlayerKind::Greedy, PlayerKind::Random];
        let bits = self.seed as usize;
        let versions: [Version; PLAYERS] = std::array::from_fn(|player| {
            // Version 20140 has one hexadecimal digit for the size of a hand.
            let most = if self.deviations.three == Some(ThreePlayers::WholeDeck) { 2 } else { 3 };
            Version::ALL[(bits + player) % most]
        });
        let mut clients: Vec<Client> = (0..PLAYERS)
            .map(|player| Client::new(kinds[bits >> player & 1].player(), bits as u64).with_rules(self.rules))
            .collect();
        let mut seen: Vec<(Vec<Difference>, u32, u32)> = vec![(Vec::new(), 0, 0); PLAYERS];
        for (player, client) in clients.iter_mut().enumerate() {
            client.receive_number(player as i32).unwrap();
        }
        let mut replies = [None; PLAYERS];
        let mut stage = CardTable::EMPTY;
        let mut rng = StreamKey::new(bits as u64, 4).rng();
        loop {
            for (player, kind, cells) in std::mem::take(&mut plain.sent) {
                let (client, version) = (&mut clients[player], versions[player]);
                let mut bytes = Vec::new();
                match client.expects().expect("the match is not over") {
                    Expected::Number => {
                        version.write_number(cells[0][0] as i32, &mut bytes);
                        client.receive_number(version.read_number(bytes.try_into().unwrap())).unwrap();
                    }
                    Expected::Table => {
                        version.write_table(&table_of(&cells), &mut bytes);
                        let mut table = version.read_table(&bytes);
                        if self.noise {
                            disturb(&mut table, &mut rng);
                        }
                        if kind == "turn" && table.get(5, 4) == 1 {
                            stage = CardTable::EMPTY;
                        } else if kind == "stage" {
                            stage = table;
                        }
                        if let Some(reply) = client.receive_table(&table).unwrap() {
                            let mut bytes = Vec::new();
                            version.write_table(&reply, &mut bytes);
                            let reply = version.read_table(&bytes);
                            if self.noise {
                                check_cells(&table, &reply, kind == "turn");
                            } else if kind == "turn" {
                                assert!(
                                    is_legal(&table, &stage, &reply),
                                    "{reply:?} on {stage:?} in {table:?}"
                                );
                                let cards = reply.read().cards;
                                seen[player].1 += u32::from(cards > 0);
                                seen[player].2 += u32::from(cards == 0 && table.get(5, 4) == 1);
                            }
                            replies[player] = Some(reply);
                        }
                    }
                }
                seen[player].0.extend(client.take_difference());
            }
            let Some(awaited) = plain.awaited() else { break };
            let reply = replies[awaited].take().expect("the awaited player has replied");
            plain.receive(&reply);
        }
        let seen = clients.iter().zip(seen).map(|(client, (differences, plays, empty_passes))| {
            assert_eq!((client.expects(), client.games()), (None, self.games));
            assert_eq!(client.faults().total(), 0);
            let client = Counts {
                points: *client.points(),
                unknown: client.unknown(),
                refused: client.refused(),
                differing: client.differing(),
            };
            Seen { client, differences, plays, empty_passes }
        });
        let seen = seen.collect();
        (plain, seen)
    }

    /// Plays the match, and compares the points of all clients with the server's.
    fn check(&self) -> (Plain, Vec<Seen>) {
        let (plain, seen) = self.play();
        let (mut points, mut unknown) = ([0; PLAYERS], 0);
        for (number, game) in plain.played.iter().enumerate() {
            let next = number as u32 + 1;
            // The next deal has the classes of this game, unless it is one without classes.
            let classes = next < self.games && !next.is_multiple_of(self.reset);
            let determined = classes || !game.stuck && !self.deviations.reversed;
            unknown += u32::from(!determined);
            for (sum, points) in points.iter_mut().zip(game.points) {
                *sum += if determined { points } else { 0 };
            }
        }
        for seen in &seen {
            let Seen { client, differences, .. } = seen;
            assert_eq!((client.points, client.unknown), (points, unknown), "seed {}", self.seed);
            assert_eq!(differences.len(), usize::from(client.differing > 0), "{differences:?}");
        }
        (plain, seen)
    }
}

/// Returns the seeds: short matches in `cargo test`, more with `QUADRILLE_DEVIATIONS`.
fn seeds() -> std::ops::Range<u32> {
    let asked = std::env::var("QUADRILLE_DEVIATIONS").ok().and_then(|seeds| seeds.parse().ok());
    0..asked.unwrap_or(3)
}

/// Checks a server with visible deviations: every client reports one difference, and the server
/// refuses no play.
fn visible(deviations: Deviations, first: impl Fn(&Difference) -> bool) {
    for seed in seeds() {
        let (_, seen) = Contest::new(deviations, seed).check();
        // A client outside a game of three makes no plays in it.
        assert!(seen.iter().map(|seen| seen.plays).sum::<u32>() > 5 * GAMES);
        for Seen { client, differences, empty_passes, .. } in seen {
            assert!(differences.len() == 1 && differences.iter().all(&first), "{differences:?}");
            assert_eq!((client.refused, empty_passes), (0, 0));
            assert!(client.differing > 1);
        }
    }
}

#[test]
fn the_official_server_has_no_differences() {
    for seed in seeds() {
        let (_, seen) = Contest { reset: 5, ..Contest::new(Deviations::default(), seed) }.check();
        for Seen { client, .. } in seen {
            assert_eq!((client.differing, client.refused), (0, 0));
        }
    }
}

#[test]
fn the_table_is_cleared_without_asking_the_last_player_again() {
    let deviations = Deviations { clears_early: true, ..Deviations::default() };
    visible(deviations, |difference| {
        difference.message == Compared::Turn && matches!(difference.cell, Some((5, 2..=4)))
    });
}

#[test]
fn an_eight_does_not_cut() {
    let deviations = Deviations { no_eight_cut: true, ..Deviations::default() };
    visible(deviations, |difference| difference.message == Compared::Turn);
    // A client with the same rules finds no difference.
    let rules = Rules::UECDA.without(Rule::EightCut);
    let (_, seen) = Contest { rules, ..Contest::new(deviations, 1) }.check();
    assert!(seen.iter().all(|seen| seen.client.differing == 0));
}

/// No table shows the rank lock: the client learns it from the first refusal that it explains, and
/// then complies with it.
#[test]
fn ranks_lock() {
    let deviations = Deviations { rank_lock: true, ..Deviations::default() };
    let mut refused = 0;
    for seed in seeds() {
        let (_, seen) = Contest::new(deviations, seed).check();
        for Seen { client, empty_passes, .. } in seen {
            assert!(client.refused <= 1, "{} refused", client.refused);
            assert_eq!((client.differing, empty_passes), (0, 0));
            refused += client.refused;
        }
    }
    assert!(refused > 0);
}

#[test]
fn three_players_play() {
    for three in [ThreePlayers::WholeDeck, ThreePlayers::Eleven] {
        let deviations = Deviations { three: Some(three), ..Deviations::default() };
        visible(deviations, |difference| {
            // With the whole deck, player 0 has more cards than expected, unless its seat is one of
            // the absent.
            difference.message == Compared::Deal && matches!(difference.cell, Some((6, 0..=4)))
        });
    }
}

/// After a game that ends with twenty passes, only the classes of the next deal show the places.
#[test]
fn deadlocks_are_unknown_unless_the_next_deal_shows_the_places() {
    let deviations = Deviations { deadlocks: true, ..Deviations::default() };
    let mut unknown = 0;
    for seed in seeds() {
        for reset in [1, 2, 5, 100] {
            let (plain, seen) = Contest { reset, ..Contest::new(deviations, seed) }.check();
            assert!(plain.played.iter().any(|game| game.stuck));
            unknown += seen[0].client.unknown;
            for Seen { client, differences, .. } in seen {
                assert!(client.unknown < GAMES && client.differing == 0, "{client:?} {differences:?}");
            }
        }
    }
    assert!(unknown > 0);
}

/// The classes of the next deal take precedence over the order of the hands. After such a
/// contradiction, the places of the last game are unknown, since no deal follows it.
#[test]
fn classes_count_more_than_the_order_of_the_hands() {
    let deviations = Deviations { reversed: true, ..Deviations::default() };
    for seed in seeds() {
        let (_, seen) = Contest::new(deviations, seed).check();
        for Seen { client, differences, .. } in seen {
            assert_eq!(client.unknown, 1);
            assert_eq!((differences[0].message, differences[0].game), (Compared::Deal, 2));
        }
    }
}

#[test]
fn sizes_in_the_deal_may_include_gifts() {
    let deviations = Deviations { deal_with_gifts: true, ..Deviations::default() };
    let (_, seen) = Contest::new(deviations, 3).check();
    assert!(seen.iter().all(|seen| seen.client.differing == 0));
}

#[test]
fn all_deviations_together() {
    for seed in seeds() {
        for three in [None, Some(ThreePlayers::WholeDeck), Some(ThreePlayers::Eleven)] {
            let deviations = Deviations {
                clears_early: true,
                no_eight_cut: true,
                rank_lock: true,
                three,
                deadlocks: true,
                ..Deviations::default()
            };
            Contest { reset: 7, ..Contest::new(deviations, seed) }.check();
        }
    }
}

/// A client plays to the end with cards of its hand, for any values in the tables.
#[test]
fn clients_play_on_after_tables_with_arbitrary_cells() {
    for seed in 0..4 * seeds().end {
        let deviations =
            Deviations { clears_early: seed & 1 == 1, rank_lock: seed & 2 == 2, ..Deviations::default() };
        Contest { noise: true, games: 6, reset: 5, ..Contest::new(deviations, seed) }.play();
    }
}

#[test]
fn a_difference_has_cell_expected_and_found_value() {
    let deviations = Deviations { no_eight_cut: true, ..Deviations::default() };
    let (_, seen) = Contest::new(deviations, 2).check();
    let told = seen[0].differences[0].to_string();
    assert!(
        told.contains("turn table, row 5, column ") && told.contains("expected ") && told.contains("found "),
        "{told}"
    );
}
