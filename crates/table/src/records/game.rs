//! The common record format, which consists of a head and one line per game.

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
/// The first characters of a head.
const HEAD: &[u8] = b"{\"record\":";
/// The maximum length of a line in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// The maximum number of legal actions that an error lists.
const MOST_LISTED: usize = 12;

/// A game that can be recorded in the common format.
pub trait Recorded: Text<Setup: Serialize + DeserializeOwned> {
    /// Returns the deal as texts: the hands, and the results of other random draws. This method is
    /// called immediately after the deal.
    fn dealt(&self) -> Vec<String>;

    /// Deals the next game of the series from recorded texts. `seats` contains the player in each
    /// seat. The arguments come from a file and are not validated yet.
    ///
    /// # Errors
    /// The arguments do not describe a valid deal.
    fn deal_again(&mut self, seats: &[usize], dealt: &[String]) -> Result<(), Box<dyn Error + Send + Sync>>;
}

/// The first line of a record, which contains the data that all its games share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head<S> {
    /// The name of the game.
    record: String,
    version: u32,
    /// The names of the players, player 0 first.
    pub players: Vec<String>,
    /// The setup of the games.
    pub setup: S,
}

/// A line of a record that contains a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The number of the game in the record, from 0.
    pub game: u64,
    /// The player in each seat.
    pub seats: Vec<usize>,
    /// The deal.
    pub dealt: Vec<String>,
    /// The actions in order: the seat and the text of each action.
    pub actions: Vec<(usize, String)>,
    /// The points of each seat; `None` if the cards were thrown in.
    pub points: Option<Vec<i64>>,
}

/// A verified line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry<S> {
    /// The head of a record.
    Head(Head<S>),
    /// A game of the record.
    Game(GameRecord),
}

impl<S: Serialize> fmt::Display for Entry<S> {
    /// Writes the line, including the line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Head(head) => write_line(head),
            Self::Game(game) => write_line(game),
        })
    }
}

/// An [`Observer`] that records the games of a series. Its `Display` form is the record.
///
/// The record of a game that was dealt but not closed has no points, as if the cards had been
/// thrown in.
#[derive(Debug)]
pub struct Recorder<G: Game> {
    head: Head<G::Setup>,
    next: u64,
    games: Vec<GameRecord>,
}

impl<G: Recorded> Recorder<G> {
    /// Creates a recorder without games. `players` are the names of the players, player 0 first.
    pub fn new(setup: &G::Setup, players: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let players = players.into_iter().map(Into::into).collect();
        let head = Head { record: G::NAME.to_owned(), version: VERSION, players, setup: setup.clone() };
        Self { head, next: 0, games: Vec::new() }
    }

    /// Returns the games so far.
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

/// Reads consecutive records and replays each game. Actions and cards are returned in their
/// canonical text form, so that a canonical record is reproduced exactly.
///
/// After a fault, reading continues at the next head. Reading ends after an input error, a
/// truncated line or a line that is too long. Blank lines are skipped, and so is a byte-order mark
/// at the beginning of the input. If the last line has no line end, the fault is
/// [`LineFault::Cut`](super::LineFault::Cut).
pub fn read<G: Recorded + Clone>(
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
            let Some(open) = &mut replay else { continue };
            let game = match open.thoughts(&line) {
                Some(Ok(())) => continue,
                Some(Err(error)) => Err(error),
                None => open.line(&line),
            };
            if game.is_err() {
                replay = None;
            }
            return Some(game.map(Entry::Game));
        }
    })
}

/// Reads records and replays each game up to its last recorded action. For each game, returns the
/// names of the players, and the table before [`close`](Game::close) is called. Games may be
/// unfinished, and recorded results are not compared.
///
/// # Errors
/// The first fault of the input.
pub fn read_unfinished<G: Recorded + Clone>(
    input: impl BufRead,
) -> Result<Vec<(Vec<String>, G)>, RecordError<Fault>> {
    let (mut replay, mut games) = (None::<Replay<G>>, Vec::new());
    for line in Lines::new(input, LONGEST_LINE) {
        let line = line.map_err(|error| error.map(Fault::Line))?;
        match &mut replay {
            Some(open) if !line.bytes.starts_with(HEAD) => {
                if let Some(checked) = open.thoughts(&line) {
                    checked?;
                    continue;
                }
                let game = open.recorder.next;
                let written = line.json("game of a record").map_err(|error| error.map(Fault::Line))?;
                open.actions(&written).map_err(|fault| line.has(Fault::Game { game, fault }))?;
                games.push((open.recorder.head.players.clone(), open.table.clone()));
                open.table.close(&mut StreamKey::new(0, 0).rng());
            }
            _ => replay = Some(Replay::new(open::<G>(&line)?)),
        }
    }
    Ok(games)
}

/// Reads records, replays each game and compares the recorded results. The observer receives the
/// number of games.
///
/// # Errors
/// [`VerifyError`]: a record is wrong, the input ends within a line, the input contains no games,
/// or the observer cancels.
pub fn verify_games<G: Recorded + Clone>(
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

/// Replays the games of a record at one table, and records each game again.
struct Replay<G: Recorded> {
    table: G,
    recorder: Recorder<G>,
    /// The table after the deal of the last game, and the actions of this game. They are kept until
    /// the line with the thoughts of this game is read.
    last: Option<(G, Vec<G::Action>)>,
}

impl<G: Recorded + Clone> Replay<G> {
    fn new(head: Head<G::Setup>) -> Self {
        let table = G::new(&head.setup);
        Self { table, recorder: Recorder { head, next: 0, games: Vec::new() }, last: None }
    }

    /// Checks a line of thoughts; `None` if the line does not contain thoughts.
    fn thoughts(&mut self, line: &Line) -> Option<Result<(), RecordError<Fault>>> {
        line.has_thoughts().then(|| {
            let last = self.last.take();
            let game = last.as_ref().map(|(start, actions)| (start.clone(), &actions[..]));
            line.check_thoughts(game).map_err(|error| error.map(Fault::Thoughts))
        })
    }

    fn line(&mut self, line: &Line) -> Result<GameRecord, RecordError<Fault>> {
        let game = self.recorder.next;
        let written = line.json("game of a record").map_err(|error| error.map(Fault::Line))?;
        self.game(written).map_err(|fault| line.has(Fault::Game { game, fault }))
    }

    /// Replays the deal and the actions of a game.
    fn actions(&mut self, written: &GameRecord) -> Result<(), GameFault> {
        let Self { table, recorder, last } = self;
        claim("game", &written.game, &recorder.next)?;
        let dealt = table.deal_again(&written.seats, &written.dealt);
        dealt.map_err(|error| GameFault::Deal(error.to_string()))?;
        recorder.dealt(table);
        let (_, actions) = last.insert((table.clone(), Vec::with_capacity(written.actions.len())));
        for (at, (seat, text)) in written.actions.iter().enumerate() {
            let action = action(table, *seat, text).map_err(|why| GameFault::Action {
                number: at + 1,
                seat: *seat,
                text: text.clone(),
                why,
            })?;
            recorder.acts(table, *seat, action);
            actions.push(action);
            table.apply(action, |_| ());
        }
        Ok(())
    }

    /// Replays a game, and returns its new record. It is an error if the results differ from the
    /// recorded results.
    fn game(&mut self, written: GameRecord) -> Result<GameRecord, GameFault> {
        self.actions(&written)?;
        let Self { table, recorder, .. } = self;
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
            // Ranks were drawn at random. Therefore the recorded points may be a permutation of the
            // points in the replay.
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

/// Returns the action that `text` describes. It is an error if the seat may not take this action
/// now.
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
