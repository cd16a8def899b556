//! Tests of recorded matches: the clients' tables lead to every byte that the official server sent,
//! in its order, and to its record.

use std::collections::VecDeque;
use std::io::Read;

use flate2::read::GzDecoder;
use quadrille_uecda_protocol::official::Head;
use quadrille_uecda_protocol::{CardTable, ContestSettings, Match, Message, PLAYERS, Profile, Version};
use serde_json::Value;

fn lines(gz: &[u8]) -> Vec<Value> {
    let mut text = String::new();
    GzDecoder::new(gz).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn bytes(hex: &str) -> impl Iterator<Item = u8> {
    hex.as_bytes()
        .chunks(2)
        .map(|digits| u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap())
}

/// The bytes of one connection.
#[derive(Default, Clone)]
struct Wire {
    to_server: VecDeque<u8>,
    to_client: Vec<u8>,
}

impl Wire {
    fn table(&mut self, version: Version) -> CardTable {
        let bytes: Vec<u8> = self.to_server.drain(..version.table_len()).collect();
        version.read_table(&bytes)
    }
}

fn wires(gz: &[u8]) -> Vec<Wire> {
    let mut wires = vec![Wire::default(); PLAYERS];
    for chunk in lines(gz) {
        let wire = &mut wires[chunk["conn"].as_u64().unwrap() as usize];
        let data = bytes(chunk["hex"].as_str().unwrap());
        match chunk["dir"].as_str().unwrap() {
            "c2s" => wire.to_server.extend(data),
            _ => wire.to_client.extend(data),
        }
    }
    wires
}

/// Reads the server's messages of a transcript with their players: the kind, and cells or a value.
fn told(gz: &[u8]) -> Vec<(usize, String, Vec<i64>)> {
    let of_server = |message: &&Value| message["dir"] == "s2c" && message["kind"] != "number";
    let read = |message: &Value| {
        let cells: Vec<i64> = match message["cells"].as_array() {
            Some(cells) => {
                cells.iter().flat_map(|cell| cell.as_array().unwrap()).map(|n| n.as_i64().unwrap()).collect()
            }
            None => vec![message["value"].as_i64().unwrap()],
        };
        let kind = message["kind"].as_str().unwrap().to_owned();
        (message["conn"].as_u64().unwrap() as usize, kind, cells)
    };
    lines(gz)[1..].iter().filter(of_server).map(read).collect()
}

/// Converts a message of this crate to the same form. The transcript has tables as received.
fn in_words(player: usize, message: &Message, version: Version) -> (usize, String, Vec<i64>) {
    let cells = |table: &CardTable| {
        let mut bytes = Vec::new();
        version.write_table(table, &mut bytes);
        let table = version.read_table(&bytes);
        let mut cells = Vec::new();
        for (at, cell) in table.cells().enumerate().filter(|&(_, cell)| cell != 0) {
            cells.extend([at / CardTable::COLUMNS, at % CardTable::COLUMNS].map(|at| at as i64));
            cells.push(i64::from(cell));
        }
        cells
    };
    let (kind, cells) = match message {
        Message::Deal(table) => ("deal", cells(table)),
        Message::Turn(table) => ("turn", cells(table)),
        Message::Stage(table) => ("table", cells(table)),
        Message::Acknowledgement(fine) => ("ack", vec![if *fine { 9 } else { 8 }]),
        Message::End(end) => ("end", vec![*end as i64]),
        Message::Number(number) => ("number", vec![i64::from(*number)]),
    };
    (player, kind.to_owned(), cells)
}

fn replays(wire: &[u8], transcript: &[u8], log: &str, config: &str) {
    let mut wires = wires(wire);
    let head = &lines(transcript)[0];
    let mut contest =
        Match::new(ContestSettings::from_config(config).unwrap(), head["seed"].as_u64().unwrap() as u32);
    let mut sent: Vec<Vec<u8>> = vec![Vec::new(); PLAYERS];
    let (mut versions, mut names) = (Vec::new(), Vec::new());
    for (player, wire) in wires.iter_mut().enumerate() {
        let silent = head_is_silent(transcript, player);
        let profile = if silent {
            Profile::nameless(player)
        } else {
            let table = wire.table(Version::V20070);
            contest.note_profile(&table);
            Profile::read(&table).unwrap()
        };
        versions.push(profile.version);
        names.push(profile.name);
        Message::Number(player as u8).write(profile.version, &mut sent[player]);
    }
    let mut out: Vec<(usize, Message)> = Vec::new();
    contest.start(&mut out);
    let mut told = told(transcript).into_iter().enumerate();
    loop {
        for (player, message) in out.drain(..) {
            message.write(versions[player], &mut sent[player]);
            let (at, expected) = told.next().expect("the transcript has another message");
            assert_eq!(in_words(player, &message, versions[player]), expected, "message {at} of the server");
        }
        let Some(awaited) = contest.awaits() else { break };
        let player = awaited.player();
        contest.receive(&wires[player].table(versions[player]), &mut out);
    }
    assert!(told.next().is_none(), "the transcript has further messages");
    for (player, wire) in wires.iter().enumerate() {
        assert!(wire.to_server.is_empty(), "player {player} sent further bytes");
        assert!(wire.to_client == sent[player], "the bytes to player {player}");
    }

    // Host and times are those of the log.
    let of_log = Head::read(log).unwrap();
    let head = contest.settings().head(names.try_into().unwrap(), of_log.seed);
    let head = Head { host: of_log.host, started: of_log.started, ended: of_log.ended, ..head };
    let mut text = String::new();
    head.write(&mut text);
    for (number, game) in contest.games().iter().enumerate() {
        game.lines().write(number, &mut text);
    }
    head.write_end(contest.points(), &mut text);
    assert_eq!(text, log);
}

/// Returns `true` if a connection sent no profile.
fn head_is_silent(transcript: &[u8], player: usize) -> bool {
    let of_player = |message: &&Value| message["kind"] == "profile" && message["conn"] == player;
    lines(transcript)[1..].iter().find(of_player).is_some_and(|profile| !profile["none"].is_null())
}

#[test]
fn five_standard_clients() {
    replays(
        include_bytes!("../data/wire_v1.jsonl.gz"),
        include_bytes!("../data/protocol_std_3games.jsonl.gz"),
        include_str!("../data/server_record_std_3games.log"),
        "GAME_NUMBER 3",
    );
}

#[test]
fn odd_clients_and_three_versions() {
    replays(
        include_bytes!("../data/wire_v3.jsonl.gz"),
        include_bytes!("../data/protocol_20060_20140_4games.jsonl.gz"),
        include_str!("../data/server_record_20060_20140_4games.log"),
        "GAME_NUMBER 4\nFLASH_MIBUN_NUMBER 3",
    );
}
