//! Every command that reads or writes a user's file, with every type of file at its path.
//!
//! In the tables a word that begins with `FILE` or `DIR` is an input, a word with `OUT` an output,
//! followed by the extension of its name.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::{assert_no_panic, each_beside_others, json, quadrille, root, run, stderr, stdout, text};

/// Commands that read a file, or `example:NAME`.
pub(super) const FILES: &[&[&str]] = &[
    &["run", "FILE", "--out", "OUT"],
    &["shard", "FILE", "--shards", "0..1", "--seed", "1", "--to", "OUT"],
    &["merge", "FILE", "example:block", "--out", "OUT"],
    &["merge", "example:mastermind-knuth", "FILE", "--out", "OUT"],
    &["combat", "run", "FILE"],
    &["combat", "weights", "FILE", "--per", "actor.power"],
    &["combat", "compare", "FILE", "example:fury"],
    &["combat", "compare", "example:fury", "FILE"],
    &["combat", "check", "FILE"],
    &["combat", "replay", "FILE", "--seed", "1", "--iteration", "0"],
    &["life", "run", "FILE", "--generations", "1"],
    &["life", "info", "FILE"],
    &["life", "census", "FILE"],
    &["life", "convert", "FILE", "-"],
    &["mastermind", "tree", "--check", "FILE"],
    &["doudizhu", "solve", "--puzzle", "FILE"],
    &["doudizhu", "solve", "--check", "FILE"],
    &["doudizhu", "verify", "FILE"],
    &["doudizhu", "advise", "--record", "FILE"],
    &["doudizhu", "review", "FILE"],
    &["hearts", "verify", "FILE"],
    &["hearts", "advise", "--record", "FILE"],
    &["hearts", "review", "FILE"],
    &["daifugo", "advise", "--record", "FILE"],
    &["daifugo", "review", "FILE"],
    &["daifugo", "league", "FILE", "--out", "OUT"],
    &["daifugo", "verify", "FILE"],
    &["daifugo", "record", "show", "FILE"],
    &["daifugo", "record", "verify", "FILE"],
    &["daifugo", "record", "stats", "FILE"],
    &["daifugo", "record", "convert", "FILE", "OUT.jsonl"],
    &["daifugo", "server", "--config", "FILE", "--port", "0"],
];

/// Commands that read standard input under the name `-`.
const STANDARD_INPUT: &[&[&str]] = &[
    &["life", "run", "FILE", "--generations", "1"],
    &["life", "info", "FILE"],
    &["life", "census", "FILE"],
    &["life", "convert", "FILE", "-"],
    &["doudizhu", "solve", "--puzzle", "FILE"],
    &["doudizhu", "solve", "--check", "FILE"],
    &["doudizhu", "verify", "FILE"],
    &["doudizhu", "advise", "--record", "FILE"],
    &["doudizhu", "review", "FILE"],
    &["hearts", "verify", "FILE"],
    &["hearts", "advise", "--record", "FILE"],
    &["hearts", "review", "FILE"],
    &["daifugo", "verify", "FILE"],
    &["daifugo", "advise", "--record", "FILE"],
    &["daifugo", "review", "FILE"],
    &["daifugo", "record", "show", "FILE"],
    &["daifugo", "record", "verify", "FILE"],
    &["daifugo", "record", "stats", "FILE"],
    &["daifugo", "record", "convert", "FILE", "OUT.jsonl"],
];

/// Commands that read the folder of a run, or a file in it.
const RUNS: &[&[&str]] =
    &[&["report", "DIR"], &["diff", "DIR", "DIR"], &["shard", "EXPERIMENT", "--seed", "1", "--after", "DIR"]];

