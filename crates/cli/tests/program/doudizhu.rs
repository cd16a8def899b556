//! `quadrille doudizhu`: hands, moves, arenas, records, and refused input.

use serde_json::{Value, json as object};

use super::{assert_no_panic, experiment, json, refused, root, run, stderr, stdout, text};

#[test]
fn contains_and_remove_look_for_cards() {
    assert_eq!(json(&["doudizhu", "contains", "33344567", "3334"]), object!({ "contains": true }));
    assert_eq!(json(&["doudizhu", "contains", "33344567", "3388"]), object!({ "contains": false }));
    assert_eq!(json(&["doudizhu", "contains", "R10t", "TTr"]), object!({ "contains": true }));
    assert_eq!(json(&["doudizhu", "contains", "33", "pass"]), object!({ "contains": true }));
}

#[test]
fn the_remainder_is_a_hand() {
    assert_eq!(json(&["doudizhu", "remove", "33344567", "3334"]), object!({ "hand": "4567" }));
    assert_eq!(json(&["doudizhu", "remove", "rb10T2", "TTB"]), object!({ "hand": "2R" }));
    assert_eq!(json(&["doudizhu", "remove", "33", "33"]), object!({ "hand": "" }));
    assert_eq!(json(&["doudizhu", "remove", "33", "pass"]), object!({ "hand": "33" }));
    assert_eq!(json(&["doudizhu", "remove", "3344", "44", "--on", "33"]), object!({ "hand": "33" }));
    assert_eq!(stdout(&run(&["doudizhu", "remove", "33344567", "3334"])), "4567\n");
    assert_eq!(stdout(&run(&["doudizhu", "contains", "33", "3"])), "yes\n");
}

#[test]
fn suits_make_no_difference() {
    let moves = json(&["doudizhu", "moves", "33344TB"]);
    assert_eq!(json(&["doudizhu", "moves", "♠3♥3♦3♣4♠4♥10b"]), moves);
    refused(&["doudizhu", "moves", "♠3♥1"], &["HAND:1:4", "`1` is not a card"]);
}

#[test]
fn cards_are_classified() {
    assert_eq!(stdout(&run(&["doudizhu", "classify", "pass"])), "pass: pass (不出)\n");
    let help = stdout(&run(&["doudizhu", "classify", "--help"]));
    for (cards, kind, known_as, rank, length) in [
        ("3", "solo", "单张", "3", 1),
        ("AA", "pair", "对子", "A", 1),
        ("222", "trio", "三张", "2", 1),
        ("2223", "trio_solo", "三带一", "2", 1),
        ("33355", "trio_pair", "三带二", "3", 1),
        ("34567", "solo_chain", "顺子", "3", 5),
        ("334455", "pair_chain", "连对", "3", 3),
        ("333444", "trio_chain", "飞机", "3", 2),
        ("3334445K", "airplane_solos", "飞机带单", "3", 2),
        ("44455566KK", "airplane_pairs", "飞机带对", "4", 2),
        ("333345", "four_two_solos", "四带二", "3", 1),
        ("33334455", "four_two_pairs", "四带两对", "3", 1),
        ("2222", "bomb", "炸弹", "2", 1),
        ("rb", "rocket", "王炸", "B", 1),
    ] {
        let cards_in_it = cards.len();
        let expected = object!({
            "legal": true,
            "kind": kind,
            "known_as": known_as,
            "rank": rank,
            "length": length,
            "cards": cards_in_it,
        });
        assert_eq!(json(&["doudizhu", "classify", cards]), expected, "{cards}");
        assert!(
            stdout(&run(&["doudizhu", "classify", cards])).ends_with(&format!(" ({known_as})\n")),
            "{cards}"
        );
        assert!(help.contains(&format!(" {known_as},")), "{known_as}");
    }
    let pass =
        object!({ "legal": true, "kind": "pass", "known_as": "不出", "rank": null, "length": 1, "cards": 0 });
    assert_eq!(json(&["doudizhu", "classify", "pass"]), pass);
    let none =
        object!({ "legal": false, "kind": null, "known_as": null, "rank": null, "length": null, "cards": 2 });
    assert_eq!(json(&["doudizhu", "classify", "34"]), none);
    assert_eq!(json(&["doudizhu", "classify", "333345", "--rules", "openspiel"])["legal"], false);
    assert_eq!(json(&["doudizhu", "classify", "33344455", "--rules", "pagat"])["legal"], false);
    assert_eq!(json(&["doudizhu", "classify", "33344455", "--rules", "rlcard"])["legal"], true);
    assert_eq!(
        stdout(&run(&["doudizhu", "classify", "54367"])),
        "34567: chain of solos, 5 from the 3 (顺子)\n"
    );
}

