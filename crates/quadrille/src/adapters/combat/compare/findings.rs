//! Which variant is the best, for machines and for people.

use quadrille_combat::VariantRank;
use quadrille_experiment::report::{Bars, Block, Section, Series, Table};
use quadrille_experiment::{Conclusion, Report};
use quadrille_stats::{Interval, Moments};
use serde_json::{Map, Value, json};

use super::fights::{Rates, surely};
use super::settings::Settings;
use crate::adapters::figures::error;
use crate::adapters::format::{metric, points, rounded};
use crate::report::figure::{count, counted};

/// So many variants of the table, from the best down.
const SHOWN: usize = 20;

/// A stage that has been fought.
pub(super) struct Stage<'a> {
    /// Iterations of each variant by its end, earlier stages' included.
    pub(super) iterations: u64,
    /// Those that fought it, best first.
    pub(super) standings: &'a [VariantRank],
}

impl Stage<'_> {
    fn left(&self) -> usize {
        self.standings.iter().filter(|standing| standing.stays).count()
    }

    fn dropped(&self) -> usize {
        self.standings.len() - self.left()
    }
}

/// A variant, and how far it came.
struct Place {
    variant: usize,
    dps: Moments,
    /// How much better the best was when the variant was last looked at, and which variant that was.
    behind: Interval,
    best: usize,
    /// After which stage it was dropped, counted from 1.
    dropped: Option<usize>,
}

impl Place {
    /// The middle of a t interval is the mean.
    const fn mean_behind(&self) -> f64 {
        f64::midpoint(self.behind.low, self.behind.high)
    }
}

struct Findings<'a> {
    settings: &'a Settings,
    stages: &'a [Stage<'a>],
    /// All variants: those that came furthest first, of these the best first.
    places: Vec<Place>,
}