/// Commands that write a file.
const WRITTEN_FILES: &[&[&str]] = &[
    &["shard", "EXPERIMENT", "--shards", "0..1", "--seed", "1", "--to", "OUT.partials"],
    &["new", "combat.dps", "--to", "OUT.toml"],
    &["doudizhu", "arena", "--players", "rule,rule,rule", "--games", "3", "--records", "OUT.jsonl"],
    &["daifugo", "arena", "--players", "greedy,random,random", "--games", "3", "--records", "OUT.jsonl.gz"],
    &["hearts", "arena", "--players", "rule,rule,rule,rule", "--games", "4", "--records", "OUT.jsonl"],
    &["doudizhu", "solve", "--hands", "34/56", "--export", "OUT"],
    &["life", "run", "glider", "--generations", "1", "--output", "OUT.rle"],
    &["life", "run", "glider", "--generations", "1", "--save", "OUT.mc"],
    &["life", "soup", "--size", "9x9", "--density", "0.5", "--output", "OUT.png"],
    &["life", "info", "glider", "--report", "OUT.html"],
    &["daifugo", "review", "example:daifugo-games", "--game", "0", "--player", "0", "--report", "OUT.html"],
    &["doudizhu", "review", "example:doudizhu-games", "--game", "0", "--player", "0", "--report", "OUT.html"],
    &["life", "convert", "glider", "OUT.cells"],
    &["daifugo", "record", "convert", "RECORD", "OUT.jsonl"],
    &["daifugo", "record", "convert", "RECORD", "OUT.jsonl", "--force"],
    &["daifugo", "server", "--port", "0", "--record", "OUT.log"],
];

/// Commands that create a folder and write into it.
const WRITTEN_FOLDERS: &[&[&str]] = &[
    &["run", "EXPERIMENT", "--out", "OUT"],
    // The address is that of another machine, so the command ends.
    &["serve", "--runs", "OUT", "--bind", "192.0.2.1", "--host", "box.example"],
    &["merge", "EXPERIMENT", "PARTIALS", "--out", "OUT"],
    &["examples", "glider", "--to", "OUT"],
    &["man", "--to", "OUT"],
    &["mastermind", "evaluate", "--pins", "2", "--colors", "3", "--strategy", "knuth", "--out", "OUT"],
    &["combat", "run", "example:fury", "--iterations", "10", "--out", "OUT"],
    &["combat", "weights", "example:fury", "--per", "actor.power", "--iterations", "10", "--out", "OUT"],
    &["combat", "compare", "example:fury", "example:arcane", "--iterations", "10", "--out", "OUT"],
    &["doudizhu", "arena", "--players", "rule,rule,rule", "--games", "3", "--out", "OUT"],
    &["daifugo", "arena", "--players", "greedy,random,random", "--games", "3", "--out", "OUT"],
    &["daifugo", "league", "LEAGUE", "--out", "OUT"],
    &["hearts", "arena", "--players", "rule,random,random,random", "--games", "4", "--out", "OUT"],
    &["hearts", "league", "--players", "rule,random,random,random", "--games", "4", "--out", "OUT"],
];

const EXPERIMENT: &str = "kind = \"mastermind.evaluate\"\nseed = 1\n[mastermind]\npins = 2\ncolors = 3\nstrategy = \"knuth\"\n[run]\nshards = 1\n";
const LEAGUE: &str = "games = 1\nplayers = [ { name = \"greedy\" }, { name = \"a\", player = \"random\" }, { name = \"b\", player = \"random\" }, { name = \"c\", player = \"random\" }, { name = \"d\", player = \"random\" } ]\n";

/// Time limit of a refused command; the machine may be busy with other tests.
const LIMIT: Duration = Duration::from_secs(20);

