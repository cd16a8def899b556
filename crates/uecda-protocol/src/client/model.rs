//! The game as the server's tables show it, and the prediction of the next table.

use super::difference::{self, Cell};
use super::places::FinishOrder;
use super::{CardTable, PLAYERS};
use crate::cells::naturals;
use quadrille_daifugo::dominance::Order;
use quadrille_daifugo::game::{Event, Facts, Happened, Move, PublicState};
use quadrille_daifugo::melds::{Hand, Kind, Meld, Melds, Refusal, Trick, leads};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_daifugo::{Card, CardSet};

/// A game in progress. The server's tables are authoritative. The rules predict the next table, and
/// supply the state that tables do not show: the seats that have passed, the seat that played last,
/// and the cards that have been played.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// The player in each seat.
    pub(super) seats: [u8; PLAYERS],
    /// The client's own hand.
    pub(super) hand: Hand,
    /// The class of each seat in the previous game; `None` in a game without classes.
    pub(super) classes: Option<[u8; PLAYERS]>,
    /// The predicted state before the next turn; `None` before the first turn, and if the tables
    /// are not consistent with any game.
    pub(super) state: Option<PublicState>,
    pub(super) history: Vec<Event>,
    pub(super) places: FinishOrder,
    /// The last turn table.
    pub(super) turn: CardTable,
    /// The client's last submission.
    pub(super) submitted: CardTable,
    /// The cards on the table.
    pub(super) stage: CardTable,
    /// The number of turns of this game so far.
    pub(super) turns: u32,
    /// Whether the prediction has failed. The next table then replaces the state without a
    /// comparison.
    stale: bool,
    /// Whether the learned rules have changed. The next table is then compared with the prediction,
    /// and replaces the state.
    relearned: bool,
    /// The cards that have been played.
    gone: Hand,
    /// The seat that played last; passes do not count.
    owner: u8,
    /// The number of passes in a row.
    idle: u8,
    /// The meld on the table before the last play.
    below: Option<Meld>,
    /// Plays that the server refused although the rules allow them, each with the meld that was on
    /// the table.
    refused: Vec<(Option<Meld>, Meld)>,
}

/// The number of passes in a row at which the deadlock rule ends the game. If the server does not
/// apply this rule, the count restarts at 0.
const MOST_PASSES: u8 = 20;

/// The rules used for predictions, including rules learned from the server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learned {
    pub(super) rules: Rules,
    /// The rules without the conclusions that were drawn from refused plays.
    free: Rules,
    /// Whether a later play has refuted a conclusion from a refused play. If so, no further
    /// conclusions are drawn.
    refuted: bool,
}

impl Learned {
    pub(super) const fn new(rules: Rules) -> Self {
        Self { rules, free: rules, refuted: false }
    }

    /// Turns a rule on because a table shows its effect.
    fn has_effect(&mut self, rule: Rule) {
        (self.rules, self.free) = (self.rules.with(rule), self.free.with(rule));
    }

    /// Adopts rules that explain a refused play. Returns `true` if the rules have changed.
    fn conclude(&mut self, rules: Rules) -> bool {
        let new = !self.refuted && rules != self.rules;
        if new {
            self.rules = rules;
        }
        new
    }

    /// Checks whether a move is legal without the conclusions from refused plays. If so, withdraws
    /// the conclusions, and returns the state after the move.
    fn refute(&mut self, state: &PublicState, chosen: Move) -> Option<PublicState> {
        if self.rules == self.free {
            return None;
        }
        let mut facts = state.facts();
        facts.rules = self.free;
        if let Some(trick) = &mut facts.trick {
            trick.rank_lock &= self.free.has(Rule::RankLock);
        }
        let mut free = PublicState::new(&facts).ok()?;
        (free.submit(chosen) == Happened::Played).then(|| {
            (self.rules, self.refuted) = (self.free, true);
            free
        })
    }
}

