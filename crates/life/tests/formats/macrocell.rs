//! Tests of macrocell files.

use std::time::Instant;

use num_bigint::BigUint;
use proptest::prelude::*;
use quadrille_diagnostics::Source;
use quadrille_life::formats::{Contents, Format, read_contents};
use quadrille_life::{Macrocell, MacrocellNode, Pattern};

use super::{parse, patterns, written};

fn macrocell(text: &str) -> Macrocell {
    match read_contents(&Source::new("p", text)) {
        Ok((Format::Macrocell, Contents::Macrocell(macrocell))) => macrocell,
        other => panic!("{text}: {other:?}"),
    }
}

proptest! {
    #[test]
    fn macrocells_keep_cells_and_remarks(mut pattern in patterns(1_000_000_000_000)) {
        // Comments are read without surrounding spaces.
        pattern.name = pattern.name.map(|name| name.trim().to_owned());
        pattern.author = pattern.author.map(|author| author.trim().to_owned());
        let text = written(Format::Macrocell, &pattern);
        let read = macrocell(&text);
        prop_assert_eq!(&read, &Macrocell::from_pattern(&pattern).unwrap());
        let mut again = Vec::new();
        Format::Macrocell.write_macrocell(&read, &mut again).unwrap();
        prop_assert_eq!(String::from_utf8(again).unwrap(), text.clone());
        let (format, listed) = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        prop_assert_eq!(format, Format::Macrocell);
        prop_assert_eq!(&Macrocell::from_pattern(&listed).unwrap(), &read);
        prop_assert_eq!(listed.population(), pattern.population());
        prop_assert_eq!((&listed.name, &listed.comments), (&pattern.name, &pattern.comments));
    }

    #[test]
    fn nothing_read_is_a_panic(lines in prop::collection::vec("[.*$]{0,70}|[0-9]{1,2}( [0-9]{1,2}){3,6}|1( [01]){4}|#[A-Z] [A-z0-9]{0,5}", 0..12)) {
        let text = format!("[M2]\n{}", lines.join("\n"));
        if let Ok((_, contents)) = read_contents(&Source::new("p", text)) {
            let mut written = Vec::new();
            contents.write(Format::Macrocell, &mut written).unwrap();
            let again = read_contents(&Source::from_bytes("p", written).unwrap()).unwrap().1;
            prop_assert_eq!(again.population(), contents.population());
        }
    }
}

#[test]
fn the_root_is_centred() {
    // A leaf in the north-west: its last cell touches the centre.
    let read =
        macrocell("[M2] (golly 3.3)\n#R B36/S23\n#G 500\n#C one\n# two\n$$$$$$$*......*$\n4 1 0 0 0\n");
    assert_eq!(
        read.nodes(),
        [MacrocellNode::Leaf(0x81 << 56), MacrocellNode::Inner { level: 4, quarters: [1, 0, 0, 0] }]
    );
    assert_eq!(
        (read.rule.unwrap().to_string(), read.generation.as_deref()),
        ("B36/S23".to_owned(), Some("500"))
    );
    assert_eq!(read.comments, ["one", "two"]);
    assert!(read.to_pattern().unwrap().cells().eq([(-8, 0), (-1, 0)]));
}

