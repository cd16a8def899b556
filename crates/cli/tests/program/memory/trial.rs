//! Calls the program under a limit, and checks how the call ends.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use super::jobs::{Job, words};

/// A call that has not ended after this time hangs.
const PATIENCE: Duration = Duration::from_mins(2);

/// The files of a run's folder.
const RUN_FILES: [&str; 4] = ["result.json", "run.json", "report.html", "run.sqlite"];

/// The program, and the inputs of the jobs.
pub(super) struct Bench {
    pub(super) program: PathBuf,
    pub(super) inputs: TempDir,
}

/// The answer of a call: standard output and files, without times and effort.
#[derive(PartialEq)]
pub(super) struct Answer {
    stdout: Vec<u8>,
    files: BTreeMap<PathBuf, Option<Vec<u8>>>,
}

/// The way in which a call under a limit ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Exit code 0, with the right bytes.
    Done,
    /// Exit code 1 for lack of memory; a call without the limit then gave the right bytes.
    Short,
}

struct Ended {
    status: Option<ExitStatus>,
    stdout: Vec<u8>,
    stderr: String,
}

impl Bench {
    /// Returns the answer of a job without a limit.
    pub(super) fn answer(&self, job: &Job, threads: usize) -> Result<Answer, String> {
        let folder = self.folder(job);
        let ended = self.call(job, folder.path(), threads, None, &[]);
        if ended.status.and_then(|status| status.code()) != Some(0) {
            return Err(format!("without a limit: {}", ended.describe()));
        }
        Ok(answer(job, folder.path(), &ended))
    }

    /// Runs a job under a limit of the address space in KiB.
    ///
    /// # Errors
    /// The end of the job is wrong: the text says why.
    pub(super) fn check(&self, job: &Job, threads: usize, limit: u64, right: &Answer) -> Result<End, String> {
        let folder = self.folder(job);
        let folder = folder.path();
        let ended = self.call(job, folder, threads, Some(limit), &[]);
        match ended.status.and_then(|status| status.code()) {
            Some(0) => compare(job, folder, &ended, right).map(|()| End::Done),
            Some(1) => {
                ended.names_memory()?;
                left_whole(job, folder, &ended, right)?;
                self.again(job, folder, threads, &ended, right).map(|()| End::Short)
            }
            _ => Err(ended.describe()),
        }
    }

    /// Repeats or continues a call that lacked memory, now without the limit.
    fn again(
        &self,
        job: &Job,
        folder: &Path,
        threads: usize,
        short: &Ended,
        right: &Answer,
    ) -> Result<(), String> {
        if let Some(saved) = short.continuation() {
            let ended = self.start(&saved, folder, None, Stdio::null());
            return match ended.status.and_then(|status| status.code()) {
                Some(0) => Ok(()),
                _ => Err(format!("{saved:?}, without the limit: {}", ended.describe())),
            };
        }
        let begun = job.has_run() && folder.join("out/run.sqlite").exists() && !job.continues;
        let resume: &[&str] = if begun { &["--resume"] } else { &[] };
        let ended = self.call(job, folder, threads, None, resume);
        if ended.status.and_then(|status| status.code()) != Some(0) {
            return Err(format!("again without the limit: {}", ended.describe()));
        }
        compare(job, folder, &ended, right).map_err(|error| format!("again without the limit: {error}"))
    }

    fn folder(&self, job: &Job) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        job.fill(folder.path(), self.inputs.path());
        folder
    }

    fn call(&self, job: &Job, folder: &Path, threads: usize, limit: Option<u64>, more: &[&str]) -> Ended {
        let server = job.server.as_deref().map(|line| Server::start(&self.program, line));
        let mut line = job.words(self.inputs.path(), threads, server.as_ref().map(|server| server.port));
        line.extend(more.iter().map(|&word| word.to_owned()));
        self.start(&line, folder, limit, job.stdin(self.inputs.path()))
    }

    fn start(&self, line: &[String], folder: &Path, limit: Option<u64>, stdin: Stdio) -> Ended {
        let told = tempfile::tempdir().unwrap();
        let [out, err] = ["out", "err"].map(|name| told.path().join(name));
        let child = limited(&self.program, limit)
            .args(line)
            .current_dir(folder)
            .stdin(stdin)
            .stdout(File::create(&out).unwrap())
            .stderr(File::create(&err).unwrap())
            .spawn()
            .unwrap();
        let status = wait(child);
        let stderr = String::from_utf8_lossy(&fs::read(&err).unwrap()).into_owned();
        Ended { status, stdout: fs::read(&out).unwrap(), stderr }
    }
}

