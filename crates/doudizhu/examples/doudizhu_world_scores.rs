//! Measures how much the weights of a search reveal about the hidden cards of Dou Dizhu (see
//! docs/search.md, "How much the weights reveal about the hidden cards"):
//!
//! ```sh
//! cargo run --release -p quadrille-doudizhu --example doudizhu_world_scores -- 17000
//! ```
//!
//! The argument is the least number of decisions for each player. A core judges some 40 a second.

use std::sync::LazyLock;

use quadrille_doudizhu::game::{Setup, Table};
use quadrille_players::{checks, unpacked};

static FILE: LazyLock<Vec<u8>> =
    LazyLock::new(|| unpacked(include_bytes!("../weights/policy.safetensors.gz")));

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let decisions = std::env::args().nth(1).ok_or("expected a number of decisions")?.parse()?;
    checks::print_world_scores::<Table>(&Setup::default(), &FILE, decisions);
    Ok(())
}
