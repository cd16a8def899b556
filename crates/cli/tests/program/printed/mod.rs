//! Runs all printed examples: those of every help text, the consoles of every Markdown page, and
//! the files shown in them. Printed output is compared with the actual output.
//!
//! `PRINTED=long` runs those examples that `cargo test` leaves out, and `PRINTED_TIMES=1` prints
//! the processor time of each.

mod files;
mod material;
mod pages;
mod run;
mod shell;
mod words;

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use snapbox::{Assert, IntoData as _};

use self::pages::Example;
use self::shell::{Ended, Shell};
use crate::{assert_no_panic, each_beside_others, help};

/// Examples that take more than ten seconds in a release build, or follow one that does, and why.
/// `.ci/extra printed` runs them.
const LONG: [(&str, &str); 8] = [
    ("quadrille ladder", "times every ladder, one after the other: twenty seconds of one core"),
    ("quadrille mastermind optimal --pins 5 --colors 8 --time-limit 60", "searches for a minute"),
    (
        "for tables in docs/mastermind-*.toml; do quadrille run $tables; done",
        "plays 74 sizes by four strategies: half a minute of one core",
    ),
    (
        "quadrille run examples/doudizhu/puzzles.toml --out puzzles",
        "solves 20,000 endgames: two minutes of one core",
    ),
    (
        "jq -c '.result.puzzles[] | {id: .deal, hands, grade, win: true, winning_moves: [.answer]}' puzzles/result.json",
        "reads the result of the former",
    ),
    ("quadrille run policy.toml --out mine", "trains networks for five minutes"),
    (
        "quadrille doudizhu arena --players policy:mine/policy.safetensors,rule,rule --games 6000",
        "plays by what the former trained",
    ),
    (
        "quadrille doudizhu arena --players policy:mine/policy.safetensors,policy,policy --games 6000",
        "plays by the same",
    ),
];

/// A command, with all places where it is printed.
struct Step {
    command: String,
    places: Vec<Example>,
}

/// The examples of a page that no earlier page prints. They run one after the other in one folder.
type Job = Vec<Step>;

/// Returns the examples of all pages and help texts, each command once.
fn jobs() -> Vec<Job> {
    let markdown = pages::markdown();
    let in_pages = markdown.iter().map(pages::examples);
    let in_help = help::pages().iter().map(|page| {
        let examples = help::examples(&page.wide);
        assert!(!examples.is_empty(), "{} --help shows no example", page.title());
        let place = format!("{} --help", page.title());
        let example = |command| Example { place: place.clone(), command, shown: None };
        examples.into_iter().map(example).collect::<Vec<_>>()
    });
    let mut jobs: Vec<Job> = Vec::new();
    let mut known: HashMap<String, (usize, usize)> = HashMap::new();
    for examples in in_pages.chain(in_help) {
        let mut job: Job = Vec::new();
        for example in examples {
            let command = example.command.split("  #").next().unwrap_or_default().trim().to_owned();
            match known.get(&command) {
                Some(&(page, step)) if page < jobs.len() => jobs[page][step].places.push(example),
                Some(&(_, step)) => job[step].places.push(example),
                None => {
                    known.insert(command.clone(), (jobs.len(), job.len()));
                    job.push(Step { command, places: vec![example] });
                }
            }
        }
        jobs.push(job);
    }
    for (command, reason) in LONG {
        assert!(known.contains_key(command), "no longer printed: `{command}` ({reason})");
    }
    jobs.retain(|job| !job.is_empty());
    jobs
}

