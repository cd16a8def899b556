//! Pictures of regions of the plane, with one or many cells per pixel.
//!
//! A pixel of 2ⁿ × 2ⁿ cells coincides, except for a shift of one row, with a node of level n of a
//! macrocell, so pictures are not drawn cell by cell. Each node of level n or lower contributes its
//! density: the share of its cells that live.

use std::str::FromStr;

use num_bigint::{BigInt, BigUint};
use quadrille_diagnostics::printable;
use quadrille_life::{Area, Macrocell, MacrocellNode};

use quadrille_report::pictures::{
    ALIVE, DEAD, Film, FilmForm, Frame, PictureError, SHADE, SHADES, Scale, png_of_colors,
};

/// The maximum number of pixels of a picture, before cells are enlarged.
const MOST_PIXELS: u128 = 1 << 26;
/// The maximum length in pixels of the longer side of a picture, if no scale is given.
const LONGEST: u128 = 4096;
/// The maximum length in pixels of the longer side of a film, if no scale is given.
const LONGEST_OF_FILM: u128 = 1024;
/// The exponent of the maximum coordinate of a picture: 2¹²⁰ columns or rows from the origin.
const FARTHEST: u32 = 120;
/// A rectangle of the plane: columns and rows of cells, with y increasing downwards.
///
/// ```
/// use quadrille_experiments_life::pictures::Window;
///
/// let window: Window = "-8,-8,16x16".parse()?;
/// assert_eq!((window.x, window.width), (-8, 16));
/// # Ok::<(), quadrille_experiments_life::pictures::WindowError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The leftmost column.
    pub x: i128,
    /// The topmost row.
    pub y: i128,
    /// The number of columns.
    pub width: u128,
    /// The number of rows.
    pub height: u128,
}

impl FromStr for Window {
    type Err = WindowError;

    /// Reads `X,Y,WxH`.
    ///
    /// # Errors
    /// Fails if the text has another form, if the rectangle is empty, or if one of the numbers
    /// exceeds 2^120.
    fn from_str(text: &str) -> Result<Self, WindowError> {
        let wrong = || WindowError { text: printable(text).chars().take(40).collect() };
        let mut parts = text.splitn(3, ',');
        let mut part = || parts.next().ok_or_else(wrong);
        let (x, y, size) = (part()?, part()?, part()?);
        let place = |text: &str| {
            let place: Option<i128> = text.parse().ok();
            place.filter(|place| place.unsigned_abs() <= 1 << FARTHEST).ok_or_else(wrong)
        };
        let side = |text: &str| {
            let side: Option<u128> = text.parse().ok();
            side.filter(|side| (1..=1 << FARTHEST).contains(side)).ok_or_else(wrong)
        };
        let (width, height) = size.split_once('x').ok_or_else(wrong)?;
        Ok(Self { x: place(x)?, y: place(y)?, width: side(width)?, height: side(height)? })
    }
}

/// The error of a text that is not a valid [`Window`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a region; expected a first column, a first row and a size, such as -32,-32,64x64")]
pub struct WindowError {
    text: String,
}

impl Window {
    /// Returns the bounding box of a macrocell.
    ///
    /// # Errors
    /// Fails if no cell lives, or if the box is too far from the origin.
    pub fn around(macrocell: &Macrocell) -> Result<Self, PictureError> {
        let Area { x, y, width, height } = macrocell.bounding_box().ok_or(PictureError::Empty)?;
        let place =
            |place: &BigInt| i128::try_from(place).ok().filter(|place| place.unsigned_abs() <= 1 << FARTHEST);
        let side = |side: &BigUint| u128::try_from(side).ok().filter(|&side| side <= 2 << FARTHEST);
        match (place(&x), place(&y), side(&width), side(&height)) {
            (Some(x), Some(y), Some(width), Some(height)) => Ok(Self { x, y, width, height }),
            _ => Err(PictureError::TooFar),
        }
    }

