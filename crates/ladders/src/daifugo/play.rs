//! Rungs that generate melds, and rungs that play whole games.

use crate::Measure;
use quadrille_lanes::Nibbles64;
use quadrille_random::rand_core::Rng;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};

use super::{Rung, Workload};
use quadrille_daifugo::Rank;
use quadrille_daifugo::SuitSet;
use quadrille_daifugo::dominance::Order;
use quadrille_daifugo::game::deal::{deal, first_to_lead};
use quadrille_daifugo::game::{Game, Move};
use quadrille_daifugo::internals::{self, ByCount, Located, Transposed};
use quadrille_daifugo::melds::{Hand, Meld, Melds, Trick, follows, leads, plain};
use quadrille_daifugo::players::{self, PlayerKind};
use quadrille_daifugo::rules::Rules;
use quadrille_daifugo::{CardSet, plain as set};

/// Input of the meld generator: the hand, the trick to follow (`None` for a lead), and the order of
/// the ranks.
type Position = (Hand, Option<Trick>, Order);

/// The positions and the dealt games that these rungs use.
#[derive(Clone, Debug, Default)]
pub(super) struct Plays {
    leads: Vec<Position>,
    follows: Vec<Position>,
    games: Vec<Game>,
    /// Seed of the random players.
    seed: u64,
    /// All melds of a pack with one joker.
    every: Vec<Meld>,
    melds: Melds,
}

impl Plays {
    /// Number of positions of the workload `leads`; the workload `follows` has the same number. The
    /// number is small, because the first rungs test all possible melds in each position.
    const POSITIONS: usize = 64;
    /// Number of games.
    const GAMES: usize = 2;

    /// Draws new positions from random games.
    pub(super) fn refresh(&mut self, key: StreamKey) {
        let mut rng = key.rng();
        if self.every.is_empty() {
            self.every = plain::every_meld(1);
        }
        self.seed = rng.next_u64();
        self.games.clear();
        self.leads.clear();
        self.follows.clear();
        // All consecutive positions of a game are used, so that each size of a hand and each kind
        // of trick is as frequent as in real games.
        while self.games.len() < Self::GAMES || self.leads.len() < Self::POSITIONS {
            let hands = deal(Rules::UECDA, 0, &mut rng);
            let Ok(mut game) = Game::new(Rules::UECDA, &hands, first_to_lead(&hands), None) else { continue };
            if self.games.len() < Self::GAMES {
                self.games.push(game.clone());
            }
            while let Some(seat) = game.turn() {
                let positions = if game.trick().is_none() { &mut self.leads } else { &mut self.follows };
                if positions.len() < Self::POSITIONS {
                    positions.push((game.hand(seat), game.trick(), game.order()));
                }
                let chosen = PlayerKind::Random.choose(&game.view(seat, &mut self.melds, &[]), &mut rng);
                game.submit(chosen);
            }
        }
    }
}

/// Number of hands in the workload `groups`.
const HANDS: usize = 512;

const GROUPS: Measure<Workload> =
    Measure::new("groups", "hand", |w| w.mine.len().min(HANDS), Workload::checksum);
const LEADS: Measure<Workload> = Measure::new("leads", "call", |w| w.plays.leads.len(), Workload::checksum);
const FOLLOWS: Measure<Workload> =
    Measure::new("follows", "call", |w| w.plays.follows.len(), Workload::checksum);
const GAMES: Measure<Workload> = Measure::new("games", "game", |w| w.plays.games.len(), Workload::checksum);
const GREEDY: Measure<Workload> =
    Measure::new("greedy-games", "game", |w| w.plays.games.len(), Workload::checksum);

