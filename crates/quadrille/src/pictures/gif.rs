//! Many generations as GIF, one after the other, over and over.

use std::io::{self, Write};

use gif::{Encoder, EncodingError, Frame as Still, Repeat};

use super::{Frame, Limit, PALETTE, PictureError, Rows};

/// Sides are those of the format.
const LIMIT: Limit = Limit {
    side: u16::MAX as u64,
    pixels: 1 << 29,
    words: "at most 65535 pixels along a side and 2^29 in all pictures",
};
/// How long a picture stands, in hundredths of a second.
const DELAY: u16 = 8;
/// And the last one.
const LAST_DELAY: u16 = 150;

/// A film that is being written.
pub struct Film<W: Write> {
    frame: Frame,
    encoder: Encoder<W>,
    size: (u16, u16),
    left: u64,
}

impl<W: Write> Film<W> {
    /// Begins a film of so many pictures of such a size.
    ///
    /// # Errors
    /// Nothing to draw, too much of it, or `out` failed.
    ///
    /// ```
    /// use quadrille::pictures::{Film, Frame};
    ///
    /// let mut film = Film::new(Frame { width: 3, height: 3 }, 2, Vec::new())?;
    /// film.show(&mut |y, row| row[0] = 1 << y)?;
    /// film.show(&mut |y, row| row[0] = 4 >> y)?;
    /// assert!(film.finish()?.starts_with(b"GIF89a"));
    /// # Ok::<(), quadrille::pictures::PictureError>(())
    /// ```
    pub fn new(frame: Frame, pictures: u64, out: W) -> Result<Self, PictureError> {
        let (width, height) = frame.pixels(pictures, &LIMIT)?;
        let size = (width as u16, height as u16);
        let mut encoder = Encoder::new(out, size.0, size.1, &PALETTE.concat()).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Self { frame, encoder, size, left: pictures })
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// The writer failed.
    pub fn show(&mut self, rows: Rows<'_>) -> Result<(), PictureError> {
        let mut pixels = Vec::with_capacity(usize::from(self.size.0) * usize::from(self.size.1));
        self.frame.draw(rows, &mut |line| {
            pixels.extend_from_slice(line);
            Ok(())
        })?;
        self.left = self.left.saturating_sub(1);
        let mut still = Still::from_indexed_pixels(self.size.0, self.size.1, pixels, None);
        still.palette = None;
        still.delay = if self.left == 0 { LAST_DELAY } else { DELAY };
        Ok(self.encoder.write_frame(&still).map_err(failed)?)
    }

    /// Ends the film.
    ///
    /// # Errors
    /// The writer failed.
    pub fn finish(self) -> Result<W, PictureError> {
        Ok(self.encoder.into_inner().map_err(failed)?)
    }
}

fn failed(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
