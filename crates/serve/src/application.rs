//! The state that all requests share, and the guard that checks every request first.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequest, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use crate::access::{self, Hosts, LINK, Verdict};
use crate::connections::Connection;
use crate::cookies::Cookies;
use crate::failure::Failure;
use crate::files::Root;
use crate::headers::{self, Policy};
use crate::jobs::Jobs;
use crate::links::Links;
use crate::play::Tables;
use crate::state::StateFile;
use crate::{browser, door, live};

/// Maximum size of an uploaded text, in bytes.
const LARGEST_UPLOAD: usize = 8 << 20;
/// Maximum size of a request's body, in bytes. In JSON, a text of many short lines takes about 1.5
/// times its own size, because line ends are escaped.
pub(crate) const LARGEST_BODY: usize = 2 * LARGEST_UPLOAD;
/// Maximum size of a body that contains no uploaded text, in bytes.
pub(crate) const SMALL_BODY: usize = 64 << 10;
/// Maximum time for receiving a body.
const RECEIVE: Duration = Duration::from_secs(30);
/// Maximum number of short computations, such as pictures and reports, that run at the same time.
pub(crate) const SHORT_JOBS: usize = 2;

/// The state that all requests share.
pub(crate) struct Application {
    pub(crate) hosts: Hosts,
    pub(crate) port: u16,
    pub(crate) cookies: Cookies,
    pub(crate) links: Links,
    /// The file in which the state is saved for the next server of this folder; `None` if no state
    /// is kept.
    pub(crate) state: Option<StateFile>,
    /// Whether the cookies are saved for the next server of this folder. If not, they become
    /// invalid when the process ends.
    pub(crate) keeps_cookies: bool,
    pub(crate) root: Root,
    pub(crate) commands: bool,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) live: live::Live,
    pub(crate) opened: browser::Opened,
    pub(crate) tables: Tables,
    /// Semaphore with [`SHORT_JOBS`] permits, one for each short computation in progress.
    pub(crate) short: Arc<Semaphore>,
    /// Becomes true when the server ends.
    pub(crate) ending: watch::Receiver<bool>,
}

pub(crate) type App = Arc<Application>;

impl Application {
    /// Runs a short computation on another thread, at most [`SHORT_JOBS`] at a time. A computation
    /// continues if the client disconnects. It counts towards the limit until it ends.
    pub(crate) async fn compute<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let ended = || Failure::new(StatusCode::SERVICE_UNAVAILABLE, "the server is ending");
        let place = Arc::clone(&self.short).acquire_owned().await.map_err(|_| ended())?;
        let application = Arc::clone(self);
        let work = move || {
            let answer = work(&application);
            drop(place);
            answer
        };
        tokio::task::spawn_blocking(work).await?
    }

    /// Saves the port for the next server of this folder, and also the cookies if `keeps_cookies`
    /// is set.
    pub(crate) fn keep_state(&self) {
        if let Some(file) = &self.state {
            let folder = self.root.path().display().to_string();
            let cookies = if self.keeps_cookies { self.cookies.kept() } else { Vec::new() };
            let state = crate::state::State { folder, port: self.port, cookies };
            // If this fails, for example on a full disk, the next server issues new cookies.
            let _ = file.write(&state);
        }
    }
}

/// The connection of a WebSocket, and the remaining validity of the cookie with which the socket
/// was opened.
#[derive(Debug, Clone)]
pub(crate) struct SocketPlace {
    connection: Connection,
    time: Duration,
}

impl SocketPlace {
    /// Serves a socket until it ends by itself or the cookie expires. Until then, the connection
    /// counts towards the limit on connections.
    pub(crate) async fn hold(self, served: impl Future<Output = ()>) {
        let _ = timeout(self.time, served).await;
        drop(self.connection);
    }
}

/// Decides whether a request is answered, and completes the headers of every response.
pub(crate) async fn guard(
    State(application): State<App>,
    Extension(connection): Extension<Connection>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let mut remaining = None;
    let verdict = access::judge(&parts, &application.hosts, |headers| {
        remaining = application.cookies.remaining(headers);
        if remaining.is_some() {
            connection.trust();
        }
        remaining.is_some()
    });
    if let Some(remaining) = remaining {
        parts.extensions.insert(SocketPlace { connection: connection.clone(), time: remaining });
    }
    let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok()).map(str::to_owned);
    let mut response = match verdict {
        Verdict::Granted => next.run(Request::from_parts(parts, body)).await,
        Verdict::Link => open_link(&application, &connection, &parts),
        Verdict::Stranger => {
            let reason = "open the link that is printed in the terminal";
            door::closed(StatusCode::UNAUTHORIZED, reason, &parts.headers, &parts.uri)
        }
        Verdict::Refused(refusal) if refusal == access::Refusal::Site => {
            door::closed(refusal.status(), refusal.reason(), &parts.headers, &parts.uri)
        }
        Verdict::Refused(refusal) => (refusal.status(), refusal.reason()).into_response(),
    };
    let policy = response.extensions_mut().remove::<Policy>();
    // A `Host` that was refused must not be copied into a header.
    let host = host.filter(|_| !matches!(verdict, Verdict::Refused(access::Refusal::Host)));
    headers::seal(response.headers_mut(), policy.as_ref(), host.as_deref());
    response
}

/// Opens the application if the query of the link has a valid token.
fn open_link(application: &Application, connection: &Connection, request: &Parts) -> Response {
    let token = request.uri.query().and_then(|query| query.strip_prefix("token=")).unwrap_or_default();
    if !application.links.redeem(token) {
        return door::used_link(&request.headers);
    }
    connection.trust();
    application.opened.remove_file();
    match application.cookies.issue() {
        Ok(cookie) => {
            application.keep_state();
            door::welcome(&cookie, &request.headers)
        }
        Err(error) => Failure::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// Returns the path of the link with this token.
pub(crate) fn link_path(token: &str) -> String {
    format!("{LINK}?token={token}")
}

/// Refuses an uploaded text that is too long.
pub(crate) fn require_upload(text: &str) -> Result<(), Failure> {
    if text.len() <= LARGEST_UPLOAD {
        return Ok(());
    }
    let reason = format!("the text is longer than {} MiB", LARGEST_UPLOAD >> 20);
    Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, reason))
}

/// Parses a seed in decimal.
pub(crate) fn seed(text: &str) -> Result<u64, Failure> {
    text.trim().parse().map_err(|_| {
        let text = text.escape_debug();
        Failure::bad(format!("the seed is `{text:.40}`; expected a whole number from 0 to 2^64-1"))
    })
}

/// The name of a run, in queries and bodies.
#[derive(Debug, Deserialize)]
pub(crate) struct RunName {
    pub(crate) run: String,
}

/// The JSON body of a request, which must be received within [`RECEIVE`].
pub(crate) struct Posted<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Posted<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        match timeout(RECEIVE, Json::<T>::from_request(request, state)).await {
            Ok(Ok(Json(value))) => Ok(Self(value)),
            Ok(Err(rejection)) => Err(Failure::new(rejection.status(), rejection.body_text())),
            Err(_) => Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "the request was not received in time")),
        }
    }
}

/// The query of a request; errors in it are returned as JSON.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> axum::extract::FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut axum::http::request::Parts, state: &S) -> Result<Self, Failure> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(rejection) => Err(Failure::bad(rejection.body_text())),
        }
    }
}
