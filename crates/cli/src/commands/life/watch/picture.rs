//! The picture: dots, a status line, and a line of keys.

use quadrille::report::figure::count;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::course::{Dot, Seen};
use super::window::{KEYS, Marks, Speed};

/// Number of lines below the dots.
const LINES: u16 = 2;
/// Keys shown at the bottom, the most useful first.
const SHORT_KEYS: [(&str, &str); 8] = [
    ("space", "go"),
    ("s", "step"),
    ("+-", "speed"),
    ("arrows", "move"),
    ("zx", "zoom"),
    ("f", "fit"),
    ("?", "keys"),
    ("q", "quit"),
];

/// Content of a picture.
pub(super) struct Shown {
    pub(super) dots: Seen,
    pub(super) marks: Marks,
    pub(super) paused: bool,
    pub(super) generation: String,
    pub(super) population: String,
    pub(super) speed: Speed,
    /// Recent generations per second.
    pub(super) rate: Option<f64>,
    pub(super) engine: String,
    pub(super) rule: String,
    pub(super) scale: String,
    pub(super) help: bool,
    /// Message shown in place of the keys.
    pub(super) notice: Option<String>,
}

/// Returns the columns and rows of dots that fit a terminal of the given size.
pub(super) fn dots(size: Size, marks: Marks) -> (usize, usize) {
    let (wide, high) = marks.dots();
    (usize::from(size.width) * wide, usize::from(size.height.saturating_sub(LINES)) * high)
}

impl Widget for &Shown {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let lines = area.height.saturating_sub(LINES);
        let picture = Rect { height: lines, ..area };
        self.draw_dots(picture, buffer);
        if self.help {
            draw_help(picture, buffer);
        }
        let line = |number: u16| {
            let y = area.y.saturating_add(lines).saturating_add(number);
            (y < area.bottom()).then_some(Rect { y, height: 1, ..area })
        };
        if let Some(line) = line(0) {
            self.draw_state(line, buffer);
        }
        if let Some(line) = line(1) {
            self.draw_keys(line, buffer);
        }
    }
}

impl Shown {
    fn draw_dots(&self, area: Rect, buffer: &mut Buffer) {
        let (wide, high) = self.marks.dots();
        for (row, y) in (area.top()..area.bottom()).enumerate() {
            for (column, x) in (area.left()..area.right()).enumerate() {
                let dot = |right: usize, down: usize| self.dots.dot(column * wide + right, row * high + down);
                let Some(cell) = buffer.cell_mut((x, y)) else { continue };
                if (0..wide).all(|right| (0..high).all(|down| dot(right, down) == Dot::Outside)) {
                    cell.set_char('░').set_style(Style::new().add_modifier(Modifier::DIM));
                } else {
                    cell.set_char(self.marks.character(|right, down| dot(right, down) == Dot::Alive));
                }
            }
        }
    }

    /// Draws the status line. Parts that do not fit are left out.
    fn draw_state(&self, area: Rect, buffer: &mut Buffer) {
        buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
        let parts = [
            format!(" generation {}", self.generation),
            format!("{} alive", self.population),
            self.pace(),
            self.engine.clone(),
            self.scale.clone(),
            format!("{} ", self.rule),
        ];
        let mut text = String::new();
        for (number, part) in parts.into_iter().enumerate() {
            let gap = if number == 0 { "" } else { "   " };
            if text.chars().count() + gap.len() + part.chars().count() > usize::from(area.width) && number > 0
            {
                continue;
            }
            text = text + gap + &part;
        }
        buffer.set_stringn(area.x, area.y, text, area.width.into(), Style::new());
    }

