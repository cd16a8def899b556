//! Load: many connections, incomplete requests and giant frames do not block other clients.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quadrille_serve::{Limits, ServerOptions};

use crate::client::{Site, Socket, connect, request, try_send};

/// Raises this process's limit of open files to its maximum. Returns the limit.
#[cfg(unix)]
fn raise_open_files() -> u64 {
    use rustix::process::{Resource, getrlimit, setrlimit};

    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

#[cfg(not(unix))]
fn raise_open_files() -> u64 {
    u64::MAX
}

/// The variable that marks the process in which the test of many sockets runs alone.
const ALONE: &str = "SERVE_LOAD_ALONE";

/// Runs a test in a process of its own, and checks that it passes.
fn run_alone(test: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output = command.args(["--exact", test, "--nocapture"]).env(ALONE, "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    print!("{said}");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("1 passed"), "{complaints}");
}

/// Incomplete or invalid requests of an attacker.
const BEGINNINGS: [&[u8]; 5] = [
    b"",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1",
    b"POST /api/start HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n{",
    b"GET /live HTTP/1.1\r\nUpgrade: websocket\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
];

/// What an attacker does with its sockets.
#[derive(Clone, Copy, PartialEq)]
enum Attack {
    /// Holds all of them open, and opens a new one for each that the server closes.
    Hold,
    /// Closes the oldest one and opens a new one, without a pause.
    Flood,
}

/// Returns whether the server has closed the connection of a nonblocking socket.
fn is_closed(socket: &mut TcpStream) -> bool {
    match socket.read(&mut [0; 512]) {
        Ok(read) => read == 0,
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    }
}

/// Opens sockets with incomplete or invalid requests until `stop` is set.
fn open_sockets(port: u16, sockets: usize, attack: Attack, stop: &AtomicBool) {
    let mut beginnings = BEGINNINGS.iter().cycle();
    let mut open = || {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
        let _ = stream.write_all(beginnings.next()?);
        stream.set_nonblocking(true).ok()?;
        Some(stream)
    };
    let mut held: Vec<Option<TcpStream>> = Vec::new();
    held.resize_with(sockets, || None);
    while !stop.load(Ordering::Relaxed) {
        for place in &mut held {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            if attack == Attack::Flood || place.as_mut().is_none_or(is_closed) {
                *place = None;
                *place = open();
            }
        }
        if attack == Attack::Hold {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Opens sockets with a valid cookie, and sends frames with a huge stated length, until `stop` is
/// set.
fn send_giant_frames(site: &Site, stop: &AtomicBool) {
    let ours = crate::client::origin(site.port);
    while !stop.load(Ordering::Relaxed) {
        if let Ok(mut socket) = Socket::open(site, &[("Cookie", &site.cookie), ("Origin", &ours)]) {
            let _ = socket.send_frame(1 << 40, &[0; 4096]);
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Sends requests with a cookie, each over a new connection, while attackers have this many sockets.
/// Checks that each gets the status 200, and returns the times until the responses.
fn under_attack(site: &Site, sockets: usize, attack: Attack, requests: usize) -> Vec<Duration> {
    let (port, stop) = (site.port, &AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(move || open_sockets(port, sockets / 2, attack, stop));
        }
        scope.spawn(|| send_giant_frames(site, stop));
        std::thread::sleep(Duration::from_millis(500));
        let host = format!("127.0.0.1:{port}");
        let headers = [("Host", &*host), ("Cookie", &*site.cookie)];
        let mut took = Vec::new();
        for number in 0..requests {
            let path = ["/", "/api/overview", "/pages/application.js"][number % 3];
            let begun = Instant::now();
            let answer = try_send(port, request("GET", path, &headers, "").as_bytes());
            took.push(begun.elapsed());
            let status = answer.as_ref().map(|answer| answer.status).map_err(ToString::to_string);
            if status != Ok(200) {
                stop.store(true, Ordering::Relaxed);
            }
            assert_eq!(status, Ok(200), "request {number} under {sockets} sockets");
        }
        stop.store(true, Ordering::Relaxed);
        took
    })
}

#[test]
fn two_thousand_sockets_and_giant_frames_keep_nobody_out() {
    // The memory of other tests in the same process would be counted too.
    if std::env::var_os(ALONE).is_none() {
        return run_alone("load::two_thousand_sockets_and_giant_frames_keep_nobody_out");
    }
    let sockets = 2000.min((raise_open_files() as usize).saturating_sub(800) / 2);
    assert!(sockets > 50, "too few files may be open");
    // `SERVE_LOAD=1` sends enough requests for a 99th percentile.
    let requests = if std::env::var_os("SERVE_LOAD").is_some() { 400 } else { 60 };
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    for (attack, name) in [(Attack::Hold, "held open"), (Attack::Flood, "opened without a pause")] {
        let mut took = under_attack(&site, sockets, attack, requests);
        took.sort();
        let at = |share: usize| took[took.len() * share / 100];
        // The times are printed but not checked, because the machine may be busy.
        let longest = took.last();
        println!(
            "{requests} requests under {sockets} sockets {name}: median {:?}, 99 % within {:?}, longest \
             {longest:?}",
            at(50),
            at(99)
        );
    }
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        let kib: u64 = resident.trim().trim_end_matches(" kB").parse().unwrap();
        println!("resident memory of server and clients: {} MiB", kib >> 10);
        assert!(kib < 300 << 10, "{kib} KiB");
    }
    site.server.end();
}

#[test]
fn strangers_make_room_and_trusted_connections_stay() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = ServerOptions::new(folder.path());
    options.limits = Limits { connections: 4, ..Limits::default() };
    let site = Site::with(options);
    let mut first = connect(site.port);
    let mut strangers: Vec<TcpStream> = (0..3).map(|_| connect(site.port)).collect();
    // The link's connection may still be closing, so wait until its place is free.
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(site.get("/").status, 200, "the oldest stranger made room");
    assert_eq!(first.read(&mut [0]).unwrap_or(0), 0, "its connection is closed");
    drop(strangers.pop());
    // Four sockets with a cookie take all places.
    let mut sockets: Vec<Socket> = (0..4).map(|_| Socket::of(&site)).collect();
    std::thread::sleep(Duration::from_millis(200));
    let host = format!("127.0.0.1:{}", site.port);
    let full =
        try_send(site.port, request("GET", "/", &[("Host", &host), ("Cookie", &site.cookie)], "").as_bytes());
    assert_eq!(full.unwrap().status, 503);
    drop(sockets.pop());
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(site.get("/").status, 200);
    site.server.end();
}

#[test]
fn an_incomplete_head_ends_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = ServerOptions::new(folder.path());
    options.limits = Limits { head: Duration::from_millis(300), ..Limits::default() };
    let site = Site::with(options);
    for beginning in BEGINNINGS.iter().filter(|beginning| !beginning.starts_with(b"POST")) {
        let mut stream = connect(site.port);
        stream.write_all(beginning).unwrap();
        let mut rest = Vec::new();
        // The server sends an error or only closes; without its limit the read would time out.
        let _ = stream.read_to_end(&mut rest);
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 4"), "{:?}", String::from_utf8_lossy(&rest));
    }
    // A client that sends a byte from time to time does not extend the limit.
    let mut stream = connect(site.port);
    let begun = Instant::now();
    let slow = (0..200).find(|_| {
        std::thread::sleep(Duration::from_millis(100));
        stream.write_all(b"G").is_err()
    });
    assert!(slow.is_some(), "the connection stayed open for {:?}", begun.elapsed());
    site.server.end();
}

#[test]
fn large_frames_and_uploads_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let mut socket = Socket::of(&site);
    socket.until("the state", |state| state["runs"].is_array());
    let _ = socket.send_frame((1 << 20) + 1, &vec![b'a'; 1 << 20]);
    while socket.next_text().is_some() {}
    let text = "#".repeat((8 << 20) + 1);
    let upload = site.request("POST", "/api/check", &serde_json::json!({ "text": text }).to_string());
    assert_eq!(upload.status, 413);
    let fits =
        site.request("POST", "/api/check", &serde_json::json!({ "text": &text[..7 << 20] }).to_string());
    assert_eq!(fits.status, 200);
    site.server.end();
}
