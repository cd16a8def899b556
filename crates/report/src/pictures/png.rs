//! Pictures as PNG, and animations as animated PNG.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use png::{BitDepth, ColorType, Encoder, Writer};

use super::{Colors, Draw, Frame, Limit, PictureError, Rows, palette};

pub(super) const LIMIT: Limit = Limit {
    side: 1 << 20,
    pixels: 1 << 31,
    words: "at most 2^20 pixels along a side and 2^31 pixels in total",
};
pub(super) const FILM_LIMIT: Limit = Limit {
    side: 1 << 16,
    pixels: 1 << 29,
    words: "at most 65536 pixels along a side and 2^29 pixels in all pictures together",
};

/// Writes a picture of cells as PNG, line by line, so that only a few lines are in memory at a
/// time.
///
/// # Errors
/// There is nothing to draw, the picture is too large, or `out` failed.
///
/// ```
/// use quadrille_report::pictures::{Frame, png};
///
/// let mut picture = Vec::new();
/// // A diagonal.
/// png(Frame::new(3, 3), &mut |y, row| row[0] = 1 << y, &mut picture)?;
/// assert!(picture.starts_with(b"\x89PNG"));
/// # Ok::<(), quadrille_report::pictures::PictureError>(())
/// ```
pub fn png(frame: Frame, rows: Rows<'_>, out: &mut dyn Write) -> Result<(), PictureError> {
    written(frame, &mut |line| frame.draw(rows, line), out)
}

/// Writes a picture of coloured cells as PNG, line by line.
///
/// # Errors
/// There is nothing to draw, the picture is too large, or `out` failed.
pub fn png_of_colors(frame: Frame, rows: Colors<'_>, out: &mut dyn Write) -> Result<(), PictureError> {
    written(frame, &mut |line| frame.draw_colors(rows, line), out)
}

fn written(frame: Frame, draw: Draw<'_>, out: &mut dyn Write) -> Result<(), PictureError> {
    let (width, height) = frame.pixels(1, &LIMIT)?;
    let mut writer = coder(width, height, out).write_header().map_err(io::Error::from)?;
    let mut stream = writer.stream_writer().map_err(io::Error::from)?;
    draw(&mut |line| stream.write_all(line))?;
    stream.finish().map_err(io::Error::from)?;
    Ok(())
}

fn coder<W: Write>(width: u32, height: u32, out: W) -> Encoder<'static, W> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette());
    encoder
}

/// Writes an animated PNG, picture by picture.
pub(super) struct Apng<W: Write> {
    writer: Writer<Shared<W>>,
    out: Shared<W>,
}

impl<W: Write> Apng<W> {
    pub(super) fn new(frame: Frame, pictures: u64, out: W) -> Result<Self, PictureError> {
        let (width, height) = frame.pixels(pictures, &FILM_LIMIT)?;
        let out = Shared(Arc::new(Mutex::new(Some(out))));
        let mut encoder = coder(width, height, Shared(Arc::clone(&out.0)));
        // The second argument, 0, means that the animation is repeated indefinitely.
        encoder.set_animated(pictures as u32, 0).map_err(io::Error::from)?;
        let writer = encoder.write_header().map_err(io::Error::from)?;
        Ok(Self { writer, out })
    }

    /// Adds a picture that is shown for `delay` hundredths of a second.
    pub(super) fn add(&mut self, pixels: &[u8], delay: u16) -> io::Result<()> {
        self.writer.set_frame_delay(delay, 100)?;
        Ok(self.writer.write_image_data(pixels)?)
    }

    pub(super) fn finish(self) -> io::Result<W> {
        self.writer.finish()?;
        let out = self.out.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        out.ok_or_else(|| io::Error::other("the animation is already complete"))
    }
}

/// The writer of an animation. It is shared with the encoder, because the encoder does not return
/// it at the end.
struct Shared<W>(Arc<Mutex<Option<W>>>);

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(out) => out.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(out) => out.flush(),
            None => Ok(()),
        }
    }
}
