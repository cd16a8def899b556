//! scratch
use quadrille_combat::*;
use quadrille_diagnostics::Source;
use std::ops::ControlFlow;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let n: u64 = std::env::args().nth(2).map_or(10000, |x| x.parse().unwrap());
    let source = Source::new(&path, std::fs::read_to_string(&path).unwrap());
    let p = match Profile::parse(&source) { Ok(p) => p, Err(e) => { for e in e { println!("{e}\n"); } return } };
    let s = Simulation::new(&p);
    let t = std::time::Instant::now();
    let b = s.run_block(1, 0, n, &mut |_| ControlFlow::Continue(())).unwrap();
    let d = t.elapsed().as_secs_f64();
    println!("{} events/fight, {:.2} M events/s, {:.0} it/s; dps {:?} sd {:?} dtps {:?}", b.totals.events as f64 / n as f64, b.totals.events as f64 / d / 1e6, n as f64 / d, b.dps.mean(), b.dps.standard_deviation(), b.dtps.mean());
    println!("kills {} deaths {} mean length {}", b.totals.kills, b.totals.deaths, b.totals.time as f64 / 1e6 / n as f64);
    assert!(b.is_sound());
    for (name, row) in s.rows().iter().zip(&b.totals.rows) {
        print!("{name:14} casts {:7.2} dmg {:10.1} share {:.3}", row.casts as f64 / n as f64, row.damage() as f64 / 1e3 / n as f64, row.damage() as f64 / b.totals.damage as f64);
        for o in Outcome::ALL { let c = row.outcomes[o as usize]; if c.count > 0 { print!(" {} {:.3}", o.name(), c.count as f64 / row.attacks() as f64); } }
        println!();
    }
    for (name, a) in s.buffs().zip(&b.totals.buffs).chain(s.dots().zip(&b.totals.dots)) { println!("{name:14} up {:.4} stacks {:.3} applied {:.2} refreshed {:.2} refused {:.2} consumed {:.2}", a.uptime as f64 / b.totals.time as f64, a.stack_time as f64 / b.totals.time as f64, a.applied as f64/n as f64, a.refreshed as f64/n as f64, a.refused as f64/n as f64, a.consumed as f64/n as f64); }
    for (name, r) in s.resources().zip(&b.totals.resources) { println!("{name:14} gained {:.1} spent {:.1} wasted {:.1} mean {:.2}", r.gained as f64/1e6/n as f64, r.spent as f64/1e6/n as f64, r.wasted as f64/1e6/n as f64, r.level_time as f64/1e6/b.totals.time as f64); }
    for (name, r) in s.procs().zip(&b.totals.procs) { println!("{name:14} {:.2} of {:.2}", r.0 as f64/n as f64, r.1 as f64/n as f64); }
    if std::env::args().nth(3).is_some() { for e in s.replay(1, 0).log { println!("{e}"); } assert_eq!(s.replay(1,0).dps(), b.sample.values()[0]); }
}
