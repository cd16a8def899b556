//! `quadrille daifugo server`, `client` and `league`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::{quadrille, run};

/// Starts a server at a free port, and returns its process and address.
fn server(folder: &std::path::Path, arguments: &[&str]) -> (Child, String) {
    let mut server = quadrille(&[])
        .current_dir(folder)
        .args(["daifugo", "server", "--port", "0", "--json"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut errors = BufReader::new(server.stderr.take().unwrap());
    errors.read_line(&mut first).unwrap();
    // The remaining output must not block the server.
    std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
    let address = first.strip_prefix("listening at ").and_then(|rest| rest.split(',').next());
    let port = address.and_then(|address| address.rsplit(':').next()).unwrap_or_else(|| panic!("{first}"));
    (server, port.to_owned())
}

fn json(child: Child) -> Value {
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_match_by_commands_alone() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--games", "5", "--seed", "3", "--fill", "random", "--clients", "2"];
    let (server, port) = server(folder.path(), &flags);
    let client = |name: &str, version: &str| -> Child {
        quadrille(&[])
            .args(["daifugo", "client", "--port", &port, "--name", name, "--protocol", version, "--json"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let clients = [client("first", "20070"), client("second", "20140")].map(json);
    let held = json(server);
    assert_eq!((held["games"].as_u64(), held["complete"].as_bool()), (Some(5), Some(true)));
    let points: Vec<u64> = held["points"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!((points.len(), points.iter().sum::<u64>()), (5, 75));
    for client in &clients {
        assert_eq!((client["games"].as_u64(), client["refused"].as_u64()), (Some(5), Some(0)));
        assert!(client["points"].is_array() && client["record"].is_null());
        // All places are known, and no message contradicts the rules.
        assert_eq!((client["unknown"].as_u64(), client["differing"].as_u64()), (Some(0), Some(0)));
        assert_eq!(client["points"], held["points"]);
    }
    // The default record is written and valid.
    let record = held["record"].as_str().unwrap();
    assert_eq!(std::path::Path::new(record).parent(), Some("logs".as_ref()), "{record}");
    let verified = quadrille(&[])
        .current_dir(folder.path())
        .args(["daifugo", "verify", record, "--json"])
        .output()
        .unwrap();
    let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!((verified["ok"].as_bool(), verified["games"].as_u64()), (Some(true), Some(5)));
}

/// Silent connections and a client with another name get no seat, even if they come first.
#[test]
fn seats_are_for_the_names_and_protocols_that_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let flags =
        ["--games", "2", "--fill", "greedy", "--protocols", "20070", "--names", "yours,mine", "--no-record"];
    let (server, port) = server(folder.path(), &flags);
    let silent: Vec<TcpStream> =
        (0..5).map(|_| TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap()).collect();
    let client = |name: &str| {
        let client = ["daifugo", "client", "--port", &port, "--name", name, "--json"];
        quadrille(&client).output().unwrap()
    };
    assert_eq!(client("other").status.code(), Some(1));
    let played = client("mine");
    assert!(played.status.success());
    let held = json(server);
    assert_eq!((held["games"].as_u64(), held["complete"].as_bool()), (Some(2), Some(true)));
    let names: Vec<&str> =
        held["players"].as_array().unwrap().iter().filter_map(|player| player["name"].as_str()).collect();
    assert!(names.contains(&"mine") && !names.contains(&"other"), "{names:?}");
    for mut stream in silent {
        assert!(!matches!(stream.read(&mut [0; 4]), Ok(read) if read > 0));
    }
}

/// A killed server leaves a log without an end; all complete games of the log can be used.
#[test]
fn the_log_of_a_server_that_was_killed_has_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--games", "99999", "--seed", "3", "--fill", "random", "--clients", "1"];
    let (mut server, port) = server(folder.path(), &flags);
    let mut client = quadrille(&["daifugo", "client", "--port", &port, "--name", "first"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let log = || {
        let mut logs = std::fs::read_dir(folder.path().join("logs")).ok()?;
        let path = logs.find_map(|entry| Some(entry.ok()?.path()))?;
        let text = std::fs::read_to_string(&path).ok()?;
        (text.matches("%points%").count() >= 3).then_some(path)
    };
    let path = (0..2000).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        log()
    });
    server.kill().unwrap(); // SIGKILL
    server.wait().unwrap();
    client.wait().unwrap();
    let path = path.expect("three games within twenty seconds");
    let games = std::fs::read_to_string(&path).unwrap().matches("%points%").count();
    let record = path.to_str().unwrap();
    let verified = run(&["daifugo", "verify", record, "--json"]);
    let told: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!(verified.status.code(), Some(1));
    assert_eq!((told["ok"].as_bool(), told["games"].as_u64()), (Some(false), Some(games as u64)));
    let reason = told["error"]["reason"].as_str().unwrap();
    assert!(
        reason.ends_with(&format!("after {games} of the 99999 games that `GAME_NUMBER` announces")),
        "{reason}"
    );
    let stats = run(&["daifugo", "record", "stats", record, "--json"]);
    let counted: Value = serde_json::from_slice(&stats.stdout).unwrap();
    assert_eq!((stats.status.code(), counted["games"].as_u64()), (Some(0), Some(games as u64)));
}

/// A server with other rules than the client's: the first difference is reported, and the points
/// are the server's.
#[test]
fn a_client_plays_on_by_other_rules() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--games", "6", "--seed", "3", "--fill", "greedy", "--off", "eight-cut", "--no-record"];
    let (server, port) = server(folder.path(), &flags);
    let client = quadrille(&[]).args(["daifugo", "client", "--port", &port, "--json"]).output().unwrap();
    let held = json(server);
    let played: Value = serde_json::from_slice(&client.stdout).unwrap();
    assert_eq!((&played["points"], &played["unknown"]), (&held["points"], &Value::from(0)));
    assert_eq!((played["games"].as_u64(), played["refused"].as_u64()), (Some(6), Some(0)));
    assert!(played["differing"].as_u64() > Some(0));
    let told = String::from_utf8(client.stderr).unwrap();
    let differences: Vec<&str> = told.lines().filter(|line| line.contains("rules differ:")).collect();
    let [difference] = differences[..] else { panic!("{told}") };
    assert!(
        difference.contains("turn table, row 5, column ") && difference.contains(": expected "),
        "{told}"
    );
}

/// A refused play is reported with its cards, the meld on the table and the reason; with `--log`,
/// every refusal is reported.
#[test]
fn refused_plays_are_reported_with_cards_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = quadrille(&[])
        .current_dir(folder.path())
        .args([
            "daifugo", "server", "--port", "0", "--games", "30", "--seed", "5", "--fill", "greedy", "--log",
        ])
        // With quirks, a play of a whole hand that contains the 3 of spades beats a joker.
        .args(["--record", "match.log", "--no-quirks"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = BufReader::new(server.stderr.take().unwrap());
    let mut first = String::new();
    errors.read_line(&mut first).unwrap();
    let told = std::thread::spawn(move || errors.lines().map_while(Result::ok).collect::<Vec<_>>());
    let port = first.split([':', ',']).nth(1).unwrap().trim().parse().unwrap();
    let refused = submit_the_whole_hand(port);
    assert!(server.wait().unwrap().success());
    let told = told.join().unwrap();
    let lines: Vec<&String> = told.iter().filter(|line| line.contains(" is refused: ")).collect();
    assert_eq!(lines.len(), refused);
    assert!(refused > 100, "{refused}");
    for says in ["player 0 passes, because ", " is refused: the cards are not a meld", "passes, because "] {
        assert!(lines.iter().any(|line| line.contains(says)), "{says}: {lines:?}");
    }
    // The record contains the refusals with their reasons.
    let output = quadrille(&[])
        .current_dir(folder.path())
        .args(["daifugo", "record", "convert", "match.log", "match.jsonl"])
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = std::fs::read_to_string(folder.path().join("match.jsonl")).unwrap();
    assert_eq!(text.matches(",\"refused\",\"").count(), refused);
    // A server with JSON lines output writes the same.
    let flags =
        ["--games", "30", "--seed", "5", "--fill", "greedy", "--record", "served.jsonl", "--no-quirks"];
    let (again, port) = self::server(folder.path(), &flags);
    assert_eq!(submit_the_whole_hand(port.parse().unwrap()), refused);
    assert_eq!(json(again)["complete"], true);
    assert_eq!(std::fs::read_to_string(folder.path().join("served.jsonl")).unwrap(), text);
}

/// Runs a client that submits all its cards except the joker at once; returns the number of refused
/// submissions.
fn submit_the_whole_hand(port: u16) -> usize {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let mut profile = [0; 480];
    profile[..4].copy_from_slice(&20070_i32.to_be_bytes());
    stream.write_all(&profile).unwrap();
    let number = |stream: &mut TcpStream| {
        let mut bytes = [0; 4];
        stream.read_exact(&mut bytes).unwrap();
        i32::from_be_bytes(bytes)
    };
    let table = |stream: &mut TcpStream| {
        let mut bytes = [0; 480];
        stream.read_exact(&mut bytes).unwrap();
        bytes
    };
    let cell = |table: &[u8; 480], row: usize, column: usize| table[4 * (15 * row + column) + 3];
    let mut refused = 0;
    assert_eq!(number(&mut stream), 0);
    loop {
        let deal = table(&mut stream);
        if (1..=2).contains(&cell(&deal, 5, 1)) {
            stream.write_all(&[0; 480]).unwrap();
        }
        loop {
            let mut turn = table(&mut stream);
            if cell(&turn, 5, 2) == 1 {
                turn[4 * 15 * 4..].fill(0);
                stream.write_all(&turn).unwrap();
                refused += usize::from(number(&mut stream) == 8);
            }
            table(&mut stream);
            match number(&mut stream) {
                0 => {}
                1 => break,
                _ => return refused,
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_server_that_waits() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _) = server(folder.path(), &["--no-record"]);
    Command::new("kill").args(["-INT", &server.id().to_string()]).status().unwrap();
    let output = server.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let held: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((held["games"].as_u64(), held["complete"].as_bool()), (Some(0), Some(false)));
    assert!(!folder.path().join("logs").exists());
}

#[test]
fn a_league_of_players_of_the_house() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("league.toml");
    let text = "games = 4\nplayers = [ { name = \"greedy\" }, { name = \"random\" },\n  { name = \"r2\", player = \"random\" },
  { name = \"r3\", player = \"random\" }, { name = \"r4\", player = \"random\" } ]\n";
    std::fs::write(&file, text).unwrap();
    let out = folder.path().join("out");
    let output = quadrille(&[])
        .args(["daifugo", "league"])
        .arg(&file)
        .arg("--out")
        .arg(&out)
        .arg("--json")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((result["games"].as_u64(), result["players"][0]["name"].as_str()), (Some(20), Some("greedy")));
    let written = std::fs::read_to_string(out.join("result.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), result);
}

#[test]
fn invalid_contest_arguments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("tndhms.cfg");
    std::fs::write(&config, "GAME_NUMBER 3\nRULE_8GIRI JA\n").unwrap();
    let config = config.to_str().unwrap();
    let league = folder.path().join("league.toml");
    std::fs::write(&league, "players = [\n  { name = \"greedyy\" },\n]\n").unwrap();
    let league = league.to_str().unwrap();
    let mine = folder.path().join("mine.log");
    std::fs::write(&mine, "mine").unwrap();
    for (arguments, says) in [
        (vec!["server", "--games", "0"], "a whole number from 1 to 99999 is expected"),
        (vec!["server", "--seed", "4294967296"], "a whole number from 0 to 4294967295 is expected"),
        (vec!["server", "--fill", "greedyy"], "--fill: there is no player `greedyy`"),
        (vec!["server", "--config", config], "line 2, column 12: `JA`; expected YES or NO"),
        (vec!["server", "--config", "is-not-there.cfg"], "cannot read is-not-there.cfg"),
        (vec!["server", "--port", "0", "--record", mine.to_str().unwrap()], "it already exists"),
        (vec!["server", "--move-timeout", "0"], "a whole number from 1 to 3600000 is expected"),
        (vec!["server", "--protocols", "20080"], "20060, 20070 or 20140 is expected"),
        (vec!["server", "--protocols", ""], "20060, 20070 or 20140 is expected"),
        (vec!["server", "--names", "a,,b"], "a name is expected"),
        (vec!["server", "--names", ""], "a name is expected"),
        (vec!["server", "--names", "a,b"], "--names: 2 client names for 5 seats"),
        (vec!["server", "--names", "a", "--tables", "2"], "--names: 1 client name for 5 seats"),
        (
            vec!["server", "--names", "a", "--fill", "greedy", "--clients", "2", "--port", "0"],
            "--names: 1 client name for 2 seats",
        ),
        (vec!["server", "--on", "nine-cut"], "one of revolution, suit-lock"),
        (vec!["server", "--off", "deadlock"], "one of revolution, suit-lock"),
        (vec!["client", "--protocol", "20080"], "20060, 20070 or 20140 is expected"),
        (vec!["client", "--player", "cmd:"], "no program is named"),
        (vec!["league", league], "2:12"),
    ] {
        let output = run(&[&["daifugo"], &arguments[..]].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(says), "{arguments:?}: {errors}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "mine");
    // No server listens at this port.
    let output = run(&["daifugo", "client", "--port", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot connect to 127.0.0.1:1"));
}

/// A league has a page, and the server's log explains its numbers.
#[test]
fn a_league_has_a_page_and_the_log_has_labels() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["greedy", "random", "random", "random", "random"].iter().enumerate();
    let players: Vec<String> =
        players.map(|(at, player)| format!("{{ name = \"p{at}\", player = \"{player}\" }}")).collect();
    let file = folder.path().join("league.toml");
    std::fs::write(&file, format!("games = 2\nplayers = [{}]\n", players.join(", "))).unwrap();
    let out = folder.path().join("out");
    let output = run(&["daifugo", "league", file.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", super::stderr(&output));
    assert!(super::stdout(&output).contains("report.html"));
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    for says in ["<h1>", "p0", "p4", "How this was found", "league.toml"] {
        assert!(page.contains(says), "no `{says}` in the page");
    }
    let flags = ["daifugo", "server", "--port", "0", "--fill", "greedy", "--clients", "0", "--games", "1"];
    let output = run(&[&flags[..], &["--seed", "1", "--no-record", "--log"]].concat());
    let log = super::stderr(&output);
    let line = log
        .lines()
        .find(|line| line.starts_with("game 1, players by place: "))
        .unwrap_or_else(|| panic!("{log}"));
    let (order, points) = line["game 1, players by place: ".len()..].split_once("; points: ").expect(line);
    assert_eq!(order.split(", ").count(), 5, "{line}");
    assert!(points.starts_with("player 0 ") && points.contains(", player 4 "), "{line}");
}
