//! Three hands.
//!
//! A node is the three hands, the landlord's first, whose turn it is, the move on the table, and who played
//! it. The landlord's nodes are won if one of his moves leads to a node that the peasants lose; a peasant's,
//! if one of his leads to a node that the peasants win or the landlord loses.

use super::super::key::{ALWAYS, Group, Key, Known, Ranks, State};
use super::frame::{Frame, Look};
use super::two::rest;
use super::{Halt, Worker};
use crate::{Hand, Kind, Move};

/// A position of three, as seats count from the landlord: 0 the landlord, 1 the next, 2 the last.
#[derive(Clone, Copy)]
pub(in super::super) struct Node {
    pub(in super::super) hands: [Hand; 3],
    pub(in super::super) turn: usize,
    /// Who played `on`; the seat to move itself where it leads.
    pub(in super::super) owner: usize,
    pub(in super::super) on: Move,
}

const fn next(seat: usize) -> usize {
    if seat == 2 { 0 } else { seat + 1 }
}

/// Whether two seats play together.
const fn together(one: usize, other: usize) -> bool {
    (one == 0) == (other == 0)
}

/// What the table is asked about a node that follows.
#[derive(Clone, Copy)]
struct Following {
    key: Key,
    group: Group,
    threshold: u32,
    /// What is known holds for other thresholds too.
    bounded: bool,
}

impl Node {
    const fn leads(&self) -> bool {
        self.on.is_pass()
    }

    fn mover(&self) -> Hand {
        self.hands[self.turn]
    }

    /// After a pass.
    fn passed(mut self) -> Self {
        self.turn = next(self.turn);
        if self.turn == self.owner {
            self.on = Move::PASS;
        }
        self
    }

    /// After a move with cards.
    fn played(mut self, mv: Move) -> Self {
        self.hands[self.turn] = rest(self.hands[self.turn], mv);
        self.owner = self.turn;
        self.on = mv;
        self.turn = next(self.turn);
        self
    }
}

