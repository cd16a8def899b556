//! The client's end of a match: a player, and what it knows from the server's tables.

use quadrille_random::StreamKey;
use thiserror::Error;

use super::server::{ACCEPTED, Content, End, Message};
use super::{CardTable, PLAYERS};
use crate::dominance::Order;
use crate::game::{Event, ExchangeView, Facts, Happened, Move, PublicState, Series, View};
use crate::melds::{Hand, Meld, Melds, leads};
use crate::players::{Faults, Player, PlayerRng, Start};
use crate::rules::{Rule, Rules};

/// A player at a match of the contest.
///
/// It is fed with what the server sends, in the order in which it comes: [`expects`](Self::expects) says whether
/// that is a number or a table, and [`receive_table`](Self::receive_table) has what is to be sent back, if
/// anything is. It never submits what the rules refuse, whatever the player answers.
///
/// ```
/// use quadrille_daifugo::players::Greedy;
/// use quadrille_daifugo::protocol::{Client, Match, Settings};
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
    player: Box<dyn Player>,
    rng: PlayerRng,
    seed: u64,
    rules: Rules,
    step: Step,
    number: u8,
    games: u32,
    points: [u32; PLAYERS],
    /// By player: the class of the last game.
    classes: [u8; PLAYERS],
    table: Seen,
    melds: Melds,
    faults: Faults,
    /// Games in which the server's tables and the rules disagreed.
    lost: u32,
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

/// A play that the server refused, although the rules allow it as this client knows them.
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

/// A game as far as the server showed it.
#[derive(Clone, Debug)]
struct Seen {
    seats: [u8; PLAYERS],
    hand: Hand,
    /// By seat: the class of the game before.
    classes: Option<[u8; PLAYERS]>,
    /// `None` before the first turn, and once the server's tables and the rules disagree.
    state: Option<PublicState>,
    begun: bool,
    history: Vec<Event>,
    turn: CardTable,
    submitted: CardTable,
    stage: CardTable,
}

impl Client {
    /// A player before it has a number. Whatever it draws comes from the seed and its number.
    pub fn new(player: Box<dyn Player>, seed: u64) -> Self {
        Self {
            player,
            rng: StreamKey::new(seed, 0).rng(),
            seed,
            rules: Rules::UECDA,
            step: Step::Number,
            number: 0,
            games: 0,
            points: [0; PLAYERS],
            classes: [0; PLAYERS],
            table: Seen::new(),
            melds: Melds::new(),
            faults: Faults::default(),
            lost: 0,
            refused: 0,
            refusal: None,
        }
    }

    /// The same at a server with other rules, of five players and one joker.
    #[must_use]
    pub const fn with_rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
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

    /// By player: points so far, as far as the server's classes tell them. It sends none after the last game and
    /// before one without classes: those of a game that was stuck are then missing.
    pub const fn points(&self) -> &[u32; PLAYERS] {
        &self.points
    }

    /// Decisions that were made in the player's place.
    pub const fn faults(&self) -> &Faults {
        &self.faults
    }

    /// In how many games the server's tables and the [rules](Self::with_rules) disagreed. From there on the client
    /// passes, and leads its lowest card.
    pub const fn lost(&self) -> u32 {
        self.lost
    }

    /// How many plays the server refused: a fault of this program, or of the server.
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
                let Seen { turn, submitted, stage: on, .. } = self.table;
                if number != ACCEPTED && submitted != CardTable::EMPTY {
                    self.refused += 1;
                    self.refusal = Some(Refused { game: self.games + 1, submitted, on, turn });
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
        self.table.seat_of(self.number)
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
        // All are 0 where nobody has a class.
        let classes: Vec<i32> = (5..10).map(|column| table.get(6, column)).collect();
        let classes = each_once(&classes);
        if let Some(classes) = classes {
            self.classes = classes;
        }
        let by_seat = classes.map(|classes| seats.map(|player| classes[usize::from(player)]));
        self.table = Seen { seats, hand: table.hand(), classes: by_seat, ..Seen::new() };
        let seat = self.seat();
        let start = Start {
            game: self.games,
            classes: self.table.classes.as_ref().map(|classes| &classes[..]),
            ..Start::new(seat, self.rules, self.table.hand, self.seed)
        };
        self.player.begin(&start);
        self.step = Step::Turn;

        let gifts = self.gifts();
        for &gift in gifts.iter().take(2) {
            self.saw(gift);
        }
        let number = table.get(5, 1);
        let reply = if number > 0 {
            let number =
                u32::try_from(number).ok().filter(|&number| number <= 2 && self.table.hand.len() > number);
            let number = number.ok_or_else(|| ClientError::Cells {
                table: "deal",
                what: "the number of cards to return",
                found: vec![table.get(5, 1)],
                expected: "0, 1 or 2, and fewer than the hand has",
            })?;
            Some(CardTable::of_hand(self.give(seat, number)))
        } else {
            None
        };
        for &gift in gifts.iter().skip(2) {
            self.saw(gift);
        }
        Ok(reply)
    }