impl Model {
    /// Creates the model of a game after its deal.
    pub(super) fn new(
        seats: [u8; PLAYERS],
        hand: Hand,
        classes: Option<[u8; PLAYERS]>,
        deal: &CardTable,
    ) -> Self {
        let dealt = (0..PLAYERS as u8).filter(|&player| deal.get(6, usize::from(player)) > 0);
        Self { seats, hand, classes, places: FinishOrder::new(dealt), ..Self::before() }
    }

    /// Creates the model before the first deal.
    pub(super) fn before() -> Self {
        Self {
            seats: std::array::from_fn(|seat| seat as u8),
            hand: Hand::EMPTY,
            classes: None,
            state: None,
            history: Vec::new(),
            places: FinishOrder::default(),
            turn: CardTable::EMPTY,
            submitted: CardTable::EMPTY,
            stage: CardTable::EMPTY,
            turns: 0,
            stale: false,
            relearned: false,
            gone: Hand::EMPTY,
            owner: 0,
            idle: 0,
            below: None,
            refused: Vec::new(),
        }
    }

    /// Returns the seat of a player.
    pub(super) fn seat_of(&self, player: u8) -> usize {
        self.seats.iter().position(|&other| other == player).unwrap_or(0)
    }

    /// Processes a turn table. `mover` is the player to move, `own` the client's player. Returns
    /// the first cell that differs from the prediction.
    pub(super) fn turn(
        &mut self,
        table: &CardTable,
        mover: u8,
        own: u8,
        learned: &mut Learned,
    ) -> Option<Cell> {
        let hand = table.hand();
        let (first, stale) = (self.turns == 0, std::mem::take(&mut self.stale));
        let expected = match &self.state {
            _ if first => Some(self.opening(table, mover, own)),
            Some(state) if !stale => self.predicted(state, own),
            _ => None,
        };
        self.turns += 1;
        (self.turn, self.hand) = (*table, hand);
        if first {
            // The hand sizes in the deal may be those before the gifts. The players of this game
            // are therefore the players that hold cards in the first turn table.
            let dealt = (0..PLAYERS as u8).filter(|&player| table.get(6, usize::from(player)) > 0);
            self.places = FinishOrder::new(dealt);
        }
        self.places.note(sizes(table));
        if is_empty(table) {
            (self.stage, self.below) = (CardTable::EMPTY, None);
        }
        let found = expected.and_then(|expected| difference::in_turn(&expected, table));
        let relearned = std::mem::take(&mut self.relearned);
        if found.is_some() || expected.is_none() || first || relearned {
            // The cell that marks the client's own turn takes precedence over the cell that names
            // the player to move.
            let mover = if table.get(5, 2) == 1 { own } else { mover };
            self.state = self.rebuilt(mover, own, learned);
        }
        found
    }

    /// Predicts the table of the next turn; `None` once the game is over by the rules.
    fn predicted(&self, state: &PublicState, own: u8) -> Option<CardTable> {
        let mover = self.seats[state.turn()?];
        let mut table = CardTable::of_hand(self.hand);
        let flags = [
            state.trick().is_none(),
            state.eleven_back(),
            state.revolution(),
            state.trick().is_some_and(|trick| trick.suit_lock),
        ];
        write_turn(&mut table, mover, own, flags);
        for (seat, &player) in self.seats.iter().enumerate() {
            table.set(6, usize::from(player), state.size(seat) as i32);
            table.set(6, 10 + seat, player.into());
        }
        Some(table)
    }

    /// Predicts the table of the first turn: the holder of the 3 of diamonds leads, and no cards
    /// are on the table. The hand sizes of the other players are taken from `found`.
    fn opening(&self, found: &CardTable, mover: u8, own: u8) -> CardTable {
        let (mut table, hand) = (*found, found.hand());
        let mover = if hand.cards.contains(Card::DIAMOND_3) { own } else { mover };
        write_turn(&mut table, mover, own, [true, false, false, false]);
        table.set(6, usize::from(own), hand.len() as i32);
        for (seat, &player) in self.seats.iter().enumerate() {
            table.set(6, 10 + seat, player.into());
        }
        table
    }

