//! Restarts: a server takes over its predecessor's port, and accepts its cookies by their digests.
#![cfg(unix)]

use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use quadrille_serve::{Server, ServerOptions};

use crate::client::{Site, cookie, open, port};

fn options(runs: &Path, state: &Path) -> ServerOptions {
    let mut options = ServerOptions::new(runs);
    options.state = Some(state.to_owned());
    options
}

/// Returns the status of a request to a server with this cookie, and ends the server.
fn status(server: Server, cookie: &str) -> u16 {
    let site = Site { port: port(&server), server, cookie: cookie.to_owned() };
    let status = site.get("/api/overview").status;
    site.server.end();
    status
}

#[test]
fn port_and_cookies_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (runs, state) = (folder.path().join("runs"), folder.path().join("state"));
    let site = Site::with(options(&runs, &state));
    let (first_port, known) = (site.port, site.cookie.clone());
    site.server.end();
    let files: Vec<_> = std::fs::read_dir(&state).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    let text = std::fs::read_to_string(&files[0]).unwrap();
    assert!(!text.contains(known.split('=').nth(1).unwrap()) && text.contains(&first_port.to_string()));
    assert_eq!(std::fs::metadata(&files[0]).unwrap().mode() & 0o777, 0o600);
    assert_eq!(std::fs::read_dir(&runs).unwrap().count(), 0, "nothing is in the folder of runs");

    let server = Server::start(options(&runs, &state)).unwrap();
    assert_eq!(port(&server), first_port);
    assert_eq!(status(server, &known), 200);
    // Another folder has another state.
    let other = Server::start(options(&folder.path().join("other"), &state)).unwrap();
    assert_eq!(status(other, &known), 401);
    // If the port is taken, another one is used, and its cookies have another name.
    let taken = TcpListener::bind(("127.0.0.1", first_port)).unwrap();
    let server = Server::start(options(&runs, &state)).unwrap();
    assert_ne!(port(&server), first_port);
    assert_eq!(status(server, &known), 401);
    drop(taken);
}

#[test]
fn a_server_that_starts_programs_keeps_no_cookies() {
    let folder = tempfile::tempdir().unwrap();
    let (runs, state) = (folder.path().join("runs"), folder.path().join("state"));
    let mut open_options = options(&runs, &state);
    open_options.allow_commands = true;
    let server = Server::start(open_options.clone()).unwrap();
    let (at, known) = (port(&server), cookie(&open(port(&server), &server.link().unwrap())));
    server.end();
    let server = Server::start(open_options).unwrap();
    assert_eq!(port(&server), at, "the port is remembered");
    assert_eq!(status(server, &known), 401);
    let mut again = options(&runs, &state);
    assert_eq!(status(Server::start(again.clone()).unwrap(), &known), 401);
    // A cookie from a server started without `--allow-commands` is invalid on one started with it.
    let site = Site::with(again.clone());
    let (at, known) = (site.port, site.cookie.clone());
    site.server.end();
    again.allow_commands = true;
    let server = Server::start(again).unwrap();
    assert_eq!(port(&server), at);
    assert_eq!(status(server, &known), 401);
}

#[test]
fn a_state_that_others_can_read_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (runs, state) = (folder.path().join("runs"), folder.path().join("state"));
    Server::start(options(&runs, &state)).unwrap().end();
    let file = std::fs::read_dir(&state).unwrap().next().unwrap().unwrap().path();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let error = Server::start(options(&runs, &state)).unwrap_err();
    assert!(error.is_usage() && error.to_string().contains("mode 0600"), "{error}");
}
