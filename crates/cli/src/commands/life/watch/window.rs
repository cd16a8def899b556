//! The window, the pace and the keys of the watch loop.

use std::time::Duration;

use quadrille::life::Area;
use quadrille::life::num_bigint::{BigInt, BigUint};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Maximum exponent n of a dot with 2^n cells per side.
const FARTHEST: u32 = 400;
/// Number of parts into which a side of the picture is divided; a move shifts the picture by one
/// part.
const STEPS: i64 = 8;

/// Action of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Quit,
    Pause,
    Step,
    Faster,
    Slower,
    FullSpeed,
    /// Move by this many eighths of the picture.
    Move {
        right: i64,
        down: i64,
    },
    ZoomIn,
    ZoomOut,
    Fit,
    KeepFitting,
    Marks,
    Engine,
    Restart,
    Help,
    /// A key without an action, or another event.
    Nothing,
}

/// The keys and their descriptions.
pub(super) const KEYS: [(&str, &str); 15] = [
    ("space", "run, or pause"),
    ("s", "one generation"),
    ("+ -", "twice as fast, half as fast"),
    ("m", "maximum speed"),
    ("arrows, hjkl", "move the picture"),
    ("H J K L", "move the picture by its size"),
    ("z x", "zoom in, zoom out"),
    ("f", "fit all living cells"),
    ("a", "keep all living cells in view"),
    ("b", "half blocks, or braille dots"),
    ("e", "the other engine"),
    ("r", "restart"),
    ("?", "these keys"),
    ("q, Esc", "quit"),
    ("", "any key returns to the picture"),
];

impl Action {
    /// Returns the action of a key.
    pub(super) fn of(key: KeyEvent) -> Self {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let quits = matches!(key.code, KeyCode::Char('c' | 'C' | 'q'));
            return if quits { Self::Quit } else { Self::Nothing };
        }
        match key.code {
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => Self::Quit,
            KeyCode::Char(' ' | 'p') => Self::Pause,
            KeyCode::Char('s' | '.') | KeyCode::Enter => Self::Step,
            KeyCode::Char('+' | '=') => Self::Faster,
            KeyCode::Char('-' | '_') => Self::Slower,
            KeyCode::Char('m') => Self::FullSpeed,
            KeyCode::Left | KeyCode::Char('h') => Self::Move { right: -1, down: 0 },
            KeyCode::Right | KeyCode::Char('l') => Self::Move { right: 1, down: 0 },
            KeyCode::Up | KeyCode::Char('k') => Self::Move { right: 0, down: -1 },
            KeyCode::Down | KeyCode::Char('j') => Self::Move { right: 0, down: 1 },
            KeyCode::Char('H') => Self::Move { right: -STEPS, down: 0 },
            KeyCode::Char('L') => Self::Move { right: STEPS, down: 0 },
            KeyCode::Char('K') => Self::Move { right: 0, down: -STEPS },
            KeyCode::Char('J') => Self::Move { right: 0, down: STEPS },
            KeyCode::Char('z' | 'i') | KeyCode::PageUp => Self::ZoomIn,
            KeyCode::Char('x' | 'o') | KeyCode::PageDown => Self::ZoomOut,
            KeyCode::Char('f') | KeyCode::Home => Self::Fit,
            KeyCode::Char('a') => Self::KeepFitting,
            KeyCode::Char('b') => Self::Marks,
            KeyCode::Char('e') => Self::Engine,
            KeyCode::Char('r') => Self::Restart,
            KeyCode::Char('?') | KeyCode::F(1) => Self::Help,
            _ => Self::Nothing,
        }
    }
}

/// Characters that draw the dots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Marks {
    /// Two square dots per character, one above the other.
    #[default]
    HalfBlocks,
    /// Eight dots per character, two wide and four high.
    Braille,
}

impl Marks {
    /// Returns the columns and rows of dots per character.
    pub(super) const fn dots(self) -> (usize, usize) {
        match self {
            Self::HalfBlocks => (1, 2),
            Self::Braille => (2, 4),
        }
    }
}

