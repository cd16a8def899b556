//! Card tables: games that people and programs play in the pages, and recorded games.
//!
//! ```text
//! page ── command ──▶ socket ──▶ inbox ──▶ drive ──▶ CardTable (any game of the crate `table`)
//!      ◀── state ───────────── watch ◀────────┘
//! ```
//!
//! The game runs on the server; a page only shows a state and sends commands. Every state is the
//! whole table as JSON. A page that reconnects, or a second page, therefore shows the same table.
//!
//! | module | concern |
//! |---|---|
//! | `games` | the games that are offered |
//! | `table` | a table of any game: the commands to it, and its state as pages see it |
//! | `state` | the types of a state |
//! | `drive` | the task of a table: commands, pauses between moves, hints and reviews |
//! | `tables` | all tables of the server; their number is limited, and idle ones end |
//! | `requests` | requests that open a table, its socket, and the download of its record |
//! | `records` | recorded games, position by position, and their reviews |

mod drive;
mod games;
mod records;
mod requests;
mod state;
mod table;
mod tables;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

pub(crate) use self::tables::Tables;
use crate::application::{App, SMALL_BODY};

/// Returns the routes of the card tables.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/table", get(requests::socket))
        .route("/review", get(records::socket))
        .route("/api/play/games", get(requests::games))
        .route("/api/play/tables", get(requests::tables))
        .route("/api/play/open", post(requests::open).layer(DefaultBodyLimit::max(SMALL_BODY)))
        .route("/api/play/record", get(requests::record))
        .route("/api/records/read", post(records::read))
        .route("/api/records/example", get(records::example))
}
