//! Tests bad input of every kind: the message names the problem, its location and the expected
//! input, the exit code is 2, and nothing is written or lost.

use std::path::Path;

use super::{assert_refusal, assert_same, contents, experiment, quadrille, refused, stderr, stdout, text};

const GOOD: &str =
    "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 3\ncolors = 3\nstrategy = \"knuth\"\n";

#[test]
fn sizes_are_refused_where_they_are_wrong() {
    let with = |lines: &str, says: &[&str]| {
        let head = "kind = \"mastermind.compare\"\n[mastermind]\nstrategies = [\"knuth\"]\n";
        refused_file(&format!("{head}{lines}\n"), says);
    };
    with("sizes = []", &["e.toml:4:9", "the list has no sizes"]);
    with("sizes = [[4, 6], [4]]", &["e.toml:4:18", "a size is two numbers"]);
    with("sizes = [[4, 6], [4, 16]]", &["e.toml:4:22", "1 to 15"]);
    with("sizes = [[4, 6], [4, 6]]", &["e.toml:4:18", "appear twice"]);
    with("sizes = [[4, 6]]\npins = 4", &["both `pins` and `sizes` are given"]);
    with("sizes = [[4, 6]]\nfirst = \"1122\"", &["e.toml:5:9", "`first` is given together with `sizes`"]);
    with("sizes = [[4, 6]]\nfirsts = [\"1122\", \"1123\"]", &["e.toml:5:10", "2 first guesses for 1 sizes"]);
    with("sizes = [[4, 6], [3, 4]]\nfirsts = [\"1122\", \"115\"]", &["e.toml:5:22", "beyond this game's 4"]);
    with("pins = 4\ncolors = 6\nfirsts = [\"1122\"]", &["e.toml:6:10", "`firsts` is given without `sizes`"]);
    with("sizes = [[8, 10], [8, 9]]", &["GiB of memory"]);
}

/// Runs an experiment file that must be refused before anything is written.
fn refused_file(text_of_file: &str, says: &[&str]) {
    let (folder, file) = experiment(text_of_file);
    let out = folder.path().join("out");
    refused(&["run", text(&file), "--out", text(&out)], says);
    assert!(!out.exists(), "refused, yet {} was made", out.display());
}

