//! Requests about recorded games: the list of games in a record, the positions of a game, reviews.
//! A record may have any format that the program reads.
//!
//! The server keeps no state between these requests: a page sends the record's text each time.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::{Extension, Json};
use quadrille::examples;
use quadrille::experiments::cards::reviews::{RecordedGame, ReviewOptions, review};
use quadrille::experiments::cards::table_game::{Finished, TableGame};
use quadrille::experiments::cards::{CardGame, GameOf};
use quadrille::progress::{CancelToken, Observer as _, Progress};
use quadrille::random::StreamKey;
use quadrille::table::{Game as _, Present as _, SeatScene, Shown, Text as _, View as _};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::games::{self, GAMES};
use super::state::Logged;
use super::table::{Work, answered, threads};
use crate::application::{App, Asked, Posted, SocketPlace, require_upload};
use crate::ending::until_ending;
use crate::failure::Failure;

/// Maximum size in bytes of a request for a review, which contains the text of a record.
const LARGEST_REQUEST: usize = 8 << 20;
/// Maximum number of games that a list shows.
const MOST_LISTED: usize = 2000;
/// Maximum time for receiving the request, and for sending a message.
const WAIT: Duration = Duration::from_secs(30);

/// The games of a record.
#[derive(Debug, Serialize)]
pub(super) struct ReadRecord {
    game: &'static str,
    title: &'static str,
    games: Vec<Entry>,
    /// The total number of games.
    count: usize,
    /// An explanation if the text ends inside a game, otherwise `None`.
    cut: Option<String>,
}

/// A game in the list of a record.
#[derive(Debug, Serialize)]
struct Entry {
    names: Vec<String>,
    actions: usize,
}

/// A game, position by position.
#[derive(Debug, Serialize)]
pub(super) struct CourseAnswer {
    /// The name of the player at each seat.
    names: Vec<String>,
    /// The index of the player at each seat.
    players: Vec<usize>,
    actions: Vec<Logged>,
    /// The position before each action, then the final position.
    positions: Vec<RecordedPosition>,
    /// The points by seat; `None` if the game is not over.
    points: Option<Vec<i64>>,
    /// The game as a record of its own; empty if the game is not over.
    record: String,
}

/// A position with open hands.
#[derive(Debug, Serialize)]
struct RecordedPosition {
    acts: Option<usize>,
    facts: Vec<String>,
    seats: Vec<SeatScene>,
    table: Vec<Shown>,
    hands: Vec<Vec<String>>,
}

/// Reads a text as a record of a game.
pub(super) fn read_as<K: TableGame>(text: &str) -> Result<ReadRecord, String> {
    let found = K::records(text)?;
    if found.games.is_empty() {
        return Err(found.cut.unwrap_or_else(|| "the record contains no games".to_owned()));
    }
    let entry = |game: &RecordedGame<GameOf<K>>| {
        let start = &game.course.start;
        Entry { names: names_by_seat::<K>(start, &game.names), actions: game.course.actions.len() }
    };
    Ok(ReadRecord {
        game: GameOf::<K>::NAME,
        title: <K as CardGame>::WORDS.title,
        count: found.games.len(),
        games: found.games.iter().take(MOST_LISTED).map(entry).collect(),
        cut: found.cut,
    })
}

fn names_by_seat<K: TableGame>(start: &GameOf<K>, names: &[String]) -> Vec<String> {
    let seats = GameOf::<K>::seats(start.setup());
    let name = |seat| names.get(start.player(seat)).cloned().unwrap_or_default();
    (0..seats).map(name).collect()
}

fn one_game<K: TableGame>(text: &str, number: usize) -> Result<RecordedGame<GameOf<K>>, String> {
    let mut games = K::records(text)?.games;
    if number >= games.len() {
        return Err(format!("the record has no game with the index {number}, counted from 0"));
    }
    Ok(games.swap_remove(number))
}

