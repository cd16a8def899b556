//! The client of a match: a player, with its view of the game built from the server's tables.
//!
//! | module | content |
//! |---|---|
//! | `model` | the game as the tables show it, and the prediction of the next table |
//! | `difference` | the first cell that differs from the prediction |
//! | `places` | the places of a game, as far as the messages determine them |

mod difference;
mod model;
mod places;

use quadrille_random::StreamKey;
use thiserror::Error;

use self::difference::Cell;
pub use self::difference::{Compared, Difference};
use self::model::{Learned, Model};
use self::places::Closed;
use super::server::{ACCEPTED, Content, End, Message};
use super::{CardTable, PLAYERS};
use quadrille_daifugo::game::{Action, Decision, Event, ExchangeView, Series, View};
use quadrille_daifugo::melds::{Hand, Meld, Melds, Refusal};
use quadrille_daifugo::players::{BoxedPlayer, Faults, PlayerRng, Start};
use quadrille_daifugo::rules::{Rule, Rules};

/// A client of a contest match, which plays for a [player](quadrille_daifugo::players::Player).
///
/// Pass it the server's messages in order: [`expects`](Self::expects) returns whether the next
/// message is a number or a table, and [`receive_table`](Self::receive_table) returns the reply, if
/// one is due. The client submits only plays that its rules allow; an illegal answer of the player
/// is replaced.
///
/// The server's tables are authoritative: hand, cards on the table, flags and sizes of hands are
/// read from every turn's table. The rules predict the next table. If it differs, the server plays
/// by other rules: the first such [difference](Self::take_difference) of a match is reported, the
/// tables' values are adopted, and play continues. Places are derived from the messages as well:
/// from the hands that reach 0 cards, and from the classes of the next deal.
/// [`unknown`](Self::unknown) counts the games whose places no message determines.
///
/// ```
/// use quadrille_daifugo::players::Greedy;
/// use quadrille_uecda_protocol::{Client, Match, ContestSettings};
///
/// // Five clients and a server in one process.
/// let mut clients: Vec<_> = (0..5).map(|seed| Client::new(Box::new(Greedy), seed)).collect();
/// let mut contest = Match::new(ContestSettings::from_config("GAME_NUMBER 3")?, 1);
/// for (number, client) in clients.iter_mut().enumerate() {
///     client.receive_number(number as i32)?;
/// }
/// let (mut sent, mut replies) = (Vec::new(), [None; 5]);
/// contest.start(&mut sent);
/// loop {
///     for (player, message) in sent.drain(..) {
///         if let Some(reply) = clients[player].receive(&message)? {
///             replies[player] = Some(reply);
///         }
///     }
///     let Some(awaited) = contest.awaits() else { break };
///     let reply = replies[awaited.player()].take().ok_or("missing reply")?;
///     contest.receive(&reply, &mut sent);
/// }
/// assert!(clients.iter().all(|client| client.refused() == 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Client {
    player: BoxedPlayer,
    rng: PlayerRng,
    seed: u64,
    learned: Learned,
    step: Step,
    number: u8,
    games: u32,
    points: [u32; PLAYERS],
    /// The number of games whose places no message determined.
    unknown: u32,
    /// The class of each player in the last game.
    classes: [u8; PLAYERS],
    game: Model,
    /// The finished game. Its places are determined when the classes of the next deal arrive.
    closed: Option<Closed>,
    /// Whether the classes in every deal so far have agreed with the order in which the hands of
    /// the previous game reached 0 cards.
    hands_count: bool,
    melds: Melds,
    faults: Faults,
    /// The number of games with a message that differed from the prediction.
    differing: u32,
    /// Whether a message of the current game differed from the prediction.
    differs: bool,
    difference: Option<Difference>,
    /// The number of plays that the server refused.
    refused: u64,
    refusal: Option<Refused>,
}

/// The kind of the server's next message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expected {
    /// A number.
    Number,
    /// A table.
    Table,
}

/// A play that the server refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// The game, from 1.
    pub game: u32,
    /// The submitted cards, as a table.
    pub submitted: CardTable,
    /// The cards on the table, as in the server's stage message.
    pub on: CardTable,
    /// The turn table that the server sent before the play, with the hand.
    pub turn: CardTable,
    /// The reason by the client's rules; `None` if these rules allow the play.
    pub why: Option<Refusal>,
}

