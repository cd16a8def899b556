//! Endgames of Dou Dizhu: solved positions, best play against any reply, and graded puzzles.
//!
//! The server keeps no game. A page sends the starting position and the moves so far with every
//! request, and each request replays them:
//!
//! ```text
//! Setup --read--> Position --replay--> Reached --+-- walk:    every move's value, best play
//! (hands, turn)   (checked)            (legal)   +-- attempt: right, or the refutation
//!                                                +-- hint:    one winning move
//! ```
//!
//! A [`Reached`] is a position that was reached by legal moves only. Until the game is over, its
//! player to move has cards. The exact solver of `quadrille::doudizhu::endgame`, which
//! docs/doudizhu-endgames.md explains, answers the requests `walk`, `attempt` and `hint`; this
//! module contains no rules of the game. A page that reloads, or a link that is opened elsewhere,
//! gets the same answer, because the answer depends on the request alone.

use axum::extract::{DefaultBodyLimit, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use quadrille::answers::endgames::{
    self, Asked, Attempt, EndgameOptions, Puzzle, Unsolved, attempt, read_endgame, read_first_move,
    read_puzzles, skip_empty,
};
use quadrille::doudizhu::endgame::{Endgame, SolveError, Solver};
use quadrille::doudizhu::game::{Position, Seat};
use quadrille::doudizhu::{Move, MoveBuffer, Rank, Rules};
use quadrille::examples;
use quadrille::progress::Observer;
use serde::{Deserialize, Serialize};

use crate::application::{App, Posted, SMALL_BODY};
use crate::bounded::{bounded, too_long};
use crate::failure::Failure;

/// Memory that a solver may use, in bytes.
const MEMORY: u64 = 256 << 20;
/// Maximum number of moves that a request may replay.
const MOST_MOVES: usize = 200;
/// Maximum length of a pasted text in bytes.
const MOST_BYTES: usize = 4096;
/// The name of the example that contains the shipped puzzles.
const PUZZLES: &str = "puzzles";

/// Returns the routes of endgames.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/endgames/puzzles", get(puzzles))
        .route("/api/endgames/read", post(read))
        .route("/api/endgames/walk", post(walk))
        .route("/api/endgames/attempt", post(attempted))
        .route("/api/endgames/hint", post(hint))
        .layer(DefaultBodyLimit::max(SMALL_BODY))
}

/// A position as pages send it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Setup {
    /// Two or three hands with `/` between them, in the order of play.
    hands: String,
    #[serde(default)]
    to_move: u8,
    #[serde(default)]
    on: Option<String>,
    #[serde(default)]
    on_by: Option<u8>,
    #[serde(default)]
    landlord: u8,
    #[serde(default)]
    rules: Option<String>,
}

impl Setup {
    /// Writes an endgame in the program's own notation.
    fn of(rules: Rules, endgame: &Endgame) -> Self {
        let hands: Vec<String> = endgame.hands.iter().map(ToString::to_string).collect();
        Self {
            hands: hands.join("/"),
            to_move: endgame.to_move,
            on: endgame.on.map(|on| on.to_string()),
            on_by: endgame.owner(),
            landlord: endgame.landlord,
            rules: Some(rules.to_string()),
        }
    }

    fn rules(&self) -> Result<Rules, Failure> {
        let rules = self.rules.as_deref().filter(|rules| !rules.is_empty());
        rules.map_or(Ok(Rules::RLCARD), str::parse).map_err(|error| Failure::bad(error.to_string()))
    }

    fn read(&self) -> Result<(Rules, Endgame, Position), Failure> {
        if self.hands.len() > MOST_BYTES {
            return Err(Failure::bad(format!("the hands are longer than {MOST_BYTES} bytes")));
        }
        let rules = self.rules()?;
        let on = self.on.as_deref().filter(|on| !on.trim().is_empty());
        let options = EndgameOptions {
            hands: &self.hands,
            to_move: self.to_move,
            on,
            on_by: self.on_by.filter(|_| on.is_some()),
            landlord: self.landlord,
        };
        let (endgame, position) = read_endgame(rules, options).map_err(|error| Failure::of_value(&error))?;
        Ok((rules, endgame, position))
    }
}

/// A shipped puzzle, without its solution.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    #[serde(flatten)]
    setup: Setup,
    grade: Option<u64>,
}

/// `GET /api/endgames/puzzles`: the shipped puzzles, the easiest first.
async fn puzzles() -> Result<Json<Vec<Listed>>, Failure> {
    let text = examples::find(PUZZLES).map_err(Failure::bad)?.text;
    let mut puzzles =
        read_puzzles(PUZZLES, text, Rules::RLCARD).map_err(|error| Failure::of_value(&error))?;
    puzzles.sort_by_key(|puzzle| (puzzle.grade, puzzle.line_number));
    let listed =
        |puzzle: Puzzle| Listed { setup: Setup::of(puzzle.rules, &puzzle.endgame), grade: puzzle.grade };
    Ok(Json(puzzles.into_iter().map(listed).collect()))
}

