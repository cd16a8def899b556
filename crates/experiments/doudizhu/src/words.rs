//! Names of moves, and games as text.

use quadrille_doudizhu::game::{Game, Seat, Spring};
use quadrille_doudizhu::{Kind, Move};

use quadrille_report::figure::counted;

/// Returns the English name of a category, such as `trio with a pair`.
pub const fn kind_in_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Pass => "pass",
        Kind::Solo => "solo",
        Kind::Pair => "pair",
        Kind::Trio => "trio",
        Kind::TrioSolo => "trio with a solo",
        Kind::TrioPair => "trio with a pair",
        Kind::SoloChain => "chain of solos",
        Kind::PairChain => "chain of pairs",
        Kind::TrioChain => "chain of trios",
        Kind::AirplaneSolos => "airplane with solos",
        Kind::AirplanePairs => "airplane with pairs",
        Kind::FourTwoSolos => "four with two solos",
        Kind::FourTwoPairs => "four with two pairs",
        Kind::SpaceShuttle => "space shuttle",
        Kind::Bomb => "bomb",
        Kind::Rocket => "rocket",
    }
}

/// Returns the Chinese name of a category, such as `三带二`.
pub const fn kind_in_chinese(kind: Kind) -> &'static str {
    match kind {
        Kind::Pass => "不出",
        Kind::Solo => "单张",
        Kind::Pair => "对子",
        Kind::Trio => "三张",
        Kind::TrioSolo => "三带一",
        Kind::TrioPair => "三带二",
        Kind::SoloChain => "顺子",
        Kind::PairChain => "连对",
        Kind::TrioChain => "飞机",
        Kind::AirplaneSolos => "飞机带单",
        Kind::AirplanePairs => "飞机带对",
        Kind::FourTwoSolos => "四带二",
        Kind::FourTwoPairs => "四带两对",
        Kind::SpaceShuttle => "航天飞机",
        Kind::Bomb => "炸弹",
        Kind::Rocket => "王炸",
    }
}

/// Returns the category of a move and the lowest rank of its cards, without the attached cards,
/// such as `pair of 3`. For a chain, the length is included: `chain of solos, 5 from the 3`.
pub fn move_in_words(read: Move) -> String {
    let kind = kind_in_words(read.kind());
    match (read.rank(), read.kind()) {
        (None, _) | (_, Kind::Rocket) => kind.to_owned(),
        (Some(rank), _) if read.length() > 1 => format!("{kind}, {} from the {rank}", read.length()),
        (Some(rank), _) => format!("{kind} of {rank}"),
    }
}

/// Describes a whole game in text, with one line for each hand, call or move.
pub fn game_in_words(game: &Game, names: [&str; 3]) -> String {
    let mut text = String::new();
    let mut tell = |line: String| text += &(line + "\n");
    for (seat, hand) in Seat::ALL.into_iter().zip(game.deal().hands()) {
        tell(format!("{seat} {:<8} {hand}", names[seat.index()]));
    }
    tell(format!("stock           {}", game.deal().stock()));
    for (seat, call) in game.calls() {
        tell(format!("{seat} {:<8} calls {call}", names[seat.index()]));
    }
    let Some(contract) = game.contract() else {
        tell("no seat wants to be the landlord: the cards are thrown in".to_owned());
        return text;
    };
    tell(format!("{} {} is the landlord", contract.landlord, names[contract.landlord.index()]));
    for (seat, played) in game.moves() {
        tell(format!("{seat} {:<8} {played}", names[seat.index()]));
    }
    if let Some(outcome) = game.outcome() {
        let side = if outcome.landlord_won() { "the landlord wins" } else { "the peasants win" };
        let bombs = match outcome.bombs {
            0 => String::new(),
            bombs => format!(", {}", counted(bombs.into(), "bomb")),
        };
        let spring = match outcome.spring {
            Spring::None => "",
            Spring::Spring => ", a spring",
            Spring::AntiSpring => ", an anti-spring",
        };
        let points = outcome.points(game.setup().scoring).map(|points| points.to_string()).join(", ");
        tell(format!("{side}{bombs}{spring}; points by seat: {points}"));
    }
    text
}
