//! Rendering of a report for the terminal, from the model of [`quadrille::runner::report`].

use std::collections::HashSet;
use std::fmt::Write as _;

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table as Grid, TableStyle,
};
use quadrille::report::figure::{common_digits, counted, decimal, number};
use quadrille::report::{Bars, Block, Cell, Command, Lines, ReportTable, Section, Spans};
use quadrille::runner::Report;
use textwrap::core::display_width;

/// Minimum width in columns.
const LEAST_WIDTH: usize = 40;
/// Maximum width of a bar in columns.
const LONGEST_BAR: usize = 100;
/// Maximum length in bytes of a short paragraph: three lines.
const SHORT_TEXT: usize = 230;
/// In a section with a table, a curve with fewer points than this number is left out.
const FEWEST_POINTS: usize = 8;
/// The beginning of the line below a table whose rows are not all shown.
const MORE: &str = "… ";
/// Minimum number of lines that are shown of an incomplete section: an empty line, the title, the
/// header of a table and three rows. The first section is exempt.
const FEWEST_LINES: usize = 7;
/// Maximum number of lines of a shortened answer: the height of an ordinary terminal.
const SHORTENED: usize = 24;
/// Maximum width of text in columns, for readability.
const TEXT_WIDTH: usize = 96;
const BOLD: &str = "\u{1b}[1m";
const DIM: &str = "\u{1b}[2m";
const CYAN: &str = "\u{1b}[36m";
const PLAIN: &str = "\u{1b}[0m";
/// Block characters of a column, from empty to full.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Returns the width of the terminal in columns, at least [`LEAST_WIDTH`]; 80 for a pipe or a file.
fn width() -> usize {
    textwrap::termwidth().max(LEAST_WIDTH)
}

/// Renders a report and the lines below it at the terminal's width. The text contains colours; the
/// writer removes them where necessary. The text has at most [`SHORTENED`] lines, unless `full` is
/// set.
pub(crate) fn report(report: &Report, footer: &str, full: bool) -> String {
    report_in(report, footer, full, width())
}

fn report_in(report: &Report, footer: &str, full: bool, width: usize) -> String {
    let [heading, lead] = [&report.title, &report.lead].map(|text| paragraph(text, width));
    let head = format!("{BOLD}{heading}{PLAIN}\n{lead}\n");
    let rendered = report.sections.iter().map(|section| (section, pieces(section, Form::Full, width)));
    // A section of maps alone is only in the HTML page.
    let (all, sections): (Vec<&Section>, Vec<String>) = rendered
        .filter(|(_, pieces)| !pieces.is_empty())
        .map(|(section, pieces)| (section, self::section(section, pieces)))
        .unzip();
    let whole = head.clone() + &sections.concat();
    let lines = |text: &str| text.lines().count();
    if full || lines(&whole) + lines(footer) <= SHORTENED {
        return whole + footer;
    }
    let room = SHORTENED.saturating_sub(lines(footer) + 2);
    let mut text = head;
    let (mut shown, mut more) = (0, Vec::new());
    for (number, section) in all.iter().enumerate() {
        let left = room.saturating_sub(lines(&text));
        let whole = self::section(section, pieces(section, Form::Short, width));
        if lines(&whole) <= left {
            text.push_str(&whole);
            shown += 1;
            if lacks_columns(section, width) {
                more.push(format!("more of {}", section.title));
            }
            continue;
        }
        // If a section does not fit, its beginning is shown, and the sections after it are left
        // out. The beginning of a later section is shown only if it includes some rows of a table.
        let part = part(section, width, left);
        if number == 0 || lines(&part) >= FEWEST_LINES && part.contains(MORE) {
            text.push_str(&part);
            more.push(format!("more of {}", section.title));
            shown += 1;
        }
        break;
    }
    let titles = all[shown..].iter().map(|section| section.title.as_str());
    let titles: Vec<&str> = more.iter().map(String::as_str).chain(titles).collect();
    let _ = writeln!(text, "\n{DIM}{}{PLAIN}", rest(&titles, width));
    text + footer
}

