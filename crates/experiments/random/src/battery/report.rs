//! The report of `random.battery`.

use quadrille_random::battery::{Neighbours, SMALLEST, TESTS};
use quadrille_random::catalogue;
use quadrille_report::{Block, ReportTable, Section, Strip, StripRow};
use quadrille_runner::Report;

use super::job::{Arrangement, DRAWS, INTERLEAVED, PAIRS};
use super::result::{BatteryResult, CorrelatedDraw, FigureResult, SubjectResult};
use quadrille_report::figure::{count, counted, decimal, listed};
use quadrille_report::figures::Columns;
use quadrille_report::format::metric;

/// The prefix of the names of subjects that are families of streams.
const STREAMS_OF: &str = "streams of ";
/// Smallest p-value of the plot's axis; smaller p-values are drawn at its edge.
const LEAST_DRAWN: f64 = 1e-16;
/// Maximum number of correlated draws listed for a subject.
const ALIKE_LISTED: usize = 8;
/// Maximum number of significant statistics listed for a subject.
const FAULTS_LISTED: usize = 3;

pub(crate) fn report(result: &BatteryResult) -> Report {
    let (subjects, threshold) = (&result.subjects[..], result.threshold);
    let flagged: Vec<String> = subjects.iter().filter(|subject| subject.is_flagged()).map(name).collect();
    let figures: usize = subjects.iter().map(|subject| subject.figures().count()).sum();
    Report {
        title: match flagged.len() {
            0 => format!("Random numbers: none of {} flagged", counted(subjects.len() as u64, "subject")),
            some => {
                format!("Random numbers: {some} of {} flagged", counted(subjects.len() as u64, "subject"))
            }
        },
        lead: lead(&flagged, subjects.len()),
        metrics: vec![
            metric("subjects", count(subjects.len() as u64)),
            metric("flagged", count(flagged.len() as u64)),
            metric("p-values", count(figures as u64)),
            metric("flagged below", format!("{threshold:e}")),
            metric(
                "numbers per statistic, at most",
                count(1u64.checked_shl(result.size).unwrap_or(u64::MAX)),
            ),
        ],
        sections: [
            Some(verdicts(subjects, threshold)),
            faults(subjects, threshold),
            neighbours(subjects),
            Some(tests(subjects)),
            Some(generators(subjects)),
        ]
        .into_iter()
        .flatten()
        .collect(),
    }
}

/// Returns the name of a subject.
fn name(subject: &SubjectResult) -> String {
    match subject.arrangement {
        Arrangement::Sequence => subject.generator.clone(),
        Arrangement::Streams => format!("{STREAMS_OF}{}", subject.generator),
    }
}

/// Returns a subject's statistics with the names of their tests, smallest p-values first.
fn worst(subject: &SubjectResult) -> Vec<(&str, &FigureResult)> {
    let mut figures: Vec<_> = subject.figures().collect();
    figures.sort_by(|(_, a), (_, b)| a.p.total_cmp(&b.p));
    figures
}

fn lead(flagged: &[String], subjects: usize) -> String {
    match (flagged.len(), subjects - flagged.len()) {
        (0, 1) => "No defect was detected, which does not prove that there is none.".to_owned(),
        (0, _) => {
            "No defect was detected in any subject, which does not prove that there is none.".to_owned()
        }
        // The name “streams of …” is a plural.
        (1, 0) if flagged[0].starts_with(STREAMS_OF) => {
            format!(
                "{} are flagged: their numbers differ significantly from independent random ones.",
                flagged[0]
            )
        }
        (1, 0) => {
            format!(
                "{} is flagged: its numbers differ significantly from independent random ones.",
                flagged[0]
            )
        }
        (_, 0) => {
            "All subjects are flagged: their numbers differ significantly from independent random ones."
                .to_owned()
        }
        (_, passed) => {
            let names = listed(flagged, "and");
            let one = flagged.len() == 1 && !flagged[0].starts_with(STREAMS_OF);
            let are = if one { "is" } else { "are" };
            let others = if passed == 1 {
                "the other one passes".to_owned()
            } else {
                format!("the other {passed} pass")
            };
            format!("{names} {are} flagged; {others}.")
        }
    }
}

fn verdicts(subjects: &[SubjectResult], threshold: f64) -> Section {
    let mut ordered: Vec<&SubjectResult> = subjects.iter().collect();
    ordered.sort_by_key(|subject| !subject.is_flagged());
    let flags =
        |subject: &SubjectResult| subject.figures().filter(|(_, figure)| figure.p < threshold).count() as u64;
    let smallest = |subject: &SubjectResult| worst(subject).first().map(|(_, figure)| p(figure.p));
    let test = |subject: &SubjectResult| worst(subject).first().map(|(test, _)| (*test).to_owned());
    let table = Columns::of(ordered.iter().copied())
        .column("subject", name)
        .column("verdict", |subject| subject.verdict.name().to_owned())
        .column("#flags", |subject| count(flags(subject)))
        .column("#smallest p", |subject| smallest(subject).unwrap_or_default())
        .column("in the test", |subject| test(subject).unwrap_or_default())
        .table();
    let figures: usize = subjects.iter().map(|subject| subject.figures().count()).sum();
    // The strip shows all p-values, the table only the smallest.
    let row = |subject: &&SubjectResult| StripRow {
        name: name(subject),
        values: subject.figures().map(|(_, figure)| figure.p).collect(),
    };
    Section::new(
        "Verdicts",
        [
            Block::Text(format!(
                "A p-value is the probability that independent random numbers give a value at least as extreme as the observed \
                 one, in either direction. Among {}, the smallest is about {} by chance alone. A p-value below {threshold:e} \
                 practically never occurs by chance, so a subject that has one is flagged. Passing proves nothing: other \
                 tests may detect a defect.",
                counted(figures as u64, "p-value"),
                p(1.0 / figures as f64),
            )),
            Block::Strip(Strip {
                title: format!(
                    "All p-values of each subject, with the least likely ones on the right; {LEAST_DRAWN:e} and smaller values are at the right edge"
                ),
                value_axis: "p-value".to_owned(),
                threshold,
                least: LEAST_DRAWN,
                rows: ordered.iter().map(row).collect(),
            }),
            Block::Table(table),
        ],
    )
}