#[test]
fn moves_stand_in_ascii_order_with_a_pass_where_something_is_to_be_beaten() {
    assert_eq!(json(&["doudizhu", "moves", "334"]), object!({ "count": 3, "moves": ["3", "33", "4"] }));
    let moves = json(&["doudizhu", "moves", "345522BR", "--on", "44"]);
    assert_eq!(moves, object!({ "count": 4, "moves": ["22", "55", "BR", "pass"] }));
    let all = json(&["doudizhu", "moves", "333444555666789TJQKA"]);
    let listed: Vec<&str> =
        all["moves"].as_array().unwrap().iter().map(|shown| shown.as_str().unwrap()).collect();
    assert_eq!(all["count"].as_u64().unwrap() as usize, listed.len());
    assert!(listed.is_sorted_by(|one, next| one.as_bytes() < next.as_bytes()));
    let shown = stdout(&run(&["doudizhu", "moves", "333444555666789TJQKA"]));
    assert!(shown.lines().all(|line| line.chars().count() <= 80));
    assert_eq!(stdout(&run(&["doudizhu", "moves", "3", "--on", "4"])), "1 move\npass\n");
}

#[test]
fn bad_cards_are_refused_each_in_its_words() {
    refused(&["doudizhu", "contains", "33333", "3"], &["HAND:1:5", "more than four cards of rank `3`"]);
    refused(&["doudizhu", "contains", "3RR", "3"], &["HAND:1:3", "a second red joker"]);
    refused(&["doudizhu", "remove", "BB", "B"], &["HAND:1:2", "a second black joker"]);
    refused(&["doudizhu", "moves", "3w4"], &["HAND:1:2", "`w` is not a card", "3456789TJQKA2"]);
    refused(&["doudizhu", "moves", "红3"], &["HAND:1:1", "`红` is not a card"]);
    refused(&["doudizhu", "moves", ""], &["no cards"]);
    refused(&["doudizhu", "classify", ""], &["CARDS", "no cards"]);
    refused(&["doudizhu", "contains", "3", ""], &["MOVE", "no cards"]);
    refused(
        &["doudizhu", "remove", "334", "44"],
        &["MOVE:1:1", "the hand does not hold `44`", "cards of `334`"],
    );
    refused(
        &["doudizhu", "remove", "3344", "33", "--on", "44"],
        &["`33` does not beat `44`", "a higher pair, a bomb or the rocket"],
    );
    refused(
        &["doudizhu", "remove", "3344", "34", "--rules", "rlcard"],
        &["`34` is not a move under the rules `rlcard`"],
    );
    refused(&["doudizhu", "moves", "3344", "--on", "34"], &["--on:1:1", "`34` is not a move"]);
    refused(&["doudizhu", "moves", "3344", "--on", "pass"], &["a pass cannot be beaten"]);
    refused(
        &["doudizhu", "moves", "33", "--rules", "chess"],
        &["--rules", "no preset of rules is called `chess`", "`pagat`"],
    );
    refused(
        &["doudizhu", "moves", "33", "--rules", "rlcard,blind"],
        &["no switch of the rules is called `blind`"],
    );
    refused(&["doudizhu", "moves"], &["<HAND>"]);
}

const ARENA: [&str; 8] = [
    "doudizhu",
    "arena",
    "--players",
    "rule,random,random",
    "--games",
    "300",
    "--seed",
    "18446744073709551615",
];

