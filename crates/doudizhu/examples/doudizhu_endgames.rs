//! Measures the time of the endgame solver and the number of positions that it searches.
//!
//! ```text
//! cargo run --release --example doudizhu_endgames -- 13/13             deals of these sizes
//! cargo run --release --example doudizhu_endgames -- 10/10/10 deals=200 seconds=5
//! cargo run --release --example doudizhu_endgames -- 6-12/6-12 deals=1000   sizes are drawn, too
//! cargo run --release --example doudizhu_endgames -- endgames_hard.jsonl threads=2 each
//! ```
//!
//! With one thread, times are processor times (on Linux); with more threads, elapsed times. The
//! following arguments, in any order, may follow the sizes or the file:
//!
//! | argument | meaning | default |
//! |---|---|---|
//! | `deals=24` | number of deals | 24 |
//! | `only=3,17` | solve only the deals with these indices, from 0 | all |
//! | `threads=2` | number of threads of the solver | 1 |
//! | `memory=256` | size of the solver's table in MiB | 1024 |
//! | `seconds=5` | time limit per deal | 60 |
//! | `value` | find only the winner, not the value of every first move | both |
//! | `each` | print a line for each deal | only the totals |

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use quadrille_doudizhu::endgame::{Endgame, Solver};
use quadrille_doudizhu::game::Position;
use quadrille_doudizhu::{Hand, Rules};
use quadrille_progress::Progress;
use quadrille_random::{StreamKey, bounded, shuffle};

/// Returns the processor time of this thread in seconds; `None` where the system does not report
/// it.
fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

/// The arguments of a measurement.
struct Arguments {
    what: String,
    deals: u64,
    only: Option<Vec<usize>>,
    threads: usize,
    memory: u64,
    seconds: f64,
    value: bool,
    each: bool,
}

impl Arguments {
    fn read(mut given: impl Iterator<Item = String>) -> Option<Self> {
        let what = given.next().unwrap_or_else(|| "13/13".to_owned());
        let mut arguments = Self {
            what,
            deals: 24,
            only: None,
            threads: 1,
            memory: 1024,
            seconds: 60.0,
            value: false,
            each: false,
        };
        for argument in given {
            match argument.split_once('=').unwrap_or((&argument, "")) {
                ("deals", number) => arguments.deals = number.parse().ok()?,
                ("only", list) => {
                    arguments.only = Some(list.split(',').map(str::parse).collect::<Result<_, _>>().ok()?);
                }
                ("threads", number) => arguments.threads = number.parse().ok()?,
                ("memory", number) => arguments.memory = number.parse().ok()?,
                ("seconds", number) => arguments.seconds = number.parse().ok()?,
                ("value", "") => arguments.value = true,
                ("each", "") => arguments.each = true,
                _ => return None,
            }
        }
        Some(arguments)
    }

    fn positions(&self) -> Option<Vec<Position>> {
        if std::path::Path::new(&self.what).exists() {
            return Some(read(&self.what));
        }
        let size = |text: &str| {
            let (least, most) = text.split_once('-').unwrap_or((text, text));
            Some((least.parse().ok()?, most.parse().ok()?))
        };
        let sizes: Vec<(u32, u32)> = self.what.split('/').map(size).collect::<Option<_>>()?;
        (0..self.deals).map(|item| deal(&sizes, item)).collect()
    }
}

fn main() {
    let Some(arguments) = Arguments::read(std::env::args().skip(1)) else {
        eprintln!(
            "expected sizes or a file, and then deals=, only=, threads=, memory=, seconds=, value, each"
        );
        std::process::exit(2);
    };
    let Some(positions) = arguments.positions() else {
        eprintln!("{}: neither sizes of two or three hands nor a file", arguments.what);
        std::process::exit(2);
    };
    let [mut seconds, mut to_value, mut nodes, mut value_nodes] = [const { Vec::<f64>::new() }; 4];
    let (mut asked, mut unsolved) = (0, 0);
    for (at, position) in positions.iter().enumerate() {
        if arguments.only.as_ref().is_some_and(|only| !only.contains(&at)) {
            continue;
        }
        asked += 1;
        let begun = Instant::now();
        let before = on_processor().filter(|_| arguments.threads == 1);
        let elapsed = || match before {
            Some(before) => on_processor().unwrap_or(before) - before,
            None => begun.elapsed().as_secs_f64(),
        };
        let watch = |_: &Progress| {
            if elapsed() > arguments.seconds { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut solver = Solver::new(Rules::RLCARD, arguments.memory << 20).with_threads(arguments.threads);
        let value = solver.value(position, &watch);
        to_value.push(elapsed());
        let mut line = match &value {
            Ok(value) => {
                value_nodes.push(value.nodes as f64);
                let what = if value.win { "won" } else { "lost" };
                format!("  {at}: {what} after {} nodes, {:.3} s", value.nodes, elapsed())
            }
            Err(reason) => format!("  {at}: {reason}, {:.3} s", elapsed()),
        };
        let mut solved = value.is_ok();
        if !arguments.value {
            solver.clear();
            let begun_all = elapsed();
            let verdict = solver.solve(position, &watch);
            seconds.push(elapsed() - begun_all);
            if let (Ok(value), Ok(verdict)) = (&value, &verdict) {
                assert_eq!(value.win, verdict.win);
            }
            solved = verdict.is_ok();
            if let Ok(verdict) = verdict {
                nodes.push(verdict.nodes as f64);
                let winning = verdict.winning().count();
                let _ = write!(
                    line,
                    "; {winning} of {} moves win after {} nodes, {:.3} s",
                    verdict.moves.len(),
                    verdict.nodes,
                    elapsed() - begun_all
                );
            }
        }
        unsolved += u64::from(!solved);
        if arguments.each {
            println!("{line}");
        }
    }
    println!("{}: {asked} deals, {unsolved} not solved within {} s", arguments.what, arguments.seconds);
    show("seconds, the value alone", to_value);
    show("seconds, every first move", seconds);
    show("nodes, the value alone", value_nodes);
    show("nodes, every first move", nodes);
}

fn show(name: &str, mut figures: Vec<f64>) {
    if figures.is_empty() {
        return;
    }
    figures.sort_by(f64::total_cmp);
    let at =
        |part: f64| figures.get(((figures.len() as f64 - 1.0) * part) as usize).copied().unwrap_or(f64::NAN);
    let sum: f64 = figures.iter().sum();
    println!(
        "  {name:26} median {:<12.6} 95 % {:<12.6} worst {:<12.6} sum {sum:.3}",
        at(0.5),
        at(0.95),
        at(1.0)
    );
}

/// Returns the positions of a file with the keys `a` and `b`, the hands of the two seats.
fn read(path: &str) -> Vec<Position> {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let position = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        let hand = |key: &str| value[key].as_str()?.parse::<Hand>().ok();
        Endgame::new(vec![hand("a")?, hand("b")?]).position().ok()
    };
    text.lines().filter_map(position).collect()
}

fn deal(sizes: &[(u32, u32)], item: u64) -> Option<Position> {
    let mut rng = StreamKey::new(31459, item).rng();
    let mut left = Hand::PACK_MASK;
    let hands = sizes.iter().map(|&(least, most)| {
        // A given size draws no random number, so existing deals stay the same.
        let size = if least < most { bounded::within_u32(&mut rng, least..=most)? } else { least };
        let cards = shuffle::deal_mask(&mut rng, left, size)?;
        left &= !cards;
        Some(Hand::from_mask(cards))
    });
    Endgame::new(hands.collect::<Option<Vec<Hand>>>()?).position().ok()
}
