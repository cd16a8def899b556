//! How far matches are, for whoever asks.

use std::sync::Arc;
use std::time::Duration;

use quadrille::uecda_protocol::PLAYERS;
use serde::Serialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::server::Shared;
use crate::table::Place;

/// How far a table is. Nothing of it is secret.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TableStatus {
    table: usize,
    #[serde(rename = "match")]
    number: usize,
    names: [String; PLAYERS],
    games_over: u32,
    games: u32,
    points: [u32; PLAYERS],
}

impl TableStatus {
    pub(crate) const fn new(place: Place, names: [String; PLAYERS], games: u32) -> Self {
        let Place { table, number, .. } = place;
        Self { table, number, names, games_over: 0, games, points: [0; PLAYERS] }
    }

    /// Whether it is of that match.
    pub(crate) const fn is_of(&self, place: Place) -> bool {
        self.table == place.table && self.number == place.number
    }

    pub(crate) const fn table(&self) -> usize {
        self.table
    }

    pub(crate) fn note_game(&mut self, over: u32, points: &[u32; PLAYERS]) {
        (self.games_over, self.points) = (over, *points);
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    tables: &'a [TableStatus],
}

/// The longest question that is read, and how long it may take.
const QUESTION: usize = 4096;
const PATIENCE: Duration = Duration::from_secs(2);
/// How many may ask at once.
const AT_ONCE: usize = 8;

/// Answers every question with one JSON object, as a page of HTTP.
pub(crate) async fn answer(listener: TcpListener, shared: Arc<Shared>) {
    let room = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            // Whoever asks and does not listen hears nothing; nobody else is kept waiting.
            let _ = timeout(PATIENCE, tell(stream, &shared)).await;
            drop(place);
        });
    }
}

async fn tell(mut stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    // What is asked does not matter; it is read so that the answer is not taken for a broken connection.
    let mut question = Vec::new();
    let mut bytes = [0; 512];
    while question.len() < QUESTION && !question.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut bytes).await? {
            0 => break,
            read => question.extend_from_slice(&bytes[..read]),
        }
    }
    let body = serde_json::to_string(&Answer { tables: &shared.statuses() }).unwrap_or_default();
    let head =
        "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nContent-Length:";
    stream.write_all(format!("{head} {}\r\n\r\n{body}\n", body.len() + 1).as_bytes()).await?;
    stream.shutdown().await
}