/// The visible part of the plane.
#[derive(Debug, Clone, Default)]
pub(super) struct Window {
    /// Column of the cell in the centre.
    x: BigInt,
    /// Row of the cell in the centre.
    y: BigInt,
    /// Exponent n of the scale: a dot has 2^n cells per side.
    power: u32,
    /// Size in columns and rows of dots.
    size: (usize, usize),
    marks: Marks,
}

impl Window {
    pub(super) const fn marks(&self) -> Marks {
        self.marks
    }

    pub(super) fn change_marks(&mut self) {
        self.marks = match self.marks {
            Marks::HalfBlocks => Marks::Braille,
            Marks::Braille => Marks::HalfBlocks,
        };
    }

    /// Sets the size in columns and rows of dots.
    pub(super) const fn resize(&mut self, size: (usize, usize)) {
        self.size = size;
    }

    pub(super) const fn size(&self) -> (usize, usize) {
        self.size
    }

    pub(super) const fn power(&self) -> u32 {
        self.power
    }

    /// Returns the column and row of the dot at the top left, counted from the dot of cell (0, 0).
    pub(super) fn corner(&self) -> (BigInt, BigInt) {
        let from = |middle: &BigInt, dots: usize| (middle >> self.power) - dots / 2;
        (from(&self.x, self.size.0), from(&self.y, self.size.1))
    }

    /// Moves by a number of eighths of the picture, but at least by one dot.
    pub(super) fn pan(&mut self, right: i64, down: i64) {
        let step = |eighths: i64, dots: usize| {
            let dots = i64::try_from(dots).unwrap_or(i64::MAX) * eighths / STEPS;
            if dots == 0 { eighths.signum() } else { dots }
        };
        self.x += BigInt::from(step(right, self.size.0)) << self.power;
        self.y += BigInt::from(step(down, self.size.1)) << self.power;
    }

    /// Halves the number of cells per side of a dot. The centre stays the same.
    pub(super) const fn zoom_in(&mut self) {
        self.power = self.power.saturating_sub(1);
    }

    /// Doubles the number of cells per side of a dot. The centre stays the same.
    pub(super) const fn zoom_out(&mut self) {
        if self.power < FARTHEST {
            self.power += 1;
        }
    }

    /// Shows a whole rectangle at the largest scale that fits.
    pub(super) fn fit(&mut self, area: Option<&Area<BigInt, BigUint>>) {
        let Some(Area { x, y, width, height }) = area else {
            *self = Self { size: self.size, marks: self.marks, ..Self::default() };
            return;
        };
        self.x = x + BigInt::from(width / 2u8);
        self.y = y + BigInt::from(height / 2u8);
        self.power = 0;
        while self.power < FARTHEST && !self.holds(width, height) {
            self.power += 1;
        }
    }

    /// Like [`Self::fit`], but only if a part of the rectangle is outside the picture, or if the
    /// rectangle is much smaller than the picture.
    pub(super) fn keep(&mut self, area: Option<&Area<BigInt, BigUint>>) {
        let Some(area) = area else { return };
        let (left, top) = self.corner();
        let within = |from: &BigInt, side: &BigUint, first: &BigInt, dots: usize| {
            let last: BigInt = (from + BigInt::from(side.clone()) - 1) >> self.power;
            (from >> self.power) >= *first && last < first + dots
        };
        let inside = within(&area.x, &area.width, &left, self.size.0)
            && within(&area.y, &area.height, &top, self.size.1);
        let twice = |side: &BigUint| side * 4u8;
        let small = self.power > 0 && self.holds(&twice(&area.width), &twice(&area.height));
        if !inside || small {
            self.fit(Some(area));
        }
    }

    /// Returns whether an area of cells fits the picture, with a margin of a dot on each side.
    fn holds(&self, width: &BigUint, height: &BigUint) -> bool {
        let dots = |cells: &BigUint| (cells >> self.power) + 3u8;
        dots(width) <= BigUint::from(self.size.0) && dots(height) <= BigUint::from(self.size.1)
    }

