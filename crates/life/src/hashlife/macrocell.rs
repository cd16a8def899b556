//! The plane as a macrocell, and back: square by square, whatever lives in them.

use std::collections::HashMap;

use quadrille_memory::Shortage;

use super::leaf::Leaf;
use super::nodes::{LEAF, Node};
use super::{HashLife, HashLifeError};
use crate::grid::Settings;
use crate::macrocell::{Macrocell, Square, Squares};
use crate::rule::Rule;
use crate::rule_spec::RuleSpec;

impl HashLife {
    /// The macrocell's cells where it has them. The rule is the one given, not the macrocell's. Linear in the
    /// squares.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), and if there is not memory enough.
    ///
    /// ```
    /// use quadrille_life::{HashLife, Macrocell, Pattern, Rule, Settings};
    ///
    /// let glider: Pattern = "bob$2bo$3o!".parse()?;
    /// let glider = Macrocell::from_pattern(&glider)?;
    /// let mut plane = HashLife::from_macrocell(&glider, Rule::CONWAY, Settings::default())?;
    /// plane.run(&(1u64 << 40).into(), &())?;
    /// assert_eq!(plane.to_macrocell().population(), 5u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_macrocell(
        macrocell: &Macrocell,
        rule: Rule,
        settings: Settings,
    ) -> Result<Self, HashLifeError> {
        let mut plane = Self::new(rule, settings)?;
        // By their numbers; 8 × 8 cells are a quarter of a leaf, and no node.
        let mut made = vec![Made::default()];
        for square in macrocell.squares() {
            made.push(match *square {
                Square::Leaf(cells) => Made { cells, node: Node::EMPTY },
                Square::Node { level, quarters } => {
                    let quarters = quarters.map(|quarter| made[quarter as usize]);
                    let node = if usize::from(level) == LEAF {
                        plane.nodes.leaf(Leaf::of_quarters(quarters.map(|quarter| quarter.cells)))?
                    } else {
                        plane.nodes.node(level.into(), quarters.map(|quarter| quarter.node))?
                    };
                    Made { cells: 0, node }
                }
            });
        }
        plane.root = made[macrocell.squares().len()].node;
        plane.level = macrocell.level();
        if plane.level == LEAF {
            // A plane is a leaf around each corner of its middle at least.
            let [nw, ne, sw, se] = plane.nodes.cells(plane.root).quarters();
            let mut leaves = [Node::EMPTY; 4];
            for (leaf, cells) in
                leaves.iter_mut().zip([[0, 0, 0, nw], [0, 0, ne, 0], [0, sw, 0, 0], [se, 0, 0, 0]])
            {
                *leaf = plane.nodes.leaf(Leaf::of_quarters(cells))?;
            }
            plane.level = LEAF + 1;
            plane.root = plane.nodes.node(plane.level, leaves)?;
        }
        plane.shrink();
        Ok(plane)
    }

    /// The plane as a macrocell, with its rule and, unless it is 0, its generation. Linear in the squares that
    /// the plane is made of.
    ///
    /// # Panics
    /// If there is not memory enough; see [`try_to_macrocell`](Self::try_to_macrocell).
    pub fn to_macrocell(&self) -> Macrocell {
        self.try_to_macrocell().expect("there is memory enough")
    }

    /// The same, where memory may be short.
    ///
    /// # Errors
    /// There is not memory enough.
    pub fn try_to_macrocell(&self) -> Result<Macrocell, Shortage> {
        let mut squares = Squares::default();
        let mut known = vec![HashMap::new(); self.level + 1];
        let root = self.square(self.level, self.root, &mut squares, &mut known)?;
        squares.room_for_order()?;
        let mut macrocell = squares.whole(self.level, root);
        macrocell.rule = Some(RuleSpec { rule: self.rule(), bounds: None });
        macrocell.generation = (self.generation().bits() > 0).then(|| self.generation().to_string());
        Ok(macrocell)
    }

    /// The number of a node among the squares; `known` has those of each level that are there already.
    fn square(
        &self,
        level: usize,
        node: Node,
        squares: &mut Squares,
        known: &mut [HashMap<Node, u32>],
    ) -> Result<u32, Shortage> {
        if node == Node::EMPTY {
            return Ok(0);
        }
        if let Some(&number) = known[level].get(&node) {
            return Ok(number);
        }
        // Four leaves and the square that they make, or one square of four.
        squares.room(5)?;
        let number = if level == LEAF {
            let quarters = self.nodes.cells(node).quarters().map(|cells| squares.leaf(cells));
            squares.node(level, quarters)
        } else {
            let quarters = self.nodes.quarters(level, node);
            let mut numbers = [0; 4];
            for (number, quarter) in numbers.iter_mut().zip(quarters) {
                *number = self.square(level - 1, quarter, squares, known)?;
            }
            squares.room(1)?;
            squares.node(level, numbers)
        };
        known[level].insert(node, number);
        Ok(number)
    }
}

/// What a square has become: cells, if it is 8 × 8 of them, or a node.
#[derive(Clone, Copy, Default)]
struct Made {
    cells: u64,
    node: Node,
}
