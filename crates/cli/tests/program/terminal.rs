//! The program at a pseudo-terminal of 80 columns and 24 lines.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// Maximum time to wait for output or for the end of a process.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Terminal {
    child: Child,
    /// The user's end of the pseudo-terminal.
    person: File,
    /// The process's end, kept open so that its settings can be read after the process ends.
    side: File,
    output: Receiver<Vec<u8>>,
    /// The first bytes of an incomplete character.
    begun: Vec<u8>,
    /// All output so far.
    pub(crate) written: String,
}

impl Terminal {
    /// Starts a command whose standard streams are the terminal.
    pub(crate) fn start(command: &mut Command) -> Self {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&person).unwrap();
        unlockpt(&person).unwrap();
        let name = ptsname(&person, Vec::new()).unwrap();
        let side = rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let (person, side) = (File::from(person), File::from(side));
        let stream = || Stdio::from(side.try_clone().unwrap());
        tcsetwinsize(&person, size(80, 24)).unwrap();
        let child = command.stdin(stream()).stdout(stream()).stderr(stream()).spawn().unwrap();
        let (sender, output) = channel();
        let mut reader = person.try_clone().unwrap();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { child, person, side, output, begun: Vec::new(), written: String::new() }
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        self.person.write_all(keys.as_bytes()).unwrap();
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    pub(crate) fn resize(&self, columns: u16, lines: u16) {
        tcsetwinsize(&self.person, size(columns, lines)).unwrap();
        self.signal(Signal::WINCH);
    }

    /// Returns whether the terminal echoes, edits lines and sends signals, as a shell expects.
    pub(crate) fn is_restored(&self) -> bool {
        let modes = tcgetattr(&self.side).unwrap().local_modes;
        modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG)
    }

    /// Waits a moment for output.
    fn read(&mut self) {
        let Ok(more) = self.output.recv_timeout(Duration::from_millis(20)) else { return };
        self.begun.extend(more);
        let whole = std::str::from_utf8(&self.begun).map_or_else(|error| error.valid_up_to(), str::len);
        self.written += std::str::from_utf8(&self.begun[..whole]).unwrap();
        self.begun.drain(..whole);
    }

    /// Reads output until the condition holds for all output so far.
    pub(crate) fn until(&mut self, what: &str, is: impl Fn(&str) -> bool) {
        let start = Instant::now();
        while !is(&self.written) {
            assert!(start.elapsed() < PATIENCE, "{what} is missing in:\n{}", self.written);
            self.read();
        }
    }

    /// Waits for the end of the process and reads the rest of its output.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.written);
            self.read();
        };
        // A marker that is written last is read last.
        self.side.write_all(b"\0").unwrap();
        self.until("the rest of the output", |written| written.ends_with('\0'));
        self.written.pop();
        status
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn size(columns: u16, lines: u16) -> Winsize {
    Winsize { ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}
