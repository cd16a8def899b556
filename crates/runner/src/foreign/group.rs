//! Process groups: a program is started in a group of its own, and the whole group is killed with
//! it.
//!
//! A program may start further processes. They belong to its group unless they leave it (`setsid`,
//! `setpgid`), and are killed together with it in every case:
//!
//! * When a [`Grouped`] is dropped or ended, the group is killed before the program is reaped.
//!   Until then its process id, which is also the id of the group, cannot be given to another
//!   process.
//! * If this process ends without dropping it (a signal, an abort, `SIGKILL`), a *watchdog* kills
//!   the group: one small shell for all groups. It reads the ids of the groups from a pipe, and
//!   kills them when the pipe is closed. The system closes the pipe when this process ends for any
//!   reason.
//!
//! On systems other than Unix there are no process groups: only the program is killed.

use std::io;
use std::process::{Child, Command, ExitStatus};

#[cfg(unix)]
use self::watchdog::Watchdog;

/// A program that runs in its own process group, which is killed when this is dropped.
#[derive(Debug)]
pub struct Grouped {
    child: Child,
    /// The exit status, once the program was reaped.
    ended: Option<ExitStatus>,
    #[cfg(unix)]
    watchdog: Option<std::sync::Arc<Watchdog>>,
}

impl Grouped {
    /// Starts a program as the leader of a new process group. Ctrl-C in the terminal does not reach
    /// it.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        {
            std::os::unix::process::CommandExt::process_group(command, 0);
            // Started before the program, so that the group is watched from the beginning.
            let watchdog = watchdog::shared();
            let child = command.spawn()?;
            if let Some(watchdog) = &watchdog {
                watchdog.watch(child.id());
            }
            Ok(Self { child, ended: None, watchdog })
        }
        #[cfg(not(unix))]
        Ok(Self { child: command.spawn()?, ended: None })
    }

    /// Returns the program's process, for its pipes. Do not wait for it: see
    /// [`has_ended`](Self::has_ended).
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns whether the program has ended by itself. Processes started by it may still run.
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

    /// Kills the group, and returns the exit status of the program, which is its own if it had
    /// ended before.
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
            // A group without processes cannot be killed and need not be.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            if let Some(watchdog) = self.watchdog.take() {
                watchdog.forget(self.child.id());
            }
        }
        let _ = self.child.kill();
        let status = self.child.wait()?;
        self.ended = Some(status);
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
    //! The shell that kills the groups of a process that has ended.

    use std::io::{self, Write as _};
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, ChildStdin, Command, Stdio};
    use std::sync::{Arc, Mutex, PoisonError, Weak};

    /// Reads `+ ID` and `- ID` until its input ends, then kills the remaining groups. It ignores
    /// the signals that terminals and sessions send to all processes.
    const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
groups=
while read -r sign group; do
  others=
  for other in $groups; do
    [ "$other" = "$group" ] || others="$others $other"
  done
  groups=$others
  [ "$sign" = + ] && groups="$groups $group"
done
for group in $groups; do
  kill -s KILL -- "-$group" 2>/dev/null
done
"#;

    /// The watchdog of this process. It ends with the last group.
    #[derive(Debug)]
    pub(super) struct Watchdog {
        shell: Mutex<(Child, ChildStdin)>,
        /// The process that started it: a forked process needs a watchdog of its own.
        of: u32,
    }

    static WATCHDOG: Mutex<Weak<Watchdog>> = Mutex::new(Weak::new());

    /// Returns the watchdog, starting it if necessary; `None` if there is no shell, in which case
    /// groups end only with their [`Grouped`](super::Grouped).
    pub(super) fn shared() -> Option<Arc<Watchdog>> {
        let mut shared = WATCHDOG.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(watchdog) = shared.upgrade().filter(|watchdog| watchdog.of == std::process::id()) {
            return Some(watchdog);
        }
        let watchdog = Arc::new(Watchdog::start().ok()?);
        *shared = Arc::downgrade(&watchdog);
        Some(watchdog)
    }

    impl Watchdog {
        fn start() -> io::Result<Self> {
            let mut shell = Command::new("/bin/sh")
                .args(["-c", SCRIPT, "quadrille-watchdog"])
                .current_dir("/")
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .process_group(0)
                .spawn()?;
            let input = shell.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
            Ok(Self { shell: Mutex::new((shell, input)), of: std::process::id() })
        }

        pub(super) fn watch(&self, group: u32) {
            self.send('+', group);
        }

        pub(super) fn forget(&self, group: u32) {
            self.send('-', group);
        }

        fn send(&self, sign: char, group: u32) {
            let mut shell = self.shell.lock().unwrap_or_else(PoisonError::into_inner);
            // If the watchdog was killed, groups still end with their `Grouped`.
            let _ = shell.1.write_all(format!("{sign} {group}\n").as_bytes());
        }
    }

    impl Drop for Watchdog {
        fn drop(&mut self) {
            // No group is left. In a forked process the shell is not a child, and continues.
            if self.of == std::process::id() {
                let (shell, _) = self.shell.get_mut().unwrap_or_else(PoisonError::into_inner);
                let _ = shell.kill();
                let _ = shell.wait();
            }
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
