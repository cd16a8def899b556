//! What each fuzz target does with its bytes. The targets call it under the fuzzer; an ordinary test replays the kept
//! corpus through it.

use quadrille::combat::{Profile, fuzz_condition};
use quadrille::diagnostics::Source;
use quadrille::job::ExperimentFile;
use quadrille::mastermind::{Game, Repeats, Row, candidates, score};

/// Any bytes as an experiment file: read, or refused with a place that is in the file.
pub fn experiment_file(bytes: &[u8]) {
    let file = Source::from_bytes("fuzz.toml", bytes.to_vec()).and_then(ExperimentFile::read);
    if let Err(error) = file {
        assert!(error.span().end <= error.source().text().len());
        assert!(error.to_string().contains("fuzz.toml:"));
    }
}

/// A size (two bytes) and rows of Mastermind, one a line: read and written back the same, or refused with a reason.
pub fn mastermind_rows(bytes: &[u8]) {
    let [size, shape, text @ ..] = bytes else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let repeats = if shape & 0x80 == 0 { Repeats::Allowed } else { Repeats::Forbidden };
    let Ok(game) = Game::new(u32::from(size % 18), u32::from(shape % 17), repeats) else { return };
    let lines: Vec<&str> = text.lines().take(8).collect();
    match Row::parse_all(game, &lines) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(rows) => {
            for (row, line) in rows.iter().zip(&lines) {
                let written = format!("{}:{}", game.show(row.guess), row.feedback);
                assert_eq!(Row::parse(game, &written).as_ref(), Ok(row));
                let pegs = |text: &str| text.replace(char::is_whitespace, "").to_lowercase();
                assert_eq!(pegs(line).split(',').count(), 2);
            }
            if game.codewords() <= 10_000
                && let Ok(found) = candidates(game, &rows, 3)
            {
                assert!(found.first.len() as u64 <= found.count);
                for code in found.first {
                    assert!(rows.iter().all(|row| score(code, row.guess) == row.feedback));
                }
            }
        }
    }
}

/// Any bytes as a profile of a fight: read, or refused with places that are in the file.
pub fn combat_profile(bytes: &[u8]) {
    let Ok(source) = Source::from_bytes("fuzz.toml", bytes.to_vec()) else { return };
    if let Err(errors) = Profile::parse(&source) {
        assert!(!errors.is_empty());
        for error in errors {
            assert!(error.span().end <= source.text().len());
        }
    }
}

/// Any text as a condition of an action list: refused, or compiled to what walking its tree gives.
pub fn combat_condition(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        fuzz_condition(text);
    }
}
