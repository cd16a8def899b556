//! Attack tables and their outcome counts.

use quadrille_combat::AttackOutcome;

use super::exact;
use super::sample::{assert_mean, assert_share, assert_variance, block, damage, moments, simulation};

/// Returns the damage of swings once a second, of which each crit does one point.
pub(crate) fn crits(n: u32, c: f64) -> Vec<f64> {
    let text = format!(
        "[fight]\nlength = {n}\n[actor]\ncrit = {c}\n[tables.t]\norder = [\"crit\"]\n\
         multipliers = {{ crit = 1, hit = 0 }}\n[abilities.swing]\nevery = 1\ndamage = 1\ntable = \"t\""
    );
    damage(&text, f64::from(n), (2_000_000 / u64::from(n)).max(20_000))
}

#[test]
fn crits_are_binomial() {
    for (n, c) in [(500, 0.23), (50, 0.5), (20, 0.07)] {
        let crits = crits(n, c);
        let mean = f64::from(n) * c;
        assert_mean("crits", &moments(crits.iter().copied()), mean);
        assert_variance("variance of crits", &crits, mean * (1.0 - c));
    }
}

/// Returns the counts of 1,200,000 swings on a table, by outcome.
pub(crate) fn outcomes(rolls: u32, asked: &[(&str, f64)]) -> [u64; AttackOutcome::COUNT] {
    let names: Vec<String> = asked.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    let chances: Vec<String> = asked.iter().map(|(name, chance)| format!("{name} = {chance}")).collect();
    let text = format!(
        "[fight]\nlength = 1000\n[tables.t]\nrolls = {rolls}\norder = [{}]\n{}\n\
         multipliers = {{ {} }}\n[abilities.swing]\nevery = 0.01\ndamage = 1\ntable = \"t\"",
        names.join(", "),
        chances.join("\n"),
        asked.iter().map(|(name, _)| format!("{name} = 0.5")).collect::<Vec<_>>().join(", "),
    );
    block(&simulation(&text), 0, 12).totals.rows[0].outcomes.map(|cell| cell.count)
}

fn place(name: &str) -> usize {
    AttackOutcome::ALL.iter().position(|outcome| outcome.name() == name).expect("an outcome")
}

#[test]
fn one_roll_pushes_off_what_does_not_fit() {
    let tables: [&[(&str, f64)]; 4] = [
        &[
            ("miss", 0.08),
            ("dodge", 0.065),
            ("parry", 0.14),
            ("glance", 0.24),
            ("block", 0.05),
            ("crit", 0.6),
        ],
        &[("miss", 0.27), ("dodge", 0.065), ("glance", 0.24), ("crit", 0.31)],
        &[("crit", 0.9), ("miss", 0.2), ("dodge", 0.3)],
        &[("parry", 0.5), ("block", 0.5), ("crush", 0.15), ("crit", 0.05)],
    ];
    for asked in tables {
        let counts = outcomes(1, asked);
        let n = counts.iter().sum();
        assert_eq!(n, 1_200_000);
        let exact = exact::one_roll(&asked.iter().map(|(_, chance)| *chance).collect::<Vec<_>>());
        for (&(name, _), &exact) in asked.iter().zip(&exact) {
            assert_share(name, counts[place(name)], n, exact);
        }
        assert_share("hit", counts[place("hit")], n, exact[asked.len()]);
    }
}

#[test]
fn two_rolls_crit_what_lands() {
    for (miss, dodge, c) in [(0.08, 0.065, 0.3), (0.0, 0.5, 0.9), (0.7, 0.6, 0.5), (0.05, 0.0, 1.0)] {
        let counts = outcomes(2, &[("miss", miss), ("dodge", dodge), ("crit", c)]);
        let n = counts.iter().sum();
        let avoided = (miss + dodge).min(1.0);
        assert_share("miss", counts[place("miss")], n, miss);
        assert_share("dodge", counts[place("dodge")], n, avoided - miss);
        assert_share("crit", counts[place("crit")], n, (1.0 - avoided) * c);
        assert_share("hit", counts[place("hit")], n, (1.0 - avoided) * (1.0 - c));
    }
}

#[test]
fn one_roll_gives_the_whole_crit_chance() {
    for (avoided, c) in [(0.145, 0.3), (0.4, 0.6), (0.0, 0.01)] {
        let counts = outcomes(1, &[("miss", avoided), ("crit", c)]);
        assert_share("crit", counts[place("crit")], counts.iter().sum(), c);
    }
}
