//! A second implementation of the server on bare tables, for comparison: every hand is a table of
//! cells, and every rule a loop. It does not use the crate's melds, tricks and games, and every
//! quirk results from its loops.
//!
//! It can also deviate from the official server: see [`Deviations`].

use quadrille_random::generators::Mt19937;
use quadrille_random::rand_core::Rng as _;
use quadrille_uecda_protocol::CardTable;

type Cells = [[i64; 15]; 8];
/// A meld as lowest column, number of cards, suits as bits, and kind: 1 single, 2 group, 3
/// sequence, 4 joker.
type Analysed = (i64, i64, i64, i64);

/// The deviations of a server from the official one. They can be combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the deviations are independent")]
pub(super) struct Deviations {
    /// The table is cleared as soon as all other players with cards have passed; the last one to
    /// play does not get another turn.
    pub(super) clears_early: bool,
    /// An 8 does not clear the table.
    pub(super) no_eight_cut: bool,
    /// Rank lock: after a meld right above the one below it (right below it in a revolution), every
    /// meld must come right after the last one until the table is cleared; others are refused. A
    /// lone joker is always accepted, and ends the lock. No cell of any table shows the lock.
    pub(super) rank_lock: bool,
    /// Three players: those in seats 3 and 4 are dealt no cards, never move, and get no points. The
    /// others get 5, 4 and 3 points in the order in which they finish. No cards are exchanged; in
    /// the deal table the classes of the three players are 0 to 2, those of the others 3 and 4.
    pub(super) three: Option<ThreePlayers>,
    /// Deadlocks: in every second game all plays are refused from the 30th turn on, so that twenty
    /// passes end the game and the remaining places are drawn.
    pub(super) deadlocks: bool,
    /// The places are the reverse of the order in which players finish.
    pub(super) reversed: bool,
    /// The sizes of hands in the deal table include the gifts of the poor.
    pub(super) deal_with_gifts: bool,
}

/// The cards of three players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThreePlayers {
    /// The whole deck: 18, 18 and 17 cards.
    WholeDeck,
    /// 11 cards each; 20 cards are not dealt.
    Eleven,
}

/// A finished game of a plain server.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainGame {
    pub(super) points: [u32; 5],
    /// Whether twenty passes ended the game.
    pub(super) stuck: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "the flags are independent")]
pub(super) struct Plain {
    deviations: Deviations,
    present: [bool; 5],
    turns: u32,
    rank_lock: bool,
    pub(super) played: Vec<PlainGame>,

