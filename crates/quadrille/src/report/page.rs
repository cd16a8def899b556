//! The page: report model in, HTML out.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use quadrille_experiment::report::{
    Bars, Block, Cell, Lines, Ranges, Report, Section, Series, Spans, Strip, Table,
};

use super::plot::{self, PlotError, Size};
use super::squares;
use crate::files::NamedFile;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A plot on a desk and the same plot on a phone; the style sheet shows one of them.
const WIDE: Size = Size { width: 720, height: 340 };
const NARROW: Size = Size { width: 360, height: 260 };

/// How a result came about: what the page tells at its foot.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    /// The program's version.
    pub version: String,
    /// The revision of the results of this kind.
    pub revision: u32,
    /// Which experiment.
    pub kind: String,
    /// The experiment file's text.
    pub text: String,
    /// The files that it names.
    pub files: Vec<NamedFile>,
    /// The experiment's identity, in hex.
    pub hash: String,
    /// The seed.
    pub seed: u64,
    /// How many shards were merged.
    pub shards: u64,
    /// Label and value: machine, threads, vector level, times, rates.
    pub conditions: Vec<(String, String)>,
}

/// The whole page.
///
/// # Errors
/// A plot could not be drawn.
pub fn page(report: &Report, provenance: &Provenance) -> Result<String, PlotError> {
    whole(report, &provenance.version, &provenance.kind, &how_it_was_found(provenance))
}

/// The whole page of an answer that is no experiment's: `asked` is what was asked, such as `life info`, and
/// `conditions` are labels and values for its foot.
///
/// # Errors
/// A plot could not be drawn.
pub fn page_of_answer(
    report: &Report,
    asked: &str,
    conditions: &[(String, String)],
) -> Result<String, PlotError> {
    let foot = html! {
        section.provenance {
            h2 { "How this was found" }
            dl {
                (pair("program", &html! { "quadrille " (crate::VERSION) }))
                @for (label, value) in conditions { (pair(label, &html! { (value) })) }
            }
        }
    };
    whole(report, crate::VERSION, asked, &foot)
}

fn whole(report: &Report, version: &str, kind: &str, foot: &Markup) -> Result<String, PlotError> {
    let sections = report.sections.iter().map(section).collect::<Result<Vec<_>, _>>()?;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "quadrille " (version) };
                title { (report.title) " · Quadrille" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    p.kicker { "Quadrille · " (kind) }
                    h1 { (report.title) }
                    p.lead { (report.lead) }
                }
                main {
                    dl.figures {
                        @for metric in &report.metrics {
                            div { dt { (metric.label) } dd { (metric.value) } }
                        }
                    }
                    @for section in &sections { (section) }
                    (foot)
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(page.into_string())
}

fn section(section: &Section) -> Result<Markup, PlotError> {
    let blocks = section.blocks.iter().map(block).collect::<Result<Vec<_>, _>>()?;
    Ok(html! {
        section {
            h2 { (section.title) }
            @for block in &blocks { (block) }
        }
    })
}

fn block(block: &Block) -> Result<Markup, PlotError> {
    match block {
        Block::Text(text) => Ok(html! { p { (text) } }),
        Block::Table(rows) => Ok(table(rows)),
        Block::Bars(bars) => self::bars(bars),
        Block::Lines(lines) => self::lines(lines),
        Block::Strip(strip) => self::strip(strip),
        Block::Ranges(ranges) => self::ranges(ranges),
        Block::Spans(spans) => self::spans(spans),
        Block::Folded(folded) => Ok(html! {
            details {
                summary { (folded.summary) }
                (table(&folded.table))
            }
        }),
    }
}

fn bars(bars: &Bars) -> Result<Markup, PlotError> {
    Ok(figure(&bars.title, &legend(&bars.series), plot::bars(bars, WIDE)?, plot::bars(bars, NARROW)?))
}

fn strip(strip: &Strip) -> Result<Markup, PlotError> {
    let [wide, narrow] = [WIDE, NARROW].map(|size| plot::strip(strip, size.width));
    Ok(figure(&strip.title, &html! {}, wide?, narrow?))
}

fn ranges(ranges: &Ranges) -> Result<Markup, PlotError> {
    let [wide, narrow] = [WIDE, NARROW].map(|size| plot::ranges(ranges, size.width));
    Ok(figure(&ranges.title, &html! {}, wide?, narrow?))
}

fn spans(spans: &Spans) -> Result<Markup, PlotError> {
    let [wide, narrow] = [WIDE, NARROW].map(|size| plot::spans(spans, size.width));
    Ok(figure(&spans.title, &html! {}, wide?, narrow?))
}

fn lines(lines: &Lines) -> Result<Markup, PlotError> {
    Ok(figure(&lines.title, &legend(&lines.series), plot::lines(lines, WIDE)?, plot::lines(lines, NARROW)?))
}

/// Which colour is which series, where there are several.
fn legend(series: &[Series]) -> Markup {
    html! {
        @if series.len() > 1 {
            ul.legend {
                @for (index, series) in series.iter().enumerate() {
                    li { span.swatch style={ "background:" (plot::series_color(index)) } {} (series.name) }
                }
            }
        }
    }
}

/// A plot in its two sizes, with its caption.
fn figure(caption: &str, legend: &Markup, wide: String, narrow: String) -> Markup {
    html! {
        figure {
            (legend)
            div.wide { (PreEscaped(wide)) }
            div.narrow { (PreEscaped(narrow)) }
            figcaption { (caption) }
        }
    }
}

fn table(table: &Table) -> Markup {
    html! {
        div.scroll {
            table class=[pictured(table).then_some("pictured")] {
                thead {
                    tr {
                        @for column in &table.columns {
                            th scope="col" class=[column.numeric.then_some("number")] { (column.name) }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (column, cell) in table.columns.iter().zip(row) {
                                @match cell {
                                    Cell::Text(text) => { td class=[class(column.numeric, text)] { (text) } }
                                    Cell::Squares(picture) => { td { (squares::svg(picture)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Whether there are pictures in a table: its rows are higher than a line.
fn pictured(table: &Table) -> bool {
    table.rows.iter().flatten().any(|cell| matches!(cell, Cell::Squares(_)))
}

/// Figures stand in columns; what is longer than a label is broken into lines.
fn class(numeric: bool, cell: &str) -> Option<&'static str> {
    match cell.chars().count() {
        _ if numeric => Some("number"),
        0..=28 => None,
        _ => Some("prose"),
    }
}

fn how_it_was_found(provenance: &Provenance) -> Markup {
    html! {
        section.provenance {
            h2 { "How this was found" }
            p {
                "The same experiment file and seed give the same figures on every machine, with any number of threads. "
                "Times and rates belong to the machine below."
            }
            dl {
                (pair("program", &html! { "quadrille " (provenance.version) ", results revision " (provenance.revision) }))
                (pair("seed", &html! { (provenance.seed) }))
                (pair("shards merged", &html! { (provenance.shards) }))
                @for (label, value) in &provenance.conditions { (pair(label, &html! { (value) })) }
                (pair("experiment hash", &html! { code { (provenance.hash) } }))
            }
            h3 { "The experiment file" }
            pre { code { (provenance.text) } }
            @for file in &provenance.files {
                h3 { "The file " (file.name) " that it names" }
                pre { code { (file.text) } }
            }
        }
    }
}

fn pair(label: &str, value: &Markup) -> Markup {
    html! { div { dt { (label) } dd { (value) } } }
}
