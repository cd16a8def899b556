//! The HTML page of a report.

use crate::{
    Block, Board, Cards, Cell, Command, Heat, PageWords, Pegs, Report, ReportTable, Section, Series,
};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::figure::{counted, number};
use super::plot::{self, PlotError, Size};
use super::squares;
use quadrille_files::{NamedFile, typed_path};

const STYLE: &str = include_str!("page.css");
/// The script of every page. It is public so that a content security policy can allow it by its
/// hash.
pub const SCRIPT: &str = include_str!("page.js");

/// The CSS classes and sizes in which each plot is drawn. The style sheet shows only the size that
/// fits the width of the page, so that labels are neither too small nor too large.
const SIZES: [(&str, Size); 6] = [
    ("widest", Size { width: 1118, height: 400 }),
    ("wide", Size { width: 900, height: 370 }),
    ("broad", Size { width: 720, height: 340 }),
    ("medium", Size { width: 580, height: 310 }),
    ("narrow", Size { width: 450, height: 280 }),
    ("narrowest", Size { width: 350, height: 260 }),
];
/// The version of the program, shared by all crates of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Minimum number of sections for which a page has a table of contents.
const WORTH_A_LIST: usize = 3;
/// Maximum number of rows of a table that is shown next to a plot.
const BESIDE: usize = 20;
/// Maximum number of rows of a table whose section may be shown next to another section.
const SMALL: usize = 10;

/// The origin of a result, which is shown at the end of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    /// The program's version.
    pub version: String,
    /// The revision of the kind.
    pub revision: u32,
    /// The kind of experiment.
    pub kind: String,
    /// The path of the experiment file, in a form that can be typed; `None` if unknown.
    pub path: Option<String>,
    /// The experiment file's text.
    pub text: String,
    /// The files that the experiment file names, with their contents.
    pub files: Vec<NamedFile>,
    /// The SHA-256 digest of the experiment's identity, in hexadecimal.
    pub hash: String,
    /// The seed.
    pub seed: u64,
    /// The number of merged shards.
    pub shards: u64,
    /// The conditions of the run as pairs of label and value: machine, threads, vector level,
    /// times, rates.
    pub conditions: Vec<(String, String)>,
}

/// Creates the HTML page for the result of an experiment.
///
/// # Errors
/// A plot could not be drawn.
pub fn page(report: &Report, provenance: &Provenance) -> Result<String, PlotError> {
    whole(
        report,
        &provenance.version,
        &provenance.kind,
        ("How to repeat this run", &how_to_repeat(provenance)),
        &PageWords::ENGLISH,
    )
}

/// Creates the HTML page for the result of a command. `asked` is the command, such as `life info`;
/// `conditions` are pairs of label and value that are shown at the end of the page. `words` are in
/// the language of the report.
///
/// # Errors
/// A plot could not be drawn.
pub fn page_of_answer(
    report: &Report,
    asked: &str,
    conditions: &[(String, String)],
    words: &PageWords,
) -> Result<String, PlotError> {
    let foot = html! {
        dl {
            (pair(words.program, &html! { "quadrille " (VERSION) }))
            @for (label, value) in conditions { (pair(label, &html! { (value) })) }
        }
    };
    whole(report, VERSION, asked, (words.how_found, &foot), words)
}

