//! The state of all tables of a batch.

use quadrille_random::shuffle::shuffle;
use quadrille_table::PlayerRng;
use quadrille_table::tables::Batch;

use super::{Classes, IllegalAction, Options};
use crate::encodings::{
    Actions, CARDS, Cell, OBSERVATION, Played, fill_exchange_observation, fill_observation,
};
use crate::game::deal::{Exchange, gifts};
use crate::game::{Action, Game, GameError, Move, Opening, Outcome, Series, Table};
use crate::melds::{Hand, Meld, Melds};
use crate::rules::Rules;

const MOST: usize = Rules::MOST_PLAYERS;

/// The stage of the game at a table.
#[derive(Debug, Clone)]
pub(super) enum Stage {
    /// A rich seat is to return cards; `due` holds the seat and the number of cards.
    Exchange { exchange: Exchange, due: (usize, u32) },
    /// The game is in play.
    Play(Game),
    /// The game is over, and the next one is not yet dealt.
    Over(Game),
}

/// The last state of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Last {
    /// The player in each seat; entries from the number of players on are unspecified.
    pub players: [u8; MOST],
    /// The finished game.
    pub game: Game,
    /// The cards that each seat has played.
    pub played: Played,
}

/// The games at all tables. All lists are indexed by table.
///
/// A series holds the state between games: seats, points, classes. Only dealing and the end of a
/// game change it. To abandon a game, it is therefore sufficient to restore a copy of the series
/// from before the deal.
#[derive(Debug, Clone)]
pub struct Games {
    pub(super) options: Options,
    pub(super) series: Vec<Series>,
    /// The series of each table as it was before the current game; restored when the game is
    /// abandoned.
    before: Vec<Series>,
    pub(super) stages: Vec<Stage>,
    pub(super) played: Vec<Played>,
    /// The random generator of each table. It deals the cards, and later draws the classes of stuck
    /// seats.
    deals: Vec<PlayerRng>,
    /// A buffer for the melds of one table.
    melds: Melds,
}

impl Games {
    pub(super) fn new(n: usize, options: Options) -> Self {
        let mut rng = quadrille_random::StreamKey::new(0, 0).rng();
        let series = Series::new(options.rules);
        let any = opened(&mut series.clone(), &mut rng).expect("dealt hands form a valid game");
        Self {
            options,
            series: vec![series.clone(); n],
            before: vec![series; n],
            stages: vec![any; n],
            played: vec![Played::new(); n],
            deals: vec![rng; n],
            melds: Melds::new(),
        }
    }

    /// Returns the hand of a seat, which must be below the number of players.
    pub(super) fn hand(&self, table: usize, seat: usize) -> Hand {
        match &self.stages[table] {
            Stage::Exchange { exchange, .. } => exchange.hand(seat),
            Stage::Play(game) | Stage::Over(game) => game.hand(seat),
        }
    }

    /// Begins a game at a table.
    ///
    /// The order of draws is part of the reproducible results: first random classes
    /// ([`Classes::Drawn`]), then the draws of the series. The classes of stuck seats are drawn at
    /// the end of the game, from the rest of the stream.
    fn begin(&mut self, table: usize, rng: &mut PlayerRng) -> Result<Stage, GameError> {
        let rules = self.options.rules;
        match self.options.classes {
            Classes::Carried => {}
            Classes::None => self.series[table] = Series::new(rules),
            Classes::Drawn => {
                let players = rules.players();
                let seats: [u8; MOST] = std::array::from_fn(|seat| seat as u8);
                let mut classes = seats;
                shuffle(rng, &mut classes[..players]);
                let (seats, classes) = (&seats[..players], &classes[..players]);
                self.series[table] = Series::continued(rules, 1, seats, classes, &[])?;
            }
        }
        self.before[table] = self.series[table].clone();
        opened(&mut self.series[table], rng)
    }
}

/// Deals the next game of a series.
fn opened(series: &mut Series, rng: &mut PlayerRng) -> Result<Stage, GameError> {
    match series.open(rng)? {
        Opening::Classless(hands) => Ok(Stage::Play(series.start(&hands)?)),
        Opening::Exchange(exchange) => next_exchange(series, exchange, 0),
    }
}

