//! Tests of clients that violate the protocol: the match continues, and other tables are not
//! affected.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use quadrille::daifugo::melds::Refusal;
use quadrille::daifugo::players::{Greedy, PlayerKind};
use quadrille_uecda::{Fill, Server, ServerError, ServerEvent, Trouble, join};

use super::official::{EMPTY, Official, Protocol, encode, profile};
use super::{SHORT, hold, server, verify};

/// Creates a server with one table for one remote client and four house players.
fn with_house(games: u32) -> Server {
    let mut server = Server::new(1);
    server.settings.games = games;
    server.fill = Some(Fill { players: vec![PlayerKind::Greedy.into()], clients: 1 });
    server
}

fn troubles(events: &[ServerEvent], of: &dyn Fn(&Trouble) -> bool) -> usize {
    events.iter().filter(|event| matches!(event, ServerEvent::Trouble { what, .. } if of(what))).count()
}

/// Reads until the server closes the connection.
fn drain(mut stream: TcpStream) {
    let mut bytes = [0; 4096];
    while matches!(stream.read(&mut bytes), Ok(read) if read > 0) {}
}

#[test]
fn a_sixth_connection_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (server, record) = server(3, folder.path());
    let holding = hold(server);
    let clients: Vec<Official> =
        (0..5).map(|_| Official::join(holding.address, Protocol::P20070, b"c")).collect();
    // The connection is refused or receives nothing, in particular no number.
    if let Ok(mut sixth) = TcpStream::connect(holding.address) {
        let _ = sixth.write_all(&encode(Protocol::P20070, &profile(20070, b"sixth")));
        sixth.set_read_timeout(Some(SHORT)).unwrap();
        assert!(!matches!(sixth.read(&mut [0; 4]), Ok(read) if read > 0));
    }
    let clients: Vec<_> = clients.into_iter().map(|client| thread::spawn(move || client.play())).collect();
    for client in clients {
        assert_eq!(client.join().unwrap(), (0, 3));
    }
    assert!(holding.end().0.complete);
    verify(&record, 3);
}

#[test]
fn a_silent_client_passes_once_its_time_is_up() {
    let mut server = with_house(2);
    server.move_timeout = Some(Duration::from_millis(2));
    let holding = hold(server);
    let client = Official::join(holding.address, Protocol::P20070, b"silent");
    let reading = thread::spawn(move || drain(client.stream));
    let (held, events) = holding.end();
    reading.join().unwrap();
    assert!(held.complete);
    assert!(
        held.tables[0].late[0] > 2
            && held.tables[0].late[0] as usize == troubles(&events, &|what| *what == Trouble::Late)
    );
    let is_named = |event: &ServerEvent| match event {
        ServerEvent::Trouble { number, player, name, .. } => {
            (*number, *player, name.as_str()) == (0, 0, "silent")
        }
        _ => true,
    };
    assert!(events.iter().all(is_named), "{events:?}");
    assert_eq!(held.points[0], 2, "a player that always passes is poorest");
}

/// A refused play is reported with its cards, the cards on the table, and the reason.
#[test]
fn a_refused_play_is_reported_with_its_reason() {
    let holding = hold(with_house(2));
    let mut client = Official::join(holding.address, Protocol::P20070, b"wrong");
    let (mut plays, mut empty) = (0, 0);
    // In a hand, row 4 holds the joker; in a play, the fifth of a kind.
    let mut table = EMPTY;
    (table[4][1], table[0][1]) = (2, 2);
    'match_goes_on: loop {
        if client.table()[5][1] > 0 {
            client.send(&EMPTY);
        }
        loop {
            let turn = client.table();
            if turn[5][2] == 1 {
                plays += 1;
                empty += usize::from(turn[5][4] == 1);
                client.send(&table);
                client.number();
            }
            client.table();
            match client.number() {
                0 => {}
                1 => break,
                _ => break 'match_goes_on,
            }
        }
    }
    let (held, events) = holding.end();
    assert_eq!(held.tables[0].refused[0], plays as u64);
    let of = |event: &ServerEvent| match event {
        ServerEvent::Trouble { player: 0, game, what: Trouble::Refused { cards, on, why }, .. } => {
            assert_eq!(cards, "[S3] [3]");
            assert!((1..=2).contains(game) && matches!(why, Refusal::NotHeld | Refusal::JokerCell));
            Some(on.clone())
        }
        _ => None,
    };
    let on: Vec<String> = events.iter().filter_map(of).collect();
    assert_eq!((on.len(), on.iter().filter(|on| on.is_empty()).count()), (plays, empty));
    assert!(plays > empty);
}

