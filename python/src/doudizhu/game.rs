//! One game of Dou Dizhu, as `RLCard` shows it.

use numpy::PyReadwriteArray1;
use pyo3::prelude::*;
use quadrille::doudizhu::encodings::rlcard::{self, LastActions};
use quadrille::doudizhu::encodings::{Course, RlcardActions, Role};
use quadrille::doudizhu::game::{Deal, Position, Seat};
use quadrille::doudizhu::{Hand, Kind, Move, MoveBuffer, Rank, Rules};
use quadrille::random::StreamKey;

use crate::arrays::cells;
use crate::error::error;

/// A game whose landlord is player 0, under the rules of `RLCard`.
#[pyclass(module = "quadrille._native")]
pub(crate) struct DoudizhuGame {
    stock: Hand,
    position: Position,
    course: Course,
    /// The latest move that is no pass, and whose it is.
    latest: Option<(Seat, Move)>,
    last_actions: LastActions,
}

fn hand(text: &str) -> PyResult<Hand> {
    text.parse().map_err(|why: quadrille::doudizhu::HandError| error(format!("`{text}`: {}", why.reason())))
}

fn seat(player: usize) -> PyResult<Seat> {
    let seat = Seat::ALL.get(player).copied();
    seat.ok_or_else(|| error(format!("there is no player {player}; expected 0, 1 or 2")))
}

/// The action of a number.
pub(super) fn action(id: u32) -> PyResult<Move> {
    let known = u16::try_from(id).ok().and_then(|id| RlcardActions::get().action(id));
    known.ok_or_else(|| {
        error(format!("no action has the number {id}; expected one below {}", RlcardActions::COUNT))
    })
}

/// As `RLCard` writes moves.
pub(super) fn shown(mv: Move) -> String {
    if mv.is_pass() { "pass".to_owned() } else { mv.to_string() }
}

/// The cards of a move that are not its core: singles beside trios.
fn kickers(mv: Move) -> Hand {
    let first = mv.rank().map_or(0, Rank::index);
    let core = (first..first + mv.length()).filter_map(Rank::from_index).filter_map(|rank| Hand::of(rank, 3));
    core.fold(mv.cards(), |cards, trio| cards.remove(trio).unwrap_or(cards))
}

/// What a list of `RLCard`'s is sorted by, where a move is to be beaten: a pass, moves of the same type, the rocket, bombs;
/// but bombs before the rocket where a bomb is to be beaten. Trios in a row with singles have those with the black
/// joker first, then those with the red one, then the others, by their singles; all else is in the order of the ids.
fn order(on: Move, mv: Move) -> (u8, u8, u8, Vec<u8>, u16) {
    let id = RlcardActions::get().id(mv).unwrap_or(u16::MAX);
    let group = match mv.kind() {
        Kind::Pass => 0,
        kind if kind == on.kind() => 1,
        Kind::Rocket => 2,
        _ => 3,
    };
    if mv.kind() != Kind::AirplaneSolos || group != 1 {
        return (group, 0, 0, Vec::new(), id);
    }
    let singles = kickers(mv);
    let joker = match (singles.count(Rank::BLACK_JOKER), singles.count(Rank::RED_JOKER)) {
        (1, _) => 0,
        (_, 1) => 1,
        _ => 2,
    };
    let ranks = singles.iter().flat_map(|(rank, count)| std::iter::repeat_n(rank.index(), count.into()));
    (group, mv.rank().map_or(0, Rank::index), joker, ranks.collect(), id)
}

impl DoudizhuGame {
    /// What a player could do if it were to move, in `RLCard`'s order; where it leads, in the order of the ids.
    fn list(&self, player: Seat) -> Vec<Move> {
        let (mut moves, position) = (MoveBuffer::new(), &self.position);
        if position.winner().is_some() {
            return Vec::new();
        }
        let hand = position.hand(player);
        let to_beat = self.latest.filter(|&(owner, _)| owner != player);
        let Some((_, on)) = to_beat else {
            Rules::RLCARD.leads(hand, &mut moves);
            let mut list = moves.to_vec();
            list.sort_by_key(|&mv| RlcardActions::get().id(mv));
            return list;
        };
        Rules::RLCARD.follows(hand, on, &mut moves);
        let mut list = moves.to_vec();
        if !list.iter().any(|mv| mv.is_pass()) {
            list.push(Move::PASS);
        }
        list.sort_by_cached_key(|&mv| order(on, mv));
        list
    }

