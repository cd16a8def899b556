//! Regression tests for attacks: texts with terminal escapes, special files, exhausted resources.

#[cfg(unix)]
use std::process::Output;

use super::{assert_no_panic, experiment, quadrille, refused, run, stderr, stdout, text};

const TINY: &str =
    "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 2\ncolors = 3\nstrategy = \"knuth\"\n";

/// A character that reverses the reading direction.
const TURN: char = '\u{202e}';
const ESCAPE: char = '\u{1b}';

fn assert_harmless(shown: &str) {
    assert!(!shown.contains([TURN, ESCAPE]), "{shown:?}");
}

/// Files and file names may contain anything; their text is escaped for display.
#[test]
fn no_text_from_outside_commands_a_terminal_or_a_page() {
    let (folder, file) = experiment(&format!(
        "# a comment {TURN}\nkind = \"doudizhu.arena\"\nseed = 1\n[doudizhu]\nplayers = [\"rule\", \"rule\", \"cmd:sh bot \\u001b[31m\\u202e {}\"]\ngames = 3\n",
        "x".repeat(500)
    ));
    std::fs::write(folder.path().join("bot"), super::foreign::PASSES).unwrap();
    let out = folder.path().join(format!("o{TURN}{ESCAPE}[31m"));
    let flags = ["run", text(&file), "--out", text(&out)];
    for more in [&[][..], &["--json"]] {
        let output = run(&[&flags[..], more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        assert_harmless(&stdout(&output));
        assert_harmless(&stderr(&output));
        if more.is_empty() {
            assert!(stdout(&output).contains(r"cmd:sh bot \u{1b}[31m\u{202e}"));
            // Long texts are shortened for display, but complete in the result.
            assert!(!stdout(&output).contains(&"x".repeat(100)));
        } else {
            let answer: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
            let name = format!("cmd:sh bot {ESCAPE}[31m{TURN} {}", "x".repeat(500));
            assert_eq!(answer["result"]["players"][2]["name"], name);
        }
    }
    assert_harmless(&std::fs::read_to_string(out.join("report.html")).unwrap());
    for format in ["html", "csv", "md"] {
        assert_harmless(&stdout(&run(&["report", text(&out), "--format", format])));
    }
    assert_harmless(&stdout(&run(&["report", text(&out), "--json"])));
    assert_harmless(&std::fs::read_to_string(out.join("report.html")).unwrap());
    // Unusual names are given as arguments and as names of missing files.
    let name = format!("x{TURN}{ESCAPE}[31m.toml");
    for (arguments, shown) in [
        (&["run", "a.toml", &name][..], r"x\u{202e}"),
        (&["run", &name], r"x\u{202e}\u{1b}[31m.toml"),
        (&["life", "info", &name], r"x\u{202e}\u{1b}[31m.toml"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert_harmless(&stderr(&output));
        assert!(stderr(&output).contains(shown), "{}", stderr(&output));
    }
    // A comment of a pattern and an excerpt of a faulty file contain such characters.
    let pattern = folder.path().join("p.rle");
    std::fs::write(&pattern, format!("#N a{TURN}{ESCAPE}[31m\n#C b{TURN}\nx = 3, y = 1\n3o!\n")).unwrap();
    let page = folder.path().join("page.html");
    for arguments in
        [&["life", "info", text(&pattern), "--report", text(&page)][..], &["life", "census", text(&pattern)]]
    {
        assert_harmless(&stdout(&run(arguments)));
    }
    assert_harmless(&std::fs::read_to_string(&page).unwrap());
    std::fs::write(&file, format!("kind = \"x{TURN}{ESCAPE}\"")).unwrap();
    assert_harmless(&stderr(&run(&["run", text(&file)])));
}

/// An experiment may name files of other users: only files beside it are quoted.
#[test]
fn errors_show_no_lines_of_files_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    let file = inside.join("e.toml");
    let naming = |name: &str| {
        std::fs::write(&file, format!("kind = \"combat.dps\"\n[combat]\nprofile = '{name}'\n")).unwrap();
        run(&["run", text(&file), "--out", text(&inside.join("out"))])
    };
    std::fs::write(folder.path().join("outside.toml"), "secret 42\n").unwrap();
    std::fs::write(inside.join("own.toml"), "name = \"a\"\nmine 42\n").unwrap();
    std::fs::write(inside.join("other.bin"), "\u{7f}ELF secret 42\n").unwrap();
    for (name, place, quoted) in [
        ("../outside.toml", "outside.toml:1:8", None),
        (text(&folder.path().join("outside.toml")), "outside.toml:1:8", None),
        ("own.toml", "own.toml:2:6", Some("mine 42")),
        ("other.bin", "other.bin:1:6", None),
    ] {
        let told = stderr(&naming(name));
        assert!(told.contains(place) && told.contains("this is not TOML"), "{name}: {told}");
        assert_eq!(told.contains("42"), quoted.is_some(), "{name}: {told}");
        assert!(quoted.is_none_or(|quoted| told.contains(quoted)), "{name}: {told}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../outside.toml", inside.join("link.toml")).unwrap();
        let told = stderr(&naming("link.toml"));
        assert!(told.contains("link.toml:1:8") && !told.contains("42"), "{told}");
    }
    // Files named on the command line may be quoted.
    let told = stderr(&run(&["combat", "run", text(&folder.path().join("outside.toml"))]));
    assert!(told.contains("secret 42"), "{told}");
    assert!(!inside.join("out").exists());
}

#[test]
fn confined_names_stay_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    let profile = std::fs::read(super::root().join("examples/combat/fury.toml")).unwrap();
    std::fs::write(folder.path().join("fury.toml"), &profile).unwrap();
    std::fs::write(inside.join("own.toml"), &profile).unwrap();
    let (file, out) = (inside.join("e.toml"), inside.join("out"));
    let naming = |name: &str, flags: &[&str]| {
        let text_of_file =
            format!("kind = \"combat.dps\"\nseed = 1\n[combat]\niterations = 10\nprofile = '{name}'\n");
        std::fs::write(&file, text_of_file).unwrap();
        let _ = std::fs::remove_dir_all(&out);
        run(&[&["run", text(&file), "--out", text(&out)], flags].concat())
    };
    assert!(naming("../fury.toml", &[]).status.success());
    assert!(naming("own.toml", &["--confine"]).status.success());
    let refusal = naming("../fury.toml", &["--confine"]);
    let says = "no file \"../fury.toml\" in the experiment's folder; --confine reads no file outside it";
    super::assert_refusal(&refusal, &["e.toml:5:11", says]);
    assert!(!out.exists());
}

/// Programs are refused where an experiment is confined, before anything is written.
#[test]
fn a_confined_experiment_starts_no_program() {
    for (kind, engine, players) in [
        ("doudizhu.arena", "doudizhu", "\"rule\", \"random\", 'cmd:touch started'"),
        ("daifugo.arena", "daifugo", "\"greedy\", \"random\", \"random\", 'cmd:touch started'"),
        ("daifugo.league", "daifugo", "\"greedy\", \"random\", \"random\", \"random\", 'cmd:touch started'"),
    ] {
        let (folder, file) = super::experiment(&format!(
            "kind = \"{kind}\"\nseed = 1\n[{engine}]\nplayers = [{players}]\ngames = 12\n"
        ));
        let out = folder.path().join("out");
        let (file, out) = (text(&file), text(&out));
        let says = ["e.toml:4:", "a program may not play in an experiment that is confined", "no --confine"];
        for command in [
            &["run", file, "--out", out, "--confine"][..],
            &["shard", file, "--shards", "0..1", "--to", out, "--confine"],
            &["merge", file, "some.partials", "--out", out, "--confine"],
        ] {
            super::refused(command, &says);
            let left = std::fs::read_dir(folder.path()).unwrap().count();
            assert_eq!(left, 1, "nothing is there but the experiment");
        }
    }
}

/// Runs the program under a shell's resource limits.
#[cfg(unix)]
fn limited(limits: &str, arguments: &[&str]) -> Output {
    std::process::Command::new("sh")
        .args(["-c", &format!("{limits} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_quadrille")])
        .args(arguments)
        .env_remove("QUADRILLE_SIMD")
        .output()
        .unwrap()
}

/// Files are created with the user's default permissions.
#[cfg(unix)]
#[test]
fn files_of_a_run_respect_the_umask() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, file) = experiment(TINY);
    for (mask, mode) in [("000", 0o666), ("022", 0o644), ("027", 0o640), ("077", 0o600)] {
        let out = folder.path().join(mask);
        let output = limited(&format!("umask {mask}"), &["run", text(&file), "--out", text(&out), "--quiet"]);
        assert!(output.status.success(), "{}", stderr(&output));
        for name in ["run.sqlite", "run.json", "result.json", "report.html"] {
            let found = out.join(name).metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(found, mode, "{name} under {mask}: {found:o}");
        }
    }
}

