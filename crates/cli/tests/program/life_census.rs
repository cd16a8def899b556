//! `quadrille life census`, and apgcodes in place of patterns.

use super::{experiment, json, refused, root, run, stderr, stdout, text};

#[test]
fn objects_are_counted_with_their_keys() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.rle");
    std::fs::write(&file, "x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!\n").unwrap();
    let answer = json(&["life", "census", text(&file)]);
    assert_eq!((&answer["total"], &answer["stable_at"]), (&25.into(), &1103.into()));
    assert_eq!(answer["objects"][1].to_string(), r#"{"apgcode":"xq4_153","name":"glider","count":6}"#);
    let told = stdout(&run(&["life", "census", text(&file)]));
    assert!(told.starts_with("8  xs4_33    block\n6  xq4_153   glider\n"), "{told}");
    assert!(told.ends_with("The pattern settles at generation 1,103 into 25 objects.\n"), "{told}");
    // A census at a given generation includes cells that are not yet an object.
    let early = json(&["life", "census", text(&file), "--at", "200"]);
    assert_eq!((&early["at"], early["stable_at"].is_null()), (&200.into(), true));
    assert!(early["unsettled"].as_u64().unwrap() > 0, "{early}");
    // Without stabilization in time there is no answer.
    let open = run(&["life", "census", text(&file), "--generations", "500"]);
    assert_eq!(open.status.code(), Some(1));
    assert!(stderr(&open).contains("within 500 generations"), "{}", stderr(&open));
}

#[test]
fn debris_of_growing_patterns_is_counted() {
    let answer = json(&["life", "census", "gosper-gun"]);
    assert_eq!((&answer["growth"], &answer["debris_at"]), (&"linear".into(), &30_000.into()));
    let objects = answer["objects"].as_array().unwrap();
    assert_eq!(objects[0]["apgcode"], "xq4_153");
    // The gun emits one glider in 30 generations; the newest one may still be a part of the gun.
    let gliders = objects[0]["count"].as_u64().unwrap();
    assert!((997..=1000).contains(&gliders), "{answer}");
    assert!(
        objects.iter().any(|object| object["apgcode"].as_str().unwrap().starts_with("yl30_")),
        "{answer}"
    );
    let earlier = json(&["life", "census", "gosper-gun", "--generations", "27000"]);
    assert_eq!(earlier["debris_at"], 27_000);
    assert_eq!(earlier["objects"][0]["count"], gliders - 100);
    let told = stdout(&run(&["life", "census", "gosper-gun"]));
    assert!(told.contains("growing objects and debris."), "{told}");
}

