//! Macrocell (`.mc`), a format of Golly: each line is a quadtree node, whose quarters are nodes on
//! earlier lines.
//!
//! The first line is `[M2]` with arbitrary text after it. Then come lines that begin with `#` (`#R`
//! the rule, `#G` the generation, `#N` the name, `#O` the author, `#C` a comment), then the nodes,
//! numbered from 1. A leaf is 8 × 8 cells, `.` dead and `*` alive, each row up to its last living
//! cell and followed by `$`. Any other node is five numbers, `level nw ne sw se`: its level and the
//! numbers of its quarters, 0 for an empty one. The last node is the root. As in Golly, the cells
//! directly east of the root's centre are in column 0, and the cells directly north of the centre
//! are in row 0. A single cell in column 0 of row 0 is
//!
//! ```text
//! [M2] (golly 3.3)
//! #R B3/S23
//! $$$$$$$*$
//! 4 0 1 0 0
//! ```
//!
//! The reader also accepts blank lines, leaves without their last `$`, a sixth number in a node,
//! nodes of level 1 to 3, and the frames of a timeline. The quarters of a node of level 1 are cell
//! states: 0, 1, or the further [`States`](crate::States) of rules that mark cells, such as
//! `LifeHistory`. In a timeline, the last node of the file is the root. The reader rejects
//! references to later nodes or to nodes of a wrong level, unknown cell states, and more than 400
//! levels.

use std::io::Write;

use quadrille_diagnostics::{Diagnostic, Source, printable};

use super::WriteError;
use super::lines::{self, Line};
use super::rules::Rules;
use crate::macrocell::{LEAF, MOST_LEVELS, Macrocell, MacrocellNode, NodeTable};

/// The maximum number of digits of a generation.
const MOST_DIGITS: usize = 1000;

