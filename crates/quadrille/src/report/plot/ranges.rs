//! Values with their intervals: a row a category, a dot on a line.

use plotters::coord::combinators::BindKeyPoints as _;
use plotters::prelude::*;
use quadrille_experiment::report::{RangeRow, Ranges};

use super::{Drawn, INK, LABEL, LETTER, MUTED, PlotError, RULE, SERIES, element, font, letters};
use crate::report::figure::number;

/// Pixels from one row to the next.
const ROW: u32 = 26;
/// Pixels above the rows, and below them, where the axis is.
const HEAD: u32 = 10;
const FOOT: u32 = 52;

/// Draws ranges as an SVG element so many CSS pixels wide; its height follows from its rows.
///
/// # Errors
/// The drawing library refused, which it has no reason to.
pub fn ranges(ranges: &Ranges, width: u32) -> Result<String, PlotError> {
    element(&ranges.title, |svg| draw(ranges, width, svg))
}

fn draw(ranges: &Ranges, width: u32, svg: &mut String) -> Drawn {
    let rows = ranges.rows.len().max(1);
    let root = SVGBackend::with_string(svg, (width, ROW * rows as u32 + HEAD + FOOT)).into_drawing_area();
    let limits =
        ranges.rows.iter().flat_map(|row| [row.value].into_iter().chain(row.interval.into_iter().flatten()));
    let (least, most) = limits
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (value.min(least), value.max(most)));
    let (least, most) = if least <= most { (least, most) } else { (0.0, 1.0) };
    // Something to either side, so that no dot is cut in two; also where all values are the same.
    let room = ((most - least) * 0.04).max(most.abs() * 1e-6).max(1e-9);
    // Thousandths of a row from the top: the library puts labels where it is told only on whole numbers.
    let centre = |row: usize| -1000 * row as i32;
    let down = (centre(rows) + 500..500).with_key_points((0..rows).map(centre).collect());
    // Names take a third of the width at most.
    let longest = (width / 3 / LETTER).max(8) as usize;
    let names: Vec<String> = ranges.rows.iter().map(|row| shortened(&row.name, longest)).collect();
    let widest = names.iter().map(|name| letters(name)).max().unwrap_or(1);

    let mut chart = ChartBuilder::on(&root)
        .margin_top(HEAD)
        .margin_right(18)
        .margin_bottom(4)
        .x_label_area_size(FOOT - 4)
        .y_label_area_size(LETTER * widest * 15 / 16 + 10)
        .build_cartesian_2d(least - room..most + room, down)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RULE)
        .axis_style(TRANSPARENT)
        .label_style(font(LABEL, MUTED))
        .axis_desc_style(font(LABEL, INK))
        .x_labels(if width < 500 { 4 } else { 8 })
        .y_labels(rows)
        .x_label_formatter(&|&value| number(value))
        .y_label_formatter(&|&row| names.get((-row / 1000) as usize).cloned().unwrap_or_default())
        .x_desc(&ranges.value_axis)
        .draw()?;
    for (index, RangeRow { value, interval, .. }) in ranges.rows.iter().enumerate() {
        if let Some([low, high]) = interval {
            let line = [(*low, centre(index)), (*high, centre(index))];
            chart.draw_series([PathElement::new(line, SERIES[0].stroke_width(3))])?;
        }
        chart.draw_series([Circle::new((*value, centre(index)), 5, SERIES[0].filled())])?;
    }
    root.present()?;
    Ok(())
}

/// So many letters at most; what is left out is in the middle.
fn shortened(name: &str, longest: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= longest {
        return name.to_owned();
    }
    let (head, tail) = ((longest - 1) / 2, longest / 2);
    let ends = [&letters[..head], &letters[letters.len() - tail..]];
    ends.map(|end| end.iter().collect::<String>()).join("…")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(rows: Vec<RangeRow>) -> String {
        let plot = Ranges { title: "Ratings <of> all".to_owned(), value_axis: "rating".to_owned(), rows };
        ranges(&plot, 360).unwrap()
    }

    fn row(name: &str, value: f64, interval: Option<[f64; 2]>) -> RangeRow {
        RangeRow { name: name.to_owned(), value, interval }
    }

    #[test]
    fn a_row_has_a_dot_and_a_line_if_it_has_an_interval() {
        let svg = drawn(vec![row("one", 1510.0, Some([1490.0, 1530.0])), row("<other>", 1480.0, None)]);
        assert!(svg.contains("aria-label=\"Ratings &lt;of&gt; all\"") && svg.contains("&lt;other&gt;"));
        assert_eq!(svg.matches("<circle").count(), 2);
        assert_eq!(svg.matches("stroke-width=\"3\"").count(), 1);
    }

    #[test]
    fn whatever_the_values_something_is_drawn() {
        let long = "cmd:python3 ".to_owned() + &"a long path of a bot/".repeat(40) + "bot.py";
        for rows in
            [vec![], vec![row(&long, 0.0, Some([0.0, 0.0]))], vec![row("", -1e300, Some([-1e300, 1e300]))]]
        {
            assert!(drawn(rows).contains("<svg"));
        }
        assert_eq!(shortened(&long, 11), "cmd:p…ot.py");
        assert_eq!(shortened("bücher", 5), "bü…er");
    }
}
