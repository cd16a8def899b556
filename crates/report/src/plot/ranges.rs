//! Plots of values with confidence intervals. Each category has one row, in which the value is a
//! dot and its interval a line.

use crate::{RangeRow, Ranges};
use plotters::prelude::*;

use super::bars::whisker;
use super::rows::Rows;
use super::{Drawn, Hit, INK, PlotError, SERIES, element};
use crate::figure::number;

/// Draws ranges as an SVG element with a given width in CSS pixels. The height depends on the
/// number of rows.
///
/// # Errors
/// An error of the drawing library, which is not expected.
pub fn ranges(ranges: &Ranges, width: u32) -> Result<String, PlotError> {
    element(&ranges.title, |svg| draw(ranges, width, svg))
}

fn draw(ranges: &Ranges, width: u32, svg: &mut String) -> Drawn {
    let rows = Rows::new(ranges.rows.iter().map(|row| row.name.as_str()), width).of_dots();
    let root = SVGBackend::with_string(svg, (width, rows.height())).into_drawing_area();
    let limits =
        ranges.rows.iter().flat_map(|row| [row.value].into_iter().chain(row.interval.into_iter().flatten()));
    let (least, most) = limits
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (value.min(least), value.max(most)));
    let (least, most) = if least <= most { (least, most) } else { (0.0, 1.0) };
    // The axis has a margin on both sides, so that no dot is cut off. The margin is positive even
    // if all values are equal.
    let margin = ((most - least) * 0.04).max(most.abs() * 1e-6).max(1e-9);
    let mut chart = rows.chart(&root, least - margin..most + margin, &ranges.value_axis)?;
    let mut hits = Vec::new();
    for (index, RangeRow { name, value, interval }) in ranges.rows.iter().enumerate() {
        if let Some([low, high]) = interval {
            let line = [(*low, rows.centre(index)), (*high, rows.centre(index))];
            chart.draw_series([PathElement::new(line, SERIES[0].stroke_width(3))])?;
        }
        chart.draw_series([Circle::new((*value, rows.centre(index)), 4, SERIES[0].filled())])?;
        // The ends of the interval are drawn over the dot, so that an interval that is narrower
        // than the dot is visible.
        if let Some(limits) = interval {
            let ends = limits.map(|limit| chart.backend_coord(&(limit, rows.centre(index))));
            whisker(&root, ends, INK, |(x, y), by| (x, y + by))?;
        }
        let tooltip = match interval {
            Some([low, high]) => {
                format!("{name}: {} ({} to {})", number(*value), number(*low), number(*high))
            }
            None => format!("{name}: {}", number(*value)),
        };
        let [above, below] = [500, -500].map(|by| rows.centre(index) + by);
        let corners =
            [chart.backend_coord(&(least - margin, above)), chart.backend_coord(&(most + margin, below))];
        hits.push(Hit { corners, tooltip });
    }
    root.present()?;
    Ok(hits)
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
    }
}
