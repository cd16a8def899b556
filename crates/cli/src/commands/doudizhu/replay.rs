//! Replays of single games of arenas.

use clap::Args;
use quadrille::doudizhu::arena::GAMES_A_DEAL;
use quadrille::doudizhu::records::Recorder;
use quadrille::experiments::doudizhu::DouDizhu;
use quadrille::experiments::doudizhu::words::game_in_words;

use super::super::cards::{Keys, replayable};
use crate::failure::Failure;
use crate::{OutputMode, answer, long_job};

/// The maximum number of games of an arena.
const MOST_GAMES: u64 = GAMES_A_DEAL * quadrille::table::MOST_GAMES;

#[derive(Debug, Args)]
#[command(override_usage = "quadrille doudizhu replay --players A,B,C --seed S --game K [OPTIONS]")]
#[command(mut_arg("games", |games| games.hide(true)))]
#[command(after_help = "Example: quadrille doudizhu replay --players rule,random,random \\
    --seed 1 --game 7

Games 0 to 2 use the first deal, games 3 to 5 the second, and so on. External programs and players with a time \
limit cannot be replayed. With --json the answer is a record for `verify`, in the format of \
docs/doudizhu-records.md.")]
pub(crate) struct Replay {
    #[command(flatten)]
    keys: Keys<DouDizhu, false>,
    /// Seed of the arena
    #[arg(long, value_name = "S", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: u64,
    /// Index of the game, counted from 0
    #[arg(long, value_name = "K", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    game: u64,
}

impl Replay {
    pub(crate) fn run(mut self, mode: OutputMode) -> Result<(), Failure> {
        if self.keys.has("games") {
            return Err(Failure::usage("--games: a replay has one game; --game is its index"));
        }
        // The games of an arena do not depend on their number.
        self.keys.set("games", self.game.saturating_add(1).min(MOST_GAMES));
        let file = self.keys.file()?;
        let played = replayable::<DouDizhu>(&file)?.record_game::<Recorder>(self.seed, self.game, &())?;
        let played = played.ok_or_else(|| {
            let (game, last) = (self.game, MOST_GAMES - 1);
            Failure::Usage(format!(
                "--game: there is no game {game}; the games of an arena have the numbers 0 to {last}"
            ))
        })?;
        let (game, record) = played.games().iter().zip(played.records()).next().expect("every game ends");
        if mode.json {
            return answer::json(&record);
        }
        answer::text(&game_in_words(game, played.names()))
    }
}
