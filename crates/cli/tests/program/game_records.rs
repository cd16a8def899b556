//! Records of all games of an arena, and replays of single games.

use std::io::Read as _;
use std::path::Path;

use serde_json::Value;

use crate::{json, quadrille, refused, run, stderr, stdout, text};

const DAIFUGO: [&str; 10] = [
    "daifugo",
    "arena",
    "--players",
    "greedy,random,greedy",
    "--games",
    "36",
    "--sitting",
    "5",
    "--seed",
    "8",
];
const DOUDIZHU: [&str; 8] =
    ["doudizhu", "arena", "--players", "rule,random,random", "--games", "12", "--seed", "8"];

/// Returns the lines of a file, compressed or not.
fn lines(path: &Path) -> Vec<Value> {
    let bytes = std::fs::read(path).unwrap();
    let mut words = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut words).unwrap();
    } else {
        words = String::from_utf8(bytes).unwrap();
    }
    words.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_game_is_on_record_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    for (arena, game, counted) in [(&DAIFUGO[..], "daifugo", "plays"), (&DOUDIZHU[..], "doudizhu", "moves")] {
        let [plain, packed] =
            ["games.jsonl", "games.jsonl.gz"].map(|name| folder.path().join(format!("{game}-{name}")));
        let answer = json(&[arena, &["--records", text(&plain)]].concat());
        json(&[arena, &["--records", text(&packed), "--threads", "1"]].concat());
        assert_eq!(lines(&plain), lines(&packed));
        assert!(std::fs::metadata(&packed).unwrap().len() < std::fs::metadata(&plain).unwrap().len() / 2);
        for file in [&plain, &packed] {
            let verified = json(&[game, "verify", text(file)]);
            assert_eq!((&verified["ok"], &verified["games"]), (&true.into(), &answer["games"]));
            assert!(verified[counted].as_u64().unwrap() > 100);
        }
        // The records are those of the counted games.
        assert_eq!(json(arena)["players"], answer["players"]);
    }
    // An error in a later record is reported at its line in the file.
    let file = folder.path().join("daifugo-games.jsonl");
    let words = std::fs::read_to_string(&file).unwrap();
    let last = words.lines().count();
    let wrong = words.trim_end().rsplit_once("\"points\":[").unwrap().0.to_owned() + "\"points\":[9,9,9]}\n";
    std::fs::write(&file, wrong).unwrap();
    let output = run(&["daifugo", "verify", text(&file), "--json"]);
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), told["error"]["line"].as_u64()), (Some(2), Some(last as u64)));
    assert_eq!(told["games"], 35);
}

#[test]
fn a_game_of_daifugo_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    json(&[&DAIFUGO[..], &["--records", text(&file)]].concat());
    let games: Vec<Value> = lines(&file).into_iter().filter(|line| line["game"].is_number()).collect();
    assert_eq!(games.len(), 36);
    let replay = [&["daifugo", "replay"], &DAIFUGO[2..]].concat();
    for (number, game) in games.iter().enumerate() {
        assert_eq!(&json(&[&replay[..], &["--game", &number.to_string()]].concat()), game, "{number}");
    }
    let shown = stdout(&run(&[&replay[..], &["--game", "7"]].concat()));
    assert!(shown.starts_with("Game 7 of 36 games, game 3 of its sitting\n"), "{shown}");
    assert!(shown.contains("greedy") && shown.contains("trick"), "{shown}");
    refused(&[&replay[..], &["--game", "36"]].concat(), &["--game", "there is no game 36", "0 to 35"]);
}

#[test]
fn records_that_cannot_be_are_refused_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    for (arena, players) in [("daifugo", "cmd:true,random,random"), ("doudizhu", "cmd:true,random,random")] {
        let arguments = [arena, "arena", "--players", players, "--records", text(&file)];
        let says = format!("`{arena} play --record` records single games");
        refused(&arguments, &["an arena with external programs cannot be replayed", &says]);
        refused(&[arena, "arena", "--players", "random,random,random", "--records", "g.txt"], &[".jsonl"]);
        let nowhere = folder.path().join("no/games.jsonl");
        let arguments = [arena, "arena", "--players", "random,random,random", "--records", text(&nowhere)];
        refused(&arguments, &["there is no folder"]);
    }
    assert!(!file.exists());
}

/// A wrong flag value is reported as such, not as a missing file.
#[test]
fn no_file_is_invented() {
    for (arena, players) in [("daifugo", "greedy,nobody,random"), ("doudizhu", "rule,nobody,random")] {
        let output = quadrille(&[arena, "arena", "--players", players]).output().unwrap();
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2));
        assert!(told.contains("--players") && told.contains("nobody"), "{told}");
        assert!(!told.contains("command line") && !told.contains("players = ["), "{told}");
    }
}

