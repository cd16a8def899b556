//! The format of any game: a head, then a line a game.

use std::error::Error;
use std::fmt;
use std::io::BufRead;

use quadrille_progress::Observer as ProgressObserver;
use quadrille_random::StreamKey;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{ActionFault, Actions, Fault, GameFault, Line, Lines, RecordError, Verified, VerifyError};
use super::{claim, verify, write_line};
use crate::{Game, Observer, PlayersError, Text, View as _};

pub(super) const VERSION: u32 = 1;
/// What a head begins with.
const HEAD: &[u8] = b"{\"record\":";
/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// Legal actions that an error lists, at most.
const MOST_LISTED: usize = 12;

/// A game whose games can be kept on record in the format of any game.
pub trait Recorded: Text<Setup: Serialize + DeserializeOwned> {
    /// What was dealt, right after the deal, as texts: the hands, and what else was drawn.
    fn dealt(&self) -> Vec<String>;

    /// Deals this as the next game of the series, with these players in the seats. Neither is
    /// checked yet.
    ///
    /// # Errors
    /// Texts or cards that are no deal.
    fn deal_again(&mut self, seats: &[usize], dealt: &[String]) -> Result<(), Box<dyn Error + Send + Sync>>;
}

/// The first line of a record: what all its games share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head<S> {
    /// The name of the game.
    record: String,
    version: u32,
    /// The names of the players, player 0 first.
    pub players: Vec<String>,
    /// What the games were played by.
    pub setup: S,
}

/// A game, as its line says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Its number in the record, from 0.
    pub game: u64,
    /// The player in each seat.
    pub seats: Vec<usize>,
    /// What was dealt.
    pub dealt: Vec<String>,
    /// What was done, with the seat that did it.
    pub actions: Vec<(usize, String)>,
    /// The points of each seat; `None` if the cards were thrown in.
    pub points: Option<Vec<i64>>,
}

/// A line of a record that was read, and found true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry<S> {
    /// A record begins.
    Head(Head<S>),
    /// A game of the record.
    Game(GameRecord),
}

impl<S: Serialize> fmt::Display for Entry<S> {
    /// The line, with its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Head(head) => write_line(head),
            Self::Game(game) => write_line(game),
        })
    }
}

/// An [`Observer`] that records games of a series as they are played; its text is the record.
///
/// A game that was dealt and never closed has no points, as one whose cards were thrown in.
#[derive(Debug)]
pub struct Recorder<G: Game> {
    head: Head<G::Setup>,
    next: u64,
    games: Vec<GameRecord>,
}

impl<G: Recorded> Recorder<G> {
    /// No games yet; the names of the players, player 0 first.
    pub fn new(setup: &G::Setup, players: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let players = players.into_iter().map(Into::into).collect();
        let head = Head { record: G::NAME.to_owned(), version: VERSION, players, setup: setup.clone() };
        Self { head, next: 0, games: Vec::new() }
    }

    /// The games so far.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }
}

impl<G: Recorded> fmt::Display for Recorder<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_line(&self.head))?;
        self.games.iter().try_for_each(|game| f.write_str(&write_line(game)))
    }
}

impl<G: Recorded> Observer<G> for Recorder<G> {
    fn dealt(&mut self, game: &G) {
        let seats = (0..G::seats(game.setup())).map(|seat| game.player(seat)).collect();
        let (dealt, actions) = (game.dealt(), Vec::new());
        self.games.push(GameRecord { game: self.next, seats, dealt, actions, points: None });
        self.next += 1;
    }

    fn acts(&mut self, _: &G, seat: usize, action: G::Action) {
        if let Some(game) = self.games.last_mut() {
            game.actions.push((seat, G::action_text(action)));
        }
    }

    fn over(&mut self, game: &G, outcome: &G::Outcome) {
        if let Some(record) = self.games.last_mut() {
            let points = |seat| G::points(game.setup(), outcome, seat);
            record.points = Some((0..record.seats.len()).map(points).collect());
        }
    }
}

#[cfg(feature = "arena")]
impl<G: Recorded> super::SeriesRecord<G> for Recorder<G> {
    fn begin(setup: &G::Setup, players: Vec<String>) -> Self {
        Self::new(setup, players)
    }

    fn take_games(&mut self) -> String {
        self.games.drain(..).map(|game| write_line(&game)).collect()
    }
}

/// Reads records, one behind the other, and replays each game. What is read has the texts in the
/// form in which they are written, and is written as it was where they were.
///
/// After a fault the next line that is read is the next head. Blank lines are skipped, and so is a
/// byte-order mark at the beginning. A last line without its end is no record:
/// [`LineFault::Cut`](super::LineFault::Cut).
pub fn read<G: Recorded>(
    input: impl BufRead,
) -> impl Iterator<Item = Result<Entry<G::Setup>, RecordError<Fault>>> {
    let mut lines = Lines::new(input, LONGEST_LINE);
    let (mut began, mut replay) = (false, None);
    std::iter::from_fn(move || {
        loop {
            let line = match lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error.map(Fault::Line))),
            };
            let is_head = !std::mem::replace(&mut began, true) || line.bytes.starts_with(HEAD);
            if is_head {
                let opened = open::<G>(&line);
                replay = opened.as_ref().ok().cloned().map(Replay::<G>::new);
                return Some(opened.map(Entry::Head));
            }
            if let Some(open) = &mut replay {
                let game = open.line(&line);
                if game.is_err() {
                    replay = None;
                }
                return Some(game.map(Entry::Game));
            }
        }
    })
}