    /// Rebuilds the state from the turn table. The parts that the table does not show are taken
    /// from the predicted state.
    fn rebuilt(&self, mover: u8, own: u8, learned: &mut Learned) -> Option<PublicState> {
        let (turn, own) = (self.seat_of(mover) as u8, self.seat_of(own));
        let flag = |column: usize| self.turn.get(5, column) != 0;
        let before = self.state.as_ref().map(PublicState::facts);
        let before = before.as_ref();
        let order = if flag(5) == flag(6) { Order::Normal } else { Order::Reversed };
        let meld = if flag(4) { None } else { Some(self.stage.read().meld()?) };
        let sequence = meld.is_some_and(|meld| meld.kind() == Kind::Sequence);
        for (on, rule) in [
            (flag(5), Rule::ElevenBack),
            (flag(6), Rule::Revolution),
            (flag(7), Rule::SuitLock),
            (sequence, Rule::Sequences),
        ] {
            if on {
                learned.has_effect(rule);
            }
        }
        let rules = learned.rules;
        let mut gone = self.gone;
        if let Some(meld) = meld {
            gone = Hand::new(gone.cards | meld.cards(), gone.jokers.max(meld.jokers()));
        }
        gone.cards = gone.cards.difference(self.hand.cards);
        gone.jokers = if self.hand.jokers > 0 { 0 } else { gone.jokers.min(1) };
        let held = (rules.deck() as u32).saturating_sub(gone.len());
        let sizes = self.sizes_by_seat(own, held);
        let empty = |seat: u8| sizes[usize::from(seat)] == 0;
        let mut finished: Vec<u8> = self
            .places
            .finished()
            .iter()
            .map(|&player| self.seat_of(player) as u8)
            .filter(|&seat| empty(seat))
            .collect();
        let absent = |seat: u8| empty(seat) && !self.places.is_dealt(self.seats[usize::from(seat)]);
        let seats = 0..PLAYERS as u8;
        let mut fallen: Vec<u8> = seats.clone().rev().filter(|&seat| absent(seat)).collect();
        for seat in seats.filter(|&seat| empty(seat) && !absent(seat)) {
            if !finished.contains(&seat) {
                finished.push(seat);
            }
        }
        let out_by_rule = before.map_or(&[][..], |facts| &facts.fallen);
        let is_out = |seat: &u8| !finished.contains(seat) && !absent(*seat) && *seat != turn;
        fallen.extend(out_by_rule.iter().copied().filter(is_out));
        let trick = meld.map(|meld| {
            let same = before.and_then(|facts| facts.trick).filter(|trick| trick.meld == meld);
            let locked = same.is_some_and(|trick| trick.rank_lock) || self.has_followed(meld, order);
            let rank_lock = rules.has(Rule::RankLock) && locked;
            Trick { suit_lock: flag(7), rank_lock, ..Trick::new(meld) }
        });
        let passed = before.filter(|_| trick.is_some()).map_or(&[][..], |facts| &facts.passed);
        let passed = passed.iter().copied().filter(|&seat| seat != turn && !empty(seat)).collect();
        let reverses = rules.has(Rule::SixReverse) || rules.has(Rule::NineReverse);
        let dealt: u32 = sizes.iter().map(|&size| u32::from(size)).sum();
        let mut facts = Facts::new(rules, &sizes, gone, turn);
        facts.undealt = held.saturating_sub(dealt) as u8;
        facts.trick = trick;
        facts.passed = passed;
        facts.owner = if trick.is_some() { self.owner } else { turn };
        facts.idle = self.idle;
        facts.revolution = flag(6);
        facts.eleven_back = flag(5);
        facts.backwards = reverses && before.is_some_and(|facts| facts.backwards);
        facts.classes_before = self.classes.map(|classes| classes.to_vec());
        facts.finished = finished;
        facts.fallen = fallen;
        PublicState::new(&facts).ok()
    }

