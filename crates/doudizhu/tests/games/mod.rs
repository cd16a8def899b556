//! Whole games: compared with reference rules, recorded, and between players.

mod arena;
mod contests;
mod play;
mod players;
mod records;
mod table;

use quadrille_doudizhu::game::{Auction, Scoring, Setup};
use quadrille_doudizhu::{Hand, Rules};

fn hand(cards: &str) -> Hand {
    cards.parse().expect("a hand")
}

/// Returns every combination of the options of a game.
fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for rules in Rules::PRESETS.into_iter().chain([Rules::RLCARD.with_space_shuttle().without_trio_pair()]) {
        for scoring in Scoring::ALL {
            for auction in Auction::ALL {
                for extras in [false, true] {
                    let setup = Setup::new(rules, scoring).with_auction(auction);
                    setups.push(if extras { setup.with_open_hand().with_doubling() } else { setup });
                }
            }
        }
    }
    setups
}
