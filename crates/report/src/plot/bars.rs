//! Bar charts, with vertical bars if the categories are numbers, and horizontal bars if they are
//! names.

use crate::{Bars, Series};
use plotters::coord::combinators::BindKeyPoints as _;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::rows::Rows;
use super::{
    CARD, DIGIT, Drawn, Hit, INK, LABEL, MUTED, PlotError, RULE, SERIES, Size, element, font, text_width,
    tick,
};
use crate::figure::{common_digits, decimal, number};

/// Minimum length in pixels of the bar of a value above 0.
const LEAST_LENGTH: i32 = 2;
/// Half the length of the crossbars at the ends of a whisker, in pixels.
const CAP: i32 = 4;

/// Draws a bar chart as an SVG element. For horizontal bars, the height depends on the number of
/// bars and not on `size`.
///
/// # Errors
/// An error of the drawing library, which is not expected.
pub fn bars(bars: &Bars, size: Size) -> Result<String, PlotError> {
    element(
        &bars.title,
        |svg| if bars.named { lying(bars, size.width, svg) } else { standing(bars, size, svg) },
    )
}

/// Returns a function that formats the values of all bars with the same number of digits after the
/// point.
fn labels(bars: &Bars) -> impl Fn(f64) -> String + use<> {
    let digits = common_digits(bars.series.iter().flat_map(|series| &series.values).copied());
    move |value| decimal(value, digits)
}

/// Returns the tooltip of a bar; `label` formats its value.
fn tooltip(bars: &Bars, series: &Series, category: usize, label: impl Fn(f64) -> String) -> String {
    let value = label(series.values.get(category).copied().unwrap_or(0.0));
    let tooltip = format!("{}: {value}{}", bars.categories[category], within(series, category));
    match bars.series.len() {
        1 => tooltip,
        _ => format!("{} · {tooltip}", series.name),
    }
}

/// Formats the confidence interval of a value; empty if the value has no interval.
pub(super) fn within(series: &Series, index: usize) -> String {
    let Some([low, high]) = series.interval(index) else { return String::new() };
    format!(" ({} to {})", rounded(low), rounded(high))
}

/// Formats a limit of an interval with at most four significant digits.
pub(super) fn rounded(limit: f64) -> String {
    number(format!("{limit:.3e}").parse().unwrap_or(limit))
}

/// Returns the largest value or upper limit of an interval in the chart.
fn highest(bars: &Bars) -> f64 {
    let values = bars.series.iter().flat_map(|series| &series.values).copied();
    let limits =
        bars.series.iter().flat_map(|series| series.intervals.iter().flatten().map(|limits| limits[1]));
    values.chain(limits).filter(|value| value.is_finite()).fold(0.0, f64::max)
}

/// Returns the last category if it has no upper end, such as `780+`.
fn open_category(bars: &Bars) -> Option<&String> {
    bars.categories.last().filter(|category| category.ends_with('+'))
}

/// Returns whether a category has a label. Every `step`-th of the `groups` categories has a label.
/// If the last category has no upper end, it always has a label, because it would otherwise look
/// like an ordinary category. In that case, categories less than `step` before it have no label.
const fn has_label(index: usize, step: usize, groups: usize, is_last_open: bool) -> bool {
    let last = groups.saturating_sub(1);
    let is_step = index.is_multiple_of(step);
    if is_last_open { index == last || is_step && index + step <= last } else { is_step }
}

