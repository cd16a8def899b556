//! `quadrille ladder`: times the same job at every rung of an optimization ladder on this machine.

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use clap::Args;
use quadrille::lanes::Level;
use quadrille::report::ReportTable;
use quadrille::report::figure;
use quadrille_ladders::{self as ladders, LadderError, Timings};

use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, terminal};

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille ladder random

The rungs of a ladder are implementations of the same job, from the plainest to the fastest. All rungs of a job \
work on the same random data, except in `random`, whose rungs are different generators. The speed-up of a rung is \
relative to rung 1 in the same call. In `random`, rung 1 is fast but of poor quality: a double of C's \
rand has only 32768 possible values. Vector rungs use the best vector level of this machine, or the \
level in QUADRILLE_SIMD.")]
pub(crate) struct Ladder {
    /// Ladders to time [default: all; choices: lanes, random, doudizhu, doudizhu-endgame, daifugo,
    /// mastermind, mastermind-optimal, combat, life]
    #[arg(value_name = "LADDER")]
    ladders: Vec<String>,
    /// Number of timings per rung, of which the median is reported [default: 5 to 81, depending on
    /// the ladder]
    #[arg(long, value_name = "N", value_parser = rounds, allow_negative_numbers = true)]
    rounds: Option<NonZeroUsize>,
}

fn rounds(text: &str) -> Result<NonZeroUsize, String> {
    let rounds = text.parse().ok().filter(|&rounds: &NonZeroUsize| rounds.get() <= 10_000);
    rounds.ok_or_else(|| "a whole number from 1 to 10000 is expected".to_owned())
}

impl Ladder {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let known = ladders::names();
        if let Some(unknown) = self.ladders.iter().find(|name| !known.contains(&name.as_str())) {
            return Err(Failure::usage(LadderError::Unknown(unknown.clone())));
        }
        let asked = |name: &&str| self.ladders.is_empty() || self.ladders.iter().any(|asked| asked == *name);
        let chosen: Vec<&str> = known.into_iter().filter(asked).collect();
        let timings =
            watched("timings", mode, |observer| ladders::time(&chosen, level, self.rounds, observer))?;
        let timings = timings.map_err(|error| match error {
            LadderError::Cancelled(cancelled) => cancelled.into(),
            other => Failure::usage(other),
        })?;
        if mode.json { answer::json(&timings) } else { answer::text(&in_words(&timings)) }
    }
}

fn in_words(Timings { machine, vector_level, rungs }: &Timings) -> String {
    let mut text = format!("{machine}\nvector level {vector_level}\n");
    for rungs in rungs.chunk_by(|a, b| (&a.ladder, &a.what) == (&b.ladder, &b.what)) {
        let _ = writeln!(text, "\n{} · {} (ns per {})", rungs[0].ladder, rungs[0].what, rungs[0].item);
        let source = rungs[0].speedup_over_source.is_some();
        let steps = rungs[0].steps_per_second.is_some();
        let bytes = rungs[0].gigabytes_per_second.is_some();
        let nodes = rungs[0].nodes.is_some();
        let known = rungs.iter().any(|rung| rung.known_as.is_some());
        let mut head = vec!["#rung", "name"];
        head.extend(known.then_some("known as"));
        head.push("#ns");
        head.extend((source || steps).then_some("#G/s"));
        head.extend(bytes.then_some("#GB/s"));
        head.extend(steps.then_some("#steps/s"));
        head.extend(nodes.then_some("#nodes"));
        head.push("#speed-up");
        head.extend(source.then_some("#over the source"));
        head.push("what it does");
        let mut table = ReportTable::new(&head);
        for rung in rungs {
            let mut cells = vec![rung.rung.to_string(), rung.name.to_string()];
            cells.extend(known.then(|| rung.known_as.as_deref().unwrap_or_default().to_owned()));
            cells.push(format!("{:.*}", if steps { 4 } else { 3 }, rung.ns_per_item));
            if source || steps {
                cells.push(format!("{:.2}", 1.0 / rung.ns_per_item));
            }
            cells.extend(rung.gigabytes_per_second.map(|bytes| format!("{bytes:.2}")));
            cells.extend(rung.steps_per_second.map(|steps| format!("{steps:.1}")));
            cells.extend(rung.nodes.map(|nodes| figure::count(nodes.0)));
            cells.push(format!("{:.*}×", if nodes { 2 } else { 1 }, rung.speedup));
            cells.extend(rung.speedup_over_source.map(|speedup| format!("{speedup:.1}×")));
            cells.push(rung.about.to_string());
            table.push(cells);
        }
        text += &terminal::table(&table);
    }
    text
}
