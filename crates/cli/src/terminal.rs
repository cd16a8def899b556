//! A report for the terminal: the model of [`quadrille::experiment::report`] in 80 columns.

use std::fmt::Write as _;

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table as Grid, TableStyle,
};
use quadrille::experiment::Report;
use quadrille::experiment::report::{Bars, Block, Lines, Section, Spans, Table};
use quadrille::report::figure::number;
use textwrap::core::display_width;

const WIDTH: usize = 80;
const BOLD: &str = "\u{1b}[1m";
const DIM: &str = "\u{1b}[2m";
const CYAN: &str = "\u{1b}[36m";
const PLAIN: &str = "\u{1b}[0m";
/// A column of a line of blocks, from empty to full.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// The whole report, with colours (whoever writes it strips them where they are not wanted).
pub(crate) fn report(report: &Report) -> String {
    let mut text = format!("{BOLD}{}{PLAIN}\n{}\n", report.title, textwrap::fill(&report.lead, WIDTH));
    for section in &report.sections {
        text.push_str(&self::section(section));
    }
    text
}

fn section(section: &Section) -> String {
    let mut text = format!("\n{BOLD}{}{PLAIN}\n", section.title);
    // Bars of a single series show every value they stand for: the section's tables would say it again.
    let bars_speak =
        section.blocks.iter().any(|block| matches!(block, Block::Bars(bars) if bars.series.len() == 1));
    for block in &section.blocks {
        match block {
            Block::Text(paragraph) => text.push_str(&(textwrap::fill(paragraph, WIDTH) + "\n")),
            Block::Bars(bars) if bars.series.len() == 1 => text.push_str(&self::bars(bars)),
            Block::Table(table) if !bars_speak => text.push_str(&self::table(table)),
            Block::Lines(lines) => text.push_str(&self::lines(lines)),
            Block::Spans(spans) => text.push_str(&self::spans(spans)),
            Block::Folded(_) => text.push_str("Folded, in the report.\n"),
            // The rows of a strip and of ranges stand in a table beside them.
            Block::Bars(_) | Block::Strip(_) | Block::Ranges(_) | Block::Table(_) => {}
        }
    }
    text
}

/// One bar a line, drawn to an eighth of a column.
fn bars(bars: &Bars) -> String {
    let values = &bars.series[0].values;
    let figures: Vec<String> = values.iter().map(|&value| number(value)).collect();
    let widest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let (names, numbers) = (widest(&bars.categories), widest(&figures));
    let room = WIDTH.saturating_sub(names + numbers + 4).max(8);
    let highest = values.iter().copied().fold(0.0, f64::max);
    let mut text = format!("{DIM}{} by {}{PLAIN}\n", bars.value_axis, bars.category_axis);
    for ((category, &value), figure) in bars.categories.iter().zip(values).zip(&figures) {
        let eighths = if highest > 0.0 { (value / highest * (room * 8) as f64).round() as usize } else { 0 };
        // Something, however little, is not nothing.
        let eighths = if value > 0.0 { eighths.max(1) } else { 0 };
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        let bar = "█".repeat(eighths / 8) + partial;
        let _ = writeln!(text, "{category:>names$} {figure:>numbers$} {CYAN}{bar}{PLAIN}");
    }
    text
}

/// One row a line: its values, averaged over as many places as a column stands for, in eighths of the
/// highest.
fn lines(lines: &Lines) -> String {
    let (first, last) =
        (lines.places.first().copied().unwrap_or(0.0), lines.places.last().copied().unwrap_or(0.0));
    let mut text = format!(
        "{DIM}{} by {}, {} to {}{PLAIN}\n",
        lines.value_axis,
        lines.place_axis,
        number(first),
        number(last)
    );
    for series in &lines.series {
        let a_column = series.values.len().div_ceil(WIDTH).max(1);
        let means: Vec<f64> =
            series.values.chunks(a_column).map(|part| part.iter().sum::<f64>() / part.len() as f64).collect();
        let highest = means.iter().copied().fold(0.0, f64::max);
        let column =
            |mean: &f64| EIGHTHS[if highest > 0.0 { (mean / highest * 8.0).round() as usize } else { 0 }];
        let drawn: String = means.iter().map(column).collect();
        if lines.series.len() > 1 {
            let _ = writeln!(text, "{}", series.name);
        }
        let _ = writeln!(text, "{CYAN}{drawn}{PLAIN}");
    }
    text
}