#[test]
fn other_programs_files_are_read() {
    let glider = Pattern::from_cells([(1, 1), (2, 2), (0, 3), (1, 3), (2, 3)]);
    let same = Macrocell::from_pattern(&glider).unwrap();
    for text in [
        "[M2] (golly 3.3)\n.*$..*$***$\n4 0 0 0 1\n",
        // These texts have duplicate, empty, unused and unnecessarily large nodes, blank lines, and
        // leaves without their last `$`.
        "[M2]\r\n\r\n.*\r\n.*$..*$***\r\n$\r\n \n4 0 0 0 2\n4 2 0 0 0\n4 3 3 3 3\n5 6 6 6 5\n",
        // Nodes of level 1, made of single cells.
        "[M2]\n1 0 1 0 0\n1 0 0 1 0\n1 1 1 0 0\n1 1 0 0 0\n2 1 2 3 4\n3 5 0 0 0\n4 0 0 0 6\n",
        // The nodes have a sixth number, and the file has a timeline.
        "[M2]\n.*$..*$***$\n#FRAMES 3\n4 1 0 0 0 9\n#FRAME 0 2\n4 0 0 0 1 0\n",
    ] {
        assert_eq!(macrocell(text), same, "{text}");
    }
    // Roots of level 1 to 3 are centred, too.
    for (text, cells) in [
        ("[M2]\n1 1 0 0 1\n", vec![(-1, 0), (0, 1)]),
        ("[M2]\n1 1 0 0 1\n2 0 0 1 0\n", vec![(-2, 1), (-1, 2)]),
        ("[M2]\n*$\n", vec![(-4, -3)]),
        ("[M2]\n", vec![]),
        ("[M2]\n*$\n4 0 0 0 0\n", vec![]),
    ] {
        assert!(macrocell(text).to_pattern().unwrap().cells().eq(cells), "{text}");
    }
    assert_eq!(written(Format::Macrocell, &Pattern::default()), "[M2] (quadrille)\n");
    // Golly writes a single cell in column 0 of row 0 in the same way.
    let one = Pattern::from_cells([(0, 0)]);
    assert_eq!(written(Format::Macrocell, &one), "[M2] (quadrille)\n$$$$$$$*$\n4 0 1 0 0\n");
    assert_eq!(
        macrocell("[M2] (golly 3.3)\n#R B3/S23\n$$$$$$$*$\n4 0 1 0 0\n").to_pattern().unwrap().cells().next(),
        Some((0, 0))
    );
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, says) in [
        (
            "[M3] (golly 9)\n*$\n",
            "p:1:1: this version of the macrocell format is not supported (expected `[M2]`)",
        ),
        ("[M2]\n*$\n[M2]\n", "p:3:1: `[M2]` is not a number"),
        ("[M2]\n.*x$\n", "p:2:3: `x` is not a cell (expected `.`, `*` or `$`)"),
        ("[M2]\n.*é$\n", "p:2:3: `é` is not a cell"),
        ("[M2]\n........*$\n", "p:2:9: the leaf has more than 8 × 8 cells"),
        ("[M2]\n$$$$$$$$*\n", "p:2:9: the leaf has more than 8 × 8 cells"),
        ("[M2]\n$$$$$$$$$\n", "p:2:9: the leaf has more than 8 × 8 cells"),
        ("[M2]\n*$\n4 1 0 0\n", "p:3:1: the node has fewer than four quarters (expected a level and"),
        ("[M2]\n*$\n4 1 0 0 1 2 3\n", "p:3:13: the node has more than four quarters"),
        ("[M2]\n*$\n4 1 0 -1 1\n", "p:3:7: `-1` is not a number"),
        ("[M2]\n*$\n4 1 0 o 1\n", "p:3:7: `o` is not a number"),
        ("[M2]\n0 1 0 0 1\n", "p:2:1: there is no node of this level (expected 1 to 400"),
        ("[M2]\n401 0 0 0 0\n", "p:2:1: there is no node of this level"),
        (
            "[M2]\n*$\n4 1 2 0 0\n",
            "p:3:5: no earlier line defines this node (expected 0 to 1, the number of earlier nodes)",
        ),
        ("[M2]\n*$\n4 1 3 0 0\n4 1 2 0 0\n", "p:3:5: no earlier line defines this node"),
        (
            "[M2]\n*$\n5 0 0 1 0\n",
            "p:3:7: node 1 has level 3 (expected 0, or the number of a node of level 4)",
        ),
        (
            "[M2]\n*$\n4 1 0 0 0\n4 0 2 0 0\n",
            "p:4:5: node 2 has level 4 (expected 0, or the number of a node of level 3)",
        ),
        (
            "[M2]\n1 0 2 0 0\n",
            "p:2:5: only rules with more than two states have this cell state (expected 0 or 1)",
        ),
        ("[M2]\n#R JvN29\n*$\n", "p:2:4: rule `JvN29`"),
        ("[M2]\n#R w22\n*$\n", "p:2:4: rule `w22`"),
        (
            "[M2]\n#G -1\n*$\n",
            "p:2:4: the generation is not a valid number (expected a number of up to 1000 digits",
        ),
        ("#C early\n*$\n[M2]\n", "p:2:1: "),
    ] {
        let error = read_contents(&Source::new("p", text)).expect_err(text).headline();
        assert!(error.starts_with(says), "{text:?}: {error}");
    }
}

#[test]
fn hostile_files_are_refused_at_once() {
    let begun = Instant::now();
    let nines = "9".repeat(1_000_000);
    let node = |level: usize| format!("{level} {0} {0} {0} {0}\n", level - 3);
    let nested: Vec<String> = (4..1_000_000).map(node).collect();
    let nested = nested.concat();
    for text in [
        format!("[M2]\n*$\n{nested}"),
        "[M2]\n*$\n1000000 1 1 1 1\n".to_owned(),
        format!("[M2]\n*$\n4 1 1 1 {nines}\n"),
        format!("[M2]\n*$\n{nines} 1 1 1 1\n"),
        format!("[M2]\n{nines}\n"),
        format!("[M2]\n{}\n", "$".repeat(1_000_000)),
        format!("[M2]\n{}\n", ".".repeat(1_000_000)),
        format!("[M2]\n#G {nines}\n"),
        "[M2]\n4 1 0 0 0\n".to_owned(),
        "[M2]\n4 4294967296 0 0 0\n".to_owned(),
        "[M2]\n4 18446744073709551616 0 0 0\n".to_owned(),
    ] {
        let error = read_contents(&Source::new("p", text)).unwrap_err();
        assert!(error.message().chars().count() < 200, "{}", error.headline());
    }
    // A root of the maximum level whose cells are all alive: too many for a list.
    let nodes: Vec<String> = (4..=400).map(node).collect();
    let text = format!("[M2]\n{}\n{}", "********$".repeat(8), nodes.concat());
    let vast = macrocell(&text);
    assert_eq!(vast.population(), BigUint::from(1u8) << 800u32);
    let listed = parse(&text).unwrap_err().headline();
    assert!(
        listed.starts_with(
            "p:1:1: living cells in a box of 2582249878086908589655919172003011874329705792829223512830659356540"
        ),
        "{listed}"
    );
    let some: Vec<&str> = text.lines().take(50).collect();
    let too_many = parse(&some.join("\n")).unwrap_err().headline();
    assert!(too_many.contains("are too many for a list of cells; at most 100000000 are"), "{too_many}");
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
}
