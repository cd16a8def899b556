//! The status page of the matches.

use std::sync::Arc;
use std::time::Duration;

use quadrille::uecda_protocol::PLAYERS;
use serde::Serialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::server::Shared;
use crate::table::MatchIndex;

/// The status of a table, without hidden cards.
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
    pub(crate) const fn new(place: MatchIndex, names: [String; PLAYERS], games: u32) -> Self {
        let MatchIndex { table, number, .. } = place;
        Self { table, number, names, games_over: 0, games, points: [0; PLAYERS] }
    }

    /// Returns `true` if this is the status of the match `place`.
    pub(crate) const fn is_of(&self, place: MatchIndex) -> bool {
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

/// The maximum size of a request, in bytes.
const QUESTION: usize = 4096;
/// The time limit of a request and its response.
const PATIENCE: Duration = Duration::from_secs(2);
/// The maximum number of concurrent requests.
const AT_ONCE: usize = 8;

/// Answers every request with one JSON object over HTTP.
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
            // A client that does not read gets no response, and delays no other client.
            let _ = timeout(PATIENCE, tell(stream, &shared)).await;
            drop(place);
        });
    }
}

async fn tell(mut stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    // The request's content is ignored. It is read so that closing the connection does not discard
    // the response.
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
