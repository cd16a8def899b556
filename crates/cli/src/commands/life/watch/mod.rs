//! `quadrille life watch`: shows the evolution of a pattern at the terminal.
//!
//! A single-threaded loop ([`Watched::until_quit`]) evolves, counts, draws and reads keys. The
//! evolution gets the time of one picture; an engine that is not done by then is stopped, so keys
//! are read 25 times per second even for slow patterns. Only `HashLife` has a longer limit, 0.2 s
//! for each step. [`Pace`] determines how many generations are due. [`Course`] runs them on the
//! engine, and takes larger steps of `HashLife` while there is time. Counting visits all living
//! cells and takes at most an eighth of the time; drawing visits only the cells in the picture
//! (`picture`). [`Screen`] owns the terminal, and restores it when the loop ends for any reason.

mod course;
mod picture;
mod screen;
mod window;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use quadrille::answers::life::rule_and_bounds;
use quadrille::lanes::Level;
use quadrille::life::{Bounds, Engine, EngineSettings, FileRule};
use quadrille::machine::available_memory;
use quadrille::progress::CancelToken;

use self::course::Course;
use self::picture::Shown;
use self::screen::Screen;
use self::window::{Action, Pace, Window};
use super::field::failure;
use crate::failure::Failure;
use crate::{OutputMode, interrupt, long_job, threads};

/// Interval between two pictures while running.
const PICTURE: Duration = Duration::from_millis(40);
/// Maximum wait for a key while paused. A signal is noticed after this time at the latest.
const WAIT: Duration = Duration::from_millis(100);
/// Minimum interval between two population counts: the first value, or the second value times the
/// duration of the last count, whichever is longer.
const COUNT: (Duration, u32) = (Duration::from_millis(80), 8);

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille life watch gosper-gun
  quadrille life watch glider --bounds 64x40:torus
  quadrille life watch gosper-gun --engine hashlife

Keys:
  space       run, or pause           z x         zoom in, zoom out
  s           one generation          f           fit all living cells
  + -         twice as fast, half     a           keep all living cells in view
  m           maximum speed           b           half blocks, or braille dots
  arrows hjkl move the picture        e           the other engine
  H J K L     move it by its size     r           restart
  q Esc       quit                    ?           these keys

On the plane, auto starts with tiles, or with hashlife if the pattern is too large for tiles. At maximum \
speed, hashlife takes longer and longer steps.")]
pub(crate) struct Watch {
    /// The pattern: RLE, macrocell, plaintext, Life 1.05 or 1.06, optionally gzip-compressed; - for
    /// standard input; an apgcode; or a pattern of `quadrille examples`, such as gosper-gun
    #[arg(value_name = "PATTERN")]
    pattern: PathBuf,
    /// Size and border of the field: dead, torus, ring, klein, cross-surface or sphere
    /// [default: the pattern's bounds, else the unbounded plane]
    #[arg(long, value_name = "WxH:BORDER")]
    bounds: Option<Bounds>,
    /// The rule, such as B36/S23 or Seeds [default: the pattern's rule, else B3/S23]
    #[arg(long, value_name = "RULE")]
    rule: Option<FileRule>,
    /// Engine: auto, grid, tiles, hashlife, or rung:N for a rung of the ladder
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = quadrille_ladders::life::engine)]
    engine: Engine,
    /// Memory for the cells, such as 4GiB; a plain number is in MiB [default: all available]
    #[arg(long, value_name = "SIZE", value_parser = long_job::memory, allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Start paused
    #[arg(long)]
    paused: bool,
    /// Refuse nonstandard files that are otherwise read with a warning
    #[arg(long)]
    strict: bool,
}

impl Watch {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        if mode.json {
            return Err(Failure::usage("life watch answers with a picture; expected no --json, or life run"));
        }
        if !std::io::stdout().is_terminal() {
            return Err(Failure::usage(
                "life watch draws at a terminal, but standard output is not one; expected a terminal, or life run",
            ));
        }
        threads::share();
        let pattern = super::input::pattern(&self.pattern, self.strict, self.rule, self.bounds)?;
        let (rule, bounds) =
            rule_and_bounds(&pattern, self.rule.map(|rule| rule.spec), self.bounds).map_err(failure)?;
        let memory = self.memory.unwrap_or_else(available_memory) / 2;
        let settings = EngineSettings::default().engine(self.engine).level(level).memory(memory);
        let course = Course::new(pattern, rule, bounds, settings).map_err(failure)?;
        let token = interrupt::cancel_token()?;
        let screen = Screen::open()
            .map_err(|error| Failure::usage(format!("there is no terminal to draw at: {error}")))?;
        let watched = Watched::new(course, self.paused).until_quit(screen, &token);
        watched.map_err(|error| Failure::unfinished(format!("cannot draw at the terminal: {error}")))
    }
}

/// State of the watch loop.
struct Watched {
    course: Course,
    window: Window,
    pace: Pace,
    /// Whether the picture always shows all living cells.
    fitting: bool,
    help: bool,
    /// Message that is shown until the next key.
    notice: Option<String>,
    counted: Counted,
    rate: Rate,
}

/// The last population count.
struct Counted {
    population: String,
    /// Time of the next count.
    next: Instant,
    /// Whether a generation was completed after this count.
    stale: bool,
}