/// Returns the stage in which the rich seat with index `number` is to return cards, or begins the
/// play if all rich seats have returned cards.
///
/// Rich seats return cards one after the other, so that each step takes one decision per table, as
/// in play. An exchange in which no seat returns cards ends at once.
fn next_exchange(series: &Series, exchange: Exchange, number: usize) -> Result<Stage, GameError> {
    Ok(match exchange.due().nth(number) {
        Some(due) => Stage::Exchange { exchange, due },
        None => Stage::Play(series.start(exchange.hands())?),
    })
}

impl Batch for Games {
    type Game = Table;
    type Outcome = Outcome;
    type Last = Last;
    type Listed = Meld;
    type Illegal = IllegalAction;

    fn setup(&self) -> &Rules {
        &self.options.rules
    }

    fn action_count(&self) -> usize {
        Actions::count(self.options.rules)
    }

    #[inline(always)]
    fn action_id(&self, action: Action) -> Option<u16> {
        match action {
            Action::Move(chosen) => Actions::get().id(chosen),
            Action::Give(cards) => Actions::get().give_id(cards),
        }
    }

    #[inline(always)]
    fn action(&self, id: u16) -> Option<Action> {
        Actions::get().action(id).filter(|_| usize::from(id) < self.action_count())
    }

    fn deal(&mut self, table: usize, number: u64, mut rng: PlayerRng) {
        // Game 0 begins a new series, so that a reset with a new seed discards the old series.
        if number == 0 {
            self.series[table] = Series::new(self.options.rules);
        }
        self.played[table] = Played::new();
        self.stages[table] = self.begin(table, &mut rng).expect("dealt hands form a valid game");
        self.deals[table] = rng;
    }

    fn abandon(&mut self, table: usize) {
        self.series[table] = self.before[table].clone();
    }

    #[inline(always)]
    fn is_over(&self, table: usize) -> bool {
        match &self.stages[table] {
            Stage::Exchange { .. } => false,
            Stage::Play(game) => game.turn().is_none(),
            Stage::Over(_) => true,
        }
    }

    #[inline]
    fn turn(&self, table: usize) -> Option<usize> {
        match &self.stages[table] {
            Stage::Exchange { due, .. } => Some(due.0),
            Stage::Play(game) => game.turn(),
            Stage::Over(_) => None,
        }
    }

    fn player(&self, table: usize, seat: usize) -> usize {
        self.series[table].player(seat)
    }

    /// Lists the legal melds. Gifts are not listed, because they can be enumerated from the hand.
    #[inline(always)]
    fn list(&mut self, legal: &mut Vec<Meld>, ends: &mut [usize]) {
        for (stage, end) in self.stages.iter().zip(ends) {
            if let Stage::Play(game) = stage {
                game.melds(&mut self.melds);
                legal.extend_from_slice(&self.melds);
            }
            *end = legal.len();
        }
    }

    #[inline(always)]
    fn choices(&self, table: usize, legal: &[Meld]) -> usize {
        match &self.stages[table] {
            Stage::Play(game) => legal.len() + usize::from(game.trick().is_some()),
            Stage::Exchange { exchange, due: (seat, number) } => gifts(exchange.hand(*seat), *number).count(),
            Stage::Over(_) => 0,
        }
    }

    #[inline(always)]
    fn choice(&self, table: usize, legal: &[Meld], place: usize) -> Option<Action> {
        match &self.stages[table] {
            Stage::Play(game) => match legal.get(place) {
                Some(&meld) => Some(Action::Move(meld.into())),
                None if place == legal.len() && game.trick().is_some() => Some(Action::Move(Move::Pass)),
                None => None,
            },
            Stage::Exchange { exchange, due: (seat, number) } => {
                gifts(exchange.hand(*seat), *number).nth(place).map(Action::Give)
            }
            Stage::Over(_) => None,
        }
    }