/// A late table is not used for the next decision.
#[test]
fn a_late_table_is_ignored() {
    let mut server = with_house(3);
    server.move_timeout = Some(Duration::from_millis(200));
    let holding = hold(server);
    let mut client = Official::join(holding.address, Protocol::P20070, b"late");
    let mut late = 0;
    let mut games = 0;
    'match_goes_on: loop {
        let deal = client.table();
        if deal[5][1] > 0 {
            client.send(&EMPTY);
        }
        loop {
            let turn = client.table();
            if turn[5][2] == 1 {
                if late < 3 {
                    // Send invalid cards long after the time limit.
                    thread::sleep(Duration::from_millis(400));
                    client.send(&[[2; 15]; 8]);
                    late += 1;
                } else {
                    client.send(&EMPTY);
                }
                client.number();
            }
            client.table();
            match client.number() {
                0 => {}
                1 => {
                    games += 1;
                    break;
                }
                _ => break 'match_goes_on,
            }
        }
    }
    assert_eq!(games, 2);
    // The client receives the end completely, although the server has not read the late tables.
    assert_eq!(client.stream.read(&mut [0]).unwrap(), 0);
    let (held, _) = holding.end();
    assert!(held.complete);
    assert!(held.tables[0].late[0] >= 3);
    assert_eq!(held.tables[0].refused[0], 0);
}

#[test]
fn bytes_may_come_one_by_one() {
    let holding = hold(with_house(1));
    let mut stream = TcpStream::connect(holding.address).unwrap();
    stream.set_nodelay(true).unwrap();
    // Sends bytes slowly; `false` once the connection is closed.
    let dripping = |stream: &mut TcpStream, bytes: &[u8]| {
        bytes.chunks(7).all(|some| {
            thread::sleep(Duration::from_micros(200));
            stream.write_all(some).is_ok()
        })
    };
    assert!(dripping(&mut stream, &encode(Protocol::P20070, &profile(20070, b"drip"))));
    let mut number = [0; 4];
    stream.read_exact(&mut number).unwrap();
    let reading = stream.try_clone().unwrap();
    let reading = thread::spawn(move || drain(reading));
    // Send more passes than the match needs.
    let passes = (0..60).take_while(|_| dripping(&mut stream, &encode(Protocol::P20070, &EMPTY))).count();
    assert!(passes > 0);
    drop(stream);
    let (held, _) = holding.end();
    assert!(held.complete);
    assert_eq!(held.tables[0].names[0], "drip");
    reading.join().unwrap();
}

#[test]
fn an_incomplete_message_does_not_count() {
    // Half a profile gets no seat.
    let holding = hold(with_house(1));
    let mut half = TcpStream::connect(holding.address).unwrap();
    half.write_all(&encode(Protocol::P20070, &profile(20070, b"half"))[..300]).unwrap();
    drop(half);
    let client = Official::join(holding.address, Protocol::P20070, b"whole");
    assert_eq!(client.number, 0);
    assert_eq!(client.play().1, 1);
    let (held, events) = holding.end();
    assert_eq!(held.tables[0].names[0], "whole");
    assert!(
        events
            .iter()
            .any(|event| matches!(event, ServerEvent::TurnedAway { reason, .. } if reason == "it closed the connection"))
    );

    // Half a play before a disconnection is a pass.
    let holding = hold(with_house(1));
    let mut client = Official::join(holding.address, Protocol::P20070, b"half");
    client.stream.write_all(&encode(Protocol::P20070, &EMPTY)[..200]).unwrap();
    drop(client);
    let (held, events) = holding.end();
    assert!(held.complete && held.points[0] == 1);
    assert_eq!(troubles(&events, &|what| matches!(what, Trouble::Gone(_))), 1, "it is reported once");
}

