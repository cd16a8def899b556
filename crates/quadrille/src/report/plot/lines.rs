//! Lines: what changes as something goes on.

use plotters::prelude::*;
use quadrille_experiment::report::Lines;

use super::{Drawn, INK, LABEL, LETTER, MUTED, PlotError, RULE, SERIES, Size, element, font, letters};
use crate::report::figure::number;

/// Draws lines as an SVG element.
///
/// # Errors
/// The drawing library refused, which it has no reason to.
pub fn lines(lines: &Lines, size: Size) -> Result<String, PlotError> {
    element(&lines.title, |svg| draw(lines, size, svg))
}

fn draw(lines: &Lines, size: Size, svg: &mut String) -> Drawn {
    let root = SVGBackend::with_string(svg, (size.width, size.height)).into_drawing_area();
    let values = || lines.series.iter().flat_map(|series| &series.values).copied();
    let highest = values().fold(0.0, f64::max);
    let top = if highest > 0.0 { highest * 1.08 } else { 1.0 };
    let (first, last) = match (lines.places.first(), lines.places.last()) {
        (Some(&first), Some(&last)) if first < last => (first, last),
        (Some(&only), _) => (only, only + 1.0),
        _ => (0.0, 1.0),
    };
    let left = LETTER * (letters(&number(top.trunc())) + 1) + 30;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(8)
        .margin_right(18)
        .margin_bottom(4)
        .x_label_area_size(44)
        .y_label_area_size(left)
        .build_cartesian_2d(first..last, 0.0..top)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RULE)
        .axis_style(MUTED)
        .label_style(font(LABEL, MUTED))
        .axis_desc_style(font(LABEL, INK))
        .x_labels(if size.width < 500 { 4 } else { 8 })
        .y_labels(5)
        .x_label_formatter(&|&x| number(x))
        .y_label_formatter(&|&y| number(y))
        .x_desc(&lines.place_axis)
        .y_desc(&lines.value_axis)
        .draw()?;
    for (index, series) in lines.series.iter().enumerate() {
        let points = lines.places.iter().copied().zip(series.values.iter().copied());
        chart.draw_series(LineSeries::new(points, SERIES[index % SERIES.len()].stroke_width(2)))?;
    }
    root.present()?;
    Ok(())
}
