//! Leaf counts of the game trees of fixed deals, by the generator and by enumeration of all melds.

use quadrille_daifugo::game::{Game, Move, perft};
use quadrille_daifugo::melds::{Hand, Meld, plain};
use quadrille_daifugo::rules::Rules;

const DEALS: &str = include_str!("deals.perft");

/// Maximum number of leaves for which the plain enumeration runs, per deal and depth.
const PLAIN: u64 = 60_000;

struct Deal {
    name: String,
    game: Game,
    /// Expected leaves, by depth from 1.
    leaves: Vec<u64>,
}

fn deals() -> Vec<Deal> {
    let mut deals = Vec::new();
    for block in DEALS.split("\n\n").skip(1) {
        let values = |key: &str| -> Vec<&str> {
            block.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(' ')).collect()
        };
        let rules: Rules = values("rules")[0].parse().unwrap();
        let hands: Vec<Hand> = values("hand").iter().map(|hand| hand.parse().unwrap()).collect();
        let classes: Vec<u8> = (0..hands.len() as u8).collect();
        let game = Game::new(rules, &hands, 0, Some(&classes)).unwrap();
        let leaves = values("perft")
            .iter()
            .enumerate()
            .map(|(at, line)| {
                let (depth, leaves) = line.split_once(' ').unwrap();
                assert_eq!(depth.parse(), Ok(at + 1));
                leaves.parse().unwrap()
            })
            .collect();
        deals.push(Deal { name: values("name")[0].to_owned(), game, leaves });
    }
    deals
}

#[test]
fn leaf_counts_match_the_file() {
    let deals = deals();
    assert_eq!(deals.len(), 12);
    for deal in deals {
        let (all, last) = (deal.leaves.iter().sum::<u64>(), deal.leaves.last());
        assert!(all > 100_000 || last == Some(&0), "{}", deal.name);
        for (depth, &leaves) in (1..).zip(&deal.leaves) {
            assert_eq!(perft(&deal.game, depth, &()), Ok(leaves), "{} to depth {depth}", deal.name);
        }
    }
}

/// Counts leaves without the generator: filters all melds of a seat's initial hand by legality.
fn plainly(game: &Game, melds: &[Vec<Meld>], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Some(seat) = game.turn() else { return 0 };
    let allowed = melds[seat].iter().copied().filter(|&meld| game.check(meld).is_ok()).map(Move::Play);
    let pass = game.trick().is_some().then_some(Move::Pass);
    allowed
        .chain(pass)
        .map(|chosen| {
            let mut next = game.clone();
            next.submit(chosen);
            plainly(&next, melds, depth - 1)
        })
        .sum()
}

#[test]
fn plain_enumeration_gives_the_same_counts() {
    let every = plain::every_meld(2);
    for deal in deals() {
        let own = |hand: &Hand| every.iter().copied().filter(|&meld| hand.holds(meld)).collect();
        let melds: Vec<Vec<Meld>> = deal.game.hands().iter().map(own).collect();
        for (depth, &leaves) in (1..).zip(&deal.leaves).filter(|(_, leaves)| **leaves <= PLAIN) {
            assert_eq!(plainly(&deal.game, &melds, depth), leaves, "{} to depth {depth}", deal.name);
        }
    }
}
