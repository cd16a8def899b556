//! `quadrille report`: the redrawn page of a finished run, its tables, and refused input.

use serde_json::Value;

use super::{assert_same, contents, experiment, json, quadrille, refused, run, stdout, text};

const EXPERIMENT: &str =
    "kind = \"doudizhu.arena\"\n[doudizhu]\nplayers = [\"rule\", \"random\", \"random\"]\ngames = 300\n";

/// Creates a folder with a finished run.
fn finished() -> (tempfile::TempDir, std::path::PathBuf) {
    let (folder, file) = experiment(EXPERIMENT);
    let out = folder.path().join("out");
    json(&["run", text(&file), "--out", text(&out), "--seed", "5"]);
    (folder, out)
}

#[test]
fn the_page_is_drawn_anew_and_nothing_else_is_touched() {
    let (_folder, out) = finished();
    let before = contents(&out);
    std::fs::write(out.join("report.html"), "old").unwrap();
    let output = run(&["report", text(&out)]);
    assert!(output.status.success());
    assert!(stdout(&output).contains("report.html"), "{}", stdout(&output));
    assert_same(&out, &before);
    // Neither the experiment file nor the checkpoints are needed.
    std::fs::remove_file(out.join("run.sqlite")).unwrap();
    std::fs::remove_file(out.join("report.html")).unwrap();
    let answer = json(&["report", text(&out)]);
    assert_eq!((&answer["kind"], &answer["seed"]), (&Value::from("doudizhu.arena"), &Value::from("5")));
    assert_eq!(answer["page"], text(&out.join("report.html")));
    assert!(answer["report"]["title"].as_str().unwrap().starts_with("Dou Dizhu"));
    assert_eq!(std::fs::read(out.join("report.html")).unwrap(), before[&out.join("report.html")]);
}

#[test]
fn tables_are_printed() {
    let (_folder, out) = finished();
    std::fs::remove_file(out.join("report.html")).unwrap();
    let before = contents(&out);
    let csv = stdout(&run(&["report", text(&out), "--format", "csv"]));
    assert!(csv.starts_with("# Who wins\nplayer,rank,games,won,WP,±,ADP,±,points\nrule,1,300,"), "{csv}");
    let markdown = stdout(&run(&["report", text(&out), "--format", "md"]));
    assert!(markdown.starts_with("## Who wins\n\n| player | rank | games | won |"), "{markdown}");
    assert!(markdown.contains("\n| --- | ---: | ---: |"), "{markdown}");
    assert_eq!(json(&["report", text(&out), "--format", "md"])["page"], Value::Null);
    assert_same(&out, &before);
}

#[test]
fn folders_without_a_finished_run_are_refused() {
    let (folder, out) = finished();
    refused(&["report", text(&folder.path().join("nowhere"))], &["holds no run", "run.json"]);
    refused(&["report", text(folder.path())], &["holds no run", "run.json"]);
    refused(&["report", text(&out), "--format", "pdf"], &["pdf", "html", "csv", "md"]);
    let result = std::fs::read_to_string(out.join("result.json")).unwrap();
    std::fs::write(out.join("result.json"), result.replace("\"landlord_wins\"", "\"wins\"")).unwrap();
    refused(&["report", text(&out)], &["result.json", "doudizhu.arena", "landlord_wins"]);
    std::fs::write(out.join("result.json"), "{").unwrap();
    refused(&["report", text(&out)], &["result.json", "damaged"]);
}

#[test]
#[cfg(unix)]
fn pipes_as_named_files_are_refused_at_once() {
    let (folder, file) = experiment("kind = \"combat.dps\"\n[combat]\nprofile = \"pipe\"\n");
    super::make_pipe(&folder.path().join("pipe"));
    let output = quadrille(&["run", text(&file)]).output().unwrap();
    super::assert_refusal(&output, &["e.toml:3:11", "it is a pipe"]);
}
