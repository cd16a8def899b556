//! What of a pattern a picture shows, and how large.

use clap::Args;
use quadrille::evolution::{MOST_PICTURES, Seen};
use quadrille::life::Macrocell;
use quadrille::patterns::Kind;
use quadrille::pictures::{PictureError, Scale, Shot, Window};

use super::convert::{Output, replace};
use crate::failure::Failure;

/// The part and its scale.
#[derive(Debug, Clone, Args)]
pub(crate) struct View {
    /// The part that a picture or a film shows: its first column and row and its
    /// size [default: all that lives]
    #[arg(long, value_name = "X,Y,WxH", allow_hyphen_values = true)]
    region: Option<Window>,
    /// Pixels along a cell, or 1/8 for pixels of 8 x 8 cells, the darker the more
    /// of them live; a power of two [default: what suits]
    #[arg(long, value_name = "SCALE", allow_hyphen_values = true)]
    scale: Option<Scale>,
}

impl View {
    /// Whether anything is asked for.
    pub(crate) const fn is_named(&self) -> bool {
        self.region.is_some() || self.scale.is_some()
    }

    /// The same for the film of a field.
    pub(crate) const fn seen(&self) -> Seen {
        Seen { window: self.region, scale: self.scale }
    }

    /// The flags as they were given.
    pub(crate) fn words(&self) -> Vec<String> {
        let region = self.region.map(|Window { x, y, width, height }| {
            ["--region".to_owned(), format!("{x},{y},{width}x{height}")]
        });
        let scale = self.scale.map(|scale| ["--scale".to_owned(), scale.to_string()]);
        region.into_iter().chain(scale).flatten().collect()
    }

    /// Refuses a region that is too large, before there is anything to show.
    pub(crate) fn check(&self, kind: Kind) -> Result<(), Failure> {
        let Some(region) = self.region else { return Ok(()) };
        let shot = match kind {
            Kind::Png => region.shot(self.scale),
            Kind::Gif | Kind::Apng => region.shot_of_film(self.scale),
            _ => return Ok(()),
        };
        let pictures = if kind == Kind::Png { 1 } else { MOST_PICTURES };
        Ok(shot.and_then(|shot| shot.fits(kind.film(), pictures))?)
    }

    /// Writes a picture.
    pub(crate) fn write(&self, macrocell: &Macrocell, to: &Output) -> Result<(), Failure> {
        let window = self.region.map_or_else(|| Window::around(macrocell), Ok);
        let shot = window.and_then(|window| window.shot(self.scale))?;
        shot.fits(to.kind.film(), 1)?;
        replace(&to.path, |out| {
            match to.kind.film() {
                Some(form) => Shot::film(form, &[(shot, macrocell)], out)?,
                None => shot.png(macrocell, out)?,
            }
            Ok(())
        })
    }

    /// Writes a film: of the region named, or all that lives at any time; or, where it follows, each picture
    /// around what lives then.
    pub(crate) fn write_film(&self, follow: bool, film: &[Macrocell], to: &Output) -> Result<(), Failure> {
        let Some(form) = to.kind.film() else { return Ok(()) };
        // What has died out is shown where it was last.
        let mut windows: Vec<Option<Window>> = Vec::new();
        for macrocell in film {
            windows.push(match Window::around(macrocell) {
                Err(PictureError::Empty) => windows.last().copied().flatten(),
                window => Some(window?),
            });
        }
        let all = windows.iter().flatten().copied().reduce(Window::with);
        let largest = windows.iter().flatten().copied().reduce(|one, other| Window {
            width: one.width.max(other.width),
            height: one.height.max(other.height),
            ..one
        });
        let window = self.region.or(if follow { largest } else { all });
        let window = window.ok_or(PictureError::Empty)?;
        let shots: Result<Vec<(Shot, &Macrocell)>, PictureError> = film
            .iter()
            .zip(windows)
            .map(|(macrocell, around)| {
                let window = around.filter(|_| follow).map_or(window, |around| window.moved_over(around));
                Ok((window.shot_of_film(self.scale)?, macrocell))
            })
            .collect();
        let shots = shots?;
        replace(&to.path, |out| Ok(Shot::film(form, &shots, out)?))
    }
}
