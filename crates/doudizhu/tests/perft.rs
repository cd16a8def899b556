//! Exact counts of move sequences from `perft/perft.csv`, verified with the generator and with the
//! action table.

use quadrille_doudizhu::game::{Position, Seat, perft};
use quadrille_doudizhu::{ActionTable, Rules};

/// A row of the file.
struct Row {
    rules: Rules,
    position: Position,
    depth: u32,
    ways: u64,
}

fn rows() -> Vec<Row> {
    let mut lines = include_str!("perft/perft.csv").lines();
    assert_eq!(lines.next(), Some("rules,landlord,next,last,depth,ways"));
    lines
        .map(|line| {
            let (rules, rest) = line[1..].split_once("\",").expect("rules in quotes");
            let fields: Vec<&str> = rest.split(',').collect();
            let [landlord, next, last, depth, ways] = fields[..] else { panic!("{line}") };
            let hands = [landlord, next, last].map(|hand| hand.parse().expect("a hand"));
            let position = Position::endgame(hands, Seat::ALL[0], Seat::ALL[0]).expect("a position");
            let rules = rules.parse().expect("rules");
            Row {
                rules,
                position,
                depth: depth.parse().expect("a depth"),
                ways: ways.parse().expect("a count"),
            }
        })
        .collect()
}

/// Counts by filtering the action table, without the generator.
fn plain(position: &Position, table: &ActionTable, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.winner().is_some() {
        return 0;
    }
    let on = position.on_table();
    let ways = table.filter(position.hand(position.turn()), Some(on)).map(|chosen| {
        let mut next = *position;
        next.play(chosen);
        plain(&next, table, depth - 1)
    });
    ways.sum()
}

#[test]
fn every_count_by_the_generator() {
    let rows = rows();
    assert!(rows.len() > 150, "{}", rows.len());
    for Row { rules, position, depth, ways } in rows {
        assert_eq!(perft(&position, rules, depth, &()), Ok(ways), "{rules}, {position:?}, depth {depth}");
    }
}

#[test]
fn the_first_counts_by_the_action_table() {
    let (mut compared, mut deepest) = (0, 0);
    for row in rows().chunk_by(|a, b| (a.rules, a.position) == (b.rules, b.position)) {
        let table = ActionTable::new(row[0].rules);
        for (at, Row { rules, position, depth, ways }) in row.iter().enumerate() {
            // The table is filtered once per sequence of the previous depth.
            if at > 0 && row[at - 1].ways > 1_500 {
                break;
            }
            assert_eq!(plain(position, &table, *depth), *ways, "{rules}, {position:?}, depth {depth}");
            (compared, deepest) = (compared + 1, deepest.max(*depth));
        }
    }
    assert!(compared >= 70 && deepest >= 3, "{compared} {deepest}");
}

/// Counting can be cancelled.
#[test]
fn counting_can_be_cancelled() {
    use quadrille_progress::{CancelToken, Cancelled};
    let token = CancelToken::new();
    token.cancel();
    let row = rows().into_iter().max_by_key(|row| row.ways).expect("rows");
    assert_eq!(perft(&row.position, row.rules, row.depth + 20, &token), Err(Cancelled));
}
