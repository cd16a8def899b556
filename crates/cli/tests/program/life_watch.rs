//! `quadrille life watch` at a pseudo-terminal, and its output.

use std::path::PathBuf;

use rustix::process::Signal;

use super::terminal::Terminal;
use super::{quadrille, refused, text};

const LEFT: &str = "\u{1b}[?1049l";
const CURSOR: &str = "\u{1b}[?25h";

/// The screen of a terminal of 80 columns and 24 lines: its text and the cursor.
struct Shown {
    lines: Vec<Vec<char>>,
    row: usize,
    column: usize,
}

impl Shown {
    fn of(written: &str) -> Self {
        let mut shown = Self { lines: vec![vec![' '; 80]; 24], row: 0, column: 0 };
        let mut rest = written.chars();
        while let Some(character) = rest.next() {
            match character {
                '\u{1b}' => shown.control(&mut rest),
                '\r' => shown.column = 0,
                '\n' => shown.row += 1,
                printed => {
                    if let Some(place) =
                        shown.lines.get_mut(shown.row).and_then(|line| line.get_mut(shown.column))
                    {
                        *place = printed;
                    }
                    shown.column += 1;
                }
            }
        }
        shown
    }

    /// Interprets a control sequence that moves the cursor or clears.
    fn control(&mut self, rest: &mut std::str::Chars<'_>) {
        if rest.next() != Some('[') {
            return;
        }
        let mut numbers = String::new();
        let Some(last) = rest.find(|&c| {
            let ends = c.is_ascii_alphabetic();
            if !ends {
                numbers.push(c);
            }
            ends
        }) else {
            return;
        };
        let mut places = numbers.split(';').map(|number| number.parse().unwrap_or(1usize) - 1);
        match last {
            'H' => (self.row, self.column) = (places.next().unwrap_or(0), places.next().unwrap_or(0)),
            'J' => self.lines.iter_mut().for_each(|line| line.fill(' ')),
            _ => {}
        }
    }

    fn line(&self, row: usize) -> String {
        self.lines[row].iter().collect::<String>().trim_end().to_owned()
    }

    /// Returns the status line.
    fn state(&self) -> String {
        self.line(22)
    }
}

/// `life watch` at a terminal.
struct Watching {
    terminal: Terminal,
    _folder: tempfile::TempDir,
}

impl Watching {
    fn new(pattern: &str, flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file: PathBuf = folder.path().join("p.rle");
        std::fs::write(&file, pattern).unwrap();
        let terminal = Terminal::start(&mut quadrille(&[&["life", "watch", text(&file)], flags].concat()));
        Self { terminal, _folder: folder }
    }

    fn keys(&mut self, keys: &str) {
        self.terminal.keys(keys);
    }

    /// Reads output until the screen fulfils the condition.
    fn until(&mut self, what: &str, is: impl Fn(&Shown) -> bool) {
        self.terminal.until(what, |written| is(&Shown::of(written)));
    }

    /// Reads output until the status line contains a text.
    fn until_state(&mut self, part: &str) {
        self.until(part, |shown| shown.state().contains(part));
    }

    /// Returns the exit code, after the process has ended and restored the terminal.
    fn gone(mut self) -> Option<i32> {
        let status = self.terminal.wait();
        let written = &self.terminal.written;
        assert!(written.contains(LEFT) && written.ends_with(CURSOR), "{written:?}");
        let after = written.rsplit(LEFT).next().unwrap().replace(CURSOR, "");
        assert_eq!(after, "", "nothing is told after the picture");
        assert!(self.terminal.is_restored());
        status.code()
    }
}

const GLIDER: &str = "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n";