    draws: Mt19937,
    games: u32,
    reset: u32,
    reseat: u32,
    game: u32,
    seats: [usize; 5],
    class: [usize; 5],
    hands: [Cells; 5],
    work: Cells,
    stage: Cells,
    /// `None` on an empty table.
    on: Option<Analysed>,
    lock: bool,
    revolution: bool,
    lone_joker: bool,
    passed: [bool; 5],
    done: [bool; 5],
    idle: u32,
    last: usize,
    mover: usize,
    goals: usize,
    /// The awaited table: that of class 0 or 1 in the exchange, or a play (2).
    awaits: usize,
    over: bool,
    pub(super) points: [u32; 5],
    pub(super) sent: Vec<(usize, &'static str, Cells)>,
}

fn cells(table: &CardTable) -> Cells {
    let mut cells = [[0; 15]; 8];
    for (at, cell) in table.cells().enumerate() {
        cells[at / 15][at % 15] = i64::from(cell);
    }
    cells
}

pub(super) fn plain_cells(table: &CardTable) -> [[i64; 15]; 8] {
    cells(table)
}

fn number(value: i64) -> Cells {
    let mut cells = [[0; 15]; 8];
    cells[0][0] = value;
    cells
}

/// Returns the rows and columns that can hold cards.
fn places() -> impl Iterator<Item = (usize, usize)> {
    (0..5).flat_map(|row| (0..15).map(move |column| (row, column)))
}

/// Returns the number of cards, and whether a cell is invalid.
fn count(table: &Cells) -> (i64, bool) {
    let (mut cards, mut jokers, mut wrong) = (0, 0, false);
    for (row, column) in places() {
        match table[row][column] {
            0 => {}
            1 => {
                cards += 1;
                wrong |= row == 4 || column == 0 || column == 14;
            }
            2 => {
                cards += 1;
                jokers += 1;
            }
            _ => wrong = true,
        }
    }
    (cards, wrong || jokers > 1)
}

fn held(hand: &Cells, table: &Cells) -> bool {
    places().all(|(row, column)| match table[row][column] {
        1 => hand[row][column] == 1,
        2 => hand[4][1] == 2,
        _ => true,
    })
}

/// Returns `true` if a meld has the size and kind of that on the table, and is better.
fn answers(on: Analysed, (low, many, _, kind): Analysed, revolution: bool) -> bool {
    if many != on.1 {
        return false;
    }
    if kind == 4 && on.3 == 1 {
        return true;
    }
    kind == on.3
        && match (kind, revolution) {
            (2, false) => low > on.0,
            (2, true) => low < on.0,
            (_, false) => low >= on.0 + on.1,
            (_, true) => low + on.1 <= on.0,
        }
}

/// Analyses cards as a meld; the flag is `true` if they are not one.
fn analyse(table: &Cells) -> (Analysed, bool) {
    let (cards, mut wrong) = count(table);
    if cards == 0 {
        return ((15, 0, 0, 0), false);
    }
    let by_column = (0..15).flat_map(|column| (0..5).map(move |row| (row, column)));
    let (row, column) = by_column.into_iter().find(|&(row, column)| table[row][column] != 0).unwrap();
    let (mut many, mut suits, mut kind) = (0, 0, 0);
    if cards == 1 {
        kind = if table[row][column] == 2 { 4 } else { 1 };
    }
    if column < 14 && table[row][column + 1] != 0 {
        suits = 1 << row;
        many = (column..15).take_while(|&column| table[row][column] != 0).count() as i64;
        kind = 3;
        wrong |= many <= 2;
    } else {
        for (row, cells) in table[..5].iter().enumerate() {
            if cells[column] != 0 {
                many += 1;
                suits |= 1 << row;
            }
        }
        if kind == 0 {
            kind = 2;
        }
    }
    wrong |= suits >= 16 && suits != 31;
    wrong |= cards != many;
    ((column as i64, many, suits, kind), wrong)
}

/// Returns `true` if a meld comes right after the one on the table.
fn follows(on: Analysed, meld: Analysed, revolution: bool) -> bool {
    meld.3 == on.3 && if revolution { meld.0 + length(meld) == on.0 } else { meld.0 == on.0 + length(on) }
}

/// The number of ranks of a meld.
fn length(meld: Analysed) -> i64 {
    if meld.3 == 3 { meld.1 } else { 1 }
}

/// Returns `true` if a submission is a pass, or legal by the official server's rules as far as a
/// client can determine: from the hand and the flags of its turn table, and the cards on the table.
pub(super) fn is_legal(turn: &CardTable, stage: &CardTable, submission: &CardTable) -> bool {
    let (turn, stage, submission) = (cells(turn), cells(stage), cells(submission));
    let (meld, wrong) = analyse(&submission);
    let (low, many, suits, kind) = meld;
    if wrong || !held(&turn, &submission) {
        return false;
    }
    if many == 0 || turn[5][4] == 1 {
        return true;
    }
    let (on, nothing) = analyse(&stage);
    if nothing || on.1 == 0 {
        return false;
    }
    if on.3 == 4 {
        return (low, many, suits, kind) == (1, 1, 1, 1);
    }
    let reversed = turn[5][6] != turn[5][5];
    answers(on, meld, reversed) && (kind == 4 || turn[5][7] == 0 || on.2 == suits)
}

/// Returns the reason why the official rules refuse a submission, by its name in records; `None`
/// for a pass and for a legal play.
pub(super) fn plain_reason(
    turn: &CardTable,
    stage: &CardTable,
    submission: &CardTable,
) -> Option<&'static str> {
    let (turn, stage, submission) = (cells(turn), cells(stage), cells(submission));
    let (meld, wrong) = analyse(&submission);
    if meld.1 == 0 {
        return None;
    }
    let odd = |(row, column): (usize, usize)| match submission[row][column] {
        0 | 2 => false,
        1 => row == 4 || column == 0 || column == 14,
        _ => true,
    };
    if places().any(odd) {
        return Some("malformed");
    }
    if !held(&turn, &submission) {
        return Some("not_held");
    }
    if wrong {
        return Some("no_meld");
    }
    let (on, _) = analyse(&stage);
    if turn[5][4] == 1 {
        return None;
    }
    if meld.1 != on.1 {
        return Some("size");
    }
    if on.3 == 4 {
        return (meld != (1, 1, 1, 1)).then_some("only_spade_three");
    }
    if meld.3 == 4 {
        return None;
    }
    if meld.3 != on.3 {
        return Some("kind");
    }
    if !answers(on, meld, turn[5][6] == 1) {
        return Some("rank");
    }
    (turn[5][7] == 1 && meld.2 != on.2).then_some("suit_lock")
}

