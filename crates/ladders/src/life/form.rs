//! The rungs as engines of [`Grid`](quadrille_life::Grid).

use quadrille_life::Engine;
use quadrille_life::internals::Form;

use super::{RUNGS, TOP};

/// Returns rung N as an engine. Rungs are counted from 1.
const fn form<const N: usize>(name: &'static str) -> Form {
    Form {
        name,
        number: N,
        knows: |rule| super::knows(N, rule),
        field: |shape, rule, level, memory| super::field(N, shape, rule, level, memory),
        // Only the top rung divides the field into several bands. The rung below it is the same
        // engine with one band.
        field_in_one_band: |shape, rule, level, memory| {
            super::field(if N == TOP { TOP - 1 } else { N }, shape, rule, level, memory)
        },
    }
}

static FORMS: [Form; RUNGS] = [
    form::<1>("rung:1"),
    form::<2>("rung:2"),
    form::<3>("rung:3"),
    form::<4>("rung:4"),
    form::<5>("rung:5"),
    form::<6>("rung:6"),
    form::<7>("rung:7"),
    form::<8>("rung:8"),
    form::<9>("rung:9"),
    form::<10>("rung:10"),
    form::<11>("rung:11"),
    form::<12>("rung:12"),
    form::<13>("rung:13"),
    form::<14>("rung:14"),
    form::<15>("rung:15"),
    form::<16>("rung:16"),
];

/// Parses the name of an engine of Life: `auto`, `grid`, `tiles`, `hashlife`, or `rung:N` for rung
/// number N.
///
/// ```
/// use quadrille_ladders::life::engine;
/// use quadrille_life::{Grid, Pattern, Rule, EngineSettings};
///
/// let settings = EngineSettings::default().engine(engine("rung:10")?);
/// let blinker: Pattern = "3o!".parse()?;
/// let mut grid = Grid::from_pattern(&blinker, Rule::CONWAY, "9x9".parse()?, settings)?;
/// grid.step();
/// assert!(grid.get(4, 3) && grid.get(4, 4) && grid.get(4, 5));
/// assert_eq!(grid.settings().engine.to_string(), "rung:10");
/// assert!(engine("rung:17").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`EngineError`] if the text is another name, or if the number of the rung is not from 1 to 16.
pub fn engine(text: &str) -> Result<Engine, EngineError> {
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    let rung = text.strip_prefix("rung:").and_then(number).and_then(|number: usize| number.checked_sub(1));
    match rung.and_then(|at| FORMS.get(at)) {
        Some(form) => Ok(Engine::Form(form)),
        None => text.parse().map_err(EngineError::from),
    }
}

/// Error of an unknown engine or rung.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no engine `{text}`; expected auto, grid, tiles, hashlife, or rung:1 to rung:{RUNGS}")]
pub struct EngineError {
    /// The name that is not an engine; long names are shortened.
    text: String,
}

impl From<quadrille_life::EngineError> for EngineError {
    fn from(error: quadrille_life::EngineError) -> Self {
        match error {
            quadrille_life::EngineError::Unknown { text } => Self { text },
            other => Self { text: other.to_string() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_are_engines_under_their_numbers() {
        for number in 1..=RUNGS {
            let text = format!("rung:{number}");
            let engine = engine(&text).unwrap();
            assert_eq!(engine.to_string(), text);
            assert!(matches!(engine, Engine::Form(form) if form.number == number));
        }
        assert_eq!(engine("rung:010"), engine("rung:10"));
        assert_eq!(engine("tiles"), Ok(Engine::Tiles));
        for wrong in
            ["", "rung:", "rung:0", "rung:17", "rung:+1", "rung:99999999999999999999", "rung", "Rung:1"]
        {
            assert!(engine(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn unknown_engines_list_the_known_ones() {
        assert_eq!(
            engine("rung:99").unwrap_err().to_string(),
            "there is no engine `rung:99`; expected auto, grid, tiles, hashlife, or rung:1 to rung:16"
        );
    }
}
