//! Whole strategies as trees.

use std::fmt::Write as _;

use thiserror::Error;

use crate::codeword::{Codeword, CodewordError};
use crate::feedback::Feedback;
use crate::game::Game;
use crate::kernels::packed::score;

/// A guess, and what to guess after each answer but the last.
///
/// Read from data, nodes of more than 64 guesses one after the other are refused: no game takes so many, and
/// reading them would take a stack that no thread has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Node {
    /// The guess.
    pub guess: Codeword,
    /// What follows each answer that some secret gives, most black first, then most white; without the answer
    /// that ends the game.
    pub then: Vec<(Feedback, Self)>,
}

impl Node {
    /// The turns of the longest game from here on.
    pub(super) fn turns(&self) -> u32 {
        1 + self.then.iter().map(|(_, next)| next.turns()).max().unwrap_or(0)
    }

    /// Guesses that are made at this turn, from 1. Where none comes later, each finds one secret.
    pub(super) fn at_turn(&self, turn: u32) -> u64 {
        if turn <= 1 { 1 } else { self.then.iter().map(|(_, next)| next.at_turn(turn - 1)).sum() }
    }
}

/// A strategy for a game: what to guess first, and after every answer.
///
/// ```
/// use quadrille_mastermind::{Feedback, Game, Node, Repeats, Tree};
///
/// let game = Game::new(1, 2, Repeats::Allowed)?;
/// let second = Node { guess: game.parse("2")?, then: Vec::new() };
/// let then = vec![(Feedback { black: 0, white: 0 }, second)];
/// let tree = Tree { game, root: Node { guess: game.parse("1")?, then } };
/// assert_eq!(tree.walk()?.total_turns(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The game.
    pub game: Game,
    /// The first guess, and all that follows.
    pub root: Node,
}

/// How long a strategy takes: every secret played.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Walk {
    /// Secrets found at each turn, the first turn first.
    pub histogram: Vec<u64>,
}

impl Walk {
    /// How many secrets there are.
    pub fn secrets(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// The turns of all secrets together.
    pub fn total_turns(&self) -> u64 {
        (1..).zip(&self.histogram).map(|(turn, count)| turn * count).sum()
    }

    /// The turns of the longest game.
    pub fn max_turns(&self) -> u32 {
        self.histogram.len() as u32
    }

    /// What strategies are compared by where few secrets at the last turn are asked for: smaller is better.
    pub(super) fn rank(&self) -> (u64, u32, Option<u64>) {
        (self.total_turns(), self.max_turns(), self.histogram.last().copied())
    }
}

/// Why a tree is no strategy of its game. The path is the guesses and answers before it: `1123 0,1 1456`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A guess that is no codeword of the game.
    #[error("{}: the guess: {problem}", place(path))]
    Guess {
        /// The guesses and answers before it.
        path: String,
        /// What is wrong with it.
        problem: CodewordError,
    },
    /// An answer that some secret gives is missing.
    #[error(
        "{}: nothing follows the answer {feedback}, which {secrets} secrets give, {} the first of them",
        place(path), game.show(*first)
    )]
    Missing {
        /// The guesses so far and their answers, the last one's missing.
        path: String,
        /// The game.
        game: Game,
        /// The answer.
        feedback: Feedback,
        /// How many secrets give it.
        secrets: u64,
        /// The first of them.
        first: Codeword,
    },
    /// An answer that no secret gives here.
    #[error("{}: no secret that is still possible answers {feedback}", place(path))]
    Needless {
        /// The guesses and answers so far.
        path: String,
        /// The answer.
        feedback: Feedback,
    },
    /// An answer that stands there twice.
    #[error("{}: the answer {feedback} stands there twice", place(path))]
    Twice {
        /// The guesses and answers so far.
        path: String,
        /// The answer.
        feedback: Feedback,
    },
    /// The tree goes on for longer than any sensible game.
    #[error("{}: more than {LONGEST} turns", place(path))]
    Deep {
        /// The guesses and answers so far.
        path: String,
    },
    /// So many codewords that they are not walked one by one.
    #[error("{game} has {} codewords; a tree is walked for at most {MOST}", game.codewords())]
    TooLarge {
        /// The game.
        game: Game,
    },
}

fn place(path: &str) -> String {
    if path.is_empty() { "the first guess".to_owned() } else { format!("after {path}") }
}

/// The most turns of a tree.
pub(super) const LONGEST: usize = 64;

/// The most codewords of a game whose trees are walked.
const MOST: u64 = 1 << 24;