/// Returns the program under a limit of its address space in KiB, set by the shell's `ulimit`,
/// which needs no privileges.
pub(super) fn limited(program: &Path, limit: Option<u64>) -> Command {
    let Some(limit) = limit else {
        return Command::new(program);
    };
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -v \"$1\" && shift && exec \"$@\"", "sh"])
        .arg(limit.to_string())
        .arg(program);
    command
}

/// Waits for a process; kills it after [`PATIENCE`].
fn wait(mut child: Child) -> Option<ExitStatus> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

impl Ended {
    fn describe(&self) -> String {
        let end = self.status.map_or("hangs".to_owned(), |status| status.to_string());
        let errors: String = self.stderr.chars().take(600).collect();
        format!("{end}: {errors}")
    }

    /// Checks that standard error is one sentence about memory.
    fn names_memory(&self) -> Result<(), String> {
        let errors: Vec<&str> = self.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
        let sentence = matches!(errors[..], [error] if error.contains("memory"));
        let others =
            self.stderr.lines().any(|line| line.contains("panicked") || line.contains("RUST_BACKTRACE"));
        if sentence && !others {
            Ok(())
        } else {
            Err(format!("no sentence about memory: {}", self.describe()))
        }
    }

    /// Returns the command that continues from a saved state, if the message ends with one.
    fn continuation(&self) -> Option<Vec<String>> {
        let line = self.stderr.lines().last()?.strip_prefix("  quadrille life ")?;
        Some(words(&format!("life {line}")))
    }
}

/// Checks that the answer is the right one.
fn compare(job: &Job, folder: &Path, ended: &Ended, right: &Answer) -> Result<(), String> {
    if job.loose {
        return Ok(());
    }
    let found = answer(job, folder, ended);
    for (path, bytes) in &right.files {
        if found.files.get(path) != Some(bytes) {
            return Err(format!("{} differs", path.display()));
        }
    }
    if found.stdout == right.stdout { Ok(()) } else { Err("standard output differs".to_owned()) }
}

/// Checks that a call that failed has left no half-written file and no half-written JSON.
fn left_whole(job: &Job, folder: &Path, ended: &Ended, right: &Answer) -> Result<(), String> {
    if ended.stdout.first() == Some(&b'{') && serde_json::from_slice::<Value>(&ended.stdout).is_err() {
        return Err("standard output ends within an object".to_owned());
    }
    for (path, bytes) in &right.files {
        let left = fs::read(folder.join(path)).ok();
        if left.is_some() && left != *bytes {
            return Err(format!("{} is half written", path.display()));
        }
    }
    for name in names(folder) {
        let known = name == "e.toml" || job.writes.contains(&name) || name == "out" && job.has_run();
        if !known && !job.fills(&name) && !name.ends_with(".stopped.mc.gz") {
            return Err(format!("{name} is left"));
        }
    }
    if job.has_run() && !job.continues {
        for name in names(&folder.join("out")) {
            if !RUN_FILES.contains(&name.as_str()) {
                return Err(format!("out/{name} is left"));
            }
        }
    }
    Ok(())
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn answer(job: &Job, folder: &Path, ended: &Ended) -> Answer {
    let stdout = match serde_json::from_slice::<Value>(&ended.stdout) {
        Ok(value) => without_effort(value).to_string().into_bytes(),
        // The text answer of an experiment contains its time.
        Err(_) if job.is_experiment() => Vec::new(),
        Err(_) => ended.stdout.clone(),
    };
    let files = job.files().into_iter().map(|path| {
        let bytes = fs::read(folder.join(&path)).ok();
        (path, bytes)
    });
    Answer { stdout, files: files.collect() }
}

/// Returns an answer without times, rates and the effort of searches.
fn without_effort(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let lasting = object.into_iter().filter(|(key, _)| {
                key != "nodes"
                    && key != "started"
                    && !key.ends_with("seconds")
                    && !key.ends_with("_per_second")
            });
            Value::Object(lasting.map(|(key, value)| (key, without_effort(value))).collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(without_effort).collect()),
        other => other,
    }
}

/// A server without a limit, which is killed in the end.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(program: &Path, line: &str) -> Self {
        let mut child = Command::new(program)
            .args(words(line))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut first = String::new();
        errors.read_line(&mut first).unwrap();
        std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
        let address = first.strip_prefix("listening at ").and_then(|rest| rest.split(',').next());
        let port =
            address.and_then(|address| address.rsplit(':').next()).and_then(|port| port.trim().parse().ok());
        let port = port.unwrap_or_else(|| panic!("no address: {first}"));
        Self { child, port }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
