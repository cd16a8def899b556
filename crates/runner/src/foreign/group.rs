//! Process groups. Each program is started in a separate group, so that the program and all
//! processes in its group can be killed together.
//!
//! A program may start further processes. These processes belong to the program's group unless they
//! leave the group (`setsid`, `setpgid`). They are killed together with the program in every case:
//!
//! * When a [`Grouped`] is dropped or ended, the group is killed before its leader is reaped. As
//!   long as the leader is not reaped, the system cannot give its process id, which is also the id
//!   of the group, to another process.
//! * If this process ends without dropping the [`Grouped`] (through a signal, an abort or
//!   `SIGKILL`), a *watchdog* kills the group. The watchdog is a shell that leads the group and
//!   waits for the end of its input, which is a pipe. The system closes the pipe when this process
//!   ends for any reason.
//!
//! The watchdog is started first, and the program joins the watchdog's group between `fork` and
//! `exec`. Until `exec`, the new process of the program also holds the pipe open, so the pipe
//! cannot close before the new process has joined the group. Therefore the watchdog kills the
//! program even if Quadrille's process ends between `fork` and `exec`.
//!
//! On systems other than Unix there are no process groups: only the program is killed.

use std::io;
use std::process::{Child, Command, ExitStatus};

#[cfg(unix)]
use self::watchdog::Watchdog;

/// A program that runs in a separate process group. The group is killed when this value is dropped.
#[derive(Debug)]
pub struct Grouped {
    child: Child,
    /// The exit status of the program; `None` until the program was reaped.
    ended: Option<ExitStatus>,
    /// The leader of the group; `None` if the watchdog could not be started, so that the program
    /// leads the group.
    #[cfg(unix)]
    watchdog: Option<Watchdog>,
}

impl Grouped {
    /// Starts a program in a new process group. Ctrl-C in the terminal does not interrupt the
    /// program.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        {
            // If the watchdog cannot be started, the group is killed only when the `Grouped` is
            // ended or dropped.
            let watchdog = Watchdog::start().ok();
            let group = watchdog.as_ref().map_or(0, Watchdog::group);
            std::os::unix::process::CommandExt::process_group(command, group);
            Ok(Self { child: command.spawn()?, ended: None, watchdog })
        }
        #[cfg(not(unix))]
        Ok(Self { child: command.spawn()?, ended: None })
    }

    /// Returns the process of the program. The caller may use the pipes of the program, but must
    /// not wait for its end: [`has_ended`](Self::has_ended) returns whether the program has ended.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns whether the program has ended by itself. Processes that the program has started may
    /// still run.
    ///
    /// The program is not reaped, so that its process id is not reused.
    pub fn has_ended(&mut self) -> bool {
        if self.ended.is_some() {
            return true;
        }
        #[cfg(all(unix, not(target_os = "openbsd")))]
        {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let pid = Pid::from_child(&self.child);
            matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_)))
        }
        #[cfg(not(all(unix, not(target_os = "openbsd"))))]
        {
            self.ended = self.child.try_wait().ok().flatten();
            self.ended.is_some()
        }
    }

    /// Kills the group, and returns the exit status of the program. If the program ended by itself
    /// before, its own exit status is returned.
    ///
    /// # Errors
    /// The system does not report the exit status.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.ended {
            return Ok(status);
        }
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let leader = self.watchdog.as_ref().map_or(&self.child, Watchdog::process);
            // An error means that the group has no processes left, which is harmless.
            let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
        }
        let _ = self.child.kill();
        let status = self.child.wait()?;
        self.ended = Some(status);
        // The watchdog is reaped, and the id of its group released, only after the kill.
        #[cfg(unix)]
        drop(self.watchdog.take());
        Ok(status)
    }
}

impl Drop for Grouped {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

#[cfg(unix)]
mod watchdog {
    //! The shell that leads a group, and kills the group when Quadrille's process has ended.

    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, Stdio};

    /// Script of the shell: waits for the end of the input, then kills the whole group, including
    /// the shell. The shell ignores signals that a program may send to its whole group.
    const SCRIPT: &str = "trap '' HUP INT QUIT TERM; read -r line; kill -s KILL 0";

    #[derive(Debug)]
    pub(super) struct Watchdog {
        /// The shell. Its input is the pipe that the system closes when this process ends.
        shell: Child,
    }

    impl Watchdog {
        /// Starts the shell as the leader of a new group.
        pub(super) fn start() -> io::Result<Self> {
            let shell = Command::new("/bin/sh")
                .args(["-c", SCRIPT, "quadrille-watchdog"])
                .current_dir("/")
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .process_group(0)
                .spawn()?;
            Ok(Self { shell })
        }

        pub(super) fn process(&self) -> &Child {
            &self.shell
        }

        /// Returns the id of the group.
        pub(super) fn group(&self) -> i32 {
            self.shell.id().cast_signed()
        }
    }

    impl Drop for Watchdog {
        fn drop(&mut self) {
            let _ = self.shell.kill();
            let _ = self.shell.wait();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read as _;
    use std::process::Stdio;

    use super::*;

    #[test]
    fn a_group_ends_with_its_program_even_if_that_has_ended_before() {
        // The grandchild keeps the pipe open; it is closed only when the grandchild ends.
        for script in ["sleep 1000 & wait", "sleep 1000 & exit 3"] {
            let mut command = Command::new("sh");
            let mut grouped = Grouped::spawn(command.args(["-c", script]).stdout(Stdio::piped())).unwrap();
            let mut output = grouped.child().stdout.take().unwrap();
            if script.ends_with("exit 3") {
                while !grouped.has_ended() {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                assert_eq!(grouped.end().unwrap().code(), Some(3));
            } else {
                assert!(!grouped.has_ended());
                drop(grouped);
            }
            let mut rest = Vec::new();
            output.read_to_end(&mut rest).unwrap();
            assert_eq!(rest, b"");
        }
    }

    #[test]
    fn what_cannot_be_started_is_an_error() {
        let error = Grouped::spawn(&mut Command::new("/nonexistent/program")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
