//! Every command that starts threads or programs, with a limit of one, two or three processes and
//! threads in all: it succeeds or reports the reason, and never panics or hangs.
//!
//! The limit counts the processes and threads of a user and does not apply to the superuser. Each
//! command therefore runs as a separate user without other processes: with another user id if the
//! tests run as the superuser, otherwise in its own user namespace.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use quadrille::kinds::KINDS;
use rustix::process::{Pid, Signal, kill_process};

use super::skipped::skipped;
use super::{assert_no_panic, each_beside_others, json, root, stderr, stdout, text};

/// Maximum time of each step.
const LONGEST: Duration = Duration::from_mins(1);

/// Limits on the number of processes and threads, including the command itself.
const LIMITS: [u32; 3] = [1, 2, 3];

/// Returns a command under a limit, in a writable folder.
fn limited(limit: u32, program: &OsStr, arguments: &[&str], folder: &Path) -> Command {
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o777)).unwrap();
    let is_superuser = std::fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0);
    let mut command = if is_superuser {
        // An unused user id, different for each folder.
        let user = 20_000 + (std::fs::metadata(folder).unwrap().ino() % 40_000) as u32;
        let mut command = Command::new("prlimit");
        command.uid(user).gid(user);
        command
    } else {
        let mut command = Command::new("unshare");
        command.args(["--user", "prlimit"]);
        command
    };
    command.arg(format!("--nproc={limit}")).arg(program).args(arguments);
    command.current_dir(folder).env_remove("QUADRILLE_SIMD").stdin(Stdio::null());
    command
}

/// Returns the program under a limit.
fn quadrille(limit: u32, arguments: &[&str], folder: &Path) -> Command {
    limited(limit, env!("CARGO_BIN_EXE_quadrille").as_ref(), arguments, folder)
}

/// Returns the reason why limits cannot be tested here; `None` if they can.
fn cannot_be_tested() -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let tried = |mut command: Command| match command.output() {
        Ok(output) => Ok((output.status.success(), stderr(&output))),
        Err(error) => Err(error.to_string()),
    };
    let version = tried(quadrille(1, &["--version"], folder.path()));
    // A shell that can fork despite the limit is not subject to it.
    let forks = tried(limited(1, "sh".as_ref(), &["-c", "(exit 0) && exit 0"], folder.path()));
    match (version, forks) {
        (Err(reason) | Ok((false, reason)), _) | (_, Err(reason)) => Some(reason),
        (_, Ok((true, _))) => Some("the limit does not bind here".to_owned()),
        _ => None,
    }
}

/// Skips a test with a message where there is no such limit.
fn is_skipped(test: &str) -> bool {
    let reason = cannot_be_tested();
    if let Some(reason) = &reason {
        skipped(test, &format!("no command can be given a limit of threads: {}", reason.trim_end()));
    }
    reason.is_some()
}

