//! Terminal control: alternate screen, drawing, input, restoration.

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

/// Owner of the terminal; dropping it restores the terminal.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes over the terminal. If the program panics, the terminal is restored before the panic
    /// message is printed.
    ///
    /// # Errors
    /// There is no terminal, or it cannot be written to.
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

    /// Returns the size of the terminal in columns and lines.
    pub(super) fn size(&self) -> io::Result<Size> {
        self.terminal.size()
    }

    pub(super) fn draw(&mut self, shown: &Shown) -> io::Result<()> {
        self.terminal.draw(|frame| frame.render_widget(shown, frame.area()))?;
        Ok(())
    }
}

/// Waits for an event; returns the action of a key, or [`Action::Nothing`] for other events.
///
/// Returns `None` after the given time without an event.
///
/// # Errors
/// The terminal is gone.
pub(super) fn next_action(wait: Duration) -> io::Result<Option<Action>> {
    match event::poll(wait) {
        Ok(false) => return Ok(None),
        Ok(true) => {}
        // A signal interrupted the wait. The caller checks for signals when this function returns.
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

/// Restores the terminal's content, cursor and line mode; errors are ignored, as the terminal may
/// be gone.
fn give_back() {
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = io::stdout().flush();
    let _ = disable_raw_mode();
}
