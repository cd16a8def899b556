//! The M/M/1 queue: random arrivals, exponential service times.

use quadrille_stats::Moments;

use super::sample::{assert_mean, batches};

/// Returns the mean time in the system, by Little's law from the mean number in it.
pub(crate) fn time_in_system(arrivals: f64, services: f64) -> Moments {
    let text = format!(
        "[fight]\nlength = {}\n[resources.orders]\ncap = 1000000\n\
         [abilities.order]\nevery = {}\nspread = \"exponential\"\ngain = {{ orders = 1 }}\n\
         [abilities.serve]\ngcd = 0\ncast = {}\nspread = \"exponential\"\ncost = {{ orders = 1 }}\n\
         [[actions]]\nuse = \"serve\"",
        50_000.0 / arrivals,
        1.0 / arrivals,
        1.0 / services
    );
    batches(&text, 40, 1, |block| {
        block.totals.resources[0].level_time as f64 / 1e6 / block.totals.time as f64 / arrivals
    })
}

#[test]
fn one_server_at_random() {
    for (arrivals, services) in [(0.5, 1.0), (1.0, 5.0), (0.3, 0.5)] {
        assert_mean("time", &time_in_system(arrivals, services), 1.0 / (services - arrivals));
    }
}