    /// What the rules make the poor and the rich give each other, in that order; which cards, nobody is told.
    fn gifts(&self) -> Vec<Event> {
        let Some(classes) = self.table.classes.filter(|_| self.rules.has(Rule::Exchange)) else {
            return Vec::new();
        };
        let seat =
            |class: usize| classes.iter().position(|&other| usize::from(other) == class).unwrap_or(0) as u8;
        let pairs = [(seat(4), seat(0), 2), (seat(3), seat(1), 1)];
        let given = pairs.map(|(from, to, number)| Event::Given { from, to, number });
        let returned = pairs.map(|(to, from, number)| Event::Given { from, to, number });
        given.into_iter().chain(returned).collect()
    }

    /// Something that everyone saw.
    fn saw(&mut self, event: Event) {
        self.player.observe(&event);
        self.table.history.push(event);
    }

    /// Asks the player which cards to return.
    fn give(&mut self, seat: usize, number: u32) -> Hand {
        let Seen { seats, hand, .. } = self.table;
        let fallback = hand.lowest(number);
        let Ok(series) = Series::continued(self.rules, self.games, &seats, &self.classes, &self.points)
        else {
            return fallback;
        };
        let view = ExchangeView::new(&series, seat, hand, number, &self.table.history);
        match self.player.give(&view, &mut self.rng) {
            Ok(cards) if view.may_give(cards) => cards,
            wrong => {
                self.faults.record(wrong.as_ref().err());
                fallback
            }
        }
    }

    /// Somebody's turn; what the player plays, if it is its own.
    fn turn(&mut self, table: &CardTable) -> Result<Option<CardTable>, ClientError> {
        let mover = table.get(5, 3);
        let known = u8::try_from(mover).ok().filter(|&mover| usize::from(mover) < PLAYERS);
        let mover = known.ok_or_else(|| ClientError::Cells {
            table: "turn",
            what: "the player to move",
            found: vec![mover],
            expected: "0 to 4",
        })?;
        (self.table.turn, self.table.hand) = (*table, table.hand());
        self.table.follow(self.rules, mover);
        if table.get(5, 2) != 1 {
            self.step = Step::Stage;
            return Ok(None);
        }
        let submitted = self.choose();
        self.table.submitted = submitted;
        self.step = Step::Acknowledgement;
        Ok(Some(submitted))
    }

    /// Asks the player what to play.
    fn choose(&mut self) -> CardTable {
        let (seat, table) = (self.seat(), &self.table);
        let view = table.state.as_ref().and_then(|state| {
            let view = View::new(state, seat, table.hand, &mut self.melds, &table.history).ok()?;
            (state.turn() == Some(seat)).then_some(view)
        });
        let Some(view) = view else {
            return table.lowest(&mut self.melds).map_or(CardTable::EMPTY, CardTable::of_meld);
        };
        let chosen = match self.player.choose(&view, &mut self.rng) {
            Ok(chosen) if view.moves().any(|allowed| allowed == chosen) => chosen,
            wrong => {
                self.faults.record(wrong.as_ref().err());
                view.fallback()
            }
        };
        chosen.meld().map_or(CardTable::EMPTY, CardTable::of_meld)
    }

