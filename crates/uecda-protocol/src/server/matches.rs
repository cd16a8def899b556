//! One match, from the first deal to the last message.

use super::draws::Draws;
use super::message::{End, Message, Outbox};
use super::quirks;
use crate::cells::naturals;
use crate::official::GameLines;
use crate::{CardTable, ContestSettings, PLAYERS, Reading, Shape, refusal};
use quadrille_daifugo::Rank;
use quadrille_daifugo::game::deal::first_to_lead;
use quadrille_daifugo::game::{Ending, Game as Play, Happened, Move};
use quadrille_daifugo::melds::{Hand, Kind, Meld, Refusal};
use quadrille_daifugo::records::{GameRecord, GiftRecord, Play as PlayRecord, Submitted};
use quadrille_daifugo::rules::{Rule, Rules};

/// A match from the server's side: receives the clients' tables, and sends the replies to an
/// [`Outbox`].
///
/// The type does no input or output. [`awaits`](Self::awaits) returns the player whose table is
/// next, and the owner of the connections passes that table to [`receive`](Self::receive). The same
/// seed, settings and tables give the same messages, byte for byte those of the official server.
///
/// ```
/// use quadrille_uecda_protocol::{CardTable, Match, Message, ContestSettings};
///
/// let settings = ContestSettings::from_config("GAME_NUMBER 2")?;
/// let mut sent = Vec::new();
/// let mut contest = Match::new(settings, 20260801);
/// contest.start(&mut sent);
/// // All players pass; twenty passes in a row end a game.
/// while contest.awaits().is_some() {
///     contest.receive(&CardTable::EMPTY, &mut sent);
/// }
/// assert_eq!(contest.games().len(), 2);
/// assert_eq!(contest.points().iter().sum::<u32>(), 2 * 15);
/// assert!(matches!(sent[0], (0, Message::Deal(_))));
/// # Ok::<(), quadrille_uecda_protocol::ConfigError>(())
/// ```
#[derive(Clone)]
pub struct Match {
    settings: ContestSettings,
    /// The rules in effect. They differ from the rules of the settings if a quirk changes them.
    rules: Rules,
    draws: Draws,
    /// The number of games begun so far.
    begun: u32,
    /// The player in each seat.
    seats: [u8; PLAYERS],
    /// The player of each class, the richest first. Entries change as players finish; the list is
    /// complete again when the game is over.
    classes: [u8; PLAYERS],
    /// The value of `classes` at the beginning of the game.
    classes_before: [u8; PLAYERS],
    points: [u32; PLAYERS],
    /// The last table that a client submitted. Its rows 5 and 6 are overwritten with the state of
    /// the game.
    submitted: CardTable,
    /// The cards on the table.
    stage: CardTable,
    phase: Phase,
    games: Vec<RecordedGame>,
}

/// The phase of a match.
#[derive(Clone)]
enum Phase {
    /// Before the first deal.
    Before,
    /// A rich player is to return cards: the richest (class 0) or the second richest (class 1).
    /// `hands` is indexed by player.
    Exchange {
        class: usize,
        hands: [Hand; PLAYERS],
    },
    Play(Play),
    Over,
}

/// The table that a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Awaited {
    /// Cards to be returned in the exchange.
    Exchange {
        /// The player that returns the cards.
        player: usize,
        /// The number of cards: 2 or 1.
        number: u32,
    },
    /// A play.
    Play {
        /// The player to move.
        player: usize,
    },
}

impl Awaited {
    /// Returns the player whose table is awaited.
    pub const fn player(self) -> usize {
        match self {
            Self::Exchange { player, .. } | Self::Play { player } => player,
        }
    }
}