#[test]
fn every_example_runs_and_prints_what_is_shown() {
    let long = std::env::var("PRINTED").is_ok_and(|value| value == "long");
    let shell = Shell::new(Duration::from_secs(if long { 24 * 3600 } else { 60 }));
    let (failures, times) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let mut jobs = jobs();
    for job in &mut jobs {
        job.retain(|step| LONG.iter().any(|(command, _)| *command == step.command) == long);
    }
    each_beside_others(jobs, |job| {
        let folder = tempfile::tempdir().unwrap();
        for step in job {
            let ended = run::run(&step.command, &shell, folder.path());
            times.lock().unwrap().push((ended.seconds, step.command.clone()));
            failures.lock().unwrap().extend(step.places.iter().filter_map(|place| differs(place, &ended)));
        }
    });
    let mut times = times.into_inner().unwrap();
    if std::env::var_os("PRINTED_TIMES").is_some() {
        times.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (seconds, command) in &times {
            eprintln!("{seconds:8.2} s  {command}");
        }
        eprintln!("{:8.2} s  all {}", times.iter().map(|(seconds, _)| seconds).sum::<f64>(), times.len());
    }
    assert!(long || times.len() > 130, "only {} examples", times.len());
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns the difference between the output of an example and the printed output.
fn differs(example: &Example, ended: &Ended) -> Option<String> {
    let (place, output) = (&example.place, &ended.output);
    let what = format!("{place}: {}", example.command);
    assert_no_panic(output);
    // An example of a failure shows the error message.
    let fails =
        example.shown.as_ref().is_some_and(|shown| shown.lines().any(|line| line.starts_with("error: ")));
    if !(if fails { matches!(ended.code, Some(1 | 2)) } else { ended.code == Some(0) }) {
        return Some(format!("{what}\nends with exit code {:?}:\n{output}", ended.code));
    }
    let (shown, printed) = (lasting(example.shown.as_ref()?), lasting(output));
    let assert = Assert::new().normalize_paths(false);
    let compared = assert.try_eq(Some(&what), printed.into_data(), shown.into_data());
    compared.err().map(|error| error.to_string())
}

/// Returns a text without its variable parts: the numbers in lines that begin with `seed `.
fn lasting(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("seed ") {
        Some(_) => line.replace(|character: char| character.is_ascii_digit(), ""),
        None => line.to_owned(),
    };
    text.lines().map(|it| line(it) + "\n").collect()
}

#[test]
fn output_that_differs_is_reported() {
    let example = |shown: Option<&str>| Example {
        place: "p.md:1".into(),
        command: "quadrille x".into(),
        shown: shown.map(str::to_owned),
    };
    let ended = |code: i32, output: &str| Ended { code: Some(code), output: output.into(), seconds: 0.0 };
    for (shown, code, output, is_right) in [
        (None, 0, "a\n", true),
        (None, 1, "error: a\n", false),
        (Some("a\n"), 0, "a\n", true),
        (Some("a\n"), 0, "b\n", false),
        (Some("a\n"), 0, "a\nb\n", false),
        (Some("a\n...\n"), 0, "a\nb\nc\n", true),
        (Some("a\n...\nd\n"), 0, "a\nb\nc\n", false),
        (Some("total [..] s\n"), 0, "total 1.5 s\n", true),
        (Some("seed 1, 2 s\n"), 0, "seed 31, 42 s\n", true),
        (Some("total 1\n"), 0, "total 2\n", false),
        (Some("error: a\n"), 2, "error: a\n", true),
        (Some("error: a\n"), 0, "error: a\n", false),
        (Some("error: a\n"), 101, "error: a\n", false),
        (Some("warning: a\n"), 1, "warning: a\n", false),
    ] {
        let found = differs(&example(shown), &ended(code, output));
        assert_eq!(found.is_none(), is_right, "{shown:?} {code} {output:?}: {found:?}");
    }
}

#[test]
fn no_page_calls_the_program_in_a_block_that_is_not_run() {
    let left: Vec<String> = pages::markdown().iter().flat_map(pages::not_run).collect();
    assert!(left.is_empty(), "make these `console` blocks:\n{}", left.join("\n"));
}

#[test]
fn no_help_calls_the_program_outside_of_its_examples() {
    for page in help::pages() {
        let examples = help::examples(&page.wide);
        let paragraphs = page.wide.split("\n\n").filter(|paragraph| !paragraph.contains("Usage:"));
        let lines = paragraphs.flat_map(str::lines).map(str::trim);
        for line in lines.filter(|line| line.starts_with("quadrille ")) {
            let whole = line.trim_end_matches('\\').trim_end();
            let known = examples.iter().any(|example| example.contains(whole));
            assert!(known, "{} --help: `{line}` is in no list of examples", page.title());
        }
    }
}