    /// Returns the hand sizes by seat. The size of the client's own hand is counted; the other
    /// sizes are those in the turn table, reduced until the total is at most `held`, the number of
    /// cards that have not been played.
    fn sizes_by_seat(&self, own: usize, held: u32) -> [u8; PLAYERS] {
        let mut sizes = self.seats.map(|player| self.turn.get(6, usize::from(player)).clamp(0, 53) as u8);
        sizes[own] = self.hand.len() as u8;
        let mut more = sizes.iter().map(|&size| u32::from(size)).sum::<u32>().saturating_sub(held);
        for (_, size) in sizes.iter_mut().enumerate().filter(|&(seat, _)| seat != own) {
            let cut = more.min(u32::from(*size));
            *size -= cut as u8;
            more -= cut;
        }
        sizes
    }

    /// Processes a stage table. Returns the event of the turn, if it is known, and the first cell
    /// that differs from the prediction.
    pub(super) fn stage(
        &mut self,
        table: &CardTable,
        mover: u8,
        own: u8,
        learned: &mut Learned,
    ) -> (Option<Event>, Option<Cell>) {
        let (seat, column) = (self.seat_of(mover) as u8, usize::from(mover));
        // After a pass, the earlier cards are still on the table. Only a play reduces the mover's
        // hand.
        let played = table.get(6, column) < self.turn.get(6, column);
        let meld = table.read().meld().filter(|_| played);
        let mut found = None;
        if let Some(before) = &self.state
            && before.turn().is_some()
            && !self.stale
        {
            let mut expected = self.turn;
            let size = meld.map_or(0, |meld| meld.size() as i32);
            expected.set(6, column, expected.get(6, column).saturating_sub(size));
            let mut after = before.clone();
            let fits = match after.submit(meld.into()) {
                Happened::Played => true,
                Happened::Passed => !played,
                Happened::Refused(_) => match learned.refute(before, meld.into()) {
                    Some(free) => {
                        after = free;
                        true
                    }
                    None => false,
                },
                _ => false,
            };
            found = if fits { None } else { difference::in_cards(&self.stage, table) };
            found = found.or_else(|| difference::in_sizes(&expected, table));
            // If the play does not fit the rules, the state stays as it was before the turn.
            // After any difference, the next table replaces the state.
            self.stale = !fits || found.is_some();
            if fits {
                self.state = Some(after);
            }
        }
        self.idle = if played { 0 } else { self.idle.saturating_add(1) };
        self.places.note(sizes(table));
        if played {
            self.note_cards(table, mover == own);
            self.owner = seat;
            self.below = self.stage.read().meld();
        }
        if played || table.read().cards > 0 {
            self.stage = *table;
        }
        let event = match (played, meld) {
            (true, Some(meld)) => Some(Event::Played { seat, meld }),
            (true, None) => None,
            (false, _) => Some(Event::Passed { seat }),
        };
        (event, found)
    }

    /// Adds the cards of a play to the played cards. If the play is the client's own, removes them
    /// from its hand.
    fn note_cards(&mut self, table: &CardTable, own: bool) {
        let jokers = table.card_cells().filter(|&(.., cell)| cell == CardTable::JOKER).count().min(1) as u32;
        let cards = naturals(table);
        self.gone = Hand::new(self.gone.cards | cards, self.gone.jokers.max(jokers));
        if own {
            self.hand = Hand::new(self.hand.cards.difference(cards), self.hand.jokers.saturating_sub(jokers));
        }
    }

    /// Processes the end of a turn. `continues` states whether the game continues. Returns `true`
    /// if the rules predict the opposite.
    pub(super) fn end(&mut self, continues: bool) -> bool {
        let state = self.state.as_ref().filter(|_| !self.stale);
        let differs = state.is_some_and(|state| state.turn().is_some() != continues);
        self.stale |= differs;
        if self.idle >= MOST_PASSES {
            self.idle = 0;
        }
        differs
    }