pub(super) const RUNGS: [Rung; 15] = [
    GROUPS.rung("loop", "nested loops over group size, number of held cards, rank and suits", |_, w| {
        groups(w, groups_by_loop);
    }),
    GROUPS.rung(
        "from located counts",
        "for each group size and each number of held cards, scan the ranks",
        |_, w| {
            groups(w, groups_by::<Located>);
        },
    ),
    GROUPS.rung(
        "transposed",
        "sort the ranks by the number of held cards, then by rank, as bits of one word; scan the word once for each group size",
        |_, w| {
            groups(w, groups_by::<Transposed>);
        },
    ),
    LEADS.rung("every meld tried", "test all possible melds against the hand, then sort them", |_, w| {
        let plays = &w.plays;
        for (&(hand, _, order), word) in plays.leads.iter().zip(&mut w.words) {
            *word = sum_up(&plain::leads(&plays.every, hand, order));
        }
    }),
    LEADS.rung(
        "groups from located counts",
        "generate melds, with one scan of the ranks for each number of held cards",
        |_, w| {
            each_lead(w, internals::leads_by::<Located>);
        },
    ),
    LEADS.rung(
        "one loop for each size",
        "generate groups from a table and a word of sorted ranks; find sequences by shifts",
        |_, w| {
            each_lead(w, internals::leads_by::<Transposed>);
        },
    ),
    LEADS.rung(
        "generator",
        "sort the ranks by number of held cards with a table, four ranks per iteration",
        |_, w| {
            each_lead(w, leads);
        },
    ),
    FOLLOWS.rung(
        "every meld tried",
        "test all possible melds against the hand and the trick, then sort the legal ones",
        |_, w| {
            let plays = &w.plays;
            for (&(hand, trick, order), word) in plays.follows.iter().zip(&mut w.words) {
                let answers =
                    trick.map_or_else(Vec::new, |trick| plain::follows(&plays.every, hand, trick, order));
                *word = sum_up(&answers);
            }
        },
    ),
    FOLLOWS.rung(
        "groups from located counts",
        "generate melds, with one scan of the ranks for each number of held cards",
        |_, w| {
            each_follow(w, internals::follows_by::<Located>);
        },
    ),
    FOLLOWS.rung("generator", "generate only melds that have the trick's size and a better rank", |_, w| {
        each_follow(w, follows);
    }),
    GAMES.rung("every meld tried", "test all possible melds, and play a legal one at random", |_, w| {
        let every = std::mem::take(&mut w.plays.every);
        play(w, |game, _, rng| {
            let hand = game.turn().map_or(Hand::EMPTY, |seat| game.hand(seat));
            let melds = match game.trick() {
                None => plain::leads(&every, hand, game.order()),
                Some(trick) => plain::follows(&every, hand, trick, game.order()),
            };
            internals::one_of(&melds, game.trick().is_some(), rng)
        });
        w.plays.every = every;
    }),
    GAMES.rung(
        "groups from located counts",
        "generate melds by four scans: of the ranks with at least 1, 2, 3 and 4 held cards; play a meld at random",
        |_, w| {
            random_games(w, internals::leads_by::<Located>, internals::follows_by::<Located>);
        },
    ),
    GAMES.rung("generator", "generate the legal melds, and play one at random", |_, w| {
        random_games(w, leads, follows);
    }),
    GREEDY.rung(
        "rule by rule",
        "for each of its decision rules, the greedy player scans all melds; some rules compare all pairs of melds",
        |_, w| {
            play(w, |game, melds, _| decide(game, melds, players::plain::greedy));
        },
    ),
    GREEDY.rung(
        "once through",
        "for each of its decision rules, the greedy player scans all melds at most once, and compares no pairs of melds",
        |_, w| {
            play(w, |game, melds, rng| decide(game, melds, |view| PlayerKind::Greedy.choose(view, rng)));
        },
    ),
];

/// For each position, writes a checksum of the hand's possible leads.
#[inline(always)]
fn each_lead(w: &mut Workload, leads: impl Fn(Hand, Order, &mut Melds)) {
    for (&(hand, _, order), word) in w.plays.leads.iter().zip(&mut w.words) {
        leads(hand, order, &mut w.plays.melds);
        *word = sum_up(&w.plays.melds);
    }
}

/// For each position, writes a checksum of the hand's possible follows.
#[inline(always)]
fn each_follow(w: &mut Workload, follows: impl Fn(Hand, Trick, Order, &mut Melds)) {
    for (&(hand, trick, order), word) in w.plays.follows.iter().zip(&mut w.words) {
        w.plays.melds.clear();
        if let Some(trick) = trick {
            follows(hand, trick, order, &mut w.plays.melds);
        }
        *word = sum_up(&w.plays.melds);
    }
}

