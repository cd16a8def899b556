//! Counts the continuations of fixed positions, and prints them in the format of
//! `tests/perft/perft.csv`:
//!
//! ```sh
//! cargo run --release -p quadrille-doudizhu --example doudizhu_perft -- 1000000 > crates/doudizhu/tests/perft/perft.csv
//! ```
//!
//! The argument is a limit: the first count above it is the last of its position.

use quadrille_doudizhu::Rules;
use quadrille_doudizhu::game::{Deal, Position, Seat, perft};
use quadrille_random::StreamKey;

/// Endgames: the three hands, the landlord's first.
const ENDGAMES: [[&str; 3]; 4] = [
    ["334R", "667", "99B"],
    ["3334445678", "555666777", "888999TTT"],
    ["3333444455", "66667777BR", "88889999TJ"],
    ["33344455566678", "77788999TTTJQ", "JJQQQKKKKAAA2"],
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let most: u64 = std::env::args().nth(1).ok_or("expected a count to stop at")?.parse()?;
    println!("rules,landlord,next,last,depth,ways");
    let shuttle = Rules::PAGAT.with_space_shuttle().without_trio_pair();
    for rules in Rules::PRESETS.into_iter().chain([shuttle]) {
        let deals = (0..3).map(|stream| {
            let deal = Deal::random(&mut StreamKey::new(31459, stream).rng());
            Position::new(&deal, Seat::ALL[0])
        });
        let mut positions: Vec<Position> = deals.collect();
        for [landlord, next, last] in ENDGAMES {
            let hands = [landlord.parse()?, next.parse()?, last.parse()?];
            positions.push(Position::endgame(hands, Seat::ALL[0], Seat::ALL[0])?);
        }
        for position in positions {
            let hands = Seat::ALL.map(|seat| position.hand(seat).to_string()).join(",");
            for depth in 1.. {
                let ways = perft(&position, rules, depth, &())?;
                println!("\"{rules}\",{hands},{depth},{ways}");
                if ways == 0 || ways > most {
                    break;
                }
            }
        }
    }
    Ok(())
}