    /// Formats the target speed, and the actual speed if it is lower.
    fn pace(&self) -> String {
        if self.paused {
            return "paused".to_owned();
        }
        match (self.speed, self.rate) {
            (Speed::Full, Some(rate)) => format!("{}/s", rounded(rate)),
            (Speed::Full, None) => "full speed".to_owned(),
            (Speed::Rate(power), Some(rate)) if rate < 0.8 * f64::from(1u32 << power) => {
                format!("{} of {}/s", rounded(rate), rounded(f64::from(1u32 << power)))
            }
            (Speed::Rate(power), _) => format!("{}/s", rounded(f64::from(1u32 << power))),
        }
    }

    fn draw_keys(&self, area: Rect, buffer: &mut Buffer) {
        let right = usize::from(area.right());
        if let Some(notice) = &self.notice {
            let text: String = format!(" {notice}").chars().take(area.width.into()).collect();
            buffer.set_stringn(
                area.x,
                area.y,
                text,
                area.width.into(),
                Style::new().add_modifier(Modifier::BOLD),
            );
            return;
        }
        let (mut x, plain) = (area.x + 1, Style::new());
        for (key, what) in SHORT_KEYS {
            let what = if what == "go" && !self.paused { "pause" } else { what };
            if usize::from(x) + key.chars().count() + 1 + what.chars().count() > right {
                break;
            }
            let (after, _) =
                buffer.set_stringn(x, area.y, key, area.width.into(), plain.add_modifier(Modifier::BOLD));
            let dim = plain.add_modifier(Modifier::DIM);
            let (after, _) = buffer.set_stringn(after + 1, area.y, what, area.width.into(), dim);
            x = after + 2;
        }
    }
}

/// Formats a number. Below a million it is rounded to an integer, or below 10 to one decimal. Below
/// 10¹³ it is given in millions or billions with three decimals, which are left out if all of them
/// are 0. Larger numbers have scientific notation.
fn rounded(number: f64) -> String {
    if number < 1e6 {
        return if number < 10.0 && number.fract() > 0.05 {
            format!("{number:.1}")
        } else {
            count(number.round() as u64)
        };
    }
    let units = ["million", "billion"];
    let (size, unit) = if number < 1e9 { (1e6, units[0]) } else { (1e9, units[1]) };
    if number < 1e13 {
        format!("{:.3} {unit}", number / size).replace(".000", "")
    } else {
        format!("{number:.1e}")
    }
}

/// Draws the list of all keys in a box over the picture.
fn draw_help(area: Rect, buffer: &mut Buffer) {
    let names = KEYS.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
    let words = KEYS.iter().map(|(_, what)| what.chars().count()).max().unwrap_or(0);
    let (width, height) = ((names + words + 6) as u16, KEYS.len() as u16 + 2);
    if area.width < width || area.height < height {
        return;
    }
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let inner = usize::from(width) - 2;
    buffer.set_string(x, y, format!("┌{}┐", "─".repeat(inner)), Style::reset());
    for (row, (key, what)) in (y + 1..).zip(KEYS) {
        let (gap, rest) = (names - key.chars().count(), words - what.chars().count());
        let line = format!("│ {key}{:gap$}  {what}{:rest$} │", "", "");
        buffer.set_string(x, row, line, Style::reset());
    }
    buffer.set_string(x, y + height - 1, format!("└{}┘", "─".repeat(inner)), Style::reset());
}