/// Renders the part of a section that fits into `room` lines. Tables can be cut after some rows;
/// other blocks are shown only as a whole.
fn part(section: &Section, width: usize, room: usize) -> String {
    let mut text = title(section);
    for Piece { text: whole, table } in pieces(section, Form::Short, width) {
        let left = room.saturating_sub(text.lines().count());
        if whole.lines().count() <= left {
            text.push_str(&whole);
        } else if let Some(table) = table {
            let all = table.rows.len();
            let selected = |count: usize| {
                let left_out = all - count;
                let (rows, note) = if is_scale(table) && count > 1 {
                    let rows = spread(table, count).into_iter().map(|row| table.rows[row].clone());
                    (rows.collect(), format!("{} between these", counted(left_out as u64, "more row")))
                } else {
                    (table.rows[..count].to_vec(), counted(left_out as u64, "more row"))
                };
                let table = ReportTable { rows, ..table.clone() };
                format!("{}{MORE}{note}\n", table_in(&table, Form::Short, width))
            };
            let mut parts = (1..all.min(SHORTENED)).map(selected);
            text.extend(parts.rfind(|part| part.lines().count() <= left));
        }
    }
    text
}

/// Returns whether the first column of a table contains ascending numbers, such as the values of a
/// swept key. The rows of other tables are ranked: the first are the most important.
fn is_scale(table: &ReportTable) -> bool {
    let number = |row: &Vec<Cell>| row[0].text().replace([',', ' '], "").trim_end_matches('%').parse::<f64>();
    let numbers: Result<Vec<f64>, _> = table.rows.iter().map(number).collect();
    table.columns[0].numeric && numbers.is_ok_and(|numbers| numbers.is_sorted())
}

/// Selects `count` rows of a scale: the first and the last, rows with the largest or the smallest
/// value of a column, and rows that are spread evenly.
fn spread(table: &ReportTable, count: usize) -> Vec<usize> {
    let all = table.rows.len();
    let extremes =
        (1..table.columns.len()).filter(|&column| table.columns[column].numeric).flat_map(|column| {
            let value =
                |&row: &usize| table.rows[row][column].text().replace([',', ' '], "").parse::<f64>().ok();
            let known = || (0..all).filter_map(|row| Some((row, value(&row)?)));
            let most = known().max_by(|one, other| one.1.total_cmp(&other.1));
            let least = known().min_by(|one, other| one.1.total_cmp(&other.1));
            [most, least].into_iter().flatten().map(|(row, _)| row)
        });
    let mut rows: Vec<usize> = [0, all - 1].into_iter().take(count).collect();
    for row in extremes {
        if rows.len() < count.div_ceil(2) && !rows.contains(&row) {
            rows.push(row);
        }
    }
    // Each further row is the row that is farthest from all selected rows.
    while rows.len() < count.min(all) {
        let gap = |row: &usize| rows.iter().map(|other| row.abs_diff(*other)).min().unwrap_or(0);
        let Some(next) = (0..all).max_by_key(gap) else { break };
        rows.push(next);
    }
    rows.sort_unstable();
    rows
}

/// Returns the last line of a shortened report. The line names the omitted sections, as far as the
/// names fit.
fn rest(titles: &[&str], width: usize) -> String {
    if titles.is_empty() {
        return "--full shows all lines and columns".to_owned();
    }
    let line = |named: usize| {
        let more = titles.len() - named;
        let more = (more > 0).then(|| counted(more as u64, "more section"));
        let parts: Vec<&str> = titles[..named].iter().copied().chain(more.as_deref()).collect();
        format!("--full also shows: {}", parts.join(" · "))
    };
    (0..=titles.len()).map(line).rfind(|line| display_width(line) <= width).unwrap_or_else(|| line(0))
}

fn paragraph(text: &str, width: usize) -> String {
    textwrap::fill(text, width.min(TEXT_WIDTH))
}

/// Returns whether a table has a row for each category of a bar chart, with its value and further
/// numbers. In the short form, the chart is then left out.
fn contains(table: &ReportTable, bars: &Bars) -> bool {
    let named = |name: &String| table.rows.iter().any(|row| row[0].text() == name);
    table.rows.len() == bars.categories.len() && table.columns.len() > 2 && bars.categories.iter().all(named)
}

