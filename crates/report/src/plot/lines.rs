//! Line charts.

use crate::{Lines, Series};
use plotters::prelude::*;

use super::bars::{rounded, whisker, within};
use super::{
    DIGIT, Drawn, Hit, INK, LABEL, MUTED, PlotError, RULE, SERIES, Size, element, font, text_width, tick,
};
use crate::figure::number;

/// Maximum number of areas with a tooltip.
const MOST_HITS: usize = 48;

/// Draws a line chart as an SVG element.
///
/// # Errors
/// An error of the drawing library, which is not expected.
pub fn lines(lines: &Lines, size: Size) -> Result<String, PlotError> {
    element(&lines.title, |svg| draw(lines, size, svg))
}

fn draw(lines: &Lines, size: Size, svg: &mut String) -> Drawn {
    let root = SVGBackend::with_string(svg, (size.width, size.height)).into_drawing_area();
    let [bottom, top] = limits(lines);
    // An axis needs a range of positive length, even if there are fewer than two positions.
    let (first, last) = match (lines.places.first(), lines.places.last()) {
        (Some(&first), Some(&last)) if first < last => (first, last),
        (Some(&only), _) => (only, only + 1.0),
        _ => (0.0, 1.0),
    };
    let left = text_width(&tick_like(top)) + DIGIT + 30;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(8)
        // The library draws the name of the axis at the edge, partly outside of its area.
        .margin_left(5)
        .margin_right(18)
        .margin_bottom(4)
        .x_label_area_size(44)
        .y_label_area_size(left)
        .build_cartesian_2d(first..last, bottom..top)?;
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
        .x_label_formatter(&|&x| tick(x))
        .y_label_formatter(&|&y| tick(y))
        .x_desc(&lines.place_axis)
        .y_desc(if bottom > 0.0 {
            format!("{}, from {}", lines.value_axis, rounded(bottom))
        } else {
            lines.value_axis.clone()
        })
        .draw()?;
    for (index, series) in lines.series.iter().enumerate() {
        let points = lines.places.iter().copied().zip(series.values.iter().copied());
        let color = SERIES[index % SERIES.len()];
        chart.draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?;
        if series.intervals.is_empty() {
            continue;
        }
        for (at, point) in points.enumerate() {
            chart.draw_series([Circle::new(point, 4, color.filled())])?;
            if let Some([low, high]) = series.interval(at) {
                // An infinite limit of an interval is drawn at the edge of the chart.
                let ends = [low, high].map(|limit| chart.backend_coord(&(point.0, limit.clamp(bottom, top))));
                whisker(&root, ends, |(x, y), by| (x + by, y))?;
            }
        }
    }
    // The areas with tooltips, in pixels.
    let edges = [top, bottom].map(|edge| chart.backend_coord(&(first, edge)).1);
    let hits = pointed_at(lines, |place| chart.backend_coord(&(place, bottom)).0, edges);
    root.present()?;
    Ok(hits)
}

/// Returns a text that is about as wide as the tick labels of an axis that ends at `top`.
fn tick_like(top: f64) -> String {
    if top < 1.0 { "0.00".to_owned() } else { number(top.trunc()) }
}

/// Returns the lower and upper end of the vertical axis. The lower end is 0, except if a value is
/// negative, or if the values have intervals and are all far above 0.
fn limits(lines: &Lines) -> [f64; 2] {
    let values = lines.series.iter().flat_map(|series| &series.values).copied();
    let ends = lines.series.iter().flat_map(|series| series.intervals.iter().flatten().copied().flatten());
    let all = || values.clone().chain(ends.clone()).filter(|value| value.is_finite());
    let highest = all().fold(0.0, f64::max);
    let lowest = all().fold(f64::INFINITY, f64::min);
    let measured = lines.series.iter().any(|series| !series.intervals.is_empty());
    let margin = (highest - lowest) * 0.08;
    match highest {
        _ if lowest < 0.0 => [lowest - margin, highest + margin],
        ..=0.0 => [0.0, 1.0],
        _ if measured && lowest > highest / 2.0 && margin > 0.0 => [lowest - margin, highest + margin],
        _ => [0.0, highest * 1.08],
    }
}

/// Returns the areas with tooltips, which show the values of all lines at one position. If there
/// are many positions, only some of them have a tooltip. Each area extends from the upper to the
/// lower edge of the plot. Neighbouring areas meet in the middle between their positions.
fn pointed_at(lines: &Lines, across: impl Fn(f64) -> i32, [above, below]: [i32; 2]) -> Vec<Hit> {
    let step = lines.places.len().div_ceil(MOST_HITS).max(1);
    let places: Vec<usize> = (0..lines.places.len()).step_by(step).collect();
    let middle = |from: usize, to: usize| across(f64::midpoint(lines.places[from], lines.places[to]));
    let hit = |(index, &at): (usize, &usize)| {
        let left = index
            .checked_sub(1)
            .map_or_else(|| across(lines.places[at]), |before| middle(places[before], at));
        let right = places.get(index + 1).map_or_else(|| across(lines.places[at]), |&next| middle(at, next));
        let value = |series: &Series| {
            let value = rounded(*series.values.get(at)?);
            Some(format!("{}: {value}{}", series.name, within(series, at)))
        };
        let tooltip = [number(lines.places[at])].into_iter().chain(lines.series.iter().filter_map(value));
        let tooltip = tooltip.collect::<Vec<_>>().join("\n");
        // The first and the last area have a minimum width.
        Hit { corners: [(left.min(right - 6), above), (right.max(left + 6), below)], tooltip }
    };
    places.iter().enumerate().map(hit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(places: Vec<f64>, series: Vec<Series>) -> String {
        let plot = Lines {
            title: "A title with <markup>".to_owned(),
            place_axis: "seconds".to_owned(),
            value_axis: "points".to_owned(),
            places,
            series,
        };
        lines(&plot, Size { width: 360, height: 260 }).unwrap()
    }

    #[test]
    fn places_say_what_all_lines_come_to() {
        let one = Series::new("one", vec![10.0, 11.0]).within(vec![Some([9.5, 10.5]), None]);
        let svg = drawn(vec![0.1, 0.2], vec![one, Series::new("other", vec![9.0, 12.0])]);
        assert!(svg.contains("<title>0.1\none: 10 (9.5 to 10.5)\nother: 9</title>"), "{svg}");
        assert!(svg.contains("<title>0.2\none: 11\nother: 12</title>"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 2, "measured positions have dots");
        // With many positions, only some have tooltips.
        let many: Vec<f64> = (0..1000).map(f64::from).collect();
        let tooltip = drawn(many.clone(), vec![Series::new("one", many)]).matches("<title>").count();
        assert!((20..=MOST_HITS).contains(&tooltip), "{tooltip}");
    }

    #[test]
    fn whatever_the_values_something_is_drawn() {
        for values in [vec![], vec![0.0], vec![1e300, 0.0], vec![f64::NAN, 1.0]] {
            let places = (0..values.len()).map(|at| at as f64).collect();
            let intervals = vec![Some([0.0, f64::INFINITY]); values.len()];
            assert!(drawn(places, vec![Series::new("x", values).within(intervals)]).contains("<svg"));
        }
    }
}