    /// Processes the refusal of the submitted play. Returns the reason if the rules forbid the
    /// play; `None` if they allow it.
    pub(super) fn refuse(&mut self, learned: &mut Learned) -> Option<Refusal> {
        let meld = self.submitted.read().meld()?;
        let state = self.state.as_ref()?;
        if let Err(refusal) = state.check(self.hand, meld) {
            return Some(refusal);
        }
        let trick = state.trick();
        self.refused.push((trick.map(|trick| trick.meld), meld));
        let order = state.order();
        let rules = learned.rules;
        let rules = match trick {
            None if meld.kind() == Kind::Sequence => rules.without(Rule::Sequences),
            Some(trick) if trick.meld == Meld::JOKER && meld.cards() == CardSet::only(Card::SPADE_3) => {
                rules.without(Rule::SpadeThree)
            }
            Some(trick) if self.may_be_rank_locked(trick.meld, meld, order) => rules.with(Rule::RankLock),
            _ => rules,
        };
        self.relearned |= learned.conclude(rules);
        None
    }

    /// Returns `true` if the ranks of the meld on the table directly follow the ranks of the meld
    /// that it beat.
    fn has_followed(&self, on: Meld, order: Order) -> bool {
        let below = self.below.filter(|below| below.kind() == on.kind());
        below.is_some_and(|below| on.kind() != Kind::Jokers && on.comes_right_after(below, order))
    }

    /// Returns `true` if a rank lock explains why `meld` was refused on the meld `on`.
    fn may_be_rank_locked(&self, on: Meld, meld: Meld, order: Order) -> bool {
        self.has_followed(on, order) && meld.kind() != Kind::Jokers && !meld.comes_right_after(on, order)
    }

    /// Returns `true` if the server has already refused this move on the meld that is on the table.
    pub(super) fn was_refused(&self, chosen: Move) -> bool {
        let trick = self.state.as_ref().and_then(PublicState::trick).map(|trick| trick.meld);
        chosen.meld().is_some_and(|meld| self.refused.contains(&(trick, meld)))
    }

    /// Returns the lowest single-card lead that the server has not refused before; `None` if cards
    /// lie on the table.
    pub(super) fn lowest(&self, melds: &mut Melds) -> Option<Meld> {
        if !is_empty(&self.turn) {
            return None;
        }
        let reversed = (self.turn.get(5, 5) == 1) != (self.turn.get(5, 6) == 1);
        leads(self.hand, if reversed { Order::Reversed } else { Order::Normal }, melds);
        let worth = |meld: &Meld| match (meld.cards().lowest(), reversed) {
            (None, _) => i32::MAX,
            (Some(card), false) => card.rank().index() as i32,
            (Some(card), true) => -(card.rank().index() as i32),
        };
        let singles = melds.iter().filter(|meld| meld.size() == 1).copied();
        singles.filter(|&meld| !self.refused.contains(&(None, meld))).min_by_key(worth)
    }
}

/// Returns the sizes of all hands, by player.
fn sizes(table: &CardTable) -> [i32; PLAYERS] {
    std::array::from_fn(|player| table.get(6, player))
}

/// Returns `true` if the flag for "no cards on the table" is set.
const fn is_empty(table: &CardTable) -> bool {
    table.get(5, 4) != 0
}

/// Writes the cells of a turn: the player to move, and the flags for "no cards on the table",
/// 11-back, revolution and suit lock.
fn write_turn(table: &mut CardTable, mover: u8, own: u8, flags: [bool; 4]) {
    table.set(5, 2, i32::from(mover == own));
    table.set(5, 3, mover.into());
    for (column, flag) in flags.into_iter().enumerate() {
        table.set(5, 4 + column, flag.into());
    }
}
