//! The games that can be played at the terminal.

use clap::Args;
use quadrille::daifugo::game::Table as DaifugoTable;
use quadrille::daifugo::records::Recorder as DaifugoRecorder;
use quadrille::daifugo::rules::Rules as DaifugoRules;
use quadrille::diagnostics::Source;
use quadrille::diagnostics::toml::Document;
use quadrille::doudizhu::Rules;
use quadrille::doudizhu::game::{Action, Auction, Game, Scoring, Seat, Setup, Table as DoudizhuTable};
use quadrille::doudizhu::records::Record;
use quadrille::experiments::daifugo::league::Daifugo;
use quadrille::experiments::doudizhu::training::DouDizhu;
use quadrille::experiments::hearts::Hearts;
use quadrille::files::{Folder, NamedFiles};
use quadrille::hearts::{Hearts as HeartsTable, Rules as HeartsRules};
use quadrille::runner::foreign::{Named, players};
use quadrille::table::records::Recorder;
use quadrille::table::{Game as _, Observer};

use super::{Finished, PlayedGame, Ruled};
use crate::daifugo_arguments::Switched;
use crate::failure::Failure;

/// Reads the other players.
pub(super) fn named<K: PlayedGame>(names: &[&str]) -> Result<Vec<Named<K::Player>>, Failure> {
    let quoted = names.iter().map(|name| serde_json::Value::from(*name).to_string());
    let text = format!("players = [{}]", quoted.collect::<Vec<_>>().join(", "));
    let document = Document::parse(&Source::new("--players", text))?;
    let table = document.root(&["players", "move_timeout", "startup_timeout"])?;
    let mut files = NamedFiles::new(Folder::new(".").quotable());
    let read = players(&table.required("players")?, K::EXAMPLE, &table, &mut files)?;
    Ok(read)
}

/// Shows finished games to an observer, which records them.
fn observed<G: quadrille::table::Game>(games: &[Finished<G>], observer: &mut impl Observer<G>) {
    for Finished { start, actions, end, outcome, .. } in games {
        observer.dealt(start);
        for &(seat, action) in actions {
            observer.acts(start, seat, action);
        }
        observer.over(end, outcome);
    }
}

impl PlayedGame for DouDizhu {
    type Rules = DoudizhuFlags;
    const OTHERS: &'static [&'static str] = &["policy", "policy"];
    const PLAY: &'static str = "Examples:
  quadrille doudizhu play
  quadrille doudizhu play --players search,search --auction call-rob --review

Type cards or the number of a move; `?` lists the commands. Lines may also come from a pipe.";

    fn record(_: &Setup, names: &[String], games: &[Finished<DoudizhuTable>]) -> String {
        let names: [&str; 3] = std::array::from_fn(|seat| names.get(seat).map_or("", String::as_str));
        let line = |finished: &Finished<DoudizhuTable>| {
            let table = &finished.start;
            let first = finished.actions.first().map_or(Seat::ALL[0], |&(seat, _)| Seat::ALL[seat]);
            let mut game = Game::new(*table.setup(), *table.dealt()?, first);
            for &(_, action) in &finished.actions {
                // The table has accepted these actions.
                match action {
                    Action::Call(call) => drop(game.call(call)),
                    Action::Play(chosen) => drop(game.play(chosen.cards())),
                }
            }
            Record::of(&game, Some(names)).map(|record| format!("{record}\n"))
        };
        games.iter().filter_map(line).collect()
    }
}

/// The rules of Dou Dizhu.
#[derive(Debug, Args)]
pub(crate) struct DoudizhuFlags {
    /// Variant of the moves, as for `moves`
    #[arg(long, value_name = "RULES", default_value_t)]
    rules: Rules,
    /// Auction: none, bids or call-rob
    #[arg(long, value_name = "AUCTION", default_value = "bids")]
    auction: Auction,
    /// Scoring: adp, wp or classic
    #[arg(long, value_name = "SCORING", default_value = "classic")]
    scoring: Scoring,
}

impl Ruled<DouDizhu> for DoudizhuFlags {
    fn setup(&self, _: usize) -> Result<Setup, Failure> {
        Ok(Setup::new(self.rules, self.scoring).with_auction(self.auction))
    }
}

impl PlayedGame for Daifugo {
    type Rules = DaifugoFlags;
    const OTHERS: &'static [&'static str] = &["policy", "policy", "policy", "policy"];
    const PLAY: &'static str = "Examples:
  quadrille daifugo play
  quadrille daifugo play --players search,greedy --games 10 --record match.jsonl

Two to five other players. Type cards, such as D3 H3, or the number of a move; `?` lists the commands. \
Lines may also come from a pipe.";

    fn record(rules: &DaifugoRules, names: &[String], games: &[Finished<DaifugoTable>]) -> String {
        let mut recorder = DaifugoRecorder::new(*rules, names.to_vec());
        observed(games, &mut recorder);
        recorder.to_string()
    }
}

/// The rules of Daifugo.
#[derive(Debug, Args)]
pub(crate) struct DaifugoFlags {
    /// The contest's rules, with switches: uecda,eleven-back,no-suit-lock
    #[arg(long, value_name = "RULES", default_value = "uecda", value_parser = crate::daifugo_arguments::switches)]
    rules: Switched,
    /// Number of jokers
    #[arg(long, value_name = "N", default_value = "1")]
    jokers: u32,
}

impl Ruled<Daifugo> for DaifugoFlags {
    fn setup(&self, players: usize) -> Result<DaifugoRules, Failure> {
        let rules = self.rules.rules().of(players, self.jokers);
        rules.map_err(|error| Failure::Usage(format!("--players, --jokers: {error}")))
    }
}

impl PlayedGame for Hearts {
    type Rules = NoFlags;
    const OTHERS: &'static [&'static str] = &["policy", "policy", "policy"];
    const PLAY: &'static str = "Example: quadrille hearts play --games 4

Type cards, such as SQ, or the number of a move; `?` lists the commands. Fewer points are better.";

    fn record(rules: &HeartsRules, names: &[String], games: &[Finished<HeartsTable>]) -> String {
        let mut recorder = Recorder::<HeartsTable>::new(rules, names.to_vec());
        observed(games, &mut recorder);
        recorder.to_string()
    }
}

/// No flags: the default rules.
#[derive(Debug, Args)]
pub(crate) struct NoFlags {}

impl Ruled<Hearts> for NoFlags {
    fn setup(&self, _: usize) -> Result<HeartsRules, Failure> {
        Ok(HeartsRules::default())
    }
}
