//! Quadrille for Python: the extension module `quadrille._native`.
//!
//! This module converts Python values into the types of the crate `quadrille`, calls the crate, and
//! returns the answers as dictionaries and arrays. Users import the Python modules in `quadrille/`,
//! which have the documentation.
//!
//! | module | responsibility |
//! |---|---|
//! | [`error`] | errors of the crate `quadrille` as one Python exception with a source position |
//! | [`watch`] | long calls: without the interpreter's lock, with progress and Ctrl-C |
//! | [`value`] | answers as dictionaries |
//! | [`experiments`] | experiment files: reading, running, results |
//! | [`worker`], [`coordinator`] | the worker's and the coordinator's side of a distributed run |
//! | [`arrays`], [`masks`] | the caller's arrays, written in place |
//! | [`places`] | seeds, and numbers of tables, players, seats and roles |
//! | [`daifugo_tables`], [`doudizhu_tables`], [`hearts_tables`] | batches of games, for reinforcement learning |
//! | [`card_tables`] | code shared by the tables of all card games |
//! | [`doudizhu_game`] | a single game |
//! | [`doudizhu_player`] | a built-in player, for games that other programs run |
//! | [`reviews`] | advice and reviews by search, for all card games |
//! | [`combat`], [`daifugo`], [`doudizhu`], [`life`], [`mastermind`], [`random`] | one engine each |

mod arrays;
mod card_tables;
mod combat;
mod coordinator;
mod daifugo;
mod daifugo_tables;
mod doudizhu;
mod doudizhu_game;
mod doudizhu_player;
mod doudizhu_tables;
mod error;
mod experiments;
mod hearts_tables;
mod life;
mod masks;
mod mastermind;
mod places;
mod random;
mod reviews;
mod value;
mod watch;
mod worker;

use pyo3::prelude::*;

/// The extension module behind `quadrille`.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::combat::{combat_fights, combat_run};
    #[pymodule_export]
    use crate::coordinator::Coordinator;
    #[pymodule_export]
    use crate::daifugo::{daifugo_dominates, daifugo_inspect, daifugo_moves, daifugo_sure_win};
    #[pymodule_export]
    use crate::doudizhu::{doudizhu_classify, doudizhu_moves, doudizhu_solve};
    #[pymodule_export]
    use crate::doudizhu_game::{DoudizhuGame, doudizhu_action_id, doudizhu_action_text, doudizhu_fill_cards};
    #[pymodule_export]
    use crate::error::Error;
    #[pymodule_export]
    use crate::experiments::{check, experiment_text, run};
    #[pymodule_export]
    use crate::life::{Grid, Pattern, Universe, life_census, life_soup};
    #[pymodule_export]
    use crate::mastermind::{
        mastermind_advise, mastermind_candidates, mastermind_codewords, mastermind_evaluate,
        mastermind_optimal, mastermind_score, mastermind_score_matrix,
    };
    #[pymodule_export]
    use crate::random::{Stream, random_generators, random_sample};
    #[pymodule_export]
    use crate::reviews::{cards_advise, cards_review};
    #[pymodule_export]
    use crate::worker::Worker;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::watch::loaded();
        // The Python module of each game exports its class under the name `Tables`.
        module.add("DaifugoTables", module.py().get_type::<crate::daifugo_tables::DaifugoTables>())?;
        module.add("DoudizhuPlayer", module.py().get_type::<crate::doudizhu_player::DoudizhuPlayer>())?;
        module.add("DoudizhuTables", module.py().get_type::<crate::doudizhu_tables::DoudizhuTables>())?;
        module.add("HeartsTables", module.py().get_type::<crate::hearts_tables::HeartsTables>())?;
        module.add("__version__", quadrille::VERSION)?;
        crate::error::name_places(module.py())
    }
}
