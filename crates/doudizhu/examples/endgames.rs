//! Measures the endgame solver.

use quadrille_doudizhu::endgame::{Endgame, PlainSolver, Solver};
use quadrille_doudizhu::game::{Position, PositionParts, Seat};
use quadrille_doudizhu::{Hand, Rules};
use quadrille_random::{StreamKey, shuffle};
use rand_core::Rng;

/// Seconds this thread has been on a processor.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let threads: usize = std::env::var("THREADS").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let memory: u64 = std::env::var("MEM").ok().and_then(|s| s.parse().ok()).unwrap_or(1 << 30);
    match args[1].as_str() {
        "hard" => {
            let text = std::fs::read_to_string(&args[2]).unwrap();
            let (mut all, mut value) = (0, 0);
            for line in text.lines() {
                let v: serde_json::Value = serde_json::from_str(line).unwrap();
                let hand = |k: &str| v[k].as_str().unwrap().parse::<Hand>().unwrap();
                let position = Endgame::new(vec![hand("a"), hand("b")]).position().unwrap();
                let begun = cpu();
                let mut solver = Solver::new(Rules::RLCARD, memory).with_threads(threads);
                
                let verdict = solver.solve(&position, &()).unwrap();
                let s = (cpu() - begun);
                assert_eq!(verdict.win, v["a_wins"].as_bool().unwrap());
                all += verdict.nodes;
                value += verdict.nodes_to_value;
                println!("{}v{} {} nodes {} to value {} {:.4} s  {:.0} ns/node (proto {})", hand("a").len(), hand("b").len(), verdict.win, verdict.nodes, verdict.nodes_to_value, s, s*1e9/verdict.nodes as f64, v["proto_nodes"]);
            }
            println!("all {all} value {value}");
        }
        "random" => {
            // sizes a b [c], count, seed
            let sizes: Vec<u32> = args[2].split('/').map(|s| s.parse().unwrap()).collect();
            let count: u64 = args[3].parse().unwrap();
            let seed: u64 = args[4].parse().unwrap();
            let limit: f64 = args.get(5).map_or(60.0, |s| s.parse().unwrap());
            let (mut times, mut nodes, mut value) = (vec![], vec![], vec![]);
            let mut wins = 0;
            for item in 0..count {
                let position = deal(&sizes, seed, item);
                let begun = cpu();
                let mut solver = Solver::new(Rules::RLCARD, memory).with_threads(threads);
                
                let watch = |_: &quadrille_progress::Progress| if (cpu() - begun) > limit { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) };
                let result = solver.solve(&position, &watch);
                let s = (cpu() - begun);
                times.push(s);
                if let Ok(verdict) = result {
                    wins += u32::from(verdict.win);
                    nodes.push(verdict.nodes);
                    value.push(verdict.nodes_to_value);
                } else { nodes.push(u64::MAX); value.push(u64::MAX); }
            }
            let show = |name: &str, mut v: Vec<f64>| { v.sort_by(f64::total_cmp); let n = v.len(); println!("{name}: sum {:.4} median {:.6} p90 {:.4} worst {:.4}", v.iter().sum::<f64>(), v[n/2], v[n*9/10], v[n-1]); };
            println!("wins {wins} of {count}, unsolved {}", nodes.iter().filter(|&&n| n == u64::MAX).count());
            show("seconds", times);
            show("nodes", nodes.iter().map(|&n| n as f64).collect());
            show("to value", value.iter().map(|&n| n as f64).collect());
        }
        "check" => {
            let count: u64 = args[2].parse().unwrap();
            let seed: u64 = args[3].parse().unwrap();
            let most: u32 = args[4].parse().unwrap();
            let rules: Rules = args[5].parse().unwrap();
            let mut solver = Solver::new(rules, 1 << 24).with_threads(threads);
            
            let mut bad = 0;
            for item in 0..count {
                let mut rng = StreamKey::new(seed, item).rng();
                let three = rng.next_u64() % 2 == 0;
                let mut draw = || 1 + (rng.next_u64() % u64::from(most)) as u32;
                let sizes = if three { vec![draw() * 2 / 3 + 1, draw() * 2 / 3 + 1, draw() * 2 / 3 + 1] } else { vec![draw(), draw()] };
                let mut position = deal(&sizes, seed ^ 77, item);
                // Some moves on.
                let mut moves = quadrille_doudizhu::MoveBuffer::new();
                for _ in 0..rng.next_u64() % 4 {
                    position.moves(rules, &mut moves);
                    let mv = moves[rng.next_u64() as usize % moves.len()];
                    let mut after = position;
                    after.play(mv);
                    if after.winner().is_some() { break; }
                    position = after;
                }
                let mut plain = PlainSolver::new(rules);
                let expected = plain.winning_moves(&position);
                let verdict = solver.solve(&position, &()).unwrap();
                let got: Vec<_> = verdict.moves.iter().filter(|m| m.1).map(|m| m.0).collect();
                if got != expected { bad += 1; println!("BAD {position:?}\n plain {expected:?}\n fast {got:?}"); if bad > 3 { return; } }
                if item % 5 == 0 { solver.clear(); }
            }
            println!("checked {count} bad {bad}");
        }
        _ => {}
    }
}

fn deal(sizes: &[u32], seed: u64, item: u64) -> Position {
    let mut rng = StreamKey::new(seed, item).rng();
    let mut left = Hand::PACK_MASK;
    let mut hands = [Hand::EMPTY; 3];
    // Few ranks for small hands, so that there are chains and bombs.
    for (hand, &size) in hands.iter_mut().zip(sizes) {
        let cards = shuffle::deal_mask(&mut rng, left, size).unwrap();
        left &= !cards;
        *hand = Hand::from_mask(cards);
    }
    let parts = PositionParts::new(hands, Seat::ALL[0], Seat::ALL[0]);
    parts.try_into().unwrap()
}
