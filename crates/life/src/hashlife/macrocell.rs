//! Conversion of a plane from and to a macrocell, node by node.

use std::collections::HashMap;

use quadrille_memory::Shortage;

use super::leaf::Leaf;
use super::nodes::{LEAF, Node};
use super::{HashLife, HashLifeError};
use crate::grid::EngineSettings;
use crate::macrocell::{Macrocell, MacrocellNode, NodeTable};
use crate::rule::Rule;
use crate::rule_spec::RuleSpec;

impl HashLife {
    /// Creates a plane from a macrocell, with the same coordinates. The macrocell's own rule is
    /// ignored. Time is linear in the nodes.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), and lack of memory.
    ///
    /// ```
    /// use quadrille_life::{HashLife, Macrocell, Pattern, Rule, EngineSettings};
    ///
    /// let glider: Pattern = "bob$2bo$3o!".parse()?;
    /// let glider = Macrocell::from_pattern(&glider)?;
    /// let mut plane = HashLife::from_macrocell(&glider, Rule::CONWAY, EngineSettings::default())?;
    /// plane.run(&(1u64 << 40).into(), &())?;
    /// assert_eq!(plane.to_macrocell().population(), 5u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_macrocell(
        macrocell: &Macrocell,
        rule: Rule,
        settings: EngineSettings,
    ) -> Result<Self, HashLifeError> {
        let mut plane = Self::new(rule, settings)?;
        // The list `made` is indexed by node number. The leaves of a macrocell have 8 × 8 cells.
        // They are quarters of the leaves of a plane, so they are not nodes of the plane.
        let mut made = vec![Made::default()];
        for node in macrocell.nodes() {
            made.push(match *node {
                MacrocellNode::Leaf(cells) => Made { cells, node: Node::EMPTY },
                MacrocellNode::Inner { level, quarters } => {
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
        plane.root = made[macrocell.nodes().len()].node;
        plane.level = macrocell.level();
        if plane.level == LEAF {
            // The macrocell is a single leaf of the plane, but a plane consists of at least four
            // leaves, which meet in its centre. So each quarter of the single leaf becomes the
            // innermost quarter of one of the four leaves.
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

    /// Returns the plane as a macrocell, with the rule and the generation of the plane. A
    /// generation of 0 is omitted. Time is linear in the nodes of the plane.
    ///
    /// # Panics
    /// If there is not enough memory; see [`try_to_macrocell`](Self::try_to_macrocell).
    pub fn to_macrocell(&self) -> Macrocell {
        self.try_to_macrocell().expect("there is enough memory")
    }

    /// Returns the plane as a macrocell, or an error if memory is short.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn try_to_macrocell(&self) -> Result<Macrocell, Shortage> {
        let mut table = NodeTable::default();
        let mut known = vec![HashMap::new(); self.level + 1];
        let root = self.add_to(self.level, self.root, &mut table, &mut known)?;
        table.room_for_order()?;
        let mut macrocell = table.whole(self.level, root);
        macrocell.rule = Some(RuleSpec { rule: self.rule(), bounds: None });
        macrocell.generation = (self.generation().bits() > 0).then(|| self.generation().to_string());
        Ok(macrocell)
    }

    /// Adds a node and all nodes below it to `table`, and returns the node's number. For each
    /// level, `known` maps the nodes that have been added to their numbers.
    fn add_to(
        &self,
        level: usize,
        node: Node,
        table: &mut NodeTable,
        known: &mut [HashMap<Node, u32>],
    ) -> Result<u32, Shortage> {
        if node == Node::EMPTY {
            return Ok(0);
        }
        if let Some(&number) = known[level].get(&node) {
            return Ok(number);
        }
        // Up to five nodes are added: a leaf and its four quarters.
        table.room(5)?;
        let number = if level == LEAF {
            let quarters = self.nodes.cells(node).quarters().map(|cells| table.leaf(cells));
            table.node(level, quarters)
        } else {
            let quarters = self.nodes.quarters(level, node);
            let mut numbers = [0; 4];
            for (number, quarter) in numbers.iter_mut().zip(quarters) {
                *number = self.add_to(level - 1, quarter, table, known)?;
            }
            table.room(1)?;
            table.node(level, numbers)
        };
        known[level].insert(node, number);
        Ok(number)
    }
}

/// The counterpart of a macrocell's node: the 8 × 8 cells of a macrocell's leaf, or a node of the
/// plane.
#[derive(Clone, Copy, Default)]
struct Made {
    cells: u64,
    node: Node,
}
