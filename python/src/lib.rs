//! Quadrille for Python: the extension module `quadrille._native`.
//!
//! A door like the program: it turns Python's values into the facade's types, and shows its answers as dictionaries and
//! arrays. What people import are the modules beside it, in `quadrille/`, which say what everything means.
//!
//! | room | its one concern |
//! |---|---|
//! | [`error`] | errors of the facade as one Python exception, with its place |
//! | [`watch`] | long calls: without the interpreter's lock, with progress and Ctrl-C |
//! | [`value`] | answers as dictionaries |
//! | [`experiments`] | experiment files: read, run, and what came of it |
//! | [`worker`], [`coordinator`] | the two faces of a run whose shards others work out |
//! | [`arrays`], [`masks`] | arrays of the caller's, written in place |
//! | [`places`] | numbers of tables, players, seats and roles |
//! | [`daifugo_tables`], [`doudizhu_tables`], [`hearts_tables`] | many games side by side, for learners |
//! | [`card_tables`] | what the tables of all card games have in common |
//! | [`doudizhu_game`] | a single game |
//! | [`doudizhu_player`] | a built-in player, for games of other programs |
//! | [`combat`], [`daifugo`], [`doudizhu`], [`life`], [`mastermind`], [`random`] | an engine each |

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
    use crate::experiments::{check, run};
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
    use crate::worker::Worker;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::watch::loaded();
        // Each is called `Tables` in its game's module.
        module.add("DaifugoTables", module.py().get_type::<crate::daifugo_tables::DaifugoTables>())?;
        module.add("DoudizhuPlayer", module.py().get_type::<crate::doudizhu_player::DoudizhuPlayer>())?;
        module.add("DoudizhuTables", module.py().get_type::<crate::doudizhu_tables::DoudizhuTables>())?;
        module.add("HeartsTables", module.py().get_type::<crate::hearts_tables::HeartsTables>())?;
        module.add("__version__", quadrille::VERSION)?;
        crate::error::name_places(module.py())
    }
}
