//! Timing of ladders.
//!
//! All rungs of a workload do the same job on the same data. They are timed in rounds. In each
//! round, every rung has one *turn* of one or more runs. A temporary slowdown of the machine
//! therefore affects all rungs alike. Each round has fresh random data, so that a branch predictor
//! cannot learn the data. The result of a rung is the median of its rounds.
//!
//! After every turn, the observer receives the number of completed turns. The observer can then
//! cancel the timing.

use std::borrow::Cow;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use quadrille_lanes::Level;
use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;
use serde::{Deserialize, Serialize};

use quadrille_runner::machine::{Machine, draw_seed};

use crate::Rung;

/// Returns the names of the ladders.
pub fn names() -> Vec<&'static str> {
    KNOWN.iter().map(|ladder| ladder.name).collect()
}

/// Default number of rounds.
const ROUNDS: usize = 81;
/// Default number of rounds of the endgame ladder. A run of its first rungs takes tens of
/// milliseconds.
#[cfg(feature = "doudizhu")]
const ENDGAME_ROUNDS: usize = 15;
/// Default number of rounds of the Mastermind ladder. A run of its first rungs takes milliseconds.
#[cfg(feature = "mastermind")]
const MASTERMIND_ROUNDS: usize = 15;
/// Default number of rounds of the optimal play ladder. A run of its slowest rungs takes half a
/// second.
#[cfg(feature = "mastermind")]
const OPTIMAL_ROUNDS: usize = 5;
/// Default number of rounds of the combat ladder. A run of its first rung takes a tenth of a
/// second.
#[cfg(feature = "combat")]
const COMBAT_ROUNDS: usize = 15;
/// Default number of rounds of the Life ladder. A run of a rung takes tens of milliseconds.
#[cfg(feature = "life")]
const LIFE_ROUNDS: usize = 9;
/// Minimum duration of a turn. In each round, every rung has one turn, in which its runs are
/// measured together. The clock is too coarse to measure a shorter turn precisely, so a turn of a
/// fast rung has several runs.
const TURN: Duration = Duration::from_micros(20);

/// Timings of ladders: the result of the command `ladder`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// One-line description of the machine.
    pub machine: String,
    /// Vector level of the rungs that use vectors.
    pub vector_level: String,
    /// The rungs, by ladder and workload, from the plain loop upward.
    pub rungs: Vec<TimedRung>,
}

/// Timing of one rung.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TimedRung {
    /// Name of the ladder.
    pub ladder: Cow<'static, str>,
    /// Number of the rung in its workload, counted from 1.
    pub rung: usize,
    /// Name of the rung, such as `vectors of bit planes`.
    pub name: Cow<'static, str>,
    /// Name of the implementation in the text or program that introduced it; `None` if this project
    /// introduced it.
    #[serde(default)]
    pub known_as: Option<Cow<'static, str>>,
    /// Name of the workload.
    pub what: Cow<'static, str>,
    /// Unit of work, in the singular.
    pub item: Cow<'static, str>,
    /// Nanoseconds per item: the median of the rounds.
    pub ns_per_item: f64,
    /// Speed relative to rung 1 of the same workload.
    pub speedup: f64,
    /// Speed relative to the fastest rung that comes from the source of the ladder (a program or an
    /// article), timed in the same call. `None` for ladders without a source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speedup_over_source: Option<f64>,
    /// Gigabytes (10⁹ bytes) of random numbers per second; only for rungs that fill a buffer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gigabytes_per_second: Option<f64>,
    /// Generations per second; only for the ladder of Life.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps_per_second: Option<f64>,
    /// Number of search nodes; only for ladders of searches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Nodes>,
    /// One-line description of the optimization.
    pub about: Cow<'static, str>,
}

/// Number of search nodes; a decimal string in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Nodes(#[serde(with = "quadrille_report::decimal")] pub u64);

/// Reason why a ladder was not timed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LadderError {
    /// The name is not the name of a ladder.
    #[error("there is no ladder `{0}`; expected one of {list}", list = names().join(", "))]
    Unknown(String),
    /// The observer cancelled the timing.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Times ladders by name, in the given order; takes about a second per workload.
///
/// Each rung is timed in `rounds` rounds, and its result is the median of the rounds. If `rounds`
/// is `None`, each ladder uses its default number. The observer receives the number of finished
/// turns; a turn consists of the runs of one rung in one round.
///
/// # Errors
/// [`LadderError`] if a name is not the name of a ladder, or if the observer cancels the call. The
/// observer is called only between turns. A turn of the slowest rungs takes half a second.
pub fn time(
    ladders: &[&str],
    level: Level,
    rounds: Option<NonZeroUsize>,
    observer: &dyn Observer,
) -> Result<Timings, LadderError> {
    time_observed(ladders, level, rounds, observer, &|_| ())
}