pub(super) fn conclusion(settings: &Settings, stages: &[Stage<'_>], rates: &Rates) -> Conclusion {
    let mut places = Vec::new();
    for (number, stage) in stages.iter().enumerate().map(|(place, stage)| (place + 1, stage)).rev() {
        let best = stage.standings.first().map_or(0, |best| best.variant);
        // Who stays after any stage but the last has a place already.
        let last = number == stages.len();
        for standing in stage.standings.iter().filter(|standing| last || !standing.stays) {
            let mut dps = Moments::new();
            for &rate in &rates.rates[standing.variant] {
                // What could not be recorded has been refused by the culling.
                let _ = dps.record(rate);
            }
            places.push(Place {
                variant: standing.variant,
                dps,
                behind: standing.behind,
                best,
                dropped: (!standing.stays).then_some(number),
            });
        }
    }
    let findings = Findings { settings, stages, places };
    Conclusion::new(&findings.result(), findings.report()).counting("fights", findings.fights())
}

impl Findings<'_> {
    fn fights(&self) -> u64 {
        self.places.iter().map(|place| place.dps.count()).sum()
    }

    /// Those of which none is surely worse than the best: the best itself, and who cannot be told from it.
    fn contenders(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(|place| place.dropped.is_none())
    }

    /// For machines.
    fn result(&self) -> Map<String, Value> {
        let mut result = Map::new();
        let mut tell = |key: &str, value: Value| result.insert(key.to_owned(), value);
        tell("profiles", json!(self.settings.names));
        tell("confidence", json!(surely().get()));
        tell("best", json!(self.places.first().map(|place| place.variant)));
        tell("contenders", self.contenders().map(|place| place.variant).collect());
        tell("fights", json!(self.fights().to_string()));
        let stage = |(number, stage): (usize, &Stage<'_>)| {
            json!({
                "stage": number, "iterations": stage.iterations, "variants": stage.standings.len(),
                "dropped": stage.dropped(), "left": stage.left(),
            })
        };
        tell("stages", (1..).zip(self.stages).map(stage).collect());
        tell("variants", self.places.iter().map(|place| self.place_json(place)).collect());
        result
    }

    fn place_json(&self, place: &Place) -> Value {
        let variant = &self.settings.variants[place.variant];
        let numbers: Map<String, Value> =
            variant.numbers.iter().map(|(path, number)| (path.clone(), json!(number))).collect();
        json!({
            "variant": place.variant, "profile": self.settings.names[variant.profile], "numbers": numbers,
            "iterations": place.dps.count(), "mean": place.dps.mean(), "stddev": place.dps.standard_deviation(),
            "error": error(&place.dps), "dropped": place.dropped,
            "behind": {
                "variant": place.best, "mean": place.mean_behind(), "low": place.behind.low, "high": place.behind.high,
            },
        })
    }

    /// What a variant is called: by what it differs from the others.
    fn label(&self, place: &Place) -> String {
        let variant = &self.settings.variants[place.variant];
        let name = &self.settings.names[variant.profile];
        match (self.settings.names.len(), variant.numbers.len()) {
            (_, 0) => name.clone(),
            (1, _) => variant.numbers_in_words(),
            _ => format!("{name}: {}", variant.numbers_in_words()),
        }
    }

    /// For people.
    fn report(&self) -> Report {
        let all = counted(self.places.len() as u64, "variant");
        let contenders = self.contenders().count() as u64;
        let (label, mean, error) = self.places.first().map_or_else(Default::default, |best| {
            (
                self.label(best),
                best.dps.mean().map(points).unwrap_or_default(),
                error(&best.dps).map(points).unwrap_or_default(),
            )
        });
        let others = match contenders.saturating_sub(1) {
            0 => "every other is surely worse".to_owned(),
            1 => "1 other cannot be told from it".to_owned(),
            others => format!("{} others cannot be told from it", count(others)),
        };
        Report {
            title: format!("{label}: the best of {all}"),
            lead: format!(
                "Of {all}, {label} does the most damage: {mean} ± {error} points a second; {others}."
            ),
            metrics: vec![
                metric("DPS of the best", mean),
                metric("± at 95 %", error),
                metric("variants", count(self.places.len() as u64)),
                metric("cannot be told from the best", count(contenders.saturating_sub(1))),
                metric("fights", count(self.fights())),
            ],
            sections: vec![self.best_section(), self.stage_section()],
        }
    }

    fn best_section(&self) -> Section {
        let shown = &self.places[..self.places.len().min(SHOWN)];
        let mut table = Table::new(&[
            "#rank",
            "variant",
            "#DPS",
            "#± at 95 %",
            "#behind",
            "#from – to",
            "#iterations",
            "#dropped after stage",
        ]);
        for (rank, place) in (1..).zip(shown) {
            let mut behind = ["–".to_owned(), "–".to_owned()];
            if place.variant != place.best {
                let Interval { low, high } = place.behind;
                behind = [points(place.mean_behind()), format!("{} – {}", points(low), points(high))];
            }
            let [behind, range] = behind;
            table.push([
                count(rank),
                self.label(place),
                place.dps.mean().map(points).unwrap_or_default(),
                error(&place.dps).map(points).unwrap_or_default(),
                behind,
                range,
                count(place.dps.count()),
                place.dropped.map_or_else(|| "–".to_owned(), |stage| stage.to_string()),
            ]);
        }
        let text = "Those that came furthest stand first, of these the best. All variants fought the same fights under the same luck; how far one is behind is the mean of the differences, \
                    fight by fight, from the one that was the best when it was last looked at. The intervals are wide enough \
                    for all comparisons of all stages; a variant whose interval reaches 0 is never dropped.";
        Section {
            title: match self.places.len() {
                ..=SHOWN => "All variants".to_owned(),
                _ => format!("The best {SHOWN}"),
            },
            blocks: vec![
                Block::Bars(Bars {
                    title: "How far each is behind the best".to_owned(),
                    category_axis: "rank".to_owned(),
                    value_axis: "points of DPS behind".to_owned(),
                    categories: (1..).zip(shown).map(|(rank, _): (u64, _)| rank.to_string()).collect(),
                    series: vec![Series {
                        name: "behind".to_owned(),
                        values: shown.iter().map(|place| rounded(place.mean_behind().max(0.0))).collect(),
                    }],
                }),
                Block::Table(table),
                Block::Text(text.to_owned()),
            ],
        }
    }

    fn stage_section(&self) -> Section {
        let mut table = Table::new(&[
            "#stage",
            "#iterations by its end",
            "#variants in it",
            "#dropped after it",
            "#left",
        ]);
        for (number, stage) in (1..).zip(self.stages) {
            let [variants, dropped, left] = [stage.standings.len(), stage.dropped(), stage.left()];
            table.push([number, stage.iterations, variants as u64, dropped as u64, left as u64].map(count));
        }
        let last = self.stages.last().map_or(0, |stage| stage.iterations);
        let without = last * self.places.len() as u64;
        let text = format!(
            "After each stage, whoever is surely not the best is dropped, and the others fight as many iterations again. That took \
             {} instead of {}, and drops the truly best with a chance of 1 in {:.0} at most.",
            counted(self.fights(), "fight"),
            count(without),
            1.0 / (1.0 - surely().get()),
        );
        Section {
            title: "How they were told apart".to_owned(),
            blocks: vec![
                Block::Bars(Bars {
                    title: "How many variants are left after each stage".to_owned(),
                    category_axis: "stage".to_owned(),
                    value_axis: "variants".to_owned(),
                    categories: (1..=self.stages.len()).map(|stage| stage.to_string()).collect(),
                    series: vec![Series {
                        name: "variants left".to_owned(),
                        values: self.stages.iter().map(|stage| stage.left() as f64).collect(),
                    }],
                }),
                Block::Table(table),
                Block::Text(text),
            ],
        }
    }
}