    /// Returns the smallest rectangle that contains both windows.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let end = |window: Self| (window.x + window.width as i128, window.y + window.height as i128);
        let ((right, bottom), (other_right, other_bottom)) = (end(self), end(other));
        let width = (right.max(other_right) - x) as u128;
        Self { x, y, width, height: (bottom.max(other_bottom) - y) as u128 }
    }

    /// Returns a window of the same size, with the centre of `other`.
    #[must_use]
    pub fn moved_over(self, other: Self) -> Self {
        let x = other.x + (other.width / 2) as i128 - (self.width / 2) as i128;
        let y = other.y + (other.height / 2) as i128 - (self.height / 2) as i128;
        Self { x, y, ..self }
    }

    /// Lays out a picture of the window, at the given scale or a suitable one.
    ///
    /// # Errors
    /// Fails if the picture has too many pixels.
    pub fn shot(self, scale: Option<Scale>) -> Result<Shot, PictureError> {
        self.shot_up_to(LONGEST, scale)
    }

    /// Lays out a frame of a film. If no scale is given, a frame is smaller than a single picture.
    ///
    /// # Errors
    /// Fails if the frame has too many pixels.
    pub fn shot_of_film(self, scale: Option<Scale>) -> Result<Shot, PictureError> {
        self.shot_up_to(LONGEST_OF_FILM, scale)
    }

    fn shot_up_to(self, longest: u128, scale: Option<Scale>) -> Result<Shot, PictureError> {
        let Self { x, y, width, height } = self;
        let (power, enlarged) = match scale {
            Some(Scale::Pixels(pixels)) => (0, Some(pixels)),
            Some(Scale::Cells(power)) => (power, None),
            None => {
                let long = width.max(height);
                ((0..128).find(|&power| long >> power <= longest).unwrap_or_default(), None)
            }
        };
        // The first column and row of a pixel are multiples of its size, so the window may begin
        // and end within a pixel.
        let pixels =
            |from: i128, side: u128| (((from + side as i128 - 1) >> power) - (from >> power) + 1) as u128;
        let (columns, rows) = (pixels(x, width), pixels(y, height));
        if columns.saturating_mul(rows) > MOST_PIXELS {
            let scale = match power {
                0 => Scale::Pixels(enlarged.unwrap_or(1)),
                _ => Scale::Cells(power),
            };
            let limit = "at most 2^26 pixels are supported";
            return Err(PictureError::TooLarge { width, height, scale, limit });
        }
        let frame =
            Frame::new(columns as u64, rows as u64).enlarged(if power > 0 { Some(1) } else { enlarged });
        Ok(Shot { x: x >> power, y: y >> power, power, frame })
    }
}

/// A rectangle of pixels, each of which shows 2ⁿ × 2ⁿ cells.
#[derive(Debug, Clone, Copy)]
pub struct Shot {
    /// The column of the first pixel. It is counted in pixels from the origin of the plane.
    x: i128,
    /// The row of the first pixel. It is counted in pixels from the origin of the plane.
    y: i128,
    /// The exponent n: a pixel shows 2ⁿ × 2ⁿ cells.
    power: u32,
    frame: Frame,
}

impl Shot {
    /// Returns the size in pixels.
    pub const fn frame(&self) -> Frame {
        self.frame
    }

    /// Checks that a picture, or a film of `pictures` frames, is within the limits of its format.
    ///
    /// # Errors
    /// Fails if there are too many pixels.
    pub fn fits(&self, form: Option<FilmForm>, pictures: u64) -> Result<(), PictureError> {
        self.frame.fits(form, pictures).map(drop)
    }

    /// Returns the colours of all pixels, row by row.
    fn shades(&self, macrocell: &Macrocell) -> Result<Vec<u8>, PictureError> {
        if macrocell.level() > FARTHEST as usize + 2 {
            return Err(PictureError::TooFar);
        }
        // The density of each node, by its identifier. Identifier 0 is the empty node. Each node
        // comes after its quarters.
        let mut living: Vec<NodeDensity> = vec![NodeDensity::default()];
        for node in macrocell.nodes() {
            living.push(match *node {
                MacrocellNode::Leaf(cells) => NodeDensity {
                    above: f64::from((cells << 8).count_ones()) / 64.0,
                    last_row: f64::from((cells >> 56).count_ones()) / 64.0,
                },
                MacrocellNode::Inner { quarters, .. } => {
                    let [nw, ne, sw, se] = quarters.map(|quarter| living[quarter as usize]);
                    NodeDensity {
                        above: (nw.total() + ne.total() + sw.above + se.above) / 4.0,
                        last_row: (sw.last_row + se.last_row) / 4.0,
                    }
                }
            });
        }
        quadrille_memory::probe(quadrille_memory::of::<[f64; 2]>(self.frame.width() * self.frame.height()))?;
        let pixels = vec![0.0; (self.frame.width() * self.frame.height()) as usize];
        let mut paint = Paint { shot: self, macrocell, living, pixels };
        let x = -1i128 << (macrocell.level() - 1);
        let y = x + i128::from(Macrocell::MIDDLE_ROW);
        paint.node(macrocell.nodes().len() as u32, macrocell.level() as u32, x, y);
        let shade = |living: &f32| match (*living, self.power) {
            (0.0, _) => DEAD,
            (_, 0) => ALIVE,
            // Any living cell gives at least the palest shade, and the square root brings out low
            // densities.
            (living, _) => {
                SHADE + (living.sqrt() * f32::from(SHADES)).ceil().clamp(1.0, SHADES.into()) as u8 - 1
            }
        };
        Ok(paint.pixels.iter().map(shade).collect())
    }