#[test]
fn an_apgcode_stands_for_its_object() {
    let answer = json(&["life", "run", "xq4_153", "--generations", "4"]);
    assert_eq!((&answer["population"], &answer["bounds"]["x"]), (&"5".into(), &1.into()));
    for (flags, objects) in [
        (&[][..], r#"[{"apgcode":"xs4_33","name":"block","count":2}]"#),
        (&["--together"], r#"[{"apgcode":"xs8_rr","name":null,"count":1}]"#),
    ] {
        let answer = json(&[&["life", "census", "xs8_rr"], flags].concat());
        assert_eq!(answer["objects"].to_string(), objects);
    }
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("p.cells");
    assert_eq!(json(&["life", "convert", "xs6_696", text(&to)])["population"], "6");
    assert_eq!(std::fs::read_to_string(&to).unwrap(), ".O\nO.O\nO.O\n.O\n");
    refused(&["life", "run", "xs5_33", "--generations", "1"], &["has 4 living cells; expected 5"]);
    refused(&["life", "census", "xs4_33", "--rule", "B3/S23:T9,9"], &["on the unbounded plane"]);
}

#[test]
fn soups_of_searches_are_had_by_their_seeds() {
    let soup = json(&["life", "soup", "--soup", "7:12"]);
    assert_eq!((&soup["symmetry"], &soup["soup"]), (&"C1".into(), &"7:12".into()));
    // The soup has the same cells as a field.
    let field = ["life", "soup", "--size", "16x16", "--density", "0.5", "--seed", "7", "--stream", "12"];
    assert_eq!(soup["hash"], json(&field)["hash"]);
    let hashed = json(&["life", "soup", "--seed-string", "n_GcpqZ62YqD3310086454"]);
    assert_eq!(hashed["population"], "138");
    refused(&["life", "soup", "--symmetry", "C3"], &["there is no symmetry `C3`", "D8_4"]);
    refused(&["life", "soup", "--soup", "7"], &["a seed and a number are expected"]);
    refused(&["life", "soup", "--soup", "7:1", "--size", "9x9"], &["cannot be used with"]);
    refused(&["life", "soup", "--seed-string", "k_1", "--density", "0.5"], &["cannot be used with"]);
}

#[test]
fn objects_of_an_experiment_are_in_its_soups() {
    let file = root().join("crates/quadrille/tests/experiments/life.soups.toml");
    let folder = tempfile::tempdir().unwrap();
    let found = json(&["run", text(&file), "--out", text(&folder.path().join("out"))]);
    let rarest = found["result"]["objects"].as_array().unwrap().last().unwrap().clone();
    let soup = format!("{}:{}", found["seed"].as_str().unwrap(), rarest["first"]);
    let to = folder.path().join("x.rle");
    json(&["life", "soup", "--symmetry", "D2_+1", "--soup", &soup, "--output", text(&to)]);
    let census = json(&["life", "census", text(&to)]);
    let objects = census["objects"].as_array().unwrap();
    assert!(objects.iter().any(|object| object["apgcode"] == rarest["apgcode"]), "{rarest} in {census}");
    // The longest-lived pattern has the stated lifespan.
    let longest = &found["result"]["longest"][0];
    let soup = format!("{}:{}", found["seed"].as_str().unwrap(), longest["soup"]);
    json(&["life", "soup", "--symmetry", "D2_+1", "--soup", &soup, "--output", text(&to)]);
    assert_eq!(json(&["life", "info", text(&to)])["stable_at"], longest["lifespan"]);
    // Both pages have pictures.
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    assert!(page.contains(&format!("aria-label=\"Soup {soup}, ")), "{page}");
    assert!(page.contains("aria-label=\"xs4_33, 2 × 2 cells\""), "{page}");
    let report = json(&["report", text(&folder.path().join("out"))]);
    let table = &report["report"]["sections"][2]["blocks"][0]["table"];
    assert_eq!(table["columns"][1]["name"], "pattern");
    assert!(table["rows"][0][1]["filled"][0].as_array().is_some_and(|run| run.len() == 3), "{table}");
    assert_eq!(table["rows"][0][0], soup);
}

#[test]
fn settings_of_soups_that_make_no_sense_are_refused() {
    for (keys, says) in [
        ("", &["`soups`"][..]),
        ("soups = 0", &["1 to 1000000000"]),
        ("soups = 9\nsymmetry = \"C3\"", &["no symmetry `C3`"]),
        ("soups = 9\ndensity = 2", &["0 to 1"]),
        ("soups = 9\ndensity = 0.5\nseed_string = \"k\"", &["either `density` or `seed_string`"]),
        ("soups = 9\nseed_string = \"\"", &["1 to 1000 characters"]),
        ("soups = 9\nsoup = 1", &["`soup`"]),
    ] {
        let (folder, file) = experiment(&format!("kind = \"life.soups\"\n[life]\n{keys}\n"));
        refused(&["run", text(&file), "--out", text(&folder.path().join("out"))], says);
    }
}

#[test]
fn methuselahs_of_an_experiment_live_as_long_alone() {
    let (folder, file) = experiment("kind = \"life.methuselah\"\n[life]\nwidth = 3\nheight = 3\n");
    let out = folder.path().join("out");
    let found = json(&["run", text(&file), "--out", text(&out)]);
    let longest = found["result"]["longest"].as_array().unwrap();
    assert_eq!(longest[1]["lifespan"], 1103);
    for methuselah in longest {
        let pattern = folder.path().join("x.rle");
        std::fs::write(&pattern, methuselah["rle"].as_str().unwrap()).unwrap();
        let info = json(&["life", "info", text(&pattern)]);
        assert_eq!(info["stable_at"], methuselah["lifespan"], "{methuselah}");
        assert_eq!(info["stable_population"].as_str().unwrap(), methuselah["population"].to_string());
    }
    // Pictures are only in the page.
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert_eq!(page.matches("<svg class=\"squares\"").count(), 10);
    assert!(page.contains("aria-label=\"Pattern 122, 3 × 3 cells\""), "{page}");
    let csv = stdout(&run(&["report", text(&out), "--format", "csv"]));
    assert!(csv.contains("\nnumber,settled at,final cells,initial,run-length encoding\n"), "{csv}");
    let told = stdout(&run(&["run", text(&file), "--out", text(&folder.path().join("told"))]));
    assert!(told.contains("\n   122        1,103           116         5   bo$3o$o!\n"), "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
}

#[test]
fn a_random_methuselah_is_had_by_its_stream() {
    let (folder, file) = experiment(
        "kind = \"life.methuselah\"\nseed = 5\n[life]\nwidth = 20\nheight = 16\nsoups = 40\ndensity = 0.4\n",
    );
    let out = folder.path().join("out");
    let longest = json(&["run", text(&file), "--out", text(&out)])["result"]["longest"][0].clone();
    let to = folder.path().join("x.cells");
    let soup = ["life", "soup", "--size", "20x16", "--density", "0.4", "--seed", "5", "--stream"];
    let number = longest["number"].to_string();
    json(&[&soup[..], &[number.as_str(), "--output", text(&to)]].concat());
    assert_eq!(json(&["life", "info", text(&to)])["stable_at"], longest["lifespan"]);
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains(&format!("<td>5:{number}</td>")), "{page}");
}

#[test]
fn settings_of_methuselahs_that_make_no_sense_are_refused() {
    for (keys, says) in [
        ("width = 3", &["`height`"][..]),
        ("width = 0\nheight = 3", &["1 to 64"]),
        ("width = 65\nheight = 3", &["1 to 64"]),
        ("width = 3\nheight = 3\nkept = 0", &["1 to 1000"]),
        ("width = 3\nheight = 3\ngenerations = 0", &["1 to 100000000"]),
        (
            "width = 3\nheight = 3\nsoups = 5",
            &[
                "a box of 3 x 3 cells needs no random patterns",
                "no key `soups` or `density`, or a box of more than 21",
            ],
        ),
        ("width = 7\nheight = 3\ndensity = 0.5", &["a box of 7 x 3 cells needs no random patterns"]),
        (
            "width = 5\nheight = 5",
            &["5 x 5 cells has too many patterns", "`soups` is missing", "at most 21 cells"],
        ),
        ("width = 5\nheight = 5\nsoups = 9", &["too many patterns", "`density` is missing"]),
        ("width = 5\nheight = 5\nsoups = 9\ndensity = 1.5", &["0 to 1"]),
        ("width = 5\nheight = 5\nsymmetry = \"C1\"", &["`symmetry`"]),
    ] {
        let (folder, file) = experiment(&format!("kind = \"life.methuselah\"\n[life]\n{keys}\n"));
        refused(&["run", text(&file), "--out", text(&folder.path().join("out"))], says);
    }
}