/// Runs a command in a folder, and kills it after the limit.
fn ended(command: &mut Command) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > LIMIT {
            child.kill().unwrap();
            let mut told = String::new();
            child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
            panic!("{command:?} does not end: {told}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}

/// A folder with the files that commands need beside the tested path.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("e.toml"), EXPERIMENT).unwrap();
        std::fs::write(folder.path().join("league.toml"), LEAGUE).unwrap();
        std::fs::create_dir(folder.path().join("work")).unwrap();
        let place = Self { folder };
        let (e, all) = (place.at("e.toml"), place.at("all.partials"));
        json(&["shard", text(&e), "--shards", "0..1", "--seed", "1", "--to", text(&all)]);
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns a command with the tested `path`, run in the folder `work`; other paths are in
    /// `work` too.
    fn command(&self, words: &[&str], path: &Path) -> Command {
        let record = root().join("crates/uecda-protocol/tests/data/server_record_std_3games.log");
        let mut command = quadrille(&[]);
        let input = words.iter().any(|word| word.starts_with("FILE") || word.starts_with("DIR"));
        for &word in words {
            match word {
                "EXPERIMENT" => command.arg(self.at("e.toml")),
                "LEAGUE" => command.arg(self.at("league.toml")),
                "PARTIALS" => command.arg(self.at("all.partials")),
                "RECORD" => command.arg(&record),
                "FILE" | "DIR" => command.arg(path),
                out if out.starts_with("OUT") && input => command.arg(out),
                out if out.starts_with("OUT") => command.arg(path),
                word => command.arg(word),
            };
        }
        command.current_dir(self.at("work")).stdin(Stdio::null());
        command
    }

    /// Checks that a path is refused with exit code 2 and its name, and that nothing is written.
    fn refuses(&self, words: &[&str], path: &Path, says: &str) {
        self.assert_refusal(&ended(&mut self.command(words, path)), words, path, says);
    }

    fn assert_refusal(&self, output: &Output, words: &[&str], path: &Path, says: &str) {
        let told = stderr(output);
        assert_eq!(output.status.code(), Some(2), "{words:?} of {}: {told}", path.display());
        assert_eq!(stdout(output), "", "{words:?} of {}", path.display());
        assert!(told.contains(path.file_name().unwrap().to_str().unwrap()), "{words:?}: {told}");
        assert!(told.contains(says), "`{says}` is missing in: {words:?}: {told}");
        assert_no_panic(&told);
        let left: Vec<_> =
            std::fs::read_dir(self.at("work")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(left.is_empty(), "{words:?} of {} leaves {left:?}", path.display());
    }
}

/// Returns the required extension of an output's name.
fn ending(words: &[&str]) -> String {
    let out = words.iter().find_map(|word| word.strip_prefix("OUT"));
    out.unwrap_or_default().to_owned()
}

/// Every command immediately refuses a pipe, a socket, a device, a folder, and a missing or
/// unreadable file.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let place = Place::new();
    super::make_pipe(&place.at("pipe"));
    let _socket = std::os::unix::net::UnixListener::bind(place.at("socket")).unwrap();
    std::fs::create_dir(place.at("folder")).unwrap();
    symlink("/dev/zero", place.at("device")).unwrap();
    symlink(place.at("pipe"), place.at("link")).unwrap();
    let unreadable = place.at("unreadable");
    std::fs::write(&unreadable, "secret").unwrap();
    std::fs::set_permissions(&unreadable, std::fs::Permissions::from_mode(0o000)).unwrap();
    let mut kinds = vec![
        ("pipe", "it is a pipe"),
        ("link", "it is a pipe"),
        ("socket", "it is a socket"),
        ("device", "it is a device"),
        ("folder", "it is a folder"),
        ("missing", "No such file"),
    ];
    if std::fs::read(&unreadable).is_err() {
        kinds.push(("unreadable", "Permission denied"));
    } else {
        refused_to_others(&place, &unreadable);
    }
    let all: Vec<_> = FILES.iter().flat_map(|words| kinds.iter().map(move |kind| (*words, *kind))).collect();
    each_beside_others(all, |(words, (name, says))| {
        place.refuses(words, &place.at(name), says);
    });
    let all: Vec<_> = RUNS.iter().flat_map(|words| kinds.iter().map(move |kind| (*words, *kind))).collect();
    each_beside_others(all, |(words, (name, _))| place.refuses(words, &place.at(name), ""));
    for name in ["pipe", "device", "missing"] {
        place.refuses(&["runs", "DIR"], &place.at(name), "cannot read");
    }
}

/// Root may read every file: the commands run as another user, if that user can access the program.
#[cfg(unix)]
fn refused_to_others(place: &Place, unreadable: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    const NOBODY: u32 = 65534;
    std::fs::set_permissions(place.folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    if quadrille(&["--version"]).current_dir(place.at("work")).uid(NOBODY).output().is_err() {
        let reason = format!("another user cannot start {}", env!("CARGO_BIN_EXE_quadrille"));
        crate::skipped::skipped("refused_to_others", &reason);
        return;
    }
    for words in FILES {
        let output = ended(place.command(words, unreadable).uid(NOBODY));
        place.assert_refusal(&output, words, unreadable, "Permission denied");
    }
}

/// Pipes are not read through `/dev/stdin`; the message mentions `-` where that is supported.
#[cfg(target_os = "linux")]
#[test]
fn standard_input_is_read_by_its_own_name() {
    let place = Place::new();
    each_beside_others(FILES.to_vec(), |words| {
        let mut command = place.command(words, Path::new("/dev/stdin"));
        let output = ended(command.stdin(Stdio::piped()));
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {told}");
        assert!(told.contains("/dev/stdin: it is a pipe; expected a regular file"), "{words:?}: {told}");
        let named = told.contains(", or - for standard input");
        assert_eq!(named, STANDARD_INPUT.contains(words), "{words:?}: {told}");
    });
    // If `/dev/stdin` is a link to a regular file, it is treated as a regular file.
    let pattern = place.at("p.rle");
    std::fs::write(&pattern, "bo$2bo$3o!").unwrap();
    for path in ["/dev/stdin", "-"] {
        let mut command = place.command(&["life", "info", "FILE", "--json"], Path::new(path));
        let output = ended(command.stdin(std::fs::File::open(&pattern).unwrap()));
        assert!(stdout(&output).contains("\"population\":\"5\""), "{path}: {}", stderr(&output));
    }
    // Other commands treat `-` as a file name.
    for words in FILES.iter().filter(|words| !STANDARD_INPUT.contains(words)) {
        place.refuses(words, Path::new("-"), "cannot read -");
    }
}

/// Every key of an experiment that names a file.
#[cfg(unix)]
#[test]
fn only_regular_files_are_named_by_experiments() {
    let place = Place::new();
    super::make_pipe(&place.at("pipe"));
    std::fs::create_dir(place.at("folder")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", place.at("device")).unwrap();
    let keys = [
        "kind = \"combat.dps\"\n[combat]\nprofile = NAME\n",
        "kind = \"combat.weights\"\n[combat]\nprofile = NAME\nper = \"actor.power\"\n",
        "kind = \"combat.compare\"\n[combat]\nprofiles = [NAME, \"example:fury\"]\n",
        "kind = \"combat.compare\"\n[combat]\nprofiles = [\"example:fury\", NAME]\n",
        "kind = \"combat.dps\"\n[combat]\nprofile = \"example:fury\"\n[sweep]\n\"combat.profile\" = [\"example:fury\", NAME]\n",
    ];
    for (number, experiment) in keys.iter().enumerate() {
        for (name, says) in [
            ("pipe", "it is a pipe"),
            ("device", "it is a device"),
            ("folder", "it is a folder"),
            ("missing", "No such file"),
        ] {
            let file = place.at(&format!("{number}-{name}.toml"));
            std::fs::write(&file, experiment.replace("NAME", &format!("{name:?}"))).unwrap();
            for words in [&["run", "FILE", "--out", "OUT"][..], &["shard", "FILE", "--seed", "1"]] {
                place.refuses(words, &file, says);
            }
        }
    }
}

/// One file of a run is replaced by something other than a regular file.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read_in_runs() {
    let place = Place::new();
    let out = place.at("out");
    json(&["run", text(&place.at("e.toml")), "--out", text(&out)]);
    for (name, commands) in [
        (
            "result.json",
            &[&["report", "DIR"][..], &["diff", "DIR", "DIR"], &["run", "EXPERIMENT", "--out", "DIR"]][..],
        ),
        ("run.json", &[&["report", "DIR"]]),
        (
            "run.sqlite",
            &[
                &["run", "EXPERIMENT", "--out", "DIR"],
                &["shard", "EXPERIMENT", "--seed", "1", "--after", "DIR"],
                &["merge", "EXPERIMENT", "PARTIALS", "--out", "DIR"],
            ],
        ),
    ] {
        let (file, aside) = (out.join(name), place.at("aside"));
        std::fs::rename(&file, &aside).unwrap();
        super::make_pipe(&file);
        for words in commands {
            place.refuses(words, &out, "it is a pipe");
        }
        std::fs::remove_file(&file).unwrap();
        std::fs::rename(&aside, &file).unwrap();
    }
}

/// Outputs: only regular files are replaced, and no command waits for a reader.
#[cfg(unix)]
#[test]
fn only_regular_files_are_written() {
    use std::os::unix::fs::{FileTypeExt as _, symlink};
    let place = Place::new();
    let rows = WRITTEN_FILES.iter().map(|words| (*words, true));
    let rows = rows.chain(WRITTEN_FOLDERS.iter().map(|words| (*words, false)));
    each_beside_others(rows.enumerate().collect(), |(number, (words, is_file))| {
        let at = |name: &str| place.at(&format!("{name}-{number}{}", ending(words)));
        super::make_pipe(&at("pipe"));
        symlink("/dev/full", at("device")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        let mut names = vec!["pipe", "device", "socket"];
        if *is_file {
            std::fs::create_dir(at("folder")).unwrap();
            names.extend(["folder", "missing/a"]);
        } else {
            std::fs::write(at("regular"), "somebody's").unwrap();
            names.push("regular");
        }
        for name in names {
            place.refuses(words, &at(name), "");
        }
        assert!(at("pipe").metadata().unwrap().file_type().is_fifo(), "{words:?} replaces a pipe");
        assert!(at("device").is_symlink(), "{words:?} replaces a link to a device");
    });
}

/// A folder on a read-only mount. For users who may not mount, it is a folder without write
/// permission.
#[cfg(target_os = "linux")]
struct ReadOnly<'a> {
    folder: &'a Path,
    /// The flags of `unshare`; `None` where nothing can be mounted.
    unshare: Option<&'static [&'static str]>,
}

#[cfg(target_os = "linux")]
impl<'a> ReadOnly<'a> {
    const MOUNT: &'static str =
        "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\"";

    /// Returns `None` for root without mount support, because every folder is writable then.
    fn new(folder: &'a Path) -> Option<Self> {
        use std::os::unix::fs::PermissionsExt as _;
        for flags in [&["--mount"][..], &["--mount", "--map-root-user"]] {
            let mounted = Self { folder, unshare: Some(flags) };
            let tried = mounted.command(&Command::new("true")).output();
            if tried.is_ok_and(|tried| tried.status.success()) {
                return Some(mounted);
            }
        }
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o555)).unwrap();
        let writable = std::fs::write(folder.join("a"), "").is_ok();
        (!writable).then_some(Self { folder, unshare: None })
    }

    /// Returns the same command with a read-only view of the folder.
    fn command(&self, command: &Command) -> Command {
        let mut inner = match self.unshare {
            Some(flags) => {
                let mut inner = Command::new("unshare");
                inner.args(flags).args(["sh", "-c", Self::MOUNT]).arg(self.folder).arg(command.get_program());
                inner
            }
            None => Command::new(command.get_program()),
        };
        inner.args(command.get_args()).env_remove("QUADRILLE_SIMD").stdin(Stdio::null());
        if let Some(folder) = command.get_current_dir() {
            inner.current_dir(folder);
        }
        inner
    }
}