fn faults(subjects: &[SubjectResult], threshold: f64) -> Option<Section> {
    type Fault<'a> = (&'a SubjectResult, &'a str, &'a FigureResult);
    let flagged = |subject| {
        let worst = worst(subject).into_iter().filter(|(_, figure)| figure.p < threshold);
        worst.take(FAULTS_LISTED).map(move |(test, figure)| (subject, test, figure))
    };
    let faults: Vec<Fault<'_>> = subjects.iter().flat_map(flagged).collect();
    let at = |figure: &FigureResult| figure.at.map_or_else(String::new, |at| format!(" ({at})"));
    let table = Columns::of(&faults)
        .column("subject", |(subject, ..)| name(subject))
        .column("test", |(_, test, _)| (*test).to_owned())
        .column("statistic", |(_, _, figure)| format!("{}{}", figure.name, at(figure)))
        .column("#value", |(_, _, figure)| statistic(figure.statistic))
        .column("#p", |(_, _, figure)| p(figure.p))
        .table();
    let text = format!(
        "The smallest p-values of the flagged subjects, at most {FAULTS_LISTED} for each; in parentheses, the bit, lag or \
         draw with the most extreme value."
    );
    (!table.rows.is_empty())
        .then(|| Section::new("Significant statistics", [Block::Text(text), Block::Table(table)]))
}

/// Returns the section about correlated draws of neighbouring streams, at most [`ALIKE_LISTED`] for
/// each subject; `None` without correlated draws.
fn neighbours<'a>(subjects: &'a [SubjectResult]) -> Option<Section> {
    let listed = |subject: &'a SubjectResult| subject.correlated_draws.iter().take(ALIKE_LISTED);
    let names = subjects.iter().flat_map(|subject| listed(subject).map(|_| name(subject)));
    let table = Columns::of(subjects.iter().flat_map(listed))
        .cells("subject", names)
        .figure(&CorrelatedDraw::draw)
        .column("#correlation", |draw| format!("{:+.3}", draw.correlation))
        .table();
    let text = format!(
        "Each of these draws, numbered from 0, correlates with the same draw of the next stream. At most the first \
         {ALIKE_LISTED} are listed for each subject."
    );
    (!table.rows.is_empty()).then(|| {
        Section::new("Correlated draws of neighbouring streams", [Block::Text(text), Block::Table(table)])
    })
}

fn tests(subjects: &[SubjectResult]) -> Section {
    let mut table = ReportTable::new(&["test", "examines", "defined in"]);
    for test in &TESTS {
        table.push([test.name, test.what, test.citation].map(str::to_owned));
    }
    let mut blocks = Vec::new();
    if subjects.iter().any(|subject| subject.arrangement == Arrangement::Streams) {
        table.push(["neighbours", Neighbours::WHAT, Neighbours::CITATION].map(str::to_owned));
        blocks.push(Block::Text(format!(
            "Streams are tested in two ways: {INTERLEAVED} neighbouring streams are interleaved into one sequence, and \
             {} pairs of neighbouring streams are compared separately for each of the first {} draws. Neighbouring \
             streams have consecutive numbers; for generators without streams, they are the sequences of consecutive seeds.",
            count(PAIRS),
            count(DRAWS as u64)
        )));
    }
    blocks.push(Block::Table(table));
    Section::new("The tests", blocks)
}

fn generators(subjects: &[SubjectResult]) -> Section {
    let mut table = ReportTable::new(&["generator", "use", "known failures"]);
    let mut seen = Vec::new();
    for subject in subjects {
        if !seen.contains(&subject.generator.as_str()) {
            seen.push(&subject.generator);
        }
    }
    let known = |name: &&str| catalogue::entries().iter().find(|entry| entry.name == *name);
    for entry in seen.iter().filter_map(known) {
        table.push([entry.name, entry.purpose, entry.fails].map(str::to_owned));
    }
    Section::new("The generators", [Block::Table(table)])
}

/// Formats a statistic: `25.9`, `5.58e8`.
fn statistic(statistic: f64) -> String {
    if statistic.abs() < 1e9 { decimal(statistic, 1) } else { format!("{statistic:.2e}") }
}

/// Formats a p-value: `0.31`, `2.4e-9`.
fn p(p: f64) -> String {
    match p {
        _ if p <= SMALLEST => format!("<{SMALLEST:e}"),
        _ if p < 0.001 => format!("{p:.1e}"),
        _ => format!("{p:.3}"),
    }
}