/// A game of a match, for records.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedGame {
    /// The class of the previous game, by player; `None` in a game without classes.
    pub classes: Option<[u8; PLAYERS]>,
    /// The player in each seat.
    pub seats: [u8; PLAYERS],
    /// The hand before the exchange, by player.
    pub hands: [Hand; PLAYERS],
    /// The gifts as giver, receiver and cards, in the order of giving.
    pub gifts: Vec<(u8, u8, Hand)>,
    /// The submissions in the order of play.
    pub plays: Vec<Submission>,
    /// The players from the richest to the poorest; empty while the game is in progress.
    pub result: Vec<u8>,
    /// The points of all games so far, by player.
    pub points: [u32; PLAYERS],
}

/// A player's submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Submission {
    /// The player.
    pub player: u8,
    /// The submitted table.
    pub table: CardTable,
    /// The reason why the play was refused, and therefore counted as a pass; `None` for a pass, and
    /// for an accepted play.
    pub refusal: Option<Refusal>,
    /// The cards on the table before the play.
    pub on: CardTable,
}

impl RecordedGame {
    /// Converts the game to a record. Refused plays are recorded as submitted, and so are plays
    /// that were accepted only through a [quirk](ContestSettings::quirks).
    pub fn record(&self) -> GameRecord {
        let play = |play: &Submission| PlayRecord {
            player: play.player,
            submitted: match play.table.read().shape {
                Shape::Pass => Submitted::Pass,
                Shape::Meld(meld) => Submitted::Meld(meld),
                Shape::NoMeld => Submitted::Cards(play.table.words()),
            },
            refused: play.refusal.is_some(),
            why: play.refusal,
            time: None,
        };
        let gift = |&(from, to, cards): &(u8, u8, Hand)| GiftRecord { from, to, cards };
        GameRecord {
            line: 0,
            classes: self.classes.map(|classes| classes.to_vec()),
            seats: self.seats.to_vec(),
            hands: self.hands.to_vec(),
            gifts: self.gifts.iter().map(gift).collect(),
            plays: self.plays.iter().map(play).collect(),
            result: self.result.clone(),
            points: self.points.to_vec(),
        }
    }

    /// Returns one entry per play, in the order of the plays: the reason of a refused play, `None`
    /// for any other play.
    pub fn refusals(&self) -> Vec<Option<Refusal>> {
        self.plays.iter().map(|play| play.refusal).collect()
    }

    /// Converts the game to lines of the official log, with all cards as submitted, including
    /// refused plays.
    pub fn lines(&self) -> GameLines {
        let digits = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<String>();
        let cards = |hand: Hand| CardTable::of_hand(hand).log_text();
        let play = |play: &Submission| format!("{}{}EE", play.player, play.table.log_text());
        let gift = |(from, to, given): &(u8, u8, Hand)| format!("{from}{to}{}EE", cards(*given));
        GameLines {
            // Without classes, the log has the middle class for every player.
            classes: digits(&self.classes.unwrap_or([2; PLAYERS])),
            seats: digits(&self.seats),
            hands: self.hands.map(cards),
            gifts: self.gifts.iter().map(gift).collect(),
            plays: self.plays.iter().map(play).collect(),
            result: digits(&self.result),
            points: self.points,
        }
    }
}

/// The state of a game. The server writes it into rows 5 and 6 of a table, below the cards.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "every flag is a separate cell")]
struct State {
    mover: i32,
    empty: bool,
    eleven_back: bool,
    revolution: bool,
    suit_lock: bool,
    sizes: [i32; PLAYERS],
}

/// The value of the cell "player to move" in the table of a deal, when no player is to move.
const NOBODY: i32 = 6;

impl Match {
    /// Creates a match before its first deal.
    pub fn new(settings: ContestSettings, seed: u32) -> Self {
        let in_order = std::array::from_fn(|player| player as u8);
        let settings = settings.playable();
        Self {
            rules: settings.rules_played(),
            settings,
            draws: Draws::new(seed),
            begun: 0,
            seats: in_order,
            classes: in_order,
            classes_before: in_order,
            points: [0; PLAYERS],
            submitted: CardTable::EMPTY,
            stage: CardTable::EMPTY,
            phase: Phase::Before,
            games: Vec::new(),
        }
    }