#[cfg(target_os = "linux")]
impl Drop for ReadOnly<'_> {
    fn drop(&mut self) {
        use std::os::unix::fs::PermissionsExt as _;
        let _ = std::fs::set_permissions(self.folder, std::fs::Permissions::from_mode(0o755));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_is_named_and_nothing_is_half_written() {
    let place = Place::new();
    let (e, kept) = (place.at("e.toml"), place.at("kept"));
    json(&["run", text(&e), "--out", text(&kept.join("run"))]);
    std::fs::remove_file(kept.join("run/report.html")).unwrap();
    let Some(read_only) = ReadOnly::new(&kept) else {
        let test = "a_read_only_folder_is_named_and_nothing_is_half_written";
        crate::skipped::skipped(test, "root may not mount here");
        return;
    };
    let fails = |words: &[&str], path: &Path| {
        let output = ended(&mut read_only.command(&place.command(words, path)));
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {told}");
        assert!(told.contains(text(path)), "{words:?}: {told}");
        assert_no_panic(&told);
    };
    let rows: Vec<_> = WRITTEN_FILES.iter().chain(WRITTEN_FOLDERS).copied().collect();
    each_beside_others(rows, |words| fails(words, &kept.join(format!("new{}", ending(words)))));
    if read_only.unshare.is_some() {
        fails(&["report", "DIR"], &kept.join("run"));
        fails(&["run", "EXPERIMENT", "--out", "OUT", "--seed", "1"], &kept.join("run"));
    }
    let left: Vec<_> = std::fs::read_dir(&kept).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["run"]);
    let left = std::fs::read_dir(kept.join("run")).unwrap().count();
    assert_eq!(left, 3, "run.sqlite, run.json and result.json");
}

