//! Requests about tables: the games, opening a table, its socket, its record.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use quadrille::files::NamedFiles;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::drive::{Command, Message};
use super::games::{self, Description, Wanted};
use super::table::TableSummary;
use super::tables::{Listed, OpenTable};
use crate::application::{App, Asked, Posted, SocketPlace};
use crate::ending::until_ending;
use crate::failure::Failure;
use crate::files::PageFiles;

/// Maximum size of a command, in bytes.
const LARGEST_COMMAND: usize = 4 << 10;
/// Maximum time for sending a state.
const SEND: Duration = Duration::from_secs(30);

/// `GET /api/play/games`: the card games that the pages offer.
pub(super) async fn games() -> Json<Vec<Description>> {
    Json(games::descriptions())
}

/// `GET /api/play/tables`: the open tables.
pub(super) async fn tables(State(application): State<App>) -> Json<Vec<Listed>> {
    Json(application.tables.list())
}

/// `POST /api/play/open`: deals the first game of a new table.
pub(super) async fn open(
    State(application): State<App>,
    Posted(wanted): Posted<Wanted>,
) -> Result<Json<Value>, Failure> {
    let game = games::find(&wanted.game)?;
    let opened = application.compute(move |application| {
        let files = PageFiles::new(&application.root, None, application.commands);
        (game.open)(&wanted, NamedFiles::new(files))
    });
    let table = opened.await?;
    let full = || {
        let reason = "all tables are in use; close the page of one of them first";
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, reason)
    };
    let name = application.tables.open(table, application.ending.clone()).ok_or_else(full)?;
    Ok(Json(json!({ "table": name })))
}

/// The name of a table, in queries.
#[derive(Debug, Deserialize)]
pub(super) struct TableName {
    table: String,
}

impl TableName {
    fn find(&self, application: &App) -> Result<OpenTable, Failure> {
        let none = || Failure::new(StatusCode::NOT_FOUND, "this table has ended");
        application.tables.find(&self.table).ok_or_else(none)
    }
}

/// The query for the record of a table.
#[derive(Debug, Deserialize)]
pub(super) struct WantedRecord {
    table: String,
    /// The number of a finished game; `None` for all finished games.
    #[serde(default)]
    number: Option<u64>,
}

/// `GET /api/play/record`: the record of finished games, as a file.
pub(super) async fn record(
    State(application): State<App>,
    Asked(WantedRecord { table, number }): Asked<WantedRecord>,
) -> Result<Response, Failure> {
    let table = TableName { table }.find(&application)?;
    let (reply, record) = oneshot::channel();
    let ended = || Failure::new(StatusCode::NOT_FOUND, "this table has ended");
    table.inbox.send(Message::Record(number, reply)).await.map_err(|_| ended())?;
    let unknown =
        || Failure::new(StatusCode::NOT_FOUND, "the record of this table does not contain this game");
    let text = record.await.map_err(|_| ended())?.ok_or_else(unknown)?;
    let TableSummary { game, .. } = *table.summary.borrow();
    let name = number.map_or_else(|| game.to_owned(), |number| format!("{game}-{number}"));
    let headers = [
        (CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.jsonl\"")),
    ];
    Ok((headers, text).into_response())
}

/// `GET /table`: the socket of a table. A table that has ended is reported by an empty object,
/// because browsers hide the status of a refused socket.
pub(super) async fn socket(
    State(application): State<App>,
    Extension(place): Extension<SocketPlace>,
    Asked(name): Asked<TableName>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let table = name.find(&application).ok();
    upgrade
        .max_frame_size(LARGEST_COMMAND)
        .max_message_size(LARGEST_COMMAND)
        .on_upgrade(move |socket| place.hold(serve(application, table, socket)))
}

/// Sends the state after each change, and forwards commands, until the socket closes.
async fn serve(application: App, table: Option<OpenTable>, mut socket: WebSocket) {
    let Some(table) = table else {
        let _ = timeout(SEND, socket.send(Frame::text("{}"))).await;
        return;
    };
    let mut states = table.states();
    // A weak sender, so that this socket does not keep the table open.
    let inbox = table.inbox.downgrade();
    drop(table);
    let mut ending = application.ending.clone();
    states.mark_changed();
    loop {
        tokio::select! {
            changed = states.changed() => {
                let text = states.borrow_and_update().clone();
                if changed.is_err() {
                    break;
                }
                if !matches!(timeout(SEND, socket.send(Frame::text(text.to_string()))).await, Ok(Ok(()))) {
                    break;
                }
            }
            frame = socket.recv() => match frame {
                None | Some(Err(_) | Ok(Frame::Close(_))) => break,
                Some(Ok(Frame::Text(text))) => {
                    // An invalid command is a bug of the page, and is ignored.
                    let Ok(command) = serde_json::from_str::<Command>(&text) else { continue };
                    let Some(inbox) = inbox.upgrade() else { break };
                    if inbox.send(Message::Command(command)).await.is_err() {
                        break;
                    }
                }
                Some(Ok(_)) => {}
            },
            () = until_ending(&mut ending) => break,
        }
    }
}