/// Returns a page. `foot` is the title and the content of the last section.
fn whole(
    report: &Report,
    version: &str,
    kind: &str,
    foot: (&str, &Markup),
    words: &PageWords,
) -> Result<String, PlotError> {
    let (foot_title, foot) = foot;
    let titles = || report.sections.iter().map(|section| section.title.as_str()).chain([foot_title]);
    let names = anchors(titles());
    let foot_name = names.last().map_or("", String::as_str);
    let sections =
        report.sections.iter().zip(&names).map(|(section, name)| self::section(section, name, words.link));
    let sections = sections.collect::<Result<Vec<_>, _>>()?;
    let groups = grouped(&report.sections, usize::MAX, |one, next| is_small(one) && is_small(next));
    let page = html! {
        (DOCTYPE)
        html lang=(words.language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "quadrille " (version) };
                title { (report.title.replace('`', "")) " · Quadrille" }
                style { (PreEscaped(STYLE)) }
            }
            body data-show-all=(words.show_all) data-show-first=(words.show_first) {
                header {
                    p.kicker { "Quadrille · " (kind) }
                    h1 { (prose(&with_units(&report.title))) }
                    p.lead { (prose(&report.lead)) }
                }
                main {
                    dl.figures {
                        @for metric in &report.metrics {
                            div { dt { (metric.label) } dd { (prose(&metric.value)) } }
                        }
                    }
                    @if report.sections.len() >= WORTH_A_LIST {
                        nav aria-label=(words.contents) {
                            ol {
                                @for (title, name) in titles().zip(&names) {
                                    li { a href={ "#" (name) } { (title) } }
                                }
                            }
                        }
                    }
                    @for (start, end) in groups {
                        @if end - start == 1 {
                            (sections[start])
                        } @else {
                            div.small { @for section in &sections[start..end] { (section) } }
                        }
                    }
                    section.provenance id=(foot_name) {
                        h2 { (foot_title) }
                        (foot)
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(page.into_string())
}

/// Returns the fragment identifier of each title. It consists of the letters and digits of the
/// title, and a number if another section would have the same identifier.
fn anchors<'a>(titles: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for title in titles {
        let words = title.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        let name = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
        let numbered = (2..names.len() + 3).map(|number| format!("{name}-{number}"));
        let free =
            [name.clone()].into_iter().chain(numbered).find(|one| !one.is_empty() && !names.contains(one));
        names.push(free.unwrap_or_default());
    }
    names
}

/// Converts text to HTML. Parts between backticks become code. The spaces next to `±` and `×` and
/// before `%` become no-break spaces.
fn prose(text: &str) -> Markup {
    let text = [" %", "± ", " ±", " × "]
        .iter()
        .fold(text.to_owned(), |text, joined| text.replace(joined, &joined.replace(' ', "\u{a0}")));
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Formats the text of a cell. A long word, such as an apgcode, may be broken after every
/// [`LONGEST_PIECE`] characters; copied text does not contain these breaks.
fn wrapped(text: &str) -> Markup {
    let is_long = |word: &str| word.chars().nth(LONGEST_PIECE).is_some();
    if !text.split(' ').any(is_long) {
        return prose(text);
    }
    html! {
        @for (number, word) in text.split(' ').enumerate() {
            @if number > 0 { " " }
            @for (number, piece) in word.chars().collect::<Vec<_>>().chunks(LONGEST_PIECE).enumerate() {
                @if number > 0 { wbr; }
                (piece.iter().collect::<String>())
            }
        }
    }
}

/// The number of characters of a word after which a line may be broken within the word.
const LONGEST_PIECE: usize = 32;

/// Puts a no-break space between each number and the word after it, so that no line of the headline
/// ends between them.
fn with_units(title: &str) -> String {
    let mut joined = String::with_capacity(title.len());
    let mut letters = title.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let joins = letter == ' '
            && before.is_ascii_digit()
            && letters.peek().is_some_and(|next| next.is_lowercase());
        joined.push(if joins { '\u{a0}' } else { letter });
        before = letter;
    }
    joined
}

fn section(section: &Section, name: &str, link: &str) -> Result<Markup, PlotError> {
    let blocks = section.blocks.iter().map(block).collect::<Result<Vec<_>, _>>()?;
    Ok(html! {
        section id=(name) {
            h2 { (section.title) " " a.anchor href={ "#" (name) } aria-label=(link) { "#" } }
            @for (start, end) in rows(&section.blocks) {
                @if end - start == 1 {
                    (blocks[start])
                } @else {
                    div.beside { @for block in &blocks[start..end] { (block) } }
                }
            }
        }
    })
}

/// Returns whether a section consists of one short table.
fn is_small(section: &Section) -> bool {
    matches!(section.blocks.as_slice(), [Block::Table(table)] if table.rows.len() <= SMALL)
}

/// Groups the blocks of a section. A plot and a short table next to it form a group. Each of the
/// remaining blocks is a group by itself. Returns the first index of each group and the index after
/// its last block.
fn rows(blocks: &[Block]) -> Vec<(usize, usize)> {
    let is_plot = |block: &Block| {
        matches!(block, Block::Bars(_) | Block::Lines(_) | Block::Strip(_) | Block::Ranges(_))
    };
    let is_table = |block: &Block| matches!(block, Block::Table(table) if table.rows.len() <= BESIDE);
    grouped(blocks, 2, |one, next| is_plot(one) && is_table(next) || is_table(one) && is_plot(next))
}

/// Groups consecutive items for which `fit` returns true, with at most `most` items per group.
/// Returns the first index of each group and the index after its last item.
fn grouped<T>(items: &[T], most: usize, fit: impl Fn(&T, &T) -> bool) -> Vec<(usize, usize)> {
    let mut groups = Vec::new();
    let mut start = 0;
    while start < items.len() {
        let mut end = start + 1;
        while end < items.len() && end - start < most && fit(&items[end - 1], &items[end]) {
            end += 1;
        }
        groups.push((start, end));
        start = end;
    }
    groups
}

fn block(block: &Block) -> Result<Markup, PlotError> {
    match block {
        Block::Text(text) => Ok(html! { p { (prose(text)) } }),
        Block::Table(rows) => Ok(table(rows)),
        Block::Bars(bars) => {
            figure(&bars.title, &legend(&bars.series, plot::bar_opacity), |size| plot::bars(bars, size))
        }
        Block::Lines(lines) => {
            let begin = plot::begin(lines);
            let begin = begin.map(|begin| format!(" (the vertical axis begins at {})", number(begin)));
            let caption = format!("{}{}", lines.title, begin.unwrap_or_default());
            figure(&caption, &legend(&lines.series, |_| 1.0), |size| plot::lines(lines, size))
        }
        Block::Strip(strip) => figure(&strip.title, &html! {}, |size| plot::strip(strip, size.width)),
        Block::Ranges(ranges) => figure(&ranges.title, &html! {}, |size| plot::ranges(ranges, size.width)),
        Block::Spans(spans) => figure(&spans.title, &html! {}, |size| plot::spans(spans, size.width)),
        Block::Folded(folded) => Ok(html! {
            details {
                summary { (folded.summary) }
                (table(&folded.table))
            }
        }),
        Block::Command(Command { what, line }) => Ok(command(what, line)),
        Block::Heat(heat) => Ok(self::heat(heat)),
        Block::Board(board) => Ok(self::board(board)),
    }
}

/// Draws the state of a card game: the seats next to each other, followed by the rows of cards.
fn board(board: &Board) -> Markup {
    html! {
        figure.board {
            h3 { (board.title) }
            @if !board.note.is_empty() { p { (prose(&board.note)) } }
            ul.seats {
                @for seat in &board.seats {
                    li.acts[seat.acts] {
                        strong { (seat.name) }
                        span { (seat.cards) }
                        @if !seat.note.is_empty() { small { (seat.note) } }
                    }
                }
            }
            dl.rows {
                @for row in &board.rows {
                    dt { (row.label) }
                    dd.strong[row.strong] {
                        @if !row.cards.is_empty() { (cards(&row.cards)) " " }
                        (prose(&row.text))
                    }
                }
            }
        }
    }
}

/// Draws a heat map. Each cell shows its interval as a tooltip.
fn heat(heat: &Heat) -> Markup {
    let all = || heat.values.iter().flatten().flatten().copied();
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    // The strength of a cell's colour in percent.
    let depth = |value: f64| if most > least { 8.0 + 72.0 * (value - least) / (most - least) } else { 8.0 };
    let interval = |row: usize, column: usize| {
        let range = heat.intervals.get(row).and_then(|row| row.get(column)).copied().flatten();
        range.map(|[low, high]| format!("{} to {}", short(low), short(high)))
    };
    html! {
        figure {
            div.scroll {
                table.heat {
                    thead {
                        tr {
                            th { (heat.row_axis) " ↓ " (heat.column_axis) " →" }
                            @for column in &heat.columns { th.number scope="col" { (column) } }
                        }
                    }
                    tbody {
                        @for (row, (name, values)) in heat.rows.iter().zip(&heat.values).enumerate() {
                            tr {
                                th scope="row" { (name) }
                                @for (column, value) in values.iter().enumerate() {
                                    @match value {
                                        Some(value) => {
                                            td.number title=[interval(row, column)] style={ "--depth:" (format!("{:.0}%", depth(*value))) } { (short(*value)) }
                                        }
                                        None => { td.number { "–" } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            figcaption { (prose(&heat.title)) " (" (heat.value_axis) "; hover over a cell to see its interval; the table of all points contains all intervals)" }
        }
    }
}

/// Formats a value with at most four significant digits, so that it fits into a cell.
fn short(value: f64) -> String {
    number(format!("{value:.3e}").parse().unwrap_or(value))
}

/// Draws a command line, to which the script adds a button that copies it. On a narrow page, lines
/// are broken only between arguments.
fn command(what: &str, line: &str) -> Markup {
    html! {
        div.command {
            p { (prose(what)) }
            pre {
                code {
                    @for (at, word) in line.split(' ').enumerate() {
                        @if at > 0 { " " }
                        span { (word) }
                    }
                }
            }
        }
    }
}

/// Draws the legend. Each series has the same opacity as in the plot. If there is only one series,
/// nothing is drawn.
fn legend(series: &[Series], opacity: impl Fn(&Series) -> f64) -> Markup {
    html! {
        @if series.len() > 1 {
            ul.legend {
                @for (index, series) in series.iter().enumerate() {
                    li { span.swatch style={ "background:" (plot::series_color(index)) ";opacity:" (opacity(series)) } {} (prose(&series.name)) }
                }
            }
        }
    }
}

/// Draws a plot in all sizes, with its legend and caption.
fn figure(
    caption: &str,
    legend: &Markup,
    draw: impl Fn(Size) -> Result<String, PlotError>,
) -> Result<Markup, PlotError> {
    let plots = SIZES.iter().map(|&(screen, size)| Ok((screen, draw(size)?)));
    let plots = plots.collect::<Result<Vec<_>, PlotError>>()?;
    Ok(html! {
        figure.plot {
            (legend)
            @for (screen, plot) in plots { div class=(screen) { (PreEscaped(plot)) } }
            figcaption { (prose(caption)) }
        }
    })
}

fn table(table: &ReportTable) -> Markup {
    html! {
        div.scroll {
            table class=[pictured(table).then_some("pictured")] {
                thead {
                    tr {
                        @for column in &table.columns {
                            th scope="col" class=[column.numeric.then_some("number")] { (prose(&column.name)) }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (column, cell) in table.columns.iter().zip(row) {
                                @match cell {
                                    Cell::Text(text) => { td class=[class(column.numeric, text)] { (wrapped(text)) } }
                                    Cell::Squares(picture) => { td { (squares::svg(picture)) } }
                                    Cell::Pegs(Pegs { pegs }) => { td { (self::pegs(pegs)) } }
                                    Cell::Cards(Cards { faces, .. }) => { td { (cards(faces)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Draws a codeword as coloured pegs. Each peg shows its character, for readers who cannot
/// distinguish the colours.
fn pegs(codeword: &str) -> Markup {
    html! {
        span.pegs {
            @for peg in codeword.chars() { span.peg data-peg=(peg) { (peg) } }
        }
    }
}

/// Draws cards in a row.
fn cards(faces: &[String]) -> Markup {
    html! {
        span.cards {
            @for face in faces {
                @let red = face.contains(['♥', '♦']);
                span.card.red-suit[red] { (face) } " "
            }
        }
    }
}

/// Returns whether a table contains pictures. The rows of such a table are higher than a line of
/// text.
fn pictured(table: &ReportTable) -> bool {
    table.rows.iter().flatten().any(|cell| matches!(cell, Cell::Squares(_)))
}

/// Returns the CSS class of a cell. The class `number` aligns numbers, and the class `prose` breaks
/// long text into lines.
fn class(numeric: bool, cell: &str) -> Option<&'static str> {
    match cell.chars().count() {
        _ if numeric => Some("number"),
        0..=28 => None,
        _ => Some("prose"),
    }
}

fn how_to_repeat(provenance: &Provenance) -> Markup {
    html! {
        p {
            "The same experiment file and seed give the same figures on every machine, with any number of threads. "
            "Times and rates were measured on the machine below."
        }
        dl {
            (pair("program", &html! { "quadrille " (provenance.version) ", results revision " (provenance.revision) }))
            (pair("seed", &html! { (provenance.seed) }))
            (pair("shards merged", &html! { (provenance.shards) }))
            @for (label, value) in &provenance.conditions { (pair(label, &html! { (value) })) }
            (pair("experiment hash", &html! { code { (provenance.hash) } }))
        }
        @if let Some(path) = &provenance.path {
            (command("To repeat this run:", &again(path, provenance.seed)))
        }
        (file("The experiment file", &provenance.text))
        @for named in &provenance.files {
            @if named.base64 {
                p { "The file " code { (named.name) } ", which the experiment names, is not text." }
            } @else {
                (file(&format!("The file {}, which the experiment names", named.name), &named.text))
            }
        }
    }
}

/// Returns the command line that repeats the run.
fn again(path: &str, seed: u64) -> String {
    format!("quadrille run {} --seed {seed}", typed_path(path))
}

/// Draws the text of a file, which is hidden until the reader opens it.
fn file(what: &str, text: &str) -> Markup {
    html! {
        details {
            summary { (what) ", " (counted(text.lines().count() as u64, "line")) }
            pre { code { (text) } }
        }
    }
}

fn pair(label: &str, value: &Markup) -> Markup {
    html! { div { dt { (label) } dd { (value) } } }
}
