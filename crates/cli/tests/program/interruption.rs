//! Runs that are killed, stopped, or out of disk space lose no finished work, and the final result
//! is the same.

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use quadrille::runner::Store;

use super::{assert_same, contents, experiment, quadrille, stderr, text};

/// Short work in more than sixty shards.
const SECONDS_OF_WORK: &str = "kind = \"mastermind.evaluate\"\nseed = 1\n[run]\nthreads = 2\n[mastermind]\npins = 6\n\
                               colors = 6\nstrategy = \"knuth\"\n";
/// Sixty shards, each of which ends when it is released, so that a run can be stopped anywhere,
/// independently of the engine's speed.
struct Gate {
    folder: tempfile::TempDir,
    file: PathBuf,
    opened: PathBuf,
}

impl Gate {
    const SHARDS: usize = 60;

    fn closed() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (file, opened) = (folder.path().join("e.toml"), folder.path().join("gate"));
        let text = format!(
            "kind = \"test.wait\"\nseed = 1\n[run]\nthreads = 2\n[test]\nshards = {}\ngate = '{}'\n",
            Self::SHARDS,
            text(&opened)
        );
        std::fs::write(&file, text).unwrap();
        let closed = Self { folder, file, opened };
        closed.let_through(0);
        closed
    }

    /// Releases this many shards in total.
    fn let_through(&self, shards: usize) {
        std::fs::write(&self.opened, vec![b'.'; shards]).unwrap();
    }

    fn out(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Waits until a run has started.
fn wait_for_run_json(out: &Path) {
    while !out.join("run.json").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn start(file: &Path, out: &Path) -> Child {
    quadrille(&["run", text(file), "--out", text(out), "--resume", "--quiet"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn finish(file: &Path, out: &Path) -> Vec<u8> {
    let output = start(file, out).wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    std::fs::read(out.join("result.json")).unwrap()
}

/// Returns the number of shards in the checkpoint file; 0 if the file does not exist yet.
fn kept(out: &Path) -> u64 {
    let file = out.join("run.sqlite");
    if !file.exists() {
        return 0;
    }
    let store = Store::open(&file).unwrap();
    store.recorded().unwrap().map_or(0, |_| store.saved().unwrap())
}

#[cfg(unix)]
#[test]
fn killed_fifty_times_it_ends_the_same() {
    let gate = Gate::closed();
    gate.let_through(Gate::SHARDS);
    let expected = finish(&gate.file, &gate.out("undisturbed"));
    let out = gate.out("killed");
    let mut before = 0;
    for kill in 1..=50 {
        // Each time, one more shard is released; whether it ends before the process is killed is
        // random.
        gate.let_through(kill);
        let mut child = start(&gate.file, &out);
        wait_for_run_json(&out);
        std::thread::sleep(Duration::from_millis(kill as u64 % 11 * 4));
        assert!(child.try_wait().unwrap().is_none(), "the run ended without being released");
        child.kill().unwrap(); // SIGKILL
        child.wait().unwrap();
        let now = kept(&out);
        assert!(
            (before..=kill as u64).contains(&now),
            "{before} shards were kept, now {now}, of {kill} let through"
        );
        before = now;
    }
    assert!(before >= 5, "only {before} shards passed between fifty kills");
    gate.let_through(Gate::SHARDS);
    assert!(finish(&gate.file, &out) == expected, "it ended differently");
}

/// Sends SIGINT and checks that the process ends soon.
#[cfg(unix)]
fn interrupt(child: Child) -> std::process::Output {
    let interrupted = Instant::now();
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    // The specified limit is one second, and a tenth of it is usual; tests share their cores.
    assert!(interrupted.elapsed() < Duration::from_secs(2), "it took {:?}", interrupted.elapsed());
    output
}

/// A tiny field with more generations than can be computed, on the slowest rung; and a field so
/// large that its filling and each of its generations take a while.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_fields_of_every_size_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let tiny = folder.path().join("tiny.rle");
    std::fs::write(&tiny, "2o$2o!").unwrap();
    let tiny = [
        "run",
        text(&tiny),
        "--bounds",
        "3x3:torus",
        "--engine",
        "rung:1",
        "--generations",
        "18446744073709551615",
    ];
    let large = ["soup", "--size", "32768x32768", "--density", "0.5", "--generations", "100000000"];
    for flags in [tiny.as_slice(), &large] {
        let child = quadrille(&[&["life"], flags].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(500));
        let output = interrupt(child);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("stopped ") && message.contains("nothing was kept"), "{message}");
    }
}

/// A shard of many short fights, and one of a field that takes a while to fill.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_an_experiment_in_the_midst_of_a_shard() {
    let (folder, field) = experiment(
        "kind = \"life.grid\"\n[life]\nbounds = \"32768x32768:torus\"\ndensities = [0.3]\nfields = 1\ngenerations = 1000\n",
    );
    let fights = folder.path().join("fights.toml");
    let profile = super::root().join("examples/combat/fury.toml");
    let asked = format!(
        "kind = \"combat.dps\"\n[run]\nshards = 1\n[combat]\nprofile = '{}'\niterations = 100000000\n",
        text(&profile)
    );
    std::fs::write(&fights, asked).unwrap();
    for file in [&field, &fights] {
        let out = file.with_extension("out");
        let child = start(file, &out);
        wait_for_run_json(&out);
        std::thread::sleep(Duration::from_millis(400));
        let output = interrupt(child);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("; resume with\n"), "{}", stderr(&output));
    }
}

/// On the plane the state is saved, and the printed command continues from it.
#[cfg(unix)]
#[test]
fn a_run_on_the_plane_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (file, film) = (folder.path().join("gun.rle"), folder.path().join("out.rle"));
    std::fs::write(&file, "bo5b$3bo3b$2o2b3o!").unwrap();
    for (engine, generations) in [("tiles", "9000000000000000000"), ("hashlife", "99999")] {
        // A glider keeps the tile engine busy; HashLife is slow with little memory.
        let flags = ["life", "run", text(&file), "--generations", generations, "--engine", engine];
        let memory = ["--memory", "2", "--output", text(&film)];
        let child = quadrille(&[&flags[..], &memory].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(1500));
        let output = interrupt(child);
        let message = stderr(&output);
        if output.status.success() && engine == "hashlife" {
            continue;
        }
        assert_eq!(output.status.code(), Some(1), "{message}");
        let kept = folder.path().join("out.stopped.mc.gz");
        assert!(kept.exists() && !film.exists(), "{message}");
        assert!(
            message.contains("stopped after ") && message.contains("is kept; continue with\n"),
            "{message}"
        );
        let again = message.lines().last().unwrap();
        assert!(again.contains(text(&kept)) && again.contains("--engine ") && again.contains("--output "));
        let state = super::json(&["life", "run", text(&kept), "--generations", "6000"]);
        let generation: u64 = state["generation"].as_str().unwrap().parse().unwrap();
        let straight = super::json(&["life", "run", text(&file), "--generations", &generation.to_string()]);
        assert_eq!((&state["population"], &state["hash"]), (&straight["population"], &straight["hash"]));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_at_once_and_the_command_it_names_goes_on() {
    let gate = Gate::closed();
    gate.let_through(7);
    let (file, out) = (gate.file.clone(), gate.out("a directory"));
    // The printed command must contain both the seed and the path.
    let child = quadrille(&["run", text(&file), "--seed", "9", "--out", text(&out)])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_run_json(&out);
    std::thread::sleep(Duration::from_millis(200));
    let output = interrupt(child);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("stopped after ") && message.contains("seed 9; resume with\n"), "{message}");
    assert!(!out.join("result.json").exists());
    let run: serde_json::Value =
        serde_json::from_slice(&std::fs::read(out.join("run.json")).unwrap()).unwrap();
    assert_eq!(run["complete"], false);
    assert_eq!(run["shards_finished"].as_u64().unwrap(), kept(&out));
    assert!(run["wall_seconds"].as_f64().unwrap() > 0.1);

    // Without --resume the run is refused and left unchanged.
    let before = contents(&out);
    super::refused(
        &["run", text(&file), "--seed", "9", "--out", text(&out)],
        &["unfinished run", "--resume"],
    );
    assert_same(&out, &before);

    // The printed command continues the run.
    gate.let_through(Gate::SHARDS);
    let command = message.lines().last().unwrap();
    let resumed =
        std::process::Command::new("sh").args(["-c", command]).env_remove("QUADRILLE_SIMD").output().unwrap();
    assert!(resumed.status.success(), "`{command}`: {}", stderr(&resumed));
    let result: serde_json::Value =
        serde_json::from_slice(&std::fs::read(out.join("result.json")).unwrap()).unwrap();
    let sum = (0..Gate::SHARDS as u64).map(|shard| 9 ^ shard);
    let sum = sum.reduce(|sum, next| sum.wrapping_mul(31).wrapping_add(next)).unwrap();
    assert_eq!(result["result"]["sum"], sum.to_string());
    assert_eq!(result["seed"], "9");
}

/// Runs an experiment, releases `shards` of its shards, and stops it.
#[cfg(unix)]
fn stopped_after(gate: &Gate, out: &Path, shards: usize) {
    gate.let_through(shards);
    let child = start(&gate.file, out);
    wait_for_run_json(out);
    while kept_so_far(out) < shards as u64 {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(interrupt(child).status.code(), Some(1));
}

/// Returns the number of shards in the log of a running run, by their checksums, because the file
/// itself is in use.
#[cfg(unix)]
fn kept_so_far(out: &Path) -> u64 {
    let run = std::fs::read(out.join("run.json")).unwrap_or_default();
    let run: serde_json::Value = serde_json::from_slice(&run).unwrap_or_default();
    run["progress"]["done"].as_str().and_then(|done| done.parse().ok()).unwrap_or(0)
}

/// Returns the offsets of the rows of a shard in a checkpoint file: the row number, a partial of
/// one byte, and a checksum of 32 bytes.
#[cfg(unix)]
fn rows_of_shards(bytes: &[u8]) -> Vec<usize> {
    let head = [4, 0, 12 + 2, 12 + 2 * 32];
    (0..bytes.len().saturating_sub(40)).filter(|&at| bytes[at..].starts_with(&head)).collect()
}

#[cfg(unix)]
#[test]
fn a_damaged_shard_is_recomputed_and_reported() {
    let gate = Gate::closed();
    let out = gate.out("damaged");
    stopped_after(&gate, &out, 20);
    gate.let_through(Gate::SHARDS);
    let expected = finish(&gate.file, &gate.out("undisturbed"));
    for complete in [false, true] {
        let store = out.join("run.sqlite");
        let mut bytes = std::fs::read(&store).unwrap();
        let rows = rows_of_shards(&bytes);
        assert!(rows.len() >= 20, "{} rows", rows.len());
        bytes[rows[3] + 4] ^= 1;
        std::fs::write(&store, bytes).unwrap();
        let output = start(&gate.file, &out).wait_with_output().unwrap();
        let told = stderr(&output);
        assert!(output.status.success(), "{told}");
        assert!(told.contains("run.sqlite: 1 shard failed the checksum"), "{complete}: {told}");
        assert!(std::fs::read(out.join("result.json")).unwrap() == expected);
        // Afterwards there is no error.
        assert_eq!(stderr(&start(&gate.file, &out).wait_with_output().unwrap()), "");
    }
}

/// A run that cannot be resumed is left unchanged: `run.json` and `run.sqlite`, byte for byte.
#[cfg(unix)]
#[test]
fn a_run_that_is_refused_while_it_is_read_is_untouched() {
    let gate = Gate::closed();
    let out = gate.out("damaged");
    stopped_after(&gate, &out, 5);
    let run: serde_json::Value =
        serde_json::from_slice(&std::fs::read(out.join("run.json")).unwrap()).unwrap();
    let hash = run["experiment_hash"].as_str().unwrap().as_bytes();
    let store = out.join("run.sqlite");
    let mut bytes = std::fs::read(&store).unwrap();
    let at = (0..bytes.len()).find(|&at| bytes[at..].starts_with(hash)).unwrap() + hash.len();
    assert_eq!(usize::from(bytes[at]), Gate::SHARDS);
    bytes[at] -= 1;
    std::fs::write(&store, bytes).unwrap();
    let before = contents(&out);
    gate.let_through(Gate::SHARDS);
    super::refused(
        &["run", text(&gate.file), "--out", text(&out), "--resume"],
        &["it records 59 shards instead of 60"],
    );
    assert_same(&out, &before);
}

#[cfg(unix)]
#[test]
fn a_run_whose_folder_goes_away_ends_and_says_so() {
    for whole in [false, true] {
        let gate = Gate::closed();
        let out = gate.out("going");
        gate.let_through(3);
        let child = start(&gate.file, &out);
        wait_for_run_json(&out);
        std::thread::sleep(Duration::from_millis(200));
        if whole {
            std::fs::remove_dir_all(&out).unwrap();
        } else {
            for entry in std::fs::read_dir(&out).unwrap() {
                let path = entry.unwrap().path();
                if path.file_name().unwrap().to_string_lossy().starts_with("run.sqlite") {
                    std::fs::remove_file(path).unwrap();
                }
            }
        }
        gate.let_through(Gate::SHARDS);
        let output = child.wait_with_output().unwrap();
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("run.sqlite is gone"), "{told}");
        assert!(!out.join("result.json").exists());
    }
}

/// A path that is not UTF-8 cannot be printed, and a command with another path would be wrong.
#[cfg(target_os = "linux")]
#[test]
fn a_command_that_cannot_be_shown_is_not_shown() {
    use std::os::unix::ffi::OsStringExt as _;
    let gate = Gate::closed();
    let name = std::ffi::OsString::from_vec(b"not utf-8 \xff".to_vec());
    let out = gate.folder.path().join(name);
    let child = quadrille(&["run", text(&gate.file), "--quiet", "--out"])
        .arg(&out)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_run_json(&out);
    std::thread::sleep(Duration::from_millis(200));
    let message = stderr(&interrupt(child));
    assert!(
        message.ends_with(
            "; resume with\n  the same command with --resume (not shown: a name in it is unprintable)\n"
        ),
        "{message}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_while_a_complete_run_is_looked_up_spoils_nothing() {
    // 4.8 million codewords are listed again before the results are found, which leaves time for a
    // signal.
    let (folder, file) = experiment(
        "kind = \"mastermind.compare\"\n[mastermind]\npins = 7\ncolors = 9\nfirst = \"1111111\"\nstrategies = [\"first-consistent\"]\n",
    );
    let out = folder.path().join("out");
    finish(&file, &out);
    let before = contents(&out);
    let child = start(&file, &out);
    std::thread::sleep(Duration::from_millis(30));
    interrupt(child);
    assert_same(&out, &before);
}

#[cfg(unix)]
#[test]
fn advice_can_be_interrupted() {
    let arguments =
        ["--json", "mastermind", "advise", "--pins", "8", "--colors", "12", "--strategy", "knuth"];
    let rows = ["11223344:2,2", "12345678:1,3", "--time-limit", "1000"];
    let child = quadrille(&[&arguments[..], &rows].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // This is long enough for the program to handle signals and to find a strategy, but only a
    // fraction of the time limit.
    std::thread::sleep(Duration::from_secs(3));
    let output = interrupt(child);
    assert_eq!(output.status.code(), Some(0));
    let advice: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(advice["examined"]["stopped"], true);
    assert_eq!(advice["guess"].as_str().map(str::len), Some(8));
}

/// Advice answers with the best move so far. Reviews and contests end within a decision.
#[cfg(unix)]
#[test]
fn searches_can_be_interrupted_within_a_decision() {
    let started = |arguments: &[&str]| {
        let child = quadrille(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // This is long enough to begin, and a small fraction of the whole computation.
        std::thread::sleep(Duration::from_secs(2));
        child
    };
    let advise = ["doudizhu", "advise", "--hand", "33344466789QQKKAA22B", "--json", "--quiet"];
    for playouts in ["1000000", "8"] {
        let effort = ["--playouts", playouts, "--worlds", "1000000"];
        let output = interrupt(started(&[&advise[..], &effort].concat()));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let advice: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&advice["stopped"], &advice["reason"]), (&true.into(), &"playouts".into()), "{advice}");
        assert!(advice["moves"][0]["action"].is_string() && advice["moves"][0]["value"].is_null());
    }
    let review = ["doudizhu", "review", "example:doudizhu-games", "--playouts", "1000000", "--quiet"];
    assert_eq!(interrupt(started(&review)).status.code(), Some(1));
    let arena = ["hearts", "arena", "--players", "search:3600s,rule,rule,rule", "--games", "4", "--quiet"];
    assert_eq!(interrupt(started(&arena)).status.code(), Some(1));
}

/// During a count of the candidates, the game ends at a signal as any other command does.
#[cfg(unix)]
#[test]
fn games_can_be_interrupted() {
    let arguments = ["mastermind", "play", "--pins", "16", "--colors", "15", "--game", "assist"];
    let mut child = quadrille(&arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, b"123456789abcdef1:2,9\n").unwrap();
    // After this time the program is counting, and the count takes much longer.
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(interrupt(child).status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn ladders_can_be_interrupted() {
    for ladder in ["daifugo", "mastermind", "life"] {
        let child =
            quadrille(&["ladder", ladder]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(500));
        let output = interrupt(child);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{ladder}: {message}");
        assert!(message.contains("stopped before there was an answer"), "{ladder}: {message}");
    }
}

/// A full disk, simulated by a file size limit.
#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_nothing_is_lost() {
    let (folder, file) = experiment(SECONDS_OF_WORK);
    let expected = finish(&file, &folder.path().join("undisturbed"));
    let mut stopped = 0;
    // The limits, in blocks of 512 bytes, range from no space to space for everything except the
    // report.
    for blocks in [1, 8, 16, 32, 40, 48, 64] {
        let out = folder.path().join(format!("{blocks}-blocks"));
        let limited = std::process::Command::new("sh")
            .args([
                "-c",
                &format!("ulimit -f {blocks} && exec \"$0\" \"$@\""),
                env!("CARGO_BIN_EXE_quadrille"),
            ])
            .args(["run", text(&file), "--out", text(&out), "--quiet"])
            .env_remove("QUADRILLE_SIMD")
            .output()
            .unwrap();
        let message = stderr(&limited);
        super::assert_no_panic(&message);
        if !limited.status.success() {
            stopped += 1;
            assert_eq!(limited.status.code(), Some(1), "{blocks} blocks: {message}");
            assert!(message.starts_with("error: "), "{message}");
            assert!(
                !out.join("result.json").exists()
                    || std::fs::read(out.join("result.json")).unwrap() == expected
            );
        }
        assert!(finish(&file, &out) == expected, "{blocks} blocks, then room again: another end");
    }
    assert!(stopped >= 4, "only {stopped} limits were felt");
}

#[test]
fn two_processes_do_not_work_on_one_run() {
    let gate = Gate::closed();
    let (file, out) = (gate.file.clone(), gate.out("out"));
    let mut first = start(&file, &out);
    wait_for_run_json(&out);
    super::refused(&["run", text(&file), "--out", text(&out), "--resume"], &["run.sqlite is in use"]);
    first.kill().unwrap();
    first.wait().unwrap();
}
