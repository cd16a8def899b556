//! The client's end of a match: a player, and its view of the game from the server's tables.
//!
//! | module | what is in it |
//! |---|---|
//! | `model` | the game as the tables show it, and the next table that the rules lead to |
//! | `difference` | the first cell in which the two differ |
//! | `places` | the places of a game, as far as messages determine them |

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

/// A player at a match of the contest.
///
/// It is fed with what the server sends, in the order in which it comes: [`expects`](Self::expects)
/// says whether that is a number or a table, and [`receive_table`](Self::receive_table) has what is
/// to be sent back, if anything is. It never submits what the rules refuse, whatever the player
/// answers.
///
/// The server's tables are the truth: hand, cards on the table, flags and sizes of hands are read
/// from every turn's table. The rules predict the next table. Where it is another, the server plays
/// by other rules: the first such [difference](Self::take_difference) of a match is reported, the
/// tables count, and play continues. Places are taken from the messages too: the hands that reach 0
/// cards, and the classes of the next deal. Games whose places no message determines are
/// [unknown](Self::unknown).
///
/// ```
/// use quadrille_daifugo::players::Greedy;
/// use quadrille_uecda_protocol::{Client, Match, Settings};
///
/// // Five clients and a server in one room.
/// let mut clients: Vec<_> = (0..5).map(|seed| Client::new(Box::new(Greedy), seed)).collect();
/// let mut contest = Match::new(Settings::from_config("GAME_NUMBER 3")?, 1);
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
///     let reply = replies[awaited.player()].take().ok_or("nobody answers")?;
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
    /// Games whose places no message determined.
    unknown: u32,
    /// By player: the class of the last game.
    classes: [u8; PLAYERS],
    game: Model,
    /// The game that is over and waits for the classes of the next deal.
    closed: Option<Closed>,
    /// Whether the players' places have always been the order in which their hands reached 0.
    hands_count: bool,
    melds: Melds,
    faults: Faults,
    /// Games with a difference, and whether this one has one.
    differing: u32,
    differs: bool,
    difference: Option<Difference>,
    /// Plays that the server refused.
    refused: u64,
    refusal: Option<Refused>,
}

/// What comes next from the server.
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
    /// What was submitted.
    pub submitted: CardTable,
    /// What lay on the table.
    pub on: CardTable,
    /// The server's table for that turn, with the hand.
    pub turn: CardTable,
    /// The reason by the client's rules; `None` where they allow the play.
    pub why: Option<Refusal>,
}

/// A message that has no place in the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClientError {
    /// A table came where a number is due, or the other way round.
    #[error("{found} came where {expected} is due")]
    Unexpected {
        /// What came.
        found: &'static str,
        /// What should have come.
        expected: &'static str,
    },
    /// A number that says nothing here.
    #[error("{what}: {found}; expected {expected}")]
    Number {
        /// What the number is.
        what: &'static str,
        /// The number.
        found: i32,
        /// Which ones there are.
        expected: &'static str,
    },
    /// Cells that cannot be.
    #[error("the {table} table has {found:?} as {what}; expected {expected}")]
    Cells {
        /// Which table.
        table: &'static str,
        /// What the cells are.
        what: &'static str,
        /// What they hold.
        found: Vec<i32>,
        /// What they may hold.
        expected: &'static str,
    },
}

