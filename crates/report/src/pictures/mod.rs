//! Pictures of cells: one generation as PNG, or several generations as GIF or animated PNG.
//!
//! A cell is drawn as a square of pixels. Without a [`Scale`], the size of the square is chosen so
//! that the longer side of the picture has about 480 pixels. Squares with sides of at least six
//! pixels are separated by lines. A square that represents several cells is darker if more of these
//! cells are alive.

mod film;
mod gif;
mod png;
mod scale;

use std::io;

pub use self::film::{Film, FilmForm};
pub use self::png::{png, png_of_colors};
pub use self::scale::{Scale, ScaleError};

/// A colour: the values of red, green and blue.
type Color = [u8; 3];
/// Index of the colour of dead cells in the palette.
pub const DEAD: u8 = 0;
/// Index of the colour of living cells in the palette.
pub const ALIVE: u8 = 1;
/// Index of the colour of the lines between cells in the palette.
const LINE: u8 = 2;
/// Index in the palette of the lightest shade. The shades colour squares that represent several
/// cells, and the lightest shade means that hardly any of these cells are alive.
pub const SHADE: u8 = 3;
/// The number of shades. The last shade means that all cells of a square are alive.
pub const SHADES: u8 = 13;
/// The colour of dead cells. `INK` is the colour of living cells, and `SQUARES` is the colour of
/// the lines between cells.
const PAPER: Color = [0xfd, 0xfc, 0xf8];
const INK: Color = [0x1f, 0x3f, 0xa8];
const SQUARES: Color = [0xe4, 0xe2, 0xda];

/// Returns the 16 colours of the palette, with three bytes per colour.
fn palette() -> Vec<u8> {
    // Even the lightest shade differs visibly from the background.
    let shade = |shade: u8| {
        let ink = f64::from(shade + 4) / f64::from(SHADES + 3);
        [0, 1, 2]
            .map(|part| (f64::from(PAPER[part]) * (1.0 - ink) + f64::from(INK[part]) * ink).round() as u8)
    };
    [PAPER, INK, SQUARES].into_iter().chain((0..SHADES).map(shade)).flatten().collect()
}

/// The approximate length in pixels of the longer side of a picture if the user gives no scale.
const SIDE: u64 = 480;
/// Maximum side of a cell in pixels if the user gives no scale.
const LARGEST: u64 = 16;
/// Minimum size of a cell in pixels at which lines between cells are drawn.
const LINED: u64 = 6;

/// Error of drawing a picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// Memory does not suffice for the pixels.
    #[error(transparent)]
    OutOfMemory(#[from] quadrille_memory::Shortage),
    /// The picture has no rows or no columns.
    #[error("there is nothing to draw: the picture has no rows or no columns")]
    Empty,
    /// The picture has too many pixels.
    #[error("a picture of {width} × {height} cells is too large at the scale {scale}; expected {limit}")]
    TooLarge {
        /// Number of columns of cells.
        width: u128,
        /// Number of rows of cells.
        height: u128,
        /// The size of a cell.
        scale: Scale,
        /// The limit, in words.
        limit: &'static str,
    },
    /// The animation has too many pixels in total.
    #[error(
        "a film of {pictures} pictures of {width} × {height} cells is too large at the scale {scale}: at most {most} pictures of this size fit the limit of 2^29 pixels"
    )]
    TooMany {
        /// Number of pictures.
        pictures: u64,
        /// Number of columns of cells.
        width: u128,
        /// Number of rows of cells.
        height: u128,
        /// The size of a cell.
        scale: Scale,
        /// The maximum number of pictures.
        most: u128,
    },
    /// The pattern has more than 2^120 columns or rows.
    #[error("the pattern is too large for a picture: it has more than 2^120 columns or rows")]
    TooFar,
    /// Encoding or writing failed.
    #[error("the picture cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// The maximum size of pictures.
struct Limit {
    /// Maximum number of pixels along a side.
    side: u64,
    /// Maximum number of pixels in all pictures together.
    pixels: u128,
    /// Both limits in words.
    words: &'static str,
}

/// The size of a picture: the numbers of columns and rows of cells, and the size of a cell.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    width: u64,
    height: u64,
    /// The side of a cell in pixels. If it is `None`, the side is computed from the number of
    /// cells.
    scale: Option<u64>,
}

/// A function that supplies the rows of cells. It receives the number y of a row, and writes the
/// row as bits. The cell in column x is bit x % 64 of word x / 64.
pub type Rows<'a> = &'a mut dyn FnMut(u64, &mut [u64]);

/// A function that supplies the rows of coloured cells. It receives the number y of a row, and
/// writes an index into the palette for each cell.
pub type Colors<'a> = &'a mut dyn FnMut(u64, &mut [u8]);

/// A function that receives one line of pixels.
type Line<'a> = &'a mut dyn FnMut(&[u8]) -> io::Result<()>;
/// A function that passes all lines of pixels to a [`Line`], one after the other.
type Draw<'a> = &'a mut dyn FnMut(Line<'_>) -> io::Result<()>;

impl Frame {
    /// Creates a frame of `width` × `height` cells, whose longer side has about 480 pixels.
    pub const fn new(width: u64, height: u64) -> Self {
        Self { width, height, scale: None }
    }

    /// Sets the size of a cell in pixels. With `None`, the longer side of the picture has about 480
    /// pixels.
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

    /// Returns the width and height in pixels of an animation of `pictures` pictures in the format
    /// `form`, or of a PNG if `form` is `None`.
    ///
    /// # Errors
    /// There is nothing to draw, or a limit of the format is exceeded.
    pub fn fits(self, form: Option<FilmForm>, pictures: u64) -> Result<(u32, u32), PictureError> {
        let limit = match form {
            None => &png::LIMIT,
            Some(FilmForm::Gif) => &gif::LIMIT,
            Some(FilmForm::Apng) => &png::FILM_LIMIT,
        };
        self.pixels(pictures, limit)
    }

    /// Returns the side of a cell in pixels.
    fn scale(self) -> u64 {
        self.scale.unwrap_or_else(|| (SIDE / self.width.max(self.height).max(1)).clamp(1, LARGEST))
    }

    /// Returns the width and height in pixels. It is an error if `pictures` pictures exceed the
    /// limit.
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

    /// Draws the cells, and passes all lines of pixels to `line`, from the top.
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

    /// Draws the coloured cells, and passes all lines of pixels to `line`, from the top.
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
