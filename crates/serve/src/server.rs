//! The server: its options, its start and end, and the loop that accepts connections.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use quadrille::lanes::Level;
use quadrille_files::{WriteError, create_folder};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;
use tower::ServiceExt as _;

use crate::access::Hosts;
use crate::application::{App, Application, SHORT_JOBS, link_path};
use crate::browser::Opened;
use crate::connections::{Connection, Connections};
use crate::cookies::Cookies;
use crate::ending::until_ending;
use crate::files::Root;
use crate::jobs::Jobs;
use crate::links::Links;
use crate::live;
use crate::play;
use crate::routes::router;
use crate::state::{StateError, StateFile};

/// An address other than 127.0.0.1, and the name under which browsers reach it.
#[derive(Debug, Clone)]
pub struct Bind {
    /// The address.
    pub address: IpAddr,
    /// The name, as in the address bar.
    pub host: String,
}

/// Limits of a server.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum number of connections.
    pub connections: usize,
    /// Maximum time until the head of a request is complete.
    pub head: Duration,
    /// Time for which a link can be used.
    pub link: Duration,
    /// Time for which a cookie is valid.
    pub cookie: Duration,
    /// Maximum number of jobs that run at the same time.
    pub jobs: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 256,
            head: Duration::from_secs(10),
            link: Duration::from_mins(5),
            cookie: Duration::from_hours(12),
            jobs: 2,
        }
    }
}

/// Options of a server.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ServerOptions {
    /// The folder of runs, which is created if it is missing.
    pub runs: PathBuf,
    /// The port. `None` means the port of the last server for this folder or, if that port is
    /// taken, any free port.
    pub port: Option<u16>,
    /// An address to use instead of 127.0.0.1.
    pub bind: Option<Bind>,
    /// Whether experiments may start programs.
    pub allow_commands: bool,
    /// The vector level of all kernels.
    pub level: Level,
    /// The folder in which the port and the digests of the cookies are saved for the next server.
    /// `None`, or a folder inside the folder of runs, means that nothing is saved.
    pub state: Option<PathBuf>,
    /// The limits.
    pub limits: Limits,
}

impl ServerOptions {
    /// Creates options for a server at a free port of 127.0.0.1 that keeps no state.
    pub fn new(runs: impl Into<PathBuf>) -> Self {
        Self {
            runs: runs.into(),
            port: None,
            bind: None,
            allow_commands: false,
            level: Level::best(),
            state: None,
            limits: Limits::default(),
        }
    }
}

/// Error of starting a server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The options contradict one another.
    #[error("{0}")]
    Options(&'static str),
    /// The folder of runs cannot be created.
    #[error(transparent)]
    Runs(#[from] WriteError),
    /// The folder or the file with the saved state cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The address cannot be used.
    #[error("cannot listen at {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        reason: std::io::Error,
    },
    /// The system provides no threads or no random bytes.
    #[error("cannot start the server: {0}")]
    System(String),
}

impl ServerError {
    /// Returns whether the error is caused by the options and not by the system.
    pub fn is_usage(&self) -> bool {
        match self {
            Self::Options(_) | Self::State(_) => true,
            Self::Runs(error) => error.is_refusal(),
            // This kind of error means that no network interface of this machine has the address.
            Self::Listen { reason, .. } => matches!(reason.kind(), ErrorKind::AddrNotAvailable),
            Self::System(_) => false,
        }
    }
}

/// A running server. Dropping it without [`end`](Self::end) leaves its jobs unfinished.
pub struct Server {
    runtime: Runtime,
    application: App,
    address: String,
    ending: watch::Sender<bool>,
}

impl Server {
    /// Starts a server on threads of its own.
    ///
    /// # Errors
    /// The options contradict one another; the folder, the state or the address cannot be used; or
    /// the system provides no threads.
    pub fn start(options: ServerOptions) -> Result<Self, ServerError> {
        let ServerOptions { runs, port: asked, bind, allow_commands, level, state, limits } = options;
        if bind.is_some() && allow_commands {
            return Err(ServerError::Options(
                "--bind and --allow-commands together would let other machines start programs here",
            ));
        }
        let system = |error: std::io::Error| ServerError::System(error.to_string());
        create_folder(&runs)?;
        let root = Root::open(&runs).map_err(system)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(system)?;

        // The state is never in the folder of runs, whose files pages can show.
        let state = state.filter(|folder| !folder.starts_with(root.path()));
        let file = state.map(|folder| StateFile::of(&folder, root.path())).transpose()?;
        let last = file.as_ref().map(StateFile::read).transpose()?.flatten();
        let address = bind.as_ref().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |bind| bind.address);
        let listen = |port| {
            let address = SocketAddr::new(address, port);
            let listener = runtime.block_on(async { queue(address) });
            listener.map_err(|reason| ServerError::Listen { address, reason })
        };
        let listener = match (asked, last.as_ref().map(|last| last.port)) {
            (Some(port), _) => listen(port)?,
            (None, Some(last)) => listen(last).or_else(|_| listen(0))?,
            (None, None) => listen(0)?,
        };
        let port = listener.local_addr().map_err(system)?.port();
        // If the server may start programs or listens at another address, its cookies become
        // invalid when the process ends. If the port of the last server is taken, another server
        // may be using the state file of this folder, so this server saves no state.
        let keeps_cookies = bind.is_none() && !allow_commands;
        let is_sibling = asked.is_none() && last.as_ref().is_some_and(|last| last.port != port);
        let file = file.filter(|_| !is_sibling);
        let kept =
            last.filter(|last| last.port == port && keeps_cookies && file.is_some()).map(|last| last.cookies);
        let cookies = Cookies::new(port, limits.cookie, kept.unwrap_or_default());

