//! Coverage of confidence intervals.

use quadrille_stats::Confidence;

use super::sample::{damage, moments};

/// The 95 % interval of the mean covers the true mean in 94 to 96 % of 20,000 repetitions.
#[test]
fn the_interval_covers_the_mean() {
    let (n, c, iterations, repetitions) = (12.0, 0.4, 60, 20_000);
    let text = format!(
        "[fight]\nlength = {n}\n[actor]\ncrit = {c}\n[tables.t]\norder = [\"crit\"]\n\
         [abilities.swing]\nevery = 1\ndamage = [50, 150]\ntable = \"t\""
    );
    let truth = n * 100.0 * (1.0 + c);
    let confidence = Confidence::new(0.95).expect("a confidence");
    let covered = damage(&text, n, iterations * repetitions)
        .chunks(iterations as usize)
        .filter(|sample| {
            moments(sample.iter().copied()).mean_interval(confidence).expect("sixty").contains(truth)
        })
        .count();
    let share = covered as f64 / repetitions as f64;
    assert!((0.94..=0.96).contains(&share), "{share}");
}
