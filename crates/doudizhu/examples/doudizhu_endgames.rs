//! How long the endgame solver takes, and how many positions it searches.
//!
//! ```text
//! cargo run --release --example doudizhu_endgames -- 13/13 24      deals of these sizes
//! cargo run --release --example doudizhu_endgames -- 10/10/10 24
//! cargo run --release --example doudizhu_endgames -- endgames_hard.jsonl
//! ```
//!
//! A third argument is the number of threads, a fourth the seconds a deal may take; with `value` as a fifth
//! one only who wins is asked for, deal by deal. Times are of the processor with one thread (Linux), of the
//! clock with more.

use std::ops::ControlFlow;
use std::time::Instant;

use quadrille_doudizhu::endgame::{Endgame, SolveError, Solver};
use quadrille_doudizhu::game::Position;
use quadrille_doudizhu::{Hand, Rules};
use quadrille_progress::Progress;
use quadrille_random::{StreamKey, shuffle};

/// Seconds that this thread has been on a processor; `None` where the system does not tell.
fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: usize| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let what = arguments.first().map_or("13/13", String::as_str);
    let (count, threads, limit) = (number(1, 24), number(2, 1), number(3, 60));
    let value_only = arguments.get(4).is_some_and(|text| text == "value");
    let positions: Vec<Position> = if std::path::Path::new(what).exists() {
        read(what)
    } else {
        let sizes: Vec<u32> = what.split('/').filter_map(|size| size.parse().ok()).collect();
        (0..count as u64).filter_map(|item| deal(&sizes, item)).collect()
    };
    let [mut seconds, mut to_value, mut nodes, mut value_nodes] = [const { Vec::<f64>::new() }; 4];
    let mut unsolved = 0;
    let only: Option<Vec<usize>> =
        std::env::var("QO").ok().map(|o| o.split(',').map(|x| x.parse().unwrap()).collect());
    for (at, position) in positions.iter().enumerate() {
        if only.as_ref().is_some_and(|o| !o.contains(&at)) {
            continue;
        }
        let begun = Instant::now();
        let before = on_processor().filter(|_| threads == 1);
        let elapsed = || match before {
            Some(before) => on_processor().unwrap_or(before) - before,
            None => begun.elapsed().as_secs_f64(),
        };
        let watch = |_: &Progress| {
            if elapsed() > limit as f64 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut solver = Solver::new(Rules::RLCARD, 1 << 30).with_threads(threads);
        let won = solver.value(position, &watch);
        to_value.push(elapsed());
        if value_only {
            let (win, searched) = match &won {
                Ok(value) => (Some(value.win), value.nodes),
                Err(SolveError::Stopped(so_far)) => (so_far.win(), so_far.nodes),
                Err(_) => continue,
            };
            println!("  {at}: {win:?} after {searched} nodes, {:.3} s", elapsed());
            value_nodes.push(searched as f64);
            unsolved += usize::from(won.is_err());
            continue;
        }
        solver.clear();
        let begun_all = elapsed();
        let verdict = solver.solve(position, &watch);
        seconds.push(elapsed() - begun_all);
        let Ok(verdict) = verdict else {
            unsolved += 1;
            continue;
        };
        assert_eq!(won.map(|value| value.win), Ok(verdict.win));
        nodes.push(verdict.nodes as f64);
        value_nodes.push(verdict.nodes_to_value as f64);
    }
    println!("{what}: {} deals, {unsolved} not solved within {limit} s", positions.len());
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

/// The positions of a file with the keys `a` and `b`, the hands of two.
fn read(path: &str) -> Vec<Position> {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let position = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        let hand = |key: &str| value[key].as_str()?.parse::<Hand>().ok();
        Endgame::new(vec![hand("a")?, hand("b")?]).position().ok()
    };
    text.lines().filter_map(position).collect()
}

fn deal(sizes: &[u32], item: u64) -> Option<Position> {
    let mut rng = StreamKey::new(31459, item).rng();
    let mut left = Hand::PACK_MASK;
    let hands = sizes.iter().map(|&size| {
        let cards = shuffle::deal_mask(&mut rng, left, size)?;
        left &= !cards;
        Some(Hand::from_mask(cards))
    });
    Endgame::new(hands.collect::<Option<Vec<Hand>>>()?).position().ok()
}