impl Tree {
    /// Plays every secret by this tree, scoring every guess.
    ///
    /// O(codewords · turns) scores.
    ///
    /// # Errors
    /// The first guess or answer that is wrong, with the guesses and answers before it.
    pub fn walk(&self) -> Result<Walk, TreeError> {
        let game = self.game;
        if game.codewords() > MOST {
            return Err(TreeError::TooLarge { game });
        }
        let mut walk = Walk::default();
        let secrets: Vec<Codeword> = game.iter().collect();
        self.step(&self.root, &secrets, &mut Vec::new(), &mut walk)?;
        while walk.histogram.last() == Some(&0) {
            walk.histogram.pop();
        }
        Ok(walk)
    }

    fn step(
        &self,
        node: &Node,
        secrets: &[Codeword],
        path: &mut Vec<(Codeword, Feedback)>,
        walk: &mut Walk,
    ) -> Result<(), TreeError> {
        let game = self.game;
        let shown = |path: &[(Codeword, Feedback)]| {
            let rows: Vec<String> =
                path.iter().map(|&(guess, feedback)| format!("{} {feedback}", game.show(guess))).collect();
            rows.join(" ")
        };
        game.check(node.guess).map_err(|problem| TreeError::Guess { path: shown(path), problem })?;
        let here = |path: &[(Codeword, Feedback)]| {
            (shown(path) + " " + &game.show(node.guess).to_string()).trim_start().to_owned()
        };
        if path.len() >= LONGEST {
            return Err(TreeError::Deep { path: here(path) });
        }
        if walk.histogram.len() <= path.len() {
            walk.histogram.push(0);
        }
        let mut parts: Vec<Vec<Codeword>> = vec![Vec::new(); game.feedbacks()];
        for &secret in secrets {
            parts[score(secret, node.guess).index()].push(secret);
        }
        let solved = Feedback::solved(game);
        walk.histogram[path.len()] += parts[solved.index()].len() as u64;
        parts[solved.index()].clear();
        for (at, &(feedback, _)) in node.then.iter().enumerate() {
            if node.then[..at].iter().any(|&(earlier, _)| earlier == feedback) {
                return Err(TreeError::Twice { path: here(path), feedback });
            }
            if parts.get(feedback.index()).is_none_or(Vec::is_empty) {
                return Err(TreeError::Needless { path: here(path), feedback });
            }
        }
        for (index, part) in parts.iter().enumerate() {
            let Some(&first) = part.first() else { continue };
            let feedback = Feedback::from_index(index);
            let Some((_, next)) = node.then.iter().find(|(answer, _)| *answer == feedback) else {
                let secrets = part.len() as u64;
                return Err(TreeError::Missing { path: here(path), game, feedback, secrets, first });
            };
            path.push((node.guess, feedback));
            self.step(next, part, path, walk)?;
            path.pop();
        }
        Ok(())
    }

    /// The tree in the language of `GraphViz`: a box a guess, an arrow an answer.
    ///
    /// ```
    /// use quadrille_mastermind::{Game, Goal, Level, Repeats, optimal};
    ///
    /// let game = Game::new(2, 2, Repeats::Allowed)?;
    /// let tree = optimal(game, &Goal::new(), Level::best(), &())?.tree;
    /// assert!(tree.to_dot().starts_with("digraph strategy {"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_dot(&self) -> String {
        let mut text =
            "digraph strategy {\n  rankdir=LR;\n  node [shape=box, fontname=monospace];\n".to_owned();
        let mut next = 0;
        self.dot(&self.root, &mut next, &mut text);
        text + "}\n"
    }

    fn dot(&self, node: &Node, next: &mut usize, text: &mut String) -> usize {
        let number = *next;
        *next += 1;
        let _ = writeln!(text, "  n{number} [label=\"{}\"];", self.game.show(node.guess));
        for (feedback, child) in &node.then {
            let to = self.dot(child, next, text);
            let _ = writeln!(text, "  n{number} -> n{to} [label=\"{feedback}\"];");
        }
        number
    }

    /// The tree as indented lines: an answer, the next guess, and behind it, on one line, all answers after
    /// which the secret is known.
    ///
    /// ```text
    /// 1123
    ///   2,0: 1345
    ///     3,0: 1145 · 1,1: 1436
    /// ```
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.game.show(self.root.guess));
        self.text(&self.root, 1, &mut text);
        text
    }

    fn text(&self, node: &Node, depth: usize, text: &mut String) {
        let mut known = Vec::new();
        for (feedback, child) in &node.then {
            if child.then.is_empty() {
                known.push(format!("{feedback}: {}", self.game.show(child.guess)));
            } else {
                let _ = writeln!(text, "{}{feedback}: {}", "  ".repeat(depth), self.game.show(child.guess));
                self.text(child, depth + 1, text);
            }
        }
        if !known.is_empty() {
            let _ = writeln!(text, "{}{}", "  ".repeat(depth), known.join(" · "));
        }
    }
}
