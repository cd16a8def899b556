//! Positions of any size, in RLE, macrocells and all engines that support them.

use num_bigint::BigInt;
use proptest::prelude::*;
use quadrille_life::formats::{Contents, Format};
use quadrille_life::{
    Engine, EngineSettings, Fate, Grid, GridError, HashLife, HashLifeError, Macrocell, Pattern, Plane,
    PlaneError, Position, PositionError, Rule, Strip, StripError, Tiles, TilesError,
};

use super::{parse, written};

/// Generates a column or row: small, around the limits of 64 and 128 bits and of the quadtree, or
/// with up to this number of digits.
fn coordinate(digits: usize) -> impl Strategy<Value = BigInt> {
    let around = |power: u32| (-9..9i64).prop_map(move |by| (BigInt::from(1) << power) + by);
    let long = prop::collection::vec(0..10u8, 1..=digits).prop_map(|digits| {
        let text: String = digits.iter().map(u8::to_string).collect();
        text.parse().expect("digits")
    });
    let size = prop_oneof![
        (-99..99i64).prop_map(BigInt::from),
        around(31),
        around(63),
        around(64),
        around(99),
        around(127),
        around(398),
        long
    ];
    (size, any::<bool>()).prop_map(|(size, negative)| if negative { -size } else { size })
}

fn positions(digits: usize) -> impl Strategy<Value = Position> {
    (coordinate(digits), coordinate(digits)).prop_map(Position::from)
}

fn patterns() -> impl Strategy<Value = Pattern> {
    prop::collection::vec((0..70i64, 0..30i64), 1..40).prop_map(Pattern::from_cells)
}

/// Returns the living cells in absolute coordinates.
fn placed(pattern: &Pattern) -> Vec<(BigInt, BigInt)> {
    let corner = pattern.bounding_box().expect("it lives");
    let position = pattern.position.clone().unwrap_or_else(|| (corner.x, corner.y).into());
    pattern.cells().map(|(x, y)| (&position.x + (x - corner.x), &position.y + (y - corner.y))).collect()
}

/// Returns whether a quadtree holds some cell of a pattern at this position.
fn is_nearly_within_quadtree(position: &Position) -> bool {
    position.x.bits().max(position.y.bits()) <= 399
}

/// Returns whether a quadtree holds a pattern of 99 × 99 cells at this position.
fn is_within_quadtree(position: &Position) -> bool {
    let most: BigInt = (BigInt::from(1) << 399) - 100;
    [&position.x, &position.y].into_iter().all(|at| *at < most && *at > -&most)
}

/// A list of cells may end at the last 64-bit column and row.
#[test]
fn cells_at_the_last_column_are_written() {
    for position in [(i64::MAX - 5, 0), (i64::MAX - 5, i64::MAX - 1), (i64::MIN, i64::MIN)] {
        let mut pattern: Pattern = "o4bo$5bo!".parse().unwrap();
        pattern.position = Some(position.into());
        let listed = Macrocell::from_pattern(&pattern).unwrap().to_pattern().unwrap();
        assert_eq!(placed(&listed), placed(&pattern));
        for format in [Format::Rle, Format::Macrocell, Format::Life106] {
            let text = format.to_text(&listed).unwrap();
            let (_, read) = quadrille_life::formats::read(&quadrille_life::Source::new("p", text)).unwrap();
            assert_eq!(placed(&read), placed(&pattern), "{format:?} {position:?}");
        }
    }
}

