//! Puzzles: positions with exactly one winning move, and their difficulty.
//!
//! # The measure
//! The grade of a puzzle depends only on the rules, the position and the exact values of positions.
//! It depends neither on the order in which a solver tries moves nor on the number of positions
//! searched. Every solver therefore finds the same grades. The definition is frozen: a change
//! requires a new revision of the results of `doudizhu.endgames`.
//!
//! * `refuted` is the number of first moves that lose.
//! * `depth` is the number of moves, passes included, of one line from the position to the end. The
//!   winning side plays the winning move with the most cards. The losing side plays the move with
//!   the fewest cards; it passes if it has no other move, or if the move on the table is its
//!   partner's.
//! * `tempting` is the first move with the most cards, if it loses.
//! * Among moves with equally many cards the lower move is played: the move with fewer red jokers,
//!   then fewer black jokers, then fewer 2s, aces, and so on down to the 3s.
//! * The grade is `refuted` times `depth`, doubled if there is a tempting move.

use std::cmp::Reverse;
use std::fmt::Write as _;

use quadrille_progress::Observer;

use super::line::{after, skip};
use super::solver::same_side;
use super::{SolveError, Solver, Verdict};
use crate::game::Position;
use crate::{Hand, Move, MoveBuffer, Rank, Rules};

/// A position with exactly one winning move, and the quantities that determine its grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The only first move that wins.
    pub answer: Move,
    /// The number of losing first moves.
    pub refuted: u32,
    /// The number of moves, passes included, of the line by which the puzzle is graded.
    pub depth: u32,
    /// The first move with the most cards, if it loses.
    pub tempting: Option<Move>,
}

impl Puzzle {
    /// Returns the grade: the number of losing first moves times the depth. The grade is doubled if
    /// there is a tempting move.
    pub fn grade(&self) -> u64 {
        u64::from(self.refuted) * u64::from(self.depth) * if self.tempting.is_some() { 2 } else { 1 }
    }

    /// Returns the puzzle of a solved position. `None` if the position has only one move, or if the
    /// number of winning moves is not one.
    ///
    /// The result depends only on the position and the rules.
    ///
    /// # Errors
    /// The errors of [`Solver::solve`].
    pub fn of(
        solver: &mut Solver,
        position: &Position,
        verdict: &Verdict,
        observer: &dyn Observer,
    ) -> Result<Option<Self>, SolveError> {
        measure(solver.rules(), position, &verdict.moves, &mut |at| solver.wins(at, observer))
    }

    /// Returns the puzzle of a position from exact values. The function `wins` returns whether the
    /// side to move wins a position; after the end of the game, it returns whether this side has
    /// won.
    ///
    /// ```
    /// use std::convert::Infallible;
    ///
    /// use quadrille_doudizhu::Rules;
    /// use quadrille_doudizhu::endgame::{Endgame, PlainSolver, Puzzle};
    ///
    /// let position = Endgame::new(vec!["3346".parse()?, "55".parse()?]).position()?;
    /// let mut plain = PlainSolver::new(Rules::RLCARD);
    /// let values = |at: &_| Ok::<_, Infallible>(plain.wins(at));
    /// let puzzle = Puzzle::from_values(Rules::RLCARD, &position, values)?.expect("one move wins");
    /// // The line is 4, 5, 6, pass, 33. Three first moves lose: 3, 6, and the tempting pair 33.
    /// assert_eq!((puzzle.answer.to_string().as_str(), puzzle.depth, puzzle.grade()), ("4", 5, 30));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of `wins`.
    pub fn from_values<E>(
        rules: Rules,
        position: &Position,
        mut wins: impl FnMut(&Position) -> Result<bool, E>,
    ) -> Result<Option<Self>, E> {
        let mut first = Vec::new();
        for mv in moves(rules, position) {
            first.push((mv, is_winning(position, mv, &mut wins)?));
        }
        measure(rules, position, &first, &mut wins)
    }
}