impl Plain {
    pub(super) fn new(seed: u32, games: u32, reset: u32, reseat: u32) -> Self {
        Self::deviating(Deviations::default(), seed, games, reset, reseat)
    }

    pub(super) fn deviating(deviations: Deviations, seed: u32, games: u32, reset: u32, reseat: u32) -> Self {
        let none = [[0; 15]; 8];
        let mut plain = Self {
            deviations,
            present: [true; 5],
            turns: 0,
            rank_lock: false,
            played: Vec::new(),
            draws: Mt19937::new(seed),
            games,
            reset,
            reseat,
            game: 0,
            seats: [0, 1, 2, 3, 4],
            class: [0, 1, 2, 3, 4],
            hands: [none; 5],
            work: none,
            stage: none,
            on: None,
            lock: false,
            revolution: false,
            lone_joker: false,
            passed: [false; 5],
            done: [false; 5],
            idle: 0,
            last: 0,
            mover: 0,
            goals: 0,
            awaits: 2,
            over: false,
            points: [0; 5],
            sent: Vec::new(),
        };
        plain.open();
        plain
    }

    fn real(&mut self) -> f64 {
        f64::from(self.draws.next_u32()) / f64::from(u32::MAX)
    }

    pub(super) fn awaited(&self) -> Option<usize> {
        if self.over {
            None
        } else if self.awaits < 2 {
            Some(self.class[self.awaits])
        } else {
            Some(self.mover)
        }
    }

    fn cards_of(&self, player: usize) -> i64 {
        count(&self.hands[player]).0
    }

    fn write_state(&mut self, mover: i64, flags: [bool; 4]) {
        for column in 0..3 {
            self.work[5][column] = 0;
        }
        self.work[5][3] = mover;
        for (at, flag) in flags.into_iter().enumerate() {
            self.work[5][4 + at] = i64::from(flag);
        }
        for player in 0..5 {
            self.work[6][player] = self.cards_of(player);
            self.work[6][10 + player] = self.seats[player] as i64;
        }
        let classless = (self.game - 1).is_multiple_of(self.reset);
        for at in 0..5 {
            if classless {
                self.work[6][5 + at] = 0;
            } else {
                self.work[6][5 + self.class[at]] = at as i64;
            }
        }
    }

    fn with_state(&self, mut table: Cells) -> Cells {
        (table[5], table[6]) = (self.work[5], self.work[6]);
        table
    }

    /// Moves the `number` strongest cards from one player to another.
    fn give_strongest(&mut self, from: usize, to: usize, mut number: i64) {
        if number > 0 && self.hands[from][4][1] == 2 {
            (self.hands[from][4][1], self.hands[to][4][1]) = (0, 2);
            number -= 1;
        }
        for column in (1..14).rev() {
            for row in 0..4 {
                if number > 0 && self.hands[from][row][column] == 1 {
                    (self.hands[from][row][column], self.hands[to][row][column]) = (0, 1);
                    number -= 1;
                }
            }
        }
    }

