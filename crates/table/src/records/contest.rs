//! Records of contests.

use std::fmt::Display;
use std::io::{self, Write};

use quadrille_progress::{Cancelled, Meter, Observer as ProgressObserver};

use super::ThoughtRecorder;
use crate::{Contest, Game, Observer, PlayerError, Text, Weighed};

/// An observer that records the games of a series. Its `Display` form is the record.
pub trait SeriesRecord<G: Game>: Observer<G> + Display {
    /// Creates a record without games. `players` are the names of the players, player 0 first.
    fn begin(setup: &G::Setup, players: Vec<String>) -> Self;

    /// Removes the games recorded so far, and returns their text without the head of the record.
    /// The numbering of later games continues.
    fn take_games(&mut self) -> String;
}

/// An observer that writes each game before the next deal, so that the required memory does not
/// depend on the length of a sitting.
struct Streaming<'a, R> {
    record: R,
    thoughts: ThoughtRecorder,
    out: &'a mut dyn Write,
    written: io::Result<()>,
}

impl<R> Streaming<'_, R> {
    fn write<G: Game>(&mut self)
    where
        R: SeriesRecord<G>,
    {
        let mut text = self.record.take_games();
        let thoughts = self.thoughts.take_line();
        if !text.is_empty() {
            text += &thoughts;
        }
        if self.written.is_ok() {
            self.written = self.out.write_all(text.as_bytes());
        }
    }
}

impl<G: Text, R: SeriesRecord<G>> Observer<G> for Streaming<'_, R> {
    fn dealt(&mut self, game: &G) {
        self.write();
        self.record.dealt(game);
        self.thoughts.dealt(game);
    }

    fn wants_explanations(&self) -> bool {
        Observer::<G>::wants_explanations(&self.thoughts)
    }

    fn explained(&mut self, seat: usize, weighed: &[Weighed<G::Action>]) {
        Observer::<G>::explained(&mut self.thoughts, seat, weighed);
    }

    fn acts(&mut self, game: &G, seat: usize, action: G::Action) {
        self.record.acts(game, seat, action);
        self.thoughts.acts(game, seat, action);
    }

    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        self.record.substituted(seat, why);
    }

    fn over(&mut self, game: &G, outcome: &G::Outcome) {
        self.record.over(game, outcome);
    }
}

impl<G: Game> Contest<G> {
    /// Repeats the first `games` games of a sitting, or all games if the sitting is shorter, and
    /// returns their record. The actions are the same as in [`play_rounds`](Self::play_rounds).
    /// Player 0 of the record is the player with the index `series` in the contest.
    ///
    /// # Errors
    /// [`Cancelled`] by the observer.
    ///
    /// # Panics
    /// If the series does not exist.
    pub fn record<R: SeriesRecord<G>>(
        &self,
        seed: u64,
        (round, series): (u64, usize),
        games: u64,
        observer: &dyn ProgressObserver,
    ) -> Result<R, Cancelled> {
        let mut record = self.begin::<R>(series);
        self.replay(seed, (round, series), games, &mut record, observer)?;
        Ok(record)
    }

    /// Creates the record of a series, without games.
    fn begin<R: SeriesRecord<G>>(&self, series: usize) -> R {
        R::begin(self.setup(), self.players_of(series).map(|player| player.name().to_owned()).collect())
    }

    /// Returns the record of a sitting up to a certain game. `game` is the number of this game
    /// among all games of the contest, from 0. Returns `None` if the number is out of range.
    ///
    /// # Errors
    /// [`Cancelled`] by the observer.
    pub fn record_game<R: SeriesRecord<G>>(
        &self,
        seed: u64,
        game: u64,
        observer: &dyn ProgressObserver,
    ) -> Result<Option<R>, Cancelled> {
        let place = self.place(game);
        place.map(|at| self.record(seed, (at.round, at.series), at.game + 1, observer)).transpose()
    }

    /// Repeats all games, and writes one record for each sitting, in the order of the games. If
    /// `thoughts` is true, the records include the actions that players compared, with their
    /// values. The observer receives the number of games.
    ///
    /// # Errors
    /// Writing to `out` failed. The inner result is [`Cancelled`] if the observer cancelled.
    pub fn write_records<R: SeriesRecord<G>>(
        &self,
        seed: u64,
        thoughts: bool,
        out: &mut dyn Write,
        observer: &dyn ProgressObserver,
    ) -> io::Result<Result<(), Cancelled>>
    where
        G: Text,
    {
        let meter = Meter::new(observer).total(self.games());
        for round in 0..self.rounds() {
            for series in 0..self.players().len() {
                let record = self.begin::<R>(series);
                write!(out, "{record}")?;
                let mut streaming = Streaming {
                    record,
                    thoughts: ThoughtRecorder::new(thoughts),
                    out: &mut *out,
                    written: Ok(()),
                };
                // The observer `()` never cancels.
                let _ = self.replay(seed, (round, series), u64::MAX, &mut streaming, &());
                streaming.write();
                streaming.written?;
                if let Err(cancelled) = meter.advance(self.sitting(round)) {
                    return Ok(Err(cancelled));
                }
            }
        }
        Ok(Ok(()))
    }
}