/// Grades a position from the values of its first moves.
fn measure<E>(
    rules: Rules,
    position: &Position,
    first: &[(Move, bool)],
    wins: &mut dyn FnMut(&Position) -> Result<bool, E>,
) -> Result<Option<Puzzle>, E> {
    let mut winning = first.iter().filter(|found| found.1);
    let (Some(&(answer, _)), None) = (winning.next(), winning.next()) else { return Ok(None) };
    if first.len() < 2 {
        return Ok(None);
    }
    let largest = first.iter().map(|found| found.0).min_by_key(|&mv| most_cards(mv));
    Ok(Some(Puzzle {
        answer,
        refuted: first.len() as u32 - 1,
        depth: depth(rules, position, answer, wins)?,
        tempting: largest.filter(|&largest| largest != answer),
    }))
}

/// Returns the number of moves in the line that begins with the winning move `answer`, as the
/// module defines it.
fn depth<E>(
    rules: Rules,
    position: &Position,
    answer: Move,
    wins: &mut dyn FnMut(&Position) -> Result<bool, E>,
) -> Result<u32, E> {
    let start = skip(*position);
    let mut at = after(&start, answer);
    let mut depth = 1;
    while at.winner().is_none() {
        let mut legal = moves(rules, &at);
        let chosen = if same_side(&start, start.turn(), at.turn()) {
            legal.sort_by_key(|&mv| most_cards(mv));
            let mut chosen = legal[0];
            for &mv in &legal {
                if is_winning(&at, mv, wins)? {
                    chosen = mv;
                    break;
                }
            }
            chosen
        } else {
            reply(&at, &legal)
        };
        at = after(&at, chosen);
        depth += 1;
    }
    Ok(depth)
}

/// Returns the losing side's move in the line by which the puzzle is graded.
fn reply(at: &Position, legal: &[Move]) -> Move {
    let partners = !at.is_lead() && same_side(at, at.owner(), at.turn());
    let cards = legal.iter().copied().filter(|mv| !mv.is_pass() && !partners);
    cards.min_by_key(|mv| (mv.cards().len(), mv.cards().bits())).unwrap_or(Move::PASS)
}

/// Returns a sort key of moves: most cards first; among equally many cards, the lowest cards first.
fn most_cards(mv: Move) -> (Reverse<u32>, u64) {
    (Reverse(mv.cards().len()), mv.cards().bits())
}

fn moves(rules: Rules, position: &Position) -> Vec<Move> {
    let mut moves = MoveBuffer::new();
    position.moves(rules, &mut moves);
    moves.to_vec()
}

fn is_winning<E>(
    position: &Position,
    mv: Move,
    wins: &mut dyn FnMut(&Position) -> Result<bool, E>,
) -> Result<bool, E> {
    let mut after = *position;
    after.play(mv);
    Ok(wins(&after)? == same_side(position, position.turn(), after.turn()))
}

