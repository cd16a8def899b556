//! Line charts.

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::{Lines, Mark, Series};

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

/// Returns the value at which the vertical axis begins, rounded to three significant digits; `None`
/// if the axis begins at 0 or below.
pub fn begin(lines: &Lines) -> Option<f64> {
    let begin = limits(lines)[0];
    (begin > 0.0).then(|| format!("{begin:.2e}").parse().unwrap_or(begin))
}

fn draw(lines: &Lines, size: Size, svg: &mut String) -> Drawn {
    let root = SVGBackend::with_string(svg, (size.width, size.height)).into_drawing_area();
    let [bottom, top] = limits(lines);
    let across = Across { logarithmic: lines.logarithmic };
    // An axis needs a range of positive length, even if there are fewer than two positions.
    let [first, last] = match (lines.places.first(), lines.places.last()) {
        (Some(&first), Some(&last)) if first < last => [first, last].map(|place| across.at(place)),
        (Some(&only), _) => [across.at(only), across.at(only) + 1.0],
        _ => [0.0, 1.0],
    };
    // Dots are kept at a distance from the axis, so that their intervals can be seen.
    let margin = if lines.series.iter().any(is_measured) { 0.04 * (last - first) } else { 0.0 };
    let left = text_width(&tick_like(top)) + DIGIT + 30;
    let ticks = across.ticks([first - margin, last + margin], if size.width < 500 { 4 } else { 8 });
    let mut chart = ChartBuilder::on(&root)
        .margin_top(8)
        // The library draws the name of the axis partly outside of its area, so the margin leaves
        // room.
        .margin_left(5)
        .margin_right(18)
        .margin_bottom(4)
        .x_label_area_size(44)
        .y_label_area_size(left)
        .build_cartesian_2d(Axis { ends: [first - margin, last + margin], ticks }, bottom..top)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RULE)
        .axis_style(MUTED)
        .label_style(font(LABEL, MUTED))
        .axis_desc_style(font(LABEL, INK))
        .y_labels(5)
        .x_label_formatter(&|&x| tick(across.place(x)))
        .y_label_formatter(&|&y| tick(y))
        .x_desc(&lines.place_axis)
        .y_desc(&lines.value_axis)
        .draw()?;
    if let Some(mark) = &lines.mark {
        let ends = [first - margin, last + margin].map(|x| chart.backend_coord(&(x, mark.value)));
        draw_mark(&root, mark, ends, chart.backend_coord(&(first, top)).1)?;
    }
    let measured = lines.series.iter().filter(|series| is_measured(series)).count() as i32;
    let (overlap, mut before) = (have_overlaps(lines), 0);
    for (index, series) in lines.series.iter().enumerate() {
        let color = SERIES[index % SERIES.len()];
        // If intervals overlap, the measured series are shifted sideways by a few pixels.
        let shift = if overlap && is_measured(series) { 3 * (2 * before + 1 - measured) } else { 0 };
        before += i32::from(is_measured(series));
        let pixel = |(x, y): (f64, f64)| {
            let (x, y) = chart.backend_coord(&(across.at(x), y));
            (x + shift, y)
        };
        let points = || lines.places.iter().copied().zip(series.values.iter().copied());
        let drawn: Vec<(i32, i32)> = points().filter(|point| point.1.is_finite()).map(pixel).collect();
        root.draw(&PathElement::new(drawn, color.stroke_width(2)))?;
        for (at, point) in
            points().enumerate().filter(|(_, point)| is_measured(series) && point.1.is_finite())
        {
            root.draw(&Circle::new(pixel(point), 4, color.filled()))?;
            if let Some([low, high]) = series.interval(at) {
                // An infinite limit of an interval is drawn at the edge of the chart.
                let ends = [low, high].map(|limit| pixel((point.0, limit.clamp(bottom, top))));
                whisker(&root, ends, color, |(x, y), by| (x + by, y))?;
            }
        }
    }
    // The areas with tooltips, in pixels.
    let edges = [top, bottom].map(|edge| chart.backend_coord(&(first, edge)).1);
    let hits = pointed_at(lines, |place| chart.backend_coord(&(across.at(place), bottom)).0, edges);
    root.present()?;
    Ok(hits)
}

/// Draws a mark: a dashed horizontal line between two points, with its name. `top` is the top of
/// the chart.
fn draw_mark(
    root: &super::Area<'_>,
    mark: &Mark,
    [from, to]: [(i32, i32); 2],
    top: i32,
) -> Result<(), Box<dyn std::error::Error>> {
    let dashes = (from.0..to.0).step_by(8).map(|x| [(x, from.1), ((x + 4).min(to.0), from.1)]);
    for dash in dashes {
        root.draw(&PathElement::new(dash, MUTED.stroke_width(1))).map_err(|error| error.to_string())?;
    }
    // The label is at the left, where most curves are still far from the value. The label is above
    // the line, unless it would then be outside of the chart.
    let above = from.1 > top + 20;
    let pos = Pos::new(HPos::Left, if above { VPos::Bottom } else { VPos::Top });
    let place = (from.0 + 4, from.1 + if above { -3 } else { 3 });
    let label = Text::new(mark.name.clone(), place, font(LABEL, MUTED).pos(pos));
    root.draw(&label).map_err(|error| error.to_string().into())
}

