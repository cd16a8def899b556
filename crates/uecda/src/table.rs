//! Plays one match.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use quadrille::path_names;
use quadrille::uecda_protocol::{CardTable, Client, ClientError, Match, Message, PLAYERS};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::connection::{Connection, Decision, look_after};
use crate::event::{ServerEvent, Trouble};
use crate::held::HeldTable;
use crate::logbook::Logbook;
use crate::server::Shared;

/// The time that a game may take after the server is asked to stop.
const GRACE: Duration = Duration::from_secs(2);

/// Identifies a match.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchIndex {
    /// The table, from 0.
    pub(crate) table: usize,
    /// The number of the match among the matches of this table, from 0.
    pub(crate) number: usize,
    pub(crate) seed: u32,
}

/// The source of a player's decisions.
pub(crate) enum Seat {
    /// A remote client.
    Remote(Connection),
    /// A house player.
    House(Box<House>),
    /// A contestant that has not connected.
    Nobody,
}

/// A player in this process.
pub(crate) struct House {
    pub(crate) client: Client,
    /// The player's last reply, until it is taken.
    reply: Option<Box<CardTable>>,
}

impl House {
    /// Creates a seat for a house player.
    pub(crate) fn seat(client: Client) -> Seat {
        Seat::House(Box::new(Self { client, reply: None }))
    }
}

impl Seat {
    /// Delivers a message. A message to a remote client is queued; a house player processes it at
    /// once.
    fn take(&mut self, message: &Message) -> Result<(), ClientError> {
        match self {
            Self::Remote(connection) => connection.queue(message),
            Self::Nobody => {}
            Self::House(house) => {
                if let Some(answer) = house.client.receive(message)? {
                    house.reply = Some(Box::new(answer));
                }
            }
        }
        Ok(())
    }
}

/// A match with its players.
pub(crate) struct MatchTable {
    pub(crate) place: MatchIndex,
    pub(crate) contest: Match,
    pub(crate) seats: Vec<Seat>,
    pub(crate) names: [String; PLAYERS],
    pub(crate) logbook: Option<Logbook>,
    pub(crate) shared: Arc<Shared>,
}

impl MatchTable {
    /// Plays the match to its end. If the server is stopped, the match ends after its current game,
    /// or after [`GRACE`] if the game takes longer.
    pub(crate) async fn hold(mut self) -> HeldTable {
        self.play(&mut |_| {}).await
    }

    /// Plays the match like [`hold`](Self::hold), and also returns the result of every game.
    pub(crate) async fn hold_with_results(mut self) -> (HeldTable, Vec<[u8; PLAYERS]>) {
        let mut results = Vec::new();
        let held = self.play(&mut |result| results.push(result)).await;
        (held, results)
    }

    async fn play(&mut self, over: &mut (dyn FnMut([u8; PLAYERS]) + Send)) -> HeldTable {
        let table = self.place.table;
        let mut held = HeldTable {
            table,
            number: self.place.number,
            seed: self.place.seed,
            names: self.names.clone(),
            games: 0,
            points: [0; PLAYERS],
            complete: false,
            record: self.logbook.as_ref().map(|logbook| PathBuf::from(logbook.path())),
            record_encoded: self.logbook.as_ref().and_then(|logbook| path_names::encoded(logbook.path())),
            late: [0; PLAYERS],
            gone: [0; PLAYERS],
            refused: [0; PLAYERS],
            replaced: [0; PLAYERS],
        };
        self.shared.tell(ServerEvent::Begun { table, names: self.names.clone() });
        let mut out: Vec<(usize, Message)> = Vec::new();
        let mut stop = None;
        self.contest.start(&mut out);
        loop {
            self.deliver(&mut out);
            self.games_over(&mut held, over);
            self.flush();
            if stop.is_none() && *self.shared.stopped.borrow() {
                self.contest.end_with_this_game();
                stop = Some(Instant::now() + GRACE);
            }
            let Some(awaited) = self.contest.awaits() else {
                held.complete = stop.is_none();
                self.close_record();
                break;
            };
            let player = awaited.player();
            // Let other tasks run now and then, since a match without remote clients never waits.
            tokio::task::consume_budget().await;
            let decision = match self.decision(player, stop).await {
                Answer::Decided(decision) => decision,
                // After the server is asked to stop, the current game is continued for at most
                // `GRACE`.
                Answer::Stopped if stop.is_none() => continue,
                Answer::Stopped => break,
            };
            let table = self.received(decision, player, &mut held);
            let game = self.contest.begun();
            self.contest.receive(&table, &mut out);
            let last = self.contest.games().iter().rev().find_map(|game| game.plays.last());
            let own = last.filter(|play| usize::from(play.player) == player && play.table == table);
            if let Some((play, why)) = own.and_then(|play| Some((play, play.refusal?))) {
                held.refused[player] += 1;
                let (cards, on) = (play.table.words(), play.on.words());
                self.trouble(player, game, Trouble::Refused { cards, on, why });
            }
        }
        for (replaced, seat) in held.replaced.iter_mut().zip(&self.seats) {
            if let Seat::House(house) = seat {
                *replaced = house.client.faults().total();
            }
        }
        self.say_goodbye().await;
        self.shared.tell(ServerEvent::MatchOver { table, games: held.games, points: held.points });
        held
    }

