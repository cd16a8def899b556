//! Processes started by programs end with them, however the run ends.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{each_beside_others, experiment, quadrille, root, stderr, text};

/// Starts a child and a grandchild that would outlive it; both have its standard output and error.
const FORKS: &str = "sleep 1000 & echo $! >> pids; sh -c 'sleep 1000 & echo $! >> pids'; echo $$ >> pids\n";

/// Waits until the programs of a folder have recorded at least this number of processes, and
/// returns them.
fn noted(folder: &Path, at_least: usize) -> Vec<String> {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let noted = std::fs::read_to_string(folder.join("pids")).unwrap_or_default();
        if noted.lines().count() >= at_least {
            return noted.lines().map(str::to_owned).collect();
        }
        assert!(Instant::now() < until, "{noted}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until none of these processes runs, as the system takes a moment to end killed processes.
fn gone(processes: &[String]) {
    let until = Instant::now() + Duration::from_secs(5);
    loop {
        let listed =
            Command::new("ps").args(["-o", "pid=,stat=,args=", "-p", &processes.join(",")]).output().unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        let runs = |line: &&str| line.split_whitespace().nth(1).is_some_and(|state| !state.starts_with('Z'));
        let left: Vec<&str> = listed.lines().filter(runs).collect();
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < until, "still there: {left:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn arena(program: &str, more: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let (folder, file) = experiment(&format!(
        "kind = \"doudizhu.arena\"\nseed = 5\n[run]\nthreads = 2\nshards = 2\n[doudizhu]\n\
         players = [\"cmd:sh bot.sh\", \"random\", \"random\"]\n{more}\n"
    ));
    std::fs::write(folder.path().join("bot.sh"), format!("{FORKS}{program}\n")).unwrap();
    std::fs::copy(root().join("examples/players/bot.py"), folder.path().join("bot.py")).unwrap();
    (folder, file)
}

#[test]
fn nothing_is_left_when_a_run_ends() {
    // Three runs: a successful one, a failed one, and one whose program exits repeatedly while its
    // children continue.
    let mortal = "python3 -c 'import json, sys\nfor n, line in enumerate(sys.stdin):\n    q = json.loads(line)\n    print(json.dumps({\"id\": q[\"id\"], \"move\": q.get(\"moves\", [\"pass\"])[0]}), flush=True)\n    if n == 20: break'";
    let cases = [("exec python3 bot.py", 0, 6), (mortal, 0, 9), ("exit 3", 1, 6)];
    each_beside_others(cases.to_vec(), |&(program, code, at_least)| {
        let (folder, file) = arena(program, "games = 12\nmove_timeout = 20000");
        let begun = Instant::now();
        // Reading the output would wait for any remaining process that holds standard error open.
        let output =
            quadrille(&["run", text(&file), "--out", text(&folder.path().join("out"))]).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{program}: {}", stderr(&output));
        assert!(begun.elapsed() < Duration::from_secs(20), "{program}: {:?}", begun.elapsed());
        gone(&noted(folder.path(), at_least));
    });
}

/// Returns the same command with default signal handlers: a test started in the background or by
/// `nohup` ignores some signals, and its children inherit that.
fn hearing_signals(command: &Command) -> Command {
    const DEFAULTS: &str = "import os, signal, sys\n\
        for name in ('HUP', 'INT', 'QUIT'): signal.signal(signal.Signals['SIG' + name], signal.SIG_DFL)\n\
        os.execv(sys.argv[1], sys.argv[1:])";
    let mut hearing = Command::new("python3");
    hearing.args(["-c", DEFAULTS]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => hearing.env(name, value),
            None => hearing.env_remove(name),
        };
    }
    hearing
}

#[test]
fn nothing_is_left_after_a_signal() {
    // The signal comes during the program's start, or during a decision.
    let times = ["startup_timeout = 3600000", "startup_timeout = 1\nmove_timeout = 3600000"];
    let signals: [&[&str]; 6] = [&["-INT"], &["-TERM"], &["-INT", "-INT"], &["-HUP"], &["-QUIT"], &["-KILL"]];
    let cases: Vec<_> = signals.into_iter().zip(times.into_iter().cycle()).collect();
    each_beside_others(cases, |(signals, times)| {
        let (folder, file) = arena("exec sleep 1000", &format!("games = 12\n{times}"));
        let out = folder.path().join("out");
        let mut child = hearing_signals(&quadrille(&["run", text(&file), "--out", text(&out)]))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A second process of the program starts after the first one.
        let started = noted(folder.path(), 3);
        std::thread::sleep(Duration::from_millis(100));
        for signal in *signals {
            Command::new("kill")
                .args([*signal, &child.id().to_string()])
                .stderr(Stdio::null())
                .status()
                .unwrap();
        }
        let status = child.wait().unwrap();
        // SIGHUP is handled where it is known not to be ignored.
        let handled = |signal: &&str| {
            ["-INT", "-TERM"].contains(signal) || *signal == "-HUP" && cfg!(target_os = "linux")
        };
        let handled = signals.iter().all(handled);
        assert_eq!(status.code(), handled.then_some(1), "{signals:?}");
        gone(&started);
        gone(&noted(folder.path(), started.len()));
    });
}

#[test]
fn a_hang_up_that_is_ignored_stays_ignored() {
    let (folder, file) = arena("exec sleep 1000", "games = 12\nstartup_timeout = 3600000");
    // The program starts with SIGHUP ignored, as under `nohup`.
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_quadrille"), "run", text(&file)])
        .args(["--out", text(&folder.path().join("out"))])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = noted(folder.path(), 3);
    let id = child.id().to_string();
    let signal = |name: &str| Command::new("kill").args([name, &id]).stderr(Stdio::null()).status().unwrap();
    signal("-HUP");
    std::thread::sleep(Duration::from_millis(500));
    let ended = child.try_wait().unwrap();
    signal("-TERM");
    assert_eq!((ended, child.wait().unwrap().code()), (None, Some(1)));
    gone(&started);
}

#[test]
fn nothing_is_left_of_a_league_over_sockets() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("league.toml");
    let players = "players = [{ name = \"mine\", command = \"sh bot.sh\" }, { name = \"greedy\" }, { name = \"random\" },\n\
                   { name = \"b\", player = \"greedy\" }, { name = \"c\", player = \"random\" }]\n";
    std::fs::write(&file, format!("games = 1\nstartup = 3600000\n{players}")).unwrap();
    for (program, signal) in
        [("exit 3", None), ("exec sleep 1000", Some("-TERM")), ("exec sleep 1000", Some("-KILL"))]
    {
        std::fs::write(folder.path().join("bot.sh"), format!("{FORKS}{program}\n")).unwrap();
        let _ = std::fs::remove_file(folder.path().join("pids"));
        let out = folder.path().join(format!("out{}", signal.unwrap_or_default()));
        let mut child = quadrille(&["daifugo", "league", text(&file), "--out", text(&out)])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = noted(folder.path(), 3);
        if let Some(signal) = signal {
            Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        }
        child.wait().unwrap();
        gone(&started);
        gone(&noted(folder.path(), started.len()));
    }
}