    /// What lies on the table now.
    fn stage(&mut self, table: &CardTable) {
        let mover = self.table.turn.get(5, 3) as usize;
        let seat = self.table.seat_of(mover as u8) as u8;
        // The cards that lie there stay after a pass; who played has fewer than before.
        let played = table.get(6, mover) < self.table.turn.get(6, mover);
        let meld = table.read().meld().filter(|_| played);
        let chosen: Move = meld.into();
        if let Some(state) = &mut self.table.state {
            let expected = if played { Happened::Played } else { Happened::Passed };
            let possible = played == meld.is_some() && state.submit(chosen) == expected;
            if !possible {
                self.table.state = None;
            }
        }
        if played {
            self.table.stage = *table;
        }
        match (played, meld) {
            (true, Some(meld)) => self.saw(Event::Played { seat, meld }),
            (true, None) => {}
            (false, _) => self.saw(Event::Passed { seat }),
        }
    }

    /// Whether the game goes on.
    fn end(&mut self, number: i32) -> Result<Step, ClientError> {
        let end = End::from_number(number).ok_or(ClientError::Number {
            what: "the end of a turn",
            found: number,
            expected: "0, 1 or 2",
        })?;
        if end == End::Continue {
            return Ok(Step::Turn);
        }
        self.games += 1;
        self.lost += u32::from(self.table.state.is_none());
        if let Some(outcome) = self.table.state.as_ref().and_then(PublicState::outcome) {
            for (class, &seat) in outcome.seats().iter().enumerate() {
                let player = self.table.seats[usize::from(seat)];
                self.points[usize::from(player)] += (PLAYERS - class) as u32;
            }
            self.player.end(&outcome);
        }
        Ok(if end == End::Match { Step::Over } else { Step::Deal })
    }
}

impl Seen {
    fn new() -> Self {
        Self {
            seats: std::array::from_fn(|seat| seat as u8),
            hand: Hand::EMPTY,
            classes: None,
            state: None,
            begun: false,
            history: Vec::new(),
            turn: CardTable::EMPTY,
            submitted: CardTable::EMPTY,
            stage: CardTable::EMPTY,
        }
    }

    fn seat_of(&self, player: u8) -> usize {
        self.seats.iter().position(|&other| other == player).unwrap_or(0)
    }

    /// Begins to follow the game at its first turn, and stops where the server's table and the rules disagree.
    fn follow(&mut self, rules: Rules, mover: u8) {
        let seat = self.seat_of(mover);
        let sizes = self.seats.map(|player| self.turn.get(6, usize::from(player)).clamp(0, 53) as u8);
        if !self.begun {
            self.begun = true;
            let mut facts = Facts::new(rules, &sizes, Hand::EMPTY, seat as u8);
            facts.classes_before = self.classes.map(|classes| classes.to_vec());
            self.state = PublicState::new(&facts).ok();
        }
        let flag = |column: usize| self.turn.get(5, column) == 1;
        let agrees = |state: &PublicState| {
            state.turn() == Some(seat)
                && state.trick().is_none() == flag(4)
                && state.eleven_back() == flag(5)
                && state.revolution() == flag(6)
                && state.trick().is_some_and(|trick| trick.suit_lock) == flag(7)
                && sizes.iter().enumerate().all(|(seat, &size)| state.size(seat) == u32::from(size))
        };
        if !self.state.as_ref().is_some_and(agrees) {
            self.state = None;
        }
    }

    /// What is played where the rules do not explain the server's tables: on an empty table the lowest single
    /// card, otherwise a pass.
    fn lowest(&self, melds: &mut Melds) -> Option<Meld> {
        if self.turn.get(5, 4) != 1 {
            return None;
        }
        let reversed = (self.turn.get(5, 5) == 1) != (self.turn.get(5, 6) == 1);
        leads(self.hand, if reversed { Order::Reversed } else { Order::Normal }, melds);
        let singles = melds.iter().filter(|meld| meld.size() == 1).copied();
        let worth = |meld: &Meld| match (meld.cards().lowest(), reversed) {
            (None, _) => i32::MAX,
            (Some(card), false) => card.rank().index() as i32,
            (Some(card), true) => -(card.rank().index() as i32),
        };
        singles.min_by_key(worth)
    }
}

/// Each of 0 to 4 once.
fn each_once(cells: &[i32]) -> Option<[u8; PLAYERS]> {
    let numbers: Vec<u8> = cells.iter().filter_map(|&cell| u8::try_from(cell).ok()).collect();
    let numbers: [u8; PLAYERS] = numbers.try_into().ok()?;
    let seen = numbers.iter().fold(0u32, |seen, &number| seen | 1u32.checked_shl(number.into()).unwrap_or(0));
    (seen == (1 << PLAYERS) - 1).then_some(numbers)
}
