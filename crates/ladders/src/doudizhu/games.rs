//! Workloads `games` and `rule-games`: whole games, from the deal to the last card. The result is a
//! hash of all moves.

use super::{Measure, Rung, Workload};
use quadrille_doudizhu::ActionTable;
use quadrille_doudizhu::Move;
use quadrille_doudizhu::Rules;
use quadrille_doudizhu::game::{Contract, Position, Seat, Setup, Table};
use quadrille_doudizhu::internals::PlainRule;
use quadrille_doudizhu::players::{PerSeatRng, Player, Rule, play_on};
use quadrille_progress::Meter;
use quadrille_random::StreamKey;

/// Number of deals that are played.
const GAMES: usize = 4;

const GAMES_OF_CHANCE: Measure<Workload> =
    Measure::new("games", "game", |w| w.deals.len().min(GAMES), Workload::sum_of_numbers);
const GAMES_BY_RULE: Measure<Workload> =
    Measure::new("rule-games", "game", |w| w.deals.len().min(GAMES), Workload::sum_of_numbers);

pub(super) const RUNGS: [Rung; 4] = [
    GAMES_OF_CHANCE.rung(
        "whole table",
        "test all 27,472 moves at every turn, and choose a random legal move",
        |_, w| {
            each(w, |position, on| {
                let legal = ActionTable::rlcard().filter(position.hand(position.turn()), Some(on));
                any(legal, position)
            });
        },
    ),
    GAMES_OF_CHANCE.rung("generator", "generate the legal moves, and choose one at random", |_, w| {
        let mut moves = std::mem::take(&mut w.moves);
        each(w, |position, _| {
            position.moves(Rules::RLCARD, &mut moves);
            any(moves.iter().copied(), position)
        });
        w.moves = moves;
    }),
    GAMES_BY_RULE.rung(
        "rank by rank",
        "for each move, the rule player evaluates the remaining hand by a loop over ranks",
        |_, w| {
            play(w, &mut [PlainRule; 3]);
        },
    ),
    GAMES_BY_RULE.rung(
        "masks of ranks",
        "the rule player evaluates hands with two bits per rank, and looks up the costs of ranks in tables",
        |_, w| {
            play(w, &mut [Rule; 3]);
        },
    ),
];

/// Plays the games; `choose` selects every move.
fn each(w: &mut Workload, mut choose: impl FnMut(&Position, Move) -> Move) {
    for (deal, number) in w.deals.iter().take(GAMES).zip(&mut w.numbers) {
        let mut position = Position::new(deal, Seat::ALL[0]);
        let mut sum = 0;
        while position.winner().is_none() {
            let chosen = choose(&position, position.on_table());
            sum = add(sum, chosen);
            position.play(chosen);
        }
        *number = sum;
    }
}

/// Chooses a pseudo-random move: the move whose hash is smallest. The hash is computed from the
/// cards of the move and the hand, so the choice does not depend on the order of the moves.
fn any(moves: impl Iterator<Item = Move>, position: &Position) -> Move {
    let salt = position.hand(position.turn()).bits() | 1;
    let stirred =
        |chosen: &Move| (chosen.cards().bits() ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
    moves.min_by_key(|chosen| stirred(chosen).wrapping_mul(salt)).unwrap_or(Move::PASS)
}

/// Plays games with three players at a table.
fn play<P: Player<Table>>(w: &mut Workload, players: &mut [P; 3]) {
    let (setup, contract) = (Setup::default(), Contract::plain(Seat::ALL[0]));
    let rngs = [0, 1, 2].map(|seat| StreamKey::new(0, seat).rng());
    let mut seats = PerSeatRng::new(players.each_mut(), rngs);
    // `play_on` requires a generator, but these games draw no random numbers from it.
    let mut dealer = StreamKey::new(0, 3).rng();
    for (deal, number) in w.deals.iter().take(GAMES).zip(&mut w.numbers) {
        let position = Position::new(deal, contract.landlord);
        w.table.begin_at(&setup, contract, deal.stock(), position);
        let _ = play_on(&mut w.table, &mut seats, &mut dealer, &mut (), &Meter::new(&()));
        *number = w.table.moves().iter().fold(0, |sum, &(_, chosen)| add(sum, chosen));
    }
}

fn add(sum: u64, chosen: Move) -> u64 {
    (sum.rotate_left(7) ^ chosen.cards().bits()).wrapping_add(1)
}