pub(super) fn read(
    source: &Source,
    rules: &mut Rules,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Macrocell, Diagnostic> {
    let mut body = Body::default();
    let mut remarks = Macrocell::default();
    let mut begun = false;
    for line in lines::of(source) {
        match line.text.trim_start().as_bytes() {
            [] => {}
            [b'#', ..] => read_remark(source, &line, &mut remarks, rules, warnings)?,
            [b'[', ..] if !begun => {
                if !line.text.trim_start().starts_with("[M2]") {
                    let message = "this version of the macrocell format is not supported";
                    return Err(line.error(source, message).expected("`[M2]`"));
                }
                begun = true;
            }
            _ if !begun => {
                let message = "a node precedes the header";
                return Err(line.error(source, message).expected("`[M2]`"));
            }
            [b'.' | b'*' | b'$', ..] => body.read_leaf(source, &line)?,
            _ => body.read_node(source, &line, rules)?,
        }
    }
    if remarks.rule.is_none() {
        remarks.rule = rules.instead_of(None);
    }
    body.table.room_for_order().map_err(|shortage| super::short(source, &shortage))?;
    Ok(body.whole().with_remarks(remarks))
}

fn read_remark(
    source: &Source,
    line: &Line<'_>,
    about: &mut Macrocell,
    rules: &mut Rules,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    if line.text.starts_with("#FRAME") {
        return Ok(());
    }
    let after = |mark| line.after(mark).map(str::trim_end);
    match (after("#R"), after("#G"), after("#N"), after("#O")) {
        (Some(text), ..) => {
            about.rule = Some(rules.read(source, line, text.trim_start(), warnings)?);
        }
        (_, Some(text), ..) => {
            let text = text.trim_start();
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            if text.is_empty() || !digits || text.len() > MOST_DIGITS {
                return Err(line
                    .error_at(source, line.place(text), "the generation is not a valid number")
                    .expected("a number of up to 1000 digits, such as #G 100"));
            }
            about.generation = Some(text.to_owned());
        }
        (_, _, Some(name), _) if about.name.is_none() => about.name = Some(name.to_owned()),
        (.., Some(author)) if about.author.is_none() => about.author = Some(author.to_owned()),
        _ => {
            let comment = line.after("#C").or_else(|| line.after("#"));
            about.comments.extend(comment.map(str::to_owned));
        }
    }
    Ok(())
}

/// A node that a line has defined.
#[derive(Clone, Copy)]
struct Named {
    level: u16,
    /// At level 3 and above, the node's number in the [`NodeTable`]. Below level 3, the cells
    /// themselves: with the level l, cell (x, y) is bit 2ˡ·y + x.
    node: u32,
}

/// The nodes read so far.
#[derive(Default)]
struct Body {
    table: NodeTable,
    named: Vec<Named>,
}

impl Body {
    /// Reserves memory for the node of a line.
    fn room(&mut self, source: &Source) -> Result<(), Diagnostic> {
        let room = quadrille_memory::reserve(&mut self.named, 1).and_then(|()| self.table.room(1));
        room.map_err(|shortage| super::short(source, &shortage))
    }

    fn read_leaf(&mut self, source: &Source, line: &Line<'_>) -> Result<(), Diagnostic> {
        self.room(source)?;
        let (mut x, mut y, mut cells) = (0, 0, 0u64);
        let text = line.text.trim_end();
        let start = text.len() - text.trim_start().len();
        for (byte, at) in text.bytes().zip(0..).skip(start) {
            let wrong = |message: String| {
                let end = at + text[at..].chars().next().map_or(1, char::len_utf8);
                line.error_at(source, at..end, message)
            };
            match byte {
                b'$' if y < 8 => (x, y) = (0, y + 1),
                b'.' | b'*' if x < 8 && y < 8 => {
                    cells |= u64::from(byte == b'*') << (8 * y + x);
                    x += 1;
                }
                b'$' | b'.' | b'*' => {
                    return Err(wrong("the leaf has more than 8 × 8 cells".to_owned())
                        .expected("at most 8 rows, and at most 8 cells per row"));
                }
                _ => {
                    let shown = text[at..].chars().next().unwrap_or_default();
                    let shown = printable(shown.encode_utf8(&mut [0; 4]));
                    return Err(wrong(format!("`{shown}` is not a cell")).expected("`.`, `*` or `$`"));
                }
            }
        }
        let node = self.table.leaf(cells);
        self.name(source, line, LEAF as u16, node)
    }

    fn read_node(&mut self, source: &Source, line: &Line<'_>, rules: &mut Rules) -> Result<(), Diagnostic> {
        self.room(source)?;
        let expected = "a level and the numbers of four nodes, such as `4 0 1 0 2`";
        let mut words = line.text.split_ascii_whitespace();
        let mut numbers = [(0, ""); 5];
        for number in &mut numbers {
            let Some(word) = words.next() else {
                let message = "the node has fewer than four quarters";
                return Err(line.error(source, message).expected(expected));
            };
            if !word.bytes().all(|byte| byte.is_ascii_digit()) {
                let shown: String = word.chars().take(40).collect();
                let message = format!("`{}` is not a number", printable(&shown));
                return Err(line.error_at(source, line.place(word), message).expected(expected));
            }
            // A number that exceeds 64 bits is read as the largest 64-bit number, which is invalid,
            // too.
            *number = (word.parse().unwrap_or(u64::MAX), word);
        }
        if let Some(word) = words.nth(1) {
            let message = "the node has more than four quarters";
            return Err(line.error_at(source, line.place(word), message).expected(expected));
        }
        let [(level, level_word), quarters @ ..] = numbers;
        if !(1..=MOST_LEVELS as u64).contains(&level) {
            let expected = format!("1 to {MOST_LEVELS}: a node has a side of at most 2^{MOST_LEVELS} cells");
            return Err(line
                .error_at(source, line.place(level_word), "there is no node of this level")
                .expected(expected));
        }
        let level = level as u16;
        let mut nodes = [0; 4];
        for (node, (number, word)) in nodes.iter_mut().zip(quarters) {
            *node = if level == 1 {
                rules.is_alive(source, line, &line.place(word), number)?.into()
            } else {
                self.quarter(source, line, level, number, word)?
            };
        }
        let node = match usize::from(level) {
            // Nodes of the levels 1, 2 and 3 have sides of 2, 4 and 8 cells.
            1 | 2 => join(1 << (level - 1), nodes) as u32,
            LEAF => self.table.leaf(join(4, nodes)),
            level => self.table.node(level, nodes),
        };
        self.name(source, line, level, node)
    }

    /// Returns the node with the given number, which is a quarter of a node of level `level`.
    fn quarter(
        &self,
        source: &Source,
        line: &Line<'_>,
        level: u16,
        number: u64,
        word: &str,
    ) -> Result<u32, Diagnostic> {
        let wrong = |message: String| line.error_at(source, line.place(word), message);
        let Some(at) = number.checked_sub(1) else { return Ok(0) };
        let named = usize::try_from(at).ok().and_then(|at| self.named.get(at));
        match named {
            None => {
                let expected = format!("0 to {}, the number of earlier nodes", self.named.len());
                Err(wrong("no earlier line defines this node".to_owned()).expected(expected))
            }
            Some(named) if named.level + 1 != level => {
                let message = format!("node {number} has level {}", named.level);
                Err(wrong(message).expected(format!("0, or the number of a node of level {}", level - 1)))
            }
            Some(named) => Ok(named.node),
        }
    }

    /// Assigns the next number to this node.
    fn name(&mut self, source: &Source, line: &Line<'_>, level: u16, node: u32) -> Result<(), Diagnostic> {
        if self.named.len() == u32::MAX as usize {
            return Err(line.error(source, "the pattern has more than 2^32 - 1 nodes"));
        }
        self.named.push(Named { level, node });
        Ok(())
    }

    /// Returns the macrocell whose root is the last node.
    fn whole(mut self) -> Macrocell {
        let Some(&Named { level, node }) = self.named.last() else { return Macrocell::default() };
        let level = usize::from(level);
        if level > LEAF {
            return self.table.whole(level, node);
        }
        // A small root is placed in the centre of four leaves.
        let side = 1 << level;
        let cells = if level == LEAF { self.table.cells(node) } else { node.into() };
        let mut leaves = [0u64; 4];
        for at in (0..side * side).filter(|at| cells >> at & 1 == 1) {
            let (x, y) = (8 - side / 2 + at % side, 8 - side / 2 + at / side);
            leaves[2 * (y / 8) + x / 8] |= 1 << (8 * (y % 8) + x % 8);
        }
        let quarters = leaves.map(|leaf| self.table.leaf(leaf));
        let root = self.table.node(LEAF + 1, quarters);
        self.table.whole(LEAF + 1, root)
    }
}

/// Returns the cells of a node, given the cells of its quarters, which have a side of `side` cells.
fn join(side: usize, quarters: [u32; 4]) -> u64 {
    let mut cells = 0;
    for (quarter, at) in quarters.into_iter().zip(0..) {
        for y in 0..side {
            let row = u64::from(quarter) >> (side * y) & ((1 << side) - 1);
            cells |= row << (2 * side * (at / 2 * side + y) + at % 2 * side);
        }
    }
    cells
}

pub(super) fn write(macrocell: &Macrocell, out: &mut impl Write) -> Result<(), WriteError> {
    writeln!(out, "[M2] (quadrille)")?;
    let remarks = [
        ("#R", macrocell.rule.map(|rule| rule.to_string())),
        ("#G", macrocell.generation.clone()),
        ("#N", macrocell.name.clone()),
        ("#O", macrocell.author.clone()),
    ];
    for (mark, text) in remarks.into_iter().filter_map(|(mark, text)| Some((mark, text?))) {
        writeln!(out, "{}", format!("{mark} {}", printable(&text)).trim_end())?;
    }
    for comment in &macrocell.comments {
        writeln!(out, "{}", format!("#C {}", printable(comment)).trim_end())?;
    }
    for node in macrocell.nodes() {
        match *node {
            MacrocellNode::Inner { level, quarters: [nw, ne, sw, se] } => {
                writeln!(out, "{level} {nw} {ne} {sw} {se}")?;
            }
            MacrocellNode::Leaf(cells) => writeln!(out, "{}", drawn(cells))?,
        }
    }
    Ok(())
}

/// Formats the rows of a leaf, each up to its last living cell.
fn drawn(cells: u64) -> String {
    let rows = 8 - cells.leading_zeros() as usize / 8;
    let mut text = String::new();
    for row in cells.to_le_bytes().into_iter().take(rows) {
        let width = 8 - row.leading_zeros();
        text.extend((0..width).map(|x| if row >> x & 1 == 1 { '*' } else { '.' }));
        text.push('$');
    }
    text
}
