//! Games of a contest on record.

use std::fmt::Display;
use std::io::{self, Write};

use quadrille_progress::{Cancelled, Meter, Observer as ProgressObserver};

use crate::{Contest, Game, Observer};

/// Records the games of a series as they are played; its text is the record.
pub trait SeriesRecord<G: Game>: Observer<G> + Display {
    /// No games yet; the names of the players, player 0 first.
    fn begin(setup: &G::Setup, players: Vec<String>) -> Self;
}

impl<G: Game> Contest<G> {
    /// The first `games` games of a sitting on record, or all of it, played again: the same plays as in the round.
    /// The record's player 0 is the one who sits first in this series.
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
        let players = self.players().iter().cycle().skip(series).take(self.players().len());
        let mut record = R::begin(self.setup(), players.map(|player| player.name().to_owned()).collect());
        self.replay(seed, (round, series), games, &mut record, observer)?;
        Ok(record)
    }

    /// One game on record, by its number among all, counted from 0: the record of its sitting up to it, in which it
    /// is the last. `None` beyond the last game.
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

    /// Writes all games, played again: a record a sitting, one behind the other, in the order of the games. The
    /// observer gets the number of games.
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
                let Ok(record) = self.record::<R>(seed, (round, series), u64::MAX, &()) else { continue };
                write!(out, "{record}")?;
                if let Err(cancelled) = meter.advance(self.sitting(round)) {
                    return Ok(Err(cancelled));
                }
            }
        }
        Ok(Ok(()))
    }
}