    /// Formats the scale: `1:1`, or the number of cells along a side of a dot, as in `1:8` or
    /// `1:2^40`.
    pub(super) fn scale(&self) -> String {
        if self.power < 20 { format!("1:{}", 1u32 << self.power) } else { format!("1:2^{}", self.power) }
    }
}

/// Speed of the evolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speed {
    /// Exponent n of a speed of 2^n generations per second.
    Rate(u32),
    /// Maximum speed.
    Full,
}

impl Speed {
    /// Maximum exponent of a fixed speed.
    const MOST: u32 = 20;
}

/// Schedule of the evolution: how many generations are due.
#[derive(Debug, Clone)]
pub(super) struct Pace {
    speed: Speed,
    /// Exponent of the last fixed speed, for the return from maximum speed.
    before: u32,
    paused: bool,
    /// Generations that are due, including a fraction.
    due: f64,
    /// Number of single generations that were requested by a key.
    single: u64,
}

impl Pace {
    /// Starts with sixteen generations per second.
    pub(super) const fn new(paused: bool) -> Self {
        Self { speed: Speed::Rate(4), before: 4, paused, due: 0.0, single: 0 }
    }

    pub(super) const fn speed(&self) -> Speed {
        self.speed
    }

    pub(super) const fn is_paused(&self) -> bool {
        self.paused
    }

    pub(super) const fn pause(&mut self) {
        self.paused = true;
    }

    pub(super) const fn toggle(&mut self) {
        self.paused = !self.paused;
        self.due = 0.0;
    }

    /// Requests a single generation, and pauses.
    pub(super) const fn one(&mut self) {
        self.paused = true;
        self.single += 1;
    }

    pub(super) const fn faster(&mut self) {
        self.speed = match self.speed {
            Speed::Rate(power) if power < Speed::MOST => Speed::Rate(power + 1),
            _ => Speed::Full,
        };
    }

    pub(super) const fn slower(&mut self) {
        self.speed = match self.speed {
            Speed::Rate(power) => Speed::Rate(power.saturating_sub(1)),
            Speed::Full => Speed::Rate(Speed::MOST),
        };
    }

    /// Switches between maximum speed and the previous speed.
    pub(super) const fn toggle_full_speed(&mut self) {
        self.speed = match self.speed {
            Speed::Rate(power) => {
                self.before = power;
                Speed::Full
            }
            Speed::Full => Speed::Rate(self.before),
        };
        self.paused = false;
    }

