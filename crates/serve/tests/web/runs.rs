//! Runs: start, live state, stop, resume, report, download, compare, delete; the limit of jobs.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Site, Socket};

/// Returns an experiment whose shard k waits until the file `gate` has more than k bytes.
pub(crate) fn waiting(gate: &Path, shards: u64) -> String {
    format!("kind = \"test.wait\"\nseed = 1\n[test]\nshards = {shards}\ngate = \"{}\"\n", gate.display())
}

pub(crate) const SMALL: &str =
    "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 3\ncolors = 4\nstrategy = \"knuth\"\n";

pub(crate) fn start(site: &Site, name: &str, text: &str) -> String {
    let started = site.post("/api/start", &json!({ "name": name, "text": text }));
    assert_eq!(started.status, 200, "{}", started.text());
    started.json()["run"].as_str().unwrap().to_owned()
}

/// Returns the last job of a run.
fn job<'a>(state: &'a Value, run: &str) -> &'a Value {
    let jobs = state["jobs"].as_array().unwrap();
    jobs.iter().rev().find(|job| job["name"] == run).unwrap_or(&Value::Null)
}

pub(crate) fn state_of<'a>(state: &'a Value, run: &str) -> &'a str {
    let runs = state["runs"].as_array().unwrap();
    runs.iter().find(|found| found["name"] == run).and_then(|run| run["state"].as_str()).unwrap_or("")
}

#[test]
fn a_run_from_its_start_to_its_deletion() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let mut socket = Socket::of(&site);
    assert_eq!(start(&site, "first", SMALL), "first");
    socket.until("the end of the run", |state| state_of(state, "first") == "complete");
    assert_eq!(start(&site, "first", SMALL), "first-2", "an existing run is never replaced");
    socket.until("the second run", |state| state_of(state, "first-2") == "complete");

    let details = site.get("/api/run?run=first").json();
    assert_eq!((details["complete"].as_bool(), details["text"].as_str()), (Some(true), Some(SMALL)));
    assert!(details["summary"]["metrics"].as_array().unwrap().len() > 1, "{details}");
    assert!(Path::new(details["folder"].as_str().unwrap()).join("report.html").is_file());
    assert_eq!(details["files"], json!(["result.json", "run.json", "report.html"]));

    let result = site.get("/download?run=first&file=result.json");
    assert_eq!(result.body, std::fs::read(folder.path().join("first/result.json")).unwrap());
    assert!(result.header("content-disposition").unwrap().starts_with("attachment"));
    assert_eq!(site.get("/download?run=first&file=run.sqlite").status, 400);
    assert_eq!(site.get("/download?run=first&file=policy.safetensors").status, 404);
    assert_eq!(site.get("/api/compare?a=first&b=first-2").json(), json!({ "same": true, "differences": [] }));
    let other = SMALL.replace("knuth", "entropy");
    start(&site, "other", &other);
    socket.until("the third run", |state| state_of(state, "other") == "complete");
    let difference = site.get("/api/compare?a=first&b=other").json();
    assert!(difference["same"] == false && !difference["differences"].as_array().unwrap().is_empty());

    assert_eq!(site.post("/api/resume", &json!({ "run": "first" })).status, 400, "it is complete");
    // Deletion accepts neither files of another program nor a second name of the run.
    let foreign = folder.path().join("notes/run.json");
    std::fs::create_dir(folder.path().join("notes")).unwrap();
    std::fs::write(&foreign, "{\"scripts\":1}").unwrap();
    for name in ["notes", "first/", "first/."] {
        assert_ne!(site.post("/api/delete", &json!({ "run": name })).status, 200, "{name}");
    }
    assert!(foreign.exists());
    assert_eq!(site.post("/api/delete", &json!({ "run": "first" })).json()["folder"], true);
    assert!(!folder.path().join("first").exists() && folder.path().join("first-2").exists());
    socket.until("a list without the run", |state| state_of(state, "first").is_empty());
    assert_eq!(site.get("/api/run?run=first").status, 404);
    site.server.end();
}

#[test]
fn a_report_is_drawn_anew_in_a_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let mut socket = Socket::of(&site);
    start(&site, "a", SMALL);
    socket.until("the run", |state| state_of(state, "a") == "complete");
    std::fs::write(folder.path().join("a/report.html"), "<script>alert(1)</script>").unwrap();
    for path in ["/report?run=a", "/download?run=a&file=report.html"] {
        let report = site.get(path);
        assert_eq!(report.status, 200);
        assert!(!report.text().contains("alert(1)") && report.text().contains("<h1>"), "as found");
    }
    let policy = site.get("/report?run=a").header("content-security-policy").unwrap().to_owned();
    let beginning = "sandbox allow-scripts; default-src 'none'; frame-ancestors 'self'; img-src data:; \
                     style-src 'unsafe-inline'; script-src 'sha256-";
    assert!(policy.starts_with(beginning), "{policy}");
    site.server.end();
}

