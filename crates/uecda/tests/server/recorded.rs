//! Tests with the recorded matches of the official server over sockets: the clients receive the
//! same bytes, and the record is the same.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use quadrille::uecda_protocol::ContestSettings;
use serde_json::Value;

use super::{hold, server};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../uecda-protocol/tests/data");

/// Returns the bytes that each client sent and received.
fn wires(name: &str) -> Vec<(Vec<u8>, Vec<u8>)> {
    let file = std::fs::File::open(format!("{DATA}/{name}")).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let mut wires = vec![(Vec::new(), Vec::new()); 5];
    for line in text.lines() {
        let chunk: Value = serde_json::from_str(line).unwrap();
        let hex = chunk["hex"].as_str().unwrap();
        let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
        let wire = &mut wires[chunk["conn"].as_u64().unwrap() as usize];
        if chunk["dir"] == "c2s" { wire.0.extend(bytes) } else { wire.1.extend(bytes) }
    }
    wires
}

/// Returns the lines of a log without host and times.
fn lasting(log: &str) -> Vec<&str> {
    log.lines()
        .filter(|line| !["hostname", "TIME_START", "TIME_END"].iter().any(|key| line.contains(key)))
        .collect()
}

fn replay(wire: &str, log: &str, seed: u32, config: &str, silent: Option<usize>) {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, record) = server(1, folder.path());
    (server.settings, server.seed) = (ContestSettings::from_config(config).unwrap(), seed);
    let holding = hold(server);
    let mut clients = Vec::new();
    for (player, (sends, expects)) in wires(wire).into_iter().enumerate() {
        let mut stream = TcpStream::connect(holding.address).unwrap();
        // The first message, a profile, is sent alone; a client without one waits for its number.
        let first = if silent == Some(player) { 0 } else { 480 };
        stream.write_all(&sends[..first]).unwrap();
        let mut number = [0; 4];
        stream.read_exact(&mut number).unwrap();
        assert_eq!(number, expects[..4]);
        clients.push(thread::spawn(move || {
            // All tables are sent at once; each waits in the buffers until the server reads it.
            stream.write_all(&sends[first..]).unwrap();
            let mut got = number.to_vec();
            stream.read_to_end(&mut got).unwrap();
            assert!(got == expects, "player {player}");
        }));
    }
    for client in clients {
        client.join().unwrap();
    }
    holding.end();
    let (ours, theirs) =
        (std::fs::read_to_string(record).unwrap(), std::fs::read_to_string(format!("{DATA}/{log}")).unwrap());
    assert_eq!(lasting(&ours), lasting(&theirs));
}

#[test]
fn five_standard_clients() {
    replay("wire_v1.jsonl.gz", "server_record_std_3games.log", 20_260_801, "GAME_NUMBER 3", None);
}

#[test]
fn odd_clients_and_three_versions() {
    replay(
        "wire_v3.jsonl.gz",
        "server_record_20060_20140_4games.log",
        102,
        "GAME_NUMBER 4\nFLASH_MIBUN_NUMBER 3",
        Some(1),
    );
}

/// The time limit for a silent client is that of the official server: after two seconds without a
/// message, the client counts as a client of 2006.
#[test]
fn silence_makes_a_client_one_of_2006() {
    let folder = tempfile::tempdir().unwrap();
    let holding = hold(server(1, folder.path()).0);
    let mut stream = TcpStream::connect(holding.address).unwrap();
    let begun = std::time::Instant::now();
    let mut number = [9; 4];
    stream.read_exact(&mut number).unwrap();
    assert_eq!(number, [0; 4]);
    assert!(begun.elapsed() > Duration::from_millis(1900));
    holding.stop.cancel();
    let (held, _) = holding.end();
    assert!(!held.complete);
}
