//! Pictures of cells: PNG of one generation, GIF or APNG of many.
//!
//! A cell is a square of pixels, as large as a picture of about 480 pixels allows unless a [`Scale`] is named;
//! large cells keep a line of paper between them. Cells that stand for many are drawn in shades: the more of
//! them live, the darker.

mod film;
mod gif;
mod png;
mod scale;

use std::io;

pub use self::film::{Film, FilmForm};
pub use self::png::{png, png_of_colors};
pub use self::scale::{Scale, ScaleError};

/// A colour: red, green, blue.
type Color = [u8; 3];
/// The colour of dead cells, as an index of the palette.
pub const DEAD: u8 = 0;
/// The colour of living cells.
pub const ALIVE: u8 = 1;
/// The colour of the lines between cells.
const LINE: u8 = 2;
/// The first shade, of a cell that stands for many of which hardly any live.
pub const SHADE: u8 = 3;
/// The number of shades; in the last, all live.
pub const SHADES: u8 = 13;
/// Paper, ink, and the squares of the paper.
const PAPER: Color = [0xfd, 0xfc, 0xf8];
const INK: Color = [0x1f, 0x3f, 0xa8];
const SQUARES: Color = [0xe4, 0xe2, 0xda];

/// Returns all colours, 16 of them.
fn palette() -> Vec<u8> {
    // The lightest shade is seen on the paper.
    let shade = |shade: u8| {
        let ink = f64::from(shade + 4) / f64::from(SHADES + 3);
        [0, 1, 2]
            .map(|part| (f64::from(PAPER[part]) * (1.0 - ink) + f64::from(INK[part]) * ink).round() as u8)
    };
    [PAPER, INK, SQUARES].into_iter().chain((0..SHADES).map(shade)).flatten().collect()
}

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
    /// There is not memory enough for its pixels.
    #[error(transparent)]
    OutOfMemory(#[from] quadrille_memory::Shortage),
    /// Nothing to show.
    #[error("there is nothing to draw: the pattern has no cells and no size")]
    Empty,
    /// Too much of it.
    #[error("a picture of {width} × {height} cells is too large at {scale}; {limit}")]
    TooLarge {
        /// Columns.
        width: u128,
        /// How many rows of cells.
        height: u128,
        /// How large the cells would be.
        scale: Scale,
        /// What the limit is, in words.
        limit: &'static str,
    },
    /// Too many of them.
    #[error(
        "a film of {pictures} pictures of {width} × {height} cells is too large at {scale}: at most {most} of this size make 2^29 pixels in all"
    )]
    TooMany {
        /// How many pictures.
        pictures: u64,
        /// Columns.
        width: u128,
        /// How many rows of cells.
        height: u128,
        /// How large the cells would be.
        scale: Scale,
        /// How many pictures would do.
        most: u128,
    },
    /// Life lies farther out than pixels are counted.
    #[error("the pattern lies too far out for a picture: more than 2^120 columns or rows")]
    TooFar,
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
    width: u64,
    height: u64,
    /// Pixels along a cell's side, if they are named.
    scale: Option<u64>,
}

/// Rows of cells: row `y` as bits, cell x in bit x % 64 of word x / 64.
pub type Rows<'a> = &'a mut dyn FnMut(u64, &mut [u64]);

/// Rows of colours: row `y` as indices of the palette, one a cell.
pub type Colors<'a> = &'a mut dyn FnMut(u64, &mut [u8]);

/// Takes a line of pixels.
type Line<'a> = &'a mut dyn FnMut(&[u8]) -> io::Result<()>;
/// Hands over lines of pixels, one by one.
type Draw<'a> = &'a mut dyn FnMut(Line<'_>) -> io::Result<()>;

impl Frame {
    /// So many columns and rows of cells, as large as suits a picture of about 480 pixels.
    pub const fn new(width: u64, height: u64) -> Self {
        Self { width, height, scale: None }
    }

    /// Returns the same cells, each drawn that many pixels wide; `None` for the size that suits.
    #[must_use]
    pub const fn enlarged(self, scale: Option<u64>) -> Self {
        Self { scale, ..self }
    }

    /// Returns the number of columns of cells.
    pub const fn width(self) -> u64 {
        self.width
    }

    /// Returns the number of rows of cells.
    pub const fn height(self) -> u64 {
        self.height
    }

    /// Returns the columns and rows of pixels of a PNG, or of a film of that many pictures.
    ///
    /// # Errors
    /// Nothing to draw, or more pixels than the format or its limit allows.
    pub fn fits(self, form: Option<FilmForm>, pictures: u64) -> Result<(u32, u32), PictureError> {
        let limit = match form {
            None => &png::LIMIT,
            Some(FilmForm::Gif) => &gif::LIMIT,
            Some(FilmForm::Apng) => &png::FILM_LIMIT,
        };
        self.pixels(pictures, limit)
    }

    /// Pixels along a cell's side.
    fn scale(self) -> u64 {
        self.scale.unwrap_or_else(|| (SIDE / self.width.max(self.height).max(1)).clamp(1, LARGEST))
    }

    /// Columns and rows of pixels, if so many pictures keep within a limit.
    fn pixels(self, pictures: u64, limit: &Limit) -> Result<(u32, u32), PictureError> {
        let Self { width, height, .. } = self;
        if width == 0 || height == 0 {
            return Err(PictureError::Empty);
        }
        let scale = self.scale();
        let one = u128::from(width) * u128::from(height) * u128::from(scale * scale);
        let too_large = width.max(height) > limit.side / scale || one > limit.pixels;
        if too_large || one * u128::from(pictures) > limit.pixels {
            let (width, height, scale) = (width.into(), height.into(), Scale::Pixels(scale));
            return Err(if too_large {
                PictureError::TooLarge { width, height, scale, limit: limit.words }
            } else {
                PictureError::TooMany { pictures, width, height, scale, most: limit.pixels / one }
            });
        }
        Ok(((width * scale) as u32, (height * scale) as u32))
    }

    /// Hands over every line of pixels, from the top.
    fn draw(self, rows: Rows<'_>, line: Line<'_>) -> io::Result<()> {
        let mut cells = vec![0u64; self.width.div_ceil(64) as usize];
        let mut colors = |y: u64, colors: &mut [u8]| {
            rows(y, &mut cells);
            for (color, x) in colors.iter_mut().zip(0..) {
                *color = if cells[x / 64] >> (x % 64) & 1 != 0 { ALIVE } else { DEAD };
            }
        };
        self.draw_colors(&mut colors, line)
    }

    /// The same of cells in colours.
    fn draw_colors(self, rows: Colors<'_>, line: Line<'_>) -> io::Result<()> {
        let scale = self.scale();
        let lined = scale >= LINED;
        let mut colors = vec![DEAD; self.width as usize];
        let mut pixels = Vec::with_capacity((self.width * scale) as usize);
        let between = vec![LINE; (self.width * scale) as usize];
        for y in 0..self.height {
            rows(y, &mut colors);
            pixels.clear();
            for &color in &colors {
                pixels.extend((0..scale).map(|pixel| if lined && pixel + 1 == scale { LINE } else { color }));
            }
            for pixel in 0..scale {
                line(if lined && pixel + 1 == scale { &between } else { &pixels })?;
            }
        }
        Ok(())
    }
}