    /// Copies one row of the colours.
    fn row(&self, shades: &[u8], y: u64, row: &mut [u8]) {
        let width = self.frame.width() as usize;
        row.copy_from_slice(&shades[y as usize * width..][..width]);
    }

    /// Writes the picture as PNG.
    ///
    /// # Errors
    /// Fails if there are too many pixels, if cells lie too far from the origin, or if `out` fails.
    pub fn png(&self, macrocell: &Macrocell, out: &mut dyn std::io::Write) -> Result<(), PictureError> {
        let shades = self.shades(macrocell)?;
        png_of_colors(self.frame, &mut |y, row| self.row(&shades, y, row), out)
    }

    /// Writes a film with one frame per macrocell. Each frame shows the region given by its shot,
    /// and all frames have the size of the first shot.
    ///
    /// # Errors
    /// Fails if there are no shots, if there are too many pixels, if cells lie too far from the
    /// origin, or if `out` fails.
    pub fn film(
        form: FilmForm,
        shots: &[(Self, &Macrocell)],
        out: &mut dyn std::io::Write,
    ) -> Result<(), PictureError> {
        let Some((first, _)) = shots.first() else { return Err(PictureError::Empty) };
        let mut film = Film::new(form, first.frame, shots.len() as u64, out)?;
        for (shot, macrocell) in shots {
            let same = Self { frame: first.frame, ..*shot };
            let shades = same.shades(macrocell)?;
            film.show_colors(&mut |y, row| same.row(&shades, y, row))?;
        }
        film.finish()?;
        Ok(())
    }
}

/// The density of a node: the share of its cells that live, split into two parts.
#[derive(Clone, Copy, Default)]
struct NodeDensity {
    /// The number of living cells in all rows except the last, divided by the number of all cells.
    above: f64,
    /// The number of living cells in the last row, divided by the number of all cells.
    last_row: f64,
}

impl NodeDensity {
    fn total(self) -> f64 {
        self.above + self.last_row
    }
}

/// The pixels of a picture under construction.
struct Paint<'a> {
    shot: &'a Shot,
    macrocell: &'a Macrocell,
    living: Vec<NodeDensity>,
    /// The density of each pixel.
    pixels: Vec<f32>,
}

