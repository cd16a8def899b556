//! One generation as PNG.

use std::io::{self, Write};

use png::{BitDepth, ColorType, Encoder};

use super::{Frame, Limit, PALETTE, PictureError, Rows};

const LIMIT: Limit =
    Limit { side: 1 << 20, pixels: 1 << 31, words: "at most 2^20 pixels along a side and 2^31 in all" };

/// Writes a picture of cells as PNG, line by line: memory is that of a few lines.
///
/// # Errors
/// Nothing to draw, too much of it, or `out` failed.
///
/// ```
/// use quadrille::pictures::{Frame, png};
///
/// let mut picture = Vec::new();
/// // A diagonal.
/// png(Frame { width: 3, height: 3 }, &mut |y, row| row[0] = 1 << y, &mut picture)?;
/// assert!(picture.starts_with(b"\x89PNG"));
/// # Ok::<(), quadrille::pictures::PictureError>(())
/// ```
pub fn png(frame: Frame, rows: Rows<'_>, out: &mut dyn Write) -> Result<(), PictureError> {
    let (width, height) = frame.pixels(1, &LIMIT)?;
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(PALETTE.concat());
    let mut writer = encoder.write_header().map_err(io::Error::from)?;
    let mut stream = writer.stream_writer().map_err(io::Error::from)?;
    frame.draw(rows, &mut |line| stream.write_all(line))?;
    stream.finish().map_err(io::Error::from)?;
    Ok(())
}
