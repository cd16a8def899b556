//! `quadrille serve`: the local web application.

use std::io::BufRead as _;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use clap::Args;
use quadrille::diagnostics::printable;
use quadrille::lanes::Level;
use quadrille_files::state_folder;
use quadrille_serve::{Bind, Server, ServerError, ServerOptions};
use serde::Serialize;

use crate::failure::{Failure, warn};
use crate::{OutputMode, answer, browser, interrupt, threads};

/// Number of threads that the server needs besides the threads of its jobs.
const LEAST_THREADS: NonZeroUsize = NonZeroUsize::new(8).unwrap();
/// Interval of checks for Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille serve
  quadrille serve --runs experiments --no-open

Opens the browser, and prints a link that works once, within five minutes; Enter prints another one. Ctrl-C \
ends the server: runs are stopped, and can be resumed. The pages are for you alone: they need the cookie that \
the link sets. With --json the browser is not opened, and further links are printed on standard error.

From another machine use ssh with equal ports: ssh -L 8080:127.0.0.1:8080 NAME. Traffic \
to the address of --bind is not encrypted.")]
pub(crate) struct Serve {
    /// Port [default: the last port used for the same folder, otherwise a free port]
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// Print the link, and do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Folder of the runs; files that experiments name are read only inside it
    #[arg(long, value_name = "DIR", default_value = "runs")]
    runs: PathBuf,
    /// Listen at ADDR instead of 127.0.0.1; traffic is not encrypted
    #[arg(long, value_name = "ADDR", requires = "host")]
    bind: Option<IpAddr>,
    /// Host name or address in the URL by which browsers reach ADDR
    #[arg(long, value_name = "NAME", requires = "bind", value_parser = host)]
    host: Option<String>,
    /// Let experiments start programs (players cmd:…)
    #[arg(long, conflicts_with = "bind")]
    allow_commands: bool,
}

/// Parses a host name or an address, as in a browser's address bar.
fn host(text: &str) -> Result<String, String> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-.".contains(letter);
    let is_address = text.starts_with('[') && text.ends_with(']');
    let address = |letter: char| letter.is_ascii_hexdigit() || "[]:.".contains(letter);
    if !text.is_empty() && (text.chars().all(plain) || is_address && text.chars().all(address)) {
        return Ok(text.to_ascii_lowercase());
    }
    Err("a host name such as box.example is expected, or an address, without a port".to_owned())
}

/// JSON answer: the address of the application, and a link that opens it.
#[derive(Serialize)]
struct Started<'a> {
    address: &'a str,
    link: &'a str,
}

impl From<ServerError> for Failure {
    fn from(error: ServerError) -> Self {
        let reason = printable(&error.to_string());
        if error.is_usage() { Self::Usage(reason) } else { Self::Unfinished(reason) }
    }
}

impl Serve {
    pub(crate) fn run(self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let token = interrupt::cancel_token()?;
        threads::require(LEAST_THREADS)?;
        threads::share();
        let mut options = ServerOptions::new(self.runs);
        options.port = self.port;
        options.bind = self.bind.zip(self.host).map(|(address, host)| Bind { address, host });
        options.allow_commands = self.allow_commands;
        options.level = level;
        options.state = state_folder();
        let is_bound = options.bind.is_some();
        let server = Server::start(options)?;
        let link = server.link()?;
        if is_bound {
            warn("the traffic is not encrypted: everyone on the network path can read and change it");
        }
        if mode.json {
            answer::json(&Started { address: server.address(), link: &link })?;
        } else {
            let (address, runs) = (server.address(), printable(&server.runs().display().to_string()));
            answer::text(&format!(
                "Quadrille  {address}\nopen       {link}\nruns       {runs}\n\n\
                 The link works once, within five minutes. Enter prints another one, Ctrl-C ends the server.\n"
            ))?;
            if !self.no_open
                && browser::is_available()
                && let Err(error) = server.open_browser(&link)
            {
                warn(&format!("no browser can be started ({error}); open the link yourself"));
            }
        }
        let lines = lines();
        let print_links = || -> Result<(), Failure> {
            while !token.is_cancelled() {
                match lines.recv_timeout(TICK) {
                    Ok(()) if mode.json => eprintln!("{}", server.link()?),
                    Ok(()) => answer::text(&format!("open       {}\n", server.link()?))?,
                    Err(RecvTimeoutError::Timeout) => {}
                    // Standard input is closed: only a signal ends the server.
                    Err(RecvTimeoutError::Disconnected) => std::thread::sleep(TICK),
                }
            }
            Ok(())
        };
        let printed = print_links();
        // The server is ended first, so that its runs are saved even if standard output is closed.
        server.end();
        printed?;
        if !mode.quiet && !mode.json {
            answer::text("ended; unfinished runs can be resumed\n")?;
        }
        Ok(())
    }
}

/// Returns a channel that receives a message for every line of standard input, as it is typed.
fn lines() -> mpsc::Receiver<()> {
    let (sender, receiver) = mpsc::sync_channel(1);
    // The thread ends with the program. It keeps no text, because a line can have any length.
    let _ = std::thread::Builder::new().name("enter".to_owned()).spawn(move || {
        let mut input = std::io::stdin().lock();
        while let Ok(bytes) = input.fill_buf() {
            let (read, is_entered) = (bytes.len(), bytes.contains(&b'\n'));
            if read == 0 || (is_entered && sender.send(()).is_err()) {
                return;
            }
            input.consume(read);
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn a_host_is_a_name_or_an_address() {
        assert_eq!(host("Box.example").as_deref(), Ok("box.example"));
        assert!(host("192.168.1.5").is_ok() && host("[fd00::1]").is_ok());
        for wrong in ["", "box:8080", "http://box", "a b", "a/b", "fd00::1", "box\n"] {
            assert!(host(wrong).is_err(), "{wrong:?}");
        }
    }
}