/// Returns whether intervals of two series overlap at the same position.
fn have_overlaps(lines: &Lines) -> bool {
    let at = |place: usize| {
        let mut ends: Vec<[f64; 2]> =
            lines.series.iter().filter_map(|series| series.interval(place)).collect();
        ends.sort_by(|one, other| one[0].total_cmp(&other[0]));
        ends.windows(2).any(|pair| pair[1][0] <= pair[0][1])
    };
    (0..lines.places.len()).any(at)
}

/// Returns whether the values of a series were measured at each position. They are drawn as dots.
const fn is_measured(series: &Series) -> bool {
    !series.intervals.is_empty()
}

/// The horizontal axis: the coordinates of its ends and of its ticks.
#[derive(Clone)]
struct Axis {
    ends: [f64; 2],
    ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, &at: &f64, (left, right): (i32, i32)) -> i32 {
        let [first, last] = self.ends;
        left + ((at - first) / (last - first) * f64::from(right - left)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.ends[0]..self.ends[1]
    }
}

/// The scale of the horizontal axis.
#[derive(Clone, Copy)]
struct Across {
    logarithmic: bool,
}

impl Across {
    /// Returns the coordinate of a position. On a logarithmic axis, it is log₁₀(1 + position).
    fn at(self, place: f64) -> f64 {
        if self.logarithmic { libm::log10(1.0 + place.max(0.0)) } else { place }
    }

    /// Returns the position at a coordinate.
    fn place(self, at: f64) -> f64 {
        if self.logarithmic { (libm::pow(10.0, at) - 1.0).round() } else { at }
    }

    /// Returns the coordinates of the ticks between two coordinates. On a logarithmic axis, the
    /// ticks are at the positions 0, 1, 10, 100 and so on. Otherwise their distance is the smallest
    /// number of the form 1, 2 or 5 times a power of ten that is at least the range divided by
    /// `most`.
    fn ticks(self, [first, last]: [f64; 2], most: usize) -> Vec<f64> {
        if self.logarithmic {
            let places = std::iter::once(0.0).chain((0..=300).map(|power| libm::pow(10.0, f64::from(power))));
            return places.map(|place| self.at(place)).filter(|at| (first..=last).contains(at)).collect();
        }
        let least = (last - first) / most as f64;
        let power = libm::pow(10.0, libm::log10(least).floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= least);
        let Some(step) = step.filter(|step| step.is_normal()) else { return vec![first] };
        let begin = (first / step).ceil();
        (0..=most).map(|tick| (begin + tick as f64) * step).take_while(|&at| at <= last).collect()
    }
}

/// Returns a text that is about as wide as the tick labels of an axis that ends at `top`.
fn tick_like(top: f64) -> String {
    if top < 1.0 { "0.00".to_owned() } else { number(top.trunc()) }
}

/// Returns the lower and upper end of the vertical axis. The lower end is 0, except if a value is
/// negative, or if the values have intervals and the smallest value is more than half the largest.
///
/// The [mark](Lines::mark) lies between the two ends.
fn limits(lines: &Lines) -> [f64; 2] {
    let values = lines.series.iter().flat_map(|series| &series.values).copied();
    let ends = lines.series.iter().flat_map(|series| series.intervals.iter().flatten().copied().flatten());
    let mark = lines.mark.iter().map(|mark| mark.value);
    let all = || values.clone().chain(ends.clone()).chain(mark.clone()).filter(|value| value.is_finite());
    let highest = all().fold(0.0, f64::max);
    let lowest = all().fold(f64::INFINITY, f64::min);
    let measured = lines.series.iter().any(is_measured);
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
            logarithmic: false,
            places,
            series,
            mark: None,
        };
        lines(&plot, Size { width: 360, height: 260 }).unwrap()
    }

    #[test]
    fn ticks_are_round_numbers_and_powers_of_ten() {
        let across = |logarithmic| Across { logarithmic };
        assert_eq!(across(false).ticks([0.0, 1.0], 5), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(across(false).ticks([8_000.0, 25_000.0], 4), [10_000.0, 15_000.0, 20_000.0, 25_000.0]);
        let ticks = across(true).ticks([0.0, across(true).at(5000.0)], 4);
        let places: Vec<f64> = ticks.into_iter().map(|at| across(true).place(at)).collect();
        assert_eq!(places, [0.0, 1.0, 10.0, 100.0, 1000.0]);
        for wild in [[0.0, 1e-320], [1e300, 1e300 + 1e285], [0.0, f64::INFINITY]] {
            assert!(across(false).ticks(wild, 4).len() <= 5);
        }
    }

    #[test]
    fn a_marked_value_has_a_label_and_is_inside_the_chart() {
        let series = vec![Series::new("one", vec![10.0, 11.0]).within(vec![Some([9.5, 10.5]), None])];
        let mark = Some(Mark { name: "equal players".to_owned(), value: 20.0 });
        let text = String::new();
        let plot = Lines {
            title: text.clone(),
            place_axis: text.clone(),
            value_axis: text,
            logarithmic: true,
            places: vec![0.0, 1000.0],
            series,
            mark,
        };
        let svg = lines(&plot, Size { width: 360, height: 260 }).unwrap();
        assert!(svg.contains("equal players") && svg.contains("\n100\n"), "{svg}");
        assert!(limits(&plot)[1] > 20.0);
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
