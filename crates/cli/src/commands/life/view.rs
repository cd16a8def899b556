//! Region and scale of pictures of a pattern.

use clap::Args;
use quadrille::evolution::{MOST_PICTURES, Seen};
use quadrille::life::Macrocell;
use quadrille::patterns::Kind;
use quadrille::pictures::{PictureError, Scale, Shot, Window};

use super::convert::{Output, replace};
use crate::failure::Failure;

/// Region and scale of a picture.
#[derive(Debug, Clone, Args)]
pub(crate) struct ViewArgs {
    /// Region of a picture or film: its first column and row, and its size [default: all living
    /// cells]
    #[arg(long, value_name = "X,Y,WxH", allow_hyphen_values = true)]
    region: Option<Window>,
    /// Scale, a power of two: 4 draws a cell as 4 x 4 pixels; 1/8 draws 8 x 8 cells as one pixel,
    /// darker for more living cells [default: automatic]
    #[arg(long, value_name = "SCALE", allow_hyphen_values = true)]
    scale: Option<Scale>,
}

impl ViewArgs {
    /// Returns whether any of the flags is given.
    pub(crate) const fn is_named(&self) -> bool {
        self.region.is_some() || self.scale.is_some()
    }

    /// Returns the view for the film of a field.
    pub(crate) const fn seen(&self) -> Seen {
        Seen { window: self.region, scale: self.scale }
    }

    /// Returns the flags as given on the command line.
    pub(crate) fn words(&self) -> Vec<String> {
        let region = self.region.map(|Window { x, y, width, height }| {
            ["--region".to_owned(), format!("{x},{y},{width}x{height}")]
        });
        let scale = self.scale.map(|scale| ["--scale".to_owned(), scale.to_string()]);
        region.into_iter().chain(scale).flatten().collect()
    }

    /// Refuses a region that is too large, before the run.
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

    /// Writes a film of the region, or of all cells that live at any time; with `follow`, each
    /// frame is centred on its living cells.
    pub(crate) fn write_film(&self, follow: bool, film: &[Macrocell], to: &Output) -> Result<(), Failure> {
        let Some(form) = to.kind.film() else { return Ok(()) };
        // If all cells have died, the window stays at its last position.
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
