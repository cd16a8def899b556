//! A finished run is read back from its directory and its page redrawn: the same bytes, and no
//! other file changes.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quadrille::diagnostics::Source;
use quadrille::experiment_file::ExperimentFile;
use quadrille::files::NamedFiles;
use quadrille::kinds::{KINDS, REGISTRY};
use quadrille::lanes::Level;
use quadrille::progress::{Observer, Progress};
use quadrille::runs::{self, RunOptions, SavedRun};
use serde_json::{Value, json};

/// A small experiment of every kind.
const EXPERIMENTS: [&str; 19] = [
    "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 3\ncolors = 3\nstrategy = \"entropy\"\nfirst = \"112\"\n",
    "kind = \"mastermind.compare\"\n[mastermind]\npins = 2\ncolors = 3\nstrategies = [\"knuth\", \"entropy\"]\n",
    "kind = \"random.battery\"\n[random]\ngenerators = [\"msvc-rand\"]\nstreams = [\"asa128\"]\nsize = 19\n",
    "kind = \"combat.dps\"\n[combat]\nprofile = \"combat/tank.toml\"\niterations = 50\n",
    "kind = \"combat.weights\"\n[combat]\nprofile = \"combat/fury.toml\"\niterations = 20\nweights = { \"actor.crit\" = 0.01 }\n",
    "kind = \"combat.compare\"\n[combat]\nprofiles = [\"combat/fury.toml\", \"combat/shadow.toml\"]\niterations = 300\n",
    "kind = \"life.grid\"\n[life]\nbounds = \"20x20:torus\"\ndensities = [0.2, 0.7]\ngenerations = 9\nfields = 2\n",
    "kind = \"life.soups\"\n[life]\nsoups = 12\nrule = \"B36/S23\"\ngenerations = 500\n",
    "kind = \"life.methuselah\"\n[life]\nwidth = 3\nheight = 3\nrule = \"B36/S23\"\n",
    "kind = \"doudizhu.arena\"\n[doudizhu]\nplayers = [\"rule\", \"random\", \"random\"]\ngames = 30\nscoring = \"classic\"\n",
    "kind = \"daifugo.arena\"\n[daifugo]\nplayers = [\"greedy\", \"random\", \"random\"]\ngames = 30\njokers = 2\n",
    "kind = \"doudizhu.endgames\"\n[doudizhu]\nhands = [5, 5]\ndeals = 20\npuzzles = 2\nhardest = 2\n",
    "kind = \"mastermind.optimal\"\n[mastermind]\npins = 2\ncolors = 4\n",
    "kind = \"daifugo.league\"\n[daifugo]\nplayers = [\"greedy\", \"random\", \"random\", \"greedy\"]\nseats = 3\ngames = 120\n",
    "kind = \"hearts.arena\"\n[hearts]\nplayers = [\"rule\", \"random\", \"random\", \"rule\"]\ngames = 40\njd_bonus = true\n",
    "kind = \"hearts.league\"\n[hearts]\nplayers = [\"rule\", \"random\", \"random\", \"rule\", \"random\"]\ngames = 120\n",
    "kind = \"doudizhu.train\"\n[doudizhu]\ngames = 40\nslot_games = 10\nmeasurements = 2\nsittings = 4\n",
    "kind = \"daifugo.train\"\n[daifugo]\ngames = 40\nslot_games = 10\nmeasurements = 2\nsittings = 4\n",
    "kind = \"hearts.train\"\n[hearts]\ngames = 40\nslots = 1\nslot_games = 10\nmeasurements = 2\nsittings = 4\n",
];

const OPTIONS: RunOptions = RunOptions::new(Level::scalar()).seed(11).threads(2);

