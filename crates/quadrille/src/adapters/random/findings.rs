//! What a battery has to say, for machines and for people.

use quadrille_experiment::report::{Block, Metric, Section, Strip, StripRow, Table};
use quadrille_experiment::{Conclusion, Report};
use quadrille_random::battery::{Figure, Neighbours, SMALLEST, Size, TESTS, THRESHOLD, Verdict, verdict};
use serde_json::{Map, Value, json};

use super::pieces::{DRAWS, Examined, Found, INTERLEAVED, PAIRS};
use super::settings::Arrangement;
use crate::report::figure::{count, counted};

/// What the name of a family of streams begins with.
const STREAMS_OF: &str = "streams of ";
/// P-values below this are all drawn at the edge.
const LEAST_DRAWN: f64 = 1e-16;
/// So many draws of a subject are listed.
const ALIKE_LISTED: usize = 8;
/// So many figures of a subject are listed among the faults.
const FAULTS_LISTED: usize = 3;

pub(super) fn conclusion(size: Size, subjects: &[Examined<'_>], drawn: u128) -> Conclusion {
    Conclusion::new(&result(size, subjects), report(size, subjects)).counting("numbers", drawn)
}

impl Examined<'_> {
    fn figures(&self) -> impl Iterator<Item = (&'static str, &Figure)> {
        self.tests.iter().flat_map(|&(test, found)| found.figures.iter().map(move |figure| (test, figure)))
    }

    fn is_flagged(&self) -> bool {
        verdict(self.figures().map(|(_, figure)| figure)) == Verdict::Flagged
    }

    fn verdict(&self) -> &'static str {
        if self.is_flagged() { "flagged" } else { "passed" }
    }

    /// The most surprising figures first.
    fn worst(&self) -> Vec<(&'static str, &Figure)> {
        let mut figures: Vec<_> = self.figures().collect();
        figures.sort_by(|(_, a), (_, b)| a.p.total_cmp(&b.p));
        figures
    }

    /// The draws by which its streams resemble their neighbours, with the correlation.
    fn alike(&self) -> impl Iterator<Item = (u32, f64)> {
        self.tests.iter().flat_map(|(_, found)| found.alike.iter().copied())
    }

    fn name(&self) -> String {
        match self.subject.arrangement {
            Arrangement::Sequence => self.subject.generator.name.to_owned(),
            Arrangement::Streams => format!("{STREAMS_OF}{}", self.subject.generator.name),
        }
    }
}

fn result(size: Size, subjects: &[Examined<'_>]) -> Map<String, Value> {
    let figure = |figure: &Figure| {
        json!({
            "name": figure.name, "statistic": figure.statistic, "distribution": figure.null.to_string(),
            "p": figure.p, "at": figure.at,
        })
    };
    let draw = |(draw, correlation): (u32, f64)| json!({ "draw": draw, "correlation": correlation });
    let test = |&(name, found): &(&str, &Found)| json!({ "test": name, "figures": found.figures.iter().map(figure).collect::<Vec<_>>() });
    let subject = |subject: &Examined<'_>| {
        json!({
            "generator": subject.subject.generator.name,
            "arrangement": match subject.subject.arrangement {
                Arrangement::Sequence => "sequence",
                Arrangement::Streams => "streams",
            },
            "seed": subject.seed.to_string(),
            "verdict": subject.verdict(),
            "smallest_p": subject.worst().first().map(|(_, figure)| figure.p),
            "correlated_draws": subject.alike().map(draw).collect::<Vec<_>>(),
            "tests": subject.tests.iter().map(test).collect::<Vec<_>>(),
        })
    };
    let mut result = Map::new();
    result.insert("size".to_owned(), json!(size.get()));
    result.insert("threshold".to_owned(), json!(THRESHOLD));
    result.insert("subjects".to_owned(), subjects.iter().map(subject).collect());
    result
}

