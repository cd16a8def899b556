//! Conversion of the tables of a report to comma-separated values and to Markdown.

use std::borrow::Cow;

use crate::Report;
use crate::{Block, Cell, Column, Folded, ReportTable};

/// Returns the tables of a report, each with the title of its section, and without columns of
/// pictures.
fn tables(report: &Report) -> impl Iterator<Item = (&str, ReportTable)> {
    report.sections.iter().flat_map(|section| {
        section.blocks.iter().filter_map(|block| match block {
            Block::Table(table) | Block::Folded(Folded { table, .. }) => {
                let letters = table.in_letters();
                // If all other columns were pictures, the one remaining column only names the
                // pictures. Such a table contains no data.
                let is_empty = letters.columns.len() < 2 && letters.columns.len() < table.columns.len();
                (!is_empty).then_some((section.title.as_str(), letters))
            }
            _ => None,
        })
    })
}

/// Returns the tables of a report as comma-separated values ([RFC
/// 4180](https://www.rfc-editor.org/rfc/rfc4180), except that lines end in a newline without a
/// carriage return). A line `# TITLE` precedes each table, and an empty line separates two tables.
/// Numbers are written without thousands separators, and with a hyphen in place of the minus sign,
/// so that spreadsheets recognise them.
///
/// ```
/// use quadrille_report::Report;
/// use quadrille_report::{Block, Section, ReportTable};
/// use quadrille_report::tables::csv;
///
/// let mut table = ReportTable::new(&["player", "#points"]);
/// table.push(["a \"b\"".to_owned(), "−12,345".to_owned()]);
/// let section = Section::new("Who wins", [Block::Table(table)]);
/// let report = Report { sections: vec![section], ..Report::default() };
/// assert_eq!(csv(&report), "# Who wins\nplayer,points\n\"a \"\"b\"\"\",-12345\n");
/// ```
pub fn csv(report: &Report) -> String {
    let quoted = |cell: &str| {
        let special = cell.contains([',', '"', '\n', '\r']);
        if special { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
    };
    let figure = |(column, cell): (&Column, &Cell)| {
        let text = cell.text();
        if column.numeric { quoted(&text.replace(',', "").replace('−', "-")) } else { quoted(text) }
    };
    let each = tables(report).map(|(title, table)| {
        let head = line(table.columns.iter().map(|column| quoted(&column.name)), ",");
        let rows = table.rows.iter().map(|row| line(table.columns.iter().zip(row).map(figure), ","));
        format!("# {}\n{head}{}", title.replace('\n', " "), rows.collect::<String>())
    });
    each.collect::<Vec<_>>().join("\n")
}

/// Returns the tables of a report in Markdown. The title of the section is a heading before each
/// table, and columns of numbers are aligned to the right.
///
/// ```
/// use quadrille_report::Report;
/// use quadrille_report::{Block, Section, ReportTable};
/// use quadrille_report::tables::markdown;
///
/// let mut table = ReportTable::new(&["player", "#points"]);
/// table.push(["a|b".to_owned(), "12,345".to_owned()]);
/// let section = Section::new("Who wins", [Block::Table(table)]);
/// let report = Report { sections: vec![section], ..Report::default() };
/// assert_eq!(markdown(&report), "## Who wins\n\n| player | points |\n| --- | ---: |\n| a\\|b | 12,345 |\n");
/// ```
pub fn markdown(report: &Report) -> String {
    let escaped = |cell: &str| -> String {
        let escape = |letter: char| match letter {
            '\n' | '\r' => Cow::Borrowed(" "),
            '\\' | '|' | '`' | '*' | '_' | '<' | '[' | ']' => Cow::Owned(format!("\\{letter}")),
            letter => Cow::Owned(letter.to_string()),
        };
        cell.chars().map(escape).collect()
    };
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let each = tables(report).map(|(title, table)| {
        let head = row(table.columns.iter().map(|column| escaped(&column.name)).collect());
        let rule = table.columns.iter().map(|column| if column.numeric { "---:" } else { "---" }.to_owned());
        let rows =
            table.rows.iter().map(|cells| row(cells.iter().map(|cell| escaped(cell.text())).collect()));
        format!("## {}\n\n{head}{}{}", escaped(title), row(rule.collect()), rows.collect::<String>())
    });
    each.collect::<Vec<_>>().join("\n")
}

/// Joins cells with the separator `between`, and adds a newline.
fn line(cells: impl Iterator<Item = String>, between: &str) -> String {
    cells.collect::<Vec<_>>().join(between) + "\n"
}