/// A text that is too large for the memory ends the command with exit code 1, before it is read.
#[cfg(target_os = "linux")]
#[test]
fn texts_too_large_for_memory_are_refused() {
    let place = Place::new();
    let file = place.at("large");
    // A sparse file without disk blocks, which is not read.
    std::fs::File::create(&file).unwrap().set_len(200 << 20).unwrap();
    for words in FILES.iter().filter(|words| STANDARD_INPUT.contains(words) && words[1] != "verify") {
        let inner = place.command(words, &file);
        let mut limited = Command::new("sh");
        limited.args(["-c", "ulimit -v 160000; exec \"$0\" \"$@\""]).arg(inner.get_program());
        limited.args(inner.get_args()).current_dir(place.at("work")).stdin(Stdio::null());
        let output = ended(&mut limited);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {told}");
        assert!(told.contains("large: 200 MiB of memory are required"), "{words:?}: {told}");
    }
}

/// Temporary files of a killed process are removed; those of a running process stay.
#[test]
fn temporary_files_of_killed_processes_are_swept() {
    let place = Place::new();
    let out = place.at("out");
    let e = place.at("e.toml");
    let arguments = ["run", text(&e), "--out", text(&out)];
    json(&arguments);
    let orphan = out.join("result.json.0123456789ab.quadrille-part");
    let held = out.join("result.json.ba9876543210.quadrille-part");
    for path in [&orphan, &held] {
        std::fs::write(path, "{\"half").unwrap();
    }
    let lock = std::fs::File::open(&held).unwrap();
    lock.lock().unwrap();
    assert!(run(&arguments).status.success());
    assert!(!orphan.exists() && held.exists());
    drop(lock);
    assert!(run(&["report", text(&out)]).status.success());
    let mut names: Vec<_> = std::fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["report.html", "result.json", "run.json", "run.sqlite"]);
}

