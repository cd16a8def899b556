//! Every kind of experiment and every long command with little memory: the call succeeds with the
//! right bytes, or it ends with exit code 1 and a sentence about memory.
//!
//! The table of jobs is `tests/data/memory.toml`. `cargo test` runs a few of them, at three limits
//! each. The whole ladder, in a release build:
//!
//! ```text
//! MEMORY_LADDER=1 cargo test --release -p quadrille-cli --test program memory
//! ```
//!
//! `MEMORY_LADDER=NAME` runs the jobs whose name contains NAME; `MEMORY_PROGRAM=PATH` tests another
//! program than the one that was built with the test.

mod faults;
mod jobs;
mod trial;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, OnceLock};

use self::jobs::{Job, JobTable};
use self::trial::{Bench, End, limited};
use crate::each_beside_others;

/// Memory in KiB that a job may use on the lowest rung, in addition to the memory that the program
/// needs to start.
const MARGIN: u64 = 64 << 10;

/// Prints that the tests are skipped, because limits have no effect here.
fn skipped() -> bool {
    let skipped = !cfg!(target_os = "linux");
    if skipped {
        crate::skipped::skipped("memory", "address-space limits are enforced on Linux only");
    }
    skipped
}

fn program() -> PathBuf {
    std::env::var_os("MEMORY_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_quadrille").into(), PathBuf::from)
}

/// Smallest limit in KiB under which the program starts.
fn start() -> u64 {
    static START: OnceLock<u64> = OnceLock::new();
    *START.get_or_init(|| {
        let program = program();
        let starts = |limit| {
            let mut command = limited(&program, Some(limit));
            command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
            command.status().unwrap().success()
        };
        let (mut fails, mut works) = (1 << 10, 1 << 20);
        assert!(starts(works), "the program does not start within a gibibyte");
        while works - fails > 64 {
            let limit = fails.midpoint(works);
            *(if starts(limit) { &mut works } else { &mut fails }) = limit;
        }
        works
    })
}

fn bench(table: &JobTable, jobs: &[Job]) -> Bench {
    let bench = Bench { program: program(), inputs: tempfile::tempdir().unwrap() };
    table.make_inputs(jobs, bench.inputs.path(), &bench.program);
    bench
}

/// Returns the limit at which a job must succeed: 1.5 times the need of commit 5a43b1c, plus the
/// margin.
fn enough(table: &JobTable, before: u64) -> u64 {
    // A debug build needs more memory to start.
    before * 3 / 2 + MARGIN + start().saturating_sub(table.start_before)
}

#[test]
fn every_kind_and_every_command_has_a_job_or_a_reason() {
    let table = JobTable::read();
    for kind in quadrille::kinds::REGISTRY.names() {
        let found = table.jobs.iter().find(|job| job.is_experiment() && job.name == kind);
        assert!(found.is_some_and(|job| job.before.is_some()), "no job runs {kind}");
        assert!(
            table.jobs.iter().any(|job| job.is_short() && job.is_experiment() && job.name.starts_with(kind))
        );
    }
    let folder = tempfile::tempdir().unwrap();
    assert!(crate::run(&["man", "--to", crate::text(folder.path())]).status.success());
    let pages = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let pages: Vec<String> = pages.map(|name| name.into_string().unwrap()).collect();
    for page in &pages {
        let Some(name) = page.strip_prefix("quadrille-").and_then(|name| name.strip_suffix(".1")) else {
            continue;
        };
        let command = name.replace('-', " ");
        let group = pages.iter().any(|other| other.starts_with(&format!("quadrille-{name}-")));
        let is_job =
            |job: &Job| format!("{} ", job.command()).replace('-', " ").starts_with(&format!("{command} "));
        let named = table.without_job.iter().any(|listed| listed.replace('-', " ") == command);
        assert!(group || named || table.jobs.iter().any(is_job), "no job runs `{command}`");
    }
}