/// Waits for the end of a command, which must come in time.
fn ended(mut child: Child, what: &str) -> Output {
    let until = Instant::now() + LONGEST;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > until {
            child.kill().unwrap();
            panic!("{what} hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn spawned(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the program under a limit to its end, and checks for exit code 0, or 1 with one sentence.
fn run(limit: u32, arguments: &[&str], folder: &Path) -> Output {
    let what = format!("{arguments:?} with {limit} processes");
    let output = ended(spawned(quadrille(limit, arguments, folder)), &what);
    let message = stderr(&output);
    assert_no_panic(&message);
    match output.status.code() {
        Some(0) => {}
        Some(1) => {
            assert_eq!(message.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{message}");
        }
        code => panic!("{what}: {code:?}: {message}"),
    }
    output
}

/// Returns one experiment of each kind, and a sweep.
fn experiments() -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join("crates/quadrille/tests/experiments")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let text = |file: &PathBuf| std::fs::read_to_string(file).unwrap();
    let kinds = KINDS.iter().filter(|kind| !kind.name.starts_with("test."));
    let of_kinds = kinds.map(|kind| {
        let line = format!("kind = \"{}\"", kind.name);
        let file = files.iter().find(|&file| text(file).contains(&line));
        file.unwrap_or_else(|| panic!("{} is not tried", kind.name)).clone()
    });
    let sweep = files.iter().find(|&file| text(file).contains("[sweep]")).expect("a sweep");
    of_kinds.chain([sweep.clone()]).collect()
}

/// Creates a folder that every user may read, with an experiment and the files that it may name.
fn readable(file: &Path) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let experiments = folder.path().join("crates/quadrille/tests/experiments");
    std::fs::create_dir_all(&experiments).unwrap();
    std::os::unix::fs::symlink(root().join("examples"), folder.path().join("examples")).unwrap();
    let copy = experiments.join(file.file_name().unwrap());
    std::fs::copy(file, &copy).unwrap();
    (folder, copy)
}

#[test]
fn every_kind_runs_with_as_many_threads_as_there_are() {
    if is_skipped("every_kind_runs_with_as_many_threads_as_there_are") {
        return;
    }
    each_beside_others(experiments(), |file| {
        let (folder, file) = readable(file);
        // Three runs: with one thread, as requested; with as many threads as the limit allows; and
        // with two threads besides the waiting thread.
        let [one, fewer, two] = [(1, Some("1")), (2, None), (3, Some("2"))].map(|(limit, threads)| {
            let out = format!("out-{limit}");
            let mut arguments = vec!["run", text(&file), "--seed", "7", "--out", &out, "--quiet"];
            arguments.extend(threads.into_iter().flat_map(|threads| ["--threads", threads]));
            let output = run(limit, &arguments, folder.path());
            assert_eq!(output.status.code(), Some(0), "{}: {}", file.display(), stderr(&output));
            std::fs::read(folder.path().join(out).join("result.json")).unwrap()
        });
        assert!(one == fewer && one == two, "{} differs", file.display());
    });
}

/// Commands that succeed under any limit.
const WORKING: [&[&str]; 22] = [
    &["mastermind", "evaluate", "--pins", "3", "--colors", "5", "--strategy", "knuth"],
    &["mastermind", "advise", "--pins", "4", "--colors", "6", "--strategy", "knuth", "1122:1,1"],
    &["mastermind", "candidates", "--pins", "4", "--colors", "6", "1122:1,1"],
    &["mastermind", "optimal", "--pins", "3", "--colors", "4"],
    &["mastermind", "tree", "--pins", "3", "--colors", "4", "--strategy", "knuth"],
    &["mastermind", "grade", "--pins", "4", "--colors", "6", "1122:1,1"],
    &["life", "run", "gosper-gun", "--generations", "60"],
    &["life", "run", "gosper-gun", "--generations", "60", "--threads", "1"],
    &["life", "run", "glider", "--bounds", "64x64:torus", "--generations", "60", "--output", "field.rle"],
    &[
        "life",
        "soup",
        "--size",
        "64x48",
        "--density",
        "0.3",
        "--digest",
        "--seed",
        "1",
        "--generations",
        "60",
    ],
    &["life", "census", "r-pentomino"],
    &["life", "info", "glider"],
    &["doudizhu", "solve", "--hands", "999TJQQKA/8JJK2B"],
    &[
        "doudizhu",
        "arena",
        "--players",
        "rule,random,random",
        "--games",
        "9",
        "--seed",
        "1",
        "--threads",
        "1",
    ],
    &["daifugo", "arena", "--players", "greedy,random,random,random,random", "--games", "5", "--seed", "1"],
    &["hearts", "arena", "--players", "rule,random,random,random", "--games", "4", "--seed", "1"],
    &["daifugo", "review", "example:daifugo-games", "--game", "0", "--player", "0", "--playouts", "20"],
    &["combat", "run", "example:fury", "--iterations", "20", "--seed", "1"],
    &["combat", "check", "example:fury", "--iterations", "5"],
    &["shard", "example:mastermind-knuth", "--shards", "0..2", "--to", "some.partials"],
    &["ladder", "random", "--rounds", "1"],
    &[
        "daifugo",
        "server",
        "--fill",
        "greedy",
        "--clients",
        "0",
        "--games",
        "2",
        "--port",
        "0",
        "--seed",
        "1",
    ],
];

/// Commands that need more threads or processes than three.
const REFUSING: [&[&str]; 10] = [
    &["serve", "--no-open"],
    &["run", "example:mastermind-knuth", "--threads", "4"],
    &["life", "run", "gosper-gun", "--generations", "60", "--threads", "4"],
    &["doudizhu", "solve", "--hands", "999TJQQKA/8JJK2B", "--threads", "4"],
    &["doudizhu", "arena", "--players", "rule,random,cmd:cat", "--games", "3", "--threads", "1"],
    &["daifugo", "arena", "--players", "greedy,random,random,cmd:cat", "--games", "4", "--threads", "1"],
    &["daifugo", "server", "--fill", "cmd:cat", "--clients", "0", "--games", "1", "--port", "0"],
    &["daifugo", "client", "--player", "cmd:cat", "--port", "1"],
    &["daifugo", "review", "example:daifugo-games", "--threads", "4"],
    &["shard", "example:mastermind-knuth", "--shards", "0..2", "--to", "some.partials", "--threads", "4"],
];

#[test]
fn commands_work_or_say_that_there_are_no_threads() {
    if is_skipped("commands_work_or_say_that_there_are_no_threads") {
        return;
    }
    let working = WORKING.iter().map(|arguments| (*arguments, true));
    let all: Vec<_> = working.chain(REFUSING.iter().map(|arguments| (*arguments, false))).collect();
    each_beside_others(all, |&(arguments, works)| {
        for limit in LIMITS {
            let folder = tempfile::tempdir().unwrap();
            let output = run(limit, arguments, folder.path());
            let message = stderr(&output);
            if works {
                assert_eq!(output.status.code(), Some(0), "{arguments:?}, {limit}: {message}");
                continue;
            }
            assert_eq!(output.status.code(), Some(1), "{arguments:?}, {limit}: {}", stdout(&output));
            assert!(message.contains("Resource temporarily unavailable"), "{arguments:?}: {message}");
            if arguments[0] == "run" {
                let left = std::fs::read_dir(folder.path()).unwrap().count();
                assert_eq!(left, 0, "nothing is written where there are no threads");
            }
        }
    });
}

/// Waits until a command has created a file, which it does once it handles signals.
fn wait_for(file: &Path) {
    let until = Instant::now() + LONGEST;
    while !file.exists() {
        assert!(Instant::now() < until, "there is no {}", file.display());
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Sends SIGTERM, after which a command must end at once, with exit code 1.
fn ends_at_once(child: Child, what: &str) -> String {
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let asked = Instant::now();
    let output = ended(child, what);
    assert!(asked.elapsed() < Duration::from_secs(5), "{what} took {:?}", asked.elapsed());
    let message = stderr(&output);
    assert_no_panic(&message);
    assert_eq!(output.status.code(), Some(1), "{what}: {message}");
    message
}

#[test]
fn servers_and_leagues_end_at_a_signal() {
    if is_skipped("servers_and_leagues_end_at_a_signal") {
        return;
    }
    let league = "games = 1\nplayers = [{ name = \"greedy\" }, { name = \"a\", player = \"greedy\" }, \
                  { name = \"b\", player = \"random\" }, { name = \"c\", player = \"random\" }, LAST]\n";
    for limit in LIMITS {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        // A server that waits for its clients.
        let mut server = spawned(quadrille(limit, &["daifugo", "server", "--port", "0"], folder.path()));
        let mut errors = BufReader::new(server.stderr.take().unwrap());
        let mut first = String::new();
        errors.read_line(&mut first).unwrap();
        assert!(first.starts_with("listening at "), "{first}");
        ends_at_once(server, "the server");
        let mut rest = String::new();
        errors.read_to_string(&mut rest).unwrap();
        assert!(rest.contains("stopped before every match was over"), "{rest}");
        // A league of built-in players completes; a league of programs reports the missing
        // resource.
        file("house.toml", &league.replace("LAST", "{ name = \"d\", player = \"greedy\" }"));
        assert_eq!(run(limit, &["daifugo", "league", "house.toml"], folder.path()).status.code(), Some(0));
        file("players.toml", &league.replace("LAST", "{ name = \"d\", player = \"cmd:cat\" }"));
        let output = run(limit, &["daifugo", "league", "players.toml"], folder.path());
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("Resource temporarily unavailable"), "{message}");
        // Stops a league that waits for a program, if the program can be started.
        file("programs.toml", &league.replace("LAST", "{ name = \"d\", command = \"sleep 1000\" }"));
        let child = spawned(quadrille(limit, &["daifugo", "league", "programs.toml"], folder.path()));
        wait_for(&folder.path().join("runs/programs/matches.jsonl"));
        ends_at_once(child, "the league");
    }
}

/// A run that has only the calling thread handles a signal, keeps its finished shards, and can be
/// resumed.
#[test]
fn a_run_on_the_calling_thread_is_stopped_and_resumed() {
    if is_skipped("a_run_on_the_calling_thread_is_stopped_and_resumed") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let toml = "kind = \"daifugo.arena\"\nseed = 5\n[run]\nthreads = 1\nshards = 8\n[daifugo]\n\
                players = [\"greedy\", \"greedy\", \"greedy\", \"greedy\"]\ngames = 40000\n";
    std::fs::write(folder.path().join("e.toml"), toml).unwrap();
    let child = spawned(quadrille(1, &["run", "e.toml", "--out", "out", "--quiet"], folder.path()));
    wait_for(&folder.path().join("out/run.json"));
    let message = ends_at_once(child, "the run");
    assert!(message.contains("--resume"), "{message}");
    let resumed = run(2, &["run", "e.toml", "--out", "out", "--quiet", "--resume"], folder.path());
    assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
    let whole = folder.path().join("whole");
    json(&["run", text(&folder.path().join("e.toml")), "--out", text(&whole)]);
    let result = |out: &Path| std::fs::read(out.join("result.json")).unwrap();
    assert!(result(&folder.path().join("out")) == result(&whole));
}
