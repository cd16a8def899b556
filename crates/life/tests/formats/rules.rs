//! Rules with marks, and rules that override the file's.

use proptest::prelude::*;
use quadrille_diagnostics::Source;
use quadrille_life::formats::{Contents, Format, ReadOptions, Tolerance, read, read_with_options};
use quadrille_life::{Diagnostic, FileRule, Pattern};

use super::{parse, written};

fn read_as(text: &str, options: ReadOptions) -> Result<(Pattern, Vec<String>), Diagnostic> {
    let (_, contents, warnings) = read_with_options(&Source::new("p", text), options)?;
    Ok((contents.into_pattern().unwrap(), warnings.iter().map(Diagnostic::headline).collect()))
}

fn with_marks(text: &str) -> Result<(Pattern, Vec<String>), Diagnostic> {
    read_as(text, ReadOptions::default().tolerance(Tolerance::Marks))
}

fn overridden(text: &str, rule: &str) -> Result<(Pattern, Vec<String>), Diagnostic> {
    let rule: FileRule = rule.parse().unwrap();
    read_as(text, ReadOptions::default().tolerance(Tolerance::Lenient).rule(rule))
}

fn named(pattern: &Pattern) -> String {
    pattern.rule.map_or_else(|| "none".to_owned(), |rule| rule.to_string())
}

/// Returns a state's letters in RLE.
fn letters(state: u64) -> String {
    let letter = |number: u64| char::from(b'A' + number as u8);
    match state {
        0 => ".".to_owned(),
        1..=24 => letter(state - 1).to_string(),
        _ => format!("{}{}", char::from(b'o' + (state - 1) as u8 / 24), letter((state - 1) % 24)),
    }
}

