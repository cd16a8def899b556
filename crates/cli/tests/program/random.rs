//! `quadrille random`: the list, values, raw bytes; and the battery, which distinguishes good and
//! bad generators.

use std::io::Read as _;
use std::process::Stdio;

use quadrille::lanes::Level;
use quadrille::random::catalogue;
use serde_json::Value;

use super::{experiment, json, quadrille, refused, run, stderr, stdout, text};

#[test]
fn the_list_has_every_generator_with_its_keys() {
    let answer = json(&["random", "list"]);
    let listed = answer["generators"].as_array().unwrap();
    let names: Vec<&str> = listed.iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    for name in [
        "asa128",
        "sfmt19937",
        "msvc-rand",
        "glibc-rand",
        "mt19937",
        "net-random",
        "xoshiro256++",
        "xoshiro256++x8",
        "philox4x32-10",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    for entry in listed {
        let keys: Vec<&str> = entry.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["name", "state_bits", "period", "output_bits", "notes"]);
        assert!(entry["period"].is_string() || entry["period"].is_null());
    }
    let shown = stdout(&run(&["random", "list"]));
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

/// Returns the values of a sample in JSON.
fn sample(generator: &str, seed: &str, count: &str, format: &str) -> Vec<Value> {
    let answer = json(&["random", "sample", generator, "--seed", seed, "--count", count, "--format", format]);
    answer["values"].as_array().unwrap().clone()
}

#[test]
fn samples_are_the_published_numbers() {
    let mersenne: Vec<u64> =
        sample("mt19937", "5489", "3", "u32").iter().map(|value| value.as_u64().unwrap()).collect();
    assert_eq!(mersenne, [3499211612, 581869302, 3890346734]);
    let microsoft: Vec<u64> =
        sample("msvc-rand", "1", "5", "u32").iter().map(|value| value.as_u64().unwrap()).collect();
    assert_eq!(microsoft, [41, 18467, 6334, 26500, 19169]);
    // Values that may exceed 2^53, and bit patterns, are strings.
    assert_eq!(sample("xoshiro256++", "0", "1", "u64"), ["5987356902031041503"]);
    assert_eq!(sample("asa128", "0", "2", "hex"), ["0x3fe2513373a6f4b8", "0x3fe6e61d6643b5c8"]);
    assert_eq!(sample("asa128", "0", "1", "f64"), [0.572_412_229_426_524_8]);
    assert_eq!(
        stdout(&run(&["random", "sample", "msvc-rand", "--seed", "1", "--count", "2", "--format", "f64"])),
        "0.001251220703125\n0.563568115234375\n"
    );
}

#[test]
fn a_sample_may_be_empty_and_not_endless() {
    assert_eq!(sample("mt19937", "1", "0", "u64"), [Value::Null; 0]);
    assert_eq!(stdout(&run(&["random", "sample", "mt19937", "--seed", "1", "--count", "0"])), "");
    let many = (1u64 << 40).to_string();
    refused(&["random", "sample", "mt19937", "--count", &many], &["--count", "random stream"]);
    refused(&["random", "sample", "mt19937", "--count", "-1"], &["--count", "whole number"]);
    refused(&["random", "sample", "mt19937", "--count", "ten"], &["--count", "whole number"]);
}

#[test]
fn bad_generators_and_seeds_are_refused() {
    for command in ["sample", "stream"] {
        refused(
            &["random", command, "xoshiro256+"],
            &["xoshiro256+", "did you mean `xoshiro256++`?", "philox4x32-10", "msvc-rand"],
        );
        for generator in ["asa128", "msvc-rand", "glibc-rand", "mt19937", "sfmt19937"] {
            let seed = ["random", command, generator, "--seed", "4294967296"];
            refused(&seed, &[generator, "4294967296", "4294967295"]);
        }
        refused(&["random", command, "net-random", "--seed", "2147483648"], &["0 to 2147483647"]);
        for seed in ["-1", "x", "", "1.5", "18446744073709551616"] {
            refused(&["random", command, "mt19937", "--seed", seed], &["--seed", "whole number"]);
        }
    }
    refused(&["random", "stream", "mt19937", "--bytes", "many"], &["--bytes", "a size such as"]);
    refused(&["random", "stream", "mt19937", "--json"], &["cannot be written as JSON"]);
    refused(&["random", "sample", "mt19937", "--format", "f32"], &["--format", "f64"]);
}

#[test]
fn a_random_seed_is_printed_and_repeats_the_sample() {
    let drawn = run(&["random", "sample", "net-random", "--count", "4"]);
    let told = stderr(&drawn);
    let seed = told.strip_prefix("seed ").unwrap().trim();
    let again = run(&["random", "sample", "net-random", "--count", "4", "--seed", seed]);
    assert_eq!((stdout(&drawn), ""), (stdout(&again), stderr(&again).as_str()));
    let answer = json(&["random", "sample", "net-random", "--count", "1"]);
    assert!(answer["seed"].as_str().unwrap().parse::<u32>().is_ok());
}

/// Returns the bytes of a stream.
fn stream(generator: &str, bytes: &str, level: Level) -> Vec<u8> {
    let mut command = quadrille(&["random", "stream", generator, "--seed", "7", "--bytes", bytes]);
    let output = command.env("QUADRILLE_SIMD", level.name()).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    output.stdout
}

#[test]
fn a_stream_is_the_sample_in_bytes_and_stops_exactly() {
    for entry in catalogue::entries() {
        let format = if entry.output_bits == 64 { "u64" } else { "u32" };
        let values = sample(entry.name, "7", "5", format);
        let number = |value: &Value| value.as_u64().or_else(|| value.as_str()?.parse().ok()).unwrap();
        let width = if entry.output_bits == 64 { 8 } else { 4 };
        let bytes: Vec<u8> =
            values.iter().flat_map(|value| number(value).to_le_bytes()[..width].to_vec()).collect();
        assert_eq!(stream(entry.name, "17", Level::best()), bytes[..17], "{}", entry.name);
    }
    let long = stream("xoshiro256++x8", "300001", Level::scalar());
    assert_eq!(long.len(), 300_001);
    for level in Level::available() {
        assert!(stream("xoshiro256++x8", "300001", level) == long, "{level}");
    }
    assert_eq!(stream("mt19937", "0", Level::best()), [0; 0]);
}

#[test]
fn a_closed_pipe_ends_a_stream_and_a_sample_quietly() {
    let endless: [&[&str]; 3] = [
        &["stream", "xoshiro256++x8", "--seed", "1"],
        &["stream", "philox4x32-10", "--seed", "1", "--bytes", "1099511627776"],
        &["sample", "mt19937", "--seed", "1", "--count", "1000000000"],
    ];
    for arguments in endless {
        let mut child = quadrille(&[&["random"], arguments].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 100];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{arguments:?}");
    }
}

const BATTERY: &str = "kind = \"random.battery\"\nseed = 31459\n[random]\nsize = 19\n\
                       generators = [\"xoshiro256++\", \"msvc-rand\", \"glibc-rand\"]\nstreams = [\"xoshiro256++x8\"]\n";

#[test]
fn a_battery_tells_good_from_bad() {
    let (folder, file) = experiment(&BATTERY.replace("19", "21").replace("\"glibc", "\"asa128\", \"glibc"));
    let answer = json(&["run", text(&file), "--out", text(&folder.path().join("out"))]);
    let verdicts: Vec<(&str, &str, &str)> = answer["result"]["subjects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|subject| {
            let word = |key: &str| subject[key].as_str().unwrap();
            (word("generator"), word("arrangement"), word("verdict"))
        })
        .collect();
    assert_eq!(
        verdicts,
        [
            ("xoshiro256++", "sequence", "passed"),
            ("msvc-rand", "sequence", "flagged"),
            ("asa128", "sequence", "flagged"),
            ("glibc-rand", "sequence", "flagged"),
            ("xoshiro256++x8", "streams", "passed"),
        ]
    );
}

