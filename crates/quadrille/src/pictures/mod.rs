//! Pictures of cells: PNG of one generation, GIF of many.
//!
//! A cell is a square of pixels, as large as a picture of about 480 pixels allows; large cells keep a line of
//! paper between them.

mod gif;
mod png;

use std::io;

pub use self::gif::Film;
pub use self::png::png;

/// A colour: red, green, blue.
type Color = [u8; 3];
/// Dead cells, living cells, the lines between: places in [`PALETTE`].
const DEAD: u8 = 0;
const ALIVE: u8 = 1;
const LINE: u8 = 2;
/// Paper, ink, and the squares of the paper.
const PALETTE: [Color; 3] = [[0xfd, 0xfc, 0xf8], [0x1f, 0x3f, 0xa8], [0xe4, 0xe2, 0xda]];

/// Pixels a picture aims at, along its longer side.
const SIDE: u64 = 480;
/// Pixels of a cell at most.
const LARGEST: u64 = 16;
/// From so many pixels a cell on, there are lines between cells.
const LINED: u64 = 6;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// Nothing to show.
    #[error("there is nothing to draw: the pattern has no cells and no size")]
    Empty,
    /// Too much of it.
    #[error("a picture of {width} × {height} cells is too large; {limit}")]
    TooLarge {
        /// Columns.
        width: u64,
        /// How many rows of pixels.
        height: u64,
        /// What the limit is, in words.
        limit: &'static str,
    },
    /// It could not be coded or written.
    #[error("the picture cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// How large pictures may become.
struct Limit {
    /// Pixels along a side.
    side: u64,
    /// Pixels in all.
    pixels: u128,
    /// The same in words.
    words: &'static str,
}

/// What is drawn: so many cells, given row by row.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// Columns.
    pub width: u64,
    /// How many rows of pixels.
    pub height: u64,
}

/// Rows of cells: row `y` as bits, cell x in bit x % 64 of word x / 64.
pub type Rows<'a> = &'a mut dyn FnMut(u64, &mut [u64]);

impl Frame {
    /// Pixels along a cell's side.
    fn scale(self) -> u64 {
        (SIDE / self.width.max(self.height).max(1)).clamp(1, LARGEST)
    }

    /// Columns and rows of pixels, if so many pictures keep within a limit.
    fn pixels(self, pictures: u64, limit: &Limit) -> Result<(u32, u32), PictureError> {
        let Self { width, height } = self;
        if width == 0 || height == 0 {
            return Err(PictureError::Empty);
        }
        let scale = self.scale();
        let all = u128::from(width) * u128::from(height) * u128::from(scale * scale) * u128::from(pictures);
        if width.max(height) > limit.side / scale || all > limit.pixels {
            return Err(PictureError::TooLarge { width, height, limit: limit.words });
        }
        Ok(((width * scale) as u32, (height * scale) as u32))
    }

    /// Hands over every line of pixels, from the top.
    fn draw(self, rows: Rows<'_>, line: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let scale = self.scale();
        let lined = scale >= LINED;
        let mut cells = vec![0u64; self.width.div_ceil(64) as usize];
        let mut pixels = Vec::with_capacity((self.width * scale) as usize);
        let between = vec![LINE; (self.width * scale) as usize];
        for y in 0..self.height {
            rows(y, &mut cells);
            pixels.clear();
            for x in 0..self.width {
                let alive = cells[(x / 64) as usize] >> (x % 64) & 1 != 0;
                let color = if alive { ALIVE } else { DEAD };
                pixels.extend((0..scale).map(|pixel| if lined && pixel + 1 == scale { LINE } else { color }));
            }
            for pixel in 0..scale {
                line(if lined && pixel + 1 == scale { &between } else { &pixels })?;
            }
        }
        Ok(())
    }
}
