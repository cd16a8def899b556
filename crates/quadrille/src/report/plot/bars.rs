//! Bars side by side.

use plotters::coord::combinators::BindKeyPoints as _;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use quadrille_experiment::report::Bars;

use super::{Drawn, INK, LABEL, LETTER, MUTED, PlotError, RULE, SERIES, Size, element, font, letters};
use crate::report::figure::number;

/// Draws bars as an SVG element.
///
/// # Errors
/// The drawing library refused, which it has no reason to.
pub fn bars(bars: &Bars, size: Size) -> Result<String, PlotError> {
    element(&bars.title, |svg| draw(bars, size, svg))
}

fn draw(bars: &Bars, size: Size, svg: &mut String) -> Drawn {
    let root = SVGBackend::with_string(svg, (size.width, size.height)).into_drawing_area();
    let groups = bars.categories.len();
    let series = bars.series.len().max(1);
    let values = || bars.series.iter().flat_map(|series| &series.values).copied();
    let highest = values().fold(0.0, f64::max);
    // Of what is counted there is no half: a tick between two whole numbers stays without a figure.
    let whole = values().all(|value| value.fract() == 0.0);
    let top = if highest > 0.0 { highest * 1.12 } else { 1.0 };
    // Whole numbers, because the library puts labels where it is told only on such an axis: 1000 to a group.
    let centre = |group: usize| 1000 * group as i32;
    let across = (-500..centre(groups) - 500).with_key_points((0..groups).map(centre).collect());

    let widest_value = values().map(|value| letters(&number(value))).max().unwrap_or(1);
    // Ticks are no longer than the longest value, give or take a digit; the axis' title stands beside them.
    let left = LETTER * (letters(&number(top.trunc())).max(widest_value) + 1) + 30;
    let pitch = f64::from(size.width.saturating_sub(left + 10)) / groups.max(1) as f64;
    let step = label_step(&bars.categories, pitch);
    let label = |index: usize| bars.categories.get(index).filter(|_| index.is_multiple_of(step)).cloned();

    let mut chart = ChartBuilder::on(&root)
        .margin_top(8)
        .margin_right(10)
        .margin_bottom(4)
        .x_label_area_size(44)
        .y_label_area_size(left)
        .build_cartesian_2d(across, 0.0..top)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RULE)
        .axis_style(MUTED)
        .label_style(font(LABEL, MUTED))
        .axis_desc_style(font(LABEL, INK))
        .x_labels(groups)
        .y_labels(5)
        .x_label_formatter(&|x| label(*x as usize / 1000).unwrap_or_default())
        .y_label_formatter(&|y| if whole && y.fract() != 0.0 { String::new() } else { number(*y) })
        .x_desc(&bars.category_axis)
        .y_desc(&bars.value_axis)
        .draw()?;

    // Bars fill 80 % of their group, with a thin gap between them.
    let bar_width = 800 / series as i32;
    let pixels_a_bar = pitch * f64::from(bar_width) / 1000.0;
    // Figures stand above the bars where there is room for every one of them.
    let labelled = pixels_a_bar > f64::from(LETTER * widest_value);
    for (index, series) in bars.series.iter().enumerate() {
        let color = SERIES[index % SERIES.len()];
        for (group, &value) in series.values.iter().enumerate() {
            let left = centre(group) - 400 + index as i32 * bar_width + bar_width / 25;
            let right = left + bar_width * 23 / 25;
            chart.draw_series([Rectangle::new([(left, 0.0), (right, value)], color.filled())])?;
            if labelled {
                let style = font(LABEL, INK).pos(Pos::new(HPos::Center, VPos::Bottom));
                let place = (i32::midpoint(left, right), value + top * 0.01);
                chart.draw_series([Text::new(number(value), place, style)])?;
            }
        }
    }
    root.present()?;
    Ok(())
}

/// Every how many categories one is labelled, so that the labels keep apart where groups stand `pitch` pixels
/// apart.
fn label_step(categories: &[String], pitch: f64) -> usize {
    let longest = categories.iter().map(|category| letters(category)).max().unwrap_or(1);
    (f64::from(LETTER * longest + 5) / pitch).ceil().max(1.0) as usize
}