/// The program does not wait for a pipe without a writer.
#[cfg(unix)]
#[test]
fn pipes_and_links_are_no_files_of_a_run() {
    let (folder, file) = experiment(TINY);
    let out = folder.path().join("out");
    std::fs::create_dir(&out).unwrap();
    super::make_pipe(&out.join("run.sqlite"));
    refused(&["run", text(&file), "--out", text(&out)], &["run.sqlite", "it is a pipe"]);
    std::fs::remove_file(out.join("run.sqlite")).unwrap();
    let elsewhere = folder.path().join("elsewhere");
    std::os::unix::fs::symlink(&elsewhere, out.join("run.sqlite")).unwrap();
    refused(&["run", text(&file), "--out", text(&out)], &["run.sqlite", "it is a link"]);
    assert!(!elsewhere.exists());
    std::fs::remove_file(out.join("run.sqlite")).unwrap();
    // A complete run whose result was replaced by a pipe.
    assert!(run(&["run", text(&file), "--out", text(&out), "--quiet"]).status.success());
    std::fs::remove_file(out.join("result.json")).unwrap();
    super::make_pipe(&out.join("result.json"));
    refused(&["run", text(&file), "--out", text(&out), "--quiet"], &["result.json: it is a pipe"]);
}

/// A pipe is read as standard input: `zcat soup.rle.gz | quadrille life run -`.
#[cfg(unix)]
#[test]
fn a_pattern_may_come_out_of_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    super::make_pipe(&path);
    let writing = path.clone();
    let writer = std::thread::spawn(move || std::fs::write(writing, "bo$2bo$3o!"));
    let reading = std::fs::File::open(&path).unwrap();
    let output = quadrille(&["life", "run", "-", "--generations", "4"]).stdin(reading).output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(stdout(&output).contains("population 5"), "{}{}", stdout(&output), stderr(&output));
}

