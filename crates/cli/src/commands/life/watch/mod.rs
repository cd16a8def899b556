//! `quadrille life watch`: a pattern at the terminal, as it goes on.
//!
//! One loop on one thread ([`Watched::until_quit`]): go on, count, draw, listen. Generations are given the time of
//! one picture, and an engine that is not done by then is told to stop where it stands, so keys are heard 25 times
//! a second however slow the pattern has become. How many generations are due is the pace's business
//! (`window`), how they are done the course's (`course`): it knows the engine, and takes larger steps of `HashLife`
//! while there is time left. Counting the living cells looks at all of them and is done at most an eighth of the
//! time; drawing looks at what is in the picture alone (`picture`). `screen` is the terminal: it is given back as
//! it was, whatever ends the loop.

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
use quadrille::life::{Bounds, Engine, FileRule, Settings};
use quadrille::machine::available_memory;
use quadrille::progress::CancelToken;

use self::course::Course;
use self::picture::Shown;
use self::screen::Screen;
use self::window::{Action, Pace, Window};
use super::field::{failure, memory};
use crate::failure::Failure;
use crate::{OutputMode, interrupt, threads};

/// From one picture to the next, while it goes on.
const PICTURE: Duration = Duration::from_millis(40);
/// The longest wait for a key while nothing goes on: so soon a signal is heard.
const WAIT: Duration = Duration::from_millis(100);
/// From one count of the living cells to the next, at least; and so many times what a count takes.
const COUNT: (Duration, u32) = (Duration::from_millis(80), 8);

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille life watch gosper-gun
  quadrille life watch glider --bounds 64x40:torus
  quadrille life watch gosper-gun --engine hashlife

Keys:
  space       go on, or pause         z x         zoom in, zoom out
  s           one generation          f           all that lives into the picture
  + -         twice as fast, half     a           the same all the time
  m           as fast as it goes      b           half blocks, or braille dots
  arrows hjkl move the picture        e           the other engine
  r           from the beginning      ?           these keys
  q Esc       quit

On the plane auto begins with tiles, or with hashlife where the pattern is too large for them. As fast as \
it goes, hashlife takes longer and longer steps.")]
pub(crate) struct Watch {
    /// The pattern: RLE, macrocell, plaintext, Life 1.05 or 1.06, also packed by gzip; - for standard input; or a pattern
    /// of `quadrille examples`, such as gosper-gun
    #[arg(value_name = "PATTERN")]
    pattern: PathBuf,
    /// The field: its size, and its border: dead, torus, klein, cross-surface
    /// or sphere [default: the pattern's, else the unbounded plane]
    #[arg(long, value_name = "WxH:BORDER")]
    bounds: Option<Bounds>,
    /// The rule, such as B36/S23 or Seeds [default: the pattern's, else B3/S23]
    #[arg(long, value_name = "RULE")]
    rule: Option<FileRule>,
    /// Who does the work: auto, grid, tiles, hashlife, or a rung of the
    /// ladder, rung:N
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = quadrille_ladders::life::engine)]
    engine: Engine,
    /// How much memory the cells may take, such as 4GiB; a number alone is in MiB [default: all that is available]
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Begin with a pause
    #[arg(long)]
    paused: bool,
    /// Refuse what is otherwise read with a warning
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
                "life watch draws at a terminal, and standard output is none; expected a terminal, or life run",
            ));
        }
        threads::share();
        let pattern = super::input::pattern(&self.pattern, self.strict, self.rule, self.bounds)?;
        let (rule, bounds) =
            rule_and_bounds(&pattern, self.rule.map(|rule| rule.spec), self.bounds).map_err(failure)?;
        let memory = self.memory.unwrap_or_else(available_memory) / 2;
        let settings = Settings::default().engine(self.engine).level(level).memory(memory);
        let course = Course::new(pattern, rule, bounds, settings).map_err(failure)?;
        let token = interrupt::cancel_token()?;
        let screen = Screen::open()
            .map_err(|error| Failure::usage(format!("there is no terminal to draw at: {error}")))?;
        let watched = Watched::new(course, self.paused).until_quit(screen, &token);
        watched.map_err(|error| Failure::unfinished(format!("cannot draw at the terminal: {error}")))
    }
}

/// A pattern that is being watched.
struct Watched {
    course: Course,
    window: Window,
    pace: Pace,
    /// Whether the picture is all that lives at any time.
    fitting: bool,
    help: bool,
    /// What there is to tell, until the next key.
    notice: Option<String>,
    counted: Counted,
    rate: Rate,
}

/// The last count of living cells.
struct Counted {
    population: String,
    /// When the next one is due.
    next: Instant,
    /// Whether there has been a generation since.
    stale: bool,
}

/// Generations done lately.
struct Rate {
    since: Instant,
    generations: f64,
    per_second: Option<f64>,
}

impl Rate {
    /// From now on.
    fn new(now: Instant) -> Self {
        Self { since: now, generations: 0.0, per_second: None }
    }

    /// So many more are done.
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

    /// Draws, listens and goes on, until a key or a signal says quit.
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
            // The first key is waited for until the next picture is due; what has come meanwhile is taken at once.
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

    /// Does what is due since the last picture, but no longer than until then.
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

    /// Counts what lives, if it has been a while.
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

    /// Does what a key says.
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
                    if self.fitting { "the picture follows what lives" } else { "the picture stays" }
                        .to_owned(),
                );
            }
            Action::Marks => self.window.change_marks(),
            Action::Engine => match self.course.change_engine() {
                Ok(()) => self.notice = Some(format!("{} goes on", self.course.engine())),
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

    /// What there is to draw.
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