impl Paint<'_> {
    /// Adds a node to the pixels; (`x`, `y`) is its top left cell.
    fn node(&mut self, number: u32, level: u32, x: i128, y: i128) {
        let Some(&node) = (number as usize).checked_sub(1).and_then(|at| self.macrocell.nodes().get(at))
        else {
            return;
        };
        let Shot { x: left, y: top, power, frame } = *self.shot;
        let side = 1i128 << level;
        let outside = |from: i128, first: i128, pixels: u64| {
            (from + side - 1) >> power < first || from >> power >= first + i128::from(pixels)
        };
        if outside(x, left, frame.width()) || outside(y, top, frame.height()) {
            return;
        }
        // A node inside one pixel adds its density to this pixel. Larger nodes are divided into
        // their quarters. Nodes around the origin are always divided, because they cross pixel
        // borders at every level.
        let within = |from: i128, length: i128| from >> power == (from + length - 1) >> power;
        let (living, scale) = (self.living[number as usize], 4f64.powi(level as i32 - power as i32));
        match node {
            _ if within(x, side) && within(y, side) => self.add(x, y, living.total() * scale),
            // The lower half of a macrocell begins at row 1 of the plane, not at row 0. A node
            // therefore begins one row below a multiple of its size, but a pixel begins at a
            // multiple of its size. So the last row of a node that is not larger than a pixel can
            // lie in the next row of pixels.
            MacrocellNode::Inner { .. } if within(x, side) && within(y, side - 1) => {
                if living.above > 0.0 {
                    self.add(x, y, living.above * scale);
                }
                if living.last_row > 0.0 {
                    self.add(x, y + side - 1, living.last_row * scale);
                }
            }
            MacrocellNode::Inner { quarters, .. } => {
                let half = side / 2;
                let corners = [(x, y), (x + half, y), (x, y + half), (x + half, y + half)];
                for (quarter, (x, y)) in quarters.into_iter().zip(corners) {
                    self.node(quarter, level - 1, x, y);
                }
            }
            MacrocellNode::Leaf(cells) => {
                for bit in (0..64).filter(|bit| cells >> bit & 1 == 1) {
                    self.add(x + bit % 8, y + bit / 8, 4f64.powi(-(power as i32)));
                }
            }
        }
    }

    /// Adds a density to the pixel that contains the cell (`x`, `y`).
    fn add(&mut self, x: i128, y: i128, living: f64) {
        let Shot { x: left, y: top, power, frame } = *self.shot;
        let place = |from: i128, first: i128, pixels: u64| {
            u64::try_from((from >> power) - first).ok().filter(|&at| at < pixels)
        };
        if let (Some(x), Some(y)) = (place(x, left, frame.width()), place(y, top, frame.height())) {
            self.pixels[(y * frame.width() + x) as usize] += (living as f32).max(f32::MIN_POSITIVE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_life::Pattern;

    /// Every pixel has the density of its cells, counted one by one.
    #[test]
    fn pixels_are_what_their_cells_are() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        for round in 0..60 {
            let reach = 1 << (round % 7 + 2);
            let count = next() % 200;
            let cells: Vec<(i64, i64)> =
                (0..count).map(|_| ((next() % reach) as i64 - 20, (next() % reach) as i64 - 9)).collect();
            let pattern = Pattern::from_cells(cells.iter().copied());
            let macrocell = Macrocell::from_pattern(&pattern).unwrap();
            let power = (next() % 7) as u32;
            let window = Window {
                x: i128::from(next() % 99) - 50,
                y: i128::from(next() % 99) - 50,
                width: u128::from(next() % 70 + 1),
                height: u128::from(next() % 70 + 1),
            };
            let scale: Scale =
                if power == 0 { "1".to_owned() } else { format!("1/{}", 1 << power) }.parse().unwrap();
            let shot = window.shot(Some(scale)).unwrap();
            let (width, height) = (i128::from(shot.frame.width()), i128::from(shot.frame.height()));
            assert!(
                shot.x << power <= window.x && (shot.x + width) << power >= window.x + window.width as i128
            );
            let shades = shot.shades(&macrocell).unwrap();
            for (at, &shade) in (0..).zip(&shades) {
                let (x, y) = (shot.x + at % width, shot.y + at / width);
                let within =
                    |&(a, b): &(i64, i64)| i128::from(a) >> power == x && i128::from(b) >> power == y;
                let living = pattern.cells().filter(within).count();
                let share = living as f64 / f64::from(1u32 << (2 * power));
                let expected = match (living, power) {
                    (0, _) => DEAD,
                    (_, 0) => ALIVE,
                    _ => SHADE - 1 + (share.sqrt() * f64::from(SHADES)).ceil() as u8,
                };
                // A density on the border of two shades may be rounded to either.
                assert!(shade.abs_diff(expected) <= u8::from(power > 0 && living > 0), "{shade} {expected}");
            }
            assert_eq!(shades.len() as i128, width * height);
        }
    }

    #[test]
    fn far_and_large_windows() {
        let glider: Pattern = "bob$2bo$3o!".parse().unwrap();
        let glider = Macrocell::from_pattern(&glider).unwrap();
        let window = Window::around(&glider).unwrap();
        assert_eq!((window.x, window.y, window.width, window.height), (0, 0, 3, 3));
        assert_eq!(window.shot(None).unwrap().frame.fits(None, 1).unwrap(), (48, 48));
        let whole: Window = format!("-{0},-{0},{1}x{1}", 1u128 << 119, 1u128 << 120).parse().unwrap();
        let shot = whole.shot(None).unwrap();
        assert!(shot.frame.width() <= 4097 && shot.power > 100, "{shot:?}");
        assert_eq!(shot.shades(&glider).unwrap().iter().filter(|&&shade| shade != DEAD).count(), 1);
        assert!(matches!(whole.shot(Some("1".parse().unwrap())), Err(PictureError::TooLarge { .. })));
        for text in ["", "1,2", "1,2,3", "1,2,3x0", "1,2,x", "a,2,3x3", "1,2,3x3,4"] {
            assert!(text.parse::<Window>().is_err(), "{text}");
        }
        assert!(matches!(Window::around(&Macrocell::default()), Err(PictureError::Empty)));
    }

    #[test]
    fn films_follow() {
        let block: Pattern = "2o$2o!".parse().unwrap();
        let (mut near, mut far) = (block.clone(), block);
        near.position = Some((0, 0).into());
        far.position = Some((1000, -77).into());
        let [near, far] = [near, far].map(|pattern| Macrocell::from_pattern(&pattern).unwrap());
        let window: Window = "0,0,4x4".parse().unwrap();
        let shot =
            |macrocell: &Macrocell| window.moved_over(Window::around(macrocell).unwrap()).shot(None).unwrap();
        assert_eq!(shot(&near).shades(&near).unwrap(), shot(&far).shades(&far).unwrap());
        for (form, begins) in [(FilmForm::Gif, &b"GIF89a"[..]), (FilmForm::Apng, b"\x89PNG")] {
            let mut film = Vec::new();
            Shot::film(form, &[(shot(&near), &near), (shot(&far), &far)], &mut film).unwrap();
            assert!(film.starts_with(begins));
        }
        let both = Window::around(&near).unwrap().with(Window::around(&far).unwrap());
        assert_eq!((both.x, both.y, both.width, both.height), (0, -77, 1002, 79));
    }
}
