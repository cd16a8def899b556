//! Games of a contest on record.

use std::fmt::Display;
use std::io::{self, Write};

use quadrille_progress::{Cancelled, Meter, Observer as ProgressObserver};

use crate::{Contest, Game, Observer, PlayerError};

/// Records the games of a series as they are played; its text is the record.
pub trait SeriesRecord<G: Game>: Observer<G> + Display {
    /// No games yet; the names of the players, player 0 first.
    fn begin(setup: &G::Setup, players: Vec<String>) -> Self;

    /// The text of the games so far, without the head; they are then forgotten, and the next ones
    /// follow in number.
    fn take_games(&mut self) -> String;
}

/// Writes games as soon as they are over, so that a sitting of any length takes the memory of one.
struct Streaming<'a, R> {
    record: R,
    out: &'a mut dyn Write,
    written: io::Result<()>,
}

impl<R> Streaming<'_, R> {
    fn write<G: Game>(&mut self)
    where
        R: SeriesRecord<G>,
    {
        let text = self.record.take_games();
        if self.written.is_ok() {
            self.written = self.out.write_all(text.as_bytes());
        }
    }
}

impl<G: Game, R: SeriesRecord<G>> Observer<G> for Streaming<'_, R> {
    fn dealt(&mut self, game: &G) {
        self.write();
        self.record.dealt(game);
    }

    fn acts(&mut self, game: &G, seat: usize, action: G::Action) {
        self.record.acts(game, seat, action);
    }

    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        self.record.substituted(seat, why);
    }

    fn undecided(&mut self) {
        self.record.undecided();
    }

    fn over(&mut self, game: &G, outcome: &G::Outcome) {
        self.record.over(game, outcome);
    }
}

impl<G: Game> Contest<G> {
    /// The first `games` games of a sitting on record, or all of it, played again: the same plays
    /// as in the round. The record's player 0 is the one who sits first in this series.
    ///
    /// # Errors
    /// [`Cancelled`], if the observer said so.
    ///
    /// # Panics
    /// If there is no such series.
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

    /// The record of a series before its first game.
    fn begin<R: SeriesRecord<G>>(&self, series: usize) -> R {
        let players = self.players().iter().cycle().skip(series).take(self.players().len());
        R::begin(self.setup(), players.map(|player| player.name().to_owned()).collect())
    }

    /// One game on record, by its number among all, counted from 0: the record of its sitting up to
    /// it, in which it is the last. `None` beyond the last game.
    ///
    /// # Errors
    /// [`Cancelled`], if the observer said so.
    pub fn record_game<R: SeriesRecord<G>>(
        &self,
        seed: u64,
        game: u64,
        observer: &dyn ProgressObserver,
    ) -> Result<Option<R>, Cancelled> {
        let place = self.place(game);
        place.map(|at| self.record(seed, (at.round, at.series), at.game + 1, observer)).transpose()
    }

    /// Writes all games, played again: a record a sitting, one behind the other, in the order of
    /// the games. The observer gets the number of games.
    ///
    /// # Errors
    /// `out` failed; whether the observer cancelled is in the answer.
    pub fn write_records<R: SeriesRecord<G>>(
        &self,
        seed: u64,
        out: &mut dyn Write,
        observer: &dyn ProgressObserver,
    ) -> io::Result<Result<(), Cancelled>> {
        let meter = Meter::new(observer).total(self.games());
        for round in 0..self.rounds() {
            for series in 0..self.players().len() {
                let record = self.begin::<R>(series);
                write!(out, "{record}")?;
                let mut streaming = Streaming { record, out: &mut *out, written: Ok(()) };
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
