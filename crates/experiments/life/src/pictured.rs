//! Small pictures of patterns for the tables of reports.

use quadrille_life::{Apgcode, Pattern};
use quadrille_report::figure::shortened;
use quadrille_report::{Cell, Squares};

/// The maximum number of columns and rows of a picture in a table.
const MOST: u64 = 128;
/// The maximum length of an apgcode in the description of a picture, in characters.
const LONGEST_CODE: usize = 40;

/// Creates a table cell with a picture of the bounding box of a pattern. The title consists of
/// `name` and the size. The table cell is empty if no cell of the pattern lives or the pattern is
/// too large.
pub(super) fn picture(name: &str, pattern: &Pattern) -> Cell {
    let area = pattern.bounding_box().filter(|area| area.width.max(area.height) <= MOST);
    let Some(area) = area else { return Cell::Text(String::new()) };
    let filled = pattern.spans().iter().map(|span| [span.x - area.x, span.y - area.y, span.length as i64]);
    Cell::Squares(Squares {
        title: format!("{name}, {} × {} cells", area.width, area.height),
        width: area.width as u32,
        height: area.height as u32,
        filled: filled.map(|span| span.map(|number| number as u32)).collect(),
    })
}

/// Creates a table cell with a picture of the object that an apgcode describes. The table cell is
/// empty if the code has no picture.
pub(super) fn object_picture(apgcode: &str) -> Cell {
    let pattern = apgcode.parse().ok().and_then(|code: Apgcode| code.to_pattern());
    picture(&shortened(apgcode, LONGEST_CODE), &pattern.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_cut_to_the_cells() {
        let Cell::Squares(glider) =
            picture("glider", &Pattern::from_cells([(-7, 4), (-6, 5), (-8, 6), (-7, 6), (-6, 6)]))
        else {
            panic!("a picture")
        };
        assert_eq!((glider.width, glider.height, glider.title.as_str()), (3, 3, "glider, 3 × 3 cells"));
        assert_eq!(glider.filled, [[1, 0, 1], [2, 1, 1], [0, 2, 3]]);
        for none in [Pattern::default(), Pattern::from_cells([(i64::MIN, 0), (i64::MAX, 0)])] {
            assert_eq!(picture("nothing", &none), Cell::Text(String::new()));
        }
    }
}