fn standing(bars: &Bars, size: Size, svg: &mut String) -> Drawn {
    let root = SVGBackend::with_string(svg, (size.width, size.height)).into_drawing_area();
    let groups = bars.categories.len();
    let series = bars.series.len().max(1);
    let values = || bars.series.iter().flat_map(|series| &series.values).copied();
    let highest = highest(bars);
    let axis = Axis::of(bars);
    let top = axis.top(highest);
    let across = (-GROUP / 2..centre(groups) - GROUP / 2).with_key_points((0..groups).map(centre).collect());

    let value_label = labels(bars);
    let widest_value = values().map(|value| text_width(&value_label(value))).max().unwrap_or(DIGIT);
    // The space on the left contains the tick labels and the name of the axis. A tick label has at
    // most one digit more than the longest value.
    let left = text_width(&number(highest.trunc())).max(widest_value) + DIGIT + 30;
    let open = open_category(bars);
    let right = open.map_or(10, |category| (text_width(category) / 2).max(10));
    let pitch = f64::from(size.width.saturating_sub(left + right)) / groups.max(1) as f64;
    let step = label_step(&bars.categories, pitch);
    let label = |index: usize| {
        let is_shown = has_label(index, step, groups, open.is_some());
        bars.categories.get(index).filter(|_| is_shown).cloned()
    };

    let mut chart = ChartBuilder::on(&root)
        .margin_top(8)
        // The library draws the name of the axis partly outside of its area, so the margin leaves
        // room.
        .margin_left(5)
        .margin_right(right)
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
        .y_labels(axis.most_ticks(top))
        .x_label_formatter(&|x| label(*x as usize / GROUP as usize).unwrap_or_default())
        .y_label_formatter(&|y| axis.tick(*y))
        .x_desc(&bars.category_axis)
        .y_desc(&bars.value_axis)
        .draw()?;

    let bar_width = f64::from(bar_width(series)) * pitch / f64::from(GROUP);
    let whiskers = bars.series.iter().any(|series| !series.intervals.is_empty());
    // Values are shown above the bars if all bars are wide enough for their values.
    let labelled = !whiskers && bar_width > f64::from(widest_value);
    let hits = draw_bars(bars, &root, &mut chart, Scale { axis, top, labelled })?;
    root.present()?;
    Ok(hits)
}

/// The width of a group of bars in horizontal coordinates. The coordinates are whole numbers,
/// because the library places labels at exact positions only on axes of whole numbers.
const GROUP: i32 = 1000;

/// Returns the horizontal coordinate of the middle of a group.
const fn centre(group: usize) -> i32 {
    GROUP * group as i32
}

/// Returns the width of a bar. The bars of a group take 80 % of its width.
const fn bar_width(series: usize) -> i32 {
    GROUP * 4 / 5 / series as i32
}

/// The vertical coordinates of a chart.
#[derive(Clone, Copy)]
struct Scale {
    axis: Axis,
    /// The upper end of the axis.
    top: f64,
    /// Whether the values are shown above the bars.
    labelled: bool,
}

/// Draws all bars with their intervals and values. Returns the areas with tooltips.
fn draw_bars<X: Ranged<ValueType = i32>, Y: Ranged<ValueType = f64>>(
    bars: &Bars,
    root: &super::Area<'_>,
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, Y>>,
    Scale { axis, top, labelled }: Scale,
) -> Drawn {
    let (value_label, bar_width) = (labels(bars), bar_width(bars.series.len().max(1)));
    let mut hits = Vec::new();
    for (index, series) in bars.series.iter().enumerate() {
        let fill = fill(series, index);
        for (group, &value) in series.values.iter().enumerate() {
            let left = centre(group) - 2 * GROUP / 5 + index as i32 * bar_width + bar_width / 25;
            // There is a narrow gap between the bars.
            let right = left + bar_width * 23 / 25;
            let middle = i32::midpoint(left, right);
            let height = axis.height(value);
            // A value above 0 is always visible.
            let [(x, base), (to_x, mut end)] =
                [(left, 0.0), (right, height)].map(|point| chart.backend_coord(&point));
            end = if value > 0.0 { end.min(base - LEAST_LENGTH) } else { end };
            for fill in [CARD.into(), fill] {
                root.draw(&Rectangle::new([(x, base), (to_x, end)], fill.filled()))?;
            }
            if let Some([low, high]) = series.interval(group) {
                let ends = [low, high]
                    .map(|limit| chart.backend_coord(&(middle, axis.height(limit).clamp(0.0, top))));
                whisker(root, ends, INK, |(x, y), by| (x + by, y))?;
            }
            if labelled {
                let style = font(LABEL, INK).pos(Pos::new(HPos::Center, VPos::Bottom));
                chart.draw_series([Text::new(value_label(value), (middle, height + top * 0.01), style)])?;
            }
            // The area with the tooltip has the full height of the plot. Therefore it is easy to
            // point at low bars.
            let corners = [chart.backend_coord(&(left, top)), chart.backend_coord(&(right, 0.0))];
            hits.push(Hit { corners, tooltip: tooltip(bars, series, group, &value_label) });
        }
    }
    Ok(hits)
}

/// The value axis of vertical bars.
#[derive(Clone, Copy)]
enum Axis {
    /// The height of a bar is its value. If `whole` is true, only whole numbers have labels.
    Linear { whole: bool },
    /// The height of a bar is 1 plus the decimal logarithm of its value, so that the bar of the
    /// value 1 is visible. Values below 1 have the height 0.
    Logarithmic,
}

