//! The information that any guess will give, whether a strategy would choose it or not.

use quadrille_progress::Observer;

use crate::advise::{Advice, AdviseError, partitions};
use crate::candidates::is_consistent;
use crate::codeword::Codeword;
use crate::conflict::Conflict;
use crate::effort;
use crate::evaluate::PartitionClass;
use crate::game::Game;
use crate::opening;
use crate::row::Row;
use crate::secrets::Secrets;

/// How a guess divides the possible secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Information {
    /// The guess.
    pub guess: Codeword,
    /// Whether the guess can be the secret.
    pub possible: bool,
    /// Number of codewords that can be the secret; a lower bound if `counted` is false.
    pub remaining: u64,
    /// Whether all possible secrets were counted.
    pub counted: bool,
    /// Whether the sizes of the partitions are estimated from a sample of the secrets.
    pub estimated: bool,
    /// Sizes of the non-empty partitions, in the order of their feedback: most black first, then
    /// most white. The sizes sum to `remaining`.
    pub partitions: Vec<PartitionClass>,
}

impl Information {
    /// Returns the size of the largest partition.
    pub fn largest(&self) -> u64 {
        self.partitions.iter().map(|part| part.count).max().unwrap_or(0)
    }

    /// Returns the mean number of secrets that remain possible after the feedback: Σ n² / N over
    /// the partition sizes n, which sum to N.
    pub fn expected_size(&self) -> f64 {
        let remaining = self.remaining as f64;
        self.partitions.iter().map(|part| part.count as f64 * (part.count as f64 / remaining)).sum()
    }

    /// Returns the information in bits: the entropy of the feedback, Σ n/N · log₂(N/n) over the
    /// partition sizes n, which sum to N.
    pub fn bits(&self) -> f64 {
        let remaining = self.remaining as f64;
        let bits = |part: &PartitionClass| {
            let share = part.count as f64 / remaining;
            -share * libm::log2(share)
        };
        // With a single partition, the sum is −0, which is replaced by 0.
        self.partitions.iter().map(bits).sum::<f64>().max(0.0)
    }
}

impl From<&Advice> for Information {
    fn from(advice: &Advice) -> Self {
        Self {
            guess: advice.guess,
            possible: advice.possible,
            remaining: advice.remaining,
            counted: advice.examined.counted,
            estimated: advice.examined.estimated,
            partitions: advice.partitions.clone(),
        }
    }
}

/// Returns the information that a guess will give after some rows. Takes at most a few seconds for
/// games of any size. The limits are those of [`advise`](crate::advise()).
///
/// # Errors
/// As for [`advise`](crate::advise()).
///
/// ```
/// use quadrille_mastermind::{Game, Repeats, information};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let known = information(game, &[], game.parse("1122")?, &())?;
/// assert_eq!((known.remaining, known.partitions.len(), known.largest()), (1296, 13, 256));
/// assert!((known.expected_size() - 204.54).abs() < 0.01 && (known.bits() - 2.885).abs() < 0.001);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn information(
    game: Game,
    rows: &[Row],
    guess: Codeword,
    observer: &dyn Observer,
) -> Result<Information, AdviseError> {
    game.check(guess)?;
    let meter = effort::meter(observer, game.codewords(), "codewords");
    meter.check()?;
    if rows.is_empty() {
        let partitions = partitions(&opening::partition(game, guess));
        let remaining = game.codewords();
        return Ok(Information {
            guess,
            possible: true,
            remaining,
            counted: true,
            estimated: false,
            partitions,
        });
    }
    let Some(secrets) = Secrets::find(game, rows, &meter)? else {
        let conflict = Conflict::among(game, rows, observer)?;
        return Err(AdviseError::Contradiction { game, rows: rows.len(), conflict });
    };
    let (sizes, estimated) = secrets.parts(game, rows, guess)?;
    Ok(Information {
        guess,
        possible: is_consistent(guess, rows),
        remaining: secrets.total,
        counted: secrets.counted,
        estimated,
        partitions: partitions(&sizes),
    })
}

#[cfg(test)]
mod tests {
    use quadrille_lanes::Level;

    use super::*;
    use crate::evaluate::Play;
    use crate::game::Repeats;
    use crate::strategy::Strategy;
    use crate::{advise, score};

    #[test]
    fn partitions_are_those_of_advice_and_of_plain_counting() {
        for (pins, colors, repeats, rows) in [
            (4, 6, Repeats::Allowed, &["1122:1,0", "1344:0,2"][..]),
            (3, 5, Repeats::Forbidden, &["123:1,1"]),
            (2, 3, Repeats::Allowed, &[]),
        ] {
            let game = Game::new(pins, colors, repeats).unwrap();
            let rows = Row::parse_all(game, rows).unwrap();
            let advice = advise(game, Play::new(Strategy::Entropy), &rows, Level::best(), &()).unwrap();
            let best = information(game, &rows, advice.guess, &()).unwrap();
            assert_eq!(best, Information::from(&advice));
            let possible: Vec<Codeword> = game.iter().filter(|&code| is_consistent(code, &rows)).collect();
            for guess in game.iter().step_by(7) {
                let known = information(game, &rows, guess, &()).unwrap();
                for part in &known.partitions {
                    let found = possible.iter().filter(|&&secret| score(secret, guess) == part.feedback);
                    assert_eq!(found.count() as u64, part.count);
                }
                assert_eq!(known.remaining, possible.len() as u64);
                assert_eq!(known.possible, possible.contains(&guess));
                assert!(known.bits() <= best.bits() + 1e-12, "the strategy maximises the information");
                assert!(known.largest() as f64 >= known.expected_size());
            }
        }
    }

    #[test]
    fn contradictions_and_foreign_guesses_are_errors() {
        let game = Game::new(4, 6, Repeats::Allowed).unwrap();
        let rows = Row::parse_all(game, &["1122:4,0", "1122:0,0"]).unwrap();
        let guess = game.parse("1122").unwrap();
        assert!(matches!(information(game, &rows, guess, &()), Err(AdviseError::Contradiction { .. })));
        let foreign = Game::new(5, 6, Repeats::Allowed).unwrap().parse("11223").unwrap();
        assert!(matches!(information(game, &[], foreign, &()), Err(AdviseError::First(_))));
    }
}
