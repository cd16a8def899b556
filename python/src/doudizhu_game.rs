//! A single game of Dou Dizhu, from the landlord's first lead.
//!
//! Tables are for learners who play thousands of games; this is for one that somebody looks at move by move, with texts
//! as well as numbers. Beside the position it keeps all its moves, which a position forgets, and what is legal now,
//! listed once a move whoever asks how often. `RLCard`'s interface stands on it, and so do the tests that hold the
//! tables to be nothing but games side by side.

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

/// Three hands, what has been played, and what is legal now.
#[pyclass(module = "quadrille._native")]
pub(crate) struct DoudizhuGame {
    rules: Rules,
    position: Position,
    /// As much of the moves as observations need.
    course: Course,
    /// All of them, from the landlord's first lead on: whose each is follows from its place.
    moves: Vec<Move>,
    /// What may be played now, in the order of the rules' generator.
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

/// The cards of a move; none of a pass.
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
    /// From three hands, the landlord's with the stock.
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

    /// The deal of a table's game, as the tables deal it.
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

    /// The seat to move; when the game is over, the one after the winner.
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

    /// All moves so far: seat and text.
    #[getter]
    fn moves(&self) -> Vec<(usize, String)> {
        let landlord = self.position.landlord();
        let seats = (0..).map(|turn| landlord.after(turn).index());
        seats.zip(self.moves.iter().map(ToString::to_string)).collect()
    }

    fn hand(&self, #[pyo3(from_py_with = crate::places::seat)] of: usize) -> PyResult<String> {
        Ok(self.position.hand(seat(of)?).to_string())
    }

    /// What the two others hold together.
    fn others(&self, #[pyo3(from_py_with = crate::places::seat)] of: usize) -> PyResult<String> {
        let [_, next, last] = seat(of)?.round().map(|seat| self.position.hand(seat));
        Ok(next.add(last).unwrap_or(Hand::EMPTY).to_string())
    }

    fn cards_left(&self) -> [u32; 3] {
        Seat::ALL.map(|seat| self.position.hand(seat).len())
    }

    /// What a seat has played in all.
    fn played(&self, #[pyo3(from_py_with = crate::places::seat)] of: usize) -> PyResult<String> {
        Ok(self.course.played(self.role(of)?).to_string())
    }

    /// What is legal, in the order of the rules' generator: numbers and texts.
    fn legal(&self) -> Vec<(u16, String)> {
        let ids = RlcardActions::get();
        self.legal.iter().filter_map(|&legal| Some((ids.id(legal)?, legal.to_string()))).collect()
    }

    /// The same in the order in which `RLCard` lists what follows a move, which its rule agent depends on: a pass,
    /// the same category by rank, then the rocket and the bombs. (What leads it keeps in a set; here it is by number.)
    fn legal_as_rlcard(&self) -> Vec<(u16, String)> {
        let (on, ids) = (self.position.on_table(), RlcardActions::get());
        let mut listed: Vec<_> =
            self.legal.iter().filter_map(|&legal| Some((place(legal, on), ids.id(legal)?, legal))).collect();
        listed.sort_unstable_by(|(place, id, _), (other_place, other_id, _)| {
            if on.is_pass() { id.cmp(other_id) } else { (place, id).cmp(&(other_place, other_id)) }
        });
        listed.into_iter().map(|(_, id, legal)| (id, legal.to_string())).collect()
    }

    /// Plays a legal move by its number, and tells its text.
    fn play(&mut self, action: i64) -> PyResult<String> {
        let ids = RlcardActions::get();
        let mv = u16::try_from(action).ok().and_then(|id| ids.action(id)).ok_or_else(|| {
            let count = RlcardActions::COUNT;
            error(format!("action {action}: no action has this number; expected one below {count}"))
        })?;
        self.play_cards(mv.cards())
    }

    /// The same by its text.
    fn play_text(&mut self, text: &str) -> PyResult<String> {
        self.play_cards(read_cards(text)?)
    }

    /// What the game is worth to each seat; 0 before it is over.
    fn rewards(&self, reward: &str) -> PyResult<[f32; 3]> {
        let reward: Reward = reward.parse().map_err(error)?;
        Ok(self.outcome().map_or([0.0; 3], |outcome| reward.of(&outcome)))
    }

    /// `RLCard`'s observation of a seat, 790 or 901 cells.
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

/// Where `RLCard` lists a move that follows another: first by what it is, then by rank, and airplanes with solos by the
/// joker they carry (the black one, the red one, none) and by the cards attached.
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
    /// Cards become a move only where it is legal, so that all parts are changed or none.
    fn play_cards(&mut self, cards: Hand) -> PyResult<String> {
        let mv = self.position.read(self.rules, cards).map_err(error)?;
        self.position.play(mv);
        self.course.push(mv);
        self.moves.push(mv);
        self.position.moves(self.rules, &mut self.legal);
        Ok(mv.to_string())
    }
}

/// A row of cards for each of some texts of moves.
#[pyfunction]
pub(crate) fn doudizhu_fill_cards(texts: Vec<String>, out: &Bound<'_, PyAny>) -> PyResult<()> {
    with_cells!("cards", out, &[texts.len(), CARDS], |cells| {
        for (row, text) in cells.chunks_exact_mut(CARDS).zip(&texts) {
            write_cards(row, read_cards(text)?);
        }
        Ok(())
    })
}

/// The cards of an action, by its number.
#[pyfunction]
pub(crate) fn doudizhu_action_text(action: i64) -> PyResult<String> {
    let found = u16::try_from(action).ok().and_then(|id| RlcardActions::get().action(id));
    let count = RlcardActions::COUNT;
    found.map(|mv| mv.to_string()).ok_or_else(|| {
        error(format!("action {action}: no action has this number; expected one below {count}"))
    })
}

/// The number of an action, by its cards.
#[pyfunction]
pub(crate) fn doudizhu_action_id(text: &str) -> PyResult<u16> {
    let cards = read_cards(text)?;
    let mv = if cards.is_empty() { Some(Move::PASS) } else { Rules::RLCARD.classify(cards) };
    mv.and_then(|mv| RlcardActions::get().id(mv))
        .ok_or_else(|| error(format!("`{text}` is no action; expected cards of a legal move, or `pass`")))
}
