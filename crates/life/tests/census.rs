//! The census compared with published results.

use quadrille_life::{
    Apgcode, CancelToken, Census, EngineSettings, FateError, Outcome, Pattern, Pseudo, Rule, Symmetry,
};
use sha2::{Digest as _, Sha256};

fn census(pattern: &str, pseudo: Pseudo) -> Vec<(u64, String)> {
    let pattern: Pattern = pattern.parse().unwrap();
    let (_, census) =
        Census::of(&pattern, Rule::CONWAY, pseudo, EngineSettings::default(), 40_000, &()).unwrap();
    census.expect("it settles").by_count().map(|(code, count)| (count, code.to_string())).collect()
}

#[test]
fn the_ash_of_the_r_pentomino() {
    let found = census("b2o$2o$bo!", Pseudo::Split);
    let known = [
        (8, "xs4_33"),
        (6, "xq4_153"),
        (4, "xp2_7"),
        (4, "xs6_696"),
        (1, "xs5_253"),
        (1, "xs6_356"),
        (1, "xs7_2596"),
    ];
    assert!(found.iter().map(|(count, code)| (*count, code.as_str())).eq(known), "{found:?}");
    // A pattern that dies has no objects.
    assert_eq!(census("6bob$2o6b$bo3b3o!", Pseudo::Split), []);
}

#[test]
fn pseudo_objects_are_split_by_default() {
    let bi_block = "2ob2o$2ob2o!";
    assert_eq!(census(bi_block, Pseudo::Split), [(2, "xs4_33".to_owned())]);
    assert_eq!(census(bi_block, Pseudo::Together), [(1, "xs8_rr".to_owned())]);
    // The parts of a quasi-object do not affect any common cell, so it is never one object.
    assert_eq!(census("2o2b2o$2o2b2o!", Pseudo::Together), [(2, "xs4_33".to_owned())]);
}

/// A soup of Catagolue, given by a root and a number: a shuttle and two unrelated objects.
#[test]
fn a_soup_of_catagolue_has_its_known_objects() {
    let seed = "n_GcpqZ62YqD3310086454";
    let soup = Symmetry::C1.soup_of_hash(Sha256::digest(seed).into(), seed);
    assert_eq!(soup.population(), 138);
    let (fate, census) =
        Census::of(&soup, Rule::CONWAY, Pseudo::Split, EngineSettings::default(), 10_000, &()).unwrap();
    assert!(matches!(fate.outcome, Outcome::Settled(settled) if settled.generation <= 1000));
    let census = census.unwrap();
    assert_eq!(census.total(), 3);
    for code in ["xp46_033y133zzzckgsxsgkczz0cc", "xp2_7", "xs6_696"] {
        let code: Apgcode = code.parse().unwrap();
        assert_eq!(census.count(&code), 1, "{code}");
    }
}

#[test]
fn without_settling_there_is_no_census() {
    let r_pentomino: Pattern = "b2o$2o$bo!".parse().unwrap();
    let of = |generations, observer| {
        Census::of(
            &r_pentomino,
            Rule::CONWAY,
            Pseudo::Split,
            EngineSettings::default(),
            generations,
            observer,
        )
    };
    assert_eq!(of(1000, &()).unwrap().1, None);
    let token = CancelToken::new();
    token.cancel();
    assert!(matches!(of(2000, &token), Err(FateError::Cancelled(_))));
    assert!(Census::at_once(&r_pentomino, Rule::CONWAY, Pseudo::Split, &token).is_err());
}

/// Cells across the end of the plane are handled, and excessive populations are rejected before
/// they are listed.
#[test]
fn ends_of_the_plane_and_crowds() {
    let column = (i64::MIN..i64::MIN + 7).chain([i64::MAX]).map(|y| (0, y));
    let row = (i64::MIN..i64::MIN + 7).chain([i64::MAX]).map(|x| (x, 0));
    for cells in [Pattern::from_cells(column), Pattern::from_cells(row)] {
        let census = Census::at_once(&cells, Rule::CONWAY, Pseudo::Split, &()).unwrap();
        assert_eq!((census.total(), census.unsettled()), (0, 1));
        let plane = Census::of(&cells, Rule::CONWAY, Pseudo::Split, EngineSettings::default(), 100, &());
        assert!(plane.is_err());
    }
    let crowd: Pattern = "999999999o!".parse().unwrap();
    let refused = Census::at_once(&crowd, Rule::CONWAY, Pseudo::Split, &());
    assert_eq!(refused, Err(FateError::TooMany(999_999_999)));
}

/// A grid of blocks, one column and one row apart, each adjacent to four others.
#[test]
fn many_adjacent_blocks_are_separated() {
    let side = 60;
    let blocks = (0..side).flat_map(|y| (0..side).map(move |x| (3 * x, 3 * y)));
    let cells = blocks.flat_map(|(x, y)| [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]);
    let census = Census::at_once(&Pattern::from_cells(cells), Rule::CONWAY, Pseudo::Split, &()).unwrap();
    let counts: Vec<(&str, u64)> = census.iter().map(|(code, count)| (code.as_str(), count)).collect();
    assert_eq!(counts, [("xs4_33", 3600)]);
}

/// Soups derived from texts agree with python-lifelib in every symmetry (tests/data/README.md).
#[test]
fn soups_of_texts_are_those_of_lifelib() {
    let table = include_str!("data/hashsoups.txt");
    assert_eq!(table.lines().count(), 64);
    for line in table.lines() {
        let [symmetry, text, population, hash] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let symmetry: Symmetry = symmetry.parse().unwrap();
        let soup = symmetry.soup_of_hash(Sha256::digest(text).into(), text);
        let area = soup.extent().unwrap();
        let mut cells: Vec<(i64, i64)> = soup.cells().map(|(x, y)| (x - area.x, y - area.y)).collect();
        cells.sort_unstable();
        assert_eq!(cells.len().to_string(), population, "{line}");
        let listed: Vec<String> = cells.iter().map(|(x, y)| format!("{x},{y}")).collect();
        assert_eq!(base16ct::lower::encode_string(&Sha256::digest(listed.join(" "))), hash, "{line}");
    }
}
