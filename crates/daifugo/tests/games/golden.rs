//! Fingerprints of games: the same seed gives the same games in every version.

use std::fmt::Write as _;

use quadrille_daifugo::arena::{Arena, Tally, play_round};
use quadrille_daifugo::players::{Match, PlayerKind};
use quadrille_daifugo::records::{Recorder, json};
use quadrille_daifugo::rules::{Rule, Rules};
use quadrille_random::StreamKey;

const R: PlayerKind = PlayerKind::Random;
const G: PlayerKind = PlayerKind::Greedy;

/// FNV-1a, 64 bits.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

fn rules(bits: u16, players: usize, jokers: u32) -> Rules {
    let on = Rule::ALL.into_iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
    let none = Rule::ALL.into_iter().fold(Rules::UECDA, Rules::without);
    on.fold(none, |rules, (_, rule)| rules.with(rule)).of(players, jokers).unwrap()
}

#[test]
fn series_have_not_changed() {
    let mut all = String::new();
    for seed in 0..60u64 {
        let bits = if seed % 3 == 0 { 0x7f } else { (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u16 };
        let rules = rules(bits, 3 + (seed % 4) as usize, (seed % 3) as u32);
        let players = [[R, G, R, G, R, G], [G; 6], [R; 6], [G, G, G, R, R, R]][(seed / 4 % 4) as usize];
        let mut recorder = Recorder::new(rules, ["a", "b", "c", "d", "e", "f"]);
        let mut table = Match::new(rules, &players[..rules.players()]).unwrap();
        let (mut deals, mut moves) = (StreamKey::new(seed, 0).rng(), StreamKey::new(seed, 1).rng());
        for _ in 0..10 {
            table.play(&mut deals, &mut moves, &mut recorder);
        }
        all += &json::write(&recorder.into_record());
    }
    assert_eq!((all.len(), fingerprint(&all)), (553_659, 7_961_694_138_424_330_311));
}

#[test]
fn contest_results_have_not_changed() {
    let mut all = String::new();
    for (bits, players, kinds) in
        [(0x7f, 5, [R, G, G, R, G, G]), (0x7f, 5, [G; 6]), (0x3fff, 4, [G, R, G, R, G, R]), (0x5d, 3, [R; 6])]
    {
        let arena = Arena::new(rules(bits, players, 1), &kinds[..players], 300, 7).unwrap();
        let mut tally = Tally::default();
        (0..arena.rounds()).for_each(|round| tally.merge(&play_round(&arena, 7, round, &()).unwrap()));
        for player in 0..players {
            let leads = tally.leads(player);
            let _ = writeln!(
                all,
                "{} {:?} {} {} {} {}",
                tally.points(player),
                tally.places(player),
                leads.all,
                leads.groups,
                leads.eight_cut,
                leads.sure_win
            );
        }
        let _ = writeln!(all, "{} {} {}", tally.games(), tally.moves(), tally.stuck());
    }
    assert_eq!((all.len(), fingerprint(&all)), (705, 13_295_002_557_753_690_507), "{all}");
}