/// Plays games. Every move is chosen at random from the generated melds.
#[inline(always)]
fn random_games(
    w: &mut Workload,
    leads: impl Fn(Hand, Order, &mut Melds),
    follows: impl Fn(Hand, Trick, Order, &mut Melds),
) {
    play(w, |game, melds, rng| {
        let hand = game.turn().map_or(Hand::EMPTY, |seat| game.hand(seat));
        match game.trick() {
            None => leads(hand, game.order(), melds),
            Some(trick) => follows(hand, trick, game.order(), melds),
        }
        internals::one_of(melds, game.trick().is_some(), rng)
    });
}

/// For each hand, writes a checksum of the groups without jokers.
#[inline(always)]
fn groups(w: &mut Workload, groups: impl Fn(CardSet, &mut Melds)) {
    for (&cards, word) in w.mine.iter().take(HANDS).zip(&mut w.words) {
        groups(cards, &mut w.plays.melds);
        *word = sum_up(&w.plays.melds);
    }
}

#[inline(always)]
fn groups_by<R: ByCount>(cards: CardSet, melds: &mut Melds) {
    internals::groups_by::<R>(cards, Order::Normal, melds);
}

fn groups_by_loop(cards: CardSet, melds: &mut Melds) {
    melds.clear();
    for (size, held) in (1..=4).rev().flat_map(|size| (size..=4).map(move |held| (size, held))) {
        for rank in Rank::all().filter(|&rank| set::count(cards, rank) == held) {
            let choices = (0..16).map(SuitSet::from_low_bits);
            let groups = choices.filter(|&suits| suits.len() == size && cards.suits(rank).is_superset(suits));
            groups
                .filter_map(|suits| Meld::group(rank, suits, SuitSet::EMPTY, 0))
                .for_each(|meld| internals::push(melds, meld));
        }
    }
}

/// Returns a checksum that depends on the melds and on their order.
#[inline(always)]
fn sum_up(melds: &[Meld]) -> Nibbles64 {
    // The sum is rotated before each meld, so that it depends on the order of the melds.
    let each = |sum: u64, meld: &Meld| {
        (sum.rotate_left(7) ^ u64::from(internals::bits(*meld))).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    Nibbles64::from_bits(melds.iter().fold(1, each))
}

#[inline(always)]
fn decide(
    game: &Game,
    melds: &mut Melds,
    choose: impl FnOnce(&quadrille_daifugo::game::View<'_>) -> Move,
) -> Move {
    game.turn().map_or(Move::Pass, |seat| choose(&game.view(seat, melds, &[])))
}

/// Plays every game to its end. The result of a game encodes the finishing order and the number of
/// moves.
#[inline(always)]
fn play(w: &mut Workload, mut choose: impl FnMut(&Game, &mut Melds, &mut Xoshiro256PlusPlus) -> Move) {
    // `melds` is taken out of the workload, because the loop borrows the games of the workload.
    // Each game has its own random stream. Every rung starts the stream anew, so all rungs play the
    // same games.
    let mut melds = std::mem::take(&mut w.plays.melds);
    for (number, (game, word)) in w.plays.games.iter().zip(&mut w.words).enumerate() {
        let mut rng = StreamKey::new(w.plays.seed, number as u64).rng();
        let (mut game, mut moves) = (game.clone(), 1);
        while game.turn().is_some() {
            if let Move::Play(meld) = choose(&game, &mut melds, &mut rng) {
                game.play(meld);
            } else {
                game.pass();
            }
            moves += 1;
        }
        // The low bits contain the seats in finishing order, four bits per seat. The bits above the
        // seats contain the number of moves plus one.
        let classes = game.finished().iter().fold(moves, |sum, &seat| sum << 4 | u64::from(seat));
        *word = Nibbles64::from_bits(classes);
    }
    w.plays.melds = melds;
}