/// Slow profiles lose their places to the next one, and several of them are awaited concurrently.
#[test]
fn a_slow_profile_is_turned_away() {
    let holding = hold(with_house(1));
    let slow = || {
        let mut slow = TcpStream::connect(holding.address).unwrap();
        slow.write_all(&[0]).unwrap();
        slow
    };
    let slow: Vec<TcpStream> = std::iter::repeat_with(slow).take(8).collect();
    let begun = Instant::now();
    let client = Official::join(holding.address, Protocol::P20070, b"next");
    assert!(begun.elapsed() < Duration::from_secs(8));
    drop(slow);
    client.play();
    let (held, events) = holding.end();
    assert_eq!(held.tables[0].names[0], "next");
    let away = |event: &ServerEvent| matches!(event, ServerEvent::TurnedAway { reason, .. } if reason == "its profile took too long");
    assert!(events.iter().any(away));
}

#[test]
fn an_unknown_version_is_turned_away() {
    let holding = hold(with_house(1));
    let mut odd = TcpStream::connect(holding.address).unwrap();
    odd.write_all(&encode(Protocol::P20070, &profile(20080, b"odd"))).unwrap();
    assert_eq!(odd.read(&mut [0; 4]).unwrap(), 0, "the server closes the connection");
    Official::join(holding.address, Protocol::P20070, b"next").play();
    let (_, events) = holding.end();
    let away = |event: &ServerEvent| matches!(event, ServerEvent::TurnedAway { reason, .. } if reason == "unknown protocol version 20080");
    assert!(events.iter().any(away));
}

/// The server reads only the data that it needs, for any amount that a client sends.
#[test]
fn a_client_that_sends_without_end() {
    let holding = hold(with_house(3));
    let client = Official::join(holding.address, Protocol::P20070, b"talks");
    let mut talking = client.stream.try_clone().unwrap();
    let reading = thread::spawn(move || drain(client.stream));
    // Random values in all cells of all tables.
    let mut state = 1u32;
    let junk: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8 & 3
    })
    .take(480 * 1000)
    .collect();
    for _ in 0..20 {
        if talking.write_all(&junk).is_err() {
            break;
        }
    }
    let (held, _) = holding.end();
    assert!(held.complete);
    drop(talking);
    reading.join().unwrap();
}

/// A client that reads nothing counts as disconnected; the others play on.
#[test]
fn a_client_that_does_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, record) = server(400, folder.path());
    server.fill = Some(Fill { players: vec![PlayerKind::Random.into()], clients: 1 });
    server.move_timeout = Some(Duration::from_millis(1));
    let holding = hold(server);
    let deaf = Official::join(holding.address, Protocol::P20070, b"deaf");
    let (held, events) = holding.end();
    assert!(held.complete);
    let unread =
        |what: &Trouble| matches!(what, Trouble::Gone(reason) if reason == "it does not read its messages");
    assert_eq!(troubles(&events, &unread), 1);
    drop(deaf);
    verify(&record, 400);
}

/// Plays correctly for `messages` messages, then disconnects.
fn hangs_up_after(address: SocketAddr, messages: usize) {
    let mut left = messages;
    let mut due = || {
        left = left.saturating_sub(1);
        left > 0
    };
    let mut stream = TcpStream::connect(address).unwrap();
    if messages == 0 {
        return;
    }
    stream.write_all(&encode(Protocol::P20070, &profile(20070, b"leaves"))).unwrap();
    let (mut number, mut table) = ([0; 4], [0; 480]);
    if !due() || stream.read_exact(&mut number).is_err() {
        return;
    }
    loop {
        // A deal, with an exchange.
        if !due() || stream.read_exact(&mut table).is_err() {
            return;
        }
        let cell = |table: &[u8; 480], row: usize, column: usize| table[4 * (15 * row + column) + 3];
        if (1..=2).contains(&cell(&table, 5, 1))
            && (!due() || stream.write_all(&encode(Protocol::P20070, &EMPTY)).is_err())
        {
            return;
        }
        loop {
            if !due() || stream.read_exact(&mut table).is_err() {
                return;
            }
            if cell(&table, 5, 2) == 1 {
                let passed = due() && stream.write_all(&encode(Protocol::P20070, &EMPTY)).is_ok();
                if !passed || !due() || stream.read_exact(&mut number).is_err() {
                    return;
                }
            }
            if !due()
                || stream.read_exact(&mut table).is_err()
                || !due()
                || stream.read_exact(&mut number).is_err()
            {
                return;
            }
            match number[3] {
                0 => {}
                1 => break,
                _ => return,
            }
        }
    }
}

