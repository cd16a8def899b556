//! Animations that are repeated indefinitely.

use std::io::Write;

use super::gif::Gif;
use super::png::Apng;
use super::{Colors, Draw, Frame, PictureError, Rows};

/// The time for which a picture is shown, in hundredths of a second.
pub(super) const DELAY: u16 = 8;
/// The time for which the last picture is shown, in hundredths of a second.
pub(super) const LAST_DELAY: u16 = 150;

/// A format of animations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilmForm {
    /// GIF.
    Gif,
    /// Animated PNG.
    Apng,
}

/// Writes an animation, picture by picture.
pub struct Film<W: Write> {
    frame: Frame,
    coder: Coder<W>,
    left: u64,
}

enum Coder<W: Write> {
    Gif(Gif<W>),
    Apng(Apng<W>),
}

impl<W: Write> Film<W> {
    /// Begins an animation of `pictures` pictures, each with the size of `frame`.
    ///
    /// # Errors
    /// There is nothing to draw, the animation is too large, or `out` failed.
    ///
    /// ```
    /// use quadrille_report::pictures::{Film, FilmForm, Frame};
    ///
    /// let mut film = Film::new(FilmForm::Gif, Frame::new(3, 3), 2, Vec::new())?;
    /// film.show(&mut |y, row| row[0] = 1 << y)?;
    /// film.show(&mut |y, row| row[0] = 4 >> y)?;
    /// assert!(film.finish()?.starts_with(b"GIF89a"));
    /// # Ok::<(), quadrille_report::pictures::PictureError>(())
    /// ```
    pub fn new(form: FilmForm, frame: Frame, pictures: u64, out: W) -> Result<Self, PictureError> {
        let coder = match form {
            FilmForm::Gif => Coder::Gif(Gif::new(frame, pictures, out)?),
            FilmForm::Apng => Coder::Apng(Apng::new(frame, pictures, out)?),
        };
        Ok(Self { frame, coder, left: pictures })
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// The writer failed.
    pub fn show(&mut self, rows: Rows<'_>) -> Result<(), PictureError> {
        let frame = self.frame;
        self.add(&mut |line| frame.draw(rows, line))
    }

    /// Adds a picture of coloured cells.
    ///
    /// # Errors
    /// The writer failed.
    pub fn show_colors(&mut self, rows: Colors<'_>) -> Result<(), PictureError> {
        let frame = self.frame;
        self.add(&mut |line| frame.draw_colors(rows, line))
    }

    fn add(&mut self, draw: Draw<'_>) -> Result<(), PictureError> {
        let mut pixels = Vec::new();
        draw(&mut |line| {
            pixels.extend_from_slice(line);
            Ok(())
        })?;
        self.left = self.left.saturating_sub(1);
        let delay = if self.left == 0 { LAST_DELAY } else { DELAY };
        match &mut self.coder {
            Coder::Gif(gif) => Ok(gif.add(pixels, delay)?),
            Coder::Apng(apng) => Ok(apng.add(&pixels, delay)?),
        }
    }

    /// Completes the animation.
    ///
    /// # Errors
    /// The writer failed.
    pub fn finish(self) -> Result<W, PictureError> {
        Ok(match self.coder {
            Coder::Gif(gif) => gif.finish()?,
            Coder::Apng(apng) => apng.finish()?,
        })
    }
}