fn report(size: Size, subjects: &[Examined<'_>]) -> Report {
    let flagged: Vec<String> =
        subjects.iter().filter(|subject| subject.is_flagged()).map(Examined::name).collect();
    let figures: usize = subjects.iter().map(|subject| subject.figures().count()).sum();
    Report {
        title: format!("A battery of tests on {}", counted(subjects.len() as u64, "subject")),
        lead: lead(&flagged, subjects.len()),
        metrics: vec![
            headline("subjects", count(subjects.len() as u64)),
            headline("flagged", count(flagged.len() as u64)),
            headline("p-values", count(figures as u64)),
            headline("flagged below", format!("{THRESHOLD:e}")),
            headline("numbers of a sequence a test sees", count(size.values())),
        ],
        sections: [
            Some(verdicts(subjects)),
            faults(subjects),
            neighbours(subjects),
            Some(tests(subjects)),
            Some(generators(subjects)),
        ]
        .into_iter()
        .flatten()
        .collect(),
    }
}

fn headline(label: &str, value: String) -> Metric {
    Metric { label: label.to_owned(), value }
}

fn lead(flagged: &[String], subjects: usize) -> String {
    match (flagged.len(), subjects - flagged.len()) {
        (0, 1) => "Nothing was found against it, which is no proof that there is nothing.".to_owned(),
        (0, _) => {
            "Nothing was found against any of them, which is no proof that there is nothing.".to_owned()
        }
        (1, 0) if flagged[0].starts_with(STREAMS_OF) => {
            format!(
                "{} are flagged: their numbers are not what independent random ones would be.",
                flagged[0]
            )
        }
        (1, 0) => {
            format!("{} is flagged: its numbers are not what independent random ones would be.", flagged[0])
        }
        (_, 0) => {
            "All of them are flagged: their numbers are not what independent random ones would be.".to_owned()
        }
        (_, passed) => {
            let names = and(flagged);
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

/// `a, b and c`.
fn and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn verdicts(subjects: &[Examined<'_>]) -> Section {
    let mut table = Table::new(&["subject", "verdict", "#flags", "#smallest p", "in the test"]);
    for subject in subjects {
        let worst = subject.worst();
        let flags = worst.iter().filter(|(_, figure)| figure.p < THRESHOLD).count();
        let (smallest, test) =
            worst.first().map_or((String::new(), ""), |(test, figure)| (p(figure.p), *test));
        table.push([
            subject.name(),
            subject.verdict().to_owned(),
            count(flags as u64),
            smallest,
            test.to_owned(),
        ]);
    }
    let figures: usize = subjects.iter().map(|subject| subject.figures().count()).sum();
    let row = |subject: &Examined<'_>| StripRow {
        name: subject.name(),
        values: subject.figures().map(|(_, figure)| figure.p).collect(),
    };
    Section {
        title: "Verdicts".to_owned(),
        blocks: vec![
            Block::Text(format!(
                "A p-value is the probability that independent random numbers look at least as odd as these, one way or the \
                 other. Of {} such probabilities the smallest is about {:.1e} by chance alone; below {THRESHOLD:e} there is no \
                 chance to speak of, and the subject is flagged. To pass is no proof: other tests may find something.",
                counted(figures as u64, "p-value"),
                1.0 / figures as f64,
            )),
            Block::Strip(Strip {
                title: format!(
                    "All p-values of each subject; the farther right, the less like chance, {LEAST_DRAWN:e} and less at the edge"
                ),
                value_axis: "p-value".to_owned(),
                threshold: THRESHOLD,
                least: LEAST_DRAWN,
                rows: subjects.iter().map(row).collect(),
            }),
            Block::Table(table),
        ],
    }
}

fn faults(subjects: &[Examined<'_>]) -> Option<Section> {
    let mut table = Table::new(&["subject", "test", "what of it", "#statistic", "#p"]);
    for subject in subjects {
        let worst = subject.worst();
        let flagged = worst.iter().filter(|(_, figure)| figure.p < THRESHOLD);
        for (test, figure) in flagged.take(FAULTS_LISTED) {
            let at = figure.at.map_or_else(String::new, |at| format!(" ({at})"));
            table.push([
                subject.name(),
                (*test).to_owned(),
                format!("{}{at}", figure.name),
                statistic(figure.statistic),
                p(figure.p),
            ]);
        }
    }
    let text = format!(
        "The smallest p-values of what is flagged, {FAULTS_LISTED} a subject at most; in brackets the bit, the lag or the \
         draw that stands out."
    );
    (!table.rows.is_empty()).then(|| Section {
        title: "What is wrong".to_owned(),
        blocks: vec![Block::Text(text), Block::Table(table)],
    })
}

/// The draws in which neighbouring streams are alike, a few of them for each subject.
fn neighbours(subjects: &[Examined<'_>]) -> Option<Section> {
    let mut table = Table::new(&["subject", "#draw", "#correlation"]);
    for subject in subjects {
        for (draw, correlation) in subject.alike().take(ALIKE_LISTED) {
            table.push([subject.name(), count(draw.into()), format!("{correlation:+.3}")]);
        }
    }
    let text = format!(
        "Whoever knows one of these draws of a stream, counted from 0, knows something of the same draw of the next stream. \
         Of every subject the first {ALIKE_LISTED}."
    );
    (!table.rows.is_empty()).then(|| Section {
        title: "Where neighbouring streams are alike".to_owned(),
        blocks: vec![Block::Text(text), Block::Table(table)],
    })
}

fn tests(subjects: &[Examined<'_>]) -> Section {
    let mut table = Table::new(&["test", "looks at", "defined in"]);
    for test in &TESTS {
        table.push([test.name, test.what, test.citation].map(str::to_owned));
    }
    let mut blocks = Vec::new();
    if subjects.iter().any(|subject| subject.subject.arrangement == Arrangement::Streams) {
        table.push(["neighbours", Neighbours::WHAT, Neighbours::CITATION].map(str::to_owned));
        blocks.push(Block::Text(format!(
            "Streams are looked at in two ways: {INTERLEAVED} neighbouring ones taking turns to make one sequence, and \
             {} pairs of neighbours, each of the first {} draws by itself. Neighbours have neighbouring keys; \
             where a generator knows no keys, consecutive seeds.",
            count(PAIRS),
            count(DRAWS as u64)
        )));
    }
    blocks.push(Block::Table(table));
    Section { title: "The tests".to_owned(), blocks }
}

fn generators(subjects: &[Examined<'_>]) -> Section {
    let mut table = Table::new(&["generator", "what it is there for", "what it is known to fail"]);
    let mut entries: Vec<_> = subjects.iter().map(|subject| subject.subject.generator).collect();
    let mut seen = Vec::new();
    entries.retain(|entry| {
        !seen.contains(&entry.name) && {
            seen.push(entry.name);
            true
        }
    });
    for entry in entries {
        table.push([entry.name, entry.purpose, entry.fails].map(str::to_owned));
    }
    Section { title: "The generators".to_owned(), blocks: vec![Block::Table(table)] }
}

/// A statistic as people read it: `25.9`, `5.58e8`.
fn statistic(statistic: f64) -> String {
    if statistic.abs() < 1e6 { format!("{statistic:.1}") } else { format!("{statistic:.2e}") }
}

/// A p-value as people read it: `0.31`, `2.4e-9`.
fn p(p: f64) -> String {
    match p {
        _ if p <= SMALLEST => format!("<{SMALLEST:e}"),
        _ if p < 0.001 => format!("{p:.1e}"),
        _ => format!("{p:.3}"),
    }
}
