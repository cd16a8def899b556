//! Shards that are stored in files and merged.

use std::path::{Path, PathBuf};

use crate::{experiment, json, refused, run, stderr, stdout, text};

const PLAIN: &str = "kind = \"mastermind.evaluate\"\nseed = 1\n[mastermind]\npins = 3\ncolors = 4\nstrategy = \"knuth\"\n[run]\nshards = 10\n";

/// Computes some shards into a file of the folder.
fn shards(file: &Path, range: &str, folder: &Path) -> PathBuf {
    let to = folder.join(format!("{range}.partials"));
    let answer = json(&["shard", text(file), "--shards", range, "--to", text(&to)]);
    assert_eq!(answer["bytes"].as_u64().unwrap(), std::fs::metadata(&to).unwrap().len());
    to
}

#[test]
fn files_of_shards_merge_into_the_run() {
    let (folder, file) = experiment(PLAIN);
    let folder = folder.path();
    let answer = json(&["shard", text(&file)]);
    let all = answer["shards"].as_u64().unwrap();
    assert!(all >= 4, "{all}");
    assert_eq!(answer["next"], format!("0..{all}"));
    let a = shards(&file, "0..2", folder);
    let b = shards(&file, &format!("2..{all}"), folder);
    let (merged, plain) = (folder.join("merged"), folder.join("plain"));
    let answer = json(&["merge", text(&file), text(&b), text(&a), "--out", text(&merged)]);
    assert_eq!((&answer["complete"], answer["shards"].as_u64()), (&true.into(), Some(all)));
    json(&["run", text(&file), "--out", text(&plain)]);
    let bytes = |folder: &Path| std::fs::read(folder.join("result.json")).unwrap();
    assert_eq!(bytes(&merged), bytes(&plain));
    assert!(merged.join("report.html").exists());
}

#[test]
fn gaps_doubles_strangers_and_others_are_refused_and_leave_nothing() {
    let (folder, file) = experiment(PLAIN);
    let folder = folder.path();
    let all = json(&["shard", text(&file)])["shards"].as_u64().unwrap();
    let a = shards(&file, "0..2", folder);
    let b = shards(&file, "1..3", folder);
    let c = shards(&file, &format!("3..{all}"), folder);
    let out = folder.join("out");
    let merge = |files: &[&Path], says: &[&str]| {
        let files: Vec<&str> = files.iter().map(|file| text(file)).collect();
        refused(&[&["merge", text(&file)], &files[..], &["--out", text(&out)]].concat(), says);
        assert!(!out.exists());
    };
    merge(&[&a, &c], &["shards 2..3 are in none of the files"]);
    merge(&[&a], &[&format!("shards 2..{all} are in none")]);
    merge(&[&a, &b, &c], &["shard 1 is in", "0..2.partials", "1..3.partials", "each shard once"]);
    merge(&[&a, &a], &["shard 0 is in"]);
    merge(&[&file], &["not a file of partials", "quadrille shard"]);
    merge(&[Path::new("/dev/zero")], &["/dev/zero"]);
    merge(&[&folder.join("nowhere")], &["nowhere"]);
    let stranger = folder.join("stranger.partials");
    json(&["shard", text(&file), "--seed", "2", "--shards", "0..2", "--to", text(&stranger)]);
    merge(&[&a, &c, &stranger], &["stranger.partials belongs to another run"]);

    let shard = |range: &str, says: &[&str]| {
        let to = folder.join("no.partials");
        refused(&["shard", text(&file), "--shards", range, "--to", text(&to)], says);
        assert!(!to.exists() && !folder.join("no.partials.part").exists());
    };
    shard("2..2", &["2..2 contains no shards"]);
    shard("3..1", &["3..1 contains no shards"]);
    shard(&format!("0..{}", all + 1), &[&format!("the run has only 0..{all}")]);
    shard("1-3", &["two whole numbers are expected"]);
    shard("0..x", &["two whole numbers are expected"]);
    refused(&["shard", text(&file), "--shards", "0..3", "--to", text(&a)], &["holds other shards", "--to"]);
    refused(&["shard", text(&file), "--after", text(folder)], &["holds no run"]);
}

#[test]
fn rounds_need_the_previous_merge() {
    let (folder, file) = experiment(
        "kind = \"combat.dps\"\n[combat]\nprofile = \"a.toml\"\niterations = 200000\ntarget_error = 0.02\n",
    );
    let folder = folder.path();
    let profile = "[fight]\nlength = 30\n[actor]\ncrit = 0.2\n[tables.t]\norder = [\"crit\"]\n\
                   [abilities.hit]\nevery = 1.5\ndamage = [1, 90]\ntable = \"t\"\n";
    std::fs::write(folder.join("a.toml"), profile).unwrap();
    refused(&["shard", text(&file)], &["the same seed", "--seed"]);
    let plan = json(&["shard", text(&file), "--seed", "5"]);
    let next = plan["next"].as_str().unwrap().to_owned();
    let all = plan["shards"].as_u64().unwrap();
    assert_eq!(next, "0..64");
    assert!(all > 64);
    let to = folder.join("x.partials");
    let beyond = format!("0..{all}");
    refused(
        &["shard", text(&file), "--seed", "5", "--shards", &beyond, "--to", text(&to)],
        &["cannot all start yet", "begin with 0..64", "--after"],
    );
    let out = folder.join("out");
    let mut next = Some(next);
    let mut rounds = 0;
    while let Some(round) = next {
        let to = folder.join(format!("{rounds}.partials"));
        let mut shard = vec!["shard", text(&file), "--shards", &round, "--to", text(&to)];
        let mut merge = vec!["merge", text(&file), text(&to), "--out", text(&out)];
        if rounds == 0 {
            shard.extend(["--seed", "5"]);
        } else {
            shard.extend(["--after", text(&out)]);
            merge.push("--resume");
        }
        json(&shard);
        let answer = json(&merge);
        next = answer["next"].as_str().map(str::to_owned);
        assert_eq!(answer["complete"], next.is_none());
        rounds += 1;
    }
    let plain = folder.join("plain");
    json(&["run", text(&file), "--seed", "5", "--out", text(&plain)]);
    let bytes = |folder: &Path| std::fs::read(folder.join("result.json")).unwrap();
    assert_eq!(bytes(&out), bytes(&plain));
    refused(
        &["shard", text(&file), "--after", text(&out), "--shards", "0..1", "--to", text(&to)],
        &["complete: it needs no more shards"],
    );
    let answer = run(&["shard", text(&file), "--after", text(&out)]);
    assert_eq!((stdout(&answer).as_str(), stderr(&answer).as_str()), ("the run is complete\n", ""));
}
