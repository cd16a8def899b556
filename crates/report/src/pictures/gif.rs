//! Animations as GIF.

use std::io::{self, Write};

use gif::{Encoder, EncodingError, Frame as Still, Repeat};

use super::{Frame, Limit, PictureError, palette};

/// The maximum size of the pictures of a GIF. The maximum length of a side is that of the file
/// format.
pub(super) const LIMIT: Limit = Limit {
    side: u16::MAX as u64,
    pixels: 1 << 29,
    words: "at most 65535 pixels along a side and 2^29 pixels in all pictures together",
};

/// Writes an animated GIF, picture by picture.
pub(super) struct Gif<W: Write> {
    encoder: Encoder<W>,
    size: (u16, u16),
}

impl<W: Write> Gif<W> {
    pub(super) fn new(frame: Frame, pictures: u64, out: W) -> Result<Self, PictureError> {
        let (width, height) = frame.pixels(pictures, &LIMIT)?;
        let size = (width as u16, height as u16);
        let mut encoder = Encoder::new(out, size.0, size.1, &palette()).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Self { encoder, size })
    }

    /// Adds a picture that is shown for `delay` hundredths of a second.
    pub(super) fn add(&mut self, pixels: Vec<u8>, delay: u16) -> io::Result<()> {
        let mut still = Still::from_indexed_pixels(self.size.0, self.size.1, pixels, None);
        still.palette = None;
        still.delay = delay;
        self.encoder.write_frame(&still).map_err(failed)
    }

    pub(super) fn finish(self) -> io::Result<W> {
        self.encoder.into_inner().map_err(failed)
    }
}

fn failed(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