/// An error in the server's messages.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClientError {
    /// A table was received instead of a number, or a number instead of a table.
    #[error("received {found}; expected {expected}")]
    Unexpected {
        /// The kind of the message.
        found: &'static str,
        /// The expected kind of message.
        expected: &'static str,
    },
    /// A number out of range.
    #[error("{what}: {found}; expected {expected}")]
    Number {
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        found: i32,
        /// The valid numbers.
        expected: &'static str,
    },
    /// Cells with invalid values.
    #[error("the {table} table has {found:?} as {what}; expected {expected}")]
    Cells {
        /// The kind of the table.
        table: &'static str,
        /// The meaning of the cells.
        what: &'static str,
        /// The values of the cells.
        found: Vec<i32>,
        /// The valid values.
        expected: &'static str,
    },
}

/// The state of the protocol: the message that the client waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Number,
    Deal,
    Turn,
    Acknowledgement,
    Stage,
    End,
    Over,
}

impl Client {
    /// Creates a client, which later receives its number from the server. All random numbers derive
    /// from the seed and this number.
    pub fn new(player: BoxedPlayer, seed: u64) -> Self {
        Self {
            player,
            rng: StreamKey::new(seed, 0).rng(),
            seed,
            learned: Learned::new(Rules::UECDA),
            step: Step::Number,
            number: 0,
            games: 0,
            points: [0; PLAYERS],
            unknown: 0,
            classes: [0; PLAYERS],
            game: Model::before(),
            closed: None,
            hands_count: true,
            melds: Melds::new(),
            faults: Faults::default(),
            differing: 0,
            differs: false,
            difference: None,
            refused: 0,
            refusal: None,
        }
    }

    /// Returns the client with other rules, which must be for five players and one joker.
    #[must_use]
    pub const fn with_rules(mut self, rules: Rules) -> Self {
        self.learned = Learned::new(rules);
        self
    }

    /// Returns the kind of the server's next message; `None` once the match is over.
    pub const fn expects(&self) -> Option<Expected> {
        match self.step {
            Step::Number | Step::Acknowledgement | Step::End => Some(Expected::Number),
            Step::Deal | Step::Turn | Step::Stage => Some(Expected::Table),
            Step::Over => None,
        }
    }

    /// Returns the player's number; `None` before the server has assigned it.
    pub fn number(&self) -> Option<u8> {
        (self.step != Step::Number).then_some(self.number)
    }

    /// Returns the number of finished games.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Returns the points of each player: for a game, from 5 for the best place to 1 for the last,
    /// and 0 for a player that was dealt no cards. A game counts as soon as the next game is dealt,
    /// or the match is over. Games whose places are [unknown](Self::unknown) do not count.
    pub const fn points(&self) -> &[u32; PLAYERS] {
        &self.points
    }

    /// Returns the number of games whose places no message determined. In a stuck game the server
    /// draws the remaining places. Only the classes in the next deal show the drawn places. The
    /// places remain unknown after the last game, and if the next game has no classes. The
    /// [points](Self::points) exclude the games counted here.
    pub const fn unknown(&self) -> u32 {
        self.unknown
    }

    /// Returns the numbers of decisions that were made in place of the player, for each reason.
    pub const fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Returns the number of games in which a message differed from the prediction of the
    /// [rules](Self::with_rules).
    pub const fn differing(&self) -> u32 {
        self.differing
    }

    /// Takes the first difference of the match; `None` if there is none, or if it was taken before.
    pub const fn take_difference(&mut self) -> Option<Difference> {
        self.difference.take()
    }

    /// Returns the number of plays that the server refused. The client submits only plays that its
    /// own rules allow, so a refusal means that the server plays by a rule that its tables do not
    /// show.
    pub const fn refused(&self) -> u64 {
        self.refused
    }

    /// Takes the last refused play; `None` if there is none, or if it was taken before.
    pub const fn take_refusal(&mut self) -> Option<Refused> {
        self.refusal.take()
    }

