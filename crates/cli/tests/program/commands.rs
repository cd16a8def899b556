//! The commands and their JSON answers, as scripts use them.

use serde_json::Value;
use textwrap::core::display_width;

use super::help::{examples, pages};
use super::{json, quadrille, refused, run, stderr, stdout, text};

#[test]
fn score_counts_pegs() {
    assert_eq!(json(&["mastermind", "score", "1123", "1211"]).to_string(), r#"{"black":1,"white":2}"#);
    // There are fifteen colours by default.
    assert_eq!(json(&["mastermind", "score", "abcdef", "fedcba"])["white"], 6);
    assert_eq!(
        json(&["mastermind", "score", "11111111", "12222222"]).to_string(),
        r#"{"black":1,"white":0}"#
    );
    // Bulls and Cows: colour ten is 0.
    assert_eq!(
        json(&["mastermind", "score", "1230", "0231", "--no-repeats"]).to_string(),
        r#"{"black":2,"white":2}"#
    );
    assert_eq!(stdout(&run(&["mastermind", "score", "1123", "1211"])), "●○○·  1 black, 2 white\n");
}

#[test]
fn candidates_are_counted_and_listed() {
    let all = json(&["mastermind", "candidates", "--pins", "4", "--colors", "6"]);
    assert_eq!(all["count"], 1296);
    assert_eq!(all["candidates"].as_array().unwrap().len(), 100);
    assert_eq!(all["candidates"][0], "1111");
    let some = json(&["mastermind", "candidates", "--pins", "4", "--colors", "6", "1122:1,1", "1345:0,2"]);
    assert_eq!(some["count"].as_u64().unwrap() as usize, some["candidates"].as_array().unwrap().len());
    let none = json(&["mastermind", "candidates", "--pins", "4", "--colors", "6", "1122:4,0", "1122:0,0"]);
    assert_eq!(
        none.to_string(),
        concat!(
            r#"{"count":0,"candidates":[],"conflict":{"rows":[1,2],"#,
            r#""reading":[{"row":2,"guess":"1122","black":4,"white":0}],"pegs":4,"sets":[[1,2]],"without":[256,1]}}"#
        )
    );
    let huge = json(&["mastermind", "candidates", "--pins", "16", "--colors", "15"]);
    assert_eq!(huge["count"].to_string(), "6568408355712890625");
}

/// Three sets of rows contradict one another, so removing a single row does not resolve the
/// conflict.
#[test]
fn every_conflict_is_named() {
    let rows =
        ["mastermind", "candidates", "--pins", "4", "--colors", "6", "1122:1,0", "1344:0,4", "5566:2,2"];
    let text = stdout(&run(&rows));
    for line in [
        "rows 1 and 2 contradict one another\n",
        "rows 1 and 3 contradict one another\n",
        "rows 2 and 3 contradict one another\n",
        "if any single row is left out, the others still contradict one another\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let conflict = &json(&rows)["conflict"];
    assert_eq!(conflict["sets"].to_string(), "[[1,2],[1,3],[2,3]]");
    assert_eq!(conflict["without"].to_string(), "[0,0,0]");
}

/// If the strategy's rule over all codewords is too expensive, the guess is a possible one.
#[test]
fn advice_on_large_sizes_says_that_it_is_not_exact() {
    let large = [
        "mastermind",
        "advise",
        "--pins",
        "8",
        "--colors",
        "10",
        "--strategy",
        "knuth",
        "11223344:2,2",
        "55667788:0,2",
        "99aa1122:1,3",
        "3a415567:1,5",
    ];
    let advice = json(&large);
    assert_eq!(advice["exact"], false);
    assert!(advice["remaining"].as_u64().unwrap() > 100);
    let small =
        json(&["mastermind", "advise", "--pins", "4", "--colors", "6", "--strategy", "knuth", "1122:1,0"]);
    assert_eq!(small["exact"], true);
}

/// The same rows in every notation, quoted or split by the shell.
#[test]
fn feedback_is_read_in_every_form() {
    let size = ["--pins", "4", "--colors", "6"];
    for command in [&["candidates"][..], &["advise", "--strategy", "entropy"], &["grade"]] {
        let ask = |rows: &[&str]| json(&[&["mastermind"], command, &size[..], rows].concat());
        let both = ask(&["1122:1,0", "1344:0,1"]);
        for rows in [
            &["1122 1 0", "1344 0 1"][..],
            &["1122", "1", "0", "1344", "0", "1"],
            &["1122", "10", "1344:01"],
            &["1122:10", "1344", "0,1"],
            &["1122: 1, 0", "1344", "01"],
        ] {
            assert_eq!(ask(rows), both, "{command:?} {rows:?}");
        }
        let half = ask(&["1122:1", "1344:?,1"]);
        assert_ne!(half, both);
        for rows in
            [&["1122:1,?", "1344 ? 1"][..], &["1122", "1", "1344", "?", "1"], &["1122", "1?", "1344", "?1"]]
        {
            assert_eq!(ask(rows), half, "{command:?} {rows:?}");
        }
    }
    let count = |rows: &[&str]| {
        let size = ["mastermind", "candidates", "--pins", "4", "--colors", "6"];
        json(&[&size[..], rows].concat())["count"].as_u64()
    };
    assert_eq!((count(&["1111:1"]), count(&["1111:1,?"])), (Some(500), Some(500)), "4 · 5³");
    assert_eq!(count(&["1122:?,0"]).map(|count| count > 256), Some(true));
    let wide = ["mastermind", "candidates", "--pins", "10", "--colors", "6"];
    let refused = run(&[&wide[..], &["1122334455:10"]].concat());
    assert_eq!((refused.status.code(), refused.stdout.is_empty()), (Some(2), true));
    let said = stderr(&refused);
    assert!(said.contains("row 1:1:12") && said.contains("write `1,0`, or `10,?`"), "{said}");
    let contradiction = run(&[
        "mastermind",
        "advise",
        "--pins",
        "4",
        "--colors",
        "6",
        "--strategy",
        "knuth",
        "1111:1",
        "1111:2",
    ]);
    let said = stderr(&contradiction);
    assert!(
        said.contains("rows 1 and 2 contradict") && said.contains("instead of 1 black, white unknown"),
        "{said}"
    );
}

/// Advice on eight pins and twelve colours is as fast as on small games, reports the examined
/// guesses, and is repeatable.
#[test]
fn advice_on_eight_pins_and_twelve_colors() {
    let size = ["mastermind", "advise", "--pins", "8", "--colors", "12"];
    let rows = ["11223344:2,2", "12345678:1,3", "9abc1234:1,2"];
    for strategy in ["knuth", "entropy", "first-consistent"] {
        let some = if strategy == "knuth" { &[0, 3][..] } else { &[0] };
        for rows in some.iter().map(|&some| &rows[..some]) {
            let ask = || json(&[&size[..], &["--strategy", strategy], rows].concat());
            let advice = ask();
            let number = |key: &str| advice["examined"][key].as_str().unwrap().parse::<u64>().unwrap();
            let remaining = advice["remaining"].as_u64().unwrap();
            let parts = advice["partitions"].as_array().unwrap();
            assert_eq!(parts.iter().map(|part| part["count"].as_u64().unwrap()).sum::<u64>(), remaining);
            assert_eq!(advice["exact"] == true, number("guesses") == number("allowed"), "{advice}");
            assert!(number("guesses") > 0 && number("secrets") <= remaining);
            assert_eq!(
                (&advice["examined"]["counted"], &advice["examined"]["stopped"]),
                (&true.into(), &false.into())
            );
        }
    }
    let knuth = [&size[..], &["--strategy", "knuth"], &rows[..2]].concat();
    assert_eq!(json(&knuth), json(&knuth));
    let said = stdout(&run(&knuth));
    assert!(said.contains("compared ") && said.contains(" of 429,981,696 guesses"), "{said}");
    let timed = [&knuth[..], &["--time-limit", "0.3"]].concat();
    assert_eq!(json(&timed)["examined"]["stopped"], true);
    assert!(stdout(&run(&timed)).contains("a repeated call may give a different answer"));
    for wrong in ["0", "-1", "NaN", "x"] {
        let output = run(&[&knuth[..], &["--time-limit", wrong]].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

/// A search that is stopped at once still prints a strategy, which passes the check.
#[test]
fn optimal_play_has_a_strategy_whenever_it_is_stopped() {
    for (pins, colors, secrets) in [("5", "8", 32_768), ("4", "10", 10_000)] {
        let size = ["mastermind", "optimal", "--pins", pins, "--colors", colors];
        for more in
            [&[][..], &["--few-last"], &["--least-depth"], &["--possible-only"], &["--max-turns", "12"]]
        {
            let found = json(&[&size[..], &["--time-limit", "0.05"], more].concat());
            assert_eq!((found["secrets"].as_u64(), found["proved"].as_bool()), (Some(secrets), Some(false)));
            let total = found["total_turns"].as_u64().unwrap();
            assert!(found["lower_bound"].as_u64().unwrap() <= total && total < 7 * secrets, "{found}");
        }
    }
    let tree = ["mastermind", "tree", "--pins", "5", "--colors", "6", "--optimal", "--time-limit", "0.001"];
    assert!(json(&tree).is_object());
}

#[test]
fn optimal_play_is_proved() {
    let size = ["mastermind", "optimal", "--pins", "3", "--colors", "4"];
    let best = json(&size);
    assert_eq!((best["total_turns"].as_u64(), best["lower_bound"].as_u64()), (Some(206), Some(206)));
    assert_eq!((best["secrets"].as_u64(), best["proved"].as_bool()), (Some(64), Some(true)));
    assert!((best["average"].as_f64().unwrap() - 206.0 / 64.0).abs() < 1e-12);
    assert!(best["seconds"].as_f64().unwrap() >= 0.0);
    let shallow = json(&[&size[..], &["--max-turns", "4", "--few-last"]].concat());
    assert_eq!(shallow["max_turns"], 4);
    assert!(stdout(&run(&size)).contains("proved: no strategy is better"));
    // The text states among which strategies the best one was searched for.
    for (more, expected) in [
        (&["--first", "123"][..], "proved: no strategy that begins with 123 is better"),
        (
            &["--possible-only", "--max-turns", "5"],
            "proved: no strategy that guesses only codewords that are still possible and needs at most 5 turns for every secret is better",
        ),
        (
            &["--least-depth"],
            "proved: no strategy needs fewer than 4 turns for the longest game, and none with at most 4 is better",
        ),
    ] {
        let words = stdout(&run(&[&size[..], more].concat())).replace('\n', " ");
        assert!(words.contains(expected), "{words}");
    }
    for (more, expected) in [
        (&["--max-turns", "2"][..], "no strategy finds every secret"),
        (&["--max-turns", "2", "--first", "123"], "no strategy that begins with 123 finds every secret"),
        (&["--max-turns", "0"], "0"),
        (&["--time-limit", "0"], "above 0"),
        (&["--time-limit", "-1"], "above 0"),
        (&["--time-limit", "NaN"], "above 0"),
        (&["--first", "11"], "2 pins"),
    ] {
        let refused = run(&[&size[..], more].concat());
        assert_eq!(refused.status.code(), Some(2), "{more:?}");
        assert!(stderr(&refused).contains(expected), "{more:?}: {}", stderr(&refused));
    }
    let huge = run(&["mastermind", "optimal", "--pins", "16", "--colors", "15"]);
    assert_eq!(huge.status.code(), Some(2));
}

#[test]
fn games_are_graded() {
    let game = ["mastermind", "grade", "--pins", "4", "--colors", "6", "1111:1,0", "1111:1,0", "1223:1,0"];
    let grade = json(&game);
    let rows = grade["rows"].as_array().unwrap();
    assert_eq!((rows.len(), grade["exact"].as_bool()), (3, Some(false)));
    assert!(rows.iter().all(|row| row["turns_lost"].as_f64().unwrap() >= -1e-9 || row["exact"] == false));
    assert_eq!((rows[0]["left"].as_u64(), rows[0]["best"].as_str()), (Some(500), Some("1123")));
    let small =
        json(&["mastermind", "grade", "--pins", "3", "--colors", "4", "112:0,1", "112:0,1", "331:0,1"]);
    let rows = small["rows"].as_array().unwrap();
    assert_eq!(small["exact"], true);
    assert_eq!((rows[0]["turns_lost"].as_f64(), rows[1]["turns_lost"].as_f64()), (Some(0.0), Some(1.0)));
    let none = run(&["mastermind", "grade", "--pins", "4", "--colors", "6", "1122:4,0", "1122:0,0"]);
    assert_eq!(none.status.code(), Some(2));
}

/// Returns a tree with the given number of turns that never finds the code.
fn cycle(turns: usize) -> String {
    let head = "{\"format\":\"quadrille.mastermind.tree\",\"version\":1,\"pins\":1,\"colors\":2,\"tree\":";
    let again = "{\"guess\":\"1\",\"then\":{\"0,0\":";
    format!("{head}{}\"1\"{}}}", again.repeat(turns - 1), "}}".repeat(turns - 1))
}

#[test]
fn trees_are_written_and_walked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.json");
    let path = file.to_str().unwrap();
    let size = ["mastermind", "tree", "--pins", "3", "--colors", "4"];
    for (how, total) in [(&["--optimal"][..], 206), (&["--strategy", "knuth"], 212)] {
        let written = stdout(&run(&[&size[..], how, &["--format", "json"]].concat()));
        std::fs::write(&file, &written).unwrap();
        let checked = json(&["mastermind", "tree", "--check", path]);
        let evaluated = checked["total_turns"].as_u64().unwrap();
        assert!(evaluated >= 206 && (total != 206 || evaluated == 206), "{how:?} {evaluated}");
        assert_eq!(checked["secrets"], 64);
    }
    assert!(stdout(&run(&[&size[..], &["--optimal", "--format", "dot"]].concat())).starts_with("digraph"));
    assert!(stdout(&run(&[&size[..], &["--optimal"]].concat())).starts_with("112\n"));
    for (how, expected) in [
        (&["--max-turns", "4"][..], "--optimal"),
        (&["--few-last"], "--optimal"),
        (&["--strategy", "knuth", "--least-depth"], "'--least-depth'"),
        (&["--check", path, "--time-limit", "1"], "'--time-limit <SECONDS>'"),
    ] {
        refused(&[&["mastermind", "tree"], how].concat(), &[expected]);
    }
    let written = std::fs::read_to_string(&file).unwrap();
    for (text, expected) in [
        (written.replacen("\"colors\":4", "\"colors\":5", 1), "no guess follows the feedback"),
        ("[".repeat(1_000_000), "invalid type"),
        ("{\"hello\":1}".into(), "unknown field"),
        (format!("{{\"tree\":{}", "{\"then\":{\"0,0\":".repeat(1_000_000)), "recursion limit"),
        // The tree repeats a guess, or has more turns than allowed.
        (cycle(40), "after 1 0,0 1 0,0 1 0,0"),
        (cycle(60), "no guess follows the feedback 0,0"),
        (cycle(70), "recursion limit"),
        (String::new(), "EOF"),
    ] {
        std::fs::write(&file, text).unwrap();
        let refused = run(&["mastermind", "tree", "--check", path]);
        assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
        assert!(stderr(&refused).contains(expected), "{}", stderr(&refused));
    }
}

#[test]
fn optimal_advice_says_how_many_turns_are_left() {
    let asked = ["mastermind", "advise", "--pins", "4", "--colors", "6", "--optimal"];
    let advice = json(&[&asked[..], &["1122:1,0", "1344:0,1"]].concat());
    assert_eq!(advice["optimal"], true);
    let turns = advice["expected_turns"].as_f64().unwrap();
    assert!(turns > 1.0 && turns < 4.0, "{advice}");
    let words = stdout(&run(&[&asked[..], &["1122:1,0", "1344:0,1"]].concat()));
    assert!(words.contains("optimal play: ") && words.contains("more turns on average"), "{words}");
    // A limit on the turns never reduces their total, and a limit that is too low is refused.
    let limited = json(&[&asked[..], &["--depth-limit", "5", "1122:1,0", "1344:0,1"]].concat());
    assert!(limited["expected_turns"].as_f64().unwrap() >= turns);
    refused(
        &[&asked[..], &["--depth-limit", "1", "1122:1,0"]].concat(),
        &["all 256 remaining codewords", "the number of turns left is 1"],
    );
    for wrong in ["0", "-1", "x"] {
        refused(&[&asked[..], &["--depth-limit", wrong]].concat(), &["--depth-limit"]);
    }
    // Where the exact partitions would take too long, the answer says so.
    let large = ["mastermind", "advise", "--pins", "5", "--colors", "8", "--optimal"];
    let advice = json(&[&large[..], &["11234:0,1"]].concat());
    assert_eq!((&advice["optimal"], &advice["expected_turns"]), (&false.into(), &Value::Null));
    assert!(stdout(&run(&large)).contains("too much work to prove which guess is best"));
}

#[test]
fn advice_is_a_guess_and_its_partition() {
    let four_of_six = ["mastermind", "advise", "--pins", "4", "--colors", "6", "--strategy", "knuth"];
    let first = json(&four_of_six);
    assert_eq!((first["guess"].as_str(), first["remaining"].as_u64()), (Some("1122"), Some(1296)));
    let second = json(&[&four_of_six[..], &["1122:1,0"]].concat());
    assert_eq!((second["guess"].as_str(), second["remaining"].as_u64()), (Some("1344"), Some(256)));
    let parts = second["partitions"].as_array().unwrap();
    assert_eq!(parts.iter().map(|part| part["count"].as_u64().unwrap()).sum::<u64>(), 256);
    let order: Vec<(u64, u64)> =
        parts.iter().map(|part| (part["black"].as_u64().unwrap(), part["white"].as_u64().unwrap())).collect();
    assert!(order.is_sorted_by(|a, b| a > b), "black then white descending: {order:?}");
    let last = stdout(&run(&[
        "mastermind",
        "advise",
        "--pins",
        "1",
        "--colors",
        "2",
        "--strategy",
        "knuth",
        "1:0,0",
    ]));
    assert!(last.starts_with("1 codeword remains; guess 2, which must be the secret\n"), "{last}");
    let forced = json(&[&four_of_six[..], &["--first", "1234"]].concat());
    assert_eq!(forced["guess"], "1234");
}

#[test]
fn evaluations_have_all_their_keys() {
    let answer = json(&["mastermind", "evaluate", "--pins", "4", "--colors", "6", "--strategy", "knuth"]);
    assert_eq!(answer["secrets"], 1296);
    assert_eq!(answer["total_turns"], 5801);
    assert_eq!(answer["max_turns"], 5);
    assert_eq!(answer["histogram"].to_string(), "[1,6,62,533,694]");
    assert_eq!(answer["first_guess"], "1122");
    assert!((answer["average"].as_f64().unwrap() - 5801.0 / 1296.0).abs() < 1e-15);
    assert!(answer["scores"].as_str().unwrap().parse::<u64>().unwrap() > 1_000_000);
    assert!(answer["scores_per_second"].as_f64().unwrap() > 0.0);
    assert!(answer["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn an_evaluation_with_a_directory_is_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let evaluate = [
        "mastermind",
        "evaluate",
        "--pins",
        "3",
        "--colors",
        "4",
        "--strategy",
        "entropy",
        "--out",
        text(&out),
    ];
    let options = ["--no-repeats", "--possible-only", "--first", "132"];
    let answer = json(&[&evaluate[..], &options].concat());
    assert_eq!((answer["first_guess"].as_str(), answer["secrets"].as_u64()), (Some("132"), Some(24)));
    assert!(out.join("report.html").exists());
    // The same file, seed and version give the same run through every interface.
    let report = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(report.contains("no_repeats = true") && report.contains("possible_only = true"));
    super::refused(&evaluate, &["holds another run"]);
}

#[test]
fn a_run_answers_with_its_keys() {
    let (folder, file) = super::experiment(
        "kind = \"mastermind.evaluate\"\nseed = 18446744073709551615\n[mastermind]\npins = 1\ncolors = 1\nstrategy = \"knuth\"\n",
    );
    let answer = json(&["run", text(&file), "--out", text(&folder.path().join("out"))]);
    let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["kind", "seed", "shards", "complete", "wall_seconds", "result"]);
    assert_eq!(answer["seed"], "18446744073709551615");
    assert_eq!(answer["result"]["histogram"].to_string(), "[1]");
}

#[test]
fn the_directory_is_named_after_the_file() {
    let (folder, file) = super::experiment(
        "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 2\ncolors = 2\nstrategy = \"most-parts\"\n",
    );
    let output = quadrille(&["run", text(&file)]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(folder.path().join("runs/e/result.json").exists());
    assert!(stdout(&output).contains("runs/e/report.html"));
}

#[test]
fn a_contradiction_is_explained() {
    let rows = ["--pins", "4", "--colors", "6", "1122:1,0", "3456:0,1", "1111:3,0"];
    let said = stdout(&run(&[&["mastermind", "candidates"], &rows[..]].concat()));
    assert!(said.contains("rows 1 and 3 contradict one another"), "{said}");
    assert!(said.contains("row 1, 1122: 2 black, 0 white instead of 1 black, 0 white"), "{said}");
    // For `candidates`, an empty answer is valid, also in JSON; `advise` has no answer.
    let none = json(&[&["mastermind", "candidates"], &rows[..]].concat());
    assert_eq!((none["count"].as_u64(), none["conflict"]["rows"].to_string()), (Some(0), "[1,3]".to_owned()));
    for json in [&[][..], &["--json"]] {
        let advise = [json, &["mastermind", "advise", "--strategy", "knuth"], &rows[..]].concat();
        let output = run(&advise);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()));
        let told = said.split_once("wrong\n").unwrap().1;
        assert!(stderr(&output).contains(told), "{} in the words of {told}", stderr(&output));
    }
}

#[test]
fn the_ladder_has_its_keys() {
    let mut rungs = Vec::new();
    for ladder in ["lanes", "random", "doudizhu", "daifugo"] {
        let answer = json(&["ladder", ladder, "--rounds", "3"]);
        has_its_keys(ladder, &answer);
        rungs.extend(answer["rungs"].as_array().unwrap().clone());
    }
    for (ladder, what, name, known_as) in [
        ("lanes", "contains", "packed word", "Contains"),
        ("doudizhu", "remove", "packed word", "Remove"),
        ("daifugo", "counts", "article 2016", "枚数型 Qr"),
        ("daifugo", "locate", "article 2023", "枚数位置型 Pqr"),
        ("daifugo", "no-dominance", "article 2016", "無支配型 Nd"),
        ("daifugo", "dominate", "article 2016", "支配性判定"),
        ("daifugo", "sure-win", "article 2023", "空場必勝"),
    ] {
        let here = |rung: &&serde_json::Value| rung["ladder"] == ladder && rung["what"] == what;
        let rung = rungs.iter().filter(here).find(|rung| rung["name"] == name).unwrap();
        assert_eq!(rung["known_as"], known_as, "{rung}");
        let first = rungs.iter().find(here).unwrap();
        assert!(first["known_as"].is_null(), "{first}");
        // If a ladder has a source, all its rungs are compared with the fastest form of that
        // source.
        let forms =
            rungs.iter().filter(here).filter(|rung| rung["name"].as_str().unwrap().starts_with("article"));
        let over = |rung: &serde_json::Value| rung["speedup_over_source"].as_f64();
        let best = forms.filter_map(over).reduce(f64::max);
        assert_eq!(best, (ladder == "daifugo").then_some(1.0), "{what}");
    }
}

fn has_its_keys(ladder: &str, answer: &serde_json::Value) {
    assert!(answer["machine"].is_string());
    let rungs = answer["rungs"].as_array().unwrap();
    let mut workload = String::new();
    let mut expected = 0;
    for rung in rungs {
        let what = rung["what"].as_str().unwrap();
        expected = if what == workload { expected + 1 } else { 1 };
        what.clone_into(&mut workload);
        assert_eq!(rung["rung"].as_u64(), Some(expected), "{rung}");
        assert!(rung["ns_per_item"].as_f64().unwrap() > 0.0);
        if expected == 1 {
            assert_eq!(rung["speedup"].as_f64(), Some(1.0));
        }
        assert!(rung["ladder"] == ladder && rung["name"].is_string() && rung["item"].is_string());
        assert!(matches!(rung.get("known_as"), Some(name) if name.is_null() || name.is_string()), "{rung}");
        assert_eq!(
            rung.get("gigabytes_per_second").is_some(),
            ladder == "random" && what == "fill",
            "{rung}"
        );
    }
    assert!(rungs.len() > 8);
}

#[test]
fn the_version_is_printed() {
    assert!(stdout(&run(&["--version"])).starts_with("quadrille "));
}

/// Help is wrapped at the terminal's width, but its examples are not, from 80 columns on, so that
/// they can be copied.
#[test]
fn help_fits_its_terminal_and_examples_stay_whole() {
    let mut widest = 0;
    for page in pages() {
        let columns = |help: &str| help.lines().map(display_width).max().unwrap_or(0);
        assert!(columns(&page.narrow) <= 80, "{} is wider than 80 columns:\n{}", page.title(), page.narrow);
        assert!(columns(&page.wide) <= 140, "{}:\n{}", page.title(), page.wide);
        widest = columns(&page.wide).max(widest);
        assert_eq!(examples(&page.narrow), examples(&page.wide), "{}", page.title());
    }
    assert!(widest > 120, "{widest} columns of 140");
}

#[test]
fn answers_fit_eighty_columns() {
    let file = super::root().join("examples/mastermind-strategies.toml");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("o");
    let (_other, fifteen_turns) = super::experiment(
        "kind = \"mastermind.compare\"\nseed = 1\n[mastermind]\npins = 3\ncolors = 13\nstrategies = [\"knuth\", \"first-consistent\"]\n",
    );
    let wide = folder.path().join("w");
    let long: [&[&str]; 6] = [
        &["run", text(&fifteen_turns), "--out", text(&wide)],
        &["ladder", "lanes", "--rounds", "3"],
        &["ladder", "random", "--rounds", "3"],
        &["run", text(&file), "--out", text(&out)],
        &["mastermind", "candidates", "--pins", "9", "--colors", "3"],
        &["mastermind", "advise", "--pins", "4", "--colors", "6", "--strategy", "entropy", "1122:1,0"],
    ];
    for arguments in long {
        let output = run(arguments);
        for line in stdout(&output).lines().filter(|line| !line.contains(text(folder.path()))) {
            assert!(display_width(line) <= 80, "{line}");
        }
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(!stdout(&output).contains('\u{1b}'), "no colours where there is no terminal");
    }
}

#[test]
fn mastermind_has_the_usual_size_and_strategy() {
    let size = ["--pins", "4", "--colors", "6"];
    let knuth = [&size[..], &["--strategy", "knuth"]].concat();
    for (command, usual) in [
        (&["mastermind", "candidates", "1122:1,0"][..], &size[..]),
        (&["mastermind", "advise", "1122:1,0"], &knuth),
        (&["mastermind", "tree", "--format", "json"], &knuth),
        (&["mastermind", "grade", "1122:1,0"], &size),
    ] {
        assert_eq!(json(command), json(&[command, usual].concat()), "{command:?}");
    }
}

#[test]
fn an_example_of_the_name_is_suggested() {
    refused(&["run", "mastermind-knuth"], &["mastermind-knuth", "quadrille run example:mastermind-knuth"]);
    let message = stderr(&run(&["run", "no-such-name"]));
    assert!(!message.contains("example:"), "{message}");
}
