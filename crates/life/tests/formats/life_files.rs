//! Tests of Life 1.05 and 1.06.

use std::fmt::Write as _;

use proptest::prelude::*;
use quadrille_life::formats::{Format, WriteError};
use quadrille_life::{Pattern, Span};

use super::{parse, patterns, written};

proptest! {
    /// Life 1.06 keeps absolute coordinates, and the rule.
    #[test]
    fn life_106_keeps_cells_and_rules(pattern in patterns(1_000_000_000_000)) {
        let text = written(Format::Life106, &pattern);
        let (format, read) = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(format, Format::Life106);
        prop_assert_eq!(read.rule.unwrap_or_default(), pattern.rule.unwrap_or_default());
        let corner = match (&pattern.position, pattern.rule.and_then(|rule| rule.bounds), pattern.size) {
            (Some(place), ..) => [&place.x, &place.y].map(|at| i64::try_from(at).unwrap()).into(),
            (None, Some(_), Some((width, height))) => (-((width / 2) as i64), -((height / 2) as i64)),
            _ => (0, 0),
        };
        prop_assert!(read.cells().eq(pattern.cells().map(|(x, y)| (x + corner.0, y + corner.1))));
        prop_assert_eq!(written(Format::Life106, &read), text);
    }

    /// Rows anywhere, divided into blocks, give the same cells.
    #[test]
    fn life_105_puts_blocks_where_they_say(blocks in prop::collection::vec(
        (-50..50i64, -50..50i64, prop::collection::vec("[.*]{1,9}", 1..5)), 0..6,
    )) {
        let mut text = "#Life 1.05\n#D blocks\n#N\n".to_owned();
        let mut cells = Vec::new();
        for (left, top, rows) in &blocks {
            writeln!(text, "#P {left} {top}\r").unwrap();
            for (row, y) in rows.iter().zip(*top..) {
                writeln!(text, "{row}\n").unwrap();
                cells.extend(row.chars().zip(*left..).filter(|(cell, _)| *cell == '*').map(|(_, x)| (x, y)));
            }
        }
        let (format, read) = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!((format, read.rule), (Format::Life105, Some("B3/S23".parse().unwrap())));
        let expected = Pattern::from_cells(cells);
        prop_assert_eq!(read.spans(), expected.spans());
    }
}

#[test]
fn metadata_of_life_files_is_kept() {
    let glider = [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)];
    let text = "\n#Life 1.05\n#D one\n#C two\n#N Glider\n#O Guy\n#R 23/36\n.*\n..*\n***\n";
    let (_, pattern) = parse(text).unwrap();
    assert!(pattern.cells().eq(glider));
    assert_eq!((pattern.name.as_deref(), pattern.author.as_deref()), (Some("Glider"), Some("Guy")));
    assert_eq!((pattern.comments.len(), pattern.rule.unwrap().to_string()), (2, "B36/S23".to_owned()));
    let text = "#Life 1.06\r\n#R 23/36\n1 0\n\n2 1\n0 2\n 2\t2 \n+1 2\n0 2";
    let (_, pattern) = parse(text).unwrap();
    assert!(pattern.cells().eq(glider));
    assert_eq!(written(Format::Life106, &pattern), "#Life 1.06\n#R B36/S23\n1 0\n2 1\n0 2\n1 2\n2 2\n");
    assert_eq!(written(Format::Life106, &Pattern::default()), "#Life 1.06\n");
    assert_eq!(parse("#Life 1.06\n").unwrap().1.population(), 0);
}

#[test]
fn excessive_sizes_are_rejected() {
    let ten_to_the_40 = format!("#Life 1.06\n0 1{}\n", "0".repeat(40));
    assert!(parse(&ten_to_the_40).unwrap_err().headline().contains("p:2:3: `1000"));
    let digits = format!("#Life 1.06\n{} 0\n", "9".repeat(1_000_000));
    assert!(parse(&digits).is_err());
    let long = Pattern::from_spans([Span { y: 0, x: 0, length: 1_000_000_000 }]);
    let mut sink = std::io::sink();
    let cells = Format::Life106.write(&long, &mut sink).unwrap_err();
    assert!(cells.to_string().contains("1000000000 × 1 cells is too large to be written as lif"), "{cells}");
    let mut far = Pattern::from_cells([(0, 0), (5, 5)]);
    far.position = Some((i64::MAX - 2, 0).into());
    assert!(matches!(Format::Life106.write(&far, &mut sink), Err(WriteError::Position { .. })));
    assert!(matches!(Format::Life105.write(&far, &mut sink), Err(WriteError::ReadOnly { .. })));
}
