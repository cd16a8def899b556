//! Dou Dizhu as one of the card games of `quadrille-experiments-cards`.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_doudizhu::Rules;
use quadrille_doudizhu::game::{Auction, Scoring, Setup};
use quadrille_doudizhu::players::PlayerKind;
use quadrille_experiments_cards::bot_check::CheckedGame;
use quadrille_experiments_cards::{Agreed, CardGame, Words};
use quadrille_runner::settings::Keys as _;

use crate::settings::MoveSettings;

/// Dou Dizhu, as the type parameter of the generic experiments of card games.
#[derive(Debug, Clone, Copy)]
pub struct DouDizhu;

impl CardGame for DouDizhu {
    type Player = PlayerKind;

    const WORDS: Words = Words {
        title: "Dou Dizhu",
        sittings: |_, _| "",
        points: "points",
        place_points: "place points",
        fewer_win: false,
    };

    const SEATS: (u64, u64, u64) = (3, 3, 3);

    const EXAMPLE: &'static str = "[\"rule\", \"random\", \"random\"]";

    fn setup(table: &TomlTable<'_>, _: usize, _: &dyn Fn(String) -> Diagnostic) -> Result<Setup, Diagnostic> {
        Ok(Setup::new(MoveSettings::read(table)?.rules.0, Scoring::Wp))
    }

    fn agreed(setup: &Setup) -> Agreed {
        Agreed { rules: vec![setup.rules.to_string()], jokers: None, can_be_stuck: false }
    }
}

impl CheckedGame for DouDizhu {
    /// Returns three setups: without calls; with bids, an open hand and doubling; with calling and
    /// robbing.
    fn setups() -> Vec<Setup> {
        let bids = Setup::new(Rules::PAGAT, Scoring::Classic).with_open_hand().with_doubling();
        let rob = Setup::new(Rules::DOUZERO, Scoring::Classic).with_auction(Auction::CallRob);
        vec![Setup::default(), bids, rob]
    }
}