    /// Receives a message of a server in the same process. Returns the reply, if one is due.
    ///
    /// # Errors
    /// Returns an error if the message is of another kind than expected, or has an invalid value.
    pub fn receive(&mut self, message: &Message) -> Result<Option<CardTable>, ClientError> {
        match message.content() {
            Content::Table(table) => self.receive_table(table),
            Content::Number(number) => self.receive_number(number).map(|()| None),
        }
    }

    /// Receives a number from the server.
    ///
    /// # Errors
    /// Returns an error if the client does not expect a number now, or if its value is invalid.
    pub fn receive_number(&mut self, number: i32) -> Result<(), ClientError> {
        self.step = match self.step {
            Step::Number => {
                let known = u8::try_from(number).ok().filter(|&number| usize::from(number) < PLAYERS);
                self.number = known.ok_or(ClientError::Number {
                    what: "the number of the player",
                    found: number,
                    expected: "0 to 4",
                })?;
                self.rng = StreamKey::new(self.seed, u64::from(self.number)).rng();
                Step::Deal
            }
            Step::Acknowledgement => {
                let Model { turn, submitted, stage: on, .. } = self.game;
                if number != ACCEPTED && submitted != CardTable::EMPTY {
                    self.refused += 1;
                    let why = self.game.refuse(&mut self.learned);
                    self.refusal = Some(Refused { game: self.games + 1, submitted, on, turn, why });
                }
                Step::Stage
            }
            Step::End => self.end(number)?,
            Step::Deal | Step::Turn | Step::Stage => {
                return Err(ClientError::Unexpected { found: "a number", expected: "a table" });
            }
            Step::Over => return Err(ClientError::Unexpected { found: "a number", expected: "nothing" }),
        };
        Ok(())
    }

    /// Receives a table from the server. Returns the reply, if one is due.
    ///
    /// # Errors
    /// Returns an error if the client does not expect a table now, or if the table has invalid
    /// cells.
    pub fn receive_table(&mut self, table: &CardTable) -> Result<Option<CardTable>, ClientError> {
        match self.step {
            Step::Deal => self.deal(table),
            Step::Turn => self.turn(table),
            Step::Stage => {
                self.stage(table);
                self.step = Step::End;
                Ok(None)
            }
            Step::Number | Step::Acknowledgement | Step::End => {
                Err(ClientError::Unexpected { found: "a table", expected: "a number" })
            }
            Step::Over => Err(ClientError::Unexpected { found: "a table", expected: "nothing" }),
        }
    }

    /// Returns the client's own seat.
    fn seat(&self) -> usize {
        self.game.seat_of(self.number)
    }

    /// Records a cell that differs from the prediction, if there is one.
    fn note(&mut self, message: Compared, cell: Option<Cell>) {
        if let Some((row, column, expected, found)) = cell {
            self.differ(message, Some((row, column)), expected, found);
        }
    }

    /// Counts the game of a difference, and stores the difference if it is the first of the match.
    fn differ(&mut self, message: Compared, cell: Option<(usize, usize)>, expected: i32, found: i32) {
        let first = self.differing == 0 && !self.differs;
        self.differing += u32::from(!self.differs);
        self.differs = true;
        if first {
            let (game, turn) = (self.games + 1, self.game.turns);
            self.difference = Some(Difference { game, turn, message, cell, expected, found });
        }
    }

    /// Processes a deal. If the player is rich, returns the table of the cards that it gives back.
    fn deal(&mut self, table: &CardTable) -> Result<Option<CardTable>, ClientError> {
        let seats: Vec<i32> = (10..15).map(|column| table.get(6, column)).collect();
        let seats = each_once(&seats).ok_or_else(|| ClientError::Cells {
            table: "deal",
            what: "the players in the seats",
            found: seats.clone(),
            expected: "each of 0 to 4 once",
        })?;
        let contradicted = self.settle(Some(table));
        // In a game without classes, all class cells are 0.
        let classes: Vec<i32> = (5..10).map(|column| table.get(6, column)).collect();
        let classes = each_once(&classes);
        if let Some(classes) = classes {
            self.classes = classes;
        }
        let by_seat = classes.map(|classes| seats.map(|player| classes[usize::from(player)]));
        self.game = Model::new(seats, table.hand(), by_seat, table);
        self.differs = false;
        self.note(Compared::Deal, contradicted);
        self.compare_deal(table);
        let seat = self.seat();
        let mut start = Start::new(seat, self.learned.rules, self.game.hand, self.seed);
        start.game = self.games;
        start.classes = by_seat.as_ref().map(|classes| &classes[..]);
        self.player.begin(&start);
        self.step = Step::Turn;

        let gifts = self.gifts();
        for &gift in gifts.iter().take(2) {
            self.saw(gift);
        }
        let number = u32::try_from(table.get(5, 1)).unwrap_or(0).min(self.game.hand.len());
        let reply = (number > 0).then(|| CardTable::of_hand(self.give(seat, number)));
        for &gift in gifts.iter().skip(2) {
            self.saw(gift);
        }
        Ok(reply)
    }

