//! Errors of pattern files with their positions and expectations, and limits of size.

use quadrille_life::formats::{Format, WriteError, read, read_leniently};
use quadrille_life::{
    Border, Bounds, Diagnostic, EngineSettings, Grid, GridError, Pattern, Rule, Source, Span,
};

use super::parse;

#[test]
fn errors_have_a_position_and_an_expectation() {
    for (text, says) in [
        ("", "p:1:1: there is no pattern here (expected a pattern as RLE"),
        ("\n\n", "p:3:1: there is no pattern here"),
        (
            "\n#Life 1.07\n0 0\n",
            "p:2:1: this version of the Life format is not supported (expected `#Life 1.05` or `#Life 1.06`)",
        ),
        ("#Life 1.06\n0 0\n1\n", "p:3:1: the line is not a column and a row (expected two numbers"),
        ("#Life 1.06\n0 0 5\n", "p:2:1: the line is not a column and a row"),
        (
            "#Life 1.06\n 0 1.5\n",
            "p:2:4: `1.5` is not a column or row (expected a whole number from -9223372036854775808",
        ),
        ("#Life 1.06\n9223372036854775808 0\n", "p:2:1: `9223372036854775808` is not a column or row"),
        ("#Life 1.06\n#R B3/S29\n", "p:2:4: rule `B3/S29`"),
        ("#Life 1.05\n#P 0 0\n*o\n", "p:3:2: `o` is not a cell (expected `.` or `*`)"),
        ("#Life 1.05\n#P 1 2 3\n", "p:2:8: the position has more than two numbers"),
        ("#Life 1.05\n#P a\n", "p:2:4: `a` is not a column or row"),
        ("#Life 1.05\n#P 9223372036854775807 0\n**\n", "p:3:1: the coordinates of the cells exceed 64 bits"),
        (
            "#Life 1.05\n#P 0 9223372036854775807\n*\n*\n",
            "p:4:1: the coordinates of the cells exceed 64 bits",
        ),
        ("bo$2bo$3o", "p:1:10: the pattern has no end (expected more runs, or `!`)"),
        ("x = 3, y = 3\nbo$\n2b?o$3o!", "p:3:3: `?` is not a cell (expected `b` for dead"),
        ("bo$2bO$3o!", "p:1:6: `O` is read as a living cell (expected `b` for dead"),
        (
            "x = 3, y = 3, rule = WireWorld\n3C!",
            "p:1:22: rule `WireWorld`, character 1: `WireWorld` is not a known rule name",
        ),
        (
            "x = 3, y = 3, rule = 345/2/4\n3C!",
            "p:1:22: rule `345/2/4`, character 1: rules of the Generations family are",
        ),
        (
            "x = 3, y = 3, z = 1, rule = 3D4/5\n3o!",
            "p:1:15: a three-dimensional pattern (.rle3) is not supported",
        ),
        ("#MCell 4.20\n#GAME Life\n", "p:1:1: a pattern of MCell (.mcl) is not supported"),
        ("PK\u{3}\u{4}\n", "p:1:1: a zip archive is not supported"),
        ("bo$2pA$3o!", "p:1:5: `p` is a state of rules with more than two states"),
        ("bo$12 bo!", "p:1:4: the count 12 has no letter"),
        ("bo$12\n#C twelve\n", "p:1:4: the count 12 has no letter"),
        ("bo$12\n!", "p:2:1: `!` cannot have a count"),
        ("bo$0\n0\no!", "p:3:1: a run of length 0 (expected a count of 1 or more)"),
        ("bo3!", "p:1:4: `!` cannot have a count"),
        ("b0o!", "p:1:2: a run of length 0 (expected a count of 1 or more)"),
        ("bé!", "p:1:2: `é` is not a cell"),
        (
            "x = 3, y = 3\n2b2o!",
            "p:2:3: a living cell in column 4 of row 1 (expected cells within the header's 3 × 3)",
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
        ("#r B9\nx = 3, y = 3\n3o!", "p:1:4: "),
        (
            "#CXRLE Pos=3 Gen=1\n3o!",
            "p:1:8: `Pos=3` is not understood (expected a column and a row, such as Pos=-3,5)",
        ),
        ("#CXRLE Pos=3,4 Gen=-1\n3o!", "p:1:16: `Gen=-1` is not understood (expected a number"),
        ("!Name: x\n.O\n.o\n", "p:3:2: `o` is read as a living cell (expected `.` or `O`)"),
        ("!Name: x\n.O\n.x\n", "p:3:2: `x` is not a cell (expected `.` or `O`)"),
        ("!Name: x\n.O\n. O\n", "p:3:2: ` ` is not a cell"),
    ] {
        let error = parse(text).expect_err(text).headline();
        assert!(error.starts_with(says), "{text:?}: {error}");
    }
}

/// Deviations that other programs accept are read with one warning for each kind, at its first
/// occurrence; when reading strictly, the first of them is the error.
#[test]
fn common_deviations_are_read_with_warnings() {
    for (text, cells, warnings) in [
        (
            "x = 3, y = 3\nbo$2bo$3o",
            &[(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)][..],
            &["2:10: the pattern has no end"][..],
        ),
        ("3o", &[(0, 0), (1, 0), (2, 0)], &["1:3: the pattern has no end"]),
        ("bO2z!", &[(1, 0), (2, 0), (3, 0)], &["1:2: `O` is read as a living cell"]),
        (
            "x = 2, y = 1\n3o$o!",
            &[(0, 0), (1, 0), (2, 0), (0, 1)],
            &["2:1: a living cell in column 3 of row 1"],
        ),
        (" #N cell\n\t#C two\no!", &[(0, 0)], &["1:1: white space before `#`"]),
        ("x = 1, y = 1, rule = B33/S223\no!", &[(0, 0)], &["1:24: `3` is repeated", "1:28: `2` is repeated"]),
        ("!Name: x\n.O\noo\n", &[(1, 0), (0, 1), (1, 1)], &["3:1: `o` is read as a living cell"]),
        ("3o!", &[(0, 0), (1, 0), (2, 0)], &[]),
    ] {
        let source = Source::new("p", text);
        let (_, pattern, found) = read_leniently(&source).unwrap();
        assert_eq!(pattern.cells().collect::<Vec<_>>(), cells, "{text:?}");
        let found: Vec<String> = found.iter().map(Diagnostic::headline).collect();
        assert_eq!(found.len(), warnings.len(), "{found:?}");
        for (found, warning) in found.iter().zip(warnings) {
            assert!(found.starts_with(&format!("p:{warning}")), "{found}");
        }
        match (read(&source), found.first()) {
            (Ok((_, strict)), None) => assert_eq!(strict, pattern),
            (Err(error), Some(warning)) => assert_eq!(&error.headline(), warning),
            other => panic!("{text:?}: {other:?}"),
        }
    }
    let (_, beyond, _) = read_leniently(&Source::new("p", "x = 2, y = 4\n3o!")).unwrap();
    assert_eq!(beyond.size, Some((3, 4)));
    let (_, named, _) = read_leniently(&Source::new("p", "  #N cell\no!")).unwrap();
    assert_eq!(named.name.as_deref(), Some("cell"));
    for text in ["x = 3, y = 3\n2?o!", "bpAo!", "1000000000o!", "b", "bo$12 bo!"] {
        assert!(read_leniently(&Source::new("p", text)).is_err(), "{text}");
    }
}

#[test]
fn excessive_sizes_are_rejected_at_once() {
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
    // Dead cells are only counted; a box that exceeds any memory is rejected by the grid.
    let (_, vast) =
        parse("x = 999999999, y = 999999999, rule = B3/S23\n999999998bo999999998$o1000000000b!").unwrap();
    assert_eq!(vast.population(), 2);
    let bounds = Bounds::new(1_000_000_000, 1_000_000_000, Border::Dead).unwrap();
    let grid = Grid::from_pattern(&vast, Rule::CONWAY, bounds, EngineSettings::default().memory(1 << 30));
    assert!(matches!(grid, Err(GridError::Memory(_))));
    let drawn = Format::Cells.write(&vast, &mut std::io::sink());
    assert!(matches!(drawn, Err(WriteError::TooLarge { format: Format::Cells, .. })));
    let long = Pattern::from_spans([Span { y: 0, x: 0, length: 1_000_000_000 }]);
    let coded = Format::Rle.write(&long, &mut std::io::sink());
    assert!(matches!(coded, Err(WriteError::TooLarge { format: Format::Rle, .. })));
}