proptest! {
    #[test]
    fn rle_keeps_positions_of_any_length(mut pattern in patterns(), position in positions(1000)) {
        pattern.position = Some(position.clone());
        let text = written(Format::Rle, &pattern);
        let line = format!("#CXRLE Pos={position}\n");
        prop_assert!(text.starts_with(&line));
        let (_, read) = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        prop_assert_eq!(read.position.as_ref(), Some(&position));
        prop_assert_eq!(written(Format::Rle, &read), text);
    }

    /// Macrocells, HashLife planes and the files written from them have every cell at the position.
    #[test]
    fn quadtrees_follow_the_position(mut pattern in patterns(), position in positions(125)) {
        pattern.position = Some(position.clone());
        let expected = placed(&pattern);
        if !is_within_quadtree(&position) {
            let refused = matches!(Macrocell::from_pattern(&pattern), Err(PositionError::Outside { .. }));
            prop_assert!(refused || is_nearly_within_quadtree(&position));
            return Ok(());
        }
        let macrocell = Macrocell::from_pattern(&pattern).unwrap();
        prop_assert_eq!(macrocell.population(), pattern.population().into());
        let settings = EngineSettings::default();
        let plane = HashLife::from_pattern(&pattern, Rule::CONWAY, settings).unwrap();
        let area = plane.bounding_box().unwrap();
        prop_assert_eq!(macrocell.bounding_box(), Some(area.clone()));
        prop_assert_eq!(&plane.cells_in(&area), &expected);
        prop_assert!(expected.iter().all(|(x, y)| plane.get(x, y)));
        let text = Format::Macrocell.to_text(&pattern).unwrap();
        let (_, read) = quadrille_life::formats::read_contents(&quadrille_life::Source::new("p", text)).unwrap();
        prop_assert_eq!(&read, &Contents::Macrocell(macrocell.clone()));
        for listed in [read.into_pattern().unwrap(), plane.to_pattern().unwrap()] {
            prop_assert_eq!(&placed(&listed), &expected);
            let text = written(Format::Rle, &listed);
            prop_assert_eq!(&placed(&parse(&text).unwrap().1), &expected);
            let again = Macrocell::from_pattern(&listed).unwrap();
            prop_assert_eq!(again.nodes(), macrocell.nodes());
        }
    }

    /// A plane with automatic choice uses an engine that supports the position, and evolves as near
    /// the origin.
    #[test]
    fn planes_run_alike_at_every_position(
        mut pattern in patterns(),
        position in positions(100),
        generations in 0..90u32,
    ) {
        let mut near = Plane::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
        near.run(&generations.into(), &()).unwrap();
        let corner = pattern.bounding_box().unwrap();
        pattern.position = Some(position.clone());
        let mut far = Plane::from_pattern(&pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
        let bits = position.x.bits().max(position.y.bits());
        // Farther away a plane can be created, but there is no room for its growth.
        prop_assume!(bits < 397);
        prop_assert!(bits <= 62 || bits >= 65 || far.engine() == Engine::Tiles || far.engine() == Engine::HashLife);
        if bits >= 65 {
            prop_assert_eq!(far.engine(), Engine::HashLife);
        }
        far.run(&generations.into(), &()).unwrap();
        let moved = |plane: &Plane, (x, y): (&BigInt, &BigInt)| {
            let Some(area) = plane.bounding_box() else { return Vec::new() };
            plane.cells_in(&area).into_iter().map(|at| (at.0 - x, at.1 - y)).collect()
        };
        let to = moved(&far, (&position.x, &position.y));
        prop_assert_eq!(&to, &moved(&near, (&corner.x.into(), &corner.y.into())));
        prop_assert_eq!(far.population(), near.population());
        if !to.is_empty() {
            let listed = far.to_pattern().unwrap();
            prop_assert_eq!(placed(&listed), far.cells_in(&far.bounding_box().unwrap()));
        }
    }

    /// The fate of a pattern does not depend on its position.
    #[test]
    fn fates_are_alike_at_every_position(mut pattern in patterns(), position in positions(1000), far: bool) {
        let fate = |pattern: &Pattern| Fate::on_plane(pattern, Rule::CONWAY, EngineSettings::default(), 60, &());
        let near = fate(&pattern).unwrap();
        if far {
            let by = i64::MAX - 100;
            pattern = Pattern::from_cells(pattern.cells().map(|(x, y)| (x + by, y - by)));
        } else {
            pattern.position = Some(position);
        }
        prop_assert_eq!(fate(&pattern), Ok(near));
    }
}

#[test]
fn positions_beyond_an_engine_are_named_in_the_error() {
    let mut glider: Pattern = "bo$2bo$3o!".parse().unwrap();
    let (rule, settings) = (Rule::CONWAY, EngineSettings::default());
    glider.position = Some((BigInt::from(1) << 63, -7).into());
    let error = Tiles::from_pattern(&glider, rule, settings).unwrap_err();
    assert!(matches!(error, TilesError::Position(_)));
    assert_eq!(
        error.to_string(),
        "the pattern's position 9223372036854775808,-7 lies outside the plane of tiles; expected columns and rows from \
         -9223372036854775808 to 9223372036854775807, or the engine hashlife"
    );
    // An alternating rule is only possible in tiles; any other changes to HashLife.
    let in_turn: Rule = "B03/S23".parse().unwrap();
    let refused = Plane::from_pattern(&glider, in_turn, settings);
    assert!(matches!(refused, Err(PlaneError::Tiles(TilesError::Position(_)))));
    assert_eq!(Plane::from_pattern(&glider, rule, settings).unwrap().engine(), Engine::HashLife);
    // A strip is bounded in one direction, and limited to 64 bits in the other.
    for (bounds, across) in [("0x20", false), ("20x0", true)] {
        let refused = Strip::from_pattern(&glider, rule, bounds.parse().unwrap(), settings).err().unwrap();
        assert!(matches!(refused, StripError::Grid(GridError::Position(_))), "{bounds}");
        let range = if across {
            "columns -10 to 7 and rows any"
        } else {
            "columns and rows from -9223372036854775808"
        };
        assert!(refused.to_string().contains(range), "{refused}");
    }
    let refused = Grid::from_pattern(&glider, rule, "20x20".parse().unwrap(), settings).err().unwrap();
    assert!(
        refused.to_string().contains("9223372036854775808,-7 lies outside a field of 20x20:dead"),
        "{refused}"
    );
    let refused = Format::Life106.to_text(&glider).unwrap_err().to_string();
    assert!(
        refused.contains(
            "lif: the pattern's position 9223372036854775808,-7 lies outside the coordinates of the format"
        ),
        "{refused}"
    );
    // These positions are beyond the largest quadtree.
    for far in [BigInt::from(1) << 399, (BigInt::from(-1) << 399) - 1, BigInt::from(10).pow(999)] {
        glider.position = Some((0, far).into());
        let refused = HashLife::from_pattern(&glider, rule, settings).err().unwrap();
        assert!(matches!(refused, HashLifeError::Position(_)));
        let refused = refused.to_string();
        assert!(
            refused.len() < 400 && refused.contains("expected columns and rows from -2^399 to 2^399 - 1"),
            "{refused}"
        );
        assert_eq!(
            Format::Macrocell.to_text(&glider).unwrap_err().to_string(),
            format!("the pattern cannot be written as mc: {refused}")
        );
    }
    glider.position = Some(((BigInt::from(1) << 399) - 3, (BigInt::from(-1) << 399) + 1).into());
    let last = HashLife::from_pattern(&glider, rule, settings).unwrap();
    assert_eq!(last.population(), 5u8.into());
}

#[test]
fn positions_that_cannot_be_read() {
    let most = "9".repeat(1000);
    let text = format!("#CXRLE Pos=-{most},{most} Gen=0\nx = 1, y = 1\no!\n");
    assert_eq!(written(Format::Rle, &parse(&text).unwrap().1), text);
    let error = parse(&format!("#CXRLE Pos=1{most},0\no!")).unwrap_err().headline();
    assert!(
        error.ends_with("is not understood (expected a column and a row of up to 1000 digits)"),
        "{error}"
    );
    for wrong in ["3", "1_0,3", "3,", "3,4,5", "0x3,4"] {
        let error = parse(&format!("#CXRLE Pos={wrong}\no!")).unwrap_err().headline();
        assert!(error.contains("(expected a column and a row, such as Pos=-3,5)"), "{error}");
    }
}
