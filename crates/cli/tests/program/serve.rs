//! `quadrille serve` from outside: refusals, the JSON answer, the start of the browser, Ctrl-C.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::browser::Browser;
use crate::{quadrille, refused, text};

/// Maximum time of every step.
const LONGEST: Duration = Duration::from_mins(1);

/// The command with its runs and its state in a folder.
fn serve(folder: &Path, options: &[&str]) -> Command {
    let runs = folder.join("runs");
    let mut command = quadrille(&[&["serve", "--runs", text(&runs)], options].concat());
    command.env("XDG_STATE_HOME", folder.join("state"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Opens a link with a plain request. Returns the status line.
fn open(link: &str) -> String {
    let (host, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(LONGEST)).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap().to_owned()
}

/// Interrupts the server as Ctrl-C does. Returns the rest of its output.
fn interrupt(mut child: Child) -> (String, String) {
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let begun = Instant::now();
    let status = child.wait().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let (mut out, mut errors) = (String::new(), String::new());
    child.stdout.take().map(|mut pipe| pipe.read_to_string(&mut out).unwrap());
    child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut errors).unwrap());
    assert_eq!(status.code(), Some(0), "{errors}");
    (out, errors)
}

#[test]
fn options_that_contradict_are_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    let cases: [(&[&str], &str); 6] = [
        (&["--bind", "0.0.0.0"], "--host"),
        (&["--host", "box.example"], "--bind"),
        (&["--bind", "0.0.0.0", "--host", "box.example", "--allow-commands"], "--allow-commands"),
        (&["--bind", "0.0.0.0", "--host", "box.example:80"], "without a port"),
        (&["--bind", "box.example", "--host", "box.example"], "--bind"),
        (&["--port", "0"], "--port"),
    ];
    for (options, part) in cases {
        refused(&[&["serve", "--runs", text(&runs), "--no-open"], options].concat(), &[part]);
        assert!(!runs.exists(), "{options:?}");
    }
}

#[test]
fn the_json_answer_has_a_link_and_ctrl_c_ends_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = serve(folder.path(), &["--json"]).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let answer: Value = serde_json::from_str(&line).unwrap();
    let (address, link) = (answer["address"].as_str().unwrap(), answer["link"].as_str().unwrap());
    assert!(link.starts_with(&format!("{address}/link?token=")), "{answer}");
    assert_eq!(open(link), "HTTP/1.1 200 OK");
    assert_eq!(open(link), "HTTP/1.1 403 Forbidden", "a link opens once");
    // Enter prints another link, on standard error: the answer remains one object.
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    child.stdin.as_ref().unwrap().write_all(b"\n").unwrap();
    let mut another = String::new();
    errors.read_line(&mut another).unwrap();
    assert_eq!(open(another.trim_end()), "HTTP/1.1 200 OK");
    interrupt(child);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    assert!(TcpStream::connect(address.strip_prefix("http://").unwrap()).is_err(), "the port is closed");
}

#[test]
fn the_browser_gets_a_file_that_only_the_user_can_read() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::new();
    let start = |options: &[&str]| {
        let mut command = serve(folder.path(), options);
        browser.put_before(&mut command);
        command.stderr(Stdio::null()).spawn().unwrap()
    };
    let child = start(&[]);
    let arguments = browser.arguments();
    let file = Path::new(&arguments);
    assert!(!arguments.contains("token") && file.is_file(), "{arguments}");
    assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    let content = std::fs::read_to_string(file).unwrap();
    let link = content.split("url=").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(open(link), "HTTP/1.1 200 OK");
    assert!(!file.exists(), "the file is removed when the link is used");
    let (out, _) = interrupt(child);
    assert!(out.contains("Ctrl-C ends the server") && out.ends_with("can be resumed\n"), "{out}");

    // The file is also removed if the link is not used.
    let child = start(&[]);
    let arguments = browser.arguments();
    interrupt(child);
    assert!(!Path::new(&arguments).exists());

    let mut child = start(&["--no-open"]);
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("Quadrille  http://127.0.0.1:"), "{line}");
    interrupt(child);
    assert!(!browser.was_started(), "--no-open starts nothing");
}