    /// Returns the number of generations that became due in the elapsed time; `None` at maximum
    /// speed, where the number is unlimited.
    ///
    /// Generations that became due earlier but were not completed are dropped, so a slow engine
    /// accumulates no backlog.
    pub(super) fn due(&mut self, elapsed: Duration) -> Option<u64> {
        if self.paused {
            return Some(std::mem::take(&mut self.single));
        }
        let Speed::Rate(power) = self.speed else { return None };
        self.due += elapsed.as_secs_f64().min(1.0) * f64::from(1u32 << power);
        let whole = self.due.floor();
        self.due -= whole;
        Some(whole as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(size: (usize, usize)) -> Window {
        let mut window = Window::default();
        window.resize(size);
        window
    }

    fn area(x: i64, y: i64, width: u64, height: u64) -> Area<BigInt, BigUint> {
        Area { x: x.into(), y: y.into(), width: width.into(), height: height.into() }
    }

    #[test]
    fn keys_mean_what_the_help_says() {
        let key = |code| Action::of(KeyEvent::new(code, KeyModifiers::NONE));
        let control = |code| Action::of(KeyEvent::new(code, KeyModifiers::CONTROL));
        assert_eq!(key(KeyCode::Char('q')), Action::Quit);
        assert_eq!(key(KeyCode::Esc), Action::Quit);
        assert_eq!(control(KeyCode::Char('c')), Action::Quit);
        assert_eq!(control(KeyCode::Char('s')), Action::Nothing);
        assert_eq!(key(KeyCode::Char(' ')), Action::Pause);
        assert_eq!(key(KeyCode::Left), Action::Move { right: -1, down: 0 });
        assert_eq!(key(KeyCode::Char('y')), Action::Nothing);
        // Every documented letter has an action.
        for (keys, what) in KEYS {
            for letter in keys.split(' ').filter(|word| word.len() == 1) {
                let letter = letter.chars().next().unwrap();
                assert_ne!(key(KeyCode::Char(letter)), Action::Nothing, "{letter}: {what}");
            }
        }
    }

    #[test]
    fn a_pattern_is_fitted_into_the_picture() {
        let mut window = window((80, 44));
        window.fit(Some(&area(-10, 5, 36, 9)));
        assert_eq!(window.scale(), "1:1");
        // The pattern and the picture have the same centre.
        assert_eq!(window.corner(), (BigInt::from(8 - 40), BigInt::from(9 - 22)));
        window.fit(Some(&area(0, 0, 80, 1)));
        assert_eq!(window.scale(), "1:2");
        window.fit(Some(&area(0, 0, 1 << 30, 1)));
        let (left, _) = window.corner();
        let last = (BigInt::from((1u64 << 30) - 1) >> window.power()) - &left;
        assert!(left <= BigInt::ZERO && last < BigInt::from(80), "{left} {last}");
        assert_eq!(window.scale(), "1:2^24");
        window.fit(None);
        assert_eq!((window.scale().as_str(), window.size()), ("1:1", (80, 44)));
    }

    #[test]
    fn a_picture_that_follows_stays_as_long_as_it_can() {
        let mut window = window((80, 44));
        window.fit(Some(&area(0, 0, 10, 10)));
        let before = window.corner();
        window.keep(Some(&area(20, 10, 10, 10)));
        assert_eq!(window.corner(), before);
        window.keep(Some(&area(50, 0, 10, 10)));
        assert!(window.corner() > before);
        window.keep(Some(&area(0, 0, 1000, 1000)));
        assert_eq!(window.scale(), "1:32");
        window.keep(Some(&area(0, 0, 900, 900)));
        assert_eq!(window.scale(), "1:32");
        window.keep(Some(&area(0, 0, 9, 9)));
        assert_eq!(window.scale(), "1:1");
    }

    #[test]
    fn zooming_keeps_the_middle_and_ends_at_a_cell() {
        let mut window = window((80, 44));
        window.pan(8, 0);
        assert_eq!(window.corner().0, BigInt::from(40));
        window.zoom_in();
        assert_eq!(window.scale(), "1:1");
        window.zoom_out();
        window.zoom_out();
        assert_eq!((window.scale().as_str(), window.corner().0), ("1:4", BigInt::from(20 - 40)));
        window.pan(-1, 0);
        assert_eq!(window.corner().0, BigInt::from(20 - 40 - 10));
        for _ in 0..1000 {
            window.zoom_out();
        }
        assert_eq!(window.scale(), "1:2^400");
        // Even the smallest picture moves.
        window.resize((1, 1));
        let before = window.corner();
        window.pan(1, 1);
        assert_ne!(window.corner(), before);
    }

    #[test]
    fn generations_are_due_as_time_goes_by() {
        let mut pace = Pace::new(false);
        assert_eq!(pace.due(Duration::from_millis(500)), Some(8));
        assert_eq!(pace.due(Duration::from_millis(40)), Some(0));
        assert_eq!(pace.due(Duration::from_millis(40)), Some(1));
        // Generations that became due while the process was suspended are dropped.
        assert_eq!(pace.due(Duration::from_mins(1)), Some(16));
        pace.one();
        assert!(pace.is_paused());
        assert_eq!(pace.due(Duration::from_secs(1)), Some(1));
        assert_eq!(pace.due(Duration::from_secs(1)), Some(0));
        pace.toggle_full_speed();
        assert_eq!((pace.due(Duration::ZERO), pace.speed()), (None, Speed::Full));
        pace.toggle_full_speed();
        assert_eq!(pace.speed(), Speed::Rate(4));
        for _ in 0..100 {
            pace.faster();
        }
        assert_eq!(pace.speed(), Speed::Full);
        pace.slower();
        assert_eq!(pace.speed(), Speed::Rate(20));
        for _ in 0..100 {
            pace.slower();
        }
        assert_eq!(pace.due(Duration::from_secs(1)), Some(1));
    }
}
