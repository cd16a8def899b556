//! Tests of matches of clients that follow the protocol.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use quadrille::daifugo::players::{Greedy, PlayerKind, Random};
use quadrille_uecda::{Fill, Server, ServerEvent, join};

use super::official::{Official, Protocol};
use super::{hold, server, verify};

#[test]
fn official_clients_of_every_version_at_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let (server, record) = server(8, folder.path());
    let holding = hold(server);
    let mut clients = Vec::new();
    let versions = [Protocol::P20070, Protocol::P20140, Protocol::P20060, Protocol::P20070, Protocol::P20140];
    for (at, version) in versions.into_iter().enumerate() {
        let client = Official::join(holding.address, version, format!("std{at}").as_bytes());
        assert_eq!(client.number, at as i32);
        clients.push(thread::spawn(move || client.play()));
    }
    for client in clients {
        assert_eq!(client.join().unwrap(), (0, 8));
    }
    let (held, _) = holding.end();
    assert!(held.complete);
    assert_eq!((held.games, held.points.iter().sum::<u64>()), (8, 8 * 15));
    assert_eq!(held.tables[0].names, ["std0", "std1", "player2", "std3", "std4"]);
    assert_eq!(held.tables[0].refused, [0; 5]);
    assert_eq!(held.record.as_deref(), Some(&*record));
    verify(&record, 8);
}

#[test]
fn the_crates_clients_and_house_players() {
    let mut server = Server::new(3);
    server.settings.games = 20;
    let players = vec![PlayerKind::Random.into()];
    server.fill = Some(Fill { players, clients: 2 });
    let holding = hold(server);
    let address = holding.address;
    let greedy = thread::spawn(move || join(address, "greedy", Box::new(Greedy), 1, &()).unwrap());
    thread::sleep(Duration::from_millis(100));
    let random = thread::spawn(move || join(address, "random", Box::new(Random), 2, &()).unwrap());
    let (greedy, random) = (greedy.join().unwrap(), random.join().unwrap());
    assert_eq!((greedy.number, random.number), (0, 1));
    assert_eq!((greedy.games, greedy.refused, random.refused), (20, 0, 0));
    assert_eq!((greedy.faults.total(), random.faults.total()), (0, 0));
    let (held, _) = holding.end();
    assert_eq!(held.tables[0].names, ["greedy", "random", "random", "random", "random"]);
    // Players with the same name are one entry in the list of players.
    assert_eq!((held.players.len(), held.players[1].games), (2, 80));
    assert!(held.players[0].points_per_game > Some(3.5), "{:?}", held.players);
}

/// The same seed and players give the same record for any number of tables.
#[test]
fn many_tables_give_the_records_of_single_tables() {
    let folder = tempfile::tempdir().unwrap();
    let house = |seed: u32, tables: usize| {
        let (mut server, _) = server(6, folder.path());
        (server.seed, server.tables) = (seed, tables);
        server.record = Some(folder.path().join(format!("{seed}-of-{tables}.log")));
        let players = vec![PlayerKind::Greedy.into(), PlayerKind::Random.into()];
        server.fill = Some(Fill { players, clients: 0 });
        hold(server).end().0
    };
    let together = house(7, 4);
    assert_eq!((together.games, together.tables.len(), together.record.clone()), (24, 4, None));
    for (at, table) in together.tables.iter().enumerate() {
        let alone = house(7 + at as u32, 1);
        assert_eq!((alone.tables[0].points, alone.tables[0].seed), (table.points, table.seed));
        let games = |path: &std::path::Path| {
            let text = std::fs::read_to_string(path).unwrap();
            text.lines().filter(|line| !line.starts_with("%-----%")).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(games(table.record.as_ref().unwrap()), games(alone.record.as_ref().unwrap()));
        verify(table.record.as_ref().unwrap(), 6);
    }
}

/// Over several matches every player gets every number once.
#[test]
fn numbers_rotate_between_matches() {
    let mut server = Server::new(11);
    server.settings.games = 2;
    server.matches = 5;
    server.fill = Some(Fill { players: vec![PlayerKind::Random.into()], clients: 3 });
    let holding = hold(server);
    let address = holding.address;
    let client = |name: &'static str| {
        thread::spawn(move || {
            (0..5)
                .map(|seed| join(address, name, Box::new(Random), seed, &()).unwrap().number)
                .collect::<Vec<_>>()
        })
    };
    for client in ["a", "b", "c"].map(client) {
        let mut numbers = client.join().unwrap();
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2, 3, 4]);
    }
    let (held, _) = holding.end();
    assert_eq!((held.games, held.tables.len()), (10, 5));
    let a = held.players.iter().find(|player| player.name == "a").unwrap();
    assert_eq!(a.games, 10);
    assert!(a.low < a.points_per_game && a.points_per_game < a.high);
}

/// Neither the status page nor the events show a hand.
#[test]
fn the_status_is_public_and_has_no_cards() {
    let mut server = Server::new(5);
    server.settings.games = 2;
    server.status = Some("127.0.0.1:0".parse().unwrap());
    let holding = hold(server);
    let first: Vec<Official> =
        (0..5).map(|_| Official::join(holding.address, Protocol::P20070, b"x")).collect();
    thread::sleep(Duration::from_millis(50));
    let mut page = String::new();
    let mut asking = TcpStream::connect(holding.status.unwrap()).unwrap();
    asking.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    asking.read_to_string(&mut page).unwrap();
    let (head, body) = page.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.0 200 OK"), "{head}");
    let json = serde_json::from_str::<serde_json::Value>(body).unwrap();
    assert_eq!(json["tables"][0]["names"], serde_json::json!(["x", "x", "x", "x", "x"]));
    assert_eq!(json["tables"][0]["games"], 2);
    let mut keys: Vec<&String> = json["tables"][0].as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(keys, ["games", "games_over", "match", "names", "points", "table"]);
    let clients: Vec<_> = first.into_iter().map(|client| thread::spawn(move || client.play())).collect();
    for client in clients {
        assert_eq!(client.join().unwrap(), (0, 2));
    }
    let (_, events) = holding.end();
    let over = events.iter().filter(|event| matches!(event, ServerEvent::GameOver { .. })).count();
    assert_eq!(over, 2);
}

#[test]
fn a_stopped_server_ends_after_the_current_game() {
    let folder = tempfile::tempdir().unwrap();
    let (server, record) = server(50_000, folder.path());
    let holding = hold(server);
    let clients: Vec<_> = (0..5)
        .map(|_| Official::join(holding.address, Protocol::P20070, b"c"))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|client| thread::spawn(move || client.play()))
        .collect();
    // On a busy machine the first game may take longer.
    thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    while std::fs::metadata(&record).map_or(0, |about| about.len()) < 4096 {
        assert!(begun.elapsed() < Duration::from_mins(1), "no game was recorded");
        thread::sleep(Duration::from_millis(50));
    }
    holding.stop.cancel();
    let games: Vec<_> = clients.into_iter().map(|client| client.join().unwrap()).collect();
    let (held, _) = holding.end();
    assert!(!held.complete);
    assert!(held.games > 0 && held.games < 50_000);
    assert!(games.iter().all(|&(refused, games)| refused == 0 && u64::from(games) == held.games));
    // All finished games are on record, as a match of that number of games.
    verify(&record, held.games as usize);
}