/// Rate of recent generations.
struct Rate {
    since: Instant,
    generations: f64,
    per_second: Option<f64>,
}

impl Rate {
    /// Starts a measurement.
    fn new(now: Instant) -> Self {
        Self { since: now, generations: 0.0, per_second: None }
    }

    /// Adds completed generations.
    fn note(&mut self, generations: f64, now: Instant) {
        self.generations += generations;
        let seconds = (now - self.since).as_secs_f64();
        if seconds >= 0.5 {
            *self = Self { since: now, generations: 0.0, per_second: Some(self.generations / seconds) };
        }
    }
}

impl Watched {
    fn new(course: Course, paused: bool) -> Self {
        let now = Instant::now();
        Self {
            course,
            window: Window::default(),
            pace: Pace::new(paused),
            fitting: false,
            help: false,
            notice: None,
            counted: Counted { population: String::new(), next: now, stale: true },
            rate: Rate::new(now),
        }
    }

    /// Draws, reads keys and evolves, until a key or a signal ends the loop.
    fn until_quit(mut self, mut screen: Screen, token: &CancelToken) -> std::io::Result<()> {
        self.window.resize(picture::dots(screen.size()?, self.window.marks()));
        self.window.fit(self.course.area().as_ref());
        let mut last = Instant::now();
        loop {
            let begun = Instant::now();
            self.go_on(begun - last, begun + PICTURE, token);
            last = begun;
            self.count(Instant::now());
            self.window.resize(picture::dots(screen.size()?, self.window.marks()));
            screen.draw(&self.shown())?;
            let next = if self.pace.is_paused() { WAIT } else { PICTURE.saturating_sub(begun.elapsed()) };
            let mut wait = next;
            // The loop waits for the first key until the next picture is due; further pending keys
            // are handled at once.
            while let Some(action) = screen::next_action(wait)? {
                if action == Action::Quit || token.is_cancelled() {
                    return Ok(());
                }
                self.act(action);
                wait = Duration::ZERO;
            }
            if token.is_cancelled() {
                return Ok(());
            }
        }
    }

    /// Runs the generations that are due since the last picture, until the deadline.
    fn go_on(&mut self, elapsed: Duration, until: Instant, token: &CancelToken) {
        let due = self.pace.due(elapsed);
        if due == Some(0) {
            return;
        }
        let went = self.course.go_on(due, until, token);
        match went {
            Ok(done) => {
                self.counted.stale |= done > 0.0;
                self.rate.note(done, Instant::now());
            }
            Err(reason) => {
                self.counted.stale = true;
                self.pace.pause();
                self.notice = Some(reason);
            }
        }
    }

    /// Counts the living cells if a count is due.
    fn count(&mut self, now: Instant) {
        if self.counted.stale && (now >= self.counted.next || self.pace.is_paused()) {
            let population = self.course.population();
            if self.fitting {
                self.window.keep(self.course.area().as_ref());
            }
            let (least, times) = COUNT;
            let next = now + least.max(now.elapsed() * times);
            self.counted = Counted { population, next, stale: false };
        }
    }

    /// Performs the action of a key.
    fn act(&mut self, action: Action) {
        self.notice = None;
        if self.help {
            self.help = false;
            return;
        }
        match action {
            Action::Quit | Action::Nothing => {}
            Action::Pause | Action::Step | Action::Faster | Action::Slower | Action::FullSpeed => {
                self.change_pace(action);
            }
            Action::Move { right, down } => {
                self.fitting = false;
                self.window.pan(right, down);
            }
            Action::ZoomIn => {
                self.fitting = false;
                self.window.zoom_in();
            }
            Action::ZoomOut => {
                self.fitting = false;
                self.window.zoom_out();
            }
            Action::Fit => self.window.fit(self.course.area().as_ref()),
            Action::KeepFitting => {
                self.fitting = !self.fitting;
                self.counted.stale = true;
                self.notice = Some(
                    if self.fitting { "the picture follows the living cells" } else { "the picture stays" }
                        .to_owned(),
                );
            }
            Action::Marks => self.window.change_marks(),
            Action::Engine => match self.course.change_engine() {
                Ok(()) => self.notice = Some(format!("now running {}", self.course.engine())),
                Err(reason) => self.notice = Some(reason),
            },
            Action::Restart => {
                if let Err(error) = self.course.restart() {
                    self.notice = Some(error.to_string());
                }
                self.counted.stale = true;
            }
            Action::Help => self.help = true,
        }
    }

    fn change_pace(&mut self, action: Action) {
        match action {
            Action::Pause => self.pace.toggle(),
            Action::Step => self.pace.one(),
            Action::Faster => self.pace.faster(),
            Action::Slower => self.pace.slower(),
            _ => self.pace.toggle_full_speed(),
        }
        self.rate = Rate::new(Instant::now());
    }

    /// Returns the content of the next picture.
    fn shown(&self) -> Shown {
        Shown {
            dots: self.course.seen(&self.window),
            marks: self.window.marks(),
            paused: self.pace.is_paused(),
            generation: self.course.generation(),
            population: self.counted.population.clone(),
            speed: self.pace.speed(),
            rate: self.rate.per_second,
            engine: self.course.engine().to_string(),
            rule: self.course.rule().to_string(),
            scale: self.window.scale(),
            help: self.help,
            notice: self.notice.clone(),
        }
    }
}