/// Returns whether a table shows only the categories and values that a bar chart also shows.
fn says_the_same(table: &ReportTable, bars: &Bars) -> bool {
    let [series] = bars.series.as_slice() else { return false };
    table.columns.len() == 2
        && table.rows.len() == bars.categories.len()
        && table.rows.iter().zip(&series.values).all(|(row, &value)| row[1].text() == number(value))
}

/// How much of a section is rendered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Everything. Columns that do not fit continue in a further table below.
    Full,
    /// Tables have only the columns that fit. Command lines for further details, and tables that
    /// are initially closed in the HTML page, are left out.
    Short,
}

/// A rendered block of a section.
struct Piece<'a> {
    /// The rendered block as lines of text.
    text: String,
    /// The table, if the block is one.
    table: Option<&'a ReportTable>,
}

fn title(section: &Section) -> String {
    format!("\n{BOLD}{}{PLAIN}\n", section.title)
}

fn section(section: &Section, pieces: Vec<Piece<'_>>) -> String {
    let texts = pieces.into_iter().map(|piece| piece.text);
    title(section) + &texts.collect::<String>()
}

/// Renders the blocks of a section. In the full form, if a table follows a diagram, the two are
/// exchanged. In the short form, all tables precede all diagrams. A table that has the same content
/// as a bar chart is left out.
fn pieces(section: &Section, form: Form, width: usize) -> Vec<Piece<'_>> {
    let (tables, others): (Vec<&Block>, Vec<&Block>) =
        section.blocks.iter().partition(|block| matches!(block, Block::Table(_)));
    // Paragraphs at the beginning stay there if they introduce a table, which follows them
    // directly. If a chart follows, they stay only if all of them are short, so that the short form
    // has space for the tables.
    let leading = section.blocks.iter().take_while(|block| matches!(block, Block::Text(_))).count();
    let long = |block: &Block| matches!(block, Block::Text(text) if text.len() > SHORT_TEXT);
    let before = section.blocks.get(leading).is_some_and(|block| matches!(block, Block::Table(_)))
        || !section.blocks[..leading].iter().any(long);
    let (first, rest) = others.split_at(if before { leading } else { 0 });
    let drawn = |table: &ReportTable| {
        section.blocks.iter().any(|block| matches!(block, Block::Bars(bars) if says_the_same(table, bars)))
    };
    let contained = |bars: &Bars| {
        section.blocks.iter().any(|block| matches!(block, Block::Table(table) if contains(table, bars)))
    };
    let text = |block: &Block| {
        Some(match block {
            Block::Table(table) if drawn(table) => return None,
            // A paragraph that introduces the next block is separated from the previous block.
            Block::Text(words) if words.ends_with(':') => format!("\n{}\n", paragraph(words, width)),
            Block::Text(words) => paragraph(words, width) + "\n",
            Block::Table(table) => table_in(table, form, width),
            Block::Bars(bars) if form == Form::Short && contained(bars) => return None,
            Block::Bars(bars) if bars.series.len() == 1 => self::bars(bars, width),
            // A curve of a few points shows less than its table.
            Block::Lines(lines) if lines.places.len() < FEWEST_POINTS && !tables.is_empty() => return None,
            Block::Lines(lines) => self::lines(lines, width),
            Block::Spans(spans) => self::spans(spans, width),
            Block::Folded(_) | Block::Command(_) if form == Form::Short => return None,
            Block::Folded(folded) => format!("{}\n{}", folded.summary, table_in(&folded.table, form, width)),
            // The command is not wrapped, so that it can be copied.
            Block::Command(Command { what, line }) => {
                format!("{}\n  {CYAN}{line}{PLAIN}\n", paragraph(what, width))
            }
            // These diagrams are left out, because a table of the section has the same values.
            Block::Bars(_) | Block::Strip(_) | Block::Ranges(_) | Block::Heat(_) | Block::Board(_) => {
                return None;
            }
        })
    };
    let blocks: Vec<&Block> = match form {
        Form::Full => tables_first(&section.blocks),
        Form::Short => first.iter().chain(&tables).chain(rest).copied().collect(),
    };
    let pieces = blocks.into_iter().filter_map(|block| {
        let table = if let Block::Table(table) = block { Some(table) } else { None };
        Some(Piece { text: text(block)?, table })
    });
    pieces.collect()
}

