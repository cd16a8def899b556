//! `[sweep]`: every point equals the experiment with that value, and errors are reported at their
//! position.

use std::collections::BTreeSet;
use std::path::Path;

use quadrille::diagnostics::Source;
use quadrille::experiment_file::ExperimentFile;
use quadrille::files::NamedFiles;
use quadrille::kinds::REGISTRY;
use quadrille::lanes::Level;
use quadrille::report::Block;
use quadrille::runner::{Coordinator, Worker};
use quadrille::runs::{self, RunOptions, SavedRun};
use serde_json::{Value, json};

fn read(text: &str) -> Result<ExperimentFile, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    REGISTRY
        .read_with(Source::new("e.toml", text), NamedFiles::in_folder(folder))
        .map_err(|error| error.headline())
}

fn options() -> RunOptions {
    RunOptions::new(Level::best()).seed(3).threads(2)
}

fn result(text: &str) -> Value {
    let file = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let summary = runs::in_memory(&file, options(), &()).unwrap();
    Value::Object(summary.conclusion.unwrap().result)
}

/// Returns the error message of a text; fails if the text is accepted.
fn refused(text: &str) -> String {
    read(text).err().unwrap_or_else(|| panic!("read: {text}"))
}

#[test]
fn every_point_is_the_experiment_with_that_value() {
    let dps = "kind = \"combat.dps\"\n[combat]\nprofile = \"combat/fury.toml\"\niterations = 40\n";
    let grid = "kind = \"life.grid\"\n[life]\nbounds = \"20x20:torus\"\ndensities = [0.3]\nfields = 3\n";
    let knuth = "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 3\n";
    let cases = [
        (
            format!("{dps}[sweep]\n\"combat.profile.actor.crit\" = {{ from = 0.1, to = 0.3, step = 0.1 }}"),
            ["0.1", "0.2", "0.3"]
                .map(|crit| (vec![crit], format!("{dps}set = {{ \"actor.crit\" = {crit} }}")))
                .to_vec(),
        ),
        (
            format!(
                "{grid}[sweep]\n\"life.generations\" = [5, 9]\n\"life.rule\" = [\"B3/S23\", \"B36/S23\"]"
            ),
            [["5", "B3/S23"], ["5", "B36/S23"], ["9", "B3/S23"], ["9", "B36/S23"]]
                .map(|[last, rule]| {
                    (vec![last, rule], format!("{grid}generations = {last}\nrule = \"{rule}\""))
                })
                .to_vec(),
        ),
        (
            format!("{knuth}strategy = \"knuth\"\n[sweep]\n\"mastermind.colors\" = [5, 4]"),
            ["5", "4"]
                .map(|colors| (vec![colors], format!("{knuth}strategy = \"knuth\"\ncolors = {colors}")))
                .to_vec(),
        ),
    ];
    for (swept, points) in cases {
        let found = result(&swept);
        let expected: Vec<Value> =
            points.iter().map(|(values, text)| json!({ "values": values, "result": result(text) })).collect();
        assert_eq!(found["points"], Value::Array(expected), "{swept}");
    }
}

