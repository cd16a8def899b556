//! Progress on standard error: a bar on a terminal, a line every few seconds elsewhere, nothing when asked to be quiet.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use quadrille::experiment::Progress;
use quadrille::job::Listener;

use crate::Voice;

/// How often a line is written where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Shows how far a job is.
pub(crate) struct Shown {
    /// When the work began; rates count from there.
    begun: Option<Instant>,
    face: Face,
}

enum Face {
    Bar(Option<ProgressBar>),
    Lines { last: Instant },
    Nothing,
}

impl Shown {
    pub(crate) fn new(voice: Voice) -> Self {
        let now = Instant::now();
        let face = match voice {
            Voice { quiet: true, .. } | Voice { json: true, .. } => Face::Nothing,
            _ if std::io::stderr().is_terminal() => Face::Bar(None),
            _ => Face::Lines { last: now },
        };
        Self { begun: None, face }
    }

    /// Takes the bar away, so that the answer stands alone.
    pub(crate) fn finish(self) {
        if let Face::Bar(Some(bar)) = self.face {
            bar.finish_and_clear();
        }
    }

    /// `12,000 a second, 3 seconds left`, as far as it can be known.
    fn pace(&self, progress: Progress) -> String {
        let done = progress.done.saturating_sub(progress.before);
        let seconds = self.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        if done == 0 || seconds < 0.5 {
            return String::new();
        }
        let rate = done as f64 / seconds;
        let pace = format!("{} a second", short(rate as u64));
        if done < progress.total / 50 {
            return pace; // too early to tell what is left
        }
        let left = Duration::from_secs_f64(progress.total.saturating_sub(progress.done) as f64 / rate);
        format!("{pace}, {} left", HumanDuration(left))
    }
}

impl Listener for Shown {
    fn progress(&mut self, unit: &'static str, progress: Progress) {
        let preparing = progress.total == 0;
        if !preparing {
            self.begun.get_or_insert_with(Instant::now);
        }
        let pace = if preparing { "preparing".to_owned() } else { self.pace(progress) };
        match &mut self.face {
            Face::Nothing => {}
            Face::Bar(bar) => {
                let bar = bar.get_or_insert_with(|| new_bar(unit));
                bar.set_length(progress.total);
                bar.set_position(progress.done);
                bar.set_message(pace);
            }
            Face::Lines { last } => {
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    let _ = if preparing {
                        writeln!(std::io::stderr(), "{pace}")
                    } else {
                        let (done, total) = (HumanCount(progress.done), HumanCount(progress.total));
                        let percent = 100.0 * progress.done as f64 / progress.total as f64;
                        writeln!(std::io::stderr(), "{done} of {total} {unit} ({percent:.1} %) {pace}")
                    };
                }
            }
        }
    }
}

/// A count for a narrow place: from ten million on in millions.
fn short(count: u64) -> String {
    if count < 10_000_000 {
        HumanCount(count).to_string()
    } else {
        format!("{} M", HumanCount(count / 1_000_000))
    }
}

fn new_bar(unit: &'static str) -> ProgressBar {
    // The bar takes what room the words leave, so that the line never breaks.
    let template = format!("{{wide_bar:.cyan/dim}} {{done}}/{{total}} {unit}  {{msg:.dim}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style
        .with_key("done", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = out.write_str(&short(state.pos()));
        })
        .with_key("total", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = out.write_str(&short(state.len().unwrap_or_default()));
        });
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    bar.set_style(style.progress_chars("━╸─"));
    bar
}
