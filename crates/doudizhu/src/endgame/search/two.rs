//! Search with two hands.
//!
//! A node consists of the hand of the seat to move, the other hand, and the move on the table. The
//! seat to move wins a node if one of its moves leads to a node that the other seat loses.

use super::super::key::{ALWAYS, Group, Key, Known, Ranks, State};
use super::frame::{Alike, Frame};
use super::{Halt, Memory, Worker};
use crate::moves::Shape;
use crate::{Hand, Kind, Move};

/// A two-hand position and its key. The seat to move has a choice and cannot play all its cards at
/// once. The key is computed only once, for both the look-up and the search.
#[derive(Debug, Clone, Copy)]
pub(super) struct TwoNode {
    mover: Hand,
    other: Hand,
    on: Move,
    /// The ranks of both hands, before runs of ranks are cut at the threshold.
    ranks: Ranks,
    asked: Asked,
    /// Whether `mover` is the seat to move in the requested position. If not, the seat to move in
    /// the requested position can only pass, and the node is the position after this pass.
    same: bool,
}

/// The key of a node for the table, and the data for reading and writing its bounds.
#[derive(Debug, Clone, Copy)]
struct Asked {
    key: Key,
    /// The group of the move on the table, as in the key.
    group: Group,
    threshold: u32,
    /// The ranks to which the threshold refers.
    ranks: Ranks,
}

impl TwoNode {
    /// Returns the key of the node's table entry.
    pub(super) const fn key(&self) -> Key {
        self.asked.key
    }
}

/// If both hands together have fewer cards than this, the first move is searched before the other
/// moves are looked up: it mostly wins, and its search is short.
const LEAST_CARDS: u32 = 14;

