//! Strip plots of probabilities. Each category has a row of dots, with small probabilities on the
//! right.

use crate::Strip;
use plotters::coord::combinators::BindKeyPoints as _;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Drawn, Hit, INK, LABEL, MUTED, PlotError, RULE, SERIES, element, font, text_width};

/// Height of a row in pixels.
const ROW: u32 = 30;
/// Height in pixels of the margin above the rows, which contains the label of the threshold; `FOOT`
/// is the height of the margin below them, which contains the axis.
const HEAD: u32 = 26;
const FOOT: u32 = 52;

/// Draws a strip plot as an SVG element with a given width in CSS pixels. The height depends on the
/// number of rows.
///
/// # Errors
/// An error of the drawing library, which is not expected.
pub fn strip(strip: &Strip, width: u32) -> Result<String, PlotError> {
    element(&strip.title, |svg| draw(strip, width, svg))
}

fn draw(strip: &Strip, width: u32, svg: &mut String) -> Drawn {
    let rows = strip.rows.len();
    let root = SVGBackend::with_string(svg, (width, ROW * rows as u32 + HEAD + FOOT)).into_drawing_area();
    // Coordinates are whole numbers, because the library places labels at exact positions only on
    // axes of whole numbers. The horizontal coordinate of a probability p is -1000 log10(p). The
    // vertical coordinate is in thousandths of a row, and decreases from the top.
    let depth = |value: f64| (-1000.0 * value.max(strip.least).log10()) as i32;
    let deepest = depth(0.0);
    let widest = strip.rows.iter().map(|row| text_width(&row.name)).max().unwrap_or(0);
    // The distance between two ticks must be at least the width of the longest tick label and a
    // gap.
    let room = i64::from(width.saturating_sub(widest + 28));
    let fits =
        |step: &i32| i64::from(*step) * room >= i64::from(text_width("≤1e-16") + 8) * i64::from(deepest);
    let step = [2000, 4000].into_iter().find(fits).unwrap_or(8000);
    let ticks = (0..=deepest).step_by(step as usize).collect();
    let across = (-300..deepest + 300).with_key_points(ticks);
    let centre = |row: usize| -1000 * row as i32;
    let down = (centre(rows) + 500..500).with_key_points((0..rows).map(centre).collect());

    let mut chart = ChartBuilder::on(&root)
        .margin_top(HEAD)
        // Half of the last tick label is right of the axis.
        .margin_right(18.max(text_width("≤1e-16").div_ceil(2)))
        .margin_bottom(4)
        .x_label_area_size(FOOT - 4)
        .y_label_area_size(widest + 10)
        .build_cartesian_2d(across, down)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RULE)
        .axis_style(TRANSPARENT)
        .label_style(font(LABEL, MUTED))
        .axis_desc_style(font(LABEL, INK))
        .x_labels(20)
        .y_labels(rows)
        .x_label_formatter(&|&depth| {
            if depth == deepest { format!("≤{}", power(depth / 1000)) } else { power(depth / 1000) }
        })
        .y_label_formatter(&|&row| strip.rows[(-row / 1000) as usize].name.clone())
        .x_desc(&strip.value_axis)
        .draw()?;

    let threshold = depth(strip.threshold);
    let line = [(threshold, 500), (threshold, centre(rows) + 500)];
    chart.draw_series([PathElement::new(line, SERIES[1].stroke_width(2))])?;
    let style = font(LABEL, INK).pos(Pos::new(HPos::Left, VPos::Bottom));
    chart.draw_series([Text::new("flagged →".to_owned(), (threshold, 560), style)])?;
    let mut hits = Vec::new();
    for (index, row) in strip.rows.iter().enumerate() {
        // Dots at the right edge are drawn on top of each other, so their number is written beside
        // them.
        let at_edge = row.values.iter().filter(|&&value| depth(value) == deepest).count();
        if at_edge > 1 {
            let style = font(LABEL, INK).pos(Pos::new(HPos::Right, VPos::Center));
            let (x, y) = chart.backend_coord(&(deepest, centre(index)));
            root.draw(&Text::new(format!("×{at_edge}"), (x - 10, y), style))?;
        }
        for &value in &row.values {
            let (color, radius) = if value < strip.threshold { (SERIES[1], 6) } else { (SERIES[0], 4) };
            let place = (depth(value), centre(index));
            // Ordinary dots are half transparent, so that overlapping dots are darker.
            let opacity = if value < strip.threshold { 1.0 } else { 0.55 };
            chart.draw_series([Circle::new(place, radius, color.mix(opacity).filled())])?;
            // Only dots below the threshold have tooltips, because there are too many other dots.
            if value < strip.threshold {
                let (x, y) = chart.backend_coord(&place);
                let corners = [(x - radius, y - radius), (x + radius, y + radius)];
                hits.push(Hit { corners, tooltip: format!("{}: {value:.3e}", row.name) });
            }
        }
    }
    root.present()?;
    Ok(hits)
}

/// Formats the power of ten with the exponent `-depth`, such as `1` or `1e-6`.
fn power(depth: i32) -> String {
    if depth == 0 { "1".to_owned() } else { format!("1e-{depth}") }
}