    fn open(&mut self) {
        self.game += 1;
        if self.game % self.reseat == 1 {
            let mut reals: Vec<(f64, usize)> = (0..5).map(|player| (self.real(), player)).collect();
            reals.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.seats = std::array::from_fn(|seat| reals[seat].1);
        }
        let classless = (self.game - 1).is_multiple_of(self.reset);
        let first = if classless { (self.real() * 5.0) as usize } else { self.class[0] };
        let mut seat = self.seats.iter().position(|&player| player == first).unwrap();
        let dealt = if self.deviations.three.is_some() { 3 } else { 5 };
        let most = if self.deviations.three == Some(ThreePlayers::Eleven) { 33 } else { 53 };
        self.present = std::array::from_fn(|player| self.seats[..dealt].contains(&player));
        seat %= dealt;
        self.hands = [[[0; 15]; 8]; 5];
        self.stage = [[0; 15]; 8];
        let mut taken = [false; 53];
        for i in 0..53 {
            let mut left = (self.real() * f64::from(53 - i)) as usize;
            let card = (0..53)
                .find(|&card| {
                    if taken[card] {
                        return false;
                    }
                    left = left.wrapping_sub(1);
                    left == usize::MAX
                })
                .unwrap();
            taken[card] = true;
            if i >= most {
                continue;
            }
            let hand = &mut self.hands[self.seats[seat]];
            if card == 52 {
                hand[4][1] = 2;
            } else {
                hand[card / 13][card % 13 + 1] = 1;
            }
            seat = (seat + 1) % dealt;
        }
        self.write_state(6, [false; 4]);
        let exchange = self.game % self.reset != 1 && self.deviations.three.is_none();
        let before = self.hands;
        if exchange {
            self.give_strongest(self.class[4], self.class[0], 2);
            self.give_strongest(self.class[3], self.class[1], 1);
            if self.deviations.deal_with_gifts {
                self.write_state(6, [false; 4]);
            }
        }
        for class in 0..5 {
            let player = self.class[class];
            let mut table = self.with_state(if class < 3 { self.hands[player] } else { before[player] });
            table[5][0] = 1;
            table[5][1] = if exchange { 2 - class as i64 } else { 0 };
            self.sent.push((player, "deal", table));
        }
        if exchange {
            self.awaits = 0;
        } else {
            self.begin();
        }
    }

    fn begin(&mut self) {
        self.awaits = 2;
        self.work = [[0; 15]; 8];
        self.stage = [[0; 15]; 8];
        (self.on, self.lock, self.revolution, self.lone_joker) = (None, false, false, false);
        (self.passed, self.done, self.idle, self.goals) = ([false; 5], [false; 5], 0, 0);
        // If a quirk has removed the 3 of diamonds from the game, the first seat leads.
        (self.turns, self.rank_lock) = (0, false);
        self.mover = (0..5).find(|&player| self.hands[player][2][1] == 1).unwrap_or(self.seats[0]);
        self.last = self.mover;
        self.turn();
    }

    fn turn(&mut self) {
        self.write_state(self.mover as i64, [self.on.is_none(), false, self.revolution, self.lock]);
        self.stage = self.with_state(self.stage);
        for player in 0..5 {
            let mut table = self.with_state(self.hands[player]);
            table[5][2] = i64::from(player == self.mover);
            self.sent.push((player, "turn", table));
        }
    }

    pub(super) fn receive(&mut self, table: &CardTable) {
        self.work = cells(table);
        if self.awaits < 2 {
            self.exchange();
        } else {
            self.play();
        }
    }

    fn exchange(&mut self) {
        let class = self.awaits;
        let (rich, poor, due) = (self.class[class], self.class[4 - class], 2 - class as i64);
        let (cards, wrong) = count(&self.work);
        if held(&self.hands[rich], &self.work) && cards == due && (class == 1 || !wrong) {
            for (row, column) in places() {
                match self.work[row][column] {
                    1 => (self.hands[rich][row][column], self.hands[poor][row][column]) = (0, 1),
                    2 => {
                        self.hands[rich][row][column] = 0;
                        (self.hands[rich][4][1], self.hands[poor][4][1]) = (0, 2);
                    }
                    _ => {}
                }
            }
        } else {
            self.give_strongest(rich, poor, due);
        }
        self.awaits += 1;
        if self.awaits == 2 {
            self.begin();
        }
    }

    /// Analyses the submission; the flag is `true` if it is not a meld.
    fn analyse(&self) -> (Analysed, bool) {
        analyse(&self.work)
    }

