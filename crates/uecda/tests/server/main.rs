//! Tests of the server over real sockets, with clients that follow the protocol and clients that do
//! not.

mod admission;
mod contest;
mod league;
mod official;
mod recorded;
mod trouble;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use quadrille_progress::CancelToken;
use quadrille_uecda::{Held, Server, ServerEvent};

/// A server that plays its matches on a thread of its own.
struct Holding {
    address: SocketAddr,
    status: Option<SocketAddr>,
    stop: CancelToken,
    events: Arc<Mutex<Vec<ServerEvent>>>,
    held: JoinHandle<Held>,
}

fn hold(server: Server) -> Holding {
    let listening = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let (address, status, stop) = (listening.address(), listening.status(), CancelToken::new());
    let events = Arc::new(Mutex::new(Vec::new()));
    let (heard, token) = (Arc::clone(&events), stop.clone());
    let held = std::thread::spawn(move || {
        listening.hold(&|event| heard.lock().unwrap().push(event.clone()), &token).unwrap()
    });
    Holding { address, status, stop, events, held }
}

impl Holding {
    fn end(self) -> (Held, Vec<ServerEvent>) {
        let held = self.held.join().unwrap();
        (held, self.events.lock().unwrap().clone())
    }
}

/// Creates a server for one match of `games` games, with a record in a folder.
fn server(games: u32, folder: &Path) -> (Server, PathBuf) {
    let mut server = Server::new(20_260_801);
    server.settings.games = games;
    let record = folder.join("match.log");
    server.record = Some(record.clone());
    (server, record)
}

/// Checks that a record follows the rules and has this number of games.
fn verify(record: &Path, games: usize) {
    let text = std::fs::read_to_string(record).unwrap();
    let read = quadrille::uecda_protocol::official::read(&text).unwrap();
    read.verify().unwrap();
    assert_eq!(read.games.len(), games);
}

const SHORT: Duration = Duration::from_millis(60);