/// Every path argument has a row in the tables above.
#[test]
fn every_path_is_in_the_tables() {
    /// Value names of paths in the help.
    const VALUES: [&str; 12] = [
        "FILE",
        "DIR",
        "F",
        "FILE.toml",
        "FILE.html",
        "PROFILE.toml",
        "PATTERN",
        "IN",
        "OUT",
        "PARTIALS",
        "A",
        "B",
    ];
    /// `life watch` reads nothing without a terminal; `runs` lists the runs in any folder.
    // Records of `play` are written only after a whole game: see `card_tables`. The page of a review is
    // written by one function for all games.
    const EXEMPT: [&str; 6] = [
        "life watch PATTERN",
        "runs DIR",
        "daifugo play --record",
        "doudizhu play --record",
        "hearts play --record",
        "hearts review --report",
    ];
    let folder = tempfile::tempdir().unwrap();
    assert!(run(&["man", "--to", text(folder.path())]).status.success());
    let tables = [FILES, RUNS, WRITTEN_FILES, WRITTEN_FOLDERS];
    let (mut found, mut missing) = (0, Vec::new());
    for page in std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()) {
        let command = page.file_stem().unwrap().to_str().unwrap();
        let Some(command) = command.strip_prefix("quadrille-") else { continue };
        // Commands of two words belong to an engine; their own names may have a hyphen.
        let rows = tables.iter().flat_map(|table| table.iter());
        let of = |row: &&&[&str]| {
            let first =
                row.iter().position(|word| word.to_ascii_lowercase() != **word || word.starts_with("--"));
            let mut words = row[..first.unwrap_or(row.len())].to_vec();
            words.retain(|word| !word.contains([':', '.']) && !["glider", "block"].contains(word));
            words.join("-") == command
        };
        let rows: Vec<_> = rows.filter(of).collect();
        for line in std::fs::read_to_string(&page).unwrap().lines() {
            let (flag, value) = match line.split_once("\\fI<") {
                Some((flag, value)) => (flag.contains("\\-\\-").then_some(flag), value.split_once('>')),
                None => match line.strip_prefix("<\\fI") {
                    Some(value) => (None, value.split_once("\\fR>")),
                    None => continue,
                },
            };
            let Some((value, _)) = value.filter(|(value, _)| VALUES.contains(value)) else { continue };
            found += 1;
            let flag = flag.map(|flag| {
                let flag = flag.replace("\\-", "-");
                let from = flag.find("--").unwrap();
                flag[from..].split('\\').next().unwrap().to_owned()
            });
            let is_path = |word: &str| {
                ["FILE", "DIR", "OUT", "EXPERIMENT", "PARTIALS", "RECORD"]
                    .iter()
                    .any(|begin| word.starts_with(begin))
            };
            let covered = rows.iter().any(|row| match &flag {
                Some(flag) => row.windows(2).any(|pair| pair[0] == *flag && is_path(pair[1])),
                None => row
                    .iter()
                    .enumerate()
                    .any(|(at, word)| at > 0 && !row[at - 1].starts_with("--") && is_path(word)),
            });
            let name = format!("{} {}", command.replace('-', " "), flag.as_deref().unwrap_or(value));
            if !covered && !EXEMPT.contains(&name.as_str()) {
                missing.push(name);
            }
        }
    }
    assert!(missing.is_empty(), "not in the tables: {missing:?}");
    assert!(found > 40, "{found}");
}