#[test]
fn an_arena_answers_with_its_keys() {
    let answer = json(&ARENA);
    assert_eq!(answer["games"], 300);
    assert_eq!(answer["seed"], "18446744073709551615");
    assert!(answer["games_per_second"].as_f64().unwrap() > 0.0);
    let players = answer["players"].as_array().unwrap();
    let names: Vec<&str> = players.iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["rule", "random", "random"]);
    let number = |player: &Value, key: &str| player[key].as_f64().unwrap();
    let mut points = 0;
    for player in players {
        assert_eq!((player["games"].as_u64(), player["landlord"]["games"].as_u64()), (Some(300), Some(100)));
        assert!((number(player, "wp") - number(player, "wins") / 300.0).abs() < 1e-12);
        assert!(
            number(player, "wp_low") <= number(player, "wp")
                && number(player, "wp") <= number(player, "wp_high")
        );
        assert!((number(player, "adp") - number(player, "points") / 300.0).abs() < 1e-12);
        assert!(
            number(player, "adp_low") <= number(player, "adp")
                && number(player, "adp") <= number(player, "adp_high")
        );
        points += player["points"].as_i64().unwrap();
    }
    assert_eq!(points, 0);
    assert!(number(&players[0], "wp") > number(&players[1], "wp") + 0.1);
    // In every game one player is the landlord and two are peasants.
    let wins: u64 = players.iter().map(|player| player["wins"].as_u64().unwrap()).sum();
    assert_eq!(wins, 600 - answer["landlord_wins"].as_u64().unwrap());
    let total = |key: &str| {
        answer[key].as_array().unwrap().iter().map(|row| row["games"].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(["bombs", "landlord_points", "lengths"].map(total), [300; 3]);
    // The number of games is rounded up to whole deals.
    for (asked, played) in [("1", 3), ("3", 3), ("4", 6)] {
        let answer = json(&["doudizhu", "arena", "--players", "random,random,random", "--games", asked]);
        assert_eq!(answer["games"], played);
    }
    let one = json(&["doudizhu", "arena", "--players", "random,random,random", "--games", "1"]);
    assert_eq!(
        (one["players"][0]["wp_low"].as_f64(), one["players"][0]["wp_high"].as_f64()),
        (Some(0.0), Some(1.0))
    );
    assert_eq!(one["players"][0]["adp_low"], Value::Null);
}

#[test]
fn scoring_and_rules_reach_the_games() {
    let with = |flags: &[&str]| json(&[&ARENA, flags].concat());
    let classic = with(&["--scoring", "classic"]);
    assert_eq!((classic["scoring"].as_str(), classic["auction"].as_str()), (Some("classic"), Some("bids")));
    assert!(classic["players"][0]["score"].is_number() && classic["players"][0]["adp"].is_number());
    let happy = with(&[
        "--scoring",
        "classic",
        "--auction",
        "call-rob",
        "--open-hand",
        "--doubling",
        "--rules",
        "pagat",
    ]);
    assert_eq!((happy["rules"].as_str(), happy["doubling"].as_bool()), (Some("pagat"), Some(true)));
    assert_eq!(with(&["--scoring", "wp"])["players"], with(&[])["players"]);
    assert_eq!(with(&["--rules", "openspiel"])["moves"]["four_two_solos"], 0);
}

#[test]
fn shards_change_no_figure() {
    let arena =
        std::fs::read_to_string(root().join("crates/quadrille/tests/experiments/doudizhu.arena.toml"))
            .unwrap();
    let found = |shards: &str| {
        let (folder, path) = experiment(&arena.replace("shards = 13", &format!("shards = {shards}")));
        let answer = json(&["run", text(&path), "--out", text(&folder.path().join("o"))]);
        assert_eq!(answer["shards"].to_string(), shards);
        answer["result"].clone()
    };
    let expected = found("13");
    assert_eq!([found("1"), found("200")], [expected.clone(), expected]);
}

#[test]
fn any_game_can_be_had_again_and_is_a_true_record() {
    let folder = tempfile::tempdir().unwrap();
    let party = ["--players", "rule,random,rule", "--scoring", "classic", "--seed", "7"];
    let arena = json(&[&["doudizhu", "arena", "--games", "30"], &party[..]].concat());
    let (mut lines, mut wins, mut moves) = (String::new(), 0, 0);
    for game in 0..30 {
        let number = game.to_string();
        let record = json(&[&["doudizhu", "replay", "--game", &number], &party[..]].concat());
        assert_eq!(record["format"], "quadrille.doudizhu.1");
        wins += u64::from(record["winner"] == record["landlord"]);
        moves += record["moves"].as_array().unwrap().len();
        lines += &(record.to_string() + "\n");
    }
    assert_eq!(arena["landlord_wins"].as_u64(), Some(wins));
    let file = folder.path().join("games.jsonl");
    std::fs::write(&file, &lines).unwrap();
    let verified = json(&["doudizhu", "verify", text(&file)]);
    assert_eq!(verified, object!({ "ok": true, "games": 30, "moves": moves, "error": null }));
    let shown = stdout(&run(&[&["doudizhu", "replay", "--game", "4"], &party[..]].concat()));
    assert!(shown.contains(" is the landlord\n") && shown.contains("points by seat: "), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80));

    // A false record is reported with its line.
    let lie = lines.replacen("\"bombs\":", "\"bombs\":1", 1) + "{}\n";
    std::fs::write(&file, lie).unwrap();
    refused(
        &["doudizhu", "verify", text(&file)],
        &["games.jsonl: line 1: `bombs` is 1", "games.jsonl: line 31, column 2: ", "missing field"],
    );
    // With `--json` the answer is written anyway, with the first error.
    let output = run(&["doudizhu", "verify", text(&file), "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 31"));
    let verified: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((verified["ok"].as_bool(), verified["games"].as_u64()), (Some(false), Some(29)));
    assert_eq!((verified["error"]["line"].as_u64(), verified["error"]["column"].is_null()), (Some(1), true));
    assert!(verified["error"]["reason"].as_str().unwrap().starts_with("`bombs` is 1"), "{verified}");
    std::fs::write(&file, "{\"format\": 1}\n").unwrap();
    let output = run(&["doudizhu", "verify", text(&file), "--json"]);
    let verified: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(verified["error"]["column"], 12, "{verified}");
    std::fs::write(&file, "\n\n").unwrap();
    refused(&["doudizhu", "verify", text(&file)], &["the record contains no games"]);
    refused(&["doudizhu", "verify", text(&folder.path().join("none"))], &["cannot read", "none"]);
}

