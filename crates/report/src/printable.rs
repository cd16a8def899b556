//! Escaping of control characters in the texts of reports. The texts are shown on terminals and
//! pages, and may come from an unknown source, such as a run on another machine or the name of a
//! player.

use quadrille_diagnostics::{printable, printable_lines};

use crate::{Block, Cell, Report, ReportTable, Series};

impl Report {
    /// Escapes all characters that are not [printable] in all texts of the report.
    pub fn make_printable(&mut self) {
        let Self { title, lead, metrics, sections, .. } = self;
        line(title);
        *lead = printable_lines(lead);
        for metric in metrics {
            line(&mut metric.label);
            line(&mut metric.value);
        }
        for section in sections {
            line(&mut section.title);
            for part in &mut section.blocks {
                block(part);
            }
        }
    }
}

fn all<'a>(texts: impl IntoIterator<Item = &'a mut String>) {
    for text in texts {
        line(text);
    }
}

fn line(text: &mut String) {
    let shown = printable(text);
    if *text != shown {
        *text = shown;
    }
}

fn block(block: &mut Block) {
    match block {
        Block::Text(text) => *text = printable_lines(text),
        Block::Table(of) => table(of),
        Block::Folded(folded) => {
            line(&mut folded.summary);
            table(&mut folded.table);
        }
        Block::Bars(bars) => {
            all([&mut bars.title, &mut bars.category_axis, &mut bars.value_axis]);
            all(&mut bars.categories);
            series(&mut bars.series);
        }
        Block::Lines(lines) => {
            all([&mut lines.title, &mut lines.place_axis, &mut lines.value_axis]);
            series(&mut lines.series);
        }
        Block::Strip(strip) => {
            line(&mut strip.title);
            line(&mut strip.value_axis);
            all(strip.rows.iter_mut().map(|row| &mut row.name));
        }
        Block::Ranges(ranges) => {
            line(&mut ranges.title);
            line(&mut ranges.value_axis);
            all(ranges.rows.iter_mut().map(|row| &mut row.name));
        }
        Block::Spans(spans) => {
            line(&mut spans.title);
            line(&mut spans.place_axis);
            all(spans.rows.iter_mut().map(|row| &mut row.name));
        }
        Block::Heat(heat) => {
            all([&mut heat.title, &mut heat.row_axis, &mut heat.column_axis, &mut heat.value_axis]);
            all(&mut heat.rows);
            all(&mut heat.columns);
        }
        Block::Board(board) => {
            all([&mut board.title, &mut board.note]);
            for seat in &mut board.seats {
                all([&mut seat.name, &mut seat.cards, &mut seat.note]);
            }
            for row in &mut board.rows {
                all([&mut row.label, &mut row.text]);
                all(&mut row.cards);
            }
        }
        Block::Command(command) if printable(&command.line) != command.line => {
            // With escapes, the line would be a different command, so it is not shown.
            let what = printable(command.what.trim_end_matches(':'));
            *block = Block::Text(format!("{what}: the command contains characters that cannot be shown."));
        }
        Block::Command(command) => line(&mut command.what),
    }
}

fn series(series: &mut [Series]) {
    all(series.iter_mut().map(|series| &mut series.name));
}

fn table(table: &mut ReportTable) {
    all(table.columns.iter_mut().map(|column| &mut column.name));
    for cell in table.rows.iter_mut().flatten() {
        match cell {
            Cell::Text(text) => line(text),
            Cell::Squares(squares) => line(&mut squares.title),
            Cell::Pegs(pegs) => line(&mut pegs.pegs),
            Cell::Cards(cards) => {
                line(&mut cards.cards);
                all(&mut cards.faces);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Folded, Metric, Section};

    #[test]
    fn no_text_is_left_as_it_is() {
        let evil = || "e\u{1b}[31m\u{202e}".to_owned();
        let mut table = ReportTable::new(&[&evil()]);
        table.push([evil()]);
        let mut report = Report {
            title: evil(),
            lead: evil(),
            metrics: vec![Metric { label: evil(), value: evil() }],
            sections: vec![Section::new(
                evil(),
                [
                    Block::Text(evil()),
                    Block::Table(table.clone()),
                    Block::Folded(Folded { summary: evil(), table }),
                    Block::Command(Command { what: evil(), line: evil() }),
                    Block::Command(Command { what: evil(), line: "quadrille runs".to_owned() }),
                ],
            )],
        };
        report.make_printable();
        let json = serde_json::to_string(&report).unwrap();
        assert_eq!(json.matches(r"e\\u{1b}[31m\\u{202e}").count(), 13, "{json}");
        assert!(!json.contains(r"\u001b") && !json.contains('\u{202e}'), "{json}");
    }
}
