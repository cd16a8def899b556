//! An arena as games in rounds.

use quadrille_daifugo::arena::{Arena, Entrant, Tally, play_round};
use quadrille_daifugo::players::PlayerKind;
use quadrille_daifugo::progress::{Cancelled, Observer};
use quadrille_experiments_cards::rounds::Rounded;
use quadrille_memory::of;
use quadrille_runner::Conclusion;
use quadrille_runner::foreign::Named;

use super::report::report;
use super::result::DaifugoResult;
use super::settings::Settings;

impl Rounded for Settings {
    type Player = PlayerKind;
    type Contest = Arena;
    type Plan = ();
    type Tally = Tally;

    fn players(&self) -> &[Named<PlayerKind>] {
        &self.players
    }

    fn shards(&self) -> Option<u64> {
        self.shards
    }

    fn contest(&self, players: Vec<Entrant>) -> Arena {
        self.arena.with_players(players).expect("as many players as before")
    }

    fn plan(&self, _: u64) {}

    fn rounds(&self) -> u64 {
        self.arena.rounds()
    }

    fn games(&self, round: u64) -> u64 {
        self.arena.sitting(round) * self.arena.players().len() as u64
    }

    fn play(
        arena: &Arena,
        (): &(),
        (seed, round): (u64, u64),
        observer: &dyn Observer,
    ) -> Result<Tally, Cancelled> {
        play_round(arena, seed, round, observer)
    }

    fn merge(tally: &mut Tally, other: &Tally) {
        tally.merge(other);
    }

    fn bytes(&self, _: u64) -> u64 {
        of::<Tally>(1)
    }

    fn verify(&self, (): &(), whole: &Tally) -> Result<(), String> {
        let arena = &self.arena;
        if whole.is_sound(arena.players().len(), arena.rounds(), arena.games()) {
            return Ok(());
        }
        Err(format!("they hold {} games of {}, or points that do not add up", whole.games(), arena.games()))
    }

    fn conclude(&self, (): &(), tally: &Tally) -> Conclusion {
        let result = DaifugoResult::of(self, tally);
        Conclusion::new(&result, report(&result, self))
            .counting("games", result.games)
            .counting("moves", result.moves)
    }
}