impl Axis {
    fn of(bars: &Bars) -> Self {
        if bars.logarithmic {
            return Self::Logarithmic;
        }
        let mut values = bars.series.iter().flat_map(|series| &series.values);
        Self::Linear { whole: values.all(|value| value.fract() == 0.0) }
    }

    fn height(self, value: f64) -> f64 {
        match self {
            Self::Linear { .. } => value,
            Self::Logarithmic if value >= 1.0 => value.log10() + 1.0,
            Self::Logarithmic => 0.0,
        }
    }

    /// Returns the upper end of the axis; `highest` is the largest value.
    fn top(self, highest: f64) -> f64 {
        let height = self.height(highest);
        if height > 0.0 { height * 1.12 } else { 1.0 }
    }

    /// Returns the maximum number of tick labels on the axis.
    fn most_ticks(self, top: f64) -> usize {
        match self {
            Self::Linear { .. } => 5,
            Self::Logarithmic => (top as usize + 1).min(12),
        }
    }

    /// Returns the label of the tick at a height. The label is empty if it would have to be
    /// rounded.
    fn tick(self, height: f64) -> String {
        match self {
            Self::Linear { whole: true } | Self::Logarithmic if height.fract() != 0.0 => String::new(),
            Self::Linear { .. } => tick(height),
            Self::Logarithmic if height < 1.0 => tick(0.0),
            Self::Logarithmic => tick(10_f64.powf(height - 1.0)),
        }
    }
}

fn lying(bars: &Bars, width: u32, svg: &mut String) -> Drawn {
    let series = bars.series.len().max(1);
    let rows = Rows::new(bars.categories.iter().map(String::as_str), width).of_bars(series);
    let root = SVGBackend::with_string(svg, (width, rows.height())).into_drawing_area();
    let (highest, value_label) = (highest(bars), labels(bars));
    let figures =
        bars.series.iter().flat_map(|series| &series.values).map(|&value| text_width(&value_label(value)));
    // The axis is extended, so that the value fits after the end of the longest bar.
    let figure = f64::from(figures.max().unwrap_or(DIGIT) + DIGIT) / f64::from(width);
    let end = if highest > 0.0 { highest * (1.02 + 1.5 * figure) } else { 1.0 };
    let chart = rows.chart(&root, 0.0..end, &bars.value_axis)?;
    // The thickness of a bar. The bars of a row together take 62 % of the row's height if there is
    // one series, and 84 % otherwise. The height does not include the line for the name.
    let thickness = rows.part(if series == 1 { 620 } else { 840 }) / series as i32;
    let mut hits = Vec::new();
    for (index, series) in bars.series.iter().enumerate() {
        let fill = fill(series, index);
        for (row, &value) in series.values.iter().enumerate().take(bars.categories.len()) {
            // The first bar is at the top of the row.
            let above =
                rows.centre(row) + thickness * bars.series.len() as i32 / 2 - thickness * index as i32;
            let below = above - thickness * 9 / 10;
            let middle = i32::midpoint(above, below);
            let [(base, y), (mut end_x, to_y)] =
                [(0.0, above), (value, below)].map(|point| chart.backend_coord(&point));
            end_x = if value > 0.0 { end_x.max(base + LEAST_LENGTH) } else { end_x };
            for fill in [CARD.into(), fill] {
                root.draw(&Rectangle::new([(base, y), (end_x, to_y)], fill.filled()))?;
            }
            let mut reaches = value;
            if let Some([low, high]) = series.interval(row) {
                let ends = [low, high].map(|limit| chart.backend_coord(&(limit.clamp(0.0, end), middle)));
                whisker(&root, ends, INK, |(x, y), by| (x, y + by))?;
                reaches = reaches.max(high);
            }
            let (x, y) = chart.backend_coord(&(reaches, middle));
            let style = font(LABEL, INK).pos(Pos::new(HPos::Left, VPos::Center));
            root.draw(&Text::new(value_label(value), (x + 7, y), style))?;
            let corners = [chart.backend_coord(&(0.0, above)), chart.backend_coord(&(end, below))];
            hits.push(Hit { corners, tooltip: tooltip(bars, series, row, &value_label) });
        }
    }
    root.present()?;
    Ok(hits)
}

/// Returns the colour of the bars of a series. Bars with whiskers are half transparent, so that the
/// whiskers are visible. The background's colour is drawn below each bar and hides the grid there.
fn fill(series: &Series, index: usize) -> RGBAColor {
    SERIES[index % SERIES.len()].mix(bar_opacity(series))
}