/// Times ladders like [`time`]. In addition, calls `seen` with the rungs of the current workload
/// that have been timed, and their medians so far. The function `seen` is called after every turn
/// of the first round, and after every round.
///
/// # Errors
/// As [`time`].
pub fn time_observed(
    ladders: &[&str],
    level: Level,
    rounds: Option<NonZeroUsize>,
    observer: &dyn Observer,
    seen: &dyn Fn(&[TimedRung]),
) -> Result<Timings, LadderError> {
    let ladders: Vec<&Ladder> = ladders.iter().map(|name| find(name)).collect::<Result<_, _>>()?;
    let rounds_of = |ladder: &Ladder| rounds.map_or(ladder.rounds, usize::from);
    // In each round, every rung has a turn of one or more runs. Before the first round, each rung
    // runs to determine the number of runs in its turns. These runs count as one more turn of the
    // rung.
    let turns = |ladder: &&Ladder| (ladder.rungs)() * (rounds_of(ladder) + 1 + ladder.more);
    let turns: usize = ladders.iter().map(turns).sum();
    let meter = Meter::new(observer).total(turns as u64);
    let mut rungs = Vec::new();
    for ladder in ladders {
        rungs.extend((ladder.time)(&Timing { level, rounds: rounds_of(ladder), meter: &meter, seen })?);
    }
    Ok(Timings { machine: Machine::this().describe(), vector_level: level.name().to_owned(), rungs })
}

/// A ladder that can be timed by name.
struct Ladder {
    name: &'static str,
    /// Returns the number of rungs in all workloads.
    rungs: fn() -> usize,
    /// Default number of rounds.
    rounds: usize,
    /// Number of additional untimed rounds.
    more: usize,
    time: fn(&Timing<'_>) -> Result<Vec<TimedRung>, Cancelled>,
}

/// Parameters of the timing.
struct Timing<'a> {
    level: Level,
    rounds: usize,
    meter: &'a Meter<'a>,
    /// Receives the medians of one workload so far.
    seen: &'a dyn Fn(&[TimedRung]),
}

fn find(name: &str) -> Result<&'static Ladder, LadderError> {
    KNOWN.iter().find(|ladder| ladder.name == name).ok_or_else(|| LadderError::Unknown(name.to_owned()))
}

const KNOWN: &[Ladder] = &[
    Ladder { name: "lanes", rungs: || crate::lanes::rungs().len(), rounds: ROUNDS, more: 0, time: lanes },
    Ladder { name: "random", rungs: || crate::random::rungs().len(), rounds: ROUNDS, more: 0, time: random },
    #[cfg(feature = "doudizhu")]
    Ladder {
        name: "doudizhu",
        rungs: || crate::doudizhu::rungs().len(),
        rounds: ROUNDS,
        more: 0,
        time: doudizhu,
    },
    #[cfg(feature = "doudizhu")]
    Ladder {
        name: "doudizhu-endgame",
        rungs: || crate::doudizhu::endgame::rungs().len(),
        rounds: ENDGAME_ROUNDS,
        more: 0,
        time: doudizhu_endgame,
    },
    #[cfg(feature = "daifugo")]
    Ladder {
        name: "daifugo",
        rungs: || crate::daifugo::rungs().len(),
        rounds: ROUNDS,
        more: 0,
        time: daifugo,
    },
    #[cfg(feature = "mastermind")]
    Ladder {
        name: "mastermind",
        rungs: || crate::mastermind::rungs().len(),
        rounds: MASTERMIND_ROUNDS,
        more: 0,
        time: mastermind,
    },
    #[cfg(feature = "mastermind")]
    Ladder {
        name: "mastermind-optimal",
        rungs: || crate::mastermind::optimal::rungs().len(),
        rounds: OPTIMAL_ROUNDS,
        // The nodes are counted in a separate round, which is not timed.
        more: 1,
        time: mastermind_optimal,
    },
    #[cfg(feature = "combat")]
    Ladder {
        name: "combat",
        rungs: || crate::combat::rungs().len(),
        rounds: COMBAT_ROUNDS,
        more: 0,
        time: combat,
    },
    #[cfg(feature = "life")]
    Ladder { name: "life", rungs: || crate::life::rungs().len(), rounds: LIFE_ROUNDS, more: 0, time: life },
];

fn lanes(timing: &Timing<'_>) -> Result<Vec<TimedRung>, Cancelled> {
    use crate::lanes::{Workload, rungs};
    let mut rng = StreamKey::new(draw_seed(), 0).rng();
    let mut fresh = || (0..Workload::WORDS).map(|_| rng.next_u64()).collect::<Vec<u64>>();
    let mut workload = Workload::from_words(&fresh());
    let refresh = &mut |workload: &mut Workload| workload.refill(&fresh());
    take_turns("lanes", &rungs(), timing, &mut workload, refresh, None)
}

