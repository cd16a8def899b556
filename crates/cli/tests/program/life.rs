//! `quadrille life`: patterns, soups, pattern files and pictures, and refused input.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;

use super::{experiment, json, quadrille, refused, root, run, stderr, stdout, text};

const GLIDER: &str = "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n";

/// Creates a folder with a file.
fn folder(name: &str, content: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, content).unwrap();
    (folder, file)
}

#[test]
fn a_run_answers_with_its_keys() {
    let (_folder, glider) = folder("glider.rle", GLIDER);
    let answer = json(&["life", "run", text(&glider), "--generations", "4", "--bounds", "16x12:torus"]);
    assert_eq!((&answer["generation"], &answer["population"]), (&"4".into(), &"5".into()));
    assert_eq!((&answer["rule"], &answer["engine"]), (&"B3/S23".into(), &"grid".into()));
    // The expected corner is (⌊16/2⌋ − ⌊3/2⌋, ⌊12/2⌋ − ⌊3/2⌋), plus one cell of movement.
    assert_eq!(answer["bounds"].to_string(), r#"{"x":8,"y":6,"width":3,"height":3}"#);
    assert!(answer["seconds"].as_f64().unwrap() >= 0.0);
    assert!(answer["hash"].as_str().unwrap().starts_with("0x"));
    // Every engine has the same cells.
    for engine in ["auto", "grid", "rung:1", "rung:6", "rung:10"] {
        let other = json(&[
            "life",
            "run",
            text(&glider),
            "--generations",
            "4",
            "--bounds",
            "16x12:torus",
            "--engine",
            engine,
        ]);
        assert_eq!(other["hash"], answer["hash"], "{engine}");
    }
    let dead = json(&[
        "life",
        "run",
        text(&glider),
        "--generations",
        "60",
        "--bounds",
        "16x12:dead",
        "--rule",
        "B/S",
    ]);
    assert_eq!(
        (&dead["population"], &dead["bounds"], &dead["hash"]),
        (&"0".into(), &Value::Null, &"0x0".into())
    );
}

#[test]
fn the_rung_of_an_answer_is_its_number_on_the_ladder() {
    let (_folder, glider) = folder("glider.rle", GLIDER);
    let rung = |flags: &[&str]| {
        let run = ["life", "run", text(&glider), "--generations", "1"];
        json(&[run.as_slice(), flags].concat())["rung"].as_u64()
    };
    let ladder = quadrille_ladders::life::rungs();
    let forms: Vec<&str> =
        ladder.iter().filter(|rung| rung.what == "1920x1080").map(|rung| rung.name).collect();
    let number = |name: &str| forms.iter().position(|&form| form == name).map(|at| at as u64 + 1);
    assert_eq!(rung(&["--bounds", "64x64"]), number("striped, in passes"));
    assert_eq!(rung(&["--bounds", "4096x4096"]), number("striped, threads"));
    for at in 1..=forms.len() {
        assert_eq!(rung(&["--bounds", "64x64", "--engine", &format!("rung:{at}")]), Some(at as u64));
    }
}

#[test]
fn bounds_and_rules_come_from_the_flags_or_the_pattern() {
    let (_folder, file) = folder("p.rle", "x = 3, y = 1, rule = B36/S23:T10,8\n3o!\n");
    let field = |flags: &[&str]| {
        let answer = json(&[&["life", "run", text(&file), "--generations", "1"], flags].concat());
        format!("{} {}", answer["rule"].as_str().unwrap(), answer["field"].as_str().unwrap())
    };
    assert_eq!(field(&[]), "B36/S23 10x8:torus");
    assert_eq!(field(&["--rule", "23/3"]), "B3/S23 10x8:torus");
    assert_eq!(field(&["--rule", "b2/s:P9,9"]), "B2/S 9x9:dead");
    assert_eq!(field(&["--bounds", "7x7:dead"]), "B36/S23 7x7:dead");
    assert_eq!(field(&["--bounds", "7x7"]), "B36/S23 7x7:dead");
    refused(
        &["life", "run", text(&file), "--generations", "1", "--bounds", "7x7", "--rule", "B3/S23:T7,7"],
        &["--bounds is 7x7:dead", "7x7:torus"],
    );
}

#[test]
fn a_position_counts_from_the_middle_and_a_generation_goes_on() {
    let (folder, file) = folder("p.rle", "#CXRLE Pos=-5,3 Gen=99999999999999999999\nx = 2, y = 2\n2o$2o!\n");
    let out = folder.path().join("out.rle");
    let answer = json(&[
        "life",
        "run",
        text(&file),
        "--generations",
        "2",
        "--bounds",
        "11x10:dead",
        "--output",
        text(&out),
    ]);
    assert_eq!(answer["bounds"].to_string(), r#"{"x":0,"y":8,"width":2,"height":2}"#);
    assert_eq!(answer["generation"], "100000000000000000001");
    let written = std::fs::read_to_string(&out).unwrap();
    assert_eq!(written, "#CXRLE Gen=100000000000000000001\nx = 11, y = 10, rule = B3/S23:P11,10\n8$2o$2o!\n");
    // The written pattern continues at its position.
    let again = json(&["life", "run", text(&out), "--generations", "0"]);
    assert_eq!(again["hash"], answer["hash"]);
}

/// Positions of any length are kept where a universe supports them, and reported otherwise.
#[test]
fn positions_may_be_long() {
    let far = "123456789012345678901234567890";
    let (folder, file) = folder("p.rle", format!("#CXRLE Pos=-{far},{far}\n{GLIDER}"));
    let at = |name: &str| folder.path().join(name);
    let (out, squares, back) = (at("out.rle"), at("out.mc"), at("back.rle"));
    let answer = json(&["life", "run", text(&file), "--generations", "40", "--output", text(&out)]);
    let bounds = r#"{"x":"-123456789012345678901234567880","y":"123456789012345678901234567900","width":3,"height":3}"#;
    assert_eq!((answer["bounds"].to_string(), &answer["engine"]), (bounds.to_owned(), &"hashlife".into()));
    assert_eq!((&answer["population"], &answer["hash"]), (&"5".into(), &Value::Null));
    let written = std::fs::read_to_string(&out).unwrap();
    let position = "Pos=-123456789012345678901234567880,123456789012345678901234567900";
    assert!(written.starts_with(&format!("#CXRLE {position} Gen=40\n")), "{written}");
    json(&["life", "convert", text(&out), text(&squares)]);
    json(&["life", "convert", text(&squares), text(&back)]);
    assert!(std::fs::read_to_string(&back).unwrap().contains(position));
    let info = json(&["life", "info", text(&file)]);
    assert_eq!((&info["period"], info["displacement"].to_string()), (&4.into(), "[1,1]".to_owned()));
    // If an engine, a field or a format does not support the position, nothing is written.
    let place = "position -123456789012345678901234567890,123456789012345678901234567890 lies outside";
    let run = ["life", "run", text(&file), "--generations", "1"];
    refused(
        &[&run[..], &["--engine", "tiles"]].concat(),
        &[place, "-9223372036854775808 to 9223372036854775807"],
    );
    refused(&[&run[..], &["--bounds", "20x20"]].concat(), &[place, "columns -10 to 7 and rows -10 to 7"]);
    refused(&["life", "convert", text(&file), text(&at("out.lif"))], &[place, "lif"]);
    assert!(!at("out.lif").exists());
    // The farthest position: supported only by RLE.
    let digits = "9".repeat(1000);
    std::fs::write(&file, format!("#CXRLE Pos={digits},0\n{GLIDER}")).unwrap();
    json(&["life", "convert", text(&file), text(&out)]);
    assert!(std::fs::read_to_string(&out).unwrap().contains(&format!("Pos={digits},0\n")));
    refused(&run, &["(1000 digits),0 lies outside", "-2^399 to 2^399 - 1"]);
}

#[test]
fn soups_of_net_are_the_published_ones() {
    let vectors: Vec<Value> =
        serde_json::from_str(include_str!("../../../life/tests/data/net_random_soup.json")).unwrap();
    for soup in vectors.iter().filter(|soup| soup["gen"].as_u64().unwrap() <= 10) {
        let [seed, density, generations] = ["seed", "threshold", "gen"].map(|key| soup[key].to_string());
        let answer = json(&[
            "life",
            "soup",
            "--fill",
            "net",
            "--size",
            "1920x1080",
            "--seed",
            &seed,
            "--density",
            &density,
            "--generations",
            &generations,
        ]);
        assert_eq!(answer["population"], soup["population"].to_string());
        assert_eq!(answer["fingerprint"], soup["fingerprint"]);
        assert_eq!(answer["sha256_rows"], soup["sha256_rows"]);
    }
}

#[test]
fn a_soup_is_known_by_its_seed() {
    let soup = |flags: &[&str]| {
        json(
            &[
                &["life", "soup", "--size", "70x33", "--density", "0.4", "--generations", "9", "--digest"],
                flags,
            ]
            .concat(),
        )
    };
    let drawn = soup(&[]);
    let seed = drawn["seed"].as_str().unwrap();
    for threads in ["1", "3"] {
        assert_eq!(soup(&["--seed", seed, "--threads", threads])["sha256_rows"], drawn["sha256_rows"]);
    }
    assert_ne!(soup(&["--seed", seed, "--stream", "1"])["hash"], drawn["hash"]);
    assert_ne!(soup(&["--seed", seed, "--bounds", "70x33:torus"])["hash"], drawn["hash"]);
    // In text mode the seed is printed on standard error, so that the soup can be repeated.
    let told = run(&["life", "soup", "--size", "9x9", "--density", "0.5"]);
    assert!(
        stderr(&told).starts_with("seed ") && stdout(&told).contains("generation 0 of B3/S23 on 9x9:dead")
    );
}

#[test]
fn patterns_are_converted_and_pictured() {
    let (folder, glider) = folder("glider.rle", GLIDER);
    let to = |name: &str| folder.path().join(name);
    for (name, format) in [
        ("g.cells", "cells"),
        ("g.rle.gz", "rle"),
        ("g.cells.gz", "cells"),
        ("g.mc", "mc"),
        ("g.mc.gz", "mc"),
        ("g.lif", "lif"),
        ("g.lif.gz", "lif"),
        ("g.png", "png"),
        ("g.gif", "gif"),
    ] {
        let answer = json(&["life", "convert", text(&glider), text(&to(name))]);
        assert_eq!(answer.to_string(), format!(r#"{{"format":"{format}","population":"5"}}"#));
    }
    assert_eq!(std::fs::read_to_string(to("g.cells")).unwrap(), ".O\n..O\nOOO\n");
    assert!(std::fs::read(to("g.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(std::fs::read_to_string(to("g.mc")).unwrap().ends_with("\n$$$$$$$.*$\n..*$***$\n4 0 1 0 2\n"));
    assert_eq!(std::fs::read_to_string(to("g.lif")).unwrap(), "#Life 1.06\n1 0\n2 1\n0 2\n1 2\n2 2\n");
    for name in ["g.rle.gz", "g.cells.gz", "g.cells", "g.mc", "g.mc.gz", "g.lif", "g.lif.gz"] {
        let back = to("back.rle");
        json(&["life", "convert", text(&to(name)), text(&back)]);
        let back = std::fs::read_to_string(&back).unwrap();
        assert!(back.contains("x = 3, y = 3") && back.ends_with("\nbo$2bo$3o!\n"), "{back}");
    }
    // A film has a frame for every generation, including the first.
    let film = to("film.gif");
    json(&[
        "life",
        "run",
        text(&glider),
        "--generations",
        "8",
        "--bounds",
        "12x12:torus",
        "--output",
        text(&film),
    ]);
    let film = std::fs::read(&film).unwrap();
    let pictures = film.windows(3).filter(|bytes| bytes == b"\x21\xf9\x04").count();
    assert!(film.starts_with(b"GIF89a") && pictures == 9, "{pictures} pictures");
    // No other files remain.
    assert_eq!(folder.path().read_dir().unwrap().count(), 12);
}

/// Returns the width and height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn pictures_show_any_region_at_any_scale() {
    let (folder, glider) = folder("glider.rle", GLIDER);
    let to = |name: &str| folder.path().join(name);
    let pictured = |generations: &str, name: &str, more: &[&str]| {
        let output = ["--output", text(&to(name)), "--json"].map(str::to_owned);
        let output: Vec<&str> = output.iter().map(String::as_str).collect();
        json(&[&["life", "run", text(&glider), "--generations", generations], &output[..2], more].concat());
        std::fs::read(to(name)).unwrap()
    };
    assert_eq!(size(&pictured("4", "a.png", &["--region", "-8,-8,32x16", "--scale", "4"])), (128, 64));
    assert_eq!(size(&pictured("4", "b.png", &["--region", "-8,-8,64x16", "--scale", "1/8"])), (8, 2));
    assert_eq!(size(&pictured("4", "c.png", &["--scale", "2"])), (6, 6));
    let field = ["--bounds", "64x32", "--region", "0,0,64x32", "--scale", "1/2"];
    assert_eq!(size(&pictured("4", "d.png", &field)), (32, 16));
    // The pattern is far away and run with HashLife, and existing files are replaced.
    let far = "1000000000000000000000000000000";
    assert_eq!(size(&pictured(far, "e.png", &["--scale", "8"])), (24, 24));
    let film = pictured("40", "f.gif", &["--scale", "2"]);
    let side = |at: usize| u16::from_le_bytes([film[at], film[at + 1]]);
    // The region reaches from (0, 0) to (12, 12).
    assert_eq!((side(6), side(8)), (26, 26));
    // The film has every N-th generation and the last one, on the plane and on a field, with a
    // region and a scale.
    let frames = |film: &[u8]| film.windows(4).filter(|bytes| bytes == b"fcTL").count();
    let every = |name: &str, more: &[&str]| pictured("40", name, &[&["--every", "7"], more].concat());
    assert_eq!(frames(&every("h.apng", &[])), 7);
    let field = every("i.apng", &["--bounds", "64x32:torus"]);
    assert_eq!((frames(&field), size(&field)), (7, (448, 224)));
    let smaller = every("j.apng", &["--bounds", "64x32:torus", "--scale", "1/2"]);
    assert_eq!((frames(&smaller), size(&smaller)), (7, (32, 16)));
    let part = every("k.apng", &["--bounds", "64x32:torus", "--region", "20,10,16x8", "--scale", "4"]);
    assert_eq!((frames(&part), size(&part)), (7, (64, 32)));
    let followed = pictured("40", "g.apng", &["--scale", "2", "--follow"]);
    assert_eq!(size(&followed), (6, 6));
    assert_eq!(followed.windows(4).filter(|bytes| bytes == b"fcTL").count(), 41);
    json(&["life", "convert", text(&glider), text(&to("h.png")), "--region", "0,0,8x8", "--scale", "1/2"]);
    assert_eq!(size(&std::fs::read(to("h.png")).unwrap()), (4, 4));
    let answer = json(&["life", "convert", text(&glider), text(&to("i.apng"))]);
    assert_eq!(answer["format"], "apng");
}

#[test]
fn patterns_come_from_standard_input_too() {
    let mut child = quadrille(&["life", "run", "-", "--generations", "0", "--bounds", "5x5", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b".O.\n..O\nOOO\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["population"], "5");
}

#[test]
fn without_bounds_a_pattern_runs_on_the_plane() {
    let (folder, acorn) = folder("acorn.rle", "bo5b$3bo3b$2o2b3o!");
    let at = |file: &PathBuf, generations: &str, more: &[&str]| {
        json(&[&["life", "run", text(file), "--generations", generations], more].concat())
    };
    let settled = at(&acorn, "5206", &[]);
    assert_eq!((&settled["generation"], &settled["population"]), (&"5206".into(), &"633".into()));
    assert_eq!((&settled["engine"], &settled["rule"]), (&"tiles".into(), &"B3/S23".into()));
    let tiles = at(&acorn, "5206", &["--engine", "tiles"]);
    assert_eq!((&tiles["hash"], &tiles["why"]), (&settled["hash"], &"asked".into()));
    assert_eq!(settled["why"], "few_generations");
    // The pattern is written with its position and generation, and continues from there.
    let half = folder.path().join("half.rle");
    at(&acorn, "2600", &["--output", text(&half)]);
    let content = std::fs::read_to_string(&half).unwrap();
    assert!(content.contains("Pos=-") && content.contains("Gen=2600"), "{content}");
    let again = at(&half, "2606", &[]);
    for key in ["generation", "population", "bounds", "hash"] {
        assert_eq!(again[key], settled[key], "{key}");
    }
    // HashLife gives the same cells as tiles, and supports huge generations.
    let squares = at(&acorn, "5206", &["--engine", "hashlife"]);
    assert_eq!((&squares["hash"], &squares["engine"]), (&settled["hash"], &"hashlife".into()));
    let far = at(&acorn, "1000000000000000000000000000000", &[]);
    assert_eq!((&far["engine"], &far["population"]), (&"hashlife".into(), &"633".into()));
    assert_eq!(far["why"], "trial_won");
    assert!(far["hash"].is_null() && far["bounds"]["x"].is_string(), "{far}");
    // A glider may be at any position, here at even multiples of a tile's side.
    let glider = folder.path().join("glider.rle");
    std::fs::write(&glider, GLIDER).unwrap();
    let far = at(&glider, "25600", &[]);
    assert_eq!(far["bounds"].to_string(), r#"{"x":6400,"y":6400,"width":3,"height":3}"#);
    let shown = run(&["life", "run", text(&glider), "--generations", "4"]);
    assert!(
        stdout(&shown)
            .contains("generation 4 of B3/S23 on the plane\npopulation 5, in 3 × 3 cells from (1, 1)")
    );
    let picture = folder.path().join("glider.png");
    at(&glider, "4", &["--output", text(&picture)]);
    assert!(std::fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
}

/// Returns a macrocell with too many cells for a list: four gliders at the corners of 2^70 cells.
fn vast() -> String {
    let mut text = "[M2]\n.*$..*$***$\n".to_owned();
    for level in 4..=70 {
        let below = level - 3;
        writeln!(text, "{level} {below} 0 0 0").unwrap();
    }
    text
}

#[test]
fn macrocells_run_as_they_are() {
    let (folder, vast) = folder("vast.mc", vast());
    let to = |name: &str| folder.path().join(name);
    let at = |file: &PathBuf, generations: &str, more: &[&str]| {
        json(&[&["life", "run", text(file), "--generations", generations], more].concat())
    };
    let ran = at(&vast, "4", &["--output", text(&to("after.mc.gz"))]);
    assert_eq!((&ran["population"], &ran["engine"]), (&"5".into(), &"hashlife".into()));
    // The expected coordinate is -2^69, plus one cell of movement.
    assert_eq!((&ran["bounds"]["x"], &ran["bounds"]["width"]), (&"-590295810358705651711".into(), &3.into()));
    assert_eq!(ran["why"], "squares");
    let back = at(&to("after.mc.gz"), "4", &[]);
    assert_eq!((&back["generation"], &back["bounds"]["x"]), (&"8".into(), &"-590295810358705651710".into()));
    let answer = json(&["life", "convert", text(&vast), text(&to("again.mc"))]);
    assert_eq!(answer.to_string(), r#"{"format":"mc","population":"5"}"#);
    json(&["life", "convert", text(&vast), text(&to("x.png")), "--scale", "4"]);
    assert_eq!(size(&std::fs::read(to("x.png")).unwrap()), (12, 12));
    // An RLE states its position at any distance; a list of cells is limited to 64 bits.
    json(&["life", "convert", text(&vast), text(&to("x.rle"))]);
    for key in ["bounds", "hash", "population"] {
        assert_eq!(at(&to("x.rle"), "4", &[])[key], ran[key], "{key}");
    }
    refused(
        &["life", "convert", text(&vast), text(&to("x.lif"))],
        &["-590295810358705651712", "outside the coordinates of the format"],
    );
    assert!(!to("x.lif").exists());
    let run = ["life", "run", text(&vast), "--generations", "1"];
    refused(&[&run[..], &["--engine", "tiles"]].concat(), &["the plane of tiles", "--engine hashlife"]);
    refused(&[&run[..], &["--bounds", "9x9"]].concat(), &["outside a field of 9x9"]);
    // A macrocell that fits a list is run with tiles, at its stated position.
    let (_folder, small) = self::folder("small.mc", "[M2]\n#R B36/S23\n#G 7\n.*$..*$***$\n4 0 0 0 1\n");
    let ran = at(&small, "4", &[]);
    assert_eq!(
        (&ran["engine"], &ran["rule"], &ran["generation"]),
        (&"tiles".into(), &"B36/S23".into(), &"11".into())
    );
    assert_eq!(ran["bounds"].to_string(), r#"{"x":1,"y":2,"width":3,"height":3}"#);
    assert_eq!(at(&small, "4", &["--engine", "hashlife"])["hash"], ran["hash"]);
    // On a field positions count from the centre.
    assert_eq!(at(&small, "4", &["--bounds", "20x20"])["bounds"]["x"], 11);
    // A highly repetitive pattern starts in HashLife.
    let nodes: Vec<String> = (4..=30).map(|level| format!("{level} {0} {0} {0} {0}\n", level - 3)).collect();
    let (_folder, full) = self::folder("full.mc", format!("[M2]\n$.**$.**$\n{}", nodes.concat()));
    let ran = at(&full, "1000", &[]);
    assert_eq!((&ran["engine"], &ran["population"]), (&"hashlife".into(), &"72057594037927936".into()));
    assert!(ran["hash"].is_null());
    refused(&["life", "convert", text(&full), text(&to("full.rle"))], &["72057594037927936 living cells in"]);
}

#[test]
fn a_run_out_of_memory_saves_its_state() {
    // A crystal that grows at the maximum speed in all directions.
    let (folder, seed) = folder("seed.rle", "x = 1, y = 1, rule = B1/S012345678\no!");
    let save = folder.path().join("kept.mc.gz");
    let common = ["life", "run", text(&seed), "--generations", "1000", "--engine", "tiles"];
    let output = run(&[&common[..], &["--memory", "1", "--save", text(&save)]].concat());
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("of memory; ") && told.contains("the state at generation "), "{told}");
    let again = told.lines().last().unwrap().trim();
    let words: Vec<&str> = again.split(' ').collect();
    assert_eq!(words[..4], ["quadrille", "life", "run", text(&save)], "{told}");
    let (ended, straight) = (json(&words[1..]), json(&common));
    for key in ["generation", "population", "bounds", "hash", "rule"] {
        assert_eq!(ended[key], straight[key], "{key}");
    }
    assert_eq!(ended["generation"], "1000");
}

/// Nonstandard files are read with a warning on standard error, or refused with `--strict`.
#[test]
fn warnings_are_printed_and_refused_with_strict() {
    let (folder, torn) = folder("torn.rle", "x = 2, y = 3, rule = B33/S23\nbo$2bo$3O");
    let out = folder.path().join("out.cells");
    let strict = ["life", "convert", text(&torn), text(&out), "--strict"];
    refused(&strict, &["torn.rle:1:24", "`3` is repeated"]);
    assert!(!out.exists(), "nothing is written");
    let read = run(&strict[..4]);
    assert!(stdout(&read).contains("population 5"));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), ".O\n..O\nOOO\n");
    let told = stderr(&read);
    let warnings: Vec<&str> = told.lines().collect();
    assert_eq!(warnings.len(), 4, "{told}");
    for (warning, says) in warnings.iter().zip([
        "1:24: `3` is repeated",
        "2:6: a living cell",
        "2:9: `O` is",
        "2:10: the pattern",
    ]) {
        assert!(warning.starts_with("warning: ") && warning.contains(says), "{warning}");
    }
    run(&["life", "run", text(&torn), "--generations", "4"]);
    refused(&["life", "run", text(&torn), "--generations", "4", "--strict"], &["torn.rle:1:24"]);
    let zip = folder.path().join("glider.rle.zip");
    std::fs::write(&zip, b"PK\x03\x04\xff\xff").unwrap();
    refused(&["life", "convert", text(&zip), text(&out)], &["zip archive"]);
}

/// Tests rules with letters and tables, grids of every topology, and births without neighbours.
#[test]
fn rules_and_grids_of_every_kind() {
    let (_folder, glider) = folder("glider.rle", GLIDER);
    let at = |flags: &[&str]| json(&[&["life", "run", text(&glider), "--generations", "2"], flags].concat());
    let answer = at(&["--rule", "12/2ceikn"]);
    assert_eq!(answer["rule"], "B2-a/S12");
    for grid in [":T30+5,20", ":K30*,20", ":C30,20", ":S30", ":T0,20", ":P30,0"] {
        let rule = format!("B3/S23{grid}");
        assert_eq!(at(&["--rule", &rule])["population"], "5", "{grid}");
    }
    assert_eq!(at(&["--bounds", "30+5x20:torus"])["hash"], at(&["--rule", "B3/S23:T30+5,20"])["hash"]);
    // Bounded grids store the cells themselves, the plane the difference from the background.
    assert_eq!(at(&["--rule", "B03/S23:T20,20"])["population"], "6");
    assert_eq!(
        (&at(&["--rule", "B03/S23"])["engine"], &at(&["--rule", "B03/S238"])["rule"]),
        (&"tiles".into(), &"B03/S238".into())
    );
    for (rule, says) in [
        ("345/2/4", "the Generations family are not supported"),
        ("B2/S34H", "a hexagonal grid"),
        ("WireWorld", "`WireWorld` is not a known rule name"),
        ("Brian's Brain", "`Brian's Brain` is not a known rule name"),
        ("B3/S23:T0+5,20", "cannot have a shift"),
        ("B3/S23:S8,8", "a letter and a size"),
        ("B2r/S", "`r` is not an arrangement of 2 neighbours"),
    ] {
        refused(&["life", "run", text(&glider), "--generations", "2", "--rule", rule], &["--rule", says]);
    }
}

#[test]
fn bad_patterns_and_flags_are_refused() {
    let (folder, glider) = folder("glider.rle", GLIDER);
    let out = folder.path().join("out.rle");
    let convert = |content: &str, says: &[&str]| {
        let file = folder.path().join("bad");
        std::fs::write(&file, content).unwrap();
        refused(&["life", "convert", text(&file), text(&out)], says);
        assert!(!out.exists(), "nothing is written");
    };
    convert("bo$2bo$3?!", &["bad:1:9", "`?` is", "expected `b`"]);
    convert("", &["bad:1:1", "no pattern here"]);
    convert("x = 1000000000000000000, y = 1000000000000000000\no!", &["bad:1:5", "0 to 999999999"]);
    convert("2000000000o!", &["bad:1:1", "999999999 columns"]);
    convert("[M3] (golly 9)\n", &["bad:1:1", "this version of the macrocell format is not supported"]);
    let run = |flags: &[&str], says: &[&str]| {
        refused(&[&["life", "run", text(&glider), "--generations", "1"], flags].concat(), says);
    };
    run(&["--engine", "grid"], &["--engine grid needs bounds", "--bounds 64x64:torus", "--engine tiles"]);
    run(&["--engine", "tiles", "--bounds", "9x9"], &["--engine tiles works only on the unbounded plane"]);
    run(&["--rule", "B03/S23", "--engine", "hashlife"], &["B03/S23", "cells without neighbours are born"]);
    run(&["--output", "x.gif", "--region", "0,0,9999x9999", "--scale", "8"], &["9999 × 9999", "2^26"]);
    run(&["--output", "x.gif", "--region", "0,0,2000x2000", "--scale", "1"], &["2000 × 2000", "2^29"]);
    run(&["--output", "x.png", "--region", "0,0,9x0"], &["--region", "-32,-32,64x64"]);
    run(&["--output", "x.png", "--scale", "1/3"], &["--scale", "1/3", "power of two"]);
    run(
        &["--output", "x.gif", "--bounds", "9x9", "--follow"],
        &["a film of a field cannot follow the pattern"],
    );
    run(&["--output", "x.png", "--every", "2"], &["--every", "only a film has intermediate frames"]);
    run(&["--output", "x.gif", "--every", "0"], &["--every", "a whole number from 1"]);
    run(&["--bounds", "2x9"], &["3 × 3 cells do not fit", "2x9:dead"]);
    run(&["--bounds", "9"], &["--bounds", "640x480:torus"]);
    run(&["--bounds", "0x0"], &["too small"]);
    run(&["--bounds", "99999999999x99999999999:torus"], &["of memory"]);
    run(&["--bounds", "9x9", "--rule", "B9"], &["--rule"]);
    run(&["--bounds", "9x9", "--engine", "rung:99"], &["rung:99", "rung:1 to rung:"]);
    run(
        &["--bounds", "9x9", "--engine", "hashlife"],
        &["--engine hashlife works only on the unbounded plane"],
    );
    for generations in ["-1", "1e9", "x", "", "1000000000000000000000000000001", "+5"] {
        refused(
            &["life", "run", text(&glider), "--generations", generations],
            &["--generations", "0 to 10^30"],
        );
    }
    let far = "1000000000000000000000000000000";
    let beyond = |flags: &[&str], says: &[&str]| {
        refused(&[&["life", "run", text(&glider), "--generations", far], flags].concat(), says);
    };
    beyond(&["--bounds", "9x9"], &["--generations", "18446744073709551615"]);
    beyond(&["--engine", "tiles"], &["the engine tiles counts", "hashlife"]);
    run(&["--bounds", "9x9", "--output", "x.mcl"], &["x.mcl", ".rle, .mc, .cells or .lif", ".gif or .apng"]);
    run(&["--save", "x.rle"], &["--save", ".mc or .mc.gz"]);
    run(&["--memory", "0"], &["--memory", "MiB"]);
    run(&["--memory", "-5"], &["--memory", "MiB"]);
    run(&["--bounds", "9x9", "--output", "/nonexistent/x.rle"], &["cannot write", "/nonexistent/x.rle"]);
    run(&["--bounds", "30000x30000", "--output", "x.gif"], &["too large", "2^29"]);
    let soup = |flags: &[&str], says: &[&str]| {
        refused(&[&["life", "soup", "--size", "9x9"], flags].concat(), says);
    };
    soup(&[], &["--density"]);
    soup(&["--density", "1.5"], &["a number from 0 to 1"]);
    soup(&["--density", "NaN"], &["a number from 0 to 1"]);
    soup(&["--density", "0.5", "--bounds", "10x9:torus"], &["bounds of the same size"]);
    soup(&["--density", "0.5", "--seed", "-1"], &["--seed", "18446744073709551615"]);
    soup(&["--density", "0.5", "--fill", "net", "--seed", "2147483648"], &["-2147483648 to 2147483647"]);
    soup(&["--density", "0.5", "--fill", "net", "--bounds", "9x9:torus"], &["no --bounds"]);
    refused(&["life", "soup", "--size", "9", "--density", "0.5"], &["1920x1080"]);
    refused(&["life", "soup", "--size", "2x2", "--density", "0.5", "--fill", "net"], &["too small"]);
    refused(
        &["life", "run", "/nonexistent.rle", "--generations", "1", "--bounds", "9x9"],
        &["/nonexistent.rle"],
    );
}

/// Returns an experiment of small fields with three densities.
fn fields() -> String {
    let file = root().join("crates/quadrille/tests/experiments/life.grid.toml");
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn shards_change_no_figure() {
    let found = |shards: &str| {
        let (folder, file) = experiment(&fields().replace("shards = 40", shards));
        json(&["run", text(&file), "--out", text(&folder.path().join("out"))])["result"].clone()
    };
    assert_eq!(found("shards = 40"), found("shards = 7"));
}

#[test]
fn every_field_of_an_experiment_can_be_had_again() {
    let (folder, file) = experiment(&fields());
    let found = json(&["run", text(&file), "--out", text(&folder.path().join("o"))])["result"].clone();
    let generations = found["generations"].as_array().unwrap();
    assert_eq!((generations[0].as_u64(), generations.last().unwrap().as_u64()), (Some(0), Some(700)));
    for (family, density) in found["densities"].as_array().unwrap().iter().zip([0.1, 0.3, 0.6]) {
        assert_eq!(family["density"], density);
        let last: Vec<f64> =
            family["last"].as_array().unwrap().iter().map(|p| p.as_str().unwrap().parse().unwrap()).collect();
        let mean = last.iter().sum::<f64>() / 40.0;
        assert!(
            (family["population"].as_array().unwrap().last().unwrap().as_f64().unwrap() - mean).abs() < 1e-9
        );
        let spread = last.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / 39.0;
        // Student's t at 39 degrees of freedom is 2.0227.
        let error = family["error"].as_array().unwrap().last().unwrap().as_f64().unwrap();
        assert!((error - 2.022_690_9 * (spread / 40.0).sqrt()).abs() < 1e-4 * error, "{error}");
    }
    // Field 57 is number 17 of the second density.
    let again = json(&[
        "life",
        "soup",
        "--size",
        "61x47",
        "--bounds",
        "61x47:torus",
        "--density",
        "0.3",
        "--seed",
        "3",
        "--stream",
        "57",
        "--generations",
        "700",
    ]);
    assert_eq!(again["population"], found["densities"][1]["last"][17]);
}

#[test]
fn bad_experiments_are_refused_at_their_place() {
    let refuse = |keys: &str, says: &[&str]| {
        let (folder, file) = experiment(&format!("kind = \"life.grid\"\n[life]\n{keys}\n"));
        refused(&["run", text(&file), "--out", text(&folder.path().join("o"))], says);
    };
    refuse("", &["e.toml:2:1", "`bounds` is missing"]);
    refuse("bounds = \"9\"", &["e.toml:3:10", "640x480"]);
    refuse("bounds = \"99999x99999\"", &["e.toml:3:10", "9999800001 cells", "at most 4294967296"]);
    let keys = |more: &str| format!("bounds = \"9x9\"\n{more}");
    refuse(&keys("generations = 0"), &["e.toml:4:15", "1 to 1000000000"]);
    refuse(&keys("generations = 100000\nevery = 9\ndensities = [0.5]"), &["e.toml:5:9", "10 to 100000"]);
    refuse(&keys("generations = 9\ndensities = []"), &["e.toml:5:13", "0 densities", "1 to 100"]);
    refuse(&keys("generations = 9\ndensities = [1.1]"), &["e.toml:5:14", "from 0 to 1"]);
    refuse(&keys("generations = 9\ndensities = [0.5, 0.5]"), &["e.toml:5:19", "is repeated"]);
    refuse(&keys("generations = 9\ndensities = [0.5]\nrule = \"B9\""), &["e.toml:6:8"]);
}