/// Returns the blocks in their order, except that a table and a diagram directly before it are
/// exchanged.
fn tables_first(blocks: &[Block]) -> Vec<&Block> {
    let mut ordered: Vec<&Block> = Vec::with_capacity(blocks.len());
    for block in blocks {
        let follows_diagram = ordered.last().is_some_and(|last| {
            !matches!(last, Block::Text(_) | Block::Table(_) | Block::Folded(_) | Block::Command(_))
        });
        let place = ordered.len() - usize::from(matches!(block, Block::Table(_)) && follows_diagram);
        ordered.insert(place, block);
    }
    ordered
}

/// Renders one bar per line, with a resolution of an eighth of a column.
fn bars(bars: &Bars, width: usize) -> String {
    let values = &bars.series[0].values;
    let digits = common_digits(values.iter().copied());
    let figures: Vec<String> = values.iter().map(|&value| decimal(value, digits)).collect();
    let widest = |texts: &[String]| texts.iter().map(|text| display_width(text)).max().unwrap_or(0);
    let (names, numbers) = (widest(&bars.categories), widest(&figures));
    let room = width.saturating_sub(names + numbers + 4).clamp(8, LONGEST_BAR);
    // On a logarithmic axis, 1 has the length 1, and 10 has the length 2.
    let length = |value: f64| match value {
        _ if !bars.logarithmic => value,
        1.0.. => value.log10() + 1.0,
        _ => 0.0,
    };
    let highest = length(values.iter().copied().fold(0.0, f64::max));
    let mut text = format!("{DIM}{} by {}{PLAIN}\n", bars.value_axis, bars.category_axis);
    for ((category, &value), figure) in bars.categories.iter().zip(values).zip(&figures) {
        let part = if highest > 0.0 { length(value) / highest } else { 0.0 };
        let eighths = (part * (room * 8) as f64).round() as usize;
        // A positive value is always visible.
        let eighths = if value > 0.0 { eighths.max(1) } else { 0 };
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        let bar = "█".repeat(eighths / 8) + partial;
        let gap = " ".repeat(names - display_width(category));
        let _ = writeln!(text, "{gap}{category} {figure:>numbers$} {CYAN}{bar}{PLAIN}");
    }
    text
}

/// Renders one row per series. Each column shows the mean of the values that fall into it.
///
/// All rows share one scale, in eighths of the highest mean.
fn lines(lines: &Lines, width: usize) -> String {
    let (first, last) =
        (lines.places.first().copied().unwrap_or(0.0), lines.places.last().copied().unwrap_or(0.0));
    let means = |values: &[f64]| -> Vec<f64> {
        let a_column = values.len().div_ceil(width).max(1);
        values.chunks(a_column).map(|part| part.iter().sum::<f64>() / part.len() as f64).collect()
    };
    let rows: Vec<Vec<f64>> = lines.series.iter().map(|series| means(&series.values)).collect();
    let highest = rows.iter().flatten().copied().fold(0.0, f64::max);
    // A title such as “Turns by colors” already names the measure.
    let axes = format!("{} by {}", lines.value_axis, lines.place_axis);
    let is_titled = lines.title.to_lowercase().starts_with(&axes.to_lowercase());
    let caption = format!(
        "{}: {} {} to {}; a full column is {}",
        lines.title,
        if is_titled { lines.place_axis.clone() } else { axes + "," },
        number(first),
        number(last),
        number(format!("{highest:.2e}").parse().unwrap_or(highest)),
    );
    let mut text = format!("{DIM}{}{PLAIN}\n", paragraph(&caption, width));
    for (series, means) in lines.series.iter().zip(&rows) {
        // A positive value is always visible.
        let eighths =
            |mean: f64| if mean > 0.0 { ((mean / highest * 8.0).round() as usize).max(1) } else { 0 };
        let drawn: String = means.iter().map(|&mean| EIGHTHS[eighths(mean).min(8)]).collect();
        if lines.series.len() > 1 {
            let _ = writeln!(text, "{}", series.name);
        }
        let _ = writeln!(text, "{CYAN}{}{PLAIN}", drawn.trim_end());
    }
    text
}

