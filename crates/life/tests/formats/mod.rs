//! Pattern files: strict reading, canonical writing, agreement with Golly.

mod errors;
mod golly;
mod life_files;
mod macrocell;
mod positions;
mod round_trips;
mod rules;
#[path = "../../../../testing/skipped.rs"]
mod skipped;

use proptest::prelude::*;
use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_life::formats::{Format, read};
use quadrille_life::{Border, Bounds, Pattern, Position, Rule, RuleSpec};

fn parse(text: &str) -> Result<(Format, Pattern), Diagnostic> {
    read(&Source::new("p", text))
}

fn written(format: Format, pattern: &Pattern) -> String {
    let mut bytes = Vec::new();
    format.write(pattern, &mut bytes).expect("a pattern that can be written");
    String::from_utf8(bytes).expect("text")
}

/// Generates patterns with a size and any metadata, with a few cells as far away as `reach`.
fn patterns(reach: i64) -> impl Strategy<Value = Pattern> {
    // Many cells close together, a few far away.
    let near = prop::collection::vec((0..40i64, 0..30i64), 0..200);
    let far = prop::collection::vec((0..reach, 0..reach), 0..5);
    let remark = || prop::option::of("[a-zé!#$ ]{0,12}[a-z]");
    let spec =
        prop::option::of((0..512u16, 0..512u16, prop::option::of((1..99u64, 1..99u64, any::<bool>()))));
    let place = prop::option::of((-999_999_999..=999_999_999i64, -9..9i64));
    let margins = (0..50u64, 0..50u64);
    let comments = prop::collection::vec("[a-z=!#$ ]{0,9}[a-z]|", 0..3);
    (
        (near, far),
        margins,
        (remark(), remark(), comments),
        (spec, place),
        prop::option::of("0|[1-9][0-9]{0,30}"),
    )
        .prop_map(
            |((near, far), (right, below), (name, author, comments), (spec, position), generation)| {
                let cells = Pattern::from_cells(near.into_iter().chain(far));
                let (width, height) = cells
                    .bounding_box()
                    .map_or((0, 0), |area| (area.x as u64 + area.width, area.y as u64 + area.height));
                let spec = spec.map(|(births, survivals, bounds)| RuleSpec {
                    rule: Rule::new(births, survivals),
                    bounds: bounds.map(|(width, height, torus)| {
                        let border = if torus { Border::Torus } else { Border::Dead };
                        Bounds::new(width, height, border).expect("sides above 0")
                    }),
                });
                let mut pattern = cells;
                pattern.size = Some((width + right, height + below));
                (pattern.name, pattern.author, pattern.comments) = (name, author, comments);
                (pattern.rule, pattern.generation) = (spec, generation);
                pattern.position = position.map(Position::from);
                pattern
            },
        )
}