/// Returns a game of a record, position by position.
pub(super) fn course<K: TableGame>(text: &str, number: usize) -> Result<CourseAnswer, String> {
    let RecordedGame { names, course } = one_game::<K>(text, number)?;
    let start = course.start;
    let by_seat = names_by_seat::<K>(&start, &names);
    let players = (0..by_seat.len()).map(|seat| start.player(seat)).collect();
    let mut game = start.clone();
    let (mut actions, mut taken, mut positions) = (Vec::new(), Vec::new(), vec![position::<K>(&mut game)]);
    for action in course.actions {
        let Some(view) = game.view().filter(|view| view.permits(&action)) else { break };
        let faces = GameOf::<K>::faces(action);
        let mut entry = Logged {
            seat: view.seat(),
            decision: view.decision().asked(),
            text: Some(GameOf::<K>::action_text(action)),
            cards: faces.len(),
            faces,
            kind: GameOf::<K>::kind(action),
            clears: false,
            substituted: None,
        };
        taken.push((entry.seat, action));
        game.apply(action, |_| {});
        let next = position::<K>(&mut game);
        entry.clears = next.acts.is_some() && next.table.is_empty();
        actions.push(entry);
        positions.push(next);
    }
    let is_over = game.view().is_none();
    let outcome = if is_over { game.close(&mut StreamKey::new(0, 0).rng()) } else { None };
    let setup = start.setup().clone();
    let points = outcome.as_ref().map(|outcome| {
        let points = |seat| K::counted(GameOf::<K>::points(&setup, outcome, seat));
        (0..by_seat.len()).map(points).collect()
    });
    let record = outcome.map_or_else(String::new, |outcome| {
        let mut names = names;
        names.resize(by_seat.len(), String::new());
        let finished = Finished { start, actions: taken, end: game, outcome, practice: false };
        K::record(&setup, &names, &[finished])
    });
    Ok(CourseAnswer { names: by_seat, players, actions, positions, points, record })
}

fn position<K: TableGame>(game: &mut GameOf<K>) -> RecordedPosition {
    let hands = game.hands();
    let scene = game.view().map(|view| GameOf::<K>::scene(&view));
    let acts = scene.as_ref().map(|scene| scene.seat);
    let scene = scene.unwrap_or_default();
    let facts = scene.all_facts().map(str::to_owned).collect();
    RecordedPosition { acts, facts, seats: scene.seats, table: scene.table, hands }
}

/// Returns the computation that reviews one game of a record, for a later call. `number` is the
/// index of the game, from 0.
pub(super) fn review_work<K: TableGame>(
    text: &str,
    number: usize,
    player: Option<String>,
) -> Result<Work, String> {
    let games = [one_game::<K>(text, number)?];
    Ok(Box::new(move |observer| {
        let options = ReviewOptions { player, threads: threads(), ..ReviewOptions::default() };
        answered(review(&games, &options, observer))
    }))
}

/// A request to read a record: its text, and possibly one of its games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordText {
    text: String,
    /// The name of the game; detected from the content if absent.
    #[serde(default)]
    game: Option<String>,
    /// The index of a game in the record, from 0; with it, the positions of this game are returned.
    #[serde(default)]
    number: Option<usize>,
}

/// `POST /api/records/read`: the games of a text, or one game position by position.
pub(super) async fn read(
    State(application): State<App>,
    Posted(wanted): Posted<RecordText>,
) -> Result<Json<Value>, Failure> {
    application.compute(move |_| answer(&wanted)).await.map(Json)
}