/// Returns the opacity of the bars of a series.
pub fn bar_opacity(series: &Series) -> f64 {
    if series.intervals.is_empty() { 1.0 } else { 0.55 }
}

/// Draws a line between two points, with a crossbar at each end. Coordinates are in pixels. The
/// function `aside` moves a point by a number of pixels in the direction of the crossbars.
/// [`INK`] is the usual colour.
pub(super) fn whisker(
    root: &super::Area<'_>,
    ends: [(i32, i32); 2],
    color: RGBColor,
    aside: impl Fn((i32, i32), i32) -> (i32, i32),
) -> Result<(), Box<dyn std::error::Error>> {
    let line = |from, to| root.draw(&PathElement::new([from, to], color.stroke_width(1)));
    line(ends[0], ends[1]).map_err(|error| error.to_string())?;
    for end in ends {
        line(aside(end, -CAP), aside(end, CAP)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Returns the smallest n for which labels at every n-th category do not overlap. Each category is
/// `pitch` pixels wide.
fn label_step(categories: &[String], pitch: f64) -> usize {
    let longest = categories.iter().map(|category| text_width(category)).max().unwrap_or(DIGIT);
    (f64::from(longest + 5) / pitch).ceil().max(1.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(named: bool, categories: &[&str], series: Vec<Series>) -> String {
        drawn_on(false, named, categories, series)
    }

    fn drawn_on(logarithmic: bool, named: bool, categories: &[&str], series: Vec<Series>) -> String {
        let plot = Bars {
            title: "Points <of> all".to_owned(),
            category_axis: "player".to_owned(),
            named,
            logarithmic,
            value_axis: "points".to_owned(),
            categories: categories.iter().map(|name| (*name).to_owned()).collect(),
            series,
        };
        bars(&plot, Size { width: 360, height: 260 }).unwrap()
    }

    #[test]
    fn every_name_is_shown_however_many_there_are() {
        let names: Vec<String> = (0..30).map(|at| format!("name{at}<")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let svg = drawn(true, &names, vec![Series::new("points", vec![1.0; 30])]);
        for at in 0..30 {
            assert!(svg.contains(&format!("\nname{at}&lt;\n")), "{at}: {svg}");
        }
        // On a scale, some categories are not labelled.
        let svg = drawn(false, &names, vec![Series::new("points", vec![1.0; 30])]);
        assert!(svg.contains("\nname0&lt;\n") && !svg.contains("\nname1&lt;\n"));
    }

    #[test]
    fn an_interval_is_a_whisker_and_shown_in_the_tooltip() {
        for named in [true, false] {
            let series = Series::new("points", vec![2.0, 3.0]).within(vec![Some([1.5, 2.5]), None]);
            let svg = drawn(named, &["one", "other"], vec![series]);
            assert!(svg.contains("<title>one: 2 (1.5 to 2.5)</title>"), "{svg}");
            assert!(svg.contains("<title>other: 3</title>"), "{svg}");
            let two = vec![Series::new("a", vec![2.0]), Series::new("b", vec![0.0])];
            assert!(drawn(named, &["one"], two).contains("<title>b · one: 0</title>"));
        }
    }

    #[test]
    fn heights_on_a_logarithmic_axis_grow_by_equal_steps() {
        let axis = Axis::Logarithmic;
        let heights = [0.0, 0.5, 1.0, 10.0, 1000.0].map(|value| axis.height(value).to_string());
        assert_eq!(heights, ["0", "0", "1", "2", "4"]);
        assert_eq!([0.0, 1.0, 1.5, 4.0].map(|height| axis.tick(height)), ["0", "1", "", "1,000"]);
        let svg = drawn_on(true, false, &["0", "100"], vec![Series::new("x", vec![7000.0, 3.0])]);
        for label in ["\n100\n", "\n1,000\n", "<title>100: 3</title>"] {
            assert!(svg.contains(label), "{label}: {svg}");
        }
    }

    #[test]
    fn whatever_the_values_something_is_drawn() {
        for (named, logarithmic) in [(true, false), (false, false), (false, true)] {
            for values in [vec![], vec![0.0], vec![1e300], vec![5e-324], vec![f64::NAN]] {
                let names = vec!["a"; values.len()];
                let intervals = vec![Some([0.0, f64::INFINITY]); values.len()];
                let series = Series::new("x", values).within(intervals);
                assert!(drawn_on(logarithmic, named, &names, vec![series]).contains("<svg"));
            }
        }
    }
}