    /// Compares the hand sizes and the number of cards to return, as sent by the server, with the
    /// rules.
    fn compare_deal(&mut self, table: &CardTable) {
        let exchange = self.learned.rules.has(Rule::Exchange);
        let classes = self.game.classes.filter(|_| exchange);
        if let Some(classes) = classes {
            let due = 2 - i32::from(classes[self.seat()]);
            // A poor player returns no cards; for this player, the server sends 0 or a negative
            // number.
            let (expected, found) = (due.max(0), table.get(5, 1).max(0));
            self.note(Compared::Deal, (expected != found).then_some((5, 1, expected, found)));
        }
        for column in 0..PLAYERS {
            // Some servers send the sizes before the gifts, and others the sizes after the gifts.
            let gifts = if classes.is_some() { 2 } else { 0 };
            let found = table.get(6, column);
            let sound = (10 - gifts..=11 + gifts).contains(&found);
            self.note(Compared::Deal, (!sound).then_some((6, column, found.clamp(10, 11), found)));
        }
    }

    /// Returns the events of the exchange that the rules require: first the gifts of the poor
    /// players, then those of the rich players. The events do not contain the cards.
    fn gifts(&self) -> Vec<Event> {
        let Some(classes) = self.game.classes.filter(|_| self.learned.rules.has(Rule::Exchange)) else {
            return Vec::new();
        };
        let seat =
            |class: usize| classes.iter().position(|&other| usize::from(other) == class).unwrap_or(0) as u8;
        let pairs = [(seat(4), seat(0), 2), (seat(3), seat(1), 1)];
        let dealt = |seat: u8| self.game.places.is_dealt(self.game.seats[usize::from(seat)]);
        if !pairs.iter().all(|&(poor, rich, _)| dealt(poor) && dealt(rich)) {
            return Vec::new();
        }
        let given = pairs.map(|(from, to, number)| Event::Given { from, to, number });
        let returned = pairs.map(|(to, from, number)| Event::Given { from, to, number });
        given.into_iter().chain(returned).collect()
    }

    /// Adds a public event to the history, and notifies the player.
    fn saw(&mut self, event: Event) {
        self.player.observe(&event);
        self.game.history.push(event);
    }

    /// Asks the player which cards to return.
    fn give(&mut self, seat: usize, number: u32) -> Hand {
        let Model { seats, hand, .. } = self.game;
        let fallback = hand.lowest(number);
        let series = Series::continued(self.learned.rules, self.games, &seats, &self.classes, &self.points);
        let Some(series) = series.ok().filter(|_| number <= 2) else { return fallback };
        let view = ExchangeView::new(&series, seat, hand, number, &self.game.history);
        match self.player.decide(&Decision::Give(view), &mut self.rng) {
            Ok(Action::Give(cards)) if view.may_give(cards) => cards,
            wrong => {
                self.faults.record(wrong.as_ref().err());
                fallback
            }
        }
    }

    /// Processes the turn table, which the server sends before every player's turn. Returns the
    /// play, if it is the client's turn.
    fn turn(&mut self, table: &CardTable) -> Result<Option<CardTable>, ClientError> {
        let mover = table.get(5, 3);
        let known = u8::try_from(mover).ok().filter(|&mover| usize::from(mover) < PLAYERS);
        let mover = known.ok_or_else(|| ClientError::Cells {
            table: "turn",
            what: "the player to move",
            found: vec![mover],
            expected: "0 to 4",
        })?;
        let found = self.game.turn(table, mover, self.number, &mut self.learned);
        self.note(Compared::Turn, found);
        if table.get(5, 2) != 1 {
            self.step = Step::Stage;
            return Ok(None);
        }
        let submitted = self.choose();
        self.game.submitted = submitted;
        self.step = Step::Acknowledgement;
        Ok(Some(submitted))
    }