#[test]
fn a_battery_does_not_depend_on_shards_threads_or_level() {
    let result = |shards: &str, threads: &str, level: Level| {
        let (folder, file) =
            experiment(&BATTERY.replace("[random]", &format!("[run]\nshards = {shards}\n[random]")));
        let out = folder.path().join("out");
        let arguments = ["run", text(&file), "--out", text(&out), "--threads", threads, "--json"];
        let output = quadrille(&arguments).env("QUADRILLE_SIMD", level.name()).output().unwrap();
        let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
        answer["result"].clone()
    };
    let expected = result("60", "1", Level::scalar());
    // `determinism` runs a battery with other threads and at other levels.
    for (shards, threads, level) in [("1", "1", Level::best()), ("7", "3", Level::scalar())] {
        assert!(result(shards, threads, level) == expected, "{shards} shards, {threads} threads, {level}");
    }
}

#[test]
fn bad_batteries_are_refused_with_their_place() {
    let with = |from: &str, to: &str, says: &[&str]| {
        let (folder, file) = experiment(&BATTERY.replace(from, to));
        refused(&["run", text(&file), "--out", text(&folder.path().join("out"))], says);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
    };
    with("\"msvc-rand\"", "\"msvcrand\"", &["e.toml:5:31", "did you mean `msvc-rand`?"]);
    with("\"msvc-rand\"", "\"xoshiro256++\"", &["e.toml:5:31", "is given twice"]);
    with("size = 19", "size = 18", &["e.toml:4:8", "19 to 30"]);
    with("size = 19", "sizes = 19", &["unknown key `sizes`", "did you mean `size`?"]);
    with("streams = [\"xoshiro256++x8\"]", "streams = \"all\"", &["e.toml:6:11", "generators in brackets"]);
    with(
        "generators = [\"xoshiro256++\", \"msvc-rand\", \"glibc-rand\"]\nstreams = [\"xoshiro256++x8\"]",
        "generators = []",
        &["there is nothing to test"],
    );
}