/// What comes next.
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
    /// A player before it has a number. Whatever it draws comes from the seed and its number.
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

    /// The same at a server with other rules, of five players and one joker.
    #[must_use]
    pub const fn with_rules(mut self, rules: Rules) -> Self {
        self.learned = Learned::new(rules);
        self
    }

    /// What comes next; `None` once the match is over.
    pub const fn expects(&self) -> Option<Expected> {
        match self.step {
            Step::Number | Step::Acknowledgement | Step::End => Some(Expected::Number),
            Step::Deal | Step::Turn | Step::Stage => Some(Expected::Table),
            Step::Over => None,
        }
    }

    /// The player's number, once the server has given it one.
    pub fn number(&self) -> Option<u8> {
        (self.step != Step::Number).then_some(self.number)
    }

    /// Games that are over.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// By player: the points of all games that are not [unknown](Self::unknown): 5 for the best
    /// place to 1 for the last, 0 for a player that was dealt no cards. A game counts once the next
    /// one is dealt, or the match is over.
    pub const fn points(&self) -> &[u32; PLAYERS] {
        &self.points
    }

    /// The number of games whose places no message determined. In a stuck game the server draws the
    /// places left: only the classes of the next deal show them, and there are none after the last
    /// game and before a game without classes. Such games are in no player's points.
    pub const fn unknown(&self) -> u32 {
        self.unknown
    }

    /// Decisions that were made in the player's place.
    pub const fn faults(&self) -> &Faults {
        &self.faults
    }

    /// The number of games in which a message was not what the [rules](Self::with_rules) lead to.
    pub const fn differing(&self) -> u32 {
        self.differing
    }

    /// The first difference of the match, once.
    pub const fn take_difference(&mut self) -> Option<Difference> {
        self.difference.take()
    }

    /// The number of plays that the server refused: it plays by a rule that tables do not show.
    pub const fn refused(&self) -> u64 {
        self.refused
    }

    /// The last refused play, once.
    pub const fn take_refusal(&mut self) -> Option<Refused> {
        self.refusal.take()
    }

    /// A message of a server in the same process; what is to be sent back.
    ///
    /// # Errors
    /// Another message is due, or what it says cannot be.
    pub fn receive(&mut self, message: &Message) -> Result<Option<CardTable>, ClientError> {
        match message.content() {
            Content::Table(table) => self.receive_table(table),
            Content::Number(number) => self.receive_number(number).map(|()| None),
        }
    }

    /// A number from the server.
    ///
    /// # Errors
    /// None is due, or it says nothing.
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

    /// A table from the server; what is to be sent back.
    ///
    /// # Errors
    /// None is due, or its cells cannot be.
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

    /// The own seat.
    fn seat(&self) -> usize {
        self.game.seat_of(self.number)
    }

    /// Takes note of a cell that is not as the rules have it.
    fn note(&mut self, message: Compared, cell: Option<Cell>) {
        if let Some((row, column, expected, found)) = cell {
            self.differ(message, Some((row, column)), expected, found);
        }
    }

    /// A message differs. The first time in a match it is kept, for whoever asks.
    fn differ(&mut self, message: Compared, cell: Option<(usize, usize)>, expected: i32, found: i32) {
        let first = self.differing == 0 && !self.differs;
        self.differing += u32::from(!self.differs);
        self.differs = true;
        if first {
            let (game, turn) = (self.games + 1, self.game.turns);
            self.difference = Some(Difference { game, turn, message, cell, expected, found });
        }
    }

    /// Cards are dealt; the rich return some.
    fn deal(&mut self, table: &CardTable) -> Result<Option<CardTable>, ClientError> {
        let seats: Vec<i32> = (10..15).map(|column| table.get(6, column)).collect();
        let seats = each_once(&seats).ok_or_else(|| ClientError::Cells {
            table: "deal",
            what: "the players in the seats",
            found: seats.clone(),
            expected: "each of 0 to 4 once",
        })?;
        let contradicted = self.settle(Some(table));
        // All are 0 where nobody has a class.
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

    /// Compares the numbers of cards that are dealt, and are to be returned, with the rules'.
    fn compare_deal(&mut self, table: &CardTable) {
        let exchange = self.learned.rules.has(Rule::Exchange);
        let classes = self.game.classes.filter(|_| exchange);
        if let Some(classes) = classes {
            let due = 2 - i32::from(classes[self.seat()]);
            // The poor give cards, and see 0 or a negative number.
            let (expected, found) = (due.max(0), table.get(5, 1).max(0));
            self.note(Compared::Deal, (expected != found).then_some((5, 1, expected, found)));
        }
        for column in 0..PLAYERS {
            // Some servers count the gifts in.
            let gifts = if classes.is_some() { 2 } else { 0 };
            let found = table.get(6, column);
            let sound = (10 - gifts..=11 + gifts).contains(&found);
            self.note(Compared::Deal, (!sound).then_some((6, column, found.clamp(10, 11), found)));
        }
    }

    /// The gifts between the poor and the rich by the rules, in that order; the cards are secret.
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

    /// Something that everyone saw.
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

    /// A turn of any player. Returns the play, if it is the own turn.
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
            // The server would refuse it again: a pass, or another lead.
            let other = view.melds().iter().copied().find(|&meld| !game.was_refused(meld.into()));
            chosen = other.filter(|_| !view.may_pass()).into();
        }
        match (chosen.meld(), view.trick()) {
            // Some servers refuse a lone joker on a locked suit.
            (Some(Meld::JOKER), Some(trick)) if trick.suit_lock => {
                CardTable::of_lone_joker(trick.meld.suits())
            }
            (meld, _) => meld.map_or(CardTable::EMPTY, CardTable::of_meld),
        }
    }

    /// The cards on the table after a turn.
    fn stage(&mut self, table: &CardTable) {
        // The cell of the player to move was checked with the turn's table.
        let named = self.game.turn.get(5, 3) as u8;
        let mover = if self.game.turn.get(5, 2) == 1 { self.number } else { named };
        let (event, found) = self.game.stage(table, mover, self.number, &mut self.learned);
        self.note(Compared::Stage, found);
        if let Some(event) = event {
            self.saw(event);
        }
    }

    /// Whether the game continues.
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

    /// Counts the points of the game that is over, now that the next deal is known, if there is
    /// one. Returns the cell of the deal that contradicts the order of the hands.
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

/// Each of 0 to 4 once.
fn each_once(cells: &[i32]) -> Option<[u8; PLAYERS]> {
    let numbers: Vec<u8> = cells.iter().filter_map(|&cell| u8::try_from(cell).ok()).collect();
    let numbers: [u8; PLAYERS] = numbers.try_into().ok()?;
    let seen = numbers.iter().fold(0u32, |seen, &number| seen | 1u32.checked_shl(number.into()).unwrap_or(0));
    (seen == (1 << PLAYERS) - 1).then_some(numbers)
}