#[test]
fn bad_arenas_are_refused() {
    let arena = |flags: &[&str], says: &[&str]| refused(&[&["doudizhu", "arena"], flags].concat(), says);
    arena(&[], &["--players"]);
    arena(
        &["--players", "rule,expert,random"],
        &["`players[2]` is \"expert\"", "`random`, `rule`, `policy` or `search`"],
    );
    arena(&["--players", "rule,random"], &["2 players at a table for three"]);
    arena(&["--players", "random,random,random", "--games", "0"], &["`games` is 0"]);
    arena(&["--players", "random,random,random", "--games", "-3"], &["--games"]);
    arena(
        &["--players", "random,random,random", "--rules", "chess"],
        &["no preset of rules is called `chess`"],
    );
    arena(&["--players", "random,random,random", "--scoring", "poker"], &["--scoring", "classic"]);
    arena(
        &["--players", "random,random,random", "--doubling"],
        &["`doubling` needs stakes, which `adp` scoring does not have"],
    );
    let with = |from: &str, to: &str, says: &[&str]| {
        let good = "kind = \"doudizhu.arena\"\n[doudizhu]\nplayers = [\"rule\", \"random\", \"random\"]\ngames = 30\n";
        assert!(good.contains(from));
        let (folder, file) = experiment(&good.replace(from, to));
        refused(&["run", text(&file), "--out", text(&folder.path().join("o"))], says);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
    };
    with("\"rule\", ", "\"rules\", ", &["e.toml:3:12", "did you mean `rule`?"]);
    with("\"rule\", ", "", &["e.toml:3:11", "2 players at a table for three"]);
    with("games = 30", "games = 0", &["e.toml:4:9", "1 to 3000000000"]);
    with("games = 30", "game = 30", &["unknown key `game`", "did you mean `games`?"]);
    with("games = 30", "rules = \"rlcrad\"", &["e.toml:4:9", "no preset of rules", "did you mean `rlcard`?"]);
    with("games = 30", "auction = \"dutch\"", &["e.toml:4:11", "`call-rob`"]);
    with(
        "games = 30",
        "open_hand = true",
        &["e.toml:4:13", "`open_hand` needs stakes, which `adp` scoring does not have", "classic"],
    );
}

