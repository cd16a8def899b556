//! Search with three hands.
//!
//! A node consists of the three hands (the first is the landlord's), the seat to move, the move on
//! the table, and the owner of this move. Every node is won by the landlord or by the peasants. The
//! side to move wins a node if one of its moves leads to a node that the same side wins.

use super::super::gaps::{self, Asks, Class, Linked};
use super::super::key::{ALWAYS, Group, Key, Known, Ranks, State};
use super::frame::Frame;
use super::two::rest;
use super::{Halt, SHARED_DEPTH, Worker};
use crate::moves::{Answers, links};
use crate::{Hand, Kind, Move};

/// A three-hand position. Seats are relative to the landlord: 0 is the landlord, 1 the next seat, 2
/// the last seat.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Node {
    pub(in super::super) hands: [Hand; 3],
    pub(in super::super) turn: usize,
    /// The seat that played `on`; the seat to move if it leads.
    pub(in super::super) owner: usize,
    pub(in super::super) on: Move,
    /// The [`links`] of each hand. A move changes only the links of its seat.
    links: [u64; 3],
    /// Whether a peasant's pass led to this node, and a test before the pass showed that neither
    /// peasant wins alone. (See `Worker::wins_alone`.)
    none_alone: bool,
}

const fn next(seat: usize) -> usize {
    if seat == 2 { 0 } else { seat + 1 }
}

/// Returns whether two seats are on the same side.
const fn together(one: usize, other: usize) -> bool {
    (one == 0) == (other == 0)
}

/// The key of a node for the table, and the data for reading and writing its bounds.
#[derive(Clone, Copy)]
struct Asked {
    ranks: Ranks,
    key: Key,
    group: Group,
    threshold: u32,
    /// Whether the entry holds bounds that apply to other thresholds too.
    bounded: bool,
}

/// The result of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Found {
    pub(in super::super) won: bool,
    /// Whether the result holds for all positions of the node's class. (See `gaps.rs`.)
    of_class: bool,
}

impl Found {
    /// Converts the result for the side of seat `by` to the result for the side of seat `seat`.
    const fn seen_by(self, seat: usize, by: usize) -> Self {
        Self { won: self.won == together(seat, by), of_class: self.of_class }
    }
}

impl Node {
    pub(in super::super) fn new(hands: [Hand; 3], turn: usize, owner: usize, on: Move) -> Self {
        Self { hands, turn, owner, on, links: hands.map(links), none_alone: false }
    }

    const fn leads(&self) -> bool {
        self.on.is_pass()
    }

    fn mover(&self) -> Hand {
        self.hands[self.turn]
    }

    /// Returns the hands and the union of their links.
    const fn linked(&self) -> Linked {
        (self.hands, self.links[0] | self.links[1] | self.links[2])
    }

    /// Returns whether the move on the table is that of the mover's partner.
    const fn on_partner(&self) -> bool {
        !self.leads() && self.owner != self.turn && together(self.turn, self.owner)
    }

    /// Returns whether the move exists in all positions of the node's class. (See `gaps.rs`.)
    fn is_of_class(&self, mv: Move) -> bool {
        let on = self.on.shape;
        !self.on_partner()
            || mv.is_pass()
            || Group::of(mv.shape) != Group::of(on)
            || !gaps::together(self.hands[0], on.rank(), mv.shape.rank())
    }

    /// Returns the node after a pass.
    fn passed(mut self) -> Self {
        self.turn = next(self.turn);
        self.none_alone = false;
        if self.turn == self.owner {
            self.on = Move::PASS;
        }
        self
    }

    /// Returns the node after a move with cards.
    fn played(mut self, mv: Move) -> Self {
        let left = rest(self.hands[self.turn], mv);
        self.hands[self.turn] = left;
        if self.links[self.turn] != 0 {
            self.links[self.turn] = links(left);
        }
        self.owner = self.turn;
        self.on = mv;
        self.turn = next(self.turn);
        self.none_alone = false;
        self
    }
}

