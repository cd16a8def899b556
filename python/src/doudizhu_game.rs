//! A single game of Dou Dizhu, from the landlord's first lead.
//!
//! [`DoudizhuTables`](crate::doudizhu_tables::DoudizhuTables) is for learners that play thousands
//! of games. [`DoudizhuGame`] is for callers that play one game move by move. They give a move by
//! its number or by its text. The class stores the position, all past moves, and the legal moves,
//! which are computed once per move. The `RLCard` interface uses this class. The tests of the
//! tables compare the tables with this class.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::answers::doudizhu::read_hand;
use quadrille::doudizhu::encodings::rlcard::{self, LastActions};
use quadrille::doudizhu::encodings::{CARDS, Course, RlcardActions, Role};
use quadrille::doudizhu::game::{Contract, Deal, Outcome, Position, Seat};
use quadrille::doudizhu::tables::Reward;
use quadrille::doudizhu::{Hand, Kind, Move, MoveBuffer, Rank, Rules};
use quadrille::random::StreamKey;

use crate::arrays::with_cells;
use crate::doudizhu_tables::write_cards;
use crate::error::{at, error};

/// One game: the position, the moves played, and the legal moves.
#[pyclass(module = "quadrille._native")]
pub(crate) struct DoudizhuGame {
    rules: Rules,
    position: Position,
    /// The past moves, in the form that observations need.
    course: Course,
    /// All moves from the landlord's first lead on. The index of a move determines its seat.
    moves: Vec<Move>,
    /// The legal moves, in the order in which the rules generate them.
    legal: MoveBuffer,
}

fn with_ids(rules: &str) -> PyResult<Rules> {
    let rules: Rules = rules.parse().map_err(error)?;
    if !RlcardActions::cover(rules) {
        return Err(error(format!(
            "under the rules `{rules}` there are moves without an action id; expected `rlcard` or `pagat`"
        )));
    }
    Ok(rules)
}

/// Reads the cards of a move. A pass has no cards.
pub(crate) fn read_cards(text: &str) -> PyResult<Hand> {
    if text == "pass" { Ok(Hand::EMPTY) } else { read_hand("action", text).map_err(at) }
}

fn seat(number: usize) -> PyResult<Seat> {
    let seat = Seat::ALL.get(number).copied();
    seat.ok_or_else(|| error(format!("there is no seat {number}; expected one of 0, 1, 2")))
}

impl DoudizhuGame {
    fn begin(rules: Rules, position: Position) -> Self {
        let (course, moves) = (Course::new(), Vec::new());
        let mut game = Self { rules, position, course, moves, legal: MoveBuffer::new() };
        game.position.moves(rules, &mut game.legal);
        game
    }

    fn outcome(&self) -> Option<Outcome> {
        Outcome::of(&self.position, &Contract::plain(self.position.landlord()))
    }

    fn role(&self, of: usize) -> PyResult<Role> {
        Ok(Role::of(seat(of)?, self.position.landlord()))
    }
}

#[pymethods]
impl DoudizhuGame {
    /// Begins a game with three hands. The landlord's hand must contain the stock, the three bottom
    /// cards.
    #[new]
    fn new(
        hands: [String; 3],
        #[pyo3(from_py_with = crate::places::seat)] landlord: usize,
        rules: &str,
    ) -> PyResult<Self> {
        let rules = with_ids(rules)?;
        let mut read = [Hand::EMPTY; 3];
        for (number, (to, text)) in read.iter_mut().zip(&hands).enumerate() {
            *to = read_hand(["hands[0]", "hands[1]", "hands[2]"][number], text).map_err(at)?;
        }
        let landlord = seat(landlord)?;
        Ok(Self::begin(rules, Position::endgame(read, landlord, landlord).map_err(error)?))
    }

