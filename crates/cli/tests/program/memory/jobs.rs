//! The table of jobs in `tests/data/memory.toml`, and the files that they read.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::copy;

/// The table, as read from the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JobTable {
    /// Smallest limit, in KiB, under which the program of the `before` columns started.
    pub(super) start_before: u64,
    /// Commands without a job: each needs a terminal, or needs little memory for any input.
    pub(super) without_job: Vec<String>,
    #[serde(rename = "input")]
    inputs: Vec<Input>,
    #[serde(rename = "job")]
    pub(super) jobs: Vec<Job>,
}

/// A file or folder that jobs read: a given text, or the output of a command.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    name: String,
    text: Option<String>,
    args: Option<String>,
    /// The command's standard output is the file.
    #[serde(default)]
    stdout: bool,
}

/// One call of the program.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct Job {
    /// The kind of experiment, or the command, with details after a comma.
    pub(super) name: String,
    /// Text of `e.toml` in the folder of the call.
    file: Option<String>,
    /// The command line; without it, `e.toml` is run as an experiment.
    args: Option<String>,
    /// The input that is passed as standard input.
    stdin: Option<String>,
    /// The inputs that are copied into the folder of the call.
    #[serde(default)]
    copies: Vec<String>,
    /// The files that the call writes, by their names in its folder.
    #[serde(default)]
    pub(super) writes: Vec<String>,
    /// The call writes a run into the folder `out`.
    #[serde(default)]
    pub(super) out: bool,
    /// The same command continues the run in `out`, without `--resume`.
    #[serde(default)]
    pub(super) continues: bool,
    /// A server that the call connects to; its port replaces `{port}`.
    pub(super) server: Option<String>,
    /// The answer depends on the machine: only the end of the call is compared.
    #[serde(default)]
    pub(super) loose: bool,
    /// Smallest limits in KiB under which commit 5a43b1c finished, with one thread and with two.
    pub(super) before: Option<[u64; 2]>,
}

impl JobTable {
    pub(super) fn read() -> Self {
        toml::from_str(include_str!("../../data/memory.toml")).expect("the table of jobs")
    }

    /// Makes the inputs of some jobs in a folder.
    pub(super) fn make_inputs(&self, jobs: &[Job], folder: &Path, program: &Path) {
        let texts = jobs.iter().flat_map(Job::texts).collect();
        let wanted = self.wanted(texts);
        for input in self.inputs.iter().filter(|input| wanted.contains(&input.name.as_str())) {
            let path = folder.join(&input.name);
            if let Some(text) = &input.text {
                fs::write(path, text).unwrap();
                continue;
            }
            let words = words(input.args.as_deref().expect("a text or a command"));
            let stdout = if input.stdout { File::create(path).unwrap().into() } else { Stdio::null() };
            let output = Command::new(program)
                .args(&words)
                .current_dir(folder)
                .stdin(Stdio::null())
                .stdout(stdout)
                .output()
                .unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{words:?}: {errors}");
        }
    }

    /// Returns the names of the inputs that the texts mention, and of the inputs from which those
    /// are made.
    fn wanted<'a>(&'a self, mut texts: Vec<&'a str>) -> Vec<&'a str> {
        let mut wanted: Vec<&'a str> = Vec::new();
        while let Some(text) = texts.pop() {
            for input in &self.inputs {
                if text.contains(input.name.as_str()) && !wanted.contains(&input.name.as_str()) {
                    wanted.push(&input.name);
                    texts.extend(input.text.as_deref());
                    texts.extend(input.args.as_deref());
                }
            }
        }
        wanted
    }
}

impl Job {
    fn texts(&self) -> impl Iterator<Item = &str> {
        let texts = [&self.file, &self.args, &self.stdin];
        texts.into_iter().filter_map(Option::as_deref).chain(self.copies.iter().map(String::as_str))
    }

    /// Returns whether the short test runs the job.
    pub(super) fn is_short(&self) -> bool {
        self.name.ends_with(", short")
    }

    /// Returns whether the job is an experiment for `quadrille run`.
    pub(super) fn is_experiment(&self) -> bool {
        self.args.is_none()
    }

    /// Returns whether the call writes a run into `out`.
    pub(super) fn has_run(&self) -> bool {
        self.out || self.is_experiment()
    }

    /// Returns the words of the command line up to its first argument.
    pub(super) fn command(&self) -> String {
        let line = self.args.as_deref().unwrap_or("run e.toml");
        let end = line.find(" -").unwrap_or(line.len());
        line[..end].to_owned()
    }

    /// Returns the command line with its placeholders filled in.
    pub(super) fn words(&self, inputs: &Path, threads: usize, port: Option<u16>) -> Vec<String> {
        let experiment = "run e.toml --seed 7 --threads {threads} --out out --quiet";
        let line = self.args.as_deref().unwrap_or(experiment);
        let port = port.map(|port| port.to_string()).unwrap_or_default();
        let filled = line.replace("{threads}", &threads.to_string()).replace("{port}", &port);
        words(&filled).into_iter().map(|word| word.replace("{in}", inputs.to_str().unwrap())).collect()
    }

    /// Writes and copies the files that the call needs into its folder.
    pub(super) fn fill(&self, folder: &Path, inputs: &Path) {
        if let Some(text) = &self.file {
            let text = text.replace("{in}", inputs.to_str().unwrap());
            fs::write(folder.join("e.toml"), text).unwrap();
        }
        for name in &self.copies {
            copy(&inputs.join(name), &folder.join(name));
        }
    }

    pub(super) fn stdin(&self, inputs: &Path) -> Stdio {
        match &self.stdin {
            Some(name) => File::open(inputs.join(name)).unwrap().into(),
            None => Stdio::null(),
        }
    }

    /// Returns whether the call's folder contains a file or folder of this name before the call.
    pub(super) fn fills(&self, name: &str) -> bool {
        self.copies.iter().any(|copied| copied == name)
    }

    /// Returns the files whose bytes are compared.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let results = self.has_run().then(|| PathBuf::from("out/result.json"));
        self.writes.iter().map(PathBuf::from).chain(results).collect()
    }
}

/// Splits a command line into words.
pub(super) fn words(line: &str) -> Vec<String> {
    shell_words::split(line).expect("a command line")
}
