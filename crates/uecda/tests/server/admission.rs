//! Tests of the admission of clients, by protocol version and by name.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;

use quadrille::daifugo::players::PlayerKind;
use quadrille::uecda_protocol::Version;
use quadrille_uecda::{Fill, Server, ServerEvent};

use super::hold;
use super::official::{Official, Protocol, encode, profile};

/// Creates a server for a match of one game, with seats for `clients` remote clients, and house
/// players for the others.
fn server(clients: usize, least: Version, names: Option<&[&str]>) -> Server {
    let mut server = Server::new(5);
    server.settings.games = 1;
    server.fill = Some(Fill { players: vec![PlayerKind::Greedy.into()], clients });
    server.least_protocol = least;
    server.names = names.map(|names| names.iter().map(|&name| name.to_owned()).collect());
    server
}

/// Connects and sends a profile, or nothing.
fn connect(address: SocketAddr, version: Option<(i32, &[u8])>) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    if let Some((number, name)) = version {
        stream.write_all(&encode(Protocol::P20070, &profile(number, name))).unwrap();
    }
    stream
}

/// Returns `true` if the server has closed the connection without sending data.
fn is_closed(mut stream: TcpStream) -> bool {
    stream.set_read_timeout(Some(std::time::Duration::from_secs(10))).unwrap();
    match stream.read(&mut [0; 4]) {
        Ok(read) => read == 0,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

fn turned_away(events: &[ServerEvent]) -> Vec<String> {
    let reason = |event: &ServerEvent| match event {
        ServerEvent::TurnedAway { reason, .. } => Some(reason.clone()),
        _ => None,
    };
    events.iter().filter_map(reason).collect()
}

fn joined(events: &[ServerEvent]) -> Vec<String> {
    let name = |event: &ServerEvent| match event {
        ServerEvent::Joined { name, .. } => Some(name.clone()),
        _ => None,
    };
    events.iter().filter_map(name).collect()
}

/// Seven silent connections come first, and yet five clients get the seats: with a minimum
/// protocol, and with a list of names.
#[test]
fn silent_connections_exclude_no_client() {
    let players: [&'static str; 5] = ["a", "b", "c", "d", "e"];
    let by_name = server(5, Version::V20060, Some(&players));
    for (server, says) in [(server(5, Version::V20070, None), "sent no profile"), (by_name, "sent no name")] {
        let holding = hold(server);
        let silent: Vec<TcpStream> = (0..7).map(|_| connect(holding.address, None)).collect();
        let clients: Vec<_> = players
            .into_iter()
            .map(|name| {
                let address = holding.address;
                thread::spawn(move || Official::join(address, Protocol::P20070, name.as_bytes()).play())
            })
            .collect();
        for client in clients {
            assert_eq!(client.join().unwrap(), (0, 1));
        }
        let (held, events) = holding.end();
        assert!(held.complete && held.games == 1);
        let mut names = joined(&events);
        names.sort();
        assert_eq!(names, players);
        let reasons = turned_away(&events);
        assert_eq!(reasons.len(), 7);
        assert!(reasons.iter().all(|reason| reason.contains(says)), "{reasons:?}");
        assert!(silent.into_iter().all(is_closed));
    }
}

/// A refused client of the library reports that it has no seat. Several clients with the same
/// listed name all get seats.
#[test]
fn refused_clients_report_the_missing_seat() {
    let holding = hold(server(2, Version::V20060, Some(&["mine", "mine"])));
    let player = || PlayerKind::Greedy.player();
    let error = quadrille_uecda::join(holding.address, "other", player(), 1, &()).unwrap_err();
    assert!(matches!(error, quadrille_uecda::JoinError::NoSeat { .. }), "{error}");
    assert!(error.to_string().contains("gave this client no seat"), "{error}");
    let address = holding.address;
    let twice = [1, 2].map(|seed| {
        let player = player();
        thread::spawn(move || quadrille_uecda::join(address, "mine", player, seed, &()).unwrap())
    });
    assert!(twice.into_iter().all(|client| client.join().unwrap().games == 1));
    let (_, events) = holding.end();
    assert_eq!(joined(&events), ["mine", "mine"]);
}

/// Without either requirement, a silent connection gets a seat after its time limit, as at the
/// official server.
#[test]
fn a_silent_connection_gets_a_seat_without_requirements() {
    let mut server = server(1, Version::V20060, None);
    server.move_timeout = Some(std::time::Duration::from_millis(2));
    let holding = hold(server);
    let silent = connect(holding.address, None);
    let reading = thread::spawn(move || {
        let (mut silent, mut bytes) = (silent, [0; 4096]);
        while matches!(silent.read(&mut bytes), Ok(read) if read > 0) {}
    });
    let (held, events) = holding.end();
    reading.join().unwrap();
    assert!(held.complete && turned_away(&events).is_empty());
    assert_eq!(joined(&events), ["player0"]);
}

/// Every protocol with every kind of name at servers with every requirement: refused connections
/// are closed with a reported reason, and the next client gets the seat.
#[test]
fn only_admitted_clients_get_seats() {
    let lists = [None, Some(&["mine", "a_b"][..]), Some(&["ninebytes and more", "mine"])];
    let callers: [&[u8]; 6] = [b"mine", b"a b", b"ninebytes", b"ninebytes!", b"Mine", b""];
    for least in Version::ALL {
        for names in lists {
            let holding = hold(server(1, least, names));
            let mut refused = Vec::new();
            for version in Version::ALL {
                for caller in callers {
                    // The name in the profile: nine bytes, with `_` in place of unprintable
                    // characters.
                    let kept = String::from_utf8_lossy(&caller[..caller.len().min(9)]).replace(' ', "_");
                    let listed = names.is_none_or(|names| {
                        names.iter().any(|name| name[..name.len().min(9)].replace(' ', "_") == kept)
                    });
                    if listed && version.number() >= least.number() {
                        continue;
                    }
                    refused.push(connect(holding.address, Some((version.number(), caller))));
                }
            }
            let number = refused.len();
            assert_eq!(Official::join(holding.address, Protocol::P20140, b"mine").play(), (0, 1));
            let (held, events) = holding.end();
            assert!(held.complete);
            assert_eq!(joined(&events), ["mine"], "{least:?} {names:?}");
            assert_eq!(turned_away(&events).len(), number, "{least:?} {names:?}");
            assert!(refused.into_iter().all(is_closed));
        }
    }
}