#[test]
fn it_is_watched_and_quit_without_a_trace() {
    let mut watching = Watching::new(GLIDER, &["--paused"]);
    watching.until_state("generation 0   5 alive   paused   tiles   1:1   B3/S23");
    assert!(watching.terminal.written.contains("\u{1b}[?1049h"), "a screen of its own");
    let shown = Shown::of(&watching.terminal.written);
    assert_eq!((shown.line(10).trim(), shown.line(11).trim()), ("▄", "▄▄█"));
    assert!(shown.line(23).contains("space go") && shown.line(23).ends_with("q quit"), "{}", shown.line(23));
    watching.keys("s");
    watching.until_state("generation 1 ");
    watching.keys("x");
    watching.until_state("1:2");
    watching.keys("e");
    watching.until_state("hashlife");
    watching.keys("?");
    watching.until("the keys", |shown| (0..24).any(|row| shown.line(row).contains("maximum speed")));
    // Any key returns to the picture and has no other effect.
    watching.keys("s");
    watching.until("no keys", |shown| (0..24).all(|row| !shown.line(row).contains("maximum speed")));
    watching.keys("rb");
    watching.until_state("generation 0 ");
    watching.keys("q");
    assert_eq!(watching.gone(), Some(0));
}

#[test]
fn it_goes_on_as_fast_as_it_goes() {
    for (flag, value, engine) in [
        ("--bounds", "64x64:torus", "grid"),
        ("--bounds", "0x12:torus", "grid"),
        ("--engine", "tiles", "tiles"),
        ("--engine", "hashlife", "hashlife"),
    ] {
        let mut watching = Watching::new(GLIDER, &[flag, value]);
        watching.until_state(engine);
        watching.keys("m");
        watching.until("a thousand generations", |shown| {
            let state = shown.state();
            let generation = state.split_whitespace().nth(1).unwrap_or_default().to_owned();
            generation.len() > 5 || generation.contains('e')
        });
        watching.until_state("5 alive");
        watching.keys(" ");
        watching.until_state("paused");
        watching.keys("\u{1b}");
        assert_eq!(watching.gone(), Some(0));
    }
}

/// Twelve rows are six lines of the picture; above and below them is no field.
#[test]
fn a_tube_without_an_end_is_watched_between_its_edges() {
    let mut watching = Watching::new(GLIDER, &["--paused", "--bounds", "0x12:torus"]);
    watching.until_state("generation 0   5 alive   paused   grid   1:1   B3/S23");
    let outside = |shown: &Shown| (0..22).filter(|&row| shown.line(row) == "░".repeat(80)).count();
    assert_eq!(outside(&Shown::of(&watching.terminal.written)), 16);
    // The tube has no end at any distance.
    watching.keys("LL");
    watching.keys("s");
    watching.until_state("generation 1 ");
    watching.until("the tube alone", |shown| outside(shown) == 16);
    watching.keys("q");
    assert_eq!(watching.gone(), Some(0));
}

#[test]
fn signals_and_control_c_end_it_without_a_trace_too() {
    let begun = |pattern: &str| {
        let mut watching = Watching::new(pattern, &[]);
        watching.until_state("generation");
        watching
    };
    let mut watching = begun(GLIDER);
    watching.keys("\u{3}");
    assert_eq!(watching.gone(), Some(0));
    for signal in [Signal::TERM, Signal::INT] {
        let watching = begun(GLIDER);
        watching.terminal.signal(signal);
        assert_eq!(watching.gone(), Some(0));
    }
    // The key also works while generations are computed.
    let mut watching = begun("x = 9, y = 1, rule = B3/S23\n9o!\n");
    watching.keys("m");
    std::thread::sleep(std::time::Duration::from_millis(100));
    watching.terminal.signal(Signal::TERM);
    assert_eq!(watching.gone(), Some(0));
}

#[test]
fn a_picture_takes_the_size_of_the_terminal() {
    let mut watching = Watching::new(GLIDER, &["--paused"]);
    watching.until_state("generation 0");
    watching.terminal.resize(40, 10);
    watching.until("a smaller picture", |shown| shown.line(8).starts_with(" generation 0"));
    watching.keys("q");
    assert_eq!(watching.gone(), Some(0));
}

#[test]
fn without_a_terminal_it_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.rle");
    std::fs::write(&file, GLIDER).unwrap();
    refused(&["life", "watch", text(&file)], &["standard output", "expected a terminal, or life run"]);
    refused(&["life", "watch", text(&file), "--json"], &["--json", "life run"]);
}