/// Tests every kind of experiment at up to three limits: the lowest rung of the ladder, about the
/// need of commit 5a43b1c, and the limit at which the job must succeed.
#[test]
fn with_little_memory_an_experiment_ends_well() {
    if skipped() {
        return;
    }
    let table = JobTable::read();
    let jobs: Vec<Job> = table.jobs.iter().filter(|job| job.is_short()).cloned().collect();
    let bench = bench(&table, &jobs);
    let faults = Mutex::new(String::new());
    each_beside_others(jobs, |job| {
        let lowest = start() + MARGIN;
        let [_, before] = job.before.expect("a short job has been measured");
        let right = bench.answer(job, 2).unwrap();
        let near = before + start().saturating_sub(table.start_before);
        let limits = [lowest, near.max(lowest * 9 / 8), enough(&table, before)];
        for limit in limits {
            let fault = match bench.check(job, 2, limit, &right) {
                // Success with less memory does not imply success with more, because threads then
                // take more.
                Ok(End::Short) if limit == limits[2] => "refused".to_owned(),
                Ok(_) => continue,
                Err(fault) => fault,
            };
            writeln!(faults.lock().unwrap(), "{} within {limit} KiB: {fault}", job.name).unwrap();
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{faults}");
}

/// Runs every job on its whole ladder, with one thread and with two.
#[test]
fn the_whole_ladder() {
    let Ok(wanted) = std::env::var("MEMORY_LADDER") else {
        return;
    };
    if skipped() {
        return;
    }
    let table = JobTable::read();
    let chosen = |job: &&Job| wanted == "1" || job.name.contains(&wanted);
    let jobs: Vec<Job> = table.jobs.iter().filter(chosen).cloned().collect();
    assert!(!jobs.is_empty(), "no job's name contains {wanted}");
    let bench = bench(&table, &jobs);
    let faults = Mutex::new(String::new());
    println!("the program starts within {} KiB (commit 5a43b1c: {})", start(), table.start_before);
    each_beside_others(jobs, |job| {
        for threads in [1, 2] {
            let (line, found) = climb(&table, &bench, job, threads);
            println!("{line}");
            faults.lock().unwrap().push_str(&found);
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{faults}");
}

/// Runs a job at limits that grow by a quarter until it succeeds, and at the limit at which it must
/// succeed. Returns a line of figures, and the faults.
fn climb(table: &JobTable, bench: &Bench, job: &Job, threads: usize) -> (String, String) {
    let mut faults = String::new();
    let right = match bench.answer(job, threads) {
        Ok(right) => right,
        Err(fault) => return (job.name.clone(), format!("{}: {fault}\n", job.name)),
    };
    let (mut limit, mut rungs, mut done) = (start() + MARGIN, 1, false);
    while rungs < 40 && !done {
        match bench.check(job, threads, limit, &right) {
            Ok(End::Done) => {
                done = true;
                continue;
            }
            Ok(End::Short) => {}
            Err(fault) => {
                writeln!(faults, "{}, {threads} threads, {limit} KiB: {fault}", job.name).unwrap();
            }
        }
        (limit, rungs) = (limit * 5 / 4, rungs + 1);
    }
    if !done {
        writeln!(faults, "{}, {threads} threads: no limit up to {limit} KiB was enough", job.name).unwrap();
    }
    let before = job.before.map(|before| before[threads - 1]);
    if let Some(before) = before {
        let limit = enough(table, before);
        match bench.check(job, threads, limit, &right) {
            Ok(End::Done) => {}
            Ok(End::Short) => {
                writeln!(faults, "{}, {threads} threads, {limit} KiB: refused", job.name).unwrap();
            }
            Err(fault) => {
                writeln!(faults, "{}, {threads} threads, {limit} KiB: {fault}", job.name).unwrap();
            }
        }
    }
    let before = before.map_or("-".to_owned(), |before| before.to_string());
    let result = if faults.is_empty() { "good" } else { "FAILED" };
    (format!("{:44} {threads}  {before:>8} {limit:>8} {rungs:>3}  {result}", job.name), faults)
}

/// Returns the path of a file in a folder, as an argument.
fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}