/// The error for an unwritable folder includes the system's reason.
#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_folder_is_reported_with_the_reason() {
    let (_folder, file) = experiment(TINY);
    let output = run(&["run", text(&file), "--out", "/sys"]);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("cannot write /sys/run.sqlite: ") && !told.contains("database"), "{told}");
    assert_eq!(told.matches("run.sqlite").count(), 1, "{told}");
}

/// The stacks are larger than any memory, so the system refuses to start the threads.
#[test]
fn where_there_are_no_threads_there_is_no_panic() {
    let (folder, file) = experiment(
        "kind = \"life.grid\"\nseed = 1\n[life]\nbounds = \"64x64:torus\"\ndensities = [0.3]\ngenerations = 10\n",
    );
    let (out, pattern) = (folder.path().join("out"), folder.path().join("p.rle"));
    std::fs::write(&pattern, "bo$2bo$3o!").unwrap();
    let done: &[&[&str]] = &[
        &["mastermind", "optimal", "--pins", "3", "--colors", "4"],
        &["mastermind", "grade", "--pins", "4", "--colors", "6", "1122:1,0"],
        &["life", "info", text(&pattern)],
        &["life", "census", text(&pattern)],
        &["doudizhu", "solve", "--hands", "3456789TJQKA2/3456789TJQKA2"],
    ];
    let alone =
        |arguments: &[&str]| quadrille(arguments).env("RUST_MIN_STACK", "1000000000000000").output().unwrap();
    for arguments in done {
        let output = alone(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        let first = |output: &std::process::Output| stdout(output).lines().next().map(str::to_owned);
        assert_eq!(first(&output), first(&run(arguments)), "{arguments:?}");
    }
    let arguments = ["run", text(&file), "--out", text(&out), "--quiet"];
    let output = alone(&[&arguments[..], &["--threads", "3"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("could not start 3 threads, only 1: "), "{}", stderr(&output));
    assert_no_panic(&stderr(&output));
    assert!(!out.exists(), "nothing is written");
    for threads in [&[][..], &["--threads", "1"]] {
        let output = alone(&[&arguments[..], threads].concat());
        assert!(output.status.success(), "{}", stderr(&output));
    }
}

/// Experiments and commands report a shortage of memory in the same way.
#[cfg(target_os = "linux")]
#[test]
fn a_field_too_large_for_memory_is_reported() {
    let (folder, file) = experiment(
        "kind = \"life.grid\"\nseed = 1\n[run]\nthreads = 1\n[life]\nbounds = \"65536x65536:torus\"\ndensities = [0.3]\nfields = 1\ngenerations = 1\n",
    );
    let out = folder.path().join("out");
    let soup = ["life", "soup", "--size", "65536x65536", "--density", "0.3", "--seed", "1"];
    let whole = ["run", text(&file), "--out", text(&out)];
    for (arguments, needs) in
        [(&whole[..], " MiB of memory are required; "), (&soup, " needs 512.0 MiB of memory; ")]
    {
        let output = limited("ulimit -v 500000", arguments);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(told.contains(needs), "{told}");
        assert!(!told.contains("GiB") && !told.contains("stopped"), "{told}");
        assert_no_panic(&told);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_no_success() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [&["--help"][..], &["--version"], &["life", "run", "--help"], &["help", "run"]] {
        let output = quadrille(arguments).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains("cannot write to standard output"), "{}", stderr(&output));
    }
}