/// A client may disconnect at any message: the match is played to its end and is on record.
#[test]
fn a_client_that_disconnects_at_any_message() {
    let folder = tempfile::tempdir().unwrap();
    for messages in 1..120 {
        let (mut server, _) = server(2, folder.path());
        server.seed = messages as u32;
        let record = folder.path().join(format!("{messages}.log"));
        server.record = Some(record.clone());
        server.fill = Some(Fill { players: vec![PlayerKind::Greedy.into()], clients: 1 });
        let holding = hold(server);
        hangs_up_after(holding.address, messages);
        if messages == 1 {
            // It may disconnect before it gets a number; then the next client gets its seat.
            hangs_up_after(holding.address, 10);
        }
        let (held, _) = holding.end();
        assert!(held.complete, "after {messages} messages");
        verify(&record, 2);
    }
}

#[test]
fn hostile_names_are_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let (server, record) = server(1, folder.path());
    let holding = hold(server);
    let names: [&[u8]; 5] = [b"\x1b[2J\x07x", b"a b\nc", "\u{202e}abc".as_bytes(), b"\xff\xfe%r%", b""];
    let clients: Vec<_> = names
        .map(|name| Official::join(holding.address, Protocol::P20070, name))
        .into_iter()
        .map(|client| thread::spawn(move || client.play()))
        .collect();
    for client in clients {
        assert_eq!(client.join().unwrap(), (0, 1));
    }
    let (held, events) = holding.end();
    assert_eq!(held.tables[0].names, ["_[2J_x", "a_b_c", "_abc", "__%r%", ""]);
    for event in &events {
        if let ServerEvent::Joined { name, .. } = event {
            assert!(!name.chars().any(|letter| letter.is_control() || letter.is_whitespace()), "{name:?}");
        }
    }
    verify(&record, 1);
}

/// Disturbances at one table do not affect the other table.
#[test]
fn other_tables_are_not_affected() {
    let mut server = with_house(5);
    server.tables = 2;
    server.seed = 40;
    let holding = hold(server);
    // A silent client without a time limit: its match waits until it disconnects.
    let silent = Official::join(holding.address, Protocol::P20070, b"silent");
    let joined = join(holding.address, "other", Box::new(Greedy), 1, &()).unwrap();
    assert_eq!((joined.games, joined.refused), (5, 0));
    drop(silent);
    let (held, _) = holding.end();
    assert!(held.complete);
    let alone = {
        let mut server = with_house(5);
        server.seed = 41;
        let holding = hold(server);
        join(holding.address, "other", Box::new(Greedy), 1, &()).unwrap();
        holding.end().0
    };
    assert_eq!(held.tables[1].points, alone.tables[0].points);
}

#[test]
fn impossible_configurations_are_refused_before_a_client_joins() {
    let folder = tempfile::tempdir().unwrap();
    let (there, record) = server(1, folder.path());
    std::fs::write(&record, "something of mine").unwrap();
    let error = there.listen("127.0.0.1:0".parse().unwrap()).unwrap_err();
    assert!(matches!(&error, ServerError::Record { path, .. } if *path == record), "{error}");
    assert_eq!(std::fs::read_to_string(&record).unwrap(), "something of mine");

    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let error = Server::new(1).listen(taken.local_addr().unwrap()).unwrap_err();
    assert!(matches!(error, ServerError::Listen { .. }), "{error}");
}