        let host = bind.as_ref().map(|bind| bind.host.clone());
        let address = format!("http://{}:{port}", host.as_deref().unwrap_or("127.0.0.1"));
        let (ending, ends) = watch::channel(false);
        let application = Arc::new(Application {
            hosts: Hosts::new(port, host),
            port,
            cookies,
            links: Links::new(limits.link),
            state: file,
            keeps_cookies,
            root,
            commands: allow_commands,
            jobs: Jobs::new(level, limits.jobs),
            live: live::Live::default(),
            opened: Opened::default(),
            tables: play::Tables::default(),
            short: Arc::new(Semaphore::new(SHORT_JOBS)),
            ending: ends.clone(),
        });
        application.keep_state();
        runtime.spawn(live::follow(Arc::clone(&application)));
        runtime.spawn(accept(listener, router(Arc::clone(&application)), limits, ends));
        Ok(Self { runtime, application, address, ending })
    }

    /// Returns the address of the pages, without a token.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the folder of runs.
    pub fn runs(&self) -> &std::path::Path {
        self.application.root.path()
    }

    /// Creates a link that opens the application once, within the time of [`Limits::link`].
    ///
    /// # Errors
    /// The system provides no random bytes.
    pub fn link(&self) -> Result<String, ServerError> {
        let token = self.application.links.issue().map_err(|error| ServerError::System(error.to_string()))?;
        Ok(format!("{}{}", self.address, link_path(token.as_text())))
    }

    /// Opens a link in the user's browser, through a file that only the user can read.
    ///
    /// # Errors
    /// The file cannot be written, or no browser can be started.
    pub fn open_browser(&self, link: &str) -> std::io::Result<()> {
        self.application.opened.open(link)
    }

    /// Ends the server: stops all jobs, saves their work so that runs can be resumed, and closes
    /// all connections.
    pub fn end(self) {
        self.ending.send_replace(true);
        self.runtime.block_on(self.application.jobs.end());
        self.application.opened.remove_file();
        self.application.keep_state();
        self.runtime.shutdown_timeout(Duration::from_secs(2));
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Maximum length of the queue of connections that wait to be accepted. If the queue is full, a
/// client repeats its attempt after a second.
const WAITING: u32 = 4096;

/// Listens at an address.
fn queue(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // With this option, the port of a server that has just ended is available at once. On Windows,
    // the option would let several servers share the port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// The response to a connection beyond [`Limits::connections`].
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\
    Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\r\n";

/// Maximum number of connections that receive [`FULL`] at the same time.
const REFUSALS: usize = 32;
/// Maximum time for sending [`FULL`] to a connection.
const REFUSAL: Duration = Duration::from_secs(1);

/// The loop that accepts connections yields each time it has accepted 1/16 of the maximum number of
/// connections without a cookie, so that the tasks of the new connections can run. Otherwise a new
/// connection could be closed to make room for later connections before its request is read.
/// Yielding after each connection would cost several more system calls.
const SHARE: usize = 16;

/// Accepts connections until the server ends.
async fn accept(listener: TcpListener, router: Router, limits: Limits, mut ends: watch::Receiver<bool>) {
    let connections = Connections::new(limits.connections);
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let mut until_turn = 1;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = until_ending(&mut ends) => return,
        };
        let Ok((stream, _)) = accepted else {
            // The cause may be too many open files, so the oldest connection without a cookie is
            // closed.
            connections.make_room();
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        match connections.admit() {
            Some(connection) => {
                tokio::spawn(serve(stream, connection, router.clone(), limits.head));
            }
            None => {
                // If [`REFUSALS`] responses are already in progress, this connection is closed
                // without a response.
                if let Ok(place) = Arc::clone(&refusals).try_acquire_owned() {
                    tokio::spawn(refuse(stream, place));
                }
            }
        }
        until_turn -= 1;
        if until_turn == 0 {
            tokio::task::yield_now().await;
            until_turn = (connections.for_strangers() / SHARE).max(1);
        }
    }
}

/// Sends [`FULL`] to a connection beyond the limit.
async fn refuse(mut stream: TcpStream, _place: OwnedSemaphorePermit) {
    let answer = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await?;
        // Closing a socket with unread data resets it, and the client may lose the response.
        stream.read(&mut [0; 4096]).await
    };
    let _ = timeout(REFUSAL, answer).await;
}

/// Serves a connection until it closes or is evicted.
async fn serve(stream: TcpStream, connection: Connection, router: Router, head: Duration) {
    // Responses are written in one piece, so Nagle's algorithm would only add latency.
    let _ = stream.set_nodelay(true);
    let own = connection.clone();
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(own.clone());
        router.clone().oneshot(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::select! {
        // An error affects only the client of this connection.
        _ = served => {}
        () = connection.evicted() => {}
    }
}