    #[inline(always)]
    fn check(&self, table: usize, _: &[Meld], action: Action) -> Result<(), IllegalAction> {
        match (&self.stages[table], action) {
            (Stage::Play(_) | Stage::Over(_), Action::Give(_)) => Err(IllegalAction::GiftInPlay),
            (Stage::Play(game) | Stage::Over(game), Action::Move(Move::Pass)) => {
                if game.trick().is_some() {
                    Ok(())
                } else {
                    Err(IllegalAction::MustLead)
                }
            }
            (Stage::Play(game) | Stage::Over(game), Action::Move(Move::Play(meld))) => Ok(game.check(meld)?),
            (Stage::Exchange { due: (_, number), .. }, Action::Move(_)) => {
                Err(IllegalAction::MoveInExchange { number: *number })
            }
            (Stage::Exchange { exchange, due: (seat, number) }, Action::Give(cards)) => {
                let hand = exchange.hand(*seat);
                let held = hand.cards.is_superset(cards.cards) && hand.jokers >= cards.jokers;
                if held && cards.len() == *number {
                    Ok(())
                } else {
                    Err(IllegalAction::Gift { number: *number })
                }
            }
        }
    }

    #[inline(always)]
    fn apply(&mut self, table: usize, action: Action) {
        match (&mut self.stages[table], action) {
            (Stage::Play(game), Action::Move(Move::Pass)) => game.pass(),
            (Stage::Play(game), Action::Move(Move::Play(meld))) => {
                if let Some(seat) = game.turn() {
                    self.played[table].push(seat, meld);
                }
                game.play(meld);
            }
            (Stage::Exchange { exchange, due: (seat, _) }, Action::Give(cards)) => {
                let (mut exchange, seat) = (exchange.clone(), *seat);
                exchange.give(seat, cards);
                let number =
                    exchange.due().position(|(rich, _)| rich == seat).map_or(usize::MAX, |at| at + 1);
                self.stages[table] = next_exchange(&self.series[table], exchange, number)
                    .expect("the hands after the exchange form a valid game");
            }
            _ => {}
        }
    }

    fn close(&mut self, table: usize, rewards: &mut [f32]) -> (Option<Outcome>, Last) {
        let (Stage::Play(game) | Stage::Over(game)) = &mut self.stages[table] else {
            unreachable!("a game is not over during the exchange")
        };
        // The classes of stuck seats are drawn first, because the game has no outcome without them.
        Series::settle(game, &mut self.deals[table]).expect("the seats with cards draw the open classes");
        let (outcome, series) = (game.outcome(), &mut self.series[table]);
        let mut players = [0; MOST];
        players[..rewards.len()].copy_from_slice(series.seats());
        if let Some(outcome) = &outcome {
            for (seat, &player) in series.seats().iter().enumerate() {
                rewards[usize::from(player)] = self.options.reward.of(outcome, seat);
            }
        }
        series.close(game);
        let game = game.clone();
        self.stages[table] = Stage::Over(game.clone());
        (outcome, Last { players, game, played: self.played[table] })
    }

    fn hand_text(&self, table: usize, seat: usize) -> String {
        self.hand(table, seat).to_string()
    }

    fn observation_len(&self) -> usize {
        OBSERVATION
    }

    /// Writes the observation of a seat; `None` selects the seat that is to decide, or seat 0 if
    /// the game is over.
    ///
    /// In the exchange, a seat that returns no cards observes its own hand only.
    fn observe<C: Cell>(&self, table: usize, seat: Option<usize>, row: &mut [C]) {
        match &self.stages[table] {
            Stage::Exchange { exchange, due } => {
                let seat = seat.unwrap_or(due.0);
                if exchange.due().all(|(rich, _)| rich != seat) {
                    row.fill(C::ZERO);
                    let hand = exchange.hand(seat).packed();
                    for (card, cell) in row[..CARDS].iter_mut().enumerate() {
                        *cell = if hand >> card & 1 == 1 { C::ONE } else { C::ZERO };
                    }
                    return;
                }
                let written = fill_exchange_observation(exchange, seat, row);
                debug_assert_eq!(written, Ok(()), "the exchange expects cards from seat {seat}");
            }
            Stage::Play(game) | Stage::Over(game) => {
                observe(game, seat.or(game.turn()).unwrap_or(0), &self.played[table], row);
            }
        }
    }

    fn observe_last<C: Cell>(&self, last: &Last, row: &mut [C]) {
        observe(&last.game, 0, &last.played, row);
    }
}

fn observe<C: Cell>(game: &Game, seat: usize, played: &Played, row: &mut [C]) {
    let written = fill_observation(game.state(), seat, game.hand(seat), played, row);
    debug_assert_eq!(written, Ok(()), "the seat is in the game and has this hand");
}
