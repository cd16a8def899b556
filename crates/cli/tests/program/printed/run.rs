//! Runs one example: in a shell, at a terminal, or between a server and its clients.

use std::path::Path;
use std::process::Stdio;

use rustix::process::Signal;

use super::material::prepare;
use super::shell::{Ended, Shell};
use crate::terminal::Terminal;

const CTRL_C: &str = "\u{3}";

/// Interactive commands: the start of the command, its prompt, and the key that ends it.
static AT_A_TERMINAL: [(&str, &str, &str); 3] = [
    ("quadrille serve", "Ctrl-C ends the server", CTRL_C),
    ("quadrille life watch ", "generation ", "q"),
    // Ctrl-D: the end of the input.
    ("quadrille mastermind play ", "> ", "\u{4}"),
];

/// The server that waits for the client of an example, as docs/daifugo-contest.md starts it.
const SERVER: &str = "quadrille daifugo server --fill greedy --games 100 --seed 1";

/// Runs an example in a folder, with the files that it names.
pub(super) fn run(command: &str, shell: &Shell, folder: &Path) -> Ended {
    prepare(command, shell, folder);
    let at_a_terminal = AT_A_TERMINAL.iter().find(|(begins, ..)| command.starts_with(*begins));
    if let Some((_, shows, key)) = at_a_terminal {
        watched(command, shows, key, shell, folder)
    } else if command.starts_with("quadrille daifugo server ") {
        served(command, shell, folder)
    } else if command.starts_with("quadrille daifugo client ") {
        connected(command, shell, folder)
    } else {
        shell.run(command, folder)
    }
}

fn watched(command: &str, shows: &str, key: &str, shell: &Shell, folder: &Path) -> Ended {
    let mut terminal = Terminal::start(&mut shell.command(&format!("exec {command}"), folder));
    terminal.until(&format!("{command}: `{shows}`"), |written| written.contains(shows));
    match key {
        // The terminal does not control the process, so the key would not become a signal.
        CTRL_C => terminal.signal(Signal::INT),
        _ => terminal.keys(key),
    }
    let code = terminal.wait().code();
    assert!(terminal.is_restored(), "{command}");
    Ended { code, output: std::mem::take(&mut terminal.written), seconds: 0.0 }
}

/// Starts a server at a free port. A server for a single client gets one and plays its match;
/// others are stopped as by Ctrl-C.
fn served(command: &str, shell: &Shell, folder: &Path) -> Ended {
    // Servers that start in one folder in the same second give their records the same name.
    let _ = std::fs::remove_dir_all(folder.join("logs"));
    let mut server = Terminal::start(&mut shell.command(&format!("exec {command} --port 0"), folder));
    server.until(&format!("{command}: the line with the port"), |written| {
        written.contains("listening at ") && written.contains("; waiting for ")
    });
    let port = port(&server.written).to_owned();
    let ended = if server.written.contains("waiting for 1 client") {
        let client = format!("quadrille daifugo client --name mine --player greedy --port {port}");
        let client = shell.run(&client, folder);
        assert_eq!(client.code, Some(0), "{}", client.output);
        let code = server.wait().code();
        Ended { code, ..client }
    } else {
        server.signal(Signal::INT);
        let code = server.wait().code();
        assert_eq!(code, Some(1), "{}", server.written);
        let says = "stopped before every match was over";
        assert!(server.written.contains(says), "{}", server.written);
        Ended { code: Some(0), output: String::new(), seconds: 0.0 }
    };
    // Progress bars are overwritten; they are not separate lines.
    let lines = server.written.split("\r\n").map(|line| line.rsplit("\u{1b}[2K").next().unwrap_or(line));
    let output: String = lines.filter(|line| !line.is_empty()).flat_map(|line| [line, "\n"]).collect();
    Ended { output: output.replace(&format!(":{port},"), ":42485,"), ..ended }
}

/// Runs a client against a server on this machine.
fn connected(command: &str, shell: &Shell, folder: &Path) -> Ended {
    // A program that communicates over pipes is slower, so it plays fewer games.
    let server = if command.contains("cmd:") { SERVER.replace("100", "3") } else { SERVER.to_owned() };
    let mut server = shell
        .command(&format!("exec {server} --port 0 --no-record"), folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufReader::new(server.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut lines, &mut line).unwrap();
    let here = command.replace("192.0.2.7", "127.0.0.1");
    let ended = shell.run(&format!("{here} --port {}", port(&line)), folder);
    // The match ends only if the client has connected.
    if ended.code != Some(0) {
        let _ = server.kill();
    }
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut lines, &mut rest).unwrap();
    let status = server.wait().unwrap();
    assert!(ended.code != Some(0) || status.success(), "{rest}");
    ended
}

/// Returns the port at which a server says that it listens.
fn port(written: &str) -> &str {
    let place = written.split("listening at ").nth(1).and_then(|rest| rest.split(',').next());
    place.and_then(|place| place.rsplit(':').next()).unwrap_or_else(|| panic!("no port in: {written}"))
}