    /// Returns the table of a decision. A missing decision is counted and reported, and the table
    /// is empty.
    fn received(&mut self, decision: Decision, player: usize, held: &mut HeldTable) -> CardTable {
        match decision {
            Decision::Table(table) => return *table,
            Decision::Late => {
                held.late[player] += 1;
                self.trouble(player, self.contest.begun(), Trouble::Late);
            }
            Decision::Gone => {
                if held.gone[player] == 0 {
                    let reason = match &self.seats[player] {
                        Seat::Remote(connection) => connection.gone().unwrap_or_default(),
                        Seat::House(_) | Seat::Nobody => "it never connected",
                    };
                    self.trouble(player, self.contest.begun(), Trouble::Gone(reason.to_owned()));
                }
                held.gone[player] += 1;
            }
        }
        CardTable::EMPTY
    }

    /// Delivers messages to their seats. A house player replies during this call. If the house
    /// player is a program, this call blocks the thread until the reply arrives. The runtime
    /// therefore has a thread for each table with house players.
    fn deliver(&mut self, out: &mut Vec<(usize, Message)>) {
        for (player, message) in out.drain(..) {
            let taken = self.seats[player].take(&message);
            debug_assert_eq!(taken, Ok(()), "house players accept every message of this server");
        }
    }

    /// Reports that a player's decision was missing or refused.
    fn trouble(&self, player: usize, game: u32, what: Trouble) {
        let MatchIndex { table, number, .. } = self.place;
        let name = self.names[player].clone();
        self.shared.tell(ServerEvent::Trouble { table, number, player, name, game, what });
    }

    /// Records and reports the finished games.
    fn games_over(&mut self, held: &mut HeldTable, over: &mut dyn FnMut([u8; PLAYERS])) {
        for game in self.contest.take_games() {
            if let Some(logbook) = &mut self.logbook
                && let Err(error) = logbook.add(&game)
            {
                self.shared.fail(logbook.path(), &error);
                self.logbook = None;
            }
            (held.games, held.points) = (held.games + 1, game.points);
            if let Ok(result) = <[u8; PLAYERS]>::try_from(&game.result[..]) {
                over(result);
            }
            let table = self.place.table;
            self.shared.note(self.place, |status| status.note_game(held.games, &game.points));
            self.shared.tell(ServerEvent::GameOver {
                table,
                game: held.games,
                result: game.result,
                points: game.points,
            });
        }
    }

    fn close_record(&mut self) {
        if let Some(logbook) = self.logbook.take() {
            let path = logbook.path().to_owned();
            if let Err(error) = logbook.end(self.contest.points()) {
                self.shared.fail(&path, &error);
            }
        }
    }

    /// Sends the queued messages as far as possible without waiting.
    fn flush(&mut self) {
        for seat in &mut self.seats {
            if let Seat::Remote(connection) = seat {
                connection.flush();
            }
        }
    }

    /// Waits for a player's decision, and meanwhile flushes the buffers of slow clients.
    async fn decision(&mut self, player: usize, stop: Option<Instant>) -> Answer {
        match &mut self.seats[player] {
            Seat::House(house) => {
                return Answer::Decided(house.reply.take().map_or(Decision::Gone, Decision::Table));
            }
            Seat::Nobody => return Answer::Decided(Decision::Gone),
            Seat::Remote(_) => {}
        }
        let shared = Arc::clone(&self.shared);
        let limit = self.shared.move_timeout.map(|limit| Instant::now() + limit);
        loop {
            let behind = self
                .seats
                .iter()
                .any(|seat| matches!(seat, Seat::Remote(connection) if connection.is_behind()));
            let Seat::Remote(connection) = &mut self.seats[player] else { return Answer::Stopped };
            tokio::select! {
                decision = connection.decision(limit) => return Answer::Decided(decision),
                () = look_after(behind) => {}
                () = until(stop) => return Answer::Stopped,
                () = shared.until_stopped(), if stop.is_none() => return Answer::Stopped,
            }
            self.flush();
        }
    }

    /// Waits until all clients have received the end of the match. The function waits for all
    /// clients at the same time.
    async fn say_goodbye(&mut self) {
        let limit = Instant::now() + GRACE;
        let mut leaving = JoinSet::new();
        for seat in &mut self.seats {
            if let Seat::Remote(connection) = std::mem::replace(seat, Seat::Nobody) {
                leaving.spawn(connection.farewell(limit));
            }
        }
        while leaving.join_next().await.is_some() {}
    }
}

/// The outcome of waiting for a decision.
enum Answer {
    Decided(Decision),
    Stopped,
}

/// Waits until the given time, or forever if it is `None`.
async fn until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