#[test]
fn odd_states_live_and_the_plain_rule_is_written() {
    let text = "x = 3, y = 3, rule = LifeHistory\n.A$2.A$3A!";
    let (glider, warnings) = with_marks(text).unwrap();
    assert_eq!(
        warnings,
        [
            "p:1:22: `LifeHistory` is run as B3/S23: cells of states 1, 3 and 5 are alive, all others dead; marks are \
          dropped (expected a rule without marks, such as B3/S23)"
        ]
    );
    assert_eq!(written(Format::Rle, &glider), "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
    let refused = read(&Source::new("p", text)).unwrap_err();
    assert_eq!(refused.headline(), warnings[0]);

    let (marked, warnings) = with_marks("x = 7, y = 1, rule = B36/S23History:T30,20\n.ABCDEF!").unwrap();
    assert!(marked.cells().eq([(1, 0), (3, 0), (5, 0)]));
    assert_eq!(named(&marked), "B36/S23:T30,20");
    assert!(
        warnings[1].starts_with("p:2:7: boundary cells (state 6) are read as dead cells"),
        "{warnings:?}"
    );
    assert_eq!(warnings.len(), 2);

    let all: String = (0..26).map(letters).collect();
    assert!(all.starts_with(".ABC") && all.ends_with("WXpA"));
    let (marked, _) = with_marks(&format!("x = 28, y = 1, rule = HighLifeSuper\n{all}2p\nA!")).unwrap();
    assert!(marked.cells().eq((0..13).map(|at| (2 * at + 1, 0)).chain([(26, 0), (27, 0)])));
}

#[test]
fn unknown_states_are_rejected() {
    for (text, says) in [
        (
            "x = 1, y = 1, rule = LifeHistory\nG!",
            "p:2:1: the rule has no cell state 7 (expected 0 to 6, the states of the rule)",
        ),
        ("x = 1, y = 1, rule = LifeHistory\n2pA!", "p:2:3: the rule has no cell state 25 (expected 0 to 6"),
        ("x = 1, y = 1, rule = LifeSuper\npB!", "p:2:2: the rule has no cell state 26 (expected 0 to 25"),
        ("x = 1, y = 1, rule = LifeSuper\nqA!", "p:2:2: the rule has no cell state 49"),
        ("x = 1, y = 1, rule = LifeSuper\np$!", "p:2:2: `$` is not a cell"),
        ("x = 1, y = 1, rule = LifeSuper\np", "p:2:1: the second letter of a state is missing"),
        ("x = 1, y = 1, rule = LifeHistory\nz!", "p:2:1: `z` is not a cell"),
        ("[M2]\n#R LifeHistory\n1 0 7 0 0\n", "p:3:5: the rule has no cell state 7 (expected 0 to 6"),
    ] {
        let error = with_marks(text).expect_err(text).headline();
        assert!(error.starts_with(says), "{text:?}: {error}");
    }
}

#[test]
fn every_format_may_name_a_rule_with_marks() {
    let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
    for text in [
        "x = 3, y = 3, rule = LifeHistory\n.A$2.C$3E!",
        "#r LifeHistory\nx = 3, y = 3\n.A$BDC$3E!",
        "#r LifeSuper\n.A$BDC$3W!",
        "[M2] (golly 3.3)\n#R LifeHistory\n1 0 0 0 1\n2 0 0 1 0\n1 0 0 1 4\n1 3 0 5 0\n1 1 1 0 0\n1 5 0 0 0\n2 5 6 0 0\n\
         1 0 0 2 3\n2 8 4 0 0\n",
        "#Life 1.06\n#R LifeHistory\n1 0\n2 1\n0 2\n1 2\n2 2\n",
        "#Life 1.05\n#R LifeHistory\n#P 0 0\n.*\n..*\n***\n",
    ] {
        let (pattern, warnings) = with_marks(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(named(&pattern), "B3/S23", "{text}");
        assert!(warnings[0].contains("marks are dropped"), "{warnings:?}");
        if !text.starts_with('[') {
            assert_eq!(pattern.spans(), glider.spans(), "{text}");
        }
        assert!(read(&Source::new("p", text)).is_err());
    }
    // Golly's file of `.A$2.C$ADE!`.
    let golly = "[M2] (golly 3.3)\n#R LifeHistory\n1 0 0 0 1\n2 0 0 1 0\n1 0 0 1 4\n1 3 0 5 0\n2 3 4 0 0\n3 0 2 0 5\n";
    let (pattern, _) = with_marks(golly).unwrap();
    assert!(pattern.cells().eq([(1, 0), (2, 1), (0, 2), (2, 2)]));
}

#[test]
fn a_given_rule_overrides_an_unknown_one() {
    let unknown = ["WireWorld", "345/2/4", "Foo!Bar", "B9/S", "B2/S34H", ""];
    for rule in unknown {
        for (text, cells) in [
            (format!("x = 3, y = 3, rule = {rule}\nbo$2bo$3o!"), 5u8),
            (format!("x = 3, y = 3, rule = {rule}:T30,20\nbo$2bo$3o!"), 5),
            (format!("#r {rule}\nbo$2bo$3o!"), 5),
            (format!("#r {rule}\nx = 3, y = 3\nbo$2bo$3o!"), 5),
            (format!("x = 3, y = 3, rule = {rule}\n.A$2.B$2CpA!"), 5),
            (format!("[M2] (golly 3.3)\n#R {rule}\n.*$..*$***$\n4 1 0 0 0\n"), 5),
            (format!("[M2] (golly 3.3)\n#R {rule}\n1 0 1 2 3\n"), 3),
            (format!("#Life 1.06\n#R {rule}\n1 0\n2 1\n"), 2),
            (format!("#Life 1.05\n#R {rule}\n.*\n"), 1),
        ] {
            assert!(rule.is_empty() || parse(&text).is_err(), "{text}");
            let (pattern, _) =
                overridden(&text, "HighLife").unwrap_or_else(|error| panic!("{text}: {error}"));
            let bounds = if text.contains(":T30,20") { ":T30,20" } else { "" };
            assert_eq!(named(&pattern), format!("B36/S23{bounds}"), "{text}");
            assert_eq!(pattern.population(), cells.into(), "{text}");
            let (pattern, _) = overridden(&text, "B36/S23:P40,50").unwrap();
            assert_eq!(named(&pattern), "B36/S23:P40,50", "{text}");
        }
    }
    for text in [
        "o!",
        "x = 1, y = 1\no!",
        ".O\n",
        "#Life 1.06\n0 0\n",
        "#Life 1.05\n#N\n*\n",
        "[M2]\n*$\n",
        "!Name: x\nO\n",
    ] {
        let (pattern, warnings) = overridden(text, "B36/S23").unwrap();
        assert_eq!(
            (named(&pattern), pattern.population(), warnings.len()),
            ("B36/S23".to_owned(), 1, 0),
            "{text}"
        );
    }
    // The rule of a comment line is ignored if the header has one.
    let (_, pattern) = parse("#r Unknown\nx = 1, y = 1, rule = B2/S\no!").unwrap();
    assert_eq!(named(&pattern), "B2/S");
}

/// Cell states follow the file's rule if it has marks, otherwise the given rule.
#[test]
fn a_given_rule_keeps_the_states_of_marks() {
    let cells = ".ABCDE!";
    for (header, rule, alive, printed) in [
        ("LifeHistory", "B36/S23", 3, "B36/S23"),
        ("LifeHistory:T30,20", "B36/S23", 3, "B36/S23:T30,20"),
        ("LifeHistory", "LifeSuper", 3, "B3/S23"),
        ("WireWorld", "LifeHistory", 3, "B3/S23"),
        ("WireWorld", "B3/S23", 5, "B3/S23"),
    ] {
        let (pattern, _) = overridden(&format!("x = 6, y = 1, rule = {header}\n{cells}"), rule).unwrap();
        assert_eq!((pattern.population(), named(&pattern)), (alive, printed.to_owned()), "{header} {rule}");
    }
    // Given bounds override those of the file, too.
    let options = ReadOptions::default().bounds("9x9:torus".parse().unwrap());
    let (pattern, _) = read_as("x = 1, y = 1, rule = B3/S23:X9\no!", options).unwrap();
    assert_eq!(named(&pattern), "B3/S23:T9,9");
}

proptest! {
    /// Cells of odd states live, for lines of any length and any line breaks.
    #[test]
    fn marks_are_read_in_both_formats(
        cells in prop::collection::vec((0..12i64, 0..12i64, 1..26u64), 0..60),
        history: bool,
        breaks in prop::collection::vec(0..4usize, 1..40),
    ) {
        let states = if history { 7 } else { 26 };
        let rule = if history { "B36/S23History" } else { "B36/S23Super" };
        let mut field = [[0u64; 12]; 12];
        for (x, y, state) in cells {
            field[y as usize][x as usize] = state % states;
        }
        let alive = (0..12i64).flat_map(|y| (0..12i64).map(move |x| (x, y)))
            .filter(|&(x, y)| field[y as usize][x as usize] % 2 == 1);
        let expected = Pattern::from_cells(alive);
        let mut body = String::new();
        let row = |row: &[u64; 12]| {
            let runs: Vec<String> = row
                .chunk_by(|a, b| a == b)
                .map(|run| format!("{}{}", run.len(), letters(run[0])))
                .collect();
            runs.concat()
        };
        let rows: Vec<String> = field.iter().map(row).collect();
        for (letter, cut) in (rows.join("$") + "!").chars().zip(breaks.iter().cycle()) {
            body.push(letter);
            body.push_str(["", "", "\n", " \r\n\n"][*cut]);
        }
        let (read, _) = with_marks(&format!("x = 12, y = 12, rule = {rule}\n{body}")).unwrap();
        prop_assert_eq!(read.spans(), expected.spans());
        prop_assert_eq!(named(&read), "B36/S23");

        // Builds a quadtree whose leaves are single cells, with the same cells in its south-east
        // quarter, one row lower.
        let mut lines = Vec::new();
        let state = |x: usize, y: usize| field.get(y).and_then(|row| row.get(x)).copied().unwrap_or(0) as usize;
        let mut below: Vec<usize> = (0..32 * 32).map(|at| state(at % 32, at / 32)).collect();
        for (level, side) in [(1, 16), (2, 8), (3, 4), (4, 2), (5, 1)] {
            below = (0..side * side)
                .map(|at| {
                    let (x, y) = (2 * (at % side), 2 * (at / side));
                    let of = |x: usize, y: usize| below[2 * side * y + x];
                    lines.push(format!(
                        "{level} {} {} {} {}",
                        of(x, y),
                        of(x + 1, y),
                        of(x, y + 1),
                        of(x + 1, y + 1)
                    ));
                    lines.len()
                })
                .collect();
        }
        lines.push(format!("6 0 0 0 {}", below[0]));
        let text = format!("[M2] (golly 4.2)\n#R {rule}\n{}\n", lines.join("\n"));
        let (_, contents, _) =
            read_with_options(&Source::new("p", text), ReadOptions::default().tolerance(Tolerance::Marks)).unwrap();
        let Contents::Macrocell(macrocell) = contents else { panic!("a macrocell") };
        let read = macrocell.to_pattern().unwrap();
        prop_assert!(read.cells().eq(expected.cells().map(|(x, y)| (x, y + 1))));
    }

    /// A pattern read with marks dropped, or under a given rule, is the same when written and read
    /// again.
    #[test]
    fn patterns_read_leniently_survive_a_round_trip(
        rule in "LifeHistory|B36/S23Super:T9,9|HighLife|WireWorld|B3/S23:X9|_?[BS]?[0-8]{0,3}[/_]?[bs]?[0-8ceaikn-]{0,4}(History)?",
        body in "(#C [a-z]{0,4}\n|[0-9]{0,3}[bo.$A-Gp-r!]|[0-9\n\r ]|pA){0,40}!?",
        nodes in prop::collection::vec("[.*$]{1,70}|1( [0-9]{1,2}){4}|[2-5]( [0-4]){4}", 0..8),
        given: bool,
    ) {
        let options = ReadOptions::default().tolerance(Tolerance::Lenient);
        let options = if given { options.rule("B2/S".parse().unwrap()) } else { options };
        for text in [
            format!("x = 9, y = 9, rule = {rule}\n{body}"),
            format!("#r {rule}\n{body}"),
            format!("[M2]\n#R {rule}\n{}\n", nodes.join("\n")),
            format!("#Life 1.06\n#R {rule}\n1 0\n"),
        ] {
            let Ok((format, contents, _)) = read_with_options(&Source::new("p", text.as_str()), options) else {
                continue;
            };
            let mut written = Vec::new();
            contents.write(format, &mut written).unwrap();
            let written = String::from_utf8(written).unwrap();
            let (_, again, warnings) = read_with_options(&Source::new("p", written.as_str()), options)
                .unwrap_or_else(|error| panic!("{error}\n{text}"));
            prop_assert!(warnings.is_empty(), "{written}");
            prop_assert_eq!((again.population(), again.rule().unwrap_or_default()), (contents.population(), contents.rule().unwrap_or_default()), "{}", text);
            if given {
                prop_assert_eq!(contents.rule().map(|spec| spec.rule.to_string()), Some("B2/S".to_owned()));
            }
        }
    }
}

#[test]
fn a_comma_may_end_the_header() {
    for (header, rule) in [
        ("x = 3, y = 1,", "none"),
        ("x = 3, y = 1, rule = B36/S23,", "B36/S23"),
        ("x = 3, y = 1, rule = B3/S23:T10,20 ,", "B3/S23:T10,20"),
        ("x = 3, y = 1, rule = HighLife,", "B36/S23"),
    ] {
        let (_, pattern) = parse(&format!("{header}\n3o!\n")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((named(&pattern).as_str(), pattern.population()), (rule, 3), "{header}");
    }
    for header in ["x = 3, y = 1, rule = B3/S23,,", "x = 3, y = 1, rule = ,,"] {
        assert!(parse(&format!("{header}\n3o!\n")).is_err(), "{header}");
    }
}
