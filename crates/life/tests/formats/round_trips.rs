//! Round trips: writing and reading, and the canonical form.

use proptest::prelude::*;
use quadrille_life::formats::{Format, ReadOptions, Tolerance, read_with_options};
use quadrille_life::{Pattern, Source, Span};

use super::{parse, patterns, written};

proptest! {
    #[test]
    fn rle_keeps_everything(pattern in patterns(100_000)) {
        let text = written(Format::Rle, &pattern);
        prop_assert!(text.lines().all(|line| line.starts_with('#') || line.starts_with('x') || line.len() <= 70));
        let (format, read) = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        prop_assert_eq!(format, Format::Rle);
        prop_assert_eq!(&read, &pattern);
        prop_assert_eq!(written(Format::Rle, &read), text);
    }

    #[test]
    fn plaintext_keeps_names_and_cells(mut pattern in patterns(300)) {
        let text = written(Format::Cells, &pattern);
        let (format, read) = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(format, Format::Cells);
        (pattern.rule, pattern.position, pattern.generation, pattern.size) = (None, None, None, None);
        prop_assert_eq!(&read, &pattern);
    }

    /// Without a declared size, the bounding box is written, so the pattern moves to the corner.
    #[test]
    fn a_pattern_anywhere_is_written_from_its_corner(
        cells in prop::collection::vec((-50..50i64, -50..50i64), 1..50),
        by in (-1_000_000_000_000..1_000_000_000_000i64, -9..9i64),
    ) {
        let pattern = Pattern::from_cells(cells.iter().copied());
        let moved = Pattern::from_cells(cells.iter().map(|&(x, y)| (x + by.0, y + by.1)));
        for format in [Format::Rle, Format::Cells] {
            prop_assert_eq!(written(format, &pattern), written(format, &moved));
            let read = parse(&written(format, &pattern)).unwrap().1;
            let (old, new) = (pattern.bounding_box().unwrap(), read.bounding_box().unwrap());
            prop_assert_eq!((new.x, new.y, new.width, new.height), (0, 0, old.width, old.height));
            prop_assert!(read.cells().eq(pattern.cells().map(|(x, y)| (x - old.x, y - old.y))));
        }
    }

    /// Divided runs, white space and long forms give the same pattern.
    #[test]
    fn there_are_many_ways_to_write_a_pattern(
        pattern in patterns(100_000),
        cuts in prop::collection::vec((1..5u64, 0..4usize), 1..50),
    ) {
        let canonical = written(Format::Rle, &pattern);
        let body = canonical.lines().position(|line| line.starts_with('x')).unwrap() + 1;
        let mut text: String = canonical.lines().take(body).flat_map(|line| [line, "\r\n"]).collect();
        let mut cuts = cuts.iter().cycle();
        let mut count = String::new();
        for tag in canonical.lines().skip(body).flat_map(str::chars) {
            if tag.is_ascii_digit() {
                count.push(tag);
                continue;
            }
            let mut left: u64 = if count.is_empty() { 1 } else { count.parse().unwrap() };
            count.clear();
            let mut pieces = 0;
            while left > 0 {
                let (size, space) = cuts.next().unwrap();
                let now = if pieces < 3 { left.min(*size) } else { left };
                let tag = match (tag, space) { ('b', 1) => '.', ('o', 1) => 'A', _ => tag };
                let run = if tag == '!' { "!".to_owned() } else { format!("{now}{tag}") };
                text.push_str(&run);
                text += ["", " ", "\n", "\t\r\n\n"][*space];
                left -= now;
                pieces += 1;
            }
        }
        let read = parse(&text).unwrap_or_else(|error| panic!("{error}")).1;
        prop_assert_eq!(read, pattern);
    }

    /// Line breaks are accepted between any two characters of the runs, with blanks and comments
    /// around them.
    #[test]
    fn lines_break_anywhere(
        pattern in patterns(100_000),
        breaks in prop::collection::vec(0..12usize, 1..60),
        ending in prop::sample::select(&["\n", "\r\n", "\r"]),
    ) {
        let canonical = written(Format::Rle, &pattern);
        let body = canonical.lines().position(|line| line.starts_with('x')).unwrap() + 1;
        let mut text: String = canonical.lines().take(body).flat_map(|line| [line, ending]).collect();
        let mut breaks = breaks.iter().cycle();
        let runs: String = canonical.lines().skip(body).collect();
        for letter in runs.trim_end_matches('!').chars() {
            text.push(letter);
            match breaks.next().unwrap() {
                0 => text.push_str(ending),
                1 => text.push_str(&ending.repeat(3)),
                2 => text.extend([" \t", ending, "  "]),
                3 => text.extend([ending, "#C break", ending]),
                _ => {}
            }
        }
        text.push('!');
        let mut read = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).1;
        read.comments.retain(|comment| comment != "break");
        prop_assert_eq!(read, pattern);
    }

    /// Line breaks are accepted between the letters of a two-letter state, and before the `!`, in
    /// rules with marks.
    #[test]
    fn states_of_two_letters_break_anywhere(
        states in prop::collection::vec((1..26u64, 1..40u64), 0..30),
        breaks in prop::collection::vec(0..5usize, 1..60),
    ) {
        let mut runs = String::new();
        let mut expected = Vec::new();
        let mut x = 0;
        for (state, count) in states {
            let letter = |state: u64| char::from(b'A' + (state - 1) as u8);
            runs += &count.to_string();
            if state > 24 {
                runs.push('p');
            }
            runs.push(letter((state - 1) % 24 + 1));
            expected.extend((state % 2 == 1).then_some(Span { y: 0, x, length: count }));
            x += count as i64;
        }
        let mut breaks = breaks.iter().cycle();
        let mut text = format!("x = {x}, y = 1, rule = LifeSuper\n");
        for letter in runs.chars() {
            text.push(letter);
            text += ["\n", "\r\n", " \n\n\t", "\n#C break\n", ""][*breaks.next().unwrap()];
        }
        text += ["\n!", "!"][breaks.next().unwrap() % 2];
        let options = ReadOptions::default().tolerance(Tolerance::Marks);
        let read = read_with_options(&Source::new("p", text.clone()), options);
        let (_, contents, _) = read.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let pattern = contents.into_pattern().unwrap();
        let expected = Pattern::from_spans(expected);
        prop_assert_eq!(pattern.spans(), expected.spans(), "{}", text);
    }

    #[test]
    fn nothing_read_is_a_panic(text in "(x = [0-9]{1,12}, y = 3(, rule = B3/S23)?\n)?([0-9]{0,12}[bo$!.O*#\n A-z]){0,40}") {
        if let Ok((format, pattern)) = parse(&text) {
            // Successfully read patterns can be written and read again, unless they are too large
            // for the format.
            let mut bytes = Vec::new();
            if format == Format::Rle || pattern.bounding_box().is_none_or(|area| area.width < 1_000_000) {
                format.write(&pattern, &mut bytes).unwrap();
                let (_, again) = parse(std::str::from_utf8(&bytes).unwrap()).unwrap();
                prop_assert_eq!(again.population(), pattern.population());
            }
        }
    }
}