fn answer(RecordText { text, game, number }: &RecordText) -> Result<Value, Failure> {
    require_upload(text)?;
    let json =
        |value: Result<Value, serde_json::Error>| value.map_err(|error| Failure::bad(error.to_string()));
    if let (Some(game), Some(number)) = (game, number) {
        let course = (games::find(game)?.course)(text, *number).map_err(Failure::bad)?;
        return json(serde_json::to_value(course));
    }
    // If no reader accepts the text, the error with the highest line number is returned.
    let mut failed: Option<(usize, String)> = None;
    let wanted = |offered: &&games::Offered| game.as_ref().is_none_or(|game| offered.name == *game);
    for offered in GAMES.iter().filter(wanted) {
        match (offered.read)(text) {
            Ok(read) => return json(serde_json::to_value(read)),
            Err(error) => {
                let line = error.split(|letter: char| !letter.is_ascii_digit()).find(|part| !part.is_empty());
                let line = line.and_then(|line| line.parse().ok()).unwrap_or(0);
                if failed.as_ref().is_none_or(|(furthest, _)| line > *furthest) {
                    failed = Some((line, format!("{}: {error}", offered.name)));
                }
            }
        }
    }
    Err(Failure::bad(
        failed.map_or_else(|| "there is no card game with this name".to_owned(), |(_, error)| error),
    ))
}

/// The name of an example.
#[derive(Debug, Deserialize)]
pub(super) struct ExampleName {
    name: String,
}

/// `GET /api/records/example`: the text of an example record.
pub(super) async fn example(Asked(ExampleName { name }): Asked<ExampleName>) -> Result<Json<Value>, Failure> {
    let example = examples::find(&name).map_err(Failure::bad)?;
    Ok(Json(json!({ "name": example.name, "text": example.text })))
}

/// A request for a review.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReviewRequest {
    text: String,
    game: String,
    number: usize,
    #[serde(default)]
    player: Option<String>,
}

/// `GET /review`: a socket that takes one request and reports progress and the review. Closing it
/// cancels the review.
pub(super) async fn socket(
    State(application): State<App>,
    Extension(place): Extension<SocketPlace>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .max_frame_size(LARGEST_REQUEST)
        .max_message_size(LARGEST_REQUEST)
        .on_upgrade(move |mut socket| place.hold(async move { serve(&application, &mut socket).await }))
}

async fn serve(application: &App, socket: &mut WebSocket) {
    let Ok(Some(Ok(Message::Text(text)))) = timeout(WAIT, socket.recv()).await else { return };
    let (sender, mut messages) = mpsc::channel::<Value>(16);
    let token = CancelToken::new();
    let observed = token.clone();
    let progress = sender.clone();
    let work = move || {
        let request: ReviewRequest =
            serde_json::from_str(&text).map_err(|error| Failure::bad(error.to_string()))?;
        let ReviewRequest { text, game, number, player } = request;
        let work = (games::find(&game)?.review)(&text, number, player).map_err(Failure::bad)?;
        work(&|now: &Progress| {
            // If the channel is full, only a report of progress is lost.
            let _ = progress.try_send(json!({ "done": now.done, "total": now.total }));
            observed.observe(now)
        })
        .map_err(Failure::bad)
    };
    let thinking = application.tables.thinking();
    let reviewed = async move {
        let place = thinking.acquire_owned().await;
        // If the socket closes early, the permit is still held until the review has ended.
        let reviewed = tokio::task::spawn_blocking(move || {
            let answer = work();
            drop(place);
            answer
        });
        reviewed.await?
    };
    let mut ending = application.ending.clone();
    tokio::pin!(reviewed);
    drop(sender);
    loop {
        let (message, is_last) = tokio::select! {
            Some(message) = messages.recv() => (message, false),
            answer = &mut reviewed => match answer {
                Ok(answer) => (json!({ "answer": answer }), true),
                Err(failure) => (json!({ "error": failure.reason() }), true),
            },
            frame = socket.recv() => match frame {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                _ => break,
            },
            () = until_ending(&mut ending) => break,
        };
        let sent = timeout(WAIT, socket.send(Message::text(message.to_string()))).await;
        if is_last || !matches!(sent, Ok(Ok(()))) {
            break;
        }
    }
    token.cancel();
}