    /// Stores the table of a profile; pass the profiles in the order of arrival. The official
    /// server reuses the table of the last profile for its own messages. Cells that it does not set
    /// keep the values of this profile.
    pub const fn note_profile(&mut self, profile: &CardTable) {
        self.submitted = *profile;
    }

    /// Returns the settings of the match.
    pub const fn settings(&self) -> &ContestSettings {
        &self.settings
    }

    /// Returns the rules in effect: those of the settings, except that 5-skip has no effect with
    /// [quirks](ContestSettings::quirks).
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the games that have not been [taken](Self::take_games); the current game is the
    /// last.
    pub fn games(&self) -> &[RecordedGame] {
        &self.games
    }

    /// Makes the current game the last game of the match. The clients learn this from the message
    /// at the end of the game.
    pub const fn end_with_this_game(&mut self) {
        self.settings.games = self.begun;
    }

    /// Removes and returns the finished games, so that memory does not grow with the length of a
    /// match.
    pub fn take_games(&mut self) -> impl Iterator<Item = RecordedGame> {
        let over = self.games.iter().take_while(|game| !game.result.is_empty()).count();
        self.games.drain(..over)
    }

    /// Returns the points of the finished games, by player.
    pub const fn points(&self) -> &[u32; PLAYERS] {
        &self.points
    }

    /// Returns the number of games begun, which is the number of the current game, from 1.
    pub const fn begun(&self) -> u32 {
        self.begun
    }

    /// Returns the number of finished games.
    pub const fn over(&self) -> u32 {
        match self.phase {
            Phase::Exchange { .. } | Phase::Play(_) => self.begun - 1,
            Phase::Before | Phase::Over => self.begun,
        }
    }

    /// Returns the awaited table; `None` before the [start](Self::start), and once the match is
    /// over.
    pub fn awaits(&self) -> Option<Awaited> {
        match &self.phase {
            Phase::Before | Phase::Over => None,
            Phase::Exchange { class, .. } => {
                let player = usize::from(self.classes[*class]);
                Some(Awaited::Exchange { player, number: gift(*class) })
            }
            Phase::Play(play) => play.turn().map(|seat| Awaited::Play { player: self.player(seat) }),
        }
    }

    /// Deals the first game; has no effect on a match that has begun.
    pub fn start(&mut self, out: &mut impl Outbox) {
        if matches!(self.phase, Phase::Before) {
            self.open(out);
        }
    }

    /// Processes the table of the [awaited](Self::awaits) player; has no effect if none is awaited.
    pub fn receive(&mut self, table: &CardTable, out: &mut impl Outbox) {
        match std::mem::replace(&mut self.phase, Phase::Over) {
            Phase::Exchange { class, hands } => self.exchange(table, class, hands, out),
            Phase::Play(play) => self.play(table, &play, out),
            other => self.phase = other,
        }
    }

    /// Returns the player in a seat.
    fn player(&self, seat: usize) -> usize {
        usize::from(self.seats[seat])
    }

    /// Returns `true` if the last game begun has no classes.
    const fn is_classless(&self) -> bool {
        (self.begun - 1).is_multiple_of(self.settings.class_reset)
    }

    /// Returns `true` if cards are exchanged in the last game begun.
    const fn has_exchange(&self) -> bool {
        // The official server decides by one condition whether a game has classes, and by another
        // whether cards are exchanged. If `class_reset` is 1, no game has classes, but every game
        // has an exchange, since `begun % 1` is never 1.
        let due = if self.settings.quirks {
            self.begun % self.settings.class_reset != 1
        } else {
            !self.is_classless()
        };
        due && self.rules.has(Rule::Exchange)
    }