/// Renders one row per series of spans. Each column shows an equal part of the time axis; it is
/// filled in proportion to the time that the spans cover.
fn spans(spans: &Spans, width: usize) -> String {
    let caption = format!(
        "{}: by {}, 0 to {}; a full column means active the whole time",
        spans.title,
        spans.place_axis,
        number(spans.end)
    );
    let mut text = format!("{DIM}{}{PLAIN}\n", paragraph(&caption, width));
    let names = spans.rows.iter().map(|row| display_width(&row.name)).max().unwrap_or(0).min(width / 3);
    let columns = width - names - 1;
    let column = spans.end / columns as f64;
    for row in &spans.rows {
        let mut on = vec![0.0; columns];
        for &[from, to] in &row.spans {
            let first = ((from / column) as usize).min(columns - 1);
            for (place, on) in on.iter_mut().enumerate().skip(first) {
                let (begins, ends) = (place as f64 * column, (place + 1) as f64 * column);
                if begins >= to && place > first {
                    break;
                }
                // A span of zero length is still visible.
                *on += ((to.min(ends) - from.max(begins)) / column).max(0.01);
            }
        }
        let drawn: String = on
            .iter()
            .map(|&part| EIGHTHS[if part > 0.0 { ((part * 8.0) as usize).clamp(1, 8) } else { 0 }])
            .collect();
        let _ = writeln!(text, "{} {CYAN}{}{PLAIN}", fitted(&row.name, names), drawn.trim_end());
    }
    text
}

/// Truncates or pads a text to the given number of columns.
fn fitted(text: &str, columns: usize) -> String {
    let mut fitted = String::new();
    let mut taken = 0;
    for character in text.chars() {
        let width = display_width(character.encode_utf8(&mut [0; 4]));
        if taken + width > columns {
            break;
        }
        taken += width;
        fitted.push(character);
    }
    fitted + &" ".repeat(columns - taken)
}

/// Width of the gap between two cells, in columns of the terminal.
const GAP: usize = 3;

/// Renders a table at the terminal's width.
pub(crate) fn table(table: &ReportTable) -> String {
    table_in(table, Form::Full, width())
}

/// Renders a table in the given width.
///
/// Long texts are wrapped, except in numeric columns and in the first column. Columns that do not
/// fit continue in a further table below, which repeats the first column; in the short form,
/// columns that do not fit are left out. Pictures are left out.
fn table_in(table: &ReportTable, form: Form, columns: usize) -> String {
    let letters = table.in_letters();
    if letters.columns.len() < 2 && letters.columns.len() < table.columns.len() {
        return "The pictures are in the report.\n".to_owned();
    }
    let mut parts = parts_of_columns(&letters, columns);
    if form == Form::Short {
        parts.truncate(1);
    }
    parts.iter().map(|part| grid(&letters, part, columns)).collect::<Vec<_>>().join("\n")
}

/// Returns whether the short form of a section leaves columns of a table out.
fn lacks_columns(section: &Section, width: usize) -> bool {
    let tables = section.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table.in_letters()),
        _ => None,
    });
    tables.into_iter().any(|table| table.columns.len() > 1 && parts_of_columns(&table, width).len() > 1)
}

/// Returns the number of columns, at the beginning of a table, that distinguish all rows: the keys
/// of a sweep, or the name of a row. If more than three would be necessary, it is 1.
fn key_columns(table: &ReportTable) -> usize {
    let distinct = |keys: &usize| {
        let rows: HashSet<Vec<&str>> =
            table.rows.iter().map(|row| row[..*keys].iter().map(Cell::text).collect()).collect();
        rows.len() == table.rows.len()
    };
    (1..=table.columns.len().saturating_sub(1).min(3)).find(distinct).unwrap_or(1)
}

