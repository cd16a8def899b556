//! Process groups: a program is started in a group of its own, and the whole group is ended with
//! it.
//!
//! A program may start further processes. They belong to its group unless they leave it (`setsid`,
//! `setpgid`), and they are killed together with it in every case:
//!
//! * When a [`Grouped`] is dropped or ended, the group is killed before the program is reaped.
//!   Until then its process id, which is also the id of the group, cannot be given to another
//!   process.
//! * When this process ends without dropping it (a signal, an abort, `SIGKILL`), a *warden* does
//!   it: one small shell for all groups. It holds the other end of a pipe, receives the id of each
//!   group, and kills them when the pipe is closed. The system closes the pipe however this process
//!   ends.
//!
//! On systems other than Unix there are no process groups: the program alone is killed.

use std::io;
use std::process::{Child, Command, ExitStatus};

#[cfg(unix)]
use self::warden::Warden;

/// A program that runs in a process group of its own. The group is killed when this is dropped.
#[derive(Debug)]
pub struct Grouped {
    child: Child,
    /// What it ended with, once it has been reaped.
    ended: Option<ExitStatus>,
    #[cfg(unix)]
    warden: Option<std::sync::Arc<Warden>>,
}

impl Grouped {
    /// Starts a program as the leader of a new process group. The terminal's Ctrl-C does not reach
    /// it.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        {
            std::os::unix::process::CommandExt::process_group(command, 0);
            // Before the program: from its first moment on there is somebody to end it.
            let warden = warden::shared();
            let child = command.spawn()?;
            if let Some(warden) = &warden {
                warden.watch(child.id());
            }
            Ok(Self { child, ended: None, warden })
        }
        #[cfg(not(unix))]
        Ok(Self { child: command.spawn()?, ended: None })
    }

    /// Returns the program itself, for its pipes. It is not to be waited for: see
    /// [`has_ended`](Self::has_ended).
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns whether the program has ended by itself. Processes that it has started may still
    /// run.
    ///
    /// The program is not reaped by this, so that its process id stays its own.
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

    /// Kills the whole group, and returns how the program ended: by itself if it had ended before.
    ///
    /// # Errors
    /// The system does not say how it ended.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.ended {
            return Ok(status);
        }
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // A group without processes cannot be killed and need not be.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            if let Some(warden) = self.warden.take() {
                warden.forget(self.child.id());
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
mod warden {
    //! The shell that ends the groups of a process that is no more.

    use std::io::{self, Write as _};
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, ChildStdin, Command, Stdio};
    use std::sync::{Arc, Mutex, PoisonError, Weak};

    /// Reads `+ ID` and `- ID` until its input ends, then kills the groups that are left. The
    /// signals that a terminal or a session sends to everyone are not for it.
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

    /// The warden of this process. It ends with the last group.
    #[derive(Debug)]
    pub(super) struct Warden {
        shell: Mutex<(Child, ChildStdin)>,
        /// The process that has started it: a process that is forked off needs a warden of its own.
        of: u32,
    }

    static WARDEN: Mutex<Weak<Warden>> = Mutex::new(Weak::new());

    /// Returns the warden, started if there is none. `None` where there is no shell: then groups
    /// end with their [`Grouped`](super::Grouped) alone.
    pub(super) fn shared() -> Option<Arc<Warden>> {
        let mut shared = WARDEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(warden) = shared.upgrade().filter(|warden| warden.of == std::process::id()) {
            return Some(warden);
        }
        let warden = Arc::new(Warden::start().ok()?);
        *shared = Arc::downgrade(&warden);
        Some(warden)
    }

    impl Warden {
        fn start() -> io::Result<Self> {
            let mut shell = Command::new("/bin/sh")
                .args(["-c", SCRIPT, "quadrille-warden"])
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
            self.tell('+', group);
        }

        pub(super) fn forget(&self, group: u32) {
            self.tell('-', group);
        }

        fn tell(&self, sign: char, group: u32) {
            let mut shell = self.shell.lock().unwrap_or_else(PoisonError::into_inner);
            // A warden that was killed cannot be told anything; groups still end with their
            // `Grouped`.
            let _ = shell.1.write_all(format!("{sign} {group}\n").as_bytes());
        }
    }

    impl Drop for Warden {
        fn drop(&mut self) {
            // No group is left. In a forked process the shell is not its child, and stays.
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
        // The grandchild holds the pipe open; it is closed only when the grandchild is gone.
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