    /// Begins a game with the deal of game `game` of table `table` of `Tables` with this seed.
    #[staticmethod]
    fn dealt(
        seed: u64,
        table: u64,
        game: u64,
        #[pyo3(from_py_with = crate::places::seat)] landlord: usize,
        rules: &str,
    ) -> PyResult<Self> {
        let mut rng = StreamKey::new(seed, table).substream(game.wrapping_mul(2)).rng();
        let position = Position::new(&Deal::random(&mut rng), seat(landlord)?);
        Ok(Self::begin(with_ids(rules)?, position))
    }

    /// The seat to move. If the game is over, the seat after the winner.
    #[getter]
    fn turn(&self) -> usize {
        self.position.turn().index()
    }

    #[getter]
    fn landlord(&self) -> usize {
        self.position.landlord().index()
    }

    #[getter]
    fn winner(&self) -> Option<usize> {
        self.position.winner().map(Seat::index)
    }

    #[getter]
    fn bombs(&self) -> u8 {
        self.position.bombs()
    }

    /// All moves so far, each as (seat, text).
    #[getter]
    fn moves(&self) -> Vec<(usize, String)> {
        let landlord = self.position.landlord();
        let seats = (0..).map(|turn| landlord.after(turn).index());
        seats.zip(self.moves.iter().map(ToString::to_string)).collect()
    }

    fn hand(&self, #[pyo3(from_py_with = crate::places::seat)] of: usize) -> PyResult<String> {
        Ok(self.position.hand(seat(of)?).to_string())
    }

    /// Returns the cards of the two other hands together.
    fn others(&self, #[pyo3(from_py_with = crate::places::seat)] of: usize) -> PyResult<String> {
        let [_, next, last] = seat(of)?.round().map(|seat| self.position.hand(seat));
        Ok(next.add(last).unwrap_or(Hand::EMPTY).to_string())
    }

    fn cards_left(&self) -> [u32; 3] {
        Seat::ALL.map(|seat| self.position.hand(seat).len())
    }

    /// Returns all cards that a seat has played.
    fn played(&self, #[pyo3(from_py_with = crate::places::seat)] of: usize) -> PyResult<String> {
        Ok(self.course.played(self.role(of)?).to_string())
    }

    /// Returns the legal moves, each as (number, text), in the order in which the rules generate
    /// them.
    fn legal(&self) -> Vec<(u16, String)> {
        let ids = RlcardActions::get();
        self.legal.iter().filter_map(|&legal| Some((ids.id(legal)?, legal.to_string()))).collect()
    }

    /// Returns the legal moves in `RLCard`'s order. `RLCard`'s rule agent depends on this order.
    /// Responses to a move have this order: the pass, the moves of the same category by rank, the
    /// rocket, the bombs. In `RLCard`, leads have no order; here they are ordered by number.
    fn legal_as_rlcard(&self) -> Vec<(u16, String)> {
        let (on, ids) = (self.position.on_table(), RlcardActions::get());
        let mut listed: Vec<_> =
            self.legal.iter().filter_map(|&legal| Some((place(legal, on), ids.id(legal)?, legal))).collect();
        listed.sort_unstable_by(|(place, id, _), (other_place, other_id, _)| {
            if on.is_pass() { id.cmp(other_id) } else { (place, id).cmp(&(other_place, other_id)) }
        });
        listed.into_iter().map(|(_, id, legal)| (id, legal.to_string())).collect()
    }

    /// Plays a legal move by its number, and returns its text.
    fn play(&mut self, action: i64) -> PyResult<String> {
        let ids = RlcardActions::get();
        let mv = u16::try_from(action).ok().and_then(|id| ids.action(id)).ok_or_else(|| {
            let count = RlcardActions::COUNT;
            error(format!("action {action}: no action has this number; expected a number below {count}"))
        })?;
        self.play_cards(mv.cards())
    }

    /// Plays a legal move that is given as a text. Returns the text of the move as in `legal`.
    fn play_text(&mut self, text: &str) -> PyResult<String> {
        self.play_cards(read_cards(text)?)
    }