/// Returns a text that identifies a lead up to isomorphism: two positions in which a seat leads
/// have the same text if and only if they differ only in the names of ranks.
///
/// The text lists the ranks that occur, from the lowest up. Each rank is given by its number of
/// cards in every hand. With three hands, the first hand is the landlord's. With two hands, the
/// first hand is the hand of the seat to move. `-` joins two adjacent ranks if some hand has a
/// chain that contains both. `=` joins the jokers if one hand holds both.
///
/// ```
/// use quadrille_doudizhu::endgame::{Endgame, isomorphism_class};
///
/// let class = |hands: [&str; 2]| -> Result<String, Box<dyn std::error::Error>> {
///     let hands = [hands[0].parse()?, hands[1].parse()?];
///     Ok(isomorphism_class(&Endgame::new(hands.to_vec()).position()?))
/// };
/// assert_eq!(class(["3344556", "89"])?, "20-20-20 10 01 01");
/// assert_eq!(class(["5566778", "AR"])?, class(["3344556", "89"])?);
/// assert_eq!(class(["36", "BR"])?, "10 10 01=01");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn isomorphism_class(position: &Position) -> String {
    let landlord = position.landlord();
    let hands = landlord.round().map(|seat| position.hand(seat));
    let turn = (position.turn().index() + 3 - landlord.index()) % 3;
    let (hands, turn) = match hands.iter().position(|hand| hand.is_empty()) {
        None => (hands.to_vec(), turn),
        Some(empty) => {
            let turn = if turn == empty { (turn + 1) % 3 } else { turn };
            (vec![hands[turn], hands[3 - empty - turn]], 0)
        }
    };
    let mut text = String::new();
    for rank in Rank::all().filter(|&rank| hands.iter().any(|hand| hand.count(rank) > 0)) {
        if let Some(below) =
            rank.index().checked_sub(1).and_then(Rank::from_index).filter(|_| !text.is_empty())
        {
            text.push(if hands.iter().any(|&hand| is_linked(hand, below)) {
                '-'
            } else if hands
                .iter()
                .any(|hand| rank == Rank::RED_JOKER && hand.count(below) > 0 && hand.count(rank) > 0)
            {
                '='
            } else {
                ' '
            });
        }
        text.extend(hands.iter().map(|hand| char::from(b'0' + hand.count(rank))));
    }
    // With two hands, the first hand is always the hand of the seat to move. The text then need not
    // name this seat.
    if hands.len() == 3 {
        let _ = write!(text, " to move {turn}");
    }
    text
}