#[test]
fn experiment_files_are_refused_with_place_and_expectation() {
    refused_file(
        "",
        &["e.toml:1:1", "the key `kind` is missing", "expected `mastermind.evaluate`, `mastermind.compare`"],
    );
    refused_file("kind = \n", &["e.toml:1:8", "the value is missing"]);
    refused_file("kind = 1\nkind = 2\n", &["e.toml:2:1", "this key is given twice"]);
    refused_file(&GOOD.replace("knuth", &"k".repeat(5000)), &["e.toml:5:12", "kkkk…"]);
    refused_file("knd = \"x\"", &["e.toml:1:1", "there is a key `knd`"]);
    refused_file("kind = \"mastermind.evalate\"", &["e.toml:1:8", "did you mean `mastermind.evaluate`?"]);
    refused_file("kind = 3", &["e.toml:1:8", "`kind` is a whole number", "`mastermind.compare`"]);
    refused_file("kind = \"mastermind.evaluate\"", &["the key `mastermind` is missing"]);
    let with = |from: &str, to: &str, says: &[&str]| {
        assert!(GOOD.contains(from));
        refused_file(&GOOD.replace(from, to), says);
    };
    with(
        "pins = 3",
        "pinz = 3",
        &["e.toml:3:1", "unknown key `pinz` in [mastermind]", "did you mean `pins`?"],
    );
    with("pins = 3", "", &["the key `pins` is missing in [mastermind]"]);
    with("pins = 3", "pins = 0", &["e.toml:3:8", "expected a whole number from 1 to 16"]);
    with("pins = 3", "pins = 17", &["e.toml:3:8", "expected a whole number from 1 to 16"]);
    with("pins = 3", "pins = 3.5", &["e.toml:3:8", "`pins` is a number with a fraction"]);
    with("colors = 3", "colors = 16", &["e.toml:4:10", "expected a whole number from 1 to 15"]);
    with("colors = 3", "colors = \"3\"", &["e.toml:4:10", "`colors` is a text"]);
    with("colors = 3", "colors = 3\nno_repeats = 1", &["e.toml:5:14", "expected true or false"]);
    with(
        "pins = 3",
        "no_repeats = true\npins = 4",
        &["4 pins without repeated colours need at least 4 colours"],
    );
    with("\"knuth\"", "\"knut\"", &["e.toml:5:12", "did you mean `knuth`?"]);
    with(
        "colors = 3",
        "colors = 3\nfirst = \"114\"",
        &["e.toml:5:12", "colour `4` is beyond this game's 3 colours"],
    );
    with("colors = 3", "colors = 3\nfirst = \"11\"", &["e.toml:5:10", "2 pins; expected 3"]);
    with("colors = 3", "colors = 3\nfirst = \"1x1\"", &["e.toml:5:11", "`x` is not a colour"]);
    with("colors = 3", "colors = 3\nfirst = 112", &["e.toml:5:9", "a codeword in quotes"]);
    with("pins = 3\ncolors = 3", "pins = 16\ncolors = 15", &["e.toml:3:8", "codewords", "GiB"]);
    with("[mastermind]", "seed = -4\n[mastermind]", &["e.toml:2:8", "`seed` is -4"]);
    with("[mastermind]", "[run]\nshards = 0\n[mastermind]", &["e.toml:3:10", "1 to 1000000"]);
    with("[mastermind]", "[runs]\n[mastermind]", &["unknown key `runs`", "did you mean `run`?"]);
    with("[mastermind]", "[doudizhu]\n[mastermind]", &["unknown key `doudizhu`"]);
    let compare = |strategies: &str, says: &[&str]| {
        let file = GOOD.replace(".evaluate", ".compare").replace("strategy = \"knuth\"", strategies);
        refused_file(&file, says);
    };
    compare("strategies = []", &["no strategies to compare"]);
    compare("strategies = \"knuth\"", &["strategies in brackets"]);
    compare("strategies = [\"knuth\", \"knuth\"]", &["e.toml:5:24", "appears twice"]);
    compare("strategies = [\"knuth\", \"minmax\"]", &["e.toml:5:24", "`strategies[2]`"]);
    compare("strategy = \"knuth\"", &["unknown key `strategy`", "did you mean `strategies`?"]);
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.toml");
    refused(&["run", text(&missing)], &["cannot read", "missing.toml"]);
    refused(&["run", text(folder.path())], &["cannot read"]);
    let hidden = folder.path().join(".toml");
    std::fs::write(&hidden, GOOD).unwrap();
    refused(&["run", text(&hidden)], &["no directory can be named after", "--out"]);
    if cfg!(unix) {
        refused(&["run", "/dev/zero"], &["/dev/zero: it is a device; expected a regular file"]);
    }
    let latin = folder.path().join("latin.toml");
    std::fs::write(&latin, b"kind = \"m\xfcller\"\n").unwrap();
    refused(&["run", text(&latin)], &["latin.toml:1:10", "byte 0xfc is not UTF-8"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// Creates a directory with a complete run of [`GOOD`].
fn complete_run() -> (tempfile::TempDir, std::path::PathBuf, std::path::PathBuf) {
    let (folder, file) = experiment(GOOD);
    let out = folder.path().join("out");
    let status = quadrille(&["run", text(&file), "--out", text(&out), "--seed", "9", "--quiet"])
        .output()
        .unwrap()
        .status;
    assert!(status.success());
    (folder, file, out)
}

/// Runs `file` in `out`, which must be refused and left unchanged.
fn refused_untouched(file: &Path, out: &Path, more: &[&str], says: &[&str]) {
    let before = contents(out);
    refused(&[&["run", text(file), "--out", text(out)], more].concat(), says);
    assert_same(out, &before);
}

#[test]
fn another_runs_directory_is_refused_and_untouched() {
    let (_folder, file, out) = complete_run();
    refused_untouched(
        &file,
        &out,
        &["--seed", "10"],
        &["holds another run", "its seed is 9, not 10", "--out"],
    );
    std::fs::write(&file, GOOD.replace("knuth", "entropy")).unwrap();
    for more in [&[][..], &["--resume"], &["--seed", "9"]] {
        refused_untouched(&file, &out, more, &["holds another run", "the texts of the experiments differ"]);
    }
}

#[test]
fn foreign_and_damaged_databases_are_refused_and_untouched() {
    for damage in ["text", "head", "middle", "tail", "short"] {
        let (_folder, file, out) = complete_run();
        let database = out.join("run.sqlite");
        let mut bytes = std::fs::read(&database).unwrap();
        let middle = bytes.len() / 2;
        match damage {
            "text" => bytes = b"not a database at all, but somebody's notes\n".repeat(100),
            "head" => bytes[..16].fill(0),
            "middle" => bytes[middle..middle + 2000].fill(0xff),
            "tail" => bytes.truncate(middle),
            _ => bytes.truncate(50),
        }
        std::fs::write(&database, bytes).unwrap();
        refused_untouched(&file, &out, &["--resume"], &["run.sqlite"]);
    }
}

#[test]
fn directories_that_cannot_be_used_are_refused() {
    let (folder, file) = experiment(GOOD);
    let occupied = folder.path().join("occupied");
    std::fs::write(&occupied, "a file").unwrap();
    refused(&["run", text(&file), "--out", text(&occupied)], &["cannot use", "occupied", "not a directory"]);
    refused(&["run", text(&file), "--out", text(&occupied.join("below"))], &["cannot use", "below"]);
    assert_eq!(std::fs::read(&occupied).unwrap(), b"a file");
    let others = folder.path().join("others");
    std::fs::create_dir(&others).unwrap();
    std::fs::write(others.join("result.json"), "{}").unwrap();
    refused_untouched(&file, &others, &[], &["holds a result.json, but no run is recorded"]);
    if cfg!(target_os = "linux") {
        refused(&["run", text(&file), "--out", "/proc/nowhere"], &["cannot use", "/proc/nowhere"]);
    }
}

#[test]
fn vector_levels_are_checked_before_anything_else() {
    let level = |name: &str| {
        quadrille(&["mastermind", "score", "11", "12"]).env("QUADRILLE_SIMD", name).output().unwrap()
    };
    assert_refusal(&level("avx9000"), &["QUADRILLE_SIMD", "avx9000", "scalar"]);
    assert!(level("").status.success(), "an empty variable is no variable");
    assert!(level("scalar").status.success());
}

#[test]
fn refused_arguments_name_the_expected_input() {
    let score =
        |arguments: &[&str], says: &[&str]| refused(&[&["mastermind", "score"], arguments].concat(), says);
    score(&["1123"], &["<GUESS>"]);
    score(&["1123", "112"], &["GUESS:1:1", "3 pins; expected 4"]);
    score(&["1123", "11g3"], &["GUESS:1:3", "`g` is not a colour"]);
    score(&["1123", "1129", "--colors", "6"], &["GUESS:1:4", "beyond this game's 6 colours"]);
    score(&["1123", "1123", "--colors", "16"], &["--colors", "1..=15"]);
    score(&["1134", "1234", "--no-repeats"], &["SECRET:1:2", "already at pin 1"]);
    score(&["", ""], &["1 to 16 pins"]);
    score(&["12345678912345678", "1"], &["a secret of 17 pins", "1 to 16 pins"]);
    score(&["1é23", "1123"], &["SECRET:1:2", "is not a colour"]);

    let four_of_six = ["--pins", "4", "--colors", "6"];
    let candidates = |rows: &[&str], says: &[&str]| {
        refused(&[&["mastermind", "candidates"], &four_of_six[..], rows].concat(), says);
    };
    candidates(&["1122"], &["row 1:1:1", "feedback is missing after the guess", "`1122:1,0`"]);
    candidates(&["1122:"], &["row 1:1:1", "feedback is missing after the guess"]);
    candidates(&["1122:1,0", "1123:3,1"], &["row 2:1:6", "3,1 cannot occur with 4 pins"]);
    candidates(&["1122:3,2"], &["row 1:1:6", "more pegs than the game's 4 pins"]);
    candidates(&["1127:1,0"], &["row 1:1:4", "beyond this game's 6 colours"]);
    candidates(&["1122:one,0"], &["row 1:1:6", "is not a feedback"]);
    candidates(&["1122:99999999999999999999,0"], &["row 1:1:6"]);

    let advise = |rows: &[&str], says: &[&str]| {
        refused(&[&["mastermind", "advise", "--strategy", "knuth"], &four_of_six[..], rows].concat(), says);
    };
    advise(&["1122:4,0", "1122:0,0"], &["no codeword", "at least one feedback must be wrong"]);
    refused(&["mastermind", "advise", "--pins", "4", "--colors", "6", "--strategy", "knutt"], &["'knuth'"]);
    refused(
        &["mastermind", "evaluate", "--pins", "16", "--colors", "15", "--strategy", "knuth"],
        &["codewords", "GiB of memory"],
    );
    refused(
        &["mastermind", "evaluate", "--pins", "5", "--colors", "4", "--no-repeats", "--strategy", "knuth"],
        &["need at least 5 colours"],
    );
    refused(
        &["mastermind", "evaluate", "--pins", "2", "--colors", "3", "--strategy", "knuth", "--first", "14"],
        &["--first:1:2"],
    );
    refused(&["mastermind", "evaluate", "--pins", "0", "--colors", "6", "--strategy", "knuth"], &["1..=16"]);
    refused(&["run", "x.toml", "--threads", "0"], &["a whole number from 1 to 1024"]);
    refused(&["run", "x.toml", "--seed", "-1"], &["--seed", "from 0 to 18446744073709551615"]);
    refused(&["run", "...toml"], &["cannot read"]);
    refused(
        &["mastermind", "evaluate", "--pins", "2", "--colors", "2", "--strategy", "knuth", "--resume"],
        &["--out"],
    );
    for rounds in ["0", "-1", "x", "10001"] {
        refused(&["ladder", "lanes", "--rounds", rounds], &["--rounds", "1 to 10000"]);
    }
    refused(&["ladder", "lives"], &["there is no ladder `lives`", "lanes"]);
    refused(&["frobnicate"], &["unrecognized subcommand"]);
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_closed_or_full_is_no_panic() {
    use std::process::{Command, Stdio};
    let pipe = "\"$0\" mastermind candidates --pins 4 --colors 6 | true";
    let closed = Command::new("sh").args(["-c", pipe, env!("CARGO_BIN_EXE_quadrille")]).output().unwrap();
    assert!(closed.status.success());
    assert_eq!(stderr(&closed), "");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = quadrille(&["mastermind", "score", "11", "12"]).stdout(Stdio::from(full)).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("cannot write to standard output"), "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
}