fn read(text: &str) -> ExperimentFile {
    let examples: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    REGISTRY
        .read_with(Source::new("test.toml", text), NamedFiles::in_folder(examples))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn run(text: &str, directory: &Path) {
    runs::in_directory(&read(text), directory, OPTIONS, &()).expect("it runs");
}

#[test]
fn redrawing_a_page_starts_no_programs() {
    let league = "games = 3\nseats = 3";
    // The program always passes; the answer is readable, but sometimes illegal.
    let program = "cmd:sh -c 'i=0; while read -r q; do i=$((i + 1)); echo \"{\\\"id\\\":$i,\\\"move\\\":\\\"pass\\\"}\"; done'";
    for (kind, more) in
        [("doudizhu.arena", "games = 3"), ("daifugo.arena", "games = 3"), ("daifugo.league", league)]
    {
        let engine = kind.split('.').next().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let text = format!(
            "kind = \"{kind}\"\n[{engine}]\nplayers = ['''{program}''', \"random\", \"random\"]\n{more}\n"
        );
        run(&text, folder.path());
        let before = contents(folder.path());
        let saved = SavedRun::read(&REGISTRY, folder.path()).unwrap_or_else(|error| panic!("{error}"));
        saved.write_page().unwrap();
        assert!(contents(folder.path()) == before, "{kind}");
        // Where programs cannot be started, the run is refused before it starts.
        let nowhere = NamedFiles::new(quadrille::files::NoFiles);
        let file = REGISTRY.read_with(Source::new("test.toml", text.as_str()), nowhere).unwrap();
        let refusal = runs::in_memory(&file, OPTIONS, &()).unwrap_err().to_string();
        assert!(refusal.contains("the experiment was not read from a folder"), "{refusal}");
    }
}

/// An observer that delays its first calls long enough for `run.json` to be updated meanwhile.
struct Slow(AtomicU64);

impl Observer for Slow {
    fn observe(&self, _: &Progress) -> ControlFlow<()> {
        if self.0.fetch_add(1, Ordering::Relaxed) < 2 {
            std::thread::sleep(Duration::from_millis(2100));
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn a_complete_run_stays_as_it_is_however_long_it_is_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    run(EXPERIMENTS[0], folder.path());
    let before = contents(folder.path());
    let summary =
        runs::in_directory(&read(EXPERIMENTS[0]), folder.path(), OPTIONS, &Slow(AtomicU64::new(0))).unwrap();
    assert!(summary.answered && contents(folder.path()) == before);
}

/// Returns every file of a folder with its bytes.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.clone(), std::fs::read(&path).unwrap())).collect()
}

/// Results of `doudizhu.endgames` held the effort of the solver until their third revision.
#[test]
fn an_older_run_of_endgames_is_refused_with_its_revision() {
    let folder = tempfile::tempdir().unwrap();
    let text = EXPERIMENTS.iter().find(|text| text.contains("doudizhu.endgames")).unwrap();
    run(text, folder.path());
    for name in ["result.json", "run.json"] {
        let file = folder.path().join(name);
        let mut saved: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(saved["revision"], 4);
        saved["revision"] = json!(3);
        if name == "result.json" {
            saved["result"]["nodes"] = json!("1");
            saved["result"]["hardest"] = json!([]);
        }
        std::fs::write(&file, saved.to_string()).unwrap();
    }
    let refusal = SavedRun::read(&REGISTRY, folder.path()).unwrap_err().to_string();
    assert!(
        refusal.contains("holds a run of doudizhu.endgames, revision 3,") && refusal.contains("revision 4"),
        "{refusal}"
    );
}

#[test]
fn pages_are_drawn_anew_for_every_kind() {
    let mut kinds: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    for text in EXPERIMENTS {
        let folder = tempfile::tempdir().unwrap();
        run(text, folder.path());
        let before = contents(folder.path());
        std::fs::remove_file(folder.path().join("report.html")).unwrap();
        let saved = SavedRun::read(&REGISTRY, folder.path()).unwrap_or_else(|error| panic!("{error}"));
        let page = saved.write_page().unwrap();
        assert_eq!(page, folder.path().join("report.html"));
        assert!(contents(folder.path()) == before, "{}", saved.result.kind);
        // The files match the types.
        let bytes = |name| std::fs::read(folder.path().join(name)).unwrap();
        assert!(saved.result.to_bytes() == bytes("result.json") && saved.run.to_bytes() == bytes("run.json"));
        // The report can be serialized.
        let data = serde_json::to_string(&saved.report).unwrap();
        assert_eq!(serde_json::from_str::<quadrille::runner::Report>(&data).unwrap(), saved.report);
        kinds.retain(|kind| *kind != saved.result.kind);
    }
    assert!(kinds.is_empty(), "not tried: {kinds:?}");
}

/// Returns the reason why a directory is refused.
fn refusal(directory: &Path) -> String {
    let before = contents(directory);
    let reason = SavedRun::read(&REGISTRY, directory).expect_err("it must be refused").to_string();
    assert!(contents(directory) == before, "something was written");
    reason
}

#[test]
fn damaged_and_foreign_directories_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert!(refusal(path).contains("holds no run: there is no run.json in it"));
    run(EXPERIMENTS[3], path);
    let original = |name| std::fs::read_to_string(path.join(name)).unwrap();
    let originals = [("result.json", original("result.json")), ("run.json", original("run.json"))];
    let changed = |which: usize, change: &dyn Fn(&mut Value)| {
        let (name, text) = &originals[which];
        let mut value: Value = serde_json::from_str(text).unwrap();
        change(&mut value);
        std::fs::write(path.join(name), value.to_string()).unwrap();
        let reason = refusal(path);
        std::fs::write(path.join(name), text).unwrap();
        reason
    };
    let says = |reason: String, part: &str| assert!(reason.contains(part), "{part:?} is not in {reason:?}");
    says(changed(0, &|file| file["seed"] = json!("12")), "are of different runs");
    says(changed(0, &|file| file["shards"] = json!(7)), "are of different runs");
    says(changed(0, &|file| file["seed"] = json!(11)), "is damaged");
    says(changed(0, &|file| *file = json!(null)), "is damaged");
    says(changed(0, &|file| file["result"]["kills"] = json!(-1)), "not a result of combat.dps: `kills`");
    says(changed(0, &|file| file["result"]["extra"] = json!(1)), "not a result of combat.dps");
    says(changed(1, &|file| file["complete"] = json!(false)), "not complete");
    says(
        changed(1, &|file| drop(file.as_object_mut().unwrap().remove("experiment"))),
        "does not contain the experiment",
    );
    says(changed(1, &|file| file["experiment"]["text"] = json!("kind = 3")), "cannot be read");
    says(changed(1, &|file| file["experiment"]["files"] = json!([])), "there is no file");
    says(changed(1, &|file| file["experiment_hash"] = json!("00")), "hash");
    says(changed(1, &|file| file["details"] = json!({ "auras": [] })), "`median_length`");
    let other = |file: &mut Value| file["revision"] = json!(99);
    says(changed(1, &other), "are of different runs");
    std::fs::write(path.join("result.json"), &originals[0].1[..100]).unwrap();
    says(refusal(path), "is damaged");
    std::fs::remove_file(path.join("result.json")).unwrap();
    says(refusal(path), "there is no result.json in it");
    std::fs::create_dir(path.join("result.json")).unwrap();
    let reason = SavedRun::read(&REGISTRY, path).unwrap_err().to_string();
    says(reason, "it is a folder");
}