#[test]
fn a_sweep_is_refused_where_it_is_wrong() {
    let head = "kind = \"combat.dps\"\n[combat]\nprofile = \"combat/fury.toml\"\n[sweep]\n";
    let sweep = |keys: &str| refused(&format!("{head}{keys}"));
    for (keys, error) in [
        ("", "e.toml:4:1: [sweep] has 0 keys (expected 1 to 2)"),
        ("\"combat.iterations\" = 5", "e.toml:5:23: `combat.iterations` is neither a list nor a range"),
        ("\"combat.iterations\" = []", "e.toml:5:23: `combat.iterations` has no values"),
        ("\"combat.iterations\" = [5, 7, 5]", "`combat.iterations` has the value 5 twice"),
        ("\"combat.profile.actor.crit\" = [0.1, 0.10]", "has the value 0.10 twice"),
        (
            "\"combat.iterations\" = [[5], 7]",
            "has a list, a table or a date among its values (expected numbers, texts",
        ),
        ("\"combat.set\" = [{ \"actor.crit\" = 0.1 }]", "has a list, a table or a date among its values"),
        ("combat.iterations = [5, 7]", "(expected the whole key in quotes, such as \"combat."),
        (
            "\"combat.profile.actor.crit\" = [0.1]\n\"combat.profiles.actor.crit\" = [0.2]",
            "e.toml:6:1: a sweep cannot vary `combat.profiles.actor.crit`",
        ),
        ("\"combat.iterations\" = [5, 0]", "e.toml:5:27: `iterations` is 0 (expected a whole number from 1"),
        ("\"combat.iterations\" = { from = 1, to = 9 }", "`step` is missing"),
        ("\"combat.iterations\" = { from = 9, to = 1, step = 1 }", "`to` is 1"),
        ("\"combat.iterations\" = { from = 1, to = 9, step = 0 }", "`step` is 0"),
        (
            "\"combat.iterations\" = { from = 1, to = 5000, step = 1 }",
            "has 5000 values (expected at most 1000)",
        ),
        (
            "\"combat.iterations\" = { from = 1, to = 2, step = 0.5 }",
            "`iterations` is a number with a fraction",
        ),
        ("\"combat.iteration\" = [5]", "e.toml:5:1: unknown key `iteration` in [combat]"),
        ("\"mastermind.pins\" = [4]", "e.toml:5:1: a sweep cannot vary `mastermind.pins`"),
        ("\"combat.profile.actor.crits\" = [0.1]", "e.toml:5:1: "),
        ("\"combat.profile.actor.crit\" = [\"much\"]", "e.toml:5:32: `set.actor.crit` is a text"),
        ("seed = [1, 2]", "a sweep cannot vary `seed`"),
        ("a = [1]\nb = [1]\nc = [1]", "[sweep] has 3 keys"),
        (
            "\"combat.iterations\" = { from = 1, to = 100, step = 1 }\n\"combat.target_error\" = { from = 1, to = 50, step = 1 }",
            "the sweep has 5000 points (expected at most 1000)",
        ),
    ] {
        let said = sweep(keys);
        assert!(said.contains(error), "{keys}\n  says {said}\n  not {error}");
    }
}

/// The partial report of a stopped run, by point, with one key, two keys and a map.
#[test]
fn finished_points_are_reported_before_the_end() {
    let head = "kind = \"combat.dps\"\n[run]\nshards = 2\n[combat]\nprofile = \"combat/fury.toml\"\niterations = 20\n[sweep]\n";
    let crit = "\"combat.profile.actor.crit\" = { from = 0.1, to = 0.4, step = 0.1 }\n";
    for (second, points) in [
        ("", 4),
        ("\"combat.profile.actor.power\" = [1000, 1500]", 8),
        ("\"combat.iterations\" = { from = 2, to = 8, step = 1 }", 28),
    ] {
        let file = read(&format!("{head}{crit}{second}")).unwrap();
        let identity = file.identity(3);
        let mut job = file.open(3, Level::best());
        job.prepare(1, &()).unwrap();
        let worker = Worker::new(file.open(3, Level::best()), identity.clone(), 1, &()).unwrap();
        let mut coordinator = Coordinator::new(&*job, &identity, None).unwrap();
        let mut told = BTreeSet::new();
        while let Some(task) = coordinator.next_task() {
            coordinator.take(&worker.run(&task, &(), &|_| ()).unwrap()).unwrap();
            // If there are many points, the conclusion is not drawn after every one.
            let looked = points < 10 || task.shard % 10 == 5 || coordinator.is_complete();
            if let Some(so_far) = looked.then(|| job.conclude_so_far(&())).flatten() {
                told.insert(so_far.result["points"].as_array().unwrap().len());
                // The finished part can be drawn.
                assert!(so_far.report.sections.len() >= 2);
            }
        }
        assert!(told.contains(&points) && (points > 10 || told.len() == points), "{second}: {told:?}");
        assert!(told.len() > 3, "{second}: {told:?}");
    }
}