/// One row a line: a column is as full as the part of its time during which the thing is on.
fn spans(spans: &Spans) -> String {
    let mut text = format!("{DIM}{}, 0 to {}{PLAIN}\n", spans.place_axis, number(spans.end));
    let names = spans.rows.iter().map(|row| display_width(&row.name)).max().unwrap_or(0).min(WIDTH / 3);
    let columns = WIDTH - names - 1;
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
                // Up for a moment is not down.
                *on += ((to.min(ends) - from.max(begins)) / column).max(0.01);
            }
        }
        let drawn: String = on
            .iter()
            .map(|&part| EIGHTHS[if part > 0.0 { ((part * 8.0) as usize).clamp(1, 8) } else { 0 }])
            .collect();
        let name: String = row.name.chars().take(names).collect();
        let _ = writeln!(text, "{name:names$} {CYAN}{}{PLAIN}", drawn.trim_end());
    }
    text
}

/// Columns between one cell and the next.
const GAP: usize = 3;

/// A table in 80 columns: long texts are broken into lines, figures and first columns never; what is still
/// too wide continues below, beginning with the first column again. Pictures are left out.
pub(crate) fn table(table: &Table) -> String {
    let table = &table.in_letters();
    let width = |column: usize| {
        let cells = table.rows.iter().map(|row| display_width(row[column].text()));
        cells.chain([display_width(&table.columns[column].name)]).max().unwrap_or(0) + GAP
    };
    let breakable = |column: usize| column > 0 && !table.columns[column].numeric;
    let least = |column: usize| if breakable(column) { width(column).min(20) } else { width(column) };
    let (mut blocks, mut block, mut taken) = (Vec::new(), vec![0], width(0));
    for column in 1..table.columns.len() {
        if block.len() > 1 && taken + least(column) > WIDTH + GAP {
            blocks.push(std::mem::replace(&mut block, vec![0]));
            taken = width(0);
        }
        taken += least(column);
        block.push(column);
    }
    blocks.push(block);
    blocks.iter().map(|columns| grid(table, columns)).collect::<Vec<_>>().join("\n")
}

fn grid(table: &Table, columns: &[usize]) -> String {
    let mut grid = Grid::new();
    grid.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
    grid.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH as u16);
    grid.set_header(columns.iter().map(|&column| table.columns[column].name.as_str()));
    for row in &table.rows {
        grid.add_row(columns.iter().map(|&column| row[column].text()));
    }
    for (drawn, &column) in grid.column_iter_mut().zip(columns) {
        // The library sets one more space between columns.
        drawn.set_padding((0, GAP as u16 - 1));
        if table.columns[column].numeric {
            drawn.set_cell_alignment(CellAlignment::Right);
        }
        if table.columns[column].numeric || column == 0 {
            drawn.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    grid.trim_fmt() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// East Asian characters are two columns wide.
    #[test]
    fn columns_are_counted_and_not_characters() {
        let mut wide = Table::new(&["名前", "#数", "known as", "what it does"]);
        wide.push(["枚数位置型", "1", "枚数位置型 Pqr", &"数".repeat(60)].map(str::to_owned).to_vec());
        wide.push(["loop", "2", "", "ask for every rank and suit"].map(str::to_owned).to_vec());
        let shown = table(&wide);
        assert!(shown.lines().all(|line| display_width(line) <= WIDTH), "{shown}");
        assert!(shown.contains("枚数位置型 Pqr"), "{shown}");
        // Ten columns of names, three of a gap, and a figure below a heading of two columns.
        let place = |line: &str, cell| line.find(cell).map(|at| display_width(&line[..at]));
        let column = |cell: char| shown.lines().find_map(|line| place(line, cell));
        assert_eq!([column('1'), column('2')], [Some(14); 2], "{shown}");
    }

    #[test]
    fn a_table_too_wide_continues_below() {
        let mut wide = Table::new(&["名前", "甲", "乙", "丙", "丁"]);
        wide.push(vec!["表".repeat(8); 5]);
        // 5 · (16 + 3) columns: by characters they would seem to fit side by side. The first stands there twice.
        let shown = table(&wide);
        assert!(shown.lines().all(|line| display_width(line) <= WIDTH), "{shown}");
        assert_eq!(shown.matches("表").count(), (5 + 1) * 8, "{shown}");
    }
}