/// Divides the columns of a table into parts that fit into `columns`. Every part begins with the
/// columns that distinguish the rows.
fn parts_of_columns(table: &ReportTable, columns: usize) -> Vec<Vec<usize>> {
    let keys = key_columns(table);
    let width = |column: usize| {
        let cells = table.rows.iter().map(|row| display_width(row[column].text()));
        cells.chain([display_width(&table.columns[column].name)]).max().unwrap_or(0) + GAP
    };
    let breakable = |column: usize| column > 0 && !table.columns[column].numeric;
    let least = |column: usize| if breakable(column) { width(column).min(20) } else { width(column) };
    let first = || ((0..keys).collect::<Vec<_>>(), (0..keys).map(width).sum::<usize>());
    let (mut block, mut taken) = first();
    let mut blocks = Vec::new();
    for column in keys..table.columns.len() {
        if block.len() > keys && taken + least(column) > columns + GAP {
            let (next, width) = first();
            blocks.push(std::mem::replace(&mut block, next));
            taken = width;
        }
        taken += least(column);
        block.push(column);
    }
    blocks.push(block);
    blocks
}

fn grid(table: &ReportTable, columns: &[usize], width: usize) -> String {
    let mut grid = Grid::new();
    grid.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
    grid.set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX));
    grid.set_header(columns.iter().map(|&column| table.columns[column].name.as_str()));
    for row in &table.rows {
        grid.add_row(columns.iter().map(|&column| row[column].text()));
    }
    for (drawn, &column) in grid.column_iter_mut().zip(columns) {
        // The padding is one less than the gap, because the table library adds a space between
        // columns.
        drawn.set_padding((0, GAP as u16 - 1));
        if table.columns[column].numeric {
            drawn.set_cell_alignment(CellAlignment::Right);
        }
        if table.columns[column].numeric || column == 0 {
            drawn.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    // The line below the header covers all columns with their gaps, including the last gap.
    let line = |line: &str| {
        if line.starts_with('─') { line.chars().take(width).collect() } else { line.to_owned() }
    };
    grid.trim_fmt().lines().map(|text| line(text) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use quadrille::report::Series;

    use super::*;

    /// East Asian characters are two columns wide.
    #[test]
    fn columns_are_counted_and_not_characters() {
        let mut wide = ReportTable::new(&["名前", "#数", "known as", "what it does"]);
        wide.push(["枚数位置型", "1", "枚数位置型 Pqr", &"数".repeat(60)].map(str::to_owned).to_vec());
        wide.push(["loop", "2", "", "test every rank and suit"].map(str::to_owned).to_vec());
        let shown = table_in(&wide, Form::Full, 80);
        assert!(shown.lines().all(|line| display_width(line) <= 80), "{shown}");
        assert!(shown.contains("枚数位置型 Pqr"), "{shown}");
        // Ten columns of names, a gap of three, and a number aligned to a header two columns wide.
        let place = |line: &str, cell| line.find(cell).map(|at| display_width(&line[..at]));
        let column = |cell: char| shown.lines().find_map(|line| place(line, cell));
        assert_eq!([column('1'), column('2')], [Some(14); 2], "{shown}");
    }

    fn shown(blocks: Vec<Block>, width: usize) -> String {
        let section = Section::new("Points", blocks);
        let report = Report { title: "T".to_owned(), sections: vec![section], ..Report::default() };
        report_in(&report, "", true, width)
    }

    fn bars(values: Vec<f64>) -> Block {
        Block::Bars(
            Bars::new(
                "Points of each",
                ["player", "points"],
                values.iter().map(|value| format!("p{value}")).collect(),
            )
            .named()
            .with(Series::new("points", values)),
        )
    }

    #[test]
    fn tables_precede_diagrams_unless_bars_show_the_same() {
        let mut table = ReportTable::new(&["player", "#points", "#±"]);
        table.push(["p1", "1", "0.5"].map(str::to_owned));
        table.push(["p2", "2", "0.25"].map(str::to_owned));
        let text = shown(vec![bars(vec![1.0, 2.0]), Block::Table(table)], 80);
        let [table, drawn] =
            ["0.25", "█"].map(|what| text.find(what).unwrap_or_else(|| panic!("{what}: {text}")));
        assert!(table < drawn, "{text}");
        // The bars show both columns.
        let mut same = ReportTable::new(&["player", "#points"]);
        same.push(["one", "1"].map(str::to_owned));
        same.push(["other", "2"].map(str::to_owned));
        let text = shown(vec![bars(vec![1.0, 2.0]), Block::Table(same.clone())], 80);
        assert!(text.contains('█') && !text.contains("other"), "{text}");
        let text = shown(vec![bars(vec![1.0, 3.0]), Block::Table(same)], 80);
        assert!(text.contains("other"), "{text}");
    }

    #[test]
    fn a_report_is_as_wide_as_the_terminal() {
        let widest = |width| {
            let text = shown(vec![bars(vec![1.0, 2.0, 3.0]), Block::Text("word ".repeat(60))], width);
            text.lines().map(|line| display_width(&without_colours(line))).max().unwrap()
        };
        assert!((36..=40).contains(&widest(40)), "{}", widest(40));
        assert!((76..=80).contains(&widest(80)), "{}", widest(80));
        assert!((100..=140).contains(&widest(140)), "{}", widest(140));
    }

    /// Removes the colours from a line.
    fn without_colours(line: &str) -> String {
        [BOLD, DIM, CYAN, PLAIN].iter().fold(line.to_owned(), |line, code| line.replace(code, ""))
    }

    #[test]
    fn lines_share_a_scale() {
        let lines = Block::Lines(Lines {
            title: "Over time".to_owned(),
            place_axis: "generation".to_owned(),
            value_axis: "cells".to_owned(),
            logarithmic: false,
            mark: None,
            places: vec![0.0, 1.0],
            series: vec![Series::new("many", vec![100.0, 50.0]), Series::new("few", vec![1.0, 0.0])],
        });
        let text = without_colours(&shown(vec![lines], 80));
        assert!(text.contains("a full column is 100\nmany\n█▄\nfew\n▁\n"), "{text}");
    }

    #[test]
    fn a_table_too_wide_continues_below() {
        let mut wide = ReportTable::new(&["名前", "甲", "乙", "丙", "丁"]);
        wide.push(vec!["表".repeat(8); 5]);
        // 5 · (16 + 3) columns; counted in characters, they would seem to fit side by side. The
        // first column is repeated once.
        let shown = table_in(&wide, Form::Full, 80);
        assert!(shown.lines().all(|line| display_width(line) <= 80), "{shown}");
        assert_eq!(shown.matches("表").count(), (5 + 1) * 8, "{shown}");
    }

    #[test]
    fn a_long_answer_is_shortened_to_the_height_of_a_terminal() {
        let mut wide = ReportTable::new(&["name", "甲", "乙", "丙", "丁"]);
        for row in 0..40 {
            let mut cells = vec!["表".repeat(8); 5];
            cells[0] = format!("row {row}");
            wide.push(cells);
        }
        let table = Section::new("Main", [Block::Table(wide)]);
        let more = Section::new("More", [Block::Text("word ".repeat(60))]);
        let report = |sections: Vec<Section>| Report {
            title: "T".to_owned(),
            lead: "L".to_owned(),
            sections,
            ..Report::default()
        };
        let footer = "\nseed 1\nreport   r\nfigures  f\n";
        let long = report(vec![table.clone(), more.clone()]);
        let text = without_colours(&report_in(&long, footer, false, 80));
        assert_eq!(text.lines().count(), SHORTENED, "{text}");
        assert!(text.lines().all(|line| display_width(line) <= 80), "{text}");
        assert!(text.contains("row 0") && !text.contains("row 39") && !text.contains("丁"), "{text}");
        assert!(text.contains("more rows\n\n--full also shows: more of Main · More\n"), "{text}");
        assert!(text.ends_with(footer) && !text.contains("word"), "{text}");
        let full = without_colours(&report_in(&long, footer, true, 80));
        assert!(full.contains("row 39") && full.contains("丁") && full.contains("More"), "{full}");
        assert!(!full.contains("--full"));
        // As many titles are listed as fit in a line.
        assert_eq!(rest(&["one", "two", "three"], 40), "--full also shows: one · two · three");
        assert_eq!(rest(&["one", "two", "three"], 35), "--full also shows: 3 more sections");
        assert_eq!(
            rest(&["one", "two", &"three".repeat(5)], 45),
            "--full also shows: one · two · 1 more section"
        );
        // A report that fits is not shortened.
        let short = report(vec![more]);
        assert_eq!(report_in(&short, footer, false, 80), report_in(&short, footer, true, 80));
    }
}