#[test]
fn records_of_hearts_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let kept = include_str!("../../../hearts/tests/data/record.jsonl");
    let check = |words: &str, code| {
        std::fs::write(&file, words).unwrap();
        let output = run(&["hearts", "verify", text(&file), "--json"]);
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let actions = [check(kept, 0), check(&kept.repeat(3), 0)].map(|told| told["actions"].as_u64().unwrap());
    assert_eq!(actions, [128, 3 * 128]);
    let shown = stdout(&run(&["hearts", "verify", text(&file)]));
    assert_eq!(shown, "6 games with 384 actions replayed; all recorded values are correct\n");
    let wrong = kept.replacen("\"points\":[", "\"points\":[9", 1);
    let told = check(&[wrong.as_str(), kept].concat(), 2);
    assert_eq!((&told["games"], &told["error"]["line"]), (&2.into(), &2.into()));
    refused(&["hearts", "verify", text(&file)], &["games.jsonl: line 2: game 0: `points` is [9"]);
    let told = check(kept.trim_end(), 1);
    assert_eq!((&told["ok"], &told["games"], &told["error"]["line"]), (&false.into(), &1.into(), &3.into()));
}

/// A record with thoughts has the same games; `verify` checks that the compared actions were legal
/// at their decisions.
#[test]
fn thoughts_are_recorded_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    // The last replacement names an action that the player of the first thought cannot choose.
    for (game, players, games, foreign) in [
        ("doudizhu", "search:4,policy,rule", "3", "222234"),
        ("daifugo", "search:4,policy,greedy", "3", "C3 D3 H3 S3"),
        ("hearts", "search:4,policy,rule,random", "4", "S2"),
    ] {
        let at = |name: &str| folder.path().join(format!("{game}-{name}.jsonl")).to_str().unwrap().to_owned();
        let [plain, explained, wrong] = ["plain", "explained", "wrong"].map(at);
        let arena = [game, "arena", "--players", players, "--games", games, "--seed", "5", "--quiet"];
        stdout(&run(&[&arena[..], &["--records", &plain]].concat()));
        stdout(&run(&[&arena[..], &["--records", &explained, "--explain"]].concat()));
        let [plain_text, text] = [&plain, &explained].map(|path| std::fs::read_to_string(path).unwrap());
        let is_thoughts = |line: &&str| line.starts_with("{\"thoughts\":");
        let without: Vec<&str> = text.lines().filter(|line| !is_thoughts(line)).collect();
        assert_eq!(without, plain_text.lines().collect::<Vec<_>>(), "{game}");
        assert_eq!(json(&[game, "verify", &explained]), json(&[game, "verify", &plain]));

        // There are thoughts of both players that compare actions, with and without playouts.
        let thoughts: Vec<Value> =
            text.lines().filter(is_thoughts).map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(thoughts.len(), without.iter().filter(|line| line.contains("points")).count(), "{game}");
        let moves = thoughts.iter().flat_map(|line| line["thoughts"].as_array().unwrap());
        let moves: Vec<&Value> = moves.flat_map(|thought| thought["moves"].as_array().unwrap()).collect();
        assert!(moves.iter().any(|one| one[2] == 0) && moves.iter().any(|one| one[2] != 0), "{game}");

        let line = text.lines().find(is_thoughts).unwrap();
        let mut thought: Value = serde_json::from_str(line).unwrap();
        let mut refuse = |change: &dyn Fn(&mut Value), reason: &str| {
            let before = thought.clone();
            change(&mut thought["thoughts"]);
            std::fs::write(&wrong, text.replacen(line, &thought.to_string(), 1)).unwrap();
            refused(&[game, "verify", &wrong], &[reason]);
            thought = before;
        };
        refuse(&|thoughts| thoughts[0]["moves"][0][0] = foreign.into(), "the compared action");
        refuse(&|thoughts| thoughts[0]["moves"][0][0] = "xyz".into(), "thoughts on action");
        refuse(&|thoughts| thoughts[1]["action"] = 0.into(), "thoughts on action 0; expected ");
        refuse(&|thoughts| thoughts[0]["action"] = 999.into(), "thoughts on action 999; expected ");
        refuse(&|thoughts| thoughts[0]["why"] = 1.into(), "unknown field `why`");
        std::fs::write(&wrong, text.replacen(line, &format!("{line}\n{line}"), 1)).unwrap();
        refused(&[game, "verify", &wrong], &["thoughts without a game"]);
    }
    refused(&["hearts", "arena", "--players", "rule,rule,rule,rule", "--explain"], &["--records"]);
}