/// `POST /api/endgames/read`: checks a position and returns it in the program's notation. The text
/// of the hands may also be a whole line of a puzzle file.
async fn read(Posted(setup): Posted<Setup>) -> Result<Json<Setup>, Failure> {
    if setup.hands.trim_start().starts_with('{') && setup.hands.len() <= MOST_BYTES {
        let puzzles = read_puzzles("the puzzle", &setup.hands, setup.rules()?);
        let puzzles = puzzles.map_err(|error| Failure::of_value(&error))?;
        if let Some(puzzle) = puzzles.first() {
            return Ok(Json(Setup::of(puzzle.rules, &puzzle.endgame)));
        }
    }
    let (rules, endgame, _) = setup.read()?;
    Ok(Json(Setup::of(rules, &endgame)))
}

/// A move, and the seat that plays it.
#[derive(Debug, Serialize)]
struct Step {
    seat: u8,
    #[serde(rename = "move")]
    played: String,
}

fn steps(line: &[(Seat, Move)]) -> Vec<Step> {
    line.iter().map(|&(seat, played)| Step { seat: seat.into(), played: played.to_string() }).collect()
}

/// A position, and the moves played from it.
#[derive(Debug, Deserialize)]
pub(crate) struct Walk {
    #[serde(flatten)]
    setup: Setup,
    #[serde(default)]
    played: Vec<String>,
}

/// A position that was reached by legal moves.
struct Reached {
    rules: Rules,
    /// Number of hands of the endgame.
    hands: usize,
    position: Position,
    line: Vec<(Seat, Move)>,
}

impl Walk {
    fn reach(&self) -> Result<Reached, Failure> {
        if self.played.len() > MOST_MOVES {
            return Err(Failure::bad(format!("{} moves; expected at most {MOST_MOVES}", self.played.len())));
        }
        let (rules, endgame, position) = self.setup.read()?;
        let hands = endgame.hands.len();
        let mut reached = Reached { rules, hands, position: skip_empty(position), line: Vec::new() };
        // Errors name a move by its number, counted from 1.
        for (number, text) in (1..).zip(&self.played) {
            reached.play(&format!("move {number}"), text)?;
        }
        Ok(reached)
    }
}

impl Reached {
    /// Plays a legal move; `name` denotes it in errors.
    fn play(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let chosen = self.read_move(name, text)?;
        self.line.push((self.position.turn(), chosen));
        self.position.play(chosen);
        // A position has three seats. In an endgame of two hands the third seat has no cards, and
        // its turns are skipped.
        self.position = skip_empty(self.position);
        Ok(())
    }

    fn read_move(&self, name: &str, text: &str) -> Result<Move, Failure> {
        if self.position.winner().is_some() {
            return Err(Failure::bad(format!("{name}: the game is over")));
        }
        read_first_move(self.rules, &self.position, name, text).map_err(|error| Failure::of_value(&error))
    }
}

/// A position as pages show it.
#[derive(Debug, Serialize)]
struct Shown {
    /// The letters of the ranks, the lowest first.
    ranks: String,
    hands: Vec<String>,
    turn: u8,
    landlord: u8,
    /// The move on the table, with the seat that played it.
    on: Option<Step>,
    /// The seat that has played its last card.
    winner: Option<u8>,
    /// The moves so far.
    played: Vec<Step>,
    /// The legal moves, `pass` included.
    legal: Vec<String>,
}