fn random(timing: &Timing<'_>) -> Result<Vec<TimedRung>, Cancelled> {
    use crate::random::{Workload, rungs};
    // The generators are not reset between rounds, so their numbers are always fresh.
    let mut workload = Workload::new(draw_seed());
    let mut timed = take_turns("random", &rungs(), timing, &mut workload, &mut |_| (), None)?;
    for rung in timed.iter_mut().filter(|rung| rung.what == "fill") {
        rung.gigabytes_per_second = Some(size_of::<u64>() as f64 / rung.ns_per_item);
    }
    Ok(timed)
}

#[cfg(feature = "doudizhu")]
fn doudizhu(timing: &Timing<'_>) -> Result<Vec<TimedRung>, Cancelled> {
    use crate::doudizhu::{Workload, rungs};
    let mut workload = Workload::new(draw_seed());
    let refresh = &mut |workload: &mut Workload| workload.refill(draw_seed());
    take_turns("doudizhu", &rungs(), timing, &mut workload, refresh, None)
}

#[cfg(feature = "doudizhu")]
fn doudizhu_endgame(timing: &Timing<'_>) -> Result<Vec<TimedRung>, Cancelled> {
    use crate::doudizhu::endgame::{Workload, rungs};
    let mut timed = Vec::new();
    for rungs in rungs().chunk_by(|a, b| a.what == b.what) {
        let mut workload = Workload::new(rungs[0].what, draw_seed());
        let refresh = &mut |workload: &mut Workload| workload.refill(draw_seed());
        timed.extend(take_turns("doudizhu-endgame", rungs, timing, &mut workload, refresh, None)?);
    }
    Ok(timed)
}

#[cfg(feature = "daifugo")]
fn daifugo(timing: &Timing<'_>) -> Result<Vec<TimedRung>, Cancelled> {
    use crate::daifugo::{SOURCE, Workload, rungs};
    let mut workload = Workload::new(draw_seed());
    let source = Some(SOURCE);
    take_turns("daifugo", &rungs(), timing, &mut workload, &mut Workload::refresh, source)
}

#[cfg(feature = "mastermind")]
fn mastermind(timing: &Timing<'_>) -> Result<Vec<TimedRung>, Cancelled> {
    use crate::mastermind::{SOURCES_BEST, Workload, rungs};
    let mut rng = StreamKey::new(draw_seed(), 0).rng();
    let mut fresh = |what| {
        let words: Vec<u64> = (0..Workload::WORDS).map(|_| rng.next_u64()).collect();
        Workload::new(what, &words)
    };
    let mut timed = Vec::new();
    for rungs in rungs().chunk_by(|a, b| a.what == b.what) {
        let Some(mut workload) = fresh(rungs[0].what) else { continue };
        let refresh = &mut |workload: &mut Workload| {
            if let Some(other) = fresh(rungs[0].what) {
                *workload = other;
            }
        };
        let source = Some(SOURCES_BEST);
        timed.extend(take_turns("mastermind", rungs, timing, &mut workload, refresh, source)?);
    }
    Ok(timed)
}

#[cfg(feature = "mastermind")]
fn mastermind_optimal(timing: &Timing<'_>) -> Result<Vec<TimedRung>, Cancelled> {
    use crate::mastermind::optimal::{Workload, rungs};
    let mut timed = Vec::new();
    for rungs in rungs().chunk_by(|a, b| a.what == b.what) {
        let mut workload = Workload::new(rungs[0].what);
        let from = timed.len();
        // A run changes only the result in the workload, so nothing is restored between runs.
        timed.extend(take_turns("mastermind-optimal", rungs, timing, &mut workload, &mut |_| (), None)?);
        for (rung, timed) in rungs.iter().zip(&mut timed[from..]) {
            rung.run(timing.level, &mut workload);
            timed.nodes = Some(Nodes(workload.nodes()));
            timing.meter.advance(1)?;
        }
    }
    Ok(timed)
}

#[cfg(feature = "combat")]
fn combat(timing: &Timing<'_>) -> Result<Vec<TimedRung>, Cancelled> {
    use crate::combat::{Workload, rungs};
    let mut workload = Workload::new(draw_seed());
    // The time per event is computed with the number of events in the first fights. The fights of
    // later rounds have about the same number of events.
    let refresh = &mut |workload: &mut Workload| workload.refill(draw_seed());
    take_turns("combat", &rungs(), timing, &mut workload, refresh, None)
}

