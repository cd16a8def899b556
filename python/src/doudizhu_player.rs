//! A built-in player of Dou Dizhu, for games that another program runs.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use quadrille::answers::doudizhu::read_hand;
use quadrille::doudizhu::game::{Action, Deal, DealError, Scoring, Seat, Setup, Table};
use quadrille::doudizhu::players::{Entrant, Player, PlayerKind, PlayerRng};
use quadrille::doudizhu::{Hand, Rank, Rules};
use quadrille::files::NamedFiles;
use quadrille::random::StreamKey;
use quadrille::random::rand_core::Rng as _;
use quadrille::table::{Game as _, View as _};

use crate::doudizhu_game::read_cards;
use crate::error::{at, error};

/// A built-in player, for games that another program runs: that program deals the cards and
/// enforces the rules. The games have no auction.
///
/// >>> player = Player("rule")
/// >>> player.decide("3444555667789TTJQK2R", "34K", [])
/// '3'
///
/// Seat 0 is the landlord, who leads first. :data:`ROLES` names the roles of seats 0, 1 and 2. The
/// player receives only the information of its seat.
///
/// Args:
///     name: A player of the arena: ``random``, ``rule``, ``policy`` or ``search``. ``policy:`` is
///         followed by the path of a trained policy, as in ``policy:mine/policy.safetensors``.
///         ``search:`` is followed by a number of playouts or a time per decision, as in
///         ``search:1000`` and ``search:250ms``.
///     seed: The seed of the player's random numbers, 0 to 2**64 - 1.
///     rules: The rules for moves: ``rlcard``, ``douzero``, ``pagat`` or ``openspiel``. Switches
///         can follow, each after a comma.
///
/// Raises:
///     Error: The player or the rules do not exist, or the file of a policy cannot be read.
#[pyclass(module = "quadrille.doudizhu", name = "Player")]
pub(crate) struct DoudizhuPlayer {
    #[pyo3(get)]
    name: String,
    /// The mutex makes calls from several threads run one after the other.
    asked: Mutex<Asked>,
}

struct Asked {
    player: Box<dyn Player<Table>>,
    rng: PlayerRng,
    setup: Setup,
    table: Table,
}

#[pymethods]
impl DoudizhuPlayer {
    #[new]
    #[pyo3(signature = (name, *, seed=0, rules="rlcard"))]
    fn new(
        name: String,
        #[pyo3(from_py_with = crate::places::seed)] seed: u64,
        rules: &str,
    ) -> PyResult<Self> {
        let read = |file: &str| NamedFiles::in_folder(".").bytes(file);
        let player = Entrant::named::<PlayerKind>(&name, read).map_err(error)?.player();
        let rules: Rules = rules.parse().map_err(error)?;
        // The caller keeps the score, so the player only maximises its probability of winning.
        let setup = Setup::new(rules, Scoring::Wp);
        let rng = StreamKey::new(seed, 0).rng();
        let asked = Mutex::new(Asked { player, rng, setup, table: Table::new(&setup) });
        Ok(Self { name, asked })
    }

    /// Returns the player's move.
    ///
    /// Args:
    ///     hand: The cards in the player's hand.
    ///     stock: The three cards that the landlord took after the deal.
    ///     moves: All moves so far, from the landlord's first lead on. A move is its cards, or
    ///         ``pass``. The number of moves determines the seat to move.
    ///
    /// Returns:
    ///     A legal move, or ``pass``.
    ///
    /// Raises:
    ///     Error: The game is impossible or over, or the player returned no legal move.
    fn decide(&self, py: Python<'_>, hand: &str, stock: &str, moves: Vec<String>) -> PyResult<String> {
        let hand = read_hand("hand", hand).map_err(at)?;
        let stock = read_hand("stock", stock).map_err(at)?;
        let moves = moves.iter().map(|cards| read_cards(cards)).collect::<PyResult<Vec<Hand>>>()?;
        let deal = a_deal(hand, stock, &moves)?;
        py.detach(|| self.asked.lock().unwrap_or_else(PoisonError::into_inner).decide(&deal, &moves))
    }

    fn __repr__(&self) -> String {
        format!("Player({:?})", self.name)
    }
}

impl Asked {
    fn decide(&mut self, deal: &Deal, moves: &[Hand]) -> PyResult<String> {
        let Self { player, rng, setup, table } = self;
        table.begin(setup, deal, Seat::ALL[0]);
        for (number, &cards) in (1..).zip(moves) {
            let read = table.position().map(|position| position.read(setup.rules, cards));
            match read {
                Some(Ok(legal)) => table.apply(Action::Play(legal), |_| ()),
                Some(Err(why)) => return Err(error(format!("move {number}: {why}"))),
                None => return Err(error("the cards have not been dealt")),
            }
        }
        let seat = moves.len() % Seat::ALL.len();
        if player.listens() {
            player.begin(&table.start(seat, rng.next_u64()));
            table.opening(|event| player.observe(event));
        }
        let view = table.view().ok_or_else(|| error("the game is over; expected a game in progress"))?;
        match player.decide(&view, rng) {
            Ok(chosen) if view.permits(&chosen) => Ok(chosen.to_string()),
            Ok(chosen) => {
                Err(error(format!("the player's answer `{chosen}` is not legal; expected a legal move")))
            }
            Err(why) => Err(error(why)),
        }
    }
}

/// Returns a deal that is consistent with the information of the seat to move. The next seat gets
/// the lowest unseen cards. The distribution of the unseen cards does not matter, because the view
/// does not depend on it.
fn a_deal(hand: Hand, stock: Hand, moves: &[Hand]) -> PyResult<Deal> {
    let excess = || error(DealError::Pack);
    if stock.len() != 3 {
        return Err(error(DealError::Stock { cards: stock.len() }));
    }
    let mut held = [Hand::EMPTY; 3];
    for (turn, &cards) in moves.iter().enumerate() {
        held[turn % 3] = held[turn % 3].add(cards).ok_or_else(excess)?;
    }
    let (seat, landlord) = (moves.len() % 3, 0);
    let (played, dealt) = (held[seat].len(), if seat == landlord { 20 } else { 17 });
    held[seat] = held[seat].add(hand).ok_or_else(excess)?;
    if held[seat].len() != dealt {
        let has = hand.len();
        return Err(error(format!(
            "hand: seat {seat} is to move, has played {played} cards and holds {has}; expected {dealt} in all"
        )));
    }
    if seat == landlord && !held[landlord].contains(stock) {
        return Err(error(
            "stock: not all of these cards are in the landlord's hand (seat 0) or among the cards that the landlord has played",
        ));
    }
    // The landlord took the stock after the deal. It is therefore not part of the hand that the
    // landlord was dealt.
    let beside = |rank| Hand::of(rank, held[landlord].count(rank).saturating_sub(stock.count(rank)));
    held[landlord] =
        Rank::all().filter_map(beside).fold(Hand::EMPTY, |cards, more| cards.add(more).unwrap_or(cards));
    let seen = held.into_iter().try_fold(stock, Hand::add).ok_or_else(excess)?;
    let mut unseen = Hand::PACK.remove(seen).ok_or_else(excess)?;
    for other in [seat + 1, seat + 2].map(|other| other % 3) {
        let wanted = 17_u32.saturating_sub(held[other].len());
        let more = unseen.lowest(wanted).ok_or_else(excess)?;
        held[other] = held[other].add(more).ok_or_else(excess)?;
        unseen = unseen.remove(more).ok_or_else(excess)?;
    }
    Deal::new(held, stock).map_err(error)
}