impl Marks {
    /// Returns the character with the given dots set.
    fn character(self, set: impl Fn(usize, usize) -> bool) -> char {
        match self {
            Self::HalfBlocks => match (set(0, 0), set(0, 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            },
            Self::Braille => {
                // In Braille characters, dots 1 to 6 are numbered down each column; dots 7 and 8
                // are the lowest row.
                let bits = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];
                let dots = bits.iter().zip(0..).filter(|&(&(right, down), _)| set(right, down));
                let number = dots.fold(0, |number, (_, bit)| number | 1u32 << bit);
                match number {
                    0 => ' ',
                    _ => char::from_u32(0x2800 + number).unwrap_or(' '),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::course::Course;
    use super::super::window::Window;
    use super::*;
    use quadrille::life::formats::Contents;
    use quadrille::life::{Bounds, EngineSettings, Pattern, Rule};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn shown(pattern: &str, bounds: Option<&str>, size: (u16, u16), marks: Marks, help: bool) -> Vec<String> {
        let pattern: Pattern = pattern.parse().unwrap();
        let bounds: Option<Bounds> = bounds.map(|bounds| bounds.parse().unwrap());
        let course =
            Course::new(Contents::Pattern(pattern), Rule::CONWAY, bounds, EngineSettings::default()).unwrap();
        let mut window = Window::default();
        if marks == Marks::Braille {
            window.change_marks();
        }
        window.resize(dots(Size { width: size.0, height: size.1 }, marks));
        window.fit(course.area().as_ref());
        let shown = Shown {
            dots: course.seen(&window),
            marks,
            paused: true,
            generation: course.generation(),
            population: course.population(),
            speed: Speed::Rate(4),
            rate: None,
            engine: course.engine().to_string(),
            rule: course.rule().to_string(),
            scale: window.scale(),
            help,
            notice: None,
        };
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        terminal.draw(|frame| frame.render_widget(&shown, frame.area())).unwrap();
        let buffer = terminal.backend().buffer();
        let line = |y| (0..size.0).map(|x| buffer.cell((x, y)).unwrap().symbol().to_owned()).collect();
        (0..size.1).map(line).collect()
    }

    const GLIDER: &str = "bob$2bo$3o!";

    #[test]
    fn a_glider_lies_in_the_middle_above_two_lines() {
        let lines = shown(GLIDER, None, (80, 24), Marks::HalfBlocks, false);
        assert_eq!(lines[10].trim_end(), format!("{:40}▄", ""), "{lines:#?}");
        assert_eq!(lines[11].trim_end(), format!("{:39}▄▄█", ""), "{lines:#?}");
        let state = " generation 0   5 alive   paused   tiles   1:1   B3/S23";
        assert_eq!(lines[22].trim_end(), state);
        let keys = " space go  s step  +- speed  arrows move  zx zoom  f fit  ? keys  q quit";
        assert_eq!(lines[23].trim_end(), keys);
        let braille = shown(GLIDER, None, (80, 24), Marks::Braille, false);
        assert_eq!(braille.concat().chars().filter(|&c| ('\u{2801}'..='\u{28ff}').contains(&c)).count(), 3);
    }

    #[test]
    fn a_field_ends_where_it_ends() {
        let lines = shown(GLIDER, Some("8x4:torus"), (20, 8), Marks::HalfBlocks, false);
        let field: Vec<String> = lines[..6].iter().map(|line| line.replace('░', ".")).collect();
        let expected = [
            "....................",
            "....................",
            "......    ▄   ......",
            "......   ▄▄█  ......",
            "....................",
            "....................",
        ];
        assert_eq!(field, expected, "{field:#?}");
    }

    #[test]
    fn parts_that_do_not_fit_are_omitted() {
        for size in [(0, 0), (1, 1), (5, 2), (20, 3), (40, 24), (200, 60)] {
            for marks in [Marks::HalfBlocks, Marks::Braille] {
                for help in [false, true] {
                    let lines = shown(GLIDER, None, size, marks, help);
                    assert_eq!(lines.len(), usize::from(size.1));
                }
            }
        }
        let narrow = shown(GLIDER, None, (40, 24), Marks::HalfBlocks, false);
        assert_eq!(narrow[22].trim_end(), " generation 0   5 alive   paused   tiles");
        let help = shown(GLIDER, None, (80, 24), Marks::HalfBlocks, true);
        assert!(help.iter().any(|line| line.contains("│ q, Esc        quit")), "{help:#?}");
    }

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0.5, "0.5"),
            (16.0, "16"),
            (1024.0, "1,024"),
            (1_048_576.0, "1.049 million"),
            (2e9, "2 billion"),
            (1e20, "1.0e20"),
        ] {
            assert_eq!(rounded(number), text);
        }
    }
}