/// Every number in the report is in `result.json` too: exact, rounded, or as a percentage.
#[test]
fn the_reports_figures_stand_in_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let example = root().join("examples/doudizhu-arena.toml");
    let output = run(&["run", text(&example), "--out", text(&out), "--quiet"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let shown = stdout(&output);
    assert!(
        shown
            .lines()
            .filter(|line| !line.contains(text(folder.path())))
            .all(|line| line.chars().count() <= 80),
        "{shown}"
    );
    assert_no_panic(&shown);
    let result: Value = serde_json::from_slice(&std::fs::read(out.join("result.json")).unwrap()).unwrap();
    let mut known = Vec::new();
    numbers(&result["result"], &mut known);
    // The report has each category's share of a player's moves without passes.
    for player in result["result"]["players"].as_array().unwrap() {
        let moves = player["moves"].as_object().unwrap().iter().filter(|(kind, _)| *kind != "pass");
        let moves: Vec<f64> = moves.map(|(_, count)| count.as_f64().unwrap()).collect();
        let all: f64 = moves.iter().sum();
        known.extend(moves.iter().map(|count| count / all));
    }
    // Lines are not broken before a sign.
    let report = std::fs::read_to_string(out.join("report.html")).unwrap().replace('\u{a0}', " ");
    let mut checked = 0;
    for cell in report.split("<td").skip(1).map(|rest| rest.split(['>', '<']).nth(1).unwrap()) {
        let Ok(figure) = cell.trim_end_matches(" %").replace(',', "").replace('−', "-").parse::<f64>()
        else {
            continue;
        };
        let is_share = cell.ends_with(" %");
        let games = result["result"]["games"].as_f64().unwrap();
        let found = known.iter().any(|&known| {
            if is_share {
                // `result.json` has counts instead of shares, and the ends of an interval instead
                // of half its width.
                [known, known / games].iter().any(|share| (100.0 * share - figure).abs() < 0.0501)
            } else {
                (known - figure).abs() < 5.01e-4
            }
        });
        let half = known.iter().any(|low| {
            known.iter().any(|high| {
                let half = (high - low) / 2.0 * if is_share { 100.0 } else { 1.0 };
                (half - figure).abs() < if is_share { 0.0501 } else { 5.01e-4 }
            })
        });
        assert!(found || half, "{cell} is not in the result");
        checked += 1;
    }
    assert!(checked > 50, "only {checked} figures");
}

fn numbers(value: &Value, found: &mut Vec<f64>) {
    match value {
        Value::Number(number) => found.extend(number.as_f64()),
        Value::Array(values) => values.iter().for_each(|value| numbers(value, found)),
        Value::Object(map) => map.values().for_each(|value| numbers(value, found)),
        _ => {}
    }
}

#[test]
fn endgames_are_solved() {
    let answer = json(&["doudizhu", "solve", "--hands", "999TJQQKA/8JJK2B"]);
    assert_eq!((&answer["win"], &answer["legal"]), (&true.into(), &18.into()));
    assert_eq!(answer["winning_moves"], object!(["999", "999Q", "TJQKA"]));
    assert!(answer["winning_moves"].as_array().unwrap().contains(&answer["best"]));
    assert_eq!(answer["best"], answer["line"][0]);
    assert!(answer["nodes"].is_string() && answer["seconds"].is_number());
    let lost = json(&["doudizhu", "solve", "--hands", "37799AR/6699AA", "--on", "7"]);
    assert_eq!(
        (&lost["win"], &lost["best"], &lost["winning_moves"]),
        (&false.into(), &Value::Null, &object!([]))
    );
    // The answer is the same from seat 1, and with two threads.
    let moved = [
        "doudizhu",
        "solve",
        "--hands",
        "335K22/3445KK22R",
        "--to-move",
        "1",
        "--on",
        "55",
        "--threads",
        "2",
    ];
    assert_eq!(json(&moved)["winning_moves"], object!(["KK"]));
    let three = ["doudizhu", "solve", "--hands", "336822/35682/556JJ", "--to-move", "2"];
    assert_eq!(json(&three)["winning_moves"], object!(["55", "J", "JJ"]));
    // `--value` finds only the winner, with less work; the winner is the same.
    let value = json(&["doudizhu", "solve", "--hands", "999TJQQKA/8JJK2B", "--value"]);
    assert_eq!((&value["win"], &value["winning_moves"]), (&true.into(), &Value::Null));
    assert!(answer["winning_moves"].as_array().unwrap().contains(&value["best"]));
    assert_eq!((&value["nodes"], &value["nodes"]), (&value["value_nodes"], &answer["value_nodes"]));
    let words = stdout(&run(&["doudizhu", "solve", "--hands", "999TJQQKA/8JJK2B", "--value"]));
    assert!(words.starts_with("seat 0 (landlord) wins with "), "{words}");
    let line = stdout(&run(&["doudizhu", "solve", "--hands", "34R/5B", "--line"]));
    assert!(line.contains("seat 0 (landlord)") && line.contains("seat 1  "), "{line}");
}

#[test]
fn puzzles_and_strategies_are_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let puzzles = path("puzzles.jsonl");
    std::fs::write(
        &puzzles,
        "{\"hands\": \"999TJQQKA/8JJK2B\", \"id\": 8, \"winning_moves\": [\"TJQKA\", \"999\", \"999Q\"]}\n\n\
         {\"hands\": \"3445KK22R/335K22\", \"on\": \"55\", \"win\": true}\n",
    )
    .unwrap();
    let answer = json(&["doudizhu", "solve", "--puzzle", &puzzles]);
    assert_eq!((&answer["count"], &answer["wins"], &answer["wrong"]), (&2.into(), &2.into(), &0.into()));
    std::fs::write(&puzzles, "{\"hands\": \"34/5\", \"tomove\": 1}\n").unwrap();
    refused(&["doudizhu", "solve", "--puzzle", &puzzles], &["puzzles.jsonl:1", "tomove", "expected"]);
    // The published puzzles have exactly one answer, as stated.
    let kept = text(&root().join("examples/doudizhu/puzzles.jsonl")).to_owned();
    let answer = json(&["doudizhu", "solve", "--puzzle", &kept]);
    assert_eq!((&answer["count"], &answer["wins"], &answer["wrong"]), (&100.into(), &100.into(), &0.into()));
    for puzzle in answer["puzzles"].as_array().unwrap() {
        assert_eq!(puzzle["winning_moves"], object!([puzzle["best"]]));
    }
    let strategy = path("strategy.json");
    json(&["doudizhu", "solve", "--hands", "999TJQQKA/8JJK2B", "--export", &strategy]);
    let checked = json(&["doudizhu", "solve", "--check", &strategy]);
    assert_eq!(checked["ok"], true);
    assert_eq!(checked["positions"], 2, "nobody can answer the first move: {checked}");
    let spoilt = std::fs::read_to_string(&strategy).unwrap().replacen(
        "\"mover_wins\": true",
        "\"mover_wins\": false",
        1,
    );
    std::fs::write(&strategy, spoilt).unwrap();
    refused(&["doudizhu", "solve", "--check", &strategy], &["strategy.json"]);
}