    fn play(&mut self) {
        let mover = self.mover;
        let (meld, no_meld) = self.analyse();
        let (low, many, suits, kind) = meld;
        self.turns += 1;
        let mut wrong = !held(&self.hands[mover], &self.work) || no_meld;
        wrong |= self.deviations.deadlocks && self.game.is_multiple_of(2) && self.turns >= 30 && many > 0;
        let follows = self.on.is_some_and(|on| follows(on, meld, self.revolution));
        wrong |= self.rank_lock && many > 0 && kind != 4 && !follows;
        wrong |= self.on.is_some_and(|on| !answers(on, meld, self.revolution));
        if !wrong && kind != 4 {
            let same = self.on.is_some_and(|on| on.2 == suits);
            if self.lock {
                wrong |= !same;
            } else {
                self.lock = same;
            }
        }
        let mut clears = false;
        if self.lone_joker {
            wrong = !(low == 1 && many == 1 && suits == 1 && self.hands[mover][0][1] == 1);
            if !wrong {
                self.lone_joker = false;
                clears = true;
            }
        }
        if !wrong && kind == 4 {
            (self.lone_joker, self.lock) = (true, false);
        }
        self.sent.push((mover, "ack", number(if wrong { 8 } else { 9 })));
        if wrong || many == 0 {
            self.passed[mover] = true;
            self.idle += 1;
        } else {
            self.rank_lock = self.deviations.rank_lock && kind != 4 && (self.rank_lock || follows);
            self.on = Some(meld);
            self.stage = self.work;
            for (row, column) in places() {
                match self.work[row][column] {
                    1 => self.hands[mover][row][column] = 0,
                    2 => self.hands[mover][4][1] = 0,
                    _ => {}
                }
            }
            (self.last, self.idle) = (mover, 0);
            if self.cards_of(mover) == 0 && !self.done[mover] {
                let out = |&player: &usize| self.present[player] && self.cards_of(player) == 0;
                let empty = (0..5).filter(out).count();
                self.done[mover] = true;
                self.class[empty - 1] = mover;
                self.goals = empty;
            }
            if !self.lone_joker {
                self.revolution ^= kind == 2 && many >= 4 || kind == 3 && many >= 5;
                let eight = if kind == 3 { low <= 6 && low + many > 6 } else { low == 6 };
                clears |= eight && !self.deviations.no_eight_cut;
            }
        }
        self.write_state(mover as i64, [self.on.is_none(), false, self.revolution, self.lock]);
        self.stage = self.with_state(self.stage);
        for player in 0..5 {
            self.sent.push((player, "stage", self.stage));
        }
        let stuck = self.idle >= 20;
        if stuck {
            self.draw_places();
        }
        let last_goal = self.players() - 1;
        clears |= self.passed.iter().filter(|&&passed| passed).count() >= self.players() - self.goals;
        let through =
            |player: usize| player == self.last || self.passed[player] || self.cards_of(player) == 0;
        clears |= self.deviations.clears_early && (0..5).all(through);
        self.mover = if clears { self.last } else { self.after(mover) };
        if clears {
            (self.on, self.lock, self.lone_joker, self.passed) = (None, false, false, [false; 5]);
            self.rank_lock = false;
            self.stage = [[0; 15]; 8];
        }
        while self.goals < last_goal && (self.cards_of(self.mover) == 0 || self.passed[self.mover]) {
            self.mover = self.after(self.mover);
        }
        if clears {
            self.last = self.mover;
        }
        if self.goals < last_goal {
            self.end(0);
            self.turn();
            return;
        }
        self.close(stuck);
        if self.game < self.games {
            self.end(1);
            self.open();
        } else {
            self.end(2);
            self.over = true;
        }
    }

    fn players(&self) -> usize {
        self.present.iter().filter(|&&present| present).count()
    }

    /// Assigns the last class to the last player, the classes below to the absent ones, and the
    /// points.
    fn close(&mut self, stuck: bool) {
        let players = self.players();
        self.class[players - 1] = (0..5).find(|&player| self.present[player] && !self.done[player]).unwrap();
        let mut class = players;
        for player in 0..5 {
            if !self.present[player] {
                self.class[class] = player;
                class += 1;
            }
        }
        if self.deviations.reversed {
            self.class[..players].reverse();
        }
        let before = self.points;
        for class in 0..players {
            self.points[self.class[class]] += 5 - class as u32;
        }
        let points = std::array::from_fn(|player| self.points[player] - before[player]);
        self.played.push(PlainGame { points, stuck });
    }

    /// Draws the remaining classes of a stuck game among the players with cards.
    fn draw_places(&mut self) {
        while self.goals < self.players() - 1 {
            let mut left = (self.real() * (self.players() - self.goals) as f64) as usize;
            let player = (0..5)
                .filter(|&player| self.present[player] && !self.done[player])
                .find(|_| {
                    left = left.wrapping_sub(1);
                    left == usize::MAX
                })
                .unwrap();
            self.done[player] = true;
            self.class[self.goals] = player;
            self.goals += 1;
        }
    }

    fn end(&mut self, value: i64) {
        for player in 0..5 {
            self.sent.push((player, "end", number(value)));
        }
    }

    fn after(&self, player: usize) -> usize {
        let seat = self.seats.iter().position(|&other| other == player).unwrap();
        self.seats[(seat + 1) % 5]
    }
}