    /// Begins the next game: draws seats and cards, and moves the gifts of the poor players to the
    /// rich players.
    fn open(&mut self, out: &mut impl Outbox) {
        self.begun += 1;
        if let Some(every) = self.settings.reseating
            && (self.begun % every == 1 || every == 1 && !self.settings.quirks)
        {
            self.seats = self.draws.seats();
        }
        let dealt_first = if self.is_classless() { self.draws.dealer() } else { self.classes[0] };
        let seat = self.seats.iter().position(|&player| player == dealt_first).unwrap_or(0);
        let mut hands = self.draws.deal(self.seats, seat);
        (self.stage, self.classes_before) = (CardTable::EMPTY, self.classes);

        let sizes = hands.map(|hand| hand.len() as i32);
        let state = State {
            mover: NOBODY,
            empty: false,
            eleven_back: false,
            revolution: false,
            suit_lock: false,
            sizes,
        };
        self.write_state(state);
        let classes = (!self.is_classless()).then(|| {
            let mut by_player = [0; PLAYERS];
            for (class, &player) in self.classes.iter().enumerate() {
                by_player[usize::from(player)] = class as u8;
            }
            by_player
        });
        self.games.push(RecordedGame {
            classes,
            seats: self.seats,
            hands,
            gifts: Vec::new(),
            plays: Vec::new(),
            result: Vec::new(),
            points: [0; PLAYERS],
        });

        let exchange = self.has_exchange();
        // The table of a rich player includes the received cards; the table of a poor player still
        // includes the cards that it has given.
        let mut shown = hands;
        if exchange {
            for class in [0, 1] {
                let (rich, poor) = (self.classes[class], self.classes[PLAYERS - 1 - class]);
                let given = hands[usize::from(poor)].best(gift(class));
                self.hand_over(&mut hands, poor, rich, given);
                shown[usize::from(rich)] = hands[usize::from(rich)];
            }
        }
        for (class, &player) in self.classes.iter().enumerate() {
            let mut table = CardTable::of_hand(shown[usize::from(player)]);
            table.take_state(&self.submitted);
            table.set(5, 0, 1);
            table.set(5, 1, if exchange { 2 - class as i32 } else { 0 });
            out.send(player.into(), &Message::Deal(table));
        }
        if exchange {
            self.phase = Phase::Exchange { class: 0, hands };
        } else {
            self.begin_play(&hands, out);
        }
    }

    /// Moves cards between two hands, and records the gift.
    fn hand_over(&mut self, hands: &mut [Hand; PLAYERS], from: u8, to: u8, cards: Hand) {
        hands[usize::from(from)].give(cards);
        hands[usize::from(to)].take(cards);
        if let Some(game) = self.games.last_mut() {
            game.gifts.push((from, to, cards));
        }
    }

    /// Processes the cards that a rich player returns. If they are illegal, its best cards are
    /// returned instead.
    fn exchange(
        &mut self,
        table: &CardTable,
        class: usize,
        mut hands: [Hand; PLAYERS],
        out: &mut impl Outbox,
    ) {
        let quirks = self.settings.quirks;
        let (rich, poor) = (self.classes[class], self.classes[PLAYERS - 1 - class]);
        let hand = &mut hands[usize::from(rich)];
        let Reading { cards, malformed, .. } = table.read();
        // The official server checks for malformed cells only in the richest player's table.
        let overlooked = quirks && class == 1;
        let returned = if table.is_held_by(*hand) && cards == gift(class) && (overlooked || !malformed) {
            if quirks {
                *hand = quirks::after_returning(*hand, table);
            }
            Hand::new(naturals(table), cards - naturals(table).len())
        } else {
            hand.best(gift(class))
        };
        self.hand_over(&mut hands, rich, poor, returned);
        if class == 0 {
            self.phase = Phase::Exchange { class: 1, hands };
        } else {
            self.begin_play(&hands, out);
        }
    }