#[test]
fn a_result_that_is_not_this_sweeps_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 2\nstrategy = \"knuth\"\n[sweep]\n\"mastermind.colors\" = [2, 3, 4]\n";
    runs::in_directory(&read(text).unwrap(), folder.path(), options(), &()).unwrap();
    let path = folder.path().join("result.json");
    let whole: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let mut edits: Vec<fn(&mut Value)> = Vec::new();
    edits.push(|result| {
        let points = result["points"].as_array_mut().unwrap();
        points.push(points[0].clone());
    });
    edits.push(|result| result["points"].as_array_mut().unwrap().swap(0, 1));
    edits.push(|result| result["sweep"][0]["values"] = json!([]));
    edits.push(|result| result["points"][1]["values"] = json!([]));
    for edit in edits {
        let mut edited = whole.clone();
        edit(&mut edited["result"]);
        std::fs::write(&path, edited.to_string()).unwrap();
        let error = SavedRun::read(&REGISTRY, folder.path()).unwrap_err().to_string();
        assert!(error.contains("are not those of this sweep"), "{error}");
    }
    // A result with fewer points is that of a stopped run.
    let mut fewer = whole;
    fewer["result"]["points"].as_array_mut().unwrap().pop();
    std::fs::write(&path, fewer.to_string()).unwrap();
    assert!(SavedRun::read(&REGISTRY, folder.path()).unwrap().page().is_ok());
}

#[test]
fn range_values_are_short_decimals() {
    let text = "kind = \"combat.dps\"\n[combat]\nprofile = \"combat/fury.toml\"\niterations = 1\n[sweep]\n\
                \"combat.profile.actor.crit\" = { from = 0.1, to = 0.7, step = 0.1 }";
    assert_eq!(result(text)["sweep"][0]["values"], json!(["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]));
}

#[test]
fn the_report_draws_curves_with_intervals_and_maps() {
    let folder = tempfile::tempdir().unwrap();
    let head = "kind = \"combat.dps\"\n[combat]\nprofile = \"combat/fury.toml\"\niterations = 30\n[sweep]\n";
    let crit = "\"combat.profile.actor.crit\" = { from = 0.1, to = 0.3, step = 0.1 }\n";
    let power = |values: &str| format!("\"combat.profile.actor.power\" = {values}");
    for (name, keys) in [
        ("one", crit.to_owned()),
        ("two", crit.to_owned() + &power("[1000, 1500]")),
        ("many", crit.to_owned() + &power("[1000, 1100, 1200, 1300, 1400, 1500, 1600]")),
    ] {
        let file = read(&format!("{head}{keys}")).unwrap();
        let path = folder.path().join(name);
        let summary = runs::in_directory(&file, &path, options(), &()).unwrap();
        let report = summary.conclusion.unwrap().report;
        assert!(
            report.title.contains("Damage per second") || report.title.contains("damage per second"),
            "{}",
            report.title
        );
        match (&report.sections[0].blocks[0], name) {
            (Block::Lines(lines), "one") => {
                assert_eq!(lines.places, [0.1, 0.2, 0.3]);
                assert!(lines.series[0].intervals.iter().all(Option::is_some));
            }
            (Block::Lines(lines), "two") => {
                let names: Vec<&str> = lines.series.iter().map(|series| series.name.as_str()).collect();
                assert_eq!(names, ["actor.power 1000", "actor.power 1500"]);
                // More power gives more damage, at every crit.
                assert!(
                    lines.series[0]
                        .values
                        .iter()
                        .zip(&lines.series[1].values)
                        .all(|(less, more)| less < more)
                );
            }
            (Block::Heat(heat), "many") => {
                assert_eq!((heat.rows.len(), heat.columns.len()), (3, 7));
                assert!(heat.values.iter().all(|row| row.windows(2).all(|pair| pair[0] < pair[1])));
            }
            (other, name) => panic!("{name}: {other:?}"),
        }
        // The page is redrawn from the files, with the same bytes.
        let saved = SavedRun::read(&REGISTRY, &path).unwrap();
        assert_eq!(saved.report, report);
        assert_eq!(saved.page().unwrap(), std::fs::read_to_string(path.join("report.html")).unwrap());
    }
}