#[cfg(feature = "life")]
fn life(timing: &Timing<'_>) -> Result<Vec<TimedRung>, Cancelled> {
    use crate::life::{Workload, rungs};
    let seed = draw_seed();
    let mut timed = Vec::new();
    for rungs in rungs().chunk_by(|a, b| a.what == b.what) {
        let Some(mut workload) = Workload::new(rungs[0].what, seed) else { continue };
        let from = timed.len();
        // The field evolves from round to round, so it needs no refresh.
        timed.extend(take_turns("life", rungs, timing, &mut workload, &mut |_| (), None)?);
        for rung in &mut timed[from..] {
            rung.steps_per_second = Some(1e9 / (rung.ns_per_item * workload.cells() as f64));
        }
    }
    Ok(timed)
}

/// Times the rungs of each workload in rounds. Before each round, `refresh` renews the data.
///
/// Some rungs come from the source of the ladder (a program or an article). Their names begin with
/// the text in the parameter `source`.
fn take_turns<W>(
    ladder: &'static str,
    rungs: &[Rung<W>],
    timing: &Timing<'_>,
    workload: &mut W,
    refresh: &mut dyn FnMut(&mut W),
    source: Option<&str>,
) -> Result<Vec<TimedRung>, Cancelled> {
    let &Timing { level, rounds, meter, seen } = timing;
    let mut timed = Vec::new();
    for rungs in rungs.chunk_by(|a, b| a.what == b.what) {
        let mut turns = Vec::with_capacity(rungs.len());
        for rung in rungs {
            let items = rung.items(workload);
            turns.push(Turns::new(items, &mut || rung.run(level, black_box(workload))));
            meter.advance(1)?;
        }
        for round in 0..rounds {
            refresh(workload);
            for (index, rung) in rungs.iter().enumerate() {
                turns[index].take(&mut || rung.run(level, black_box(workload)));
                if round == 0 {
                    seen(&medians(ladder, &rungs[..=index], &turns, source));
                }
                meter.advance(1)?;
            }
            seen(&medians(ladder, rungs, &turns, source));
        }
        timed.extend(medians(ladder, rungs, &turns, source));
    }
    Ok(timed)
}

/// Returns the timings of the rungs of one workload so far. Each turn of a rung gives a time per
/// item. The time of the rung is their median.
fn medians<W>(
    ladder: &'static str,
    rungs: &[Rung<W>],
    turns: &[Turns],
    source: Option<&str>,
) -> Vec<TimedRung> {
    let first = turns[0].ns_per_item();
    let of_source = |rung: &Rung<W>| source.is_some_and(|source| rung.name.starts_with(source));
    let sources = rungs.iter().zip(turns).filter(|(rung, _)| of_source(rung));
    let source = sources.map(|(_, turns)| turns.ns_per_item()).min_by(f64::total_cmp);
    let timed = rungs.iter().zip(turns).enumerate().map(|(index, (rung, turns))| {
        let Rung { what, name, item, known_as, about, .. } = *rung;
        let ns_per_item = turns.ns_per_item();
        TimedRung {
            ladder: ladder.into(),
            rung: index + 1,
            name: name.into(),
            known_as: known_as.map(Cow::from),
            what: what.into(),
            item: item.into(),
            ns_per_item,
            speedup: first / ns_per_item,
            speedup_over_source: source.map(|source| source / ns_per_item),
            gigabytes_per_second: None,
            steps_per_second: None,
            nodes: None,
            about: about.into(),
        }
    });
    timed.collect()
}

/// Timed turns of one rung.
struct Turns {
    items: usize,
    runs_a_turn: u32,
    ns_per_item: Vec<f64>,
}

impl Turns {
    /// Creates the turns of a rung with `items` items per run. Doubles the number of runs per turn
    /// until a turn takes at least [`TURN`] or has 2²⁴ runs.
    fn new(items: usize, run: &mut dyn FnMut()) -> Self {
        let mut runs = 1u32;
        while duration(runs, run) < TURN && runs < 1 << 24 {
            runs *= 2;
        }
        Self { items, runs_a_turn: runs, ns_per_item: Vec::new() }
    }

    fn take(&mut self, run: &mut dyn FnMut()) {
        let nanoseconds = duration(self.runs_a_turn, run).as_secs_f64() * 1e9;
        self.ns_per_item.push(nanoseconds / f64::from(self.runs_a_turn) / self.items as f64);
    }

    fn ns_per_item(&self) -> f64 {
        let mut sorted = self.ns_per_item.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }
}

fn duration(runs: u32, run: &mut dyn FnMut()) -> Duration {
    let begun = Instant::now();
    for _ in 0..runs {
        run();
    }
    begun.elapsed()
}
