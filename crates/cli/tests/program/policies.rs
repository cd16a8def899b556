//! Policies: trained, used as players, refused if damaged or of another game.

use super::{experiment, json, refused, run, text};

/// Writes the files of a short training in every game, and plays a game of each against built-in
/// players.
#[test]
fn trained_policies_play() {
    let games =
        [("doudizhu", "rule,rule"), ("daifugo", "greedy,greedy,greedy,greedy"), ("hearts", "rule,rule,rule")];
    let mut files = Vec::new();
    for (game, others) in games {
        let (folder, file) = experiment(&format!(
            "kind = \"{game}.train\"\nseed = 3\n[{game}]\ngames = 40\nslot_games = 10\nmeasurements = 2\nsittings = 3\n"
        ));
        let out = folder.path().join("out");
        let trained = json(&["run", text(&file), "--out", text(&out)]);
        assert_eq!(trained["result"]["games"], 40, "{game}");
        for weights in ["policy.safetensors", "weights.safetensors"] {
            let path = out.join(weights);
            let player = format!("policy:{}", text(&path));
            let players = format!("{player},{others}");
            let arena = [game, "arena", "--players", &players, "--games", "30", "--seed", "7"];
            let played = json(&arena);
            assert_eq!(played["players"][0]["name"], player.as_str(), "{game} {weights}");
            let records = folder.path().join("games.jsonl");
            let on_record = [&arena[..], &["--records", text(&records)]].concat();
            assert!(run(&on_record).status.success(), "{game} {weights}");
            std::fs::remove_file(&records).unwrap();
        }
        files.push((game, folder, out.join("policy.safetensors")));
    }
    let [(_, folder, doudizhu), (_, _, daifugo), _] = &files[..] else { panic!("three games") };
    let named = |file| format!("policy:{},rule,rule", text(file));
    refused(
        &["doudizhu", "arena", "--players", &named(daifugo), "--games", "3"],
        &["the policy is for the game `Daifugo`; expected `Dou Dizhu`"],
    );
    let damaged = folder.path().join("damaged.safetensors");
    let mut bytes = std::fs::read(doudizhu).unwrap();
    bytes.truncate(bytes.len() / 2);
    std::fs::write(&damaged, bytes).unwrap();
    refused(&["doudizhu", "arena", "--players", &named(&damaged), "--games", "3"], &["safetensors"]);
    let missing = folder.path().join("missing.safetensors");
    refused(&["doudizhu", "arena", "--players", &named(&missing), "--games", "3"], &["missing.safetensors"]);
}

/// A budget in time makes the answer of a run irreproducible, and its report says so. A budget in
/// playouts does not. Games of timed players cannot be recorded, because they cannot be replayed.
#[test]
fn runs_with_timed_players_are_marked() {
    for (game, others) in
        [("doudizhu", "rule,rule"), ("daifugo", "greedy,greedy,greedy,greedy"), ("hearts", "rule,rule,rule")]
    {
        for (budget, is_timed) in [("1ms", true), ("8", false)] {
            let players = format!("search:{budget},{others}");
            let arena = [game, "arena", "--players", &players, "--games", "3", "--seed", "7"];
            let played = json(&arena);
            let why = played["why_not_reproducible"].as_str().unwrap_or_default();
            assert_eq!(played["reproducible"] == false, is_timed, "{game} {budget}: {played}");
            assert_eq!(why.contains("a given time"), is_timed, "{game} {budget}: {why}");
            let names: Vec<String> = players.split(',').map(|name| format!("\"{name}\"")).collect();
            let (folder, file) = experiment(&format!(
                "kind = \"{game}.arena\"\nseed = 7\n[{game}]\nplayers = [{}]\ngames = 3\n",
                names.join(", ")
            ));
            let out = folder.path().join("out");
            json(&["run", text(&file), "--out", text(&out)]);
            let page = std::fs::read_to_string(out.join("report.html")).unwrap();
            assert_eq!(page.contains("not reproducible"), is_timed, "{game} {budget}");
            let records = folder.path().join("games.jsonl");
            let on_record = [&arena[..], &["--records", text(&records)]].concat();
            if is_timed {
                refused(&on_record, &["time limit"]);
            } else {
                assert!(run(&on_record).status.success(), "{game} {budget}");
            }
            assert_eq!(records.exists(), !is_timed, "{game} {budget}");
        }
    }
}