    /// Begins play; the holder of the 3 of diamonds leads.
    fn begin_play(&mut self, hands: &[Hand; PLAYERS], out: &mut impl Outbox) {
        let by_seat = self.seats.map(|player| hands[usize::from(player)]);
        self.submitted = CardTable::EMPTY;
        match Play::new(self.rules, &by_seat, first_to_lead(&by_seat), None) {
            Ok(play) => self.turn(play, out),
            // Every player was dealt at least ten cards. It gives away at most one card more than
            // it receives, so no hand is empty.
            Err(error) => unreachable!("dealt hands always form a valid game: {error}"),
        }
    }

    /// Sends every player its turn table.
    fn turn(&mut self, play: Play, out: &mut impl Outbox) {
        let Some(seat) = play.turn() else { return };
        let mover = self.player(seat);
        let trick = play.trick();
        let state = State {
            mover: mover as i32,
            empty: trick.is_none(),
            eleven_back: play.state().eleven_back(),
            revolution: play.state().revolution(),
            suit_lock: trick.is_some_and(|trick| trick.suit_lock),
            sizes: self.sizes(&play),
        };
        self.write_state(state);
        self.stage.take_state(&self.submitted);
        for player in 0..PLAYERS {
            let seat = self.seats.iter().position(|&other| usize::from(other) == player).unwrap_or(0);
            let mut table = CardTable::of_hand(play.hand(seat));
            table.take_state(&self.submitted);
            table.set(5, 2, i32::from(player == mover));
            out.send(player, &Message::Turn(table));
        }
        self.phase = Phase::Play(play);
    }

    /// Returns the size of each hand, by player.
    fn sizes(&self, play: &Play) -> [i32; PLAYERS] {
        let mut sizes = [0; PLAYERS];
        for (&player, hand) in self.seats.iter().zip(play.hands()) {
            sizes[usize::from(player)] = hand.len() as i32;
        }
        sizes
    }

    /// Writes the state of the game into rows 5 and 6 of the last submitted table. Messages copy
    /// these rows.
    fn write_state(&mut self, state: State) {
        let (classless, classes) =
            (self.is_classless(), if self.settings.quirks { self.classes } else { self.classes_before });
        if !self.settings.quirks {
            self.submitted = CardTable::EMPTY;
        }
        let row = self.submitted.row_mut(5);
        (row[0], row[1], row[2], row[3]) = (0, 0, 0, state.mover);
        let flags = [state.empty, state.eleven_back, state.revolution, state.suit_lock];
        row[4..8].copy_from_slice(&flags.map(i32::from));
        let row = self.submitted.row_mut(6);
        row[..PLAYERS].copy_from_slice(&state.sizes);
        if classless {
            row[5..10].fill(0);
        } else {
            // Cells of players that have no class at present keep their values.
            for (class, &player) in classes.iter().enumerate() {
                row[5 + usize::from(player)] = class as i32;
            }
        }
        row[10..].copy_from_slice(&self.seats.map(i32::from));
    }