#[test]
fn two_jobs_run_and_the_third_waits() {
    let folder = tempfile::tempdir().unwrap();
    let (runs, gate) = (folder.path().join("runs"), folder.path().join("gate"));
    std::fs::write(&gate, "").unwrap();
    let site = Site::start(&runs);
    let mut socket = Socket::of(&site);
    for name in ["a", "b", "c", "d"] {
        start(&site, name, &waiting(&gate, 3));
    }
    let states = |state: &Value| {
        ["a", "b", "c", "d"].map(|run| job(state, run)["state"].as_str().unwrap_or("").to_owned())
    };
    let state = socket
        .until("two running jobs", |state| states(state) == ["running", "running", "waiting", "waiting"]);
    // The experiments of waiting runs are saved, so they are not lost if the program is killed.
    socket.until("saved runs", |state| ["c", "d"].iter().all(|run| state_of(state, run) == "unfinished"));
    let saved = site.get("/api/run?run=d").json();
    assert_eq!(saved["text"].as_str(), Some(&*waiting(&gate, 3)));
    // A waiting job that is stopped never begins.
    let stopped = site.post("/api/stop", &json!({ "job": job(&state, "c")["id"] }));
    assert_eq!(stopped.status, 200);
    socket.until("the stop", |state| states(state)[2] == "stopped");
    assert_eq!(site.post("/api/resume", &json!({ "run": "a" })).status, 409, "it is running");
    assert_eq!(site.post("/api/delete", &json!({ "run": "a" })).status, 409);
    // A running job that is stopped makes room for the next one.
    site.post("/api/stop", &json!({ "job": job(&state, "a")["id"] }));
    socket.until("the fourth job", |state| states(state)[3] == "running" && states(state)[0] == "stopped");
    std::fs::write(&gate, "xxxx").unwrap();
    let wanted = [("a", "unfinished"), ("b", "complete"), ("d", "complete")];
    socket.until("the ends", |state| wanted.iter().all(|(run, end)| state_of(state, run) == *end));
    for run in ["a", "c"] {
        assert_eq!(site.post("/api/resume", &json!({ "run": run })).status, 200);
        socket.until("its end", |state| state_of(state, run) == "complete");
    }
    site.server.end();
}

#[test]
fn estimates_arrive_while_a_run_works() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let mut socket = Socket::of(&site);
    let text = "kind = \"combat.dps\"\nseed = 1\n[run]\nshards = 4000\nthreads = 1\n[combat]\nprofile = \"example:fury\"\niterations = 4000000\n";
    let run = start(&site, "long", text);
    let figures =
        |state: &Value| job(state, &run)["estimate"]["figures"].as_array().cloned().unwrap_or_default();
    let width = |figures: &[Value]| {
        let interval = figures.iter().find_map(|figure| figure["interval"].as_array())?;
        Some(interval[1].as_f64()? - interval[0].as_f64()?)
    };
    let first = socket.until("an estimate", |state| width(&figures(state)).is_some());
    let first = width(&figures(&first)).unwrap();
    let later = socket
        .until("a narrower interval", |state| width(&figures(state)).is_some_and(|width| width < first));
    site.post("/api/stop", &json!({ "job": job(&later, &run)["id"] }));
    socket.until("the stop", |state| state_of(state, &run) == "unfinished");
    site.server.end();
}

#[test]
fn a_ladder_is_measured_rung_by_rung() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let mut socket = Socket::of(&site);
    assert_eq!(site.post("/api/ladder", &json!({ "ladder": "nothing" })).status, 400);
    assert_eq!(site.post("/api/ladder", &json!({ "ladder": "lanes" })).status, 200);
    let rungs = |state: &Value| job(state, "lanes")["rungs"].as_array().map_or(0, Vec::len);
    let some = socket.until("a rung", |state| rungs(state) > 0);
    let all = socket.until("all rungs", |state| job(state, "lanes")["state"] == "done");
    assert!(
        rungs(&all) >= rungs(&some) && job(&all, "lanes")["rungs"][0]["ns_per_item"].as_f64() > Some(0.0)
    );
    site.server.end();
}

#[test]
fn points_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let points = site.get("/api/pairs?generator=mt19937&seed=1&zoom=4");
    assert!(points.status == 200 && points.body.len().is_multiple_of(4) && points.body.len() > 1000);
    let far = format!("/api/pairs?generator=zx-spectrum&seed=5&zoom=1&stream={}", u64::MAX);
    assert_eq!(site.get(&far).status, 200);
    assert_eq!(site.get("/api/pairs?generator=mt1993&seed=1&zoom=4").status, 400);
    assert_eq!(site.get("/api/pairs?generator=mt19937&seed=x&zoom=4").status, 400);
    site.server.end();
}

#[test]
fn the_end_of_the_server_leaves_runs_that_resume() {
    let folder = tempfile::tempdir().unwrap();
    let (runs, gate) = (folder.path().join("runs"), folder.path().join("gate"));
    std::fs::write(&gate, "xx").unwrap();
    let site = Site::start(&runs);
    let mut socket = Socket::of(&site);
    start(&site, "a", &waiting(&gate, 5));
    socket.until("two shards", |state| job(state, "a")["done"] == 2);
    start(&site, "b", &waiting(&gate, 5));
    start(&site, "c", &waiting(&gate, 5));
    socket.until("a job without a place", |state| job(state, "c")["state"] == "waiting");
    let begun = Instant::now();
    site.server.end();
    assert!(begun.elapsed() < Duration::from_secs(30));
    while socket.next_text().is_some() {}

    let site = Site::start(&runs);
    let mut socket = Socket::of(&site);
    socket.until("unfinished runs", |state| {
        ["a", "b", "c"].iter().all(|run| state_of(state, run) == "unfinished")
    });
    std::fs::write(&gate, "xxxxxx").unwrap();
    for run in ["a", "c"] {
        assert_eq!(site.post("/api/resume", &json!({ "run": run })).status, 200);
        socket.until("its end", |state| state_of(state, run) == "complete");
    }
    let run: Value = serde_json::from_slice(&std::fs::read(runs.join("a/run.json")).unwrap()).unwrap();
    assert_eq!(run["sessions"].as_array().unwrap().len(), 2);
    site.server.end();
}
