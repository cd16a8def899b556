//! Plots of the times at which objects are active. Each object has one row, with a bar for each
//! interval of time in which it is active.

use crate::Spans;
use plotters::prelude::*;

use super::rows::Rows;
use super::{Drawn, Hit, PlotError, SERIES, element};
use crate::figure::number;

/// Half the thickness of a bar, in thousandths of a row.
const HALF: i32 = 300;

/// Draws spans as an SVG element with a given width in CSS pixels. The height depends on the number
/// of rows.
///
/// # Errors
/// An error of the drawing library, which is not expected.
pub fn spans(spans: &Spans, width: u32) -> Result<String, PlotError> {
    element(&spans.title, |svg| draw(spans, width, svg))
}

fn draw(spans: &Spans, width: u32, svg: &mut String) -> Drawn {
    let rows = Rows::new(spans.rows.iter().map(|row| row.name.as_str()), width);
    let root = SVGBackend::with_string(svg, (width, rows.height())).into_drawing_area();
    let end = if spans.end > 0.0 && spans.end.is_finite() { spans.end } else { 1.0 };
    let mut chart = rows.chart(&root, 0.0..end, &spans.place_axis)?;
    // Bars have a minimum width, so that very short intervals are visible.
    let least = end / f64::from(width);
    let half = rows.part(HALF);
    let mut hits = Vec::new();
    for (index, row) in spans.rows.iter().enumerate() {
        let middle = rows.centre(index);
        let bar = |&[from, to]: &[f64; 2]| {
            let corners = [(from, middle - half), (to.max(from + least), middle + half)];
            Rectangle::new(corners, SERIES[0].filled())
        };
        chart.draw_series(row.spans.iter().map(bar))?;
        for &[from, to] in &row.spans {
            let corners = [(from, middle - half), (to.max(from + least), middle + half)];
            let corners = corners.map(|corner| chart.backend_coord(&corner));
            hits.push(Hit { corners, tooltip: format!("{}: {} to {}", row.name, number(from), number(to)) });
        }
    }
    root.present()?;
    Ok(hits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpanRow;

    fn drawn(end: f64, rows: Vec<SpanRow>) -> String {
        let plot = Spans { title: "Up".to_owned(), place_axis: "seconds".to_owned(), end, rows };
        spans(&plot, 360).unwrap()
    }

    #[test]
    fn every_time_is_a_bar() {
        let row = |name: &str, spans: &[[f64; 2]]| SpanRow { name: name.to_owned(), spans: spans.to_vec() };
        let svg =
            drawn(60.0, vec![row("fury", &[[0.0, 8.0], [20.0, 28.0], [60.0, 60.0]]), row("<none>", &[])]);
        assert_eq!(svg.matches("<rect").count(), 2 * 3, "each bar, and the area of its tooltip");
        assert!(svg.contains("<title>fury: 20 to 28</title>"));
        assert!(svg.contains("&lt;none&gt;"));
        assert!(drawn(0.0, vec![]).contains("<svg") && drawn(f64::NAN, vec![row("a", &[])]).contains("<svg"));
    }
}