    /// Returns the reward of each seat. The rewards are 0 before the game is over.
    fn rewards(&self, reward: &str) -> PyResult<[f32; 3]> {
        let reward: Reward = reward.parse().map_err(error)?;
        Ok(self.outcome().map_or([0.0; 3], |outcome| reward.of(&outcome)))
    }

    /// Writes `RLCard`'s observation of a seat to an array of 790 cells for the landlord, and of
    /// 901 cells for a peasant.
    fn fill_observation(
        &self,
        #[pyo3(from_py_with = crate::places::seat)] of: usize,
        out: &Bound<'_, PyAny>,
        released: bool,
    ) -> PyResult<()> {
        let role = self.role(of)?;
        let last = if released { LastActions::Released } else { LastActions::Latest };
        with_cells!("an observation", out, &[rlcard::observation_len(role)], |cells| {
            rlcard::fill_observation_of(role, &self.position, &self.course, last, cells).map_err(error)
        })
    }
}

/// Returns the sort key of a move in `RLCard`'s order. Moves are sorted by category, then by rank.
/// Airplanes with solos are further sorted by their joker (black joker, red joker, no joker), then
/// by the attached cards.
fn place(legal: Move, on: Move) -> (u8, u8, u8, Vec<u8>) {
    let what = match legal.kind() {
        Kind::Pass => 0,
        kind if kind == on.kind() => 1,
        Kind::Rocket => 2,
        _ => 3,
    };
    let rank = legal.rank().map_or(0, Rank::index);
    if legal.kind() != Kind::AirplaneSolos {
        return (what, rank, 0, Vec::new());
    }
    let chain = rank..rank + legal.length();
    let attached = legal.cards().iter().filter(|(held, _)| !chain.contains(&held.index()));
    let attached: Vec<u8> =
        attached.flat_map(|(held, count)| std::iter::repeat_n(held.index(), count.into())).collect();
    let joker = attached.iter().find(|&&held| held >= 13).map_or(2, |&held| held - 13);
    (what, rank, joker, attached)
}

impl DoudizhuGame {
    /// Plays cards. The cards are checked first, so an error leaves the game unchanged.
    fn play_cards(&mut self, cards: Hand) -> PyResult<String> {
        let mv = self.position.read(self.rules, cards).map_err(error)?;
        self.position.play(mv);
        self.course.push(mv);
        self.moves.push(mv);
        self.position.moves(self.rules, &mut self.legal);
        Ok(mv.to_string())
    }
}

/// Writes one row of 54 cells for each text of a move.
#[pyfunction]
pub(crate) fn doudizhu_fill_cards(texts: Vec<String>, out: &Bound<'_, PyAny>) -> PyResult<()> {
    with_cells!("cards", out, &[texts.len(), CARDS], |cells| {
        for (row, text) in cells.chunks_exact_mut(CARDS).zip(&texts) {
            write_cards(row, read_cards(text)?);
        }
        Ok(())
    })
}

/// Returns the cards of the action with number `action` as a text.
#[pyfunction]
pub(crate) fn doudizhu_action_text(action: i64) -> PyResult<String> {
    let found = u16::try_from(action).ok().and_then(|id| RlcardActions::get().action(id));
    let count = RlcardActions::COUNT;
    found.map(|mv| mv.to_string()).ok_or_else(|| {
        error(format!("action {action}: no action has this number; expected a number below {count}"))
    })
}

/// Returns the number of the action whose cards are `text`.
#[pyfunction]
pub(crate) fn doudizhu_action_id(text: &str) -> PyResult<u16> {
    let cards = read_cards(text)?;
    let mv = if cards.is_empty() { Some(Move::PASS) } else { Rules::RLCARD.classify(cards) };
    mv.and_then(|mv| RlcardActions::get().id(mv))
        .ok_or_else(|| error(format!("`{text}` is not an action; expected cards of a legal move, or `pass`")))
}
