//! The terminal: taken over, drawn at, and given back as it was.

use std::io::{self, Stdout, Write as _};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Size;

use super::picture::Shown;
use super::window::Action;

/// The terminal as long as it is ours: it is given back when this goes, however that comes about.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal over. A panic gives it back before it says anything.
    ///
    /// # Errors
    /// There is none, or it cannot be written to.
    pub(super) fn open() -> io::Result<Self> {
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            tell(panic);
        }));
        enable_raw_mode()?;
        let opened = execute!(io::stdout(), EnterAlternateScreen, Hide)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        opened.map(|terminal| Self { terminal }).inspect_err(|_| give_back())
    }

    /// Columns and lines.
    pub(super) fn size(&self) -> io::Result<Size> {
        self.terminal.size()
    }

    pub(super) fn draw(&mut self, shown: &Shown) -> io::Result<()> {
        self.terminal.draw(|frame| frame.render_widget(shown, frame.area()))?;
        Ok(())
    }
}

/// Waits so long for something to happen: a key and what it asks for, or anything else, which asks for nothing.
/// `None` if nothing has happened.
///
/// # Errors
/// The terminal is gone.
pub(super) fn next_action(wait: Duration) -> io::Result<Option<Action>> {
    match event::poll(wait) {
        Ok(false) => return Ok(None),
        Ok(true) => {}
        // A signal: whoever waits for it looks now.
        Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
        Err(error) => return Err(error),
    }
    Ok(Some(match event::read()? {
        Event::Key(key) if key.kind != KeyEventKind::Release => Action::of(key),
        _ => Action::Nothing,
    }))
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// The terminal as it was: what was on it, its cursor, its line editing. A terminal that is gone is nobody's
/// fault.
fn give_back() {
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = io::stdout().flush();
    let _ = disable_raw_mode();
}
