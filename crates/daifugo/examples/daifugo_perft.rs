//! Prints the number of move sequences from fixed deals, by depth:
//!
//! ```sh
//! cargo run --release -p quadrille-daifugo --example daifugo_perft > crates/daifugo/tests/perft/deals.perft
//! ```
//!
//! The deals are drawn from fixed seeds, so the output is always the same.

use quadrille_daifugo::game::{Game, deal::deal, perft};
use quadrille_daifugo::melds::Hand;
use quadrille_daifugo::random::StreamKey;
use quadrille_daifugo::rules::{Rule, Rules};

/// Number of leaves above which no deeper depth is counted.
const ENOUGH: u64 = 200_000;
const DEEPEST: u32 = 30;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("# Leaf counts of game trees: number of sequences of n decisions, including passes.");
    println!(
        "# Made by this project's own generator (crates/daifugo/examples/daifugo_perft.rs). The test compares them with a"
    );
    println!("# plain enumeration of all melds, up to the depth that takes seconds.");
    let all = Rule::ALL.into_iter().fold(Rules::NONE, Rules::with);
    let contest = Rules::UECDA;
    // The name, the rules, and the number of dealt cards that each seat keeps.
    let deals = [
        ("contest-1", contest, 11),
        ("contest-2", contest, 11),
        ("contest-ending-1", contest, 4),
        ("contest-ending-2", contest, 3),
        ("three-players", contest.of(3, 1)?, 5),
        ("six-players-two-jokers", contest.of(6, 2)?, 4),
        ("no-rules", Rules::NONE.of(3, 0)?, 5),
        ("all-rules-1", all, 4),
        ("all-rules-2", all.of(4, 2)?, 3),
        ("back-and-skip", contest.with(Rule::ElevenBack).with(Rule::FiveSkip).of(4, 1)?, 4),
        ("rank-lock", contest.with(Rule::RankLock).with(Rule::NineReverse).of(3, 2)?, 4),
        ("no-spade-three", contest.without(Rule::SpadeThree).without(Rule::EightCut).of(3, 1)?, 4),
    ];
    for (seed, (name, rules, cards)) in deals.into_iter().enumerate() {
        let mut rng = StreamKey::new(seed as u64, 0).rng();
        let dealt = deal(rules, 0, &mut rng);
        let hands: Vec<Hand> = dealt[..rules.players()].iter().map(|hand| few(*hand, cards)).collect();
        let classes: Vec<u8> = (0..rules.players() as u8).collect();
        let game = Game::new(rules, &hands, 0, Some(&classes))?;
        println!("\nname {name}\nrules {rules}");
        for hand in &hands {
            println!("hand {hand}");
        }
        for depth in 1..=DEEPEST {
            let leaves = perft(&game, depth, &()).expect("the observer never cancels");
            println!("perft {depth} {leaves}");
            if leaves > ENOUGH || leaves == 0 {
                break;
            }
        }
    }
    Ok(())
}

/// Returns a hand of at most `cards` cards: the two lowest, for groups and sequences, and the best
/// of the others, jokers first.
fn few(hand: Hand, cards: u32) -> Hand {
    if hand.len() <= cards {
        return hand;
    }
    let mut kept = hand.lowest(2);
    let mut rest = hand;
    rest.give(kept);
    kept.take(rest.best(cards - 2));
    kept
}