impl Worker<'_> {
    /// Returns the result of a position for the side to move.
    pub(in super::super) fn three(&mut self, mut node: Node, depth: usize) -> Result<Found, Halt> {
        // Seats that can only pass are skipped, and get no nodes of their own. `asked` is the seat
        // whose result the caller needs.
        let asked = node.turn;
        self.skip_passes(&mut node);
        let mut class = None;
        let mut found = self.three_at_once(&node);
        if found.is_none() {
            class = self.class(&node);
            found = self.three_known(&mut node, &mut class, true, true);
        }
        let found = match found {
            Some(found) => found,
            None => self.three_choices(&node, class, depth)?,
        };
        Ok(found.seen_by(asked, node.turn))
    }

    #[inline]
    fn skip_passes(&self, node: &mut Node) {
        while !node.leads() && self.three_answers(node, node.turn).are_none() {
            *node = node.passed();
        }
    }

    /// Returns the union of a seat's answers over all positions of the node's class. (See
    /// `gaps.rs`.)
    #[inline]
    fn three_answers(&self, node: &Node, seat: usize) -> Answers {
        let on = node.on.shape;
        let answers = self.rules.answers(node.hands[seat], on);
        if self.options.gaps && together(seat, node.owner) {
            gaps::loosely(node.hands[0], on.rank(), answers)
        } else {
            answers
        }
    }

    /// Returns a win if the seat to move can play all its cards now; otherwise `None`.
    fn three_at_once(&mut self, node: &Node) -> Option<Found> {
        let mover = node.mover();
        if self.fewest(mover) != 1 {
            return None;
        }
        if node.leads() {
            return Some(Found { won: true, of_class: true });
        }
        let last = self.rules.classify(mover).filter(|last| last.beats(node.on))?;
        Some(Found { won: true, of_class: node.is_of_class(last) })
    }

    /// Returns the result of a node in which the seat to move leads or has a choice, and cannot
    /// play all its cards now.
    fn three_choices(&mut self, node: &Node, class: Option<Class>, depth: usize) -> Result<Found, Halt> {
        self.count(depth)?;
        if !self.shares || depth >= SHARED_DEPTH {
            return self.three_search(node, class, depth);
        }
        loop {
            if let Some(known) = self.three_get(node, class) {
                return Ok(known);
            }
            self.path.push((*node, class));
            let found = self.three_search(node, class, depth);
            self.path.truncate(depth);
            if found != Err(Halt::Known(depth)) {
                return found;
            }
        }
    }

    fn three_search(&mut self, node: &Node, class: Option<Class>, depth: usize) -> Result<Found, Halt> {
        if node.leads() {
            self.three_leads(node, class, depth)
        } else {
            self.three_follows(node, class, depth)
        }
    }

    /// Returns whether the table has the result of a node.
    pub(super) fn is_known(&self, node: &Node, class: Option<Class>) -> bool {
        self.three_get(node, class).is_some()
    }

    /// Returns the result of a node, if the table has it.
    fn three_get(&self, node: &Node, class: Option<Class>) -> Option<Found> {
        if let Some(class) = class {
            let known = self.table.get(class.key);
            if let Some(won) = known.at(class.threshold) {
                return Some(Found { won, of_class: true });
            }
            if !known.is_something() {
                return None;
            }
        }
        let asked = self.three_asked(node);
        let won = self.table.get(asked.key).at(asked.threshold)?;
        Some(Found { won, of_class: false })
    }

    /// Returns the result of a node if the table determines it. The function looks up the entry of
    /// the node and the entry of its answers. If all answers are known to lose in all positions of
    /// the class, only the pass can win. The function then sets `node` and `class` to the node and
    /// the class after the pass, and looks them up too. `fresh` is false if the caller has already
    /// looked up the node, without a result. If `lead` is true, the function also looks up the node
    /// in which the same seat leads with the same hands: if all leads lose, all answers lose.
    fn three_known(
        &mut self,
        node: &mut Node,
        class: &mut Option<Class>,
        mut fresh: bool,
        lead: bool,
    ) -> Option<Found> {
        loop {
            if fresh && let Some(found) = self.three_get(node, *class) {
                return Some(found);
            }
            let asks = (*class)?.answers?;
            let known = if fresh {
                asks.at(self.table.get(asks.key), node.linked(), self.options.runs)
            } else {
                None
            };
            fresh = true;
            match known {
                Some(true) => return Some(Found { won: true, of_class: true }),
                Some(false) => {}
                None => {
                    // The landlord's leads are seldom known to lose, so their look-up would cost
                    // more than it saves.
                    let ask = lead && node.turn != 0;
                    let lost = |lead| self.table.get(lead).at(0) == Some(false);
                    if !ask || !self.lead_key(node, *class).is_some_and(lost) {
                        return None;
                    }
                }
            }
            *node = node.passed();
            self.skip_passes(node);
            if let Some(found) = self.three_at_once(node) {
                return Some(found);
            }
            *class = self.class(node);
        }
    }

    /// Stores the result of a node. If it holds for the whole class, it is stored under the key of
    /// the class; otherwise under the key of the node itself, with the bounds that `known` returns.
    fn three_keep(
        &mut self,
        node: &Node,
        class: Option<Class>,
        found: Found,
        begun: u64,
        known: impl FnOnce(&Self, &Asked) -> Known,
    ) {
        if let Some(class) = class {
            if found.of_class {
                let known = if found.won {
                    Known::wins_below(class.threshold + 1)
                } else {
                    Known::loses_from(class.threshold)
                };
                return self.keep(class.key, known, begun);
            }
            self.keep(class.key, Known::SINGLY, begun);
        }
        let asked = self.three_asked(node);
        let known = known(self, &asked);
        self.keep(asked.key, known, begun);
    }

    /// Returns the class of a node (see `gaps.rs`); `None` if classes are switched off.
    fn class(&self, node: &Node) -> Option<Class> {
        if !self.options.gaps {
            return None;
        }
        let Node { turn, owner, on, .. } = *node;
        let linked = node.linked();
        if node.leads() {
            return Some(gaps::lead(linked, State::leads(turn), self.options.runs));
        }
        let state = State::follows(turn, owner);
        let mine = self.three_answers(node, turn);
        let after = next(turn);
        let theirs = (after != owner).then(|| self.three_answers(node, after));
        let all = theirs.map_or(mine, |theirs| mine.or(theirs));
        let shape = on.shape;
        Some(if all.of_kind == 0 && !matches!(on.kind(), Kind::Bomb) {
            gaps::on_nothing(linked, state, turn, self.options.runs)
        } else if owner == 0 {
            gaps::on_landlord(linked, state, turn, (Group::of(shape), shape.rank()), all, self.options.runs)
        } else {
            let (landlord, partner) = if turn == 0 { (Some(mine), theirs) } else { (theirs, Some(mine)) };
            gaps::on_peasant(
                linked,
                state,
                turn,
                (Group::of(shape), shape.rank()),
                landlord,
                partner,
                self.options.runs,
            )
        })
    }

    /// Returns the key of the class in which the same seat leads with the same hands; `None` if
    /// classes or the option `SearchOptions::transfer` are switched off.
    fn lead_key(&self, node: &Node, class: Option<Class>) -> Option<Key> {
        let class = class.filter(|_| self.options.transfer)?;
        let state = State::leads(node.turn);
        Some(class.lead(state).unwrap_or_else(|| gaps::lead(node.linked(), state, self.options.runs).key))
    }

    fn three_asked(&self, node: &Node) -> Asked {
        let Node { hands, turn, owner, on, .. } = *node;
        let mut ranks = self.ranks(hands);
        if node.leads() {
            let key = ranks.lead(State::leads(turn));
            return Asked { ranks, key, group: Group::NONE, threshold: 0, bounded: true };
        }
        let mine = self.rules.answers(hands[turn], on.shape);
        let after = next(turn);
        // Only `turn` and `after` can answer. If `after` is the owner of the move, only `turn` can
        // answer.
        let (mut all, mut one_side) = (mine, !together(turn, owner));
        if after != owner {
            all = all.or(self.rules.answers(hands[after], on.shape));
            one_side &= !together(after, owner);
        }
        let (group, threshold) = if all.of_kind == 0 && !matches!(on.kind(), Kind::Bomb) {
            (Group::BOMBS, 0)
        } else if self.rules.compares_by_attached(on.shape) {
            (Group::of(on.shape), ranks.up_to(on.shape.defence()))
        } else {
            ranks = ranks.cut_behind(hands, all.too_low);
            (Group::of(on.shape), ranks.up_to_highest(all.too_low))
        };
        let bounded = one_side && self.options.bounds;
        let key = ranks.follow(State::follows(turn, owner), group);
        if bounded {
            Asked { ranks, key, group, threshold, bounded }
        } else {
            Asked { ranks, key: key.at(threshold), group, threshold: 0, bounded }
        }
    }

    fn three_leads(&mut self, node: &Node, class: Option<Class>, depth: usize) -> Result<Found, Halt> {
        let begun = self.nodes;
        let found = if self.wins_alone(node, depth)? {
            Found { won: true, of_class: true }
        } else {
            let mut frame = self.frame(depth);
            self.rules.leads(node.mover(), &mut frame.generated);
            let found = self.three_any(node, &mut frame, depth);
            self.memory.frames[depth] = frame;
            let (mv, found, _) = found?;
            let won_by = mv.filter(|_| found.of_class && self.options.transfer);
            if let (Some(mv), Some(class)) = (won_by, class) {
                let answer = (Group::of(mv.shape), mv.shape.rank());
                if let Some((key, known)) =
                    class.answers_like(node.linked(), node.turn, answer, self.options.runs)
                {
                    self.keep(key, known, begun);
                }
            }
            found
        };
        let known = if found.won { Known::wins_below(ALWAYS) } else { Known::loses_from(0) };
        self.three_keep(node, class, found, begun, |_, _| known);
        Ok(found)
    }

    /// Returns whether one of the peasants wins if the other peasant always passes. Only nodes in
    /// which a peasant is to move are tested. Tests at the landlord's nodes would cost more than
    /// they save, since the node after each of the landlord's moves is tested.
    ///
    /// A node after a peasant's pass need not be tested ([`Node::none_alone`]), since both peasants
    /// were tested before the pass. For the peasant who is to move now, the earlier test had the
    /// same cards and the same move on the table. (If the landlord's turn came directly after the
    /// pass, the landlord could only pass, in the earlier test as well.) For the peasant who
    /// passed, the pass was one of the options in the earlier test.
    fn wins_alone(&mut self, node: &Node, depth: usize) -> Result<bool, Halt> {
        if !self.options.alone || node.turn == 0 || node.none_alone {
            return Ok(false);
        }
        let mut open = [None; 2];
        let Node { hands, turn, owner, on, .. } = *node;
        for peasant in [1, 2] {
            let partner = 3 - peasant;
            // The test assumes that the partner of `peasant` always passes. It is omitted if the
            // partner leads now, or leads after two passes as the owner of the move on the table: a
            // seat that leads cannot pass.
            if node.leads() && turn == partner || !node.leads() && owner == partner {
                continue;
            }
            // If the partner is to move, the partner passes. Then the owner leads, or the third
            // seat answers.
            let (first, on) = match next(turn) {
                _ if turn != partner => (turn, on),
                after if after == owner => (after, Move::PASS),
                after => (after, on),
            };
            let [mover, other] = if first == 0 { [0, peasant] } else { [peasant, 0] };
            let (mover, other) = (hands[mover], hands[other]);
            match self.two_node(mover, other, on) {
                Ok(node) => open[peasant - 1] = Some((node, first != 0)),
                Err(won) if won == (first != 0) => return Ok(true),
                Err(_) => {}
            }
        }
        self.table.fetch(open.iter().flatten().map(|(node, _)| node.key()));
        for at in &mut open {
            if let Some((node, peasant_first)) = at
                && let Some(won) = self.two_known(node)
            {
                if won == *peasant_first {
                    return Ok(true);
                }
                *at = None;
            }
        }
        for (node, peasant_first) in open.into_iter().flatten() {
            if self.two_wins(&node, depth + 1)? == peasant_first {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn three_follows(&mut self, node: &Node, class: Option<Class>, depth: usize) -> Result<Found, Halt> {
        let begun = self.nodes;
        if self.wins_alone(node, depth)? {
            let found = Found { won: true, of_class: true };
            self.three_keep(node, class, found, begun, |_, asked| Known::wins_below(asked.threshold + 1));
            return Ok(found);
        }
        // An answer leads to the same position as a lead with the same cards. So if all leads lose
        // in all positions of the node's class (see `gaps.rs`), all answers lose, and only a pass
        // can win. Conversely, if an answer wins, the lead with the same cards wins.
        let lead = self.lead_key(node, class);
        let only_pass = lead.is_some_and(|lead| self.table.get(lead).at(0) == Some(false));
        let mut frame = self.frame(depth);
        frame.generated.clear();
        if !only_pass {
            self.rules.follows(node.mover(), node.on, &mut frame.generated);
        }
        let found = self.three_any(node, &mut frame, depth);
        self.memory.frames[depth] = frame;
        let (answer, answered, all_lose) = found?;
        let asks = class.and_then(|class| class.answers);
        if let Some(answer) = answer {
            if let Some(lead) = lead.filter(|_| answered.of_class && !answer.is_pass()) {
                self.keep(lead, Known::wins_below(ALWAYS), begun);
            }
            let found = Found { won: true, of_class: answered.of_class && node.is_of_class(answer) };
            if let Some(asks) = asks {
                if answer.is_pass() {
                    if all_lose && !only_pass && self.no_loose(node) {
                        self.keep(asks.key, asks.lose(), begun);
                    }
                } else if found.of_class {
                    self.keep_answer(node, asks, answer, begun);
                }
            }
            self.three_keep(node, class, found, begun, |worker, asked| {
                Known::wins_below(worker.three_wins_below(asked, node, answer))
            });
            return Ok(found);
        }
        let mut of_class = answered.of_class;
        // If all leads lose in all positions of the class, the loose answers lose too, since each
        // of them is also a lead.
        if of_class && class.is_some() && node.on_partner() && !only_pass {
            of_class = self.loses_loosely(node, depth)?;
        }
        if let Some(asks) = asks.filter(|_| of_class && !only_pass) {
            self.keep(asks.key, asks.lose(), begun);
        }
        let found = Found { won: false, of_class };
        self.three_keep(node, class, found, begun, |_, asked| Known::loses_from(asked.threshold));
        Ok(found)
    }

    /// Returns the bound for a winning answer. The answer wins at all thresholds below the bound.
    fn three_wins_below(&self, asked: &Asked, node: &Node, answer: Move) -> u32 {
        if answer.is_pass() {
            // A pass of the last seat to answer gives the lead to the owner, regardless of the move
            // on the table.
            if next(node.turn) == node.owner { ALWAYS } else { asked.threshold + 1 }
        } else if !asked.bounded {
            asked.threshold + 1
        } else if Group::of(answer.shape) != asked.group {
            if answer.is_bomb_or_rocket() { ALWAYS } else { asked.threshold + 1 }
        } else if self.rules.compares_by_attached(answer.shape) {
            asked.threshold + 1
        } else {
            asked.ranks.at_least_up_to(answer.shape.rank())
        }
    }

    /// Stores that the given answer wins in all positions of the class.
    fn keep_answer(&mut self, node: &Node, asks: Asks, answer: Move, begun: u64) {
        let known = if Group::of(answer.shape) == Group::of(node.on.shape) {
            asks.win(node.linked(), node.turn, answer.shape.rank(), self.options.runs)
        } else if answer.is_bomb_or_rocket() {
            Known::wins_below(ALWAYS)
        } else {
            return;
        };
        self.keep(asks.key, known, begun);
    }

    /// Returns whether this position has every answer that exists in some position of the class.
    fn no_loose(&self, node: &Node) -> bool {
        !node.on_partner()
            || self.three_answers(node, node.turn).of_kind
                & !self.rules.answers(node.mover(), node.on.shape).of_kind
                == 0
    }

    /// Returns the lowest rank that counts as high in the move ordering: for the landlord, the
    /// third highest rank of the peasants; for a peasant, the ten.
    const fn high(node: &Node) -> u32 {
        /// The ten.
        const OF_PEASANTS: u32 = 7;
        if node.turn == 0 { gaps::third_highest(node.hands[1], node.hands[2]) } else { OF_PEASANTS }
    }

    /// Returns whether the loose answers that exist only in other positions of the node's class all
    /// lose in the whole class. (A loose answer beats the partner's move from the same gap; see
    /// `gaps.rs`.)
    fn loses_loosely(&mut self, node: &Node, depth: usize) -> Result<bool, Halt> {
        let on = node.on.shape;
        let answers = self.rules.answers(node.mover(), on);
        let others = self.three_answers(node, node.turn).of_kind & !answers.of_kind;
        if others == 0 {
            return Ok(true);
        }
        let mut frame = self.frame(depth);
        self.rules.leads(node.mover(), &mut frame.generated);
        let mut lost = Ok(true);
        for &mv in &frame.generated {
            let may = Group::of(mv.shape) == Group::of(on) && others >> (4 * mv.shape.rank()) & 1 != 0;
            if !may {
                continue;
            }
            let after = node.played(mv);
            lost = if after.hands[node.turn].is_empty() {
                Ok(false)
            } else {
                self.three(after, depth + 1)
                    .map(|found| found.seen_by(node.turn, after.turn))
                    .map(|found| !found.won && found.of_class)
            };
            if lost != Ok(true) {
                break;
            }
        }
        self.memory.frames[depth] = frame;
        lost
    }

    /// Searches the generated moves, the pass last. Returns three values: the first winning move,
    /// or `None` if no move wins; the result of the node; and whether all moves with cards are
    /// known to lose in all positions of the node's class. (See `gaps.rs`.)
    fn three_any(
        &mut self,
        node: &Node,
        frame: &mut Frame,
        depth: usize,
    ) -> Result<(Option<Move>, Found, bool), Halt> {
        // Dominance is used only for the landlord. It assumes that of two cards, the one that fewer
        // cards beat is at least as good. A peasant may want the partner to beat the card.
        let passes = usize::from(!node.leads()).min(frame.generated.len());
        self.order(node.mover(), frame, passes, self.options.dominance && node.turn == 0, Self::high(node));
        if !node.leads() {
            frame.ordered.push((u32::MAX, Move::PASS));
        }
        let mut of_class = true;
        frame.nodes.clear();
        for at in 0..frame.ordered.len() {
            let (_, mv) = frame.ordered[at];
            let mut after = if mv.is_pass() { node.passed() } else { node.played(mv) };
            if after.hands[node.turn].is_empty() {
                return Ok((Some(mv), Found { won: true, of_class: true }, false));
            }
            self.skip_passes(&mut after);
            after.none_alone = mv.is_pass() && node.turn != 0;
            if let Some(found) = self.three_at_once(&after) {
                let found = found.seen_by(node.turn, after.turn);
                if found.won {
                    return Ok((Some(mv), found, false));
                }
                of_class &= found.of_class;
            } else {
                frame.nodes.push((mv, after, None));
            }
        }
        // Classes are computed only after this loop, since they are not needed if a move wins at
        // once.
        for (_, after, class) in &mut frame.nodes {
            *class = self.class(after);
        }
        if self.options.look_ahead
            && let Some((mv, found)) = self.three_look_ahead(node, &mut frame.nodes, &mut of_class)
        {
            return Ok((Some(mv), found, false));
        }
        let (count, mut at) = (frame.nodes.len(), 0);
        while let Some(&(mv, mut after, mut class)) = frame.nodes.get(at) {
            at += 1;
            // The look-ahead has looked up all nodes. Nodes after the first are looked up again,
            // since the search of an earlier move may have stored their results in the meantime.
            let fresh = at > 1 || !self.options.look_ahead;
            if let Some(found) = self.three_known(&mut after, &mut class, fresh, true) {
                let found = found.seen_by(node.turn, after.turn);
                if found.won {
                    let all_lose = of_class && mv.is_pass() && at >= frame.nodes.len();
                    return Ok((Some(mv), found, all_lose));
                }
                of_class &= found.of_class;
                continue;
            }
            let shared = class.filter(|_| self.shares && depth < SHARED_DEPTH);
            if let Some(class) = shared {
                // Nodes that are deferred are appended to the list.
                if (2..=count).contains(&at) && self.control.busy.contains(class.key) {
                    frame.nodes.push((mv, after, Some(class)));
                    continue;
                }
                self.control.busy.enter(class.key);
            }
            let found = self.three_choices(&after, class, depth + 1);
            if let Some(class) = shared {
                self.control.busy.leave(class.key);
            }
            let found = found?.seen_by(node.turn, after.turn);
            if found.won {
                return Ok((Some(mv), found, of_class && mv.is_pass() && at >= frame.nodes.len()));
            }
            of_class &= found.of_class;
        }
        Ok((None, Found { won: false, of_class }, of_class))
    }

    /// Returns the first move that wins according to the table. If there is none, removes the moves
    /// that lose according to the table.
    fn three_look_ahead(
        &mut self,
        node: &Node,
        nodes: &mut Vec<(Move, Node, Option<Class>)>,
        of_class: &mut bool,
    ) -> Option<(Move, Found)> {
        let classes = nodes.iter().filter_map(|(_, _, class)| class.as_ref());
        self.table
            .fetch(classes.flat_map(|class| [Some(class.key), class.answers.map(|asks| asks.key)]).flatten());
        let mut won = None;
        nodes.retain_mut(|(mv, after, class)| {
            if won.is_some() {
                return true;
            }
            let Some(found) = self.three_known(after, class, true, false) else { return true };
            let found = found.seen_by(node.turn, after.turn);
            if found.won {
                won = Some((*mv, found));
            } else {
                *of_class &= found.of_class;
            }
            false
        });
        won
    }
}