    /// Processes the play of the player to move.
    fn play(&mut self, table: &CardTable, before: &Play, out: &mut impl Outbox) {
        let Some(seat) = before.turn() else { return };
        let player = self.player(seat);
        let reading = table.read();
        let mut play = before.clone();
        let overlooked =
            if self.settings.quirks { quirks::spade_three(before, seat, table, &reading) } else { None };
        let accepted = match (overlooked, reading.shape) {
            (Some(after), _) => {
                play = after;
                true
            }
            (None, Shape::Meld(meld)) => matches!(play.submit(Move::Play(meld)), Happened::Played),
            (None, Shape::Pass | Shape::NoMeld) => {
                play.pass();
                false
            }
        };
        let passed = reading.shape == Shape::Pass;
        let refusal = if accepted || passed { None } else { refusal(before, table) };
        if let Some(game) = self.games.last_mut() {
            let on = self.stage.cards_alone();
            game.plays.push(Submission { player: player as u8, table: *table, refusal, on });
        }
        // A pass on an empty table is acknowledged as accepted, and any other pass as refused.
        let fine = accepted || passed && before.trick().is_none();
        out.send(player, &Message::Acknowledgement(fine));

        self.submitted = *table;
        if accepted {
            self.stage = *table;
            if !self.settings.quirks {
                self.stage.row_mut(7).fill(0);
            }
        }
        for (class, &seat) in play.finished().iter().enumerate() {
            self.classes[class] = self.seats[usize::from(seat)];
        }
        let sizes = self.sizes(&play);
        self.write_state(told(before, &play, accepted.then_some(reading), player, sizes));
        self.stage.take_state(&self.submitted);
        for player in 0..PLAYERS {
            out.send(player, &Message::Stage(self.stage));
        }
        if play.trick().is_none() {
            self.stage = CardTable::EMPTY;
        }
        if play.ending().is_some() {
            self.close(play, out);
        } else {
            end(End::Continue, out);
            self.turn(play, out);
        }
    }

    /// Finishes a game: assigns classes and points, and begins the next game or ends the match.
    fn close(&mut self, mut play: Play, out: &mut impl Outbox) {
        if play.ending() == Some(Ending::Stuck) {
            let stuck = play.stuck().map(|seat| self.seats[seat]).collect();
            let seat_of =
                |player: u8| self.seats.iter().position(|&other| other == player).unwrap_or(0) as u8;
            let places: Vec<u8> = self.draws.places(stuck).into_iter().map(seat_of).collect();
            // The places are a permutation of the stuck seats, so they are valid.
            let settled = play.settle(&places);
            debug_assert_eq!(settled, Ok(()));
        }
        for (class, &seat) in play.result().unwrap_or_default().iter().enumerate() {
            let player = self.seats[usize::from(seat)];
            self.classes[class] = player;
            self.points[usize::from(player)] += (PLAYERS - class) as u32;
        }
        if let Some(game) = self.games.last_mut() {
            (game.result, game.points) = (self.classes.to_vec(), self.points);
        }
        if self.begun < self.settings.games {
            end(End::Game, out);
            self.open(out);
        } else {
            end(End::Match, out);
            self.phase = Phase::Over;
        }
    }
}

/// Returns the number of cards that a rich class, 0 or 1, exchanges with its poor class.
const fn gift(class: usize) -> u32 {
    2 - class as u32
}

/// Informs all players whether the game continues.
fn end(end: End, out: &mut impl Outbox) {
    for player in 0..PLAYERS {
        out.send(player, &Message::End(end));
    }
}

/// Returns the state that a stage message shows: the state after the play, but before the play's
/// cards are cleared away.
fn told(
    before: &Play,
    after: &Play,
    accepted: Option<Reading>,
    mover: usize,
    sizes: [i32; PLAYERS],
) -> State {
    let rules = before.rules();
    let (trick, back) = (before.trick(), before.state().eleven_back());
    let mut state = State {
        mover: mover as i32,
        empty: trick.is_none(),
        eleven_back: back,
        revolution: before.state().revolution(),
        suit_lock: trick.is_some_and(|trick| trick.suit_lock),
        sizes,
    };
    let Some(reading) = accepted else { return state };
    (state.empty, state.revolution) = (false, after.state().revolution());
    let on_joker = trick.is_some_and(|trick| trick.meld == Meld::JOKER);
    if let Some(meld) = reading.meld()
        && !on_joker
    {
        let lone_joker = meld.kind() == Kind::Jokers;
        state.eleven_back = back ^ (rules.has(Rule::ElevenBack) && meld.shows(Rank::JACK));
        let locks = trick.is_some_and(|trick| trick.suit_lock || trick.meld.suits() == meld.suits());
        state.suit_lock = rules.has(Rule::SuitLock) && locks && !lone_joker;
    }
    state
}
