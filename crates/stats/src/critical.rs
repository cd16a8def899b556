//! Critical values of the normal and t distributions.

use special::Beta;

use crate::StatsError;

/// The probability that an interval covers the true value: above 0 and at most [`Confidence::MAX`].
///
/// ```
/// use quadrille_stats::Confidence;
///
/// assert_eq!(Confidence::new(0.95)?.get(), 0.95);
/// assert!(Confidence::new(1.0).is_err());
/// assert!(Confidence::new(f64::NAN).is_err());
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Confidence(f64);

impl Confidence {
    /// The highest confidence, 1 − 10⁻¹². For a confidence closer to 1, a float represents the
    /// distance from 1 with too few digits.
    pub const MAX: f64 = 1.0 - 1e-12;

    /// Creates a confidence from a probability: 0.95 for 95 %.
    ///
    /// # Errors
    /// [`StatsError::Confidence`] unless the probability is above 0 and at most
    /// [`Confidence::MAX`].
    pub fn new(confidence: f64) -> Result<Self, StatsError> {
        if confidence > 0.0 && confidence <= Self::MAX {
            Ok(Self(confidence))
        } else {
            Err(StatsError::Confidence(confidence))
        }
    }

    /// Returns the probability as a number.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Returns the probability of both tails, 1 − confidence.
    fn tails(self) -> f64 {
        1.0 - self.0
    }
}

/// Returns the z such that a standard normal variable lies between −z and z with the probability
/// `confidence`.
///
/// The value is computed by Wichura's algorithm AS 241 (1988), from the crate `distrs`, which uses
/// `libm`. The relative error is about 10⁻¹⁵ for confidences of at least 0.01.
///
/// ```
/// use quadrille_stats::{Confidence, normal_critical};
///
/// let z = normal_critical(Confidence::new(0.95)?);
/// assert!((z - 1.959963984540054).abs() < 1e-14);
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
pub fn normal_critical(confidence: Confidence) -> f64 {
    // The lower tail is used, because the probability 1 − tail/2 would lose digits of a small tail.
    -distrs::Normal::ppf(confidence.tails() / 2.0, 0.0, 1.0)
}

/// The number of degrees of freedom from which the asymptotic expansion is more accurate than the
/// Newton steps.
const MANY: u64 = 2000;

/// Returns the t such that a variable with Student's t distribution lies between −t and t with the
/// probability `confidence`.
///
/// For up to 1999 degrees of freedom, Hill's approximation (algorithm 396, 1970, from the crate
/// `distrs`) is refined by two Newton steps on the exact tail probability, an incomplete beta
/// function (algorithm AS 63, from the crate `special`). From 2000 degrees of freedom on, the
/// result is the expansion about the normal value, Abramowitz and Stegun 26.7.5. All these
/// computations use `libm`. The relative error is below 10⁻¹¹ for confidences of at least 0.01.
///
/// ```
/// use quadrille_stats::{Confidence, t_critical};
///
/// let confidence = Confidence::new(0.95)?;
/// assert!((t_critical(confidence, 1)? - 12.706204736174693).abs() < 1e-11);
/// assert!((t_critical(confidence, 10)? - 2.2281388519862742).abs() < 1e-12);
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::TooFew`] for 0 degrees of freedom.
pub fn t_critical(confidence: Confidence, degrees_of_freedom: u64) -> Result<f64, StatsError> {
    match degrees_of_freedom {
        0 => Err(StatsError::TooFew { what: "degrees of freedom", have: 0, need: 1 }),
        few if few < MANY => Ok(t_by_newton(confidence, few as f64)),
        many => Ok(t_by_expansion(normal_critical(confidence), many as f64)),
    }
}

fn t_by_newton(confidence: Confidence, degrees: f64) -> f64 {
    let tails = confidence.tails();
    let ln_beta = 0.5f64.ln_beta(degrees / 2.0);
    let mut t = distrs::StudentsT::ppf(1.0 - tails / 2.0, degrees);
    // The number of steps is fixed, so the loop ends for every input. The initial value has five
    // correct digits, the first step gives ten, and the second reaches the precision of the
    // probability itself.
    for _ in 0..2 {
        let square = t * t;
        // The probability of both tails is I(degrees / (degrees + t²); degrees/2, 1/2), and the
        // probability of the middle is 1 minus this value. The smaller of the two probabilities is
        // computed directly, to avoid cancellation.
        let missing = if square < 1.0 {
            confidence.get() - (square / (degrees + square)).inc_beta(0.5, degrees / 2.0, ln_beta)
        } else {
            (degrees / (degrees + square)).inc_beta(degrees / 2.0, 0.5, ln_beta) - tails
        };
        let ln_density =
            -ln_beta - 0.5 * libm::log(degrees) - 0.5 * (degrees + 1.0) * libm::log1p(square / degrees);
        t += missing / (2.0 * libm::exp(ln_density));
    }
    // For a confidence near 0, rounding could give a value just below 0.
    t.max(0.0)
}

fn t_by_expansion(z: f64, degrees: f64) -> f64 {
    let s = z * z;
    let terms = [
        z * (s + 1.0) / 4.0,
        z * ((5.0 * s + 16.0) * s + 3.0) / 96.0,
        z * (((3.0 * s + 19.0) * s + 17.0) * s - 15.0) / 384.0,
        z * ((((79.0 * s + 776.0) * s + 1482.0) * s - 1920.0) * s - 945.0) / 92160.0,
    ];
    z + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / degrees)
}
