//! x
use std::ops::ControlFlow; use quadrille_lanes::Level; use quadrille_mastermind::*;
fn main(){ let a:Vec<String>=std::env::args().skip(1).collect();
 let g=Game::new(a[0].parse().unwrap(),a[1].parse().unwrap(),Repeats::Allowed).unwrap();
 let s:Strategy=a.get(2).map_or("knuth",|s|s.as_str()).parse().unwrap();
 let n:usize=a.get(3).map_or(1,|x|x.parse().unwrap());
 let mut best=std::time::Duration::MAX;
 let mut r=None;
 for _ in 0..n { let t=std::time::Instant::now();
 r=Some(evaluate(g,Play::new(s),Level::from_env().unwrap(),&|_|ControlFlow::Continue(())).unwrap()); best=best.min(t.elapsed()); }
 let r=r.unwrap();
 println!("{} {} {:?} {:?} total {} scores {}",g,s,best,r.histogram,r.total_turns(),r.scores);}