    fn begin(deal: &Deal, last_actions: LastActions) -> Self {
        let position = Position::new(deal, Seat::ALL[0]);
        Self { stock: deal.stock(), position, course: Course::new(), latest: None, last_actions }
    }
}

#[pymethods]
impl DoudizhuGame {
    /// Game number `game` of a seed.
    #[new]
    fn new(seed: u64, game: u64, released: bool) -> Self {
        let last_actions = if released { LastActions::Released } else { LastActions::Latest };
        Self::begin(&Deal::random(&mut StreamKey { seed, stream: 0, substream: game }.rng()), last_actions)
    }

    /// The game of a deal: 17 cards a player, and the three that player 0 takes up.
    #[staticmethod]
    fn of(hands: [String; 3], stock: &str, released: bool) -> PyResult<Self> {
        let [a, b, c] = &hands;
        let deal = Deal::new([hand(a)?, hand(b)?, hand(c)?], hand(stock)?).map_err(error)?;
        let last_actions = if released { LastActions::Released } else { LastActions::Latest };
        Ok(Self::begin(&deal, last_actions))
    }

    /// The three cards that player 0 took up.
    #[getter]
    fn stock(&self) -> String {
        self.stock.to_string()
    }

    /// Whose turn it is; once the game is over, the player after the winner.
    #[getter]
    fn player(&self) -> usize {
        self.course.next_role().seat(Seat::ALL[0]).index()
    }

    /// Who played the last card, or None.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.position.winner().map(Seat::index)
    }

    /// The cards that a player holds.
    fn hand(&self, player: usize) -> PyResult<String> {
        Ok(self.position.hand(seat(player)?).to_string())
    }

    /// The cards that the two others hold together.
    fn others(&self, player: usize) -> PyResult<String> {
        let player = seat(player)?;
        let others = Seat::ALL.into_iter().filter(|&other| other != player);
        let hands = others.map(|other| self.position.hand(other));
        Ok(hands.fold(Hand::EMPTY, |sum, hand| sum.add(hand).unwrap_or(sum)).to_string())
    }

    /// The cards that each player has played.
    fn played(&self) -> [String; 3] {
        Role::ALL.map(|role| self.course.played(role).to_string())
    }

    /// How many cards each player has left.
    fn left(&self) -> [u32; 3] {
        Seat::ALL.map(|seat| self.position.hand(seat).len())
    }

    /// What a player could do now if it were its turn: ids and moves.
    fn legal(&self, player: usize) -> PyResult<Vec<(u16, String)>> {
        let list = self.list(seat(player)?);
        Ok(list.into_iter().filter_map(|mv| Some((RlcardActions::get().id(mv)?, shown(mv)))).collect())
    }

    /// Plays an action, by its id; what it is.
    fn step(&mut self, action: u32) -> PyResult<String> {
        self.play(self::action(action)?)
    }

    /// The same by the cards of a move, or `pass`.
    fn step_raw(&mut self, action: &str) -> PyResult<String> {
        let mv = Rules::RLCARD.parse_move(action).map_err(|why| error(format!("`{action}`: {why}")))?;
        self.play(mv)
    }

    /// `RLCard`'s observation of a player: 790 cells for player 0, 901 for the others.
    fn fill_observation(&self, player: usize, mut to: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        let role = Role::of(seat(player)?, Seat::ALL[0]);
        let to = cells(&mut to)?;
        rlcard::fill_observation_of(role, &self.position, &self.course, self.last_actions, to).map_err(error)
    }
}

impl DoudizhuGame {
    fn play(&mut self, mv: Move) -> PyResult<String> {
        if self.position.winner().is_some() {
            return Err(error("the game is over"));
        }
        self.position.read(Rules::RLCARD, mv.cards()).map_err(error)?;
        if !mv.is_pass() {
            self.latest = Some((self.position.turn(), mv));
        }
        self.position.play(mv);
        self.course.push(mv);
        Ok(shown(mv))
    }
}