#[test]
fn impossible_endgames_are_refused() {
    let twenty = "33334444555566667777/88889999TTTTJJJJQQQQ/KKKKAAAA2222BR";
    for (more, words) in [
        (&["--hands", "777/77"][..], &["--hands", "5 cards of rank `7`", "at most 4"][..]),
        (&["--hands", "34/"], &["seat 1 has no cards", "at least one"]),
        (&["--hands", "34"], &["the number of hands is 1", "two or three"]),
        (&["--hands", "34/5W"], &["--hands:1:5", "`W` is not a card"]),
        (&["--hands", twenty], &["20 cards", "at most 17"]),
        (&["--hands", "34/56", "--to-move", "2"], &["seat 2", "0 to 1"]),
        (
            &["--hands", "34/56", "--on", "5555"],
            &["the table together have 5 cards of rank `5`", "at most 4"],
        ),
        (&["--hands", "34/56", "--on", "7", "--on-by", "0"], &["seat 0", "another seat"]),
        (&["--hands", "34/56", "--on-by", "1"], &["there is no move on the table"]),
        (&["--hands", "34/56", "--on", "37"], &["--on", "not a move"]),
        (&["--hands", "34/56", "--memory", "0"], &["--memory", "1MiB"]),
        (&["--hands", "34/56", "--threads", "0"], &["--threads"]),
        (&[], &["--hands"]),
    ] {
        refused(&[&["doudizhu", "solve"], more].concat(), words);
    }
}
