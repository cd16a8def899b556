//! Two hands.
//!
//! A node is the mover's hand, the other hand, and the move on the table; it is won if one of the mover's
//! moves leads to a node that is lost.

use super::super::key::{ALWAYS, Group, Key, Known, Ranks, State};
use super::frame::{Alike, Frame, Look};
use super::{Halt, Memory, Worker};
use crate::moves::Shape;
use crate::{Hand, Kind, Move};

/// A node that follows, as the table sees it.
#[derive(Clone, Copy)]
struct Following {
    key: Key,
    group: Group,
    threshold: u32,
    /// The ranks that the threshold counts.
    ranks: Ranks,
}

impl Worker<'_> {
    /// Whether the mover, who has the first hand, wins.
    pub(in super::super) fn two(
        &mut self,
        mut mover: Hand,
        mut other: Hand,
        mut on: Move,
        depth: usize,
    ) -> Result<bool, Halt> {
        // Who can only pass gives the lead to the other: no node of its own.
        let mut swapped = false;
        if !on.is_pass() && self.rules.answers(mover, on.shape).are_none() {
            (mover, other, on) = (other, mover, Move::PASS);
            swapped = true;
        }
        Ok(self.two_choices(mover, other, on, depth)? != swapped)
    }

    /// The same where the mover has a choice, or leads.
    fn two_choices(&mut self, mover: Hand, other: Hand, on: Move, depth: usize) -> Result<bool, Halt> {
        if self.two_at_once(mover, on) {
            return Ok(true);
        }
        self.count(depth)?;
        let ranks = self.ranks([mover, other, Hand::EMPTY]);
        let lead = ranks.lead(State::TWO);
        if on.is_pass() {
            return match self.table.get(lead).at(0) {
                Some(known) => Ok(known),
                None => self.two_leads(mover, other, lead, depth),
            };
        }
        let following = self.following(mover, other, on.shape, ranks);
        if let Some(known) = self.table.get(following.key).at(following.threshold) {
            return Ok(known);
        }
        self.two_follows(mover, other, on, ranks, following, depth)
    }

    fn following(&self, mover: Hand, other: Hand, on: Shape, mut ranks: Ranks) -> Following {
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
        if self.ideas.bounds {
            Following { key, group, threshold, ranks }
        } else {
            Following { key: key.at(threshold), group, threshold: 0, ranks }
        }
    }

    fn two_leads(&mut self, mover: Hand, other: Hand, key: Key, depth: usize) -> Result<bool, Halt> {
        let begun = self.nodes;
        let mut frame = self.frame(depth);
        self.rules.leads(mover, &mut frame.generated);
        let found = self.two_any(mover, other, &mut frame, 0, depth);
        self.memory.frames[depth] = frame;
        let won = found?.is_some();
        let known = if won { Known::wins_below(ALWAYS) } else { Known::loses_from(0) };
        self.keep(key, known, begun);
        Ok(won)
    }

    fn two_follows(
        &mut self,
        mover: Hand,
        other: Hand,
        on: Move,
        ranks: Ranks,
        following: Following,
        depth: usize,
    ) -> Result<bool, Halt> {
        let begun = self.nodes;
        let lead = ranks.lead(State::TWO);
        let Following { key, threshold, .. } = following;
        // To play on something leads to where a lead with the same move does. If no lead wins, no answer
        // does.
        let only_pass = self.ideas.transfer && self.table.get(lead).at(0) == Some(false);
        let mut tried_pass = false;
        if !only_pass && self.ideas.transfer {
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
            let found = self.two_any(mover, other, &mut frame, 1, depth);
            self.memory.frames[depth] = frame;
            if let Some(answer) = found? {
                let known = Known::wins_below(self.wins_below(answer, following));
                self.keep(key, known, begun);
                if self.ideas.transfer {
                    self.keep(lead, Known::wins_below(ALWAYS), begun);
                }
                return Ok(true);
            }
        }
        let won = !tried_pass && !self.two(other, mover, Move::PASS, depth + 1)?;
        // A pass wins whatever was on the table.
        let known = if won { Known::wins_below(ALWAYS) } else { Known::loses_from(threshold) };
        self.keep(key, known, begun);
        Ok(won)
    }

    /// Up to which threshold a winning answer wins.
    fn wins_below(&self, answer: Move, following: Following) -> u32 {
        if Group::of(answer.shape) != following.group {
            // A bomb, or for `DouZero` a chain that stands in.
            return if answer.is_bomb_or_rocket() { ALWAYS } else { following.threshold + 1 };
        }
        if !self.ideas.bounds || self.rules.compares_by_attached(answer.shape) {
            following.threshold + 1
        } else {
            following.ranks.at_least_up_to(answer.shape.rank())
        }
    }

    /// The first of the moves generated that wins; `skip` of them are left out.
    fn two_any(
        &mut self,
        mover: Hand,
        other: Hand,
        frame: &mut Frame,
        skip: usize,
        depth: usize,
    ) -> Result<Option<Move>, Halt> {
        self.order(mover, frame, skip, self.ideas.dominance);
        for at in 0..frame.ordered.len() {
            // The first move wins more often than not; only if it does not is it worth the time to look at
            // all others.
            if at == 1
                && self.ideas.look_ahead
                && let Some(found) = self.two_look_ahead(mover, other, frame)
            {
                return Ok(Some(found));
            }
            let (_, mv) = frame.ordered[at];
            let left = rest(mover, mv);
            if left.is_empty() || !self.two(other, left, mv, depth + 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The first move but the first of all that wins by what the table knows.
    fn two_look_ahead(&mut self, mover: Hand, other: Hand, frame: &mut Frame) -> Option<Move> {
        frame.looks.clear();
        for (at, &(_, mv)) in frame.ordered.iter().enumerate().skip(1) {
            match self.two_look(other, rest(mover, mv), mv, at as u32) {
                Ok(look) => frame.looks.push(look),
                Err(true) => return Some(mv),
                Err(false) => {}
            }
        }
        self.look_up(frame)
    }

    /// What to ask the table about the node that a move leads to; or whether the move wins, where that is
    /// plain.
    fn two_look(&mut self, mut mover: Hand, mut other: Hand, mut on: Move, at: u32) -> Result<Look, bool> {
        if other.is_empty() {
            return Err(true);
        }
        let mut same = false;
        if self.rules.answers(mover, on.shape).are_none() {
            (mover, other, on) = (other, mover, Move::PASS);
            same = true;
            if self.fewest(mover) == 1 {
                return Err(true);
            }
        }
        let ranks = self.ranks([mover, other, Hand::EMPTY]);
        if on.is_pass() {
            return Ok(Look { key: ranks.lead(State::TWO), threshold: 0, at, same });
        }
        let Following { key, threshold, .. } = self.following(mover, other, on.shape, ranks);
        Ok(Look { key, threshold, at, same })
    }
}

impl Worker<'_> {
    /// What to ask the table about a node; or whether the mover wins, where that is plain.
    pub(super) fn two_asked(&mut self, mut mover: Hand, mut other: Hand, mut on: Move) -> Result<Look, bool> {
        let mut same = true;
        if !on.is_pass() && self.rules.answers(mover, on.shape).are_none() {
            (mover, other, on) = (other, mover, Move::PASS);
            same = false;
        }
        if self.two_at_once(mover, on) {
            return Err(same);
        }
        let ranks = self.ranks([mover, other, Hand::EMPTY]);
        if on.is_pass() {
            return Ok(Look { key: ranks.lead(State::TWO), threshold: 0, at: 0, same });
        }
        let Following { key, threshold, .. } = self.following(mover, other, on.shape, ranks);
        Ok(Look { key, threshold, at: 0, same })
    }

    /// Whether the mover can play all his cards now.
    fn two_at_once(&mut self, mover: Hand, on: Move) -> bool {
        self.fewest(mover) == 1
            && (on.is_pass() || self.rules.classify(mover).is_some_and(|last| last.beats(on)))
    }
}

/// What is left of a hand, of which the move is one.
#[inline]
pub(super) fn rest(hand: Hand, mv: Move) -> Hand {
    Hand::from_valid_bits(hand.bits() - mv.cards().bits())
}

impl Worker<'_> {
    /// The first move that wins by what the table knows of where it leads to.
    pub(super) fn look_up(&self, frame: &Frame) -> Option<Move> {
        self.table.fetch(frame.looks.iter().map(|look| look.key));
        let wins = |look: &&Look| self.table.get(look.key).at(look.threshold) == Some(look.same);
        frame.looks.iter().find(wins).map(|look| frame.ordered[look.at as usize].1)
    }

    /// Puts the moves generated in order, all but the first few, and leaves out what is no better than
    /// another.
    pub(super) fn order(&mut self, mover: Hand, frame: &mut Frame, skip: usize, dominance: bool) {
        let alike = Alike::new(mover);
        frame.ordered.clear();
        for &mv in &frame.generated[skip..] {
            if dominance && alike.dominates(mv) {
                continue;
            }
            let score = if self.ideas.order {
                let left = rest(mover, mv);
                self.fewest(left) << 8 | Memory::few_cards(mv)
            } else {
                0
            };
            frame.ordered.push((score, mv));
        }
        if self.ideas.order {
            frame.ordered.sort_by_key(|&(score, _)| score);
        }
    }

    pub(super) fn keep(&mut self, key: Key, known: Known, begun: u64) {
        self.kept += self.table.put(key, known, self.nodes - begun);
    }
}
