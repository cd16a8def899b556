//! Experiments in the editor: overview, templates, checks with places, refusals, starts.

use serde_json::json;

use crate::client::Site;

#[test]
fn everything_that_is_offered_is_valid() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let overview = site.get("/api/overview").json();
    assert!(overview["ladders"].as_array().unwrap().len() >= 8);
    let check = |text: &str, example: Option<&str>| {
        site.post("/api/check", &json!({ "text": text, "example": example })).json()
    };
    for kind in overview["kinds"].as_array().unwrap() {
        let name = kind["name"].as_str().unwrap();
        let text =
            site.get(&format!("/api/template?name={name}")).json()["text"].as_str().unwrap().to_owned();
        assert!(text.contains(&format!("kind = \"{name}\"")));
        let schema = site.get(&format!("/api/schema?name={name}")).json();
        assert!(schema["properties"]["kind"].is_object(), "{name}");
        // A template names files that the user provides.
        let checked = check(&text, None);
        let errors = checked["diagnostics"].as_array().unwrap();
        let missing = |error: &serde_json::Value| error["message"].as_str().unwrap().contains("file");
        assert!(errors.iter().all(missing), "{name}: {checked}");
    }
    for example in overview["examples"].as_array().unwrap() {
        let name = example["name"].as_str().unwrap();
        let text = site.get(&format!("/api/example?name={name}")).json()["text"].as_str().unwrap().to_owned();
        let checked = check(&text, Some(name));
        assert_eq!(checked["diagnostics"], json!([]), "{name}: {checked}");
        assert_eq!(checked["kind"], example["kind"]);
    }
    assert_eq!(site.get("/api/example?name=nothing").status, 400);
    assert!(site.get("/api/template?name=combat.dsp").text().contains("did you mean `combat.dps`?"));
    site.server.end();
}

#[test]
fn an_error_has_its_place_in_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let text =
        "# ♠\nkind = \"mastermind.evaluate\"\n[mastermind]\npins = 99\ncolors = 6\nstrategy = \"knut\"\n";
    let checked = site.post("/api/check", &json!({ "text": text })).json();
    let first = &checked["diagnostics"][0];
    let at = text.find("99").unwrap() - "♠".len() + 1;
    assert_eq!(
        (first["from"].as_u64(), first["to"].as_u64()),
        (Some(at as u64), Some(at as u64 + 2)),
        "{checked}"
    );
    assert_eq!((first["line"].as_u64(), first["column"].as_u64()), (Some(4), Some(8)));
    assert!(first["expected"].as_str().is_some_and(|expected| !expected.is_empty()), "{checked}");
    // A start is refused with the same error, and leaves no folder.
    let started = site.post("/api/start", &json!({ "name": "wrong", "text": text }));
    assert_eq!(started.status, 400);
    assert_eq!(started.json()["diagnostics"][0]["line"], 4);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    site.server.end();
}

#[test]
fn programs_and_files_outside_are_refused() {
    let outer = tempfile::tempdir().unwrap();
    let runs = outer.path().join("runs");
    std::fs::create_dir(&runs).unwrap();
    std::fs::write(outer.path().join("secret.toml"), "secret = 1").unwrap();
    let site = Site::start(&runs);
    let arena = |player: &str| {
        format!(
            "kind = \"doudizhu.arena\"\nseed = 1\n[doudizhu]\nplayers = [\"rule\", \"random\", \"{player}\"]\ngames = 3\n"
        )
    };
    let check = |site: &Site, text: &str| {
        site.post("/api/check", &json!({ "text": text })).json()["diagnostics"].clone()
    };
    assert_eq!(check(&site, &arena("rule")), json!([]));
    let refused = check(&site, &arena("cmd:touch started"));
    assert!(refused[0]["message"].as_str().unwrap().contains("program"), "{refused}");
    let start = site.post("/api/start", &json!({ "name": "a", "text": arena("cmd:touch started") }));
    assert_eq!(start.status, 400);
    let sweep = format!("{}\n[sweep]\n\"doudizhu.games\" = [3, 6]\n", arena("cmd:touch started"));
    assert_ne!(check(&site, &sweep), json!([]));
    let profile =
        |name: &str| format!("kind = \"combat.dps\"\n[combat]\nprofile = \"{name}\"\niterations = 10\n");
    let absolute = outer.path().join("secret.toml").display().to_string();
    for name in ["../secret.toml", &absolute, "/etc/passwd", "/dev/zero"] {
        let refused = check(&site, &profile(name)).to_string();
        assert!(
            refused.contains("inside the folder of runs") && !refused.contains("secret = 1"),
            "{refused}"
        );
    }
    assert_eq!(check(&site, &profile("example:fury")), json!([]));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outer.path().join("secret.toml"), runs.join("link.toml")).unwrap();
        let refused = check(&site, &profile("link.toml")).to_string();
        assert!(refused.contains("there is no file") && !refused.contains("secret = 1"), "{refused}");
    }
    site.server.end();

    let mut options = quadrille_serve::ServerOptions::new(&runs);
    options.allow_commands = true;
    let site = Site::with(options);
    assert_eq!(check(&site, &arena("cmd:touch started")), json!([]));
    site.server.end();
}