#[test]
fn common_forms_of_pasted_patterns() {
    let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
    for text in [
        "bo$2bo$3o!",
        "  bo$\n2bo$ 3o !\n",
        "x=3,y=3\nbo$2bo$3o!",
        "#C a remark\nx = 3 , y = 3 , rule = b3/s23\nbob$2bo$3o!\nanything after\n",
        ".O\n..O\nOOO\n",
        ".O.\r\n..O\r\nOOO",
        "!Name: Glider\n!\n.O.\n..O\nOOO\n",
        "!\n.*.\n..*\n***\n",
    ] {
        let (_, pattern) = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(pattern.spans(), glider.spans(), "{text}");
    }
}

#[test]
fn metadata_of_a_file_is_kept() {
    let text = "#N  Gun\n#O Bill\n#C one\n#c two\n#D three\n#\n#CXRLE Pos=-3,5 Gen=12345678901234567890123\n\
                x = 4, y = 2, rule = 23/3:T30,20\n2o!  loose\n\n#C end\n";
    let (_, pattern) = parse(text).unwrap();
    assert_eq!((pattern.name.as_deref(), pattern.author.as_deref()), (Some(" Gun"), Some("Bill")));
    assert_eq!(pattern.comments, ["one", "two", "D three", "", "loose", "end"]);
    assert_eq!((pattern.position.clone(), pattern.size), (Some((-3, 5).into()), Some((4, 2))));
    assert_eq!(pattern.generation.as_deref(), Some("12345678901234567890123"));
    assert_eq!(pattern.rule.unwrap().to_string(), "B3/S23:T30,20");
    assert_eq!(
        written(Format::Rle, &pattern),
        "#CXRLE Pos=-3,5 Gen=12345678901234567890123\n#N  Gun\n#O Bill\n#C one\n#C two\n#C D three\n#C\n#C loose\n#C end\n\
         x = 4, y = 2, rule = B3/S23:T30,20\n2o!\n"
    );
    // The rule of a comment line is used if the header has none.
    let rule = |text: &str| parse(text).unwrap().1.rule.unwrap().to_string();
    assert_eq!(rule("#r 23/36\no!"), "B36/S23");
    assert_eq!(rule("#r 23/36\nx = 1, y = 1, rule = B2/S\no!"), "B2/S");
}

#[test]
fn patterns_without_cells() {
    for (format, text) in [(Format::Rle, "x = 0, y = 0\n!\n"), (Format::Cells, ".\n")] {
        assert_eq!(written(format, &Pattern::default()), text);
        let (read, pattern) = parse(text).unwrap();
        assert_eq!((read, pattern.population()), (format, 0));
    }
    assert_eq!(parse("!").unwrap().1.population(), 0);
}