impl Worker<'_> {
    /// Whether the side to move wins.
    pub(in super::super) fn three(&mut self, mut node: Node, depth: usize) -> Result<bool, Halt> {
        // Who can only pass has no node of his own.
        let asked = node.turn;
        self.skip_passes(&mut node);
        Ok(self.three_choices(&node, depth)? == together(asked, node.turn))
    }

    #[inline]
    fn skip_passes(&self, node: &mut Node) {
        while !node.leads() && self.rules.answers(node.mover(), node.on.shape).are_none() {
            *node = node.passed();
        }
    }

    /// Whether the mover can play all his cards now.
    fn three_at_once(&mut self, node: &Node) -> bool {
        let mover = node.mover();
        self.fewest(mover) == 1
            && (node.leads() || self.rules.classify(mover).is_some_and(|last| last.beats(node.on)))
    }

    fn three_choices(&mut self, node: &Node, depth: usize) -> Result<bool, Halt> {
        if self.three_at_once(node) {
            return Ok(true);
        }
        self.count(depth)?;
        let ranks = self.ranks(node.hands);
        if node.leads() {
            let key = ranks.lead(State::leads(node.turn));
            return match self.table.get(key).at(0) {
                Some(known) => Ok(known),
                None => self.three_leads(node, key, depth),
            };
        }
        let following = self.three_following(node, ranks);
        match self.table.get(following.key).at(following.threshold) {
            Some(known) => Ok(known),
            None => self.three_follows(node, ranks, following, depth),
        }
    }

    fn three_following(&self, node: &Node, ranks: Ranks) -> Following {
        let Node { hands, turn, owner, on } = *node;
        let mine = self.rules.answers(hands[turn], on.shape);
        let after = next(turn);
        // The seat after the next one is the owner, unless the next one is.
        let (mut of_kind, mut too_low) = (mine.of_kind, mine.too_low);
        let mut one_side = !together(turn, owner);
        if after != owner {
            let theirs = self.rules.answers(hands[after], on.shape);
            of_kind |= theirs.of_kind;
            too_low |= theirs.too_low;
            one_side &= !together(after, owner);
        }
        let (group, threshold) = if of_kind == 0 && !matches!(on.kind(), Kind::Bomb) {
            (Group::BOMBS, 0)
        } else if self.rules.compares_by_attached(on.shape) {
            (Group::of(on.shape), ranks.up_to(on.shape.defence()))
        } else {
            (Group::of(on.shape), ranks.up_to_highest(too_low))
        };
        let bounded = one_side && self.ideas.bounds;
        let key = ranks.follow(State::follows(turn, owner), group);
        if bounded {
            Following { key, group, threshold, bounded }
        } else {
            Following { key: key.at(threshold), group, threshold: 0, bounded }
        }
    }

    fn three_leads(&mut self, node: &Node, key: Key, depth: usize) -> Result<bool, Halt> {
        let begun = self.nodes;
        let won = if let Some(won) = self.beaten_alone(node, depth)? {
            won
        } else {
            let mut frame = self.frame(depth);
            self.rules.leads(node.mover(), &mut frame.generated);
            let found = self.three_any(node, &mut frame, 0, depth);
            self.memory.frames[depth] = frame;
            found?.is_some()
        };
        let known = if won { Known::wins_below(ALWAYS) } else { Known::loses_from(0) };
        self.keep(key, known, begun);
        Ok(won)
    }

    /// Whether the peasants win because one of them beats the landlord while the other always passes: who
    /// wins then, as the mover sees it.
    fn beaten_alone(&mut self, node: &Node, depth: usize) -> Result<Option<bool>, Halt> {
        if !self.ideas.alone {
            return Ok(None);
        }
        let Node { hands, turn, owner, on } = *node;
        for peasant in [1, 2] {
            let partner = 3 - peasant;
            // The partner would have to lead.
            if node.leads() && turn == partner || !node.leads() && owner == partner {
                continue;
            }
            // The partner passes; after him the owner leads, or somebody else answers.
            let (first, on) = match next(turn) {
                _ if turn != partner => (turn, on),
                after if after == owner => (after, Move::PASS),
                after => (after, on),
            };
            let peasant_wins = if first == 0 {
                !self.two(hands[0], hands[peasant], on, depth + 1)?
            } else {
                self.two(hands[peasant], hands[0], on, depth + 1)?
            };
            if peasant_wins {
                return Ok(Some(turn != 0));
            }
        }
        Ok(None)
    }

    fn three_follows(
        &mut self,
        node: &Node,
        ranks: Ranks,
        following: Following,
        depth: usize,
    ) -> Result<bool, Halt> {
        let begun = self.nodes;
        let lead = ranks.lead(State::leads(node.turn));
        let Following { key, threshold, bounded, .. } = following;
        if let Some(won) = self.beaten_alone(node, depth)? {
            let known = if won { Known::wins_below(threshold + 1) } else { Known::loses_from(threshold) };
            self.keep(key, known, begun);
            return Ok(won);
        }
        // To play on something leads to where a lead with the same move does. If no lead wins, no answer
        // does.
        let only_pass = self.ideas.transfer && self.table.get(lead).at(0) == Some(false);
        let passed = node.passed();
        let last_to_answer = passed.leads();
        let pass_wins = |known| known == together(node.turn, passed.turn);
        let pass_known = if self.ideas.transfer { self.three_known(passed, node.turn) } else { None };
        let wins_below_by_pass = if last_to_answer { ALWAYS } else { threshold + 1 };
        if pass_known == Some(true) {
            self.keep(key, Known::wins_below(wins_below_by_pass), begun);
            return Ok(true);
        }
        if !only_pass {
            let mut frame = self.frame(depth);
            self.rules.follows(node.mover(), node.on, &mut frame.generated);
            let found = self.three_any(node, &mut frame, 1, depth);
            self.memory.frames[depth] = frame;
            if let Some(answer) = found? {
                let wins_below = if !bounded {
                    threshold + 1
                } else if Group::of(answer.shape) != following.group {
                    if answer.is_bomb_or_rocket() { ALWAYS } else { threshold + 1 }
                } else if self.rules.compares_by_attached(answer.shape) {
                    threshold + 1
                } else {
                    ranks.up_to(answer.shape.rank())
                };
                self.keep(key, Known::wins_below(wins_below), begun);
                if self.ideas.transfer {
                    self.keep(lead, Known::wins_below(ALWAYS), begun);
                }
                return Ok(true);
            }
        }
        let won = match pass_known {
            Some(won) => won,
            None => pass_wins(self.three(passed, depth + 1)?),
        };
        let known = if won { Known::wins_below(wins_below_by_pass) } else { Known::loses_from(threshold) };
        self.keep(key, known, begun);
        Ok(won)
    }

    /// The first of the moves generated that wins; `skip` of them are left out.
    fn three_any(
        &mut self,
        node: &Node,
        frame: &mut Frame,
        skip: usize,
        depth: usize,
    ) -> Result<Option<Move>, Halt> {
        // A peasant may want his partner to beat what he attaches a card to.
        self.order(node.mover(), frame, skip, self.ideas.dominance && node.turn == 0);
        let wins = |known, after: &Node| known == together(node.turn, after.turn);
        for at in 0..frame.ordered.len() {
            if at == 1
                && self.ideas.look_ahead
                && let Some(found) = self.three_look_ahead(node, frame)
            {
                return Ok(Some(found));
            }
            let (_, mv) = frame.ordered[at];
            let after = node.played(mv);
            if after.hands[node.turn].is_empty() || wins(self.three(after, depth + 1)?, &after) {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The first move but the first of all that wins by what the table knows.
    fn three_look_ahead(&mut self, node: &Node, frame: &mut Frame) -> Option<Move> {
        frame.looks.clear();
        for (at, &(_, mv)) in frame.ordered.iter().enumerate().skip(1) {
            let after = node.played(mv);
            if after.hands[node.turn].is_empty() {
                return Some(mv);
            }
            match self.three_look(after, node.turn, at as u32) {
                Ok(look) => frame.looks.push(look),
                Err(true) => return Some(mv),
                Err(false) => {}
            }
        }
        self.look_up(frame)
    }

    /// What the table knows of a node, as a seat sees it.
    fn three_known(&mut self, node: Node, seat: usize) -> Option<bool> {
        match self.three_look(node, seat, 0) {
            Ok(look) => self.table.get(look.key).at(look.threshold).map(|won| won == look.same),
            Err(won) => Some(won),
        }
    }

    /// What to ask the table about a node; or whether the seat wins, where that is plain.
    fn three_look(&mut self, mut node: Node, seat: usize, at: u32) -> Result<Look, bool> {
        self.skip_passes(&mut node);
        let same = together(seat, node.turn);
        if self.three_at_once(&node) {
            return Err(same);
        }
        let ranks = self.ranks(node.hands);
        if node.leads() {
            return Ok(Look { key: ranks.lead(State::leads(node.turn)), threshold: 0, at, same });
        }
        let Following { key, threshold, .. } = self.three_following(&node, ranks);
        Ok(Look { key, threshold, at, same })
    }
}