/// Reads records, replays every game and checks what is claimed of it. The observer gets the number
/// of games.
///
/// # Errors
/// [`VerifyError`]: some are wrong, the input ends inside a line, there are none, or the observer cancels.
pub fn verify_games<G: Recorded>(
    input: impl BufRead,
    observer: &dyn ProgressObserver,
) -> Result<Verified, VerifyError<Fault>> {
    let games = read::<G>(input).filter_map(|entry| match entry {
        Ok(Entry::Head(_)) => None,
        Ok(Entry::Game(game)) => Some(Ok(game.actions.len() as u64)),
        Err(error) => Some(Err(error)),
    });
    verify(games, Actions::Actions, observer)
}

fn open<G: Recorded>(line: &Line) -> Result<Head<G::Setup>, RecordError<Fault>> {
    let head: Head<G::Setup> = line.json("head of a record").map_err(|error| error.map(Fault::Line))?;
    if head.record != G::NAME || head.version != VERSION {
        let (found, version) = (head.record, head.version);
        return Err(line.has(Fault::Format { found, version, expected: G::NAME }));
    }
    let (found, wanted) = (head.players.len(), G::seats(&head.setup));
    if found == wanted { Ok(head) } else { Err(line.has(PlayersError { found, wanted })) }
}

/// The games of a record, replayed at one table and recorded anew.
struct Replay<G: Recorded> {
    table: G,
    recorder: Recorder<G>,
}

impl<G: Recorded> Replay<G> {
    fn new(head: Head<G::Setup>) -> Self {
        Self { table: G::new(&head.setup), recorder: Recorder { head, next: 0, games: Vec::new() } }
    }

    fn line(&mut self, line: &Line) -> Result<GameRecord, RecordError<Fault>> {
        let game = self.recorder.next;
        let written = line.json("game of a record").map_err(|error| error.map(Fault::Line))?;
        self.game(written).map_err(|fault| line.has(Fault::Game { game, fault }))
    }

    /// The game as it is recorded again, if that is what was written.
    fn game(&mut self, written: GameRecord) -> Result<GameRecord, GameFault> {
        let Self { table, recorder } = self;
        claim("game", &written.game, &recorder.next)?;
        let dealt = table.deal_again(&written.seats, &written.dealt);
        dealt.map_err(|error| GameFault::Deal(error.to_string()))?;
        recorder.dealt(table);
        for (at, (seat, text)) in written.actions.iter().enumerate() {
            let action = action(table, *seat, text).map_err(|why| GameFault::Action {
                number: at + 1,
                seat: *seat,
                text: text.clone(),
                why,
            })?;
            recorder.acts(table, *seat, action);
            table.apply(action, |_| ());
        }
        if let Some(view) = table.view() {
            return Err(GameFault::Unfinished { actions: written.actions.len(), seat: view.seat() });
        }
        let outcome = table.close(&mut StreamKey::new(0, 0).rng());
        if let Some(outcome) = &outcome {
            recorder.over(table, outcome);
        }
        let mut game = recorder.games.pop().unwrap_or_else(|| written.clone());
        claim("seats", &written.seats, &game.seats)?;
        if outcome.is_some_and(|outcome| G::is_drawn(&outcome)) {
            // Places were drawn, so the points are those of some order of the seats.
            let sorted = |points: &Option<Vec<i64>>| {
                let mut points = points.clone().unwrap_or_default();
                points.sort_unstable();
                points
            };
            claim("points", &sorted(&written.points), &sorted(&game.points))?;
            game.points = written.points;
        } else {
            claim("points", &written.points, &game.points)?;
        }
        Ok(game)
    }
}

/// The action of a text, if it can be done by this seat now.
fn action<G: Recorded>(table: &mut G, seat: usize, text: &str) -> Result<G::Action, ActionFault> {
    let view = table.view().ok_or(ActionFault::Over)?;
    if view.seat() != seat {
        return Err(ActionFault::Turn(view.seat()));
    }
    let action = G::read_action(&view, text)?;
    if view.permits(&action) {
        return Ok(action);
    }
    let legal = (0..view.choices().min(MOST_LISTED)).filter_map(|place| view.choice(place));
    let mut listed: Vec<String> = legal.map(|action| format!("`{}`", G::action_text(action))).collect();
    if view.choices() > MOST_LISTED {
        listed.push("…".to_owned());
    }
    Err(ActionFault::Illegal(listed.join(", ")))
}
