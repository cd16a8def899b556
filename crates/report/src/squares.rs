//! Small pictures of patterns of squares as SVG, for the cells of tables.

use std::fmt::Write as _;

use crate::Squares;
use maud::{Markup, html};

/// Maximum length of the longer side of a picture in CSS pixels. If there are more than 80 squares
/// along this side, the picture is larger, because a square has at least one pixel.
const SIDE: u32 = 80;
/// Maximum size of a square of the grid in CSS pixels.
const LARGEST: u32 = 8;
/// Minimum size of a square in CSS pixels at which there are gaps between squares.
const SPACED: u32 = 4;
/// Minimum width, in squares, of pictures that have a frame. Such pictures show a whole field and
/// not one object.
const FIELD: u32 = 64;

/// Draws a picture as an SVG element in the colours of the page, with a whole number of pixels per
/// square. All squares are one path, which has about ten bytes for each run of squares.
pub fn svg(squares: &Squares) -> Markup {
    let Squares { title, width, height, filled } = squares;
    let pixels = (SIDE / (*width).max(*height).max(1)).clamp(1, LARGEST);
    let gap = u32::from(pixels >= SPACED);
    let ink = pixels - gap;
    // Each run of squares is drawn as one dashed line. The line is as thick as a square, and each
    // dash is one square.
    let mut path = String::new();
    for [x, y, length] in filled {
        let middle = f64::from(pixels) * f64::from(*y) + f64::from(ink) / 2.0;
        let (left, long) = (u64::from(pixels) * u64::from(*x), u64::from(pixels) * u64::from(*length));
        let _ = write!(path, "M{left} {middle}h{}", long.saturating_sub(gap.into()));
    }
    let [across, down] = [width, height].map(|squares| u64::from(pixels) * u64::from(*squares));
    let [across, down] = [across, down].map(|long| long.saturating_sub(gap.into()));
    let dashes = (gap > 0).then(|| format!("{ink} {gap}"));
    html! {
        svg.squares.field[*width >= FIELD] role="img" aria-label=(title) width=(across) height=(down) viewBox={ "0 0 " (across) " " (down) } {
            title { (title) }
            path d=(path) stroke-width=(ink) stroke-dasharray=[dashes] {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(width: u32, height: u32, filled: &[[u32; 3]]) -> String {
        svg(&Squares { title: "a < b".to_owned(), width, height, filled: filled.to_vec() }).into_string()
    }

    #[test]
    fn squares_are_whole_pixels() {
        let glider = drawn(3, 3, &[[1, 0, 1], [2, 1, 1], [0, 2, 3]]);
        assert!(glider.contains("aria-label=\"a &lt; b\" width=\"23\" height=\"23\""), "{glider}");
        assert!(
            glider.contains("d=\"M8 3.5h7M16 11.5h7M0 19.5h23\" stroke-width=\"7\" stroke-dasharray=\"7 1\"")
        );
        // With 32 squares in a row, there is no space for gaps. With 500 squares, each square has
        // one pixel.
        assert!(drawn(32, 4, &[[0, 3, 32]]).contains("width=\"64\" height=\"8\" viewBox=\"0 0 64 8\""));
        let line = drawn(500, 1, &[[0, 0, 500]]);
        assert!(line.contains("d=\"M0 0.5h500\"") && !line.contains("dasharray"), "{line}");
        assert!(drawn(0, 0, &[]).contains("width=\"0\""));
    }
}