impl Worker<'_> {
    /// Returns whether the seat to move, which has the first hand, wins.
    pub(in super::super) fn two(
        &mut self,
        mover: Hand,
        other: Hand,
        on: Move,
        depth: usize,
    ) -> Result<bool, Halt> {
        match self.two_node(mover, other, on) {
            Ok(node) => self.two_wins(&node, depth),
            Err(won) => Ok(won),
        }
    }

    /// Returns the node of a position. If a seat can play all its cards now, returns an error
    /// instead. The value of the error is whether the seat to move wins.
    pub(super) fn two_node(
        &mut self,
        mut mover: Hand,
        mut other: Hand,
        mut on: Move,
    ) -> Result<TwoNode, bool> {
        // A seat that can only pass gives the lead to the other seat and needs no node of its own.
        let mut same = true;
        if !on.is_pass() && self.rules.answers(mover, on.shape).are_none() {
            (mover, other, on) = (other, mover, Move::PASS);
            same = false;
        }
        if self.two_at_once(mover, on) {
            return Err(same);
        }
        let ranks = self.ranks([mover, other, Hand::EMPTY]);
        let asked = if on.is_pass() {
            Asked { key: ranks.lead(State::TWO), group: Group::NONE, threshold: 0, ranks }
        } else {
            self.two_asked(mover, other, on.shape, ranks)
        };
        Ok(TwoNode { mover, other, on, ranks, asked, same })
    }

    /// Returns whether the seat to move can play all its cards now.
    fn two_at_once(&mut self, mover: Hand, on: Move) -> bool {
        self.fewest(mover) == 1
            && (on.is_pass() || self.rules.classify(mover).is_some_and(|last| last.beats(on)))
    }

    fn two_asked(&self, mover: Hand, other: Hand, on: Shape, mut ranks: Ranks) -> Asked {
        let answers = self.rules.answers(mover, on);
        let exact = self.rules.compares_by_attached(on);
        let (group, threshold) = if answers.of_kind == 0 && !matches!(on.kind(), Kind::Bomb) {
            (Group::BOMBS, 0)
        } else if exact {
            (Group::of(on), ranks.up_to(on.defence()))
        } else {
            ranks = ranks.cut_behind([mover, other, Hand::EMPTY], answers.too_low);
            (Group::of(on), ranks.up_to_highest(answers.too_low))
        };
        let key = ranks.follow(State::TWO, group);
        if self.options.bounds {
            Asked { key, group, threshold, ranks }
        } else {
            Asked { key: key.at(threshold), group, threshold: 0, ranks }
        }
    }

    /// Returns whether the seat to move in the requested position wins, if the table has the
    /// result.
    #[inline]
    pub(super) fn two_known(&self, node: &TwoNode) -> Option<bool> {
        self.table.get(node.asked.key).at(node.asked.threshold).map(|won| won == node.same)
    }

    /// Returns whether the seat to move in the requested position wins.
    pub(super) fn two_wins(&mut self, node: &TwoNode, depth: usize) -> Result<bool, Halt> {
        self.count(depth)?;
        if let Some(known) = self.two_known(node) {
            return Ok(known);
        }
        let won =
            if node.on.is_pass() { self.two_leads(node, depth)? } else { self.two_follows(node, depth)? };
        Ok(won == node.same)
    }

    fn two_leads(&mut self, node: &TwoNode, depth: usize) -> Result<bool, Halt> {
        let begun = self.nodes;
        let mut frame = self.frame(depth);
        self.rules.leads(node.mover, &mut frame.generated);
        let found = self.two_any(node, &mut frame, 0, depth);
        self.memory.frames[depth] = frame;
        let won = found?.is_some();
        let known = if won { Known::wins_below(ALWAYS) } else { Known::loses_from(0) };
        self.keep(node.asked.key, known, begun);
        Ok(won)
    }

    fn two_follows(&mut self, node: &TwoNode, depth: usize) -> Result<bool, Halt> {
        let TwoNode { mover, other, on, ranks, asked, .. } = *node;
        let begun = self.nodes;
        let lead = ranks.lead(State::TWO);
        let Asked { key, threshold, .. } = asked;
        // An answer leads to the same position as a lead with the same move. So if no lead wins, no
        // answer wins.
        let only_pass = self.options.transfer && self.table.get(lead).at(0) == Some(false);
        let mut tried_pass = false;
        if !only_pass && self.options.transfer {
            let others_lead = self.ranks([other, mover, Hand::EMPTY]).lead(State::TWO);
            match self.table.get(others_lead).at(0) {
                Some(false) => {
                    self.keep(key, Known::wins_below(ALWAYS), begun);
                    return Ok(true);
                }
                Some(true) => tried_pass = true,
                None => {}
            }
        }
        if !only_pass {
            let mut frame = self.frame(depth);
            self.rules.follows(mover, on, &mut frame.generated);
            let found = self.two_any(node, &mut frame, 1, depth);
            self.memory.frames[depth] = frame;
            if let Some(answer) = found? {
                let known = Known::wins_below(self.wins_below(answer, &asked));
                self.keep(key, known, begun);
                if self.options.transfer {
                    self.keep(lead, Known::wins_below(ALWAYS), begun);
                }
                return Ok(true);
            }
        }
        let won = !tried_pass && !self.two(other, mover, Move::PASS, depth + 1)?;
        // A pass that wins does so against every move on the table.
        let known = if won { Known::wins_below(ALWAYS) } else { Known::loses_from(threshold) };
        self.keep(key, known, begun);
        Ok(won)
    }

    /// Returns the bound for a winning answer. The answer wins at all thresholds below the bound.
    fn wins_below(&self, answer: Move, asked: &Asked) -> u32 {
        if Group::of(answer.shape) != asked.group {
            // The answer is a bomb or the rocket. Under `DouZero`'s rules it can also be a chain of
            // four trios that counts as an airplane.
            return if answer.is_bomb_or_rocket() { ALWAYS } else { asked.threshold + 1 };
        }
        if !self.options.bounds || self.rules.compares_by_attached(answer.shape) {
            asked.threshold + 1
        } else {
            asked.ranks.at_least_up_to(answer.shape.rank())
        }
    }

    /// Searches the generated moves except the first `skip` moves. Returns the first winning move.
    fn two_any(
        &mut self,
        node: &TwoNode,
        frame: &mut Frame,
        skip: usize,
        depth: usize,
    ) -> Result<Option<Move>, Halt> {
        let (mover, other) = (node.mover, node.other);
        self.order(mover, frame, skip, self.options.dominance, Memory::HIGH);
        frame.children.clear();
        let mut looked_at = 0;
        if !self.options.look_ahead || mover.len() + other.len() < LEAST_CARDS {
            let ahead = if self.options.look_ahead { 1 } else { frame.ordered.len() };
            for &(_, mv) in frame.ordered.iter().take(ahead) {
                looked_at += 1;
                if self.two_move_wins(node, mv, depth)? {
                    return Ok(Some(mv));
                }
            }
        }
        // Looks up the moves that have not been searched. Returns the first move that is known to
        // win, and drops the moves that are known to lose.
        for &(_, mv) in &frame.ordered[looked_at..] {
            let left = rest(mover, mv);
            if left.is_empty() {
                return Ok(Some(mv));
            }
            match self.two_node(other, left, mv) {
                Ok(child) => frame.children.push((mv, child)),
                Err(true) => {}
                Err(false) => return Ok(Some(mv)),
            }
        }
        self.table.fetch(frame.children.iter().map(|(_, child)| child.key()));
        let mut won = None;
        frame.children.retain(|(mv, child)| {
            let known = self.two_known(child);
            if known == Some(false) && won.is_none() {
                won = Some(*mv);
            }
            known.is_none()
        });
        if won.is_some() {
            return Ok(won);
        }
        for (at, &(mv, child)) in frame.children.iter().enumerate() {
            // The search of an earlier move may have stored the result of this move.
            let known = if at > 0 { self.two_known(&child) } else { None };
            let wins = match known {
                Some(known) => known,
                None => self.two_wins(&child, depth + 1)?,
            };
            if !wins {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Returns whether a move wins.
    fn two_move_wins(&mut self, node: &TwoNode, mv: Move, depth: usize) -> Result<bool, Halt> {
        let left = rest(node.mover, mv);
        Ok(left.is_empty() || !self.two(node.other, left, mv, depth + 1)?)
    }
}

/// Returns the rest of a hand after a move from it.
#[inline]
pub(super) fn rest(hand: Hand, mv: Move) -> Hand {
    Hand::from_valid_bits(hand.bits() - mv.cards().bits())
}

impl Worker<'_> {
    /// Sorts the generated moves. Omits the first `skip` moves. If `dominance` is true, also omits
    /// dominated moves.
    pub(super) fn order(&mut self, mover: Hand, frame: &mut Frame, skip: usize, dominance: bool, high: u32) {
        let alike = Alike::new(mover);
        frame.ordered.clear();
        for &mv in &frame.generated[skip..] {
            if dominance && alike.dominates(mv) {
                continue;
            }
            let score = if self.options.order {
                let left = rest(mover, mv);
                self.fewest(left) << 8 | Memory::tie_break(mv, high)
            } else {
                0
            };
            frame.ordered.push((score, mv));
        }
        if self.options.order {
            frame.ordered.sort_by_key(|&(score, _)| score);
        }
    }

    pub(super) fn keep(&mut self, key: Key, known: Known, begun: u64) {
        self.kept += self.table.put(key, known, self.nodes - begun);
    }
}
