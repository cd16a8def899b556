//! Paths that lead out of the folder, and markup in every text that reaches a page.

use serde_json::json;

use crate::client::{Site, Socket};
use crate::runs::{SMALL, start, state_of};

const MARKUP: &str = "<img src=x onerror=alert(1)>";

#[test]
fn paths_do_not_leave_the_folder() {
    let outer = tempfile::tempdir().unwrap();
    let runs = outer.path().join("runs");
    std::fs::create_dir_all(outer.path().join("secret")).unwrap();
    for file in ["run.json", "result.json", "report.html"] {
        std::fs::write(outer.path().join("secret").join(file), "secret").unwrap();
    }
    let site = Site::start(&runs);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outer.path().join("secret"), runs.join("link")).unwrap();
        std::fs::create_dir(runs.join("half")).unwrap();
        for file in ["run.json", "result.json"] {
            std::os::unix::fs::symlink(outer.path().join("secret").join(file), runs.join("half").join(file))
                .unwrap();
        }
    }
    let absolute = outer.path().join("secret").display().to_string().replace('/', "%2F");
    let names = [
        "..%2Fsecret",
        "../secret",
        "a%2F..%2F..%2Fsecret",
        "%2Fetc",
        &*absolute,
        "link",
        "half",
        "",
        ".",
        "..",
        "%00",
    ];
    for name in names {
        for path in [
            format!("/api/run?run={name}"),
            format!("/report?run={name}"),
            format!("/download?run={name}&file=run.json"),
            format!("/download?run={name}&file=result.json"),
            format!("/api/compare?a={name}&b={name}"),
        ] {
            let answer = site.get(&path);
            assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
            assert!(
                !answer.text().contains("\"secret\"") && answer.text() != "secret",
                "{path}: {}",
                answer.text()
            );
        }
    }
    for file in ["..%2Frun.json", "%2Fetc%2Fpasswd", "run.sqlite", "report.html%00"] {
        assert_eq!(site.get(&format!("/download?run=a&file={file}")).status, 400, "{file}");
    }
    for name in ["../secret", "..", ".", "", "link", "half", "/", "a/../../secret"] {
        for path in ["/api/delete", "/api/resume"] {
            let answer = site.post(path, &json!({ "run": name }));
            assert!((400..500).contains(&answer.status), "{path} {name:?}: {}", answer.text());
        }
    }
    for name in ["../escaped", "/tmp/escaped", "a/b", "..", ".hidden", ""] {
        assert_eq!(site.post("/api/start", &json!({ "name": name, "text": SMALL })).status, 400, "{name:?}");
    }
    for path in ["/pages/../Cargo.toml", "/pages/..%2FCargo.toml", "/pages/%2Fetc%2Fpasswd", "/../etc/passwd"]
    {
        assert_eq!(site.get(path).status, 404, "{path}");
    }
    assert!(outer.path().join("secret/report.html").exists() && !outer.path().join("escaped").exists());
    site.server.end();
}

#[test]
fn only_a_run_is_deleted_and_other_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let mut socket = Socket::of(&site);
    std::fs::create_dir(folder.path().join("notes")).unwrap();
    std::fs::write(folder.path().join("notes/mine.txt"), "mine").unwrap();
    assert_eq!(site.post("/api/delete", &json!({ "run": "notes" })).status, 400);
    start(&site, "a", SMALL);
    socket.until("the run", |state| state_of(state, "a") == "complete");
    std::fs::write(folder.path().join("a/mine.txt"), "mine").unwrap();
    assert_eq!(site.post("/api/delete", &json!({ "run": "a" })).json()["folder"], false);
    assert!(folder.path().join("a/mine.txt").exists() && folder.path().join("notes/mine.txt").exists());
    assert!(!folder.path().join("a/run.json").exists());
    site.server.end();
}

#[test]
fn markup_stays_text() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let mut socket = Socket::of(&site);
    // Markup in the experiment's text, in errors, and in names.
    let text = format!("# {MARKUP}\n{SMALL}");
    let run = start(&site, "a", &text);
    socket.until("the run", |state| state_of(state, &run) == "complete");
    let report = site.get("/report?run=a");
    assert!(report.text().contains("&lt;img src=x"), "the experiment is shown");
    assert!(!report.text().contains(MARKUP));
    let answers = [
        site.get("/api/run?run=a"),
        site.get(&format!("/api/run?run={}", MARKUP.replace(' ', "%20"))),
        site.post("/api/check", &json!({ "text": format!("kind = \"{MARKUP}\"") })),
        site.post("/api/start", &json!({ "name": MARKUP, "text": SMALL })),
        site.get(&format!("/api/template?name={}", MARKUP.replace(' ', "%20"))),
        site.get(&format!("/none/{}", MARKUP.replace(' ', "%20"))),
    ];
    for answer in answers {
        let kind = answer.header("content-type").unwrap_or("none");
        assert!(!kind.contains("html"), "{kind}: {}", answer.text());
    }
    // The report of a damaged result is refused.
    std::fs::write(folder.path().join("a/result.json"), MARKUP).unwrap();
    let report = site.get("/report?run=a");
    assert_eq!((report.status, report.header("content-type")), (400, Some("application/json")));
    site.server.end();
}