    /// Asks the player for a play.
    fn choose(&mut self) -> CardTable {
        let (seat, game) = (self.seat(), &self.game);
        let view = game.state.as_ref().and_then(|state| {
            let view = View::new(state, seat, game.hand, &mut self.melds, &game.history).ok()?;
            (state.turn() == Some(seat)).then_some(view)
        });
        let Some(view) = view else {
            return game.lowest(&mut self.melds).map_or(CardTable::EMPTY, CardTable::of_meld);
        };
        let mut chosen = match self.player.decide(&Decision::Play(view), &mut self.rng) {
            Ok(Action::Move(chosen)) if view.moves().any(|allowed| allowed == chosen) => chosen,
            wrong => {
                self.faults.record(wrong.as_ref().err());
                view.fallback()
            }
        };
        if game.was_refused(chosen) {
            // The server would refuse the same meld again, so pass if possible; otherwise make
            // another lead.
            let other = view.melds().iter().copied().find(|&meld| !game.was_refused(meld.into()));
            chosen = other.filter(|_| !view.may_pass()).into();
        }
        match (chosen.meld(), view.trick()) {
            // Some servers refuse a lone joker that is placed on a locked suit, so place it on
            // another suit.
            (Some(Meld::JOKER), Some(trick)) if trick.suit_lock => {
                CardTable::of_lone_joker(trick.meld.suits())
            }
            (meld, _) => meld.map_or(CardTable::EMPTY, CardTable::of_meld),
        }
    }

    /// Processes the stage table: the cards on the table after a turn.
    fn stage(&mut self, table: &CardTable) {
        // `Client::turn` has validated the cell of the player to move.
        let named = self.game.turn.get(5, 3) as u8;
        let mover = if self.game.turn.get(5, 2) == 1 { self.number } else { named };
        let (event, found) = self.game.stage(table, mover, self.number, &mut self.learned);
        self.note(Compared::Stage, found);
        if let Some(event) = event {
            self.saw(event);
        }
    }

    /// Processes the number that ends a turn. Returns the next step.
    fn end(&mut self, number: i32) -> Result<Step, ClientError> {
        let end = End::from_number(number).ok_or(ClientError::Number {
            what: "the end of a turn",
            found: number,
            expected: "0, 1 or 2",
        })?;
        let continues = end == End::Continue;
        if self.game.end(continues) {
            self.differ(Compared::End, None, i32::from(continues), number);
        }
        if continues {
            return Ok(Step::Turn);
        }
        self.games += 1;
        self.closed = Some(self.game.places.close());
        if end == End::Game {
            return Ok(Step::Deal);
        }
        self.settle(None);
        Ok(Step::Over)
    }

    /// Counts the points of the finished game. `next` is the table of the next deal; `None` after
    /// the last game. Returns the cell of `next` that contradicts the order in which the hands
    /// reached 0 cards.
    fn settle(&mut self, next: Option<&CardTable>) -> Option<Cell> {
        let closed = self.closed.take()?;
        let Some(settled) = closed.settle(next, self.hands_count) else {
            self.unknown += 1;
            return None;
        };
        for &(player, class) in &settled.classes {
            self.points[usize::from(player)] += (PLAYERS - class) as u32;
        }
        self.player.end(&settled.outcome(self.game.seats));
        self.hands_count &= settled.contradicted.is_none();
        settled.contradicted
    }
}

/// Converts cells to numbers; `None` unless each of 0 to 4 occurs exactly once.
fn each_once(cells: &[i32]) -> Option<[u8; PLAYERS]> {
    let numbers: Vec<u8> = cells.iter().filter_map(|&cell| u8::try_from(cell).ok()).collect();
    let numbers: [u8; PLAYERS] = numbers.try_into().ok()?;
    let seen = numbers.iter().fold(0u32, |seen, &number| seen | 1u32.checked_shl(number.into()).unwrap_or(0));
    (seen == (1 << PLAYERS) - 1).then_some(numbers)
}
