//! The fuzzer's kept inputs, replayed.

#[path = "../../../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "public for the fuzz targets, which see it as a crate")]
mod targets;

use super::root;

fn replay(target: &str, run: fn(&[u8])) {
    let folder = root().join("fuzz/corpus").join(target);
    let mut inputs = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        run(&std::fs::read(entry.unwrap().path()).unwrap());
        inputs += 1;
    }
    assert!(inputs >= 10, "only {inputs} inputs in {}", folder.display());
}

#[test]
fn experiment_files() {
    replay("experiment_file", targets::experiment_file);
}

#[test]
fn combat_profiles() {
    replay("combat_profile", targets::combat_profile);
}

#[test]
fn combat_conditions() {
    replay("combat_condition", targets::combat_condition);
}

#[test]
fn combat_fights() {
    replay("combat_fight", targets::combat_fight);
}

#[test]
fn life_rule() {
    replay("life_rule", targets::life_rule);
}

#[test]
fn life_apgcode() {
    replay("life_apgcode", targets::life_apgcode);
}

#[test]
fn life_rle() {
    replay("life_rle", targets::life_rle);
}

#[test]
fn life_cells() {
    replay("life_cells", targets::life_cells);
}

#[test]
fn life_macrocells() {
    replay("life_macrocell", targets::life_macrocell);
}

#[test]
fn life_105() {
    replay("life_105", targets::life_105);
}

#[test]
fn life_106() {
    replay("life_106", targets::life_106);
}

#[test]
fn mastermind_rows() {
    replay("mastermind_rows", targets::mastermind_rows);
}

#[test]
fn mastermind_conflict() {
    replay("mastermind_conflict", targets::mastermind_conflict);
}

#[test]
fn mastermind_lines() {
    replay("mastermind_lines", targets::mastermind_lines);
}

#[test]
fn mastermind_trees() {
    replay("mastermind_tree", targets::mastermind_tree);
}

#[test]
fn doudizhu_endgames() {
    replay("doudizhu_endgame", targets::doudizhu_endgame);
}

#[test]
fn doudizhu_hands() {
    replay("doudizhu_hand", targets::doudizhu_hand);
}

#[test]
fn doudizhu_moves() {
    replay("doudizhu_move", targets::doudizhu_move);
}

#[test]
fn doudizhu_records() {
    replay("doudizhu_records", targets::doudizhu_records);
}

#[test]
fn daifugo_cards() {
    replay("daifugo_cards", targets::daifugo_cards);
}

#[test]
fn daifugo_melds() {
    replay("daifugo_meld", targets::daifugo_meld);
}

#[test]
fn daifugo_records() {
    replay("daifugo_record", targets::daifugo_record);
}

#[test]
fn daifugo_protocol() {
    replay("daifugo_protocol", targets::daifugo_protocol);
}

#[test]
fn partials() {
    replay("partials", targets::partials);
}

#[test]
fn game_records() {
    replay("game_records", targets::game_records);
}
