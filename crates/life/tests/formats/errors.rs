//! What is wrong with a pattern file, where, and what was expected; and what is too large.

use quadrille_life::formats::{Format, WriteError};
use quadrille_life::{Border, Bounds, Grid, GridError, Pattern, Rule, Settings, Span};

use super::parse;

#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, says) in [
        ("", "p:1:1: there is no pattern here (expected a pattern: RLE"),
        ("\n\n", "p:3:1: there is no pattern here"),
        (
            "\n#Life 1.07\n0 0\n",
            "p:2:1: another version of Life files (expected `#Life 1.05` or `#Life 1.06`)",
        ),
        ("#Life 1.06\n0 0\n1\n", "p:3:1: a cell has a column and a row (expected two numbers"),
        ("#Life 1.06\n0 0 5\n", "p:2:1: a cell has a column and a row"),
        (
            "#Life 1.06\n 0 1.5\n",
            "p:2:4: `1.5` is no column or row (expected a whole number from -9223372036854775808",
        ),
        ("#Life 1.06\n9223372036854775808 0\n", "p:2:1: `9223372036854775808` is no column or row"),
        ("#Life 1.06\n#R B3/S29\n", "p:2:4: rule `B3/S29`"),
        ("#Life 1.05\n#P 0 0\n*o\n", "p:3:2: `o` is no cell (expected `.` or `*`)"),
        ("#Life 1.05\n#P 1 2 3\n", "p:2:8: a place of more than a column and a row"),
        ("#Life 1.05\n#P a\n", "p:2:4: `a` is no column or row"),
        ("#Life 1.05\n#P 9223372036854775807 0\n**\n", "p:3:1: cells beyond the columns and rows"),
        ("#Life 1.05\n#P 0 9223372036854775807\n*\n*\n", "p:4:1: cells beyond the columns and rows"),
        ("bo$2bo$3o", "p:1:10: the pattern has no end (expected more runs, or `!`)"),
        ("x = 3, y = 3\nbo$\n2b?o$3o!", "p:3:3: `?` is no cell (expected `b` for dead"),
        ("bo$2bO$3o!", "p:1:6: `O` is a state of rules with more than two"),
        ("bo$2pA$3o!", "p:1:5: `p` is a state of rules with more than two"),
        ("bo$12 bo!", "p:1:4: `12` of what?"),
        ("bo$12\nbo!", "p:1:4: `12` of what?"),
        ("bo3!", "p:1:4: a count before `!`"),
        ("b0o!", "p:1:2: a run of no cells (expected a count of 1 or more)"),
        ("bé!", "p:1:2: `é` is no cell"),
        (
            "x = 3, y = 3\n2b2o!",
            "p:2:3: a living cell in column 4 of row 1 (expected x = 3, y = 3, as the header says)",
        ),
        ("x = 3, y = 3\no3$\no!", "p:3:1: a living cell in column 1 of row 4"),
        ("x = 3\n3o!", "p:1:6: the header is not understood (expected `y = …`"),
        ("x 3, y = 3\n3o!", "p:1:1: the header is not understood (expected `x = …`"),
        ("x = 3, y = 3, rile = B3/S23\n3o!", "p:1:15: the header is not understood (expected `rule = …`"),
        (
            "x = -3, y = 3\n3o!",
            "p:1:5: a pattern cannot be `-3` cells wide or high (expected 0 to 999999999)",
        ),
        ("x = , y = 3\n3o!", "p:1:4: a pattern cannot be `` cells wide"),
        ("x = 3, y = 3, rule = B3/S29\n3o!", "p:1:22: "),
        ("x = 3, y = 3, rule = B3/S23:K5*,5*\n3o!", "p:1:22: bounds `K5*,5*`"),
        ("#r B3\nx = 3, y = 3\n3o!", "p:1:4: "),
        (
            "#CXRLE Pos=3 Gen=1\n3o!",
            "p:1:8: `Pos=3` is not understood (expected a column and a row, such as Pos=-3,5)",
        ),
        ("#CXRLE Pos=3,4 Gen=-1\n3o!", "p:1:16: `Gen=-1` is not understood (expected a number"),
        ("!Name: x\n.O\n.o\n", "p:3:2: `o` is no cell (expected `.` or `O`)"),
        ("!Name: x\n.O\n. O\n", "p:3:2: ` ` is no cell"),
    ] {
        let error = parse(text).expect_err(text).headline();
        assert!(error.starts_with(says), "{text:?}: {error}");
    }
}

#[test]
fn what_is_too_large_is_refused_at_once() {
    for text in [
        "x = 1000000000000000000, y = 1000000000000000000, rule = B3/S23\no!",
        "x = 3, y = 99999999999999999999999\no!",
        "1000000000o!",
        "999999999999999999999999999999999999o!",
        "x = 3, y = 3\n1000000000b1000000000o!",
        "999999999$o!",
        "18446744073709551615$18446744073709551615$o!",
        "18446744073709551615b18446744073709551615bo!",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
    let long = format!("#CXRLE Gen={}\no!", "9".repeat(3_000_000));
    assert!(parse(&long).unwrap_err().headline().contains("up to 1000 digits"));
    // Dead cells are only counted; a box that no machine holds is refused by who would hold it.
    let (_, vast) =
        parse("x = 999999999, y = 999999999, rule = B3/S23\n999999998bo999999998$o1000000000b!").unwrap();
    assert_eq!(vast.population(), 2);
    let bounds = Bounds::new(1_000_000_000, 1_000_000_000, Border::Dead).unwrap();
    let grid = Grid::from_pattern(&vast, Rule::CONWAY, bounds, Settings::default().memory(1 << 30));
    assert!(matches!(grid, Err(GridError::Memory(_))));
    let drawn = Format::Cells.write(&vast, &mut std::io::sink());
    assert!(matches!(drawn, Err(WriteError::TooLarge { format: Format::Cells, .. })));
    let long = Pattern::from_spans([Span { y: 0, x: 0, length: 1_000_000_000 }]);
    let coded = Format::Rle.write(&long, &mut std::io::sink());
    assert!(matches!(coded, Err(WriteError::TooLarge { format: Format::Rle, .. })));
}