/// Returns whether some chain of the hand contains both a rank and the rank above it. A chain has
/// at least five solos, three pairs or two trios.
fn is_linked(hand: Hand, rank: Rank) -> bool {
    let last = Rank::ACE.index();
    let has = |index: u8, count: u8| {
        index <= last && Rank::from_index(index).is_some_and(|rank| hand.count(rank) >= count)
    };
    let index = rank.index();
    [(1, 5), (2, 3), (3, 2)].iter().any(|&(count, least)| {
        let up = (index + 1..=last).take_while(|&at| has(at, count)).count();
        let down = (0..=index).rev().take_while(|&at| has(at, count)).count();
        up > 0 && down > 0 && up + down >= least
    })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use quadrille_random::{StreamKey, shuffle};

    use super::*;
    use crate::endgame::PlainSolver;
    use crate::endgame::options::SearchOptions;
    use crate::endgame::solver::with_options;
    use crate::game::Seat;

    /// Deals of two or three hands of the given sizes from the cards 5 and up; seat `turn` leads.
    fn deals(sizes: [u32; 3], turn: usize, deals: u64) -> Vec<Position> {
        let deal = |item| {
            let mut rng = StreamKey::new(97, item).rng();
            let mut left = Hand::PACK_MASK >> 8 << 8;
            let hands = sizes.map(|size| {
                let cards = shuffle::deal_mask(&mut rng, left, size).unwrap();
                left &= !cards;
                Hand::from_mask(cards)
            });
            Position::endgame(hands, Seat::ALL[0], Seat::ALL[turn]).unwrap()
        };
        (0..deals).map(deal).collect()
    }

    fn by_plain_search(rules: Rules, position: &Position) -> Option<Puzzle> {
        let mut plain = PlainSolver::new(rules);
        let values = |at: &Position| Ok::<_, Infallible>(plain.wins(at));
        Puzzle::from_values(rules, position, values).unwrap_or_else(|never| match never {})
    }

    /// `DOUDIZHU_PUZZLES=50` tests 50 times as many deals.
    #[test]
    fn a_grade_does_not_depend_on_the_search() {
        let times = std::env::var("DOUDIZHU_PUZZLES").ok().and_then(|times| times.parse().ok());
        let times: u64 = times.unwrap_or(1);
        let mut puzzles = 0;
        for (sizes, turn, number) in [([6, 6, 0], 0, 120), ([5, 4, 4], 0, 60), ([4, 4, 4], 2, 60)] {
            for rules in [Rules::RLCARD, Rules::PAGAT.without_four_two()] {
                // All solvers keep the results of the previous positions.
                let solvers =
                    [(0, 1, 1), (0b1, 64, 1), (0b1_0101_0110, 1, 2), (u32::MAX, 1, 1), (u32::MAX, 64, 3)];
                let mut solvers = solvers.map(|(options, mebibytes, threads)| {
                    let solver = Solver::new(rules, mebibytes << 20).with_threads(threads);
                    with_options(solver, SearchOptions::of(options))
                });
                for position in deals(sizes, turn, number * times) {
                    let expected = by_plain_search(rules, &position);
                    puzzles += usize::from(expected.is_some());
                    for solver in &mut solvers {
                        let verdict = solver.solve(&position, &()).unwrap();
                        let found = Puzzle::of(solver, &position, &verdict, &()).unwrap();
                        assert_eq!(found, expected, "{position:?}");
                    }
                }
            }
        }
        assert!(puzzles > 20, "only {puzzles} puzzles");
    }

    /// Grades computed by hand, since the definition is frozen.
    #[test]
    fn grades_are_as_defined() {
        use crate::endgame::Endgame;
        for (hands, turn, expected) in [
            // 4, 5, 6, pass, 33; 3, 6 and 33 lose, and 33 has the most cards.
            ("3346/55", 0, Some(("4", 3, 5, Some("33")))),
            // 33, pass, 4: the first move with the most cards wins.
            ("334/5", 0, Some(("33", 2, 3, None))),
            ("33/55", 0, Some(("33", 1, 1, None))),
            // The only move wins.
            ("34/2", 1, None),
            // Two moves win.
            ("336/55", 0, None),
        ] {
            let hands = hands.split('/').map(|hand| hand.parse().unwrap()).collect();
            let mut endgame = Endgame::new(hands);
            endgame.to_move = turn;
            let found = by_plain_search(Rules::RLCARD, &endgame.position().unwrap());
            let text = |mv: Move| mv.to_string();
            let found =
                found.map(|found| (text(found.answer), found.refuted, found.depth, found.tempting.map(text)));
            let expected = expected.map(|(answer, refuted, depth, tempting)| {
                (answer.to_owned(), refuted, depth, tempting.map(str::to_owned))
            });
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn isomorphism_classes_ignore_only_rank_names() {
        use crate::endgame::Endgame;
        let class = |hands: &str, turn: u8, landlord: u8| {
            let mut endgame = Endgame::new(hands.split('/').map(|hand| hand.parse().unwrap()).collect());
            (endgame.to_move, endgame.landlord) = (turn, landlord);
            isomorphism_class(&endgame.position().unwrap())
        };
        let same = [("34567/89", "56789/TQ"), ("33/4B", "JJ/2R"), ("34567T/888", "34567Q/JJJ")];
        for (one, other) in same {
            assert_eq!(class(one, 0, 0), class(other, 0, 0));
        }
        // The seat to move comes first with two hands, the landlord with three.
        assert_eq!(class("34/5", 1, 0), class("5/34", 0, 1));
        assert_eq!(class("34/5/66", 1, 2), class("5/66/34", 0, 1));
        let different = [
            ("34567/89", "34568/9T"),
            ("334455/89", "334466/89"),
            ("333444/8", "333555/8"),
            ("3B/4R", "3BR/4"),
            ("3BR/4", "3AA/4"),
            ("JQKA2/8", "TJQKA/8"),
        ];
        for (one, other) in different {
            assert_ne!(class(one, 0, 0), class(other, 0, 0));
        }
        assert_ne!(class("34/5/66", 0, 0), class("34/5/66", 1, 0));
    }
}