impl Shown {
    fn of(reached: &Reached) -> Self {
        let position = &reached.position;
        let mut legal = MoveBuffer::new();
        let winner = position.winner();
        if winner.is_none() {
            position.moves(reached.rules, &mut legal);
        }
        let on = position.on_table();
        let table = [(position.owner(), on)];
        Self {
            ranks: Rank::all().map(Rank::letter).collect(),
            hands: Seat::ALL[..reached.hands].iter().map(|&seat| position.hand(seat).to_string()).collect(),
            turn: position.turn().into(),
            landlord: position.landlord().into(),
            on: if on.is_pass() { None } else { steps(&table).pop() },
            winner: winner.map(u8::from),
            played: steps(&reached.line),
            legal: legal.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A position with the values of its moves.
#[derive(Debug, Serialize)]
struct Walked {
    #[serde(flatten)]
    shown: Shown,
    /// Whether the side to move wins; `None` if there was no time to find out.
    win: Option<bool>,
    /// Whether the fields below are complete.
    complete: bool,
    /// The legal moves that are proved to win.
    winning: Vec<String>,
    /// The legal moves that are proved to lose.
    losing: Vec<String>,
    /// Best play to the end: winning moves against the most stubborn replies.
    line: Vec<Step>,
    nodes: u64,
}

/// `POST /api/endgames/walk`: a position after some moves, the value of every move, and best play.
async fn walk(State(application): State<App>, Posted(walk): Posted<Walk>) -> Result<Json<Walked>, Failure> {
    let reached = walk.reach()?;
    bounded(&application, move |observer| Ok(Json(solved(&reached, observer)?))).await
}

fn solved(reached: &Reached, observer: &dyn Observer) -> Result<Walked, Failure> {
    let shown = Shown::of(reached);
    let mut walked = Walked {
        shown,
        win: None,
        complete: true,
        winning: Vec::new(),
        losing: Vec::new(),
        line: Vec::new(),
        nodes: 0,
    };
    let position = &reached.position;
    if let Some(winner) = position.winner() {
        walked.win = Some(endgames::is_same_side(position, winner, position.turn()));
        return Ok(walked);
    }
    let mut solver = Solver::new(reached.rules, MEMORY);
    match endgames::solve(&mut solver, position, Asked::EveryMove, observer) {
        Ok(solved) => {
            walked.win = Some(solved.win);
            // `EveryMove` decides all moves, so every legal move that is not winning loses.
            walked.winning = solved.winning_moves.unwrap_or_default();
            let loses = |played: &&String| !walked.winning.contains(played);
            walked.losing = walked.shown.legal.iter().filter(loses).cloned().collect();
            let line = solved.line.into_iter().zip(solved.line_seats);
            walked.line = line.map(|(played, seat)| Step { seat, played }).collect();
            walked.nodes = solved.cost.nodes;
        }
        // The time limit was reached. The values that are known so far are exact.
        Err(Unsolved::Stopped(so_far)) => {
            walked.complete = false;
            walked.win = so_far.win;
            walked.nodes = so_far.cost.nodes;
            for known in so_far.known {
                let moves = if known.wins { &mut walked.winning } else { &mut walked.losing };
                moves.push(known.played);
            }
        }
        Err(other) => return Err(Failure::bad(other.to_string())),
    }
    Ok(walked)
}

/// A puzzle, the moves so far, and the move to judge.
#[derive(Debug, Deserialize)]
pub(crate) struct Attempted {
    #[serde(flatten)]
    walk: Walk,
    /// The move to judge. If it is absent, only the position is returned.
    #[serde(default, rename = "move")]
    chosen: Option<String>,
}

/// A puzzle after a move of the player.
#[derive(Debug, Serialize)]
struct Judged {
    #[serde(flatten)]
    shown: Shown,
    /// The refutation of the move, if the move gives the win away. `shown` is then the position
    /// before the move.
    refutation: Option<Vec<Step>>,
}

/// Converts the error of a search.
fn unsolved(error: SolveError) -> Failure {
    match error {
        SolveError::Stopped(_) => too_long("`quadrille doudizhu solve` has no time limit"),
        error => Failure::bad(error.to_string()),
    }
}

/// `POST /api/endgames/attempt`: judges a move of a puzzle, and replies to it.
async fn attempted(
    State(application): State<App>,
    Posted(attempted): Posted<Attempted>,
) -> Result<Json<Judged>, Failure> {
    let mut reached = attempted.walk.reach()?;
    let chosen = attempted.chosen.map(|text| reached.read_move("the move", &text)).transpose()?;
    bounded(&application, move |observer| {
        let mut refutation = None;
        if reached.position.winner().is_none() {
            let mut solver = Solver::new(reached.rules, MEMORY);
            let position = reached.position;
            // A position is a puzzle only if the side to move can win.
            if !solver.wins(&position, observer).map_err(unsolved)? {
                return Err(Failure::bad("this position is not a puzzle: the side to move cannot win"));
            }
            if let Some(chosen) = chosen {
                match attempt(&mut solver, &position, chosen, observer).map_err(unsolved)? {
                    Attempt::Wrong { refutation: line } => refutation = Some(steps(&line)),
                    // The other side plays its most stubborn replies, up to the next decision.
                    Attempt::Right { replies, after } => {
                        reached.line.push((position.turn(), chosen));
                        reached.line.extend(replies);
                        reached.position = after;
                    }
                }
            }
        }
        Ok(Json(Judged { shown: Shown::of(&reached), refutation }))
    })
    .await
}

/// A winning move.
#[derive(Debug, Serialize)]
struct Hint {
    #[serde(rename = "move")]
    best: String,
}

/// `POST /api/endgames/hint`: a winning move of a puzzle.
async fn hint(State(application): State<App>, Posted(walk): Posted<Walk>) -> Result<Json<Hint>, Failure> {
    let reached = walk.reach()?;
    bounded(&application, move |observer| {
        let mut solver = Solver::new(reached.rules, MEMORY);
        let best = solver.winning_move(&reached.position, observer).map_err(unsolved)?;
        Ok(Json(Hint { best: best.to_string() }))
    })
    .await
}
