//! Runs commands in a shell, with the program on its path and a home of their own.

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

/// A folder with the program in it, and a limit of time for every command.
pub(super) struct Shell {
    program: TempDir,
    limit: Duration,
}

/// The way in which a command has ended.
pub(super) struct Ended {
    /// The exit code of the shell, which is that of the last command.
    pub(super) code: Option<i32>,
    /// Standard output and standard error, in the order in which they were written.
    pub(super) output: String,
    /// The processor time of all its processes, in seconds.
    pub(super) seconds: f64,
}

impl Shell {
    pub(super) fn new(limit: Duration) -> Self {
        let program = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_quadrille"), program.path().join("quadrille"))
            .unwrap();
        Self { program, limit }
    }

    /// Returns a shell that is ready to run a script in a folder, with `home/` in it as its home.
    pub(super) fn command(&self, script: &str, folder: &Path) -> Command {
        let home = folder.join("home");
        std::fs::create_dir_all(&home).unwrap();
        let path = format!("{}:{}", self.program.path().display(), std::env::var("PATH").unwrap());
        // Only bash, zsh and ksh can read a command as if it were a file.
        let mut command = Command::new(if script.contains("<(") { "bash" } else { "sh" });
        command.args(["-c", script]).current_dir(folder).env("PATH", path).env("HOME", home);
        for variable in ["QUADRILLE_SIMD", "NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
            command.env_remove(variable);
        }
        command.env("SLURM_ARRAY_TASK_ID", "0");
        command
    }

    /// Runs a script to its end.
    pub(super) fn run(&self, script: &str, folder: &Path) -> Ended {
        let times = tempfile::NamedTempFile::new().unwrap();
        let mut output = tempfile::tempfile().unwrap();
        let script = format!("trap 'times > \"{}\"' EXIT\n{script}", times.path().display());
        let child = self
            .command(&script, folder)
            .stdin(Stdio::null())
            .stdout(output.try_clone().unwrap())
            .stderr(output.try_clone().unwrap())
            .process_group(0)
            .spawn()
            .unwrap();
        let status = self.wait(child, &script, &mut output);
        let seconds = std::fs::read_to_string(times.path()).unwrap();
        Ended { code: status.code(), output: written(&mut output), seconds: processor_time(&seconds) }
    }

    fn wait(&self, mut child: Child, script: &str, output: &mut File) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return status;
            }
            if start.elapsed() > self.limit {
                let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
                let _ = child.wait();
                panic!("after {:?} it has not ended: {script}\n{}", self.limit, written(output));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn written(output: &mut File) -> String {
    let mut bytes = Vec::new();
    output.rewind().unwrap();
    output.read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Adds up the four times that the shell's `times` prints, such as `0m1.25s`.
fn processor_time(times: &str) -> f64 {
    let seconds = |time: &str| -> Option<f64> {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.replace(',', ".").parse::<f64>().ok()?)
    };
    times.split_whitespace().filter_map(seconds).sum()
}

#[test]
fn processor_times_are_added_up() {
    assert!((processor_time("0m0.010s 0m0.020s\n1m2.500s 0m0,470s\n") - 63.0).abs() < 1e-9);
}
